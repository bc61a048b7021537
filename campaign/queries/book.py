"""The campaign book, put together from the journal: the situation at the end of every day from one walk through it, the
rest from today's tables.

    book(board, viewer) -> Book

Of each past day only the map is asked; diary, battles and strength returns keep their own dates, so they are read once,
as they stand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from campaign.journal.asof import When, as_of, ends_of_days, visiting
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Commander, Formation, Objective, Score, WeatherReport
from campaign.queries.book_battles import book_battles
from campaign.queries.diary import by_day, date_in_full, entries, entry
from campaign.queries.map import situation_map
from campaign.queries.masthead import masthead
from campaign.queries.orbat import orders_of_battle
from campaign.queries.outlook import Outlook, look
from campaign.queries.strength import strength_paper
from campaign.queries.symbols import battalion_symbol, formation_symbol, state_words, strength_words, vehicle_word
from campaign.queries.viewers import commander_for
from campaign.rules.tabletop.interface import system
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.viewer import Viewer
from campaign.views.book import Book, BookBattle, BookDay, FormationHistory, UnitHistory
from campaign.views.diary import DiaryEntry
from campaign.views.map import SituationMap
from campaign.views.orbat import OrbatChart
from campaign.views.papers import Fact


def book_for(board: JournalBoard, viewer: Viewer, side: int | None = None, commander: str = "") -> Book:
    """The viewer's own book; for the umpire also a side's, or a commander's. Raises NotFound, NotAllowed."""
    if commander:
        return book(board, commander_for(board, viewer, commander)[1])
    if side is None or viewer.commander is not None:
        return book(board, viewer)
    look(board, viewer).knowledge.require_side(side)
    return book(board, Viewer(side=side))


def book(board: JournalBoard, viewer: Viewer) -> Book:
    """The book of the campaign so far, with the eyes of this viewer."""
    outlook = look(board, viewer)
    battles = book_battles(outlook)
    numbers = {battle.id: battle.number for battle, _ in battles}
    views = tuple(view for _, view in battles)
    days = tuple(_days(outlook, numbers))
    fought = _fought(views)
    return Book(
        masthead=masthead(
            outlook,
            "Campaign book",
            subtitle=_whose(outlook),
            use="Kept by the journal; what is not told was not known to this reader.",
        ),
        scenario=board.campaign.scenario,
        span=_span(outlook),
        facts=tuple(_facts(outlook, views, days)),
        notes=board.campaign.notes.strip() if viewer.is_umpire else "",  # they tell of both sides, and of how it went
        start=_charts(_at_the_start(board, viewer), "Order of battle at the start"),
        days=days,
        battles=views,
        strength=tuple(strength_paper(outlook, side) for side in outlook.knowledge.sides()),
        formations=tuple(
            history
            for side in outlook.knowledge.sides()
            for root in outlook.knowledge.roots(side)
            for history in _histories(outlook, root, 0, numbers, fought)
        ),
        end=_charts(
            orders_of_battle(board, viewer),
            "Order of battle at the end" if _is_over(outlook) else "Order of battle today",
        ),
        names=tuple(sorted(_names(outlook))),
    )


def _is_over(outlook: Outlook) -> bool:
    return outlook.moment.day >= outlook.board.campaign.days and outlook.moment.turn == TURNS_A_DAY


def _whose(outlook: Outlook) -> str:
    knowledge = outlook.knowledge
    if knowledge.is_umpire:
        return "both sides, as it was"
    return (
        f"as known to {knowledge.who}" if knowledge.commander is not None else f"as known to the {knowledge.who} side"
    )


def _span(outlook: Outlook) -> str:
    first, last = outlook.calendar.date_of(1), outlook.calendar.date_of(outlook.moment.day)
    if first == last:
        return f"{first.day} {first:%B %Y}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day} to {last.day} {last:%B %Y}"
    return f"{first.day} {first:%B}{'' if first.year == last.year else f' {first.year}'} to {last.day} {last:%B %Y}"


def _facts(outlook: Outlook, battles: tuple[BookBattle, ...], days: tuple[BookDay, ...]) -> Iterator[Fact]:
    campaign = outlook.board.campaign
    yield Fact("At the table", system(campaign.tabletop).name)
    yield Fact("Days", f"{len(days)} of {campaign.days}")
    for side in outlook.knowledge.sides():
        own_battalions = [
            b
            for b in outlook.army.battalions.values()
            if b.side_id == side and b.id in outlook.knowledge.battalions and b.parent_id is None
        ]
        lost = sum(not b.state.is_in_play for b in own_battalions)
        men = sum(b.men for b in own_battalions if b.state.is_in_play)
        yield Fact(
            outlook.army.sides[side].name,
            f"{len(own_battalions)} battalion{'' if len(own_battalions) == 1 else 's'}, {lost or 'none'} of them"
            f" out of play; {men:,} men",
        )
    over = sum(battle.state.is_over for battle in battles)
    yield Fact("Battles", f"{over} fought or ruled" + (f", {len(battles) - over} open" if len(battles) > over else ""))
    if score := _score(outlook, range(1, outlook.moment.day + 1)):
        yield Fact("Score", score)


def _score(outlook: Outlook, days: range) -> str:
    """``British 3, Axis 2``: his own side's only, unless he is the umpire."""
    known_ids = {o.id for o in outlook.knowledge.of_side(outlook.board.rows(Objective))}
    sums: dict[int, int] = defaultdict(int)
    for row in outlook.board.rows(Score):
        if row.day in days and row.objective_id in known_ids:
            sums[row.side_id] += row.points
    ordered = (side for side in outlook.knowledge.sides() if side in sums)
    return ", ".join(f"{outlook.army.sides[side].adjective} {sums[side]}" for side in ordered)


def _at_the_start(board: JournalBoard, viewer: Viewer) -> tuple[OrbatChart, ...]:
    with as_of(board, When(number=1)) as visit:
        return orders_of_battle(visit.board, viewer) if _was_there(visit.board, viewer) else ()


def _was_there(board: JournalBoard, viewer: Viewer) -> bool:
    """A commander who took over later has no eyes before that day; his book begins with it."""
    return viewer.commander is None or viewer.commander in board.by_id(Commander)


def _charts(charts: tuple[OrbatChart, ...], title: str) -> tuple[OrbatChart, ...]:
    return tuple(replace(chart, masthead=replace(chart.masthead, title=title)) for chart in charts)


# days ----------------------------------------------------------------------------------------------------------------


def _days(outlook: Outlook, numbers: dict[int, int]) -> Iterator[BookDay]:
    weather = defaultdict(list)
    for report in outlook.board.rows(WeatherReport, WeatherReport.area == ""):
        weather[report.day].append(report)
    lines = by_day(outlook.diary["all"])
    for day, situation in _situations(outlook):
        skies = sorted(weather[day], key=lambda report: report.turn)
        yield BookDay(
            day=day,
            date=date_in_full(outlook, day),
            weather=tuple(Fact(outlook.calendar.clock(Moment(day, r.turn)), r.sky.value) for r in skies),
            score=_score(outlook, range(day, day + 1)),
            situation=situation,
            lines=tuple(entries(outlook, lines.get(day, ()), numbers)),
        )


def _situations(outlook: Outlook) -> Iterator[tuple[int, SituationMap]]:
    """The number of every day, and the map at its end."""
    for past in ends_of_days(outlook.board):
        with visiting(outlook.board, past) as visit:
            day = visit.board.clock.day
            situation = situation_map(visit.board, outlook.viewer) if _was_there(visit.board, outlook.viewer) else None
        if situation is not None:
            yield day, situation


# units ---------------------------------------------------------------------------------------------------------------


def _fought(battles: tuple[BookBattle, ...]) -> dict[str, list[int]]:
    """Numbers of the battles that each battalion, by its name, took part in."""
    result: dict[str, list[int]] = defaultdict(list)
    for battle in battles:
        for side in battle.sides:
            for fighter in side.fighters:
                result[fighter.name].append(battle.number)
    return result


def _histories(
    outlook: Outlook, formation: Formation, depth: int, numbers: dict[int, int], fought: dict[str, list[int]]
) -> Iterator[FormationHistory]:
    army = outlook.army
    own_diary_lines = outlook.diary.get(f"formation:{formation.id}", [])
    yield FormationHistory(
        symbol=formation_symbol(outlook, formation),
        name=formation.name,
        led_by=formation.led_by,
        depth=depth,
        lines=tuple(entry(outlook, line, numbers, dated=True) for line in own_diary_lines if line.battalion_id is None),
        units=tuple(_unit(outlook, b, numbers, fought) for b in army.organic[formation.id]),
    )
    for child in army.below[formation.id]:
        yield from _histories(outlook, child, depth + 1, numbers, fought)


def _unit(outlook: Outlook, battalion: Battalion, numbers: dict[int, int], fought: dict[str, list[int]]) -> UnitHistory:
    days = [outlook.returns[day].get(battalion.key) for day in sorted(outlook.returns)]
    first = next((had for had in days if had is not None), None)
    began = ""
    if first is not None:
        counts = ((first.men, "men"), (first.vehicles, vehicle_word(battalion)), (first.guns, "guns"))
        began = ", ".join(f"{n:,} {word}" for n, word in counts if n)
    state = state_words(outlook, battalion)
    ended = state if not battalion.state.is_in_play else f"{state}: {strength_words(battalion)}".rstrip(": ")
    return UnitHistory(
        symbol=battalion_symbol(outlook, battalion),
        name=battalion.name,
        number=battalion.number,
        led_by=battalion.led_by,
        began=began,
        ended=ended,
        position=outlook.where(battalion) if battalion.state.is_in_play else "",
        days=tuple(None if had is None else had.state for had in days),
        battles=tuple(fought.get(battalion.name, ())),
        lines=tuple(
            _own_line(battalion, entry(outlook, line, numbers, dated=True))
            for line in outlook.diary.get(f"battalion:{battalion.id}", [])
        ),
    )


def _own_line(battalion: Battalion, line: DiaryEntry) -> DiaryEntry:
    """Under its own name a battalion is not named again at the beginning of a line."""
    rest = line.text.removeprefix(f"{battalion.name} ")
    return line if rest == line.text else replace(line, text=rest[:1].upper() + rest[1:])


def _names(outlook: Outlook) -> set[str]:
    """Places of the map and commanders of trees that he knows."""
    people = {c.name for c in outlook.army.commanders.values() if c.formation_id in outlook.knowledge.formations}
    return people | {place.name for place in outlook.places.values()}
