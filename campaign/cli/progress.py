"""A bar for whatever takes more than two seconds, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TypeVar

import click

Thing = TypeVar("Thing")

PATIENCE = 2.0
"""Seconds without a word."""


def progress(things: Sequence[Thing], label: str) -> Iterator[Thing]:
    """Give the things one after the other; once two seconds have passed, show on stderr how far it has come."""
    if not sys.stderr.isatty():
        yield from things
        return
    began = monotonic()
    for done, thing in enumerate(things):
        if monotonic() - began > PATIENCE:
            yield from _with_bar(things, done, label)
            return
        yield thing


def _with_bar(things: Sequence[Thing], done: int, label: str) -> Iterator[Thing]:
    with click.progressbar(length=len(things), label=label, file=sys.stderr) as bar:
        bar.update(done)
        for thing in things[done:]:
            yield thing
            bar.update(1)
