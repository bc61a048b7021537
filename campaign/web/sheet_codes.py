"""The code on a battle sheet and its return, which opens that side's form of that battle without an account."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from campaign.journal.seats import Seat
from campaign.situation.chance import sheet_of as sheet_with_code
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.web.desk import Desk


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side's sheet of a battle, by key and id of the side."""

    battle: int
    side: str
    side_id: int
    name: str

    @property
    def address(self) -> str:
        """Return the address of the return's form."""
        return f"/battles/{self.battle}/return/{quote(self.side)}"

    @property
    def seat(self) -> Seat:
        """Return the seat of who types this return at the table."""
        return Seat(Role.TABLE, self.side, (), self.battle)


def sheet_of(desk: Desk, code: str) -> Sheet | None:
    """Return the sheet that bears a code; None if none does, or its battle is over."""
    with desk.reading(UMPIRE) as board:
        battle_and_side = sheet_with_code(board, code)
        if battle_and_side is None or battle_and_side[0].state.is_over:
            return None
        battle, side = battle_and_side
        return Sheet(battle.number, side.key, side.id, f"the {side.name} table of battle {battle.number}")
