"""The tabletop systems that are there: each folder of ``campaign/rules/`` that has an ``about`` module is one.

``about`` holds ``ABOUT``, a ``System`` (``rules/about.py``). There is no other list of them.

SYSTEMS                 all of them, by key, in the order of their places
tables_of(System)       its house rules, a table for each of its settings modules
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final, cast

from campaign import rules
from campaign.rules.about import System
from campaign.rules.rulebook import Rule


def tables_of(one: System) -> tuple[tuple[Rule, ...], ...]:
    """Its house rules, in the order of its settings modules."""
    return tuple(import_module(f"campaign.rules.{one.key}.{module}").TABLE for module in one.settings)


def _found() -> dict[str, System]:
    names = [f"{rules.__name__}.{folder.name}.about" for folder in iter_modules(rules.__path__) if folder.ispkg]
    abouts = [cast(System, import_module(name).ABOUT) for name in names if find_spec(name) is not None]
    return {one.key: one for one in sorted(abouts, key=lambda one: (one.place, one.key))}


SYSTEMS: Final = MappingProxyType(_found())
"""The systems by key. Those whose folder has its door can be played."""
