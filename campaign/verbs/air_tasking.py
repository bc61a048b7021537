"""Sorties of aircraft, and landings from the sea."""

from __future__ import annotations

from typing import Annotated, ClassVar

from campaign.terms.asking import Ask, not_chosen
from campaign.terms.given import Given
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class TaskAir:
    """The command that tasks a sortie for a group. ``target`` names a place or an enemy (strike), a command (support),
    a division (supply), a place (reconnaissance, landing); ``unit`` the battalion that lands. ``turn``: a moment
    (``1.3``), a turn of today (``3``), or empty for the next that can be flown. ``as_medium``: heavy bombers that leave
    no craters (OB-AIR-12).
    """

    given: ClassVar[Given] = Given.AS_ORDER

    group: Annotated[str, Ask(stands="GROUP", is_loose=True, missing=not_chosen("air group"))]
    task: Annotated[str, Ask(stands="TASK", missing=not_chosen("task"))]
    target: Annotated[
        str,
        Ask(
            stands="TARGET",
            hint="Name a place, a command, a division, or an enemy in sight.",
            missing="a sortie needs a target. Write a place, a command, a division, or an enemy in sight",
        ),
    ]
    turn: Annotated[
        str,
        Ask(
            "Turn of the sortie: 1.3, or 3 for today. Default: the next turn when it can be flown.",
            "DAY.TURN",
            label="Turn of the sortie",
            example="next possible turn",
            phrase=", turn {}",
            written=r"turn +(?P<value>.+)",
        ),
    ] = ""
    unit: Annotated[str, Ask(stands="BATTALION", label="Battalion to drop", hint="Needed only for a drop.")] = ""
    as_medium: Annotated[
        bool,
        Ask(
            "Heavy bombers count as medium bombers and do not leave craters.",
            option="--no-craters",
            label="heavy bombers leave no craters",
            hint="the heavy bombers count as medium bombers",
            phrase=", no craters",
            written=r"(?P<value>no craters)",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class CancelAir:
    """The command that cancels a group's sortie: of one turn, or all that are still to be flown."""

    given: ClassVar[Given] = Given.AS_ORDER

    group: Annotated[str, Ask(stands="GROUP", is_loose=True, missing=not_chosen("air group"))]
    turn: Annotated[
        str,
        Ask("Cancel only the sortie of that turn. Default: all sorties not yet flown.", "DAY.TURN", phrase=", turn {}"),
    ] = ""


@dataclass(frozen=True, slots=True)
class LandFromTheSea:
    """The command that lands a battalion from off the map at a place of the coast (OB-AMPH-06..08); ``turn`` as for
    aircraft.
    """

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
    at: Annotated[str, Ask("Place on the coast.", "PLACE", of="place", is_needed=True, phrase=" at {}")]
    turn: Annotated[
        str,
        Ask(
            "Turn of the landing: 1.3, or 3 for today. Default: the first turn when the unit is ready.",
            "DAY.TURN",
            label="Turn of the landing",
            phrase=", turn {}",
        ),
    ] = ""
