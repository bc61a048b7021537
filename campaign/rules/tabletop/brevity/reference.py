"""The parts of Brevity that are the same in every battle: its charts with all their rows, its rules in short, its house
rules.

    reference(book) -> Reference
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.command import ADJECTIVE
from campaign.rules.tabletop.brevity.house_rules import every_house_rule
from campaign.rules.tabletop.brevity.quick_reference import (
    DASH,
    WEAPON_WORD,
    casualty_parts,
    charts,
    location_rows,
    penetrate_rows,
    score_of,
)
from campaign.rules.tabletop.brevity.reminders import every_reminder
from campaign.rules.tabletop.brevity.tables import HitColumn
from campaign.terms.forces import AntiTank, HitRow, Weapon
from campaign.terms.ground import Surface
from campaign.terms.state import Light, Sky
from campaign.words.sheet import QuickTable, Reference, quick_table

_TARGET = {HitRow.FAST_TANK: "fast tanks moving", HitRow.VEHICLE: "vehicles", HitRow.OTHER: "others"}


def reference(book: Rulebook) -> Reference:
    """Return all charts of Operation Brevity, its rules in short and its house rules."""
    classes = tuple(AntiTank)
    return Reference(
        (
            *charts(
                penetrate_rows(classes, classes), location_rows(Light.DAY, Sky.CLEAR), casualty_parts(Weapon, book)
            ),
            *_of_the_unit_lines(),
        ),
        every_reminder(book),
        every_house_rule(book),
    )


def _of_the_unit_lines() -> Iterable[QuickTable]:
    """Yield the charts that a sheet has worked out in the lines of its units: command, marches, moves in combat, to hit
    (OB-T-01 to -03, -05, -10).
    """
    yield quick_table(
        "Commands",
        (
            (ADJECTIVE[nation], f"{bonus:+d}", score_of(tables.READINESS[nation]))
            for nation, bonus in tables.COMMAND_BONUS.items()
        ),
        ("bonus", "ready"),
    )
    surfaces = (Surface.ROAD, Surface.CROSS_COUNTRY, Surface.TERRAIN)
    yield quick_table(
        "March, in.",
        ((kind.value, *(str(row[surface]) for surface in surfaces)) for kind, row in tables.MARCH.items()),
        ("road", "country", "terr."),
    )
    yield quick_table(
        "Combat, in.",
        (
            (kind.value, str(move.open), DASH if move.terrain is None else str(move.terrain))
            for kind, move in tables.COMBAT_READY.items()
        ),
        ("open", "terr."),
    )
    yield quick_table(
        "To be hit",
        ((_TARGET[row], *(score_of(scores[column]) for column in HitColumn)) for row, scores in tables.TO_HIT.items()),
        ("open", "terr.", "dark"),
    )
    yield quick_table(
        texts("brevity").text("row_names"), ((short, word) for short, word in WEAPON_WORD.items()), words=2
    )
