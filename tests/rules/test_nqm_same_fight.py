"""A battle goes the same way each time: nothing in it depends on where the program keeps its battalions in memory."""

from __future__ import annotations

from campaign.resolve.nqm.doctrine import PLAIN
from campaign.resolve.nqm.field import Body
from tests.rules.forces import infantry
from tests.rules.nqm_bodies import body, german, stage


def _aim(first: Body, second: Body) -> int:
    """Which of two like enemies, 101 on the left and 102 on the right, is attacked from between them."""
    for enemy, ident, x in ((first, 101, 2500), (second, 102, 3500)):
        enemy.battalion, enemy.x = body(german(infantry, f"Bn {ident}", id=ident), 1, 3000).battalion, x
    attacker = body(infantry("DLI", id=1), 0, 1000, x=3000)
    target = PLAIN.objective(stage([attacker, first, second]).views[0], [attacker])
    assert target is not None
    return target.unit.id


def test_which_of_two_like_enemies_is_attacked_does_not_depend_on_memory() -> None:
    lower, upper = sorted((body(german(infantry, "Bn"), 1, 3000) for _ in range(2)), key=id)
    assert _aim(lower, upper) == _aim(upper, lower)
