"""``campaign orders --from-pdf``: orders out of forms that were filled in on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from campaign.actions.air_tasking import CancelAir, TaskAir
from campaign.actions.order_form import HandInOrders
from campaign.actions.orders import GiveOrder, Rest
from campaign.cli import show
from campaign.cli.air_words import parse_sortie
from campaign.cli.call import Call
from campaign.cli.order_words import parse_order
from campaign.cli.session import carry_out, read, try_out
from campaign.errors import BadFile, BadInput, CampaignError
from campaign.exchange.order_pdf import FilledOrders, FilledRow, read_orders
from campaign.queries.orders import form_identity, place_names, printed_form
from campaign.terms.words import listing
from campaign.views.order_boxes import REST

Written = GiveOrder | Rest | TaskAir | CancelAir


def hand_in_forms(call: Call, paths: Sequence[Path]) -> None:
    """Take the orders of all these forms, or of none. Raises BadInput, BadFile with every fault."""
    forms = [read_orders(path) for path in paths]
    names, identity = read(call, lambda board, _: (place_names(board), form_identity(board)))
    for form in forms:
        form.check_for(identity)
    _refuse_twice(forms)
    handed_in, faults = [], list[str]()
    for form in forms:
        command, wrong = _orders_of(call, form, names)
        handed_in.append(command)
        faults += wrong if len(forms) == 1 else [f"{form.path}: {words}" for words in wrong]
    if faults:
        many = f"{len(faults)} fault{'s' * (len(faults) > 1)}"
        raise BadFile(f"{listing(map(str, paths))}: {many}; no order is taken", faults)
    for form, command in zip(forms, handed_in, strict=True):
        carry_out(call, command)
        if form.asked_for:
            show.lines([f"{command.commander} asks: {form.asked_for}"])


def _refuse_twice(forms: Sequence[FilledOrders]) -> None:
    commanders = [form.commander for form in forms]
    for form in forms:
        if commanders.count(form.commander) > 1:
            raise BadFile(f"{form.path}: two forms of {form.commander!r} were named; hand in one of them")


def _orders_of(call: Call, form: FilledOrders, names: Sequence[str]) -> tuple[HandInOrders, list[str]]:
    """What a form orders, tried out row after row, and every fault with the name of its row."""
    printed = read(call, lambda board, viewer: printed_form(board, viewer, form.commander))
    rows, faults = form.rows()
    sorties, wrong = form.sorties()
    faults += wrong
    written: list[Written] = []
    for row, is_air in (*((row, False) for row in rows), *((row, True) for row in sorties)):
        try:
            order = parse_sortie(row.unit, row.text) if is_air else _order(row, names)
            try_out(call, _handed_in(printed.commander, [*written, order]))
        except CampaignError as fault:
            faults.append(f"field {row.label!r} says {row.text!r}: {fault}")
        else:
            written.append(order)
    return _handed_in(printed.commander, written), faults


def _order(row: FilledRow, names: Sequence[str]) -> GiveOrder | Rest:
    task, _, where = row.text.partition(";")[0].partition(" ")
    if task != REST:
        return parse_order(row.unit, row.text, names)
    if where or "; from " in row.text:
        raise BadInput("a unit rests where it stands, from the next movement on: leave place and turn blank")
    return Rest(row.unit)


def _handed_in(commander: str, written: Sequence[Written]) -> HandInOrders:
    return HandInOrders(
        commander,
        orders=tuple(order for order in written if isinstance(order, GiveOrder)),
        sorties=tuple(order for order in written if isinstance(order, TaskAir)),
        called_off=tuple(order for order in written if isinstance(order, CancelAir)),
        rests=tuple(order for order in written if isinstance(order, Rest)),
    )
