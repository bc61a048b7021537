"""The words for ground: surfaces, cover, and crossings and obstacles on roads."""

from __future__ import annotations

from enum import StrEnum


class Surface(StrEnum):
    """The surface of a road for marches: column of OB-T-02."""

    ROAD = "road"
    CROSS_COUNTRY = "cross-country"
    TERRAIN = "terrain"


class Cover(StrEnum):
    """The cover of a place or road for sighting: OPEN or TERRAIN (OB-LOC-02..04)."""

    OPEN = "open"
    TERRAIN = "terrain"


class Nature(StrEnum):
    """The nature of ground that counts as terrain, for rules that tell one kind from another."""

    ROUGH = "rough"
    BUILT_UP = "built-up"
    WOOD = "wood"
    MARSH = "marsh"


class RoadKind(StrEnum):
    """The kind of a road, as drawn and named on a map."""

    METALLED = "metalled road"
    COAST = "coast road"
    SECONDARY = "secondary road"
    PASS = "pass"
    TRACK = "track"
    DESERT = "desert"
    """Open ground that is marched over; files call it so in any country."""

    @property
    def words(self) -> str:
        """The name on papers and in answers: no ground of Finland is a desert."""
        return "open ground" if self is RoadKind.DESERT else self.value


class CrossingState(StrEnum):
    """The state of a bridge, ford or ferry."""

    INTACT = "intact"
    PREPARED = "prepared"
    SPAN_BLOWN = "span blown"
    DESTROYED = "destroyed"
    BRIDGED = "bridged"
    FERRY = "ferry"

    @property
    def is_passable(self) -> bool:
        """True if columns may cross."""
        return self not in (CrossingState.SPAN_BLOWN, CrossingState.DESTROYED)


class LoadClass(StrEnum):
    """The load that a bridge carries (OB-BRG-02..04)."""

    FOOT_WHEELED = "foot and wheeled"
    MEDIUM_TANK = "medium tanks"
    HEAVY_TANK = "heavy tanks"


class ObstacleKind(StrEnum):
    """A kind of obstacle (OB-OBS-01)."""

    ROADBLOCK = "roadblock"
    MINEFIELD = "minefield"
    WIRE = "wire"
    DITCH = "anti-tank ditch"
    CRATERS = "craters"
    DEMOLITION = "demolished road"


class FeatureKind(StrEnum):
    """A kind of line or area of the map other than roads. An escarpment, a coast and a river cannot be crossed off the
    roads.
    """

    ESCARPMENT = "escarpment"
    COAST = "coast"
    RIVER = "river"
    CANAL = "canal"
    WIRE = "wire"
    SEA = "sea"
    MARSH = "marsh"
    WOOD = "wood"
    NAME = "name"

    @property
    def is_barrier(self) -> bool:
        """True if units on its two sides do not halt for each other (umpire 1.4)."""
        return self in (FeatureKind.ESCARPMENT, FeatureKind.COAST, FeatureKind.RIVER, FeatureKind.CANAL)


class TaskKind(StrEnum):
    """A kind of engineering task (OB-D-06)."""

    BLOCK_ROAD = "block road"
    DEMOLISH_SPAN = "demolish span"
    PREPARE_DEMOLITION = "prepare demolition"
    BLOW_BRIDGE = "blow bridge"
    GAP_OBSTACLE = "gap obstacle"
    BRIDGE = "bridge"
    FERRY = "ferry"
    MINEFIELD = "minefield"
    DIG_IN = "dig in"
    BOATS = "assault boats"
    SWIM = "swim"
