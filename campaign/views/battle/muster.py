"""The needs of a battle on the table: stands of each side, and the figures and models for them."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class MusterStand:
    """A stand. ``count``: what it has to lose at the start (figures, models, boxes)."""

    key: str
    label: str
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class MusterRow:
    """A battalion's line."""

    line: int
    name: str
    command: str
    size: str
    stands: tuple[MusterStand, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """The figures or models of one kind. ``owned`` and ``short`` are None and 0 if the club's stock is not given."""

    key: str
    label: str
    count: int
    owned: int | None = None
    short: int = 0


@dataclass(frozen=True, slots=True)
class MusterSide:
    """One side of the muster."""

    side: str
    lines: tuple[MusterRow, ...]
    stands: int
    models: tuple[ModelRow, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleMuster:
    """A battle mustered under a system; ``models`` for both sides together where both are shown."""

    battle: int
    name: str
    tabletop: str
    system: str
    sides: tuple[MusterSide, ...]
    models: tuple[ModelRow, ...]
    warnings: tuple[str, ...] = ()
