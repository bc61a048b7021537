"""Companies that stand as one in a resolved battle: the mergers of the battle sheet, and the sharing of their losses
(umpire 1.3).

The joint stand uses the row that the sheet names, at the size that the companies make together; every company has its
own line again when the battle is over. Of a spent stand half of the lines are spent, rounded up; of a destroyed or
captured stand all are. Their owner chooses the spent ones; a resolved battle takes the first on the sheet. House rule:
the book merges companies for good (OB-SIZE-04).

    merged(force, book, apart=) -> Merged(force, companies)      units of the battle, with the companies of each merger
    as_one(unit, companies, size) -> Unit                        the row that is used, at the size of all of them
    shared(state, companies) -> tuple[State, ...]                the state of each company after its stand's
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from campaign.rules.common.force import Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity.muster import muster, spent_of
from campaign.terms.forces import Size
from campaign.terms.state import State
from campaign.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Merged:
    """A force whose merged companies are one unit, which bears the id of the line whose row it uses; ``companies``
    lists them by that id.
    """

    force: Force
    companies: Mapping[int, tuple[Unit, ...]]


def merged(force: Force, book: Rulebook, *, apart: Collection[int] = ()) -> Merged:
    """Return the force as it stands on the table. ``apart``: units with a task of their own on it, which are not
    merged.
    """
    if sum(unit.size is Size.COMPANY for unit in force.units) < 2:
        return Merged(force, {})
    made = muster(replace(force, units=tuple(unit for unit in force.units if unit.id not in apart)), book)
    units = {line.number: line.unit for line in made.lines}
    companies = {units[merger.row].id: tuple(units[number] for number in merger.lines) for merger in made.mergers}
    sizes = {units[merger.row].id: merger.size for merger in made.mergers}
    away = {unit.id for together in companies.values() for unit in together} - set(companies)
    stands = (
        as_one(unit, companies[unit.id], sizes[unit.id]) if unit.id in companies else unit
        for unit in force.units
        if unit.id not in away
    )
    return Merged(replace(force, units=tuple(stands)), companies)


def as_one(unit: Unit, companies: Sequence[Unit], size: Size) -> Unit:
    """Return the unit whose row counts, at the size that the companies make and under the names of all of them."""
    return replace(unit, short=" + ".join(company.short or company.name for company in companies), size=size)


def shared(state: State, companies: Sequence[Unit]) -> tuple[State, ...]:
    """Return the state of each company of a stand in this state, in the order of their lines."""
    if state is not State.SPENT:
        return (state,) * len(companies)
    spent = spent_of(len(companies))
    return tuple(State.SPENT if number < spent else State.FRESH for number in range(len(companies)))
