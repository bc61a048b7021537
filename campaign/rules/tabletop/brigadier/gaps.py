"""The gaps in the preview of Brigadier General Commands, and those that a house file fills (BGC-M-01 to -33, BGC-H-10).

GAPS, NEEDED_TO_RESOLVE
gap(rule) -> Gap                filled(house), unfilled(house)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.tables import Order
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """A place of the book that the preview does not show. ``fills`` tests whether a house fills it; None: a house file
    cannot.
    """

    rule: str
    section: str
    missing: str
    key: str = ""
    fills: Callable[[House], bool] | None = None

    @property
    def not_covered(self) -> NotCovered:
        """The message for a rule that the preview leaves out and no house file fills."""
        return NotCovered(self.rule, self.section, self.key)


def _has(section: str) -> Callable[[House], bool]:
    return lambda house: section in house.sections


_LOWER_ORDERS = (Order.FOLLOW, Order.SHAKEN, Order.HOLD, Order.BACK, Order.ROUT)

GAPS: Final = (
    Gap("BGC-M-01", "8.1", "unit symbols as the book draws them"),
    Gap("BGC-M-02", "8.2", "opening of the chain of command", "command", _has("command")),
    Gap("BGC-M-03", "8.3", "effects and typical grades of experience", "experience", _has("experience")),
    Gap(
        "BGC-M-04",
        "8.4",
        "scenery and ground scale",
        "scale, terrain",
        lambda house: {"scale", "terrain"} <= house.sections,
    ),
    Gap("BGC-M-05", "8.5", "beginning of the initial status", "notes", _has("notes")),
    Gap(
        "BGC-M-06",
        "11.2",
        "orders from Aim to Rout, end of Move",
        "orders",
        lambda house: (
            all(
                house.orders[order].move is not None and house.orders[order].fire is not None for order in _LOWER_ORDERS
            )
            and house.orders[Order.MOVE].assault is not None
        ),
    ),
    Gap("BGC-M-07", "11.3", "communications roll", "communications", lambda house: house.radio is not None),
    Gap("BGC-M-08", "11.4", "dice of indirect fire", "indirect", lambda house: bool(house.shelling)),
    Gap(
        "BGC-M-09",
        "11.4.3",
        "dice of air attacks, anti-aircraft fire",
        "air, anti_aircraft",
        lambda house: bool(house.air_attack) and bool(house.flak),
    ),
    Gap(
        "BGC-M-10",
        "11.5.2",
        "Fire Dice numbers by weapon",
        "fire_dice",
        lambda house: len(house.fire_dice) > len(tables.FIRE_DICE),
    ),
    Gap("BGC-M-11", "11.5.3", "alternative base counts", "base_count", lambda house: bool(house.base_count)),
    Gap("BGC-M-12", "11.5.4", "arc of fire", "arc", lambda house: bool(house.arc)),
    Gap(
        "BGC-M-13",
        "11.5.5",
        "armour penetration",
        "armour, penetration",
        lambda house: bool(house.armour) and bool(house.penetration),
    ),
    Gap("BGC-M-14", "11.5.6", "weapon ranges", "range", lambda house: bool(house.ranges)),
    Gap(
        "BGC-M-15",
        "11.5.7",
        "infantry anti-tank weapons",
        "fire_dice, range",
        lambda house: tables.BAZOOKA in house.ranges,
    ),
    Gap(
        "BGC-M-16",
        "11.5.10",
        "steps down of Area Fire, ladder by experience",
        "steps_down",
        lambda house: (
            house.ladder is not None and house.ladder.form is not None and house.ladder.area_faces is not None
        ),
    ),
    Gap(
        "BGC-M-17", "11.5.11", "Area and Aimed Fire combined", "combined_fire", lambda house: house.combined is not None
    ),
    Gap("BGC-M-18", "11.5.12", "loss of headquarters", "hq_losses", lambda house: house.hq_replaced_after is not None),
    Gap("BGC-M-19", "11.6", "surrender", "surrender", lambda house: house.surrender is not None),
    Gap("BGC-M-20", "11.7.1", "movement allowances", "movement", lambda house: bool(house.allowances)),
    Gap("BGC-M-21", "11.7.2", "heavy ordnance", "heavy_ordnance", lambda house: house.limber_turns is not None),
    Gap("BGC-M-22", "11.7.3", "interrupt and ambush fire", "interrupt", lambda house: house.shots_per_turn is not None),
    Gap("BGC-M-23", "11.8", "close assault", "close_assault", lambda house: house.close_assault is not None),
    Gap("BGC-M-24", "11.9", "medics and wounds", "medic", lambda house: house.medic is not None),
    Gap(
        "BGC-M-25",
        "11.10",
        "length of turns, change of initiative",
        "time",
        lambda house: house.time is not None or house.minutes_per_turn is not None,
    ),
    Gap("BGC-M-26", "12", "night", "night", lambda house: house.night is not None),
    Gap("BGC-M-27", "13", "time cards", "time_cards", lambda house: bool(house.cards)),
    Gap("BGC-M-28", "15", "rest of the example of play"),
    Gap("BGC-M-29", "16", "the first battle"),
    Gap("BGC-M-30", "17", "rest of the expanded battle"),
    Gap("BGC-M-31", "18", "quick play", "quick_play", lambda house: house.wound_is_kill is not None),
    Gap("BGC-M-32", "", "quick reference and colour sheets"),
    Gap("BGC-M-33", "", "victory, weather, supply, mines, smoke", "notes", _has("notes")),
)

NEEDED_TO_RESOLVE: Final = (
    "BGC-M-06",
    "BGC-M-07",
    "BGC-M-08",
    "BGC-M-10",
    "BGC-M-13",
    "BGC-M-14",
    "BGC-M-16",
    "BGC-M-17",
    "BGC-M-18",
    "BGC-M-19",
    "BGC-M-20",
    "BGC-M-22",
    "BGC-M-23",
    "BGC-M-24",
    "BGC-M-25",
)
"""Gaps that must be filled before the program can fight a whole battle."""


def gap(rule: str) -> Gap:
    return next(gap for gap in GAPS if gap.rule == rule)


def filled(house: House) -> tuple[Gap, ...]:
    return tuple(gap for gap in GAPS if gap.fills is not None and gap.fills(house))


def unfilled(house: House) -> tuple[Gap, ...]:
    """Return the gaps that the players must fill by hand."""
    done = filled(house)
    return tuple(gap for gap in GAPS if gap not in done)
