"""What a number does: the same battles fought, or the same orders written, with one number changed, and those that differ.

    python -m tests.harness.weights brevity doctrine            each number of these modules or folders, smaller and larger
    python -m tests.harness.weights --battles 60 doctrine       more battles of each system (20 unless told)
    python -m tests.harness.weights doctrine.FIGHTS_ON=1/2      one number with one value
    python -m tests.harness.weights play                        the numbers of `campaign/play`
    python -m tests.harness.weights theatre.zones               those of a module of `campaign/theatre`

Numbers are named from `campaign/resolve` on, or from `campaign` on if they are in another room. A number is tried with the
values that `TRIED` has for it, otherwise with half of it and twice of it.

Those of `campaign/resolve` and `campaign/rules` are tried on battles made by `tests/legality/battles.py` from a seed: of their
own system, or of `COMMON`. A battle ends otherwise if any battalion ends in another state or place, and its field changes
hands if another side holds it. Dice are the same: they are drawn by name.

Those of `campaign/theatre` are tried on the ways between `PAIRS` pairs of places of each shipped map, with the other ways that
are offered beside each, and on the tests of `tests/theatre`: what passes them all, and is called *for speed alone* in the
program, changes how long an answer takes, and no answer.

Those of `campaign/play` are tried on what each side knew before each turn of the first `DAYS` days of the shipped scenarios,
as the program plays them: how many times its commanders would have given other orders.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from functools import cache
from importlib import import_module
from io import StringIO
from math import pi
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

import pytest

from campaign.actions import doctrine as carried_out
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.exchange.check import find_scenario, read_scenario
from campaign.journal import reading
from campaign.journal.board import JournalBoard
from campaign.play.doctrine import orders_for
from campaign.play.view import Instruction, View
from campaign.rules.common.scene import Resolution
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.interface import DEFAULT
from campaign.situation.ground import load_theatre
from campaign.store import create
from campaign.terms.forces import MarchClass
from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace
from campaign.theatre.detours import detours
from campaign.theatre.legs import Route
from campaign.theatre.road_graph import fastest
from campaign.theatre.values import Rates, Spot, Theatre
from campaign.values import replace
from tests.harness.facts import play
from tests.harness.own_numbers import HOUSE, ROOMS, numbers
from tests.legality.battles import SCENARIOS, fought

BESIDE = ("play.", "rules.", "theatre.")
"""What the names of numbers begin with that are not in `campaign/resolve`."""
COMMON = ("brevity", "nqm", "hexes")
"""The systems whose battles are fought for a number of all: the quickest three."""
TABLES = ("brigade", "brigadier")
"""The systems whose battles are fought for a number of the ground that both share."""
PAIRS = 60
"""The pairs of places of each shipped map between which ways are sought for the numbers of `campaign/theatre`."""
DAYS = 3
"""The days of each scenario that are played for the numbers of `campaign/play`."""
TRIED: dict[str, tuple[Any, ...]] = {
    "doctrine.CONSIDERED": (4, 16),
    "doctrine.FIGHTS_ON": (Fraction(1, 2), Fraction(1)),
    "doctrine.FLANK": (pi / 6, pi / 2),
    "doctrine.OVERWHELMED": (4, 100),
    "doctrine.OUTNUMBERED": (2, 4),
    "doctrine.COUNTER_ODDS": (1, 3),
    "doctrine.RESERVE_OF": (3, 6),
    "brigade.battle.QUIET_MOVES": (3, 12),
    "brigade.battle.LAST_COMES": (10, 40),
    "brigadier.battle.QUIET_TURNS": (2, 6),
    "brigadier.battle.MOST_TURNS": (40, 160),
    "brigadier.battle.REMEMBERED_TURNS": (1, 6),
    "brigadier.assault.TOGETHER": (2, 4),
    "brigadier.assault.ODDS": (1, 3),
    "brigadier.assault.READY_PART": (0.5, 1.0),
    "brigadier.doctrine.STRONG_COUNT": (2, 4),
    "play.headquarters.IN_REACH": (0.75, 1.0),
}
"""Other values of a number, where half and twice would make no sense."""


def names() -> list[str]:
    """Every number that can be tried, by its name here: the constants of the modules."""
    return [
        ".".join([*Path(number.place.rpartition(":")[0]).with_suffix("").parts[1:], number.name]).removeprefix(
            "resolve."
        )
        for number in numbers()
        if number.name.isupper() or (number.name.startswith("_") and number.name[1:].isupper())
    ]


def module_of(name: str) -> str:
    """The module that has a number."""
    place = name.rpartition(".")[0]
    return f"campaign.{place}" if place.startswith(BESIDE) else f"campaign.resolve.{place}"


def importers(module: str, name: str) -> list[str]:
    """The modules that take a name from another."""
    found = []
    for room in (*ROOMS, "campaign/situation"):
        for path in (HOUSE / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if f"from {module} import" in text and name in text:
                taken = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom))
                if any(node.module == module and name in {alias.name for alias in node.names} for node in taken):
                    found.append(".".join(path.relative_to(HOUSE).with_suffix("").parts))
    return found


def defaulted(module: str, constant: str) -> Iterator[tuple[Any, int]]:
    """The functions and methods of a module that take a number by default, with its place among their defaults."""
    home = import_module(module)
    tree = ast.parse(Path(str(home.__file__)).read_text(encoding="utf-8"))
    owners = [(home, tree.body), *((getattr(home, n.name), n.body) for n in tree.body if isinstance(n, ast.ClassDef))]
    for owner, body in owners:
        for node in body:
            if isinstance(node, ast.FunctionDef):
                for n, default in enumerate(node.args.defaults):
                    if isinstance(default, ast.Name) and default.id == constant:
                        yield getattr(owner, node.name), n


def forget() -> None:
    """Empty every cache of battles and orders, in which the usual number may be counted."""
    for kept in gc.get_objects():
        if isinstance(kept, functools._lru_cache_wrapper) and str(kept.__module__).startswith("campaign."):
            kept.cache_clear()


@contextmanager
def changed(name: str, value: object) -> Iterator[None]:
    """Give one number another value for a while, wherever it is used."""
    place, constant = module_of(name), name.rpartition(".")[2]
    before = getattr(import_module(place), constant)
    homes = [import_module(home) for home in (place, *importers(place, constant))]

    defaults = [(function, n) for home in homes for function, n in defaulted(home.__name__, constant)]

    def put(number: object) -> None:
        for home in homes:
            setattr(home, constant, number)
        for function, n in defaults:
            usual = function.__defaults__
            function.__defaults__ = (*usual[:n], number, *usual[n + 1 :])
        forget()

    put(value)
    try:
        yield
    finally:
        put(before)


def values_for(name: str) -> tuple[Any, ...]:
    """The values with which a number is tried."""
    usual = getattr(import_module(module_of(name)), name.rpartition(".")[2])
    other = TRIED.get(name) or tuple(scaled(usual, by) for by in (Fraction(1, 2), Fraction(2)))
    return tuple(value for value in other if value != usual)


def scaled(value: Any, by: Fraction) -> Any:
    """A number, or each of a table's, times another."""
    if isinstance(value, dict | MappingProxyType):
        return type(value)({key: scaled(part, by) for key, part in value.items()})
    if isinstance(value, tuple):
        return tuple(scaled(part, by) for part in value)
    if type(value) is int:
        return round(value * by)
    return value * float(by) if isinstance(value, float) else value * by if isinstance(value, Fraction) else value


def systems_of(name: str) -> tuple[str, ...]:
    """The systems whose battles a number is tried on: its own, or `COMMON`."""
    first = name.removeprefix("rules.tabletop.").partition(".")[0]
    if first in SYSTEMS:
        return (first,)
    return TABLES if first in ("country", "ways", "sightlines") else COMMON


def ends(systems: tuple[str, ...], battles: int) -> list[Resolution]:
    """The outcomes of so many generated battles of each system."""
    return [fought.__wrapped__(key, seed).resolution for key in systems for seed in range(1, battles + 1)]


def founded() -> Iterator[tuple[str, JournalBoard]]:
    """A campaign of each shipped scenario, in a file that is gone afterwards."""
    for scenario in SCENARIOS:
        with tempfile.TemporaryDirectory() as folder:
            store = create(Path(folder) / "known.db")
            found_campaign(
                store,
                read_scenario(find_scenario(scenario)),
                name=scenario,
                seed="1",
                tabletop=DEFAULT,
                weather=HISTORICAL,
                actor="Ann",
            )
            with reading(store) as board:
                yield scenario, board
            store.close()


@cache
def known() -> tuple[View, ...]:
    """The knowledge of each side before each turn, as the program plays the scenarios."""
    views: list[View] = []

    def noted(view: View) -> tuple[Instruction, ...]:
        views.append(replace(view, ordered=set()))
        return orders_for(view)

    with patch.object(carried_out, "orders_for", noted):
        for _, board in founded():
            play(board, "orders", DAYS)
    return tuple(views)


@cache
def maps() -> tuple[tuple[Theatre, list[tuple[Spot, Spot]]], ...]:
    """The shipped maps, each with pairs of its places, drawn by a seed."""
    found = []
    for scenario, board in founded():
        theatre, draw = load_theatre(board), Random(scenario)
        found.append((theatre, [(draw.choice(theatre.spots), draw.choice(theatre.spots)) for _ in range(PAIRS)]))
    return tuple(found)


def ways() -> list[tuple[Route, ...]]:
    """The fastest way of lorries between each pair of places, and the other ways that are offered."""
    march = tables.MARCH[MarchClass.TRUCK]
    rates = Rates(*(march[surface] * tables.METRES_AN_INCH for surface in Surface))
    found = []
    for theatre, pairs in maps():
        fresh = replace(theatre)  # Without what it keeps of earlier searches.
        for first, second in pairs:
            way = fastest(fresh, AtPlace(first.place), AtPlace(second.place), rates)
            found.append((way, *detours(fresh, way, [AtPlace(second.place)], rates)) if way is not None else ())
    return found


class Counted:
    """A plugin of pytest that counts tests."""

    def __init__(self) -> None:
        self.run, self.failed = 0, set[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count one phase of a test."""
        self.run += report.when == "call"
        if report.failed:
            self.failed.add(report.nodeid)


def tested() -> Counted:
    """The tests of `tests/theatre` that fail."""
    counted = Counted()
    with redirect_stdout(StringIO()):
        pytest.main(["tests/theatre", "-q", "-n", "0", "-p", "no:cacheprovider"], plugins=[counted])
    return counted


def orders() -> list[tuple[Instruction, ...]]:
    """The orders of a side's commanders, each time, without their reasons, in which some numbers are told."""
    return [tuple(replace(given, why="") for given in orders_for(replace(view, ordered=set()))) for view in known()]


def compared(usual: Sequence[Any], other: Sequence[Any]) -> str:
    """Return how many of the battles end otherwise, and how many fields change hands; or how many orders differ."""
    pairs = list(zip(usual, other, strict=True))
    if not isinstance(usual[0], Resolution):
        return f"{sum(one != two for one, two in pairs)} of {len(pairs)} times other orders"
    differ = sum(one.ends != two.ends for one, two in pairs)
    hands = sum(one.holder != two.holder for one, two in pairs)
    return f"{differ} of {len(pairs)} end otherwise, {hands} fields change hands"


def _number(text: str) -> int | Fraction:
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


def main() -> None:
    """Measure from the command line."""
    reader = argparse.ArgumentParser(description="What a number of battles or orders does.")
    reader.add_argument("numbers", nargs="*", metavar="NAME[=VALUE]", help="a number, a module or a folder")
    reader.add_argument("--battles", type=int, default=20, help="of each system")
    given = reader.parse_args()
    tried: list[tuple[str, Any]] = []
    for word in given.numbers or [""]:
        name, _, value = word.partition("=")
        meant = [one for one in names() if f"{one}.".startswith(f"{name}." if name else "")]
        if not meant:
            sys.exit(f"{name}: no number, module or folder of campaign/resolve, play, rules or theatre")
        tried += [(one, other) for one in meant for other in ([_number(value)] if value else values_for(one))]
    usual: dict[tuple[str, ...], Sequence[Any]] = {}
    for name, value in tried:
        if name.startswith("theatre."):
            usual_ways = ways()
            with changed(name, value):
                other, counted = ways(), tested()
            differ = sum(one != two for one, two in zip(usual_ways, other, strict=True))
            failed = f"{len(counted.failed)} of {counted.run} tests fail {' '.join(sorted(counted.failed))}".strip()
            print(f"{name} {value}: {differ} of {len(other)} ways are others, {failed}", flush=True)
            continue
        is_play = name.startswith("play.")
        systems = () if is_play else systems_of(name)
        if systems not in usual:
            usual[systems] = orders() if is_play else ends(systems, given.battles)
        try:
            with changed(name, value):
                told = compared(usual[systems], orders() if is_play else ends(systems, given.battles))
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            told = f"cannot be played: {type(error).__name__}: {error}"
        print(f"{name} {value}: {told}", flush=True)


if __name__ == "__main__":
    main()
