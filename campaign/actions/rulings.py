"""The umpire's rulings: a battle settled without dice, a contact dismissed (umpire 1.15); ``adjustments`` has the
rest.

All these are journalled and marked as rulings, and need a reason.
"""

from __future__ import annotations

from campaign.actions.adjustments import one_of
from campaign.actions.raising import Staff, running
from campaign.actions.returns.aftermath import off_the_table
from campaign.actions.returns.fates import Fate, Verdict
from campaign.actions.returns.outlook import field_question, of_verdict
from campaign.actions.returns.settling import settle
from campaign.actions.returns.verdict import field_held
from campaign.actions.returns.word import AS_COUNTED, goes_said, reckoning, sides_in
from campaign.errors import BadInput, NotDecided, NotFound, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battle, BattleUnit, Contact, Place
from campaign.rules.common.strength import after_losses, bands_of, restored
from campaign.rules.day.retreat import Held
from campaign.situation.army import position_of
from campaign.situation.force import establishment_of, strength_of
from campaign.situation.forms import last_turn
from campaign.situation.names import among, side_named
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import ContactState, Role, State
from campaign.terms.time import Moment, parse_moment
from campaign.terms.words import listing
from campaign.values import replace
from campaign.verbs.rulings import DismissContact, RuleBattle, UnitWord
from campaign.views.battle.what_follows import Goes, Question, WhatFollows
from campaign.words.receipt import Receipt
from campaign.words.return_foot import BOTH


@action("battle rule", RuleBattle, ruling=True)
def rule_battle(board: Board, command: RuleBattle) -> Receipt:
    """Set states, places and the holder of the field as the umpire rules; the losers' retreat and the rest follow as
    after a return. Raises NotDecided while a doubtful movement is open.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    texts = settle(staff, battle, _verdict(staff, battle, command))
    summary = f"Battle {battle.number} ({battle.name}) is settled by the umpire's ruling: {command.text.strip()}"
    return Receipt(summary, tuple(texts))


def ruling_follows(board: Board, command: RuleBattle) -> WhatFollows:
    """Return what would follow from a ruling, with the movements that are open. Nothing is changed; raises as the
    command does.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    return of_verdict(staff, battle, _verdict(staff, battle, command))


def field_asked(board: Board, command: RuleBattle) -> Question | None:
    """Return the question who holds the field, if neither the ruling says so nor the units that are left; nothing is
    changed. Raises as the command does.
    """
    if command.held.strip():
        return None
    staff, battle = Staff.of(board), running(board, command.battle)
    held = _verdict(staff, battle, replace(command, held=AS_COUNTED)).held
    if not held.counted:
        return None
    return field_question(
        staff, battle, reckoning(staff, held), lambda key: _verdict(staff, battle, replace(command, held=key))
    )


def _verdict(staff: Staff, battle: Battle, command: RuleBattle) -> Verdict:
    if not command.text.strip():
        raise BadInput(f"battle {battle.number} cannot be ruled without a text. Say how it ended: --text TEXT")
    lines = [u for u in staff.session_lines(battle) if staff.army.battalions[u.battalion_id].state.is_in_play]
    said = _said(staff, battle, lines, command.places)
    command = replace(command, places=tuple(p for p in command.places if goes_said(p.word) is None))
    words = _words_of(staff, battle, lines, command)
    fates = [_fate(staff, line, *words.get(line.battalion_id, (None, None))) for line in lines]
    away = off_the_table(staff, battle) - {ident for ident, words in words.items() if any(words)} - said.keys()
    fates = [f for f in fates if f.took_part and f.battalion.id not in away]
    through = parse_moment(command.through) if command.through else last_turn(staff.board, battle)
    if through < Moment(battle.day, battle.turn):
        raise BadInput(
            f"battle {battle.number} cannot end in turn {through}: it begins in turn {battle.day}.{battle.turn}"
        )
    held = _holder_of_the_field(staff, battle, fates, command.held)
    text = command.text.strip()
    return Verdict(
        tuple(fates), through, held=held, ruling=True, text=text, said=said, proposals=command.proposals, away=away
    )


def _words_of(
    staff: Staff, battle: Battle, lines: list[BattleUnit], command: RuleBattle
) -> dict[int, tuple[State | None, Place | None]]:
    """Return the ruled state and place of each battalion. Raises for a battalion that was not there, or that is named
    with two different results.
    """
    fighters = [staff.army.battalions[u.battalion_id] for u in lines]
    states: dict[int, State] = {}
    places: dict[int, Place] = {}
    for unit_word in command.states:
        battalion = among(unit_word.unit, f"battalion of battle {battle.number}", fighters)
        if battalion.id in states:
            raise BadInput(
                f"two states are given for {battalion.name}, {states[battalion.id]} and {unit_word.word}. "
                "Give one state"
            )
        states[battalion.id] = one_of(State, unit_word.word, "state")
    for place in command.places:
        battalion = among(place.unit, f"battalion of battle {battle.number}", fighters)
        if battalion.id in places:
            raise BadInput(f"two places are given for {battalion.name}. Give one place")
        word = place.word.strip()
        word = word[3:] if word.casefold().startswith("at ") else word
        places[battalion.id] = among(word, "place", staff.places.values())
    for battalion in fighters:
        state = states.get(battalion.id, battalion.state)
        if battalion.id in places and not state.is_in_play:
            raise BadInput(
                f"{battalion.name} cannot be placed: it is {state} by this ruling. Leave --place out, or give another"
                " --state"
            )
    return {b.id: (states.get(b.id), places.get(b.id)) for b in fighters}


def _said(
    staff: Staff, battle: Battle, lines: list[BattleUnit], places: tuple[UnitWord, ...]
) -> dict[int, Goes | Position]:
    """Return what the umpire says that units do, for those that are not put at a place."""
    fighters = [staff.army.battalions[line.battalion_id] for line in lines]
    words = [(place, goes) for place in places if (goes := goes_said(place.word)) is not None]
    return {among(place.unit, f"battalion of battle {battle.number}", fighters).id: goes for place, goes in words}


def _fate(staff: Staff, line: BattleUnit, state: State | None, place: Place | None) -> Fate:
    battalion = staff.army.battalions[line.battalion_id]
    after = state or battalion.state
    bands, full = bands_of(staff.book), establishment_of(battalion)
    strength = strength_of(battalion)
    if after is not battalion.state:
        worse = after.severity > battalion.state.severity
        strength = after_losses(after, strength, full, bands) if worse else restored(strength, full, bands, after)
    return Fate(
        battalion=battalion,
        line=line,
        before=battalion.state,
        state=after,
        strength=strength,
        stands=AtPlace(place.id) if place is not None else None,
        took_part=line.role is Role.ENGAGED or state is not None or place is not None,
    )


def _holder_of_the_field(staff: Staff, battle: Battle, fates: list[Fate], text: str) -> Held:
    if text.strip().casefold().startswith(BOTH):
        return Held(BOTH, "by the umpire's ruling")
    if text and text != AS_COUNTED:
        return Held(side_named(staff.board, text).key, "by the umpire's ruling")
    held = field_held(staff, battle, fates, {})
    if held.counted and not text:
        keys = [*(side.key for side in sides_in(staff, battle)), BOTH]
        raise NotDecided(
            f"who holds the field after battle {battle.number} ({battle.name})? Answer with --held "
            f"{' or '.join(keys)}. {reckoning(staff, held)}",
            ["who holds the field"],
        )
    return held


@action("contact dismiss", DismissContact, ruling=True)
def dismiss_contact(board: Board, command: DismissContact) -> Receipt:
    """Dismiss a contact: no unit fights and no road is cut by it; it does not return until one of the two units moves
    (umpire 1.15).
    """
    staff = Staff.of(board)
    if not command.why.strip():
        raise BadInput("a contact cannot be dismissed without a reason. Give a reason: --why TEXT")
    battalions = staff.army.battalions.values()
    unit = among(command.unit, "battalion", battalions)
    second = among(command.other, "battalion", battalions) if command.other else None
    live = board.rows(Contact, Contact.state.in_((ContactState.OPEN, ContactState.STANDOFF, ContactState.BATTLE)))
    contacts = [
        c
        for c in live
        if unit.id in (c.first_id, c.second_id) and (second is None or second.id in (c.first_id, c.second_id))
    ]
    pair = f"{unit.name} and {second.name}" if second else f"{unit.name} and any enemy"
    if not contacts:
        raise NotFound(f"there is no contact between {pair} now")
    fought = next((c for c in contacts if c.battle_id is not None), None)
    if fought is not None and fought.battle_id is not None:
        battle = board.row(Battle, fought.battle_id)
        raise Refused(
            f"the contact of {pair} belongs to battle {battle.number}. First take one of its units out of the "
            "battle (campaign battle drop), or cancel the battle (umpire 1.15)"
        )
    for contact in contacts:
        contact.state, contact.why = ContactState.DISMISSED, command.why.strip()[:200]
    names = listing(
        sorted({staff.army.battalions[i].name for c in contacts for i in (c.first_id, c.second_id)} - {unit.name})
    )
    where = position_of(unit)
    return Receipt(
        f"The contact of {unit.name} with {names} at {staff.theatre.describe(where)} is dismissed:"
        f" {command.why.strip()}"
    )
