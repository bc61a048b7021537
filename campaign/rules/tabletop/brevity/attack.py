"""The scores that a fire needs to roll, and its result (OB-HIT-05..11, OB-PEN, OB-CAS).

prepare(fire, book) -> Attack             dice, and the scores to hit, to penetrate, to cause casualties, with their
                                          reasons
Attack.barred                             why the fire cannot be made at all, if so
roll(attack, dice) -> Outcome             rolled in the table order: all to hit, then penetration, then casualties
result_of(penetrating, casualties, spent=, surrounded=) -> Result
to_hit(...), to_penetrate(...), to_cause(...) -> Target
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.weather import effect_of
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.fire import Counted, Fire, FireKind, Firing, Mark, Works, barred, check, count
from campaign.rules.tabletop.brevity.tables import HitColumn, Protection
from campaign.terms.forces import AntiTank, Armour, CasualtyColumn, HitRow, Weapon
from campaign.terms.ground import Cover
from campaign.terms.state import Light
from campaign.terms.target import Reason, Target
from campaign.values import dataclass


class Result(StrEnum):
    """The result of one fire on the battalion fired on, mildest first."""

    NONE = "none"
    PINNED = "pinned"
    SPENT = "spent"
    DESTROYED = "destroyed"
    CAPTURED = "captured"

    @property
    def removes(self) -> bool:
        """True if this result takes the battalion out of play: destroyed or captured."""
        return self in (Result.DESTROYED, Result.CAPTURED)


@dataclass(frozen=True, slots=True)
class Attack:
    """A fire ready to be rolled. ``to_penetrate`` None: an unarmoured target, on which every hit counts (OB-PEN-05)."""

    fire: Fire
    counted: Counted
    column: HitColumn
    to_hit: Target
    to_penetrate: Target | None
    to_cause: Target
    barred: str = ""

    @property
    def dice(self) -> int:
        """The dice to hit; 0 if the fire cannot be made."""
        return 0 if self.barred else self.counted.dice

    @property
    def flame_throwers(self) -> bool:
        """True if flame-throwers take part (OB-READY-05)."""
        return self.dice > 0 and any(burns(firer) for firer in (*self.counted.battalions, *self.counted.lending))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The dice rolled and their result. Faces are in the order rolled."""

    attack: Attack
    hits: tuple[int, ...]
    penetrations: tuple[int, ...]
    casualties: tuple[int, ...]
    result: Result


# Scores --------------------------------------------------------------------------------------------------------------
_ROW_WORD = {
    HitRow.FAST_TANK: "fast tanks moving",
    HitRow.VEHICLE: "vehicles or cavalry",
    HitRow.OTHER: "infantry, guns and others",
}
_COLUMNS = list(HitColumn)


def hit_row(mark: Mark) -> HitRow:
    """Return the row of the to-hit chart; fast tanks that do not move use the second row (OB-AMB-039)."""
    return HitRow.VEHICLE if mark.stand.row is HitRow.FAST_TANK and not mark.moving else mark.stand.row


def column_of(fire: Fire, book: Rulebook) -> tuple[HitColumn, str]:
    """Return the worst column that applies, with the reason (OB-HIT-07..09, OB-AMB-052)."""
    reasons: list[tuple[HitColumn, str]] = [(HitColumn.OPEN, "in the open")]
    if fire.kind is FireKind.COUNTER_BATTERY:
        reasons.append((HitColumn.TERRAIN, "counter-battery fire"))
    if fire.mark.cover is Cover.TERRAIN:
        reasons.append((HitColumn.TERRAIN, "in terrain"))
    if fire.mark.smoke:
        reasons.append((HitColumn.TERRAIN, "in smoke"))
    if fire.light is Light.MOONLIGHT:
        reasons.append((HitColumn.TERRAIN, "moonlight"))
    weather = effect_of(fire.sky)
    if weather.is_thick and (column := book.word("wx.bad_to_hit_column")) != "none":
        reasons.append((HitColumn(column), weather.called))
    if fire.light is Light.DARKNESS:
        reasons.append((HitColumn.DARK, "darkness"))
    if not fire.mark.located and fire.kind in (FireKind.ARTILLERY, FireKind.AIR):
        reasons.append((HitColumn.DARK, "not located"))
    worst = max(_COLUMNS.index(column) for column, _ in reasons)
    why = " and ".join(text for column, text in reasons if _COLUMNS.index(column) == worst)
    return _COLUMNS[worst], why


def to_hit(fire: Fire, firing: Iterable[Firing], book: Rulebook) -> Target:
    """Return the score that a fire needs to hit (OB-HIT-06..11)."""
    row = hit_row(fire.mark)
    column, why = column_of(fire, book)
    guns = tuple(firing)
    better = [gun.stand.hits_better for gun in guns]
    one_better = bool(better) and all(better)
    bonus = Reason(
        tables.HIT_BONUS_ROCKETS_AIRCRAFT, "aircraft" if guns and guns[0].stand.is_aircraft else "rocket launchers"
    )
    return Target(tables.TO_HIT[row][column], f"{_ROW_WORD[row]}, {why}", (bonus,) if one_better else ())


def to_penetrate(fire: Fire, counted: Counted, mark: Mark) -> Target | None:
    """Return the score to penetrate, from the better of the two columns; None against unarmoured troops
    (OB-PEN-01..06).
    """
    if mark.stand.armour is Armour.NONE or not counted.battalions:
        return None
    guns = fire.kind in (FireKind.ARTILLERY, FireKind.COUNTER_BATTERY)
    all_classes = [AntiTank.ARTILLERY if guns else battalion.stand.anti_tank_all for battalion in counted.battalions]
    best_classes = [AntiTank.ARTILLERY if guns else battalion.stand.anti_tank_best for battalion in counted.battalions]
    best_classes += [firer.stand.anti_tank_best for firer in counted.lending]
    best, weakest = max(best_classes, key=_rank), min(all_classes, key=_rank)
    by_best, by_all = tables.PENETRATE_BEST[best], tables.PENETRATE_ALL[weakest]
    if by_all <= by_best:
        return Target(by_all, f"all anti-tank weapons firing are {weakest}")
    return Target(by_best, f"best anti-tank weapon firing is {best}")


def _rank(anti_tank: AntiTank) -> int:
    return list(AntiTank).index(anti_tank)


def protection_of(mark: Mark) -> tuple[Protection, str]:
    """Return the best protection of the target, from its armour and its works (OB-CAS-03, -05)."""
    armour = tables.PROTECTION_OF[mark.stand.armour]
    works = {Works.NONE: Protection.LIGHT, Works.DUG_IN: Protection.MEDIUM, Works.FORTIFIED: Protection.HEAVY}[
        mark.works
    ]
    parts = list(Protection)
    if parts.index(works) > parts.index(armour):
        return works, mark.works.value
    return armour, "unprotected" if mark.stand.armour is Armour.NONE else f"{mark.stand.armour.value} armour"


def burns(firer: Firing) -> bool:
    """Return whether a battalion's flame-throwers are within their range (OB-RANGE-03)."""
    flames = firer.stand.flame_throwers or firer.stand.weapon is Weapon.FLAME_THROWER
    return flames and firer.distance_in <= tables.DIRECT_FLAME_THROWER


def weapons_of(firer: Firing) -> frozenset[Weapon]:
    """Return the weapons that a battalion fires with. Engineers work at close quarters only; beyond that they are
    infantry (OB-AMB-077).
    """
    weapon = firer.stand.weapon
    if weapon is Weapon.ENGINEERS and firer.distance_in > tables.CLOSE_RANGE:
        weapon = Weapon.INFANTRY
    return frozenset({weapon, Weapon.FLAME_THROWER}) if burns(firer) else frozenset({weapon})


def to_cause(counted: Counted, mark: Mark, book: Rulebook) -> Target:
    """Return the score that a fire needs to cause a casualty: the best row of all weapons firing, in the line or in
    support (OB-CAS-02..06, OB-AMB-074).
    """
    protection, why = protection_of(mark)
    column = mark.stand.column
    scores = [
        (score, weapon)
        for firer in (*counted.battalions, *counted.lending)
        for weapon in sorted(weapons_of(firer))
        if (score := casualty_score(protection, column, weapon, firer.distance_in <= _close(protection, book)))
        is not None
    ]
    target_kind = "infantry" if column is CasualtyColumn.INFANTRY else "a target other than infantry"
    score, weapon = min(scores, key=lambda least: least[0], default=(None, None))
    base = f"{weapon.value if weapon else 'no weapon has an effect'} on {target_kind}, {why}"
    if not mark.stand.inexperienced:
        return Target(score, base)
    reason = Reason(tables.CASUALTY_BONUS_INEXPERIENCED, "inexperienced target")
    if score is None and book.switch("cas.dash_plus_one"):
        return Target(7, f"{base}, a dash taken for 7", (reason,))
    return Target(score, base, (reason,))


def _close(protection: Protection, book: Rulebook) -> int:
    return book.integer("cas.fort_close_range") if protection is Protection.HEAVY else tables.CLOSE_RANGE


def casualty_score(protection: Protection, column: CasualtyColumn, weapon: Weapon, near: bool) -> int | None:
    """Return the casualty score of one weapon (OB-T-12); None for a dash. ``near``: infantry and flame-throwers within
    close range.
    """
    for row in tables.CASUALTIES:
        if row.protection is not protection or weapon not in row.weapons:
            continue
        if weapon in (Weapon.INFANTRY, Weapon.FLAME_THROWER) and row.near is not None and row.near is not near:
            continue
        return row.score(column)
    return None


# From fire to attack -------------------------------------------------------------------------------------------------
def prepare(fire: Fire, book: Rulebook) -> Attack:
    """Return a fire ready to be rolled: the battalions that count, the dice and the scores. Raises BadInput for a case
    that no chart has a cell for.
    """
    check(fire)
    counted = count(fire, book)
    why = barred(fire) or ("" if counted.battalions else "no unit is left that can fire on it")
    column, _ = column_of(fire, book)
    return Attack(
        fire,
        counted,
        column,
        to_hit(fire, counted.battalions, book),
        to_penetrate(fire, counted, fire.mark),
        to_cause(counted, fire.mark, book),
        why,
    )


def result_of(penetrating: int, casualties: int, *, spent: bool, surrounded: bool) -> Result:
    """Return the result of a fire: pins, casualties and destruction (OB-CAS-01, -07..09)."""
    if casualties >= 2 or (casualties and spent):
        return Result.CAPTURED if surrounded else Result.DESTROYED
    if casualties:
        return Result.SPENT
    return Result.PINNED if penetrating else Result.NONE


def roll(attack: Attack, dice: Dice, *, subject: str = "") -> Outcome:
    """Roll a fire and return the outcome: every die to hit, then a die to penetrate for each hit on armour, then a die
    to cause casualties for each that is left.
    """
    key = subject or attack.fire.mark.stand.key or attack.fire.mark.stand.name
    hits = _rolled(dice, attack.dice, "to hit", key, attack.to_hit)
    struck = sum(map(attack.to_hit.passes, hits))
    penetrations: tuple[int, ...] = ()
    if attack.to_penetrate is not None:
        penetrations = _rolled(dice, struck, "to penetrate", key, attack.to_penetrate)
        struck = sum(map(attack.to_penetrate.passes, penetrations))
    # a dash needs no dice: nobody rolls for what cannot happen
    casualties = _rolled(dice, struck, "casualties", key, attack.to_cause) if attack.to_cause.needed is not None else ()
    harmed = sum(map(attack.to_cause.passes, casualties))
    mark = attack.fire.mark
    return Outcome(
        attack, hits, penetrations, casualties, result_of(struck, harmed, spent=mark.spent, surrounded=mark.surrounded)
    )


def _rolled(dice: Dice, count: int, purpose: str, subject: str, target: Target) -> tuple[int, ...]:
    need = f"{target} {purpose} ({target.base})"
    return tuple(dice.roll(6, purpose, subject, need) for _ in range(count))
