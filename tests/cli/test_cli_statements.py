"""How often a reading command asks the database: a bound for every command, and nothing that grows with commanders."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.actions.house_rules import SetRule
from campaign.actions.returns.take import RecordReturn
from campaign.journal import REGISTER, commit
from campaign.queries.campaign.paper_list import KINDS
from campaign.rows.images import sheets
from campaign.rules.common.dice import Seeded
from campaign.store import opened
from campaign.values import replace
from tests.cli import capuzzo
from tests.secrecy import stages
from tests.secrecy.outputs import READING, TABLES
from tests.statements import reads, statements

MOST = 60
"""Statements of a reading command, at most."""
TYPED = 50
"""Statements of a return that is typed at the prompt, at most."""
FORMATS = ("json", "scenario", "orbatmapper", "geojson", "kml", "graphml", "xlsx")
ASKED: tuple[tuple[str, ...], ...] = (
    *READING,
    ("log",),
    ("branches",),
    ("forecast", "battles"),
    ("doctor",),
    ("battle", "show", "1"),
    ("battle", "muster", "1"),
    *(("export", "--format", kind) for kind in FORMATS),
    *(("export", "--format", "csv", "--table", table) for table in TABLES),
    ("status", "--as-of", "1.2"),
    ("orbat", "--as-of", "1"),
    ("supply", "--as-of", "1.3"),
)
FOUGHT = ("print", "report")
DRAWN = (
    *(("print", kind) for kind in KINDS if kind not in ("packet", "report", "cards")),
    ("battle", "packet", "1"),
    ("print", "cards", "1"),
    ("labels",),
)


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory, founded: Path) -> Callable[[str], Path]:
    """A closed file of Operation Brevity amid its battles and of Market Garden after a day."""
    garden = tmp_path_factory.mktemp("garden") / "campaign.db"

    def file(name: str) -> Path:
        return founded if name == "brevity" else garden if garden.exists() else stages.made("garden", garden)

    return file


def count(db: Path, out: Path, *words: str) -> int:
    """How many statements a command gives; the papers themselves are not drawn."""
    written = words[0] in ("export", "print", "labels", "map") or words[:2] == ("battle", "packet")
    named = ("--out", str(out.with_suffix(".svg") if words[0] == "map" else out)) if written else ()
    with statements() as heard:
        capuzzo.ok(db, *words, *named)
    return len(heard)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", ["brevity", "garden"])
def test_no_reading_command_asks_more_than_sixty_times(
    name: str, campaigns: Callable[[str], Path], tmp_path: Path, undrawn: None
) -> None:
    db = Path(shutil.copyfile(campaigns(name), tmp_path / "campaign.db"))
    counts = {" ".join(words): count(db, tmp_path / f"out{n}", *words) for n, words in enumerate((*ASKED, *DRAWN))}
    capuzzo.ok(db, "next", "--auto", "--until", "day")
    counts[" ".join(FOUGHT)] = count(db, tmp_path / "reports", *FOUGHT)
    assert {command: number for command, number in counts.items() if number > MOST} == {}


def test_a_return_is_typed_on_its_form_alone(campaigns: Callable[[str], Path], tmp_path: Path) -> None:
    """The form is asked for without the sheet: its enemy, its air support and the odds on it would be ten more."""
    db = Path(shutil.copyfile(campaigns("brevity"), tmp_path / "campaign.db"))
    number, answers = capuzzo.number(db), "1 spent\n" + "\n" * 10
    with statements() as heard:
        capuzzo.ok(db, "battle", "record", number, "--side", "allied", "--yes", typed=answers)
    assert len(heard) <= TYPED, len(heard)


@pytest.fixture(scope="module")
def few_and_many(campaigns: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Market Garden, and the same with a deputy for every formation of a side without a commander."""
    folder = tmp_path_factory.mktemp("commanders")
    few = Path(shutil.copyfile(campaigns("garden"), folder / "few.db"))
    many = Path(shutil.copyfile(few, folder / "many.db"))
    with closing(sqlite3.connect(many)) as connection, connection:
        connection.row_factory = sqlite3.Row
        model = dict(connection.execute("select * from commander where with_id is null").fetchone())
        unled = "select id from formation where side_id = ? and id not in (select formation_id from commander)"
        for (formation,) in connection.execute(unled, (model["side_id"],)).fetchall():
            deputy = {"id": 100000 + formation, "formation_id": formation, "key": f"deputy-{formation}"}
            row = {**model, **deputy, "name": f"Deputy {formation}"}
            connection.execute(
                f"insert into commander ({', '.join(row)}) values ({', '.join('?' * len(row))})", [*row.values()]
            )
        assert connection.execute("select count(*) from commander").fetchone()[0] > 20
    return few, many


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "words",
    [
        ("status",),
        ("print", "orders"),
        ("forecast", "battles"),
        ("print", "sitrep"),
        ("orders",),
        ("print", "map"),
        ("print", "all"),
        ("print", "book"),
    ],
    ids=" ".join,
)
def test_no_statement_more_for_more_commanders(
    words: tuple[str, ...], few_and_many: tuple[Path, Path], tmp_path: Path, undrawn: None
) -> None:
    """What is printed in every run is the evening's papers, which hold order forms, reports and maps."""
    few, many = (count(db, tmp_path / db.stem, *words) for db in few_and_many)
    assert many == few


@pytest.fixture
def returns_taken(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every return that is carried out meanwhile."""
    verb = next(verb for verb, action in REGISTER.items() if action.command is RecordReturn)
    took, taken = REGISTER[verb], list[object]()

    def take(board: Any, command: Any, dice: Any) -> Any:
        taken.append(command)
        return took.act(board, command, dice)

    monkeypatch.setitem(REGISTER, verb, replace(took, act=take))
    return taken


def test_a_return_at_the_prompt_reads_the_army_once_and_is_carried_out_once(
    founded: Path, tmp_path: Path, returns_taken: list[object]
) -> None:
    db = Path(shutil.copyfile(founded, tmp_path / "campaign.db"))
    number = capuzzo.number(db)
    for side, typed in (("allied", "1 spent; field axis\n.\ny\n"), ("axis", "1 spent; field axis\n.\ny\n")):
        with statements() as heard:
            capuzzo.ok(db, "battle", "record", number, "--side", side, typed=typed)
        assert reads(heard, "battalion") == 1
        if side == "allied":
            assert len(heard) <= TYPED
    assert len(returns_taken) == 2


@pytest.mark.parametrize(
    ("words", "most"),
    [
        (("undo", "--to", "3", "--yes"), 100),
        (("replay", "3"), 185),
        (("unit", "amend", "3_coldstream_guards", "--men", "400", "--preview"), 225),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_entries_are_run_back_and_again_on_rows_that_are_read_once(
    words: tuple[str, ...], most: int, founded: Path, tmp_path: Path
) -> None:
    """Each entry is compared with the rows before it is taken back; those are held, not read for each."""
    db = Path(shutil.copyfile(founded, tmp_path / "campaign.db"))
    with statements() as heard:
        capuzzo.ok(db, *words)
    assert {table: count for table in sheets() if (count := reads(heard, table)) > 1} == {}
    assert len(heard) <= most


def test_a_return_is_carried_out_again_where_something_was_entered_while_the_user_thought(
    founded: Path, tmp_path: Path, returns_taken: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    db = Path(shutil.copyfile(founded, tmp_path / "campaign.db"))
    number = capuzzo.number(db)

    def think(_question: str) -> str:
        with opened(db, write=True, patience=0.1) as store:  # nobody holds the file meanwhile
            commit(store, None, SetRule("march.moves_per_turn", "one"), source=Seeded("1"), actor="Ann")
        return "y"

    monkeypatch.setattr("campaign.cli.returns.ask_for", think)
    before = int(capuzzo.last_entry(db))
    said = capuzzo.ok(db, "battle", "record", number, "--side", "allied", typed="1 spent\n.\n")
    assert f"Recorded as entry {before + 2}." in said
    assert len(returns_taken) == 2 and returns_taken[0] == returns_taken[1]
