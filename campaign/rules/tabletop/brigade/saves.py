"""Saving throws: the rolls by which a figure or a vehicle escapes a hit (BDE-SAVE, BDE-SMOD, BDE-NOTE).

troops(cover, pinned=, book, direct=) -> Target
Direct(distance_in, seen_briefly, close_order, flame)      the circumstances of direct fire; None for indirect fire
soft_skin(hit_by) -> Target     open_top(heavy=) -> Target     ESCAPE -> Target
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.tables import (
    HEAVY_FROM_MM,
    POINT_BLANK_IN,
    SAVE_CLOSE_ORDER,
    SAVE_POINT_BLANK,
    SAVE_SEEN_BRIEFLY,
    SAVES,
    Cover,
    Inches,
    Saving,
    SmallArm,
)
from campaign.terms.target import Reason, Target
from campaign.values import dataclass

COVER_ROW: Final[Mapping[Cover, Saving]] = MappingProxyType(
    {
        Cover.OPEN: Saving.OPEN,
        Cover.SOFT: Saving.SOFT,
        Cover.WEAK_BUILDING: Saving.SOFT,
        Cover.HARD: Saving.HARD,
        Cover.SLIT_TRENCH: Saving.HARD,
        Cover.DUG_TRENCH: Saving.HARD,
        Cover.STRONG_BUILDING: Saving.HARD,
        Cover.FORTIFICATION: Saving.HARD,
    }
)
"""Row of the saving throws for each cover (BDE-AMB-47, -62)."""


@dataclass(frozen=True, slots=True)
class Direct:
    """Direct fire as it matters for saving throws. ``seen_briefly``: the firer had the target in view for less than
    half a move.
    """

    distance_in: Inches
    seen_briefly: bool = False
    close_order: bool = False
    flame: bool = False


class HitBy(StrEnum):
    """The weapon that hit a soft-skin vehicle (BDE-SAVE-05 to -07)."""

    MG = "MG"
    AUTO_CANNON = "auto-cannon"
    SMALL_ARMS = "rifle or SMG"
    HEAVY_SHELL = "artillery of 105 mm and over"
    OTHER_SHELL = "other indirect fire"


def row_for(cover: Cover, *, flame: bool = False) -> Saving:
    """Return the row of troops in this cover. Flame ignores it; breached cover still counts (BDE-NOTE-01,
    BDE-AMB-47).
    """
    return Saving.OPEN if flame else COVER_ROW[cover]


def _score(row: Saving, *, pinned: bool) -> int | None:
    return SAVES[row][0 if pinned else 1]


def modifiers(direct: Direct) -> tuple[Reason, ...]:
    """Return the changes to the roll for direct fire; a worse score is less on the roll (BDE-SMOD-01 to -03,
    BDE-AMB-53).
    """
    point_blank = direct.distance_in <= POINT_BLANK_IN
    result = [
        (direct.seen_briefly, -SAVE_SEEN_BRIEFLY, "in view for less than half a move"),
        (direct.close_order, -SAVE_CLOSE_ORDER, "close order"),
        (point_blank, -SAVE_POINT_BLANK, "within 2 inches"),
    ]
    return tuple(Reason(value, text) for applies, value, text in result if applies)


def clamped(target: Target, book: Rulebook) -> Target:
    """Return the score within its limits: by the house rule a 6 always saves and a 1 never; otherwise scores above 6
    cannot be saved, and 1 or less are certain (BDE-AMB-54).
    """
    if target.score is None or book.word("brigade.save_clamp") == "none":
        return target
    shown = target.score - target.modifier
    within = min(6, max(2, shown))
    if within == shown:
        return target
    return Target(target.score, target.base, (*target.reasons, Reason(shown - within, "a 6 always saves, a 1 never")))


def troops(cover: Cover, *, pinned: bool, book: Rulebook, direct: Direct | None = None) -> Target:
    """Return the score that each figure needs (BDE-SAVE-01 to -04). The modifiers are those of direct fire only."""
    row = row_for(cover, flame=direct is not None and direct.flame)
    base = f"{row.value}, {'pinned' if pinned else 'not pinned'}"
    return clamped(Target(_score(row, pinned=pinned), base, modifiers(direct) if direct is not None else ()), book)


def soft_skin(hit_by: HitBy, *, pinned: bool = False) -> Target:
    """Return the score that a soft-skin vehicle needs for each hit; any failure destroys it (BDE-SAVE-05 to -07,
    BDE-NOTE-03, -04).
    """
    heavy = hit_by in (HitBy.MG, HitBy.AUTO_CANNON, HitBy.HEAVY_SHELL)
    row = Saving.SOFT_SKIN_HEAVY if heavy else Saving.SOFT_SKIN_LIGHT
    return Target(_score(row, pinned=pinned), row.value)


def hit_by(weapon: SmallArm) -> HitBy:
    """Return the saving row of a soft-skin vehicle for a hit of this small arm."""
    if weapon is SmallArm.AUTO_CANNON:
        return HitBy.AUTO_CANNON
    return (
        HitBy.MG
        if weapon in (SmallArm.TANK_MG, SmallArm.MMG, SmallArm.HMG, SmallArm.FLAME_THROWER)
        else HitBy.SMALL_ARMS
    )


def is_heavy(calibre_mm: int, *, mortar: bool) -> bool:
    """Return whether artillery is heavy: 105 mm and over; a mortar never is, at any calibre (BDE-AMB-41, -42)."""
    return not mortar and calibre_mm >= HEAVY_FROM_MM


def shell_on(calibre_mm: int, *, mortar: bool) -> HitBy:
    """Return the saving row of a soft-skin vehicle for a shell of indirect fire."""
    return HitBy.HEAVY_SHELL if is_heavy(calibre_mm, mortar=mortar) else HitBy.OTHER_SHELL


def open_top(*, heavy: bool, pinned: bool = False) -> Target:
    """Return the score that open-top armour needs against indirect fire (BDE-SAVE-08, -09)."""
    row = Saving.OPEN_TOP_HEAVY if heavy else Saving.OPEN_TOP_LIGHT
    return Target(_score(row, pinned=pinned), row.value)


BY_SMALL_ARMS: Final = Target(SAVES[Saving.OPEN_TOP_LIGHT][1], "open-top armour: small arms")
"""The score of open-top armour against each hit of small arms, if the house rule lets them count (BDE-AMB-77)."""
ESCAPE: Final = Target(SAVES[Saving.ESCAPE][0], Saving.ESCAPE.value)
"""The score of each passenger of a destroyed vehicle to get out; it is then pinned (BDE-SAVE-10, BDE-NOTE-02)."""
