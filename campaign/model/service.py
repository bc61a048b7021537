"""The tables for Not Quite Mechanised: orders and guns on their way, troops after a battle, dumps and the trucks
between them.
"""

from __future__ import annotations

from typing import Any

from campaign.rows.column import Column
from campaign.rows.table import Journalled, Json, Line, Word, check, in_time, natural_key, within


class OrderDelay(Journalled):
    """The delay of an order: it reaches its unit only some seconds into the turn from which it stands (NQM-CRT-01)."""

    __tablename__ = "order_delay"
    natural = ("order_id",)
    order_id: Column[int]
    seconds: Column[int]
    hours: Column[str] = Column(Word)
    """Total hours of reaction time, an exact number: ``2``, ``1/2``."""
    why: Column[str] = Column(Line)
    __table_args__ = (
        natural_key("order_id"),
        within("order_id", "standing_order"),
        check("seconds >= 0", name="seconds", says="would begin before its turn does"),
    )


class Release(Journalled):
    """The release of a battalion: it fires in support only from some seconds into the turn (NQM-ORDERS-07,
    NQM-SEQ-05).

    One without a row is released already: the plan allotted it, or the campaign keeps no reaction times.
    """

    __tablename__ = "support_release"
    natural = ("battalion_id",)
    battalion_id: Column[int]
    since_day: Column[int]
    since_turn: Column[int]
    seconds: Column[int]
    hours: Column[str] = Column(Word)
    """Total hours of reaction time, an exact number: ``2``, ``1/2``."""
    why: Column[str] = Column(Line)
    __table_args__ = (
        natural_key("battalion_id"),
        within("battalion_id", "battalion"),
        in_time("since_day", "since_turn"),
        check("seconds >= 0", name="seconds", says="would begin before its turn does"),
    )


class Condition(Journalled):
    """The condition of a battalion between its battles: grade, order, pins that have still to come off, ammunition,
    truck.

    A battalion without a row is fit: its grade is that of its experience, in good order, full, with its truck.
    """

    __tablename__ = "condition"
    natural = ("battalion_id",)
    battalion_id: Column[int]
    grade: Column[str] = Column(Word, default="")
    """Grade by ruling of the umpire or by promotion; if empty, the grade follows from its experience (NQM-GRADE)."""
    battles: Column[Any] = Column(Json, default=list)
    """Numbers of the battles whose results the campaign has taken over."""
    well_fought: Column[int] = Column(default=0)
    """Number of battles that it ended in good order since its last promotion (NQM-AMB-61)."""
    disorganised: Column[bool] = Column(default=False)
    dispersed: Column[bool] = Column(default=False)
    """True if it is dispersed; it re-forms overnight at its divisional headquarters (NQM-MORALE-06)."""
    command_lost: Column[bool] = Column(default=False)
    """True if its command stand was hit; without a command stand it does not reorganise (NQM-REORG-14)."""
    points: Column[int] = Column(default=0)
    points_lost: Column[int] = Column(default=0)
    pins: Column[int] = Column(default=0)
    """Points under black pins after its last battle, of which half still come off. ``points`` are the points that it
    had in that battle, ``points_lost`` those lost for good."""
    ammunition: Column[int | None]
    """Dice of ammunition left; None for all that it can carry (NQM-AMMO-02)."""
    truck_lost: Column[bool] = Column(default=False)
    since_day: Column[int] = Column(default=1)
    since_turn: Column[int] = Column(default=1)
    """Turn in which it last fought."""
    __table_args__ = (
        natural_key("battalion_id"),
        within("battalion_id", "battalion"),
        in_time("since_day", "since_turn"),
        check(
            "points >= 0 and points_lost >= 0 and pins >= 0 and ammunition >= 0 and well_fought >= 0",
            name="counts",
            says="would have a number of points, pins or ammunition below 0",
        ),
    )


class Dump(Journalled):
    """The dump of an army, corps, division or independent brigade: units of supply, and the trucks at it (NQM-LOG)."""

    __tablename__ = "dump"
    natural = ("formation_id",)
    formation_id: Column[int]
    logs: Column[str] = Column(Word, default="0")
    """Div Logs, an exact number: ``3/2``."""
    fuel: Column[str] = Column(Word, default="0")
    """Div POLs, an exact number; counted only if fuel is kept by units (NQM-AMB-84)."""
    trucks: Column[int] = Column(default=0)
    """Number of empty trucks at the dump."""
    bowser: Column[bool] = Column(default=True)
    """True if its fuel vehicle is at the dump (NQM-POL-03)."""
    dry_since: Column[int | None]
    """Day since which its chain of fuel vehicles has been broken; None for an unbroken chain."""
    __table_args__ = (
        natural_key("formation_id"),
        within("formation_id", "formation"),
        check("trucks >= 0", name="trucks", says="would have fewer than 0 trucks"),
        check("dry_since >= 0", name="dry_since", says="would be without supplies since before the campaign"),
    )


class Convoy(Journalled):
    """A truck on the road: a swap between two dumps, or a battalion's vehicle that fetches ammunition (NQM-LOG-06 to
    -08).
    """

    __tablename__ = "convoy"
    natural = ("number",)
    number: Column[int]
    formation_id: Column[int]
    """Id of the formation whose dump receives the goods; for a battalion's vehicle, of the dump that supplies the
    battalion."""
    supplier_id: Column[int | None]
    """Id of the formation whose dump gives the goods; None for a railhead or depot."""
    battalion_id: Column[int | None]
    goods: Column[str] = Column(Word)
    left_day: Column[int]
    left_turn: Column[int]
    due_day: Column[int]
    due_turn: Column[int]
    metres: Column[int]
    state: Column[str] = Column(Word, default="on the road")
    why: Column[str] = Column(Line, default="")
    __table_args__ = (
        natural_key("number"),
        within("formation_id", "formation"),
        within("supplier_id", "formation"),
        within("battalion_id", "battalion"),
        in_time("left_day", "left_turn"),
        in_time("due_day", "due_turn"),
        check(
            "number >= 1 and metres >= 0",
            name="number",
            says="would have a number below 1, or a way of less than 0 metres",
        ),
        check(
            "goods in ('log', 'fuel', 'bowser', 'ammunition')",
            name="goods",
            says="would carry neither supplies, fuel, a bowser nor ammunition",
        ),
        check(
            "state in ('on the road', 'arrived', 'held up', 'lost')",
            name="state",
            says="would be neither on the road, arrived, held up nor lost",
        ),
    )
