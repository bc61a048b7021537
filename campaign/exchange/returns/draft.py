"""A draft of a return that is still being typed, as a return file: the answers so far, readable by ``file`` and by
people.

    draft_text(content, form, battle, done) -> str        the file
    steps_done(text) -> int                                how many steps of the form had been asked when it was written

As long as the lines are being asked the file is not a complete return; ``campaign battle record`` then names the lines
that are missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from campaign.terms.return_box import UNCHANGED
from campaign.words.packet import ReturnForm

_HEAD = """\
# {title}, {side}: a draft, written while the return is being typed.
# campaign battle record {battle}   offers to go on with it; once the return is recorded this file is removed.
# Steps done so far: {done}
"""
_DONE = re.compile(r"^# Steps done so far: (\d)$", re.MULTILINE | re.ASCII)
_FLAG = "all_other_lines_unharmed"


def steps_done(text: str) -> int:
    """Return how many steps had been asked; 0 for files without the number, as those of older programs."""
    match = _DONE.search(text)
    return int(match[1]) if match else 0


def draft_text(content: Mapping[str, Any], form: ReturnForm, battle: int, done: int) -> str:
    """Return the file in YAML. ``done``: of the steps of the form."""
    names = {line.line: line.name for command in form.commands for line in command.lines}
    head = _HEAD.format(
        title=" ".join(form.masthead.title.split()), side=" ".join(form.masthead.side.split()), battle=battle, done=done
    )
    top = [f"battle: {battle}", f"code: {_quoted(content['code'])}", f"side: {_quoted(content['side'])}"]
    lines = [
        f"  {line['line']}: {_line(line)}   # {' '.join(names.get(line['line'], '').split())}"
        for line in content["lines"]
    ]
    return head + "\n".join((*top, *_under("lines", lines), *_under("foot", list(_foot(content["foot"]))))) + "\n"


def _under(key: str, rows: list[str]) -> tuple[str, ...]:
    """Return a key with its rows; without rows it is written as empty."""
    return (f"{key}:", *rows) if rows else (f"{key}: {{}}",)


def _line(line: Mapping[str, Any]) -> str:
    parts = (
        [f"ticks: {_quoted(', '.join(tick.replace('_', ' ') for tick in line['ticks']))}"] if line.get("ticks") else []
    )
    parts += [f"{_name(key)}: {_value(value)}" for key, value in line.items() if key not in ("line", "ticks", "stands")]
    if line.get("stands"):
        stands = (f"{_quoted(stand)}: {_mapping(written)}" for stand, written in line["stands"].items())
        parts.append(f"stands: {{{', '.join(stands)}}}")
    return f"{{{', '.join(parts)}}}" if parts else UNCHANGED.name


def _foot(foot: Mapping[str, Any]) -> Iterator[str]:
    """Yield the answers of the foot; an open question is left out."""
    for key, value in foot.items():
        if value is None or value in ("", [], {}) or (key == _FLAG and not value):
            continue
        yield f"  {_name(key)}: {_mapping(value, named=key == 'side') if isinstance(value, Mapping) else _value(value)}"


def _mapping(written: Mapping[str, Any], *, named: bool = True) -> str:
    """Return the values in one row; ``named``: the keys are columns of the form, not places or commands."""
    keyed = _name if named else _quoted
    return f"{{{', '.join(f'{keyed(key)}: {_value(value)}' for key, value in written.items())}}}"


def _name(key: str) -> str:
    return key.replace("_", " ")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _quoted(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _quoted(text: object) -> str:
    """Return the text in quotes, which YAML reads as it reads JSON."""
    return json.dumps(str(text), ensure_ascii=False)
