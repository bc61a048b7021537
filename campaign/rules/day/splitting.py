"""Battalions split and joined on the campaign map (umpire 1.3, OB-SIZE-04, -05, OB-REC-01, OB-AMB-090).

A normal battalion is four companies, a weak one two, a large one eight; a reconnaissance battalion as many as the
rulebook says. Two companies make a weak battalion, three or four a normal one, one stays a company. The part that is
split off is subtracted: splitting and joining neither lose nor gain anything.

    companies_in(size, away, total) -> int     companies that a battalion has left, with these away
    size_of(companies) -> Size                 the size of a unit with this many companies
    part(part_size, companies) -> Part              a company or a half: the part that goes, and both sizes afterwards
    share(count, companies, of)                the share of men, vehicles, guns that goes
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from campaign.errors import BadInput, Refused
from campaign.terms.forces import Arm, Size
from campaign.values import dataclass

# A weak battalion is half a normal one, a large one two (OB-SIZE-02, -06); two companies make a weak one, three or four
# a normal one (umpire 1.3).
COMPANIES: Final = {Size.COMPANY: 1, Size.WEAK: 2, Size.NORMAL: 4, Size.LARGE: 8}
_RECONNAISSANCE = frozenset({Arm.RECONNAISSANCE, Arm.ARMOURED_CAR})


class PartSize(StrEnum):
    """The part of a battalion that is split off: a company or a half."""

    COMPANY = "company"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class Part:
    """The part that is split off, ``companies`` out of ``of``, and the sizes of both units afterwards."""

    companies: int
    of: int
    size: Size
    rest: Size


RECONNAISSANCE_COMPANIES = 3  # OB-AMB-090.


def whole_of(arm: Arm) -> int:
    """Return the number of companies in a normal battalion of this arm (OB-AMB-090)."""
    return RECONNAISSANCE_COMPANIES if arm in _RECONNAISSANCE else COMPANIES[Size.NORMAL]


def size_of(companies: int) -> Size:
    """Return the size of a unit: two companies are a weak battalion, three or four a normal one, more a large one
    (umpire 1.3).
    """
    if companies <= 1:
        return Size.COMPANY
    if companies == COMPANIES[Size.WEAK]:
        return Size.WEAK
    return Size.NORMAL if companies <= COMPANIES[Size.NORMAL] else Size.LARGE


def companies_in(size: Size, away: int, total: int) -> int:
    """Return the companies that a battalion of this size has with it while ``away`` of its own are split off."""
    if not away:
        return total if size is Size.NORMAL else COMPANIES[size]
    originally = sorted({COMPANIES[Size.WEAK], total, COMPANIES[Size.NORMAL], COMPANIES[Size.LARGE]})
    return next((n - away for n in originally if n > away and size_of(n - away) is size), COMPANIES[size])


def part(part_size: PartSize, companies: int) -> Part:
    """Return a company or a half of a battalion to split off. Raises Refused if nothing would be left, or no half is
    possible.
    """
    if companies < 2:
        raise Refused("it is only a company strong and cannot be split further (OB-SIZE-05)")
    if part_size is PartSize.HALF and companies % 2:
        raise Refused(f"it has {companies} companies and cannot be halved. Split off one company instead (umpire 1.3)")
    goes = 1 if part_size is PartSize.COMPANY else companies // 2
    return Part(goes, companies, size_of(goes), size_of(companies - goes))


def part_word(word: str) -> PartSize:
    """Return the part for the word ``company`` or ``half``."""
    try:
        return PartSize(word.strip().lower())
    except ValueError:
        raise BadInput(f"{word!r} is not a part of a battalion. Write {' or '.join(PartSize)}") from None


def share(count: int, companies: int, of: int) -> int:
    """Return the share of a count that goes with the part; the rest, rounding included, stays."""
    return count * companies // of
