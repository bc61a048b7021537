"""The situation report of a commander: the last day from facts, what he owes, his supply line, his papers by command."""

import json
import re
from pathlib import Path

import pytest

from campaign.journal import commit, reading
from campaign.journal.undo import undo
from campaign.model import Battalion, Place, Side
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.orbat.roster import rosters
from campaign.queries.orders.orders import order_form, printed_form
from campaign.rules.common.dice import Scripted
from campaign.store import Store, open_store
from campaign.terms.state import State
from campaign.terms.viewer import UMPIRE
from campaign.verbs.orders import GiveOrder
from campaign.views.common.json_values import as_json
from campaign.views.contacts.sitrep import Sitrep
from campaign.views.orbat.roster import RosterGroup
from tests.queries.front import see
from tests.secrecy import stages
from tests.tiny import by_hand, named


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Market Garden after a day."""
    return stages.made("garden", tmp_path_factory.mktemp("garden") / "campaign.db")


def report_of(store: Store, commander: str = "ash") -> Sitrep:
    with reading(store) as board:
        (report,) = sitreps(board, UMPIRE, commander=commander)
    return report


def told(report: Sitrep) -> list[str]:
    return [event.text for event in report.digest.events]


def test_the_last_day_tells_of_battles_and_ground_from_facts(front: Store) -> None:
    before = told(report_of(front))
    assert before[0] == "1st Rifles met the enemy at Birch Cross (battle 1); still to be fought."
    with by_hand(front) as board:
        named(board, Place, "Birch Cross").owner_id = named(board, Side, "Alba").id
    gained = told(report_of(front))
    assert [text for text in gained if text not in before] == ["Birch Cross gained."]
    with by_hand(front) as board:
        named(board, Place, "Birch Cross").owner_id = named(board, Side, "Brenn").id
    lost = report_of(front)
    assert ("Birch Cross lost.", True) in [(event.text, event.is_blow) for event in lost.digest.events]


def test_what_was_undone_is_not_told(front: Store) -> None:
    with by_hand(front) as board:
        named(board, Place, "Birch Cross").owner_id = named(board, Side, "Alba").id
    assert "Birch Cross gained." in told(report_of(front))
    undo(front, actor="umpire")
    assert "Birch Cross gained." not in told(report_of(front))


def test_losses_outside_a_battle_and_arrivals_are_told_by_command(front: Store) -> None:
    with by_hand(front) as board:
        named(board, Battalion, "2nd Rifles").state = State.SPENT
        hussars = named(board, Battalion, "1st Hussars")
        hussars.on_map, place, hussars.place_id = False, hussars.place_id, None
    with by_hand(front) as board:
        hussars = named(board, Battalion, "1st Hussars")
        hussars.on_map, hussars.place_id = True, place
    lines = told(report_of(front))
    assert "Outside a battle: Spent: 1st Rifles and 2nd Rifles." in lines
    assert "1st Hussars arrived." in lines


def test_who_is_due_in_a_day_is_told_last(front: Store) -> None:
    with by_hand(front) as board:
        hussars = named(board, Battalion, "1st Hussars")
        hussars.on_map, place, hussars.place_id = False, hussars.place_id, None
        hussars.arrives_day, hussars.arrives_turn, hussars.arrives_at_id = 1, 3, place
    assert told(report_of(front))[-1].startswith("Expected on 15 May at ")


def test_an_order_without_an_aim_and_a_spent_battalion_are_his_to_decide(front: Store) -> None:
    with by_hand(front) as board:
        named(board, Battalion, "2nd Rifles").state = State.SPENT
    commit(front, None, GiveOrder("1st Brigade", "march", "Birch Cross"), source=Scripted(()), actor="umpire")
    texts = [decision.text for decision in report_of(front).decisions]
    assert "With what aim does 1st Brigade move?" in texts
    assert "Rest 2nd Rifles (spent)?" in texts


def test_an_enemy_in_reach_is_his_to_attack_or_to_leave(front: Store) -> None:
    texts = [decision.text for decision in report_of(front).decisions]
    assert not any("Attack, keep at a distance or ignore" in text for text in texts), "nobody was seen"
    with by_hand(front) as board:
        see(board, "alba", "Wachtmann Company")
        named(board, Battalion, "2nd Rifles").place_id = named(board, Place, "Birch Cross").id
    texts = [decision.text for decision in report_of(front).decisions]
    asked = next((text for text in texts if "Attack, keep at a distance or ignore" in text), "")
    assert asked == "Attack, keep at a distance or ignore the enemy near Birch Cross (infantry, company): 2nd Rifles?"


def test_unseen_enemies_change_nothing_on_a_commanders_paper(front: Store) -> None:
    def words() -> str:
        plain = as_json(report_of(front))
        for head in (plain["masthead"], plain["order_form"]["masthead"]):
            head["head"] = ""
        return json.dumps(plain, ensure_ascii=False)

    before = words()
    with by_hand(front) as board:
        brenn = named(board, Side, "Brenn").id
        unseen = [b for b in board.rows(Battalion) if b.side_id == brenn and b.name == "Wachtmann Company"]
        assert unseen
        for battalion in unseen:
            battalion.state, battalion.men = State.SPENT, 1
    assert words() == before


def test_a_corps_is_told_and_ordered_by_its_commands(garden: Path) -> None:
    store = open_store(garden, write=False)
    report = report_of(store, "horrocks")
    with reading(store) as board:
        every_row, printed = order_form(board, UMPIRE, "horrocks"), printed_form(board, UMPIRE, "horrocks")
    store.close()
    assert len(report.own) <= 20 and "Guards Armoured Division" in {line.name for line in report.own}
    assert 4 <= len(report.digest.events) <= 10
    battle = next(event for event in report.digest.events if "Valkenswaard (battle 3)" in event.text)
    assert (
        "Guards Armoured Division (14 battalions) attacked at Valkenswaard (battle 3); we hold the field."
        in battle.text
    )
    assert battle.is_blow and "Destroyed: 5th Coldstream Guards." in battle.text
    assert not any("halts" in event.text or "enemy ahead" in event.text for event in report.digest.events)
    assert all(row.is_command or not row.follows for row in printed.rows)
    assert {row.name for row in every_row.rows} == {row.name for row in printed.rows} | set(printed.unlisted)
    assert len(printed.rows) <= 20 < len(every_row.rows)


def test_the_line_of_a_force_that_is_cut_off_is_drawn_from_the_home_edge_with_what_threatens_it(garden: Path) -> None:
    store = open_store(garden, write=False)
    news = report_of(store, "horrocks").supply
    store.close()
    assert news is not None and news.strip is not None
    assert news.cut == ("32nd Guards Brigade", "Guards Armoured Divisional Troops")
    assert news.strip.stops[0] == (0, "Leopoldsburg (Bourg-Leopold)")
    (cut,) = news.strip.cut
    (threatened,) = news.strip.threatened
    assert cut.to_m == news.strip.length_m and cut.from_m < threatened.from_m < threatened.to_m <= news.strip.length_m
    assert news.strip.threats == ("infantry, battalion; anti-aircraft, company near Son, 0.5 km from the line",)
    assert all("even without the enemy the route is too long" in cause.why for cause in news.cut_off)


def test_a_commander_reads_what_an_objective_is_worth_and_when_a_lost_battalion_may_return(garden: Path) -> None:
    store = open_store(garden, write=False)
    report, german = report_of(store, "horrocks"), report_of(store, "bittrich")
    store.close()
    worth = {fact.label: fact.text for fact in report.objectives}
    assert "arnhem" in worth["8 a day"].lower() and "arnhem" in worth["40 on day 9"].lower()
    assert all("held: " in text.lower() for text in worth.values())
    assert re.fullmatch(r"\d+ points? so far", report.score)
    marches = {fact.label: fact.text for fact in report.marches}
    assert marches["foot"] == "8 / 6 / 3; by night 5 / 4 / 2", "kilometres by road, across country, in terrain"
    assert german.objectives and german.objectives != report.objectives, "each side has its own"
    assert [fact.text for fact in report.out_of_play if "rolls: " not in fact.text] == []


def test_losses_are_told_since_yesterday_and_since_the_start_and_no_count_holds_another(garden: Path) -> None:
    store = open_store(garden, write=False)
    report = report_of(store, "horrocks")
    store.close()
    guards = next(line for line in report.own if line.name == "Guards Armoured Division")
    assert [count.kind for count in guards.counts] == ["men", "tanks"]
    assert [count.lost_so_far for count in guards.counts] == [872, 0]
    totals = {count.kind: count.today for count in report.own_totals}
    assert list(totals) == ["men", "tanks", "armoured cars", "other vehicles", "guns"]
    assert (totals["tanks"], totals["armoured cars"]) == (503, 61)


def test_every_name_stands_in_full(garden: Path) -> None:
    store = open_store(garden, write=False)
    with reading(store) as board:
        names = {row.name for row in order_form(board, UMPIRE, "ritchie").rows}
        names |= {row.name for row in order_form(board, UMPIRE, "horrocks").rows}
        (roster,) = rosters(board, UMPIRE, named(board, Side, "Allied").id)
    store.close()
    assert {"4th/7th Royal Dragoon Guards", "1/5th Bn Queen's Royal Regiment"} <= names
    rows = [row for group in roster.groups for row in rows_of(group)]
    assert ("", "4th/7th Royal Dragoon Guards") in rows, "in this old campaign its number is 4: told once"
    assert ("", "1/5th Bn Queen's Royal Regiment") in rows


def rows_of(group: RosterGroup) -> list[tuple[str, str]]:
    """Number and name of every row of a group and those under it."""
    own_rows = [(row.number, row.name) for row in group.rows]
    return own_rows + [row for below in group.groups for row in rows_of(below)]
