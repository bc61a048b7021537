"""A tiny campaign for tests: two sides, three places in a row, two roads, one corps and one division a side, eight
battalions.

    Alba (blue)    I Corps > 1st Brigade > 1st Rifles, 2nd Rifles, 1st Hussars     at Ashford
    Brenn (red)    X Corps > 9th Regiment > I/9, II/9                              at Coldbrook
                             (Ashford --10 km-- Birch Cross --12 km-- Coldbrook)

``lay_out`` is a founding action, found_tiny founds it in a store. The real scenarios are far larger; nothing here is
historical.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from campaign.journal import Done, Facts, JournalBoard, Register, action, begin_campaign, writing
from campaign.journal.record import write_entry
from campaign.model import Battalion, Clock, Commander, Formation, Nation, Objective, Place, Road, Side
from campaign.rules.common.dice import Dice, Seeded
from campaign.store import Store
from campaign.terms.forces import (
    Arm,
    CasualtyColumn,
    CombatClass,
    HitRow,
    Level,
    MarchClass,
    Nationality,
    SizeMark,
    Weapon,
)
from campaign.terms.ground import RoadKind, Surface
from campaign.terms.time import Moment, Phase
from campaign.values import fields
from campaign.words.receipt import Receipt

FACTS = Facts(
    name="tiny",
    title="The Birch Cross affair",
    scenario="tiny",
    scenario_hash="0" * 64,
    seed="41",
    tabletop="brevity",
    first_day=date(1941, 5, 15),
    days=2,
)
FOUNDING = Register()
"""Holds the founding of the tiny campaign only, apart from the program's own register."""


@dataclass(frozen=True, slots=True)
class FoundTiny:
    """Lay out the tiny campaign; ``battalions`` adds that many more to the blue brigade."""

    battalions: int = 0


@action("found", FoundTiny, register=FOUNDING)
def lay_out(board: JournalBoard, command: FoundTiny, dice: Dice) -> Receipt:
    """Clock, sides, map, forces, commanders, one objective."""
    board.make(Clock, day=1, turn=1, phase=Phase.WEATHER)
    blue = board.make(Side, key="alba", name="Alba", adjective="Alban", accent="#1f4e79", position=0)
    red = board.make(Side, key="brenn", name="Brenn", adjective="Brennish", accent="#8c2d19", position=1)
    alban = board.make(Nation, key="alban", name="Alban", counts_as=Nationality.BRITISH)
    brennish = board.make(Nation, key="brennish", name="Brennish", counts_as=Nationality.GERMAN)
    ashford, birch, coldbrook = _ground(board, blue, red)
    brigade = _tree(board, blue, alban, "I Corps", "1st Division", "1st Brigade")
    regiment = _tree(board, red, brennish, "X Corps", "4th Division", "9th Regiment")
    for name in ("1st Rifles", "2nd Rifles", *(f"{n}th Reserve" for n in range(1, command.battalions + 1))):
        battalion(board, name, brigade, place_id=ashford.id)
    battalion(
        board,
        "1st Hussars",
        brigade,
        place_id=ashford.id,
        arm=Arm.ARMOUR,
        march_class=MarchClass.TRACKED,
        combat_class=CombatClass.TRACKED,
    )
    for name in ("I/9", "II/9"):
        battalion(board, name, regiment, place_id=coldbrook.id)
    board.make(Objective, key="birch_cross", name="Birch Cross", place_id=birch.id, side_id=blue.id, points=2)
    return Receipt("founded the tiny campaign", ("two sides", "three places"))


def _ground(board: JournalBoard, blue: Side, red: Side) -> tuple[Place, Place, Place]:
    ashford = board.make(Place, key="ashford", name="Ashford", x_m=0, y_m=0, owner_id=blue.id, home_edge_of_id=blue.id)
    birch = board.make(Place, key="birch_cross", name="Birch Cross", x_m=10_000, y_m=0, owner_id=red.id)
    coldbrook = board.make(
        Place, key="coldbrook", name="Coldbrook", x_m=22_000, y_m=0, owner_id=red.id, home_edge_of_id=red.id
    )
    for a, b, metres in ((ashford, birch, 10_000), (birch, coldbrook, 12_000)):
        board.make(
            Road,
            key=f"{a.key}-{b.key}",
            a_id=a.id,
            b_id=b.id,
            length_m=metres,
            kind=RoadKind.METALLED,
            surface=Surface.ROAD,
        )
    return ashford, birch, coldbrook


def _tree(board: JournalBoard, side: Side, nation: Nation, corps: str, division: str, command: str) -> Formation:
    above: Formation | None = None
    for name, level, mark in (
        (corps, Level.CORPS, SizeMark.CORPS),
        (division, Level.DIVISION, SizeMark.DIVISION),
        (command, Level.COMMAND, SizeMark.BRIGADE),
    ):
        key = f"{side.key}_{name.lower().replace(' ', '_')}"
        above = board.make(
            Formation,
            key=key,
            name=name,
            short=name,
            side_id=side.id,
            nation_id=nation.id,
            superior_id=above.id if above else None,
            level=level,
            mark=mark,
            arm=Arm.INFANTRY,
        )
        if level is Level.CORPS:
            board.make(
                Commander, key=f"{side.key}_co", name=f"General {side.name}", side_id=side.id, formation_id=above.id
            )
    assert above is not None
    return above


def battalion(board: JournalBoard, name: str, command: Formation, **values: Any) -> Battalion:
    """A foot battalion of 600 under that command; anything may be said otherwise."""
    usual: dict[str, Any] = {
        "key": name.lower().replace(" ", "_").replace("/", "_"),
        "name": name,
        "short": name,
        "side_id": command.side_id,
        "nation_id": command.nation_id,
        "organic_id": command.id,
        "present_id": command.id,
        "arm": Arm.INFANTRY,
        "march_class": MarchClass.FOOT,
        "combat_class": CombatClass.FOOT,
        "hit_row": HitRow.OTHER,
        "casualty_column": CasualtyColumn.INFANTRY,
        "weapon": Weapon.INFANTRY,
        "direct_in": 8,
        "men": 600,
        "men_establishment": 700,
    }
    return board.make(Battalion, **{**usual, **values})


def found_tiny(store: Store, name: str = "tiny", battalions: int = 0) -> Done:
    """Found it; a second one in the same database needs another name."""
    facts = Facts(**{**{each.name: getattr(FACTS, each.name) for each in fields(FACTS)}, "name": name})
    return begin_campaign(
        store, facts, FoundTiny(battalions), source=Seeded(facts.seed), actor="umpire", register=FOUNDING
    )


@contextmanager
def by_hand(store: Store, campaign: str | None = None) -> Iterator[JournalBoard]:
    """A board to change rows on as an action would, written down as one entry at the end of the block."""
    with writing(store, campaign) as board:
        yield board
        board.flush()
        write_entry(
            board,
            kind="do",
            number=board.ledger.last_number + 1,
            about=None,
            moment=Moment(1, 1),
            phase=Phase.WEATHER,
            actor="test",
            verb="by hand",
            arguments="{}",
            dice="[]",
            given="[]",
            images=board.images(),
            summary="by hand",
            is_ruling=False,
        )


def named(board: JournalBoard, model: type[Any], name: str) -> Any:
    """The row of that name, key or number."""
    (row,) = [row for row in board.rows(model) if name in (getattr(row, "name", None), getattr(row, "key", None))]
    return row
