"""A person taken out of the record, and where the name still stands."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The answer of ``campaign forget``. ``is_done``: false for a preview; ``campaigns``: where the person was known;
    ``elsewhere``: campaigns of the same database that know a person of that name under another number.
    """

    name: str
    is_done: bool
    addresses: int
    campaigns: tuple[str, ...]
    elsewhere: tuple[str, ...]
    commanders: tuple[str, ...]
    """Commanders whom the person plays, today or as a deputy."""
    links: int
    windows: int
    drafts: int
    mentions: tuple[int, ...]
    """Numbers of the entries in which somebody typed the name."""
    files: tuple[str, ...]
    """Files in the folder of the database that still hold the name or an address."""
