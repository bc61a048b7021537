"""Two copies that went on by themselves: where they parted, and the other's entries on top of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from deeds import DEEDS, Fight, Move, SetRule
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import Connection, select, update

from campaign.cli.contents import campaign
from campaign.errors import CampaignError, GoneOn, Refused, StoreError
from campaign.journal import digest, living, log, reading, redo, undo
from campaign.journal.branches import branch, compare
from campaign.journal.doctor import examine
from campaign.journal.parted import (
    Offer,
    Parting,
    Taken,
    copy_record,
    follow,
    offer_of,
    parting_of,
    take,
    take_as_tried,
    try_taking,
)
from campaign.journal.record import commit
from campaign.journal.replay import leave_out
from campaign.journal.scratch_copy import copy_of
from campaign.model import Campaign, Commander, Entry
from campaign.rules.common.dice import Scripted, Seeded
from campaign.store import Store, create, open_store
from campaign.values import replace
from tests.laws import tried
from tests.tiny import found_tiny, named

OURS, THEIRS = "tiny", "laptop"


def play(store: Store, name: str, *commands: object, **more: Any) -> None:
    for command in commands:
        commit(
            store,
            name,
            command,
            source=more.get("source", lambda board: Seeded(board.campaign.seed)),
            actor=more.get("actor", "Ann"),
            giver=more.get("giver"),
            register=DEEDS,
        )


def parted(store: Store, here: str = OURS, elsewhere: str = THEIRS) -> Parting:
    with reading(store, here) as board:
        record = copy_record(board)
    with reading(store, elsewhere) as board:
        return parting_of(record, copy_record(board))


def offered(store: Store, here: str = OURS, elsewhere: str = THEIRS, **more: Any) -> Offer:
    with reading(store, elsewhere) as board:
        parting = parted(store, here, elsewhere)
        return replace(offer_of(board, parting, parting.theirs), **more)


def taken(store: Store, here: str = OURS, elsewhere: str = THEIRS, **more: Any) -> tuple[Taken, ...]:
    offer = offered(store, here, elsewhere, **more)
    return take(store, here, offer, source=Seeded("1"), register=DEEDS)


def facts(store: Store, name: str) -> tuple[Any, ...]:
    with reading(store, name) as board:
        return digest(board), board.ledger.head, board.ledger.next_id, log(board, all=True)


def summaries(store: Store, name: str) -> list[str]:
    with reading(store, name) as board:
        assert examine(board).faults == ()
        return [line.summary for line in living(board)][1:]


@pytest.fixture
def both(any_tiny: Store) -> Store:
    """Two copies that are the same to entry 2."""
    play(any_tiny, OURS, SetRule("a", 1))
    branch(any_tiny, OURS, THEIRS)
    return any_tiny


def test_where_they_parted_is_told_by_their_entries(both: Store) -> None:
    play(both, OURS, SetRule("b", 1))
    play(both, THEIRS, SetRule("c", 1), SetRule("d", 1))
    parting = parted(both)
    assert (parting.last.number, parting.last.summary) == (2, "a is 1")
    assert [entry.summary for entry in parting.ours] == ["b is 1"]
    assert [entry.summary for entry in parting.theirs] == ["c is 1", "d is 1"]
    assert not parting.only_behind


def test_the_others_entries_come_on_top_with_their_names_and_dice(both: Store) -> None:
    with reading(both, OURS) as board:
        giver = named(board, Commander, "General Alba").id
    play(both, OURS, SetRule("b", 1))
    play(both, THEIRS, Move("1st Rifles", "Birch Cross"), source=Scripted([1]), actor="Ruth", giver=giver)
    done = taken(both)
    assert [(entry.number, entry.is_otherwise, entry.why) for entry in done] == [(4, False, "")]
    assert summaries(both, OURS) == ["a is 1", "b is 1", "1st Rifles to Birch Cross"]
    with reading(both, OURS) as board:
        last = living(board)[-1]
        assert (last.actor, last.giver, [roll.value for roll in last.rolls]) == ("Ruth", giver, [1])


def test_what_was_taken_is_never_taken_twice_in_either_direction(both: Store) -> None:
    play(both, OURS, SetRule("b", 1))
    play(both, THEIRS, SetRule("c", 1))
    taken(both)
    assert parted(both).theirs == ()
    assert [entry.summary for entry in parted(both, THEIRS, OURS).theirs] == ["b is 1"]
    taken(both, THEIRS, OURS)
    play(both, THEIRS, SetRule("d", 1))
    assert [entry.summary for entry in parted(both).theirs] == ["d is 1"]
    taken(both)
    assert compare(both, OURS, THEIRS).differences == ()


def test_an_entry_of_a_replay_is_the_one_it_stands_for(both: Store) -> None:
    play(both, THEIRS, SetRule("c", 1))
    taken(both)
    play(both, OURS, SetRule("b", 1))
    leave_out(both, THEIRS, lambda _: 2, agree=lambda _: None, source=Seeded("1"), actor="Bob", register=DEEDS)
    parting = parted(both)
    assert parting.theirs == ()
    assert [entry.summary for entry in parting.taken_back_elsewhere] == ["a is 1"]
    back = parted(both, THEIRS, OURS)
    assert ([entry.summary for entry in back.theirs], [entry.summary for entry in back.taken_back_here]) == (
        ["b is 1"],
        ["a is 1"],
    )


def test_what_cannot_be_played_is_named_and_leaves_nothing_behind(both: Store) -> None:
    play(both, OURS, Move("1st Rifles", "Birch Cross"))
    play(both, THEIRS, Fight("1st Rifles", "I/9"), Move("1st Rifles", "Coldbrook"), Move("I/9", "Ashford"))
    done = taken(both)
    assert [(entry.number is not None, entry.why) for entry in done] == [
        (True, ""),
        (False, "this campaign already has a roll of the same die: 1.1 straggling of 1st_rifles"),
        (True, ""),
    ]
    assert summaries(both, OURS)[-2:] == ["battle 1", "I/9 to Ashford"]


def test_an_entry_of_another_turn_is_not_played(both: Store) -> None:
    parting = parted(both)
    play(both, THEIRS, SetRule("c", 1))
    (entry,) = parted(both).theirs
    from campaign.terms.time import Moment

    done = taken(both, entries=(replace(entry, moment=Moment(2, 3), phase="orders"),), head=parting.head)
    assert done[0].why == "it was entered in turn 2.3 (orders), but the clock here is at turn 1.1 (weather)"
    assert summaries(both, OURS) == ["a is 1"]


def test_other_outcomes_are_told(both: Store) -> None:
    play(both, OURS, Fight("2nd Rifles", "II/9"))
    play(both, THEIRS, Fight("1st Rifles", "I/9"))
    (done,) = try_taking(both, OURS, offered(both), source=Seeded("1"), register=DEEDS).taken
    assert (done.is_otherwise, done.entry.summary, done.summary) == (True, "battle 1", "battle 2")
    assert summaries(both, OURS) == ["a is 1", "battle 1"]


def test_entries_are_taken_as_it_was_tried(both: Store) -> None:
    """Also after one that could not be played, of which nothing is left."""
    play(both, OURS, Move("1st Rifles", "Birch Cross"))
    play(both, THEIRS, Fight("2nd Rifles", "II/9"), Move("1st Rifles", "Birch Cross"), SetRule("c", 1))

    def never(attempt: Any) -> Any:
        raise AssertionError("the entries are run again")

    with copy_of(both, OURS) as copy:
        trial = try_taking(copy, OURS, offered(both), source=Seeded("1"), register=DEEDS)
        done = take_as_tried(both, OURS, trial, throw=never, register=DEEDS)
        assert done == trial.taken == take(copy, OURS, trial.offer, source=Seeded("1"), register=DEEDS)
        assert [one.number for one in done] == [4, None, 5]
        with reading(copy, OURS) as board, reading(both, OURS) as here:
            assert digest(board) == digest(here)
            assert (board.ledger.last_seq, board.ledger.next_id) == (here.ledger.last_seq, here.ledger.next_id)
    with reading(both, OURS) as board:
        assert examine(board, DEEDS).is_sound
    assert parted(both).theirs == trial.offer.entries[1:2]
    play(both, OURS, SetRule("d", 1))
    with pytest.raises(Refused, match="changed since you looked"):
        take_as_tried(both, OURS, trial, throw=lambda attempt: attempt(Seeded("1")), register=DEEDS)


def test_a_campaign_that_has_gone_on_meanwhile_is_looked_at_again(both: Store) -> None:
    play(both, THEIRS, SetRule("c", 1))
    parting = parted(both)
    play(both, OURS, SetRule("b", 1))
    with pytest.raises(Refused, match="changed since you looked"):
        taken(both, head=parting.head)
    with pytest.raises(Refused, match="changed since you looked"):
        follow(both, OURS, both, THEIRS, parting.head)


def test_where_only_the_other_went_on_its_record_is_taken_as_it_is(both: Store) -> None:
    play(both, THEIRS, SetRule("c", 1), Move("1st Rifles", "Birch Cross"), SetRule("d", 1))
    undo(both, THEIRS, actor="Bob")
    leave_out(both, THEIRS, lambda _: 2, agree=lambda _: None, source=Seeded("1"), actor="Bob", register=DEEDS)
    parting = parted(both)
    assert parting.only_behind
    follow(both, OURS, both, THEIRS, parting.head)
    assert facts(both, OURS) == facts(both, THEIRS)
    redo(both, OURS, actor="Bob")
    assert summaries(both, OURS) == ["a is 1", "c is 1", "1st Rifles to Birch Cross"]
    assert parted(both, THEIRS, OURS).only_behind


@pytest.mark.parametrize("seq", [2, 3, 4])
def test_a_damaged_record_is_never_taken(both: Store, seq: int) -> None:
    play(both, THEIRS, SetRule("c", 1), SetRule("d", 1))
    parting, before = parted(both), facts(both, OURS)
    with both.engine.begin() as connection:
        forged = update(Entry.__table__).values(summary="never said").where(Entry.seq == seq)
        connection.execute(forged.where(Entry.campaign_id == _id_of(connection, THEIRS)))
    with pytest.raises(
        StoreError, match="the data of the other copy do not agree with its journal; nothing was changed here"
    ):
        follow(both, OURS, both, THEIRS, parting.head)
    assert facts(both, OURS) == before


def _id_of(connection: Connection, name: str) -> int:
    return int(connection.scalars(select(Campaign.id).where(Campaign.name == name)).one())


def faults(store: Store) -> list[str]:
    """What the doctor finds in ours, but for rules, which these deeds do not keep."""
    with reading(store, OURS) as board:
        return [fault.what for fault in examine(board).faults if fault.kind != "rule"]


_deeds = st.lists(
    st.one_of(
        st.builds(SetRule, st.sampled_from("abc"), st.integers(0, 5)),
        st.builds(Move, st.sampled_from(["1st Rifles", "I/9"]), st.sampled_from(["Birch Cross", "Coldbrook"])),
        st.builds(Fight, st.sampled_from(["1st Rifles", "2nd Rifles"]), st.sampled_from(["I/9", "II/9"])),
    ),
    max_size=4,
)


@pytest.mark.long
@tried(5, long=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_deeds, _deeds)
def test_whatever_both_entered_nothing_is_taken_twice_and_the_doctor_is_content(
    file_of: Callable[[str], Path], ours: list[object], theirs: list[object]
) -> None:
    store = open_store(file_of("tiny"), write=True)
    branch(store, None, THEIRS)
    for name, deeds in ((OURS, ours), (THEIRS, theirs)):
        for deed in deeds:
            try:
                play(store, name, deed)
            except CampaignError:
                continue
    before, offered = faults(store), parted(store).theirs
    done = taken(store)
    assert [entry.entry for entry in done] == list(offered)
    assert [entry.origin for entry in parted(store).theirs] == [one.entry.origin for one in done if one.number is None]
    assert faults(store) == before
    store.close()


# the command


def typed(*arguments: object) -> Result:
    return CliRunner().invoke(campaign, [str(argument) for argument in arguments])


def test_the_command(file_of: Callable[[str], Path], tmp_path: Path) -> None:
    here = file_of("tiny")
    there = tmp_path / "laptop.db"
    there.write_bytes(here.read_bytes())
    assert typed("hold", "1st Rifles", "--db", here).exit_code == 0
    for words in (("hold", "I/9"), ("hold", "II/9")):
        assert typed(*words, "--db", there, "--as", "Ruth").exit_code == 0
    before, other = here.read_bytes(), there.read_bytes()
    looked = typed("catch-up", there, "--db", here, "--preview")
    assert looked.exit_code == 0, looked.output
    assert looked.stdout.splitlines() == [
        "Both copies are the same up to entry 1, turn 1.1: founded the tiny campaign",
        "Since then: 1 entry here, 2 entries there.",
        "Only here:",
        *[line for line in looked.stdout.splitlines() if line.startswith("  2, turn 1.1, ") and "1st Rifles" in line],
        "Only there:",
        "  2, turn 1.1, Ruth: I/9: hold, from turn 1.1 on",
        "  3, turn 1.1, Ruth: II/9: hold, from turn 1.1 on",
        "Entries of the other copy, played after the entries here:",
        "  2 becomes entry 3 here, with the same outcome: I/9: hold, from turn 1.1 on",
        "  3 becomes entry 4 here, with the same outcome: II/9: hold, from turn 1.1 on",
        "New here: Ruth. If you forgot this player, type campaign forget again after you catch up.",
        "Nothing was changed: this was a preview.",
    ]
    unasked = typed("catch-up", there, "--db", here)
    assert (unasked.exit_code, "To add the entries without the question: --yes" in unasked.stderr) == (1, True)
    assert (here.read_bytes(), there.read_bytes()) == (before, other)
    strange = typed("catch-up", there, "--db", here, "--only", "9")
    assert (
        "entry 9 cannot be chosen. You can choose the entries that only the other copy has: 2, 3"
        in strange.stderr.replace(" and ", ", ")
    )
    assert typed("catch-up", there, "--db", here, "--without", "2", "--yes").exit_code == 0
    done = typed("catch-up", there, "--db", here, "--yes")
    assert done.stdout.splitlines()[-1] == "Added 1 entry: it is 4 here."
    assert typed("doctor", "--db", here).exit_code == 0
    assert there.read_bytes() == other


def test_the_other_copy_may_be_on_a_server_and_a_preview_is_json(file_of: Callable[[str], Path], pg_url: str) -> None:
    here, there = file_of("tiny"), pg_url
    assert typed("import", here, "--db", there).exit_code == 0
    assert typed("hold", "I/9", "--db", there).exit_code == 0
    looked = typed("catch-up", there, "--db", here, "--preview", "--json")
    assert looked.exit_code == 0, looked.output
    told = json.loads(looked.stdout)
    assert told["parting"]["only_behind"] and [t["entry"]["summary"] for t in told["taken"]] == [
        "I/9: hold, from turn 1.1 on"
    ]
    done = typed("catch-up", there, "--db", here, "--yes")
    assert done.stdout.splitlines()[-1] == "Both copies are the same now.", done.output
    assert typed("doctor", "--db", here).exit_code == 0


def test_a_campaign_that_was_founded_by_itself_is_refused(file_of: Callable[[str], Path], tmp_path: Path) -> None:
    stranger = tmp_path / "stranger.db"
    store = create(stranger)
    found_tiny(store, battalions=1)
    store.close()
    refused = typed("catch-up", stranger, "--db", file_of("tiny"))
    assert refused.exit_code == 1
    assert "holds no copy of tiny: the campaign in it was started separately" in refused.stderr


def test_of_several_copies_in_a_database_one_is_named(file_of: Callable[[str], Path]) -> None:
    here = file_of("tiny")
    assert typed("branch", "what if", "--db", here).exit_code == 0
    both = ("--db", here, "--campaign", "tiny")
    assert typed("hold", "I/9", "--campaign", "what if", "--db", here).exit_code == 0
    done = typed("catch-up", here, "--copy", "what if", "--yes", *both)
    assert done.exit_code == 0, done.output
    assert "Both copies are the same now." in done.stdout
    wrong = typed("catch-up", here, "--copy", "nothing", *both)
    assert "Its copies are tiny, what if" in wrong.stderr


def test_what_would_become_of_them_otherwise_than_was_shown_is_not_taken(both: Store) -> None:
    """The file was changed since the look, so that they run again; the look had said something else of one."""
    play(both, OURS, Move("1st Rifles", "Birch Cross"))
    play(both, THEIRS, SetRule("c", 1))
    with copy_of(both, OURS) as copy:
        trial = try_taking(copy, OURS, offered(both), source=Seeded("1"), register=DEEDS)
    assert trial.shown is not None
    other = replace(trial.taken[0], summary="something else")
    stale = replace(trial, taken=(other,), shown=replace(trial.shown, rows="as it was"))
    with pytest.raises(GoneOn, match="your change was not made"):
        take_as_tried(both, OURS, stale, throw=lambda attempt: attempt(Seeded("1")), register=DEEDS)
    assert take_as_tried(both, OURS, trial, throw=lambda attempt: attempt(Seeded("1")), register=DEEDS) == trial.taken
