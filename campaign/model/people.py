"""The known facts about people, beside the journal, and the hashes that entries had while they still held names."""

from __future__ import annotations

from sqlalchemy import CheckConstraint

from campaign.rows.column import Column
from campaign.rows.table import Base, Line, Word, named


class Person(Base):
    """A fact about a person that the journal names by a number: a name, or a mail address.

    The row is in no entry and in no digest, so it can be emptied without touching either. It goes wherever the campaign
    goes as a whole (backups, exports, branches). An emptied row stays: a copy that still has the fact does not bring it
    back.
    """

    __tablename__ = "person"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    number: Column[str] = Column(Word, primary_key=True)
    """``person:`` and 64 random bits in hexadecimal: the number says nothing about the fact, and two copies of a
    campaign never give the same one."""
    kind: Column[str] = Column(Word)
    text: Column[str] = Column(Line, default="")
    owner: Column[str | None] = Column(Word)
    """Number of the person whose address it is; None for a name, and for the address of the umpire or of a commander
    without a player."""
    forgotten: Column[str | None] = Column(Word)
    """Moment in UTC at which it was emptied."""
    __table_args__ = (
        named("number"),
        CheckConstraint("kind in ('name', 'address')", name="kind"),
        CheckConstraint("(text = '') = (forgotten is not null)", name="forgotten"),
    )


class EarlierHash(Base):
    """The hash that an entry had before names left the journal (revision 0016): by it the umpire's papers printed
    until then, and entries taken over by another copy, are found.
    """

    __tablename__ = "earlier_hash"
    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    seq: Column[int] = Column(primary_key=True, autoincrement=False)
    hash: Column[str] = Column(Word)
    __table_args__ = (named("hash"),)


OF_PEOPLE: tuple[type[Base], ...] = (Person, EarlierHash)
"""The tables of this module. They go wherever a campaign goes as a whole."""
