"""Command reaction time: the time that news takes up the chain of command, and orders down again (NQM-CRT,
NQM-ORDERS-06 to -08).

A division tells its corps in an hour, a corps its army in two, an army its army group in two; orders come down as fast.
Veteran armoured and motorised formations need half; a general at the spot saves the time of his own level and those
below.

    Link(lower, upper, hours)
    climb(levels, book, ...) -> tuple[Link, ...]      the links from a formation up to the level that decides
    order_time(levels, book, ...) -> Reaction         news up, orders down; fresh orders inside a division take their
                                                      own time
    reacts_in(deed, nearness, ...) -> Hour        the hour of an enemy attack in which others fire or counter-attack
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.tables import REACTION_HOURS
from campaign.terms.forces import Level
from campaign.terms.state import Support
from campaign.values import dataclass

SECONDS_AN_HOUR: Final = 3600
_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the chain of command, and the hours that news needs to climb it."""

    lower: Level
    upper: Level
    hours: Fraction

    def __str__(self) -> str:
        return f"{self.lower} to {self.upper} {hours_words(self.hours)}"


@dataclass(frozen=True, slots=True)
class Reaction:
    """The time that an order takes: hours in all, and the reason in one line."""

    hours: Fraction
    why: str

    @property
    def seconds(self) -> int:
        """The time in seconds, for the campaign clock."""
        return int(self.hours * SECONDS_AN_HOUR)


NO_DELAY: Final = Reaction(Fraction(0), "part of the plan")


def hours_words(hours: Fraction) -> str:
    """Return hours in words: ``1 hour``, ``2.5 hours``, to the hundredth."""
    return f"{float(round(hours, 2)):g} hour{'' if hours == 1 else 's'}"


def climb(
    levels: Sequence[Level], book: Rulebook, *, halved: bool = False, general_at: Level | None = None
) -> tuple[Link, ...]:
    """Return the links that news climbs through these levels, the lowest first (NQM-CRT-02 to -04, -06, -07, NQM-AMB-16
    to -18).

    ``halved``: the lowest is a veteran armoured or motorised formation. ``general_at``: the level of a general at the
    spot, who saves the time of each link up to it. Links for which the book prints no time take none.
    """
    which = book.word("nqm.reaction.veterans") if halved else "no"
    free_to = levels.index(general_at) if general_at in levels and book.switch("nqm.reaction.general") else 0
    links: list[Link] = []
    for place, (lower, upper) in enumerate(pairwise(levels)):
        hours = Fraction(REACTION_HOURS.get((lower.value, upper.value), 0))
        if not hours:
            continue
        if which == "all links" or (which == "next link" and not links):
            hours *= _HALF
        links.append(Link(lower, upper, Fraction(0) if place < free_to else hours))
    return tuple(links)


def order_time(
    levels: Sequence[Level], book: Rulebook, *, halved: bool = False, general_at: Level | None = None
) -> Reaction:
    """Return the time of a change of plan that the last of these levels orders for a formation of the first
    (NQM-CRT-01, -05, NQM-ORDERS-06 to -08).

    Inside a division, where the book prints no link, fresh orders take an hour (NQM-AMB-16), or no time if the general
    is there.
    """
    links = climb(levels, book, halved=halved, general_at=general_at)
    if not links:
        is_present = general_at is not None and book.switch("nqm.reaction.general")
        hours = Fraction(0 if is_present else book.integer("nqm.reaction.within_division"))
        hours = hours * _HALF if halved and book.word("nqm.reaction.veterans") != "no" else hours
        why = "its general is at the spot" if is_present else "fresh orders inside the division"
        return Reaction(
            hours,
            f"{why}{_halves(halved and not is_present, book)} (NQM-AMB-16)"
            if not is_present
            else f"{why} (NQM-CRT-07)",
        )
    up = sum((link.hours for link in links), Fraction(0))
    text = ", ".join(str(link) for link in links if link.hours)
    if not up:
        return Reaction(Fraction(0), "its general is at the spot (NQM-CRT-07)")
    spot = ", less the time that its general at the spot saves" if any(not link.hours for link in links) else ""
    return Reaction(2 * up, f"{text}, and as long back{_halves(halved, book)}{spot} (NQM-CRT-05)")


def _halves(halved: bool, book: Rulebook) -> str:
    return ", halved for veteran mobile troops" if halved and book.word("nqm.reaction.veterans") != "no" else ""


# reactions to an enemy attack, by the hour ---------------------------------------------------------------------------
class Nearness(StrEnum):
    """The nearness, in the chain of command, of the troops that react to the battalion attacked."""

    SAME_DIVISION = "of the same division"
    CORPS_TROOPS = "corps troops"
    OTHER_DIVISION = "of another division of the corps"


class Deed(StrEnum):
    """The help that troops can give to the battalion attacked."""

    FIRE = "supporting fire"
    CALL = "the division asks its corps"
    COUNTER_ATTACK = "counter-attack"


@dataclass(frozen=True, slots=True)
class Hour:
    """The hour of the enemy's attack, counted from 1, in which help may begin; None: only with a new order. ``why``
    gives the reason with the rule.
    """

    hour: int | None
    why: str


def reacts_in(
    deed: Deed,
    nearness: Nearness,
    *,
    guns: bool = False,
    support: Support = Support.UNDER_COMMAND,
    allotted: bool = True,
    observers: bool = True,
    had_orders: bool = False,
) -> Hour:
    """Return the hour of an enemy attack in which other troops may help the battalion attacked (NQM-CRT-08 to -15,
    NQM-TBL-CRTHOUR).

    ``guns``: an artillery regiment; one of the same division must be in direct support with its observers under the
    battalion attacked; mortars of the other battalions fire at once. ``support`` and ``allotted``: the relation of
    corps troops to the division.
    """
    match deed, nearness:
        case Deed.CALL, _:
            return Hour(1, "the division asks in the first hour (NQM-CRT-12)")
        case Deed.FIRE, Nearness.SAME_DIVISION if not guns:
            return Hour(1, "battalions of the division and their mortars (NQM-CRT-08, -09)")
        case Deed.FIRE, Nearness.SAME_DIVISION if support is Support.DIRECT_SUPPORT and observers:
            return Hour(1, "guns in direct support with observers there (NQM-CRT-10)")
        case Deed.FIRE, Nearness.SAME_DIVISION:
            return Hour(2, "guns asked for in the first hour (NQM-ORG-16)")
        case Deed.FIRE, Nearness.CORPS_TROOPS if allotted and support is not Support.DIRECT_SUPPORT:
            return Hour(2, "in support of the division or under command of the corps (NQM-CRT-13)")
        case Deed.FIRE, Nearness.CORPS_TROOPS if allotted:
            return Hour(1, "in direct support (NQM-ORG-11)")
        case Deed.COUNTER_ATTACK, Nearness.SAME_DIVISION:
            return Hour(2, "the division's other battalions (NQM-CRT-11)")
        case Deed.COUNTER_ATTACK, _:
            return (
                Hour(3, "with orders for it (NQM-CRT-14)")
                if had_orders
                else Hour(4, "an hour for new orders (NQM-CRT-15)")
            )
        case _:
            return Hour(None, "not allotted: its holder must agree or be ordered (NQM-SEQ-05)")
