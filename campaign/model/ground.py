"""The map: places, roads with crossings and obstacles on them, and the lines and areas that are no roads."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from campaign.model.base import Base, Journalled, Json, Line, Word, in_time, named, natural_key, within, word
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


class Place(Journalled, Base):
    """A point of the map. ``x_m`` east and ``y_m`` north are drawn metres; latitude and longitude where known."""

    __tablename__ = "place"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    x_m: Mapped[int]
    y_m: Mapped[int]
    lat_e6: Mapped[int | None]
    lon_e6: Mapped[int | None]
    accuracy_m: Mapped[int | None]
    role: Mapped[str] = mapped_column(Line, default="")
    cover: Mapped[Cover] = mapped_column(word(Cover, "cover"), default=Cover.OPEN)
    hill: Mapped[bool] = mapped_column(default=False)
    owner_id: Mapped[int | None]
    home_edge_of_id: Mapped[int | None]
    """The side for which a road leaves the map here to its own rear: source of supply."""

    __table_args__ = (natural_key("key"), named(), within("owner_id", "side"), within("home_edge_of_id", "side"))


class Road(Journalled, Base):
    """A road, track or stretch of going between two places. ``length_m`` as stated; ``shape`` the drawn points between
    its ends."""

    __tablename__ = "road"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line, default="")
    a_id: Mapped[int]
    b_id: Mapped[int]
    length_m: Mapped[int]
    length_basis: Mapped[str] = mapped_column(Word, default="")
    kind: Mapped[RoadKind] = mapped_column(word(RoadKind, "kind"))
    surface: Mapped[Surface] = mapped_column(word(Surface, "surface"))
    cover: Mapped[Cover] = mapped_column(word(Cover, "cover"), default=Cover.OPEN)
    defile: Mapped[bool] = mapped_column(default=False)
    """Columns of opposite directions cannot pass each other (umpire 1.18)."""
    shape: Mapped[Any] = mapped_column(Json, default=list)
    cut: Mapped[bool] = mapped_column(default=False)

    __table_args__ = (
        natural_key("key"),
        within("a_id", "place"),
        within("b_id", "place"),
        named("key"),
        CheckConstraint("length_m > 0", name="length"),
    )


class Crossing(Journalled, Base):
    """A bridge, ford or ferry, ``at_m`` metres from the road's first end."""

    __tablename__ = "crossing"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    road_id: Mapped[int]
    at_m: Mapped[int]
    waterway: Mapped[str] = mapped_column(Line, default="")
    major: Mapped[bool] = mapped_column(default=False)
    load_class: Mapped[LoadClass] = mapped_column(word(LoadClass, "load_class"), default=LoadClass.HEAVY_TANK)
    spans: Mapped[int] = mapped_column(default=1)
    state: Mapped[CrossingState] = mapped_column(word(CrossingState, "state"), default=CrossingState.INTACT)
    __table_args__ = (
        natural_key("key"),
        named(),
        within("road_id", "road"),
        CheckConstraint("at_m >= 0 and spans >= 1", name="at"),
    )


class Obstacle(Journalled, Base):
    """A block, minefield or demolition on a road (OB-OBS-01). ``gapped``: engineers have opened a way (OB-OBS-05)."""

    __tablename__ = "obstacle"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    road_id: Mapped[int]
    at_m: Mapped[int]
    kind: Mapped[ObstacleKind] = mapped_column(word(ObstacleKind, "kind"))
    gapped: Mapped[bool] = mapped_column(default=False)
    __table_args__ = (natural_key("key"), named(), within("road_id", "road"), CheckConstraint("at_m >= 0", name="at"))


class OldNews(Journalled, Base):
    """What a side still takes a crossing, an obstacle or a road to be, because it has not seen how that changed (umpire
    1.13).

    Without a row it knows how things are. ``key`` is ``crossing:KEY``, ``obstacle:KEY`` or ``road:KEY``; ``facts`` the
    columns as the side knows them, nothing of an obstacle that it does not know of at all.
    """

    __tablename__ = "old_news"
    natural = ("side_id", "key")
    side_id: Mapped[int]
    key: Mapped[str] = mapped_column(Line)
    crossing_id: Mapped[int | None]
    obstacle_id: Mapped[int | None]
    road_id: Mapped[int | None]
    facts: Mapped[Any] = mapped_column(Json, default=dict)
    __table_args__ = (
        natural_key("side_id", "key"),
        named("key"),
        within("side_id", "side"),
        within("crossing_id", "crossing"),
        within("obstacle_id", "obstacle"),
        within("road_id", "road"),
        CheckConstraint(
            "(crossing_id is not null and obstacle_id is null and road_id is null)"
            " or (crossing_id is null and obstacle_id is not null and road_id is null)"
            " or (crossing_id is null and obstacle_id is null and road_id is not null)",
            name="one_subject",
        ),
    )


class Feature(Journalled, Base):
    """Coast, escarpment, river, wire, a name on the map: drawn points ``[[x_m, y_m], ...]``."""

    __tablename__ = "feature"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line, default="")
    kind: Mapped[FeatureKind] = mapped_column(word(FeatureKind, "kind"))
    shape: Mapped[Any] = mapped_column(Json)
    __table_args__ = (natural_key("key"), named("key"))


class Objective(Journalled, Base):
    """Ground that scores for a side at the end of each day it owns it, or only at the end of one day."""

    __tablename__ = "objective"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    place_id: Mapped[int]
    side_id: Mapped[int]
    """Who scores for holding it."""
    points: Mapped[int]
    day: Mapped[int | None]
    __table_args__ = (
        natural_key("key"),
        within("place_id", "place"),
        within("side_id", "side"),
        named(),
        CheckConstraint("points >= 0", name="points"),
        CheckConstraint("day >= 1", name="day"),
    )


class Score(Journalled, Base):
    """Points a side took for an objective at the end of a day."""

    __tablename__ = "score"
    natural = ("day", "objective_id")
    day: Mapped[int]
    objective_id: Mapped[int]
    side_id: Mapped[int]
    points: Mapped[int]
    __table_args__ = (
        natural_key("day", "objective_id"),
        within("objective_id", "objective"),
        within("side_id", "side"),
        CheckConstraint("day >= 1 and points >= 0", name="day"),
    )


class EngineeringTask(Journalled, Base):
    """Work that takes turns (OB-D-06). The target is a crossing, an obstacle, a road with a distance, or the place it
    stands on."""

    __tablename__ = "engineering_task"
    natural = ("battalion_id", "begun_day", "begun_turn")
    battalion_id: Mapped[int]
    kind: Mapped[TaskKind] = mapped_column(word(TaskKind, "kind"))
    crossing_id: Mapped[int | None]
    obstacle_id: Mapped[int | None]
    road_id: Mapped[int | None]
    at_m: Mapped[int | None]
    load_class: Mapped[LoadClass | None] = mapped_column(word(LoadClass, "load_class"))
    begun_day: Mapped[int]
    begun_turn: Mapped[int]
    turns_needed: Mapped[int]
    turns_done: Mapped[int] = mapped_column(default=0)
    carries: Mapped[Any] = mapped_column(Json, default=dict)
    """Of assault boats and swimming tanks: keys of the battalions that they bring over the water, and whether they are
    over (OB-AMPH)."""
    state: Mapped[TaskState] = mapped_column(word(TaskState, "state"), default=TaskState.WORKING)
    __table_args__ = (
        natural_key("battalion_id", "begun_day", "begun_turn"),
        within("battalion_id", "battalion"),
        within("crossing_id", "crossing"),
        within("obstacle_id", "obstacle"),
        within("road_id", "road"),
        in_time("begun_day", "begun_turn"),
        CheckConstraint("at_m >= 0", name="at"),
        CheckConstraint("turns_needed >= 1 and turns_done between 0 and turns_needed", name="turns"),
    )
