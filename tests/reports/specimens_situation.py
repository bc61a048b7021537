"""Situation maps to draw: a front of any size, the worst names, a side without units, one map with one of
everything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.ground import CrossingState, FeatureKind, ObstacleKind, RoadKind, Surface
from campaign.terms.state import State
from campaign.values import replace
from campaign.views.map.map import (
    MapBattle,
    MapContact,
    MapCrossing,
    MapCut,
    MapLine,
    MapMarch,
    MapObstacle,
    MapPlace,
    MapRoad,
    MapSide,
    MapSupply,
    MapUnit,
    MapZone,
    Metres,
    SituationMap,
)
from campaign.words.papers import Fact, Masthead
from campaign.words.symbol import Frame, UnitSymbol

SIDES = (MapSide("Allied", "#1b4f8a", Frame.OWN), MapSide("Axis", "#a8261a", Frame.ENEMY))
ARMS = (Arm.INFANTRY, Arm.ARMOUR, Arm.FIELD_ARTILLERY, Arm.ANTI_TANK, Arm.MOTOR_INFANTRY, Arm.PARACHUTE, Arm.ENGINEER)
LONG = (
    "Sint-Willebrordus-aan-den-Überlandse Dijk",
    "Świętokrzyskie Wzgórze Południowe",
    "Нижняя Крестовоздвиженская Слобода",
    "Llanfairpwllgwyngyllgogerychwyrndrobwll",
    "Ağrı Dağı Geçidi Karakolu",
    "Крутой Яр",
)


def head(subtitle: str = "both sides as they are") -> Masthead:
    return Masthead(
        "Umpire",
        "#000000",
        "Operation Market Garden",
        "Situation map",
        subtitle,
        "Day 3",
        "for the umpire only",
        "19 September 1944, 10:00",
        "Day 3, turn 2 of 4",
        entry=41,
        head="a1b2c3d4",
    )


def symbol(n: int, side: int) -> UnitSymbol:
    return UnitSymbol(
        ARMS[n % len(ARMS)],
        SizeMark.COMPANY if n % 5 == 0 else SizeMark.BATTALION,
        str(n),
        frame=SIDES[side].frame,
        state=State.SPENT if n % 9 == 0 else State.FRESH,
        dug_in=n % 4 == 0,
        headquarters=n % 17 == 0,
    )


def dense(units: int, *, seed: int = 44) -> SituationMap:
    """A front north of a river, both sides, four units a place at the most; the map grows with the number of units."""
    dice = Random(seed)
    columns, rows = max(4, round((units * 0.9) ** 0.5)), max(4, round((units * 0.9) ** 0.5))
    places = [
        MapPlace(
            f"{('Oud', 'Nieuw', 'Klein', 'Groot')[n % 4]} {('Beek', 'Heide', 'Dorp', 'Berg', 'Veld')[n % 5]} {n}",
            (n % columns * 3000 + dice.randrange(-900, 900), n // columns * 3000 + dice.randrange(-900, 900)),
            (Frame.OWN, Frame.ENEMY, None)[0 if n // columns < rows * 0.4 else 1 if n // columns > rows * 0.6 else 2],
            is_objective=n % 13 == 0,
            is_hill=n % 11 == 0,
            is_rough=n % 7 == 0,
        )
        for n in range(columns * rows)
    ]
    roads = []
    for n, place in enumerate(places):
        for other in ((n + 1) if (n + 1) % columns else None, n + columns if n + columns < len(places) else None):
            if other is not None and dice.random() < 0.75:
                kind = dice.choice((RoadKind.METALLED, RoadKind.SECONDARY, RoadKind.SECONDARY, RoadKind.TRACK))
                roads.append(
                    MapRoad(kind, Surface.ROAD, (place.at, places[other].at), place.name, places[other].name, 3300)
                )
    river = tuple((-3000 + n * 1500, int(rows * 1500 + dice.randrange(-400, 400))) for n in range(columns * 2 + 4))
    troops = []
    for n in range(units):
        side = n % 2
        row = int(min(rows - 1, max(0, rows * (0.38 if side == 0 else 0.62) + dice.gauss(0, rows * 0.12))))
        spot = places[row * columns + dice.randrange(columns)]
        troops.append(MapUnit(symbol(n, side), spot.at, side, f"{'Bn' if side == 0 else 'Btl'} {n}x"))
    crossings = tuple(
        MapCrossing(f"Bridge {n}", (river[n * 3 + 1][0], river[n * 3 + 1][1]), "Waal", list(CrossingState)[n % 6])
        for n in range(min(20, columns // 2))
    )
    return SituationMap(
        head(),
        SIDES,
        places=tuple(places),
        roads=tuple(roads),
        lines=(MapLine(FeatureKind.RIVER, river, "Waal"),),
        crossings=crossings,
        units=tuple(troops),
        formations=signs(troops),
    )


def signs(units: Sequence[MapUnit]) -> tuple[MapUnit, ...]:
    """The units as an overview shows them: a sign for those of one side at one place."""
    together: dict[tuple[int, Metres], list[MapUnit]] = defaultdict(list)
    for unit in units:
        together[unit.side, unit.at].append(unit)
    return tuple(replace(group[0], label=f"Bde {n}") for n, group in enumerate(together.values()))


def everything() -> SituationMap:
    """One of every sign."""
    places = (
        MapPlace("Ashford", (0, 0), Frame.OWN, home_of="Allied"),
        MapPlace("Birch Cross", (10_000, 1000), None, is_objective=True),
        MapPlace("Coldbrook", (22_000, 0), Frame.ENEMY, is_rough=True),
        MapPlace("Dun Hill", (12_000, 7000), Frame.ENEMY, is_hill=True),
        MapPlace("Elmport", (3000, 12_000), Frame.OWN),
    )
    ends = ((0, 1), (1, 2), (1, 3), (0, 4), (4, 3), (3, 2))
    roads = tuple(
        MapRoad(
            kind,
            Surface.ROAD,
            (places[a].at, places[b].at),
            places[a].name,
            places[b].name,
            10_000,
            is_cut=kind is RoadKind.TRACK,
        )
        for (a, b), kind in zip(ends, RoadKind, strict=True)
    )
    lines = (
        MapLine(FeatureKind.RIVER, ((14_000, -5000), (15_000, 3000), (18_000, 12_000)), "the Stour"),
        MapLine(FeatureKind.CANAL, ((5000, -5000), (5500, 12_000)), "Union Canal"),
        MapLine(FeatureKind.ESCARPMENT, ((7000, 5000), (10_000, 9000)), "the Scarp"),
        MapLine(FeatureKind.WIRE, ((16_500, -3000), (19_500, 9000)), "the Wire"),
        MapLine(FeatureKind.COAST, ((-20_000, 15_000), (5000, 14_500), (40_000, 15_500)), "the North Sea"),
        MapLine(FeatureKind.WOOD, ((1000, 4000), (3500, 4000), (3500, 6500), (1000, 6500)), "Hag Wood"),
        MapLine(FeatureKind.MARSH, ((19_000, 3000), (21_500, 3000), (21_000, 5500)), ""),
        MapLine(FeatureKind.NAME, ((17_000, 10_000),), "The Wold"),
    )
    own = [MapUnit(symbol(n, 0), (0, 0) if n < 4 else (8000, 800), 0, f"{n} Rifles") for n in range(1, 6)]
    seen = [
        MapUnit(UnitSymbol(Arm.ARMOUR, SizeMark.BATTALION, frame=Frame.ENEMY), (12_000, 7000), 1, "", "4 h"),
        MapUnit(UnitSymbol(None, None, frame=Frame.ENEMY), (22_000, 0), 1, "", "now"),
        MapUnit(UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION, frame=Frame.ENEMY), (22_000, 0), 1, "II/9", "7 h"),
    ]
    return SituationMap(
        head("as known to the Allied side"),
        SIDES,
        places=places,
        roads=roads,
        lines=lines,
        crossings=tuple(
            MapCrossing(f"{state} bridge", (14_400 + 80 * n, -1500 + 900 * n), "the Stour", state)
            for n, state in enumerate((*CrossingState, None))
        ),
        obstacles=tuple(
            MapObstacle(f"a {kind}", (2000 + 900 * n, 200 - 100 * n), kind, n % 2 == 1)
            for n, kind in enumerate(ObstacleKind)
        ),
        units=(*own, *seen),
        formations=signs((*own, *seen)),
        zones=(MapZone((12_000, 7000), 1500, 1),),
        supply=(MapSupply(0, ((0, 0), (8000, 800))), MapSupply(0, ((8000, 800), (10_000, 1000)), is_open=False)),
        cuts=(MapCut(0, (8000, 800), "1 Bde: supply cut by armour battalion"),),
        marches=(MapMarch(0, ((8000, 800), (10_000, 1000), (12_000, 7000)), ("5 Rifles",), "attack Dun Hill"),),
        contacts=(MapContact((11_800, 5600), "09:40", "5 Rifles – armour, battalion"),),
        battles=(MapBattle(3, "Dun Hill", (12_000, 7000), "proposed", (9000, 4500, 15_000, 9500)),),
        supply_notes=(Fact("1st Brigade", "route cut by armour battalion, seen 4 h ago (Dun Hill)"),),
        enemy_notes=(Fact("Dun Hill", "armour, battalion. 4 h"), Fact("Coldbrook", "infantry, battalion. now")),
    )


def worst() -> SituationMap:
    """Very long names with accents and Cyrillic, for places, units and notes, and forty units at one crossroads."""
    places = tuple(
        MapPlace(
            f"{LONG[n % len(LONG)]} {n}",
            (n % 4 * 2500, n // 4 * 1800),
            (Frame.OWN, Frame.ENEMY, None)[n % 3],
            n % 2 == 0,
            home_of="Нижняя Армия" if n == 0 else "",
        )
        for n in range(16)
    )
    roads = tuple(
        MapRoad(RoadKind.METALLED, Surface.ROAD, (a.at, b.at), a.name, b.name, 2600) for a, b in pairwise(places)
    )
    units = [MapUnit(symbol(n, 0), places[5].at, 0, f"{LONG[n % len(LONG)]} {n}") for n in range(40)]
    units += [MapUnit(symbol(n, 1), places[n % 16].at, 1, f"Пех {n}/Überfallkommando") for n in range(40, 60)]
    return SituationMap(
        head("as known to the commander of the " + LONG[3]),
        SIDES,
        places=places,
        roads=roads,
        units=tuple(units),
        formations=signs(units),
        cuts=(MapCut(0, (3000, 900), f"{LONG[2]}: supply cut by {LONG[0]} and {LONG[1]}"),),
        contacts=(MapContact((3600, 2000), "23:59", f"{LONG[0]} – {LONG[1]}; {LONG[2]} – {LONG[3]}"),),
        supply_notes=tuple(Fact(name, f"route cut by {LONG[0]}; " * 6) for name in LONG),
        enemy_notes=tuple(Fact(name, name) for name in LONG * 4),
    )


def empty() -> SituationMap:
    """A map with places and nobody on it."""
    full = everything()
    return SituationMap(
        full.masthead,
        SIDES,
        places=full.places,
        roads=full.roads,
        lines=full.lines,
        nobody="No unit of yours is on the map.",
    )


def bare() -> SituationMap:
    """Not even a place."""
    return SituationMap(head(), SIDES, nobody="No unit of either side is on the map.")
