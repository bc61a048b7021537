"""Aircraft in a resolved fight: anti-aircraft fire, where the attack falls, and what it does (BGC-AIR).

Sky(field, engagement, dice, report, missions)
    .strikes(turn)          all attacks that can be flown in this turn of the fight, each mission once in each of its
                            turns
    .flown                  missions and turns flown
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import field as made_by

from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import Base, Field
from campaign.rules.common.dice import Dice
from campaign.rules.common.scene import AirSupport
from campaign.rules.tabletop.brigadier.fire import rounded
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.indirect import mission, mission_kind, resolver_of
from campaign.rules.tabletop.brigadier.platoons import Kind


@dataclass(slots=True)
class Sky:
    """The aircraft at the call of both sides, each with a controller in its command."""

    field: Field
    engagement: Engagement
    dice: Dice
    report: Callable[[str], None]
    missions: tuple[AirSupport, ...] = ()
    flown: set[tuple[str, int]] = made_by(default_factory=set)

    def strikes(self, turn: int) -> None:
        """Step 1 of the Firing Phase, before all other fire (BGC-AIR-14)."""
        for air_support in self.missions:
            if turn in air_support.turns and (air_support.name, turn) not in self.flown and self._in_sight(air_support):
                self.flown.add((air_support.name, turn))
                self._strike(air_support)

    def _in_sight(self, air_support: AirSupport) -> bool:
        """Its controller's command sees an enemy to call it on to."""
        callers = [
            base for base in self.field.of(air_support.side) if base.battalion.unit.command == air_support.command
        ]
        return any(self.field.sees(base, enemy) for base in callers for enemy in self.field.of(1 - air_support.side))

    def _strike(self, air_support: AirSupport) -> None:
        if gunners := self._sent_home(air_support):
            self.report(f"{air_support.name} is sent home by the fire of {gunners}.")
            return
        kind = mission_kind(self.field.book, controller=True)
        falls = mission(kind, self.dice, air_support.name, self.field.house.doubtful)
        chooser = resolver_of(falls, air_support.side)
        target = None if chooser is None else self._target(chooser)
        if target is None:
            self.report(f"{air_support.name} attacks somewhere off the table.")
            return
        attack = covered(self.field.house.from_the_air(air_support.weapon.value))
        on_friends = target.side == air_support.side
        self.engagement.bombs(air_support.name, target, attack.fire, rounded(attack.dice), on_friends=on_friends)

    def _sent_home(self, air_support: AirSupport) -> str:
        """Anti-aircraft guns of the other side, gun by gun (BGC-AIR-14, BGC-M-09)."""
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
            need = ", ".join(map(str, sorted(flak.abort_faces)))
            rolls = [self.dice.roll(6, "anti-aircraft", gun.key, need) for _ in range(rounded(flak.dice))]
            if flak.abort_faces & set(rolls):
                return gun.name
        return ""

    def _target(self, chooser: int) -> Base | None:
        """The platoon of the other side that threatens the choosing side most: the nearest one in sight, else the
        nearest (BGC-AIR-04)."""
        choosers, enemies = list(self.field.of(chooser)), list(self.field.of(1 - chooser))
        seen = [enemy for enemy in enemies if any(self.field.sees(base, enemy) for base in choosers)]
        return _nearest(seen or enemies, choosers, self.field)


def _nearest(targets: Iterable[Base], viewers: list[Base], on: Field) -> Base | None:
    def apart2(target: Base) -> int:
        return min((on.apart2(base, target) for base in viewers), default=0)

    return min(targets, key=lambda target: (apart2(target), target.key), default=None)
