"""The files that pages need besides their text: style, script, typeface. Each has an address that changes with its
content, so that a browser keeps it for a year.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from campaign.values import dataclass, field

FOLDER: Final = Path(__file__).parent / "static"
FONTS: Final = Path(str(files("campaign_reports") / "fonts"))
"""Where the typeface is that the desk shares with the campaign book in a browser."""
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
}
STYLE: Final = "desk.css"
SCRIPT: Final = "desk.js"
SIDES: Final = "sides.css"
"""Style sheet with the colours of this campaign's sides."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is served. ``packed`` is empty where packing does not pay."""

    name: str
    kind: str
    content: bytes
    packed: bytes
    digest: str

    @property
    def address(self) -> str:
        """Return the address under which browsers ask for it."""
        return f"/static/{self.digest}/{self.name}"


@dataclass(frozen=True, slots=True)
class Assets:
    """All files, by name."""

    files: dict[str, Asset] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        """Return the address of a file, for templates: ``{{ assets["desk.js"] }}``."""
        return self.files[name].address

    def at(self, digest: str, name: str) -> Asset | None:
        """Return the file of an address; None if there is none, or it had another content."""
        asset = self.files.get(name)
        return asset if asset is not None and asset.digest == digest else None


def load_assets(accents: Sequence[str] = ()) -> Assets:
    """Read the files of the desk. ``accents``: the style rules for the colours of this campaign's sides."""
    return Assets({**dict(_shipped()), SIDES: _asset(SIDES, "\n".join(accents).encode())})


@lru_cache(maxsize=1)
def _shipped() -> tuple[tuple[str, Asset], ...]:
    """Return the files that are alike for every campaign: read, joined and packed once for all desks of a process."""
    paths = (path for path in (*sorted(FOLDER.iterdir()), *sorted(FONTS.glob("*.woff2"))) if path.suffix in _KINDS)
    files = {path.name: _asset(path.name, path.read_bytes()) for path in paths}
    joined = {STYLE: _style_sheet(files), SCRIPT: _joined("js")}
    return (*files.items(), *((name, _asset(name, text.encode())) for name, text in joined.items()))


def _style_sheet(files: dict[str, Asset]) -> str:
    """Return all style sheets joined in the order of their names, with the addresses of the typeface filled in."""
    text = _joined("css")
    for name, asset in files.items():
        text = text.replace(f"url({name})", f"url({asset.address})")
    return text


def _joined(kind: str) -> str:
    """Return the files of a kind, in the order of their names, as one."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((FOLDER / kind).glob(f"*.{kind}")))


def _asset(name: str, content: bytes) -> Asset:
    packed = gzip.compress(content, 9, mtime=0) if not name.endswith((".woff2", ".png")) else b""
    return Asset(name, _KINDS[Path(name).suffix], content, packed, sha256(content).hexdigest()[:12])
