"""Values that old revisions held only in words, read once during the upgrade.

    0009   3.2 km from Bir Wair on the track to Musaid   ->   road 7, 3200 m from its first end
    0010   11th Hussars halts at Bir Wair.               ->   halt at Bir Wair.

The migrations of these revisions read the rows of the tables in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from campaign.rows.images import Flush, Values

_FROM = re.compile(r"(?:(\d+\.\d) km|(\d+) m) from (.+)")
_PLURAL = {
    "marches": "march",
    "halts": "halt",
    "is": "are",
    "arrives": "arrive",
    "has": "have",
    "stays": "stay",
    "goes": "go",
    "comes": "come",
    "reaches": "reach",
    "fights": "fight",
    "falls": "fall",
}
"""Verbs of old diary lines about one battalion, each with its plural."""


class OldCampaign:
    """The places, roads and battalions of a campaign, by id, as its start created them; none has been renamed since."""

    def __init__(
        self,
        places: Mapping[int, Mapping[str, Any]],
        roads: Mapping[int, Mapping[str, Any]],
        battalions: Mapping[int, Mapping[str, Any]],
    ) -> None:
        self._places, self._roads, self._battalions = places, roads, battalions

    @classmethod
    def founded_by(cls, flushes: Iterable[Flush]) -> OldCampaign:
        """Return the campaign created by the images of its start."""
        tables: dict[str, dict[int, Values]] = {"place": {}, "road": {}, "battalion": {}}
        for flush in flushes:
            for table, ident, _, after in flush:
                if table in tables and after is not None:
                    tables[table].setdefault(ident, {}).update(after)
        return cls(tables["place"], tables["road"], tables["battalion"])

    @cached_property
    def _ends(self) -> dict[str, tuple[int, int, bool]]:
        """Road, its length, and whether the distance is measured from its second end, by the words that follow the
        distance. Of two roads described in the same words the one with the lower id is meant.
        """
        ends = {}
        for ident, road in sorted(self._roads.items(), reverse=True):
            going = "over the desert to" if road["kind"] == "desert" else f"on the {road['kind']} to"
            names = [self._places[road[end]]["name"] for end in ("a_id", "b_id")]
            for is_from_b, (near, far) in enumerate((names, names[::-1])):
                ends[f"{near} {going} {far}"] = ident, road["length_m"], bool(is_from_b)
        return ends

    def on_road(self, words: str) -> tuple[int, int] | tuple[None, None]:
        """Return the road that the words name, and the metres from its first end; (None, None) if they name a place."""
        match = _FROM.fullmatch(words)
        if match is None or match[3] not in self._ends:
            return None, None
        road, length, is_from_b = self._ends[match[3]]
        metres = int(match[2]) if match[2] else min(round(float(match[1]) * 1000), (length - is_from_b) // 2)
        return road, length - metres if is_from_b else metres

    def plural(self, battalion: int | None, line: str) -> str | None:
        """Return the words of a diary line after the unit's name, in the plural. None if the line has no battalion, is
        about a part split off later, or does not begin with the name and a verb listed above.
        """
        if battalion is None or battalion not in self._battalions:
            return None
        before, _, predicate = line.partition(f"{self._battalions[battalion]['name']} ")
        verb, _, rest = predicate.partition(" ")
        return None if before or verb not in _PLURAL else f"{_PLURAL[verb]} {rest}".replace(" and is ", " and are ")
