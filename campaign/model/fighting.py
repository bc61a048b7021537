"""Orders, sightings, contacts, battles, returns, decisions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from campaign.model.base import (
    Base,
    Journalled,
    Json,
    Line,
    Word,
    in_time,
    named,
    natural_key,
    of_one_side,
    within,
    word,
)
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import BattleState, ContactState, DecisionKind, OrderKind, Role, State


class Order(Journalled, Base):
    """What a formation or a battalion is told, from a turn on, until another order replaces it (umpire 1.14).

    ``key`` is ``formation:KEY`` or ``battalion:KEY``. The standing order of a unit is its own latest one that has
    begun, else that of its present command, else of the formations above, else hold.
    """

    __tablename__ = "standing_order"
    natural = ("key", "day", "turn")
    key: Mapped[str] = mapped_column(Line)
    formation_id: Mapped[int | None]
    battalion_id: Mapped[int | None]
    day: Mapped[int]
    turn: Mapped[int]
    kind: Mapped[OrderKind] = mapped_column(word(OrderKind, "kind"))
    to_id: Mapped[int | None]
    via: Mapped[Any] = mapped_column(Json, default=list)
    """Place ids to pass on the way, in order."""
    aim: Mapped[str] = mapped_column(Text, default="")
    objective: Mapped[str] = mapped_column(Line, default="")
    limit: Mapped[str] = mapped_column("until", Line, default="")
    given_by: Mapped[str] = mapped_column(Line, default="")
    __table_args__ = (
        natural_key("key", "day", "turn"),
        named("key"),
        in_time(),
        within("formation_id", "formation"),
        within("battalion_id", "battalion"),
        within("to_id", "place"),
        CheckConstraint("(formation_id is null) <> (battalion_id is null)", name="one_subject"),
        CheckConstraint("kind in ('hold', 'follow', 'withdraw') or to_id is not null", name="destination"),
    )


class Contact(Journalled, Base):
    """Two enemies of whom at least one locates the other. ``first`` and ``second`` in order of id; ``seconds`` into the
    turn."""

    __tablename__ = "contact"
    natural = ("day", "turn", "first_id", "second_id")
    day: Mapped[int]
    turn: Mapped[int]
    seconds: Mapped[int]
    first_id: Mapped[int]
    second_id: Mapped[int]
    first_locates: Mapped[bool]
    second_locates: Mapped[bool]
    x_m: Mapped[int]
    y_m: Mapped[int]
    place_id: Mapped[int | None]
    battle_id: Mapped[int | None]
    state: Mapped[ContactState] = mapped_column(word(ContactState, "state"))
    why: Mapped[str] = mapped_column(Line, default="")
    __table_args__ = (
        natural_key("day", "turn", "first_id", "second_id"),
        within("first_id", "battalion"),
        within("second_id", "battalion"),
        within("place_id", "place"),
        within("battle_id", "battle"),
        in_time(),
        CheckConstraint("seconds >= 0", name="seconds"),
        CheckConstraint("first_id < second_id", name="ordered"),
        CheckConstraint("first_locates or second_locates", name="located"),
    )


class Sighting(Journalled, Base):
    """What a side knows of an enemy unit from one turn: arm and rough size; the name only after a battle
    (umpire 1.13)."""

    __tablename__ = "sighting"
    natural = ("day", "turn", "side_id", "battalion_id")
    day: Mapped[int]
    turn: Mapped[int]
    seconds: Mapped[int] = mapped_column(default=0)
    side_id: Mapped[int]
    """Who knows it."""
    battalion_id: Mapped[int]
    """What was seen; hidden from everybody but the umpire unless ``named``."""
    place_id: Mapped[int | None]
    """The place nearest to it."""
    road_id: Mapped[int | None]
    road_m: Mapped[int | None]
    """Where it was on a road, as closely as it is told; without a road it was at the place."""
    arm: Mapped[Arm] = mapped_column(word(Arm, "arm"))
    mark: Mapped[SizeMark] = mapped_column(word(SizeMark, "mark"))
    seen_by: Mapped[str] = mapped_column(Line)
    how: Mapped[str] = mapped_column(Word)
    named: Mapped[bool] = mapped_column(default=False)
    __table_args__ = (
        natural_key("day", "turn", "side_id", "battalion_id"),
        within("side_id", "side"),
        within("battalion_id", "battalion"),
        within("place_id", "place"),
        within("road_id", "road"),
        CheckConstraint("(road_id is null) = (road_m is null)", name="road_m"),
        in_time(),
        CheckConstraint("seconds >= 0", name="seconds"),
    )


class Battle(Journalled, Base):
    """A fight for the tabletop: proposed from contacts or set up by hand, fought under one of the systems, settled by
    returns or ruled.

    ``table`` holds the lie of the table: ``{"width_in", "depth_in", "scale_in_per_km", "centre": [x_m, y_m],
    "turned_deg"}``. ``reached``: the turn the table has played through; participants stay engaged until it has passed.
    """

    __tablename__ = "battle"
    natural = ("number",)
    number: Mapped[int]
    name: Mapped[str] = mapped_column(Line)
    code: Mapped[str] = mapped_column(Word)
    tabletop: Mapped[str] = mapped_column(Word)
    place_id: Mapped[int]
    day: Mapped[int]
    turn: Mapped[int]
    seconds: Mapped[int] = mapped_column(default=0)
    attacker_id: Mapped[int | None]
    state: Mapped[BattleState] = mapped_column(word(BattleState, "state"))
    table: Mapped[Any] = mapped_column("lie", Json, default=dict)
    reached_day: Mapped[int | None]
    reached_turn: Mapped[int | None]
    field_held_by_id: Mapped[int | None]
    outcome: Mapped[str] = mapped_column(Text, default="")
    is_ruling: Mapped[bool] = mapped_column(default=False)
    report: Mapped[Any] = mapped_column(Json, default=list)
    """What happened in a battle that the program fought, event by event (``campaign/views/battle_report.py``)."""
    __table_args__ = (
        natural_key("number"),
        natural_key("code"),
        within("place_id", "place"),
        within("attacker_id", "side"),
        within("field_held_by_id", "side"),
        named("name", "code"),
        in_time(),
        in_time("reached_day", "reached_turn"),
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("seconds >= 0", name="seconds"),
    )


class BattleUnit(Journalled, Base):
    """A battalion in a battle: its line on the sheet and return, and how it stood when the papers were printed."""

    __tablename__ = "battle_unit"
    natural = ("battle_id", "battalion_id")
    battle_id: Mapped[int]
    battalion_id: Mapped[int]
    side_id: Mapped[int]
    line: Mapped[int]
    command_id: Mapped[int]
    role: Mapped[Role] = mapped_column(word(Role, "role"))
    arrives_day: Mapped[int | None]
    arrives_turn: Mapped[int | None]
    edge: Mapped[str] = mapped_column(Line, default="")
    start_state: Mapped[State] = mapped_column(word(State, "start_state"))
    end_state: Mapped[State | None] = mapped_column(word(State, "end_state"))
    aftermath: Mapped[Any] = mapped_column(Json, default=dict)
    """What of its losses recovers later by the system's own rule, in numbers: points under pins, wounded."""
    __table_args__ = (
        natural_key("battle_id", "battalion_id"),
        natural_key("line", "battle_id", "side_id"),
        within("battle_id", "battle"),
        of_one_side("battalion_id", "battalion"),
        within("side_id", "side"),
        of_one_side("command_id", "formation"),
        in_time("arrives_day", "arrives_turn"),
        CheckConstraint("line >= 1", name="line"),
    )


class Return(Journalled, Base):
    """What one side wrote down after a session of a battle. ``content`` is the return as filed
    (``exchange/returns.py``)."""

    __tablename__ = "battle_return"
    natural = ("battle_id", "side_id", "session")
    battle_id: Mapped[int]
    side_id: Mapped[int]
    session: Mapped[int] = mapped_column(default=1)
    content: Mapped[Any] = mapped_column(Json)
    settled: Mapped[bool] = mapped_column(default=False)
    __table_args__ = (
        natural_key("battle_id", "side_id", "session"),
        within("battle_id", "battle"),
        within("side_id", "side"),
        CheckConstraint("session >= 1", name="session"),
    )


class Decision(Journalled, Base):
    """Something a side owes the umpire. ``options``: ``[{"key", "text"}, ...]`` in guarded words; the first is the
    default."""

    __tablename__ = "decision"
    natural = ("number",)
    number: Mapped[int]
    kind: Mapped[DecisionKind] = mapped_column(word(DecisionKind, "kind"))
    day: Mapped[int]
    turn: Mapped[int]
    side_id: Mapped[int]
    """Who has to choose."""
    subject: Mapped[str] = mapped_column(Line)
    question: Mapped[str] = mapped_column(Text)
    options: Mapped[Any] = mapped_column(Json)
    facts: Mapped[Any] = mapped_column(Json, default=dict)
    """What the program needs to carry the answer out; for the umpire only."""
    answer: Mapped[str | None] = mapped_column(Line)
    __table_args__ = (
        natural_key("number"),
        within("side_id", "side"),
        in_time(),
        CheckConstraint("number >= 1", name="number"),
    )
