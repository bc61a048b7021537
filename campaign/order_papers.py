"""Orders from mails, texts and filled-in order forms: whose they are, and what each line orders.

paper_of(name, raw) -> Paper                                a mail, a text or an order form
answers(board, viewer, papers, how) -> (answers, turn)      their orders, with every line that cannot be read
taken_before(board, message, turn)                          whether these very orders were taken already
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from campaign.actions.air_words import parse_sortie
from campaign.actions.order_messages import Message, TakeOrders, Written
from campaign.actions.order_sentence import EXAMPLE
from campaign.actions.order_text import NO_ORDER, read_lines
from campaign.actions.order_words import parse_order
from campaign.errors import BadFile, BadInput, CampaignError, NotFound
from campaign.exchange.letters import Letter, read_letter
from campaign.exchange.order_pdf import FilledOrders, FilledRow, NotAnOrderForm, read_orders
from campaign.journal.amending import last_entry
from campaign.journal.board import JournalBoard
from campaign.model import Commander
from campaign.queries.common.viewers import commander_for
from campaign.queries.orders.order_names import OrderNames
from campaign.queries.orders.order_senders import codes_in, sender_of
from campaign.queries.orders.orders import form_identity, place_names
from campaign.situation.clock import calendar_of, next_movement, turn_written
from campaign.terms.time import Calendar, Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.values import dataclass, field, replace
from campaign.verbs.orders import Rest
from campaign.words.order_boxes import REST


@dataclass(frozen=True, slots=True)
class HandIn:
    """The options for taking messages: the commander for those that name none, and whether to leave out unreadable
    lines, to take the proposals for lines without a verb, and to accept orders for a past turn or a second sending.
    """

    commander: str = ""
    skip_unread: bool = False
    late: bool = False
    again: bool = False
    as_proposed: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """A file, or pasted text: its text and the order forms that it is or that came with it."""

    name: str
    letter: Letter | None = None
    forms: tuple[FilledOrders, ...] = ()


@dataclass(slots=True)
class Answer:
    """The orders of a paper. ``rows``: the error text for each order if it cannot be given. ``untried``: how many rows
    were left out untried, after many had been refused; ``proposed``: the orders that are given if a person agrees.
    """

    name: str
    commander: str = ""
    rows: list[tuple[str, tuple[Written, ...]]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked_for: str = ""
    untried: int = 0
    proposed: list[str] = field(default_factory=list)

    @property
    def message(self) -> Message:
        """Message with all the orders, ready to be taken."""
        return Message(self.commander, tuple(order for _, orders in self.rows for order in orders))


def paper_of(name: str, raw: bytes) -> Paper:
    """Return what was handed in as a paper. Raises BadInput, BadFile if it cannot be read."""
    if Path(name).suffix.lower() == ".pdf" or b"%PDF-" in raw[:1024]:
        return Paper(name, forms=(read_orders(Path(name), raw),))
    letter = read_letter(name, raw)
    return Paper(name, letter, tuple(_forms_with(letter)))


def _forms_with(letter: Letter) -> Iterator[FilledOrders]:
    """Yield the order forms among a mail's PDFs, without other papers that an answer sends back."""
    for name, raw in letter.forms:
        try:
            form = read_orders(Path(f"{letter.name}, {name}"), raw)
        except NotAnOrderForm:
            continue
        yield form


def refuse_twice(answers: Sequence[Answer]) -> None:
    """Raise BadFile if two of the papers are the form of one commander."""
    commanders = [answer.commander for answer in answers if answer.commander]
    for commander in commanders:
        if commanders.count(commander) > 1:
            names = listing(answer.name for answer in answers if answer.commander == commander)
            raise BadFile(f"{names}: there are two forms of {commander!r}. Give only one of the two forms")


# whose orders, and which


def answers(board: JournalBoard, viewer: Viewer, papers: Sequence[Paper], how: HandIn) -> tuple[list[Answer], str]:
    """Return the orders of these papers, and the turn in which orders given now begin. Raises BadFile, NotFound or
    NotAllowed for papers without a sender, or come late.
    """
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
        leader = _leader_of(board, viewer, form)
        if answer.commander not in ("", leader.key):
            raise BadFile(f"{form.path} is the form of {leader.key}, but {paper.name} was sent by {answer.commander}")
        answer.commander = leader.key
        answer.asked_for = f"{leader.name} asks: {form.asked_for}" if form.asked_for else ""
        _read_form(answer, form, place_names(board), lambda text: _by_turn(text, calendar_of(board), since))
    if paper.letter is not None:
        _read_text(answer, paper, OrderNames.of(board, viewer, answer.commander), since.day, how)
        if not answer.rows and not answer.faults and not paper.forms:
            complete = f". To leave his orders unchanged: campaign orders --for {answer.commander} --complete"
            answer.faults.append(
                f"there is no order in it. Write a line such as '{EXAMPLE}'{complete if answer.commander else ''}"
            )
    return answer


def _leader_of(board: JournalBoard, viewer: Viewer, form: FilledOrders) -> Commander:
    """Return the commander whose form it is. Raises NotFound with the form's name, NotAllowed."""
    try:
        return commander_for(board, viewer, form.commander)[0]
    except NotFound as fault:
        raise NotFound(f"{form.path}: {fault}") from fault


def _refuse_late(name: str, turn: Moment | None, since: Moment, how: HandIn) -> None:
    if turn is not None and turn < since and not how.late:
        raise BadFile(
            f"{name} is late: it answers the order form of turn {turn}, but orders given now begin with turn "
            f"{since}. To record these orders anyway: --late"
        )


def _read_form(answer: Answer, form: FilledOrders, places: Sequence[str], by_turn: Callable[[str], str]) -> None:
    """Add the orders of a form to the answer; ``by_turn`` puts the turn in place of an hour."""
    rows, faults = form.rows()
    sorties, wrong = form.sorties()
    answer.faults += [*faults, *wrong]
    for row, is_air in (*((row, False) for row in rows), *((row, True) for row in sorties)):
        label = f"field {row.label!r} says {row.text!r}"
        try:
            order = parse_sortie(row.unit, row.text) if is_air else _order(replace(row, text=by_turn(row.text)), places)
        except CampaignError as fault:
            answer.faults.append(f"{label}: {fault}")
        else:
            answer.rows.append((label, (order,)))


def _order(row: FilledRow, places: Sequence[str]) -> Written:
    task, _, where = row.text.partition(";")[0].partition(" ")
    if task != REST:
        return parse_order(row.unit, row.text, places)
    if where or "; from " in row.text:
        raise BadInput("a unit rests where it is, from the next movement on. Leave place and turn blank")
    return Rest(row.unit)


_FROM = re.compile(r"; from (?P<turn>[^;]+)")
"""The last column of a form: a turn, an hour, or both, ``1.2 (04:00)``, as the form prints it."""


def _by_turn(text: str, calendar: Calendar, since: Moment) -> str:
    """Return a row of a form with the turn in place of its hour. Raises BadInput."""
    return _FROM.sub(lambda match: f"; from {turn_written(match['turn'], calendar, since)}", text)


MOST_LINES = 5_000
"""Most lines of a text with orders: the largest campaigns tried have 3,000 battalions."""
_TURN_OF_THE_DAY = re.compile(r"\b(?P<word>turn\s+)(?P<turn>\d+)(?![\w.]*\d|\w)", re.IGNORECASE)


def _read_text(answer: Answer, paper: Paper, names: OrderNames, day: int, how: HandIn) -> None:
    """Add the orders in a text to the answer; a turn without its day (``from turn 2``) is of that day."""
    assert paper.letter is not None
    if len(paper.letter.lines) > MOST_LINES:
        raise BadFile(
            f"{paper.name} has {len(paper.letter.lines):,} lines, but at most {MOST_LINES:,} lines are read. "
            "Send only the orders"
        )
    lines = [
        replace(line, text=_TURN_OF_THE_DAY.sub(rf"\g<word>{day}.\g<turn>", line.text)) for line in paper.letter.lines
    ]
    for line in read_lines(lines, names):
        label = f"line {line.number}, {line.text!r}"
        if line.fault.startswith(NO_ORDER) and paper.forms:
            answer.notes.append(f"{label} is not an order, and was left out")
        elif line.fault:
            answer.faults.append(f"{label}: {line.fault}")
        elif line.proposal is not None and not how.as_proposed:
            answer.proposed.append(f"{label}: {line.proposal}")
            answer.faults.append(answer.proposed[-1])
        else:
            answer.rows.append((label, line.orders))


# a second sending


def taken_before(
    board: JournalBoard, message: Message, turn: str
) -> tuple[tuple[int, Message] | None, tuple[int, Message] | None]:
    """Return the latest entry with orders of this commander for the turn, and the latest with these very orders, each
    with its number.
    """
    from campaign.actions.all_actions import every_action

    register = every_action()

    def entry_with(sought: Message | None) -> tuple[int, Message] | None:
        def of(command: TakeOrders) -> Message | None:
            return next((m for m in command.messages if m.commander == message.commander and sought in (None, m)), None)

        def fits(_: str, command: object) -> bool:
            return isinstance(command, TakeOrders) and command.turn == turn and of(command) is not None

        entry = last_entry(board, register, fits)
        before = None if entry is None else of(entry.command)
        return None if entry is None or before is None else (entry.number, before)

    return entry_with(None), entry_with(message)
