"""Sets the scene for a test through the journal: ``stage(store, lambda board: ...)`` is one entry like any other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from campaign.actions.day import Next
from campaign.journal import Done, JournalBoard, commit
from campaign.journal.record import carry_out, write_down, writing
from campaign.journal.register import Action
from campaign.model import Battalion, Clock
from campaign.rules.common.dice import Dice, Scripted, Tape
from campaign.store import Store
from campaign.terms.time import Phase
from campaign.words.receipt import Receipt
from tests.tiny import named


@dataclass(frozen=True, slots=True)
class Staged:
    """Whatever the test wants to be so."""


def stage(store: Store, change: Callable[[JournalBoard], Any]) -> None:
    """Change rows as a test needs them."""

    def act(board: JournalBoard, command: Staged, dice: Dice) -> Receipt:
        change(board)
        return Receipt("staged")

    with writing(store) as board:
        tape, action = Tape(Scripted(()), board.moment), Action("stage", Staged, act)
        write_down(board, carry_out(board, Staged(), tape, "test", action))


def set_clock(store: Store, day: int, turn: int, phase: Phase) -> None:
    """Put the clock somewhere."""

    def change(board: JournalBoard) -> None:
        (clock,) = board.rows(Clock)
        clock.day, clock.turn, clock.phase = day, turn, phase

    stage(store, change)


def step(store: Store, *faces: int, until: str = "step", auto: bool = False) -> Done:
    """One step of the day with these dice."""
    return commit(store, None, Next(until, auto), source=Scripted(faces), actor="umpire")


def do(store: Store, command: object, *faces: int) -> Done:
    """One command with these dice."""
    return commit(store, None, command, source=Scripted(faces), actor="umpire")


def battalion(board: JournalBoard, name: str) -> Battalion:
    """A battalion of the tiny campaign."""
    found: Battalion = named(board, Battalion, name)
    return found
