"""The folder for people without Python, built here and tried: ``pytest -m packaging``.

CAMPAIGN_TEST_BUNDLE names a folder that is built already (``python bundle/build.py``).
"""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign import __version__

HOUSE = Path(__file__).resolve().parents[2]
LARGEST = 250_000_000
"""Bytes that the folder may have, unpacked."""
LARGEST_PACKED = 90_000_000
"""Bytes that its archive may have, where one was made."""
READY = 4.0
"""Seconds of processor time until the first page of the desk has been answered."""
SLOWEST = 1.5
"""Seconds until the program has said its version: what a person does not call waiting."""

pytestmark = pytest.mark.packaging


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in its folder, which nothing else of this machine helps."""
    if built := os.environ.get("CAMPAIGN_TEST_BUNDLE"):
        folder = Path(built).resolve()
    else:
        pytest.importorskip("PyInstaller", reason="needs the extra bundle")
        out = tmp_path_factory.mktemp("bundle")
        subprocess.run(
            [sys.executable, str(HOUSE / "bundle" / "build.py"), "--no-archive", "--out", str(out)], check=True
        )
        folder = out / "campaign-manager"
    return folder / ("campaign.exe" if os.name == "nt" else "campaign")


def run(program: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The program in a folder, without a Python on the path."""
    kept = {name: value for name, value in os.environ.items() if name in ("SYSTEMROOT", "TEMP", "TMP", "USERPROFILE")}
    env = kept | {"HOME": str(folder), "PATH": "", "COLUMNS": "80", "PYTHONUTF8": "1"}
    return subprocess.run(
        [str(program), *words], cwd=folder, env=env, text=True, encoding="utf-8", capture_output=True, input=""
    )


def done(program: Path, folder: Path, *words: str) -> str:
    ended = run(program, folder, *words)
    assert (ended.returncode, "fault in the program" in ended.stderr) == (0, False), ended.stdout + ended.stderr
    return ended.stdout


def test_it_says_its_version_at_once(
    program: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        assert done(program, tmp_path, "--version").split() == ["campaign", __version__]
        times.append(time.perf_counter() - begin)
    begin = time.perf_counter()
    path = os.pathsep.join((str(HOUSE), str(HOUSE / "reports")))
    subprocess.run([sys.executable, "-m", "campaign", "--version"], check=True, env={**os.environ, "PYTHONPATH": path})
    record_property("seconds in the folder", min(times))
    record_property("seconds from the sources", time.perf_counter() - begin)
    assert min(times) < SLOWEST


def test_it_is_no_larger_than_it_must_be(program: Path, record_property: Callable[[str, object], None]) -> None:
    size = sum(path.stat().st_size for path in program.parent.rglob("*") if path.is_file() and not path.is_symlink())
    record_property("bytes", size)
    assert size < LARGEST
    for archive in program.parent.parent.glob("campaign-manager-*.*"):
        record_property(archive.name, archive.stat().st_size)
        assert archive.stat().st_size < LARGEST_PACKED


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without a signal")
def test_the_desk_is_ready_at_once(
    program: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """In an empty folder, which the starter opens on the first evening."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    words = [str(program), "desk", "--port", port]
    desk = subprocess.Popen(words, cwd=tmp_path, env={"HOME": str(tmp_path)}, stdout=subprocess.PIPE, text=True)
    assert desk.stdout is not None
    link = next(line.split()[1] for line in desk.stdout if line.startswith("Umpire: "))
    with urllib.request.urlopen(link) as page:
        assert "No campaign here yet" in page.read().decode("utf-8")
    desk.send_signal(signal.SIGINT)
    with desk.stdout as rest:
        assert "The desk is closed." in rest.read()
    _, desk.returncode, used = os.wait4(desk.pid, 0)
    record_property("seconds of processor time", used.ru_utime + used.ru_stime)
    assert used.ru_utime + used.ru_stime < READY


def test_the_papers_and_the_starter_lie_beside_it(program: Path) -> None:
    names = {path.name for path in program.parent.iterdir()}
    assert {"READ ME FIRST.txt", "CONTENTS.txt", "LICENSE", "NOTICE", "licences", "handbook"} <= names
    assert names & {"Start here.bat", "Start here.command", "start-here.sh"}
    assert names & {"Type commands.bat", "Type commands.command", "type-commands.sh"}
    empty = [path for path in (program.parent / "licences").iterdir() if not any(path.iterdir())]
    assert empty == []


def test_the_handbook_is_in_the_folder_as_web_pages(program: Path) -> None:
    folder = program.parent / "handbook"
    assert "Print on American Letter paper" in (folder / "how-to" / "print.html").read_text(encoding="utf-8")
    pages = [path.relative_to(folder).as_posix() for path in folder.rglob("*.html")]
    for page in (HOUSE / "docs").rglob("*.md"):
        assert page.relative_to(HOUSE / "docs").with_suffix(".html").as_posix() in pages
    assert not list(folder.rglob("*.doctree"))


def test_the_tour(program: Path, tmp_path: Path) -> None:
    assert "campaign new operation-brevity" in done(program, tmp_path, "demo")
    assert any((tmp_path / "campaign-demo" / "papers").glob("*.pdf"))


@pytest.fixture(scope="module")
def evening(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a campaign that has come to its first battle."""
    folder = tmp_path_factory.mktemp("evening")
    for words in (("new", "operation-brevity", "--seed", "1941"), *[("next",)] * 3):
        done(program, folder, *words)
    return folder


def test_an_evening(program: Path, evening: Path) -> None:
    done(program, evening, "print", "all", "--out", "papers")
    done(program, evening, "battle", "packet", "1", "--out", "papers")
    assert all(path.read_bytes().startswith(b"%PDF") for path in (evening / "papers").glob("*.pdf"))
    assert (evening / "papers" / "battle-1-allied.pdf").is_file()
    for system in ("nqm", "hexes", "brigade", "brigadier"):
        done(program, evening, "battle", "packet", "1", "--tabletop", system, "--out", system)
    done(program, evening, "battle", "resolve", "1")
    done(program, evening, "print", "book", "--web", "--out", "book.html")
    done(program, evening, "map", "--out", "map.svg")
    done(program, evening, "doctor")


def test_every_command_shows_its_help(program: Path, tmp_path: Path) -> None:
    """Each is a module of its own, imported by name."""
    from campaign.cli.contents import campaign

    for name in campaign.entries:
        assert done(program, tmp_path, name, "--help").startswith("Usage: campaign"), name


def test_odds_and_rules_of_every_system(program: Path, tmp_path: Path) -> None:
    assert "OB-SUP-03" in done(program, tmp_path, "rules", "--id", "OB-SUP-03")
    assert done(program, tmp_path, "odds", "brevity", "fire", "--attackers", "2 infantry", "--target", "infantry")
    for system in ("nqm", "hexes", "brigade", "brigadier"):
        assert done(program, tmp_path, "odds", system, "--help")


@pytest.mark.parametrize("revision", ["0002", "0009"])
def test_a_file_of_an_earlier_version_is_upgraded(program: Path, tmp_path: Path, revision: str) -> None:
    source = HOUSE / "tests" / "store" / "released" / f"{revision}.db.gz"
    with gzip.open(source) as packed, (tmp_path / "old.db").open("wb") as file:
        shutil.copyfileobj(packed, file)
    assert f"from revision {revision}" in done(program, tmp_path, "upgrade", "--db", "old.db")
    assert list(tmp_path.glob("old-revision-*.db"))


def test_the_extras_are_there(program: Path, evening: Path, tmp_path: Path) -> None:
    done(program, evening, "export", "--format", "xlsx", "--out", str(tmp_path / "x.xlsx"))
    assert (tmp_path / "x.xlsx").read_bytes().startswith(b"PK")
    server = run(program, tmp_path, "status", "--db", "postgresql://nobody@localhost:1/none")
    assert server.returncode == 1
    assert "cannot be reached" in server.stderr
    for name in ("list.ods", "map.osm.pbf", "form.pdf"):
        (tmp_path / name).write_bytes(b"nothing")
    texts = [
        run(program, tmp_path, "convert", "list.ods", "--out", "a").stderr,
        run(program, tmp_path, "convert", "map.osm.pbf", "--out", "b").stderr,
        run(program, evening, "orders", "--from", str(tmp_path / "form.pdf")).stderr,
    ]
    assert all(text.strip() for text in texts)
    assert not any("pip install" in text or "fault in the program" in text for text in texts), texts


@pytest.mark.skipif(sys.platform == "win32", reason="the server of the tests has no wheel for Windows")
def test_a_campaign_in_postgresql(program: Path, tmp_path: Path, pg_url: object) -> None:
    url = pg_url if isinstance(pg_url, str) else pg_url.render_as_string(hide_password=False)  # type: ignore[attr-defined]
    done(program, tmp_path, "new", "mokra", "--seed", "1", "--db", url)
    assert "Turn 1.1" in done(program, tmp_path, "next", "--db", url)
