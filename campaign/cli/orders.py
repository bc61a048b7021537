"""``campaign orders`` and the single orders: orders of the commanders to their formations and battalions.

``orders --for`` is the form, line by line; everything changed on it becomes one entry of the journal. The single orders
(``march``, ``attack``, ``hold`` ...) give one order or change one thing at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from campaign.actions.air_words import EXAMPLES as AIR_EXAMPLES
from campaign.actions.air_words import parse_sortie
from campaign.actions.order_form import HandInOrders
from campaign.actions.order_words import EXAMPLES, parse_order
from campaign.cli import show
from campaign.cli.asking import typed_answer
from campaign.cli.call import Call
from campaign.cli.completion import commanders, units
from campaign.cli.declared import asks, command_for, made
from campaign.cli.left_out import tell_of_default
from campaign.cli.options import looks_first, ordered, reads, signed
from campaign.cli.session import NOTHING_CHANGED, carry_out, foresee, read, rehearsal
from campaign.errors import CampaignError
from campaign.queries.orders.orders import AS_ABOVE, order_form, place_names
from campaign.queries.orders.orders import orders as orders_of
from campaign.terms.asking import Ask, asked
from campaign.terms.state import OrderKind, Posture
from campaign.verbs.air_tasking import CancelAir, TaskAir
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, Rest, TakePosture
from campaign.views.day.status import NOT_YET
from campaign.views.orders.standing import OrdersOverview
from campaign.words.orders import AirRow, OrderForm, OrderRow
from campaign.words.proposal import Proposal, changing
from campaign.words.receipt import Receipt


@click.command()
@click.option(
    "--for", "commander", metavar="COMMANDER", help="Fill in this commander's order form.", shell_complete=commanders
)
@click.option(
    "--fill",
    is_flag=True,
    help="Fill in the form even if the answers come from a file or program instead of a terminal, one answer a line.",
)
@click.option("--show", "only_show", is_flag=True, help="Only show the form, even at a terminal.")
@click.option(
    "--complete", is_flag=True, help="Confirm that the orders for the day are complete, without changing any."
)
@click.option(
    "--from-pdf",
    "forms",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Order form filled in on the screen (the same as --from).",
)
@click.option(
    "--from",
    "sources",
    multiple=True,
    metavar="FILE...",
    help="File with orders: an email (.eml), a text, or a filled-in order form (.pdf); - reads pasted text.",
)
@click.argument("more", metavar="", nargs=-1)
@click.option(
    "--skip-unread",
    is_flag=True,
    help=(
        "With --from: leave out lines that the program cannot read. Without this option, one such line stops the whole"
        " file."
    ),
)
@click.option(
    "--as-proposed",
    is_flag=True,
    help="With --from: take the orders that are proposed for lines without a verb, such as 2nd Rifles to Ashford.",
)
@click.option("--late", is_flag=True, help="With --from: accept the form of a turn that has passed.")
@click.option("--again", is_flag=True, help="With --from: record again orders that were recorded before.")
@click.option("--full", is_flag=True, help="Show every commander's form above the list of commanders.")
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
    as_proposed: bool,
    late: bool,
    again: bool,
    full: bool,
) -> None:
    """List which commanders have given orders, or with --for COMMANDER fill in his order form line by line.

    Each line of the form shows the present order; Enter keeps it. Type a new order after the colon: march PLACE via
    PLACE, attack PLACE, hold, withdraw, follow. After a semicolon you may add an aim, an objective or a limit. The form
    is recorded at the end, as a whole or not at all.

    --from reads orders as players send them, and records all of them as one entry: an answer to campaign mail, an order
    form filled in on the screen, or lines such as "2nd Rifles attack Birch Cross via Ashford" in a file or pasted
    (--from -). Quoted parts of an email are skipped. The orders count as orders of the commander whose form they
    answer, or whom --for names. A text without a form or --for counts as the umpire's and may order any unit. The
    sender of an email can be forged: check that it comes from the player.
    """
    if more and not sources:
        raise click.UsageError(
            f"{more[0]!r} is not expected after the unit's name. To read orders from a file: --from FILE"
        )
    if forms or sources:
        if fill or complete:
            raise click.UsageError(
                "--fill and --complete are for the form at the terminal, and --from reads a file. Leave --from out"
            )
        from campaign.cli.order_files import hand_in, load_paper  # heavy, and only a file asks for it
        from campaign.order_papers import HandIn

        papers = [load_paper(str(source)) for source in (*forms, *sources, *more)]
        hand_in(call, papers, HandIn(commander or "", skip_unread, late, again, as_proposed))
        return
    if skip_unread or as_proposed or late or again:
        raise click.UsageError("--skip-unread, --as-proposed, --late and --again can be used only with --from FILE")
    if commander is None:
        if fill or complete:
            raise click.UsageError("name the commander with --for COMMANDER (list: campaign orders)")
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
                    f'To fill it in, type at a terminal: campaign orders --for "{form.commander}". To give'
                    " single orders: campaign march UNIT --to PLACE ..."
                )
            ]
        )
        return
    show.line()
    give_orders, ended = _filled_in(call, form, names)
    sorties, called_off = _sorties_filled_in(call, form, give_orders) if not ended else ((), ())
    given = HandInOrders(form.commander, give_orders, sorties=sorties, called_off=called_off)
    carry_out(call, given)


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
        ("Commander", "Side", "Force", "Orders"), [(c.whose, c.side, c.force, c.day_orders) for c in view.commanders]
    )
    late = [c.name for c in view.commanders if c.orders == NOT_YET]
    if late:
        show.lines([f'-> campaign orders --for "{late[0]}"'], indent=2)


def print_form(form: OrderForm) -> None:
    """Print a form with its present orders."""
    show.heading(f"Orders of {form.whose}, {form.force}, {form.period}")
    if form.deadline:
        show.lines([_due(form)])
    show.table(
        ("Unit", "At", "Present order"),
        [("  " * row.depth + row.name, row.position, _standing(row)) for row in form.rows],
        empty="No units.",
    )
    changes = {row.proposal.change for row in form.rows if row.proposal is not None}
    show.lines(changing("an order that stands by default", change) for change in sorted(changes))
    _print_air(form)


def _due(form: OrderForm) -> str:
    """Return when a commander's orders are due, and what counts if none come."""
    return f"Due {form.deadline}; then {form.if_missing}"


def _print_air(form: OrderForm) -> None:
    if form.air:
        show.table(("Air group", "Sortie"), [(row.name, row.standing) for row in form.air])


def _standing(row: OrderRow) -> str:
    extras = [
        f"{word}: {text.rstrip('.')}"
        for word, text in (("aim", row.aim), ("objective", row.objective), ("limit", row.limit))
        if text
    ]
    proposed = [] if row.proposal is None else [row.proposal.in_a_list]
    said = f"same order {AS_ABOVE}" if row.standing == AS_ABOVE else row.standing
    own = [] if row.proposal is not None else [said]
    return "\n".join([*proposed, *filter(None, ["; ".join([*own, *extras])]), *row.coming])


def _filled_in(call: Call, form: OrderForm, names: Sequence[str]) -> tuple[tuple[GiveOrder, ...], bool]:
    """Ask for every line; a line that cannot be accepted is asked for again at a terminal, and otherwise refuses the
    form.

    Returns the orders, and whether a dot ended the form.
    """
    show.lines(
        [
            f"Enter keeps the present order. Examples: {EXAMPLES}",
            "A dot ends the form; the lines below it stay unchanged. q leaves it, and nothing is recorded.",
        ]
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
        show.lines([f"Air groups: Enter keeps the present sortie. Examples: {AIR_EXAMPLES}"])
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
        typed = typed_answer(f"{row.name} [{row.standing}]")
        if typed in ("", "."):
            return typed
        try:
            sortie = parse_sortie(row.key, typed)
            also = (sortie,) if isinstance(sortie, TaskAir) else ()
            off = (sortie,) if isinstance(sortie, CancelAir) else ()
            foresee(call, HandInOrders(form.commander, tuple(give_orders), sorties=(*before, *also), called_off=off))
        except CampaignError as fault:
            if not sys.stdin.isatty():
                raise type(fault)(f"{row.name}, {typed!r}: {fault}; nothing was recorded") from fault
            show.lines([f"{fault}"], indent=4)
            continue
        return sortie


def _ask_for(
    call: Call, form: OrderForm, row: OrderRow, before: Sequence[GiveOrder], names: Sequence[str]
) -> GiveOrder | str:
    question = f"{'  ' * row.depth}{row.name} [{'; '.join((row.standing, *row.coming))}]"
    while True:
        typed = typed_answer(question)
        if typed in ("", "."):
            return typed
        try:
            order = parse_order(row.key, typed, names)
            trial = foresee(call, HandInOrders(form.commander, (*before, order)))
        except CampaignError as fault:
            if not sys.stdin.isatty():
                raise type(fault)(f"{row.name}, {typed!r}: {fault}; nothing was recorded") from fault
            show.lines([f"{fault}"], indent=4)
            continue
        show.lines(_of_the_last_order(trial.receipt), indent=4)
        return order


def _of_the_last_order(receipt: Receipt) -> list[str]:
    """Return the part of a form's receipt on its last order: the route, the kilometres, the hour."""
    lines = list(receipt.lines)
    return [line.strip() for line in lines[max(n for n, line in enumerate(lines) if line[:1] != " ") + 1 :]]


# single orders


def _look_first(call: Call, order: GiveOrder) -> None:
    """Print a preview of an order with other routes, obstacles and the order that it replaces; nothing is given."""
    from campaign.queries.orders.order_preview import order_preview, standing_words

    with rehearsal(call) as trial:
        replaced = trial.ask(lambda board, viewer: standing_words(board, viewer, order.unit, order.since))
        receipt = trial.give(order).receipt
        preview = trial.ask(lambda board, viewer: order_preview(board, viewer, order.unit, order.kind, order.since))
    show.receipt(receipt)
    show.lines(preview.lines(replaced), indent=2)
    show.line(NOTHING_CHANGED)


_SINCE = "The order remains in force until changed, from the next movement on or from the turn that --from names."
_WITHOUT_GOAL = tuple(name for name in asked(GiveOrder) if name not in ("to", "via"))
_BACK_TO = Ask("Place to go back to. Default: the unit's headquarters.", "PLACE", of="place")


def _single(kind: OrderKind, words: str, **settings: Any) -> click.Command:
    """Return the command for one kind of order."""
    text = f"{words}\n\n{_SINCE}"
    return command_for(kind.value, GiveOrder, text, ordered, give=_give, kind=kind.value, **settings)


def _give(call: Call, order: GiveOrder) -> None:
    if call.preview:
        _look_first(call, order)
    else:
        carry_out(call, order)


march = _single(
    OrderKind.MARCH, "Order UNIT to march to a place. The unit halts just outside the sight of an enemy that it meets."
)
attack = _single(OrderKind.ATTACK, "Order UNIT to go to a place and attack any enemy it meets on the way.")
hold = _single(OrderKind.HOLD, "Order UNIT to hold its present place.", only=_WITHOUT_GOAL)
withdraw = _single(
    OrderKind.WITHDRAW,
    "Order UNIT to go back. Units engaged with the enemy obey no other order.",
    instead={"to": _BACK_TO},
)
follow = _single(
    OrderKind.FOLLOW,
    "Order a headquarters to follow half a turn's march behind its rearmost command.",
    only=_WITHOUT_GOAL,
)
attach = command_for("attach", Attach, "Put BATTALION under another formation until changed.", ordered)
detach = command_for("detach", Attach, "Send BATTALION back to its own formation.", ordered, only=("battalion",))
rest = command_for(
    "rest",
    Rest,
    "Rest UNIT in reserve. The unit loses its casualty figure at the start of the next turn, if it is in supply and"
    " out of range of every enemy.",
    ordered,
)


@click.command()
@asks(GiveSupport)
@ordered
def support(call: Call, to: str | None, how: str, **typed: Any) -> None:
    """Order BATTALION, usually guns, to support a formation that is not its own."""
    if to:
        tell_of_default("how", Proposal(f"it is {how}", "no kind of support was named (umpire 1.21)", "--how KIND"))
    carry_out(call, made(GiveSupport, {"to": to, "how": how, **typed}))


@click.command()
@click.argument("words", metavar="UNIT POSTURE", nargs=-1, required=True, shell_complete=units)
@ordered
def posture(call: Call, words: tuple[str, ...]) -> None:
    """Set the posture of UNIT, a command or one battalion: march, line, support or reserve."""
    if len(words) < 2:
        raise click.UsageError(
            f"{words[0]!r} has no posture. Write the unit and then its posture: {', '.join(Posture)}"
        )
    carry_out(call, TakePosture(" ".join(words[:-1]), words[-1].lower()))
