"""Mail addresses of players."""

from __future__ import annotations

from typing import Annotated

from campaign.terms.asking import Ask
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class KeepAddress:
    """The command that sets the mail address of a commander's player, or of the ``umpire``; ``nobody`` deletes the
    address.
    """

    commander: Annotated[str, Ask(stands="NAME", of="commander", is_loose=True)]
    address: Annotated[
        str,
        Ask(
            "Email address of the commander's player (NAME may be umpire).",
            "ADDRESS",
            option="--mail",
            blank="nobody",
            label="Email address",
        ),
    ]
