"""Retelling: an entry of the journal with the full answer that its command gave at the time.

    retold(board, number) -> Retold        number: of an entry in force

The journal keeps an entry's command, dice and changes, and one line of its answer. The full answer is obtained by
carrying the command out once more, with those dice, on the campaign as it was before it, and throwing that away.
"""

from __future__ import annotations

import json

from campaign.errors import CampaignError, NotFound, Refused
from campaign.journal.asof import When, past_of, visiting
from campaign.journal.board import JournalBoard
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.notes import NOTES
from campaign.journal.people import people_of
from campaign.journal.record import FOUNDING
from campaign.journal.register import Register, command_from_json
from campaign.journal.replay import given_of
from campaign.journal.undo import Line, log
from campaign.model import Entry
from campaign.rules.common.dice import RollName, Tape, tape_of
from campaign.values import dataclass
from campaign.words.receipt import Receipt


@dataclass(frozen=True, slots=True)
class Retold:
    """An entry with its command's arguments and its full answer; without an answer, why there is none."""

    line: Line
    arguments: str
    """Arguments as JSON, as in the journal; empty for the start entry, whose arguments are the scenario and its keys.
    """
    receipt: Receipt | None
    why: str = ""


class NoOtherDice:
    """A source of dice that knows only the rolls of the entry."""

    def throw(self, name: RollName, need: str) -> int:
        """Raise Refused: the entry has not rolled a die of that name."""
        raise Refused(f"the entry now needs dice that were not rolled at the time ({name})")


def retold(board: JournalBoard, number: int, register: Register) -> Retold:
    """Return the entry with this number and its full answer. Raises NotFound."""
    lines = log(board)
    if not 1 <= number <= len(lines):
        raise NotFound(f"there is no entry {number}. The entries in force are 1 to {len(lines)} (list: campaign log)")
    line = lines[number - 1]
    columns = (Entry.arguments, Entry.given, Entry.revision)
    ((recorded, facts, revision),) = board.entries(*columns, criteria=(Entry.seq == line.seq,))
    people = people_of(board)
    arguments = people.shown_json(recorded)
    if number == FOUNDING or line.verb in NOTES:
        return Retold(line, "{}", None)
    with visiting(board, past_of(board, When(number=number - 1)), write=True) as visit:
        visit.board.remembered = given_of(facts)
        tape = Tape(NoOtherDice(), visit.board.moment, tape_of(line.rolls))
        try:
            command = command_from_json(line.verb, command_lifted(line.verb, recorded, revision), register)
            receipt = register[line.verb].act(visit.board, command, tape)
        except CampaignError as fault:
            why = f"By this program's rules it would come out differently: {people.shown(str(fault))}."
            return Retold(line, arguments, None, why)
    return Retold(line, arguments, people.shown_receipt(receipt))


def facts_of(arguments: str) -> tuple[tuple[str, str], ...]:
    """Return the arguments of a command, by the names of its fields, without those left out."""
    values = json.loads(arguments)
    return tuple(
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        for name, value in (values.items() if isinstance(values, dict) else ())
        if value not in (None, "", [], {}, False)
    )
