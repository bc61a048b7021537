"""What a unit marches on, what it is seen in, and what crosses its way."""

from __future__ import annotations

from enum import StrEnum


class Surface(StrEnum):
    """What a road is to march on: column of OB-T-02."""

    ROAD = "road"
    CROSS_COUNTRY = "cross-country"
    TERRAIN = "terrain"


class Cover(StrEnum):
    """What a place or road is to be seen in: OPEN or TERRAIN (OB-LOC-02..04)."""

    OPEN = "open"
    TERRAIN = "terrain"


class Nature(StrEnum):
    """What ground that counts as terrain is made of, for rules that tell one kind from another."""

    ROUGH = "rough"
    BUILT_UP = "built-up"
    WOOD = "wood"
    MARSH = "marsh"


class RoadKind(StrEnum):
    """How a road is drawn and named on a map."""

    METALLED = "metalled road"
    COAST = "coast road"
    SECONDARY = "secondary road"
    PASS = "pass"
    TRACK = "track"
    DESERT = "desert"


class CrossingState(StrEnum):
    """A bridge, ford or ferry."""

    INTACT = "intact"
    PREPARED = "prepared"
    SPAN_BLOWN = "span blown"
    DESTROYED = "destroyed"
    BRIDGED = "bridged"
    FERRY = "ferry"

    @property
    def is_passable(self) -> bool:
        """Columns may cross."""
        return self not in (CrossingState.SPAN_BLOWN, CrossingState.DESTROYED)


class LoadClass(StrEnum):
    """What a bridge carries (OB-BRG-02..04)."""

    FOOT_WHEELED = "foot and wheeled"
    MEDIUM_TANK = "medium tanks"
    HEAVY_TANK = "heavy tanks"


class ObstacleKind(StrEnum):
    """OB-OBS-01."""

    ROADBLOCK = "roadblock"
    MINEFIELD = "minefield"
    WIRE = "wire"
    DITCH = "anti-tank ditch"
    CRATERS = "craters"
    DEMOLITION = "demolished road"


class FeatureKind(StrEnum):
    """Lines and areas of the map that are no roads. An escarpment, a coast and a river cannot be crossed off
    the roads."""

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
        """Units on its two sides do not halt for each other (umpire 1.4)."""
        return self in (FeatureKind.ESCARPMENT, FeatureKind.COAST, FeatureKind.RIVER, FeatureKind.CANAL)


class TaskKind(StrEnum):
    """Engineering tasks (OB-D-06)."""

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
