"""Dumps and trucks as rows: the dump that serves a unit, the dump above it, and the distance between them (NQM-LOG,
NQM-POL).

An army, a corps, a division and a command under no division each have a dump. That of a corps or division stands at its
headquarters; an army's at the home edge, where railhead or depot is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    is_motor,
    is_tracked,
    needs_fuel,
    stands_still,
)
from campaign.situation.army import Army
from campaign.situation.condition import Conditions, ammunition_left
from campaign.situation.conditions import Conditions as Weather
from campaign.situation.force import unit_of
from campaign.situation.passages import Passages
from campaign.situation.supply import echelons, enemies_at, supply_ground
from campaign.terms.forces import Level
from campaign.terms.position import Position
from campaign.theatre.supply import SupplyNet
from campaign.theatre.supply_link import Line
from campaign.theatre.values import Rates, Theatre
from campaign.values import dataclass, replace

RAILHEAD = "railhead or depot"
ON_THE_ROAD = "on the road"
HELD_UP = "held up"
ANYWHERE = 1000
UNDER_WAY = (ON_THE_ROAD, HELD_UP)


def has_dump(army: Army, formation: Formation) -> bool:
    """Return whether a formation has a dump: an army, corps or division; a command only if it is independent
    (NQM-LOG-02).
    """
    if formation.level is Level.COMMAND:
        return army.at_level(formation.id, Level.DIVISION) is None
    return formation.level in (Level.ARMY, Level.CORPS, Level.DIVISION)


def holders(army: Army) -> Iterator[Formation]:
    """Yield the formations with a dump, from the top down."""
    return (formation for formation in army.walk() if has_dump(army, formation))


def is_there(army: Army, formation: Formation) -> bool:
    """Return whether a formation has troops on the map. An army keeps its dump at the railhead in any case."""
    return formation.level is Level.ARMY or army.is_on_map(formation.id)


def holder_of(army: Army, formation_id: int) -> Formation | None:
    """Return the formation whose dump serves this one: itself or the nearest above with a dump."""
    return next((f for f in army.chain(formation_id) if has_dump(army, f)), None)


def supplier_of(army: Army, formation: Formation) -> Formation | None:
    """Return the formation whose dump supplies this formation's; None: railhead or depot."""
    return None if formation.superior_id is None else holder_of(army, formation.superior_id)


def is_resupplied(formation: Formation) -> bool:
    """Return whether a dump refills troops overnight: a division's or an independent brigade's (NQM-LOG-05). Others
    only hand on.
    """
    return formation.level in (Level.DIVISION, Level.COMMAND)


def served(army: Army, formation: Formation) -> list[Battalion]:
    """Return the battalions on the map that draw on this dump: those below its formation that no nearer dump serves."""
    return [b for b in army.battalions_under(formation.id) if b.on_map and holder_of(army, b.present_id) is formation]


def stock_of(dump: Dump, name: str) -> Stock:
    """Return the contents of a dump as the supply rules need them: supplies, fuel and trucks."""
    return Stock(name, Fraction(dump.logs), Fraction(dump.fuel), dump.trucks)


def put_stock(dump: Dump, stock: Stock) -> None:
    """Write down the contents of a dump."""
    dump.logs, dump.fuel, dump.trucks = str(stock.logs), str(stock.fuel), stock.trucks


def metres_up(formation: Formation, lines: Mapping[int, Line]) -> int | None:
    """Return the metres from a dump to the one above; None if no route is free of the enemy. An army's stands at
    railhead or depot itself.
    """
    if formation.level is Level.ARMY:
        return 0
    line = lines.get(formation.id)
    return 0 if line is None else _open_m(line)


def _open_m(line: Line) -> int | None:
    return round(line.route.length_m) if line.linked and line.route is not None else None


def ways_of(
    army: Army,
    theatre: Theatre,
    now: Weather,
    book: Rulebook,
    side: int,
    passages: Passages,
    *,
    known_positions: Mapping[int, Position] | None = None,
) -> dict[int, Line]:
    """Return the routes of a side from dump to dump and from command to dump, free of the enemy, however long they are
    (NQM-LOG-11, NQM-AMB-88). ``known_positions``: only these enemy battalions count, where they were seen.
    """
    side_echelons = [replace(e, rates=_without_limit(e.rates)) for e in echelons(army, now, book, side)]
    enemies = enemies_at(army, theatre, side, book, known_positions)
    ground = supply_ground(passages, book, side)
    facing_cuts = book.switch("sup.facing_cuts")
    return SupplyNet(theatre, side_echelons, enemies, now.sight, side, ground, facing_cuts=facing_cuts).lines()


def _without_limit(rates: Rates | None) -> Rates | None:
    """Return rates so fast that one march, the limit of Brevity's supply, leads anywhere."""
    return None if rates is None else rates.times(ANYWHERE)


def metres_to_dump(army: Army, battalion: Battalion, lines: Mapping[int, Line]) -> int | None:
    """Return the metres from a battalion to its dump: the route of its command to divisional headquarters; 0 for a
    battalion beside the dump.
    """
    holder = holder_of(army, battalion.present_id)
    line = army.nearest(lines, battalion.present_id)
    if holder is None or line is None or line.formation == holder.id:
        return 0
    return _open_m(line)


@dataclass(frozen=True, slots=True)
class Fuel:
    """The fuel of a division: whether it needs any, and whether the chain holds."""

    needed: bool
    tracked: bool
    chain: Chain


def fuel_of(
    army: Army, formation: Formation, dumps: Mapping[int, Dump], lines: Mapping[int, Line], book: Rulebook
) -> Fuel:
    """Return the chain of fuel vehicles from a division up to the railhead (NQM-POL-03 to -05)."""
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
    """Return how many units of supply are on the road to a dump."""
    return sum(
        c.formation_id == formation and c.battalion_id is None and c.goods == goods and c.state in UNDER_WAY
        for c in convoys
    )


def short_of_ammunition(army: Army, battalion: Battalion, conditions: Conditions, book: Rulebook) -> int:
    """Return how many dice of ammunition a battalion has fired and not replaced."""
    remaining = ammunition_left(conditions, battalion)
    return 0 if remaining is None else max(0, capacity(unit_of(army, battalion), book) - remaining)


def dumps_by_formation(board: Board) -> dict[int, Dump]:
    return {dump.formation_id: dump for dump in board.rows(Dump)}


def stranded(board: Board, army: Army, book: Rulebook, day: int) -> frozenset[int]:
    """Return the motorised battalions whose division has had no fuel for too long and that do not march (NQM-LOG-11,
    NQM-AMB-87).
    """
    if not book.switch("nqm.fuel"):
        return frozenset()
    dry = {f for f, dump in dumps_by_formation(board).items() if stands_still(dump.dry_since, day, book)}
    if not dry:
        return frozenset()
    motor = (b for b in army.battalions.values() if b.on_map and is_motor(b.march_class))
    return frozenset(b.id for b in motor if (holder := holder_of(army, b.present_id)) is not None and holder.id in dry)
