"""Remarks that say the same of many features, ways or lines of a file, as one with their numbers.

together(remarks) -> [Remark]         map.geojson, features 3-9, 12: it is a Polygon, which is neither ...
called(wheres) -> [str]               the same for things that have no name of their own
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from campaign.exchange.foreign.draft import Remark
from campaign.terms.words import ranges
from campaign.values import replace

MOST_RUNS = 12
"""Most numbers, or ranges of numbers, that are listed."""
_NUMBERED = re.compile(r"(.+, )(feature|way|line|row|link|node|placemark|waypoint|track|route) (\d{1,9})")


def together(remarks: Iterable[Remark]) -> list[Remark]:
    """Return the remarks, those that differ in a number only as one, in the place of the first."""
    groups: dict[Remark, list[int]] = {}
    for n, remark in enumerate(remarks):
        match = _NUMBERED.fullmatch(remark.where)
        if match is None:
            groups[replace(remark, where=f"{n}\0{remark.where}")] = []
        else:
            groups.setdefault(replace(remark, where=f"\0{match[1]}{match[2]}"), []).append(int(match[3]))
    return [replace(remark, where=_where(remark.where.partition("\0")[2], n)) for remark, n in groups.items()]


def _where(place: str, numbers: list[int]) -> str:
    if not numbers:
        return place
    return f"{place} {numbers[0]}" if len(numbers) == 1 else f"{place}s {in_words(numbers)}"


def called(wheres: Iterable[str]) -> list[str]:
    """Return each place once, those that differ in a number only as one: ``m.geojson, features 3-9, 12``."""
    groups: dict[str, list[int]] = {}
    for where in dict.fromkeys(wheres):
        match = _NUMBERED.fullmatch(where)
        group = groups.setdefault(f"{match[1]}{match[2]}" if match else where, [])
        if match:
            group.append(int(match[3]))
    return [_where(place, numbers) for place, numbers in groups.items()]


def in_words(numbers: Iterable[int]) -> str:
    """Return numbers as ranges, of very many the first ones and how many more there are."""
    kept = sorted(set(numbers))
    runs = ranges(kept).split(", ")
    if len(runs) <= MOST_RUNS:
        return ", ".join(runs)
    shown = sum(_length(run) for run in runs[:MOST_RUNS])
    return f"{', '.join(runs[:MOST_RUNS])} and {len(kept) - shown:,} more"


def _length(run: str) -> int:
    first, _, last = run.partition("-")
    return int(last or first) - int(first) + 1
