"""Lines that change a guess of the conversion: ``set "2nd RB" arm motor infantry``.

    change_in(text, where) -> Change | None       a line of a text, or of the last converted.txt
    changes_of(report, name) -> [Change]       those in force in the last report
    road_kinds(changes) -> {class: kind}          the kinds set for classes of roads

They stand anywhere in a text that is converted, or in the converted.txt of the folder that is written anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from campaign.exchange.foreign.draft import Change
from campaign.terms.words import plain

HEAD = ("title", "first day", "days", "day starts at", "time zone")
OF_UNITS = (
    "arm",
    "type",
    "like",
    "size",
    "nation",
    "experience",
    "at",
    "arrives",
    "led by",
    "short",
    "name",
    "strength",
    "under",
    "aside",
    "headquarters",
    "headquarters at",
    "posture",
    "supply grade",
    "dug in",
    "state",
    "notes",
)
OF_SIDES = ("home", "nation", "name")
OF_PLACES = ("points",)
OF_MAPS = ("map unit", "map axes", "map length", "map crossings", "map twins")
"""Settings for a map: unit of its points, order of its axes (latitude first), use or unit of stated lengths, whether
crossing lines meet (join, none), and whether twins are two roads (keep)."""
ROAD = "road"
"""First word of a change to roads: ``set road "living street" track``."""
_KEYS = "|".join(sorted({*OF_UNITS, *OF_SIDES, *OF_PLACES}, key=len, reverse=True))
_LINE = re.compile(
    rf"set\s+(?:(?P<head>{'|'.join((*HEAD, *OF_MAPS))})|{ROAD}\s+\"(?P<road>[^\"]+)\""
    rf"|\"(?P<subject>[^\"]+)\"\s+(?P<key>{_KEYS}))"
    r"\s+(?P<value>\S.*)",
    re.IGNORECASE,
)
EXPECTED = 'write a line such as: set "2nd RB" arm motor infantry (that is: set "NAME" WHAT VALUE)'


def is_change(text: str) -> bool:
    """Return whether a line begins like one that changes a guess."""
    return re.match(rf'set\s+(?:"|(?:{"|".join([*HEAD, *OF_MAPS, ROAD])})\s)', text, re.IGNORECASE) is not None


def change_in(text: str, where: str) -> Change | None:
    """Return the change in a line; None where its key is unknown."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        return None
    value = match["value"].strip().strip('"')
    if match["head"]:
        return Change(where, "", match["head"].lower(), value)
    if match["road"]:
        return Change(where, match["road"], ROAD, value)
    return Change(where, match["subject"], match["key"].lower().replace("type", "arm"), value)


def keys_told() -> str:
    """Return the keys that may be set, for a line with an unknown key."""
    return f"{EXPECTED}. WHAT can be {', '.join((*OF_UNITS, 'home', *OF_PLACES))}"


def changes_of(report: str, name: str) -> list[Change]:
    """Return the lines in force in the last report; one behind a # is not."""
    return [
        change
        for number, line in enumerate(report.splitlines(), 1)
        if is_change(line.strip()) and (change := change_in(line, f"{name}:{number}")) is not None
    ]


def road_kinds(changes: Iterable[Change]) -> dict[str, str]:
    """Return the kinds set for classes of roads: ``{"living street": "track"}``."""
    return {plain(change.subject): plain(change.value) for change in changes if change.key == ROAD}


def map_settings(changes: Iterable[Change]) -> dict[str, str]:
    """Return the settings for the map: ``{"map unit": "km"}``."""
    return {change.key: change.value for change in changes if change.key in OF_MAPS}


def without_doubles(changes: Iterable[Change]) -> list[Change]:
    """Return the last of the changes that set the same thing."""
    return list({(plain(change.subject), change.key): change for change in changes}.values())
