"""A command's look at the user's preferences (``campaign.preferences``), imported where one is needed.

text("paper")     a value that decides what is written; a wrong one refuses the command
is_on("colour")   a value that only decides how the terminal looks; a wrong one is reported, and the default holds
"""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from campaign.cli import show
from campaign.errors import CampaignError
from campaign.preferences import (
    DEFAULT,
    KEYS,
    ON,
    note_told_of_paper,
    preferred,
    strays,
    was_told_of_paper,
)

OTHER_PAPER = "On A4. For American paper: campaign preferences paper letter"


def text(key: str) -> str:
    """Return the value of a preference; empty if it is not set. Raises BadInput, StoreError."""
    held = preferred(key)
    for stray in strays():
        _note_once(stray)
    return held.value


def is_on(key: str) -> bool:
    """Return whether a preference is on."""
    try:
        return preferred(key).value == ON
    except CampaignError as fault:
        _note_once(str(fault))
        return KEYS[key].allowed[0] == ON


def papers_folder() -> Path | None:
    """Return the folder for papers, if one is set. A relative one starts at the present folder."""
    folder = text("folder")
    return Path(folder).expanduser() if folder else None


def tell_of_paper() -> None:
    """After the first print on this machine, say how to change the paper; never to a user who has chosen one."""
    ctx = click.get_current_context()
    if ctx.get_parameter_source("paper") is not ParameterSource.DEFAULT or preferred("paper").source != DEFAULT:
        return
    if not was_told_of_paper():
        show.note(OTHER_PAPER)
        note_told_of_paper()


def _note_once(line: str) -> None:
    """Print a line on the error output, once in a command."""
    ctx = click.get_current_context(silent=True)
    told: set[str] = set() if ctx is None else ctx.find_root().meta.setdefault(__name__, set())
    if line not in told:
        told.add(line)
        show.note(line)
