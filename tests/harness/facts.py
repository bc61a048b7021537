"""Campaigns that the program plays alone, in memory, and what a fact of history came to in them.

    with founded("operation-brevity", "7") as board:
        played = play(board, "history 7")
    played.figure(fact)              what the fact came to; None where it says nothing

``docs/background/history/facts.csv`` and ``held_out.csv`` hold the facts: where a formation stood, who held a place, what
was lost, at the end of a turn. A campaign is founded as it is shipped and played to its last day by ``next --auto``.
"""

from __future__ import annotations

import csv
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

import networkx as nx

import campaign.actions.all_actions  # noqa: F401 - registers every action
from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.exchange.check import find_scenario, read_scenario
from campaign.journal import reading
from campaign.journal.asof import PastBoard, When, past_of
from campaign.journal.board import JournalBoard
from campaign.journal.register import REGISTER
from campaign.model import Battalion, Battle, Crossing, Formation, Place, Road, Score, Side
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.tabletop.interface import DEFAULT
from campaign.store import create
from campaign.terms.state import State
from campaign.terms.time import TURNS_A_DAY, Phase
from campaign.values import replace

PAGE = Path(__file__).resolve().parents[2] / "docs" / "background" / "history"
FACTS = (PAGE / "facts.csv", PAGE / "held_out.csv")
"""The facts by which scenarios, orders and weights may be improved, and those that are only looked at."""
TUNED = ("operation-brevity", "market-garden")
HELD_OUT = ("bastogne", "mokra", "tolvajarvi")
"""Nothing is changed to make a fact of these come out."""
NEVER = 999
"""The turn of what did not happen."""
LATE = 8
"""Turns after the last that counts as right, from which on something counts as never having happened."""
TEMPO = frozenset({"first_held", "first_near"})
_OUT = frozenset({State.DESTROYED, State.CAPTURED, State.DISBANDED})


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the table: what was so at the end of a turn, and the range that counts as right."""

    ident: str
    campaign: str
    day: int
    turn: int
    measure: str
    keys: Mapping[str, str]
    value: float
    low: float
    high: float
    note: str

    @property
    def at(self) -> int:
        """The turn, counted from 1."""
        return (self.day - 1) * TURNS_A_DAY + self.turn

    @property
    def is_right(self) -> Callable[[float], bool]:
        """Whether a figure counts as right."""
        return lambda figure: self.low <= figure <= self.high

    def kind(self, is_static: bool) -> str:
        """Excluded (not to be judged by), static (so from the beginning), ordered (the scenario's orders bring it
        about), or open: the last tell something."""
        if "[excluded]" in self.note:
            return "excluded"
        return "static" if is_static else "ordered" if "[ordered]" in self.note else "open"


@cache
def facts() -> tuple[Fact, ...]:
    """Return every fact, of both tables."""
    return tuple(fact for path in FACTS for fact in _facts_of(path))


def _facts_of(path: Path) -> tuple[Fact, ...]:
    with path.open(newline="", encoding="utf-8") as lines:
        return tuple(
            Fact(
                row["id"],
                row["campaign"],
                int(row["day"]),
                int(row["turn"]),
                row["measure"],
                dict(pair.split("=", 1) for pair in row["keys"].split(";") if pair),
                float(row["value"]),
                float(row["low"]),
                float(row["high"]),
                row["note"],
            )
            for row in csv.DictReader(lines)
        )


@dataclass(frozen=True, slots=True)
class Stand:
    """A battalion at the end of a turn. ``road_m`` from the road's first end, in metres."""

    place: int | None
    road: int | None
    road_m: int
    state: State
    men: int

    @property
    def is_out(self) -> bool:
        """Destroyed, captured or disbanded."""
        return self.state in _OUT

    @property
    def is_in_play(self) -> bool:
        """On the map."""
        return not self.is_out and (self.place is not None or self.road is not None)


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """How a campaign stood at the end of a turn, as far as a fact asks."""

    stands: Mapping[str, Stand]
    owners: Mapping[str, str]
    bridges: Mapping[str, bool]
    scores: Mapping[str, int]


@dataclass
class Map:
    """What does not change in a campaign: places, roads and who belongs to whom, by key."""

    places: Mapping[str, int]
    names: Mapping[int, str]
    roads: Mapping[int, tuple[int, int, int]]
    """By id: both ends and the length in metres."""
    sides: Mapping[str, str]
    """The side of every battalion."""
    establishments: Mapping[str, int]
    members: Mapping[str, frozenset[str]]
    """The battalions of every formation, and every battalion alone; headquarters are left out."""
    scoring_sides: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def network(self) -> nx.Graph[int]:
        """The roads; of two between the same places the shorter."""
        network: nx.Graph[int] = nx.Graph()
        for a, b, metres in sorted(self.roads.values(), key=lambda road: -road[2]):
            network.add_edge(a, b, metres=metres)
        return network

    @cache  # noqa: B019 - a map lives as long as its process
    def metres_from(self, place: int) -> Mapping[int, float]:
        """Road metres from a place to every other."""
        return nx.single_source_dijkstra_path_length(self.network, place, weight="metres")

    __hash__ = object.__hash__

    def distance_km(self, stand: Stand, place: str) -> float:
        """By road; endless for those off the map."""
        metres = self.metres_from(self.places[place])
        if stand.place is not None:
            return metres.get(stand.place, float("inf")) / 1000
        if stand.road is None:
            return float("inf")
        a, b, length = self.roads[stand.road]
        ends = (metres.get(a, float("inf")) + stand.road_m, metres.get(b, float("inf")) + length - stand.road_m)
        return min(ends) / 1000

    def progress_km(self, stand: Stand, route: Sequence[str]) -> float | None:
        """Kilometres along a route of places; None off it."""
        done = 0
        if stand.place == self.places[route[0]]:
            return 0.0
        for start, end in pairwise(route):
            ends = (self.places[start], self.places[end])
            if stand.road is not None and set(self.roads[stand.road][:2]) == set(ends):
                a, _, length = self.roads[stand.road]
                return (done + (stand.road_m if a == ends[0] else length - stand.road_m)) / 1000
            done += int(self.network.edges[ends]["metres"])
            if stand.place == ends[1]:
                return done / 1000
        return None


def map_of(board: JournalBoard) -> Map:
    """Read it from a campaign that has been founded."""
    sides = {side.id: side.key for side in board.rows(Side)}
    formations = {formation.id: formation for formation in board.rows(Formation)}
    members: dict[str, set[str]] = defaultdict(set)
    battalions = [b for b in board.rows(Battalion) if b.headquarters_of_id is None]
    for battalion in battalions:
        formation: Formation | None = formations[battalion.organic_id]
        while formation is not None:
            members[formation.key].add(battalion.key)
            formation = formations.get(formation.superior_id or 0)
    alone = {b.key: frozenset({b.key}) for b in battalions}
    places = board.rows(Place)
    return Map(
        {place.key: place.id for place in places},
        {place.id: place.key for place in places},
        {road.id: (road.a_id, road.b_id, road.length_m) for road in board.rows(Road)},
        {b.key: sides[b.side_id] for b in battalions},
        {b.key: b.men_establishment for b in battalions},
        {**alone, **{key: frozenset(keys) for key, keys in members.items()}},
        sides,
    )


def turn_end_of(board: JournalBoard, ground: Map) -> TurnEnd:
    """How the campaign stands now."""
    scores: Counter[str] = Counter()
    for score in board.rows(Score):
        scores[ground.scoring_sides[score.side_id]] += score.points
    return TurnEnd(
        {
            b.key: Stand(b.place_id, b.road_id, b.road_m or 0, b.state, b.men)
            for b in board.rows(Battalion)
            if b.headquarters_of_id is None
        },
        {place.key: ground.scoring_sides.get(place.owner_id or 0, "") for place in board.rows(Place)},
        {crossing.key: crossing.state.is_passable for crossing in board.rows(Crossing)},
        scores,
    )


@dataclass
class Played:
    """A campaign that was played: the founding, then the end of every turn; and its battles, place and turn."""

    ground: Map
    ends: list[TurnEnd]
    battles: list[tuple[str, int]]

    def figure(self, fact: Fact) -> float | None:
        """What a fact came to here; None where it says nothing."""
        return None if fact.at >= len(self.ends) else MEASURES[fact.measure](self, fact)

    def is_static(self, fact: Fact) -> bool:
        """True already before anybody moved."""
        if fact.measure in FROM_THE_BEGINNING:
            return fact.is_right(FROM_THE_BEGINNING[fact.measure])
        founded = Played(self.ground, [self.ends[0]] * (fact.at + 1), [])
        figure = founded.figure(fact)
        return figure is not None and fact.is_right(figure)

    def troops(self, fact: Fact, end: TurnEnd | None = None) -> Iterator[tuple[str, Stand]]:
        """The battalions of the formation asked for, at the end of its turn."""
        stands = (end or self.ends[fact.at]).stands
        return ((key, stands[key]) for key in sorted(self.ground.members[fact.keys["unit"]]))

    def size(self, fact: Fact) -> int:
        """Return how many battalions the formation asked for has; 0 if none is asked for."""
        return len(self.ground.members[fact.keys["unit"]]) if "unit" in fact.keys else 0

    def count_near(self, fact: Fact, end: TurnEnd | None = None) -> int:
        """Battalions of a formation in play within so many kilometres by road."""
        place, km = fact.keys["place"], float(fact.keys["km"])
        return sum(s.is_in_play and self.ground.distance_km(s, place) <= km for _, s in self.troops(fact, end))

    def first_turn(self, fact: Fact, is_so: Callable[[TurnEnd], bool]) -> int:
        """The first turn at whose end something is so."""
        turns = enumerate(self.ends[1 : int(fact.high) + LATE + 1], 1)
        return next((turn for turn, end in turns if is_so(end)), NEVER)

    def first_held(self, fact: Fact) -> int:
        """The first turn at whose end a side owns a place; if asked, only after another has owned it."""
        place, is_armed = fact.keys["place"], "after" not in fact.keys

        def holds(end: TurnEnd) -> bool:
            nonlocal is_armed
            is_armed = is_armed or end.owners[place] == fact.keys["after"]
            return is_armed and end.owners[place] == fact.keys["side"]

        return self.first_turn(fact, holds)

    def losses(self, fact: Fact) -> float | None:
        """Percent of a formation's battalions that have come: gone, gone or spent; or percent of full strength left."""
        troops = [(key, s) for key, s in self.troops(fact) if s.is_in_play or s.is_out]
        if not troops:
            return None
        if fact.measure == "left":
            full = sum(self.ground.establishments[key] for key, _ in troops)
            return 100 * sum(s.men for _, s in troops if not s.is_out) / full if full else None
        spent = fact.measure == "spent"
        return 100 * sum(s.is_out or (spent and s.state is State.SPENT) for _, s in troops) / len(troops)

    def bridge(self, fact: Fact) -> float | None:
        """Whether it can be passed; None if it was not down when it should have been."""
        crossing, was = fact.keys["crossing"], fact.keys.get("was")
        if was is not None:
            day, turn = map(int, was.split("."))
            if self.ends[(day - 1) * TURNS_A_DAY + turn].bridges[crossing]:
                return None
        return self.ends[fact.at].bridges[crossing]

    def enemy_on(self, fact: Fact) -> int:
        """Battalions of a side in play on a route."""
        route, side = fact.keys["route"].split(">"), fact.keys["side"]
        return sum(
            stand.is_in_play and self.ground.progress_km(stand, route) is not None
            for key, stand in self.ends[fact.at].stands.items()
            if self.ground.sides[key] == side
        )

    def advance(self, fact: Fact) -> float:
        """Kilometres that the head of a formation has made along a route."""
        route = fact.keys["route"].split(">")
        way = [self.ground.progress_km(s, route) for _, s in self.troops(fact) if s.is_in_play]
        return max((km for km in way if km is not None), default=0.0)

    def count_battles(self, fact: Fact) -> int:
        """Battles up to a turn, at a place if one is named, or of one day."""
        since = (fact.day - 1) * TURNS_A_DAY if fact.measure == "battles_day" else 0
        place = fact.keys.get("place")
        return sum(since < turn <= fact.at and place in (None, where) for where, turn in self.battles)

    def lead(self, fact: Fact) -> int:
        """Points of a side less the other's."""
        scores, side = self.ends[fact.at].scores, fact.keys["side"]
        return scores.get(side, 0) - sum(points for key, points in scores.items() if key != side)


MEASURES: Mapping[str, Callable[[Played, Fact], float | None]] = {
    "held": lambda played, fact: played.ends[fact.at].owners[fact.keys["place"]] == fact.keys["side"],
    "first_held": Played.first_held,
    "near": Played.count_near,
    "first_near": lambda played, fact: played.first_turn(
        fact, lambda end: played.count_near(fact, end) >= int(fact.keys.get("n", 1))
    ),
    "arrived": lambda played, fact: sum(s.is_in_play or s.is_out for _, s in played.troops(fact)),
    "gone": Played.losses,
    "spent": Played.losses,
    "left": Played.losses,
    "bridge": Played.bridge,
    "enemy_on": Played.enemy_on,
    "advance": Played.advance,
    "battles": Played.count_battles,
    "battles_day": Played.count_battles,
    "battles_total": Played.count_battles,
    "score": Played.lead,
}
FROM_THE_BEGINNING: Mapping[str, float] = {
    **dict.fromkeys(("gone", "spent", "arrived", "score", "battles", "battles_day", "battles_total"), 0),
    "left": 100,
    **dict.fromkeys(TEMPO, NEVER),
}
"""What these measures come to before anybody has moved."""


Watcher = Callable[[JournalBoard], None]
"""Looks at a campaign before a turn or at its end."""


@contextmanager
def founded(name: str, seed: str, days: int | None = None) -> Iterator[JournalBoard]:
    """Found a shipped campaign in a file of its own, with so many days or its own, and open it."""
    scenario = read_scenario(find_scenario(name))
    if days is not None:
        scenario = replace(scenario, days=days)
    with tempfile.TemporaryDirectory() as folder:
        store = create(Path(folder) / "history.db")
        try:
            found_campaign(store, scenario, name=name, seed=seed, tabletop=DEFAULT, weather=HISTORICAL, actor="history")
            with reading(store) as board:
                yield board
        finally:
            store.close()


def turns(
    founded: JournalBoard, dice: str, days: int | None = None, before: Watcher | None = None
) -> Iterator[JournalBoard]:
    """Play a founded campaign to its end, or so many days, in memory, and yield the board as it was founded and at the
    end of each turn. The record of the campaign stays as it is. ``before`` is called before each turn, to give orders.
    """
    board = PastBoard(founded, past_of(founded, When(number=1)), write=True)
    tape, act = Tape(Seeded(dice), board.moment), REGISTER["next"].act
    try:
        yield board
        while board.clock.phase is not Phase.OVER and (days is None or board.moment.day <= days):
            if before is not None:
                before(board)
            act(board, Next("turn", auto=True), tape)
            yield board
    finally:
        board.close()


def play(
    founded: JournalBoard, dice: str, days: int | None = None, watch: Watcher | None = None, end: Watcher | None = None
) -> Played:
    """Play a founded campaign to its end, or so many days, in memory. ``watch`` is shown each turn's end, ``end`` the end
    of the campaign.
    """
    ground, ends = map_of(founded), list[TurnEnd]()
    for board in turns(founded, dice, days):
        ends.append(turn_end_of(board, ground))
        if watch is not None and len(ends) > 1:
            watch(board)
        is_over = board.clock.phase is Phase.OVER or (days is not None and board.moment.day > days)
        if is_over and end is not None:
            end(board)
        fought = [(ground.names[b.place_id], (b.day - 1) * TURNS_A_DAY + b.turn) for b in board.rows(Battle)]
    return Played(ground, ends, fought)
