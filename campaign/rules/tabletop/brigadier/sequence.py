"""The Firing Phase: the steps in which fire is declared or put off, and Bug Out (BGC-FIRE-01..08, BGC-BUG).

earliest_step(source, initiative=, aimed=) -> step
Declared(...)                  fire announced at its earliest step, perhaps to be resolved later
put_off(fire, step) -> Declared
still_fires(fire, rule, kind, count) -> bool
may_bug_out(...) -> refusal or ""
bug_out(count, order, thrown, subject, book) -> (Count, Order)
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.errors import Refused
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.hits import Count, Harm, suffer
from campaign.rules.tabletop.brigadier.tables import (
    BUG_OUT_HURTS,
    FIRING_SEQUENCE,
    ORDERS,
    FireKind,
    FireSource,
    Order,
    OrderRule,
    Who,
)
from campaign.values import dataclass, replace

LAST_STEP = len(FIRING_SEQUENCE)
BUG_OUT_HARM = Harm(1, 1)  # BGC-TAB-15.


def kind_of(source: FireSource, rule: OrderRule) -> FireKind | None:
    """Return the kind of fire whose factors apply: Area for fire from afar, otherwise by the order (BGC-INDIR-08,
    BGC-AIR-12, BGC-AMB-46). None: no fire.
    """
    if source is FireSource.DISTANT:
        return FireKind.AREA
    if not rule.fire:
        return None
    return FireKind.AIMED if FireKind.AIMED in rule.fire else FireKind.AREA


def earliest_step(source: FireSource, *, initiative: bool, aimed: bool) -> int:
    """Return the first step of BGC-TAB-06 in which this fire may be declared."""
    if source is FireSource.ANTI_AIRCRAFT:
        return 1
    side = Who.INITIATIVE if initiative else Who.CONTESTING
    if source is FireSource.DISTANT:
        return next(step.number for step in FIRING_SEQUENCE if step.side is side)
    if not initiative and aimed:
        return next(step.number for step in FIRING_SEQUENCE if step.kind is FireKind.AIMED)
    return max(step.number for step in FIRING_SEQUENCE if step.side is side)


@dataclass(frozen=True, slots=True)
class Declared:
    """A fire that is announced with its target; ``resolve_at`` is the step in which its dice are rolled (BGC-FIRE-05,
    -06).
    """

    source: FireSource
    target: str
    declared_at: int
    resolve_at: int
    off_board: bool = False
    initiative: bool = False


def declare(source: FireSource, target: str, *, initiative: bool, aimed: bool, off_board: bool = False) -> Declared:
    """Return an announced fire, placed at the earliest step of the firing sequence at which its source may fire."""
    step = earliest_step(source, initiative=initiative, aimed=aimed)
    return Declared(source, target, step, step, off_board, initiative)


def put_off(fire: Declared, step: int) -> Declared:
    """Return a fire put off to a later step, together with other fire of its side on the same target. Raises Refused
    for a step that is not later, or not its side's.
    """
    if not fire.resolve_at < step <= LAST_STEP:
        raise Refused(
            f"fire to be resolved in step {fire.resolve_at} cannot be delayed to step {step}. Give a later step, "
            f"at most {LAST_STEP} (BGC-FIRE-05)"
        )
    side = FIRING_SEQUENCE[step - 1].side
    if side is not Who.BOTH and (side is Who.INITIATIVE) != fire.initiative:
        raise Refused(f"step {step} is a step of the {side.value} side only (BGC-TAB-06)")
    return replace(fire, resolve_at=step)


def still_fires(fire: Declared, rule: OrderRule, kind: FireKind, count: int) -> bool:
    """Return whether an announced fire still happens: off-board guns always; others only if their order of that moment
    allows it and a man is left (BGC-FIRE-07, -08, BGC-AMB-52).
    """
    return fire.off_board or (count > 0 and bool(rule.fire) and kind in (rule.fire or ()))


def may_save(order: Order, orders: Mapping[Order, OrderRule] = ORDERS) -> bool:
    """Return whether a platoon may keep its fire for the Movement Phase (BGC-FIRE-02, BGC-ORD-27, BGC-INT-01).
    ``orders``: a house file's.
    """
    return orders[order].save_fire


def is_ambush(*, sighted: bool, in_movement: bool, in_sight_too: bool = False) -> bool:
    """Return whether a fire is an ambush: saved fire by a platoon not yet sighted (BGC-INT-03, BGC-AMB-47); by a house
    file with ``in_sight_too``, any saved fire.
    """
    return in_movement and (in_sight_too or not sighted)


def may_bug_out(*, ambush: bool = False, air: bool = False, has_moved_out: bool = False, immobile: bool = False) -> str:
    """Return why the target must stay; empty if it may bug out (BGC-BUG-01, -06, -07, BGC-AMB-11). No order forbids it
    (BGC-AMB-53).
    """
    if ambush:
        return "a platoon cannot bug out from ambush fire (BGC-BUG-06)"
    if air:
        return "a platoon cannot bug out from an air attack (BGC-BUG-07)"
    if has_moved_out:
        return "it has bugged out this turn and cannot move again (BGC-BUG-03)"
    return "it cannot move (BGC-AMB-11)" if immobile else ""


def bugged_out(count: Count, face: int, book: Rulebook) -> Count:
    """Return the Count after bugging out: on a 1 a kill and a wound; cover and Double change nothing (BGC-BUG-05,
    BGC-AMB-51).
    """
    return suffer(count, BUG_OUT_HARM, book) if face in BUG_OUT_HURTS else count


def order_after_bug_out(order: Order) -> Order:
    """Return the order after bugging out: Back, but a platoon on Rout stays there (BGC-BUG-04, BGC-AMB-10)."""
    return max(order, Order.BACK, key=lambda alternative: alternative.rung)


def bug_out(count: Count, order: Order, thrown: Dice, subject: str, book: Rulebook) -> tuple[Count, Order]:
    """Bug out under fire: roll one die, then return the Count and the new order."""
    face = thrown.roll(6, "bug out", subject, "1 costs a kill and a wound")
    return bugged_out(count, face, book), order_after_bug_out(order)
