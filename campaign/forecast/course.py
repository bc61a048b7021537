"""A course of a staff in a run: its orders as they are laid on the board, and what is counted for it in the evenings.

lay_course(board, ordered)                   puts the orders of a course on the board of a run
stand_of(board, ordered, side, day)          the evening of a day, as a staff counts it
"""

from __future__ import annotations

from campaign.actions.planning import lay
from campaign.journal.board import Board
from campaign.journal.memory import MemoryBoard
from campaign.model import Battalion, Formation, Objective, Order, Place, Score
from campaign.situation.army import load_army
from campaign.terms.forces import Size
from campaign.values import dataclass
from campaign.verbs.planning import PlannedMove


@dataclass(frozen=True, slots=True)
class Ordered:
    """A course to be played: its orders by keys, in words, and by whom (empty: the staff). ``places``: keys of the
    ground that it is about.
    """

    moves: tuple[PlannedMove, ...] = ()
    course: str = ""
    sign: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """The evening of a day: ``lead`` in points over the enemy; ``later``: the same of ground held that scores only on
    later days; battalions ``lost`` and ``spent``, own first and then the enemy's, without companies and headquarters;
    ``held``: whether each place of the course is the side's own.
    """

    day: int
    lead: int
    later: int
    lost: tuple[int, int]
    spent: tuple[int, int]
    held: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The enemy of a run, as far as an outcome can turn on it: whether it attacks, and how many unseen units it has."""

    attacks: bool
    unseen: int


def lay_course(board: MemoryBoard, ordered: Ordered) -> None:
    """Write down the orders of a course. Raises Refused or BadInput for one that cannot be given."""
    lay(board, load_army(board), ordered.moves, ordered.course, ordered.sign)


def drawn_on(board: MemoryBoard, enemy: int) -> Drawn:
    """Return the enemy that was drawn on a board, as the orders and the keys of ``enemy.draw`` show it."""
    commands = {f.id for f in board.rows(Formation, Formation.side_id == enemy)}
    attacks = any(order.formation_id in commands for order in board.rows(Order))
    unseen = sum(b.key.startswith("unseen_") for b in board.rows(Battalion, Battalion.side_id == enemy))
    return Drawn(attacks, unseen)


def stand_of(board: Board, ordered: Ordered, side: int, day: int) -> Stand:
    """Return the evening of a day."""
    owner = {place.id: place.owner_id for place in board.rows(Place)}
    by_key = {place.key: place.owner_id for place in board.rows(Place)}
    later = sum(
        _sign(objective.side_id, side) * objective.points
        for objective in board.rows(Objective)
        if objective.day is not None and objective.day > day and owner[objective.place_id] == objective.side_id
    )
    lost, spent = [0, 0], [0, 0]
    for battalion in board.rows(Battalion):
        if battalion.headquarters_of_id is not None or battalion.size is Size.COMPANY:
            continue
        whose = int(battalion.side_id != side)
        lost[whose] += not battalion.state.is_in_play
        spent[whose] += battalion.state.is_in_play and battalion.state.carries_figure
    return Stand(
        day,
        sum(_sign(row.side_id, side) * row.points for row in board.rows(Score)),
        later,
        (lost[0], lost[1]),
        (spent[0], spent[1]),
        tuple(by_key.get(key) == side for key in ordered.places),
    )


def _sign(one: int, side: int) -> int:
    return 1 if one == side else -1
