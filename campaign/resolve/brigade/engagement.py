"""Direct fire on the program's table: the expected effect on a target, and the fire itself (BDE-SA, -HE, -CONV, -SAVE,
-AT, -KILL, -TANK, -PIN).

Aim(by, on, distance_in, seen, ...)               a unit about to fire
expected(aim, field) -> float                     the expected companies destroyed; 0: nothing to gain
fire(aim, field, dice, report, takes_pin)         fires all that it may at that target
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache

from campaign.resolve.brigade import combat
from campaign.resolve.brigade.field import Field, Piece, face_of, front_of
from campaign.resolve.brigade.transport import wrecked
from campaign.resolve.report import Report
from campaign.rules.common.dice import Dice
from campaign.rules.common.odds import ALWAYS, NEVER
from campaign.rules.tabletop.brigade import antitank, firepoints, saves
from campaign.rules.tabletop.brigade.antitank import Shot
from campaign.rules.tabletop.brigade.equipment import Body, Gun, Vehicle
from campaign.rules.tabletop.brigade.firepoints import Arms
from campaign.rules.tabletop.brigade.indirect import Piece as IndirectPiece
from campaign.rules.tabletop.brigade.morale import Pin, casualty_test, is_pinned_by, pins_on_hit
from campaign.rules.tabletop.brigade.saves import Direct
from campaign.rules.tabletop.brigade.sequence import TankWeapon, counts_as_moving, tank_weapons
from campaign.rules.tabletop.brigade.tables import Act, Cover, Seen, SmallArm
from campaign.rules.tabletop.brigade.troops import arms_of
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.terms.target import Target
from campaign.terms.words import listing
from campaign.values import dataclass
from campaign.words.battle_report import Attack, Change, Roll, at_words, rolled
from campaign.words.battle_report import Shot as Fired

TakesPin = Callable[[Piece], bool]
# BDE-MAP-02.
FIGURES_A_COMPANY = 9
"""The figures of a company when targets are chosen: a vehicle or gun is worth a company, a figure a ninth of one."""


class Use(StrEnum):
    """The weapons that a unit fires at a target: all it can, or, beside a shot at a vehicle, the rest (BDE-TANK-01,
    BDE-AMB-57, -81).
    """

    ALL = "all"
    BESIDE = "hull MG, or all figures but the specialist"


@dataclass(frozen=True, slots=True)
class Aim:
    """A unit about to fire at another. ``moving``: its fire counts as moving; ``briefly``: in view for less than half a
    move.
    """

    by: Piece
    on: Piece
    distance_in: Fraction
    seen: Seen
    moving: bool = False
    briefly: bool = False
    use: Use = Use.ALL

    @property
    def hampered(self) -> bool:
        """True if the firer moves or is pinned."""
        return self.moving or self.by.pinned

    @property
    def part(self) -> bool:
        """True if the target is only part detected."""
        return self.seen is Seen.PART

    @property
    def direct(self) -> Direct:
        """The fire in the form that saving throws use."""
        return Direct(self.distance_in, seen_briefly=self.briefly)


def aim(by: Piece, on: Piece, field: Field, act: Act, seen: Seen, use: Use = Use.ALL) -> Aim:
    """Return the aim of a unit that fires in this act at this target."""
    moving = counts_as_moving(act, mounted=by.troop.kind is Kind.SQUADRON)
    return Aim(by, on, field.distance(by, on), seen, moving, on in by.new, use)


# What it can do ------------------------------------------------------------------------------------------------------
def anti_tank(piece: Piece) -> Gun | None:
    """Return a unit's weapon against armour: its gun, or its specialist's weapon."""
    gun = piece.troop.gun or piece.troop.specialist
    return gun if gun is not None and gun.at_class is not None else None


def he_points(piece: Piece) -> int:
    """Return the points of its HE; mortars never fire directly (BDE-FIRE-04)."""
    troop = piece.troop
    if troop.piece is IndirectPiece.MORTAR:
        return 0
    if (
        troop.gun is not None
        and troop.weapon is not SmallArm.AUTO_CANNON
        and not (troop.vehicle is not None and troop.vehicle.auto_cannon)
    ):
        return firepoints.he_of(troop.gun, in_vehicle=troop.is_vehicle)
    return (
        firepoints.he_points(troop.calibre_mm, tank_gun=False)
        if troop.kind is Kind.GUN and troop.piece is not None
        else 0
    )


def _machine_guns(vehicle: Vehicle, *, use_gun: bool) -> tuple[Arms, ...]:
    weapons = tank_weapons(
        hull_mg=vehicle.hull_mg,
        turret_mg=vehicle.turret_mg,
        gun=vehicle.gun is not None or vehicle.auto_cannon,
        use_gun=use_gun,
    )
    guns = sum(weapon in (TankWeapon.HULL_MG, TankWeapon.TURRET_MG) for weapon in weapons)
    cannon = (Arms(SmallArm.AUTO_CANNON),) if vehicle.auto_cannon and use_gun else ()
    return (*((Arms(SmallArm.TANK_MG, guns),) if guns else ()), *cannon)


def _small_arms(piece: Piece, use: Use) -> tuple[Arms, ...]:
    specialist = use is Use.BESIDE
    if piece.troop.vehicle is not None:
        if specialist:
            return (Arms(SmallArm.TANK_MG),) if piece.troop.vehicle.hull_mg else ()
        return _machine_guns(piece.troop.vehicle, use_gun=he_points(piece) > 0 or piece.troop.vehicle.auto_cannon)
    arms = arms_of(piece.troop, piece.living, specialist_fires=specialist)
    return (arms,) if arms else ()


def points_at(aim: Aim) -> tuple[Fraction, int]:
    """Return the small-arms points and HE points at this target's distance."""
    he = he_points(aim.by) if aim.use is Use.ALL else 0
    return firepoints.total(_small_arms(aim.by, aim.use), aim.distance_in), he


def _arms_words(aim: Aim, arms: Iterable[Arms], he: int = 0) -> str:
    """Return the weapons in words: ``16.5 points of 11 rifles``, ``13 points of 1 tank MG and HE``."""
    reaching = [arm for arm in arms if firepoints.points(arm.weapon, aim.distance_in)]
    words = [f"{arm.count} {arm.weapon.value}{'s' if arm.count > 1 else ''}" for arm in reaching]
    points = firepoints.total(reaching, aim.distance_in) + he
    return f"{float(points):g} points of {listing([*words, *(['HE'] if he else [])])}"


@cache
def _mean_hits(points: Fraction, hampered: bool, part: bool) -> float:
    return float(
        # A die of six hits on the score or more (BDE-CONV-01).
        sum(Fraction(7 - score, 6) for score in firepoints.convert(points, hampered=hampered, part_detected=part))
    )


def expected(aim: Aim, field: Field) -> float:
    """Return the expected effect, in companies: the chance to kill a vehicle, or figures lost."""
    target = aim.on.troop
    if (vehicle := aim.on.vehicle) is not None:
        return float(max(_gun_chance(aim, vehicle), _small_arms_chance(aim, vehicle)))
    small, he = points_at(aim)
    if not small and not he:
        return 0.0
    save = saves.troops(aim.on.cover, pinned=aim.on.pinned, direct=aim.direct, book=field.book)
    lost = _mean_hits(small + he, aim.hampered, aim.part) * float(1 - save.chance)
    worth = aim.on.start if target.kind is Kind.GUN else FIGURES_A_COMPANY
    return min(lost, aim.on.living) / worth


def _shot(aim: Aim, gun: Gun) -> Shot:
    return Shot(gun, aim.distance_in, aim.hampered, aim.briefly, aim.on.cover is not Cover.OPEN, aim.part)


def _gun_chance(aim: Aim, vehicle: Vehicle) -> Fraction:
    gun = anti_tank(aim.by)
    if gun is None:
        return NEVER
    shot = _shot(aim, gun)
    return antitank.to_hit(shot).chance * antitank.to_kill(shot, vehicle, face_of(aim.on, aim.by)).chance


def _at_skin(aim: Aim, vehicle: Vehicle) -> dict[Target, Fraction]:
    """Return the points of small arms by the vehicle's save against each hit of them; none if it is proof against them
    (BDE-AMB-77, -78).
    """
    if not antitank.feels_small_arms(vehicle):
        return {}
    points: dict[Target, Fraction] = {}
    for arms in _small_arms(aim.by, aim.use):
        if vehicle.body is Body.OPEN_TOP and arms.weapon is SmallArm.AUTO_CANNON:
            continue  # at armour it fires as a gun (BDE-AMB-77)
        save = saves.soft_skin(saves.hit_by(arms.weapon)) if vehicle.body is Body.SOFT else saves.BY_SMALL_ARMS
        points[save] = points.get(save, NEVER) + firepoints.total((arms,), aim.distance_in)
    return {save: total for save, total in points.items() if total}


def _small_arms_chance(aim: Aim, vehicle: Vehicle) -> Fraction:
    """Return the chance that a hit is not saved: any failure destroys the vehicle (BDE-NOTE-03)."""
    lives = ALWAYS
    for save, points in _at_skin(aim, vehicle).items():
        for score in firepoints.convert(points, hampered=aim.hampered, part_detected=aim.part):
            lives *= 1 - Fraction(7 - score, 6) * (1 - save.chance)
    return 1 - lives


# Doing it ------------------------------------------------------------------------------------------------------------
def fire(aim: Aim, field: Field, dice: Dice, report: Report, takes_pin: TakesPin) -> None:
    """Fire all that the unit may fire at this target in one action."""
    aim.by.fired = True
    if aim.on.vehicle is not None:
        _at_vehicle(aim, aim.on.vehicle, dice, report)
    else:
        _at_troops(aim, field, dice, report, takes_pin)


def _at_vehicle(aim: Aim, vehicle: Vehicle, dice: Dice, report: Report) -> None:
    """Fire at a vehicle by gun or by small arms, the one with the higher expectation."""
    gun = anti_tank(aim.by)
    if gun is None or _small_arms_chance(aim, vehicle) > _gun_chance(aim, vehicle):
        _small_arms_at_vehicle(aim, vehicle, dice, report)
        return
    shot = _shot(aim, gun)
    needs, through = antitank.to_hit(shot), antitank.to_kill(shot, vehicle, face_of(aim.on, aim.by))
    result = combat.shot(needs, through, dice, aim.by.name, aim.on.name)
    rolls = [rolled("to hit", needs, [] if result.to_hit is None else [result.to_hit])]
    if result.hit:
        rolls.append(rolled("to kill", through, [] if result.to_kill is None else [result.to_kill]))
    fronts = "" if vehicle.body is Body.SOFT else f", which fronts {at_words(report.point(*front_of(aim.on)))}"
    _tell(aim, gun.name, rolls, "destroyed" if result.destroyed else "no effect", report, fronts)
    if result.destroyed:
        destroy(aim.on, dice, report)


def _small_arms_at_vehicle(aim: Aim, vehicle: Vehicle, dice: Dice, report: Report) -> None:
    """Fire small arms at a vehicle: each hit is saved for, and any failure destroys it (BDE-NOTE-03, -04)."""
    for save, points in _at_skin(aim, vehicle).items():
        if not aim.on.in_play:
            return
        scores = firepoints.convert(points, hampered=aim.hampered, part_detected=aim.part)
        thrown, struck = combat.hits(scores, dice, aim.by.name)
        saved, destroyed = combat.hit_vehicle(struck, save, dice, aim.on.name)
        rolls = [_hits(scores, thrown, struck), rolled("saves", save, saved)]
        words = f"{float(points):g} points of small arms"
        _tell(aim, words, rolls, "destroyed" if destroyed else "no effect", report)
        if destroyed:
            destroy(aim.on, dice, report)
            return


def _at_troops(aim: Aim, field: Field, dice: Dice, report: Report, takes_pin: TakesPin) -> None:
    small, he = points_at(aim)
    points = small + he
    scores = firepoints.convert(points, hampered=aim.hampered, part_detected=aim.part)
    thrown, struck = combat.hits(scores, dice, aim.by.name)
    pins = pins_on_hit(he=bool(he), cavalry=aim.on.troop.kind is Kind.SQUADRON)
    wishes = pins is Pin.CHOICE and struck > 0 and not aim.on.pinned and takes_pin(aim.on)
    aim.on.pinned = is_pinned_by(pins, hits=struck, pinned=aim.on.pinned, wishes=wishes)
    save = saves.troops(aim.on.cover, pinned=aim.on.pinned, direct=aim.direct, book=field.book)
    saved, lost = combat.saved(struck, save, aim.on.living, dice, aim.on.name)
    rolls = [_hits(scores, thrown, struck), *([rolled("saves", save, saved)] if struck else [])]
    effect = [f"{lost} lost" if lost else "", "pinned" if struck and aim.on.pinned else ""]
    words = _arms_words(aim, _small_arms(aim.by, aim.use), he)
    _tell(aim, words, rolls, ", ".join(filter(None, effect)), report)
    lose(aim.on, lost, report)


def _hits(scores: Sequence[int], thrown: tuple[int, ...], struck: int) -> Roll:
    """Return the roll for the report: a die for each group of points, each against its own score (BDE-CONV-02)."""
    needs = ", ".join(f"{scores.count(score)} at {score}+" for score in sorted(set(scores)))
    return Roll("to hit", thrown, why=needs, successes=struck, result=f"{struck} hits", counts=True)


def _tell(aim: Aim, how: str, rolls: Sequence[Roll], effect: str, report: Report, note: str = "") -> None:
    """Report fire from its firer's position to its target, with the circumstances that make it worse."""
    notes = {"pinned": aim.by.pinned, "moving": aim.moving, "at a target part detected": aim.part}
    words = ", ".join([how, *(note for note, holds in notes.items() if holds)])
    by = Fired(aim.by.name, report.point(aim.by.x, aim.by.y), float(aim.distance_in), how=words)
    at = report.point(aim.on.x, aim.on.y)
    report.add(Attack(aim.on.name, (by,), "Fire", tuple(rolls), effect or "no effect", at, note=note))


def destroy(piece: Piece, dice: Dice, report: Report) -> None:
    """Destroy a vehicle, or one of the vehicles that a unit rides in."""
    if piece.rides is None:
        remove(piece, "destroyed", report)
    else:
        lose(piece, wrecked(piece, dice, report), report)


def remove(piece: Piece, fate: str, report: Report) -> None:
    """Take a unit off the table."""
    piece.fate = fate
    report.add(Change(piece.name, piece.side, "in play", "removed", fate))


def lose(piece: Piece, figures: int, report: Report) -> None:
    """Take figures off; at two thirds lost a company is removed at once, a crewed weapon with its last man (BDE-CAS-01,
    -05, BDE-AMB-84).
    """
    piece.living = max(0, piece.living - figures)
    if figures and casualty_test(piece.troop.grade, piece.start, piece.dead, crewed=piece.troop.crewed).removed:
        remove(piece, "killed" if piece.living == 0 else "two thirds lost", report)
        report.say(f"{piece.name} is removed: {piece.dead} of {piece.start} lost.")
