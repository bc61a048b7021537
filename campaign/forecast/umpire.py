"""The campaign as the umpire's forecast plays it on: true rows, without what is still secret of the future.

snapshot(board) -> Snapshot            the rows without seeds, the key of the papers and weather of days to come
require_playable(board)                raises Refused, before the first run, for what would hold the clock
last_day(board, text) -> int           the day to which --until lets the runs go
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from campaign.actions.weather import HISTORICAL
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.asof import facts_of
from campaign.journal.board import JournalBoard
from campaign.journal.memory import Snapshot, packed
from campaign.journal.state import State, stored
from campaign.model import Battle, Reseeding, Setting
from campaign.resolve.resolvers import missing_rules
from campaign.rules.tabletop.interface import system
from campaign.situation.conditions import rulebook_of
from campaign.situation.engaged import open_battles
from campaign.terms.state import BattleState
from campaign.terms.time import Phase
from campaign.terms.words import is_number

SECRET_FACTS = {"seed": "", "paper_key": None}
"""What stands in a snapshot in place of the campaign's secrets."""
DICE_FACT = "draws"
"""Fact that says how the campaign's own dice are made; a run has dice of its own."""


def snapshot(board: JournalBoard) -> Snapshot:
    """Return the present campaign, from a board that only reads."""
    state = State({table: dict(rows) for table, rows in stored(board).rows.items()})
    state.rows[Reseeding.__tablename__] = {}
    settings = state[Setting.__tablename__].items()
    state.rows[Setting.__tablename__] = {ident: row for ident, row in settings if row["key"] != HISTORICAL}
    facts = {name: value for name, value in facts_of(board).items() if name != DICE_FACT}
    return packed({**facts, **SECRET_FACTS}, board.ledger.next_id, state)


def require_playable(board: JournalBoard) -> None:
    """Raise Refused where the campaign is over, or where a battle waits that the program cannot fight."""
    require_running(board)
    if (battle := battle_in_hand(board)) is not None:
        raise Refused(
            f"battle {battle.number}, {battle.name}, is {battle.state}, and a forecast cannot play the rest "
            f"of it. Record the battle first (campaign battle record {battle.number}), or ask for a forecast "
            "from an earlier moment: --as-of DAY.TURN"
        )
    require_resolvable(board, {board.campaign.tabletop, *(battle.tabletop for battle in open_battles(board))})


def battle_in_hand(board: JournalBoard) -> Battle | None:
    """Return the first open battle that people have begun to fight."""
    return next((battle for battle in open_battles(board) if battle.state is not BattleState.PROPOSED), None)


def require_running(board: JournalBoard) -> None:
    """Raise Refused where the campaign is over."""
    if board.clock.phase is Phase.OVER:
        raise Refused(
            "there is nothing to forecast: the campaign is over. To forecast from a past moment: --as-of DAY.TURN"
        )


def require_resolvable(board: JournalBoard, systems: Collection[str]) -> None:
    """Raise Refused where the program cannot fight the battles of one of these systems."""
    for key in sorted(systems):
        if missing := missing_rules(key, rulebook_of(board)):
            parts = "; ".join(f"{part.description} ({part.rule})" for part in missing.parts)
            raise Refused(
                f"the forecast cannot be played: battles under {system(key).name} cannot be resolved, because "
                f"the program has no rules for {parts}. Instead, {missing.way_out}"
            )


def last_day(board: JournalBoard, text: str) -> int:
    """Return the last day to be played: that of the text, a day's number or date, or the campaign's last. Raises
    BadInput, and NotFound for a day that is over or not of the campaign.
    """
    campaign, now = board.campaign, board.clock.day
    if not text:
        return campaign.days
    word = text.strip()
    if is_number(word):
        day = int(word)
    else:
        try:
            day = (date.fromisoformat(word) - campaign.first_day).days + 1
        except ValueError as fault:
            raise BadInput(
                f"--until {text!r} is not a day. Write the number of the day ({now}) or its date ("
                f"{campaign.first_day.isoformat()})"
            ) from fault
    if not now <= day <= campaign.days:
        raise NotFound(f"--until {text} is not a day that is still to come. Write a day from {now} to {campaign.days}")
    return day
