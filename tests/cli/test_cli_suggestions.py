"""What is suggested for a name that is not there: what looks like it, and nothing else."""

import pytest

from campaign.terms.words import near

PLACES = ("Fort Capuzzo", "Sollum (lower town)", "Musaid", "Halfaya Pass, top", "Bir Wair", "Point 206")


@pytest.mark.parametrize(
    ("word", "words", "best"),
    [
        ("Salum", PLACES, "Sollum (lower town)"),
        ("Es Sallum", PLACES, "Sollum (lower town)"),
        ("Ridotta Capuzzo", PLACES, "Fort Capuzzo"),
        ("Halfya", PLACES, "Halfaya Pass, top"),
        ("bir waer", PLACES, "Bir Wair"),
        ("unod", ("undo", "unit"), "undo"),
        ("bleu", ("blue", "red"), "blue"),
    ],
)
def test_a_slip_or_another_spelling_is_found(word: str, words: tuple[str, ...], best: str) -> None:
    assert near(word, words)[0] == best


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("chess", ("hexes", "brigade", "brigadier", "brevity", "nqm")),
        ("2 elephants", ("light tanks", "medium tanks", "infantry")),
        ("Grenadier", ("The reserve", "1st Rifles")),
        ("Martian", ("romanian", "hungarian", "australian")),
        ("Sidi Barrani", PLACES),
    ],
)
def test_another_thing_is_not_suggested(word: str, words: tuple[str, ...]) -> None:
    assert near(word, words) == ()
