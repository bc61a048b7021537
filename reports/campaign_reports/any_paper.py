"""Any paper, drawn from its view: the renderer goes by the view's kind.

on(paper, large=)                   the paper's name for ``draw``
draw(views, paper, booklet=)        one view or several as one PDF
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import campaign_reports
from campaign.values import replace
from campaign.views.air.air import AirTasking
from campaign.views.battle.battle_paper import BattlePaper
from campaign.views.battle.unit_cards import UnitCards
from campaign.views.book.campaign_book import Book
from campaign.views.book.diary import Diary
from campaign.views.contacts.sitrep import Sitrep
from campaign.views.day.evening import StaffSheet, UmpireBrief
from campaign.views.map.map import SituationMap
from campaign.views.orbat.orbat import OrbatChart
from campaign.views.orbat.recovery import RecoveryCalendar
from campaign.views.orbat.roster import Roster
from campaign.views.orbat.strength import StrengthPaper
from campaign.views.orbat.tasks import EngineerPaper
from campaign.views.supply.supply import SupplyPaper
from campaign.words.labels import LabelSheet
from campaign.words.orders import OrderForm
from campaign.words.packet import SidePapers, UmpireSheet
from campaign.words.papers import Masthead
from campaign.words.reference import ReferencePaper


def on(paper: str, *, large: bool) -> str:
    """Return the paper's name for ``draw``: of this size, with large print or not."""
    return f"large-{paper}" if large else paper


def draw(views: Sequence[Any], paper: str, booklet: bool = False) -> bytes:
    """Return the PDF of one view or several, on paper as ``on`` names it; a view's module is imported when it is
    drawn.
    """
    size = campaign_reports.Paper(paper)
    renderers = [getattr(campaign_reports, _RENDERERS[type(view)]) for view in views]
    if len(views) == 1 and not booklet:
        return bytes(renderers[0](views[0], size))
    documents = [renderer.document(view, size) for renderer, view in zip(renderers, views, strict=True)]
    first = documents[0].masthead
    head = first if len(views) == 1 else replace(first, title="Papers", subtitle=first.addressee, code="")
    return bytes(campaign_reports.compose(documents, size, head, booklet=booklet))


_RENDERERS: dict[type, str] = {
    StaffSheet: "render_staff_sheet",
    UmpireBrief: "render_umpire_brief",
    OrbatChart: "render_orbat",
    Roster: "render_roster",
    StrengthPaper: "render_strength",
    EngineerPaper: "render_engineers",
    SupplyPaper: "render_supply",
    RecoveryCalendar: "render_recovery",
    Sitrep: "render_sitrep",
    SituationMap: "render_map",
    OrderForm: "render_orders",
    AirTasking: "render_air_tasking",
    SidePapers: "render_side",
    UmpireSheet: "render_umpire_sheet",
    BattlePaper: "render_battle_report",
    Diary: "render_diary",
    Book: "render_book",
    LabelSheet: "render_labels",
    Masthead: "render_key",
    ReferencePaper: "render_reference",
    UnitCards: "render_unit_cards",
}
"""Function that draws each kind of paper."""
