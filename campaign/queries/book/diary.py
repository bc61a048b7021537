"""The diary of a side, a formation or a battalion, from the lines that its reader may know.

diaries(board, viewer, side, unit, day) -> diaries     a paper for each side, or one for the unit
lines_of(outlook, unit) -> lines                       of a battalion, or of a formation and all under it
by_day(lines) -> lines by day
entries(outlook, lines, numbers) -> entries            battalions with the same event stand together
entry(outlook, line, numbers, dated) -> entry
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from campaign.errors import NotFound
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, DiaryLine, Formation
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.situation.names import among
from campaign.terms.viewer import Viewer
from campaign.values import replace
from campaign.views.book.diary import Diary, DiaryDay, DiaryEntry
from campaign.words.texts import papers

NO_NUMBERS: Mapping[int, int] = MappingProxyType({})
"""Empty mapping of battle numbers, for a diary that refers to no battle by number."""


def diaries(
    board: JournalBoard, viewer: Viewer, side: int | None = None, unit: str = "", day: int = 0
) -> tuple[Diary, ...]:
    """Return the diary of the unit, or of the side, or of every side the viewer may see; of one day, or of all. Raises
    NotFound, Ambiguous, NotAllowed.
    """
    outlook = look(board, viewer)
    if not 0 <= day <= outlook.moment.day:
        raise NotFound(f"this diary has no day {day}. Write a day from 1 to {outlook.moment.day}")
    if unit:
        subject = among(unit, "unit", outlook.knowledge.units())
        return (_diary(outlook, lines_of(outlook, subject), subject.side_id, day, subject.name),)
    if side is not None:
        outlook.knowledge.require_side(side)
    return tuple(
        _diary(outlook, [line for line in outlook.diary["all"] if line.side_id == each], each, day)
        for each in ([side] if side is not None else outlook.knowledge.sides())
    )


def _diary(outlook: Outlook, lines: Iterable[DiaryLine], side: int, day: int, unit: str = "") -> Diary:
    head = masthead(outlook, "Diary", subtitle=unit, side=side, use=papers().text("diary_use"))
    days = sorted(by_day(lines).items())
    return Diary(
        head,
        tuple(
            DiaryDay(number, date_in_full(outlook, number), tuple(entries(outlook, of_day, NO_NUMBERS)))
            for number, of_day in days
            if day in (0, number)
        ),
    )


def date_in_full(outlook: Outlook, day: int) -> str:
    """Return a date in full: ``Thursday 15 May 1941``."""
    on = outlook.calendar.date_of(day)
    return f"{on:%A} {on.day} {on:%B %Y}"


def lines_of(outlook: Outlook, unit: Battalion | Formation) -> list[DiaryLine]:
    """Return the lines about a battalion, or about a formation and all under it, in order of time."""
    if isinstance(unit, Battalion):
        return outlook.diary.get(f"battalion:{unit.id}", [])
    army = outlook.army
    keys = [
        *(f"formation:{formation}" for formation in army.tree_ids(unit.id)),
        *(f"battalion:{battalion.id}" for battalion in army.battalions_under(unit.id)),
    ]
    lines = {line.id: line for key in keys for line in outlook.diary.get(key, [])}
    return sorted(lines.values(), key=lambda line: (outlook.hours[line.id], line.place_in_turn))


def by_day(lines: Iterable[DiaryLine]) -> dict[int, list[DiaryLine]]:
    days = defaultdict(list)
    for line in lines:
        days[line.day].append(line)
    return days


def entries(outlook: Outlook, lines: Sequence[DiaryLine], numbers: Mapping[int, int]) -> Iterator[DiaryEntry]:
    """Yield a day's lines in order; battalions with the same event at the same hour share one line."""
    groups: dict[tuple[object, ...], list[DiaryLine]] = {}
    for line in lines:
        key = (outlook.hours[line.id], line.side_id, line.bold, line.battle_id, line.plural or line.id)
        groups.setdefault(key, []).append(line)
    for together in groups.values():
        first = entry(outlook, together[0], numbers, dated=False)
        if len(together) > 1:
            names = [outlook.army.battalions[line.battalion_id or 0].name for line in together]
            first = replace(first, text=f"{', '.join(names[:-1])} and {names[-1]} {together[0].plural}")
        yield first


def entry(outlook: Outlook, line: DiaryLine, numbers: Mapping[int, int], *, dated: bool) -> DiaryEntry:
    """Return one line with its hour, or its date and hour; ``numbers``: of the battles that it refers to."""
    on = outlook.hours[line.id]
    when = f"{on.day} {on:%b %H:%M}" if dated else f"{on:%H:%M}"
    return DiaryEntry(when, line.text, line.bold, numbers.get(line.battle_id or 0, 0))
