"""The installed tabletop systems: each folder of ``campaign/rules/tabletop/`` that has an ``about`` module is one.

``about`` holds ``ABOUT``, a ``System`` (``rules/common/system.py``). There is no other list of them.

SYSTEMS                 all of them, by key, in the order of their places
tables_of(system)       its house rules, a table for each of its settings modules
has_odds(key)           has the folder an ``odds_tables`` module?
odds_of(key) -> Odds    the queries of its dice
house_account()         the system that takes a house file, and its account of the file
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from campaign.rules.common.rulebook import Rule
from campaign.rules.common.system import System

if TYPE_CHECKING:
    from campaign.rules.common.odds_query import Odds

FOLDERS: Final = "campaign.rules.tabletop"


def tables_of(system: System) -> tuple[tuple[Rule, ...], ...]:
    """Return the system's settings, a table for each of its settings modules."""
    return tuple(import_module(f"{FOLDERS}.{system.key}.{module}").TABLE for module in system.settings)


def has_odds(key: str) -> bool:
    """Return whether the odds of that system can be asked for."""
    return find_spec(f"{FOLDERS}.{key}.odds_tables") is not None


def odds_of(key: str) -> Odds:
    """Return the queries of a system's odds."""
    return cast("Odds", import_module(f"{FOLDERS}.{key}.odds_tables").ODDS)


class HouseAccount(Protocol):
    """A system's account of its house file, which is passed in plain values."""

    def settings_of(self, plain: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the settings of the rulebook that the file holds."""
        ...

    def account_of(self, plain: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the source of the values, and the gaps still left to the players."""
        ...

    def gaps_of(self, plain: Mapping[str, Any] | None) -> Mapping[str, Any]:
        """Return the account as JSON values: who typed the file, the gaps of the book that it fills, and those that are
        left.
        """
        ...


def house_account() -> tuple[System, HouseAccount]:
    """Return the system that takes a house file, and its account of one."""
    system = next(system for system in SYSTEMS.values() if system.house_file)
    return system, cast(HouseAccount, import_module(f"{FOLDERS}.{system.key}.{system.house_file}"))


def _discover() -> dict[str, System]:
    names = [
        f"{FOLDERS}.{folder.name}.about" for folder in iter_modules(import_module(FOLDERS).__path__) if folder.ispkg
    ]
    abouts = [cast(System, import_module(name).ABOUT) for name in names if find_spec(name) is not None]
    return {about.key: about for about in sorted(abouts, key=lambda about: (about.place, about.key))}


SYSTEMS: Final = MappingProxyType(_discover())
"""The systems by key. Those whose folder has an interface can be played."""
