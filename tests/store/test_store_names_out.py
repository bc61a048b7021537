"""A file of before revision 0016: names leave its journal at the upgrade, and everything else stays."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.exchange.export import read_export, written
from campaign.journal import living, reading
from campaign.journal.campaign_copy import taken, without_names
from campaign.journal.canonical import canonical
from campaign.journal.digest import digest, first_break
from campaign.journal.doctor import examine
from campaign.journal.people import earlier_hashes, people_of
from campaign.journal.undo import redo, undo
from campaign.queries.orders.orders import orders
from campaign.situation.proof import proofs_of
from campaign.store import open_store, opened, upgrade
from campaign.store.upgrading import migration
from campaign.terms.viewer import UMPIRE

RELEASED = Path(__file__).parent / "released" / "0013.db.gz"
RUTH, ADDRESS, ANN, TOM = "Ruth Ångström", "ruth@example.org", "Ann", 'Tom "T" Smith'
NAMES = [RUTH, ADDRESS, ANN, "Tom"]


class Old:
    """A file of revision 0013 in which the umpire goes on as the program of then did."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.handle = sqlite3.connect(path)
        self.handle.row_factory = sqlite3.Row

    def add(self, verb: str, actor: str, arguments: Any, images: Any, summary: str, **more: Any) -> None:
        """Write an entry, its rows and its hash."""
        (last,) = self.handle.execute("select * from entry order by seq desc limit 1")
        entry = {**dict(last), "verb": verb, "actor": actor, "arguments": canonical(arguments), "summary": summary}
        entry |= {"images": canonical([images]), "dice": "[]", "given": "[]", "kind": "do", "about": None, **more}
        entry |= {"seq": last["seq"] + 1, "number": more.get("number", last["number"] + 1), "before": last["hash"]}
        entry["is_ruling"] = bool(entry["is_ruling"])
        del entry["campaign_id"]
        entry["hash"] = migration("0016")._hash_of(entry)
        names = ", ".join(f'"{name}"' for name in entry)
        self.handle.execute(
            f"insert into entry (campaign_id, {names}) values (1, {', '.join('?' * len(entry))})", [*entry.values()]
        )
        counters = {"last_seq": entry["seq"], "last_number": entry["number"], "head": entry["hash"]}
        for name, value in counters.items():
            self.handle.execute(f"update ledger set {name} = ?", (value,))
        for table, ident, _, after in images:
            for column, value in after.items():
                value = canonical(value) if isinstance(value, dict) else value
                self.handle.execute(f"update {table} set {column} = ? where id = ?", (value, ident))

    def setting(self, key: str, value: Any) -> list[Any]:
        """Make a setting's row, and return its image."""
        (ident,) = self.handle.execute("update ledger set next_id = next_id + 1 returning next_id - 1").fetchone()
        self.handle.execute(
            "insert into setting (campaign_id, id, key, value) values (1, ?, ?, ?)", (ident, key, canonical(value))
        )
        return ["setting", ident, None, {"key": key, "value": value}]


def players(path: Path) -> Path:
    """Write an old file in which two people play, one stands in, one has an address."""
    path.write_bytes(gzip.decompress(RELEASED.read_bytes()))
    old = Old(path)
    with closing(old.handle), old.handle:
        ids = {row["key"]: row["id"] for row in old.handle.execute("select key, id from commander")}
        gott, herff = ids["gott"], ids["herff"]
        seat = ["commander", gott, {"player": ""}, {"player": RUTH}]
        old.add("commander played", ANN, {"commander": "gott", "player": RUTH}, [seat], f"Brig Gott: played by {RUTH}")
        address = old.setting("evening.mail", {RUTH: ADDRESS, "herff": "axis@example.org"})
        said = {"commander": RUTH, "address": ADDRESS}
        old.add("commander mail", f"{ANN} (phone)", said, [address], f"Brig Gott: mail goes to {ADDRESS}")
        deputy = old.setting("evening.deputies", {"herff": [TOM, 2]})
        said = {"commander": "herff", "deputy": TOM, "until": "2"}
        old.add("commander deputy", "umpire", said, [deputy], f"Oberst Herff: {TOM} stands in until day 2 is over")
        other = ["commander", herff, {"player": ""}, {"player": RUTH.upper()}]
        said = {"commander": "herff", "player": RUTH.upper()}
        old.add("commander played", "Brig W. H. E. Gott", said, [other], f"Oberst Herff: played by {RUTH.upper()}")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return players(tmp_path / "old.db")


def _journal(path: Path) -> str:
    with closing(sqlite3.connect(path)) as handle:
        rows = handle.execute("select actor, arguments, images, summary from entry").fetchall()
        return canonical([rows, *handle.execute("select value from setting").fetchall()])


def test_names_leave_the_journal_and_the_rows_and_are_shown_as_before(file: Path) -> None:
    assert all(name in _journal(file) for name in NAMES)
    said = upgrade(file)
    assert "still has the names of players" in said
    assert not any(name.casefold() in _journal(file).casefold() for name in (RUTH, ADDRESS, TOM, "axis@example.org"))
    with opened(file, write=False) as store, reading(store) as board:
        assert examine(board).findings == () and first_break(board) is None
        shown = [(line.actor, line.summary) for line in living(board)][-4:]
        assert shown == [
            (ANN, f"Brig Gott: played by {RUTH}"),
            (f"{ANN} (phone)", f"Brig Gott: mail goes to {ADDRESS}"),
            ("umpire", f"Oberst Herff: {TOM} stands in until day 2 is over"),
            ("Brig W. H. E. Gott", f"Oberst Herff: played by {RUTH}"),
        ]
        seats = {commander.name: commander.played_by for commander in orders(board, UMPIRE).commanders}
        assert seats["Brig W. H. E. Gott"] == RUTH and seats["Oberst Maximilian von Herff"].startswith(f"{TOM} for ")
        people = [(row.kind, row.text) for row in board.known_people()]
        assert sorted(people) == [
            *[("address", text) for text in sorted(("axis@example.org", ADDRESS))],
            *[("name", text) for text in sorted((ANN, RUTH, TOM, "root"))],
        ]
        owners = {row.text: row.owner for row in board.known_people() if row.kind == "address"}
        assert owners == {ADDRESS: people_of(board).named(RUTH).number, "axis@example.org": None}  # type: ignore[union-attr]


def test_it_is_undone_and_redone_after_the_upgrade(file: Path) -> None:
    upgrade(file)
    store = open_store(file, write=True)
    with reading(store) as board:
        was = digest(board)
    undo(store, to=1, actor="Umpire")
    redo(store, everything=True, actor="Umpire")
    with reading(store) as board:
        assert digest(board) == was and examine(board).findings == ()
    store.close()


def test_the_old_hashes_are_kept_and_the_umpires_papers_are_still_found(file: Path) -> None:
    with closing(sqlite3.connect(file)) as handle:
        before = dict(handle.execute("select seq, hash from entry"))
    upgrade(file)
    with opened(file, write=False) as store, reading(store) as board:
        assert earlier_hashes(board.connection, board.campaign_id) == before
        assert not {line.hash for line in living(board)} & set(before.values())
        assert [proof.viewer for proof in proofs_of(board, before[max(before)][:8])] == ["Umpire"]


@pytest.mark.long
def test_copies_upgraded_separately_are_the_same_and_parted_ones_share_the_beginning(tmp_path: Path) -> None:
    one, two = players(tmp_path / "one.db"), players(tmp_path / "two.db")
    other = Old(two)
    with closing(other.handle), other.handle:
        said = {"commander": "herff", "player": "Zoe"}
        ident = other.handle.execute("select id from commander where key = 'herff'").fetchone()[0]
        seat = ["commander", ident, {"player": RUTH.upper()}, {"player": "Zoe"}]
        other.add("commander played", ANN, said, [seat], "Oberst Herff: played by Zoe")
    chains = []
    for path in (one, two):
        upgrade(path)
        with closing(sqlite3.connect(path)) as handle:
            chains.append([text for (text,) in handle.execute("select hash from entry order by seq")])
    assert chains[0] == chains[1][:-1]


def test_an_export_of_before_is_imported_as_the_file_is_upgraded(file: Path) -> None:
    with closing(sqlite3.connect(file)) as handle:
        handle.row_factory = sqlite3.Row
        later = {"bits": None, "dice_from": None}  # columns of revision 0015
        entries = tuple(
            {
                key: value
                for key, value in {**later, **row, "is_ruling": bool(row["is_ruling"])}.items()
                if key != "campaign_id"
            }
            for row in handle.execute("select * from entry order by seq")
        )
        tables = {
            name: tuple(
                {key: json.loads(value) if key == "value" else value for key, value in dict(row).items()}
                for row in handle.execute(f"select * from {name} order by id")
            )
            for name in ("side", "commander", "photo", "setting")
        }
    upgrade(file)
    with opened(file, write=False) as store, reading(store) as board:
        now = taken(board)
    old = type(now)("", "0013", "", now.facts, {**now.ledger, "head": entries[-1]["hash"]}, entries, tables, {})
    out = without_names(old)
    assert out.entries == now.entries and out.people and out.ledger["head"] == now.ledger["head"]
    assert sorted(map(canonical, out.people)) == sorted(map(canonical, now.people)) and out.earlier == now.earlier
    assert read_export("".join(written(now)), "now") == now


def test_damage_is_not_healed(file: Path) -> None:
    with closing(sqlite3.connect(file)) as handle, handle:
        handle.execute("update entry set summary = summary || '!' where seq = 5")
    upgrade(file)
    with opened(file, write=False) as store, reading(store) as board:
        assert first_break(board) == 5
