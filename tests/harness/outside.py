"""What can be read of the program from outside, written down, and two such pictures compared.

    python -m tests.harness.outside write DIR [--level quick] [--of CHECKOUT]     picture of a checkout (this one)
    python -m tests.harness.outside compare DIR1 DIR2                             short differences; exit code 1 if there are any
    python -m tests.harness.outside against COMMIT [--level quick]                this checkout against a commit, both pictured now
    python -m tests.harness.outside renew                                         take today's golden picture as the one to keep

A picture is a folder a walk (``outside_walks.py``), in it text files: what every command answered, every paper's text, every file that
was exported, every row, entry and die. The same program gives the same picture on any day and machine. The levels are ``golden``, which
a test of the suite compares by hashes, and by a letter for each line (``tests/golden/outside.sha256``, ``signs.py``), ``quick`` and ``full``. Levels differ in what they walk, so
only pictures of one level compare.
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from tests.harness.signs import changes, digest_of, kept_in, page_of

ROOT = Path(__file__).resolve().parents[2]
WALKS = Path(__file__).with_name("outside_walks.py")
GOLDEN = ROOT / "tests" / "golden" / "outside.sha256"
_WIDTH = 200
"""Of a longer line the comparison shows what is around the first difference."""


def write(folder: Path, level: str, checkout: Path = ROOT, jobs: int = 2, only: Collection[str] = ()) -> None:
    """Write the picture of a checkout: each walk in a process of its own, started for that checkout's code. Raises RuntimeError."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(
        [sys.executable, str(WALKS), "names", level], capture_output=True, text=True, check=True
    ).stdout.split()
    names = [name for name in listed if not only or name in only]
    for name in names:
        shutil.rmtree(folder / name, ignore_errors=True)
    with ThreadPoolExecutor(jobs) as pool:
        failed = [
            failure for failure in pool.map(lambda name: _walked(name, level, folder, checkout), names) if failure
        ]
    if failed:
        raise RuntimeError("\n".join(failed))


def _walked(name: str, level: str, folder: Path, checkout: Path) -> str:
    """Run one walk; what went wrong, if anything."""
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": os.pathsep.join((str(checkout), str(checkout / "reports"))),
        "COLUMNS": "80",
        "LINES": "24",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
        "CAMPAIGN_AS": "umpire",
        "CAMPAIGN_PREFERENCES": str(
            (folder / name / "preferences.toml").resolve()
        ),  # nobody's own, and told of nothing yet
        **{
            key: os.environ[key]
            for key in ("CAMPAIGN_VALUES", "PYTHONHASHSEED", "PYTHONPYCACHEPREFIX", "SYSTEMROOT", "TMPDIR")
            if key in os.environ
        },
    }
    command = [sys.executable, str(WALKS), name, level, str((folder / name).resolve())]
    ran = subprocess.run(
        command, env=environment, cwd=tempfile.gettempdir(), capture_output=True, text=True, check=False
    )
    print(ran.stdout, end="", file=sys.stderr, flush=True)
    return "" if ran.returncode == 0 else f"walk {name} ended with {ran.returncode}:\n{ran.stderr[-3000:]}"


def hashes(folder: Path) -> dict[str, str]:
    """Every page of a picture with its hash."""
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.txt"))
    }


def differences(before: Path, after: Path, lines: int = 12) -> Iterator[str]:
    """What differs between two pictures, a block at a time, each under the command it answers; of each block so many lines."""
    old, new = hashes(before), hashes(after)
    for page in sorted(old.keys() | new.keys()):
        if page not in new or page not in old:
            yield f"--- {page}: only in {before if page in old else after}"
        elif old[page] != new[page]:
            yield from _differences(page, _blocks(before / page), _blocks(after / page), lines)


def _blocks(path: Path) -> dict[str, list[str]]:
    """The answers on a page by what was asked; what was asked twice is numbered."""
    blocks: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("$ ") or not blocks:
            heading, count = line, 1
            while heading in blocks:
                count += 1
                heading = f"{line} [{count}]"
            blocks[heading] = []
        else:
            blocks[next(reversed(blocks))].append(line)
    return blocks


def _differences(page: str, old: dict[str, list[str]], new: dict[str, list[str]], limit: int) -> Iterator[str]:
    for heading in [*old, *(heading for heading in new if heading not in old)]:
        before, after = old.get(heading), new.get(heading)
        if before is None or after is None:
            yield f"--- {page}: {heading}\n    {'no more asked, or with another exit code' if after is None else 'new, or with another exit code'}"
        elif before != after:
            changed = [
                line
                for line in difflib.unified_diff(before, after, lineterm="", n=1)
                if not line.startswith(("---", "+++"))
            ]
            told = [
                *_shortened(changed[:limit]),
                *([f"    ... {len(changed) - limit} lines more"] if len(changed) > limit else []),
            ]
            yield "\n".join((f"--- {page}: {heading}", *told))


def _shortened(lines: list[str]) -> Iterator[str]:
    """Long lines cut to what is around the place where they part."""
    taken = [line for line in lines if line[:1] in "+-" and len(line) > _WIDTH]
    alike = itertools.takewhile(
        lambda letters: len(set(letters)) == 1, zip(*(line[1:] for line in taken), strict=False)
    )
    start = max(0, len(list(alike)) - 60) if len(taken) > 1 else 0
    for line in lines:
        yield line if len(line) <= _WIDTH else f"{line[0]}...{line[1 + start : 1 + start + _WIDTH]}..."


def compare(before: Path, after: Path, blocks: int = 40) -> int:
    """Print the differences of two pictures, the first so many blocks in full; the exit code."""
    for folder in (before, after):
        if not any(folder.rglob("*.txt")):
            print(f"{folder} holds no picture: python -m tests.harness.outside write {folder}")
            return 2
    count = 0
    for count, block in enumerate(differences(before, after), 1):
        if count <= blocks:
            print(block)
    if count > blocks:
        print(f"... and {count - blocks} answers more (--blocks N shows more)")
    print(f"{len(hashes(after))} pages: " + (f"{count} answers differ" if count else "nothing differs"))
    return int(count > 0)


def against(commit: str, level: str, jobs: int, blocks: int) -> int:
    """Picture a commit and this checkout with the same walks, and compare them; the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with checkout(commit) as old:
            write(home / "before", level, old, jobs)
        write(home / "after", level, ROOT, jobs)
        return compare(home / "before", home / "after", blocks)


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """A checkout of a commit, for as long as it is needed."""
    git = ["git", "-C", str(ROOT), "worktree"]
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder) / "old"
        subprocess.run([*git, "add", "--detach", "--quiet", str(old), commit], check=True)
        try:
            yield old
        finally:
            subprocess.run([*git, "remove", "--force", str(old)], check=True)


def golden(folder: Path) -> dict[str, list[str]]:
    """The golden picture of this checkout, written into a folder: the lines of its pages by name."""
    write(folder, "golden")
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8").split("\n")
        for path in sorted(folder.rglob("*.txt"))
    }


def changed_pages(folder: Path) -> list[str]:
    """The pages that are others than those kept, each with the first lines that changed, and those that are gone."""
    kept, now = kept_in(GOLDEN), golden(folder)
    return [
        *(
            f"{name} {place}"
            for name, lines in now.items()
            if name not in kept or kept[name].digest != digest_of(lines)
            for place in changes(kept.get(name), lines)
        ),
        *(f"{name} is gone" for name in kept if name not in now),
    ]


def renew() -> int:
    """Take today's golden picture as the one to keep."""
    with tempfile.TemporaryDirectory() as folder:
        pages = golden(Path(folder))
    GOLDEN.write_text("".join(page_of(name, lines) for name, lines in pages.items()), encoding="utf-8")
    print(f"{GOLDEN.relative_to(ROOT)} is written anew")
    return 0


def main(words: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.harness.outside", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--level", choices=("golden", "quick", "full"), default="quick")
    parser.add_argument("--jobs", type=int, default=2, help="walks at the same time")
    parser.add_argument("--blocks", type=int, default=40, help="so many differing answers are shown")
    parser.add_argument(
        "--of", type=Path, default=ROOT, metavar="CHECKOUT", help="with write: which checkout's program"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="WALK", help="with write: this walk only; may be repeated"
    )
    parser.add_argument("verb", choices=("write", "compare", "against", "renew"))
    parser.add_argument("names", nargs="*", metavar="DIR or COMMIT")
    asked = parser.parse_args(words)
    if len(asked.names) != {"write": 1, "compare": 2, "against": 1, "renew": 0}[asked.verb]:
        parser.error(
            f"{asked.verb} takes {'two folders' if asked.verb == 'compare' else 'one name' if asked.verb != 'renew' else 'nothing more'}"
        )
    if asked.verb == "write":
        write(Path(asked.names[0]), asked.level, asked.of.resolve(), asked.jobs, asked.only)
        return 0
    if asked.verb == "compare":
        return compare(Path(asked.names[0]), Path(asked.names[1]), asked.blocks)
    return renew() if asked.verb == "renew" else against(asked.names[0], asked.level, asked.jobs, asked.blocks)


if __name__ == "__main__":
    sys.exit(main())
