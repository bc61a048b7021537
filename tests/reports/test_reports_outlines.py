"""Letters as outlines, and what the SVG map makes of them: it looks alike in programs that lack the typeface, and is
still searched."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor
from string import ascii_letters, digits
from xml.etree import ElementTree

import pytest
import specimens_situation as specimens

from campaign_reports.map import render_map_svg
from campaign_reports.outlines import Point, box, contours, outline
from campaign_reports.type import Cut, advance, glyph_of

SVG, HREF = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
LETTERS = ascii_letters + digits + "ÄÖÜäöüßéèçñøåŁłŻžŐИЖЯйщђΩ.,:;–—‘’“”°½×/&()"
ROUNDING = 1
"""Units; the file's own boxes are rounded."""


@pytest.mark.parametrize("cut", list(Cut))
def test_an_outline_fills_the_box_that_the_file_states_for_the_letter(cut: Cut) -> None:
    for letter in LETTERS:
        glyph = glyph_of(cut, letter)
        points = [point for contour in contours(cut, glyph) for point in contour]
        stated = box(cut, glyph)
        assert stated is not None
        found = (min(p.x for p in points), min(p.y for p in points), max(p.x for p in points), max(p.y for p in points))
        assert all(floor(a) - ROUNDING <= b <= ceil(a) + ROUNDING for a, b in zip(found, stated, strict=True)), letter


def test_a_space_has_no_outline_and_a_full_stop_is_a_closed_line() -> None:
    assert outline(Cut.REGULAR, " ") == "" and box(Cut.REGULAR, glyph_of(Cut.REGULAR, " ")) is None
    bar = outline(Cut.REGULAR, "|")
    (contour,) = contours(Cut.REGULAR, glyph_of(Cut.REGULAR, "|"))
    assert (
        all(point.on_curve for point in contour) and bar.startswith("M") and bar.count("L") == 3 and bar.endswith("z")
    )
    assert len({contour[0], *contour}) == 4 and isinstance(contour[0], Point)


def test_a_dotted_letter_is_put_together_from_its_parts() -> None:
    plain, dotted = (contours(Cut.BOLD, glyph_of(Cut.BOLD, letter)) for letter in "uü")
    assert dotted[: len(plain)] == plain and len(dotted) == len(plain) + 2


def test_what_is_seen_of_a_text_are_its_letters_one_after_the_other() -> None:
    root = ElementTree.fromstring(render_map_svg(specimens.everything()))
    kept = root.find(f"{SVG}defs")
    assert kept is not None
    drawn = {f"#{path.attrib['id']}": path.attrib["d"] for path in kept}
    assert len(set(drawn)) == len(kept) > 60
    texts = 0
    for group in (g for page in root.findall(f"{SVG}g") for g in page.iter(f"{SVG}g")):
        marks = list(group)
        for seen, text in pairwise(marks):
            if text.tag != f"{SVG}text" or not (text.text or "").strip():
                continue
            texts += 1
            assert text.attrib["fill-opacity"] == "0" and seen.attrib["transform"].startswith(
                f"translate({text.attrib['x']} {text.attrib['y']})"
            )
            (cut,) = [
                c
                for c in Cut
                if all(outline(c, x) == drawn[u.attrib[HREF]] for x, u in zip(_solid(text.text), seen, strict=True))
            ]
            far, places = 0.0, {}
            for number, letter in enumerate(text.text or ""):
                if letter.strip():
                    places[number] = far
                far += advance(cut, letter)
            found = [float(use.attrib.get("x", 0)) for use in seen]
            tracks = [(x - place) / number for x, (number, place) in zip(found, places.items(), strict=True) if number]
            assert (
                tracks == pytest.approx([max(tracks, default=0)] * len(tracks), abs=0.01)
                and min(tracks, default=0) > -0.01
            )
            ends_at = (
                (far + len(text.text or "") * (tracks[-1] if tracks else 0)) * float(text.attrib["font-size"]) / 1000
            )
            assert float(text.attrib.get("textLength", ends_at)) == pytest.approx(ends_at, abs=0.02)
    assert texts > 50
    assert texts == sum(bool((t.text or "").strip()) for t in root.iter(f"{SVG}text"))


def _solid(text: str | None) -> list[str]:
    return [letter for letter in text or "" if letter.strip()]
