"""All that a viewer may know, gathered from the views for that viewer, never directly from the tables."""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
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


def side_copy(board: JournalBoard, viewer: Viewer) -> SideCopy:
    """Return the copy of the campaign that a side or a commander may have. Raises BadInput for the umpire, who has the
    whole campaign.
    """
    if viewer.is_umpire:
        raise BadInput(
            "there is no copy for one side for the umpire, who knows everything. Name a side or a commander "
            "with --for, or leave --for out"
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
