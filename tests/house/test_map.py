"""What CONTRIBUTING says of the rooms is what is there, and what import-linter checks."""

from __future__ import annotations

import re

import pytest

from tests.house.test_commands import HOUSE, PROJECT

PROSE = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
LAYERS = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
DATA = {"migrations", "orbats"}
"""Packages of the wheel that are no rooms of the program."""

pytestmark = pytest.mark.house


def drawn() -> set[str]:
    """Folders and modules of the map, as paths from the house."""
    block = re.search(r"## Where things live\n\n```\n(.*?)```", PROSE, re.S)
    assert block
    found, above = set(), list[str]()
    for line in block[1].splitlines():
        match = re.match(r"( *)([\w/.]+)(?:  |$)", line)
        if match:
            above = [*above[: len(match[1]) // 2], match[2].strip("/")]
            found.add("/".join(above))
    return found


def test_the_map_draws_every_room_and_no_other() -> None:
    rooms = {
        path.relative_to(HOUSE).as_posix()
        for path in (HOUSE / "campaign").iterdir()
        if path.is_dir() and (path / "__init__.py").exists()
    }
    assert sorted(rooms - drawn()) == []
    assert sorted(name for name in drawn() if not (HOUSE / name).exists()) == []


def test_the_sentence_of_imports_says_what_the_contract_says() -> None:
    sentence = re.search(r"^Imports point down only: (.*?)\.$", PROSE, re.M)
    assert sentence
    said = [set(re.findall(r"`([\w.]+)`", floor)) for floor in sentence[1].split(";")]
    layers = [{word.removeprefix("campaign.") for word in re.findall(r"[\w.]+", layer)} for layer in LAYERS]
    assert said == [{word.replace("campaign_reports", "reports") for word in layer} for layer in layers]
