"""``campaign print book``: the campaign day by day, its battles in the players' own words, and losses that add up."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from campaign.journal import reading
from campaign.model import Battalion
from campaign.queries.book.book import book_for
from campaign.queries.common.outlook import look
from campaign.store import opened
from campaign.terms.viewer import UMPIRE
from campaign.views.book.campaign_book import Book, Losses
from tests.cli import capuzzo

BRITISH = "Our Matildas bogged: no end of trouble."
AXIS = "Feleppa’s motorcyclists held the fort."
RULED = "The pass is taken."


@pytest.fixture(scope="module")
def played(founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity to its end: a battle ruled, one recorded with both players' words, the others fought by the
    program."""
    folder = tmp_path_factory.mktemp("book")
    db = Path(shutil.copyfile(founded, folder / "campaign.db"))
    battle = capuzzo.number(db)
    for side, words in (
        ("allied", f"1 spent\nfield axis\ndiary: {BRITISH}"),
        ("axis", f"1 spent\nfield axis\ndiary: {AXIS}"),
    ):
        filed = folder / f"{side}.txt"
        filed.write_text(words, encoding="utf-8")
        capuzzo.ok(db, "battle", "record", battle, str(filed), "--side", side, "--yes")
    if capuzzo.state(db, battle) != "settled":
        capuzzo.ok(db, "battle", "settle", battle)
    for _ in range(2):
        capuzzo.ok(db, "next", "--auto", "--until", "day")
    return db


def book_of(db: Path, side: str = "") -> Book:
    with opened(db, write=False) as store, reading(store) as board:
        sides = {row.key: ident for ident, row in look(board, UMPIRE).army.sides.items()}
        return book_for(board, UMPIRE, sides[side] if side else None)


def text_of(path: Path) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(path.read_bytes())).pages)


def total(losses: list[Losses]) -> Losses:
    return sum(losses, Losses())


@pytest.mark.long
def test_what_was_lost_day_by_day_is_what_the_roster_lacks(played: Path) -> None:
    book = book_of(played)
    with opened(played, write=False) as store, reading(store) as board:
        start, army = look(board, UMPIRE).returns[0], look(board, UMPIRE).army
        now = {b.name: b for b in board.rows(Battalion)}
    for side in army.sides.values():
        units = [b for b in now.values() if b.side_id == side.id]
        before = [start[b.key] for b in units if start[b.key].state.is_in_play]
        after = [b for b in units if b.state.is_in_play]
        curves = [curve for curve in book.losses if curve.side == side.name]
        for count in ("men", "vehicles", "guns"):
            lacks = sum(getattr(b, count) for b in before) - sum(getattr(b, count) for b in after)
            by_day = [getattr(day.lost, count) - getattr(day.returned, count) for day in curves[0].days]
            by_formation = [
                getattr(day.lost, count) - getattr(day.returned, count) for curve in curves[1:] for day in curve.days
            ]
            assert sum(by_day) == sum(by_formation) == lacks, (side.name, count)
        assert curves[0].men_lost == sum(b.men for b in before) - sum(b.men for b in after) > 0
    for unit in (unit for formation in book.formations for unit in formation.units):
        battalion = now[unit.name]
        left = battalion.men if battalion.state.is_in_play else 0
        assert start[battalion.key].men - total([loss.lost for loss in unit.losses]).men == left, unit.name


@pytest.mark.long
def test_a_battle_lost_what_its_battalions_lost_in_it(played: Path) -> None:
    book = book_of(played)
    units = [unit for formation in book.formations for unit in formation.units]
    for battle in book.battles:
        for side in battle.sides:
            assert total([fighter.lost for fighter in side.fighters]) == side.lost
        told = total([loss.lost for unit in units for loss in unit.losses if loss.battle == battle.number])
        assert told == total([side.lost for side in battle.sides])
        for fighter in (fighter for side in battle.sides for fighter in side.fighters):
            assert bool(fighter.lost) <= (fighter.after is not fighter.before), fighter.name


@pytest.mark.long
def test_each_day_has_its_battles_and_each_battle_the_players_own_words(played: Path, tmp_path: Path) -> None:
    book = book_of(played)
    assert [day.day for day in book.days] == [1, 2]
    assert sorted(number for day in book.days for number in day.battles) == [battle.number for battle in book.battles]
    said = {words.label: words.text for battle in book.battles for words in battle.words}
    assert said == {"Allied": BRITISH, "Axis": AXIS, "Umpire": RULED}
    capuzzo.ok(played, "print", "book", "--out", str(tmp_path / "book.pdf"))
    text = text_of(tmp_path / "book.pdf")
    for words in (BRITISH, AXIS, RULED, "Contents", "MEN LOST SINCE THE START", "AT THE END OF DAY 2", "Who met whom"):
        assert words.upper() in text.upper()
    assert "Every move and roll" not in text


@pytest.mark.long
def test_a_book_after_the_first_day_is_its_beginning(played: Path, tmp_path: Path) -> None:
    capuzzo.ok(played, "print", "book", "--as-of", "1", "--out", str(tmp_path / "first.pdf"))
    text = text_of(tmp_path / "first.pdf")
    assert BRITISH in text and "AT THE END OF DAY 1" in text and "AT THE END OF DAY 2" not in text


def test_a_side_reads_neither_the_others_words_nor_its_losses(played: Path, tmp_path: Path) -> None:
    book = book_of(played, "axis")
    assert {words.label for battle in book.battles for words in battle.words} == {"Axis"}
    assert {curve.side for curve in book.losses} == {"Axis"} == {side.side for day in book.days for side in day.sides}
    assert {met.side for met in book.encounters} == {"Axis"}
    assert not any(battle.course or battle.report or battle.after for battle in book.battles)
    assert not any(table.table.units for battle in book.battles if (table := battle.before))
    for words in (("--viewer", "axis"), ("--side", "axis")):
        capuzzo.ok(played, "print", "book", *words, "--out", str(tmp_path / "axis.pdf"))
        text = text_of(tmp_path / "axis.pdf")
        assert AXIS in text and BRITISH not in text and RULED not in text


def test_dice_are_printed_where_they_are_asked_for_and_for_the_umpire_alone(played: Path, tmp_path: Path) -> None:
    capuzzo.ok(played, "print", "book", "--dice", "--out", str(tmp_path / "dice.pdf"))
    assert "Every move and roll" in text_of(tmp_path / "dice.pdf")
    for words in (("--viewer", "axis"), ("--side", "axis")):
        refused = capuzzo.run(played, "print", "book", "--dice", *words, "--out", str(tmp_path / "x.pdf"))
        assert refused.exit_code == 1 and refused.stderr == (
            "Error: --dice is only for the umpire's book, because it shows where both sides were. Leave --dice out\n"
        )
    other = capuzzo.run(played, "print", "orbat", "--dice")
    assert other.exit_code == 2 and "orbat cannot show the dice of battles" in other.stderr


def test_a_company_that_is_split_off_is_no_loss(db: Path) -> None:
    before = book_of(db).losses
    capuzzo.ok(db, "split", "Italian tanks of the Ariete at El Adem", "company")
    with opened(db, write=False) as store, reading(store) as board:
        assert any(b.parent_id is not None for b in board.rows(Battalion))
    assert book_of(db).losses == before
