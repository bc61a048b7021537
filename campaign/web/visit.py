"""A visit: one request as a page function sees it, and the answer that it returns.

view = visit.read(lambda board, viewer: battle(board, viewer, visit.path["number"]))
return visit.page("battle.html", battle=view)

done = visit.give(SettleBattle(visit.path["number"], visit.form["believe"]))
return visit.receipt(done, to="/desk")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from json import dumps
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

from campaign.errors import BadInput, CampaignError
from campaign.journal.board import JournalBoard
from campaign.journal.handing_in import AlreadyDone, HandIn, Note, answered, keep_note, keep_note_on, was_handed_in
from campaign.journal.overtaken import NEVER, DrawnFor
from campaign.store.opening import number_of
from campaign.terms.asking import not_chosen
from campaign.terms.seats import Role
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, field
from campaign.views.common.json_values import as_json
from campaign.web.answer import Answer, Upload
from campaign.web.drawn_for import Quicker, require_undisturbed
from campaign.web.order_rules import Press
from campaign.web.people import Person, owner_of
from campaign.words.late import Lateness

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from campaign.journal.beside import Beside
    from campaign.journal.record import Along, Check, Done, Preview
    from campaign.web.desk import Desk

Asked = TypeVar("Asked")
Query = Callable[[JournalBoard, Viewer], Asked]
Told = Callable[["Connection", str], None]
"""Writes down within a transaction what is told of what it does."""

JSON = "application/json"
SIZES_OF_PAPER = {"a4": "A4", "letter": "Letter"}
"""Sizes of paper, with their names on a page."""
SEVERAL = "\n"
"""Stands between the values of a name that an address has several times."""
NEW_EACH_TIME = frozenset({"token", "key", "waited", "drawn", "said"})
"""Fields of a form that are no part of what it says."""


@dataclass(slots=True)
class Visit:
    """One request. ``path``: the blanks of the address; ``query``: what stands behind its question mark; ``form``: the
    fields that were posted; ``fault``: the refusal of what was posted, when its page is shown again, with ``typed``.
    """

    desk: Desk
    person: Person
    address: str
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: Mapping[str, tuple[Upload, ...]] = field(default_factory=dict)
    fault: str = ""
    faults: tuple[str, ...] = ()
    typed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    quicker: Quicker | None = None
    """What was done since the form was drawn, where that is why it was refused."""
    drawn_for: DrawnFor = DrawnFor.NOTHING
    _drawn: str = ""
    _press: Press | None = None
    _hand_in: HandIn | None = None
    _stack: ExitStack | None = None
    _board: JournalBoard | None = None

    # what was asked ------------------------------------------------------------------------------------------------

    @property
    def form(self) -> Mapping[str, str]:
        """Return the posted fields, the last value of each."""
        return _Form(self.fields)

    @property
    def paper(self) -> str:
        """Return the size of paper that the address asks for, else the one of the desk."""
        word = self.query.get("paper", "")
        return word if word in SIZES_OF_PAPER else self.desk.paper

    def chosen(self, name: str, what: str) -> str:
        """Return the answer to a question of the form that has no answer beforehand. Raises BadInput without one;
        ``what`` says what was to be chosen.
        """
        if not (answer := self.form.get(name, "").strip()):
            raise BadInput(not_chosen(what))
        return answer

    def form_list(self, name: str) -> tuple[str, ...]:
        """Return every value that was posted under a name."""
        return self.fields.get(name, ())

    def query_list(self, name: str) -> tuple[str, ...]:
        """Return every value, without empty ones, that stands in the address under a name."""
        return tuple(value for line in self.query.get(name, "").split(SEVERAL) if (value := line.strip()))

    def was_typed(self, name: str, otherwise: str = "") -> str:
        """Return what was posted under a name before the refusal, or else the other text."""
        return self.typed.get(name, (otherwise,))[-1]

    @property
    def as_of(self) -> str:
        """Return the past moment that the address asks for (``?as_of=1.1``, or ``?entry=12``); empty for now. The
        screen on the wall shows the present only: it has no viewer of its own who may ask for entries.
        """
        if self.person.role is Role.WALL:
            return ""
        if entry := self.query.get("entry", ""):
            return f"@{entry}"
        return self.query.get("as_of", "")

    def here(self, **changes: str | None) -> str:
        """Return this page's address with some words behind its question mark changed, or left out where None."""
        words = {name: value for name, value in {**self.query, **changes}.items() if value is not None}
        return f"{self.address}?{urlencode(words)}" if words else self.address

    # the campaign ---------------------------------------------------------------------------------------------------

    def read(self, query: Query[Asked]) -> Asked:
        """Return the answer of a query as this person's viewer may have it: now, or at the moment of ``as_of``. The
        answer must be a view, not rows.
        """
        return self.read_as(self.person.viewer, query)

    def read_as(self, viewer: Viewer, query: Query[Asked]) -> Asked:
        """Return the answer of a query for another viewer, of whose answer the page shows only what all may
        know.
        """
        with self._reading() as board:
            return query(board, viewer)

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Let every query of the block see the same moment of the campaign."""
        with ExitStack() as stack:
            self._stack = stack
            try:
                yield
            finally:
                self._stack, self._board = None, None

    @contextmanager
    def _reading(self) -> Iterator[JournalBoard]:
        if self._board is not None:
            yield self._board
        elif self._stack is not None:
            self._board = self._stack.enter_context(self.desk.reading(self.person.viewer, self.as_of))
            yield self._board
        else:
            with self.desk.reading(self.person.viewer, self.as_of) as board:
                yield board

    # the state of the page -------------------------------------------------------------------------------------------

    def note_moment(self) -> None:
        """Remember the last entry that this page can have read, for the forms on it."""
        if self.person.is_umpire and not self.as_of:
            self._drawn = self.read(lambda board, _: str(board.ledger.last_seq))

    def require_current(self, board: JournalBoard) -> None:
        """Raise Overtaken if something that matters to the umpire's form was done since it was drawn. Forms of players
        carry marks of their own.
        """
        if not self.person.is_umpire:
            return
        if self.drawn_for not in NEVER:
            require_undisturbed(board, self._drawn or self.form["drawn"], self.drawn_for, self.path, self.form)
        self._drawn = str(board.ledger.last_seq)

    # changes --------------------------------------------------------------------------------------------------------

    def give(self, command: object, check: Check | None = None, along: Along | None = None) -> Done | AlreadyDone:
        """Carry out a command as this person gives it, as one journal entry. The same form handed in twice counts once.
        ``check``: whether what the form was filled in on still stands, looked at in the transaction of the entry;
        ``along``: what changes with it beside the journal.

        Raises NotAllowed if it is not the person's to give, and what the check or the command refuses.
        """
        self.require_now()

        def look(board: JournalBoard) -> None:
            self.require_current(board)
            if check is not None:
                check(board)

        done = self.desk.give(self.person, command, self.hand_in, self.press, look, along)
        self._drawn = str(done.seq)  # what follows in the same form was drawn for it
        return done

    @property
    def press(self) -> Press:
        """Return when the form was pressed, as far as its window was silent since then, and when it arrived: the same
        for all that is done with it. A form without a key of its own did not wait.
        """
        if self._press is None:
            claimed = self.form.get("waited", "") if self.form.get("key", "") else ""
            self._press = Press.after(self.desk.people.silences.believed(self.person.window, claimed))
        return self._press

    @property
    def hand_in(self) -> HandIn | None:
        """Return what makes this form count once: its key, and all that was sent but what is new each time; None for a
        form without a key.
        """
        if self._hand_in is not None or not (key := self.form.get("key", "")):
            return self._hand_in
        fields = sorted((name, values) for name, values in self.fields.items() if name not in NEW_EACH_TIME)
        files = sorted((name, [sha256(one.content).hexdigest() for one in files]) for name, files in self.files.items())
        content = dumps([self.address, fields, files]).encode()
        self._hand_in = HandIn.of(owner_of(self.person.eyes), key, content)
        return self._hand_in

    def answered_before(self) -> Answer | None:
        """Return the answer that this person got to this very form before; None if it is sent for the first time."""
        if (beside := self.hand_in) is None:
            return None
        receipts, desk = self.desk.receipts, self.desk
        if receipts.has_led(beside):
            return self.redirect(receipts.show_again(self.person, beside))
        before = was_handed_in(
            desk.reader, desk.campaign, beside
        )  # other content: told when something is given with it
        if isinstance(before, Note):
            receipts.tell(self.person, before.text, (beside, before.to))
            return self.redirect(before.to)
        return self.redirect(receipts.show_again(self.person, beside)) if before else None

    def remember_where(self, answer: Answer) -> Answer:
        """Return the answer to this form; where it led is remembered, in case the form is sent again."""
        if answer.to and (beside := self.hand_in) is not None:
            self.desk.receipts.lead(beside, answer.to)
        return answer

    def try_out(self, command: object) -> Preview:
        """Return what a command would do, carried out on a copy in memory."""
        self.require_now()
        return self.desk.try_out(self.person, command, self.press)

    def rehearse(
        self, command: object, query: Callable[[JournalBoard, Done], Asked], *, is_supposed: bool = False
    ) -> tuple[Done, Asked]:
        """Return what a command did, carried out on a copy in memory, with the answer of a query about it.
        ``is_supposed``: it is never given, and needs neither the right to order nor an open deadline.
        """
        self.require_now()
        return self.desk.rehearse(self.person, command, query, self.press, is_supposed=is_supposed)

    def require_now(self) -> None:
        """Raise BadInput where the address asks for a past moment, which can only be looked at."""
        if self.as_of:
            raise BadInput(
                f"you are looking at the campaign as of {self.as_of}, and the past cannot be changed. Go back to "
                "now to make changes"
            )

    # answers --------------------------------------------------------------------------------------------------------

    def page(
        self, template: str, *, status: int = 0, json: Any = None, same_at_terminal: str = "", **facts: Any
    ) -> Answer:
        """Return a page made from a template. ``json``: the view for who asks for the page as JSON;
        ``same_at_terminal``: the program command that does the same.
        """
        from campaign.web.frame import frame_of

        content = self.desk.templates.get_template(template).render(
            visit=self, frame=frame_of(self, same_at_terminal=same_at_terminal), **facts
        )
        content = content.replace(self.desk.slots.drawn, self._drawn)
        return Answer(content.encode(), status or (409 if self.quicker else 422 if self.fault else 200), view=json)

    def part(self, template: str, **facts: Any) -> Answer:
        """Return a piece of a page, without its frame."""
        content = self.desk.templates.get_template(template).render(visit=self, **facts)
        return Answer(content.replace(self.desk.slots.drawn, self._drawn).encode())

    def json(self, view: Any, status: int = 200) -> Answer:
        """Return a view as ``--json`` prints it."""
        return Answer(dumps(as_json(view), ensure_ascii=False, indent=2).encode(), status, JSON, view=view)

    def file(self, content: bytes, name: str, kind: str) -> Answer:
        """Return a file; a browser shows a PDF or a picture and saves the others."""
        return Answer(content, kind=kind, file=name)

    def redirect(self, to: str) -> Answer:
        """Send the browser to another page of the desk."""
        return Answer(status=303, to=to)

    def receipt(self, done: Done | AlreadyDone, to: str, *, in_full: bool = False) -> Answer:
        """Send the browser to a page that shows once what was done, with Undo where that is possible. ``in_full``: an
        order, or a side's own return, whose receipt a player reads in full, here as at the terminal.
        """
        mark = self.desk.undo_mark(self.person, done)
        self.desk.receipts.show(self.person, done, mark, self._led(to), self._lateness(done), in_full=in_full)
        return self.redirect(to)

    def _lateness(self, done: Done | AlreadyDone) -> Lateness | None:
        """Return the hours of what was given by a late form that counts as in time."""
        if isinstance(done, AlreadyDone):
            return done.late
        beside = self.hand_in
        if beside is None or self.press.pressed == self.press.arrived:
            return None
        kept = answered(self.desk.reader, self.desk.campaign, beside)
        return None if kept is None else kept.late

    def note(self, text: str, to: str, *, is_secret: bool = False) -> Answer:
        """Send the browser to a page that shows once what was done beside the journal. The same form sent again is led
        there again, also by a desk that was started since, unless it ``is_secret``: nothing of it is written down.
        """
        self.desk.receipts.tell(self.person, text, self._led(to))
        if not is_secret and (beside := self.hand_in) is not None:
            with suppress(CampaignError):  # the action is done; without the note only this desk knows its answer
                keep_note(self.desk.store, self.desk.campaign, beside, Note(text, to))
        return self.redirect(to)

    def note_with(self, act: Callable[[Along], object], text: str, to: str) -> Answer:
        """Do something beside the journal and send the browser to a page that shows it once. ``act`` writes down what
        it is given in the transaction of what it does, so that the same form sent again is not carried out twice,
        wherever the first answer was lost. Raises what ``act`` raises.
        """
        beside = self.hand_in

        def along(tables: Beside) -> None:
            if beside is not None:
                keep_note_on(tables, beside, Note(text, to))

        act(along)
        self.desk.receipts.tell(self.person, text, self._led(to))
        return self.redirect(to)

    def note_as_done(self, act: Callable[[Told], str], to: str) -> Answer:
        """The same for a change to other campaigns of the database, whose words follow from what it has done: ``act``
        has them written down within its transaction, and returns them.
        """
        beside, desk = self.hand_in, self.desk

        def told(connection: Connection, text: str) -> None:
            if beside is not None:
                from campaign.journal.beside import Beside

                keep_note_on(Beside(connection, number_of(connection, desk.campaign)), beside, Note(text, to))

        desk.receipts.tell(self.person, act(told), self._led(to))
        return self.redirect(to)

    def _led(self, to: str) -> tuple[HandIn, str] | None:
        return None if (beside := self.hand_in) is None else (beside, to)


class _Form(Mapping[str, str]):
    """Posted fields, the last value of each. A field that is missing is named in plain words."""

    def __init__(self, fields: Mapping[str, tuple[str, ...]]) -> None:
        self._fields = fields

    def __getitem__(self, name: str) -> str:
        return self._fields[name][-1]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)
