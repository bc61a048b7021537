"""The chain of dumps and trucks within a viewer's knowledge: a player's own side's, for the umpire all (NQM-LOG,
NQM-POL).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from campaign.journal.board import JournalBoard
from campaign.model import Convoy, Dump, Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.supply.supply import cause
from campaign.rules.day import logistics as rules
from campaign.rules.day.logistics import Goods
from campaign.rules.day.supply import not_arrived
from campaign.situation.army import Army
from campaign.situation.condition import Conditions, conditions_of
from campaign.situation.dumps import (
    RAILHEAD,
    UNDER_WAY,
    dumps_by_formation,
    fuel_of,
    holders,
    is_resupplied,
    is_there,
    metres_up,
    served,
    short_of_ammunition,
    stock_of,
    supplier_of,
    ways_of,
)
from campaign.situation.force import unit_of
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.theatre.supply_link import Line, blocks_stored
from campaign.views.supply.logistics import DumpLine, LogisticsSide, LogisticsView, TruckLine

IN_FUEL = "in fuel"
GOODS = {Goods.LOG: "Div Log", Goods.FUEL: "Div POL", Goods.BOWSER: "fuel vehicle", Goods.AMMUNITION: "ammunition"}
_SUPPLY_WORDS = ("Div Log", "Div POL", "fuel", "resupplied", "truck", "ammunition")


def logistics(board: JournalBoard, viewer: Viewer) -> LogisticsView:
    """Return the dumps that the viewer may know, the trucks on the road, and the shortages."""
    outlook = look(board, viewer)
    book = outlook.rulebook
    view = LogisticsView(
        outlook.knowledge.who,
        outlook.moment.day,
        book.switch("nqm.logistics") or book.switch("nqm.fuel"),
        f"{rules.link_m(book) / 1000:g}",
    )
    if not view.kept:
        return view
    dumps, known_conditions, convoys = dumps_by_formation(board), conditions_of(board), board.rows(Convoy)
    sides = tuple(_side(outlook, side, dumps, known_conditions, convoys) for side in outlook.knowledge.sides())
    return LogisticsView(view.viewer, view.day, True, view.link_km, sides)


Lines = Mapping[int, Line]


def _lines(outlook: Outlook, side: int) -> Lines:
    """Return a side's ways as the viewer knows them: the true ones for the umpire."""
    # heavy, and only a campaign that keeps dumps asks for them
    from campaign.situation.dumps_known import ways_known
    from campaign.situation.passages import load_passages

    board, army, theatre, now, book = outlook.board, outlook.army, outlook.actual, outlook.conditions, outlook.rulebook
    if outlook.viewer.is_umpire:
        return ways_of(army, theatre, now, book, side, load_passages(board, army, theatre))
    return ways_known(board, army, theatre, now, book, side, outlook.moment).lines


def _side(
    outlook: Outlook, side: int, dumps: Mapping[int, Dump], known_conditions: Conditions, convoys: list[Convoy]
) -> LogisticsSide:
    lines = _lines(outlook, side)
    mine = [
        f
        for f in holders(outlook.army)
        if f.side_id == side and is_there(outlook.army, f) and outlook.knowledge.may_name(f)
    ]
    ids = {f.id for f in mine}
    moved = [c for c in convoys if c.formation_id in ids and (c.state in UNDER_WAY or c.due_day == outlook.moment.day)]
    numbers = _numbers(outlook, convoys)
    today = (line for line in outlook.diary["all"] if line.day == outlook.moment.day and line.side_id == side)
    return LogisticsSide(
        outlook.army.sides[side].name,
        tuple(_dump(outlook, f, dumps, known_conditions, lines) for f in mine),
        tuple(_truck(outlook, convoy, numbers[convoy.id]) for convoy in sorted(moved, key=lambda c: c.number)),
        tuple(
            line.text for line in today if line.formation_id in ids and any(word in line.text for word in _SUPPLY_WORDS)
        ),
    )


def _dump(
    outlook: Outlook, formation: Formation, dumps: Mapping[int, Dump], known_conditions: Conditions, lines: Lines
) -> DumpLine:
    army, book = outlook.army, outlook.rulebook
    above, metres, dump = supplier_of(army, formation), metres_up(formation, lines), dumps.get(formation.id)
    stock = str(book.integer(f"nqm.log.{'division' if is_resupplied(formation) else formation.level.value}"))
    off_map = (
        "" if metres is not None else _off_map(army, formation) or (_off_map(army, above) if above is not None else "")
    )
    why = "" if metres is not None or off_map else _cut_words(outlook, lines[formation.id])
    fuel_state = _fuel_words(outlook, formation, dumps, lines)
    return DumpLine(
        formation=formation.name,
        level=formation.level.value,
        logs=dump.logs if dump is not None else stock,
        fuel=(
            (dump.fuel if dump is not None else stock)
            if book.switch("nqm.fuel") and book.word("nqm.fuel.model") == "units"
            else ""
        ),
        trucks=dump.trucks if dump is not None else book.integer("nqm.log.trucks"),
        draws_on=above.name if above is not None else RAILHEAD,
        km="" if metres is None else f"{metres / 1000:.1f}",
        open=metres is not None,
        why=why,
        rule="NQM-LOG-11" if why else "",
        fuel_state=fuel_state,
        fuel_rule="NQM-POL-04" if fuel_state not in ("", IN_FUEL) else "",
        short=tuple(_short(outlook, formation, known_conditions)),
        off_map=off_map,
    )


def _off_map(army: Army, formation: Formation) -> str:
    """Return why a dump is not on the map: its headquarters has still to come, is lost, or has left the map."""
    staff = army.headquarters.get(formation.id)
    if staff is None or staff.on_map:
        return ""
    if not staff.state.is_in_play:
        return f"{staff.name} is {staff.state}"
    if staff.arrives_day is not None and staff.arrives_turn is not None:
        return f"{staff.name} {not_arrived(Moment(staff.arrives_day, staff.arrives_turn))}"
    return f"{staff.name} is not on the map"


def _cut_words(outlook: Outlook, line: Line) -> str:
    """Return what cuts a route, in words that this viewer may read (umpire 1.13)."""
    cutters = [outlook.army.battalions[c.unit].key for c in line.cutters]
    return cause(outlook, {"cut_by": cutters, "own_why": line.why, "blocks": blocks_stored(line)})


def _fuel_words(outlook: Outlook, formation: Formation, dumps: Mapping[int, Dump], lines: Lines) -> str:
    if not outlook.rulebook.switch("nqm.fuel"):
        return ""
    fuel = fuel_of(outlook.army, formation, dumps, lines, outlook.rulebook)
    if not fuel.needed:
        return ""
    dump = dumps.get(formation.id)
    if dump is None or (dump.dry_since is None and fuel.chain.unbroken):
        return IN_FUEL
    still = (
        "; motor troops stand still" if rules.stands_still(dump.dry_since, outlook.moment.day, outlook.rulebook) else ""
    )
    from campaign.situation.dumps_known import chain_known

    burnt = rules.burnt(stock_of(dump, formation.name), tracked=fuel.tracked, book=outlook.rulebook)
    is_short = fuel.chain.unbroken and (outlook.viewer.is_umpire or burnt.why)
    why = "no Div POL" if is_short else chain_known(fuel)
    since = "no fuel comes through" if dump.dry_since is None else f"out of fuel since day {dump.dry_since}"
    return f"{since}: {why}{still}"


def _short(outlook: Outlook, formation: Formation, known_conditions: Conditions) -> list[str]:
    lines = []
    for battalion in served(outlook.army, formation):
        if outlook.knowledge.commands(battalion) or outlook.viewer.is_umpire:
            lacking = short_of_ammunition(outlook.army, battalion, known_conditions, outlook.rulebook)
            if lacking:
                full = rules.capacity(unit_of(outlook.army, battalion), outlook.rulebook)
                lost = ", its truck is lost" if known_conditions[battalion.id].truck_lost else ""
                lines.append(f"{battalion.name}: {full - lacking} of {full} dice{lost}")
    return lines


def _numbers(outlook: Outlook, convoys: list[Convoy]) -> dict[int, int]:
    """Return, by id, the number under which the viewer reads a truck: a side counts its own only."""
    ordered = sorted(convoys, key=lambda c: c.number)
    if outlook.viewer.is_umpire:
        return {convoy.id: convoy.number for convoy in ordered}
    own_convoys = (c for c in ordered if outlook.army.formations[c.formation_id].side_id == outlook.viewer.side)
    return {convoy.id: number for number, convoy in enumerate(own_convoys, 1)}


def _truck(outlook: Outlook, convoy: Convoy, number: int) -> TruckLine:
    army = outlook.army
    formation = army.formations[convoy.formation_id]
    to = army.battalions[convoy.battalion_id].name if convoy.battalion_id is not None else formation.name
    source = formation.name if convoy.battalion_id is not None else RAILHEAD
    if convoy.supplier_id is not None:
        source = army.formations[convoy.supplier_id].name
    departure, due = Moment(convoy.left_day, convoy.left_turn), Moment(convoy.due_day, convoy.due_turn)
    return TruckLine(
        number,
        GOODS[Goods(convoy.goods)],
        to,
        source,
        str(departure),
        str(due),
        f"{float(Fraction(convoy.metres, 1000)):.1f}",
        convoy.state,
        convoy.why,
        "NQM-LOG-11" if convoy.why else "",
    )
