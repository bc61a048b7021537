"""The forms by which entries are amended: their fields with the old values, and the amendment that new values make.

amend_form(board, number, chosen) -> AmendForm      entry: number; values: what the address names (unit, side)
form.amendment(board, values, why) -> Amendment    raises BadInput, Refused, NotFound
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from campaign.actions.all_actions import every_action
from campaign.actions.battle_corrections import (
    ENDING,
    ending_to_amend,
    fighters_of,
    numbered,
    return_amended,
    ruled,
    side_of_return,
    with_lines,
)
from campaign.actions.corrections import (
    Amendment,
    adjustment_to_amend,
    as_started,
    never_adjusted,
    order_to_amend,
    orders_in,
    unit_to_amend,
    with_order,
)
from campaign.actions.returns.take import RecordReturn
from campaign.actions.returns.word import MOVEMENTS
from campaign.errors import BadInput, NotFound
from campaign.exchange.returns.text import line_text
from campaign.exchange.returns.words import parse_line
from campaign.journal.amending import Amendable, entry_of
from campaign.journal.board import JournalBoard
from campaign.journal.record import FOUNDING
from campaign.model import Battalion, Battle, Place, Side
from campaign.queries.battle.packet import return_forms
from campaign.situation.army import load_army
from campaign.situation.names import battle_numbered, unit_named
from campaign.terms.forces import Experience
from campaign.terms.state import OrderKind, State
from campaign.terms.viewer import UMPIRE
from campaign.terms.words import is_number
from campaign.values import dataclass, plain_dataclass, replace
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder
from campaign.verbs.rulings import RuleBattle
from campaign.words.packet import ReturnForm
from campaign.words.return_foot import BOTH

Values = Mapping[str, str]

_ORDER_LABELS: Final = {
    "kind": "Kind",
    "to": "To",
    "via": "By way of (put commas between places)",
    "aim": "Aim",
    "objective": "Objective",
    "limit": "Limit",
    "not_beyond": "Not beyond",
    "since": "From turn",
}
_NUMBERS: Final = ("men", "vehicles", "guns")
_UNIT_LABELS: Final = {
    "men": "Men",
    "vehicles": "Vehicles",
    "guns": "Guns",
    "state": "State",
    "experience": "Experience",
    "establishment": "Establishment as men/vehicles/guns, such as 780/0/10",
    "at": "At",
    "under": "Under",
}


@dataclass(frozen=True, slots=True)
class AmendField:
    """A field with its old value. ``words``: the only values that it takes; ``offered``: values to offer."""

    name: str
    label: str
    was: str
    words: tuple[tuple[str, str], ...] = ()
    offered: tuple[str, ...] = ()


@plain_dataclass(frozen=True, slots=True)
class AmendForm(ABC):
    """A form with everything that may be amended of an entry. ``others``: further things in the entry, each with the
    words that choose it in the address.
    """

    title: str
    number: int
    fields: tuple[AmendField, ...]
    command: str
    """Program command that does the same."""
    others: tuple[tuple[str, Mapping[str, str]], ...] = ()
    note: str = ""

    def changed(self, values: Values) -> dict[str, str]:
        """Return the fields whose values differ from the old ones."""
        return {
            field.name: values[field.name].strip()
            for field in self.fields
            if field.name in values and values[field.name].strip() != field.was
        }

    def amendment(self, board: JournalBoard, values: Values, why: str) -> Amendment:
        """Return the amendment that the new values make. Raises BadInput if none differs."""
        changed = self.changed(values)
        if not changed:
            raise BadInput("no field was changed. Change the wrong values, then look again")
        return self._amendment(board, changed, why)

    @abstractmethod
    def _amendment(self, board: JournalBoard, changed: Values, why: str) -> Amendment: ...


def amend_form(board: JournalBoard, number: int, chosen: Values) -> AmendForm:
    """Return the form of an entry. Raises NotFound for an entry that has none."""
    if number == FOUNDING:
        if not chosen.get("unit"):
            raise NotFound(
                "the start of the campaign cannot be amended on this page. Open the unit, then amend its start "
                "values there"
            )
        return _unit_form(board, None, unit_to_amend(board, chosen["unit"]))
    old = entry_of(board, number, every_action())
    if orders_in(old.command):
        return _order_form(board, old, chosen)
    if isinstance(old.command, Adjust):
        unit = unit_named(load_army(board), old.command.what)
        if not isinstance(unit, Battalion):
            raise NotFound(
                f"entry {number} ({old.summary}) cannot be amended, because it is not about a battalion. Undo this "
                "entry, then make the adjustment again"
            )
        return _unit_form(board, adjustment_to_amend(board, unit, number), unit)
    if isinstance(old.command, ENDING):
        return _battle_form(board, old, chosen)
    raise NotFound(
        f"entry {number} ({old.summary}) cannot be amended. Only orders, adjustments and results of battles "
        "can. Undo this entry, then enter it again"
    )


def entry_about(board: JournalBoard, what: str, name: str) -> tuple[int, dict[str, str]]:
    """Return the number of the entry to amend for a unit's order or facts, or for a battle, and the words that choose
    it. Raises NotFound.
    """
    if what == "order":
        entry, order = order_to_amend(board, name, None)
        return entry.number, {"unit": order.unit}
    if what == "battle":
        return ending_to_amend(board, battle_numbered(board, name), None).number, {}
    unit = unit_to_amend(board, name)
    old = adjustment_to_amend(board, unit, None)
    return (old.number, {}) if old is not None else (FOUNDING, {"unit": unit.key})


# orders


@plain_dataclass(frozen=True, slots=True)
class OrderAmendForm(AmendForm):
    """The form of an order."""

    unit: str = ""

    def _amendment(self, board: JournalBoard, changed: Values, why: str) -> Amendment:
        old, order = order_to_amend(board, self.unit, self.number)
        fields: dict[str, Any] = dict(changed)
        if "via" in fields:
            fields["via"] = tuple(part.strip() for part in fields["via"].split(",") if part.strip())
        return Amendment(old, with_order(old.command, order, replace(order, **fields)))


def _order_form(board: JournalBoard, old: Amendable, chosen: Values) -> OrderAmendForm:
    orders = orders_in(old.command)
    unit = chosen.get("unit") or orders[-1].unit
    _, order = order_to_amend(board, unit, old.number)
    army, places = load_army(board), tuple(place.name for place in board.rows(Place))
    name = unit_named(army, order.unit).name
    return OrderAmendForm(
        title=f"Order to {name}",
        number=old.number,
        fields=tuple(_order_field(key, label, order, places) for key, label in _ORDER_LABELS.items()),
        command=f'campaign order amend "{name}" --entry {old.number}',
        others=tuple(
            (unit_named(army, other.unit).name, {"unit": other.unit}) for other in orders if other is not order
        ),
        unit=order.unit,
    )


def _order_field(key: str, label: str, order: GiveOrder, places: tuple[str, ...]) -> AmendField:
    was = ", ".join(order.via) if key == "via" else str(getattr(order, key))
    words = tuple((kind.value, kind.value) for kind in OrderKind) if key == "kind" else ()
    return AmendField(key, label, was, words, places if key == "to" else ())


# units


@plain_dataclass(frozen=True, slots=True)
class UnitAmendForm(AmendForm):
    """The form of the facts about a battalion."""

    unit: str = ""

    def _amendment(self, board: JournalBoard, changed: Values, why: str) -> Amendment:
        unit = unit_to_amend(board, self.unit)
        fields: dict[str, Any] = {key: _number(key, text) if key in _NUMBERS else text for key, text in changed.items()}
        if self.number == FOUNDING:
            return Amendment(None, Adjust(what=str(unit.id), why=why, **fields), said=(never_adjusted(unit),))
        old = entry_of(board, self.number, every_action())
        return Amendment(old, replace(old.command, **fields))


def _unit_form(board: JournalBoard, old: Amendable | None, unit: Battalion) -> UnitAmendForm:
    command: Adjust = as_started(unit) if old is None else old.command
    number = FOUNDING if old is None else old.number
    return UnitAmendForm(
        title=unit.name,
        number=number,
        fields=tuple(_unit_field(board, key, label, command) for key, label in _UNIT_LABELS.items()),
        command=f'campaign unit amend "{unit.name}"{"" if old is None else f" --entry {number}"}',
        note=never_adjusted(unit) if old is None else "",
        unit=unit.key,
    )


def _unit_field(board: JournalBoard, key: str, label: str, command: Adjust) -> AmendField:
    value = getattr(command, key)
    was = "" if value in (None, "") else str(value)
    words: tuple[tuple[str, str], ...] = ()
    if key in ("state", "experience"):
        kinds: Sequence[str] = tuple(State) if key == "state" else tuple(Experience)
        words = (*((("", "not given"),) if not was else ()), *((str(word), str(word)) for word in kinds))
    offered = tuple(place.name for place in board.rows(Place)) if key == "at" else ()
    return AmendField(key, label, was, words, offered)


def _number(key: str, text: str) -> int | None:
    if text and not is_number(text):
        raise BadInput(f"{key} is {text!r}, which is not a number. Write a whole number")
    return int(text) if text else None


# battles


@plain_dataclass(frozen=True, slots=True)
class BattleAmendForm(AmendForm):
    """The form of how a battle ended: a ruling, or the lines of one return."""

    battle: str = ""
    side: str = ""
    """Key of the side whose return is amended; empty for a ruling."""

    def _amendment(self, board: JournalBoard, changed: Values, why: str) -> Amendment:
        row = battle_numbered(board, self.battle)
        old = ending_to_amend(board, row, self.number)
        spare = f"battle {row.number},"
        held = changed.get("held")
        if self.side:
            returns = self._returned(board, old.command, changed)
            return return_amended(board, row, old, returns, self.side, held=held, places=_places(changed))
        states = [(key.removeprefix("state-"), word) for key, word in changed.items() if key.startswith("state-")]
        command = ruled(board, row, old.command, states, _places(changed), held, changed.get("text"), why)
        return Amendment(old, command, spare)

    def _returned(self, board: JournalBoard, old: RecordReturn, changed: Values) -> dict[str, dict[str, Any]]:
        """Return the returns by side, with the lines as they should read."""
        form = _form_of(board, self.battle, self.side)
        returns = {side_of_return(board, content): dict(content) for content in old.returns}
        content = returns[self.side]
        texts = {key.removeprefix("line-"): text for key, text in changed.items() if key.startswith("line-")}
        lines = [_line(int(number), text, form) for number, text in texts.items() if is_number(number)]
        content["lines"] = with_lines(content.get("lines") or (), lines, form)
        return returns


def _places(changed: Values) -> list[tuple[str, str]]:
    return [(key.removeprefix("place-"), word) for key, word in changed.items() if key.startswith("place-")]


def _form_of(board: JournalBoard, battle: str, side: str = "") -> ReturnForm:
    forms = return_forms(board, UMPIRE, battle)
    return forms[side] if side in forms else next(iter(forms.values()))


def _line(number: int, text: str, form: ReturnForm) -> dict[str, Any]:
    line = parse_line(number, text, form)
    return line if line is not None else {"line": number, "ticks": ["unchanged"]}


def _battle_form(board: JournalBoard, old: Amendable, chosen: Values) -> BattleAmendForm:
    row = battle_numbered(board, old.command.battle)
    if isinstance(old.command, RecordReturn):
        return _return_form(board, row, old, chosen.get("side", ""))
    before = old.command if isinstance(old.command, RuleBattle) else None
    said = {word.unit: word.word for word in before.states} if before else {}
    at = {word.unit: word.word for word in before.places} if before else {}
    places = tuple(place.name for place in board.rows(Place))
    states = (("", "as it came out"), *((str(state), str(state)) for state in State))
    fields = [
        AmendField("held", "Holds the field", before.held if before else "", _holders(board)),
        AmendField("text", "How it ended", before.text if before else ""),
    ]
    for unit in fighters_of(board, row).values():
        fields.append(AmendField(f"state-{unit.key}", unit.name, _of(said, unit), states))
        fields.append(AmendField(f"place-{unit.key}", f"{unit.short} at", _of(at, unit), (), places))
    return BattleAmendForm(
        title=f"How battle {row.number}, {row.name}, ended",
        number=old.number,
        fields=tuple(fields),
        command=f"campaign battle amend {row.number} --entry {old.number}",
        note=""
        if before
        else "A ruling replaces the entry. It keeps the old outcome, except for the boxes you change.",
        battle=str(row.number),
    )


def _of(words: Mapping[str, str], unit: Battalion) -> str:
    return words.get(unit.key) or words.get(unit.name) or words.get(unit.short) or ""


def _holders(board: JournalBoard) -> tuple[tuple[str, str], ...]:
    sides = tuple((side.key, side.name) for side in board.rows(Side))
    return (("", "as it came out"), *sides, (BOTH, "both sides"))


def _return_form(board: JournalBoard, row: Battle, old: Amendable, side: str) -> BattleAmendForm:
    returns = {side_of_return(board, content): content for content in old.command.returns}
    key = side if side in returns else next(iter(returns))
    names = {side.key: side.name for side in board.rows(Side)}
    content, form = returns[key], _form_of(board, str(row.number), key)
    fields = [
        AmendField(
            f"line-{line.get('line', line.get('unit'))}",
            f"Line {line.get('line', line.get('unit'))}",
            line_text(line, form.columns, form.stand_columns),
        )
        for line in numbered(content.get("lines") or (), form)
    ]
    held = str((content.get("foot") or {}).get("field") or "")
    fields.append(AmendField("held", "Holds the field", held, _holders(board) if not held else (), ()))
    fields += [
        AmendField(f"place-{unit.key}", f"{unit.short}, its movement", "", offered=MOVEMENTS)
        for unit in fighters_of(board, row).values()
    ]
    return BattleAmendForm(
        title=f"Return of {names.get(key, key)}, battle {row.number}, {row.name}",
        number=old.number,
        fields=tuple(fields),
        command=f"campaign battle amend {row.number} --entry {old.number} --side {key}",
        others=tuple(
            (f"The return of {names.get(other, other)}", {"side": other}) for other in returns if other != key
        ),
        note=f"Write a line as on the return form, for example: {form.example}" if form.example else "",
        battle=str(row.number),
        side=key,
    )
