"""Forces that the preview describes in its examples (BGC-TAB-19, BGC-SCEN)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from campaign.rules.brigadier.tables import Grade


@dataclass(frozen=True, slots=True)
class ExampleForce:
    """A force that the preview describes: platoons by what they are."""

    where: str
    name: str
    nation: str
    grade: Grade | None
    battalion: tuple[str, ...]
    companies: tuple[tuple[str, ...], ...]

    @property
    def platoons(self) -> int:
        """All of them."""
        return len(self.battalion) + sum(len(company) for company in self.companies)


_RIFLES = ("headquarters", "infantry", "infantry", "infantry")
EXAMPLE_FORCES: Final = (
    ExampleForce("figure 9", "battalion", "", None, ("headquarters", "machine gun", "mortar"), (_RIFLES,) * 3),
    ExampleForce("15", "Company D", "German", Grade.REGULAR, (), ((*_RIFLES, "assault gun"),)),
    ExampleForce("15", "Company A", "US", Grade.GREEN, (), (_RIFLES,)),
    ExampleForce("17", "I Battalion, Regiment 77, 26 VolksGrenadierDivision", "German", Grade.GREEN, ("headquarters",), (_RIFLES,) * 3),
)
EXAMPLE_COMMANDER: Final = "Generalmajor Heinz Kokott"
"""Of the expanded battle, whose German side has the initiative (BGC-SCEN-07)."""
