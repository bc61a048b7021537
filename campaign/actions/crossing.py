"""Assault crossings on the campaign map: units carried by boats, swimming tanks, and units that are across
(OB-AMPH-01..05, -08, -09).

over_the_water(board, army, builder, kind, carry, book)   the units brought over, and the turns they need to prepare
brought_over(today, before)                              after the march: the units that have crossed, once and for good
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.actions.day_context import DayContext
from campaign.actions.diary import deed, note_deed
from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.model import Battalion, Crossing, EngineeringTask
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import amphibious, engineering
from campaign.rules.day.amphibious import Means
from campaign.rules.day.engineering import CARRIES_OVER
from campaign.situation.army import Army, position_of
from campaign.situation.boats import MEANS
from campaign.situation.names import battalion_named
from campaign.situation.passages import is_at
from campaign.terms.forces import Armour, CasualtyColumn
from campaign.terms.ground import TaskKind
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import TaskState
from campaign.theatre.values import Theatre
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Carried:
    """The battalions that a crossing task brings over, the turns it takes to prepare, and the rule for it."""

    battalions: tuple[Battalion, ...]
    turns: int
    rule: str

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the battalions as the task stores them."""
        return tuple(battalion.key for battalion in self.battalions)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the battalions for people to read."""
        return tuple(battalion.name for battalion in self.battalions)


def over_the_water(
    board: Board, army: Army, builder: Battalion, kind: TaskKind, carry: Sequence[str], book: Rulebook
) -> Carried | None:
    """Return the units that a task brings across the water; None for a task that carries none. Raises BadInput and
    Refused for a crossing that the rules do not allow.
    """
    if kind not in CARRIES_OVER:
        if carry:
            raise BadInput(
                f"{kind} cannot carry {', '.join(carry)} across: only boats carry other units. Leave --carry out"
            )
        return None
    if kind is TaskKind.SWIM:
        if carry:
            raise BadInput(f"swimming tanks cannot carry {', '.join(carry)} across. Leave --carry out")
        return _swimmer(board, builder, book)
    if not carry:
        raise BadInput(
            "boats cannot cross empty. Name the one or two battalions that they carry (--carry UNIT; OB-AMPH-01)"
        )
    battalions = tuple(dict.fromkeys(battalion_named(army, name) for name in carry))
    for battalion in battalions:
        if battalion.side_id != builder.side_id or not battalion.on_map or battalion.id == builder.id:
            raise Refused(
                f"{builder.name} cannot carry {battalion.name} across: boats carry only other battalions of "
                "the same side that are on the map (OB-AMPH-01)"
            )
    return _boats(builder, battalions, book)


def _boats(builder: Battalion, battalions: tuple[Battalion, ...], book: Rulebook) -> Carried:
    """Return a crossing by boat, as long as the slowest unit needs, with no more units than the boats carry."""
    jobs = [
        amphibious.boats(
            engineering.load_of(battalion.armour), infantry=_on_foot(battalion), engineers=builder.engineers, book=book
        )
        for battalion in battalions
    ]
    slowest = max(jobs, key=lambda job: job.count)
    most = min(job.battalions for job in jobs)
    if len(battalions) > most:
        many = "battalion" if most == 1 else "battalions"
        raise BadInput(
            f"{builder.name} can carry at most {most} {many} of this kind at a time, but {len(battalions)} "
            f"were named ({slowest.rule})"
        )
    return Carried(battalions, slowest.count, slowest.rule)


def _on_foot(battalion: Battalion) -> bool:
    return battalion.casualty_column is CasualtyColumn.INFANTRY and battalion.armour is Armour.NONE


def _swimmer(board: Board, tanks: Battalion, book: Rulebook) -> Carried:
    """Return a crossing by swimming tanks, which prepare by themselves and swim once (OB-AMPH-08, -09)."""
    if tanks.carried_by != Means.DD:
        raise Refused(
            f'{tanks.name} cannot swim: in the order of battle its "carried by" must be {Means.DD.value}, but '
            f"is {tanks.carried_by or 'empty'} (OB-AMPH-08)"
        )
    if not book.switch("use.amphibious"):
        raise Refused(
            "tanks cannot swim in this campaign: setting use.amphibious is off. To allow it: campaign rules "
            "use.amphibious on (OB-OPT-01)"
        )
    earlier = board.rows(
        EngineeringTask, EngineeringTask.battalion_id == tanks.id, EngineeringTask.kind == TaskKind.SWIM
    )
    landed = tanks.arrives_day is not None
    if why := amphibious.barred(Means.DD, used=landed or any(task.carries.get(tanks.key) for task in earlier)):
        raise Refused(f"{tanks.name} cannot swim: {why}")
    return Carried((tanks,), amphibious.preparation(Means.DD).count, "OB-AMPH-08")


# after the march -----------------------------------------------------------------------------------------------------
def brought_over(today: DayContext, before: Mapping[int, Position]) -> None:
    """Mark as brought over the units whose march led from one bank to the other, and the boats as used (OB-AMPH-04,
    -09).
    """
    tasks = [t for t in today.board.rows(EngineeringTask) if t.kind in CARRIES_OVER and t.state is TaskState.DONE]
    waiting = [t for t in tasks if not all(t.carries.values())]
    if not waiting:
        return
    crossings, by_key = today.board.by_id(Crossing), {b.key: b for b in today.army.battalions.values()}
    for task in waiting:
        crossing = crossings[task.crossing_id or 0]
        over = _crossed(
            today.theatre, crossing, [by_key[key] for key, done in task.carries.items() if not done], before
        )
        if over and not crossing.state.is_passable:
            task.carries = {**task.carries, **dict.fromkeys((battalion.key for battalion in over), True)}
        for battalion in over if not crossing.state.is_passable else ():
            means = amphibious.spoken(MEANS[task.kind])
            done = deed("{crosses} the water at {crossing}, {means}", crossing=crossing.name, means=means)
            today.say(note_deed(today.board, battalion, done, bold=True))


def _crossed(
    theatre: Theatre, crossing: Crossing, battalions: Iterable[Battalion], before: Mapping[int, Position]
) -> list[Battalion]:
    """Return the battalions that stand at the crossing on the bank opposite to the one where they began the turn."""
    carried = []
    for battalion in battalions:
        was, now = before.get(battalion.id), position_of(battalion)
        if (
            was is None
            or now is None
            or not (
                is_at(theatre, was, crossing.road_id, crossing.at_m)
                and is_at(theatre, now, crossing.road_id, crossing.at_m)
            )
        ):
            continue
        if _is_beyond(theatre, crossing, was) is not _is_beyond(theatre, crossing, now):
            carried.append(battalion)
    return carried


def _is_beyond(theatre: Theatre, crossing: Crossing, position: Position) -> bool:
    """Return whether a position lies on the bank towards the road's second end."""
    if isinstance(position, AtPlace):
        return theatre.way(crossing.road_id).b == position.place
    return position.metres > crossing.at_m
