"""The quick-reference charts of Not Quite Mechanised, in our own words: only the grades that this battle has.

quick_tables(grades, book, reaches=, inches_a_km=, most=) -> tuple[QuickTable]
moves(rate, inches_a_km), inches(metres, inches_a_km)     distances on the ground as distances on the table
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.nqm.firing import by_difference
from campaign.rules.tabletop.nqm.morale import holds
from campaign.rules.tabletop.nqm.support import without_leave
from campaign.rules.tabletop.nqm.tables import (
    ARTILLERY_EFFECT,
    ASSAULT,
    ENGAGE,
    RECCE,
    SCALES,
    SEQUENCE,
    Grade,
    RangeBand,
    Reach,
    Weight,
)
from campaign.terms.state import Support
from campaign.terms.target import Target
from campaign.words.sheet import QuickTable, quick_table

DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
MM_A_KM, MM_AN_INCH = 1_000_000, 25.4
# 8 inches a km are 1.6 % from 1:5,000 (OB-AMB-001), and 15 are 5 % from 1:2,500 (NQM-TBL-SCALE).
NEARLY = 0.03
"""The tolerance within which a table laid in whole inches counts as a ground scale of the book."""


def moves(rate: Fraction | None, inches_a_km: int) -> str:
    """Return a move in an hour, on the ground and on the table: ``3, 24``; a dash if it may not."""
    return DASH if rate is None else f"{float(rate):g}, {float(rate * inches_a_km):g}"


def inches(metres: int, inches_a_km: int) -> str:
    """Return a range on the table, to a tenth of an inch: ``2.4``."""
    return f"{round(float(Fraction(metres * inches_a_km, 1000)), 1):g}"


def centimetres(metres: int, inches_a_km: int) -> str:
    """Return a range on the table in centimetres, to the half: ``6``. Eight inches a kilometre are the book's 1:5,000,
    where 1 km is 20 cm (NQM-SCALE-02).
    """
    ground = MM_A_KM / (inches_a_km * MM_AN_INCH)
    scale = min(SCALES, key=lambda tier: abs(tier.ground - ground))
    exact = (
        scale.centimetres(metres)
        if abs(scale.ground - ground) < scale.ground * NEARLY
        else Fraction(metres * inches_a_km * 254, 100_000)
    )
    return f"{float(round(exact * 2) / 2):g}"


def quick_tables(
    grades: Collection[Grade],
    book: Rulebook,
    *,
    reaches: Collection[Reach] = (),
    inches_a_km: int = 8,  # 1:5,000 (NQM-SCALE-01, OB-AMB-001).
    most: Weight = Weight.HEAVY,
) -> tuple[QuickTable, ...]:
    """Return the charts: fire, ranges, recce, opening fire, assault, artillery, the steps of an attack. ``most``: the
    heaviest weapon or target of this battle.
    """
    present = [grade for grade in Grade if grade in grades]
    return (
        fire_table(most),
        *((range_table(reaches, inches_a_km),) if reaches else ()),
        recce_table(present, book),
        engage_table(present),
        assault_table(present, book),
        artillery_table(),
        sequence_table(),
        hour_table(),
    )


def pairs(difference: int, most: Weight) -> str:
    """Return the pairs of weapon and target with that difference of class: ``M v L, H v M, L v VL``; lorries and troops
    in column are VL (NQM-CLASS-03, -09).
    """
    classes = [weight for weight in Weight if weight <= most]
    result = [(weapon, weapon - difference) for weapon in classes if weapon - difference in classes]
    return ", ".join(f"{weapon.letter} v {Weight(target).letter}" for weapon, target in result)


def fire_table(most: Weight = Weight.HEAVY) -> QuickTable:
    """Return Table 12 as casualties by face, for each possible difference of class (NQM-TBL-T12, NQM-CLASS-03, -09,
    -12).
    """
    rows = []
    for difference in range(int(most), -3, -1):
        faces = by_difference(difference)
        sign = f"+{difference}" if difference > 0 else "0" if not difference else f"{MINUS}{-difference}"
        classes_text = "same class" if not difference else pairs(difference, most)
        rows.append((f"{sign}  {classes_text}", *(str(hits) if hits else DASH for hits in faces)))
    cap = texts("nqm").text("cap_note") if most is Weight.HEAVY else texts("nqm").text("caps_note")
    return quick_table("Fire: casualties by die", rows, "123456", note=f"{texts('nqm').text('fire_note')} {cap}")


def range_table(reaches: Collection[Reach], inches_a_km: int) -> QuickTable:
    """Return the chart of effective and harassing range of the weapons here, on the ground and on the table
    (NQM-TBL-RANGE, NQM-SCALE).
    """
    rows = []
    for reach in reaches:
        spans = [reach.effective_m, *([reach.harassing_m] if reach.harassing_m is not None else [])]
        rows.append(
            (
                reach.name,
                "/".join(f"{span / 1000:g}" for span in spans),
                "/".join(inches(span, inches_a_km) for span in spans),
                "/".join(centimetres(span, inches_a_km) for span in spans),
            )
        )
    return quick_table("Ranges: effective/harassing", rows, ("km", "in.", "cm"))


def _score(score: int | None) -> str:
    return str(Target(score, "")) if score != 1 else "always"


def recce_table(grades: Collection[Grade], book: Rulebook) -> QuickTable:
    """Return the chart of red and white dice (NQM-TBL-RECCE)."""
    swapped = book.word("nqm.recce.white_lookup") == "swapped"
    where = texts("nqm").text("white_swapped") if swapped else texts("nqm").text("white_changed")
    note = texts("nqm").fact("recce_note", where=where)
    return quick_table(
        note.label,
        ((grade.value, *(_score(RECCE[grade][row_grade]) for row_grade in grades)) for grade in grades),
        (grade.letter for grade in grades),
        note=note.text,
    )


def engage_table(grades: Collection[Grade]) -> QuickTable:
    """Return the chart of the blue die (NQM-TBL-ENGAGE)."""
    rows = []
    for grade in grades:
        spans = []
        for band in (RangeBand.HARASSING, RangeBand.EFFECTIVE, RangeBand.CONTACT):
            faces = [face for face, seen in enumerate(ENGAGE[grade], 1) if seen is band]
            spans.append(DASH if not faces else str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}")
        rows.append((grade.value, *spans))
    return quick_table("First fire (blue die)", rows, ("harass", "effect", "contact"))


def assault_table(grades: Collection[Grade], book: Rulebook) -> QuickTable:
    """Return the chart of close assault and break tests (NQM-TBL-ASSAULT)."""
    rows = []
    for grade in grades:
        row, hold = ASSAULT[grade], holds(grade, book)
        rows.append(
            (
                grade.value,
                str(row.attack_dice),
                str(row.defence_dice),
                "any" if row.attacks is None else str(row.attacks),
                DASH if row.breaks_at is None else str(row.breaks_at),
                DASH if hold is None else str(hold),
            )
        )
    return quick_table(
        "Close assault", rows, ("atk", "def", "times", "tests", "holds"), note=texts("nqm").text("assault_note")
    )


def artillery_table() -> QuickTable:
    """Return the chart of the smallest calibre that counts (NQM-TBL-ARTY)."""
    words = {
        Weight.LIGHT: texts("nqm").text("gun_light"),
        Weight.MEDIUM: texts("nqm").text("gun_medium"),
        Weight.HEAVY: texts("nqm").text("gun_heavy"),
    }
    rows = tuple((word, f"{ARTILLERY_EFFECT[weight]} mm") for weight, word in words.items())
    return quick_table("Smallest gun that counts", rows, ("from",), note=texts("nqm").text("harassing_note"))


def sequence_table() -> QuickTable:
    """Return the chart of the steps of an attack and of a unit's recovery (NQM-SEQ-03 to -15, NQM-REORG-12)."""
    short = {Support.UNDER_COMMAND: "UC", Support.DIRECT_SUPPORT: "DS", Support.IN_SUPPORT: "IS"}
    free, bound = (
        " and ".join(word for support, word in short.items() if without_leave(support) is leave)
        for leave in (True, False)
    )
    steps = texts("nqm").facts("attack", free=free, bound=bound)
    return quick_table("An attack", ((step.label, step.text) for step in steps), words=2)


def hour_table() -> QuickTable:
    """Return the chart of the nine steps of an hour (NQM-SEQ-01, -02)."""
    steps = tuple((f"{n} {step}",) for n, step in enumerate(SEQUENCE, 1))
    return quick_table("The hour", steps, note=texts("nqm").text("hour_note", last=len(steps) - 1))
