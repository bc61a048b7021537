"""The situation report: a side's or commander's knowledge and duties, composed from facts.

Every report is as seen by its reader, whichever viewer prints it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation, Objective, Score, Sighting
from campaign.queries.battle.tally import prisoners_so_far
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Count, Outlook, look
from campaign.queries.common.symbols import (
    battalion_symbol,
    counted,
    formation_symbol,
    needs_notice,
    sighted_symbol,
    state_words,
    vehicle_word,
)
from campaign.queries.common.viewers import commander_for, commanders_of
from campaign.queries.contacts.last_day import digest, joined, tallied_words
from campaign.queries.contacts.owed import owed_decisions
from campaign.queries.contacts.sightings import latest_first
from campaign.queries.day.weather import real_sky, sky_words
from campaign.queries.orbat.recovery import dice_of
from campaign.queries.orders.orders import form, form_lines
from campaign.queries.supply.supply_line import is_cut_off, supply_news
from campaign.situation.army import has_joined
from campaign.situation.conditions import conditions_at
from campaign.situation.knowledge import seen_as, seen_at
from campaign.situation.marching import rates_of
from campaign.terms.forces import SizeMark
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.theatre.values import Rates
from campaign.views.contacts.sitrep import OwnCount, OwnLine, SightedEnemy, Sitrep, SupplyNews
from campaign.words.papers import Fact

MOST_NAMES = 3
MOST_BATTALIONS = 12
"""Most battalions of a force that are listed one by one; a larger force is listed by commands."""
_SIZES = tuple(SizeMark)
KINDS = ("men", "tanks", "armoured cars", "other vehicles", "guns")


def sitreps(board: JournalBoard, viewer: Viewer, *, commander: str = "", side: int | None = None) -> tuple[Sitrep, ...]:
    """Return the report of one commander, of a side as a whole, or of every commander as whom the viewer may look.
    Raises NotFound, NotAllowed.
    """
    if commander:
        return (_sitrep(look(board, commander_for(board, viewer, commander)[1])),)
    outlook = look(board, viewer)
    if side is not None and not viewer.commanders:
        outlook.knowledge.require_side(side)
        return (_sitrep(look(board, Viewer(side))),)
    return tuple(_sitrep(look(board, Viewer(c.side_id, (c.id,)))) for c in commanders_of(outlook.army, viewer))


def _sitrep(outlook: Outlook) -> Sitrep:
    knowledge, side = outlook.knowledge, outlook.viewer.side
    assert side is not None
    roots = knowledge.roots(side)
    battalions = [b for root in roots for b in outlook.army.battalions_under(root.id)]
    commander = knowledge.commander
    supply = supply_news(outlook, roots)
    prisoners = prisoners_so_far(outlook, side)
    return Sitrep(
        masthead=masthead(
            outlook,
            "Situation report",
            subtitle=", ".join(root.name for root in roots),
            use="This is what you know; it may not be the whole truth.",
        ),
        judgement=judgement(outlook, battalions, supply),
        digest=digest(outlook),
        own=tuple(_own_lines(outlook, roots, battalions)),
        own_totals=_counts(outlook, battalions, KINDS),
        own_note=_own_note(battalions),
        objectives=tuple(_objectives(outlook, side)),
        score=_score(outlook, side),
        marches=tuple(_marches(outlook, battalions)),
        out_of_play=tuple(_out_of_play(outlook, roots)),
        prisoners=str(prisoners),
        contacts=_contacts(outlook),
        decisions=owed_decisions(outlook, battalions),
        supply=supply,
        weather=_weather(outlook),
        light=sky_words(real_sky(outlook, outlook.now.date())),
        neighbours=_neighbours(outlook),
        order_form=None if commander is None else form(outlook, commander, on_paper=True),
    )


# the judgement


def judgement(outlook: Outlook, battalions: Sequence[Battalion], supply: SupplyNews | None) -> str:
    """Return a judgement in one or two sentences on ground, troops and supply, made from the facts alone."""
    return " ".join(words for words in (_ground(outlook), _troops(outlook, battalions, supply)) if words)


def _ground(outlook: Outlook) -> str:
    objectives = outlook.knowledge.of_side(outlook.board.rows(Objective))
    places = {o.place_id: outlook.places[o.place_id] for o in objectives}
    ours = [p.name for p in places.values() if outlook.knowledge.holder(p) == "ours"]
    missing = [p.name for p in places.values() if outlook.knowledge.holder(p) != "ours"]
    if not places:
        return ""
    if not ours:
        text = f"None of the {len(missing)} objectives is" if len(missing) > MOST_NAMES else _are(missing)
        return f"{text} {'ours yet' if len(missing) > MOST_NAMES else 'not ours yet'}."
    if not missing:
        return f"{_are(ours)} ours."
    text = f"{len(missing)} other objectives are" if len(missing) > MOST_NAMES else _are(missing)
    return f"{_are(ours)} ours; {text} not."


def _are(names: Sequence[str]) -> str:
    return f"{joined(names, 4)} {'is' if len(names) == 1 else 'are'}"


def _troops(outlook: Outlook, battalions: Sequence[Battalion], supply: SupplyNews | None) -> str:
    fighting = [b for b in battalions if b.id in outlook.engaged]
    spent = sum(b.state.carries_figure for b in battalions)
    lost = sum(not b.state.is_in_play for b in battalions)
    parts = []
    if fighting:
        battles = dict.fromkeys(outlook.engaged[b.id].name for b in fighting)
        parts.append(
            f"{_count(len(fighting))} {'is' if len(fighting) == 1 else 'are'} engaged ({joined(list(battles), 4)})"
        )
    if spent or lost:
        losses = [f"{spent} {'is' if spent == 1 else 'are'} spent"] * bool(spent)
        losses += [f"{lost} {'is' if lost == 1 else 'are'} lost"] * bool(lost)
        parts.append(f"of {_count(len(battalions))} {' and '.join(losses)}")
    elif battalions:
        parts.append("all battalions are fresh" if len(battalions) > 1 else "the battalion is fresh")
    if supply is not None:
        parts.append(f"{_cut_words(supply.cut)} cut off from supply" if supply.cut else "all commands are in supply")
    words = "; ".join(parts)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _cut_words(names: Sequence[str]) -> str:
    return _are(names) if len(names) <= MOST_NAMES else f"{len(names)} commands are"


def _count(number: int) -> str:
    return f"{number} battalion{'' if number == 1 else 's'}"


# own troops


def _own_lines(outlook: Outlook, roots: Sequence[Formation], battalions: Sequence[Battalion]) -> Iterator[OwnLine]:
    """Yield lines by battalion for few units, otherwise by command."""
    if len(battalions) <= MOST_BATTALIONS:
        yield from (_own_line(outlook, battalion) for battalion in battalions)
        return
    army = outlook.army
    for root in roots:
        lines = form_lines(outlook, root)
        ids = {formation.id for formation in lines}
        for formation in lines:
            is_all = len(ids & army.tree_ids(formation.id)) == 1
            troops = army.battalions_under(formation.id) if is_all else army.present[formation.id]
            if any(b.headquarters_of_id is None or needs_notice(outlook, b) for b in troops):
                yield _command_line(outlook, formation, troops, is_all=is_all)


def _command_line(outlook: Outlook, formation: Formation, battalions: Sequence[Battalion], *, is_all: bool) -> OwnLine:
    """Return the line of a command with all under it; for a formation whose commands have lines of their own, of its
    own troops alone.
    """
    states = [state_words(outlook, b) for b in battalions if b.headquarters_of_id is None]
    words = [
        f"{_count(states.count(state))} to arrive" if state == "To arrive" else f"{states.count(state)} {state.lower()}"
        for state in dict.fromkeys(states)
    ]
    return OwnLine(
        name=formation.name if is_all else f"{formation.name}, own troops",
        counts=_counts(outlook, battalions, KINDS[:3]),
        symbol=formation_symbol(outlook, formation),
        state=listing(words),
        needs_notice=any(needs_notice(outlook, b) for b in battalions),
        position=_beside_state(outlook.seat(formation), battalions),
    )


def _beside_state(where: str, battalions: Sequence[Battalion]) -> str:
    """Return a position for the column after the state, which already tells of arriving troops and those off the
    map.
    """
    if any(battalion.on_map for battalion in battalions):
        return where
    return "" if where == "off the map" else where.removeprefix("to arrive ")


def _own_line(outlook: Outlook, battalion: Battalion) -> OwnLine:
    kind = counted(battalion)[0]
    return OwnLine(
        name=battalion.name,
        counts=_counts(outlook, [battalion], ["other vehicles" if kind == "vehicles" else kind], lost=True),
        symbol=battalion_symbol(outlook, battalion),
        state=state_words(outlook, battalion),
        needs_notice=needs_notice(outlook, battalion),
        position=_beside_state(outlook.where(battalion), [battalion]) if battalion.state.is_in_play else "",
        is_lost=not battalion.state.is_in_play,
    )


def _counts(
    outlook: Outlook, battalions: Sequence[Battalion], kinds: Sequence[str], *, lost: bool = False
) -> tuple[OwnCount, ...]:
    """Return how many of each kind are in play, against the establishment of all; ``lost``: the remains of a lost
    battalion count.

    Losses are the difference from yesterday's return and from the one of the start.
    """
    start = outlook.returns.get(min(outlook.returns), {}) if outlook.returns else {}
    counts = []
    for kind in kinds:
        column = kind if kind in ("men", "guns") else "vehicles"
        counting = [b for b in battalions if column == kind or _vehicle_kind(b) == kind]
        today = sum(getattr(b, column) for b in counting if b.state.is_in_play)
        count = OwnCount(
            kind=kind,
            today=sum(getattr(b, column) for b in counting) if lost else today,
            establishment=sum(getattr(b, f"{column}_establishment") for b in counting),
            lost_today=_lost(counting, outlook.yesterday, column, today),
            lost_so_far=_lost(counting, start, column, today),
        )
        if count.today or count.establishment or count.lost_so_far:
            counts.append(count)
    return tuple(counts)


def _vehicle_kind(battalion: Battalion) -> str:
    word = vehicle_word(battalion)
    return "other vehicles" if word == "vehicles" else word


def _lost(battalions: Sequence[Battalion], then: dict[str, Count], column: str, today: int) -> int | None:
    before = [then.get(battalion.key) for battalion in battalions]
    counts = [count for count in before if count is not None]
    if len(counts) < len(before):
        return None
    then_all: int = sum(getattr(count, column) for count in counts if count.state.is_in_play)
    return then_all - today


def _own_note(battalions: Sequence[Battalion]) -> str:
    """Return a note on the units that the totals include and the lines above do not show as present."""
    due = sum(b.state.is_in_play and not b.on_map for b in battalions)
    staffs = sum(b.headquarters_of_id is not None for b in battalions)
    parts = [f"{staffs} headquarters"] * bool(staffs) + [f"{due} unit{'s' * (due > 1)} still to arrive"] * bool(due)
    return f"The totals include {' and '.join(parts)}." if parts else ""


# what it is about


def _objectives(outlook: Outlook, side: int) -> Iterator[Fact]:
    """Yield the side's objectives together by their points: those it holds, and those it does not."""
    groups: dict[tuple[int, int | None], dict[str, list[str]]] = {}
    for objective in outlook.knowledge.of_side(outlook.board.rows(Objective)):
        if objective.side_id == side:
            place = outlook.places[objective.place_id]
            holders = groups.setdefault((objective.points, objective.day), {"Held": [], "Not held": []})
            holders["Held" if outlook.knowledge.holder(place) == "ours" else "Not held"].append(objective.name)
    for (points, day), holders in sorted(groups.items(), key=lambda pair: (-pair[0][0], pair[0][1] or 0)):
        words = [f"{holder}: {'; '.join(names)}." for holder, names in holders.items() if names]
        yield Fact(f"{points} {'a day' if day is None else f'on day {day}'}", " ".join(words))


def _score(outlook: Outlook, side: int) -> str:
    if not outlook.knowledge.of_side(outlook.board.rows(Objective)):
        return ""
    points = sum(score.points for score in outlook.board.rows(Score, Score.side_id == side))
    return f"{points} point{'s' * (points != 1)} so far"


def _marches(outlook: Outlook, battalions: Sequence[Battalion]) -> Iterator[Fact]:
    """Yield how far the troops march in a turn by day and by night, those with the same rates together."""
    kinds: dict[tuple[str, Rates, Rates], list[str]] = {}
    for battalion in battalions:
        if battalion.state.is_in_play:
            by_day, by_night = (rates_of(outlook.army, battalion, night, outlook.rulebook) for night in (False, True))
            same = kinds.setdefault((battalion.march_class.value, by_day, by_night), [])
            same.append(battalion.short or battalion.name)
    words = [kind for kind, _, _ in kinds]
    for (kind, by_day, by_night), names in sorted(kinds.items(), key=lambda pair: -pair[0][1].road):
        night = "" if by_day == by_night else f"; by night {_km(by_night)}"
        whose = f" ({listing(names, MOST_NAMES)})" if words.count(kind) > 1 else ""  # nations differ
        yield Fact(kind, f"{_km(by_day)}{night}{whose}")


def _km(rates: Rates) -> str:
    """Return the kilometres on each surface: ``33 / 18 / 3``; a dash where the troops cannot go."""
    figures = (rates.road, rates.cross_country, rates.terrain)
    return " / ".join(f"{metres / 1000:.0f}" if metres else "\N{EN DASH}" for metres in figures)


def _out_of_play(outlook: Outlook, roots: Sequence[Formation]) -> Iterator[Fact]:
    """Yield the commander's battalions out of play, with the headquarters that rolls for them and what it needs."""
    army = outlook.army
    organic = [b for root in roots for f in army.tree(root.id) for b in army.organic[f.id] if not has_joined(b)]
    for die in dice_of(outlook, organic):
        yield Fact(listing(die.battalions), f"{die.by} rolls: {die.needs}" if die.by else die.needs)


# the enemy


def _contacts(outlook: Outlook) -> tuple[SightedEnemy, ...]:
    """Return sighted enemies by place, the latest first; at one place the age of the latest."""
    places: dict[str, list[Sighting]] = defaultdict(list)
    for sighting in latest_first(outlook):
        at = seen_at(sighting)
        places["" if at is None else outlook.theatre.near(at)].append(sighting)
    return tuple(_contact(outlook, place, sightings) for place, sightings in places.items())


def _contact(outlook: Outlook, place: str, sightings: Sequence[Sighting]) -> SightedEnemy:
    battalions = outlook.army.battalions
    largest = max(sightings, key=lambda sighting: (_SIZES.index(sighting.mark), sighting.named))
    words = [battalions[s.battalion_id].name if s.named else seen_as(s) for s in sightings]
    eyes = list(dict.fromkeys(s.seen_by for s in sightings))
    return SightedEnemy(
        symbol=sighted_symbol(outlook, largest),
        place=place,
        seen_as=tallied_words(words),
        source=listing(eyes, 1),
        age_hours=outlook.age_hours(Moment(sightings[0].day, sightings[0].turn), sightings[0].seconds),
        count=len(sightings),
    )


# sky, neighbours


def _weather(outlook: Outlook) -> tuple[Fact, ...]:
    """Return the weather of this turn and the rest of the day, so far as settled."""
    return tuple(_sky_of(outlook, moment) for moment in _turns(outlook))


def _turns(outlook: Outlook) -> Iterator[Moment]:
    yield outlook.moment
    following = outlook.moment.plus(1)
    if following.day <= outlook.board.campaign.days:
        yield following


def _sky_of(outlook: Outlook, moment: Moment) -> Fact:
    conditions = conditions_at(outlook.board, moment, outlook.rulebook)
    sky = str(conditions.sky) if conditions.reported else "weather not known yet"
    begin, end = outlook.calendar.begins(moment), outlook.calendar.ends(moment)
    return Fact(f"{begin:%H:%M}–{end:%H:%M}", f"{sky}, {conditions.light}")


def _neighbours(outlook: Outlook) -> tuple[Fact, ...]:
    neighbours = outlook.knowledge.neighbours
    tops = [outlook.army.formations[i] for i in neighbours if outlook.army.formations[i].superior_id not in neighbours]
    return tuple(
        Fact(f.short or f.name, _neighbour(outlook, f)) for f in sorted(tops, key=lambda f: (f.position, f.id))
    )


def _neighbour(outlook: Outlook, formation: Formation) -> str:
    is_here = outlook.army.is_on_map(formation.id)
    return outlook.seat(formation) + (", out of supply" if is_here and is_cut_off(outlook, formation) else "")
