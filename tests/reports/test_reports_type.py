"""Setting type: nothing is wider than its place, nothing under 6 points, nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign_reports.style import accent, tint
from campaign_reports.type import (
    SHORT_WORD,
    Cut,
    dashes,
    figure,
    fit,
    lost_characters,
    paragraph,
    printable,
    signed,
    squeeze,
    width,
    wrap,
)


@given(
    st.text(max_size=120),
    st.floats(14, 400),
    st.sampled_from([6.0, 7.5, 9.0, 19.0]),
    st.sampled_from(list(Cut)),
    st.integers(1, 3),
)
def test_fitted_text_is_never_wider_than_its_place(text: str, room: float, size: float, cut: Cut, lines: int) -> None:
    setting = fit(text, room, size, cut, lines)
    assert setting.size >= 6
    assert all(width(line, setting.cut, setting.size) <= room + 0.01 for line in setting.lines)
    assert "".join("".join(setting.lines).split()) == "".join(printable(text).split())


@given(st.text(max_size=200), st.floats(20, 300), st.integers(1, 3))
@example(":<¼ÆÐ", 20.0, 1)
def test_squeezed_text_keeps_to_its_lines(text: str, room: float, lines: int) -> None:
    setting = squeeze(text, room, 8, Cut.BOLD, lines)
    assert len(setting.lines) <= lines
    if any(letter.isdigit() for letter in text):
        return  # a figure may be wider than its place
    *_, last = setting.lines
    if " " not in last and len(last.removesuffix("\N{HORIZONTAL ELLIPSIS}")) <= SHORT_WORD:
        return  # so may a short word, which is never cut
    assert all(width(line, setting.cut, setting.size) <= room + 0.01 for line in setting.lines)


WORDS = st.lists(
    st.sampled_from(["88/58/16", "1,026", "Med", "M", "12", "km", "Fallschirmjaeger", "(house)"]), min_size=1
)


@given(WORDS, st.floats(4, 120), st.integers(1, 2))
def test_a_figure_is_never_shortened_and_a_short_word_is_no_stump(words: list[str], room: float, lines: int) -> None:
    setting = squeeze(" ".join(words), room, 8, Cut.BOLD, lines)
    printed = " ".join(setting.lines).removesuffix("\N{HORIZONTAL ELLIPSIS}").split()
    if lines == 1:
        assert printed[:-1] == words[: len(printed) - 1]
        assert printed[-1] in words or not any(letter.isdigit() for letter in printed[-1])
    assert setting.size >= 6.5


@pytest.mark.parametrize(
    ("text", "room", "printed"),
    [
        ("88/58/16", 20, "88/58/16"),
        ("Med", 8, "Med"),
        ("12 km from Musaid", 30, "12 km\N{HORIZONTAL ELLIPSIS}"),
        ("Fallschirmjaeger", 30, "Fallschir\N{HORIZONTAL ELLIPSIS}"),
    ],
)
def test_a_place_that_is_too_narrow(text: str, room: float, printed: str) -> None:
    (line,) = squeeze(text, room, 8, Cut.BOLD).lines
    assert line == printed


@given(st.text(max_size=300), st.floats(40, 300))
def test_a_paragraph_loses_nothing(text: str, room: float) -> None:
    setting = paragraph(text, room, 7.5)
    assert "".join("".join(setting.lines).split()) == "".join(printable(text).split())
    assert all(width(line, setting.cut, setting.size) <= room + 0.01 for line in setting.lines)


@given(st.text(max_size=200))
def test_anything_can_be_printed(text: str) -> None:
    shown = printable(text)
    assert printable(shown) == shown
    assert lost_characters(shown) == ()


def test_a_short_name_stays_at_its_size_and_a_long_one_gets_narrow_first() -> None:
    assert fit("Scots Guards", 100, 8.5, Cut.SEMIBOLD).cut is Cut.SEMIBOLD
    wide = width("2nd Bn Scots Guards", Cut.SEMIBOLD, 8.5)
    assert fit("2nd Bn Scots Guards", wide - 2, 8.5, Cut.SEMIBOLD) == fit(
        "2nd Bn Scots Guards", wide - 2, 8.5, Cut.SEMIBOLD
    )
    narrow = fit("2nd Bn Scots Guards", wide - 2, 8.5, Cut.SEMIBOLD)
    assert narrow.cut is Cut.NARROW_SEMIBOLD and narrow.size == 8.5 and len(narrow.lines) == 1


def test_every_cut_prints_the_letters_of_the_nations() -> None:
    letters = "\u00e9\u00f6\u0142\u00df\u0150\u0171\u017b\u010d\u0416\u044f\u0451\u00bd\u2153\u00b0\u00d7\u2020\u2013\u2014\u201c\u201d"
    assert lost_characters(letters) == ()
    assert printable(letters) == letters


def test_look_alikes_are_not_reported() -> None:
    assert printable("\N{MINUS SIGN}4") == "\N{EN DASH}4"
    assert lost_characters("\N{MINUS SIGN}4 e\N{COMBINING ACUTE ACCENT}") == ()


def test_figures() -> None:
    assert figure("-") == "\N{EN DASH}"
    assert figure("-4") == "\N{EN DASH}4"
    assert figure("4-6") == "4-6"
    assert dashes("4-6, -12 men, U-boat") == "4-6, \N{EN DASH}12 men, U-boat"
    assert signed(-1234) == "\N{EN DASH}1,234" and signed(5) == "+5" and signed(0) == ""


def test_accent_is_read_and_a_light_one_darkened_for_white_type() -> None:
    assert accent("#8f301c") == pytest.approx((143 / 255, 48 / 255, 28 / 255))
    red, green, blue = accent("#f5e663")
    assert 0.3 * red + 0.59 * green + 0.11 * blue == pytest.approx(0.42)
    assert all(part > 0.8 for part in tint(accent("#000000")))
    with pytest.raises(BadInput, match="'rust' is not a colour"):
        accent("rust")


def test_a_number_with_a_dot_stays_with_its_name() -> None:
    room = width("26. Volksgrenadier-Division", Cut.REGULAR, 8) + 1
    assert wrap("VIII Corps, 26. Volksgrenadier-Division", room, 8, Cut.REGULAR) == (
        "VIII Corps,",
        "26. Volksgrenadier-Division",
    )
    assert wrap("26. Volksgrenadier-Division", width("Volksgrenadier-Division", Cut.REGULAR, 8), 8, Cut.REGULAR) == (
        "26.",
        "Volksgrenadier-Division",
    ), "where both do not fit on a line"
