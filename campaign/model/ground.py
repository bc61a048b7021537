"""The map: places, roads with crossings and obstacles on them, and other lines and areas."""

from __future__ import annotations

from typing import Any

from campaign.rows.column import Column
from campaign.rows.table import Journalled, Json, Line, Word, check, in_time, named, natural_key, within, word
from campaign.terms.ground import (
    Cover,
    CrossingState,
    FeatureKind,
    LoadClass,
    ObstacleKind,
    RoadKind,
    Surface,
    TaskKind,
)
from campaign.terms.state import TaskState


class Place(Journalled):
    """A point of the map. ``x_m`` east and ``y_m`` north are drawn metres; latitude and longitude where known."""

    __tablename__ = "place"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    x_m: Column[int]
    y_m: Column[int]
    lat_e6: Column[int | None]
    lon_e6: Column[int | None]
    accuracy_m: Column[int | None]
    role: Column[str] = Column(Line, default="")
    cover: Column[Cover] = Column(word(Cover, "cover"), default=Cover.OPEN)
    hill: Column[bool] = Column(default=False)
    owner_id: Column[int | None]
    home_edge_of_id: Column[int | None]
    """Id of the side to whose rear a road leaves the map at this place: a source of supply."""

    __table_args__ = (natural_key("key"), named(), within("owner_id", "side"), within("home_edge_of_id", "side"))


class Road(Journalled):
    """A road, track or stretch of going between two places. ``length_m`` as stated; ``shape`` the drawn points between
    its ends.
    """

    __tablename__ = "road"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line, default="")
    a_id: Column[int]
    b_id: Column[int]
    length_m: Column[int]
    length_basis: Column[str] = Column(Word, default="")
    kind: Column[RoadKind] = Column(word(RoadKind, "kind"))
    surface: Column[Surface] = Column(word(Surface, "surface"))
    cover: Column[Cover] = Column(word(Cover, "cover"), default=Cover.OPEN)
    defile: Column[bool] = Column(default=False)
    """True if columns in opposite directions cannot pass each other (umpire 1.18)."""
    shape: Column[Any] = Column(Json, default=list)
    cut: Column[bool] = Column(default=False)

    __table_args__ = (
        natural_key("key"),
        within("a_id", "place"),
        within("b_id", "place"),
        named("key"),
        check("length_m > 0", name="length", says="would have no length"),
    )


class Crossing(Journalled):
    """A bridge, ford or ferry, ``at_m`` metres from the road's first end."""

    __tablename__ = "crossing"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    road_id: Column[int]
    at_m: Column[int]
    waterway: Column[str] = Column(Line, default="")
    major: Column[bool] = Column(default=False)
    load_class: Column[LoadClass] = Column(word(LoadClass, "load_class"), default=LoadClass.HEAVY_TANK)
    spans: Column[int] = Column(default=1)
    state: Column[CrossingState] = Column(word(CrossingState, "state"), default=CrossingState.INTACT)
    __table_args__ = (
        natural_key("key"),
        named(),
        within("road_id", "road"),
        check(
            "at_m >= 0 and spans >= 1", name="at", says="would be less than 0 metres along its road, or have no span"
        ),
    )


class Obstacle(Journalled):
    """A block, minefield or demolition on a road (OB-OBS-01). ``gapped``: engineers have opened a gap (OB-OBS-05)."""

    __tablename__ = "obstacle"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    road_id: Column[int]
    at_m: Column[int]
    kind: Column[ObstacleKind] = Column(word(ObstacleKind, "kind"))
    gapped: Column[bool] = Column(default=False)
    __table_args__ = (
        natural_key("key"),
        named(),
        within("road_id", "road"),
        check("at_m >= 0", name="at", says="would be less than 0 metres along its road"),
    )


class OldNews(Journalled):
    """A side's outdated knowledge of a crossing, an obstacle or a road, because it has not seen the change (umpire
    1.13).

    Without a row it knows the truth. ``key`` is ``crossing:KEY``, ``obstacle:KEY`` or ``road:KEY``; ``facts`` the
    columns as the side knows them, empty for an obstacle that it does not know of at all.
    """

    __tablename__ = "old_news"
    natural = ("side_id", "key")
    side_id: Column[int]
    key: Column[str] = Column(Line)
    crossing_id: Column[int | None]
    obstacle_id: Column[int | None]
    road_id: Column[int | None]
    facts: Column[Any] = Column(Json, default=dict)
    __table_args__ = (
        natural_key("side_id", "key"),
        named("key"),
        within("side_id", "side"),
        within("crossing_id", "crossing"),
        within("obstacle_id", "obstacle"),
        within("road_id", "road"),
        check(
            "(crossing_id is not null and obstacle_id is null and road_id is null)"
            " or (crossing_id is null and obstacle_id is not null and road_id is null)"
            " or (crossing_id is null and obstacle_id is null and road_id is not null)",
            name="one_subject",
            says="would be about nothing, or about several things at once",
        ),
    )


class Feature(Journalled):
    """A drawn line or name of the map (coast, escarpment, river, wire): points ``[[x_m, y_m], ...]``."""

    __tablename__ = "feature"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line, default="")
    kind: Column[FeatureKind] = Column(word(FeatureKind, "kind"))
    shape: Column[Any] = Column(Json)
    __table_args__ = (natural_key("key"), named("key"))


class Objective(Journalled):
    """An objective: ground that scores for a side at the end of each day on which it owns it, or only at the end of one
    day.
    """

    __tablename__ = "objective"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    place_id: Column[int]
    side_id: Column[int]
    """Id of the side that scores for holding it."""
    points: Column[int]
    day: Column[int | None]
    __table_args__ = (
        natural_key("key"),
        within("place_id", "place"),
        within("side_id", "side"),
        named(),
        check("points >= 0", name="points", says="would score fewer than 0 points"),
        check("day >= 1", name="day", says="would be of a day before the first"),
    )


class Score(Journalled):
    """Points a side took for an objective at the end of a day."""

    __tablename__ = "score"
    natural = ("day", "objective_id")
    day: Column[int]
    objective_id: Column[int]
    side_id: Column[int]
    points: Column[int]
    __table_args__ = (
        natural_key("day", "objective_id"),
        within("objective_id", "objective"),
        within("side_id", "side"),
        check(
            "day >= 1 and points >= 0", name="day", says="would be of a day before the first, or of fewer than 0 points"
        ),
    )


class EngineeringTask(Journalled):
    """A task that takes turns of work (OB-D-06). The target is a crossing, an obstacle, a road with a distance, or the
    place where the battalion stands.
    """

    __tablename__ = "engineering_task"
    natural = ("battalion_id", "begun_day", "begun_turn")
    battalion_id: Column[int]
    kind: Column[TaskKind] = Column(word(TaskKind, "kind"))
    crossing_id: Column[int | None]
    obstacle_id: Column[int | None]
    road_id: Column[int | None]
    at_m: Column[int | None]
    load_class: Column[LoadClass | None] = Column(word(LoadClass, "load_class"))
    begun_day: Column[int]
    begun_turn: Column[int]
    turns_needed: Column[int]
    turns_done: Column[int] = Column(default=0)
    carries: Column[Any] = Column(Json, default=dict)
    """For assault boats and swimming tanks: keys of the battalions to bring over the water, each with True once it is
    over (OB-AMPH)."""
    state: Column[TaskState] = Column(word(TaskState, "state"), default=TaskState.WORKING)
    __table_args__ = (
        natural_key("battalion_id", "begun_day", "begun_turn"),
        within("battalion_id", "battalion"),
        within("crossing_id", "crossing"),
        within("obstacle_id", "obstacle"),
        within("road_id", "road"),
        in_time("begun_day", "begun_turn"),
        check("at_m >= 0", name="at", says="would be less than 0 metres along its road"),
        check(
            "turns_needed >= 1 and turns_done between 0 and turns_needed",
            name="turns",
            says="would need no turn, or have more turns done than it needs",
        ),
    )
