"""``campaign forecast battles``: which games the orders will cause, before the turn is committed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from campaign.cli import show
from campaign.cli.desk import tell
from campaign.cli.options import Call, answers_json, writes
from campaign.store import opened

if TYPE_CHECKING:
    from campaign.journal.desk import Desk
    from campaign.rules.dice import Dice
    from campaign.views.forecast import Forecast, ForecastBattle, ForecastSide


@click.command()
@click.argument("what", type=click.Choice(["battles"]))
@answers_json
@writes
@click.pass_obj
def forecast(call: Call, what: str) -> None:
    """Carry out the next movement for a look: which games, where, how big, how many evenings. Nothing is written.

    In the weather as it is now; air strikes and battles still to be fought before it are not foreseen. For the umpire.
    """
    seen = _foreseen(call)
    if call.as_json:
        show.json(seen)
        return
    show.heading(f"The movement of turn {seen.moment} as ordered: {seen.when}")
    for number, battle in enumerate(seen.battles, 1):
        _battle(number, battle)
    if not seen.battles:
        show.lines(["No new battle comes of it."])
    show.lines(seen.joining)
    show.lines(seen.standoffs)
    if seen.battles:
        show.line()
        show.lines([f"{len(seen.battles)} {'games' if len(seen.battles) > 1 else 'game'}, about {_evenings(seen.evenings)} in all."])


def _foreseen(call: Call) -> Forecast:
    from campaign.actions.forecast import march_ahead
    from campaign.journal.record import foresee
    from campaign.queries.forecast import forecast as seen_by
    from campaign.queries.forecast import known_battles
    from campaign.rules.dice import Seeded

    def act(desk: Desk, dice: Dice) -> Forecast:
        before = known_battles(desk)
        moment = march_ahead(desk, dice)
        desk.expire_all()
        return seen_by(desk, moment, before)

    with opened(call.db, write=True) as store:
        tell(store)
        return foresee(store, call.campaign or None, act, source=Seeded("a forecast, whose dice are nobody's"))


def _battle(number: int, battle: ForecastBattle) -> None:
    show.line()
    show.heading(f"{number}  {battle.name}")
    show.pairs((
        ("Where", f"{battle.place}, first contact {battle.when}"),
        ("Attacker", battle.attacker),
        ("System", f"{battle.system}, about {_evenings(battle.evenings)}"),
        *((side.side, _side(side)) for side in battle.sides),
        *(("Advice", advice) for advice in battle.advice),
    ), indent=2)  # fmt: skip


def _side(side: ForecastSide) -> str:
    parts = [f"{_count(side.battalions, 'battalion')}, {_count(side.stands, 'stand')}"]
    if side.guns:
        parts.append(f"guns in range: {', '.join(side.guns)}")
    if side.arrivals:
        parts.append(f"may arrive: {'; '.join(side.arrivals)}")
    return "; ".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _evenings(number: int) -> str:
    return "one evening" if number == 1 else f"{number} evenings"
