"""Everything a viewer may know, gathered from the views that show it to him; nothing is taken from the tables past
them."""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.journal.session import Desk
from campaign.queries.air import air_tasking
from campaign.queries.battles import battle, battle_list
from campaign.queries.decisions import decisions
from campaign.queries.losses import losses
from campaign.queries.objectives import objectives
from campaign.queries.orbat import orders_of_battle
from campaign.queries.orders import orders
from campaign.queries.outlook import look
from campaign.queries.places import places
from campaign.queries.settings import settings
from campaign.queries.sightings import sightings
from campaign.queries.sitrep import sitreps
from campaign.queries.status import status
from campaign.queries.supply import supply
from campaign.queries.tasks import tasks
from campaign.queries.units import unit
from campaign.queries.weather import weather
from campaign.terms.viewer import Viewer
from campaign.views.side_copy import SideCopy


def side_copy(desk: Desk, viewer: Viewer) -> SideCopy:
    """The copy for a side or a commander. Raises BadInput for the umpire, whose copy is the whole campaign."""
    if viewer.is_umpire:
        raise BadInput("the umpire may know everything: leave --for out, or name a side or a commander")
    knowledge = look(desk, viewer).knowledge
    return SideCopy(
        viewer=knowledge.who,
        status=status(desk, viewer),
        orbat=orders_of_battle(desk, viewer),
        units=tuple(unit(desk, viewer, str(known.id)) for known in knowledge.units()),
        supply=supply(desk, viewer),
        places=places(desk, viewer),
        sightings=sightings(desk, viewer),
        objectives=objectives(desk, viewer),
        weather=weather(desk, viewer),
        orders=orders(desk, viewer).forms,
        decisions=decisions(desk, viewer),
        engineers=tasks(desk, viewer),
        air=air_tasking(desk, viewer),
        battles=tuple(battle(desk, viewer, str(row.number)) for row in battle_list(desk, viewer).battles),
        recover=losses(desk, viewer),
        sitreps=sitreps(desk, viewer),
        rules=settings(desk, viewer),
    )
