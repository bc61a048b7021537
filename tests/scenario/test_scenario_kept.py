"""Every shipped scenario keeps what a club trusts the program with, at its start and after every day that it plays by
itself: it is found sound, backed up and restored, exported and imported; and each of its air missions flies or says why.

In every run the campaigns of one and two days are played whole, of which every day is found sound, and the end is
copied, which has all that the start has and more. The two long ones are found sound at their start, and copied there;
their first days play by themselves in ``test_scenario_campaigns.py``. The long run plays them all to their ends, with
several seeds, and copies each day."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.cli.contents import campaign
from campaign.exchange.check import check_files, find_scenario, shipped
from campaign.journal import commit, digest, reading
from campaign.model import AirGroup, AirMission
from campaign.rules.common.dice import Seeded
from campaign.store import creating, opened
from campaign.terms.air import MissionState
from campaign.terms.rule_ids import ids_in
from campaign.terms.time import Moment
from tests.shipped import shipped_scenario

SCENARIOS = tuple(scenario.key for scenario in shipped())
LONG = ("bastogne", "market-garden")
"""Scenarios of which a run that is not long plays nothing here."""
SEEDS = ("7101", "7102", "7103")


class Played:
    """A campaign that plays itself, day by day; its file is kept as it was at the start and after each day."""

    def __init__(self, folder: Path, key: str, seed: str, days: int) -> None:
        self.key, self.files = key, [folder / f"{key}-{seed}-0.db"]
        scenario = shipped_scenario(key)
        with creating(self.files[0]) as store:
            found_campaign(store, scenario, name=key, seed=seed, tabletop="brevity", weather=HISTORICAL, actor="test")
        self.lines: list[str] = []
        for day in range(1, min(days, scenario.days) + 1):
            self.files.append(Path(shutil.copyfile(self.files[-1], folder / f"{key}-{seed}-{day}.db")))
            with opened(self.files[-1], write=True) as store:
                done = commit(store, None, Next("day", auto=True), source=Seeded(seed), actor="test")
                self.lines += done.receipt.lines

    @property
    def end(self) -> Path:
        """The file after the last day that was played."""
        return self.files[-1]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Played]]:
    """Each scenario, played once for all tests of this file."""
    folder = tmp_path_factory.mktemp("played")
    yield WhenAsked(folder)
    shutil.rmtree(folder, ignore_errors=True)


class WhenAsked(dict[str, Played]):
    """Played campaigns by scenario, each played when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def __missing__(self, key: str) -> Played:
        self[key] = Played(self.folder, key, SEEDS[0], 0 if key in LONG else 9)
        return self[key]


def typed(*arguments: str | Path) -> str:
    done = CliRunner().invoke(campaign, [str(argument) for argument in arguments])
    assert done.exit_code == 0, (arguments, done.output)
    return done.output


def state_of(db: Path) -> str:
    with opened(db, write=False) as store, reading(store) as board:
        return digest(board)


def is_sound(db: Path) -> None:
    """Find a campaign sound, and no sortie in it that stays on the ground for good."""
    assert "stays on the ground" not in typed("doctor", "--db", db)


def is_kept(db: Path, folder: Path) -> None:
    """Back a campaign up and restore it, export and import it: it is the same each time."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    was = state_of(db)
    typed("backup", "--out", folder / "copy.db", "--db", db)
    typed("restore", folder / "copy.db", "--db", folder / "restored.db")
    typed("export", "--out", folder / "all.json", "--db", db)
    typed("import", folder / "all.json", "--db", folder / "imported.db")
    for name in ("restored.db", "imported.db"):
        assert state_of(folder / name) == was, name


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", SCENARIOS)
def test_it_is_sound_at_its_start_and_after_each_day_and_kept(
    played: dict[str, Played], key: str, tmp_path: Path
) -> None:
    report = check_files([find_scenario(key)])
    assert not report.errors
    assert not [warning for warning in report.warnings if "never flown" in str(warning)]
    files = played[key].files
    for db in files:
        is_sound(db)
    is_kept(files[-1], tmp_path / "kept")


def idle(db: Path, lines: list[str]) -> list[str]:
    """Missions of past turns that neither flew nor said by which rule they did not."""
    with opened(db, write=False) as store, reading(store) as board:
        groups, now = board.by_id(AirGroup), board.clock
        found = []
        for mission in board.rows(AirMission):
            at = Moment(mission.day, mission.turn)
            name = groups[mission.air_group_id].name
            told = [line for line in lines if name in line and ids_in(line)]
            if (now.phase.value != "over" and at >= board.moment) or mission.state == MissionState.FLOWN:
                continue
            why = mission.state in (MissionState.GROUNDED, MissionState.CANCELLED) and mission.result
            if not (why and told):
                found.append(f"{name} {at}, {mission.task}: {mission.state} {mission.result}")
        return found


@pytest.mark.rule("OB-AIR-05", "OB-AIR-06", "OB-AIR-08")
@pytest.mark.parametrize("key", [key for key in SCENARIOS if key not in LONG])
def test_each_air_mission_flies_or_says_by_which_rule_it_did_not(played: dict[str, Played], key: str) -> None:
    assert idle(played[key].end, played[key].lines) == []


@pytest.mark.rule("OB-AIR-06")
def test_the_sortie_over_mokra_flies(played: dict[str, Played]) -> None:
    with opened(played["mokra"].end, write=False) as store, reading(store) as board:
        (mission,) = board.rows(AirMission)
        assert mission.state == MissionState.FLOWN, mission.result


@pytest.mark.long
@pytest.mark.parametrize("key", SCENARIOS)
def test_whole_campaigns_are_kept_and_every_mission_flies_in_one_of_them(key: str, tmp_path: Path) -> None:
    flown: dict[str, set[str]] = {}
    held_back: dict[str, set[bool]] = {}
    for seed in SEEDS:
        campaign_played = Played(tmp_path, key, seed, 99)
        for db in campaign_played.files if seed == SEEDS[0] else campaign_played.files[-1:]:
            is_sound(db)
            is_kept(db, tmp_path / "kept")
        assert idle(campaign_played.end, campaign_played.lines) == []
        with opened(campaign_played.end, write=False) as store, reading(store) as board:
            for mission in board.rows(AirMission):
                name = f"{mission.air_group_id} {mission.day}.{mission.turn} {mission.sortie} {mission.task}"
                flown.setdefault(name, set()).add(mission.state)
                held_back.setdefault(name, set()).add(mission.result == "own troops are within half a kilometre")
    never = {name: states for name, states in flown.items() if MissionState.FLOWN not in states}
    unsaid = [name for name in never if not name.endswith("support") and held_back[name] != {True}]
    assert unsaid == [], (
        "a controller may have nothing to call for, and nobody bombs a place that his own side holds by then"
    )
