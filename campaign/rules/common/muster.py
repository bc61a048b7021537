"""A force as it is set up on the table in any system: its stands, and the figures and models that a club must own for
them.

A system keeps its own, richer muster to itself; this is what the campaign, the return and the club ask of it.

Model(key, label, count)                         a number of figures, vehicles, guns or counters of one kind
Stand(key, label, ...)                           a base, company, platoon or unit of the table
MusterLine(number, unit, stands, noted, ...)     a battalion: its stands, and what is noted of it in numbers for the
                                                 return
Muster(lines, notes, warnings)                   a force
missing(wanted_models, owned) -> tuple[Missing, ...]    what a club lacks
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction

from campaign.terms.words import plain
from campaign.values import dataclass, field


class StandKind(StrEnum):
    """The rough kind of a stand, for the list of what must be set up."""

    HEADQUARTERS = "headquarters"
    INFANTRY = "infantry"
    SUPPORT = "support weapon"
    GUN = "gun"
    VEHICLE = "vehicle"
    OBSERVER = "observer"
    TRANSPORT = "transport"
    OFF_TABLE = "off the table"


@dataclass(frozen=True, slots=True)
class Model:
    """Figures or models of one kind: ``infantry figure`` x 12, ``Matilda`` x 3. ``key`` is the name in a club's
    list.
    """

    key: str
    label: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Stand:
    """A base, company, platoon or unit. ``key`` is its own within the battalion (``a``, ``mg``); ``count`` is what it
    can lose (figures, models, boxes) at the start; ``full`` what it would have without earlier losses; ``bases`` the
    number of like bases it stands on, each with a label.
    """

    key: str
    label: str
    kind: StandKind = StandKind.INFANTRY
    count: int = 1
    full: int = 0
    models: tuple[Model, ...] = ()
    note: str = ""
    bases: int = 1


@dataclass(frozen=True, slots=True)
class MusterLine:
    """A battalion as it is set up on the table. ``number`` is its line on sheet and return, ``unit`` the battalion's
    id.

    ``size`` is in the system's words (``N 1``, ``15 points``, ``4 companies of 12``). ``noted``: the counts that a
    return is checked against (``figures`` 48, ``points`` 15, ``hits`` 5). ``weight``: what it counts when two forces
    are compared; 0 off the table.
    """

    number: int
    unit: int
    name: str
    size: str
    stands: tuple[Stand, ...] = ()
    noted: Mapping[str, int] = field(default_factory=dict)
    weight: Fraction = Fraction(1)
    note: str = ""
    reach: str = ""
    """The range of its guns from off the table, on this system's table: ``80 in.``"""
    stands_with: tuple[int, ...] = ()
    """The lines that are set up with it as one on the table."""

    @property
    def fires_from_behind(self) -> bool:
        """True for guns that this system leaves off its table, and that fire from there all the same."""
        return bool(self.reach and self.stands) and all(stand.kind is StandKind.OFF_TABLE for stand in self.stands)


@dataclass(frozen=True, slots=True)
class Together:
    """Lines that are set up as one on the table. ``spent``: the number of them that are spent when the joint unit is
    spent; if it is destroyed, all of them are.
    """

    lines: tuple[int, ...]
    spent: int


@dataclass(frozen=True, slots=True)
class Muster:
    """A force on the table. ``notes``: what was merged or translated; ``warnings``: what the umpire should know before
    setting it up.
    """

    lines: tuple[MusterLine, ...]
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    together: tuple[Together, ...] = ()

    @property
    def stands(self) -> int:
        """The stands to set up; guns that fire from off the table are not counted."""
        return sum(len(line.stands) for line in self.lines if not line.fires_from_behind)

    @property
    def weight(self) -> Fraction:
        """The weight of the force when two forces are compared."""
        return sum((line.weight for line in self.lines), Fraction(0))

    def line_of(self, number: int) -> MusterLine | None:
        return next((line for line in self.lines if line.number == number), None)

    def models(self) -> tuple[Model, ...]:
        """Return all figures and models needed, each kind once, in order of first use."""
        return added(model for line in self.lines for stand in line.stands for model in stand.models)


def added(models: Iterable[Model]) -> tuple[Model, ...]:
    """Return the models with equal kinds added together."""
    found_models: dict[str, Model] = {}
    for model in models:
        before = found_models.get(model.key)
        found_models[model.key] = (
            model if before is None else Model(model.key, before.label, before.count + model.count)
        )
    return tuple(found_models.values())


@dataclass(frozen=True, slots=True)
class Missing:
    """A kind of model of which a club has too few."""

    model: Model
    owned: int

    @property
    def short(self) -> int:
        """The number of models that are missing."""
        return self.model.count - self.owned


def missing(wanted_models: Iterable[Model], owned: Mapping[str, int]) -> tuple[Missing, ...]:
    """Return the models that are missing. ``owned`` counts by key or label, spelled any way."""
    have: dict[str, int] = {}
    for name, count in owned.items():
        have[plain(name)] = have.get(plain(name), 0) + count
    shortages = (
        Missing(model, have.get(plain(model.key), have.get(plain(model.label), 0))) for model in added(wanted_models)
    )
    return tuple(shortage for shortage in shortages if shortage.short > 0)
