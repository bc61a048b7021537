"""Marches that are halted, orders that lapse or lead another way, and enemies who face each other: in the receipt and in
the reports of umpire and side (OB-OBS-04, -05, OB-LOC-05; umpire 1.4, 1.13, 1.14)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.house_rules import SetRule
from campaign.journal import JournalBoard, living, reading
from campaign.model import (
    Battalion,
    Commander,
    Contact,
    DiaryLine,
    EngineeringTask,
    Formation,
    Obstacle,
    Order,
    Place,
    Road,
    Side,
    Sighting,
)
from campaign.queries.day.day_report import day_report
from campaign.queries.day.side_news import news_since
from campaign.situation.army import put
from campaign.situation.standing import DOCTRINE, LAPSED, SCENARIO
from campaign.store import Store
from campaign.terms.forces import Engineers
from campaign.terms.ground import Cover, ObstacleKind, RoadKind, Surface
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import ContactState, News, OrderKind
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.verbs.adjustments import Adjust
from campaign.verbs.battles import NewBattle
from campaign.verbs.orders import GiveOrder
from campaign.verbs.rulings import RuleBattle
from campaign.views.day.day_report import DayReport
from campaign.views.day.side_news import SideNews
from tests.actions.stage import do, set_clock, stage, step
from tests.actions.test_actions_engineering import turns
from tests.tiny import named

ROAD = "ashford-birch_cross"


def mines(store: Store, at_m: int = 4000, road: str = ROAD) -> None:
    def lay(board: JournalBoard) -> None:
        values: dict[str, Any] = {"key": "mines", "name": "the mines", "at_m": at_m, "kind": ObstacleKind.MINEFIELD}
        board.make(Obstacle, road_id=named(board, Road, road).id, gapped=False, **values)
        named(board, Battalion, "1st Hussars").engineers = Engineers.SPECIALIST

    stage(store, lay)


def reports(store: Store) -> tuple[DayReport, SideNews]:
    """The umpire's report of everything since the founding, and the news of Alba."""
    with reading(store) as board:
        report = day_report(board, living(board)[0].seq)
        return report, news_since(board, Viewer(named(board, Side, "Alba").id), Moment(1))


def news_of_a_colleague(store: Store) -> SideNews:
    """The news of a commander of Alba with troops of another army, who is no neighbour of those of the story."""

    def seat(board: JournalBoard) -> None:
        side, above = named(board, Side, "Alba"), named(board, Formation, "1st Brigade")
        values: dict[str, Any] = {"level": above.level, "mark": above.mark, "arm": above.arm}
        values |= {"side_id": side.id, "nation_id": above.nation_id}
        army = board.make(Formation, key="army", name="Far Army", short="Army", **values)
        other = board.make(Formation, key="other", name="Other", short="Other", superior_id=army.id, **values)
        board.make(Commander, key="other_co", name="General Other", side_id=side.id, formation_id=other.id)

    stage(store, seat)
    with reading(store) as board:
        (him,) = (commander for commander in board.rows(Commander) if commander.key == "other_co")
        return news_since(board, Viewer(him.side_id, (him.id,)), Moment(1))


@pytest.mark.rule("OB-OBS-04", "OB-OBS-05")
def test_a_column_with_engineers_gaps_the_mines_that_halt_it(tiny: Store) -> None:
    mines(tiny)
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    met, _ = turns(tiny, (1, 2))
    assert any(
        line.startswith("1st Hussars to open a gap in the mines, which bars the road: 1 turn, from turn 1.3 on")
        and line.endswith("(OB-OBS-05)")
        for line in met.receipt.lines
    )
    report, news = reports(tiny)
    assert [(halted.text.split(" on ")[0], halted.since) for halted in report.halted] == [
        ("1st Rifles, 2nd Rifles halt at 4.0 km from Ashford", Moment(1, 2))
    ]
    assert news.halted[0].endswith("halted by the mines (minefield), since 1.2") and len(report.orders) == 1
    turns(tiny, (1, 3))
    with reading(tiny) as board:
        assert board.rows(Obstacle)[0].gapped
    turns(tiny, (1, 4))
    report, _ = reports(tiny)
    assert all("Hussars" not in halted.text for halted in report.halted)
    with reading(tiny) as board:
        assert named(board, Battalion, "1st Hussars").place_id == named(board, Place, "Birch Cross").id


@pytest.mark.parametrize("able", ["by order only", "no engineers"])
def test_nobody_gaps_who_may_not(tiny: Store, able: str) -> None:
    mines(tiny)
    if able == "by order only":
        do(tiny, SetRule("march.gaps", "off"))
    else:
        stage(tiny, lambda board: setattr(named(board, Battalion, "1st Hussars"), "engineers", Engineers.NONE))
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    played = turns(tiny, (1, 2), (1, 3), (1, 4))
    why = ", which no engineers open on the march (march.gaps is off)" if able == "by order only" else ""
    halted = f"Halted by the mines (minefield){why} since turn 1.2: 1st Rifles, 2nd Rifles, 1st Hussars (OB-OBS-01)"
    assert any(halted in done.receipt.lines for done in played)
    with reading(tiny) as board:
        assert not board.rows(EngineeringTask)
    report, news = reports(tiny)
    assert [(halted.side, halted.since) for halted in report.halted] == [("Alba", Moment(1, 2))], "told on all days"
    assert "the mines (minefield)" in news.halted[0]


def _byway(board: JournalBoard) -> None:
    """A long way round from Ashford by Coldbrook."""
    ashford, coldbrook = named(board, Place, "Ashford"), named(board, Place, "Coldbrook")
    values: dict[str, Any] = {"kind": RoadKind.TRACK, "surface": Surface.ROAD, "length_m": 30_000}
    board.make(Road, key="round", a_id=ashford.id, b_id=coldbrook.id, **values)


@pytest.mark.rule("OB-OBS-05")
@pytest.mark.parametrize("engineers", [True, False])
def test_a_march_by_a_named_road_opens_it_or_says_that_it_goes_round(tiny: Store, engineers: bool) -> None:
    mines(tiny)
    stage(tiny, _byway)
    if not engineers:
        stage(tiny, lambda board: setattr(named(board, Battalion, "1st Hussars"), "engineers", Engineers.NONE))
    told = " ".join(do(tiny, GiveOrder("1st Brigade", "attack", "Coldbrook", via=("Birch Cross",))).receipt.lines)
    assert ("1st Hussars is to open a gap in the mines (minefield)" in told) is engineers
    assert ("another way than ordered, which is barred by the mines (minefield)" in told) is not engineers
    done, _ = turns(tiny, (1, 2))
    report, news = reports(tiny)
    round_about = [line for line in done.receipt.lines if "another way than ordered" in line]
    if engineers:
        assert not round_about and "4.0 km from Ashford" in report.halted[0].text
    else:
        assert "go another way than ordered, which is barred by the mines (minefield)" in round_about[0]
        assert (
            report.orders[0][0] == "Alba" and "another way" in report.orders[0][1] and "another way" in news.orders[0]
        )


@pytest.mark.parametrize(
    ("giver", "kind"),
    [
        (SCENARIO, OrderKind.MARCH),
        ("umpire", OrderKind.MARCH),
        (SCENARIO, OrderKind.WITHDRAW),
        ("umpire", OrderKind.WITHDRAW),
    ],
)
def test_an_order_to_go_to_a_place_that_is_lost_lapses_unless_a_person_gave_it(
    tiny: Store, giver: str, kind: OrderKind
) -> None:
    def lose(board: JournalBoard) -> None:
        brigade = named(board, Battalion, "1st Rifles").present_id
        ashford, birch = named(board, Place, "Ashford"), named(board, Place, "Birch Cross")
        birch.owner_id = named(board, Side, "Alba").id
        key = "formation:alba_1st_brigade"
        values: dict[str, Any] = {"key": key, "day": 1, "turn": 1, "kind": kind, "to_id": birch.id}
        board.make(Order, formation_id=brigade, via=[], given_by=giver, **values)
        for battalion in board.rows(Battalion):
            put(battalion, AtPlace(birch.id if battalion.name in ("I/9", "II/9") else ashford.id))

    stage(tiny, lose)
    set_clock(tiny, 1, 2, Phase.PLACES)
    lines = step(tiny).receipt.lines
    with reading(tiny) as board:
        latest = max(board.rows(Order), key=lambda order: (order.day, order.turn))
    report, news = reports(tiny)
    assert news.orders and news_of_a_colleague(tiny).orders == (), "a colleague reads nothing of another's orders"
    if giver == SCENARIO:
        assert (latest.kind, latest.given_by, latest.turn) == (OrderKind.HOLD, LAPSED, 3)
        ends = f"the order to {kind} to Birch Cross lapses"
        why = "the enemy has taken Birch Cross (umpire 1.14)"
        change = "campaign march, attack, hold or withdraw UNIT"
        assert any(f": {ends}. By default hold, because {why}. To change it: {change}" in line for line in lines)
        assert "lapses" in report.orders[0][1] and "lapses" in news.orders[0]
    else:
        assert latest.kind is kind and any(f"the order to {kind} to Birch Cross stands" in line for line in lines)


def test_an_order_lapses_for_those_who_would_come_back_to_it_from_a_rest(tiny: Store) -> None:
    """The program has all of them go back to rest; they would march to the lost place again when they are fresh."""

    def lose(board: JournalBoard) -> None:
        brigade = named(board, Battalion, "1st Rifles").present_id
        ashford, birch = named(board, Place, "Ashford"), named(board, Place, "Birch Cross")
        birch.owner_id = named(board, Side, "Alba").id
        values: dict[str, Any] = {"day": 1, "formation_id": brigade, "via": [], "key": "formation:alba_1st_brigade"}
        board.make(Order, turn=1, kind=OrderKind.MARCH, to_id=birch.id, given_by=SCENARIO, **values)
        board.make(Order, turn=2, kind=OrderKind.WITHDRAW, to_id=ashford.id, given_by=DOCTRINE, **values)
        for battalion in board.rows(Battalion):
            put(battalion, AtPlace(birch.id if battalion.name in ("I/9", "II/9") else ashford.id))

    stage(tiny, lose)
    set_clock(tiny, 1, 2, Phase.PLACES)
    lines = step(tiny).receipt.lines
    assert any("the order to march to Birch Cross lapses" in line for line in lines)
    with reading(tiny) as board:
        assert max(board.rows(Order), key=lambda order: (order.day, order.turn)).given_by == LAPSED


@pytest.mark.rule("OB-LOC-05")
def test_a_halt_before_an_enemy_who_is_not_seen_says_no_more_to_its_side(tiny: Store) -> None:
    """A column halts 125 m outside its range, from where it sees nobody."""

    def near(board: JournalBoard) -> None:
        put(named(board, Battalion, "I/9"), OnRoad(named(board, Road, "birch_cross-coldbrook").id, 3000))
        put(named(board, Battalion, "1st Hussars"), AtPlace(named(board, Place, "Birch Cross").id))

    stage(tiny, near)
    do(tiny, GiveOrder("1st Hussars", "march", "Coldbrook"))
    done, _ = turns(tiny, (1, 2))
    assert any("just outside the location range of I/9" in line for line in done.receipt.lines), "for the umpire"
    _, news = reports(tiny)
    where = "1st Hussars halts at 1.9 km from Birch Cross on the metalled road to Coldbrook"
    assert news.halted == (f"{where}: an enemy ahead who is not seen, since 1.2",)


@pytest.mark.rule("OB-LOC-03")
def test_enemies_who_face_each_other_are_named_day_after_day(tiny: Store) -> None:
    def face(board: JournalBoard) -> None:
        road = named(board, Road, "birch_cross-coldbrook").id
        hussars, guard = named(board, Battalion, "1st Hussars"), named(board, Battalion, "I/9")
        put(hussars, OnRoad(road, 2000))
        put(guard, OnRoad(road, 2900))
        first, second = sorted((hussars.id, guard.id))
        for turn, seconds in ((1, 600), (2, 0)):
            values: dict[str, Any] = {
                "x_m": 12_400,
                "y_m": 0,
                "state": ContactState.STANDOFF,
                "why": "hold against hold",
            }
            contact: dict[str, Any] = {"first_id": first, "second_id": second, "second_locates": True}
            board.make(Contact, day=1, turn=turn, seconds=seconds, first_locates=True, **contact, **values)

    stage(tiny, face)
    set_clock(tiny, 2, 3, Phase.PLACES)
    stage(tiny, lambda board: None)
    report, news = reports(tiny)

    def parted(board: JournalBoard) -> None:
        for row in board.rows(Contact):
            row.state = ContactState.CLOSED if row.turn == 1 else row.state

    def together_again(board: JournalBoard) -> None:
        for row in board.rows(Contact):
            row.state = ContactState.STANDOFF

    (contact,) = report.contacts
    assert (contact.place, contact.sides, contact.since) == ("Birch Cross", (("1st Hussars",), ("I/9",)), Moment(1, 1))
    assert news.facing == (), "Alba has not seen him for a day"

    stage(tiny, parted)
    assert reports(tiny)[0].contacts[0].since == Moment(1, 2), "driven off and back again: not since 1.1 any more"
    stage(tiny, together_again)

    def see(board: JournalBoard) -> None:
        guard = named(board, Battalion, "I/9")
        values: dict[str, Any] = {
            "road_id": guard.road_id,
            "road_m": guard.road_m,
            "arm": guard.arm,
            "mark": guard.mark,
        }
        side = named(board, Side, "Alba").id
        values |= {"side_id": side, "battalion_id": guard.id, "place_id": named(board, Place, "Birch Cross").id}
        board.make(Sighting, day=2, turn=2, seen_by="a patrol", how="range", **values)

    stage(tiny, see)
    assert reports(tiny)[1].facing == ("Birch Cross: 1st Hussars against infantry, battalion, since 1.1",)
    stage(tiny, lambda board: setattr(named(board, Road, "birch_cross-coldbrook"), "cover", Cover.TERRAIN))
    assert reports(tiny)[0].contacts == (), "in terrain they see half a kilometre"


def test_reinforcements_wait_outside_a_place_where_an_enemy_stands(tiny: Store) -> None:
    def due(board: JournalBoard) -> None:
        hussars, birch = named(board, Battalion, "1st Hussars"), named(board, Place, "Birch Cross")
        put(hussars, None)
        hussars.arrives_day, hussars.arrives_turn, hussars.arrives_at_id = 1, 2, birch.id
        put(named(board, Battalion, "I/9"), AtPlace(birch.id))

    stage(tiny, due)
    for turn in (2, 3):
        set_clock(tiny, 1, turn, Phase.ARRIVALS)
        assert (
            step(tiny).receipt.lines[0].startswith("1st Hussars waits outside Birch Cross, where an enemy stands. To")
        )
    assert reports(tiny)[1].orders == ("1st Hussars waits outside Birch Cross, where an enemy stands",)
    assert news_of_a_colleague(tiny).orders == ()
    do(tiny, Adjust("1st Hussars", "in by the back way", at="Ashford"))
    with reading(tiny) as board:
        assert named(board, Battalion, "1st Hussars").on_map
    stage(tiny, lambda board: put(named(board, Battalion, "1st Hussars"), None))
    stage(tiny, lambda board: put(named(board, Battalion, "I/9"), AtPlace(named(board, Place, "Coldbrook").id)))
    set_clock(tiny, 1, 4, Phase.ARRIVALS)
    assert "1st Hussars arrives at Birch Cross" in step(tiny).receipt.lines[0]


def test_a_halt_is_no_news_any_more_for_who_has_fought_since(tiny: Store) -> None:
    """A battle moves its units, and tells it."""
    mines(tiny)
    stage(tiny, lambda board: setattr(named(board, Battalion, "1st Hussars"), "engineers", Engineers.NONE))
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    turns(tiny, (1, 2))
    for report in reports(tiny):
        assert len(report.halted) == 1
    do(tiny, NewBattle("Birch Cross", units=("1st Rifles", "I/9")))
    do(tiny, RuleBattle("1", "A skirmish.", held="alba"))
    for report in reports(tiny):
        assert not report.halted


@pytest.mark.rule("OB-OBS-04")
@pytest.mark.parametrize("via", [(), ("Birch Cross",)])
def test_a_march_that_is_led_round_when_its_road_closes_says_so_once(tiny: Store, via: tuple[str, ...]) -> None:
    def lead_round(board: JournalBoard) -> None:
        _byway(board)
        put(named(board, Battalion, "1st Rifles"), OnRoad(named(board, Road, ROAD).id, 2000))

    stage(tiny, lead_round)
    do(tiny, GiveOrder("1st Rifles", "march", "Coldbrook", via=via))
    first, _ = turns(tiny, (1, 2))
    assert not any("another way" in line for line in first.receipt.lines)
    stage(tiny, lambda board: put(named(board, Battalion, "1st Rifles"), OnRoad(named(board, Road, ROAD).id, 2000)))
    mines(tiny)
    done, _ = turns(tiny, (1, 3))
    (line,) = (line for line in done.receipt.lines if "another way" in line)
    assert "1st Rifles goes another way than" in line and "by the mines (minefield), 4.0 km from Ashford" in line
    length = "56.0" if via else "32.0"
    assert f"the new way is {length} km by Ashford - Coldbrook" in line
    report, news = reports(tiny)
    assert [text for _, text in report.orders] == list(news.orders) and f"the new way is {length} km" in news.orders[0]
    assert news_of_a_colleague(tiny).orders == ()

    def reword(board: JournalBoard) -> None:
        (told,) = (line for line in board.rows(DiaryLine) if line.news is News.ORDER)
        told.text, told.plural = "The way is longer.", None

    stage(tiny, reword)
    after, _ = turns(tiny, (1, 4))
    assert not any("another way" in line for line in after.receipt.lines), "once, by no words of the diary"
