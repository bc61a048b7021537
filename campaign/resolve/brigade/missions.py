"""Phases 3 and 4 of a resolved battle: fire called, falling, walked, stopped (BDE-SEQ-06, -07, BDE-TIME, -WALK, -DEV,
-EFF).

Battalions' batteries that fire together on one point are one mission. Friends in the zone are struck as well.

    Mission            the guns, the aiming point, the caller, the move it is due in, and its zone
    Request            a request of a doctrine
    ask(request, ...) -> Mission | None       bring_down(mission, field, dice, report)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.resolve.brigade import combat
from campaign.resolve.brigade.engagement import destroy, lose
from campaign.resolve.brigade.field import Field, Piece
from campaign.resolve.report import Report
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade import indirect, saves
from campaign.rules.tabletop.brigade.equipment import Body
from campaign.rules.tabletop.brigade.indirect import Battery, Caller, Zone
from campaign.rules.tabletop.brigade.tables import WALK_IN, Fall
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.values import dataclass
from campaign.words.battle_report import Attack, Roll, Shot, at_words, rolled


@dataclass(frozen=True, slots=True)
class Request:
    """Fire that is wanted: the caller, the guns, and the point; ``df_point``: one registered before the battle."""

    guns: tuple[Piece, ...]
    caller: Caller
    by: Piece
    x: float
    y: float
    df_point: bool = False


@dataclass(slots=True)
class Mission:
    """Fire that is coming or going on. ``fell``: the centre of its zone and the zone, once it has been brought down."""

    request: Request
    due: int
    fell: list[tuple[float, float, Zone, tuple[Battery, ...]]] | None = None
    walked: bool = False
    """True if it was shifted since it last fell."""

    @property
    def guns(self) -> tuple[Piece, ...]:
        return self.request.guns


def allowed(guns: Sequence[Piece], caller: Caller, battalion: int, book: Rulebook) -> bool:
    """Return whether a caller of this battalion may have all of these guns, and whether they have shells (BDE-AMB-40,
    -52).
    """
    for gun in guns:
        battery = gun.battery()
        if battery is None or not gun.in_play or not indirect.shells_left(gun.missions, book):
            return False
        if not indirect.may_call(caller, battery, battalion=gun.unit.id == battalion, book=book):
            return False
    return bool(guns)


def ask(request: Request, move: int, report: Report) -> Mission:
    """Return the mission with its aiming point marked; the fire falls at once over open sights, otherwise in the next
    move (BDE-TIME-01 to -03).
    """
    due = indirect.arrives_in(move, request.caller)
    names = named(gun.name for gun in request.guns)
    point = at_words(report.point(request.x, request.y))
    where = f"the registered point {point}" if request.df_point else point
    report.say(f"{request.by.name} ({request.caller.value}) asks for {names} on {where}, due in move {due}.")
    return Mission(request, due)


def named(names: Iterable[str]) -> str:
    """Return the names of batteries in words: ``25-pdr 1, 8 Fd Regt`` for one, ``25-pdr 1 and 4 more, 8 Fd Regt`` for a
    battalion's batteries together.
    """
    first, *more = names
    label, comma, battalion = first.partition(", ")
    return f"{label} and {len(more)} more{comma}{battalion}" if more else first


def _offset(where: Fall, inches: int, forward: int) -> tuple[float, float]:
    """Return the inches from the aiming point: short and long along the line from the battery's edge (BDE-AMB-36)."""
    return {
        Fall.SHORT: (0.0, -inches * forward),
        Fall.LONG: (0.0, inches * forward),
        Fall.LEFT: (-inches * forward, 0.0),
        Fall.RIGHT: (inches * forward, 0.0),
    }.get(where, (0.0, 0.0))


def bring_down(mission: Mission, field: Field, dice: Dice, report: Report) -> None:
    """Bring down fire: roll deviation if needed, then its effect on all units in the zone."""
    guns = [gun for gun in mission.guns if gun.in_play and indirect.shells_left(gun.missions, field.book)]
    batteries = [battery for gun in guns if (battery := gun.battery()) is not None]
    if not batteries:
        return
    if mission.fell is None or indirect.rolls_again(same_point=True, walked=mission.walked, book=field.book):
        mission.fell = _fallen(mission.request, batteries, field, dice, report)
    mission.walked = False
    for gun in guns:
        gun.missions += 1
        gun.fired = gun.fired_indirect = True
    for x, y, zone, firing in mission.fell:
        for piece in _in_zone(field, x, y, zone):
            for battery in firing:
                if piece.in_play:
                    strike(battery, piece, field, dice, report)


def _fallen(
    request: Request, batteries: list[Battery], field: Field, dice: Dice, report: Report
) -> list[tuple[float, float, Zone, tuple[Battery, ...]]]:
    result = []
    forward = 1 if request.by.side == 0 else -1
    for where, zone, firing in combat.arrivals(batteries, df_point=request.df_point, dice=dice, book=field.book):
        across, along = _offset(where.fall, where.miss_in, forward)
        text = where.fall.value + (f" by {where.miss_in} in." if where.miss_in else "")
        names, x, y = named(battery.name for battery in firing), request.x + across, request.y + along
        arrives = where.fall is not Fall.NOT_AT_ALL
        text += f", falls on {at_words(report.point(x, y))}, zone {zone}" if arrives else ""
        report.add(Roll(f"white and red die of {names}", (where.white, where.red), result=text))
        if arrives:
            result.append((x, y, zone, firing))
    return result


def _in_zone(field: Field, x: float, y: float, zone: Zone) -> list[Piece]:
    """Return all units of both sides whose point lies in the zone (BDE-EFF-01)."""
    return [piece for side in field.sides for piece in side.pieces if _lies_in(piece, x, y, zone) and piece.on_table]


def _lies_in(piece: Piece, x: float, y: float, zone: Zone) -> bool:
    return abs(piece.x - x) <= zone.width_in / 2 and abs(piece.y - y) <= zone.depth_in / 2


def holds_enemy(mission: Mission, field: Field) -> bool:
    """Return whether a mission's fire still falls on a unit of the other side."""
    return any(
        piece.side != mission.request.by.side
        for x, y, zone, _ in mission.fell or ()
        for piece in _in_zone(field, x, y, zone)
    )


def walk(mission: Mission, towards: Piece) -> bool:
    """Shift the fire 2 inches towards a target that the caller sees; False if the caller may not, or if the zone would
    not reach the target (BDE-WALK-01 to -04).
    """
    if not mission.fell or not indirect.may_walk(mission.request.caller, sees_old=True, sees_new=True, inches=WALK_IN):
        return False
    moved = []
    for x, y, zone, firing in mission.fell:
        off_x, off_y = towards.x - x, towards.y - y
        far = max((off_x**2 + off_y**2) ** 0.5, WALK_IN)
        moved.append((x + off_x * WALK_IN / far, y + off_y * WALK_IN / far, zone, firing))
    if not any(_lies_in(towards, x, y, zone) for x, y, zone, _ in moved):
        return False
    mission.fell, mission.walked = moved, True
    return True


def sortie(battery: Battery, by: Piece, at: Piece, field: Field, dice: Dice, report: Report) -> None:
    """Make an aircraft's single strike at an enemy that a unit of its side has detected (BDE-AMB-91)."""
    report.say(f"{battery.name} strikes at {at.name}.")
    for x, y, zone, firing in _fallen(Request((), Caller.OBSERVER, by, at.x, at.y), [battery], field, dice, report):
        for piece in _in_zone(field, x, y, zone):
            for gun in firing:
                strike(gun, piece, field, dice, report)


# What it does --------------------------------------------------------------------------------------------------------
def strike(battery: Battery, piece: Piece, field: Field, dice: Dice, report: Report) -> None:
    """Strike one unit in its zone with one battery."""
    if piece.vehicle is not None:
        _on_vehicle(battery, piece, piece.vehicle.body, dice, report)
        return
    result = combat.shelling(
        battery,
        piece.cover,
        piece.living,
        pinned=piece.pinned,
        never_pinned=piece.troop.kind is Kind.SQUADRON,
        dice=dice,
        on=piece.name,
        book=field.book,
    )
    piece.pinned = result.pinned
    rolls: list[Roll] = [] if result.to_breach is None else [rolled("breach", result.to_breach, result.breach)]
    rolls += [rolled("saves", result.save, result.saves)] if result.through else []
    holds = "the cover holds" if not result.through else ""
    effect = [holds, f"{result.lost} lost" if result.lost else "", "pinned" if piece.pinned else ""]
    _tell(battery, piece, tuple(rolls), ", ".join(filter(None, effect)), report)
    lose(piece, result.lost, report)


def _on_vehicle(battery: Battery, piece: Piece, body: Body, dice: Dice, report: Report) -> None:
    """Strike a vehicle: enclosed armour is only pinned; others must save, and are pinned if they do (BDE-NOTE-03 to
    -06, BDE-AMB-50).
    """
    destroyed, thrown = False, tuple[int, ...]()
    if body is Body.SOFT:
        thrown, destroyed = combat.hit_vehicle(
            1, saves.soft_skin(saves.shell_on(battery.calibre_mm, mortar=battery.mortar)), dice, piece.name
        )
    elif body is Body.OPEN_TOP:
        thrown, destroyed = combat.hit_vehicle(
            1, saves.open_top(heavy=saves.is_heavy(battery.calibre_mm, mortar=battery.mortar)), dice, piece.name
        )
    piece.pinned = True
    _tell(battery, piece, (Roll("saves", thrown),), "destroyed" if destroyed else "pinned", report)
    if destroyed:
        destroy(piece, dice, report)


def _tell(battery: Battery, piece: Piece, rolls: tuple[Roll, ...], effect: str, report: Report) -> None:
    at = report.point(piece.x, piece.y)
    report.add(Attack(piece.name, (Shot(battery.name),), "Shells", rolls, effect or "no effect", at))
