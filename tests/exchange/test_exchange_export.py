"""Export and import: the same digest and the same chain in every database; a fault is refused whole, with its place."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import text

from campaign.actions.day import Next
from campaign.cli.contents import campaign
from campaign.errors import BadFile, CampaignError, NewerSchema, OlderSchema, Refused, StoreError
from campaign.exchange.export import ENTRY, FACTS, LEDGER, CampaignExport, read_export, read_file, write_export, written
from campaign.journal import JournalBoard, chain_is_whole, commit, digest, log, reading, redo, undo
from campaign.journal.campaign_copy import bring, taken
from campaign.journal.doctor import examine
from campaign.model import Campaign, Entry, Ledger, Setting
from campaign.rules.common.dice import Seeded
from campaign.store import Store, create, open_store
from tests.laws import tried
from tests.tiny import by_hand, found_tiny

Copy = Callable[[str], Path]


def play(store: Store, name: str | None = None) -> None:
    """A day, something odd in a setting, and an undo and redo."""
    commit(store, name, Next("turn", auto=True), source=Seeded("7"), actor="Łódź \N{SNOWMAN}")
    with by_hand(store, name) as board:
        board.make(
            Setting, key="scenario.odd", value={"é": [1, None, True, "\u2028", {"a": -5}], "text": 'a "quote"\n'}
        )
    commit(store, name, Next("turn", auto=True), source=Seeded("7"), actor="Ann")
    undo(store, name, to=3, actor="Ann")
    redo(store, name, actor="Ann")


@pytest.fixture
def played(any_tiny: Store) -> Store:
    play(any_tiny)
    return any_tiny


@pytest.fixture
def small(file_of: Copy) -> Iterator[CampaignExport]:
    store = open_store(file_of("tiny"), write=True)
    play(store)
    yield of(store)
    store.close()


def of(store: Store, name: str | None = None) -> CampaignExport:
    with reading(store, name) as board:
        return taken(board)


def known(board: JournalBoard) -> tuple[Any, ...]:
    ledger = board.ledger
    return digest(board), ledger.head, ledger.next_id, ledger.last_seq, ledger.last_number, log(board, all=True)


def state(store: Store, name: str | None = None) -> tuple[Any, ...]:
    with reading(store, name) as board:
        assert chain_is_whole(board)
        return known(board)


def content_of(whole: CampaignExport) -> Any:
    return json.loads("".join(written(whole)))


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Another database, empty."""
    store = (
        create(tmp_path / "other.db")
        if request.param == "sqlite"
        else create(request.getfixturevalue("pg_copy")("empty"))
    )
    yield store
    store.close()


@pytest.mark.sample(3)
def test_from_either_database_into_either_with_the_same_digest_and_chain(
    played: Store, other: Store, tmp_path: Path
) -> None:
    path = tmp_path / "whole.json"
    write_export(of(played), path)
    assert bring(other, read_file(path)) == "tiny"
    assert state(other) == state(played)
    undo(other, to=1, actor="Ann")
    redo(other, to=4, actor="Ann")
    assert state(other)[0] == state(played)[0], "the journal came with it"
    commit(other, None, Next("turn", auto=True), source=Seeded("7"), actor="Ann")
    commit(played, None, Next("turn", auto=True), source=Seeded("7"), actor="Ann")
    assert state(other)[0] == state(played)[0]
    with reading(other) as board:
        assert examine(board).faults == ()


def test_beside_others_under_another_name(played: Store) -> None:
    found_tiny(played, "second")
    whole = of(played, "tiny")
    assert bring(played, whole, name="copy") == "copy"
    assert state(played, "copy") == state(played, "tiny")
    with pytest.raises(Refused, match=r"already has a campaign called 'copy'"):
        bring(played, whole, name="copy")
    with pytest.raises(Refused, match="cannot be called ' '"):
        bring(played, whole, name=" ")
    assert state(played, "second")[4] == 1


@pytest.mark.sample(3)
def test_a_second_export_is_the_same_file(played: Store, other: Store) -> None:
    first = "".join(written(of(played)))
    bring(other, read_export(first, "x"))
    assert "".join(written(of(other))) == first


def test_the_format_holds_every_column_of_the_tables() -> None:
    def columns(model: Any) -> set[str]:
        return {column.name for column in model.__table__.columns}

    assert columns(Campaign) == FACTS.keys() | {"id"}
    assert columns(Entry) == ENTRY.keys() | {"campaign_id"}
    assert columns(Ledger) == LEDGER.keys() | {"campaign_id", "revision"}


def test_a_line_for_every_entry_and_every_row(small: CampaignExport) -> None:
    lines = "".join(written(small)).splitlines()
    assert sum(line.startswith('{"seq": ') for line in lines) == len(small.entries)
    assert sum(line.startswith('{"id": ') for line in lines) == sum(map(len, small.tables.values()))
    assert small.digest in lines[5]


def _path(content: Any, place: str) -> tuple[Any, Any]:
    *way, last = [int(step) if step.isdigit() else step for step in place.split(".")]
    for step in way:
        content = content[step]
    return content, last


def put(place: str, value: Any) -> Callable[[Any], None]:
    def change(content: Any) -> None:
        there, last = _path(content, place)
        there[last] = value

    return change


def drop(place: str) -> Callable[[Any], None]:
    def change(content: Any) -> None:
        there, last = _path(content, place)
        del there[last]

    return change


FAULTS: list[tuple[Callable[[Any], None], str]] = [
    (put("motto", "x"), "motto: version 6 of the format has no such field"),
    (put("campaign.motto", "x"), "campaign.motto: version 6 of the format has no such field"),
    (put("ledger.motto", 1), "ledger.motto: version 6 of the format has no such field"),
    (put("journal.1.motto", "x"), "journal[1].motto: version 6 of the format has no such field"),
    (put("tables.mascots", []), "tables.mascots: this program does not know this table"),
    (put("tables.battalion.2.motto", "x"), "tables.battalion[2].motto: this program does not know this column"),
    (drop("tables.battalion.2.men"), "tables.battalion[2].men: this column is missing"),
    (drop("tables.setting"), "tables.setting: this table is missing"),
    (drop("journal.1.actor"), "journal[1].actor: this field is missing"),
    (drop("journal.1"), "journal[1].seq: entry 3 is in the place of entry 2"),
    (put("journal.1.seq", 1), "journal[1].seq: entry 1 is in the place of entry 2"),
    (put("journal.1.number", "2"), 'journal[1].number: "2" is not valid here. Expected: whole number'),
    (put("campaign.first_day", "15 May"), 'campaign.first_day: "15 May" is not valid here. Expected: date'),
    (put("campaign.days", 2**40), "Expected: whole number that is not too large"),
    (put("tables.battalion.0.men", "600"), "tables.battalion[0].men: '600' does not fit"),
    (put("tables.battalion.0.men", 2**40), "does not fit"),
    (put("tables.battalion.0.men", 1.5), "does not fit"),
    (put("tables.battalion.0.men", None), "tables.battalion[0].men: a value is needed here"),
    (put("tables.battalion.0.state", "asleep"), "tables.battalion[0].state: 'asleep' is not a possible value here"),
    (put("tables.battalion.0.id", None), "tables.battalion[0].id: null is not valid here. Expected: whole number"),
    (put("tables.battalion.0.name", "a\x00b"), "a character that cannot be printed"),
    (put("tables.battalion.0.name", "\ud800"), "a character that cannot be printed"),
    (put("tables.battalion", {}), "tables.battalion: {} is not valid here. Expected: list"),
    (put("tables.battalion.0", 7), "tables.battalion[0]: 7 is not valid here. Expected: object"),
    (put("tables.battalion.0.men", 599), "men is 599 in the table, but 600 in the journal"),
    (drop("tables.objective.0"), "objective Birch Cross is missing"),
    (put("journal.1.summary", "nothing"), "entry 2 of the journal was changed"),
    (put("journal.1.images", []), "entry 2 of the journal was changed"),
    (put("journal.0.images", 5), "entry 1 of the journal was changed"),
    (put("journal.2.actor", "nobody"), "entry 3 of the journal was changed"),
    (put("ledger.head", "0" * 64), "from there on the journal cannot be trusted"),
    (put("ledger.next_id", 3), "the ledger would give the number 3 next"),
    (put("digest", "0" * 64), "do not match the check sum"),
    (put("journal", {}), "journal: {} is not valid here. Expected: list"),
    (put("format", "diary"), "this is not a campaign export"),
    (put("version", 0), "version: 0 is not a version"),
]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("change", "said"), FAULTS, ids=[said[:50] for _, said in FAULTS])
def test_a_fault_is_refused_with_its_place_and_nothing_is_there(
    fresh: Store, small: CampaignExport, change: Callable[[Any], None], said: str
) -> None:
    content = content_of(small)
    change(content)
    with pytest.raises(BadFile) as refused:
        bring(fresh, read_export(json.dumps(content), "camp.json"), called="camp.json")
    assert said in str(refused.value)
    assert str(refused.value).startswith("camp.json")
    assert "\n" not in str(refused.value)
    nothing_in(fresh)


def nothing_in(store: Store) -> None:
    with store.engine.connect() as connection:
        for table in ("campaign", "ledger", "entry", "battalion", "place"):
            assert connection.execute(text(f"select count(*) from {table}")).scalar_one() == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "line 1, column 1: this is not valid JSON"),
        ("{", "this is not valid JSON"),
        ("[]", "this is not a campaign export"),
        ('{"format": "campaign export", "format": "campaign export"}', "'format' occurs twice"),
        ('{"a": NaN}', "NaN is not a number"),
        ("[" * 100_000, "too many brackets inside each other"),
        ("9" * 5000, "a number that cannot be read"),
    ],
)
def test_what_is_no_export_is_refused(words: str, said: str) -> None:
    with pytest.raises(BadFile, match="nothing was imported") as refused:
        read_export(words, "camp.json")
    assert said in str(refused.value)


def test_a_later_format_or_schema_says_who_can_read_it(fresh: Store, small: CampaignExport) -> None:
    content = content_of(small)
    with pytest.raises(NewerSchema, match="version 7 of the format, but this program reads only versions up to 6"):
        read_export(json.dumps({**content, "version": 7, "program": "9.9", "surprise": 1}), "camp.json")
    with pytest.raises(NewerSchema, match=r"9\.9, file revision 9000"):
        bring(fresh, read_export(json.dumps({**content, "revision": "9000", "program": "9.9"}), "x"))
    with pytest.raises(OlderSchema):
        bring(fresh, read_export(json.dumps({**content, "revision": "0000"}), "x"))
    nothing_in(fresh)


@tried(20, long=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_mutated_files_end_in_an_import_or_in_one_line(fresh: Store, small: CampaignExport, seed: int) -> None:
    """Every mutation is either refused in words or, if it is the same campaign, taken in whole."""
    chance, content = random.Random(seed), content_of(small)
    for _ in range(chance.randint(1, 3)):
        mutate(chance, content)
    name = f"mutant {seed}"
    refused = refusal(fresh, json.dumps(content), name)
    with fresh.engine.connect() as connection:
        there = connection.execute(
            text("select count(*) from campaign where name = :name"), {"name": name}
        ).scalar_one()
    if refused is not None:
        assert "\n" not in str(refused)
        assert there == 0
        return
    with reading(fresh, name) as board:
        assert digest(board) == small.digest


def refusal(store: Store, words: str, name: str) -> CampaignError | None:
    """What an import of this text is refused with; None if it went through."""
    try:
        bring(store, read_export(words, "camp.json"), name=name, called="camp.json")
    except CampaignError as refused:
        return refused
    return None


ODD: list[Any] = [None, True, -1, 0, 2**31, 1.5, "", "x", "\x00", "é", [], {}, [[]], {"id": 1}]


def mutate(chance: random.Random, content: Any) -> None:
    """Change, drop or double something somewhere."""
    while True:
        keys = list(content) if isinstance(content, dict) else list(range(len(content)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(content[key], (dict, list)) and content[key] and chance.random() < 0.8:
            content = content[key]
            continue
        what = chance.randrange(3)
        if what == 0:
            content[key] = chance.choice(ODD)
        elif what == 1:
            del content[key]
        elif isinstance(content, list):
            content.insert(key, content[key])
        else:
            content["unknown"] = content[key]
        return


# the commands


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def test_the_commands(file_of: Copy, tmp_path: Path) -> None:
    file, out, new = file_of("tiny"), tmp_path / "tiny.json", tmp_path / "new.db"
    said = typed("export", "--db", str(file), "--out", str(out))
    assert (said.exit_code, said.stdout.startswith(f"tiny is in {out}: 1 entry, 2")) == (0, True), said.output
    assert typed("export", "--db", str(file), "--out", str(out)).exit_code == 1, "nothing is overwritten"
    said = typed("import", str(out), "--db", str(new))
    assert said.exit_code == 0, said.output
    assert typed("doctor", "--db", str(new)).exit_code == 0
    again = typed("import", str(out), "--db", str(new))
    assert (again.exit_code, "Choose another name" in again.stderr) == (1, True)
    assert typed("import", str(out), "--db", str(new), "--campaign", "second").exit_code == 0
    assert typed("log", "--db", str(new), "--campaign", "second").exit_code == 0


def test_a_bad_file_leaves_no_database_behind(file_of: Copy, tmp_path: Path) -> None:
    file, out, new = file_of("tiny"), tmp_path / "tiny.json", tmp_path / "new.db"
    typed("export", "--db", str(file), "--out", str(out))
    out.write_text(out.read_text(encoding="utf-8").replace("1st Rifles", "2nd Bananas", 1), encoding="utf-8")
    ended = typed("import", str(out), "--db", str(new))
    assert ended.exit_code == 1
    assert not new.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiny.db", "tiny.json"]
    assert typed("import", str(tmp_path / "none.json"), "--db", str(new)).exit_code == 1
    cut = tmp_path / "cut.db"
    cut.write_bytes(file.read_bytes()[:20_000])
    ended = typed("import", str(cut), "--db", str(new))
    assert (ended.exit_code, new.exists()) == (1, False), ended.output


def test_an_export_goes_nowhere_in_silence(file_of: Copy, tmp_path: Path, small: CampaignExport) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        write_export(small, tmp_path / "nowhere" / "x.json")
    out = tmp_path / "folder"
    out.mkdir()
    assert typed("export", "--db", str(file_of("tiny")), "--out", str(out)).exit_code == 0
    (made,) = out.iterdir()
    assert made.name.startswith("tiny-2")
