"""Nothing that can be read from outside changes unnoticed: the golden walk answers as it did, page by page."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.values import STANDARD
from tests.harness import outside

CHANGED = """what the program answers is no more what it was:
{pages}
Look at it:             python -m tests.harness.outside against HEAD --level golden
and, if it is meant:    python -m tests.harness.outside renew"""


@pytest.mark.long
@pytest.mark.parametrize("values", [STANDARD, pytest.param("c", marks=pytest.mark.long)])
def test_nothing_that_can_be_read_from_outside_has_changed(
    values: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever way values are made: all other tests have them made in C, so that every run compares both."""
    monkeypatch.setenv("CAMPAIGN_VALUES", values)
    changed = outside.changed_pages(tmp_path)
    assert not changed, CHANGED.format(pages="\n".join(changed))


def _picture(folder: Path, **pages: str) -> Path:
    for page, text in pages.items():
        (folder / "walk").mkdir(parents=True, exist_ok=True)
        (folder / "walk" / f"{page}.txt").write_text(text, encoding="utf-8")
    return folder


def test_a_difference_is_shown_under_the_command_that_answered_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _picture(
        tmp_path / "a", day="$ campaign next\nclear\n\n$ campaign status\nday 1\n", end="$ campaign log\n1\n"
    )
    after = _picture(
        tmp_path / "b", day="$ campaign next\ncloud\n\n$ campaign status\nday 1\n", end="$ campaign log\n1\n"
    )
    assert outside.main(["compare", str(before), str(after)]) == 1
    shown = capsys.readouterr().out
    assert "walk/day.txt: $ campaign next" in shown and "-clear" in shown and "+cloud" in shown
    assert "campaign status" not in shown and "campaign log" not in shown


def test_of_a_long_line_what_differs_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ", ".join(str(number) for number in range(2000))
    before, after = (
        _picture(tmp_path / "a", day=f"$ rows\n{rows}\n"),
        _picture(tmp_path / "b", day=f"$ rows\n{rows.replace('1500', 'x')}\n"),
    )
    assert outside.main(["compare", str(before), str(after)]) == 1
    shown = capsys.readouterr().out
    assert "1499, 1500" in shown and "1499, x" in shown and len(shown) < 1000


def test_equal_pictures_compare_equal_and_no_picture_is_none(tmp_path: Path) -> None:
    before, after = _picture(tmp_path / "a", day="$ x\n1\n"), _picture(tmp_path / "b", day="$ x\n1\n")
    assert outside.main(["compare", str(before), str(after)]) == 0
    assert outside.main(["compare", str(before), str(tmp_path / "nowhere")]) == 2
