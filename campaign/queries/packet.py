"""The papers of a battle: for each side a sheet and a return with only what it may know, for the umpire everything (umpire 2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from campaign.errors import NotAllowed, Refused
from campaign.journal.desk import Desk
from campaign.model import Battalion, BattleUnit, Formation, Side
from campaign.queries.battle_head import (
    air_missions,
    arrivals,
    arrivals_noted,
    hours_words,
    known_enemies,
    off_table_guns,
    order_facts,
    role,
    strip,
    track,
)
from campaign.queries.battles import battle_known
from campaign.queries.masthead import masthead
from campaign.queries.outlook import Outlook, look
from campaign.queries.session import Session
from campaign.queries.symbols import battalion_symbol
from campaign.queries.table_map import start_units, table_map
from campaign.queries.umpire_sheet import umpire_sheet
from campaign.rules.brevity.quick_reference import DASH
from campaign.rules.brevity.sheet import CommandStrip, Odds, Sheet, UnitLine, score_text
from campaign.rules.retreat import BLANK
from campaign.situation.battlefield import sheet_code
from campaign.situation.forms import Form
from campaign.terms.state import BattleState, Posture, Role, State
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.views.packet import (
    BattlePacket,
    BattleSheet,
    CommandBlock,
    QuickRow,
    QuickTable,
    ReturnCommand,
    ReturnForm,
    ReturnLine,
    RowTone,
    SidePapers,
)
from campaign.views.packet import UnitLine as PrintedLine
from campaign.views.papers import Fact, Masthead

MIDDOT = "\N{MIDDLE DOT}"
LONGEST_NAME = 30
"""Letters of a unit's name that fit on a line of the sheet."""


def battle_packet(desk: Desk, viewer: Viewer, word: str) -> BattlePacket:
    """Everything for one battle. Raises NotAllowed unless the umpire asks: a side has ``side_papers``."""
    session = _session(desk, viewer, word)
    if not viewer.is_umpire:
        number = session.battle.number
        raise NotAllowed(f"the umpire's sheet of battle {number} is for the umpire; a side prints its own papers with --viewer SIDE")
    return BattlePacket(umpire_sheet(session, packet_head(session)), tuple(papers(session, side) for side in session.sides))


def side_papers(desk: Desk, viewer: Viewer, word: str, side: Side | None = None) -> tuple[SidePapers, ...]:
    """The sheets and returns that this viewer may have: both sides' for the umpire, else his own side's.

    ``side``: that side's only, none if it takes no part. Raises NotAllowed if it is not his.
    """
    session = _session(desk, viewer, word)
    number = session.battle.number
    if side is not None and viewer.side not in (None, side.id):
        raise NotAllowed(f"the {side.adjective} papers of battle {number} are for that side and the umpire; leave --side out for your own")
    wanted = {viewer.side, side.id if side is not None else None} - {None}
    return tuple(papers(session, one) for one in session.sides if not wanted or one.id in wanted)


def _session(desk: Desk, viewer: Viewer, word: str) -> Session:
    battle = battle_known(look(desk, viewer), word)
    if battle.state is BattleState.CANCELLED:
        raise Refused(f"battle {battle.number} ({battle.name}) is not fought: {battle.outcome}")
    return Session(look(desk, UMPIRE), battle)


def papers(session: Session, side: Side) -> SidePapers:
    """One side's sheet and return."""
    eyes, form = session.eyes(side), session.form(side)
    sheet, returned = battle_sheet(session, side, eyes, form), return_form(session, side, eyes, form)
    return SidePapers(side.key, sheet, returned, session.battle.number, start_units(session, side, form), _hidden(eyes, form))


def _hidden(eyes: Outlook, form: Form) -> tuple[str, ...]:
    """Who may begin hidden, and until when (OB-HID-01, -02)."""
    here = [u.line for u in form.lines if u.role is Role.ENGAGED]
    told = [u.line for u in form.lines if u.role is Role.ENGAGED and eyes.army.battalions[u.battalion_id].hidden]
    if not here:
        return ("Nobody of yours stands on the table at the start; who arrives comes on by his edge and is not hidden.",)
    already = f" Hidden already: {_lines_spoken(told)}." if told else ""
    start = f"{_lines_spoken(here).capitalize()} start where the symbols stand."
    return (
        f"{start} Hidden units are set up there too, on this map only: ring the symbol of whoever begins hidden.{already}",
        "He is put on the table as soon as he moves, fires or is located, and is not hidden again in this battle. Who arrives is not hidden.",
    )


def _lines_spoken(numbers: list[int]) -> str:
    return f"line{'s' * (len(numbers) > 1)} {' '.join(map(str, numbers))}"


# heads ---------------------------------------------------------------------------------------------------------------------
def packet_head(session: Session) -> Masthead:
    """The head of the umpire's papers."""
    title = f"Battle {session.battle.number}: {session.battle.name}"
    head = masthead(
        session.outlook, title, subtitle=f"campaign {_turn_words(session)} {MIDDOT} Both sides, for the umpire", use="For the umpire only."
    )
    return _at_turn(session, replace(head, paper=f"OB {session.battle.number} U", code=session.battle.code))


def _side_head(session: Session, side: Side, title: str, subtitle: str, paper: str, use: str) -> Masthead:
    code = sheet_code(session.outlook.desk.campaign, session.battle, side)
    head = masthead(session.outlook, title, subtitle=subtitle, side=side.id, use=use, code=code)
    return _at_turn(session, replace(head, paper=paper))


def _at_turn(session: Session, head: Masthead) -> Masthead:
    moment = session.moment
    return replace(head, when=hours_words(moment, session.outlook), turn=f"Day {moment.day}, turn {moment.turn} of {TURNS_A_DAY}")


def _turn_words(session: Session) -> str:
    return f"day {session.moment.day}, turn {session.moment.turn}"


# the sheet -----------------------------------------------------------------------------------------------------------------
def battle_sheet(session: Session, side: Side, eyes: Outlook, form: Form) -> BattleSheet:
    """One side's sheet: own lines, own orders, what it has seen."""
    air, weapons = air_missions(session, side)
    rules = session.sheet(side, weapons)
    says, note = role(session, side)
    battle = session.battle
    return BattleSheet(
        masthead=_side_head(
            session, side, f"Battle {battle.number}: {battle.name}",
            f"campaign {_turn_words(session)} {MIDDOT} Battle sheet for the {side.adjective} side only", f"OB {battle.number}",
            f"Print this sheet for the {side.adjective} side only; the other side and the umpire have their own. "
            "Line numbers are those of the return and of the labels.",
        ),
        strip=strip(session), table=table_map(session, units=False, scoring_for=side.id), role=says, role_note=note,
        orders=order_facts(session, eyes, form), enemy=known_enemies(session, eyes), arrivals=arrivals(form),
        guns=off_table_guns(session, side), air=air, house_rules=rules.differences,
        track=arrivals_noted(track(session), session, form.lines),
        commands=tuple(_command(session, eyes, strip_, form) for strip_ in rules.commands), legend=" ".join(rules.legend),
        tables=quick_tables(rules), notes=_notes(session),
    )  # fmt: skip


def _notes(session: Session) -> str:
    if session.moment == Moment(session.battle.day, session.battle.turn):
        return ""
    return f"The battle goes on from turn {session.moment}: set everybody up where the last session left them."


def _command(session: Session, eyes: Outlook, strip_: CommandStrip, form: Form) -> CommandBlock:
    lines = {u.line: u for u in form.lines}
    turn = session.moment.turn
    led_by = f" {MIDDOT} ".join(filter(None, (strip_.command.led_by, strip_.nation)))
    return CommandBlock(
        letter=strip_.letter, name=strip_.command.name, led_by=led_by, bonus=f"{strip_.bonus:+d}", ready=score_text(strip_.readiness),
        ready_note="" if session.conditions.night else f"night: {strip_.night_text}", initiative=tuple(_odds(o) for o in strip_.odds),
        officer_turns=tuple((turn - 1 + n) % TURNS_A_DAY + 1 for n in range(TURNS_A_DAY + 1)), posture=_posture(eyes, strip_),
        lines=tuple(_unit(eyes, one, lines[one.number], form) for one in strip_.lines),
    )  # fmt: skip


def _posture(eyes: Outlook, strip_: CommandStrip) -> Posture:
    """What most of its battalions are in: who was caught on the march is in march posture (umpire 1.1)."""
    counted = Counter(eyes.army.battalions[one.unit.id].posture for one in strip_.lines)
    return counted.most_common(1)[0][0] if counted else strip_.posture


def _odds(odds: Odds) -> Fact:
    return Fact(odds.name, f"{odds.we_take}, {odds.they_take}")


def _unit(eyes: Outlook, one: UnitLine, line: BattleUnit, form: Form) -> PrintedLine:
    battalion = eyes.army.battalions[line.battalion_id]
    star = "*" if one.hit_if_moving else ""
    return PrintedLine(
        line=line.line, symbol=replace(battalion_symbol(eyes, battalion), state=one.start_state), name=line_name(battalion),
        note=", ".join(filter(None, (one.note, _attachment(eyes, line)))), arrives=_arrives(line, form), size=one.size,
        march=(str(one.march[0]), str(one.march[1]), str(one.march[2])),
        combat=(str(one.combat[0]), DASH if one.combat[1] is None else str(one.combat[1])),
        to_be_hit=(f"{one.hit[0]}{star}", f"{one.hit[1]}{star}", f"{one.hit[2]}{star}"), protection=one.protection,
        anti_tank=(one.anti_tank_best, one.anti_tank_all), casualty_row=one.casualty_row, direct=str(one.direct_in), artillery=one.artillery_text,
        abilities=one.flags, state=one.start_state, surrounded=battalion.surrounded, resting=battalion.resting, hidden=battalion.hidden,
        dug_in_turns=one.dug_in_turns,
    )  # fmt: skip


def line_name(battalion: Battalion) -> str:
    """Its name, or where that is too long for a line of the form its short one."""
    return battalion.name if len(battalion.name) <= LONGEST_NAME or not battalion.short else battalion.short


def _attachment(eyes: Outlook, line: BattleUnit) -> str:
    """A pointer to its own formation, if it is borrowed (umpire 1.21), and whether it stands off the table."""
    battalion = eyes.army.battalions[line.battalion_id]
    said = []
    if battalion.organic_id != line.command_id:
        own = eyes.army.formations[battalion.organic_id]
        said.append(f"att. from {own.short or own.name}")
    if line.role is Role.GUNS_IN_RANGE:
        said.append("off the table")
    return ", ".join(said)


def _arrives(line: BattleUnit, form: Form) -> str:
    if line.role is not Role.ARRIVES or line.arrives_turn is None or line.arrives_day is None:
        return ""
    day = "" if line.arrives_day == form.printed.began.day else f", day {line.arrives_day}"
    return f"arrives T{line.arrives_turn}{day}"


# quick reference -----------------------------------------------------------------------------------------------------------
def quick_tables(rules: Sheet) -> tuple[QuickTable, ...]:
    """The small tables at the foot, with only the rows that these units need."""
    casualties = [
        row
        for part in rules.casualties
        for row in (QuickRow((part.title,), RowTone.GROUP), *(QuickRow((r.label, r.infantry, r.others)) for r in part.rows))
    ]
    tables = (
        QuickTable("Steps of a move", tuple(
            QuickRow((str(s.number), s.label, s.who), RowTone.SHADED if s.who == "they" else RowTone.PLAIN) for s in rules.steps
        ), words=2),
        QuickTable("Strength: dice", tuple(QuickRow((r.label, r.result)) for r in rules.strength), note="N counts 1, W one half, C nothing."),
        QuickTable("Penetrate armour", tuple(QuickRow((r.label, r.result)) for r in rules.penetrate)),
        QuickTable("Location, in.", tuple(QuickRow((r.label, r.result)) for r in rules.location)),
        QuickTable("Casualties", tuple(casualties), ("Infantry", "Others")),
    )  # fmt: skip
    return tuple(table for table in tables if table.rows)


# the return ----------------------------------------------------------------------------------------------------------------
def return_form(session: Session, side: Side, eyes: Outlook, form: Form) -> ReturnForm:
    """What the side fills in: the same lines in the same order, then the foot."""
    battle = session.battle
    on = session.outlook.calendar.date_of(session.moment.day)
    head = _side_head(
        session, side, f"Return: {battle.name}",
        f"Battle {battle.number}, {session.outlook.desk.campaign.title}, {on.day} {on:%B %Y}, turn {session.moment.turn} "
        f"{MIDDOT} One line for each line of the battle sheet", f"OB {battle.number} R",
        "A return can make a state worse, never better: an improvement is made by the campaign at the start of a turn.",
    )  # fmt: skip
    others = [s.adjective for s in session.sides if s.id != side.id]
    return ReturnForm(
        masthead=head, qr=head.code, commands=tuple(_return_command(eyes, form, letter, formation) for letter, formation in form.commands),
        sides=(side.adjective, *others), objectives=tuple(name for _, name in form.objectives),
        orders=tuple(Fact(letter, formation.name) for letter, formation in form.commands), commanders=(*form.commanders, *_headquarters(eyes, form)),
        changes=tuple(work.text for work in form.works), example=_example(form), blank_place=BLANK,
        side_words=tuple((word, s.adjective) for s in session.sides for word in dict.fromkeys((s.adjective, s.name, s.key))),
        places=form.places, everywhere=form.printed.places, edges=form.printed.edges, size_in=(battle.table["width_in"], battle.table["depth_in"]),
    )  # fmt: skip


def _return_command(eyes: Outlook, form: Form, letter: str, formation: Formation) -> ReturnCommand:
    lines = tuple(_return_line(eyes, form, u) for u in form.lines if u.command_id == formation.id)
    return ReturnCommand(letter, formation.name, lines, formation.short)


def _return_line(eyes: Outlook, form: Form, line: BattleUnit) -> ReturnLine:
    battalion = eyes.army.battalions[line.battalion_id]
    state = line.start_state if form.battle.state.is_over else battalion.state
    return ReturnLine(
        line=line.line, symbol=replace(battalion_symbol(eyes, battalion), state=state), name=line_name(battalion),
        state=state, due=_arrives(line, form).replace("arrives", "due"), resting=battalion.resting, dug_in_turns=battalion.dug_in_turns,
    )  # fmt: skip


def _headquarters(eyes: Outlook, form: Form) -> list[str]:
    return [f"HQ, line {u.line}" for u in form.lines if eyes.army.battalions[u.battalion_id].headquarters_of_id is not None]


def _example(form: Form) -> str:
    return f"{form.lines[-1].line} {State.DESTROYED}" if form.lines else ""
