"""The headings of an order of battle typed as text: the lines for whole sides, the lines that head others, and the
day.
"""

from __future__ import annotations

import calendar
import re
from datetime import date

from campaign.errors import BadFile
from campaign.exchange.entry import read_date
from campaign.exchange.foreign.draft import Draft, Force, Unit
from campaign.exchange.foreign.nations import SIDE_WORDS, nation_named, nation_of, nation_signs
from campaign.exchange.foreign.nesting import nest
from campaign.exchange.foreign.vocabulary import arm_of, mark_of
from campaign.terms.words import counted, listing, plain

_SIDE = re.compile(SIDE_WORDS)
_MONTHS = "|".join([*calendar.month_name[1:], "sept", *calendar.month_abbr[1:]])
_YEARS = r"(19\d\d|['’]?[34]\d)(?![\w/-])"
"""Year: ``1944``, ``'44`` and, after a month, ``44``."""
_DAY = re.compile(
    rf"\b(\d{{1,2}}(?:st|nd|rd|th|\.)? ({_MONTHS})\b\.?,? {_YEARS}|19\d\d-\d\d-\d\d\b|\d{{1,2}}\.\d{{1,2}}\.19\d\d\b)",
    re.IGNORECASE,
)
_MONTH = re.compile(rf"\b({_MONTHS})\b\.?,? {_YEARS}", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w./-])19[34]\d(?![\w./-])")


def speaks_of_a_day(text: str) -> bool:
    """Return whether a text contains a day, or a month and year: ``El Alamein, October 1942``."""
    return _DAY.search(text) is not None or _MONTH.search(text) is not None or _YEAR.search(text) is not None


def read(draft: Draft, written: str, name: str, named: bool) -> None:
    """Determine the sides and the day of a typed text. ``named``: a line of it names a side."""
    _title(draft)
    if not named:
        named = _sides_of_tops(draft)
    units = [unit for force in draft.forces for unit in force.tree()]
    if units and not named and not draft.forces[0].nation and not any(map(_names_a_unit, units)):
        raise BadFile(
            f"{name} names no unit. Write an order of battle with one unit a line, such as '2 RTR, 52 "
            "cruisers'. If the file is one already, give its side: --side NAME"
        )
    for force in draft.forces:
        force.is_typed = True
        nest(force, draft)
    _day_of(draft, written, name)
    _name_sides(draft, name, named)


def _title(draft: Draft) -> None:
    """Take as title a first line that names no unit, over lines that do, or a line over the sides."""
    units = draft.forces[0].units
    if len(units) < 2:
        return
    if sum(map(_heads_side, units)) > 1:
        _title_over_sides(draft)
        return
    first, below = units[0], units[1:]
    text = f"{first.name} {first.words}"
    if not _names_a_unit(first) and (_DAY.search(text) or all(_SIDE.fullmatch(plain(unit.name)) for unit in below)):
        draft.forces[0].units = below
        draft.counts["units"] -= 1
        _take_title(draft, first, "it does not name a unit")


def _names_a_unit(unit: Unit) -> bool:
    text = f"{unit.name} {unit.words}"
    return bool(unit.under or unit.like or unit.full is not None or mark_of(text) or arm_of(text))


def _take_title(draft: Draft, unit: Unit, reason: str) -> None:
    """Take a unit's line as title, unless there is another."""
    draft.title = draft.title or ", ".join(
        filter(None, (unit.name, "" if speaks_of_a_day(unit.words) else unit.words, unit.led_by))
    )
    draft.guess(unit, "the title", reason, change=f"title {draft.title}")


def _title_over_sides(draft: Draft) -> None:
    """Take lines over the first of several sides as titles, even with the name of a unit: ``Kursk: 48th Panzer Corps
    versus 6th Guards Army``.
    """
    units = draft.forces[0].units
    over = next(n for n, unit in enumerate(units) if _heads_side(unit))
    if any(unit.under for unit in units[:over]):
        return
    lines = {unit.where for unit in units[:over]}
    draft.guessed = [guess for guess in draft.guessed if guess.where not in lines]
    for unit in units[:over]:
        _take_title(draft, unit, "it is above the sides")
    draft.forces[0].units = units[over:]
    draft.counts["units"] -= over


def _sides_of_tops(draft: Draft) -> bool:
    """Turn ``Allies`` and ``Axis`` at the left edge, with everything under them, into sides; return whether there were
    any.
    """
    force = draft.forces[0]
    if len(draft.forces) > 1 or not force.units:
        return False
    _under_sides(force)
    if not all(_SIDE.fullmatch(plain(top.name)) and top.under for top in force.units):
        return False
    draft.forces = [
        Force(top.name, top.where, nation=force.nation or nation_of(top.name), units=top.under) for top in force.units
    ]
    draft.counts["units"] -= len(force.units)
    draft.guess(
        force.where,
        f"sides, and not formations: {listing(side.name for side in draft.forces)}",
        "their names are those of sides",
        change=f'"{draft.forces[0].name}" name {draft.forces[0].name}',
    )
    return True


def _under_sides(force: Force) -> None:
    """Put unindented lines after ``Germany`` under it, if the first line of all names a side."""
    first = force.units[0]
    if not _heads_side(first) or first.under or len(force.units) < 2:
        return
    tops: list[Unit] = []
    for unit in force.units:
        if _SIDE.fullmatch(plain(unit.name)):
            tops.append(unit)
        else:
            tops[-1].under.append(unit)
    force.units = tops


def _heads_side(unit: Unit) -> bool:
    """Return whether a line only names a side: ``Axis``, ``ALLIED FORCES - KASSERINE PASS``; its other words name no
    unit.
    """
    return _SIDE.fullmatch(plain(unit.name)) is not None and not (mark_of(unit.words) or arm_of(unit.words))


def _day_of(draft: Draft, written: str, name: str) -> None:
    """Take a day, month or year somewhere in the text as the beginning, if no line gives it."""
    if draft.first_day is not None:
        return
    if _span_of_days(draft, written, name):
        return
    for form, filled in ((_DAY, "{}"), (_MONTH, "1 {}"), (_YEAR, "1 June {}")):
        for number, raw in enumerate(written.splitlines(), 1):
            match = form.search(raw)
            day = read_date(filled.format(_spelled(match[0]))) if match else ""
            if match and isinstance(day, date):
                draft.first_day = day
                value = f"the first day is {day.day} {day:%B} {day.year}"
                draft.guess(
                    f"{name}:{number}", value, f"{match[0]!r} stands there", change=f"first day {day.isoformat()}"
                )
                return


_SPAN = re.compile(
    rf"\b(\d{{1,2}})(?: ({_MONTHS})\b\.?)?\s*(?:-|–|—|to|and|until|till)\s*(\d{{1,2}}) ({_MONTHS})\b\.?,? (19\d\d)",
    re.IGNORECASE,
)
"""Range of days: ``18–20 July 1944``."""
_LONGEST_SPAN = 60


def _span_of_days(draft: Draft, written: str, name: str) -> bool:
    """Take the first two days of one campaign in the text as its first and last; return whether there were two."""
    for number, raw in enumerate(written.splitlines(), 1):
        for match in _SPAN.finditer(raw):
            first, last = (
                read_date(_spelled(f"{day} {month} {match[5]}"))
                for day, month in ((match[1], match[2] or match[4]), (match[3], match[4]))
            )
            if isinstance(first, date) and isinstance(last, date) and 0 <= (last - first).days < _LONGEST_SPAN:
                draft.first_day = first
                reason = f"{match[0]!r} stands there"
                where = f"{name}:{number}"
                draft.guess(
                    where,
                    f"the first day is {first.day} {first:%B} {first.year}",
                    reason,
                    change=f"first day {first.isoformat()}",
                )
                if draft.days is None:
                    draft.days = (last - first).days + 1
                    draft.guess(where, counted(draft.days, "day"), reason, change=f"days {draft.days}")
                return True
    return False


def _spelled(text: str) -> str:
    """Return a date in a spelling that can be read: ``17th Sept '44`` is 17 Sep 1944."""
    text = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text)
    text = re.sub(r"(?i)\bsept\b", "Sep", text)
    return re.sub(r"(?<=[a-z.,] )['’]?(?=[34]\d$)", "19", re.sub(r"(?<=[A-Za-z])[.,]+(?= )", "", text))


def _name_sides(draft: Draft, name: str, named: bool) -> None:
    """Give a text without a side one: that of its nation, or else of its file."""
    for force in draft.forces:
        if not force.name:
            nation = force.nation or nation_signs(f"{unit.name} {unit.words}" for unit in force.tree())
            named_nation = nation_named(nation)
            force.name = (named_nation[0] if named_nation else nation.replace("_", " ").title()) or name.rsplit("/", 1)[
                -1
            ].rsplit(".", 1)[0]
    if not named and draft.forces and draft.forces[0].units:
        force = draft.forces[0]
        draft.guess(
            force.where,
            f"all units are on one side, {force.name!r}",
            "no side is named",
            change=f'"{force.name}" name {force.name}',
        )
