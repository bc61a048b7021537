"""Operation Brevity as a tabletop system: the door through which the campaign plays it (``rules/tabletop.py``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.brevity import muster, returns, sheet
from campaign.rules.force import Force
from campaign.rules.rulebook import Rulebook
from campaign.rules.tabletop import SYSTEMS, Fault, System, Tabletop
from campaign.terms.forces import Nationality, Weapon
from campaign.terms.state import Light, Sky


@dataclass(frozen=True, slots=True)
class Brevity:
    """Musters, prints and records a fight under Operation Brevity."""

    @property
    def system(self) -> System:
        """Its entry among the five."""
        return SYSTEMS["brevity"]

    def muster(self, force: Force, book: Rulebook) -> muster.Muster:
        """Battalions as lines and models."""
        return muster.muster(force, book)

    def sheet(
        self,
        force: Force,
        enemies: Iterable[Nationality],
        book: Rulebook,
        *,
        night: bool,
        light: Light,
        sky: Sky,
        air: Iterable[Weapon] = (),
    ) -> sheet.Sheet:
        """The battle sheet of a force."""
        return sheet.sheet(force, enemies, book, night=night, light=light, sky=sky, air=air)

    def check(self, filed: returns.Filed, printed: returns.Printed) -> tuple[Fault, ...]:
        """Every fault of a return."""
        return returns.check(filed, printed)

    def effects(self, filed: returns.Filed, printed: returns.Printed, book: Rulebook) -> tuple[returns.Effect, ...]:
        """What a return does."""
        return returns.effects(filed, printed, book)


TABLETOP: Tabletop = Brevity()
