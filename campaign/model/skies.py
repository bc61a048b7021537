"""Weather, air bases, air groups and what they fly."""

from __future__ import annotations

from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from campaign.model.base import (
    Base,
    Journalled,
    Line,
    Word,
    can_be_of_one_side,
    in_time,
    named,
    natural_key,
    of_one_side,
    within,
    word,
)
from campaign.terms.forces import AirType
from campaign.terms.state import Sky


class BasingArea(Journalled, Base):
    """Where aircraft are based; it has weather of its own (OB-WX-07)."""

    __tablename__ = "basing_area"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    side_id: Mapped[int]
    place_id: Mapped[int | None]
    lat_e6: Mapped[int | None]
    lon_e6: Mapped[int | None]
    source: Mapped[str] = mapped_column(Line, default="")
    unconfirmed: Mapped[bool] = mapped_column(default=False)
    __table_args__ = (
        natural_key("key"),
        can_be_of_one_side(),
        named(),
        within("side_id", "side"),
        within("place_id", "place"),
    )


class AirGroup(Journalled, Base):
    """Aircraft that fly as one stand (OB-AIR-01). ``fac_with_id``: the command its forward air controller is with
    (OB-AIR-05)."""

    __tablename__ = "air_group"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    side_id: Mapped[int]
    kind: Mapped[AirType] = mapped_column(word(AirType, "kind"))
    basing_area_id: Mapped[int]
    aircraft: Mapped[str] = mapped_column(Line, default="")
    missions_a_day: Mapped[int] = mapped_column(default=1)
    has_fac: Mapped[bool] = mapped_column(default=False)
    fac_with_id: Mapped[int | None]
    source: Mapped[str] = mapped_column(Line, default="")
    unconfirmed: Mapped[bool] = mapped_column(default=False)
    last_day: Mapped[int | None]
    last_turn: Mapped[int | None]
    __table_args__ = (
        natural_key("key"),
        named(),
        within("side_id", "side"),
        of_one_side("basing_area_id", "basing_area"),
        of_one_side("fac_with_id", "formation"),
        in_time("last_day", "last_turn"),
        CheckConstraint("missions_a_day >= 0", name="missions"),
    )


class AirMission(Journalled, Base):
    """A sortie tasked before the turn or day (OB-AIR-06, -07) and what came of it."""

    __tablename__ = "air_mission"
    natural = ("air_group_id", "day", "turn", "sortie")
    air_group_id: Mapped[int]
    day: Mapped[int]
    turn: Mapped[int]
    sortie: Mapped[int] = mapped_column(default=1)
    task: Mapped[str] = mapped_column(Word)
    place_id: Mapped[int | None]
    battalion_id: Mapped[int | None]
    formation_id: Mapped[int | None]
    """The division supplied, for a transport; the command supported, for a group with its controller."""
    roll: Mapped[int | None]
    state: Mapped[str] = mapped_column(Word, default="tasked")
    result: Mapped[str] = mapped_column(Line, default="")
    __table_args__ = (
        natural_key("air_group_id", "day", "turn", "sortie"),
        within("air_group_id", "air_group"),
        within("place_id", "place"),
        within("battalion_id", "battalion"),
        within("formation_id", "formation"),
        in_time(),
        CheckConstraint("sortie >= 1", name="sortie"),
        CheckConstraint("task in ('strike', 'support', 'supply', 'reconnaissance', 'landing')", name="task"),
        CheckConstraint("state in ('tasked', 'flown', 'grounded', 'cancelled')", name="state"),
    )


class WeatherReport(Journalled, Base):
    """Weather of one turn over the battlefield (no basing area) or over a basing area. ``area`` repeats its key, "" for
    the field."""

    __tablename__ = "weather_report"
    natural = ("day", "turn", "area")
    day: Mapped[int]
    turn: Mapped[int]
    area: Mapped[str] = mapped_column(Word, default="")
    basing_area_id: Mapped[int | None]
    roll: Mapped[int | None]
    """The natural die; None where the weather is historical or carried over."""
    sky: Mapped[Sky] = mapped_column(word(Sky, "sky"))
    basis: Mapped[str] = mapped_column(Line, default="")
    __table_args__ = (
        natural_key("day", "turn", "area"),
        within("basing_area_id", "basing_area"),
        in_time(),
        CheckConstraint("(area = '') = (basing_area_id is null)", name="area"),
    )
