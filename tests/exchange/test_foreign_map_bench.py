"""Maps with known kilometres, in many manners: right, or a question, and never wrong in silence."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from campaign.errors import CampaignError
from campaign.exchange.foreign.convert import convert
from campaign.exchange.foreign.wishes import Wishes
from tests.exchange.map_bench import HELD, OPEN, Manner, Truth

NEAR = 0.02
"""Part of the kilometres by which a map may differ and be right."""


def outcome(truth: Truth) -> tuple[str, str]:
    """``right``, ``asked`` or ``wrong`` with what was found; ``silent`` for a wrong one without a doubt."""
    try:
        done = convert(truth.files, Wishes())
    except CampaignError as fault:
        return "asked", str(fault)
    ground = yaml.safe_load(done.files["map.yaml"])
    km = sum(float(road["km"]) for road in ground["roads"])
    names = sum(re.fullmatch(r"p\d+", key) is None for key in ground["places"])
    found = f"{km:.2f} km, {len(ground['roads'])} roads, {names} names"
    is_right = abs(km - truth.km) <= NEAR * truth.km and (len(ground["roads"]), names) == (truth.roads, truth.names)
    has_doubt = any(doubt.weight > 0 for doubt in done.doubts)
    if is_right:
        return ("right", found) if has_doubt or not truth.must_doubt else ("silent", found)
    return "wrong" if has_doubt else "silent", found


@pytest.mark.parametrize("manner", OPEN, ids=lambda manner: manner.name)
def test_a_map_is_right_or_a_question(manner: Manner, tmp_path: Path) -> None:
    truth = manner.write(tmp_path)
    word, found = outcome(truth)
    assert word == ("asked" if truth.may_ask else "right"), (found, truth)


def test_the_maps_that_are_held_back(tmp_path: Path) -> None:
    """Only totals: what they show of a single map is not looked at."""
    words: Counter[str] = Counter()
    for manner in HELD:
        folder = tmp_path / manner.name
        folder.mkdir()
        words[outcome(manner.write(folder))[0]] += 1
    assert words["silent"] == 0 and words["wrong"] <= 2 and words["asked"] <= 2, words
