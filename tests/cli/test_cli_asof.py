"""``--as-of`` on everything that reads and prints: what was shown then is shown again."""

import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from campaign.actions.day import Next
from campaign.actions.decisions import Decide
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.cli.contents import SECTIONS, campaign
from campaign.journal import commit, living, reading
from campaign.model import Decision
from campaign.rules.common.dice import Seeded
from campaign.situation.engaged import open_battles
from campaign.store import create, opened
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder
from campaign.verbs.rulings import RuleBattle
from tests.shipped import shipped_scenario
from tests.tiny import by_hand

Show = Callable[..., str]
READS = (
    ("status",),
    ("orbat",),
    ("unit", "1st Rifles"),
    ("orders",),
    ("orders", "--for", "General Alba"),
    ("supply",),
    ("supply", "1st Division"),
    ("recover",),
    ("sightings",),
    ("objectives",),
    ("weather",),
    ("decide",),
    ("battle", "list"),
    ("rules",),
    ("log",),
    ("map", "--json"),
)


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def shown(file: Path, *arguments: str) -> str:
    ended = typed(*arguments, "--db", str(file))
    assert ended.exit_code == 0, ended.output
    return ended.stdout


def carried_out(file: Path, *commands: object) -> None:
    with opened(file, write=True) as store:
        for command in commands:
            commit(store, None, command, source=lambda board: Seeded(board.campaign.seed), actor="Ann")


def play_on(file: Path) -> None:
    """Things that every reader sees some of."""
    carried_out(
        file,
        GiveOrder("5th Fusiliers", "march", "Birch Cross"),
        GiveOrder("I/9", "attack", "Birch Cross"),
        Adjust("5th Fusiliers", "a mine", state="spent"),
        Adjust("I/9", "another", state="destroyed"),
        Adjust("Birch Cross", "empty", owner="alba"),
    )


def last(file: Path) -> int:
    with opened(file, write=False) as store, reading(store) as board:
        return living(board)[-1].number


@pytest.mark.long
@pytest.mark.sample(3)
@pytest.mark.parametrize("viewer", ["umpire", "alba", "General Brenn"])
def test_every_reading_command_shows_the_moment_as_it_was_shown_then(front_file: Path, viewer: str) -> None:
    def all_of(*more: str) -> list[str]:
        seen = () if viewer == "umpire" else ("--viewer", viewer)
        found = []
        for words in READS:
            if words == ("log",) or (
                viewer != "umpire" and words[-1] in ("General Alba", "1st Division", "1st Rifles")
            ):
                continue
            found += [shown(front_file, *words, *seen, *more), shown(front_file, *words, *seen, *more, "--json")]
        return found

    if viewer == "umpire":
        before, moment = all_of(), f"#{last(front_file)}"
    else:  # a player counts no entries, he names the turn that has ended
        with opened(front_file, write=True) as store, by_hand(store) as board:
            moment, board.clock.turn = str(board.moment), board.clock.turn + 1
        before = all_of("--as-of", moment)
    play_on(front_file)
    assert all_of() != before
    assert all_of("--as-of", moment) == before


def test_the_log_ends_where_it_ended(front_file: Path) -> None:
    before = shown(front_file, "log", "--json")
    number = last(front_file)
    play_on(front_file)
    assert json.loads(shown(front_file, "log", "--json", "--as-of", f"@{number}")) == json.loads(before)


@pytest.fixture(scope="module")
def brevity(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped campaign, played to its first battles."""
    file = tmp_path_factory.mktemp("asof") / "brevity.db"
    store = create(file)
    scenario = shipped_scenario("operation-brevity")
    found_campaign(store, scenario, name="brevity", seed="1941", tabletop="brevity", weather=HISTORICAL, actor="Ann")
    store.close()
    for _ in range(12):
        with opened(file, write=False) as opened_file, reading(opened_file) as board:
            owed = [Decide(one.number, one.options[0]["key"]) for one in board.rows(Decision) if one.answer is None]
            if open_battles(board):
                return file
        carried_out(file, *(owed[:1] or [Next("turn")]))
    pytest.fail("no battle was met in twelve steps")


@pytest.mark.long
def test_papers_are_printed_again_byte_for_byte(brevity: Path, tmp_path: Path) -> None:
    def printed(folder: str, *more: str) -> dict[str, bytes]:
        found = {}
        for kind in ("orbat", "sitrep", "orders", "packet"):
            out = tmp_path / f"{folder}-{kind}"
            shown(brevity, "print", kind, "--out", str(out), *more)
            found |= {path.name: path.read_bytes() for path in sorted(out.iterdir())}
        return found

    first, number = printed("then"), last(brevity)
    assert any(name.startswith("battle-1-") for name in first)
    carried_out(
        brevity,
        RuleBattle("1", "a test", held="both"),
        Adjust("krad_15", "a test", state="spent"),
        Adjust("2_rtr", "a test", state="spent"),
    )
    again = printed("again", "--as-of", f"#{number}")
    assert again.keys() == first.keys()
    assert [name for name in first if again[name] != first[name]] == []
    shown(brevity, "print", "orbat", "--out", str(tmp_path / "now"))
    assert all(path.read_bytes() != first.get(path.name) for path in (tmp_path / "now").iterdir()), (
        "without it, it is another day's paper"
    )


def test_which_past_it_is_is_said_beside_the_answer(file_of: Callable[[str], Path]) -> None:
    file = file_of("tiny")
    carried_out(file, Next("day", auto=True))
    ended = typed("orbat", "--as-of", "1.3", "--db", str(file))
    assert ended.stderr == "tiny as it was at the end of turn 1.3, during entry 2\n"
    assert typed("orbat", "--as-of", "#1", "--db", str(file)).stderr == "tiny as it was after entry 1, in turn 1.1\n"


def test_a_player_is_told_the_moment_without_the_number_of_an_entry(file_of: Callable[[str], Path]) -> None:
    file = file_of("tiny")
    carried_out(file, Next("day", auto=True))
    for viewer in ("alba", "brenn"):
        ended = typed("orbat", "--as-of", "1.3", "--viewer", viewer, "--db", str(file))
        assert (ended.exit_code, ended.stderr) == (0, "tiny as it was at the end of turn 1.3\n")
        for word in ("#1", "@99"):
            refused = typed("orbat", "--as-of", word, "--viewer", viewer, "--db", str(file))
            assert (refused.exit_code, refused.stderr.split(": ", 2)[2]) == (
                1,
                "only the umpire may name an entry of the journal. Write a turn (1.3) or a day (2)\n",
            )


def test_the_past_is_not_changed(front_file: Path) -> None:
    before = front_file.read_bytes()
    ended = typed("rules", "march.moves_per_turn", "one", "--as-of", "#1", "--db", str(front_file))
    assert ended.exit_code == 1
    assert "--as-of #1 shows the past, which cannot be changed" in ended.stderr
    assert front_file.read_bytes() == before
    assert typed("orbat", "--as-of", "#99", "--db", str(front_file)).exit_code == 1


def test_an_option_that_stands_for_nothing_is_refused(front_file: Path) -> None:
    for option in ("--as-of", "--db", "--campaign"):
        ended = typed("orbat", *(() if option == "--db" else ("--db", str(front_file))), option, "")
        assert (ended.exit_code, ended.stderr) == (
            1,
            f"Error: {option} is empty. Give this option a value, or leave it out\n",
        )


def commands(group: click.Group, names: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    found = []
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        found += commands(command, (*names, name)) if isinstance(command, click.Group) else [((*names, name), command)]
    return found


def test_whatever_is_shown_to_a_viewer_can_be_shown_as_of_a_moment() -> None:
    def has(command: click.Command, option: str) -> bool:
        return any(option in one.opts for one in command.params if not (isinstance(one, click.Option) and one.hidden))

    assert SECTIONS
    reading = [
        (names, command)
        for names, command in commands(campaign)
        if has(command, "--viewer") and not has(command, "--as")
    ]  # type: ignore[arg-type]
    assert len(reading) > 10
    without = [names for names, command in reading if not has(command, "--as-of")]
    assert without == []
