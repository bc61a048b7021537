"""A pause of Python's garbage collector for work that makes very many small values and drops hardly any.

Measured with a supply trace of 1,000 and 10,000 battalions: without the pause it takes an eighth to a fifth longer.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Keep the collector from looking for garbage until the work is over."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
