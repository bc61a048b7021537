"""Orders to units, and the forms that are complete."""

from __future__ import annotations

from typing import Annotated, ClassVar

from campaign.terms.asking import Ask
from campaign.terms.given import Given
from campaign.terms.state import Posture, Support
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class GiveOrder:
    """The command that gives an order to a formation or battalion. ``since`` is a moment (``2.3``) or empty for the
    next movement.
    """

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
    kind: str
    to: Annotated[str, Ask("Place to go to.", "PLACE", of="place", is_needed=True)] = ""
    via: Annotated[
        tuple[str, ...], Ask("Place to pass on the way. May be repeated.", "PLACE", of="place", phrase=" by way of {}")
    ] = ()
    aim: Annotated[str, Ask("Aim of the order, in words.", "TEXT")] = ""
    objective: Annotated[str, Ask("Ground or enemy that matters.", "TEXT")] = ""
    limit: Annotated[str, Ask("Limit: until when, or how far.", "TEXT")] = ""
    since: Annotated[
        str,
        Ask(
            "Turn (1.3) or hour (04:00) at which the order begins, if not now.",
            "DAY.TURN",
            option="--from",
            phrase=", from turn {}",
        ),
    ] = ""
    commander: Annotated[
        str,
        Ask(
            "Commander who gives the order. An order to another commander's unit is refused.",
            "COMMANDER",
            of="commander",
            option="--by",
        ),
    ] = ""
    not_beyond: Annotated[
        str,
        Ask(
            "Place that commanders led by the program do not pass under this order.",
            "PLACE",
            of="place",
            phrase=", not beyond {}",
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class OrdersComplete:
    """The command by which a commander declares the day's orders complete."""

    given: ClassVar[Given] = Given.AS_ORDER

    commander: str


@dataclass(frozen=True, slots=True)
class JoinCommand:
    """The command that sends the corps commander to a command (OB-INIT-04, OB-READY-07); empty: back to corps
    headquarters.
    """

    given: ClassVar[Given] = Given.AS_ORDER

    commander: Annotated[str, Ask(stands="NAME", of="commander", is_loose=True)]
    formation: Annotated[
        str,
        Ask(
            "Command that the commander joins. His presence then counts for the command's initiative and readiness.",
            "FORMATION",
            of="formation",
            option="--with",
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class Attach:
    """The command that attaches a battalion to another formation until changed (OB-REG-01..03); ``to`` empty: back to
    its own.
    """

    given: ClassVar[Given] = Given.AS_ORDER

    battalion: Annotated[str, Ask(stands="BATTALION", of="unit", is_own=True, is_loose=True)]
    to: Annotated[
        str, Ask("Formation that it comes under.", "FORMATION", of="formation", is_own=True, is_needed=True)
    ] = ""


@dataclass(frozen=True, slots=True)
class GiveSupport:
    """The command that puts artillery or other units in support of another command (umpire 1.21); ``to`` empty: ends
    the support.
    """

    given: ClassVar[Given] = Given.AS_ORDER

    battalion: Annotated[str, Ask(stands="BATTALION", of="unit", is_own=True, is_loose=True)]
    to: Annotated[str, Ask("Formation to support. Without it, the support ends.", "FORMATION", of="formation")] = ""
    how: Annotated[str, Ask("Kind of support.", words=tuple(Support), shows_default=True)] = (
        Support.DIRECT_SUPPORT.value
    )


@dataclass(frozen=True, slots=True)
class TakePosture:
    """The command that sets the posture of a command or one battalion (OB-POST-01..05; stored per battalion,
    OB-AMB-024).
    """

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
    posture: Annotated[str, Ask(stands="POSTURE", words=tuple(Posture))]


@dataclass(frozen=True, slots=True)
class Rest:
    """The command that declares a battalion resting in reserve (OB-REG-04), or, with ``stop``, ends its rest."""

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
    stop: Annotated[bool, Ask("End the rest.")] = False
