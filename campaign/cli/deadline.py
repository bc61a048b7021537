"""``campaign deadline``: the time by which orders must be in."""

from __future__ import annotations

import click

from campaign import clock
from campaign.actions.deadlines import SetDeadline
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import looks_first, reads, signed
from campaign.cli.session import carry_out, read
from campaign.situation.deadline import deadline_of, zone_here
from campaign.terms.wall_clock import parse_appointment


@click.command()
@click.argument("when", nargs=-1)
@click.option(
    "--zone",
    metavar="ZONE",
    help="Time zone, as in Europe/Berlin or UTC+01:00. Default: the time zone of this computer.",
)
@reads
@signed()
@looks_first
def deadline(call: Call, when: tuple[str, ...], zone: str | None) -> None:
    """Set the hour when orders are due: "Thursday 20:00", "26 November 20:00", "2026-11-26 20:00 Europe/Berlin". The
    word none removes the deadline; without WHEN the command shows it.

    The deadline is printed on order forms and shown wherever orders are entered. Nothing happens automatically when it
    passes: the umpire runs the clock, and the setting orders.missing decides for commanders who have not ordered.
    """
    text = " ".join(when)
    if not text:
        _show(call)
    elif text.casefold() == "none":
        carry_out(call, SetDeadline(""))
    else:
        at, place = parse_appointment(text, zone or zone_here(), clock.now())
        carry_out(call, SetDeadline(at.isoformat(timespec="minutes"), place))


def _show(call: Call) -> None:
    due = read(call, lambda board, _: deadline_of(board))
    if call.as_json:
        show.json(None if due is None else {"at": due.at.isoformat(), "text": due.text, "then": due.then})
    elif due is None:
        show.line('There is no deadline for orders. To set one: campaign deadline "Thursday 20:00"')
    else:
        over = ", which is past" if due.at < clock.now() else ""
        show.lines([f"Orders are due {due.text}{over}; then {due.then} (setting orders.missing)."])
