"""Sorties as people write them on a form: ``strike Fort Capuzzo``, ``support 22nd Guards Brigade; turn 1.3``,
``cancel``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from campaign.errors import BadInput
from campaign.terms.air import AirTask
from campaign.terms.asking import asked, typed_values
from campaign.terms.words import did_you_mean
from campaign.verbs.air_tasking import CancelAir, TaskAir

EXAMPLES = "strike Fort Capuzzo | strike Musaid; turn 1.3 | support 22nd Guards Brigade | supply 5th Light | cancel"
_WORDS = {
    "strike": AirTask.STRIKE,
    "support": AirTask.SUPPORT,
    "look": AirTask.RECONNAISSANCE,
    "supply": AirTask.SUPPLY,
    "drop": AirTask.LANDING,
}


def parse_sortie(group: str, text: str) -> TaskAir | CancelAir:
    """Return the command for one line of a form for one group. A landing is written ``drop BATTALION at PLACE``. Raises
    BadInput with an example.
    """
    first, *rest = [part.strip() for part in text.split(";")]
    word, _, target = first.partition(" ")
    extras = _extras(rest)
    if word.lower() == "cancel":
        return CancelAir(group, extras.get("turn", ""))
    if word.lower() not in _WORDS or not target.strip():
        raise BadInput(
            f"{first!r} is not a sortie{did_you_mean(word.lower(), _WORDS) or '.'} Write for example: {EXAMPLES}"
        )
    task = _WORDS[word.lower()]
    if task is not AirTask.LANDING:
        return TaskAir(group, task.value, target.strip(), **extras)
    unit, at, place = target.rpartition(" at ")
    if not at:
        raise BadInput(
            f"{first!r} does not name the place to land. Write for example: drop 1st Parachute Battalion at Arnhem"
        )
    extras.pop("as_medium", None)  # a landing leaves no craters anyway
    return TaskAir(group, task.value, place.strip(), unit=unit.strip(), **extras)


def _extras(parts: Iterable[str]) -> dict[str, Any]:
    """Return the values that stand after semicolons, as the fields of a sortie declare them. Raises BadInput."""
    texts: dict[str, list[str]] = {}
    fields = [field for field in asked(TaskAir).values() if field.ask.written]
    for part in filter(None, parts):
        for field in fields:
            if match := re.fullmatch(field.ask.written, part, re.IGNORECASE | re.DOTALL):
                texts.setdefault(field.name, []).append("yes" if field.is_flag else match["value"])
                break
        else:
            others = "".join(
                f', or "{field.ask.phrase.strip(", ").replace("{}", field.ask.stands)}"'
                for field in fields
                if field.name != "turn"
            )
            raise BadInput(
                f'{part!r} is not understood. After a semicolon write "turn" and its number, as in \'; turn '
                f"1.3'{others}"
            )
    return typed_values(TaskAir, texts)
