"""Battles and reports of Not Quite Mechanised with one thing changed that only one rule forbids, and that rule.

SPOILT: name -> (what makes of a battle, its report and a number the same with that fault, the rule's id)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from campaign.rules.common.terrain import Area, Bar, Box, Terrain
from campaign.terms.ground import Cover, Nature
from campaign.values import replace
from campaign.words.battle_report import Attack, Event, Heading, Move, Note, Roll
from tests.legality.battles import Fought
from tests.legality.referee import Spot, apart
from tests.legality.spoilt_tables import Spoil, Spoilt, around, halfway, on_ground, pick, swapped

METRES_AN_INCH, FAR_M = 125, 750


def places(battle: Fought, is_meant: Callable[[Any], object]) -> list[int]:
    return [place for place, event in enumerate(battle.events) if is_meant(event)]


def changed(is_meant: Callable[[Any], object], change: Callable[[Any], Event]) -> Spoil:
    """One of the events that are meant becomes another."""

    def spoil(battle: Fought, number: int) -> Spoilt | None:
        place = pick(places(battle, is_meant), number)
        return None if place is None else swapped(battle, place, change(battle.events[place]))

    return spoil


def put_in(battle: Fought, place: int, *events: Event) -> Spoilt:
    """The battle with events before that place."""
    return battle, [*battle.events[:place], *events, *battle.events[place:]]


def is_roll(words: str) -> Callable[[Any], bool]:
    return lambda event: isinstance(event, Roll) and event.purpose.startswith(words)


def told(words: str) -> Callable[[Any], bool]:
    return lambda event: isinstance(event, Note) and words in event.text


def far_shots(battle: Fought) -> list[tuple[Spot, Spot]]:
    """From where and at what somebody fires directly at one battalion over three quarters of a kilometre and more."""
    return [
        (shot.at, event.at)
        for event in battle.events
        if isinstance(event, Attack) and event.rolls and event.at is not None and not event.beside
        for shot in event.by
        if shot.at is not None and shot.dice and not shot.how
        if apart(shot.at, event.at) * METRES_AN_INCH >= FAR_M
    ]


def grown_over(area: Callable[[Box], Area]) -> Spoil:
    """A wood, houses or a hill stand between somebody and his target."""

    def spoil(battle: Fought, number: int) -> Spoilt | None:
        shots = far_shots(battle)
        place = pick(range(len(shots)), number)
        return None if place is None else on_ground(battle, Terrain(areas=(area(around(halfway(*shots[place]), 2)),)))

    return spoil


def over_a_river(battle: Fought, number: int) -> Spoilt | None:
    """A river without a bridge runs across somebody's way."""
    moves = [event for event in battle.events if isinstance(event, Move) and apart(event.path[0], event.path[-1]) > 6]
    place = pick(range(len(moves)), number)
    if place is None:
        return None
    wide, deep = battle.fight.table_in
    start, end = moves[place].path[0], moves[place].path[-1]
    x, y = (round(v) + 0.5 for v in halfway(start, end))
    upright = abs(start[0] - end[0]) > abs(start[1] - end[1])
    line = ((int(x), 0), (int(x), deep)) if upright else ((0, int(y)), (wide, int(y)))
    return on_ground(battle, Terrain(bars=(Bar("river", (Box(-9, -9, -8, -8),), river=True, lines=(line,)),)))


def on_a_friend(battle: Fought, number: int) -> Spoilt | None:
    """Somebody ends his move where a friend has ended his."""
    moves = places(battle, lambda event: isinstance(event, Move))
    pairs = [
        (first, second)
        for first, second in pairwise(moves)
        if second == first + 1 and battle.events[first].unit != battle.events[second].unit
    ]
    place = pick(range(len(pairs)), number)
    if place is None:
        return None
    first, second = (battle.events[n] for n in pairs[place])
    return swapped(battle, pairs[place][1], replace(second, path=(*second.path[:-1], first.path[-1])))


def looks_twice(battle: Fought, number: int) -> Spoilt | None:
    """Recce looks at its area a second time in the hour."""
    place = pick(places(battle, told(" comes upon ")), number)
    return None if place is None else put_in(battle, place, battle.events[place])


def blunders_unlooked(battle: Fought, number: int) -> Spoilt | None:
    """Somebody blunders into an enemy, having looked nowhere that hour."""
    place = pick(places(battle, told(" comes upon ")), number)
    if place is None:
        return None
    scout, enemy = re.fullmatch(r"(.*) comes upon (.*): .*", battle.events[place].text).groups()
    words = f"{scout} has looked elsewhere this hour, and blunders into {enemy}."
    return swapped(battle, place, Note(words))


def attacks_in_disorder(battle: Fought, number: int) -> Spoilt | None:
    """Who sets out has been disorganised just before."""
    place = pick(places(battle, told(" attack ")), number)
    if place is None:
        return None
    found = re.fullmatch(r"[^:]*: (.*?)(?:, .*)? attack .*", battle.events[place].text)
    names = sorted({event.unit for event in battle.events if isinstance(event, Move)}, key=len, reverse=True)
    name = next((name for name in names if found and name in battle.events[place].text.partition(" attack ")[0]), None)
    return None if name is None else put_in(battle, place, Note(f"{name} is disorganised by harassing fire."))


def counters_at_once(battle: Fought, number: int) -> Spoilt | None:
    """The report does not say that the counter-attackers' side was attacked before."""
    if battle.fight.attacker is None:
        return None
    words = f"{battle.fight.forces[1].side_name}: "
    if not places(battle, lambda event: told(" attack ")(event) and event.text.startswith(words)):
        return None
    return battle, [event for event in battle.events if not told(" is attacked: ")(event)]


def at_once_in_order(battle: Fought, number: int) -> Spoilt | None:
    """A battalion reorganises in the hour that disorganised it."""
    place = pick(places(battle, told(" reorganises: ")), number)
    if place is None:
        return None
    name = battle.events[place].text.partition(" reorganises: ")[0]
    return put_in(battle, place, Note(f"{name} is disorganised by harassing fire."))


def guard_sets_out(battle: Fought, number: int) -> Spoilt | None:
    """Who stays with prisoners moves in the hour in which he stays."""
    place = pick(places(battle, told(" stays with the prisoners of ")), number)
    if place is None:
        return None
    name = battle.events[place].text.partition(" stays with ")[0]
    after = [n for n in places(battle, lambda event: isinstance(event, Heading) and event.kind == "turn") if n > place]
    at = next((event.at for event in battle.events[:place][::-1] if getattr(event, "unit", "") == name), None)
    if not after or at is None:
        return None
    move = Move(name, (at, (at[0], at[1] + 1)), 125, 1000, "advance in contact", "m")
    return put_in(battle, after[0] + 1, move)


def other_side_freed(battle: Fought, number: int) -> Spoilt | None:
    """Somebody is free who was no prisoner."""
    place = pick(places(battle, lambda event: isinstance(event, Move)), number)
    if place is None:
        return None
    words = f"No guard has stayed with {battle.events[place].unit}: it goes back to its positions."
    return put_in(battle, place, Note(words))


def other_result(words: str, old: str, new: str) -> Spoil:
    """The same dice, and the other thing comes of them."""

    def turn(roll: Roll) -> Roll:
        a, b = (old, new) if old in roll.result else (new, old)
        return replace(roll, result=roll.result.replace(a, b, 1))

    def is_meant(event: Any) -> bool:
        return is_roll(words)(event) and (old in event.result or new in event.result)

    return changed(is_meant, turn)


def fewer_dice(attack: Attack) -> Attack:
    shot = attack.by[0]
    return replace(attack, by=(replace(shot, dice=(shot.dice or 0) + 1), *attack.by[1:]))


def on_its_own(battle: Fought, number: int) -> Spoilt | None:
    """A friend of the firers is named among their targets."""
    fire = places(battle, lambda event: isinstance(event, Attack) and bool(event.rolls) and event.by[0].at is not None)
    place = pick(fire, number)
    if place is None:
        return None
    attack = battle.events[place]
    return swapped(battle, place, replace(attack, beside=(attack.by[0].unit,)))


def assaults_on(battle: Fought, number: int) -> Spoilt | None:
    """The same exchange four times in an hour."""
    place = pick(places(battle, lambda event: isinstance(event, Attack) and event.kind == "Close assault"), number)
    return None if place is None else put_in(battle, place, *[battle.events[place]] * 3)


def other_score(roll: Roll) -> Roll:
    return replace(roll, needed=5 if roll.needed != 5 else 4)


def told_die(event: Any) -> bool:
    return is_roll("red die")(event) or is_roll("white die")(event)


SPOILT: Mapping[str, tuple[Spoil, str]] = {
    "a wood in the line of fire": (
        grown_over(lambda box: Area(box, Cover.TERRAIN, nature=Nature.WOOD)),
        "NQM-SCALE-04",
    ),
    "a hill in the line of fire": (grown_over(lambda box: Area(box, hill=True)), "NQM-SCALE-04"),
    "a way over a river": (over_a_river, "ground"),
    "two on one point": (on_a_friend, "NQM-FRONT-01"),
    "a second area in an hour": (looks_twice, "NQM-RECCE-05"),
    "a blunder of who looked nowhere": (blunders_unlooked, "NQM-RECCE-07"),
    "another score of a recce die": (
        changed(told_die, lambda roll: replace(roll, needed=2 if roll.needed != 2 else 3)),
        "NQM-RECCE-0",
    ),
    "another range of the blue die": (
        changed(is_roll("blue die"), lambda roll: replace(roll, result=re.sub(r"\w+ range", "no range", roll.result))),
        "NQM-ENGAGE-01",
    ),
    "an attack in disorder": (attacks_in_disorder, "NQM-MORALE-05"),
    "a counter-attack before the attack": (counters_at_once, "NQM-CRT-11"),
    "in order again at once": (at_once_in_order, "NQM-REORG-02"),
    "a guard who leaves": (guard_sets_out, "NQM-SPECIAL-07"),
    "free without having been taken": (other_side_freed, "NQM-SPECIAL-07"),
    "a break test that turns out otherwise": (other_result("break test", "holds firm", "breaks"), "NQM-MORALE-02"),
    "another score of a break test": (changed(is_roll("break test"), other_score), "NQM-ASSAULT-06"),
    "a terror that turns out otherwise": (other_result("tank terror", "surrenders", "stands"), "NQM-SPECIAL-06"),
    "an odd pin that stays off": (other_result("odd pin", "stays", "comes off"), "NQM-REORG-13"),
    "a lot too high": (
        changed(is_roll("markers by lot"), lambda roll: replace(roll, faces=(99, *roll.faces[1:]))),
        "NQM-CAS-02",
    ),
    "a die of nobody": (
        changed(
            lambda event: isinstance(event, Attack) and event.kind in ("Firefight", "Answer") and bool(event.rolls),
            fewer_dice,
        ),
        "NQM-FIRE-03",
    ),
    "a stand too many in the position": (
        changed(
            told(" attacking stands are in the position"),
            lambda note: Note(re.sub(r"\d+", lambda number: str(int(number[0]) + 1), note.text, count=1)),
        ),
        "NQM-ASSAULT-14",
    ),
    "an exchange too many": (assaults_on, "NQM-ASSAULT-11"),
    "fire on friends besides": (on_its_own, "NQM-FIRE-01"),
}
