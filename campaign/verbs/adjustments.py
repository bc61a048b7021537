"""Rulings on a unit, a place, a road or a crossing."""

from __future__ import annotations

from typing import Annotated

from campaign.terms.asking import Ask
from campaign.terms.forces import Experience
from campaign.terms.state import Posture, State, SupplyGrade
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Adjust:
    """The command that adjusts a unit, place, road or crossing. Fields that are empty or None stay unchanged; every
    change needs a reason.
    """

    what: Annotated[str, Ask(stands="UNIT|PLACE|ROAD|CROSSING", of="adjustable")]
    why: Annotated[
        str, Ask("Reason, kept in the journal.", "TEXT", is_needed=True, label="Reason", example="kept in the journal")
    ]
    state: Annotated[
        str,
        Ask(
            "New state: fresh, spent, destroyed, captured or disbanded; of a crossing: intact, destroyed, ...",
            "WORD",
            words=tuple(State),
        ),
    ] = ""
    at: Annotated[str, Ask("Place of the unit.", "PLACE")] = ""
    owner: Annotated[str, Ask("Side that holds the place.", "SIDE|nobody")] = ""
    men: Annotated[int | None, Ask("Number of men.", "N")] = None
    vehicles: Annotated[int | None, Ask("Number of vehicles.", "N")] = None
    guns: Annotated[int | None, Ask("Number of guns.", "N")] = None
    posture: Annotated[str, Ask("Posture: march, line, support or reserve.", "WORD", words=tuple(Posture))] = ""
    resting: Annotated[
        bool | None,
        Ask(
            "Whether the unit rests in reserve.",
            option="--resting/--not-resting",
            label="Rest",
            words=("resting", "not resting"),
        ),
    ] = None
    dug_in: Annotated[
        int | None,
        Ask(
            "Turns of work on the unit's positions, 0 to 4.",
            "TURNS",
            label="Dug in, turns",
            wrong="is not a number of turns. Write how many turns the unit has worked on its positions, 0 to 4",
        ),
    ] = None
    under: Annotated[str, Ask("Formation that commands the unit.", "FORMATION")] = ""
    supply: Annotated[
        str, Ask("Supply grade of the corps.", "well|poorly", label="Supply grade", words=tuple(SupplyGrade))
    ] = ""
    cut: Annotated[bool | None, Ask("Cut a road, or open it again.", option="--cut/--open")] = None
    experience: Annotated[str, Ask("Experience: green, regular or veteran.", "WORD", words=tuple(Experience))] = ""
    establishment: Annotated[
        str,
        Ask(
            "Full strength of the unit, as in 780/0/10.",
            "MEN/VEHICLES/GUNS",
            more="men/vehicles/guns",
            example="780/0/10",
        ),
    ] = ""
    """Men, vehicles and guns of the establishment: ``780/0/10``."""
