"""``campaign orders`` and the single orders: orders of the commanders to their formations and battalions.

``orders --for`` is the form, line by line; everything changed on it becomes one entry of the journal. The single orders
(``march``, ``attack``, ``hold`` ...) give one order or change one thing at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from campaign.actions.air_tasking import CancelAir, TaskAir
from campaign.actions.order_form import HandInOrders
from campaign.actions.orders import Attach, GiveOrder, GiveSupport, Rest, TakePosture
from campaign.cli import show
from campaign.cli.air_words import EXAMPLES as AIR_EXAMPLES
from campaign.cli.air_words import parse_sortie
from campaign.cli.call import Call
from campaign.cli.completion import commanders, formations, places, units
from campaign.cli.options import looks_first, ordered, reads, signed
from campaign.cli.order_words import EXAMPLES, parse_order
from campaign.cli.session import NOTHING_CHANGED, carry_out, read, rehearsal, try_out
from campaign.errors import CampaignError
from campaign.queries.orders import order_form, place_names
from campaign.queries.orders import orders as orders_of
from campaign.terms.state import OrderKind, Posture, Support
from campaign.views.orders import AirRow, OrderForm, OrderRow
from campaign.views.receipt import Receipt
from campaign.views.standing import OrdersOverview


@click.command()
@click.option("--for", "commander", metavar="COMMANDER", help="One commander's form.", shell_complete=commanders)
@click.option("--fill", is_flag=True, help="Fill the form in although the input is no terminal: one answer a line.")
@click.option("--show", "only_show", is_flag=True, help="Only show the form although the input is a terminal.")
@click.option("--complete", is_flag=True, help="Nothing is changed: his orders for the day are complete as they stand.")
@click.option(
    "--from-pdf",
    "forms",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The same as --from, for order forms filled in on the screen.",
)
@click.option(
    "--from",
    "sources",
    multiple=True,
    metavar="FILE...",
    help="Orders in a mail (.eml), a text or a filled-in order form (.pdf); - is what is pasted.",
)
@click.argument("more", metavar="", nargs=-1)
@click.option("--skip-unread", is_flag=True, help="With --from: leave out what cannot be read; else nothing is taken.")
@click.option("--late", is_flag=True, help="With --from: take the form of a turn that has passed all the same.")
@click.option("--again", is_flag=True, help="With --from: take what was taken already once more.")
@click.option("--full", is_flag=True, help="Every commander's form above the list of who has ordered.")
@reads
@signed()
@looks_first
def orders(
    call: Call,
    commander: str | None,
    fill: bool,
    only_show: bool,
    complete: bool,
    forms: tuple[Path, ...],
    sources: tuple[str, ...],
    more: tuple[str, ...],
    skip_unread: bool,
    late: bool,
    again: bool,
    full: bool,
) -> None:
    """Who has ordered and who has not; --full: what stands for every command. --for COMMANDER fills in his form line by
    line.

    Enter keeps what stands. Write the order after the colon: march PLACE via PLACE, attack PLACE, hold, withdraw,
    follow; after a semicolon an aim, an objective, a limit. All of the form is taken at the end, or none.

    --from takes orders as players send them, all as one entry: an answer to campaign mail, an order form filled in on
    the screen, or lines such as "2nd Rifles attack Birch Cross via Ashford" in a file or pasted (--from -). What a
    mail quotes is left out. It is bound to the commander whose form it answers, or to --for; a text without either is
    the umpire's and may order anybody. The address of a mail can be forged: look whether it is his.
    """
    if more and not sources:
        raise click.UsageError(f"{more[0]!r} is too much; a file of orders is named with --from FILE")
    if forms or sources:
        if fill or complete:
            raise click.UsageError("--fill and --complete are for the form at the terminal: leave --from out")
        from campaign.cli.order_files import HandIn, hand_in, load_paper  # heavy, and only a file asks for it

        papers = [load_paper(str(source)) for source in (*forms, *sources, *more)]
        hand_in(call, papers, HandIn(commander or "", skip_unread, late, again))
        return
    if skip_unread or late or again:
        raise click.UsageError("--skip-unread, --late and --again go with --from FILE")
    if commander is None:
        if fill or complete:
            raise click.UsageError("whose orders? add --for COMMANDER; campaign orders lists them")
        _overview(call, full=full)
        return
    form, names = read(call, lambda board, viewer: (order_form(board, viewer, commander), place_names(board)))
    if call.as_json:
        show.json(form)
        return
    if complete:
        carry_out(call, HandInOrders(form.commander))
        return
    print_form(form)
    if only_show or not (fill or sys.stdin.isatty()):
        show.line()
        show.lines(
            [
                (
                    f'To fill it in at a terminal: campaign orders --for "{form.commander}"; one by one: campaign march'
                    " UNIT --to PLACE ..."
                )
            ]
        )
        return
    show.line()
    give_orders, ended = _filled_in(call, form, names)
    sorties, called_off = _sorties_filled_in(call, form, give_orders) if not ended else ((), ())
    given = HandInOrders(form.commander, give_orders, sorties=sorties, called_off=called_off)
    carry_out(call, given, is_list=True)


def _overview(call: Call, *, full: bool) -> None:
    view = read(call, orders_of)
    if call.as_json:
        show.json(view)
        return
    _print_overview(view, full=full)


def _print_overview(view: OrdersOverview, *, full: bool) -> None:
    for form in view.forms if full else ():
        print_form(form)
        show.line()
    show.heading(f"Orders for day {view.day}")
    if not full:
        show.lines(dict.fromkeys(_due(form) for form in view.forms if form.deadline))
    show.table(
        ("Commander", "Side", "Force", "Orders"), [(c.whose, c.side, c.force, c.orders) for c in view.commanders]
    )
    late = [c.name for c in view.commanders if c.orders == "not yet"]
    if late:
        show.lines([f'-> campaign orders --for "{late[0]}"'], indent=2)


def print_form(form: OrderForm) -> None:
    """Print a form with its present orders."""
    show.heading(f"Orders of {form.whose}, {form.force}, {form.period}")
    if form.deadline:
        show.lines([_due(form)])
    show.table(
        ("Unit", "At", "What stands"),
        [("  " * row.depth + row.name, row.position, _standing(row)) for row in form.rows],
        empty="No units.",
    )
    _print_air(form)


def _due(form: OrderForm) -> str:
    """Return when a commander's orders are due, and what counts if none come."""
    return f"Due {form.deadline}; then {form.if_missing}"


def _print_air(form: OrderForm) -> None:
    if form.air:
        show.table(("Air group", "Written"), [(row.name, row.standing) for row in form.air])


def _standing(row: OrderRow) -> str:
    extras = [
        f"{word}: {text.rstrip('.')}"
        for word, text in (("aim", row.aim), ("objective", row.objective), ("limit", row.limit))
        if text
    ]
    return "\n".join(["; ".join([row.standing, *extras]), *row.coming])


def _filled_in(call: Call, form: OrderForm, names: Sequence[str]) -> tuple[tuple[GiveOrder, ...], bool]:
    """Ask for every line; a line that cannot be accepted is asked for again at a terminal, and otherwise refuses the
    form.

    Returns the orders, and whether a dot ended the form.
    """
    show.lines(
        [f"Enter keeps what stands. For example: {EXAMPLES}", "A dot ends the form: what follows stays as it is."]
    )
    give_orders: list[GiveOrder] = []
    for row in form.rows:
        order = _ask_for(call, form, row, give_orders, names)
        if order == ".":
            return tuple(give_orders), True
        if isinstance(order, GiveOrder):
            give_orders.append(order)
    return tuple(give_orders), False


def _sorties_filled_in(
    call: Call, form: OrderForm, give_orders: Sequence[GiveOrder]
) -> tuple[tuple[TaskAir, ...], tuple[CancelAir, ...]]:
    """Ask for every air group on the form; a line that cannot be accepted is asked for again, as with orders."""
    sorties: list[TaskAir] = []
    called_off: list[CancelAir] = []
    if form.air:
        show.lines([f"Air groups; Enter keeps what is written. For example: {AIR_EXAMPLES}"])
    for row in form.air:
        sortie = _sortie_asked(call, form, row, give_orders, sorties)
        if sortie == ".":
            break
        if isinstance(sortie, TaskAir):
            sorties.append(sortie)
        elif isinstance(sortie, CancelAir):
            called_off.append(sortie)
    return tuple(sorties), tuple(called_off)


def _sortie_asked(
    call: Call, form: OrderForm, row: AirRow, give_orders: Sequence[GiveOrder], before: Sequence[TaskAir]
) -> TaskAir | CancelAir | str:
    while True:
        typed: str = click.prompt(
            f"{row.name} [{row.standing}]", default="", show_default=False, prompt_suffix=": "
        ).strip()
        if typed in ("", "."):
            return typed
        try:
            sortie = parse_sortie(row.key, typed)
            also = (sortie,) if isinstance(sortie, TaskAir) else ()
            off = (sortie,) if isinstance(sortie, CancelAir) else ()
            try_out(call, HandInOrders(form.commander, tuple(give_orders), sorties=(*before, *also), called_off=off))
        except CampaignError as fault:
            if not sys.stdin.isatty():
                raise type(fault)(f"{row.name}, {typed!r}: {fault}; nothing was taken") from fault
            show.lines([f"{fault}"], indent=4)
            continue
        return sortie


def _ask_for(
    call: Call, form: OrderForm, row: OrderRow, before: Sequence[GiveOrder], names: Sequence[str]
) -> GiveOrder | str:
    question = f"{'  ' * row.depth}{row.name} [{'; '.join((row.standing, *row.coming))}]"
    while True:
        typed: str = click.prompt(question, default="", show_default=False, prompt_suffix=": ").strip()
        if typed in ("", "."):
            return typed
        try:
            order = parse_order(row.key, typed, names)
            trial = try_out(call, HandInOrders(form.commander, (*before, order)))
        except CampaignError as fault:
            if not sys.stdin.isatty():
                raise type(fault)(f"{row.name}, {typed!r}: {fault}; nothing was taken") from fault
            show.lines([f"{fault}"], indent=4)
            continue
        show.lines(_of_the_last_order(trial.receipt), indent=4)
        return order


def _of_the_last_order(receipt: Receipt) -> list[str]:
    """Return the part of a form's receipt on its last order: the route, the kilometres, the hour."""
    lines = list(receipt.lines)
    return [line.strip() for line in lines[max(n for n, line in enumerate(lines) if line[:1] != " ") + 1 :]]


# single orders


Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _single(kind: OrderKind, words: str, *where: Decorator) -> click.Command:
    """Return the command for one kind of order; ``where`` are the options for its goal."""

    def give(
        call: Call,
        unit: tuple[str, ...],
        to: str = "",
        via: tuple[str, ...] = (),
        aim: str = "",
        objective: str = "",
        limit: str = "",
        since: str = "",
        commander: str = "",
    ) -> None:
        order = GiveOrder(" ".join(unit), kind.value, to, via, aim, objective, limit, since, commander)
        if call.preview:
            _look_first(call, order)
        else:
            carry_out(call, order)

    give.__doc__ = f"{words}\n\nIt stands until changed, from the next movement on or from --from."
    made: Callable[..., None] = ordered(give)
    for decorate in reversed((*_UNIT, *where, *_SAID)):
        made = decorate(made)
    return click.command(kind.value)(made)


def _look_first(call: Call, order: GiveOrder) -> None:
    """Print a preview of an order with other routes, obstacles and the order that it replaces; nothing is given."""
    from campaign.queries.order_preview import order_preview, standing_words  # heavy, and only a preview asks for it

    with rehearsal(call) as trial:
        replaced = trial.ask(lambda board, viewer: standing_words(board, viewer, order.unit, order.since))
        receipt = trial.give(order).receipt
        preview = trial.ask(lambda board, viewer: order_preview(board, viewer, order.unit, order.kind, order.since))
    show.receipt(receipt)
    show.lines(preview.lines(replaced), indent=2)
    show.line(NOTHING_CHANGED)


_UNIT: tuple[Decorator, ...] = (click.argument("unit", nargs=-1, required=True, shell_complete=units),)
_SAID: tuple[Decorator, ...] = (
    click.option("--aim", default="", metavar="TEXT", help="What it is for, as it goes on the sheet."),
    click.option("--objective", default="", metavar="TEXT", help="The ground or enemy that matters."),
    click.option("--limit", default="", metavar="TEXT", help="Until when, or how far."),
    click.option("--from", "since", default="", metavar="DAY.TURN", help="Begin with a later turn, as in 1.3."),
    click.option(
        "--by",
        "commander",
        default="",
        metavar="COMMANDER",
        help="Who gives it: refused if the unit is not his.",
        shell_complete=commanders,
    ),
)
_TO = click.option("--to", required=True, metavar="PLACE", help="Where to.", shell_complete=places)
_BACK_TO = click.option(
    "--to", default="", metavar="PLACE", help="Where to; left out: to its headquarters.", shell_complete=places
)
_VIA = click.option(
    "--via", multiple=True, metavar="PLACE", help="A place to pass; more than once for several.", shell_complete=places
)

march = _single(OrderKind.MARCH, "UNIT marches to a place and halts just outside the enemy's sight.", _TO, _VIA)
attack = _single(OrderKind.ATTACK, "UNIT goes to a place and attacks whoever is met on the way.", _TO, _VIA)
hold = _single(OrderKind.HOLD, "UNIT holds where it stands.")
withdraw = _single(OrderKind.WITHDRAW, "UNIT goes back; the only order that engaged units take.", _BACK_TO, _VIA)
follow = _single(OrderKind.FOLLOW, "A headquarters follows half a turn's march behind its rearmost command.")


@click.command()
@click.argument("battalion", nargs=-1, required=True, shell_complete=units)
@click.option("--to", metavar="FORMATION", required=True, help="Whom it comes under.", shell_complete=formations)
@ordered
def attach(call: Call, battalion: tuple[str, ...], to: str) -> None:
    """BATTALION comes under another formation until changed."""
    carry_out(call, Attach(" ".join(battalion), to))


@click.command()
@click.argument("battalion", nargs=-1, required=True, shell_complete=units)
@ordered
def detach(call: Call, battalion: tuple[str, ...]) -> None:
    """BATTALION goes back to its own formation."""
    carry_out(call, Attach(" ".join(battalion)))


@click.command()
@click.argument("battalion", nargs=-1, required=True, shell_complete=units)
@click.option(
    "--to", metavar="FORMATION", help="Whom it supports; left out: nobody else any more.", shell_complete=formations
)
@click.option(
    "--how",
    type=click.Choice([s.value for s in Support]),
    default=Support.DIRECT_SUPPORT.value,
    show_default=True,
    help="In what way.",
)
@ordered
def support(call: Call, battalion: tuple[str, ...], to: str | None, how: str) -> None:
    """BATTALION, usually guns, serves a formation that is not its own."""
    carry_out(call, GiveSupport(" ".join(battalion), to or "", how))


@click.command()
@click.argument("words", metavar="UNIT POSTURE", nargs=-1, required=True, shell_complete=units)
@ordered
def posture(call: Call, words: tuple[str, ...]) -> None:
    """UNIT, a command or one battalion, takes a posture: march, line, support or reserve."""
    if len(words) < 2:
        raise click.UsageError(f"which posture shall {words[0]} take? write one of {', '.join(Posture)} after the unit")
    carry_out(call, TakePosture(" ".join(words[:-1]), words[-1].lower()))


@click.command()
@click.argument("unit", nargs=-1, required=True, shell_complete=units)
@click.option("--stop", is_flag=True, help="It rests no longer.")
@ordered
def rest(call: Call, unit: tuple[str, ...], stop: bool) -> None:
    """UNIT rests in reserve; its casualty figure comes off at the next turn's start, if it is left in peace and
    supplied."""
    carry_out(call, Rest(" ".join(unit), stop))
