"""The situation report: what a side or a commander knows and owes, composed from facts.

Every report is made with the eyes of the person it is for, whoever prints it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, DiaryLine, Formation, Objective, Sighting
from campaign.queries.decisions import owed
from campaign.queries.masthead import masthead
from campaign.queries.orders import form
from campaign.queries.outlook import Outlook, look
from campaign.queries.roster import unnumbered
from campaign.queries.sightings import latest_first
from campaign.queries.supply import cause, traced
from campaign.queries.symbols import battalion_symbol, counted, needs_notice, sighted_symbol, state_words, vehicle_word
from campaign.queries.tally import prisoners_so_far
from campaign.queries.viewers import commander_for, commanders_of
from campaign.queries.weather import real_sky, sky_words
from campaign.rules.day.recovery import grade_of
from campaign.situation.conditions import conditions_at
from campaign.situation.knowledge import seen_as
from campaign.situation.supply import TRACED
from campaign.terms.forces import Level
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing, way_words
from campaign.views.papers import Fact
from campaign.views.sitrep import Event, OwedDecision, OwnLine, SightedEnemy, Sitrep, SupplyLine

MOST_EVENTS = 16
MOST_BLOWS = 13
SEMICOLON = "; "
"""Between names that hold commas."""
MOST_CONTACTS = 14
MOST_NAMES = 3
COUNTS = ("men", "tanks", "armoured cars", "other vehicles", "guns")


def sitreps(board: JournalBoard, viewer: Viewer, *, commander: str = "", side: int | None = None) -> tuple[Sitrep, ...]:
    """The report of one commander, of a side as a whole, or of every commander the viewer may look through. Raises
    NotFound, NotAllowed."""
    if commander:
        return (_sitrep(look(board, commander_for(board, viewer, commander)[1])),)
    outlook = look(board, viewer)
    if side is not None and viewer.commander is None:
        outlook.knowledge.require_side(side)
        return (_sitrep(look(board, Viewer(side))),)
    return tuple(_sitrep(look(board, Viewer(c.side_id, c.id))) for c in commanders_of(outlook.army, viewer))


def _sitrep(outlook: Outlook) -> Sitrep:
    knowledge, side = outlook.knowledge, outlook.viewer.side
    assert side is not None
    roots = knowledge.roots(side)
    battalions = [b for root in roots for b in outlook.army.battalions_under(root.id)]
    commander = knowledge.commander
    supply, contacts = _supply(outlook, roots), _contacts(outlook)
    corps = next((f for root in roots for f in outlook.army.chain(root.id) if f.level is Level.CORPS), None)
    return Sitrep(
        masthead=masthead(
            outlook,
            "Situation report",
            subtitle=", ".join(root.name for root in roots),
            use="What you know, not what is.",
        ),
        judgement=judgement(outlook, battalions, supply),
        events=_events(outlook),
        own=tuple(_own_line(outlook, b) for b in battalions),
        own_totals=_totals(outlook, battalions),
        contacts=contacts[:MOST_CONTACTS],
        contacts_left_out=sum(contact.count for contact in contacts[MOST_CONTACTS:]),
        decisions=_decisions(outlook),
        supply=supply,
        supply_grade=(
            "" if corps is None else f"{corps.name}: {grade_of(corps.supply_grade, outlook.rulebook)} supplied"
        ),
        weather=_weather(outlook),
        light=sky_words(real_sky(outlook, outlook.now.date())),
        neighbours=_neighbours(outlook),
        order_form=None if commander is None else form(outlook, commander),
    )


# the judgement


def judgement(outlook: Outlook, battalions: Sequence[Battalion], supply: Sequence[SupplyLine]) -> str:
    """Ground, troops and supply in a sentence or two, from the facts alone."""
    return " ".join(
        words for words in (_ground(outlook), _troops(outlook, battalions, supply), _prisoners(outlook)) if words
    )


def _prisoners(outlook: Outlook) -> str:
    """Of the whole side, all its battles together."""
    counted_so_far = "" if outlook.viewer.side is None else str(prisoners_so_far(outlook, outlook.viewer.side))
    return f"Prisoners so far: {counted_so_far}." if counted_so_far else ""


def _ground(outlook: Outlook) -> str:
    objectives = outlook.knowledge.of_side(outlook.board.rows(Objective))
    places = {o.place_id: outlook.places[o.place_id] for o in objectives}
    ours = [p.name for p in places.values() if outlook.knowledge.holder(p) == "ours"]
    other_places = [p.name for p in places.values() if outlook.knowledge.holder(p) != "ours"]
    if not places:
        return ""
    if not ours:
        return (
            f"None of the {len(other_places)} objectives is ours yet."
            if len(other_places) > MOST_NAMES
            else f"{_are(other_places)} not ours yet."
        )
    held = f"{_are(ours)} ours"
    if not other_places:
        return f"{held}."
    return (
        f"{held};"
        f" {f'{len(other_places)} other objectives are' if len(other_places) > MOST_NAMES else _are(other_places)} not."
    )


def _are(names: Sequence[str]) -> str:
    return f"{_and(names)} {'is' if len(names) == 1 else 'are'}"


def _and(names: Sequence[str], most: int = 4) -> str:
    if len(names) > most:
        return listing(names, most)
    if len(names) == 1:
        return names[0]
    return f"{(SEMICOLON if any(',' in name for name in names) else ', ').join(names[:-1])} and {names[-1]}"


def _troops(outlook: Outlook, battalions: Sequence[Battalion], supply: Sequence[SupplyLine]) -> str:
    fighting = [b for b in battalions if b.id in outlook.engaged]
    spent = sum(b.state.carries_figure for b in battalions)
    lost = sum(not b.state.is_in_play for b in battalions)
    parts = []
    if fighting:
        battles = dict.fromkeys(outlook.engaged[b.id].name for b in fighting)
        parts.append(f"{_count(len(fighting))} in action ({_and(list(battles))})")
    if spent or lost:
        losses = [f"{spent} spent"] * bool(spent) + [f"{lost} lost"] * bool(lost)
        parts.append(f"of {_count(len(battalions))} {' and '.join(losses)}")
    elif battalions:
        parts.append("all battalions are fit" if len(battalions) > 1 else "the battalion is fit")
    cut = [line.name for line in supply if not line.in_supply]
    if supply:
        parts.append(f"out of supply: {_and(cut)}" if cut else "supply is open")
    words = "; ".join(parts)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _count(number: int) -> str:
    return f"{number} battalion{'' if number == 1 else 's'}"


# what happened


def _events(outlook: Outlook) -> tuple[Event, ...]:
    since = outlook.now - timedelta(hours=24)
    lines = [line for line in outlook.diary.get("all", []) if outlook.hours[line.id] >= since]
    kept = _most_important(lines, _own_ids(outlook))
    events = tuple(Event(f"{outlook.hours[line.id]:%H:%M}", line.text, line.bold) for line in kept)
    remaining = len(lines) - len(kept)
    return (
        (Event("", f"{remaining} earlier entr{'y' if remaining == 1 else 'ies'} left out"), *events)
        if remaining
        else events
    )


def _own_ids(outlook: Outlook) -> frozenset[int]:
    """The battalions under the reader's own command."""
    side = outlook.viewer.side
    roots = () if side is None else outlook.knowledge.roots(side)
    return frozenset(b.id for root in roots for b in outlook.army.battalions_under(root.id))


def _most_important(lines: Sequence[DiaryLine], own_ids: frozenset[int]) -> list[DiaryLine]:
    """Blows before others; of blows those in battle and those that fell on one's own; the later before the earlier; in
    the order in which they happened."""
    if len(lines) <= MOST_EVENTS:
        return list(lines)
    heaviest = sorted(
        (line for line in lines if line.bold),
        key=lambda line: line.battle_id is not None or line.battalion_id in own_ids,
    )
    room = MOST_BLOWS if len(heaviest) < len(lines) else MOST_EVENTS
    blows = heaviest[-room:]
    other_diary_lines = [line for line in lines if not line.bold][len(blows) - MOST_EVENTS :]
    kept = {line.id for line in (*blows, *other_diary_lines)}
    return [line for line in lines if line.id in kept]


# own troops


def _own_line(outlook: Outlook, battalion: Battalion) -> OwnLine:
    kind, today, establishment = counted(battalion)
    before = outlook.yesterday.get(battalion.key)
    yesterday = None
    if before is not None and before.state.is_in_play:
        yesterday = {"men": before.men, "guns": before.guns}.get(kind, before.vehicles)
    return OwnLine(
        name=unnumbered(battalion) + ("" if kind == "men" else f", {kind}"),
        today=today,
        yesterday=yesterday,
        establishment=establishment,
        number=battalion.number,
        state=state_words(outlook, battalion),
        needs_notice=needs_notice(outlook, battalion),
        symbol=battalion_symbol(outlook, battalion),
        position=outlook.where(battalion) if battalion.state.is_in_play else "",
        is_lost=not battalion.state.is_in_play,
    )


def _totals(outlook: Outlook, battalions: Sequence[Battalion]) -> tuple[OwnLine, ...]:
    """All men, tanks, armoured cars, other vehicles and guns of those in play, against the establishment of all; no
    line holds another."""
    own_lines = (_total(outlook, battalions, count) for count in COUNTS)
    return tuple(line for line in own_lines if line.today or line.establishment or line.yesterday)


def _total(outlook: Outlook, battalions: Sequence[Battalion], kind: str) -> OwnLine:
    column = kind if kind in ("men", "guns") else "vehicles"
    counting = [b for b in battalions if column == kind or vehicle_word(b) == kind.removeprefix("other ")]
    in_play = [b for b in counting if b.state.is_in_play]
    before = [outlook.yesterday.get(b.key) for b in counting]
    return OwnLine(
        name=f"Total {kind}",
        today=sum(getattr(b, column) for b in in_play),
        yesterday=(
            None if None in before else sum(getattr(c, column) for c in before if c is not None and c.state.is_in_play)
        ),
        establishment=sum(getattr(b, f"{column}_establishment") for b in counting),
    )


# the enemy


def _contacts(outlook: Outlook) -> tuple[SightedEnemy, ...]:
    """The latest first; what was seen alike, at one place by one eye, is one contact of so many."""
    alike = Counter(_contact(outlook, sighting) for sighting in latest_first(outlook))
    return tuple(replace(contact, count=count) for contact, count in alike.items())


def _contact(outlook: Outlook, sighting: Sighting) -> SightedEnemy:
    battalion = outlook.army.battalions[sighting.battalion_id]
    source = sighting.seen_by if sighting.how in sighting.seen_by else f"{sighting.seen_by}, {sighting.how}"
    return SightedEnemy(
        symbol=sighted_symbol(outlook, sighting),
        place=outlook.where_seen(sighting),
        seen_as=battalion.name if sighting.named else sighting.arm.value,
        strength=seen_as(sighting) if sighting.named else sighting.mark.value,
        source=source,
        age_hours=outlook.age_hours(Moment(sighting.day, sighting.turn), sighting.seconds),
    )


# what is owed, supply, sky, neighbours


def _decisions(outlook: Outlook) -> tuple[OwedDecision, ...]:
    return tuple(
        OwedDecision(
            f"{line.question} ({' / '.join(option.text for option in line.options)})", f"campaign decide {line.number}"
        )
        for line in owed(outlook)
    )


def _supply(outlook: Outlook, roots: Iterable[Formation]) -> tuple[SupplyLine, ...]:
    """The chain above him, and every formation under him that has troops on the map."""
    side = outlook.viewer.side
    assert side is not None
    records = traced(outlook, side)
    supply_lines: dict[int, SupplyLine] = {}
    for root in roots:
        for formation in (*reversed(outlook.army.chain(root.id)), *outlook.army.tree(root.id)):
            occupied = any(b.on_map for b in outlook.army.battalions_under(formation.id))
            if formation.level in TRACED and formation.key in records and occupied:
                record = records[formation.key]
                is_own = bool(record["own"])
                metres = record["metres"]
                route = (
                    f"{way_words(record['places'], ' – ')}, {metres / 1000:.1f} km"
                    if is_own and metres is not None
                    else ""
                )
                supply_lines[formation.id] = SupplyLine(
                    level=formation.level.value.capitalize(),
                    name=formation.name,
                    in_supply=bool(record["in_supply"]),
                    route=route,
                    threat="" if is_own else cause(outlook, record),
                )
    return tuple(supply_lines.values())


def _weather(outlook: Outlook) -> tuple[Fact, ...]:
    """This turn and the rest of the day as far as it is settled."""
    return tuple(_sky_of(outlook, moment) for moment in _turns(outlook))


def _turns(outlook: Outlook) -> Iterator[Moment]:
    yield outlook.moment
    following = outlook.moment.plus(1)
    if following.day <= outlook.board.campaign.days:
        yield following


def _sky_of(outlook: Outlook, moment: Moment) -> Fact:
    conditions = conditions_at(outlook.board, moment, outlook.rulebook)
    sky = str(conditions.sky) if conditions.reported else "weather not known yet"
    words = outlook.turn_words(moment)
    return Fact(f"{words[:1].upper()}{words[1:]}", f"{sky}, {conditions.light}")


def _neighbours(outlook: Outlook) -> tuple[Fact, ...]:
    neighbours = outlook.knowledge.neighbours
    tops = [outlook.army.formations[i] for i in neighbours if outlook.army.formations[i].superior_id not in neighbours]
    return tuple(Fact(f.short or f.name, outlook.seat(f)) for f in sorted(tops, key=lambda f: (f.position, f.id)))
