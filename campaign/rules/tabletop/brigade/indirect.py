"""Indirect fire: the units that may call it, its arrival, its deviation, and its zone (BDE-FIRE, -DEV, -ZONE, -WALK,
-TIME, -EFF, -BREACH).

Battery(name, piece, calibre_mm, army, on_table)      Army(white_six, deducts) of a nationality: army_of(nation)
fall(white, battery) -> Fall          miss_in(red, battery, df_point=) -> int
zone_of(batteries) -> Zone      caught(where, inches, zone) -> bool
shell(battery) -> Shell               breach(shell, cover) -> Target | None if no breach is needed
may_call(caller, battery, battalion=, book)    arrives_in(asked_in_move, caller)     may_walk(...)
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from math import ceil

from campaign.errors import BadInput, Refused
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.tables import (
    BREACH,
    BREACH_COLUMN,
    DEVIATION_ALLIED,
    DEVIATION_DF_POINT,
    GUN_ZONE_MM,
    MORTAR_ZONE_MM,
    WALK_IN,
    WHITE_DIE,
    ZONE_HEAVY,
    ZONE_LIGHT_MORTAR,
    ZONE_MIDDLE,
    ZONE_WIDER_A_BATTERY,
    Cover,
    Fall,
    Inches,
    Shell,
)
from campaign.terms.forces import Nationality
from campaign.terms.target import Target
from campaign.values import dataclass

SORTIE_MM = 150
"""The calibre of an aircraft's bomb load, which counts as a gun of over 105 mm (BDE-AMB-91): any above it does."""


class Piece(StrEnum):
    """The kind of piece that a battery fires."""

    GUN = "artillery"
    MORTAR = "mortar"
    ROCKET = "rockets"


@dataclass(frozen=True, slots=True)
class Army:
    """A nation's handling of its guns: whether a white 6 counts from off the table, and whether an inch is taken off
    the miss (BDE-DEV-07, -11).
    """

    white_six: bool
    deducts: bool


_ALLIED = (Nationality.BRITISH, Nationality.INDIAN, Nationality.COMMONWEALTH, Nationality.US, Nationality.FRENCH)


def army_of(nation: Nationality) -> Army:
    """Return the army whose rules a nation uses: German, British and American by the book; Commonwealth and Indian as
    British, French as American, the rest as others (BDE-AMB-37).
    """
    return Army(white_six=nation is Nationality.GERMAN or nation in _ALLIED, deducts=nation in _ALLIED)


@dataclass(frozen=True, slots=True)
class Battery:
    """The indirect fire of one gun model."""

    name: str
    piece: Piece
    calibre_mm: int
    army: Army
    on_table: bool = False

    @property
    def mortar(self) -> bool:
        """True for a mortar, which has rules of its own for distance, zone and shell."""
        return self.piece is Piece.MORTAR


class Caller(StrEnum):
    """The unit that asks for the fire."""

    OBSERVER = "artillery observer"
    BATTALION = "battalion commander"
    COMPANY = "company commander"
    ITSELF = "the battery itself, over open sights"


# Asking, time, walking -----------------------------------------------------------------------------------------------
def may_call(caller: Caller, battery: Battery, *, battalion: bool, book: Rulebook) -> bool:
    """Return whether this caller may have this battery's fire (BDE-SEQ-06, BDE-WALK-04, BDE-AMB-40): companies only the
    mortars of their own battalion.
    """
    if caller in (Caller.OBSERVER, Caller.ITSELF):
        return True
    allowed = book.word("brigade.who_calls")
    if caller is Caller.BATTALION:
        return allowed != "observers only"
    return allowed == "companies too" or (allowed != "observers only" and battery.mortar and battalion)


def arrives_in(asked_in_move: int, caller: Caller) -> int:
    """Return the owner's move in whose phase 4 the fire falls: the same over open sights, otherwise the next
    (BDE-TIME-01, -02, BDE-AMB-31).
    """
    return asked_in_move if caller is Caller.ITSELF else asked_in_move + 1


def may_walk(caller: Caller, *, sees_old: bool, sees_new: bool, inches: Inches) -> bool:
    """Return whether fire may be shifted by 2 inches a move: by observers, and batteries over open sights, if they see
    both places (BDE-WALK-01 to -04).
    """
    return caller in (Caller.OBSERVER, Caller.ITSELF) and sees_old and sees_new and inches <= WALK_IN


def rolls_again(*, same_point: bool, walked: bool, book: Rulebook) -> bool:
    """Return whether deviation is rolled again for continued fire: not while it stays or is walked (BDE-WALK-01,
    BDE-AMB-39).
    """
    return not (same_point or walked) or (same_point and not walked and book.switch("brigade.redice_each_move"))


def shells_left(missions_fired: int, book: Rulebook) -> bool:
    """Return whether the battery has shells for another move of fire (BDE-AMB-52)."""
    return book.is_word("brigade.missions") or missions_fired < book.integer("brigade.missions")


def registered(battery: Battery, df_point: bool) -> bool:
    """Return whether a registered point helps this battery (BDE-DEV-13, BDE-AMB-33, -43): not mortars and rockets."""
    return df_point and not battery.mortar and battery.piece is not Piece.ROCKET


def sortie(name: str, book: Rulebook) -> Battery:
    """Return an aircraft as a battery of heavy bombs without a deduction, once (BDE-AMB-91). Raises Refused, as the
    rules themselves have no aircraft.
    """
    if not book.switch("brigade.air_sortie"):
        raise Refused(
            f"{name} cannot attack, because these rules have no aircraft. To allow each aircraft one attack: "
            "campaign rules brigade.air_sortie on"
        )
    return Battery(name, Piece.GUN, SORTIE_MM, Army(white_six=True, deducts=False), on_table=False)


# Where it falls ------------------------------------------------------------------------------------------------------
def fall(white: int, battery: Battery) -> Fall:
    """Return where the fire falls by the white die (BDE-DEV-02 to -08)."""
    if white in WHITE_DIE:
        return WHITE_DIE[white]
    return Fall.ON_TARGET if battery.on_table or battery.army.white_six else Fall.NOT_AT_ALL


def miss_in(red: int, battery: Battery, *, df_point: bool) -> int:
    """Return the inches off target by the red die (BDE-DEV-09 to -14): halved and rounded up for mortars, less the
    deductions, never under 0.
    """
    allied = DEVIATION_ALLIED if battery.army.deducts and not battery.mortar else 0
    noted = DEVIATION_DF_POINT if registered(battery, df_point) else 0
    return max(0, (ceil(Fraction(red, 2)) if battery.mortar else red) + allied + noted)


@dataclass(frozen=True, slots=True)
class Zone:
    """A fire zone: inches across the line of fire, and along it."""

    width_in: int
    depth_in: int

    def __str__(self) -> str:
        return f"{self.width_in} x {self.depth_in}"


def _side(battery: Battery) -> int:
    if battery.piece is Piece.ROCKET:
        return ZONE_HEAVY
    if battery.mortar:
        return ZONE_LIGHT_MORTAR if battery.calibre_mm <= MORTAR_ZONE_MM else ZONE_MIDDLE
    return ZONE_MIDDLE if battery.calibre_mm <= GUN_ZONE_MM else ZONE_HEAVY


def zone_of(batteries: Sequence[Battery]) -> Zone:
    """Return the zone of all batteries on one point: the largest, and an inch wider for each further battery
    (BDE-ZONE-01 to -04, BDE-AMB-38).
    """
    if not batteries:
        raise BadInput("a fire zone needs at least one battery. Name a battery")
    side = max(_side(battery) for battery in batteries)
    return Zone(side + ZONE_WIDER_A_BATTERY * (len(batteries) - 1), side)


def caught(where: Fall, inches: int, zone: Zone) -> bool:
    """Return whether a unit that is a point at the aiming point is inside the zone (BDE-AMB-51)."""
    if where is Fall.NOT_AT_ALL:
        return False
    if where is Fall.ON_TARGET:
        return True
    across = where in (Fall.LEFT, Fall.RIGHT)
    return Fraction(inches) <= Fraction(zone.width_in if across else zone.depth_in, 2)


# What it does --------------------------------------------------------------------------------------------------------
def shell(battery: Battery) -> Shell:
    """Return the row of the breaching chart (BDE-BREACH-01); a mortar is never heavier than its own row says
    (BDE-AMB-41).
    """
    if battery.calibre_mm <= MORTAR_ZONE_MM:
        return Shell.LIGHT
    return Shell.MIDDLE if battery.mortar or battery.calibre_mm <= GUN_ZONE_MM else Shell.HEAVY


def breach(shell: Shell, cover: Cover) -> Target | None:
    """Return the score that penetrates this cover; None if none is needed: the open, woods, hedges (BDE-EFF-04, -05,
    BDE-AMB-44, -46).
    """
    if cover in (Cover.OPEN, Cover.SOFT, Cover.HARD):
        return None
    return Target(BREACH[shell][BREACH_COLUMN[cover]], f"{shell.value} on {cover.value}")


def pins(cover: Cover, *, breached: bool, never_pinned: bool = False) -> bool:
    """Return whether a unit in the zone is pinned: in a fortification only if it is penetrated, and never if it cannot
    be pinned (BDE-EFF-02, -03, BDE-AMB-48, -49).
    """
    return not never_pinned and (cover is not Cover.FORTIFICATION or breached)
