"""The time zone in which this machine's clock is set."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from campaign.errors import BadInput
from campaign.terms.wall_clock import zone_named

LOCALTIME: Final = Path("/etc/localtime")


def zone_here() -> str:
    """Return the name of this machine's time zone. Raises BadInput if it has none."""
    zone = os.environ.get("TZ", "").removeprefix(":")
    if not zone and LOCALTIME.is_symlink():
        zone = str(LOCALTIME.resolve()).partition("zoneinfo/")[2]
    try:
        zone_named(zone or "none")
    except BadInput:
        raise BadInput(
            "the time zone of this machine is not known: add --zone Europe/Berlin, or --zone UTC+01:00"
        ) from None
    return zone
