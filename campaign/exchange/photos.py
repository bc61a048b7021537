"""Photos: a JPEG or PNG file -> the picture that a campaign keeps.

Large ones are scaled down, and only the picture is kept: a camera also writes where and when it was taken.
"""

from __future__ import annotations

import re
import struct
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final
from warnings import catch_warnings, simplefilter

from campaign.errors import BadFile
from campaign.exchange.library_border import library_reads
from campaign.terms.printable import unprintable
from campaign.values import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE: Final = 1600
"""Pixels along the longer side of a stored photo."""
LARGEST_FILE: Final = 40_000_000
LARGEST_PNG: Final = 1_000_000
"""Largest drawing in bytes that is stored as it is; a larger one is stored as a JPEG."""
LARGEST_DRAWING: Final = 24_000_000
"""Most pixels of a PNG, which is unpacked at full size before it is scaled down: as many as a good camera's photo has.
Six of twice as many, sent at once, held the desk for 20 seconds."""
_QUALITY: Final = 82
_KINDS: Final = ("JPEG", "PNG")


@dataclass(frozen=True, slots=True)
class PhotoFile:
    """A photo in the form that a campaign keeps, and the name of the file it came from."""

    file: str
    media_type: str
    width: int
    height: int
    content: bytes


def read_photo(path: Path, raw: bytes | None = None) -> PhotoFile:
    """Return a photo, turned as the camera was held. Raises BadFile in one line for any other file. ``raw``: the file's
    bytes, if it was sent.
    """
    try:
        size = path.stat().st_size if raw is None else len(raw)
        if size > LARGEST_FILE:
            raise BadFile(
                f"{path} has {size / 1000000.0:.0f} MB, but a photo can have at most "
                f"{LARGEST_FILE / 1000000.0:.0f} MB. Save a smaller copy"
            )
        raw = path.read_bytes() if raw is None else raw
    except OSError as fault:
        raise BadFile(
            f"{path} cannot be read ({fault.strerror or fault}). Check the file and its permissions"
        ) from fault
    return _kept(path, raw)


def _kept(path: Path, raw: bytes) -> PhotoFile:
    from PIL import Image, UnidentifiedImageError

    def refusal(why: str) -> BadFile:
        return BadFile(f"{path} is a damaged picture ({why}). Save it again as a JPEG")

    try:
        with catch_warnings(), library_reads(refusal, OSError, SyntaxError):
            simplefilter("ignore")  # of pictures with odd extra data, which is not kept
            with Image.open(BytesIO(raw), formats=_KINDS) as opened:
                is_drawing = opened.format == "PNG"
                if is_drawing and opened.width * opened.height > LARGEST_DRAWING:
                    raise _too_large(path, f"{opened.width:,} x {opened.height:,} pixels")
                opened.thumbnail((LONGEST_SIDE, LONGEST_SIDE))  # first: a JPEG is then never unpacked at full size
                image = _upright(opened)
                content, media_type = _written(image, is_drawing=is_drawing)
                width, height = image.size
    except BadFile as fault:
        if isinstance(fault.__cause__, UnidentifiedImageError):
            raise BadFile(f"{path} is not a photo. Give a JPEG or a PNG file") from fault
        if isinstance(fault.__cause__, Image.DecompressionBombError):
            raise BadFile(
                f"{path} has far more pixels than a photo from a camera. At most {LARGEST_DRAWING:,} are read. Save a"
                " smaller copy"
            ) from fault
        raise
    return PhotoFile(_file_name(path), media_type, width, height, content)


def _too_large(path: Path, size: str) -> BadFile:
    return BadFile(
        f"{path} has {size}, but a drawing can have at most {LARGEST_DRAWING:,} pixels. Make it smaller, or "
        "save it as a JPEG"
    )


def _upright(opened: Image) -> Image:
    """Return the image turned as the camera was held. Other data of the camera may be wrong and is not read."""
    from PIL.ExifTags import Base
    from PIL.Image import Transpose

    turns = {
        2: Transpose.FLIP_LEFT_RIGHT,
        3: Transpose.ROTATE_180,
        4: Transpose.FLIP_TOP_BOTTOM,
        5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270,
        7: Transpose.TRANSVERSE,
        8: Transpose.ROTATE_90,
    }
    try:
        turn = turns.get(opened.getexif().get(Base.Orientation, 1))
    except (struct.error, SyntaxError, LookupError, TypeError):  # unreadable: as the picture stands
        turn = None
    return opened.copy() if turn is None else opened.transpose(turn)


def _written(image: Image, *, is_drawing: bool) -> tuple[bytes, str]:
    """Return the bytes of the picture and nothing else, and their media type."""
    if is_drawing:
        plain = image if image.mode in ("1", "L", "P", "RGB", "RGBA") else image.convert("RGBA")
        plain.info = {key: value for key, value in plain.info.items() if key == "transparency"}
        content = _saved(plain, "PNG", optimize=True)
        if len(content) <= LARGEST_PNG:
            return content, "image/png"
    return _saved(_on_white(image), "JPEG", quality=_QUALITY, optimize=True), "image/jpeg"


def _on_white(image: Image) -> Image:
    """Return the image on white, without transparency, which a JPEG does not have."""
    import PIL.Image

    if image.mode in ("L", "RGB"):
        image.info = {}
        return image
    layer = image.convert("RGBA")
    paper = PIL.Image.new("RGBA", layer.size, "white")
    return PIL.Image.alpha_composite(paper, layer).convert("RGB")


def _saved(image: Image, kind: str, **settings: object) -> bytes:
    file = BytesIO()
    image.save(file, kind, **settings)
    return file.getvalue()


def _file_name(path: Path) -> str:
    """Return the file's name in letters that can be printed."""
    name = re.sub(r"\s+", " ", "".join(letter for letter in path.name if not unprintable(letter)))
    return name[-200:] or "photo"
