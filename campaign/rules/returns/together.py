"""Checks of a return for lines that are set up as one on the table: their losses are shared out as the sheet says
(umpire 1.3).

together_faults(filed, printed, together, judge, book) -> tuple[Fault, ...]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.rules.common.muster import Together
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.returns.check import Fault, Judge
from campaign.rules.returns.filed import Filed, Printed
from campaign.terms.state import State
from campaign.terms.words import listing


def together_faults(
    filed: Filed, printed: Printed, together: Iterable[Together], judge: Judge, book: Rulebook
) -> tuple[Fault, ...]:
    """Return the errors in lines that are set up as one: if the stand is destroyed, so are all its lines; if it is
    spent, as many of them are spent as the sheet says; no other result is possible.
    """
    was = {line.line: line for line in printed.lines}
    after = {number: line.start_state for number, line in was.items()}
    after |= {line.line: judge.outcome(line, was[line.line], book).state for line in filed.lines if line.line in was}
    return tuple(
        fault
        for total_fields in together
        if set(total_fields.lines) <= was.keys()
        for fault in _faults(total_fields, after)
    )


def _faults(together: Together, after: dict[int, State]) -> Iterator[Fault]:
    gone_lines = [number for number in together.lines if not after[number].is_in_play]
    spent = [number for number in together.lines if after[number] is State.SPENT]
    lines, share = (
        listing(map(str, together.lines)),
        f"destroyed, all {len(together.lines)} are; spent, {together.spent} of them",
    )
    if gone_lines and len(gone_lines) < len(together.lines):
        remaining_lines = [number for number in together.lines if number not in gone_lines]
        yield Fault(
            gone_lines[0],
            f"lines {lines} stand as one ({share}): {listing(map(str, remaining_lines))} cannot outlive it, or"
            f" {listing(map(str, gone_lines))} is not lost",
        )
    elif spent and not gone_lines and len(spent) != together.spent:
        yield Fault(
            spent[0],
            f"lines {lines} stand as one ({share}), and {len(spent)} of them {'is' if len(spent) == 1 else 'are'} spent"
            " here",
        )
