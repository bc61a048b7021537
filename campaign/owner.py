"""The owner of the project and its addresses: ``owner.toml`` beside this file, which the owner fills in. Nothing
else names an address of the project.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from campaign.values import dataclass

PLACE = Path(__file__).with_name("owner.toml")


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner and the project's addresses; each is empty until there is one."""

    name: str = ""
    mail: str = ""
    homepage: str = ""
    handbook: str = ""
    source: str = ""
    issues: str = ""
    security: str = ""
    releases: str = ""

    @property
    def takes_reports(self) -> str:
        """Return where errors are reported, empty if nowhere."""
        return self.issues or self.mail


def owner(place: Path = PLACE) -> Owner:
    """Return what the owner has filled in."""
    return Owner(**tomllib.loads(place.read_text(encoding="utf-8")))
