"""A sheet of labels is not begun for a handful of markers: they are thinned out; a label never is, nor more than half
of a kind of marker."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from campaign.words.labels import BaseLabel, LabelSheet, Marker
from campaign.words.papers import Masthead
from campaign_reports.labels import render_labels, thinned


def pages(labels: int, *counts: int, base: tuple[int, int] = (40, 30)) -> list[str]:
    """Text of each page."""
    sheet = LabelSheet(
        Masthead("British", "#1b4f8a", "Operation Brevity", "Labels"),
        base,
        tuple(BaseLabel(str(n), f"Unit {n}") for n in range(labels)),
        (),
        tuple(Marker(f"KIND{n}", count) for n, count in enumerate(counts)),
        "allied",
    )
    return [page.extract_text() for page in PdfReader(io.BytesIO(render_labels(sheet))).pages]


def test_a_row_of_markers_begins_no_page() -> None:
    """A4 takes 4 by 8 bases of 40 by 30 mm: 32 places, two markers in each."""
    full = pages(28, 4, 4)
    assert len(full) == 1 and "".join(full).count("KIND0") == 4
    over = pages(28, 6, 6)
    assert len(over) == 1, "two places more: four markers are left out"
    assert sorted("".join(over).count(f"KIND{n}") for n in (0, 1)) == [4, 4]
    assert all(f"Unit {n}" in "".join(over) for n in range(28))


def test_a_label_is_never_left_out_nor_half_of_a_kind() -> None:
    assert len(pages(33)) == 2, "no markers to thin"
    few = pages(32, 2)
    assert len(few) == 2 and "".join(few).count("KIND0") == 2, "half of them is not enough"
    assert len(pages(28, 40)) == 2, "more than a row of them"


@given(st.lists(st.integers(1, 12), max_size=6), st.integers(0, 40))
def test_what_is_left_is_half_at_least(counts: list[int], many: int) -> None:
    left = [marker.count for marker in thinned([Marker(str(n), count) for n, count in enumerate(counts)], many)]
    assert all(2 * now >= was for now, was in zip(left, counts, strict=True))
    assert sum(counts) - sum(left) <= many
    assert sum(counts) - sum(left) == many or all(2 * (now - 1) < was for now, was in zip(left, counts, strict=True))
