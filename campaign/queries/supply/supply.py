"""Supply as last reported, and, with its causes, as traced now (OB-SUP, umpire 1.13).

A side reads what cuts its road only if it has seen the enemy there; otherwise the cause is unknown. Its routes lead
over the roads as it knows them and past the enemies it has located lately (``situation.supply_known``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation, Sighting, SupplyReport
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.supply.supply_basis import enemies_known, flown_in, formation_named, net_of, not_held_by
from campaign.situation.knowledge import seen_at
from campaign.situation.supply_told import latest_report
from campaign.terms.forces import Level
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing, tallied, way_words
from campaign.theatre.supply_link import CAUSE_UNKNOWN
from campaign.theatre.values import Block
from campaign.views.supply.supply import (
    SupplyBreak,
    SupplyChain,
    SupplyClearing,
    SupplyCorps,
    SupplyLink,
    SupplySide,
    SupplyView,
)

if TYPE_CHECKING:
    from campaign.situation.supply import SupplyState

Records = Mapping[str, Mapping[str, Any]]
"""Facts of a supply report about each formation, by formation key."""


def supply(board: JournalBoard, viewer: Viewer, word: str = "", *, fresh: bool = False) -> SupplyView:
    """Return every corps, division and command that the viewer knows, or one and those under it; as last reported, or
    ``fresh`` as traced now.
    """
    outlook = look(board, viewer)
    only = formation_named(outlook, word) if word else None
    report = None if fresh else latest_report(outlook.board)
    sides = [only.side_id] if only is not None else outlook.knowledge.sides()
    return SupplyView(outlook.knowledge.who, tuple(_side(outlook, side, report, only) for side in sides))


def supply_chain(board: JournalBoard, viewer: Viewer, word: str, *, seconds: float | None = 1.0) -> SupplyChain:
    """Return the links from the home edge down to one formation, traced now, with their cuts, and what must be removed
    to restore supply.

    ``seconds``: how long to look for the smallest set; None: until it is proved. Raises NotFound, Refused.
    """
    outlook = look(board, viewer)
    formation = formation_named(outlook, word)
    records = traced(outlook, formation.side_id)
    chain = _links_to(outlook, formation, records)
    if not chain or chain[-1].id != formation.id:
        raise Refused(
            f"supply cannot be traced for {formation.name}: it is {_article(formation.level)}, and only "
            "corps, divisions and commands have supply routes. Name a corps, division or command under it "
            "(OB-SUP-05)"
        )
    links = tuple(link(outlook, f, records, alone=True) for f in chain)
    last = links[-1]
    flown = any(_by_air(records[f.key]) for f in chain)
    reached = f"in supply by {len(links)} link{'' if len(links) == 1 else 's'}, "
    reached += "one of them by air" if flown else _how_far([records[f.key] for f in chain])
    return SupplyChain(
        viewer=outlook.knowledge.who,
        formation=formation.name,
        side=outlook.army.sides[formation.side_id].name,
        in_supply=last.in_supply,
        links=links,
        verdict=reached if last.in_supply else _verdict(outlook, formation, records),
        last_trace=_last_trace(outlook, formation),
        clearing=None if last.in_supply else _clearing(outlook, formation, records, seconds),
    )


def _last_trace(outlook: Outlook, formation: Formation) -> str:
    """Return one sentence on what the turn's own trace found, if troops have marched since; otherwise an empty text."""
    report = latest_report(outlook.board)
    if report is None or not is_stale(outlook, report):
        return ""
    record = told_by(outlook, report).get(formation.key)
    if record is None:
        return ""
    found = "in supply" if record["in_supply"] else "out of supply"
    far = (
        "" if _by_air(record) or record["metres"] is None else f", {record['metres'] / 1000:.1f} km from {record['to']}"
    )
    when = outlook.turn_words(Moment(report.day, report.turn))
    return (
        f"This trace shows the routes now. Rest and recovery in the turn {when} depend on the trace of that turn, which"
        f" found {formation.name} {found}{far}."
    )


def _how_far(records: Iterable[Mapping[str, Any]]) -> str:
    """Return the distance from the home edge by all these links; a link whose route the viewer does not know has no
    length.
    """
    shown_records = list(records)
    if any(record.get("unknown") for record in shown_records):
        return "distance from the home edge not known"
    return f"{sum(record['metres'] or 0 for record in shown_records) / 1000:.1f} km from the home edge"


def _verdict(outlook: Outlook, formation: Formation, records: Records) -> str:
    """Return which link decides; the cause of its break stands beside it."""
    fails = _fails(outlook, formation, records)
    return "out of supply" if fails.id == formation.id else f"out of supply: the route to {fails.name} is cut"


def _clearing(outlook: Outlook, formation: Formation, records: Records, seconds: float | None) -> SupplyClearing:
    from campaign.queries.supply.supply_threats import clearing

    return clearing(outlook, formation, seconds, advice(outlook, formation, records))


def _article(level: Level) -> str:
    return f"{'an' if level.value[0] in 'aeiou' else 'a'} {level}"


def is_stale(outlook: Outlook, report: SupplyReport | None) -> bool:
    """Return whether troops have marched since the report was traced."""
    return report is not None and outlook.calendar.begins(Moment(report.day, report.turn)) < outlook.now


def as_traced(outlook: Outlook, report: SupplyReport | None) -> str:
    """Return the time of a report that is older than the positions beside it: ``as traced 15 May, 04:00-10:00``."""
    if report is None or not is_stale(outlook, report):
        return ""
    return f"as traced {outlook.turn_words(Moment(report.day, report.turn))}"


def judged_when(report: SupplyReport | None) -> str:
    """Return the turn of a supply report as words to be added, `` (turn 2.1)``; empty for supply traced now. A battle
    uses the supply judged when its turn began, even if troops have marched since.
    """
    return "" if report is None else f" (turn {Moment(report.day, report.turn)})"


def traced(outlook: Outlook, side: int) -> Records:
    """Return a side's supply traced now, in the form of a report."""
    from campaign.situation.supply import report_of  # heavy, and a stored report does without

    return report_of(outlook.army, supply_state(outlook, side))


def supply_state(outlook: Outlook, side: int) -> SupplyState:
    """Return a side's lines with their verdicts: the true present ones for the umpire; for a side as it believes them
    to run until the next trace.
    """
    from campaign.situation.passages import Country
    from campaign.situation.supply import judge, trace_side
    from campaign.situation.supply_known import lines_since

    army, now, book, enemies = outlook.army, outlook.conditions, outlook.rulebook, enemies_known(outlook)
    if enemies is None:
        lines = trace_side(outlook.board, army, outlook.actual, now, book, side, outlook.passages)
    else:
        report = latest_report(outlook.board)
        country = Country(outlook.theatre, outlook.passages)
        lines = lines_since(
            outlook.board,
            army,
            country,
            now,
            book,
            side,
            _supply_as_reported(outlook, side, report),
            enemies,
            _located_since(outlook, report),
        )
    return judge(army, lines, flown_in(outlook), book)


def _supply_as_reported(outlook: Outlook, side: int, report: SupplyReport | None) -> dict[int, bool]:
    """Return, by formation, whether its link held at the last trace, for those that the viewer cannot judge alone."""
    if report is None:
        return {}
    records = told_by(outlook, report)
    states = {
        f.id: _held_when_reported(outlook, records[f.key])
        for f in outlook.army.formations.values()
        if f.side_id == side and f.key in records
    }
    return {ident: held for ident, held in states.items() if held is not None}


def _held_when_reported(outlook: Outlook, record: Mapping[str, Any]) -> bool | None:
    if "unknown" in record:
        return bool(record["unknown"] == "way")
    if record["own"]:
        return None if record["by_air"] else True
    is_known = blocks_known(outlook, record) or any(
        outlook.by_key[key].id in outlook.knowledge.seen for key in record["cut_by"]
    )
    return (
        None if is_known or not (record["cut_by"] or record["blocks"]) else False
    )  # so of a trace that wrote down no more than how it is


def _located_since(outlook: Outlook, report: SupplyReport | None) -> frozenset[int]:
    """Return the enemies located in the turn of the last trace or later: a turn begins with the trace."""
    if report is None:
        return frozenset()
    return frozenset(
        unit for unit, seen in outlook.knowledge.seen.items() if (seen.day, seen.turn) >= (report.day, report.turn)
    )


def records_of(outlook: Outlook, side: int, report: SupplyReport | None) -> Records:
    """Return the report's content, or the present state before the first report."""
    return traced(outlook, side) if report is None else told_by(outlook, report)


def told_by(outlook: Outlook, report: SupplyReport) -> Records:
    """Return the content of a supply report for this viewer: the true content for the umpire; for a side what it was
    told.
    """
    content: Records = report.content
    if outlook.viewer.is_umpire:
        return content
    return {key: record.get("known", record) for key, record in content.items()}


def _side(outlook: Outlook, side: int, report: SupplyReport | None, only: Formation | None) -> SupplySide:
    records = records_of(outlook, side, report)
    shown = outlook.army.tree(only.id) if only is not None else (f for f in outlook.army.walk() if f.side_id == side)
    formations = [f for f in shown if f.key in records and outlook.knowledge.may_name(f)]
    moment = outlook.moment if report is None else Moment(report.day, report.turn)
    return SupplySide(
        side=outlook.army.sides[side].name,
        traced="" if report is None else outlook.turn_words(moment),
        moment=moment,
        stale=is_stale(outlook, report),
        grades=grades_of(outlook, formations),
        links=tuple(
            link(outlook, f, records, alone=report is None, stale=is_stale(outlook, report)) for f in formations
        ),
        breaks=breaks(outlook, formations, records),
    )


def grades_of(outlook: Outlook, formations: Iterable[Formation]) -> tuple[SupplyCorps, ...]:
    """Return how well each corps among these is supplied."""
    from campaign.rules.day.recovery import grade_of  # heavy, as are the routes, and `status` does without

    book = outlook.rulebook
    return tuple(SupplyCorps(f.name, grade_of(f.supply_grade, book)) for f in formations if f.level is Level.CORPS)


def link(
    outlook: Outlook, formation: Formation, records: Records, *, alone: bool = False, stale: bool = False
) -> SupplyLink:
    """Return the supply link between one formation and the formation above it, in words this viewer may read.

    ``alone``: speak of this link only, not of those above it; ``stale``: troops have marched since the report, so an
    enemy may no longer be where it cut the link.
    """
    record = records[formation.key]
    in_supply, by_road = bool(record["in_supply"]), not _by_air(record)
    return SupplyLink(
        formation=formation.name,
        level=formation.level,
        in_supply=in_supply,
        linked=bool(record["own"]),
        to=str(record["to"]),
        route=way_words(record["places"], " – ") if by_road else "",
        length_km=f"{record['metres'] / 1000:.1f}" if by_road and record["metres"] is not None else "",
        rule=str(record["own_rule"] if in_supply or alone else record["rule"]),
        why=_why(outlook, formation, records, alone=alone),
        cut_by=() if record["own"] else tuple(_cutters(outlook, record, stale=stale)),
        blocked_by=() if record["own"] else blocks_known(outlook, record),
        awaited=_is_awaited(outlook, formation),
    )


def _is_awaited(outlook: Outlook, formation: Formation) -> bool:
    """Return whether a formation has no battalion on the map, and some that are still to arrive."""
    battalions = outlook.army.battalions_under(formation.id)
    return not any(b.on_map for b in battalions) and any(b.state.is_in_play for b in battalions)


def _by_air(record: Mapping[str, Any]) -> bool:
    """Return whether this link of the chain is flown, regardless of the road (OB-SUP-04)."""
    return bool(record["own"] and record["own_rule"] == "OB-SUP-04")


def _place_now(outlook: Outlook, battalion: Battalion) -> str:
    """Return a battalion's present position or state: ``at Fort Capuzzo``, ``destroyed``."""
    return f"at {outlook.where(battalion)}" if battalion.on_map else outlook.where(battalion)


def _why(outlook: Outlook, formation: Formation, records: Records, *, alone: bool) -> str:
    record = records[formation.key]
    if record["own"] and (alone or record["in_supply"]):
        return str(record["own_why"])
    return cause(outlook, record) if alone else broken(outlook, formation, records)


def broken(outlook: Outlook, formation: Formation, records: Records, shown: Collection[int] = ()) -> str:
    """Return why a formation is out of supply. If several links fail, the highest decides. ``shown``: formations whose
    own cause is printed beside this one.
    """
    fails = _fails(outlook, formation, records)
    if fails.id != formation.id and fails.id in shown:
        return f"{fails.name} is out of supply"
    why = _text_of(fails, cause(outlook, records[fails.key]))
    return why if fails.id == formation.id else f"{fails.name} is out of supply: {why}"


def advice(outlook: Outlook, formation: Formation, records: Records) -> str:
    """Return where the headquarters above a formation would have to go, if the failing link is only too long; as far as
    the viewer knows of the enemy.
    """
    from campaign.situation.supply import is_too_long, nearer_seat

    fails = _fails(outlook, formation, records)
    if fails.level is not Level.COMMAND or not is_too_long(records[fails.key]):
        return ""
    side = fails.side_id
    return nearer_seat(outlook.army, outlook.theatre, net_of(outlook, side), fails, not_held_by(outlook, side))


def breaks(outlook: Outlook, formations: Iterable[Formation], records: Records) -> tuple[SupplyBreak, ...]:
    """Return the causes for which these formations are out of supply, in the order of the formations, each once."""
    failing: dict[tuple[str, str], dict[str, None]] = {}
    others_by_cause: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    seats: dict[tuple[str, str], str] = {}
    for formation in formations:
        if records[formation.key]["in_supply"]:
            continue
        fails = _fails(outlook, formation, records)
        why = _text_of(fails, cause(outlook, records[fails.key])), str(records[fails.key]["own_rule"])
        failing.setdefault(why, {})[fails.name] = None
        if why not in seats:
            seats[why] = advice(outlook, fails, records)
        if fails.id != formation.id:
            others_by_cause[why][formation.name] = None
    return tuple(
        SupplyBreak(tuple(names), *why, tuple(n for n in others_by_cause[why] if n not in names), seats[why])
        for why, names in failing.items()
    )


def brief_causes(outlook: Outlook, formations: Iterable[Formation], records: Records) -> dict[str, list[str]]:
    """Return the formations out of supply by a short cause: what is blown or blocked, and how many enemies were seen
    where.
    """
    causes: dict[str, list[str]] = {}
    for formation in formations:
        if not records[formation.key]["in_supply"]:
            fails = _fails(outlook, formation, records)
            words = _text_of(fails, _brief_cause(outlook, records[fails.key]))
            words = words if fails.id == formation.id else f"the route to {outlook.knowledge.name_of(fails)}: {words}"
            if seat := advice(outlook, fails, records):
                words = f"{words}; {seat}"
            causes.setdefault(words, []).append(formation.name)
    return causes


def _brief_cause(outlook: Outlook, record: Mapping[str, Any]) -> str:
    seen: dict[str, list[int]] = defaultdict(list)
    for _, sighting, age in cutters_seen(outlook, record):
        if (at := seen_at(sighting)) is not None:
            seen[outlook.theatre.near(at)].append(age)
    lines = [
        *blocks_known(outlook, record),
        *(
            f"{len(ages)} enemy unit{'s' * (len(ages) > 1)} near {place} ({min(ages)} h ago)"
            for place, ages in seen.items()
        ),
    ]
    if lines:
        return f"route cut by {', '.join(lines)}"
    return CAUSE_UNKNOWN if record["cut_by"] else cause(outlook, record)


def _text_of(formation: Formation, why: str) -> str:
    """Return the cause without the formation's own name before it."""
    return why.removeprefix(f"{formation.name} ").removeprefix("has ")


def _fails(outlook: Outlook, formation: Formation, records: Records) -> Formation:
    """Return the highest link above a formation, or its own, that does not hold."""
    return next((f for f in _links_to(outlook, formation, records) if not records[f.key]["own"]), formation)


def _links_to(outlook: Outlook, formation: Formation, records: Records) -> list[Formation]:
    """Return the formations with a supply link from the home edge down to this one."""
    return [f for f in reversed(outlook.army.chain(formation.id)) if f.key in records]


def cause(outlook: Outlook, record: Mapping[str, Any]) -> str:
    """Return in words the cause that cuts one supply link, as far as the viewer knows."""
    if record.get("unknown") == "cause":
        return CAUSE_UNKNOWN
    blocks = blocks_known(outlook, record)
    if outlook.viewer.is_umpire or (not record["cut_by"] and len(blocks) == len(record["blocks"])):
        return str(record["own_why"])
    seen: dict[tuple[str, int], list[str]] = defaultdict(list)
    for battalion, sighting, age in cutters_seen(outlook, record):
        seen[outlook.where_seen(sighting), age].append(outlook.knowledge.enemy_in_list(battalion))
    lines = [
        *blocks,
        *(f"{listing(tallied(names))}, {_seen_words(where, age)}" for (where, age), names in seen.items()),
    ]
    return f"route cut by {'; '.join(lines)}" if lines else CAUSE_UNKNOWN


def blocks_known(outlook: Outlook, record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the broken or blocked things on the route that the viewer knows of, in words.

    Reports older than revision 0010 hold the words themselves; whether a side knows of these is unknown.
    """
    from campaign.theatre.routes import describe_block

    lines = []
    for block in record["blocks"]:
        if isinstance(block, str):
            lines += [block] if outlook.viewer.is_umpire else []
        elif outlook.viewer.is_umpire or tuple(block) in outlook.blocks:
            road, at_m, key, name = block
            lines.append(describe_block(outlook.theatre, road, Block(at_m, name, key=key)))
    return tuple(lines)


def cutters_seen(outlook: Outlook, record: Mapping[str, Any]) -> Iterator[tuple[Battalion, Sighting, int]]:
    """Yield the enemy units that cut a link and that the side has located lately, with their sightings and how many
    hours old these are.
    """
    for battalion in (outlook.by_key[key] for key in record["cut_by"]):
        if (sighting := outlook.knowledge.located_lately(battalion.id, outlook.moment)) is not None:
            yield battalion, sighting, outlook.age_hours(Moment(sighting.day, sighting.turn), sighting.seconds)


def _seen_words(where: str, age: int) -> str:
    return f"seen {f'{age} h ago' if age else 'just now'} ({where})"


def _cutters(outlook: Outlook, record: Mapping[str, Any], *, stale: bool = False) -> list[str]:
    """Return the units in the way, those at one spot together: by name for the umpire, as they were seen lately for a
    side.
    """
    together: dict[str, list[str]] = defaultdict(list)
    if not outlook.viewer.is_umpire:
        for battalion, sighting, age in cutters_seen(outlook, record):
            where = f", {_seen_words(outlook.where_seen(sighting), age)}"
            together[where].append(outlook.knowledge.enemy_in_list(battalion))
    else:
        for battalion in (outlook.by_key[key] for key in record["cut_by"]):
            where = f", now {_place_now(outlook, battalion)}" if stale else f" at {outlook.where(battalion)}"
            together[where].append(battalion.name)
    return [f"{', '.join(tallied(names))}{where}" for where, names in together.items()]
