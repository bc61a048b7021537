"""One typed answer to a question at the prompt, which ``q`` leaves."""

from __future__ import annotations

import click

from campaign.cli import show

LEAVE = ("q", "quit")


def typed_answer(question: str, *, err: bool = False) -> str:
    """Return the text typed after a question, without the blanks around it; empty for Enter alone. Raises Abort if the
    user leaves the prompt.
    """
    text = str(click.prompt(question, default="", show_default=False, prompt_suffix=": ", err=err)).strip()
    if text.casefold() in LEAVE:
        show.note("Left: nothing was recorded.")
        raise click.Abort
    return text
