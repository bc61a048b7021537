"""Generated battles: forces of the shipped scenarios on tables cut out of their maps, in any light and weather.

A battle is made of a system, a seed and nothing else, so that whoever finds fault with one can fight it again:

    fought("brevity", 7) -> Fought        .fight  .events  .thrown  .resolution
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.house_file import read_house
from campaign.journal import reading
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Roll, Seeded, Tape
from campaign.rules.common.force import Arrival, Command, Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import AirSupport, Fight, NotCovered, Prize, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.common.terrain import Area, Box, Point, Terrain
from campaign.situation.army import load_army
from campaign.situation.battlefield import table_size
from campaign.situation.force import command_of, unit_of
from campaign.situation.ground import load_theatre
from campaign.situation.terrain import terrain_of
from campaign.store import create
from campaign.terms.forces import Arm, Piece, Weapon
from campaign.terms.ground import Cover, Nature
from campaign.terms.state import Light, Role, Sky, State
from campaign.terms.time import Moment
from campaign.theatre.tables import Table
from campaign.values import replace
from campaign.words.battle_report import Event

SCENARIOS = ("operation-brevity", "market-garden", "bastogne")
TABLES = 12
"""Tables cut out of each map for each system."""
METRES_A_KM = 1000
MOST = {"brigadier": 3}
"""Battalions a side, where it is not 8: platoon by platoon a battle of so many takes seconds."""
GUNS = (Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY, Arm.ROCKET, Arm.HEADQUARTERS)


@dataclass(frozen=True)
class Pool:
    """What a scenario lends to battles: the commands of each side with their battalions, and ground by system."""

    sides: tuple[tuple[tuple[Command, tuple[Unit, ...]], ...], ...]
    names: tuple[tuple[int, str, str], ...]
    """Of each side: its id, key and name."""
    grounds: dict[str, tuple[tuple[tuple[int, int], Terrain], ...]]


@dataclass(frozen=True)
class Fought:
    """A battle that was fought. ``thrown``: its dice as they fell, whatever the report says of them."""

    key: str
    seed: int
    fight: Fight
    book: Rulebook
    resolution: Resolution
    thrown: tuple[Roll, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Its report."""
        return self.resolution.events


@lru_cache
def pool(scenario: str) -> Pool:
    """A shipped scenario as it begins, read once."""
    with tempfile.TemporaryDirectory() as folder:
        store = create(Path(folder) / "pool.db")
        found_campaign(
            store,
            read_scenario(find_scenario(scenario)),
            name=scenario,
            seed="1",
            tabletop="brevity",
            weather=HISTORICAL,
            actor="Ann",
        )
        with reading(store) as board:
            army, theatre = load_army(board), load_theatre(board)
            sides = tuple(
                tuple(
                    (command_of(army, army.formations[ident], frozenset()), units)
                    for ident, battalions in sorted(army.present.items())
                    if army.formations[ident].side_id == side
                    and (units := tuple(unit_of(army, b) for b in battalions if b.state.is_in_play))
                )
                for side in army.sides
            )
            chance, grounds = Random(scenario), {}
            spots = sorted(theatre.spots, key=lambda spot: spot.place)
            for key, system in SYSTEMS.items():
                size, cut = table_size(system), []
                for spot in chance.sample(spots, min(TABLES, len(spots))):
                    wide, deep = chance.sample((size.long_m, size.short_m), 2)
                    table = Table(spot.point[0] - wide / 2, spot.point[1] - deep / 2, wide, deep, size.inches_a_km)
                    inches = round(wide / METRES_A_KM * size.inches_a_km), round(deep / METRES_A_KM * size.inches_a_km)
                    cut.append((inches, terrain_of(board, theatre, table)))
                grounds[key] = tuple(cut)
            names = tuple((side.id, side.key, side.name) for side in army.sides.values())
        store.close()
    return Pool(sides, names, grounds)


@lru_cache
def book_of(key: str) -> Rulebook:
    """The rulebook as it comes; with the house file that Brigadier needs."""
    if key != "brigadier":
        return DEFAULTS
    return DEFAULTS.with_house_file("brigadier", read_house("brigadier-ours").plain)


def generated(key: str, seed: int) -> Fight:
    """A battle under a system: 2 to 8 battalions a side, near enough to meet."""
    chance = Random(f"{key} {seed}")
    lent, most = pool(SCENARIOS[seed % len(SCENARIOS)]), MOST.get(key, 8)
    start = Moment(2, chance.randint(1, 4))
    table_in, terrain = chance.choice(lent.grounds[key])
    turns = chance.choice((1, 1, 1, 2))
    first, second = chance.sample(range(len(lent.sides)), 2)
    forces = tuple(_force(lent, side, chance, start, most, attacks=n == 0) for n, side in enumerate((first, second)))
    spots = _spots(forces, table_in, chance)
    light, sky = chance.choice(
        ((Light.DAY, Sky.CLEAR),) * 5
        + ((Light.DAY, Sky.CLOUD), (Light.DAY, Sky.BAD), (Light.MOONLIGHT, Sky.CLEAR), (Light.DARKNESS, Sky.CLEAR))
    )
    skies = tuple(
        TurnSky(start.plus(n), light is not Light.DAY and n == 0, light if n == 0 else Light.DAY, sky)
        for n in range(turns)
    )
    prize = Prize("the place", (table_in[0] // 2, table_in[1] // 2))
    if key == "brigade":
        forces = tuple(replace(force, units=tuple(map(_no_mortars, force.units))) for force in forces)
    return Fight(
        (forces[0], forces[1]),
        None if chance.random() < 0.25 else forces[0].side,
        start,
        skies,
        turns,
        table_in,
        round(table_size(SYSTEMS[key]).inches_a_km),
        6 * (start.turn - 1),
        _air(forces, chance),
        terrain=_relief(terrain, table_in, chance),
        spots=spots,
        prize=prize if chance.random() < 0.8 else None,
        homes=_homes(table_in, Random(f"{key} {seed} homes")),
    )


def _homes(table_in: tuple[int, int], chance: Random) -> tuple[Point | None, Point | None]:
    """Where each side came from, far behind it or on its flank; nowhere in two battles of three, as in a battle that no
    campaign has made."""
    if chance.random() < 0.67:
        return None, None
    along = 0 if table_in[0] >= table_in[1] else 1
    aside = chance.choice((-1, 0, 0, 1))

    def home(forward: int) -> Point:
        deep = table_in[along] // 2 + forward * 3 * table_in[along]
        wide = table_in[1 - along] // 2 + aside * 2 * table_in[along]
        return (deep, wide) if along == 0 else (wide, deep)

    return home(-1), home(1)


def _relief(terrain: Terrain, table_in: tuple[int, int], chance: Random) -> Terrain:
    """The map's own ground mostly; bare, or with hills and woods besides, which the desert's maps have few of."""
    kind = chance.random()
    if kind < 0.1:
        return Terrain()
    if kind < 0.6:
        return terrain
    areas = []
    for n in range(chance.randint(1, 4)):
        x, y = (chance.randint(0, size - 8) for size in table_in)
        wide, deep = chance.randint(6, 16), chance.randint(6, 16)
        box = Box(x, y, min(x + wide, table_in[0]), min(y + deep, table_in[1]))
        natures = (Nature.WOOD, Nature.BUILT_UP, Nature.ROUGH)
        areas.append(Area(box, hill=True) if n % 2 == 0 else Area(box, Cover.TERRAIN, nature=chance.choice(natures)))
    return replace(terrain, areas=(*terrain.areas, *areas))


def _force(lent: Pool, side: int, chance: Random, start: Moment, most: int, *, attacks: bool) -> Force:
    """Commands of a side until there are battalions enough, each in its own state."""
    wanted, commands, units = chance.randint(2, most), list[Command](), list[Unit]()
    names: Counter[str] = Counter()
    for command, battalions in chance.sample(lent.sides[side], len(lent.sides[side])):
        picked = [unit for unit in battalions if not names[unit.short]]
        if not units:
            picked.sort(key=lambda unit: not _holds_ground(unit))
            picked = picked if picked and _holds_ground(picked[0]) else []
        picked = picked[: min(4, wanted - len(units))]
        if picked:
            names.update(unit.short for unit in picked)
            commands.append(replace(command, has_corps_commander=not commands and chance.random() < 0.3))
            units += picked
        if len(units) >= wanted:
            break
    changed = [_changed(unit, chance, start, attacks=attacks, first=n == 0) for n, unit in enumerate(units)]
    if len(commands) > 1:
        changed = [_supporting(unit, commands, chance) for unit in changed]
    ident, key, name = lent.names[side]
    return Force(ident, key, name, tuple(commands), tuple(changed))


def _holds_ground(unit: Unit) -> bool:
    """No guns and no staff."""
    return unit.headquarters_of is None and not unit.is_artillery and unit.arm not in GUNS


def _mortars(unit: Unit) -> Unit:
    """A battalion of mortars in its place: no shipped scenario has one."""
    return replace(
        unit, arm=Arm.MORTAR, weapon=Weapon.MORTAR, piece=Piece.MORTAR, calibre_mm=81, range_in=None, piece_name="81 mm"
    )


def _changed(unit: Unit, chance: Random, start: Moment, *, attacks: bool, first: bool) -> Unit:
    """A battalion as some days of campaign may leave it. The first is always there."""
    if unit.is_artillery and unit.headquarters_of is None and chance.random() < 0.15:
        unit = _mortars(unit)
    spent = chance.random() < 0.15
    coming = not first and chance.random() < 0.12
    return replace(
        unit,
        state=State.SPENT if spent else State.FRESH,
        resting=not first and spent and chance.random() < 0.3,
        dug_in_turns=0 if attacks or chance.random() < 0.4 else chance.randint(1, 4),
        hidden=not attacks and chance.random() < 0.1,
        role=Role.ARRIVES if coming else Role.ENGAGED,
        arrival=Arrival(start.plus(chance.randint(0, 1))) if coming else None,
    )


def _no_mortars(unit: Unit) -> Unit:
    """A battalion of mortars as infantry: its sections all bear one name under the brigade level rules."""
    return replace(unit, arm=Arm.INFANTRY, piece=None, weapon=Weapon.INFANTRY) if unit.arm is Arm.MORTAR else unit


def _supporting(unit: Unit, commands: Sequence[Command], chance: Random) -> Unit:
    if not unit.is_artillery or chance.random() < 0.4:
        return unit
    return replace(unit, supports=chance.choice([c.id for c in commands]))


def _spots(forces: Sequence[Force], table_in: tuple[int, int], chance: Random) -> dict[int, Point]:
    """The two sides on either side of a line across the table, in groups a command."""
    along = 0 if table_in[0] >= table_in[1] else 1
    long, short = table_in[along], table_in[1 - along]
    gap = chance.randint(3, max(4, long // 4))
    result: dict[int, Point] = {}
    for forward, force in zip((-1, 1), forces, strict=True):
        for command in force.commands:
            deep = long / 2 + forward * (gap / 2 + chance.random() * long / 8)
            wide = short * (0.15 + 0.7 * chance.random())
            for unit in force.units:
                if unit.command == command.id:
                    back = forward * (long / 8 if unit.is_artillery else 0)
                    at = (round(deep + back + chance.randint(-2, 2)), round(wide + chance.randint(-4, 4)))
                    x, y = min(max(at[0], 0), long), min(max(at[1], 0), short)
                    if unit.role is Role.ARRIVES:
                        x = 0 if forward < 0 else long
                    result[unit.id] = (x, y) if along == 0 else (y, x)
    return result


def _air(forces: Sequence[Force], chance: Random) -> tuple[AirSupport, ...]:
    if chance.random() < 0.6:
        return ()
    side = chance.randint(0, 1)
    command = chance.choice(forces[side].commands)
    return (AirSupport("the aircraft", side, Weapon.GROUND_ATTACK, command.id, frozenset({1})),)


@cache
def fought(key: str, seed: int) -> Fought:
    """A generated battle, fought by the program."""
    fight = generated(key, seed)
    dice = Tape(Seeded(f"legality {seed}"), fight.start)
    resolution = resolver(key)(fight, dice, book_of(key))
    assert not isinstance(resolution, NotCovered), resolution
    return Fought(key, seed, fight, book_of(key), resolution, tuple(dice.rolls))
