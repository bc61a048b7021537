"""What is suggested for a name that is not there: what looks like it, and nothing else."""

import re

import pytest

from campaign.terms.words import find, near
from tests.shipped import shipped_scenario

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


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Luettwitz", "Gen H. Frhr von Lüttwitz"),
        ("luttwitz", "Gen H. Frhr von Lüttwitz"),
        ("Fuesilier 39", "II./Füsilier-Regiment 39"),
        ("Klobuck", "Kłobuck"),
        ("tolvajarvi", "Tolvajärvi"),
        ("Kradschützen", "Kradschuetzen-Bataillon 15"),
    ],
)
def test_a_name_is_found_without_its_marks(typed: str, name: str) -> None:
    names = [name, "2nd Bn Scots Guards", "Musaid"]
    assert find(typed, [(each, n) for n, each in enumerate(names)]) == (0,)


def test_the_shipped_names_have_their_letters_and_plain_keys() -> None:
    """So that dice, which hang on keys, fall as before, and every name can be typed on any keyboard."""
    for key, name in (("tolvajarvi", "Ägläjärvi"), ("mokra", "Kłobuck"), ("bastogne", "Gemünd (Our)")):
        assert name in [place.name for place in shipped_scenario(key).places]
    for key in ("operation-brevity", "bastogne", "market-garden", "mokra", "tolvajarvi"):
        scenario = shipped_scenario(key)
        rows = (*scenario.places, *scenario.battalions, *scenario.formations, *scenario.commanders)
        assert [row.key for row in rows if not row.key.isascii()] == []
        odd = re.compile(r"(?:jaeger|chuetz|uesilier|laerung|uehrer|Goering|Tolvajarvi|Klobuck)")
        assert [row.name for row in rows if odd.search(row.name)] == []
