"""The errors of the program, in words on which a club player can act.

    CampaignError                 one line for the player; the command ends with exit code 1
    ├── Refused                   the rules or the state of the campaign forbid it
    │   ├── GoneOn                the campaign has gone on since it was looked at
    │   ├── NotFound              no such unit, place, battle ... (names the near ones)
    │   ├── Ambiguous             the name fits several things (lists them)
    │   ├── NotAllowed            this viewer may not see or do that
    │   ├── NotDecided            a battle of which no return says what decides it (lists the questions)
    │   └── Unsound               what would come of it breaks a rule of the campaign's tables
    ├── BadInput                  what was typed or filed in cannot be read
    │   └── BadFile               a file with errors, each with its place
    │       ├── NotImported       a campaign that cannot be written into a database
    │       └── ReturnsDiffer     two returns of one battle that contradict each other
    ├── StoreError                the database cannot be used
    │   ├── NotACampaign          the file is something else
    │   ├── NewerSchema           written by a later version of the program
    │   ├── OlderSchema           must be upgraded first and cannot be here
    │   └── Locked                another program is writing
    └── DiceError
        ├── DiceWanted            a roll is needed that the players must make (never shown: the program asks)
        └── BadDice               a typed or scripted roll is impossible

A message repeats the offending input, says what was expected, and names the remedy, all on one line. For any input the
line stays readable (`in_short`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST_WORD, LONGEST_LINE = 400, 6_000
"""Most letters of a word, and of a message; of longer ones only the beginning and the end are shown."""
_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


def in_short(message: str) -> str:
    """Return a message in readable length: of an overlong part that repeats the input only the beginning and the
    end.
    """
    if len(message) > LONGEST_WORD:
        message = _LONG_WORD.sub(lambda word: _ends(word[0], LONGEST_WORD // 4), message)
    return message if len(message) <= LONGEST_LINE else _ends(message, LONGEST_LINE // 3)


def _ends(text: str, kept: int) -> str:
    return f"{text[:kept]} [... {len(text) - 2 * kept:,} characters ...] {text[-kept:]}"


class CampaignError(Exception):
    """The error of a mistake or an obstacle that the user can understand and do something about. ``reason``: why, as
    part of another sentence; ``unchanged``: the message also says that nothing was changed.
    """

    def __init__(self, reason: str = "", *, unchanged: bool = False) -> None:
        self.reason = in_short(reason)
        super().__init__(in_short(f"{reason}; nothing was changed") if unchanged else self.reason)


class Refused(CampaignError):
    """The error if the rules, or the state of the campaign, do not allow an action now."""


class GoneOn(Refused):
    """The error if the campaign has changed since something was shown or tried."""


class NotFound(Refused):
    """The error if nothing has the given name."""


class Ambiguous(Refused):
    """The error if a name fits several things."""


class NotAllowed(Refused):
    """The error if the viewer may not see or do something."""


class Unsound(Refused):
    """The error of a result that breaks a rule of the campaign's tables. ``faults`` says of each row what it would be;
    they name units of every side, so no player is shown them.
    """

    def __init__(self, faults: Sequence[str], way_out: str) -> None:
        super().__init__(f"{'; '.join(faults)}. No campaign can hold that, and nothing was changed. {way_out}")
        self.faults = tuple(map(in_short, faults))


class BadInput(CampaignError):
    """The error of typed or filed input that cannot be read."""


class BadFile(BadInput):
    """The error of a file with errors. ``faults`` holds one line each, with file, line and column."""

    def __init__(self, message: str, faults: Sequence[str] = (), *, unchanged: bool = False) -> None:
        super().__init__(message, unchanged=unchanged)
        self.faults = tuple(map(in_short, faults))


class NotImported(BadFile):
    """The error of a campaign that cannot be written into a database; ``trouble`` says why, without what came of it."""

    def __init__(self, trouble: str, faults: Sequence[str] = ()) -> None:
        super().__init__(f"{trouble}; nothing was imported", faults)
        self.trouble = trouble


class ReturnsDiffer(BadFile):
    """The error if two returns of one battle contradict each other. ``sides`` holds the key and the word of each side,
    ``points`` the number, key, subject and both answers of each open point.
    """

    def __init__(
        self, message: str, sides: Sequence[tuple[str, str]], points: Sequence[tuple[int, str, str, str, str]]
    ) -> None:
        rows = (f"{number} {subject}: {first} / {second}" for number, _, subject, first, second in points)
        super().__init__(message, tuple(rows))
        self.sides, self.points = tuple(sides), tuple(points)


class NotDecided(Refused):
    """The error if a battle cannot be settled because the returns leave questions to the umpire. ``questions`` holds
    the questions in words, ``units`` the keys of the units concerned, ``choices`` what each of them may do.
    """

    def __init__(
        self, message: str, questions: Sequence[str], units: Sequence[str] = (), choices: Sequence[Sequence[str]] = ()
    ) -> None:
        super().__init__(message)
        self.questions, self.units, self.choices = tuple(questions), tuple(units), tuple(choices)


class StoreError(CampaignError):
    """The error of a database that cannot be used."""


class NotACampaign(StoreError):
    """The error of a file or database that holds something else."""


class NewerSchema(StoreError):
    """The error of a database written by a later version of the program."""


class OlderSchema(StoreError):
    """The error of a database written by an earlier version, which must be upgraded first."""


class Locked(StoreError):
    """The error of a database that another program is writing."""


class DiceError(CampaignError):
    """The error of a missing die."""


class DiceWanted(DiceError):
    """The error of a roll that only the players can make; the attempt is rolled back, they are asked, and it runs
    again.
    """

    def __init__(self, sides: int, purpose: str, subject: str, k: int, need: str = "") -> None:
        super().__init__(f"a roll of d{sides} is needed for {purpose} of {subject}")
        self.sides, self.purpose, self.subject, self.k, self.need = sides, purpose, subject, k, need


class BadDice(DiceError):
    """The error of a roll that this die cannot show, or of a script that has run out."""
