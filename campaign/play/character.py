"""The characters of commanders as the doctrine takes them: how a word shifts the odds asked for, what battalions
are worth to him, how long a report counts, and when he gives ground (umpire 1.23).

    traits_of(character) -> Traits     those of a word; PLAIN for a commander without one
    Leader                             who leads some troops: his name, his traits
    needed(base, leader) -> float      the chance that he asks for, where others ask for ``base``
    because(leader) -> str             the end of a reason: ``, for Brig W. H. E. Gott is cautious (house)``
    asked_by(leader) -> str            the same after a chance that is needed

That a man was bold or cautious is history, and the scenario says where it is told. What follows from it in figures is
ours: no rule book has such a number. Beside each stands what it changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.terms.character import Character
from campaign.terms.time import TURNS_A_DAY
from campaign.values import dataclass

# Our choices: a chance is never taken for nothing, and nobody waits for certainty. They decide only if the umpire's own
# chance is near 0 or 1 (`test_a_character_never_asks_for_nothing_or_for_certainty`).
LEAST, MOST = 0.1, 0.95
"""The least and the most that a shifted chance can be."""
# Our choice, the doctrine's own for a commander without a character. It decides which ground is taken for empty
# (`test_race_for_what_is_empty`).
TRUSTS: Final = TURNS_A_DAY
"""The turns for which a sighting counts."""
# Our choice. It decides who gives ground (`test_give_ground_in_the_open_and_before_being_cut_off`).
GOES_AT: Final = 0.7
"""The chance of being driven off from which a unit that need not stay goes."""


@dataclass(frozen=True, slots=True)
class Traits:
    """The effect of a character. ``asks``: added to the chance needed for an attack; ``lost``, ``spent``: the points
    that a battalion of his own is worth to him, lost or spent, where courses are compared; ``sure``: the standard
    errors by which a course must be better than the doctrine's before he takes it; ``trusts``: the turns for which a
    sighting counts; ``goes_at``: the chance of being driven off from which he gives ground; ``stays``: he leaves no
    ground with cover, or that scores, of his own will; ``masses``: he attacks only with all whom he has within a day.
    """

    asks: float
    lost: float
    spent: float
    sure: float
    trusts: int = TRUSTS
    goes_at: float = GOES_AT
    stays: bool = False
    masses: bool = False


# Our choices. Nothing asks yet for what battalions are worth, nor for how sure he must be: they are for comparing
# courses.
PLAIN: Final = Traits(asks=0.0, lost=0.7, spent=0.2, sure=1.5)
"""The traits of a commander without a character: the doctrine as it is."""
_TRAITS: Final[Mapping[Character, Traits]] = MappingProxyType(
    {
        # Our choices. Larger shifts were tried first: with ten points a cautious Gott lost his side some 5 points of
        # score a campaign of Operation Brevity (16 pairs, `tests.harness.doctrines`), with five about 1.
        # Bold: at 40 % in place of 50 % he attacks where others hold
        # (`test_the_bold_attacks_where_the_cautious_holds`); he goes for ground where nobody was seen in this half day
        # (`test_the_bold_trusts_no_old_report`), and weighs his losses at about half.
        Character.BOLD: Traits(asks=-0.1, lost=0.4, spent=0.1, sure=0.5, trusts=2),
        # Our choices. Cautious: at 55 % in place of 50 % he holds where others attack, believes a report for two days
        # (`test_the_cautious_believes_a_report_for_two_days`), and goes at 65 %
        # (`test_the_cautious_gives_ground_and_the_stubborn_stays`).
        Character.CAUTIOUS: Traits(asks=0.05, lost=1.0, spent=0.4, sure=2.0, trusts=8, goes_at=0.65),
        # Our choices. Methodical: he asks for a little more, and takes with him all whom he has within a day
        # (`test_the_methodical_takes_all_with_him`).
        Character.METHODICAL: Traits(asks=0.05, lost=1.0, spent=0.3, sure=2.0, masses=True),
        # Our choices. Stubborn: he attacks as the doctrine does, and gives ground in the open only when he is as good
        # as beaten, other ground not at all (`test_the_cautious_gives_ground_and_the_stubborn_stays`).
        Character.STUBBORN: Traits(asks=0.0, lost=0.7, spent=0.1, sure=1.5, goes_at=0.85, stays=True),
    }
)


LONGEST_TRUSTED: Final = max(traits.trusts for traits in _TRAITS.values())
"""The turns for which a sighting counts with the commander who believes it longest."""


def traits_of(character: Character | None) -> Traits:
    """Return the traits of a character."""
    return PLAIN if character is None else _TRAITS[character]


@dataclass(frozen=True, slots=True)
class Leader:
    """The commander who leads some troops, as far as his character counts."""

    name: str = ""
    character: Character | None = None

    @property
    def traits(self) -> Traits:
        """Traits of his character."""
        return traits_of(self.character)


NOBODY: Final = Leader()
"""The leader of troops whose commander has no character, or whose character does not count."""


def needed(base: float, leader: Leader) -> float:
    """Return the chance that a commander asks for where the doctrine asks for ``base``."""
    shift = leader.traits.asks
    return base if not shift else min(max(LEAST, base + shift), max(MOST, base))


def because(leader: Leader) -> str:
    """Return a commander's character as a reason, to follow what he does; empty if he has none."""
    return f", for {leader.name} is {leader.character} (house)" if leader.character else ""


def asked_by(leader: Leader) -> str:
    """Return why a commander asks for another chance than the doctrine does, to follow it; empty if he does not."""
    return because(leader) if leader.traits.asks else ""
