"""Splitting a battalion into parts that remember it, and joining them again at one place (umpire 1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from campaign.actions.diary import note
from campaign.actions.supporting import end_support, share_support
from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Order, Place
from campaign.rules.day import splitting as rules
from campaign.rules.day.logistics import capacity
from campaign.rules.day.splitting import PartSize
from campaign.situation.army import Army, has_joined, load_army, position_of, put, set_state
from campaign.situation.clock import next_movement
from campaign.situation.condition import ammunition_left, conditions_of, row_for
from campaign.situation.conditions import rulebook_of
from campaign.situation.engaged import engaged_battalions
from campaign.situation.force import unit_of
from campaign.situation.ground import load_theatre
from campaign.situation.names import battalion_named
from campaign.situation.order_echo import words_of
from campaign.situation.standing import standing_orders
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.forces import Arm, Size, SizeMark
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import Posture, State, TaskState
from campaign.terms.words import listing
from campaign.verbs.splitting import Join, Split
from campaign.words.receipt import Receipt

_COUNTED = ("men", "vehicles", "guns", "men_establishment", "vehicles_establishment", "guns_establishment")
_ITSELF = {
    "id",
    "campaign_id",
    "key",
    "name",
    "short",
    "number",
    "size",
    "mark",
    "headquarters_of_id",
    "recce_companies",
    "equipment_list",
    "parent_id",
    "arrives_day",
    "arrives_turn",
    "arrives_at_id",
    "destroyed_day",
    "destroyed_turn",
    "marching_order",
    "via_passed",
    "led_by",
    *_COUNTED,
}
"""Columns that a part does not simply copy from its battalion."""
_BATTERIES = frozenset(
    {
        Arm.FIELD_ARTILLERY,
        Arm.MEDIUM_ARTILLERY,
        Arm.SELF_PROPELLED_ARTILLERY,
        Arm.ROCKET,
        Arm.ANTI_TANK,
        Arm.ANTI_AIRCRAFT,
    }
)


@action("split", Split)
def split(board: Board, command: Split) -> Receipt:
    """Split off a part: it stands where its battalion stands, under the same orders, with its share of men and
    vehicles.
    """
    army = load_army(board)
    battalion, part_size = battalion_named(army, command.unit), rules.part_word(command.into)
    _may_be_split(board, battalion)
    named = [
        b
        for b in army.battalions.values()
        if command.name
        and b.side_id == battalion.side_id  # a refused name must not show that the enemy has a unit of that name
        and command.name.casefold() in (b.name.casefold(), b.key.casefold())
    ]
    if named:
        raise BadInput(
            f"the part cannot be called {command.name!r}: a battalion of its side has that name. Give another"
            " name (--name)"
        )
    try:
        going = _going(army, battalion, part_size, rules.whole_of(battalion.arm))
    except Refused as refusal:
        raise Refused(f"{battalion.name}: {refusal}") from refusal
    child = _part_of(board, army, battalion, part_size, command.name)
    _share_out(battalion, child, going)
    _share_condition(board, battalion, child)
    put(child, position_of(battalion))
    order = _same_orders(board, army, battalion, child)
    share_support(board, battalion, child)
    at = load_theatre(board).describe(position_of(battalion))
    words = f"{child.name} ({child.men} men) splits off from {battalion.name} ({battalion.men} men)"
    note(board, f"{words}, {at}.", side=battalion.side_id, battalion=battalion.id)
    return Receipt(
        words,
        (
            *_what_each_gets(board, army, battalion, child, order),
            f'To join them again at one place: campaign join "{battalion.name}"',
        ),
    )


def _what_each_gets(
    board: Board, army: Army, battalion: Battalion, child: Battalion, order: Order | None
) -> Iterator[str]:
    """Yield the strength, orders, supply and state of both parts after a split."""
    for unit in (child, battalion):
        yield (
            f"{unit.name} has {unit.men} of {unit.men_establishment} men, {unit.vehicles} of"
            f" {unit.vehicles_establishment} vehicles, {unit.guns} of {unit.guns_establishment} guns and counts as"
            f" {unit.size}"
        )
    command = army.formations[battalion.present_id].name
    if order is None:
        yield f"both obey orders to {command}"
    else:
        own_order = words_of(board.rows(Place), order)
        yield f"both obey its own order ({own_order}) until either gets another, and orders to {command}"
    yield f"both are supplied with {command}, wherever they are"
    yield by_rule(f"both are {battalion.state}; each counts its own losses until they join again", "umpire 1.3")
    kept = conditions_of(board)
    if battalion.id in kept:
        left = kept[child.id].ammunition if child.id in kept else None
        ammunition = "all the ammunition that it can carry" if left is None else f"{left} dice of ammunition, its share"
        yield by_rule(
            f"{child.name} has the grade of {battalion.name} and {ammunition}; pins, order and truck stay with"
            f" {battalion.name}",
            "umpire 1.3",
        )


def _may_be_split(board: Board, battalion: Battalion) -> None:
    if battalion.headquarters_of_id is not None:
        raise Refused(f"{battalion.name} cannot be split: it is a headquarters (umpire 1.3)")
    _in_hand(board, battalion, "split")


def _in_hand(board: Board, battalion: Battalion, deed: str) -> None:
    if not battalion.state.is_in_play:
        raise Refused(f"{battalion.name} cannot be {deed}: it is {battalion.state} (umpire 1.3)")
    if not battalion.on_map:
        raise Refused(f"{battalion.name} cannot be {deed}: it is not on the map (umpire 1.3)")
    if battle := engaged_battalions(board).get(battalion.id):
        raise Refused(
            f"{battalion.name} cannot be {deed}: it is engaged in battle {battle.number} ({battle.name}) (umpire 1.5)"
        )


def _parts(army: Army, battalion: Battalion) -> list[Battalion]:
    """Return the detached parts of a battalion: all that have not joined it again."""
    return sorted(
        (b for b in army.battalions.values() if b.parent_id == battalion.id and not has_joined(b)), key=lambda b: b.id
    )


def _companies(army: Army, battalion: Battalion, total: int) -> int:
    """Return how many companies a battalion still has with it."""
    if battalion.recce_companies:
        return battalion.recce_companies
    away = sum(_companies(army, child, total) for child in _parts(army, battalion))
    return rules.companies_in(battalion.size, away, total)


def _going(army: Army, battalion: Battalion, part_size: PartSize, total: int) -> rules.Part:
    going = rules.part(part_size, _companies(army, battalion, total))
    if battalion.recce_companies:
        return rules.Part(going.companies, going.of, Size.COMPANY, Size.COMPANY)
    return going


def _part_of(board: Board, army: Army, battalion: Battalion, part_size: PartSize, name: str) -> Battalion:
    """Return a new row for the part, or the row of a part of that name that has joined again."""
    kind = "Half" if part_size is PartSize.HALF else "Battery" if battalion.arm in _BATTERIES else "Company"
    by_key = {b.key: b for b in army.battalions.values()}
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        key = f"{battalion.key[:64]}_{letter.lower()}_{kind.lower()}"
        old = by_key.get(key)
        if old is None or (has_joined(old) and old.parent_id == battalion.id):
            break
    else:
        raise Refused(
            f"{battalion.name} cannot be split again: it has 26 parts, one for each letter. Join some parts "
            "first (umpire 1.3)"
        )
    values = {name: getattr(battalion, name) for name in Battalion.columns if name not in _ITSELF}
    values.update(
        name=(name or f"{battalion.name}, {letter} {kind}")[:200],
        short=(name or f"{battalion.short or battalion.name}, {letter} {kind}")[:80],
        number=battalion.number,
        mark=SizeMark.COMPANY if part_size is PartSize.COMPANY else battalion.mark,
        parent_id=battalion.id,
    )
    if old is None:
        return board.make(Battalion, key=key, **values)
    for attribute, value in values.items():
        setattr(old, attribute, value)
    old.destroyed_day = old.destroyed_turn = None
    return old


def _share_out(battalion: Battalion, child: Battalion, going: rules.Part) -> None:
    """Divide men, vehicles, guns and their establishment between battalion and part; the totals stay the same."""
    for attribute in _COUNTED:
        count = getattr(battalion, attribute)
        taken = rules.share(count, going.companies, going.of)
        setattr(child, attribute, taken)
        setattr(battalion, attribute, count - taken)
    items = [
        (equipment, rules.share(equipment["count"], going.companies, going.of))
        for equipment in battalion.equipment_list or []
    ]
    child.equipment_list = [{**equipment, "count": taken} for equipment, taken in items if taken]
    battalion.equipment_list = [{**equipment, "count": equipment["count"] - taken} for equipment, taken in items]
    child.size, battalion.size = going.size, going.rest
    child.recce_companies = going.companies if battalion.recce_companies else 0
    battalion.recce_companies = going.of - going.companies if battalion.recce_companies else 0


def _share_condition(board: Board, battalion: Battalion, child: Battalion) -> None:
    """Give the part its battalion's grade, and of the ammunition that is left as many dice as its stands are a part of
    all stands (NQM-AMMO-02).
    """
    conditions = conditions_of(board)
    row = conditions.get(battalion.id)
    if row is None:
        if child.id in conditions:  # of an earlier time apart
            conditions[child.id].grade, conditions[child.id].ammunition = "", None
        return
    part = row_for(board, conditions, child)
    part.grade, part.ammunition = row.grade, None
    if row.ammunition is None:
        return
    apart = load_army(board)
    with_child, with_battalion = (_full_ammunition(board, apart, unit) for unit in (child, battalion))
    dice = min(row.ammunition, with_child + with_battalion)
    part.ammunition = dice * with_child // max(1, with_child + with_battalion)
    row.ammunition = dice - part.ammunition


def _ammunition_together(board: Board, army: Army, units: Sequence[Battalion]) -> int | None:
    """Return the dice of ammunition that parts of a battalion have left together; None if all have all they carry."""
    conditions = conditions_of(board)
    left = [ammunition_left(conditions, unit) for unit in units]
    if all(dice is None for dice in left):
        return None
    full = [_full_ammunition(board, army, unit) for unit in units]
    return sum(every if dice is None else dice for dice, every in zip(left, full, strict=True))


def _leave_ammunition(board: Board, joined: Battalion, part: Battalion, dice: int | None) -> None:
    """Leave the joined battalion the ammunition that it had in parts, and the part none to speak of."""
    conditions = conditions_of(board)
    if dice is not None:
        full = _full_ammunition(board, load_army(board), joined)
        row_for(board, conditions, joined).ammunition = dice if dice < full else None
    if part.id in conditions:
        conditions[part.id].ammunition = None


def _full_ammunition(board: Board, army: Army, battalion: Battalion) -> int:
    return capacity(unit_of(army, battalion), rulebook_of(board))


def _same_orders(board: Board, army: Army, battalion: Battalion, child: Battalion) -> Order | None:
    """Give the part its battalion's own last order, and return that; orders to the formation apply to both."""
    since = next_movement(board)
    order = standing_orders(army, board.rows(Order), since).battalions.get(battalion.id)
    if order is None:
        return None
    key = f"battalion:{child.key}"
    old = next((o for o in board.rows(Order, Order.key == key) if (o.day, o.turn) == (order.day, order.turn)), None)
    copy = old or board.make(Order, key=key, day=order.day, turn=order.turn, kind=order.kind, battalion_id=child.id)
    copy.kind, copy.to_id, copy.via, copy.aim = order.kind, order.to_id, list(order.via or ()), order.aim
    copy.objective, copy.limit, copy.given_by = order.objective, order.limit, order.given_by
    copy.not_beyond_id = order.not_beyond_id
    if battalion.marching_order == order.id:
        child.marching_order, child.via_passed = copy.id, battalion.via_passed
    return order


@action("join", Join)
def join(board: Board, command: Join) -> Receipt:
    """Join parts and battalion at one place; a casualty figure of either stays with the joined battalion (umpire 1.3,
    1.20).
    """
    army = load_army(board)
    named = battalion_named(army, command.unit)
    parts = _parts(army, named)
    if not parts and named.parent_id is None:
        raise Refused(
            f"{named.name} cannot be joined: it was not split, and it is not a part of a battalion (umpire 1.3)"
        )
    parent, joining = (named, parts) if parts else (army.battalions[named.parent_id or 0], [named])
    _in_hand(board, parent, "joined")
    together = [b for b in joining if b.state.is_in_play and b.on_map and position_of(b) == position_of(parent)]
    if not together:
        theatre = load_theatre(board)
        where = listing(f"{b.name} {theatre.describe(position_of(b)) if b.on_map else b.state.value}" for b in joining)
        raise Refused(
            f"{parent.name} cannot be joined: it is at {theatre.describe(position_of(parent))}, and its parts "
            f"are elsewhere: {where} (umpire 1.3)"
        )
    for part in together:
        _in_hand(board, part, "joined")
    for part in together:
        _take_back(board, army, parent, part, rules.whole_of(parent.arm))
    words = f"{listing(b.name for b in together)} join{'s' if len(together) == 1 else ''} {parent.name} again"
    note(board, f"{words}.", side=parent.side_id, battalion=parent.id)
    elsewhere = [
        f"{b.name} does not join: it is {'elsewhere' if b.on_map else b.state.value}"
        for b in joining
        if b not in together
    ]
    return Receipt(f"{words}: {parent.size}, {parent.men} men", tuple(elsewhere))


def _take_back(board: Board, army: Army, whole_battalion: Battalion, part: Battalion, usual: int) -> None:
    companies = _companies(army, whole_battalion, usual) + _companies(army, part, usual)
    ammunition = _ammunition_together(board, army, (whole_battalion, part))
    for attribute in _COUNTED:
        setattr(whole_battalion, attribute, getattr(whole_battalion, attribute) + getattr(part, attribute))
        setattr(part, attribute, 0)
    whole_battalion.equipment_list = _together([*(whole_battalion.equipment_list or []), *(part.equipment_list or [])])
    whole_battalion.recce_companies = companies if whole_battalion.recce_companies else 0
    whole_battalion.size = whole_battalion.size if whole_battalion.recce_companies else rules.size_of(companies)
    set_state(whole_battalion, max(whole_battalion.state, part.state, key=lambda state: state.severity))
    whole_battalion.moved, whole_battalion.resting = (
        whole_battalion.moved or part.moved,
        whole_battalion.resting and part.resting,
    )
    whole_battalion.dug_in_turns = min(whole_battalion.dug_in_turns, part.dug_in_turns)
    for orphan in _parts(army, part):
        orphan.parent_id = whole_battalion.id
    for task in tasks_in_hand(board, part.id):
        task.state = TaskState.ABANDONED
    put(part, None)
    set_state(part, State.DISBANDED)
    part.resting, part.dug_in_turns, part.hidden = False, 0, False
    part.equipment_list, part.recce_companies, part.posture = [], 0, Posture.LINE
    part.present_id = part.organic_id
    _leave_ammunition(board, whole_battalion, part, ammunition)
    end_support(board, part)


def _together(items: Iterable[Any]) -> list[Any]:
    """Return equipment with the entries of the same item added up."""
    result: dict[tuple[str, str], dict[str, Any]] = {}
    for equipment in items:
        key = (equipment["item"], equipment.get("kind", ""))
        result[key] = (
            {**equipment, "count": result[key]["count"] + equipment["count"]} if key in result else dict(equipment)
        )
    return list(result.values())
