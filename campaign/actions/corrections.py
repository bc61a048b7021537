"""Amending an entry step by step: what would follow is tried on a copy, then carried out one way or the other (umpire
1.16).

    steps = Steps(copy, campaign, actor, with_dice, change_lines)
    trial = steps.tried(amendment, rewrite=False, from_entry=None, why="taken down wrongly")
    steps.store = store
    steps.rewritten(trial.would), or steps.given(steps.from_now_on(trial, why))

Backwards (the right entry takes the wrong one's place) if nothing that was played comes out differently, or if the
umpire wants that; otherwise the amendment takes effect now. Which entry is wrong: ``order_to_amend``,
``adjustment_to_amend``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from campaign.actions.all_actions import every_action
from campaign.actions.amending import Amend
from campaign.actions.order_form import HandInForms, HandInOrders
from campaign.actions.order_messages import TakeOrders
from campaign.actions.returns.take import RecordReturn
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.amending import (
    Amendable,
    Consequences,
    amended_since,
    consequences,
    entry_of,
    forward,
    last_entry,
)
from campaign.journal.board import JournalBoard
from campaign.journal.changes import Change
from campaign.journal.other_rules import PlayedAgain, by_these_rules
from campaign.journal.record import (
    FOUNDING,
    Carried,
    Check,
    Done,
    Preview,
    Sources,
    Throw,
    commit,
    enter,
    enter_the_same,
    preview_to_enter,
)
from campaign.journal.replay import Correction, Replayed, replay_as_tried
from campaign.journal.transaction import reading
from campaign.model import Battalion
from campaign.situation.army import Army, load_army
from campaign.situation.chance import dice_of
from campaign.situation.names import unit_named
from campaign.store import Store
from campaign.values import dataclass, field, replace
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder

Answer = TypeVar("Answer")

OF_A_RETURN = frozenset({"battle_return", "diary_line"})
"""Tables that hold a return itself, and not what the battle made of the units."""
UNITS_STAY = (
    "the units and the map do not change, because a later entry settled the battle. To play that entry again, amend the"
    " past (--rewrite). To change a unit now, adjust it (campaign adjust)"
)


def by_seed(attempt: Callable[[Sources], Answer]) -> Answer:
    """Carry out an attempt with dice from the campaign's seed."""
    return attempt(dice_of)


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction: the old entry (None: no entry after the start is about it) and the command that should be there.

    ``spare``: the battle that is amended itself (``battle 2,``), which is meant to come out differently. ``along``: the
    commands that go with it, by the numbers of the later entries that they replace.
    """

    entry: Amendable | None
    command: object
    spare: str = ""
    said: tuple[str, ...] = ()
    """Words about the correction, if different from the old entry."""
    differing: tuple[str, ...] = ()
    """What the amended returns say differently, each after the name of its side."""
    along: Mapping[int, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AmendmentTrial:
    """Consequences of an amendment, tried on a copy. ``touched``: battles and decisions that would change;
    ``again``: entries that other rules played.
    """

    amendment: Amendment
    would: Consequences
    again: PlayedAgain
    touched: tuple[str, ...]
    backwards: bool
    """True if the past is amended; otherwise the amendment takes effect now."""


@dataclass(frozen=True, slots=True)
class FromNow:
    """An amendment that takes effect now: its command, the changes, the changes in words with the things that it leaves
    unchanged, and what is written down if the user agrees; None if it is to be carried out again.
    """

    command: object
    changes: tuple[Change, ...]
    lines: tuple[str, ...]
    carried: Carried | None

    @property
    def shown(self) -> tuple[object, ...]:
        """The command, the changes and the lines: two trials with the same ones are the same."""
        return self.command, self.changes, self.lines


@dataclass(slots=True)
class Steps:
    """The steps of an amendment, on a copy and then on the campaign. ``in_words``: the words for changes."""

    store: Store
    campaign: str | None
    actor: str
    with_dice: Throw
    in_words: Callable[[Iterable[Change]], Sequence[str]]

    def tried(self, amendment: Amendment, *, rewrite: bool, from_entry: int | None, why: str) -> AmendmentTrial:
        """Return what would follow. Raises Refused for a correction that makes no sense the way it is wanted,
        BadInput.
        """
        would = self._consequences(amendment) if from_entry is None else self._from_entry(amendment, from_entry, why)
        again = by_these_rules(
            self.store, self.campaign, would.after, source=dice_of, actor=self.actor, register=every_action()
        )
        touched = would.touches(amendment.spare)
        is_wanted = rewrite or from_entry is not None
        backwards = would.replayed is not None and (is_wanted or not (touched or again.is_otherwise))
        if is_wanted and not backwards:
            raise Refused(would.senseless, unchanged=True)
        return AmendmentTrial(amendment, would, again, touched, backwards)

    def _consequences(self, amendment: Amendment) -> Consequences:
        if amendment.entry is None:
            after, correction = FOUNDING, Correction(also={FOUNDING: (amendment.command,)})
        else:
            number = amendment.entry.number
            with reading(self.store, self.campaign) as board:
                earlier = amended_since(board, number, every_action())
            after = number - 1
            correction = Correction(instead={number: amendment.command, **amendment.along}, without=tuple(earlier))
        return self._follow(correction, after)

    def _from_entry(self, amendment: Amendment, number: int, why: str) -> Consequences:
        """Return what follows if the correction takes effect just before an entry. Raises BadInput, and Refused if
        nothing is left of it then.
        """
        entry = amendment.entry
        if entry is None:
            correction = Correction(also={number - 1: (amendment.command,)})
        else:
            correction = self.with_dice(
                lambda source: correction_from(
                    self.store, self.campaign, entry, amendment.command, number, why, source=source
                )
            )
        return self._follow(correction, number - 1)

    def _follow(self, correction: Correction, after: int) -> Consequences:
        return self.with_dice(
            lambda source: consequences(
                self.store, self.campaign, correction, after, source=source, actor=self.actor, register=every_action()
            )
        )

    def from_now_on(self, trial: AmendmentTrial, why: str) -> FromNow:
        """Return the correction that takes effect now, tried on the copy. Raises what its command would raise, and
        Refused if all values have changed since.
        """
        entry, command = trial.amendment.entry, trial.amendment.command
        if entry is None:
            seen, as_seen = self._tried_now(command)
            return FromNow(command, seen.changes, tuple(self.in_words(seen.changes)), as_seen)
        right = trial.would.right(entry)
        carried = self.with_dice(
            lambda source: forward(
                self.store, self.campaign, entry, command, source=source, register=every_action(), as_tried=right
            )
        )
        if not carried.values:
            senseless = trial.would.senseless
            otherwise = (
                f"The past cannot be amended either: {senseless}" if senseless else "To amend the past: --rewrite"
            )
            raise Refused(
                f"entry {entry.number} ({entry.summary}) cannot be amended now: later entries have replaced "
                f"everything that it changed. {otherwise}"
            )
        seen, as_seen = self._tried_now(Amend(entry.number, why, carried.values))
        should_be = f"the entry as it should have been: {carried.right}"
        lines = (should_be, *self.in_words(seen.changes), *carried.remarks)
        if isinstance(entry.command, RecordReturn) and {change.table for change in seen.changes} <= OF_A_RETURN:
            kept = (f"the return that is kept, {words}" for words in trial.amendment.differing)
            lines = (should_be, *kept, *carried.remarks, UNITS_STAY)
        command = Amend(entry.number, why, carried.values, lines)
        return FromNow(command, seen.changes, lines, None if as_seen is None else as_seen.saying(command, lines))

    def _tried_now(self, command: object) -> tuple[Preview, Carried | None]:
        return self.with_dice(
            lambda source: preview_to_enter(self.store, self.campaign, command, source=source, actor=self.actor)
        )

    def rewritten(self, would: Consequences) -> Replayed:
        """Let the right entry take the wrong one's place, and play the later ones again, as it was tried. Raises
        Refused if it would do something else by now.
        """
        assert would.tried is not None
        return replay_as_tried(self.store, self.campaign, would.tried, throw=self.with_dice, register=every_action())

    def given(self, now: FromNow, check: Check | None = None) -> Done:
        """Make the correction now, as it was tried. ``check``: a look at the campaign before one that could not be
        certain. Raises GoneOn if it would do something else by now, and what the check raises.
        """
        tried = now.carried
        if tried is None:
            return self._entered(now, check)
        done = enter(self.store, self.campaign, tried)
        if done is not None:
            return done

        def agrees(changes: tuple[Change, ...]) -> bool:
            return list(self.in_words(changes)) == list(self.in_words(now.changes))

        return self.with_dice(
            lambda source: enter_the_same(
                self.store, self.campaign, tried, now.command, agrees, source=source, register=every_action()
            )
        )

    def _entered(self, now: FromNow, check: Check | None) -> Done:
        def attempt(source: Sources) -> Done:
            with_check = commit(
                self.store, self.campaign, now.command, source=source, actor=self.actor, beside=None, check=check
            )
            assert isinstance(with_check, Done)
            return with_check

        return self.with_dice(attempt)


def correction_from(
    store: Store,
    campaign: str | None,
    entry: Amendable,
    corrected: object | None,
    number: int,
    why: str,
    *,
    source: Sources,
) -> Correction:
    """Return the correction of an entry that takes effect just before entry ``number``. Raises BadInput, and Refused if
    nothing is left of it then.
    """
    with reading(store, campaign) as board:
        last = board.ledger.last_number
    if not entry.number < number <= last:
        raise BadInput(
            f"--from-entry {number} is not possible here. Give an entry from {entry.number + 1} to {last} "
            "(list: campaign log)"
        )
    carried = forward(store, campaign, entry, corrected, source=source, register=every_action(), before=number)
    if not carried.values:
        raise Refused(
            f"entry {entry.number} ({entry.summary}) cannot be amended from entry {number} on: by then other "
            "entries have replaced everything that it changed. Give an earlier entry"
        )
    return Correction(also={number - 1: (Amend(entry.number, why, carried.values, carried.remarks),)})


# orders


def order_to_amend(board: JournalBoard, word: str, number: int | None) -> tuple[Amendable, GiveOrder]:
    """Return the entry and the last order to that unit in it: given by itself, on a form, or in a message. Raises
    NotFound, BadInput for an entry that is not an order to it.
    """
    register, army = every_action(), load_army(board)
    unit = unit_named(army, word)

    def orders_to_it(command: Any) -> list[GiveOrder]:
        return [order for order in orders_in(command) if _is_to(army, order.unit, unit.id)]

    if number is not None:
        amendable = entry_of(board, number, register)
        if not orders_to_it(amendable.command):
            raise BadInput(
                f"entry {number} ({amendable.summary}) is not an order to {unit.name}. Find the order: campaign log"
            )
        return amendable, orders_to_it(amendable.command)[-1]
    last = last_entry(board, register, lambda _, command: bool(orders_to_it(command)))
    if last is None:
        raise NotFound(
            f"the journal has no order to {unit.name}. To replace the scenario's order, give a new one, for "
            "example with campaign march"
        )
    return last, orders_to_it(last.command)[-1]


def orders_in(command: Any) -> tuple[GiveOrder, ...]:
    """Return the orders to units that a command gives."""
    match command:
        case GiveOrder():
            return (command,)
        case HandInOrders():
            return command.orders
        case HandInForms():
            return tuple(order for form in command.forms for order in form.orders)
        case TakeOrders():
            return tuple(
                order for message in command.messages for order in message.orders if isinstance(order, GiveOrder)
            )
        case _:
            return ()


def with_order(command: Any, old: GiveOrder, new: GiveOrder) -> object:
    """Return the command with the new order in place of the old one."""
    match command:
        case HandInOrders():
            return _form_with(command, old, new)
        case HandInForms():
            return replace(command, forms=tuple(_form_with(form, old, new) for form in command.forms))
        case TakeOrders():
            messages = (
                replace(message, orders=tuple(new if order is old else order for order in message.orders))
                for message in command.messages
            )
            return replace(command, messages=tuple(messages))
        case _:
            return new


def _form_with(form: HandInOrders, old: GiveOrder, new: GiveOrder) -> HandInOrders:
    return replace(form, orders=tuple(new if order is old else order for order in form.orders))


def _is_to(army: Army, word: str, unit: int) -> bool:
    try:
        return bool(unit_named(army, word).id == unit)
    except (NotFound, Refused):
        return False


# facts of a unit


def unit_to_amend(board: JournalBoard, word: str) -> Battalion:
    """Return the battalion of that name. Raises NotFound, Refused for a formation."""
    unit = unit_named(load_army(board), word)
    if not isinstance(unit, Battalion):
        raise Refused(
            f"{unit.name} is a formation. Name one of its battalions, or amend the formation's orders with "
            "campaign order amend"
        )
    return unit


def adjustment_to_amend(board: JournalBoard, battalion: Battalion, number: int | None) -> Amendable | None:
    """Return the last adjustment of a battalion, or the entry of that number; None if it was never adjusted. Raises
    Refused for another entry.
    """
    register, army = every_action(), load_army(board)

    def is_its(verb: str, command: Any) -> bool:
        return verb == "adjust" and _is_to(army, command.what, battalion.id)

    if number is None:
        return last_entry(board, register, is_its)
    old = entry_of(board, number, register)
    if not is_its(old.verb, old.command):
        raise Refused(
            f"entry {number} ({old.summary}) does not adjust {battalion.name}. Find the adjustment: campaign log"
        )
    return old


def never_adjusted(battalion: Battalion) -> str:
    """Return the sentence that says what is amended of a unit without an adjustment."""
    return (
        f"{battalion.name} was never adjusted, so its place in the order of battle is amended from the start of the"
        " campaign on."
    )


def as_started(battalion: Battalion) -> Adjust:
    """Return the present values of a battalion as an adjustment, which may then be corrected."""
    paper = f"{battalion.men_establishment}/{battalion.vehicles_establishment}/{battalion.guns_establishment}"
    return Adjust(
        what="",
        why="",
        men=battalion.men,
        vehicles=battalion.vehicles,
        guns=battalion.guns,
        experience=battalion.experience.value,
        establishment=paper,
    )
