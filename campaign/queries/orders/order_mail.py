"""The mail to a commander: the situation in ten lines, the orders in force, and how to answer; as seen by the
commander.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Commander, Formation
from campaign.queries.common.viewers import commander_for, commanders_of
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.orders.orders import order_form
from campaign.situation.army import Army, load_army, position_of
from campaign.situation.chance import keyed, order_code
from campaign.situation.clock import next_movement
from campaign.situation.engaged import engaged_battalions
from campaign.situation.ground import load_theatre
from campaign.situation.players import NO_PERSON, PROGRAM, UMPIRE, addressee, addresses_of, seats_of
from campaign.terms.position import AtPlace, Position
from campaign.terms.viewer import Viewer
from campaign.views.contacts.sitrep import Sitrep
from campaign.words.mail import OrderMail
from campaign.words.orders import OrderRow

MOST_LINES = 10
MOST_LETTERS = 54
"""Most letters of a name in a row of the form; a longer row might be broken by a mail program."""


def mailed(board: JournalBoard, viewer: Viewer, words: Sequence[str]) -> list[Commander]:
    """Return the commanders to be mailed: those named, all commanders of a named player, or, without names, all whom
    the viewer may mail. Raises NotFound, NotAllowed.
    """
    if words:
        return [commander_for(board, viewer, word)[0] for word in words]
    seats, everybody = seats_of(board), commanders_of(load_army(board), viewer)
    return [c for c in everybody if seats.number(c) not in (PROGRAM, UMPIRE)]


def order_mail(board: JournalBoard, commander: Commander) -> OrderMail:
    """Return one commander's mail. Nothing in it depends on what the commander may not know."""
    eyes = Viewer(commander.side_id, (commander.id,))
    form = order_form(board, eyes, commander.key)
    (report,) = sitreps(board, eyes)
    since, seats, addresses = next_movement(board), seats_of(board), addresses_of(board)
    player, units = seats.player(commander), _units(load_army(board))
    return OrderMail(
        commander=commander.name,
        key=commander.key,
        code=order_code(board, commander, since),
        thread=keyed(board.campaign.paper_key or "", "thread", commander.key)[:16],
        title=board.campaign.title,
        turn=str(since),
        player="" if player.casefold() in NO_PERSON else player,
        address=addresses.get(addressee(seats, commander), ""),
        sender=addresses.get(UMPIRE, ""),
        situation=tuple(_situation(report))[:MOST_LINES],
        standing=tuple((row.name, _stands(row)) for row in form.rows),
        rows=tuple(row.name if len(row.name) <= MOST_LETTERS else units[row.key].short for row in form.rows),
        period=f"{form.force}, {form.period}",
        due=f"{form.deadline}; then {form.if_missing}" if form.deadline else "",
        examples=tuple(_examples(board, commander, form.rows)),
    )


def _stands(row: OrderRow) -> str:
    standing = row.standing if row.proposal is None else row.proposal.in_a_list
    return "; ".join((standing, *row.coming))


def _situation(report: Sitrep) -> Iterator[str]:
    yield report.judgement
    if report.supply is not None:
        yield f"Supply: {report.supply.verdict}"
    for event in report.digest.events[-3:]:
        yield f"{event.clock}: {event.text}"
    if report.digest.left_out:
        yield f"(and {report.digest.left_out} lesser events, which the papers list)"
    for contact in report.contacts[:3]:
        yield f"Seen {contact.age_hours} h ago, {contact.place}: {contact.seen_as or 'the enemy'}"
    for decision in report.decisions[:3]:
        yield f"To decide: {decision.text}"
    if report.light:
        yield report.light


def _examples(board: JournalBoard, commander: Commander, rows: Sequence[OrderRow]) -> Iterator[str]:
    """Yield two example orders with units of the commander that are in no battle: one for a march to the nearest
    place.
    """
    army, theatre = load_army(board), load_theatre(board, commander.side_id)
    engaged, units = engaged_battalions(board), _units(army)
    free: list[tuple[str, Position]] = []
    for row in rows[1:] or rows:
        unit = units[row.key]
        battalions = army.battalions_under(unit.id) if isinstance(unit, Formation) else [unit]
        positions = [at for b in battalions if b.id not in engaged and (at := position_of(b)) is not None]
        if positions and len(positions) == len(battalions):
            free.append((row.name, positions[0]))
    for name, at in free[:1]:
        place = at.place if isinstance(at, AtPlace) else theatre.way(at.road).a
        yield f"{name} marches to {theatre.spot(min(theatre.neighbours(place), default=place)).name}"
    for name, _ in free[1:2]:
        yield f"{name} holds"
    if not free:
        yield f"{rows[0].name} {'withdraws' if engaged else 'holds'}"


def _units(army: Army) -> dict[str, Formation | Battalion]:
    units: list[Formation | Battalion] = [*army.formations.values(), *army.battalions.values()]
    return {unit.key: unit for unit in units}
