"""Battalions split and joined on the campaign map (umpire 1.3, OB-SIZE-04, -05, OB-REC-01, OB-AMB-090).

A normal battalion is four companies, a weak one two, a large one eight; a reconnaissance battalion as many as the
rulebook says. Two companies make a weak battalion, three or four a normal one, one stays a company. Whatever is given
away is taken off: nothing is lost and nothing gained by splitting and joining.

    companies_in(size, away, total) -> int     companies that a battalion has left, with so many away
    size_of(companies) -> Size                 what so many companies are
    part(size, companies) -> Part              a company, or a half: what goes, and what both are then
    share(count, numerator, denominator)       the part that goes of men, vehicles, guns
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from campaign.errors import BadInput, Refused
from campaign.terms.forces import Arm, Size

COMPANIES: Final = {Size.COMPANY: 1, Size.WEAK: 2, Size.NORMAL: 4, Size.LARGE: 8}
_RECONNAISSANCE = frozenset({Arm.RECONNAISSANCE, Arm.ARMOURED_CAR})


class PartSize(StrEnum):
    """How much is split off."""

    COMPANY = "company"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class Part:
    """What is split off, ``companies`` out of ``of``, and the sizes of the two afterwards."""

    companies: int
    of: int
    size: Size
    rest: Size


RECONNAISSANCE_COMPANIES = 3


def whole_of(arm: Arm) -> int:
    """Companies of a normal battalion of this arm (OB-AMB-090)."""
    return RECONNAISSANCE_COMPANIES if arm in _RECONNAISSANCE else COMPANIES[Size.NORMAL]


def size_of(companies: int) -> Size:
    """Two companies are a weak battalion, three or four a normal one, more a large one (umpire 1.3)."""
    if companies <= 1:
        return Size.COMPANY
    if companies == COMPANIES[Size.WEAK]:
        return Size.WEAK
    return Size.NORMAL if companies <= COMPANIES[Size.NORMAL] else Size.LARGE


def companies_in(size: Size, away: int, total: int) -> int:
    """Companies that a battalion of this size has with it, while ``away`` others of its own are split off."""
    if not away:
        return total if size is Size.NORMAL else COMPANIES[size]
    originally = sorted({COMPANIES[Size.WEAK], total, COMPANIES[Size.NORMAL], COMPANIES[Size.LARGE]})
    return next((n - away for n in originally if n > away and size_of(n - away) is size), COMPANIES[size])


def part(part_size: PartSize, companies: int) -> Part:
    """Split so many companies. Raises Refused where nothing would be left, or no half is to be had."""
    if companies < 2:
        raise Refused("it is of company size and cannot be split further (OB-SIZE-05)")
    if part_size is PartSize.HALF and companies % 2:
        raise Refused(f"it has {companies} companies, which do not halve; split a company off instead (umpire 1.3)")
    goes = 1 if part_size is PartSize.COMPANY else companies // 2
    return Part(goes, companies, size_of(goes), size_of(companies - goes))


def part_word(word: str) -> PartSize:
    """``company`` or ``half``."""
    try:
        return PartSize(word.strip().lower())
    except ValueError:
        raise BadInput(f"{word!r} is no part of a battalion; say {' or '.join(PartSize)}") from None


def share(count: int, companies: int, of: int) -> int:
    """What goes of so many; the rest, rounding included, stays."""
    return count * companies // of
