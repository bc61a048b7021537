"""The wheel holds exactly what the folders hold, and works from an empty place."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bundle import man_page
from campaign.owner import owner
from tests.house.test_rooms import tracked

HOUSE = Path(__file__).resolve().parents[2]
MADE = {"PKG-INFO", "setup.cfg"}
"""What a source archive has besides, with the folder ``*.egg-info``."""
pytestmark = pytest.mark.house


def files_under(folder: str, inside: str) -> set[str]:
    """Every file of a top folder, named as it must be named in the wheel."""
    return {
        f"{inside}/{path.relative_to(HOUSE / folder).as_posix()}"
        for path in (HOUSE / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }


def copied(to: Path) -> Path:
    """A clean copy of the house: the files of the project and no others."""
    for path in tracked():
        target = to / path.relative_to(HOUSE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return to


BUILT = """
import logging, os, shutil, sys, zlib
from pathlib import Path
from setuptools import build_meta
packed = zlib.compressobj
zlib.compressobj = lambda level, *more, **options: packed(1, *more, **options)
logging.disable(logging.INFO)
dist, unpacked = map(Path, sys.argv[1:])
dist.mkdir()
shutil.unpack_archive(dist / build_meta.build_sdist(str(dist)), unpacked)
(project,) = unpacked.iterdir()
os.chdir(project)
build_meta.build_wheel(str(dist))
"""
"""What ``python -m build`` does, in one process: four would each look through all files of the project. It packs
loosely and names no file that it copies, which would take half of its time."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A clean copy of the house, with dist/*.whl built through the source archive and without the network."""
    copy = copied(tmp_path_factory.mktemp("house"))
    words = [sys.executable, "-c", BUILT, str(copy / "dist"), str(copy.with_name("unpacked"))]
    ran = subprocess.run(words, cwd=copy, text=True, capture_output=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    yield copy / "dist"
    shutil.rmtree(copy)


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


@pytest.mark.long
def test_the_source_archive_holds_the_whole_project(built: Path) -> None:
    """Whoever unpacks it has the documents, the tests and the versions they ran with, and can run them."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in (member.name for member in archive if member.isfile())}
    there = {name for name in names if ".egg-info/" not in name} - MADE
    expected = {path.relative_to(HOUSE).as_posix() for path in tracked()} - MADE
    assert sorted(expected - there) == [], "missing: name the file or its folder in MANIFEST.in"
    assert sorted(there - expected) == [], "too much: leave it out in MANIFEST.in"
    for name in ("constraints.txt", "docs", "tests", "orbats", "migrations", "reports", "LICENSE", "NOTICE"):
        assert any(file == name or file.startswith(f"{name}/") for file in there), name


def test_the_wheel_holds_what_the_folders_hold(wheel: Path) -> None:
    there = {name for name in zipfile.ZipFile(wheel).namelist() if not re.match(r"[^/]+\.(dist-info|data)/", name)}
    expected = (
        files_under("campaign", "campaign")
        | files_under("reports/campaign_reports", "campaign_reports")
        | files_under("migrations", "campaign/migrations")
        | files_under("orbats", "campaign/orbats")
    )
    assert sorted(expected - there) == [], "missing: list the package or its files in pyproject.toml [tool.setuptools]"
    assert sorted(there - expected) == []


@pytest.mark.long
def test_a_file_deleted_since_the_last_build_is_not_in_the_next(tmp_path: Path) -> None:
    """``pip install .`` leaves build/lib behind."""
    copied(tmp_path)
    gone = tmp_path / "campaign" / "gone.py"
    gone.write_text("", encoding="utf-8")
    held = []
    for folder in ("first", "second"):
        built = f"from setuptools.build_meta import build_wheel; build_wheel({folder!r})"
        (tmp_path / folder).mkdir()
        subprocess.run([sys.executable, "-c", built], cwd=tmp_path, check=True, capture_output=True)
        held.append("campaign/gone.py" in zipfile.ZipFile(next((tmp_path / folder).glob("*.whl"))).namelist())
        gone.unlink(missing_ok=True)
    assert held == [True, False]
    assert (tmp_path / "build" / "lib").is_dir(), "nothing was left behind, so nothing is proved"


def test_nothing_else_is_dropped_into_site_packages(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"campaign", "campaign_reports"}


def test_the_manual_page_goes_where_man_looks_and_is_that_of_the_program(wheel: Path) -> None:
    """``python bundle/man_page.py`` renews it."""
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if ".data/" in name)
        assert name.endswith(".data/data/share/man/man1/campaign.1")
        assert packed.read(name).decode("utf-8") == man_page.page(owner())
        (metadata,) = (name for name in packed.namelist() if name.endswith("/METADATA"))
        has_address = b"\nProject-URL:" in packed.read(metadata)
    assert has_address == any((owner().homepage, owner().handbook, owner().source, owner().issues, owner().releases))


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_man_can_read_the_page_without_a_warning() -> None:
    ran = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", str(man_page.PAGE)], text=True, capture_output=True, check=True
    )
    assert ran.stderr == ""


def test_licence_and_notice_go_along(wheel: Path, built: Path) -> None:
    for paper in ("LICENSE", "NOTICE"):
        assert any(name.endswith(f"licenses/{paper}") for name in zipfile.ZipFile(wheel).namelist())
        with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
            assert any(name.endswith(f"/{paper}") for name in archive.getnames())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked by pip into an empty folder."""
    target = tmp_path_factory.mktemp("site")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--no-index",
            "--no-compile",
            "--target",
            str(target),
            str(wheel),
        ],
        check=True,
        capture_output=True,
    )
    return target


def run(installed: Path, elsewhere: Path, *command: str) -> str:
    """Run the installed program, and only that, from another folder. ``-P`` keeps the current folder off the path."""
    ran = subprocess.run(
        [sys.executable, "-P", *command],
        cwd=elsewhere,
        text=True,
        encoding="utf-8",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.long
def test_the_installed_program_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    where = run(
        installed,
        tmp_path,
        "-c",
        "import campaign, campaign_reports; print(campaign.__file__); print(campaign_reports.__file__)",
    )
    assert [Path(line).is_relative_to(installed) for line in where.splitlines()] == [True, True]
    from campaign import __version__

    assert run(installed, tmp_path, "-m", "campaign", "--version").split() == ["campaign", __version__]


@pytest.mark.long
def test_the_installed_program_finds_its_data(installed: Path, tmp_path: Path) -> None:
    found = run(
        installed,
        tmp_path,
        "-c",
        "from campaign.folders import folder; print(folder('migrations')); print(folder('orbats'))",
    )
    assert [Path(line).is_relative_to(installed) for line in found.splitlines()] == [True, True]
    assert "operation-brevity" in run(installed, tmp_path, "-m", "campaign", "scenarios")
