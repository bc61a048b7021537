"""The order of battle in memory: every side, formation and battalion, loaded once, joined by id.

``Army`` answers the questions that rules and papers ask of an order of battle: the formations above and below, the
headquarters, the battalions that a command has today (present) and those that are its own (organic).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import cached_property, lru_cache
from typing import TypeVar

from campaign.journal.board import Board
from campaign.journal.people import People, people_of
from campaign.journal.snapshot import once_a_reading
from campaign.model import Battalion, Commander, Formation, Nation, Side
from campaign.rules.day.splitting import COMPANIES, companies_in
from campaign.terms.forces import Arm, Level, MarchClass, Nationality, Size
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.state import State
from campaign.values import plain_dataclass, plain_field

Value = TypeVar("Value")
PLACES = 1 << 16
"""Number of positions kept in memory, as every unit at a position is asked for it again and again."""


@plain_dataclass
class Army:
    """The order of battle of all sides, by id."""

    sides: dict[int, Side]
    nations: dict[int, Nation]
    formations: dict[int, Formation]
    battalions: dict[int, Battalion]
    commanders: dict[int, Commander]
    today: date | None = None
    """The date of the running day; None where nobody fights from it."""
    people: People | None = plain_field(default=None, compare=False, repr=False)
    _chains: dict[int, tuple[Formation, ...]] = plain_field(default_factory=dict)

    def player_of(self, commander: Commander) -> str:
        """Return the name of a commander's player, or the word for the program or the umpire; empty if there is
        none.
        """
        return commander.player if self.people is None else self.people.shown(commander.player)

    @cached_property
    def below(self) -> dict[int | None, list[Formation]]:
        """Formations by superior, in the order of the file; None holds the top ones."""
        formations: dict[int | None, list[Formation]] = defaultdict(list)
        for formation in sorted(self.formations.values(), key=lambda f: (f.side_id, f.position, f.id)):
            formations[formation.superior_id].append(formation)
        return formations

    @cached_property
    def present(self) -> dict[int, list[Battalion]]:
        """Battalions by the formation they are with today, in the order of the file."""
        return self._by("present_id")

    @cached_property
    def organic(self) -> dict[int, list[Battalion]]:
        """Battalions by the id of the formation to which they permanently belong, even while lent to another."""
        return self._by("organic_id")

    def _by(self, column: str) -> dict[int, list[Battalion]]:
        battalions: dict[int, list[Battalion]] = defaultdict(list)
        for battalion in sorted(
            self.battalions.values(), key=lambda b: (b.headquarters_of_id is None, b.position, b.id)
        ):
            if not has_joined(battalion):
                battalions[getattr(battalion, column)].append(battalion)
        return battalions

    def place_of(self, battalion: Battalion) -> tuple[int, int]:
        """Return the place of a battalion in the order of battle: that of the formation it is with today, and its own
        there.
        """
        return self._order[battalion.present_id], self._rank[battalion.id]

    @cached_property
    def _order(self) -> dict[int, int]:
        return {formation.id: number for number, formation in enumerate(self.walk())}

    @cached_property
    def _rank(self) -> dict[int, int]:
        return {b.id: number for those in self.present.values() for number, b in enumerate(those)}

    def companies_left(self, battalion: Battalion) -> int:
        """Return how many companies a battalion still has with it, where others of its companies stand elsewhere; 0
        where none do.
        """
        away = self._split_off.get(battalion.id, 0)
        return companies_in(battalion.size, away, COMPANIES[Size.NORMAL]) if away else 0

    @cached_property
    def _split_off(self) -> dict[int, int]:
        """Companies of a battalion that stand elsewhere as units of their own, by its id.

        They were split off from it, or the order of battle has them already, with the same number, arm and march class
        in the same formation.
        """
        result: dict[int, int] = defaultdict(int)
        parts = [b for b in self.battalions.values() if b.parent_id is not None or b.size is Size.COMPANY]
        if not parts:
            return {}
        regiments = {
            _regiment(b): b.id
            for b in self.battalions.values()
            if b.number and b.parent_id is None and b.size is not Size.COMPANY
        }
        for battalion in parts:
            parent_id = battalion.parent_id if battalion.parent_id is not None else regiments.get(_regiment(battalion))
            if parent_id is not None and not has_joined(battalion):
                result[parent_id] += COMPANIES[battalion.size]
        return dict(result)

    @cached_property
    def headquarters(self) -> dict[int, Battalion]:
        """Headquarters battalion of a formation, in any state, by the formation's id."""
        return {b.headquarters_of_id: b for b in self.battalions.values() if b.headquarters_of_id is not None}

    def chain(self, formation_id: int) -> tuple[Formation, ...]:
        """Return the formation, its superior, and so on upwards."""
        if formation_id not in self._chains:
            formation = self.formations[formation_id]
            above = () if formation.superior_id is None else self.chain(formation.superior_id)
            self._chains[formation_id] = (formation, *above)
        return self._chains[formation_id]

    def nearest(self, values: Mapping[int, Value], formation_id: int) -> Value | None:
        """Return the value of the formation itself, or else of the nearest one above it that has one."""
        return next((values[f.id] for f in self.chain(formation_id) if f.id in values), None)

    def at_level(self, formation_id: int, level: Level) -> Formation | None:
        """Return the formation of that level in the chain of command, the given one included."""
        return next((f for f in self.chain(formation_id) if f.level is level), None)

    def tree(self, formation_id: int) -> Iterator[Formation]:
        """Yield the formation and everything under it, in the order of the file."""
        yield self.formations[formation_id]
        for child in self.below[formation_id]:
            yield from self.tree(child.id)

    def tree_ids(self, formation_id: int) -> frozenset[int]:
        """Return the ids of the formation and everything under it."""
        return frozenset(f.id for f in self.tree(formation_id))

    def battalions_under(self, formation_id: int) -> list[Battalion]:
        """Return every battalion present in that formation and those below it."""
        return [b for f in self.tree(formation_id) for b in self.present[f.id]]

    def is_on_map(self, formation_id: int) -> bool:
        """Return whether any troops under a formation are on the map."""
        return any(b.on_map for b in self.battalions_under(formation_id))

    def nationality(self, formation_or_battalion: Formation | Battalion) -> Nationality:
        """Return the printed nationality of a formation or battalion (OB-AMB-020)."""
        return self.nations[formation_or_battalion.nation_id].counts_as

    def brings_back(self, battalion: Battalion) -> Formation | None:
        """Return the formation whose headquarters rolls for this battalion when it is destroyed (OB-RCV-02, -07, umpire
        1.2).

        It is its division, or the corps for a divisional headquarters, for units directly under a corps, and where the
        division has no headquarters of its own. None: there is no such headquarters.
        """
        headed = self.formations.get(battalion.headquarters_of_id or 0)
        if headed is not None and headed.level is Level.CORPS:
            return None
        division, corps = (
            self.at_level(battalion.organic_id, Level.DIVISION),
            self.at_level(battalion.organic_id, Level.CORPS),
        )
        is_staff = headed is not None and headed.level is Level.DIVISION
        heads = [corps] if is_staff else [division, corps]
        return next((f for f in heads if f is not None and f.id in self.headquarters), None)

    def commands(self, side_id: int | None = None) -> list[Formation]:
        """Return the formations that have battalions of their own today, a side's or all."""
        return [f for f in self.walk() if self.present[f.id] and (side_id is None or f.side_id == side_id)]

    def walk(self) -> Iterator[Formation]:
        """Yield all formations, from the top down, in the order of the file."""
        for top in self.below[None]:
            yield from self.tree(top.id)

    def standing(self) -> Iterator[tuple[Battalion, Position]]:
        """Yield the battalions on the map, by id, with their positions."""
        for _, battalion in sorted(self.battalions.items()):
            if (position := position_of(battalion)) is not None:
                yield battalion, position

    def enemies_of(self, side_id: int) -> list[Battalion]:
        """Return the battalions of every other side that are on the map."""
        return [b for b in self.battalions.values() if b.side_id != side_id and b.on_map]


def _regiment(battalion: Battalion) -> tuple[int, str, Arm, MarchClass]:
    """Return the values by which a company and its battalion are known to belong together."""
    return battalion.organic_id, battalion.number, battalion.arm, battalion.march_class


def has_joined(battalion: Battalion) -> bool:
    """Return whether a battalion is a part that was split off and has joined its battalion again: only its diary
    remains (umpire 1.3).
    """
    counts = (battalion.men_establishment, battalion.vehicles_establishment, battalion.guns_establishment)
    return battalion.parent_id is not None and battalion.state is State.DISBANDED and not any(counts)


@once_a_reading
def load_army(board: Board) -> Army:
    """Load the order of battle, in five queries at any size of the campaign."""
    return Army(
        sides=board.by_id(Side),
        nations=board.by_id(Nation),
        formations=board.by_id(Formation),
        battalions=board.by_id(Battalion),
        commanders=board.by_id(Commander),
        today=board.campaign.first_day + timedelta(days=board.clock.day - 1),
        people=people_of(board),
    )


def formation_of(unit: Formation | Battalion) -> int:
    """Return the id of the formation that a unit is, or that it is with today."""
    return unit.id if isinstance(unit, Formation) else unit.present_id


def nearest_commander(
    army: Army, unit: Formation | Battalion, commanders: Iterable[Commander] | None = None
) -> Commander | None:
    """Return the commander of a unit: the one whose formation is the unit itself or the nearest above it.
    ``commanders``: among these only.
    """
    among = army.commanders.values() if commanders is None else commanders
    return army.nearest({commander.formation_id: commander for commander in among}, formation_of(unit))


_at_place = lru_cache(maxsize=PLACES)(AtPlace)
_on_road = lru_cache(maxsize=PLACES)(OnRoad)


def position_of(battalion: Battalion) -> Position | None:
    """Return a battalion's position, or None if it is off the map."""
    if battalion.place_id is not None:
        return _at_place(battalion.place_id)
    if battalion.road_id is not None and battalion.road_m is not None:
        return _on_road(battalion.road_id, battalion.road_m)
    return None


def set_state(battalion: Battalion, state: State) -> None:
    """Give a battalion this state. It was surrounded if it is captured, and only then (OB-CAS-09)."""
    battalion.state, battalion.surrounded = state, state is State.CAPTURED


def put(battalion: Battalion, position: Position | None) -> None:
    """Put a battalion at a position, or take it off the map."""
    battalion.on_map = position is not None
    battalion.place_id = position.place if isinstance(position, AtPlace) else None
    battalion.road_id = position.road if isinstance(position, OnRoad) else None
    battalion.road_m = position.metres if isinstance(position, OnRoad) else None
