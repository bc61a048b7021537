"""Engineering tasks."""

from __future__ import annotations

from typing import Annotated, ClassVar

from campaign.rules.tabletop.brevity.tables import MINEFIELD_LENGTH
from campaign.terms.asking import Ask, not_chosen
from campaign.terms.given import Given
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Engineer:
    """The command that gives a battalion an engineering task. ``at`` names a crossing, an obstacle, a road, or the
    place to which a road leads; empty: where the battalion stands.

    ``load`` is the class of a bridge or ferry (foot, medium, heavy); ``inches`` the length of a belt of mines on the
    table; ``carry`` the battalions that assault boats bring over.
    """

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
    task: Annotated[str, Ask(stands="TASK", missing=not_chosen("task"))]
    at: Annotated[
        str,
        Ask(
            "Where to work: a crossing, an obstacle, a road by both ends ('A - B'), name or number, or a place. A"
            " place means the road that leads to it from the unit; if there is none, the unit marches to the place.",
            "TARGET",
            of="site",
            phrase=" at {}",
            hint="Name a crossing, an obstacle, a road (Place - Place) or a place. If empty, the unit's place.",
        ),
    ] = ""
    load: Annotated[
        str,
        Ask(
            "Heaviest load that the bridge or ferry must carry.",
            "foot|medium|heavy",
            option="--class",
            label="Load to carry",
            words=("foot", "medium", "heavy"),
            written=r"for\s+(?:the\s+)?(?P<value>.+?)(?:\s+(?:loads?|vehicles?|traffic))?"
            r"(?=$|[,;]|\s+(?:at|over|across|on|to carry|carry|carrying)\s)",
        ),
    ] = ""
    inches: Annotated[
        int,
        Ask(
            "Length of the minefield on the table; 4 inches take a turn.",
            "N",
            label="Length of the minefield in inches",
            phrase=", {} inches",
            written=r"(?:for\s+)?(?P<value>\d+)(?:[ -]?inch(?:es)?|\")(?=$|[\s,;])",
            wrong="is not a number of inches. Write the length of the minefield, such as 8",
        ),
    ] = MINEFIELD_LENGTH
    carry: Annotated[
        tuple[str, ...],
        Ask(
            "Unit that the boats carry over: up to two battalions of infantry, or one battalion of vehicles. May be"
            " repeated.",
            "UNIT",
            of="unit",
            phrase=", carry {}",
            written=r"(?:to\s+)?carr(?:y|ies|ying)\s+(?P<value>.+?)(?=$|;|\s+(?:at|over|across)\s)",
            label="Unit that the boats carry",
            hint="Leave it empty if the boats carry no unit.",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class StopEngineering:
    """The command that ends a battalion's engineering task."""

    given: ClassVar[Given] = Given.AS_ORDER

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
