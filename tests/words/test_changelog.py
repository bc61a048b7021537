"""The changelog is short: at most ten lines a release, none longer than a screen is wide."""

from __future__ import annotations

import re
from pathlib import Path

import campaign

CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")


def releases() -> dict[str, list[str]]:
    """The lines below each release's heading, without empty ones."""
    _, *parts = re.split(r"^## (.+)$", CHANGELOG, flags=re.M)
    return {
        heading: [line for line in text.splitlines() if line.strip()]
        for heading, text in zip(parts[::2], parts[1::2], strict=True)
    }


def test_a_release_has_at_most_ten_lines() -> None:
    assert releases()
    for heading, lines in releases().items():
        assert 0 < len(lines) <= 10, heading
        assert [line for line in lines if not line.startswith("- ")] == [], heading


def test_no_line_is_longer_than_160_characters() -> None:
    assert [line for line in CHANGELOG.splitlines() if len(line) > 160] == []


def test_the_version_of_the_program_has_its_release() -> None:
    assert any(heading.split(",")[0] == campaign.__version__ for heading in releases())
