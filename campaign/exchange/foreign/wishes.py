"""The umpire's options of a conversion."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from campaign.exchange.foreign import changes
from campaign.exchange.foreign.draft import Change
from campaign.exchange.foreign.nations import nation_of
from campaign.terms.words import slug
from campaign.values import dataclass

# Our choice: on the lists of the bench 15 % stops 6 of 64, three of them right.
MOST_DOUBT = 15.0
"""Part of the battalions or kilometres in doubt, in per cent, above which nothing is written."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The umpire's options besides the files. ``map_of``: a scenario of this program whose map is taken; ``changes``:
    lines that change the last guesses; ``keep_loose``: pieces of the map that no road joins are joined by tracks;
    ``join_m``: width in metres over which ends that nearly meet are joined, None for the usual one; ``layers``: the
    layers of a file to read, if not all; ``map_file``: a further source that is a map, though its text may look like an
    order of battle.
    """

    side: str = ""
    nation: str = ""
    leave_out: bool = False
    encoding: str = "utf-8"
    first_day: date | None = None
    map_of: Path | None = None
    changes: tuple[Change, ...] = ()
    keep_loose: bool = False
    join_m: float | None = None
    layers: tuple[str, ...] = ()
    map_file: Path | None = None
    doubt: float = MOST_DOUBT
    """Greatest part of the battalions or kilometres that may be in doubt, in per cent."""

    @property
    def nation_key(self) -> str:
        """The key of the nation that the user named."""
        return nation_of(self.nation) or slug(self.nation)

    @property
    def road_kinds(self) -> dict[str, str]:
        """Kinds set for classes of roads."""
        return changes.road_kinds(self.changes)
