"""The shipped files of nations: establishments, organisations, weapons and vehicles to refer to.

They are read once a process, and again when one of them has changed on disk.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from campaign.errors import StoreError
from campaign.exchange.entry import pairs_of
from campaign.exchange.faults import Faults
from campaign.exchange.text import Node, read_tree, same
from campaign.folders import folder

FOLDER = "orbats/nations"


def nation_files() -> tuple[Path, ...]:
    """Return the files that ship with the program."""
    try:
        return tuple(sorted((folder("orbats") / "nations").glob("*.yaml")))
    except StoreError:
        return ()


def shipped(kind: str, faults: Faults) -> tuple[Node, ...]:
    """Return the sections of one kind in all of them."""
    nodes = []
    for path in nation_files():
        status = path.stat()
        read = Faults()
        tree = _tree(path, status.st_mtime_ns, status.st_size)
        if tree is None:
            tree = read_tree(path, f"{FOLDER}/{path.name}", read)
            for fault, consequent in read.errors.items():
                faults.errors.setdefault(fault, consequent)
        nodes += [section for key, section in pairs_of(tree, path.name, faults) if same(key.text) == kind]
    return tuple(nodes)


@lru_cache(maxsize=64)
def _tree(path: Path, changed_ns: int, size: int) -> Node | None:
    """Return a file in the version of that time; None if there is an error in it."""
    faults = Faults()
    tree = read_tree(path, f"{FOLDER}/{path.name}", faults)
    return None if faults.errors else tree
