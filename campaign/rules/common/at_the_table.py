"""Rules that people play at the table and that a battle which the program plays does not play yet.

This is the one list of them. A rule's function that nothing but a test calls must stand here
(``tests/house/test_reached.py``), and the report of a battle that the program has played ends with what it left out
(``left_out``). Who makes a battle play one of them takes it off.

Left(what, rules, functions, printed, settings)     ``functions``: ``module:name`` below ``campaign.rules.tabletop``
LEFT                        by the key of the system
left_out(key, book) -> str  one line for a report; empty where nothing is left out
for_players(key) -> bool    a setting that no battle of the program reads: the players have it on their sheet
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from campaign.rules.common.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Left:
    """Something that only the players play. ``printed``: words of the sheet that tell it to them; ``settings``: whose
    value the sheet prints."""

    what: str
    rules: tuple[str, ...]
    functions: tuple[str, ...] = ()
    printed: str = ""
    settings: tuple[str, ...] = ()
    optional: str = ""
    """The switch of an optional rule: while it is off nobody plays it."""


_NQM = (
    Left(
        "what becomes of prisoners when the tanks roll on",
        ("NQM-SPECIAL-07",),
        ("nqm.morale:terror_prisoners_return",),
        "is free again if the tanks roll on",
    ),
    Left(
        "digging in on an objective", ("NQM-REORG-05", "NQM-REORG-07"), printed="dig in and reorganise without orders"
    ),
    Left(
        "the disorder of brigades and divisions",
        ("NQM-REORG-08", "NQM-REORG-09"),
        ("nqm.reorganisation:formation_disorganised", "nqm.reorganisation:division_disorganised"),
        "A brigade is disorganised if its headquarters",
    ),
    Left(
        "the making of whole companies out of unpinned stands",
        ("NQM-REORG-15",),
        ("nqm.pins:amalgamated",),
        "unpinned ones merge",
    ),
    Left(
        "counter-attacks from elsewhere in the corps",
        ("NQM-CRT-11", "NQM-CRT-14", "NQM-CRT-15"),
        printed="own division hour ",
    ),
    Left("the areas that recce examines in an hour", ("NQM-RECCE-05",), printed="One area an hour"),
)
_BRIGADE = (
    Left(
        "mounting, dismounting and transport",
        ("BDE-MOUNT-01", "BDE-VEH-01", "BDE-VEH-02", "BDE-VEH-04"),
        ("brigade.movement:check_entering",),
        "in contact with the vehicle",
        ("brigade.lift_truck", "brigade.lift_half_track", "brigade.lift_jeep", "brigade.cyclists_dismount"),
    ),
    Left(
        "units that are split and close up",
        ("BDE-UNITY-01", "BDE-UNITY-02", "BDE-UNITY-03", "BDE-MOUNT-03", "BDE-MOUNT-04"),
        ("brigade.movement:is_split", "brigade.movement:must_close_up"),
        "what losses split closes up",
    ),
    Left(
        "close order",
        ("BDE-CLOSE-01", "BDE-CLOSE-02"),
        ("brigade.movement:close_order_advance",),
        "Close order: bases touch",
    ),
)
_BRIGADIER = (
    Left(
        "sight over woods, towns, hedges and hills",
        ("BGC-LOS-01", "BGC-LOS-03", "BGC-MEAS-05", "BGC-VIS-03"),
        (
            "brigadier.sight:sees",
            "brigadier.sight:sees_out",
            "brigadier.sight:blocked_by",
            "brigadier.sight:hill_hides",
            "brigadier.sight:Slope",
            "brigadier.sight:OBSERVES_DEGREES",
            "brigadier.tables:POSITIONS",
        ),
        "nobody sees beyond a hill",
    ),
    Left(
        "fire put off to a later step",
        ("BGC-FIRE-05", "BGC-FIRE-06", "BGC-FIRE-07", "BGC-FIRE-08", "BGC-AMB-08"),
        (
            "brigadier.sequence:declare",
            "brigadier.sequence:put_off",
            "brigadier.sequence:still_fires",
            "brigadier.sequence:decision_step",
        ),
        "Fire may be put off to a later step",
        ("brigadier.bug_out_when",),
    ),
    Left(
        "planned map fire",
        ("BGC-INDIR-09", "BGC-INDIR-10", "BGC-INDIR-11", "BGC-INDIR-12"),
        ("brigadier.turns:due",),
        "after the clock has reached the time",
        ("brigadier.planned_map_fire", "brigadier.cancel_needs_good_order"),
        "brigadier.planned_map_fire",
    ),
    Left(
        "artillery observers",
        ("BGC-INDIR-14", "BGC-INDIR-15", "BGC-INDIR-16"),
        printed="Artillery observers call fire",
        settings=("brigadier.artillery_observers",),
        optional="brigadier.artillery_observers",
    ),
    Left(
        "movement plotted on paper",
        ("BGC-UMP-01",),
        printed="Plot movement on paper",
        settings=("brigadier.hidden_movement",),
        optional="brigadier.hidden_movement",
    ),
)

LEFT: Final[Mapping[str, tuple[Left, ...]]] = MappingProxyType(
    {"nqm": _NQM, "brigade": _BRIGADE, "brigadier": _BRIGADIER}
)
"""What only the players play, by the key of the system."""
ON_PAPER: Final = ("amph.craft_row", "brigadier.solo", "brigadier.fourth_company")
"""Settings that change what a sheet says and nothing else."""
_SETTINGS: Final = frozenset(
    [*ON_PAPER, *(key for several in LEFT.values() for one in several for key in one.settings)]
)


def left_out(key: str, book: Rulebook) -> str:
    """``Not played by the program: mounting, dismounting and transport; units that are split and close up; close
    order.``"""
    found = [one.what for one in LEFT.get(key, ()) if not one.optional or book.switch(one.optional)]
    return f"Not played by the program: {'; '.join(found)}." if found else ""


def for_players(key: str) -> bool:
    """Is this setting for the players alone, who have it on their sheet?"""
    return key in _SETTINGS
