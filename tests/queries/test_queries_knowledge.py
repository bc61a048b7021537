"""Nobody learns of the other side what he has not seen (umpire 1.13)."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.errors import NotAllowed, NotFound
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Battle, BattleUnit, DiaryLine, Formation
from campaign.queries.contacts.sightings import sightings
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.day.decisions import decisions
from campaign.queries.day.status import status
from campaign.queries.day.weather import weather
from campaign.queries.map.map import map_for
from campaign.queries.map.objectives import objectives
from campaign.queries.orbat.losses import losses
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.roster import rosters
from campaign.queries.orbat.units import unit
from campaign.queries.orders.orders import order_form, orders
from campaign.queries.supply.supply import CAUSE_UNKNOWN, supply, supply_chain
from campaign.situation.army import load_army
from campaign.situation.knowledge import load_knowledge
from campaign.store import Store, open_store
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.views.common.json_values import as_json
from tests.queries.front import ENEMY_OF_ALBA, ENEMY_OF_BRENN, see, viewer_of
from tests.tiny import by_hand, named

Query = Callable[[JournalBoard, Viewer], Any]


def _own_units(board: JournalBoard, viewer: Viewer) -> Iterator[Any]:
    for known in load_knowledge(board, load_army(board), viewer).units():
        yield unit(board, viewer, str(known.id))


def _own_chains(board: JournalBoard, viewer: Viewer) -> Iterator[Any]:
    for known in load_knowledge(board, load_army(board), viewer).units():
        if isinstance(known, Formation):
            yield supply_chain(board, viewer, str(known.id))


QUERIES: dict[str, Query] = {
    "status": status,
    "orbat": orders_of_battle,
    "roster": rosters,
    "units": lambda board, viewer: list(_own_units(board, viewer)),
    "supply": supply,
    "supply now": lambda board, viewer: supply(board, viewer, fresh=True),
    "supply why": lambda board, viewer: list(_own_chains(board, viewer)),
    "losses": losses,
    "sightings": sightings,
    "objectives": objectives,
    "weather": weather,
    "orders": orders,
    "decisions": decisions,
    "sitreps": sitreps,
    "sitrep of a side": lambda board, viewer: sitreps(board, viewer, side=viewer.side),
    "map": map_for,
}


def text_of(query: Query, store: Store, who: str) -> str:
    with reading(store) as board:
        return json.dumps(as_json(query(board, viewer_of(board, who))), ensure_ascii=False)


@pytest.mark.sample(2)
@pytest.mark.parametrize("who", ["alba", "alba_co", "ash", "elm"])
@pytest.mark.parametrize("name", QUERIES)
def test_what_is_not_known_of_the_enemy_is_in_no_view(front: Store, name: str, who: str) -> None:
    said = text_of(QUERIES[name], front, who)
    assert [word for word in ENEMY_OF_ALBA if word in said] == []


@pytest.mark.parametrize("name", QUERIES)
def test_the_other_side_learns_no_more(front: Store, name: str) -> None:
    said = text_of(QUERIES[name], front, "brenn")
    assert [word for word in ENEMY_OF_BRENN if word in said] == []


@pytest.mark.parametrize("name", ["status", "orbat", "roster", "units", "sightings", "orders", "decisions"])
def test_the_umpire_sees_everything(front: Store, name: str) -> None:
    with by_hand(front) as board:
        see(board, "alba", "II/9")
    said = text_of(QUERIES[name], front, "umpire")
    assert ("II/9" if name in ("orbat", "roster", "units", "sightings") else "Brenn") in said


@settings(max_examples=12, deadline=None)
@given(
    seen=st.lists(
        st.tuples(st.sampled_from(["I/9", "II/9", "Wachtmann Company"]), st.booleans(), st.integers(1, 4)),
        max_size=5,
        unique_by=lambda s: (s[0], s[2]),
    )
)
def test_a_name_is_known_after_a_battle_only(
    template_files: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory, seen: list[Any]
) -> None:
    path = Path(shutil.copyfile(template_files("front"), tmp_path_factory.mktemp("seen") / "front.db"))
    store = open_store(path, write=True)
    with by_hand(store) as board:
        for name, is_named, turn in seen:
            see(board, "alba", name, named_=is_named, turn=turn)
    may = {name for name, is_named, _ in seen if is_named}
    for query in (sightings, sitreps, supply, decisions):
        said = text_of(query, store, "alba")
        assert {name for name in ("II/9", "Wachtmann Company") if name in said} <= may
    shown = {s["name"] for s in json.loads(text_of(sightings, store, "alba"))["sightings"]}
    latest = {name: is_named for name, is_named, turn in sorted(seen, key=lambda s: s[2])}
    assert shown - {""} == {name for name, is_named in latest.items() if is_named}
    store.close()


def test_what_cuts_the_road_is_unknown_until_it_is_seen(front: Store) -> None:
    with reading(front) as board:
        (side,) = supply(board, viewer_of(board, "alba")).sides
    assert [link.why for link in side.links if link.formation == "1st Brigade"] == [CAUSE_UNKNOWN]
    with by_hand(front) as board:
        see(board, "alba", "II/9")
    with reading(front) as board:
        (side,) = supply(board, viewer_of(board, "alba")).sides
    assert [link.why for link in side.links if link.formation == "1st Brigade"] == [
        "route cut by infantry battalion, seen just now (Birch Cross)"
    ]


def test_a_commander_sees_his_tree_his_neighbours_and_his_superiors_by_name(front: Store) -> None:
    with reading(front) as board:
        army = load_army(board)
        knowledge = load_knowledge(board, army, viewer_of(board, "ash"))
        names = {army.formations[i].name for i in knowledge.formations}
        assert names == {"1st Brigade", "2nd Brigade"}
        assert {army.formations[i].name for i in knowledge.neighbours} == {"2nd Brigade"}
        assert {army.formations[i].name for i in knowledge.superiors} == {"1st Division", "I Corps"}
        assert knowledge.knows(named(board, Battalion, "5th Fusiliers")) and not knowledge.commands(
            named(board, Battalion, "5th Fusiliers")
        )
        assert knowledge.commands(named(board, Battalion, "1st Rifles"))
        assert knowledge.knows(named(board, Battalion, "HQ 1st Division"))


def test_a_neighbours_orders_are_his_own_affair(front: Store) -> None:
    with reading(front) as board:
        assert unit(board, viewer_of(board, "elm"), "1st Rifles").order.order == "not known"
        assert unit(board, viewer_of(board, "ash"), "1st Rifles").order.order == "attack Birch Cross"


def test_an_enemy_unit_is_answered_like_a_name_that_nobody_bears(front: Store) -> None:
    with reading(front) as board, pytest.raises(NotFound, match="there is no unit called 'Wachtmann'") as refusal:
        unit(board, viewer_of(board, "alba"), "Wachtmann")
    assert not any(word in str(refusal.value).replace("'Wachtmann'", "") for word in ENEMY_OF_ALBA)


@pytest.mark.rule("NQM-DESIGN-05")
def test_the_papers_of_others_are_refused(front: Store) -> None:
    with reading(front) as board:
        red = viewer_of(board, "brenn").side
        with pytest.raises(NotAllowed, match="the Alba side cannot see the Brenn order of battle"):
            orders_of_battle(board, viewer_of(board, "alba"), red)
        with pytest.raises(
            NotAllowed,
            match="Brigadier Ash cannot see the papers of Brigadier Elm: only that commander and the umpire may",
        ):
            order_form(board, viewer_of(board, "ash"), "elm")
        with pytest.raises(NotFound, match="there is no commander called 'General Brenn'"):
            order_form(board, viewer_of(board, "alba"), "General Brenn")
        assert order_form(board, UMPIRE, "General Brenn").commander == "General Brenn"


@pytest.mark.rule("NQM-DESIGN-05")
def test_diary_lines_are_read_by_those_they_are_for(front: Store) -> None:
    with reading(front) as board:
        lines, army = board.rows(DiaryLine), load_army(board)
        said = {
            who: {line.text for line in load_knowledge(board, army, viewer_of(board, who)).diary(lines)}
            for who in ("umpire", "alba", "elm", "brenn")
        }
    assert len(said["umpire"]) == 3
    assert said["alba"] == said["elm"] == {"1st Rifles meet an enemy at Birch Cross."}
    assert said["brenn"] == {"II/9 meets an enemy at Birch Cross."}


def test_a_commander_reads_of_the_battles_that_he_knows(front: Store) -> None:
    """umpire 1.13: he knows a battle in which somebody fights whom he knows."""
    text = "The field is lost."
    with by_hand(front) as board:
        battle = named(board, Battle, "Birch Cross")
        board.make(
            DiaryLine, day=1, turn=1, place_in_turn=99, side_id=battle.attacker_id, battle_id=battle.id, text=text
        )

    def readers() -> set[str]:
        with reading(front) as board:
            lines, army, everybody = board.rows(DiaryLine), load_army(board), ("alba", "ash", "elm", "brenn")
            return {
                who
                for who in everybody
                if text in {d.text for d in load_knowledge(board, army, viewer_of(board, who)).diary(lines)}
            }

    knows = {who for who in ("ash", "elm") if readers() & {who}}
    with reading(front) as board:
        fought = board.rows(BattleUnit)
        for who in ("ash", "elm"):
            known = load_knowledge(board, load_army(board), viewer_of(board, who)).battalions
            assert (who in knows) is any(line.battalion_id in known for line in fought)
    assert "alba" in readers()
    assert "brenn" not in readers()
    with by_hand(front) as board:
        for line in board.rows(BattleUnit):
            board.erase(line)
    assert readers() == {"alba"}, "nobody whom a commander knows fights there"
