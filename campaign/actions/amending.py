"""Amendments that take effect now: values of a wrong entry are corrected, the past stays as it was played (umpire
1.16).
"""

from __future__ import annotations

import json

from campaign.actions.diary import note
from campaign.errors import BadInput, Refused
from campaign.journal.amending import Put
from campaign.journal.board import Board
from campaign.journal.canonical import canonical
from campaign.journal.register import action
from campaign.rows.images import sheets
from campaign.values import dataclass
from campaign.words.receipt import Receipt


@dataclass(frozen=True, slots=True)
class Amend:
    """The command that corrects values now because entry ``entry`` was wrong. ``said``: the report of the change, line
    by line.
    """

    entry: int
    why: str
    values: tuple[Put, ...]
    said: tuple[str, ...] = ()


@action("amend", Amend, ruling=True)
def amend(board: Board, command: Amend) -> Receipt:
    """Correct the values now, with a note in the umpire's diary. Raises Refused if a value has changed since."""
    if not command.why.strip():
        raise BadInput(f"entry {command.entry} cannot be amended without a reason. Give a reason: --why TEXT")
    changes = []
    for put in command.values:
        written = sheets().get(put.table)
        field = written.by_column.get(put.column) if written is not None else None
        if written is None or field is None:
            raise Refused(f"{put.table}.{put.column} cannot be amended: the campaign has no value of this name")
        row = board.row(written.model, put.id)
        if canonical(field.to_json(getattr(row, field.attribute))) != canonical(put.before):
            name = getattr(row, "name", "") or f"{put.table.replace('_', ' ')} {put.id}"
            column = put.column.removesuffix("_id").replace("_", " ")
            raise Refused(
                f"{name} was changed in the meantime: its {column} no longer has the value that entry "
                f"{command.entry} set. Make the amendment again"
            )
        changes.append((row, field.attribute, field.from_json(json.loads(canonical(put.after)))))
    for row, attribute, value in changes:  # all at once: asking for the next row would write half of this one
        setattr(row, attribute, value)
    note(board, f"Entry {command.entry} is put right from now on ({command.why.strip()}).", side=None)
    return Receipt(f"Entry {command.entry} is amended from now on: {command.why.strip()}", command.said)
