"""The situation map: ground, troops, supply and events, as one viewer knows them at one moment.

All points are whole metres on the campaign's map, (east, north); the renderer makes a page of them. What a viewer may
not know is not in the view: no enemy unit without a sighting, no name that no battle revealed.

    SituationMap   everything on the map
    MapPlace, MapRoad, MapLine, MapCrossing, MapObstacle             the ground
    MapUnit, MapZone, MapSupply, MapCut, MapMarch, MapContact, MapBattle   what happens on it
"""

from __future__ import annotations

from campaign.terms.ground import CrossingState, FeatureKind, LoadClass, ObstacleKind, RoadKind, Surface
from campaign.values import dataclass
from campaign.words.papers import Fact, Masthead
from campaign.words.symbol import Frame, UnitSymbol

Metres = tuple[int, int]
"""Position on the map: metres east and metres north."""


@dataclass(frozen=True, slots=True)
class MapSide:
    """A side on the map: the reader's own (for the umpire the first) in the single frame, the enemy in the double
    one.
    """

    name: str
    accent: str
    """The side's colour, ``#rrggbb``. The colour alone carries no meaning."""
    frame: Frame


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place: its holder as far as the viewer knows, and its score."""

    name: str
    at: Metres
    held: Frame | None = None
    """Frame of the side that holds the place; None if no side holds it (on a side's map: if the side itself does not
    hold it)."""
    is_objective: bool = False
    is_hill: bool = False
    is_rough: bool = False
    """True for built-up or broken ground, in which troops are seen later."""
    home_of: str = ""
    """Side whose home edge the place is: ``Allied``."""


@dataclass(frozen=True, slots=True)
class MapRoad:
    """A road as it is drawn, with its length."""

    kind: RoadKind
    surface: Surface
    points: tuple[Metres, ...]
    start: str
    """Name of the place at the first point of the road."""
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
    """Traffic that may use the crossing, if not all: ``foot and wheeled``."""

    @property
    def load(self) -> str:
        """The traffic in words: ``carries up to medium tanks``; empty if all may use the crossing."""
        if not self.carries:
            return ""
        if self.carries == LoadClass.FOOT_WHEELED:
            return "carries foot and wheels only"
        return f"carries up to {self.carries}"


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
    """Index of its side in the sides of this map."""
    label: str = ""
    """Short name of the unit; empty for an enemy without a known name."""
    age: str = ""
    """Age of the sighting of an enemy: ``now``, or in hours: ``4 h``."""
    note: int = 0
    """Number of the note that gives the reason, for a unit out of supply; 0 otherwise."""
    key: str = ""
    """Key of the unit; empty for an enemy on a side's map, and for the sign of a formation."""
    formation: str = ""
    """Short name of the formation that the unit belongs to at present; empty if the viewer may not know it."""
    where: str = ""
    """Position in words: ``1.7 km from Halfaya Pass, top``."""


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
    """Formation and cause: ``Coast column cut by II./PzR 5``."""


@dataclass(frozen=True, slots=True)
class MapMarch:
    """The route of units that stand together by their standing orders."""

    side: int
    points: tuple[Metres, ...]
    who: tuple[str, ...]
    to: str
    """Order and goal: ``attack Fort Capuzzo``, ``march to Musaid``."""


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
    """Name of the commander, on a map for one commander."""
    places: tuple[MapPlace, ...] = ()
    roads: tuple[MapRoad, ...] = ()
    lines: tuple[MapLine, ...] = ()
    crossings: tuple[MapCrossing, ...] = ()
    obstacles: tuple[MapObstacle, ...] = ()
    units: tuple[MapUnit, ...] = ()
    formations: tuple[MapUnit, ...] = ()
    """The same troops with one symbol for each brigade or division that stands together; for the page with the full
    map."""
    zones: tuple[MapZone, ...] = ()
    supply: tuple[MapSupply, ...] = ()
    cuts: tuple[MapCut, ...] = ()
    marches: tuple[MapMarch, ...] = ()
    contacts: tuple[MapContact, ...] = ()
    battles: tuple[MapBattle, ...] = ()
    supply_notes: tuple[Fact, ...] = ()
    """Formations out of supply, each with the reason as far as the viewer knows it; numbered from 1 in this order."""
    enemy_notes: tuple[Fact, ...] = ()
    """Places, each with the enemies seen there and the age of the sighting."""
    unheld: str = "not ours"
    """Meaning of an open dot in the legend; for the umpire ``in nobody's hands``."""
    nobody: str = ""
    """Sentence for a map without troops: ``No unit of yours is on the map.``"""
