"""The head of a battle sheet: time and light, orders, known enemies, arrivals, guns and aircraft (umpire 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from campaign.model import AirGroup, AirMission, Battalion, BattleUnit, Commander, Formation, Order, Side, Sighting
from campaign.queries.battle.battle_end import held_facts, until_facts
from campaign.queries.battle.session import AIR_WEAPON, Session
from campaign.queries.battle.table_map import hex_of, hex_of_edge, on_table
from campaign.queries.common.outlook import Outlook
from campaign.queries.common.symbols import sighted_symbol
from campaign.queries.day.weather import real_sky
from campaign.queries.supply.supply import judged_when, records_of
from campaign.rules.common.system import System, TableClock
from campaign.rules.common.texts import texts
from campaign.rules.day.recovery import grade_of
from campaign.situation.army import position_of
from campaign.situation.battlefield import near_table, to_edge_m
from campaign.situation.conditions import conditions_at
from campaign.situation.forms import Form, entering
from campaign.situation.knowledge import seen_at
from campaign.situation.sight import locates
from campaign.situation.standing import standing_orders
from campaign.situation.supply_told import latest_report
from campaign.terms.forces import Level, Weapon
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import Light, OrderKind, Role
from campaign.terms.time import HOURS_A_TURN, TURNS_A_DAY, Moment
from campaign.terms.words import is_number, lines_said
from campaign.values import replace
from campaign.words.packet import AirMission as AirLine
from campaign.words.packet import Arrival, EnemyGroup, KnownEnemy, OffTableGuns, TurnCell, TurnMark, edge_said
from campaign.words.papers import Fact
from campaign.words.texts import papers

SHORT_MONTH = 4
"""Letters of a month's name that fit beside a day of the turn track."""
MEETING = "Meeting battle"
LONGEST_NAME = 30
"""Letters of a unit's name that fit on a line of the sheet."""
_OLD = 48
"""Age in hours from which sightings of the enemy are not printed."""


def strip(session: Session, weather: str = "") -> tuple[Fact, ...]:
    """Return the facts printed in the strip below the title: date, turn, clock, light by the rules, the real sun and
    moon, and the weather with its effect in this system.
    """
    outlook, moment, now = session.outlook, session.moment, session.conditions
    on = outlook.calendar.date_of(moment.day)
    sky = real_sky(outlook, on)
    sun = f"{sky.sunrise}\N{EN DASH}{sky.sunset}" if sky is not None and sky.sunrise and sky.sunset else ""
    return tuple(
        Fact(label, text)
        for label, text in (
            ("Date", f"{on:%a} {on.day} {on:%b %Y}"),
            ("Turn", f"{moment.turn} of {TURNS_A_DAY}"),
            ("Clock", outlook.calendar.clock(moment)),
            ("Light by the rules", now.light.value.capitalize()),
            ("Sun (real)", sun),
            ("Moon (real)", _moon(session)),
            ("Weather", weather or now.sky.value.capitalize()),
        )
        if text
    )


def _moon(session: Session) -> str:
    """Return the moon in words: ``84 %, sets 08:40``."""
    sky = real_sky(session.outlook, session.outlook.calendar.date_of(session.moment.day))
    if sky is None:
        return ""
    hours = [f"{word} {at}" for word, at in (("rises", sky.moonrise), ("sets", sky.moonset)) if at]
    return ", ".join((f"{sky.moon_percent} %", *hours))


def track(session: Session) -> tuple[TurnCell, ...]:
    """Return the turn track: two days of turns from the first turn of the battle, with the events of each turn."""
    outlook = session.outlook
    last = Moment(min(session.moment.day + 1, outlook.board.campaign.days), TURNS_A_DAY)
    notes = _track_notes(session)
    cells = []
    for index in range(Moment(session.moment.day).index, last.index + 1):
        moment = Moment.at(index)
        mark = (
            TurnMark.COMING
            if moment > session.moment
            else TurnMark.CURRENT
            if moment == session.moment
            else TurnMark.PLAYED
        )
        on = outlook.calendar.date_of(moment.day)
        cells.append(
            TurnCell(
                turn=moment.turn,
                hours=outlook.calendar.clock(moment),
                light=_light(session, moment),
                mark=mark,
                day=day_of_month(on) if moment.turn == 1 and moment.day > session.moment.day else "",
                note=notes.get(moment, ""),
            )
        )
    return tuple(cells)


def _light(session: Session, moment: Moment) -> Light:
    return conditions_at(session.outlook.board, moment, session.outlook.rulebook).light


def _track_notes(session: Session) -> dict[Moment, str]:
    first = Moment(session.battle.day, session.battle.turn)
    notes = {first: "this battle begins"}
    if session.moment != first:
        notes[session.moment] = "this battle goes on"
    return notes


def arrivals_noted(cells: tuple[TurnCell, ...], session: Session, lines: Iterable[BattleUnit]) -> tuple[TurnCell, ...]:
    """Return the turn track with a side's own arrivals added."""
    due: dict[Moment, list[int]] = {}
    for line in lines:
        if line.role is Role.ARRIVES and line.arrives_day is not None and line.arrives_turn is not None:
            due.setdefault(Moment(line.arrives_day, line.arrives_turn), []).append(line.line)
    start = Moment(session.moment.day).index
    return tuple(
        replace(cell, note="; ".join(filter(None, (cell.note, _lines_arrive(due.get(Moment.at(start + n), []))))))
        for n, cell in enumerate(cells)
    )


def _lines_arrive(lines: list[int]) -> str:
    if not lines:
        return ""
    return f"{lines_said(lines)} arrive{'s' * (len(lines) == 1)}"


def arrivals(session: Session, form: Form) -> tuple[Arrival, ...]:
    """Return the side's arrivals during the battle; units that come together share a row: ``Lines 6 to 8`` / ``from
    turn 3`` / ``C (S edge, 58 in. from W)``.

    A unit of the battle that is beside a table as small as this system's comes on at the start or, behind an enemy on
    its road, some turns of the table later.
    """
    grouped: dict[tuple[Moment, int, str], list[int]] = {}
    for line in form.lines:
        if (arrival := session.coming_on.get(line.battalion_id)) is not None:
            grouped.setdefault((session.moment, arrival.waits, arrival.edge), []).append(line.line)
        if line.role is Role.ARRIVES and line.arrives_day is not None and line.arrives_turn is not None:
            grouped.setdefault((Moment(line.arrives_day, line.arrives_turn), 0, line.edge), []).append(line.line)
    began, step = form.printed.began, session.door.system.step
    return tuple(
        Arrival(
            lines_said(lines).capitalize(),
            (
                f"from {step} {waits + 1}"
                if waits
                else "from the start"
                if moment == session.moment
                else _from_turn(moment, began, session)
            ),
            entry_words(session, form, edge),
        )
        for (moment, waits, edge), lines in sorted(grouped.items())
    )


def entry_words(session: Session, form: Form, edge: str) -> str:
    """Return where an arriving unit comes on, in words: the letter and inch of the table edge, or the hex."""
    return edge_words(form, edge) if session.grid is None else f"hex {hex_of_edge(session, edge)}"


def _behind(form: Form, line: BattleUnit) -> bool:
    stood = form.muster.line_of(line.line)
    return stood is not None and stood.fires_from_behind


def _from_turn(moment: Moment, began: Moment, session: Session) -> str:
    """Return when a unit comes on: ``from turn 3``; where the table plays hours, ``from hour 7 (10:00)``, counted from
    the turn it begins in.

    A game that fills its turn of the campaign sees such a unit only if it goes on: ``16 May turn 1, if it goes on``.
    """
    if session.door.system.clock is TableClock.HOURS:
        hours = HOURS_A_TURN * (moment.index - session.moment.index)
        return f"from hour {hours + 1} ({session.outlook.calendar.begins(moment):%H:%M})"
    day = "" if moment.day == began.day else day_of_month(session.outlook.calendar.date_of(moment.day))
    if session.door.system.clock in (TableClock.REST_OF_TURN, TableClock.ASKED):
        return f"{f'{day} ' if day else ''}turn {moment.turn}, if it goes on"
    return f"from turn {moment.turn}{f', {day}' if day else ''}"


def edge_words(form: Form, edge: str) -> str:
    """Return a stored table edge in words: ``C (S edge, 58 in. from W)`` for ``south 58``. Text that was typed by hand
    stays unchanged.
    """
    word, _, inch = edge.partition(" ")
    for gate in form.gates:
        if gate.entry.edge.value == word.lower() and is_number(inch) and round(gate.entry.inch) == int(inch):
            return f"{gate.letter} ({edge_said(gate.entry.edge.value, inch)})"
    return edge or "any road"


def off_table_guns(session: Session, side: Side, form: Form) -> tuple[OffTableGuns, ...]:
    """Return the side's batteries off the table that reach the battle: their distance from its edge, their range, and
    the units they support.

    The distance is to the table and not to the enemy, which may not have been located. Guns in the battle that this
    system leaves off its table stand anywhere behind its edge; those with the same data share a row.
    """
    outlook = session.outlook
    result: dict[str, list[tuple[int, str]]] = {}
    for line in session.own_lines(side):
        battalion = outlook.army.battalions[line.battalion_id]
        position = position_of(battalion)
        behind = line.role is Role.ENGAGED and _behind(form, line)
        if position is None or not (behind or line.role is Role.GUNS_IN_RANGE):
            continue
        gap = _inches(session, to_edge_m(session.table, outlook.theatre.point_of(position)))
        stood = form.muster.line_of(line.line)
        freed = session.releases.get(battalion.id)
        since = f" from {freed.date_text}" if freed is not None else ""
        supports = battalion.supports_id if session.grid is None else None  # on hexes any friend may spot for them
        helps = f"{outlook.army.formations[supports].name}{since}" if supports is not None else ""
        words = (
            f"{'' if behind or session.grid is not None else f'{gap} in. '}off the table, reaches"
            f" {stood.reach if stood and stood.reach else 'it'}"
        )
        result.setdefault(f"{words}{f'; supports {helps}' if helps else ''}", []).append((line.line, battalion.name))
    return tuple(
        (
            OffTableGuns(guns[0][1], f"line {guns[0][0]}, {words}")
            if len(guns) == 1
            else OffTableGuns(lines_said([number for number, _ in guns]).capitalize(), f"each {words}")
        )
        for words, guns in result.items()
    )


def _inches(session: Session, metres: float) -> int:
    return round(metres / 1000 * session.table.inches_a_km)


def air_missions(session: Session, side: Side) -> tuple[tuple[AirLine, ...], tuple[Weapon, ...]]:
    """Return the sorties that this side flies for the battle in the turns on the track, and the weapons needed in its
    charts.
    """
    outlook = session.outlook
    groups = {g.id: g for g in outlook.board.rows(AirGroup, AirGroup.side_id == side.id)}
    places_here = {p for p, row in outlook.places.items() if session.table.holds((row.x_m, row.y_m))}
    commands = {u.command_id for u in session.own_lines(side)}
    shown, weapons = [], []
    for mission in outlook.board.rows(
        AirMission, AirMission.task.in_(("strike", "support")), AirMission.state == "tasked"
    ):
        group = groups.get(mission.air_group_id)
        if group is None or Moment(mission.day, mission.turn) < session.moment:
            continue
        target = outlook.places[mission.place_id].name if mission.place_id is not None else "named when the turn begins"
        if mission.place_id not in places_here and mission.formation_id not in commands:
            continue
        controller = (
            outlook.army.formations[mission.formation_id]
            if group.has_fac and mission.formation_id in commands
            else None
        )
        fac = (controller.short or controller.name) if controller is not None else "none"
        when = f"T{mission.turn}" if mission.day == session.moment.day else f"day {mission.day}, T{mission.turn}"
        shown.append(AirLine(f"{group.name}, {group.kind}", target, when, fac))
        if group.kind in AIR_WEAPON:
            weapons.append(AIR_WEAPON[group.kind])
    return tuple(shown), tuple(dict.fromkeys(weapons))


def known_enemies(session: Session, eyes: Outlook) -> tuple[EnemyGroup, ...]:
    """Return what this side has seen on and around the table in the last two days, place by place, the latest first;
    equal units at one place are counted in one row.
    """
    groups: dict[tuple[str, str], list[KnownEnemy]] = {}
    for age, sighting in _fresh_sightings(session, eyes):
        battalion, hours = eyes.army.battalions[sighting.battalion_id], int(age.total_seconds() // 3600)
        name = battalion.name if sighting.named else f"{sighting.arm.value.capitalize()}, {sighting.mark.value}"
        enemy = KnownEnemy(sighted_symbol(eyes, sighting), name, str(hours) if hours else "now")
        groups.setdefault(_seen_where(session, eyes, sighting, battalion), []).append(enemy)
    return tuple(EnemyGroup(where, tuple(_counted(enemies)), seen) for (where, seen), enemies in groups.items())


def _fresh_sightings(session: Session, eyes: Outlook) -> list[tuple[timedelta, Sighting]]:
    """Return the sightings near the table that are recent enough to be printed, each with its age, the youngest
    first.
    """
    first = session.moment == Moment(session.battle.day, session.battle.turn)
    begins = session.outlook.time_of(session.moment, session.battle.seconds if first else 0)
    sightings = []
    for sighting in eyes.knowledge.seen.values():
        at = eyes.time_of(Moment(sighting.day, sighting.turn), sighting.seconds)
        age = max(timedelta(0), begins - at)
        if (
            age <= timedelta(hours=_OLD)
            and near_table(session.outlook.theatre, session.table, sighting.place_id)
            and sighting.battalion_id not in eyes.knowledge.fallen
        ):
            sightings.append((age, sighting))
    return sorted(sightings, key=lambda aged: (aged[0], eyes.where_seen(aged[1]), aged[1].id))


def _counted(enemies: Iterable[KnownEnemy]) -> Iterator[KnownEnemy]:
    """Yield each kind of enemy once, with a number before it if there are several."""
    for enemy, count in Counter(enemies).items():
        yield replace(enemy, text=f"{count} \N{MULTIPLICATION SIGN} {enemy.text}") if count > 1 else enemy


def _seen_where(session: Session, eyes: Outlook, sighting: Sighting, battalion: Battalion) -> tuple[str, str]:
    """Return the position of a sighting in words, and the hex of a table that is played on hexes."""
    position, where = _in_sight(session, eyes, battalion, sighting) or seen_at(sighting), eyes.where_seen(sighting)
    return (where, "") if position is None else (on_table(session, position, where), hex_of(session, position))


def _in_sight(session: Session, eyes: Outlook, battalion: Battalion, sighting: Sighting) -> Position | None:
    """Return the exact position of an enemy that is where it was seen and is still located; for one out of sight only
    the position that the side was told.
    """
    theatre, stands = session.outlook.theatre, position_of(session.outlook.army.battalions[battalion.id])
    if stands is None or theatre.as_described(stands) != seen_at(sighting):
        return None
    own_positions = (position_of(b) for b in eyes.army.battalions.values() if b.side_id == eyes.viewer.side)
    return (
        stands
        if any(locates(theatre, session.conditions.sight, at, stands) for at in own_positions if at is not None)
        else None
    )


# orders --------------------------------------------------------------------------------------------------------------
def role(session: Session, side: Side) -> tuple[str, str]:
    """Return the side's role in the battle, attack or defence, as far as it may know it, and a note."""
    attacker = session.battle.attacker_id
    if attacker is None:
        if all(_attacks(session, other_side) for other_side in session.sides):
            return MEETING, texts(session.door.system.key).text_if_any("meeting") or papers().text("you_attack_each")
        return "You attack" if _attacks(session, side) else "You hold", ""
    return ("You attack", "") if attacker == side.id else ("You hold", "the enemy attacks")


def _attacks(session: Session, side: Side) -> bool:
    orders = standing_orders(session.outlook.army, session.outlook.board.rows(Order), session.moment)
    return any(
        orders.of(session.outlook.army.battalions[u.battalion_id]).kind is OrderKind.ATTACK
        for u in session.own_lines(side)
    )


def order_facts(session: Session, eyes: Outlook, form: Form) -> tuple[Fact, ...]:
    """Return the orders for the head of a sheet: each command's under its short name, and a single unit's own order
    under its line number. Commands with equal orders share a fact, which has no names if all units of the side have
    that order.
    """
    orders = standing_orders(eyes.army, eyes.board.rows(Order), session.moment)
    names_by_order: dict[str, list[str]] = {}
    lines_by_order: dict[str, list[int]] = {}
    for _, formation in form.commands:
        order = orders.of_formation(formation)
        present = any(u.command_id == formation.id and u.battalion_id not in session.away for u in form.lines)
        if order is not None and present:
            names_by_order.setdefault(_order_words(order), []).append(formation.short or formation.name)
    for line in form.lines:
        order = orders.of(eyes.army.battalions[line.battalion_id]).order
        if order is not None and order.battalion_id is not None and line.battalion_id not in session.away:
            names_by_order.setdefault(_order_words(order), [])
            lines_by_order.setdefault(_order_words(order), []).append(line.line)
    for words, numbers in lines_by_order.items():
        names_by_order[words].append(lines_said(numbers))
    ordered = {words: names for words, names in names_by_order.items() if words}
    labels = {words: ", ".join(names) if len(ordered) > 1 else "" for words, names in ordered.items()}
    return tuple(Fact(f"{label[:1].upper()}{label[1:]}", words) for words, label in labels.items())


def _order_words(order: Order) -> str:
    """Return an order in words: ``Take the pass. Objective: Top of Halfaya. Limit: Not beyond Point 186.``"""
    parts = (("", order.aim), ("Objective: ", order.objective), ("Limit: ", order.limit))
    return " ".join(f"{head}{text.rstrip(' .')}." for head, text in parts if text.strip(" ."))


def situation_facts(session: Session, eyes: Outlook, form: Form) -> tuple[Fact, ...]:
    """Return the facts on places held, the end of play, units off this table, supply, and the corps commander."""
    return (
        *held_facts(session, eyes, form),
        *until_facts(session),
        *_off_table(session, eyes, form),
        *_supply(eyes, form, session.door.system),
        *_commanders(eyes, form, session.door.system),
    )


def _off_table(session: Session, eyes: Outlook, form: Form) -> Iterator[Fact]:
    """Yield one line on units beside this table and on orders that lead off it, those to the same places together."""
    staying = [line for line in form.lines if line.battalion_id in session.away]
    sentences = []
    if staying:
        names = ", ".join(f"{line.line} ({line_name(eyes.army.battalions[line.battalion_id])})" for line in staying)
        lines = f"line{'s' * (len(staying) > 1)} {names}"
        sentences.append(papers().text("out_of_this_game", lines=lines))
    sent: dict[str, list[str]] = {}
    for letter, name, places in aims_off_table(session, eyes, form):
        if any(
            line.battalion_id not in session.away for line in form.lines if form.letter_of(line.command_id) == letter
        ):
            sent.setdefault(places, []).append(name)
    if sent:
        orders = "; ".join(f"{', '.join(names)} to {places}" for places, names in sent.items())
        sentences.append(papers().text("sent_off", orders=orders.rstrip(".")))
    if sentences:
        yield Fact("Off this table", " ".join(sentences))


def line_name(battalion: Battalion) -> str:
    """Return a battalion's name, or its short name if that is too long for a line of the form."""
    return battalion.name if len(battalion.name) <= LONGEST_NAME or not battalion.short else battalion.short


def aims_off_table(session: Session, eyes: Outlook, form: Form) -> tuple[tuple[str, str, str], ...]:
    """Return the commands all of whose units have orders to places off this table: their letters, their names, and
    where those places lie.
    """
    orders = standing_orders(eyes.army, eyes.board.rows(Order), session.moment)
    theatre, table, result = session.outlook.theatre, session.table, []
    for letter, formation in form.commands:
        own_battalions = [eyes.army.battalions[u.battalion_id] for u in form.lines if u.command_id == formation.id]
        places = {orders.ordered(battalion).to for battalion in own_battalions}
        away = [
            theatre.spot(place)
            for place in sorted(p for p in places if p is not None)
            if not table.holds(theatre.spot(place).point)
        ]
        if away and len(away) == len(places):
            named = ", ".join(
                f"{spot.name}, beyond {entry_words(session, form, entering(theatre, table, AtPlace(spot.place)))}"
                for spot in away
            )
            result.append((letter, formation.short or formation.name, named))
    return tuple(result)


def _supply(eyes: Outlook, form: Form, system: System) -> list[Fact]:
    """Return the supply facts, ``Corps well supplied today. Out of supply: Coast column.``, and their effect on this
    table.
    """
    report = latest_report(eyes.board)
    records = records_of(eyes, form.side.id, report)
    traced = [f for _, f in form.commands if f.key in records]
    out = [f.name for f in traced if not records[f.key]["in_supply"]]
    corps = _corps(eyes, form)
    grades = [
        papers().text(
            "supply_grade",
            corps=c.short or c.name if len(corps) > 1 else "The corps",
            grade=grade_of(c.supply_grade, eyes.rulebook),
        )
        for c in corps
    ]
    if not traced:
        return []
    effect = texts(system.key).text_if_any("no_supply")
    state = papers().lines(
        "supply",
        {"all_in_supply": not out, "one_out_of_supply": len(out) == 1, "many_out_of_supply": len(out) > 1},
        commands=", ".join(out),
        when=judged_when(report),
        effect=f": {effect}" if effect else "",
    )
    return [Fact("Supply", " ".join((*grades, *state)))]


def _corps(eyes: Outlook, form: Form) -> list[Formation]:
    """Return the corps of these commands, each once."""
    return list(
        {c.id: c for _, f in form.commands if (c := eyes.army.at_level(f.id, Level.CORPS)) is not None}.values()
    )


def _commanders(eyes: Outlook, form: Form, system: System) -> list[Fact]:
    """Return which command has its corps commander with it, with the +1 (OB-INIT-04, OB-READY-07); for a corps without
    a player, its leader.
    """
    facts = []
    for corps in _corps(eyes, form):
        players = [c for c in eyes.army.commanders.values() if c.formation_id == corps.id]
        facts += [
            Fact("Corps cdr", f"{c.name} {_whereabouts(eyes, c, form, system)}.")
            for c in sorted(players, key=lambda c: c.id)
        ]
        if not players and corps.led_by:
            facts.append(Fact("Corps cdr", f"{corps.led_by} {_alone(system)}."))
    return facts


def _whereabouts(eyes: Outlook, commander: Commander, form: Form, system: System) -> str:
    if commander.with_id is None:
        return _alone(system)
    joined = eyes.army.formations[commander.with_id]
    name = joined.short or joined.name
    if any(f.id == joined.id for _, f in form.commands):
        effect = texts(system.key).text_if_any("with_corps_commander")
        return ", ".join(filter(None, (papers().text("command_joined", command=name), effect)))
    effect = texts(system.key).text_if_any("without_corps_commander")
    return ", ".join(filter(None, (papers().text("joined_elsewhere", command=name), effect)))


def _alone(system: System) -> str:
    """Return the note on a corps commander who has joined no command, with its effect on the table."""
    effect = texts(system.key).text_if_any("without_corps_commander")
    return ", ".join(filter(None, (papers().text("no_command_joined"), effect)))


def hours_words(moment: Moment, outlook: Outlook) -> str:
    """Return a turn's date and hour: ``15 May 1941, 04:00``."""
    begins = outlook.calendar.begins(moment)
    return f"{begins.day} {begins:%B %Y, %H:%M}"


def day_of_month(on: date) -> str:
    """Return a day for a narrow column: ``16 May``, ``18 Sep``."""
    return f"{on.day} {on:%B}" if len(f"{on:%B}") <= SHORT_MONTH else f"{on.day} {on:%b}"
