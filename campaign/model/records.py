"""Records of each turn and day, so that any past day can be printed again."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Text

from campaign.rows.column import Column
from campaign.rows.table import Journalled, Json, Word, check, in_time, natural_key, within, word
from campaign.terms.state import News


class SupplyReport(Journalled):
    """Supply as traced in one turn, one row: the state of every corps, division and command, by its key."""

    __tablename__ = "supply_report"
    natural = ("day", "turn", "moment")
    day: Column[int]
    turn: Column[int]
    moment: Column[str] = Column(Word, default="turn")
    """Kind of trace: ``day`` for the trace that recovery uses, ``turn`` for that of the turn."""
    content: Column[Any] = Column(Json)
    __table_args__ = (
        natural_key("day", "turn", "moment"),
        in_time(),
        check("moment in ('day', 'turn')", name="moment", says="would be of neither a day nor a turn"),
    )


class StrengthReturn(Journalled):
    """Every battalion's state and strength at the end of a day (day 0: the start): ``{battalion key: [state, men,
    vehicles, guns]}``.
    """

    __tablename__ = "strength_return"
    natural = ("day",)
    day: Column[int]
    content: Column[Any] = Column(Json)
    __table_args__ = (natural_key("day"), check("day >= 0", name="day", says="would be of a day before the campaign"))


class DiaryLine(Journalled):
    """One event, for sitreps, unit diaries and the campaign book. ``side_id`` None: for the umpire only; an event that
    both sides saw is two lines, each in that side's words.
    """

    __tablename__ = "diary_line"
    natural = ("day", "turn", "place_in_turn")
    day: Column[int]
    turn: Column[int]
    place_in_turn: Column[int]
    seconds: Column[int | None]
    side_id: Column[int | None]
    formation_id: Column[int | None]
    battalion_id: Column[int | None]
    battle_id: Column[int | None]
    bold: Column[bool] = Column(default=False)
    text: Column[str] = Column(Text)
    plural: Column[str | None] = Column(Text)
    """Words for several battalions, to follow their names, in a line about a battalion's action. (A line that tells of
    a detour had its reason here before revision 0018.)"""
    news: Column[News | None] = Column(word(News, "news"))
    """What the day's report makes of the line; None: nothing."""
    __table_args__ = (
        natural_key("day", "turn", "place_in_turn"),
        within("side_id", "side"),
        within("formation_id", "formation"),
        within("battalion_id", "battalion"),
        within("battle_id", "battle"),
        in_time(),
        check("place_in_turn >= 1", name="place_in_turn", says="would stand before the first line of its turn"),
        check("seconds >= 0", name="seconds", says="would begin before its turn does"),
    )
