"""Ways by road for the doctrine, searched outward as far as they are asked for: what NetworkX finds on the whole map."""

from __future__ import annotations

from math import inf

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from campaign.play.ways import Outward, Ways
from campaign.terms.position import AtPlace
from campaign.theatre.values import Spot, Theatre, Way

PLACES = range(1, 9)
ROADS = st.lists(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES), st.integers(1, 6)).filter(
        lambda road: road[0] != road[1]
    ),
    max_size=16,
)


def graph_of(roads: list[tuple[int, int, int]]) -> nx.Graph[int]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(PLACES)
    for a, b, metres in sorted(roads, key=lambda road: -road[2]):
        graph.add_edge(a, b, metres=metres)
    return graph


@given(
    roads=ROADS,
    goal=st.sampled_from(PLACES),
    asked=st.lists(st.sampled_from(PLACES), max_size=4),
    far=st.integers(0, 9),
)
def test_a_search_that_goes_on_finds_what_one_over_the_whole_map_does(
    roads: list[tuple[int, int, int]], goal: int, asked: list[int], far: int
) -> None:
    graph = graph_of(roads)
    onward, metres = nx.dijkstra_predecessor_and_distance(graph, goal, weight="metres")
    adjacent = {place: tuple((end, road["metres"]) for end, road in ends.items()) for place, ends in graph.adjacency()}
    outward = Outward(adjacent, goal, frozenset())
    outward.go_within(far)
    assert outward.metres.items() >= {(place, m) for place, m in metres.items() if m <= far}
    for place in asked:
        outward.go_to([place])
        assert outward.metres.get(place) == metres.get(place)
        assert not onward.get(place) or outward.next_from(place) == min(onward[place])
    assert outward.metres.items() <= metres.items()


@given(
    roads=ROADS,
    start=st.sampled_from(PLACES),
    goal=st.sampled_from(PLACES),
    shunned=st.frozensets(st.sampled_from(PLACES)),
)
def test_a_way_round_leads_through_no_shunned_place(
    roads: list[tuple[int, int, int]], start: int, goal: int, shunned: frozenset[int]
) -> None:
    spots = tuple(Spot(place, f"p{place}", f"P{place}", float(place), 0.0) for place in PLACES)
    ways = tuple(
        Way(100 + n, f"w{n}", "", a, b, metres, ((float(a), 0.0), (float(b), 0.0)))
        for n, (a, b, metres) in enumerate(roads)
    )
    theatre = Theatre(spots, ways)
    open_roads = graph_of(roads).subgraph(set(PLACES) - (shunned - {start, goal}))
    metres = nx.single_source_dijkstra_path_length(open_roads, start, weight="metres").get(goal, inf)
    assert Ways(theatre).metres(AtPlace(start), goal, shunned=shunned) == metres
    way = Ways(theatre).places(AtPlace(start), goal, shunned=shunned)
    assert bool(way) == (metres < inf)
    assert shunned.isdisjoint(way[1:-1])


def test_a_search_goes_no_farther_than_it_is_asked_for() -> None:
    row = range(1000)
    roads = {place: tuple((end, 100) for end in (place - 1, place + 1) if end in row) for place in row}
    outward = Outward(roads, 500, frozenset())
    outward.go_to([503])
    assert len(outward.metres) <= 8
    outward.go_within(1000)
    assert len(outward.metres) == 21
