"""Whether an entry that is hashed in pieces is hashed as it is kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from campaign.journal.canonical import PIECE, canonical, canonical_pieces

VALUES = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text())


@given(st.dictionaries(st.text(), VALUES), st.text(min_size=1, max_size=9))
def test_the_pieces_together_are_the_canonical_text(fields: dict[str, object], part: str) -> None:
    fields = {**fields, "images": part * (2 * PIECE // len(part) + 1)}  # over more than two pieces, cut anywhere
    assert "".join(canonical_pieces(fields)) == canonical(fields)
