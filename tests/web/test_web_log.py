"""The log, an entry, undo alone, back to an entry, amending, replay, the doctor and branches."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from campaign.journal.record import commit
from campaign.journal.transaction import reading
from campaign.journal.undo import living
from campaign.situation.chance import dice_of
from campaign.terms.seats import Role
from campaign.terms.viewer import Viewer
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder
from campaign.web.people import Person
from tests.web.visitors import Hall

UMPIRES = ("/log", "/log/2", "/log/2/undo", "/log/2/back", "/amend", "/log/2/amend")


def numbers(hall: Hall) -> int:
    """Return the number of entries in force."""
    with reading(hall.desk.reader, hall.desk.campaign) as board:
        return len(living(board))


def test_the_log_lists_every_entry_by_turns(reading_room: Hall) -> None:
    page = reading_room.umpire().get("/log")
    assert page.status_code == 200
    assert "Now: turn 1.2, battles" in page.text
    assert "turn 1.1" in page.text
    assert "/log/1" in page.text
    whose = {" ".join(words.split()) for words in re.findall(r'<span class="who">(.*?)</span>', page.text, re.DOTALL)}
    assert whose and all(words.startswith(("umpire", "<span")) for words in whose), "nobody's entry is nameless"


@pytest.mark.parametrize("address", UMPIRES)
def test_a_player_finds_nothing_there(reading_room: Hall, address: str) -> None:
    player = reading_room.staff("allied")
    nothing = player.get("/no-such-page")
    page = player.get(address)
    assert (page.status_code, page.content) == (404, nothing.content)


def test_undo_and_redo_on_the_log(hall: Hall) -> None:
    umpire, before = hall.umpire(), numbers(hall)
    page = umpire.press("/log", "Undo")
    assert "Undone" in page.text
    assert "undone by" in page.text
    assert numbers(hall) == before - 1
    page = umpire.press_on(page, "Redo")
    assert "Redone" in page.text
    assert numbers(hall) == before


def test_the_log_as_it_was_after_an_entry(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.get("/log?entry=2")
    assert "Nothing can be changed here" in page.text
    assert 'id="e3"' not in page.text
    assert "/map?entry=2" in page.text
    last = numbers(hall)
    assert "Nothing can be changed here" not in umpire.get(f"/log?entry={last}").text


def test_the_log_of_one_kind_and_by_a_word(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    assert "No entry matches" in umpire.get("/log?q=nowhere").text
    assert "Started Operation Brevity" in umpire.get("/log?q=brevity").text
    assert umpire.get("/log?kind=jokes").status_code == 422
    assert umpire.get("/log?page=x").status_code == 422
    assert umpire.get("/log?kind=orders").status_code == 200


def test_an_entry_in_full(hall: Hall) -> None:
    umpire, last = hall.umpire(), numbers(hall)
    page = umpire.get(f"/log/{last}")
    assert page.status_code == 200
    assert "What this entry did" in page.text
    assert umpire.get("/log/99").status_code == 404
    assert umpire.get("/log/x").status_code == 404


# undone by itself, and back to an entry


def ordered(hall: Hall) -> int:
    """Give an order to a unit of the Allied side; return its entry's number."""
    hall.desk.give(_umpire(hall), GiveOrder("3 CG", "march", "Bir Wair"))
    hall.desk.give(_umpire(hall), Adjust("2 SG", "a test", men=500))
    return numbers(hall) - 1


def _umpire(hall: Hall) -> Person:
    return Person(Role.UMPIRE, Viewer(), "the umpire")


def test_an_entry_is_undone_alone_after_a_look(hall: Hall, runs: Counter[str]) -> None:
    """The later entry runs once for the look, and once when it is pressed."""
    umpire, number = hall.umpire(), ordered(hall)
    runs.clear()
    page = umpire.get(f"/log/{number}/undo")
    assert runs == {"adjust": 1}
    assert "Consequences" in page.text
    assert "1 entry after it will be played again" in page.text
    done = umpire.press_on(page, f"Undo entry {number}")
    assert done.status_code == 200
    assert f"Undone {number}" in done.text
    assert runs == {"adjust": 2}
    assert numbers(hall) == number
    with reading(hall.desk.reader, hall.desk.campaign) as board:
        assert living(board)[-1].verb == "adjust"


def test_someone_was_quicker(hall: Hall, runs: Counter[str]) -> None:
    """The page that says so shows what was tried then."""
    umpire, number = hall.umpire(), ordered(hall)
    page = umpire.get(f"/log/{number}/undo")
    hall.desk.give(_umpire(hall), Adjust("2 SG", "another", men=400))
    runs.clear()
    late = umpire.press_on(page, f"Undo entry {number}")
    assert runs == {"adjust": 2}, "two entries, each once"
    assert late.status_code == 409
    assert "The campaign has changed since" in late.text
    assert numbers(hall) == number + 2


def test_the_start_and_an_entry_on_which_others_rest_stay(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    first = umpire.get("/log/1/undo")
    assert first.status_code == 422
    assert "entry 1 starts the campaign and cannot be undone" in first.text
    assert umpire.get("/log/99/undo").status_code == 404


def test_back_to_an_entry(hall: Hall) -> None:
    umpire, number = hall.umpire(), ordered(hall)
    page = umpire.get(f"/log/{number - 1}/back")
    assert "Undo 2 entries" in page.text
    hall.desk.give(_umpire(hall), Adjust("2 SG", "another", men=400))
    assert umpire.press_on(page, "Undo 2 entries").status_code == 409
    done = umpire.press(f"/log/{number - 1}/back", "Undo 3 entries")
    assert "Undone: 3 entries" in done.text
    assert numbers(hall) == number - 1


# amending


@pytest.mark.long
def test_an_order_is_amended(hall: Hall, runs: Counter[str]) -> None:
    umpire, number = hall.umpire(), ordered(hall)
    page = umpire.get(f"/log/{number}/amend")
    assert "Bir Wair" in page.text
    nothing = umpire.press_on(page, "See the consequences")
    assert nothing.status_code == 422
    assert "no field was changed" in nothing.text
    wrong = umpire.press_on(page, "See the consequences", to="Nowhere")
    assert wrong.status_code == 422
    assert 'value="Nowhere"' in wrong.text
    look = umpire.press_on(page, "See the consequences", to="Sidi Omar", why="taken down wrongly")
    assert look.status_code == 200
    assert "Consequences" in look.text
    runs.clear()
    done = umpire.press_on(look, f"Amend entry {number}")
    assert runs == {"order": 1, "adjust": 1}
    assert f"Entry {number} is amended" in done.text
    with reading(hall.desk.reader, hall.desk.campaign) as board:
        assert "Sidi Omar" in living(board)[number - 1].summary


@pytest.mark.long
def test_the_facts_of_a_unit_are_amended_from_the_start_on(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.get("/amend?what=unit&name=2+SG")
    assert "was never adjusted" in page.text
    look = umpire.press_on(page, "See the consequences", men="400")
    assert look.status_code == 200
    done = umpire.press_on(look, "Amend the start")
    assert done.status_code == 200
    assert "amended" in done.text
    assert umpire.get("/amend?what=unit&name=nobody").status_code == 422
    assert "unit by unit" in umpire.get("/log/1/amend").text


def test_a_change_between_the_look_and_the_amendment_is_told(hall: Hall, runs: Counter[str]) -> None:
    umpire, number = hall.umpire(), ordered(hall)
    look = umpire.press(f"/log/{number}/amend", "See the consequences", to="Sidi Omar")
    hall.desk.give(_umpire(hall), Adjust("2 SG", "another", men=400))
    runs.clear()
    late = umpire.press_on(look, f"Amend entry {number}")
    assert runs == {"order": 1, "adjust": 2}
    assert late.status_code == 409
    assert 'value="Sidi Omar"' in late.text


# replay, the doctor, branches


@pytest.mark.long
def test_a_replay_without_an_entry_is_shown_first(hall: Hall, runs: Counter[str]) -> None:
    umpire, number = hall.umpire(), ordered(hall)
    page = umpire.press("/replay", "See the consequences", without=str(number))
    assert "Consequences" in page.text
    runs.clear()
    done = umpire.press_on(page, "Replay 2 entries")
    assert runs == {"adjust": 1}
    assert "played again" in done.text
    assert numbers(hall) == number
    assert umpire.press("/replay", "See the consequences", without="x").status_code == 422
    assert "99" in umpire.press("/replay", "See the consequences", without="99").text
    same = umpire.get("/replay?after=1")
    assert "The outcome is the same" in same.text


def test_new_dice_are_an_entry(hall: Hall) -> None:
    umpire, before = hall.umpire(), numbers(hall)
    assert umpire.press("/replay", "Give new dice").status_code == 200
    assert numbers(hall) == before + 1


def test_the_doctor_finds_nothing_and_says_what_a_hash_proves(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    page = umpire.get("/doctor")
    assert "every check passed" in page.text
    with reading(reading_room.desk.reader, reading_room.desk.campaign) as board:
        head = board.ledger.head
    assert "A paper for the umpire" in umpire.get(f"/doctor?proof={head[:8]}").text
    assert "has the hash abcdefab" in umpire.get("/doctor?proof=abcdefab").text
    assert reading_room.staff("allied").get("/doctor").status_code == 404


def test_undone_entries_are_brought_back_after_a_look_at_what_is_undone_for_them(hall: Hall) -> None:
    umpire = hall.umpire()
    umpire.press("/log", "Undo")
    last = numbers(hall)

    def hold() -> None:
        commit(hall.desk.store, hall.desk.campaign, GiveOrder("4 RTR", "hold"), source=dice_of, actor="Umpire")

    hold()
    page = umpire.get("/branches")
    (look,) = set(re.findall(r'href="(/branches\?back=[^"#]+)', page.text))
    assert "Entries that this undoes" not in page.text
    seen = umpire.get(look)
    undoes, brings = seen.text.split("<h3>Entries that this undoes</h3>")[1].split(
        "<h3>Entries that this brings back</h3>"
    )
    assert f"<li>{last + 1}: 4th Royal Tank Regiment (two squadrons): hold" in undoes
    assert f"<li>{last + 1}: " in brings and "4th Royal Tank" not in brings
    hold()
    late = umpire.press_on(seen, "Undo 1 entry and bring back 1 entry")
    assert "the entries in force have changed since you looked" in late.text
    assert numbers(hall) == last + 2
    assert "Brought back 1 entry" in umpire.press(look, "Undo 2 entries and bring back 1 entry").text
    assert numbers(hall) == last + 1


@pytest.mark.long
def test_a_branch_is_made_compared_and_deleted(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press("/branches", "Make the branch", name="what-if", at="2")
    assert "what-if is a branch of operation-brevity from entry 2" in page.text
    assert "campaign desk --port 8942" in page.text
    compared = umpire.get("/branches?a=operation-brevity&b=what-if")
    assert "the same entries up to entry 2" in compared.text
    assert umpire.press("/branches", "Make the branch", name="what-if").status_code == 422
    assert umpire.press("/branches", "Make the branch", name="other", at="9.9").status_code == 422
    assert "Deleted the branch what-if" in umpire.press("/branches", "Delete").text
    assert umpire.get("/branches?a=operation-brevity&b=nothing").status_code == 422
    assert hall.staff("axis").get("/branches").status_code == 404
