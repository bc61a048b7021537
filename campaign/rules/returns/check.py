"""Checks of a return of any system, and its effects on the battalions (umpire 1.17, 1.20).

A return has a line for each line of the sheet and a foot. A line that is not filled in is unchanged, but only if "all
other lines" are ticked as unchanged. What a line means is the system's (``Judge``); that a return makes a state worse
or leaves it, never better, and that strength never rises, is held here for all of them.

    Judge                                                       the two questions a system answers: line_faults, outcome
    check(filed, printed, judge, book) -> tuple[Fault, ...]     all errors at once
    effects(filed, printed, judge, book, dice) -> tuple[Effect, ...]  new state and strength of each battalion
    is_loss(column, value, noted) -> bool                       whether it records a loss
Disagreement between two sides' returns is in ``differ``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.strength import Bands, after_losses, back_again, bands_of, worse
from campaign.rules.returns.filed import (
    CLOCK,
    Fields,
    Filed,
    FiledLine,
    Foot,
    Outcome,
    Printed,
    PrintedLine,
    Written,
    command_of,
    edge_of,
    ended_in,
    place_of,
)
from campaign.terms.return_box import COMMON, UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.terms.words import did_you_mean, listing, plain
from campaign.values import dataclass, field
from campaign.words.return_foot import BOTH, FOOT, NEITHER, FootKind


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a return: its line (None means the foot of the form) and what is wrong."""

    line: int | None
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line is not None else self.text


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a return on one battalion. The strength follows the state (umpire 1.20)."""

    line: int
    unit: int
    name: str
    before: State
    after: State
    strength_after: Strength
    ended_at: str
    attached_to: str
    resting: bool
    dug_in_turns: int
    aftermath: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""
    """The reason for its state, if the system has more to explain."""

    @property
    def harmed(self) -> bool:
        """True if the battalion is in a worse state than when the papers were printed."""
        return self.after.severity > self.before.severity


class Judge(Protocol):
    """The questions about a return that each system answers itself."""

    def fields(self, book: Rulebook) -> Fields:
        """Return the columns of the system's return form."""
        ...

    def line_faults(self, line: FiledLine, was: PrintedLine, book: Rulebook) -> Iterable[str]:
        """Return the errors of a line by this system's rules, beyond what the columns check themselves. Also called for
        a line that already has errors.
        """
        ...

    def outcome(self, line: FiledLine, was: PrintedLine, book: Rulebook, dice: Dice | None = None) -> Outcome:
        """Return the state of the battalion that a recorded line means. Raises nothing but DiceWanted.

        ``dice``: for rolls that a system makes afterwards (which of the wounded return). None while a return is only
        checked: then the worse case holds.
        """
        ...


# Checking ------------------------------------------------------------------------------------------------------------
def check(filed: Filed, printed: Printed, judge: Judge, book: Rulebook) -> tuple[Fault, ...]:
    """Return every error of a return, lines first, then the foot. With no errors it can be recorded."""
    fields = judge.fields(book)
    checker = _Lines(filed, printed, judge, book, fields)
    return (*_check_head(filed, printed), *checker.faults(), *_check_foot(filed.foot, printed, fields))


def _check_head(filed: Filed, printed: Printed) -> Iterable[Fault]:
    if plain(filed.code) not in map(plain, (printed.code, *printed.also)):
        yield Fault(
            None,
            f"the form has the code {filed.code!r}, but the return of {printed.side} for this battle has the "
            f"code {printed.code}",
        )
    if filed.side != printed.side:
        yield Fault(None, f"the return is for {filed.side!r}, but the form was printed for {printed.side!r}")


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a return, compared with the form."""

    filed: Filed
    printed: Printed
    judge: Judge
    book: Rulebook
    fields: Fields

    def faults(self) -> Iterable[Fault]:
        printed_lines = {line.line: line for line in self.printed.lines}
        filed_for: dict[int, list[FiledLine]] = {}
        for line in self.filed.lines:
            filed_for.setdefault(line.line, []).append(line)
        for number in sorted({*printed_lines, *filed_for}):
            if number not in printed_lines:
                yield Fault(number, f"this form has no line of that number. It has lines {_spans(printed_lines)}")
            elif number in filed_for:
                yield from (
                    Fault(number, f"{printed_lines[number].name}: {text}")
                    for text in self._entries(filed_for[number], printed_lines[number])
                )
            elif not self.filed.foot.all_other_lines_unharmed:
                yield Fault(
                    number,
                    f"{printed_lines[number].name} is left blank: {self._ask()}, or tick 'all other lines unharmed'",
                )
        for number in self.filed.foot.headquarters_lost:
            if any(line.ticked(UNCHANGED.key) for line in filed_for.get(number, ())):
                yield Fault(
                    number, "it is ticked as unchanged, but the foot of the form gives its headquarters as lost"
                )

    def _ask(self) -> str:
        kinds = {answer.kind for answer in self.fields.answers()}
        return "tick a box" if kinds == {FieldKind.TICK} else "tick unchanged or write its losses"

    def _entries(self, entries: list[FiledLine], was: PrintedLine) -> Iterable[str]:
        if len(entries) > 1:
            lost = sum(not self.judge.outcome(entry, was, self.book).state.is_in_play for entry in entries)
            yield (
                "it is written twice as destroyed. Write it once"
                if lost > 1
                else f"it is written {len(entries)} times. Write it once"
            )
        yield from dict.fromkeys(text for entry in entries for text in self._line(entry, was))

    def _line(self, line: FiledLine, was: PrintedLine) -> Iterable[str]:
        yield from _column_faults(line.written, self.fields.line, was.noted)
        yield from self._stand_faults(line, was)
        losses = [
            column.label
            for column in self.fields.line
            if column.loss and is_loss(column, line.written.get(column.key), was.noted)
        ]
        if line.ticked(UNCHANGED.key) and losses:
            yield f"{listing([UNCHANGED.label, *losses])} contradict each other. Tick one"
        if not self._answered(line) and not self.filed.foot.all_other_lines_unharmed:
            yield f"nothing is {self._blank()}"
        if not was.start_state.is_in_play:
            yield f"it was {was.start_state.value} before the battle, so it cannot have fought"
        yield from self.judge.line_faults(line, was, self.book)
        if not self.judge.outcome(line, was, self.book).state.is_in_play:
            yield from _gone_faults(line)
        yield from _where_faults(line, self.printed)

    def _answered(self, line: FiledLine) -> bool:
        answers = {answer.key for answer in self.fields.answers()}
        stand_keys = {column.key for column in self.fields.line if column.key not in COMMON}
        return not line.written.keys().isdisjoint(answers | stand_keys) or bool(line.stands)

    def _blank(self) -> str:
        answers = [answer.label for answer in self.fields.answers() if answer.printed]
        ticks = all(answer.kind is FieldKind.TICK for answer in self.fields.answers())
        words = f"{', '.join(answers[:-1])} or {answers[-1]}" if len(answers) > 1 else answers[0]
        return f"ticked: tick {words}" if ticks else f"written: write {words}"

    def _stand_faults(self, line: FiledLine, was: PrintedLine) -> Iterable[str]:
        stands_by_key = {stand.key: stand for stand in was.stands}
        for key, written in line.stands.items():
            stand = stands_by_key.get(key)
            if stand is None:
                yield f"{key!r} is not one of its stands. Its stands are: {listing(stands_by_key) or 'none'}"
                continue
            texts = _column_faults(
                written, self.fields.stand, {"count": stand.count, "whole": stand.full or stand.count}
            )
            yield from (f"{stand.label}: {text}" for text in texts)
        if line.stands:
            yield from self._sum_faults(line)

    def _sum_faults(self, line: FiledLine) -> Iterable[str]:
        """Yield the errors in sums: the number for a battalion must agree with the numbers stand by stand."""
        for stand_field in self.fields.stand:
            parts = [stand[stand_field.key] for stand in line.stands.values() if stand_field.key in stand]
            if stand_field.kind is FieldKind.NUMBER and stand_field.key in line.written and parts:
                together = sum(value for value in parts if isinstance(value, int))
                if together != line.number(stand_field.key):
                    yield (
                        f"{stand_field.label} is {line.number(stand_field.key)} for the battalion, but "
                        f"{together} when its stands are added up"
                    )


def _column_faults(written: Mapping[str, Written], columns: Iterable[Field], noted: Mapping[str, int]) -> Iterable[str]:
    fields_by_key = {column.key: column for column in columns}
    for key, value in written.items():
        if key not in fields_by_key:
            yield (
                f"this form does not ask for {key.replace('_', ' ')!r}. It asks for"
                f" {listing(column.name for column in fields_by_key.values())}{did_you_mean(key, list(fields_by_key))}"
            )
        else:
            yield from _value_faults(fields_by_key[key], value, noted)


def _value_faults(column: Field, value: Written, noted: Mapping[str, int]) -> Iterable[str]:
    if column.kind is FieldKind.TICK:
        if not isinstance(value, bool):
            yield f"{column.label} is {value!r}, but it must be ticked or blank"
    elif column.kind is FieldKind.NUMBER:
        if not isinstance(value, int) or isinstance(value, bool):
            yield f"{column.label} is {value!r}, but it must be a whole number"
        else:
            yield from _number_faults(column, value, noted)
    elif not isinstance(value, str):
        yield f"{column.label} is {value!r}, but it must be words"


def _number_faults(column: Field, value: int, noted: Mapping[str, int]) -> Iterable[str]:
    least, limit = noted.get(column.begins, 0), noted.get(column.limit)
    if column.most is not None and not 0 <= value <= column.most:
        yield f"{value} {column.counted} is not possible. Write 0 to {column.most}"
    elif value < 0:
        yield f"{value} {column.counted} is not possible. Write 0 or more"
    elif value < least:
        yield (
            f"{value} {column.counted} is fewer than the {least} at the start of the battle. A return cannot "
            "improve a battalion"
        )
    if limit is not None and value > limit:
        yield f"{value} {column.counted} is more than the {limit} in the battle"


def is_loss(column: Field, value: Written | None, noted: Mapping[str, int]) -> bool:
    """Return whether the entry in this column records a loss since the start."""
    if isinstance(value, bool):
        return value
    return isinstance(value, int) and value > noted.get(column.begins, 0)


def _gone_faults(line: FiledLine) -> Iterable[str]:
    if line.resting:
        yield "destroyed and resting contradict each other"
    if line.dug_in:
        yield "destroyed and dug in contradict each other"
    if line.attached_to:
        yield "a destroyed battalion goes back to its own division, so it cannot be attached"


def _where_faults(line: FiledLine, printed: Printed) -> Iterable[str]:
    off = edge_of(line.ended_at)
    if off is not None:
        if printed.edges and plain(off) not in {plain(edge) for edge in printed.edges}:
            yield f"{line.ended_at!r} is not an edge of this table. The edges are {listing(printed.edges)}"
    elif line.ended_at and printed.places and place_of(line.ended_at, printed) is None:
        near = did_you_mean(line.ended_at, [name for _, name in printed.places])
        yield (
            f"{line.ended_at!r} is not a place on this form{near or '. Write a place, or off by edge and its letter'}"
        )
    if line.attached_to and printed.commands and command_of(line.attached_to, printed) is None:
        near = did_you_mean(line.attached_to, [name for _, name in printed.commands])
        yield (
            f"{line.attached_to!r} is not a command on this form"
            f"{near or f'. Write {listing((letter for letter, _ in printed.commands))}'}"
        )


def _check_foot(foot: Foot, printed: Printed, fields: Fields) -> Iterable[Fault]:
    claims: Counter[str] = Counter()
    for line in printed.lines:
        claims.update(line.noted)
    texts = (
        *_clock_faults(foot, printed),
        *_claim_faults(foot, printed),
        *_loss_faults(foot, printed),
        *_column_faults(foot.side, fields.side, claims),
    )
    yield from (Fault(None, text) for text in texts)


def _clock_faults(foot: Foot, printed: Printed) -> Iterable[str]:
    if foot.clock is not None and CLOCK.fullmatch(foot.clock.strip()) is None:
        yield f"{foot.clock!r} is not a time of day. Write it like 09:40"
    faults = {box.key: box.fault(getattr(foot, box.key)) for box in FOOT if box.kind is FootKind.NUMBER}
    yield from filter(None, faults.values())
    if not faults["turn"] and printed.last is not None:
        ended = ended_in(foot, printed.began, printed.reached)
        if ended > printed.last:
            yield f"turn {foot.turn} after {printed.began} is {ended}, but the campaign ends with {printed.last}"
    if foot.ending is None:
        yield "the return does not say whether the battle is finished or suspended. Tick one"


def _claim_faults(foot: Foot, printed: Printed) -> Iterable[str]:
    if foot.field is not None and foot.field not in (*printed.sides, BOTH):
        yield (
            f"{foot.field!r} cannot hold the field. Write {listing([*printed.sides, BOTH])}"
            f"{did_you_mean(foot.field, [*printed.sides, BOTH])}"
        )
    claims: Counter[str] = Counter()
    for place, held_by in foot.objectives:
        claims[place] += 1
        if place not in printed.objectives:
            near = did_you_mean(place, printed.objectives)
            yield (
                f"{place!r} is not an objective on this form. The objectives are: "
                f"{listing(printed.objectives) or 'none'}{near}"
            )
        if held_by not in (*printed.sides, NEITHER):
            yield (
                f"{held_by!r} cannot hold {place}. Write {listing([*printed.sides, NEITHER])}"
                f"{did_you_mean(held_by, [*printed.sides, NEITHER])}"
            )
    yield from (f"{place} is answered more than once" for place, count in claims.items() if count > 1)
    letters = {letter for letter, _ in printed.commands}
    answered = Counter(letter for letter, _ in foot.orders)
    yield from (
        f"{letter!r} is not a command on this form. The commands are {listing(sorted(letters))}"
        for letter in answered
        if letter not in letters
    )
    yield from (
        f"the orders of command {letter} are answered more than once" for letter, count in answered.items() if count > 1
    )


def _loss_faults(foot: Foot, printed: Printed) -> Iterable[str]:
    for key in foot.works:
        if key not in printed.works:
            yield f"{key!r} is not on this form's list of works{did_you_mean(key, printed.works)}"
    for name in foot.commanders_lost:
        if name not in printed.commanders:
            yield f"{name!r} did not command in this battle{did_you_mean(name, printed.commanders)}"
    headquarters = {line.line for line in printed.lines if line.is_headquarters}
    for number in foot.headquarters_lost:
        if number not in headquarters:
            yield (
                f"line {number} is not a headquarters. The headquarters are: "
                f"{listing(f'line {entry}' for entry in sorted(headquarters)) or 'none'}"
            )
    men = sum(line.strength.men for line in printed.lines)
    if (
        all(line.establishment.men for line in printed.lines)
        and foot.prisoners_lost is not None
        and foot.prisoners_lost > men
    ):
        yield f"{foot.prisoners_lost} prisoners lost is more than the {men} men on this form"


def _spans(numbers: Iterable[int]) -> str:
    """Return numbers as ranges: ``1 to 9`` or ``1 to 4, 7``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first} to {last}" if first < last else str(first) for first, last in runs) or "none"


# Effects -------------------------------------------------------------------------------------------------------------
def effects(
    filed: Filed, printed: Printed, judge: Judge, book: Rulebook, dice: Dice | None = None
) -> tuple[Effect, ...]:
    """Return the effects of the return on every battalion on the form, in the order of the lines. Only for a return
    without errors.
    """
    bands, fields = bands_of(book), judge.fields(book).line
    by_line = {line.line: line for line in filed.lines}
    lost = set(filed.foot.headquarters_lost)
    effects = []
    for was in printed.lines:
        line = by_line.get(was.line)
        outcome = (
            Outcome(was.start_state)
            if line is None or line.ticked(UNCHANGED.key)
            else judge.outcome(line, was, book, dice)
        )
        effects.append(_effect(line or FiledLine(was.line), was, outcome, bands, fields, gone=was.line in lost))
    return tuple(effects)


def _effect(
    line: FiledLine, was: PrintedLine, outcome: Outcome, bands: Bands, fields: Iterable[Field], *, gone: bool
) -> Effect:
    after = worse(was.start_state, outcome.state)
    if gone and after.is_in_play:
        after = State.DESTROYED
    changed = after is not was.start_state
    losses = _losses(line, was, fields)
    lost, full = (sum(loss[0] for loss in losses), losses[0][1]) if losses else (0, 0)
    return Effect(
        line=was.line,
        unit=was.unit,
        name=was.name,
        before=was.start_state,
        after=after,
        strength_after=after_losses(after, was.strength, was.establishment, bands) if changed else was.strength,
        ended_at=line.ended_at,
        attached_to=line.attached_to,
        resting=line.resting,
        dug_in_turns=(was.dug_in_turns if line.dug_in is None else line.dug_in) if after.is_in_play else 0,
        aftermath={**outcome.aftermath, **back_again(lost, full, was.start_state, after)},
        reason=outcome.reason or ("" if changed else _back_words(losses, after)),
    )


def _losses(line: FiledLine, was: PrintedLine, fields: Iterable[Field]) -> list[tuple[int, int, str]]:
    """Return the losses that a line counts, each with the number it is of and its word, if they are of the same."""
    counted = [
        (
            line.total(field.key) - was.noted.get(field.begins, 0),
            was.noted.get(field.limit, 0),
            field.label,
            field.limit,
        )
        for field in fields
        if field.loss and field.limit and field.kind is FieldKind.NUMBER
    ]
    losses = [loss for loss in counted if loss[0] > 0 and loss[1] > 0]
    return [(lost, full, word) for lost, full, word, limit in losses if limit == losses[0][3]]


def _back_words(losses: Iterable[tuple[int, int, str]], state: State) -> str:
    """Return losses that cost no state in words: ``16 of 50 figures lost: fresh, the men come back``."""
    counted = [f"{lost} of {full} {word if 'lost' in word else f'{word} lost'}" for lost, full, word in losses]
    if not counted or not state.is_in_play:
        return ""
    return f"{', '.join(counted)}: {'still spent' if state is State.SPENT else f'{state}, the men come back'}"
