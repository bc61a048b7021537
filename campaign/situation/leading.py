"""Commanders led by the program while the clock runs: those that it plays, sides that it plays for an evening, those
whose orders are missing if the club wants it so, and in automatic play all without a player (umpire 1.14, 1.23).

    leading_in(board, army, book, auto=..., sides=...) -> Leading
        .sign(formation_id) -> str      the signature of the program's orders to a formation; empty: it is not the
                                        program's
        .is_alone(viewer)               whether the viewer plays against the program and no other player
        .missing                        commanders whose orders of the day are missing
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaign.journal.board import Board
from campaign.model import Commander
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import Army
from campaign.situation.players import PROGRAM as PLAYED_BY_PROGRAM
from campaign.situation.players import seats_of
from campaign.situation.standing import DOCTRINE, PROGRAM
from campaign.terms.viewer import Viewer
from campaign.values import dataclass


@dataclass(frozen=True)
class Leading:
    """The commanders led by the program in one run of the clock."""

    army: Army
    signs: Mapping[int, str | None]
    """Name under which the program gives orders to a commander's formation; empty if a person leads it, None if it
    follows the formation above it."""
    default: Mapping[int, str]
    """The same by side, for formations without a commander above them."""
    missing: tuple[Commander, ...] = ()
    """Commanders with a player, or without automatic play, whose orders of the day are missing."""

    def sign(self, formation_id: int) -> str:
        """Return the signature under the program's orders to a formation, by the way in which its nearest commander is
        led.
        """
        chain = self.army.chain(formation_id)
        signs = (self.signs[formation.id] for formation in chain if formation.id in self.signs)
        sign = next((sign for sign in signs if sign is not None), None)
        return self.default[chain[0].side_id] if sign is None else sign

    @property
    def is_idle(self) -> bool:
        """True if the program leads no commander."""
        return not any(self.signs.values()) and not any(self.default.values())

    def is_alone(self, viewer: Viewer) -> bool:
        """Return whether the program leads every commander for whom this viewer does not speak, so that the viewer
        plays against it.
        """
        commanders = self.army.commanders.values()
        opponents = [
            c for c in commanders if c.side_id != viewer.side or (viewer.commanders and c.id not in viewer.commanders)
        ]
        return any(c.side_id != viewer.side for c in opponents) and all(
            self.sign(c.formation_id) and c not in self.missing for c in opponents
        )


def leading_in(board: Board, army: Army, book: Rulebook, *, auto: bool, sides: Collection[int]) -> Leading:
    """Return the commanders that the program leads now; ``sides``: those that it plays whichever players they have."""
    seats, doctrine = seats_of(board), DOCTRINE if auto and book.switch("auto.orders") else ""
    steps_in = book.word("orders.missing") == "program"
    signs, missing = dict[int, str | None](), list[Commander]()
    for commander in sorted(army.commanders.values(), key=lambda c: c.id):
        player = seats.number(commander)
        if commander.side_id in sides or player == PLAYED_BY_PROGRAM:
            signs[commander.formation_id] = PROGRAM
            continue
        is_late = commander.ordered_day < seats.day and bool(player or not auto)
        if is_late:
            missing.append(commander)
        late = PROGRAM if is_late and steps_in else ""
        signs[commander.formation_id] = late if player or not auto else None
    default = {side: PROGRAM if side in sides else doctrine for side in army.sides}
    return Leading(army, signs, default, tuple(missing))
