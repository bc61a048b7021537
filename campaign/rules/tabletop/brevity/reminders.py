"""What a player of Brevity otherwise looks up in the book: which of its rules in short (``sheet.txt``) the units of a
sheet need.

    reminders(units, book, aircraft=) -> tuple[Reminders, ...]     two columns: fire, then moves and works

The numbers come from the tables and the rulebook; what a house rule switches off is not printed.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.day.amphibious import BY_SEA
from campaign.rules.day.strike import ASTRAY_ON, CRATER_RADIUS, STRIKE_RADIUS
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.muster import is_headquarters
from campaign.rules.tabletop.brevity.tables import SIDE_EDGE
from campaign.terms.forces import Engineers, Nationality, Size
from campaign.terms.state import Role
from campaign.views.sheet import Reminders

_SELDOM_READY = 6
"""The readiness score for which waves are meant (OB-WAVE-01)."""


def reminders(units: Iterable[Unit], book: Rulebook, *, aircraft: bool = False) -> tuple[Reminders, ...]:
    """The rules in short of a side with these units. ``aircraft``: air missions are flown for it."""
    side_units = tuple(units)
    return _fire(side_units, book, aircraft=aircraft), _moves_and_works(side_units, book)


def _fire(units: tuple[Unit, ...], book: Rulebook, *, aircraft: bool) -> Reminders:
    has_guns = any(unit.is_artillery for unit in units)
    return texts("brevity").reminders(
        "fire",
        {
            "guns": has_guns,
            "counter_battery": has_guns and book.switch("use.counter_battery"),
            "flame_throwers": any(unit.flame_throwers for unit in units),
            "reconnaissance": book.switch("use.reconnaissance") and any(unit.recce_companies for unit in units),
            "aircraft": aircraft,
        },
        rockets=tables.HIT_BONUS_ROCKETS_AIRCRAFT,
        inexperienced=tables.CASUALTY_BONUS_INEXPERIENCED,
        flame=tables.DIRECT_FLAME_THROWER,
        astray=ASTRAY_ON,
        strike=STRIKE_RADIUS,
        crater=CRATER_RADIUS,
    )


def _moves_and_works(units: tuple[Unit, ...], book: Rulebook) -> Reminders:
    works = book.switch("use.engineering")
    specialists = any(unit.engineers is Engineers.SPECIALIST for unit in units)
    return texts("brevity").reminders(
        "moves and works",
        {
            "waves": book.switch("use.waves")
            and any(tables.READINESS[Nationality(unit.nation)] == _SELDOM_READY for unit in units),
            "hidden": book.switch("use.hidden") and any(unit.hidden for unit in units),
            "obstacles": works,
            "demolition": works and any(unit.engineers is not Engineers.NONE for unit in units),
            "engineers": works and specialists,
            "smoke": works and (specialists or any(unit.is_artillery for unit in units)),
            "dig_in": works,
            "from_the_sea": works
            and book.switch("use.amphibious")
            and any(unit.carried_by in set(BY_SEA) for unit in units),
            "companies": book.switch("use.sizes") and any(unit.size is Size.COMPANY for unit in units),
        },
        commands=_commands(units),
        flame=tables.READINESS_FLAME_THROWERS,
        edge=SIDE_EDGE,
        mines=tables.MINEFIELD_LENGTH,
        boats=tables.BOATS_TWO_INFANTRY_MOVES,
        wheels=tables.BOATS_WHEELED_TURNS,
        tanks=tables.BOATS_MEDIUM_TANKS_MOVES,
        smoke=tables.SMOKE_WIDTH,
        dig_infantry=tables.DIG_IN_INFANTRY,
        dig_guns=tables.DIG_IN_TOWED_GUNS,
        dig_others=tables.DIG_IN_OTHERS,
    )


def _commands(units: tuple[Unit, ...]) -> int:
    """Commands that count for the first move as it begins: with a battalion there, a headquarters alone not
    (OB-SEQ-03, OB-AMB-005)."""
    return len(
        {
            unit.command
            for unit in units
            if unit.role is Role.ENGAGED and unit.state.is_in_play and not is_headquarters(unit)
        }
    )
