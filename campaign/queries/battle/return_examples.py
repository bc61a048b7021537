"""Examples of a return's line for the units of this battle, with possible losses.

specimens(form, door, book) -> (line, {key: number}) of every line that can lose something
example(form, specimens)        for the head of the printed form: ``3 figures lost 3``
examples(form, specimens, place)       for entering a return a line at a time
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.returns.filed import FiledLine, PrintedLine
from campaign.rules.tabletop.interface import Tabletop
from campaign.situation.forms import Form
from campaign.terms.return_box import UNCHANGED, Field, FieldKind

SOME = 3
"""Number of losses in an example."""
MOST_SHOWN = 3
Specimen = tuple[int, Mapping[str, int]]
"""Number of a line, and its losses by the key of the column."""


def specimens(form: Form, door: Tabletop, book: Rulebook, away: Collection[int] = ()) -> tuple[Specimen, ...]:
    """Return each line of the return form with losses that it could have: a small number in the first column that
    counts a loss, and matching values in the other columns.

    ``away``: the line numbers of units that are not on this table.
    """
    counted = [field for field in form.fields.line if field.kind is FieldKind.NUMBER and field.loss and field.printed]
    result = []
    for line in (printed_line for printed_line in _fit(form) if printed_line.line not in away):
        written: dict[str, int] = {}
        for column in counted:
            number = _some(column, line)
            trial = {**written, column.key: number}
            if number and not any(door.line_faults(FiledLine(line.line, trial), line, book)):
                written = trial
        if written:
            result.append((line.line, written))
    return tuple(result)


def _fit(form: Form) -> tuple[PrintedLine, ...]:
    """Return the lines that can be in the battle at all."""
    return tuple(line for line in form.printed.lines if line.start_state.is_in_play)


def ticks_alone(form: Form, door: Tabletop, book: Rulebook) -> tuple[str, ...]:
    """Return the keys of the boxes that may be crossed by themselves in some line of this battle."""
    ticks = [answer for answer in form.fields.answers() if answer.kind is FieldKind.TICK]
    return tuple(
        tick.key
        for tick in ticks
        if any(not any(door.line_faults(FiledLine(line.line, {tick.key: True}), line, book)) for line in _fit(form))
    )


def _some(column: Field, line: PrintedLine) -> int:
    """Return a little more than the line began with, but no more than it has; 0 where nothing more can be lost."""
    begun = line.noted.get(column.begins, 0)
    bounds = [bound for bound in (column.most, line.noted.get(column.limit)) if bound is not None]
    number = min([begun + SOME, *bounds])
    return number if number > begun else 0


def _example_text(form: Form, key: str, number: int) -> str:
    column = form.fields.of_line(key)
    if column is None:
        return f"{key} {number}"
    return f"{column.name if ',' in column.label else column.label.lower()} {number}"


def example(form: Form, specimens: tuple[Specimen, ...]) -> str:
    """Return an example line as a player may type it, for the last line that can lose something."""
    if not form.lines:
        return ""
    if form.fields.example != UNCHANGED.label or not specimens:
        return f"{form.lines[-1].line} {form.fields.example}"
    line, written = specimens[-1]
    key, number = next(iter(written.items()))
    return f"{line} {_example_text(form, key, number)}"


def examples(form: Form, specimens: tuple[Specimen, ...], place: str) -> str:
    """Return short examples of what may be typed for a line: ``unchanged | figures lost 3 | guns, vehicles lost 1``.
    Each kind of line is shown once; on hexes also where a unit ended; in a system that counts no losses, its own
    words. ``place``: a place on the table.
    """
    if not specimens:
        return form.fields.examples.replace("{place}", place)
    kinds: dict[tuple[str, ...], Mapping[str, int]] = {}
    for _, written in specimens:
        kinds.setdefault(tuple(written), written)
    lines = [
        ", ".join(_example_text(form, key, number) for key, number in written.items())
        for written in list(kinds.values())[:MOST_SHOWN]
    ]
    where = [f"at {form.fields.hexes.central}"] if form.fields.hexes is not None else []
    return " | ".join((UNCHANGED.label, *lines, *where))
