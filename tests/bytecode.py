"""Keep compiled modules also where the environment forbids it, in a folder of pytest's own and not among the sources.

Every worker, and every process that a test starts, would compile the program again: longer than most tests take.
"""

from __future__ import annotations

import os
import sys
import sysconfig
import warnings
from contextlib import suppress
from importlib import import_module
from importlib.util import cache_from_source
from pathlib import Path

OWN = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"


def _take_over(folder: Path) -> None:
    """Link what was compiled when the libraries in a folder were installed to where Python looks with a prefix."""
    for compiled in folder.rglob("__pycache__/*.pyc"):
        module, tag, _ = compiled.name.split(".", 2)
        if tag != sys.implementation.cache_tag or compiled.name.count(".") > 2:
            continue
        looked_for = Path(cache_from_source(str(compiled.parents[1] / f"{module}.py")))
        looked_for.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):  # it is there, or lies on another disk: then it is compiled when it is imported
            looked_for.hardlink_to(compiled)


if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(OWN)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if not OWN.exists():
        for folder in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
            _take_over(Path(folder))

ENVIRONMENT = {"PYTHONPYCACHEPREFIX": sys.pycache_prefix} if sys.pycache_prefix else {}
"""Variables that a process needs which a test starts with an environment of its own, so that it finds what was compiled."""


def import_in_turn(files: list[Path], worker: int, workers: int) -> None:
    """Import test modules by the names that pytest gives them, each worker from another one on, so that none compiles
    what another compiles just then.

    What cannot be imported is passed over: it is told when it is collected.
    """
    first = len(files) * worker // workers
    for file in files[first:] + files[:first]:
        if str(file.parent) not in sys.path:
            sys.path.insert(0, str(file.parent))
        with suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("error")
            import_module(file.stem)
