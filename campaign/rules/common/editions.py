"""The editions of the rules as this program plays them, counted so that a journal entry records which rules it was
played by.

A change in the outcome of a rule (another result from the same troops, orders and dice) adds an edition, with a line
that says what is different; a new message, paper or command does not. Entries from before editions were counted have
none: their rules are unknown.
"""

from __future__ import annotations

EDITIONS: tuple[str, ...] = (
    "the first that was counted",
    "settings that are gone no longer alter a battle or a march: what 'campaign rules KEY' says of each holds",
    "29 more settings of Not Quite Mechanised are gone: what 'campaign rules KEY' says of each holds",
    "battles that the program resolves are played by another doctrine, and report each move and roll",
    (
        "in automatic play commanders without a player order before every march, and attack by the exact odds; a"
        " prepared bridge is blown at once (dem.at_once), landings by day are seen from far (sight.landing_m)"
    ),
)
"""The changes of each edition, the first one first."""
EDITION = len(EDITIONS)
"""The edition of this program."""
