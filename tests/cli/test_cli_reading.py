"""What the reading commands print: 80 columns, JSON, and clear refusals."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.journal import log, reading
from campaign.model import Commander, Order
from campaign.store import open_store
from tests.queries.front import ENEMY_OF_ALBA
from tests.tiny import named

READING = [
    ["status"],
    ["orbat"],
    ["orbat", "--full"],
    ["orbat", "--side", "alba"],
    ["orbat", "--roster"],
    ["unit", "1st", "Rifles"],
    ["unit", "1st Brigade"],
    ["supply"],
    ["supply", "--why"],
    ["supply", "1st Brigade", "--why"],
    ["sightings"],
    ["objectives"],
    ["weather"],
    ["weather", "--day", "2"],
    ["orders"],
    ["orders", "--for", "ash"],
    ["decide"],
    ["decide", "--all"],
    ["recover"],
    ["rules"],
    ["rules", "march"],
]

Run = Callable[..., Result]


@pytest.fixture
def run(front_file: Path) -> Run:
    """Type a command at the front."""

    def typed(*words: str, input: str | None = None) -> Result:
        return CliRunner().invoke(campaign, ["--db", str(front_file), *words], input=input)

    return typed


@pytest.mark.sample(3)
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_it_answers_within_80_columns_and_writes_nothing(run: Run, front_file: Path, words: list[str]) -> None:
    before = sha256(front_file.read_bytes()).hexdigest()
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert [line for line in result.stdout.splitlines() if len(line) > 80] == []
    assert sha256(front_file.read_bytes()).hexdigest() == before


@pytest.mark.sample(3)
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_it_answers_in_json(run: Run, words: list[str]) -> None:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) not in ({}, None)


@pytest.mark.parametrize("words", READING, ids=" ".join)
@pytest.mark.parametrize("who", ["alba", "ash"])
def test_nothing_of_the_enemy_is_printed_for_a_side(run: Run, words: list[str], who: str) -> None:
    result = run(*words, "--viewer", who)
    assert result.exit_code == 0, result.output
    assert [word for word in ENEMY_OF_ALBA if word in result.output] == []


def test_status_names_the_command_that_answers(run: Run) -> None:
    said = run("status").stdout
    assert "day 1 of 2, turn 1 of 4: night 14/15 May 1941, 22:00-04:00" in said
    assert "-> campaign decide 1 i_9" in said
    assert "-> campaign battle packet 1" in said
    assert "-> campaign next" not in said  # decisions are owed


def test_orbat_is_a_tree(run: Run) -> None:
    lines = run("orbat", "--side", "alba", "--full").stdout.splitlines()
    assert lines[:4] == [
        "Alba: order of battle, 14 May 1941, 22:00",
        "I Corps",
        "└─ 1st Division, Ashford",
        "   ├─ 1st Brigade, Ashford",
    ]
    assert lines[4].split() == ["│", "├─", "1st", "Rifles,", "engaged,", "spent,", "Ashford", "560", "of", "700", "men"]


def test_a_misspelt_name_is_answered_with_the_near_ones(run: Run) -> None:
    result = run("unit", "1st", "Husars")
    assert result.exit_code == 1
    assert (
        result.stderr
        == "Error: there is no unit called '1st Husars'. Did you mean 1st Hussars or 1st Rifles or HQ 1st Brigade? List them: campaign orbat\n"
        or (
            result.stderr.startswith("Error: there is no unit called '1st Husars'. Did you mean 1st")
            and result.stderr.count("\n") == 1
        )
    )


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["unit", "Wachtmann", "--viewer", "alba"], "there is no unit called 'Wachtmann'"),
        (["orbat", "--side", "brenn", "--viewer", "alba"], "the Alba side cannot see the Brenn order of battle"),
        (["orders", "--for", "elm", "--viewer", "ash"], "Brigadier Ash cannot see the papers of Brigadier Elm"),
        (["orbat", "--side", "Albion"], "there is no side called 'Albion'. Known: Alba, Brenn"),
        (["status", "--viewer", "Nobody"], "'Nobody' is not a side, a commander or a player of this campaign"),
        (["decide", "9"], "there is no decision 9"),
        (["decide", "9", "yes"], "no decision 9. Decisions that wait now: 1 and 2"),
        (["rules", "marsh.moves"], "there is no setting and no group of settings called 'marsh.moves'"),
        (
            ["rules", "march.moves_per_turn", "fast"],
            "'fast' is not a value of march.moves_per_turn. Allowed: expected, one, rolled",
        ),
        (["march", "1st", "Rifles", "--to", "Atlantis"], "there is no place called 'Atlantis'"),
        (["attack", "Nobody", "--to", "Coldbrook"], "there is no unit called 'Nobody'"),
        (["posture", "2nd", "Rifles", "asleep"], "'asleep' is not a posture. Write march, line, support, reserve"),
        (
            ["hold", "1st", "Rifles"],
            "1st Rifles is engaged in battle 1 (Birch Cross) and can only be ordered to withdraw",
        ),
        (["march", "2nd", "Rifles", "--to", "Coldbrook", "--by", "elm"], "Brigadier Elm cannot order 2nd Rifles"),
    ],
)
def test_a_refusal_is_one_clear_line_and_changes_nothing(
    run: Run, front_file: Path, words: list[str], said: str
) -> None:
    before = entries(front_file)
    result = run(*words)
    assert result.exit_code == 1, result.output
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert entries(front_file) == before


def entries(path: Path) -> list[str]:
    store = open_store(path, write=False)
    with reading(store) as board:
        found = [line.summary for line in log(board)]
    store.close()
    return found


@pytest.mark.long
def test_single_orders_are_one_entry_each(run: Run, front_file: Path) -> None:
    for words in (
        ["march", "2nd", "Rifles", "--to", "Coldbrook", "--via", "Birch Cross", "--aim", "find the depot"],
        ["attack", "9th", "Regiment", "--to", "Birch Cross"],
        ["hold", "2nd", "Rifles"],
        ["withdraw", "1st", "Rifles"],
        ["follow", "HQ", "1st", "Division"],
        ["attach", "2nd", "Rifles", "--to", "2nd Brigade"],
        ["detach", "2nd", "Rifles"],
        ["support", "1st", "Hussars", "--to", "2nd Brigade"],
        ["posture", "2nd", "Rifles", "reserve"],
        ["rest", "5th", "Fusiliers"],
        ["commander", "General", "Alba", "--with", "1st Brigade"],
        ["rules", "march.moves_per_turn", "one"],
    ):
        before = len(entries(front_file))
        result = run(*words)
        assert result.exit_code == 0, (words, result.output)
        assert result.stdout.strip()
        assert len(entries(front_file)) == before + 1


def test_a_form_is_filled_in_line_by_line_and_is_one_entry(run: Run, front_file: Path) -> None:
    before = len(entries(front_file))
    result = run(
        "orders",
        "--for",
        "elm",
        "--fill",
        input="attack Birch Cross; aim clear the road; limit 1.4\nmarch Coldbrook via Birch Cross\n",
    )
    assert result.exit_code == 0, result.output
    assert "Brigadier Elm: orders for day 1 are complete, 2 changed" in result.stdout
    assert len(entries(front_file)) == before + 1
    store = open_store(front_file, write=False)
    with reading(store) as board:
        given = {order.key: order for order in board.rows(Order)}
        brigade, fusiliers = given["formation:alba_2nd_brigade"], given["battalion:5th_fusiliers"]
        assert (brigade.kind.value, brigade.aim, brigade.limit, brigade.given_by) == (
            "attack",
            "clear the road",
            "1.4",
            "Brigadier Elm",
        )
        assert (fusiliers.kind.value, len(fusiliers.via)) == ("march", 1)
        assert named(board, Commander, "Brigadier Elm").ordered_day == 1
    store.close()


def test_enter_keeps_what_stands(run: Run, front_file: Path) -> None:
    result = run("orders", "--for", "ash", "--fill", input="\n\n\n\n")
    assert result.exit_code == 0, result.output
    assert "orders for day 1 are complete, nothing changed" in result.stdout


def test_a_wrong_line_refuses_the_whole_form(run: Run, front_file: Path) -> None:
    before = entries(front_file)
    result = run("orders", "--for", "elm", "--fill", input="attack Birch Cross\nadvance on Coldbrook\n")
    assert result.exit_code == 1
    assert "'advance' is not an order" in result.stderr
    assert "nothing was recorded" in result.stderr
    assert entries(front_file) == before


def test_a_form_that_breaks_off_changes_nothing(run: Run, front_file: Path) -> None:
    before = entries(front_file)
    result = run("orders", "--for", "elm", "--fill", input="attack Birch Cross\n")
    assert result.exit_code == 1
    assert entries(front_file) == before


def test_orders_can_be_declared_complete(run: Run) -> None:
    assert "orders for day 1 are complete, nothing changed" in run("orders", "--for", "ash", "--complete").stdout
    overview = run("orders").stdout
    assert "Brigadier Ash (Ann)   Alba    1st Brigade   orders given" in overview and "Present order" not in overview
    assert run("orders", "--full").stdout.count("Present order") > 1


def test_without_a_terminal_the_form_is_only_shown(run: Run, front_file: Path) -> None:
    before = entries(front_file)
    result = run("orders", "--for", "ash")
    assert result.exit_code == 0
    assert "Orders of Brigadier Ash (Ann), 1st Brigade, from 14 May 22:00 to 15 May 22:00" in result.stdout
    assert entries(front_file) == before


def test_a_preview_shows_changes_and_leaves_nothing(file_of: Callable[[str], Path]) -> None:
    path = file_of("tiny")
    before = entries(path)
    result = CliRunner().invoke(campaign, ["--db", str(path), "next", "--preview"])
    assert result.exit_code == 0, result.output
    assert "Weather  " in result.stdout
    assert "Nothing was changed: this was a preview." in result.stdout and len(result.stdout.splitlines()) <= 20
    assert entries(path) == before
    assert CliRunner().invoke(campaign, ["--db", str(path), "next", "--json"]).exit_code == 0
    assert len(entries(path)) == len(before) + 1
