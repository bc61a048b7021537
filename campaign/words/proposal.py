"""A proposal of the program: the answer that it would take, why, and how to give another.

Nothing is decided in silence: wherever the program fills in an answer that nobody gave, its value, the reason and the
way to change it are shown together, in these words: as a sentence at the terminal, in a receipt and on paper, and by
``proposed`` of ``web/templates/parts.html`` at the desk.
"""

from __future__ import annotations

from campaign.values import dataclass

BY_DEFAULT = "By default"
"""Word before a proposal that was carried out without a question."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """``value``: the answer proposed, in words; ``why``: its reason, with the rule's id; ``change``: how to give
    another.
    """

    value: str
    why: str
    change: str = ""

    def __str__(self) -> str:
        return f"Proposed: {self.reasoned}"

    @property
    def by_default(self) -> str:
        """The proposal in a sentence if it was carried out without a question."""
        return f"{BY_DEFAULT} {self.reasoned}"

    @property
    def stated(self) -> str:
        """The proposal in a sentence where a person may have chosen its value."""
        return f"{self.reasoned[0].upper()}{self.reasoned[1:]}"

    @property
    def in_a_list(self) -> str:
        """The same in a list that says once, behind its last line, how its proposals are changed (``changing``)."""
        return f"{BY_DEFAULT} {self.value}, because {self.why}."

    @property
    def reckoned(self) -> str:
        """The proposal in a sentence if it is what figures were reckoned from."""
        return f"Reckoned from {self.reasoned}"

    @property
    def reasoned(self) -> str:
        """The proposal without the word for it, which stands before it."""
        sentence = f"{self.value}, because {self.why}."
        return f"{sentence} {changing('it', self.change)}" if self.change else sentence


def reasoned(proposal: Proposal | None) -> str:
    """Return a proposal for a row whose heading is ``BY_DEFAULT``; empty where there is none."""
    return "" if proposal is None else proposal.reasoned


def changing(what: str, change: str) -> str:
    """Return how proposals are changed: written once behind those that are changed in the same way."""
    return f"To change {what}: {change}"
