"""How often a database is asked.

with statements() as heard:
    ...
assert len(heard) < 60 and reads(heard, "battalion") == 1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def statements() -> Iterator[list[str]]:
    """Every statement that goes to a database meanwhile."""
    heard: list[str] = []

    def hear(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        heard.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield heard
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


def reads(heard: Iterable[str], table: str) -> int:
    """How many of these statements read a table."""
    return sum(re.search(rf"(?i)^\s*select\b.*\bfrom {table}\b", text, re.S) is not None for text in heard)
