"""The strength return, the engineers' paper, the supply state and the recovery calendar: right figures, and only what
the reader may know."""

import pytest

from campaign.errors import NotAllowed
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Side, StrengthReturn
from campaign.queries.orbat.recovery import recovery_calendars
from campaign.queries.orbat.strength import strength_returns
from campaign.queries.orbat.tasks import engineer_papers
from campaign.queries.supply.supply_paper import supply_papers
from campaign.store import Store
from campaign.terms.state import State
from campaign.terms.viewer import UMPIRE
from campaign.values import asdict
from tests.queries.front import ENEMY_OF_ALBA, ENEMY_OF_BRENN, viewer_of
from tests.tiny import by_hand, named

QUERIES = pytest.mark.parametrize(
    "query", [strength_returns, engineer_papers, supply_papers, recovery_calendars], ids=lambda q: q.__name__
)


@pytest.fixture
def second_day(front: Store) -> Store:
    """The front on the evening of its first day: one battalion spent, one destroyed, one still to come."""
    with by_hand(front) as board:
        gone = named(board, Battalion, "2nd Rifles")
        gone.state, gone.on_map, gone.place_id = State.DESTROYED, False, None
        gone.destroyed_day, gone.destroyed_turn, gone.men = 1, 1, 100
        late = named(board, Battalion, "5th Fusiliers")
        late.arrives_day, late.arrives_turn, late.arrives_at_id, late.on_map, late.place_id = (
            2,
            1,
            late.place_id,
            False,
            None,
        )
        board.clock.day = 2
        content = {b.key: [b.state.value, b.men, b.vehicles, b.guns] for b in board.rows(Battalion)}
        board.make(StrengthReturn, day=1, content=content)
    return front


def test_the_strength_return_sums_by_the_formation_a_battalion_belongs_to(second_day: Store) -> None:
    with reading(second_day) as board:
        (paper,) = strength_returns(board, viewer_of(board, "alba"))
    top = paper.curves[0]
    assert (top.depth, top.name) == (0, "I Corps")
    assert [count.when for count in top.counts] == ["start", "15 May"]
    founding, first = top.counts
    battalions = founding.fit + founding.spent + founding.lost + founding.to_come
    assert battalions == first.fit + first.spent + first.lost + first.to_come
    assert (founding.spent, founding.lost, founding.to_come) == (0, 0, 1)
    assert (first.spent, first.lost, first.to_come) == (1, 1, 1)
    assert founding.men == 600 * (battalions - 1)
    lost_and_late = {"2nd Rifles", "5th Fusiliers"}
    with reading(second_day) as board:
        ours = {s.key: s.id for s in board.rows(Side)}["alba"]
        assert first.men == sum(
            b.men for b in board.rows(Battalion) if b.side_id == ours and b.name not in lost_and_late
        )
    brigades = {curve.name: curve for curve in paper.curves if curve.depth}
    assert (brigades["1st Brigade"].counts[1].spent, brigades["1st Brigade"].counts[1].lost) == (1, 1)
    assert brigades["2nd Brigade"].counts[1].to_come == 1


def test_the_recovery_calendar_has_a_row_for_whoever_was_not_fit(second_day: Store) -> None:
    with reading(second_day) as board:
        (paper,) = recovery_calendars(board, viewer_of(board, "alba"))
    assert [(row.name, row.now, row.days, row.may_return) for row in paper.rows] == [
        ("1st Rifles", "Engaged, spent", (State.FRESH, State.SPENT), False),
        ("2nd Rifles", "Destroyed", (State.FRESH, State.DESTROYED), True),
    ]
    assert (paper.out, paper.may_return, paper.spent, paper.resting) == (1, 1, 1, 0)
    (die,) = paper.dice
    assert (die.by, len(die.battalions)) == ("HQ 1st Division", 1)
    assert "5-6" in die.needs


def test_a_commanders_papers_hold_his_own_tree(second_day: Store) -> None:
    with reading(second_day) as board:
        (strength,) = strength_returns(board, viewer_of(board, "ash"))
        (calendar,) = recovery_calendars(board, viewer_of(board, "elm"))
    assert [curve.name for curve in strength.curves] == ["1st Brigade"]
    assert calendar.rows == ()


@QUERIES
def test_a_side_reads_nothing_of_the_other_even_when_the_umpire_prints(query: object, second_day: Store) -> None:
    assert callable(query)
    with reading(second_day) as board:
        own = {key: query(board, viewer_of(board, key)) for key in ("alba", "brenn")}
        umpires = query(board, UMPIRE)
    for papers, theirs in (
        (own["alba"], ENEMY_OF_ALBA),
        (own["brenn"], ENEMY_OF_BRENN),
        (umpires[:1], ENEMY_OF_ALBA),
        (umpires[1:], ENEMY_OF_BRENN),
    ):
        (paper,) = papers
        said = repr(asdict(paper))
        assert [word for word in theirs if word in said] == []


@QUERIES
def test_the_other_sides_papers_are_refused(query: object, front: Store) -> None:
    assert callable(query)
    with reading(front) as board:
        viewer = viewer_of(board, "alba")
        other = {s.key: s.id for s in board.rows(Side)}["brenn"]
        with pytest.raises(NotAllowed, match="the Alba side cannot see the Brenn order of battle"):
            query(board, viewer, other)


@QUERIES
def test_papers_ask_no_query_for_each_row(query: object, second_day: Store) -> None:
    assert callable(query)
    counted: list[str] = []

    def asked(board: JournalBoard) -> int:
        from sqlalchemy import event

        counted.clear()
        event.listen(board.connection, "before_cursor_execute", lambda *rest: counted.append(rest[2]))
        query(board, viewer_of(board, "alba"))
        return len(counted)

    with reading(second_day) as board:
        assert asked(board) < 56
