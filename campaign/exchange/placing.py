"""A finished file takes its name, and never another file's place."""

from __future__ import annotations

import os
from pathlib import Path


def take_name(draft: Path, path: Path) -> None:
    """Give the file that was written as ``draft`` its name. Raises FileExistsError if there is a file of that name, else OSError."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a memory stick's file system (FAT) gives a file one name only: claim it, then move
        path.touch(exist_ok=False)
        draft.replace(path)
