"""Beside the journal: who is let in at the desk and through which windows, what was handed in, drafts, marks on papers
and the desk's own secrets.

No row here is part of the campaign's history: none is in the journal, the digest, an export, a branch or a copy that a
player gets, and none outlives its campaign. Sides, commanders and battles are named by key or number, not by id, so
that undo and redo never meet these tables.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Text, UniqueConstraint

from campaign.rows.column import Column
from campaign.rows.table import Base, Json, Line, Word, named, word
from campaign.terms.seats import MarkKind, Role


class Invitation(Base):
    """A link that lets a person in. Of its token only the SHA-256 is stored. ``made``, ``used`` (for the first
    time) and ``ended`` are moments in UTC.
    """

    __tablename__ = "invitation"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    id: Column[str] = Column(Word, primary_key=True)
    token_hash: Column[str] = Column(Word)
    role: Column[Role] = Column(word(Role, "role"))
    side: Column[str] = Column(Word, default="")
    """Key of the side; empty for the umpire and the wall."""
    commanders: Column[list[str]] = Column(Json)
    """Keys of the commanders that one person plays."""
    battle: Column[int | None]
    """Number of the battle, for one side's table of it."""
    name: Column[str] = Column(Line, default="")
    made: Column[str] = Column(Word)
    used: Column[str | None] = Column(Word)
    ended: Column[str | None] = Column(Word)
    __table_args__ = (
        UniqueConstraint("token_hash", name="uq_invitation_token_hash"),
        named("id", "token_hash", "made"),
        CheckConstraint("(side = '') = (role in ('umpire', 'wall'))", name="side"),
        CheckConstraint("(battle is not null) = (role = 'table')", name="battle"),
    )


class Window(Base):
    """A window that was opened by an invitation, on one device. Of its session only the SHA-256 is stored."""

    __tablename__ = "desk_window"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    id: Column[str] = Column(Word, primary_key=True)
    session_hash: Column[str] = Column(Word)
    invitation: Column[str] = Column(Word)
    label: Column[str] = Column(Word, default="")
    """Kind of device: laptop, phone, tablet."""
    name: Column[str] = Column(Line, default="")
    """Name of the person in front of it, if it differs from the invitation's (a guest at a table)."""
    opened: Column[str] = Column(Word)
    seen: Column[str] = Column(Word)
    ended: Column[str | None] = Column(Word)
    __table_args__ = (
        ForeignKeyConstraint(["campaign_id", "invitation"], ["invitation.campaign_id", "invitation.id"]),
        UniqueConstraint("session_hash", name="uq_desk_window_session_hash"),
        named("id", "session_hash", "opened", "seen"),
    )


class HandedIn(Base):
    """Something that was handed in once, with the answer that it got: the owner's key for it, and the SHA-256 over its
    content. Written in the transaction of its entry.
    """

    __tablename__ = "handed_in"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    owner: Column[str] = Column(Word, primary_key=True)
    key: Column[str] = Column(Word, primary_key=True)
    content: Column[str] = Column(Word)
    answer: Column[dict[str, Any]] = Column(Json)
    at: Column[str] = Column(Word)
    __table_args__ = (named("owner", "key", "content"),)


class Draft(Base):
    """Typed text that is not handed in yet, one row for each owner and subject."""

    __tablename__ = "draft"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    owner: Column[str] = Column(Word, primary_key=True)
    subject: Column[str] = Column(Word, primary_key=True)
    content: Column[Any] = Column(Json)
    at: Column[str] = Column(Word)
    __table_args__ = (named("owner", "subject"),)


class Mark(Base):
    """A mark on a paper: that it was printed or handed out, by whom and when."""

    __tablename__ = "desk_mark"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    subject: Column[str] = Column(Word, primary_key=True)
    kind: Column[MarkKind] = Column(word(MarkKind, "kind"), primary_key=True)
    made_by: Column[str] = Column(Line)
    at: Column[str] = Column(Word)
    __table_args__ = (named("subject"),)


class DeskSecret(Base):
    """A secret or a setting of the desk: the hash of the umpire's password, the secret behind form tokens, whether
    players may record returns.
    """

    __tablename__ = "desk_secret"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    kind: Column[str] = Column(Word, primary_key=True)
    value: Column[str] = Column(Text)
    __table_args__ = (named("kind"),)


BESIDE: tuple[type[Base], ...] = (DeskSecret, Mark, Draft, HandedIn, Window, Invitation)
"""Every table beside the journal that stays in its own campaign, each before the tables to which it links."""
