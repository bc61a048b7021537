"""Starting a campaign: the rows of a checked scenario, superiors first.

The scenario is read before the transaction begins (``exchange.check.read_scenario``), so a file with an error leaves no
trace. ``place_for`` opens the database and ``found_campaign`` does all the rest; ``lay_out`` is the action alone, for a
board that is open already.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from campaign.errors import BadInput, Refused
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.values import Battalion as BattalionValue
from campaign.exchange.values import Scenario
from campaign.folders import folder
from campaign.journal.board import Board
from campaign.journal.keys import fresh_key
from campaign.journal.people import number_of_person
from campaign.journal.record import Build, Done, Facts, begin_campaign
from campaign.journal.register import action
from campaign.model import (
    AirGroup,
    AirMission,
    BasingArea,
    Battalion,
    Clock,
    Commander,
    Crossing,
    Feature,
    Formation,
    Journalled,
    Nation,
    Objective,
    Obstacle,
    Order,
    Place,
    Road,
    Setting,
    Side,
    StrengthReturn,
)
from campaign.rows.images import sheet
from campaign.rules.common.dice import Dice, Seeded, must_be_seed
from campaign.rules.tabletop.interface import DEFAULT, system
from campaign.rules.tabletop.interface import tabletop as must_be_playable
from campaign.situation.old_news import spread
from campaign.situation.scenario_rows import Ids, columns_of, in_columns, names_of_columns
from campaign.situation.standing import SCENARIO
from campaign.situation.victory import VICTORY
from campaign.store import Store, creating, opened
from campaign.store.engine import file_path, server_url
from campaign.terms.attributes import fields_of
from campaign.terms.state import State
from campaign.terms.time import Phase
from campaign.terms.words import counted, listing
from campaign.values import dataclass, field, replace
from campaign.words.proposal import Proposal
from campaign.words.receipt import Receipt

WEATHER_SETTING = "scenario.weather"
"""Setting for historical weather, by ``day.turn`` or ``day``; for an air base its key follows after a blank."""
HISTORICAL, DICE = "historical", "dice"


@dataclass(frozen=True, slots=True)
class Found:
    """The parameters with which a campaign is started. The hash is that of the scenario's files as they were read."""

    scenario: str
    scenario_hash: str
    seed: str
    tabletop: str = DEFAULT
    weather: str = HISTORICAL
    paper_key: str = ""
    """Key from which the codes of battle sheets are derived; empty in a campaign started before such keys existed."""
    about: Mapping[str, str | int | bool | None] = field(default_factory=dict)
    """Other facts of the campaign (title, days, place), which ``doctor`` compares; empty in old campaigns."""
    weather_said: bool = True
    """False if nobody named the source of weather; in campaigns from before this was kept it is not known."""


def place_for(where: str | Path, name: str = "") -> AbstractContextManager[Store]:
    """Open the database into which a campaign is to come: a new file, or a server; an existing file only for a campaign
    under a name of its own. Raises StoreError.
    """
    if name and server_url(where) is None and file_path(where).is_file():
        return opened(where, write=True)
    return creating(where)


def found_campaign(
    store: Store,
    scenario: Scenario,
    *,
    actor: str,
    name: str = "",
    seed: str | None = None,
    tabletop: str = DEFAULT,
    weather: str = "",
    paper_key: str = "",
    along: Callable[[Connection, Done], None] | None = None,
) -> Done:
    """Create a new campaign in the store and return the entry. Without a name it gets the scenario's word; without a
    seed a secret one, and its turns draw fresh bits for their dice; without a key for its papers a secret one; without
    a source of weather that of history, or dice where the scenario has no history of it. ``along``: what is written
    down with it elsewhere in the database.

    Raises Refused if the name is taken or the system cannot be played, NotFound for an unknown system, BadInput for an
    unknown word or what is no seed.
    """
    must_be_playable(tabletop)
    chance = fresh_key() if seed is None else seed
    must_be_seed(chance)
    facts = facts_of(scenario, name or scenario.key, chance, system(tabletop).key, paper_key or fresh_key())
    facts = replace(facts, draws=seed is None)
    source = weather or source_of_weather(scenario)
    command = Found(
        scenario.key,
        scenario.content_hash,
        chance,
        facts.tabletop,
        source,
        facts.paper_key,
        facts.about(),
        weather_said=bool(weather),
    )
    build = builder(scenario)
    return begin_campaign(store, facts, command, source=Seeded(chance), actor=actor, build=build, along=along)


def source_of_weather(scenario: Scenario) -> str:
    """Return the source of a campaign's weather without a word about it."""
    return HISTORICAL if scenario.weather else DICE


def defaults_of(scenario: Scenario) -> Mapping[str, Proposal]:
    """Return what a new campaign takes where nothing else is asked for, by the option that asks."""
    history = source_of_weather(scenario) == HISTORICAL
    return {
        "tabletop": Proposal(
            f"battles are fought by {system(DEFAULT).name}",
            "no other tabletop rules were named",
            "campaign battle under for one battle, or campaign new --tabletop KEY for all battles",
        ),
        "weather": Proposal(
            "the weather is historical" if history else "the weather comes from dice",
            "the scenario has it (OB-WX-01)" if history else "the scenario has no historical weather (OB-WX-01)",
            f"campaign new --weather {DICE}" if history else "campaign rules use.weather off, for clear weather",
        ),
        "seed": Proposal("each turn draws its dice when it begins", "no seed was given", "campaign reseed --seed TEXT"),
    }


def facts_of(scenario: Scenario, name: str, seed: str, tabletop: str, paper_key: str) -> Facts:
    """Return the facts of a campaign that are written once and never changed."""
    return Facts(
        name=name,
        title=scenario.title,
        scenario=scenario.key,
        scenario_hash=scenario.content_hash,
        seed=seed,
        paper_key=paper_key,
        tabletop=tabletop,
        first_day=scenario.first_day,
        days=scenario.days,
        day_start_hour=scenario.day_start_hour,
        time_zone=scenario.time_zone,
        lat_e6=scenario.lat_e6,
        lon_e6=scenario.lon_e6,
        notes=scenario.notes,
    )


def builder(scenario: Scenario) -> Build:
    """Return the function that starts a campaign from this scenario, as the journal takes it."""
    return partial(lay_out, scenario)


@action("found", Found)
def found_again(board: Board, command: Found, dice: Dice) -> Receipt:
    """Start the campaign again as its entry says: read the scenario that it names and write its rows."""
    scenario = read_scenario(find_scenario(command.scenario))
    if scenario.content_hash != command.scenario_hash:
        raise Refused(
            f"the files of scenario {command.scenario!r} have changed since this campaign was started. To "
            "start a new campaign from the present files: campaign new"
        )
    return lay_out(scenario, board, command)


def lay_out(scenario: Scenario, board: Board, command: Found) -> Receipt:
    """Write every row of a new campaign. Raises Refused if it has been started already, BadInput for an unknown source
    of weather.
    """
    if board.rows(Clock):
        raise Refused(
            f"campaign {board.campaign.name!r} has already been started. To start another campaign: campaign new"
        )
    if command.weather not in (HISTORICAL, DICE):
        raise BadInput(f"{command.weather!r} is not a source of weather. Write {HISTORICAL} or {DICE}")
    if command.weather == HISTORICAL and not scenario.weather:
        raise Refused(f"scenario {scenario.key!r} does not give the historical weather. Start it with --weather {DICE}")
    board.make(Clock, day=1, turn=1, phase=Phase.WEATHER)
    for key, value in scenario.rulebook:
        board.make(Setting, key=key, value=value)
    if command.weather == HISTORICAL:
        board.make(Setting, key=WEATHER_SETTING, value=_weather(scenario))
    if scenario.victory:
        board.make(Setting, key=VICTORY, value=[[level.name, level.side, level.lead] for level in scenario.victory])
    rows = _Rows(board)
    rows.lay(Side, "side", scenario.sides)
    rows.lay(Nation, "nation", scenario.nations)
    rows.lay(Place, "place", scenario.places)
    for road in scenario.roads:
        ident = rows.make(Road, "road", road)
        rows.lay(Crossing, "crossing", road.crossings, road_id=ident)
        rows.lay(Obstacle, "obstacle", road.obstacles, road_id=ident)
    rows.lay(Feature, "feature", scenario.features)
    rows.lay(Formation, "formation", scenario.formations)
    for n, battalion in enumerate(scenario.battalions):
        rows.make(Battalion, "battalion", battalion, position=n, **_standing(battalion, rows.ids))
    seats = (replace(seat, player=number_of_person(board, seat.player)) for seat in scenario.commanders)
    rows.lay(Commander, "commander", seats)
    rows.lay(BasingArea, "air base", scenario.air_bases)
    for group in scenario.air_groups:
        rows.make(AirGroup, "air group", group, basing_area_id=rows.ids["air base"][group.based_at])
    for task in scenario.air_tasks:
        group_id = rows.ids["air group"][task.group]
        board.make(
            AirMission, **columns_of(task, AirMission, rows.ids), **fields_of(task.moment), air_group_id=group_id
        )
    rows.lay(Objective, "objective", scenario.objectives)
    _orders(board, scenario, rows.ids)
    _keep_blocks_secret(board)
    roll = {
        b.key: [State(b.state).value, b.present.men, b.present.vehicles, b.present.guns] for b in scenario.battalions
    }
    board.make(StrengthReturn, day=0, content=roll)
    return _receipt(scenario, command)


def _receipt(scenario: Scenario, command: Found) -> Receipt:
    counts = [
        f"{counted(len(scenario.battalions), 'battalion')} in {counted(len(scenario.formations), 'formation')}",
        f"{counted(len(scenario.places), 'place')} and {counted(len(scenario.roads), 'road')}",
        f"{counted(len(scenario.air_groups), 'air group')} and {counted(len(scenario.air_bases), 'air base')}",
        f"{counted(len(scenario.objectives), 'objective')} and {counted(len(scenario.orders), 'opening order')}",
    ]
    first = f"{scenario.first_day.day} {scenario.first_day:%B %Y}"
    sides = listing(side.name for side in scenario.sides)
    days = counted(scenario.days, "day")
    weather = "historical" if command.weather == HISTORICAL else "by dice"
    lines = (
        *counts,
        f"weather {weather}; battles under the rules of {system(command.tabletop).name}",
        *_for_the_author(scenario),
    )
    return Receipt(f"Started {scenario.title}: {sides}, {days} from {first}", lines, "campaign next")


def _for_the_author(scenario: Scenario) -> tuple[str, ...]:
    """Return a line that says how to read the warnings about an author's own scenario. Players do not see warnings
    about the program's scenarios.
    """
    if not scenario.warnings or not scenario.folder or Path(scenario.folder).resolve().is_relative_to(folder("orbats")):
        return ()
    warnings = counted(len(scenario.warnings), "warning")
    return (f"{warnings} for the scenario's author: campaign check {scenario.folder}",)


def _weather(scenario: Scenario) -> dict[str, str]:
    return {
        f"{report.day if report.turn is None else f'{report.day}.{report.turn}'} {report.area}".strip(): (
            report.sky.value
        )
        for report in scenario.weather
    }


class _Rows:
    """A layer of rows from values that keeps their ids by kind and key."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ids: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._layers: dict[tuple[type, type[Journalled], tuple[str, ...]], Callable[[Sequence[Any]], int]] = {}

    def make(self, model: type[Journalled], kind: str, value: Any, **more: Any) -> int:
        """Make the row of a value; return its id. ``more``: columns that the value lacks or has in another form."""
        form = type(value), model, tuple(more)
        if (lay := self._layers.get(form)) is None:
            lay = self._layers[form] = self.board.layer(model, (*names_of_columns(type(value), model), *more))
        ident = self.ids[kind][value.key] = lay([*in_columns(value, model, self.ids), *more.values()])
        return ident

    def lay(self, model: type[Journalled], kind: str, values: Iterable[Any], **more: Any) -> None:
        """Make the rows of several values, in this order where the table keeps one."""
        in_order = "position" in sheet(model).by_attribute
        for n, value in enumerate(values):
            if in_order:
                more["position"] = n
            self.make(model, kind, value, **more)


def _keep_blocks_secret(board: Board) -> None:
    """Reveal the blocks that exist as the campaign begins only to sides that hold an end of the road or have troops on
    it (umpire 1.13).
    """
    if not (blocks := board.rows(Obstacle, Obstacle.gapped.is_(False))):
        return
    owners = {place.id: place.owner_id for place in board.rows(Place)}
    troops = {(b.side_id, b.place_id, b.road_id) for b in board.rows(Battalion) if b.on_map}
    for block in blocks:
        road = board.row(Road, block.road_id)
        ends = (road.a_id, road.b_id)
        sides_present = {side for side, place, on in troops if place in ends or on == road.id}
        spread(board, block, {}, sides_present | {owner for end in ends if (owner := owners[end]) is not None})


def _standing(battalion: BattalionValue, ids: Ids) -> dict[str, Any]:
    """Return a battalion's columns for strength, superior formation, and presence on the map."""
    full, arrives = fields_of(battalion.full), battalion.arrives
    return {
        **{f"{name}_establishment": figure for name, figure in full.items()},
        **fields_of(battalion.present),
        "present_id": ids["formation"][battalion.attached_to or battalion.organic],
        "on_map": arrives is None and not battalion.embarked,
        "arrives_day": arrives and arrives.day,
        "arrives_turn": arrives and arrives.turn,
        "arrives_at_id": arrives and ids["place"][arrives.at],
    }


def _orders(board: Board, scenario: Scenario, ids: Ids) -> None:
    for order in scenario.orders:
        subject = f"formation:{order.formation}" if order.formation else f"battalion:{order.battalion}"
        columns = columns_of(order, Order, ids) | {"via": [ids["place"][key] for key in order.via]}
        board.make(Order, key=subject, **columns, **fields_of(order.moment), given_by=SCENARIO)
