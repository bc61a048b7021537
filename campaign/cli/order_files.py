"""``campaign orders --from``: orders from mails, texts and filled-in order forms, taken together or not at all."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from campaign.actions.order_messages import Message, TakeOrders, Written, changed_orders
from campaign.actions.order_text import MOST_IN_FULL
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import Rehearsal, carry_out, is_umpire, read, rehearsal
from campaign.errors import BadFile, BadInput, CampaignError
from campaign.exchange.letters import read_letter
from campaign.order_papers import Answer, HandIn, Paper, paper_of, refuse_twice, taken_before
from campaign.order_papers import answers as answers_of
from campaign.terms.words import counted, listing
from campaign.values import replace

STDIN = "-"
PASTED = "the pasted text"


def load_paper(source: str) -> Paper:
    """Return a file, or text from the input, as a paper. Raises BadInput, BadFile if it cannot be read."""
    if source == STDIN:
        return Paper(PASTED, read_letter(PASTED, sys.stdin.buffer.read()))
    path = Path(source)
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise BadInput(
            f"{path} cannot be read: {fault.strerror or fault}. Name an email (.eml), a text, an order form "
            "(.pdf), or - for pasted text"
        ) from fault
    return paper_of(source, raw)


def hand_in(call: Call, papers: Sequence[Paper], how: HandIn) -> None:
    """Take the orders of all these papers as one entry, or none. Raises BadInput, BadFile with every error."""
    answers, turn = read(call, lambda board, viewer: answers_of(board, viewer, papers, how))
    refuse_twice(answers)
    if _takes_proposals(call, papers, answers):
        taken = replace(how, as_proposed=True)
        answers, turn = read(call, lambda board, viewer: answers_of(board, viewer, papers, taken))
    _try_rows(call, answers, turn)
    for answer in answers:
        show.lines(f"{answer.name}: {note}" for note in answer.notes)
    fresh = [answer for answer in answers if not _is_known(call, answer, turn, how)]
    faults = [fault if len(papers) == 1 else f"{a.name}: {fault}" for a in fresh for fault in a.faults]
    listed = _listed(faults, sum(answer.untried for answer in fresh))
    count = sum(len(answer.rows) for answer in fresh)
    readable = [answer for answer in fresh if answer.rows or not answer.faults]
    if faults and not _leaves_out(call, papers, listed, count, how):
        if call.preview and count:
            _take(call, readable, turn)
        many = f"{counted(len(faults), 'error')}"
        hint = ". To take the proposed orders: --as-proposed" if any(answer.proposed for answer in fresh) else ""
        hint += ". To record only the lines that were read: --skip-unread" if count else ""
        raise BadFile(f"{listing(paper.name for paper in papers)}: {many}; no order was recorded{hint}", listed)
    if readable:
        _take(call, readable, turn)


def _listed(faults: Sequence[str], untried: int) -> list[str]:
    """Return the first errors, and how many more errors and untried lines there are."""
    lines = list(faults[:MOST_IN_FULL])
    if more := len(faults) - len(lines):
        lines.append(f"and {counted(more, 'more error')}")
    if untried:
        was = "was" if untried == 1 else "were"
        lines.append(
            f"and {counted(untried, 'more line')} {was} not tried, because {MOST_IN_FULL} lines had been refused"
        )
    return lines


def _take(call: Call, answers: Sequence[Answer], turn: str) -> None:
    carry_out(call, TakeOrders(turn, tuple(answer.message for answer in answers)))
    show.lines(answer.asked_for for answer in answers if answer.asked_for)


def _can_ask(call: Call, papers: Sequence[Paper]) -> bool:
    return is_terminal() and not call.preview and all(paper.name != PASTED for paper in papers)


def _takes_proposals(call: Call, papers: Sequence[Paper], answers: Sequence[Answer]) -> bool:
    """Return whether to take the proposals for lines without a verb, asked at a terminal."""
    proposed = [line for answer in answers for line in answer.proposed]
    if not proposed or not _can_ask(call, papers):
        return False
    show.lines(proposed)
    count = len(proposed)
    return click.confirm(f"Take {'this proposal' if count == 1 else f'these {count} proposals'}?", default=False)


def _leaves_out(call: Call, papers: Sequence[Paper], faults: Sequence[str], count: int, how: HandIn) -> bool:
    """Return whether to leave out the unreadable lines, after asking at a terminal."""
    if not (count and (how.skip_unread or _can_ask(call, papers))):
        return False
    show.lines(["Left out:" if how.skip_unread else "Not taken:", *(f"  {fault}" for fault in faults)])
    orders = "1 order that was" if count == 1 else f"{count} orders that were"
    return how.skip_unread or click.confirm(f"Record the {orders} read, without these?", default=False)


def is_terminal() -> bool:
    """Return whether there is a user at a terminal to ask."""
    return sys.stdin.isatty()


def _try_rows(call: Call, answers: Sequence[Answer], turn: str) -> None:
    """Give the orders on a copy, one after the other; a refused row becomes an error."""
    with rehearsal(call) as trial:
        for answer in answers:
            try_rows(trial, answer, turn)


AT_ONCE = 64
"""Rows that are tried as one entry; only those with a refused one among them are tried in smaller parts."""

Row = tuple[str, tuple[Written, ...]]


def try_rows(trial: Rehearsal, answer: Answer, turn: str) -> None:
    """Give the orders of one answer on a copy. Those that are refused leave its rows, and become errors of it. After
    ``MOST_IN_FULL`` refusals no more rows are tried: they leave its rows too, and ``untried`` counts them.
    """
    rows, refused = answer.rows, list[str]()
    answer.rows = []
    for start in range(0, len(rows), AT_ONCE):
        answer.rows += _tried(trial, answer.commander, rows[start : start + AT_ONCE], turn, refused)
    answer.faults = sorted((*answer.faults, *refused), key=_line_number)
    answer.untried = len(rows) - len(answer.rows) - len(refused)


def _tried(trial: Rehearsal, commander: str, rows: list[Row], turn: str, refused: list[str]) -> list[Row]:
    """Return the rows that can be given after those before; the errors of the others are appended to ``refused``, until
    they are ``MOST_IN_FULL``.

    If none of the first half can be given, the rest is likely to be no better, and is tried row by row.
    """
    if len(refused) >= MOST_IN_FULL:
        return []
    try:
        orders = tuple(order for _, row_orders in rows for order in row_orders)
        trial.give(TakeOrders(turn, (Message(commander, orders),)))
    except CampaignError as fault:
        if len(rows) == 1:
            refused.append(f"{rows[0][0]}: {fault}")
            return []
        half = len(rows) // 2
        kept = _tried(trial, commander, rows[:half], turn, refused)
        rest = [rows[half:]] if kept else [[row] for row in rows[half:]]
        return [*kept, *(row for part in rest for row in _tried(trial, commander, part, turn, refused))]
    return rows


def _line_number(fault: str) -> int:
    match = re.match(r"line (\d+), ", fault)
    return int(match[1]) if match else 0


# a second sending


def _is_known(call: Call, answer: Answer, turn: str, how: HandIn) -> bool:
    """Return whether these very orders were taken already. Prints that, or the changes of a later version."""
    message = answer.message
    if not message.orders or how.again or (answer.faults and not how.skip_unread):
        return False
    latest, same = read(replace(call, as_json=False), lambda board, _: taken_before(board, message, turn))
    if latest is None:
        return False
    if same is None:
        if answer.commander:
            since = f" of entry {latest[0]}" if is_umpire(call) else ""
            show.lines([f"{answer.name}: a later version of the orders{since}"])
            show.lines(changed_orders(latest[1], message), indent=2)
        return False
    where, instead = (f" in entry {entry[0]}" if is_umpire(call) else "" for entry in (same, latest))
    is_latest = same[0] == latest[0] or not answer.commander  # lists that bear no name may be anybody's
    later = "" if is_latest else f", and later orders replaced them{instead}"
    show.lines(
        [f"{answer.name}: these orders were recorded{where}{later}; nothing is recorded twice (--again records them)"]
    )
    return True
