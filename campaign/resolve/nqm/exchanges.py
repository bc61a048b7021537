"""Fire between battalions in a battle: the target of each die, and the distribution of casualties.

Direct fire is at targets in sight. At harassing range a battalion throws few dice, never a stand's last one, and none
at a unit that is disorganised already, as such fire has no other effect.

volleys(firers, targets, distance, ...) -> Shots       each stand one die at the target it damages most (NQM-AMB-48)
throw(stage, shots, subject) -> Struck
suffer(stage, bodies, struck, ...)               markers dealt out, stands removed (NQM-CAS)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from campaign.resolve.nqm.doctrine import Stage
from campaign.resolve.nqm.field import Body, Ending, Field
from campaign.resolve.nqm.report import Firer, marked
from campaign.rules.tabletop.nqm.classes import Cover, at_tanks, tank_target
from campaign.rules.tabletop.nqm.elements import Element, ElementKind
from campaign.rules.tabletop.nqm.firing import (
    Volley,
    band_of,
    by_difference,
    enough_calibre,
    fire,
    harassing_fire_disorganises,
    shifts,
)
from campaign.rules.tabletop.nqm.pins import first_of, place
from campaign.rules.tabletop.nqm.reorganisation import spent
from campaign.rules.tabletop.nqm.tables import RangeBand, Weight
from campaign.values import dataclass, replace
from campaign.words.battle_report import Roll

# A die of ammunition for a die that is fired (NQM-AMMO-03).
ONE_DIE = Fraction(1)
# NQM-AMB-45.
HARASSING_DICE = 2
"""The most stands of a battalion that fire at harassing range in an hour."""


@dataclass(frozen=True, slots=True)
class Shots:
    """The dice of one side on one enemy, by volley; ``at_armour`` of each says if it is thrown at armour. ``fired``:
    the stands that fired them.
    """

    volleys: tuple[tuple[Volley, bool], ...]
    fired: tuple[tuple[Body, int], ...]

    @property
    def dice(self) -> int:
        """The number of dice in all volleys together."""
        return sum(volley.dice for volley, _ in self.volleys)

    def by_battalion(self) -> tuple[Firer, ...]:
        """Return the battalions that throw them, with their numbers."""
        counted = Counter((body, body.elements[n].indirect) for body, n in self.fired)
        bodies = dict.fromkeys(body for body, _ in self.fired)
        return tuple(Firer(body, counted[body, False], counted[body, True]) for body in bodies)


@dataclass(frozen=True, slots=True)
class Struck:
    """The casualties on stands without armour and on armour, whether harassing fire disorganised them, the dice thrown,
    and the firers.
    """

    soft: int
    armour: int = 0
    shaken: bool = False
    rolls: tuple[Roll, ...] = ()
    firers: tuple[Firer, ...] = ()

    @property
    def total(self) -> int:
        """The total of casualties, those on armour included."""
        return self.soft + self.armour


@dataclass(frozen=True, slots=True)
class Armoured:
    """The commonest armour of a target. ``machine_guns_only``: no tank of that armour has a gun. ``close_country``: all
    of it is in woods or among houses.
    """

    weight: Weight
    machine_guns_only: bool
    close_country: bool


def _armour_of(targets: Sequence[Body], field: Field) -> Armoured | None:
    """Return the commonest armour among the targets; None without any."""
    tanks = [vehicle for body in targets for vehicle in body.vehicles]
    common = Counter(tank.armour for tank in tanks if tank.armour is not None).most_common(1)
    if not common:
        return None
    weight = common[0][0]
    return Armoured(
        weight,
        all(tank.anti_tank is Weight.VERY_LIGHT for tank in tanks if tank.armour is weight),
        all(field.ground.is_close(body.at) for body in targets if body.vehicles),
    )


def _soft_of(targets: Sequence[Body]) -> Weight | None:
    """Return the class of their stands without armour."""
    classes = Counter(body.soft_weight for body in targets for _ in body.soft)
    common = classes.most_common(1)
    return common[0][0] if common else None


def _volley_of(
    element: Element,
    soft: Weight | None,
    armour: Armoured | None,
    metres: tuple[int, int],
    field: Field,
    *,
    attacker: bool,
    ambush: RangeBand | None,
) -> tuple[Volley, bool] | None:
    """Return the die of one stand at the target it damages most; armour if both are alike. ``metres``: to the nearest
    without armour, to the nearest armour. None: it reaches nothing.
    """
    result: list[tuple[int, bool, Volley]] = []
    plate = None if armour is None else armour.weight
    if armour is not None and element.on_foot:
        plate = tank_target(armour.weight, close_country=armour.close_country)
    against = (
        element.anti_tank
        if armour is None
        else at_tanks(element.anti_tank, machine_guns_only=armour.machine_guns_only, book=field.book)
    )
    for weight, reach, target, at_armour in (
        (element.weapon, element.reach, soft, False),
        (against, element.anti_tank_reach, plate, True),
    ):
        if target is None:
            continue
        band = band_of(reach, metres[at_armour])
        if band is RangeBand.OUT:
            continue
        if ambush is not None and band is not RangeBand.HARASSING:
            band = ambush
        gated = element.kind is ElementKind.BATTERY and element.calibre_mm is not None
        if gated and not enough_calibre(element.calibre_mm or 0, target):
            continue
        volley = Volley(weight, target, 1, band, ambush is not None, attacker, gated)
        table = by_difference(weight - target + shifts(volley))
        if any(table):
            result.append((sum(table) if band is not RangeBand.HARASSING else 0, at_armour, volley))
    if not result:
        return None
    _, at_armour, volley = max(result, key=lambda choice: (choice[0], choice[1]))
    return volley, at_armour


def _metres(firer: Body, targets: Sequence[Body], least: int) -> tuple[int, int]:
    """Return the metres to the nearest of them without armour, and to the nearest armour (NQM-RANGE-01)."""
    soft = [firer.distance(target) for target in targets if target.soft]
    armour = [firer.distance(target) for target in targets if target.vehicles]
    return max(least, min(soft, default=least)), max(least, min(armour, default=least))


def volleys(
    firers: Sequence[Body],
    targets: Sequence[Body],
    distance: int,
    field: Field,
    *,
    attacker: bool = False,
    ambush: RangeBand | None = None,
) -> Shots:
    """Return one die of every stand with ammunition that reaches them and can damage them, and has not fired this hour
    (NQM-FIRE-02, -03). Indirect guns fire in any case, others at targets that they see.
    """
    counted: dict[tuple[Volley, bool], int] = {}
    fired: list[tuple[Body, int]] = []
    steady = any(not target.disorganised for target in targets)
    looked: dict[tuple[Body, ...], tuple[Weight | None, Armoured | None]] = {}
    for body in firers:
        seen = tuple(target for target in targets if field.sees(body, target))
        harassing = 0
        for n, element in enumerate(body.elements):
            if element.kind is ElementKind.COMMAND or element.ammunition < 1 or element.fired_in == field.hour:
                continue
            aimed = tuple(targets) if element.indirect else seen
            if aimed not in looked:
                looked[aimed] = _soft_of(aimed), _armour_of(aimed, field)
            metres = _metres(body, aimed, distance)
            volley = _volley_of(element, *looked[aimed], metres, field, attacker=attacker, ambush=ambush)
            if volley is None:
                continue
            if volley[0].band is RangeBand.HARASSING:
                if harassing == HARASSING_DICE or element.ammunition < 1 + ONE_DIE or not steady:
                    continue
                harassing += 1
            counted[volley] = counted.get(volley, 0) + 1
            fired.append((body, n))
    return Shots(
        tuple((replace(volley, dice=dice), armoured) for (volley, armoured), dice in counted.items()), tuple(fired)
    )


def throw(stage: Stage, shots: Shots, subject: str) -> Struck:
    """Throw all dice, take the ammunition off, and return the casualties (NQM-FIRE-05, -06, NQM-AMMO-03)."""
    for body, n in shots.fired:
        element = body.elements[n]
        body.elements[n] = replace(element, ammunition=spent(element.ammunition, ONE_DIE), fired_in=stage.on.hour)
    struck = {False: 0, True: 0}
    shaken = False
    rolls: list[Roll] = []
    for volley, at_armour in shots.volleys:
        faces, done = fire(volley, stage.dice, subject)
        struck[at_armour] += done
        shaken = shaken or any(harassing_fire_disorganises(volley, face) for face in faces)
        up = shifts(volley)
        lift = f"{up} class{'es' if up > 1 else ''} up" if up else ""
        near = "" if volley.band is RangeBand.EFFECTIVE else f" at {volley.band} range"
        purpose = f"{volley.weight.letter} v {volley.target.letter}{near}"
        rolls.append(Roll(purpose, tuple(faces), why=lift, successes=done, counts=True))
    return Struck(struck[False], struck[True], shaken, tuple(rolls), shots.by_battalion())


# Casualties ----------------------------------------------------------------------------------------------------------
Stand = tuple[Body, int]


def suffer(stage: Stage, bodies: Sequence[Body], struck: Struck, *, infantry_first: bool = False) -> None:
    """Deal the casualties out, and report where they fall and the stands removed for good. ``infantry_first``: a mixed
    assault (NQM-FIRE-16, NQM-AMB-72).
    """
    if infantry_first and any(body.soft for body in bodies):
        _dealt(stage, bodies, struck.total, armour=False)
        return
    _dealt(stage, bodies, struck.soft, armour=False)
    _dealt(stage, bodies, struck.armour, armour=True)


def _sort(element: Element) -> tuple[object, ...]:
    """Return a key that distinguishes stands of a battalion: no lot is drawn among stands that are alike."""
    return (
        element.kind,
        element.strength,
        element.weapon,
        element.anti_tank,
        element.red,
        element.black,
        element.ammunition,
    )


def _dealt(stage: Stage, bodies: Sequence[Body], count: int, *, armour: bool) -> None:
    stands: list[Stand] = [
        (body, n)
        for body in bodies
        for n, element in enumerate(body.elements)
        if (element.armour is not None) is armour
    ]
    if not count or not stands:
        return
    by_lot = stage.on.book.word("nqm.cas.allocation") == "random"
    lots: list[tuple[int, int]] = []

    def draw(candidates: Sequence[int]) -> int:
        alike = {(id(stands[n][0]), _sort(stands[n][0].elements[stands[n][1]])) for n in candidates}
        if not by_lot or len(alike) == 1:
            return first_of(candidates)
        face = stage.dice.roll(len(candidates), "marker", bodies[0].unit.key, "which stand it falls on")
        lots.append((face, len(candidates)))
        return candidates[face - 1]

    before = [body.elements[n].pinned for body, n in stands]
    dealt = place(before, count, draw)
    struck: list[tuple[Body, str, int]] = []
    for (body, n), old, new in zip(stands, before, dealt.stands, strict=True):
        if added := new.pins - old.pins:
            body.casualties += added
            body.fresh_casualties += added
            body.elements[n] = body.elements[n].pins(new)
            struck.append((body, body.elements[n].label, added))
    marked(stage, struck, lots)
    stage.tell(_removed(stands, dealt.removed))


def _removed(stands: Sequence[Stand], overloaded: Sequence[int]) -> list[str]:
    """Remove overloaded stands for good and return their names (NQM-CAS-04, -07, -08)."""
    lines = []
    for body, n in sorted((stands[k] for k in overloaded), key=lambda stand: -stand[1]):
        element = body.elements.pop(n)
        body.lost += element.points
        body.command_lost = body.command_lost or element.kind is ElementKind.COMMAND
        lines.append(f"{body.name} loses its {element.label} for good")
    for body in dict.fromkeys(body for body, _ in stands):
        if body.in_play and not any(element.points for element in body.elements) and not body.post:
            body.ending = Ending.DESTROYED
            lines.append(f"{body.name} is destroyed")
    return lines


def hits(count: int) -> str:
    """Return casualties in words: ``no casualty``, ``3 casualties``."""
    return "no casualty" if count == 0 else f"{count} casualt{'y' if count == 1 else 'ies'}"


def catch_in_column(bodies: Sequence[Body], *, caught: bool) -> None:
    """Mark battalions as in march column until the first fire on them is over (NQM-CLASS-03, NQM-SEQ-09)."""
    for body in bodies:
        body.caught = caught


def halt(bodies: Sequence[Body], field: Field) -> None:
    """Halt attackers in place: they count as in scrapes, among houses as in a town (NQM-AMB-07)."""
    for body in bodies:
        if body.cover is Cover.ATTACKING:
            settle(body, field)


def settle(body: Body, field: Field) -> None:
    """Give a battalion that stops on new ground the cover of it: scrapes, or the houses of a town (NQM-CLASS-04,
    -05).
    """
    body.cover = Cover.TOWN if field.ground.is_town(body.at) else Cover.SCRAPES
