"""Roads by the names people type, on the map of Operation Brevity: its coast road has four stretches of one name."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli import completion
from campaign.cli.contents import campaign
from campaign.errors import Ambiguous, NotFound
from campaign.journal import reading
from campaign.situation.ground import load_theatre
from campaign.situation.road_names import road_named, road_title, titles
from campaign.store import open_store
from campaign.theatre.values import Theatre
from tests.cli.test_cli_completion import offered

STRETCH = "Halfaya Pass, foot - Sollum (lower town)"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("roads") / "campaign.db"
    assert CliRunner().invoke(campaign, ["new", "operation-brevity", "--seed", "1", "--db", str(path)]).exit_code == 0
    return path


@pytest.fixture(scope="module")
def theatre(file: Path) -> Iterator[Theatre]:
    store = open_store(file, write=False)
    with reading(store) as board:
        yield load_theatre(board)
    store.close()


def carried_out(file: Path, *words: str) -> str:
    result = CliRunner().invoke(campaign, [*words, "--db", str(file)])
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize(
    "word",
    [
        STRETCH,
        "Sollum - Halfaya foot",
        "sollum-halfaya foot",
        "Sollum to Halfaya foot",
        "Halfaya foot \N{EN DASH} Sollum",
        "halfaya foot -> sollum",
        "from Sollum to Halfaya Pass foot",
        "coast road, Sollum to Halfaya Pass foot",
        "Coast Road Halfaya foot / Sollum",
        "coast road to Sollum",
        "lower_halfaya-sollum",
    ],
)
def test_a_stretch_is_known_by_its_ends_and_its_name(theatre: Theatre, word: str) -> None:
    assert road_title(theatre, road_named(theatre, word).road) == STRETCH


def test_a_name_that_several_stretches_bear_is_answered_with_three_of_them_and_where_the_others_are(
    theatre: Theatre,
) -> None:
    with pytest.raises(Ambiguous) as refused:
        road_named(theatre, "coast road")
    assert str(refused.value) == (
        '\'coast road\' fits 4 roads. Write one of "Mersa Matruh - Sidi Barrani"; "Sidi Barrani - Buq Buq"; '
        '"Buq Buq - Halfaya Pass, foot" and 1 more (campaign places lists them)'
    )


def test_every_road_is_found_by_the_title_that_is_printed(theatre: Theatre) -> None:
    for way in theatre.ways:
        for title in (road_title(theatre, way.road), titles(theatre, [way.road])):
            assert road_named(theatre, title).road == way.road


def test_an_unknown_road_names_those_that_are_near(theatre: Theatre) -> None:
    with pytest.raises(NotFound, match=r"called 'Musaid - Fort Capuzo'\. Did you mean \"Musaid - Fort Capuzzo\""):
        road_named(theatre, "Musaid - Fort Capuzo")
    with pytest.raises(NotFound, match=r"there is no road or place called 'Qxz'\. Write both ends"):
        road_named(theatre, "Qxz")


def test_a_road_is_adjusted_and_worked_at_by_the_same_name(file: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copyfile(file, tmp_path / "campaign.db"))
    assert f"{STRETCH}: cut (bombed)" in carried_out(
        copy, "adjust", "sollum to halfaya foot", "--cut", "--why", "bombed"
    )
    gap = ("engineer", "Kradschützen-Bataillon 15 (rest)", "gap", "--at", "Sollum - Halfaya foot")
    assert f"gap obstacle at {STRETCH}" in carried_out(copy, *gap)


def test_the_tab_key_offers_roads_by_either_end(file: Path) -> None:
    assert {"sollum", "lower_halfaya-sollum", "sollum-sollum_barracks"} == set(
        offered(completion.sites, file, "Sollum (l")
    )
    assert "upper_halfaya" in offered(completion.adjustable, file, "halfaya pass, t")
