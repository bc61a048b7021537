"""The odds that a player wants before him for each of his battalions: one exchange of its own fire, alone, at usual targets.

    fire_odds_rows(lines, book, light=, sky=) -> tuple[FireOddsRow, ...]     lines with equal odds in one row
    TARGETS                                                                  the usual targets, with their heads

The battalion fires as it is in this turn's light and weather, fresh and in the line, 4 inches away; artillery as artillery at
located targets. Shown are per cent: pinned or worse, spent or worse, destroyed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from campaign.rules.brevity.attack import prepare
from campaign.rules.brevity.fire import Fire, FireKind, Firing, Mark, Works
from campaign.rules.brevity.kinds import KINDS
from campaign.rules.brevity.muster import Line, is_headquarters
from campaign.rules.brevity.odds import FireOdds, fire_odds
from campaign.rules.brevity.stands import Stand, stands_of
from campaign.rules.brevity.tables import CLOSE_RANGE
from campaign.rules.rulebook import Rulebook
from campaign.terms.state import Light, Sky, State

TARGETS: Final = (
    ("Foot", Mark(KINDS["infantry"])),
    ("Dug in", Mark(KINDS["infantry"], Works.DUG_IN)),
    ("Soft veh.", Mark(KINDS["truck column"])),
    ("Med. tanks", Mark(KINDS["medium tanks"])),
)
"""Infantry in the open and dug in, lorries or guns on the move, medium tanks: what an enemy mostly shows."""


@dataclass(frozen=True, slots=True)
class FireOddsRow:
    """Lines of the sheet whose fire has the same odds, and those odds against each of the usual targets."""

    lines: tuple[int, ...]
    odds: tuple[FireOdds, ...]

    @property
    def label(self) -> str:
        """``1-3, 7``."""
        runs: list[list[int]] = []
        for number in self.lines:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)

    @property
    def cells(self) -> tuple[str, ...]:
        """``88/58/16``: pinned or worse, spent or worse, destroyed, in per cent; a dash where nothing can come of it."""
        return tuple(_cell(one) for one in self.odds)


def _cell(odds: FireOdds) -> str:
    if not odds.out_of_action:
        return "\N{EN DASH}"
    return "/".join(_per_cent(chance) for chance in (odds.out_of_action, odds.spent + odds.lost, odds.lost))


def _per_cent(chance: Fraction) -> str:
    """To the nearest per cent, but never 0 for what can happen."""
    whole = int(chance * 100 + Fraction(1, 2))
    return "<1" if chance and not whole else str(whole)


def fire_odds_rows(lines: Iterable[Line], book: Rulebook, *, light: Light, sky: Sky) -> tuple[FireOddsRow, ...]:
    """A row for each kind of fire among the lines that can fight, in the order of their first lines."""
    found: dict[tuple[FireOdds, ...], list[int]] = {}
    for line in lines:
        if line.unit.state is not State.FRESH or is_headquarters(line.unit) or line.halves == 0:
            continue
        odds = tuple(_against(stands_of(line.unit, book), mark, book, light, sky) for _, mark in TARGETS)
        found.setdefault(odds, []).append(line.number)
    return tuple(FireOddsRow(tuple(numbers), odds) for odds, numbers in found.items())


def _against(stands: tuple[Stand, ...], mark: Mark, book: Rulebook, light: Light, sky: Sky) -> FireOdds:
    guns = all(stand.artillery_in is not None for stand in stands)
    firing = tuple(Firing(stand, CLOSE_RANGE) for stand in stands)
    kind = FireKind.ARTILLERY if guns else FireKind.DIRECT
    return fire_odds(prepare(Fire(kind, firing, mark, light, sky), book))
