"""Settling a battle: one action that applies everything in a return or a ruling (umpire 1.7-1.10, 1.20).

States and strengths; all final positions, the losers' retreat included; the holder of the field and the ground with it;
attachments, rest, works, lost commanders; names learned on both sides; contacts closed; the diary. A battle that is
only suspended takes the losses over and goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from campaign.actions.diary import deed, note, note_deed
from campaign.actions.learning import look_about
from campaign.actions.obstacles import laid
from campaign.actions.raising import Staff, fought_twice, tell
from campaign.actions.returns.aftermath import (
    as_left,
    change_work,
    hand_over,
    has_way_back,
    sighted,
    way_out,
    zones_against,
)
from campaign.actions.returns.fates import Fate, Verdict
from campaign.actions.returns.movement_words import movement_words, short_name
from campaign.actions.returns.movements import RULE, Movement, is_beaten, planned
from campaign.actions.sightings import sightings_of_turn
from campaign.actions.supporting import end_support
from campaign.errors import NotDecided, Refused
from campaign.model import Battalion, Battle, Contact
from campaign.rules.common.automatic import effective_stands
from campaign.rules.common.force import Strength
from campaign.rules.common.strength import after_losses, bands_of
from campaign.rules.day.retreat import CutOff, lays_down_arms, when_cut_off
from campaign.situation.army import put, set_state
from campaign.situation.battlefield import table_of
from campaign.situation.engaged import open_battles
from campaign.situation.force import establishment_of, strength_of, unit_of
from campaign.situation.lost_here import lost_before
from campaign.situation.old_news import sides_in_sight, spread
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import BattleState, ContactState, Posture, Role, State
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.theatre.marchers import Seen
from campaign.theatre.zones import Zones
from campaign.values import replace
from campaign.views.battle.what_follows import Goes, typed_word


def settle(staff: Staff, battle: Battle, verdict: Verdict) -> list[str]:
    """Settle a battle; return lines for the umpire on every change. Raises NotDecided, with nothing changed, while a
    doubtful movement is open.
    """
    verdict, movements = outlook(staff, battle, verdict)
    refuse_open(battle, movements, verdict)
    changes = [_change(fate) for fate in verdict.fates if fate.state is not fate.battalion.state]
    lines = ["; ".join(changes)] if changes else []
    lines += [line for fate in verdict.fates for line in _strike(staff, fate)]
    lines += _out_elsewhere(staff, battle, verdict)
    _tell_battalions(staff, battle, verdict)
    if verdict.suspended:
        lines += _suspend(staff, battle, verdict)
    else:
        lines += _finish(staff, battle, verdict, movements)
    lines += _ground(staff, battle, verdict)
    look_about(staff.board, staff.army, staff.theatre, staff.conditions.sight)
    _tell_sides(staff, battle, verdict)
    battle.reached_day, battle.reached_turn = verdict.reached.day, verdict.reached.turn
    return [*lines, *verdict.for_umpire, *fought_twice(staff.board, staff.army, [battle])]


def outlook(staff: Staff, battle: Battle, verdict: Verdict) -> tuple[Verdict, tuple[Movement, ...]]:
    """Return the verdict with the fate of the units that are cut off, and the movement of all others; nothing is
    changed. A battle that is only suspended moves no unit.
    """
    verdict = _when_beaten(staff, battle, _as_said(staff, battle, verdict))
    return verdict, () if verdict.suspended else planned(staff, battle, verdict)


def refuse_open(battle: Battle, movements: Iterable[Movement], verdict: Verdict, *, is_amended: bool = False) -> None:
    """Raise NotDecided for doubtful movements that the umpire has not decided, unless the program's choices are to
    count. ``is_amended``: the battle was settled before, and its return is amended.
    """
    questions = [movement for movement in movements if movement.is_open and not verdict.proposals]
    if not questions:
        return
    first, number = questions[0].battalion, battle.number
    if verdict.ruling or is_amended:
        way = f"--place '{first.name}=stays' (or back, advances, surrenders, breaks out, a place)"
    else:
        way = f'campaign battle settle {number} --stays "{first.name}" (or --back, --advances, --surrenders,'
        way += " --place 'UNIT=PLACE')"
    names = listing(short_name(question.battalion) for question in questions)
    raise NotDecided(
        f"the return of battle {number} ({battle.name}) does not say what {names} "
        f"{'does' if len(questions) == 1 else 'do'} next, and the rules leave it open: {questions[0].doubt}. "
        f"Answer: {way}. To take the program's choices: --yes ({RULE})",
        [f"{short_name(question.battalion)}: {question.doubt}" for question in questions],
        [question.battalion.key for question in questions],
        [[typed_word(choice) for choice in question.choices] for question in questions],
    )


def _as_said(staff: Staff, battle: Battle, verdict: Verdict) -> Verdict:
    """Return the verdict with the fate of units that are cut off and surrender, or break out, by the umpire's
    ruling.
    """
    if verdict.suspended or not {Goes.SURRENDERS, Goes.BREAKS_OUT} & set(verdict.said.values()):
        return verdict
    plain = {ident: word for ident, word in verdict.said.items() if word not in (Goes.SURRENDERS, Goes.BREAKS_OUT)}
    before = planned(staff, battle, replace(verdict, said=plain))
    captured, out = list[Fate](), list[Fate]()
    for movement in before:
        word, name = verdict.said.get(movement.battalion.id), movement.battalion.name
        if word not in (Goes.SURRENDERS, Goes.BREAKS_OUT):
            continue
        if movement.goes is not Goes.CUT_OFF:
            raise Refused(
                f"{name} cannot {'surrender' if word is Goes.SURRENDERS else 'break out'}: only a cut-off "
                f"unit can do that, and this unit {movement.goes} ({RULE}). To rule otherwise: campaign "
                f"battle rule {battle.number}"
            )
        if word is Goes.SURRENDERS:
            captured.append(_as_captured(staff, movement.fate))
            continue
        left = as_left(staff, verdict.works, verdict.laid)
        broken_out = _as_broken_out(left, movement.fate, zones_against(staff, movement.battalion.side_id))
        if broken_out is None:
            raise Refused(
                f"{name} cannot break out: no place behind the enemy is free ({RULE}). Let it stay or "
                "surrender, or give it a place"
            )
        out.append(broken_out)
    verdict = _changed(verdict, captured, "surrendered by the umpire's ruling")
    return _changed(verdict, out, "broke out past the enemy by the umpire's ruling, now spent")


def _when_beaten(staff: Staff, battle: Battle, verdict: Verdict) -> Verdict:
    """Return the verdict with the fate of beaten units without a retreat route: captured at the odds of
    ``retreat.surrender``, or treated as ``retreat.cut_off`` says; by umpire 1.8 they stay. Units of which the umpire
    has said what they do are left out.
    """
    by_odds, by_choice = staff.book.number("retreat.surrender") > 0, staff.book.word("retreat.cut_off") != "stays"
    if not (by_odds or by_choice) or verdict.suspended or verdict.held.side not in _keys(staff):
        return verdict
    fought = [f for f in verdict.fates if _fights_on(f, verdict)]
    beaten = [
        fate for fate in fought if fate.battalion.id not in verdict.said and is_beaten(staff, battle, verdict, fate)
    ]
    zones = {side: zones_against(staff, side) for side in {fate.battalion.side_id for fate in beaten}}
    left = as_left(staff, verdict.works, verdict.laid)
    cut_off = [fate for fate in beaten if not has_way_back(left, fate.battalion, zones[fate.battalion.side_id])]
    winners = [fate for fate in fought if _key(staff, fate) == verdict.held.side]
    theirs, ours = (
        effective_stands(replace(unit_of(staff.army, fate.battalion), state=fate.state) for fate in fates)
        for fates in (winners, cut_off)
    )
    if lays_down_arms(ours, theirs, staff.book):
        return _changed(
            verdict,
            map(partial(_as_captured, staff), cut_off),
            "surrendered to a far stronger enemy (house rule retreat.surrender)",
        )
    choices = [
        (fate, when_cut_off(fate.state, 1 + len(lost_before(staff.board, battle, fate.battalion)), staff.book))
        for fate in cut_off
    ]
    captured = [_as_captured(staff, fate) for fate, choice in choices if choice is CutOff.SURRENDERS]
    out = [_as_broken_out(left, f, zones[f.battalion.side_id]) for f, c in choices if c is CutOff.BREAKS_OUT]
    verdict = _changed(verdict, captured, "surrendered (house rule retreat.cut_off)")
    return _changed(verdict, filter(None, out), "broke out past the enemy, now spent (house rule retreat.cut_off)")


def _changed(verdict: Verdict, fates: Iterable[Fate], how: str) -> Verdict:
    """Return the verdict with these fates in place of those of the same battalions, and a line for the umpire."""
    changed = {fate.battalion.id: fate for fate in fates}
    if not changed:
        return verdict
    names = listing(fate.battalion.name for fate in changed.values())
    why = by_rule(f"{names}: no way back, {how}", RULE)
    fates = tuple(changed.get(fate.battalion.id, fate) for fate in verdict.fates)
    return replace(verdict, fates=fates, for_umpire=(*verdict.for_umpire, why))


def _as_broken_out(staff: Staff, fate: Fate, zones: Zones) -> Fate | None:
    """Return the fate of a unit that breaks out past the enemy, spent; None if no place is free."""
    end = way_out(staff, fate.battalion, zones)
    if end is None:
        return None
    strength = after_losses(State.SPENT, fate.strength, establishment_of(fate.battalion), bands_of(staff.book))
    return replace(fate, state=State.SPENT, strength=strength, stands=end)


def _keys(staff: Staff) -> set[str]:
    return {side.key for side in staff.army.sides.values()}


def _fights_on(fate: Fate, verdict: Verdict) -> bool:
    """Return whether a unit was on the table and is in play."""
    is_there = fate.took_part and fate.battalion.id not in verdict.away and fate.line.role is not Role.GUNS_IN_RANGE
    return is_there and fate.state.is_in_play


def _key(staff: Staff, fate: Fate) -> str:
    return staff.army.sides[fate.battalion.side_id].key


def _as_captured(staff: Staff, fate: Fate) -> Fate:
    bands, full = bands_of(staff.book), establishment_of(fate.battalion)
    strength = after_losses(State.CAPTURED, fate.strength, full, bands)
    return replace(fate, state=State.CAPTURED, strength=strength)


# battalions ----------------------------------------------------------------------------------------------------------
def _strike(staff: Staff, fate: Fate) -> list[str]:
    """Apply a fate's state, strength, attachment, rest and digging in; return lines for the umpire."""
    battalion, lines = fate.battalion, list[str]()
    set_state(battalion, fate.state)
    battalion.men, battalion.vehicles, battalion.guns = fate.strength.men, fate.strength.vehicles, fate.strength.guns
    fate.line.aftermath = dict(fate.aftermath)
    if fate.took_part and (fate.harmed or not battalion.resting):
        battalion.moved = True
    if fate.harmed:
        battalion.hidden = False
    if not fate.state.is_in_play:
        lines += _gone(staff, battalion)
        return lines
    if fate.attached is not None and fate.attached.id != battalion.present_id:
        battalion.present_id = fate.attached.id
        lines.append(f"{short_name(battalion)} is attached to {fate.attached.short or fate.attached.name}")
    if fate.resting is not None:
        battalion.resting = fate.resting and battalion.on_map
        battalion.posture = Posture.RESERVE if fate.resting else battalion.posture
    if fate.dug_in is not None and battalion.on_map:
        battalion.dug_in_turns = fate.dug_in
    return lines


def _change(fate: Fate) -> str:
    """Return a change in words before it is made: ``2 SG: fresh -> spent, 117 men lost``."""
    lost = _strength_words(strength_of(fate.battalion), fate.strength)
    return f"{short_name(fate.battalion)}: {fate.battalion.state} -> {fate.state}{lost}"


def _strength_words(before: Strength, after: Strength) -> str:
    lost = before - after
    counted = ((lost.men, "man", "men"), (lost.vehicles, "vehicle", "vehicles"), (lost.guns, "gun", "guns"))
    parts = [f"{count} {singular if count == 1 else several}" for count, singular, several in counted if count > 0]
    return f", {', '.join(parts)} lost" if parts else ""


def _gone(staff: Staff, battalion: Battalion) -> list[str]:
    """Take a battalion off the map; a borrowed battalion goes back to its own formation (umpire 1.21)."""
    now = staff.board.moment
    put(battalion, None)
    battalion.destroyed_day, battalion.destroyed_turn = now.day, now.turn
    battalion.resting, battalion.dug_in_turns, battalion.hidden, battalion.moved = False, 0, False, False
    end_support(staff.board, battalion)
    if battalion.present_id == battalion.organic_id:
        return []
    battalion.present_id = battalion.organic_id
    return [f"{short_name(battalion)} belongs to {staff.army.formations[battalion.organic_id].name} again"]


def _out_elsewhere(staff: Staff, battle: Battle, verdict: Verdict) -> list[str]:
    """Drop units that are out of play from other battles: their lines disappear from those returns."""
    fallen = {fate.battalion.id: fate for fate in verdict.fates if not fate.state.is_in_play}
    lines = []
    for open_battle in open_battles(staff.board):
        for line in staff.session_lines(open_battle) if fallen and open_battle.id != battle.id else ():
            if line.battalion_id in fallen:
                fate = fallen[line.battalion_id]
                line.end_state = fate.state
                text = f"line {line.line} of the {staff.army.sides[line.side_id].name} sheet"
                lines.append(
                    f"{short_name(fate.battalion)} drops out of battle {open_battle.number} ({open_battle.name}),"
                    f" {text}: {fate.state} here"
                )
    return lines


# a battle that goes on -----------------------------------------------------------------------------------------------
def _suspend(staff: Staff, battle: Battle, verdict: Verdict) -> list[str]:
    """Take over losses, release units that left the table, and keep the others engaged (umpire 1.6)."""
    lines = []
    for fate in verdict.fates:
        if not fate.state.is_in_play:
            fate.line.end_state = fate.state
            continue
        fate.line.start_state = fate.state
        if fate.has_left and fate.stands is not None:
            put(fate.battalion, fate.stands)
            fate.line.role, fate.line.arrives_day, fate.line.arrives_turn = Role.ARRIVES, None, None
            lines.append(f"{short_name(fate.battalion)} has left the table: {staff.theatre.describe(fate.stands)}")
        elif fate.took_part and fate.line.role is Role.ARRIVES:
            fate.line.role = Role.ENGAGED
    battle.state = BattleState.SUSPENDED
    return lines


# a battle that is over -----------------------------------------------------------------------------------------------
def _finish(staff: Staff, battle: Battle, verdict: Verdict, movements: Sequence[Movement]) -> list[str]:
    winner = next((s.id for s in staff.army.sides.values() if s.key == verdict.held.side), None)
    lines = [field_words(staff, verdict), *movement_words(staff, battle, movements, verdict)]
    _moved(staff, battle, movements)
    for fate in verdict.fates:
        fate.line.end_state = fate.state
        if fate.took_part and fate.state.is_in_play and fate.line.role is Role.ARRIVES:
            fate.line.role = Role.ENGAGED
    _released(staff, battle, verdict)
    battle.state = BattleState.RULED if verdict.ruling else BattleState.SETTLED
    battle.field_held_by_id, battle.is_ruling, battle.outcome = winner, verdict.ruling or battle.is_ruling, verdict.text
    for contact in staff.board.rows(Contact, Contact.battle_id == battle.id):
        contact.state = ContactState.CLOSED
    _learn_names(staff, battle, verdict)
    return lines


def field_words(staff: Staff, verdict: Verdict) -> str:
    """Return who holds the field, and who says so."""
    winner = next((side for side in staff.army.sides.values() if side.key == verdict.held.side), None)
    outcome = "Both sides are still there" if winner is None else f"{winner.name} holds the field"
    return by_rule(f"{outcome} ({verdict.held.why})", "umpire 1.7")


def _moved(staff: Staff, battle: Battle, movements: Iterable[Movement]) -> None:
    """Put every unit where it is when the battle is over, and write it into its diary."""
    for movement in movements:
        battalion, fate = movement.battalion, movement.fate
        if movement.goes is Goes.CUT_OFF:
            note_deed(staff.board, battalion, deed("{is} cut off"), battle=battle.id)
        if not movement.is_moved:
            continue
        assert movement.end is not None
        put(battalion, movement.end)
        is_back = movement.goes is Goes.BACK
        battalion.moved, battalion.resting = True, bool(fate.resting) and not is_back
        battalion.dug_in_turns = 0 if is_back else fate.dug_in or 0
        if is_back:
            where = staff.theatre.describe(movement.end)
            note_deed(staff.board, battalion, deed("{falls} back to {where}", where=where), battle=battle.id)


def _released(staff: Staff, battle: Battle, verdict: Verdict) -> None:
    """Release the units that the table did not have: no battle holds them any longer."""
    for line in staff.session_lines(battle) if verdict.away else ():
        if line.battalion_id in verdict.away:
            line.role, line.arrives_day, line.arrives_turn = Role.ARRIVES, None, None


_BECAME = {State.CAPTURED: "{is} captured", State.DESTROYED: "{is} destroyed", State.SPENT: "{is} spent"}


def _tell_battalions(staff: Staff, battle: Battle, verdict: Verdict) -> None:
    """Write in every battalion's own diary that it fought here, and its result."""
    for fate in verdict.fates:
        if fate.took_part:
            guns = fate.line.role is Role.GUNS_IN_RANGE
            became = (
                _BECAME.get(fate.state, "")
                if fate.harmed
                else "{is} still spent"
                if fate.state is State.SPENT
                else "{is} not worse off"
            )
            name = f"battle {battle.number}, {battle.name}{', so far' if verdict.suspended else ''}"
            verb = "{fires} into" if guns else "{fights} in"
            note_deed(
                staff.board, fate.battalion, deed(f"{verb} {{battle}}, and {became}", battle=name), battle=battle.id
            )


def _learn_names(staff: Staff, battle: Battle, verdict: Verdict) -> None:
    """Tell each side the names of the units that it fought (umpire 1.13)."""
    now = staff.board.moment
    sightings = sightings_of_turn(staff.board)
    sides = sorted({f.battalion.side_id for f in verdict.fates})
    seconds = battle.seconds if Moment(battle.day, battle.turn) == now else 0
    for fate in verdict.fates:
        if not fate.took_part or fate.line.role is Role.GUNS_IN_RANGE:
            continue
        fate.battalion.hidden = False
        for side in sides:
            if side == fate.battalion.side_id:
                continue
            sighting = sightings.get((side, fate.battalion.id))
            if sighting is not None:
                sighting.named = True
                if sighting.how != Seen.LANDING.value:  # its side knows from this that it landed
                    sighting.how = "battle"
                continue
            sighted(
                staff,
                side,
                fate.battalion,
                seconds=seconds,
                seen_by=f"battle {battle.number}",
                how="battle",
                at=AtPlace(battle.place_id),
                named=True,
            )


# ground, officers, diary ---------------------------------------------------------------------------------------------
def _ground(staff: Staff, battle: Battle, verdict: Verdict) -> list[str]:
    lines = []
    winner = battle.field_held_by_id if not verdict.suspended else None
    owners: dict[int, int] = {place.id: side for place, side in verdict.owners}
    on_table = table_of(battle).holds(staff.theatre.spot(battle.place_id).point)
    if winner is not None and on_table and battle.place_id not in verdict.unheld:
        owners.setdefault(battle.place_id, winner)
    for ident, side in owners.items():
        lines += hand_over(staff, staff.places[ident], side)
    for work in verdict.works:
        change_work(staff, work, {fate.battalion.side_id for fate in verdict.fates})
        lines.append(work.text)
    for laid_work in verdict.laid:
        made = laid(staff.board, staff.army.sides[laid_work.side], laid_work.kind, laid_work.road, laid_work.at_m)
        seen = sides_in_sight(staff.army, staff.theatre, staff.conditions.sight, made)
        spread(staff.board, made, {}, seen | {fate.battalion.side_id for fate in verdict.fates})
        where = staff.theatre.describe(OnRoad(laid_work.road, laid_work.at_m))
        lines.append(by_rule(f"{made.name} blocks the road, {where} (on the return: {laid_work.written})", "OB-OBS-01"))
    for formation in verdict.lost_commanders:
        lines.append(f"{formation.led_by} of {formation.name} is lost")
        tell(staff, battle, formation.side_id, f"{formation.led_by}, {formation.name}, is lost.")
        formation.led_by = ""
    return lines


def _tell_sides(staff: Staff, battle: Battle, verdict: Verdict) -> None:
    for side in sorted({f.battalion.side_id for f in verdict.fates}):
        name = f"Battle {battle.number}, {battle.name}"
        if verdict.suspended:
            tell(staff, battle, side, f"{name}, is suspended and goes on later. {_losses(verdict, side)}")
        else:
            held = battle.field_held_by_id
            ending = (
                "both sides are still there"
                if held is None
                else "we hold the field"
                if held == side
                else "the field is lost"
            )
            tell(staff, battle, side, f"{name}: {ending}. {_losses(verdict, side)}")
        for line in verdict.words.get(side, ()):
            note(staff.board, line, side=side, battle=battle.id)
    if verdict.text:
        note(staff.board, f"Battle {battle.number}, {battle.name}: {verdict.text}", battle=battle.id, bold=True)


def _losses(verdict: Verdict, side: int) -> str:
    """Return this side's losses in words: ``Destroyed: 2nd Rifles. Spent: 1st Hussars.``"""
    fates = [f for f in verdict.fates if f.battalion.side_id == side and f.harmed]
    parts = []
    for state in (State.CAPTURED, State.DESTROYED, State.SPENT):
        names = listing(f.battalion.name for f in fates if f.state is state)
        if names:
            parts.append(f"{state.value.capitalize()}: {names}.")
    return " ".join(parts) or "No battalion worse off."
