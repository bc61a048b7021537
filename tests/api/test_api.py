"""campaign.api: what a script can do, against what the command line shows of it."""

from __future__ import annotations

import inspect
import json
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign import api
from campaign.actions.all_actions import every_action
from campaign.cli.contents import campaign as program
from campaign.values import is_dataclass, is_frozen
from tests.statements import reads, statements

GUARDS = "2nd Bn Scots Guards"


def typed(db: Path | str, *words: str) -> str:
    """What the command line answers about the same database."""
    result = CliRunner(env={"CAMPAIGN_AS": "umpire"}).invoke(program, [*words, "--db", str(db)])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "brevity.db"


@pytest.fixture
def brevity(file: Path) -> Iterator[api.OpenCampaign]:
    with api.start("operation-brevity", file, seed="1941") as brevity:
        yield brevity


def test_every_name_of_the_public_surface_is_there_and_described() -> None:
    assert sorted(api.__all__) == api.__all__
    for name in api.__all__:
        value = getattr(api, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name
    methods = [each for name, each in inspect.getmembers(api.OpenCampaign) if not name.startswith("_")]
    assert len(methods) > 20
    for method in methods:
        assert inspect.getdoc(method)


def test_every_command_to_give_is_an_action_and_every_answer_is_frozen() -> None:
    commands = {action.command for action in every_action().values()}
    assert set(typing.get_args(api.Command)) <= commands
    for name in api.__all__:
        value = getattr(api, name)
        if is_dataclass(value):
            assert is_frozen(value), name


@pytest.mark.long
def test_a_campaign_that_a_script_starts_is_the_one_that_the_command_line_starts(
    brevity: api.OpenCampaign, file: Path, tmp_path: Path
) -> None:
    typed(tmp_path / "other.db", "new", "operation-brevity", "--seed", "1941")
    brevity.play_on("day")
    typed(tmp_path / "other.db", "next", "--auto", "--until", "day")
    assert (
        typed(file, "status", "--json").replace("\n", "").partition('"record"')[0]
        == typed(tmp_path / "other.db", "status", "--json").replace("\n", "").partition('"record"')[0]
    )
    ours, theirs = (
        re.sub(r'"head": "[0-9a-f]+"', "", typed(db, "orbat", "--json")) for db in (file, tmp_path / "other.db")
    )
    assert ours == theirs  # all but the head of the journal, in which the starter has a number drawn by chance


def test_what_it_reads_is_what_the_command_line_prints(brevity: api.OpenCampaign, file: Path) -> None:
    brevity.play_on("turn")
    status = json.loads(typed(file, "status", "--json"))
    assert (brevity.status().title, brevity.status().clock) == (status["title"], status["clock"])
    assert [chart.roots[0].name for chart in brevity.order_of_battle()] == [
        chart["roots"][0]["name"] for chart in json.loads(typed(file, "orbat", "--json"))
    ]
    assert len(brevity.order_of_battle("axis")) == 1
    assert brevity.unit(GUARDS).name == json.loads(typed(file, "unit", "show", GUARDS, "--json"))["name"]
    assert len(brevity.places().places) == len(json.loads(typed(file, "places", "--json"))["places"])
    assert brevity.objectives().scores == brevity.objectives(as_of="1.1").scores
    assert len(brevity.settings().rules) == len(json.loads(typed(file, "rules", "--all", "--json")))
    assert [line.number for line in brevity.log()] == [1, 2]
    assert [line.actor for line in brevity.log()] == ["script", "script"]
    assert brevity.supply().sides and not brevity.decisions().owed


def test_a_viewer_sees_what_that_side_may_know_and_no_more(brevity: api.OpenCampaign) -> None:
    with pytest.raises(api.NotFound):
        brevity.unit(GUARDS, viewer="axis")
    assert [chart.masthead.side for chart in brevity.order_of_battle(viewer="axis")] == ["Axis"]
    with pytest.raises(api.NotAllowed, match="only the umpire"):
        brevity.status(viewer="axis", as_of="#1")
    assert brevity.status(as_of="#1").entries == 1


def test_an_order_is_one_entry_and_a_preview_is_none(brevity: api.OpenCampaign) -> None:
    order = api.GiveOrder(GUARDS, "march", to="Musaid", since="1.2")
    trial = brevity.preview(order)
    assert trial.changes and len(brevity.log()) == 1
    done = brevity.give(order)
    assert done.receipt == trial.receipt
    assert [line.verb for line in brevity.log()] == ["found", "order"]


def test_questions_and_orders_one_after_the_other_read_the_army_once(file: Path, brevity: api.OpenCampaign) -> None:
    order = api.GiveOrder("2nd Scots Guards", "march", to="Musaid")
    with api.open_campaign(file) as script, statements() as heard:
        script.status()
        script.give(order)
        assert script.unit("2nd Scots Guards") is not None
        script.status(viewer="allied")
    assert reads(heard, "battalion") == 1
    with api.open_campaign(file) as script:
        before = script.unit(GUARDS)
        brevity.give(api.GiveOrder(GUARDS, "hold"))
        assert script.unit(GUARDS) != before, "what another gives is seen at once"


def test_it_undoes_and_redoes(brevity: api.OpenCampaign) -> None:
    before = brevity.unit(GUARDS)
    brevity.give(api.GiveOrder(GUARDS, "march", to="Musaid"))
    after = brevity.unit(GUARDS)
    assert after != before
    assert [line.number for line in brevity.undo()] == [2]
    assert brevity.unit(GUARDS) == before
    brevity.redo()
    assert brevity.unit(GUARDS) == after
    with pytest.raises(api.Refused):
        brevity.redo()


def test_it_resolves_rules_records_and_settles_battles(brevity: api.OpenCampaign, tmp_path: Path) -> None:
    brevity.play_on("battle", auto=False)
    while not brevity.battles().battles:
        brevity.play_on("battle", auto=False)
    allied, axis = tmp_path / "allied.yaml", tmp_path / "axis.yaml"
    foot = "lines: {}\nfoot: {turn: 2, ending: finished, field: allied, all other lines unharmed: yes}\n"
    allied.write_text(f"side: allied\n{foot}", encoding="utf-8")
    axis.write_text(f"side: axis\n{foot}", encoding="utf-8")
    brevity.record(1, allied)
    assert not brevity.battle(1).battle.state.is_over
    assert brevity.preview(api.SettleBattle("1", word=api.UmpiresWord(proposals=True))).receipt.lines
    brevity.record(1, axis)
    (doubtful,) = brevity.what_follows(1).open_rows
    assert doubtful.short == "Cp Halfaya", "whose way back leads over the escarpment"
    with pytest.raises(api.NotDecided):
        brevity.settle(1)
    brevity.settle(1, word=api.UmpiresWord(ends=(api.UnitEnd("Cp Halfaya", "stays"),)))
    assert brevity.battle(1).battle.state == "settled"
    brevity.undo(to=brevity.log()[-1].number - 3)
    brevity.record(1, allied)
    brevity.settle(1, word=api.UmpiresWord(proposals=True))
    assert brevity.battle(1).battle.state == "settled"
    brevity.undo(to=brevity.log()[-1].number - 2)
    brevity.resolve(1)
    assert brevity.battle(1).battle.state.is_over
    brevity.undo()
    brevity.give(api.RuleBattle("1", "The pass is taken.", held="allied", proposals=True))
    assert brevity.battle(1).battle.state == "ruled"


def test_a_faulty_return_is_refused_with_every_error(brevity: api.OpenCampaign, tmp_path: Path) -> None:
    while not brevity.battles().battles:
        brevity.play_on("battle", auto=False)
    wrong = tmp_path / "allied.yaml"
    wrong.write_text("side: allied\nlines:\n  1: {ticks: eaten}\nfoot: {turn: soon}\n", encoding="utf-8")
    entries = len(brevity.log())
    with pytest.raises(api.BadFile) as refusal:
        brevity.record(1, wrong)
    assert len(refusal.value.faults) >= 2
    assert len(brevity.log()) == entries


def test_a_branch_goes_on_by_itself_and_can_be_dropped(brevity: api.OpenCampaign) -> None:
    brevity.give(api.GiveOrder(GUARDS, "hold"))
    with brevity.branch("what-if", at="#1") as trial:
        assert trial.name == "what-if" and len(trial.log()) == 1
        trial.play_on("turn")
        assert [line.verb for line in brevity.log()] == ["found", "order"]
        assert [branch.name for branch in brevity.branches()] == ["operation-brevity", "what-if"]
        trial.drop()
    assert len(brevity.branches()) == 1
    with pytest.raises(api.Refused):
        brevity.drop()


def test_a_file_can_hold_several_campaigns_by_name(brevity: api.OpenCampaign, file: Path) -> None:
    with api.start("operation-brevity", file, name="second", seed="2") as second:
        assert second.name == "second"
    with pytest.raises(api.CampaignError):
        api.open_campaign(file)
    with pytest.raises(api.NotFound):
        api.open_campaign(file, "third")
    with api.open_campaign(file, "second") as second:
        assert second.status().campaign == "second"


def test_what_is_exported_is_imported_by_the_command_line(brevity: api.OpenCampaign, tmp_path: Path) -> None:
    brevity.play_on("turn")
    path = brevity.export(tmp_path / "brevity.json")
    typed(tmp_path / "again.db", "import", str(path))
    with api.open_campaign(tmp_path / "again.db") as again:
        assert again.log() == brevity.log()
        assert again.status() == brevity.status()


def test_a_campaign_that_is_opened_to_read_cannot_be_changed(brevity: api.OpenCampaign, file: Path) -> None:
    with api.open_campaign(file, read_only=True) as reader:
        assert not reader.is_over
        for change in (reader.play_on, reader.undo, reader.redo, lambda: reader.branch("aside"), reader.drop):
            with pytest.raises(api.Refused, match="opened with read_only and cannot be changed"):
                change()
    assert len(brevity.log()) == 1


def test_what_is_wrong_is_said_in_the_programs_own_line(tmp_path: Path, brevity: api.OpenCampaign, file: Path) -> None:
    for refused, kind in (
        (lambda: api.start("no-such-scenario", tmp_path / "x.db"), api.CampaignError),
        (lambda: api.start("mokra", tmp_path / "x.db", tabletop="chess"), api.CampaignError),
        (lambda: api.start("mokra", file), api.StoreError),
        (lambda: api.open_campaign(tmp_path / "none.db"), api.StoreError),
        (lambda: brevity.unit("nobody at all"), api.NotFound),
        (lambda: brevity.give(api.Next("tomorrow")), api.BadInput),
        (lambda: brevity.status(viewer="the French"), api.NotFound),
        (lambda: brevity.status(as_of="9.9"), api.CampaignError),
    ):
        with pytest.raises(kind) as error:
            refused()
        assert str(error.value) and "\n" not in str(error.value)
    assert not (tmp_path / "x.db").exists()


def test_it_plays_to_the_end(tmp_path: Path) -> None:
    with api.start("mokra", tmp_path / "mokra.db", seed="1") as mokra:
        while not mokra.is_over:
            mokra.play_on("day")
        assert sum(score.total for score in mokra.objectives().scores) > 0
        with pytest.raises(api.Refused, match="over"):
            mokra.play_on()


@pytest.mark.long
def test_it_works_on_postgresql(pg_copy: typing.Any, tmp_path: Path) -> None:
    url = pg_copy("empty")
    with api.start("mokra", url, seed="1") as mokra:
        mokra.play_on("turn")
        with mokra.branch("aside") as aside:
            aside.play_on("turn")
    with api.open_campaign(url, "mokra") as mokra:
        assert [line.verb for line in mokra.log()] == ["found", "next"]


def test_a_closed_campaign_refuses_to_be_asked_and_to_be_changed(tmp_path: Path) -> None:
    with api.start("operation-brevity", tmp_path / "brevity.db", seed="1941") as brevity:
        pass
    for use in (
        brevity.status,
        brevity.play_on,
        brevity.undo,
        brevity.branches,
        lambda: brevity.preview(api.Next("turn")),
    ):
        with pytest.raises(api.Refused, match=r"operation-brevity is closed\. Open it again"):
            use()
    with api.open_campaign(tmp_path / "brevity.db") as again:
        assert len(again.log()) == 1


def test_a_seed_may_be_a_number_and_program_one_side(tmp_path: Path) -> None:
    with api.start("operation-brevity", tmp_path / "number.db", seed=1941) as number:
        first = number.play_on("turn", program="axis").receipt
    with api.start("operation-brevity", tmp_path / "text.db", seed="1941") as text:
        assert text.play_on("turn", program=("axis",)).receipt == first


def test_a_moment_and_an_entry_may_be_numbers_and_words_for_an_entry_are_refused(tmp_path: Path) -> None:
    with api.start("operation-brevity", tmp_path / "brevity.db", seed="1941") as brevity:
        brevity.play_on("turn")
        assert brevity.status(as_of=1) == brevity.status(as_of="1") != brevity.status(as_of="#1")
        with pytest.raises(api.BadInput, match="'1' is not the number of an entry"):
            brevity.undo(to="1")  # type: ignore[arg-type]
        assert len(brevity.undo(to=1)) == 1


def test_what_is_not_a_command_is_refused_by_its_own_name(tmp_path: Path) -> None:
    with api.start("operation-brevity", tmp_path / "brevity.db", seed="1941") as brevity:
        with pytest.raises(api.BadInput, match="'march' is not a command"):
            brevity.give("march")  # type: ignore[arg-type]
        assert len(brevity.log()) == 1
