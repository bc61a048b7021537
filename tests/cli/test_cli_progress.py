"""A bar for what takes longer than two seconds, on a terminal only."""

import io
import sys

import pytest

from campaign.cli import progress


class Terminal(io.StringIO):
    """A screen that remembers what was shown."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, patience: float) -> str:
    """What a terminal shows while five things are done."""
    with Terminal() as shown, monkeypatch.context() as patch:
        patch.setattr(progress, "PATIENCE", patience)
        patch.setattr(sys, "stderr", shown)
        patch.setenv("TERM", "xterm")
        assert list(progress.progress(range(5), "printing")) == [0, 1, 2, 3, 4]
        return shown.getvalue()


def test_in_a_pipe_nothing_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    assert list(progress.progress(range(5), "printing")) == [0, 1, 2, 3, 4]
    assert capsys.readouterr() == ("", "")


def test_what_is_quick_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert on_a_terminal(monkeypatch, patience=60) == ""


def test_what_takes_long_shows_a_bar_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = on_a_terminal(monkeypatch, patience=-1)
    assert "printing" in shown
    assert "100%" in shown
