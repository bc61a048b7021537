"""The columns of a return on its page, and its answers in the file beside it, under every system."""

from __future__ import annotations

from itertools import pairwise

import pytest

from campaign.exchange.returns.template import return_file
from campaign.journal import reading
from campaign.queries.battle.packet import side_papers
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.store import Store
from campaign.terms.return_box import FieldKind
from campaign.terms.viewer import UMPIRE
from campaign_reports.return_columns import asked_of
from campaign_reports.style import MM
from tests.clash import meet

ROOM, PLACE = 190 * MM, 23 * MM
"""Width of a page between its margins, and what somebody needs to write a place by hand."""


@pytest.mark.parametrize("key", SYSTEMS)
def test_where_a_unit_ended_has_room_and_all_columns_stand_on_the_page(tiny: Store, key: str) -> None:
    meet(tiny)
    with reading(tiny) as board:
        form = side_papers(board, UMPIRE, "1", tabletop=key)[0].form
    columns = asked_of(form, ROOM)
    assert columns[-1].x + columns[-1].wide <= ROOM + 0.01
    assert all(one.x + one.wide == pytest.approx(following.x) for one, following in pairwise(columns))
    assert all(one.wide >= PLACE for one in columns if one.column.kind is FieldKind.PLACE)


def test_the_answers_of_a_return_file_are_words_each_once(tiny: Store) -> None:
    meet(tiny)
    with reading(tiny) as board:
        text = return_file(side_papers(board, UMPIRE, "1", tabletop="nqm")[0], 1)
    assert (
        "# A line is answered  unchanged, surrendered, dispersed, truck lost or headquarters hit;  more is said as in\n"
        in text
    )
