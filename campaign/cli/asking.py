"""One typed answer to a question at the prompt, which ``q`` leaves."""

from __future__ import annotations

import click

from campaign.cli import show

LEAVE = ("q", "quit")
ROOM = 2
"""Columns of the colon and the blank after a question."""


def typed_answer(question: str, *, err: bool = False) -> str:
    """Return the text typed after a question, without the blanks around it; empty for Enter alone. Raises Abort if the
    user leaves the prompt. A long question is wrapped at the width of the terminal.
    """
    indent = " " * (len(question) - len(question.lstrip()))
    asked = show.wrapped(question.strip(), indent, f"{indent}  ", show.width() - ROOM)
    text = str(click.prompt(asked, default="", show_default=False, prompt_suffix=": ", err=err)).strip()
    if text.casefold() in LEAVE:
        show.note("You left the form: nothing was recorded.")
        raise click.Abort
    return text
