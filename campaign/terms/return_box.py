"""The boxes of a line of a return: what a system's players write for a battalion, each declared once.

The prompt, a return's file and its template, the form on paper and on the screen, and the desk's page are made from
these.

Field(key, label, kind, ...)                                     a box, or a column of boxes
UNCHANGED, SURROUNDED, ENDED_AT, ATTACHED_TO, RESTING, DUG_IN    the boxes that most systems share
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.terms.state import State
from campaign.values import dataclass

MOST_DUG_IN = 4


class FieldKind(StrEnum):
    """The kind of entry in a column. A PLACE may be an edge or inches of the table; a COMMAND is a letter or a name."""

    TICK = "tick"
    NUMBER = "number"
    TEXT = "text"
    PLACE = "place"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Field:
    """A column of the form. ``key`` is the name it is stored under (``figures_lost``), ``label`` its heading (``figures
    lost``).

    ``most`` bounds a number; ``limit`` names the count that the muster noted of this battalion and that losses cannot
    exceed (``figures``). ``begins`` names the count at the start for a column that counts on (hits): a lower number
    cannot be written, a higher one is a loss. ``loss``: a tick, or a number above the start, means that the battalion
    has losses; a line with a loss cannot be ticked as unchanged. ``shared``: of a side's column, both sides must write
    the same (turns played). ``printed``: has a column on paper, otherwise it may only be typed. ``words``: other words
    that may be typed for it (``s``, ``hit``).
    """

    key: str
    label: str
    kind: FieldKind = FieldKind.NUMBER
    most: int | None = None
    limit: str = ""
    begins: str = ""
    loss: bool = False
    shared: bool = False
    printed: bool = True
    note: str = ""
    """The note under the head of the column: ``of 9``, ``captured``."""
    unit: str = ""
    """The things counted, if the label does not name them: ``turns``."""
    holds: State | None = None
    """The state that a tick reports; it is printed, and not asked for a battalion that is in it already."""
    words: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The column's name in a file: its key with spaces."""
        return self.key.replace("_", " ")

    @property
    def typed(self) -> tuple[str, ...]:
        """Every word that may be typed for it, the one to be shown first."""
        return tuple(dict.fromkeys((self.label.lower(), self.name, *self.words)))

    @property
    def answers(self) -> bool:
        """True for a box of a line that answers for the battalion: at least one of these is filled in on every line."""
        return self.loss or self.key == UNCHANGED.key

    @property
    def counted(self) -> str:
        """The things that a number in this column counts: ``figures lost``, ``turns dug in``."""
        return " ".join(filter(None, (self.unit, self.label.lower())))


UNCHANGED = Field("unchanged", "unchanged", FieldKind.TICK, words=("ok", "u", "unharmed"))
"""The tick that nothing happened to the battalion. Every form has it."""
SURROUNDED = Field("surrounded", "surrounded", FieldKind.TICK, note="captured", holds=State.CAPTURED)
"""The tick that the battalion was destroyed while cut off (OB-CAS-09)."""
ENDED_AT = Field(
    "ended_at",
    "Ended at",
    FieldKind.PLACE,
    note="place, inches or \N{LEFT DOUBLE QUOTATION MARK}off by edge ...\N{RIGHT DOUBLE QUOTATION MARK}",
)
ATTACHED_TO = Field("attached_to", "Attached to", FieldKind.COMMAND, note="command")
RESTING = Field("resting", "Resting", FieldKind.TICK)
DUG_IN = Field("dug_in", "Dug in", FieldKind.NUMBER, MOST_DUG_IN, note="turns", unit="turns")
"""The turns that it has been digging in, 0 to 4."""
COMMON: Final = MappingProxyType(
    {field.key: field for field in (UNCHANGED, SURROUNDED, ENDED_AT, ATTACHED_TO, RESTING, DUG_IN)}
)
"""The columns that the campaign itself uses; the others are the system's own."""
