"""Words that no shell gives, and names that are thousands of figures: one line each, and no fault of the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.terms.words import MOST_DIGITS, is_number

FIGURES = "9" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ("status", "--viewer", FIGURES),
        ("unit", FIGURES),
        ("orders", "--for", FIGURES, "--show"),
        ("status", "--as-of", FIGURES),
        ("status", "--as-of", f"#{FIGURES}"),
        ("decide", FIGURES, "1"),
        ("battle", "packet", FIGURES),
        ("undo", "--to", FIGURES),
        ("march", FIGURES, "--to", FIGURES),
        ("air", "strike", FIGURES, "--at", FIGURES),
        ("adjust", "1", "--establishment", f"{FIGURES}/1/1", "--why", "x"),
        ("odds", "brigade", "artillery", f"{FIGURES} mm"),
        ("supply", FIGURES),
        ("status", "--viewer", "a\0b"),
        ("convert", "a\0b.txt", "--out", "x"),
        ("check", "a\0"),
        ("import", "\0"),
        ("print", "orbat", "--out", "a\0b"),
    ],
    ids=lambda words: " ".join(words)[:24].replace("\0", "NUL"),
)
def test_figures_by_the_thousand_and_zero_bytes_get_one_line(words: tuple[str, ...], db: Path) -> None:
    done = CliRunner().invoke(
        campaign, [*words, "--db", str(db)] if words[0] not in ("convert", "check", "odds") else list(words)
    )
    assert done.exit_code in (1, 2)
    assert "an error in the program" not in done.output
    assert "Traceback" not in done.output
    assert len(done.output) < 2_000


def test_a_number_is_one_that_a_database_holds() -> None:
    assert is_number("1" * MOST_DIGITS)
    assert not is_number("1" * (MOST_DIGITS + 1))
    assert not is_number("²")
    assert not is_number("")
