"""Fresh bits for the dice of each turn: nobody reads them ahead, nobody shops for them, and a replay is exact."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select
from turns import SIDES, TURNS, Idle, Play, Throw, found_drawing

from campaign.actions.day import Next
from campaign.actions.reseeding import Reseed
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.exchange.export import read_export, written
from campaign.journal import Done, Register, commit, digest, reading, redo, undo
from campaign.journal.branches import branch
from campaign.journal.campaign_copy import bring, taken
from campaign.journal.doctor import examine
from campaign.journal.parted import Offer, copy_record, parting_of, take
from campaign.journal.record import Preview, preview
from campaign.journal.replay import Correction, replay, try_replay
from campaign.journal.restoring import restore
from campaign.journal.scratch_copy import copy_of
from campaign.journal.turn_bits import begun_in
from campaign.journal.undo import living
from campaign.model import Entry
from campaign.rules.common.dice import Asked, Roll, RollName, Scripted, Seeded
from campaign.situation.chance import dice_of
from campaign.store import Store, create, open_store
from campaign.store.backup import backup
from campaign.terms.time import Moment
from tests.shipped import shipped_scenario
from tests.tiny import FACTS


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny campaign, whose turns draw bits."""
    return found_drawing(tmp_path_factory.mktemp("drawing") / "drawing.db")


@pytest.fixture
def club(drawing: Path, tmp_path: Path) -> Iterator[Store]:
    store = open_store(Path(shutil.copyfile(drawing, tmp_path / "club.db")), write=True)
    yield store
    store.close()


def do(store: Store, command: object, name: str = "tiny", register: Register = TURNS) -> Done:
    done = commit(store, name, command, source=dice_of, actor="Ann", register=register)
    assert isinstance(done, Done)
    return done


def faces(done: Done | Preview) -> list[int]:
    return [roll.value for roll in done.rolls]


def copies(store: Store, path: Path, count: int) -> Iterator[Store]:
    """Copies of the file as the system makes them."""
    for n in range(count):
        copy = open_store(Path(shutil.copyfile(path, path.with_name(f"copy{n}.db"))), write=True)
        yield copy
        copy.close()


def path_of(store: Store) -> Path:
    return Path(store.name)


def remarks(store: Store, name: str = "tiny") -> list[str]:
    with reading(store, name) as board:
        return [finding.what for finding in examine(board).findings if finding.kind == "dice" or "dice" in finding.what]


def bits_of(store: Store, name: str = "tiny") -> list[tuple[int, str]]:
    with reading(store, name) as board:
        return [(seq, one.bits) for seq, text in board.entries(Entry.seq, Entry.bits) for one in begun_in(text)]


def test_five_copies_played_on_roll_other_dice_from_the_next_turn_on(club: Store) -> None:
    do(club, Play())
    within, after = set(), set()
    for copy in copies(club, path_of(club), 5):
        within.add(tuple(faces(do(copy, Throw("battle")))))
        after.add(tuple(faces(do(copy, Play()))))
        assert remarks(copy) == []
    assert len(within) == 1
    assert len(after) == 5
    assert tuple(faces(do(club, Throw("battle")))) in within
    assert tuple(faces(do(club, Play()))) not in after


def test_what_is_rolled_between_two_turns_belongs_to_the_turn_that_has_begun(club: Store) -> None:
    """Its name is of the turn to come, and its dice are known."""
    do(club, Idle())
    (copy,) = copies(club, path_of(club), 1)
    assert faces(do(copy, Throw("settling"))) == faces(do(club, Throw("settling")))


def test_undo_and_next_give_the_same_dice_and_so_does_redo(club: Store) -> None:
    first = [faces(do(club, Play())), faces(do(club, Play())), faces(do(club, Throw("battle")))]
    with reading(club, "tiny") as board:
        before = digest(board)
    undo(club, "tiny", to=1, actor="Ann")
    redo(club, "tiny", everything=True, actor="Ann")
    with reading(club, "tiny") as board:
        assert digest(board) == before
    undo(club, "tiny", to=1, actor="Ann")
    assert faces(do(club, Play(2))) == first[0] + first[1]  # two turns in one entry this time
    assert faces(do(club, Throw("battle"))) == first[2]
    assert len({bits for _, bits in bits_of(club)}) == 2
    assert remarks(club) == []


def test_undo_goes_back_to_the_dice_of_the_turn_before(club: Store) -> None:
    do(club, Play())
    known = faces(do(club, Throw("a")))
    undo(club, "tiny", actor="Ann")
    do(club, Play())
    undo(club, "tiny", actor="Ann")
    assert faces(do(club, Throw("a"))) == known


def test_a_branch_draws_its_own_for_turns_that_begin_on_it(club: Store) -> None:
    do(club, Play())
    here = faces(do(club, Play()))
    branch(club, "tiny", "what if", at=None)
    from campaign.journal.asof import When

    branch(club, "tiny", "earlier", at=When(number=2))
    assert faces(do(club, Throw("battle"))) == faces(do(club, Throw("battle"), "what if"))
    assert faces(do(club, Play(), "earlier")) != here
    assert faces(do(club, Play())) != faces(do(club, Play(), "what if"))


def test_a_preview_of_a_new_turn_rolls_other_dice_and_says_so(club: Store) -> None:
    with copy_of(club, "tiny") as copy:
        seen = preview(copy, "tiny", Play(), source=dice_of, actor="Ann", register=TURNS)
        again = preview(copy, "tiny", Play(), source=dice_of, actor="Ann", register=TURNS)
    assert seen.is_of_other_dice
    done = do(club, Play())
    assert len({*faces(seen), *faces(again), *faces(done)}) == 3
    undo(club, "tiny", actor="Ann")
    known = preview(club, "tiny", Play(), source=dice_of, actor="Ann", register=TURNS)
    assert (faces(known), known.is_of_other_dice) == (faces(done), False)
    quiet = preview(club, "tiny", Idle(), source=dice_of, actor="Ann", register=TURNS)
    assert not quiet.is_of_other_dice
    assert len(bits_of(club)) == 1


def test_a_replay_is_exact_and_an_amended_past_keeps_every_bit(club: Store) -> None:
    do(club, Throw("early"))
    do(club, Idle())
    do(club, Play())
    rolled = faces(do(club, Play()))
    more = {"source": dice_of, "actor": "Ann", "register": TURNS}
    assert not replay(club, "tiny", after=1, **more).written
    # The turns begin at other entries now, and a third begins that never began before.
    amended = replay(club, "tiny", after=2, correction=Correction(instead={3: Play(3)}, without={4, 5}), **more)
    with reading(club, "tiny") as board:
        last = living(board)[-1]
    assert last.rolls[2].value == rolled[0]
    assert amended.written
    assert remarks(club) == []


def test_a_replay_that_runs_into_a_new_turn_ends_as_it_was_shown(club: Store) -> None:
    do(club, Idle())
    more = {"after": 1, "source": dice_of, "actor": "Ann", "register": TURNS}
    correction = Correction(instead={2: Play(3)})
    shown = try_replay(club, "tiny", correction=correction, **more).replayed
    assert replay(club, "tiny", correction=correction, **more).entries == shown.entries


def test_a_restored_backup_has_the_bits_of_the_turns_begun_since(club: Store, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    backup(path_of(club), kept)
    rolled = faces(do(club, Play()))
    club.close()
    restore(path_of(club), kept, actor="Ann")
    again = open_store(path_of(club), write=True)
    assert faces(do(again, Play())) == rolled
    assert remarks(again) == []
    again.close()


def test_a_stranger_that_is_replaced_leaves_no_bits(club: Store, tmp_path: Path, drawing: Path) -> None:
    other = found_drawing(tmp_path / "other.db", "9", battalions=1)
    do(club, Play())
    club.close()
    restore(path_of(club), other, actor="Ann")
    again = open_store(path_of(club), write=True)
    assert bits_of(again) == []
    again.close()


def test_two_copies_that_both_went_on_and_catch_up(club: Store) -> None:
    """The other's entry keeps its dice, and says that they are not those of the turn here."""
    do(club, Idle())
    (copy,) = copies(club, path_of(club), 1)
    do(copy, Play())
    theirs = do(copy, Throw("battle"))
    do(club, Play())
    with reading(club, "tiny") as board, reading(copy, "tiny") as other:
        parting = parting_of(copy_record(board), copy_record(other))
    late = [entry for entry in parting.theirs if entry.verb == "throw"]
    (done,) = take(club, "tiny", Offer(late, parting.head, {}, ()), source=dice_of, register=TURNS)
    assert [roll.value for roll in done.rolls] == faces(theirs)
    with reading(club, "tiny") as board:
        assert living(board)[-1].dice_from == "kept"


def test_a_turn_that_was_begun_in_a_copy_is_taken_with_its_bits(club: Store) -> None:
    do(club, Idle())
    (copy,) = copies(club, path_of(club), 1)
    do(copy, Play())
    do(club, Throw("meanwhile"))
    with reading(club, "tiny") as board, reading(copy, "tiny") as other:
        parting = parting_of(copy_record(board), copy_record(other))
    take(club, "tiny", Offer(parting.theirs, parting.head, {}, ()), source=dice_of, register=TURNS)
    assert [bits for _, bits in bits_of(club)] == [bits for _, bits in bits_of(copy)]
    assert faces(do(copy, Throw("battle"))) == faces(do(club, Throw("battle")))
    assert remarks(club) == []


def test_an_export_carries_the_bits(club: Store, fresh: Store) -> None:
    rolled = do(club, Play())
    with reading(club, "tiny") as board:
        whole = read_export("".join(written(taken(board))), "club.json")
    bring(fresh, whole)
    undo(fresh, "tiny", actor="Ann")
    assert faces(do(fresh, Play())) == faces(rolled)


def test_new_dice_in_the_midst_draw_bits_or_stop_drawing_them(club: Store) -> None:
    do(club, Reseed("word", "key"))
    for _ in range(4):
        do(club, Play())
    assert len(bits_of(club)) == 4
    done = do(club, Play())
    assert len(bits_of(club)) == 4
    name = RollName(Moment(2, 1), SIDES, "march", "1st_rifles")
    assert faces(done) == [Seeded("word").throw(name, "")]


def test_an_older_campaign_draws_from_the_day_of_its_new_dice(tiny: Store) -> None:
    do(tiny, Reseed("word", "key", draws=True))
    for _ in range(5):
        do(tiny, Play())
    assert [seq for seq, _ in bits_of(tiny)] == [7]
    assert remarks(tiny) == []


def test_with_a_seed_all_stays_as_it_was(tiny: Store) -> None:
    done = do(tiny, Play())
    assert faces(done) == [Seeded(FACTS.seed).throw(RollName(Moment(1, 1), SIDES, "march", "1st_rifles"), "")]
    assert bits_of(tiny) == []
    with tiny.engine.connect() as connection:
        columns = connection.execute(select(Entry.bits, Entry.dice_from)).all()
    assert set(columns) == {(None, None)}


def test_dice_of_the_players_are_marked(club: Store) -> None:
    typed = RollName(Moment(1, 1), SIDES, "battle", "1st_rifles")
    for source in (Asked({typed: 6}), Scripted([6])):
        commit(club, "tiny", Throw("battle"), source=source, actor="Ann", register=TURNS)
        undo(club, "tiny", actor="Ann")
    do(club, Throw("battle"))
    with reading(club, "tiny") as board:
        marks = [row.dice_from for row in board.entries(Entry.dice_from, criteria=(Entry.kind == "do",))]
    assert marks == [None, "hand", "script", None]


def test_a_replay_leaves_the_mark(club: Store) -> None:
    commit(club, "tiny", Throw("battle"), source=Scripted([6]), actor="Ann", register=TURNS)
    do(club, Throw("later"))
    correction = Correction(also={1: [Throw("before")]})
    replay(club, "tiny", after=1, correction=correction, source=dice_of, actor="Ann", register=TURNS)
    with reading(club, "tiny") as board:
        assert [line.dice_from for line in living(board)] == [None, None, "script", None]


# with the program's own clock


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity, on the morning of its first day."""
    path = tmp_path_factory.mktemp("evening") / "brevity.db"
    store = create(path)
    found_campaign(store, shipped_scenario("operation-brevity"), name="brevity", weather=HISTORICAL, actor="Ann")
    commit(store, "brevity", Next("turn"), source=dice_of, actor="Ann")
    store.close()
    return path


def test_a_copy_made_before_orders_are_due_shows_another_day(evening: Path, tmp_path: Path) -> None:
    """The morning has begun, the turn has not: who tries his orders in a copy learns nothing of its dice."""
    days: list[tuple[Roll, ...]] = []
    for n in range(3):
        store = open_store(Path(shutil.copyfile(evening, tmp_path / f"{n}.db")), write=True)
        done = do(store, Next("day", auto=True), "brevity", register_of_all())
        begun = bits_of(store, "brevity")
        assert begun[0] == bits_of(open_store(evening, write=False), "brevity")[0]
        assert len(begun) == 5
        assert remarks(store, "brevity") == []
        days.append(done.rolls)
        store.close()
    assert len({day for day in days if day}) == len(days)


def register_of_all() -> Register:
    from campaign.actions.all_actions import every_action

    return every_action()


def test_a_real_turn_is_undone_and_played_again_with_the_same_dice(evening: Path, tmp_path: Path) -> None:
    store = open_store(Path(shutil.copyfile(evening, tmp_path / "again.db")), write=True)
    first = do(store, Next("day", auto=True), "brevity", register_of_all())
    undo(store, "brevity", actor="Ann")
    assert do(store, Next("day", auto=True), "brevity", register_of_all()).rolls == first.rolls
    again = replay(store, "brevity", after=1, source=dice_of, actor="Ann", register=register_of_all())
    assert not again.written
    store.close()
