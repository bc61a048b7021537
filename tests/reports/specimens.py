"""Views as the queries would make them, for tests and for looking at: Operation Brevity as on paper, a large corps, and
the worst that may come."""

from __future__ import annotations

from campaign.rules.tabletop.brevity.returns import FIELDS
from campaign.rules.tabletop.brevity.sheet import COLUMNS, LOGS, TICKS
from campaign.terms.air import AirTask, MissionState
from campaign.terms.forces import AirType, Arm, Level, SizeMark
from campaign.terms.ground import CrossingState, FeatureKind, RoadKind
from campaign.terms.state import Light, Posture, Sky, State
from campaign.values import replace
from campaign.views.air.air import AirGroupLine, AirTasking, AirTurn, Flight, Sortie
from campaign.views.contacts.sitrep import (
    Digest,
    Event,
    OwedDecision,
    OwnCount,
    OwnLine,
    SightedEnemy,
    Sitrep,
    Stretch,
    SupplyCutOff,
    SupplyNews,
    SupplyStrip,
)
from campaign.views.orbat.orbat import OrbatChart, OrbatNode
from campaign.views.orbat.roster import Roster, RosterGroup, RosterRow, Strength
from campaign.words.orders import AirRow, OrderForm, OrderRow
from campaign.words.packet import (
    AirMission,
    Arrival,
    BattlePacket,
    BattleSheet,
    Edge,
    EnemyGroup,
    KnownEnemy,
    OffTableGuns,
    ReturnCommand,
    ReturnForm,
    ReturnLine,
    SidePapers,
    TableCrossing,
    TableEntry,
    TableFeature,
    TableMap,
    TablePlace,
    TableRoad,
    TableUnit,
    TurnCell,
    TurnMark,
    UmpireCommand,
    UmpireLine,
    UmpireSheet,
    UmpireSide,
)
from campaign.words.papers import Fact, FactTable, Masthead
from campaign.words.sheet import Box, BoxGroup, QuickRow, QuickTable, RowTone, SheetBody, StripFact, UnitBlock, UnitRow
from campaign.words.symbol import Complement, Frame, UnitSymbol

BRITISH, AXIS, BLACK = "#8f301c", "#2e4a5e", "#000000"
B, C, D = SizeMark.BATTALION, SizeMark.COMPANY, SizeMark.DIVISION


def own(arm: Arm | None, mark: SizeMark | None = B, number: str = "", **more: object) -> UnitSymbol:
    return UnitSymbol(arm, mark, number, **more)  # type: ignore[arg-type]


def enemy(arm: Arm | None, mark: SizeMark | None = None) -> UnitSymbol:
    return UnitSymbol(arm, mark, frame=Frame.ENEMY)


WEAK, PLUS = Complement.REDUCED, Complement.REINFORCED


# Brevity


def brevity_head(title: str, subtitle: str, paper: str, addressee: str = "to all British commanders") -> Masthead:
    return Masthead(
        "British",
        BRITISH,
        "Operation Brevity",
        title,
        subtitle,
        paper,
        addressee,
        "15 May 1941, 04:00",
        "Day 1, turn 2 of 4",
        use="Figures are strength at the start; a question mark means not confirmed in the sources.",
        entry=12,
        head="3f9a2c1b",
    )


def brevity_tree() -> OrbatNode:
    def unit(arm: Arm, number: str, name: str, strength: str, position: str, **more: object) -> OrbatNode:
        return OrbatNode(own(arm, number=number, **more), name, strength=strength, position=position)  # type: ignore[arg-type]

    desert = OrbatNode(
        own(Arm.ARMOUR, SizeMark.BRIGADE, "7", headquarters=True, ad_hoc=True),
        "7th Armoured Brigade Group",
        level=Level.COMMAND,
        led_by="Brig H. E. Russell ?",
        position="desert column \N{MIDDLE DOT} Bir el Khireigat",
        subordinates=(
            unit(Arm.ARMOUR, "2", "2nd Royal Tank Regiment", "29 cruisers, A9 A10 A13", "Bir el Khireigat"),
            OrbatNode(
                own(Arm.ARMOURED_INFANTRY, C, "1", complement=PLUS),
                "Support Gp column 1",
                strength="1 motor coy, 4-8 x 25-pdr, 4 x 2-pdr",
                position="Bir el Khireigat",
            ),
            OrbatNode(
                own(Arm.ARMOURED_INFANTRY, C, "2", complement=PLUS),
                "Support Gp column 2",
                strength="as column 1",
                position="Bir el Khireigat",
            ),
            OrbatNode(
                own(Arm.ARMOURED_INFANTRY, C, "3", complement=PLUS),
                "Support Gp column 3",
                strength="as column 1",
                position="Bir el Khireigat",
            ),
            unit(Arm.ARMOURED_CAR, "11", "11th Hussars, part", "15-30 armoured cars", "frontier wire", complement=WEAK),
        ),
    )
    centre = OrbatNode(
        own(Arm.LORRIED_INFANTRY, SizeMark.BRIGADE, "22", headquarters=True, ad_hoc=True),
        "22nd Guards Brigade Group",
        level=Level.COMMAND,
        led_by="Brig I. D. Erskine ?",
        position="centre column \N{MIDDLE DOT} Sidi Suleiman",
        subordinates=(
            unit(
                Arm.LORRIED_INFANTRY,
                "2",
                "2nd Bn Scots Guards",
                "780 men \N{MIDDLE DOT} 1 sqn 4 RTR att.",
                "below upper Halfaya",
            ),
            unit(
                Arm.LORRIED_INFANTRY,
                "1",
                "1st Durham Light Infantry",
                "780 men \N{MIDDLE DOT} 1 sqn 4 RTR att.",
                "below upper Halfaya",
            ),
            unit(
                Arm.LORRIED_INFANTRY,
                "3",
                "3rd Bn Coldstream Guards",
                "780 men \N{MIDDLE DOT} reserve",
                "behind the centre",
            ),
            unit(
                Arm.HEAVY_ARMOUR,
                "4",
                "4th Royal Tank Regiment",
                "24 Matilda II, two sqns",
                "split to 2 SG and 1 DLI",
                complement=WEAK,
            ),
        ),
    )
    coast = OrbatNode(
        own(Arm.ARMOURED_INFANTRY, B, headquarters=True, complement=PLUS),
        "Coast column",
        level=Level.COMMAND,
        led_by="Lt-Col Viscount Garmoyle",
        position="Buq Buq \N{MIDDLE DOT} coast road",
        subordinates=(
            unit(Arm.MOTOR_INFANTRY, "2", "2nd Bn Rifle Brigade", "750 men", "coast road"),
            unit(Arm.FIELD_ARTILLERY, "8", "8th Field Regiment RA", "24 x 25-pdr", "coast road"),
            OrbatNode(
                own(Arm.ANTI_TANK, SizeMark.PLATOON, "5"),
                "5 Bty, 2/2 Aus A-Tk, troop",
                strength="4 x 2-pdr",
                position="with column HQ",
            ),
        ),
    )
    gott = OrbatNode(
        own(Arm.MIXED, D, headquarters=True, ad_hoc=True),
        "Gott's force",
        level=Level.DIVISION,
        led_by="Brig W. H. E. Gott",
        note="ad hoc, three columns",
        subordinates=(desert, centre, coast),
    )
    return OrbatNode(
        own(Arm.HEADQUARTERS, SizeMark.CORPS),
        "Western Desert Force",
        level=Level.CORPS,
        led_by="Lt-Gen Sir Noel Beresford-Peirse",
        note="HQ only, off map to the east",
        subordinates=(gott,),
    )


def brevity_orbat() -> OrbatChart:
    totals = FactTable(
        "Strength at 04:00",
        ("", "tanks", "25-pdr", "arm. cars"),
        (
            ("Desert column", "29", "12-24", "c. 30"),
            ("Centre column", "24", "-", "-"),
            ("Coast column", "-", "24", "-"),
        ),
        ("All columns", "53", "36-48", "c. 30"),
    )
    notes = (
        "Three infantry battalions and one motor battalion. Each Support Group column takes one Australian anti-tank troop.",
    )
    return OrbatChart(
        brevity_head("Order of battle", "Western Desert Force, frontier", "Paper 1"), (brevity_tree(),), totals, notes
    )


def brevity_table() -> TableMap:
    return TableMap(
        96,
        40,
        "8 in. = 1 km",
        8,
        0,
        places=(
            TablePlace("Fort Capuzzo", (63, 20), True),
            TablePlace("Point 186", (75, 34)),
            TablePlace("Musaid", (81, 3)),
        ),
        roads=(
            TableRoad(RoadKind.METALLED, ((75, 40), (75, 34), (63, 20), (81, 3), (96, 1)), "Via Balbia"),
            TableRoad(RoadKind.TRACK, ((0, 39), (48, 26), (63, 20)), "Trigh Capuzzo"),
            TableRoad(RoadKind.TRACK, ((63, 20), (58, 0))),
            TableRoad(RoadKind.TRACK, ((81, 3), (83, 0))),
        ),
        entries=(
            TableEntry("A", Edge.NORTH, 75, "Via Balbia to Bardia"),
            TableEntry("B", Edge.WEST, 39, "Trigh Capuzzo, Sidi Azeiz"),
            TableEntry("C", Edge.SOUTH, 58, "track, Point 206"),
            TableEntry("D", Edge.SOUTH, 83, "track, Bir Wair"),
            TableEntry("E", Edge.EAST, 1, "road, Sollum"),
        ),
        note="open plateau, good going",
    )


STRIP = (
    Fact("Date", "Thu 15 May 1941"),
    Fact("Turn", "2 of 4"),
    Fact("Clock", "04:00-10:00"),
    Fact("Light by the rules", "Day"),
    Fact("Sun (real)", "05:24-19:08"),
    Fact("Moon (real)", "84 %, sets c. 08:40"),
    Fact("Weather", "Clear: no restriction"),
)


def brevity_track() -> tuple[TurnCell, ...]:
    hours = ("22:00-04:00", "04:00-10:00", "10:00-16:00", "16:00-22:00")
    notes = ("played", "this battle begins", "lines 4-8 arrive", "limit of orders", "night", "", "", "")
    marks = (TurnMark.PLAYED, TurnMark.CURRENT, *(TurnMark.COMING,) * 6)
    return tuple(
        TurnCell(
            i % 4 + 1,
            hours[i % 4],
            Light.DARKNESS if i % 4 == 0 else Light.DAY,
            marks[i],
            "16 May" if i == 4 else "",
            notes[i],
        )
        for i in range(8)
    )


def tables() -> tuple[QuickTable, ...]:
    def row(*cells: str, tone: RowTone = RowTone.PLAIN) -> QuickRow:
        return QuickRow(cells, tone)

    shaded = RowTone.SHADED
    return (
        QuickTable(
            "Steps of a move",
            (
                row("1", "Initiative", "they", tone=shaded),
                row("2", "Regroup", "you"),
                row("3", "Move", "you"),
                row("4", "Their artillery fires", "they", tone=shaded),
                row("5", "Your artillery fires", "you"),
                row("6", "They fire", "they", tone=shaded),
                row("7", "You fire", "you"),
                row("8", "Readiness", "you"),
                row("9", "Remove pins", "both"),
            ),
            words=2,
        ),
        QuickTable(
            "Strength: dice",
            (
                row("No battalion", "1"),
                row("1 weak", "2"),
                row("1, or 2 weak", "3"),
                row("2, or 3-5 weak", "4"),
                row("3-5, or 6-10 weak", "5"),
                row("More", "6"),
            ),
            note="N counts 1, W one half, C nothing.",
        ),
        QuickTable(
            "Penetrate armour",
            (row("Best is L or LM", "6"), row("All are L or artillery", "6"), row("All are LM", "5-6")),
        ),
        QuickTable(
            "Location, in.",
            (
                row("In the open, from a hill", "12"),
                row("In the open, same level", "8"),
                row("In or at terrain; night", "4"),
            ),
        ),
        QuickTable(
            "Casualties",
            (
                row("Unprotected or light armour", tone=RowTone.GROUP),
                row("Inf, Gun, Air", "4-6", "3-6"),
                row("Bomber", "5-6", "4-6"),
                row("Dug in or medium armour", tone=RowTone.GROUP),
                row("Inf over 4 in., Air", "-", "6"),
                row("Gun", "6", "5-6"),
                row("Inf within 4 in., Bomber", "5-6", "4-6"),
                row("Fortified or heavy armour", tone=RowTone.GROUP),
                row("Inf within 4 in.\N{DAGGER}, Bomber", "-", "6"),
                row("Inf over 4 in., Gun, Air", "-", "-"),
            ),
            ("Infantry", "Others"),
            1,
            "Gun: light and field. Air: ground attack. Bomber: medium.",
        ),
    )


Three = tuple[str, str, str]


def unit(
    line: int,
    symbol: UnitSymbol,
    name: str,
    note: str,
    arrives: str,
    size: str,
    march: Three,
    combat: tuple[str, str],
    hit: Three,
    protection: str,
    anti_tank: tuple[str, str],
    row: str,
    direct: str,
    artillery: str = "-",
    abilities: str = "-",
    state: State = State.FRESH,
    resting: bool = False,
    dug_in_turns: int = 0,
) -> UnitRow:
    """A line of Brevity's sheet."""
    states = tuple(Box(ticked=one) for one in (state is State.SPENT, False, False, False))
    postures = tuple(Box(ticked=one) for one in (not resting, False, resting))
    dug = tuple(Box(str(n), ticked=n <= dug_in_turns) for n in range(1, 5))
    cells = (
        size,
        *march,
        *combat,
        *hit,
        protection,
        "Inf v" if row == "Inf" else "Oth",
        *anti_tank,
        row,
        direct,
        artillery,
        abilities,
    )
    return UnitRow(line, 0, name, note, arrives, cells, (states, postures, dug), state=state, symbol=symbol)


def block(
    letter: str,
    name: str,
    led_by: str,
    bonus: str,
    ready: str,
    ready_note: str,
    odds: tuple[Fact, ...],
    turns: tuple[int, ...],
    posture: Posture,
    rows: tuple[UnitRow, ...],
) -> UnitBlock:
    """A command of Brevity's sheet."""
    facts = (
        StripFact("Bonus", bonus, wide=9.5),
        StripFact("Ready today", ready, ready_note, wide=18.5),
        StripFact("Initiative odds: you take, they take", "", parts=odds, wide=41),
    )
    groups = (
        BoxGroup("Officer lost, turn", tuple(Box(str(n)) for n in turns)),
        BoxGroup("Entire command", (Box(ticked=posture is Posture.MARCH, label="March"),)),
    )
    return UnitBlock(letter, 0, name, led_by, facts, groups, rows)


def symbol_of(line: UnitRow) -> UnitSymbol:
    """A symbol, which every specimen has."""
    assert line.symbol is not None
    return line.symbol


def held(line: UnitRow) -> tuple[str, ...]:
    """Boxes of the return that hold already."""
    resting = line.ticks[1][2].ticked if line.ticks else False
    return (*(["spent"] if line.state is State.SPENT else []), *(["resting"] if resting else []))


def dug_in(line: UnitRow) -> int:
    """Turns dug in, by the boxes crossed."""
    return sum(box.ticked for box in line.ticks[2]) if len(line.ticks) > 2 else 0


def brevity_commands() -> tuple[UnitBlock, ...]:
    odds = (Fact("German", "1/6, 13/18"), Fact("Italian", "7/12, 5/18"))
    truck, on_foot, hit = ("178", "96", "16"), ("24", "16"), ("4-6", "5-6", "6")
    lorried = Arm.LORRIED_INFANTRY
    first = (
        unit(
            1,
            own(lorried, SizeMark.BRIGADE, headquarters=True),
            "22nd Gds Bde HQ",
            "trucks",
            "",
            "HQ 1",
            truck,
            on_foot,
            hit,
            "U",
            ("-", "-"),
            "Inf",
            "8",
        ),
        unit(2, own(lorried), "1st Durham Light Inf", "", "", "N 1", truck, on_foot, hit, "U", ("L", "L"), "Inf", "8"),
        unit(
            3,
            own(Arm.HEAVY_ARMOUR, complement=WEAK, state=State.SPENT),
            "4th R Tank Regt (2 sqns)",
            "Matilda \N{MIDDLE DOT} supports 2",
            "",
            "W 1",
            ("64", "48", "16"),
            on_foot,
            ("5-6", "5-6", "5-6"),
            "H",
            ("L", "L"),
            "Gun",
            "4",
            state=State.SPENT,
        ),
        unit(
            4,
            own(lorried),
            "2nd Scots Guards",
            "in from battle 2",
            "arrives T3",
            "N 1",
            truck,
            on_foot,
            hit,
            "U",
            ("L", "L"),
            "Inf",
            "8",
        ),
        unit(
            5,
            own(lorried),
            "3rd Coldstream Guards",
            "reserve",
            "arrives T3",
            "N 1",
            truck,
            on_foot,
            hit,
            "U",
            ("L", "L"),
            "Inf",
            "8",
        ),
    )
    second = (
        unit(
            6,
            own(Arm.ARMOUR, complement=WEAK),
            "2nd R Tank Regt",
            "29 cruisers",
            "arrives T3",
            "W 1",
            ("128", "80", "16"),
            ("48", "8"),
            ("6*", "5-6", "6*"),
            "U",
            ("L", "L"),
            "Gun",
            "4",
        ),
        unit(
            7,
            own(Arm.MOTOR_INFANTRY, complement=WEAK),
            "Support Gp cols 1 and 2",
            "att. from 7 Sp Gp",
            "arrives T3",
            "W 1",
            truck,
            on_foot,
            hit,
            "U",
            ("L", "L"),
            "Inf",
            "8",
        ),
        unit(
            8,
            own(Arm.FIELD_ARTILLERY, C),
            "25-pdr troops, Sp Gp",
            "observer with 22 Gds",
            "arrives T3",
            "C 1",
            truck,
            on_foot,
            hit,
            "U",
            ("LM", "LM"),
            "Gun",
            "4",
            "80",
            resting=True,
        ),
        unit(
            9,
            own(Arm.ARMOURED_CAR, C),
            "11th Hussars (part)",
            "reconnaissance",
            "",
            "C 2",
            truck,
            ("32", "-"),
            ("5-6", "5-6", "5-6"),
            "U",
            ("L", "L"),
            "Gun",
            "4",
            abilities="E I",
            dug_in_turns=2,
        ),
    )
    return (
        block(
            "A",
            "22nd Guards Brigade Group",
            "Brig I. D. Erskine \N{MIDDLE DOT} British",
            "+1",
            "5-6",
            "night: fails",
            odds,
            (2, 3, 4, 1, 2),
            Posture.LINE,
            first,
        ),
        block(
            "B",
            "7th Armoured Brigade Group",
            "Brig H. E. Russell \N{MIDDLE DOT} British",
            "+1",
            "5-6",
            "night: fails",
            odds,
            (2, 3, 4, 1, 2),
            Posture.MARCH,
            second,
        ),
    )


def brevity_sheet() -> BattleSheet:
    head = replace(
        brevity_head(
            "Battle 3: Fort Capuzzo",
            "campaign day 1, turn 2 \N{MIDDLE DOT} Battle sheet for the British side only",
            "OB 3",
        ),
        code="BREV-3-GB-7K2",
        use="Print this sheet for the British side only; the other side and the umpire have their own. The return uses the same line numbers.",
    )
    return BattleSheet(
        head,
        STRIP,
        brevity_table(),
        "You attack",
        "Axis holds; both sides know",
        (
            Fact(
                "",
                "Gain ground for the June offensive and wear down the Axis. Objective: Fort Capuzzo; then Point 186."
                " Limit: End of turn 4, 22:00. Not beyond Point 186.",
            ),
        ),
        (
            Fact("Supply", "In supply at all three levels; well supplied."),
            Fact("Corps cdr", "Beresford-Peirse is with no command, so no command has the +1."),
        ),
        (
            EnemyGroup(
                "Fort Capuzzo",
                (
                    KnownEnemy(enemy(Arm.MOTORCYCLE, C), "Motor-cycle and infantry companies", "2"),
                    KnownEnemy(enemy(Arm.ANTI_TANK), "Guns, about 4", "2"),
                ),
            ),
            EnemyGroup("West of the fort", (KnownEnemy(enemy(Arm.ARMOUR), "Tanks, number unknown", "9"),)),
        ),
        (
            Arrival("Line 4", "from turn 3", "D South 83 in."),
            Arrival("Line 5", "from turn 3", "E East 1 in."),
            Arrival("Lines 6 to 8", "from turn 3", "C (S edge, 58 in. from W)"),
        ),
        (OffTableGuns("None until turn 3", "8th Field Regt at Halfaya: 128 in. away, reaches 80."),),
        (
            AirMission("Hurricane, gr.-attack", "named at start", "T2"),
            AirMission("Blenheim, medium", "Point 186", "T3", "-"),
        ),
        (
            "\N{DAGGER} Fortified troops: infantry counts as near within 4 in., not 10. Companies of one command merge at muster.",
        ),
        brevity_track(),
        SheetBody(
            "Operation Brevity",
            COLUMNS,
            brevity_commands(),
            TICKS,
            tables=tables(),
            logs=LOGS,
            legend=(
                (
                    "N normal, W weak, C company. To be hit: terr. or moonlight; dark or unlocated; * 6 moving, else 5-6. Prot. U unprotected or light, M medium, H heavy. "
                    "L light, LM light-medium. E engineers, I inexperienced."
                ),
            ),
        ),
    )


def brevity_return() -> ReturnForm:
    sheet = brevity_sheet()
    head = replace(
        sheet.masthead,
        title="Return: Fort Capuzzo",
        subtitle="Battle 3, 15 May 1941, turn 2 \N{MIDDLE DOT} One line for each line of the sheet",
        paper="OB 3 R",
        use="A return can only make a unit's state worse; states improve at the start of a campaign turn.",
    )
    commands = tuple(
        ReturnCommand(
            c.letter,
            c.name,
            tuple(
                ReturnLine(
                    u.line,
                    symbol_of(u),
                    u.name,
                    u.state,
                    u.arrives.replace("arrives", "due"),
                    "resting" in held(u),
                    dug_in(u),
                    held(u),
                )
                for u in c.rows
            ),
        )
        for c in sheet.body.blocks
    )
    return ReturnForm(
        head,
        "BREV-3-GB-7K2",
        commands,
        ("British", "Axis"),
        ("Fort Capuzzo", "Point 186", "Musaid"),
        tuple(Fact(c.letter, c.name) for c in commands),
        commanders=("Erskine", "Russell", "HQ, line 1"),
        changes=(
            "Via Balbia cut, edge A - Point 186",
            "Road cut, Capuzzo - Musaid",
            "Trigh Capuzzo mined",
            "Fort Capuzzo walls breached",
            "Field works dug at Point 186",
            "Craters (bombing)",
        ),
        example="3 destroyed",
        blank_place="blank: winners stay at the place, losers near it go back half a turn's march",
        columns=FIELDS.line,
        how=FIELDS.how,
    )


def brevity_umpire() -> UmpireSheet:
    head = replace(
        brevity_head("Battle 3: Fort Capuzzo", "Umpire's sheet, both sides", "OB 3 U", ""),
        side="Umpire",
        accent=BLACK,
        code="BREV-3-UM-7K2",
        use="For the umpire only: it shows both sides.",
    )
    british = tuple(
        UmpireCommand(
            c.letter,
            c.name,
            c.led_by,
            "ready 5-6",
            "attack Fort Capuzzo",
            "in supply",
            tuple(
                UmpireLine(
                    u.line,
                    symbol_of(u),
                    u.name,
                    u.cells[0],
                    "Musaid" if not u.arrives else "off table",
                    "attack",
                    u.arrives,
                    u.state,
                    "resting" in held(u),
                    False,
                    dug_in(u),
                    "780 men",
                    u.note,
                )
                for u in c.rows
            ),
        )
        for c in brevity_commands()
    )
    axis = UmpireCommand(
        "A",
        "Kampfgruppe Herff",
        "Oberst Maximilian von Herff",
        "ready 3-6",
        "hold Fort Capuzzo",
        "in supply",
        (
            UmpireLine(
                1,
                own(Arm.MOTORCYCLE),
                "Kradsch\N{LATIN SMALL LETTER U WITH DIAERESIS}tzen-Bataillon 15",
                "W 1",
                "Fort Capuzzo",
                "hold",
                "",
                State.FRESH,
                False,
                True,
                1,
                "420 men",
            ),
            UmpireLine(
                2,
                own(Arm.ARMOUR),
                "II./Panzer-Regiment 5",
                "N 1",
                "Sidi Azeiz",
                "attack",
                "arrives T3",
                State.FRESH,
                False,
                False,
                0,
                "40 tanks",
            ),
        ),
    )
    units = (
        *(TableUnit(symbol_of(u), (81, 3), f"A{u.line}", BRITISH) for u in brevity_commands()[0].rows[:3]),
        TableUnit(own(Arm.MOTORCYCLE), (63, 20), "K 15", AXIS),
        TableUnit(own(Arm.ANTI_TANK, C), (63, 20), "33", AXIS),
        TableUnit(own(Arm.MOTOR_INFANTRY, C), (75, 34), "8 Bers", AXIS),
    )
    sheet = brevity_sheet()
    return UmpireSheet(
        head,
        STRIP,
        replace(sheet.table, units=units),
        (
            UmpireSide(
                "British",
                BRITISH,
                "attacks",
                sheet.orders,
                sheet.situation,
                british,
                sheet.enemy,
                sheet.arrivals,
                sheet.guns,
                sheet.air,
            ),
            UmpireSide(
                "Axis",
                AXIS,
                "holds",
                (Fact("", "Hold the frontier line."),),
                (),
                (axis,),
                (EnemyGroup("On the Halfaya road", (KnownEnemy(enemy(Arm.HEAVY_ARMOUR), "Tanks", "3"),)),),
            ),
        ),
        brevity_track(),
        sheet.house_rules,
        ("9 stands against 2 and 1 that arrives", "one evening"),
        "The 8th Bersaglieri may stand at Point 186 until relieved.",
    )


def brevity_packet() -> BattlePacket:
    sheet, form = brevity_sheet(), brevity_return()
    axis_sheet = replace(
        sheet,
        masthead=replace(sheet.masthead, side="Axis", accent=AXIS, code="BREV-3-AX-9Q4"),
        role="You hold",
        body=replace(sheet.body, blocks=sheet.body.blocks[:1]),
    )
    axis_form = replace(
        form,
        masthead=replace(form.masthead, side="Axis", accent=AXIS, code="BREV-3-AX-9Q4"),
        qr="BREV-3-AX-9Q4",
        commands=form.commands[:1],
        sides=("Axis", "British"),
    )
    start = tuple(TableUnit(symbol_of(u), (81, 3), str(u.line), BRITISH) for u in brevity_commands()[0].rows[:3])
    return BattlePacket(
        brevity_umpire(), (SidePapers("british", sheet, form, start=start), SidePapers("axis", axis_sheet, axis_form))
    )


def brevity_order_form(depth: bool = False) -> OrderForm:
    names = (
        (Arm.LORRIED_INFANTRY, B, "2 Scots Guards", "hold"),
        (Arm.LORRIED_INFANTRY, B, "1 Durham Light Infantry", "march to Musaid by way of Bir Wair"),
        (Arm.LORRIED_INFANTRY, B, "3 Coldstream Guards", "hold"),
        (Arm.HEAVY_ARMOUR, C, "A Sqn 4 RTR", "attack Fort Capuzzo"),
        (Arm.HEAVY_ARMOUR, C, "C Sqn 4 RTR", "attack Fort Capuzzo"),
    )
    rows = (
        OrderRow(
            own(Arm.LORRIED_INFANTRY, SizeMark.BRIGADE, headquarters=True),
            "22nd Guards Brigade Group",
            0,
            "Sidi Suleiman",
            "attack Fort Capuzzo by way of Bir Wair",
            "Gain ground for the June offensive and wear down the Axis.",
            "Fort Capuzzo",
            "turn 4, 22:00",
        ),
        *(OrderRow(own(arm, mark), name, 1, "Bir Wair", order) for arm, mark, name, order in names),
    )
    head = brevity_head("Orders", "22nd Guards Brigade Group", "Paper 8", "for Brig I. D. Erskine only")
    return OrderForm(
        head,
        "Brig I. D. Erskine",
        "22nd Guards Brigade Group",
        "from 15 May 22:00 to 16 May 04:00",
        "19:00",
        rows,
        air=(AirRow("14_squadron", "14 Squadron RAF", "no task"),),
    )


def brevity_sitrep() -> Sitrep:
    lorried, heavy = Arm.LORRIED_INFANTRY, Arm.HEAVY_ARMOUR
    return Sitrep(
        replace(
            brevity_head("Situation report", "22nd Guards Brigade Group", "Paper 7", "for Brig I. D. Erskine only"),
            when="15 May 1941, 18:00",
            turn="Day 1, turn 4 of 4",
            use="This is what you know; it may not be the whole truth.",
        ),
        "Capuzzo is lost again; Halfaya, Bir Wair and Musaid are ours. The brigade is in supply, the tanks are nearly spent.",
        Digest(
            (
                Event("06:00", "2 SG and A Sqn 4 RTR attacked at Halfaya Pass, top (battle 1); we hold the field."),
                Event("10:00", "Bir Wair and Musaid gained."),
                Event("11:30", "1 DLI and C Sqn 4 RTR attacked at Fort Capuzzo (battle 2); we hold the field."),
                Event("14:45", "1 DLI was attacked at Fort Capuzzo (battle 3); the field is lost. Spent: 1 DLI.", True),
                Event("16:00", "7th Armoured Brigade Group cut off from supply.", True),
                Event("22:00", "Expected on 15 May at Buq Buq: 11th Hussars (part)."),
            ),
            2,
        ),
        (
            OwnLine("2 Scots Guards", (OwnCount("men", 741, 780, 39, 39),), own(lorried), "Fresh", False, "Halfaya"),
            OwnLine(
                "1 Durham Light Infantry", (OwnCount("men", 642, 780, 138, 138),), own(lorried), "Spent", True, "Musaid"
            ),
            OwnLine(
                "3 Coldstream Guards", (OwnCount("men", 778, 780, 2, 2),), own(lorried), "Fresh", False, "Bir Wair"
            ),
            OwnLine("A Sqn 4 RTR", (OwnCount("tanks", 5, 12, 7, 7),), own(heavy, C), "Spent", True, "Musaid"),
            OwnLine("C Sqn 4 RTR", (OwnCount("tanks", 6, 12, 6, 6),), own(heavy, C), "Spent", True, "Musaid"),
        ),
        (OwnCount("men", 2161, 2340, 179, 179), OwnCount("tanks", 11, 24, 13, 13)),
        prisoners="138 taken",
        contacts=(
            SightedEnemy(enemy(Arm.ARMOUR, C), "Point 206", "armour, company", "1 DLI", 1),
            SightedEnemy(enemy(Arm.ARMOUR, B), "Fort Capuzzo", "II./Pz Regt 5; 2 × infantry, company", "1 DLI", 2, 3),
            SightedEnemy(enemy(None, B), "Sidi Azeiz", "armour, battalion", "air", 3),
            SightedEnemy(enemy(Arm.MIXED, SizeMark.REGIMENT), "Point 186", "8th Bersaglieri", "battle 1", 4),
            SightedEnemy(enemy(Arm.MOTORCYCLE, B), "Sollum Barracks", "Krad 15", "2 SG", 5),
        ),
        decisions=(
            OwedDecision("Hold Musaid overnight, or bring 1 DLI back to Halfaya?", "campaign decide 1"),
            OwedDecision(
                "Attack, keep at a distance or ignore the enemy near Point 206 (armour, company): 3 Coldstream Guards?"
            ),
            OwedDecision("Rest 1 Durham Light Infantry (it is spent)?"),
        ),
        supply=SupplyNews(
            "Cut off: 1 of 2 commands.",
            ("7th Armoured Brigade Group",),
            (SupplyCutOff(("7th Armoured Brigade Group",), "route cut by 1 enemy unit near Point 206 (1 h ago)"),),
            "Buq Buq – Halfaya Pass – Bir Wair, 53.0 km",
            "Western Desert Force: well supplied",
            (Fact("Gott's force", "2 days of ammunition"),),
            SupplyStrip(
                53000,
                ((0, "Buq Buq"), (37000, "Halfaya Pass, foot"), (42000, "Halfaya Pass, top"), (53000, "Bir Wair")),
                (Stretch(42000, 53000),),
                (Stretch(40000, 44000),),
                ("armour, company near Point 206, 2.1 km from the line",),
            ),
        ),
        weather=(Fact("22:00–04:00", "clear, moonlight"), Fact("04:00–10:00", "clear, day")),
        light="First light 05:10, sunset 19:35.",
        neighbours=(
            Fact("7 Armd Bde", "near Hafid Ridge, cut off from its lorries"),
            Fact("Coast column", "at the foot of Halfaya"),
            Fact("274 Sqn", "two patrols over Capuzzo at dawn"),
            Fact("Gott", "asks leave to withdraw you"),
        ),
        notes="",
        order_form=replace(brevity_order_form(), air=()),
    )


def brevity_roster() -> Roster:
    def group(node: OrbatNode) -> RosterGroup:
        rows = tuple(
            RosterRow(
                n.symbol,
                n.name,
                n.symbol.number,
                n.led_by,
                Strength(
                    741 - 9 * i,
                    780,
                    780,
                    24 if n.symbol.arm in (Arm.ARMOUR, Arm.HEAVY_ARMOUR) else 0,
                    29 if n.symbol.arm in (Arm.ARMOUR, Arm.HEAVY_ARMOUR) else 0,
                    6,
                    6,
                ),
                "In action" if i % 2 else "Fresh",
                bool(i % 2),
                n.position,
                "",
                "-39 men" if i % 2 else "",
            )
            for i, n in enumerate(node.subordinates)
            if n.level is None
        )
        groups = tuple(group(n) for n in node.subordinates if n.level is not None)
        assert node.level is not None
        total = (
            Strength(700 * len(rows), 780 * len(rows), None, 24, 29, 12, 12)
            if rows
            else Strength(8000, 9360, None, 53, 58, 40, 48)
        )
        return RosterGroup(node.name, node.level, node.led_by, rows, groups, total, "-24 men, -1 tank")

    return Roster(brevity_head("Roster", "Western Desert Force", "Paper 3"), (group(brevity_tree()),))


# A large corps


LINE_ARMS = (Arm.INFANTRY, Arm.INFANTRY, Arm.INFANTRY)
DIVISION_ARMS = (
    Arm.RECONNAISSANCE,
    Arm.FIELD_ARTILLERY,
    Arm.FIELD_ARTILLERY,
    Arm.FIELD_ARTILLERY,
    Arm.MACHINE_GUN,
    Arm.ANTI_TANK,
    Arm.ANTI_AIRCRAFT,
    Arm.ENGINEER,
    Arm.ENGINEER,
    Arm.ENGINEER,
)


def big_tree(divisions: int = 6) -> OrbatNode:
    count = iter(range(1, 100_000))

    def unit(arm: Arm) -> OrbatNode:
        number = next(count)
        mark = C if arm is Arm.ENGINEER else B
        return OrbatNode(
            own(arm, mark, str(number)),
            f"{number} Battalion {arm.value}",
            f"Unit {number:03d}",
            strength="780",
            position="Nijmegen",
        )

    def brigade(number: int, arms: tuple[Arm, ...]) -> OrbatNode:
        return OrbatNode(
            own(arms[0], SizeMark.BRIGADE, str(number), headquarters=True),
            f"{number}th Brigade",
            f"Brig{number}",
            Level.COMMAND,
            "Brig G. H. L. Mole",
            subordinates=tuple(unit(arm) for arm in arms),
        )

    def division(number: int) -> OrbatNode:
        troops = tuple(unit(arm) for arm in DIVISION_ARMS)
        return OrbatNode(
            own(Arm.INFANTRY, D, str(number), headquarters=True),
            f"{number}rd (Wessex) Division",
            "",
            Level.DIVISION,
            "Maj-Gen G. I. Thomas",
            "18,020 of 18,347 men \N{MIDDLE DOT} 174 guns",
            subordinates=(*(brigade(100 * number + i, LINE_ARMS) for i in range(3)), *troops),
        )

    armour = brigade(8, (Arm.ARMOUR, Arm.ARMOUR, Arm.ARMOUR, Arm.MOTOR_INFANTRY, Arm.SELF_PROPELLED_ARTILLERY))
    corps_troops = tuple(
        unit(arm)
        for arm in (Arm.ARMOURED_CAR, Arm.LORRIED_INFANTRY, Arm.MEDIUM_ARTILLERY, Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT)
    )
    return OrbatNode(
        own(Arm.HEADQUARTERS, SizeMark.CORPS, "XXX"),
        "XXX Corps",
        "",
        Level.CORPS,
        "Lt-Gen Brian Horrocks",
        "57,200 men, 402 tanks, 663 guns",
        subordinates=(*corps_troops, armour, *(division(number) for number in range(1, divisions + 1))),
    )


def big_head(title: str) -> Masthead:
    return Masthead(
        "Allied",
        "#1b4f8a",
        "Operation Market Garden",
        title,
        "XXX Corps",
        "Paper 2",
        "to Commander XXX Corps",
        "17 September 1944, 12:00",
        "Turn 1 of 36",
        entry=3,
        head="00ab12cd",
    )


def big_orbat(divisions: int = 6) -> OrbatChart:
    totals = FactTable(
        "Corps strength",
        ("", "men", "tanks", "guns"),
        (("present", "57,200", "402", "663"), ("establishment", "60,700", "504", "672")),
    )
    return OrbatChart(
        big_head("Order of battle"),
        (big_tree(divisions),),
        totals,
        ("Grenadier group: 2 tank and 1 motor. Irish group leads.",),
    )


def roster_group(node: OrbatNode) -> RosterGroup:
    assert node.level is not None
    units = [n for n in node.subordinates if n.level is None]
    rows = tuple(
        RosterRow(
            n.symbol,
            n.name,
            n.symbol.number,
            "Lt-Col J. Vandeleur" if i % 3 == 0 else "",
            Strength(780 - 37 * (i % 5), 845, 780 - 30 * (i % 5), 0, 0, 6, 6),
            "Moving",
            i % 4 == 0,
            "Nijmegen",
            "Gds Armd" if i % 5 == 0 else "",
            "-24 men" if i % 3 == 0 else "",
        )
        for i, n in enumerate(units)
    )
    groups = tuple(roster_group(n) for n in node.subordinates if n.level is not None)
    total = Strength(12862, 13434, 12900, 183, 216, 288, 288) if node.level is not Level.COMMAND else None
    return RosterGroup(node.name, node.level, node.led_by, rows, groups, total, "-97 men")


def big_roster(divisions: int = 6) -> Roster:
    return Roster(
        big_head("Roster"),
        (roster_group(big_tree(divisions)),),
        "est. establishment   men: present today   attached: fights under that command",
    )


# The worst


LONG = "Schwere Panzerj\N{LATIN SMALL LETTER A WITH DIAERESIS}ger-Lehrabteilung Gro\N{LATIN SMALL LETTER SHARP S}deutschland und Fallschirmj\N{LATIN SMALL LETTER A WITH DIAERESIS}gerregiment H\N{LATIN SMALL LETTER U WITH DIAERESIS}bner"
CYRILLIC = "\u0413\u0432\u0430\u0440\u0434\u0435\u0439\u0441\u043a\u0430\u044f \u0441\u0430\u043c\u043e\u0445\u043e\u0434\u043d\u043e-\u0430\u0440\u0442\u0438\u043b\u043b\u0435\u0440\u0438\u0439\u0441\u043a\u0430\u044f \u0431\u0440\u0438\u0433\u0430\u0434\u0430 \u0420\u0436\u0435\u0432\u0441\u043a\u043e-\u0421\u044b\u0447\u0451\u0432\u0441\u043a\u043e\u0433\u043e \u043d\u0430\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u0438\u044f"
POLISH = "\u0141\u00f3d\u017a - 1. Samodzielna Brygada Spadochronowa \u017b\u00f3\u0142\u0107"
UNBROKEN = "Donaudampfschifffahrtselektrizit\N{LATIN SMALL LETTER A WITH DIAERESIS}tenhauptbetriebswerkbauunterbeamtengesellschaft"


def worst_names(count: int) -> tuple[str, ...]:
    words = (LONG, CYRILLIC, POLISH, UNBROKEN, "\u0150rs\u00e9g \u0170rhaj\u00f3 z\u00e1szl\u00f3alj")
    return tuple(f"{i + 1}. {words[i % len(words)]}" for i in range(count))


def worst_head(title: str) -> Masthead:
    return Masthead(
        "Deutsch-Italienische Panzerarmee Afrika",
        "#f5e663",
        f"Operation {POLISH}",
        f"{title} {LONG}",
        CYRILLIC,
        "Paper 1234567",
        f"for {LONG} only",
        f"in the night of 31 December 1942 to {POLISH}",
        "Day 123, turn 4 of 4, a long time after the beginning of it all",
        "",
        f"{LONG} {CYRILLIC}",
        123456,
        "deadbeef",
    )


def worst_tree(battalions: int = 30) -> OrbatNode:
    arms = tuple(Arm)
    units = tuple(
        OrbatNode(
            own(
                arms[i % len(arms)],
                tuple(SizeMark)[i % 6],
                f"{i + 1}/{i + 7}",
                state=tuple(State)[i % 5],
                dug_in=i % 3 == 0,
                resting=i % 4 == 0,
            ),
            name,
            "",
            None,
            LONG,
            CYRILLIC,
            POLISH,
            LONG,
        )
        for i, name in enumerate(worst_names(battalions))
    )
    return OrbatNode(
        own(Arm.MIXED, SizeMark.BRIGADE, "100000", headquarters=True, ad_hoc=True),
        LONG,
        "",
        Level.COMMAND,
        CYRILLIC,
        POLISH,
        LONG,
        "",
        units,
    )


def worst_orbat() -> OrbatChart:
    root = OrbatNode(
        own(Arm.HEADQUARTERS, SizeMark.CORPS), CYRILLIC, "", Level.CORPS, LONG, LONG, LONG, LONG, (worst_tree(),)
    )
    return OrbatChart(
        worst_head("Order of battle"),
        (root,),
        FactTable(LONG, ("", "men", "guns"), ((LONG, "12345", "67"), (CYRILLIC, "9", "8"))),
        (LONG, CYRILLIC),
    )


def small_worst_orbat() -> OrbatChart:
    chart = worst_orbat()
    return replace(chart, roots=(replace(chart.roots[0], subordinates=(worst_tree(9), worst_tree(5))),))


def worst_roster() -> Roster:
    node = worst_tree()
    rows = tuple(
        RosterRow(
            n.symbol,
            n.name,
            n.symbol.number,
            LONG,
            Strength(12345, 1, 99999, 1234, 12345, 1234, 12345),
            CYRILLIC,
            True,
            POLISH,
            LONG,
            CYRILLIC,
        )
        for n in node.subordinates
    )
    return Roster(
        worst_head("Roster"),
        (
            RosterGroup(
                LONG, Level.COMMAND, CYRILLIC, rows, (), Strength(99999, 99999, 99999, 9999, 9999, 9999, 9999), LONG
            ),
        ),
        LONG,
    )


def worst_row(row: UnitRow, step: int, name: str) -> UnitRow:
    """A line with everything as long as it may be."""
    cells = ("HQ 12", *row.cells[1:-1], "E I")
    return replace(row, line=step + 1, name=name, note=CYRILLIC, arrives="arrives T3" if step % 2 else "", cells=cells)


def worst_sheet(lines: int = 30) -> BattleSheet:
    sheet = brevity_sheet()
    names = worst_names(lines)
    units = tuple(worst_row(sheet.body.blocks[0].rows[i % 5], i, name) for i, name in enumerate(names))
    odds = tuple(Fact(n, "13/18, 17/18") for n in ("German", "Italian", "Japanese", "Commonwealth"))
    command = block(
        "A", LONG, CYRILLIC, "+1", "5-6", "night, inexperienced: fails", odds, (1, 2, 3, 4) * 2, Posture.LINE, units
    )
    whole = BoxGroup("Posture", tuple(Box(label=one.value.capitalize()) for one in Posture))
    command = replace(command, groups=(command.groups[0], whole))
    places = tuple(
        TablePlace(name[:40], (8 + i * 5 % 90, 5 + i * 7 % 33), i == 0) for i, name in enumerate(worst_names(14))
    )
    features = (
        TableFeature(FeatureKind.SEA, ((0, 40), (30, 40), (0, 25)), "Gulf of Sollum"),
        TableFeature(FeatureKind.ESCARPMENT, ((10, 0), (40, 12), (96, 15)), "Escarpment"),
        TableFeature(FeatureKind.RIVER, ((0, 10), (60, 30), (96, 31)), "Waal"),
        TableFeature(FeatureKind.WIRE, ((50, 0), (50, 40))),
        TableFeature(FeatureKind.WOOD, ((70, 20), (90, 20), (85, 28))),
    )
    table = replace(
        sheet.table,
        places=places,
        features=features,
        crossings=(TableCrossing("Waalbrug", (60, 30), CrossingState.DESTROYED),),
        north_deg=30,
    )
    return replace(
        sheet,
        masthead=replace(worst_head("Battle 99:"), code="BREV-99-DEUTSCH-7K2X9"),
        strip=(*STRIP, Fact("What the weather does in this system", LONG)),
        table=table,
        role="You attack at dawn with everything",
        role_note=LONG,
        orders=(Fact("22 Gds Bde, line 4", (LONG + " ") * 14), Fact("7 Armd Bde", CYRILLIC)),
        situation=(Fact("Holds", (LONG + " ") * 14), Fact("Objective of the whole", CYRILLIC)),
        enemy=tuple(
            EnemyGroup(
                f"{name}, {CYRILLIC}",
                tuple(
                    KnownEnemy(enemy(Arm.ARMOUR), f"{name}, {CYRILLIC}", str(age)) for age in range(122, 122 + count)
                ),
            )
            for count, name in enumerate(worst_names(7), 1)
        ),
        arrivals=tuple(
            Arrival(f"Line {' '.join(map(str, range(1, 12)))}", "from turn 3 on the next day", LONG) for _ in range(9)
        ),
        guns=tuple(OffTableGuns(name, CYRILLIC) for name in worst_names(6)),
        air=tuple(AirMission(LONG, CYRILLIC, "T2 and T3", POLISH) for _ in range(6)),
        house_rules=(LONG * 3, CYRILLIC * 3),
        body=replace(
            sheet.body,
            blocks=(command, *sheet.body.blocks),
            readings=tuple(Fact(name, LONG * 3) for name in worst_names(60)),
        ),
        notes="Lorem ipsum dolor sit amet, é ö ł ß. " * 560,
        track=tuple(replace(cell, note=LONG) for cell in brevity_track() * 2),
    )


def worst_return(lines: int = 30) -> ReturnForm:
    form, sheet = brevity_return(), worst_sheet(lines)
    commands = tuple(
        ReturnCommand(
            c.letter,
            c.name,
            tuple(
                ReturnLine(u.line, symbol_of(u), u.name, u.state, "due T3", False, dug_in(u), held(u)) for u in c.rows
            ),
        )
        for c in sheet.body.blocks
    )
    return replace(
        form,
        masthead=sheet.masthead,
        qr="BREV-99-DEUTSCH-7K2X9",
        commands=commands,
        sides=(LONG, CYRILLIC),
        objectives=worst_names(12),
        orders=tuple(Fact("ABCDEFGH"[i], name) for i, name in enumerate(worst_names(8))),
        commanders=worst_names(9),
        changes=worst_names(40),
    )


def empty_sheet() -> BattleSheet:
    head = Masthead("Axis", AXIS, "Operation Brevity", "Battle 1: Halfaya", code="BREV-1-AX-000")
    return BattleSheet(head, (), TableMap(96, 40, "8 in. = 1 km"), "You hold")


def empty_return() -> ReturnForm:
    return ReturnForm(
        replace(empty_sheet().masthead, title="Return: Halfaya"), "BREV-1-AX-000", (), ("Axis", "British")
    )


def empty_orbat() -> OrbatChart:
    return OrbatChart(
        Masthead(
            "Axis",
            AXIS,
            "Operation Brevity",
            "Order of battle",
            "a side of which nothing is known yet, as on the evening before the first day of it all",
        ),
        (),
    )


def empty_roster() -> Roster:
    return Roster(Masthead("Axis", AXIS, "Operation Brevity", "Roster"), ())


def empty_sitrep() -> Sitrep:
    head = Masthead(
        "Axis",
        AXIS,
        "Operation Brevity",
        "Situation report",
        "a side of which nothing is known yet, as on the evening before the first day of it all",
    )
    return Sitrep(head, "Nothing has happened, nothing was seen and nobody is owed anything.")


def army_orbat() -> OrbatChart:
    first, second = big_tree(2), big_tree(3)

    def renamed(node: OrbatNode, prefix: str) -> OrbatNode:
        return replace(
            node,
            name=f"{prefix} {node.name}",
            short=f"{prefix} {node.short or node.name}",
            subordinates=tuple(renamed(below, prefix) for below in node.subordinates),
        )

    troops = (OrbatNode(own(Arm.ENGINEER, B, "9"), "9 Army Engineers", "Army Unit 9", strength="500"),)
    root = OrbatNode(
        own(Arm.HEADQUARTERS, SizeMark.ARMY, "2"),
        "Second Army",
        "",
        Level.ARMY,
        "Lt-Gen Miles Dempsey",
        subordinates=(*troops, renamed(first, "Va"), renamed(second, "Wb")),
    )
    return OrbatChart(big_head("Order of battle"), (root,))


def odd_orbats() -> tuple[OrbatChart, ...]:
    """Battalions under a corps, a command under a corps beside a division, one lone battalion, deep chains, many small
    commands."""

    def unit(name: str) -> OrbatNode:
        return OrbatNode(own(Arm.INFANTRY, B, "1"), name)

    def formation(name: str, level: Level, *below: OrbatNode) -> OrbatNode:
        return OrbatNode(own(Arm.INFANTRY, SizeMark.BRIGADE, headquarters=True), name, "", level, subordinates=below)

    corps, division, command = Level.CORPS, Level.DIVISION, Level.COMMAND
    trees = (
        formation(
            "X Corps",
            corps,
            unit("Alpha"),
            unit("Bravo"),
            formation("Y Command", command, unit("Charlie")),
            formation("Z Division", division, unit("Delta"), formation("W Command", command, unit("Echo"))),
        ),
        unit("Foxtrot"),
        formation("X Command", command, unit("Golf")),
        formation(
            "A Army",
            Level.ARMY,
            formation(
                "B Corps",
                corps,
                formation("C Division", division, formation("D Command", command, unit("Hotel"), unit("India"))),
            ),
        ),
        formation(
            "X Division",
            division,
            *(formation(f"Command {i}", command, unit(f"Kilo{i:02d}"), unit(f"Lima{i:02d}")) for i in range(11)),
        ),
        formation("X Division", division, *(unit(f"Mike{i:02d}") for i in range(23))),
        formation("X Division", division, *(unit(f"Nov{i:02d}") for i in range(90))),
        formation("X Corps", corps, formation("Y Command", command, *(unit(f"Oscar{i:02d}") for i in range(40)))),
        formation(
            "X Corps",
            corps,
            *(formation(f"Command {i}", command, *(unit(f"Pa{i:02d}{j}") for j in range(3))) for i in range(30)),
        ),
    )
    return tuple(OrbatChart(brevity_head("Order of battle", "odd", "Paper 1"), (tree,)) for tree in trees)


def worst_order_form() -> OrderForm:
    rows = tuple(
        OrderRow(own(tuple(Arm)[i % 29], B), name, i % 5, CYRILLIC, LONG, LONG * 2, POLISH, CYRILLIC)
        for i, name in enumerate(worst_names(30))
    )
    return OrderForm(
        worst_head("Orders"),
        LONG,
        CYRILLIC,
        POLISH,
        LONG,
        rows,
        3,
        tuple(AirRow(f"a{n}", LONG, CYRILLIC) for n in range(12)),
    )


def worst_sitrep() -> Sitrep:
    names = worst_names(30)
    counts = tuple(OwnCount(kind, 12345, 99999, 54321, 54321) for kind in ("men", "tanks", "armoured cars"))
    lines = tuple(
        OwnLine(
            name,
            counts[: i % 3 + 1],
            own(tuple(Arm)[i % 29], tuple(SizeMark)[i % 11]),
            LONG,
            True,
            CYRILLIC,
            i % 2 == 0,
        )
        for i, name in enumerate(names)
    )
    strip = SupplyStrip(
        300_000,
        tuple((i * 10_000, name) for i, name in enumerate(names)),
        (Stretch(0, 90_000), Stretch(200_000, 300_000)),
        tuple(Stretch(i * 20_000, i * 20_000 + 500) for i in range(9)),
        (LONG, CYRILLIC),
    )
    return Sitrep(
        worst_head("Situation report"),
        (LONG + " ") * 5,
        Digest(tuple(Event("23:59", f"{name} {CYRILLIC} {LONG}", i % 2 == 0) for i, name in enumerate(names)), 9999),
        lines,
        counts,
        prisoners=LONG,
        contacts=tuple(
            SightedEnemy(enemy(Arm.ARMOUR, B), name, CYRILLIC, POLISH, i * 7, i) for i, name in enumerate(names)
        ),
        decisions=tuple(OwedDecision(f"{name} {CYRILLIC}", f"campaign orders --for {POLISH}") for name in names[:8]),
        supply=SupplyNews(
            LONG,
            tuple(names[:9]),
            tuple(SupplyCutOff(tuple(names[i : i + 5]), LONG) for i in range(5)),
            LONG * 2,
            LONG,
            tuple(Fact(name, CYRILLIC) for name in names[:5]),
            strip,
        ),
        weather=(Fact(LONG, CYRILLIC), Fact("16 May", LONG * 4)),
        light=CYRILLIC,
        neighbours=tuple(Fact(name, LONG) for name in names[:9]),
        notes="Lorem ipsum dolor sit amet. " * 700,
        order_form=worst_order_form(),
    )


def worst_umpire() -> UmpireSheet:
    sheet, worst = brevity_umpire(), worst_sheet()
    lines = tuple(
        UmpireLine(
            i + 1,
            own(tuple(Arm)[i % 29], B, state=tuple(State)[i % 5]),
            name,
            "HQ 12",
            CYRILLIC,
            LONG,
            "arrives T3",
            State.SPENT,
            True,
            True,
            4,
            LONG,
            CYRILLIC,
        )
        for i, name in enumerate(worst_names(30))
    )
    command = UmpireCommand("A", LONG, CYRILLIC, LONG, CYRILLIC, POLISH, lines)
    side = UmpireSide(
        LONG,
        BRITISH,
        CYRILLIC,
        (Fact(LONG, LONG * 20),),
        (Fact("Aim", LONG * 20),),
        (command, command),
        worst.enemy,
        worst.arrivals,
        worst.guns,
        worst.air,
    )
    units = tuple(
        TableUnit(own(tuple(Arm)[i % 29], B), (8 + i * 11 % 80, 4 + i * 7 % 32), f"A{i}", AXIS) for i in range(12)
    )
    return replace(
        sheet,
        masthead=worst_head("Battle 99"),
        table=replace(worst.table, units=units),
        sides=(side, replace(side, name="Axis", accent=AXIS), UmpireSide("Neutral", BLACK, "looks on")),
        house_rules=worst.house_rules,
        warnings=(LONG * 3, CYRILLIC * 3),
        notes="Lorem ipsum dolor sit amet. " * 760,
    )


def air_tasking() -> AirTasking:
    """Two groups of one side on the morning of the second turn."""
    clear = "night: only medium and heavy bombers attack (OB-AIR-10)"
    turns = (
        AirTurn(1, "22:00-04:00", Light.MOONLIGHT, Sky.CLEAR),
        AirTurn(2, "04:00-10:00", Light.DAY, Sky.CLEAR),
        AirTurn(3, "10:00-16:00", Light.DAY, None),
        AirTurn(4, "16:00-22:00", Light.DAY, None),
    )
    blenheims = AirGroupLine(
        "14 Squadron RAF",
        "Allied",
        AirType.MEDIUM_BOMBER,
        "Blenheim",
        "Maaten Bagush / Sidi Haneish",
        Sky.CLEAR,
        1,
        1,
        "1.1",
        "2.1",
        "none",
        (Flight(1, over=True), Flight(2), Flight(3), Flight(4)),
        "before the turn",
    )
    hurricanes = AirGroupLine(
        "73 Squadron RAF",
        "Allied",
        AirType.GROUND_ATTACK,
        "Hurricane",
        "Sidi Haneish",
        Sky.CLEAR,
        0,
        2,
        "",
        "",
        "22nd Guards Brigade Group",
        (
            Flight(1, clear, over=True),
            Flight(2),
            Flight(3, "it has attacked in turn 1.2 already: one target a turn (OB-AIR-04, -09)"),
            Flight(4),
        ),
        "before the turn",
    )
    sorties = (
        Sortie(
            "14 Squadron RAF",
            "Allied",
            "1.2",
            "04:00-10:00",
            AirTask.STRIKE,
            "Fort Capuzzo",
            MissionState.FLOWN,
            "attacked the troops there: own troops saw infantry spent",
        ),
        Sortie(
            "73 Squadron RAF",
            "Allied",
            "1.3",
            "10:00-16:00",
            AirTask.SUPPORT,
            "with 22nd Guards Brigade Group",
            MissionState.TASKED,
            "",
        ),
    )
    head = brevity_head("Air tasking", "day 1, 15 May 1941", "Day 1")
    return AirTasking(
        head,
        "British",
        1,
        "15 May 1941",
        turns,
        (blenheims, hurricanes),
        sorties,
        ("On a 1 the enemy picks the target.",),
    )


def worst_air_tasking() -> AirTasking:
    paper = air_tasking()
    names = worst_names(20)
    groups = tuple(
        replace(
            paper.groups[n % 2],
            name=name,
            aircraft=CYRILLIC,
            base=LONG,
            controller=UNBROKEN,
            side=POLISH if n % 2 else "Allied",
        )
        for n, name in enumerate(names)
    )
    sorties = tuple(
        replace(paper.sorties[n % 2], group=name, target=LONG, result=f"{CYRILLIC} {LONG}")
        for n, name in enumerate(names * 2)
    )
    return replace(
        paper, masthead=worst_head("Air tasking"), groups=groups, sorties=sorties, notes=(LONG * 3, CYRILLIC * 3)
    )


def empty_air_tasking() -> AirTasking:
    paper = air_tasking()
    return replace(paper, groups=(), sorties=(), notes=())
