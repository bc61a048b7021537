"""Changes put on an order form and not handed in yet: kept beside the journal, once a seat.

draft = draft_on(visit, "erskine")                          the changes on it
change_draft(visit, "erskine", lambda draft: with_change(draft, change))    one more, in place of one of its kind
handed_in(commander, changes)                               all of them as one command
without_these(visit, {"erskine": draft})                    takes them off the form together with its entry
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from campaign.actions.all_actions import every_action
from campaign.actions.order_form import HandInOrders
from campaign.errors import BadInput
from campaign.journal import desk_notes
from campaign.journal.beside import Beside
from campaign.journal.board import JournalBoard
from campaign.journal.record import Along
from campaign.journal.register import REGISTER, command_from_json, command_to_json
from campaign.terms.asking import addressee
from campaign.values import dataclass
from campaign.verbs.air_tasking import CancelAir, LandFromTheSea, TaskAir
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, JoinCommand, Rest, TakePosture
from campaign.verbs.splitting import Join, Split
from campaign.verbs.trucks import SendTruck
from campaign.web.people import owner_of

if TYPE_CHECKING:
    from campaign.web.visit import Visit

MOST_CHANGES: Final = 300
"""Most changes on one form."""
_FIELD: Final = {
    GiveOrder: "orders",
    Rest: "rests",
    TaskAir: "sorties",
    CancelAir: "called_off",
    Attach: "attached",
    GiveSupport: "supports",
    TakePosture: "postures",
    Engineer: "works",
    StopEngineering: "stopped",
    Split: "parted",
    Join: "joined",
    SendTruck: "trucks",
    LandFromTheSea: "landings",
    JoinCommand: "goes_with",
}
"""Field of the order form for each command that it can hold."""
_SLOT: Final = {StopEngineering: "works", CancelAir: "sorties", Join: "parted"}
"""Field whose place another command takes: a unit cannot both work and stop."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that the form orders anew."""

    command: Any

    @property
    def unit(self) -> str:
        """Key of the unit, air group or commander that it is about."""
        return addressee(self.command)

    @property
    def slot(self) -> str:
        """Name of its place on the form, in which another change takes its place: ``orders 3_cg 1.3``."""
        kind = type(self.command)
        turn = getattr(self.command, "since", getattr(self.command, "turn", ""))
        return f"{_SLOT.get(kind, _FIELD[kind])} {self.unit} {turn}".rstrip()

    @property
    def text(self) -> str:
        """The change as a hidden field of the form carries it."""
        return json.dumps(self.content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @property
    def content(self) -> dict[str, Any]:
        """The change as plain JSON values."""
        return {"verb": REGISTER.of(self.command).verb, "arguments": json.loads(command_to_json(self.command))}


def read_change(text: str) -> Change:
    """Return a change from its text. Raises BadInput for what is none."""
    try:
        content = json.loads(text)
    except ValueError:
        raise BadInput("one of the orders on this form cannot be read. Load the page again") from None
    return _change(content)


def _change(content: Any) -> Change:
    if not isinstance(content, dict) or not isinstance(content.get("verb"), str):
        raise BadInput("one of the orders on this form cannot be read. Load the page again")
    command = command_from_json(content["verb"], json.dumps(content.get("arguments")), every_action())
    if type(command) not in _FIELD:
        raise BadInput(f"{content['verb']!r} is not an order that a form can hold. Load the page again")
    return Change(command)


def with_change(changes: Iterable[Change], new: Change) -> tuple[Change, ...]:
    """Return the changes with a new one, in place of an earlier one of its kind."""
    kept = tuple(change for change in changes if change.slot != new.slot)
    if len(kept) >= MOST_CHANGES:
        raise BadInput(
            f"your order form already holds {MOST_CHANGES} changes, which is the maximum. Hand in the form first, "
            "then write more changes"
        )
    return (*kept, new)


def without(changes: Iterable[Change], slot: str) -> tuple[Change, ...]:
    """Return the changes without the one in this place."""
    return tuple(change for change in changes if change.slot != slot)


def handed_in(commander: str, changes: Sequence[Change]) -> HandInOrders:
    """Return the command that hands in a form with these changes."""
    fields: dict[str, Any] = {}
    for change in changes:
        name = _FIELD[type(change.command)]
        fields[name] = (*fields.get(name, ()), change.command)
    return HandInOrders(commander, **fields)


# beside the journal


def subject(commander: str) -> str:
    """Return the subject under which the draft of a commander's form is kept."""
    return f"orders {commander}"


def draft_on(visit: Visit, commander: str) -> tuple[Change, ...]:
    """Return what this person has put on a commander's form."""
    draft = desk_notes.draft_of(visit.desk.reader, visit.desk.campaign, owner_of(visit.person.eyes), subject(commander))
    return _changes(draft.content if draft is not None else None)


def draft_at(visit: Visit, board: JournalBoard, commander: str) -> tuple[Change, ...]:
    """Return the same within the transaction of a board, in which no other window changes it."""
    beside = Beside(board.connection, board.campaign_id)
    return _changes(desk_notes.draft_content(beside, owner_of(visit.person.eyes), subject(commander)))


def digest_of_draft(changes: Iterable[Change]) -> str:
    """Return a digest of what is on a form and not handed in."""
    return sha256(repr(sorted(change.text for change in changes)).encode()).hexdigest()[:8]


def _changes(kept: Any) -> tuple[Change, ...]:
    changes = []
    for content in kept if isinstance(kept, list) else ():
        try:
            changes.append(_change(content))
        except BadInput:  # kept by an earlier version of the program, in which the command had other fields
            continue
    return tuple(changes)


def change_draft(
    visit: Visit, commander: str, change: Callable[[tuple[Change, ...]], Iterable[Change]], along: Along | None = None
) -> None:
    """Keep what ``change`` makes of what this person has put on a commander's form; no other window changes it
    meanwhile. ``along``: what is written down with it. Raises what ``change`` raises.
    """
    desk, owner = visit.desk, owner_of(visit.person.eyes)
    desk.writer.carry_out(
        lambda: desk_notes.change_draft(
            desk.store, desk.campaign, owner, subject(commander), lambda kept: _contents(change(_changes(kept))), along
        )
    )
    desk.noted(visit.person.eyes)


def without_these(visit: Visit, handed_in: Mapping[str, Iterable[Change]]) -> Along:
    """Return the change that takes exactly these changes off the forms of their commanders, together with the entry
    that gives them; what another window has put on them stays.
    """
    texts = {key: {change.text for change in changes} for key, changes in handed_in.items()}
    return _taking_off(visit, texts, lambda change, given: change.text in given)


def without_slot(visit: Visit, commander: str, slot: str) -> Along:
    """Return the change that takes what stands in a place off a commander's form, together with the entry that gives
    something else in its place.
    """
    return _taking_off(visit, {commander: {slot}}, lambda change, slots: change.slot in slots)


def _taking_off(
    visit: Visit, by_commander: Mapping[str, set[str]], is_off: Callable[[Change, set[str]], bool]
) -> Along:
    owner = owner_of(visit.person.eyes)

    def along(beside: Beside) -> None:
        for commander, names in by_commander.items():
            desk_notes.change_draft_on(
                beside,
                owner,
                subject(commander),
                lambda kept, names=names: _contents(c for c in _changes(kept) if not is_off(c, names)),  # type: ignore[misc]
            )

    return along


def _contents(changes: Iterable[Change]) -> list[dict[str, Any]]:
    return [change.content for change in changes]
