"""The program itself, as a service of the machine ends it."""

from __future__ import annotations

import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from tests.hang import ends, started
from tests.web.visitors import forms_of

FORM = {"content-type": "application/x-www-form-urlencoded"}


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def said_first(program: subprocess.Popen[str]) -> str:
    """Return what a desk says when it is open, to the line that it is closed by Ctrl-C."""
    assert program.stdout is not None
    lines = [program.stdout.readline()]
    while lines[-1] and "Ctrl-C closes the desk" not in lines[-1]:
        lines.append(program.stdout.readline())
    return "".join(lines)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without a signal")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_the_desk_closes_in_order_when_it_is_told_to_end(campaign_file: Path, sign: signal.Signals) -> None:
    port = free_port()
    words = [sys.executable, "-m", "campaign", "--db", str(campaign_file), "desk", "--no-browser", "--port", str(port)]
    with started(words) as program:
        said_first(program)
        with closing(socket.create_connection(("127.0.0.1", port), timeout=20)) as browser:
            browser.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
            assert browser.recv(100).startswith(b"HTTP/1.1 200")
        program.send_signal(sign)
        rest, _ = program.communicate(timeout=60)
    assert "The desk is closed." in rest, rest
    assert "Traceback" not in rest
    assert program.returncode == 0
    assert not list(campaign_file.parent.glob("*-wal")), "the file was released in order"


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without a signal")
@pytest.mark.parametrize("is_started_elsewhere", [False, True])
def test_a_desk_without_a_campaign_starts_the_first_one_and_goes_on_with_it(
    tmp_path: Path, dawn_file: Path, is_started_elsewhere: bool
) -> None:
    port = free_port()
    words = [sys.executable, "-m", "campaign", "desk", "--no-browser", "--port", str(port)]
    with started(words, tmp_path) as program, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as browser:
        assert program.stdout is not None
        first = said_first(program)
        assert "There is no campaign at" in first
        link = first.partition("Umpire: ")[2].split()[0]
        page = browser.get(link).text
        assert "No campaign here yet" in page
        assert 'name="scenario" value="operation-brevity"' in page
        assert not [value for form in forms_of(page) for name, value in form.fields if name == "scenario" and value]
        for wrong in ("/in/somebody", "/in/%C3%A9"):
            assert "Open the link shown in the terminal" in browser.get(wrong).text
            assert browser.get(wrong).status_code == 404
        assert browser.head(link).status_code == 200
        assert browser.get("/").status_code == 404
        own = {"origin": f"http://127.0.0.1:{port}"}
        assert browser.post(link, data={"scenario": "operation-brevity"}).status_code == 403
        unknown = browser.post(link, data={"scenario": "../x"}, headers=own)
        assert unknown.status_code == 422
        assert "there is no scenario" in unknown.text
        too_large = browser.post(link, content=(b"x" * 100_000 for _ in range(3)), headers=own | FORM)
        assert (too_large.status_code, "too large" in too_large.text) == (413, True)
        assert not list(tmp_path.glob("*.db"))
        if is_started_elsewhere:
            shutil.copyfile(dawn_file, tmp_path / "campaign.db")
            told = browser.post(link, data={"scenario": "operation-brevity"}, headers=own)
            assert told.status_code == 422
            assert "campaign.db already holds a campaign that this page did not start" in told.text
        begun = browser.post(link, data={"scenario": "operation-brevity"}, headers=own)
        assert (begun.status_code, begun.headers["location"]) == (303, "/")
        opened = program.stdout.readline()
        while "Ctrl-C closes the desk" not in program.stdout.readline():
            pass  # then the page's own server has ended, and that of the desk begins
        sent_again = httpx.post(link, data={"scenario": "operation-brevity"}, headers=own)
        once_more = f"{browser.base_url}{sent_again.headers['location']}"
        assert "This link is the umpire" in httpx.get(once_more).text, "its answer was lost"
        desk = browser.get("/", follow_redirects=True)
        assert desk.url.path == "/desk", "who started the campaign is let in"
        assert httpx.get(once_more).status_code == 404
        assert "Operation Brevity" in desk.text
        assert browser.get(link, follow_redirects=True).url.path == "/desk"
        assert httpx.post(link, headers=own, follow_redirects=True).url.path == "/", "no stranger"
        with closing(socket.create_connection(("127.0.0.1", port), timeout=20)) as window:
            window.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
            assert window.recv(100).startswith(b"HTTP/1.1 200")
        program.send_signal(signal.SIGTERM)
        rest, _ = program.communicate(timeout=60)
    assert "Operation Brevity is open at" in opened, opened
    assert "The desk is closed." in rest
    assert "Traceback" not in rest
    assert program.returncode == 0
    assert not list(tmp_path.glob("*-wal")), "the file was released in order"
    assert (tmp_path / "campaign.db").exists()
    with closing(sqlite3.connect(tmp_path / "campaign.db")) as opened:
        assert (opened.execute("select seed from campaign").fetchone() == ("1941",)) is is_started_elsewhere


def test_behind_a_proxy_no_stranger_starts_the_first_campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with ends():
        ended = CliRunner().invoke(campaign, ["desk", "--proxy", "https://club.example", "--port", str(free_port())])
    assert ended.exit_code == 1
    assert "Start a campaign: campaign new operation-brevity. Then open the desk: campaign desk" in ended.stderr
    assert not list(tmp_path.iterdir())
