"""The forecast on paper: the numbers of the view, in PDF and in SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.forecast.enemy import Unseen
from campaign.forecast.figures import About, figures
from campaign.forecast.spread import Loop
from campaign.forecast.start import Start, begin, play_out, runs_of
from campaign.journal import reading
from campaign.model import Side
from campaign.queries.forecast.forecast_paper import forecast_paper
from campaign.queries.map.map import situation_map
from campaign.store import open_store
from campaign.terms.viewer import Viewer
from campaign.values import replace
from campaign.views.forecast.campaign_forecast import Chance, CutOffDay, CutOffForecast
from campaign.views.forecast.forecast_paper import ForecastPaper
from campaign_reports.forecast_paper import MOST_CUT_OFF, render_forecast, render_forecast_svg
from campaign_reports.forecast_plots import interval, points
from campaign_reports.page import Paper


def silent(_: int, __: int) -> None:
    """Show no progress."""


Make = Callable[[int], ForecastPaper]


@pytest.fixture(scope="module")
def paper_of(first_day: Start, founded: Path) -> Make:
    """The paper of a forecast in which eight runs are counted so many times each."""
    runs = runs_of(play_out([first_day], "1", 8, Loop(), silent))
    store = open_store(founded, write=False)
    with reading(store) as board:
        ground = situation_map(board, Viewer())
    store.close()

    def make(times: int) -> ForecastPaper:
        about = About("1", 8 * times, "all played", first_day.snapshot.digest, "test")
        return forecast_paper(figures(first_day.names, runs * times, about), ground)

    return make


def pdf_text(content: bytes) -> str:
    document = pypdfium2.PdfDocument(content)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


def svg_text(content: str) -> str:
    return " ".join(" ".join(ET.fromstring(content).itertext()).split())


@pytest.mark.long
@pytest.mark.sample(2)
@pytest.mark.parametrize("times", [1, 13])
def test_both_files_hold_the_numbers_of_the_view(paper_of: Make, times: int) -> None:
    view = paper_of(times)
    forecast = view.forecast
    for text in (pdf_text(render_forecast(view)), svg_text(render_forecast_svg(view))):
        for place in forecast.places:
            assert place.objective in text
            chance = next(h.chance for h in place.evenings[-1].holders if h.side == forecast.scores[0].side)
            assert f"{points(chance)} {interval(chance)}" in text
        for strength in forecast.strengths:
            assert strength.formation in text
            fan = strength.evenings[-1].fan
            assert (fan is not None) == (times == 13)
            if fan is not None:
                assert f"{fan.p50} {fan.p5}\N{EN DASH}{fan.p95}" in text
        assert f"{forecast.runs} runs, from turn 1.1; seed 1" in text
        assert "Reckoned from" in text
        assert all(assumption.split("(")[0].strip() in text for assumption in forecast.assumptions)
        assert ("dashed: mean" in text) == (times == 1)


@pytest.mark.long
@pytest.mark.parametrize("times", [1, 13])
def test_every_histogram_counts_all_runs(paper_of: Make, times: int) -> None:
    forecast = paper_of(times).forecast
    for score in forecast.scores:
        assert sum(bar.runs for bar in score.bars) == forecast.runs
    assert forecast.lead is not None and sum(bar.runs for bar in forecast.lead.bars) == forecast.runs


def test_letter_is_letter_and_the_same_view_gives_the_same_bytes(paper_of: Make) -> None:
    view = paper_of(1)
    content = render_forecast(view, Paper.LETTER)
    assert content == render_forecast(view, Paper.LETTER)
    assert pypdfium2.PdfDocument(content)[0].get_size() == (612, 792)


def test_only_the_most_telling_formations_out_of_supply_are_listed(paper_of: Make) -> None:
    view = paper_of(1)

    def cut(number: int) -> CutOffForecast:
        days = tuple(CutOffDay(1, Chance(number, number / 100, 0.0, 1.0)) for _ in view.forecast.days)
        return CutOffForecast(f"f{number}", f"Formation {number}", "Allied", days)

    many = replace(view, forecast=replace(view.forecast, cut_off=tuple(cut(number) for number in range(1, 41))))
    text = pdf_text(render_forecast(many))
    assert "Formation 40" in text and f"Formation {41 - MOST_CUT_OFF}" in text
    assert f"Formation {40 - MOST_CUT_OFF}" not in text
    assert f"{40 - MOST_CUT_OFF} formations more are out of supply less often: see the forecast's JSON" in text


def test_a_sides_paper_says_how_the_enemy_is_drawn(founded: Path) -> None:
    store = open_store(founded, write=False)
    with reading(store) as board:
        side = next(side.id for side in board.rows(Side) if side.key == "allied")
        start = begin(board, "1", Viewer(side), (Unseen("infantry", 3, 5),))
        ground = situation_map(board, Viewer(side))
    store.close()
    runs = runs_of(play_out([start], "1", 2, Loop(), silent))
    about = About("1", 2, "all played", start.snapshot.digest, "test", start.viewer, start.enemy)
    view = forecast_paper(figures(start.names, runs, about), ground)
    for text in (pdf_text(render_forecast(view)), svg_text(render_forecast_svg(view))):
        assert "for Allied only" in text and "The enemy, drawn again in each run" in text.replace(
            "THE ENEMY, DRAWN AGAIN IN EACH RUN", "The enemy, drawn again in each run"
        )
        assert (
            "3 to 5 unseen infantry battalions, as reckoned" in text
            and "By default the enemy is not the real one" in text
        )
        assert "not ours" in text and "Axis 100" not in text and "nothing resists" not in text


def test_a_sides_paper_without_any_enemy_warns_first(founded: Path) -> None:
    store = open_store(founded, write=False)
    with reading(store) as board:
        side = next(side.id for side in board.rows(Side) if side.key == "allied")
        start = begin(board, "1", Viewer(side), ())
        ground = situation_map(board, Viewer(side))
    store.close()
    about = About("1", 1, "all played", start.snapshot.digest, "test", start.viewer, start.enemy)
    view = forecast_paper(figures(start.names, runs_of(play_out([start], "1", 1, Loop(), silent)), about), ground)
    text = pdf_text(render_forecast(view))
    assert 0 <= text.find("nothing resists") < text.lower().find("score at the end")


def test_the_map_names_the_likeliest_holder(paper_of: Make) -> None:
    view = paper_of(1)
    text = svg_text(render_forecast_svg(view))
    for place in view.forecast.places:
        likely = max(place.evenings[-1].holders, key=lambda holder: holder.chance.share)
        assert f"{likely.side or 'no side'} {points(likely.chance)} %" in text


@pytest.mark.long
def test_the_command_writes_both_and_refuses_what_cannot_be_written(db: Path, tmp_path: Path) -> None:
    def do(*words: str) -> tuple[int, str]:
        common = ("--runs", "2", "--until", "1", "--jobs", "1", "--db", str(db))
        result = CliRunner().invoke(campaign, ["forecast", "campaign", *words, *common])
        return result.exit_code, result.stderr

    pdf, svg = tmp_path / "new" / "f.pdf", tmp_path / "f.svg"
    code, stderr = do("--pdf", str(pdf), "--svg", str(svg))
    assert code == 0 and str(pdf) in stderr and str(svg) in stderr
    assert pdf.read_bytes().startswith(b"%PDF") and ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    assert do("--pdf", str(tmp_path))[0] == 2 and "is a folder" in do("--pdf", str(tmp_path))[1]
    assert "does not end in .svg" in do("--svg", str(tmp_path / "f.png"))[1]
    assert "Leave out --compare" in do("--svg", str(svg), "--compare", "other")[1]
