"""Unit symbols made from rows, and the words beside a symbol: strength, state, order, clock."""

from __future__ import annotations

from typing import Any

from campaign.exchange.arms import GUN_ARMS, TANK_ARMS
from campaign.model import Battalion, Formation, Order, Sighting
from campaign.queries.common.outlook import Outlook
from campaign.situation.standing import Standing
from campaign.terms.forces import Arm, Size, SizeMark, VehicleKind
from campaign.terms.state import OrderKind, Posture, State
from campaign.words.symbol import Complement, Frame, UnitSymbol

_CARS = (Arm.ARMOURED_CAR, Arm.RECONNAISSANCE)


def battalion_symbol(outlook: Outlook, battalion: Battalion) -> UnitSymbol:
    """Return a battalion with its state drawn on it."""
    above = outlook.army.formations[battalion.present_id]
    return UnitSymbol(
        arm=battalion.arm,
        mark=battalion.mark,
        number=battalion.number,
        superior=above.short if outlook.knowledge.may_name(above) else "",
        complement=_complement(battalion),
        frame=_frame(outlook, battalion.side_id),
        headquarters=battalion.headquarters_of_id is not None,
        state=battalion.state,
        resting=battalion.resting,
        dug_in=battalion.dug_in_turns > 0,
        reconnaissance=battalion.arm in TANK_ARMS and battalion.recce_companies > 0,
    )


def _complement(battalion: Battalion) -> Complement:
    """Return the sign for a weak unit, but not for guns that are only few by their number (OB-SIZE-03) and all
    there.
    """
    all_guns = battalion.arm in GUN_ARMS and 0 < battalion.guns_establishment <= battalion.guns
    return Complement.REDUCED if battalion.size is Size.WEAK and not all_guns else Complement.WHOLE


def formation_symbol(outlook: Outlook, formation: Formation) -> UnitSymbol:
    """Return the symbol of a formation, which is that of its headquarters."""
    above = outlook.army.formations.get(formation.superior_id or 0)
    headquarters = outlook.army.headquarters.get(formation.id)
    battalion_group = formation.mark is SizeMark.BATTALION and len(outlook.army.organic[formation.id]) > 1
    return UnitSymbol(
        arm=formation.arm,
        mark=formation.mark,
        number=formation.number,
        superior=above.short if above is not None else "",
        frame=_frame(outlook, formation.side_id),
        headquarters=True,
        ad_hoc=formation.ad_hoc,
        complement=Complement.REINFORCED if battalion_group else Complement.WHOLE,
        state=headquarters.state if headquarters is not None else State.FRESH,
    )


def sighted_symbol(outlook: Outlook, sighting: Sighting) -> UnitSymbol:
    """Return the symbol of an enemy as it was seen: arm and rough size; its number only if it is known by name."""
    battalion = outlook.army.battalions[sighting.battalion_id]
    number = battalion.number if sighting.named or outlook.viewer.is_umpire else ""
    return UnitSymbol(arm=sighting.arm, mark=sighting.mark, number=number, frame=Frame.ENEMY)


def _frame(outlook: Outlook, side: int) -> Frame:
    return Frame.OWN if outlook.viewer.side in (None, side) else Frame.ENEMY


def counted(battalion: Battalion) -> tuple[str, int, int]:
    """Return what counts in a battalion (``tanks`` of armour, ``guns`` of artillery, else ``men``), the present number,
    and the establishment.
    """
    vehicles = vehicle_word(battalion)
    if vehicles != "vehicles" and battalion.vehicles_establishment:
        return vehicles, battalion.vehicles, battalion.vehicles_establishment
    if battalion.men_establishment:
        return "men", battalion.men, battalion.men_establishment
    if battalion.guns_establishment:
        return "guns", battalion.guns, battalion.guns_establishment
    if battalion.vehicles_establishment:
        return "vehicles", battalion.vehicles, battalion.vehicles_establishment
    return "men", battalion.men, 0


def vehicle_word(battalion: Battalion) -> str:
    """Return the word for a battalion's counted vehicles: ``tanks``; ``armoured cars`` where all are that; else
    ``vehicles``.
    """
    if battalion.arm in TANK_ARMS:
        return "tanks"
    if battalion.arm not in _CARS:
        return "vehicles"
    items = _items(battalion)
    cars = sum(int(vehicle.get("count") or 0) for vehicle in items if vehicle.get("kind") == VehicleKind.ARMOURED_CAR)
    return "armoured cars" if not items or cars >= battalion.vehicles_establishment else "vehicles"


def _items(battalion: Battalion) -> list[dict[str, Any]]:
    return [entry for entry in battalion.equipment_list or () if isinstance(entry, dict)]


def strength_words(battalion: Battalion) -> str:
    """Return a strength in words, ``780 men, 24 Matilda II``; figures under the establishment as ``18 of 24``. Lorries
    and carriers beside men are left out.
    """
    parts = []
    if battalion.men_establishment or battalion.men:
        parts.append(f"{_of(battalion.men, battalion.men_establishment)} men")
    if (battalion.vehicles_establishment or battalion.vehicles) and not (
        parts and vehicle_word(battalion) == "vehicles"
    ):
        parts.append(f"{_of(battalion.vehicles, battalion.vehicles_establishment)} {_vehicles(battalion)}")
    if battalion.guns_establishment or battalion.guns:
        guns = f"× {battalion.piece_name}" if battalion.piece_name else "guns"
        parts.append(f"{_of(battalion.guns, battalion.guns_establishment)} {guns}")
    return ", ".join(parts)


def _vehicles(battalion: Battalion) -> str:
    noun = vehicle_word(battalion)
    tanks = {
        str(vehicle["item"]) for vehicle in _items(battalion) if vehicle.get("kind") == "tank" and vehicle.get("item")
    }
    if noun != "tanks" or len(tanks) != 1:
        return noun
    only = tanks.pop()
    return "tanks" if only == "tank" else f"{only} tanks" if only.islower() else only


def _of(count: int, establishment: int) -> str:
    return f"{count:,}" if count >= establishment else f"{count:,} of {establishment:,}"


def state_words(outlook: Outlook, battalion: Battalion) -> str:
    """Return a battalion's state in a word: ``Fresh``, ``Spent``, ``In action``, ``Resting``, ``To arrive``,
    ``Destroyed``.
    """
    if not battalion.state.is_in_play:
        return battalion.state.value.capitalize()
    if not battalion.on_map:
        return "To arrive" if battalion.arrives_day is not None else "Off the map"
    spent = battalion.state is State.SPENT
    if battalion.id in outlook.engaged:
        return "Engaged, spent" if spent else "Engaged"
    if battalion.resting:
        return "Resting, spent" if spent else "Resting"
    return "Spent" if spent else "Fresh"


def needs_notice(outlook: Outlook, battalion: Battalion) -> bool:
    """Return whether the state is one that a commander looks for."""
    return battalion.state is not State.FRESH or battalion.id in outlook.engaged


def posture_words(battalion: Battalion) -> str:
    """Return posture, rest and digging in, where they differ from the usual."""
    parts = [] if battalion.posture is Posture.LINE else [f"{battalion.posture} posture"]
    if battalion.dug_in_turns:
        parts.append(f"dug in {battalion.dug_in_turns} turn{'s' if battalion.dug_in_turns > 1 else ''}")
    if battalion.hidden:
        parts.append("hidden")
    if battalion.surrounded:
        parts.append("surrounded")
    return ", ".join(parts)


def order_words(outlook: Outlook, standing: Standing | Order | None) -> str:
    """Return an order in words: ``march to Musaid by way of Bir Wair``, ``attack Fort Capuzzo``, ``hold``."""
    if standing is None:
        return ""
    to = standing.to if isinstance(standing, Standing) else standing.to_id
    via = tuple(standing.via or ())
    if isinstance(standing, Standing) and standing.task is not None:
        return f"{standing.kind}, at work: {standing.task.kind}"
    words = str(standing.kind)
    if to is not None:
        words += f" {'' if standing.kind is OrderKind.ATTACK else 'to '}{outlook.places[to].name}"
    if via:
        words += f" by way of {', '.join(outlook.places[place].name for place in via)}"
    return words


def day_words(outlook: Outlook, day: int) -> str:
    """Return a day's date: ``15 May``."""
    on = outlook.calendar.date_of(day)
    return f"{on.day} {on:%B}"
