"""A campaign's parcel for the next umpire: a zip with the campaign's file, the files that belong to it, and a page to
read.

    parcel.zip
      READ-FIRST.txt       the present state, what waits, the players
      campaign.db          the campaign
      house/ scenario/ drafts/ with/
      contents.json        the format, and the SHA-256 over every other file

Files from a parcel are checked against its contents before anything is done with them.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path

from campaign.errors import BadFile, StoreError
from campaign.exchange.library_border import library_reads
from campaign.exchange.placing import new_file, private_folder

FORMAT, VERSION = "campaign parcel", 1
CAMPAIGN, READ_FIRST, CONTENTS = "campaign.db", "READ-FIRST.txt", "contents.json"
_TIGHTEST, _SMALL = 200, 1_000_000
"""Largest ratio of unpacked to packed size, and the size in bytes up to which the ratio is not tested."""
_PIECE = 1 << 20


def write_parcel(path: Path, files: Mapping[str, Path | str]) -> None:
    """Pack files, by their names in the parcel, and texts; read the parcel back before it gets its name. Nothing is
    overwritten. Raises StoreError.
    """
    contents = {name: file.encode() if isinstance(file, str) else file.read_bytes() for name, file in files.items()}
    listed = {name: sha256(content).hexdigest() for name, content in contents.items()}
    head = json.dumps({"format": FORMAT, "version": VERSION, "files": listed}, indent=1, ensure_ascii=False)
    with new_file(path, secret=True) as draft:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as parcel:
            for name, content in (*contents.items(), (CONTENTS, head.encode())):
                parcel.writestr(name, content)
        if not is_parcel(draft):
            raise StoreError(f"{path} was not written correctly and has been deleted. Check the disk, then try again")
        with zipfile.ZipFile(draft) as parcel:
            for name, digest in listed.items():
                if sha256(parcel.read(name)).hexdigest() != digest:
                    raise StoreError(
                        f"{path} was not written correctly and has been deleted. Check the disk, then try again"
                    )


def is_parcel(path: Path) -> bool:
    """Return whether a file is a campaign's parcel, not any other zip."""
    try:
        with _of_zip(path), zipfile.ZipFile(path) as parcel:
            return _head(parcel) is not None
    except (OSError, BadFile):
        return False


def _of_zip(path: Path) -> AbstractContextManager[None]:
    """Raise BadFile for what the library meets in a parcel that is not as it was written."""
    return library_reads(lambda why: BadFile(f"{path} cannot be unpacked ({why}). Ask for it to be sent again"))


def _head(parcel: zipfile.ZipFile) -> dict[str, object] | None:
    """Return the parcel's own description; None for any other zip."""
    try:
        info = parcel.getinfo(CONTENTS)
        head = json.loads(parcel.read(info)) if info.file_size <= _SMALL else None
    except (KeyError, ValueError, RecursionError):
        return None
    return head if isinstance(head, dict) and head.get("format") == FORMAT else None


@contextmanager
def campaign_file_in(path: Path) -> Iterator[Path]:
    """Give the campaign's file in a parcel, unpacked for the duration of the block; any other file unchanged. Raises
    BadFile for a parcel that differs from its contents.
    """
    if not is_parcel(path):
        yield path
        return
    with private_folder() as folder:
        file = Path(folder, path.name)
        with _of_zip(path), zipfile.ZipFile(path) as parcel:
            _unpack(parcel, file, path)
        yield file


def _unpack(parcel: zipfile.ZipFile, file: Path, path: Path) -> None:
    head = _head(parcel) or {}
    listed = head.get("files")
    if head.get("version") != VERSION or not isinstance(listed, dict):
        raise BadFile(
            f"{path} is a parcel of version {head.get('version')}, but this program reads version {VERSION}. "
            "Install the version of the program that packed it"
        )
    if CAMPAIGN not in listed or CAMPAIGN not in parcel.namelist():
        raise BadFile(f"{path} has no {CAMPAIGN} in it. Ask for it to be sent again")
    info = parcel.getinfo(CAMPAIGN)
    if info.file_size > max(_SMALL, info.compress_size * _TIGHTEST):
        raise BadFile(
            f"{path} was not unpacked, because its {CAMPAIGN} would take {info.file_size} bytes, far more than "
            "possible. Ask for it to be sent again"
        )
    total = sha256()
    with parcel.open(info) as packed, file.open("wb") as unpacked:
        while piece := packed.read(_PIECE):
            total.update(piece)
            unpacked.write(piece)
    if total.hexdigest() != listed[CAMPAIGN]:
        raise BadFile(
            f"{path} is damaged, because its {CAMPAIGN} has changed since it was packed. Ask for it to be sent again"
        )
