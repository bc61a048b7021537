"""The dice of a command: from the campaign's seed, the players' hands, or a script.

Players are asked outside any transaction: the command is tried, stops at the first unknown roll, is rolled back, the
players roll, and it is tried again with that roll known. No other program waits for them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from campaign.cli.asking import typed_answer
from campaign.errors import BadDice, BadInput, DiceWanted
from campaign.rules.common.dice import Asked, RollName, Scripted
from campaign.terms.words import counted, is_number

if TYPE_CHECKING:
    from campaign.cli.call import Call
    from campaign.journal.record import Sources, Throw

Answer = TypeVar("Answer")
SEED = ("", "seed")
"""Words for dice from the campaign's seed."""


def with_dice(word: str, attempt: Callable[[Sources], Answer], rolls: dict[RollName, int] | None = None) -> Answer:
    """Carry out the attempt with the dice that ``--dice`` names: ``seed`` (or nothing), ``ask``, ``script:FILE``.

    ``rolls``: those that the players have made, to which the new ones are added. Raises BadInput for another word,
    BadDice for a script that cannot be read or runs out.
    """
    if word in SEED:
        from campaign.situation.chance import dice_of

        return attempt(dice_of)
    if word == "ask":
        return _asking(attempt, {} if rolls is None else rolls)
    kind, _, name = word.partition(":")
    if kind == "script" and name:
        script = Scripted(faces_in(Path(name)))
        answer = attempt(script)
        if remaining := len(script.faces) - script.used:
            click.echo(f"{name}: {counted(script.used, 'roll')} used, {remaining} left over", err=True)
        return answer
    raise BadInput(f"--dice {word!r} is not understood. Write --dice seed, --dice ask or --dice script:FILE")


def thrown(call: Call) -> Throw:
    """Return a way to make one attempt after the other with the dice of a command; no roll of the players is asked for
    again.
    """
    rolls = dict[RollName, int]()

    def throw(attempt: Callable[[Sources], Answer]) -> Answer:
        return with_dice(call.dice, attempt, rolls)

    return throw


def _asking(attempt: Callable[[Sources], Answer], rolls: dict[RollName, int]) -> Answer:
    while True:
        source = Asked(rolls)
        try:
            return attempt(source)
        except DiceWanted as roll:
            if source.next_roll is None:
                raise
            rolls[source.next_roll] = _ask(roll)


def _ask(roll: DiceWanted) -> int:
    """Ask for a roll until the answer is a face of that die, and return it."""
    again = f" (roll {roll.k} of these)" if roll.k > 1 else ""
    need = f" ({roll.need})" if roll.need else ""
    question = f"d{roll.sides} for {roll.purpose} of {roll.subject.replace('_', ' ')}{again}{need}"
    while True:
        typed = typed_answer(question, err=True)
        if is_number(typed) and 1 <= int(typed) <= roll.sides:
            return int(typed)
        click.echo(
            f"{typed!r} is not a face of a d{roll.sides}: type the number the die shows, 1 to {roll.sides}", err=True
        )


def faces_in(path: Path) -> list[int]:
    """Return the faces of a script: whole numbers between blanks, commas or line ends; text after # is a remark. Raises
    BadDice.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise BadDice(
            f"{path} is not a dice script: it is not a text file. Write the faces of the dice as numbers into "
            "a text file, in order"
        ) from fault
    except OSError as fault:
        raise BadDice(f"the dice script {str(path)!r} cannot be read: {fault.strerror}") from fault
    faces = []
    for number, written in enumerate(text.splitlines(), 1):
        for word in written.partition("#")[0].replace(",", " ").split():
            if not is_number(word):
                raise BadDice(
                    f"{path}:{number}: {word!r} is not a face of a die. Write whole numbers with blanks or "
                    "commas between the numbers"
                )
            faces.append(int(word))
    return faces
