"""Two sides brought into contact on the tiny campaign, for the tests of battles."""

from __future__ import annotations

from typing import Any

from campaign.actions.battles import contacts_step
from campaign.journal import Done, JournalBoard, commit, reading
from campaign.model import Battalion, Battle, BattleUnit, Clock, Contact, Order, Place, Road, Side
from campaign.rules.common.dice import Seeded
from campaign.situation.army import load_army, position_of, put
from campaign.situation.ground import load_theatre
from campaign.store import Store
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import ContactState, OrderKind
from campaign.terms.time import Phase
from tests.tiny import by_hand, named

ROAD = "birch_cross-coldbrook"


def do(store: Store, command: object) -> Done:
    """One command, one entry."""
    return commit(store, None, command, source=lambda board: Seeded(board.campaign.seed), actor="umpire")


def order(board: JournalBoard, unit: str, kind: OrderKind, to: str | None = None) -> None:
    """Give a battalion an order for the first turn, in place of the one that it has for it."""
    battalion = named(board, Battalion, unit)
    key, to_id = f"battalion:{battalion.key}", named(board, Place, to).id if to else None
    for given in board.rows(Order):
        if (given.key, given.day, given.turn) == (key, 1, 1):
            given.kind, given.to_id, given.via = kind, to_id, []
            return
    board.make(Order, key=key, battalion_id=battalion.id, day=1, turn=1, kind=kind, to_id=to_id)


def stand(board: JournalBoard, unit: str, *, at: str = "", road: str = "", metres: int = 0) -> Battalion:
    """Set a battalion down at a place or on a road."""
    battalion: Battalion = named(board, Battalion, unit)
    put(battalion, AtPlace(named(board, Place, at).id) if at else OnRoad(named(board, Road, road).id, metres))
    return battalion


def contact(
    board: JournalBoard, one: str, other: str, *, seconds: int = 3600, locates: tuple[bool, bool] = (True, True)
) -> Contact:
    """An open contact of this turn, midway between the two, in place of the one that they have in it."""
    theatre, army = load_theatre(board), load_army(board)
    first, second = sorted((named(board, Battalion, one), named(board, Battalion, other)), key=lambda b: b.id)
    here, there = (
        theatre.point_of(p) for b in (first, second) if (p := position_of(army.battalions[b.id])) is not None
    )
    now = board.moment
    pair = {"day": now.day, "turn": now.turn, "first_id": first.id, "second_id": second.id}
    facts = {
        "seconds": seconds,
        "first_locates": locates[0],
        "second_locates": locates[1],
        "x_m": round((here[0] + there[0]) / 2),
        "y_m": round((here[1] + there[1]) / 2),
        "state": ContactState.OPEN,
    }
    for met in board.rows(Contact):
        if all(getattr(met, name) == value for name, value in pair.items()):
            for name, value in facts.items():
                setattr(met, name, value)
            return met
    return board.make(Contact, **pair, **facts)


def at_phase(board: JournalBoard, phase: Phase, day: int = 1, turn: int = 2) -> None:
    """Set the clock."""
    clock = board.rows(Clock)[0]
    clock.day, clock.turn, clock.phase = day, turn, phase


def meet(store: Store, *, kind: OrderKind = OrderKind.ATTACK) -> list[str]:
    """1st Rifles and 1st Hussars come down the road upon I/9 at Birch Cross, II/9 standing 6 km behind it. What the
    contacts step says."""
    with by_hand(store) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross")
        stand(board, "II/9", road=ROAD, metres=6000)
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
        stand(board, "1st Hussars", road="ashford-birch_cross", metres=9000)
        for unit in ("1st Rifles", "1st Hussars"):
            order(board, unit, kind, "Birch Cross")
        board.flush()
        contact(board, "1st Rifles", "I/9")
        contact(board, "1st Hussars", "I/9", seconds=4000)
        board.flush()
        said = step(board)
        board.clock.phase = Phase.BATTLES
    return said


def step(board: JournalBoard, *, auto: bool = False) -> list[str]:
    """The contacts step of the clock."""
    return contacts_step(board, load_army(board), load_theatre(board), lambda _: auto)


def battle(store: Store, number: int = 1) -> dict[str, Any]:
    """A battle's columns and its lines by name of battalion."""
    with reading(store) as board:
        row = next(b for b in board.rows(Battle) if b.number == number)
        names = {b.id: b.name for b in board.rows(Battalion)}
        sides = {s.id: s.key for s in board.rows(Side)}
        lines = board.rows(BattleUnit, BattleUnit.battle_id == row.id)
        return {
            "row": row,
            "lines": {names[u.battalion_id]: u for u in lines},
            "attacker": sides.get(row.attacker_id or 0),
            "held": sides.get(row.field_held_by_id or 0),
            "place": board.row(Place, row.place_id).name,
        }


def unit(store: Store, name: str) -> Battalion:
    """A battalion as it stands."""
    with reading(store) as board:
        found: Battalion = named(board, Battalion, name)
        return found


def where(store: Store, name: str) -> str:
    """Where it stands, in words."""
    with reading(store) as board:
        return load_theatre(board).describe(position_of(named(board, Battalion, name)))
