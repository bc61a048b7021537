"""Forces set out on the table before a fight, and the battalions as the fight leaves them.

deploy(force_a, force_b, conditions, book) -> Field
ends(field) -> tuple[UnitEnd, ...]               a large battalion is as its two stands are, companies share what befell
                                                 the one of theirs
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from campaign.resolve.brevity import boats
from campaign.resolve.brevity.field import Brigade, Conditions, Field, Model, UnitEnd
from campaign.resolve.brevity.ground import Spot
from campaign.resolve.brevity.touchdown import NOT_YET, check
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.engineering import dig_in_turns
from campaign.rules.tabletop.brevity.companies import Merged, merged, shared
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brevity.muster import is_headquarters, models
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.terms.state import Posture, Role, State
from campaign.terms.time import HOURS_A_TURN, Moment

ABREAST = 8
"""Inches between neighbours of a default deployment."""
GUNS_BEHIND = 16
HQ_BEHIND = 20


def deploy(force_a: Force, force_b: Force, conditions: Conditions, book: Rulebook, *, start: Moment) -> Field:
    """Both forces on the table: where ``spots`` say, else command beside command, guns and headquarters behind.

    ``start`` is the campaign turn of the first turn fought: who arrives later waits for his.
    """
    for touchdown in conditions.touchdowns:
        check(touchdown)
    at_the_boats = {crossing.engineers for crossing in conditions.crossings}
    apart = {unit for crossing in conditions.crossings for unit in (crossing.engineers, *crossing.battalions)} | {
        touchdown.unit for touchdown in conditions.touchdowns
    }
    made = [merged(force, book, apart=apart) for force in (force_a, force_b)]
    busy = conditions.at_work | at_the_boats
    conditions = replace(conditions, at_work=busy | _with_one_at_work(made, busy))
    on = Field(conditions.ground, conditions, book, (force_a, force_b))
    units = {unit.id: unit for force in (force_a, force_b) for unit in force.units}
    on.boats = [boats.check(crossing, units, book) for crossing in conditions.crossings]
    for side, (force, companies) in enumerate((one.force, one.companies) for one in made):
        fallback = iter(_places(force, side, conditions, book))
        by_command = force.by_command()
        for command in force.commands:
            brigade = Brigade(command, side, [], commander=command.has_corps_commander)
            on.brigades[side][command.id] = brigade
            for unit in by_command.get(command.id, ()):
                for model in _models(unit, side, conditions, book, fallback, start):
                    model.companies = companies.get(unit.id, ())
                    brigade.models.append(model)
                    on.models[side].append(model)
                    if model.stand.is_artillery:
                        on.artillery[side].append(model)
                    if model.in_play and not model.arrives:
                        on.put(model, model.spot)
    return on


def _with_one_at_work(made: Iterable[Merged], busy: Collection[int]) -> set[int]:
    """Companies that stand as one work as one."""
    return {
        unit
        for one in made
        for unit, companies in one.companies.items()
        if any(company.id in busy for company in companies)
    }


def _models(
    unit: Unit, side: int, conditions: Conditions, book: Rulebook, fallback: Iterator[Spot], start: Moment
) -> Iterator[Model]:
    ground = conditions.ground
    landing = {touchdown.unit: touchdown for touchdown in conditions.touchdowns}
    dug_in = unit.dug_in_turns >= dig_in_turns(unit.arm, unit.armour)
    works = Works.FORTIFIED if unit.id in conditions.fortified else Works.DUG_IN if dug_in else Works.NONE
    for n, stand in enumerate(stands_of(unit, book)):
        spot = next(fallback)
        if unit.id in conditions.spots:
            given = conditions.spots[unit.id]
            spot = ground.within(Spot(given.x + 4 * n, given.y))
        elif unit.role is Role.GUNS_IN_RANGE or unit.role is Role.ARRIVES:
            spot = Spot(spot.x, 0 if side == 0 else ground.depth_in)
        behind = unit.is_artillery or is_headquarters(unit)
        released = _released(unit, start)
        posture = Posture.SUPPORT if behind and unit.is_artillery else Posture.RESERVE if unit.resting else unit.posture
        yield Model(
            stand,
            unit,
            unit.command,
            side,
            spot,
            1 if side == 0 else -1,
            works,
            posture,
            unit.state is State.SPENT,
            unit.command if released or unit.supports is None else unit.supports,
            resting=unit.resting,
            hidden=unit.hidden and book.switch("use.hidden"),
            arrives=NOT_YET if unit.id in landing else _arrives(unit, start),
            aboard=landing.get(unit.id),
            gone=None if unit.state.is_in_play else unit.state,
            released=released,
        )


def _arrives(unit: Unit, start: Moment) -> int:
    """The turn of the fight, from 2, in which a unit on its way comes onto the table; 0: it is there."""
    if unit.role is not Role.ARRIVES or unit.arrival is None or unit.arrival.moment.index <= start.index:
        return 0
    return unit.arrival.moment.index - start.index + 1


def _released(unit: Unit, start: Moment) -> int:
    """The turn of the fight, from 2, from which it supports another command than its own; 0: it does from the first
    (NQM-ORDERS-07).

    A turn here has no hours: one released in the course of a turn supports from the next.
    """
    after = 0 if unit.released is None else unit.released.after(start)
    return 0 if after <= 0 else 1 - (-after // (HOURS_A_TURN * 3600))


def _places(force: Force, side: int, conditions: Conditions, book: Rulebook) -> Iterator[Spot]:
    """Places for every stand in order: fighting battalions in ranks behind the line, guns and headquarters farther
    back."""
    ground = conditions.ground
    forward = 1 if side == 0 else -1
    line = ground.depth_in // 2 - forward * (conditions.apart_in // 2)
    abreast = max(1, (ground.width_in - 4 * ABREAST) // ABREAST)
    count = max(1, sum(1 for unit in force.units if not (unit.is_artillery or is_headquarters(unit))))
    wide = min(abreast, count)
    remaining = (ground.width_in - (wide - 1) * ABREAST) // 2
    by_command = force.by_command()
    front = back = 0
    for command in force.commands:
        for unit in by_command.get(command.id, ()):
            behind = unit.is_artillery or is_headquarters(unit)
            for _ in range(models(unit, book)):
                place, depth = (back, HQ_BEHIND if is_headquarters(unit) else GUNS_BEHIND) if behind else (front, 0)
                rank, file = divmod(place, wide)
                yield ground.within(Spot(remaining + file * ABREAST, line - forward * (depth + rank * ABREAST)))
                front, back = (front, back + 1) if behind else (front + 1, back)
    while True:
        yield ground.within(Spot(remaining, line - forward * GUNS_BEHIND))


# The end -------------------------------------------------------------------------------------------------------------
def ends(on: Field) -> tuple[UnitEnd, ...]:
    """Battalions in the order of the forces. Of several stands all must be gone for it to be; one gone or spent leaves
    it spent.

    Companies that stood as one have a line each again.
    """
    by_unit: dict[int, list[Model]] = {}
    for model in (*on.models[0], *on.models[1]):
        by_unit.setdefault(model.unit.id, []).append(model)
    unit_ends: dict[int, UnitEnd] = {}
    for stands in by_unit.values():
        state, units = _state(stands), stands[0].companies or (stands[0].unit,)
        states = shared(state, units) if stands[0].companies else (state,)
        unit_ends |= {
            unit.id: _end(unit, stands, after, like_its_stand=after is state)
            for unit, after in zip(units, states, strict=True)
        }
    return tuple(unit_ends[unit.id] for force in on.forces for unit in force.units if unit.id in unit_ends)


def _end(unit: Unit, stands: list[Model], after: State, *, like_its_stand: bool) -> UnitEnd:
    """``like_its_stand``: a fresh company of a spent stand does not rest with it."""
    first = next((model for model in stands if model.in_play), stands[0])
    return UnitEnd(
        unit.id,
        first.side,
        unit.name,
        unit.state,
        after,
        any(model.gone is State.CAPTURED for model in stands),
        first.resting and like_its_stand,
        first.works is Works.DUG_IN,
        first.command,
        first.spot,
        first.left,
    )


def _state(stands: list[Model]) -> State:
    if all(not model.in_play for model in stands):
        lost = [model.gone for model in stands if model.gone is not None]
        return (
            State.CAPTURED
            if all(state is State.CAPTURED for state in lost)
            else next(s for s in lost if s is not State.CAPTURED)
        )
    return State.SPENT if any(model.spent or not model.in_play for model in stands) else State.FRESH
