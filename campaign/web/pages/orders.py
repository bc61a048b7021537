"""Orders: who has handed in, the order form of a commander, and what the umpire lets players do with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from campaign import clock
from campaign.actions.deadlines import SetDeadline
from campaign.actions.order_form import HandInForms
from campaign.actions.order_messages import TakeOrders
from campaign.errors import BadFile, BadInput, CampaignError, NotAllowed
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.order_papers import Answer as OrderAnswer
from campaign.order_papers import HandIn, answers, paper_of, refuse_twice, taken_before
from campaign.queries.common.viewers import commander_for
from campaign.queries.orders.orders import order_form
from campaign.queries.players.seats import seats
from campaign.situation.army import Army, load_army
from campaign.situation.clock import next_movement
from campaign.situation.deadline import Deadline, then, zone_here
from campaign.terms.viewer import Viewer
from campaign.terms.wall_clock import parse_appointment
from campaign.terms.words import counted
from campaign.values import dataclass
from campaign.verbs.orders import JoinCommand
from campaign.views.orders.order_choices import Choice
from campaign.views.players.seats import Seats
from campaign.web.answer import Answer
from campaign.web.chips import chip_symbols
from campaign.web.draft_lines import DraftLine, draft_line, names_of
from campaign.web.form_basis import Outdated, basis_of, quicker_rows, require_basis, rows_of
from campaign.web.forms_together import forms_of, handed_in_together, require_unchanged
from campaign.web.late import late_on
from campaign.web.order_drafts import (
    Change,
    change_draft,
    draft_at,
    draft_on,
    handed_in,
    read_change,
    with_change,
    without,
    without_these,
)
from campaign.web.order_rules import deadline_and_turn, order_rules
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit
from campaign.web.whole_forms import whole_forms
from campaign.words.orders import AirRow, OrderForm, OrderRow
from campaign.words.proposal import Proposal

HIGH = 19.0
"""Height of the frame of a unit's sign in rows, in pixels."""


# who has ordered ---------------------------------------------------------------------------------------------------


@page("/orders", UMPIRE | PLAYERS, takes_files=True, drawn_for=DrawnFor.CAMPAIGN)
def show_orders(visit: Visit) -> Answer:
    """Show who has handed in; who plays one commander comes to that form at once."""
    view, numbers = visit.read(_leaders)
    if visit.person.is_player and len(view.seats) == 1:
        return visit.redirect(f"/orders/{view.seats[0].key}")
    return visit.page(
        "orders.html",
        json=view,
        same_at_terminal="campaign orders",
        view=view,
        numbers=numbers,
        turn=visit.read(lambda board, _: str(next_movement(board))),
        zone=_zone(),
        rules=order_rules(visit.desk),
        together=forms_of(visit),
        late=late_on(visit),
    )


def _leaders(board: JournalBoard, viewer: Viewer) -> tuple[Seats, dict[str, int]]:
    """Return the commanders, and the number of each side by its name."""
    army = load_army(board)
    return seats(board, viewer), {side.name: side_number(army, ident) for ident, side in army.sides.items()}


def side_number(army: Army, side: int) -> int:
    """Return the number of a side in the order of the pages' colours."""
    return sorted(army.sides, key=lambda ident: (army.sides[ident].position, ident)).index(side)


def _zone() -> str:
    """Return the time zone of this machine; empty where it has none."""
    try:
        return zone_here()
    except CampaignError:
        return ""


@show_orders.posted_by(UMPIRE | PLAYERS)
def change_orders(visit: Visit) -> Answer:
    """Hand in the forms of several commanders. For the umpire: set or remove the deadline; take orders that came by
    text or mail.
    """
    do = visit.form["do"]
    if do == "hand in together":
        return _hand_in_together(visit)
    if not visit.person.is_umpire:
        raise NotAllowed("only the umpire can set the deadline for orders")
    match do:
        case "deadline":
            at, place = parse_appointment(visit.form["when"], visit.form["zone"], clock.now())
            done = visit.give(SetDeadline(at.isoformat(timespec="minutes"), place))
            return visit.receipt(done, "/orders")
        case "paste":
            return _pasted(visit)
        case "no deadline":
            return visit.receipt(visit.give(SetDeadline("")), "/orders")
        case other:
            raise BadInput(f"{other!r} is not a button of this page. Load the page again")


def _hand_in_together(visit: Visit) -> Answer:
    """Hand in the forms that were ticked, all as one entry or none."""
    try:
        chosen = handed_in_together(visit)
        done = visit.give(
            HandInForms(tuple(handed_in(form.name, form.changes) for form in chosen)),
            check=lambda board: require_unchanged(visit, board, chosen),
            along=without_these(visit, {form.key: form.changes for form in chosen}),
        )
    except Outdated:
        visit.desk.noted(visit.person.eyes)  # the page that is kept for him is older than what he is told to look at
        raise
    return visit.receipt(done, "/orders", in_full=True)


def _pasted(visit: Visit) -> Answer:
    """Take the orders of a text, a mail or filled-in forms, all as one entry or none."""
    text, how = visit.form.get("text", ""), _how(visit.form)
    papers = [paper_of(upload.name, upload.content) for upload in visit.files.get("file", ())]
    if text.strip():
        papers.append(paper_of("the pasted text", text.encode()))
    if not papers:
        raise BadInput("you gave no orders. Paste a text or an email, or choose a file")
    read_papers, turn = visit.read(lambda board, viewer: answers(board, viewer, papers, how))
    refuse_twice(read_papers)
    faults = [
        fault if len(papers) == 1 else f"{answer.name}: {fault}" for answer in read_papers for fault in answer.faults
    ]
    if faults and not how.skip_unread:
        raise BadFile(f"{counted(len(faults), 'line')} cannot be read, so no order was recorded", faults)
    fresh = [answer for answer in read_papers if answer.rows and not _is_known(visit, answer, turn, how)]
    if not fresh:
        raise BadInput(
            "nothing was recorded. Either these orders were recorded before, or none of their lines can be read"
        )
    done = visit.give(TakeOrders(turn, tuple(answer.message for answer in fresh)))
    return visit.receipt(done, "/orders")


def _how(form: Mapping[str, str]) -> HandIn:
    return HandIn(
        form.get("for", ""), "skip_unread" in form, "taken_late" in form, "again" in form, "as_proposed" in form
    )


def _is_known(visit: Visit, answer: OrderAnswer, turn: str, how: HandIn) -> bool:
    same = visit.read(lambda board, _: taken_before(board, answer.message, turn))[1]
    return same is not None and not how.again


# the form ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormLine:
    """A unit or an air group on the form, with what stands and what is changed."""

    key: str
    name: str
    standing: str
    position: str = ""
    aim: str = ""
    coming: tuple[str, ...] = ()
    changes: tuple[DraftLine, ...] = ()
    chip: str = ""
    depth: int = 0
    is_command: bool = False
    follows: bool = False
    """True for a unit without an order of its own."""
    proposal: Proposal | None = None
    """What stands, with its reason, if the program decided it."""

    @property
    def cancelled(self) -> tuple[str, ...]:
        """Orders for later turns that the changes would cancel."""
        return tuple(words for change in self.changes for words in change.cancels)


@dataclass(frozen=True, slots=True)
class FormSheet:
    """A commander's form as a page shows it."""

    key: str
    view: OrderForm
    lines: tuple[FormLine, ...]
    air: tuple[FormLine, ...]
    changes: tuple[Change, ...]
    """What is changed on the form, as hidden fields carry it."""
    drafted: tuple[Change, ...]
    """What is kept of it now; other than the changes only where another window has changed it."""
    loose: tuple[DraftLine, ...]
    """Changes that concern no unit with a line of its own."""
    basis: str
    day: int
    turn: str
    is_in: bool
    """True if the form for the day was handed in."""
    some_given: bool
    """True if it was not, but single orders for the day were given."""
    deadline: Deadline | None
    then: str
    with_choices: tuple[Choice, ...]
    """Commands that a corps commander may go with; empty for the commander of a single command."""
    goes_with: str
    side: int
    defs: Markup

    @property
    def with_pairs(self) -> list[tuple[str, str]]:
        """The commands that a corps commander may go with, for a list to choose from."""
        return [(choice.key, choice.name) for choice in self.with_choices]

    @property
    def changed(self) -> int:
        """Number of lines with a change."""
        return sum(bool(line.changes) for line in (*self.lines, *self.air)) + len(self.loose)

    @property
    def is_awaited(self) -> bool:
        """True if there is something to hand in: the form was not handed in yet, or is changed since."""
        return bool(self.changed) or not self.is_in

    @property
    def button(self) -> str:
        """Words of the button: ``Hand in: 1 changed, 4 unchanged``."""
        total = len(self.lines) + len(self.air) + len(self.loose)
        if not self.changed:
            return f"Hand in{' again' if self.is_in else ''}: no changes"
        return f"Hand in: {self.changed} changed, {total - self.changed} unchanged"


@page("/orders/{commander}", UMPIRE | PLAYERS, drawn_for=DrawnFor.CAMPAIGN)
def show_form(visit: Visit) -> Answer:
    """Show the order form of a commander: what stands, and what is changed and not handed in."""
    sheet = _sheet(visit)
    return visit.page(
        "order_form.html",
        json=sheet.view,
        same_at_terminal=f"campaign orders --for {sheet.key}",
        sheet=sheet,
        rules=order_rules(visit.desk),
        quicker=(),
        before="",
        put=(),
        off=(),
    )


@show_form.post
def hand_in(visit: Visit) -> Answer:
    """Hand the form in, or take one change off it."""
    word, do = visit.path["commander"], visit.form["do"]
    changes = tuple(map(read_change, visit.form_list("change")))
    key, name = visit.read(lambda board, viewer: _whose(board, viewer, word))
    address = f"/orders/{key}"
    if do.startswith("drop "):
        change_draft(visit, key, lambda draft: without(draft, do.removeprefix("drop ")))
        return visit.redirect(address)
    if do == "with":
        goes_with = Change(JoinCommand(name, visit.form["formation"]))
        change_draft(visit, key, lambda draft: with_change(draft, goes_with))
        return visit.redirect(address)
    if do == "theirs":
        form = visit.read(lambda board, viewer: order_form(board, viewer, word))
        _give_way(visit, key, changes, quicker_rows(form, visit.form["before"]))
        return visit.redirect(address)
    basis = visit.form["basis"]

    def is_unchanged(board: JournalBoard) -> None:
        require_basis(order_form(board, visit.person.viewer, word), draft_at(visit, board, key), basis)

    try:
        done = visit.give(handed_in(name, changes), check=is_unchanged, along=without_these(visit, {key: changes}))
    except Outdated:
        return _someone_was_quicker(visit, changes, basis)
    return visit.receipt(done, address, in_full=True)


def _whose(board: JournalBoard, viewer: Viewer, word: str) -> tuple[str, str]:
    """Return the key and the name of the commander whose form this is."""
    leader, _ = commander_for(board, viewer, word)
    return leader.key, leader.name


# has the form changed meanwhile?


def _give_way(visit: Visit, key: str, mine: Iterable[Change], rows: Iterable[OrderRow | AirRow]) -> None:
    """Take the own changes of these rows off the form: their orders have changed since."""
    texts, units = {change.text for change in mine}, {row.key for row in rows}
    change_draft(visit, key, lambda draft: [each for each in draft if each.text not in texts or each.unit not in units])


def _someone_was_quicker(visit: Visit, changes: tuple[Change, ...], basis: str) -> Answer:
    """Show the form with what has changed on it since it was opened, and ask whose version counts."""
    visit.typed = visit.fields
    sheet = _sheet(visit)
    by_key = {line.key: line for line in (*sheet.lines, *sheet.air)}
    rows = [row.key for row in quicker_rows(sheet.view, basis)]
    mine, drafted = {change.text for change in changes}, {change.text for change in sheet.drafted}
    return visit.page(
        "order_form.html",
        status=409,
        before=basis,
        sheet=sheet,
        rules=order_rules(visit.desk),
        quicker=tuple(by_key[key] for key in rows if key in by_key),
        put=_words(visit, sheet, [change for change in sheet.drafted if change.text not in mine]),
        off=_words(visit, sheet, [c for c in changes if c.text not in drafted and c.unit not in rows]),
    )


def _words(visit: Visit, sheet: FormSheet, changes: Sequence[Change]) -> tuple[DraftLine, ...]:
    """Return changes of a form in words, with the names of their units."""

    def read(board: JournalBoard, viewer: Viewer) -> tuple[DraftLine, ...]:
        names = names_of(board, commander_for(board, viewer, sheet.key)[1])
        return tuple(draft_line(board, viewer, sheet.key, names, change, named=True) for change in changes)

    return visit.read(read) if changes else ()


# reading it


def _sheet(visit: Visit) -> FormSheet:
    word = visit.path["commander"]
    posted = visit.typed.get("change", ()) if visit.typed else None

    def read(board: JournalBoard, viewer: Viewer) -> FormSheet:
        leader, eyes = commander_for(board, viewer, word)
        form = order_form(board, viewer, word)
        drafted = draft_on(visit, leader.key)
        changes = drafted if posted is None else tuple(map(read_change, posted))
        army = load_army(board)
        side = side_number(army, leader.side_id)
        drawn = _Drawn(board, viewer, form, leader.key, changes, names_of(board, eyes), side)
        deadline, turn = deadline_and_turn(board, viewer)
        is_whole = leader.name in whole_forms(board, leader.side_id)
        below = [army.formations[ident] for ident in sorted(army.tree_ids(leader.formation_id))]
        return FormSheet(
            key=leader.key,
            view=form,
            lines=tuple(drawn.line(row) for row in form.rows),
            air=tuple(drawn.air(row) for row in form.air),
            changes=changes,
            drafted=drafted,
            loose=drawn.loose(),
            basis=basis_of(form, changes if visit.fault else drafted),
            day=board.moment.day,
            turn=turn,
            is_in=is_whole,
            some_given=leader.ordered_day >= board.moment.day and not is_whole,
            deadline=deadline,
            then=then(board),
            with_choices=tuple(Choice(f.key, f.name) for f in below) if len(below) > 1 else (),
            goes_with="" if leader.with_id is None else army.formations[leader.with_id].key,
            side=side,
            defs=Markup(drawn.signs.defs),
        )

    return visit.read(read)


class _Drawn:
    """A form with the changes of each row."""

    def __init__(
        self,
        board: JournalBoard,
        viewer: Viewer,
        form: OrderForm,
        commander: str,
        changes: Sequence[Change],
        names: Mapping[str, str],
        side: int,
    ) -> None:
        self._board, self._viewer, self._form, self._commander = board, viewer, form, commander
        self._changes, self._names = changes, names
        self._side = side
        self.signs = chip_symbols((row.symbol, side) for row in form.rows)
        """Signs of all rows, each kind drawn once."""

    def line(self, row: OrderRow) -> FormLine:
        """Return a unit's row."""
        return FormLine(
            key=row.key,
            name=row.name,
            standing=row.standing,
            position=row.position,
            aim=row.aim,
            coming=row.coming,
            changes=self._of(row.key),
            chip=Markup(self.signs.chip(row.symbol, self._side, HIGH)),
            depth=row.depth,
            is_command=row.is_command,
            follows=row.follows,
            proposal=row.proposal,
        )

    def air(self, row: AirRow) -> FormLine:
        """Return an air group's row."""
        return FormLine(row.key, row.name, row.standing, changes=self._of(row.key))

    def loose(self) -> tuple[DraftLine, ...]:
        """Return the changes that stand on no row, such as those of headquarters."""
        rows = {row.key for row in rows_of(self._form)}
        return tuple(self._draft(change, named=True) for change in self._changes if change.unit not in rows)

    def _of(self, key: str) -> tuple[DraftLine, ...]:
        return tuple(self._draft(change) for change in self._changes if change.unit == key)

    def _draft(self, change: Change, *, named: bool = False) -> DraftLine:
        return draft_line(self._board, self._viewer, self._commander, self._names, change, named=named)
