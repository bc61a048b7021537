"""The complete register of actions, for code that runs commands from a journal."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

import campaign.actions
from campaign.journal.register import REGISTER, Register


@cache
def every_action() -> Register:
    """Return the register of all actions, after importing the modules of this package that fill it."""
    for module in pkgutil.walk_packages(campaign.actions.__path__, "campaign.actions."):
        import_module(module.name)
    return REGISTER
