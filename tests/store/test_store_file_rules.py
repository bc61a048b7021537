"""What Windows asks of files, by its own path rules, as far as they can be followed elsewhere."""

from __future__ import annotations

import errno
import sqlite3
import stat
from contextlib import closing
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from sqlalchemy import make_url

from campaign.errors import StoreError
from campaign.file_rules import is_device, is_read_only, name_fault, replace_file, require_name, sqlite_address
from campaign.store.engine import file_path, server_url
from campaign.terms.words import file_name


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (PureWindowsPath(r"C:\Zoë\Campaigns\campaign.db"), "file:///C:/Zo%C3%AB/Campaigns/campaign.db"),
        (PureWindowsPath(r"C:\50% done?\#1.db"), "file:///C:/50%25%20done%3F/%231.db"),
        (PureWindowsPath(r"\\clubhouse\campaigns\brevity.db"), "file:////clubhouse/campaigns/brevity.db"),
        (PurePosixPath("/disk/club #1/brevity.db"), "file:///disk/club%20%231/brevity.db"),
    ],
)
def test_sqlite_opens_a_file_by_an_address_without_a_host(path: PureWindowsPath | PurePosixPath, address: str) -> None:
    """A share's server in the place of a URI's host is refused by SQLite: "invalid uri authority"."""
    assert sqlite_address(path, "rw") == f"{address}?mode=rw"


def test_sqlite_takes_the_addresses(tmp_path: Path) -> None:
    """The part of SQLite that reads a URI is the same on every system; so the shape of a share's address is tried too."""
    path = tmp_path / "50% done? #1 é.db"
    with closing(sqlite3.connect(path)) as made:
        made.execute("create table x (y)")
    with closing(sqlite3.connect(sqlite_address(path, "ro"), uri=True)) as handle:
        assert handle.execute("select name from sqlite_master").fetchall() == [("x",)]
    with pytest.raises(sqlite3.OperationalError, match="invalid uri authority"):
        sqlite3.connect(f"{PureWindowsPath('//clubhouse/campaigns/b.db').as_uri()}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        sqlite3.connect(sqlite_address(PureWindowsPath("//clubhouse/campaigns/b.db"), "ro"), uri=True)


@pytest.mark.parametrize(
    "path", [r"C:\Users\Ann\campaign.db", r"\\clubhouse\share\campaign.db", "D:campaign.db", r"..\campaign.db"]
)
def test_a_windows_path_is_no_address_of_a_server(path: str) -> None:
    assert server_url(path) is None
    assert str(file_path(path)) == path
    assert str(file_path(f"sqlite:///{path}")) == path == make_url(f"sqlite:///{path}").database


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        (r"C:\Users\Ann\campaign.db", ""),
        (r"\\clubhouse\share\campaign.db", ""),
        (r"..\.hidden\x..db", ""),
        ("console.db", ""),
        ("day 1: try.db", "Windows does not allow ':' in a name"),
        ("C:\\what?\\x.db", "Windows does not allow '?' in a name"),
        ('a"b.pdf', "Windows does not allow '\"' in a name"),
        ("tab\t.pdf", "Windows does not allow '\\t' in a name"),
        ("aux.pdf", "'aux.pdf' is the name of a device on Windows"),
        ("NUL", "'NUL' is the name of a device on Windows"),
        ("Con .tar.gz", "'Con .tar.gz' is the name of a device on Windows"),
        ("com3.db", "'com3.db' is the name of a device on Windows"),
        ("papers.", "Windows cuts off the dot at the end of 'papers.'"),
        (r"x \y", "Windows cuts off the blank at the end of 'x '"),
    ],
)
def test_a_name_that_windows_does_not_take_is_refused_before_a_file_is_made(path: str, fault: str) -> None:
    """Otherwise ``day 1: try.db`` is a hidden part of a file ``day 1``, and what is written to ``nul`` is lost."""
    assert name_fault(PureWindowsPath(path)) == fault
    if fault:
        with pytest.raises(StoreError) as refused:
            require_name(PureWindowsPath(path), windows=True)
        assert str(refused.value) == f"{PureWindowsPath(path)} cannot be made ({fault}). Choose another name."
    require_name(PureWindowsPath(path), windows=False)


@pytest.mark.parametrize(
    "name",
    ["1st/7th Middlesex", "CON", "aux", "nul", "Com1", "trailing. ", "5.", 'a:?*<>|"b', "Łódź", "1. Pułk Ułanów", "北"],
)
def test_files_named_for_units_have_names_that_windows_takes(name: str) -> None:
    for made in (file_name(name, ".pdf"), file_name(name, ".pdf", ending="day 1"), f"{file_name(name)}-return.yaml"):
        assert name_fault(PureWindowsPath(made)) == ""
        assert made == made.casefold(), "two names that differ in case only are one file there"


def test_devices_are_known_by_name_whatever_follows() -> None:
    assert [name for name in ("aux", "AUX.yaml", "com0", "com10", "lpt9.x", "auxiliary") if is_device(name)] == [
        "aux",
        "AUX.yaml",
        "lpt9.x",
    ]


class Held:
    """A draft whose move is refused a number of times, as Windows does while a scanner reads the new file."""

    def __init__(self, times: int) -> None:
        self.times = times

    def replace(self, path: Path) -> None:
        self.times -= 1
        if self.times >= 0:
            raise PermissionError(errno.EACCES, "Access is denied")
        path.write_text("moved", encoding="utf-8")


def test_a_file_that_is_held_for_a_moment_is_replaced_all_the_same(tmp_path: Path) -> None:
    replace_file(Held(3), tmp_path / "x.pdf", windows=True)  # type: ignore[arg-type]
    assert (tmp_path / "x.pdf").read_text(encoding="utf-8") == "moved"
    with pytest.raises(PermissionError, match="Access is denied"):
        replace_file(Held(1), tmp_path / "x.pdf", windows=False)  # type: ignore[arg-type]


def test_a_file_that_stays_open_elsewhere_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.file_rules._PATIENCE", 0.1)
    with pytest.raises(PermissionError) as refused:
        replace_file(Held(1000), tmp_path / "x.pdf", windows=True)  # type: ignore[arg-type]
    assert (
        refused.value.strerror
        == "the file is open in another program, or may not be written to. Close it in the other program, or choose another file"
    )


def test_the_mark_read_only_means_nothing_for_a_folder_on_windows(tmp_path: Path) -> None:
    """Documents and the desktop bear it, and can be written."""
    folder = tmp_path / "Documents"
    folder.mkdir()
    file = folder / "campaign.db"
    file.touch()
    file.chmod(stat.S_IREAD)
    folder.chmod(stat.S_IREAD | stat.S_IEXEC)
    try:
        may_write = not is_read_only(folder, windows=True)  # what the system says, which asks root for nothing
        assert may_write == (not is_read_only(tmp_path, windows=True) and _writes(folder))
        assert is_read_only(folder, windows=False)
        assert is_read_only(file, windows=True)
    finally:
        folder.chmod(stat.S_IRWXU)


def _writes(folder: Path) -> bool:
    try:
        (folder / "try").touch()
    except PermissionError:
        return False
    return True
