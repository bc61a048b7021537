"""Our readings: what a sheet relies on where the book of its system is silent or says two things, so that nobody looks
for it in the book.

Each system has its own in its ``readings`` module, ``readings(scene, book)``. One that the house plays otherwise is not
ours any more: it stands among the house rules. (A ruling is the umpire's word: ``actions/rulings.py``.)

    Reading(head, text, settings, rule, applies)
    as_facts(readings, book, complete=) -> tuple[Fact, ...]     those that hold, under their heads
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.common.rulebook import Rulebook
from campaign.views.papers import Fact


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence under a head. ``settings``: it holds while these are as they come. ``rule``: whose point it is, by ids
    of the catalogue: ``OB-AMB-005, -015``. ``applies``: it concerns somebody of this fight. ``of_units``: its words
    name units of this fight, so that it says nothing without them."""

    head: str
    text: str
    settings: tuple[str, ...] = ()
    rule: str = ""
    applies: bool = True
    of_units: bool = False


def as_facts(readings: Iterable[Reading], book: Rulebook, *, complete: bool = False) -> tuple[Fact, ...]:
    """What a sheet says: of each head one line, without what the house has changed and what concerns nobody here.

    ``complete``: whomever they concern, but without those whose words name units.
    """
    sentences: dict[str, list[str]] = {}
    for reading in readings:
        is_shown = not reading.of_units if complete else reading.applies
        if is_shown and all(book[key] == book.rule(key).default for key in reading.settings):
            sentences.setdefault(reading.head, []).append(reading.text)
    return tuple(Fact(head, " ".join(texts)) for head, texts in sentences.items())
