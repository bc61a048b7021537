"""An installation on Windows, macOS and Linux takes the versions that were tested, and every licence goes along."""

from __future__ import annotations

import pytest

from bundle.build import LIBRARIES
from tests.house.systems import FOR_RELEASES, FOR_USERS, PYTHONS, SYSTEMS, needed
from tests.house.test_commands import PROJECT, normal, pins

pytestmark = pytest.mark.house


@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_that_a_system_needs_is_pinned(system: str) -> None:
    """Also what this machine does not need, as colorama on Windows."""
    extras = FOR_USERS | FOR_RELEASES | {"test"}
    assert {name for python in PYTHONS for name in needed(system, python, extras)} - pins().keys() == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_licences_of_all_libraries_go_into_the_folder_of_each_system(system: str) -> None:
    assert needed(system, "3.11") - {normal(name) for name in LIBRARIES.split()} == set()


def test_the_versions_of_python_are_those_of_the_workflow() -> None:
    said = [line.rpartition(":: ")[2] for line in PROJECT["project"]["classifiers"] if ":: Python :: 3." in line]
    assert set(said) <= set(PYTHONS)
