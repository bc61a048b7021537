"""``campaign`` alone: the pages of the evening, what Enter runs, and the walk itself at a terminal."""

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli import evening_pages as pages
from campaign.cli.contents import EVENING, campaign
from campaign.cli.evening_pages import Goal, Page
from campaign.journal import reading
from campaign.queries.day.decisions import decisions
from campaign.queries.day.status import status
from campaign.store import opened
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.values import replace
from campaign.views.day.decisions import DecisionLine, Option
from campaign.views.day.status import Status
from campaign.words.proposal import Proposal
from tests.harness.terminal import Terminal

MOST_LINES = 10
has_terminals = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX's")


def status_now(db: Path) -> Status:
    with opened(str(db), write=False) as store, reading(store) as board:
        return status(board, UMPIRE)


def typed(*words: str) -> str:
    result = CliRunner().invoke(campaign, list(words))
    assert result.exit_code == 0, result.output
    return result.output


def every_goal(page: Page) -> list[Goal]:
    return [goal for goal in (page.enter, *(key.goal for key in (*page.listed, *page.keys))) if goal is not None]


def test_without_a_terminal_the_status_is_printed(db: Path) -> None:
    assert typed("--db", str(db)) == typed("status", "--db", str(db))


def test_without_a_terminal_an_empty_folder_tells_what_can_be_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = typed()
    for line in ("There is no campaign here yet", "a five-minute tour", "a new campaign: Operation Brevity"):
        assert line in shown
    assert not list(tmp_path.iterdir())


def test_a_damaged_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "campaign.db").write_bytes(b"SQLite format 3\0" + b"nonsense" * 200)
    result = CliRunner().invoke(campaign, ["--db", str(tmp_path / "campaign.db")])
    assert result.exit_code == 1
    assert "Traceback" not in result.output


@pytest.mark.long
def test_the_first_page_has_ten_lines_all_through_a_day(tmp_path: Path) -> None:
    db = str(tmp_path / "campaign.db")
    typed("new", "market-garden", "--seed", "3", "--db", db)
    phases = set()
    for _ in range(5):
        now = status_now(Path(db))
        phases.add(now.phase)
        page = pages.home(now)
        assert 1 + sum(bool(text) for _, text in page.facts) <= MOST_LINES
        assert page.enter is not None
        CliRunner().invoke(campaign, ["next", "--db", db])
    assert {Phase.ORDERS, Phase.BATTLES} <= phases


def test_enter_asks_for_orders_then_plays_on(tmp_path: Path) -> None:
    db = tmp_path / "campaign.db"
    typed("new", "operation-brevity", "--seed", "1941", "--db", str(db))
    assert pages.home(status_now(db)).enter == Goal(("next",))
    typed("next", "--db", str(db))
    now = status_now(db)
    assert now.phase is Phase.ORDERS
    assert pages.home(now).enter == Goal(page="orders")
    forms = pages.orders(now)
    assert forms.enter == Goal(("orders", "--for", "Brig W. H. E. Gott"))
    assert forms.goal("3") == Goal(("orders", "--for", now.commanders[2].name))
    assert forms.goal("n") == Goal(("next",))
    for commander in now.commanders:
        typed("orders", "--for", commander.name, "--complete", "--db", str(db))
    assert pages.home(status_now(db)).enter == Goal(("next",))


def test_a_battle_is_printed_first_then_recorded(db: Path) -> None:
    now = status_now(db)
    number = now.battles[0].number
    packet = ("battle", "packet", str(number), "--out", "papers")
    assert pages.home(now).enter == Goal(packet, note="its papers")
    assert pages.home(now, printed={number}).enter == Goal(
        ("battle", "record", str(number)), note="its papers are printed"
    )
    page = pages.battle(now, number)
    assert page is not None
    assert page.goal("f") == Goal(("battle", "resolve", str(number)))
    assert pages.battles(now).enter == Goal(page="battle", number=number)
    assert pages.battle(now, 99) is None
    second = replace(now.battles[0], number=number + 1)
    waiting = (*now.waiting, replace(now.waiting[0], battle=number + 1))
    both = replace(now, battles=(*now.battles, second), waiting=waiting)
    assert pages.home(both).enter == Goal(
        ("battle", "packet", "--out", "papers"), note="the papers of all open battles"
    )
    typed("battle", "suspend", str(number), "--db", str(db))
    later = pages.battle(status_now(db), number, printed={number})
    assert later is not None
    assert later.enter == Goal(("battle", "resume", str(number)))


def test_a_decision_shows_its_answers_and_takes_the_default() -> None:
    line = DecisionLine(
        number=4,
        kind="stray_aircraft",  # type: ignore[arg-type]
        moment="1.2",  # type: ignore[arg-type]
        side="Axis",
        subject="Ju 87",
        question="where do they land?",
        options=(Option("nowhere", "they are lost"), Option("bardia", "Bardia")),
        default="nowhere",
        proposal=Proposal("they are lost", "no field is near", "give another of the answers"),
        answer="",
    )
    page = pages.decision(line)
    assert page.enter == Goal(("decide", "4", "nowhere"), note="as proposed")
    assert page.facts == (("Proposed", line.proposal.reasoned),)
    assert page.goal("2") == Goal(("decide", "4", "bardia"))


def test_every_command_of_every_page_is_there(db: Path) -> None:
    now = status_now(db)
    number = now.battles[0].number
    battle = pages.battle(now, number)
    assert battle is not None
    folder = pages.folder([("operation-brevity", "Operation Brevity")], ["gazala.db"], "campaign.db")
    shown = (pages.home(now), pages.orders(now), pages.battles(now), battle, pages.papers(now), folder)
    for goal in (goal for page in shown for goal in every_goal(page)):
        if goal.words and not goal.words[0].startswith("--"):
            ran = CliRunner().invoke(campaign, [*goal.words[: 1 + (goal.words[0] == "battle")], "--help"])
            assert ran.exit_code == 0, goal


def test_no_key_means_two_things_on_a_page(db: Path) -> None:
    now = status_now(db)
    battle = pages.battle(now, now.battles[0].number)
    assert battle is not None
    for page in (pages.home(now), pages.orders(now), pages.battles(now), battle, pages.papers(now)):
        presses = [key.press for key in (*page.listed, *page.keys)]
        assert len(presses) == len(set(presses))
        assert "q" not in presses


def test_the_help_begins_with_the_six_commands_of_an_evening() -> None:
    shown = typed("--help")
    assert len(EVENING.entries) == 6
    places = [shown.index(f"  {entry.name} ") for entry in EVENING.entries]
    assert places == sorted(places)
    assert places[-1] < shown.index("Start:")
    for entry in EVENING.entries:
        assert entry.name.split()[0] in campaign.entries


@has_terminals
def test_an_evening_is_walked_with_enter(tmp_path: Path) -> None:
    """From an empty folder to the return of the first battle."""
    with Terminal(tmp_path) as terminal:
        first = terminal.read()
        assert "Enter  campaign demo" in first
        number = next(line.split()[0] for line in first.splitlines() if line.endswith("Operation Brevity"))
        terminal.type(number)
        assert (tmp_path / "campaign.db").is_file()
        assert "$ campaign next\n" in terminal.type("")
        assert "Orders for day 1: 7 commanders have not ordered yet" in terminal.type("")
        assert "Turn 1.1, night 14" in terminal.type("n")
        where = terminal.type("w")
        assert "\nOperation Brevity: turn 1.2 of 2 days" in where
        battle = terminal.type("")
        assert "$ campaign next\n" in battle
        assert "Enter  campaign battle packet 1 --out papers  (its papers)" in battle
        printed = terminal.type("")
        assert "Enter  campaign battle record 1  (its papers are printed)" in printed
        assert all(len(line) <= 80 for line in printed.splitlines() if str(tmp_path) not in line)
        assert "Out of supply" not in printed, "after a command its answer stands alone"
        assert "Sollum" in terminal.type("campaign places")
        assert "there is no '7' on this page" in terminal.type("7")
        assert "quotation mark" in terminal.type('march "1 DLI')
        assert "did you mean" in terminal.type("marhc")
        terminal.type("q")
        assert terminal.process.wait(20) == 0
    assert list((tmp_path / "papers").glob("battle-1-*.pdf"))


@pytest.mark.long
@has_terminals
def test_several_campaigns_are_chosen_from(db: Path) -> None:
    typed("branch", "what if", "--db", str(db))
    with Terminal(db.parent) as terminal:
        shown = terminal.read()
        assert "The database holds several campaigns." in shown
        number = next(line.split()[0] for line in shown.splitlines() if line.endswith("what if"))
        assert "Battles" in terminal.type(number)
        assert '$ campaign --campaign "what if" status' in terminal.type("status")


@pytest.mark.long
@has_terminals
def test_a_database_of_another_name_is_offered(founded: Path, tmp_path: Path) -> None:
    shutil.copyfile(founded, tmp_path / "desert.db")
    with Terminal(tmp_path) as terminal:
        assert "go on with desert.db" in terminal.read()
        assert "Battles" in terminal.type("1")
        assert "$ campaign --db desert.db log" in terminal.type("l")


def test_decisions_are_what_status_counts(db: Path) -> None:
    with opened(str(db), write=False) as store, reading(store) as board:
        owed = {line.number for line in decisions(board, UMPIRE).owed}
    assert {awaited.decision for awaited in status_now(db).waiting if awaited.decision} == owed
