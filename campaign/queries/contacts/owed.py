"""Duties of a commander: the answers the umpire waits for, orders, and troops that need attention."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import dist

from campaign.model import Battalion, Formation, Order, Sighting
from campaign.queries.common.outlook import Outlook
from campaign.queries.contacts.last_day import joined, names_of, tallied_words
from campaign.queries.day.decisions import owed
from campaign.queries.orders.later_orders import all_later
from campaign.situation.army import position_of
from campaign.situation.knowledge import seen_as, seen_at
from campaign.terms.forces import Level
from campaign.terms.state import OrderKind
from campaign.views.contacts.sitrep import OwedDecision

MOST = 7
MOST_PLACES = 3
REACH_M = 4_000
"""Distance in metres from a commander's troops within which he decides about an attack on an enemy located this turn or
in the turn before."""


def owed_decisions(outlook: Outlook, battalions: Sequence[Battalion]) -> tuple[OwedDecision, ...]:
    """Return the duties, the most pressing first: answers to the umpire, enemies in reach, troops without an aim, spent
    troops.
    """
    decisions = [
        *_answers(outlook),
        *_enemies_in_reach(outlook, battalions),
        *_orders_without_aim(outlook),
        *_arrived_at_goal(outlook),
        *_spent(outlook, battalions),
    ]
    return tuple(decisions[:MOST])


def _answers(outlook: Outlook) -> Iterator[OwedDecision]:
    for line in owed(outlook):
        options = " / ".join(option.text for option in line.options)
        yield OwedDecision(f"{line.question} ({options})", f"campaign decide {line.number}")


def _enemies_in_reach(outlook: Outlook, battalions: Sequence[Battalion]) -> Iterator[OwedDecision]:
    """Yield enemies located lately and not engaged, by place, with the commander's units near them."""
    positions = [(b, outlook.theatre.point_of(at)) for b in battalions if (at := position_of(b)) is not None]
    positions = [(b, point) for b, point in positions if b.id not in outlook.engaged and b.headquarters_of_id is None]
    groups: dict[str, list[Sighting]] = defaultdict(list)
    near: dict[str, dict[int, Battalion]] = defaultdict(dict)
    for enemy in outlook.knowledge.seen:
        sighting = outlook.knowledge.located_lately(enemy, outlook.moment)
        battle = outlook.engaged.get(enemy)
        is_fought = battle is not None and battle.id in outlook.knowledge.fights
        at = None if sighting is None or is_fought else seen_at(sighting)
        if sighting is None or at is None:
            continue
        point, place = outlook.theatre.point_of(at), outlook.theatre.near(at)
        close = {b.id: b for b, where in positions if dist(point, where) <= REACH_M}
        if close:
            groups[place].append(sighting)
            near[place] |= close
    for place, sightings in list(groups.items())[:MOST_PLACES]:
        enemies = outlook.army.battalions
        words = [enemies[s.battalion_id].name if s.named else seen_as(s) for s in sightings]
        shown = tallied_words(words)
        yield OwedDecision(
            f"Attack, keep at a distance or ignore the enemy near {place} ({shown}):"
            f" {names_of(outlook, near[place].values())}?"
        )


def _own_formations(outlook: Outlook) -> list[Formation]:
    tops = [commander.formation_id for commander in outlook.knowledge.commanders]
    return list({formation.id: formation for top in tops for formation in outlook.army.tree(top)}.values())


def _orders_in_force(outlook: Outlook) -> Iterator[tuple[Formation, Order]]:
    """Yield the commander's formations with an order given to them."""
    for formation in _own_formations(outlook):
        order = outlook.orders.of_formation(formation)
        if order is not None and order.formation_id == formation.id:
            yield formation, order


def _orders_without_aim(outlook: Outlook) -> Iterator[OwedDecision]:
    moving = (OrderKind.MARCH, OrderKind.ATTACK)
    aimless = [f.name for f, order in _orders_in_force(outlook) if order.kind in moving and not order.aim]
    if aimless:
        yield OwedDecision(
            f"With what aim does {joined(aimless, 3)} move?"
            if len(aimless) == 1
            else f"With what aim do {joined(aimless, 3)} move?"
        )
    idle = [
        formation.name
        for formation in _own_formations(outlook)
        if formation.level is Level.COMMAND
        and outlook.orders.of_formation(formation) is None
        and not all_later(outlook, formation)
        and any(b.on_map for b in outlook.army.present[formation.id])
    ]
    if idle:
        yield OwedDecision(f"Orders for {joined(idle, 3)}? Troops without an order hold.")


def _arrived_at_goal(outlook: Outlook) -> Iterator[OwedDecision]:
    """Yield the commands all of whose troops stand where their order sends them."""
    for formation, order in _orders_in_force(outlook):
        troops = [b for b in outlook.army.battalions_under(formation.id) if b.on_map and b.headquarters_of_id is None]
        if order.to_id is not None and troops and all(b.place_id == order.to_id for b in troops):
            yield OwedDecision(f"What next for {formation.name}, now at {outlook.places[order.to_id].name}?")


def _spent(outlook: Outlook, battalions: Sequence[Battalion]) -> Iterator[OwedDecision]:
    spent = [
        b for b in battalions if b.state.carries_figure and b.on_map and not b.resting and b.id not in outlook.engaged
    ]
    if spent:
        yield OwedDecision(f"Rest {names_of(outlook, spent)} (spent)?")
