"""Battles set up by hand, and the units in them."""

from __future__ import annotations

from typing import Annotated

from campaign.terms.asking import Ask
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class NewBattle:
    """The command that sets up a battle by hand at a place. ``units``: its battalions; empty: all within ``within_m``
    metres of the place.
    """

    place: Annotated[str, Ask(stands="PLACE", of="place")]
    name: Annotated[str, Ask("Name of the battle. Default: the place.", "TEXT", more="if other than the place")] = ""
    units: Annotated[
        tuple[str, ...],
        Ask(
            "Unit that takes part; a formation brings all its units. May be repeated.",
            "UNIT",
            of="unit",
            option="--unit -u",
            hint="Put a semicolon between units. A formation brings all its units. If empty, every free unit within the"
            " distance takes part.",
        ),
    ] = ()
    within_m: Annotated[
        int,
        Ask(
            "Without --unit: every free unit within this distance takes part.",
            "KM",
            option="--within",
            unit="km",
            shows_default=True,
            label="Distance in km",
        ),
    ] = 2000
    attacker: Annotated[str, Ask("Side that attacks.", "SIDE", of="side")] = ""


@dataclass(frozen=True, slots=True)
class AddToBattle:
    """The command that adds units to a battle. ``arrives``: day.turn, with ``edge``; ``guns``: off the table, in
    range.
    """

    battle: Annotated[str, Ask(stands="NUMBER")]
    units: Annotated[
        tuple[str, ...],
        Ask(
            stands="UNIT",
            of="unit",
            hint="Put a semicolon between units.",
            missing="no unit was named. Write the unit that joins the battle, or several units separated by ;",
        ),
    ]
    arrives: Annotated[
        str, Ask("First turn when the unit can come onto the table.", "DAY.TURN", more="day.turn", example="1.3")
    ] = ""
    edge: Annotated[
        str,
        Ask(
            "Edge and inch where the unit arrives, such as 'south 58'.",
            "TEXT",
            label="Edge and inch",
            example="south 58",
        ),
    ] = ""
    guns: Annotated[
        bool, Ask("The unit is off the table and only fires onto it.", label="Guns off the table that are in range")
    ] = False


@dataclass(frozen=True, slots=True)
class DropFromBattle:
    """The command that drops units from a battle; they are free in the campaign again."""

    battle: Annotated[str, Ask(stands="NUMBER")]
    units: Annotated[
        tuple[str, ...],
        Ask(stands="UNIT", of="unit", missing="no unit is ticked. Tick the units that leave the battle"),
    ]
