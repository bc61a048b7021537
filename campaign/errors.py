"""Everything that can go wrong in words a club player can act on.

    CampaignError                 one line for the player; the command ends with exit code 1
    ├── Refused                   the rules or the state of the campaign forbid it
    │   ├── NotFound              no such unit, place, battle ... (names the near ones)
    │   ├── Ambiguous             the name fits several things (lists them)
    │   └── NotAllowed            this viewer may not see or do that
    ├── BadInput                  what was typed or filed in cannot be read
    │   └── BadFile               a file with faults, each with its place
    │       └── ReturnsDiffer     two returns of one battle that contradict each other
    ├── StoreError                the database cannot be used
    │   ├── NotACampaign          the file is something else
    │   ├── NewerSchema           written by a later version of the program
    │   ├── OlderSchema           must be upgraded first and cannot be here
    │   └── Locked                somebody else is writing
    └── DiceError
        ├── DiceWanted            a roll is needed that the players must make (never shown: the program asks)
        └── BadDice               a typed or scripted roll is impossible

A message repeats the offending input, says what was expected, and names the way out, all on one line. Whatever the
input, the line stays one that can be read (`in_short`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST_WORD, LONGEST_LINE = 400, 6_000
"""Letters of a word, and of a message: longer ones are shown by their beginning and end."""
_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


def in_short(message: str) -> str:
    """A message that repeats what somebody gave, be it of ten million letters: with the beginning and end of what is
    too long."""
    if len(message) > LONGEST_WORD:
        message = _LONG_WORD.sub(lambda word: _ends(word[0], LONGEST_WORD // 4), message)
    return message if len(message) <= LONGEST_LINE else _ends(message, LONGEST_LINE // 3)


def _ends(text: str, kept: int) -> str:
    return f"{text[:kept]} [... {len(text) - 2 * kept:,} letters ...] {text[-kept:]}"


class CampaignError(Exception):
    """A mistake or an obstacle the user can understand and do something about."""

    def __init__(self, message: str = "") -> None:
        super().__init__(in_short(message))


class Refused(CampaignError):
    """The rules, or the state of the campaign, do not allow this now."""


class NotFound(Refused):
    """Nothing bears this name."""


class Ambiguous(Refused):
    """More than one thing bears this name."""


class NotAllowed(Refused):
    """This viewer may not see or do this."""


class BadInput(CampaignError):
    """Something typed or filed in cannot be understood."""


class BadFile(BadInput):
    """A file with faults. ``faults`` holds one line each, with file, line and column."""

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(map(in_short, faults))


class ReturnsDiffer(BadFile):
    """Two returns of one battle contradict each other; ``sides`` holds the key and the word of each side, ``points``
    the number, the key, the subject and both answers of each point that is still open."""

    def __init__(
        self, message: str, sides: Sequence[tuple[str, str]], points: Sequence[tuple[int, str, str, str, str]]
    ) -> None:
        rows = (f"{number} {subject}: {first} / {second}" for number, _, subject, first, second in points)
        super().__init__(message, tuple(rows))
        self.sides, self.points = tuple(sides), tuple(points)


class StoreError(CampaignError):
    """The database cannot be used."""


class NotACampaign(StoreError):
    """The file or database holds something else."""


class NewerSchema(StoreError):
    """Written by a later version of the program."""


class OlderSchema(StoreError):
    """Written by an earlier version; it must be upgraded first."""


class Locked(StoreError):
    """Somebody else is writing to this database."""


class DiceError(CampaignError):
    """A die could not be had."""


class DiceWanted(DiceError):
    """A roll that only the players can make; the attempt is rolled back, they are asked, and it runs again."""

    def __init__(self, sides: int, purpose: str, subject: str, k: int, need: str = "") -> None:
        super().__init__(f"a roll of d{sides} is wanted for {purpose} of {subject}")
        self.sides, self.purpose, self.subject, self.k, self.need = sides, purpose, subject, k, need


class BadDice(DiceError):
    """A roll that this die cannot show, or a script that has run out."""
