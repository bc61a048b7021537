"""The resolvers of tabletop systems: ``campaign/resolve/KEY/resolver.py`` with a function ``resolve``.

has_resolver(key) -> bool
missing_rules(key, book) -> NotCovered | None       what every battle of a system would lack under these settings
resolver(key) -> Resolver        raises Refused for a system whose battles the program cannot resolve
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from campaign import resolve
from campaign.errors import Refused
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, NotCovered, Resolution
from campaign.rules.tabletop.interface import system


class Resolver(Protocol):
    """A resolver of a whole battle by the procedures of its system under a plain doctrine; it returns the missing rules
    if it cannot.

    Raises DiceWanted as dice do, BadInput for a force with no unit that can fight.
    """

    def __call__(self, fight: Fight, dice: Dice, book: Rulebook) -> Resolution | NotCovered:
        """Resolve the battle and return the resolution; ``fight`` holds only the units that are at the table."""
        ...


def _module(key: str) -> str:
    return f"{resolve.__name__}.{key}.resolver"


def has_resolver(key: str) -> bool:
    """Return whether the program can resolve battles under this system."""
    return find_spec(f"{resolve.__name__}.{key}") is not None and find_spec(_module(key)) is not None


def resolver(key: str) -> Resolver:
    """Return the resolver of a system. Raises Refused if it has none."""
    if not has_resolver(key):
        raise Refused(
            f"the program cannot resolve battles under {system(key).name}. Fight the battle at the table and "
            "record the return, or decide the result yourself: campaign battle rule"
        )
    return cast(Resolver, import_module(_module(key)).resolve)


def missing_rules(key: str, book: Rulebook) -> NotCovered | None:
    """Return the parts of a system's rules without which it can resolve no battle under these settings; None if there
    are none, or the system never lacks any. Raises Refused as ``resolver`` does.
    """
    resolver(key)
    lacks = getattr(import_module(_module(key)), "missing_rules", None)
    return None if lacks is None else cast("NotCovered | None", lacks(book))
