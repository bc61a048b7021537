"""Checks of a return against its battle: impossible statements, and those that the umpire should look at twice (umpire
1.5, 1.8, 1.17).

refused(staff, form, filed, content) -> list[str]        losses before arrival, a turn before the battle, places off the
                                                         table
doubts(staff, battle, filings, verdict) -> list[str]     the field against the objectives, units that end among their
                                                         enemies
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.actions.raising import Staff
from campaign.actions.returns.fates import Fate, Verdict
from campaign.actions.returns.verdict import Filing, reached_in
from campaign.model import Battle
from campaign.rules.returns.check import is_loss
from campaign.rules.returns.filed import Filed
from campaign.rules.returns.together import together_faults
from campaign.rules.tabletop.interface import tabletop
from campaign.situation.army import position_of
from campaign.situation.filing import off_table
from campaign.situation.forms import Form, session_begins, session_reached
from campaign.terms.position import AtPlace
from campaign.terms.return_box import UNCHANGED
from campaign.terms.state import Role
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.words.proposal import Proposal
from campaign.words.return_foot import NEITHER


def refused(staff: Staff, form: Form, filed: Filed, content: Mapping[str, Any]) -> list[str]:
    """Return the statements of a return that are impossible in this battle, line by line."""
    system = tabletop(form.battle.tabletop)
    return [
        *_before_it_began(staff, form, filed),
        *_before_they_came(staff, form, filed),
        *(_beside_the_table(staff, form, filed, content) if system.system.keeps_places else ()),
        *map(str, together_faults(filed, form.printed, form.muster.together, system, staff.book)),
    ]


def _before_it_began(staff: Staff, form: Form, filed: Filed) -> Iterator[str]:
    """Yield an error if the last turn played is before the one that precedes the first; after midnight the count begins
    again. A game that was resumed may have ended in the turn that it had reached.
    """
    turn, began = filed.foot.turn, session_begins(form.battle)
    if turn is not None and turn == began.turn - 1 and session_reached(form.battle) is None:
        yield (f"turn {turn} was over before this game began in turn {began}. Write the last turn played at the table")


def _before_they_came(staff: Staff, form: Form, filed: Filed) -> Iterator[str]:
    """Yield errors for units with losses that had not come on by the end."""
    reached = reached_in(staff, form.battle, filed.foot)
    losses = [field for field in form.fields.line if field.loss]
    due = {
        u.line: Moment(u.arrives_day, u.arrives_turn)
        for u in form.lines
        if u.role is Role.ARRIVES and u.arrives_day and u.arrives_turn
    }
    lines = {line.line: line for line in form.printed.lines}
    for line in filed.lines:
        was = lines.get(line.line)
        if was is None or line.line not in due or due[line.line] <= reached or line.ticked(UNCHANGED.key):
            continue
        if line.stands or any(is_loss(loss, line.written.get(loss.key), was.noted) for loss in losses):
            ways = "Remove its losses, or correct the turn"
            yield (
                f"line {line.line}: {was.name} arrives in turn {due[line.line]}, but the return ends in turn "
                f"{reached}, so it cannot have losses. {ways}"
            )


def _beside_the_table(staff: Staff, form: Form, filed: Filed, content: Mapping[str, Any]) -> Iterator[str]:
    """Yield errors for units that end beside the table, where the system keeps places: a unit ends on it, or off by an
    edge. A unit that stood beside it throughout may stay there.
    """
    units = {u.line: staff.army.battalions[u.battalion_id] for u in form.lines}
    for line, raw in zip(filed.lines, content.get("lines") or (), strict=False):
        place = off_table(str(raw.get("ended_at") or ""), form, staff.theatre)
        if place is None or line.line not in units or position_of(units[line.line]) == AtPlace(place.place):
            continue
        edges = listing(gate.letter for gate in form.gates) or "north, east, south, west"
        yield (
            f"line {line.line}: {place.name} is not on this table. Write a place on the table, inches from "
            f"two edges, or the edge where the unit left (off by edge {edges})"
        )


# looked at twice -----------------------------------------------------------------------------------------------------
def doubts(staff: Staff, battle: Battle, filings: Sequence[Filing], verdict: Verdict) -> list[str]:
    """Return statements that are possible, but are more often a slip of the pencil."""
    words = [word for filing in filings for word in (*_two_winners(staff, battle, filing), *_next_day(filing, verdict))]
    words += _among_enemies(staff, battle, verdict)
    return [f"Warning: {word}" for word in dict.fromkeys(words)]


def _two_winners(staff: Staff, battle: Battle, filing: Filing) -> Iterator[str]:
    """Yield a doubt if the field goes to one side, and the place itself or most of the objectives to the other."""
    field, names = filing.foot.field, dict(filing.form.objectives)
    held = {place: side for place, side in filing.foot.objectives if side != NEITHER}
    if field not in filing.form.printed.sides or not held:
        return
    places_of_enemy = [place for place, side in held.items() if side != field]
    if staff.places[battle.place_id].key in places_of_enemy or 2 * len(places_of_enemy) > len(held):
        called = {s.key: s.name for s in staff.army.sides.values()}
        theirs = listing(
            f"{names.get(place, place)} to {called.get(held[place], held[place])}" for place in places_of_enemy
        )
        yield f"the {filing.side.name} return gives the field to {called[field]}, but {theirs}"


def _next_day(filing: Filing, verdict: Verdict) -> Iterator[str]:
    began, turn = session_begins(filing.form.battle), filing.foot.turn
    if turn is not None and turn < began.turn and verdict.reached > began:
        why = f"the battle went on in turn {began}, later than turn {turn} of that day"
        next_day = Proposal(f"turn {verdict.reached}, the next day", why, "correct the turn in the return")
        yield f"the {filing.side.name} return ends with turn {turn}: {next_day.by_default}"


def _among_enemies(staff: Staff, battle: Battle, verdict: Verdict) -> Iterator[str]:
    """Yield a doubt for units that end at a place that the enemy owns afterwards and where an unspent enemy stands."""
    sides = {s.key: s.id for s in staff.army.sides.values()}
    owners = {place.id: side for place, side in verdict.owners}
    winner = sides.get(verdict.held.side or "")
    if winner is not None:
        owners.setdefault(battle.place_id, winner)
    for fate in verdict.fates:
        if not isinstance(fate.stands, AtPlace) or not fate.state.is_in_play:
            continue
        side = owners.get(fate.stands.place)
        if side is None or side == fate.battalion.side_id:
            continue
        enemies = [
            enemy.battalion.name
            for enemy in verdict.fates
            if enemy.battalion.side_id == side and _unspent_at(enemy, fate.stands)
        ]
        if enemies:
            place = staff.places[fate.stands.place].name
            yield (
                f"{fate.battalion.name} ends at {place}, which is {staff.army.sides[side].name} and where"
                f" {listing(enemies)} stands unspent"
            )


def _unspent_at(fate: Fate, place: AtPlace) -> bool:
    return fate.state.counts_in_full and (fate.stands or position_of(fate.battalion)) == place
