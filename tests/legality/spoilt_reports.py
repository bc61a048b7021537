"""Reports with one thing changed, as a wrong resolver or a careless hand might write them. A referee finds each.

SPOILT: name -> what makes of a report and a number the same report with that fault, or None where it has no room
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.values import replace
from campaign.words.battle_report import Attack, Change, Declared, Event, Heading, Move, Placed, Roll, Smoke, Start

Events = Sequence[Event]
Spoil = Callable[[Events, int], list[Event] | None]
FAR = 300.0
WALK = 24
"""Inches that infantry walks in a move of Operation Brevity."""
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def _picked(events: Events, number: int, is_meant: Callable[[Any], object]) -> int | None:
    """One of the events that are meant, another for another number."""
    places = [place for place, event in enumerate(events) if is_meant(event)]
    return places[number % len(places)] if places else None


def _changed(kind: Callable[[Any], object], change: Callable[[Any], Any]) -> Spoil:
    def spoil(events: Events, number: int) -> list[Event] | None:
        place = _picked(events, number, kind)
        if place is None:
            return None
        return [*events[:place], change(events[place]), *events[place + 1 :]]

    return spoil


def _too_long(move: Move) -> Move:
    (x0, y0), (x1, y1) = move.path[-2:]
    far = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
    end = (x1 + (x1 - x0) / far * FAR, y1 + (y1 - y0) / far * FAR)
    return replace(move, path=(*move.path[:-1], end), length=move.length + FAR, allowance=FAR * 2)


def _elsewhere(move: Move) -> Move:
    return replace(move, path=((move.path[0][0] + 3, move.path[0][1] + 3), *move.path[1:]))


def _roll_of(attack: Attack, change: Callable[[Roll], Roll]) -> Attack:
    return replace(attack, rolls=(change(attack.rolls[0]), *attack.rolls[1:]))


def _misread(roll: Roll) -> Roll:
    face = roll.faces[0] % roll.die + 1
    return replace(roll, faces=(face, *roll.faces[1:]))


def _out_of_range(attack: Attack) -> Attack:
    shots = tuple(
        replace(
            shot,
            distance=None if shot.distance is None else shot.distance + FAR,
            at=None if shot.at is None else (shot.at[0] + FAR, shot.at[1]),
        )
        for shot in attack.by
    )
    return replace(attack, by=shots)


def _is_fire(event: Event) -> bool:
    return isinstance(event, Attack) and bool(event.rolls) and bool(event.rolls[0].faces)


def _has_gun(event: Event) -> bool:
    return _is_fire(event) and any(shot.at is not None for shot in event.by)


def _is_scored(event: Event) -> bool:
    return _is_fire(event) and event.rolls[0].needed is not None


def _twice(kind: type) -> Spoil:
    def spoil(events: Events, number: int) -> list[Event] | None:
        place = _picked(events, number, lambda event: isinstance(event, kind))
        return None if place is None else [*events[: place + 1], events[place], *events[place + 1 :]]

    return spoil


def _without(kind: type) -> Spoil:
    def spoil(events: Events, number: int) -> list[Event] | None:
        place = _picked(events, number, lambda event: isinstance(event, kind))
        return None if place is None else [*events[:place], *events[place + 1 :]]

    return spoil


def _takes_part(move: Event, attack: Event) -> bool:
    """Does who moves fire then, or is he fired on?"""
    return (
        isinstance(move, Move)
        and isinstance(attack, Attack)
        and move.unit in (attack.on, *(shot.unit for shot in attack.by))
    )


def _other_way_round(events: Events, number: int) -> list[Event] | None:
    """Fire by somebody, or on him, before the move that comes before it."""
    place = next((n for n in range(1, len(events)) if _takes_part(events[n - 1], events[n])), None)
    if place is None:
        return None
    return [*events[: place - 1], events[place], events[place - 1], *events[place + 1 :]]


def _by_the_dead(events: Events, number: int) -> list[Event] | None:
    """Somebody who is out of it fires on."""
    place = _picked(
        events,
        number,
        lambda event: isinstance(event, Change) and event.after in ("destroyed", "eliminated", "removed"),
    )
    if place is None:
        return None
    name = events[place].unit
    later = next((n for n in range(place + 1, len(events)) if _has_gun(events[n]) and events[n].on != name), None)
    if later is None:
        return None
    fire = events[later]
    return [*events[:later], replace(fire, by=(replace(fire.by[0], unit=name), *fire.by[1:])), *events[later + 1 :]]


def _counts(attack: Event, unit: str) -> bool:
    """Does its fire count in this attack?"""
    return (
        isinstance(attack, Attack)
        and attack.kind == "Fire"
        and not attack.note
        and any(shot.unit == unit and not shot.how for shot in attack.by)
    )


def _turned_round(events: Events, number: int) -> list[Event] | None:
    """Somebody whose fire counts later in the move faces the other way."""
    for place, event in enumerate(events):
        if isinstance(event, Move | Declared) and event.facing:
            later = next((n for n in range(place + 1, len(events)) if _counts(events[n], event.unit)), None)
            next_move = next((n for n in range(place + 1, len(events)) if isinstance(events[n], Heading)), len(events))
            axis = 0 if event.facing in ("east", "west") else 1
            stands = event.path[-1] if isinstance(event, Move) else event.at
            if later is not None and later < next_move and events[later].at[axis] != stands[axis]:
                return [*events[:place], replace(event, facing=OPPOSITE[event.facing]), *events[place + 1 :]]
    return None


def _tells_how(event: Event) -> bool:
    return isinstance(event, Move | Start | Declared)


def _says_on_foot(events: Events, number: int) -> list[Event] | None:
    """Somebody who rode farther than he can walk, or whose vehicles had to be penetrated, is said to be on foot."""
    rode = [place for place, event in enumerate(events) if _tells_how(event) and ", mounted" in event.how]
    shown = [place for place in rode if _shows_that_it_rode(events, place)]
    if not shown:
        return None
    place = shown[number % len(shown)]
    on_foot = replace(events[place], how=events[place].how.replace(", mounted", ", on foot"))
    return [*events[:place], on_foot, *events[place + 1 :]]


def _shows_that_it_rode(events: Events, place: int) -> bool:
    event = events[place]
    if isinstance(event, Move) and event.length > WALK:
        return True
    again = (n for n in range(place + 1, len(events)) if _tells_how(events[n]) and events[n].unit == event.unit)
    fires = (attack for attack in events[place : next(again, len(events))] if isinstance(attack, Attack))
    return any(fire.on == event.unit and any(r.purpose == "to penetrate" for r in fire.rolls) for fire in fires)


def _does_not_count(event: Event) -> bool:
    return isinstance(event, Attack) and "no firer counts" in event.note and any(shot.how for shot in event.by)


def _for_another_reason(attack: Attack) -> Attack:
    """What keeps a battalion from counting is said to be its size, or of one that has none its front."""
    reason = "no combat strength"
    shots = (replace(shot, how="is not there" if shot.how == reason else reason) for shot in attack.by)
    return replace(attack, by=tuple(shots))


SPOILT: Mapping[str, Spoil] = {
    "a move too long": _changed(lambda event: isinstance(event, Move), _too_long),
    "a move from elsewhere": _changed(lambda event: isinstance(event, Move), _elsewhere),
    "moved twice": _twice(Move),
    "a die misread": _changed(_is_fire, lambda attack: _roll_of(attack, _misread)),
    "a die too many": _changed(
        _is_fire, lambda attack: _roll_of(attack, lambda roll: replace(roll, faces=(*roll.faces, 1)))
    ),
    "a success too many": _changed(
        lambda event: _is_scored(event) or (_is_fire(event) and event.rolls[0].counts),
        lambda attack: _roll_of(attack, lambda roll: replace(roll, successes=roll.successes + 1)),
    ),
    "another score": _changed(
        _is_scored,
        lambda attack: _roll_of(attack, lambda roll: replace(roll, needed=roll.needed - 1 if roll.needed > 2 else 6)),
    ),
    "another modifier": _changed(
        lambda event: _is_fire(event) and not _is_scored(event),
        lambda attack: _roll_of(attack, lambda roll: replace(roll, reasons=(*roll.reasons, (1, "luck")))),
    ),
    "a shot out of range": _changed(_has_gun, _out_of_range),
    "fired twice": _twice(Attack),
    "an effect from nowhere": _changed(
        lambda event: _is_fire(event) and event.effect != "destroyed",
        lambda attack: replace(attack, effect="destroyed"),
    ),
    "an attack left out": _without(Attack),
    "fire before the move": _other_way_round,
    "fire by the dead": _by_the_dead,
    "somebody not at the start": _without(Start),
    "faces the other way": _turned_round,
    "smoke too far away": _changed(
        lambda event: isinstance(event, Smoke), lambda smoke: replace(smoke, at=(smoke.at[0] + FAR, smoke.at[1]))
    ),
    "gives up for nothing": _changed(
        lambda event: isinstance(event, Heading) and " fit left and sees " in event.text,
        lambda event: replace(event, text=re.sub(r"has [\d.]+ stands? fit", "has 77 stands fit", event.text)),
    ),
    "rides what it has not": _changed(
        lambda event: _tells_how(event) and not {"mounted", "on foot"} & set(event.how.split(", ")),
        lambda event: replace(event, how=f"{event.how}, mounted"),
    ),
    "said to be on foot": _says_on_foot,
    "does not count for another reason": _changed(_does_not_count, _for_another_reason),
    "set down elsewhere": _changed(
        lambda event: isinstance(event, Placed), lambda placed: replace(placed, at=(placed.at[0] + 7, placed.at[1] + 7))
    ),
}
