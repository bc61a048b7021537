"""The quick-reference charts of Brigadier General Commands that a sheet needs, in our own words (BGC-TAB).

A value that neither the preview nor a house file gives is a blank with the section's number, to be written in.

    quick_tables(needs, house, book, night=) -> tuple[QuickTable, ...]
    blank(section)          the text of a value that is not given
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.hits import harm
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.house_words import Needs, by_grade, faces, house_tables
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
from campaign.terms.words import counted
from campaign.words.sheet import QuickRow, QuickTable, RowTone, quick_table

MOST_SIXES_SHOWN = 10
STEPS_SHOWN = (1, 2, 3, 4, 6, 8)
_WHO = {Who.BOTH: "both", Who.INITIATIVE: "initiative", Who.CONTESTING: "contesting"}


def blank(section: str) -> str:
    """Return a blank to write in, with the section of the book: ``__ (11.7.1)``."""
    return f"__ ({section})"


def _multiple(value: Fraction | None, section: str) -> str:
    return blank(section) if value is None else "no" if value == 0 else f"x{value}"


def _silent(house: House) -> list[str]:
    """Return the parts of firing that neither the preview nor the house file gives."""
    places = (
        (texts("brigadier").text("arc_subject"), "11.5.4", house.arc),
        (texts("brigadier").text("combined_subject"), "11.5.11", house.combined),
    )
    return [
        texts("brigadier").text("silent", subject=subject, blank=blank(section))
        for subject, section, table in places
        if not table
    ]


def kills(house: House) -> QuickTable:
    """Return the chart of sixes to kills and wounds, in all six cells (BGC-TAB-11)."""
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
        note=" ".join(
            (texts("brigadier").text("kills_note"), *_silent(house), texts("brigadier").text("bug_out_note"))
        ),
    )


def covers() -> QuickTable:
    """Return the chart of soft and hard cover (BGC-TAB-09)."""
    by_shelter = {
        shelter: ", ".join(feature.value for feature, of in SHELTER_OF.items() if of is shelter)
        for shelter in (Shelter.SOFT, Shelter.HARD)
    }
    rows = (
        (by_shelter[Shelter.SOFT], "soft"),
        (by_shelter[Shelter.HARD], "hard"),
        ("anywhere else", "open"),
        (texts("brigadier").text("tree_row"), "open"),
    )
    return quick_table("Cover", rows)


def sequence(house: House) -> QuickTable:
    """Return the chart of the firing sequence (BGC-TAB-06)."""
    rows = [
        (
            f"{step.number}  {step.text}",
            _WHO[step.side],
            (
                step.kind.value.title()
                if step.kind
                else ("by gun" if house.flak else blank("11.5.1"))
                if step.number == 1
                else "by order"
            ),
        )
        for step in tables.FIRING_SEQUENCE
    ]
    return quick_table("Firing sequence", rows, ("Who", "Factors"), note=texts("brigadier").text("sequence_note"))


def orders(house: House) -> QuickTable:
    """Return the chart of what each order allows (BGC-TAB-05)."""
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
    note = texts("brigadier").text("orders_note", raises=house.raises, within=house.contact_in)
    return quick_table("Orders, best first", rows, ("Move", "Fire", "Assault", "Assaulted", "Calls"), note=note)


def spotting(house: House, *, night: bool) -> QuickTable:
    """Return the chart of sighting distances (BGC-TAB-12); by night the house file's."""
    rows = [
        QuickRow(("vehicles, limbered guns", f'{tables.SEEN_VEHICLE_IN}"')),
        QuickRow(("foot, guns in action", f'{tables.SEEN_FOOT_IN}"')),
        QuickRow(("units that have fired", f'{tables.SEEN_FIRED_IN}"')),
        QuickRow((texts("brigadier").text("level_row"), f'+{tables.SEEN_PER_LEVEL_IN}"')),
        QuickRow((texts("brigadier").text("inside_row"), f'{tables.SEEN_IN_WOOD_IN}" / {tables.SEEN_IN_TOWN_IN}"')),
        QuickRow((texts("brigadier").text("hiding_row"), "not seen")),
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
    return quick_table("Seeing", rows, note=texts("brigadier").text("seeing_note"))


def air(house: House) -> QuickTable:
    """Return the chart of where air missions fall (BGC-TAB-13)."""
    rows = []
    for kind in MissionKind:
        row = mission_row(kind, house.doubtful)
        friend, enemy = (
            " ".join("+".join(map(str, faces)) for faces in sorted(side)) for side in (row.friend, row.enemy)
        )
        rows.append((kind.value, str(row.dice), friend or "-", enemy or "always"))
    dice = () if house.air_attack else (texts("brigadier").text("air_dice", blank=blank("11.4.3")),)
    return quick_table(
        "Air missions", rows, ("Dice", "Friends", "Enemy"), note=" ".join((texts("brigadier").text("air_note"), *dice))
    )


def _step(to: Order | NotCovered, printed: Order | None) -> str:
    """Return where the steps lead by the house file; without one the cell that the book prints, the others blank."""
    if isinstance(to, NotCovered):
        return printed.value if printed is not None else "__"
    return to.value


def steps(grades: Sequence[Grade], house: House) -> QuickTable:
    """Return the chart of where steps down lead, for the grades of this force (BGC-M-16)."""
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
    source = () if has_form else (texts("brigadier").text("steps_lead", blank=blank("11.5.10")),)
    area = (
        blank("11.5.10")
        if house.ladder is None or house.ladder.area_faces is None
        else f"each {', '.join(map(str, sorted(house.ladder.area_faces)))}"
    )
    return quick_table(
        "Steps down",
        rows,
        map(str, STEPS_SHOWN),
        note=" ".join((texts("brigadier").text("steps_note", area=area), *source)),
    )


def _radio(needs: Needs, house: House) -> str:
    """Return the line of radio: ``radio, 1d6 a battalion: 2-6 in contact``, by grade if they differ (BGC-M-07)."""
    if (radio := house.radio) is None:
        return texts("brigadier").text("no_radio", blank=blank("11.3"))
    scores = {grade: faces(radio.faces(grade, nation)) for grade, nation in needs.troops}
    until = f" {texts('brigadier').text('until_failed')}" if radio.until_failed else ""
    return texts("brigadier").text(
        "radio", die=radio.die, per=radio.per, scores=by_grade(scores, needs.grades), until=until
    )


def _surrender(needs: Needs, house: House) -> str:
    """Return the line of surrender: BGC-M-19."""
    if (gives := house.surrender) is None:
        return blank("11.6")
    scores = {grade: faces(gives.faces.get(grade, frozenset())) for grade in needs.grades}
    return texts("brigadier").text(
        "surrender",
        orders=" or ".join(order.value for order in sorted(gives.orders, key=lambda order: order.rung)),
        enemy=gives.enemy_within_in,
        friend=gives.no_friend_within_in,
        die=gives.die,
        scores=by_grade(scores, needs.grades),
    )


def _movement(house: House) -> str:
    """Return the line of movement: BGC-M-20, -22."""
    if house.shots_per_turn is None:
        return f"{texts('brigadier').text('moving')}: {blank('11.7.3')}"
    shots = texts("brigadier").text("shots", shots=counted(house.shots_per_turn, "shot"))
    parts = [f"{texts('brigadier').text('moving')}: {shots}"]
    parts += [texts("brigadier").text("ambush")] if house.ambush_in_sight else []
    if house.initiative_moves_first is not None:
        first = house.initiative_moves_first
        parts.append(texts("brigadier").text("moves_first") if first else texts("brigadier").text("moves_second"))
    return "; ".join(parts)


def _close_assault(house: House) -> str:
    """Return the line of close assault: BGC-M-23."""
    if (close := house.close_assault) is None:
        return blank("11.8")
    return texts("brigadier").text(
        "close_assault",
        factors=", ".join(f"{shelter.value} x{close.factors[shelter]}" for shelter in Shelter),
        faces=faces(close.step_faces),
        rounds=f"{close.rounds} round{'s' * (close.rounds != 1)}",
        falls=f"; {texts('brigadier').text('falls_back')}" if close.loser_falls_back else "",
    )


def _medic(house: House) -> str:
    """Return the line of the Medic Phase: BGC-M-24."""
    if (medic := house.medic) is None:
        return texts("brigadier").text("no_medic", blank=blank("11.9"))
    adds = []
    if medic.platoon_add:
        add, within = medic.platoon_add, medic.platoon_within_in
        adds.append(texts("brigadier").text("medic_platoon", add=add, within=within))
    if medic.aid_station_add:
        adds.append(texts("brigadier").text("aid_station", add=medic.aid_station_add))
    return texts("brigadier").text(
        "medic",
        die=medic.die,
        returns=faces(medic.returns),
        dies=f", {faces(medic.dies)} dies" if medic.dies else "",
        added="".join(f"; {text}" for text in adds),
    )


def _time(house: House) -> str:
    """Return the line of the Time Phase: BGC-M-25."""
    if (time := house.time) is not None:
        minutes: dict[int, list[int]] = {}
        for roll, minute in time.minutes.items():
            minutes.setdefault(minute, []).append(roll)
        lasts = ", ".join(f"{faces(rolls)}: {minute}" for minute, rolls in minutes.items())
        changes = texts("brigadier").text("changes", faces=faces(time.initiative_on)) if time.initiative_on else ""
        return texts("brigadier").text("time", dice=time.dice, minutes=lasts, changes=f"; {changes}" if changes else "")
    if house.minutes_per_turn is not None:
        return texts("brigadier").text("minutes", minutes=house.minutes_per_turn)
    return texts("brigadier").text("no_time", blank=blank("11.10"))


def phases(needs: Needs, house: House) -> QuickTable:
    """Return the chart of the ten phases (BGC-TAB-04) with the house file's values, or the sections that are left
    out.
    """
    notes = {
        Phase.INITIATIVE: texts("brigadier").text("pass_initiative"),
        Phase.ORDERS: texts("brigadier").text("raise_orders"),
        Phase.COMMUNICATIONS: _radio(needs, house),
        Phase.CALL_FIRE: texts("brigadier").text("call_fire"),
        Phase.FIRING: texts("brigadier").text("firing"),
        Phase.SURRENDER: _surrender(needs, house),
        Phase.MOVEMENT: _movement(house),
        Phase.CLOSE_ASSAULT: _close_assault(house),
        Phase.MEDIC: _medic(house),
        Phase.TIME: _time(house),
    }
    return quick_table(
        "A turn", ((f"{number}  {phase.value}", notes[phase]) for number, phase in enumerate(Phase, 1)), words=2
    )


def setup(book: Rulebook, attacks: bool | None = True) -> QuickTable:
    """Return the chart of what is decided and marked before the first turn (BGC-SETUP); in a meeting battle both
    attack.
    """
    lines = texts("brigadier").lines(
        "before turn 1",
        {
            "attackers": attacks is not None,
            "both_attack": attacks is None,
            "planned_fire": book.switch("brigadier.planned_map_fire"),
        },
    )
    return quick_table("Before turn 1", ((line,) for line in lines))


def hidden_movement() -> QuickTable:
    """Return the chart of the optional rule of plotted movement (BGC-UMP)."""
    return quick_table("Hidden movement", ((line,) for line in texts("brigadier").lines("hidden movement")))


def quick_tables(
    needs: Needs, house: House, book: Rulebook, *, night: bool, has_air: bool, attacks: bool | None = True
) -> tuple[QuickTable, ...]:
    """Return the charts that a force with these needs can use in this battle, the setting up last."""
    return (
        orders(house),
        kills(house),
        phases(needs, house),
        steps(needs.grades, house),
        sequence(house),
        *house_tables(needs.weapons, house),
        spotting(house, night=night),
        covers(),
        *((air(house),) if has_air else ()),
        *((hidden_movement(),) if book.switch("brigadier.hidden_movement") else ()),
        setup(book, attacks),
    )
