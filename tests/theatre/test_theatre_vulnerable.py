"""Vulnerable points: what one lost place or road costs, against taking each away in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random

import plain_searches
from hypothesis import given
from hypothesis import strategies as st
from test_theatre_clearing import COMMAND, CORPS, DIVISION, SLOW, TRUCKS, chain_of, enemy
from theatre_maps import BLUE, DAY, RED, at, random_position, random_theatre, spot, theatre, vulnerability, way

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.chain import Echelon
from campaign.theatre.cut_graph import Link
from campaign.theatre.legs import Closed
from campaign.theatre.road_graph import fastest
from campaign.theatre.supply import SupplyNet
from campaign.theatre.values import Theatre
from campaign.theatre.vulnerable import Point, Vulnerability
from campaign.theatre.zones import Faced, Watcher
from campaign.values import replace
from tests.laws import tried


def on_it(position: Position, item: tuple[str, int]) -> bool:
    return item == (("place", position.place) if isinstance(position, AtPlace) else ("road", position.road))


def holds(on: Theatre, link: Link, clear_to: Callable[[Faced], Closed], item: tuple[str, int]) -> bool:
    kind, ident = item
    clear = clear_to(link.faced)
    closed = (
        replace(clear, places=clear.places | {ident})
        if kind == "place"
        else replace(clear, roads=clear.roads | {ident})
    )
    return any(
        fastest(on, start, goal, link.rates, closed, link.limit_seconds) is not None
        for start in link.starts
        for goal in link.goals
        if not on_it(start, item) and not on_it(goal, item)
    )


def by_trying(
    on: Theatre, clear: Callable[[Faced], Closed], chains: Mapping[int, Sequence[Link]]
) -> dict[tuple[str, int], set[int]]:
    items = [("place", s.place) for s in on.spots] + [("road", w.road) for w in on.ways]
    lost = {
        item: {f for f, links in chains.items() if not all(holds(on, link, clear, item) for link in links)}
        for item in items
    }
    return {item: formations for item, formations in lost.items() if formations}


def told(points: Sequence[Point]) -> dict[tuple[str, int], set[int]]:
    """Every road and every single place of the points; places inside a stretch go with it."""
    found: dict[tuple[str, int], set[int]] = {}
    for point in points:
        items = [("road", road) for road in point.roads] or [("place", place) for place in point.places]
        found |= {item: set(point.formations) for item in items}
    return found


def random_chains(seed: int) -> tuple[Theatre, Callable[[Faced], Closed], dict[int, Sequence[Link]]]:
    """A corps of two divisions with their brigades and its own troops, some enemies, and the chains in supply."""
    dice, on = Random(seed), random_theatre(seed, places=10, size_m=12_000)
    enemies = [Watcher.at(on, 300 + i, f"E{i}", RED, random_position(dice, on)) for i in range(dice.randrange(3))]
    rates = dice.choice((TRUCKS, SLOW))
    echelons = chain_of(random_position(dice, on), random_position(dice, on), random_position(dice, on), rates=rates)
    echelons.append(Echelon(4, "2 Division", Level.DIVISION, BLUE, CORPS, 104, random_position(dice, on), rates))
    brigade = ((301, random_position(dice, on)), (302, random_position(dice, on)))
    echelons.append(Echelon(5, "8 Brigade", Level.COMMAND, BLUE, 4, battalions=brigade))
    troops = ((303, random_position(dice, on)),)
    echelons.append(Echelon(6, "Corps troops", Level.COMMAND, BLUE, CORPS, battalions=troops))
    tracing = SupplyNet(on, echelons, enemies, DAY, BLUE, Closed())
    lines = tracing.lines()
    chains = {formation: tracing.links(formation) for formation in (1, 2, 3, 4, 5, 6)}
    return (
        on,
        tracing.closed_to,
        {
            formation: links
            for formation, links in chains.items()
            if isinstance(links, tuple) and all(lines[link.formation].linked for link in links)
        },
    )


@given(st.integers(0, 1_000_000))
def test_every_point_is_what_its_loss_costs(seed: int) -> None:
    on, clear, chains = random_chains(seed)
    expected = by_trying(on, clear, chains)
    points = Vulnerability(on, clear, chains, dict.fromkeys(chains, 1)).points
    sites = told(points)
    inside = {("place", place) for point in points if point.roads for place in point.places}
    for site, formations in sites.items():
        assert expected.get(site) == formations, (seed, site)
    for site, formations in expected.items():
        assert sites.get(site, formations if site in inside else None) == formations, (seed, site)


@tried(12, long=200)
@given(st.integers(0, 1_000_000))
def test_no_fewer_places_and_roads_cut_a_formation_off(seed: int) -> None:
    """Against taking every two and every three of them away."""
    on, clear, chains = random_chains(seed)
    cuts = {f: cut for cut in Vulnerability(on, clear, chains, {}).cuts for f in cut.formations}
    sites = [("place", s.place) for s in on.spots] + [("road", w.road) for w in on.ways]
    for formation, chain in chains.items():
        ends = {site for site in sites for link in chain for end in (*link.starts, *link.goals) if on_it(end, site)}
        open_sites = [site for site in sites if site not in ends]
        size = next(
            (n for n in (1, 2, 3) for lost in combinations(open_sites, n) if cuts_off(on, chain, clear, lost)), 0
        )
        if formation not in cuts:
            assert size in (0, 1), (seed, formation)
            continue
        cut = cuts[formation]
        lost = [("place", place) for place in cut.places] + [("road", road) for road in cut.roads]
        assert ends.isdisjoint(lost) and cuts_off(on, chain, clear, lost), (seed, formation)
        assert len(cut) == size or (size == 0 and len(cut) > 3), (seed, formation)


def cuts_off(
    on: Theatre, chain: Sequence[Link], clear: Callable[[Faced], Closed], lost: Sequence[tuple[str, int]]
) -> bool:
    places, roads = ({ident for kind, ident in lost if kind == wanted} for wanted in ("place", "road"))

    def less(closed: Closed) -> Closed:
        return replace(closed, places=closed.places | places, roads=closed.roads | roads)

    return any(
        plain_searches.nearest(on, link.starts, link.goals, link.rates, less(clear(link.faced)), link.limit_seconds)
        is None
        for link in chain
    )


def test_one_road_is_one_stretch_and_counts_all_that_hang_on_it() -> None:
    spots = [spot(1, 0, 0, home_of=BLUE), spot(2, 10_000, 0), spot(3, 20_000, 0), spot(4, 24_000, 0)]
    on = theatre(spots, [way(1, spots[0], spots[1]), way(2, spots[1], spots[2]), way(3, spots[2], spots[3])])
    echelons = chain_of(AtPlace(3), AtPlace(3), AtPlace(4), AtPlace(4))
    points = vulnerability(on, echelons, [], DAY, BLUE, {CORPS: 1, DIVISION: 1, COMMAND: 2}).points
    assert [(p.places, p.roads, p.battalions, p.formations) for p in points] == [
        ((1, 2, 3), (1, 2), 4, (CORPS, DIVISION, COMMAND)),
        ((3, 4), (3,), 2, (COMMAND,)),
    ]


def test_two_ways_leave_only_their_ends() -> None:
    a, b, c, d = spot(1, 0, 0, home_of=BLUE), spot(2, 10_000, 0), spot(3, 10_000, 9000), spot(4, 20_000, 0)
    on = theatre([a, b, c, d], [way(1, a, b), way(2, b, d), way(3, a, c), way(4, c, d)])
    points = vulnerability(on, chain_of(at(d), at(d), at(d)), [], DAY, BLUE, {COMMAND: 3}).points
    assert [(p.places, p.roads, p.battalions) for p in points] == [((1,), (), 3), ((4,), (), 3)]


def test_an_enemy_on_one_of_them_makes_the_other_vulnerable() -> None:
    a, b, c, d = spot(1, 0, 0, home_of=BLUE), spot(2, 10_000, 0), spot(3, 10_000, 9000), spot(4, 20_000, 0)
    on = theatre([a, b, c, d], [way(1, a, b), way(2, b, d), way(3, a, c), way(4, c, d)])
    points = vulnerability(on, chain_of(at(d), at(d), at(d)), [enemy(9, 10_000, 0)], DAY, BLUE, {COMMAND: 3}).points
    assert [(p.places, p.roads) for p in points] == [((1, 3, 4), (3, 4))]


def test_parallel_roads_are_no_bridge_but_the_march_limit_may_make_one() -> None:
    a, b = spot(1, 0, 0, home_of=BLUE), spot(2, 20_000, 0)
    on = theatre([a, b], [way(1, a, b), way(2, a, b, (10_000, 9000))])
    points = vulnerability(on, chain_of(at(a), at(a), at(b)), [], DAY, BLUE, {COMMAND: 1}).points
    assert [(p.places, p.roads) for p in points] == [((1, 2), (1,))], "the way round of 26.9 km is beyond 22.25"
    long = vulnerability(on, chain_of(at(b), at(b), at(b)), [], DAY, BLUE, {COMMAND: 1}).points
    assert [(p.places, p.roads) for p in long] == [((1,), ()), ((2,), ())]


def test_a_unit_on_a_road_hangs_on_it_and_on_neither_end_alone() -> None:
    a, b = spot(1, 0, 0, home_of=BLUE), spot(2, 20_000, 0)
    on = theatre([a, b], [way(1, a, b), way(2, a, b, (10_000, 3000))])
    points = vulnerability(
        on, chain_of(OnRoad(1, 8000), OnRoad(1, 8000), OnRoad(1, 9000)), [], DAY, BLUE, {COMMAND: 1}
    ).points
    assert [(p.places, p.roads) for p in points] == [((1, 2), (1,))]


def test_a_brigade_with_two_ways_is_cut_off_by_a_place_on_the_one_and_a_road_on_the_other() -> None:
    home, ford, village, camp = (
        spot(n, x, y) for n, x, y in ((1, 0, 0), (2, 9000, 4000), (3, 9000, -4000), (4, 18_000, 0))
    )
    home = replace(home, home_of=BLUE)
    on = theatre(
        [home, ford, village, camp],
        [
            way(1, home, ford),
            way(2, ford, camp),
            way(3, home, village),
            way(4, home, village, (5000, -5000)),
            way(5, village, camp),
            way(6, village, camp, (14_000, -5000)),
        ],
    )
    cuts = vulnerability(on, chain_of(at(camp), at(camp), at(camp)), [], DAY, BLUE, {COMMAND: 3}).cuts
    assert [(c.places, c.roads, c.battalions, c.formations) for c in cuts] == [((3,), (2,), 3, (COMMAND,))]
