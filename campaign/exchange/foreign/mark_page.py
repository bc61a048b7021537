"""A page for any browser, without a network, on which places, roads and rivers are marked on a scanned map; its
download is read by `marks`.

    is_picture(path) -> bool
    write_page(picture, where) -> Path     Raises BadFile, Refused
"""

from __future__ import annotations

import io
from base64 import b64encode
from importlib import resources
from pathlib import Path

from campaign.errors import BadFile
from campaign.exchange.library_border import library_reads
from campaign.exchange.writing import write_new

PAGE = "mark-the-map.html"
LARGEST = 60_000_000
_KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}


def is_picture(path: Path) -> bool:
    """Return whether a file is a picture by its name."""
    return path.suffix.lower() in _KINDS


def write_page(picture: Path, where: Path) -> Path:
    """Write the page, with the picture in it, into a folder."""
    from PIL import Image

    try:
        raw = picture.read_bytes()
        if len(raw) > LARGEST:
            raise BadFile(
                f"{picture} has {len(raw):,} bytes, but at most {LARGEST:,} can be read. Scan it with fewer "
                "dots per inch"
            )
    except FileNotFoundError as fault:
        raise BadFile(f"there is no file {str(picture)!r}. Check the name") from fault
    except OSError as fault:
        raise BadFile(
            f"{picture} cannot be read ({fault.strerror or fault}). Check the file and its permissions"
        ) from fault

    def refusal(why: str) -> BadFile:
        return BadFile(f"{picture} cannot be read as a picture ({why}). Give a PNG or JPEG file")

    with library_reads(refusal, OSError, SyntaxError), Image.open(io.BytesIO(raw)) as image:
        image.verify()
    page = resources.files(__package__).joinpath("mark.html").read_text(encoding="utf-8")
    data = f"data:{_KINDS[picture.suffix.lower()]};base64,{b64encode(raw).decode()}"
    path = where / PAGE
    where.mkdir(parents=True, exist_ok=True)
    write_new(path, page.replace("PICTURE", data, 1).encode())
    return path
