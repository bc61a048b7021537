"""Players and deputies of commanders."""

from __future__ import annotations

from typing import Annotated, ClassVar

from campaign.terms.asking import Ask
from campaign.terms.character import Character
from campaign.terms.given import Given
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """The command that assigns a commander, or all of a side, to this person, ``program``, ``umpire`` or ``nobody``."""

    commander: Annotated[str, Ask(stands="NAME", of="commander", is_loose=True)]
    player: Annotated[
        str,
        Ask(
            'Player of the commander: a name, or one of the words "program", "umpire" and "nobody".',
            "WHO",
            option="--played-by",
            blank="nobody",
        ),
    ]


@dataclass(frozen=True, slots=True)
class SeatDeputy:
    """The command that lets this person (or ``program``, ``umpire``) stand in for a commander's player to the end of a
    day. With ``nobody`` the player is back. ``until``: a day, by its number or date; empty: this day.
    """

    given: ClassVar[Given] = Given.AT_ANY_HOUR

    commander: Annotated[str, Ask(stands="NAME", of="commander", is_loose=True)]
    deputy: Annotated[
        str,
        Ask(
            'Stand-in for the player: a name, "program" or "umpire". The word "nobody" removes the stand-in.',
            "WHO",
            option="--deputy",
            blank="nobody",
            example="nobody",
        ),
    ]
    until: Annotated[
        str,
        Ask(
            "Last day on which the deputy plays (2, or 1941-05-16). Default: this day.", "DAY", label="Deputy until day"
        ),
    ] = ""


NONE = "none"
"""The word for a commander without a character."""


@dataclass(frozen=True, slots=True)
class SetCharacter:
    """The command that gives a commander, or all of a side, a character with its source, or takes it away."""

    commander: Annotated[str, Ask(stands="NAME", of="commander", is_loose=True)]
    character: Annotated[
        str,
        Ask(
            'Character of the commander, by which the program leads him. The word "none" takes it away.',
            "WORD",
            option="--character",
            words=(*Character, NONE),
        ),
    ]
    source: Annotated[
        str, Ask("The deed that shows his character, and the book or paper that tells it.", "TEXT", option="--because")
    ] = ""
