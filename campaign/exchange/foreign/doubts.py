"""Doubts: the decisions of a conversion, each with its source, its result, its certainty, and the line that changes it.

    Doubt                    one decision, whatever number of lines it concerns
    in_fields(doubt)         as JSON has it
    uncertain(doubts)        those that are no facts
    worst_first(doubts)      in the order in which an umpire should look at them
    share_in_doubt(doubts, whole, stake)  the part of all battalions or kilometres that may be wrong

A reader of lists and a reader of maps deliver the same doubts; the page, the report and the exit code use only these.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from campaign.errors import in_short
from campaign.terms.words import plain
from campaign.values import dataclass


class Sure(StrEnum):
    """Certainty of a decision."""

    CERTAIN = "certain"
    LIKELY = "likely"
    GUESS = "guess"


class Stake(StrEnum):
    """Unit in which the effect of a decision is measured."""

    BATTALIONS = "battalions"
    KILOMETRES = "km"


CHANCE = {Sure.CERTAIN: 0.0, Sure.LIKELY: 0.15, Sure.GUESS: 0.45}
"""Part of such decisions that turn out wrong."""
# Our choice of figures: of decisions named by the first reader that was measured, 7 of 28 likely ones and 12 of 25
# guesses had an error on their lines; the likely ones about numbers in the notes, 0 of 25, count little by `at_stake`.


@dataclass(frozen=True, slots=True)
class Doubt:
    """A decision of the conversion."""

    kind: str
    """Kind of decision, in a word: ``count``, ``left out``, ``filled``, ``scale``, ``twins``."""
    read: str
    """The words of the file, or the fact of the map."""
    made: str
    """The result, in words."""
    sure: Sure
    at_stake: float
    """Number of battalions or kilometres that the decision concerns."""
    stake: Stake = Stake.BATTALIONS
    lines: tuple[str, ...] = ()
    """Places of the source: ``corps.txt:12``, ``roads.geojson: feature 3``."""
    instead: tuple[str, ...] = ()
    """Other possible results, the most probable one first."""
    remedy: str = ""
    """Line that decides it otherwise; empty if only a change of the file can."""
    stops: bool = False
    """True if nothing may be written before it is decided: a guess of a scale, an empty result, a broken sum."""

    @property
    def weight(self) -> float:
        """Battalions or kilometres that are expected to be wrong."""
        return CHANCE[self.sure] * self.at_stake

    @property
    def key(self) -> tuple[str, str]:
        """Kind and words, by which the doubt is known again after the list was corrected and its lines moved."""
        return self.kind, plain(self.read)

    def __str__(self) -> str:
        return f"{in_short(self.read)}: {in_short(self.made)} ({self.sure})"

    def in_full(self) -> str:
        """Return the doubt in a line: place, result, other results, and the line that changes it."""
        place = f"{self.lines[0]}: " if self.lines else ""
        more = f" and {len(self.lines) - 1} more lines" if len(self.lines) > 1 else ""
        instead = f". Otherwise: {' or '.join(self.instead)}" if self.instead else ""
        remedy = f". To decide it: {in_short(self.remedy)}" if self.remedy else ""
        return f"{place}{self}{more}{instead}{remedy}"


def in_fields(doubt: Doubt) -> dict[str, object]:
    """Return a doubt as JSON has it."""
    return {
        "kind": doubt.kind,
        "read": doubt.read,
        "made": doubt.made,
        "sure": doubt.sure.value,
        "weight": round(doubt.weight, 2),
        "unit": doubt.stake.value,
        "lines": list(doubt.lines),
        "instead": list(doubt.instead),
        "remedy": doubt.remedy,
        "stops": doubt.stops,
    }


def uncertain(doubts: Iterable[Doubt]) -> list[Doubt]:
    """Return the doubts that an umpire should look at: a certain decision is told as a fact."""
    return [doubt for doubt in doubts if doubt.sure is not Sure.CERTAIN]


def worst_first(doubts: Iterable[Doubt]) -> list[Doubt]:
    """Return doubts by weight, those that stop the conversion first, and one for equal kind and words."""
    once = {doubt.key: doubt for doubt in doubts}
    return sorted(once.values(), key=lambda doubt: (not doubt.stops, -doubt.weight))


def share_in_doubt(doubts: Iterable[Doubt], whole: float, stake: Stake) -> float:
    """Return the part from 0 to 1 of all battalions or kilometres that is expected to be wrong.

    ``whole``: their number in the result; with an empty result everything is in doubt.
    """
    weight = sum(doubt.weight for doubt in doubts if doubt.stake is stake)
    return min(1.0, weight / whole) if whole > 0 else float(weight > 0)
