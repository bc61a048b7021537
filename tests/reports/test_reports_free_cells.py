"""Which cells of a map in a page a name lies over: a sign is put elsewhere if it can be."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from campaign_reports.web_map import CELL, _box, _overlap, _under

EDGES = st.floats(0, 300, width=32) | st.integers(0, 9).map(lambda column: float(column * CELL[0]))


@given(EDGES, EDGES, st.floats(1, 90, width=32), st.floats(1, 30, width=32))
def test_a_name_lies_over_the_cells_that_overlap_it(x: float, y: float, wide: float, high: float) -> None:
    name, cells = (x, y, x + wide, y + high), set(product(range(12), repeat=2))
    assert cells & set(_under(name)) == {cell for cell in cells if _overlap(_box(cell), name)}
