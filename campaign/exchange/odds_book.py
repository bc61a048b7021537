"""The rulebook that a question about odds is answered by: the printed book, with house rules and a house file.

book_of(rules, base) -> Rulebook             house rules as typed, ``cas.dash_plus_one=on``, over a campaign's own
with_house(book, system, name) -> Rulebook   a house file, by its path or its name
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.errors import BadInput
from campaign.exchange.house_file import read_house
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS


def book_of(rules: Iterable[str], base: Rulebook | None = None) -> Rulebook:
    """Return the rulebook with the house rules that --rule names; ``base``: a campaign's own, else the printed book.
    Raises BadInput.
    """
    base = DEFAULTS if base is None else base
    changes: dict[str, str] = {}
    for rule in rules:
        key, equals, value = rule.partition("=")
        if not equals:
            raise BadInput(f"--rule {rule!r} is not a house rule. Write KEY=VALUE, as in cas.dash_plus_one=on")
        changes[key.strip()] = value.strip()
    return base.with_settings(changes) if changes else base


def with_house(book: Rulebook, system: str, name: str | None) -> Rulebook:
    """Return the rulebook with the house file of that name and the settings it carries, where the book has not
    changed them already. Raises BadFile.
    """
    if name is None:
        return book
    file = read_house(name)
    for key, value in file.house.settings.items():
        if key not in book.overrides():
            book = book.with_setting(key, value)
    return book.with_house_file(system, file.plain)
