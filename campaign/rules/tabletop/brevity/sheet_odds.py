"""The odds of each stand for a player's sheet: one exchange of its own fire, alone, at usual targets.

    fire_odds_rows(made, book, light=, sky=) -> tuple[FireOddsRow, ...]     lines with equal odds in one row
    odds_note(rows, light) -> str                                             the meaning of the rows, in words
    TARGETS                                                                   the usual targets, with their heads

A stand fires in this turn's light and weather, fresh and in the line, at 4 inches; artillery as artillery at located
targets. Companies merged for the table fire as one stand. Shown are per cent: pinned or worse, spent or worse,
destroyed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brevity.attack import prepare
from campaign.rules.tabletop.brevity.companies import as_one
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Firing, Mark, Works
from campaign.rules.tabletop.brevity.kinds import KINDS
from campaign.rules.tabletop.brevity.muster import Muster
from campaign.rules.tabletop.brevity.odds import FireOdds, fire_odds
from campaign.rules.tabletop.brevity.stands import Stand, stands_of
from campaign.rules.tabletop.brevity.tables import CLOSE_RANGE
from campaign.terms.state import Light, Sky
from campaign.values import dataclass

TARGETS: Final = (
    ("Foot", Mark(KINDS["infantry"])),
    ("Dug in", Mark(KINDS["infantry"], Works.DUG_IN)),
    ("Lorries", Mark(KINDS["truck column"])),
    ("Tanks", Mark(KINDS["medium tanks"])),
)
"""The usual targets: infantry on foot and dug in, infantry in its lorries, medium tanks."""
AS_ARTILLERY: Final = "arty"
"""The mark behind the lines of a row that fire as artillery."""
_LIGHT_WORDS: Final = {Light.DAY: "in the open", Light.MOONLIGHT: "by moonlight", Light.DARKNESS: "in the dark"}


@dataclass(frozen=True, slots=True)
class FireOddsRow:
    """Stands whose fire has the same odds, each by its lines, and those odds against each of the usual targets."""

    stands: tuple[tuple[int, ...], ...]
    odds: tuple[FireOdds, ...]
    guns: bool = False
    """True if they fire as artillery."""

    @property
    def label(self) -> str:
        """The lines of the row: ``1-3, 7``; ``1+2`` for lines that stand as one battalion; ``4 arty``."""
        runs: list[list[int]] = []
        words: list[str] = []
        for lines in self.stands:
            if len(lines) > 1:
                words.append("+".join(map(str, lines)))
            elif runs and lines[0] == runs[-1][-1] + 1:
                runs[-1].append(lines[0])
            else:
                runs.append([lines[0]])
        words = [*(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs), *words]
        return f"{', '.join(words)}{f' {AS_ARTILLERY}' if self.guns else ''}"

    @property
    def cells(self) -> tuple[str, ...]:
        """The odds as ``88/58/16``: pinned or worse, spent or worse, destroyed, in per cent; a dash if it can have no
        effect.
        """
        return tuple(_cell(outcome) for outcome in self.odds)


def _cell(odds: FireOdds) -> str:
    if not odds.out_of_action:
        return "\N{EN DASH}"
    return "/".join(_per_cent(chance) for chance in (odds.out_of_action, odds.spent + odds.lost, odds.lost))


def _per_cent(chance: Fraction) -> str:
    """Return a chance to the nearest per cent, but never 0 for something possible."""
    total = int(chance * 100 + Fraction(1, 2))
    return "<1" if chance and not total else str(total)


def odds_note(rows: Iterable[FireOddsRow], light: Light) -> str:
    """Return the meaning of the rows: the firer, the target, the distance, and the three figures."""
    made = tuple(rows)
    notes = texts("brevity").lines(
        "odds",
        {
            "odds_guns": any(row.guns for row in made),
            "odds_as_one": any(len(lines) > 1 for row in made for lines in row.stands),
        },
        light=_LIGHT_WORDS[light],
        near=CLOSE_RANGE,
        word=AS_ARTILLERY.capitalize(),
    )
    return " ".join(notes)


def fire_odds_rows(made: Muster, book: Rulebook, *, light: Light, sky: Sky) -> tuple[FireOddsRow, ...]:
    """Return a row for each kind of fire among the stands that can fight, in the order of their first lines; a company
    rolls one die (OB-HIT-05).
    """
    result: dict[tuple[bool, tuple[FireOdds, ...]], list[tuple[int, ...]]] = {}
    for lines, stands in _firing(made, book):
        guns = all(stand.artillery_in is not None for stand in stands)
        odds = tuple(_against(stands, mark, book, light, sky) for _, mark in TARGETS)
        result.setdefault((guns, odds), []).append(lines)
    return tuple(FireOddsRow(tuple(lines), odds, guns) for (guns, odds), lines in result.items())


def _firing(made: Muster, book: Rulebook) -> Iterator[tuple[tuple[int, ...], tuple[Stand, ...]]]:
    """Yield the stands of each fresh battalion; merged companies are one, by the row that they use."""
    merged = {number: merger for merger in made.mergers for number in merger.lines}
    units = {line.number: line.unit for line in made.lines}
    for line in made.lines:
        if not line.unit.state.counts_in_full:
            continue
        merger = merged.get(line.number)
        if merger is None:
            yield (line.number,), stands_of(line.unit, book)
        elif merger.row == line.number:
            yield (
                merger.lines,
                stands_of(as_one(line.unit, [units[number] for number in merger.lines], merger.size), book),
            )


def _against(stands: Sequence[Stand], mark: Mark, book: Rulebook, light: Light, sky: Sky) -> FireOdds:
    guns = all(stand.artillery_in is not None for stand in stands)
    firing = tuple(Firing(stand, CLOSE_RANGE) for stand in stands)
    kind = FireKind.ARTILLERY if guns else FireKind.DIRECT
    return fire_odds(prepare(Fire(kind, firing, mark, light, sky), book))
