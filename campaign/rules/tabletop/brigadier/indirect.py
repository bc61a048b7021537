"""Calls for guns and aircraft: the units that may call, the targets, and the result (BGC-INDIR, BGC-AIR).

may_call(caller, guns, ...) -> refusal or ""
mission_kind(book, ...) -> MissionKind     the kind of mission that a sortie of the campaign is
mission(kind, thrown, subject) -> AirResult          the air mission roll
resolver_of(result, owner) -> side         the side that rolls and picks the target
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.tables import (
    AIR_MISSIONS,
    ORDERS,
    AirResult,
    MissionKind,
    MissionRow,
    Order,
    OrderRule,
)
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Caller:
    """A platoon that calls for fire. ``observer``: a specialist (artillery or air liaison); ``called``: targets it has
    called on this turn.
    """

    order: Order
    radio: bool
    in_close_assault: bool = False
    observer: bool = False
    called: Collection[str] = ()
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Guns:
    """Artillery that is called upon. ``answered``: calls it has answered this turn; ``fires``: the most it may answer
    (BGC-AMB-43).
    """

    on_table: bool
    listed: bool
    radio: bool
    answered: int = 0
    fires: int = 1


def may_call(
    caller: Caller, guns: Guns, target: str, book: Rulebook, orders: Mapping[Order, OrderRule] = ORDERS
) -> str:
    """Return why this call is refused; empty if it is answered (BGC-INDIR-01..06, -15, -16). Any platoon may call
    (BGC-INDIR-07).

    ``orders``: what each order allows, if a house file says so.
    """
    specialist = caller.observer and book.switch("brigadier.artillery_observers")
    if not orders[caller.order].call_indirect:
        return f"a platoon on {caller.order.value} cannot call fire. Only platoons on Aim or Defend can (BGC-INDIR-02)"
    if caller.in_close_assault:
        return "a platoon in a close assault cannot call fire (BGC-INDIR-03)"
    if not caller.radio:
        return "its battalion is out of radio contact (BGC-INDIR-04)"
    if not (guns.on_table or guns.listed):
        return "these guns are not on the table and not listed as off-board support (BGC-INDIR-05)"
    if not guns.radio:
        return "the guns' battalion is out of radio contact (BGC-INDIR-06)"
    if guns.answered >= guns.fires:
        return (
            f"the guns have already answered {guns.answered} call{'' if guns.answered == 1 else 's'} this "
            "turn, which is the maximum (BGC-AMB-43)"
        )
    if set(caller.called) - {target} and not specialist:
        return "a platoon can call fire on only one enemy platoon a turn (BGC-INDIR-01)"
    return may_observer_call(caller) if specialist else ""


def may_observer_call(caller: Caller) -> str:
    """Return why an observer may not call; empty if it may. A specialist observer does not move in a turn in which it
    calls (BGC-INDIR-16, BGC-AIR-11, BGC-MOVE-05).
    """
    return "an observer that has moved cannot call fire this turn (BGC-INDIR-16, BGC-AIR-11)" if caller.moved else ""


def mission_kind(
    book: Rulebook, *, controller: bool = False, aimed_at_battle: bool = True, wide_front: bool = False
) -> MissionKind:
    """Return the kind of mission that a sortie of the campaign is on this table (BGC-MUS-10, BGC-AIR-08).

    ``controller``: a forward controller directs it, who counts as an air liaison observer if that rule is on;
    ``aimed_at_battle``: its target is this battle, not an area; ``wide_front``: general activity over a wide front.
    """
    if controller and book.switch("brigadier.air_liaison_observers"):
        return MissionKind.CALLED
    if wide_front:
        return MissionKind.WIDE_FRONT
    return MissionKind.DEFINITE if aimed_at_battle else MissionKind.DOUBTFUL


def mission_row(kind: MissionKind, doubtful: MissionRow | None = None) -> MissionRow:
    """Return the row of faces for a mission. ``doubtful``: the house file's split of the doubtful mission
    (BGC-AMB-14).
    """
    return doubtful if kind is MissionKind.DOUBTFUL and doubtful is not None else AIR_MISSIONS[kind]


def fallen(faces: tuple[int, ...], row: MissionRow) -> AirResult:
    """Return where a mission falls when its dice show these faces."""
    shown = tuple(sorted(faces))
    if shown in row.friend:
        return AirResult.FRIEND
    return AirResult.ENEMY if shown in row.enemy else row.rest


def mission(kind: MissionKind, thrown: Dice, subject: str, doubtful: MissionRow | None = None) -> AirResult:
    """Roll and return where an air attack falls (BGC-TAB-13). An attack that a liaison observer calls needs no die
    (BGC-AIR-09).
    """
    row = mission_row(kind, doubtful)
    return fallen(tuple(thrown.roll(6, "air mission", subject, need(row)) for _ in range(row.dice)), row)


def need(row: MissionRow) -> str:
    """Return the faces of a row in words: ``3, 4, 5, 6 on the enemy, 1, 2 on friends``."""

    def faces_text(results: Collection[tuple[int, ...]]) -> str:
        return ", ".join("+".join(map(str, faces)) for faces in sorted(results))

    friend = f", {faces_text(row.friend)} on friends" if row.friend else ""
    return f"{faces_text(row.enemy)} on the enemy{friend}"


def resolver_of(result: AirResult, owner: int) -> int | None:
    """Return the side that resolves the attack and picks its target; None if it went elsewhere (BGC-AIR-04,
    BGC-AMB-15).
    """
    outcome: Mapping[AirResult, int | None] = {AirResult.OFF: None, AirResult.FRIEND: 1 - owner, AirResult.ENEMY: owner}
    return outcome[result]
