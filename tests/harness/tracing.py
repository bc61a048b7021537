"""Kill a process at the n-th thing it does to files: a write, a sync, a truncation, a new name, a name taken away.
Linux only.

    points(pid, go, folder)                     let it run to its end; what it did to files in the folder, in order
    points(pid, go, folder, at=7)               kill it just before the seventh
    points(pid, go, folder, at=7, torn=True)    ... with half of that write in the file

The process is followed from system call to system call, as a debugger does it, so nothing in it has to be prepared and
what SQLite does in C is met like everything else. ``go`` is called when it is being followed, and must start the work
in it.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_SEIZE, _INTERRUPT, _SYSCALL, _INFO = 0x4206, 0x4207, 24, 0x420E
"""Requests of ptrace, by their numbers in the kernel."""
_MARK_CALLS, _DIE_WITH_US = 1, 1 << 20
_AT_ENTRY = 1
_WAIT_ALL = 0x40000000

_CALLS = {
    "x86_64": {
        1: "write",
        18: "pwrite64",
        74: "fsync",
        75: "fdatasync",
        77: "ftruncate",
        82: "rename",
        264: "rename",
        316: "rename",
        86: "link",
        265: "link",
        87: "unlink",
        263: "unlink",
    },
    "aarch64": {
        64: "write",
        68: "pwrite64",
        82: "fsync",
        83: "fdatasync",
        46: "ftruncate",
        38: "rename",
        276: "rename",
        37: "link",
        35: "unlink",
    },
}
"""The system calls that change a file or its name, by machine."""
WRITES = {"write", "pwrite64"}
"""Of them those that can be torn."""
_BY_HANDLE = WRITES | {"fsync", "fdatasync", "ftruncate"}


class _Info(ctypes.Structure):
    """What PTRACE_GET_SYSCALL_INFO tells (kernel 5.3 and later)."""

    _fields_ = (
        ("op", ctypes.c_uint8),
        ("pad", ctypes.c_uint8 * 3),
        ("arch", ctypes.c_uint32),
        ("instruction", ctypes.c_uint64),
        ("stack", ctypes.c_uint64),
        ("number", ctypes.c_uint64),
        ("arguments", ctypes.c_uint64 * 6),
    )


@dataclass(frozen=True, slots=True)
class Point:
    """One thing done to a file. ``file`` is its name; empty for a rename, link or unlink."""

    what: str
    file: str


def why_not() -> str:
    """Why processes cannot be followed on this machine; empty if they can."""
    if platform.system() != "Linux" or platform.machine() not in _CALLS:
        return f"system calls are followed on Linux with {' or '.join(_CALLS)} only"
    release = tuple(int(part) for part in platform.release().split("-")[0].split(".")[:2])
    return "" if release >= (5, 3) else "the kernel is older than 5.3"


def points(pid: int, go: Callable[[], None], folder: Path, *, at: int | None = None, torn: bool = False) -> list[Point]:
    """Follow the process to its end or its death. Raises OSError where the system does not let one process follow
    another."""
    followed = _Followed(pid, folder.resolve())
    followed.seize()
    go()
    passed: list[Point] = []
    for call in followed.calls():
        point = followed.point(call)
        if point is None:
            continue
        passed.append(point)
        if len(passed) == at:
            if torn and point.what in WRITES:
                followed.write_half(call)
            os.kill(pid, signal.SIGKILL)
    return passed


class _Followed:
    """A process that is followed from system call to system call."""

    def __init__(self, pid: int, folder: Path) -> None:
        self.pid, self.folder = pid, folder
        self.names = _CALLS[platform.machine()]
        self.ptrace = ctypes.CDLL(None, use_errno=True).ptrace
        self.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
        self.ptrace.restype = ctypes.c_long

    def ask(self, request: int, address: int = 0, data: int = 0) -> None:
        """One request to the kernel. Raises OSError."""
        if self.ptrace(request, self.pid, address, data) < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    def seize(self) -> None:
        """Begin to follow it: it stops, and goes on to its next system call."""
        self.ask(_SEIZE, 0, _MARK_CALLS | _DIE_WITH_US)
        self.ask(_INTERRUPT)

    def calls(self) -> Iterator[_Info]:
        """Every system call that may change a file, as the process is about to make it. Ends when the process has
        ended."""
        while True:
            try:
                _, status = os.waitpid(self.pid, _WAIT_ALL)
            except ChildProcessError:
                return
            if os.WIFEXITED(status) or os.WIFSIGNALED(status):
                return
            signal_for_it = 0
            if os.WSTOPSIG(status) == signal.SIGTRAP | 0x80:
                info = _Info()
                self.ask(_INFO, ctypes.sizeof(info), ctypes.addressof(info))
                if info.op == _AT_ENTRY and info.number in self.names:
                    yield info
            elif status >> 16 == 0:
                signal_for_it = os.WSTOPSIG(status)
            with suppress(ProcessLookupError):
                self.ask(_SYSCALL, 0, signal_for_it)

    def point(self, info: _Info) -> Point | None:
        """What this call does to a file of the folder; None if it is about something else, such as a terminal or a
        pipe."""
        what = self.names[info.number]
        if what not in _BY_HANDLE:
            return Point(what, "")
        try:
            file = Path(f"/proc/{self.pid}/fd/{info.arguments[0]}").readlink()
        except OSError:
            return None
        return Point(what, file.name) if self.folder in file.parents else None

    def write_half(self, info: _Info) -> None:
        """Put the first half of what it was about to write into the file."""
        handle, address, count = info.arguments[0], info.arguments[1], info.arguments[2] // 2
        with open(f"/proc/{self.pid}/mem", "rb", buffering=0) as memory:  # noqa: PTH123 - a file of the kernel's
            memory.seek(address)
            content = memory.read(count)
        file = os.open(f"/proc/{self.pid}/fd/{handle}", os.O_WRONLY)
        try:
            os.pwrite(
                file, content, info.arguments[3] if self.names[info.number] == "pwrite64" else self._offset(handle)
            )
        finally:
            os.close(file)

    def _offset(self, handle: int) -> int:
        """Where in the file its next write goes."""
        return int(Path(f"/proc/{self.pid}/fdinfo/{handle}").read_text().split()[1])
