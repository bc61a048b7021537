"""The quick-reference tables of Not Quite Mechanised, in our own words: only the grades that this battle has.

quick_tables(grades, book) -> tuple[QuickTable]
kph(rate) -> str
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from campaign.rules.nqm.firing import by_difference
from campaign.rules.nqm.morale import holds
from campaign.rules.nqm.tables import ARTILLERY_EFFECT, ASSAULT, ENGAGE, RECCE, SEQUENCE, Grade, RangeBand, Weight
from campaign.rules.rulebook import Rulebook
from campaign.terms.target import Target
from campaign.views.sheet import QuickRow, QuickTable

DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"


def moves(rate: Fraction | None, inches_a_km: int) -> str:
    """What a unit moves in an hour, on the ground and on the table: ``3, 24``; a dash where it may not."""
    return DASH if rate is None else f"{float(rate):g}, {float(rate * inches_a_km):g}"


def quick_tables(grades: Collection[Grade], book: Rulebook) -> tuple[QuickTable, ...]:
    """Fire, recce, opening fire, assault, artillery, the steps of an attack."""
    there = [grade for grade in Grade if grade in grades]
    return (
        fire_table(book),
        recce_table(there),
        engage_table(there),
        assault_table(there, book),
        artillery_table(),
        sequence_table(),
        hour_table(),
    )


def fire_table(book: Rulebook) -> QuickTable:
    """Table 12 as casualties by face, for every difference of class (NQM-TBL-T12)."""
    rows = []
    for difference, who in ((2, "H v L"), (1, "M v L, H v M, L v VL"), (0, "same class"), (-1, "L v M, M v H"), (-2, "L v H")):
        faces = by_difference(difference, book)
        sign = f"+{difference}" if difference > 0 else "0" if not difference else f"{MINUS}{-difference}"
        rows.append(QuickRow((f"{sign}  {who}", *(str(hits) if hits else DASH for hits in faces))))
    return QuickTable(
        "Fire: casualties a die",
        tuple(rows),
        tuple("123456"),
        note="Weapon up one class at contact (100 m) or in an ambush, two in an ambush at contact. More than two classes below: nothing.",
    )


def _score(score: int | None) -> str:
    return str(Target(score, "")) if score != 1 else "always"


def recce_table(grades: Collection[Grade]) -> QuickTable:
    """Red and white dice (NQM-TBL-RECCE)."""
    return QuickTable(
        "Recce (down) sees hidden enemy",
        tuple(QuickRow((grade.value, *(_score(RECCE[grade][other]) for other in grades))) for grade in grades),
        tuple(other.letter for other in grades),
        note="Red: seen first. White, if not: hider's row, recce's column: he ambushes or lets pass; else he fires. Blue: how near.",
    )


def engage_table(grades: Collection[Grade]) -> QuickTable:
    """The blue die (NQM-TBL-ENGAGE)."""
    rows = []
    for grade in grades:
        spans = []
        for band in (RangeBand.HARASSING, RangeBand.EFFECTIVE, RangeBand.CONTACT):
            faces = [face for face, seen in enumerate(ENGAGE[grade], 1) if seen is band]
            spans.append(DASH if not faces else str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}")
        rows.append(QuickRow((grade.value, *spans)))
    return QuickTable("First fire comes at (blue)", tuple(rows), ("harass", "effect", "contact"))


def assault_table(grades: Collection[Grade], book: Rulebook) -> QuickTable:
    """Close assault and break tests (NQM-TBL-ASSAULT)."""
    rows = []
    for grade in grades:
        row, hold = ASSAULT[grade], holds(grade, book)
        rows.append(
            QuickRow((
                grade.value, str(row.attack_dice), str(row.defence_dice), "any" if row.attacks is None else str(row.attacks),
                DASH if row.breaks_at is None else str(row.breaks_at), DASH if hold is None else str(hold),
            ))
        )  # fmt: skip
    return QuickTable(
        "Close assault",
        tuple(rows),
        ("atk", "def", "times", "tests", "holds"),
        note="A die for each unwounded figure, up to these; pair highest with highest. Elite and veterans win draws against worse troops.",
    )


def artillery_table() -> QuickTable:
    """Smallest calibre that counts (NQM-TBL-ARTY)."""
    words = {Weight.LIGHT: "light armour, open", Weight.MEDIUM: "medium armour, dug in", Weight.HEAVY: "heavy armour, fort"}
    rows = tuple(QuickRow((word, f"{ARTILLERY_EFFECT[weight]} mm")) for weight, word in words.items())
    return QuickTable(
        "Guns: smallest that counts", rows, ("from",), note="Harassing fire: a score disorganises, no casualties, a third of a fire unit."
    )


def sequence_table() -> QuickTable:
    """The steps of an attack and of a unit's recovery (NQM-SEQ-03 to -15, NQM-REORG-12)."""
    steps = (
        ("1 Who commands", "UC and DS may fire; IS if released"),
        ("2 Recce", "one area an hour; mark the start line"),
        ("3 Fireplan", "lifts before the firefight"),
        ("4 Firefight", "won with more casualties caused"),
        ("5 Close assault", "veterans the same hour, others the next"),
        ("6 Reorganise", "half the red pins off, odd one 4-6, rest black"),
    )
    return QuickTable("An attack", tuple(QuickRow(step) for step in steps), words=2)


def hour_table() -> QuickTable:
    """The nine steps of an hour (NQM-SEQ-01, -02)."""
    return QuickTable("The hour", tuple(QuickRow((f"{n} {step}",)) for n, step in enumerate(SEQUENCE, 1)))
