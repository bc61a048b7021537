"""One call of the program, with the values of its shared options (``options``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.values import plain_dataclass, plain_field

if TYPE_CHECKING:
    from campaign.rows.kept import KeptRows

DEFAULT_DATABASE = "campaign.db"


@plain_dataclass(slots=True)
class Call:
    """The values of the shared options in this call of the program; empty for those that were not given. ``rows``: what
    was read of the campaign so far (``session``).
    """

    db: str = DEFAULT_DATABASE
    campaign: str = ""
    actor: str = ""
    dice: str = ""
    viewer: str = "umpire"
    as_json: bool = False
    as_of: str = ""
    preview: bool = False
    rows: KeptRows | None = plain_field(default=None, compare=False, repr=False)
