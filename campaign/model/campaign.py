"""The campaign itself, its ledger, its clock, and the settings of its rulebook that differ from the default."""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from campaign.model.base import Base, Journalled, Json, Line, Word, in_time, named, natural_key, word
from campaign.terms.time import Phase


class Campaign(Base):
    """The static facts of a campaign: never changed after the founding, hence not journalled."""

    __tablename__ = "campaign"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Word)
    title: Mapped[str] = mapped_column(Line)
    scenario: Mapped[str] = mapped_column(Word)
    scenario_hash: Mapped[str] = mapped_column(Word)
    program_version: Mapped[str] = mapped_column(Word)
    seed: Mapped[str] = mapped_column(Word)
    """Where the dice come from (until a ``Reseeding``). Known to the umpire alone, as is the key of the papers."""
    paper_key: Mapped[str | None] = mapped_column(Word)
    """Where the codes of battle sheets come from; it has nothing to do with the seed, so that a code tells nothing of
    the dice."""
    old_codes: Mapped[int | None]
    """The highest id given before there were keys for papers: codes of battles up to it come from the seed, undone and
    brought back or played again, too. None: there were keys from the start."""
    tabletop: Mapped[str] = mapped_column(Word)
    first_day: Mapped[date]
    days: Mapped[int]
    day_start_hour: Mapped[int]
    time_zone: Mapped[str] = mapped_column(Word)
    lat_e6: Mapped[int | None]
    lon_e6: Mapped[int | None]
    notes: Mapped[str] = mapped_column(Text, default="")
    __table_args__ = (
        UniqueConstraint("name", name="uq_campaign_name"),
        CheckConstraint("name <> '' and title <> ''", name="named"),
        CheckConstraint("days >= 1", name="days"),
        CheckConstraint("day_start_hour between 0 and 23", name="day_start_hour"),
    )


class Ledger(Base):
    """One row a campaign, which every writer locks first: the counters and the head of the chain of hashes."""

    __tablename__ = "ledger"
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), primary_key=True, autoincrement=False)
    revision: Mapped[str] = mapped_column(Word)
    next_id: Mapped[int] = mapped_column(default=1)
    last_seq: Mapped[int] = mapped_column(default=0)
    last_number: Mapped[int] = mapped_column(default=0)
    head: Mapped[str] = mapped_column(Word, default="")


class Entry(Base):
    """One journal entry: a command, what it rolled, what it changed. Never changed itself, never deleted.

    ``seq`` is its place in the record, over which the hashes chain; ``number`` its place on the living line, which
    people see. ``kind`` is do, undo or redo; ``about`` is the seq that an undo took back or a redo brought again.
    """

    __tablename__ = "entry"
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int]
    kind: Mapped[str] = mapped_column(Word)
    about: Mapped[int | None]
    day: Mapped[int]
    turn: Mapped[int]
    phase: Mapped[str] = mapped_column(Word)
    written: Mapped[str] = mapped_column(Word)
    actor: Mapped[str] = mapped_column(Word)
    verb: Mapped[str] = mapped_column(Word)
    arguments: Mapped[str] = mapped_column(Text)
    dice: Mapped[str] = mapped_column(Text)
    given: Mapped[str] = mapped_column(Text)
    images: Mapped[str] = mapped_column(Text)
    summary: Mapped[str] = mapped_column(Text)
    is_ruling: Mapped[bool] = mapped_column(default=False)
    revision: Mapped[str] = mapped_column(Word)
    program_version: Mapped[str] = mapped_column(Word)
    rules: Mapped[int | None]
    """The edition of the rules it was played by (``rules/common/editions.py``); None: from before they were counted."""
    before: Mapped[str] = mapped_column(Word)
    hash: Mapped[str] = mapped_column(Word)
    __table_args__ = (
        CheckConstraint("kind in ('do', 'undo', 'redo')", name="kind"),
        CheckConstraint("about is null or kind <> 'do'", name="about"),
        in_time(),
    )


class Clock(Journalled, Base):
    """Where the campaign stands: one row. ``phase`` is the next step to be done; ``halted`` says a stop was announced
    there."""

    __tablename__ = "clock"
    natural = ("key",)
    key: Mapped[str] = mapped_column(Word, default="clock")
    day: Mapped[int]
    turn: Mapped[int]
    phase: Mapped[Phase] = mapped_column(word(Phase, "phase"))
    halted: Mapped[bool] = mapped_column(default=False)
    __table_args__ = (
        natural_key("key"),
        CheckConstraint("key = 'clock'", name="key"),
        CheckConstraint("day >= 1", name="day"),
        CheckConstraint("turn between 1 and 4", name="turn"),
    )


class Reseeding(Journalled, Base):
    """New dice, and a new key for the codes of battle sheets, from the beginning of a day on."""

    __tablename__ = "reseeding"
    natural = ("day",)
    day: Mapped[int]
    seed: Mapped[str] = mapped_column(Word)
    paper_key: Mapped[str] = mapped_column(Word)
    __table_args__ = (natural_key("day"), named("seed", "paper_key"), CheckConstraint("day >= 2", name="day"))


class Setting(Journalled, Base):
    """A house rule of this campaign that is not at its default. The list of all of them is ``rules/rulebook.py``."""

    __tablename__ = "setting"
    natural = ("key",)
    key: Mapped[str] = mapped_column(Word)
    value: Mapped[Any] = mapped_column(Json)
    __table_args__ = (natural_key("key"), named("key"))
