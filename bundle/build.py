"""Build the folder for people without Python, and pack it: ``python bundle/build.py``.

It needs the extras that go into the folder and the one that builds it, installed into the Python that runs it:

    python -m pip install -c constraints.txt -e ".[bundle,postgresql,tables,forms,osm,desk]"
    python bundle/build.py

The folder is for the system that it is built on, Windows, macOS or Linux, and for that machine's kind of processor.
"""

from __future__ import annotations

import argparse
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

BUNDLE = Path(__file__).resolve().parent
HOUSE = BUNDLE.parent
SYSTEMS = {"win32": "windows", "darwin": "macos"}
LIBRARIES = """
    SQLAlchemy alembic Mako MarkupSafe typing_extensions click networkx shapely numpy reportlab charset-normalizer
    PyYAML astral defusedxml pillow platformdirs tzdata psycopg psycopg-binary openpyxl et_xmlfile odfdo lxml pypdf
    osmium requests urllib3 idna certifi joblib cloudpickle starlette anyio uvicorn h11 Jinja2 python-multipart
    argon2-cffi argon2-cffi-bindings cffi pycparser segno msgspec pyinstaller sphinx furo sphinx-basic-ng
    """
"""Distributions in the folder, whose licences are included; the last three are in the pages of the handbook."""
LISTED_FROM = 500_000
"""Bytes from which a part of the folder has a line of its own in CONTENTS.txt."""
NEEDS_GLIBC = re.compile(rb"GLIBC_(\d{1,3})\.(\d{1,3})\b")


def main() -> None:
    """Build and pack, and say where the archive is."""
    parser = argparse.ArgumentParser(description="Build the folder for people without Python, and pack it.")
    parser.add_argument("--out", type=Path, default=HOUSE / "dist", help="where to put the folder and the archive")
    parser.add_argument("--no-archive", action="store_true", help="leave the folder unpacked and make no archive")
    options = parser.parse_args()
    folder = build(options.out.resolve())
    print(folder if options.no_archive else pack(folder))


def build(out: Path) -> Path:
    """Build the folder in ``out``, with what a reader needs beside the program. Return it."""
    folder = out / "campaign-manager"
    work = HOUSE / "build" / "bundle"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", str(out)]
    subprocess.run([*command, "--workpath", str(work), str(BUNDLE / "campaign.spec")], check=True, cwd=HOUSE)
    for paper in (HOUSE / "LICENSE", HOUSE / "NOTICE", *starters()):
        shutil.copy(paper, folder / paper.name)
    write_handbook(folder / "handbook", work / "handbook")
    libraries = [distribution(name) for name in LIBRARIES.split()]
    for library in libraries:
        keep_licences(library, folder / "licences" / library.name)
    (folder / "CONTENTS.txt").write_text("\n".join((*contents(folder, libraries), "")), encoding="utf-8")
    windows_lines(folder)
    return folder


def system() -> str:
    """Return the system that the folder is for, as its archive names it."""
    return SYSTEMS.get(sys.platform, "linux")


def contents(folder: Path, libraries: Iterable[Distribution]) -> Iterator[str]:
    """Yield the lines of CONTENTS.txt: what the folder needs of its system, its libraries, and its parts by size."""
    yield f"What is in this folder, for {system()} on {platform.machine()}."
    if glibc := needed_glibc(folder):
        yield f"It needs glibc {'.'.join(map(str, glibc))} or later."
    yield from (
        "",
        f"Python {platform.python_version()}, and these libraries (their terms are in the folder licences):",
    )
    for library in sorted(libraries, key=lambda library: library.name.lower()):
        yield f"  {library.name} {library.version}"
    yield from ("", "Size in MB (parts under half a MB are counted together):")
    outside = (part for part in folder.iterdir() if part.name != "_internal")
    sizes = {part: size_of(part) for part in (*outside, *(folder / "_internal").iterdir())}
    large = {part: size for part, size in sizes.items() if size >= LISTED_FROM}
    for part, size in sorted(large.items(), key=lambda entry: -entry[1]):
        yield f"  {size / 1e6:6.1f}  {part.relative_to(folder).as_posix()}"
    yield f"  {sum(size for part, size in sizes.items() if part not in large) / 1e6:6.1f}  all other parts"
    yield f"  {sum(sizes.values()) / 1e6:6.1f}  the folder"


def size_of(part: Path) -> int:
    """Return the bytes of a file, or of all files in a folder."""
    files = part.rglob("*") if part.is_dir() else (part,)
    return sum(path.stat().st_size for path in files if path.is_file() and not path.is_symlink())


def needed_glibc(folder: Path) -> tuple[int, int] | None:
    """Return the newest version of glibc that a program or library in the folder asks for; None where none does."""
    found: set[tuple[int, int]] = set()
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    found |= {(int(major), int(minor)) for major, minor in NEEDS_GLIBC.findall(file.read())}
    return max(found, default=None)


def write_handbook(folder: Path, work: Path) -> None:
    """Write the handbook as web pages, which open without a server, for readers without Python."""
    command = [sys.executable, "-m", "sphinx", "-W", "-n", "-q", "-E", "-d", str(work), "docs", str(folder)]
    subprocess.run(command, check=True, cwd=HOUSE)
    for name in (".buildinfo", "objects.inv"):
        (folder / name).unlink(missing_ok=True)


def starters() -> list[Path]:
    """List the paper to read first and the files that open the program on this system."""
    return sorted((BUNDLE / system()).iterdir())


def windows_lines(folder: Path) -> None:
    """End the lines of the texts as Windows' editor and command prompt expect them, on Windows only."""
    if sys.platform == "win32":
        for path in (*folder.glob("*.txt"), *folder.glob("*.bat"), folder / "LICENSE", folder / "NOTICE"):
            path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8", newline="\r\n")


def keep_licences(library: Distribution, folder: Path) -> None:
    """Copy the licence files of a library; one that has none says so in a line."""
    papers = list(licences_of(library))
    folder.mkdir(parents=True)
    for number, paper in enumerate(papers, 1):
        shutil.copy(paper, folder / (paper.name if number == 1 else f"{number}-{paper.name}"))
    if not papers:
        terms = next(
            (library.metadata[key] for key in ("License-Expression", "License") if key in library.metadata), "not named"
        )
        (folder / "LICENSE.txt").write_text(f"{library.name} {library.version}: {terms}\n", encoding="utf-8")


def licences_of(library: Distribution) -> Iterator[Path]:
    """Yield the files of a library that state its terms."""
    for file in library.files or ():
        if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS")):
            path = Path(str(file.locate()))
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                yield path


def pack(folder: Path) -> Path:
    """Pack the folder beside itself: a zip file for Windows, a tar file elsewhere, which keeps what may be run."""
    sys.path.insert(0, str(HOUSE))
    from campaign import __version__

    name = folder.parent / f"campaign-manager-{__version__}-{system()}-{platform.machine().lower()}"
    kind = "zip" if sys.platform == "win32" else "gztar"
    return Path(shutil.make_archive(str(name), kind, folder.parent, folder.name))


if __name__ == "__main__":
    main()
