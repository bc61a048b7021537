"""Plays a page: types in its sessions, runs its Python, and lays its files into a folder of the page's own.

A page is read from top to bottom. What counts in it:

    ```console      a line ``$ campaign ...`` is a command, the lines below it are its answer, to the letter, as it is given
                    on the evening of ``evening.py``. An answer of more than 20 lines may leave some out: ``[12 lines]``
                    counts them. What was typed at a prompt stands where a terminal shows it. A command answers with exit
                    code 0, unless its answer says ``Error:`` (1) or ``Usage:`` (2). ``$ mkdir``, ``$ cd``, ``$ cp`` and
                    ``$ export NAME=VALUE`` work too
    ```python       is run, all blocks of a page in one after the other; with ``>>>`` as a doctest
    any block       below ``<!-- file: NAME -->`` is that file, there before the first command of the page; below
                    ``<!-- output -->`` it is what the Python block before it printed

The answers are written into the pages by ``python -m tests.docs.renew``, whose head says how.

Comments that a reader does not see direct it:

    <!-- setup: COMMAND -->         a command (or several, a line each) that runs here and must succeed
    <!-- input: LINES -->           what is typed at the prompts of the first command of the next block, line by line
    <!-- picture: NAME -->          a small picture under this name, there before the first command
    <!-- continues: PAGE -->        begin with the folder as another page of docs/ has left it
    <!-- server: URL -->            a URL that the page shows; a new, empty PostgreSQL database takes its place, whose owner
                                    may do nothing else on its server
    <!-- in tests: OLD = NEW -->    the next Python block is run with NEW in place of OLD, to make it quick; what it
                                    prints must then be lines of the output that the page shows, whatever their numbers.
                                    Long tests run it as it stands
    <!-- long: REASON -->           the next block is run by the long tests only
    <!-- serves -->                 the command of the next block is ``campaign desk``, which goes on until Ctrl-C: it is
                                    pressed once the desk listens. The page shows the usual port, and LINK in each link
    <!-- not run: REASON -->        the next block is only shown
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from PIL import Image
from sqlalchemy import make_url

from campaign.cli.contents import campaign as program
from campaign.cli.show import WIDTH, wrapped
from tests.docs.evening import evening
from tests.docs.served import first_lines

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WORDS = (
    "setup",
    "input",
    "file",
    "output",
    "picture",
    "continues",
    "server",
    "in tests",
    "long",
    "not run",
    "generated",
    "serves",
)
PART = re.compile(
    r"<!--\s*(?P<word>[a-z ]+?)\s*(?::(?P<rest>.*?))?\s*-->|^(?P<indent> *)```(?P<kind>\w*)\n(?P<text>.*?)^(?P=indent)```",
    re.M | re.S,
)
CUT = re.compile(r" *\[(\d+) lines\]")
"""Stands on a page for lines of an answer that are left out."""
WHOLE = 20
"""An answer of at most so many lines is shown whole."""
ENVIRONMENT = {"COLUMNS": "80", "CAMPAIGN_AS": "umpire"}

Answer = tuple[int, str]
"""The exit code of a command, and all that it wrote."""
Typist = Callable[[list[str], str, dict[str, str]], Answer]
"""Gives words to the program, with what is typed at its prompts and the environment."""


@dataclass(frozen=True, slots=True)
class Part:
    """A comment or a block of a page: ``kind`` is the comment's word or the block's language. ``line`` and ``start``: where
    on the page it begins, and where its text begins.
    """

    kind: str
    text: str
    is_block: bool
    line: int
    start: int = 0
    indent: str = ""


def pages() -> list[str]:
    """README and every page of the handbook that shows something to be run, as paths from the top folder."""
    paths = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    return [path.relative_to(ROOT).as_posix() for path in paths if any(is_run(part) for part in parts(path))]


def is_run(part: Part) -> bool:
    """Whether the part is something to be run, not only a file or a remark."""
    return part.kind in ("console", "python", "setup")


def parts(path: Path) -> Iterator[Part]:
    """The comments and blocks of a page that count here, in order."""
    page = path.read_text(encoding="utf-8")
    for match in PART.finditer(page):
        line = page.count("\n", 0, match.start()) + 1
        if match["word"] is None:
            yield Part(match["kind"], textwrap.dedent(match["text"]), True, line, match.start("text"), match["indent"])
        elif match["word"] in WORDS:
            yield Part(match["word"], (match["rest"] or "").strip(), False, line)
        elif match["rest"] is not None:
            raise ValueError(f"{path.name}:{line}: a comment says {match['word']!r}, which means nothing here: {WORDS}")


def misfit(shown: str, answer: str) -> str:
    """Return what is wrong with an answer as a page shows it, whose ``[12 lines]`` stand for so many lines; empty if it
    is the answer.
    """
    whole, at = answer.splitlines(), 0
    for line in shown.splitlines():
        if cut := CUT.fullmatch(line):
            if len(whole) <= WHOLE:
                return f"an answer of {len(whole)} lines is shown whole"
            at += int(cut[1])
        elif at >= len(whole) or line.rstrip() != whole[at].rstrip():
            return f"the page has {line!r}, and line {at + 1} of the answer is not so"
        else:
            at += 1
    return "" if at == len(whole) else f"the page shows or counts {at} lines, and the answer has {len(whole)}"


def commands_of(part: Part, place: str) -> Iterator[tuple[str, str, str]]:
    """Yield the commands of a session: as it is typed, in one line, and its answer on the page."""
    assert part.text.startswith("$ "), f"{place}: a session begins with a command ($ ...)"
    for command_and_answer in re.split(r"^\$ ", part.text, flags=re.M)[1:]:
        command, _, answer = command_and_answer.partition("\n")
        typed_lines = f"$ {command}\n"
        while command.endswith("\\"):
            more, _, answer = answer.partition("\n")
            typed_lines += f"{more}\n"
            command = command[:-1] + more.removeprefix("> ")
        yield typed_lines, command, answer


def expected_code(answer: str) -> int:
    """The exit code that belongs to an answer."""
    starts = [line.split(" ")[0] for line in answer.splitlines()]
    return 2 if "Usage:" in starts else 1 if "Error:" in starts else 0


def as_told(url: str) -> tuple[str, str, str]:
    """Return the address of a database as it is typed, as the program tells it, and the database's name."""
    address = make_url(url)
    return url, address.set(drivername="postgresql").render_as_string(), address.database or ""


def typed(words: list[str], lines: str, environment: dict[str, str]) -> Answer:
    """What a command answers that is typed in the present folder, in this process."""
    result = CliRunner(env=environment).invoke(program, words, input=lines)
    return result.exit_code, result.output


@dataclass
class Play:
    """One page being played in a folder. ``server`` makes an empty PostgreSQL database and returns its URL; ``is_whole``
    plays what takes long too, and Python as the page has it; ``is_quick`` says that one process types everything.
    """

    path: Path
    folder: Path
    typist: Typist = typed
    server: Callable[[], str] | None = None
    is_quick: bool = True
    is_whole: bool = False
    environment: dict[str, str] = field(default_factory=lambda: dict(ENVIRONMENT))
    urls: dict[str, str] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__page__"})

    def run(self) -> None:
        """Play the page from top to bottom. Raises AssertionError where it shows what is not so."""
        with contextlib.chdir(self.folder), evening():
            self._lay_files()
            waiting: dict[str, str] = {}
            printed: str | None = None
            changed = ""
            for part in parts(self.path):
                if not part.is_block:
                    printed = self._follow(part, waiting, printed)
                    continue
                unplayed = "not run" if "not run" in waiting else "long" if "long" in waiting and not self.is_whole else ""
                if unplayed:
                    assert waiting[unplayed], f"{self._place(part)}: say why it is not run"
                elif "output" in waiting:
                    assert printed is not None, f"{self._place(part)}: no Python block stands before this output"
                    self._output(part, printed, exactly=not changed)
                elif "file" in waiting:
                    Path(waiting["file"]).write_text(part.text, encoding="utf-8")
                elif part.kind == "console":
                    self._session(part, waiting.get("input", ""), self._served if "serves" in waiting else self.typist)
                elif part.kind == "python":
                    changed = "" if self.is_whole else waiting.get("in tests", "")
                    printed = self._python(part, changed)
                waiting.clear()

    def _lay_files(self) -> None:
        """Write the files and pictures of the page, the first of each name."""
        name = ""
        for part in parts(self.path):
            if part.is_block and name and not Path(name).exists():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_text(part.text, encoding="utf-8")
            if part.kind == "picture":
                Image.new("RGB", (64, 48), "tan").save(part.text)
            name = part.text if part.kind == "file" else ""

    def _follow(self, part: Part, waiting: dict[str, str], printed: str | None) -> str | None:
        """Do what a comment says; what it says of the next block is kept for that."""
        if part.kind == "setup":
            for command in filter(None, (line.strip() for line in part.text.splitlines())):
                self._command(part, command, None, "", self.typist)
        elif part.kind == "server":
            assert self.server, f"{self._place(part)}: no PostgreSQL server here"
            self.urls[part.text] = self.server()
        elif part.kind in ("input", "file", "output", "in tests", "long", "not run", "serves"):
            waiting[part.kind] = part.text
        return printed

    def _session(self, part: Part, lines: str, typist: Typist) -> None:
        """Type in the commands of a block."""
        for _, command, answer in commands_of(part, self._place(part)):
            self._command(part, command, answer, lines, typist)
            lines = ""

    def _command(self, part: Part, command: str, shown: str | None, lines: str, typist: Typist) -> None:
        """Type in one command; ``shown`` is its answer on the page, None where any will do."""
        for url, real in self.urls.items():
            command = command.replace(url, real)
        name, *words = shlex.split(command)
        if name != "campaign":
            self._shell(part, name, words)
            return
        environment = dict(self.environment)
        if self.urls:  # a pipe gets each message on one line, and is not wrapped where the real address was too long
            del environment["COLUMNS"]
        code, answer = typist(words, f"{lines}\n" if lines else "", environment)
        if self.is_quick:  # the runner shows the key Enter, and so does the program where no terminal does it
            for line in filter(None, lines.splitlines()):
                answer = answer.replace(f": {line}\n\n", f": {line}\n")
        if self.urls:
            answer = self._with_addresses_of_the_page(answer)
        wanted = expected_code(shown or "")
        assert code == wanted, f"{self._place(part)}: exit code {code}, not {wanted}\n$ {command}\n{answer}"
        if shown is not None:
            if not self.is_quick:  # a terminal shows what is typed there, a pipe does not
                for line in filter(None, lines.splitlines()):
                    shown = shown.replace(f": {line}\n", ": \n")
            self._compare(part, f"$ {command}", answer, shown)

    def _output(self, part: Part, printed: str, *, exactly: bool) -> None:
        """Hold a block against what the Python before it printed."""
        self._compare(part, "the Python block before it", printed, part.text, exactly=exactly)

    def _compare(self, part: Part, whose: str, answer: str, shown: str, *, exactly: bool = True) -> None:
        answer, shown = answer.strip("\n") + "\n", shown.strip("\n") + "\n"
        if exactly:
            fault = misfit(shown, answer)
        else:
            lines = re.sub(r"\d+", "0", shown).splitlines()
            is_so = bool(answer.strip()) and all(line in lines for line in re.sub(r"\d+", "0", answer).splitlines())
            fault = "" if is_so else "other lines"
        assert not fault, f"{self._place(part)}: {whose}: {fault}\nanswers:\n{answer}\nthe page has:\n{shown}"

    def _with_addresses_of_the_page(self, answer: str) -> str:
        """Return an answer with the addresses that the page shows, wrapped as a terminal would show it."""
        for url, real in self.urls.items():
            for made, on_the_page in zip(as_told(real), as_told(url), strict=True):
                answer = answer.replace(made, on_the_page)
        lines = answer.splitlines()
        return "\n".join(wrapped(line, rest="  ") if len(line) > WIDTH else line for line in lines)

    @staticmethod
    def _served(words: list[str], _lines: str, environment: dict[str, str]) -> Answer:
        """Start a command that goes on until Ctrl-C."""
        return 0, first_lines(words, environment)

    def _shell(self, part: Part, name: str, words: list[str]) -> None:
        """The few commands of a shell that pages need."""
        if name == "mkdir":
            for word in words:
                Path(word).mkdir()
        elif name == "cd":
            os.chdir(words[0])
        elif name == "cp":
            shutil.copy(*words)
        elif name == "export":
            variable, _, value = words[0].partition("=")
            self.environment[variable] = value
        else:
            raise AssertionError(f"{self._place(part)}: {name!r} is not typed in here: use a block of sh instead")

    def _python(self, part: Part, change: str) -> str:
        """Run a block of Python and return what it printed."""
        text, output = part.text, io.StringIO()
        if change:
            old, _, new = change.partition(" = ")
            assert old in text, f"{self._place(part)}: {old!r} is not in the block"
            text = text.replace(old, new)
        for url, real in self.urls.items():
            text = text.replace(url, real)
        place = self._place(part)
        if ">>> " in text:
            test = doctest.DocTestParser().get_doctest(text, self.names, place, str(self.path), part.line)
            with contextlib.redirect_stdout(io.StringIO()):
                failed = (
                    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
                    .run(test, out=output.write, clear_globs=False)
                    .failed
                )
            assert not failed, output.getvalue()
            self.names.update(test.globs)
            return ""
        with contextlib.redirect_stdout(output):
            exec(compile("\n" * part.line + text, str(self.path), "exec"), self.names)
        return output.getvalue()

    def _place(self, part: Part) -> str:
        return f"{self.path.relative_to(ROOT)}:{part.line}"
