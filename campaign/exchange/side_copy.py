"""The copy of a campaign for one side or commander as a JSON file. Version 1.

    {"format": "campaign side copy", "version": 1,
     "program": "0.1.0",
     "viewer": "Axis",                         for whose eyes
     "status": {...}, "orbat": [...], ...}     one field a reading command: what it prints with --json --viewer for
                                               these eyes

The file holds nothing else: no journal, no dice, no seed, and of the other side only what has been seen. It is made to
be read, by people and by other programs; it is no campaign and is never read back into one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from campaign import __version__
from campaign.errors import StoreError
from campaign.exchange.placing import draft_of, take_name

FORMAT, VERSION = "campaign side copy", 1


def write_side_copy(content: Mapping[str, Any], path: Path) -> None:
    """Write the plain values of the copy aside, read them back, and give the file its name; nothing is overwritten.
    Raises StoreError."""
    full_copy = {"format": FORMAT, "version": VERSION, "program": __version__, **content}
    draft = draft_of(path)
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            json.dump(full_copy, file, ensure_ascii=False, indent=1, allow_nan=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        if json.loads(draft.read_text(encoding="utf-8")) != full_copy:
            raise StoreError(f"{path} is not what was to be written and was thrown away: check the disk")
        take_name(draft, path)
    except FileExistsError as fault:
        raise StoreError(f"{path} is there already and is not overwritten: name another file with --out") from fault
    except OSError as fault:
        raise StoreError(f"{path} cannot be written: {fault.strerror or fault}") from fault
    finally:
        draft.unlink(missing_ok=True)


def is_side_copy(content: object) -> bool:
    """Is this the content of such a file?"""
    return isinstance(content, Mapping) and content.get("format") == FORMAT
