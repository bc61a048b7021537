"""Artillery fire at a point where the enemy is only suspected: noted now, worked out when the enemy is revealed
(OB-ART-07, -08).

note(place, guns, book, ...) -> PointAttack          dice and weapons at the time of firing
reveal(point, mark, book) -> Attack                  on a battalion that was already hidden there
without_pins(result) -> Result                       pins are ignored, spent and destroyed count
lies_at(distance_in) -> bool                         whether a battalion is at the point (OB-AMB-042)
"""

from __future__ import annotations

from campaign.errors import Refused
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity.attack import Attack, Result, column_of, to_cause, to_hit, to_penetrate
from campaign.rules.tabletop.brevity.fire import Counted, Fire, FireKind, Firing, Inches, Mark, check, count
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.terms.state import Light, Sky
from campaign.values import dataclass, replace

_NOBODY = Mark(Stand("suspected enemy"), located=False)


@dataclass(frozen=True, slots=True)
class PointAttack:
    """A noted attack: the place, the number of dice, and the weapons (the note that players write down)."""

    place: str
    counted: Counted
    light: Light = Light.DAY
    sky: Sky = Sky.CLEAR

    @property
    def dice(self) -> int:
        """The dice that were to be rolled when the guns fired."""
        return self.counted.dice

    @property
    def weapons(self) -> tuple[str, ...]:
        """The types of weapon that fired, each once, as the players note them."""
        return tuple(dict.fromkeys(battalion.stand.weapon.value for battalion in self.counted.battalions))

    def __str__(self) -> str:
        return f"{self.place}: {self.dice} dice of {' and '.join(self.weapons)}"


def note(
    place: str, guns: tuple[Firing, ...], book: Rulebook, *, light: Light = Light.DAY, sky: Sky = Sky.CLEAR
) -> PointAttack:
    """Return a noted fire at a point. Raises Refused if no gun can fire, BadInput for battalions that are not
    artillery.
    """
    fire = Fire(FireKind.ARTILLERY, guns, _NOBODY, light, sky)
    check(fire)
    counted = count(fire, book)
    if not counted.dice:
        why = (
            "; ".join(f"{omission.stand.name}: {omission.why}" for omission in counted.left_out) or "no unit was named"
        )
        raise Refused(f"no unit can fire at {place}: {why}")
    return PointAttack(place, counted, light, sky)


def reveal(point: PointAttack, mark: Mark, book: Rulebook) -> Attack:
    """Return the noted attack on a battalion revealed there: unlocated as it was then, with the protection it has now
    (OB-AMB-042).
    """
    guns = point.counted.battalions
    fire = Fire(FireKind.ARTILLERY, guns, replace(mark, located=False), point.light, point.sky)
    return Attack(
        fire,
        point.counted,
        column_of(fire, book)[0],
        to_hit(fire, guns, book),
        to_penetrate(fire, point.counted, fire.mark),
        to_cause(point.counted, fire.mark, book),
    )


def without_pins(result: Result) -> Result:
    """Return the part of a result that remains when pins are ignored."""
    return Result.NONE if result is Result.PINNED else result


def lies_at(distance_in: Inches) -> bool:
    """Return whether a battalion at this distance from the marked point is hit: its stand touches the point
    (OB-AMB-042).
    """
    return distance_in <= 0
