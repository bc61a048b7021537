"""One run: the campaign played on from a snapshot, with dice of its own.

    play(contents, seed, number, until) -> Run        a function of the snapshot, the seed and the number alone

The dice come from the seed of the forecast and the number of the run, never from the campaign's seed, which no snapshot
holds: run 1 would be the future.
"""

from __future__ import annotations

import re

from campaign.actions.day import Next, go_on
from campaign.actions.rulings import rule_battle
from campaign.errors import Refused
from campaign.forecast.course import Drawn, Ordered, Stand, drawn_on, lay_course, stand_of
from campaign.forecast.enemy import draw, enemy_of
from campaign.forecast.watch import Evening, Game, Watch
from campaign.journal.board import JournalBoard
from campaign.journal.memory import Contents, MemoryBoard
from campaign.model import Battle, Place, Side
from campaign.rules.common.dice import RollName, Seeded, Source, Tape
from campaign.terms.time import EVENING, Phase
from campaign.values import dataclass, replace
from campaign.verbs.rulings import RuleBattle

STEP = Next("step", auto=True)


@dataclass(frozen=True, slots=True)
class Ruled:
    """The first battle at a place (its id) on a day, ruled for a side instead of fought."""

    place: int
    day: int
    winner: int


@dataclass(frozen=True, slots=True)
class Run:
    """The counts of one run. ``ruled``: the battle to be ruled came about, and was ruled; ``stands`` and ``drawn``:
    what is counted where the course of a staff is played.
    """

    number: int
    evenings: tuple[Evening, ...]
    games: tuple[Game, ...]
    ruled: bool = False
    stands: tuple[Stand, ...] = ()
    drawn: Drawn | None = None


@dataclass(frozen=True, slots=True)
class DiceOfRun:
    """The dice of a run: the same in all courses of events that are compared. Where several battles are fought in a
    turn their rolls bear the battle's number, which differs from course to course; here they bear its place.
    """

    seeded: Seeded
    board: JournalBoard

    def throw(self, name: RollName, need: str) -> int:
        subject = _IN_BATTLE.sub(self._place, name.subject)
        return self.seeded.throw(name if subject == name.subject else replace(name, subject=subject), need)

    def _place(self, match: re.Match[str]) -> str:
        battle = self.board.rows(Battle, Battle.number == int(match[1]))[0]
        return f" in the battle at {self.board.row(Place, battle.place_id).key}"


_IN_BATTLE = re.compile(r" in battle (\d+)$")


def play(
    contents: Contents, seed: str, number: int, until: int, ruled: Ruled | None = None, ordered: Ordered | None = None
) -> Run:
    """Play the campaign on to the end of a day; ``ordered``: under the course of a staff. Raises Refused for a battle
    that holds the clock, and for a course that cannot be ordered.
    """
    board = MemoryBoard(contents)
    try:
        dice = DiceOfRun(Seeded(f"{seed}|forecast|{number}"), board)
        if contents.enemy is None:
            return play_on(board, dice, number, until, ruled)
        enemy = enemy_of(contents.enemy)
        draw(board, enemy, dice)
        if ordered is None:
            return play_on(board, dice, number, until, ruled, enemy.side)
        drawn = drawn_on(board, enemy.enemy)
        lay_course(board, ordered)
        return replace(play_on(board, dice, number, until, ruled, enemy.side, ordered), drawn=drawn)
    finally:
        board.close()


def play_on(
    board: JournalBoard,
    dice: Source,
    number: int,
    until: int,
    ruled: Ruled | None = None,
    side: int | None = None,
    ordered: Ordered | None = None,
) -> Run:
    """Play on a board, which shows the end afterwards. ``side``: the only one whose affairs are counted; ``ordered``:
    the course of its staff for which the evenings are counted, too.
    """
    stands = list[Stand]()
    watch, tape, has_ruled = Watch(board, side), Tape(dice, board.moment), False
    while (phase := board.clock.phase) is not Phase.OVER and board.clock.day <= until:
        day = board.clock.day
        if phase is Phase.BATTLES:
            has_ruled = has_ruled or (ruled is not None and _rule(board, watch, ruled))
            watch.before_battles()
        began = (board.moment, phase)
        receipt = go_on(board, STEP, tape)
        if (board.moment, board.clock.phase) == began:
            reason = receipt.lines[-1] if receipt.lines else receipt.waiting
            raise Refused(f"run {number} of the forecast cannot go on in turn {board.moment}: {reason}")
        if phase is Phase.BATTLES:
            watch.after_battles()
        if phase is EVENING[-1]:
            watch.evening(day)
            if ordered is not None and side is not None:
                stands.append(stand_of(board, ordered, side, day))
    return Run(number, tuple(watch.evenings), tuple(watch.games), has_ruled, tuple(stands))


def _rule(board: JournalBoard, watch: Watch, ruled: Ruled) -> bool:
    """Rule the battle if it is to be fought now; return whether it was."""
    due: list[Battle] = [b for b in watch.proposed() if (b.place_id, b.day) == (ruled.place, ruled.day)]
    if not due:
        return False
    held = board.row(Side, ruled.winner).key
    rule_battle(board, RuleBattle(str(due[0].number), "ruled in a forecast", held=held, proposals=True))
    return True
