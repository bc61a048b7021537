"""The effect of sixes: kills, wounds, and their distribution over a platoon's Count of four (BGC-HITS, BGC-COVER-08).

harm(sixes, kind, shelter) -> Harm
Count(kills, wounds)            the state of a platoon; .unhurt .remaining .removed
suffer(count, result, book) -> Count
together(harms) -> Harm
quick(result, book, wound_is_kill) -> Harm   the optional rule without wounds
combined(...)                   Aimed and Area Fire on one target, by the house file's rule
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.tables import FULL_COUNT, KILL_FACTORS, FireKind, Shelter
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Harm:
    """The kills and wounds that one result causes."""

    kills: int = 0
    wounds: int = 0

    def __add__(self, harm: Harm) -> Harm:
        return Harm(self.kills + harm.kills, self.wounds + harm.wounds)

    def __str__(self) -> str:
        return f"{self.kills}+{self.wounds}" if self.wounds else str(self.kills)


NO_HARM = Harm()


@dataclass(frozen=True, slots=True)
class Count:
    """The dead and wounded of a platoon out of its full Count. Raises BadInput if there are more of them than that."""

    kills: int = 0
    wounds: int = 0
    full: int = FULL_COUNT

    def __post_init__(self) -> None:
        if min(self.kills, self.wounds) < 0 or self.kills + self.wounds > self.full:
            raise BadInput(
                f"a platoon of {self.full} men cannot have {self.kills} men killed and {self.wounds} wounded. "
                f"Write 0 or more of each, and at most {self.full} together"
            )

    @property
    def unhurt(self) -> int:
        """The men neither killed nor wounded."""
        return self.full - self.kills - self.wounds

    @property
    def remaining(self) -> int:
        """The Count that fires: each casualty, dead or wounded, lowers it by one (BGC-FIRE-15)."""
        return self.unhurt

    @property
    def removed(self) -> bool:
        """True if all are dead: the platoon leaves the table (BGC-HITS-10). With wounded left it stays, at Count 0
        (BGC-AMB-03).
        """
        return self.kills >= self.full

    def __str__(self) -> str:
        return f"{self.kills}/{self.wounds}"


def _whole_and_rest(total: Fraction) -> Harm:
    kills = total.numerator // total.denominator
    return Harm(kills, int(total != kills))


def harm(sixes: int, kind: FireKind, shelter: Shelter) -> Harm:
    """Return the kills and wounds of sixes times the factor: the whole part kills, any remainder wounds one
    (BGC-HITS-01..04, BGC-TAB-11).

    Aimed Fire in the open leaves no remainder: there an odd six wounds instead of killing.
    """
    factor = KILL_FACTORS[kind, shelter]
    if factor == 1:
        return Harm(sixes - sixes % 2, sixes % 2)
    return _whole_and_rest(sixes * factor)


def together(harms: Iterable[Harm]) -> Harm:
    """Return the sum of results that are counted separately in one round of fire: of two kinds of fire, or of several
    shelters (BGC-AMB-58).
    """
    return sum(harms, NO_HARM)


class CombinedFire(StrEnum):
    """The count of Aimed and Area Fire on one target (BGC-M-17, by the house file)."""

    SEPARATE = "separate"
    SUM_FRACTIONS = "sum_fractions"
    SUM_SIXES = "sum_sixes"


def combined(aimed: int, area: int, shelter: Shelter, rule: CombinedFire) -> Harm:
    """Return the kills and wounds of sixes of both kinds on one target."""
    if rule is CombinedFire.SEPARATE or not (aimed and area):
        return together((harm(aimed, FireKind.AIMED, shelter), harm(area, FireKind.AREA, shelter)))
    if rule is CombinedFire.SUM_SIXES:
        return harm(aimed + area, FireKind.AIMED, shelter)
    return _whole_and_rest(aimed * KILL_FACTORS[FireKind.AIMED, shelter] + area * KILL_FACTORS[FireKind.AREA, shelter])


def quick(result: Harm, book: Rulebook, wound_is_kill: bool | None) -> Harm:
    """Return a result under the optional quick rules, without wounds; the house file says what a wound is worth instead
    (BGC-M-31).
    """
    if not book.switch("brigadier.quick_play") or wound_is_kill is None:
        return result
    return Harm(result.kills + (result.wounds if wound_is_kill else 0))


def suffer(count: Count, result: Harm, book: Rulebook) -> Count:
    """Return the state of a platoon after one result (BGC-HITS-05..09, BGC-AMB-01, -02, -59).

    Both kills and wounds fall on the unhurt first. If no man was unhurt before it, kills fall on the wounded; kills
    beyond the last unhurt man of the same result are lost, or by house rule fall on the wounded too. Wounds never add
    up to a kill.
    """
    kills, wounds = result.kills, result.wounds
    if count.unhurt == 0:
        more = min(kills, count.wounds)
        return Count(count.kills + more, count.wounds - more, count.full)
    dead = min(kills, count.unhurt)
    hurt = min(wounds, count.unhurt - dead)
    excess = min(kills - dead, count.wounds + hurt) if book.word("brigadier.excess_kills") == "wounded" else 0
    return Count(count.kills + dead + excess, count.wounds + hurt - excess, count.full)
