"""A running campaign as a scenario that begins on its present day: present forces, orders, and future events.

from_now(board, state, viewer) -> Scenario      the state with its days counted from today, and orders, weather, victory
                                               and house rules
without_the_lost(state)                the state from which a campaign can be started, and the names of those left out

The score so far, the journal and the dice stay with the campaign itself (`campaign export` without a format).
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.exchange.values import Arrival, Battalion, Order, Scenario, VictoryLevel, Weather
from campaign.journal.board import JournalBoard
from campaign.model import Battalion as BattalionRow
from campaign.model import Formation as FormationRow
from campaign.model import Order as OrderRow
from campaign.model import Place as PlaceRow
from campaign.model import Setting
from campaign.rules.common.settings import RULES
from campaign.situation.clock import calendar_of
from campaign.situation.conditions import SCENARIO_PREFIX
from campaign.situation.victory import VICTORY
from campaign.terms.state import Sky
from campaign.terms.time import Moment
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import replace

WEATHER = f"{SCENARIO_PREFIX}weather"
"""Setting for historical weather, by ``day.turn`` or ``day``; for an air base its key follows after a blank."""


def from_now(board: JournalBoard, state: Scenario, viewer: Viewer = UMPIRE) -> Scenario:
    """Return a scenario, made from the campaign's present state, whose first day is today. Weather that is still to
    come is included for the umpire only.
    """
    passed = board.clock.day - 1
    settings = {setting.key: setting.value for setting in board.rows(Setting)}
    return replace(
        state,
        first_day=calendar_of(board).date_of(board.clock.day),
        days=max(1, state.days - passed),
        battalions=tuple(_still_to_come(battalion, passed) for battalion in state.battalions),
        objectives=tuple(
            replace(objective, day=None if objective.day is None else objective.day - passed)
            for objective in state.objectives
            if objective.day is None or objective.day > passed
        ),
        weather=tuple(_weather(settings.get(WEATHER), passed)) if viewer.is_umpire else (),
        victory=tuple(VictoryLevel(str(level), side, int(lead)) for level, side, lead in settings.get(VICTORY, ())),
        rulebook=tuple((key, value) for key, value in settings.items() if key in RULES),
        orders=tuple(_orders(board, state, passed)),
    )


def _still_to_come(battalion: Battalion, passed: int) -> Battalion:
    """Return a battalion with its arrival counted from today; one that was due on a past day arrives at once."""
    if battalion.arrives is None:
        return battalion
    day = battalion.arrives.day - passed
    return replace(
        battalion, arrives=Arrival(max(1, day), battalion.arrives.turn if day > 0 else 1, battalion.arrives.at)
    )


def _weather(told_weather: object, passed: int) -> Iterator[Weather]:
    skies = []
    for when, sky in (told_weather if isinstance(told_weather, dict) else {}).items():
        moment, _, area = str(when).partition(" ")
        day, _, turn = moment.partition(".")
        if int(day) > passed:
            skies.append((area, int(day) - passed, int(turn) if turn else None, Sky(sky)))
    for area, on, in_turn, sky in sorted(skies, key=lambda other_sky: (other_sky[0], other_sky[1], other_sky[2] or 0)):
        yield Weather(on, in_turn, sky, area)


def _orders(board: JournalBoard, state: Scenario, passed: int) -> Iterator[Order]:
    """Yield the orders in force, as if given for the first turn, and the later ones, for units in the state."""
    now = Moment(board.clock.day, board.clock.turn)
    begins = Moment(passed + 1, 1)
    formations, battalions, places = board.by_id(FormationRow), board.by_id(BattalionRow), board.by_id(PlaceRow)
    known_keys = {*(("f", f.key) for f in state.formations), *(("b", b.key) for b in state.battalions)}
    rows = sorted(board.rows(OrderRow), key=lambda row: (row.key, row.day, row.turn))
    for n, row in enumerate(rows):
        when = Moment(row.day, row.turn)
        following = rows[n + 1] if n + 1 < len(rows) and rows[n + 1].key == row.key else None
        if when <= now and following is not None and Moment(following.day, following.turn) <= now:
            continue
        formation = formations[row.formation_id].key if row.formation_id is not None else None
        battalion = battalions[row.battalion_id].key if row.battalion_id is not None else None
        if ("f", formation) not in known_keys and ("b", battalion) not in known_keys:
            continue
        at = max(when, begins) if when > now else begins
        yield Order(
            Moment(at.day - passed, at.turn),
            row.kind,
            formation,
            battalion,
            places[row.to_id].key if row.to_id is not None else None,
            tuple(places[int(ident)].key for ident in row.via),
            row.aim,
            row.objective,
            row.limit,
        )


def without_the_lost(state: Scenario) -> tuple[Scenario, tuple[str, ...]]:
    """Return the state as one from which a campaign can be started, and the names of the lost battalions that are left
    out.
    """
    removed_keys = {
        b.key for b in state.battalions if not b.state.is_in_play or not (b.place or b.road or b.arrives or b.embarked)
    }
    kept = tuple(b for b in state.battalions if b.key not in removed_keys)
    held = {b.organic for b in kept}
    above = {f.key: f.superior for f in state.formations}
    for key in list(held):
        up = above[key]
        while up is not None and up not in held:
            held.add(up)
            up = above[up]
    formations = tuple(
        replace(f, headquarters=None if f.headquarters in removed_keys else f.headquarters)
        for f in state.formations
        if f.key in held
    )
    kept = tuple(
        replace(
            b,
            supports=b.supports if b.supports in held else None,
            attached_to=b.attached_to if b.attached_to in held else None,
        )
        for b in kept
    )
    commanders = tuple(c for c in state.commanders if c.formation in held)
    groups = tuple(replace(g, fac_with=g.fac_with if g.fac_with in held else None) for g in state.air_groups)
    orders = tuple(
        order
        for order in state.orders
        if (order.battalion not in removed_keys if order.battalion else order.formation in held)
    )
    lost = tuple(b.name for b in state.battalions if b.key in removed_keys)
    return (
        replace(state, formations=formations, battalions=kept, commanders=commanders, air_groups=groups, orders=orders),
        lost,
    )
