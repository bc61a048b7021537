"""The Brevity return: its columns, and the meaning of a line (OB-CAS-07..09; umpire 1.17, 1.20, 2).

A battalion is unchanged, spent or destroyed, and a destroyed one may have been surrounded: then it is captured. The
common rules of every return (``rules.returns.check``) compare the line with the state at the start.

    FIELDS                       unchanged, spent, destroyed, surrounded; where it ended, its command, resting, dug in
    line_faults(line, was)       ticks that contradict each other
    reported_state(line, before) the state a line reports
    SPENT, DESTROYED, FRESH      the columns of its own
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.common.strength import worse
from campaign.rules.common.texts import texts
from campaign.rules.returns.filed import Fields, FiledLine, Outcome, PrintedLine
from campaign.terms.return_box import ATTACHED_TO, DUG_IN, ENDED_AT, RESTING, SURROUNDED, UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.terms.words import listing

FRESH = Field("fresh", "fresh", FieldKind.TICK, printed=False)
"""A state that is not on the form; a player who types a return may write it for a battalion that was and is fresh."""
SPENT = Field("spent", "spent", FieldKind.TICK, loss=True, note="one loss", words=("s",), holds=State.SPENT)
DESTROYED = Field(
    "destroyed", "destroyed", FieldKind.TICK, loss=True, note="two", words=("d", "lost"), holds=State.DESTROYED
)

FIELDS = Fields(
    line=(UNCHANGED, FRESH, SPENT, DESTROYED, SURROUNDED, ENDED_AT, ATTACHED_TO, RESTING, DUG_IN),
    shorthand={"captured": (DESTROYED.key, SURROUNDED.key), "x": (DESTROYED.key, SURROUNDED.key)},
    examples=(
        "unchanged | spent | destroyed | destroyed surrounded | spent, at {place} | off by edge C | to B |"
        " resting | dug in 2"
    ),
    example=DESTROYED.label,
    how=texts("brevity").text("how"),
)
"""The columns of the form, in its order."""


def line_faults(line: FiledLine, was: PrintedLine) -> Iterator[str]:
    """Yield errors for ticks that contradict each other or the battalion's state before."""
    states = [field.label for field in (FRESH, SPENT, DESTROYED) if line.ticked(field.key)]
    if len(states) > 1 and not line.ticked(UNCHANGED.key):
        yield f"{listing(states)} contradict each other. Tick one"
    if line.ticked(SURROUNDED.key) and not line.ticked(DESTROYED.key):
        yield "a battalion is surrounded only if it is also destroyed. Tick both boxes, or neither"
    if was.start_state.is_in_play and line.ticked(FRESH.key) and was.start_state is not State.FRESH:
        yield f"it was {was.start_state.value} before the battle. A return cannot improve a battalion"


def reported_state(line: FiledLine, before: State) -> State:
    """Return the state that a line reports; if nothing is ticked, the state is unchanged (OB-CAS-07..09)."""
    if line.ticked(DESTROYED.key):
        return State.CAPTURED if line.ticked(SURROUNDED.key) else State.DESTROYED
    return worse(before, State.SPENT if line.ticked(SPENT.key) else before)


def outcome(line: FiledLine, was: PrintedLine) -> Outcome:
    """Return the outcome of the line for the battalion."""
    return Outcome(reported_state(line, was.start_state))
