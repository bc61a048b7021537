"""The decisions inside a resolved battle: the questions to a doctrine, and its answers.

The rules say what may be done; a *doctrine* decides what is done, for one side. Any object with these methods is a
doctrine: the battle asks, checks the answer against the rules, and rolls. The program's own doctrine is in
``plain_doctrine``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from campaign.resolve import doctrine, stage
from campaign.resolve.brevity.field import Brigade, Field, Model
from campaign.resolve.brevity.ground import Spot, distance
from campaign.terms.state import Posture
from campaign.values import dataclass, plain_dataclass

# Farther than any table is wide (OB-SCL-05).
FAR_AWAY = 10_000
"""The inches returned if there is no enemy."""


@dataclass(frozen=True, slots=True)
class Regrouping:
    """The decisions of step 2: units that rest, units that take up arms again, and batteries on counter-battery
    (OB-REG-04, -06).
    """

    rest: tuple[Model, ...] = ()
    take_up: tuple[Model, ...] = ()
    counter_battery: tuple[Model, ...] = ()


@dataclass(frozen=True, slots=True)
class Advance:
    """The decision of step 3 for one battalion: its aim, its posture, its wave, and whether it rides combat-ready
    (OB-MOV-11). Without an aim it is only declared (OB-MOV-04).
    """

    model: Model
    aim: Spot | None = None
    posture: Posture = Posture.LINE
    wave: int = 0
    mounted: bool = False


@plain_dataclass(frozen=True, slots=True)
class View(doctrine.View[Field]):
    """The knowledge of a doctrine: its own side, and of the enemy the models on the table (OB-HID-01)."""

    def friends(self) -> list[Model]:
        """Return the side's own models on the table."""
        return list(self.on.on_table(self.side))

    def enemies(self) -> list[Model]:
        """Return the enemy models that are visible on the table."""
        return [model for model in self.on.on_table(1 - self.side) if not model.hidden]

    def ready(self) -> list[Brigade]:
        """Return the side's commands that have their officer and a unit left."""
        return [brigade for brigade in self.on.brigades[self.side].values() if brigade.officer and brigade.in_play]

    def gap(self, spot: Spot) -> int:
        """Return the inches to the nearest visible enemy; a very large number if there is none."""
        enemy = self.on.nearest(1 - self.side, spot, lambda model: not model.hidden)
        return FAR_AWAY if enemy is None else distance(enemy.spot, spot)


class Doctrine(Protocol):
    """The decisions of one side. Every method sees the table and changes nothing."""

    def breaks_off(self, view: View) -> str:
        """Return why the side breaks off now; empty if it does not."""
        ...

    def pick(self, view: View) -> Brigade | None:
        """Return the command that moves next (OB-SEQ-02); None: pass, if the rulebook allows it."""
        ...

    def is_done(self, view: View) -> bool:
        """Return whether the side has nothing more to do in this turn: if neither has, the turn is over at once."""
        ...

    def challenge(self, view: View, mover: Brigade) -> Brigade | None:
        """Return the command of its own that is to move instead of the enemy's, if any (OB-INIT-01)."""
        ...

    def regroup(self, view: View, brigade: Brigade) -> Regrouping:
        """Return the decisions of step 2: units of the command that rest, that take up arms, and guns that answer
        guns.
        """
        ...

    def move(self, view: View, brigade: Brigade) -> tuple[Advance, ...]:
        """Return the advances of step 3; battalions not named neither move nor are declared."""
        ...

    def lay(self, view: View, batteries: Sequence[Model], targets: Sequence[Model]) -> tuple[tuple[Model, Model], ...]:
        """Return the targets of steps 4 and 5, one of these for each battery that fires. Each battery has one target
        for the move (OB-ART-09).
        """
        ...

    def suspect(self, view: View, batteries: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
        """Return the points of step 5 at which batteries without a target fire, because hidden enemies may be there
        (OB-ART-07).
        """
        ...

    def accompany(self, view: View, brigade: Brigade) -> Brigade | None:
        """Return the command that the corps commander, who was with this one, joins from now on; None: he stays
        (OB-AMB-021).
        """
        ...

    def pulls_back(self, view: View, company: Model) -> Spot | None:
        """Return the place to which a reconnaissance company under fire withdraws, if it does (OB-REC-03)."""
        ...

    def call_down(self, view: View, targets: Sequence[Model]) -> Model | None:
        """Return the enemy that a forward air controller's aircraft attack; None: they wait (OB-AIR-05)."""
        ...

    def screens(self, view: View, makers: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
        """Return the smoke laid instead of firing: each maker with the point of its screen (OB-SMOKE-01, -02)."""
        ...

    def misdirect(self, view: View) -> Model | None:
        """Return the model that the enemy's aircraft attack after their 1: any battalion on the table (OB-AIR-03)."""
        ...


Stage = stage.Stage[Field, View, Doctrine]
