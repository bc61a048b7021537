"""The command line: typed words become one action or one query, and its answer is printed.

`contents` lists the commands by purpose; a command's module is imported when that command is called. Options that many
commands share are in `options`, the database is opened in `session`, tables and trees are printed by `show`, and how a
command ends (exit code, one line for the user) is decided in `exit_codes`. One file a noun for the commands themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["main", "uncollected"]

COLLECTED = (200_000, 20, 100)
"""Thresholds of the garbage collector, raised so that it rarely looks for cycles: a program command makes up to a
million live values, answers and ends. By Python's own thresholds a supply trace of 10,000 battalions takes a fifth
longer; pausing the collector for the trace as well saves nothing measurable."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause the garbage collector for a block, or for a command whose function this decorates, that makes very many
    values which live to its end: the start of a campaign of 3,000 battalions then takes a tenth less, a turn of it a
    twentieth. It costs little memory, since the work closes few circles of references (30 turns of Market Garden in one
    process: 148 MB). Afterwards the values count as old, since the collector would look through all of them at once if
    they counted as new.
    """
    import gc

    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def main() -> None:
    """Run the program command that was typed, and exit. At the end all memory goes back at once: Python would look
    through it once more, 0.4 s after the start of a campaign of 3,000 battalions.
    """
    import atexit
    import gc

    from campaign.cli.contents import campaign

    gc.set_threshold(*COLLECTED)
    atexit.register(gc.freeze)
    campaign(prog_name="campaign")
