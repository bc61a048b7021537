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
from campaign.terms.words import listed


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
    gone = [number for number in together.lines if not after[number].is_in_play]
    spent = [number for number in together.lines if after[number] is State.SPENT]
    rule = (
        f"lines {listed([str(number) for number in together.lines])} are one stand on the table. If the stand "
        f"was destroyed, all of these battalions are destroyed. If it is spent, {together.spent} of these "
        f"battalions {'is' if together.spent == 1 else 'are'} spent"
    )
    if gone and len(gone) < len(together.lines):
        left = [str(number) for number in together.lines if number not in gone]
        lost = [str(number) for number in gone]
        yield Fault(
            gone[0],
            f"{rule}. Write destroyed for line{'s' * (len(left) > 1)} {listed(left)} too, or remove destroyed "
            f"from line{'s' * (len(lost) > 1)} {listed(lost)}",
        )
    elif spent and not gone and len(spent) != together.spent:
        yield Fault(spent[0], f"{rule}. Write spent for {together.spent} of the lines, not for {len(spent)}")
