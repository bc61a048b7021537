"""``campaign adjust`` and ``campaign contact``: the umpire's rulings."""

from __future__ import annotations

import click

from campaign.cli.declared import command_for
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.options import writes
from campaign.verbs.adjustments import Adjust
from campaign.verbs.rulings import DismissContact

adjust = command_for(
    "adjust",
    Adjust,
    "Change a unit, a place, a road or a crossing by the umpire's ruling, where no other command does it. The journal"
    " marks the change as a ruling.",
    writes,
)


_SECTIONS = (
    Section("Rulings", (Entry("dismiss", "campaign.cli.umpire:dismiss", "rule that a contact causes no battle"),)),
)


@click.group(cls=LazyGroup, sections=_SECTIONS)
def contact() -> None:
    """Rule on contacts between enemies."""


dismiss = command_for(
    "dismiss",
    DismissContact,
    "Rule that the contact of UNIT with OTHER, or with every enemy, causes no battle.",
    writes,
)
