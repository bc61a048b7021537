"""The actions of a unit in the fire and movement phase, and their order (BDE-SEQ-08 to -16, BDE-MF, BDE-TANK).

Doing(act, moves_in=, fires=)       the action wanted of a unit
check(doing, firer)                 raises Refused with the rule that forbids it
in_order(acts) -> acts              all A, then B, C, D, E
counts_as_moving(act, mounted=)     whether its fire counts as moving
tank_weapons(...)                   the weapons of a tank that fire together
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

from campaign.errors import Refused
from campaign.rules.tabletop.brigade.movement import HALF
from campaign.rules.tabletop.brigade.tables import Act, Inches
from campaign.values import dataclass


class Fires(StrEnum):
    """The rule of firing on the move for a weapon (BDE-MF-01 to -03)."""

    FREELY = "moves and fires"
    MORTAR = "mortar"
    GUN = "artillery"
    ROCKET = "rocket"


@dataclass(frozen=True, slots=True)
class Firer:
    """A unit as these rules see it. ``most_in``: its whole move this time; ``fired_indirect``: it fired in phase 4 of
    this move.
    """

    name: str
    most_in: Inches
    fires: Fires = Fires.FREELY
    limbered: bool = False
    fired_indirect: bool = False
    pinned: bool = False
    mounted: bool = False
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class Doing:
    """An action: the inches it moves, whether it fires, and whether it mounts, dismounts, enters or leaves in it."""

    act: Act
    moves_in: Inches = 0
    fires: bool = False
    changes: bool = False


def most_of(act: Act) -> Fraction:
    """Return the part of its move that a unit may use in an act (BDE-SEQ-09 to -13)."""
    return Fraction(1) if act is Act.C else HALF


def check(doing: Doing, firer: Firer) -> None:
    """Raise Refused, naming unit and rule, for an action that the rules forbid."""
    if doing.act in (Act.C, Act.D, Act.E) and doing.fires:
        raise Refused(
            f"{firer.name} cannot fire, because its action {doing.act.value} does not allow fire (BDE-SEQ-11 to -13)"
        )
    if firer.fired_indirect and (doing.moves_in or doing.fires or doing.changes):
        raise Refused(f"{firer.name} has fired indirectly in this move and can do nothing more in it (BDE-MF-04)")
    _check_move(doing, firer)
    _check_gun(doing, firer)


def _check_move(doing: Doing, firer: Firer) -> None:
    if doing.moves_in and firer.pinned:
        raise Refused(f"{firer.name} is pinned and may not move (BDE-PIN-06)")
    if doing.moves_in and firer.stuck:
        raise Refused(f"{firer.name} is stuck for the rest of the game (BDE-MOVE-06)")
    part = most_of(doing.act) - (HALF if doing.changes else 0)
    most = Fraction(firer.most_in) * part
    if firer.fires is Fires.GUN and not firer.limbered and doing.act is not Act.E:
        most = Fraction(0)
    if doing.moves_in > most:
        raise Refused(
            f"{firer.name} cannot move {float(doing.moves_in):g} inches. Its action {doing.act.value} allows at "
            f"most {float(most):g} inches (BDE-SEQ-09 to -13)"
        )


def _check_gun(doing: Doing, firer: Firer) -> None:
    if doing.fires and firer.limbered:
        raise Refused(f"{firer.name} is limbered and may not fire (BDE-MF-06)")
    if doing.fires and doing.moves_in and firer.fires is not Fires.FREELY:
        raise Refused(
            f"{firer.name} may not move and fire in the same turn, because it is a {firer.fires.value} (BDE-MF-01 to "
            "-03)"
        )
    if doing.act is Act.D and not firer.limbered:
        raise Refused(f"{firer.name} is not limbered and cannot unlimber (BDE-SEQ-12)")
    if doing.act is Act.E and firer.limbered:
        raise Refused(f"{firer.name} is limbered already (BDE-SEQ-13)")


def in_order(acts: Iterable[Act]) -> tuple[Act, ...]:
    """Return the actions in order: all A before any B, then C, then D, E last (BDE-SEQ-14)."""
    return tuple(sorted(acts, key=lambda act: list(Act).index(act)))


def counts_as_moving(act: Act, *, mounted: bool = False) -> bool:
    """Return whether fire counts as moving: act A is fire halted, B fire moving; mounted cavalry always fire as moving
    (BDE-SEQ-09, -10, BDE-MF-05).
    """
    return mounted or act is Act.B


class TankWeapon(StrEnum):
    """The weapons that a tank may fire in a move."""

    HULL_MG = "hull MG"
    TURRET_MG = "turret MG"
    MAIN_GUN = "main armament"


def tank_weapons(*, hull_mg: bool, turret_mg: bool, gun: bool, use_gun: bool) -> tuple[TankWeapon, ...]:
    """Return the weapons of a tank that fire together: hull MG and main armament, or hull MG and turret MG
    (BDE-TANK-01, -02).
    """
    hull = (TankWeapon.HULL_MG,) if hull_mg else ()
    if use_gun and gun:
        return (*hull, TankWeapon.MAIN_GUN)
    return (*hull, TankWeapon.TURRET_MG) if turret_mg else hull
