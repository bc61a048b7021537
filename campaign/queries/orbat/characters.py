"""The characters of commanders, as the order of battle and a formation's page show them.

character_of(outlook, formation) -> str         ``cautious``; empty without one
with_source(outlook, formation) -> str          ``cautious: in the evening he ...``
character_notes(outlook, formations) -> lines   each commander's character, with its source
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.model import Commander, Formation
from campaign.queries.common.outlook import Outlook


def _commander(outlook: Outlook, formation: Formation) -> Commander | None:
    """Return the commander of this formation itself, if he has a character."""
    commanders = outlook.army.commanders.values()
    return next((c for c in commanders if c.formation_id == formation.id and c.character is not None), None)


def character_of(outlook: Outlook, formation: Formation) -> str:
    """Return the character of a formation's commander in a word; empty without one."""
    commander = _commander(outlook, formation)
    return "" if commander is None or commander.character is None else commander.character.value


def with_source(outlook: Outlook, formation: Formation) -> str:
    """Return the character of a formation's commander with its source; empty without one."""
    commander = _commander(outlook, formation)
    return "" if commander is None else f"{commander.character}: {commander.character_source}"


def character_notes(outlook: Outlook, formations: Iterable[Formation]) -> tuple[str, ...]:
    """Return a sentence for each commander of these formations with a character: what it is, and its source; and
    whether characters count.
    """
    commanders = [commander for f in formations if (commander := _commander(outlook, f)) is not None]
    notes = tuple(f"{c.name} is {c.character}: {c.character_source.rstrip('.')}." for c in commanders)
    is_off = outlook.rulebook.word("auto.characters") == "off"
    return (*notes, "No character counts (auto.characters is off).") if notes and is_off else notes
