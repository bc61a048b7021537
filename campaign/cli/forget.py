"""``campaign forget``: a person taken out of the record."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, for_the_umpire, names_database
from campaign.cli.session import NOTHING_CHANGED, tell
from campaign.errors import Refused
from campaign.journal.forgetting import Who, forget, holders_of, whom
from campaign.store import opened
from campaign.store.engine import file_path, server_url
from campaign.terms.words import counted, listing
from campaign.values import replace
from campaign.words.forgotten import Forgotten


@click.command(name="forget")
@click.argument("name", nargs=-1, required=True)
@click.option("--preview", is_flag=True, help="Show what would be deleted, and delete nothing.")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@names_database()
@answers_json
@for_the_umpire
@click.pass_obj
def forget_(call: Call, name: tuple[str, ...], preview: bool, yes: bool) -> None:
    """Delete the name and mail addresses of a person from the campaign and its branches.

    The journal and the proofs on papers stay valid: they hold only a number for the person, which no reader can trace
    afterwards. The person's links to the desk end. A deleted name cannot be brought back. Copies of the campaign made
    earlier still hold the name. The program lists the copies in the folder of the database.
    """
    with opened(call.db, write=not preview) as store:
        if not preview:
            tell(store, call)
        who = whom(store, call.campaign or None, " ".join(name))
        if not call.as_json:
            show.lines(_what_goes(who.known))
        if not preview:
            _ask(yes, who.known.name)
            forget(store, who)
    answer = _answer(call, who, is_done=not preview)
    if call.as_json:
        show.json(answer)
        return
    show.line(
        NOTHING_CHANGED if preview else f"{who.known.name} is forgotten. The entries now say: a forgotten player."
    )
    show.lines(_what_is_left(answer))


def _ask(yes: bool, name: str) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise Refused(
            f"nothing was deleted, because you must first answer a question in a terminal. To delete {name} "
            "for good without the question: --yes"
        )
    click.confirm(f"Forget {name}? This cannot be undone", abort=True)


def _answer(call: Call, who: Who, *, is_done: bool) -> Forgotten:
    """Return the answer, with the files near the database that still hold the person."""
    path = None if server_url(call.db) is not None else file_path(call.db).resolve()
    holders = () if path is None else holders_of(path.parent, who.texts, without=path)
    return replace(who.known, is_done=is_done, files=tuple(str(_near(holder)) for holder in holders))


def _near(path: Path) -> Path:
    folder = Path().resolve()
    return path.relative_to(folder) if path.is_relative_to(folder) else path


def _what_goes(who: Forgotten) -> list[str]:
    rest = [
        counted(number, thing)
        for number, thing in (
            (who.addresses, "email address"),
            (who.links, "link to the desk"),
            (who.windows, "open desk page"),
            (who.drafts, "draft"),
        )
        if number
    ]
    return [f"{who.name}: the name{f', {listing(rest)}' if rest else ''}, in {listing(who.campaigns)}"]


def _what_is_left(answer: Forgotten) -> list[str]:
    lines = []
    if answer.commanders:
        seats = listing(answer.commanders)
        lines.append(f"{seats}: give the command to another player with campaign commander NAME --played-by WHO")
    if answer.elsewhere:
        lines.append(
            f"A person of that name is also known in {listing(answer.elsewhere)}: forget there with --campaign"
        )
    if answer.mentions:
        entries = f"{'entry' if len(answer.mentions) == 1 else 'entries'} {listing(map(str, answer.mentions))}"
        lines.append(f"The name is in a text of {entries}; texts are part of the campaign's history and stay")
    if answer.files:
        lines.append("These files still hold the name. Delete the files that you no longer need:")
        lines += [f"  {file}" for file in answer.files]
    lines.append("Copies elsewhere (memory sticks, emails, other laptops, a server's own backups) also hold the name.")
    return lines
