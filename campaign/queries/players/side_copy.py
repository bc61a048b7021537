"""All that a viewer may know, gathered from the views for that viewer, never directly from the tables."""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.queries.air.air import air_tasking
from campaign.queries.battle.battles import battle, battle_list
from campaign.queries.campaign.settings import settings
from campaign.queries.common.outlook import look
from campaign.queries.contacts.sightings import sightings
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.day.decisions import decisions
from campaign.queries.day.status import status
from campaign.queries.day.weather import weather
from campaign.queries.map.objectives import objectives
from campaign.queries.map.places import places
from campaign.queries.orbat.losses import losses
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.tasks import tasks
from campaign.queries.orbat.units import unit
from campaign.queries.orders.orders import orders
from campaign.queries.supply.supply import supply
from campaign.terms.viewer import Viewer
from campaign.views.players.side_copy import SideCopy


def side_copy(board: JournalBoard, viewer: Viewer) -> SideCopy:
    """Return the copy of the campaign that a side or a commander may have. Raises BadInput for the umpire, who has the
    whole campaign.
    """
    if viewer.is_umpire:
        raise BadInput(
            "the umpire knows everything, so there is no copy with only one side's knowledge for the umpire. "
            "Name a side or a commander with --for, or leave --for out"
        )
    knowledge = look(board, viewer).knowledge
    return SideCopy(
        viewer=knowledge.who,
        status=status(board, viewer),
        orbat=orders_of_battle(board, viewer),
        units=tuple(unit(board, viewer, str(known_unit.id)) for known_unit in knowledge.units()),
        supply=supply(board, viewer),
        places=places(board, viewer),
        sightings=sightings(board, viewer),
        objectives=objectives(board, viewer),
        weather=weather(board, viewer),
        orders=orders(board, viewer).forms,
        decisions=decisions(board, viewer),
        engineers=tasks(board, viewer),
        air=air_tasking(board, viewer),
        battles=tuple(battle(board, viewer, str(row.number)) for row in battle_list(board, viewer).battles),
        recover=losses(board, viewer),
        sitreps=sitreps(board, viewer),
        rules=settings(board, viewer),
    )
