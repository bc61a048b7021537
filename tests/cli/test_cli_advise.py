"""``campaign advise`` at a terminal: its table, its refusals in one line, and orders that are given only by an answer."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.actions.day import Next
from campaign.cli.contents import campaign
from campaign.forecast import staff
from campaign.journal import commit, reading
from campaign.model import Order
from campaign.rules.common.dice import Seeded
from campaign.store import create, open_store
from tests.forecast.test_forecast_staff import SMALL, Stops, met, planned
from tests.tiny import found_tiny

WIDTH = 80


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("advise") / "campaign.db"
    store = create(path)
    found_tiny(store)
    met(store)
    store.close()
    return path


@pytest.fixture
def db(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny campaign, whose staffs play few runs; the best course is always better than the measure."""
    monkeypatch.setattr(staff.Effort, "of", lambda battalions: SMALL)
    monkeypatch.setattr(staff, "gain_of", lambda weighed, until, traits: (2.0, 0.1))
    return Path(shutil.copyfile(made, tmp_path / "campaign.db"))


def advise(db: Path, *words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(campaign, ["advise", *words, "--jobs", "1", "--db", str(db)], input=typed)


def orders(db: Path) -> list[str]:
    store = open_store(db, write=False)
    with reading(store) as board:
        given = sorted(order.given_by for order in board.rows(Order))
    store.close()
    return given


def test_the_table_of_courses_fits_a_terminal_and_names_one_choice(db: Path) -> None:
    told = advise(db, "alba_co")
    assert told.exit_code == 0, told.output
    lines = told.stdout.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.startswith("->") for line in lines) == 1
    assert "the measure" in told.stdout and "Reckoned with unseen" in " ".join(told.stdout.split())
    assert orders(db) == []


def test_json_holds_what_the_table_shows(db: Path) -> None:
    told = json.loads(advise(db, "alba_co", "--json").stdout)
    assert [course["course"] for course in told["courses"] if course["is_chosen"]]
    assert told["runs"] > 0 and not told["stopped"]
    wrong = advise(db, "alba_co", "--json", "--give")
    assert wrong.exit_code == 2 and "Leave out --give or --json" in wrong.output


@pytest.mark.parametrize("viewer", ["umpire", "alba"])
def test_orders_are_given_only_by_an_answer(db: Path, monkeypatch: pytest.MonkeyPatch, viewer: str) -> None:
    words = ("alba_co", "--give", "--viewer", viewer)
    assert "At a terminal, --give asks" in advise(db, *words).stdout and orders(db) == []
    monkeypatch.setattr("campaign.cli.advise.is_terminal", lambda: True)
    for answer in ("n\n", "\n"):
        refused = advise(db, *words, typed=answer)
        assert refused.exit_code == 0 and "Nothing was ordered." in refused.output and orders(db) == []
    given = advise(db, *words, typed="y\n")
    assert given.exit_code == 0, given.output
    assert "Proposed orders" in given.output and orders(db)


@pytest.mark.parametrize(("words", "fault"), [(("nobody",), "nobody"), (("brenn_co", "--viewer", "alba"), "brenn_co")])
def test_a_name_that_is_nobody_s_is_refused_in_one_line(db: Path, words: tuple[str, ...], fault: str) -> None:
    told = advise(db, *words)
    assert told.exit_code == 1 and fault in told.stderr and told.stderr.count("\n") <= 2 and not told.stdout


def test_no_staff_thinks_while_a_battle_of_the_side_is_open(db: Path) -> None:
    store = open_store(db, write=True)
    commit(store, None, planned(store), source=Seeded("1"), actor="umpire")
    commit(store, None, Next("battle", auto=True), source=Seeded("1"), actor="umpire")
    store.close()
    told = advise(db, "alba_co")
    assert told.exit_code == 1 and told.stderr.count("\n") == 1
    assert "while battle 1, Birch Cross, is open" in told.stderr


def test_who_stops_it_is_told_that_all_stays_as_it_is(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.cli.advise.spreader", lambda *_, **__: Stops(KeyboardInterrupt))
    told = advise(db, "alba_co", "--give")
    assert told.exit_code == 130
    assert "No advice: the weighing was stopped before it was done. All stays as the doctrine has it." in " ".join(
        told.stdout.split()
    )
    assert orders(db) == []
