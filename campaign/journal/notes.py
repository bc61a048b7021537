"""Entries without a command, a repair and a restored backup. They change no row, and a replay copies them unchanged."""

from __future__ import annotations

REPAIR = "repair"
"""Verb of a repair entry: the tables are back to the state in the journal before it."""
RESTORE = "restore"
"""Verb of a restore entry."""
NOTES = (REPAIR, RESTORE)
"""Verbs of entries without a command."""
