"""What ships of nations, as people look it up: names, numbers, and what a division consists of."""

from __future__ import annotations

import pytest

from campaign.errors import BadInput, NotFound
from campaign.exchange.library import look_up


def test_a_battalion_named_whole_comes_alone_with_its_figures() -> None:
    (one,) = look_up("german Panther battalion 1944").establishments
    assert (one.nation, one.arm, one.men, one.vehicles, one.items) == ("german", "armour", 960, 76, ("76 Panther",))
    assert (one.armour, one.anti_tank, one.unconfirmed) == ("heavy", "medium-heavy", True)


def test_a_division_tells_what_it_holds_and_how_many_battalions() -> None:
    shelf = look_up("soviet rifle division 1943")
    (one,) = shelf.organisations
    assert not shelf.establishments
    # A headquarters, two battalions of its own, three regiments of three battalions, three of guns.
    assert (one.level, one.men, one.battalions) == ("division", 9435, 1 + 2 + 9 + 3)
    assert "3 x soviet rifle regiment 1943" in one.holds and "3 x soviet artillery battalion 1943" in one.holds


def test_the_count_of_an_organisation_is_what_is_founded_from_it() -> None:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from campaign.exchange.foreign.convert import convert, keep
    from campaign.exchange.foreign.wishes import Wishes

    with TemporaryDirectory() as where:
        text = Path(where) / "a.txt"
        for one in look_up("division").organisations[::7]:
            text.write_text(
                f"side: A\nnation: {one.nation}\nOne\n  like: {one.name}\n  level: {one.level}\n", encoding="utf-8"
            )
            report = keep(convert([text], Wishes()), Path(where) / one.name)
            assert report.counts["battalions"] == one.battalions, one.name


def test_words_in_any_order_and_a_nation_narrow_the_list() -> None:
    found = look_up("1944 armoured", "British")
    assert {one.nation for one in found.establishments} == {"british"} and "british armoured division 1944" in {
        o.name for o in found.organisations
    }
    years = [one.name[-4:] for one in look_up("", "italian").establishments]
    assert years == sorted(years)
    assert {one.nation for one in look_up("", "new zealand").organisations} == {"new_zealand"}


def test_what_is_not_there_is_told_with_the_near_names() -> None:
    with pytest.raises(NotFound, match=r"called 'soviet rifel division 1943'.*did you mean soviet rifle division 1943"):
        look_up("soviet rifel division 1943")
    with pytest.raises(
        BadInput, match=r"the program has nothing for --nation grman. Write one of .*did you mean german"
    ):
        look_up("", "grman")
