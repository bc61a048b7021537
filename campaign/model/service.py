"""What Not Quite Mechanised keeps of a campaign: orders and guns on their way, troops after a battle, dumps and the
trucks between them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from campaign.model.base import Base, Journalled, Json, Line, Word, in_time, natural_key, within


class OrderDelay(Journalled, Base):
    """An order reaches its unit only so many seconds into the turn from which it stands (NQM-CRT-01)."""

    __tablename__ = "order_delay"
    natural = ("order_id",)
    order_id: Mapped[int]
    seconds: Mapped[int]
    hours: Mapped[str] = mapped_column(Word)
    """Hours of reaction in all, an exact number: ``2``, ``1/2``."""
    why: Mapped[str] = mapped_column(Line)
    __table_args__ = (
        natural_key("order_id"),
        within("order_id", "standing_order"),
        CheckConstraint("seconds >= 0", name="seconds"),
    )


class Release(Journalled, Base):
    """A battalion fires for those it was put in support of only so many seconds into the turn (NQM-ORDERS-07,
    NQM-SEQ-05).

    One without a row is released already: the plan allotted it, or reaction times are not kept.
    """

    __tablename__ = "support_release"
    natural = ("battalion_id",)
    battalion_id: Mapped[int]
    since_day: Mapped[int]
    since_turn: Mapped[int]
    seconds: Mapped[int]
    hours: Mapped[str] = mapped_column(Word)
    """Hours of reaction in all, an exact number: ``2``, ``1/2``."""
    why: Mapped[str] = mapped_column(Line)
    __table_args__ = (
        natural_key("battalion_id"),
        within("battalion_id", "battalion"),
        in_time("since_day", "since_turn"),
        CheckConstraint("seconds >= 0", name="seconds"),
    )


class Condition(Journalled, Base):
    """A battalion between its battles: grade, order, pins that have still to come off, ammunition, truck.

    A battalion without a row is fit: its grade is that of its experience, in good order, full, with its truck.
    """

    __tablename__ = "condition"
    natural = ("battalion_id",)
    battalion_id: Mapped[int]
    grade: Mapped[str] = mapped_column(Word, default="")
    """Its grade by the umpire's word or by promotion; empty: by its experience (NQM-GRADE)."""
    battles: Mapped[Any] = mapped_column(Json, default=list)
    """Numbers of the battles whose outcome has been taken over."""
    well_fought: Mapped[int] = mapped_column(default=0)
    """Battles it came out of in good order since its last promotion (NQM-AMB-61)."""
    disorganised: Mapped[bool] = mapped_column(default=False)
    dispersed: Mapped[bool] = mapped_column(default=False)
    """It re-forms overnight at its divisional headquarters (NQM-MORALE-06)."""
    command_lost: Mapped[bool] = mapped_column(default=False)
    """Its command stand was hit: without one it does not reorganise (NQM-REORG-14)."""
    points: Mapped[int] = mapped_column(default=0)
    points_lost: Mapped[int] = mapped_column(default=0)
    pins: Mapped[int] = mapped_column(default=0)
    """Of its last battle: points that it had, that are gone for good, and under black pins of which half still come
    off."""
    ammunition: Mapped[int | None]
    """Dice of ammunition left; None: all it can carry (NQM-AMMO-02)."""
    truck_lost: Mapped[bool] = mapped_column(default=False)
    since_day: Mapped[int] = mapped_column(default=1)
    since_turn: Mapped[int] = mapped_column(default=1)
    """The turn in which it last fought."""
    __table_args__ = (
        natural_key("battalion_id"),
        within("battalion_id", "battalion"),
        in_time("since_day", "since_turn"),
        CheckConstraint(
            "points >= 0 and points_lost >= 0 and pins >= 0 and ammunition >= 0 and well_fought >= 0", name="counts"
        ),
    )


class Dump(Journalled, Base):
    """The dump of an army, corps, division or independent brigade: units of supply, and the trucks that stand there
    (NQM-LOG)."""

    __tablename__ = "dump"
    natural = ("formation_id",)
    formation_id: Mapped[int]
    logs: Mapped[str] = mapped_column(Word, default="0")
    """Div Logs, an exact number: ``3/2``."""
    fuel: Mapped[str] = mapped_column(Word, default="0")
    """Div POLs, counted only where fuel is kept by units (NQM-AMB-84)."""
    trucks: Mapped[int] = mapped_column(default=0)
    """Empty trucks at the dump."""
    bowser: Mapped[bool] = mapped_column(default=True)
    """Its fuel vehicle is there (NQM-POL-03)."""
    dry_since: Mapped[int | None]
    """The day since which the chain of fuel vehicles to it has been broken."""
    __table_args__ = (
        natural_key("formation_id"),
        within("formation_id", "formation"),
        CheckConstraint("trucks >= 0", name="trucks"),
        CheckConstraint("dry_since >= 0", name="dry_since"),
    )


class Convoy(Journalled, Base):
    """A truck on the road: a swap between two dumps, or a battalion's vehicle that fetches ammunition (NQM-LOG-06 to
    -08)."""

    __tablename__ = "convoy"
    natural = ("number",)
    number: Mapped[int]
    formation_id: Mapped[int]
    """The dump that gets the goods; for a battalion's vehicle the one it draws on."""
    supplier_id: Mapped[int | None]
    """The dump above that gives them; None: railhead or depot."""
    battalion_id: Mapped[int | None]
    goods: Mapped[str] = mapped_column(Word)
    left_day: Mapped[int]
    left_turn: Mapped[int]
    due_day: Mapped[int]
    due_turn: Mapped[int]
    metres: Mapped[int]
    state: Mapped[str] = mapped_column(Word, default="on the road")
    why: Mapped[str] = mapped_column(Line, default="")
    __table_args__ = (
        natural_key("number"),
        within("formation_id", "formation"),
        within("supplier_id", "formation"),
        within("battalion_id", "battalion"),
        in_time("left_day", "left_turn"),
        in_time("due_day", "due_turn"),
        CheckConstraint("number >= 1 and metres >= 0", name="number"),
        CheckConstraint("goods in ('log', 'fuel', 'bowser', 'ammunition')", name="goods"),
        CheckConstraint("state in ('on the road', 'arrived', 'held up', 'lost')", name="state"),
    )
