"""The answer of an action: its results, line by line, and the next step."""

from __future__ import annotations

from campaign.terms.rule_ids import ids_in
from campaign.values import plain_dataclass, plain_field

OTHER_DICE = (
    "These dice were rolled for the preview only. The turn draws its own dice when it begins and may turn out "
    "differently."
)
"""What a preview of a turn that has not begun says of its dice."""


@plain_dataclass(frozen=True, slots=True)
class Receipt:
    """The answer of an action. ``summary`` is one line for the journal; ``waiting`` names the program command that
    answers a stop.
    """

    summary: str
    lines: tuple[str, ...] = ()
    waiting: str = ""
    rules: tuple[str, ...] = plain_field(init=False)
    """Ids of the rules in the lines."""

    def __post_init__(self) -> None:
        """Take the rule ids from the lines, where every step of the day has written its own."""
        object.__setattr__(self, "rules", ids_in("\n".join((self.summary, *self.lines))))
