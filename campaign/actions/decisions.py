"""Players' answers to decisions that the umpire asks them to take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from campaign.actions import air, recovery
from campaign.actions.day_context import DayContext
from campaign.errors import NotFound, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Decision
from campaign.rules.common.dice import Dice
from campaign.terms.given import Given
from campaign.terms.state import DecisionKind
from campaign.terms.words import did_you_mean, find, is_number, listed, plain
from campaign.values import dataclass
from campaign.words.receipt import Receipt

ANSWERS: dict[DecisionKind, Callable[[DayContext, Decision, str], None]] = {
    DecisionKind.RECOVERY: recovery.answer_recovery,
    DecisionKind.AMALGAMATION: recovery.answer_amalgamation,
    DecisionKind.AMALGAMATION_CHOICE: recovery.answer_choice,
    DecisionKind.AIR_TARGET: air.answer_target,
}
"""Function that carries out the answer to each kind of decision."""


@dataclass(frozen=True, slots=True)
class Decide:
    """The command that answers a decision by the key, the number (1, 2 ...) or the words of one of its options."""

    given: ClassVar[Given] = Given.AS_ANSWER

    number: int
    answer: str


@action("decide", Decide)
def decide(board: Board, command: Decide, dice: Dice) -> Receipt:
    """Answer a decision, which is possible once; undo takes the answer back out."""
    decision = next((d for d in board.rows(Decision) if d.number == command.number), None)
    owed = [d for d in board.rows(Decision) if d.answer is None]
    if decision is None:
        raise NotFound(
            f"there is no decision {command.number}. Decisions that wait now: "
            f"{listed([str(d.number) for d in owed]) or 'none'}"
        )
    if decision.answer is not None:
        answer = next((str(o["text"]) for o in decision.options if o["key"] == decision.answer), decision.answer)
        raise Refused(
            f"the decision about {decision.subject} has already been answered: {answer}. To undo the answer: "
            "campaign undo"
        )
    key = find_option(decision, command.answer)
    today = DayContext(board, dice)
    carry_out(today, decision, key)
    text = next(o["text"] for o in decision.options if o["key"] == key)
    return Receipt(f"Decision {decision.number}, {decision.subject}: {text}", tuple(today.lines))


def carry_out(today: DayContext, decision: Decision, key: str) -> None:
    """Write down the answer to a decision and carry it out."""
    decision.answer = key
    ANSWERS[decision.kind](today, decision, key)


MOST_TOLD = 6
"""Most answers that an error about a wrong answer lists."""


def find_option(decision: Decision, word: str) -> str:
    """Return the key of the option that a typed word selects. Raises NotFound with all options."""
    options = [(str(option["key"]), str(option["text"])) for option in decision.options]
    return options[find_choice(options, word, decision.number, decision.subject)][0]


def find_choice(options: Sequence[tuple[str, str]], word: str, number: int, subject: str) -> int:
    """Return the index, counted from 0, of the option (key and text) that a word or number selects. Raises NotFound
    with all of them.
    """
    if is_number(word) and 1 <= int(word) <= len(options):
        return int(word) - 1
    query = plain(word)
    fits = [n for n, option in enumerate(options) if query in map(plain, option)]
    fits = fits or [n for n, (_, text) in enumerate(options) if query and query in plain(text)]
    fits = fits or list(find(word, [(text, n) for n, (_, text) in enumerate(options)]))
    if len(fits) == 1:
        return fits[0]
    near = did_you_mean(word, [text for _, text in options])
    several = f"fits {len(fits)} answers" if fits else "is not an answer"
    few = "; ".join(f"{n} {text}" for n, (_, text) in enumerate(options, 1)) if len(options) <= MOST_TOLD else ""
    ways = f"The answers are: {few}" if few else f"List the {len(options)} answers: campaign decide {number}"
    raise NotFound(f"{word!r} {several} to the decision about {subject}{near}. {ways}")
