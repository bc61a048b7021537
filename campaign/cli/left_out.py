"""The value of an option that was left out, if it decides something."""

from __future__ import annotations

import click
from click.core import ParameterSource

from campaign.cli import show
from campaign.words.proposal import Proposal


def tell_of_default(option: str, proposal: Proposal) -> None:
    """Print the default of one of the running command's options, if the option was left out."""
    if click.get_current_context().get_parameter_source(option) is ParameterSource.DEFAULT:
        show.note(proposal.by_default)
