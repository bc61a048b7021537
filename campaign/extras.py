"""The extras of the installation: what to type to add one, wherever the program is installed."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGES = {
    "postgresql": '"psycopg[binary]"',
    "tables": "openpyxl odfdo",
    "forms": "pypdf",
    "osm": "osmium",
    "cluster": "distributed",
    "desk": "starlette uvicorn jinja2 markupsafe anyio python-multipart argon2-cffi segno",
}
"""What each extra installs, as it is typed."""


def way_to_add(extra: str) -> str:
    """Return the line that adds an extra to this installation. The project is not on the package index, and pipx and uv
    keep an environment without pip, so each way of installing has a line of its own.
    """
    home = Path(sys.prefix)
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if (home / "pipx_metadata.json").is_file():
        return f"pipx inject campaign-manager {PACKAGES[extra]}"
    if (home / "uv-receipt.toml").is_file():
        return f"uv pip install --python {python} {PACKAGES[extra]}"
    return f'{python} -m pip install "campaign-manager[{extra}]"'
