"""What the players write down after a battle, and the settling that follows from it (umpire 1.5-1.10, 1.17).

One side's return alone is kept until the other's comes, or until the umpire settles without it. Every fault of what was
filed is named at once, and nothing is changed; so is every point on which two returns disagree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaign.actions.raising import Staff, defender_of, running
from campaign.actions.settling import Fate, Verdict, settle
from campaign.errors import BadFile, BadInput, CampaignError, Refused
from campaign.journal.desk import Desk
from campaign.journal.register import action
from campaign.model import Battle, BattleUnit, Formation, Place, Return, Side
from campaign.rules.brevity.return_form import NEITHER, Ending, Filed, Foot, command_of, edge_of, ended_in
from campaign.rules.brevity.returns import Effect, check, compare, effects, unspent
from campaign.rules.dice import Dice
from campaign.rules.retreat import Held, holder
from campaign.rules.tabletop import tabletop
from campaign.situation.army import position_of
from campaign.situation.clock import calendar_of
from campaign.situation.contacts import unspent as unspent_now
from campaign.situation.filing import filed_of, stands_at
from campaign.situation.force import strength_of
from campaign.situation.forms import Form, form_of, session_begins
from campaign.situation.marching import watchers
from campaign.situation.names import among, side_named
from campaign.terms.state import BattleState, Role, State
from campaign.terms.time import HOURS_A_TURN, TURNS_A_DAY, Moment
from campaign.terms.words import listing
from campaign.theatre.retreats import surrounded
from campaign.views.receipt import Receipt


@dataclass(frozen=True, slots=True)
class Filing:
    """One side's return, read and checked against its form."""

    form: Form
    filed: Filed
    effects: tuple[Effect, ...]
    content: dict[str, Any]

    @property
    def side(self) -> Side:
        """Whose it is."""
        return self.form.side

    @property
    def foot(self) -> Foot:
        """The foot of the form."""
        return self.filed.foot


@dataclass(frozen=True, slots=True)
class RecordReturn:
    """Returns of one or both sides, each as filed (``situation/filing.py``). ``believe``: whose word counts where two differ."""

    battle: str
    returns: tuple[dict[str, Any], ...]
    believe: str = ""


@action("battle record", RecordReturn)
def record_return(desk: Desk, command: RecordReturn, dice: Dice) -> Receipt:
    """Checks, keeps, and settles once both sides' returns are in. Raises BadFile with every fault."""
    staff, battle = Staff.of(desk), running(desk, command.battle)
    tabletop(battle.tabletop)
    filings = [_read(staff, battle, content) for content in command.returns]
    if not filings:
        raise BadInput(f"no return of battle {battle.number} was given; write it into a file or answer line by line")
    _refuse_twice(filings)
    _refuse_faults(staff, battle, filings)
    for filing in filings:
        _keep(desk, battle, filing)
    desk.flush()
    kept = _kept(staff, battle)
    missing = [staff.army.sides[s].adjective for s in sorted(_sides(staff, battle) - {f.side.id for f in kept})]
    if missing:
        battle.state = BattleState.RETURNED
        said = tuple(line for filing in filings for line in _effect_words(filing))
        summary = f"Battle {battle.number} ({battle.name}): {listing(f.side.adjective for f in filings)} return received"
        ways = f"campaign battle record {battle.number}, or campaign battle settle {battle.number} without it"
        return Receipt(summary, said, f"the {listing(missing)} return: {ways}")
    return _settle(staff, battle, kept, command.believe)


@dataclass(frozen=True, slots=True)
class SettleBattle:
    """Settle on the returns that are in, one or two."""

    battle: str
    believe: str = ""


@action("battle settle", SettleBattle)
def settle_battle(desk: Desk, command: SettleBattle, dice: Dice) -> Receipt:
    """The umpire settles on one return; the other side's battalions stay as they were (umpire 1.17)."""
    staff, battle = Staff.of(desk), running(desk, command.battle)
    kept = _kept(staff, battle)
    if not kept:
        raise Refused(
            f"no return of battle {battle.number} is in: campaign battle record {battle.number} takes one, battle rule {battle.number} does without"
        )
    return _settle(staff, battle, kept, command.believe)


# reading -------------------------------------------------------------------------------------------------------------------
def _read(staff: Staff, battle: Battle, content: Mapping[str, Any]) -> Filing:
    side = _side_of(staff, battle, content)
    lines = staff.session_lines(battle)
    if side.id not in {u.side_id for u in lines}:
        raise Refused(f"{side.name} takes no part in battle {battle.number} ({battle.name})")
    form = form_of(staff.desk, staff.army, staff.theatre, battle, side.id, lines)
    filed, faults = filed_of(content, form, staff.army)
    words = [*map(str, faults), *map(str, check(filed, form.printed)), *_stand_faults(staff, form, content)]
    if words:
        heading = (
            f"the {side.adjective} return of battle {battle.number} ({battle.name}) has {len(words)} fault{'s' if len(words) > 1 else ''}"
        )
        raise BadFile(f"{heading}; nothing was changed", [f"{side.adjective} return: {word}" for word in words])
    return Filing(form, filed, effects(filed, form.printed, staff.book), dict(content))


def _side_of(staff: Staff, battle: Battle, content: Mapping[str, Any]) -> Side:
    word = str(content.get("side") or "")
    if word:
        return next((s for s in staff.army.sides.values() if word in (s.key, s.adjective)), None) or among(
            word, "side", staff.army.sides.values()
        )
    code = str(content.get("code") or "").upper()
    for side in staff.army.sides.values():
        if code and code == form_of(staff.desk, staff.army, staff.theatre, battle, side.id, staff.session_lines(battle)).printed.code:
            return side
    raise BadInput(
        f"whose return of battle {battle.number} is it? its side is missing, and {code or 'no code'!r} is none of its sheet codes"
    )


def _stand_faults(staff: Staff, form: Form, content: Mapping[str, Any]) -> list[str]:
    found = []
    for line in content.get("lines") or ():
        try:
            stands_at(str(line.get("ended_at") or ""), form, staff.theatre, None)
        except CampaignError as fault:
            found.append(f"line {line.get('line', '?')}: {fault}")
    return found


def _refuse_twice(filings: Sequence[Filing]) -> None:
    sides = [f.side.adjective for f in filings]
    if len(set(sides)) < len(sides):
        raise BadInput(f"the {sides[0]} return is given twice; give one for each side")


def _refuse_faults(staff: Staff, battle: Battle, filings: Sequence[Filing]) -> None:
    """A battle cannot have been played past the end of the campaign."""
    last = Moment(staff.desk.campaign.days, TURNS_A_DAY)
    for filing in filings:
        reached = _reached(staff, battle, filing.foot)
        if reached > last:
            raise BadInput(
                f"turn {reached} is after the campaign's last turn {last}: correct the turn on the {filing.side.adjective} return"
            )


def _keep(desk: Desk, battle: Battle, filing: Filing) -> None:
    rows = desk.rows(Return, Return.battle_id == battle.id)
    session = 1 + max((r.session for r in rows if r.settled), default=0)
    for row in rows:
        if row.side_id == filing.side.id and row.session == session:
            row.content = filing.content
            return
    desk.make(Return, battle_id=battle.id, side_id=filing.side.id, session=session, content=filing.content)


def _kept(staff: Staff, battle: Battle) -> list[Filing]:
    rows = staff.desk.rows(Return, Return.battle_id == battle.id, Return.settled.is_(False))
    found = [_read(staff, battle, {**row.content, "side": staff.army.sides[row.side_id].key}) for row in rows]
    return sorted(found, key=lambda f: (f.side.position, f.side.id))


def _sides(staff: Staff, battle: Battle) -> set[int]:
    return {u.side_id for u in staff.session_lines(battle)}


def _effect_words(filing: Filing) -> list[str]:
    return [f"{e.name}: {e.before} -> {e.after}" for e in filing.effects if e.harmed]


# settling ------------------------------------------------------------------------------------------------------------------
def _settle(staff: Staff, battle: Battle, filings: Sequence[Filing], believe: str) -> Receipt:
    trusted = side_named(staff.desk, believe) if believe else None
    if trusted is not None and trusted.id not in {f.side.id for f in filings}:
        raise BadInput(f"there is no {trusted.adjective} return of battle {battle.number} to believe")
    if len(filings) == 2 and trusted is None and (found := compare(filings[0].filed, filings[1].filed)):
        sides = " / ".join(f.side.adjective for f in filings)
        points = [f"{sides}: {difference}" for difference in found]
        ways = f"correct one of them, or say whose word counts with --believe {filings[0].side.key}"
        raise BadFile(
            f"the two returns of battle {battle.number} disagree on {len(found)} point{'s' if len(found) > 1 else ''}: {ways}", points
        )
    ordered = sorted(filings, key=lambda f: trusted is not None and f.side.id != trusted.id)
    verdict = verdict_of(staff, battle, ordered, only=trusted)
    said = settle(staff, battle, verdict)
    for row in staff.desk.rows(Return, Return.battle_id == battle.id, Return.settled.is_(False)):
        row.settled = True
    ending = f"is suspended after turn {verdict.reached}" if verdict.suspended else "is settled"
    alone = f" on the {filings[0].side.adjective} return alone" if len(_sides_of(verdict)) > len(filings) else ""
    waiting = f"campaign battle resume {battle.number} when it goes on" if verdict.suspended else ""
    return Receipt(f"Battle {battle.number} ({battle.name}) {ending}{alone}", tuple(said), waiting)


def _sides_of(verdict: Verdict) -> set[int]:
    return {f.battalion.side_id for f in verdict.fates}


def verdict_of(staff: Staff, battle: Battle, filings: Sequence[Filing], *, only: Side | None = None) -> Verdict:
    """What the returns say together, the first one's word before the second's. ``only``: whose claim to the field counts."""
    first = filings[0].foot
    reached = _reached(staff, battle, next((f.foot for f in filings if f.foot.turn or f.foot.clock), first))
    suspended = first.ending is Ending.SUSPENDED
    fates = [fate for filing in filings for fate in _fates(staff, filing, reached)]
    returned = {f.side.id for f in filings}
    silent = [u for u in staff.session_lines(battle) if u.side_id not in returned and u.role is Role.ENGAGED]
    fates += [_untouched(staff, line) for line in silent]
    held = None if suspended else _held(staff, battle, filings, only)
    return Verdict(
        fates=tuple(fates), reached=reached, suspended=suspended, held=held.side if held else None, why_held=held.why if held else "",
        owners=tuple(_owners(staff, filings)), works=_works(filings), lost_commanders=tuple(
            formation for f in filings for _, formation in f.form.commands if formation.led_by and formation.led_by in f.foot.commanders_lost
        ),
        words={f.side.id: tuple(_side_words(f)) for f in filings}, for_umpire=tuple(_umpire_words(staff, filings)),
    )  # fmt: skip


def _fates(staff: Staff, filing: Filing, reached: Moment) -> list[Fate]:
    by_line = {u.line: u for u in filing.form.lines}
    explicit = {line.line: line for line in filing.filed.lines}
    contents = _contents(filing)
    found = []
    for effect in filing.effects:
        line = by_line[effect.line]
        battalion = staff.army.battalions[effect.unit]
        written = contents.get(effect.line, "")
        took_part = _took_part(line, reached, filed=effect.line in explicit, harmed=effect.harmed)
        if not took_part and not effect.harmed:
            continue
        own = explicit.get(effect.line)
        found.append(Fate(
            battalion=battalion, line=line, before=effect.before, state=effect.after, strength=effect.strength_after, surrounded=effect.surrounded,
            stands=stands_at(written, filing.form, staff.theatre, position_of(battalion)), left=edge_of(written) is not None,
            attached=_attached(filing, effect), resting=own.resting if own is not None else None,
            dug_in=own.dug_in if own is not None else None, took_part=took_part,
        ))  # fmt: skip
    return found


def _contents(filing: Filing) -> dict[int, str]:
    """What "ended at" says, by line, as it was written (the rules do not see inches)."""
    written = filing.content.get("lines") or ()
    return {line.line: str(raw.get("ended_at") or "") for line, raw in zip(filing.filed.lines, written, strict=True)}


def _took_part(line: BattleUnit, reached: Moment, *, filed: bool, harmed: bool) -> bool:
    """Who stood on the table did; who was to arrive, if it was due and its line is written; guns off the table, if something happened to them."""
    if line.role is Role.ENGAGED:
        return True
    if line.role is Role.GUNS_IN_RANGE or line.arrives_day is None or line.arrives_turn is None:
        return filed and harmed
    return harmed or (filed and Moment(line.arrives_day, line.arrives_turn) <= reached)


def _untouched(staff: Staff, line: BattleUnit) -> Fate:
    battalion = staff.army.battalions[line.battalion_id]
    return Fate(battalion=battalion, line=line, before=battalion.state, state=battalion.state, strength=strength_of(battalion))


def _attached(filing: Filing, effect: Effect) -> Formation | None:
    if not effect.attached_to:
        return None
    return filing.form.command(command_of(effect.attached_to, filing.form.printed) or "")


def _reached(staff: Staff, battle: Battle, foot: Foot) -> Moment:
    """The last turn that the table has played: as written, else the one in which the clock stopped."""
    began = session_begins(battle)
    found = re.fullmatch(r"([01]?\d|2[0-3])[:.]?([0-5]\d)", foot.clock.strip()) if foot.clock else None
    if foot.turn is not None or found is None:
        return ended_in(foot, began)
    start = calendar_of(staff.desk).day_start_hour
    minutes = (int(found[1]) * 60 + int(found[2]) - start * 60 - 1) % (24 * 60)
    turn = minutes // (HOURS_A_TURN * 60) + 1
    return began.plus((turn - began.turn) % TURNS_A_DAY)


def _held(staff: Staff, battle: Battle, filings: Sequence[Filing], only: Side | None) -> Held:
    claims = {f.side.key: f.foot.field for f in filings if only is None or f.side.id == only.id}
    counted = {f.side.key: unspent(f.effects) for f in filings}
    for side in sorted(_sides(staff, battle)):
        key = staff.army.sides[side].key
        if key not in counted:
            counted[key] = unspent_now(b for b in staff.engaged_in(battle) if b.side_id == side)
    defender = defender_of(staff, battle)
    return holder(claims, counted, staff.army.sides[defender].key if defender is not None else None)


def _owners(staff: Staff, filings: Sequence[Filing]) -> list[tuple[Place, int]]:
    sides = {s.key: s.id for s in staff.army.sides.values()}
    places = {p.key: p for p in staff.places.values()}
    found: dict[str, tuple[Place, int]] = {}
    for filing in filings:
        for place, side in filing.foot.objectives:
            if side != NEITHER and place in places:
                found.setdefault(place, (places[place], sides[side]))
    return list(found.values())


def _works(filings: Sequence[Filing]) -> tuple[Any, ...]:
    ticked = {key for f in filings for key in f.foot.works}
    return tuple({w.key: w for f in filings for w in f.form.works if w.key in ticked}.values())


def _side_words(filing: Filing) -> list[str]:
    """Lines for this side's own diary."""
    foot = filing.foot
    said = [foot.diary] if foot.diary else []
    counts = [f"{n} {what}" for n, what in ((foot.prisoners_taken, "taken"), (foot.prisoners_lost, "lost")) if n]
    if counts:
        said.append(f"Prisoners: {', '.join(counts)}.")
    for letter, fulfilled in foot.orders:
        command = filing.form.command(letter)
        said.append(f"Orders of {command.name if command else letter} fulfilled: {fulfilled}.")
    return said


def _umpire_words(staff: Staff, filings: Sequence[Filing]) -> list[str]:
    """What the umpire has to see to by hand, and what the map proposes (umpire 1.8, 1.9)."""
    said = []
    for filing in filings:
        foot, name = filing.foot, filing.side.adjective
        if foot.hours_left:
            said.append(f"{name}: {foot.hours_left} hours left to pursue; give the pursuit with campaign battle new")
        said += [f"{name} engineers: {task}; enter it with campaign adjust" for task in foot.tasks]
        if foot.other_works:
            said.append(f"{name}, changes to the ground: {foot.other_works}; enter them with campaign adjust")
        said += [_surrounded_words(staff, e) for e in filing.effects if _looks_surrounded(staff, e)]
    return said


def _looks_surrounded(staff: Staff, effect: Effect) -> bool:
    battalion = staff.army.battalions[effect.unit]
    position = position_of(battalion)
    if effect.after is not State.DESTROYED or position is None:
        return False
    enemies = watchers(staff.army, staff.theatre, staff.army.enemies_of(battalion.side_id), staff.book)
    return surrounded(staff.theatre, position, battalion.side_id, enemies, staff.conditions.sight)


def _surrounded_words(staff: Staff, effect: Effect) -> str:
    return f'{effect.name} had no road free of the enemy\'s location range: if it was surrounded, campaign adjust "{effect.name}" --state captured'
