"""Weather, air bases, air groups and their missions."""

from __future__ import annotations

from campaign.rows.column import Column
from campaign.rows.table import (
    Journalled,
    Line,
    Word,
    can_be_of_one_side,
    check,
    in_time,
    named,
    natural_key,
    of_one_side,
    within,
    word,
)
from campaign.terms.forces import AirType
from campaign.terms.state import Sky


class BasingArea(Journalled):
    """A base of aircraft, with weather of its own (OB-WX-07)."""

    __tablename__ = "basing_area"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    side_id: Column[int]
    place_id: Column[int | None]
    lat_e6: Column[int | None]
    lon_e6: Column[int | None]
    source: Column[str] = Column(Line, default="")
    unconfirmed: Column[bool] = Column(default=False)
    __table_args__ = (
        natural_key("key"),
        can_be_of_one_side(),
        named(),
        within("side_id", "side"),
        within("place_id", "place"),
    )


class AirGroup(Journalled):
    """Aircraft that fly as one stand (OB-AIR-01). ``fac_with_id``: the command its forward air controller is with
    (OB-AIR-05).
    """

    __tablename__ = "air_group"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    side_id: Column[int]
    kind: Column[AirType] = Column(word(AirType, "kind"))
    basing_area_id: Column[int]
    aircraft: Column[str] = Column(Line, default="")
    missions_a_day: Column[int] = Column(default=1)
    has_fac: Column[bool] = Column(default=False)
    fac_with_id: Column[int | None]
    source: Column[str] = Column(Line, default="")
    unconfirmed: Column[bool] = Column(default=False)
    last_day: Column[int | None]
    last_turn: Column[int | None]
    __table_args__ = (
        natural_key("key"),
        named(),
        within("side_id", "side"),
        of_one_side("basing_area_id", "basing_area"),
        of_one_side("fac_with_id", "formation"),
        in_time("last_day", "last_turn"),
        check("missions_a_day >= 0", name="missions", says="would fly fewer than 0 missions a day"),
    )


class AirMission(Journalled):
    """A sortie tasked before the turn or day (OB-AIR-06, -07), and its result."""

    __tablename__ = "air_mission"
    natural = ("air_group_id", "day", "turn", "sortie")
    air_group_id: Column[int]
    day: Column[int]
    turn: Column[int]
    sortie: Column[int] = Column(default=1)
    task: Column[str] = Column(Word)
    place_id: Column[int | None]
    battalion_id: Column[int | None]
    formation_id: Column[int | None]
    """Id of the division supplied, for a transport mission, or of the command supported, for a group with a forward air
    controller."""
    roll: Column[int | None]
    state: Column[str] = Column(Word, default="tasked")
    result: Column[str] = Column(Line, default="")
    __table_args__ = (
        natural_key("air_group_id", "day", "turn", "sortie"),
        within("air_group_id", "air_group"),
        within("place_id", "place"),
        within("battalion_id", "battalion"),
        within("formation_id", "formation"),
        in_time(),
        check("sortie >= 1", name="sortie", says="would have a sortie number below 1"),
        check(
            "task in ('strike', 'support', 'supply', 'reconnaissance', 'landing')",
            name="task",
            says="would have a task that aircraft do not fly",
        ),
        check(
            "state in ('tasked', 'flown', 'grounded', 'cancelled')",
            name="state",
            says="would be neither tasked, flown, grounded nor cancelled",
        ),
    )


class WeatherReport(Journalled):
    """The weather of one turn over the battlefield (no basing area) or over a basing area. ``area`` repeats its key, ""
    for the battlefield.
    """

    __tablename__ = "weather_report"
    natural = ("day", "turn", "area")
    day: Column[int]
    turn: Column[int]
    area: Column[str] = Column(Word, default="")
    basing_area_id: Column[int | None]
    roll: Column[int | None]
    """Natural die roll; None for historical weather, or weather carried over."""
    sky: Column[Sky] = Column(word(Sky, "sky"))
    basis: Column[str] = Column(Line, default="")
    __table_args__ = (
        natural_key("day", "turn", "area"),
        within("basing_area_id", "basing_area"),
        in_time(),
        check(
            "(area = '') = (basing_area_id is null)",
            name="area",
            says="would be of a basing area without its key, or have a key without a basing area",
        ),
    )
