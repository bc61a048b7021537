"""Battalions as the theatre marches them: rates by nation and light, routes by standing orders, columns by command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaign.model import Battalion
from campaign.rules.brevity import marches
from campaign.rules.brevity.light import sighting_distance
from campaign.rules.rulebook import Rulebook
from campaign.situation.army import Army, position_of
from campaign.situation.conditions import Conditions
from campaign.situation.standing import Standing, StandingOrders
from campaign.terms.forces import Level
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind
from campaign.theatre.marchers import Conduct, Marcher
from campaign.theatre.routes import NoWay, Route, route
from campaign.theatre.values import Rates, Theatre
from campaign.theatre.zones import Sight, Watcher


@dataclass(frozen=True, slots=True)
class Plan:
    """What one battalion sets out to do this turn: its march, or why it cannot set out."""

    battalion: Battalion
    standing: Standing
    marcher: Marcher
    trouble: str = ""


def rates_of(army: Army, battalion: Battalion, night: bool, book: Rulebook, rolled: int | None = None) -> Rates:
    """Metres a turn of a battalion (umpire 1.1)."""
    pace = marches.rates(battalion.march_class, army.nationality(battalion), night=night, book=book, rolled=rolled)
    return Rates(pace.road, pace.cross_country, pace.terrain)


def watchers(army: Army, theatre: Theatre, battalions: Iterable[Battalion], book: Rulebook) -> list[Watcher]:
    """Battalions on the map as eyes; hidden ones only if the rulebook says that they cut supply (OB-AMB-114)."""
    count_hidden = book.switch("sup.hidden_cuts")
    found = []
    for battalion in battalions:
        position = position_of(battalion)
        if position is not None and (count_hidden or not battalion.hidden):
            found.append(Watcher.at(theatre, battalion.id, battalion.name, battalion.side_id, position))
    return found


def plans(
    army: Army,
    theatre: Theatre,
    orders: StandingOrders,
    now: Conditions,
    book: Rulebook,
    *,
    held: Mapping[int, object],
    rolled: Mapping[int, int] | None = None,
) -> list[Plan]:
    """Every battalion on the map, by id, with what it sets out to do. ``held``: engaged battalions, who march only to withdraw."""
    found = []
    for battalion in sorted(army.battalions.values(), key=lambda b: b.id):
        position = position_of(battalion)
        if position is not None:
            found.append(
                _plan(army, theatre, orders, now, book, battalion, position, battalion.id in held, (rolled or {}).get(battalion.present_id))
            )
    return found


def _plan(
    army: Army,
    theatre: Theatre,
    orders: StandingOrders,
    now: Conditions,
    book: Rulebook,
    battalion: Battalion,
    position: Position,
    held: bool,
    rolled: int | None,
) -> Plan:
    standing = orders.of(battalion)
    rates = rates_of(army, battalion, now.night, book, rolled)
    legs: Route | NoWay | None = None
    if not battalion.resting and not (held and standing.kind is not OrderKind.WITHDRAW):
        legs = _way(army, theatre, now.sight, battalion, position, standing, rates)
    follows: tuple[int, ...] = ()
    if standing.kind is OrderKind.FOLLOW and not held and not battalion.resting:
        follows = followed_by(army, battalion)
    marcher = Marcher(
        unit=battalion.id,
        name=battalion.name,
        side=battalion.side_id,
        position=position,
        rates=rates,
        legs=legs.legs if isinstance(legs, Route) else (),
        conduct=Conduct.ATTACK if standing.kind is OrderKind.ATTACK else Conduct.AVOID,
        follows=follows,
        scout_m=float(sighting_distance(battalion.arm, now.light, now.sky, book) or 0),
    )
    return Plan(battalion, standing, marcher, legs.why if isinstance(legs, NoWay) else "")


def _way(
    army: Army,
    theatre: Theatre,
    sight: Sight,
    battalion: Battalion,
    position: Position,
    standing: Standing,
    rates: Rates,
) -> Route | NoWay | None:
    if standing.kind in (OrderKind.MARCH, OrderKind.ATTACK) and standing.to is not None:
        goals = [AtPlace(p) for p in (*_still_ahead(battalion, standing), standing.to)]
        return None if position == goals[-1] else route(theatre, position, goals, rates)
    if standing.kind is OrderKind.WITHDRAW:
        goal = AtPlace(standing.to) if standing.to is not None else withdrawal(army, battalion)
        if goal is None:
            homes = theatre.homes(battalion.side_id)
            goal = AtPlace(homes[0].place) if homes else None
        return None if goal is None or goal == position else route(theatre, position, [goal], rates)
    return None


def _still_ahead(battalion: Battalion, standing: Standing) -> tuple[int, ...]:
    """The places on the way that this battalion has not yet passed under this order."""
    if standing.order is not None and battalion.marching_order == standing.order.id:
        return standing.via[battalion.via_passed :]
    return standing.via


def tick_off(battalion: Battalion, standing: Standing, passed: Iterable[int]) -> None:
    """Remember which places on the way of its order a battalion has now passed."""
    if standing.order is None:
        return
    ahead = list(_still_ahead(battalion, standing))
    for place in passed:
        if ahead and ahead[0] == place:
            ahead.pop(0)
    battalion.marching_order, battalion.via_passed = standing.order.id, len(standing.via) - len(ahead)


def withdrawal(army: Army, battalion: Battalion) -> Position | None:
    """Where a withdrawal without a destination leads: the headquarters of the next formation above."""
    for formation in army.chain(battalion.present_id):
        headquarters = army.headquarters.get(formation.id)
        if headquarters is not None and headquarters.id != battalion.id and headquarters.on_map and formation.level is not Level.COMMAND:
            return position_of(headquarters)
    return None


def followed_by(army: Army, headquarters: Battalion) -> tuple[int, ...]:
    """The battalions that a following headquarters keeps behind: those of the commands under its formation (umpire 1.2)."""
    if headquarters.headquarters_of_id is None:
        return ()
    below = army.battalions_under(headquarters.headquarters_of_id)
    return tuple(b.id for b in below if b.id != headquarters.id and b.on_map)
