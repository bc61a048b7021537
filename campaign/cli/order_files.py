"""``campaign orders --from``: orders from mails, texts and filled-in order forms, taken together or not at all."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from campaign.actions.air_words import parse_sortie
from campaign.actions.order_messages import Message, TakeOrders, Written, changed_orders
from campaign.actions.order_text import EXAMPLE, NO_ORDER, read_lines
from campaign.actions.order_words import parse_order
from campaign.actions.orders import Rest
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import carry_out, is_umpire, read, rehearsal
from campaign.errors import BadFile, BadInput, CampaignError
from campaign.exchange.letters import Letter, read_letter
from campaign.exchange.order_pdf import FilledOrders, FilledRow, NotAnOrderForm, read_orders
from campaign.journal.amending import last_entry
from campaign.journal.board import JournalBoard
from campaign.queries.order_names import OrderNames
from campaign.queries.order_senders import codes_in, sender_of
from campaign.queries.orders import form_identity, place_names
from campaign.queries.viewers import commander_for
from campaign.situation.clock import next_movement
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted, listing
from campaign.views.order_boxes import REST

STDIN = "-"
PASTED = "the pasted text"


@dataclass(frozen=True, slots=True)
class HandIn:
    """The options for taking messages: the commander for those that name none, and whether to leave out unreadable
    lines and to accept orders for a past turn or a second sending.
    """

    commander: str = ""
    skip_unread: bool = False
    late: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """A file, or pasted text: its text and the order forms that it is or that came with it."""

    name: str
    letter: Letter | None = None
    forms: tuple[FilledOrders, ...] = ()


@dataclass(slots=True)
class Answer:
    """The orders of a paper. ``rows``: the error text for each order if it cannot be given."""

    name: str
    commander: str = ""
    rows: list[tuple[str, tuple[Written, ...]]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked_for: str = ""

    @property
    def message(self) -> Message:
        """Message with all the orders, ready to be taken."""
        return Message(self.commander, tuple(order for _, orders in self.rows for order in orders))


def load_paper(source: str) -> Paper:
    """Return a file, or text from the input, as a paper. Raises BadInput, BadFile if it cannot be read."""
    if source == STDIN:
        return Paper(PASTED, read_letter(PASTED, sys.stdin.buffer.read()))
    path = Path(source)
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise BadInput(
            f"{path} cannot be read: {fault.strerror or fault}; name a mail (.eml), a text, an order form"
            " (.pdf), or - for pasted text"
        ) from fault
    if path.suffix.lower() == ".pdf" or b"%PDF-" in raw[:1024]:
        return Paper(source, forms=(read_orders(path, raw),))
    letter = read_letter(source, raw)
    return Paper(source, letter, tuple(_forms_with(letter)))


def _forms_with(letter: Letter) -> Iterator[FilledOrders]:
    """Yield the order forms among a mail's PDFs, without other papers that an answer sends back."""
    for name, raw in letter.forms:
        try:
            form = read_orders(Path(f"{letter.name}, {name}"), raw)
        except NotAnOrderForm:
            continue
        yield form


def hand_in(call: Call, papers: Sequence[Paper], how: HandIn) -> None:
    """Take the orders of all these papers as one entry, or none. Raises BadInput, BadFile with every error."""
    answers, turn = read(call, lambda board, viewer: _answers(board, viewer, papers, how))
    _refuse_twice(answers)
    _try_rows(call, answers, turn)
    for answer in answers:
        show.lines(f"{answer.name}: {note}" for note in answer.notes)
    fresh = [answer for answer in answers if not _is_known(call, answer, turn, how)]
    faults = [fault if len(papers) == 1 else f"{a.name}: {fault}" for a in fresh for fault in a.faults]
    count = sum(len(answer.rows) for answer in fresh)
    readable = [answer for answer in fresh if answer.rows or not answer.faults]
    if faults and not _leaves_out(call, papers, faults, count, how):
        if call.preview and count:
            _take(call, readable, turn)
        many = f"{counted(len(faults), 'error')}"
        hint = "; --skip-unread records the rest" if count else ""
        raise BadFile(f"{listing(paper.name for paper in papers)}: {many}; no order is recorded{hint}", faults)
    if readable:
        _take(call, readable, turn)


def _take(call: Call, answers: Sequence[Answer], turn: str) -> None:
    carry_out(call, TakeOrders(turn, tuple(answer.message for answer in answers)), is_list=True)
    show.lines(answer.asked_for for answer in answers if answer.asked_for)


def _leaves_out(call: Call, papers: Sequence[Paper], faults: Sequence[str], count: int, how: HandIn) -> bool:
    """Return whether to leave out the unreadable lines, after asking at a terminal."""
    can_ask = is_terminal() and not call.preview and all(paper.name != PASTED for paper in papers)
    if not (count and (how.skip_unread or can_ask)):
        return False
    show.lines(["Left out:" if how.skip_unread else "Cannot be read:", *(f"  {fault}" for fault in faults)])
    orders = "1 order that was" if count == 1 else f"{count} orders that were"
    return how.skip_unread or click.confirm(f"Record the {orders} read, without these?", default=False)


def is_terminal() -> bool:
    """Return whether there is a user at a terminal to ask."""
    return sys.stdin.isatty()


def _refuse_twice(answers: Sequence[Answer]) -> None:
    commanders = [answer.commander for answer in answers if answer.commander]
    for commander in commanders:
        if commanders.count(commander) > 1:
            names = listing(answer.name for answer in answers if answer.commander == commander)
            raise BadFile(f"{names}: there are two forms of {commander!r}; give only one of them")


# whose orders, and which


def _answers(board: JournalBoard, viewer: Viewer, papers: Sequence[Paper], how: HandIn) -> tuple[list[Answer], str]:
    since = next_movement(board)
    return [_answer(board, viewer, paper, how, since) for paper in papers], str(since)


def _answer(board: JournalBoard, viewer: Viewer, paper: Paper, how: HandIn, since: Moment) -> Answer:
    answer = Answer(paper.name)
    for form in paper.forms:
        form.check_for(form_identity(board), late=how.late)
    if paper.letter is not None:
        codes = codes_in(board, paper.letter)
        of_form = paper.forms[0].commander if paper.forms and not codes else ""
        sender = sender_of(board, viewer, paper.letter, codes, how.commander or of_form)
        answer.commander = sender.commander
        answer.notes += sender.notes if viewer.is_umpire else []
        _refuse_late(paper.name, sender.turn, since, how)
    elif how.commander:
        answer.commander = commander_for(board, viewer, how.commander)[0].key
    for form in paper.forms:
        leader = commander_for(board, viewer, form.commander)[0]
        if answer.commander not in ("", leader.key):
            raise BadFile(f"{form.path} is the form of {leader.key}, but {paper.name} comes from {answer.commander}")
        answer.commander = leader.key
        answer.asked_for = f"{leader.name} asks: {form.asked_for}" if form.asked_for else ""
        _read_form(answer, form, place_names(board))
    if paper.letter is not None:
        _read_text(answer, paper, OrderNames.of(board, viewer, answer.commander), since.day)
        if not answer.rows and not answer.faults and not paper.forms:
            complete = f"; to leave his orders unchanged: campaign orders --for {answer.commander} --complete"
            answer.faults.append(
                f"it holds no order; write a line such as '{EXAMPLE}'{complete if answer.commander else ''}"
            )
    return answer


def _refuse_late(name: str, turn: Moment | None, since: Moment, how: HandIn) -> None:
    if turn is not None and turn < since and not how.late:
        raise BadFile(
            f"{name} is late: it answers the order form of turn {turn}, and orders given now begin with turn"
            f" {since}; to record them all the same: --late"
        )


def _read_form(answer: Answer, form: FilledOrders, places: Sequence[str]) -> None:
    rows, faults = form.rows()
    sorties, wrong = form.sorties()
    answer.faults += [*faults, *wrong]
    for row, is_air in (*((row, False) for row in rows), *((row, True) for row in sorties)):
        label = f"field {row.label!r} says {row.text!r}"
        try:
            order = parse_sortie(row.unit, row.text) if is_air else _order(row, places)
        except CampaignError as fault:
            answer.faults.append(f"{label}: {fault}")
        else:
            answer.rows.append((label, (order,)))


def _order(row: FilledRow, places: Sequence[str]) -> Written:
    task, _, where = row.text.partition(";")[0].partition(" ")
    if task != REST:
        return parse_order(row.unit, row.text, places)
    if where or "; from " in row.text:
        raise BadInput("a unit rests where it stands, from the next movement on: leave place and turn blank")
    return Rest(row.unit)


_TURN_OF_THE_DAY = re.compile(r"\b(?P<word>turn\s+)(?P<turn>\d+)(?![\w.]*\d|\w)", re.IGNORECASE)


def _read_text(answer: Answer, paper: Paper, names: OrderNames, day: int) -> None:
    """Add the orders in a text to the answer; a turn without its day (``from turn 2``) is of that day."""
    assert paper.letter is not None
    lines = [
        replace(line, text=_TURN_OF_THE_DAY.sub(rf"\g<word>{day}.\g<turn>", line.text)) for line in paper.letter.lines
    ]
    for line in read_lines(lines, names):
        label = f"line {line.number}, {line.text!r}"
        if line.fault.startswith(NO_ORDER) and paper.forms:
            answer.notes.append(f"{label} is not an order and was left out")
        elif line.fault:
            answer.faults.append(f"{label}: {line.fault}")
        else:
            answer.rows.append((label, line.orders))


def _try_rows(call: Call, answers: Sequence[Answer], turn: str) -> None:
    """Give every order on a copy, one after the other; a refused row becomes an error."""
    with rehearsal(call) as trial:
        for answer in answers:
            kept: list[tuple[str, tuple[Written, ...]]] = []
            for label, orders in answer.rows:
                try:
                    for order in orders:
                        trial.give(TakeOrders(turn, (Message(answer.commander, (order,)),)))
                except CampaignError as fault:
                    answer.faults.append(f"{label}: {fault}")
                else:
                    kept.append((label, orders))
            answer.rows = kept
            answer.faults.sort(key=_line_number)


def _line_number(fault: str) -> int:
    match = re.match(r"line (\d+), ", fault)
    return int(match[1]) if match else 0


# a second sending


def _is_known(call: Call, answer: Answer, turn: str, how: HandIn) -> bool:
    """Return whether these very orders were taken already. Prints that, or the changes of a later version."""
    from campaign.actions.all_actions import every_action

    message = answer.message
    if not message.orders or how.again or (answer.faults and not how.skip_unread):
        return False
    register = every_action()

    def entry_with(board: JournalBoard, sought: Message | None) -> tuple[int, Message] | None:
        def fits(verb: str, command: object) -> bool:
            return isinstance(command, TakeOrders) and command.turn == turn and _of(command, sought) is not None

        def _of(command: TakeOrders, sought: Message | None) -> Message | None:
            return next((m for m in command.messages if m.commander == message.commander and sought in (None, m)), None)

        entry = last_entry(board, register, fits)
        before = None if entry is None else _of(entry.command, sought)
        return None if entry is None or before is None else (entry.number, before)

    latest, same = read(
        replace(call, as_json=False), lambda board, _: (entry_with(board, None), entry_with(board, message))
    )
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
