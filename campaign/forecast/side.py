"""The campaign as a side's own forecast plays it on: its own rows exactly, the ground as it knows it, and no other row.

    side_snapshot(board, viewer, unseen) -> Snapshot     with the enemy of which each run draws its own (``enemy.py``)
    require_side(outlook)                                raises NotAllowed and Refused where a side has no forecast
    require_whole_side(outlook)                          raises NotAllowed for a viewer that knows a part of a side

Every row gets a new id in an order that the side can know, since the campaign's own ids count the rows of all sides.
What is taken of each table stands in ``TAKEN``; nothing is taken of the tables in ``LEFT_OUT``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from campaign.errors import NotAllowed, Refused
from campaign.forecast.enemy import Unseen
from campaign.forecast.known_enemy import enemy_known_to
from campaign.journal.board import JournalBoard
from campaign.journal.memory import Snapshot, packed
from campaign.journal.state import State
from campaign.model import (
    AirGroup,
    AirMission,
    BasingArea,
    Battalion,
    Battle,
    BattleUnit,
    Clock,
    Commander,
    Condition,
    Contact,
    Convoy,
    Crossing,
    Decision,
    DiaryLine,
    Dump,
    EngineeringTask,
    Feature,
    Formation,
    Journalled,
    Nation,
    Objective,
    Obstacle,
    OldNews,
    Order,
    OrderDelay,
    Photo,
    Place,
    Release,
    Reseeding,
    Return,
    Road,
    Score,
    Setting,
    Side,
    Sighting,
    StrengthReturn,
    SupplyReport,
    WeatherReport,
)
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.map.sites import Sites
from campaign.rows.images import KEYS, Sheet, Values, sheet, values_to_json
from campaign.rows.row import copied, values_of
from campaign.rules.common.settings import RULES
from campaign.situation.engaged import holds
from campaign.situation.players import DEPUTIES
from campaign.terms.ground import CrossingState
from campaign.terms.viewer import Viewer
from campaign.values import asdict

PUBLIC_FACTS: Final = (
    "name", "title", "scenario", "tabletop", "first_day", "days", "day_start_hour", "time_zone", "lat_e6", "lon_e6"
)  # fmt: skip
"""The facts of a campaign that every player may know."""
OTHER_FACTS: Final[Mapping[str, Any]] = {
    "id": 1,
    "scenario_hash": "",
    "program_version": "",
    "seed": "",
    "paper_key": None,
    "old_codes": None,
    "notes": "",
}
"""The values of the other facts."""


class BattleInHand(Refused):
    """A battle of the side is not over, so that its runs cannot begin now."""


def side_snapshot(
    board: JournalBoard, viewer: Viewer, unseen: Sequence[Unseen] = (), *, days: int = 0, behind: bool = False
) -> Snapshot:
    """Return the present campaign as the viewer's side knows it. ``unseen``: its own estimate of enemies that it
    has not seen; ``behind``: they are on the enemy's ground that scores and on its roads home; ``days``: the days that
    the runs can go on for, if those are more than the campaign's. Raises NotAllowed for a viewer that does not know
    all of its side, Refused where no run can be played.
    """
    outlook = look(board, viewer)
    require_side(outlook)
    taking = _Taking(outlook)
    for model in TAKEN:
        taking.take(model)
    facts = {name: getattr(board.campaign, name) for name in PUBLIC_FACTS}
    facts["days"] = max(days, board.campaign.days)
    enemy = enemy_known_to(outlook, unseen, taking.renumbered, behind=behind)
    return packed({**OTHER_FACTS, **facts}, taking.next_id, taking.state, asdict(enemy))


def require_side(outlook: Outlook) -> None:
    """Raise NotAllowed for a viewer that does not know all of its side, Refused where its side has an open battle or
    there are not two sides.
    """
    require_whole_side(outlook)
    if len(outlook.army.sides) != 2:
        raise Refused("a side can ask for a forecast only if the campaign has two sides. Ask the umpire for a forecast")
    if (battle := open_battle_of(outlook)) is not None:
        raise BattleInHand(
            f"your forecast cannot play battle {battle.number}, {battle.name}, because your side does not "
            "know the enemy there. Ask again after the battle, or for a forecast from a moment before the "
            "battle"
        )


def open_battle_of(outlook: Outlook) -> Battle | None:
    """Return the first battle of the viewer's side that is not over. Its state would tell whether the
    other side has handed in its return.
    """
    return next((battle for battle in _battles_of(outlook) if not battle.state.is_over), None)


def require_whole_side(outlook: Outlook) -> None:
    """Raise NotAllowed for a viewer that does not know all of its side."""
    army, knowledge, side = outlook.army, outlook.knowledge, outlook.viewer.side
    units: list[Battalion | Formation] = [*army.battalions.values(), *army.formations.values()]
    if side is None or any(unit.side_id == side and not knowledge.knows(unit) for unit in units):
        raise NotAllowed(
            f"{knowledge.who} cannot ask for a forecast: a forecast plays a complete side, and {knowledge.who}"
            " knows only a part of the side. Ask the umpire, or the commander of the complete side"
        )


def _battles_of(outlook: Outlook) -> list[Battle]:
    """Return the battles of the viewer's side, by number."""
    units = outlook.board.rows(BattleUnit, BattleUnit.side_id == outlook.viewer.side)
    fought = {unit.battle_id for unit in units}
    return sorted((b for b in outlook.board.rows(Battle) if b.id in fought), key=lambda battle: battle.number)


# what is taken of each table -----------------------------------------------------------------------------------------


def _everything(model: type[Journalled]) -> Callable[[Outlook], Iterable[Journalled]]:
    return lambda outlook: outlook.board.rows(model)


def _of_battalions(model: Any) -> Callable[[Outlook], Iterable[Journalled]]:
    return lambda outlook: [
        row for row in outlook.board.rows(model) if row.battalion_id in outlook.knowledge.battalions
    ]


def _of_formations(model: Any) -> Callable[[Outlook], Iterable[Journalled]]:
    return lambda outlook: [
        row for row in outlook.board.rows(model) if row.formation_id in outlook.knowledge.formations
    ]


def _of_side(model: Any) -> Callable[[Outlook], Iterable[Journalled]]:
    return lambda outlook: outlook.knowledge.of_side(outlook.board.rows(model))


def _clock(outlook: Outlook) -> Iterable[Clock]:
    """Yield the clock; whether it was halted may come from the troops of the other side."""
    yield copied(outlook.board.clock, halted=False)


def _settings(outlook: Outlook) -> Iterable[Setting]:
    commanders = {commander.key for commander in _commanders(outlook)}
    for setting in outlook.board.rows(Setting):
        if setting.key in RULES:
            yield setting
        elif setting.key == DEPUTIES:
            yield copied(setting, value={key: value for key, value in setting.value.items() if key in commanders})


def _places(outlook: Outlook) -> Iterable[Place]:
    """Yield the places: those that are not the side's own are taken to be the enemy's."""
    side = outlook.viewer.side
    enemy = next(ident for ident in outlook.army.sides if ident != side)
    return (copied(place, owner_id=side if place.owner_id == side else enemy) for place in outlook.places.values())


def _roads(outlook: Outlook) -> Iterable[Road]:
    return (copied(road, cut=outlook.works.is_cut(road)) for road in outlook.board.rows(Road))


def _crossings(outlook: Outlook) -> Iterable[Crossing]:
    """Yield the crossings by key, as the side knows them: charges only where it has seen the bridge from nearby."""
    sites = Sites(outlook)
    for crossing in sorted(sites.crossings, key=lambda crossing: crossing.key):
        is_known = sites.knows(crossing.road_id, crossing.at_m) or not crossing.state.is_passable
        yield copied(crossing, state=crossing.state if is_known else CrossingState.INTACT)


def _obstacles(outlook: Outlook) -> Iterable[Obstacle]:
    """Yield the obstacles that the side knows, along the roads, under new keys: theirs count those of all sides."""
    known = sorted(Sites(outlook).obstacles, key=lambda obstacle: (obstacle.road_id, obstacle.at_m, obstacle.kind))
    return (copied(obstacle, key=f"obstacle_{number}") for number, obstacle in enumerate(known, 1))


def _formations(outlook: Outlook) -> Iterable[Formation]:
    return (f for f in outlook.army.formations.values() if f.id in outlook.knowledge.formations)


def _commanders(outlook: Outlook) -> Iterable[Commander]:
    commanders = outlook.army.commanders.values()
    return sorted((c for c in commanders if c.side_id == outlook.viewer.side), key=lambda commander: commander.id)


def _battalions(outlook: Outlook) -> Iterable[Battalion]:
    return (b for b in outlook.army.battalions.values() if b.id in outlook.knowledge.battalions)


def _missions(outlook: Outlook) -> Iterable[AirMission]:
    groups = {group.id for group in outlook.board.rows(AirGroup) if group.side_id == outlook.viewer.side}
    return (copied(row, result="") for row in outlook.board.rows(AirMission) if row.air_group_id in groups)


def _weather(outlook: Outlook) -> Iterable[WeatherReport]:
    bases = {base.id for base in outlook.knowledge.of_side(outlook.board.rows(BasingArea))}
    reports = outlook.board.rows(WeatherReport)
    return (report for report in reports if report.basing_area_id is None or report.basing_area_id in bases)


def _orders(outlook: Outlook) -> Iterable[Order]:
    knowledge = outlook.knowledge
    return (
        order
        for order in outlook.board.rows(Order)
        if order.formation_id in knowledge.formations or order.battalion_id in knowledge.battalions
    )


def _battles_that_hold(outlook: Outlook) -> Iterable[Battle]:
    """Yield the side's battles that are over and hold its units still, as the table played ahead of the campaign."""
    held = (battle for battle in _battles_of(outlook) if holds(battle, outlook.moment))
    for number, battle in enumerate(held, 1):
        yield copied(
            battle, number=number, code=str(number), table={}, outcome="", report=[], field_held_by_id=None,
            attacker_id=None,
        )  # fmt: skip


def _units_in_battle(outlook: Outlook) -> Iterable[BattleUnit]:
    held = {battle.id for battle in _battles_that_hold(outlook)}
    return (
        copied(unit, line=number, aftermath={}, edge="")
        for number, unit in enumerate(outlook.board.rows(BattleUnit, BattleUnit.side_id == outlook.viewer.side), 1)
        if unit.battle_id in held
    )


def _conditions(outlook: Outlook) -> Iterable[Condition]:
    """Yield the condition of battalions, without the numbers of past battles: a run counts its own from 1."""
    rows = outlook.board.rows(Condition)
    return (copied(row, battles=[]) for row in rows if row.battalion_id in outlook.knowledge.battalions)


def _convoys(outlook: Outlook) -> Iterable[Convoy]:
    rows = outlook.board.rows(Convoy)
    own = (row for row in rows if row.formation_id in outlook.knowledge.formations)
    return (copied(row, number=number) for number, row in enumerate(own, 1))


def _delays(outlook: Outlook) -> Iterable[OrderDelay]:
    orders = {order.id for order in _orders(outlook)}
    return (row for row in outlook.board.rows(OrderDelay) if row.order_id in orders)


TAKEN: Final[Mapping[type[Journalled], Callable[[Outlook], Iterable[Journalled]]]] = {
    Clock: _clock,
    Setting: _settings,
    Side: _everything(Side),
    Nation: _everything(Nation),
    Place: _places,
    Road: _roads,
    Crossing: _crossings,
    Obstacle: _obstacles,
    Feature: _everything(Feature),
    Formation: _formations,
    Commander: _commanders,
    Battalion: _battalions,
    BasingArea: _of_side(BasingArea),
    AirGroup: _of_side(AirGroup),
    AirMission: _missions,
    WeatherReport: _weather,
    Objective: _of_side(Objective),
    Score: _of_side(Score),
    EngineeringTask: _of_battalions(EngineeringTask),
    Order: _orders,
    Battle: _battles_that_hold,
    BattleUnit: _units_in_battle,
    OrderDelay: _delays,
    Condition: _conditions,
    Dump: _of_formations(Dump),
    Convoy: _convoys,
    Release: _of_battalions(Release),
}
"""The rows that are taken of each table, each table after those to which it links."""
LEFT_OUT: Final = frozenset(
    {OldNews, Return, Contact, Sighting, Decision, SupplyReport, StrengthReturn, DiaryLine, Reseeding, Photo}
)
"""Tables of which nothing is taken: their rows tell of both sides, or no run needs them. The side's sightings are in
the enemy that is drawn."""
BY_NATURAL_KEY: Final = frozenset(
    {AirMission, WeatherReport, Score, EngineeringTask, Order, OrderDelay, Condition, Dump, Release, Setting}
)
"""Tables whose rows are put in order by what makes them unique. The other tables keep the order of the start."""


class _Taking:
    """The rows on their way into the snapshot, with new ids."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self.state, self.next_id = State(), 1
        self._new: dict[str, dict[int, int]] = {}

    def renumbered(self, model: type[Journalled], ident: int | None) -> int | None:
        """Return the new id of a row of the campaign; None for one that is not taken."""
        return None if ident is None else self._new[sheet(model).table.name].get(ident)

    def take(self, model: type[Journalled]) -> None:
        """Take the rows of a table. A row that names one that is not taken is left out."""
        written = sheet(model)
        rows = [(row.id, values_to_json(written, values_of(row)[len(KEYS) :])) for row in TAKEN[model](self._outlook)]
        if model in BY_NATURAL_KEY:
            rows.sort(key=lambda row: self._natural(written, row[1]))
        new = self._new[written.table.name] = {ident: number for number, (ident, _) in enumerate(rows, self.next_id)}
        self.next_id += len(rows)
        taken = self.state.rows[written.table.name]
        for ident, values in rows:
            if (linked := self._linked(written, values)) is not None:
                taken[new[ident]] = linked
        if model is Order:
            self._name_marching_orders()

    def _natural(self, written: Sheet, values: Values) -> str:
        columns = [written.by_attribute[attribute].column for attribute in written.natural]
        return json.dumps([self._link(written, column, values[column]) for column in columns], sort_keys=True)

    def _link(self, written: Sheet, column: str, value: Any) -> Any:
        if value is None or column not in written.links:
            return value
        return self._new[written.links[column]].get(value)

    def _linked(self, written: Sheet, values: Values) -> Values | None:
        """Return the values with new ids in the place of old ones; None if a row that they name is not taken."""
        linked = {column: self._link(written, column, value) for column, value in values.items()}
        if any(linked[column] is None and values[column] is not None for column in written.links):
            return None
        if written.model is Order:
            linked["via"] = [self._new[Place.__tablename__][int(ident)] for ident in values["via"]]
        return linked

    def _name_marching_orders(self) -> None:
        orders = self._new[Order.__tablename__]
        for values in self.state.rows[Battalion.__tablename__].values():
            values["marching_order"] = orders.get(values["marching_order"])
