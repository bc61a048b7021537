"""The quick-reference charts of a sheet, with only the rows that the force can use (umpire 2).

quick_tables(mustered, enemy) -> tuple[QuickTable, ...] every_table() -> the same with all their rows
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brigade import scales, tables
from campaign.rules.tabletop.brigade.antitank import Shot, to_kill
from campaign.rules.tabletop.brigade.equipment import Face, Vehicle
from campaign.rules.tabletop.brigade.movement import LIFT, after_dismounting, left_after_changing
from campaign.rules.tabletop.brigade.muster import Brigade
from campaign.rules.tabletop.brigade.tables import (
    ACTS,
    AT_RANGES,
    DETECTION,
    MOVEMENT,
    PHASES,
    SAVES,
    TO_HIT_VEHICLE,
    AtClass,
    MovesAs,
    Saving,
    Seen,
    Showing,
    SmallArm,
)
from campaign.rules.tabletop.brigade.troops import Troop
from campaign.terms.forces import Arm
from campaign.words.sheet import QuickRow, QuickTable, quick_table

DASH = "\N{EN DASH}"


def _row(*cells: str) -> QuickRow:
    return QuickRow(cells)


def quick_tables(mustered: Brigade, enemy: Sequence[Vehicle] = ()) -> tuple[QuickTable, ...]:
    """Return the charts of a force: phases, conversion, saving throws and detection for all; small arms, hitting
    vehicles and indirect fire for forces that have them.
    """
    troops = [troop for battalion in mustered.battalions for troop in battalion.troops]
    on_table = [troop for troop in troops if not troop.off_table]
    guns = [gun for troop in troops for gun in (troop.gun, troop.specialist) if gun is not None]
    return _tables(
        arms={troop.weapon for troop in on_table},
        moves={troop.moves_as for troop in on_table},
        rows={gun.at_class for gun in guns},
        tanks=any(troop.vehicle is not None for troop in troops),
        shells=any(troop.piece is not None for troop in troops),
        riders=any(battalion.unit.arm is Arm.CYCLIST for battalion in mustered.battalions),
        specialists=_specialists(troops, enemy),
    )


def every_table() -> tuple[QuickTable, ...]:
    """Return all quick-reference charts with all their rows."""
    return _tables(frozenset(SmallArm), frozenset(MovesAs), frozenset(TO_HIT_VEHICLE))


def _tables(
    arms: Collection[SmallArm | None],
    moves: Collection[MovesAs],
    rows: Collection[AtClass | None],
    *,
    tanks: bool = True,
    shells: bool = True,
    riders: bool = True,
    specialists: QuickTable | None = None,
) -> tuple[QuickTable, ...]:
    made = (
        _phases(),
        _converting(),
        _saves(),
        _pins(tanks=tanks),
        _detection(),
        _small_arms(arms),
        _moves(moves, riders=riders),
        _vehicles(rows),
        specialists,
        *((_deviation(), _breaching()) if shells else ()),
        _setting_up(),
    )
    return tuple(table for table in made if table is not None and table.rows)


def _setting_up() -> QuickTable:
    """Return the chart of scales, bases and what is drawn before the game (BDE-SCALE, BDE-BASE, BDE-SETUP)."""
    low, high = scales.FIGURE_HEIGHTS_MM
    few, many = scales.REAL_A_MODEL
    facts = texts("brigade").facts(
        "setting up",
        men=scales.MEN_A_FIGURE,
        low=low,
        high=high,
        few=few,
        many=many,
        moves=scales.MOVES_A_PERIOD,
        minutes=scales.MINUTES_A_PERIOD,
        yards=scales.YARDS_AN_INCH,
        base=scales.BASE_MM,
    )
    return quick_table("Setting up", ((fact.label, fact.text) for fact in facts), words=2)


def _phases() -> QuickTable:
    rows = [_row(str(int(phase)), rule_text) for phase, rule_text in PHASES.items()] + [
        _row(act.value, rule_text) for act, rule_text in ACTS.items()
    ]
    return quick_table("A move", rows, words=2, note=texts("brigade").text("order_note"))


def _converting() -> QuickTable:
    rows = (
        _row("halted", "3", "4+", DASH, "5+", "6"),
        _row("moving or pinned", "4", "4+", "5+", "6", DASH),
        _row(texts("brigade").text("part_detected"), "3 or 4", "6", DASH, DASH, DASH),
    )
    return quick_table(
        "Fire points to hits",
        rows,
        ("divide by", "group", "left 3", "left 2", "left 1"),
        note=texts("brigade").text("points_note"),
    )


def _save(needed: int | None) -> str:
    return DASH if needed is None else f"{needed}+" if needed < 6 else "6"  # The highest face.


def _saves() -> QuickTable:
    rows = tuple(_row(row.value, _save(SAVES[row][0]), _save(SAVES[row][1])) for row in Saving)
    return quick_table("Saving throws", rows, ("pinned", "not"), note=texts("brigade").text("saves_note"))


def _pins(*, tanks: bool) -> QuickTable:
    """Return the chart of pins: the causes, the effects, and the weapons that a tank fires in a move (BDE-PIN, BDE-EFF,
    BDE-TANK-01).
    """
    facts = texts("brigade").facts("pins", {"tank_fires": tanks})
    return quick_table("Pins", ((fact.label, fact.text) for fact in facts), words=2)


def _detection() -> QuickTable:
    rows = []
    for kind, cells in DETECTION.items():
        shown = [
            DASH if cell is None else "auto" if cell is tables.AUTO else f"{cell.part}/{cell.spotted}" for cell in cells
        ]
        rows.append(_row(kind.value, *shown))
    heads = {
        Showing.ACTIVE_IN_OPEN: "active",
        Showing.STILL_IN_OPEN: "still",
        Showing.IN_COVER: "in cover",
        Showing.FIRING_FROM_EDGE: "at the edge",
    }
    columns = ", ".join(column.value for column in Showing)
    note = texts("brigade").text("detection_note", columns=columns, part=Seen.PART.name.lower())
    return quick_table("Detection", rows, (heads[column] for column in Showing), note=note)


def _small_arms(arms: Collection[SmallArm | None]) -> QuickTable:
    rows = []
    for weapon in (arm for arm in SmallArm if arm in arms):
        bands = [f"{float(band.points):g} to {band.to_in}" for band in tables.SMALL_ARMS[weapon]]
        rows.append(_row(weapon.value, *bands, *[DASH] * (3 - len(bands))))  # Short, medium and long.
    return quick_table(
        texts("brigade").text("small_arms_title"),
        rows,
        ("short", "medium", "long"),
        note=texts("brigade").text("small_arms_note"),
    )


def _vehicles(classes: Collection[AtClass | None]) -> QuickTable:
    rows = tuple(
        _row(row.value, *(_save(score) for score in scores)) for row, scores in TO_HIT_VEHICLE.items() if row in classes
    )
    note = texts("brigade").text("vehicles_note")
    return quick_table("Hitting vehicles, inches", rows, map(str, AT_RANGES), note=note)


def _lift() -> str:
    """Return what a model of each transport row carries, the row of other wheeled vehicles last."""
    rows = sorted(LIFT, key=lambda row: row is MovesAs.WHEELED)
    return ", ".join(f"{row.value}{' vehicles' * (row is MovesAs.WHEELED)} {LIFT[row]}" for row in rows)


def _specialists(troops: list[Troop], enemy: Sequence[Vehicle]) -> QuickTable:
    """Return the scores that the weapons of the companies' specialists need after a hit on each kind of enemy vehicle;
    their value is the same at every range.
    """
    carried = {troop.specialist.name: troop.specialist for troop in troops if troop.specialist is not None}
    rows = []
    for gun in carried.values():
        for vehicle in enemy:
            scores = [to_kill(Shot(gun, 1), vehicle, face).needed for face in Face]
            rows.append(
                _row(
                    f"{gun.name} on {vehicle.name}",
                    *(DASH if score is None else "sure" if score == 1 else f"{score}+" for score in scores),
                )
            )
    return quick_table(texts("brigade").text("specialists"), rows, (face.value for face in Face), of_this_battle=True)


def _moves(kinds: Collection[MovesAs], *, riders: bool) -> QuickTable:
    """Return the moves of these kinds of troops, with the row of cyclists on foot if there are any (BDE-AMB-98)."""
    rows = tuple(
        _row(row.value, *(DASH if rate is None else str(rate).replace(" x 0.5", "/2") for rate in rates))
        for row, rates in MOVEMENT.items()
        if row in kinds
    )
    notes = texts("brigade").lines(
        "moves",
        {"bicycles": riders},
        half=f"{float(1 - left_after_changing(mounts=True)):g}",
        foot=after_dismounting(MovesAs.BICYCLE).value,
        lift=_lift(),
        spacing=scales.SPACING_IN,
        holders=scales.HORSE_HOLDERS_WITHIN_IN,
    )
    return quick_table("Moves, inches", rows, ("road", "open", "rough", "thick"), note=" ".join(notes))


def _breaching() -> QuickTable:
    scores = {None: DASH, 0: "sure"}
    rows = tuple(
        _row(shell.value, *(scores.get(score, f"{score}+") for score in cells))
        for shell, cells in tables.BREACH.items()
    )
    note = texts("brigade").text("breaching_note")
    return quick_table("Breaching cover, each battery", rows, ("slit", "dug", "fort"), note=note)


def _deviation() -> QuickTable:
    rows = [_row(str(face), fall.value) for face, fall in tables.WHITE_DIE.items()]
    rows.append(_row("6", texts("brigade").text("six")))
    return quick_table("Indirect fire, white die", rows, words=2, note=texts("brigade").text("deviation_note"))
