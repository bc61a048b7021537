"""A battle packet: one file per reader. A side gets its sheet, a blank deployment map and its return; the umpire sees both sides."""

from __future__ import annotations

from dataclasses import replace

from campaign.views.packet import BattlePacket, SidePapers
from campaign_reports.battle_sheet import sheet_part
from campaign_reports.page import Paper, Part, compose
from campaign_reports.return_form import return_part
from campaign_reports.umpire_sheet import deployment_part, umpire_part

UMPIRE = "umpire"


def packet(view: BattlePacket, paper: Paper = Paper.A4) -> dict[str, bytes]:
    """The files of a battle by reader: ``umpire``, then each side's key. A side's file holds nothing of the other side's papers."""
    files = {UMPIRE: compose([umpire_part(view.umpire)], paper, [view.umpire])}
    for side in view.sides:
        files[side.reader] = render_side(side, paper)
    return files


def render_side(view: SidePapers, paper: Paper = Paper.A4) -> bytes:
    """One side's file: its sheet, its deployment map, its return."""
    return compose(_parts(view), paper, [view])


render_packet = packet


def _parts(side: SidePapers) -> list[Part]:
    head = replace(
        side.sheet.masthead,
        title=side.sheet.masthead.title,
        subtitle="Deployment map: your own units where they start; write here who hides",
        use="Keep it folded until the units are found.",
    )
    table = replace(side.sheet.table, units=side.start)
    return [sheet_part(side.sheet), deployment_part(head, table, side.sheet.arrivals, side.hidden), return_part(side.form)]
