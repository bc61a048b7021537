"""One command, one entry: what is written down, what is rolled back, dice, previews, the chain of hashes."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from deeds import DEEDS, STORY, Fight, Move, SetRule
from sqlalchemy import text

from campaign.errors import DiceWanted, NotFound, Refused, StoreError
from campaign.journal import Change, chain_is_whole, commit, digest, first_break, living, preview, reading
from campaign.journal.people import people_of
from campaign.model import Battalion, Contact, Entry, Place, Setting
from campaign.rules.common.dice import Asked, Roll, RollName, Scripted, Seeded
from campaign.store import Store, open_store
from campaign.terms.time import Moment
from tests.tiny import found_tiny, named


def play(store: Store, *commands: object, campaign: str | None = None) -> None:
    for command in commands:
        commit(store, campaign, command, source=lambda board: Seeded(board.campaign.seed), actor="Ann", register=DEEDS)


def test_a_command_is_one_entry_that_says_everything(any_tiny: Store) -> None:
    with reading(any_tiny) as board:
        unit = named(board, Battalion, "1st Rifles")
        ashford, birch = named(board, Place, "Ashford").id, named(board, Place, "Birch Cross").id
    done = commit(
        any_tiny, "tiny", Move("1st Rifles", "Birch Cross"), source=Scripted([1]), actor="Ann", register=DEEDS
    )
    assert (done.number, done.seq, done.receipt.summary) == (2, 2, "1st Rifles to Birch Cross")
    assert done.rolls == (Roll(RollName(Moment(1, 1), 6, "straggling", "1st_rifles"), 1),)
    with reading(any_tiny) as board:
        entry = board.entries(Entry.__table__, criteria=(Entry.seq == 2,)).one()
        assert (entry.kind, entry.verb, people_of(board).shown(entry.actor), entry.day, entry.turn, entry.phase) == (
            "do",
            "move",
            "Ann",
            1,
            1,
            "weather",
        )
        assert json.loads(entry.arguments) == {"unit": "1st Rifles", "to": "Birch Cross"}
        assert json.loads(entry.dice) == [[1, 1, 6, "straggling", "1st_rifles", 1, 1]]
        assert json.loads(entry.images) == [
            [["battalion", unit.id, {"men": 600, "place_id": ashford}, {"men": 590, "place_id": birch}]]
        ]
        assert entry.hash == done.head == board.ledger.head
        assert entry.is_ruling is False
        assert len(living(board)) == 2
        assert living(board)[1].rolls == done.rolls


def test_given_ids_are_written_down_by_natural_key(any_tiny: Store) -> None:
    play(any_tiny, Fight("2nd Rifles", "II/9"))
    with reading(any_tiny) as board:
        given = json.loads(board.entries(Entry.given, criteria=(Entry.seq == 2,)).scalar_one())
        contact = board.rows(Contact)[0]
        assert ["contact", [1, 1, contact.first_id, contact.second_id], contact.id] in given
        assert [gift[2] for gift in given] == sorted(gift[2] for gift in given)


def test_a_refusal_changes_nothing_and_leaves_no_entry(any_tiny: Store) -> None:
    with reading(any_tiny) as board:
        before, next_id = digest(board), board.ledger.next_id
    with pytest.raises(Refused, match="already"):
        play(any_tiny, Move("1st Rifles", "Ashford"))
    with reading(any_tiny) as board:
        assert (digest(board), board.ledger.next_id, len(living(board))) == (before, next_id, 1)


def test_what_the_tables_refuse_is_said_in_one_line(any_tiny: Store) -> None:
    with pytest.raises(StoreError, match="nothing was changed") as caught:
        play(any_tiny, Fight("2nd Rifles", "II/9"), Fight("2nd Rifles", "II/9"))
    assert "\n" not in str(caught.value)


def test_dice_the_players_must_roll_end_the_attempt_and_are_known_the_next_time(any_tiny: Store) -> None:
    with pytest.raises(DiceWanted) as wanted:
        commit(any_tiny, None, Move("1st Rifles", "Birch Cross"), source=Asked(), actor="Ann", register=DEEDS)
    assert (wanted.value.sides, wanted.value.purpose, wanted.value.need) == (6, "straggling", "1 loses ten men")
    with reading(any_tiny) as board:
        assert len(living(board)) == 1
    known = {RollName(Moment(1, 1), 6, "straggling", "1st_rifles"): 1}
    commit(any_tiny, None, Move("1st Rifles", "Birch Cross"), source=Asked(known), actor="Ann", register=DEEDS)
    with reading(any_tiny) as board:
        assert named(board, Battalion, "1st Rifles").men == 590


def test_a_preview_shows_the_changes_by_name_and_leaves_nothing_behind(any_tiny: Store) -> None:
    with reading(any_tiny) as board:
        before, ledger = digest(board), (board.ledger.next_id, board.ledger.last_seq, board.ledger.head)
    seen = preview(any_tiny, None, Move("1st Rifles", "Birch Cross"), source=Scripted([1]), actor="Ann", register=DEEDS)
    assert seen.changes == (
        Change("battalion", "1st Rifles", "men", 600, 590),
        Change("battalion", "1st Rifles", "place_id", "Ashford", "Birch Cross"),
    )
    assert seen.receipt.summary == "1st Rifles to Birch Cross"
    with reading(any_tiny) as board:
        assert (digest(board), (board.ledger.next_id, board.ledger.last_seq, board.ledger.head)) == (before, ledger)


def test_a_preview_names_new_and_erased_rows(any_tiny: Store) -> None:
    seen = preview(any_tiny, None, Fight("2nd Rifles", "II/9"), source=Seeded("1"), actor="Ann", register=DEEDS)
    assert Change("battle", "Birch Cross", "", None, "Birch Cross") in seen.changes
    assert Change("contact", "1 1 2nd Rifles II/9", "", None, "1 1 2nd Rifles II/9") in seen.changes
    play(any_tiny, Fight("2nd Rifles", "II/9"))
    seen = preview(any_tiny, None, STORY[5], source=Seeded("1"), actor="Ann", register=DEEDS)
    assert Change("contact", "1 1 2nd Rifles II/9", "", "1 1 2nd Rifles II/9", None) in seen.changes


def test_the_founding_is_entry_one(any_fresh: Store) -> None:
    done = found_tiny(any_fresh)
    assert (done.number, done.seq) == (1, 1)
    with reading(any_fresh) as board:
        (line,) = living(board)
        assert (line.verb, line.kind, line.moment) == ("found", "do", Moment(1, 1))
        assert board.campaign.title == "The Birch Cross affair"
        assert chain_is_whole(board)


def test_a_name_is_taken_once_and_a_failed_founding_leaves_nothing(any_fresh: Store) -> None:
    found_tiny(any_fresh)
    with pytest.raises(Refused, match="'tiny'"):
        found_tiny(any_fresh)
    found_tiny(any_fresh, "second")
    with pytest.raises(Refused, match="tiny, second"), reading(any_fresh):
        pass
    with pytest.raises(NotFound, match="did you mean second"), reading(any_fresh, "secnd"):
        pass


def test_campaigns_in_one_database_do_not_touch_each_other(any_tiny: Store) -> None:
    found_tiny(any_tiny, "other")
    with reading(any_tiny, "other") as board:
        before = digest(board)
    with reading(any_tiny, "tiny") as board:
        assert digest(board) == before
    play(any_tiny, *STORY, campaign="tiny")
    with reading(any_tiny, "other") as board:
        assert digest(board) == before
        assert len(living(board)) == 1


def test_the_digest_is_the_same_on_both_databases(tiny: Store, pg_copy: Callable[[str], str]) -> None:
    other = open_store(pg_copy("tiny"), write=True)
    play(tiny, *STORY)
    play(other, *STORY)
    with reading(tiny) as one, reading(other) as two:
        assert digest(one) == digest(two)
        lines = [(line.number, line.verb, line.summary, line.rolls) for line in living(one)]
        assert lines == [(line.number, line.verb, line.summary, line.rolls) for line in living(two)]


def test_the_digest_sees_every_column(tiny: Store) -> None:
    play(tiny, SetRule("a", [1, {"b": "é"}]))
    with reading(tiny) as board:
        before = digest(board)
    play(tiny, SetRule("a", [1, {"b": "e"}]))
    with reading(tiny) as board:
        assert digest(board) != before


@pytest.mark.parametrize(
    ("meddling", "found_at"),
    [
        ("update entry set summary = 'nothing to see' where seq = 3", 3),
        ("update entry set images = '[]' where seq = 4", 4),
        ("update entry set actor = 'Bob' where seq = 1", 1),
        ("delete from entry where seq = 2", 2),
        ("delete from entry where seq = 5", 5),
        ("update ledger set head = 'abc'", 6),
    ],
)
def test_meddling_with_the_record_shows(any_tiny: Store, meddling: str, found_at: int) -> None:
    play(any_tiny, *STORY[:4])
    with reading(any_tiny) as board:
        assert first_break(board) is None
    with any_tiny.engine.begin() as connection:
        connection.execute(text(meddling))
    with reading(any_tiny) as board:
        assert first_break(board) == found_at
        assert not chain_is_whole(board)


def test_a_json_value_is_kept_as_it_was_when_it_was_written(tiny: Store) -> None:
    value = {"turns": [1]}
    play(tiny, SetRule("night", value))
    value["turns"].append(2)
    with reading(tiny) as board:
        assert board.rows(Setting)[0].value == {"turns": [1]}
