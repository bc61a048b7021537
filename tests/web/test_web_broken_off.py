"""What a browser sends that breaks off, or that no browser sends: the umpire's terminal says nothing of it."""

from __future__ import annotations

import logging
import socket
from pathlib import Path

import httpx
import pytest

from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from campaign.web.app import Pages
from campaign.web.people import Person
from campaign.web.posted import posted_form
from campaign.web.table import PageTable
from tests.web.browser import Served, until
from tests.web.visitors import HERE, Hall

DOORS = ("/orders/erskine", "/in", "/r", "/next")
"""Addresses that take a form, from within and at the entrance."""


def test_a_dropped_connection_says_nothing(
    dawn: Served, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone that loses its Wi-Fi while it hands in, on a socket of its own."""
    link, ended = dawn.link("commander"), list[str]()

    async def noted(*arguments, **words):  # type: ignore[no-untyped-def]
        try:
            return await posted_form(*arguments, **words)
        except Exception as fault:
            ended.append(type(fault).__name__)
            raise

    monkeypatch.setattr("campaign.web.app.posted_form", noted)
    monkeypatch.setattr("campaign.web.entrance.posted_form", noted)
    with httpx.Client(headers={"origin": dawn.address}) as phone:
        phone.post(link)
        session = phone.cookies.get(f"desk{dawn.port}")
    with caplog.at_level(logging.WARNING):
        for at, door in enumerate(DOORS[:3], 1):
            with socket.create_connection(("127.0.0.1", dawn.port)) as line:
                head = (
                    f"POST {door} HTTP/1.1\r\nHost: 127.0.0.1:{dawn.port}\r\nOrigin: {dawn.address}\r\n"
                    f"Cookie: desk{dawn.port}={session}\r\nContent-Length: 1000\r\n"
                    "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
                )
                line.sendall(head.encode() + b"ab")
            until(lambda at=at: len(ended) == at)  # type: ignore[misc]
        assert httpx.get(f"{dawn.address}/").status_code == 200, "the desk answers after it"
    assert ended == ["ClientDisconnect"] * 3
    assert (caplog.text, *capfd.readouterr()) == ("", "", "")


@pytest.mark.sample(3)
@pytest.mark.parametrize("charset", ["undefined", "unicode_escape", "raw_unicode_escape", "punycode", "hex", "utf-16"])
def test_a_form_in_a_charset_that_no_browser_uses(hall: Hall, charset: str, caplog: pytest.LogCaptureFixture) -> None:
    """Some of them make letters that cannot be written again; all are refused as no form, and nothing is logged."""
    body = b'--X\r\nContent-Disposition: form-data; name="token"\r\n\r\n\\ud800\xe4\r\n--X--\r\n'
    headers = {"content-type": f"multipart/form-data; boundary=X; charset={charset}", "origin": HERE}
    people, umpire = hall.visitor(), hall.umpire()
    for visitor, door in ((people, "/in"), (people, "/r"), (umpire, "/next")):
        answer = hall.run(visitor.client.post(door, content=body, headers=headers))
        assert answer.status_code in (303, 400, 403, 404, 429), answer.text
    assert not caplog.records


def test_a_file_that_was_moved_is_told_in_plain_words_and_the_same_page_asked_again(
    hall: Hall, campaign_file: Path
) -> None:
    """Its first page would fail alike, so that is no way out; when the file is back, the page is."""
    umpire, himself = hall.umpire(), Person(Role.UMPIRE, UMPIRE, "the umpire")
    away = campaign_file.rename(campaign_file.with_name("away.db"))
    pages = Pages(hall.desk, PageTable.of_all())
    found = pages.table.find("/log")
    assert found is not None
    shown = pages._shown(himself, found, {})
    text = shown.content.decode()
    assert shown.status == 503 and "campaign.db cannot be opened: it was moved or renamed" in text
    assert "unable to open" not in text and "Go to my first page" not in text
    assert 'href="/log"' in text and "Try this page again" in text
    assert umpire.get("/log").status_code == 503
    away.rename(campaign_file)
    assert umpire.get("/log").status_code == 200
