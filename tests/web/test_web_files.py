"""Files: what is saved, what is sent, catching up, and what a browser cannot do."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from campaign import api
from campaign.journal.doctor import campaigns_in, examine_all
from campaign.journal.transaction import reading
from campaign.journal.undo import living
from campaign.store import opened
from campaign.terms.seats import Role
from campaign.terms.viewer import Viewer
from campaign.web.people import Person
from campaign.web.uploads import MOST_WAITING
from tests.web.visitors import Hall, Visitor, forms_of, no_room_for_notes


def sent(visitor: Visitor, name: str, content: bytes) -> httpx.Response:
    """Send a file on the page Files, and return the page that shows what it holds."""
    form = next(form for form in forms_of(visitor.get("/files").text) if ("do", "look") in form.fields)
    return visitor.upload("/files", dict(form.fields), {"file": (name, content)})


def test_the_page_says_what_can_be_done_here_and_what_needs_a_terminal(reading_room: Hall) -> None:
    page = reading_room.umpire().get("/files")
    assert page.status_code == 200
    assert "campaign restore FILE --db" in page.text
    assert "campaign rescue" in page.text
    assert reading_room.staff("allied").get("/files").status_code == 404


@pytest.mark.parametrize("what", ["backup", "export", "side?for=Allied", "parcel", "state?format=csv"])
def test_players_save_nothing(reading_room: Hall, what: str) -> None:
    player = reading_room.staff("allied")
    assert player.get(f"/files/save/{what}").content == player.get("/nowhere").content


def test_a_backup_is_made_beside_the_file(hall: Hall, campaign_file: Path) -> None:
    umpire = hall.umpire()
    page = umpire.press("/files", "Make a backup", keep="1")
    assert "Made a backup and compared it" in page.text
    copies = [path for path in campaign_file.parent.iterdir() if path.name.startswith("campaign-")]
    assert len(copies) == 1
    with opened(copies[0], write=False) as store:
        assert campaigns_in(store) == ["operation-brevity"]
    assert umpire.press("/files", "Make a backup", keep="none").status_code == 422


def test_a_copy_is_saved_and_opens(hall: Hall, tmp_path: Path) -> None:
    answer = hall.umpire().get("/files/save/backup")
    copy = tmp_path / "saved.db"
    copy.write_bytes(answer.content)
    with opened(copy, write=False) as store:
        assert campaigns_in(store) == ["operation-brevity"]
    assert "attachment" in answer.headers["content-disposition"]


@pytest.mark.long
def test_exports_are_saved(hall: Hall) -> None:
    umpire = hall.umpire()
    whole = json.loads(umpire.get("/files/save/export").content)
    assert whole["format"] == "campaign export"
    side = json.loads(umpire.get("/files/save/side?for=Allied").content)
    assert "journal" not in side
    assert umpire.get("/files/save/side").status_code == 422
    parcel = zipfile.ZipFile(io.BytesIO(umpire.get("/files/save/parcel").content))
    assert {"READ-FIRST.txt", "campaign.db"} <= set(parcel.namelist())
    assert b"Coldstream" in umpire.get("/files/save/state?format=csv&for=umpire").content
    scenario = zipfile.ZipFile(io.BytesIO(umpire.get("/files/save/state?format=scenario&for=umpire").content))
    assert "scenario.yaml" in scenario.namelist()
    assert umpire.get("/files/save/state?format=geojson&for=Axis&as_of=1.1").status_code == 200
    assert umpire.get("/files/save/state?format=stone").status_code == 422
    assert "say for whom the file is made" in umpire.get("/files/save/state?format=csv").text
    assert umpire.get("/files/save/nonsense").status_code == 404


def test_an_export_is_looked_at_and_imported_under_another_name(hall: Hall) -> None:
    umpire = hall.umpire()
    page = sent(umpire, "../../evil.json", umpire.get("/files/save/export").content)
    assert page.status_code == 200
    assert "an exported campaign" in page.text
    assert "evil.json" in page.text
    assert "../" not in page.text
    assert 'value="operation-brevity-2"' in page.text
    taken = umpire.press_on(page, "Import the campaign", name="operation-brevity")
    assert taken.status_code == 422
    assert "already has a campaign called" in taken.text
    with no_room_for_notes(hall):
        assert umpire.press_on(page, "Import the campaign").status_code >= 422
    assert campaigns_in(hall.desk.reader) == ["operation-brevity"]
    done = umpire.press_on(page, "Import the campaign")
    assert "operation-brevity-2 is in" in done.text
    assert campaigns_in(hall.desk.reader) == ["operation-brevity", "operation-brevity-2"]


def test_a_file_that_is_no_campaign_is_told_so(hall: Hall) -> None:
    umpire = hall.umpire()
    page = sent(umpire, "holiday.jpg", b"\xff\xd8\xff not a campaign")
    assert "not a campaign" in page.text
    assert "/tmp" not in page.text
    assert umpire.press_on(page, "Delete the file from the desk").status_code == 200
    assert umpire.get(str(page.url.path)).status_code == 404
    form = next(form for form in forms_of(umpire.get("/files").text) if ("do", "look") in form.fields)
    empty = umpire.post("/files", dict(form.fields))
    assert empty.status_code == 422
    assert "no file was chosen" in empty.text


def test_catching_up_with_a_copy_that_went_on(hall: Hall, campaign_file: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copyfile(campaign_file, tmp_path / "elsewhere.db"))
    with api.open_campaign(copy) as elsewhere:
        elsewhere.give(api.Adjust("2 SG", "counted again", men=500))
        elsewhere.give(api.Adjust("3 CG", "counted again", men=400))
    umpire = hall.umpire()
    page = sent(umpire, "elsewhere.db", copy.read_bytes())
    assert "copy of the campaign open here" in page.text
    link = f"{page.url.path}/catch-up"
    assert "Only the other copy has new entries" in umpire.get(link).text
    done = umpire.press(link, "Take over 2 entries")
    assert "Both copies are the same now" in done.text
    with reading(hall.desk.reader, hall.desk.campaign) as board:
        assert "3rd Bn Coldstream Guards" in living(board)[-1].summary


@pytest.mark.long
def test_only_some_entries_are_added(hall: Hall, campaign_file: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copyfile(campaign_file, tmp_path / "elsewhere.db"))
    with api.open_campaign(copy, actor="Max Muster") as elsewhere:
        elsewhere.give(api.Adjust("2 SG", "counted again", men=500))
        elsewhere.give(api.Adjust("3 CG", "counted again", men=400))
    hall.desk.give(Person(Role.UMPIRE, Viewer(), "the umpire"), api.Adjust("1 DLI", "here", men=450))
    umpire = hall.umpire()
    link = f"{sent(umpire, 'elsewhere.db', copy.read_bytes()).url.path}/catch-up"
    page = umpire.get(link)
    assert "becomes entry" in page.text
    assert "New here: Max Muster. If you forgot this player, type campaign forget again" in page.text
    look = umpire.press_on(page, "Preview this choice", entry=[number for _, number in boxes(page)][:1])
    assert "Add 1 entry" in look.text
    done = umpire.press_on(look, "Add 1 entry")
    assert "Added 1 entry" in done.text and "New here: Max Muster" in done.text


def boxes(page: httpx.Response) -> list[tuple[str, str]]:
    """Return the crossed boxes of the form with the entries."""
    form = next(form for form in forms_of(page.text) if any(name == "entry" for name, _ in form.fields))
    return [pair for pair in form.fields if pair[0] == "entry"]


def test_a_damaged_file_is_rescued(hall: Hall, campaign_file: Path, tmp_path: Path) -> None:
    spoilt, saved = Path(shutil.copyfile(campaign_file, tmp_path / "spoilt.db")), tmp_path / "saved.db"
    with closing(sqlite3.connect(spoilt)) as handle, handle:
        handle.execute("update battalion set men = men + 1")
    umpire = hall.umpire()
    page = sent(umpire, "spoilt.db", spoilt.read_bytes())
    assert "a damaged campaign file" in page.text
    assert "Import the campaign" not in page.text
    saved.write_bytes(umpire.get(f"{page.url.path}/rescue").content)
    with opened(saved, write=False) as store:
        assert all(report.is_sound for report in examine_all(store))
    assert umpire.get(f"{page.url.path}/rescue?tables=1").status_code == 200


@pytest.mark.long
def test_only_so_many_files_wait(hall: Hall) -> None:
    umpire = hall.umpire()
    pages = [sent(umpire, f"{number}.txt", b"text") for number in range(MOST_WAITING + 1)]
    assert umpire.get(pages[0].url.path).status_code == 404
    assert umpire.get(pages[-1].url.path).status_code == 200
