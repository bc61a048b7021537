"""A return that takes the place of an earlier one of the same side: which one, and what it says differently."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.actions.raising import Staff
from campaign.actions.returns.verdict import Filing
from campaign.exchange.returns.text import changes_text
from campaign.model import Return


def replaced_words(staff: Staff, filings: Sequence[Filing], open_returns: Sequence[Return]) -> list[str]:
    """Return a line for each return that takes the place of one that is in and not settled."""
    rows = {row.side_id: row for row in open_returns}
    names = {side.key: side.name for side in staff.army.sides.values()}
    names |= {place.key: place.name for place in staff.places.values()}
    lines = []
    for filing in filings:
        if (row := rows.get(filing.side.id)) is not None:
            fields = filing.form.fields
            changes = changes_text(row.content, filing.content, fields.line, fields.stand, names) or "it says the same"
            lines.append(f"This replaces the {filing.side.name} return that was in: {changes}")
    return lines
