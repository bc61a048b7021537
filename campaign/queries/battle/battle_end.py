"""The end of a battle, for the head of its papers: places held at the start, the orders that this fulfils, and the time
until which it is played.

held_facts(session, eyes, form) -> list[Fact]      ``Holds``: the side's places on the table, and those that it was
                                                   ordered to take
until_facts(session) -> list[Fact]                 ``Until``: the end of the campaign turn, where the table plays turns
                                                   or hours (umpire 1.5)
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.model import Order
from campaign.queries.battle.session import Session
from campaign.queries.common.outlook import Outlook
from campaign.rules.common.system import TableClock
from campaign.situation.forms import Form
from campaign.situation.standing import standing_orders
from campaign.terms.state import OrderKind
from campaign.theatre.tables import places_on_table
from campaign.words.papers import Fact
from campaign.words.texts import papers


def held_facts(session: Session, eyes: Outlook, form: Form) -> list[Fact]:
    """Return the ``Holds`` facts of a sheet: places that the side holds at the start. An order to take a place already
    held means to keep it (OB-WIN-01).
    """
    places_here = [p.place for p in places_on_table(session.outlook.theatre, session.table)]
    own_places = [place for place in places_here if session.outlook.places[place].owner_id == form.side.id]
    other_places = [place for place in places_here if place not in own_places]
    name = session.outlook.theatre.spot
    held = papers().lines(
        "who holds what",
        {"holds_none": not own_places, "holds": bool(own_places), "does_not_hold": bool(other_places)},
        places="; ".join(name(place).name for place in own_places),
        others="; ".join(name(place).name for place in other_places),
    )
    kept = [
        papers().text("held_already", commands=f"{whose[:1].upper()}{whose[1:]}", place=name(order.to_id).name)
        for whose, order in _orders_given(session, eyes, form)
        if order.kind is OrderKind.ATTACK and order.to_id in own_places
    ]
    return [Fact("Holds", " ".join((*held, *kept)))] if places_here else []


def _orders_given(session: Session, eyes: Outlook, form: Form) -> Iterator[tuple[str, Order]]:
    """Yield the orders in force here, with the short name of the command or the line number of the unit that has
    them.
    """
    orders = standing_orders(eyes.army, eyes.board.rows(Order), session.moment)
    for _, formation in form.commands:
        if (own_order := orders.of_formation(formation)) is not None:
            yield formation.short or formation.name, own_order
    for line in form.lines:
        order = orders.of(eyes.army.battalions[line.battalion_id]).order
        if order is not None and order.battalion_id is not None:
            yield f"line {line.line}", order


def until_facts(session: Session) -> list[Fact]:
    """Return the ``Until`` facts of a sheet: the time to which a battle is played. It ends with the turn in which it
    begins, or with a later turn if both sides go on (umpire 1.5).
    """
    if session.door.system.clock not in (TableClock.TURNS, TableClock.HOURS):
        return []
    ends = session.outlook.calendar.ends(session.moment)
    return [Fact("Until", papers().text("until", turn=session.moment.turn, time=f"{ends:%H:%M}"))]
