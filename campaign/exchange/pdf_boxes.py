"""The boxes of a PDF form that was filled in on the screen, by their names.

    read_boxes(path, ways) -> {name: FilledBox}     raises BadInput, BadFile

Reading needs the package pypdf (the extra ``forms``).
"""

from __future__ import annotations

import io
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from campaign.errors import BadFile, BadInput
from campaign.exchange.library_border import library_reads
from campaign.extras import way_to_add
from campaign.values import dataclass

MOST_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class FilledBox:
    """A box of the file: its question, by its own label, and its contents."""

    label: str
    text: str
    states: tuple[str, ...] = ()
    """Words that a box to cross may hold."""


@dataclass(frozen=True, slots=True)
class WaysOut:
    """The advice for each way in which a form of this kind cannot be read."""

    extra: str
    """Advice without the package pypdf."""
    flat: str
    """Advice for a form without boxes, or a damaged form."""
    locked: str
    scanned: str
    """Advice for a file that is not a PDF."""


def read_boxes(path: Path, ways: WaysOut, raw: bytes | None = None) -> Mapping[str, FilledBox]:
    """Return the boxes of a form by name. Raises BadInput where pypdf is missing, BadFile if the file cannot be read.
    ``raw``: its bytes, if it came with a message.
    """
    try:
        import pypdf
    except ImportError as fault:
        raise BadInput(
            f"to read a filled-in PDF form such as {path}, the program needs the package pypdf: "
            f"{way_to_add('forms')}; {ways.extra}"
        ) from fault
    if raw is None:
        raw = _content(path)
    if len(raw) > MOST_BYTES:
        raise BadFile(
            f"{path} has {len(raw):,} bytes, but at most {MOST_BYTES:,} are read. Check that it is a form of "
            "this program"
        )
    if b"%PDF-" not in raw[:1024]:
        raise BadFile(f"{path} is not a PDF; {ways.scanned}")
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it would repair by guessing is judged here, box by box
    try:
        with library_reads(lambda why: BadFile(f"{path} is damaged or not a PDF ({why}); {ways.flat}")):
            reader = pypdf.PdfReader(io.BytesIO(raw))
            locked = reader.is_encrypted and not reader.decrypt("")
            fields = reader.get_fields() or {} if not locked else {}
            boxes = {str(name): _box(entry) for name, entry in fields.items()}
    except BadFile as fault:
        if isinstance(fault.__cause__, pypdf.errors.DependencyError):  # the newer ciphers need a package more
            raise BadFile(f"{path} is encrypted; {ways.locked}") from fault
        raise
    if locked:
        raise BadFile(f"{path} is locked with a password; {ways.locked}")
    return boxes


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise BadInput(f"{path} cannot be read ({fault.strerror or fault}). Name the PDF that was filled in") from fault


def _box(entry: Mapping[str, Any]) -> FilledBox:
    value = entry.get("/V")
    states = tuple(str(state) for state in entry.get("/_States_") or ())
    lines = [] if value is None else str(value).strip().splitlines()  # viewers end a line with a carriage return
    return FilledBox(str(entry.get("/TU") or ""), "\n".join(lines), states)
