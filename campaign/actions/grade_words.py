"""The grades of several units as people write them: ``1,3 veteran; 4-6 regular; 2nd Scots Guards veteran``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from campaign.errors import BadInput
from campaign.terms.words import find, numbers_in
from campaign.verbs.between_battles import UnitGrade

_NUMBERS = re.compile(r"(\d{1,3}(?:\s*(?:,|-|\N{EN DASH}|\band\b)\s*\d{1,3})*)\s*[.:)]?", re.ASCII)


def grades_typed(text: str, names: Sequence[str]) -> tuple[UnitGrade, ...]:
    """Return the grade of each unit in a text; the units are numbered from 1 in the order of ``names``, and a later
    part of the text counts. Raises BadInput with an example.
    """
    result: dict[str, UnitGrade] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        units, _, to = part.rpartition(" ")
        if not units.strip():
            raise BadInput(
                f"{part!r} is not understood. Write unit numbers or a name, then the grade, as in '1,3 veteran'"
            )
        for name in _units(units.strip(" :"), names):
            result[name] = UnitGrade(name, to)
    return tuple(result.values())


def _units(text: str, names: Sequence[str]) -> list[str]:
    if text.lower() in ("all", "everyone", "all units"):
        return list(names)
    if _NUMBERS.fullmatch(text):
        return [_numbered(number, names) for number in numbers_in(text)]
    matches = find(text, [(name, n) for n, name in enumerate(names)])
    if len(matches) != 1:
        why = "fits several units" if matches else "is not a unit of this battle"
        raise BadInput(f"{text!r} {why}. Write the unit's number, as in '1,3 veteran; 4-6 regular'")
    return [names[matches[0]]]


def _numbered(number: int, names: Sequence[str]) -> str:
    if not 1 <= number <= len(names):
        raise BadInput(f"there is no unit {number} in this battle: its units have the numbers 1 to {len(names)}")
    return names[number - 1]
