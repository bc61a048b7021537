"""One call of the program: what its shared options said (``options``)."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_DATABASE = "campaign.db"


@dataclass(slots=True)
class Call:
    """What the shared options said in this call of the program; empty where they were not given."""

    db: str = DEFAULT_DATABASE
    campaign: str = ""
    actor: str = ""
    dice: str = ""
    viewer: str = "umpire"
    as_json: bool = False
    as_of: str = ""
    preview: bool = False
