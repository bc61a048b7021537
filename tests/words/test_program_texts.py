"""What the program says outside its papers' text files, read by the guide: help, settings, errors, terminal, pages."""

from __future__ import annotations

import pytest

from tests.words.program_texts import KINDS, faults

STORED = frozenset(
    {
        "waste ground, where nobody is",
        "Enemy aircraft have lost their way. You say what they attack instead; they attack everybody within half a kilometre of it.",
        "7 not worse off",
        "{is} not worse off",
        "Entry 7 is put right from now on (7).",
        "one of the two fights on another table",
        "No battalion worse off.",
        "over the desert to",
        "someone was quicker: 7. Nothing was done now. Since then: 7. Look at it again",
        "Someone was quicker: 7. Nothing was done",
        "7 at 7; who stands there crosses by an order to march or attack beyond it, in a turn (OB-AMPH-04, -08)",
    }
)
"""Texts of diaries, decisions and summaries in the older words: a replay compares them with what old files hold."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_text_of_the_program_keeps_to_the_guide(kind: str) -> None:
    texts = list(KINDS[kind]())
    assert len(texts) > 50
    assert [
        f"{text.place}: {fault}: {text.words}"
        for text in texts
        if text.words not in STORED
        for fault in faults(kind, text.words)
    ] == []


@pytest.mark.parametrize(
    ("kind", "words", "fault"),
    [
        ("help", "Who is out of play.", "bare 'Who'"),
        ("errors", "Operation Sun is no campaign here", "is not a"),
        ("lines", "founded Operation Brevity", "start"),
        ("settings", "part of a turn", "not a sentence"),
        ("docstrings", "What a unit has lost.", "clause 'What'"),
        ("pages", "Each entry can be taken back.", "undo"),
    ],
)
def test_a_spoilt_text_is_seen(kind: str, words: str, fault: str) -> None:
    assert fault in " ".join(faults(kind, words))
