"""What a step of the day works with: the board, the dice, the rulebook, and the map and armies as they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
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


@dataclass
class DayContext:
    """One step of the clock. Made anew for every step, so that nothing remembered goes stale."""

    board: Board
    dice: Dice
    auto: bool = False
    sides_led: frozenset[int] = frozenset()
    """Sides that the program plays this time."""
    lines: list[str] = field(default_factory=list)
    """What happened, for the receipt."""

    @property
    def now(self) -> Moment:
        """The running turn."""
        return self.board.moment

    @cached_property
    def book(self) -> Rulebook:
        """The house rules in force."""
        return rulebook_of(self.board)

    @cached_property
    def army(self) -> Army:
        """Everybody."""
        return load_army(self.board)

    @cached_property
    def theatre(self) -> Theatre:
        """The map."""
        return load_theatre(self.board)

    @cached_property
    def conditions(self) -> Conditions:
        """Light and weather of this turn."""
        return conditions_at(self.board, self.now, self.book)

    @cached_property
    def leading(self) -> Leading:
        """Whom the program leads."""
        return leading_in(self.board, self.army, self.book, auto=self.auto, sides=self.sides_led)

    def weighs(self, battalion: Battalion) -> bool:
        """Does it attack by the odds alone: in automatic play, and where the program leads?"""
        return self.auto or bool(self.leading.sign(battalion.present_id))

    def say(self, line: str, *rules: str) -> None:
        """Tell the umpire, with the ids of the rules by which it is so."""
        self.lines.append(by_rule(line, *rules))
