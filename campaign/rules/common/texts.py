"""The sentences of a tabletop system's battle sheets: ``sheet.txt`` in its folder (``words/texts.py`` says how it is
written).

texts(system) -> Texts              by the system's key
holding(book, settings, applies)    which house rules hold: those whose settings are at their defaults, and that
                                    concern a unit in this battle
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.systems import FOLDERS
from campaign.words.texts import NO_CONDITIONS, Texts, read_texts


def texts(system: str) -> Texts:
    """Return the sentences of a system's battle sheets."""
    return read_texts(f"{FOLDERS}.{system}", "sheet.txt")


def holding(
    book: Rulebook, settings: Mapping[str, tuple[str, ...]], applies: Mapping[str, bool] = NO_CONDITIONS
) -> dict[str, bool]:
    """Return the conditions for the house rules of a sheet, by key. ``settings``: a line holds while these are at their
    defaults; changed settings are printed among the differences. ``applies``: the line concerns a unit in this battle.
    """
    unchanged = {key: all(book[name] == book.rule(name).default for name in names) for key, names in settings.items()}
    return {key: unchanged.get(key, True) and applies.get(key, True) for key in {**unchanged, **applies}}
