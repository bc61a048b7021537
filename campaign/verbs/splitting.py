"""Parts of battalions."""

from __future__ import annotations

from typing import Annotated, ClassVar

from campaign.terms.asking import Ask, not_chosen
from campaign.terms.given import Given
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Split:
    """The command that splits a company or a half off a battalion; ``name`` empty: A Company, B Company, ... of it."""

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
    into: Annotated[str, Ask(stands="company|half", label="Part", missing=not_chosen("size of the part"))]
    name: Annotated[
        str,
        Ask(
            "Name of the part. Default: A Company of the battalion, then B Company, and so on.",
            "NAME",
            label="Name of the part",
            example="A company of this unit",
            phrase=", {}",
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class Join:
    """The command that joins a part to its battalion, or to a battalion all its parts that stand with it."""

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
