"""``campaign print book --web``: the campaign book as one web page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import read
from campaign.exchange.writing import write_over
from campaign.journal import JournalBoard
from campaign.queries.book.book import book_for, eyes_for
from campaign.queries.book.book_map import book_map
from campaign.situation.names import side_named
from campaign.terms.viewer import Viewer
from campaign.terms.words import file_name

if TYPE_CHECKING:
    from campaign.views.book.book_map import BookMap
    from campaign.views.book.campaign_book import Book


def print_web_book(call: Call, side: str | None, commander: str | None, out: Path | None, *, dice: bool) -> None:
    """Write the page of the viewer's book, or of a side's or a commander's. Raises NotFound, NotAllowed."""
    if out is not None and out.suffix.lower() not in ("", ".html", ".htm") and not out.is_dir():
        raise click.UsageError(
            f"{str(out)!r} does not end in .html. Change the ending; or leave --web out for a PDF book"
        )
    from campaign_reports.web_book import render_web_book

    def views(board: JournalBoard, viewer: Viewer) -> tuple[Book, BookMap]:
        of = side_named(board, side).id if side else None
        eyes = eyes_for(board, viewer, of, commander or "")
        return book_for(board, viewer, of, commander or "", dice=dice), book_map(board, eyes)

    book, turns = read(call, views)
    path = out if out is not None and out.suffix and not out.is_dir() else (out or Path()) / _name(book)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_over(path, render_web_book(book, turns).encode())
    show.unbroken(str(path))


def _name(book: Book) -> str:
    """Return the file name of the page: ``umpire-campaign-book-day-2-turn-3.html``."""
    turn = book.masthead.turn.partition(" of ")[0]
    return file_name(f"{book.masthead.side} campaign book {turn}", ".html")
