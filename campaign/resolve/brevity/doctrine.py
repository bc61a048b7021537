"""Who does what inside a resolved fight: what a doctrine is asked, and how it answers.

The rules say what may be done; a *doctrine* decides what is done, for one side. Anything with these methods will do:
the fight asks, checks the answer against the rules, and rolls. The one that comes with the program is in
``plain_doctrine``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from campaign.resolve import doctrine, stage
from campaign.resolve.brevity.field import Brigade, Field, Model
from campaign.resolve.brevity.ground import Spot, distance
from campaign.terms.state import Posture

FAR_AWAY = 10_000
"""Inches to an enemy who is not there."""


@dataclass(frozen=True, slots=True)
class Regrouping:
    """Step 2: who rests, who takes up arms again, and which batteries are on counter-battery (OB-REG-04, -06)."""

    rest: tuple[Model, ...] = ()
    take_up: tuple[Model, ...] = ()
    counter_battery: tuple[Model, ...] = ()


@dataclass(frozen=True, slots=True)
class Advance:
    """Step 3 for one battalion: where it aims, in which posture, with which wave, and whether it rides
    combat-ready (OB-MOV-11). Without an aim it is only declared (OB-MOV-04)."""

    model: Model
    aim: Spot | None = None
    posture: Posture = Posture.LINE
    wave: int = 0
    mounted: bool = False


@dataclass(frozen=True, slots=True)
class View(doctrine.View[Field]):
    """What a doctrine sees: its own side, and of the enemy what is on the table (OB-HID-01)."""

    def friends(self) -> list[Model]:
        """Its own models on the table."""
        return list(self.on.on_table(self.side))

    def enemies(self) -> list[Model]:
        """Enemy models that stand on the table for all to see."""
        return [model for model in self.on.on_table(1 - self.side) if not model.hidden]

    def ready(self) -> list[Brigade]:
        """Its commands that have their officer and a unit left."""
        return [brigade for brigade in self.on.brigades[self.side].values() if brigade.officer and brigade.in_play]

    def gap(self, spot: Spot) -> int:
        """Inches to the nearest enemy on the table for all to see; far away if there is none."""
        enemy = self.on.nearest(1 - self.side, spot, lambda model: not model.hidden)
        return FAR_AWAY if enemy is None else distance(enemy.spot, spot)


class Doctrine(Protocol):
    """What one side does. Every method sees the table and changes nothing."""

    def breaks_off(self, view: View) -> str:
        """Why the side gives up the field now; empty: it fights on."""
        ...

    def pick(self, view: View) -> Brigade | None:
        """Which command moves next (OB-SEQ-02); None: pass, where the rulebook allows it."""
        ...

    def challenge(self, view: View, mover: Brigade) -> Brigade | None:
        """Which of its own commands is to move instead of the enemy's, if any (OB-INIT-01)."""
        ...

    def regroup(self, view: View, brigade: Brigade) -> Regrouping:
        """The command says in step 2 who of it rests, who takes up arms and which guns answer guns."""
        ...

    def move(self, view: View, brigade: Brigade) -> tuple[Advance, ...]:
        """Step 3; battalions not named neither move nor are declared."""
        ...

    def lay(self, view: View, batteries: Sequence[Model], targets: Sequence[Model]) -> tuple[tuple[Model, Model], ...]:
        """Steps 4 and 5: which battery fires on which of these targets. Each battery has one target for the move
        (OB-ART-09)."""
        ...

    def suspect(self, view: View, batteries: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
        """Step 5: points at which batteries without a target fire, because hidden enemies may be there (OB-ART-07)."""
        ...

    def accompany(self, view: View, brigade: Brigade) -> Brigade | None:
        """With which command the corps commander is from now on, who was with this one; None: he stays (OB-AMB-021)."""
        ...

    def pulls_back(self, view: View, company: Model) -> Spot | None:
        """Where a reconnaissance company under fire goes, if it does (OB-REC-03)."""
        ...

    def call_down(self, view: View, targets: Sequence[Model]) -> Model | None:
        """Which of these enemies a forward air controller's aircraft attack; None: they wait (OB-AIR-05)."""
        ...

    def screens(self, view: View, makers: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
        """Smoke laid instead of firing, by whom and around which point (OB-SMOKE-01, -02)."""
        ...

    def misdirect(self, view: View) -> Model | None:
        """Whom the enemy's aircraft attack after his 1: any battalion on the table (OB-AIR-03)."""
        ...


Stage = stage.Stage[Field, View, Doctrine]
