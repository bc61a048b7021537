"""Battalions of the campaign as companies of figures, guns, support weapons and vehicles (BDE-MAP-01 to -06, BDE-ORG).

The state of a battalion is counted in figures, or in models for tanks and guns (BDE-MAP-07). Field, medium and rocket
artillery of a side with other troops is off the table and fires only when it is called (BDE-MAP-04).

    muster(force, book) -> Force of Battalion(number, unit, troops, full, there, models)
    neutral(force, book) -> rules.muster.Muster
    grade_of(experience) -> Grade
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from campaign.rules.common import muster as neutral_muster
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.hand_weapons import HandKind
from campaign.rules.common.muster import Model, MusterLine, Stand, StandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade import equipment, organisation
from campaign.rules.tabletop.brigade.equipment import Gun, Vehicle
from campaign.rules.tabletop.brigade.indirect import Piece as IndirectPiece
from campaign.rules.tabletop.brigade.scales import (
    BATTALIONS_A_SIDE,
    COMPANY_FIGURES,
    GUN_CREW,
    HOURS_OF_PLAY,
    REAL_A_MODEL,
)
from campaign.rules.tabletop.brigade.tables import Cover, Grade, SmallArm
from campaign.rules.tabletop.brigade.troops import Troop
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.terms.forces import Arm, Armour, Experience, Piece, Size
from campaign.terms.state import Role
from campaign.values import dataclass

GRADES: Final = {
    Experience.GREEN: Grade.RAW,
    Experience.REGULAR: Grade.TRAINED,
    Experience.VETERAN: Grade.VETERAN,
    Experience.ELITE: Grade.ELITE,
}
VEHICLE_ARMS: Final = frozenset({Arm.ARMOUR, Arm.HEAVY_ARMOUR, Arm.ARMOURED_CAR, Arm.SELF_PROPELLED_ANTI_TANK})
FIRE_SUPPORT_ARMS: Final = frozenset(
    {Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY, Arm.ROCKET}
)
GUN_ARMS: Final = FIRE_SUPPORT_ARMS | {Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT}
# BDE-MAP-02, -03; a company has a quarter, a large battalion twice a normal one's (OB-SIZE-06).
_MEN: Final = {Size.NORMAL: 720, Size.WEAK: 360, Size.COMPANY: 180, Size.LARGE: 1440}
# BDE-MAP-04, BDE-CASE-86; a large battalion is two (OB-SIZE-06), and a company's 15 are three models, as 13 to 17 would
# be (BDE-MAP-01).
_VEHICLES: Final = {Size.NORMAL: 50, Size.WEAK: 25, Size.COMPANY: 15, Size.LARGE: 100}
# BDE-MAP-04, BDE-CASE-86; a company has a quarter of a normal one's, a large battalion is two (OB-SIZE-06).
_GUNS: Final = {Size.NORMAL: 24, Size.WEAK: 12, Size.COMPANY: 6, Size.LARGE: 48}
"""The guns of a battalion whose order of battle gives no numbers."""
MOST_KINDS: Final = 4
"""The most kinds of enemy vehicle on a sheet."""
MORTAR_MM: Final = 81  # BDE-CASE-31; with up to 82 mm it has the small zone (BDE-TAB-ZONE).
FIELD_GUN_MM: Final = 87  # The 25-pdr, 87.6 mm.
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Battalion:
    """A battalion on the table. ``full`` and ``there`` count figures, or models if ``by_models``: at establishment, and
    mustered.
    """

    number: int
    unit: Unit
    troops: tuple[Troop, ...]
    full: int
    present: int
    by_models: bool = False

    @property
    def missing(self) -> int:
        """The figures or models lost before the battle (BDE-MAP-06)."""
        return self.full - self.present

    @property
    def off_table(self) -> bool:
        """True for guns that fire from off the table."""
        return bool(self.troops) and all(troop.off_table for troop in self.troops)

    def companies(self, book: Rulebook) -> int:
        """Return the number of companies that it counts as (BDE-WIN)."""
        return sum(troop.counts(book) for troop in self.troops)

    @property
    def text(self) -> str:
        """The battalion's figures in words: ``48 figures: HQ 3, companies 9 9 9 9, 3 support``."""
        if self.by_models:
            noun = ("vehicle" if any(troop.is_vehicle for troop in self.troops) else "gun") + (
                "" if self.present == 1 else "s"
            )
            return f"{self.present} {noun}"
        parts = [
            " ".join(str(t.figures) for t in self.troops if t.kind in (Kind.COMPANY, Kind.SQUADRON)),
            (
                f"{sum(t.kind is Kind.SUPPORT for t in self.troops)} support"
                if any(t.kind is Kind.SUPPORT for t in self.troops)
                else ""
            ),
            (
                f"{sum(t.kind is Kind.GUN for t in self.troops)} guns"
                if any(t.kind is Kind.GUN for t in self.troops)
                else ""
            ),
        ]
        return f"{self.present} figures: {', '.join(filter(None, parts))}"


def grade_of(experience: Experience) -> Grade:
    """Return the morale grade: inexperienced troops are raw, ordinary ones trained; veteran and elite as in the order
    of battle (BDE-MAP-05, BDE-MOR-06).
    """
    return GRADES[experience]


def _count(present: int, full: int, default: int) -> tuple[int, int]:
    """Return establishment and present number; the default if the order of battle gives neither."""
    paper_count = full or present or default
    return paper_count, min(paper_count, present) if present else paper_count


def battalion(number: int, unit: Unit, book: Rulebook, *, off_table: bool = False) -> Battalion:
    """Return a battalion as it musters. A destroyed or captured battalion has nothing on the table (BDE-MAP-06)."""
    if not unit.state.is_in_play:
        return Battalion(number, unit, (), 0, 0)
    if unit.arm in VEHICLE_ARMS or (unit.arm is Arm.RECONNAISSANCE and unit.armour is not Armour.NONE):
        return _vehicles(number, unit, book)
    if unit.arm in GUN_ARMS:
        return _guns(number, unit, book, off_table=off_table)
    return _foot(number, unit, book)


def _present(unit: Unit, full: int, present: int, book: Rulebook) -> int:
    return organisation.mustered(full, book) if unit.state.carries_figure else max(1, min(full, present))


def _vehicles(number: int, unit: Unit, book: Rulebook) -> Battalion:
    total, present = _count(unit.strength.vehicles, unit.establishment.vehicles, _VEHICLES[unit.size])
    full = organisation.models_of(total)
    present_models = _present(unit, full, organisation.models_of(present), book)
    kind = equipment.vehicle_in(unit.equipment) or equipment.by_class(
        unit.armour, unit.anti_tank_best, unit.combat_class
    )
    troops = tuple(
        Troop(
            f"v{n}",
            f"{kind.name} {n}",
            unit.id,
            Kind.FIGHTING_VEHICLE,
            grade_of(unit.experience),
            weapon=SmallArm.TANK_MG,
            vehicle=kind,
            gun=kind.gun,
            headquarters=n == 1,
        )
        for n in range(1, present_models + 1)
    )
    return Battalion(number, unit, troops, full, present_models, by_models=True)


def _guns_of(unit: Unit, models: int) -> tuple[Gun | None, ...]:
    """Return the gun of each model. Several kinds are spread over the models as evenly as possible; if there are fewer
    models than kinds, the best against vehicles represents all, so that no kind disappears (house, BDE-SCALE-04).
    """
    named = equipment.guns_in(f"{unit.piece_name}, {unit.equipment}")
    if not named or unit.piece_name:
        return (named[0] if named else equipment.class_gun(unit.anti_tank_best),) * models
    if models < len(named):
        best = sorted(named, key=lambda gun: -(gun.attack or 0))[:models]
        return tuple(gun for gun in named if gun in best)
    return tuple(named[n * len(named) // models] for n in range(models))


def _piece_of(unit: Unit) -> IndirectPiece | None:
    if unit.piece is None:
        return None
    return {Piece.MORTAR: IndirectPiece.MORTAR, Piece.ROCKET_LAUNCHER: IndirectPiece.ROCKET}.get(
        unit.piece, IndirectPiece.GUN
    )


def _guns(number: int, unit: Unit, book: Rulebook, *, off_table: bool) -> Battalion:
    total, present = _count(unit.strength.guns, unit.establishment.guns, _GUNS[unit.size])
    full = organisation.gun_models(total)
    present_guns = _present(unit, full, organisation.gun_models(present), book)
    troops = tuple(_gun(unit, n, gun, off_table=off_table) for n, gun in enumerate(_guns_of(unit, present_guns), 1))
    return Battalion(number, unit, troops, full, present_guns, by_models=True)


def _gun(unit: Unit, n: int, gun: Gun | None, *, off_table: bool = False) -> Troop:
    piece = _piece_of(unit) if unit.arm is not Arm.ANTI_TANK else None
    if piece is None and unit.arm in FIRE_SUPPORT_ARMS:
        piece = IndirectPiece.ROCKET if unit.arm is Arm.ROCKET else IndirectPiece.GUN
    light = unit.arm is Arm.ANTI_AIRCRAFT and gun is None
    calibre = unit.calibre_mm or (gun.calibre_mm if gun is not None else None) or FIELD_GUN_MM
    label = unit.piece_name or (gun.name if gun else "auto-cannon" if light else "gun")
    return Troop(
        f"g{n}",
        f"{label} {n}",
        unit.id,
        Kind.GUN,
        grade_of(unit.experience),
        GUN_CREW,
        SmallArm.AUTO_CANNON if light else SmallArm.RIFLE,
        gun=equipment.GUNS["Autocannon"] if light else gun,
        piece=piece,
        calibre_mm=calibre,
        off_table=off_table,
    )


def specialist(unit: Unit) -> Gun:
    """Return the anti-tank weapon of a company's one figure, by its nation and the month (BDE-SPEC-01). A launcher that
    the book does not name counts as a bazooka, and without any other weapon the figure throws grenades.
    """
    weapon = unit.by_hand
    if weapon is None or weapon.kind is HandKind.CLOSE:
        return equipment.GUNS["AT grenades"]
    if weapon.kind is HandKind.RIFLE:
        return equipment.GUNS["AT rifle"]
    return (
        equipment.GUNS.get(weapon.name)
        or equipment.GUNS["Panzerfaust" if weapon.kind is HandKind.SINGLE_SHOT else "Bazooka"]
    )


def _support_models(unit: Unit, full: int) -> int | None:
    """Return the support models of machine-gun and mortar battalions: a fifth of the figures crew the weapons, three
    each; services and headquarters have none.
    """
    if unit.arm in (Arm.MACHINE_GUN, Arm.MORTAR):
        return organisation.models_of(full)
    fighting = unit.arm not in (Arm.HEADQUARTERS, Arm.SIGNALS, Arm.SUPPLY, Arm.MEDICAL, Arm.ENGINEER, Arm.BRIDGING)
    return None if fighting and unit.headquarters_of is None and unit.size is not Size.COMPANY else 0


def _foot(number: int, unit: Unit, book: Rulebook) -> Battalion:
    men, present = _count(unit.strength.men, unit.establishment.men, _MEN[unit.size])
    full = max(COMPANY_FIGURES[0], organisation.figures_of(men))
    present_figures = max(1, min(full, _present(unit, full, organisation.figures_of(present), book)))
    guns = (
        organisation.gun_models(min(unit.strength.guns, unit.establishment.guns or unit.strength.guns))
        if unit.strength.guns >= REAL_A_MODEL[0] - 1
        else 0
    )
    guns = min(guns, max(0, present_figures - COMPANY_FIGURES[0]) // GUN_CREW)
    made = organisation.layout(
        full - guns * GUN_CREW,
        present_figures - guns * GUN_CREW,
        hq_company_from=book.integer("brigade.hq_company_from"),
        support_models=_support_models(unit, full),
        headquarters=unit.size is not Size.COMPANY,
    )
    return Battalion(
        number,
        unit,
        (
            *_companies(unit, made),
            *_support(unit, made),
            *(_gun(unit, n, gun) for n, gun in enumerate(_guns_of(unit, guns), 1)),
        ),
        full,
        present_figures,
    )


def _companies(unit: Unit, made: organisation.Layout) -> Iterable[Troop]:
    kind = Kind.SQUADRON if unit.arm is Arm.CAVALRY else Kind.COMPANY
    word = "Squadron" if kind is Kind.SQUADRON else "Company"
    grade, weapon = grade_of(unit.experience), specialist(unit)
    if made.headquarters and not made.joined:
        yield Troop("hq", "Headquarters", unit.id, kind, grade, made.headquarters, headquarters=True)
    for n, figures in enumerate(made.companies):
        joined = made.joined and n == 0
        letter = _LETTERS[n % len(_LETTERS)]
        label = f"{letter} {word}{' and headquarters' if joined else ''}"
        yield Troop(letter.lower(), label, unit.id, kind, grade, figures, specialist=weapon, headquarters=joined)


def _support(unit: Unit, made: organisation.Layout) -> Iterable[Troop]:
    """Yield the support weapons: machine guns, and every third model a mortar (BDE-MAP-02); all mortars in a mortar
    battalion, none in a machine-gun battalion.
    """
    for n, crew in enumerate(made.support, 1):
        mortar = unit.arm is Arm.MORTAR or (unit.arm is not Arm.MACHINE_GUN and n % 3 == 0)
        if mortar:
            yield Troop(
                f"s{n}",
                "Mortar",
                unit.id,
                Kind.SUPPORT,
                grade_of(unit.experience),
                crew,
                weapon=None,
                piece=IndirectPiece.MORTAR,
                calibre_mm=MORTAR_MM,
            )
        else:
            yield Troop(
                f"s{n}", f"MMG {n}", unit.id, Kind.SUPPORT, grade_of(unit.experience), crew, weapon=SmallArm.MMG
            )


# A force -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Brigade:
    """A force as it musters, in the order of its commands."""

    battalions: tuple[Battalion, ...]

    def companies(self, book: Rulebook) -> int:
        """Return N, the companies that the side begins with (BDE-WIN-02)."""
        return sum(battalion.companies(book) for battalion in self.battalions)

    def of(self, unit: int) -> Battalion:
        return next(battalion for battalion in self.battalions if battalion.unit.id == unit)


def muster(force: Force, book: Rulebook) -> Brigade:
    """Return all units of all commands, numbered as on the sheet, or from 1."""
    by_command = force.by_command()
    ordered = [unit for command in force.commands for unit in by_command[command.id]]
    fights = any(
        unit.state.is_in_play and unit.arm not in FIRE_SUPPORT_ARMS and unit.role is not Role.GUNS_IN_RANGE
        for unit in ordered
    )
    behind = fights and book.word("brigade.artillery_stands") == "off the table"
    return Brigade(
        tuple(
            battalion(
                unit.line or n,
                unit,
                book,
                off_table=unit.role is Role.GUNS_IN_RANGE or (behind and unit.arm in FIRE_SUPPORT_ARMS),
            )
            for n, unit in enumerate(ordered, 1)
        )
    )


def vehicles_of(units: Iterable[Unit], book: Rulebook) -> tuple[Vehicle, ...]:
    """Return the first few kinds of vehicle among these units, each once: those that may be met, without saying which
    are present.
    """
    vehicles: dict[str, Vehicle] = {}
    for unit in units:
        for troop in battalion(0, unit, book).troops[:1]:
            if troop.vehicle is not None:
                vehicles.setdefault(troop.vehicle.name, troop.vehicle)
    return tuple(vehicles.values())[:MOST_KINDS]


def _stand(troop: Troop) -> Stand:
    if troop.is_vehicle:
        kind = StandKind.VEHICLE
    elif troop.off_table:
        kind = StandKind.OFF_TABLE
    elif troop.crewed:
        kind = StandKind.GUN if troop.kind is Kind.GUN else StandKind.SUPPORT
    else:
        kind = StandKind.HEADQUARTERS if troop.key == "hq" else StandKind.INFANTRY
    count = 1 if troop.is_vehicle or troop.kind is Kind.GUN else troop.figures
    return Stand(troop.key, troop.label, kind, count, count, tuple(_models(troop)))


def _models(troop: Troop) -> Iterable[Model]:
    """Yield the models that a club needs for a troop; guns off the table need none."""
    if troop.off_table:
        return
    if troop.vehicle is not None:
        yield Model(troop.vehicle.name, f"{troop.vehicle.name} models")
        return
    rider = troop.kind is Kind.SQUADRON
    yield Model(
        "cavalry figure" if rider else "infantry figure",
        "cavalry figures" if rider else "infantry figures",
        troop.figures,
    )
    if troop.crewed:
        weapon = troop.gun.name if troop.gun and troop.kind is Kind.GUN else "mortar" if troop.piece else "machine gun"
        yield Model(weapon, f"{weapon} models")


def noted(battalion: Battalion, book: Rulebook) -> dict[str, int]:
    """Return the numbers that a return is checked against: figures and models on the table, companies that can be
    removed, full and missing numbers.
    """
    on_table = not battalion.off_table
    return {
        "figures": 0 if battalion.by_models else battalion.present,
        "models": (battalion.present if battalion.by_models else sum(t.kind is Kind.GUN for t in battalion.troops))
        if on_table
        else 0,
        "companies": sum(t.kind in (Kind.COMPANY, Kind.SQUADRON) for t in battalion.troops),
        "counted": battalion.companies(book),
        "full": battalion.full,
        "missing": battalion.missing,
        "by_models": int(battalion.by_models),
    }


def _size(battalion: Battalion) -> str:
    if not battalion.troops:
        return battalion.unit.state.value
    return f"{battalion.text} off the table" if battalion.off_table and battalion.by_models else battalion.text


def neutral(force: Force, book: Rulebook) -> neutral_muster.Muster:
    """Return the muster in the form that campaign, return and club read."""
    mustered = muster(force, book)
    lines = tuple(
        MusterLine(
            battalion.number,
            battalion.unit.id,
            battalion.unit.name,
            _size(battalion),
            tuple(_stand(troop) for troop in battalion.troops),
            noted(battalion, book),
            Fraction(battalion.companies(book)),
            "off the table, for fire missions" if battalion.off_table else "",
            "the whole table" if battalion.off_table else "",
        )
        for battalion in mustered.battalions
    )
    return neutral_muster.Muster(lines, _notes(mustered, book), _warnings(mustered))


def _notes(mustered: Brigade, book: Rulebook) -> tuple[str, ...]:
    companies = mustered.companies(book)
    ours = sorted(
        {
            t.vehicle.name
            for battalion in mustered.battalions
            for t in battalion.troops
            if t.vehicle is not None and not t.vehicle.printed
        }
    )
    lines = [f"{companies} companies count for victory" if companies else "no company counts for victory"]
    if ours:
        lines.append(
            f"Values of {', '.join(ours)} are this program's, not the book's: the book's equipment table has only"
            " samples (BDE-EQ-03)."
        )
    return tuple(lines)


def advice(larger: neutral_muster.Muster) -> tuple[str, ...]:
    """Return advice for a game larger than the usual: two or three battalions a side, two to three hours of play
    (BDE-SCALE-02).
    """
    effective = sum(1 for line in larger.lines if line.weight)
    if effective <= BATTALIONS_A_SIDE[1]:
        return ()
    few, hours = "2 or 3", f"{HOURS_OF_PLAY[0]} to {HOURS_OF_PLAY[1]} hours"
    return (f"{effective} battalions on the table: a usual game has {few} a side and takes {hours} (BDE-SCALE-02)",)


def _warnings(mustered: Brigade) -> tuple[str, ...]:
    return tuple(
        f"{battalion.unit.name} is {battalion.unit.state.value} and cannot fight"
        for battalion in mustered.battalions
        if not battalion.troops
    )


PRE_DUG_TURNS: Final = 4  # Our choice: 2 changes none of 12 battles, 8 changes 1.
"""The turns of digging after which a slit trench counts as dug beforehand."""


def works_of(unit: Unit) -> Cover:
    """Return the works that a battalion has dug: a slit trench, after four turns a prepared one."""
    if unit.dug_in_turns <= 0:
        return Cover.OPEN
    return Cover.DUG_TRENCH if unit.dug_in_turns >= PRE_DUG_TURNS else Cover.SLIT_TRENCH
