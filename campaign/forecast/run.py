"""One run: the campaign played on from a snapshot, with dice of its own.

    play(contents, seed, number, until) -> Run        a function of the snapshot, the seed and the number alone

The dice come from the seed of the forecast and the number of the run, never from the campaign's seed, which no snapshot
holds: run 1 would be the future.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.actions.day import Next, go_on
from campaign.actions.rulings import RuleBattle, rule_battle
from campaign.errors import Refused
from campaign.forecast.watch import Evening, Game, Watch
from campaign.journal.board import JournalBoard
from campaign.journal.memory import Contents, MemoryBoard
from campaign.model import Battle, Side
from campaign.rules.common.dice import Seeded, Tape
from campaign.terms.time import EVENING, Phase

STEP = Next("step", auto=True)


@dataclass(frozen=True, slots=True)
class Ruled:
    """The first battle at a place (its id) on a day, ruled for a side instead of fought."""

    place: int
    day: int
    winner: int


@dataclass(frozen=True, slots=True)
class Run:
    """What was counted in one run. ``ruled``: the battle to be ruled came about, and was ruled."""

    number: int
    evenings: tuple[Evening, ...]
    games: tuple[Game, ...]
    ruled: bool = False


def dice_of_run(seed: str, number: int) -> Seeded:
    """Return the dice of a run: all courses of events that are compared have the same."""
    return Seeded(f"{seed}|forecast|{number}")


def play(contents: Contents, seed: str, number: int, until: int, ruled: Ruled | None = None) -> Run:
    """Play the campaign on to the end of a day. Raises Refused for a battle that holds the clock."""
    board = MemoryBoard(contents)
    try:
        return play_on(board, seed, number, until, ruled)
    finally:
        board.close()


def play_on(board: JournalBoard, seed: str, number: int, until: int, ruled: Ruled | None = None) -> Run:
    """Play on a board, which shows the end afterwards."""
    watch, tape, has_ruled = Watch(board), Tape(dice_of_run(seed, number), board.moment), False
    while (phase := board.clock.phase) is not Phase.OVER and board.clock.day <= until:
        day = board.clock.day
        if phase is Phase.BATTLES:
            watch.before_battles()
            has_ruled = has_ruled or (ruled is not None and _rule(board, watch, ruled))
        began = (board.moment, phase)
        receipt = go_on(board, STEP, tape)
        if (board.moment, board.clock.phase) == began:
            reason = receipt.lines[-1] if receipt.lines else receipt.waiting
            raise Refused(f"run {number} of the forecast cannot be played on in turn {board.moment}: {reason}")
        if phase is Phase.BATTLES:
            watch.after_battles()
        if phase is EVENING[-1]:
            watch.evening(day)
    return Run(number, tuple(watch.evenings), tuple(watch.games), has_ruled)


def _rule(board: JournalBoard, watch: Watch, ruled: Ruled) -> bool:
    """Rule the battle if it is to be fought now; return whether it was."""
    due: list[Battle] = [b for b in watch.proposed() if (b.place_id, b.day) == (ruled.place, ruled.day)]
    if not due:
        return False
    held = board.row(Side, ruled.winner).key
    rule_battle(board, RuleBattle(str(due[0].number), "ruled in a forecast", held=held))
    return True
