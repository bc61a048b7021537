"""The umpire's sheet of a battle: both sides with positions, orders, supply and strengths, and what each knows of the
other.
"""

from __future__ import annotations

from campaign.model import BattleUnit, Formation, Order, Side
from campaign.queries.battle.battle_head import (
    MEETING,
    air_missions,
    arrivals,
    known_enemies,
    off_table_guns,
    order_facts,
    role,
    situation_facts,
    strip,
    track,
)
from campaign.queries.battle.battles import warnings
from campaign.queries.battle.cutting import two_tables
from campaign.queries.battle.session import AWAY, Session, away_words
from campaign.queries.battle.table_map import on_table, table_map
from campaign.queries.common.outlook import Outlook
from campaign.queries.common.symbols import battalion_symbol, order_words, strength_words
from campaign.queries.supply.supply import judged_when, records_of
from campaign.rules.common.muster import MusterLine
from campaign.rules.common.rulebook import house_rules
from campaign.situation.army import position_of
from campaign.situation.forms import Form
from campaign.situation.standing import StandingOrders, standing_orders
from campaign.situation.supply_told import latest_report
from campaign.terms.state import BattleState, Role
from campaign.values import replace
from campaign.words.hex_grid import HexGrid
from campaign.words.packet import UmpireCommand, UmpireLine, UmpireSheet, UmpireSide
from campaign.words.papers import Fact, Masthead
from campaign.words.sheet import SheetBody
from campaign.words.texts import papers

_OF_THE_GAME = frozenset(
    {"Initiative", "First move", "Turns", "Objective", "Companies", "Platoons", "Points", "Break point", "Clock", "End"}
)
"""Labels, in any system, of the facts on a side's sheet that the umpire's sheet repeats."""


def umpire_sheet(session: Session, head: Masthead) -> UmpireSheet:
    """Return everything about a battle on one paper."""
    outlook = session.outlook
    orders = standing_orders(outlook.army, outlook.board.rows(Order), session.moment)
    return UmpireSheet(
        masthead=head,
        strip=strip(session, session.weather),
        table=table_map(session, units=True),
        sides=tuple(_side(session, side, orders) for side in session.sides),
        track=track(session),
        grid=_grid(session),
        house_rules=_house_rules(session),
        notes=_notes(session),
        warnings=(
            *filter(None, (away_words(session),)),
            *warnings(outlook, session.battle, [u for u in session.lines if u.battalion_id not in session.away]),
            *two_tables(session),
        ),
    )


def _grid(session: Session) -> HexGrid | None:
    """Return the map of hexes with both sides on it, the first side's in single frames."""
    maps = [(side, session.sheet(side).grid) for side in session.sides]
    starts = tuple(
        replace(start, accent=side.accent, is_own=step == 0)
        for step, (side, grid) in enumerate(maps)
        if grid is not None
        for start in grid.starts
    )
    first = maps[0][1] if maps else None
    return None if first is None else replace(first, starts=starts)


def _house_rules(session: Session) -> tuple[str, ...]:
    """Return the house rules in force, and additional notes of the sheets, with the side where only one has them
    (companies that stand as one).
    """
    all_house_rules = house_rules(session.outlook.rulebook)
    sides_by_line: dict[str, list[str]] = {}
    for side in session.sides:
        for line in session.sheet(side).differences:
            if line not in all_house_rules:
                sides_by_line.setdefault(line, []).append(side.name)
    own_lines = (
        line if len(whose) == len(session.sides) else f"{', '.join(whose)}: {line}"
        for line, whose in sides_by_line.items()
    )
    return (*own_lines, *all_house_rules)


def _notes(session: Session) -> str:
    number = session.battle.number
    if session.battle.state.is_over:
        return papers().text("is_over")
    notes = papers().lines(
        "what to record",
        {"other_table": session.other_table, "one_return": session.battle.state is BattleState.RETURNED},
        number=number,
        system=session.door.system.name,
        key=session.door.system.key,
    )
    return " ".join(notes)


def _side(session: Session, side: Side, orders: StandingOrders) -> UmpireSide:
    eyes, form = session.eyes(side), session.form(side)
    says, note = role(session, side)
    text = {"You attack": "attacks", "You hold": "holds"}.get(says, says.lower())
    blocks = {block.command: block for block in session.sheet(side).blocks}
    report = latest_report(session.outlook.board)
    records, when = records_of(session.outlook, side.id, report), judged_when(report)
    return UmpireSide(
        name=side.name,
        accent=side.accent,
        role=f"{text}: {note}" if says == MEETING and note else text,
        orders=order_facts(session, eyes, form),
        situation=(*situation_facts(session, eyes, form), *_game(session.sheet(side))),
        commands=tuple(
            _command(session, form, letter, f, blocks[f.id].umpire, orders, _supply(records, f, when))
            for letter, f in form.commands
        ),
        knows=known_enemies(session, eyes),
        arrivals=arrivals(session, form),
        guns=off_table_guns(session, side, form),
        air=air_missions(session, side)[0],
    )


def _game(sheet: SheetBody) -> tuple[Fact, ...]:
    """Return facts on the game from the side's sheet: the first move, the objective, the breaking point, the end."""
    return tuple(fact for fact in sheet.facts if fact.label in _OF_THE_GAME)


def _supply(records: object, formation: Formation, when: str) -> str:
    if not isinstance(records, dict) or formation.key not in records:
        return ""
    return f"{'in' if records[formation.key]['in_supply'] else 'out of'} supply{when}"


def _command(
    session: Session, form: Form, letter: str, formation: Formation, ready: str, orders: StandingOrders, supply: str
) -> UmpireCommand:
    outlook = session.outlook
    return UmpireCommand(
        letter=letter,
        name=formation.name,
        led_by=formation.led_by,
        ready=ready,
        order=order_words(outlook, orders.of_formation(formation)),
        supply=supply,
        lines=tuple(
            _line(outlook, session, u, orders, form.muster.line_of(u.line))
            for u in form.lines
            if u.command_id == formation.id
        ),
    )


def _in_hex(session: Session, line: BattleUnit, where: str) -> str:
    """Return a position after the hexes in which the unit starts, on a table of hexes: two defenders of one place may
    start in different ones.
    """
    grid = session.sheet(session.outlook.army.sides[line.side_id]).grid
    labels = dict.fromkeys(start.label for start in grid.starts if start.unit == line.battalion_id) if grid else {}
    return f"hex {', '.join(labels)}, {where}" if labels and not where.startswith("hex ") else where


def _line(
    outlook: Outlook, session: Session, line: BattleUnit, orders: StandingOrders, stood: MusterLine | None
) -> UmpireLine:
    battalion = outlook.army.battalions[line.battalion_id]
    position = position_of(battalion)
    arrives = (
        f"day {line.arrives_day} turn {line.arrives_turn}, {line.edge}"
        if line.role is Role.ARRIVES and line.arrives_day is not None
        else ""
    )
    return UmpireLine(
        line=line.line,
        symbol=battalion_symbol(outlook, battalion),
        name=battalion.name,
        size=stood.size if stood else "",
        position=_in_hex(
            session,
            line,
            outlook.where(battalion) if position is None else on_table(session, position, outlook.where(battalion)),
        ),
        order=order_words(outlook, orders.of(battalion)),
        arrives=arrives,
        state=line.start_state if session.battle.state.is_over else battalion.state,
        resting=battalion.resting,
        hidden=battalion.hidden,
        dug_in_turns=battalion.dug_in_turns,
        strength=strength_words(battalion),
        note="guns in range" if line.role is Role.GUNS_IN_RANGE else AWAY if line.battalion_id in session.away else "",
    )
