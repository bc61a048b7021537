"""Air landings: battalions set down by parachute or glider (OB-LAND, OB-T-13).

    dice_for(how, cover, night=) -> int             dice rolled on landing
    odds(how, cover, night=) -> Chances[Result]      the chances of fresh, spent and destroyed: OB-D-09
    land(stand, how, cover, dice, night=, book=) -> Landed       rolled, with its posture afterwards
    landed(stand, how) -> Stand                      a glider battalion counts as riding in unarmoured vehicles

A landing is the battalion's movement for that move (OB-LAND-01): it has moved, may be fired on, and may fire.
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.dice import Dice
from campaign.rules.common.odds import Chances, binomial
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.attack import Result, result_of
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.forces import Armour, CasualtyColumn, HitRow
from campaign.terms.ground import Cover
from campaign.terms.state import Posture
from campaign.values import dataclass, replace

SCATTER_INCHES_A_PIP = 4  # OB-LAND-08, OB-AMB-132.


@dataclass(frozen=True, slots=True)
class Scatter:
    """The point where a unit landed instead: the distance from the target point and the direction as an hour of the
    clock (12 is the far table edge).
    """

    inches: int
    clock: int


@dataclass(frozen=True, slots=True)
class Landed:
    """A battalion on the ground: the dice rolled, its casualties, and its posture."""

    stand: Stand
    faces: tuple[int, ...]
    result: Result
    posture: Posture
    scatter: Scatter | None = None


def dice_for(how: Landing, cover: Cover, *, night: bool) -> int:
    """Return the number of dice rolled on landing (OB-LAND-04)."""
    row = tables.AIR_LANDING[how]
    if cover is Cover.TERRAIN:
        return row.night_terrain if night else row.day_terrain
    return row.night_open if night else row.day_open


def harmed_by(how: Landing) -> int:
    """Return the highest face of a die that causes a casualty figure (OB-LAND-05, -06)."""
    return tables.AIR_LANDING[how].harmed_to


def odds(how: Landing, cover: Cover, *, night: bool) -> Chances[Result]:
    """Return the chances of fresh, spent and destroyed after the landing (OB-LAND-05..07)."""
    chances = binomial(dice_for(how, cover, night=night), Fraction(harmed_by(how), 6))
    return Chances((_result(casualties), chance) for casualties, chance in enumerate(chances))


def _result(casualties: int) -> Result:
    return result_of(0, casualties, spent=False, surrounded=False)


def posture_after(how: Landing) -> Posture:
    """Return the posture after landing: parachutists are combat-ready, gliders are in march column (OB-LAND-02,
    -03).
    """
    return Posture.LINE if how is Landing.PARACHUTE else Posture.MARCH


def landed(stand: Stand, how: Landing) -> Stand:
    """Return the state in which a unit is fired on until it has got out: gliders count as unarmoured troop-carrying
    vehicles (OB-LAND-03, OB-AMB-134).
    """
    if how is Landing.PARACHUTE:
        return stand
    return replace(stand, row=HitRow.VEHICLE, column=CasualtyColumn.OTHERS, armour=Armour.NONE)


def land(
    stand: Stand, how: Landing, cover: Cover, dice: Dice, *, night: bool, book: Rulebook, opposed: bool = True
) -> Landed:
    """Land a battalion from the air and return the result. ``cover`` is that of the spot it lands on; only by the house
    rule can it land elsewhere (OB-AMB-132). ``opposed``: the casualties of the landing are rolled.
    """
    subject = stand.key or stand.name
    scatter = None
    if book.switch("land.scatter"):
        inches = SCATTER_INCHES_A_PIP * dice.roll(
            6, "scatter", subject, f"{SCATTER_INCHES_A_PIP} in. for each pip from the point aimed at"
        )
        scatter = Scatter(inches, 2 * dice.roll(6, "scatter direction", subject, "twice this hour of the clock"))
    need = f"1-{harmed_by(how)} is a casualty figure"
    faces = tuple(dice.roll(6, "landing", subject, need) for _ in range(dice_for(how, cover, night=night) * opposed))
    return Landed(
        landed(stand, how), faces, _result(sum(face <= harmed_by(how) for face in faces)), posture_after(how), scatter
    )
