"""A formation and a battalion as the keys of our own files: what the establishment or the formation above says is left
out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.exchange import text
from campaign.exchange.battalions import Kind, read_kind
from campaign.exchange.entry import Entry, shortened
from campaign.exchange.establishments import KEYS
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.forces import number_in
from campaign.exchange.values import Battalion, Formation
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.terms.forces import Arm, Experience
from campaign.terms.state import Posture, State, SupplyGrade, Support

_WORDS: Mapping[str, str] = {
    "march": "march_class",
    "combat": "combat_class",
    "hit row": "hit_row",
    "casualty column": "casualty_column",
    "armour": "armour",
    "engineers": "engineers",
}
"""Keys that an arm settles, and the fields they become."""
_FREE: Mapping[str, str] = {
    "flame-throwers": "flame_throwers",
    "pre-1914": "pre_1914",
    "recce companies": "recce_companies",
    "piece name": "piece_name",
    "notes": "notes",
    "source": "source",
    "unconfirmed": "unconfirmed",
}


def bare_kind(arm: Arm, book: Rulebook) -> Kind:
    """What a battalion is of which only the arm is said."""
    spot = Spot("")
    pairs = ((text.Scalar(spot, "arm"), text.Scalar(spot, arm.value)),)
    return read_kind(Entry(text.Mapping(spot, pairs), "battalion", KEYS, Faults()), book)


def formation_entry(formation: Formation, above: Formation | None) -> dict[str, Any]:
    """A formation's own keys, without what is under it."""
    f = formation
    fields: dict[str, Any] = {f.level.value: f.name, "key": f.key}
    if f.short != shortened(f.name):
        fields["short"] = f.short
    if f.number != number_in(f.name):
        fields["number"] = f.number
    fields |= {"mark": f.mark.value, "arm": f.arm.value}
    if f.nation != (above.nation if above else ""):
        fields["nation"] = f.nation
    fields |= filled({"led by": f.led_by, "notes": f.notes, "source": f.source})
    if f.experience is not (above.experience if above else Experience.REGULAR):
        fields["experience"] = f.experience.value
    if f.supply_grade is not (above.supply_grade if above else SupplyGrade.WELL):
        fields["supply grade"] = f.supply_grade.value
    if f.posture is not Posture.LINE:
        fields["posture"] = f.posture.value
    return fields | said_yes(**{"ad hoc": f.ad_hoc, "unconfirmed": f.unconfirmed})


def battalion_entry(
    battalion: Battalion, base: Kind, formation: Formation, like: str, *, states: bool
) -> dict[str, Any]:
    """A battalion's keys; those left out that ``base``, its establishment or its bare arm, says. ``states``: also where
    and how it stands."""
    b = battalion
    fields: dict[str, Any] = {"battalion": b.name, "key": b.key}
    if b.short != shortened(b.name):
        fields["short"] = b.short
    if b.number != number_in(b.name):
        fields["number"] = b.number
    if b.nation != formation.nation:
        fields["nation"] = b.nation
    if like:
        fields["like"] = like
    other_arm = b.arm is not base.arm
    if other_arm or not like:
        fields["arm"] = b.arm.value
    fields |= {
        key: getattr(b, name).value
        for key, name in _WORDS.items()
        if other_arm or getattr(b, name) is not getattr(base, name)
    }
    if other_arm or (b.anti_tank_best, b.anti_tank_all) != (base.anti_tank_best, base.anti_tank_all):
        fields["anti-tank"] = b.anti_tank_best.value if b.anti_tank_best else "none"
        fields["anti-tank all"] = b.anti_tank_all.value if b.anti_tank_all else "none"
    if other_arm or b.direct_in != base.direct_in:
        fields["direct range"] = b.direct_in
    fields |= _figures(b, base, other_arm)
    fields |= {key: getattr(b, name) for key, name in _FREE.items() if getattr(b, name) != getattr(base, name)}
    if b.experience is not formation.experience or (like and b.experience is not base.experience):
        fields["experience"] = b.experience.value
    fields |= filled({"led by": b.led_by})
    if b.carried_by != base.carried_by:
        fields["carried by"] = b.carried_by
    return fields | (_standing(b) if states else {})


def _figures(b: Battalion, base: Kind, other_arm: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    artillery = (b.piece, b.calibre_mm) != (base.piece, base.calibre_mm)
    if artillery and b.piece and b.calibre_mm:
        fields |= {"piece": b.piece.value, "calibre": b.calibre_mm}
    if artillery or other_arm or b.weapon is not base.weapon:
        fields["weapon"] = b.weapon.value
    if b.range_in != base.range_in and b.range_in:
        fields["artillery range"] = b.range_in
    changed = (b.full, b.equipment_list) != (base.full, base.equipment_list)
    if b.full != base.full:
        fields["establishment"] = _strength(b.full)
    if b.present != b.full:
        fields["strength"] = _strength(b.present)
    if b.equipment_list != base.equipment_list:
        fields["items"] = [f"{i.count} {i.item}" + (f" ({i.kind})" if i.kind else "") for i in b.equipment_list]
    if changed or b.equipment != base.equipment:
        fields["equipment"] = b.equipment
    if changed or other_arm or b.present != b.full or b.size is not base.size:
        fields["size"] = b.size.value
    if "size" in fields or b.mark is not base.mark:
        fields["mark"] = b.mark.value
    return fields


def _standing(b: Battalion) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if b.arrives is not None:
        fields["arrives"] = {"day": b.arrives.day, "turn": b.arrives.turn, "at": b.arrives.at}
    elif b.embarked:
        fields["embarked"] = True
    elif b.road is not None and b.road_m is not None:
        fields |= {"road": b.road, "km": km(b.road_m)}
    elif b.place is not None:
        fields["at"] = b.place
    if b.state is not State.FRESH:
        fields["state"] = b.state.value
    if b.posture is not Posture.LINE:
        fields["posture"] = b.posture.value
    if b.dug_in_turns:
        fields["dug in"] = b.dug_in_turns
    fields |= said_yes(hidden=b.hidden) | filled({"attached to": b.attached_to, "supports": b.supports})
    if b.support is not (Support.DIRECT_SUPPORT if b.supports else Support.UNDER_COMMAND):
        fields["support"] = b.support.value
    return fields


def _strength(strength: Strength) -> dict[str, int]:
    return {"men": strength.men, "vehicles": strength.vehicles, "guns": strength.guns}


def filled(fields: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty."""
    return {key: value for key, value in fields.items() if value not in ("", None, [])}


def said_yes(**said: bool) -> dict[str, bool]:
    """Those that are so, each as yes."""
    return {key: True for key, value in said.items() if value}


def e6(millionths: int) -> str:
    """Millionths of a degree as degrees."""
    return _short(millionths, 6)


def km(metres: int) -> str:
    """Metres as kilometres."""
    return _short(metres, 3)


def _short(value: int, digits: int) -> str:
    whole, part = divmod(abs(value), 10**digits)
    decimals = f"{part:0{digits}d}".rstrip("0")
    return f"{'-' * (value < 0)}{whole}{'.' * bool(decimals)}{decimals}"
