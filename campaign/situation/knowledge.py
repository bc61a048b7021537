"""The limits of what a viewer may know (umpire 1.13): the umpire everything, a side its own affairs, a commander those
below.

A side knows its own order of battle, what it has sighted of the enemy, and its own lines of the diary. A commander
knows the units below, those of the neighbours under the same superior, those above by name and where their headquarters
stand, and all sightings of the side. A sighting gives arm and rough size; the name comes with it only after a battle.
Unknown units are not found either: a name of the other side is answered as a name that does not exist.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice, takewhile
from types import MappingProxyType
from typing import Final, TypeVar

from campaign.errors import NotAllowed
from campaign.journal.board import Board
from campaign.model import (
    BasingArea,
    Battalion,
    Battle,
    BattleUnit,
    Commander,
    Decision,
    DiaryLine,
    Formation,
    Objective,
    Place,
    Sighting,
)
from campaign.situation.army import Army, formation_of
from campaign.situation.keeping import keep
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.theatre.values import Theatre
from campaign.values import dataclass, field

FRESH_TURNS = 1
"""Age in turns up to which a sighting still shows an enemy on the route: this turn and the one before."""

_UNSEEN: Final[Mapping[int, Sighting]] = MappingProxyType({})
_GONE: Final = (State.DESTROYED, State.CAPTURED)

Unit = TypeVar("Unit", bound=Formation | Battalion)
OfSide = TypeVar("OfSide", bound=Sighting | Objective | BasingArea)


@dataclass(frozen=True)
class Knowledge:
    """The knowledge of one viewer. Ids are those of rows; ``seen`` holds the side's latest sighting of every enemy
    battalion.
    """

    army: Army
    viewer: Viewer
    formations: frozenset[int]
    """Ids of formations known in full: strengths, places, orders."""
    neighbours: frozenset[int]
    """Ids of those among them that the commander does not command."""
    superiors: frozenset[int]
    """Ids of formations known by name only."""
    battalions: frozenset[int]
    seen: Mapping[int, Sighting] = field(default_factory=dict)
    fights: frozenset[int] = frozenset()
    """Ids of battles with battalions that the commander knows; used for commanders only."""
    fallen: frozenset[int] = frozenset()
    """Ids of enemy battalions that the side knows to be out of play: they fell in one of its battles and were not seen
    since."""

    @property
    def is_umpire(self) -> bool:
        """True if the viewer knows everything."""
        return self.viewer.is_umpire

    @property
    def commanders(self) -> list[Commander]:
        """Commanders as whom the viewer looks; none for the umpire and for a side."""
        return [self.army.commanders[ident] for ident in self.viewer.commanders]

    @property
    def commander(self) -> Commander | None:
        """Commander as whom the viewer looks, if it is just one."""
        return self.commanders[0] if len(self.viewer.commanders) == 1 else None

    @property
    def who(self) -> str:
        """Name of the viewer: ``Umpire``, ``British``, ``Brig I. D. Erskine``; of several commanders all names."""
        if self.viewer.commanders:
            return listing(commander.name for commander in self.commanders)
        return "Umpire" if self.viewer.side is None else self.army.sides[self.viewer.side].name

    def knows(self, unit: Formation | Battalion) -> bool:
        """Return whether the viewer knows a unit fully: strength, position, orders."""
        return unit.id in (self.formations if isinstance(unit, Formation) else self.battalions)

    def commands(self, unit: Formation | Battalion) -> bool:
        """Return whether a unit is the viewer's own, and not a neighbour's."""
        return self.knows(unit) and formation_of(unit) not in self.neighbours

    def require_command(self, unit: Formation | Battalion) -> None:
        """Raise NotAllowed for a unit that the viewer cannot give orders to."""
        if not self.commands(unit):
            raise NotAllowed(f"{self.who} cannot order {unit.name}: only its own commander or the umpire can")

    def may_name(self, formation: Formation) -> bool:
        """Return whether a paper of this viewer may contain the formation's name."""
        return formation.id in self.formations or formation.id in self.superiors

    def name_of(self, formation: Formation) -> str:
        """Return a formation's name if this viewer may read it; otherwise empty."""
        return formation.name if self.may_name(formation) else ""

    def units(self) -> list[Formation | Battalion]:
        """Return the formations and battalions that the viewer can ask for by name."""
        formations = [f for f in self.army.formations.values() if f.id in self.formations]
        return [*formations, *(b for b in self.army.battalions.values() if b.id in self.battalions)]

    def sides(self) -> list[int]:
        """Return the sides whose own affairs the viewer knows, in their order."""
        ordered = sorted(self.army.sides.values(), key=lambda s: (s.position, s.id))
        return [side.id for side in ordered if self.is_umpire or side.id == self.viewer.side]

    def require_side(self, side: int) -> None:
        """Raise NotAllowed for the affairs of a side that is not the viewer's."""
        if side not in self.sides():
            theirs, mine = self.army.sides[side].name, self.army.sides[self.sides()[0]].name
            raise NotAllowed(
                f"the {mine} side cannot see the {theirs} order of battle, papers or map. To see your "
                "sightings of the enemy: campaign sightings"
            )

    def roots(self, side: int) -> list[Formation]:
        """Return the top formations that this viewer may see of a side."""
        if self.viewer.commanders:
            commands = {commander.formation_id for commander in self.commanders if commander.side_id == side}
            above = {ident: {f.id for f in self.army.chain(ident)[1:]} for ident in commands}
            return [self.army.formations[ident] for ident in sorted(commands) if commands.isdisjoint(above[ident])]
        return [f for f in self.army.below[None] if f.side_id == side]

    # what has happened

    def diary(self, lines: Iterable[DiaryLine]) -> list[DiaryLine]:
        """Return the lines that the viewer may read: those of the side; a commander reads only general ones and those
        on units and battles known to him.
        """
        return [line for line in lines if self._reads(line)]

    def _reads(self, line: DiaryLine) -> bool:
        if self.is_umpire:
            return True
        if line.side_id != self.viewer.side:
            return False
        if not self.viewer.commanders:
            return True
        if line.battalion_id is not None:
            return line.battalion_id in self.battalions
        if line.battle_id is not None and line.battle_id not in self.fights:
            return False
        return line.formation_id is None or line.formation_id in self.formations or line.formation_id in self.superiors

    def of_side(self, rows: Iterable[OfSide]) -> list[OfSide]:
        """Return the rows that belong to the viewer's side, such as its sightings, its objectives, its airfields; for
        the umpire those of every side.
        """
        return [row for row in rows if self.is_umpire or row.side_id == self.viewer.side]

    def decisions(self, rows: Iterable[Decision]) -> list[Decision]:
        """Return the decisions of the viewer's side; a commander is not asked about other commanders' headquarters."""
        if self.is_umpire:
            return list(rows)
        ours = {b.key: b for b in self.army.battalions.values() if b.side_id == self.viewer.side}
        decisions = [row for row in rows if row.side_id == self.viewer.side]
        return [
            row
            for row in decisions
            if (head := ours.get((row.facts or {}).get("headquarters", ""))) is None or self.commands(head)
        ]

    def decision_numbers(self, rows: Iterable[Decision]) -> dict[int, int]:
        """Return, by id, the number under which the viewer reads a decision: the umpire's is the campaign's, a side
        counts its own only, so that no number tells of decisions of the other. ``rows`` are all of them.
        """
        ordered = sorted(rows, key=lambda row: row.number)
        if self.is_umpire:
            return {row.id: row.number for row in ordered}
        decisions = [row for row in ordered if row.side_id == self.viewer.side]
        return {row.id: number for number, row in enumerate(decisions, 1)}

    def battles(self, battles: Iterable[Battle], units: Iterable[BattleUnit]) -> list[Battle]:
        """Return the battles with units that the viewer knows."""
        if self.is_umpire:
            return list(battles)
        opponents = fought_by(self.battalions, units)
        return [battle for battle in battles if battle.id in opponents]

    # ground

    def holder(self, place: Place) -> str:
        """Return the holder of a place as far as the viewer knows: a side knows which places are its own."""
        if self.is_umpire:
            return "nobody" if place.owner_id is None else self.army.sides[place.owner_id].name
        return "ours" if place.owner_id == self.viewer.side else "not ours"

    # the enemy

    def enemy_words(self, battalion: Battalion) -> str:
        """Return an enemy in the viewer's words: for the umpire by name, for a side as it was seen, by name only after
        a battle.
        """
        if self.is_umpire:
            return battalion.name
        sighting = self.seen.get(battalion.id)
        if sighting is None:
            return ""
        return battalion.name if sighting.named else seen_as(sighting)

    def enemy_in_list(self, battalion: Battalion) -> str:
        """Return an enemy in the viewer's words for a list with commas: ``infantry battalion``."""
        words, sighting = self.enemy_words(battalion), self.seen.get(battalion.id)
        return words if self.is_umpire or sighting is None or sighting.named else words.replace(", ", " ")

    def located_lately(self, battalion: int, now: Moment) -> Sighting | None:
        """Return the side's sighting of an enemy, if it is of this turn or the one before."""
        sighting = self.seen.get(battalion)
        if (
            sighting is None
            or battalion in self.fallen
            or now.index - Moment(sighting.day, sighting.turn).index > FRESH_TURNS
        ):
            return None
        return sighting


def seen_as(sighting: Sighting) -> str:
    """Return arm and rough size of a sighting: ``armour, battalion``."""
    return f"{sighting.arm.value}, {sighting.mark.value}"


def seen_at(sighting: Sighting) -> Position | None:
    """Return the position of a sighting, as precisely as the side is told."""
    if sighting.road_id is not None and sighting.road_m is not None:
        return OnRoad(sighting.road_id, sighting.road_m)
    return None if sighting.place_id is None else AtPlace(sighting.place_id)


def where_seen(theatre: Theatre, sighting: Sighting) -> str:
    """Return the position of a sighting in words: ``3.2 km from Bir Wair on the track to Musaid``."""
    return theatre.describe(seen_at(sighting))


def fought_by(battalions: Collection[int], lines: Iterable[BattleUnit]) -> frozenset[int]:
    """Return the ids of the battles in which any of these battalions take part."""
    return frozenset(line.battle_id for line in lines if line.battalion_id in battalions)


def knowledge_of(
    army: Army,
    viewer: Viewer,
    seen: Mapping[int, Sighting] = _UNSEEN,
    lines: Sequence[BattleUnit] = (),
    gone: Sequence[_Loss] = (),
) -> Knowledge:
    """Return the knowledge of this viewer. ``seen``: its side's latest sighting of every battalion; ``lines``: the
    units of battles; ``gone``: those of them that were lost in one.
    """
    if viewer.side is None:
        everything = frozenset(army.formations)
        return Knowledge(army, viewer, everything, frozenset(), frozenset(), frozenset(army.battalions), {})
    formations, neighbours, superiors = _formations(army, viewer)
    tree = formations - neighbours
    battalions = frozenset(
        b.id
        for b in army.battalions.values()
        if b.side_id == viewer.side
        and (
            b.present_id in formations
            or b.organic_id in tree
            or b.supports_id in tree
            or b.headquarters_of_id in superiors
        )
    )
    fights = fought_by(battalions, lines) if viewer.commanders else frozenset[int]()
    fallen = _fallen(viewer.side, seen, gone)
    return Knowledge(army, viewer, formations, neighbours, superiors, battalions, seen, fights, fallen)


@dataclass(frozen=True, slots=True)
class _Loss:
    """A battalion that was destroyed or captured in a battle, the sides that fought it, and its day and turn."""

    battalion: int
    sides: frozenset[int]
    ended: tuple[int, int]


def _fallen(side: int, seen: Mapping[int, Sighting], gone: Iterable[_Loss]) -> frozenset[int]:
    """Return the sighted enemies that were destroyed or captured in a battle of this side, that turn or later."""
    return frozenset(
        loss.battalion
        for loss in gone
        if side in loss.sides
        and (sighting := seen.get(loss.battalion)) is not None
        and (sighting.day, sighting.turn) <= loss.ended
    )


def _formations(army: Army, viewer: Viewer) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Return the formations known fully, those of them that are neighbours, and those known by name only."""
    if not viewer.commanders:
        return frozenset(f.id for f in army.formations.values() if f.side_id == viewer.side), frozenset(), frozenset()
    tops = [army.formations[army.commanders[ident].formation_id] for ident in viewer.commanders]
    trees = frozenset(i for top in tops for i in army.tree_ids(top.id))
    beside = [f for top in tops for f in army.below[top.superior_id] if f.side_id == top.side_id and f.id != top.id]
    neighbours = frozenset(i for f in beside for i in army.tree_ids(f.id)) - trees
    in_full = trees | neighbours
    return in_full, neighbours, frozenset(f.id for top in tops for f in army.chain(top.id)[1:]) - in_full


def latest(sightings: Iterable[Sighting]) -> dict[int, Sighting]:
    """Return the latest sighting of every battalion, by its id."""
    ordered = sorted(sightings, key=lambda s: (s.day, s.turn, s.seconds, s.id))
    return {sighting.battalion_id: sighting for sighting in ordered}


@dataclass(frozen=True, slots=True)
class _Earlier:
    """The first ``count`` of a side's sightings, ending with ``last``, until ``until``: the latest of every
    battalion among them. ``version`` stays the same while no sighting gets another turn or battalion; another second
    it gets only in its own turn.
    """

    version: tuple[int, ...]
    count: int
    last: Sighting | None
    until: tuple[int, int]
    seen: Mapping[int, Sighting]


def latest_known(board: Board, side: int) -> dict[int, Sighting]:
    """Return the side's latest sighting of every battalion, by its id, as ``latest`` does.

    What turns that are over have brought is kept with the board, since a long campaign asks for it in every turn.
    """
    rows = board.rows(Sighting, Sighting.side_id == side)
    version = board.version(Sighting, "day", "turn", "side_id", "battalion_id")[1:]
    now = board.moment.day, board.moment.turn
    kept: _Earlier | None = board.info.get((latest_known, side))
    if kept is None or kept.version != version or not _goes_on(kept, rows):
        kept = _Earlier(version, 0, None, (0, 0), {})
    over = sum(1 for _ in takewhile(lambda s: (s.day, s.turn) < now, islice(rows, kept.count, None)))
    if over:
        count = kept.count + over
        seen = {**kept.seen, **latest(rows[kept.count : count])}
        until = max((s.day, s.turn) for s in rows[kept.count : count])
        kept = board.info[latest_known, side] = _Earlier(version, count, rows[count - 1], until, seen)
        if not _goes_on(kept, rows):  # sightings were not noted turn by turn
            return latest(rows)
    return {**kept.seen, **latest(rows[kept.count :])}


def _goes_on(kept: _Earlier, rows: Sequence[Sighting]) -> bool:
    """Return whether these rows begin with those that were kept, and all others are of later turns."""
    is_begun = kept.count == 0 or (len(rows) >= kept.count and rows[kept.count - 1] is kept.last)
    return is_begun and all((s.day, s.turn) > kept.until for s in islice(rows, kept.count, None))


def load_knowledge(board: Board, army: Army, viewer: Viewer) -> Knowledge:
    """Load the knowledge of a viewer, in up to three queries besides the army's own, none for the umpire."""
    if viewer.is_umpire or viewer.side is None:
        return knowledge_of(army, viewer)
    seen = latest_known(board, viewer.side)
    return _knowing(board, army, viewer, seen)


def knowing(board: Board, army: Army, viewer: Viewer, sightings: Iterable[Sighting]) -> Knowledge:
    """Return a viewer's knowledge for a caller that has the sightings already; losses are queried only if a unit was
    sighted.
    """
    return _knowing(board, army, viewer, latest(s for s in sightings if s.side_id == viewer.side))


def _knowing(board: Board, army: Army, viewer: Viewer, seen: Mapping[int, Sighting]) -> Knowledge:
    if viewer.is_umpire or (not viewer.commanders and not seen):
        return knowledge_of(army, viewer)
    lines = board.rows(BattleUnit)
    return knowledge_of(army, viewer, seen, lines, _losses(board))


def sighted_among(
    board: Board, side: int, battalions: Collection[int]
) -> tuple[Mapping[int, Sighting], frozenset[int]]:
    """Return a side's latest sightings of these battalions, by id, and those of them that it knows to be gone: without
    looking through its whole army.
    """
    seen = {ident: sighting for ident, sighting in latest_known(board, side).items() if ident in battalions}
    return seen, _fallen(side, seen, _losses(board)) if seen else frozenset()


def _losses(board: Board) -> Sequence[_Loss]:
    """Return the battalions lost in battles, in the order of the battles' lines; kept with the board until a line or
    the end of a battle changes.
    """

    def counted() -> Sequence[_Loss]:
        lines = board.rows(BattleUnit)
        over = {line.battle_id for line in lines if line.end_state in _GONE}
        battles = board.by_id(Battle, Battle.id.in_(over)) if over else {}
        sides = defaultdict[int, set[int]](set)
        for line in lines:
            sides[line.battle_id].add(line.side_id)
        return [
            _Loss(line.battalion_id, frozenset(sides[line.battle_id]), _ended(battles[line.battle_id]))
            for line in lines
            if line.end_state in _GONE
        ]

    of_lines = board.version(BattleUnit, "end_state", "battle_id", "battalion_id", "side_id")
    return keep(board, _losses, (of_lines, board.version(Battle, "reached_day", "reached_turn")), counted)


def _ended(battle: Battle) -> tuple[int, int]:
    return battle.reached_day or battle.day, battle.reached_turn or battle.turn
