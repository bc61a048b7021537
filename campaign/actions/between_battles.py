"""Battalions after a battle under Not Quite Mechanised: its outcome, the night, grades (NQM-CAS, NQM-REORG).

take_over          a step: battles that were closed in this turn leave disorder, pins, empty ammunition, green troops
                   blooded
night              a step of the morning: pins come off, battalions reorganise, the dispersed re-form at their division
grade              an action: the umpire's ruling on the grade of a battalion
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.actions.day_context import DayContext
from campaign.actions.diary import deed, note, note_deed
from campaign.actions.supply import near_enemy, write_strength
from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Battle, BattleUnit, Condition, Order
from campaign.rules.common.strength import bands_of, restored
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.day import troops_between as rules
from campaign.rules.day.logistics import capacity, left_after
from campaign.rules.tabletop.nqm.quality import grade_of
from campaign.rules.tabletop.nqm.returns import EARLIER
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.rules.tabletop.nqm.translation import elements_of
from campaign.situation.army import load_army, position_of, put, set_state
from campaign.situation.condition import conditions_of, row_for, troops
from campaign.situation.conditions import rulebook_of
from campaign.situation.engaged import engaged_battalions, took_part
from campaign.situation.force import establishment_of, strength_of, unit_of
from campaign.situation.marching import watchers
from campaign.situation.names import among, battalion_named, battle_numbered
from campaign.terms.forces import Arm, Experience, Level
from campaign.terms.state import BattleState, Role, State
from campaign.terms.time import Moment
from campaign.terms.words import counted
from campaign.verbs.between_battles import GiveGrade, GiveGrades
from campaign.words.receipt import Receipt

_OVER = (BattleState.SETTLED, BattleState.RULED)
_NQM = "nqm"
"""Tabletop system whose troops have grades."""
_TANKS = (Arm.ARMOUR, Arm.HEAVY_ARMOUR)


def is_kept(today: DayContext) -> bool:
    """Return whether any part of the campaign is in use that needs the battalions' condition after battles."""
    book = today.book
    return (
        book.word("nqm.recovery") == "overnight"
        or book.word("nqm.grade.promotion") == "battles"
        or any(
            book.switch(key) for key in ("nqm.disorganisation", "nqm.grade.first_battle", "nqm.logistics", "nqm.fuel")
        )
    )


# a battle is over ----------------------------------------------------------------------------------------------------
def take_over(today: DayContext) -> None:
    """Apply the outcome of each closed battle, once, to every battalion that fought in it."""
    if not is_kept(today):
        return
    battles = {b.id: b for b in today.board.rows(Battle, Battle.state.in_(_OVER))}
    conditions = conditions_of(today.board)
    for line in sorted(today.board.rows(BattleUnit), key=lambda line: (line.battle_id, line.line, line.side_id)):
        battle = battles.get(line.battle_id)
        if battle is None or line.role is Role.ARRIVES or line.end_state is None:
            continue
        battalion = today.army.battalions[line.battalion_id]
        row = row_for(today.board, conditions, battalion)
        if battle.number not in row.battles:
            row.battles = [*row.battles, battle.number]
            _apply_outcome(today, battle, battalion, row, line.aftermath or {}, guns=line.role is Role.GUNS_IN_RANGE)


def _apply_outcome(
    today: DayContext, battle: Battle, battalion: Battalion, row: Condition, aftermath: Mapping[str, int], *, guns: bool
) -> None:
    book = today.book
    row.since_day, row.since_turn = today.now.day, today.now.turn
    unit = unit_of(today.army, battalion)
    full = capacity(unit, book)
    if book.switch("nqm.logistics") and battalion.state.is_in_play:
        before = full if row.ammunition is None else row.ammunition
        row.ammunition = min(before, left_after(full, aftermath.get("ammunition"), book))
        row.truck_lost = row.truck_lost or bool(aftermath.get("truck_lost"))
    if guns:
        return
    row.points = sum(element.points for element in elements_of(unit, book))
    _points_out(today, battle, row, aftermath)
    row.disorganised = (
        book.switch("nqm.disorganisation") and bool(aftermath.get("disorganised")) and battalion.state.is_in_play
    )
    row.dispersed = (
        book.switch("nqm.disorganisation") and bool(aftermath.get("dispersed")) and battalion.state.is_in_play
    )
    row.command_lost = bool(aftermath.get("headquarters_hit"))
    if battalion.headquarters_of_id is not None and aftermath.get("truck_lost"):
        _bowser_lost(today, battalion)
    _after_first_battle(today, battalion, row)


def _points_out(today: DayContext, battle: Battle, row: Condition, aftermath: Mapping[str, int]) -> None:
    """Add a battle's losses to the earlier ones (NQM-AMB-79); pins whose last half has already come off are lost for
    good (NQM-CAS-12).
    """
    counts = SYSTEMS[battle.tabletop].troops_record
    points, pins, earlier = (aftermath.get(key, 0) if counts else 0 for key in ("points_lost", "pins", EARLIER))
    if not _pins_are_kept(today, battle):
        points, pins = points + pins, 0
    if not counts:
        earlier = row.points_lost + row.pins
    lost_before = min(row.points_lost, earlier)
    row.points_lost = min(row.points, points + lost_before)
    row.pins = min(row.points - row.points_lost, pins + min(row.pins, earlier - lost_before))


def _pins_are_kept(today: DayContext, battle: Battle) -> bool:
    return SYSTEMS[battle.tabletop].troops_record and today.book.word("nqm.recovery") == "overnight"


def _bowser_lost(today: DayContext, battalion: Battalion) -> None:
    """Remove a headquarters' fuel vehicle and transport when its trucks are lost: the fuel chain is broken until
    another is sent (NQM-LOG-11).
    """
    from campaign.situation.dumps import dumps_by_formation

    dump = dumps_by_formation(today.board).get(battalion.headquarters_of_id or 0)
    if dump is not None and dump.bowser:
        dump.bowser = False
        today.say(f"{battalion.name} has lost its fuel vehicle", "NQM-POL-03")


def _after_first_battle(today: DayContext, battalion: Battalion, row: Condition) -> None:
    """End a battalion's green grade after its first battle; a further battle fought well counts towards promotion
    (NQM-GRADE-15, -18, -21).
    """
    if not battalion.state.is_in_play:
        return
    quality = grade_of(row.grade, battalion.experience, battalion.size, today.book)
    if quality.green and today.book.switch("nqm.grade.first_battle"):
        row.grade, battalion.experience = quality.grade.value, rules.experience_after_first_battle(quality.grade)
        words = "{has} fought {its} first battle and {is} green no more ({grade})"
        today.say(note_deed(today.board, battalion, deed(words, grade=quality.grade)))
    if rules.well_fought(battalion.state, disorganised=row.disorganised, dispersed=row.dispersed):
        row.well_fought += 1
        if (better := rules.promoted(quality.grade, row.well_fought, today.book)) is not None:
            _promote(battalion, row, better)
            today.say(note_deed(today.board, battalion, deed("{is} promoted to {grade}", grade=better)))


def _promote(battalion: Battalion, row: Condition, grade: Grade) -> None:
    row.grade, row.well_fought = grade.value, 0
    if battalion.experience is not Experience.GREEN:
        battalion.experience = rules.experience_after_first_battle(grade)


# the night -----------------------------------------------------------------------------------------------------------
def night(today: DayContext) -> None:
    """Take off half of the pins and reorganise battalions between the last hour of a day and the first of the next
    (NQM-AMB-94).
    """
    if today.now.day == 1 or not is_kept(today):
        return
    conditions = conditions_of(today.board)
    engaged = engaged_battalions(today.board)
    sights = {side: watchers(today.theatre, today.army.enemies_of(side), today.book) for side in today.army.sides}
    for battalion in sorted(today.army.battalions.values(), key=lambda b: b.id):
        row = conditions.get(battalion.id)
        if row is None or not battalion.on_map or battalion.id in engaged:
            continue
        if row.dispersed:
            _gather(today, battalion, row)
        safe = not near_enemy(today, battalion, sights[battalion.side_id])
        if row.pins:
            _pins_come_off(today, battalion, row, safe=safe)
        if row.disorganised:
            _reorganise(today, battalion, row, safe=safe)


def _gather(today: DayContext, battalion: Battalion, row: Condition) -> None:
    """Re-form a dispersed battalion at its divisional headquarters (NQM-MORALE-06, NQM-REORG-17, umpire 2)."""
    division = today.army.at_level(battalion.organic_id, Level.DIVISION) or today.army.at_level(
        battalion.organic_id, Level.CORPS
    )
    headquarters = today.army.headquarters.get(division.id) if division is not None else None
    home = position_of(headquarters) if headquarters is not None else None
    if division is None or home is None:
        words = "{is} dispersed and cannot re-form: {its} division has no headquarters on the map"
        today.say(note_deed(today.board, battalion, deed(words)))
        return
    put(battalion, home)
    battalion.moved, battalion.dug_in_turns, row.dispersed, row.disorganised = True, 0, False, False
    words = "{re-forms} at {place}, with the headquarters of {division}"
    done = deed(words, place=today.theatre.describe(home), division=division.name)
    today.say(note_deed(today.board, battalion, done))


def _pins_come_off(today: DayContext, battalion: Battalion, row: Condition, *, safe: bool) -> None:
    """Take off the last half of a battalion's pins (NQM-CAS-11); they return as men, vehicles and guns (NQM-CAS-13)."""
    if not safe:
        today.say(
            f"{battalion.name} keeps its {counted(row.pins, 'pin')} tonight: the enemy is too near (NQM-REORG-17)"
        )
        return
    after = rules.After(battalion.key, row.points, row.points_lost, row.pins)
    half_lost = rules.last_half(after, battalion.state, today.dice, today.book)
    row.points_lost, row.pins = half_lost.lost, 0
    strength, full = strength_of(battalion), establishment_of(battalion)
    back = rules.restored_strength(strength, full, row.points, half_lost.came_off)
    if half_lost.state is State.FRESH and battalion.state is State.SPENT:
        set_state(battalion, State.FRESH)
        back = restored(back, full, bands_of(today.book))
    write_strength(battalion, back)
    words = (
        f"{battalion.name}: {half_lost.came_off} of {counted(after.pins, 'pin')} come off,"
        f" {half_lost.lost} of {row.points} points are lost for good"
    )
    today.say(words)
    note(today.board, f"{words}.", side=battalion.side_id, battalion=battalion.id)


def _reorganise(today: DayContext, battalion: Battalion, row: Condition, *, safe: bool) -> None:
    why = rules.reforms(
        troops({battalion.id: row}, battalion, today.book).grade,
        command_lost=row.command_lost,
        tanks=battalion.arm in _TANKS,
        safe=safe,
        out_of_ammunition=row.ammunition == 0,
        has_orders=_has_orders(today, battalion, Moment(row.since_day, row.since_turn)),
    )
    if why:
        today.say(f"{battalion.name} stays disorganised: {why}", "NQM-REORG-17")
        return
    row.disorganised, row.command_lost = False, False
    today.say(note_deed(today.board, battalion, deed("{has} reorganised")))


def _has_orders(today: DayContext, battalion: Battalion, since: Moment) -> bool:
    """Return whether a battalion, or a formation above it, was given an order since it fought."""
    above = {f.id for f in today.army.chain(battalion.present_id)}
    orders = (o for o in today.board.rows(Order) if Moment(o.day, o.turn) > since)
    return any(o.battalion_id == battalion.id or o.formation_id in above for o in orders)


# the umpire's word ---------------------------------------------------------------------------------------------------
@action("grade", GiveGrade)
def give_grade(board: Board, command: GiveGrade) -> Receipt:
    """Set a battalion's grade. Conscripts and militia may become regulars and veterans (NQM-GRADE-15, -18, NQM-AMB-61).
    Green troops stay green.
    """
    army = load_army(board)
    battalion = battalion_named(army, command.unit)
    words = graded(board, battalion, command.to, command.why)
    return Receipt(words, (*_green_words(battalion), *_where_it_counts(board)))


def graded(board: Board, battalion: Battalion, to: str, why: str) -> str:
    """Give a battalion a grade, and note it in its diary; return the line that says so. Raises BadInput, Refused."""
    book, conditions = rulebook_of(board), conditions_of(board)
    was = troops(conditions, battalion, book)
    grade = rules.by_word(was.grade, to)
    _promote(battalion, row_for(board, conditions, battalion), grade)
    words = f"{battalion.name}: {was.grade} -> {grade}" + (f" ({why})" if why else "")
    note(board, f"{words}.", side=battalion.side_id, battalion=battalion.id)
    return words


@action("grades", GiveGrades)
def give_grades(board: Board, command: GiveGrades) -> Receipt:
    """Set the grades of battalions that took part in a battle, all or none (NQM-GRADE-15, -18, NQM-AMB-61). A battalion
    that has the grade already keeps it. Raises BadInput, Refused with the battalion's name.
    """
    army, battle = load_army(board), battle_numbered(board, command.battle)
    fighters = [army.battalions[row.battalion_id] for row in took_part(board, battle)]
    lines = []
    for given in command.grades:
        battalion = among(given.unit, f"battalion of battle {battle.number}", fighters)
        if troops(conditions_of(board), battalion, rulebook_of(board)).grade == given.to.strip().lower():
            continue
        try:
            lines.append(graded(board, battalion, given.to, command.why))
        except (BadInput, Refused) as fault:
            raise type(fault)(f"{battalion.name}: {fault}") from fault
    if not lines:
        raise Refused("no change of grade was given. Write for example: '1 veteran; 3-5 regular'")
    words = f"Grades after battle {battle.number} ({battle.name}): {counted(len(lines), 'battalion')}"
    return Receipt(words, (*lines, *_where_it_counts(board)))


def _where_it_counts(board: Board) -> tuple[str, ...]:
    """Return what a grade does in a campaign of another system, whose tables do not have grades."""
    if board.campaign.tabletop == _NQM:
        return ()
    name, nqm = SYSTEMS[board.campaign.tabletop].name, SYSTEMS[_NQM].name
    words = f"grades belong to {nqm} and count in battles under its rules (campaign battle under N {_NQM})"
    experience = "a battalion counts as veteran or elite by its grade, otherwise as regular; green units stay green"
    return (f"{words}. Under {name}, by which this campaign fights, only experience counts: {experience}",)


def _green_words(battalion: Battalion) -> tuple[str, ...]:
    return ("it is still green until its first battle is over",) if battalion.experience is Experience.GREEN else ()
