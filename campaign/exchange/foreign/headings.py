"""The whole of a typed order of battle: the names of its sides, and its day."""

from __future__ import annotations

from campaign.errors import BadFile
from campaign.exchange.foreign.days import day_in
from campaign.exchange.foreign.draft import Draft, Unit
from campaign.exchange.foreign.ledger import Ledger
from campaign.exchange.foreign.nations import nation_named, nation_signs
from campaign.exchange.foreign.vocabulary import arm_of, mark_of
from campaign.terms.words import counted

NO_UNIT = (
    "names no unit. Write an order of battle with one unit a line, such as '2 RTR, 52 cruisers'. If the file is one"
    " already, give its side: --side NAME"
)
_SOURCE = "left out: a source"


def read(draft: Draft, ledger: Ledger, named: bool) -> None:
    """Determine the names of the sides and the day of a typed text. ``named``: a line of it names a side."""
    units = [unit for force in draft.forces for unit in force.tree()]
    if units and not named and not draft.forces[0].nation and not any(map(_names_a_unit, units)):
        raise BadFile(f"{ledger.name} {NO_UNIT}")
    for force in draft.forces:
        force.is_typed = True
    _day_of(draft, ledger)
    _name_sides(draft, ledger.name, named)


def _names_a_unit(unit: Unit) -> bool:
    text = f"{unit.name} {unit.words}"
    return bool(unit.under or unit.like or unit.full is not None or mark_of(text) or arm_of(text))


def _day_of(draft: Draft, ledger: Ledger) -> None:
    """Take a day, month or year somewhere in the text as the beginning, if no line gives it."""
    if draft.first_day is not None:
        return
    found = day_in((number, text) for number, text in ledger.texts.items() if ledger.use_of(number) != _SOURCE)
    if found is None:
        return
    draft.first_day = found.first
    where, why = ledger.where(found.number), f"{found.words!r} stands there"
    value = f"the first day is {found.first.day} {found.first:%B} {found.first.year}"
    draft.guess(where, value, why, change=f"first day {found.first.isoformat()}")
    if found.days and draft.days is None:
        draft.days = found.days
        draft.guess(where, counted(draft.days, "day"), why, change=f"days {draft.days}")


def _name_sides(draft: Draft, name: str, named: bool) -> None:
    """Give a text without a side one: that of its nation, or else of its file."""
    for force in draft.forces:
        if not force.name:
            nation = force.nation or nation_signs(f"{unit.name} {unit.words}" for unit in force.tree())
            named_nation = nation_named(nation)
            force.name = (named_nation[0] if named_nation else nation.replace("_", " ").title()) or name.rsplit("/", 1)[
                -1
            ].rsplit(".", 1)[0]
    if not named and draft.forces and draft.forces[0].units:
        force = draft.forces[0]
        draft.guess(
            force.where,
            f"all units are on one side, {force.name!r}",
            "no side is named",
            change=f'"{force.name}" name {force.name}',
        )
