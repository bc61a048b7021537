"""Two doctrines against each other: the program's own of today, and that of an earlier commit, in the same battles.

    python -m tests.harness.league hexes COMMIT                 200 battles, each fought from both ends
    python -m tests.harness.league brigade COMMIT --fights 40 --row      the line of docs/background/league.md

A battle is made by ``tests/legality/battles.py`` from a seed. It is fought twice with the same dice: first the doctrine of
today leads the first force and the earlier one the second, then the other way round. So luck and ground are the same for
both. What is counted, for each doctrine: the fields it holds, and what its side has lost, in battalions (a battalion spent
in the battle is half of one, a battalion destroyed or captured is one).

Only the files that decide are the earlier ones (`FILES`); rules, ground and dice are those of today. An earlier file that
does not fit today's rules any more fails, and the comparison ends.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import sqrt
from statistics import mean, stdev
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from campaign.resolve import stage
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.scene import NotCovered, Resolution
from campaign.rules.tabletop.interface import system
from campaign.terms.state import State
from tests.harness.own_numbers import HOUSE
from tests.legality.battles import book_of, generated

COMMON = "campaign/resolve/doctrine.py"
FILES = {
    "brevity": (COMMON, "campaign/resolve/brevity/plain_doctrine.py"),
    "nqm": (COMMON, "campaign/resolve/nqm/doctrine.py"),
    "hexes": (COMMON, "campaign/resolve/hexes/plain_doctrine.py"),
    "brigade": (COMMON, "campaign/resolve/brigade/march.py", "campaign/resolve/brigade/doctrine.py"),
    "brigadier": (COMMON, "campaign/resolve/brigadier/doctrine.py"),
}
"""The files of each system that decide for a side, those first that the others import."""
ASKED_BY = {
    "brigade": ("campaign.resolve.brigade.battle",),
    "brigadier": tuple(f"campaign.resolve.brigadier.{name}" for name in ("battle", "assault", "engagement", "melee")),
}
"""Where a doctrine is a module of functions and not an object of the battle's stage: the modules that ask it."""
LOST = {State.SPENT: 0.5, State.DESTROYED: 1.0, State.CAPTURED: 1.0}
FIRST_SEED = 20_000


class Result(NamedTuple):
    """What a doctrine made of one side of a battle: whether it holds the field, and the battalions it lost."""

    holds: bool
    lost: float


def earlier(commit: str, path: str, known: dict[str, ModuleType]) -> ModuleType:
    """Return a module as it was at a commit, with the earlier ones (``known``, by their name of today) that it imports.
    Its enums and records are those of today, so that today's battle understands its answers.
    """
    name = path.removesuffix(".py").replace("/", ".")
    read = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=HOUSE, capture_output=True, text=True, check=True)
    module = ModuleType(f"earlier.{name}")
    sys.modules[module.__name__] = module
    exec(compile(read.stdout, f"{commit}:{path}", "exec"), module.__dict__)
    today = __import__(name, fromlist=["_"])
    for key, value in list(vars(module).items()):
        if isinstance(value, type) and value.__module__ == module.__name__ and key != "Plain" and hasattr(today, key):
            setattr(module, key, getattr(today, key))
        for old_name, old in known.items():
            new = __import__(old_name, fromlist=["_"])
            if value is new:
                setattr(module, key, old)
            elif getattr(value, "__module__", None) == old_name and callable(value) and not isinstance(value, type):
                setattr(module, key, getattr(old, value.__name__, value))
    known[name] = module
    return module


class Asked:
    """An earlier doctrine, which answers as today's where it was not asked yet."""

    def __init__(self, earlier: Any, today: Any) -> None:
        self.earlier, self.today = earlier, today

    def __getattr__(self, name: str) -> Any:
        return getattr(self.earlier if hasattr(self.earlier, name) else self.today, name)


class BySide:
    """Two doctrines as one: the side that is asked about, the first argument that has one, decides which answers."""

    def __init__(self, doctrines: tuple[Any, Any], today: Any) -> None:
        self.doctrines, self.today = doctrines, today

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.today, name)
        if not callable(value) or isinstance(value, type):
            return value

        def ask(*args: Any, **options: Any) -> Any:
            sides = (arg if type(arg) is int else getattr(arg, "side", None) for arg in args)
            side = next((side for side in sides if type(side) is int and side in (0, 1)), None)
            return getattr(self.today if side is None else self.doctrines[side], name)(*args, **options)

        return ask


@contextmanager
def led_by(key: str, doctrines: tuple[Any, Any], today: Any) -> Iterator[None]:
    """Battles of a system are led by these two doctrines, the first side's first."""
    if key not in ASKED_BY:
        begin = stage.Stage.__init__

        def begun(self: Any, on: Any, views: Any, _: Any, dice: Any) -> None:
            begin(self, on, views, doctrines, dice)

        with patch.object(stage.Stage, "__init__", begun):
            yield
        return
    with ExitStack() as stack:
        for asker in ASKED_BY[key]:
            stack.enter_context(patch(f"{asker}.doctrine", BySide(doctrines, today)))
        yield


def results(key: str, seed: int, doctrines: tuple[Any, Any], today: Any) -> tuple[Result, Result]:
    """Return what the doctrine of each side made of a battle."""
    fight = generated(key, seed)
    with led_by(key, doctrines, today):
        resolution = resolver(key)(fight, Tape(Seeded(f"league {seed}"), fight.start), book_of(key))
    assert isinstance(resolution, Resolution) and not isinstance(resolution, NotCovered), resolution
    ends = {end.unit: end.after for end in resolution.ends}
    first, second = (
        Result(
            resolution.holder == force.side,
            sum(LOST.get(ends[unit.id], 0.0) - LOST.get(unit.state, 0.0) for unit in force.units if unit.id in ends),
        )
        for force in fight.forces
    )
    return first, second


class Difference(NamedTuple):
    """A mean difference, with the ends of its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """``+0.033 (-0.012 to +0.079)``."""
        return f"{self.mean:+.3f} ({self.low:+.3f} to {self.high:+.3f})"


def difference(figures: list[float]) -> Difference:
    """Return the mean of paired differences with its interval."""
    wide = 1.96 * stdev(figures) / sqrt(len(figures)) if len(figures) > 1 else 0.0
    return Difference(mean(figures), mean(figures) - wide, mean(figures) + wide)


class Line(NamedTuple):
    """What came of a system: the battles, each from both ends; for the doctrine of today and the earlier one the fields
    held and the battalions lost; and both differences, a battle."""

    key: str
    fights: int
    held: tuple[int, int]
    lost: tuple[float, float]
    fields: Difference
    losses: Difference

    @property
    def row(self) -> str:
        """The line of the handbook's table."""
        held, lost = (" : ".join(f"{figure:g}" for figure in pair) for pair in (self.held, self.lost))
        return (
            f"| {system(self.key).name} | {self.fights} | {held} | {self.fields.words} | {lost} | {self.losses.words} |"
        )


def league(key: str, commit: str, fights: int) -> Line:
    """Fight the battles and return what came of them."""
    known: dict[str, ModuleType] = {}
    modules = [earlier(commit, path, known) for path in FILES[key]]
    today_module = __import__(FILES[key][-1].removesuffix(".py").replace("/", "."), fromlist=["_"])
    plain = key not in ASKED_BY
    today, old = (today_module.PLAIN, modules[-1].PLAIN) if plain else (today_module, modules[-1])
    old = Asked(old, today)
    fields, losses, held, lost = list[float](), list[float](), [0, 0], [0.0, 0.0]
    for seed in range(FIRST_SEED, FIRST_SEED + fights):
        ours, theirs = results(key, seed, (today, old), today)
        theirs_too, ours_too = results(key, seed, (old, today), today)
        for n, (one, other) in enumerate(((ours, ours_too), (theirs, theirs_too))):
            held[n] += one.holds + other.holds
            lost[n] += one.lost + other.lost
        fields.append((ours.holds + ours_too.holds - theirs.holds - theirs_too.holds) / 2)
        losses.append((theirs.lost + theirs_too.lost - ours.lost - ours_too.lost) / 2)
    return Line(key, fights, (held[0], held[1]), (lost[0], lost[1]), difference(fields), difference(losses))


def say(line: Line, commit: str) -> None:
    """Print what came of a system."""
    print(f"{line.key}: {line.fights} battles, each from both ends; today against {commit}")
    neither = 2 * line.fights - sum(line.held)
    print(f"  holds the field   today {line.held[0]}, earlier {line.held[1]}, neither {neither}")
    print(f"  battalions lost   today {line.lost[0]:g}, earlier {line.lost[1]:g}")
    print(f"  fields more, a battle: {line.fields.words}")
    print(f"  battalions less lost, a battle: {line.losses.words}")


def main() -> None:
    """Read what to compare, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=sorted(FILES))
    parser.add_argument("commit")
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--row", action="store_true", help="print the line of the handbook's table")
    options = parser.parse_args()
    line = league(options.system, options.commit, options.fights)
    if options.row:
        print(line.row)
    else:
        say(line, options.commit)


if __name__ == "__main__":
    main()
