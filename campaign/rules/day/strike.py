"""Air strikes, fought as artillery that hits 1 better and attacks every unit near its target, friend or foe (OB-AIR).

    armed(weapon, count, book, as_medium=) -> tuple[Firing, ...]     the aircraft that strike one target together
    goes_astray(dice, subject) -> bool                               on a 1 the opponent picks the target (OB-AIR-03)
    fires(strikers, near, light=, sky=) -> tuple[Fire, ...]            one fire on each battalion within 4 inches
    craters(weapon, as_medium=) -> int                               inches around the target that become bad terrain

The weather for flying is in ``weather.grounded``, the rest between attacks in ``rested``.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Firing, Inches, Mark
from campaign.rules.tabletop.brevity.stands import aircraft
from campaign.terms.forces import AirType, Weapon
from campaign.terms.state import Light, Sky
from campaign.terms.time import TURNS_A_DAY, Moment

STRIKE_RADIUS: Final = 4
"""The inches around the target within which every battalion is attacked (OB-AIR-04)."""
CRATER_RADIUS: Final = 8
"""The radius in inches that heavy bombers crater (OB-AIR-11)."""
STRIKE_RADIUS_M: Final = STRIKE_RADIUS * tables.METRES_AN_INCH
"""The strike radius on the map: half a kilometre (umpire 1.19)."""
ASTRAY_ON: Final = 1  # OB-AIR-03.
WEAPON_OF: Final = MappingProxyType(
    {
        AirType.GROUND_ATTACK: Weapon.GROUND_ATTACK,
        AirType.MEDIUM_BOMBER: Weapon.MEDIUM_BOMBER,
        AirType.HEAVY_BOMBER: Weapon.HEAVY_BOMBER,
    }
)
"""The row of OB-T-12 for each type that attacks (OB-AIR-13)."""
REST_TURNS: Final = 1
"""The turns of rest between two attacks of all but ground-attack aircraft (OB-AIR-09)."""


def armed(weapon: Weapon, count: int, book: Rulebook, *, as_medium: bool = False) -> tuple[Firing, ...]:
    """Return the fire of this number of models against one target. ``as_medium``: heavy bombers that leave no craters
    (OB-AIR-12). Raises BadInput.
    """
    flies = Weapon.MEDIUM_BOMBER if as_medium and weapon is Weapon.HEAVY_BOMBER else weapon
    return tuple(Firing(aircraft(flies, book, name=f"{weapon.value} aircraft {n}")) for n in range(1, count + 1))


def goes_astray(dice: Dice, subject: str) -> bool:
    """Roll for the right target and return whether the strike goes astray: on a 1 the opponent picks the target, the
    attacker's own troops included.
    """
    return dice.roll(6, "air target", subject, f"on a {ASTRAY_ON} the opponent picks the target") == ASTRAY_ON


def fires(
    strikers: tuple[Firing, ...], near: Iterable[tuple[Mark, Inches]], *, light: Light = Light.DAY, sky: Sky = Sky.CLEAR
) -> tuple[Fire, ...]:
    """Return the fires of all the aircraft, one on each battalion of either side within 4 inches of the target
    (OB-AMB-101).
    """
    return tuple(Fire(FireKind.AIR, strikers, mark, light, sky) for mark, distance in near if distance <= STRIKE_RADIUS)


def craters(weapon: Weapon, *, as_medium: bool = False) -> int:
    """Return the inches around the target that become bad terrain for movement; 0 if none (OB-AIR-11, -12)."""
    return CRATER_RADIUS if weapon is Weapon.HEAVY_BOMBER and not as_medium else 0


def rested(kind: AirType, last: Moment | None, now: Moment) -> str:
    """Return why this air group may not attack again yet; empty if it may (OB-AIR-09, OB-AMB-103).

    Ground-attack aircraft attack once a turn; all others once a day, with a turn of rest between, even across midnight.
    """
    if last is None:
        return ""
    if last == now:
        return f"it has attacked in turn {now} already: one target a turn (OB-AIR-04, -09)"
    if kind is AirType.GROUND_ATTACK:
        return ""
    if last.day == now.day:
        return f"it has attacked in turn {last}: {kind.value}s attack once a day (OB-AIR-09)"
    if now.index - last.index <= REST_TURNS:
        return f"it attacked in turn {last}: {kind.value}s rest a turn between attacks (OB-AIR-09)"
    return ""


def next_attack(kind: AirType, last: Moment) -> Moment:
    """Return the first turn in which an air group may attack again."""
    return next(at for at in (last.plus(turns) for turns in range(1, 2 * TURNS_A_DAY)) if not rested(kind, last, at))
