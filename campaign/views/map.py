"""The situation map: ground, troops, supply and events, as one viewer knows them at one moment.

All points are whole metres on the campaign's map, (east, north); the renderer makes a page of them. What a viewer may
not know is not in the view: no enemy unit without a sighting, no name that no battle revealed.

    SituationMap   everything on the map
    MapPlace, MapRoad, MapLine, MapCrossing, MapObstacle             the ground
    MapUnit, MapZone, MapSupply, MapCut, MapMarch, MapContact, MapBattle   what happens on it
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.ground import CrossingState, FeatureKind, ObstacleKind, RoadKind, Surface
from campaign.views.papers import Fact, Masthead
from campaign.views.symbol import Frame, UnitSymbol

Metres = tuple[int, int]
"""East and north on the map."""


@dataclass(frozen=True, slots=True)
class MapSide:
    """A side on the map: the reader's own (for the umpire the first) in the single frame, the enemy in the double
    one.
    """

    name: str
    accent: str
    """``#rrggbb``; no meaning rests on it."""
    frame: Frame


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place: its holder as far as the viewer knows, and its score."""

    name: str
    at: Metres
    held: Frame | None = None
    """Whose; None: nobody's, or for a side *not ours*."""
    is_objective: bool = False
    is_hill: bool = False
    is_rough: bool = False
    """Built-up or broken ground, where troops are seen later."""
    home_of: str = ""
    """The side whose home edge it is: ``Allied``."""


@dataclass(frozen=True, slots=True)
class MapRoad:
    """A road as it is drawn, with its length."""

    kind: RoadKind
    surface: Surface
    points: tuple[Metres, ...]
    start: str
    """The place at its first point."""
    end: str
    length_m: int
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class MapLine:
    """A coast, river, canal, escarpment (downhill on the right of its direction), wire, wood, marsh, or a name at its
    first point."""

    kind: FeatureKind
    points: tuple[Metres, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class MapCrossing:
    """A bridge, ford or ferry. ``state`` None: the viewer has no troops there to know it."""

    name: str
    at: Metres
    waterway: str = ""
    state: CrossingState | None = None
    carries: str = ""
    """What it bears if not everything: ``foot and wheeled``."""


@dataclass(frozen=True, slots=True)
class MapObstacle:
    """A roadblock, minefield, wire, ditch, craters or a demolished road that the viewer knows of."""

    name: str
    at: Metres
    kind: ObstacleKind
    is_gapped: bool = False


@dataclass(frozen=True, slots=True)
class MapUnit:
    """A unit at its position, or an enemy where it was last seen."""

    symbol: UnitSymbol
    at: Metres
    side: int
    """Index of its side on this map."""
    label: str = ""
    """Its short name; empty for an enemy whose name is not known."""
    age: str = ""
    """Of an enemy: ``now``, ``4 h``."""
    note: int = 0
    """Of a unit out of supply: the number of the note that tells why."""


@dataclass(frozen=True, slots=True)
class MapZone:
    """An area closed to supply: the range in which an enemy locates units in the open."""

    at: Metres
    radius_m: int
    side: int


@dataclass(frozen=True, slots=True)
class MapSupply:
    """A stretch of road on a supply line; ``is_open`` False beyond a cut."""

    side: int
    points: tuple[Metres, ...]
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class MapCut:
    """The place where a supply line is cut, and the cause as far as the viewer knows."""

    side: int
    at: Metres
    text: str
    """``Coast column cut by II./PzR 5``."""


@dataclass(frozen=True, slots=True)
class MapMarch:
    """The route of units that stand together by their standing orders."""

    side: int
    points: tuple[Metres, ...]
    who: tuple[str, ...]
    to: str
    """``attack Fort Capuzzo``, ``march to Musaid``."""


@dataclass(frozen=True, slots=True)
class MapContact:
    """The place and time at which enemies met this turn."""

    at: Metres
    clock: str
    text: str


@dataclass(frozen=True, slots=True)
class MapBattle:
    """A battle not yet over, with its table's corners on the map (west, south, east, north), if it has been laid
    out.
    """

    number: int
    name: str
    at: Metres
    state: str
    table: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class SituationMap:
    """The map of one viewer at one moment."""

    masthead: Masthead
    sides: tuple[MapSide, ...]
    commander: str = ""
    """Whose it is, if it is one commander's."""
    places: tuple[MapPlace, ...] = ()
    roads: tuple[MapRoad, ...] = ()
    lines: tuple[MapLine, ...] = ()
    crossings: tuple[MapCrossing, ...] = ()
    obstacles: tuple[MapObstacle, ...] = ()
    units: tuple[MapUnit, ...] = ()
    formations: tuple[MapUnit, ...] = ()
    """The same troops, a sign a brigade or division where it stands together: for the page that shows everything."""
    zones: tuple[MapZone, ...] = ()
    supply: tuple[MapSupply, ...] = ()
    cuts: tuple[MapCut, ...] = ()
    marches: tuple[MapMarch, ...] = ()
    contacts: tuple[MapContact, ...] = ()
    battles: tuple[MapBattle, ...] = ()
    supply_notes: tuple[Fact, ...] = ()
    """Formations out of supply, and why as far as he knows, in the order of their numbers from 1 on."""
    enemy_notes: tuple[Fact, ...] = ()
    """Place, and what was seen there and how long ago."""
    unheld: str = "not ours"
    """What an open dot means: ``in nobody's hands`` to the umpire."""
    nobody: str = ""
    """What he is told where the map shows no troops: ``No unit of yours is on the map.``"""
