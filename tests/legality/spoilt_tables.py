"""Battles and reports of the two brigade games with one thing changed that only one rule forbids, and that rule.

SPOILT: system -> name -> (what makes of a battle, its report and a number the same with that fault, the rule's id)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from campaign.rules.common.terrain import Area, Bar, Box, Terrain
from campaign.terms.ground import Cover, Nature
from campaign.values import replace
from campaign.words.battle_report import Attack, Change, Event, Heading, Move, Note, Placed, Roll, Shot, Start
from tests.legality.battles import Fought
from tests.legality.referee import Spot, apart

Spoilt = tuple[Fought, Sequence[Event]]
Spoil = Callable[[Fought, int], Spoilt | None]
DEEP = 8
"""Inches to either side of a place: a wood of that size leaves no doubt."""


def pick(places: Sequence[int], number: int) -> int | None:
    return places[number % len(places)] if places else None


def swapped(battle: Fought, place: int, event: Event) -> Spoilt:
    """The battle with another event at one place."""
    return battle, [*battle.events[:place], event, *battle.events[place + 1 :]]


def on_ground(battle: Fought, terrain: Terrain) -> Spoilt:
    """The battle as if it had been fought on other ground."""
    return replace(battle, fight=replace(battle.fight, terrain=terrain)), battle.events


def shots(battle: Fought, least: float = 0) -> Iterator[tuple[int, Attack]]:
    """Direct fire over so many inches and more."""
    for place, event in enumerate(battle.events):
        direct = isinstance(event, Attack) and event.kind in ("Fire", "Ambush") and event.at is not None
        if direct and any(shot.at is not None and apart(shot.at, event.at) >= least for shot in event.by):
            yield place, event


def halfway(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def around(spot: Spot, size: float) -> Box:
    return Box(int(spot[0] - size), int(spot[1] - size), int(spot[0] + size), int(spot[1] + size))


def wood_between(battle: Fought, number: int) -> Spoilt | None:
    """A wood grows in a line of sight."""
    places = [(shot.at, fire.at) for _, fire in shots(battle, 16) for shot in fire.by if shot.at is not None]
    if not places:
        return None
    a, b = places[number % len(places)]
    wood = Area(around(halfway(a, b), 4), Cover.TERRAIN, nature=Nature.WOOD)
    return on_ground(battle, replace(battle.fight.terrain, areas=(*battle.fight.terrain.areas, wood)))


def moves(battle: Fought, least: float) -> list[int]:
    return [n for n, event in enumerate(battle.events) if isinstance(event, Move) and event.length >= least]


def through_a_wood(battle: Fought, number: int) -> Spoilt | None:
    """A long move leads through thick woods."""
    place = pick(moves(battle, 4.8), number)
    if place is None:
        return None
    wood = Area(around(battle.events[place].path[-1], DEEP), Cover.TERRAIN, nature=Nature.WOOD)
    return on_ground(battle, Terrain(areas=(wood,)))


def over_a_river(battle: Fought, number: int) -> Spoilt | None:
    """A river without a bridge lies in the way."""
    place = pick([n for n in moves(battle, 3) if len(battle.events[n].path) == 2], number)
    if place is None:
        return None
    (x0, y0), (x1, y1) = battle.events[place].path
    (x, y), across = halfway((x0, y0), (x1, y1)), (y0 - y1, x1 - x0)
    line = ((round(x - 9 * across[0]), round(y - 9 * across[1])), (round(x + 9 * across[0]), round(y + 9 * across[1])))
    far = Box(-90, -90, -80, -80)
    return on_ground(battle, replace(battle.fight.terrain, bars=(Bar("river", (far,), river=True, lines=(line,)),)))


def _matching(battle: Fought, number: int, matches: Callable[[Event], object]) -> int | None:
    return pick([n for n, event in enumerate(battle.events) if matches(event)], number)


def changed(matches: Callable[[Event], object], change: Callable[[Event], Event]) -> Spoil:
    """One of the events that match is another."""

    def spoil(battle: Fought, number: int) -> Spoilt | None:
        place = _matching(battle, number, matches)
        return None if place is None else swapped(battle, place, change(battle.events[place]))

    return spoil


def without(matches: Callable[[Event], object]) -> Spoil:
    """One of the events that match is left out."""

    def spoil(battle: Fought, number: int) -> Spoilt | None:
        place = _matching(battle, number, matches)
        return None if place is None else (battle, [*battle.events[:place], *battle.events[place + 1 :]])

    return spoil


def without_the_first(matches: Callable[[Event], object]) -> Spoil:
    """The first of the events that match is left out: no earlier one can stand for it."""

    def spoil(battle: Fought, _number: int) -> Spoilt | None:
        place = next((n for n, event in enumerate(battle.events) if matches(event)), None)
        return None if place is None else (battle, [*battle.events[:place], *battle.events[place + 1 :]])

    return spoil


def other_words(pattern: str, words: str) -> tuple[Callable[[Event], object], Callable[[Event], Event]]:
    """Shots whose words match have others."""

    def matches(event: Event) -> object:
        return isinstance(event, Attack) and len(event.by) == 1 and re.search(pattern, event.by[0].how)

    def change(event: Event) -> Event:
        return replace(event, by=(replace(event.by[0], how=re.sub(pattern, words, event.by[0].how)),))

    return matches, change


def is_heading(words: str) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, Heading) and event.text.startswith(words)


def is_note(pattern: str) -> Callable[[Event], object]:
    return lambda event: isinstance(event, Note) and re.search(pattern, event.text)


def is_roll(pattern: str) -> Callable[[Event], object]:
    return lambda event: isinstance(event, Roll) and re.search(pattern, event.purpose)


def in_a_later_act(battle: Fought, number: int) -> Spoilt | None:
    """Somebody who fires in act A does so in act C, in which nobody fires."""
    events = list(battle.events)
    later = _matching(battle, number, is_heading("Phase 5 C"))
    if later is None:
        return None
    fire = next(
        (n for n in range(later - 1, 0, -1) if isinstance(events[n], Attack) and events[n].kind == "Fire"), None
    )
    if fire is None or any(isinstance(event, Heading) and event.kind == "move" for event in events[fire:later]):
        return None
    return battle, [*events[:fire], *events[fire + 1 : later + 1], events[fire], *events[later + 1 :]]


def on_one_spot(battle: Fought, number: int) -> Spoilt | None:
    """A move ends where somebody stands who has just moved there."""
    places = moves(battle, 0)
    pairs = [(a, b) for a, b in pairwise(places) if b == a + 1]
    if not pairs:
        return None
    first, second = pairs[number % len(pairs)]
    move = battle.events[second]
    return swapped(battle, second, replace(move, path=(*move.path[:-1], battle.events[first].path[-1])))


def _behind(fire: Attack) -> Attack:
    """Whoever is fired on fronts the other way."""
    x, y = (float(part) for part in re.findall(r"-?[\d.]+", fire.note))
    return replace(fire, note=f", which fronts {2 * fire.at[0] - x:g}, {2 * fire.at[1] - y:g}")


def beside_the_zone(battle: Fought, number: int) -> Spoilt | None:
    """Shells that strike somebody fall elsewhere."""
    places = [
        n
        for n, (event, after) in enumerate(pairwise(battle.events))
        if isinstance(event, Roll) and "falls on" in event.result and isinstance(after, Attack)
    ]
    place = pick(places, number)
    return None if place is None else swapped(battle, place, _falls_elsewhere(battle.events[place]))


def _falls_elsewhere(roll: Roll) -> Roll:
    return replace(roll, result=re.sub(r"falls on (-?[\d.]+)", lambda m: f"falls on {float(m[1]) + 9:g}", roll.result))


BRIGADE: Mapping[str, tuple[Spoil, str]] = {
    "a wood in the line of sight": (wood_between, "BDE-DET-10"),
    "spotted from too far": (changed(*other_words(", at a target part detected", "")), "BDE-DET-04"),
    "phases the wrong way round": (
        changed(is_heading("Phase 5"), lambda heading: replace(heading, text="Phase 1, casualty tests.")),
        "BDE-SEQ-03",
    ),
    "fire in an act without": (in_a_later_act, "BDE-SEQ-11"),
    "over rough ground as over open": (through_a_wood, "BDE-MOVE-01"),
    "over a river": (over_a_river, "BDE-MOVE-03"),
    "two on one spot": (on_one_spot, "BDE-BASE-02"),
    "a weapon out of its range": (
        changed(*other_words(r"points of \d+ \S+.*", "points of 1 flame-thrower")),
        "BDE-SA-01",
    ),
    "pinned and not told": (changed(*other_words(", pinned", "")), "BDE-PIN-07"),
    "a pin that nobody took off": (
        without(lambda event: isinstance(event, Roll) and event.purpose.startswith("unpin") and event.result == "up"),
        "BDE-PIN",
    ),
    "the other face of the armour": (
        changed(lambda event: isinstance(event, Attack) and "front armour" in event.line, _behind),
        "BDE-KILL-06",
    ),
    "shells beside the zone": (beside_the_zone, "BDE-EFF-01"),
    "fire that nobody asked for": (without_the_first(is_note("asks for")), "BDE-TIME-02"),
    "a company that gets up again": (without(lambda event: isinstance(event, Change)), "BDE-"),
}
"""By name: the fault, and the rule that forbids it or the beginning of its id."""


def _is_direct(event: Event) -> bool:
    return isinstance(event, Attack) and event.kind in ("Fire", "Ambush") and event.at is not None


def from_far_away(battle: Fought, number: int) -> Spoilt | None:
    """Somebody fires who stands too far off to see: he started there and never moved."""
    events = battle.events
    movers = {event.unit for event in events if isinstance(event, Move | Placed)}
    places = [n for n, e in enumerate(events) if _is_direct(e) and e.by[0].at and e.by[0].unit not in movers]
    place = pick(places, number)
    if place is None:
        return None
    name, fire, far = events[place].by[0].unit, events[place], 0.0
    x, y = fire.by[0].at
    away = (x + 60, y)
    far = apart(away, fire.at)

    def moved(event: Event) -> Event:
        if isinstance(event, Start) and event.unit == name:
            return replace(event, at=away)
        if not isinstance(event, Attack):
            return event
        by = tuple(
            replace(shot, at=away, distance=apart(away, event.at)) if shot.unit == name and shot.at else shot
            for shot in event.by
        )
        return replace(event, by=by, at=away if event.on == name and event.at else event.at)

    return battle, [moved(event) for event in events] if far > 40 else list(events)


def _turned_away(fire: Attack) -> Attack:
    """Guns front the other way."""

    def other_way(shot: Shot) -> Shot:
        found = re.search(r"fronts (-?[\d.]+), (-?[\d.]+)", shot.how)
        if found is None or shot.at is None:
            return shot
        x, y = (2 * at - float(part) for at, part in zip(shot.at, found.groups(), strict=True))
        return replace(shot, how=re.sub(r"fronts .*", f"fronts {x:g}, {y:g}", shot.how))

    return replace(fire, by=tuple(map(other_way, fire.by)))


def _raised_twice(battle: Fought, number: int) -> Spoilt | None:
    """A commander raises the same platoon again, to a better order."""
    place = _matching(battle, number, is_note(r" raises .* to (Aim|Defend|Shaken)"))
    if place is None:
        return None
    again = re.sub(r"from \w+ to (\w+)", r"from \1 to Move", battle.events[place].text)
    return battle, [*battle.events[: place + 1], Note(again), *battle.events[place + 1 :]]


BRIGADIER: Mapping[str, tuple[Spoil, str]] = {
    "a wood in the line of sight": (wood_between, "BGC-LOS-01"),
    "seen from too far": (from_far_away, "BGC-VIS"),
    "phases the wrong way round": (
        changed(is_heading("Movement"), lambda heading: replace(heading, text="Orders Phase.")),
        "BGC-SEQ-01",
    ),
    "a step of the other side": (
        changed(
            is_heading("Firing, step 5"),
            lambda heading: replace(heading, text=heading.text.replace("step 5: initiative", "step 6: contesting")),
        ),
        "BGC-FIRE-04",
    ),
    "through a wood as over open ground": (through_a_wood, "BGC-MOVE-01"),
    "over a river": (over_a_river, "BGC-MOVE-01"),
    "two on one spot": (on_one_spot, "BGC-BASE-01"),
    "a gun that fires out of its arc": (
        changed(lambda event: _is_direct(event) and any("fronts" in shot.how for shot in event.by), _turned_away),
        "BGC-M-12",
    ),
    "raised twice by one commander": (_raised_twice, "BGC-ORD-07"),
    "an order that nobody gave": (without(is_note(r" raises ")), "BGC-"),
    "shells that nobody called for": (without(is_note(" calls for ")), "BGC-INDIR-01"),
    "radio against the die": (changed(is_roll("^radio"), lambda roll: replace(roll, result="in touch")), "BGC-COMM-01"),
    "a score that is another": (
        changed(is_roll("^radio"), lambda roll: replace(roll, needed=(roll.needed or 3) + 1)),
        "BGC-COMM-02",
    ),
    "medics against the die": (
        changed(is_roll("^medics"), lambda roll: replace(roll, result="9 back, 9 dead")),
        "BGC-MED-02",
    ),
    "an ambush by who has fired": (
        changed(
            lambda event: isinstance(event, Attack) and event.kind == "Fire", lambda fire: replace(fire, kind="Ambush")
        ),
        "BGC-",
    ),
}
SPOILT: Mapping[str, Mapping[str, tuple[Spoil, str]]] = {"brigade": BRIGADE, "brigadier": BRIGADIER}
