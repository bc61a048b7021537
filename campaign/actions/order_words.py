"""Orders as people write them on a form: ``attack Fort Capuzzo via Musaid; aim take the fort before dark; limit
1.4``.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from campaign.errors import BadInput
from campaign.terms.state import OrderKind
from campaign.terms.words import did_you_mean, find, plain
from campaign.verbs.orders import GiveOrder

EXAMPLES = "march Musaid via Bir Wair | attack Fort Capuzzo; aim hold it till dark | hold | withdraw | follow"
_EXTRAS = ("aim", "objective", "limit", "from")


def parse_order(unit: str, text: str, places: Collection[str] = ()) -> GiveOrder:
    """Return the command for one line of a form for one unit. ``places`` are the names on the map, some of which
    contain a comma. Raises BadInput with an example.
    """
    first, *rest = [part.strip() for part in text.split(";")]
    kind, _, where = first.partition(" ")
    if kind.lower() not in set(OrderKind):
        raise BadInput(
            f"{kind!r} is not an order{did_you_mean(kind, list(OrderKind)) or '.'} Write for example: {EXAMPLES}"
        )
    to, *via = re.split(r"\s+(?:via|by way of)\s+", f" {where.strip()}", maxsplit=1, flags=re.IGNORECASE)
    if not via:
        to, *via = _at_slash(to.strip(), places)
    extras = dict(_extra(part) for part in rest if part)
    return GiveOrder(
        unit=unit,
        kind=kind.lower(),
        to=re.sub(r"^to\s+", "", to.strip(), flags=re.IGNORECASE),
        via=listed_places(via[0], places) if via else (),
        aim=extras.get("aim", ""),
        objective=extras.get("objective", ""),
        limit=extras.get("limit", ""),
        since=extras.get("from", ""),
        not_beyond=extras.get("not beyond", ""),
    )


def _at_slash(where: str, places: Collection[str]) -> tuple[str, ...]:
    """Return the goal and the way of ``Fort Capuzzo / Musaid``; the whole text if it is the name of a place, or if one
    of the parts is not.
    """
    labels = [(place, n) for n, place in enumerate(places)]
    goal = re.sub(r"^to\s+", "", where, flags=re.IGNORECASE)
    slashes = [match.start() for match in re.finditer("/", goal)]
    if slashes and not find(goal, labels):
        for at in reversed(slashes):
            to, way = goal[:at].strip(), goal[at + 1 :].strip()
            if find(to, labels) and all(find(stop, labels) for stop in re.split(r"\s*[/,]\s*", way)):
                return to, way.replace("/", ",")
    return (where,)


def listed_places(text: str, places: Collection[str]) -> tuple[str, ...]:
    """Return the places between commas, ``then`` or ``via``; parts that together make a name of the map are one place
    (``Halfaya Pass, foot``).
    """
    names = {plain(place) for place in places}
    stops: list[str] = []
    for stretch in re.split(r"\s+(?:via|then|by way of)\s+", text, flags=re.IGNORECASE):
        parts = [part.strip() for part in stretch.split(",") if part.strip()]
        while parts:
            lengths = [n for n in range(len(parts), 0, -1) if plain(" ".join(parts[:n])) in names]
            count = lengths[0] if lengths else 1
            stops.append(", ".join(parts[:count]))
            parts = parts[count:]
    return tuple(stops)


NOT_BEYOND = re.compile(r"not beyond:?\s+(?P<place>\S.*)", re.IGNORECASE)
"""The place that an order does not let its commanders pass, as people write it."""


def _extra(part: str) -> tuple[str, str]:
    if match := NOT_BEYOND.fullmatch(part.strip()):
        return "not beyond", match["place"]
    word, _, text = part.partition(" ")
    key = word.rstrip(":").lower()
    if key not in _EXTRAS or not text.strip():
        raise BadInput(
            f"{part!r} is not understood. After a semicolon write aim, objective, limit, not beyond or from, followed "
            "by your text, as in '; aim hold it till dark'"
        )
    return key, text.strip()
