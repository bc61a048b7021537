"""A report of a thousand phrases is shortened as one of twenty is, and not phrase by phrase."""

from __future__ import annotations

import cProfile
import pstats

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.views.common import summary as room
from campaign.views.common.summary import Block, Summary, laid_out

PHRASES = st.lists(st.text("abc ", min_size=1, max_size=30).map(str.strip).filter(bool), max_size=60).map(tuple)
BLOCKS = st.lists(
    st.builds(Block, st.sampled_from(("Marches", "Contacts")), PHRASES, st.booleans(), st.booleans()), max_size=4
)


@given(blocks=BLOCKS, most=st.integers(5, 25))
def test_it_leaves_out_what_one_phrase_after_the_other_would(blocks: list[Block], most: int) -> None:
    report = Summary("Turn 1.1 is over", "", tuple(blocks), in_full="campaign log 2")
    at_once = laid_out(report, most, 40)
    one_by_one = room._Drawing.cut
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room._Drawing, "cut", lambda drawing, most: one_by_one(drawing, 10_000))
        assert laid_out(report, most, 40) == at_once


def test_the_work_grows_with_the_report() -> None:
    def wrapped(count: int) -> int:
        phrases = tuple(f"Battalion {n} to Place {n}" for n in range(count))
        with cProfile.Profile() as watched:
            laid_out(Summary("Turn 1.1 is over", "", (Block("Marches", phrases), Block("Lost", phrases[:3]))), 40, 80)
        return int(pstats.Stats(watched).total_calls)  # type: ignore[attr-defined]

    assert wrapped(1600) < 10 * wrapped(200)
