"""A position as closely as it is told: it is described in the same words, and what is told says no more."""

from hypothesis import given
from hypothesis import strategies as st

from campaign.journal.old_words import OldCampaign
from campaign.terms.ground import RoadKind
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.values import Spot, Theatre, Way

SPOTS = (
    Spot(1, "a", "Ashford", 0, 0),
    Spot(2, "b", "Birch Cross", 9000, 0),
    Spot(3, "c", "Cold from Brook", 9000, 7000),
    Spot(4, "d", "Нижний Яр", 0, 7000),
)
ENDS = (
    (1, 2, RoadKind.METALLED, 10_000),
    (2, 3, RoadKind.DESERT, 6_510),
    (3, 4, RoadKind.TRACK, 6_511),
    (4, 1, RoadKind.PASS, 100),
)
MAP = Theatre(
    SPOTS,
    tuple(
        Way(n, f"r{n}", "", a, b, length, (SPOTS[a - 1].point, SPOTS[b - 1].point), kind=kind)
        for n, (a, b, kind, length) in enumerate(ENDS, 1)
    ),
)
OLD_MAP = OldCampaign(
    {spot.place: {"name": spot.name} for spot in SPOTS},
    {way.road: {"a_id": way.a, "b_id": way.b, "length_m": way.length_m, "kind": way.kind.value} for way in MAP.ways},
    {},
)

on_roads = st.sampled_from(MAP.ways).flatmap(
    lambda way: st.builds(OnRoad, st.just(way.road), st.integers(1, way.length_m - 1))
)
positions = st.one_of(st.builds(AtPlace, st.integers(1, 4)), on_roads)


@given(positions)
def test_a_position_as_it_is_told_is_told_in_the_same_words(position: Position) -> None:
    as_told = MAP.as_described(position)
    assert MAP.describe(as_told) == MAP.describe(position)
    assert MAP.as_described(as_told) == as_told
    if isinstance(position, OnRoad):
        assert isinstance(as_told, OnRoad)
        assert abs(as_told.metres - position.metres) <= 50


@given(on_roads)
def test_old_words_give_the_position_that_is_written_down_today(position: OnRoad) -> None:
    as_told = MAP.as_described(position)
    assert isinstance(as_told, OnRoad)
    old_words = MAP.describe(position).replace("across country to", "over the desert to")
    assert OLD_MAP.on_road(old_words) == (as_told.road, as_told.metres)


def test_it_is_told_to_the_hundred_metres_and_to_the_metre_near_a_place() -> None:
    assert MAP.as_described(OnRoad(1, 3_249)) == OnRoad(1, 3_200)
    assert MAP.as_described(OnRoad(1, 8_040)) == OnRoad(1, 8_000)
    assert MAP.as_described(OnRoad(1, 9_960)) == OnRoad(1, 9_960)
    assert MAP.as_described(OnRoad(2, 3_254)) == OnRoad(2, 3_255), "3.3 km lie beyond the middle"
