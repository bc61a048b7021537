"""Changes put on an order form and not handed in yet: kept beside the journal, once a seat.

draft = draft_on(visit, "erskine")                          the changes on it
keep_draft_on(visit, "erskine", with_change(draft, change)) one more, in place of an earlier one of its kind
handed_in("Brig I. D. Erskine", draft)                      all of them as one command
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from campaign.actions.air_tasking import CancelAir, LandFromTheSea, TaskAir
from campaign.actions.engineering import Engineer, StopEngineering
from campaign.actions.order_form import HandInOrders
from campaign.actions.orders import Attach, GiveOrder, GiveSupport, JoinCommand, Rest, TakePosture
from campaign.actions.splitting import Join, Split
from campaign.actions.trucks import SendTruck
from campaign.errors import BadInput
from campaign.journal import desk_notes
from campaign.journal.register import REGISTER, command_from_json, command_to_json
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
        command = self.command
        for field in ("unit", "battalion", "group", "commander"):
            if not (field == "unit" and isinstance(command, TaskAir)) and hasattr(command, field):
                return str(getattr(command, field))
        raise AssertionError(command)

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
        raise BadInput("a line of the form cannot be read. Load the page again") from None
    return _change(content)


def _change(content: Any) -> Change:
    if not isinstance(content, dict) or not isinstance(content.get("verb"), str):
        raise BadInput("a line of the form cannot be read. Load the page again")
    command = command_from_json(content["verb"], json.dumps(content.get("arguments")))
    if type(command) not in _FIELD:
        raise BadInput(f"{content['verb']!r} cannot stand on an order form")
    return Change(command)


def with_change(changes: Iterable[Change], new: Change) -> tuple[Change, ...]:
    """Return the changes with a new one, in place of an earlier one of its kind."""
    kept = tuple(change for change in changes if change.slot != new.slot)
    if len(kept) >= MOST_CHANGES:
        raise BadInput(f"an order form holds {MOST_CHANGES} changes at most. Hand in those that are on it first")
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
    changes = []
    for content in draft.content if draft is not None and isinstance(draft.content, list) else ():
        try:
            changes.append(_change(content))
        except BadInput:  # kept by an earlier version of the program, in which the command had other fields
            continue
    return tuple(changes)


def keep_draft_on(visit: Visit, commander: str, changes: Sequence[Change]) -> None:
    """Keep what this person has put on a commander's form; nothing is left of an empty one."""
    desk, owner = visit.desk, owner_of(visit.person.eyes)
    content = [change.content for change in changes]

    def keep() -> None:
        if content:
            desk_notes.keep_draft(desk.store, desk.campaign, owner, subject(commander), content)
        else:
            desk_notes.drop_draft(desk.store, desk.campaign, owner, subject(commander))

    desk.writer.carry_out(keep)
    desk.noted(visit.person.eyes)
