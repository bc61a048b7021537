"""The tables of orders, sightings, contacts, battles, returns and decisions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Text

from campaign.rows.column import Column
from campaign.rows.table import (
    Journalled,
    Json,
    Line,
    Word,
    check,
    in_time,
    named,
    natural_key,
    of_one_side,
    within,
    word,
)
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import BattleState, ContactState, DecisionKind, OrderKind, Role, State


class Order(Journalled):
    """An order to a formation or a battalion, in force from a turn on until another replaces it (umpire 1.14).

    ``key`` is ``formation:KEY`` or ``battalion:KEY``. The standing order of a unit is its own latest one that has
    begun, else that of its present command, else of the formations above, else hold.
    """

    __tablename__ = "standing_order"
    natural = ("key", "day", "turn")
    key: Column[str] = Column(Line)
    formation_id: Column[int | None]
    battalion_id: Column[int | None]
    day: Column[int]
    turn: Column[int]
    kind: Column[OrderKind] = Column(word(OrderKind, "kind"))
    to_id: Column[int | None]
    via: Column[Any] = Column(Json, default=list)
    """Ids of the places to pass on the route, in order."""
    aim: Column[str] = Column(Text, default="")
    objective: Column[str] = Column(Line, default="")
    limit: Column[str] = Column(Line, name="until", default="")
    not_beyond_id: Column[int | None]
    """The place that the program's commanders under this order do not pass."""
    given_by: Column[str] = Column(Line, default="")
    detours_told: Column[Any] = Column(Json, default=list)
    """The detours under this order of which its side has been told: a list each, of its kind and the keys of the blocks
    that it goes round."""
    __table_args__ = (
        natural_key("key", "day", "turn"),
        named("key"),
        in_time(),
        within("formation_id", "formation"),
        within("battalion_id", "battalion"),
        within("to_id", "place"),
        within("not_beyond_id", "place"),
        check(
            "(formation_id is null) <> (battalion_id is null)",
            name="one_subject",
            says="would be for no unit, or for a formation and a battalion at once",
        ),
        check(
            "kind in ('hold', 'follow', 'withdraw') or to_id is not null",
            name="destination",
            says="would be an order to move without a place to go to",
        ),
    )


class Contact(Journalled):
    """A contact of two enemies of which at least one locates the other. ``first`` and ``second`` in order of id;
    ``seconds`` into the turn.
    """

    __tablename__ = "contact"
    natural = ("day", "turn", "first_id", "second_id")
    day: Column[int]
    turn: Column[int]
    seconds: Column[int]
    first_id: Column[int]
    second_id: Column[int]
    first_locates: Column[bool]
    second_locates: Column[bool]
    x_m: Column[int]
    y_m: Column[int]
    place_id: Column[int | None]
    battle_id: Column[int | None]
    state: Column[ContactState] = Column(word(ContactState, "state"))
    why: Column[str] = Column(Line, default="")
    __table_args__ = (
        natural_key("day", "turn", "first_id", "second_id"),
        within("first_id", "battalion"),
        within("second_id", "battalion"),
        within("place_id", "place"),
        within("battle_id", "battle"),
        in_time(),
        check("seconds >= 0", name="seconds", says="would begin before its turn does"),
        check(
            "first_id < second_id",
            name="ordered",
            says="would name its two battalions in the wrong order, or one battalion twice",
        ),
        check(
            "first_locates or second_locates",
            name="located",
            says="would be a contact in which neither unit locates the other",
        ),
    )


class Sighting(Journalled):
    """A side's knowledge of an enemy unit from one turn: arm and rough size; the name only after a battle (umpire
    1.13).
    """

    __tablename__ = "sighting"
    natural = ("day", "turn", "side_id", "battalion_id")
    day: Column[int]
    turn: Column[int]
    seconds: Column[int] = Column(default=0)
    side_id: Column[int]
    """Id of the side that knows of it."""
    battalion_id: Column[int]
    """Id of the battalion seen; only the umpire may know it unless ``named``."""
    place_id: Column[int | None]
    """Id of the nearest place."""
    road_id: Column[int | None]
    road_m: Column[int | None]
    """Distance along a road in metres, as closely as it is reported; without a road, the sighting was at the place."""
    arm: Column[Arm] = Column(word(Arm, "arm"))
    mark: Column[SizeMark] = Column(word(SizeMark, "mark"))
    seen_by: Column[str] = Column(Line)
    how: Column[str] = Column(Word)
    named: Column[bool] = Column(default=False)
    __table_args__ = (
        natural_key("day", "turn", "side_id", "battalion_id"),
        within("side_id", "side"),
        within("battalion_id", "battalion"),
        within("place_id", "place"),
        within("road_id", "road"),
        check(
            "(road_id is null) = (road_m is null)",
            name="road_m",
            says="would be on a road without a distance along it, or have such a distance without a road",
        ),
        in_time(),
        check("seconds >= 0", name="seconds", says="would begin before its turn does"),
    )


class Battle(Journalled):
    """A battle for the tabletop: proposed from contacts or set up by hand, fought under one of the systems, settled by
    returns or ruled.

    ``table`` holds the layout of the table: ``{"width_in", "depth_in", "scale_in_per_km", "centre": [x_m, y_m],
    "turned_deg"}``. ``reached_day`` and ``reached_turn``: the turn the table has played
    through; participants stay engaged until it has passed.
    """

    __tablename__ = "battle"
    natural = ("number",)
    number: Column[int]
    name: Column[str] = Column(Line)
    code: Column[str] = Column(Word)
    tabletop: Column[str] = Column(Word)
    place_id: Column[int]
    day: Column[int]
    turn: Column[int]
    seconds: Column[int] = Column(default=0)
    attacker_id: Column[int | None]
    state: Column[BattleState] = Column(word(BattleState, "state"))
    table: Column[Any] = Column(Json, name="lie", default=dict)
    reached_day: Column[int | None]
    reached_turn: Column[int | None]
    field_held_by_id: Column[int | None]
    outcome: Column[str] = Column(Text, default="")
    is_ruling: Column[bool] = Column(default=False)
    report: Column[Any] = Column(Json, default=list)
    """Events of a battle that the program resolved, in order (``campaign/words/battle_report.py``)."""
    __table_args__ = (
        natural_key("number"),
        natural_key("code"),
        within("place_id", "place"),
        within("attacker_id", "side"),
        within("field_held_by_id", "side"),
        named("name", "code"),
        in_time(),
        in_time("reached_day", "reached_turn"),
        check("number >= 1", name="number", says="would have a number below 1"),
        check("seconds >= 0", name="seconds", says="would begin before its turn does"),
    )


class BattleUnit(Journalled):
    """A battalion in a battle: its line on the sheet and return, and its state when the papers were printed."""

    __tablename__ = "battle_unit"
    natural = ("battle_id", "battalion_id")
    battle_id: Column[int]
    battalion_id: Column[int]
    side_id: Column[int]
    line: Column[int]
    command_id: Column[int]
    role: Column[Role] = Column(word(Role, "role"))
    arrives_day: Column[int | None]
    arrives_turn: Column[int | None]
    edge: Column[str] = Column(Line, default="")
    start_state: Column[State] = Column(word(State, "start_state"))
    end_state: Column[State | None] = Column(word(State, "end_state"))
    aftermath: Column[Any] = Column(Json, default=dict)
    """Losses that recover later by the system's own rule, as numbers by name: points under pins, wounded."""
    __table_args__ = (
        natural_key("battle_id", "battalion_id"),
        natural_key("line", "battle_id", "side_id"),
        within("battle_id", "battle"),
        of_one_side("battalion_id", "battalion"),
        within("side_id", "side"),
        of_one_side("command_id", "formation"),
        in_time("arrives_day", "arrives_turn"),
        check("line >= 1", name="line", says="would have a line number below 1"),
    )


class Return(Journalled):
    """The return of one side for a session of a battle. ``content`` is the return as filed
    (``exchange/returns/file.py``).
    """

    __tablename__ = "battle_return"
    natural = ("battle_id", "side_id", "session")
    battle_id: Column[int]
    side_id: Column[int]
    session: Column[int] = Column(default=1)
    content: Column[Any] = Column(Json)
    settled: Column[bool] = Column(default=False)
    __table_args__ = (
        natural_key("battle_id", "side_id", "session"),
        within("battle_id", "battle"),
        within("side_id", "side"),
        check("session >= 1", name="session", says="would be of a session before the first"),
    )


class Decision(Journalled):
    """A decision for which the umpire waits. ``options``: ``[{"key", "text"}, ...]`` in guarded words; the first is the
    default.
    """

    __tablename__ = "decision"
    natural = ("number",)
    number: Column[int]
    kind: Column[DecisionKind] = Column(word(DecisionKind, "kind"))
    day: Column[int]
    turn: Column[int]
    side_id: Column[int]
    """Id of the side that must decide."""
    subject: Column[str] = Column(Line)
    question: Column[str] = Column(Text)
    options: Column[Any] = Column(Json)
    facts: Column[Any] = Column(Json, default=dict)
    """Facts that the program needs to carry out the answer; for the umpire only."""
    answer: Column[str | None] = Column(Line)
    __table_args__ = (
        natural_key("number"),
        within("side_id", "side"),
        in_time(),
        check("number >= 1", name="number", says="would have a number below 1"),
    )


class Photo(Journalled):
    """A photo of the table, attached to a battle. ``picture`` is the digest of a ``KeptPicture``; ``number`` counts
    within the battle."""

    __tablename__ = "photo"
    natural = ("battle_id", "number")
    battle_id: Column[int]
    number: Column[int]
    file: Column[str] = Column(Line)
    caption: Column[str] = Column(Text, default="")
    taken_by: Column[str] = Column(Line, default="")
    media_type: Column[str] = Column(Word)
    width: Column[int]
    height: Column[int]
    picture: Column[str] = Column(Word)
    __table_args__ = (
        natural_key("battle_id", "number"),
        named("file", "picture"),
        within("battle_id", "battle"),
        check("number >= 1", name="number", says="would have a number below 1"),
        check(
            "media_type in ('image/jpeg', 'image/png')",
            name="media_type",
            says="would be neither a JPEG nor a PNG picture",
        ),
        check("width >= 1 and height >= 1", name="size", says="would be a picture without width or height"),
    )
