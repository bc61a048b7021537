"""The staff sheet: strength, arrivals, supply, recovery, engineers and air on one page that grows only with its
contents. Blocks without contents are named in one line at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.terms.forces import Level
from campaign.terms.state import TaskState
from campaign.values import replace
from campaign.views.air.air import AirGroupLine, AirTasking, Sortie
from campaign.views.day.evening import StaffSheet
from campaign.views.orbat.recovery import RecoveryCalendar
from campaign.views.orbat.strength import DayCount, StrengthCurve, StrengthPaper
from campaign.views.orbat.tasks import EngineerPaper, Site
from campaign.views.supply.supply import SupplyPaper, SupplyRow
from campaign.words.papers import Fact
from campaign_reports.air_tasking import TURN_HIGH, draw_flights, rows_to_write, why_not
from campaign_reports.blocks import Block, column_height, fact_items, flow, text_items
from campaign_reports.columns import Column, Draw, table
from campaign_reports.document import listed
from campaign_reports.engineers import works_block
from campaign_reports.page import Sheet, Side
from campaign_reports.recovery import dice_block, recovery_judgement
from campaign_reports.roster import draw_bar
from campaign_reports.strength import day_block
from campaign_reports.style import MM, NOTE, SECOND, THIRD
from campaign_reports.supply import cause_of, dump_blocks, point_blocks, supply_judgement
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, paragraph, signed

LABEL = 96.0
ARRIVALS_LABEL = 150.0
HERE = "0.0"
"""Length of a route, in km, that leads nowhere: both ends are at one place."""
MOST_POINTS = 6
"""Most points and cuts of the supply lines on the sheet; the supply state has all of them."""
MOST_ROUTES = 8
"""Most formations in supply that are listed with their road; of more, only corps and divisions, with the length of the
road."""
GAP = 3.2 * MM
MOST_GROUPS = 4
"""Most air groups that each have a row to write in."""
MOST_DONE = 5
MOST_COMMANDS = 6
"""Most commands listed for battalions with engineers of their own."""
BAR = 34.0
FORCES = (
    Column("", 0, 26),
    Column("formation", 30, 134, Cut.SEMIBOLD, lines=2),
    Column("men", 166, 30, Cut.BOLD, side=Side.RIGHT),
    Column("of", 198, 30, colour=SECOND, side=Side.RIGHT),
    Column("", 233, BAR),
    Column("tanks", 269, 34, side=Side.RIGHT),
    Column("arm. cars", 305, 32, side=Side.RIGHT),
    Column("other veh.", 339, 40, side=Side.RIGHT),
    Column("guns", 381, 32, side=Side.RIGHT),
    Column("change", 419, 56, lines=4),
    Column("battalions", 479, 59, lines=2),
)
CUT_OFF = (Column("formation", 0, 196, Cut.SEMIBOLD, lines=0), Column("what cuts it", 202, 336, lines=0))
GROUPS = (
    Column("group, with the sorties it has left today", 0, 262, lines=0),
    Column("type", 268, 62),
    Column("base", 334, 112),
    Column("may fly in turn", 452, 86),
)


@listed()
def render_staff_sheet(sheet: Sheet, view: StaffSheet) -> None:
    """Draw the staff sheet of a side or commander."""
    room, y = sheet.room, sheet.begin() + 5 * MM
    words = " ".join(filter(None, (supply_judgement(view.supply), _recovery_words(view.recovery))))
    for line in paragraph(words, room, 10.0, Cut.BOLD).lines:
        sheet.text(sheet.left_x, y + 8, line, 10.0, Cut.BOLD)
        y += 12.4
    kinds: dict[str, list[Block]] = {
        "strength": _strength(view.strength, room),
        "arrivals": arrivals_blocks(view.arrivals, view.arrivals_later, room),
        "supply": _supply(view.supply, room),
        "recovery": [dice_block(view.recovery.dice, room)] if view.recovery.dice else [],
        "engineers": _engineers(view.engineers, room),
        "air": _air(view.air, room) if view.air is not None else [],
    }
    blocks = [block for of_kind in kinds.values() for block in of_kind]
    silent = [kind for kind, of_kind in kinds.items() if not of_kind]
    if silent:
        blocks[-1] = _with_line(blocks[-1], f"Nothing to report for {' and '.join(silent)}.", room)
    blocks = [replace(block, gap=GAP) for block in blocks]
    if view.air is not None:
        blocks.append(_to_write(view.air, room, sheet.low - y - 4 * MM - column_height(blocks)))
    flow(sheet, y + 4 * MM, blocks)


def arrivals_blocks(due: Sequence[Fact], later: int, room: float) -> list[Block]:
    """Return a block of the arrivals within a day, and how many battalions come after them; no block without
    arrivals.
    """
    facts = [*due, *([Fact("Later", f"{later} battalion{'s' * (later > 1)}")] if later else [])]
    return [Block("Arrivals due", fact_items(facts, room, ARRIVALS_LABEL), "within a day")] if facts else []


def _to_write(view: AirTasking, room: float, high: float) -> Block:
    """Return rows for the sorties to come: one for each group with some left if they are few, and blank ones while the
    page has room for them, two at most.
    """
    ready = [group for group in view.groups if group.sorties < group.sorties_a_day]
    groups = ready if len(ready) <= MOST_GROUPS else []
    least = 0 if groups else 1
    blocks = [replace(rows_to_write(groups, room, spare), gap=GAP) for spare in (2, 1, least)]
    return next((block for block in blocks if block.height + GAP <= high), blocks[-1])


def _recovery_words(view: RecoveryCalendar) -> str:
    return recovery_judgement(view) if view.rows else ""


# strength ------------------------------------------------------------------------------------------------------------
def _strength(view: StrengthPaper, room: float) -> list[Block]:
    """Return a row for each top and each formation under it; those without any unit present in one line."""
    shown = [curve for curve in view.curves if curve.depth <= 1]
    arrived = [curve for curve in shown if _has_come(curve)]
    if not arrived:
        return []
    before = arrived[0].counts[-2].when if len(arrived[0].counts) > 1 else ""
    note = f"change since {'the start' if before == 'start' else f'the end of {before}'}" if before else ""
    blocks = [table("Strength", FORCES, [_force(curve) for curve in arrived], room, note, least=17.0)]
    due = sum(curve.counts[-1].to_come for curve in arrived if curve.depth == 0)
    left_out = f" The {due} battalions still to arrive are not counted in any other figure." if due else ""
    blocks[-1] = _with_line(blocks[-1], f"Battalions include headquarters.{left_out}", room)
    absent = [curve for curve in shown if not _has_come(curve)]
    if absent:
        tops = {curve.name for curve in absent if curve.depth == 0}
        names = [curve.name for curve in absent if curve.depth == 0 or not _is_under(curve, tops, shown)]
        blocks[-1] = _with_line(blocks[-1], f"Still to come: {'; '.join(names)}.", room)
    tops_here = [curve for curve in arrived if curve.depth == 0]
    if len(tops_here) == 1 and len(tops_here[0].counts) > 2:
        blocks.append(day_block(tops_here[0], room))
    return blocks


def _is_under(curve: StrengthCurve, tops: set[str], shown: Sequence[StrengthCurve]) -> bool:
    """Return whether a formation stands under one of these tops."""
    above = [top.name for top in shown[: shown.index(curve)] if top.depth == 0]
    return bool(above) and above[-1] in tops


def _has_come(curve: StrengthCurve) -> bool:
    count = curve.counts[-1]
    return bool(count.fit or count.spent or count.lost or count.men)


def _force(curve: StrengthCurve) -> Sequence[str | Draw]:
    now, before = curve.counts[-1], curve.counts[-2] if len(curve.counts) > 1 else curve.counts[-1]

    def sign(sheet: Sheet, x: float, y: float, high: float) -> None:
        draw_in_row(sheet, curve.symbol, x + 3 + 5 * curve.depth, y, high, 10.0, sheet.accent)

    def bar(sheet: Sheet, x: float, y: float, high: float) -> None:
        draw_bar(sheet, x, y + high / 2, BAR, now.men, before.men, curve.men_establishment)

    changes = (
        (now.men - before.men, "men"),
        (now.tanks - before.tanks, "tanks"),
        (now.armoured_cars - before.armoured_cars, "armoured cars"),
        (now.other_vehicles - before.other_vehicles, "vehicles"),
        (now.guns - before.guns, "guns"),
    )
    return (
        sign,
        curve.name,
        f"{now.men:,}",
        f"{curve.men_establishment:,}" if curve.men_establishment else "",
        bar,
        _of(now.tanks, curve.tanks_establishment),
        _of(now.armoured_cars, curve.armoured_cars_establishment),
        _of(now.other_vehicles, curve.other_vehicles_establishment),
        _of(now.guns, curve.guns_establishment),
        ", ".join(f"{signed(change)} {word}" for change, word in changes if change),
        ", ".join(f"{number} {word}" for number, word in _battalions(now) if number),
    )


def _of(now: int, establishment: int) -> str:
    """Return a figure with its establishment: ``46/72``; empty for what the formation does not have."""
    return f"{now:,}/{establishment:,}" if now or establishment else ""


def _battalions(count: DayCount) -> tuple[tuple[int, str], ...]:
    return (count.fit, "fresh"), (count.spent, "spent"), (count.lost, "lost"), (count.to_come, "due")


def _with_line(block: Block, words: str, room: float) -> Block:
    return replace(block, items=(*block.items, *text_items(words, room, NOTE, Cut.ITALIC, THIRD)))


# supply --------------------------------------------------------------------------------------------------------------
def _supply(view: SupplyPaper, room: float) -> list[Block]:
    """Return blocks of the units cut off, a line for each cause; the roads of those in supply; the points on which
    supply depends.
    """
    rows = [row for row in view.rows if row.is_here]
    broken: dict[str, list[str]] = {}
    for row, count in _broken(rows):
        under = f", with {count} under it" if count else ""
        broken.setdefault(cause_of(row.link), []).append(f"{_since(row, view.turns)}{under}")
    lines = [("; ".join(names), cause) for cause, names in broken.items()]
    blocks = [table("Out of supply", CUT_OFF, lines, room, "formations with one cause share a row")] if lines else []
    supplied = [row for row in rows if row.link.in_supply]
    grades = [Fact("Grade today", "; ".join(f"{corps.formation}: {corps.grade} supplied" for corps in view.grades))]
    facts = (*_roads(supplied), *(grades if view.grades else ()))
    if facts:
        blocks.append(Block("In supply", fact_items(facts, room, 170), "route of supply and its length"))
    blocks += point_blocks(view, room, MOST_POINTS)
    return blocks + (dump_blocks(view.logistics, room) if view.logistics is not None else [])


def _broken(rows: Sequence[SupplyRow]) -> list[tuple[SupplyRow, int]]:
    """Return the formations whose own line is cut, each with how many others are out of supply only because of that."""
    broken: list[tuple[SupplyRow, int]] = []
    for row in rows:
        if row.link.in_supply:
            continue
        if row.link.linked and broken and broken[-1][0].depth < row.depth:
            broken[-1] = broken[-1][0], broken[-1][1] + 1
        else:
            broken.append((row, 0))
    return broken


def _since(row: SupplyRow, turns: Sequence[str]) -> str:
    """Return a formation with the turn since which it was cut at every turn's beginning: ``Coast column (since
    1.3)``.
    """
    cut = len(row.days) - len(row.days.rstrip("-"))
    return f"{row.link.formation} (since {turns[-cut]})" if 0 < cut <= len(turns) else row.link.formation


def _roads(rows: Sequence[SupplyRow]) -> Iterable[Fact]:
    if len(rows) <= MOST_ROUTES:
        return [Fact(row.link.formation, _road(row)) for row in rows]
    large = [row for row in rows if row.link.level is not Level.COMMAND]
    names = "; ".join(f"{row.link.formation} {row.link.length_km} km" for row in large)
    return [Fact("Corps and divisions", names)] if large else []


def _road(row: SupplyRow) -> str:
    link = row.link
    if link.length_km == HERE:
        return f"{link.to}, at the same place"
    return f"{link.route or link.to}, {link.length_km} km" if link.length_km else link.route or link.to


# engineers -----------------------------------------------------------------------------------------------------------
def _engineers(view: EngineerPaper, room: float) -> list[Block]:
    blocks = [works_block(view.in_hand, room)] if view.in_hand else []
    done = [work for work in view.over if work.task.state is TaskState.DONE][:MOST_DONE]
    free = [f"{by.name}, {by.position}" + (f" ({by.state.lower()})" if by.state != "Fresh" else "") for by in view.free]
    facts = [
        Fact("Specialists free", "; ".join(free)),
        Fact("With engineers", _commands(view.supporting)),
        *_sites(view.crossings, "Crossings"),
        *_sites(view.obstacles, "Obstacles"),
        Fact("Last work done", "; ".join(f"{work.task.words}, {work.by.name}" for work in done)),
    ]
    lines = fact_items([fact for fact in facts if fact.text], room, LABEL)
    return blocks + ([Block("Engineers", lines)] if lines else [])


def _commands(supporting: Sequence[Fact]) -> str:
    """Return battalions with engineers of their own by their command; of many commands the first, and how many more."""
    words = [f"{fact.label}: {fact.text}" for fact in supporting[:MOST_COMMANDS]]
    more = len(supporting) - len(words)
    return "; ".join([*words, *([f"and in {more} other commands"] if more else [])])


def _sites(sites: Sequence[Site], word: str) -> list[Fact]:
    """Return crossings by their state, intact ones last."""
    states = dict.fromkeys(site.state for site in sorted(sites, key=lambda site: (not site.blown, site.state != "")))
    return [
        Fact(f"{word} ({state or 'state not known'})", "; ".join(_site(site) for site in sites if site.state == state))
        for state in states
    ]


def _site(site: Site) -> str:
    return f"{site.name} ({site.work})" if site.work else site.name


# air -----------------------------------------------------------------------------------------------------------------
def _air(view: AirTasking, room: float) -> list[Block]:
    """Return the groups with the same permissions in one row; then the written sorties."""
    alike: dict[tuple[object, ...], list[AirGroupLine]] = {}
    for group in view.groups:
        alike.setdefault((group.kind, group.base, group.base_sky, group.flights), []).append(group)
    weather = "; ".join(
        f"Turn {turn.turn}, {turn.clock}: {turn.light.value}, {turn.sky.value if turn.sky else 'weather not settled'}"
        for turn in view.turns
    )
    reasons = why_not([flight for group in view.groups for flight in group.flights])
    notes = (weather, *([f"Crossed turns: {reasons}"] if reasons else []), *view.notes)
    block = table(
        "Aircraft", GROUPS, [_alike(groups) for groups in alike.values()], room, "groups do not fly in crossed turns"
    )
    blocks = [_with_line(block, " ".join(f"{note.rstrip('.')}." for note in notes), room)]
    if view.sorties:
        blocks.append(Block("Sorties written", fact_items(_written(view.sorties), room, LABEL)))
    return blocks


def _written(sorties: Sequence[Sortie]) -> list[Fact]:
    """Return the sorties of a turn with the same task and the same outcome together."""
    alike: dict[tuple[str, str], list[str]] = {}
    for sortie in sorties:
        outcome = f" ({sortie.state.value}: {sortie.result})" if sortie.result else ""
        words = f"{sortie.target}, by {sortie.group}{outcome}"
        alike.setdefault((f"{sortie.moment} {sortie.clock}", sortie.task.value), []).append(words)
    return [Fact(hour, f"{task}: {'; '.join(words)}") for (hour, task), words in alike.items()]


def _alike(groups: Sequence[AirGroupLine]) -> Sequence[str | Draw]:
    first = groups[0]
    base = first.base if first.base_sky is None else f"{first.base}, sky: {first.base_sky.value}"

    def turns(sheet: Sheet, x: float, y: float, high: float) -> None:
        draw_flights(sheet, x, y + high / 2 - TURN_HIGH / 2, first.flights)

    return "; ".join(map(_group, groups)), first.kind.value, base, turns


def _group(group: AirGroupLine) -> str:
    words = [f"{group.sorties_a_day - group.sorties} of {group.sorties_a_day} flights available"]
    words += [f"rests to {group.rest_until}"] if group.rest_until else []
    words += [f"controller {group.controller}"] if group.controller != "none" else []
    return f"{group.name} ({', '.join(words)})"
