"""One unit: its state, strength, orders, supply and diary; for the umpire also rulings on it and amendments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.journal.record import Preview
from campaign.queries.book.changes import change_lines
from campaign.queries.common.outlook import look
from campaign.queries.orbat.units import unit
from campaign.situation.army import nearest_commander
from campaign.situation.names import among
from campaign.terms.asking import asked, read
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, replace
from campaign.verbs.adjustments import Adjust
from campaign.verbs.between_battles import GiveGrade
from campaign.views.orbat.unit_text import order_line, posture_line, table_line
from campaign.views.orbat.units import BattalionSheet, FormationSheet
from campaign.web.answer import Answer
from campaign.web.map_unit import UnitFacts, unit_facts
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit

NQM: Final = "nqm"
"""Key of the system whose battalions have grades."""


@dataclass(frozen=True, slots=True)
class UnitPage:
    """Everything on the page of a unit, read at one moment."""

    sheet: BattalionSheet | FormationSheet
    facts: UnitFacts
    keys: Mapping[str, str]
    """Keys of the units and formations that the sheet names, as far as the viewer may open them."""
    commander: str
    """Key of the commander whose orders the unit follows; empty if the viewer gives it none."""
    places: tuple[str, ...]
    formations: tuple[str, ...]
    has_grades: bool

    @property
    def is_battalion(self) -> bool:
        """Return whether this is a battalion, not a formation."""
        return isinstance(self.sheet, BattalionSheet)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Names and texts of the facts, without empty ones."""
        sheet = self.sheet
        pairs = _of_battalion(sheet) if isinstance(sheet, BattalionSheet) else _of_formation(sheet)
        return tuple((name, text) for name, text in pairs if text)


def _of_battalion(sheet: BattalionSheet) -> tuple[tuple[str, str], ...]:
    under = "" if sheet.present == (sheet.organic or ("",))[0] else f"{sheet.present}, borrowed"
    return (
        ("Kind", f"{sheet.side}, {sheet.nation}: {sheet.arm} {sheet.mark}, {sheet.size}, {sheet.experience}"),
        ("Headquarters of", sheet.headquarters_of),
        ("Led by", sheet.led_by),
        ("Belongs to", ", ".join(sheet.organic)),
        ("Under", under),
        ("Supports", sheet.supports),
        ("On call", sheet.call),
        ("Service", sheet.service),
        ("At", sheet.position if sheet.state.is_in_play else ""),
        ("Posture", posture_line(sheet)),
        ("At work", sheet.task),
        ("Equipment", sheet.equipment),
        ("On the table", table_line(sheet.table)),
        ("Takes up", sheet.ground),
        ("Notes", sheet.notes),
        ("Source", _source(sheet)),
    )


def _of_formation(sheet: FormationSheet) -> tuple[tuple[str, str], ...]:
    return (
        ("Kind", f"{sheet.side}, {sheet.nation}: {sheet.level}, {sheet.experience}"),
        ("Led by", sheet.led_by),
        ("Commander", sheet.commander),
        ("Character", sheet.character),
        ("Under", ", ".join(sheet.superiors)),
        ("Headquarters", sheet.position),
        ("Posture", sheet.posture.value),
        ("Supply grade", sheet.supply_grade.value),
        ("Reaction", sheet.reaction),
        ("Takes up", sheet.ground),
        ("Notes", sheet.notes),
        ("Source", _source(sheet)),
    )


def _source(sheet: BattalionSheet | FormationSheet) -> str:
    if not sheet.source:
        return "not confirmed by a source" if sheet.unconfirmed else ""
    return sheet.source + (" (not confirmed)" if sheet.unconfirmed else "")


def unit_page(board: JournalBoard, viewer: Viewer, word: str) -> UnitPage:
    """Return what the page of a unit shows. Raises NotFound, alike for a unit that there is not and one of which the
    viewer may not know; Ambiguous.
    """
    outlook, sheet = look(board, viewer), unit(board, viewer, word)
    army, knowledge = outlook.army, outlook.knowledge
    row = among(sheet.key, "unit", knowledge.units())
    commander = nearest_commander(army, row)
    leader = "" if commander is None else commander.key
    return UnitPage(
        sheet=sheet,
        facts=unit_facts(board, viewer, sheet.key, {s.name: number for number, s in enumerate(army.sides.values())}),
        keys={known.name: known.key for known in knowledge.units()},
        commander=leader if knowledge.commands(row) else "",
        places=tuple(sorted(place.name for place in outlook.places.values())),
        formations=tuple(f.name for f in army.formations.values() if f.side_id == row.side_id and viewer.is_umpire),
        has_grades=board.campaign.tabletop == NQM,
    )


@page("/units/{key}", UMPIRE | PLAYERS, drawn_for=DrawnFor.CAMPAIGN)
def show_unit(visit: Visit) -> Answer:
    return _page(visit)


def _page(visit: Visit, trial: Preview | None = None) -> Answer:
    facts = visit.read(lambda board, viewer: unit_page(board, viewer, visit.path["key"]))
    return visit.page(
        "unit.html",
        json=facts.sheet,
        same_at_terminal=f"campaign unit {facts.sheet.key}",
        unit=facts,
        order_text=order_line(facts.sheet.order),
        adjust=asked(Adjust),
        grade=asked(GiveGrade),
        trial=trial,
        trial_lines=change_lines(trial.changes) if trial is not None else (),
    )


@page("/units/{key}/part", UMPIRE | PLAYERS, is_kept=False)
def show_unit_part(visit: Visit) -> Answer:
    """Return the panel of a unit for the side of another page."""
    facts = visit.read(lambda board, viewer: unit_page(board, viewer, visit.path["key"]))
    return visit.part("unit_panel.html", unit=facts, order_text=order_line(facts.sheet.order))


@show_unit.posted_by(UMPIRE)
def rule_on_unit(visit: Visit) -> Answer:
    """Adjust a unit, or give it a grade; with ``look`` only show what would change."""
    key = visit.read(lambda board, viewer: unit(board, viewer, visit.path["key"]).key)
    given = {"unit": key} if visit.form.get("act") == "grade" else {"what": key}
    command: object = read(GiveGrade if "unit" in given else Adjust, visit.fields, **given)
    if visit.form.get("do") == "look":
        return _page(replace(visit, typed=visit.fields), visit.try_out(command))
    return visit.receipt(visit.give(command), to=f"/units/{key}")
