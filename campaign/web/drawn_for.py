"""The state that a form was drawn for: every form of the umpire that changes something carries the last entry of the
journal that its page had read (``journal/overtaken.py`` says which entries since then matter to it).

The forms of players carry marks of their own (orders their rows, a return the one that is in, a decision its number,
Undo its entry): the number of the last entry would tell a player that the other side has done something.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import Deed, DrawnFor, Overtaken, require_current
from campaign.terms.words import is_number
from campaign.values import dataclass

LONGEST_SEQ: Final = 12
LONGEST_SAID: Final = 100


@dataclass(frozen=True, slots=True)
class Quicker:
    """The notice of a form that was overtaken. ``stands``: what stands now; ``said``: the words of its button, if the
    form has them.
    """

    deeds: tuple[Deed, ...]
    stands: str
    said: str

    @classmethod
    def of(cls, fault: Overtaken, form: Mapping[str, str]) -> Quicker:
        return cls(fault.deeds, fault.stands, form.get("said", "")[:LONGEST_SAID])

    @property
    def text(self) -> str:
        """Return the notice in a sentence."""
        return f"Someone was quicker: {self.stands}. Nothing was done"


def require_undisturbed(
    board: JournalBoard, drawn: str, of: DrawnFor, path: Mapping[str, str], form: Mapping[str, str]
) -> None:
    """Raise Overtaken if something that matters to a form was done after entry ``drawn`` of the journal, BadInput if
    that is not a number.
    """
    if not is_number(drawn) or len(drawn) > LONGEST_SEQ:
        raise BadInput(f"{drawn[:40]!r} is not an entry of this campaign. Load the page again")
    require_current(board, int(drawn), of, battle=path.get("number", ""), decision=form.get("number", ""))
