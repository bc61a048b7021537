"""``campaign`` alone: the evening, page by page. Enter runs what waits, a key leads to another page, and any other text
is a program command.

It only runs the program commands: each is shown as it would be typed before it runs, with its usual output. Without a
terminal nothing is asked: the status is printed, or what can be begun in this folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import evening_pages as pages
from campaign.cli import show
from campaign.cli.call import DEFAULT_DATABASE, Call
from campaign.cli.evening_pages import Goal, Page
from campaign.cli.exit_codes import ended
from campaign.cli.options import preferred_folder
from campaign.terms.words import typed
from campaign.values import dataclass, replace

if TYPE_CHECKING:
    from campaign.journal.overtaken import DrawnFor

LEAVE = ("q", "quit", "exit")
NEAR = ("*.db", "*/campaign.db")
"""Places to look for databases in a folder without a campaign.db."""
MOST_DATABASES = 6
LOOKS = ((), ("list",), ("show",), ("packet",), ("muster",), ("new",))
"""What follows ``battle`` in a command that changes no battle of the page."""


def walk(call: Call, program: click.Command) -> None:
    """Show the page for the moment until the user leaves; without a terminal show it once. ``program`` is the command
    of which every other is a part.
    """
    Walk(call, program, Goal(page="home")).go()


@dataclass(slots=True)
class Walk:
    """The state of the walk: its database, and the page it shows."""

    call: Call
    program: click.Command
    place: Goal
    seq: int | None = None
    """The last entry of the journal when the page was made; None on a page of no campaign."""
    after_command: bool = False
    """True just after a program command that showed the state of the campaign; the page then has only Enter and the
    keys."""

    def go(self) -> None:
        """Show a page, carry out the answer, and repeat. Ends with the input, or when the user leaves."""
        if not _at_a_terminal():
            self._show_once()
            return
        while (answer := self._ask(self._shown())) is not None:
            if answer:
                self._run(answer)

    def _show_once(self) -> None:
        if self._has_database():
            self._carry_out(("status",))
        else:
            _print_facts(self._folder())

    def _shown(self) -> Page:
        page = self._page()
        show.line()
        if self.after_command and self.place.page == "home" and page.enter is not None:
            show.unbroken(_cut(f"Enter  {_goal_text(page.enter)}   (w: where we stand, and the keys)", show.width()))
        else:
            _print_facts(page)
            _print_keys(page)
        return page

    def _page(self) -> Page:
        """Return the current page, made from the present state of the database; a page of a finished thing leads
        home.
        """
        self.seq = None
        if not self._has_database():
            return self._folder()
        if not self.call.campaign and len(names := _campaigns(self.call)) > 1:
            return pages.several(names)
        return self._page_of_the_campaign() or self._home()

    def _home(self) -> Page:
        self.place = Goal(page="home")
        page = self._page_of_the_campaign()
        assert page is not None
        return page

    def _page_of_the_campaign(self) -> Page | None:
        from campaign.cli.session import read
        from campaign.queries.day.decisions import decisions
        from campaign.queries.day.status import status

        if self.place.page == "decision":
            view, self.seq = read(self.call, lambda board, viewer: (decisions(board, viewer), board.ledger.last_seq))
            return next((pages.decision(line) for line in view.owed if line.number == self.place.number), None)
        now, self.seq = read(self.call, lambda board, viewer: (status(board, viewer), board.ledger.last_seq))
        folder = preferred_folder() or Path(pages.PAPERS)
        printed = {battle.number for battle in now.battles if any(folder.glob(f"battle-{battle.number}-*"))}
        match self.place.page:
            case "orders":
                return pages.orders(now)
            case "battles":
                return pages.battles(now)
            case "battle":
                return pages.battle(now, self.place.number, printed, str(folder))
            case "papers":
                return pages.papers(now, str(folder))
            case _:
                return pages.home(now, printed, str(folder))

    def _folder(self) -> Page:
        from campaign.exchange.check import shipped

        scenarios = [(scenario.key, scenario.title) for scenario in shipped()]
        return pages.folder(scenarios, list(databases_near())[:MOST_DATABASES], self.call.db)

    def _has_database(self) -> bool:
        from campaign.store.engine import file_path, server_url

        return server_url(self.call.db) is not None or file_path(self.call.db).is_file()

    def _ask(self, page: Page) -> tuple[str, ...] | None:
        """Return the words of the command that was chosen or typed; none where another page was; None to leave."""
        text = _line("> ")
        if text is None or text.casefold() in LEAVE:
            return None
        if (goal := page.goal(text.casefold())) is not None:
            return self._words(goal)
        if not text:
            return ()
        try:
            words = _split(text)
        except ValueError:
            show.note(f"{text!r} has an opening quotation mark without a closing mark. Add the closing mark")
            return ()
        if text.isdigit() or len(text) == 1:
            show.note(
                f"there is no {text!r} on this page. Press Enter, type one of its keys or a command, or type q to leave"
            )
            return ()
        return tuple(words[1:] if words[0] == "campaign" else words)

    def _words(self, goal: Goal) -> tuple[str, ...]:
        """Return the words of the goal's command, after asking for missing ones; none where it only leads to another
        page, or where a question was left empty.
        """
        if goal.page is not None:
            self.place, self.after_command = goal, False
            return ()
        if goal.words[0] == "--db":
            self.call = replace(self.call, db=goal.words[1])
            return ()
        if goal.words[0] == "--campaign":
            self.call = replace(self.call, campaign=goal.words[1])
            return ()
        words = list(goal.words)
        for question, option in goal.questions:
            answer = _line(f"{question} ")
            if not answer:
                return ()
            words += [option, answer] if option else _split(answer)
        return tuple(words)

    def _run(self, words: tuple[str, ...]) -> None:
        show.unbroken(f"$ {typed('campaign', *self._options(), *words)}")
        if self._is_overtaken(words):
            self.after_command = False
            return
        self._carry_out(words)
        self.after_command = True
        if words[:1] == ("next",):
            self.place = Goal(page="home")

    def _is_overtaken(self, words: tuple[str, ...]) -> bool:
        """Return whether something that matters to a command was done since the page was shown, and tell it."""
        from campaign.cli.session import is_umpire, read
        from campaign.journal.overtaken import NEVER, Overtaken, require_current

        seq, of = self.seq, _shown_for(words)
        if seq is None or of in NEVER or not is_umpire(self.call):
            return False
        number = next((word for word in words if word.isdigit()), "")
        try:
            read(self.call, lambda board, _: require_current(board, seq, of, battle=number, decision=number))
        except Overtaken as fault:
            show.note(f"{fault}"[:1].upper() + f"{fault}"[1:])
            return True
        return False

    def _carry_out(self, words: tuple[str, ...]) -> None:
        arguments = [*self._options(), *words]
        code = ended(lambda: self.program.main(arguments, prog_name="campaign", standalone_mode=False))
        if not _at_a_terminal() and code:
            raise click.exceptions.Exit(code)

    def _options(self) -> tuple[str, ...]:
        """Return the options for database, signature and viewer that differ from the usual ones."""
        call = self.call
        return (
            *(("--db", call.db) if call.db != DEFAULT_DATABASE else ()),
            *(("--campaign", call.campaign) if call.campaign else ()),
            *(("--as", call.actor) if call.actor else ()),
            *(("--viewer", call.viewer) if call.viewer != Call().viewer else ()),
        )


def _shown_for(words: Sequence[str]) -> DrawnFor:
    """Return the state for which a page was shown, if this command is given at its prompt."""
    from campaign.journal.overtaken import DrawnFor, shown_for

    if words[0] in ("undo", "redo", "replay"):
        return DrawnFor.LAST_ENTRY
    if words[0] in ("next", "decide") or (words[0] == "battle" and words[1:2] not in LOOKS):
        return shown_for(" ".join(words[:2]) if words[0] == "battle" else words[0])
    return DrawnFor.NOTHING


def _print_facts(page: Page) -> None:
    """Print the page's heading, its facts in a line each, and its numbered lines."""
    show.heading(page.heading)
    width = show.width()
    column = max((len(name) for name, text in page.facts if text), default=0) + 2
    for name, text in page.facts:
        if text:
            show.unbroken(show.wrapped(text, name.ljust(column), " " * column))
    for key in page.listed:
        show.unbroken(_cut(f"{key.press.rjust(3)}  {key.text}", width))


def _print_keys(page: Page) -> None:
    """Print what Enter and the other keys do."""
    if page.enter is not None:
        show.lines([f"Enter  {_goal_text(page.enter)}"])
    show.lines(["  ".join((*(f"{key.press} {key.text}" for key in page.keys), "q leave"))])


_PAGE_NAMES = {
    "home": "back",
    "orders": "the commanders and their orders",
    "battles": "the battles",
    "battle": "battle",
    "decision": "decision",
    "papers": "the papers",
}


def _goal_text(goal: Goal) -> str:
    if goal.page is not None:
        return f"{_PAGE_NAMES[goal.page]}{f' {goal.number}' if goal.number else ''}"
    note = f"  ({goal.note})" if goal.note else ""
    if goal.words[:1] == ("--db",):
        return f"go on with {goal.words[1]}"
    return f"{typed('campaign', *goal.words)}{note}"


def _cut(text: str, width: int) -> str:
    """Return the text on one line; a longer text ends with three dots."""
    return text if len(text) <= width else f"{text[: width - 4].rstrip()} ..."


def _line(prompt: str) -> str | None:
    """Return one typed line, without blanks at its ends; None at the end of the input or on an interruption."""
    try:
        return str(click.prompt(prompt, default="", show_default=False, prompt_suffix="")).strip()
    except click.Abort:
        show.line()
        return None


def _split(text: str) -> list[str]:
    """Return the words of a command as a shell would split them; a backslash stays, for the paths of Windows."""
    from shlex import shlex

    lexer = shlex(text, posix=True)
    lexer.whitespace_split, lexer.escape, lexer.commenters = True, "", ""
    return list(lexer)


def databases_near() -> Iterator[str]:
    """Yield the paths of databases in this folder and in those in it."""
    for pattern in NEAR:
        yield from (str(path) for path in sorted(Path().glob(pattern)) if path.is_file())


def _campaigns(call: Call) -> list[str]:
    from campaign.journal.branches import branches
    from campaign.store import opened

    with opened(call.db, write=False) as store:
        return [branch.name for branch in branches(store)]


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
