"""Casualty markers: red and black pins, overloaded stands, and the removal of pins (NQM-CAS, NQM-REORG-12 to -16).

A stand bears as many pins as it has figures or points of strength; one more and it is lost for good. Reorganisation
takes half of the red pins off, the odd one on 4-6; those left turn black. When the battle ends half of the new black
pins come off in the same way.

    Pinned(strength, red, black)                     .unwounded .full .overloaded
    place(stands, hits, draw) -> Placed              markers dealt out one by one
    halved(pins, odd_off) -> int                     the pins that stay on
    odd_comes_off(face) -> bool
    reorganised(stands, stays) -> tuple[Pinned]      those that stay, shared out as black pins
    amalgamated(figures, total) -> tuple[int]        unwounded stands made into companies
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.rules.tabletop.nqm.tables import ODD_PIN_OFF_FROM
from campaign.values import dataclass, replace

COMPANY = 3
"""The figures, or points, of a whole company (NQM-REPR-07, NQM-AMB-14)."""

Drawer = Callable[[Sequence[int]], int]
"""A function that chooses which of several stands (by index) takes the next marker."""


@dataclass(frozen=True, slots=True)
class Pinned:
    """A stand and its pins; ``strength`` is its figures, or the points on its marker."""

    strength: int
    red: int = 0
    black: int = 0

    @property
    def pins(self) -> int:
        """The number of pins, of any colour (NQM-CAS-04)."""
        return self.red + self.black

    @property
    def unwounded(self) -> int:
        """The figures without a pin."""
        return max(0, self.strength - self.pins)

    @property
    def full(self) -> bool:
        """True if each figure has its pin (NQM-CAS-05, -06, -09)."""
        return self.pins >= self.strength

    @property
    def overloaded(self) -> bool:
        """True if the stand has more pins than it can bear: removed for good (NQM-CAS-04, -07)."""
        return self.pins > self.strength


@dataclass(frozen=True, slots=True)
class Placed:
    """The stands after the markers; ``removed`` are the indices of those overloaded, ``wasted`` the markers for which
    no stand was left.
    """

    stands: tuple[Pinned, ...]
    removed: tuple[int, ...]
    wasted: int = 0


def first_of(candidates: Sequence[int]) -> int:
    """Return the first stand in order, if the choice makes no difference or the owner has put them in order."""
    return candidates[0]


def place(stands: Sequence[Pinned], hits: int, draw: Drawer = first_of) -> Placed:
    """Deal markers out, each to one of the stands with the fewest, and return the result (NQM-CAS-01, -02, NQM-AMB-06,
    -49, -77).
    """
    after = list(stands)
    open_stands = [n for n, stand in enumerate(after) if not stand.overloaded]
    removed: list[int] = []
    for dealt in range(hits):
        if not open_stands:
            return Placed(tuple(after), tuple(removed), hits - dealt)
        fewest = min(after[n].pins for n in open_stands)
        candidates = [n for n in open_stands if after[n].pins == fewest]
        struck = candidates[0] if len(candidates) == 1 else draw(candidates)
        after[struck] = replace(after[struck], red=after[struck].red + 1)
        if after[struck].overloaded:
            open_stands.remove(struck)
            removed.append(struck)
    return Placed(tuple(after), tuple(removed))


def odd_comes_off(face: int) -> bool:
    """Return whether an odd marker comes off by the die (NQM-REORG-13)."""
    return face >= ODD_PIN_OFF_FROM


def halved(pins: int, *, odd_off: bool = False) -> int:
    """Return the pins that stay on when half come off; ``odd_off``: the odd one, diced for, came off too (NQM-REORG-12,
    -13, NQM-CAS-11).
    """
    return pins // 2 + (0 if odd_off else pins % 2)


def shared_out(stands: Sequence[Pinned], pins: int) -> tuple[Pinned, ...]:
    """Return stands without red pins with this number of black pins, placed as an owner would: on the stand with the
    most figures free (NQM-CAS-10).
    """
    after = [replace(stand, red=0) for stand in stands]
    for _ in range(pins):
        freest = max(range(len(after)), key=lambda n: (after[n].unwounded, -n))
        after[freest] = replace(after[freest], black=after[freest].black + 1)
    return tuple(after)


def reorganised(stands: Sequence[Pinned], stays: int) -> tuple[Pinned, ...]:
    """Return the stands after reorganising: the red pins are off, ``stays`` of them are black now (NQM-CAS-09, -10,
    NQM-AMB-76).
    """
    return shared_out(stands, stays)


def permanent(black: int, *, odd_off: bool = False) -> int:
    """Return the black pins that are losses for good when the battle ends (NQM-CAS-11, -12)."""
    return halved(black, odd_off=odd_off)


def amalgamated(figures: Sequence[int], total: int = COMPANY) -> tuple[int, ...]:
    """Return unwounded stands amalgamated into companies of at most ``total`` figures (NQM-REORG-15, NQM-AMB-80)."""
    companies, rest = divmod(sum(figures), total)
    return (*(total for _ in range(companies)), *([rest] if rest else []))
