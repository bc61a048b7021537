"""The paper on a battle that the program fought: its table before and after, and the report of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle
from campaign.queries.battles import battle_known
from campaign.queries.masthead import masthead
from campaign.queries.outlook import look
from campaign.queries.session import Session
from campaign.queries.symbols import battalion_symbol
from campaign.queries.table_map import table_map
from campaign.rules.tabletop.interface import system
from campaign.terms.viewer import Viewer
from campaign.views.battle_paper import BattlePaper
from campaign.views.battle_report import Change, Event, Move, Opening, Placed, Point, Start, from_rows, lines, summary
from campaign.views.packet import TableMap, TableUnit
from campaign.views.symbol import Frame

GONE = frozenset({"destroyed", "captured", "surrendered", "dispersed", "left the table", "removed"})
"""States in which nobody stands on the table any more."""


def fought_battles(board: JournalBoard, viewer: Viewer, word: str | None) -> list[BattlePaper]:
    """The paper of that battle, or of every one of which there is a report. For the umpire alone: it tells where both
    sides stood."""
    if not viewer.is_umpire:
        return []
    rows = [battle_known(look(board, viewer), word)] if word else sorted(board.rows(Battle), key=lambda row: row.number)
    return [_paper(board, viewer, battle) for battle in rows if battle.report]


def _paper(board: JournalBoard, viewer: Viewer, battle: Battle) -> BattlePaper:
    outlook = look(board, viewer)
    events = from_rows(battle.report)
    session = Session(outlook, battle, other_table=False)
    before, after = _maps(session, events)
    return BattlePaper(
        masthead=masthead(
            outlook,
            f"Battle {battle.number}: {battle.name}",
            subtitle=f"report, {system(battle.tabletop).name}",
            addressee="to the umpire: tells both sides' places",
        ),
        number=battle.number,
        summary=summary(events),
        before=before,
        after=after,
        key=_key(session) if before else (),
        report=lines(events),
    )


def _maps(session: Session, events: Sequence[Event]) -> tuple[TableMap | None, TableMap | None]:
    """The table as it began and as it ended; None where it is not measured in inches."""
    opening = next((event for event in events if isinstance(event, Opening)), None)
    if opening is None or opening.measure != "in.":
        return None, None
    plain = replace(table_map(session, units=False), entries=())
    first, last = _places(events)
    units = {event.unit: event for event in events if isinstance(event, Start)}
    return (replace(plain, units=_units(session, units, first)), replace(plain, units=_units(session, units, last)))


def _key(session: Session) -> tuple[str, ...]:
    """``Allied: 1 2 SG (2nd Bn Scots Guards), 2 4 RTR (...)``: by number, as the report calls them and in full."""
    army = session.outlook.army
    sides: dict[int, list[str]] = {}
    for line in session.lines:
        battalion = army.battalions[line.battalion_id]
        full = "" if battalion.name == battalion.short else f" ({battalion.name})"
        sides.setdefault(line.side_id, []).append(f"no. {line.line} {battalion.short}{full}")
    return tuple(f"{army.sides[side].name}: {', '.join(units)}." for side, units in sides.items())


def _places(events: Sequence[Event]) -> tuple[dict[str, Point], dict[str, Point]]:
    """Where everybody stood first and last, by the names of the report."""
    first: dict[str, Point] = {}
    last: dict[str, Point] = {}
    for event in events:
        match event:
            case Start(unit=unit, at=at) if at is not None:
                first[unit] = last[unit] = at
            case Move(unit=unit, path=path):
                last[unit] = path[-1]
            case Placed(unit=unit, at=at):
                last[unit] = at
            case Change(unit=unit, after=after) if after in GONE:
                for name in [name for name in last if name == unit or name.startswith(f"{unit} ")]:
                    del last[name]
    return first, last


def _units(session: Session, starts: Mapping[str, Start], places: Mapping[str, Point]) -> tuple[TableUnit, ...]:
    """A sign for each battalion, where the first of its units stands."""
    army = session.outlook.army
    signs: dict[int, TableUnit] = {}
    for name, at in places.items():
        battalion = _battalion(session, starts[name]) if name in starts else None
        if battalion is None or battalion.id in signs:
            continue
        line = next(line for line in session.lines if line.battalion_id == battalion.id)
        side = army.sides[line.side_id]
        frame = Frame.OWN if session.sides[0].id == side.id else Frame.ENEMY
        symbol = replace(battalion_symbol(session.outlook, battalion), frame=frame)
        spot = (round(at[0]), round(at[1]))
        signs[battalion.id] = TableUnit(symbol, spot, str(line.line), side.accent)
    return tuple(signs.values())


def _battalion(session: Session, start: Start) -> Battalion | None:
    """The battalion that a unit of the report is, or is a part of."""
    battalions = [session.outlook.army.battalions[line.battalion_id] for line in session.lines]
    return next((b for b in battalions if start.key == b.key or start.key.startswith(f"{b.key}/")), None)
