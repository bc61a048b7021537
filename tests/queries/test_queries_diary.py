"""The diary as a paper: of a side, a formation or a battalion, day by day, and only what its reader may know."""

import pytest

from campaign.errors import NotAllowed, NotFound
from campaign.journal import reading
from campaign.model import Battalion, Formation, Side
from campaign.queries.book.diary import diaries
from campaign.store import Store
from campaign.terms.viewer import UMPIRE
from campaign.views.book.diary import Diary
from tests.queries.front import ENEMY_OF_ALBA, viewer_of
from tests.tiny import named


def told(diary: Diary) -> list[str]:
    return [line.text for day in diary.days for line in day.lines]


def test_each_side_has_its_own_and_the_umpire_prints_the_same(front: Store) -> None:
    with reading(front) as board:
        alba, brenn = diaries(board, UMPIRE)
        own = diaries(board, viewer_of(board, "alba"))
        assert [told(diary) for diary in own] == [told(alba)] and told(alba) != told(brenn)
        assert [word for word in ENEMY_OF_ALBA if word in repr(own)] == []
        assert alba.days[0].day == 1 and alba.days[0].date.startswith(("Thursday", "Wednesday"))
        with pytest.raises(NotAllowed):
            diaries(board, viewer_of(board, "alba"), side=named(board, Side, "Brenn").id)


def test_of_a_battalion_and_of_a_formation_with_all_under_it(front: Store) -> None:
    with reading(front) as board:
        rifles = named(board, Battalion, "1st Rifles")
        over = board.row(Formation, rifles.organic_id)
        (own,) = diaries(board, UMPIRE, unit=rifles.key)
        (brigade,) = diaries(board, UMPIRE, unit=over.key)
        assert told(own) and all("Rifles" in line or "enemy" in line for line in told(own))
        assert set(told(own)) <= set(told(brigade)) and own.masthead.subtitle == rifles.name
        with pytest.raises(NotFound):
            diaries(board, viewer_of(board, "brenn"), unit=rifles.key)


def test_of_one_day(front: Store) -> None:
    with reading(front) as board:
        whole, *_ = diaries(board, UMPIRE)
        first, *_ = diaries(board, UMPIRE, day=1)
        assert first.days == tuple(day for day in whole.days if day.day == 1)
        with pytest.raises(NotFound, match=r"this diary has no day 9\. Write a day from 1 to 1"):
            diaries(board, UMPIRE, day=9)
