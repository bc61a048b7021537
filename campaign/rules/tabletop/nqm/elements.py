"""Stands of Not Quite Mechanised: companies, platoons, batteries, vehicles, each with its pins and its ammunition.

Element                                  one stand: .pinned .points .unwounded .on_foot .indirect
Battalion(unit, troops, mover, elements) a battalion of the campaign as such stands: .points .pins
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from campaign.rules.common.force import Unit
from campaign.rules.tabletop.nqm.morale import Troops
from campaign.rules.tabletop.nqm.pins import Pinned
from campaign.rules.tabletop.nqm.tables import Grade, Mover, Reach, Weight
from campaign.values import dataclass, replace


class ElementKind(StrEnum):
    """The kinds of stand (NQM-REPR-01, -05 to -08)."""

    COMMAND = "command"
    COMPANY = "company"
    PLATOON = "platoon"
    VEHICLES = "vehicles"
    BATTERY = "battery"


@dataclass(frozen=True, slots=True)
class Element:
    """A stand. ``strength``: figures, or the points on its marker. ``weapon`` fires at troops, ``anti_tank`` at armour.

    ``armour`` None: troops on foot, or guns, whose class depends on their cover. ``calibre_mm``: fires indirectly, one
    fire unit an hour. ``equipment``: its tank, gun or weapon, in the order of battle's words.
    """

    key: str
    label: str
    kind: ElementKind
    strength: int
    weapon: Weight
    anti_tank: Weight
    reach: Reach
    anti_tank_reach: Reach
    armour: Weight | None = None
    calibre_mm: int | None = None
    model: str = ""
    red: int = 0
    black: int = 0
    ammunition: Fraction = Fraction(0)
    equipment: str = ""
    fired_in: int = 0
    """The hour of a battle in which it last fired (NQM-FIRE-02)."""

    @property
    def pinned(self) -> Pinned:
        """The stand's strength together with its red and black pins."""
        return Pinned(self.strength, self.red, self.black)

    @property
    def points(self) -> int:
        """The points that the stand counts towards key level and return; the command figure counts none (umpire 2)."""
        return 0 if self.kind is ElementKind.COMMAND else self.strength

    @property
    def unwounded(self) -> int:
        """The figures or points without a pin."""
        return max(0, self.strength - self.red - self.black)

    @property
    def on_foot(self) -> bool:
        """True for figures: they assault, and are assaulted, as infantry."""
        return self.kind in (ElementKind.COMMAND, ElementKind.COMPANY, ElementKind.PLATOON)

    @property
    def indirect(self) -> bool:
        """True if the stand fires fire units at targets that others see."""
        return self.calibre_mm is not None

    def pins(self, pinned: Pinned) -> Element:
        """Return the stand with these pins in place of its own."""
        return replace(self, red=pinned.red, black=pinned.black)


@dataclass(frozen=True, slots=True)
class Battalion:
    """A battalion of the campaign as stands of Not Quite Mechanised."""

    unit: Unit
    troops: Troops
    mover: Mover
    elements: tuple[Element, ...]

    @property
    def grade(self) -> Grade:
        return self.troops.grade

    @property
    def has_command(self) -> bool:
        """True if the battalion has a command figure. Tanks, guns and single companies are led from their stands
        (NQM-REPR-13, NQM-AMB-71).
        """
        return any(element.kind is ElementKind.COMMAND for element in self.elements)

    @property
    def all_armour(self) -> bool:
        """True for vehicles only: it takes no break test and has no tank terror (NQM-FIRE-18)."""
        return all(not element.on_foot for element in self.elements) and any(
            element.armour is not None for element in self.elements
        )

    @property
    def points(self) -> int:
        """All its points, under pins or not."""
        return sum(element.points for element in self.elements)

    @property
    def pins(self) -> int:
        """The black and red pins on stands that count."""
        return sum(element.red + element.black for element in self.elements if element.points)
