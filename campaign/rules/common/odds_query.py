"""Questions to a system's dice: a class for each question, whose fields are the options of its command.

A system's questions stand in its ``odds_tables`` module, which lists them in ``ODDS``. Options, their checks, the help
and the JSON ``inputs`` follow from the fields.

    ask(help, default, ...)     a field of a query
    Query                       table(book) answers it; understood(book) says what its words were taken for
    Odds(help, sections)        the queries of a system under their headings, each with its line in the help
    fields_of(query)            the fields with their kinds, for the command line
    one_or_all(answer, kinds)   the kind that was asked for, or all of them
    score_of, state_table       parts of answers that systems share
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType, NoneType
from typing import Any, ClassVar, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.terms.state import State
from campaign.terms.target import Target
from campaign.values import dataclass, plain_dataclass, plain_field
from campaign.words.odds import OddsRow, OddsTable, Score

E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Asking:
    """The way a field is asked for. The field's type gives the rest: an enumeration is a choice of its words, a bool a
    flag, a tuple may be repeated, and a field that may be None or empty need not be answered.
    """

    help: str = ""
    default: Any = None
    least: int | None = None
    most: int | None = None
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    """The words allowed, if they are not those of the type."""
    is_quiet: bool = False
    """The help does not show the default."""
    is_argument: bool = False
    is_required: bool = False
    """True for a tuple that must not be empty; other types need no mark."""
    flags: str = ""
    """Both names of a flag that may be neither: ``--night/--day``."""


def ask(help: str = "", default: object = None, **rest: Any) -> Any:
    """Return a field of a query. ``rest`` holds the other fields of ``Asking``."""
    return Asking(help, default, **rest)


class Unanswered(BadInput):
    """The error that a query cannot be answered without at least one of several optional fields."""


@dataclass(frozen=True, slots=True)
class QueryField:
    """A field of a query: its name, the way it is asked for, the type of one answer, and how many answers are taken."""

    name: str
    ask: Asking
    kind: type
    is_several: bool
    is_required: bool

    @property
    def default(self) -> Any:
        """The value of the field when it was not answered."""
        if self.is_several:
            return ()
        return False if self.kind is bool and not self.ask.flags else self.ask.default


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Query(ABC):
    """A question to a system's dice. Its docstring is the help of its command."""

    by: ClassVar[str]
    """The rules behind the answer: ``OB-INIT-02..05``."""
    takes_rules: ClassVar[bool] = True
    """True if settings may be given with it."""
    takes_house_file: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        """Make each query a frozen dataclass with keyword arguments."""
        for each in fields_of(cls):
            empty = {} if each.is_required else {"default": each.default}
            setattr(cls, each.name, plain_field(**empty, metadata={"ask": each.ask}))
        plain_dataclass(frozen=True, kw_only=True)(cls)

    @abstractmethod
    def table(self, book: Rulebook) -> Any:
        """Return the answer: an ``OddsTable`` or another view of odds. Raises BadInput, Unanswered."""

    def understood(self, book: Rulebook) -> Mapping[str, object]:
        """Return how the words of the question were understood, for those that had to be interpreted."""
        return {}


def fields_of(query: type[Query]) -> tuple[QueryField, ...]:
    """Return the fields of a query in the order of its help."""
    hints = {name: hint for name, hint in get_type_hints(query).items() if get_origin(hint) is not ClassVar}
    asks = {
        name: getattr(value, "metadata", {}).get("ask", value)
        for name in hints
        if (value := getattr(query, "__dataclass_fields__", vars(query)).get(name)) is not None
    }
    return tuple(_field(name, asks[name], hint) for name, hint in hints.items())


def _field(name: str, ask: Asking, hint: Any) -> QueryField:
    is_several = get_origin(hint) is tuple
    kinds = [kind for kind in get_args(hint) or (hint,) if kind not in (NoneType, ...)]
    may_be_blank = is_several or kinds[0] is bool or NoneType in get_args(hint) or ask.default is not None
    return QueryField(name, ask, kinds[0], is_several, ask.is_required or not may_be_blank)


@dataclass(frozen=True, slots=True)
class Odds:
    """The queries of a system: the help for all of them, and under each heading the queries with their lines."""

    help: str
    sections: Mapping[str, Mapping[str, tuple[type[Query], str]]]
    """The queries with their lines, by heading and by the name of the command."""


def one_or_all(answer: E | None, kinds: type[E]) -> Iterable[E]:
    """Return the kind that was asked for, or all of them if none was."""
    return kinds if answer is None else (answer,)


# What answers share --------------------------------------------------------------------------------------------------
def score_of(target: Target) -> Score:
    """Return a target score with its reasons, as a view."""
    text = "any" if target.needed == 1 else str(target)
    return Score(text, target.needed, target.chance, target.base, tuple(map(str, target.reasons)))


def state_table(
    label: str,
    state: State,
    states: tuple[State, ...] = (State.FRESH, State.SPENT, State.DESTROYED),
    numbers: Mapping[str, Fraction] = MappingProxyType({}),
) -> OddsTable:
    """Return a table with the single state that losses leave a battalion in, as a certainty among these states."""
    chances = {possible.value: Fraction(possible is state) for possible in states}
    return OddsTable("After the fight", (OddsRow(label, state.value, chances, numbers=numbers),))
