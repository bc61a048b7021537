"""Crossing water without a bridge: assault boats and rafts, landing craft, amphibious transport, swimming tanks
(OB-AMPH).

Boats and rafts are made ready by an engineer battalion, carry over once, and leave whoever crossed at the river until
there is a bridge or a standing ferry. The others bring their own equipment, and it works once.

    boats(load, infantry=, engineers=, book=) -> Boats   what one job of the engineers carries over, and how long it
                                                         takes
    preparation(means) -> Preparation                what the battalion itself needs before it crosses
    earliest(means, begun) -> Moment                 the first turn in which it can cross
    barred(means, used=) -> str                      why it cannot cross by these means any more
    may_go_on(means, bridged=) -> bool               beyond the far bank?
    before_the_crossing(means) -> str                why it may not fight yet; empty: it may
    as_landed(force, book) -> Force                  ratings of swimming tanks until their regiment is over
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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

T = TypeVar("T")


class Means(StrEnum):
    """How a battalion comes over the water; the words are those of the order of battle."""

    BOATS = "assault boats"
    CRAFT = "landing craft"
    AMPHIBIOUS = "amphibious transport"
    DD = "DD"


BY_SEA: Final = (Means.CRAFT, Means.AMPHIBIOUS, Means.DD)
"""Means that a battalion brings with it."""
INFANTRY_A_JOB: Final = 2
"""Infantry battalions that one job of the engineers carries over (OB-AMPH-01)."""


@dataclass(frozen=True, slots=True)
class Boats:
    """One job of an engineer battalion: how many battalions it carries over, each in a move of its own, and how long it
    takes."""

    battalions: int
    count: int
    span: Span
    rule: str


@dataclass(frozen=True, slots=True)
class Preparation:
    """What has to be done on the near shore first. ``count`` 0: nothing."""

    count: int = 0
    span: Span = Span.TURN


def boats(load: LoadClass, *, infantry: bool, engineers: Engineers, book: Rulebook) -> Boats:
    """Boats and rafts for two infantry battalions, or one of vehicles (OB-AMPH-01..03).

    Raises BadInput for heavy tanks, which no boat carries, and for a battalion that is not of engineers (OB-AMB-118).
    """
    if engineers is not Engineers.SPECIALIST:
        raise BadInput(
            f"a battalion with {engineers.value} engineers readies no boats: an engineer battalion does (OB-AMPH-01)"
        )
    if not book.switch("use.amphibious"):
        raise BadInput("no boats or rafts here: amphibious crossings are not used (house rule use.amphibious)")
    if book.word("brg.ferry_rule") == "half the bridge":
        raise BadInput(
            "no boats or rafts here: rivers are crossed by bridges and standing ferries only (house rule"
            " brg.ferry_rule, OB-AMB-121)"
        )
    if load is LoadClass.HEAVY_TANK:
        raise BadInput(
            "no boats or rafts carry heavy tanks: OB-AMPH-03 ends at medium tanks; build a bridge or a ferry for them"
        )
    if load is LoadClass.MEDIUM_TANK:
        return Boats(1, tables.BOATS_MEDIUM_TANKS_MOVES, Span.MOVE, "OB-AMPH-03")
    if infantry:
        return Boats(INFANTRY_A_JOB, tables.BOATS_TWO_INFANTRY_MOVES, Span.MOVE, "OB-AMPH-01")
    return Boats(1, tables.BOATS_WHEELED_TURNS, Span.MOVE, "OB-AMPH-02")


def preparation(means: Means) -> Preparation:
    """Swimming tanks need two turns; landing craft and amphibious transport nothing (OB-AMPH-07, -08). Boats are the
    engineers' work."""
    return Preparation(tables.DD_PREPARE_TURNS, Span.TURN) if means is Means.DD else Preparation()


def crossing_moves(means: Means) -> int:
    """Moves of the crossing itself (OB-AMPH-04, -06, -08)."""
    return tables.DD_SWIM_MOVES if means is Means.DD else tables.FERRY_MOVES


def earliest(means: Means, begun: Moment) -> Moment:
    """The first turn in which it crosses if it begins to make ready in this one (OB-AMPH-07, -08, OB-WC-101)."""
    return begun.plus(preparation(means).count)


def barred(means: Means, *, used: bool) -> str:
    """The special equipment works once (OB-AMPH-09)."""
    return (
        f"its {means.value} equipment has been used, and it works once only (OB-AMPH-09)"
        if used and means is not Means.BOATS
        else ""
    )


def before_the_crossing(means: Means) -> str:
    """Why it may not fight before it has crossed (OB-AMPH-09)."""
    return "it swims, and does not fight before the crossing (OB-AMPH-09)" if means is Means.DD else ""


def may_go_on(means: Means, *, bridged: bool) -> bool:
    """Over by boat it stays at the river until a bridge or a standing ferry is there (OB-AMPH-05, OB-AMB-125)."""
    return bridged or means is not Means.BOATS


def spoken(means: Means) -> str:
    """``swimming``."""
    return {
        Means.BOATS: "in assault boats",
        Means.CRAFT: "from landing craft",
        Means.AMPHIBIOUS: "in amphibious transport",
        Means.DD: "swimming",
    }[means]


def as_landed(force: Force) -> Force:
    """A force whose swimming tanks wait for their regiment, with the ratings that they have until then (OB-AMPH-10)."""
    return replace(force, units=tuple(_reduced_unit(unit) if unit.ashore_alone else unit for unit in force.units))


def _reduced_unit(unit: Unit) -> Unit:
    """A class less of armour and of anti-tank weapons (OB-AMB-130)."""
    lower = {
        name: _one_less(rating, tuple(AntiTank))
        for name in ("anti_tank_best", "anti_tank_all")
        if (rating := getattr(unit, name))
    }
    return replace(unit, armour=_one_less(unit.armour, tuple(Armour)), **lower)


def _one_less(rating: T, weakest_first: Sequence[T]) -> T:
    return weakest_first[max(0, weakest_first.index(rating) - 1)]
