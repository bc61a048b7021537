"""The doctrine of today against that of an earlier commit, and against a human plan, in whole campaigns.

    python -m tests.harness.doctrines against COMMIT                          all shipped campaigns
    python -m tests.harness.doctrines against COMMIT mokra --runs 24
    python -m tests.harness.doctrines plans --runs 24                         the plans of `human_plans.py`

**Against a commit.** Each seed is played three times with the same dice: by the earlier doctrine on both sides, then with
the doctrine of today on the first side, then on the second. What today's doctrine gains in each chair is counted against
the first of the three. Of the earlier doctrine are the orders (``campaign/play``), what a commander sees of his
situation for them (``situation/doctrine_view.py``) and whether troops that meet the enemy attack
(``situation/contacts.py``); everything else, and the rules, are of today. An earlier file that does not fit the rest any
more fails, and the comparison ends.

**Against a plan.** A side is given the orders of a plan that a club player might write; the rest of it, and the
other side, are led by the program. Beside it stands the same campaign led by the program alone.

Counted are, for the side in question less the other: points at the end, places held that score for anybody, and
battalions not lost (a spent one is lost by half).
"""

from __future__ import annotations

import argparse
import importlib
import importlib.abc
import importlib.machinery
import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

import campaign.actions.doctrine as ordering
import campaign.actions.mustering as mustering
import campaign.play.doctrine as doctrine
import campaign.play.view as today_view
import campaign.situation.contacts as contacts
import campaign.situation.doctrine_view as doctrine_view
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Objective, Place, Score, Side
from campaign.terms.state import State
from campaign.terms.time import Phase
from campaign.values import fields
from tests.harness.facts import HELD_OUT, TUNED, Watcher, founded, turns
from tests.harness.human_plans import PLANS, Plan, give
from tests.harness.league import difference
from tests.harness.own_numbers import HOUSE

OWN = {
    "play": "campaign.play",
    "doctrine_view": "campaign.situation.doctrine_view",
    "contacts": "campaign.situation.contacts",
    "automatic": "campaign.rules.common.automatic",
}
"""The modules that decide, each by its name among the earlier ones and by its name today."""
LOST = {State.SPENT: 0.5, State.DESTROYED: 1.0, State.CAPTURED: 1.0, State.DISBANDED: 1.0}


class Doctrine(NamedTuple):
    """Three functions that lead a side: what its commanders see, what they order, who attacks where troops meet."""

    view_of: Callable[..., Any]
    orders_for: Callable[..., Sequence[Any]]
    attackers: Callable[..., tuple[Sequence[int], Mapping[int, str]]]


TODAY = Doctrine(doctrine_view.view_of, doctrine.orders_for, contacts.attackers)


class Earlier(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the modules of `OWN` as they were at a commit, below a package of its own; what else they import is of
    today.
    """

    def __init__(self, commit: str) -> None:
        self.commit = commit
        self.root = f"earlier_{commit}".replace("~", "_").replace("^", "_").replace("-", "_")

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """Return the module if it is one of the earlier ones."""
        if name != self.root and not name.startswith(f"{self.root}."):
            return None
        is_package = name in (self.root, f"{self.root}.play")
        return importlib.machinery.ModuleSpec(name, self, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module as it stood at the commit."""
        own = module.__name__.removeprefix(self.root).lstrip(".")
        if not own:
            return
        first, _, rest = own.partition(".")
        path = ".".join(filter(None, (OWN[first], rest))).replace(".", "/")
        path = f"{path}/__init__.py" if own == "play" else f"{path}.py"
        source = subprocess.run(
            ["git", "show", f"{self.commit}:{path}"], cwd=HOUSE, capture_output=True, text=True, check=True
        ).stdout
        for name, now in OWN.items():
            source = source.replace(f"from {now}", f"from {self.root}.{name}")
        exec(compile(source, f"{self.commit}:{path}", "exec"), module.__dict__)


@cache
def earlier(commit: str) -> Doctrine:
    """Return the doctrine of a commit."""
    finder = Earlier(commit)
    sys.meta_path.insert(0, finder)
    orders_for = importlib.import_module(f"{finder.root}.play.doctrine").orders_for
    return Doctrine(
        importlib.import_module(f"{finder.root}.doctrine_view").view_of,
        lambda view: tuple(map(_of_today, orders_for(view))),
        importlib.import_module(f"{finder.root}.contacts").attackers,
    )


def _of_today(order: Any) -> Any:
    """Return an order of the earlier doctrine as one that today's program carries out."""
    made = getattr(today_view, type(order).__name__)
    known = {one.name for one in fields(made)}
    return made(**{one.name: getattr(order, one.name) for one in fields(type(order)) if one.name in known})


def _asked(function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Call a function with those of today's arguments that it takes."""
    takes = inspect.signature(function).parameters
    return function(**{name: value for name, value in given.items() if name in takes})


@contextmanager
def led_by(doctrines: Mapping[int, Doctrine]) -> Iterator[None]:
    """Lead the sides, by their ids, by these doctrines; others by that of today."""
    view_takes, attack_takes = inspect.signature(TODAY.view_of), inspect.signature(TODAY.attackers)
    looked = dict[int, tuple[Any, Doctrine]]()

    def view_of(*args: Any, **options: Any) -> Any:
        given = view_takes.bind(*args, **options).arguments
        leads = doctrines.get(given["side"], TODAY)
        view = _asked(leads.view_of, given)
        looked[id(view)] = view, leads
        return view

    def orders_for(view: Any) -> Any:
        _, leads = looked.pop(id(view))
        return leads.orders_for(view)

    def attackers(*args: Any, **options: Any) -> tuple[tuple[int, ...], dict[int, str]]:
        given = attack_takes.bind(*args, **options).arguments
        answers = {leads: _asked(leads.attackers, given) for leads in {*doctrines.values(), TODAY}}
        attacking = {s for d, (yes, _) in answers.items() for s in yes if doctrines.get(s, TODAY) is d}
        refusals = {s: why for d, (_, no) in answers.items() for s, why in no.items() if doctrines.get(s, TODAY) is d}
        return tuple(sorted(attacking)), refusals

    with ExitStack() as stack:
        stack.enter_context(patch.object(ordering, "view_of", view_of))
        stack.enter_context(patch.object(ordering, "orders_for", orders_for))
        stack.enter_context(patch.object(mustering, "attackers", attackers))
        yield


class Result(NamedTuple):
    """How a campaign ended for its first side, less the other: points, scoring places held, battalions not lost."""

    points: float
    places: float
    spared: float

    def less(self, other: Result) -> Result:
        """Return what this is more than another."""
        return Result(self.points - other.points, self.places - other.places, self.spared - other.spared)

    def turned(self) -> Result:
        """Return the same for the second side."""
        return Result(-self.points, -self.places, -self.spared)


def result_of(board: JournalBoard) -> Result:
    """Read it off a campaign."""
    first = sides_of(board)[0]

    def sign(side: int | None) -> int:
        return 0 if side is None else 1 if side == first else -1

    scoring = {goal.place_id for goal in board.rows(Objective) if goal.place_id is not None}
    return Result(
        sum(sign(score.side_id) * score.points for score in board.rows(Score)),
        sum(sign(place.owner_id) for place in board.rows(Place) if place.id in scoring),
        -sum(sign(b.side_id) * LOST.get(b.state, 0.0) for b in board.rows(Battalion) if b.headquarters_of_id is None),
    )


def sides_of(board: JournalBoard) -> tuple[int, ...]:
    """Return the ids of the sides in order."""
    return tuple(side.id for side in sorted(board.rows(Side), key=lambda side: (side.position, side.id)))


def end_of(campaign: JournalBoard, seed: int, days: int | None, before: Watcher | None = None) -> Result:
    """Play a campaign and return how it ended."""
    result = None
    for board in turns(campaign, f"history {seed}", days, before):
        if board.clock.phase is Phase.OVER or (days is not None and board.moment.day > days):
            result = result_of(board)
    assert result is not None
    return result


def gains(name: str, seed: int, commit: str, days: int | None = None) -> tuple[Result, Result]:
    """Return what today's doctrine gains in the chair of the first side and in that of the second."""
    old = earlier(commit)
    with founded(name, str(seed)) as campaign:
        first, second = sides_of(campaign)[:2]
        ends = []
        for led in ({first: old, second: old}, {second: old}, {first: old}):
            with led_by(led):
                ends.append(end_of(campaign, seed, days))
    both, as_first, as_second = ends
    return as_first.less(both), as_second.less(both).turned()


def gain_of_plan(plan: Plan, seed: int, days: int | None = None) -> Result:
    """Return what a plan gains for its side over the program."""
    with founded(plan.campaign, str(seed)) as campaign:
        keys = [campaign.row(Side, side).key for side in sides_of(campaign)]
        alone = end_of(campaign, seed, days)
        planned = end_of(campaign, seed, days, lambda board: give(plan, board))
    gain = planned.less(alone)
    return gain if keys[0] == plan.side else gain.turned()


def table(results: Sequence[Result]) -> Iterator[str]:
    """Return the means with their 95 % intervals."""
    yield f"    points: {difference([r.points for r in results]).words}"
    yield f"    places: {difference([r.places for r in results]).words}"
    yield f"    battalions not lost: {difference([r.spared for r in results]).words}"


def main(words: Sequence[str]) -> int:
    """Play what the head of this file shows, and print the gains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    against = verbs.add_parser("against")
    against.add_argument("commit")
    against.add_argument("campaigns", nargs="*", default=[*TUNED, *HELD_OUT])
    plans = verbs.add_parser("plans")
    plans.add_argument("plans", nargs="*", default=list(PLANS))
    for verb in (against, plans):
        verb.add_argument("--runs", type=int, default=24)
        verb.add_argument("--first", type=int, default=1)
    asked = parser.parse_args(words)
    seeds = range(asked.first, asked.first + asked.runs)
    if asked.verb == "plans":
        for key in asked.plans:
            print(
                f"{key}: {PLANS[key].words}; {asked.runs} campaigns, against the program in the same chair", flush=True
            )
            print("\n".join(table([gain_of_plan(PLANS[key], seed) for seed in seeds])), flush=True)
            print(f"    orders refused: {len(PLANS[key].refused)}", *PLANS[key].refused[:3], sep="\n      ", flush=True)
        return 0
    for name in asked.campaigns:
        chairs = [gains(name, seed, asked.commit) for seed in seeds]
        print(f"{name}: {asked.runs} campaigns, today against {asked.commit}", flush=True)
        for words_of_chair, results in (
            ("  as the first side", [first for first, _ in chairs]),
            ("  as the second side", [second for _, second in chairs]),
            ("  both, mean of the two", [_mean(*chair) for chair in chairs]),
        ):
            print(words_of_chair)
            print("\n".join(table(results)), flush=True)
    return 0


def _mean(one: Result, other: Result) -> Result:
    return Result(*((a + b) / 2 for a, b in zip(one, other, strict=True)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
