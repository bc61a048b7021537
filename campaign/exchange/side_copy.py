"""The copy of a campaign for one side or commander as a JSON file. Version 1.

    {"format": "campaign side copy", "version": 1,
     "program": "0.1.0",
     "viewer": "Axis",                         its viewer
     "status": {...}, "orbat": [...], ...}     one field a reading command: its output with --json --viewer for
                                               this viewer

The file holds nothing else: no journal, no dice, no seed, and of the other side only what has been seen. It is made to
be read, by people and by other programs; it is not a campaign and is never read back into one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from campaign import __version__
from campaign.errors import StoreError
from campaign.exchange.placing import new_file

FORMAT, VERSION = "campaign side copy", 1


def write_side_copy(content: Mapping[str, Any], path: Path) -> None:
    """Write the plain values of the copy under a draft name, read them back, and give the file its name; nothing is
    overwritten. Raises StoreError.
    """
    full_copy = {"format": FORMAT, "version": VERSION, "program": __version__, **content}
    with new_file(path, secret=False) as draft:
        text = json.dumps(full_copy, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
        draft.write_text(text, encoding="utf-8", newline="\n")
        if json.loads(draft.read_text(encoding="utf-8")) != full_copy:
            raise StoreError(f"{path} was not written correctly and has been deleted. Check the disk, then try again")


def is_side_copy(content: object) -> bool:
    """Return whether this is the content of such a file."""
    return isinstance(content, Mapping) and content.get("format") == FORMAT
