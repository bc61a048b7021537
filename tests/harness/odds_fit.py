"""The law of each system's battles, fitted to battles that the program fights in whole campaigns.

    python -m tests.harness.odds_fit                         play, fit and write: about half an hour on two cores
    python -m tests.harness.odds_fit play SYSTEM FILE        play one system's campaigns, and write their attacks down
    python -m tests.harness.odds_fit write FILE ...          fit, and write campaign/play/laws.py
    python -m tests.harness.odds_fit table FILE ...          what was said, and what happened
    python -m tests.harness.odds_fit page FILE ...           the same, written into docs/background/odds.md

The shipped campaigns are played by the program on both sides, some of them with more daring than the odds allow, so that
attacks at all odds are fought. Each battle is fought as it is, and again with battalions left out at random on both sides,
with dice of its own: so the fit sees what a battalion more is worth where nothing else differs. Of each attack is kept
what was so: the battalions of both sides on the table, cover, night, and who has the field at the end of the turn; and
what the attacker was told: the enemies that he had seen, and his odds.

Bastogne is left out: it tests what was fitted elsewhere.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

import campaign.actions.all_actions  # noqa: F401 - registers every action
from campaign.actions import mustering, resolution
from campaign.actions.day import Next
from campaign.actions.house_files import TakeHouseFile, take_house_file
from campaign.actions.start_campaign import DICE, HISTORICAL, found_campaign
from campaign.cli import COLLECTED
from campaign.errors import BadInput
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.house_file import read_house
from campaign.journal import reading
from campaign.journal.asof import PastBoard, When, past_of
from campaign.journal.register import REGISTER
from campaign.play.laws import LAWS, Law
from campaign.play.odds import WEIGHT, Fighter, Ground, expected_odds, facts_of
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.editions import EDITION
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.scene import Fight, Resolution
from campaign.rules.common.systems import SYSTEMS
from campaign.situation import contacts
from campaign.store import create
from campaign.terms.forces import AntiTank, Armour, CasualtyColumn, Experience, HitRow, Size, Weapon
from campaign.terms.ground import Cover
from campaign.terms.state import Role
from campaign.terms.time import Phase
from campaign.values import replace
from tests.harness.own_numbers import HOUSE

CAMPAIGNS = {"operation-brevity": 60, "market-garden": 3, "mokra": 60, "tolvajarvi": 60}
"""The campaigns that a law is fitted to, and how often each is played."""
HELD_OUT = "bastogne"
HOUSE_FILE = "brigadier-ours"
FEWER = {"brigade": 3, "brigadier": 4}
"""The systems whose battles take long: one campaign in so many is played, and of Market Garden one."""
DARING = (0.0, 0.3, 1.0)
"""The part of the attacks refused by the odds that are fought all the same, a campaign each in turn."""
AGAIN = 3
"""How often each battle is fought again with fewer battalions."""


class Case(NamedTuple):
    """An attack and what became of it. ``ours``, ``theirs``: the battalions on the table as the odds count them;
    ``seen``: those of the enemy that the attacker reckoned with, ``said``: the odds that he had been told, both None for
    a battle fought again; ``outcome``: won, undecided or lost.
    """

    system: str
    scenario: str
    run: int
    ours: tuple[Fighter, ...]
    theirs: tuple[Fighter, ...]
    cover: str
    night: bool
    outcome: str
    seen: tuple[Fighter, ...] | None = None
    said: tuple[float, float, float] | None = None


def fighter_of_unit(unit: Unit) -> Fighter:
    """A battalion of a battle as the odds count it, as ``situation.doctrine_view.fighter_of`` does on the map."""
    light = AntiTank.LIGHT if unit.piece is None else AntiTank.ARTILLERY
    fit = unit.state.counts_in_full and not unit.resting
    return Fighter(
        unit.weapon,
        unit.hit_row,
        unit.casualty_column,
        unit.armour,
        unit.anti_tank_all or light,
        unit.experience is Experience.GREEN,
        WEIGHT[unit.size if unit.headquarters_of is None else Size.COMPANY] * fit,
    )


class Told(NamedTuple):
    """What an attacker was told before a battle, with the battalions that would be on the table."""

    side: int
    units: frozenset[int]
    seen: tuple[Fighter, ...]
    cover: str
    night: bool
    odds: tuple[float, float, float]


class Watch:
    """Watches one campaign: what the attackers are told, and the battles that come of it, fought again."""

    def __init__(self, system: str, scenario: str, run: int, again: int) -> None:
        self.system, self.scenario, self.run, self.again = system, scenario, run, again
        self.daring = DARING[run % len(DARING)]
        self.told = list[Told]()
        self.cases = list[Case]()
        self._attackers = contacts.attackers

    def attackers(self, board: Any, army: Any, theatre: Any, orders: Any, met: Any, table: Any, *rest: Any) -> Any:
        """Whom the program lets attack, and at random some of those whom it does not."""
        table, facts, odds = list(table), dict[int, Any](), dict[int, Any]()
        before_us = contacts._before_us

        def looked(board: Any, theatre: Any, side: int, *of: Any) -> Any:
            facts[side] = before_us(board, theatre, side, *of)
            return facts[side]

        def said(*of: Any) -> Any:
            odds[next(reversed(facts))] = result = expected_odds(*of)
            return result

        with patch.object(contacts, "_before_us", looked), patch.object(contacts, "expected_odds", said):
            attacking, refusals = self._attackers(board, army, theatre, orders, met, table, *rest)
        chance = Random(f"{self.scenario} {self.run} {board.moment}")
        daring = tuple(side for side in refusals if chance.random() < self.daring)
        units = frozenset(b.id for b in (*(b for m in met for b in (m.first, m.second)), *table))
        for side in (*attacking, *daring):
            if side in odds:
                seen, ground = facts[side]
                self.told.append(Told(side, units, seen, ground.cover.value, ground.night, tuple(odds[side])))
        kept = {side: why for side, why in refusals.items() if side not in daring}
        return tuple(sorted((*attacking, *daring))), kept

    def resolver(self, key: str) -> Any:
        """The system's resolver, which writes down what it comes to."""
        fights = resolver(key)

        def fought(fight: Fight, dice: Any, book: Any) -> Any:
            result = fights(fight, dice, book)
            told = self._told_of(fight)
            if told and isinstance(result, Resolution):
                for each in told:
                    self.cases.append(self._case(fight, each, result, first=True))
                self._fight_again(fights, fight, told, book)
            return result

        return fought

    def _told_of(self, fight: Fight) -> list[Told]:
        units = {unit.id for force in fight.forces for unit in force.units}
        latest = {told.side: told for told in self.told[-6:] if len(told.units & units) >= 2}
        return [told for told in latest.values() if fight.attacker in (None, told.side)]

    def _case(self, fight: Fight, told: Told, result: Resolution, *, first: bool) -> Case:
        ours, theirs = sorted(fight.forces, key=lambda force: force.side != told.side)
        outcome = "undecided" if result.holder is None else "won" if result.holder == told.side else "lost"
        return Case(
            self.system,
            self.scenario,
            self.run,
            _fighters(fight, ours),
            _fighters(fight, theirs),
            told.cover,
            told.night,
            outcome,
            told.seen if first else None,
            told.odds if first else None,
        )

    def _fight_again(self, fights: Any, fight: Fight, told: Sequence[Told], book: Any) -> None:
        chance = Random(f"{self.scenario} {self.run} {fight.start} {len(self.cases)}")
        for number in range(self.again):
            share = chance.choice((0.2, 0.4, 0.6))
            gone = set[int]()
            for force in fight.forces:
                units = [unit.id for unit in force.units if unit.headquarters_of is None]
                away = [unit for unit in units if chance.random() < share]
                gone |= set(away if len(away) < len(units) else away[1:])
            fewer = replace(fight, away=frozenset(gone)).without_absent()
            dice = Tape(
                Seeded(f"again {self.scenario} {self.run} {fight.start} {len(self.cases)} {number}"), fight.start
            )
            try:
                result = fights(fewer, dice, book)
            except BadInput:  # guns alone are left of a side
                continue
            if isinstance(result, Resolution):
                self.cases += [self._case(fewer, each, result, first=False) for each in told]


def _fighters(fight: Fight, force: Force) -> tuple[Fighter, ...]:
    """The battalions of a force that are on the table from the beginning."""
    there = (unit for unit in force.units if unit.role is not Role.ARRIVES)
    return tuple(f for f in map(fighter_of_unit, there) if f.weight)


def played(system: str, scenario: str, run: int, again: int = AGAIN) -> list[Case]:
    """Play one campaign, and return its attacks."""
    watch = Watch(system, scenario, run, again)
    with tempfile.TemporaryDirectory() as folder:
        store = create(Path(folder) / "fit.db")
        weather = DICE if run % 2 else HISTORICAL
        found_campaign(
            store,
            read_scenario(find_scenario(scenario)),
            name=scenario,
            seed=str(run),
            tabletop=system,
            weather=weather,
            actor="fit",
        )
        with (
            patch.object(contacts, "attackers", watch.attackers),
            patch.object(mustering, "attackers", watch.attackers),
            patch.object(resolution, "resolver", watch.resolver),
            reading(store) as founded,
        ):
            board = PastBoard(founded, past_of(founded, When(number=1)), write=True)
            if system == "brigadier":  # whose preview leaves charts out
                take_house_file(board, TakeHouseFile(HOUSE_FILE, read_house(HOUSE_FILE).plain))
            tape, act = Tape(Seeded(f"fit {run}"), board.moment), REGISTER["next"].act
            try:
                while board.clock.phase is not Phase.OVER:
                    before = (board.moment, board.clock.phase)
                    act(board, Next("turn", auto=True), tape)
                    if before == (board.moment, board.clock.phase):
                        raise BadInput("a battle waits for the umpire")
            except BadInput as why:  # a battle for the umpire: what was fought before it counts
                print(f"{system}, {scenario}, run {run} ends in turn {board.moment}: {why}")
            board.close()
        store.close()
    return watch.cases


# Fitting ------------------------------------------------------------------------------------------------------------


OUTCOMES = ("won", "undecided", "lost")
SIGNS = np.array([0, 1, 1, -1, 0])
"""The sign that a weight must have so that more troops never lower a chance, for ``Facts``, after the one that stands
alone: for attacks that are won; turned round for those that are lost."""
RIDGE = 0.1
"""Keeps weights finite where an outcome never happens: hexes are always decided."""
GROUPS = (0, 1, 2, 4)
"""The unseen battalions that a law tells apart."""

Matrix = np.ndarray[Any, np.dtype[np.float64]]


def facts(cases: Sequence[Case]) -> Matrix:
    """What the law weighs of each attack, by what was so."""
    rows = [(1.0, *facts_of(c.ours, c.theirs, Ground(Cover(c.cover), night=c.night))) for c in cases]
    return np.array(rows, float)


def weights_of(x: Matrix, outcome: Matrix) -> Matrix:
    """The weights of won and of lost, one after the other, that make what happened likeliest, by Newton's method;
    a weight of the wrong sign is left out.
    """
    width = x.shape[1]
    signs, active = np.concatenate([SIGNS, -SIGNS]), np.ones(2 * width, bool)
    while True:
        weights = np.zeros(2 * width)
        for _ in range(60):
            won, lost = np.exp(x @ weights[:width]), np.exp(x @ weights[width:])
            chance = [won / (1 + won + lost), lost / (1 + won + lost)]
            slope = np.concatenate([x.T @ (p - (outcome == n)) for p, n in zip(chance, (0, 2), strict=True)])
            bend = np.block(
                [
                    [(x * (p * ((a == b) - q))[:, None]).T @ x for b, q in enumerate(chance)]
                    for a, p in enumerate(chance)
                ]
            )
            slope, bend = slope + RIDGE * weights, bend + RIDGE * np.eye(2 * width)
            step = np.zeros(2 * width)
            step[active] = np.linalg.solve(bend[np.ix_(active, active)], slope[active])
            weights -= step
            if abs(step).max() < 1e-9:
                break
        wrong = active & (signs * weights < 0)
        if not wrong.any():
            return weights
        active &= ~wrong


def law_from(cases: Sequence[Case]) -> Law:
    """The law of one system."""
    fit = [c for c in cases if not all(f.is_artillery for f in c.ours)]
    weights = [round(float(w), 3) for w in weights_of(facts(fit), np.array([OUTCOMES.index(c.outcome) for c in fit]))]
    return Law(tuple(weights[: len(SIGNS)]), tuple(weights[len(SIGNS) :]), unseen_of(cases), len(fit))


def unseen_of(cases: Sequence[Case]) -> tuple[tuple[int, float], ...]:
    """How often so many battalions stood there beside those that the attacker had seen; a situation that came again
    counts once.
    """
    told = {
        (c.scenario, tuple(sorted(map(repr, c.ours))), tuple(sorted(map(repr, c.theirs)))): c
        for c in cases
        if c.seen is not None
    }
    counted: Counter[int] = Counter()
    for case in told.values():
        more = in_line(case.theirs) - in_line(case.seen or ())
        counted[min(GROUPS, key=lambda group: abs(group - more))] += 1
    parts = [round(counted[group] / counted.total(), 3) for group in GROUPS]
    parts[0] = round(1 - sum(parts[1:]), 3)
    return tuple(zip(GROUPS, parts, strict=True))


def in_line(fighters: Iterable[Fighter]) -> float:
    """The battalions that take ground or hold it."""
    return float(sum(f.weight for f in fighters if not f.is_artillery))


def law_text(laws: Mapping[str, Law]) -> str:
    """``campaign/play/laws.py`` with these laws."""
    lines = [LAWS_FILE.read_text(encoding="utf-8").partition(BEGIN)[0] + BEGIN]
    for key, law in laws.items():
        lines.append(f'    "{key}": Law(')
        lines += [f"        {value}," for value in law]
        lines.append("    ),")
    return "\n".join([*lines, "}", ""])


LAWS_FILE = HOUSE / "campaign" / "play" / "laws.py"
BEGIN = "LAWS: Final[Mapping[str, Law]] = {"


# Said, and happened -------------------------------------------------------------------------------------------------


class Bin(NamedTuple):
    """The attacks of which a chance between two tenths was said: how many, the mean chance, how much happened."""

    outcome: str
    attacks: int
    said: float
    happened: float

    @property
    def is_right(self) -> bool:
        """Within 15 points, or within what chance allows in nineteen of twenty."""
        wide = 1.96 * sqrt(max(self.said * (1 - self.said), 0.01) / self.attacks)
        return abs(self.said - self.happened) <= max(0.15, wide)


def bins(cases: Iterable[Case], least: int) -> list[Bin]:
    """The bins of at least so many attacks, of those that were told their odds."""
    found: dict[tuple[int, int], list[tuple[float, bool]]] = defaultdict(list)
    for case in cases:
        for number, chance in enumerate(case.said or ()):
            found[number, min(9, int(10 * chance))].append((chance, case.outcome == OUTCOMES[number]))
    return [
        Bin(OUTCOMES[number], len(these), sum(c for c, _ in these) / len(these), sum(h for _, h in these) / len(these))
        for (number, _), these in sorted(found.items())
        if len(these) >= least
    ]


def table(cases: Sequence[Case], least: int) -> Iterator[str]:
    """The rows of the handbook's table (``docs/background/odds.md``), by system and campaign."""
    for system in SYSTEMS.values():
        for scenario in (*CAMPAIGNS, HELD_OUT):
            these = [c for c in cases if (c.system, c.scenario) == (system.key, scenario)]
            for found in bins(these, least):
                yield row_of(system.name, scenario, found)


PAGE = HOUSE / "docs" / "background" / "odds.md"
ROWS = re.compile(r"(?<=\|---\|---\|---\|---\|---\|---\|\n)(?:\|.*\n)+")
COUNTS = re.compile(r"(?<=The chances rest on these attacks: ).*(?=\.\n)")
MADE = re.compile(r"edition \d+ of the rules on [\d-]+, from \d+ campaigns")
RIGHT = re.compile(r"\d+ of \d+ lines are within")


def page(cases: Sequence[Case], least: int, today: date) -> str:
    """The page of the handbook with the table of these attacks, of fresh campaigns, and the laws of today."""
    rows = list(table(cases, least))
    right = sum(not row.endswith("*") for row in rows)
    campaigns = len({(case.system, case.scenario, case.run) for case in cases})
    counts = "; ".join(f"{system.name} {LAWS[key].attacks:,}" for key, system in SYSTEMS.items())
    made = f"edition {EDITION} of the rules on {today}, from {campaigns} campaigns"
    text = PAGE.read_text(encoding="utf-8")
    for pattern, new in ((ROWS, "\n".join([*rows, ""])), (COUNTS, counts), (MADE, made)):
        text = pattern.sub(new.replace("\\", r"\\"), text, count=1)
    return RIGHT.sub(f"{right} of {len(rows)} lines are within", text, count=1)


def row_of(system: str, scenario: str, found: Bin) -> str:
    """A row of that table."""
    shown = found._replace(said=round(found.said, 2), happened=round(found.happened, 2))
    said, happened = (f"{100 * part:.0f} %" for part in (shown.said, shown.happened))
    mark = "" if shown.is_right else " *"
    return f"| {system} | {scenario} | {found.outcome} | {found.attacks} | {said} | {happened} |{mark}"


# Files --------------------------------------------------------------------------------------------------------------


def kept(case: Case) -> str:
    """An attack as a line of a file."""
    sides = [[_plain(f) for f in side] for side in (case.ours, case.theirs)]
    seen = None if case.seen is None else [_plain(f) for f in case.seen]
    return json.dumps([*case[:3], *sides, *case[5:8], seen, case.said])


def read(path: Path) -> Iterator[Case]:
    """The attacks of a file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            system, scenario, run, ours, theirs, cover, night, outcome, seen, said = json.loads(line)
            yield Case(
                system,
                scenario,
                run,
                _fighters_of(ours),
                _fighters_of(theirs),
                cover,
                night,
                outcome,
                None if seen is None else _fighters_of(seen),
                said and tuple(said),
            )


def _plain(f: Fighter) -> list[Any]:
    return [f.weapon.value, f.row.value, f.column.value, f.armour.value, f.anti_tank.value, f.green, str(f.weight)]


def _fighters_of(rows: Iterable[list[Any]]) -> tuple[Fighter, ...]:
    return tuple(
        Fighter(Weapon(a), HitRow(b), CasualtyColumn(c), Armour(d), AntiTank(e), green, Fraction(weight))
        for a, b, c, d, e, green, weight in rows
    )


def _played(task: tuple[str, str, int, int]) -> list[Case]:
    return played(*task)


def play_all(
    system: str, out: Path, jobs: int, campaigns: Mapping[str, int], first: int = 1, again: int = AGAIN
) -> None:
    """Play a system's campaigns from a seed on, and add their attacks to a file as they come."""
    fewer = FEWER.get(system, 1)
    runs_of = {name: range(first, first + max(1, runs // fewer)) for name, runs in campaigns.items()}
    tasks = [(system, name, run, again) for name, runs in runs_of.items() for run in runs]
    pools = multiprocessing.get_context("spawn")
    with pools.Pool(jobs, gc.set_threshold, COLLECTED) as pool, out.open("a", encoding="utf-8") as lines:
        for cases in pool.imap_unordered(_played, tasks):
            lines.writelines(f"{kept(case)}\n" for case in cases)
            lines.flush()


def write(paths: Iterable[Path]) -> None:
    """Fit the laws of these files, and write them; the law of a system that is in none stays."""
    cases = [case for path in paths for case in read(path)]
    of = {key: [case for case in cases if case.system == key] for key in SYSTEMS}
    laws = {key: law_from(these) if these else LAWS[key] for key, these in of.items()}
    LAWS_FILE.write_text(law_text(laws), encoding="utf-8")


def main() -> None:
    """Play, fit, write or tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", default="all", choices=("all", "play", "write", "table", "page"))
    parser.add_argument("of", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=int, default=100, help="attacks in a bin of the table")
    parser.add_argument("--first", type=int, default=1, help="the first campaign's seed")
    parser.add_argument("--again", type=int, default=AGAIN, help="how often each battle is fought again")
    parser.add_argument("--campaign", action="append", help="NAME=RUNS in place of the usual ones")
    given = parser.parse_intermixed_args()
    asked = {name: int(runs) for name, _, runs in (word.partition("=") for word in given.campaign or ())}
    match given.what:
        case "play":
            play_all(given.of[0], Path(given.of[1]), given.jobs, asked or CAMPAIGNS, given.first, given.again)
        case "write":
            write(map(Path, given.of))
        case "table":
            print("\n".join(table([c for path in given.of for c in read(Path(path))], given.least)))
        case "page":
            cases = [case for path in given.of for case in read(Path(path))]
            PAGE.write_text(page(cases, given.least, date.today()), encoding="utf-8")
        case _:
            with tempfile.TemporaryDirectory() as folder:
                files = [Path(folder) / key for key in SYSTEMS]
                for file in files:
                    play_all(file.name, file, given.jobs, asked or CAMPAIGNS)
                write(files)


if __name__ == "__main__":
    main()
