"""The rules in short (``sheet.txt``) that the units of a sheet need, and that a player would otherwise look up in the
book.

    reminders(units, book, aircraft=) -> tuple[Reminders, ...]     two columns: fire, then moves and works
    every_reminder(book, concerns)                                 the same for any units
    first_move(units) -> Fact                                      the number of commands that counts for the first move

The numbers come from the tables and the rulebook; what a house rule switches off is not printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.day.amphibious import BY_SEA
from campaign.rules.day.strike import ASTRAY_ON, CRATER_RADIUS, STRIKE_RADIUS
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.muster import is_headquarters
from campaign.rules.tabletop.brevity.tables import SIDE_EDGE
from campaign.terms.forces import Engineers, Nationality, Size
from campaign.terms.ground import TaskKind
from campaign.terms.state import Role
from campaign.terms.words import counted
from campaign.words.papers import Fact
from campaign.words.sheet import Reminders
from campaign.words.texts import NO_CONDITIONS

_BRIDGE_TURNS = {
    row.load.name.lower(): row.count
    for row in tables.ENGINEERING_TIMES
    if row.task is TaskKind.BRIDGE and row.load is not None
}
"""The turns that a bridge takes, by the class of its load (OB-BRG-02..04)."""
_SELDOM_READY = 6
"""The readiness score for which waves are meant (OB-WAVE-01)."""


def every_reminder(book: Rulebook, concerns: Mapping[str, bool] = NO_CONDITIONS) -> tuple[Reminders, ...]:
    """Return the rules in short that the house has not switched off, without those that concern no unit."""
    works = book.switch("use.engineering")
    switches = {
        "counter_battery": book.switch("use.counter_battery"),
        "reconnaissance": book.switch("use.reconnaissance"),
        "waves": book.switch("use.waves"),
        "hidden": book.switch("use.hidden"),
        **dict.fromkeys(("obstacles", "demolition", "engineers", "bridges", "smoke", "dig_in"), works),
        "ferries": works and book.word("brg.ferry_rule") != "boats",
        "from_the_sea": works and book.switch("use.amphibious"),
        "companies": book.switch("use.sizes"),
        **dict.fromkeys(("aircraft", "air_rates"), book.switch("use.air")),
    }
    holds = {key: switches.get(key, True) and concerns.get(key, True) for key in dict.fromkeys((*switches, *concerns))}
    fire = {key: holds.pop(key) for key in _FIRE if key in holds}
    return (
        texts("brevity").reminders(
            "fire",
            fire,
            rockets=tables.HIT_BONUS_ROCKETS_AIRCRAFT,
            inexperienced=tables.CASUALTY_BONUS_INEXPERIENCED,
            flame=tables.DIRECT_FLAME_THROWER,
            astray=ASTRAY_ON,
            strike=STRIKE_RADIUS,
            crater=CRATER_RADIUS,
        ),
        texts("brevity").reminders(
            "moves and works",
            holds,
            flame=tables.READINESS_FLAME_THROWERS,
            edge=SIDE_EDGE,
            mines=tables.MINEFIELD_LENGTH,
            boats=tables.BOATS_TWO_INFANTRY_MOVES,
            wheels=tables.BOATS_WHEELED_TURNS,
            tanks=tables.BOATS_MEDIUM_TANKS_MOVES,
            **_BRIDGE_TURNS,
            smoke=tables.SMOKE_WIDTH,
            dig_infantry=tables.DIG_IN_INFANTRY,
            dig_guns=tables.DIG_IN_TOWED_GUNS,
            dig_others=tables.DIG_IN_OTHERS,
        ),
    )


_FIRE = ("guns", "counter_battery", "flame_throwers", "reconnaissance", "aircraft", "air_rates")
"""The keys of the lines on fire that not every side needs."""


def reminders(units: Iterable[Unit], book: Rulebook, *, aircraft: bool = False) -> tuple[Reminders, ...]:
    """Return the rules in short of a side with these units. ``aircraft``: air missions are flown for it."""
    units = tuple(units)
    has_guns = any(unit.is_artillery for unit in units)
    specialists = any(unit.engineers is Engineers.SPECIALIST for unit in units)
    concerns = {
        "guns": has_guns,
        "counter_battery": has_guns,
        "flame_throwers": any(unit.flame_throwers for unit in units),
        "reconnaissance": any(unit.recce_companies for unit in units),
        **dict.fromkeys(("aircraft", "air_rates"), aircraft),
        "waves": any(tables.READINESS[Nationality(unit.nation)] == _SELDOM_READY for unit in units),
        "hidden": any(unit.hidden for unit in units),
        "demolition": any(unit.engineers is not Engineers.NONE for unit in units),
        **dict.fromkeys(("engineers", "bridges", "ferries"), specialists),
        "smoke": specialists or has_guns,
        "from_the_sea": any(unit.carried_by in set(BY_SEA) for unit in units),
        "companies": any(unit.size is Size.COMPANY for unit in units),
    }
    return every_reminder(book, concerns)


def first_move(units: Iterable[Unit]) -> Fact:
    """Return the number of its commands that count for the first move as the battle begins: those with a battalion
    there, not a headquarters alone (OB-SEQ-03, OB-AMB-005).
    """
    commands = {
        unit.command
        for unit in units
        if unit.role is Role.ENGAGED and unit.state.is_in_play and not is_headquarters(unit)
    }
    return texts("brevity").fact("own_commands", commands=counted(len(commands), "command"))
