"""What is written down turn by turn and day by day, so that any past day can be printed again."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from campaign.model.base import Base, Journalled, Json, Word, in_time, natural_key, within


class SupplyReport(Journalled, Base):
    """Supply as traced in one turn, one row: what is said of every corps, division and command, by its key."""

    __tablename__ = "supply_report"
    natural = ("day", "turn", "moment")
    day: Mapped[int]
    turn: Mapped[int]
    moment: Mapped[str] = mapped_column(Word, default="turn")
    """``day`` for the trace that recovery uses, ``turn`` for that of the turn."""
    content: Mapped[Any] = mapped_column(Json)
    __table_args__ = (
        natural_key("day", "turn", "moment"),
        in_time(),
        CheckConstraint("moment in ('day', 'turn')", name="moment"),
    )


class StrengthReturn(Journalled, Base):
    """Every battalion's state and strength at the end of a day (day 0: the founding): ``{battalion key: [state, men,
    vehicles, guns]}``."""

    __tablename__ = "strength_return"
    natural = ("day",)
    day: Mapped[int]
    content: Mapped[Any] = mapped_column(Json)
    __table_args__ = (natural_key("day"), CheckConstraint("day >= 0", name="day"))


class DiaryLine(Journalled, Base):
    """One thing that happened, for sitreps, unit diaries and the campaign book. ``side_id`` None: for the umpire's eyes
    only; a thing both sides saw is two lines, each in that side's words."""

    __tablename__ = "diary_line"
    natural = ("day", "turn", "place_in_turn")
    day: Mapped[int]
    turn: Mapped[int]
    place_in_turn: Mapped[int]
    seconds: Mapped[int | None]
    side_id: Mapped[int | None]
    formation_id: Mapped[int | None]
    battalion_id: Mapped[int | None]
    battle_id: Mapped[int | None]
    bold: Mapped[bool] = mapped_column(default=False)
    text: Mapped[str] = mapped_column(Text)
    plural: Mapped[str | None] = mapped_column(Text)
    """Of a line that tells what its battalion did: what would be told of several after their names."""
    __table_args__ = (
        natural_key("day", "turn", "place_in_turn"),
        within("side_id", "side"),
        within("formation_id", "formation"),
        within("battalion_id", "battalion"),
        within("battle_id", "battle"),
        in_time(),
        CheckConstraint("place_in_turn >= 1", name="place_in_turn"),
        CheckConstraint("seconds >= 0", name="seconds"),
    )
