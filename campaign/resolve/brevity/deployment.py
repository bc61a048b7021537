"""Forces set up on the table before a battle, and the battalions after it.

deploy(fight, layout, book) -> Field
ends(on) -> tuple[UnitEnd, ...]               a large battalion is as its two stands are, companies share the fate
                                                 of their joint stand
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from campaign.resolve.brevity.field import Brigade, Field, Model
from campaign.resolve.brevity.ground import Ground, Spot
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.outcome import turns_until_arrival
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, UnitEnd
from campaign.rules.day.engineering import dig_in_turns
from campaign.rules.tabletop.brevity.companies import Merged, merged, shared
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brevity.muster import is_headquarters, models
from campaign.rules.tabletop.brevity.riding import may_ride, rides
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.terms.ground import Surface
from campaign.terms.state import Posture, Role, State
from campaign.terms.time import HOURS_A_TURN, Moment
from campaign.values import replace

# This and what follows, but for STANDS_APART, only where the campaign gives no places: our choice, as the book leaves
# out how sides set out. So are APART, GUNS_BEHIND and HQ_BEHIND.
ABREAST = 8
"""Inches between neighbours of a default deployment."""
APART = 24
"""Inches between the two lines."""
# Our choice: 2 changes 1 of 30 battles (the holder of 1), 8 changes 1 (1).
STANDS_APART = 4
"""Inches between the stands of one battalion."""
GUNS_BEHIND = 16
HQ_BEHIND = 20


def deploy(fight: Fight, layout: Layout, book: Rulebook) -> Field:
    """Return both forces on the table: at their spots in the layout, otherwise command beside command, guns behind.

    A unit that arrives later waits for its turn.
    """
    made = [merged(force, book) for force in fight.forces]
    on = Field(replace(fight, at_work=fight.at_work | _with_one_at_work(made, fight.at_work)), layout, book)
    for side, (force, companies) in enumerate((made_force.force, made_force.companies) for made_force in made):
        fallback = iter(_places(force, side, layout.ground, book))
        by_command = force.by_command()
        for command in force.commands:
            brigade = Brigade(command, side, [], commander=command.has_corps_commander)
            on.brigades[side][command.id] = brigade
            for unit in by_command.get(command.id, ()):
                for model in _models(unit, side, fight, layout, book, fallback):
                    model.companies = companies.get(unit.id, ())
                    brigade.models.append(model)
                    on.models[side].append(model)
                    if model.stand.is_artillery:
                        on.artillery[side].append(model)
                    if model.in_play and not model.arrives:
                        on.put(model, on.beside(model, model.spot))
    return on


def _with_one_at_work(made: Iterable[Merged], busy: Collection[int]) -> set[int]:
    """Return the busy units, with all companies that stand as one with a busy company."""
    return {
        unit
        for made_force in made
        for unit, companies in made_force.companies.items()
        if any(company.id in busy for company in companies)
    }


def _models(
    unit: Unit, side: int, fight: Fight, layout: Layout, book: Rulebook, fallback: Iterator[Spot]
) -> Iterator[Model]:
    ground = layout.ground
    works = Works.DUG_IN if unit.dug_in_turns >= dig_in_turns(unit.arm, unit.armour) else Works.NONE
    turns = turns_until_arrival(unit, fight)
    for n, stand in enumerate(stands_of(unit, book)):
        spot = next(fallback)
        if unit.id in layout.spots:
            place = layout.spots[unit.id]
            spot = ground.within(Spot(place.x + STANDS_APART * n, place.y))
        elif unit.role is Role.GUNS_IN_RANGE or unit.role is Role.ARRIVES:
            spot = Spot(spot.x, 0 if side == 0 else ground.depth_in)
        behind = unit.is_artillery or is_headquarters(unit)
        released = _released(unit, fight.start)
        posture = Posture.SUPPORT if behind and unit.is_artillery else Posture.RESERVE if unit.resting else unit.posture
        gets_off = ground.going_at(spot) is Surface.TERRAIN or works is not Works.NONE
        yield Model(
            stand,
            unit,
            unit.command,
            side,
            spot,
            1 if side == 0 else -1,
            works,
            posture,
            unit.state.carries_figure,
            unit.command if released or unit.supports is None else unit.supports,
            resting=unit.resting,
            hidden=unit.hidden and book.switch("use.hidden"),
            arrives=turns + 1 if turns else 0,
            fate=None if unit.state.is_in_play else unit.state,
            released=released,
            mounted=may_ride(unit) and not (rides(unit) or gets_off),
        )


def _released(unit: Unit, start: Moment) -> int:
    """Return the turn of the battle, from 2, from which a unit supports another command than its own; 0 if it does from
    the first (NQM-ORDERS-07).

    A turn here has no hours: a unit released in the course of a turn supports from the next.
    """
    after = 0 if unit.released is None else unit.released.after(start)
    return 0 if after <= 0 else 1 - (-after // (HOURS_A_TURN * 3600))


def _places(force: Force, side: int, ground: Ground, book: Rulebook) -> Iterator[Spot]:
    """Yield places for every stand in order: fighting battalions in ranks behind the line, guns and headquarters
    farther back.
    """
    forward = 1 if side == 0 else -1
    line = ground.depth_in // 2 - forward * (APART // 2)
    # Only where the campaign gives no places: two places of the row stay empty at each end.
    abreast = max(1, (ground.width_in - 4 * ABREAST) // ABREAST)
    count = max(1, sum(1 for unit in force.units if not (unit.is_artillery or is_headquarters(unit))))
    wide = min(abreast, count)
    first_x = (ground.width_in - (wide - 1) * ABREAST) // 2
    by_command = force.by_command()
    front = back = 0
    for command in force.commands:
        for unit in by_command.get(command.id, ()):
            behind = unit.is_artillery or is_headquarters(unit)
            for _ in range(models(unit, book)):
                place, depth = (back, HQ_BEHIND if is_headquarters(unit) else GUNS_BEHIND) if behind else (front, 0)
                rank, file = divmod(place, wide)
                yield ground.within(Spot(first_x + file * ABREAST, line - forward * (depth + rank * ABREAST)))
                front, back = (front, back + 1) if behind else (front + 1, back)
    while True:
        yield ground.within(Spot(first_x, line - forward * GUNS_BEHIND))


# The end -------------------------------------------------------------------------------------------------------------
def ends(on: Field) -> tuple[UnitEnd, ...]:
    """Return the ends of the battalions in the order of the forces. A battalion of several stands is destroyed if all
    are, and captured if all are captured; one stand that is lost or spent leaves it spent (OB-SIZE-06, OB-CAS-09).

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
    """Return the end of a unit from its stands. ``like_its_stand``: a fresh company of a spent stand does not rest with
    it.

    A battalion rests only if every stand that is left of it does: one that fights or marches ends the rest (OB-REG-04).
    """
    left = [model for model in stands if model.in_play]
    rests = bool(left) and all(model.resting for model in left)
    is_news = bool(left) and like_its_stand and rests is not unit.resting
    return UnitEnd(unit.id, unit.state, after, rests if is_news else None)


def _state(stands: list[Model]) -> State:
    if all(not model.in_play for model in stands):
        lost = [model.fate for model in stands if model.fate is not None]
        return (
            State.CAPTURED
            if all(state is State.CAPTURED for state in lost)
            else next(s for s in lost if s is not State.CAPTURED)
        )
    return State.SPENT if any(model.spent or not model.in_play for model in stands) else State.FRESH
