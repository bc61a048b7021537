"""New dice in the course of a campaign: from the next day on, as an entry like any other."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.actions.all_actions import every_action
from campaign.actions.day import Next
from campaign.actions.reseeding import Reseed
from campaign.errors import BadInput, Refused
from campaign.exchange.export import read_export, write_export
from campaign.journal import JournalBoard, commit, digest, reading, redo, undo
from campaign.journal.asof import When, as_of
from campaign.journal.branches import branch
from campaign.journal.campaign_copy import bring, taken
from campaign.journal.doctor import examine
from campaign.journal.replay import Correction, replay
from campaign.model import Battle, Side
from campaign.rules.common.dice import RollName, Seeded
from campaign.situation.chance import codes_taken, dice_of, sheet_code
from campaign.store import Store, create, open_store
from campaign.terms.time import Moment, Phase
from tests.tiny import by_hand

RELEASED = Path(__file__).parents[1] / "store" / "released"


def do(store: Store, command: object, name: str | None = None) -> None:
    commit(store, name, command, source=dice_of, actor="umpire")


def faces(board: JournalBoard, day: int) -> list[int]:
    return [dice_of(board).throw(RollName(Moment(day, 1), 6, "recovery", str(n)), "") for n in range(40)]


def codes(board: JournalBoard, day: int, number: int = 7) -> list[str]:
    """What the sheets of a battle begun on that day would bear."""
    battle = Battle(id=99_999, number=number, code=f"TINY-{number}", day=day)
    return [sheet_code(board, battle, side) for side in board.rows(Side)]


def seen(store: Store, name: str | None = None) -> list[object]:
    """Dice and codes of both days."""
    with reading(store, name) as board:
        assert examine(board).findings == ()
        return [*(faces(board, day) for day in (1, 2)), *(codes(board, day) for day in (1, 2))]


@pytest.mark.sample(2)
def test_dice_and_codes_are_others_from_the_next_day_on_and_those_of_today_stay(any_tiny: Store) -> None:
    before = seen(any_tiny)
    do(any_tiny, Reseed("new", "key"))
    after = seen(any_tiny)
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True, False]
    with reading(any_tiny) as board:
        assert dice_of(board).seeded == Seeded("41", ((2, "new"),))
        assert faces(board, 2) == [
            Seeded("new").throw(RollName(Moment(2, 1), 6, "recovery", str(n)), "") for n in range(40)
        ]


def test_the_second_of_a_day_counts(tiny: Store) -> None:
    do(tiny, Reseed("new", "key"))
    do(tiny, Reseed("newer", "key"))
    with reading(tiny) as board:
        assert dice_of(board).seeded == Seeded("41", ((2, "newer"),))


def test_it_is_undone_brought_back_seen_in_the_past_branched_and_carried(tiny: Store, tmp_path: Path) -> None:
    before = seen(tiny)
    do(tiny, Reseed("new", "key"))
    after = seen(tiny)
    undo(tiny, actor="umpire")
    assert seen(tiny) == before
    redo(tiny, actor="umpire")
    assert seen(tiny) == after
    with reading(tiny) as board, as_of(board, When(number=1)) as visit:
        assert [faces(visit.board, day) for day in (1, 2)] == before[:2]
    branch(tiny, None, "what if")
    branch(tiny, "tiny", "without", at=When(number=1))
    assert (seen(tiny, "what if"), seen(tiny, "without")) == (after, before)
    with reading(tiny, "tiny") as board:
        whole, fingerprint = taken(board), digest(board)
    write_export(whole, tmp_path / "out.json")
    with_it = create(tmp_path / "again.db")
    bring(with_it, read_export((tmp_path / "out.json").read_text(encoding="utf-8"), "out.json"))
    assert seen(with_it) == after
    with reading(with_it) as board:
        assert digest(board) == fingerprint
    with_it.close()


def test_a_replay_throws_the_new_dice_of_the_days_after_it(tiny: Store) -> None:
    """What is rolled anew after the entry is rolled with the dice that it brought, as it was the first time."""
    with by_hand(tiny) as board:
        board.clock.turn = 4
    do(tiny, Reseed("new", "key"))
    do(tiny, Next("day", auto=True))
    do(tiny, Next("step", auto=True))
    with reading(tiny) as board:
        was = digest(board)
        assert board.moment.day == 2
    same = replay(tiny, after=2, source=dice_of, actor="umpire", register=every_action())
    assert not same.is_different
    without = replay(
        tiny, after=2, source=dice_of, actor="umpire", register=every_action(), correction=Correction(without=(3,))
    )
    assert without.written
    with reading(tiny) as board:
        assert dice_of(board).seeded == Seeded("41")
        assert digest(board) != was


def test_there_must_be_a_day_to_come_and_a_seed(tiny: Store) -> None:
    for seed in (" ", "x" * 81):
        with pytest.raises(BadInput, match="leave --seed out to use a secret one"):
            do(tiny, Reseed(seed, "key"))
    with by_hand(tiny) as board:
        board.clock.day, board.clock.turn, board.clock.phase = 2, 4, Phase.WEATHER
    with pytest.raises(Refused, match="the campaign cannot get new dice:"):
        do(tiny, Reseed("new", "key"))


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("older") / "older.db"
    path.write_bytes(gzip.decompress((RELEASED / "0005.db.gz").read_bytes()))
    open_store(path, write=True).close()
    return path


@pytest.fixture
def older(upgraded: Path, tmp_path: Path) -> Store:
    """A campaign of before there were keys for papers, battle 1 in hand, its papers printed."""
    return open_store(shutil.copyfile(upgraded, tmp_path / "older.db"), write=True)


def in_hand(board: JournalBoard) -> tuple[Battle, list[Side]]:
    return board.rows(Battle)[0], board.rows(Side)


def test_a_battle_begun_before_the_upgrade_keeps_its_codes_and_later_ones_are_of_the_new_kind(older: Store) -> None:
    with reading(older) as board:
        battle, sides = in_hand(board)
        assert [sheet_code(board, battle, side) for side in sides] == ["BREV-1-ALL-XZ2", "BREV-1-AXI-MNM"]
        later = Battle(id=board.ledger.next_id, number=1, code="BREV-1", day=1)
        taken_too = [codes_taken(board, later, side) for side in sides]
        assert all(len(pair) == 2 for pair in taken_too)
        board.campaign.seed = "another"
        assert [sheet_code(board, later, side) for side in sides] == [pair[0] for pair in taken_too]
    older.close()


def test_a_battle_that_is_undone_and_begun_again_after_the_upgrade_bears_a_code_of_the_new_kind(older: Store) -> None:
    """Brought back it bears the old one, for its papers may be out."""
    undo(older, to=3, actor="umpire")
    redo(older, to=4, actor="umpire")
    with reading(older) as board:
        battle, sides = in_hand(board)
        assert sheet_code(board, battle, sides[0]) == "BREV-1-ALL-XZ2"
    undo(older, to=3, actor="umpire")
    do(older, Next("turn"))
    with reading(older) as board:
        battle, sides = in_hand(board)
        assert battle.number == 1
        codes = codes_taken(board, battle, sides[0])
        assert codes[0] == sheet_code(board, battle, sides[0]) != "BREV-1-ALL-XZ2"
        assert "BREV-1-ALL-XZ2" in codes
    older.close()


def test_an_older_export_gets_a_key_when_it_is_imported(fresh: Store, tmp_path: Path, older: Store) -> None:
    text = gzip.decompress((RELEASED / "0005.json.gz").read_bytes()).decode()
    name = bring(fresh, read_export(text, "0005.json"))
    with reading(fresh, name) as here, reading(older) as there:
        keys = (here.campaign.paper_key, there.campaign.paper_key)
        assert keys[0] != keys[1] and all(key is not None and len(key) == 32 for key in keys)
        assert here.campaign.old_codes == there.campaign.old_codes == there.ledger.next_id - 1
        assert digest(here) == digest(there)
        battle, sides = in_hand(here)
        assert [sheet_code(here, battle, side) for side in sides] == ["BREV-1-ALL-XZ2", "BREV-1-AXI-MNM"]
    older.close()


def test_an_older_campaign_is_given_new_dice(older: Store) -> None:
    with reading(older) as board:
        before = [faces(board, day) for day in (1, 2)]
    do(older, Reseed("new", "key"))
    with reading(older) as board:
        assert examine(board).findings == ()
        assert faces(board, 1) == before[0] and faces(board, 2) != before[1]
        battle, sides = in_hand(board)
        assert sheet_code(board, battle, sides[0]) == "BREV-1-ALL-XZ2"
    older.close()


def test_a_file_of_before_the_keys_is_rescued_with_one(tmp_path: Path, file_of: Callable[[str], Path]) -> None:
    from campaign.journal.rescuing import salvage

    path = tmp_path / "older.db"
    path.write_bytes(gzip.decompress((RELEASED / "0005.db.gz").read_bytes()))
    (saved,) = salvage(path)
    assert saved.lost == 0
    assert len(saved.exported.facts["paper_key"]) == 32
    assert saved.exported.facts["old_codes"] == saved.exported.ledger["next_id"] - 1
    rescued = create(tmp_path / "rescued.db")
    bring(rescued, saved.exported)
    rescued.close()
