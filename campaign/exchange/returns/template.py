"""The return file that is printed with a side's papers: every line with its unit as a remark, ready to be filled in
(``file`` reads it).

Without changes it says that no unit was lost or spent, and is accepted: each line is answered *unchanged*, and what is
not known yet is a remark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from campaign.terms.return_box import ATTACHED_TO, COMMON, DUG_IN, ENDED_AT, RESTING, Field, FieldKind
from campaign.terms.state import State
from campaign.words.packet import ReturnCommand, ReturnForm, ReturnLine, SidePapers, TurnMark
from campaign.words.return_foot import FOOT, FootBox, FootKind, split_officers

_ANSWERED = "ending"
"""Key of the box that the printed file already answers."""
_INCHES = 'inches from west and south ("58, 20"), '
_HEX = 'a hex of the map ("{hex}"), '
_HEAD = """\
# {title}, {side}: fill in what changed, then   campaign battle record {battle} THIS-FILE
# A line is answered  {answers};  more is said as in
#   {line}: {{{more}}}
{besides}# Where a unit ended is a place, {point}or "off by edge A". Text after a # is not read.
"""


def return_file(papers: SidePapers, battle: int) -> str:
    """Return the text of the file for one side of a battle, in YAML."""
    form = papers.form
    place = next((place.name for place in papers.sheet.table.places), "a place")
    command = next((command.short or command.name for command in form.commands), "a command")
    head = _HEAD.format(
        title=_remark(form.masthead.title),
        side=_remark(form.masthead.side),
        battle=battle,
        answers=_answers(form),
        more=_more(form, place, command),
        line=form.specimen[0] if form.specimen else 3,
        point=_point(form),
        besides="".join(f"# {row}\n" for row in _besides(form)),
    ) + "".join(f"# {row}\n" for row in _by_stand(form))
    top = [f"battle: {battle}", f"code: {_quoted(form.masthead.code)}", f"side: {_quoted(papers.reader)}", "lines:"]
    lines = [row for command in form.commands for row in _command(command)]
    return head + "\n".join((*map(str, top), *lines, "foot:", *_foot(form, _turn(papers)))) + "\n"


_AS_PRINTED = re.compile(r"(?:battle: \d+|code: \S+|side: \S+|lines:|foot:|ending: finished|[^:]+: unchanged)\Z")


def is_as_printed(text: str) -> bool:
    """Return whether a return file is as it was printed: it has only rows that a printed one has."""
    rows = (re.sub(r"(?:^|\s)#.*", "", row).strip() for row in text.splitlines())
    return all(_AS_PRINTED.match(row) for row in rows if row)


def _point(form: ReturnForm) -> str:
    """Return how a point of the table is written, where the form asks for one."""
    if form.hexes is not None:
        return _HEX.format(hex=form.hexes.central)
    return _INCHES if any("inches" in column.note for column in form.columns) else ""


def _answers(form: ReturnForm) -> str:
    """Return the words that stand for a line: ``unchanged, spent, destroyed  or  destroyed, surrounded``."""
    single = [
        column.name
        for column in form.columns
        if column.answers and column.kind is FieldKind.TICK and (form.alone is None or column.key in form.alone)
    ]
    words = dict.fromkeys(", ".join(key.replace("_", " ") for key in keys) for _, keys in form.shorthand)
    together = [word for word in words if word not in single]
    if together:
        return f"{', '.join(single)}  or  {' or '.join(together)}"
    return f"{', '.join(single[:-1])} or {single[-1]}" if len(single) > 1 else "".join(single)


def _more(form: ReturnForm, place: str, command: str) -> str:
    """Return an example line with everything that the form asks."""
    keys = {column.key: column for column in form.columns}
    possible = dict(form.specimen[1]) if form.specimen else None
    loss = next(
        (column for column in form.columns if column.answers and column.printed and column.key != "unchanged"), None
    )
    if possible is not None:
        texts = [f"{column.name}: {possible[column.key]}" for column in form.columns if column.key in possible]
    else:
        texts = (
            []
            if loss is None
            else [f"state: {loss.key}" if loss.kind is FieldKind.TICK else f"{loss.name}: {_some(loss)}"]
        )
        texts += [
            f"{column.name}: {_some(column)}"
            for column in form.columns
            if column.kind is FieldKind.NUMBER and column.key not in (DUG_IN.key, loss and loss.key)
        ]
    for key, text in (
        (ENDED_AT.key, _quoted(place)),
        (ATTACHED_TO.key, _quoted(command)),
        (RESTING.key, "yes"),
        (DUG_IN.key, "2"),
    ):
        if key in keys:
            texts.append(f"{keys[key].name}: {text}")
    return ", ".join(texts)


def _some(column: Field) -> int:
    return min(3, column.most) if column.most is not None else 3


def _sample_of(column: Field) -> int | str:
    return "yes" if column.kind is FieldKind.TICK else _some(column)


def _besides(form: ReturnForm) -> Iterator[str]:
    """Yield the printed columns that the example leaves out, which may be added to a line."""
    shown = {key for key, _ in form.specimen[1]} if form.specimen else set[str]()
    rest = [
        column
        for column in form.columns
        if column.printed
        and column.key not in (*COMMON, *shown)
        and (column.kind is FieldKind.NUMBER or (column.kind is FieldKind.TICK and not column.answers))
    ]
    if form.specimen and rest:
        texts = [f"{column.name}: {_sample_of(column)}" for column in rest]
        yield f"  and besides  {{{', '.join(texts)}}}"


def _by_stand(form: ReturnForm) -> Iterator[str]:
    """Yield how to write stand by stand, where the system has stands."""
    line = next((line for command in form.commands for line in command.lines if line.stands), None)
    if line is None or not form.stand_columns:
        return
    key, _ = line.stands[0]
    column = form.stand_columns[0]
    example = f"{column.name}: {_sample_of(column)}"
    yield f"Stand by stand, if you like:   {line.line}: {{stands: {{{key}: {{{example}}}}}}}"
    yield f"  line {line.line} has {', '.join(f'{key} ({_remark(name)})' for key, name in line.stands)}"


def _quoted(text: str) -> str:
    """Return the text in quotes, which YAML reads as it reads JSON."""
    return json.dumps(text, ensure_ascii=False)


def _remark(text: str) -> str:
    return " ".join(text.split())


def _command(command: ReturnCommand) -> Iterator[str]:
    yield f"  # {_remark(command.name)}"
    yield from (f"  {line.line}: unchanged   # {_remark(line.name)}{_start(line)}" for line in command.lines)


def _start(line: ReturnLine) -> str:
    """Return a unit's state at the start, and its time of arrival."""
    words = [
        word
        for word in (
            "" if line.state is State.FRESH else f"{line.state} already",
            line.due,
            "resting" if line.resting else "",
        )
        if word
    ]
    return f" ({', '.join(words)})" if words else ""


def _turn(papers: SidePapers) -> int:
    """Return the turn in which this session of the table begins: the last played, unless it goes on."""
    return next(cell.turn for cell in papers.sheet.track if cell.mark is TurnMark.CURRENT)


def _foot(form: ReturnForm, turn: int) -> Iterator[str]:
    """Yield the blocks of the form in their order; all but one a remark until the user removes the #."""
    words = {
        "own": form.sides[0],
        "sides": ", ".join(form.sides),
        "turn": turn,
        "road": _quoted(next(iter(form.roads), "40 from W, 8 from S")),
    }
    for box in sorted(FOOT, key=lambda box: box.block if box.file_block is None else box.file_block):
        sample = box.sample.format(**words)
        match box.kind:
            case FootKind.CHOICES:
                answer = box.words[0] if box.words else form.sides[0]
                rows = [f"{_quoted(group.name)}: {answer}" for group in box.groups(form)]
                yield from _under(box, sample, rows)
            case FootKind.NAMES if sample:
                yield from _under(box, sample, [f"- {_quoted(name)}" for _, name in box.groups(form)[0].boxes])
            case FootKind.NAMES | FootKind.LINES:
                lost = split_officers(form.commanders)[box.key]
                if lost:
                    yield f"  # {box.name}: {json.dumps(lost, ensure_ascii=False)}{sample}"
            case FootKind.COLUMNS:
                rows = [f"{column.name}: {_sample_of(column)}" for column in form.side_columns]
                yield from _under(box, sample, rows)
            case _:
                yield from [f"  {'' if box.key == _ANSWERED else '# '}{box.name}: {sample}"] if sample else []


def _under(box: FootBox, sample: str, rows: list[str]) -> Iterator[str]:
    """Yield a key with a row for each of its answers; nothing without answers."""
    if rows:
        yield f"  # {box.name}:{sample}"
        yield from (f"  #   {row}" for row in rows)
