"""The Brevity return: what a side writes down after a battle, whether it can be, and what it does (umpire 1.17, 1.20, 2).

A return has a line for each line of the battle sheet (unchanged, spent, destroyed, surrounded; where it ended, with
whom, resting, dug in) and a foot. A line that is not filed is untouched: unharmed only if "all other lines unharmed" is
ticked. A return makes a state worse or leaves it, never better.

    Filed(code, side, lines, foot)        what was written: FiledLine, Foot
    Printed(...)                          what the form had printed on it: PrintedLine, places, works, commanders
    check(filed, printed) -> tuple[Fault, ...]             every fault at once
    effects(filed, printed, book) -> tuple[Effect, ...]    new state and strength of each battalion
    compare(first, second, printed) -> tuple[Difference, ...]    where two sides' returns disagree
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.brevity.return_form import (
    CLOCK,
    MOST_DUG_IN,
    NEITHER,
    Ending,
    Filed,
    FiledLine,
    Foot,
    Fulfilled,
    Printed,
    PrintedLine,
    Tick,
    command_of,
    edge_of,
    ended_in,
    place_of,
)
from campaign.rules.force import Strength
from campaign.rules.retreat import BOTH
from campaign.rules.rulebook import Rulebook
from campaign.rules.strength import Bands, after_losses, bands_of
from campaign.rules.tabletop import Fault
from campaign.terms.state import State
from campaign.terms.words import did_you_mean, listing, plain

__all__ = [
    "NEITHER", "Difference", "Effect", "Ending", "Filed", "FiledLine", "Foot", "Fulfilled", "Printed", "PrintedLine", "Tick",
    "check", "command_of", "compare", "edge_of", "effects", "ended_in", "place_of", "reported_state",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Effect:
    """What a return does to one battalion. The strength follows the state (umpire 1.20)."""

    line: int
    unit: int
    name: str
    before: State
    after: State
    strength_before: Strength
    strength_after: Strength
    surrounded: bool
    ended_at: str
    attached_to: str
    resting: bool
    dug_in_turns: int

    @property
    def harmed(self) -> bool:
        """Is it worse off than when the papers were printed?"""
        return self.after.severity > self.before.severity


@dataclass(frozen=True, slots=True)
class Difference:
    """Something on which two sides' returns disagree: what, and what each says, in the order of the sides."""

    subject: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.first} / {self.second}"


# Checking ---------------------------------------------------------------------------------------------------------------
def check(filed: Filed, printed: Printed) -> tuple[Fault, ...]:
    """Every fault of a return, lines first, then the foot. An empty answer: it can be recorded."""
    return (*_check_head(filed, printed), *_check_lines(filed, printed), *_check_foot(filed.foot, printed))


def _check_head(filed: Filed, printed: Printed) -> Iterable[Fault]:
    if plain(filed.code) != plain(printed.code):
        yield Fault(None, f"the form bears the code {filed.code!r}, this battle's return for {printed.side} is {printed.code}")
    if filed.side != printed.side:
        yield Fault(None, f"the return is filed for {filed.side!r}, the form was printed for {printed.side!r}")


def _check_lines(filed: Filed, printed: Printed) -> Iterable[Fault]:
    known = {line.line: line for line in printed.lines}
    filed_for: dict[int, list[FiledLine]] = {}
    for line in filed.lines:
        filed_for.setdefault(line.line, []).append(line)
    unharmed = filed.foot.all_other_lines_unharmed
    for number in sorted({*known, *filed_for}):
        if number not in known:
            yield Fault(number, f"no such line on this form: it has lines {_spans(known)}")
        elif number in filed_for:
            texts = _entry_faults(filed_for[number], known[number], printed, unharmed=unharmed)
            yield from (Fault(number, f"{known[number].name}: {text}") for text in texts)
        elif not unharmed:
            yield Fault(number, f"{known[number].name} is left blank: cross a box, or tick 'all other lines unharmed'")
    for number in filed.foot.headquarters_lost:
        if any(Tick.UNCHANGED in line.ticks for line in filed_for.get(number, ())):
            yield Fault(number, "crossed as unchanged, and its headquarters as lost at the foot")


def _entry_faults(entries: list[FiledLine], was: PrintedLine, printed: Printed, *, unharmed: bool) -> Iterable[str]:
    if len(entries) > 1:
        destroyed = sum(Tick.DESTROYED in entry.ticks for entry in entries)
        yield "destroyed twice: file it once" if destroyed > 1 else f"filed {len(entries)} times: keep one"
    yield from dict.fromkeys(text for entry in entries for text in _line_faults(entry, was, printed, unharmed=unharmed))


def _line_faults(line: FiledLine, was: PrintedLine, printed: Printed, *, unharmed: bool) -> Iterable[str]:
    states = [tick for tick in Tick if tick in line.ticks and tick is not Tick.SURROUNDED]
    if len(states) > 1:
        yield f"{listing(states)} contradict each other: cross one"
    if not line.ticks and not unharmed:
        yield "nothing is crossed: cross unchanged, spent or destroyed"
    if Tick.SURROUNDED in line.ticks and Tick.DESTROYED not in line.ticks:
        yield "surrounded goes with destroyed: cross both, or neither"
    if not was.start_state.is_in_play:
        yield f"it was {was.start_state.value} before the battle and cannot be in it"
    elif Tick.FRESH in line.ticks and was.start_state is not State.FRESH:
        yield f"it was {was.start_state.value} before the battle: a return never improves a state"
    if line.dug_in is not None and not 0 <= line.dug_in <= MOST_DUG_IN:
        yield f"{line.dug_in} turns dug in: 0 to {MOST_DUG_IN} are possible"
    if Tick.DESTROYED in line.ticks:
        yield from _destroyed_faults(line)
    yield from _where_faults(line, printed)


def _destroyed_faults(line: FiledLine) -> Iterable[str]:
    if line.resting:
        yield "destroyed and resting contradict each other"
    if line.dug_in:
        yield "destroyed and dug in contradict each other"
    if line.attached_to:
        yield "destroyed: it goes back to its organic division and is attached to nobody"


def _where_faults(line: FiledLine, printed: Printed) -> Iterable[str]:
    off = edge_of(line.ended_at)
    if off is not None:
        if printed.edges and plain(off) not in {plain(edge) for edge in printed.edges}:
            yield f"{line.ended_at!r}: this table has the edges {listing(printed.edges)}"
    elif line.ended_at and printed.places and place_of(line.ended_at, printed) is None:
        near = did_you_mean(line.ended_at, [name for _, name in printed.places])
        yield f"{line.ended_at!r} is no place here{near or '; write a place, or off by edge and its letter'}"
    if line.attached_to and printed.commands and command_of(line.attached_to, printed) is None:
        near = did_you_mean(line.attached_to, [name for _, name in printed.commands])
        yield f"{line.attached_to!r} is no command of this form{near or f': write {listing(letter for letter, _ in printed.commands)}'}"


def _check_foot(foot: Foot, printed: Printed) -> Iterable[Fault]:
    yield from (Fault(None, text) for text in (*_clock_faults(foot, printed), *_claim_faults(foot, printed), *_loss_faults(foot, printed)))


def _clock_faults(foot: Foot, printed: Printed) -> Iterable[str]:
    if foot.clock is not None and CLOCK.fullmatch(foot.clock.strip()) is None:
        yield f"{foot.clock!r} is no time of day: write it as 09:40"
    if foot.turn is not None and not 1 <= foot.turn <= 4:
        yield f"turn {foot.turn} does not exist: a day has turns 1 to 4"
    elif printed.last is not None and ended_in(foot, printed.began) > printed.last:
        yield f"turn {foot.turn} after {printed.began} would be {ended_in(foot, printed.began)}: the campaign ends with {printed.last}"
    if foot.ending is None:
        yield "is the battle finished or suspended? cross one"
    if foot.hours_left is not None and not 0 <= foot.hours_left <= 6:
        yield f"{foot.hours_left} hours left: a turn has six"


def _claim_faults(foot: Foot, printed: Printed) -> Iterable[str]:
    if foot.field is not None and foot.field not in (*printed.sides, BOTH):
        yield f"{foot.field!r} cannot hold the field: {listing([*printed.sides, BOTH])}{did_you_mean(foot.field, [*printed.sides, BOTH])}"
    asked: Counter[str] = Counter()
    for place, held_by in foot.objectives:
        asked[place] += 1
        if place not in printed.objectives:
            near = did_you_mean(place, printed.objectives)
            yield f"{place!r} is no objective on this form: {listing(printed.objectives) or 'it has none'}{near}"
        if held_by not in (*printed.sides, NEITHER):
            yield f"{held_by!r} cannot hold {place}: {listing([*printed.sides, NEITHER])}{did_you_mean(held_by, [*printed.sides, NEITHER])}"
    yield from (f"{place} is answered more than once" for place, count in asked.items() if count > 1)
    letters = {letter for letter, _ in printed.commands}
    answered = Counter(letter for letter, _ in foot.orders)
    yield from (f"{letter!r} is no command of this form: {listing(sorted(letters))}" for letter in answered if letter not in letters)
    yield from (f"the orders of command {letter} are answered more than once" for letter, count in answered.items() if count > 1)


def _loss_faults(foot: Foot, printed: Printed) -> Iterable[str]:
    for key in foot.works:
        if key not in printed.works:
            yield f"{key!r} is not on this form's list of works{did_you_mean(key, printed.works)}"
    for name in foot.commanders_lost:
        if name not in printed.commanders:
            yield f"{name!r} did not command here{did_you_mean(name, printed.commanders)}"
    headquarters = {line.line for line in printed.lines if line.is_headquarters}
    for number in foot.headquarters_lost:
        if number not in headquarters:
            yield f"line {number} is no headquarters: {listing(f'line {one}' for one in sorted(headquarters)) or 'there is none here'}"
    for word, count in (("taken", foot.prisoners_taken), ("lost", foot.prisoners_lost)):
        if count is not None and count < 0:
            yield f"{count} prisoners {word} are impossible"


def _spans(numbers: Iterable[int]) -> str:
    """``1 to 9`` or ``1 to 4, 7``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first} to {last}" if first < last else str(first) for first, last in runs) or "none"


# Effects ----------------------------------------------------------------------------------------------------------------
def reported_state(line: FiledLine, before: State) -> State:
    """The state a line reports; what is not crossed stays as it was (OB-CAS-07..09)."""
    if Tick.DESTROYED in line.ticks:
        return State.CAPTURED if Tick.SURROUNDED in line.ticks else State.DESTROYED
    reported = State.SPENT if Tick.SPENT in line.ticks else before
    return max(before, reported, key=lambda state: state.severity)


def effects(filed: Filed, printed: Printed, book: Rulebook) -> tuple[Effect, ...]:
    """What the return does to every battalion on the form, in order of line. Call it for a return without faults."""
    bands = bands_of(book)
    by_line = {line.line: line for line in filed.lines}
    lost = set(filed.foot.headquarters_lost)
    return tuple(_effect(by_line.get(was.line, FiledLine(was.line)), was, bands, lost=was.line in lost) for was in printed.lines)


def _effect(line: FiledLine, was: PrintedLine, bands: Bands, *, lost: bool) -> Effect:
    after = reported_state(line, was.start_state)
    if lost and after.is_in_play:
        after = State.DESTROYED
    changed = after is not was.start_state
    return Effect(
        line=was.line,
        unit=was.unit,
        name=was.name,
        before=was.start_state,
        after=after,
        strength_before=was.strength,
        strength_after=after_losses(after, was.strength, was.establishment, bands) if changed else was.strength,
        surrounded=Tick.SURROUNDED in line.ticks,
        ended_at=line.ended_at,
        attached_to=line.attached_to,
        resting=line.resting,
        dug_in_turns=(was.dug_in_turns if line.dug_in is None else line.dug_in) if after.is_in_play else 0,
    )


# Two returns ------------------------------------------------------------------------------------------------------------
def compare(first: Filed, second: Filed) -> tuple[Difference, ...]:
    """Where two sides' returns of one battle disagree. What only one of them answers is no disagreement (umpire 1.17)."""
    ours, theirs = first.foot, second.foot
    found = [
        *_differs("clock at the end", _clock(ours.clock), _clock(theirs.clock)),
        *_differs("turn reached", ours.turn, theirs.turn),
        *_differs("finished or suspended", ours.ending, theirs.ending),
        *_differs("who holds the field", ours.field, theirs.field),
    ]
    held = dict(theirs.objectives)
    for place, side in ours.objectives:
        found += _differs(f"who holds {place}", side, held.get(place))
    found += _differs("prisoners: taken by the first, lost by the second", ours.prisoners_taken, theirs.prisoners_lost)
    found += _differs("prisoners: lost by the first, taken by the second", ours.prisoners_lost, theirs.prisoners_taken)
    found += _differs("works changed", _works(ours), _works(theirs)) if ours.works and theirs.works else []
    return tuple(found)


def _differs(subject: str, first: object | None, second: object | None) -> list[Difference]:
    if first is None or second is None or first == second:
        return []
    return [Difference(subject, str(first), str(second))]


def _clock(text: str | None) -> str | None:
    found = CLOCK.fullmatch(text.strip()) if text else None
    return f"{int(found[1]):02}:{found[2]}" if found else None


def _works(foot: Foot) -> str:
    return ", ".join(sorted(foot.works))
