"""Numbers, edges and equipment as papers write them."""

import pytest

from campaign.terms.words import kit_said, lines_said, numbers_said
from campaign.words.packet import edge_said, spot_said


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([3], "3"), ([1, 2], "1 and 2"), ([1, 2, 3, 4], "1 to 4"), ([8, 1, 7, 6, 3], "1, 3 and 6 to 8"), ([], "")],
)
def test_runs_of_three_or_more_are_said_by_their_ends(numbers: list[int], words: str) -> None:
    assert numbers_said(numbers) == words


def test_one_line_and_several_have_their_noun() -> None:
    assert (lines_said([3]), lines_said([1, 2])) == ("line 3", "lines 1 and 2")


@pytest.mark.parametrize(
    ("spot", "words"),
    [
        ("north 75", "N edge, 75 in. from W"),
        ("south 58", "S edge, 58 in. from W"),
        ("east 9", "E edge, 9 in. from S"),
        ("by the road", "by the road"),
    ],
)
def test_a_spot_of_an_edge_names_the_edge_it_is_measured_from(spot: str, words: str) -> None:
    assert spot_said(spot) == words


def test_west_is_measured_from_the_south() -> None:
    assert edge_said("West", 36) == "W edge, 36 in. from S"


def test_a_number_of_guns_has_a_sign_behind_it_and_a_calibre_does_not() -> None:
    assert kit_said("24 25-pdr, 2 3in mortar") == "24 × 25-pdr, 2 × 3in mortar"
    assert kit_said("5 cm Pak, 3.7 and 5 cm Pak") == "5 cm Pak, 3.7 and 5 cm Pak"
