"""The movements after a battle in words: the lines of the receipt, and the rows of the page before it is settled.

movement_words(staff, battle, movements, verdict) -> list[str]
follow_rows(staff, movements, verdict) -> tuple[FollowRow, ...]
until_words(staff, reached) -> str
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from campaign.actions.raising import Staff, reached_of
from campaign.actions.returns.fates import Fate, Verdict
from campaign.actions.returns.movements import Movement
from campaign.model import Battalion, Battle
from campaign.rules.tabletop.interface import tabletop
from campaign.situation.army import position_of
from campaign.situation.clock import calendar_of
from campaign.terms.position import AtPlace, Position
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import Role
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.views.battle.what_follows import FREE, FollowRow, Goes, Untouched
from campaign.words.proposal import Proposal

_STANDING = frozenset({Goes.STAYS, Goes.ELSEWHERE, Goes.ADVANCES})
"""What a unit does that may leave it where it stands."""


def short_name(battalion: Battalion) -> str:
    """Return a battalion's short name for the umpire's lines."""
    return battalion.short or battalion.name


def at_words(staff: Staff, position: Position) -> str:
    """Return where a unit is, in words that follow its name: ``at Musaid``, ``3.2 km from Bir Wair``."""
    words = staff.theatre.describe(position)
    return f"at {words}" if isinstance(position, AtPlace) else words


def movement_words(staff: Staff, battle: Battle, movements: Sequence[Movement], verdict: Verdict) -> list[str]:
    """Return a line for every place at which units end, for those that are cut off, and for those that stay although
    their side lost or because the umpire said so.
    """
    lines = [*_put(staff, movements), *_cut_off(staff, movements, verdict), *_back(staff, battle, movements, verdict)]
    lines += _staying(staff, movements, verdict)
    if verdict.away:
        names = [short_name(staff.army.battalions[ident]) for ident in sorted(verdict.away)]
        was, keep = ("was", "keeps its place") if len(names) == 1 else ("were", "keep their places")
        lines.append(by_rule(f"{listing(names, len(names))} {was} not on this table and {keep}", "umpire 1.4"))
    if verdict.reached > staff.board.moment or reached_of(battle) is not None:  # None: it never went on another day
        lines.append(by_rule(until_words(staff, verdict.reached), "umpire 1.5"))
    return lines


def _put(staff: Staff, movements: Iterable[Movement]) -> list[str]:
    names_by_place = defaultdict[str, list[str]](list)
    for movement in movements:
        if movement.is_moved and movement.end is not None and movement.goes is not Goes.BACK:
            names_by_place[at_words(staff, movement.end)].append(short_name(movement.battalion))
    return [
        f"{listing(names, len(names))} {'is' if len(names) == 1 else 'are'} now {where}"
        for where, names in names_by_place.items()
    ]


def _otherwise(movement: Movement, verdict: Verdict) -> str:
    """Return the options that settle otherwise what a unit does that is cut off."""
    words = [choice for choice in (Goes.SURRENDERS, Goes.BREAKS_OUT) if choice in movement.choices]
    if verdict.ruling:
        return f"--place 'UNIT={' or '.join(words)}'"
    return " or ".join(f"--{word.replace(' ', '-')} UNIT" for word in words)


def _cut_off(staff: Staff, movements: Iterable[Movement], verdict: Verdict) -> list[str]:
    return [
        f"{short_name(movement.battalion)} is cut off: "
        + Proposal(
            f"it stays {at_words(staff, movement.end)}, with a battle every turn until it gets out or is relieved",
            by_rule(f"it has {movement.doubt}", "umpire 1.8"),
            f"campaign undo, then settle it with {_otherwise(movement, verdict)}; for all such units campaign rules"
            " retreat.cut_off",
        ).by_default
        for movement in movements
        if movement.goes is Goes.CUT_OFF and movement.end is not None
    ]


def _back(staff: Staff, battle: Battle, movements: Iterable[Movement], verdict: Verdict) -> list[str]:
    went = defaultdict[tuple[str, str, str], list[str]](list)
    for movement in movements:
        if movement.goes is Goes.BACK:
            where = f"{staff.theatre.describe(movement.end)}, towards {movement.towards}"
            doubt = f" (the program's choice, although {movement.doubt})" if movement.is_open else ""
            went[where, listing(movement.others), doubt].append(short_name(movement.battalion))
    lines = []
    for (where, others, doubt), names in went.items():
        choice = f". The owner may choose instead: {others}" if others else ""
        verb = "goes" if len(names) == 1 else "go"
        lines.append(f"{listing(names, len(names))} {verb} back to {where}{doubt}{choice}")
    if any(others for _, others, _ in went):
        kept = tabletop(battle.tabletop).system.keeps_places
        places = "PLACE, inches or off by edge C" if kept else "PLACE"
        option = "--place" if verdict.ruling else "--stays UNIT, --advances UNIT or --place"
        lines.append(f"for another choice: campaign undo, then settle or rule the battle with {option} 'UNIT={places}'")
    return lines


def _staying(staff: Staff, movements: Iterable[Movement], verdict: Verdict) -> list[str]:
    """Return a line on the units of the side that lost the field that stay, and on all that stay by the umpire's
    ruling.
    """
    sides = {side.key: side.id for side in staff.army.sides.values()}
    loser = set(sides.values()) - {sides[verdict.held.side]} if verdict.held.side in sides else set[int]()
    by_reason = defaultdict[str, list[str]](list)
    for movement in movements:
        has_lost = movement.goes is Goes.STAYS and movement.battalion.side_id in loser and not movement.is_written
        if has_lost or (movement.is_said and movement.goes in _STANDING and not movement.is_moved):
            by_reason[movement.why].append(short_name(movement.battalion))
    return [
        f"{listing(names)} {'stays' if len(names) == 1 else 'stay'} where {'it is' if len(names) == 1 else 'they are'}:"
        f" {why}"
        for why, names in by_reason.items()
    ]


def until_words(staff: Staff, reached: Moment) -> str:
    """Return up to when the units of a battle stay engaged: ``its units stay engaged to the end of turn 1.3, 16:00``;
    a turn that is over engages no unit.
    """
    if reached < staff.board.moment:
        return f"its units are free: turn {reached}, in which the battle ended, is over"
    return f"its units stay engaged to the end of turn {reached}, {clock_after(staff, reached)}"


def clock_after(staff: Staff, reached: Moment) -> str:
    """Return the time of day at which a turn is over: ``16:00``."""
    return f"{calendar_of(staff.board).begins(reached.plus(1)):%H:%M}"


def follow_rows(staff: Staff, movements: Iterable[Movement], verdict: Verdict) -> tuple[FollowRow, ...]:
    """Return the rows of a page: every unit that was on the table and is in play, side by side."""
    until = clock_after(staff, verdict.reached) if verdict.reached >= staff.board.moment else FREE
    rows = []
    position = {ident: side.position for ident, side in staff.army.sides.items()}
    ordered = sorted(
        movements, key=lambda m: (_lost(staff, m, verdict), position[m.battalion.side_id], m.fate.line.line)
    )
    for number, movement in enumerate(ordered, 1):
        battalion, fate = movement.battalion, movement.fate
        side = staff.army.sides[battalion.side_id]
        rows.append(
            FollowRow(
                number=number,
                key=battalion.key,
                name=battalion.name,
                short=short_name(battalion),
                side=side.name,
                side_key=side.key,
                was=fate.before.value,
                becomes=fate.state.value,
                goes=movement.goes,
                where="captured" if movement.end is None else staff.theatre.describe(movement.end),
                is_moved=movement.is_moved,
                why=movement.why,
                until=until,
                choices=movement.choices,
                doubt=movement.doubt if movement.is_asked else "",
                is_said=movement.is_said,
                others=movement.others,
                also=_also(fate),
            )
        )
    return tuple(rows)


def _also(fate: Fate) -> tuple[str, ...]:
    """Return what a return says of a unit beside its state: that it is dispersed or disorganised."""
    return tuple(word for word in ("dispersed", "disorganised") if fate.aftermath.get(word) and fate.state.is_in_play)


def _lost(staff: Staff, movement: Movement, verdict: Verdict) -> bool:
    return staff.army.sides[movement.battalion.side_id].key != verdict.held.side


def untouched(staff: Staff, battle: Battle, verdict: Verdict) -> tuple[Untouched, ...]:
    """Return the units that were not on the table, with the places that they keep; and those that were due on it by
    the end, of which no return has a line.
    """
    whys = dict.fromkeys(sorted(verdict.away), "")
    came = {fate.battalion.id for fate in verdict.fates}
    for line in staff.session_lines(battle):
        if line.role is not Role.ARRIVES or line.arrives_day is None or line.arrives_turn is None:
            continue
        due = Moment(line.arrives_day, line.arrives_turn)
        if line.battalion_id not in came and due <= verdict.reached:
            whys[line.battalion_id] = f"due in turn {due}, but no return mentions it"
    return tuple(
        Untouched(battalion.name, staff.army.sides[battalion.side_id].name, staff.theatre.describe(at), why)
        for ident, why in whys.items()
        if (at := position_of(battalion := staff.army.battalions[ident])) is not None
    )
