"""Sides, their nations, and the commanders (the players)."""

from __future__ import annotations

from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from campaign.model.base import Base, Journalled, Line, Word, named, natural_key, of_one_side, within, word
from campaign.terms.forces import Nationality


class Side(Journalled, Base):
    """A belligerent. ``accent`` is the colour of its papers as ``#rrggbb``; ``adjective`` heads them ("British")."""

    __tablename__ = "side"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Word)
    adjective: Mapped[str] = mapped_column(Word)
    accent: Mapped[str] = mapped_column(Word)
    position: Mapped[int]
    __table_args__ = (natural_key("key"), named())


class Nation(Journalled, Base):
    """A nation as the rules see it: bonus and readiness are copied from one of the printed nationalities
    (OB-AMB-020)."""

    __tablename__ = "nation"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Word)
    counts_as: Mapped[Nationality] = mapped_column(word(Nationality, "counts_as"))
    __table_args__ = (natural_key("key"), named())


class Commander(Journalled, Base):
    """A player and the formation whose tree he commands. ``with_id``: the command the corps commander is with
    (OB-INIT-04)."""

    __tablename__ = "commander"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    player: Mapped[str] = mapped_column(Line, default="")
    side_id: Mapped[int]
    formation_id: Mapped[int]
    with_id: Mapped[int | None]
    ordered_day: Mapped[int] = mapped_column(default=0)
    """The last day for which he has said that his orders are complete."""
    to_ask: Mapped[bool] = mapped_column(default=False)
    """Something happened to his command since he last ordered: he is asked again before the next march (umpire 1.14).
    """

    __table_args__ = (
        natural_key("key"),
        natural_key("formation_id"),
        named(),
        within("side_id", "side"),
        of_one_side("formation_id", "formation"),
        of_one_side("with_id", "formation"),
        CheckConstraint("ordered_day >= 0", name="ordered_day"),
    )
