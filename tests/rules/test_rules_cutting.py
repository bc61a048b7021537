"""Where a battle that is too large is cut into two tables."""

from __future__ import annotations

import pytest

from campaign.rules.common.cutting import SOUTH_TO_NORTH, WEST_TO_EAST, Group, cut

TALL, WIDE = (40, 96), (96, 40)


@pytest.mark.rule("OB-ORG-11")
def test_it_is_cut_where_both_tables_have_enemies_and_the_larger_side_is_smallest() -> None:
    """15 stands at the south end, 8 and 4 in the north, an enemy at each end: the cut lies between 30 and 70 inches."""
    south, middle, north = Group(1, (1, 2, 3), (20, 30), 15), Group(1, (4, 5), (20, 70), 8), Group(1, (6,), (22, 80), 4)
    near, far = Group(2, (1,), (20, 33), 3), Group(2, (2,), (25, 90), 3)
    way = cut((south, middle, north, near, far), TALL)
    assert way is not None and (way.axis, way.inch) == (SOUTH_TO_NORTH, 52)
    assert way.parts == ((south, near), (middle, north, far))


def test_enemies_on_both_tables_count_before_even_numbers() -> None:
    """One enemy only: he can be on one table, and the cut is as even as that allows."""
    groups = [Group(1, (n,), (10.0 * n, 20), 5) for n in range(1, 5)]
    enemy = Group(2, (1,), (41, 20), 2)
    way = cut((*groups, enemy), WIDE)
    assert way is not None and way.axis == WEST_TO_EAST and way.inch == 25
    both = cut((*groups, enemy, Group(2, (2,), (9, 20), 2)), WIDE)
    assert both is not None and both.inch == 25
    ends = cut((*groups, Group(2, (1,), (9, 20), 2), Group(2, (2,), (12, 20), 2)), WIDE)
    assert ends is not None and ends.inch == 11, "only there both tables have enemies"


def test_who_stand_at_one_spot_cannot_be_cut() -> None:
    assert cut((Group(1, (1,), (20, 20), 15), Group(2, (1,), (20, 20), 15)), WIDE) is None
    assert cut((), WIDE) is None
    aside = cut((Group(1, (1,), (20, 10), 15), Group(2, (1,), (20, 30), 15)), WIDE)
    assert aside is not None and aside.axis == SOUTH_TO_NORTH, "across the shorter side where there is no other way"
