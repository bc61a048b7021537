"""What the sheet says that the text of the rules does not: our readings of what it leaves open, in a line each, so that nobody looks for them in the book.

A reading that the house plays otherwise is left out: it stands among the house rules of the sheet.

    rulings(scene, book, types) -> tuple[str, ...]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from campaign.rules.force import Unit
from campaign.rules.hexes import combat, mapping
from campaign.rules.hexes.muster import parts
from campaign.rules.hexes.tables import UnitType
from campaign.rules.rulebook import Rulebook
from campaign.rules.scene import Scene
from campaign.rules.settings import DEFAULTS
from campaign.terms.state import State
from campaign.terms.time import HOURS_A_TURN


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence under a head; ``settings``: it holds while these are as they come; ``types``: only where one of these takes part."""

    head: str
    text: str
    settings: tuple[str, ...] = ()
    types: tuple[UnitType, ...] = ()
    rule: str = ""


_GUNS = (UnitType.ANTI_TANK, UnitType.MORTARS)
_INDIRECT = (UnitType.MORTARS, UnitType.ARTILLERY)
READINGS: tuple[Reading, ...] = (
    Reading("Hits", "The changed D3 is the number of hits; the surplus of the last shot is lost.", rule="HEX-AMB-02, -03, -43"),
    Reading("Hits", "Of two in a hex the shooter names one.", ("hexes.hit_in_hex",), rule="HEX-AMB-40"),
    Reading("Cover", "Cover and evading take off 1 each, once.", ("hexes.cover_evasion_double", "hexes.cover_and_evasion_stack"), rule="HEX-AMB-01, -08"),
    Reading("Cover", "Woods and buildings do not cover guns.", ("hexes.guns_take_cover",), _GUNS, "HEX-AMB-19"),
    Reading("Cover", "A hill covers tanks, no other vehicle, from every side.", ("hexes.hulldown_vs_indirect",), (UnitType.TANKS,), "HEX-AMB-22, -23"),
    Reading("Cover", "Broken ground between two hexes covers all, one's own covers infantry.", ("hexes.broken_between_covers",), rule="HEX-AMB-20"),
    Reading("Evade", "Only who says so before the die, in the open, guns too; a hill is not open.",
            ("hexes.auto_evade", "hexes.evade_types", "hexes.hill_is_open"), rule="HEX-AMB-04, -05, -07, -09"),
    Reading("Evade", "Indirect fire is evaded like any other.", ("hexes.evade_indirect",), _INDIRECT, "HEX-AMB-06"),
    Reading("Sight", "Between means wholly between: of two hexes along a side both must block.", ("hexes.edge_los",), rule="HEX-AMB-12, -13"),
    Reading("Sight", "Friends block too.", ("hexes.friends_block_los",), rule="HEX-AMB-11"),
    Reading("Sight", "To see for the guns costs nothing.", ("hexes.spotter_cost",), _INDIRECT, "HEX-AMB-27"),
    Reading("Range", "Self-propelled guns and jeeps: 2 hexes.", (), (UnitType.SPG, UnitType.JEEPS), "HEX-AMB-15"),
    Reading("Guns", "A gun or mortar crew is not infantry when shot at.", ("hexes.guns_are_infantry_targets",), _GUNS, "HEX-AMB-18"),
    Reading("Jeeps", "Shoot and are hit as infantry.", ("hexes.jeep_target_class",), (UnitType.JEEPS,), "HEX-AMB-16"),
    Reading("Smoke", "One open hex anywhere, unseen; it covers all in it and blocks no view; cleared before the deal.",
            ("hexes.smoke_needs_spotter", "hexes.smoke_blocks_los", "hexes.smoke_until_next_activation"), _INDIRECT, "HEX-AMB-29, -30"),
    Reading("Moves", "The 1 hex of rough ground is the whole move.", ("hexes.rough_cap",), rule="HEX-AMB-35"),
    Reading("Moves", "Roads give nothing.", rule="HEX-AMB-37"),
    Reading("Cards", "Deal on until fewer are left than units, then shuffle all.", ("hexes.reshuffle",), rule="HEX-AMB-31"),
    Reading("Trucks", "Lost by the first hit of this fight; half-tracks never.", (), (UnitType.MOTORISED, UnitType.MECHANISED), "HEX-AMB-46, -57"),
)  # fmt: skip
"""Of the catalogue's readings those that a player needs at the table."""


def rulings(scene: Scene, book: Rulebook, types: Iterable[UnitType]) -> tuple[str, ...]:
    """All that hold here, a line for each head."""
    said: dict[str, list[str]] = {}
    for head, text in (*_of_the_campaign(scene, book), *_of_the_rules(book, set(types))):
        said.setdefault(head, []).append(text)
    return tuple(f"{head}: {' '.join(texts)}" for head, texts in said.items())


def _of_the_rules(book: Rulebook, there: set[UnitType]) -> Iterator[tuple[str, str]]:
    for one in READINGS:
        if all(book[key] == DEFAULTS[key] for key in one.settings) and (not one.types or there & set(one.types)):
            yield one.head, one.text


def _of_the_campaign(scene: Scene, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Scale, time, strength: the text has none."""
    turns, metres = book.whole("hexes.turn_limit"), book.whole("hexes.metres")
    whole, weak = combat.capacity(book), combat.capacity(book, weak=True)
    yield (
        "Scale",
        f"A unit is a {'company' if book.word('hexes.scale') == 'company' else 'battalion'}, a hex {metres} m, a turn {minutes_of(turns)}.",
    )
    yield "End", f"{turns} turns at most: they fill the {HOURS_A_TURN} hours of this turn of the campaign."
    yield from (("Units", text) for text in _units(scene.force.units, book, whole, weak))
    air = "aircraft, " if scene.air and not book.switch("hexes.air_sortie") else ""
    dark = "" if book["hexes.night_sight"] != DEFAULTS["hexes.night_sight"] else "night, weather, "
    yield "Nothing", f"Dug in, resting, experience, {dark}{air}mines, wire and blocks do nothing here."


def _units(units: Iterable[Unit], book: Rulebook, whole: int, weak: int) -> Iterator[str]:
    made = [(unit, part) for unit in units for part in parts(unit, book)]
    if weak != whole and any(part.capacity == weak for _, part in made):
        yield f"Weak battalions, companies and staffs are out at {weak} hits."
    if any(part.worse for _, part in made):
        yield "Weak ones shoot at \N{MINUS SIGN}1."
    if any(unit.state is State.SPENT for unit, _ in made):
        yield "A spent one begins with the hits of its spent box."
    if made:
        yield f"Spent from {mapping.spent_from(made[0][1].capacity, book)} hits of {made[0][1].capacity} on."
    if any(part.off_table for _, part in made):
        yield (
            "Batteries stand off the table and cannot be hit; two to a large regiment."
            if _large(made)
            else ("Batteries stand off the table and cannot be hit.")
        )


def _large(made: Iterable[tuple[Unit, object]]) -> bool:
    guns = [unit.id for unit, part in made if getattr(part, "off_table", False)]
    return len(guns) > len(set(guns))


def minutes_of(turns: int) -> str:
    """How long a turn of the table lasts, if so many fill one of the campaign."""
    return f"{round(HOURS_A_TURN * 60 / turns)} minutes"
