"""The recovery calendar: states day by day from the strength returns, and the dice of the mornings to come (OB-RCV)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Battalion
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, state_words
from campaign.queries.orbat.losses import way_back
from campaign.situation.army import has_joined
from campaign.terms.state import State
from campaign.terms.viewer import Viewer
from campaign.views.orbat.recovery import RecoveryCalendar, RecoveryDie, RecoveryRow


def recovery_calendars(board: JournalBoard, viewer: Viewer, side: int | None = None) -> tuple[RecoveryCalendar, ...]:
    """Return the recovery calendar of the named side, or of every side the viewer may see. Raises NotAllowed."""
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    return tuple(_calendar(outlook, each) for each in ([side] if side is not None else outlook.knowledge.sides()))


def _calendar(outlook: Outlook, side: int) -> RecoveryCalendar:
    campaign, knowledge = outlook.board.campaign, outlook.knowledge
    own_battalions = list(_own_battalions(outlook, side))
    rows = [row for battalion in own_battalions if (row := _row(outlook, battalion)) is not None]
    return RecoveryCalendar(
        masthead=masthead(
            outlook,
            "Recovery calendar",
            side=side,
            subtitle=", ".join(root.name for root in knowledge.roots(side)),
            use="The program rolls the dice as a day begins (campaign next).",
        ),
        dates=tuple(_date(outlook, day) for day in range(max(campaign.days, outlook.moment.day) + 1)),
        today=outlook.moment.day,
        out=sum(not b.state.is_in_play for b in own_battalions),
        may_return=sum(row.may_return for row in rows),
        spent=sum(b.state.carries_figure for b in own_battalions),
        resting=sum(b.resting for b in own_battalions),
        dice=dice_of(outlook, own_battalions),
        rows=tuple(rows),
    )


def _own_battalions(outlook: Outlook, side: int) -> Iterator[Battalion]:
    """Yield the battalions that the viewer may see, in the order of the file, without parts that have joined again."""
    army = outlook.army
    for root in outlook.knowledge.roots(side):
        for formation in army.tree(root.id):
            yield from (b for b in army.organic[formation.id] if not has_joined(b))


def _date(outlook: Outlook, day: int) -> str:
    on = outlook.calendar.date_of(day)
    return f"{on.day} {on:%b}"


def _row(outlook: Outlook, battalion: Battalion) -> RecoveryRow | None:
    """Return a battalion's line, unless it has been fresh all along."""
    days = tuple(
        None if (had := outlook.returns.get(day, {}).get(battalion.key)) is None else had.state
        for day in range(max(outlook.returns, default=-1) + 1)
    )
    if battalion.state is State.FRESH and all(state in (None, State.FRESH) for state in days):
        return None
    may_return = not battalion.state.is_in_play and bool(way_back(outlook, battalion)[0])
    return RecoveryRow(
        symbol=battalion_symbol(outlook, battalion),
        name=battalion.name,
        command=outlook.army.formations[battalion.organic_id].name,
        now=state_words(outlook, battalion),
        days=days,
        may_return=may_return,
    )


def dice_of(outlook: Outlook, battalions: Sequence[Battalion]) -> tuple[RecoveryDie, ...]:
    """Return a die of each headquarters first, then the battalions that no headquarters can bring back."""
    result: dict[tuple[str, str], list[str]] = defaultdict(list)
    for battalion in battalions:
        if not battalion.state.is_in_play:
            by, needs, _ = way_back(outlook, battalion)
            result[by, needs].append(battalion.short or battalion.name)
    ordered = sorted(result.items(), key=lambda pair: not pair[0][0])
    return tuple(RecoveryDie(by, needs, tuple(names)) for (by, needs), names in ordered)
