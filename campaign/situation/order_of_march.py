"""The order of march: guns, engineers, trains and headquarters march behind the last fighting battalion of their
command that goes the same way (umpire 1.1; setting ``march.guns_behind``).

    OrderOfMarch(army, orders, book).leaders_of(...)      the fighting battalions that go ahead of a battalion
    OrderOfMarch(army, orders, book).is_kept_back(...)    whether it leaves an attack to them
    kept_behind(...)                                      its march, so that it overtakes none of them

The fighting troops of a command are those of the arms that take ground. A battalion that a person has ordered by itself
follows nobody, and a command without fighting troops follows the leading command of its division.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import inf

from campaign.model import Battalion
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import Army
from campaign.situation.standing import Standing, StandingOrders, is_in_person
from campaign.terms.forces import Level
from campaign.terms.position import AtPlace
from campaign.terms.state import OrderKind
from campaign.theatre.legs import Leg
from campaign.theatre.marchers import Marcher
from campaign.theatre.values import TURN_SECONDS, Rates
from campaign.values import dataclass, replace

# The least, as a march counts its delays in whole seconds.
LETS_PASS_S = 1
"""The seconds that a battalion at the roadside waits after the one before it has come up, so that it is behind it."""

Command = tuple[Battalion, ...]


@dataclass(frozen=True, slots=True)
class Going:
    """A fighting battalion on its way: its march, the metres to its goal, and whether a battle holds it where it is."""

    battalion: Battalion
    marcher: Marcher
    to_go_m: float
    is_held: bool = False

    def seconds(self, metres: float) -> float:
        """Return the seconds in which it marches these metres of its road; infinite if a battle holds it."""
        return 0.0 if metres <= 0 else inf if self.is_held else _seconds(self.marcher.legs, self.marcher.rates, metres)

    @property
    def covers_m(self) -> float:
        """The metres that it marches in this turn if nothing stops it."""
        return _metres(self.marcher.legs, self.marcher.rates)


@dataclass(frozen=True, slots=True)
class Kept:
    """The march of a battalion behind the fighting troops of its command; ``waits_for``: the battalion for which it
    does not set out in this turn.
    """

    marcher: Marcher
    waits_for: Battalion | None = None


def fights(battalion: Battalion) -> bool:
    """Return whether a battalion is of the fighting troops, which lead a march: of an arm that takes ground, and no
    headquarters.
    """
    return battalion.arm.takes_ground and battalion.headquarters_of_id is None


class OrderOfMarch:
    """The order in which units march in a turn, by the orders in force."""

    def __init__(self, army: Army, orders: StandingOrders, book: Rulebook) -> None:
        self._army, self._orders, self._is_kept = army, orders, book.switch("march.guns_behind")

    def leaders_of(self, battalion: Battalion, standing: Standing) -> tuple[Command, ...]:
        """Return the fighting troops that go the same way as this battalion and march ahead of it, by command: those of
        its own command, or else the commands of its division. Empty for fighting troops, and for a battalion that a
        person has ordered by itself.
        """
        if not self._is_kept or fights(battalion) or standing.to is None or _is_obeyed(battalion, standing):
            return ()
        if standing.task is not None or standing.kind not in (OrderKind.MARCH, OrderKind.ATTACK):
            return ()
        own = self._going.get((battalion.present_id, standing.to))
        if own is not None:
            return tuple(command for command in own.values() if command)
        division = self._army.at_level(battalion.present_id, Level.DIVISION)
        beside = {} if division is None else self._going.get((division.id, standing.to), {})
        return tuple(beside.values()) if all(beside.values()) else ()

    def is_kept_back(self, battalion: Battalion, standing: Standing) -> bool:
        """Return whether a battalion with orders to attack goes into no contact of its own accord: it follows fighting
        troops, or no person has sent guns forward without any.
        """
        if not self._is_kept or fights(battalion) or standing.kind is not OrderKind.ATTACK:
            return False
        by_a_person = standing.order is not None and is_in_person(standing.order)
        return not by_a_person or bool(self.leaders_of(battalion, standing))

    @cached_property
    def _going(self) -> dict[tuple[int, int], dict[int, Command]]:
        """Fighting troops that have still to reach a place, by formation (their command, their division) and place, and
        there by command; a command is empty if all of its troops are there.
        """
        going: dict[tuple[int, int], dict[int, Command]] = defaultdict(dict)
        for battalion, position in self._army.standing():
            if not fights(battalion) or battalion.resting:
                continue
            standing = self._orders.of(battalion)
            if standing.kind not in (OrderKind.MARCH, OrderKind.ATTACK) or standing.to is None:
                continue
            if standing.task is not None:
                continue
            command, one = battalion.present_id, () if position == AtPlace(standing.to) else (battalion,)
            division = self._army.at_level(command, Level.DIVISION)
            for formation in {command, command if division is None else division.id}:
                commands = going[formation, standing.to]
                commands[command] = (*commands.get(command, ()), *one)
        return dict(going)


def _is_obeyed(battalion: Battalion, standing: Standing) -> bool:
    """Return whether a person has ordered the battalion by itself."""
    order = standing.order
    return order is not None and order.battalion_id == battalion.id and is_in_person(order)


def kept_behind(marcher: Marcher, commands: Iterable[Sequence[Going]], own: Rates) -> Kept:
    """Return the march of a battalion in the rear, at its ``own`` rates at most, so that it overtakes no fighting
    battalion of the command that it follows; of several commands that is the leading one.

    It waits beside the road for those behind it, goes no farther than those that a battle holds, and closes up to the
    others until the turn is over. A battalion more than a turn's march behind counts only if there is no other.
    """
    following = [command for command in commands if command]
    if not following or not marcher.legs:
        return Kept(marcher)
    ahead = min(following, key=lambda command: (max(each.to_go_m for each in command), command[0].battalion.id))
    to_go_m = sum(leg.length_m for leg in marcher.legs)
    behind_s = {each.battalion.id: each.seconds(each.to_go_m - to_go_m) for each in ahead}
    near = [each for each in ahead if behind_s[each.battalion.id] + LETS_PASS_S < TURN_SECONDS]
    if not near:
        first = min(ahead, key=lambda each: (each.to_go_m, each.battalion.id))
        return Kept(replace(marcher, legs=(), in_the_rear=True), first.battalion)
    delay_s = max(behind_s[each.battalion.id] for each in near)
    legs = marcher.legs
    if held := [each.to_go_m for each in near if each.is_held]:
        legs = tuple(_first(legs, to_go_m - max(held)))
    rates = Rates.slowest([own, *(_pace_behind(each, each.to_go_m - to_go_m) for each in near if not each.is_held)])
    waits = round(delay_s) + LETS_PASS_S if delay_s else 0
    return Kept(replace(marcher, legs=legs, rates=rates, delay_seconds=waits, in_the_rear=True))


def _pace_behind(leader: Going, behind_m: float) -> Rates:
    """Return the rates at which a battalion closes up to the one in front as the turn ends, and no sooner."""
    covers_m = leader.covers_m
    if behind_m >= 0 or covers_m <= 0:
        return leader.marcher.rates
    return leader.marcher.rates.times((covers_m - behind_m) / covers_m)


def _seconds(legs: Iterable[Leg], rates: Rates, metres: float) -> float:
    """Return the seconds for the first metres of a route."""
    return sum(rates.seconds(leg.length_m, leg.surface) for leg in _first(legs, metres))


def _metres(legs: Iterable[Leg], rates: Rates) -> float:
    """Return the metres of a route that are marched in a turn."""
    done, left = 0.0, float(TURN_SECONDS)
    for leg in legs:
        needed = rates.seconds(leg.length_m, leg.surface)
        if needed >= left:
            return done + leg.length_m * left / needed
        done, left = done + leg.length_m, left - needed
    return done


def _first(legs: Iterable[Leg], metres: float) -> Iterator[Leg]:
    """Yield the first metres of a route."""
    left = metres
    for leg in legs:
        if left <= 0:
            return
        yield (
            leg if leg.length_m <= left else replace(leg, to_m=leg.from_m + (left if leg.to_m > leg.from_m else -left))
        )
        left -= leg.length_m
