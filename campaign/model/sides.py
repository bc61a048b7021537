"""Sides, their nations, and the commanders (the players)."""

from __future__ import annotations

from sqlalchemy import Text

from campaign.rows.column import Column
from campaign.rows.table import Journalled, Line, Word, check, named, natural_key, of_one_side, within, word
from campaign.terms.character import Character
from campaign.terms.forces import Nationality


class Side(Journalled):
    """A belligerent. ``accent`` is the colour of its papers as ``#rrggbb``. Its ``name`` is printed; ``adjective`` is
    another word that is understood for it ("British").
    """

    __tablename__ = "side"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Word)
    adjective: Column[str] = Column(Word)
    accent: Column[str] = Column(Word)
    position: Column[int]
    __table_args__ = (natural_key("key"), named())


class Nation(Journalled):
    """A nation in the rules' terms: bonus and readiness are copied from one of the printed nationalities
    (OB-AMB-020).
    """

    __tablename__ = "nation"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Word)
    counts_as: Column[Nationality] = Column(word(Nationality, "counts_as"))
    __table_args__ = (natural_key("key"), named())


class Commander(Journalled):
    """A player and the formation that he commands. ``with_id``: the command the corps commander is with
    (OB-INIT-04).
    """

    __tablename__ = "commander"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    player: Column[str] = Column(Line, default="")
    side_id: Column[int]
    formation_id: Column[int]
    with_id: Column[int | None]
    ordered_day: Column[int] = Column(default=0)
    """Last day for which the commander reported his orders complete."""
    to_ask: Column[bool] = Column(default=False)
    """True if something happened to the command since the commander's last orders; he is asked again before the next
    march (umpire 1.14)."""
    character: Column[Character | None] = Column(word(Character, "character"))
    """How he leads when the program leads him (umpire 1.23)."""
    character_source: Column[str] = Column(Text, default="")
    """A deed of his that shows it, and the book or paper that tells it."""

    __table_args__ = (
        natural_key("key"),
        natural_key("formation_id"),
        named(),
        within("side_id", "side"),
        of_one_side("formation_id", "formation"),
        of_one_side("with_id", "formation"),
        check(
            "(character is null) = (character_source = '')",
            name="character_source",
            says="would have a character without a source, or a source without a character",
        ),
        check("ordered_day >= 0", name="ordered_day", says="would have given orders on a day before the campaign"),
    )
