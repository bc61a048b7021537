"""A page kept as a hash says where it changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.signs import Kept, changes, digest_of, kept_in, page_of

PAGE = ["$ campaign status", "day 1", "clear", "$ campaign log", *(f"entry {n}" for n in range(1, 40))]


def kept(tmp_path: Path, row: str = "") -> Kept:
    path = tmp_path / "pages"
    path.write_text(row or page_of("evening/log", PAGE), encoding="utf-8")
    return kept_in(path)["evening/log"]


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ([*PAGE[:2], "cloud", *PAGE[3:]], ["line 3 of 43, under campaign status: cloud"]),
        ([*PAGE[:10], *PAGE[12:]], ["before line 11: 2 lines left out"]),
        ([*PAGE, "entry 40"], ["line 44 of 44, under campaign log: entry 40"]),
        (["first", *PAGE], ["line 1 of 44: first"]),
        (
            [*PAGE[:4], *("?" * 39)],
            [*(f"line {n} of 43, under campaign log: ?" for n in (5, 6, 7)), "and 36 more lines"],
        ),
    ],
)
def test_the_lines_that_changed_are_shown(tmp_path: Path, now: list[str], told: list[str]) -> None:
    before = kept(tmp_path)
    assert before.digest == digest_of(PAGE) != digest_of(now)
    assert changes(before, now) == told


def test_a_page_kept_without_letters_and_a_new_one_say_so(tmp_path: Path) -> None:
    bare = kept(tmp_path, f"{digest_of(PAGE)}{'0' * 44}  evening/log\n")
    assert bare.digest == digest_of(PAGE)
    assert changes(bare, PAGE[1:]) == ["is other; which lines, nobody kept"]
    assert changes(None, PAGE) == ["is new, with 43 lines"]
