"""Air tasking: the tasks that each type of aircraft can fly, the time by which a target must be named, and the sorties
it has (OB-AIR).

    naming(kind, task) -> Naming           never, by the start of the turn, by the start of the day
    closed(by, task, at, now, phase, book)           why no target can be named for that turn; empty: it can
    cannot(kind, task, has_fac=) -> str              why this type does not fly such a task; empty: it does
    wrong_aim(task, targets) -> str                  why it is not flown at these targets; empty: it is
    never_flies(kind, night=, field=, base=) -> str  why it stays on the ground in that turn, whatever the dice show
    too_often(kind, moments, at, a_day) -> str        why it may not fly in that turn besides its other sorties
                                                     (OB-AIR-09)
    sorties_a_day(kind, stated, book) -> int         transports by the rulebook, others by the order of battle
                                                     (OB-AIR-02)
    rule_a_day(kind) -> str                          the rule that sets this limit (OB-AIR-09, OB-AMB-106)

The weather in which aircraft may fly is in ``weather``; the attack itself in ``strike``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.strike import rested
from campaign.rules.day.weather import grounded
from campaign.terms.air import AirTask
from campaign.terms.forces import AirType
from campaign.terms.state import Light, Sky
from campaign.terms.time import MORNING, Moment, Phase

_ORDER = list(Phase)


class Naming(StrEnum):
    """The time by which a target has to be named."""

    IN_THE_FIGHT = "in the fight"
    TURN = "turn"
    DAY = "day"


def naming(kind: AirType, task: AirTask) -> Naming:
    """Return the time by which a target must be named: in the battle itself for aircraft with a controller in it, at
    the start of the day for heavy bombers, at the start of the turn for all others (OB-AIR-05..07).
    """
    if task is AirTask.SUPPORT:
        return Naming.IN_THE_FIGHT
    return Naming.DAY if kind is AirType.HEAVY_BOMBER and task is AirTask.STRIKE else Naming.TURN


def flies_in(task: AirTask, book: Rulebook, turn: int) -> Phase:
    """Return the step of the turn in which the task is flown; the task must be written before it (OB-AMB-012)."""
    if task is AirTask.SUPPLY:
        return Phase.AIR_SUPPLY
    if book.word("time.start_order") == "supply first":
        return Phase.AIR_STRIKES
    return Phase.DAY_SUPPLY if turn == 1 else Phase.ARRIVALS


def closed(by: Naming, task: AirTask, at: Moment, now: Moment, phase: Phase, book: Rulebook) -> str:
    """Return why no target can be named for that turn any more. Heavy bombers close once the day's first turn has begun
    (OB-AIR-07).
    """
    if at < now:
        return f"turn {at} is over"
    if by is Naming.DAY and (at.day < now.day or (at.day == now.day and phase not in MORNING)):
        return (
            f"heavy bombers are given their target before the first turn of the day, and day {at.day} has begun"
            " (OB-AIR-07)"
        )
    if at == now and _ORDER.index(phase) > _ORDER.index(flies_in(task, book, at.turn)):
        return f"the aircraft of turn {at} have flown already"
    return ""


def cannot(kind: AirType, task: AirTask, *, has_fac: bool) -> str:
    """Return why this type of aircraft does not fly such a task; empty if it does."""
    transport = kind is AirType.TRANSPORT
    match task:
        case AirTask.SUPPLY | AirTask.LANDING if not transport:
            return f"{kind.value}s carry neither supplies nor troops: transports do (OB-SUP-04)"
        case AirTask.STRIKE | AirTask.SUPPORT if transport:
            return "transports do not attack: OB-T-12 has no row for them"
        case AirTask.SUPPORT if kind is not AirType.GROUND_ATTACK:
            return f"{kind.value}s have no controller in a battle: only ground-attack aircraft have one (OB-AIR-05)"
        case AirTask.SUPPORT if not has_fac:
            return "it has no forward air controller: name a target (OB-AIR-06)"
    return ""


AIMS: Final[Mapping[AirTask, tuple[frozenset[str], ...]]] = {
    AirTask.STRIKE: (frozenset({"place"}), frozenset({"battalion"})),
    AirTask.SUPPORT: (frozenset({"formation"}),),
    AirTask.SUPPLY: (frozenset({"formation"}),),
    AirTask.RECONNAISSANCE: (frozenset({"place"}),),
    AirTask.LANDING: (frozenset({"place", "battalion"}),),
}
"""What each task names, of place, battalion and formation: one of these sets, and nothing else."""
_AIM_WORDS: Final = {
    AirTask.STRIKE: "a strike names one place or one battalion (OB-AIR-06)",
    AirTask.SUPPORT: "support names a formation, the command that the controller is with (OB-AIR-05)",
    AirTask.SUPPLY: "supply names a formation, a division (OB-SUP-04)",
    AirTask.RECONNAISSANCE: "reconnaissance names a place (umpire 1.13)",
    AirTask.LANDING: "a landing names a battalion and a place (OB-LAND-01)",
}


def wrong_aim(task: AirTask, targets: Iterable[str]) -> str:
    """Return why a task is not flown at these targets, of place, battalion and formation; empty if it is."""
    return "" if frozenset(targets) in AIMS[task] else _AIM_WORDS[task]


def never_flies(kind: AirType, *, night: bool, field: Sky | None, base: Sky | None) -> str:
    """Return why an aircraft of this type stays on the ground in a turn, at any roll of the dice; empty if it may
    fly. ``field`` and ``base``: the weather over the battlefield and the base, None where it is not known yet.
    """
    light = Light.DARKNESS if night else Light.DAY
    return "; ".join(grounded(kind, field=field or Sky.CLEAR, base=base or Sky.CLEAR, light=light))


def sorties_a_day(kind: AirType, stated: int, book: Rulebook) -> int:
    """Return the number of sorties an aircraft flies a day; anti-aircraft fire and fighters are already allowed for in
    it (OB-AIR-02, OB-AMB-099, -106).
    """
    return book.integer("air.transport_missions") if kind is AirType.TRANSPORT and stated else stated


def rule_a_day(kind: AirType) -> str:
    """Return the rule that limits sorties a day: transports have a different one from aircraft that attack (OB-AIR-09,
    OB-AMB-106).
    """
    return "OB-AMB-106" if kind is AirType.TRANSPORT else "OB-AIR-09"


def too_often(kind: AirType, moments: Iterable[Moment], at: Moment, a_day: int) -> str:
    """Return why an aircraft may not fly in that turn besides its other sorties, flown or tasked (OB-AIR-09,
    OB-AMB-103).

    Transports may fly several missions, all in one turn of the day, if the rulebook allows more than one.
    """
    flights = sorted(moments)
    today = [flight for flight in flights if flight.day == at.day]
    if len(today) >= a_day:
        return (
            f"it flies {a_day} {'mission' if a_day == 1 else 'missions'} a day, and day {at.day} has {len(today)}"
            f" already ({rule_a_day(kind)})"
        )
    for flight in flights:
        if flight == at and kind is AirType.TRANSPORT:
            continue
        if why := rested(kind, min(flight, at), max(flight, at)):
            return why
    return ""
