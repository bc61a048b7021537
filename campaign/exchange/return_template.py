"""The return file that is printed with a side's papers: every line with its unit as a remark, ready to be filled in (``returns`` reads it).

As it stands it says that nobody was harmed and is accepted: each line is answered *unchanged*, and what is not known yet is a remark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from campaign.rules.brevity.return_form import Ending, Fulfilled
from campaign.terms.state import State
from campaign.views.packet import ReturnCommand, ReturnForm, ReturnLine, SidePapers

_HEADQUARTERS = re.compile(r"HQ, line (\d+)")
_HEAD = """\
# {title}, {side}: fill in what changed, then   campaign battle record {battle} THIS-FILE
# A line is answered  unchanged, spent, destroyed  or  destroyed, surrounded;  more is said as in
#   3: {{ticks: spent, ended at: "{place}", attached to: "{command}", resting: yes, dug in: 2}}
# Where a unit ended is a place, inches from west and south ("58, 20"), or "off by edge A". Text after a # is not read.
"""


def return_file(papers: SidePapers, battle: int) -> str:
    """The text of the file for one side of a battle, in YAML."""
    form = papers.form
    place = next((place.name for place in papers.sheet.table.places), "a place")
    command = next((command.short or command.name for command in form.commands), "a command")
    head = _HEAD.format(title=_remark(form.masthead.title), side=_remark(form.masthead.side), battle=battle, place=place, command=command)
    top = [f"battle: {battle}", f"code: {_quoted(form.masthead.code)}", f"side: {_quoted(papers.reader)}", "lines:"]
    lines = [row for command in form.commands for row in _command(command)]
    return head + "\n".join((*map(str, top), *lines, "foot:", *_foot(form))) + "\n"


def _quoted(text: str) -> str:
    """In quotes, which YAML reads as it reads JSON."""
    return json.dumps(text, ensure_ascii=False)


def _remark(text: str) -> str:
    return " ".join(text.split())


def _command(command: ReturnCommand) -> Iterator[str]:
    yield f"  # {_remark(command.name)}"
    yield from (f"  {line.line}: unchanged   # {_remark(line.name)}{_start(line)}" for line in command.lines)


def _start(line: ReturnLine) -> str:
    """What it was at the start, and when it comes."""
    told = [
        word for word in ("" if line.state is State.FRESH else f"{line.state} already", line.due, "resting" if line.resting else "") if word
    ]
    return f" ({', '.join(told)})" if told else ""


def _foot(form: ReturnForm) -> Iterator[str]:
    """The nine blocks of the form in their order; all but one a remark until somebody takes the # away."""
    own, *others = form.sides
    yield '  # clock: "09:40"                # time of day at the end'
    yield "  # turn: 2                       # the last turn that the table has played"
    yield f"  ending: {Ending.FINISHED}                # or {Ending.SUSPENDED}"
    yield "  # hours left: 2                 # to pursue"
    yield f"  # field: {own}    # who holds it: {', '.join((own, *others))} or both"
    if form.objectives:
        yield f"  # objectives:                   # {', '.join((own, *others))} or neither"
        yield from (f"  #   {_quoted(name)}: {own}" for name in form.objectives)
    if form.orders:
        yield f"  # orders:                       # {', '.join(Fulfilled)}"
        yield from (f"  #   {_quoted(fact.text)}: {Fulfilled.YES}" for fact in form.orders)
    yield from _losses(form)
    yield "  # prisoners taken: 0"
    yield "  # prisoners lost: 0"
    yield "  # tasks: []                     # engineer tasks done, in words"
    if form.changes:
        yield "  # works:                        # crossings, roads and works changed"
        yield from (f"  #   - {_quoted(text)}" for text in form.changes)
    yield "  # all other lines unharmed: yes # then only the lines that changed need be written"
    yield '  # diary: "One line for the diary."'


def _losses(form: ReturnForm) -> Iterator[str]:
    named = [name for name in form.commanders if not _HEADQUARTERS.fullmatch(name)]
    numbers = [found[1] for name in form.commanders if (found := _HEADQUARTERS.fullmatch(name))]
    if named:
        yield f"  # commanders lost: [{', '.join(map(_quoted, named))}]"
    if numbers:
        yield f"  # headquarters lost: [{', '.join(numbers)}]   # line numbers"
