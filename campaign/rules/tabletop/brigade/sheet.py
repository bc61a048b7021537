"""The battle sheet of the Brigade level rules (BDE-MAP-12, umpire 2).

Each company has its figures as boxes, with the marks of one third, one half and two thirds and the score of the
casualty test there, its score to lose a pin now and after each quarter dead, its fire points and its specialist. Guns
have crew, HE points, the row and value against vehicles, zone and breaching row; vehicles their armour and, for each
enemy vehicle that may be met, the score to kill it. Then the side's tally, the log of artillery requests, and the
tables.

    sheet(scene, book) -> SheetBody
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.errors import Refused
from campaign.rules.common.force import Command
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.rulebook import house_rules as changed_settings
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import texts
from campaign.rules.returns.filed import letter_of
from campaign.rules.tabletop.brigade import antitank, firepoints, indirect, morale, scales
from campaign.rules.tabletop.brigade.about import ABOUT
from campaign.rules.tabletop.brigade.detection import visibility
from campaign.rules.tabletop.brigade.equipment import Body, Face, Gun, Vehicle
from campaign.rules.tabletop.brigade.house_rules import (
    comes_on,
    counts_now,
    first_move,
    house_rules,
    lost_at,
    objective,
)
from campaign.rules.tabletop.brigade.indirect import Army, Battery
from campaign.rules.tabletop.brigade.muster import Battalion, Brigade, muster, vehicles_of, works_of
from campaign.rules.tabletop.brigade.quick_reference import quick_tables
from campaign.rules.tabletop.brigade.tables import (
    CASUALTY_TEST,
    GROUP_HITS,
    MOVEMENT,
    SMALL_ARMS,
    Cover,
    DetectedAs,
    Fall,
    Grade,
    SmallArm,
)
from campaign.rules.tabletop.brigade.troops import Troop
from campaign.rules.tabletop.brigade.victory import Kind, loses_at
from campaign.values import replace
from campaign.words.papers import Fact
from campaign.words.sheet import (
    Box,
    BoxGroup,
    BoxRow,
    Column,
    Log,
    Mark,
    SheetBody,
    Track,
    TrackCell,
    UnitBlock,
    UnitRow,
    boxes,
)

DASH = "\N{EN DASH}"
FIRES = "fire points a figure"
UNPINS = "unpin"
RANGES_SHOWN = (10, 30, 60)
"""The inches for which the scores to kill are worked out: near, middle, far."""
_SEEN = {
    DetectedAs.INFANTRY: "infantry",
    DetectedAs.HEAVY_SUPPORT: "heavy",
    DetectedAs.VEHICLES: "vehicle",
    DetectedAs.STRUCTURE: "building",
}
"""The row of the detection chart, in a word."""


def sheet(scene: Scene, book: Rulebook) -> SheetBody:
    """Return the body of a side's battle sheet."""
    mustered = muster(scene.force, book)
    enemy = vehicles_of(scene.enemies, book)
    companies = sum(battalion.companies(book) for battalion in mustered.battalions if counts_now(battalion, scene))
    by_unit = {battalion.unit.id: battalion for battalion in mustered.battalions}
    by_command = scene.force.by_command()
    blocks = tuple(
        _block(letter_of(n), command, [by_unit[unit.id] for unit in by_command[command.id]], enemy, scene, book)
        for n, command in enumerate(scene.force.commands)
    )
    return SheetBody(
        ABOUT.name,
        (Column("Class", "", 14), Column("Unpin", "score", 10), Column("Moves", "in.", 12), Column("Seen", "as", 16)),
        blocks,
        facts=(
            lost_at(companies, book),
            first_move(scene),
            objective(scene),
            texts("brigade").fact("end"),
            texts("brigade").fact("clock", minutes=scales.MINUTES_A_PERIOD),
            *_air(scene, book),
        ),
        tables=quick_tables(mustered, enemy),
        tracks=_tally(companies, book),
        logs=_logs(mustered, scene, book),
        legend=_legend(mustered, book),
        differences=changed_settings(book, "brigade."),
        readings=house_rules(scene, book),
        weather=weather(book),
    )


def weather(book: Rulebook) -> str:
    """Return the effects of light and weather: none in the rules themselves, unless the campaign caps visibility
    (BDE-AMB-18, -91).
    """
    cap = visibility(book)
    if cap is None:
        return texts("brigade").text("no_weather")
    return texts("brigade").text("seen_to", cap=cap)


def _air(scene: Scene, book: Rulebook) -> tuple[Fact, ...]:
    facts = []
    for weapon in scene.air:
        try:
            strike = indirect.sortie(weapon.value, book)
        except Refused:
            effect = texts("brigade").text("no_air")
        else:
            effect = texts("brigade").text("air", zone=indirect.zone_of((strike,)))
        facts.append(Fact(f"Air: {weapon.value}", effect))
    return tuple(facts)


# Units ---------------------------------------------------------------------------------------------------------------
def _block(
    letter: str,
    command: Command,
    battalions: Sequence[Battalion],
    enemy: tuple[Vehicle, ...],
    scene: Scene,
    book: Rulebook,
) -> UnitBlock:
    companies = sum(battalion.companies(book) for battalion in battalions if counts_now(battalion, scene))
    facts = (Fact("Companies", str(companies)),) if companies else ()
    return UnitBlock(
        letter,
        command.id,
        command.name,
        command.led_by,
        facts,
        rows=tuple(_row(battalion, enemy, scene) for battalion in battalions),
    )


def _row(battalion: Battalion, enemy: tuple[Vehicle, ...], scene: Scene) -> UnitRow:
    arrival = battalion.unit.arrival
    first = battalion.troops[0] if battalion.troops else None
    stands, common = said_once(_troop_rows(battalion, enemy))
    return UnitRow(
        battalion.number,
        battalion.unit.id,
        battalion.unit.name,
        battalion.text
        if battalion.troops
        else texts("brigade").text("off_the_table", state=battalion.unit.state.value),
        f"{arrival.moment} {arrival.edge}".strip() if arrival else "",
        _cells(first),
        rows=stands,
        facts=(*_facts(battalion, scene), *common),
        state=battalion.unit.state,
    )


def said_once(rows: tuple[BoxRow, ...]) -> tuple[tuple[BoxRow, ...], tuple[Fact, ...]]:
    """Return the rows with only their own entries, and the facts that all companies share, to be printed once with the
    battalion.
    """
    companies = [row for row in rows if any(fact.label == FIRES for fact in row.cells)]
    if len(companies) < 2:
        return rows, ()
    most = companies[-1].cells
    common = tuple(fact for fact in most if sum(fact in row.cells for row in companies) >= len(companies) - 1)
    better = tuple(fact for fact in companies[0].cells if fact.label == UNPINS and fact not in common)
    moved = (*common, *better)
    return (
        tuple(
            replace(row, cells=tuple(fact for fact in row.cells if fact not in moved)) if row in companies else row
            for row in rows
        ),
        (
            *(Fact(f"company, {fact.label}", fact.text) for fact in common),
            *(Fact(f"headquarters, {fact.label}", fact.text) for fact in better),
        ),
    )


def _cells(first: Troop | None) -> tuple[str, ...]:
    if first is None:
        return (DASH,) * 4  # As many columns as the sheet has of its own.
    rates = MOVEMENT[first.moves_as]
    unpin = str(morale.unpin(first.grade).needed)
    moves = (
        DASH
        if first.off_table
        else " ".join(
            str(rate) if rate is not None and not rate.rolled else "D6" if rate else DASH for rate in rates[:2]
        )
    )
    return first.grade.value, f"{unpin}+", moves, DASH if first.off_table else _SEEN[first.seen_as]


def _facts(battalion: Battalion, scene: Scene) -> tuple[Fact, ...]:
    """Return the losses at which a battalion is spent and destroyed, and the trench it begins in, unless it comes
    on.
    """
    if battalion.off_table or not battalion.troops:
        return ()
    noun = "models" if battalion.by_models else "figures"
    third, _, most = morale.losses_at(battalion.full)
    before = texts("brigade").text("missing", missing=battalion.missing) if battalion.missing else ""
    after = (
        texts("brigade").fact("spent_from", third=third, full=battalion.full, noun=noun, most=most, before=before)
        if third < most
        else texts("brigade").fact("destroyed_from", most=most, full=battalion.full, before=before)
    )
    works = Cover.OPEN if battalion.troops[0].is_vehicle or comes_on(battalion, scene) else works_of(battalion.unit)
    return (after,) if works is Cover.OPEN else (after, texts("brigade").fact("begins_in", works=works.value))


def _troop_rows(battalion: Battalion, enemy: tuple[Vehicle, ...]) -> tuple[BoxRow, ...]:
    vehicles = [troop for troop in battalion.troops if troop.vehicle is not None]
    if vehicles:
        return (_vehicle_row(vehicles), *_kill_rows(vehicles[0].gun, enemy))
    army = indirect.army_of(battalion.unit.nation)
    if battalion.off_table:
        return (_battery_row(battalion.troops, army),)
    rows = [_company_row(troop) if not troop.crewed else _crew_row(troop, army) for troop in battalion.troops]
    return (*rows, *(row for gun, whose in _at_guns(battalion) for row in _kill_rows(gun, enemy, whose)))


def _at_guns(battalion: Battalion) -> list[tuple[Gun, str]]:
    """Return each kind of gun that fires at vehicles, with its name if there are several."""
    kinds = {troop.gun.name: troop.gun for troop in battalion.troops if troop.gun is not None and troop.piece is None}
    return [(gun, f"{name} " if len(kinds) > 1 else "") for name, gun in kinds.items()]


PIN = (Box("p"),)
"""The box for a pin; a stand has one."""


def company_boxes(troop: Troop) -> tuple[Box, ...]:
    """Return one box for each figure of a company. Marks show at which box one third, one half and two thirds are lost,
    and notes give the score of the test due there.
    """
    start = troop.figures
    third, half, most = morale.losses_at(start)
    marks = {third: Mark.THIRD, half: Mark.HALF, most: Mark.TWO_THIRDS}
    return boxes(
        start,
        marks=marks,
        notes={at: _test_note(troop.grade, step) for step, at in ((1, third), (2, half)) if at not in (most,)},
    )


def _test_note(grade: Grade, step: int) -> str:
    score = CASUALTY_TEST[grade][step - 1]
    return f"{score}+" if score is not None else "ok"


def unpin_scores(troop: Troop) -> str:
    """Return the scores that lose the pin now, and when a quarter and half are dead; with three quarters dead a unit is
    off the table (BDE-TAB-PIN, BDE-CAS-05).
    """
    now = [morale.unpin(troop.grade, start=4, dead=dead, headquarters=troop.headquarters).needed for dead in range(3)]
    return " ".join(f"{score}+" if score else DASH for score in now)


def _points(weapon: SmallArm) -> str:
    return ", ".join(f"{float(band.points):g} up to {band.to_in} in." for band in SMALL_ARMS[weapon])


def dice(weapon: SmallArm, count: int = 1) -> str:
    """Return the dice of this number of weapons at short, medium and long range, halted, and the score of a last die,
    as in ``6, 5+ / 5 / 3, 6`` (BDE-CONV-01 to -04).
    """
    return " / ".join(_volley(firepoints.convert(count * band.points)) for band in SMALL_ARMS[weapon])


def _volley(scores: tuple[int, ...]) -> str:
    """Return the dice of one volley: ``6, 5+`` is six dice at the score of a group, and one for the remainder."""
    groups = sum(score == GROUP_HITS for score in scores)
    return ", ".join(
        (*([str(groups)] if groups or not scores else []), *(_needs(score) for score in scores if score != GROUP_HITS))
    )


def _needs(score: int) -> str:
    return "6" if score == 6 else f"{score}+"  # The highest face.


def _company_row(troop: Troop) -> BoxRow:
    cells = [Fact(UNPINS, unpin_scores(troop))]
    if troop.weapon is not None:
        cells += [Fact(FIRES, _points(troop.weapon)), Fact("dice", dice(troop.weapon, troop.figures))]
    if troop.specialist is not None:
        cells.append(Fact("lost last", troop.specialist.name))
    short = troop.label.replace(" and headquarters", " and HQ").replace("Headquarters", "HQ").replace(" Company", "")
    groups = (BoxGroup("", company_boxes(troop)), BoxGroup("pin", PIN))
    return BoxRow(troop.label, groups, tuple(cells), kind="companies", short=short)


def _crew_row(troop: Troop, army: Army) -> BoxRow:
    cells = [Fact(UNPINS, unpin_scores(troop))]
    if troop.kind is Kind.SUPPORT and troop.weapon is not None:
        cells.append(Fact("fire points", _points(troop.weapon)))
    if troop.kind is Kind.GUN:
        cells += _gun_facts(troop)
    battery = battery_of(troop, army)
    if battery is not None:
        cells += _shell_facts((battery,))
    groups = (BoxGroup("crew", boxes(troop.figures)), BoxGroup("pin", PIN))
    return BoxRow(troop.label, groups, tuple(cells), kind=troop.label.rstrip(" 0123456789"), short=troop.label)


def battery_of(troop: Troop, army: Army) -> Battery | None:
    """Return a gun or mortar as a battery for its fire zone, its deviation and its breaching row."""
    if troop.piece is None:
        return None
    return Battery(troop.label, troop.piece, troop.calibre_mm, army, on_table=not troop.off_table)


def _shell_facts(batteries: tuple[Battery, ...]) -> list[Fact]:
    row = indirect.shell(batteries[0])
    return [
        Fact("fire zone, in.", str(indirect.zone_of(batteries))),
        Fact("breaches as", row.value),
        Fact("white die 6", deviation(batteries[0])),
    ]


def deviation(battery: Battery) -> str:
    """Return the meaning of a white 6 for this battery, and the deduction from its red die (BDE-DEV-07, -08, -10,
    -11).
    """
    six = "on target" if indirect.fall(6, battery) is Fall.ON_TARGET else "nothing falls"
    return f"{six}, red die {'halved' if battery.mortar else '-1' if battery.army.deducts else 'as rolled'}"


def _gun_facts(troop: Troop) -> list[Fact]:
    facts = []
    if troop.weapon is SmallArm.AUTO_CANNON:
        facts.append(Fact("fire points", _points(troop.weapon)))
    elif troop.gun is not None:
        facts.append(Fact("HE", str(firepoints.he_of(troop.gun, in_vehicle=troop.is_vehicle))))
    if troop.gun is not None and troop.gun.attack is not None and troop.gun.at_class is not None:
        facts.append(Fact("anti-tank", f"{troop.gun.at_class.value}, value {troop.gun.attack}"))
    return facts


def _battery_row(troops: tuple[Troop, ...], army: Army) -> BoxRow:
    batteries = tuple(battery for troop in troops if (battery := battery_of(troop, army)) is not None)
    cells = [Fact("batteries", str(len(troops))), *(_shell_facts(batteries[:1]) if batteries else [])]
    if len(batteries) > 1:
        cells.append(Fact("all on one point", str(indirect.zone_of(batteries))))
    cells.append(Fact("", texts("brigade").text("fire_delay")))
    return BoxRow("Off the table", (), tuple(cells), kind="off the table", short="Off the table")


def _vehicle_row(vehicles: list[Troop]) -> BoxRow:
    kind = vehicles[0].vehicle
    if kind is None:
        return BoxRow(vehicles[0].label)
    roof = ", open top" if kind.body is Body.OPEN_TOP else ", soft skin" if kind.body is Body.SOFT else ""
    guns = " and ".join(where for where, has in (("hull", kind.hull_mg), ("turret", kind.turret_mg)) if has) or DASH
    cells = [
        Fact("moves as", kind.moves_as.value),
        Fact("armour", f"{kind.front} {kind.side} {kind.rear}{roof}"),
        Fact("MG", guns),
        *_gun_facts(vehicles[0]),
    ]
    if not kind.printed:
        cells.append(Fact("", texts("brigade").text("our_values")))
    count = len(vehicles)
    groups = (BoxGroup("lost", boxes(count)), BoxGroup("pin", PIN * count), BoxGroup("stuck", (Box("s"),) * count))
    return BoxRow(kind.name, groups, tuple(cells), kind=kind.name, short=kind.name)


def _kill_rows(gun: Gun | None, enemy: tuple[Vehicle, ...], whose: str = "") -> tuple[BoxRow, ...]:
    """Return, for each kind of enemy vehicle, the score to kill, front and side, near, middle and far."""
    if gun is None or gun.attack is None or gun.at_class is None:
        return ()
    shown = []
    for vehicle in enemy:
        cells = tuple(
            Fact(face.value, " ".join(_kill(gun, vehicle, face, inches) for inches in RANGES_SHOWN))
            for face in (Face.FRONT, Face.SIDE)
        )
        words = f"{whose}kills {vehicle.name}"
        shown.append(BoxRow(words, (), cells, kind=words, short=words))
    return tuple(shown)


def _kill(gun: Gun, vehicle: Vehicle, face: Face, inches: int) -> str:
    shot = antitank.Shot(gun, inches)
    if antitank.to_hit(shot).needed is None:
        return DASH
    needed = antitank.to_kill(shot, vehicle, face).needed
    return DASH if needed is None else "sure" if needed == 1 else f"{needed}+"


# Side ----------------------------------------------------------------------------------------------------------------
PERIODS_SHOWN = 14
"""The periods on the track beside the tally."""


def _tally(companies: int, book: Rulebook) -> tuple[Track, ...]:
    """Return the tracks of companies lost and of periods played, which the return asks for and the log of requests
    counts by.
    """
    cells = tuple(TrackCell(str(n)) for n in range(1, PERIODS_SHOWN + 1))
    head = texts("brigade").fact("periods")
    periods = Track(head.label, cells, head.text)
    if not companies:
        return (periods,)
    at = loses_at(companies, book)
    return (
        Track(
            f"Companies lost of {companies}",
            tuple(TrackCell(str(n), "lost" if n == at else "") for n in range(1, at + 1)),
        ),
        periods,
    )


def _logs(mustered: Brigade, scene: Scene, book: Rulebook) -> tuple[Log, ...]:
    guns = [troop for battalion in mustered.battalions for troop in battalion.troops if troop.piece is not None]
    if not guns:
        return ()
    registered = len(guns) * book.integer("brigade.df_points") if scene.attacks is False else 0
    heads = ("in move", "by", "guns", "aiming point", "due in move", "fell in")
    shares = (0.2, 0.1, 0.18, 0.22, 0.17, 0.13)  # Parts of the width.
    return (Log("Artillery requests", heads, 6, shares, _registered_points(registered)),)


def _registered_points(count: int) -> str:
    if count == 1:
        return texts("brigade").text("one_point", count=count)
    return texts("brigade").text("points", count=count) if count else ""


def _legend(mustered: Brigade, book: Rulebook) -> tuple[str, ...]:
    """Return the meaning of boxes and figures, and the callers that the guns answer: an observer goes with any unit and
    needs no model (BDE-SEQ-06, BDE-WALK-04, BDE-AMB-40).
    """
    troops = [troop for battalion in mustered.battalions for troop in battalion.troops]
    shells = any(troop.piece is not None for troop in troops)
    callers = book.word("brigade.who_calls")
    caller_lines = {"observers only": "asks_observer", "companies too": "asks_company"}
    caller_line = caller_lines.get(callers, "asks_commander")
    return texts("brigade").lines(
        "legend",
        {
            "crews": any(troop.crewed for troop in troops),
            **{line: shells and line == caller_line for line in ("asks_observer", "asks_commander", "asks_company")},
            "kills": any(troop.vehicle is not None or troop.gun is not None for troop in troops),
        },
        ranges=", ".join(map(str, RANGES_SHOWN)),
        dash=DASH,
    )
