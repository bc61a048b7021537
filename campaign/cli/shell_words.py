"""Words of program commands as they are shown, to be typed in any shell: quoted where a shell would take them apart."""

from __future__ import annotations

import re
from shlex import quote

from campaign.file_rules import ON_WINDOWS

_PLAIN = re.compile(r"[\w@%+=:,./-]+")
_PLAIN_ON_WINDOWS = re.compile(r"[\w@+=:,./\\-]+")


def quoted(word: object, *, windows: bool = ON_WINDOWS) -> str:
    """Return a path or name as it is typed: in double quotes if it needs any, which every shell understands; in single
    ones where double ones are not enough outside Windows."""
    text = str(word)
    if (_PLAIN_ON_WINDOWS if windows else _PLAIN).fullmatch(text):
        return text
    if windows or not re.search(r'["$`\\!]', text):
        return f'"{text}"'
    return quote(text)
