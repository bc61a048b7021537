"""The counts made while a run is played: small frozen values, by the evening and by the battle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from campaign.journal.board import Board
from campaign.model import Battalion, Battle, BattleUnit, Crossing, Formation, Objective, Place, Side, SupplyReport
from campaign.rules.tabletop.interface import system, tabletop
from campaign.situation.army import load_army
from campaign.situation.conditions import rulebook_of
from campaign.situation.engaged import open_battles
from campaign.situation.force import force_of
from campaign.situation.score import score_so_far
from campaign.terms.state import BattleState
from campaign.values import dataclass

PLAYED = frozenset({"move", "declared", "shot", "attack"})
"""Events of a report without which no game was played: no unit moved or fired."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A campaign at the end of a day, in the order of ``Subjects``. ``owners``: the side that owns each scoring place,
    or 0 for none; in a side's own forecast 0 is the enemy, too. ``points`` and ``lost``: of each side, its score and
    its battalions destroyed, captured or disbanded; ``men``: of each formation; ``cut_off``: ids of the formations that
    were out of supply in a turn of the day; ``closed``: ids of the crossings that no column can pass.
    """

    day: int
    owners: tuple[int, ...]
    points: tuple[int, ...]
    lost: tuple[int, ...]
    men: tuple[int, ...]
    cut_off: tuple[int, ...]
    closed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A battle that was fought: at a place (its id) on a day; the side that held the field, 0 for neither; the evenings
    that it takes at a table.
    """

    place: int
    day: int
    winner: int
    evenings: int


@dataclass(frozen=True, slots=True)
class Subjects:
    """The ids of what is counted, each kind in order: sides, scoring places, formations, crossings; and for each
    formation the battalions that belong to it or to a formation below it.
    """

    sides: tuple[int, ...]
    places: tuple[int, ...]
    formations: tuple[int, ...]
    crossings: tuple[int, ...]
    members: Mapping[int, frozenset[int]]
    keys: Mapping[str, int]
    """The formations' ids by key."""


def subjects_of(board: Board, side: int | None = None) -> Subjects:
    """Return what is counted in this campaign; it does not change while it is played on. ``side``: the only one whose
    affairs are counted.
    """
    formations = board.by_id(Formation)
    members: dict[int, set[int]] = defaultdict(set)
    for battalion in board.rows(Battalion) if side is None else board.rows(Battalion, Battalion.side_id == side):
        above: int | None = battalion.organic_id
        while above is not None:
            members[above].add(battalion.id)
            above = formations[above].superior_id
    return Subjects(
        tuple(row.id for row in sorted(board.rows(Side), key=lambda row: row.position) if side in (None, row.id)),
        tuple(sorted({row.place_id for row in board.rows(Objective) if side in (None, row.side_id)})),
        tuple(ident for ident in sorted(formations) if ident in members),
        tuple(sorted(board.by_id(Crossing))),
        {ident: frozenset(battalions) for ident, battalions in members.items()},
        {formation.key: ident for ident, formation in formations.items() if side in (None, formation.side_id)},
    )


class Watch:
    """Counts what happens on a board while it is played on; for one ``side`` only its own affairs."""

    def __init__(self, board: Board, side: int | None = None) -> None:
        self._board, self._side, self._subjects = board, side, subjects_of(board, side)
        self._due: dict[int, int] = {}
        self.evenings: list[Evening] = []
        self.games: list[Game] = []

    def before_battles(self) -> None:
        """Note the battles that are about to be fought, with the evenings that each takes."""
        self._due = {battle.id: self._evenings(battle) for battle in self.proposed()}

    def proposed(self) -> list[Battle]:
        """Return the battles that are to be fought now, by id."""
        return [battle for battle in open_battles(self._board) if battle.state is BattleState.PROPOSED]

    def after_battles(self) -> None:
        """Count the battles that were fought, without those in which no unit moved or fired."""
        for ident, evenings in self._due.items():
            battle = self._board.row(Battle, ident)
            if battle.state is not BattleState.CANCELLED and was_played(battle):
                self.games.append(Game(battle.place_id, battle.day, battle.field_held_by_id or 0, evenings))
        self._due = {}

    def _evenings(self, battle: Battle) -> int:
        army, book = load_army(self._board), rulebook_of(self._board)
        lines = self._board.rows(BattleUnit, BattleUnit.battle_id == battle.id)
        forces = [force_of(army, side, lines) for side in sorted({line.side_id for line in lines})]
        stands = (tabletop(battle.tabletop).muster(force, book).stands for force in forces)
        return system(battle.tabletop).evenings(max(stands, default=0))

    def evening(self, day: int) -> None:
        """Count how the campaign stands at the end of a day."""
        board, subjects = self._board, self._subjects
        places, battalions = board.by_id(Place), board.by_id(Battalion)
        points = score_so_far(board)
        self.evenings.append(
            Evening(
                day,
                tuple(self._owner(places[ident]) for ident in subjects.places),
                tuple(points.get(side, 0) for side in subjects.sides),
                tuple(_lost(battalions.values(), side) for side in subjects.sides),
                tuple(_men(battalions, subjects.members[ident]) for ident in subjects.formations),
                self._cut_off(day),
                tuple(c.id for c in board.rows(Crossing) if not c.state.is_passable),
            )
        )

    def _owner(self, place: Place) -> int:
        """Return the owner's id, 0 for none; for one side whether it is its own, and else 0."""
        return place.owner_id or 0 if self._side in (None, place.owner_id) else 0

    def _cut_off(self, day: int) -> tuple[int, ...]:
        reports = self._board.rows(SupplyReport, SupplyReport.day == day, SupplyReport.moment == "turn")
        keys = {key for report in reports for key, record in report.content.items() if not record["in_supply"]}
        return tuple(sorted(self._subjects.keys[key] for key in keys if key in self._subjects.keys))


def was_played(battle: Battle) -> bool:
    """Return whether any unit moved or fired in a battle that the program resolved."""
    return any(event["event"] in PLAYED for event in battle.report)


def _lost(battalions: Iterable[Battalion], side: int) -> int:
    return sum(battalion.side_id == side and not battalion.state.is_in_play for battalion in battalions)


def _men(battalions: Mapping[int, Battalion], members: Iterable[int]) -> int:
    return sum(battalions[ident].men for ident in members if battalions[ident].state.is_in_play)
