"""The day's returns and the campaign book at their worst and with nothing in them: long names, sixty days, notes of
20,000 characters."""

from __future__ import annotations

from base64 import b64decode

from specimens import LONG, brevity_head, brevity_table, own, worst_head, worst_names, worst_orbat
from specimens_situation import empty as nobody
from specimens_situation import worst as worst_map

from campaign.terms.forces import Arm, Level, SizeMark
from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.state import BattleState, State, SupplyGrade, TaskState
from campaign.views.battle.battle_paper import BattleMap
from campaign.views.book.campaign_book import (
    Book,
    BookBattle,
    BookDay,
    BookFighter,
    BookSide,
    DayLosses,
    DayOfSide,
    Encounter,
    FormationHistory,
    LossCurve,
    Losses,
    Photo,
    UnitHistory,
    UnitLoss,
)
from campaign.views.book.diary import Diary, DiaryDay, DiaryEntry
from campaign.views.contacts.sitrep import Digest, Event
from campaign.views.orbat.recovery import RecoveryCalendar, RecoveryDie, RecoveryRow
from campaign.views.orbat.strength import DayCount, StrengthCurve, StrengthPaper
from campaign.views.orbat.tasks import EngineerPaper, Sappers, Site, TaskLine, Work
from campaign.views.supply.logistics import DumpLine, LogisticsSide, TruckLine
from campaign.views.supply.supply import SupplyCorps, SupplyCut, SupplyLink, SupplyPaper, SupplyRow, VulnerablePoint
from campaign.words.papers import Fact

NAMES = worst_names(30)
NOTE = "Lorem ipsum dolor sit amet, consetetur sadipscing elitr. " * 360
STATES = tuple(State)


def worst_strength(days: int = 60) -> StrengthPaper:
    counts = tuple(
        DayCount(
            float(day),
            f"{day} September",
            99_999 - 999 * day,
            9_999 - 99 * day,
            999 - 9 * day,
            30 - day // 3,
            day // 4,
            day // 12,
            3,
        )
        for day in range(days + 1)
    )
    curves = [StrengthCurve(own(Arm.MIXED, SizeMark.ARMY_GROUP), LONG, NAMES[0], 0, 99_999, 9_999, 999, counts)]
    curves += [
        StrengthCurve(
            own(Arm.INFANTRY, SizeMark.BRIGADE),
            name,
            NAMES[-1],
            1 + step % 7,
            3_000 * (step % 2),
            40,
            0,
            counts[: 1 + step],
        )
        for step, name in enumerate(NAMES)
    ]
    return StrengthPaper(worst_head("Strength return"), days, tuple(curves))


def empty_strength() -> StrengthPaper:
    return StrengthPaper(brevity_head("Strength return", "", "Day 1"), 2, ())


def _sappers(step: int) -> Sappers:
    symbol = own(Arm.ENGINEER, SizeMark.COMPANY, str(step), state=STATES[step % 5])
    return Sappers(
        symbol,
        NAMES[step],
        NAMES[-step],
        f"3.0 km from {LONG} on the metalled road to {NAMES[0]}",
        "specialist",
        "Engaged, spent",
    )


def worst_engineers() -> EngineerPaper:
    works = tuple(
        Work(
            _sappers(step),
            TaskLine(
                NAMES[step],
                "side",
                list(TaskKind)[step % 11],
                list(LoadClass)[step % 3],
                LONG,
                TaskState.WORKING,
                step,
                2 * step + 1,
                "9.4",
                "OB-D-06",
            ),
        )
        for step in range(30)
    )
    sites = tuple(
        Site(name, f"{LONG} - {name}", LONG, ("", "destroyed", "intact")[n % 3], n % 3 == 1, "heavy tank", NAMES[n])
        for n, name in enumerate(NAMES)
    )
    facts = tuple(Fact(name, ", ".join(NAMES)) for name in NAMES[:4])
    return EngineerPaper(
        worst_head("Engineer tasks"), works, works, tuple(map(_sappers, range(30))), facts, sites, sites
    )


def empty_engineers() -> EngineerPaper:
    return EngineerPaper(brevity_head("Engineer tasks", "", "Day 1"), (), (), (), (), (), ())


def worst_supply() -> SupplyPaper:
    rows = tuple(
        SupplyRow(
            own(Arm.INFANTRY, SizeMark.BRIGADE, headquarters=True),
            step % 8,
            LONG,
            LONG,
            "+-" * 4,
            SupplyLink(
                name,
                Level.COMMAND,
                step % 2 == 0,
                step % 2 == 0,
                LONG,
                " - ".join(NAMES[:6]),
                "1234.5",
                "OB-SUP-05",
                NOTE[:400],
                NAMES if step % 4 == 1 else (),
                NAMES[:2] if step % 4 == 3 else (),
            ),
        )
        for step, name in enumerate(NAMES)
    )
    dumps = tuple(
        DumpLine(
            name, "division", "17/3", "5/3", 99, LONG, "123.4", False, LONG, "NQM-LOG-11", LONG, "NQM-POL-04", NAMES[:3]
        )
        for name in NAMES
    )
    trucks = tuple(
        TruckLine(n, "fuel vehicle", name, LONG, "9.4", "10.1", "99.9", "held up", LONG, "NQM-LOG-11")
        for n, name in enumerate(NAMES)
    )
    points = tuple(VulnerablePoint(LONG, n % 2 == 0, 255, NAMES[:9], NAMES[:2]) for n in range(12))
    return SupplyPaper(
        worst_head("Supply state"),
        ("1.1", "2.4"),
        tuple(SupplyCorps(name, SupplyGrade("poorly")) for name in NAMES[:3]),
        rows,
        99,
        999,
        points,
        tuple(SupplyCut(NAMES[:5], 255, NAMES[:9]) for _ in range(6)),
        LogisticsSide("side", dumps, trucks, (NOTE[:3000],)),
    )


def empty_supply() -> SupplyPaper:
    return SupplyPaper(brevity_head("Supply state", "", "Day 1"), (), (), (), 0, 0, ())


def worst_recovery() -> RecoveryCalendar:
    rows = tuple(
        RecoveryRow(
            own(Arm.ROCKET, number="999", state=STATES[n % 5]),
            name,
            LONG,
            "Resting, spent",
            tuple(STATES[(n + d) % 5] for d in range(30)),
            n % 2 == 0,
        )
        for n, name in enumerate(NAMES)
    )
    dice = tuple(RecoveryDie(name, NOTE[:200], NAMES) for name in NAMES[:5])
    return RecoveryCalendar(
        worst_head("Recovery calendar"), tuple(f"{d} Sep" for d in range(61)), 30, 30, 15, 99, 9, dice, rows
    )


def empty_recovery() -> RecoveryCalendar:
    return RecoveryCalendar(brevity_head("Recovery calendar", "", "Day 1"), ("14 May", "15 May"), 1, 0, 0, 0, 0, (), ())


def worst_entries(when: str) -> tuple[DiaryEntry, ...]:
    return tuple(DiaryEntry(when, f"{name} {NOTE[:220]}", n % 3 == 0, 1 + n % 3) for n, name in enumerate(NAMES[:12]))


def worst_diary() -> Diary:
    days = (DiaryDay(n, "Wednesday 30 September 1944", worst_entries("22:00")) for n in range(1, 9))
    return Diary(worst_head("Diary"), tuple(days))


WHITE_DOT = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==")
"""A picture of one white point, as a PNG."""
WORST_LOSSES = Losses(99_999, 999, 999)


def worst_book() -> Book:
    lines = worst_entries("30 Sep 22:00")
    fighters = tuple(
        BookFighter(n, name, LONG, "guns in range", STATES[n % 2], STATES[n % 5], WORST_LOSSES)
        for n, name in enumerate(NAMES[:12])
    )
    battles = tuple(
        BookBattle(
            number,
            LONG,
            LONG,
            1,
            "night 30 September/1 October 1944, 22:00-04:00",
            "Brigadier General Commands",
            BattleState.SETTLED,
            LONG,
            LONG,
            (NOTE[:2000],),
            (
                BookSide(LONG, fighters, (), "99 taken, 99 lost", ((LONG, "in part"),), WORST_LOSSES),
                BookSide("Axis", (), NAMES, "", ()),
            ),
            tuple(f"{name} spent." for name in NAMES[:10]),
            (Fact(LONG, NOTE[:900]), Fact("Axis", NOTE[:900])),
            BattleMap(brevity_table()),
            BattleMap(brevity_table()) if number > 1 else None,
            tuple(Photo(f"{n}.png", NOTE[: 90 * n], "image/png", WHITE_DOT) for n in range(3)) if number == 1 else (),
            tuple(f"  {name} rolls 1 2 3." for name in NAMES) if number == 2 else (),
        )
        for number in (1, 2, 3)
    )
    units = tuple(
        UnitHistory(
            own(Arm.HEAVY_ARMOUR, number="999"),
            name,
            "999",
            LONG,
            "99,999 men, 99 armoured cars",
            "Spent: 1 of 99,999 men",
            LONG,
            tuple(STATES[(n + d) % 5] for d in range(60)),
            tuple(range(1, 40)),
            lines[:3],
            tuple(UnitLoss(n, WORST_LOSSES, f"30 September: lost {WORST_LOSSES} in battle {n}") for n in range(6)),
        )
        for n, name in enumerate(NAMES[:12])
    )
    formation = FormationHistory(own(Arm.MIXED, SizeMark.CORPS), LONG, NAMES[1], 0, lines[:2], units)
    digest = Digest(tuple(Event(line.when[-5:], line.text, line.is_blow) for line in lines))
    told = tuple(DayOfSide(side, "#8f301c", digest) for side in (LONG, "Axis"))
    weather = (Fact("22:00-04:00", "clear"),)
    day = BookDay(1, "Wednesday 27 September 1944", weather, "British 99", worst_map(), told, (1, 2, 3))
    losses = tuple(
        LossCurve(name, LONG, "#8f301c", n > 0, tuple(DayLosses(d, WORST_LOSSES, WORST_LOSSES) for d in range(1, 61)))
        for n, name in enumerate(NAMES)
    )
    met = tuple(Encounter(name, LONG, tuple((foe, tuple(range(1, 40))) for foe in NAMES[:9])) for name in NAMES)
    return Book(
        worst_head("Campaign book"),
        LONG,
        "30 September 1944 to 12 January 1945",
        (Fact("Battles", NOTE[:300]),),
        NOTE,
        (Fact(LONG, LONG), Fact("Axis", LONG)),
        (worst_orbat(),),
        (day,),
        battles,
        (worst_strength(9),),
        losses,
        met,
        (formation,),
        (worst_orbat(),),
        NAMES,
    )


def empty_book() -> Book:
    day = BookDay(1, "Thursday 15 May 1941", (), "", nobody(), (), ())
    return Book(
        brevity_head("Campaign book", "", "Day 1"),
        "tiny",
        "15 May 1941",
        (),
        "",
        (),
        (),
        (day,),
        (),
        (empty_strength(),),
        (),
        (),
        (),
        (),
        (),
    )
