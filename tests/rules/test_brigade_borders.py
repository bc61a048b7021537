"""Brigade level: the smallest company beside many support weapons, whom a side knows of together, old returns."""

from __future__ import annotations

import pytest

from campaign.resolve.brigade import doctrine
from campaign.resolve.brigade.field import deploy
from campaign.rules.common.return_form import PrintedLine
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import organisation
from campaign.rules.tabletop.brigade.tables import Seen
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import Nationality
from campaign.terms.state import State
from tests.rules.brigades import NOW, men, side, written


@pytest.mark.rule("BDE-ORG-04", "BDE-MAP-02")
@pytest.mark.parametrize(("models", "companies"), [(9, (3,)), (8, (3, 3)), (7, (3, 3, 3)), (6, (4, 4, 4))])
def test_no_company_of_a_battalion_with_many_support_weapons_is_under_three(
    models: int, companies: tuple[int, ...]
) -> None:
    """Of 33 figures 3 are the headquarters and 3 serve each weapon; the rest are companies of 3 or more."""
    layout = organisation.full_layout(33, support_models=models)
    assert (layout.companies, layout.total) == (companies, 33)


@pytest.mark.rule("BDE-AMB-16", "BDE-AMB-17")
@pytest.mark.parametrize("shared", [True, False])
def test_what_a_friend_has_detected_is_a_target_by_house_rule_only(shared: bool) -> None:
    book = DEFAULTS.with_setting("brigade.shared_detection", shared)
    forces = side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, men(720))
    on = deploy(Fight(forces, 1, NOW, (TurnSky(NOW),)), book)
    firer, friend, *_ = on.sides[0].on_table
    near, far, unseen, *_ = sorted(on.sides[1].on_table, key=lambda enemy: (on.gap(firer, enemy), enemy.name))
    friend.detected[near] = Seen.SPOTTED
    firer.detected[far] = firer.detected[near] = Seen.UNSEEN
    firer.detected[far] = Seen.SPOTTED
    assert doctrine.targets(firer, on) == ([near, far] if shared else [far])
    assert unseen not in doctrine.targets(friend, on)


@pytest.mark.rule("BDE-MAP-07", "BDE-MAP-09")
@pytest.mark.parametrize(
    ("noted", "lost", "after"),
    [
        ({"full": 48}, 15, State.FRESH),
        ({"full": 48}, 16, State.SPENT),
        ({"full": 48, "missing": 1}, 15, State.SPENT),
        ({}, 3, State.FRESH),
    ],
)
def test_a_form_that_notes_nobody_missing_counts_the_losses_alone(
    noted: dict[str, int], lost: int, after: State
) -> None:
    """A third of 48 is 16. A form without figures leaves the state as it was."""
    line = PrintedLine(1, 1, "Scots", State.FRESH, "A", noted=noted)
    assert tabletop("brigade").outcome(written(1, figures_lost=lost), line, DEFAULTS).state is after
