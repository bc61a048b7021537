"""Crossing water without a bridge: assault boats and rafts, landing craft, amphibious transport, swimming tanks
(OB-AMPH).

Boats and rafts are made ready by an engineer battalion and carry units over once; these stay at the river until there
is a bridge or a standing ferry. The other means are the crossing unit's own equipment, and work once.

    boats(load, infantry=, engineers=, book=) -> Boats   what one job of the engineers carries over, and its
                                                         time
    preparation(means) -> Preparation                the work of the battalion itself before it crosses
    earliest(means, begun) -> Moment                 the first turn in which it can cross
    is_shore(metres) -> bool                         whether a place is near enough to water to land at
    barred(means, used=) -> str                      why it cannot cross by these means any more
    may_go_on(means, bridged=) -> bool               whether it may move on beyond the far bank
    before_the_crossing(means) -> str                why it may not fight yet; empty if it may
    as_landed(force) -> Force                  the force with the ratings that swimming tanks have
                                                     until their whole regiment is across
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, TypeVar

from campaign.errors import BadInput
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.tables import Span
from campaign.terms.forces import AntiTank, Armour, Engineers
from campaign.terms.ground import LoadClass
from campaign.terms.time import Moment
from campaign.values import dataclass, replace

T = TypeVar("T")


class Means(StrEnum):
    """The means by which a battalion crosses water, in the words of the order of battle."""

    BOATS = "assault boats"
    CRAFT = "landing craft"
    AMPHIBIOUS = "amphibious transport"
    DD = "DD"


BY_SEA: Final = (Means.CRAFT, Means.AMPHIBIOUS, Means.DD)
"""The means that a battalion brings with it."""
# A place nine kilometres inland was taken for a shore.
SHORE_M: Final = 2500
"""How far a place on the shore may be from the drawn line of its water: on the shipped map of Operation Brevity the
towns on the coast are up to 2.0 km from it, the nearest places inland 3.6 km."""
INFANTRY_A_JOB: Final = 2
"""The infantry battalions that one job of the engineers carries over (OB-AMPH-01)."""


@dataclass(frozen=True, slots=True)
class Boats:
    """One job of an engineer battalion: the number of battalions it carries over, each in a move of its own, and the
    time it takes.
    """

    battalions: int
    count: int
    span: Span
    rule: str


@dataclass(frozen=True, slots=True)
class Preparation:
    """The work that has to be done on the near shore first. ``count`` 0 means none."""

    count: int = 0
    span: Span = Span.TURN


def boats(load: LoadClass, *, infantry: bool, engineers: Engineers, book: Rulebook) -> Boats:
    """Return the boats and rafts of one job: for two infantry battalions, or one of vehicles (OB-AMPH-01..03).

    Raises BadInput for heavy tanks, which boats cannot carry, and for a battalion that is not of engineers
    (OB-AMB-118).
    """
    if engineers is not Engineers.SPECIALIST:
        raise BadInput(
            f"a battalion with {engineers.value} engineers cannot prepare boats. Only an engineer battalion can "
            "(OB-AMPH-01)"
        )
    if not book.switch("use.amphibious"):
        raise BadInput(
            "boats and rafts cannot be used. This campaign plays without crossings by boat (house rule use.amphibious)"
        )
    if book.word("brg.ferry_rule") == "half the bridge":
        raise BadInput(
            "boats and rafts cannot be used. In this campaign troops cross rivers only by bridges and permanent "
            "ferries (house rule brg.ferry_rule, OB-AMB-121)"
        )
    if load is LoadClass.HEAVY_TANK:
        raise BadInput(
            "boats and rafts can carry medium tanks, but not heavy tanks (OB-AMPH-03). Build a bridge or a "
            "ferry for heavy tanks"
        )
    if load is LoadClass.MEDIUM_TANK:
        return Boats(1, tables.BOATS_MEDIUM_TANKS_MOVES, Span.MOVE, "OB-AMPH-03")
    if infantry:
        return Boats(INFANTRY_A_JOB, tables.BOATS_TWO_INFANTRY_MOVES, Span.MOVE, "OB-AMPH-01")
    return Boats(1, tables.BOATS_WHEELED_TURNS, Span.MOVE, "OB-AMPH-02")


def preparation(means: Means) -> Preparation:
    """Return the preparation that a battalion needs: swimming tanks two turns, landing craft and amphibious transport
    none (OB-AMPH-07, -08). Boats are prepared by the engineers.
    """
    return Preparation(tables.DD_PREPARE_TURNS, Span.TURN) if means is Means.DD else Preparation()


def crossing_moves(means: Means) -> int:
    """Return the number of moves that the crossing itself takes (OB-AMPH-04, -06, -08)."""
    return tables.DD_SWIM_MOVES if means is Means.DD else tables.FERRY_MOVES


def earliest(means: Means, begun: Moment) -> Moment:
    """Return the first turn in which a battalion can cross if it begins to prepare in this one (OB-AMPH-07, -08,
    OB-WC-101).
    """
    return begun.plus(preparation(means).count)


def is_shore(metres: float) -> bool:
    """Return whether a place so far from the drawn line of a water is on its shore (OB-AMPH-06)."""
    return metres <= SHORE_M


def barred(means: Means, *, used: bool) -> str:
    """Return why a battalion cannot cross by these means any more: special equipment works once (OB-AMPH-09)."""
    return (
        f"its {means.value} equipment works only once and has been used (OB-AMPH-09)"
        if used and means is not Means.BOATS
        else ""
    )


def before_the_crossing(means: Means) -> str:
    """Return why a battalion may not fight before it has crossed (OB-AMPH-09); empty if it may."""
    return "its swimming tanks cannot fight before the crossing (OB-AMPH-09)" if means is Means.DD else ""


def may_go_on(means: Means, *, bridged: bool) -> bool:
    """Return whether a battalion may move on from the far bank: after boats only when a bridge or a standing ferry is
    there (OB-AMPH-05, OB-AMB-125).
    """
    return bridged or means is not Means.BOATS


def spoken(means: Means) -> str:
    """Return the means in words, as in ``swimming``."""
    return {
        Means.BOATS: "in assault boats",
        Means.CRAFT: "from landing craft",
        Means.AMPHIBIOUS: "in amphibious transport",
        Means.DD: "swimming",
    }[means]


def as_landed(force: Force) -> Force:
    """Return the force with the reduced ratings that its swimming tanks have until their whole regiment is across
    (OB-AMPH-10).
    """
    return replace(force, units=tuple(_reduced_unit(unit) if unit.ashore_alone else unit for unit in force.units))


def _reduced_unit(unit: Unit) -> Unit:
    """Return the unit with armour and anti-tank weapons one class lower (OB-AMB-130)."""
    lower = {
        name: _one_less(rating, tuple(AntiTank))
        for name in ("anti_tank_best", "anti_tank_all")
        if (rating := getattr(unit, name))
    }
    return replace(unit, armour=_one_less(unit.armour, tuple(Armour)), **lower)


def _one_less(rating: T, weakest_first: Sequence[T]) -> T:
    return weakest_first[max(0, weakest_first.index(rating) - 1)]
