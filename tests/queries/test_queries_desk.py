"""What the desk shows beside the papers: what waits, the clock of the day, the journal's entries and what an entry would
change. A player reads his own of it alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.actions.all_actions import every_action
from campaign.actions.corrections import by_seed
from campaign.actions.day import Next
from campaign.actions.deadlines import SetDeadline
from campaign.actions.forecast import march_ahead
from campaign.actions.order_messages import Message, TakeOrders
from campaign.actions.taking_back import own_entries, take_back
from campaign.errors import NotAllowed, NotFound, Refused
from campaign.journal import JournalBoard, commit, preview, reading, redo, undo
from campaign.journal.undo_alone import try_undo_alone, undo_alone
from campaign.model import Battalion, Battle, Commander, Formation, Side
from campaign.queries.book.changes import change_lines, change_list
from campaign.queries.book.entries import entry_done, last_entries, log_page
from campaign.queries.day.clock import clock_track
from campaign.queries.day.news import news
from campaign.queries.day.status import status
from campaign.queries.day.waiting import games_to_come, waiting
from campaign.queries.forecast.forecast import foreseen
from campaign.queries.players.seats import seats
from campaign.rules.common.dice import Seeded
from campaign.situation.chance import dice_of
from campaign.store import Store, open_store
from campaign.terms.state import State
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import replace
from campaign.verbs.addresses import KeepAddress
from campaign.verbs.adjustments import Adjust
from campaign.verbs.interruptions import SuspendBattle
from campaign.verbs.orders import GiveOrder, OrdersComplete, TakePosture
from campaign.verbs.rulings import RuleBattle, UnitWord
from campaign.verbs.seating import SeatDeputy, SeatPlayer
from campaign.views.book.changes import Thing
from campaign.views.book.entries import Undo
from campaign.views.day.clock import Passed
from campaign.views.day.waiting import Later, StepKind
from tests.cli import capuzzo
from tests.tiny import named

DICE = Seeded("7")


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity before its first turn, and at the fight for Fort Capuzzo."""
    folder = tmp_path_factory.mktemp("desk")
    capuzzo.ok(folder / "start.db", "new", "operation-brevity", "--seed", "1941")
    capuzzo.found(folder / "midway.db")
    return folder


@pytest.fixture
def start(campaigns: Path, tmp_path: Path) -> Iterator[Store]:
    """The campaign before its first turn, to write into."""
    store = open_store(Path(shutil.copyfile(campaigns / "start.db", tmp_path / "campaign.db")), write=True)
    yield store
    store.close()


@pytest.fixture
def midway(campaigns: Path, tmp_path: Path) -> Iterator[Store]:
    """The campaign at the fight, to write into."""
    store = open_store(Path(shutil.copyfile(campaigns / "midway.db", tmp_path / "campaign.db")), write=True)
    yield store
    store.close()


def as_commander(store: Store, key: str) -> Viewer:
    """This commander as a viewer."""
    with reading(store) as board:
        commander = named(board, Commander, key)
        return Viewer(commander.side_id, (commander.id,))


def as_side(store: Store, key: str) -> Viewer:
    """This side as a viewer."""
    with reading(store) as board:
        return Viewer(named(board, Side, key).id)


# what waits


def test_the_battle_waits_with_its_facts_and_the_ways_out_of_it(midway: Store) -> None:
    with reading(midway) as board:
        now = waiting(board, UMPIRE).now
        printed = waiting(board, UMPIRE, printed={2}).now
    assert now is not None and printed is not None
    assert now.what == "battle 2, Fort Capuzzo, is waiting to be fought"
    assert now.facts == "Both attack. On the table: Allied 2 battalions, Axis 4 battalions. Contact at 11:00."
    assert (now.step.kind, now.step.command) == (StepKind.PAPERS, "campaign battle packet 2")
    assert (printed.step.kind, printed.step.command) == (StepKind.RETURN, "campaign battle record 2")
    ways = [way.words[1] for way in now.ways]
    assert ways == ["record", "resolve", "rule", "suspend", "cancel"]


def test_a_player_reads_of_a_battle_his_own_troops(midway: Store) -> None:
    for viewer, side, other in (
        (as_side(midway, "axis"), "Axis", "Allied"),
        (as_side(midway, "allied"), "Allied", "Axis"),
    ):
        with reading(midway) as board:
            now = waiting(board, viewer).now
        assert now is not None
        assert side in now.facts and other not in now.facts
        assert not now.ways and not now.warnings


def test_orders_wait_in_the_morning(start: Store) -> None:
    commit(start, None, Next(), source=DICE, actor="test")
    with reading(start) as board:
        assert board.clock.phase is Phase.ORDERS
        now, erskine = waiting(board, UMPIRE).now, waiting(board, _viewer(board, "erskine")).now
    assert now is not None and erskine is not None
    assert now.what == "orders of 7 commanders for day 1"
    assert (
        "Missing: Brig W. H. E. Gott, Brig H. E. Russell, Brig I. D. Erskine" in now.facts and "more" not in now.facts
    )
    assert now.step.kind is StepKind.ORDERS and now.facts.startswith("0 of 7 commanders have ordered.")
    assert not now.others
    assert erskine.what == "orders of Brig I. D. Erskine for day 1"


def _viewer(board: JournalBoard, key: str) -> Viewer:
    commander = named(board, Commander, key)
    return Viewer(commander.side_id, (commander.id,))


def test_what_can_wait_has_a_command_each(midway: Store) -> None:
    commit(midway, None, SuspendBattle("2"), source=DICE, actor="test")
    with reading(midway) as board:
        later = waiting(board, UMPIRE).can_wait
    kinds = [item.kind for item in later]
    assert [kind for kind in dict.fromkeys(kinds) if kind is not Later.BATTLE] == [
        Later.SUPPLY,
        Later.ORDERS,
        Later.AIR,
    ]
    supply = next(item for item in later if item.kind is Later.SUPPLY)
    assert supply.what == "Coast column is out of supply"
    assert supply.command == 'campaign supply --why "Coast column"'
    assert all(item.words and item.detail for item in later)


def test_a_commander_is_told_of_his_own_alone(midway: Store) -> None:
    with reading(midway) as board:
        later = waiting(board, _viewer(board, "erskine")).can_wait
    assert [item.names for item in later if item.kind is Later.ORDERS] == [("Brig I. D. Erskine",)]
    assert not [item for item in later if item.kind is Later.AIR], "his superior tasks the aircraft"


def test_the_games_to_come_are_beside_it(start: Store) -> None:
    commit(start, None, Next(until="turn", auto=True), source=DICE, actor="test")
    with reading(start) as board:
        game = games_to_come(foreseen(board, march_ahead))
    assert game is not None
    assert game.what == "The next turn would bring 1 battle" and game.names == ("Halfaya Pass, top",)
    assert game.command == "campaign forecast battles"


# the clock


def test_the_track_says_what_is_played_and_what_waits(midway: Store) -> None:
    with reading(midway) as board:
        track = clock_track(board, UMPIRE)
    assert track.moment == Moment(1, 3) and len(track.days) == 2
    cells = track.days[0].turns
    assert [cell.passed for cell in cells] == [Passed.DONE, Passed.DONE, Passed.NOW, Passed.TO_COME]
    assert [cell.reason for cell in cells] == ["played", "played, 1 battle", "1 battle to fight", "day"]
    assert [cell.night for cell in cells] == [True, False, False, False]
    assert cells[1].battles == (1,)
    assert [step.text for step in track.phases if step.passed is Passed.NOW] == ["Battles: 1 to fight"]
    assert Phase.WEATHER not in [step.phase for step in track.phases], "the morning belongs to the first turn"


def test_the_morning_and_the_evening_stand_beside_their_turns(start: Store) -> None:
    with reading(start) as board:
        track = clock_track(board, UMPIRE)
    assert track.phases[0].phase is Phase.WEATHER and track.phases[0].passed is Passed.NOW
    commit(start, None, Next(), source=DICE, actor="test")
    with reading(start) as board:
        mine, umpire = clock_track(board, _viewer(board, "erskine")), clock_track(board, UMPIRE)
    assert [step.text for step in umpire.phases if step.passed is Passed.NOW] == ["Orders: 7 to order"]
    assert [step.text for step in mine.phases if step.passed is Passed.NOW] == ["Orders: 1 to order"]


def test_a_player_s_track_knows_his_battles_alone(midway: Store) -> None:
    with reading(midway) as board:
        garmoyle = clock_track(board, _viewer(board, "garmoyle"))
        known = {battle.number for battle in status(board, _viewer(board, "garmoyle")).battles}
    shown = {number for day in garmoyle.days for cell in day.turns for number in cell.battles}
    assert known <= shown


# entries


def test_the_last_entries_come_with_how_they_can_be_undone(midway: Store) -> None:
    with reading(midway) as board:
        lines = last_entries(board, UMPIRE, 100)
    assert [line.number for line in lines] == list(range(len(lines), 0, -1))
    assert [lines[0].undo, lines[1].undo, lines[-1].undo] == [Undo.LAST, Undo.TRIED, Undo.NEVER]
    assert lines[0].command == "campaign undo" and lines[1].command == f"campaign undo {lines[1].number}"
    assert lines[-1].why_not == "entry 1 starts the campaign and cannot be undone" and not lines[-1].command
    assert lines[1].later == 1


def test_an_entry_tells_its_whole_answer_again(midway: Store) -> None:
    done = commit(midway, None, GiveOrder("3 CG", "march", "Bir Wair"), source=DICE, actor="Ruth")
    with reading(midway) as board:
        told = entry_done(board, UMPIRE, done.number, every_action())
    assert told.line.summary == done.receipt.summary and told.line.actor == "Ruth"
    assert told.lines == tuple(line for line in done.receipt.lines if line != done.receipt.summary)
    assert ("to", "Bir Wair") in told.facts


def test_the_log_is_in_pages_with_undone_entries_in_their_place(midway: Store) -> None:
    commit(midway, None, TakePosture("2 RTR", "reserve"), source=DICE, actor="Ann")
    undo(midway, None, actor="Umpire")
    with reading(midway) as board:
        page = log_page(board, UMPIRE, size=3)
        clean = log_page(board, UMPIRE, size=3, undone=False)
        last = log_page(board, UMPIRE, page=99, size=3)
    first = page.turns[0].entries[0]
    assert (first.is_undone, first.undone_by, first.actor) == (True, "Umpire", "Ann")
    assert page.total == clean.total + 1 and page.redo == first.summary
    assert page.turns[0].heading == "15 May, 10:00-16:00, turn 1.3"
    assert last.page == last.pages and last.turns[-1].entries[-1].number == 1
    assert sum(len(turn.entries) for turn in page.turns) == 3


def test_an_entry_undone_by_itself_leaves_one_line(midway: Store) -> None:
    first = commit(midway, None, TakePosture("2 RTR", "reserve"), source=DICE, actor="Ann")
    commit(midway, None, TakePosture("3 CG", "reserve"), source=DICE, actor="Ann")
    trial = try_undo_alone(midway, None, first.number, source=dice_of, actor="Umpire", register=every_action())
    assert not trial.replayed.is_felt_elsewhere
    with reading(midway) as board:
        rows = change_list(board, UMPIRE, trial.replayed.changes)
    assert [unit.short for unit in rows.units] == ["2 RTR"]
    undo_alone(midway, None, first.number, throw=by_seed, register=every_action(), trial=trial)
    with reading(midway) as board:
        lines = [line for turn in log_page(board, UMPIRE).turns for line in turn.entries]
    assert [line.summary for line in lines[:2]].count(lines[0].summary) == 1
    undone = [line for line in lines if line.is_undone]
    assert [line.summary for line in undone] == [first.receipt.summary]
    assert sum(line.is_played_again for line in lines) == 1
    redo(midway, None, actor="Umpire")
    with reading(midway) as board:
        lines = [line for turn in log_page(board, UMPIRE).turns for line in turn.entries]
    assert not [line for line in lines if line.is_undone]


def test_what_another_entry_rests_on_cannot_be_undone_by_itself(midway: Store) -> None:
    with reading(midway) as board:
        ruled = next(line.number for line in last_entries(board, UMPIRE, 100) if line.verb == "battle rule")
    with pytest.raises(Refused, match=f"entry {ruled} cannot be undone, because a later entry depends on it: "):
        try_undo_alone(midway, None, ruled, source=dice_of, actor="Umpire", register=every_action())
    with pytest.raises(Refused, match="cannot be undone"):
        try_undo_alone(midway, None, 1, source=dice_of, actor="Umpire", register=every_action())


def test_the_journal_is_the_umpire_s(midway: Store) -> None:
    viewer = as_commander(midway, "erskine")
    with reading(midway) as board:
        for ask in (last_entries, log_page):
            with pytest.raises(NotAllowed):
                ask(board, viewer)
        with pytest.raises(NotAllowed):
            entry_done(board, viewer, 1, every_action())
        with pytest.raises(NotFound):
            entry_done(board, UMPIRE, 99, every_action())


def test_a_player_counts_his_own_entries_of_the_turn(start: Store) -> None:
    commit(start, None, Next(), source=DICE, actor="test")
    viewer = as_commander(start, "erskine")
    giver = viewer.commanders[0]
    name = "Brig I. D. Erskine"
    for unit, signer in (("3 CG", f"{name} (the second)"), ("2 SG", f"{name} (phone)")):
        order = GiveOrder(unit, "hold", commander="erskine")
        commit(start, None, order, source=DICE, actor=signer, giver=giver)
    commit(start, None, GiveOrder("krad_15", "hold", commander="herff"), source=DICE, actor="Max")
    with reading(start) as board:
        givers = [line.giver for line in last_entries(board, UMPIRE, 3)]
        assert givers == ["", "", name], "who signs by his own name and a device gave it himself"
        entries = own_entries(board, viewer, every_action())
    assert [(entry.count, entry.can_undo, entry.why_not) for entry in entries] == [(2, True, ""), (1, False, "")]
    took = take_back(start, None, viewer, source=dice_of, actor="Ruth", preview=False, register=every_action())
    assert took == entries[0].summary
    with reading(start) as board:
        assert own_entries(board, viewer, every_action()) == (replace(entries[1], can_undo=True),)


def test_orders_taken_down_with_others_tell_nothing_of_them(start: Store) -> None:
    commit(start, None, Next(), source=DICE, actor="test")
    messages = (Message("erskine", (GiveOrder("3 CG", "hold"),)), Message("herff", (GiveOrder("krad_15", "hold"),)))
    both = TakeOrders("1.1", messages)
    commit(start, None, both, source=DICE, actor="Umpire")
    with reading(start) as board:
        (entry,) = own_entries(board, _viewer(board, "erskine"), every_action())
    assert entry.summary == "your orders, recorded together with others"
    assert not entry.can_undo and "krad" not in entry.why_not.lower()


# changes


def test_a_ruling_s_changes_are_rows_of_was_and_becomes(midway: Store) -> None:
    ruling = RuleBattle("2", "Over.", held="allied", states=(UnitWord("ii_panzer_regiment_5", "spent"),))
    foreseen_changes = preview(midway, None, ruling, source=DICE, actor="test").changes
    with reading(midway) as board:
        rows = change_list(board, UMPIRE, foreseen_changes)
        tanks = named(board, Battalion, "ii_panzer_regiment_5")
        assert tanks.state is State.FRESH, "nothing is written"
    unit = next(unit for unit in rows.units if unit.key == tanks.key)
    assert (unit.was, unit.becomes, unit.side) == ("fresh", "spent", "Axis")
    assert unit.symbol is not None and unit.symbol_after is not None
    assert (unit.symbol.state, unit.symbol_after.state) == (State.FRESH, State.SPENT)
    battle = next(thing for thing in rows.things if thing.kind is Thing.BATTLE)
    assert "Fort Capuzzo" in battle.name and "ruled" in battle.text
    assert any("Fort Capuzzo" in line for line in change_lines(foreseen_changes))


def test_losses_and_moves_are_told_from_the_row(midway: Store) -> None:
    adjust = Adjust("2_rtr", "the trial", at="Musaid", vehicles=11)
    changes = preview(midway, None, adjust, source=DICE, actor="test").changes
    with reading(midway) as board:
        (unit,) = change_list(board, UMPIRE, changes).units
        now = named(board, Battalion, "2_rtr").vehicles
    assert (unit.counts[0].what, unit.counts[0].was, unit.counts[0].becomes) == ("vehicles", now, 11)
    assert unit.counts[0].lost == now - 11
    assert unit.is_moved and unit.goes_to == "Musaid" and unit.was_at != "Musaid"


def test_changes_are_for_the_umpire(midway: Store) -> None:
    with reading(midway) as board, pytest.raises(NotAllowed):
        change_list(board, _viewer(board, "erskine"), ())
    with reading(midway) as board:
        assert change_list(board, UMPIRE, ()).is_empty
        assert board.rows(Battle) and board.rows(Formation)


# commanders and news


def test_the_umpire_sees_who_is_played_and_whose_orders_are_in(start: Store) -> None:
    commit(start, None, Next(), source=DICE, actor="test")
    commit(start, None, SeatPlayer("erskine", "Ruth"), source=DICE, actor="test")
    commit(start, None, SeatDeputy("erskine", "Tom", "2"), source=DICE, actor="test")
    commit(start, None, KeepAddress("erskine", "ruth@example.org"), source=DICE, actor="test")
    viewer = as_commander(start, "erskine")
    commit(start, None, OrdersComplete("erskine"), source=DICE, actor="Tom", giver=viewer.commanders[0])
    commit(start, None, SetDeadline("2026-11-26T19:00+00:00"), source=DICE, actor="test")
    with reading(start) as board:
        umpire, mine = seats(board, UMPIRE), seats(board, viewer)
    assert umpire.asked and len(umpire.seats) == 7 and umpire.orders_in == 1
    assert umpire.deadline_at == "2026-11-26T19:00:00+00:00" and umpire.deadline.startswith("Thursday 26 November 2026")
    erskine = next(seat for seat in umpire.seats if seat.key == "erskine")
    assert (erskine.player, erskine.deputy, erskine.played_by) == ("Tom", "Tom", "Tom for Ruth until day 2")
    assert erskine.ordered and erskine.ordered_at and erskine.battalions == 4
    assert "Brig I. D. Erskine" not in umpire.missing and len(umpire.missing) == 6
    assert [seat.key for seat in mine.seats] == ["erskine"] and not mine.seats[0].has_address
    assert mine.seats[0].ordered_at == erskine.ordered_at


def test_the_umpire_knows_who_can_be_written_to(start: Store) -> None:
    commit(start, None, KeepAddress("erskine", "erskine@example.org"), source=DICE, actor="test")
    with reading(start) as board:
        reached = [seat.key for seat in seats(board, UMPIRE).seats if seat.has_address]
        own = seats(board, _viewer(board, "erskine")).seats
    assert reached == ["erskine"] and not own[0].has_address


def test_the_news_are_told_by_turn_the_latest_first(midway: Store) -> None:
    with reading(midway) as board:
        mine = news(board, _viewer(board, "garmoyle"))
        last = news(board, _viewer(board, "garmoyle"), most=1)
        umpire = news(board, UMPIRE)
    assert [turn.moment for turn in mine.turns] == [Moment(1, 3), Moment(1, 2), Moment(1, 1)]
    assert last.turns == mine.turns[:1] and last.turns[0].is_now
    assert mine.turns[0].heading == "15 May, 10:00-16:00, turn 1.3"
    fought = [line for line in mine.turns[1].done if line.battle == 1]
    assert any("we hold the field" in line.text for line in fought)
    assert any("Halfaya Pass, top" in line.text for line in mine.turns[1].seen)
    assert {line.side for turn in umpire.turns for line in turn.done} == {"Allied", "Axis"}
    assert not {line.side for turn in mine.turns for line in turn.done} - {""}
