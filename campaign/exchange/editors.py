"""Help for text editors: the shipped JSON Schema is put beside the program's files, with the line that names it.

Editors with a YAML language server (VS Code, Neovim, Helix, Emacs, the JetBrains ones) then complete keys and words
while typing, explain them, and underline what cannot stand there.
"""

from __future__ import annotations

from pathlib import Path

from campaign.errors import Refused
from campaign.folders import folder

SCHEMA_FILE = "scenario.schema.json"
MODELINE = f"yaml-language-server: $schema={SCHEMA_FILE}"
"""Comment at the top of a file that leads an editor to the schema beside it."""


def shipped_schema() -> str:
    """Return the schema that comes with the program. Raises StoreError where the shipped folder is missing."""
    return (folder("orbats") / SCHEMA_FILE).read_text(encoding="utf-8")


def lay_schema(where: Path) -> Path:
    """Put the schema into a folder, over an older one of that name, and return its path. Raises Refused if the folder
    cannot be written to.
    """
    path = where / SCHEMA_FILE
    if not where.is_dir():
        raise Refused(f"there is no folder {str(where)!r}. Name the folder of your scenario")
    try:
        path.write_text(shipped_schema(), encoding="utf-8", newline="\n")
    except OSError as problem:
        raise Refused(
            f"{str(path)!r} cannot be written ({problem.strerror or problem}). Name a folder of your own"
        ) from problem
    return path
