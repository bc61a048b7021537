"""Branches: copies of a campaign in the same database, from any moment of its past, to try out another course of
events.

A branch is a campaign like any other, with the ids, the journal and the chain of hashes of its parent up to where they
part. That is how it is recognised: two campaigns are branches of one start if their first entries have the same hash,
and they part after the last entry whose hash they share. The oldest of them is the trunk.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, select

from campaign.errors import NotFound, Refused
from campaign.journal import beside, people
from campaign.journal.asof import Past, When, past_of
from campaign.journal.board import JournalBoard
from campaign.journal.campaign_copy import put_down, taken, taken_as_of
from campaign.journal.pictures import throw_away
from campaign.journal.row_names import Names
from campaign.journal.state import stored
from campaign.journal.transaction import again_if_busy, board_on, check_revision
from campaign.journal.undo import living
from campaign.model import Campaign, Clock, Entry, Ledger
from campaign.rows.images import sheets
from campaign.store import Store
from campaign.store.lock_holder import lock_rows
from campaign.terms.time import Moment
from campaign.terms.words import did_you_mean
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class KeptEntries:
    """Undone entries that are kept: the name and the command that bring them back, and each entry in words."""

    name: str
    command: str
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """One campaign of a database. ``trunk``: the campaign it was branched from, None for a trunk; ``parts``: the last
    seq they share; ``undone``: its undone entries, where they are asked for.
    """

    name: str
    entries: int
    moment: Moment | None
    head: str
    trunk: str | None = None
    parts: int | None = None
    undone: tuple[KeptEntries, ...] = ()


def branch(store: Store, campaign: str | None, name: str, *, at: When | None = None) -> Branch:
    """Copy a campaign under another name, at present or at a past moment. Raises Refused if the name is taken, NotFound
    for the moment.
    """

    def once() -> Branch:
        with store.engine.connect() as connection, connection.begin():
            with board_on(connection, campaign, write=True) as board:
                check_revision(board, store)
                exported = taken(board) if at is None else taken_as_of(board, _parting(board, at))
                with board.journal_writes():
                    put_down(connection, exported, name=name, called=f"the branch {name!r}", database=store.name)
            return next(branch for branch in _all(connection) if branch.name == name)

    return again_if_busy(store, once)


def _parting(board: JournalBoard, at: When) -> Past:
    """Return a past state between two entries. Raises Refused for a moment within an entry."""
    past = past_of(board, at)
    if not past.is_complete:
        raise Refused(
            f"a branch cannot begin at the end of turn {past.moment}, because entry {past.number + 1} began "
            "before that moment and ended after it. Begin the branch before or after that entry: write --at "
            f"{past.number} or --at {past.number + 1}"
        )
    return past


def branches(store: Store) -> tuple[Branch, ...]:
    """Return every campaign of the database, each trunk followed by its branches."""
    with store.engine.connect() as connection, connection.begin():
        return _all(connection)


def drop(store: Store, name: str) -> Branch:
    """Delete a branch with all its rows. Raises NotFound, and Refused for a trunk."""

    def once() -> Branch:
        with store.engine.connect() as connection:
            if store.is_sqlite:  # what is deleted is overwritten, so that no trace is left in the file
                connection.exec_driver_sql("pragma secure_delete=on")
                connection.rollback()
            with connection.begin():
                branches_by_name = {branch.name: branch for branch in _all(connection)}
                if name not in branches_by_name:
                    names = (
                        ", ".join(branch.name for branch in branches_by_name.values() if branch.trunk is not None)
                        or "none"
                    )
                    raise NotFound(
                        f"there is no branch called {name!r} in {store.name}. Its branches:"
                        f" {names}{did_you_mean(name, branches_by_name)}"
                    )
                if branches_by_name[name].trunk is None:
                    raise Refused(
                        f"{name!r} cannot be deleted: it is not a branch but a campaign of its own. List the branches:"
                        " campaign branches"
                    )
                _erase(connection, name)
                return branches_by_name[name]

    return again_if_busy(store, once)


def _erase(connection: Connection, name: str) -> None:
    ident = connection.execute(select(Campaign.id).where(Campaign.name == name)).scalar_one()
    lock_rows(connection, select(Ledger.campaign_id).where(Ledger.campaign_id == ident).with_for_update(), {}).all()
    for written in reversed(list(sheets().values())):
        table = written.table
        if written.self_links:
            connection.execute(
                table.update()
                .where(table.c.campaign_id == ident)
                .values({c: None for c in written.self_links if table.c[c].nullable})
            )
        connection.execute(delete(table).where(table.c.campaign_id == ident))
    throw_away(connection, ident)
    beside.throw_away(connection, ident)
    people.throw_away(connection, ident)
    for model in (Entry, Ledger):
        connection.execute(delete(model.__table__).where(model.campaign_id == ident))
    connection.execute(delete(Campaign.__table__).where(Campaign.id == ident))


def _all(connection: Connection) -> tuple[Branch, ...]:
    """Return every campaign of the database, grouped by common start and in order of creation."""
    facts = connection.execute(
        select(Campaign.id, Campaign.name, Ledger.last_number, Ledger.head)
        .join(Ledger.__table__, Ledger.campaign_id == Campaign.id)
        .order_by(Campaign.id)
    ).all()
    clocks = {
        ident: Moment(day, turn)
        for ident, day, turn in connection.execute(select(Clock.campaign_id, Clock.day, Clock.turn))
    }
    chains: dict[int, list[str]] = {fact.id: [] for fact in facts}
    for ident, text in connection.execute(select(Entry.campaign_id, Entry.hash).order_by(Entry.campaign_id, Entry.seq)):
        chains[ident].append(text)
    trunks: dict[str, tuple[int, str]] = {}
    made: list[tuple[int, int, Branch]] = []
    for fact in facts:
        chain = chains[fact.id]
        founding = chain[0] if chain else f"nothing in {fact.id}"
        moment = clocks.get(fact.id)
        if founding not in trunks:
            trunks[founding] = fact.id, fact.name
            made.append((fact.id, 0, Branch(fact.name, fact.last_number, moment, fact.head)))
        else:
            ident, trunk = trunks[founding]
            made.append(
                (
                    ident,
                    fact.id,
                    Branch(fact.name, fact.last_number, moment, fact.head, trunk, _shared(chains[ident], chain)),
                )
            )
    return tuple(branch for _, _, branch in sorted(made, key=lambda placed: placed[:2]))


def _shared(first_hashes: list[str], second_hashes: list[str]) -> int:
    """Return how many entries two journals have in common."""
    return next(
        (n for n, (a, b) in enumerate(zip(first_hashes, second_hashes, strict=False)) if a != b),
        min(len(first_hashes), len(second_hashes)),
    )


# side by side


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two campaigns: a value of one thing; None where the thing does not exist. Without a
    column, the thing as a whole.
    """

    table: str
    name: str
    column: str
    left: object
    right: object


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two campaigns. ``shared``: journal entries in common; then the entries in force of each alone."""

    left: str
    right: str
    shared: int
    left_entries: tuple[str, ...]
    right_entries: tuple[str, ...]
    differences: tuple[Difference, ...]


def compare(store: Store, first: str, right: str) -> Comparison:
    """Compare two campaigns of a database, thing by thing; things are identified by their names, not by their ids.
    Raises NotFound.
    """
    with store.engine.connect() as connection, connection.begin():
        with board_on(connection, first, write=False) as board:
            side = _Side.of(board)
        with board_on(connection, right, write=False) as board:
            second_side = _Side.of(board)
    shared = _shared(side.chain, second_side.chain)
    return Comparison(
        first,
        right,
        shared,
        side.since(shared),
        second_side.since(shared),
        tuple(_differences(side.things, second_side.things)),
    )


UNTIED: Mapping[str, Mapping[str, str]] = {"battalion": {"marching_order": "standing_order"}}
"""Columns that hold the id of a row in another table without a declared link, by table."""

Things = Mapping[tuple[str, str], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class _Side:
    chain: list[str]
    lines: tuple[tuple[int, str], ...]
    things: Things

    @classmethod
    def of(cls, board: JournalBoard) -> _Side:
        state, shown = stored(board), people.people_of(board).shown_value
        names = Names((state,))
        things = {}
        for table, written in sheets().items():
            links = {**written.links, **UNTIED.get(table, {})}
            for ident, row in state[table].items():
                values = {
                    column: (
                        names.of(links[column], value) if column in links and value in state[links[column]] else value
                    )
                    for column, value in row.items()
                }
                things[table, names.of(table, ident)] = shown(values)
        chain = list(board.entries(Entry.hash).scalars())
        return cls(chain, tuple((line.seq, f"{line.number}: {line.summary}") for line in living(board)), things)

    def since(self, shared: int) -> tuple[str, ...]:
        return tuple(words for seq, words in self.lines if seq > shared)


def _differences(first: Things, right: Things) -> list[Difference]:
    differences = []
    order = {table: n for n, table in enumerate(sheets())}
    for key in sorted(first.keys() | right.keys(), key=lambda key: (order[key[0]], key[1])):
        entry, counterpart = first.get(key), right.get(key)
        table, name = key
        if entry is None or counterpart is None:
            differences.append(
                Difference(table, name, "", None if entry is None else name, None if counterpart is None else name)
            )
        else:
            differences += [
                Difference(table, name, column, entry[column], counterpart[column])
                for column in entry
                if entry[column] != counterpart[column]
            ]
    return differences
