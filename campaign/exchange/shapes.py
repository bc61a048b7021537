"""Shapes of the JSON Schema: the values allowed under a key, in the terms of an editor's language server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Shape = dict[str, Any]

SCALAR: Shape = {"type": ["string", "number", "boolean"]}
FLAG: Shape = {"enum": ["yes", "no", "true", "false", "on", "off", True, False]}
POINT: Shape = {
    "anyOf": [
        {"type": "string", "pattern": r"^\s*[+-]?\d+(\.\d+)?\s*,\s*[+-]?\d+(\.\d+)?\s*$"},
        {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
    ]
}
DATE: Shape = {
    "type": "string",
    "pattern": r"^\s*(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.? +[A-Za-z]+\.?,? +\d{4}|\d{1,2}\.\d{1,2}\.\d{4})\s*$",
}
ZONE: Shape = {"type": "string", "pattern": r"^(UTC|utc)([+-]\d{1,2}(:\d{2})?)?$"}
COLOUR: Shape = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
KM: Shape = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\d{1,9}(\.\d{1,3}0*)?$"}]}
ITEM: Shape = {"type": "string", "pattern": r"^\s*\d{1,5} +\S"}


def whole_number(lowest: int, highest: int) -> Shape:
    """Return the shape of a whole number, plain or with commas or quotation marks."""
    return {
        "anyOf": [
            {"type": "integer", "minimum": lowest, "maximum": highest},
            {"type": "string", "pattern": r"^-?(\d{1,18}|\d{1,3}(,\d{3})+)$"},
        ]
    }


def decimal(most: float) -> Shape:
    """Return the shape of a number above 0, plain or between quotation marks."""
    return {
        "anyOf": [
            {"type": "number", "exclusiveMinimum": 0, "maximum": most},
            {"type": "string", "pattern": r"^\d{1,9}(\.\d{1,3}0*)?$"},
        ]
    }


def word(words: Iterable[str]) -> Shape:
    """Return the shape of one of some words."""
    return {"enum": list(dict.fromkeys(map(str, words)))}


def series(shape: Shape) -> Shape:
    return {"type": "array", "items": shape}


def many(shape: Shape) -> Shape:
    """Return the shape of a list; a single item may stand without it."""
    return {"anyOf": [series(shape), shape]}


def ref(name: str) -> Shape:
    """Return the shape of that kind of entry."""
    return {"$ref": f"#/definitions/{name.replace(' ', '%20')}"}
