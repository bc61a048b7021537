"""The route of an order that is not given yet is the march that the order then makes on an empty road, as far as the
side knows the ground; what a side cannot see does not show in it."""

from __future__ import annotations

import shutil
from pathlib import Path
from time import perf_counter

import pytest

from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.errors import BadInput, NotAllowed, NotFound, Refused
from campaign.journal import JournalBoard, commit, reading
from campaign.model import Battalion, Commander, DiaryLine, Formation, Order, Place, Setting, Side, Sighting
from campaign.queries.common.outlook import look
from campaign.queries.orders.route_preview import route_preview
from campaign.rules.common.dice import Seeded
from campaign.situation.army import position_of
from campaign.store import Store, create, open_store
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.ground import ObstacleKind
from campaign.terms.state import OrderKind
from campaign.terms.time import Moment
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import asdict
from campaign.verbs.orders import GiveOrder
from campaign.views.orders.route import MarchRoute, RoutePreview
from tests.secrecy.hidden import block
from tests.shipped import shipped_scenario
from tests.tiny import by_hand, named

ORDERS = [
    ("3_coldstream_guards", "march", "Fort Capuzzo", ()),
    ("3_coldstream_guards", "attack", "Musaid", ("Sidi Omar",)),
    ("11_hussars", "march", "Bardia", ()),
    ("11_hussars", "withdraw", "Sidi Barrani", ("Bir Sofafi",)),
    ("2_rtr", "march", "Sollum Barracks", ()),
    ("4_rtr", "march", "Sidi Azeiz", ("Point 206",)),
    ("centre_column", "march", "Fort Capuzzo", ()),
    ("centre_column", "march", "Hafid Ridge", ("Sidi Suleiman",)),
    ("coast_column", "attack", "Musaid", ()),
    ("desert_column", "march", "Sidi Azeiz", ()),
    ("krad_15", "march", "Buq Buq", ()),
    ("colonna_montemurro", "withdraw", "Bardia", ()),
    ("herff_german_troops", "march", "Halfaya Pass, top", ()),
]


@pytest.fixture(scope="module")
def dawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity as it begins."""
    path = tmp_path_factory.mktemp("route") / "brevity.db"
    store = create(path)
    scenario = shipped_scenario("operation-brevity")
    found_campaign(store, scenario, name="brevity", seed="7", tabletop="brevity", weather=HISTORICAL, actor="test")
    store.close()
    return path


@pytest.fixture
def store(dawn: Path, tmp_path: Path) -> Store:
    """A copy of it to write into."""
    return open_store(Path(shutil.copyfile(dawn, tmp_path / "brevity.db")), write=True)


def alone(store: Store, key: str) -> None:
    """Take everybody off the map but this unit, and every order but the one to come."""
    with by_hand(store) as board:
        units = {one.key: one for one in [*board.rows(Formation), *board.rows(Battalion)]}
        unit = units[key]
        kept = (
            {unit.id}
            if isinstance(unit, Battalion)
            else {b.id for b in look(board, UMPIRE).army.battalions_under(unit.id)}
        )
        for battalion in board.rows(Battalion):
            if battalion.id not in kept:
                battalion.on_map, battalion.place_id, battalion.road_id, battalion.road_m = False, None, None, None
                battalion.resting, battalion.dug_in_turns = False, 0
                battalion.arrives_day = battalion.arrives_turn = battalion.arrives_at_id = None
        for order in board.rows(Order):
            board.erase(order)


def seen_by(store: Store, viewer: Viewer, *words: str, via: tuple[str, ...] = (), since: str = "") -> RoutePreview:
    """The preview of an order."""
    with reading(store) as board:
        return route_preview(board, viewer, *words, via=via, since=since)


def play(store: Store, until: Moment) -> None:
    """Let the clock run to the beginning of that turn, or to the end of the campaign."""
    while True:
        with reading(store) as board:
            if board.moment >= until or board.clock.phase.value == "over":
                return
        commit(store, None, Next(), source=Seeded("7"), actor="test")


def where(store: Store, key: str) -> dict[str, str]:
    """Where the battalions of a unit are, by short name."""
    with reading(store) as board:
        outlook = look(board, UMPIRE)
        army = outlook.army
        own = [b for b in army.battalions.values() if b.key == key] or army.battalions_under(
            named(board, Formation, key).id
        )
        return {b.short: outlook.theatre.describe(position_of(b)) for b in own if b.on_map}


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("key", "kind", "to", "via"), ORDERS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_it_is_the_march_on_an_empty_road(store: Store, key: str, kind: str, to: str, via: tuple[str, ...]) -> None:
    alone(store, key)
    seen = seen_by(store, UMPIRE, key, kind, to, via=via)
    commit(store, None, GiveOrder(key, kind, to, via), source=Seeded("7"), actor="test")
    assert seen.routes and not seen.cannot
    at_end_of: dict[Moment, dict[str, str]] = {}
    moment = seen.since
    while moment <= Moment(2, 4):
        play(store, moment.plus(1)) if moment < Moment(2, 4) else play(store, Moment(9, 1))
        at_end_of[moment] = where(store, key)
        moment = moment.plus(1)
    for march in seen.routes:
        ends = {turn_end.moment: turn_end.where for turn_end in march.turn_ends}
        firsts = [{at_end_of[turn][unit] for unit in march.units} for turn in ends]
        assert all(end in places for end, places in zip(ends.values(), firsts, strict=True))
        if march.arrives is not None:
            assert march.goal in {at_end_of[march.arrives][unit] for unit in march.units}
            assert march.clock in hours_of_arrival(store, march)
        if march.last_arrives is not None:
            assert {at_end_of[march.last_arrives][unit] for unit in march.units} == {march.goal}


def hours_of_arrival(store: Store, march: MarchRoute) -> set[str]:
    """The hours in the diary at which these units reached the end of this march."""
    with reading(store) as board:
        outlook = look(board, UMPIRE)
        ids = {b.id for b in board.rows(Battalion) if b.short in march.units}
        lines = [line for line in board.rows(DiaryLine) if line.battalion_id in ids and "reach" in line.text]
        return {f"{outlook.time_of(Moment(line.day, line.turn), line.seconds):%H:%M}" for line in lines}


def test_the_legs_add_up_and_their_hours_rise(store: Store) -> None:
    seen = seen_by(store, UMPIRE, "centre_column", "march", "Fort Capuzzo")
    for march in (*seen.routes, *seen.alternatives):
        assert sum(leg.metres for leg in march.legs) == march.metres
        times = [
            (leg.moment, leg.clock if leg.clock > "21" or leg.moment.turn > 1 else f"9{leg.clock}")
            for leg in march.legs
        ]
        assert times == sorted(times)
        assert [leg.end for leg in march.legs[:-1]] == [leg.start for leg in march.legs[1:]]
        assert march.legs[-1].end == march.goal == "Fort Capuzzo"


def test_an_alternative_is_what_the_order_by_way_of_its_places_does(store: Store) -> None:
    seen = seen_by(store, UMPIRE, "centre_column", "march", "Fort Capuzzo")
    assert len(seen.alternatives) == 2
    for other in seen.alternatives:
        asked = seen_by(store, UMPIRE, "centre_column", "march", "Fort Capuzzo", via=tuple(p.key for p in other.via))
        assert (asked.routes[0].legs, asked.routes[0].clock) == (other.legs, other.clock)
        assert other.way != seen.routes[0].way


def test_an_order_for_a_later_turn_begins_where_the_present_one_leads(store: Store) -> None:
    commit(store, None, GiveOrder("3_coldstream_guards", "march", "Bir Wair"), source=Seeded("7"), actor="test")
    now = seen_by(store, UMPIRE, "3_coldstream_guards", "march", "Bir Wair").routes[0]
    assert now.arrives is not None
    later = seen_by(store, UMPIRE, "3_coldstream_guards", "march", "Musaid", since=str(now.arrives.plus(1)))
    assert later.starts == "Bir Wair"
    assert later.replaces == "march to Bir Wair"


def test_a_player_sees_his_own_units_alone(store: Store) -> None:
    with reading(store) as board:
        erskine = named(board, Commander, "erskine")
        allied = named(board, Side, "allied").id
    viewer = Viewer(allied, (erskine.id,))
    assert seen_by(store, viewer, "3_coldstream_guards", "march", "Musaid").routes
    with pytest.raises(NotFound) as secret:
        seen_by(store, viewer, "krad_15", "march", "Musaid")
    with pytest.raises(NotFound) as unknown:
        seen_by(store, viewer, "krad_99", "march", "Musaid")
    assert str(secret.value).replace("krad_15", "") == str(unknown.value).replace("krad_99", "")
    with pytest.raises(NotAllowed):
        seen_by(store, viewer, "2_rtr", "march", "Musaid")
    assert not seen_by(store, viewer, "3_coldstream_guards", "march", "Musaid").unknown


def test_what_makes_no_sense_is_refused_as_the_order_is(store: Store) -> None:
    for words in (("2_rtr", "march"), ("2_rtr", "hold", "Musaid"), ("2_rtr", "dance", "Musaid"), ("2_rtr", "follow")):
        with pytest.raises((BadInput, Refused)) as of_order:
            commit(store, None, GiveOrder(*words), source=Seeded("7"), actor="test")
        with pytest.raises((BadInput, Refused)) as of_preview:
            seen_by(store, UMPIRE, *words)
        assert str(of_order.value) == str(of_preview.value)


def test_a_block_that_the_side_has_not_seen_does_not_show(store: Store) -> None:
    with reading(store) as board:
        viewer = Viewer(named(board, Side, "allied").id)
    before = seen_by(store, viewer, "3_coldstream_guards", "march", "Musaid")
    of_umpire = seen_by(store, UMPIRE, "3_coldstream_guards", "march", "Musaid")
    with by_hand(store) as board:
        block("axis", "bir_wair-musaid", ObstacleKind.MINEFIELD)(board)
    assert seen_by(store, viewer, "3_coldstream_guards", "march", "Musaid") == before
    now = seen_by(store, UMPIRE, "3_coldstream_guards", "march", "Musaid")
    assert now.routes == of_umpire.routes, "the route is what the side knows, whoever asks"
    assert any("a surprise" in line for line in now.unknown)


def test_a_known_enemy_halts_the_march_and_an_unknown_one_does_not_show(store: Store) -> None:
    with reading(store) as board:
        viewer = Viewer(named(board, Side, "allied").id)
    alone_there = seen_by(store, viewer, "3_coldstream_guards", "march", "Musaid")
    assert alone_there.routes[0].known_halt is None
    with by_hand(store) as board:
        enemy, bir_wair = named(board, Battalion, "krad_15"), named(board, Place, "Bir Wair")
        enemy.place_id, enemy.road_id, enemy.road_m = bir_wair.id, None, None
    assert seen_by(store, viewer, "3_coldstream_guards", "march", "Musaid") == alone_there
    with by_hand(store) as board:
        _sighted(board, "krad_15", "Bir Wair", viewer.side or 0)
    seen = seen_by(store, viewer, "3_coldstream_guards", "march", "Musaid").routes[0]
    assert seen.known_halt is not None
    assert seen.known_halt.text.startswith("halts just outside the sight of infantry, battalion, seen at Bir Wair")
    assert seen.known_halt.metres < seen.metres
    assert [passing.text for passing in seen.passes] == ["infantry, battalion, seen at Bir Wair now"]
    assert seen.clock == alone_there.routes[0].clock, "the hour is the one if no enemy holds it up"
    attack = seen_by(store, viewer, "3_coldstream_guards", "attack", "Musaid").routes[0]
    assert attack.known_halt is not None and attack.known_halt.text.startswith("meets infantry, battalion")
    assert attack.known_halt.metres > seen.known_halt.metres


def _sighted(board: JournalBoard, key: str, place: str, side: int) -> None:
    enemy = named(board, Battalion, key)
    board.make(
        Sighting,
        battalion_id=enemy.id,
        side_id=side,
        day=board.moment.day,
        turn=board.moment.turn,
        seconds=0,
        place_id=named(board, Place, place).id,
        arm=Arm.INFANTRY,
        mark=SizeMark.BATTALION,
        seen_by="2 RTR",
        how="location range",
    )


def test_it_writes_nothing_and_is_quick(store: Store) -> None:
    with reading(store) as board:
        before = board.ledger.head
    times = []
    for _ in range(5):
        begun = perf_counter()
        seen = seen_by(store, UMPIRE, "centre_column", "march", "Fort Capuzzo")
        times.append(perf_counter() - begun)
    assert asdict(seen)["kind"] == OrderKind.MARCH.value
    assert min(times) < 0.2, "measured at 0.016 s"
    with reading(store) as board:
        assert board.ledger.head == before


def test_an_order_that_takes_time_to_arrive_is_foreseen_with_its_delay(store: Store) -> None:
    """NQM-CRT: until the order reaches it, the unit follows the one before."""
    alone(store, "3_coldstream_guards")
    with by_hand(store) as board:
        board.make(Setting, key="nqm.reaction", value=True)
    play(store, Moment(1, 2))
    commit(store, None, GiveOrder("3_coldstream_guards", "march", "Sidi Suleiman"), source=Seeded("7"), actor="test")
    play(store, Moment(1, 3))
    seen = seen_by(store, UMPIRE, "3_coldstream_guards", "march", "Bir Wair", via=("Halfaya Pass, top",))
    assert any("takes effect" in note for note in seen.notes)
    done = commit(
        store,
        None,
        GiveOrder("3_coldstream_guards", "march", "Bir Wair", ("Halfaya Pass, top",)),
        source=Seeded("7"),
        actor="test",
    )
    assert seen.notes[0] in done.receipt.lines
    (march,) = seen.routes
    assert march.arrives is not None
    play(store, march.arrives.plus(1))
    assert where(store, "3_coldstream_guards") == {"3 CG": "Bir Wair"}
    assert (seen.since_clock, march.clock) == ("11:00", "14:52"), "it sets out when the order reaches it"


def test_a_march_by_way_of_the_place_where_it_begins_or_ends_is_foreseen(store: Store) -> None:
    """It has no leg to that place."""
    with reading(store) as board:
        start = look(board, UMPIRE).theatre.describe(position_of(named(board, Battalion, "2_rtr")))
    for via in ((start,), (start, "Sidi Suleiman"), ("Sidi Suleiman", "Sidi Suleiman"), ("Point 206",)):
        assert seen_by(store, UMPIRE, "2_rtr", "attack", "Point 206", via=via).alternatives is not None
