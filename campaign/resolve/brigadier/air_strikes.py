"""Aircraft in a resolved battle: anti-aircraft fire, the place of the attack, and its effect (BGC-AIR).

Sky(field, engagement, dice, report, missions)
    .met(turn)              anti-aircraft fire at all that is called in this turn of the battle, each mission once in
                            each of its turns
    .strikes(side)          the attacks of a side that have got through
    .flown                  missions and turns flown
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import FARTHEST_IN, Base, Field
from campaign.resolve.brigadier.thrown import Thrown
from campaign.resolve.report import Report
from campaign.rules.common.scene import AirSupport
from campaign.rules.tabletop.brigadier.fire import rounded
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.indirect import mission, mission_kind, mission_row, need, resolver_of
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.tables import MissionKind
from campaign.values import dataclass
from campaign.values import field as made_by


@dataclass(slots=True)
class Sky:
    """The aircraft on call of both sides, each with a controller in its command."""

    field: Field
    engagement: Engagement
    dice: Thrown
    report: Report
    missions: tuple[AirSupport, ...] = ()
    flown: set[tuple[str, int]] = made_by(default_factory=set)
    through: list[tuple[AirSupport, Base]] = made_by(default_factory=list)
    """The aircraft of this turn that the anti-aircraft guns have let through, each with the platoon that calls it on to
    its target.
    """

    def met(self, turn: int) -> None:
        """Play step 1 of the Firing Phase: anti-aircraft fire at all aircraft called this turn (BGC-AIR-14)."""
        self.through.clear()
        for air_support in self.missions:
            if turn not in air_support.turns or (air_support.name, turn) in self.flown:
                continue
            if (caller := self._caller(air_support)) is None:
                continue
            self.flown.add((air_support.name, turn))
            if gunners := self._sent_home(air_support):
                self.report.say(f"{air_support.name} is sent home by the fire of {gunners}.")
            else:
                self.through.append((air_support, caller))

    def strikes(self, side: int) -> None:
        """Make the attacks of a side, in its step with its shells (BGC-TAB-06, BGC-AMB-57)."""
        for air_support, caller in self.through:
            if air_support.side == side:
                self._strike(air_support, caller)

    def _caller(self, air_support: AirSupport) -> Base | None:
        """Return a platoon of its controller's command that sees an enemy to call it on to."""
        callers = (
            base for base in self.field.of(air_support.side) if base.battalion.unit.command == air_support.command
        )
        return next((base for base in callers if any(True for _ in self._in_sight(base))), None)

    def _in_sight(self, caller: Base) -> Iterator[Base]:
        return (enemy for enemy in self.field.within(caller, FARTHEST_IN) if self.field.sees(caller, enemy))

    def _strike(self, air_support: AirSupport, caller: Base) -> None:
        kind = mission_kind(self.field.book, controller=True)
        falls = mission(kind, self.dice, air_support.name, self.field.house.doubtful)
        why = "" if kind is MissionKind.CALLED else need(mission_row(kind, self.field.house.doubtful))
        self.report.add(self.dice.rolled(f"where {air_support.name} attacks", falls.value, why=why))
        caller.watches = kind is MissionKind.CALLED
        chooser = resolver_of(falls, air_support.side)
        target = None if chooser is None else self._target(chooser, caller)
        if target is None:
            return
        attack = covered(self.field.house.from_the_air(air_support.weapon.value))
        on_friends = target.side == air_support.side
        self.engagement.bombs(air_support.name, target, attack.fire, rounded(attack.dice), on_friends=on_friends)

    def _sent_home(self, air_support: AirSupport) -> str:
        """Roll the other side's anti-aircraft guns, gun by gun, and return why the aircraft turns back; empty if it
        does not (BGC-AIR-14, BGC-M-09).
        """
        for gun in self.field.of(1 - air_support.side):
            flak = next(
                (
                    self.field.house.flak[name]
                    for name in (*gun.platoon.weapons, gun.platoon.kind.value)
                    if name in self.field.house.flak
                ),
                None,
            )
            if flak is None or gun.platoon.kind is not Kind.ANTI_AIRCRAFT_GUN or gun.broken:
                continue
            faces = ", ".join(map(str, sorted(flak.abort_faces)))
            rolls = [self.dice.roll(6, "anti-aircraft", gun.key, faces) for _ in range(rounded(flak.dice))]
            home = "sent home" if flak.abort_faces & set(rolls) else "no effect"
            purpose = f"anti-aircraft fire of {gun.name} at {air_support.name}"
            self.report.add(self.dice.rolled(purpose, home, passes=flak.abort_faces))
            if flak.abort_faces & set(rolls):
                return gun.name
        return ""

    def _target(self, chooser: int, caller: Base) -> Base | None:
        """Return the target: of the other side, the nearest threat that the caller sees, otherwise the nearest in sight
        of any unit, otherwise the nearest (BGC-AIR-04, -10).
        """
        choosers, enemies = list(self.field.of(chooser)), list(self.field.of(1 - chooser))
        if caller.side == chooser and (seen := list(self._in_sight(caller))):
            return _nearest(seen, [caller], self.field)
        seen = [enemy for enemy in enemies if any(True for _ in self.field.viewers(enemy))]
        return _nearest(seen or enemies, choosers, self.field)


def _nearest(targets: Iterable[Base], viewers: list[Base], on: Field) -> Base | None:
    def apart(target: Base) -> float:
        return min((on.apart(base, target) for base in viewers), default=0.0)

    return min(targets, key=lambda target: (apart(target), target.key), default=None)
