"""Trucks with supplies."""

from __future__ import annotations

from typing import Annotated, ClassVar

from campaign.terms.asking import Ask
from campaign.terms.given import Given
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class SendTruck:
    """The command that sends a truck: a battalion's to the dump that serves it; a division's, corps's or army's up for
    ``goods`` (log, fuel, bowser).
    """

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
    goods: Annotated[
        str,
        Ask(
            "Load that the truck brings from the dump. Default: a Div Log, which resupplies a division once.",
            "log|fuel|bowser",
            option="--for",
            label="Load",
        ),
    ] = ""
