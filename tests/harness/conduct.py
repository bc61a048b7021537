"""How the program's commanders conduct themselves in whole campaigns: what no fact of history tells, but any umpire sees.

    python -m tests.harness.conduct operation-brevity --runs 40          the measures beside their goals
    python -m tests.harness.conduct --runs 8 --stand-offs                all campaigns, and who faced whom longest

The measures, each counted over all runs of a campaign:

- **Frozen days**: enemies were in contact in two turns or more of the day, and nobody fought a battle anywhere.
- **Silent evenings**: the fronts of an evening are the groups of battalions in which each is within 2 km of an enemy, as the
  crow flies; a front is silent if no battle of the day was within 5 km of it.
- **Idle fresh battalions**: of the fresh battalions that take ground, in play in the morning and in the evening, those that
  neither moved nor met an enemy nor fought on that day.
- **Guns alone**: guns, engineers, headquarters and trains in contact with no battalion of their side that takes ground within
  2 km: how often in a campaign, each turn counted.
- **Resting behind the enemy**: battalions that rest in the evening and have no way home that no enemy battalion stands on.
- **Odds said**: of the attacks that were joined by a chance, who has the field when the battle is over. The chance is the
  number by which the program decided, read where it decides and not from its words.

A measure looks at the campaign as it is, not as a side knows it.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import hypot
from typing import Any
from unittest.mock import patch

import networkx as nx

import campaign.actions.mustering as mustering
import campaign.situation.contacts as contacts
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, BattleUnit, Contact, Place
from campaign.situation.army import position_of
from campaign.situation.ground import load_theatre
from campaign.terms.position import AtPlace
from campaign.terms.state import Role, State
from campaign.terms.time import TURNS_A_DAY, Moment, Phase
from campaign.theatre.values import Theatre
from tests.harness.facts import HELD_OUT, TUNED, founded, turns

NEAR_M, BATTLE_NEAR_M = 2_000, 5_000
BINS = ((0, 50), (50, 70), (70, 90), (90, 101))
"""The chances said, in per cent, from the first up to the second."""
SHORTEST = 2 * TURNS_A_DAY
"""Turns from which on two battalions in contact without a battle are told as a stand-off."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a measure should be: no more than ``most``, no less than ``least``, in per cent or in cases a campaign."""

    least: float = 0.0
    most: float = 100.0

    def is_met(self, figure: float) -> bool:
        """Return whether a figure is as it should be."""
        return self.least <= figure <= self.most

    def __str__(self) -> str:
        return f"{self.least:g} to {self.most:g}" if self.least else f"under {self.most:g}"


GOALS: Mapping[str, Goal] = {
    "frozen days, %": Goal(most=3),
    "silent evenings, %": Goal(most=10),
    "said 70 to 90 %: takes the field, %": Goal(least=60, most=100),
}


@dataclass
class Conduct:
    """What was counted in the campaigns of one scenario. ``frozen_in_a_row``: the longest such row of each campaign;
    ``odds``: each attack joined by a chance, its chance and who has the field: attacker, enemy or nobody;
    ``stand_offs``: two battalions, the place nearest to them, and the turns in which they were in contact and did not
    fight, one after the other.
    """

    counts: Counter[str] = field(default_factory=Counter)
    frozen_in_a_row: list[int] = field(default_factory=list)
    odds: list[tuple[float, str]] = field(default_factory=list)
    stand_offs: list[tuple[int, str, str, str]] = field(default_factory=list)

    def add(self, other: Conduct) -> None:
        """Take in the counts of another campaign."""
        self.counts.update(other.counts)
        self.frozen_in_a_row += other.frozen_in_a_row
        self.odds += other.odds
        self.stand_offs = sorted(self.stand_offs + other.stand_offs, reverse=True)[:100]

    def share(self, part: str, of: str) -> float | None:
        """Return a count as per cent of another; None of nothing."""
        return 100 * self.counts[part] / self.counts[of] if self.counts[of] else None

    def figures(self) -> dict[str, float | None]:
        """Return the measures by what they are called."""
        runs = self.counts["campaigns"]
        figures = {
            "battles a day": self.counts["battles"] / self.counts["days"] if self.counts["days"] else None,
            "frozen days, %": self.share("frozen", "days"),
            "longest row of frozen days": float(max(self.frozen_in_a_row, default=0)),
            "silent evenings, %": self.share("silent", "fronts"),
            "fronts an evening": self.counts["fronts"] / self.counts["days"] if self.counts["days"] else None,
            "idle fresh battalions, %": self.share("idle", "fresh"),
            "guns or headquarters alone in contact, a campaign": self.counts["alone"] / runs if runs else None,
            "resting behind the enemy, %": self.share("behind", "resting"),
        }
        for low, high in BINS:
            ends = Counter(end for chance, end in self.odds if low <= round(100 * chance) < high)
            for end, words in (("attacker", "takes the field"), ("nobody", "neither side has it")):
                name = f"said {low} to {min(high, 100)} %: {words}, %"
                figures[name] = 100 * ends[end] / ends.total() if ends.total() else None
            decided = ends["attacker"] + ends["enemy"]
            name = f"said {low} to {min(high, 100)} %: takes it where it is decided, %"
            figures[name] = 100 * ends["attacker"] / decided if decided else None
            figures[f"said {low} to {min(high, 100)} %: attacks"] = float(ends.total())
        return figures


def told(figures: Mapping[str, float | None]) -> Iterator[str]:
    """Return the measures as lines, each beside its goal."""
    for name, figure in figures.items():
        goal = GOALS.get(name)
        text = "-" if figure is None else f"{figure:.1f}"
        held = "" if goal is None or figure is None else f"   goal {goal}: {'met' if goal.is_met(figure) else 'missed'}"
        yield f"  {name:52} {text:>7}{held}"


class Watch:
    """Counts one campaign, looking at it at the end of each turn."""

    def __init__(self, founded: JournalBoard) -> None:
        self.conduct = Conduct(Counter(campaigns=1))
        self.turn = 0
        self.morning: dict[int, object] = {b.id: position_of(b) for b in founded.rows(Battalion)}
        self.met_today = set[int]()
        self.contact_turns = 0
        self.frozen = 0
        self.facing: dict[tuple[int, int], int] = {}

    def __call__(self, board: JournalBoard) -> None:
        """Look at the turn that has just ended."""
        now = Moment.at(self.turn)
        self.turn += 1
        theatre = load_theatre(board)
        units = {b.id: b for b in board.rows(Battalion) if position_of(b) is not None}
        met = [(c.first_id, c.second_id) for c in board.rows(Contact, Contact.day == now.day, Contact.turn == now.turn)]
        touched = {unit for pair in met for unit in pair}
        fought = _fought(board, [b for b in board.rows(Battle) if _is_of(b, now)])
        self.met_today |= touched | fought
        self.contact_turns += bool(met)
        self._alone(theatre, units, touched)
        self._facing(board, theatre, units, met, fought)
        if now.turn == TURNS_A_DAY:
            self._evening(board, theatre, units, now.day)
            self.morning = {b.id: position_of(b) for b in units.values()}
            self.met_today, self.contact_turns = set(), 0

    def _alone(self, theatre: Theatre, units: Mapping[int, Battalion], touched: Iterable[int]) -> None:
        for unit in (units[i] for i in touched if i in units and not _takes_ground(units[i])):
            friends = (b for b in units.values() if b.side_id == unit.side_id and _takes_ground(b))
            self.conduct.counts["alone"] += not any(_apart_m(theatre, unit, b) <= NEAR_M for b in friends)

    def _facing(
        self,
        board: JournalBoard,
        theatre: Theatre,
        units: Mapping[int, Battalion],
        met: Iterable[tuple[int, int]],
        fought: set[int],
    ) -> None:
        facing = {pair: self.facing.get(pair, 0) + 1 for pair in met if fought.isdisjoint(pair)}
        for pair, row in self.facing.items():
            if pair not in facing and row >= SHORTEST:
                self._stood_off(theatre, board, pair, row)
        self.facing = facing

    def _stood_off(self, theatre: Theatre, board: JournalBoard, pair: tuple[int, int], row: int) -> None:
        first, second = (board.row(Battalion, ident) for ident in pair)
        place = theatre.nearest_spot(_point(theatre, first)).name if position_of(first) is not None else "off the map"
        self.conduct.stand_offs.append((row, place, first.name, second.name))

    def _evening(self, board: JournalBoard, theatre: Theatre, units: Mapping[int, Battalion], day: int) -> None:
        counts = self.conduct.counts
        battles = [b for b in board.rows(Battle) if _is_of_day(b, day)]
        counts["days"] += 1
        counts["battles"] += sum(b.day == day for b in battles)
        is_frozen = self.contact_turns >= 2 and not battles
        counts["frozen"] += is_frozen
        self.frozen = self.frozen + 1 if is_frozen else 0
        self.conduct.frozen_in_a_row.append(self.frozen)
        spots = [tuple(b.table["centre"]) for b in battles if "centre" in b.table]
        for front in _fronts(theatre, units.values()):
            points = [_point(theatre, units[i]) for i in front]
            counts["fronts"] += 1
            counts["silent"] += not any(hypot(x - p[0], y - p[1]) <= BATTLE_NEAR_M for x, y in spots for p in points)
        for unit in units.values():
            if unit.id in self.morning and unit.state is State.FRESH and _takes_ground(unit):
                counts["fresh"] += 1
                counts["idle"] += self.morning[unit.id] == position_of(unit) and unit.id not in self.met_today
        resting = [b for b in units.values() if b.resting]
        counts["resting"] += len(resting)
        counts["behind"] += sum(not _can_go_home(board, theatre, units, b) for b in resting)

    def end(self, board: JournalBoard, said: Sequence[Said]) -> None:
        """Count what only the end of the campaign shows."""
        theatre = load_theatre(board)
        for pair, row in self.facing.items():
            if row >= SHORTEST:
                self._stood_off(theatre, board, pair, row)
        self.conduct.frozen_in_a_row = [max(self.conduct.frozen_in_a_row, default=0)]
        for one in said:
            number = one.battle(board)
            battle = None if number is None else board.row(Battle, number)
            if battle is not None and battle.attacker_id == one.side:
                held = battle.field_held_by_id
                end = "nobody" if held is None else "attacker" if held == one.side else "enemy"
                self.conduct.odds.append((one.chance, end))


def _takes_ground(unit: Battalion) -> bool:
    return unit.arm.takes_ground and unit.headquarters_of_id is None


def _is_of(battle: Battle, now: Moment) -> bool:
    """Return whether a battle was fought in a turn, begun in it or carried on."""
    began = Moment(battle.day, battle.turn)
    reached = Moment(battle.reached_day, battle.reached_turn) if battle.reached_day and battle.reached_turn else began
    return began <= now <= reached


def _is_of_day(battle: Battle, day: int) -> bool:
    return battle.day <= day <= max(battle.day, battle.reached_day or 0)


def _fought(board: JournalBoard, battles: Sequence[Battle]) -> set[int]:
    if not battles:
        return set()
    rows = board.rows(BattleUnit, BattleUnit.battle_id.in_({b.id for b in battles}))
    return {row.battalion_id for row in rows if row.role is Role.ENGAGED}


def _point(theatre: Theatre, unit: Battalion) -> tuple[float, float]:
    position = position_of(unit)
    assert position is not None
    return theatre.point_of(position)


def _apart_m(theatre: Theatre, one: Battalion, other: Battalion) -> float:
    (x, y), (x2, y2) = _point(theatre, one), _point(theatre, other)
    return hypot(x - x2, y - y2)


def _fronts(theatre: Theatre, units: Iterable[Battalion]) -> Iterable[set[int]]:
    """Return the groups of battalions of which each is near an enemy."""
    placed = [(unit, _point(theatre, unit)) for unit in units]
    near: nx.Graph[int] = nx.Graph()
    for n, (one, (x, y)) in enumerate(placed):
        for other, (x2, y2) in placed[:n]:
            if one.side_id != other.side_id and hypot(x - x2, y - y2) <= NEAR_M:
                near.add_edge(one.id, other.id)
    groups: Iterable[set[int]] = nx.connected_components(near)
    return groups


def _can_go_home(board: JournalBoard, theatre: Theatre, units: Mapping[int, Battalion], unit: Battalion) -> bool:
    """Return whether a way leads from a battalion to a home edge of its side past no battalion of the enemy."""
    positions = [position_of(b) for b in units.values() if b.side_id != unit.side_id and _takes_ground(b)]
    taken = {p.place for p in positions if isinstance(p, AtPlace)}
    closed = {p.road for p in positions if p is not None and not isinstance(p, AtPlace)}
    homes = {p.id for p in board.rows(Place) if p.home_edge_of_id == unit.side_id}
    ways: nx.Graph[int] = nx.Graph((way.a, way.b) for way in theatre.ways if way.road not in closed)
    ways.remove_nodes_from([place for place in taken if place in ways])
    at = position_of(unit)
    assert at is not None
    if isinstance(at, AtPlace):
        starts = {at.place}
    else:
        way = theatre.way(at.road)
        starts = {way.a, way.b} if at.road not in closed else set()
    reached = {place for start in starts if start in ways for place in nx.node_connected_component(ways, start)}
    return not homes.isdisjoint(reached | (starts - taken))


@dataclass(frozen=True, slots=True)
class Said:
    """An attack that a side joined by a chance, and a contact by which its battle is found."""

    side: int
    chance: float
    contact: int

    def battle(self, board: JournalBoard) -> int | None:
        """Return the battle that it became."""
        return board.row(Contact, self.contact).battle_id


@contextmanager
def listening() -> Iterator[list[Said]]:
    """Note each attack that is joined by a chance, while campaigns are played."""
    said, chances = list[Said](), dict[int, float]()
    weigh, decide = contacts._odds, contacts.attackers
    side_of, met_of = inspect.signature(weigh), inspect.signature(decide)

    def chance(*args: Any, **options: Any) -> Any:
        answer = weigh(*args, **options)
        chances[side_of.bind(*args, **options).arguments["side"]] = answer.won
        return answer

    def decided(*args: Any, **options: Any) -> Any:
        chances.clear()
        answer = decide(*args, **options)
        contact = met_of.bind(*args, **options).arguments["met"][0].contact.id
        said.extend(Said(side, chances[side], contact) for side in answer[0] if side in chances)
        return answer

    with patch.object(contacts, "_odds", chance), patch.object(mustering, "attackers", decided):
        yield said


def conduct_of(name: str, run: int, days: int | None = None) -> Conduct:
    """Play one campaign and return what was counted; ``days``: so many instead of its own."""
    with founded(name, str(run), days) as board, listening() as said:
        watch = Watch(board)
        for turn, now in enumerate(turns(board, f"history {run}")):
            if turn:
                watch(now)
            if now.clock.phase is Phase.OVER:
                watch.end(now, said)
    return watch.conduct


def main(words: Sequence[str]) -> int:
    """Play what the head of this file shows, and print the measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("campaigns", nargs="*", default=[*TUNED, *HELD_OUT])
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--days", type=int, help="play so many days instead of the campaign's own")
    parser.add_argument("--stand-offs", action="store_true", help="tell who faced whom longest without a battle")
    asked = parser.parse_args(words)
    for name in asked.campaigns:
        total = Conduct()
        for run in range(asked.first, asked.first + asked.runs):
            total.add(conduct_of(name, run, asked.days))
        print(f"{name}, {asked.runs} campaigns", flush=True)
        print("\n".join(told(total.figures())))
        if asked.stand_offs:
            for row, place, first, second in total.stand_offs[:12]:
                print(f"  {row} turns near {place}: {first} before {second}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
