"""Files that were sent: read within limits, under names of the desk's own, never the sender's.

one_upload(files, name, most) -> Sent      the one file of a form's field
as_sent(folder, names)                     a refusal as the sender may read it, without this machine's folders

WaitingFiles      files that wait in a folder of the desk until it is decided what becomes of them
"""

from __future__ import annotations

import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from campaign.errors import BadFile, BadInput, CampaignError, NotFound, StoreError
from campaign.exchange.placing import private_folder
from campaign.terms.printable import for_the_screen
from campaign.values import dataclass, field
from campaign.web.answer import Upload

LONGEST_NAME: Final = 80
KEPT_FOR: Final = 3_600.0
"""Seconds for which a file waits."""
MOST_WAITING: Final = 6
"""Most files that wait at one time; a further one takes the place of the oldest."""
_ENDING: Final = re.compile(r"(?:\.[a-z0-9]{1,8}){1,2}")


@dataclass(frozen=True, slots=True)
class Sent:
    """A file that was sent. ``called``: the sender's word for it, made fit to be shown; ``ending``: what tells its
    kind, in letters and digits.
    """

    called: str
    ending: str
    content: bytes


def one_upload(files: Mapping[str, tuple[Upload, ...]], name: str, most: int) -> Sent:
    """Return the one file that was sent in a field. Raises BadInput if there is none, or it is too large."""
    sent = uploads(files, name, most)
    if len(sent) != 1:
        raise BadInput(
            "no file was chosen. Choose a file, then send it"
            if not sent
            else "more than one file was chosen. Choose one file only"
        )
    return sent[0]


def uploads(files: Mapping[str, tuple[Upload, ...]], name: str, most: int) -> tuple[Sent, ...]:
    """Return every file that was sent in a field. Raises BadInput for one that is too large."""
    return tuple(_sent(upload.name, upload.content, most) for upload in files.get(name, ()))


def _sent(name: str, content: bytes, most: int) -> Sent:
    plain = for_the_screen(PurePosixPath(name.replace("\\", "/")).name).strip()[:LONGEST_NAME] or "file"
    if len(content) > most:
        raise BadInput(f"{plain} is too large. You can send at most {most // 1000} kB here")
    ending = "".join(PurePosixPath(plain.lower()).suffixes[-2:])
    return Sent(plain, ending if _ENDING.fullmatch(ending) else "", content)


@contextmanager
def as_sent(folder: Path, names: Callable[[str], str]) -> Iterator[None]:
    """Raise a refusal of the block anew without this machine's folders. ``names``: from a text with the desk's own file
    names to one with the sender's.
    """

    def text(words: str) -> str:
        return names(words.replace(f"{folder}/", "").replace(str(folder), "the folder"))

    try:
        yield
    except BadFile as fault:
        raise BadFile(text(str(fault)), tuple(map(text, fault.faults))) from fault
    except StoreError as fault:
        raise BadInput(text(str(fault))) from fault
    except CampaignError as fault:
        raise type(fault)(text(str(fault))) from fault


@dataclass(slots=True)
class WaitingFile:
    """A file that waits. ``path`` lies in a folder of its own, which holds nothing else."""

    token: str
    called: str
    path: Path
    since: float


@dataclass(slots=True)
class WaitingFiles:
    """The files that wait at one desk, in a temporary folder that goes when the desk closes."""

    clock: Callable[[], float] = time.monotonic
    _folder: TemporaryDirectory[str] | None = None
    _files: dict[str, WaitingFile] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, sent: Sent) -> WaitingFile:
        """Keep a file for an hour. Raises StoreError if the disk takes no more."""
        with self._lock:
            if self._folder is None:
                self._folder = private_folder()
            self._forget_old()
            token = secrets.token_urlsafe(12)
            folder = Path(self._folder.name, str(len(self._files)) + secrets.token_hex(4))
            path = folder / f"sent{sent.ending}"
            try:
                folder.mkdir()
                path.write_bytes(sent.content)
            except OSError as fault:
                shutil.rmtree(folder, ignore_errors=True)
                raise StoreError(
                    f"{sent.called} could not be kept on this computer: {fault.strerror or fault}"
                ) from fault
            waiting = WaitingFile(token, sent.called, path, self.clock())
            self._files[token] = waiting
            return waiting

    def _forget_old(self) -> None:
        now = self.clock()
        old = [token for token, waiting in self._files.items() if now - waiting.since > KEPT_FOR]
        spare = sorted(self._files, key=lambda token: self._files[token].since)[: len(self._files) - MOST_WAITING + 1]
        for token in {*old, *(spare if len(self._files) >= MOST_WAITING else ())}:
            shutil.rmtree(self._files.pop(token).path.parent, ignore_errors=True)

    def get(self, token: str) -> WaitingFile:
        """Return a file that waits. Raises NotFound."""
        with self._lock:
            waiting = self._files.get(token)
        if waiting is None:
            raise NotFound("the desk no longer has that file, because it keeps files for one hour. Send the file again")
        return waiting

    def drop(self, token: str) -> None:
        """Throw a file away."""
        with self._lock:
            waiting = self._files.pop(token, None)
        if waiting is not None:
            shutil.rmtree(waiting.path.parent, ignore_errors=True)

    def close(self) -> None:
        """Throw all of them away."""
        with self._lock:
            self._files.clear()
            if self._folder is not None:
                self._folder.cleanup()
                self._folder = None
