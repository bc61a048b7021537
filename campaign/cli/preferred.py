"""A command's look at the user's preferences (``campaign.preferences``), imported where one is needed.

text("paper")     a value that decides what is written; a wrong one refuses the command
tell_of_paper()   after the first print: how to change the paper
"""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from campaign.cli import show
from campaign.errors import BadInput
from campaign.preferences import DEFAULT, note_told_of_paper, preferred, strays, was_told_of_paper
from campaign.words.proposal import Proposal

OTHER_PAPER = Proposal(
    "A4", "no other paper is set", "campaign preferences paper letter, for American paper"
).by_default


def text(key: str) -> str:
    """Return the value of a preference; empty if it is not set. Raises BadInput, StoreError."""
    held = preferred(key)
    for stray in strays():
        show.note_once(stray)
    return held.value


def papers_folder() -> Path | None:
    """Return the folder for papers, if one is set. A relative one starts at the present folder."""
    folder = text("folder")
    try:
        return Path(folder).expanduser() if folder else None
    except RuntimeError as fault:
        raise BadInput(
            f"folder {folder!r} begins with a user name that this computer does not know. Write the full path"
        ) from fault


def tell_of_paper() -> None:
    """After the first print on this machine, say how to change the paper; never to a user who has chosen one."""
    ctx = click.get_current_context()
    if ctx.get_parameter_source("paper") is not ParameterSource.DEFAULT or preferred("paper").source != DEFAULT:
        return
    if not was_told_of_paper():
        show.note(OTHER_PAPER)
        note_told_of_paper()
