"""The ground floor of the tables: names of constraints, keys of two parts, words as enums, links in one line.

Every journalled row is keyed by ``(campaign_id, id)``; both come from the campaign's ledger. A link to another
row is one column, the id; ``within`` writes its foreign key down. Columns hold text, whole numbers, truth values, dates
and JSON only.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import JSON, CheckConstraint, Enum, ForeignKey, ForeignKeyConstraint, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def _link(constraint: Any, table: Any) -> str:
    """The last column of a foreign key: the one that is not campaign_id, if there are two."""
    return str(constraint.column_keys[-1])


class Base(DeclarativeBase):
    """All tables. Constraints are named by their last column, which keeps within PostgreSQL's 63 letters."""

    metadata = MetaData(
        naming_convention={
            "link": _link,
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_1_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(link)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Journalled:
    """A row whose every change is written in the journal."""

    natural: ClassVar[tuple[str, ...]] = ("key",)
    """Columns that name the row to people, unique within the campaign (see ``natural_key``)."""

    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), primary_key=True, autoincrement=False)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


def word(kind: type[StrEnum], name: str) -> Enum:
    """An enum stored by its value, with a CHECK constraint of that name."""
    return Enum(
        kind,
        name=name,
        native_enum=False,
        create_constraint=True,
        length=40,
        values_callable=lambda e: [m.value for m in e],
    )


def within(column: str, table: str) -> ForeignKeyConstraint:
    """The column holds the id of a row of that table in the same campaign."""
    return ForeignKeyConstraint(["campaign_id", column], [f"{table}.campaign_id", f"{table}.id"])


def natural_key(*columns: str) -> UniqueConstraint:
    """No two rows of a campaign agree in these columns."""
    return UniqueConstraint("campaign_id", *columns)


def of_one_side(column: str, table: str) -> ForeignKeyConstraint:
    """The column holds the id of a row of that table, of the same campaign and side as this one."""
    return ForeignKeyConstraint(
        ["campaign_id", "side_id", column], [f"{table}.campaign_id", f"{table}.side_id", f"{table}.id"]
    )


def can_be_of_one_side() -> UniqueConstraint:
    """What ``of_one_side`` refers to."""
    return UniqueConstraint("campaign_id", "side_id", "id")


def named(*columns: str) -> CheckConstraint:
    """These columns, ``key`` and ``name`` unless told, are not empty."""
    return CheckConstraint(" and ".join(f"{column} <> ''" for column in columns or ("key", "name")), name="named")


def in_time(day: str = "day", turn: str = "turn") -> CheckConstraint:
    """A day of the campaign, 0 the day before the first, and one of its four turns."""
    return CheckConstraint(f"{day} >= 0 and {turn} between 1 and 4", name=day)


Word = String(80)
Line = String(200)
Json = JSON(none_as_null=False)
