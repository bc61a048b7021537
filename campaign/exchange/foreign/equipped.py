"""Classes from the tanks and guns typed with a battalion: ``21 Jagdpanther`` are better armoured than an establishment
of that arm.

    classes_of(arm, pieces, usual) -> dict     keys of a battalion that follow from its pieces; {} if they are as usual
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from campaign.exchange.deriving import derived
from campaign.exchange.equipment import Equipment
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.foreign.draft import Piece
from campaign.exchange.text import Node, Scalar, Sequence
from campaign.terms.forces import Arm

ARMS = frozenset({Arm.ARMOUR, Arm.HEAVY_ARMOUR, Arm.SELF_PROPELLED_ANTI_TANK, Arm.ANTI_TANK})
"""Arms whose march and combat classes follow from their vehicles and weapons."""
_SHORTEST = 3
_GENERIC = frozenset({"cruiser", "light", "heavy", "medium", "infantry", "universal", "tank"})
_ALSO = {
    "sherman": "m4",
    "pzv": "panther",
    "pzvi": "tigeri",
    "tiger": "tigeri",
    "konigstiger": "tigerii",
    "kingtiger": "tigerii",
    "t34": "t34/76",
    "kv": "kv1",
    "is": "is2",
    "js2": "is2",
    "wolverine": "m10",
    "hellcat": "m18",
    "jackson": "m36",
    "stuart": "stuarti",
    "stug": "stugiii",
    "jagdpanzer": "jagdpanzeriv",
    "5cmpak": "5cmpak38",
    "75cmpak": "75cmpak40",
    "88cmpak": "88cmpak43",
    "45mmat": "45mm",
}
"""Common names of equipment, with the spelling of the nations' files."""


def _squeezed(name: str) -> str:
    text = re.sub(r"[\s._,-]+", "", name.casefold().replace("pounder", "pdr").replace("ö", "o"))
    return re.sub(r"[^a-z0-9/]", "", text.replace("pzkpfw", "pz"))


@cache
def _shelf() -> tuple[Equipment, dict[str, str]]:
    equipment = Equipment(Faults())
    behind = equipment.behind
    names: dict[str, str] = {}
    for table in (behind.vehicles, behind.weapons):
        for called, thing in table.items():
            for name in (thing.name, called):
                names.setdefault(_squeezed(name), thing.name)
    return equipment, names


def shipped_name(name: str, usual: Iterable[str] = ()) -> str:
    """Return the shipped weapon or vehicle that a typed name means, preferring one that is ``usual``; "" if none
    does.
    """
    names = _shelf()[1]
    text = _squeezed(name)
    for usual_name in usual:
        if len(text) >= _SHORTEST and _squeezed(usual_name).startswith(text.removesuffix("s")):
            return names.get(_squeezed(usual_name), "")
    for spelling in (text, text.removesuffix("s"), _ALSO.get(text, ""), _ALSO.get(text.removesuffix("s"), "")):
        if spelling in names:
            return names[spelling]
    if len(text) < _SHORTEST or text.removesuffix("s") in _GENERIC:
        return ""
    near = [shipped for shipped in names if shipped.startswith(text.removesuffix("s")) or shipped.endswith(text)]
    return names[min(near, key=lambda spelling: (len(spelling), spelling))] if near else ""


def classes_of(arm: Arm, pieces: Iterable[Piece], usual: Iterable[str]) -> dict[str, str]:
    """Return armour, anti-tank classes, march and movement of the typed pieces, if they are not ``usual``; {} unless
    all of them are known.
    """
    if arm not in ARMS:
        return {}
    usual = list(usual)
    named = [(shipped_name(piece.name, usual), piece.count) for piece in pieces if piece.count > 0]
    if (
        not named
        or not all(name for name, _ in named)
        or {name for name, _ in named} <= {shipped_name(usual_name) for usual_name in usual}
    ):
        return {}
    spot = Spot("")
    items = Sequence(spot, tuple(Scalar(spot, f"{count} {name}") for name, count in named))
    pairs: dict[str, tuple[Scalar, Node]] = {
        "arm": (Scalar(spot, "arm"), Scalar(spot, arm.value)),
        "items": (Scalar(spot, "items"), items),
    }
    return derived(pairs, _shelf()[0])
