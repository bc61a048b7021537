"""``--viewer`` on commands that change something: a player changes what is his, and the journal says who it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.actions.all_actions import every_action
from campaign.cli.contents import campaign
from campaign.journal.desk_notes import OFF, RETURNS_BY_PLAYERS, set_secret
from campaign.model import Battalion
from campaign.store import open_store, opened
from campaign.terms.given import given_as
from tests.tiny import by_hand, named

GARMOYLE, ERSKINE = "Lt-Col Viscount Garmoyle", "Brig I. D. Erskine"
RIFLES, GUARDS, BERSAGLIERI = (
    "2nd Bn Rifle Brigade",
    "2nd Bn Scots Guards",
    "Bersaglieri company at the Halfaya entrance",
)


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("leave") / "brevity.db"
    assert typed("new", "operation-brevity", "--seed", "1", "--db", str(path)).exit_code == 0
    return path


@pytest.fixture
def file(founded: Path, tmp_path: Path) -> str:
    return str(Path(tmp_path / "brevity.db").write_bytes(founded.read_bytes()) and tmp_path / "brevity.db")


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def test_a_commander_orders_his_own_and_signs_with_his_name(file: str) -> None:
    done = typed("hold", RIFLES, "--viewer", "Garmoyle", "--db", file)
    assert done.exit_code == 0, done.output
    log = typed("log", "--last", "1", "--json", "--db", file).stdout
    assert f'"actor": "{GARMOYLE}"' in log
    assert typed("hold", RIFLES, "--viewer", "Garmoyle", "--as", "Ann", "--db", file).exit_code == 0
    assert '"actor": "Ann"' in typed("log", "--last", "1", "--json", "--db", file).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hold", GUARDS), f"{GARMOYLE} cannot order {GUARDS}"),
        (("march", GUARDS, "--to", "Fort Capuzzo"), f"{GARMOYLE} cannot order"),
        (("posture", GUARDS, "line"), f"{GARMOYLE} cannot order"),
        (("rest", GUARDS), f"{GARMOYLE} cannot order"),
        (("attach", RIFLES, "--to", "22nd Guards Brigade Group (centre column)"), f"{GARMOYLE} cannot order"),
        (("attach", GUARDS, "--to", "Coast column"), f"{GARMOYLE} cannot order"),
        (("support", GUARDS, "--to", "Coast column"), f"{GARMOYLE} cannot order"),
        (("split", GUARDS, "company"), f"{GARMOYLE} cannot order"),
        (("engineer", GUARDS, "block road", "--at", "Fort Capuzzo"), f"{GARMOYLE} cannot order"),
        (("hold", RIFLES, "--by", ERSKINE), f"{GARMOYLE} cannot act for {ERSKINE}"),
        (("commander", ERSKINE, "--back"), f"{GARMOYLE} cannot act for {ERSKINE}"),
        (("rules", "march.road", "9"), "cannot do this; only the umpire can"),
        (("decide", "1", "yes"), "cannot answer decision 1: it waits for"),
    ],
)
def test_what_is_not_his_is_refused_and_nothing_is_changed(file: str, arguments: tuple[str, ...], said: str) -> None:
    before = Path(file).read_bytes()
    refused = typed(*arguments, "--viewer", "Garmoyle", "--db", file)
    assert refused.exit_code == 1
    assert said in refused.output
    assert Path(file).read_bytes() == before


def test_a_name_of_the_other_side_is_nobody_s(file: str) -> None:
    """The answer is the same as for a name that was made up."""
    there = typed("hold", BERSAGLIERI, "--viewer", "allied", "--db", file)
    made_up = typed("hold", "Bersaglieri company at the Zanzibar entrance", "--viewer", "allied", "--db", file)
    assert there.exit_code == made_up.exit_code == 1
    assert there.output.replace("Halfaya", "Zanzibar").partition(";")[0] == made_up.output.partition(";")[0]
    assert typed("hold", BERSAGLIERI, "--viewer", "axis", "--db", file).exit_code == 0


def test_a_side_orders_all_its_units(file: str) -> None:
    for unit in (RIFLES, GUARDS):
        assert typed("hold", unit, "--viewer", "allied", "--db", file).exit_code == 0
    assert '"actor": "Allied"' in typed("log", "--last", "1", "--json", "--db", file).stdout


def test_the_form_of_another_is_refused(file: str) -> None:
    refused = typed("orders", "--for", ERSKINE, "--complete", "--viewer", "Garmoyle", "--db", file)
    assert refused.exit_code == 1
    assert typed("orders", "--for", GARMOYLE, "--complete", "--viewer", "Garmoyle", "--db", file).exit_code == 0


def test_every_command_of_players_is_weighed() -> None:
    """An order that is new among the actions of players has to be thought of here: this list is what a player
    may do."""
    assert sorted(one.command.__name__ for one in every_action().values() if given_as(one.command).is_of_players) == [
        "Attach",
        "CancelAir",
        "Decide",
        "Engineer",
        "GiveOrder",
        "GiveSupport",
        "HandInForms",
        "HandInOrders",
        "Join",
        "JoinCommand",
        "LandFromTheSea",
        "Next",
        "OrdersComplete",
        "RecordReturn",
        "ResolveBattle",
        "Rest",
        "SeatDeputy",
        "SendTruck",
        "Split",
        "StopEngineering",
        "TakeOrders",
        "TakePosture",
        "TaskAir",
    ]


def test_the_umpire_may_say_that_he_is_the_umpire(file: str) -> None:
    assert typed("log", "--viewer", "umpire", "--db", file).exit_code == 0


def test_a_truck_is_sent_by_its_own_side_only(file: str) -> None:
    refused = typed("truck", BERSAGLIERI, "--viewer", "Allied", "--db", file)
    assert refused.exit_code == 1 and "there is no unit called" in refused.output
    his = typed("truck", RIFLES, "--viewer", "Garmoyle", "--db", file)
    assert "this campaign has no supply dumps" in his.output  # his to send, were there any


def test_an_export_for_a_viewer_is_the_copy_of_his_side(file: str, tmp_path: Path) -> None:
    out = tmp_path / "axis.json"
    assert typed("export", "--viewer", "Axis", "--out", str(out), "--db", file).exit_code == 0
    assert "campaign side copy" in out.read_text(encoding="utf-8") and "Garmoyle" not in out.read_text(encoding="utf-8")


def test_a_name_that_fits_an_enemy_too_means_one_s_own(file: str) -> None:
    """Neither is the enemy's unit ordered, nor is the player told that there is one."""
    store = open_store(file, write=True)
    with by_hand(store) as board:
        own, enemy = named(board, Battalion, RIFLES), named(board, Battalion, BERSAGLIERI)
        own.name, own.short, own.key = "Column of guns", "", "column_of_guns"
        enemy.name, enemy.short = "guns", "guns"
    store.close()
    for arguments in (("posture", "guns", "line"), ("engineer", "guns", "block road"), ("hold", "guns")):
        done = typed(*arguments, "--viewer", "allied", "--db", file)
        assert "Column of guns" in done.output
        assert done.exit_code == 0 or "fits several" not in done.output


def _at_the_first_battle(file: str) -> None:
    for _ in range(4):
        if "Halfaya" in typed("battle", "list", "--db", file).output:
            return
        typed("next", "--db", file)
    raise AssertionError(typed("status", "--db", file).output)


def _handed_in(file: str, viewer: str, side: str, folder: Path) -> Result:
    path = folder / f"{side}.yaml"
    path.write_text(
        f"side: {side}\nlines: {{}}\nfoot: {{ending: finished, all other lines unharmed: yes, field: {side}}}\n"
    )
    return typed("battle", "record", "1", str(path), "--yes", "--viewer", viewer, "--db", file)


def test_a_return_is_handed_in_by_its_own_side_alone(file: str, tmp_path: Path) -> None:
    """The receipt is the same whether the other side's return is in or not; the umpire settles."""
    _at_the_first_battle(file)
    first = _handed_in(file, "allied", "allied", tmp_path)
    assert first.exit_code == 0, first.output
    assert "return handed in" in first.output
    assert "Axis" not in first.output
    refused = _handed_in(file, "allied", "axis", tmp_path)
    assert refused.exit_code == 1
    assert "cannot hand in the return of 'axis'" in refused.output
    assert _handed_in(file, "axis", "axis", tmp_path).exit_code == 0
    again = _handed_in(file, "allied", "allied", tmp_path)
    assert again.output.replace("entry 6", "entry 4").splitlines()[0] == first.output.splitlines()[0]
    assert "the field" in typed("battle", "settle", "1", "--preview", "--db", file).output


def test_the_umpire_may_keep_the_returns_to_himself(file: str, tmp_path: Path) -> None:
    _at_the_first_battle(file)
    with opened(file, write=True) as store:
        set_secret(store, None, RETURNS_BY_PLAYERS, OFF)
    refused = _handed_in(file, "allied", "allied", tmp_path)
    assert refused.exit_code == 1
    assert "the umpire records the returns" in refused.output
