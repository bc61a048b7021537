"""The start and the end of a resolved battle, alike in every system: the units present, and the side that holds the
field.

require_troops(fight)                    raises BadInput for a battle of no turns, or a side without units
turns_until_arrival(unit, fight)         campaign turns until a unit on its way arrives; 0: it is there
breaks_off(reasons, names, report)       the side that breaks off now
holder_of(broke_off, remaining)          the side that holds the field
opening(fight)                           the first event of a report
unopposed(fight, present, report)        the outcome where a side has no unit on the table
resolution(forces, ends, ...)             the outcome, with the sides by their ids; its report ends with ``End``
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.errors import BadInput
from campaign.resolve.report import Report
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.scene import Fight, Resolution, UnitEnd
from campaign.terms.state import Role, State
from campaign.words.battle_report import End, Opening


def require_troops(fight: Fight) -> None:
    """Raise BadInput for a battle of no turns, or a side with no unit in play."""
    if fight.turns < 1:
        raise BadInput(f"a battle cannot last {fight.turns} turns. Give at least one turn")
    for force in fight.forces:
        if not any(unit.state.is_in_play for unit in force.units):
            raise BadInput(
                f"{force.side_name} brings no unit to the battle. Rule the battle without dice (campaign battle rule)"
            )


def turns_until_arrival(unit: Unit, fight: Fight) -> int:
    """Return the campaign turns after which a unit on its way comes onto the table; 0 for a unit that is there."""
    if unit.role is not Role.ARRIVES or unit.arrival is None:
        return 0
    return max(0, unit.arrival.moment.index - fight.start.index)


def breaks_off(reasons: Iterable[str], names: Sequence[str], report: Report) -> int | None:
    """Return the side that breaks off, which the report then shows; None if neither does.

    ``reasons``: the answer of each side's doctrine, an empty text for a side that does not break off.
    """
    for side, reason in enumerate(reasons):
        if reason:
            report.heading(f"{names[side]}: {reason}.", "end")
            return side
    return None


def holder_of(broke_off: int | None, remaining: Sequence[bool]) -> int | None:
    """Return the side that holds the field: not the one that broke off, otherwise the only one that is left; or
    None.
    """
    if broke_off is not None:
        return 1 - broke_off
    return remaining.index(True) if sum(remaining) == 1 else None


def opening(fight: Fight, *, table: tuple[int, int] | None = None, measure: str = "in.") -> Opening:
    """Return the opening of the report: the two forces, the table, and the prize."""
    first, second = fight.forces
    sides = [force.side for force in fight.forces]
    return Opening(
        (first.side_name, second.side_name),
        None if fight.attacker is None else sides.index(fight.attacker),
        table or fight.table_in,
        measure,
        "" if fight.prize is None else fight.prize.name,
    )


def unopposed(fight: Fight, present: Sequence[bool], report: Report) -> Resolution:
    """Return the outcome of a battle for which a side brings no unit to the table, as its guns fire from afar and hold
    no ground: the other side has the field, and no unit changes (house).
    """
    for force, is_there in zip(fight.forces, present, strict=True):
        if not is_there:
            words = f"{force.side_name} brings no unit to the table that can fight, and guns alone hold no ground."
            report.heading(words, "end")
    units = (unit for force in fight.forces for unit in force.units)
    ends = [UnitEnd(unit.id, unit.state, unit.state) for unit in units]
    holder = holder_of(None, present)
    return resolution(fight.forces, ends, holder, None, turns=1, length="no turn", report=report, flown=())


def resolution(
    forces: Sequence[Force],
    ends: Iterable[UnitEnd],
    holder: int | None,
    broke_off: int | None,
    *,
    turns: int,
    length: str,
    report: Report,
    flown: Iterable[tuple[str, int]],
    told_length: str = "",
) -> Resolution:
    """Return the outcome; ``holder`` and ``broke_off`` are 0, 1 or None. ``turns``: campaign turns that were used;
    ``told_length``: the length in the report's last line, if not ``length``.
    """
    sides = [force.side for force in forces]
    unit_ends = tuple(ends)
    after = {end.unit: end.after for end in unit_ends}
    first, second = forces
    report.add(
        End(
            (first.side_name, second.side_name),
            holder,
            broke_off,
            told_length or length,
            tuple(_states([after[unit.id] for unit in force.units if unit.id in after]) for force in forces),
        )
    )
    return Resolution(
        unit_ends,
        None if holder is None else sides[holder],
        None if broke_off is None else sides[broke_off],
        turns,
        length,
        tuple(report.events),
        frozenset(flown),
    )


def _states(states: Sequence[State]) -> tuple[tuple[str, int], ...]:
    """Return the number of units in each state, the best first."""
    return tuple((state.value, states.count(state)) for state in State if state in states)
