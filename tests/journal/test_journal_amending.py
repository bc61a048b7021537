"""A mistake found later: put right backwards where nothing that was played changes, from now on where something
does."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.actions.corrections import Amendment, Steps, by_seed
from campaign.actions.order_form import HandInOrders
from campaign.actions.order_messages import Message, TakeOrders
from campaign.actions.returns.take import RecordReturn
from campaign.cli.contents import campaign
from campaign.errors import GoneOn
from campaign.journal import chain_is_whole, commit, digest, living, log, reading, undo
from campaign.journal.doctor import examine
from campaign.journal.scratch_copy import copy_of
from campaign.model import Battalion, Battle, DiaryLine, Order, Place, Side
from campaign.queries.book.changes import change_lines
from campaign.rules.common.dice import Scripted
from campaign.store import Store, open_store, opened
from campaign.terms.forces import Experience
from campaign.terms.state import State
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder, TakePosture
from campaign.verbs.rulings import RuleBattle, UnitWord
from tests.clash import do, meet
from tests.tiny import named

Copy = Callable[[str], Path]


def typed(db: Path, *arguments: str, keys: str = "") -> Result:
    return CliRunner().invoke(campaign, [*arguments, "--db", str(db)], input=keys)


def done(db: Path, *arguments: str, keys: str = "") -> str:
    result = typed(db, *arguments, keys=keys)
    assert result.exit_code == 0, result.output
    return result.output


def is_sound(db: Path) -> bool:
    with opened(db, write=False) as store, reading(store) as board:
        return chain_is_whole(board) and examine(board).is_sound


def summaries(db: Path) -> list[str]:
    with opened(db, write=False) as store, reading(store) as board:
        return [line.summary for line in living(board)]


def fingerprint(db: Path) -> tuple[str, int]:
    with opened(db, write=False) as store, reading(store) as board:
        return digest(board), len(log(board, all=True))


@pytest.fixture
def tiny_db(file_of: Copy) -> Path:
    return file_of("tiny")


@pytest.fixture
def ruled(file_of: Copy) -> Path:
    """The first battle ruled: 1st Rifles spent, I/9 destroyed; then 1st Rifles adjusted to 450 men."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    meet(store)
    ruling = RuleBattle(
        "1", "A short fight.", held="alba", states=(UnitWord("1st Rifles", "spent"), UnitWord("I/9", "destroyed"))
    )
    commit(store, None, ruling, source=Scripted(()), actor="Ann")
    store.close()
    return path


# orders --------------------------------------------------------------------------------------------------------------
def test_an_order_is_put_right_in_its_place(tiny_db: Path) -> None:
    done(tiny_db, "march", "1st Rifles", "--to", "Coldbrook")
    done(tiny_db, "hold", "2nd Rifles")
    said = done(tiny_db, "order", "amend", "1st Rifles", "--to", "Birch Cross")
    assert "1st Rifles: march Coldbrook" in said and "The amended entry replaces the wrong one." in said
    assert [line.split(",")[0] for line in summaries(tiny_db)[1:]] == [
        "1st Rifles: march Birch Cross",
        "2nd Rifles: hold",
    ]
    assert is_sound(tiny_db)


_TOGETHER = (GiveOrder("2nd Rifles", "hold"), GiveOrder("1st Rifles", "march", "Coldbrook", aim="Look about."))


@pytest.mark.parametrize(
    "command",
    [
        HandInOrders("General Alba", _TOGETHER),
        TakeOrders("1.1", (Message("General Alba", _TOGETHER), Message("", (TakePosture("1st Hussars", "line"),)))),
    ],
    ids=["form", "message"],
)
def test_an_order_that_came_with_others_is_put_right_among_them(tiny_db: Path, command: object) -> None:
    with opened(tiny_db, write=True) as store:
        commit(store, None, command, source=Scripted(()), actor="Ann")
    before = summaries(tiny_db)
    done(tiny_db, "order", "amend", "1st Rifles", "--to", "Birch Cross")
    assert summaries(tiny_db) == before
    with opened(tiny_db, write=False) as store, reading(store) as board:
        orders = {board.row(Battalion, row.battalion_id).name: row for row in board.rows(Order) if row.battalion_id}
        place = board.row(Place, orders["1st Rifles"].to_id or 0)
    assert (place.name, orders["1st Rifles"].aim) == ("Birch Cross", "Look about.")
    assert orders["2nd Rifles"].kind.value == "hold"
    assert is_sound(tiny_db)


def test_a_preview_of_it_changes_nothing(tiny_db: Path) -> None:
    done(tiny_db, "march", "1st Rifles", "--to", "Coldbrook")
    before = fingerprint(tiny_db)
    said = done(tiny_db, "order", "amend", "1st Rifles", "--to", "Birch Cross", "--preview")
    assert "Nothing was changed" in said and "Birch Cross" in said
    assert fingerprint(tiny_db) == before


def test_what_is_not_said_is_asked_and_enter_keeps_it(tiny_db: Path) -> None:
    done(tiny_db, "march", "1st Rifles", "--to", "Coldbrook", "--aim", "Look about.")
    done(tiny_db, "order", "amend", "1st Rifles", keys="\nBirch Cross\n-\n\n\n\n\n\n")
    with opened(tiny_db, write=False) as store, reading(store) as board:
        (order,) = (o for o in board.rows(Order) if o.battalion_id is not None)
        assert (
            board.row(type(named(board, Battalion, "I/9")), order.battalion_id or 0).name,
            order.kind.value,
            order.aim,
        ) == ("1st Rifles", "march", "")


def test_who_was_never_ordered_is_said(tiny_db: Path) -> None:
    result = typed(tiny_db, "order", "amend", "1st Rifles", "--to", "Birch Cross")
    assert result.exit_code == 1 and "the journal has no order to 1st Rifles" in result.output


# battles -------------------------------------------------------------------------------------------------------------
def test_a_ruling_is_put_right_and_only_the_battle_itself_is_touched(ruled: Path) -> None:
    done(ruled, "hold", "2nd Rifles")
    said = done(ruled, "battle", "amend", "1", "--state", "1st Rifles=fresh", "--text", "A very short fight.")
    assert "would turn out differently" not in said and "The amended entry replaces" in said
    with opened(ruled, write=False) as store, reading(store) as board:
        assert named(board, Battalion, "1st Rifles").state is State.FRESH
        assert named(board, Battalion, "I/9").state is State.DESTROYED, "what was not said again stands"
        assert "A very short fight." in board.rows(Battle)[0].outcome
    assert is_sound(ruled)


def test_an_adjustment_after_it_is_put_right_without_touching_it(ruled: Path) -> None:
    done(ruled, "adjust", "1st Rifles", "--men", "450", "--why", "counted")
    said = done(ruled, "unit", "amend", "1st Rifles", "--men", "470", "--why", "counted again")
    assert "The amended entry replaces" in said
    with opened(ruled, write=False) as store, reading(store) as board:
        assert named(board, Battalion, "1st Rifles").men == 470


def test_forward_puts_right_what_is_still_as_it_was_and_leaves_what_has_changed(file_of: Copy) -> None:
    path = file_of("tiny")
    done(path, "adjust", "1st Rifles", "--men", "580", "--experience", "green", "--why", "first count")
    store = open_store(path, write=True)
    meet(store)
    ruling = RuleBattle(
        "1", "A fight.", held="alba", states=(UnitWord("1st Rifles", "spent"), UnitWord("I/9", "destroyed"))
    )
    commit(store, None, ruling, source=Scripted(()), actor="Ann")
    store.close()
    done(path, "adjust", "1st Rifles", "--men", "450", "--why", "after the fight")
    before = summaries(path)
    said = done(
        path,
        "unit",
        "amend",
        "1st Rifles",
        "--entry",
        "2",
        "--men",
        "590",
        "--experience",
        "veteran",
        "--why",
        "second count",
        "--yes",
    )
    assert "The past stays as it was played" in said and "the changes listed above were made now" in said
    assert "1st Rifles: experience green -> veteran" in said
    assert summaries(path)[: len(before)] == before, "the past stands"
    with opened(path, write=False) as store, reading(store) as board:
        rifles = named(board, Battalion, "1st Rifles")
        assert rifles.experience is Experience.VETERAN, "nobody has changed that since"
        assert rifles.men == 450, "they have been counted since"
        assert any("Entry 2 is put right from now on (second count)." in line.text for line in board.rows(DiaryLine))
    assert "unchanged, because it has changed since: 1st Rifles (men)" in said
    assert is_sound(path)


def test_a_unit_destroyed_after_all_leaves_the_map_though_it_has_moved_since(ruled: Path) -> None:
    done(ruled, "adjust", "1st Rifles", "--at", "Coldbrook", "--why", "found there")
    said = done(ruled, "battle", "amend", "1", "--state", "1st Rifles=destroyed", "--why", "counted twice", "--yes")
    assert "Amended from now on:" in said and "1st Rifles: spent -> destroyed, 595 -> 490 men, off the map" in said
    assert not re.search(r"[{}]|_|road m|on map", said.partition("Amended from now on:")[2]), "words, no columns"
    with opened(ruled, write=False) as store, reading(store) as board:
        rifles = named(board, Battalion, "1st Rifles")
        assert (rifles.state, rifles.on_map, rifles.place_id, rifles.road_id) == (State.DESTROYED, False, None, None)
    assert is_sound(ruled)


def test_an_entry_is_amended_again_from_now_on(ruled: Path) -> None:
    done(ruled, "adjust", "1st Rifles", "--at", "Coldbrook", "--why", "found there")
    done(ruled, "battle", "amend", "1", "--state", "1st Rifles=destroyed", "--why", "counted twice", "--yes")
    said = done(ruled, "battle", "amend", "1", "--state", "1st Rifles=captured", "--yes")
    assert "1st Rifles: destroyed -> captured" in said
    with opened(ruled, write=False) as store, reading(store) as board:
        assert named(board, Battalion, "1st Rifles").state is State.CAPTURED
    assert is_sound(ruled)


def test_a_return_that_was_settled_is_corrected_again_and_says_that_the_units_stay(file_of: Copy) -> None:
    path = file_of("tiny")
    with opened(path, write=True) as store:
        meet(store)
        with reading(store) as board:
            sides = {side.key for side in board.rows(Side)}
        for side in ("alba", *(sides - {"alba"})):
            foot = {"ending": "finished", "field": "alba", "all_other_lines_unharmed": True}
            returned = {"side": side, "lines": [], "foot": foot}
            commit(store, None, RecordReturn("1", (returned,)), source=Scripted(()), actor="Ann")
    done(path, "adjust", "1st Rifles", "--at", "Coldbrook", "--why", "found there")
    said = done(path, "battle", "amend", "1", "--side", "alba", "--line", "1 destroyed", "--yes")
    now = " ".join(said.partition("Amended from now on:")[2].split())
    assert "the return that is kept, Alba: line 1 unchanged -> destroyed" in now and "1 return" not in now
    assert "the units and the map do not change" in " ".join(said.split())
    assert not re.search(r"[{}]", said), "words, no dictionary"
    again = done(path, "battle", "amend", "1", "--side", "alba", "--line", "1 spent", "--preview")
    assert "line 1 destroyed -> spent" in again
    assert is_sound(path)


def test_what_the_program_resolved_stands_but_for_what_is_said(file_of: Copy) -> None:
    path = file_of("tiny")
    store = open_store(path, write=True)
    meet(store)
    store.close()
    done(path, "battle", "resolve", "1")
    with opened(path, write=False) as store, reading(store) as board:
        before = {b.name: b.state for b in board.rows(Battalion)}
        assert any(state is not State.FRESH for state in before.values()), "somebody was hurt"
    done(path, "battle", "amend", "1", "--held", "both", "--text", "Nobody gave way.")
    with opened(path, write=False) as store, reading(store) as board:
        assert {b.name: b.state for b in board.rows(Battalion)} == before
        assert board.rows(Battle)[0].field_held_by_id is None and "Nobody gave way." in board.rows(Battle)[0].outcome
    assert is_sound(path)


# units ---------------------------------------------------------------------------------------------------------------
def test_the_order_of_battle_is_put_right_from_the_founding_on(tiny_db: Path) -> None:
    done(tiny_db, "march", "1st Rifles", "--to", "Coldbrook")
    said = done(tiny_db, "unit", "amend", "1st Rifles", "--experience", "veteran", "--establishment", "650/4/0")
    assert "from the start of the campaign on" in " ".join(said.split())
    assert summaries(tiny_db)[1].startswith("1st Rifles: veteran, establishment 650/4/0")
    with opened(tiny_db, write=False) as store, reading(store) as board:
        rifles = named(board, Battalion, "1st Rifles")
        assert (rifles.experience, rifles.men_establishment, rifles.vehicles_establishment) == (
            Experience.VETERAN,
            650,
            4,
        )
    assert is_sound(tiny_db)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("unit", "amend", "1st Brigade", "--men", "5"), "is a formation"),
        (("unit", "amend", "1st Rifles", "--establishment", "many"), "'many' is not an establishment"),
        (("unit", "amend", "1st Rifles", "--entry", "40", "--men", "5"), "there is no entry 40 to amend"),
        (("battle", "amend", "1", "--held", "alba"), "there is no battle '1'"),
        (("order", "amend", "Nobody", "--to", "Ashford"), "there is no unit called 'Nobody'"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_changes(
    tiny_db: Path, arguments: tuple[str, ...], said: str
) -> None:
    before = fingerprint(tiny_db)
    result = typed(tiny_db, *arguments)
    assert result.exit_code == 1 and said in result.output, result.output
    assert fingerprint(tiny_db) == before


@pytest.mark.parametrize(
    "word", [("--men", "500000"), ("--state", "asleep"), ("--at", "Nowhere"), ("--under", "Nobody")]
)
@pytest.mark.parametrize("more", [(), ("--preview",)])
def test_a_wrong_value_is_one_line_and_nothing_else(
    tiny_db: Path, word: tuple[str, str], more: tuple[str, ...]
) -> None:
    result = typed(tiny_db, "unit", "amend", "1st Rifles", *word, *more)
    assert result.exit_code == 1 and len(result.output.splitlines()) == 1 and result.output.startswith("Error: "), (
        result.output
    )


# and back ------------------------------------------------------------------------------------------------------------
def test_an_entry_amended_is_amended_back_to_the_same_digest(tiny_db: Path) -> None:
    done(tiny_db, "march", "1st Rifles", "--to", "Coldbrook")
    done(tiny_db, "adjust", "2nd Rifles", "--men", "450", "--why", "counted")
    before, line = fingerprint(tiny_db)[0], summaries(tiny_db)
    said = done(tiny_db, "order", "amend", "1st Rifles", "--to", "Birch Cross")
    assert (
        "To undo this: campaign redo --branch undone-3 brings back the entries as they were." in " ".join(said.split())
        and fingerprint(tiny_db)[0] != before
    )
    done(tiny_db, "order", "amend", "1st Rifles", "--entry", "2", "--to", "Coldbrook")
    assert (fingerprint(tiny_db)[0], summaries(tiny_db)) == (before, line) and is_sound(tiny_db)


def test_what_was_put_in_after_the_founding_is_left_out_again(tiny_db: Path) -> None:
    done(tiny_db, "march", "1st Rifles", "--to", "Coldbrook")
    before, line = fingerprint(tiny_db)[0], summaries(tiny_db)
    said = done(tiny_db, "unit", "amend", "1st Rifles", "--men", "580")
    assert "To undo this: campaign redo --branch undone-2" in said and fingerprint(tiny_db)[0] != before
    assert "2: 1st Rifles: 580 men" in done(tiny_db, "replay", "--without", "2", "--preview")
    done(tiny_db, "redo", "--branch", "undone-2")
    assert (fingerprint(tiny_db)[0], summaries(tiny_db)) == (before, line) and is_sound(tiny_db)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--without", "99"), "there are no entries after 98"),
        (("1", "--without", "99"), "entry 99 cannot be amended: only entries 2 to 3"),
        (
            ("2", "--without", "2"),
            "entry 2 is not one of the entries after 2. To leave it out: campaign replay --without 2",
        ),
    ],
)
def test_leaving_out_what_is_not_there_is_refused(tiny_db: Path, arguments: tuple[str, ...], said: str) -> None:
    done(tiny_db, "march", "1st Rifles", "--to", "Coldbrook")
    done(tiny_db, "hold", "2nd Rifles")
    before = fingerprint(tiny_db)
    result = typed(tiny_db, "replay", *arguments)
    assert result.exit_code == 1 and said in result.output, result.output
    assert fingerprint(tiny_db) == before


# a preview writes nothing --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "arguments",
    [("next", "--preview"), ("replay", "--preview"), ("unit", "amend", "1st Rifles", "--men", "580", "--preview")],
)
def test_a_preview_opens_nothing_to_write(tiny_db: Path, arguments: tuple[str, ...]) -> None:
    """Somebody is writing: a command that writes would wait for him, and say that it is locked out."""
    done(tiny_db, "march", "1st Rifles", "--to", "Coldbrook")
    before = tiny_db.read_bytes()
    with closing(sqlite3.connect(tiny_db, isolation_level=None)) as other:
        other.execute("begin immediate")
        done(tiny_db, *arguments)
        other.execute("rollback")
    assert tiny_db.read_bytes() == before


def test_an_amendment_that_would_do_something_else_by_now_is_not_made(tiny: Store) -> None:
    """No entry is wrong, so that none is compared: what was shown is. Elsewhere the campaign may go on."""
    with copy_of(tiny, None) as copy:
        steps = Steps(copy, None, "Ann", by_seed, change_lines)
        amendment = Amendment(None, Adjust("1st Rifles", "counted", men=200))
        trial = steps.tried(amendment, rewrite=False, from_entry=None, why="counted")
        now = steps.from_now_on(trial, "counted")
    do(tiny, Adjust("1st Rifles", "counted again", men=50))
    steps.store = tiny
    with pytest.raises(GoneOn, match="your change was not made"):
        steps.given(now)
    undo(tiny, None, actor="Ann")
    do(tiny, Adjust("I/9", "counted", men=550))
    steps.given(now)
    with reading(tiny) as board:
        assert (named(board, Battalion, "1st Rifles").men, named(board, Battalion, "I/9").men) == (200, 550)
