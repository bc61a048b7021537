"""Rules that people play at the table and that resolved battles do not play yet.

Each system lists them in ``left_out.py`` in the folder of its resolver: ``LEFT``, the rules that only players play, and
``ON_PAPER``, settings that change only the text of a sheet. A rule's function that only a test calls must be listed
there (``tests/house/test_reached.py``), and the report of a resolved battle ends with the rules left out. A rule that a
battle comes to play is taken off the list.

Left(part, rules, ...)                  ``functions``: ``module:name`` in the folder of the system's rules
players_only(key) -> tuple[Left, ...]   the rules that only players play under that system
on_paper(key) -> tuple[str, ...]        its settings that only a sheet reads
left_out(key, book) -> str              a line for a report; empty if no rule is left out
for_players(key) -> bool                whether only the players' sheet uses a setting
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from campaign import resolve
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.systems import SYSTEMS
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Left:
    """A rule that only players play. ``printed``: words of the sheet that tell them of it; ``settings``: those whose
    value the sheet prints.
    """

    part: str
    rules: tuple[str, ...]
    functions: tuple[str, ...] = ()
    printed: str = ""
    settings: tuple[str, ...] = ()
    optional: str = ""
    """The switch of an optional rule, which is not played while it is off."""
    why: str = ""


def _list_of(key: str, name: str) -> Any:
    """Return a list from the folder of the system's resolver; empty if it has none."""
    folder = f"{resolve.__name__}.{key}"
    module = f"{folder}.left_out"
    if find_spec(folder) is None or find_spec(module) is None:
        return ()
    return getattr(import_module(module), name, ())


def players_only(key: str) -> tuple[Left, ...]:
    """Return the rules that only players play under this system."""
    return tuple(_list_of(key, "LEFT"))


def on_paper(key: str) -> tuple[str, ...]:
    """Return the settings of this system that change only the text of a sheet."""
    return tuple(_list_of(key, "ON_PAPER"))


def left_out(key: str, book: Rulebook) -> str:
    """Return the line of rules left out: ``Not played by the program: planned map fire; close order.``"""
    played = (part for part in players_only(key) if not part.optional or book.switch(part.optional))
    parts = [f"{part.part} ({part.why})" if part.why else part.part for part in played]
    return f"Rules left out, as only players play them: {'; '.join(parts)}." if parts else ""


@cache
def _settings() -> frozenset[str]:
    of_lists = {setting for key in SYSTEMS for part in players_only(key) for setting in part.settings}
    return frozenset(of_lists | {setting for key in SYSTEMS for setting in on_paper(key)})


def for_players(key: str) -> bool:
    """Return whether a setting is for the players alone, who have it on their sheet."""
    return key in _settings()
