"""The JSON Schema of our files, for editors: completion, explanations and red underlines while typing.

    schema() -> dict          every section and key that the reader takes, with its meaning and its words
    schema_text() -> str      as it is shipped (``orbats/scenario.schema.json``) and laid beside a scenario by
                              ``campaign init``

It is for files as people write them: keys in their plain spelling, words in small letters. What a schema cannot say
(that a place is on the map, that a road leads somewhere) `campaign check` says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from campaign.exchange import equipment, establishments, forces, ground, head, opening, organisations, schema_keys
from campaign.exchange.schema_keys import SCALAR, Shape, Table, ref, word
from campaign.exchange.sections import HEAD_KEYS, LISTS, SECTIONS
from campaign.rules.common.rulebook import Kind, Rule
from campaign.rules.common.settings import RULES

ENTRIES: Mapping[str, tuple[Table, Iterable[str], tuple[str, ...]]] = {
    "side": (schema_keys.SIDE, head.SIDE_KEYS, ()),
    "nation": (schema_keys.NATION, head.NATION_KEYS, ()),
    "commander": (schema_keys.COMMANDER, opening.COMMANDER_KEYS, ("formation",)),
    "place": (schema_keys.PLACE, ground.PLACE_KEYS, ("at",)),
    "road": (schema_keys.ROAD, ground.ROAD_KEYS, ("from", "to", "kind")),
    "crossing": (schema_keys.CROSSING, ground.CROSSING_KEYS, ("at",)),
    "obstacle": (schema_keys.OBSTACLE, ground.OBSTACLE_KEYS, ("at", "kind")),
    "feature": (schema_keys.FEATURE, ground.FEATURE_KEYS, ("kind", "shape")),
    "arrives": (schema_keys.ARRIVES, schema_keys.ARRIVES, ("day", "at")),
    "figures": (schema_keys.FIGURES, schema_keys.FIGURES, ()),
    "formation": (schema_keys.FORMATION, forces.FORMATION_KEYS, ()),
    "establishment": (schema_keys.ESTABLISHMENT, establishments.KEYS, ()),
    "weapon": (schema_keys.WEAPON, equipment.WEAPON_KEYS, ("calibre",)),
    "vehicle": (schema_keys.VEHICLE, equipment.VEHICLE_KEYS, ("kind",)),
    "organisation": (schema_keys.ORGANISATION, organisations.KEYS, ("level",)),
    "battalion of an organisation": (schema_keys.PART_BATTALION, (*forces.BATTALION_KEYS, organisations.TIMES), ()),
    "formation of an organisation": (schema_keys.PART_FORMATION, (*forces.FORMATION_KEYS, organisations.TIMES), ()),
    "battalion": (schema_keys.BATTALION, forces.BATTALION_KEYS, ("battalion",)),
    "headquarters": (schema_keys.BATTALION, forces.BATTALION_KEYS, ()),
    "air base": (schema_keys.AIR_BASE, opening.AIR_BASE_KEYS, ("side",)),
    "air group": (schema_keys.AIR_GROUP, opening.AIR_GROUP_KEYS, ("type", "based at")),
    "air task": (schema_keys.AIR_TASK, opening.AIR_TASK_KEYS, ("group", "day", "task")),
    "weather": (schema_keys.WEATHER, opening.WEATHER_KEYS, ("day", "sky")),
    "objective": (schema_keys.OBJECTIVE, opening.OBJECTIVE_KEYS, ("place", "side", "points")),
    "victory level": (schema_keys.VICTORY, opening.VICTORY_KEYS, ("level",)),
    "order": (schema_keys.ORDER, opening.ORDER_KEYS, ("for", "day", "order")),
}
"""For each kind of entry: what its keys mean, the keys that its reader takes, and those that must be there."""
_OF_SECTION = {
    "sides": "side",
    "nations": "nation",
    "places": "place",
    "roads": "road",
    "features": "feature",
    "weapons": "weapon",
    "vehicles": "vehicle",
    "establishments": "establishment",
    "organisations": "organisation",
    "commanders": "commander",
    "air bases": "air base",
    "air groups": "air group",
    "air tasking": "air task",
    "weather": "weather",
    "objectives": "objective",
    "victory": "victory level",
    "orders": "order",
}


def schema() -> dict[str, Any]:
    """The whole schema (draft 7, which the editors' language servers know)."""
    top = {key: _told(*schema_keys.HEAD[key]) if key in schema_keys.HEAD else {} for key in HEAD_KEYS}
    top |= {key: {"description": schema_keys.SECTIONS.get(key, ""), **_section(key)} for key in SECTIONS}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A scenario of the Campaign Manager, or a part of one: a map, an order of battle, orders",
        "type": "object",
        "additionalProperties": False,
        "properties": top,
        "definitions": {name: _entry(name) for name in ENTRIES},
    }


def schema_text() -> str:
    """The schema as a file."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _told(meaning: str, shape: Shape) -> Shape:
    """A shape with what it means; beside a reference only an ``allOf`` may stand."""
    return {"description": meaning, **({"allOf": [shape]} if "$ref" in shape else shape)}


def _section(key: str) -> Shape:
    if key == "rulebook":
        settings = {name: _setting(rule) for name, rule in RULES.items()}
        return {"type": "object", "additionalProperties": False, "properties": settings}
    if key == "order of battle":
        return {"type": "object", "additionalProperties": {"type": "array", "items": ref("formation")}}
    if key not in _OF_SECTION:
        return {}
    inner = ref(_OF_SECTION[key])
    return {"type": "array", "items": inner} if key in LISTS else {"type": "object", "additionalProperties": inner}


def _entry(name: str) -> Shape:
    table, keys, needed = ENTRIES[name]
    fields: Shape = {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: _told(*table[key]) if key in table else {} for key in keys},
    }
    if needed:
        fields["required"] = list(needed)
    if name == "formation":
        fields["anyOf"] = [{"required": [level]} for level in forces.LEVELS]
    if name == "battalion":
        fields["anyOf"] = [{"required": ["like"]}, {"required": ["arm"]}]
    return fields


def _setting(rule: Rule) -> Shape:
    usual = "on" if rule.default is True else "off" if rule.default is False else rule.default
    fields: Shape = {"description": f"{rule.meaning} ({rule.source}). Default: {usual}; {rule.allowed}."}
    if rule.kind is Kind.SWITCH:
        return {**fields, **schema_keys.FLAG}
    return {**fields, **(word(rule.words) if rule.kind is Kind.WORD else SCALAR)}
