"""The combined result of a battle's returns: the fate of every battalion, the field, the ground, the diary (umpire
1.7-1.10).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import Any

from campaign.actions.raising import Staff, defender_of
from campaign.actions.returns.aftermath import as_left, is_cut_off, off_the_table
from campaign.actions.returns.fates import NOBODY_YET, Fate, FieldWork, Verdict
from campaign.model import Battle, BattleUnit, Formation, Place, Side
from campaign.rules.common.strength import after_losses, bands_of
from campaign.rules.day import retreat
from campaign.rules.day.retreat import Held, holder
from campaign.rules.returns.check import Effect
from campaign.rules.returns.filed import CLOCK, Filed, Foot, command_of, edge_of, ended_in
from campaign.situation.army import position_of
from campaign.situation.clock import calendar_of
from campaign.situation.filing import stands_at
from campaign.situation.force import establishment_of, strength_of
from campaign.situation.forms import Form, session_begins, session_reached
from campaign.terms.return_box import RESTING
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import Role, State
from campaign.terms.time import HOURS_A_TURN, TURNS_A_DAY, Moment
from campaign.terms.words import listing
from campaign.values import dataclass, replace
from campaign.words.proposal import Proposal
from campaign.words.return_foot import NEITHER, Ending


@dataclass(frozen=True, slots=True)
class Filing:
    """One side's return, read and checked against its form."""

    form: Form
    filed: Filed
    effects: tuple[Effect, ...]
    content: dict[str, Any]
    laid: tuple[FieldWork, ...] = ()
    """The obstacles that it says its side laid."""

    @property
    def side(self) -> Side:
        return self.form.side

    @property
    def foot(self) -> Foot:
        """Answers at the foot of the form."""
        return self.filed.foot


def verdict_of(
    staff: Staff,
    battle: Battle,
    filings: Sequence[Filing],
    *,
    only: Side | None = None,
    reached: Moment | None = None,
    held_by: str = "",
) -> Verdict:
    """Return the combined result of the returns; the first one goes before the second. ``only``: the side whose claim
    to the field counts; ``reached`` and ``held_by``: the umpire's ruling on the last turn played and the holder.
    """
    reached = reached or reached_by(staff, battle, filings)
    suspended, away = is_suspended(filings), off_the_table(staff, battle)
    fates = [fate for filing in filings for fate in _fates(staff, filing, reached, away)]
    returned = {f.side.id for f in filings}
    silent = [u for u in staff.session_lines(battle) if u.side_id not in returned and u.role is Role.ENGAGED]
    fates += [_untouched(staff, line) for line in silent if line.battalion_id not in away]
    claims = {f.side.key: f.foot.field for f in filings if only in (None, f.side)}
    held = NOBODY_YET if suspended else field_held(staff, battle, fates, {"": held_by} if held_by else claims)
    if held_by and not held.disputed and not suspended:
        held = replace(held, why="by the umpire's ruling")
    ends = {f.battalion.id: (f.stands or position_of(f.battalion)) if f.state.is_in_play else None for f in fates}
    works = _works(filings)
    left = as_left(staff, works, (laid for filing in filings for laid in filing.laid))
    cut_off = [
        f
        for f in fates
        if f.state is State.DESTROYED and is_cut_off(left, f.battalion, held.side, at=f.stands, ends=ends)
    ]
    ids = {f.side.id for f in filings if any(field.holds is State.CAPTURED for field in f.form.fields.line)}
    taken = [f for f in cut_off if f.battalion.side_id not in ids]
    fates = [_captured(staff, f) if f in taken else f for f in fates]
    owners = tuple(_owners(staff, filings))
    return Verdict(
        fates=tuple(fates),
        reached=reached,
        suspended=suspended,
        held=held,
        owners=owners,
        unheld=_unheld(staff, filings, owners),
        works=works,
        lost_commanders=tuple(
            formation
            for f in filings
            for _, formation in f.form.commands
            if formation.led_by and formation.led_by in f.foot.commanders_lost
        ),
        words={f.side.id: tuple(_side_words(f)) for f in filings},
        for_umpire=(*_umpire_words(filings), *(_cut_off_words(staff, battle, f, ids) for f in cut_off)),
        away=away - {fate.battalion.id for fate in fates if fate.took_part},
    )


def reached_by(staff: Staff, battle: Battle, filings: Sequence[Filing]) -> Moment:
    """Return the last turn that the table has played, by the first return that says so."""
    return reached_in(staff, battle, next((f.foot for f in filings if says_when(f.foot)), filings[0].foot))


def says_when(foot: Foot) -> bool:
    """Return whether a return says in which turn its game ended."""
    return bool(foot.turn or foot.clock)


def is_suspended(filings: Sequence[Filing]) -> bool:
    """Return whether the game goes on another day."""
    return filings[0].foot.ending is Ending.SUSPENDED


def _fates(staff: Staff, filing: Filing, reached: Moment, away: Collection[int]) -> list[Fate]:
    by_line = {u.line: u for u in filing.form.lines}
    explicit = {line.line: line for line in filing.filed.lines}
    contents = {number: str(raw.get("ended_at") or "") for number, raw in _contents(filing)}
    fates = []
    for effect in filing.effects:
        line = by_line[effect.line]
        battalion = staff.army.battalions[effect.unit]
        written = contents.get(effect.line, "")
        took_part = _took_part(line, reached, filed=effect.line in explicit, harmed=effect.harmed)
        if battalion.id in away and not (effect.harmed or written):
            took_part = False
        if not took_part and not effect.harmed:
            continue
        filed_line = explicit.get(effect.line)
        fates.append(
            Fate(
                battalion=battalion,
                line=line,
                before=effect.before,
                state=effect.after,
                strength=effect.strength_after,
                stands=stands_at(written, filing.form, staff.theatre, position_of(battalion)),
                has_left=edge_of(written) is not None,
                attached=_attached(filing, effect),
                resting=filed_line.ticked(RESTING.key)
                if filed_line is not None and RESTING.key in filed_line.written
                else None,
                dug_in=filed_line.dug_in if filed_line is not None else None,
                took_part=took_part,
                aftermath=effect.aftermath,
            )
        )
    return fates


def _contents(filing: Filing) -> list[tuple[int, dict[str, Any]]]:
    """Return the written lines of a return with their numbers, without distances in inches, which the rules do not
    see.
    """
    written = filing.content.get("lines") or ()
    return [(line.line, raw) for line, raw in zip(filing.filed.lines, written, strict=True)]


def _took_part(line: BattleUnit, reached: Moment, *, filed: bool, harmed: bool) -> bool:
    """Return whether a unit took part: it stood on the table, or was due to arrive and has a written line, or is an
    off-table gun that something happened to.
    """
    if line.role is Role.ENGAGED:
        return True
    if line.role is Role.GUNS_IN_RANGE or line.arrives_day is None or line.arrives_turn is None:
        return filed and harmed
    return harmed or (filed and Moment(line.arrives_day, line.arrives_turn) <= reached)


def _untouched(staff: Staff, line: BattleUnit) -> Fate:
    battalion = staff.army.battalions[line.battalion_id]
    return Fate(
        battalion=battalion, line=line, before=battalion.state, state=battalion.state, strength=strength_of(battalion)
    )


def _attached(filing: Filing, effect: Effect) -> Formation | None:
    if not effect.attached_to:
        return None
    return filing.form.command(command_of(effect.attached_to, filing.form.printed) or "")


def reached_in(staff: Staff, battle: Battle, foot: Foot) -> Moment:
    """Return the last turn that the table has played: as written, or else the one in which the clock stopped."""
    began = session_begins(battle)
    match = CLOCK.fullmatch(foot.clock.strip()) if foot.clock else None
    if foot.turn is not None or match is None:
        return ended_in(foot, began, session_reached(battle))
    start = calendar_of(staff.board).day_start_hour
    minutes = (int(match[1]) * 60 + int(match[2]) - start * 60 - 1) % (24 * 60)
    turn = minutes // (HOURS_A_TURN * 60) + 1
    return began.plus((turn - began.turn) % TURNS_A_DAY)


def field_held(staff: Staff, battle: Battle, fates: Iterable[Fate], claims: Mapping[str, str | None]) -> Held:
    """Return the holder of the field by these claims (side key to its answer), or else by the unspent battalions of
    those that took part (umpire 1.7).
    """
    unspent = dict.fromkeys((staff.army.sides[u.side_id].key for u in staff.session_lines(battle)), 0)
    remaining = dict(unspent)
    for fate in fates:
        if fate.took_part:
            side = staff.army.sides[fate.battalion.side_id].key
            unspent[side] += fate.state.counts_in_full
            remaining[side] += fate.state.is_in_play
    defender = defender_of(staff, battle)
    return holder(claims, unspent, staff.army.sides[defender].key if defender is not None else None, remaining)


def _captured(staff: Staff, fate: Fate) -> Fate:
    """Return a fate as captured if the unit was destroyed without a retreat route (OB-CAS-09, umpire 1.8)."""
    state = retreat.fate(fate.state, cut_off=True)
    strength = after_losses(state, fate.strength, establishment_of(fate.battalion), bands_of(staff.book))
    return replace(fate, state=state, strength=strength)


def _cut_off_words(staff: Staff, battle: Battle, fate: Fate, answered: Container[int]) -> str:
    """Return a note on a cut-off unit. On a form that asks whether a unit was captured, its players' answer counts; the
    map only gives a hint (umpire 1.9).
    """
    name, line = fate.battalion.name, f"line {fate.line.line} captured"
    if fate.battalion.side_id in answered:
        why = by_rule("no return says that it was captured, though it had no way back at the end", "umpire 1.9")
        side = staff.army.sides[fate.battalion.side_id].key
        ways = (
            f"campaign battle record {battle.number} --side {side}, or battle amend {battle.number} once it is settled"
        )
        taken = Proposal("destroyed", why, f"write {line} on its return ({ways})")
        return f"Warning: {name}: {taken.by_default}"
    why = by_rule("it was destroyed and had no way back at the end", "OB-CAS-09", "umpire 1.8")
    taken = Proposal("captured", why, f'campaign adjust "{name}" --state destroyed')
    return f"{name}: {taken.by_default}"


def _owners(staff: Staff, filings: Sequence[Filing]) -> list[tuple[Place, int]]:
    sides = {s.key: s.id for s in staff.army.sides.values()}
    places = {p.key: p for p in staff.places.values()}
    result: dict[str, tuple[Place, int]] = {}
    for filing in filings:
        for place, side in filing.foot.objectives:
            if side != NEITHER and place in places:
                result.setdefault(place, (places[place], sides[side]))
    return list(result.values())


def _unheld(staff: Staff, filings: Sequence[Filing], owners: Iterable[tuple[Place, int]]) -> frozenset[int]:
    """Return the places for which a return says "neither" and no return that a side holds them: they keep their
    owner.
    """
    keys = {place for f in filings for place, side in f.foot.objectives if side == NEITHER}
    return frozenset(p.id for p in staff.places.values() if p.key in keys) - {place.id for place, _ in owners}


def _works(filings: Sequence[Filing]) -> tuple[Any, ...]:
    ticked = {key for f in filings for key in f.foot.works}
    return tuple({w.key: w for f in filings for w in f.form.works if w.key in ticked}.values())


def _side_words(filing: Filing) -> list[str]:
    """Return the lines that a return adds to its side's diary: the player's own words, prisoners, orders fulfilled."""
    foot = filing.foot
    lines = [foot.diary] if foot.diary else []
    lines += [f"Smoke put down: {listing(foot.smoke)}."] if foot.smoke else []
    counts = [f"{n} {word}" for n, word in ((foot.prisoners_taken, "taken"), (foot.prisoners_lost, "lost")) if n]
    if counts:
        lines.append(f"Prisoners: {', '.join(counts)}.")
    for letter, fulfilled in foot.orders:
        command = filing.form.command(letter)
        lines.append(f"Orders of {command.name if command else letter} fulfilled: {fulfilled}.")
    return lines


def _umpire_words(filings: Sequence[Filing]) -> list[str]:
    """Return lines on what the umpire has to do by hand."""
    lines = []
    for filing in filings:
        foot, name = filing.foot, filing.side.name
        lines += [
            f"{name} line {effect.line}, {effect.name}: {effect.reason}" for effect in filing.effects if effect.reason
        ]
        if foot.hours_left and foot.field in (filing.side.key, None):
            lines.append(
                f"{name}: {foot.hours_left} hour{'s' * (foot.hours_left != 1)} left to pursue. If it pursues, set up"
                " the next battle: campaign battle new PLACE"
            )
    return lines
