"""Small actions that begin turns and roll in them, and the tiny campaign whose turns draw fresh bits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from campaign.actions.reseeding import Reseed
from campaign.actions.reseeding import reseed as give_new_dice
from campaign.journal import JournalBoard, Register, action, begin_campaign
from campaign.rules.common.dice import ClockDice, Dice, Seeded
from campaign.store import create
from campaign.terms.time import TURN
from campaign.values import replace
from campaign.words.receipt import Receipt
from tests.tiny import FACTS, FOUNDING, FoundTiny

SIDES = 10**9
"""Sides of a die that shows the same face twice only if it is the same throw."""
TURNS = Register(FOUNDING)


@dataclass(frozen=True, slots=True)
class Play:
    """Play a turn: the clock begins it, rolls a die in it, and moves to the next one."""

    turns: int = 1


@dataclass(frozen=True, slots=True)
class Throw:
    """Roll a die now, in whatever turn it is."""

    purpose: str


@dataclass(frozen=True, slots=True)
class Idle:
    """Let a turn pass in which nothing is rolled."""


@action("play", register=TURNS)
def play_turns(board: JournalBoard, command: Play, dice: ClockDice) -> Receipt:
    faces = []
    for _ in range(command.turns):
        dice.moment = board.moment
        dice.begin(str(TURN[0]))
        faces.append(dice.roll(SIDES, "march", "1st_rifles"))
        _next_turn(board)
    return Receipt(f"faces {faces}")


@action("throw", register=TURNS)
def throw(board: JournalBoard, command: Throw, dice: Dice) -> Receipt:
    return Receipt(f"face {dice.roll(SIDES, command.purpose, '1st_rifles')}")


@action("idle", register=TURNS)
def idle(board: JournalBoard, command: Idle, dice: ClockDice) -> Receipt:
    dice.moment = board.moment
    dice.begin(str(TURN[0]))
    _next_turn(board)
    return Receipt("a quiet turn")


@action("reseed", register=TURNS)
def reseed(board: JournalBoard, command: Reseed) -> Receipt:
    return give_new_dice(board, command)


def _next_turn(board: JournalBoard) -> None:
    last = board.clock.turn == 4
    board.clock.day, board.clock.turn = board.clock.day + last, 1 if last else board.clock.turn + 1


def found_drawing(path: Path, seed: str = FACTS.seed, battalions: int = 0) -> Path:
    """The tiny campaign in a closed file; its turns draw bits."""
    store = create(path)
    facts, command = replace(FACTS, draws=True, seed=seed), FoundTiny(battalions)
    begin_campaign(store, facts, command, source=Seeded(seed), actor="Ann", register=FOUNDING)
    store.close()
    return path
