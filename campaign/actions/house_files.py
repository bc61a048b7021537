"""A house file is taken into the rulebook: the tables that a system's text leaves out, as the club typed them in.

The values are kept with the campaign, not the file: a campaign that is exported, replayed or moved to another machine
still has them. Settings that the file carries (its options, readings and campaign figures) are set along with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Setting
from campaign.rules.common.dice import Dice
from campaign.rules.common.gone_settings import GONE
from campaign.rules.tabletop.brigadier.gaps import unfilled
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_plain import house_of
from campaign.situation.conditions import HOUSE_PREFIX, rulebook_of
from campaign.views.receipt import Receipt

SYSTEM = "brigadier"
KEY = f"{HOUSE_PREFIX}{SYSTEM}"


@dataclass(frozen=True, slots=True)
class TakeHouseFile:
    """``plain`` holds the values as reading the file made them; empty takes the house file out again. ``name`` is the
    file's."""

    name: str
    plain: Mapping[str, Any] = field(default_factory=dict)


@action("house file", TakeHouseFile, ruling=True)
def take_house_file(board: Board, command: TakeHouseFile, dice: Dice) -> Receipt:
    """From now on; what was decided before stands. Raises Refused if nothing would change, BadInput for a setting that
    cannot be."""
    row = next((s for s in board.rows(Setting) if s.key == KEY), None)
    if not command.plain:
        if row is None:
            raise Refused("no house file is in force: Brigadier General Commands is played by its preview alone")
        board.erase(row)
        return Receipt("the house file of Brigadier General Commands is taken out", ("its settings stay as they are",))
    if row is not None and row.value == command.plain:
        raise Refused(f"{command.name} is in force already: nothing in it has changed")
    house = house_of(command.plain)
    if row is None:
        board.make(Setting, key=KEY, value=dict(command.plain))
    else:
        row.value = dict(command.plain)
    _set(board, house.settings)
    return Receipt(f"house file {command.name} is in force for Brigadier General Commands", told(house))


def _set(board: Board, settings: Mapping[str, Any]) -> None:
    """The settings that the file carries, over those of the campaign; one that is gone does nothing."""
    book = rulebook_of(board)
    rows = {row.key: row for row in board.rows(Setting)}
    for key, value in settings.items():
        if key in GONE:
            continue
        book = book.with_setting(key, value)
        kept = book.overrides().get(key)
        if kept is None:
            if key in rows:
                board.erase(rows[key])
        elif key in rows:
            rows[key].value = kept
        else:
            board.make(Setting, key=key, value=kept)


def told(house: House) -> tuple[str, ...]:
    """Whose values they are, and what is still left to the players."""
    printing = f" from the printing {house.printing}" if house.printing else ""
    typed = f"typed in by {house.typed_by or 'nobody named'}{printing}"
    whose = "its values are the club's own, not the author's" if house.invented else typed
    remaining_texts = [f"{gap.rule} {gap.missing}" for gap in unfilled(house) if gap.key]
    missing = (
        f"still left to the players: {'; '.join(remaining_texts)}"
        if remaining_texts
        else "every gap that a house file can fill is filled"
    )
    players = ", ".join(player_path.partition(" (")[0] for player_path in house.for_players)
    note = (f"for the players, on their sheet only: {players}",) if players else ()
    return (f"{house.title or 'house file'}: {whose}", missing, *note)
