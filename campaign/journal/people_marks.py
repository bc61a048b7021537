"""The numbers by which the journal names people, in a text; and the words and signatures that are no person's name."""

from __future__ import annotations

import re
from typing import Final

from campaign.terms.seats import Device

PREFIX: Final = "person:"
PERSON: Final = re.compile(rf"{PREFIX}[0-9a-f]{{16}}")
"""The number of a person, or of the person's mail address."""
FORGOTTEN: Final = "a forgotten player"
"""What stands in place of the name of a person who was forgotten."""
UNKNOWN: Final = "a player"
"""What stands in place of a name that was not taken along, as in a forecast on other machines."""
NOT_PEOPLE: Final = frozenset(
    {"", "program", "the program", "umpire", "the umpire", "nobody", "script", "the tour", FORGOTTEN, UNKNOWN}
)
"""Words that sign entries or take a commander's seat and are nobody's name, in small letters."""

_DEVICE = re.compile(rf" \((?:{'|'.join(Device)})\)")


def split_signature(text: str) -> tuple[str, str]:
    """Return the name that signs an entry, and the device after it as it is written there."""
    for match in _DEVICE.finditer(text):
        if match.end() == len(text):
            return text[: match.start()], match[0]
    return text, ""
