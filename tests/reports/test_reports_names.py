"""Every unit stands on the chart and in the roster exactly once; the QR code can be read; what the face lacks
is said."""

from __future__ import annotations

import ast
import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
import specimens
import zxingcpp
from pypdf import PdfReader

from campaign.values import replace
from campaign.views.orbat.orbat import OrbatNode
from campaign_reports.orbat import render_orbat
from campaign_reports.page import Paper
from campaign_reports.return_form import render_return_form
from campaign_reports.roster import render_roster


def text_of(data: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages).split())


def units(node: OrbatNode) -> Iterator[OrbatNode]:
    if node.level is None:
        yield node
    for below in node.subordinates:
        yield from units(below)


def times(name: str, text: str) -> int:
    """How often it stands there whole; a line may end after a hyphen."""
    words = re.escape(" ".join(name.split())).replace(r"\-", "- ?")
    return len(re.findall(rf"(?<!\w){words}(?!\w)", text))


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_chart_of_a_small_force_names_every_unit_once(paper: Paper) -> None:
    view = specimens.brevity_orbat()
    text = text_of(render_orbat(view, paper))
    for unit in units(view.roots[0]):
        assert times(unit.name, text) == 1, unit.name
        assert unit.position in text


@pytest.mark.parametrize("divisions", [1, 2, 6])
def test_chart_of_a_corps_names_every_unit_once(divisions: int) -> None:
    view = specimens.big_orbat(divisions)
    text = text_of(render_orbat(view))
    found = list(units(view.roots[0]))
    assert len(found) == 10 + 19 * divisions
    for unit in found:
        assert times(unit.short, text) == 1, unit.short


def test_chart_of_an_army_names_every_unit_once() -> None:
    view = specimens.army_orbat()
    text = text_of(render_orbat(view))
    found = list(units(view.roots[0]))
    assert len(found) > 100
    for unit in found:
        assert times(unit.short, text) + times(unit.name, text) == 1, unit.name


@pytest.mark.long
def test_any_shape_of_tree_keeps_every_unit() -> None:
    for view in specimens.odd_orbats():
        text = text_of(render_orbat(view))
        for unit in units(view.roots[0]):
            assert times(unit.name, text) == 1, unit.name


def test_chart_with_the_longest_names_keeps_them_all() -> None:
    view = specimens.worst_orbat()
    text = text_of(render_orbat(view))
    for unit in units(view.roots[0]):
        if specimens.UNBROKEN not in unit.name:
            assert times(unit.name, text) == 1, unit.name


@pytest.mark.long
@pytest.mark.sample(2)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_roster_names_every_unit_once(paper: Paper) -> None:
    view = specimens.big_roster()
    text = text_of(render_roster(view, paper))
    for unit in units(specimens.big_tree()):
        assert times(f"{unit.symbol.number} {unit.name}", text) == 1, unit.name


def test_roster_has_totals_with_their_share() -> None:
    text = text_of(render_roster(specimens.big_roster(1)))
    assert "Total XXX Corps" in text
    assert "96 % of establishment" in text
    assert "183/216" in text.replace(" /", "/")


@pytest.mark.long
def test_roster_pages_end_before_a_command_and_repeat_the_heads() -> None:
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(render_roster(specimens.big_roster()))).pages]
    assert len(pages) > 2
    for page in pages:
        assert "since yesterday" in page
    for page in pages[1:]:
        lines = [line for line in page.splitlines() if "Division" in line or "Brigade" in line or "troops" in line]
        assert lines


@pytest.mark.sample(2)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LARGE_LETTER])
def test_qr_code_on_the_return_is_read_back(paper: Paper) -> None:
    form = specimens.brevity_return()
    for view in (form, replace(form, qr="campaign://brevity/battle/3/british/BREV-3-GB-7K2")):
        document = pypdfium2.PdfDocument(render_return_form(view, paper))
        image = document[0].render(scale=150 / 72).to_pil()
        document.close()
        assert [code.text for code in zxingcpp.read_barcodes(image)] == [view.qr]


def test_accents_and_cyrillic_are_printed_as_they_are() -> None:
    text = text_of(render_orbat(specimens.small_worst_orbat()))
    for word in (
        "Gro\N{LATIN SMALL LETTER SHARP S}deutschland",
        "\u0141\u00f3d\u017a",
        "\u0150rs\u00e9g",
        "\u0420\u0436\u0435\u0432\u0441\u043a\u043e",
    ):
        assert word in text


def test_a_character_the_face_lacks_is_shown_and_reported(caplog: pytest.LogCaptureFixture) -> None:
    chart = specimens.brevity_orbat()
    root = replace(chart.roots[0], name="Force \u6771 \U0001f600")
    with caplog.at_level(logging.WARNING, "campaign_reports"):
        data = render_orbat(replace(chart, roots=(root,)))
    assert "Force \N{CURRENCY SIGN} \N{CURRENCY SIGN}" in text_of(data)
    assert "U+6771" in caplog.text and "U+1F600" in caplog.text
    metadata = PdfReader(io.BytesIO(data)).metadata
    assert metadata is not None and "U+6771" in str(metadata["/Keywords"])


def test_reports_import_views_terms_and_errors_only() -> None:
    folder = Path(__file__).parents[2] / "reports" / "campaign_reports"
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else []
            )
            for name in names:
                if name.startswith("campaign."):
                    assert name.split(".")[1] in ("views", "words", "terms", "values", "errors"), (path.name, name)
