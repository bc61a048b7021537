"""Dumps and trucks as rows: whose dump serves whom, what hangs on what, and how far apart they lie (NQM-LOG, NQM-POL).

An army, a corps, a division and a command under no division each have a dump. That of a corps or division stands at its
headquarters; an army's at the home edge, where railhead or depot is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from campaign.journal.board import Board
from campaign.model import Battalion, Convoy, Dump, Formation
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.logistics import (
    Chain,
    FuelLink,
    Goods,
    Stock,
    capacity,
    chain_of_headquarters,
    is_tracked,
    needs_fuel,
)
from campaign.situation.army import Army
from campaign.situation.condition import Conditions, ammunition_left
from campaign.situation.conditions import Conditions as Weather
from campaign.situation.force import unit_of
from campaign.situation.marching import watchers
from campaign.situation.passages import Passages
from campaign.situation.supply import echelons, supply_ground
from campaign.terms.forces import Level
from campaign.theatre.supply import SupplyNet
from campaign.theatre.supply_link import Line
from campaign.theatre.values import Rates, Theatre

RAILHEAD = "railhead or depot"
ON_THE_ROAD = "on the road"
HELD_UP = "held up"
ANYWHERE = 1000
UNDER_WAY = (ON_THE_ROAD, HELD_UP)


def has_dump(army: Army, formation: Formation) -> bool:
    """Army, corps, division; a command only if it is independent (NQM-LOG-02)."""
    if formation.level is Level.COMMAND:
        return army.at_level(formation.id, Level.DIVISION) is None
    return formation.level in (Level.ARMY, Level.CORPS, Level.DIVISION)


def holders(army: Army) -> Iterator[Formation]:
    """Formations with a dump, from the top down."""
    return (formation for formation in army.walk() if has_dump(army, formation))


def is_there(army: Army, formation: Formation) -> bool:
    """Has it any troops on the map? An army keeps its dump at the railhead whether it has or not."""
    return formation.level is Level.ARMY or any(b.on_map for b in army.battalions_under(formation.id))


def holder_of(army: Army, formation_id: int) -> Formation | None:
    """The formation whose dump serves this one: itself or the nearest above with a dump."""
    return next((f for f in army.chain(formation_id) if has_dump(army, f)), None)


def supplier_of(army: Army, formation: Formation) -> Formation | None:
    """The formation whose dump its own draws on; None: railhead or depot."""
    return None if formation.superior_id is None else holder_of(army, formation.superior_id)


def is_resupplied(formation: Formation) -> bool:
    """Does its dump refill troops overnight: a division's, an independent brigade's (NQM-LOG-05)? Others only
    hand on."""
    return formation.level in (Level.DIVISION, Level.COMMAND)


def served(army: Army, formation: Formation) -> list[Battalion]:
    """The battalions on the map that draw on this dump: those of its tree that are nearer to no other."""
    return [b for b in army.battalions_under(formation.id) if b.on_map and holder_of(army, b.present_id) is formation]


def stock_of(dump: Dump, name: str) -> Stock:
    """A dump as the rules see it."""
    return Stock(name, Fraction(dump.logs), Fraction(dump.fuel), dump.trucks)


def put_stock(dump: Dump, stock: Stock) -> None:
    """Write down what a dump has."""
    dump.logs, dump.fuel, dump.trucks = str(stock.logs), str(stock.fuel), stock.trucks


def metres_up(formation: Formation, lines: Mapping[int, Line]) -> int | None:
    """The way from a dump to the one above; None: none that is free of the enemy. An army's stands at railhead or depot
    itself."""
    if formation.level is Level.ARMY:
        return 0
    line = lines.get(formation.id)
    return 0 if line is None else _open_m(line)


def _open_m(line: Line) -> int | None:
    return round(line.route.length_m) if line.linked and line.route is not None else None


def ways_of(
    army: Army, theatre: Theatre, now: Weather, book: Rulebook, side: int, passages: Passages
) -> dict[int, Line]:
    """The ways of a side from dump to dump and from command to dump, free of the enemy, however long they are
    (NQM-LOG-11, NQM-AMB-88)."""
    side_echelons = [replace(e, rates=_without_limit(e.rates)) for e in echelons(army, now, book, side)]
    enemies = watchers(theatre, army.enemies_of(side), book)
    ground = supply_ground(passages, book, side)
    return SupplyNet(theatre, side_echelons, enemies, now.sight, side, ground).lines()


def _without_limit(rates: Rates | None) -> Rates | None:
    """So fast that a turn's march, which is as far as Brevity's supply reaches, leads anywhere."""
    return None if rates is None else rates.times(ANYWHERE)


def metres_to_dump(army: Army, battalion: Battalion, lines: Mapping[int, Line]) -> int | None:
    """The way from a battalion to its dump: that of its command to divisional headquarters; nothing for who stands
    beside the dump."""
    holder = holder_of(army, battalion.present_id)
    line = next((lines[f.id] for f in army.chain(battalion.present_id) if f.id in lines), None)
    if holder is None or line is None or line.formation == holder.id:
        return 0
    return _open_m(line)


@dataclass(frozen=True, slots=True)
class Fuel:
    """A division's fuel: does it need any, and does the chain hold."""

    needed: bool
    tracked: bool
    chain: Chain


def fuel_of(
    army: Army, formation: Formation, dumps: Mapping[int, Dump], lines: Mapping[int, Line], book: Rulebook
) -> Fuel:
    """The chain of fuel vehicles from a division up to the railhead (NQM-POL-03 to -05)."""
    troops = [(b.arm, b.march_class) for b in served(army, formation)]
    if not (is_resupplied(formation) and needs_fuel(troops)):
        return Fuel(False, False, Chain(True))
    links, below = [], formation
    while True:
        above = supplier_of(army, below)
        dump = dumps.get(below.id)
        links.append(
            FuelLink(
                below.name,
                above.name if above is not None else RAILHEAD,
                metres_up(below, lines),
                dump is None or dump.bowser,
            )
        )
        if above is None:
            return Fuel(True, is_tracked(troops), chain_of_headquarters(links, book))
        below = above


def coming(convoys: list[Convoy], formation: int, goods: Goods) -> int:
    """Units of supply on the road to a dump."""
    return sum(
        c.formation_id == formation and c.battalion_id is None and c.goods == goods and c.state in UNDER_WAY
        for c in convoys
    )


def short_of_ammunition(army: Army, battalion: Battalion, conditions: Conditions, book: Rulebook) -> int:
    """Dice that it has fired and not had back."""
    remaining = ammunition_left(conditions, battalion)
    return 0 if remaining is None else max(0, capacity(unit_of(army, battalion), book) - remaining)


def dumps_by_formation(board: Board) -> dict[int, Dump]:
    """Every dump is found by the formation that has it."""
    return {dump.formation_id: dump for dump in board.rows(Dump)}
