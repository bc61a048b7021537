"""Every action there is, in the register: for whoever runs commands that were written down."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import campaign.actions
from campaign.journal.register import REGISTER, Register


def every_action() -> Register:
    """The register, with the modules of this package imported that fill it."""
    for module in pkgutil.iter_modules(campaign.actions.__path__):
        import_module(f"campaign.actions.{module.name}")
    return REGISTER
