"""Starting another campaign: from a shipped scenario, from a pasted text, from files, with every error."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from pathlib import Path
from typing import cast

import pytest

from campaign.cli.browser_desk import _ways
from campaign.cli.call import Call
from campaign.exchange.check import shipped
from campaign.journal.doctor import campaigns_in
from campaign.journal.transaction import reading
from campaign.model import Battalion
from campaign.store import opened
from campaign.values import replace
from campaign.web.desk import Desk, open_desk
from campaign.web.first_campaign import FirstPage
from campaign.web.server import own_doors
from tests.web.visitors import PORT, Hall, forms_of, no_room_for_notes

FRONTIER = """\
title: The frontier
first day: 15 May 1941

side: Allied (british)
XIII Corps
  7th Armoured Division
    4th Armoured Brigade
      2 RTR, 52 cruisers
      4 RTR, 24/50 Matilda
    7th Support Group
      2nd Scots Guards, motor
      4 RHA
  4th Indian Division
    11th Infantry Brigade
      2nd Camerons
      1/6 Rajputana Rifles, veteran

side: Axis (german)
5. leichte Division
  Panzer-Regiment 5
    I./Panzer-Regiment 5, 40/75 tanks
    II./Panzer-Regiment 5
  Schützen-Regiment 200
    MG-Bataillon 2
"""


def test_the_scenarios_that_come_with_the_program(reading_room: Hall) -> None:
    page = reading_room.umpire().get("/new")
    for scenario in shipped():
        assert f"/new/from/{scenario.key}" in page.text
    assert reading_room.staff("allied").get("/new").status_code == 404


def test_a_shipped_scenario_is_started_in_a_new_file(hall: Hall, campaign_file: Path) -> None:
    umpire = hall.umpire()
    page = umpire.press("/new/from/operation-brevity", "Start", file="second.db", seed="77")
    assert page.status_code == 200
    assert "Started Operation Brevity" in page.text
    assert "campaign desk --port 8942" in page.text
    with opened(campaign_file.with_name("second.db"), write=False) as store:
        assert campaigns_in(store) == ["operation-brevity-2"]
    again = umpire.press("/new/from/operation-brevity", "Start", file="second.db")
    assert again.status_code == 422
    assert "already exists" in again.text
    assert 'value="second.db"' in again.text
    elsewhere = umpire.press("/new/from/operation-brevity", "Start", file="../elsewhere.db")
    assert elsewhere.status_code == 422
    assert "is not a name for a new file" in elsewhere.text


@pytest.mark.long
def test_it_is_started_in_this_database(hall: Hall) -> None:
    umpire = hall.umpire()
    with no_room_for_notes(hall):
        assert umpire.press("/new/from/operation-brevity", "Start", where="here", name="again").status_code >= 422
    assert campaigns_in(hall.desk.reader) == ["operation-brevity"]
    assert umpire.press("/new/from/operation-brevity", "Start", where="here", name="again").status_code == 200
    assert campaigns_in(hall.desk.reader) == ["operation-brevity", "again"]
    taken = umpire.press("/new/from/operation-brevity", "Start", where="here", name="again")
    assert taken.status_code == 422
    assert (
        umpire.press("/new/from/operation-brevity", "Start", where="here", name="x", tabletop="chess").status_code
        == 422
    )
    assert umpire.get("/new/from/nothing").status_code == 404


@pytest.mark.long
def test_a_pasted_order_of_battle_becomes_a_campaign(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press("/new", "Read the order of battle", text=FRONTIER)
    assert page.url.path == "/new/own"
    assert "2nd Camerons" in page.text
    assert "0 of" in page.text
    page = umpire.press_on(page, "All suggested values are correct")
    assert "Next: the map<" in page.text
    page = umpire.press_on(page, "Next: the map")
    assert page.url.path == "/new/own/map"
    page = umpire.press_on(page, "Next: rules and dice")
    assert page.url.path == "/new/own/start"
    assert "The frontier" in page.text
    saved = zipfile.ZipFile(io.BytesIO(umpire.get("/new/own/scenario").content))
    assert {"scenario.yaml", "map.yaml", "converted.txt"} <= set(saved.namelist())
    done = umpire.press_on(page, "Start The frontier", where="here", name="frontier")
    assert "Started The frontier" in done.text
    with reading(hall.desk.reader, "frontier") as board:
        assert "2nd Camerons" in {row.name for row in board.rows(Battalion)}
    assert umpire.get("/new/own").url.path == "/new"


@pytest.mark.long
def test_a_guess_is_changed_by_its_line(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press("/new", "Read the order of battle", text=FRONTIER)
    form = next(form for form in forms_of(page.text) if any(name == "text" for name, _ in form.fields))
    field, line = next(
        (name, value) for name, value in form.fields if name.startswith("change-") and "Camerons" in value
    )
    page = umpire.press_on(page, "Use the ticked values", **{field: 'set "2nd Camerons" experience elite'})
    assert page.status_code == 200
    assert "set &#34;2nd Camerons&#34; experience elite" in page.text
    assert line
    wrong = umpire.press_on(page, "Read the text again", text=FRONTIER + '\nset "2nd Camerons" colour red\n')
    assert wrong.status_code == 422
    assert "colour" in wrong.text
    assert "colour red" in umpire.get("/new/own").text, "what was typed is kept with its fault"


@pytest.mark.long
def test_the_map_of_a_shipped_scenario(hall: Hall) -> None:
    umpire = hall.umpire()
    umpire.press("/new", "Read the order of battle", text=FRONTIER)
    page = umpire.press("/new/own/map", "Next: rules and dice", map_of="operation-brevity")
    assert page.url.path == "/new/own/start", page.text[-3000:]
    wrong = umpire.press("/new/own/map", "Next: rules and dice", map_of="/etc")
    assert wrong.status_code == 422


def test_files_of_a_scenario_with_errors_are_told_with_their_lines(hall: Hall) -> None:
    umpire = hall.umpire()
    form = next(form for form in forms_of(umpire.get("/new").text) if any(name == "text" for name, _ in form.fields))
    fields: dict[str, object] = dict(form.fields)
    files = zipfile.ZipFile(io.BytesIO(umpire.get("/new/starter").content))
    texts = {name: files.read(name) for name in files.namelist() if name.endswith(".yaml")}
    good = umpire.upload("/new", fields, [("file", (name, text)) for name, text in texts.items()])  # type: ignore[arg-type]
    assert good.url.path == "/new/own", good.text[-2000:]
    assert "The text gives every fact" in good.text
    assert umpire.press("/new/own/map", "Next: rules and dice").url.path == "/new/own/start"
    texts["scenario.yaml"] = texts["scenario.yaml"].replace(b"days: 2", b"days: many")
    bad = umpire.upload("/new", fields, [("file", (name, text)) for name, text in texts.items()])  # type: ignore[arg-type]
    assert "scenario.yaml:" in bad.text
    assert "many" in bad.text
    assert "/tmp" not in bad.text


def test_what_cannot_be_read_is_told(hall: Hall) -> None:
    umpire = hall.umpire()
    nothing = umpire.press("/new", "Read the order of battle", text="  ")
    assert nothing.status_code == 422
    assert "not sent anything to read yet" in nothing.text
    page = umpire.press("/new", "Read the order of battle", text="hello")
    assert page.status_code in (200, 422)


def test_establishments_are_looked_up(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    assert "british" in umpire.get("/new/establishments?q=british+tank").text
    assert umpire.get("/new/establishments?q=zzzz").status_code == 422


def test_other_files_of_the_folder_are_listed_with_the_command_that_opens_them(hall: Hall, campaign_file: Path) -> None:
    """A new file can be opened later, too: its command stays on the page."""
    shutil.copyfile(campaign_file, campaign_file.with_name("another.db"))
    (campaign_file.with_name("letter.db")).write_text("no campaign", encoding="utf-8")
    page = hall.umpire().get("/branches").text
    assert "another.db" in page and "letter.db" not in page
    assert re.search(r"campaign desk --port 8942 --db [^<]*another\.db", page)
    assert 'data-copy="file-1"' in page
    assert 'href="/new"' in hall.umpire().get("/files").text


# a folder without a campaign


class Doorstep(Hall):
    """The first page of a folder without a campaign, and who comes to it."""

    def __init__(self, where: Path, **ways: object) -> None:
        doors = own_doors(PORT)
        self.page = FirstPage(replace(_ways(Call(db=str(where)), doors, f"desk{PORT}"), **ways), where)
        super().__init__(cast(Desk, None), self.page.application(doors))

    @property
    def link(self) -> str:
        return f"/in/{self.page.link_token}"

    def close(self) -> None:
        self.page.close_workshop()
        assert self.page.desk is not None
        self.desk = self.page.desk
        super().close()


def test_the_first_page_takes_an_order_of_battle_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From an empty folder to the desk of one's own campaign, without another one in between."""
    monkeypatch.chdir(tmp_path)
    hall = Doorstep(tmp_path / "campaign.db")
    umpire = hall.visitor()
    words = [form.buttons[-1][2] for form in forms_of(umpire.get(hall.link).text)]
    assert words == ["Play the tour", "Start the campaign", "Use my own order of battle"]
    unsaid = umpire.press(hall.link, "Start the campaign")
    assert unsaid.status_code == 422 and "no campaign was chosen" in unsaid.text
    page = umpire.press_on(umpire.press(hall.link, "Use my own"), "Come in")
    assert page.url.path == "/new"
    assert "/branches" not in page.text
    assert [umpire.get(address).status_code for address in ("/desk", "/files", "/players")] == [404] * 3
    page = umpire.press_on(page, "Read the order of battle", text=FRONTIER)
    page = umpire.press_on(umpire.press_on(page, "Next: the map"), "Next: rules")
    assert "Name of the new file" not in page.text
    assert not list(tmp_path.iterdir()), "nothing is started before"
    page = umpire.press_on(umpire.press_on(page, "Start"), "Come in")
    assert page.url.path == "/desk"
    assert "The frontier" in page.text
    hall.close()
    with opened(tmp_path / "campaign.db", write=False) as store:
        assert campaigns_in(store) == ["the-frontier"]


def test_the_first_page_plays_the_tour_and_opens_what_is_near(campaign_file: Path, tmp_path: Path) -> None:
    def opens(path: Path = campaign_file) -> Desk:
        return open_desk(path, doors=own_doors(PORT), cookie=f"desk{PORT}")

    hall = Doorstep(tmp_path / "new.db", near=(campaign_file,), tour=opens)
    umpire = hall.visitor()
    refused = umpire.post(hall.link, {"do": "open", "file": "/etc/passwd"})
    assert (refused.status_code, "is not one of the campaigns on this page" in refused.text) == (422, True)
    assert f"Open {campaign_file}" in umpire.get(hall.link).text
    assert "Operation Brevity" in umpire.press(hall.link, "Play the tour").text
    hall.close()
    assert not (tmp_path / "new.db").exists()
