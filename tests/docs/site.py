"""Builds a static site: the handbook, and a demo campaign to read: three desks, the papers of a battle and the book.

    python -m tests.docs.site OUT           OUT is a new folder, or one that this command has built

The handbook is built strictly. The demo is played on the evening of ``evening.py``, so a second run writes the same
files, and its desks are fetched as three people without a browser. Every
link of the result is followed; the command fails on one that leads nowhere, and on a page of a player that names a unit
of the enemy which his side has not learned of.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Template

import click

from campaign.journal.transaction import reading
from campaign.situation.army import load_army
from campaign.situation.knowledge import load_knowledge
from campaign.situation.names import side_named
from campaign.store import opened
from campaign.terms.viewer import Viewer
from tests.docs.built import dead_links, pages_in
from tests.docs.evening import evening, people_in_order
from tests.docs.pages import DOCS, ENVIRONMENT, ROOT, typed
from tests.docs.still import NOT_HERE, StillDesk, asset_of
from tests.web.visitors import Hall, found_at_first_battle, hall_on

MARK = ".campaign-site"
"""A file in a folder that this command has built, and may build anew."""
PAGE = Template((Path(__file__).parent / "site.html").read_text(encoding="utf-8"))
PLAYERS = {"erskine": ("Brigadier Erskine", "allied"), "herff": ("Oberst von Herff", "axis")}
"""Whose desks are shown beside the umpire's: the commander's key, his name, his side."""
DEMO = (
    ("erskine/situation.html", "The desk of Brigadier Erskine, a British player"),
    ("herff/situation.html", "The desk of Oberst von Herff, an Axis player"),
    ("umpire/desk.html", "The umpire's desk"),
    ("book.html", "The campaign book after the first day, with a map that steps through its turns"),
    ("book.pdf", "The same book on paper"),
    ("papers/battle-1-allied.pdf", "The British papers of battle 1"),
    ("papers/battle-1-axis.pdf", "The Axis papers of battle 1"),
)
"""Files of the demo that its first page links to, and what they are."""
HERE = re.compile(r"\d+ of (\d+) players here")
"""What a page says by the machine's own clock; in a picture nobody is here."""
NOT_HERE_BUT = (
    ("index.html", "Desks and the book"),
    ("../handbook/reference/rules/index.html", "The rules by id"),
    ("../handbook/reference/odds/index.html", "The odds of dice"),
    ("../handbook/how-to/play-in-the-browser.html", "Open a desk of your own"),
)
"""Where the page for what is not in the demo leads."""


def main(words: list[str]) -> int:
    """Build the site into the folder that was named, and say what is wrong with it."""
    if len(words) != 1:
        click.echo("Usage: python -m tests.docs.site OUT", err=True)
        return 2
    out = Path(words[0]).resolve()
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        click.echo(f"{out} holds files that this command has not written; name a new folder", err=True)
        return 2
    faults = build(out)
    pages = pages_in(out)
    for fault in faults:
        click.echo(fault, err=True)
    click.echo(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, {len(faults)} faults")
    return 1 if faults else 0


def build(out: Path) -> list[str]:
    """Build the whole site. Return what is wrong with it."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / MARK).touch()
    handbook(out / "handbook")
    faults = demo(out / "demo")
    links = [("handbook/index.html", "The handbook"), ("demo/index.html", "A campaign to look at: Operation Brevity")]
    about = "It runs Second World War miniatures campaigns between club nights: the order of battle, the days, the papers, the results."
    (out / "index.html").write_text(front("Campaign Manager", about, links, "demo/"), encoding="utf-8")
    return [*faults, *dead_links(pages_in(out), out)]


def front(title: str, about: str, links: Iterable[tuple[str, str]], style: str) -> str:
    """Return a page of links. ``style`` is the way to the folder of the demo, which has the desk's style sheet."""
    rows = "\n".join(f'<li><a href="{href}">{words}</a></li>' for href, words in links)
    return PAGE.substitute(title=title, about=about, rows=rows, style=style)


def handbook(out: Path) -> None:
    """Build the handbook; a warning is an error."""
    with tempfile.TemporaryDirectory() as trees:
        command = [sys.executable, "-m", "sphinx", "-W", "-n", "--keep-going", "-q", "-d", trees, str(DOCS), str(out)]
        subprocess.run(command, check=True, cwd=ROOT)
    for name in (".buildinfo", "objects.inv"):
        (out / name).unlink(missing_ok=True)


def demo(out: Path) -> list[str]:
    """Play Operation Brevity to its first battle, write what each person sees then, play the day and write its book.
    Return what a player's pages tell that he may not know.
    """
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, evening(), people_in_order():
        file = found_at_first_battle(Path(folder) / "campaign.db")
        command(file, "battle", "packet", "1", "--out", str(out / "papers"))
        with hall_on(file) as hall:
            faults = [fault for desk, side in desks(hall) for fault in written(desk, side, file, out)]
        command(file, "next", "--auto", "--until", "day")
        command(file, "print", "book", "--web", "--out", str(out / "book.html"))
        command(file, "print", "book", "--out", str(out / "book.pdf"))
    about = "The first morning of a campaign in the Western Desert, May 1941, as three people see it. It is a picture: nothing can be changed in it."
    (out / "index.html").write_text(
        front("Operation Brevity", about, (*DEMO, ("../index.html", "Back")), ""), encoding="utf-8"
    )
    not_here = "This is a read-only picture of the desk. What you pressed does something, asks a question, or hands out a file: your own desk does that. Rules and odds are in the handbook."
    (out / NOT_HERE).write_text(front("Not in this picture", not_here, NOT_HERE_BUT, ""), encoding="utf-8")
    return faults


def command(file: Path, *words: str) -> None:
    """Type a command of the program about a campaign."""
    code, answer = typed(["--db", str(file), *words], "", ENVIRONMENT)
    assert code == 0, (words, answer)


def desks(hall: Hall) -> Iterator[tuple[StillDesk, str]]:
    """The desks that are shown, each with the side that may read it: "" for the umpire's."""
    for key, (name, side) in PLAYERS.items():
        yield StillDesk(key, name, hall.commander(key, side=side).get, "/situation"), side
    yield StillDesk("umpire", "the umpire", hall.umpire().get, "/desk"), ""


def written(desk: StillDesk, side: str, file: Path, out: Path) -> list[str]:
    """Write the pages of a desk and what they load. Return the names in them that its side has not learned."""
    desk.fetch()
    pages = desk.files()
    for name, text in pages.items():
        path = out / desk.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HERE.sub(r"0 of \1 players here", text.replace(f"{file.parent}/", "")), encoding="utf-8")
    for address, content in desk.loaded().items():
        path = out / asset_of(address)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return told_too_much(pages, unlearned(file, side)) if side else []


def unlearned(file: Path, side: str) -> set[str]:
    """Names of the enemy's units that a side has not learned, and of his formations of more than one word."""
    with opened(file, write=False) as store, reading(store, None) as board:
        army, own = load_army(board), side_named(board, side).id
        seen = load_knowledge(board, army, Viewer(own)).seen
        learned = " ".join(army.battalions[ident].name for ident, sighting in seen.items() if sighting.named)
        units = {unit.name for unit in army.battalions.values() if unit.side_id != own}
        formations = {each.name for each in army.formations.values() if each.side_id != own and " " in each.name}
        return {name for name in units | formations if name not in learned}


def told_too_much(pages: Mapping[str, str], names: set[str]) -> list[str]:
    """Where pages hold one of these names."""
    return [
        f"{page}: {name} is not known to this side"
        for page, text in pages.items()
        for name in sorted(names)
        if name in text
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
