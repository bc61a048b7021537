"""Supply by Not Quite Mechanised: Div Logs in dumps from army to division, the trucks that carry them, fuel by a chain
(NQM-LOG, NQM-POL).

A Div Log refills a whole division or independent brigade overnight; a battalion that cannot wait sends a truck. One
truck carries one unit of supply; an empty one is swapped for it. Amounts are exact fractions, distances metres, times
turns of six hours.

    Stock(name, logs, fuel, trucks)
    overnight(stock, short) -> Spent                          one Div Log, however little was fired (NQM-LOG-05, -06)
    fetched(stock, battalions, book) -> Spent                 what a battalion's own truck fetches (NQM-LOG-06)
    swaps(taker, giver, goods, needed, coming=) -> int        trucks to send (NQM-LOG-07 to -10)
    loaded(taker, giver, goods) -> tuple[Stock, Stock | None]      unloaded(taker, giver, goods)
    under_way(metres) -> int                                  turns on the road
    needs_fuel(fighting) -> bool, chain(links, book) -> Chain, chain_of_headquarters(...)   (NQM-POL-03 to -05)
    stands_still(dry_since, today, book)                      motor troops without fuel (NQM-AMB-87)
    capacity(unit, book), out_of_supply(...)
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.support import Category, category
from campaign.rules.tabletop.nqm.tables import RATES, Mover
from campaign.rules.tabletop.nqm.translation import elements_of
from campaign.terms.forces import Arm, MarchClass
from campaign.terms.time import HOURS_A_TURN
from campaign.values import dataclass, replace

ROAD_KPH: Final = RATES[Mover.MOTORISED].road
"""The speed of trucks on the road (NQM-TBL-MOV)."""
ONE: Final = Fraction(1)


class Goods(StrEnum):
    """The cargo of a truck: one unit of supply or fuel (NQM-LOG-04)."""

    LOG = "log"
    FUEL = "fuel"
    BOWSER = "bowser"
    AMMUNITION = "ammunition"


@dataclass(frozen=True, slots=True)
class Stock:
    """The contents of a dump: Div Logs, Div POLs, empty trucks."""

    name: str
    logs: Fraction
    fuel: Fraction
    trucks: int

    def of(self, goods: Goods) -> Fraction:
        """Return the amount of these goods in the dump."""
        return self.fuel if goods is Goods.FUEL else self.logs

    def plus(self, goods: Goods, amount: Fraction) -> Stock:
        """Return the stock with this amount of the goods added."""
        return replace(self, fuel=self.fuel + amount) if goods is Goods.FUEL else replace(self, logs=self.logs + amount)


@dataclass(frozen=True, slots=True)
class Spent:
    """The goods that a resupply took from a dump; ``why`` is the reason it could not be done, empty if it was."""

    stock: Stock
    amount: Fraction
    why: str = ""


def overnight(stock: Stock, short: int) -> Spent:
    """Return the resupply of a division for the night: one Div Log refills all its bases; nothing is used if none is
    short (NQM-LOG-02, -05).
    """
    if not short:
        return Spent(stock, Fraction(0))
    if stock.logs < ONE:
        return Spent(stock, Fraction(0), f"the dump of {stock.name} has {stock.logs} Div Log, but a full one is needed")
    return Spent(stock.plus(Goods.LOG, -ONE), ONE)


def share(battalions: int, book: Rulebook) -> Fraction:
    """Return the part of a Div Log that one battalion's own truck fetches by day: the Div Log shared by the battalions
    of the division (NQM-AMB-82).
    """
    return ONE if book.word("nqm.log.fraction") == "whole" else Fraction(1, max(1, battalions))


def fetched(stock: Stock, battalions: int, book: Rulebook) -> Spent:
    """Return the resupply of a battalion by its own truck at the dump (NQM-LOG-06)."""
    needed = share(battalions, book)
    if stock.logs < needed:
        return Spent(stock, Fraction(0), f"the dump of {stock.name} has {stock.logs} Div Log: {needed} is needed")
    return Spent(stock.plus(Goods.LOG, -needed), needed)


def swaps(taker: Stock, giver: Stock | None, goods: Goods, needed: int, coming: int = 0) -> int:
    """Return the number of trucks to swap for units of supply: limited by what the dump needs, its empty trucks, and
    what the dump above can load.

    ``giver`` None is the railhead or depot, with unlimited goods. ``coming``: already on the road (NQM-LOG-07 to -10).
    """
    lacking = max(0, ceil(needed - taker.of(goods)) - coming)
    can = lacking if giver is None else min(int(giver.of(goods)), giver.trucks)
    return max(0, min(lacking, taker.trucks, can))


def loaded(taker: Stock, giver: Stock | None, goods: Goods) -> tuple[Stock, Stock | None]:
    """Send a truck from each dump, the empty one up and the loaded one down, and return both stocks. Raises BadInput if
    either is lacking.
    """
    if taker.trucks < 1:
        raise BadInput(
            f"{taker.name} cannot receive a unit of supply, because it has no empty truck at its dump to "
            "exchange (NQM-LOG-07)"
        )
    if giver is None:
        return replace(taker, trucks=taker.trucks - 1), None
    if giver.trucks < 1:
        raise BadInput(
            f"{giver.name} cannot send supply, because it has no empty truck at its dump to load (NQM-LOG-10)"
        )
    if goods is not Goods.BOWSER and giver.of(goods) < ONE:
        raise BadInput(
            f"the dump of {giver.name} has only {giver.of(goods)} of a unit of supply. It can send only a full "
            "unit (NQM-LOG-08)"
        )
    remainder = giver if goods is Goods.BOWSER else giver.plus(goods, -ONE)
    return replace(taker, trucks=taker.trucks - 1), replace(remainder, trucks=remainder.trucks - 1)


def unloaded(taker: Stock, giver: Stock | None, goods: Goods) -> tuple[Stock, Stock | None]:
    """Return both stocks after the trucks have arrived: a truck more at each dump, and the unit of supply at the lower
    one. A fuel vehicle stays a fuel vehicle and does not count as an empty truck.
    """
    back = None if giver is None else replace(giver, trucks=giver.trucks + 1)
    if goods is Goods.BOWSER:
        return taker, back
    return replace(taker.plus(goods, ONE), trucks=taker.trucks + 1), back


def hours_on_the_road(metres: int) -> Fraction:
    """Return the hours on the road at the lorries' road march (NQM-AMB-83)."""
    return Fraction(metres, 1000) / ROAD_KPH


def under_way(metres: int) -> int:
    """Return the turns of six hours until a truck arrives over this distance, at least one."""
    return max(1, ceil(hours_on_the_road(metres) / HOURS_A_TURN))


# ammunition ----------------------------------------------------------------------------------------------------------
def capacity(unit: Unit, book: Rulebook) -> int:
    """Return the number of ammunition dice that all stands of a battalion carry (NQM-AMMO-02)."""
    return int(sum((element.ammunition for element in elements_of(unit, book)), Fraction(0)))


def left_after(full: int, written: int | None, book: Rulebook) -> int:
    """Return the ammunition dice left after a battle: as written on the return, otherwise by ``nqm.log.unwritten``."""
    if written is not None:
        return min(full, written)
    return {"all": 0, "half": full // 2}.get(book.word("nqm.log.unwritten"), full)


def out_of_supply(*, truck_lost: bool, way_open: bool, book: Rulebook) -> str:
    """Return why a unit cannot be resupplied; empty if it can (NQM-LOG-11, NQM-AMB-87, -88)."""
    if truck_lost:
        return "its truck is lost"
    if not way_open and book.word("nqm.supply.trace") != "no":
        return "it has no route to its dump that is free of the enemy"
    return ""


# fuel ----------------------------------------------------------------------------------------------------------------
_MOTOR = frozenset({MarchClass.TRACKED, MarchClass.HALF_TRACK, MarchClass.TRUCK})


def is_motor(march: MarchClass) -> bool:
    """Return whether this march class moves by engines."""
    return march in _MOTOR


def needs_fuel(fighting: Sequence[tuple[Arm, MarchClass]]) -> bool:
    """Return whether a division is armoured, mechanised or motorised, that is, most of its fighting arms move by
    engines (NQM-POL-05, NQM-AMB-86).
    """
    teeth = [march for arm, march in fighting if category(arm) is Category.TEETH]
    return 2 * sum(is_motor(march) for march in teeth) > len(teeth)


def is_tracked(fighting: Sequence[tuple[Arm, MarchClass]]) -> bool:
    """Return whether a division has tracked vehicles and so uses a Div POL a day (NQM-POL-01)."""
    return any(march is MarchClass.TRACKED for _, march in fighting)


def link_m(book: Rulebook) -> int:
    """Return the greatest distance in metres between two fuel vehicles: one road march of lorries (NQM-POL-03, -04,
    NQM-AMB-85).
    """
    if not book.is_word("nqm.fuel.link_km"):
        return int(book.number("nqm.fuel.link_km") * 1000)
    hours = book.number("march.hours_a_day") if book.word("nqm.fuel.link_km") == "day" else ONE
    return int(ROAD_KPH * hours * 1000)


@dataclass(frozen=True, slots=True)
class FuelLink:
    """The link from one fuel vehicle to the next above it; ``metres`` None: no route free of the enemy. ``bowser``: the
    lower vehicle is there.
    """

    name: str
    to: str
    metres: int | None
    bowser: bool = True


@dataclass(frozen=True, slots=True)
class Chain:
    """The state of a fuel chain. ``why``: the reason it is broken; ``by_enemy``: enemies block every route."""

    unbroken: bool
    why: str = ""
    by_enemy: bool = False


def chain(links: Sequence[FuelLink], book: Rulebook) -> Chain:
    """Return the fuel chain from a division's fuel vehicle up to railhead or depot: no link may be longer than a road
    march (NQM-POL-03, -04).
    """
    for link in links:
        if not link.bowser:
            return Chain(False, f"{link.name} has no fuel vehicle")
        if link.metres is None:
            return Chain(False, f"there is no route free of the enemy from {link.name} to {link.to}", by_enemy=True)
        if link.metres > link_m(book):
            return Chain(
                False,
                f"{link.name} is {link.metres / 1000:.1f} km from {link.to}, farther than a road march of"
                f" {link_m(book) / 1000:g} km",
            )
    return Chain(True)


def chain_of_headquarters(ways: Sequence[FuelLink], book: Rulebook) -> Chain:
    """Return the fuel chain if only the headquarters are known: from the division's up, each with the route to the
    next, the last to the railhead.

    Each fuel vehicle is taken to be at the best point of the route: within a road march of its own headquarters and of
    the next vehicle up. On a single road this is a question of intervals.
    """
    for way in ways:
        if not way.bowser or way.metres is None:
            return chain((way,), book)
    reach, headquarters = link_m(book), 0
    first, last = 0, 0  # where the vehicle above may stand, in metres from the railhead, which stands fast
    for way in reversed(ways):
        headquarters += way.metres or 0
        first, last = max(first - reach, headquarters - reach), min(last + reach, headquarters + reach)
        if first > last:
            marches = f"road marches of {reach / 1000:g} km"
            return Chain(
                False,
                f"{way.name}, {headquarters / 1000:.1f} km from the railhead, is farther than the vehicles behind it"
                f" reach with {marches}",
            )
    return Chain(True)


def burnt(stock: Stock, *, tracked: bool, book: Rulebook) -> Spent:
    """Return the stock after a day of a tracked division, which uses one Div POL if fuel is kept by units (NQM-POL-01,
    NQM-AMB-84).
    """
    if book.word("nqm.fuel.model") != "units" or not tracked:
        return Spent(stock, Fraction(0))
    if stock.fuel < ONE:
        return Spent(stock, Fraction(0), f"the dump of {stock.name} has {stock.fuel} Div POL: the day needs 1")
    return Spent(stock.plus(Goods.FUEL, -ONE), ONE)


def stands_still(dry_since: int | None, today: int, book: Rulebook) -> bool:
    """Return whether the motor troops of a division cannot move because its fuel chain has been broken for longer than
    their fuel lasts (NQM-LOG-11, NQM-AMB-87).
    """
    return dry_since is not None and today - dry_since >= book.integer("nqm.fuel.days")
