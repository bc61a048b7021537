"""What a sheet of One-Hour WW2 on hexes relies on though its text does not say it: our readings of what it leaves open
(``rules/common/house_rules.py``).

readings(scene, book) -> those of the text and of the campaign's scale, and whom of both sides they concern
minutes_of(turns)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from campaign.rules.common.force import Unit
from campaign.rules.common.house_rules import Reading
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.tabletop.hexes import combat, mapping
from campaign.rules.tabletop.hexes.muster import parts, unit_type
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.terms.time import HOURS_A_TURN

_GUNS = frozenset({UnitType.ANTI_TANK, UnitType.MORTARS})
_INDIRECT = frozenset({UnitType.MORTARS, UnitType.ARTILLERY})


def readings(scene: Scene, book: Rulebook) -> Iterator[Reading]:
    """Scale, time and strength, of which the text has none; then the text's own order."""
    units = scene.force.units
    unit_types = {part.type for unit in units for part in parts(unit, book)} | {
        unit_type(unit) for unit in scene.enemies
    }
    yield from _of_the_campaign(scene, book)
    yield from _of_units(units, book)
    yield from _of_shooting(unit_types)
    yield from _of_turns(unit_types)


def _of_the_campaign(scene: Scene, book: Rulebook) -> Iterator[Reading]:
    turns = book.integer("hexes.turn_limit")
    yield Reading("Scale", f"A unit is a {book.word('hexes.scale')}.", ("hexes.scale",), "HEX-AMB-51")
    yield Reading("Scale", f"A hex is {book.integer('hexes.metres')} m.", ("hexes.metres",), "HEX-AMB-51")
    yield Reading(
        "End",
        f"{turns} turns of {minutes_of(turns)} at most: they fill these {HOURS_A_TURN} hours.",
        ("hexes.turn_limit",),
        "HEX-AMB-49",
    )
    yield Reading(
        "Nothing", "Dug in, resting, experience, mines, wire and blocks do nothing here.", rule="HEX-AMB-53, -54"
    )
    yield Reading("Nothing", "Nor do night and weather.", ("hexes.night_sight",), "HEX-AMB-53")
    yield Reading("Nothing", "Nor do aircraft.", ("hexes.air_sortie",), "HEX-AMB-53", bool(scene.air))


def _of_units(units: Sequence[Unit], book: Rulebook) -> Iterator[Reading]:
    made = [(unit, part) for unit in units for part in parts(unit, book)]
    guns = [unit.id for unit, part in made if part.off_table]
    normal, weak = combat.capacity(book), combat.capacity(book, weak=True)
    few, worse = weak != normal and any(part.capacity == weak for _, part in made), any(part.worse for _, part in made)
    spent = any(unit.state.carries_figure for unit, _ in made)
    hits, half = "hexes.elimination_hits", "hexes.spent_above"
    yield Reading(
        "Units",
        f"Weak battalions, companies and staffs are out at {weak} hits.",
        ("hexes.weak", hits),
        "HEX-ELIM-02, HEX-MAP-02, -04",
        few,
    )
    yield Reading("Units", "Weak ones shoot at \N{MINUS SIGN}1.", ("hexes.weak",), "HEX-MAP-04", worse)
    yield Reading("Units", "A spent one begins with the hits of its spent box.", rule="HEX-MAP-05", applies=spent)
    for capacity in dict.fromkeys(part.capacity for _, part in made[:1]):
        box = mapping.spent_from(capacity, book)
        yield Reading("Units", f"Spent from {box} hits of {capacity} on.", (half, hits), "HEX-ELIM-02, HEX-MAP-05, -06")
    yield Reading("Batteries", "They stand off the table and cannot be hit.", rule="HEX-AMB-50", applies=bool(guns))
    yield Reading("Batteries", "Two to a large regiment.", rule="HEX-MAP-02", applies=len(guns) > len(set(guns)))


def _of_shooting(unit_types: Set[UnitType]) -> Iterator[Reading]:
    guns, indirect = bool(unit_types & _GUNS), bool(unit_types & _INDIRECT)
    lighter = bool(unit_types & {UnitType.SPG, UnitType.JEEPS})
    yield Reading(
        "Hits",
        "The changed D3 is the number of hits; the surplus of the last shot is lost.",
        rule="HEX-AMB-02, -03, -43",
    )
    yield Reading("Hits", "Of two in a hex the shooter names one.", rule="HEX-AMB-40")
    yield Reading("Cover", "It takes off 1, evading 1, each once.", ("hexes.cover_evasion_double",), "HEX-AMB-01, -08")
    yield Reading("Cover", "Woods and buildings do not cover guns.", rule="HEX-AMB-19", applies=guns)
    yield Reading(
        "Cover",
        "A hill covers tanks, no other vehicle, from every side.",
        rule="HEX-AMB-22, -23",
        applies=UnitType.TANKS in unit_types,
    )
    yield Reading("Cover", "Broken ground between two hexes covers all, one's own covers infantry.", rule="HEX-AMB-20")
    yield Reading(
        "Cover", "That of its own hex counts against artillery and mortars too.", rule="HEX-AMB-24", applies=indirect
    )
    yield Reading("Evade", "Only who says so before the die, in the open.", rule="HEX-AMB-04, -05")
    yield Reading("Evade", "Guns too.", rule="HEX-AMB-07", applies=guns)
    yield Reading("Evade", "A hill is not open.", rule="HEX-AMB-09")
    yield Reading("Evade", "Indirect fire is evaded like any other.", rule="HEX-AMB-06", applies=indirect)
    yield Reading(
        "Sight", "Between means wholly between: of two hexes along a side both must block.", rule="HEX-AMB-12, -13"
    )
    yield Reading("Sight", "A hill hex between blocks from hill to hill too.", rule="HEX-AMB-13")
    yield Reading("Sight", "Friends block too.", rule="HEX-AMB-11")
    yield Reading("Sight", "To see for the guns costs nothing.", rule="HEX-AMB-27", applies=indirect)
    yield Reading("Range", "Self-propelled guns and jeeps: 2 hexes.", rule="HEX-AMB-15", applies=lighter)
    yield Reading("Guns", "A gun or mortar crew is not infantry when shot at.", rule="HEX-AMB-18", applies=guns)
    yield Reading("Jeeps", "Shoot and are hit as infantry.", rule="HEX-AMB-16", applies=UnitType.JEEPS in unit_types)
    yield Reading(
        "Smoke",
        "One open hex anywhere, unseen; it covers all in it and blocks no view; cleared before the deal.",
        rule="HEX-AMB-29, -30",
        applies=indirect,
    )


def _of_turns(unit_types: Set[UnitType]) -> Iterator[Reading]:
    lorries = bool(unit_types & {UnitType.MOTORISED, UnitType.MECHANISED})
    yield Reading("Moves", "The 1 hex of woods, buildings and broken is the whole move.", rule="HEX-AMB-35")
    yield Reading("Moves", "Roads give nothing.", rule="HEX-AMB-37")
    yield Reading("Cards", "Deal on until fewer are left than units, then shuffle all.", rule="HEX-AMB-31")
    yield Reading(
        "Trucks", "Lost by the first hit of this fight; half-tracks never.", rule="HEX-AMB-46, -57", applies=lorries
    )


def minutes_of(turns: int) -> str:
    """How long a turn of the table lasts, if so many fill one of the campaign."""
    return f"{round(HOURS_A_TURN * 60 / turns)} minutes"
