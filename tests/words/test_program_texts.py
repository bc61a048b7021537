"""What the program says outside its papers' text files, read by the guide: help, settings, errors, terminal, pages."""

from __future__ import annotations

import pytest

from tests.words.program_texts import KINDS, faults

CLEAN: tuple[str, ...] = ()
"""The kinds that have been read through from end to end; the others follow."""


@pytest.mark.parametrize("kind", CLEAN)
def test_every_text_of_the_program_keeps_to_the_guide(kind: str) -> None:
    texts = list(KINDS[kind]())
    assert len(texts) > 50
    assert [f"{text.place}: {fault}: {text.words}" for text in texts for fault in faults(kind, text.words)] == []


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
