"""An order form that was filled in on the screen, read back from its PDF.

    read_orders(path) -> FilledOrders           raises BadInput, BadFile
    FilledOrders.check_for(identity)            raises BadFile if it is of another campaign, commander or turn
    FilledOrders.rows(), .sorties()             the written rows, as they would be typed

The action decides whether an order can be given, as with an order that is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from campaign.errors import BadFile
from campaign.exchange.pdf_boxes import FilledBox, WaysOut, read_boxes
from campaign.terms.words import plain
from campaign.values import dataclass
from campaign.words.order_boxes import AIR_LABELS, ASKED_FOR, BLANK_ROW, INTENTION, LABELS, SIGN, air_box, row_box

_FLAT = (
    "fill in the order form's own PDF and save it (do not print it to a PDF), or give the orders with "
    "campaign orders --for COMMANDER"
)
_WAYS = WaysOut(
    extra="or give the orders with campaign orders --for COMMANDER",
    flat=_FLAT,
    locked="save it without a password, or give the orders with campaign orders --for COMMANDER",
    scanned=(
        "name the PDF order form that was filled in. Type orders written with a pen: campaign orders --for COMMANDER"
    ),
)
_EXTRAS = ("aim", "objective", "limit")


@dataclass(frozen=True, slots=True)
class FilledRow:
    """A filled-in row: its name on the form, its unit, and the order as it would be typed."""

    label: str
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class FilledOrders:
    """The boxes of a filled-in order form by their names."""

    path: str
    boxes: Mapping[str, FilledBox]

    def text(self, name: str) -> str:
        """Return the contents of a box, on one line; empty for a missing box."""
        box = self.boxes.get(name)
        return " ".join(box.text.split()) if box is not None else ""

    @property
    def commander(self) -> str:
        """Key of the commander whose form it is."""
        return self.text("commander")

    @property
    def is_blank(self) -> bool:
        """True if the form is empty."""
        (rows, faults), (sorties, wrong) = self.rows(), self.sorties()
        return not (rows or faults or sorties or wrong or self.asked_for)

    def check_for(self, identity: Mapping[str, str], *, late: bool = False) -> None:
        """Raise BadFile for the form of another campaign or commander, and for one of a past turn, unless a late one is
        to be taken all the same.
        """
        for name, expected in identity.items():
            text = self.text(name)
            if plain(text) == plain(expected) or (late and name == SIGN):
                continue
            if name == SIGN:
                raise BadFile(
                    f"{self.path} has orders from turn {text} on, but orders now begin with turn {expected}. "
                    "Print a new form: campaign print orders. To accept these orders anyway: --late"
                )
            raise BadFile(
                f"{self.path} is the form of another {name}. Its field {name!r} says {text!r}, but "
                f"{expected!r} is expected. Hand it in where it belongs, or print a new form: campaign print "
                "orders"
            )

    def rows(self) -> tuple[list[FilledRow], list[str]]:
        """Return the rows with an order, and every error with the name of its box."""
        rows, faults = list[FilledRow](), list[str]()
        for number in _numbers(self.boxes, row_box):
            cells = {column: self.text(row_box(number, column)) for column in LABELS}
            unit = self.text(row_box(number, "unit"))
            is_printed = not self._label(number, "unit").startswith(BLANK_ROW)
            if not any(cells.values()) and (is_printed or not unit):
                continue
            label = self.boxes[row_box(number, "unit")].label.removesuffix(": unit")
            if not unit:
                faults.append(
                    f"field {self._label(number, 'unit')!r} is blank, but its row says {_typed(cells, '')!r}. "
                    "Choose the unit, or clear the row"
                )
            elif not cells["task"]:
                column = next((column for column in LABELS if cells[column]), "unit")
                faults.append(
                    f"field {self._label(number, 'task')!r} is blank, but {LABELS.get(column, column)!r} says "
                    f"{cells.get(column, unit)!r}. Choose a task, or clear the row"
                )
            else:
                rows.append(FilledRow(label, unit, _typed(cells, self.text(INTENTION))))
        if self.text(INTENTION) and not rows and not faults:
            faults.append(
                f"field 'Intention' says {self.text(INTENTION)!r}, but no row has an order. Write the order in its row"
            )
        return rows, faults

    def sorties(self) -> tuple[list[FilledRow], list[str]]:
        """Return the rows of the air groups, and every error with the name of its box."""
        rows, faults = list[FilledRow](), list[str]()
        for number in _numbers(self.boxes, air_box, "group"):
            cells = {column: self.text(air_box(number, column)) for column in AIR_LABELS}
            group = self.boxes[air_box(number, "group")]
            label = group.label.removesuffix(": air group")
            if cells["task"]:
                turn = f"; turn {cells['turn']}" if cells["turn"] else ""
                rows.append(FilledRow(label, group.text, f"{cells['task']} {cells['target']}".strip() + turn))
            elif any(cells.values()):
                text = cells["target"] or cells["turn"]
                faults.append(f"field '{label}: task' is blank, but its row says {text!r}. Choose a task")
        return rows, faults

    @property
    def asked_for(self) -> str:
        """Request of the commander to the umpire."""
        return self.text(ASKED_FOR)

    def _label(self, number: int, column: str) -> str:
        return self.boxes[row_box(number, column)].label


def _numbers(boxes: Mapping[str, FilledBox], name_of: Callable[[int, str], str], column: str = "unit") -> Iterator[int]:
    number = 1
    while name_of(number, column) in boxes:
        yield number
        number += 1


def _typed(cells: Mapping[str, str], intention: str) -> str:
    """Return the row as it would be typed: ``attack Fort Capuzzo via Musaid; aim hold it till dark; from 1.3``."""
    text = f"{cells['task']} {cells['to']}".strip()
    aim = cells["aim"]
    if aim and aim.partition(" ")[0].rstrip(":").lower() not in _EXTRAS:
        aim = f"aim {aim}"
    if intention and not any(part.strip().lower().startswith("aim") for part in aim.split(";")):
        aim = f"aim {intention.replace(';', ',')}" + (f"; {aim}" if aim else "")
    start = f"from {cells['from']}" if cells["from"] else ""
    return "; ".join(part for part in (text, aim, start) if part)


class NotAnOrderForm(BadFile):
    """The error of a PDF without the fields of an order form: another paper, or a form flattened or scanned."""


def read_orders(path: Path, raw: bytes | None = None) -> FilledOrders:
    """Return the boxes of an order form. Raises BadInput where pypdf is missing, BadFile if the file cannot be read,
    NotAnOrderForm if it is another paper. ``raw``: its bytes, if it came with a message.
    """
    boxes = read_boxes(path, _WAYS, raw)
    missing = [name for name in (SIGN, "commander", "campaign") if name not in boxes]
    if missing:
        raise NotAnOrderForm(
            f"{path} has no field {missing[0]!r}, so it is not an order form, or it was flattened or scanned; {_FLAT}"
        )
    return FilledOrders(str(path), boxes)
