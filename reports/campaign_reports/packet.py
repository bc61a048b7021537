"""A battle packet: one file per reader. A side gets its sheet, its deployment map and its return; the umpire sees both
sides. In a system with numbered hexes, their map stands on the sheet and is the deployment map.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from campaign.terms.words import lines_said
from campaign.values import replace
from campaign.words.packet import BattlePacket, Point, SidePapers
from campaign.words.texts import papers
from campaign_reports.battle_head import most_high
from campaign_reports.battle_sheet import LEAST_WIDE, sheet_part
from campaign_reports.document import Document, rendered
from campaign_reports.page import Paper, Part
from campaign_reports.reference import reference_part
from campaign_reports.return_form import return_part
from campaign_reports.table_map import tried
from campaign_reports.umpire_sheet import deployment_part, render_umpire_sheet

UMPIRE = "umpire"
MOST_ON_SHEET = 10
"""Most lines starting or arriving on the table that have room on the sheet's map, whatever its size."""


def packet(view: BattlePacket, paper: Paper = Paper.A4) -> dict[str, bytes]:
    """Return the files of a battle by reader: ``umpire``, then each side's key. A side's file contains nothing of the
    other side's papers.
    """
    files = {UMPIRE: render_umpire_sheet(view.umpire, paper)}
    for side in view.sides:
        files[side.reader] = render_side(side, paper)
    return files


@rendered
def render_side(view: SidePapers, _: Paper) -> Document:
    """Return one side's file: its sheet, its deployment map, the reference if it is printed with it, its return."""
    return Document(tuple(_parts(view)), (view,))


render_packet = packet


def _parts(side: SidePapers) -> list[Part]:
    reference = [] if side.reference is None else [reference_part(side.reference)]
    return [*_sheet(side), *reference, return_part(side.form)]


def _sheet(side: SidePapers) -> list[Part]:
    """Return the battle sheet, and a deployment map for a side with more starting units than its sheet's own map can
    show.

    A side without starting units needs none, nor one whose map of hexes is the table.
    """
    if side.sheet.body.grid is not None or not any(unit.label.isdigit() for unit in side.start):
        return [sheet_part(side.sheet)]
    set_up, table = (*_starts(side), *side.hidden), replace(side.sheet.table, units=side.start)
    if len(side.start) <= MOST_ON_SHEET and not tried(table, LEAST_WIDE, most_high(table)).insets:
        return [sheet_part(replace(side.sheet, table=table, set_up=set_up))]
    return [sheet_part(side.sheet), _deployment(side, set_up)]


def _deployment(side: SidePapers, set_up: Sequence[str]) -> Part:
    head = replace(
        side.sheet.masthead,
        title=side.sheet.masthead.title,
        subtitle=papers().text("deployment_head"),
        use=papers().text("deployment_use"),
    )
    table = replace(side.sheet.table, units=side.start)
    return deployment_part(head, table, side.sheet.arrivals, set_up)


def _starts(side: SidePapers) -> list[str]:
    """Return where each line starts, to measure on the table: ``Lines 1 and 2 start 30 in. from the west edge and 8
    in. from the south edge, exactly 8.3 in. from Fort Capuzzo.``

    The last is exact and goes before the others.
    """
    at: dict[tuple[Point, float | None], list[str]] = {}
    for unit in side.start:
        if not unit.label.isdigit():
            continue  # it arrives later: said with the arrivals
        at.setdefault((unit.at, unit.off_in), []).append(unit.label)
    table, texts = side.sheet.table, []
    west, south = ("west", "south") if table.north_deg == 0 else ("left", "lower")
    fought_for = side.sheet.table.fought_for
    for (point, off), lines in at.items():
        place = next((f"at {p.name}, " for p in table.places if dist(p.at, point) < 0.5), "")
        where = papers().text(
            "start_from_edges",
            place=place,
            west=west,
            south=south,
            west_in=f"{point[0]:.0f}",
            south_in=f"{point[1]:.0f}",
        )
        if off is not None and fought_for:
            where += f", {papers().text('start_from_prize', distance=f'{off:.1f}', prize=fought_for)}"
        numbers = list(map(int, lines))
        texts.append(f"{lines_said(numbers).capitalize()} start{'s' * (len(numbers) == 1)} {where}.")
    return [" ".join(texts)] if texts else []
