"""Days, months and years in the text of an order of battle.

speaks_of_a_day(text)      whether there is one
day_in(lines) -> Found      the first of the campaign, as a day, month, year or range
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from datetime import date

from campaign.exchange.entry import read_date
from campaign.values import dataclass

_MONTHS = "|".join([*calendar.month_name[1:], "sept", *calendar.month_abbr[1:]])
_YEARS = r"(19\d\d|['’]?[34]\d)(?![\w/-])"
"""Year: ``1944``, ``'44`` and, after a month, ``44``."""
DAY = re.compile(
    rf"\b(\d{{1,2}}(?:st|nd|rd|th|\.)? ({_MONTHS})\b\.?,? {_YEARS}|19\d\d-\d\d-\d\d\b|\d{{1,2}}\.\d{{1,2}}\.19\d\d\b)",
    re.IGNORECASE,
)
_MONTH = re.compile(rf"\b({_MONTHS})\b\.?,? {_YEARS}", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w./-])19[34]\d(?![\w./-])")
_SPAN = re.compile(
    rf"\b(\d{{1,2}})(?: ({_MONTHS})\b\.?)?\s*(?:-|–|—|to|and|until|till)\s*(\d{{1,2}}) ({_MONTHS})\b\.?,? (19\d\d)",
    re.IGNORECASE,
)
"""Range of days: ``18–20 July 1944``."""
_LONGEST_SPAN = 60


@dataclass(frozen=True, slots=True)
class Found:
    """A day in a text: number of its line, its words, and the days of a range; 0 for a single day."""

    number: int
    words: str
    first: date
    days: int = 0


def speaks_of_a_day(text: str) -> bool:
    """Return whether a text contains a day, or a month and year: ``El Alamein, October 1942``."""
    return _DAY_OR_MONTH.search(text) is not None


_DAY_OR_MONTH = re.compile(rf"{DAY.pattern}|{_MONTH.pattern}|{_YEAR.pattern}", re.IGNORECASE)


def day_in(lines: Iterable[tuple[int, str]]) -> Found | None:
    """Return the first range of days in numbered lines; without one the first day, else month, else year."""
    listed = list(lines)
    for number, text in listed:
        for match in _SPAN.finditer(text):
            first, last = (
                read_date(spelled(f"{day} {month} {match[5]}"))
                for day, month in ((match[1], match[2] or match[4]), (match[3], match[4]))
            )
            if isinstance(first, date) and isinstance(last, date) and 0 <= (last - first).days < _LONGEST_SPAN:
                return Found(number, match[0], first, (last - first).days + 1)
    for form, filled in ((DAY, "{}"), (_MONTH, "1 {}"), (_YEAR, "1 June {}")):
        for number, text in listed:
            for match in form.finditer(text):
                day = read_date(filled.format(spelled(match[0])))
                if isinstance(day, date):
                    return Found(number, match[0], day)
    return None


def spelled(text: str) -> str:
    """Return a date in a spelling that can be read: ``17th Sept '44`` is 17 Sep 1944."""
    text = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text)
    text = re.sub(r"(?i)\bsept\b", "Sep", text)
    return re.sub(r"(?<=[a-z.,] )['’]?(?=[34]\d$)", "19", re.sub(r"(?<=[A-Za-z])[.,]+(?= )", "", text))
