"""A return that was filled in on the screen, read back from its PDF.

    read_form(path) -> FilledForm               the contents of the boxes; raises BadInput, BadFile
    FilledForm.check_for(form)                  raises BadFile if it is the form of another campaign, battle, side or
                                                system
    content_of(filled, form) -> content, faults     the plain content that the database keeps, and every error by the
                                                    name of its box

The rules check the return against the battle (``rules.returns``), as with any other return.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, assert_never

from campaign.errors import BadFile
from campaign.exchange.pdf_boxes import FilledBox, WaysOut, read_boxes
from campaign.exchange.returns.places import spots_in
from campaign.terms.return_box import RESTING, Field, FieldKind
from campaign.terms.words import is_number, listing, plain
from campaign.values import dataclass, field, replace
from campaign.words.form_boxes import (
    CLOCK_HOURS,
    CLOCK_MINUTES,
    BoxKind,
    FormBox,
    boxes_of,
    count_box,
    held_turns,
    identity_of,
    in_boxes,
    is_asked,
    line_box,
    side_box,
)
from campaign.words.packet import ReturnForm, ReturnLine
from campaign.words.return_foot import FOOT, FootBox, FootKind, Group, answer_of, split_officers

_OFF = ("", "/Off", "Off")
_FLAT = "fill in the packet's own PDF and save it (do not print it to a PDF), or record the return line by line"
_WAYS = WaysOut(
    extra="or record it line by line",
    flat=_FLAT,
    locked="save it without a password, or record the return line by line",
    scanned="name the packet's PDF form that was filled in. Record a form filled in with a pen line by line",
)
_AFRESH = "print a new form, or record the return line by line"


@dataclass(frozen=True, slots=True)
class FilledForm:
    """The boxes of a filled-in return form by their names."""

    path: str
    boxes: Mapping[str, FilledBox]

    def text(self, name: str) -> str:
        """Return the contents of a box; empty for a missing box."""
        box = self.boxes.get(name)
        return box.text if box is not None else ""

    def recoded(self, codes: Mapping[str, str]) -> FilledForm:
        """Return the same form with the sheet's present code, where it was printed with another. ``codes``: the present
        one by the other.
        """
        code = self.boxes.get("code")
        now = codes.get(plain(code.text)) if code is not None else None
        return (
            self
            if code is None or now is None
            else replace(self, boxes={**self.boxes, "code": replace(code, text=now)})
        )

    def check_for(self, form: ReturnForm) -> None:
        """Raise BadFile if this is not the form of that campaign, battle, side and system."""
        identity = identity_of(form)
        missing = [name for name in identity if name not in self.boxes]
        if missing:
            text = (
                f"its hidden field{'s' * (len(missing) > 1)} {listing(map(repr, missing))}"
                f" {'are' if len(missing) > 1 else 'is'} missing"
            )
            raise BadFile(f"{self.path} is damaged, so its battle cannot be read: {text}; {_FLAT}")
        for name in ("campaign", "battle", "side", "rules", "code"):
            if name in identity and plain(self.text(name)) != plain(identity[name]):
                raise BadFile(self._stranger(name, identity))

    def _stranger(self, name: str, identity: Mapping[str, str]) -> str:
        """Return the error for a form whose hidden field of this name belongs to another."""
        text, number = self.text(name), identity["battle"].partition(" ")[0]
        if name == "rules":
            return (
                f"{self.path} is a form for the rules {text!r}, but battle {number} is fought under "
                f"{identity[name]!r}. Print this battle's form. If the battle has not been played yet, you can "
                f"change its rules: campaign battle under {number} {text}"
            )
        return (
            f"{self.path} is the form of another battle. Its field {name!r} says {text!r}, but this battle has "
            f"{identity[name]!r}. Record it for its own battle, or print this battle's form"
        )


def read_form(path: Path, raw: bytes | None = None) -> FilledForm:
    """Return the boxes of a return form. Raises BadInput where pypdf is missing, BadFile if the file cannot be read or
    has no boxes. ``raw``: the file's bytes, if it was sent.
    """
    boxes = read_boxes(path, _WAYS, raw)
    if "code" not in boxes:
        raise BadFile(
            f"{path} has no field 'code' and no fields that can be filled in. It was flattened or scanned, or "
            f"it is not a return; {_FLAT}"
        )
    return FilledForm(str(path), boxes)


def content_of(filled: FilledForm, form: ReturnForm, side: str) -> tuple[dict[str, Any], list[str]]:
    """Return the return as plain content (``situation/filing.py``), and every error with the name of its box."""
    reading = _Reading(filled, boxes_of(form))
    reading.hold_against_the_print()
    lines = [fields for command in form.commands for line in command.lines if (fields := _line(reading, line, form))]
    return {"code": form.masthead.code, "side": side, "lines": lines, "foot": _foot(reading, form)}, reading.faults


@dataclass(slots=True)
class _Reading:
    """A reading of a file's boxes as those of a form, which collects the errors."""

    filled: FilledForm
    printed: Mapping[str, FormBox]
    faults: list[str] = field(default_factory=list)

    def hold_against_the_print(self) -> None:
        """Check that every box of the form exists and asks the same, and that no other has contents."""
        missing = [box.label for name, box in self.printed.items() if name not in self.filled.boxes]
        if missing:
            more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
            fields = f"field{'s' * (len(missing) > 1)} {', '.join(map(repr, missing[:3]))}{more}"
            self.faults.append(
                f"{fields} not in the file, so it is damaged, partly flattened, or was printed before the "
                f"battle changed; {_AFRESH}"
            )
        for name, filled_box in self.filled.boxes.items():
            box = self.printed.get(name)
            if box is None and filled_box.text not in _OFF:
                self.faults.append(
                    f"field {filled_box.label or name!r} says {filled_box.text!r}, but this battle's form has "
                    f"no such field; {_AFRESH}"
                )
            elif box is not None and box.kind is not BoxKind.HIDDEN and plain(filled_box.label) != plain(box.label):
                self.faults.append(
                    f"field {filled_box.label or name!r} is now {box.label!r}, because the battle changed "
                    f"after printing; {_AFRESH}"
                )

    def label(self, name: str) -> str:
        """Return the question of the box."""
        return self.printed[name].label if name in self.printed else name

    def crossed(self, name: str) -> bool:
        text = self.filled.text(name)
        if text in _OFF:
            return False
        box = self.filled.boxes[name]
        if box.states and text not in box.states:
            self.faults.append(f"field {self.label(name)!r} says {text!r}, but it must be ticked or blank")
        return True

    def words(self, name: str) -> str:
        return " ".join(self.filled.text(name).split())

    def number(self, name: str, least: int = 0, most: int | None = None) -> int | None:
        """Return the number in the box; None for a blank."""
        text = self.filled.text(name).replace(" ", "")
        if not text:
            return None
        if not is_number(text) or not least <= int(text) <= (int(text) if most is None else most):
            span = f"from {least} to {most}" if most is not None else ""
            self.faults.append(
                f"field {self.label(name)!r} says {self.filled.text(name)!r}. Write a whole number {span}".rstrip()
            )
            return None
        return int(text)

    def one_of(self, boxes: Iterable[tuple[str, str]]) -> str:
        """Return the answer of the only crossed box; empty if none is crossed."""
        result = [(name, answer) for name, answer in boxes if self.crossed(name)]
        if len(result) > 1:
            labels = listing(repr(self.label(name)) for name, _ in result)
            self.faults.append(f"fields {labels} contradict each other. Tick one")
        return result[0][1] if result else ""


def _line(reading: _Reading, line: ReturnLine, form: ReturnForm) -> dict[str, Any]:
    """Return the answers of one line of a filled-in return; empty if it was left blank."""
    ticks, fields = list[str](), dict[str, Any]()
    for column in form.columns:
        if not column.printed or not is_asked(line, column):
            continue
        name = line_box(line.line, column.key)
        if column.kind is FieldKind.TICK:
            if reading.crossed(name) and column.key == RESTING.key:
                fields[column.key] = True
            elif reading.crossed(name):
                ticks.append(column.key)
        elif (value := _value(reading, line, column, name)) not in (None, ""):
            fields[column.key] = value
    return {"line": line.line, "ticks": ticks, **fields} if ticks or fields else {}


def _value(reading: _Reading, line: ReturnLine, column: Field, name: str) -> int | str | None:
    if in_boxes(column):
        numbers = range(held_turns(column, line) + 1, (column.most or 0) + 1)
        return max((n for n in numbers if reading.crossed(count_box(line.line, column.key, n))), default=None)
    return reading.number(name) if column.kind is FieldKind.NUMBER else reading.words(name)


def _foot(reading: _Reading, form: ReturnForm) -> dict[str, Any]:
    """Return the answers of the foot, without blank ones."""
    foot = {box.key: _answer(reading, box, form) for box in FOOT}
    foot |= split_officers(foot["commanders_lost"])
    return {key: value for key, value in foot.items() if value not in (None, "", [], {})}


def _answer(reading: _Reading, box: FootBox, form: ReturnForm) -> Any:
    groups = box.groups(form)
    match box.kind:
        case FootKind.CLOCK:
            return _clock(reading)
        case FootKind.NUMBER:
            is_bounded = box.most < 10**box.digits
            return reading.number(box.box, box.least, box.most if is_bounded else None)
        case FootKind.TEXT:
            return reading.words(box.box)
        case FootKind.TICK:
            return reading.crossed(box.box) or None
        case FootKind.CHOICE:
            return answer_of(reading.one_of(groups[0].boxes))
        case FootKind.CHOICES:
            return {group.key: word for group in groups if (word := reading.one_of(group.boxes))}
        case FootKind.NAMES:
            return [name for key, name in groups[0].boxes if reading.crossed(key)]
        case FootKind.LINES:
            return None
        case FootKind.SPOTS:
            return spots_in(reading.words(box.box))
        case FootKind.ROWS:
            return [text for group in groups if (text := _task(reading, group))]
        case FootKind.COLUMNS:
            return _of_the_side(reading, form)
        case _:
            assert_never(box.kind)


def _clock(reading: _Reading) -> str:
    hours, minutes = reading.number(CLOCK_HOURS, 0, 23), reading.number(CLOCK_MINUTES, 0, 59)
    if (hours is None) != (minutes is None) and not reading.faults:
        blank = CLOCK_HOURS if hours is None else CLOCK_MINUTES
        reading.faults.append(f"field {reading.label(blank)!r} is blank. Write both hours and minutes, or neither")
    return f"{hours:02}:{minutes:02}" if hours is not None and minutes is not None else ""


def _task(reading: _Reading, row: Group) -> str:
    """Return a finished engineering task, with the turns it took."""
    turns = max((turn for turn, (box, _) in enumerate(row.boxes, 1) if reading.crossed(box)), default=0)
    words = reading.words(row.key)
    if turns and not words:
        reading.faults.append(
            f"field {reading.label(row.key)!r} is blank, but its turns are ticked. Write what the unit did"
        )
    return f"{words}, {turns} turn{'s' * (turns > 1)}" if words and turns else words


def _of_the_side(reading: _Reading, form: ReturnForm) -> dict[str, Any]:
    answers = {column.key: _of_side(reading, column) for column in form.side_columns if column.printed}
    return {key: value for key, value in answers.items() if value not in (None, "")}


def _of_side(reading: _Reading, column: Field) -> bool | int | str | None:
    name = side_box(column.key)
    if column.kind is FieldKind.TICK:
        return True if reading.crossed(name) else None
    return reading.number(name) if column.kind is FieldKind.NUMBER else reading.words(name)
