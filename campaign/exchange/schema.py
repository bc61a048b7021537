"""The JSON Schema of the program's files, for editors: completion, explanations and red underlines while typing.

    schema() -> dict          every section and key that the reader takes, with its meaning and its words
    schema_text() -> str      as it is shipped (``orbats/scenario.schema.json``) and laid beside a scenario by
                              ``campaign init``

It is for files as people write them: keys in their plain spelling, words in small letters. Conditions outside a schema
(that a place is on the map, that a road leads somewhere) are checked by `campaign check`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from campaign.exchange.equipment import Vehicle, Weapon
from campaign.exchange.forces import LEVELS
from campaign.exchange.organisations import KEYS as ORGANISATION_KEYS
from campaign.exchange.organisations import MOST_TIMES, TIMES
from campaign.exchange.sections import SECTIONS
from campaign.exchange.shapes import FLAG, KM, SCALAR, Shape, ref, series, whole_number, word
from campaign.exchange.values import (
    AirBase,
    AirGroup,
    AirTask,
    Arrival,
    Battalion,
    Commander,
    Crossing,
    Feature,
    Formation,
    Head,
    Kind,
    Nation,
    Objective,
    Obstacle,
    Order,
    Place,
    Road,
    Side,
    VictoryLevel,
    Weather,
)
from campaign.rules.common import rulebook
from campaign.rules.common.force import Strength
from campaign.rules.common.settings import RULES
from campaign.terms.attributes import Attribute, attributes
from campaign.terms.forces import Level

Table = dict[str, Shape]


def described(meaning: str, shape: Shape) -> Shape:
    """Return a shape with its meaning; beside a reference only an ``allOf`` may stand."""
    return {"description": meaning, **({"allOf": [shape]} if "$ref" in shape else shape)}


def table_of(cls: type) -> Table:
    """Return the shapes allowed under each key that a class declares."""
    return {attribute.key: _of(attribute) for attribute in attributes(cls) if attribute.key}


def _of(attribute: Attribute) -> Shape:
    declared = attribute.declared
    return described(declared.meaning + " Needed." * declared.needed, _shape(attribute))


def _shape(attribute: Attribute) -> Shape:
    declared, kind = attribute.declared, attribute.kind
    if declared.shape is not None:
        return dict(declared.shape)
    if kind is bool:
        return FLAG
    if kind is int:
        return KM if declared.unit == "km" else whole_number(declared.least, declared.most)
    vocabulary = [] if kind is str else list(kind)
    return word([*vocabulary, *declared.words]) if vocabulary or declared.words else SCALAR


_FORMATION = {
    level: described(
        f"Name of the {level}. A formation has one level; levels may be left out, but their order stays.", SCALAR
    )
    for level in LEVELS
} | table_of(Formation)
_BATTALION = table_of(Battalion)
_TIMES = {
    TIMES: described(
        "How many there are; {n}, {nth} or {roman} in the name gives each its number.", whole_number(1, MOST_TIMES)
    )
}
_PARTS = {
    "battalions": described("Its own battalions.", series(ref("battalion of an organisation"))),
    "formations": described("The formations under it.", series(ref("formation of an organisation"))),
}
_KIND = {key: shape for key, shape in table_of(Kind).items() if key != "strength"}
_OF_AN_ORGANISATION = {
    "level": described("The level of a formation like it. Needed.", word(Level)),
    "nation": described("Key of a nation.", SCALAR),
    "men": described("Men of the whole formation on paper, for comparison.", whole_number(1, 1_000_000)),
    **_PARTS,
}
_ORGANISATION = {key: (_KIND | _FORMATION | _OF_AN_ORGANISATION)[key] for key in ORGANISATION_KEYS}
_DECLARED: Mapping[str, type | Table] = {
    "side": Side,
    "nation": Nation,
    "commander": Commander,
    "place": Place,
    "road": Road,
    "crossing": Crossing,
    "obstacle": Obstacle,
    "feature": Feature,
    "arrives": Arrival,
    "figures": Strength,
    "formation": _FORMATION,
    "establishment": {"like": _BATTALION["like"], **_KIND},
    "weapon": Weapon,
    "vehicle": Vehicle,
    "organisation": _ORGANISATION,
    "battalion of an organisation": _BATTALION | _TIMES,
    "formation of an organisation": _FORMATION | _PARTS | _TIMES,
    "battalion": _BATTALION,
    "headquarters": _BATTALION,
    "air base": AirBase,
    "air group": AirGroup,
    "air task": AirTask,
    "weather": Weather,
    "objective": Objective,
    "victory level": VictoryLevel,
    "order": Order,
}
ENTRIES: Mapping[str, Table] = {
    name: table_of(entry) if isinstance(entry, type) else entry for name, entry in _DECLARED.items()
}
"""Keys of each kind of entry with their allowed values."""
_NEEDED = {
    name: [attribute.key for attribute in attributes(entry) if attribute.declared.needed]
    for name, entry in _DECLARED.items()
    if isinstance(entry, type)
} | {"organisation": ["level"], "battalion": ["battalion"]}
_ANY_OF = {"formation": LEVELS, "battalion": ("like", "arm")}
"""Keys of which an entry of that kind needs at least one."""


def schema() -> dict[str, Any]:
    """Return the whole schema (draft 7, which the editors' language servers know)."""
    sections = {key: {"description": section.meaning, **_section(key)} for key, section in SECTIONS.items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A scenario of the Campaign Manager, or a part of one: a map, an order of battle, orders",
        "type": "object",
        "additionalProperties": False,
        "properties": table_of(Head) | sections,
        "definitions": {name: _entry(name) for name in ENTRIES},
    }


def schema_text() -> str:
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _section(key: str) -> Shape:
    if key == "rulebook":
        settings = {name: _setting(rule) for name, rule in RULES.items()}
        return {"type": "object", "additionalProperties": False, "properties": settings}
    if key == "order of battle":
        return {"type": "object", "additionalProperties": series(ref("formation"))}
    inner = ref(SECTIONS[key].entry)
    return series(inner) if SECTIONS[key].is_list else {"type": "object", "additionalProperties": inner}


def _entry(name: str) -> Shape:
    entry: Shape = {"type": "object", "additionalProperties": False, "properties": ENTRIES[name]}
    if needed := _NEEDED.get(name):
        entry["required"] = needed
    if name in _ANY_OF:
        entry["anyOf"] = [{"required": [key]} for key in _ANY_OF[name]]
    return entry


def _setting(rule: rulebook.Rule) -> Shape:
    usual = "on" if rule.default is True else "off" if rule.default is False else rule.default
    meaning = f"{rule.meaning} Default: {usual}. It may be {rule.allowed}. ({rule.source})"
    if rule.kind is rulebook.Kind.SWITCH:
        return described(meaning, FLAG)
    return described(meaning, word(rule.words) if rule.kind is rulebook.Kind.WORD else SCALAR)
