"""Battles of all systems with one thing changed about where somebody stands, what he sees and what he fires at, and the
rule that forbids it.

SPOILT: system -> name -> (what makes of a battle, its report and a number the same with that fault, the rule's id)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from campaign.rules.common.force import Unit
from campaign.rules.common.terrain import Area, Terrain
from campaign.terms.forces import Arm, Armour
from campaign.terms.ground import Cover, Nature
from campaign.values import replace
from campaign.words.battle_report import Attack, Declared, Move, Note, Placed, Roll, Smoke, Start
from tests.legality.battles import Fought
from tests.legality.referee import Spot, apart
from tests.legality.spoilt_tables import Spoil, Spoilt, around, halfway, on_ground, pick, swapped

FAR_IN, OUT_OF_SIGHT_IN = 10.4, 40
"""Inches beyond the range of an armoured car's gun, and beyond those to which any of GUNS goes through heavy armour;
inches beyond those at which anybody is located."""
GUNS = frozenset({"tank", "assault gun", "anti-tank gun", "anti-aircraft gun"})


def starts(battle: Fought) -> Iterator[tuple[int, Start]]:
    """Those who begin on the table, by their place in the report."""
    for place, event in enumerate(battle.events):
        if isinstance(event, Start) and event.at is not None:
            yield place, event


def set_out_on(*, enemy: bool) -> Spoil:
    """Somebody begins where a friend, or an enemy, has been set out before him."""

    def spoil(battle: Fought, number: int) -> Spoilt | None:
        there = list(starts(battle))
        pairs = [
            (place, other.at)
            for n, (place, event) in enumerate(there)
            for _, other in there[:n]
            if (other.side != event.side) is enemy
        ]
        if not pairs:
            return None
        place, at = pairs[number % len(pairs)]
        return swapped(battle, place, replace(battle.events[place], at=at))

    return spoil


def unit_of(battle: Fought, name: str) -> Unit:
    """The battalion of somebody in the report."""
    key = next(event.key for event in battle.events if isinstance(event, Start) and event.unit == name)
    units = [unit for force in battle.fight.forces for unit in force.units]
    return next(unit for unit in units if unit.key in (key, key.rpartition("/")[0]))


def with_unit(battle: Fought, name: str, **changes: Any) -> Fought:
    """The battle as if that battalion were another."""
    unit = unit_of(battle, name)
    first, second = (
        replace(force, units=tuple(replace(u, **changes) if u is unit else u for u in force.units))
        for force in battle.fight.forces
    )
    return replace(battle, fight=replace(battle.fight, forces=(first, second)))


def acts(event: Any, name: str) -> bool:
    """Does somebody move, or show himself by fire?"""
    if isinstance(event, Attack):
        return any(shot.unit == name for shot in event.by)
    return isinstance(event, Declared | Move | Placed | Smoke) and event.unit == name


def at_the_idle(battle: Fought, is_meant: Callable[[Attack], object]) -> list[tuple[int, Attack]]:
    """Fire on somebody who has neither moved nor fired before."""
    return [
        (place, event)
        for place, event in enumerate(battle.events)
        if isinstance(event, Attack) and event.rolls and is_meant(event)
        if not any(acts(before, event.on) for before in battle.events[:place])
    ]


def direct(battle: Fought, is_meant: Callable[[Attack], object]) -> list[tuple[int, Attack]]:
    """Fire of one unit over some way."""
    return [
        (place, event)
        for place, event in enumerate(battle.events)
        if isinstance(event, Attack) and event.rolls and event.at is not None and len(event.by) == 1
        if event.by[0].at is not None and is_meant(event)
    ]


def gap_of(event: Attack) -> float:
    return apart(event.by[0].at, event.at)


def kind_of(battle: Fought, name: str) -> str:
    """The platoon's kind, as the report begins with it."""
    return next(e.how.split(", ")[1] for e in battle.events if isinstance(e, Start) and e.unit == name)


def wood(a: Spot, b: Spot, size: float) -> Area:
    return Area(around(halfway(a, b), size), Cover.TERRAIN, nature=Nature.WOOD)


# Operation Brevity ---------------------------------------------------------------------------------------------------
def hidden_target(battle: Fought, number: int) -> Spoilt | None:
    """Whoever is fired on is hidden, and nobody has found him."""
    fires = at_the_idle(battle, lambda event: event.kind in ("Artillery", "Fire"))
    place = pick(range(len(fires)), number)
    return None if place is None else (with_unit(battle, fires[place][1].on, hidden=True), battle.events)


def found_by_nobody(battle: Fought, number: int) -> Spoilt | None:
    """Somebody far from all enemies is found."""
    there = list(starts(battle))
    far = [
        event
        for _, event in there
        if all(apart(event.at, other.at) > OUT_OF_SIGHT_IN for _, other in there if other.side != event.side)
    ]
    if not far:
        return None
    note = Note(f"{far[number % len(far)].unit} is found.")
    after = there[-1][0] + 1
    return battle, [*battle.events[:after], note, *battle.events[after:]]


# Hexes ---------------------------------------------------------------------------------------------------------------
def hex_in(battle: Fought, cell: Spot) -> Spot:
    """About the middle of a hex in inches."""
    wide, deep = battle.fight.table_in
    return (cell[0] - 0.5 + 0.5 * (cell[1] % 2 == 0)) / 12.5 * wide, (1 - (1.5 * cell[1] - 0.5) / 18.5) * deep


def wood_on_hexes(battle: Fought, number: int) -> Spoilt | None:
    """A wood grows between somebody and his target two hexes away."""
    shots = direct(battle, lambda event: event.by[0].distance == 2)
    place = pick(range(len(shots)), number)
    if place is None:
        return None
    event = shots[place][1]
    return on_ground(battle, Terrain(areas=(wood(hex_in(battle, event.by[0].at), hex_in(battle, event.at), 4),)))


def other_type(battle: Fought, number: int) -> Spoilt | None:
    """Tanks or infantry are said to be something else."""
    there = [(place, event) for place, event in enumerate(battle.events) if isinstance(event, Start)]
    place, event = there[number % len(there)]
    words = "tanks" if "tanks" not in event.how else "foot infantry"
    how = re.sub(r"[a-z-]+ (?:infantry|guns|cars)|tanks|jeeps|mortars|artillery", words, event.how, count=1)
    return swapped(battle, place, replace(event, how=how))


# Not Quite Mechanised ------------------------------------------------------------------------------------------------
def fire_on_the_unmet(battle: Fought, number: int) -> Spoilt | None:
    """A firefight with somebody in his position, upon whom nobody has come."""
    waits = {event.unit for event in battle.events if isinstance(event, Start) and "attacking" not in event.how}
    fires = at_the_idle(battle, lambda event: event.kind == "Firefight" and event.on in waits)
    place = pick(range(len(fires)), number)
    if place is None:
        return None
    name = fires[place][1].on
    words = f" comes upon {name}: ", f" blunders into {name}"
    return battle, [e for e in battle.events if not (isinstance(e, Note) and any(text in e.text for text in words))]


def tanks_of_another_class(battle: Fought, number: int) -> Spoilt | None:
    """Tanks are fired on as if they were in a fort of concrete."""
    tanks = (Arm.ARMOUR, Arm.HEAVY_ARMOUR)
    places = [
        place
        for place, event in enumerate(battle.events)
        if isinstance(event, Attack) and event.rolls and event.kind != "Close assault" and not event.beside
        if unit_of(battle, event.on).arm in tanks
    ]
    place = pick(places, number)
    if place is None:
        return None
    fire = battle.events[place]
    roll = replace(fire.rolls[0], purpose=re.sub(r" v \w+", " v VH", fire.rolls[0].purpose))
    return swapped(battle, place, replace(fire, rolls=(roll, *fire.rolls[1:])))


# WW2 Rules for Brigade Level Games -----------------------------------------------------------------------------------
def asks_blindly(battle: Fought, number: int) -> Spoilt | None:
    """A wood grows between somebody and the point on which he asks for fire."""
    at = {event.unit: event.at for _, event in starts(battle)}
    moved = {event.unit for event in battle.events if isinstance(event, Move | Placed)}
    asked = (
        re.match(r"(.*) \(.*\) asks for .* on (-?[\d.]+), (-?[\d.]+), due", event.text)
        for event in battle.events
        if isinstance(event, Note)
    )
    lines = [
        (at[words[1]], (float(words[2]), float(words[3])))
        for words in asked
        if words is not None and words[1] in at and words[1] not in moved
    ]
    lines = [line for line in lines if apart(*line) > 16]
    place = pick(range(len(lines)), number)
    return None if place is None else on_ground(battle, Terrain(areas=(wood(*lines[place], 4),)))


def in_the_roll(purpose: str, change: Callable[[Roll], Roll]) -> Spoil:
    """A roll of one fire is another."""

    def spoil(battle: Fought, number: int) -> Spoilt | None:
        places = [
            place
            for place, event in enumerate(battle.events)
            if isinstance(event, Attack) and any(r.purpose == purpose and r.needed is not None for r in event.rolls)
        ]
        place = pick(places, number)
        if place is None:
            return None
        fire = battle.events[place]
        rolls = tuple(change(roll) if roll.purpose == purpose else roll for roll in fire.rolls)
        return swapped(battle, place, replace(fire, rolls=rolls))

    return spoil


# Brigadier General Commands ------------------------------------------------------------------------------------------
def through_thick_plate(battle: Fought, number: int) -> Spoilt | None:
    """Vehicles on which guns fire from ahead and from afar have heavy armour."""
    shots = [
        (place, shot.at)
        for place, event in enumerate(battle.events)
        if isinstance(event, Attack) and event.kind in ("Fire", "Ambush") and "which fronts" in event.note
        for shot in event.by
        if shot.at is not None and kind_of(battle, shot.unit) in GUNS and apart(shot.at, event.at) > FAR_IN
    ]
    if not shots:
        return None
    place, (x, y) = shots[number % len(shots)]
    fire = battle.events[place]
    thick = with_unit(battle, fire.on, armour=Armour.HEAVY)
    return swapped(thick, place, replace(fire, note=f", which fronts {x:g}, {y:g}"))


def fired_too_far(battle: Fought, number: int) -> Spoilt | None:
    """A tank that fires from afar is an armoured car."""
    fires = direct(
        battle,
        lambda e: e.kind in ("Fire", "Ambush") and kind_of(battle, e.by[0].unit) == "tank" and gap_of(e) > FAR_IN,
    )
    place = pick(range(len(fires)), number)
    if place is None:
        return None
    name = fires[place][1].by[0].unit
    start = next(n for n, event in enumerate(battle.events) if isinstance(event, Start) and event.unit == name)
    event = battle.events[start]
    return swapped(battle, start, replace(event, how=event.how.replace(", tank", ", armoured car")))


def dug_in_target(battle: Fought, number: int) -> Spoilt | None:
    """Whoever is fired on is dug in, and has not fired."""
    fires = at_the_idle(
        battle, lambda e: e.kind in ("Fire", "Ambush") and e.at is not None and e.by[0].at is not None and gap_of(e) > 3
    )
    place = pick(range(len(fires)), number)
    if place is None:
        return None
    name = fires[place][1].on
    start = next(n for n, event in enumerate(battle.events) if isinstance(event, Start) and event.unit == name)
    return swapped(battle, start, replace(battle.events[start], how=f"{battle.events[start].how}, dug in"))


def other_row(roll: Roll) -> Roll:
    row = "AT rifle" if "AT rifle" not in roll.why else "low velocity"
    return replace(roll, why=re.sub(r".* at ", f"{row} at ", roll.why))


SPOILT: Mapping[str, Mapping[str, tuple[Spoil, str]]] = {
    "brevity": {
        "set out on a friend": (set_out_on(enemy=False), "umpire 1.23"),
        "set out on an enemy": (set_out_on(enemy=True), "umpire 1.23"),
        "fire on who is hidden": (hidden_target, "OB-HID-03"),
        "found by nobody": (found_by_nobody, "OB-HID-02"),
    },
    "hexes": {
        "set out with an enemy": (set_out_on(enemy=True), "HEX-TERR-0"),
        "a wood in the line of sight": (wood_on_hexes, "HEX-SIGHT-01"),
        "another type": (other_type, "HEX-MAP-02"),
    },
    "nqm": {
        "set out on a friend": (set_out_on(enemy=False), "NQM-FRONT-01"),
        "fire on whom nobody has met": (fire_on_the_unmet, "NQM-RECCE-01"),
        "tanks of another class": (tanks_of_another_class, "NQM-CLASS-01"),
    },
    "brigade": {
        "set out on a friend": (set_out_on(enemy=False), "BDE-BASE-02"),
        "set out on an enemy": (set_out_on(enemy=True), "BDE-BASE-02"),
        "fire that is asked for blindly": (asks_blindly, "BDE-FIRE-01"),
        "a gun of another row": (in_the_roll("to hit", other_row), "BDE-AT-01"),
        "a modifier of nobody": (
            in_the_roll("to hit", lambda roll: replace(roll, reasons=(*roll.reasons, (-1, "luck")))),
            "BDE-AT-12",
        ),
    },
    "brigadier": {
        "set out on a friend": (set_out_on(enemy=False), "BGC-BASE-01"),
        "set out on an enemy": (set_out_on(enemy=True), "BGC-BASE-01"),
        "fire on who hides": (dug_in_target, "BGC-VIS-16"),
        "a plate that holds": (through_thick_plate, "BGC-M-13"),
        "a gun out of its range": (fired_too_far, "BGC-M-11"),
    },
}
