"""The house rules of One-Hour WW2 on hexes that a battle sheet prints: those of ``sheet.txt`` that hold in this battle.

house_rules(scene, book) -> tuple[Fact, ...]      those that hold and concern this side's combat
every_house_rule(book, concerns)                  those that hold, except lines that concern no unit
minutes_of(turns)
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import holding, texts
from campaign.rules.tabletop.hexes import combat, mapping
from campaign.rules.tabletop.hexes.muster import parts, unit_type
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.terms.time import HOURS_A_TURN
from campaign.words.papers import Fact
from campaign.words.texts import NO_CONDITIONS

_GUNS = frozenset({UnitType.ANTI_TANK, UnitType.MORTARS})
_INDIRECT = frozenset({UnitType.MORTARS, UnitType.ARTILLERY})


SETTINGS: Final = MappingProxyType(
    {
        "unit_scale": ("hexes.scale",),
        "hex_scale": ("hexes.metres",),
        "turn_limit": ("hexes.turn_limit",),
        "no_night": ("hexes.night_sight",),
        "no_aircraft": ("hexes.air_sortie",),
        "weak_hits": ("hexes.weak", "hexes.elimination_hits"),
        "spent_from": ("hexes.spent_above", "hexes.elimination_hits"),
        "cover_once": ("hexes.cover_evasion_double",),
    }
)
"""The settings that would change a line, by its key."""


def every_house_rule(
    book: Rulebook, concerns: Mapping[str, bool] = NO_CONDITIONS, capacity: int | None = None
) -> tuple[Fact, ...]:
    """Return the house rules that hold and concern a unit. ``capacity``: the hits that eliminate a unit of the battle,
    a normal one unless stated.
    """
    turns, normal = book.integer("hexes.turn_limit"), combat.capacity(book)
    weak = combat.capacity(book, weak=True)
    return texts("hexes").facts(
        "house rules",
        holding(book, SETTINGS, {"weak_hits": weak != normal, **concerns}),
        scale=book.word("hexes.scale"),
        metres=book.integer("hexes.metres"),
        turns=turns,
        minutes=minutes_of(turns),
        hours=HOURS_A_TURN,
        weak=weak,
        spent=mapping.spent_from(capacity or normal, book),
        capacity=capacity or normal,
    )


def house_rules(scene: Scene, book: Rulebook) -> tuple[Fact, ...]:
    """Return the house rules that concern a unit of this side, or its combat with the other."""
    made = [(unit, part) for unit in scene.force.units for part in parts(unit, book)]
    unit_types = {part.type for _, part in made} | {unit_type(unit) for unit in scene.enemies}
    guns, indirect = bool(unit_types & _GUNS), bool(unit_types & _INDIRECT)
    batteries = [unit.id for unit, part in made if part.off_table]
    normal, weak = combat.capacity(book), combat.capacity(book, weak=True)
    concerns = {
        "no_aircraft": bool(scene.air),
        "weak_hits": weak != normal and any(part.capacity == weak for _, part in made),
        "spent_start": any(unit.state.carries_figure for unit, _ in made),
        "spent_from": bool(made),
        "batteries": bool(batteries),
        "large_regiment": len(batteries) > len(set(batteries)),
        **dict.fromkeys(("guns_no_cover", "guns_evade", "crews"), guns),
        **dict.fromkeys(("own_hex_covers", "evade_indirect", "spotting_free", "smoke"), indirect),
        "hill_covers_tanks": UnitType.TANKS in unit_types,
        "range_two": bool(unit_types & {UnitType.SPG, UnitType.JEEPS}),
        "jeeps": UnitType.JEEPS in unit_types,
        "trucks": bool(unit_types & {UnitType.MOTORISED, UnitType.MECHANISED}),
    }
    return every_house_rule(book, concerns, made[0][1].capacity if made else None)


def minutes_of(turns: int) -> str:
    """Return the minutes of a table turn in words, if this number of turns fills a campaign turn."""
    return f"{round(HOURS_A_TURN * 60 / turns)} minutes"
