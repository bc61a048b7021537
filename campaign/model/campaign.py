"""The campaign itself, its ledger, its clock, and the settings of its rulebook that differ from the default."""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import CheckConstraint, LargeBinary, Text, UniqueConstraint

from campaign.rows.column import Column
from campaign.rows.table import Base, Journalled, Json, Line, Word, check, in_time, named, natural_key, word
from campaign.terms.time import Phase


class Campaign(Base):
    """The static facts of a campaign: never changed after its start, hence not journalled."""

    __tablename__ = "campaign"
    id: Column[int] = Column(primary_key=True)
    name: Column[str] = Column(Word)
    title: Column[str] = Column(Line)
    scenario: Column[str] = Column(Word)
    scenario_hash: Column[str] = Column(Word)
    program_version: Column[str] = Column(Word)
    seed: Column[str] = Column(Word)
    """Seed of the dice (until a ``Reseeding``). Only the umpire knows it, as he does the key of the papers."""
    paper_key: Column[str | None] = Column(Word)
    """Key from which the codes of battle sheets are derived; independent of the seed, so that a code reveals nothing
    about the dice."""
    old_codes: Column[int | None]
    """Highest id given before the campaign had a key for papers. Codes of battles up to it are derived from the seed,
    also after undo, redo or replay. None for a campaign with a key from the start."""
    draws: Column[bool] = Column(default=False)
    """True if each turn draws fresh bits for its dice (until a ``Reseeding``); false where all dice come from the seed
    alone."""
    tabletop: Column[str] = Column(Word)
    first_day: Column[date]
    days: Column[int]
    day_start_hour: Column[int]
    time_zone: Column[str] = Column(Word)
    lat_e6: Column[int | None]
    lon_e6: Column[int | None]
    notes: Column[str] = Column(Text, default="")
    __table_args__ = (
        UniqueConstraint("name", name="uq_campaign_name"),
        CheckConstraint("name <> '' and title <> ''", name="named"),
        CheckConstraint("days >= 1", name="days"),
        CheckConstraint("day_start_hour between 0 and 23", name="day_start_hour"),
    )


class Ledger(Base):
    """The ledger of a campaign, one row that every writer locks first: the counters and the head of the chain of
    hashes.
    """

    __tablename__ = "ledger"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    revision: Column[str] = Column(Word)
    next_id: Column[int] = Column(default=1)
    last_seq: Column[int] = Column(default=0)
    last_number: Column[int] = Column(default=0)
    head: Column[str] = Column(Word, default="")


class Entry(Base):
    """One journal entry: a command, its dice and its changes. Never changed itself (but once, when names left the
    journal: migration 0016), never deleted.

    ``seq`` is its place in the journal, over which the hashes chain; ``number`` its place on the living line, which
    people see. ``kind`` is do, undo or redo; ``about`` is the seq that an undo removed or a redo restored, and for a do
    that was played again in a replay the seq that it stands for.
    """

    __tablename__ = "entry"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    seq: Column[int] = Column(primary_key=True, autoincrement=False)
    number: Column[int]
    kind: Column[str] = Column(Word)
    about: Column[int | None]
    day: Column[int]
    turn: Column[int]
    phase: Column[str] = Column(Word)
    written: Column[str] = Column(Word)
    actor: Column[str] = Column(Word)
    giver: Column[int | None]
    """Id of the commander or side that gave the order; None for the umpire, and in entries older than this column."""
    verb: Column[str] = Column(Word)
    bits: Column[str | None] = Column(Text)
    """Fresh bits of the turns that the entry began, as JSON (``journal/turn_bits.py``); None if it began none. Before
    the long columns, since all entries are searched for it."""
    dice_from: Column[str | None] = Column(Word)
    """Where its dice come from if not all are the campaign's (``DiceFrom``); None if they are, and in entries older
    than this column."""
    arguments: Column[str] = Column(Text)
    dice: Column[str] = Column(Text)
    given: Column[str] = Column(Text)
    images: Column[str] = Column(Text)
    summary: Column[str] = Column(Text)
    is_ruling: Column[bool] = Column(default=False)
    revision: Column[str] = Column(Word)
    program_version: Column[str] = Column(Word)
    rules: Column[int | None]
    """Edition of the rules under which it was played (``rules/common/editions.py``); None for entries older than the
    editions."""
    origin: Column[str | None] = Column(Word)
    """Hash of the entry in the copy of the campaign from which it was taken; None for an entry made in this one."""
    before: Column[str] = Column(Word)
    hash: Column[str] = Column(Word)
    __table_args__ = (
        CheckConstraint("kind in ('do', 'undo', 'redo')", name="kind"),
        CheckConstraint("about is not null or kind = 'do'", name="about"),
        in_time(),
    )


class KeptPicture(Base):
    """The bytes of a picture, once a campaign, under the SHA-256 over them, by which the journal names it; never
    changed, hence not journalled.
    """

    __tablename__ = "picture"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    digest: Column[str] = Column(Word, primary_key=True)
    content: Column[bytes] = Column(LargeBinary)
    __table_args__ = (CheckConstraint("digest <> ''", name="named"),)


class Clock(Journalled):
    """The campaign's position in time: one row. ``phase`` is the next step to be done; ``halted`` says that a stop was
    announced there.
    """

    __tablename__ = "clock"
    natural = ("key",)
    key: Column[str] = Column(Word, default="clock")
    day: Column[int]
    turn: Column[int]
    phase: Column[Phase] = Column(word(Phase, "phase"))
    halted: Column[bool] = Column(default=False)
    __table_args__ = (
        natural_key("key"),
        check("key = 'clock'", name="key", says="would be a second clock"),
        check("day >= 1", name="day", says="would be of a day before the first"),
        check("turn between 1 and 4", name="turn", says="would stand at a turn that no day has: 1 to 4"),
    )


class Reseeding(Journalled):
    """New dice, and a new key for the codes of battle sheets, from the beginning of a day on."""

    __tablename__ = "reseeding"
    natural = ("day",)
    day: Column[int]
    seed: Column[str] = Column(Word)
    paper_key: Column[str] = Column(Word)
    draws: Column[bool] = Column(default=False)
    """True if each turn from then on draws fresh bits for its dice."""
    __table_args__ = (
        natural_key("day"),
        named("seed", "paper_key"),
        check("day >= 2", name="day", says="would be of a day before the second"),
    )


class Setting(Journalled):
    """A house rule of this campaign that is not at its default. ``rules/common/rulebook.py`` lists all."""

    __tablename__ = "setting"
    natural = ("key",)
    key: Column[str] = Column(Word)
    value: Column[Any] = Column(Json)
    __table_args__ = (natural_key("key"), named("key"))
