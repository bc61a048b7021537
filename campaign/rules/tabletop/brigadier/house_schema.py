"""The shape of a house file: every table and key it may have, and the values allowed (catalogue BGC, section 3).

The schema is data. ``exchange/house_file.py`` walks it with the file in hand and reports every error with its place;
its result is a plain mapping of JSON values, which ``house_plain.house_of`` turns into the values of the rules.

    HOUSE_FILE      the whole
    Leaf(kind, words, lowest, highest), Table(fields, free, names), Items(of)
    KEY_OF_SETTING  options, ambiguity and campaign figures: the setting of the rulebook for each key
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.rules.tabletop.brigadier.hits import CombinedFire
from campaign.rules.tabletop.brigadier.steps import LadderForm
from campaign.rules.tabletop.brigadier.tables import Basis, Defence, FireKind, Grade, Order, Shelter
from campaign.values import dataclass, field


class LeafKind(StrEnum):
    """The kind of a single value."""

    TEXT = "a text"
    FLAG = "yes or no"
    WHOLE = "a whole number"
    INCHES = "inches"
    FRACTION = "a fraction such as 1/2, or a whole number"
    FRACTION_OR_NO = "a fraction such as 1/2, or no"
    DICE = "dice such as 1d6"
    FACES = "a list of faces from 1 to 6"
    WHOLES = "a list of whole numbers"
    WORD = "one of the words"
    WORDS = "a list of the words"
    TEXTS = "a list of texts"
    SETTING = "a setting"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value. ``words``: those allowed."""

    kind: LeafKind
    words: tuple[str, ...] = ()
    lowest: int = 0
    highest: int = 10_000  # More than any value of the file: it keeps typing errors out.


@dataclass(frozen=True, slots=True)
class Table:
    """Keys and their values. ``free``: the value under a name of the owner's choosing; ``names``: the only names
    allowed; ``needed``: the keys without which the rest is useless.
    """

    fields: Mapping[str, Node] = field(default_factory=dict)
    free: Node | None = None
    names: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """A list of tables in a house file."""

    of: Table


Node = Leaf | Table | Items

TEXT: Final = Leaf(LeafKind.TEXT)
FLAG: Final = Leaf(LeafKind.FLAG)
INCHES: Final = Leaf(LeafKind.INCHES, highest=1000)
FRACTION: Final = Leaf(LeafKind.FRACTION)
DICE: Final = Leaf(LeafKind.DICE)
FACES: Final = Leaf(LeafKind.FACES)
SETTING: Final = Leaf(LeafKind.SETTING)
ORDERS: Final = tuple(order.value for order in Order)
GRADES: Final = tuple(grade.value for grade in Grade)


def _whole_number(lowest: int, highest: int) -> Leaf:
    return Leaf(LeafKind.WHOLE, lowest=lowest, highest=highest)


def _word(*words: str) -> Leaf:
    return Leaf(LeafKind.WORD, words)


def _noted(
    fields: Mapping[str, Node] | None = None,
    free: Node | None = None,
    names: tuple[str, ...] = (),
    needed: tuple[str, ...] = (),
) -> Table:
    """Return a table that may hold a note for readers of the file, which is never computed. The notes that a sheet
    prints are in ``notes``.
    """
    return Table({**(fields or {}), "note": TEXT}, free, names, needed)


_ORDER_LIST = Leaf(LeafKind.WORDS, ORDERS)
_ORDER = {
    "move": FRACTION,
    "move_road": FRACTION,
    "move_paved": FRACTION,
    "move_wounded": FRACTION,
    "fire": _word("none", *FireKind),
    "assault": FLAG,
    "assault_exceptions": Leaf(LeafKind.TEXTS),
    "defence": _word(*Defence),
    "stationary": FLAG,
    "call_indirect": FLAG,
    "save_fire": FLAG,
    "moves_away": FLAG,
}

KEY_OF_SETTING: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "options": {
            key: f"brigadier.{key}"
            for key in (
                "solo",
                "planned_map_fire",
                "artillery_observers",
                "air_liaison_observers",
                "alternative_base_counts",
                "heavy_ordnance",
                "time_cards",
                "hidden_movement",
                "quick_play",
            )
        },
        "ambiguity": {
            key: f"brigadier.{key}"
            for key in (
                "excess_kills",
                "half_dice",
                "airburst_from",
                "fired_status",
                "battalion_raises",
                "company_headquarters",
            )
        },
        "campaign": {
            key: f"brigadier.{key}"
            for key in (
                "men_per_count",
                "vehicles_per_count",
                "wound_weight",
                "spent_at",
                "destroyed_at",
                "loss_base",
                "spent_muster",
                "broken_share",
                "infantry_support",
                "green_as",
            )
        },
    }
)
"""House-file sections that are settings of the rulebook: the file may carry them, the rulebook holds them."""

# Its figures keep typing errors out; ``schema`` has one edition.
HOUSE_FILE: Final = Table(
    {
        "house": _noted(
            {
                "ruleset": _word("bgc"),
                "schema": _whole_number(1, 1),
                "title": TEXT,
                "typed_by": TEXT,
                "printing": TEXT,
                "invented": FLAG,
            }
        ),
        **{section: _noted(dict.fromkeys(keys, SETTING)) for section, keys in KEY_OF_SETTING.items()},
        "scale": _noted({"ground_yards_per_inch": _whole_number(1, 1000), "minutes_per_turn": _whole_number(1, 720)}),
        "terrain": _noted(
            {"level_height": TEXT},
            _noted({"cover": _word(*Shelter), "blocks_sight": FLAG, "visibility_inside": INCHES}),
        ),
        "experience": _noted(
            {
                "grades": Leaf(LeafKind.WORDS, GRADES),
                "typical": Items(
                    _noted({"nation": TEXT, "year": _whole_number(1930, 1950), "kind": TEXT, "grade": _word(*GRADES)})
                ),
            }
        ),
        "command": _noted({"raises_per_commander": _whole_number(1, 9), "contact_inches": INCHES}),
        "orders": _noted(free=_noted(_ORDER), names=ORDERS),
        "communications": _noted(
            {
                "die": DICE,
                "per": _word("battalion", "company"),
                "success": _noted(free=FACES),
                "lasts": _word("turn", "until_failed"),
                "modifiers": Items(_noted({"when": TEXT, "add": Leaf(LeafKind.WHOLE, lowest=-5, highest=5)})),
            }
        ),
        "indirect": _noted(
            {
                "fires_per_battery": _whole_number(1, 9),
                "delay_turns": _whole_number(0, 9),
                "weapon": _noted(free=_noted({"dice": FRACTION, "per": _word("battery", "count")}, needed=("dice",))),
            }
        ),
        "air": _noted(
            {
                "attack": _noted(free=_noted({"dice": FRACTION, "fire": _word(*FireKind)}, needed=("dice",))),
                "doubtful": _noted({"off": FACES, "friend": FACES, "enemy": FACES}),
            }
        ),
        "anti_aircraft": _noted(
            {"weapon": _noted(free=_noted({"dice": FRACTION, "abort_faces": FACES}, needed=("dice",)))}
        ),
        "fire_dice": _noted(
            free=_noted({"dice": FRACTION, "basis": _word(*Basis), "reduced_by_casualties": FLAG}, needed=("dice",))
        ),
        "base_count": _noted({"default": _whole_number(1, 12)}, _whole_number(1, 12)),
        "arc": _noted(free=_whole_number(1, 360)),
        "range": _noted(free=_noted({"aimed": INCHES, "area": INCHES, "min": INCHES})),
        "armour": _noted(free=_noted({"front": TEXT, "side": TEXT, "enclosed": FLAG})),
        "penetration": _noted(free=_noted(free=INCHES)),
        "steps_down": _noted(
            {
                "aimed_faces": FACES,
                "area_faces": FACES,
                "area_per_step": _whole_number(1, 20),
                "cover_matters_area": FLAG,
                "form": _word(*LadderForm),
                "matrix": _noted(free=_noted(free=_ORDER_LIST, names=ORDERS), names=GRADES),
                "boxes": _noted(free=_ORDER_LIST, names=GRADES),
                "threshold": Items(
                    _noted(
                        {
                            "grade": _word(*GRADES),
                            "min": _whole_number(1, 200),
                            "max": _whole_number(1, 200),
                            "to": _word(*ORDERS),
                        },
                        needed=("grade", "min", "to"),
                    )
                ),
            }
        ),
        "combined_fire": _noted({"rule": _word(*CombinedFire)}),
        "hq_losses": _noted({"replacement_turns": _whole_number(0, 20), "replacement_from": TEXT}),
        "surrender": _noted(
            {
                "when_orders": _ORDER_LIST,
                "enemy_within_inches": INCHES,
                "friends_not_within_inches": INCHES,
                "die": DICE,
                "faces": _noted(free=FACES, names=GRADES),
            }
        ),
        "movement": _noted(
            {
                "terrain": _noted(free=_noted(free=Leaf(LeafKind.FRACTION_OR_NO))),
                "order_of_moving": _word("initiative first", "contesting first"),
            },
            _noted({"normal": INCHES}),
        ),
        "heavy_ordnance": _noted({"limber_turns": _whole_number(0, 20)}),
        "interrupt": _noted(
            {"shots_per_turn": _whole_number(1, 9), "ambush_needs": _word("not yet sighted", "nothing")}
        ),
        "close_assault": _noted(
            {
                "dice": _word("count"),
                "kill_factor": _noted({shelter.value: FRACTION for shelter in Shelter}),
                "step_faces": FACES,
                "rounds_per_turn": _whole_number(1, 9),
                "loser_falls_back": FLAG,
            }
        ),
        "medic": _noted(
            {
                "die": DICE,
                "returns": FACES,
                "dies": FACES,
                "medical_platoon": _noted({"within_inches": INCHES, "add": _whole_number(0, 5)}),
                "aid_station": _noted({"add": _whole_number(0, 5)}),
                "wounded_effects": _noted(free=TEXT),
            }
        ),
        "time": _noted(
            {
                "dice": DICE,
                "minutes": _noted(free=_whole_number(0, 720), names=tuple(map(str, range(1, 61)))),
                "initiative_changes_on": Leaf(LeafKind.WHOLES, highest=60),
            }
        ),
        "night": _noted(
            {
                "visibility": _noted({"vehicle": INCHES, "foot": INCHES, "fired": INCHES}),
                "begins_minutes_after_sunset": _whole_number(0, 720),
            }
        ),
        "time_cards": _noted(
            {
                "deck": Items(
                    _noted(
                        {
                            "name": TEXT,
                            "copies": _whole_number(1, 60),
                            "minutes": _whole_number(0, 720),
                            "initiative": FLAG,
                            "text": TEXT,
                        },
                        needed=("name", "minutes"),
                    )
                )
            }
        ),
        "quick_play": _noted({"only_kills": _noted({"wound_counts_as": _word("nothing", "kill")})}),
        "notes": Table(free=TEXT),
    }
)
"""Every table of a house file. ``invented`` in ``house`` says that its values are the owner's own, not the book's."""

EXCLUSIVE: Final = (("air", "doubtful", ("off", "friend", "enemy")), ("medic", "", ("returns", "dies")))
"""Lists of faces that must not overlap (BGC-H-03)."""
