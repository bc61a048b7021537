"""``campaign forecast battles``: the games that the orders will cause, before the turn is committed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, for_the_umpire, names_database, of_any_time
from campaign.cli.session import read
from campaign.terms.words import counted
from campaign.values import replace
from campaign.views.forecast.forecast import RECKONING, evening_words

if TYPE_CHECKING:
    from campaign.journal.board import JournalBoard
    from campaign.terms.viewer import Viewer
    from campaign.views.forecast.forecast import Forecast, ForecastBattle, ForecastOdds, ForecastSide


@click.command()
@names_database()
@answers_json
@of_any_time
@for_the_umpire
@click.pass_obj
def battles(call: Call) -> None:
    """Try out the next movement and list the battles it would cause, with place, size, and number of evenings. Nothing
    is changed.

    The forecast uses the present weather. It leaves out air strikes, and battles still to be fought before the
    movement. For the umpire only.
    """
    seen = _foreseen(call)
    if call.as_json:
        show.json(seen)
        return
    show.heading(f"The movement of turn {seen.moment} as ordered: {seen.when}")
    for number, battle in enumerate(seen.battles, 1):
        _battle(number, battle)
    if not seen.battles:
        show.lines(["This movement causes no new battle."])
    show.lines(seen.joining)
    show.lines(seen.standoffs)
    if seen.battles:
        show.line()
        show.lines([(f"{counted(len(seen.battles), 'battle')}, about {evening_words(seen.evenings)} in all.")])
    show.lines([RECKONING.reckoned])


def _foreseen(call: Call) -> Forecast:
    """Return the forecast of the movement on a copy in memory, at the moment that ``--as-of`` names or now; no other
    program waits for it.
    """
    from campaign.actions.forecast import march_ahead
    from campaign.journal.asof import past_of, when
    from campaign.queries.forecast.forecast import foreseen

    def foresee(board: JournalBoard, _: Viewer) -> Forecast:
        instant = when(call.as_of, board) if call.as_of else None
        seen = foreseen(board, march_ahead, instant)
        if instant is not None:
            show.note(f"{board.campaign.name} {past_of(board, instant)}")
        return seen

    return read(replace(call, as_of=""), foresee)


def _battle(number: int, battle: ForecastBattle) -> None:
    show.line()
    show.heading(f"{number}  {battle.name}")
    show.pairs(
        (
            ("Where", f"{battle.place}, first contact {battle.when}"),
            ("Attacker", battle.attacker),
            *(("Because", why) for why in battle.why),
            ("System", f"{battle.system}, about {evening_words(battle.evenings)}"),
            *((side.side, _side(side)) for side in battle.sides),
            *(("Odds", _odds(odds)) for odds in battle.odds),
            *(("Advice", advice) for advice in battle.advice),
        ),
        indent=2,
    )


def _odds(odds: ForecastOdds) -> str:
    from campaign.rules.common.automatic import Odds, odds_told

    return f"{odds.side}: {odds_told(Odds(odds.won, odds.undecided, odds.lost))}"


def _side(side: ForecastSide) -> str:
    parts = [f"{counted(side.battalions, 'battalion')}, {counted(side.stands, 'stand')}"]
    if side.guns:
        parts.append(f"guns in range: {', '.join(side.guns)}")
    if side.arrivals:
        parts.append(f"may arrive: {'; '.join(side.arrivals)}")
    return "; ".join(parts)
