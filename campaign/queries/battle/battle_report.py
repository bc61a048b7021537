"""The report on a battle that the program resolved: the table before and after, and what happened between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, BattleUnit
from campaign.queries.battle.battles import battle_known
from campaign.queries.battle.session import Session
from campaign.queries.battle.table_map import command_sign, table_map
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import look
from campaign.queries.common.symbols import battalion_symbol
from campaign.rules.tabletop.hexes.grid import at as hex_of
from campaign.rules.tabletop.hexes.grid import label
from campaign.rules.tabletop.interface import system
from campaign.terms.state import State
from campaign.terms.viewer import Viewer
from campaign.values import replace
from campaign.views.battle.battle_paper import BattleMap, BattlePaper
from campaign.words.battle_report import Change, Event, Move, Opening, Placed, Point, Start, from_rows, lines, summary
from campaign.words.hex_grid import HexStart
from campaign.words.packet import TableUnit
from campaign.words.symbol import Frame

GONE = frozenset({"destroyed", "captured", "surrendered", "dispersed", "left the table", "removed"})
"""States of a unit with no troops left on the table."""


def fought_battles(board: JournalBoard, viewer: Viewer, word: str | None) -> list[BattlePaper]:
    """Return the report on the named battle, or on every battle that the program resolved. Only the umpire may read it,
    since it shows where both sides were.
    """
    if not viewer.is_umpire:
        return []
    rows = [battle_known(look(board, viewer), word)] if word else sorted(board.rows(Battle), key=lambda row: row.number)
    return [_paper(board, viewer, battle) for battle in rows if battle.report]


def _paper(board: JournalBoard, viewer: Viewer, battle: Battle) -> BattlePaper:
    outlook = look(board, viewer)
    events = from_rows(battle.report)
    session = Session(outlook, battle, other_table=False)
    before, after = tables_of(session, events)
    return BattlePaper(
        masthead=masthead(
            outlook,
            f"Battle {battle.number}: {battle.name}",
            subtitle=f"report, {system(battle.tabletop).name}",
            addressee="for the umpire: shows both sides' positions",
        ),
        number=battle.number,
        summary=summary(events),
        before=before,
        after=after,
        key=_key(session) if before else (),
        report=lines(events),
    )


def tables_of(session: Session, events: Sequence[Event]) -> tuple[BattleMap | None, BattleMap | None]:
    """Return the table at the start and at the end of a resolved battle, with the units in their states then."""
    opening = next((event for event in events if isinstance(event, Opening)), None)
    if opening is None:
        return None, None
    plain = replace(table_map(session, units=False), entries=())
    starts = {event.unit: event for event in events if isinstance(event, Start)}
    began, ended = (list(_standing(session, starts, places)) for places in _places(events))
    grid = None if opening.measure == "in." else session.grid
    if grid is not None:
        starting, ending = (replace(grid, starts=_in_hexes(session, units)) for units in (began, ended))
        return BattleMap(plain, starting), BattleMap(plain, ending)
    before = _signs(session, began, {line.battalion_id: line.start_state for line in session.lines})
    after = _signs(session, ended, {line.battalion_id: line.end_state or line.start_state for line in session.lines})
    return BattleMap(replace(plain, units=before)), BattleMap(replace(plain, units=after))


def _key(session: Session) -> tuple[str, ...]:
    """Return the key to the numbers: ``Allied: no. 1: 2 SG (2nd Bn Scots Guards), ...``, as the report names the units
    and in full.
    """
    army = session.outlook.army
    sides: dict[int, list[str]] = {}
    for line in session.lines:
        battalion = army.battalions[line.battalion_id]
        full = "" if battalion.name == battalion.short else f" ({battalion.name})"
        sides.setdefault(line.side_id, []).append(f"no. {line.line}: {battalion.short}{full}")
    return tuple(f"{army.sides[side].name}: {', '.join(units)}." for side, units in sides.items())


def _places(events: Sequence[Event]) -> tuple[dict[str, Point], dict[str, Point]]:
    """Return the first and last positions of all units, by the names of the report."""
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


def _standing(
    session: Session, starts: Mapping[str, Start], places: Mapping[str, Point]
) -> Iterator[tuple[BattleUnit, Point]]:
    """Yield the line of each unit that stands on the table, with its point."""
    lines = {line.battalion_id: line for line in session.lines}
    for name, at in places.items():
        battalion = _battalion(session, starts[name]) if name in starts else None
        if battalion is not None:
            yield lines[battalion.id], at


def _signs(
    session: Session, standing: Iterable[tuple[BattleUnit, Point]], states: Mapping[int, State]
) -> tuple[TableUnit, ...]:
    """Return a sign for each battalion, where the middlemost of its units stands; for many, one sign a command and
    state. Works and rest are not drawn: the report tells them, and the battalion's present ones may differ.
    """
    army = session.outlook.army
    lines: dict[int, BattleUnit] = {}
    points: dict[int, list[Point]] = {}
    for line, at in standing:
        lines[line.battalion_id] = line
        points.setdefault(line.battalion_id, []).append(at)
    signs = []
    for line in lines.values():
        frame = Frame.OWN if session.sides[0].id == line.side_id else Frame.ENEMY
        symbol = replace(
            battalion_symbol(session.outlook, army.battalions[line.battalion_id]),
            frame=frame,
            state=states[line.battalion_id],
            dug_in=False,
            resting=False,
        )
        x, y = middlemost(points[line.battalion_id])
        name, command = command_sign(session, line, frame)
        signs.append(
            TableUnit(
                symbol,
                (round(x), round(y)),
                str(line.line),
                army.sides[line.side_id].accent,
                f"{name}, {symbol.state}",
                replace(command, state=symbol.state),
            )
        )
    return tuple(signs)


def middlemost(points: Sequence[Point]) -> Point:
    """Return the point that lies nearest to the middle of all points."""
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return min(points, key=lambda point: dist(point, middle))


def _in_hexes(session: Session, standing: Iterable[tuple[BattleUnit, Point]]) -> tuple[HexStart, ...]:
    """Return the number of each unit in its hex, the first side's in single frames."""
    sides = session.outlook.army.sides
    return tuple(
        HexStart(
            label(hex_of(round(x) - 1, round(y) - 1)),
            str(line.line),
            line.battalion_id,
            accent=sides[line.side_id].accent,
            is_own=session.sides[0].id == line.side_id,
        )
        for line, (x, y) in standing
    )


def _battalion(session: Session, start: Start) -> Battalion | None:
    """Return the battalion that is a unit of the report, or to which it belongs."""
    battalions = [session.outlook.army.battalions[line.battalion_id] for line in session.lines]
    return next((b for b in battalions if start.key == b.key or start.key.startswith(f"{b.key}/")), None)
