"""Brevity's quick reference, cut down to the rows that the units of one sheet can use (umpire 2).

    step_rows() strength_rows() penetrate_rows(best, every) location_rows(light, sky) location_fact(light, sky)
    casualty_parts(weapons, book)
    charts(penetrate, location, casualties) -> the five charts as tables
    classes_of(units) -> the anti-tank classes that the penetration chart needs

Words are our own; scores are written as the tables write them ("4-6", "6", a dash); distances are inches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.day import light as lights
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.tables import Actor, Protection
from campaign.terms.forces import AntiTank, Weapon
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Sky
from campaign.words.papers import Fact
from campaign.words.sheet import QuickRow, QuickTable, RowTone, quick_table

Cells = tuple[str, ...]
"""The cells of a row of a quick-reference table."""
DASH = "\N{EN DASH}"
DAGGER = "\N{DAGGER}"
AT_LETTER = {
    AntiTank.ARTILLERY: "A",
    AntiTank.LIGHT: "L",
    AntiTank.LIGHT_MEDIUM: "LM",
    AntiTank.MEDIUM: "M",
    AntiTank.MEDIUM_HEAVY: "MH",
    AntiTank.HEAVY: "H",
}
WEAPON_ROW = {
    Weapon.INFANTRY: "Inf",
    Weapon.MACHINE_GUN: "MG",
    Weapon.MORTAR: "Mtr",
    Weapon.LIGHT_GUN: "Gun",
    Weapon.FIELD_GUN: "Gun",
    Weapon.MEDIUM_GUN: "Med",
    Weapon.HEAVY_GUN: "Hvy",
    Weapon.SUPER_HEAVY_GUN: "Super",
    Weapon.LIGHT_ROCKET: "Rkt",
    Weapon.HEAVY_ROCKET: "H Rkt",
    Weapon.ENGINEERS: "Eng",
    Weapon.FLAME_THROWER: "Flame",
    Weapon.GROUND_ATTACK: "Air",
    Weapon.MEDIUM_BOMBER: "Bomber",
    Weapon.HEAVY_BOMBER: "H Bmr",
}
"""The name of a weapon in the unit line and the casualty chart."""
WEAPON_WORD = {
    "Inf": "infantry",
    "MG": "machine guns",
    "Mtr": "mortars",
    "Gun": "light and field guns",
    "Med": "medium guns",
    "Hvy": "heavy guns",
    "Super": "super-heavy guns",
    "Rkt": "light rockets",
    "H Rkt": "heavy rockets",
    "Eng": "specialist engineers",
    "Flame": "flame-throwers",
    "Air": "ground attack",
    "Bomber": "medium bombers",
    "H Bmr": "heavy bombers",
}


def score_of(score: int | None) -> str:
    """Return a score as charts print it."""
    if score is None:
        return DASH
    return "6" if score == 6 else f"{score}-6"  # The highest face (OB-DICE-01).


def step_rows() -> tuple[QuickRow, ...]:
    """Return the nine steps of a move, as the mover reads them, with the side that acts; the opponent's are shaded
    (OB-T-14).
    """
    actors = {
        Actor.OPPONENT: ("they", RowTone.SHADED),
        Actor.MOVER: ("you", RowTone.PLAIN),
        Actor.BOTH: ("both", RowTone.PLAIN),
    }
    return tuple(
        QuickRow((str(step.number), step.label, actors[step.actor][0]), actors[step.actor][1]) for step in tables.STEPS
    )


def strength_rows() -> tuple[Cells, ...]:
    """Return the rows that turn combat strength into dice (OB-T-09)."""
    return tuple((row.label, str(row.dice)) for row in tables.STRENGTH_DICE)


def classes_of(units: Iterable[Unit]) -> tuple[set[AntiTank], set[AntiTank]]:
    """Return the anti-tank classes of these units' best weapons, and the classes of all their weapons."""
    present = tuple(units)
    guns = {AntiTank.ARTILLERY} if any(unit.is_artillery for unit in present) else set()
    best = {unit.anti_tank_best for unit in present if unit.anti_tank_best} | guns
    return best, {unit.anti_tank_all for unit in present if unit.anti_tank_all} | guns


def penetrate_rows(best: Collection[AntiTank], every: Collection[AntiTank]) -> tuple[Cells, ...]:
    """Return the rows of the penetration chart for these anti-tank classes (OB-T-11)."""
    rows = []
    for label, table, classes in (("Best is", tables.PENETRATE_BEST, best), ("All are", tables.PENETRATE_ALL, every)):
        for score in sorted({table[class_] for class_ in classes}, reverse=True):
            letters = [
                AT_LETTER[anti_tank] for anti_tank in AntiTank if anti_tank in classes and table[anti_tank] == score
            ]
            rows.append((f"{label} {' or '.join(letters)}", score_of(score)))
    return tuple(rows)


def location_rows(light: Light, sky: Sky) -> tuple[Cells, ...]:
    """Return the location ranges that hold in this light and weather (OB-T-04)."""
    if lights.poor_sight(light, sky):
        now = lights.location_range(light, sky)
        return ((texts("brevity").text("location_poor", why=now.why), str(now.inches)),)
    hill = lights.location_range(light, sky, from_hill=True)
    level = lights.location_range(light, sky)
    terrain = lights.location_range(light, sky, cover=Cover.TERRAIN)
    return (
        (texts("brevity").text("location_hill"), str(hill.inches)),
        (texts("brevity").text("location_level"), str(level.inches)),
        (texts("brevity").text("location_terrain"), str(terrain.inches)),
    )


def location_fact(light: Light, sky: Sky) -> Fact:
    """Return the location ranges as a line of the sheet's head, which is on page 1 even if space is short (OB-T-04)."""
    now = lights.location_range(light, sky)
    if lights.poor_sight(light, sky):
        return texts("brevity").fact("located_poor", inches=now.inches, why=now.why)
    hill = lights.location_range(light, sky, from_hill=True)
    terrain = lights.location_range(light, sky, cover=Cover.TERRAIN)
    return texts("brevity").fact("located", hill=hill.inches, level=now.inches, terrain=terrain.inches)


def casualty_parts(weapons: Iterable[Weapon], book: Rulebook) -> dict[str, list[Cells]]:
    """Return the casualty chart with only the weapons present, its rows by the titles of its parts; rows without any
    effect are drawn together at the end (OB-T-12).
    """
    present = frozenset(weapons)
    titles = {
        Protection.LIGHT: texts("brevity").text("casualties_light"),
        Protection.MEDIUM: texts("brevity").text("casualties_medium"),
        Protection.HEAVY: texts("brevity").text("casualties_heavy"),
    }
    return {titles[part]: _casualty_rows(part, present, book) for part in Protection}


def _casualty_rows(part: Protection, present: frozenset[Weapon], book: Rulebook) -> list[Cells]:
    close = book.integer("cas.fort_close_range") if part is Protection.HEAVY else tables.CLOSE_RANGE
    mark = DAGGER if part is Protection.HEAVY and close != tables.FORTIFIED_CLOSE_RANGE_PRINTED else ""
    rows: list[Cells] = []
    powerless: list[str] = []
    for row in tables.CASUALTIES:
        labels = _row_labels(row, present, close, mark) if row.protection is part else []
        if row.infantry is None and row.vehicles is None:
            powerless += labels
        elif labels:
            rows.append((", ".join(labels), score_of(row.infantry), score_of(row.vehicles)))
    return [*rows, (", ".join(powerless), DASH, DASH)] if powerless else rows


def _row_labels(row: tables.CasualtyRow, present: frozenset[Weapon], close: int, mark: str) -> list[str]:
    labels: dict[str, None] = {}
    for weapon in Weapon:
        if weapon not in row.weapons or weapon not in present:
            continue
        name = WEAPON_ROW[weapon]
        if weapon is Weapon.INFANTRY and row.near is not None:
            name = f"Inf within {close} in.{mark}" if row.near else f"Inf over {close} in."
        labels[name] = None
    return list(labels)


def charts(
    penetrate: Sequence[Cells], location: Sequence[Cells], casualties: Mapping[str, Sequence[Cells]]
) -> tuple[QuickTable, ...]:
    """Return the charts that a move is played by, with these rows; the one soonest known by heart is the last."""
    rows: list[QuickRow | Cells] = []
    for title, part in casualties.items():
        rows += [QuickRow((title,), RowTone.GROUP), *part]
    made = (
        quick_table("Strength: dice", strength_rows(), note=texts("brevity").text("strength_counts")),
        quick_table("Penetrate armour", penetrate, note=_artillery_note(penetrate)),
        quick_table("Location, in.", location),
        quick_table("Casualties", rows, ("Infantry", "Others")),
        quick_table("Steps of a move", step_rows(), words=2),
    )
    return tuple(table for table in made if table.rows)


def _artillery_note(penetrate: Sequence[Cells]) -> str:
    """Return a note that guns have a class of their own in the line, and another as artillery (OB-PEN-02)."""
    letter = AT_LETTER[AntiTank.ARTILLERY]
    is_used = any(letter in label.split() for label, _ in penetrate)
    return texts("brevity").text("artillery_class", letter=letter) if is_used else ""
