"""The campaign book: every day, every battle, and nothing that its reader did not know."""

import pytest
from sqlalchemy import event

from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Battle, DiaryLine, Formation, Place
from campaign.queries.book.book import book, book_for
from campaign.queries.book.diary import diaries
from campaign.store import Store
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.values import asdict
from tests.queries.front import ENEMY_OF_ALBA, ENEMY_OF_BRENN, viewer_of
from tests.tiny import battalion, by_hand, named


@pytest.fixture
def war(front: Store) -> Store:
    """The front, with its battle laid on a table."""
    with by_hand(front) as board:
        (fight,) = board.rows(Battle)
        place = board.row(Place, fight.place_id)
        fight.table = {
            "width_in": 96,
            "depth_in": 40,
            "scale_in_per_km": 8,
            "centre": [place.x_m, place.y_m],
            "turned_deg": 0,
        }
    return front


def test_the_book_has_a_day_a_battle_and_every_battalion(war: Store) -> None:
    with reading(war) as board:
        found = book(board, UMPIRE)
        names = {b.name for b in board.rows(Battalion)}
    assert [day.day for day in found.days] == [1]
    assert [(battle.number, battle.name, [side.side for side in battle.sides]) for battle in found.battles] == [
        (1, "Birch Cross", ["Alba", "Brenn"])
    ]
    (fight,) = found.battles
    assert fight.story == ("Alba attacks Brenn at Birch Cross.", "The battle is still to be fought.")
    assert [next(fighter.name for fighter in side.fighters) for side in fight.sides] == ["1st Rifles", "II/9"]
    assert (found.days[0].battles, found.battles_of(found.days[0])) == ((1,), found.battles)
    assert found.encounters == ()
    assert {unit.name for formation in found.formations for unit in formation.units} == names
    assert len(found.start) == len(found.end) == 2
    rifles = next(unit for formation in found.formations for unit in formation.units if unit.name == "1st Rifles")
    assert (rifles.battles, rifles.began, rifles.ended) == ((1,), "600 men", "Engaged, spent: 560 of 700 men")
    assert [(line.when, line.text) for line in rifles.lines] == [("14 May 23:00", "Meet an enemy at Birch Cross.")]


def test_a_day_that_has_only_dawned_is_no_chapter(war: Store) -> None:
    with by_hand(war) as board:
        board.clock.day, board.clock.turn, board.clock.phase = 2, 1, Phase.ORDERS
    with reading(war) as board:
        found = book(board, UMPIRE)
    assert [day.day for day in found.days] == [1] and "to" not in found.span
    with by_hand(war) as board:
        board.clock.phase = Phase.MOVEMENT
    with reading(war) as board:
        assert [day.day for day in book(board, UMPIRE).days] == [1, 2]


@pytest.mark.parametrize(
    ("who", "theirs"), [("alba", ENEMY_OF_ALBA), ("ash", ENEMY_OF_ALBA), ("brenn", ENEMY_OF_BRENN)]
)
def test_a_reader_finds_only_what_he_may_know(who: str, theirs: tuple[str, ...], war: Store) -> None:
    with reading(war) as board:
        viewer = viewer_of(board, who)
        own, printed = book(board, viewer), book_for(board, UMPIRE, viewer.side, who if who == "ash" else "")
    said = repr(asdict(own))
    # The battle's place bears the name of no unit; whoever stood there is told by arm and size.
    assert [word for word in theirs if word in said] == []
    assert printed == own


def test_what_is_told_of_several_at_one_hour_stands_in_one_line(war: Store) -> None:
    with by_hand(war) as board:
        for step, name in enumerate(("2nd Rifles", "1st Hussars")):
            unit = named(board, Battalion, name)
            board.make(
                DiaryLine,
                day=1,
                turn=2,
                place_in_turn=90 + step,
                seconds=None,
                side_id=unit.side_id,
                battalion_id=unit.id,
                text=f"{name} marches to Birch Cross.",
                plural="march to Birch Cross.",
            )
    with reading(war) as board:
        (diary,) = diaries(board, viewer_of(board, "alba"))
    assert diary.days[-1].lines[-1].text == "2nd Rifles and 1st Hussars march to Birch Cross."


def test_more_battalions_ask_no_more_queries(war: Store) -> None:
    asked: list[str] = []

    def queries(board: JournalBoard) -> int:
        asked.clear()
        book(board, viewer_of(board, "alba"))
        return len(asked)

    def note(*statement: object) -> None:
        asked.append(str(statement[2]))

    with reading(war) as board:
        event.listen(board.connection, "before_cursor_execute", note)
        before = queries(board)
    with by_hand(war) as board:
        brigade = named(board, Formation, "2nd Brigade")
        place = named(board, Battalion, "5th Fusiliers").place_id
        for number in range(20):
            battalion(board, f"{number + 6}th Fusiliers", brigade, place_id=place)
    with reading(war) as board:
        event.listen(board.connection, "before_cursor_execute", note)
        assert queries(board) == before
