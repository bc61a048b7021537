"""Rules that people play at the table and that a battle which the program plays does not play yet.

Each system says so itself, in ``left_out.py`` in the folder of its resolver: ``LEFT``, what only the players play, and
``ON_PAPER``, settings that change what a sheet says and nothing else. A rule's function that nothing but a test calls
must stand there (``tests/house/test_reached.py``), and the report of a battle that the program has played ends with
what it left out. Whoever makes a battle play one of them takes it off.

Left(what, rules, functions, printed, settings)     ``functions``: ``module:name`` in the folder of the system's rules
left(key) -> tuple[Left, ...]           what only the players play under that system
on_paper(key) -> tuple[str, ...]        its settings that only a sheet reads
left_out(key, book) -> str              one line for a report; empty where nothing is left out
for_players(key) -> bool                a setting that no battle of the program reads: it stands on the players' sheet
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from campaign import resolve
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Left:
    """Something that only the players play. ``printed``: words of the sheet that tell it to them; ``settings``: whose
    value the sheet prints."""

    part: str
    rules: tuple[str, ...]
    functions: tuple[str, ...] = ()
    printed: str = ""
    settings: tuple[str, ...] = ()
    optional: str = ""
    """The switch of an optional rule: while it is off nobody plays it."""
    why: str = ""


def _list_of(key: str, name: str) -> Any:
    """A list that the folder of the system's resolver holds; empty where it has none."""
    folder = f"{resolve.__name__}.{key}"
    module = f"{folder}.left_out"
    if find_spec(folder) is None or find_spec(module) is None:
        return ()
    return getattr(import_module(module), name, ())


def players_only(key: str) -> tuple[Left, ...]:
    """What only the players play under this system."""
    return tuple(_list_of(key, "LEFT"))


def on_paper(key: str) -> tuple[str, ...]:
    """Settings of this system that change what a sheet says and nothing else."""
    return tuple(_list_of(key, "ON_PAPER"))


def left_out(key: str, book: Rulebook) -> str:
    """``Not played by the program: planned map fire (nobody plans it before the battle); close order.``"""
    played = (part for part in players_only(key) if not part.optional or book.switch(part.optional))
    parts = [f"{part.part} ({part.why})" if part.why else part.part for part in played]
    return f"Not played by the program: {'; '.join(parts)}." if parts else ""


@cache
def _settings() -> frozenset[str]:
    of_lists = {setting for key in SYSTEMS for part in players_only(key) for setting in part.settings}
    return frozenset(of_lists | {setting for key in SYSTEMS for setting in on_paper(key)})


def for_players(key: str) -> bool:
    """Is this setting for the players alone, who have it on their sheet?"""
    return key in _settings()
