"""The rules: read by all, changed by the umpire; house files; the forecast of battles."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.exchange.house_file import shipped_houses
from campaign.web.templating import with_links_to_rules
from tests.web.visitors import Hall, forms_of


@pytest.mark.parametrize("address", ["/rules", "/rules?show=all", "/rules/march", "/rules/house", "/rules/doctrine"])
def test_everybody_reads_the_rules(reading_room: Hall, address: str) -> None:
    for reader in (reading_room.umpire(), reading_room.staff("allied")):
        assert reader.get(address).status_code == 200


def test_a_rule_of_a_book_is_looked_up_by_its_id(reading_room: Hall) -> None:
    player = reading_room.staff("axis")
    assert "OB-SUP-03" in player.get("/rules?id=ob-sup-03").text
    wrong = player.get("/rules?id=nonsense")
    assert "no rule &#39;nonsense&#39;" in wrong.text
    assert wrong.status_code == 422
    assert "No setting contains this word" in player.get("/rules?q=xyzzy").text


def key_of_a_flag(hall: Hall) -> str:
    """Return a setting that is on or off."""
    from campaign.rules.common.settings import RULES

    return next(key for key, rule in RULES.items() if rule.default is False)


def test_the_umpire_changes_a_setting_and_players_cannot(hall: Hall) -> None:
    key = key_of_a_flag(hall)
    umpire, player = hall.umpire(), hall.staff("allied")
    wrong = umpire.press(f"/rules/{key}", f"Change {key}", value="perhaps")
    assert wrong.status_code == 422
    assert 'value="perhaps"' in wrong.text
    done = umpire.press(f"/rules/{key}", f"Change {key}", value="on")
    assert done.status_code == 200
    assert "Reset to the default" in done.text
    page = player.get(f"/rules/{key}")
    assert [form for form in forms_of(page.text) if form.method == "post"] == []
    token = next(value for form in forms_of(umpire.get("/log").text) for name, value in form.fields if name == "token")
    assert player.post(f"/rules/{key}", {"token": token, "value": "off"}).status_code in (403, 404)
    assert umpire.press(f"/rules/{key}", "Reset to the default").status_code == 200


def test_an_unknown_setting_is_refused(reading_room: Hall) -> None:
    assert reading_room.umpire().get("/rules/no.such.setting").status_code == 422


def test_the_editions_are_the_umpires(reading_room: Hall) -> None:
    assert "Every entry was played by this edition" in reading_room.umpire().get("/rules/editions").text


def test_a_house_file_is_taken_and_taken_out(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press("/rules/house", "Use this house file", name=next(iter(shipped_houses())))
    assert "is in force" in page.text
    assert "Undo" in page.text
    page = umpire.press("/rules/house", "Remove the house file")
    assert "is taken out" in page.text


def test_a_house_file_with_errors_is_refused_with_every_line(hall: Hall) -> None:
    umpire = hall.umpire()
    form = next(form for form in forms_of(umpire.get("/rules/house").text) if ("do", "file") in form.fields)
    fields = dict(form.fields)
    sent = umpire.upload("/rules/house", fields, {"file": ("../../club.yaml", b"nonsense: 1\nrubbish: 2\n")})
    assert sent.status_code == 422
    assert "club.yaml:1:1" in sent.text
    assert "/tmp" not in sent.text
    none = umpire.post("/rules/house", dict(form.fields))
    assert "no file was chosen" in none.text
    good = Path(next(iter(shipped_houses().values()))).read_bytes()
    assert "is in force" in umpire.upload("/rules/house", fields, {"file": ("club.yaml", good)}).text


def test_the_forecast_lists_the_battles_of_the_orders(reading_room: Hall) -> None:
    page = reading_room.umpire().get("/forecast")
    assert page.status_code == 200
    assert "moved as ordered" in page.text
    assert reading_room.umpire().get("/forecast?entry=2").status_code == 200
    assert reading_room.staff("allied").get("/forecast").status_code == 404


def test_the_id_of_a_rule_in_a_receipt_leads_to_what_it_says(reading_room: Hall) -> None:
    text = with_links_to_rules("<No> orders from Gott: troops hold (umpire 1.14, 1.1, OB-SUP-03)")
    assert text.startswith(
        '&lt;No&gt; orders from Gott: troops hold (<a href="/rules?id=umpire%201.14">umpire 1.14</a>'
    )
    assert "OB-SUP-03</a>)" in text
    assert "Orders are due daily" in reading_room.umpire().get("/rules?id=umpire%201.14").text
