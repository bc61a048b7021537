"""The units of the table: companies, guns, support weapons, vehicles (BDE-TYPE, BDE-ORG, BDE-SPEC).

Troop            a unit as mustered: its type, its figures or crew, its weapons
arms_of(troop, living, ...) -> Arms | None      the weapons of its living figures; horse-holders and specialists
                                                left out
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.equipment import Gun, Vehicle
from campaign.rules.tabletop.brigade.firepoints import Arms
from campaign.rules.tabletop.brigade.indirect import Piece
from campaign.rules.tabletop.brigade.morale import specialist_lives, weapon_works
from campaign.rules.tabletop.brigade.movement import horse_holders
from campaign.rules.tabletop.brigade.scales import TroopType
from campaign.rules.tabletop.brigade.sequence import Fires
from campaign.rules.tabletop.brigade.tables import DetectedAs, Grade, MovesAs, SmallArm
from campaign.rules.tabletop.brigade.victory import Kind, counts
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit of the table. ``key`` is its own within its battalion; ``figures`` its figures or crew, none for a
    vehicle.

    ``weapon``: the small arm of each figure, or of the support weapon or gun; ``specialist``: the weapon of one figure;
    ``gun``, ``piece`` and ``calibre_mm`` of a battery; ``vehicle`` of a model; ``headquarters``: it is or contains the
    battalion's headquarters.
    """

    key: str
    label: str
    battalion: int
    kind: Kind
    grade: Grade
    figures: int = 0
    weapon: SmallArm | None = SmallArm.RIFLE
    specialist: Gun | None = None
    gun: Gun | None = None
    piece: Piece | None = None
    calibre_mm: int = 0
    vehicle: Vehicle | None = None
    headquarters: bool = False
    off_table: bool = False

    @property
    def troop_type(self) -> TroopType:
        """The type of the unit: infantry, cavalry, fighting vehicle or transport (BDE-TYPE-01 to -04)."""
        if self.kind is Kind.SQUADRON:
            return TroopType.CAVALRY
        if self.kind in (Kind.FIGHTING_VEHICLE, Kind.TRANSPORT):
            return (
                TroopType.FIGHTING_VEHICLE if self.vehicle is not None and self.vehicle.armed else TroopType.TRANSPORT
            )
        return TroopType.INFANTRY

    @property
    def crewed(self) -> bool:
        """True for a gun or support weapon, which works until the whole crew is dead (BDE-SPEC-04)."""
        return self.kind in (Kind.GUN, Kind.SUPPORT)

    @property
    def is_vehicle(self) -> bool:
        """True for a vehicle model, without figures."""
        return self.vehicle is not None

    @property
    def moves_as(self) -> MovesAs:
        """The row of the movement chart, on foot; limbered guns by their horses, or as wheeled by their lorries."""
        if self.vehicle is not None:
            return self.vehicle.moves_as
        if self.kind is Kind.SQUADRON:
            return MovesAs.CAVALRY
        return (
            MovesAs.SUPPORT
            if self.kind is Kind.SUPPORT
            else MovesAs.WHEELED
            if self.kind is Kind.GUN
            else MovesAs.INFANTRY
        )

    @property
    def seen_as(self) -> DetectedAs:
        """The row of the detection chart; for riders the rulebook decides (BDE-AMB-12)."""
        if self.is_vehicle:
            return DetectedAs.VEHICLES
        return DetectedAs.HEAVY_SUPPORT if self.kind is Kind.GUN else DetectedAs.INFANTRY

    @property
    def fires(self) -> Fires:
        """The rule of moving and firing for the unit (BDE-MF-01 to -03)."""
        if self.piece is Piece.MORTAR:
            return Fires.MORTAR
        if self.piece is Piece.ROCKET:
            return Fires.ROCKET
        return Fires.GUN if self.kind is Kind.GUN else Fires.FREELY

    def counts(self, book: Rulebook) -> bool:
        """Return whether a unit counts as a company (BDE-WIN)."""
        return counts(
            self.kind, anti_tank=self.gun is not None and self.piece is None, off_table=self.off_table, book=book
        )


def arms_of(troop: Troop, living: int, *, dismounted: bool = False, specialist_fires: bool = False) -> Arms | None:
    """Return the small arms that this number of living figures fires: one support weapon, or a weapon for each figure
    (BDE-SPEC-02, BDE-AMB-26, -96).

    None for a unit with nothing to fire: a crew without its weapon's points, a dead unit.
    """
    if not weapon_works(living) or troop.weapon is None:
        return None
    if troop.kind is Kind.SUPPORT:
        return Arms(troop.weapon)
    if troop.weapon is SmallArm.AUTO_CANNON:
        return Arms(troop.weapon)
    if troop.kind is Kind.GUN:
        return None
    figures = living - (horse_holders(living) if dismounted else 0)
    if specialist_fires and specialist_lives(living):
        figures -= 1
    return Arms(troop.weapon, figures) if figures > 0 else None
