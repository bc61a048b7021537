"""The quick-reference tables of Brigadier General Commands that a sheet needs, in our own words (BGC-TAB).

Where the preview is silent and no house file speaks, the place is blank with the section's number, to be written in.

    quick_tables(grades, house, book, night=) -> tuple[QuickTable, ...]
    blank(section)          what stands in a place that nobody has filled
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.hits import harm
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.indirect import mission_row
from campaign.rules.tabletop.brigadier.steps import PRINTED, stepped_down
from campaign.rules.tabletop.brigadier.tables import (
    SHELTER_OF,
    Defence,
    FireKind,
    Grade,
    MissionKind,
    Order,
    Phase,
    Shelter,
    Who,
)
from campaign.views.sheet import QuickRow, QuickTable, RowTone, quick_table

MOST_SIXES_SHOWN = 10
STEPS_SHOWN = (1, 2, 3, 4, 6, 8)
_WHO = {Who.BOTH: "both", Who.INITIATIVE: "initiative", Who.CONTESTING: "contesting"}


def blank(section: str) -> str:
    """A place to write in, with the section of the book: ``__ (11.7.1)``."""
    return f"__ ({section})"


def _multiple(value: Fraction | None, section: str) -> str:
    return blank(section) if value is None else "no" if value == 0 else f"x{value}"


def _silent(house: House) -> str:
    """What of firing neither the preview nor the house file says."""
    texts = [
        f" {subject}: {blank(section)}."
        for subject, section, table in (
            ("Arc of fire", "11.5.4", house.arc),
            ("Aimed and Area Fire on one target", "11.5.11", house.combined),
        )
        if not table
    ]
    return "".join(texts)


BUG_OUT = (
    "Bug Out, said before the dice fall: one full move away from the fire, at once on Back, no other move this turn; on"
    " a 1 one kill and one wound. Not against ambush or aircraft; the firer gets no other target."
)
"""BGC-BUG-01 to -08."""


def kills(house: House) -> QuickTable:
    """Sixes to kills and wounds in all six cells (BGC-TAB-11)."""
    cells = [(kind, shelter) for kind in FireKind for shelter in Shelter]
    rows = [
        (str(sixes), *(str(harm(sixes, kind, shelter)) for kind, shelter in cells))
        for sixes in range(1, MOST_SIXES_SHOWN + 1)
    ]
    return quick_table(
        "Sixes: kills + wounds",
        rows,
        (
            f"{kind.value.title()}: {shelter.value}" if shelter is Shelter.OPEN else shelter.value
            for kind, shelter in cells
        ),
        note=(
            f"The unhurt first. On Double every die against you counts twice. Four dead: off the table.{_silent(house)}"
            f" {BUG_OUT}"
        ),
    )


def covers() -> QuickTable:
    """What is soft and hard cover (BGC-TAB-09)."""
    by_shelter = {
        shelter: ", ".join(feature.value for feature, of in SHELTER_OF.items() if of is shelter)
        for shelter in (Shelter.SOFT, Shelter.HARD)
    }
    rows = (
        (by_shelter[Shelter.SOFT], "soft"),
        (by_shelter[Shelter.HARD], "hard"),
        ("anywhere else", "open"),
        ("woods under artillery, unless dug in or in closed armour", "open"),
    )
    return quick_table("Cover", rows)


def sequence(house: House) -> QuickTable:
    """The firing sequence (BGC-TAB-06)."""
    rows = [
        (
            f"{step.number}  {step.text}",
            _WHO[step.side],
            (
                step.kind.value.title()
                if step.kind
                else ("house file" if house.flak else blank("11.5.1"))
                if step.number == 1
                else "by order"
            ),
        )
        for step in tables.FIRING_SEQUENCE
    ]
    note = (
        "Fire may be put off to a later step, declared at its first with its target. Off-board guns then fire in any"
        " case."
    )
    return quick_table("Firing sequence", rows, ("Who", "Factors"), note=note)


def orders(house: House) -> QuickTable:
    """What each order allows (BGC-TAB-05)."""
    rows = []
    for order, rule in house.orders.items():
        fire = blank("11.2") if rule.fire is None else "none" if not rule.fire else rule.fire[0].value
        assault = blank("11.2") if rule.assault is None else "yes" if rule.assault else "no"
        defence = (
            blank("11.2")
            if rule.defence is None
            else "dice x2"
            if rule.defence is Defence.DOUBLED
            else rule.defence.value
        )
        calls = "yes" if rule.call_indirect else "no"
        move = _multiple(rule.move, "11.2") + (
            f", paved x{rule.move_paved}" if rule.move_paved and rule.move_paved != rule.move else ""
        )
        rows.append((f"{order.rung}  {order.value}", move, fire, assault, defence, calls))
    note = (
        f"Lower yourself freely; a commander raises {house.raises} platoon{'s' * (house.raises != 1)} a turn, "
        f"by radio or within {house.contact_in} in. "
        "With wounded, Double moves x1. Calls: may call guns, may save fire."
    )
    return quick_table("Orders, best first", rows, ("Move", "Fire", "Assault", "Assaulted", "Calls"), note=note)


def spotting(house: House, *, night: bool) -> QuickTable:
    """How far one sees (BGC-TAB-12); by night the house file's."""
    rows = [
        QuickRow(("vehicles, limbered guns", f'{tables.SEEN_VEHICLE_IN}"')),
        QuickRow(("foot, guns in action", f'{tables.SEEN_FOOT_IN}"')),
        QuickRow(("whoever has fired", f'{tables.SEEN_FIRED_IN}"')),
        QuickRow(("each level you look down", f'+{tables.SEEN_PER_LEVEL_IN}"')),
        QuickRow(("both in a wood / in a town", f'{tables.SEEN_IN_WOOD_IN}" / {tables.SEEN_IN_TOWN_IN}"')),
        QuickRow(("hiding at an edge or dug in, not fired", "not seen")),
    ]
    if night:
        rows.append(QuickRow(("by night", ""), RowTone.GROUP))
        dark = house.night
        lines = (
            (blank("12"),) * 3
            if dark is None
            else tuple(f'{inches}"' for inches in (dark.vehicle, dark.foot, dark.fired))
        )
        rows += [
            QuickRow((target, inches)) for target, inches in zip(("vehicles", "foot", "fired"), lines, strict=True)
        ]
    note = "A marginal case: seen only if it has fired."
    return quick_table("Seeing", rows, note=note)


def air(house: House) -> QuickTable:
    """Where air missions fall (BGC-TAB-13)."""
    rows = []
    for kind in MissionKind:
        row = mission_row(kind, house.doubtful)
        friend, enemy = (
            " ".join("+".join(map(str, faces)) for faces in sorted(side)) for side in (row.friend, row.enemy)
        )
        rows.append((kind.value, str(row.dice), friend or "-", enemy or "always"))
    dice = "" if house.air_attack else f" Dice of an attack: {blank('11.4.3')}."
    return quick_table(
        "Air missions",
        rows,
        ("Dice", "Friends", "Enemy"),
        note=f"Area Fire. On friends: the other side picks and rolls. No Bug Out.{dice}",
    )


def _step(to: Order | NotCovered, printed: Order | None) -> str:
    """Where the steps lead by the house file; without one the cell that the text prints, the others blank."""
    if isinstance(to, NotCovered):
        return printed.value if printed is not None else "__"
    return to.value


def steps(grades: Sequence[Grade], house: House) -> QuickTable:
    """Where steps down lead, for the grades of this force (BGC-M-16)."""
    rows = []
    for grade in grades:
        rows.append(QuickRow((grade.value, *("" for _ in STEPS_SHOWN)), RowTone.GROUP))
        for order in (Order.DOUBLE, Order.MOVE, Order.AIM, Order.DEFEND):
            stepped_downs = [stepped_down(order, grade, count, house.ladder) for count in STEPS_SHOWN]
            rows.append(
                QuickRow(
                    (
                        order.value,
                        *(
                            _step(to, PRINTED.get((grade, order, count)))
                            for to, count in zip(stepped_downs, STEPS_SHOWN, strict=True)
                        ),
                    )
                )
            )
    has_form = house.ladder is not None and house.ladder.form is not None
    source = "" if has_form else f" Where they lead: {blank('11.5.10')}."
    area = (
        blank("11.5.10")
        if house.ladder is None or house.ladder.area_faces is None
        else ", ".join(map(str, sorted(house.ladder.area_faces)))
    )
    return quick_table(
        "Steps down",
        rows,
        map(str, STEPS_SHOWN),
        note=f"Aimed Fire: each 5 and 6, whatever the cover. Area Fire: {area}.{source}",
    )


def _phase_note(text: str, table: object, section: str) -> str:
    """What is said of a phase; where no house file has it, with the section of the book that the preview leaves out."""
    if table is not None:
        return text or "by the house file"
    return f"{text}: {blank(section)}" if text else blank(section)


def _radio(house: House) -> str:
    """``1d6 a battalion: 3 4 5 6``; where the faces differ by grade or nation, the house file has them."""
    radio = house.radio
    if radio is None:
        return f"radio, a die a battalion: {blank('11.3')}"
    faces = set(radio.success.values())
    need = f": {' '.join(map(str, sorted(next(iter(faces)))))}" if len(faces) == 1 else ", house file"
    return f"radio, {radio.die} a battalion{need}"


def phases(house: House) -> QuickTable:
    """The ten phases (BGC-TAB-04), with the sections of those that the preview leaves out."""
    notes = {
        Phase.INITIATIVE: "the holder may pass it on, once",
        Phase.ORDERS: "lower your own; raise one each",
        Phase.COMMUNICATIONS: _radio(house),
        Phase.CALL_FIRE: "Aim or Defend, one target a platoon",
        Phase.FIRING: "six steps; bug out first: 1 costs 1+1",
        Phase.SURRENDER: _phase_note("", house.surrender, "11.6"),
        Phase.MOVEMENT: _phase_note("singly; saved fire", house.shots_per_turn, "11.7.3"),
        Phase.CLOSE_ASSAULT: _phase_note("", house.close_assault, "11.8"),
        Phase.MEDIC: _phase_note("some wounded return", house.medic, "11.9"),
        Phase.TIME: _phase_note("the clock; initiative may change", house.time or house.minutes_per_turn, "11.10"),
    }
    return quick_table(
        "A turn", ((f"{number}  {phase.value}", notes[phase]) for number, phase in enumerate(Phase, 1)), words=2
    )


def setup(book: Rulebook, attacks: bool | None = True) -> QuickTable:
    """What is settled and marked before the first turn (BGC-SETUP); in a meeting engagement both attack."""
    begins = (
        "Attackers have the initiative. Standing defenders begin on Aim,"
        if attacks is not None
        else "Both attack: dice for the initiative (house). Who has dug in begins on Aim,"
    )
    rows = [
        (
            "Defenders nobody can see may be noted on the map; they go on the table when an attacker sees them or they"
            " fire."
        ),
        "All others start on the table, each with its order marked.",
        "Mark each battalion in or out of radio contact: in, unless the record says otherwise.",
        "Mark the kills of weakened platoons; all others are whole.",
        f"{begins} movers on Double or Move as you like.",
        "Settle the time of day, sunrise and sunset.",
        "Card or wooden blocks do for models, contours for the table.",
        "A quarter inch either way will do; in doubt say it and agree.",
    ]
    if book.switch("brigadier.planned_map_fire"):
        rows.append("Write down planned map fire: place and time of day.")
    return quick_table("Before turn 1", ((row,) for row in rows))


def hidden_movement() -> QuickTable:
    """The optional rule of plotting (BGC-UMP)."""
    rows = (
        "Plot movement on paper; place models only when the enemy would know of them.",
        "With an umpire: he compares both plots and says when to place models.",
        "Without: plot ahead and play it out, whatever the enemy does, until the sides see each other.",
        "If only one side moves, the other's models stay off the table until the advancing troops see them;",
        "then only the places of those who hide need be plotted.",
    )
    return quick_table("Hidden movement", ((row,) for row in rows))


def quick_tables(
    grades: Sequence[Grade], house: House, book: Rulebook, *, night: bool, has_air: bool, attacks: bool | None = True
) -> tuple[QuickTable, ...]:
    """Those that a force of these grades can use in this battle."""
    quick_tables = [
        setup(book, attacks),
        phases(house),
        orders(house),
        sequence(house),
        kills(house),
        covers(),
        steps(grades, house),
        spotting(house, night=night),
    ]
    if has_air:
        quick_tables.append(air(house))
    return tuple([*quick_tables, hidden_movement()] if book.switch("brigadier.hidden_movement") else quick_tables)
