"""Sorties as people write them on a form: ``strike Fort Capuzzo``, ``support 22nd Guards Brigade; turn 1.3``,
``cancel``.
"""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.terms.air import AirTask
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
    turn, as_medium = "", False
    for part in rest:
        kind, _, detail = part.partition(" ")
        if kind.lower() == "turn" and detail.strip():
            turn = detail.strip()
        elif part.lower() == "no craters":
            as_medium = True
        elif part:
            raise BadInput(
                f'{part!r} is not understood. After a semicolon write "turn" and its number, as in \'; turn '
                '1.3\', or "no craters"'
            )
    if word.lower() == "cancel":
        return CancelAir(group, turn)
    if word.lower() not in _WORDS or not target.strip():
        raise BadInput(
            f"{first!r} is not a sortie{did_you_mean(word.lower(), _WORDS) or '.'} Write for example: {EXAMPLES}"
        )
    task = _WORDS[word.lower()]
    if task is not AirTask.LANDING:
        return TaskAir(group, task.value, target.strip(), turn, as_medium=as_medium)
    unit, at, place = target.rpartition(" at ")
    if not at:
        raise BadInput(
            f"{first!r} does not name the place to land. Write for example: drop 1st Parachute Battalion at Arnhem"
        )
    return TaskAir(group, task.value, place.strip(), turn, unit.strip())
