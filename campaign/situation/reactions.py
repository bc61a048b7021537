"""Command reaction time in a campaign: the hours that an order takes, and marches that begin when it arrives
(NQM-CRT).

reaction_to(army, book, giver, unit) -> Reaction        up the chain of command and down again
delays_of(board) -> {order id: seconds}                  orders that arrive some time into their first turn
held_back(theatre, planned, before, delays, now)        until then every unit follows its old order
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.journal.board import Board
from campaign.model import Battalion, Commander, Formation, OrderDelay
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.logistics import is_motor
from campaign.rules.day.reaction import Reaction, order_time
from campaign.situation.army import Army, formation_of, nearest_commander
from campaign.situation.marching import Plan
from campaign.terms.forces import Arm, Experience, Level
from campaign.terms.position import AtPlace, Position
from campaign.terms.time import Moment
from campaign.theatre.legs import Closed, Leg, Route
from campaign.theatre.routes import first_part, route
from campaign.theatre.values import Theatre
from campaign.values import replace

_SEASONED = (Experience.VETERAN, Experience.ELITE)


def reaction_to(army: Army, book: Rulebook, giver: Commander | None, unit: Formation | Battalion) -> Reaction:
    """Return the reaction time of a unit to an order of this commander; without one, to its nearest commander's
    (NQM-CRT-01 to -07).
    """
    giver = giver or nearest_commander(army, unit)
    chain = army.chain(formation_of(unit))
    top = giver.formation_id if giver is not None else chain[0].id
    return order_time(
        _levels(chain, top), book, halved=is_veteran_mobile(army, unit), general_at=_general_at(army, chain, giver)
    )


def _levels(chain: Iterable[Formation], top: int) -> tuple[Level, ...]:
    """Return the levels from the division up to the formation that orders; an independent brigade counts as a division
    (NQM-AMB-16).
    """
    levels: list[Level] = []
    for formation in chain:
        levels.append(formation.level)
        if formation.id == top:
            break
    above = [level for level in levels if level not in (Level.COMMAND, Level.DIVISION)]
    return (Level.DIVISION, *above)


def _general_at(army: Army, chain: Iterable[Formation], giver: Commander | None) -> Level | None:
    """Return the level of the highest commander of the chain who is at the spot, up to the giver of the order
    (NQM-CRT-07, NQM-AMB-18).
    """
    formations = {f.id: f for f in chain}
    most = army.formations[giver.formation_id].level.rank if giver is not None else Level.DIVISION.rank
    commanders = [c for c in army.commanders.values() if c.with_id in formations and c.formation_id in formations]
    levels = [level for c in commanders if (level := formations[c.formation_id].level).rank >= most]
    return min(levels, key=lambda level: level.rank, default=None)


def is_veteran_mobile(army: Army, unit: Formation | Battalion) -> bool:
    """Return whether a unit is a veteran armoured or motorised formation: most of its battalions motorised, and it or
    most of them veteran (NQM-CRT-06).
    """
    if isinstance(unit, Battalion):
        return unit.experience in _SEASONED and is_motor(unit.march_class)
    troops = [b for b in army.battalions_under(unit.id) if b.state.is_in_play and b.arm is not Arm.HEADQUARTERS]
    seasoned = unit.experience in _SEASONED or 2 * sum(b.experience in _SEASONED for b in troops) > len(troops)
    return bool(troops) and seasoned and 2 * sum(is_motor(b.march_class) for b in troops) > len(troops)


# marches that begin late ---------------------------------------------------------------------------------------------
def delays_of(board: Board) -> dict[int, int]:
    """Return the seconds into its first turn at which an order arrives, by the order's id."""
    return {row.order_id: row.seconds for row in board.rows(OrderDelay)}


def is_late(plan: Plan, delays: Mapping[int, int], now: Moment) -> bool:
    """Return whether a plan's order arrives only in the course of this turn."""
    order = plan.standing.order
    return order is not None and order.id in delays and (order.day, order.turn) == (now.day, now.turn)


def held_back(
    theatre: Theatre, planned: list[Plan], before: Mapping[int, Plan], delays: Mapping[int, int], now: Moment
) -> list[Plan]:
    """Return the plans with units whose order arrives in mid-turn marching by the one ``before`` until then, or
    standing.
    """
    return [
        (
            _late(theatre, plan, before.get(plan.battalion.id), delays[plan.standing.order.id])
            if plan.standing.order is not None and is_late(plan, delays, now)
            else plan
        )
        for plan in planned
    ]


def _late(theatre: Theatre, plan: Plan, old: Plan | None, seconds: int) -> Plan:
    if old is None or not old.marcher.legs or not seconds:
        return replace(plan, marcher=replace(plan.marcher, delay_seconds=max(seconds, plan.marcher.delay_seconds)))
    rates = old.marcher.rates
    start = plan.marcher.position
    done = first_part(Route(start, start, old.marcher.legs, 0.0, 0.0), rates, seconds)
    spent = sum(rates.seconds(leg.length_m, leg.surface) for leg in done)
    turned_at = theatre.standing(done[-1].road, done[-1].to_m) if done else start
    rest = _onward(theatre, plan, turned_at)
    return replace(
        plan, marcher=replace(plan.marcher, legs=(*done, *rest), delay_seconds=max(0, round(seconds - spent)))
    )


def _onward(theatre: Theatre, plan: Plan, position: Position) -> tuple[Leg, ...]:
    """Return the rest of the route from where the new order reached the unit."""
    goals: list[Position] = [AtPlace(place) for place in plan.standing.via]
    if plan.standing.to is not None:
        goals.append(AtPlace(plan.standing.to))
    elif plan.marcher.legs:
        goals.append(theatre.standing(plan.marcher.legs[-1].road, plan.marcher.legs[-1].to_m))
    if not goals or position == goals[-1]:
        return ()
    answer = route(theatre, position, goals, plan.marcher.rates, Closed(barred=plan.marcher.barred))
    return answer.legs if isinstance(answer, Route) else ()
