"""The strength return: every day's returns summed by formation, for the units that the viewer may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Count, Outlook, look
from campaign.queries.common.symbols import day_words, formation_symbol, vehicle_word
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.views.orbat.strength import DayCount, StrengthCurve, StrengthPaper

Hour = tuple[float, str, datetime, Mapping[str, Count]]
"""Days since the start of the campaign, label, date and time, and the count of every battalion."""


def strength_returns(board: JournalBoard, viewer: Viewer, side: int | None = None) -> tuple[StrengthPaper, ...]:
    """Return the strength return of the named side, or of every side the viewer may see. Raises NotAllowed."""
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    return tuple(strength_paper(outlook, each) for each in ([side] if side is not None else outlook.knowledge.sides()))


def strength_paper(outlook: Outlook, side: int) -> StrengthPaper:
    roots, hours = outlook.knowledge.roots(side), _hours(outlook)
    return StrengthPaper(
        masthead=masthead(
            outlook,
            "Strength return",
            side=side,
            subtitle=", ".join(root.name for root in roots),
            use="Each battalion counts with the formation it belongs to. Battalions still to arrive do not count.",
        ),
        days=outlook.board.campaign.days,
        curves=tuple(curve for root in roots for curve in _curves(outlook, root, hours, 0)),
    )


def _hours(outlook: Outlook) -> tuple[Hour, ...]:
    """Return the hours with figures: those of every return, and now if something may have happened since the last."""
    calendar = outlook.calendar
    begun = calendar.begins(Moment(1))
    result: list[Hour] = [
        (float(day), day_words(outlook, day) if day else "start", calendar.begins(Moment(day + 1)), counts)
        for day, counts in sorted(outlook.returns.items())
    ]
    if not result or result[-1][2] < outlook.now:
        now = {b.key: Count(b.state, b.men, b.vehicles, b.guns) for b in outlook.army.battalions.values()}
        result.append(((outlook.now - begun) / timedelta(days=1), "now", outlook.now, now))
    return tuple(result)


def _curves(outlook: Outlook, formation: Formation, hours: Sequence[Hour], depth: int) -> Iterator[StrengthCurve]:
    """Yield the curve of a formation and those under it, without formations that only pass on another's units."""
    army = outlook.army
    battalions = [b for f in army.tree(formation.id) for b in army.organic[f.id]]
    if not battalions:
        return
    below = [child for child in army.below[formation.id] if any(army.organic[f.id] for f in army.tree(child.id))]
    passes_on = depth > 0 and len(below) == 1 and not army.organic[formation.id]
    if not passes_on:
        yield StrengthCurve(
            symbol=formation_symbol(outlook, formation),
            name=formation.name,
            led_by=formation.led_by,
            depth=depth,
            men_establishment=sum(b.men_establishment for b in battalions),
            vehicles_establishment=sum(b.vehicles_establishment for b in battalions),
            guns_establishment=sum(b.guns_establishment for b in battalions),
            counts=tuple(_count(outlook, battalions, hour) for hour in hours),
            tanks_establishment=sum(b.vehicles_establishment for b in battalions if vehicle_word(b) == "tanks"),
            armoured_cars_establishment=sum(
                b.vehicles_establishment for b in battalions if vehicle_word(b) == "armoured cars"
            ),
        )
    for child in below:
        yield from _curves(outlook, child, hours, depth + (not passes_on))


def _count(outlook: Outlook, battalions: Sequence[Battalion], hour: Hour) -> DayCount:
    """Return one hour's sums. A company split from its battalion adds its men, but not a battalion of its own (umpire
    1.3).
    """
    at, when, time, counts = hour
    men = vehicles = tanks = cars = guns = fit = spent = lost = to_come = 0
    for battalion in battalions:
        had = counts.get(battalion.key)
        if had is None:
            continue
        is_whole = battalion.parent_id is None
        if not had.state.is_in_play:
            lost += is_whole
        elif _is_to_come(outlook, battalion, time):
            to_come += is_whole
        else:
            men, vehicles, guns = men + had.men, vehicles + had.vehicles, guns + had.guns
            word = vehicle_word(battalion)
            tanks += had.vehicles if word == "tanks" else 0
            cars += had.vehicles if word == "armoured cars" else 0
            fit += is_whole and had.state.counts_in_full
            spent += is_whole and had.state.carries_figure
    return DayCount(at, when, men, vehicles, guns, fit, spent, lost, to_come, tanks, cars)


def _is_to_come(outlook: Outlook, battalion: Battalion, time: datetime) -> bool:
    """Return whether a battalion was still to arrive at that hour. One that is late by today is late."""
    if battalion.arrives_day is None:
        return False
    due = outlook.calendar.begins(Moment(battalion.arrives_day, battalion.arrives_turn or 1))
    return due >= time or (battalion.state.is_in_play and not battalion.on_map)
