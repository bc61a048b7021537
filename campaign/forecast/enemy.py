"""The enemy of a side's own forecast: what the side has seen of it, and how each run draws it from that.

    Enemy                                        what a side knows, with the places that are possible
    draw(board, enemy, source)                   puts the enemy of one run on a board
    appreciation("infantry 6-10") -> Unseen      an estimate of enemies that the side has not seen

Units that were seen together stay together. A group seen in this turn stands where it was seen; one seen earlier may
have stayed, or marched to any place that it can have reached and that no own unit overlooks.
Strengths are those usual for the arm; the nation is one of those that the side itself does not have. The side knows no
plan of the enemy: in half of the runs it attacks what the side holds, with all that is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from campaign.errors import BadInput
from campaign.exchange.arms import MAKES
from campaign.forecast.establishments import piece_of, strength_of
from campaign.journal.memory import MemoryBoard
from campaign.model import Battalion, Formation, Objective, Order, Place, Sighting
from campaign.rules.common.dice import RollName, Source
from campaign.situation.standing import SCENARIO
from campaign.terms.attributes import fields_of
from campaign.terms.forces import Arm, Level, Size, SizeMark
from campaign.terms.state import OrderKind, State
from campaign.terms.words import did_you_mean, is_number
from campaign.values import dataclass

MOST_UNSEEN: Final = 500
Weighted = tuple[tuple[int, int], ...]
"""Ids of places with their weights."""


@dataclass(frozen=True, slots=True)
class Sighted:
    """An enemy unit as the side last saw it. ``place`` and ``road`` are ids of the snapshot; ``name`` is empty unless
    the side learned it in a battle.
    """

    name: str
    arm: str
    mark: str
    is_spent: bool
    day: int
    turn: int
    seconds: int
    place: int | None
    road: int | None
    road_m: int | None
    seen_by: str
    how: str


@dataclass(frozen=True, slots=True)
class Group:
    """Units that were seen together. ``words``, ``where`` and ``age_hours`` for people; ``stays``: the weight of the
    spot where they were seen; ``places``: the others.
    """

    words: tuple[str, ...]
    where: str
    age_hours: int
    units: tuple[Sighted, ...]
    stays: int
    places: Weighted


@dataclass(frozen=True, slots=True)
class Unseen:
    """The side's own estimate of an arm: from ``least`` to ``most`` unseen units of the size ``mark``."""

    arm: str
    least: int
    most: int
    mark: str = SizeMark.BATTALION.value


@dataclass(frozen=True, slots=True)
class Enemy:
    """The enemy as a side knows it. ``side`` knows it, ``enemy`` is the other; ``nations``: those that it may be of;
    ``ground``: the places where unseen enemies may be.
    """

    side: int
    enemy: int
    nations: tuple[int, ...]
    groups: tuple[Group, ...]
    unseen: tuple[Unseen, ...]
    ground: Weighted


def enemy_of(written: Mapping[str, Any]) -> Enemy:
    """Return the enemy that a snapshot holds."""
    groups = tuple(
        Group(
            tuple(group["words"]),
            group["where"],
            group["age_hours"],
            tuple(Sighted(**unit) for unit in group["units"]),
            group["stays"],
            _weighted(group["places"]),
        )
        for group in written["groups"]
    )
    unseen = tuple(Unseen(**estimate) for estimate in written["unseen"])
    return Enemy(
        written["side"], written["enemy"], tuple(written["nations"]), groups, unseen, _weighted(written["ground"])
    )


def _weighted(pairs: Iterable[Sequence[int]]) -> Weighted:
    return tuple((place, weight) for place, weight in pairs)


def appreciation(text: str, option: str = "--unseen ") -> Unseen:
    """Return the estimate that a text gives: ``infantry 6-10``, ``armour 2``, ``anti-tank company 3-4``. ``option``:
    what stands before it where it was typed. Raises BadInput.
    """
    words, _, numbers = text.strip().rpartition(" ")
    least, _, most = numbers.partition("-")
    most = most or least
    arm = words.removesuffix(f" {SizeMark.COMPANY.value}")
    mark = SizeMark.BATTALION if arm == words else SizeMark.COMPANY
    arms = [arm.value for arm in Arm]
    if arm not in arms:
        raise BadInput(
            f"{option}{text!r} does not begin with an arm. Write the arm, and the number of its battalions or "
            f'companies that the side has not seen: {option}"infantry 6-10", {option}"anti-tank company 3"'
            f"{did_you_mean(arm, arms)}"
        )
    if not (is_number(least) and is_number(most) and int(least) <= int(most) <= MOST_UNSEEN):
        raise BadInput(
            f"{option}{text!r} does not end in a number up to {MOST_UNSEEN} (6, or 6-10). Write it like"
            f' {option}"{words} 6-10"'
        )
    return Unseen(arm, int(least), int(most), mark.value)


# the enemy of one run ------------------------------------------------------------------------------------------------


def draw(board: MemoryBoard, enemy: Enemy, source: Source) -> None:
    """Put the enemy of one run on the board. The dice bear names by the sightings, so that several courses of events
    share them.
    """
    _Drawing(board, enemy, source).draw()


class _Drawing:
    """The drawing of one run."""

    def __init__(self, board: MemoryBoard, enemy: Enemy, source: Source) -> None:
        self._board, self._enemy, self._source = board, enemy, source
        self._commands = 0
        self._together: tuple[Formation, int] | None = None
        """The command of the last unseen unit, with its place."""
        self._led: set[int] = set()
        """Commands that have a headquarters."""

    def draw(self) -> None:
        """Draw units that were seen, those that were not, and what the enemy wants and is about."""
        number = 0
        for group_number, group in enumerate(self._enemy.groups, 1):
            subject = f"sighted group {group_number}"
            at = self._spot(group, subject)
            command = self._command(subject, self._nation(subject))
            for unit in group.units:
                number += 1
                self._sighted(number, unit, command, at or _seen_spot(unit))
        for estimate in self._enemy.unseen:
            is_battalion = estimate.mark == SizeMark.BATTALION.value
            name = estimate.arm if is_battalion else f"{estimate.arm} {estimate.mark}"
            more = self._roll(estimate.most - estimate.least + 1, f"number of unseen {name}") - 1
            for n in range(1, estimate.least + more + 1):
                self._unseen(f"unseen {name} {n}", Arm(estimate.arm), SizeMark(estimate.mark))
        self._wishes()
        self._plan()

    def _roll(self, sides: int, subject: str) -> int:
        return self._source.throw(RollName(self._board.moment, sides, "drawing the enemy", subject), "")

    def _choose(self, weighted: Weighted, subject: str) -> int:
        face = self._roll(sum(weight for _, weight in weighted), subject)
        for choice, weight in weighted:
            face -= weight
            if face <= 0:
                return choice
        raise AssertionError(subject)

    def _spot(self, group: Group, subject: str) -> dict[str, int | None] | None:
        """Return the place to which a group has marched; None where it stayed."""
        place = self._choose(((0, group.stays), *group.places), f"place of {subject}")
        return {"place_id": place} if place else None

    def _nation(self, subject: str) -> int:
        return self._choose(tuple((nation, 1) for nation in self._enemy.nations), f"nation of {subject}")

    def _command(self, subject: str, nation: int) -> Formation:
        self._commands += 1
        return self._board.make(
            Formation,
            key=f"enemy_command_{self._commands}",
            name=f"enemy, {subject}",
            short=f"enemy {self._commands}",
            side_id=self._enemy.enemy,
            superior_id=None,
            nation_id=nation,
            level=Level.COMMAND,
            mark=SizeMark.BRIGADE,
            arm=Arm.INFANTRY,
            position=self._commands,
        )

    def _sighted(self, number: int, unit: Sighted, command: Formation, at: Mapping[str, int | None]) -> None:
        state = State.SPENT if unit.is_spent else State.FRESH
        key, arm, mark = f"sighted_{number}", Arm(unit.arm), SizeMark(unit.mark)
        battalion = self._battalion(key, unit.name or f"sighted {number}", arm, mark, command, at, state)
        self._board.make(
            Sighting,
            day=unit.day,
            turn=unit.turn,
            seconds=unit.seconds,
            side_id=self._enemy.side,
            battalion_id=battalion.id,
            place_id=unit.place,
            road_id=unit.road,
            road_m=unit.road_m,
            arm=arm,
            mark=mark,
            seen_by=unit.seen_by,
            how=unit.how,
            named=bool(unit.name),
        )

    def _unseen(self, subject: str, arm: Arm, mark: SizeMark) -> None:
        """Draw a unit that the side has not seen: every other one, as the dice have it, joins the one before it."""
        if not self._enemy.ground:
            return
        joins = self._roll(2, f"company of {subject}") == 2
        if self._together is None or not joins:
            place = self._choose(self._enemy.ground, f"place of {subject}")
            self._together = self._command(subject, self._nation(subject)), place
        command, place = self._together
        key = subject.replace(" ", "_")
        self._battalion(key, subject, arm, mark, command, {"place_id": place}, State.FRESH)

    def _battalion(
        self,
        key: str,
        name: str,
        arm: Arm,
        mark: SizeMark,
        command: Formation,
        at: Mapping[str, int | None],
        state: State,
    ) -> Battalion:
        is_small = mark in (SizeMark.COMPANY, SizeMark.PLATOON, SizeMark.SECTION, SizeMark.TEAM)
        is_staff = arm is Arm.HEADQUARTERS and command.id not in self._led
        self._led |= {command.id} if is_staff else set()
        make, full = fields_of(MAKES[arm]), strength_of(arm, is_small=is_small)
        return self._board.make(
            Battalion,
            key=key,
            name=name,
            short=name,
            side_id=self._enemy.enemy,
            organic_id=command.id,
            present_id=command.id,
            nation_id=command.nation_id,
            arm=arm,
            mark=mark,
            size=Size.COMPANY if is_small else Size.NORMAL,
            anti_tank_all=make["anti_tank_best"],
            state=state,
            headquarters_of_id=command.id if is_staff else None,
            **make,
            **piece_of(arm),
            **fields_of(full),
            **{f"{figure}_establishment": count for figure, count in fields_of(full).items()},
            **at,
        )

    def _wishes(self) -> None:
        """Let the enemy want the places that score for the side, as the side must fear."""
        for number, objective in enumerate(self._board.rows(Objective), 1):
            self._board.make(
                Objective,
                key=f"enemy_{number}",
                name=objective.name,
                place_id=objective.place_id,
                side_id=self._enemy.enemy,
                points=objective.points,
                day=objective.day,
            )

    def _plan(self) -> None:
        """Draw what the enemy is about. In half of the runs every command attacks a place that scores for the side and
        that the side holds, a place with more points more often; in the others the doctrine finds it work.
        """
        held = self._held()
        if not held or self._roll(2, "plan") == 1:
            return
        moment = self._board.moment
        for command in self._board.rows(Formation, Formation.side_id == self._enemy.enemy):
            self._board.make(
                Order,
                key=f"formation:{command.key}",
                formation_id=command.id,
                day=moment.day,
                turn=moment.turn,
                kind=OrderKind.ATTACK,
                to_id=self._choose(held, f"goal of {command.name}"),
                given_by=SCENARIO,
            )

    def _held(self) -> Weighted:
        """Return the places that still score for the side and that it holds, by all the points that they give; those of
        a day that is past count no more.
        """
        points: dict[int, int] = {}
        today = self._board.moment.day
        for objective in self._board.rows(Objective, Objective.side_id == self._enemy.side):
            is_past = objective.day is not None and objective.day < today
            is_held = self._board.row(Place, objective.place_id).owner_id == self._enemy.side
            if is_held and objective.points and not is_past:
                points[objective.place_id] = points.get(objective.place_id, 0) + objective.points
        return tuple(sorted(points.items()))


def _seen_spot(unit: Sighted) -> dict[str, int | None]:
    if unit.road is not None:
        return {"road_id": unit.road, "road_m": unit.road_m}
    return {"place_id": unit.place}
