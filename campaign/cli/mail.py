"""``campaign mail``: a message to each player with papers and order form, as a file for the mail program."""

from __future__ import annotations

from pathlib import Path

import click

from campaign import clock
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import commanders
from campaign.cli.left_out import tell_of_default
from campaign.cli.options import for_the_umpire, in_large_print, names_database, on_paper, preferred_folder
from campaign.cli.preferred import tell_of_paper
from campaign.cli.session import read
from campaign.errors import BadInput
from campaign.exchange.order_mail import mail_file
from campaign.exchange.writing import telling_what_is_written, write_over
from campaign.journal import JournalBoard
from campaign.queries.campaign.paper_list import ALL, File, bundled, sheets
from campaign.queries.orders.order_mail import mailed, order_mail
from campaign.terms.viewer import Viewer
from campaign.terms.words import file_name
from campaign.words.mail import OrderMail
from campaign.words.proposal import Proposal
from campaign_reports.any_paper import draw, on

EVERYBODY = Proposal(
    "each commander gets an email, unless the program or the umpire plays him",
    "no commander was named",
    "campaign mail with the names of commanders",
)
NO_FOLDER = "no folder was named, here or in your preferences"


@click.command()
@click.argument("names", metavar="[COMMANDER]...", nargs=-1, shell_complete=commanders)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    default=preferred_folder,
    show_default=False,
    help="Folder for the emails. Default: the folder in your preferences, else this folder.",
)
@on_paper
@in_large_print
@names_database()
@for_the_umpire
@click.pass_obj
def mail(call: Call, names: tuple[str, ...], out: Path | None, paper: str, large: bool) -> None:
    """Write an email (.eml) for each commander, or only for the commanders that you name. Each email holds the
    commander's situation, how to answer, and his papers with the order form as PDF. Your email program opens it as a
    draft; nothing is sent.

    To keep a commander's address: campaign commander COMMANDER --mail ADDRESS. To keep your own: campaign commander
    umpire --mail ADDRESS. To read answers saved as .eml: campaign orders --from FILE... An answer is recognised by the
    code in its subject, not by its sender, which can be forged.
    """

    def mails(board: JournalBoard, viewer: Viewer) -> list[tuple[OrderMail, list[File]]]:
        return [
            (order_mail(board, c), bundled(sheets(board, Viewer(c.side_id, (c.id,)), ALL)))
            for c in mailed(board, viewer, names)
        ]

    messages = read(call, mails)
    if not messages:
        raise BadInput("no commander is played by a person. Name the commanders to write to")
    folder = out or Path()
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    with telling_what_is_written(written):
        for message, files in messages:
            papers = [(file.name, draw(file.views, on(paper, large=large))) for file in files]
            path = folder / file_name(message.key, ".eml", ending=f"turn {message.turn.replace('.', '-')}")
            write_over(path, mail_file(message, papers, clock.now()))
            written.append(path)
            show.unbroken(f"{path}  {message.address or '(no address)'}")
    if not names:
        show.note(EVERYBODY.by_default)
    where, why = ("this folder", NO_FOLDER) if out is None else (str(out), "your preferences name that folder")
    tell_of_default("out", Proposal(f"the emails are in {where}", why, "--out FOLDER"))
    tell_of_paper()
    without = [message.key for message, _ in messages if not message.address]
    if without:
        show.note(
            f"some emails have no address. Keep an address with campaign commander {without[0]} --mail "
            "ADDRESS, or write it into the draft"
        )
