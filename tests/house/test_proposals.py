"""What the program proposes is drawn in one room, and a side is printed by its name."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for folder, endings in (("campaign", ("*.py", "*.html")), ("reports", ("*.py",)))
    for ending in endings
    for path in (ROOT / folder).rglob(ending)
)
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in SOURCES}

ROOM = "campaign/views/proposal.py"
PROPOSE = {
    "campaign/actions/air_tasking.py": "the turn of a sortie",
    "campaign/actions/battles.py": "the attacker in a battle set up by hand",
    "campaign/actions/day.py": "a decision answered by automatic play",
    "campaign/actions/doctrine.py": "the orders of commanders led by the program",
    "campaign/actions/engineering.py": "the length of a belt of mines",
    "campaign/actions/house_rules.py": "the stock of new dumps",
    "campaign/actions/interruptions.py": "the attacker in a battle of which another becomes a part",
    "campaign/actions/order_text.py": "an order whose line has no verb",
    "campaign/actions/orders.py": "the goal of a withdrawal",
    "campaign/actions/returns/word.py": "who holds the field, and the turn in which a battle ended",
    "campaign/exchange/foreign/draft.py": "a guess of an import",
    "campaign/queries/decisions.py": "the default of a decision",
    "campaign/situation/itinerary.py": "the way of a march",
    "campaign/views/what_follows.py": "what a unit does after its battle",
}
"""Modules that propose, with what."""
READ_ONLY = {"campaign/views/decisions.py", "campaign/actions/returns/outlook.py"}
"""Modules that only hold a proposal."""

KNOW_THE_OTHER_WORD = {
    "campaign/exchange/foreign/convert.py",
    "campaign/exchange/foreign/mapper.py",
    "campaign/exchange/foreign/table_map.py",
    "campaign/exchange/foreign/tables_out.py",
    "campaign/exchange/head.py",
    "campaign/exchange/template.py",
    "campaign/exchange/values.py",
    "campaign/journal/people.py",
    "campaign/model/sides.py",
    "campaign/situation/names.py",
}
"""Modules that read, keep or write the other word for a side (British for Allied): it is understood, never printed."""


def test_whoever_proposes_does_it_in_one_room() -> None:
    import_it = {name for name, text in TEXTS.items() if "import Proposal" in text}
    assert import_it == set(PROPOSE) | READ_ONLY
    assert {name for name, text in TEXTS.items() if "Proposed: " in text and name.endswith(".py")} == {ROOM}
    assert {name for name, text in TEXTS.items() if "Proposed: " in text and name.endswith(".html")} == {
        "campaign/web/templates/parts.html"
    }


OTHER_WORDS = re.compile(r"to name another|another \w+: --|; to change (?:it|that), ", re.IGNORECASE)
"""What somebody writes who proposes in words of his own: the way to another answer, behind the one that was taken."""


def test_nobody_proposes_in_words_of_his_own() -> None:
    acting = {
        name: text for name, text in TEXTS.items() if name.startswith(("campaign/actions/", "campaign/situation/"))
    }
    assert {name for name, text in acting.items() if OTHER_WORDS.search(text)} == set()
    assert OTHER_WORDS.search("attacks; to name another, undo this") and OTHER_WORDS.search(
        "another length: --inches N"
    )


def test_a_side_is_printed_by_its_name() -> None:
    assert {name for name, text in TEXTS.items() if "adjective" in text} == KNOW_THE_OTHER_WORD
