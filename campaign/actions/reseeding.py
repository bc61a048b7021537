"""New dice during a campaign: a seed and a key of the papers that no player has been able to find out."""

from __future__ import annotations

from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Reseeding
from campaign.rules.common.dice import must_be_seed
from campaign.terms.time import Phase
from campaign.values import dataclass
from campaign.words.receipt import Receipt


@dataclass(frozen=True, slots=True)
class Reseed:
    """The command that sets a seed for the dice and a key for the codes of battle sheets, both from the next day on.
    ``draws``: each turn draws fresh bits besides.
    """

    seed: str
    paper_key: str
    draws: bool = False


@action("reseed", Reseed, ruling=True)
def reseed(board: Board, command: Reseed) -> Receipt:
    """Set the seed and key from the next day on; dice up to this day stay. The last of several on a day counts. Raises
    Refused if no day follows, BadInput for an invalid seed.
    """
    for secret in (command.seed, command.paper_key):
        must_be_seed(secret)
    day = board.clock.day + 1
    if day > board.campaign.days or board.clock.phase is Phase.OVER:
        raise Refused(
            "the campaign cannot get new dice: new dice begin with the next day, and day "
            f"{board.campaign.days} is the last day (umpire 1.22)"
        )
    row = next((row for row in board.rows(Reseeding) if row.day == day), None)
    if row is None:
        board.make(Reseeding, day=day, seed=command.seed, paper_key=command.paper_key, draws=command.draws)
    else:
        row.seed, row.paper_key, row.draws = command.seed, command.paper_key, command.draws
    kind = "each turn draws fresh dice when it begins" if command.draws else "all dice come from the seed alone"
    return Receipt(
        f"New dice from day {day} on",
        (kind, "dice of earlier days stay the same", f"battles that begin from day {day} on have new sheet codes"),
    )
