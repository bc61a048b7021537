"""The campaign book, composed from the journal: the situation at the end of every day from one walk through it, the
rest from today's tables.

    book(board, viewer) -> Book

Of each past day only the map is queried; digests, diary, battles, losses and strength returns keep their own dates, so
they are read once, from the present rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from campaign.errors import NotAllowed
from campaign.journal.asof import When, as_of, ends_of_days, visiting
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Commander, Formation, Objective, Score, WeatherReport
from campaign.queries.book.book_battles import book_battles, encounters
from campaign.queries.book.casualties import Casualty, casualties
from campaign.queries.book.diary import date_in_full, entry
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import (
    battalion_symbol,
    day_words,
    formation_symbol,
    state_words,
    strength_words,
    vehicle_word,
)
from campaign.queries.common.viewers import commander_for
from campaign.queries.contacts.last_day import digests_by_day
from campaign.queries.map.map import situation_map
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.strength import strength_paper
from campaign.rules.tabletop.interface import system
from campaign.situation.victory import result
from campaign.terms.time import MORNING, TURNS_A_DAY, Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.values import dataclass, replace
from campaign.views.book.campaign_book import (
    Book,
    BookBattle,
    BookDay,
    DayLosses,
    DayOfSide,
    FormationHistory,
    LossCurve,
    Losses,
    UnitHistory,
    UnitLoss,
)
from campaign.views.book.diary import DiaryEntry
from campaign.views.map.map import SituationMap
from campaign.views.orbat.orbat import OrbatChart
from campaign.words.papers import Fact
from campaign.words.texts import papers


def book_for(
    board: JournalBoard, viewer: Viewer, side: int | None = None, commander: str = "", *, dice: bool = False
) -> Book:
    """Return the viewer's own book; for the umpire also a side's, or a commander's; ``dice``: with every roll of the
    battles, which reveal both sides' positions. Raises NotFound, NotAllowed.
    """
    viewer = eyes_for(board, viewer, side, commander)
    if dice and not viewer.is_umpire:
        raise NotAllowed(
            "--dice is only for the umpire's book, because it shows where both sides were. Leave --dice out"
        )
    return book(board, viewer, dice=dice)


def eyes_for(board: JournalBoard, viewer: Viewer, side: int | None, commander: str) -> Viewer:
    """Return the viewer as seen by whom the campaign book is written: the asking viewer, or the named side or
    commander. Raises NotFound, NotAllowed.
    """
    if commander:
        return commander_for(board, viewer, commander)[1]
    if side is not None and not viewer.commanders:
        look(board, viewer).knowledge.require_side(side)
        return Viewer(side=side)
    return viewer


def book(board: JournalBoard, viewer: Viewer, *, dice: bool = False) -> Book:
    """Return the book of the campaign so far, as seen by this viewer."""
    outlook = look(board, viewer)
    battles = book_battles(outlook, dice=dice)
    numbers = {battle.id: battle.number for battle, _ in battles}
    views = tuple(view for _, view in battles)
    days = tuple(_days(outlook, views))
    records = _Records(numbers, _fought(views), _lost_by(casualties(board)))
    return Book(
        masthead=masthead(outlook, "Campaign book", subtitle=_whose(outlook), use=papers().text("book_use")),
        scenario=board.campaign.scenario,
        span=_span(outlook),
        facts=tuple(_facts(outlook, views, days)),
        notes=board.campaign.notes.strip() if viewer.is_umpire else "",  # they tell of both sides, and of how it went
        sides=tuple(
            Fact(outlook.army.sides[side].name, listing(root.name for root in outlook.knowledge.roots(side)))
            for side in outlook.knowledge.sides()
        ),
        start=_charts(_at_the_start(board, viewer), "Order of battle at the start"),
        days=days,
        battles=views,
        strength=tuple(strength_paper(outlook, side) for side in outlook.knowledge.sides()),
        losses=tuple(curve for side in outlook.knowledge.sides() for curve in _loss_curves(outlook, side, records)),
        encounters=encounters(views),
        formations=tuple(
            history
            for side in outlook.knowledge.sides()
            for root in outlook.knowledge.roots(side)
            for history in _histories(outlook, root, 0, records)
        ),
        end=_charts(
            orders_of_battle(board, viewer),
            "Order of battle at the end" if _is_over(outlook) else "Order of battle today",
        ),
        names=tuple(sorted(_names(outlook))),
    )


def last_day_played(outlook: Outlook) -> int:
    """Return the number of the last day of which a turn was begun; 1 before that. A book has no chapter for a morning
    alone.
    """
    clock = outlook.board.clock
    return max(1, clock.day - (clock.turn == 1 and clock.phase in MORNING))


def _is_over(outlook: Outlook) -> bool:
    return outlook.moment.day >= outlook.board.campaign.days and outlook.moment.turn == TURNS_A_DAY


def _whose(outlook: Outlook) -> str:
    knowledge = outlook.knowledge
    if knowledge.is_umpire:
        return "both sides, as it happened"
    return f"as known to {knowledge.who}" if knowledge.commanders else f"as known to the {knowledge.who} side"


def _span(outlook: Outlook) -> str:
    first, last = outlook.calendar.date_of(1), outlook.calendar.date_of(last_day_played(outlook))
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
    if outlook.viewer.is_umpire and outlook.board.clock.phase is Phase.OVER:
        yield Fact("Result", result(outlook.board))


def _score(outlook: Outlook, days: range) -> str:
    """Return the score, ``British 3, Axis 2``: for a player only that of the own side."""
    known_ids = {o.id for o in outlook.knowledge.of_side(outlook.board.rows(Objective))}
    sums: dict[int, int] = defaultdict(int)
    for row in outlook.board.rows(Score):
        if row.day in days and row.objective_id in known_ids:
            sums[row.side_id] += row.points
    ordered = (side for side in outlook.knowledge.sides() if side in sums)
    return ", ".join(f"{outlook.army.sides[side].name} {sums[side]}" for side in ordered)


def _at_the_start(board: JournalBoard, viewer: Viewer) -> tuple[OrbatChart, ...]:
    with as_of(board, When(number=1)) as visit:
        return orders_of_battle(visit.board, viewer) if was_there(visit.board, viewer) else ()


def was_there(board: JournalBoard, viewer: Viewer) -> bool:
    """Return whether the viewer already had a part in the campaign on the board's day. The book of a commander who took
    over later begins with that day.
    """
    return board.by_id(Commander).keys() >= set(viewer.commanders)


def _charts(charts: tuple[OrbatChart, ...], title: str) -> tuple[OrbatChart, ...]:
    return tuple(replace(chart, masthead=replace(chart.masthead, title=title)) for chart in charts)


# days ----------------------------------------------------------------------------------------------------------------


def _days(outlook: Outlook, battles: tuple[BookBattle, ...]) -> Iterator[BookDay]:
    weather = defaultdict(list)
    for report in outlook.board.rows(WeatherReport, WeatherReport.area == ""):
        weather[report.day].append(report)
    digests = {side: digests_by_day(eyes_of(outlook, side)) for side in outlook.knowledge.sides()}
    for day, situation in _situations(outlook):
        skies = sorted(weather[day], key=lambda report: report.turn)
        yield BookDay(
            day=day,
            date=date_in_full(outlook, day),
            weather=tuple(Fact(outlook.calendar.clock(Moment(day, r.turn)), r.sky.value) for r in skies),
            score=_score(outlook, range(day, day + 1)),
            situation=situation,
            sides=tuple(
                DayOfSide(outlook.army.sides[side].name, outlook.army.sides[side].accent, of_side[day])
                for side, of_side in digests.items()
                if day in of_side
            ),
            battles=tuple(battle.number for battle in battles if battle.day == day),
        )


def eyes_of(outlook: Outlook, side: int) -> Outlook:
    """Return the campaign as seen by a side. A side's story is told as the side knew it, even in the umpire's book."""
    return outlook if outlook.viewer.side is not None else look(outlook.board, Viewer(side))


def _situations(outlook: Outlook) -> Iterator[tuple[int, SituationMap]]:
    """Yield the number of every day that was played, and the map at its end."""
    last = last_day_played(outlook)
    for past in ends_of_days(outlook.board):
        with visiting(outlook.board, past) as visit:
            day = visit.board.clock.day
            if day > last:
                return
            situation = situation_map(visit.board, outlook.viewer) if was_there(visit.board, outlook.viewer) else None
        if situation is not None:
            yield day, situation


# units ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Records:
    """The records for the histories: numbers of battles by id, the battles of each battalion, by its name, and the
    losses of each, by id.
    """

    numbers: Mapping[int, int]
    fought: Mapping[str, Sequence[int]]
    lost: Mapping[int, Sequence[Casualty]]


def _fought(battles: tuple[BookBattle, ...]) -> dict[str, list[int]]:
    result: dict[str, list[int]] = defaultdict(list)
    for battle in battles:
        for side in battle.sides:
            for fighter in side.fighters:
                result[fighter.name].append(battle.number)
    return result


def _lost_by(every: tuple[Casualty, ...]) -> dict[int, list[Casualty]]:
    result: dict[int, list[Casualty]] = defaultdict(list)
    for casualty in every:
        result[casualty.battalion].append(casualty)
    return result


def _loss_curves(outlook: Outlook, side: int, records: _Records) -> Iterator[LossCurve]:
    """Yield the loss curve of the side, or of the part that the reader knows, then those of every formation with
    losses, with their battalions.
    """
    army, roots = outlook.army, outlook.knowledge.roots(side)
    formations = [formation for root in roots for formation in army.tree(root.id)]
    groups = [(army.sides[side].name, 0, [b for formation in formations for b in army.organic[formation.id]])]
    groups += [
        (formation.name, 1, army.organic[formation.id]) for formation in formations if army.organic[formation.id]
    ]
    for name, depth, battalions in groups:
        if battalions:
            days = tuple(_day_losses(outlook, battalions, records))
            yield LossCurve(name, army.sides[side].name, army.sides[side].accent, depth, days)


def _day_losses(outlook: Outlook, battalions: Sequence[Battalion], records: _Records) -> Iterator[DayLosses]:
    by_day: dict[int, list[Losses]] = defaultdict(list)
    for battalion in battalions:
        for casualty in records.lost.get(battalion.id, ()):
            by_day[casualty.moment.day].append(casualty.lost)
    for day in range(1, last_day_played(outlook) + 1):
        lost = sum((losses.positive for losses in by_day[day]), Losses())
        yield DayLosses(day, lost, sum((losses.returned for losses in by_day[day]), Losses()))


def _histories(outlook: Outlook, formation: Formation, depth: int, records: _Records) -> Iterator[FormationHistory]:
    army = outlook.army
    own_diary_lines = outlook.diary.get(f"formation:{formation.id}", [])
    yield FormationHistory(
        symbol=formation_symbol(outlook, formation),
        name=formation.name,
        led_by=formation.led_by,
        depth=depth,
        lines=tuple(
            entry(outlook, line, records.numbers, dated=True) for line in own_diary_lines if line.battalion_id is None
        ),
        units=tuple(_unit(outlook, b, records) for b in army.organic[formation.id]),
    )
    for child in army.below[formation.id]:
        yield from _histories(outlook, child, depth + 1, records)


def _unit(outlook: Outlook, battalion: Battalion, records: _Records) -> UnitHistory:
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
        battles=tuple(records.fought.get(battalion.name, ())),
        lines=tuple(
            _own_line(battalion, entry(outlook, line, records.numbers, dated=True))
            for line in outlook.diary.get(f"battalion:{battalion.id}", [])
        ),
        losses=tuple(
            _unit_loss(day_words(outlook, loss.moment.day), records.numbers.get(loss.battle, 0), loss.lost)
            for loss in records.lost.get(battalion.id, ())
        ),
    )


def _unit_loss(day: str, battle: int, lost: Losses) -> UnitLoss:
    parts = []
    if lost.positive and battle:
        parts.append(papers().text("book_lost_in_battle", losses=lost.positive, battle=battle))
    elif lost.positive:
        parts.append(papers().text("book_lost_elsewhere", losses=lost.positive))
    if lost.returned:
        parts.append(papers().text("book_returned", losses=lost.returned))
    return UnitLoss(battle, lost, f"{day}: {', '.join(parts)}")


def _own_line(battalion: Battalion, line: DiaryEntry) -> DiaryEntry:
    """Return a diary line without the battalion's name at its beginning, for a page under that name."""
    rest = line.text.removeprefix(f"{battalion.name} ")
    return line if rest == line.text else replace(line, text=rest[:1].upper() + rest[1:])


def _names(outlook: Outlook) -> set[str]:
    """Return the places of the map and the commanders that the reader knows."""
    people = {c.name for c in outlook.army.commanders.values() if c.formation_id in outlook.knowledge.formations}
    return people | {place.name for place in outlook.places.values()}
