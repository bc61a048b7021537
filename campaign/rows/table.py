"""The basis of the tables: names of constraints, keys of two parts, words as enums, links in one line.

Every journalled row is keyed by ``(campaign_id, id)``; both come from the campaign's ledger. A link to another row is
one column, the id; ``within`` declares its foreign key. Columns hold text, whole numbers, truth values, dates and JSON
only.
"""

from __future__ import annotations

from enum import StrEnum
from threading import RLock
from typing import Any, ClassVar, Final, get_type_hints

from sqlalchemy import JSON, CheckConstraint, Enum, ForeignKeyConstraint, MetaData, String, Table, UniqueConstraint
from sqlalchemy.schema import SchemaItem

from campaign.rows.column import Column

SAYS: Final = "says"
"""Where a check keeps the words for a row that breaks it."""


def _link(constraint: Any, table: Any) -> str:
    """Return the last column of a foreign key: if there are two, the one that is not campaign_id."""
    return str(constraint.column_keys[-1])


METADATA: Final = MetaData(
    naming_convention={
        "link": _link,
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_1_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(link)s",
        "pk": "pk_%(table_name)s",
    }
)
"""Tables in use. A constraint is named after its last column, which keeps the name within PostgreSQL's 63 letters."""


_TABLE_CLASSES: Final[list[type[Base]]] = []


class _WrittenTable:
    """The SQLAlchemy table for the rows of a class, made when it is first asked for. Of several threads that ask then,
    none gets it before it is whole.
    """

    def __init__(self) -> None:
        self._whole: dict[str, Table] = {}
        self._making = RLock()

    def __get__(self, row: Base | None, table_class: type[Base]) -> Table:
        name = table_class.__tablename__
        if name not in self._whole:
            with self._making:
                if name not in self._whole:
                    self._whole[name] = self._made(name, table_class)
        return self._whole[name]

    @staticmethod
    def _made(name: str, table_class: type[Base]) -> Table:
        hints = get_type_hints(table_class)
        columns = (column.written(hints[attribute]) for attribute, column in table_class.columns.items())
        return Table(name, METADATA, *columns, *table_class.__table_args__)


def all_tables() -> MetaData:
    """Return the metadata of every table of the program."""
    for table_class in _TABLE_CLASSES:
        assert table_class.__table__ is not None
    return METADATA


_IN_ORDER: Final[list[type[Journalled]]] = []


def in_order(*table_classes: type[Journalled]) -> tuple[type[Journalled], ...]:
    """Declare the journalled tables, each after the tables to which it links: rows are written in this order."""
    _IN_ORDER[:] = table_classes
    return table_classes


def journalled() -> tuple[type[Journalled], ...]:
    """Return the journalled tables in their order. Raises LookupError before they are declared."""
    if not _IN_ORDER:
        raise LookupError("no journalled tables are declared yet. Import the package that declares the tables first")
    return tuple(_IN_ORDER)


class Base:
    """A row, with its columns as they are declared in the class of its table."""

    __tablename__: ClassVar[str]
    __table__: ClassVar = _WrittenTable()
    __table_args__: ClassVar[tuple[SchemaItem, ...]] = ()
    columns: ClassVar[dict[str, Column[Any]]]

    def __init_subclass__(cls) -> None:
        """Add plain columns for those that are declared by their type alone."""
        if "__tablename__" not in vars(cls):
            return
        declared = (
            (name, vars(base).get(name, Column[Any]()))
            for base in cls.__mro__
            for name, hint in vars(base).get("__annotations__", {}).items()
            if hint.startswith("Column[")
        )
        cls.columns = {name: column.of(cls, name) for name, column in declared}
        for name, column in cls.columns.items():
            setattr(cls, name, column)
        _TABLE_CLASSES.append(cls)

    def __init__(self, **values: Any) -> None:
        """Make a row that is on no board. Raises TypeError for a column that its table does not have."""
        if unknown := sorted(values.keys() - self.columns.keys()):
            raise TypeError(f"{type(self).__name__} has no column {unknown[0]!r}")
        vars(self).update(values)


class Journalled(Base):
    """A row whose every change is written in the journal."""

    natural: ClassVar[tuple[str, ...]] = ("key",)
    """Columns that identify the row for people, unique within the campaign (see ``natural_key``)."""

    campaign_id: Column[int] = Column(refers_to="campaign.id", primary_key=True, autoincrement=False)
    id: Column[int] = Column(primary_key=True, autoincrement=False)


def word(kind: type[StrEnum], name: str) -> Enum:
    """Return an enum stored by its value, with a CHECK constraint of the given name."""
    return Enum(
        kind,
        name=name,
        native_enum=False,
        create_constraint=True,
        length=40,
        values_callable=lambda e: [m.value for m in e],
    )


def within(column: str, table: str) -> ForeignKeyConstraint:
    """Return a foreign key: the column holds the id of a row of that table in the same campaign."""
    return ForeignKeyConstraint(["campaign_id", column], [f"{table}.campaign_id", f"{table}.id"])


def natural_key(*columns: str) -> UniqueConstraint:
    """Return a constraint: no two rows of a campaign agree in these columns."""
    return UniqueConstraint("campaign_id", *columns)


def of_one_side(column: str, table: str) -> ForeignKeyConstraint:
    """Return a foreign key: the column holds the id of a row of that table, of the same campaign and side as this
    row.
    """
    return ForeignKeyConstraint(
        ["campaign_id", "side_id", column], [f"{table}.campaign_id", f"{table}.side_id", f"{table}.id"]
    )


def can_be_of_one_side() -> UniqueConstraint:
    """Return the unique constraint to which ``of_one_side`` refers."""
    return UniqueConstraint("campaign_id", "side_id", "id")


def check(rule: str, *, name: str, says: str) -> CheckConstraint:
    """Return a rule that every row of a table keeps, in SQL that SQLite and PostgreSQL read alike. ``says``: what a row
    that breaks it would be, to follow the name of the row (``table_rules``).
    """
    return CheckConstraint(rule, name=name, info={SAYS: says})


def named(*columns: str) -> CheckConstraint:
    """Return a check: these columns, by default ``key`` and ``name``, are not empty."""
    named_by = columns or ("key", "name")
    words = " or ".join(column.replace("_", " ") for column in named_by)
    return check(
        " and ".join(f"{column} <> ''" for column in named_by), name="named", says=f"would have an empty {words}"
    )


def in_time(day: str = "day", turn: str = "turn") -> CheckConstraint:
    """Return a check: the day is a day of the campaign (0 the day before the first), and the turn one of its four."""
    words = f"would have a {day.replace('_', ' ')} before the campaign, or a turn that no day has: 1 to 4"
    return check(f"{day} >= 0 and {turn} between 1 and 4", name=day, says=words)


Word = String(80)
Line = String(200)
Json = JSON(none_as_null=False)
