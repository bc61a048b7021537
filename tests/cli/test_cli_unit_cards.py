"""``campaign print cards`` and ``battle packet --cards``: a card in the size of a sleeve for each unit of a side, with what
its line on the battle sheet says and nothing of the other side."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from campaign.journal import reading
from campaign.queries.battle.packet import side_papers
from campaign.rules.common.systems import SYSTEMS
from campaign.store import open_store
from campaign.terms.viewer import UMPIRE
from campaign.views.battle.unit_cards import UnitCards
from campaign.words.packet import SidePapers
from campaign.words.sheet import UnitRow
from campaign_reports.page import Paper
from campaign_reports.style import MM, TEXT
from campaign_reports.unit_cards import HIGH, WIDE, cards_of, render_unit_cards
from tests.cli.capuzzo import number, ok, run
from tests.type_sizes import runs_by_size


def papers_under(db: Path, key: str) -> tuple[SidePapers, ...]:
    store = open_store(db, write=False)
    try:
        with reading(store) as board:
            return side_papers(board, UMPIRE, number(db), None, key)
    finally:
        store.close()


def rows(side: SidePapers) -> list[UnitRow]:
    return [row for block in side.sheet.body.blocks for row in block.rows if row.cells]


def texts(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


@pytest.mark.sample(3)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER, Paper.LARGE_A4])
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_a_card_says_what_the_line_of_the_sheet_says_and_nothing_of_the_enemy(
    founded: Path, key: str, paper: Paper
) -> None:
    sides = papers_under(founded, key)
    for side, enemy in zip(sides, reversed(sides), strict=True):
        data = render_unit_cards(UnitCards.of(side), paper)
        words = " ".join(" ".join(texts(data)).split())
        for row in rows(side):
            assert row.name in words
            cells = [cell.replace("-", "").replace("\N{MINUS SIGN}", "\N{EN DASH}") for cell in row.cells]
            assert all(cell in words.replace("-", "") for cell in cells), row.name
            assert all(stand.label in words for stand in row.rows), row.name
            assert all(fact.label in words and fact.text in words for fact in row.facts), row.name
        assert not any(row.name in words for row in rows(enemy))
        for letters in runs_by_size(data):
            assert letters.may_be_small or letters.size >= TEXT - 0.01, letters
            assert not letters.is_too_low


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_every_box_of_a_line_is_on_its_cards_once(founded: Path, key: str) -> None:
    for side in papers_under(founded, key):
        body = side.sheet.body
        for block in body.blocks:
            for row in block.rows:
                if not row.cells:
                    continue
                stands = (box for stand in row.rows for group in stand.groups for box in group.boxes)
                groups = (box for group in row.groups for box in group.boxes)
                ticks = (box for boxes in row.ticks for box in boxes)
                tokens = (token for card in cards_of(block, row, body) for line in card.lines for token in line.tokens)
                drawn = [box for token in tokens for box in token.boxes]
                asked = [*stands, *groups, *ticks]
                assert len(drawn) == len(asked) and sum(b.ticked for b in drawn) == sum(b.ticked for b in asked)
                assert sum(b.heavy for b in drawn) == sum(b.heavy for b in asked)


@pytest.mark.parametrize(("paper", "across", "down"), [(Paper.A4, 3, 3), (Paper.LETTER, 4, 2)])
def test_cards_have_the_size_of_a_sleeve_and_stand_where_home_printers_print(
    founded: Path, paper: Paper, across: int, down: int
) -> None:
    """63 by 88 mm: nine on A4, eight on a Letter page laid sideways; five millimetres are free at every edge."""
    side = papers_under(founded, "nqm")[0]
    document = pypdfium2.PdfDocument(render_unit_cards(UnitCards.of(side), paper))
    wide, high = document[0].get_size()
    assert (wide > high) == (paper is Paper.LETTER)
    assert across * WIDE + 10 * MM <= wide and 13 * MM + down * HIGH + 12 * MM <= high
    boxes = [mark.get_bounds() for mark in document[0].get_objects()]
    left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
    assert left >= 5 * MM and bottom >= 5 * MM and right <= wide - 5 * MM and top <= high - 5 * MM
    count = sum(len(cards_of(block, row, side.sheet.body)) for block in side.sheet.body.blocks for row in block.rows)
    assert len(document) == -(-count // (across * down))


def test_a_player_prints_the_cards_of_his_side(founded: Path, tmp_path: Path) -> None:
    battle = number(founded)
    ok(founded, "print", "cards", battle, "--out", str(tmp_path / "all"))
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == [
        f"battle-{battle}-allied-cards.pdf",
        f"battle-{battle}-axis-cards.pdf",
    ]
    ok(founded, "print", "cards", battle, "--viewer", "axis", "--out", str(tmp_path / "axis"))
    assert [path.name for path in (tmp_path / "axis").iterdir()] == [f"battle-{battle}-axis-cards.pdf"]
    refused = run(founded, "print", "cards", battle, "--viewer", "axis", "--side", "allied")
    assert refused.exit_code == 1 and "only the Allied side and the umpire may print" in refused.output


def test_cards_come_with_a_packet_and_keep_their_size(founded: Path, tmp_path: Path) -> None:
    battle = number(founded)
    words = ("battle", "packet", battle, "--side", "allied", "--tabletop", "hexes", "--reference", "none")
    ok(founded, *words, "--cards", "--out", str(tmp_path))
    assert sorted(path.name for path in tmp_path.glob("*.pdf")) == [
        f"battle-{battle}-allied-cards.pdf",
        f"battle-{battle}-allied.pdf",
    ]
    refused = run(founded, "print", "cards", battle, "--large")
    assert refused.exit_code == 2 and "have the size of a card sleeve" in refused.output
