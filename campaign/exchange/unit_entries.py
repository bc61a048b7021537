"""A formation and a battalion as the keys of the program's files, without values that follow from the establishment or
the formation above.
"""

from __future__ import annotations

from typing import Any

from campaign.exchange import text
from campaign.exchange.arms import Make
from campaign.exchange.attributes import ALWAYS, entry_of
from campaign.exchange.battalions import read_kind
from campaign.exchange.entry import Entry, shortened
from campaign.exchange.establishments import KEYS
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.forces import number_in
from campaign.exchange.values import Battalion, Formation, Kind
from campaign.rules.common.rulebook import Rulebook
from campaign.terms.attributes import fields_of
from campaign.terms.forces import Arm, Experience
from campaign.terms.state import SupplyGrade, Support
from campaign.values import fields

_CALLED = ("key", "short", "number")
_OF_A_FORMATION = (*_CALLED, "mark", "arm", "nation", "led by", "notes", "source", "experience", "supply grade")
_CLASSES = ("arm", "march", "combat", "hit row", "casualty column", "armour", "engineers", "anti-tank", "anti-tank all")
_FIGURES = ("direct range", "piece", "calibre", "weapon", "artillery range", "establishment", "strength", "items")
_MARKS = ("equipment", "size", "mark", "flame-throwers", "pre-1914", "recce companies", "piece name")
_REST = ("notes", "source", "unconfirmed", "experience", "led by")
_OF_A_BATTALION = ("battalion", *_CALLED, "nation", "like", *_CLASSES, *_FIGURES, *_MARKS, *_REST)
"""Keys in the order in which they are written; other keys follow."""
_BY_ARM = (*(made.name for made in fields(Make)), "arm", "anti_tank_all", "size", "mark")
"""Values that follow from the arm. All of them are written for a battalion whose arm differs from its establishment's.
"""


def bare_kind(arm: Arm, book: Rulebook) -> Kind:
    """Return the values of a battalion of which only the arm is known."""
    spot = Spot("")
    pairs = ((text.Scalar(spot, "arm"), text.Scalar(spot, arm.value)),)
    return read_kind(Entry(text.Mapping(spot, pairs), "battalion", KEYS, Faults()), book)


def formation_entry(formation: Formation, above: Formation | None) -> dict[str, Any]:
    """Return a formation's own keys, without those of its units."""
    entry = entry_of(
        formation,
        _OF_A_FORMATION,
        short=shortened(formation.name),
        number=number_in(formation.name),
        nation=above.nation if above else "",
        experience=above.experience if above else Experience.REGULAR,
        supply_grade=above.supply_grade if above else SupplyGrade.WELL,
        headquarters=formation.headquarters,
    )
    return {formation.level.value: formation.name, **entry}


def battalion_entry(battalion: Battalion, base: Kind, formation: Formation, like: str) -> dict[str, Any]:
    """Return a battalion's keys without those that ``base``, its establishment or its bare arm, has."""
    unsaid = fields_of(base) | {
        "short": shortened(battalion.name),
        "number": number_in(battalion.name),
        "nation": formation.nation,
        "establishment": "" if like else battalion.establishment,
        "present": battalion.full,
        "experience": formation.experience,
        "support": Support.DIRECT_SUPPORT if battalion.supports else Support.UNDER_COMMAND,
    }
    return entry_of(battalion, _OF_A_BATTALION, **unsaid | dict.fromkeys(_said(battalion, base, like), ALWAYS))


def _said(battalion: Battalion, base: Kind, like: str) -> list[str]:
    """Return the fields that must be written because they, or others, differ from the base."""

    def differs(*names: str) -> bool:
        return any(getattr(battalion, name) != getattr(base, name) for name in names)

    of_other_arm, has_other_things = differs("arm"), differs("full", "equipment_list")
    is_resized = has_other_things or of_other_arm or battalion.present != battalion.full or differs("size")
    causes = {
        ("arm",): not like,
        ("anti_tank_best", "anti_tank_all"): differs("anti_tank_best", "anti_tank_all"),
        ("piece", "calibre_mm", "weapon"): differs("piece", "calibre_mm"),
        ("equipment",): has_other_things,
        ("size", "mark"): is_resized,
        ("experience",): bool(like) and differs("experience"),
        _BY_ARM: of_other_arm,
    }
    return [name for names, holds in causes.items() if holds for name in names]
