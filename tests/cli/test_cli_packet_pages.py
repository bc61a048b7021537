"""The packet of battle 1 of Operation Brevity under every system: how many pages it takes, and what is on page 1."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from campaign.journal import reading
from campaign.queries.battle.packet import side_papers
from campaign.rules.common.systems import SYSTEMS
from campaign.store import open_store
from campaign.terms.viewer import UMPIRE
from tests.cli.capuzzo import ok

MOST = {"brevity": (1, 1), "nqm": (2, 2), "hexes": (1, 1), "brigade": (2, 2), "brigadier": (2, 2)}
"""Pages of the British and of the Axis battle sheet, at the most."""


@pytest.fixture(scope="module")
def db(at_first_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copyfile(at_first_battle, tmp_path_factory.mktemp("pages") / "campaign.db"))


@cache
def pages(db: Path, key: str, paper: str = "a4", reference: str = "none") -> dict[str, list[str]]:
    """The text of each page by the reader of its file."""
    words = ("battle", "packet", "1", "--tabletop", key, "--paper", paper, "--reference", reference)
    out = db.parent / f"{key}-{paper}-{reference}"
    ok(db, *words, "--out", str(out))
    return {
        path.stem.rpartition("-")[2]: [
            page.get_textpage().get_text_range().replace("\r\n", "\n") for page in pypdfium2.PdfDocument(path)
        ]
        for path in out.glob("*.pdf")
    }


def test_a_packet_of_brevity_is_six_pages_and_its_reference_one_sheet_of_paper(db: Path) -> None:
    papers = pages(db, "brevity", reference="once")
    assert {reader: len(texts) for reader, texts in papers.items()} == {
        "allied": 2,
        "axis": 2,
        "umpire": 2,
        "brevity": 2,
    }


@pytest.mark.sample(5)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_page_1_is_what_one_fights_from(db: Path, key: str, paper: str) -> None:
    """The table, the orders, the enemy, and units with their numbers; of the enemy each place once."""
    papers = pages(db, key, paper)
    for side, most in zip(("allied", "axis"), MOST[key], strict=True):
        sheet = [page for page in papers[side] if "Battle sheet BREV" in page]
        assert len(sheet) <= most + (paper == "letter"), side
        for head in ("TABLE", "YOUR ORDERS", "ENEMY UNITS KNOWN SO FAR", "YOUR SIDE"):
            assert head in sheet[0], (side, head)
        assert ("TURN TRACK" in sheet[0]) == (key not in ("hexes", "brigade")), "a game there fills the campaign's turn"
        assert "Unit" in sheet[0]
        assert "DEPLOYMENT" not in "".join(papers[side]), "five lines find room on the sheet's own map"
        assert "Not here" in sheet[0] and "air missions" in sheet[0], "empty blocks take one line"
    words = " ".join(papers["allied"][0].split())
    assert "Take the top of Halfaya Pass, Bir Wair, Musaid and Fort Capuzzo" in words
    assert "Brig I. D. Erskine" in words
    seen = " ".join(papers["axis"][0].split())
    assert seen.count("on the coast road to Buq Buq") == 1, "three enemies of one place stand under it"
    assert seen.count("on the track to Sidi Suleiman") == 1
    assert all(name in seen for name in ("Anti-tank, platoon", "Motor infantry, battalion", "Heavy armour, battalion"))


@pytest.mark.long
@pytest.mark.sample(2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_units_of_page_1_stand_there_whole(db: Path, paper: str) -> None:
    """Five battalions of Not Quite Mechanised with all their stands, five companies of a Brigade battalion with its
    headquarters, thirteen platoons of a Brigadier one."""
    nqm, brigade, brigadier = (pages(db, key, paper)["allied"][0] for key in ("nqm", "brigade", "brigadier"))
    for unit in ("2nd Bn Scots Guards", "4 RTR", "2nd Bn Rifle Brigade", "8th Field Regiment RA", "Tp 2/2 A-Tk"):
        assert unit in nqm
    assert nqm.count("Mortar") == 4 and nqm.count("Bty") == 4 and nqm.count("Observer") == 2, "strip and battalion each"
    assert all(f"{company} dice" in brigade or f"\n{company}\n" in brigade for company in ("HQ", "A", "B", "C", "D"))
    assert all(f"{company} Coy {platoon} Pl" in brigadier for company in (1, 2, 3) for platoon in (1, 2, 3))
    assert "Bn HQ [" in brigadier and "3 Coy HQ [" in brigadier


@pytest.mark.long
def test_all_units_of_both_sides_stand_on_page_1_under_brevity(db: Path) -> None:
    papers = pages(db, "brevity")
    for unit in ("2nd Bn Scots Guards", "4 RTR", "2nd Bn Rifle Brigade", "8th Field Regiment RA", "Tp 2/2 A-Tk"):
        assert unit in papers["allied"][0]
    for unit in ("1 Kp Krad 15", "Pak & 8.8", "Cp Halfaya", "Italian battery at Halfaya"):
        assert unit in papers["axis"][0]
    words = " ".join(papers["allied"][0].split())
    assert (
        "SET-UP Lines 1 and 2 start 30 in. from the west edge" in words
        and "exactly 12.0 in. from Halfaya Pass, top" in words
    )


@pytest.mark.long
def test_who_is_off_the_table_takes_one_line(db: Path) -> None:
    words = " ".join(pages(db, "brigade")["allied"][0].split())
    assert words.count("Off this table") == 1
    assert "2nd Bn Rifle Brigade" in words and "not on this table" not in words


def test_the_hex_map_shows_the_enemy_where_he_was_seen_and_only_to_who_saw_him(db: Path) -> None:
    store = open_store(db, write=False)
    try:
        with reading(store) as board:
            allied, axis = (side.sheet for side in side_papers(board, UMPIRE, "1", None, "hexes"))
    finally:
        store.close()
    assert [group.hex for group in allied.enemy] == []
    assert [(group.hex, group.where.split()[:2]) for group in axis.enemy] == [
        ("K4", ["hex", "K4"]),
        ("B9", ["hex", "B9"]),
    ]
    assert all(start.is_own for sheet in (allied, axis) if sheet.body.grid for start in sheet.body.grid.starts)
