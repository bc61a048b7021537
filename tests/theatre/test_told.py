"""A position that was described is found again, to the hundred metres that the words keep."""

from hypothesis import given
from hypothesis import strategies as st

from campaign.terms.ground import RoadKind
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.position_text import Gazetteer
from campaign.theatre.values import Spot, Theatre, Way

SPOTS = (
    Spot(1, "a", "Ashford", 0, 0),
    Spot(2, "b", "Birch Cross", 9000, 0),
    Spot(3, "c", "Cold from Brook", 9000, 7000),
    Spot(4, "d", "Нижний Яр", 0, 7000),
)
ENDS = ((1, 2, RoadKind.METALLED), (2, 3, RoadKind.DESERT), (3, 4, RoadKind.TRACK), (4, 1, RoadKind.PASS))
MAP = Theatre(
    SPOTS,
    tuple(
        Way(n, f"r{n}", "", a, b, 10_000, (SPOTS[a - 1].point, SPOTS[b - 1].point), kind=kind)
        for n, (a, b, kind) in enumerate(ENDS, 1)
    ),
)

positions = st.one_of(st.builds(AtPlace, st.integers(1, 4)), st.builds(OnRoad, st.integers(1, 4), st.integers(1, 9999)))


@given(positions)
def test_what_was_described_is_found_where_it_is(position: Position) -> None:
    found = Gazetteer(MAP).position(MAP.describe(position))
    assert found is not None
    assert MAP.straight_m(found, position) <= 50


def test_words_that_name_nothing_find_nothing() -> None:
    reads = Gazetteer(MAP)
    assert [
        reads.position(words)
        for words in ("near Birch Cross", "off the map", "3.2 km from Ashford on the ferry to Oz", "")
    ] == [None] * 4
    assert reads.position("2.0 km from Birch Cross over the desert to Cold from Brook") == OnRoad(2, 2000)
