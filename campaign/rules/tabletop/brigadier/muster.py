"""A force in stands of Brigadier General Commands: battalions become platoons (BGC-TAB-20, BGC-GEN-03).

muster(force, book) -> Muster          the neutral list: stands, models to own, what the return is checked
against
battalions(force, book, moving) -> tuple[Battalion, ...]     the same with its platoons, for sheet and battle
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from campaign.rules.common.force import Force, Unit
from campaign.rules.common.muster import Model, Muster, MusterLine, Stand, StandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.labels import PAIRS
from campaign.rules.tabletop.brigadier.orders import Echelon
from campaign.rules.tabletop.brigadier.platoons import Kind, Platoon, left_out, platoons, shape
from campaign.rules.tabletop.brigadier.tables import FIGURES_ON_BASE, FULL_COUNT, TABLE_FEET
from campaign.terms.state import Posture
from campaign.values import dataclass

BRIGADE_PLATOONS = (13, 60)
"""The platoons that one brigadier general can run on a table; outside it the muster warns (BGC-GEN-03, -04)."""
_STAND = {
    Kind.HEADQUARTERS: StandKind.HEADQUARTERS,
    Kind.MACHINE_GUN: StandKind.SUPPORT,
    Kind.MORTAR: StandKind.SUPPORT,
    Kind.FIELD_GUN: StandKind.GUN,
    Kind.ANTI_TANK_GUN: StandKind.GUN,
    Kind.ANTI_AIRCRAFT_GUN: StandKind.GUN,
    Kind.TANK: StandKind.VEHICLE,
    Kind.ASSAULT_GUN: StandKind.VEHICLE,
    Kind.ARMOURED_CAR: StandKind.VEHICLE,
    Kind.SUPPLY: StandKind.TRANSPORT,
}


@dataclass(frozen=True, slots=True)
class Battalion:
    """A battalion with its platoons. ``number`` is its line; ``index`` chooses its colours."""

    number: int
    index: int
    unit: Unit
    platoons: tuple[Platoon, ...]

    @property
    def behind(self) -> bool:
        """True for guns that fire from off the table and are never set up on it."""
        is_mustered = bool(self.platoons) and all(platoon.off_table for platoon in self.platoons)
        return (
            is_mustered
            and self.unit.posture is not Posture.RESERVE
            and any(platoon.kind.is_gun for platoon in self.platoons)
        )


def battalions(force: Force, book: Rulebook, moving: Collection[int] = ()) -> tuple[Battalion, ...]:
    """Return all battalions of the force in the order of its commands. ``moving``: ids of those ordered to go
    somewhere.
    """
    by_command = force.by_command()
    ordered = [unit for command in force.commands for unit in by_command[command.id]]
    return tuple(
        Battalion(unit.line or number, number - 1, unit, platoons(unit, number - 1, book, moving=unit.id in moving))
        for number, unit in enumerate(ordered, 1)
    )


def noted(unit: Unit, mustered: tuple[Platoon, ...], book: Rulebook) -> dict[str, int]:
    """Return the numbers that a return is checked against: platoons and their Count, kills already marked,
    headquarters, and the full Count that losses are a part of.
    """
    full = shape(unit, book).count
    spent_short = unit.state.carries_figure and book.word("brigadier.spent_muster") == "fewer platoons"
    return {
        "platoons": len(mustered),
        "count": FULL_COUNT * len(mustered),
        "kills": sum(platoon.kills for platoon in mustered),
        "full": full,
        "left_out": left_out(full, book) if spent_short else 0,
        "battalion_hq": sum(platoon.echelon is Echelon.BATTALION_HQ for platoon in mustered),
        "company_hqs": sum(platoon.echelon is Echelon.COMPANY_HQ for platoon in mustered),
    }


def _models(platoon: Platoon, unit: Unit) -> tuple[Model, ...]:
    if platoon.kind.is_vehicle:
        name = unit.equipment.split(",")[0].strip() if unit.equipment else platoon.kind.value
        return (Model(f"{platoon.kind.value}", f"{name} (one model a platoon)"),)
    if platoon.kind.is_gun and platoon.kind is not Kind.MORTAR:
        return (
            Model(unit.piece_name or platoon.kind.value, unit.piece_name or platoon.kind.value),
            Model("gun crew figure", "gun crew figures", 2),
        )
    word = "command figure" if platoon.echelon.commands else "infantry figure"
    base = (Model("round base", "round bases"),) if platoon.label.round_base else ()
    return (Model(word, f"{word}s", FIGURES_ON_BASE), *base)


def _stand(platoon: Platoon, unit: Unit) -> Stand:
    kind = (
        StandKind.OFF_TABLE
        if platoon.off_table
        else StandKind.HEADQUARTERS
        if platoon.echelon.commands
        else _STAND.get(platoon.kind, StandKind.INFANTRY)
    )
    note = "; ".join(
        filter(
            None,
            (
                f"label {platoon.label.sign}",
                platoon.order.value,
                f"{platoon.kills} killed before" if platoon.kills else "",
            ),
        )
    )
    return Stand(platoon.key, platoon.name, kind, FULL_COUNT - platoon.kills, FULL_COUNT, _models(platoon, unit), note)


def _line(battalion: Battalion, book: Rulebook) -> MusterLine:
    unit, mustered = battalion.unit, battalion.platoons
    on_table = [platoon for platoon in mustered if not platoon.off_table]
    weight = Fraction(sum(FULL_COUNT - platoon.kills for platoon in on_table), FULL_COUNT)
    limits = noted(unit, mustered, book)
    if battalion.behind:
        limits |= dict.fromkeys(
            ("platoons", "count", "kills", "battalion_hq", "company_hqs"), 0
        )  # nothing there can be hit
    return MusterLine(
        battalion.number,
        unit.id,
        unit.name,
        f"{len(mustered)} platoons",
        tuple(_stand(platoon, unit) for platoon in mustered),
        limits,
        weight,
        (
            f"{mustered[0].grade.value}, colours {mustered[0].label.colour.value} and {mustered[0].label.ground.value}"
            if mustered
            else f"{unit.state.value}: not mustered"
        ),
        "the whole table" if battalion.behind else "",
    )


def muster(force: Force, book: Rulebook) -> Muster:
    """Return a line for every battalion, with the models that its owner must set up."""
    all_of_them = battalions(force, book)
    lines = tuple(_line(battalion, book) for battalion in all_of_them)
    on_table = sum(not platoon.off_table for battalion in all_of_them for platoon in battalion.platoons)
    warnings = [
        f"{battalion.unit.name} is {battalion.unit.state.value} and is not mustered (BGC-MUS-05)"
        for battalion in all_of_them
        if not battalion.unit.state.is_in_play
    ]
    least, most = BRIGADE_PLATOONS
    if on_table > most:
        warnings.append(
            f"{on_table} platoons on the table are too many for one player, who commands {least} to {most}. "
            "Divide the commands among the players (BGC-GEN-04)"
        )
    if len(all_of_them) > len(PAIRS):
        warnings.append(
            f"{len(all_of_them)} battalions share {len(PAIRS)} pairs of colours: the numbers on the labels tell them"
            " apart"
        )
    reserve = [
        battalion.unit.name
        for battalion in all_of_them
        if battalion.unit.posture is Posture.RESERVE and battalion.platoons
    ]
    notes = [f"Off the table until called: {', '.join(reserve)}"] if reserve else []
    return Muster(lines, tuple(notes), tuple(warnings))


def advice(larger: Muster, table_in: tuple[int, int]) -> tuple[str, ...]:
    """Return the book's advice against this number of platoons on such a table, in inches (BGC-GEN-03, -04, -12)."""
    lines = []
    platoons = sum(stand.kind is not StandKind.OFF_TABLE for line in larger.lines for stand in line.stands)
    most = BRIGADE_PLATOONS[1]
    if platoons > most:
        lines.append(
            f"{platoons} platoons are too many for one brigadier general, who commands at most {most}. Give "
            "each command a player of its own (BGC-GEN-04)"
        )
    widest, deepest = max(size for sizes in TABLE_FEET.values() for size in sizes)
    length, depth = max(table_in), min(table_in)
    if depth > deepest * 12 or length > widest * 12:
        lines.append(
            f"the table is {length} by {depth} in. The largest table in the book is {widest} by {deepest} "
            "feet, so that players can reach the middle (BGC-GEN-12)"
        )
    return tuple(lines)
