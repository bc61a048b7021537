"""The context of a step of the day: the board, the dice, the rulebook, and the current map and armies."""

from __future__ import annotations

from functools import cached_property

from campaign.journal.board import Board
from campaign.model import Battalion
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import Army, load_army
from campaign.situation.conditions import Conditions, conditions_at, rulebook_of
from campaign.situation.ground import load_theatre
from campaign.situation.leading import Leading, leading_in
from campaign.terms.rule_ids import by_rule
from campaign.terms.time import Moment
from campaign.theatre.values import Theatre
from campaign.values import dataclass, field


@dataclass
class DayContext:
    """The context of one step of the clock. It is made anew for every step, so that no cached value is out of date."""

    board: Board
    dice: Dice
    auto: bool = False
    sides_led: frozenset[int] = frozenset()
    """Sides that the program plays in this run."""
    lines: list[str] = field(default_factory=list)
    """Events of the day, for the receipt."""

    @property
    def now(self) -> Moment:
        """Running turn."""
        return self.board.moment

    @cached_property
    def book(self) -> Rulebook:
        """House rules in force."""
        return rulebook_of(self.board)

    @cached_property
    def army(self) -> Army:
        """The order of battle of both sides, with the present state of every unit."""
        return load_army(self.board)

    @cached_property
    def theatre(self) -> Theatre:
        return load_theatre(self.board)

    @cached_property
    def conditions(self) -> Conditions:
        """Light and weather of this turn."""
        return conditions_at(self.board, self.now, self.book)

    @cached_property
    def leading(self) -> Leading:
        """Commanders led by the program."""
        return leading_in(self.board, self.army, self.book, auto=self.auto, sides=self.sides_led)

    def weighs(self, battalion: Battalion) -> bool:
        """Return whether a battalion attacks by the odds alone: in automatic play, and where the program leads it."""
        return self.auto or bool(self.leading.sign(battalion.present_id))

    def say(self, line: str, *rules: str) -> None:
        """Add a line for the umpire, with the ids of the rules that it follows."""
        self.lines.append(by_rule(line, *rules))
