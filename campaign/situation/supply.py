"""The supply trace of a campaign: echelons from the order of battle, enemies as zones, traced on the map (umpire 1.2,
OB-SUP).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any

from campaign.journal.board import Board
from campaign.model import Battalion, Formation
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import supply as rules
from campaign.rules.day.supply import AirSupply, Reach, Staff, Verdict
from campaign.situation.army import Army, position_of
from campaign.situation.conditions import Conditions
from campaign.situation.keeping import keep
from campaign.situation.marching import supply_reach, watchers
from campaign.situation.passages import OPEN, Passages
from campaign.terms.forces import Level
from campaign.terms.position import Position
from campaign.terms.time import Moment
from campaign.terms.words import March, listing
from campaign.theatre.chain import Echelon
from campaign.theatre.clearing import Clearing
from campaign.theatre.legs import Closed
from campaign.theatre.supply import SupplyNet
from campaign.theatre.supply_link import Line, blocks_stored
from campaign.theatre.values import Theatre, kilometres
from campaign.theatre.vulnerable import Vulnerability
from campaign.theatre.zones import Sight, Watcher
from campaign.values import dataclass

TRACED = (Level.CORPS, Level.DIVISION, Level.COMMAND)


def is_too_long(record: Mapping[str, Any]) -> bool:
    """Return whether a link, as a report has it, fails for its length alone."""
    is_cut = bool(record["own"] or record["cut_by"] or record["blocks"] or record.get("unknown"))
    return not is_cut and record["metres"] is not None


def trace_side(
    board: Board,
    army: Army,
    theatre: Theatre,
    now: Conditions,
    book: Rulebook,
    side: int,
    passages: Passages = OPEN,
    *,
    known_positions: Mapping[int, Position] | None = None,
) -> dict[int, Line]:
    """Return the supply line of every corps, division and command of a side, by formation id; the lines of the board's
    last trace if nothing they depend on has changed.

    ``known_positions``: only these enemy battalions count, where they were seen.
    """
    parts = _parts_of_net(army, theatre, now, book, side, passages, known_positions)
    return keep(board, (trace_side, side, known_positions is None), parts, lambda: SupplyNet(*parts).lines())


def _parts_of_net(
    army: Army,
    theatre: Theatre,
    now: Conditions,
    book: Rulebook,
    side: int,
    passages: Passages,
    known_positions: Mapping[int, Position] | None,
) -> tuple[Theatre, list[Echelon], list[Watcher], Sight, int, Closed, March, bool]:
    """Return everything on which a side's supply depends."""
    enemies = enemies_at(army, theatre, side, book, known_positions)
    ground = supply_ground(passages, book, side)
    measure, facing_cuts = March(book.word("sup.reach")), book.switch("sup.facing_cuts")
    return theatre, echelons(army, now, book, side), enemies, now.sight, side, ground, measure, facing_cuts


def clearing_of(
    army: Army,
    theatre: Theatre,
    now: Conditions,
    book: Rulebook,
    formation: Formation,
    passages: Passages,
    *,
    seconds: float | None,
    positions: Mapping[int, Position] | None = None,
    air: Mapping[int, AirSupply],
) -> Clearing | str:
    """Return a smallest set of enemies and broken crossings without which a formation's chain holds; or why no removal
    would help.

    ``positions``: only these enemy battalions count, where they were seen, for a viewer that does not know them all.
    ``air``: what transports brought this turn, by the id of the division supplied.
    """
    side, excused = formation.side_id, _excused(army, air, book)
    if idle := _idle_staffs(army, formation, excused):
        return listing(idle)
    net = SupplyNet(*_parts_of_net(army, theatre, now, book, side, passages, positions))
    return net.clearing(formation.id, seconds, excused)


def weak_points(
    army: Army,
    theatre: Theatre,
    now: Conditions,
    book: Rulebook,
    side: int,
    passages: Passages,
    *,
    known_positions: Mapping[int, Position] | None = None,
    air: Mapping[int, AirSupply],
) -> Vulnerability:
    """Return the places and stretches of road of which each alone can cut a side's supply, and the fewest that cut off
    the other formations. A formation out of supply under a spent headquarters loses nothing more, and air supply does
    not depend on a road.
    """
    net = SupplyNet(*_parts_of_net(army, theatre, now, book, side, passages, known_positions))
    excused = _excused(army, air, book)
    supplied = [ident for ident in net.chain.echelons if not _idle_staffs(army, army.formations[ident], excused)]
    weights = {ident: sum(b.on_map for b in army.present[ident]) for ident in supplied}
    return net.vulnerability({ident: count for ident, count in weights.items() if count}, excused)


def supply_net(
    army: Army,
    theatre: Theatre,
    now: Conditions,
    book: Rulebook,
    side: int,
    passages: Passages,
    *,
    known_positions: Mapping[int, Position] | None = None,
) -> SupplyNet:
    """Return a side's supply net, of which several formations can be asked."""
    return SupplyNet(*_parts_of_net(army, theatre, now, book, side, passages, known_positions))


def nearer_seat(army: Army, theatre: Theatre, net: SupplyNet, formation: Formation, not_held: Mapping[int, str]) -> str:
    """Return which headquarters must come nearer for a command whose link is too long, how near, and an example of a
    place; empty where no place within reach would do (OB-SUP-05). ``not_held``: the places that the side does not hold,
    with what is known of their holder in words.
    """
    superior = net.chain.source(net.chain.echelons[formation.id]).superior
    seat, headquarters = net.seat(formation.id, not_held), army.headquarters.get(superior or 0)
    if seat is None or headquarters is None:
        return ""
    holder = not_held.get(seat.place, "")
    away = f"{kilometres(seat.way.length_m)} away"
    return (
        f"move {headquarters.name} to within {kilometres(seat.limit_m)} of {formation.name}, so that the whole way is "
        f"by road: for instance to {theatre.spot(seat.place).name} ({away}){f', {holder}' if holder else ''}"
    )


def held_by_enemies(army: Army, owners: Iterable[tuple[int, int | None]], side: int) -> dict[int, str]:
    """Return the places that another side holds, with the words for it: ``which Axis holds``. ``owners``: places with
    the side that holds each, by id.
    """
    return {
        place: f"which {army.sides[owner].name} holds" for place, owner in owners if owner is not None and owner != side
    }


def supply_ground(passages: Passages, book: Rulebook, side: int) -> Closed:
    """Return the blocks that close a road to a side's supply without any enemy: a ferry that no engineers of the side
    work (OB-BRG-06); by house rule nothing blown or blocked breaks supply (OB-AMB-113).
    """
    return Closed(barred=passages.closed_to_supply(side), heeds_blocks=book.switch("sup.blocked_roads_cut"))


def _excused(army: Army, air: Mapping[int, AirSupply], book: Rulebook) -> frozenset[int]:
    """Return the divisions that were supplied from the air this turn, and, by house rule, the corps above them
    (OB-SUP-04).
    """
    flown = {ident for ident, supply in air.items() if supply.delivered}
    if not book.switch("sup.air_ignores_corps"):
        return frozenset(flown)
    return frozenset(flown | {corps.id for ident in flown if (corps := army.at_level(ident, Level.CORPS)) is not None})


def _idle_staffs(army: Army, formation: Formation, excused: Collection[int]) -> list[str]:
    """Return the corps and divisional headquarters of a formation's chain that carry a casualty figure, in words, the
    highest first (OB-SUP-01, -02).
    """
    lines = []
    for above in reversed(army.chain(formation.id)):
        staff = (
            _staff(army, above.id) if above.level in (Level.CORPS, Level.DIVISION) and above.id not in excused else None
        )
        if staff is not None and staff.in_play and staff.spent:
            lines.append(f"{staff.name} is spent ({'OB-SUP-01' if above.level is Level.CORPS else 'OB-SUP-02'})")
    return lines


def enemies_at(
    army: Army, theatre: Theatre, side: int, book: Rulebook, known_positions: Mapping[int, Position] | None
) -> list[Watcher]:
    """Return the enemies that may cut a side's supply. ``known_positions``: only these, where they were seen."""
    if known_positions is None:
        return watchers(theatre, army.enemies_of(side), book)
    seen = ((army.battalions[unit], position) for unit, position in sorted(known_positions.items()))
    return [
        Watcher.at(theatre, battalion.id, battalion.name, battalion.side_id, position) for battalion, position in seen
    ]


def echelons(army: Army, now: Conditions, book: Rulebook, side: int) -> list[Echelon]:
    """Return the side's formations for the supply trace, from the top down."""
    echelons = []
    for formation in army.walk():
        if formation.side_id != side or formation.level not in TRACED:
            continue
        headquarters = army.headquarters.get(formation.id)
        carrier = headquarters if formation.level is not Level.COMMAND else None
        echelons.append(
            Echelon(
                formation=formation.id,
                name=formation.name,
                level=formation.level,
                side=side,
                superior=_traced_superior(army, formation.id),
                headquarters=headquarters.id if headquarters is not None else None,
                position=position_of(headquarters) if headquarters is not None else None,
                rates=supply_reach(army, carrier, now.night, book) if carrier is not None else None,
                battalions=tuple((b.id, p) for b in army.present[formation.id] if (p := position_of(b)) is not None),
            )
        )
    return echelons


def _traced_superior(army: Army, formation_id: int) -> int | None:
    return next((f.id for f in army.chain(formation_id)[1:] if f.level in TRACED), None)


@dataclass(frozen=True, slots=True)
class SupplyState:
    """The supply of one side in one turn: the traced lines and the verdict of every formation, by formation id.

    ``links`` is the verdict on the formation's own link, ``formations`` that on all levels together (OB-SUP-06).
    ``lenient`` is ``formations`` with the casualty figure of the formation's own headquarters ignored (OB-AMB-112).
    """

    lines: dict[int, Line]
    links: dict[int, Verdict]
    formations: dict[int, Verdict]
    lenient: dict[int, Verdict]


def judge(army: Army, lines: dict[int, Line], air: Mapping[int, AirSupply], book: Rulebook) -> SupplyState:
    """Return the supply state from the traced lines and the rules. ``air``: what transports brought, by the id of the
    division supplied.
    """
    links = {ident: _own(army, line, air.get(ident), self_recovery=False) for ident, line in lines.items()}
    formations = {ident: rules.together(*_levels(army, ident, links), book) for ident in lines}
    lenient = dict(formations)
    for ident, link in links.items() if book.switch("sup.hq_self_recovery") else ():
        if link.by_staff:
            mild = {**links, ident: _own(army, lines[ident], air.get(ident), self_recovery=True)}
            lenient[ident] = rules.together(*_levels(army, ident, mild), book)
    return SupplyState(lines, links, formations, lenient)


def _own(army: Army, line: Line, air: AirSupply | None, *, self_recovery: bool) -> Verdict:
    formation = army.formations[line.formation]
    road = rules.Route(line.linked, line.why)
    staff = _staff(army, formation.id)
    if formation.level is Level.CORPS and staff is not None:
        return rules.corps(formation.name, staff, road, self_recovery=self_recovery, to=line.to)
    if formation.level in (Level.CORPS, Level.DIVISION):
        if staff is None:
            return Verdict(
                line.linked,
                "umpire 1.2",
                f"{formation.name} has no headquarters of its own, and {line.to} stands in: {line.why}",
            )
        return rules.division(formation.name, staff, road, air, self_recovery=self_recovery, to=line.to)
    division = army.at_level(formation.id, Level.DIVISION)
    battalions = army.present[formation.id]
    if not any(battalion.on_map for battalion in battalions):
        arrivals = (due for battalion in battalions if (due := _due(battalion)) is not None)
        rule = "OB-SUP-05" if division is not None and division.id in army.headquarters else "umpire 1.2"
        return rules.command_absent(formation.name, min(arrivals, default=None), rule)
    if division is None:
        return rules.command_under_corps(formation.name, road)
    if division.id not in army.headquarters:
        return Verdict(
            line.linked,
            "umpire 1.2",
            f"{division.name} has no headquarters of its own, and {line.to} stands in: {line.why}",
        )
    if line.linked and line.details.unknown:
        return Verdict(True, "OB-SUP-05", f"the link of {formation.name} to {line.to}: {line.why}")
    if not line.linked or line.route is None:
        return rules.command(formation.name, Reach(formation.name, None, line.why), staff_name=line.to)
    nearest = army.battalions[line.battalion].name if line.battalion is not None else formation.name
    return rules.command(
        formation.name,
        Reach(nearest, Fraction(line.route.turns).limit_denominator(10_000), line.why),
        staff_name=line.to,
    )


def _staff(army: Army, formation_id: int) -> Staff | None:
    headquarters = army.headquarters.get(formation_id)
    if headquarters is None:
        return None
    return Staff(headquarters.name, headquarters.on_map, headquarters.state.carries_figure, _due(headquarters))


def _due(battalion: Battalion) -> Moment | None:
    """Return when a battalion arrives that is still to come; None for any other."""
    if not battalion.state.is_in_play or battalion.arrives_day is None or battalion.arrives_turn is None:
        return None
    return Moment(battalion.arrives_day, battalion.arrives_turn)


def _levels(
    army: Army, formation_id: int, links: Mapping[int, Verdict]
) -> tuple[Verdict, Verdict | None, Verdict | None]:
    """Return the command, division and corps verdicts of a formation; its own where it is itself a division or
    corps.
    """

    def at(level: Level) -> Verdict | None:
        formation = army.at_level(formation_id, level)
        return links.get(formation.id) if formation is not None else None

    return links[formation_id], at(Level.DIVISION), at(Level.CORPS)


def verdict_for(army: Army, supply: SupplyState, battalion: Battalion) -> Verdict:
    """Return the verdict on whether a battalion is in supply at all levels. A headquarters is judged without its own
    casualty figure (OB-AMB-112).
    """
    for formation in army.chain(battalion.present_id):
        if formation.id in supply.formations:
            table = supply.lenient if battalion.headquarters_of_id == formation.id else supply.formations
            return table[formation.id]
    return Verdict(
        False, "OB-SUP-05", f"{battalion.name} does not belong to a command, division or corps that has a supply route"
    )


def _unknown(line: Line, link: Verdict) -> str:
    """Return the part of a link that the reader does not know: its route; what cuts it; or a cut of its road, which
    does not decide.
    """
    return "way" if line.linked else "road" if link.by_staff else "cause"


def report_of(army: Army, supply: SupplyState) -> dict[str, dict[str, object]]:
    """Return the supply state in its stored form: by formation key, one small record each."""
    result: dict[str, dict[str, object]] = {}
    for ident, line in supply.lines.items():
        link, verdict = supply.links[ident], supply.formations[ident]
        result[army.formations[ident].key] = {
            "in_supply": verdict.in_supply,
            "rule": verdict.rule,
            "why": verdict.why,
            "own": link.in_supply,
            "own_rule": link.rule,
            "own_why": link.why,
            "by_air": link.by_air,
            "to": line.to,
            "metres": round(line.route.length_m) if line.route is not None else None,
            "places": list(line.places),
            "cut_by": [army.battalions[c.unit].key for c in line.cutters],
            "blocks": blocks_stored(line),
        } | ({"unknown": _unknown(line, link)} if line.details.unknown else {})
    return result
