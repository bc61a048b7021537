"""The returns of a battle point by point, for the umpire who decides whose counts.

returns_compared(board, viewer, word) -> ReturnsCompared    raises NotAllowed for players
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.errors import NotAllowed
from campaign.exchange.returns.text import line_text
from campaign.journal.board import JournalBoard
from campaign.journal.people import people_of
from campaign.journal.undo import standing_of
from campaign.model import Battle, Entry, Return, Side
from campaign.queries.battle.battles import battle_known
from campaign.queries.battle.session import Session
from campaign.queries.battle.undone_returns import RECORD
from campaign.queries.common.outlook import look
from campaign.rules.returns.differ import answers, compare
from campaign.rules.returns.filed import Filed
from campaign.situation.filing import filed_of
from campaign.situation.forms import Form
from campaign.terms.return_box import UNCHANGED
from campaign.terms.viewer import Viewer
from campaign.views.battle.returns_compared import ReturnedSide, ReturnPoint, ReturnsCompared
from campaign.words.return_foot import FOOT, FootKind, asked_in_order, officers_of

FIELD = "field"
"""Permanent name of the question who holds the field, which is shown unanswered, too."""
UNHARMED = "all other lines unharmed"


def returns_compared(board: JournalBoard, viewer: Viewer, word: str) -> ReturnsCompared:
    """Return the returns that are in and not settled, side by side."""
    if not viewer.is_umpire:
        raise NotAllowed("only the umpire may compare the returns of both sides")
    outlook = look(board, viewer)
    battle = battle_known(outlook, word)
    rows = {
        row.side_id: row
        for row in board.rows(Return, Return.battle_id == battle.id, Return.settled.is_(False))
        if not battle.state.is_over
    }
    session = Session(outlook, battle)
    taking = session.sides
    sides = [side for side in taking if side.id in rows]
    number_of = {ident: number for number, ident in enumerate(outlook.army.sides)}
    forms = {side.id: session.form(side) for side in sides}
    contents = {side.id: {**rows[side.id].content, "side": side.key} for side in sides}
    filed = {side.id: filed_of(contents[side.id], forms[side.id], outlook.army)[0] for side in sides}
    names = {side.key: side.name for side in outlook.army.sides.values()}
    names |= {key: name for form in forms.values() for key, name in form.objectives}
    points = (
        *_foot(sides, forms, filed, names),
        *(point for n in range(len(sides)) for point in _lines(sides, n, forms, contents)),
        *_own(sides, forms, contents),
    )
    return ReturnsCompared(
        number=battle.number,
        name=battle.name,
        sides=tuple(
            ReturnedSide(side.key, side.name, number_of[side.id], *_handed_in(board, battle, side)) for side in sides
        ),
        missing=tuple(side.name for side in taking if side.id not in rows),
        points=tuple(sorted(points, key=lambda point: not point.differs)),
        is_over=battle.state.is_over,
    )


def _handed_in(board: JournalBoard, battle: Battle, side: Side) -> tuple[str, str]:
    """Return who handed in a side's return of a battle, and when; empty words if no entry names both."""
    living = standing_of(board).living
    rows = board.entries(Entry.seq, Entry.arguments, Entry.actor, Entry.written, criteria=(Entry.verb == RECORD,))
    for row in sorted(rows, key=lambda row: -row.seq):
        typed = json.loads(row.arguments)
        is_of_battle = str(typed.get("battle")) in (str(battle.number), battle.name)
        if row.seq in living and is_of_battle and side.key in {entry.get("side") for entry in typed["returns"]}:
            return people_of(board).shown(row.actor), row.written
    return "", ""


def _foot(
    sides: Sequence[Side], forms: Mapping[int, Form], filed: Mapping[int, Filed], names: Mapping[str, str]
) -> Iterator[ReturnPoint]:
    """Yield the questions that both forms ask; of a single return, its own answers."""
    if not sides:
        return
    first, second = filed[sides[0].id], filed[sides[-1].id]
    fields = forms[sides[0].id].fields
    given = answers(first, second, fields, names)
    if not any(point.key == FIELD for point in given):
        yield ReturnPoint("Holder of the field", ("",) * min(len(sides), 2), FIELD)
    differing = {point.key: n for n, point in enumerate(compare(first, second, fields, names), 1)}
    for point in given:
        both: tuple[str | None, ...] = (point.first, point.second)
        yield ReturnPoint(
            f"{point.subject[:1].upper()}{point.subject[1:]}",
            both if len(sides) > 1 else both[:1],
            point.key,
            differing.get(point.key, 0) if len(sides) > 1 else 0,
        )


def _lines(
    sides: Sequence[Side], at: int, forms: Mapping[int, Form], contents: Mapping[int, Mapping[str, Any]]
) -> Iterator[ReturnPoint]:
    """Yield the lines of one side, those on which nothing was written together."""
    side = sides[at]
    form, content = forms[side.id], contents[side.id]
    written = {entry.get("line", entry.get("unit")): entry for entry in content.get("lines") or ()}
    rest: list[int] = []
    for line in form.printed.lines:
        entry = written.get(line.line) or written.get(line.name)
        text = line_text(entry, form.fields.line, form.fields.stand) if entry else ""
        if not text:
            rest.append(line.line)
            continue
        is_changed = text != UNCHANGED.label
        yield ReturnPoint(f"{side.name} {line.line}, {line.name}", _only(len(sides), at, text), is_changed=is_changed)
    if rest:
        numbers = ", ".join(map(str, rest))
        subject = f"{side.name} line{'s' * (len(rest) > 1)} {numbers}"
        yield ReturnPoint(subject, _only(len(sides), at, UNHARMED))


def _only(count: int, at: int, text: str) -> tuple[str | None, ...]:
    return tuple(text if n == at else None for n in range(count))


def _own(
    sides: Sequence[Side], forms: Mapping[int, Form], contents: Mapping[int, Mapping[str, Any]]
) -> Iterator[ReturnPoint]:
    """Yield what each side answers about itself: orders fulfilled, commanders lost, tasks, its line of the diary."""
    feet = [contents[side.id].get("foot") or {} for side in sides]
    for at, (side, foot) in enumerate(zip(sides, feet, strict=True)):
        for letter, answer in (foot.get("orders") or {}).items():
            command = forms[side.id].command(letter)
            subject = f"Orders of {command.name if command else letter} fulfilled"
            yield ReturnPoint(subject, _only(len(sides), at, str(answer)))
    rows = (
        (
            "Hours left to pursue",
            [str(foot["hours_left"]) if foot.get("hours_left") is not None else "" for foot in feet],
        ),
        ("Commanders and headquarters lost", [", ".join(officers_of(foot)) for foot in feet]),
        ("Engineer tasks done", [", ".join(foot.get("tasks") or ()) for foot in feet]),
        *(
            (box.label, ["; ".join(foot.get(box.key) or ()) for foot in feet])
            for box in FOOT
            if box.kind is FootKind.SPOTS
        ),
        *(
            (box.label, ["yes" if foot.get(box.key) else "" for foot in feet])
            for box in asked_in_order()
            if box.kind is FootKind.TICK
        ),
        ("Other changes to the ground", [str(foot.get("other_works") or "") for foot in feet]),
        ("Diary", [str(foot.get("diary") or "") for foot in feet]),
    )
    for subject, texts in rows:
        if any(texts):
            yield ReturnPoint(subject, tuple(texts))
