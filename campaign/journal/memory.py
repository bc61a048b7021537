"""A campaign packed as bytes, and boards in memory that are made from them without a database.

    packed(facts, next_id, state) -> Snapshot        the same rows always give the same bytes and digest
    unpacked(content) -> Contents                    the facts and rows again, to be shared by many boards
    MemoryBoard(contents)                            a board on which commands are carried out and nothing is recorded

Bytes can be sent to other processes and machines. The journal is not in them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from typing import Any

from campaign.journal.asof import PastRows
from campaign.journal.board import JournalBoard
from campaign.journal.canonical import canonical
from campaign.journal.state import State
from campaign.model import Campaign, Ledger
from campaign.store.revision import HEAD
from campaign.values import dataclass

FIRST_DAY = "first_day"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A campaign at one moment, as bytes with their SHA-256."""

    digest: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a snapshot. Boards share them and do not change them."""

    facts: Mapping[str, Any]
    next_id: int
    state: State
    enemy: Mapping[str, Any] | None = None


def packed(facts: Mapping[str, Any], next_id: int, state: State, enemy: Mapping[str, Any] | None = None) -> Snapshot:
    """Return a snapshot of these facts and rows. ``next_id``: the id of the next new row; ``enemy``: what each
    run draws besides, in a side's own forecast.
    """
    plain = {column: value.isoformat() if isinstance(value, date) else value for column, value in facts.items()}
    rows = {table: {str(ident): row for ident, row in rows.items()} for table, rows in state.rows.items()}
    drawn = {} if enemy is None else {"enemy": enemy}
    content = canonical({"facts": plain, "next_id": next_id, "rows": rows, **drawn}).encode()
    return Snapshot(sha256(content).hexdigest(), content)


def unpacked(content: bytes) -> Contents:
    """Return the facts and rows of a snapshot's bytes."""
    written = json.loads(content)
    facts = written["facts"] | {FIRST_DAY: date.fromisoformat(written["facts"][FIRST_DAY])}
    state = State()
    for table, rows in written["rows"].items():
        state.rows[table] = {int(ident): row for ident, row in rows.items()}
    return Contents(facts, written["next_id"], state, written.get("enemy"))


class MemoryBoard(JournalBoard):
    """A board whose rows come from a snapshot. Changes stay on it; it has no journal and no connection."""

    def __init__(self, contents: Contents) -> None:
        ident = contents.facts["id"]
        self._lay_empty(ident, PastRows(ident, contents.state), write=True)
        self.campaign = Campaign(**contents.facts)
        self.next_id = contents.next_id
        self.ledger = Ledger(campaign_id=ident, revision=HEAD, next_id=self.next_id, last_seq=0, last_number=0, head="")

    def close(self) -> None:
        self.let_go()

    def flush(self) -> None:
        """Do nothing: no change is written down."""

    def broken_rules(self) -> tuple[str, ...]:
        """Return nothing: no table checks the rows. So a forecast counts as played the outcome of a battle that no
        table could hold, where the real campaign leaves that battle to the umpire.
        """
        return ()

    def known_people(self) -> tuple[()]:
        """Return nothing: a snapshot takes no names along."""
        return ()

    def keep_person(self, row: Mapping[str, Any]) -> None:
        """Do nothing: nothing is written down."""
