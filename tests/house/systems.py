"""What an installation needs on each system: ``python -m tests.house.systems`` asks the package index for its wheels.

needed(system, python)   names of all distributions, by what those that are installed here say they need
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution

from packaging.requirements import Requirement

from tests.house.test_commands import normal, pins

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LINUX = [f"manylinux_2_{minor}_x86_64" for minor in range(35, 4, -1)] + ["manylinux2014_x86_64", "linux_x86_64"]
SYSTEMS: dict[str, tuple[dict[str, str], list[str]]] = {
    "Windows": (
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
        ["win_amd64"],
    ),
    "macOS, Apple silicon": (
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
        ["macosx_14_0_arm64"],
    ),
    "macOS, Intel": (
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "x86_64"},
        ["macosx_15_0_x86_64"],
    ),
    "Linux": (
        {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"},
        LINUX,
    ),
}
"""Of each: what markers read of it, and the names that its wheels bear, those of the machines of release.yml."""
FOR_USERS = frozenset({"postgresql", "tables", "forms", "osm", "desk"})
FOR_RELEASES = frozenset({"bundle", "release", "docs"})


def needed(system: str, python: str, extras: frozenset[str] = FOR_USERS) -> set[str]:
    """Return every distribution that this project and these extras of it need on a system."""
    environment = {
        **SYSTEMS[system][0],
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    found: set[str] = set()
    asked: set[tuple[str, frozenset[str]]] = set()
    waiting = [("campaign-manager", extras)]
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in asked:
            continue
        asked.add((name, wanted))
        found.add(name)
        for one in _asked_for(name):
            holds = one.marker is None or any(
                one.marker.evaluate({**environment, "extra": key}) for key in wanted or {""}
            )
            waiting += [(normal(one.name), frozenset(one.extras))] if holds else []
    return found - {"campaign-manager"}


@cache
def _asked_for(name: str) -> tuple[Requirement, ...]:
    """Return what a distribution says that it needs; nothing is known of one that is not installed here."""
    try:
        return tuple(map(Requirement, distribution(name).requires or ()))
    except PackageNotFoundError:
        return ()


def without_wheel(system: str, python: str, names: set[str]) -> list[str]:
    """Return the pinned distributions of which the index has no wheel for a system. It asks for all at once, and for
    each only if one is missing. It installs none.
    """
    versions, platforms = pins(), SYSTEMS[system][1]
    lines = [f"{name}=={versions[name]}" for name in sorted(names)]
    if _have_wheels(lines, python, platforms):
        return []
    return [line for line in lines if not _have_wheels([line], python, platforms)]


def _have_wheels(lines: list[str], python: str, platforms: list[str]) -> bool:
    words = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--no-deps", "--only-binary", ":all:"]
    words += ["--python-version", python, *(word for name in platforms for word in ("--platform", name))]
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([*words, "--target", folder, *lines], capture_output=True).returncode == 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Ask the package index for wheels of every pinned distribution.")
    parser.add_argument("--python", nargs="*", default=[PYTHONS[0], PYTHONS[-1]], help="versions of Python")
    for python in parser.parse_args().python:
        for system in SYSTEMS:
            names = needed(system, python)
            missing = without_wheel(system, python, names)
            print(
                f"{system}, Python {python}: {len(names) - len(missing)} of {len(names)} have a wheel",
                *missing,
                flush=True,
            )
