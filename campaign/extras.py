"""The extras of the installation: what to type to add one, wherever the program is installed.

The project is not on the package index, and somebody else may take its name there: no line that is printed asks the
index for it.
"""

from __future__ import annotations

import json
import sys
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

NAME = "campaign-manager"
PACKAGES = {
    "postgresql": '"psycopg[binary]"',
    "tables": "openpyxl odfdo",
    "forms": "pypdf",
    "osm": "osmium",
    "grids": "pyproj",
    "shapefile": "pyshp",
    "cluster": "distributed",
    "desk": "starlette uvicorn jinja2 markupsafe anyio python-multipart argon2-cffi segno",
}
"""What each extra installs, as it is typed."""
NOT_IN_THE_FOLDER = ("cluster", "grids", "shapefile")
OF_THE_FOLDER = "unpack the complete folder for people without Python again"
NEEDS_PYTHON = (
    "install the program with Python, as in the handbook; the folder for people without Python cannot have this part"
)


def way_to_add(extra: str) -> str:
    """Return the line that adds an extra to this installation: from the folder or wheel that it came from, while that
    is there; otherwise the packages by their own names, as pipx and uv need them. The folder for people without Python
    has its extras, and no line to type.
    """
    if getattr(sys, "frozen", False):
        return NEEDS_PYTHON if extra in NOT_IN_THE_FOLDER else OF_THE_FOLDER
    home = Path(sys.prefix)
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if (home / "pipx_metadata.json").is_file():
        return f"pipx inject {NAME} {PACKAGES[extra]}"
    pip = f"{python} -m pip install" if PathFinder.find_spec("pip") is not None else f"uv pip install --python {python}"
    if (home / "uv-receipt.toml").is_file():
        return f"uv pip install --python {python} {PACKAGES[extra]}"
    source, is_editable = _source()
    if source is None:
        return f"{pip} {PACKAGES[extra]}"
    return f'{pip} {"-e " if is_editable else ""}"{source}[{extra}]"'


def _source() -> tuple[Path | None, bool]:
    """Return the folder or wheel from which the program was installed, if it is still there, and whether the program
    runs from that folder itself (PEP 610).
    """
    try:
        origin = json.loads(distribution(NAME).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return None, False
    address = urlsplit(str(origin.get("url", "")))
    path = Path(url2pathname(address.path))
    if address.scheme != "file" or not (path.is_file() or (path / "pyproject.toml").is_file()):
        return None, False
    return path, bool(origin.get("dir_info", {}).get("editable"))
