"""The papers of a battle: for each side a sheet and a return limited to its knowledge, for the umpire everything
(umpire 2).
"""

from __future__ import annotations

from collections.abc import Collection

from campaign.errors import NotAllowed, Refused
from campaign.journal.board import JournalBoard
from campaign.model import BattleUnit, Formation, Side
from campaign.queries.battle.battle_head import (
    aims_off_table,
    air_missions,
    arrivals,
    arrivals_noted,
    entry_words,
    hours_words,
    known_enemies,
    line_name,
    off_table_guns,
    order_facts,
    role,
    situation_facts,
    strip,
    track,
)
from campaign.queries.battle.battles import battle_known
from campaign.queries.battle.return_examples import example, examples, specimens, ticks_alone
from campaign.queries.battle.session import Session, away_words, laid_under
from campaign.queries.battle.table_map import start_units, table_map
from campaign.queries.battle.umpire_sheet import umpire_sheet
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol
from campaign.rules.common.system import LOCATED, System, TableClock
from campaign.situation.chance import codes_taken, sheet_code, table_code
from campaign.situation.forms import Form, roads_on
from campaign.situation.names import words_of
from campaign.situation.road_names import road_title
from campaign.terms.forces import Engineers
from campaign.terms.return_box import RESTING, SURROUNDED, Field
from campaign.terms.state import BattleState, Role, State
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.terms.words import numbers_said, plain
from campaign.values import replace
from campaign.words.form_boxes import NOTHING_THERE
from campaign.words.packet import BattlePacket, BattleSheet, ReturnCommand, ReturnForm, ReturnLine, SidePapers
from campaign.words.papers import Fact, Masthead
from campaign.words.sheet import SheetBody, UnitRow
from campaign.words.symbol import UnitSymbol
from campaign.words.texts import papers

MIDDOT = "\N{MIDDLE DOT}"


def battle_packet(board: JournalBoard, viewer: Viewer, word: str, tabletop: str = "") -> BattlePacket:
    """Return all papers of one battle; ``tabletop``: as they would be under another system. Raises NotAllowed unless
    the umpire asks: a side has ``side_papers``.
    """
    session = _session(board, viewer, word, tabletop)
    if not viewer.is_umpire:
        number = session.battle.number
        raise NotAllowed(
            f"only the umpire may print the umpire's sheet of battle {number}. A side prints its own papers"
            " with --viewer SIDE"
        )
    return BattlePacket(
        umpire_sheet(session, packet_head(session)), tuple(papers_of_side(session, side) for side in session.sides)
    )


def side_papers(
    board: JournalBoard, viewer: Viewer, word: str, side: Side | None = None, tabletop: str = ""
) -> tuple[SidePapers, ...]:
    """Return the sheets and returns that this viewer may have: both sides' for the umpire, otherwise the own side's.

    ``side``: that side's only, none if it takes no part; ``tabletop``: as they would be under another system. Raises
    NotAllowed for another side's.
    """
    session = _session(board, viewer, word, tabletop)
    number = session.battle.number
    if side is not None and viewer.side not in (None, side.id):
        raise NotAllowed(
            f"only the {side.name} side and the umpire may print the {side.name} papers of battle {number}. "
            "For your own papers, leave --side out"
        )
    wanted_sides = {viewer.side, side.id if side is not None else None} - {None}
    return tuple(
        papers_of_side(session, other_side)
        for other_side in session.sides
        if not wanted_sides or other_side.id in wanted_sides
    )


def return_forms(board: JournalBoard, viewer: Viewer, word: str) -> dict[str, ReturnForm]:
    """Return the returns that this viewer may have, by the key of their side: the forms of ``side_papers``, without the
    sheets and their odds.
    """
    session = _session(board, viewer, word, "")
    return {
        side.key: return_form(session, side, session.eyes(side), session.form(side))
        for side in session.sides
        if viewer.side in (None, side.id)
    }


def other_codes(board: JournalBoard, word: str) -> dict[str, str]:
    """Return the code of a sheet by every other code that its papers may have, in plain letters. For the umpire, who
    records the returns.
    """
    outlook = look(board, UMPIRE)
    battle = battle_known(outlook, word)
    taken = (codes_taken(board, battle, side) for side in outlook.army.sides.values())
    return {plain(other_code): code for code, *other_codes in taken for other_code in other_codes}


def _session(board: JournalBoard, viewer: Viewer, word: str, tabletop: str) -> Session:
    battle = battle_known(look(board, viewer), word)
    if battle.state is BattleState.CANCELLED:
        raise Refused(
            f"battle {battle.number} ({battle.name}) has no papers, because it was cancelled: {battle.outcome}"
        )
    outlook = look(board, UMPIRE)
    if tabletop in ("", battle.tabletop):
        return Session(outlook, battle, other_table=False)
    return Session(outlook, laid_under(outlook, battle, tabletop), other_table=True)


def beside_the_table(board: JournalBoard, viewer: Viewer, word: str, tabletop: str) -> str:
    """Return a line for the umpire on units of a battle that are not on a system's table, and those that come on; empty
    where all stand on it or the battle is over.
    """
    session = _session(board, viewer, word, tabletop)
    return away_words(session) if viewer.is_umpire and not session.battle.state.is_over else ""


def papers_of_side(session: Session, side: Side) -> SidePapers:
    """Return one side's sheet and return."""
    eyes, form = session.eyes(side), session.form(side)
    sheet, returned = battle_sheet(session, side, eyes, form), return_form(session, side, eyes, form)
    start = start_units(session, side, form)
    return SidePapers(
        side.key,
        sheet,
        returned,
        session.battle.number,
        start,
        _hidden(eyes, form, {unit.label for unit in start}, session.door.system),
    )


def _hidden(eyes: Outlook, form: Form, set_up: Collection[str], system: System) -> tuple[str, ...]:
    """Return which units may begin hidden, and until when (OB-HID-01, -02): among those whose symbol is on the map;
    others come on by an edge.
    """
    standing = [u for u in form.lines if u.role is Role.ENGAGED and str(u.line) in set_up]
    lines_here = [u.line for u in standing]
    lines = [u.line for u in standing if eyes.army.battalions[u.battalion_id].hidden]
    start = {
        "no_units": not lines_here,
        "set_up_near": bool(lines_here and system.set_up_within_in),
        "ring_hidden": bool(lines_here),
        "hidden_one": len(lines) == 1,
        "hidden_many": len(lines) > 1,
    }
    where = papers().lines("where units start", start, hidden=numbers_said(lines), near=system.set_up_within_in)
    if not lines_here:
        return where
    revealed = papers().lines(
        "hidden units", {"located_at_start": system.revealed_by == LOCATED}, revealed_by=system.revealed_by
    )
    return " ".join(where), " ".join(revealed)


# heads ---------------------------------------------------------------------------------------------------------------
def packet_head(session: Session) -> Masthead:
    """Return the masthead of the umpire's papers of a battle."""
    title = f"Battle {session.battle.number}: {session.battle.name}"
    head = masthead(
        session.outlook,
        title,
        subtitle=f"{_rules_words(session)}{_turn_words(session)} {MIDDOT} {papers().text('umpire_head')}",
        use=papers().text("umpire_use"),
    )
    return _at_turn(session, replace(head, paper=_paper(session), code=session.battle.code))


def _side_head(
    session: Session, side: Side, title: str, subtitle: str, paper: str, use: str, *, has_orders: bool = True
) -> Masthead:
    code = sheet_code(session.outlook.board, session.battle, side)
    head = masthead(session.outlook, title, subtitle=subtitle, side=side.id, use=use, code=code, has_orders=has_orders)
    return _at_turn(session, replace(head, paper=paper))


def _at_turn(session: Session, head: Masthead) -> Masthead:
    moment = session.moment
    return replace(
        head, when=hours_words(moment, session.outlook), turn=f"Day {moment.day}, turn {moment.turn} of {TURNS_A_DAY}"
    )


def _paper(session: Session) -> str:
    """Return the number of the paper, with the letters of its system: ``OB 3``, ``NQM 3``."""
    return f"{session.door.system.letters} {session.battle.number}"


def _rules_words(session: Session) -> str:
    """Return the system of the battle, unless the campaign bears its name."""
    name = session.door.system.name
    return "" if name == session.outlook.board.campaign.title else f"{name} {MIDDOT} "


def _turn_words(session: Session) -> str:
    return f"day {session.moment.day}, turn {session.moment.turn}"


# the sheet -----------------------------------------------------------------------------------------------------------
def battle_sheet(session: Session, side: Side, eyes: Outlook, form: Form) -> BattleSheet:
    """Return one side's sheet: its own lines and orders, and its sightings."""
    air, weapons = air_missions(session, side)
    body = session.sheet(side, weapons)
    says, note = role(session, side)
    battle = session.battle
    return BattleSheet(
        masthead=_side_head(
            session,
            side,
            f"Battle {battle.number}: {battle.name}",
            f"{_rules_words(session)}{_turn_words(session)} {MIDDOT} {papers().text('sheet_for', side=side.name)}",
            _paper(session),
            papers().text("sheet_use", side=side.name),
        ),
        strip=strip(session, body.weather),
        table=table_map(session, units=False, scoring_for=side.id),
        role=says,
        role_note=note,
        orders=order_facts(session, eyes, form),
        situation=situation_facts(session, eyes, form),
        enemy=known_enemies(session, eyes),
        arrivals=arrivals(session, form),
        guns=off_table_guns(session, side, form),
        air=air,
        house_rules=body.differences,
        track=arrivals_noted(track(session), session, form.lines),
        fills_turn=session.door.system.clock is TableClock.REST_OF_TURN,
        body=dressed(session, body, eyes, form),
        notes=_notes(session),
    )


def _notes(session: Session) -> str:
    if session.moment == Moment(session.battle.day, session.battle.turn):
        return ""
    return papers().text("goes_on", turn=session.moment)


def dressed(session: Session, body: SheetBody, eyes: Outlook, form: Form) -> SheetBody:
    """Return a sheet as the rules made it, completed for printing: with unit symbols, names that fit, references to the
    side's own formations and arrivals, and without rows of units that stay off this table.
    """
    lines = {u.line: u for u in form.lines if u.battalion_id not in session.away}
    blocks = (
        replace(
            block,
            rows=tuple(_row(session, row, eyes, lines[row.line], form) for row in block.rows if row.line in lines),
        )
        for block in body.blocks
    )
    symbols = {u.battalion_id: battalion_symbol(eyes, eyes.army.battalions[u.battalion_id]) for u in form.lines}
    return replace(
        body,
        blocks=tuple(block for block in blocks if block.rows),
        labels=tuple(replace(label, symbol=symbols.get(label.unit)) for label in body.labels),
    )


def _row(session: Session, row: UnitRow, eyes: Outlook, line: BattleUnit, form: Form) -> UnitRow:
    battalion = eyes.army.battalions[line.battalion_id]
    return replace(
        row,
        symbol=replace(_symbol(session, eyes, line), state=row.state),
        name=line_name(battalion),
        note=_note(row.note, _attachment(eyes, line)),
        arrives=_arrives(line, form) or _comes_on(session, form, line),
    )


def _symbol(session: Session, eyes: Outlook, line: BattleUnit) -> UnitSymbol:
    """Return a line's symbol; a unit that comes onto the table has left its trenches behind."""
    symbol = battalion_symbol(eyes, eyes.army.battalions[line.battalion_id])
    arrives = line.role is Role.ARRIVES or line.battalion_id in session.coming_on
    return replace(symbol, dug_in=False) if arrives else symbol


def _comes_on(session: Session, form: Form, line: BattleUnit) -> str:
    """Return where a unit from beside the table comes on: ``comes on at B (E edge, 49 in. from S), move 3``."""
    arrival = session.coming_on.get(line.battalion_id)
    if arrival is None:
        return ""
    waits = f", {session.door.system.step} {arrival.waits + 1}" if arrival.waits else ""
    return f"comes on at {entry_words(session, form, arrival.edge)}{waits}"


def _note(*lines: str) -> str:
    """Return the notes on a battalion, without repetitions."""
    return ", ".join(dict.fromkeys(part for words in lines for part in words.split(", ") if part))


def _attachment(eyes: Outlook, line: BattleUnit) -> str:
    """Return a pointer to a borrowed unit's own formation (umpire 1.21), and a note if it stands off the table."""
    battalion = eyes.army.battalions[line.battalion_id]
    lines = []
    if battalion.organic_id != line.command_id:
        own_formation = eyes.army.formations[battalion.organic_id]
        lines.append(f"att. from {own_formation.short or own_formation.name}")
    if line.role is Role.GUNS_IN_RANGE:
        lines.append("off the table")
    return ", ".join(lines)


def _arrives(line: BattleUnit, form: Form) -> str:
    if line.role is not Role.ARRIVES or line.arrives_turn is None or line.arrives_day is None:
        return ""
    day = "" if line.arrives_day == form.printed.began.day else f", day {line.arrives_day}"
    return f"arrives T{line.arrives_turn}{day}"


# the return ----------------------------------------------------------------------------------------------------------
def return_form(session: Session, side: Side, eyes: Outlook, form: Form) -> ReturnForm:
    """Return the form that the side fills in: the same lines in the same order, then the foot."""
    battle, theatre = session.battle, session.outlook.theatre
    on = session.outlook.calendar.date_of(session.moment.day)
    head = _side_head(
        session,
        side,
        f"Return: {battle.name}",
        f"{_rules_words(session)}Battle {battle.number}, {on.day} {on:%B %Y}, turn {session.moment.turn} "
        f"{MIDDOT} {papers().text('return_head')}",
        f"{_paper(session)} return",
        papers().text("return_use"),
        has_orders=False,  # the other side signs it
    )
    others = [s.name for s in session.sides if s.id != side.id]
    absent = {u.line for u in form.lines if u.battalion_id in session.away}
    possible = specimens(form, session.door, session.outlook.rulebook, absent)
    beside = _beside(session, form)
    place = next((name for key, name in form.places if key not in beside), session.outlook.places[battle.place_id].name)
    return ReturnForm(
        masthead=head,
        qr=table_code(session.outlook.board, session.battle, side) or head.code,
        identity=_identity(session, side),
        commands=tuple(_return_command(session, eyes, form, letter, formation) for letter, formation in form.commands),
        sides=(side.name, *others),
        objectives=tuple(name for _, name in form.objectives),
        orders=tuple(Fact(letter, formation.name) for letter, formation in form.commands),
        away=tuple(letter for letter, _, _ in aims_off_table(session, eyes, form)),
        commanders=(*form.commanders, *_headquarters(eyes, form)),
        has_engineers=any(eyes.army.battalions[u.battalion_id].engineers is not Engineers.NONE for u in form.lines),
        changes=tuple(work.text for work in form.works),
        roads=tuple(road_title(theatre, road) for road in roads_on(theatre, form.table)),
        example=example(form, possible),
        blank_place=papers().text("blank_place"),
        side_words=tuple((word, s.name) for s in session.sides for word in words_of(s)),
        places=form.places,
        everywhere=form.printed.places,
        beside=beside,
        one_stand=tuple(group.lines for group in form.muster.together),
        edges=form.printed.edges,
        size_in=(battle.table["width_in"], battle.table["depth_in"]),
        columns=form.fields.line,
        side_columns=form.fields.side,
        stand_columns=form.fields.stand,
        how=form.fields.how,
        examples=examples(form, possible, place),
        specimen=(possible[0][0], tuple(possible[0][1].items())) if possible else None,
        alone=ticks_alone(form, session.door, session.outlook.rulebook),
        shorthand=tuple(form.fields.shorthand.items()),
        prisoners=form.fields.prisoners,
        hexes=form.fields.hexes,
    )


def _identity(session: Session, side: Side) -> tuple[tuple[str, str], ...]:
    """Return the identity of a form that is filled in on the screen: it is read back for this battle, side and system
    only.
    """
    facts, battle = session.outlook.board.campaign, session.battle
    return (
        ("campaign", facts.title),
        ("battle", f"{battle.number} {battle.name}"),
        ("side", side.key),
        ("rules", session.door.system.key),
    )


def _return_command(session: Session, eyes: Outlook, form: Form, letter: str, formation: Formation) -> ReturnCommand:
    lines = tuple(_return_line(session, eyes, form, u) for u in form.lines if u.command_id == formation.id)
    return ReturnCommand(letter, formation.name, lines, formation.short)


def _return_line(session: Session, eyes: Outlook, form: Form, line: BattleUnit) -> ReturnLine:
    battalion = eyes.army.battalions[line.battalion_id]
    due = (
        "off table"
        if line.battalion_id in session.away
        else _arrives(line, form).replace("arrives", "due") or _one_stand(form, line)
    )
    state = line.start_state if form.battle.state.is_over else battalion.state
    stood = form.muster.line_of(line.line)
    return ReturnLine(
        line=line.line,
        symbol=replace(_symbol(session, eyes, line), state=state),
        name=line_name(battalion),
        full_name=battalion.name,
        state=state,
        due=due,
        resting=battalion.resting,
        dug_in_turns=battalion.dug_in_turns,
        held=tuple(field.key for field in form.fields.line if _holds(field, state, resting=battalion.resting)),
        notes=_cell_notes(form, line),
        stands=tuple((stand.key, stand.label) for stand in stood.stands) if form.fields.stand and stood else (),
    )


def _beside(session: Session, form: Form) -> tuple[str, ...]:
    """Return the places off the table at which no unit can end, in a system whose table keeps places (umpire 1.8)."""
    spots = session.outlook.theatre.spots if session.door.system.keeps_places else ()
    return tuple(spot.key for spot in spots if not form.table.holds(spot.point))


def _one_stand(form: Form, line: BattleUnit) -> str:
    """Return the lines that stand as one on the table: ``3+5+6: one``."""
    group = next((together for together in form.muster.together if line.line in together.lines), None)
    return f"{'+'.join(map(str, group.lines))}: one" if group is not None else ""


def _holds(field: Field, state: State, *, resting: bool) -> bool:
    """Return whether a box holds already, so that it need not be crossed."""
    if field.key == RESTING.key:
        return resting
    return field.holds is not None and (state is field.holds or state is State.CAPTURED)


def _cell_notes(form: Form, line: BattleUnit) -> tuple[tuple[str, str], ...]:
    """Return notes on a line's cells: ``of 48`` where no more can be lost, ``from 5`` where a count goes on."""
    stood = form.muster.line_of(line.line)
    if stood is not None and stood.fires_from_behind and not stood.noted:
        return tuple(
            (field.key, NOTHING_THERE) for field in form.fields.line if field.loss or field.key == SURROUNDED.key
        )
    noted = stood.noted if stood else {}
    result = [(field.key, f"of {noted[field.limit]}") for field in form.fields.line if field.limit in noted]
    return (
        *result,
        *((field.key, f"from {noted[field.begins]}") for field in form.fields.line if noted.get(field.begins)),
    )


def _headquarters(eyes: Outlook, form: Form) -> list[str]:
    return [
        f"HQ, line {u.line}" for u in form.lines if eyes.army.battalions[u.battalion_id].headquarters_of_id is not None
    ]
