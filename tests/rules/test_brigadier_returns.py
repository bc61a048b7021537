"""The return of Brigadier General Commands: what it makes of battalions, and what cannot be on it."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.force import Unit
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns import check as common
from campaign.rules.returns.filed import Filed, FiledLine, Foot, Printed, PrintedLine
from campaign.rules.tabletop.brigadier.muster import muster
from campaign.rules.tabletop.brigadier.returns import (
    Losses,
    casualties,
    end_state,
    line_faults,
    losses,
    outcome,
    part_lost,
)
from campaign.rules.tabletop.brigadier.system import TABLETOP
from campaign.terms.forces import Size
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.words.return_foot import Ending
from tests.rules.forces import force, guns, infantry

WHOLE = {"platoons": 13, "count": 52, "kills": 0, "full": 52, "left_out": 0, "battalion_hq": 1, "company_hqs": 3}
WEAK = {**WHOLE, "platoons": 7, "count": 28, "full": 28, "company_hqs": 2}


def printed(unit: Unit, book: Any = DEFAULTS) -> PrintedLine:
    line = muster(force(unit), book).lines[0]
    return PrintedLine(
        1,
        unit.id,
        unit.name,
        unit.state,
        "A",
        establishment=unit.establishment,
        strength=unit.strength,
        noted=line.noted,
        stands=line.stands,
    )


def faults(unit: Unit, stands: dict[str, dict[str, Any]] | None = None, **written: Any) -> str:
    return "; ".join(line_faults(FiledLine(1, written, stands or {}), printed(unit), DEFAULTS))


def state(unit: Unit, stands: dict[str, dict[str, Any]] | None = None, **written: Any) -> State:
    return outcome(FiledLine(1, written, stands or {}), printed(unit), DEFAULTS).state


@pytest.mark.rule("BGC-TAB-21", "BGC-AMB-55", "BGC-WC-50", "BGC-WC-51")
def test_losses_become_states() -> None:
    for kills, wounds, after in (
        (15, 1, State.SPENT),
        (15, 2, State.DESTROYED),
        (16, 0, State.DESTROYED),
        (7, 1, State.FRESH),
        (8, 0, State.SPENT),
    ):
        assert end_state(Losses(kills, wounds), WHOLE, DEFAULTS) is after
    for kills, wounds, after in (
        (4, 0, State.FRESH),
        (5, 0, State.SPENT),
        (8, 0, State.SPENT),
        (8, 1, State.DESTROYED),
    ):
        assert end_state(Losses(kills, wounds), WEAK, DEFAULTS) is after
    assert part_lost(Losses(15, 1), WHOLE, DEFAULTS) == F(31, 104) and part_lost(Losses(8, 1), WEAK, DEFAULTS) == F(
        17, 56
    )


@pytest.mark.rule("BGC-TAB-21")
def test_thresholds_weights_and_base_are_house_rules() -> None:
    assert end_state(Losses(16), WHOLE, DEFAULTS.with_setting("brigadier.destroyed_at", "2/5")) is State.SPENT
    assert end_state(Losses(7, 1), WHOLE, DEFAULTS.with_setting("brigadier.wound_weight", "1")) is State.SPENT
    assert end_state(Losses(16), WHOLE, DEFAULTS.with_setting("brigadier.loss_base", "all up")) is State.SPENT
    assert end_state(Losses(broken=5), WHOLE, DEFAULTS.with_setting("brigadier.broken_share", "1/3")) is State.SPENT


@pytest.mark.rule("BGC-TAB-21")
def test_broken_battalions_and_lost_headquarters_are_spent() -> None:
    assert (
        end_state(Losses(broken=7), WHOLE, DEFAULTS) is State.SPENT
        and end_state(Losses(broken=6), WHOLE, DEFAULTS) is State.FRESH
    )
    assert end_state(Losses(battalion_hq_lost=True, company_hqs_lost=3), WHOLE, DEFAULTS) is State.SPENT
    assert end_state(Losses(battalion_hq_lost=True, company_hqs_lost=2), WHOLE, DEFAULTS) is State.FRESH
    assert end_state(Losses(company_hqs_lost=3), WHOLE, DEFAULTS) is State.FRESH, "the battalion's own is left"
    assert end_state(Losses(removed=3, surrendered=10), WHOLE, DEFAULTS).severity >= State.DESTROYED.severity


@pytest.mark.rule("BGC-BACK-02", "BGC-BACK-03")
def test_captured_if_surrounded_or_mostly_surrendered() -> None:
    assert (
        state(infantry(), kills=16) is State.DESTROYED
        and state(infantry(), kills=16, surrounded=True) is State.CAPTURED
    )
    assert (
        state(infantry(), kills=4, surrendered=3) is State.CAPTURED
        and state(infantry(), kills=8, surrendered=2) is State.DESTROYED
    )
    assert outcome(FiledLine(1, {"kills": 4, "surrendered": 3}), printed(infantry()), DEFAULTS).state is State.CAPTURED


@pytest.mark.rule("BGC-BACK-01", "BGC-WC-53", "BGC-BACK-04")
@pytest.mark.parametrize(
    "unit",
    [
        infantry(),
        infantry(state=State.SPENT),
        infantry(state=State.SPENT, size=Size.WEAK),
        guns(state=State.SPENT, size=Size.WEAK),
    ],
)
@pytest.mark.parametrize("how", ["markers", "fewer platoons"])
def test_a_force_that_comes_back_untouched_is_what_it_was(unit: Unit, how: str) -> None:
    book = DEFAULTS.with_setting("brigadier.spent_muster", how)
    line = FiledLine(1, {"unchanged": True})
    assert outcome(line, printed(unit, book), book).state is unit.state
    assert list(line_faults(line, printed(unit, book), book)) == []


@pytest.mark.rule("BGC-BACK-06", "BGC-BACK-07", "BGC-MUS-09")
def test_casualties_in_men_and_vehicles_and_what_is_kept() -> None:
    lost = Losses(6, 3, surrendered=1)
    assert casualties(lost, vehicles=False, book=DEFAULTS) == (100, 30) and casualties(
        lost, vehicles=True, book=DEFAULTS
    ) == (10, 3)
    kept = outcome(FiledLine(1, {"kills": 6, "wounds": 3, "surrendered": 1}), printed(infantry()), DEFAULTS).aftermath
    assert kept == {"kills": 6, "wounds": 3, "surrendered": 1}


@pytest.mark.rule("BGC-BACK-07", "BGC-ORG-14")
def test_platoon_by_platoon_comes_to_the_same() -> None:
    stands: dict[str, dict[str, Any]] = {
        "1.1": {"kills": 4, "removed": True},
        "1.2": {"kills": 2, "wounds": 1, "order": "Back"},
        "1hq": {"surrendered": True},
    }
    lost = losses(FiledLine(1, {}, stands), printed(infantry()))
    assert lost == Losses(6, 1, 1, 1, 1, False, 1)
    assert faults(infantry(), stands) == ""
    spent = losses(FiledLine(1, {}, {"1.1": {"kills": 3}}), printed(infantry(state=State.SPENT)))
    assert spent.kills == 8 + 2, "its own marker and two more; the seven other markers stay"


BAD = [
    ({"removed": 8, "surrendered": 6, "kills": 32}, "more than the 13 platoons in the battle"),
    ({"removed": 5, "kills": 20, "broken": 9}, "Count each platoon only once"),
    ({"removed": 2, "kills": 7}, "2 platoons removed means at least 8"),
    ({"kills": 40, "wounds": 13}, "40 kills and 13 wounds"),
    ({"kills": 45, "surrendered": 2}, "Only 44 men did not surrender"),
    ({"company_hqs_lost": 2, "kills": 4, "removed": 1}, "2 headquarters lost is more than the 1"),
    ({"battalion_hq_lost": True}, "1 headquarters lost is more than the 0"),
    ({"kills": 2, "surrounded": True}, "ticked as surrounded, but it is not destroyed"),
]


@pytest.mark.parametrize(("written", "said"), BAD)
def test_bad_returns_are_refused(written: dict[str, Any], said: str) -> None:
    assert said in faults(infantry(), **written)


BAD_PLATOONS = [
    ({"removed": True, "surrendered": True, "kills": 4}, "contradict"),
    ({"surrendered": True, "order": "Aim"}, "is surrendered, so it cannot still be on Aim"),
    ({"removed": True, "kills": 3}, "four men killed, not 3"),
    ({"kills": 4}, "tick removed"),
    ({"kills": 3, "wounds": 2}, "3 kills and 2 wounds is more than its 4 men"),
    ({"order": "Bakc"}, "did you mean Back"),
]


@pytest.mark.parametrize(("stand", "said"), BAD_PLATOONS)
def test_bad_platoons_are_refused(stand: dict[str, Any], said: str) -> None:
    assert said in faults(infantry(), {"1.1": stand})


@pytest.mark.rule("BGC-BACK-01")
def test_fewer_kills_than_markers_are_refused() -> None:
    unit = infantry(state=State.SPENT)
    was = printed(unit)
    form = Printed("X", "allied", ("allied", "axis"), (was,), Moment(1, 2))
    filed = Filed("X", "allied", (FiledLine(1, {"kills": 3}),), Foot(ending=Ending.FINISHED))
    assert any("fewer than the 8 at the start" in fault.text for fault in common.check(filed, form, TABLETOP, DEFAULTS))
    assert "0 kills is fewer than the 1" in faults(unit, {"1.1": {"kills": 0}})


@given(
    st.integers(0, 60), st.integers(0, 60), st.integers(0, 15), st.integers(0, 15), st.integers(0, 15), st.booleans()
)
def test_a_return_never_improves_and_never_raises(
    kills: int, wounds: int, removed: int, surrendered: int, broken: int, surrounded: bool
) -> None:
    for unit in (infantry(), infantry(state=State.SPENT)):
        was = printed(unit)
        written = {
            "kills": kills,
            "wounds": wounds,
            "removed": removed,
            "surrendered": surrendered,
            "broken": broken,
            "surrounded": surrounded,
        }
        form = Printed("X", "allied", ("allied", "axis"), (was,), Moment(1, 2))
        filed = Filed("X", "allied", (FiledLine(1, written),), Foot(ending=Ending.FINISHED))
        common.check(filed, form, TABLETOP, DEFAULTS)
        effect = common.effects(filed, form, TABLETOP, DEFAULTS)[0]
        assert effect.after.severity >= unit.state.severity and effect.strength_after.men <= unit.strength.men
        more = outcome(FiledLine(1, {**written, "kills": kills + 1}), was, DEFAULTS).state
        assert more.is_in_play <= outcome(FiledLine(1, written), was, DEFAULTS).state.is_in_play


def test_a_force_wiped_out_is_destroyed() -> None:
    assert state(infantry(), kills=52, removed=13) is State.DESTROYED
    assert state(infantry(), surrendered=13) is State.CAPTURED


def test_a_battalion_that_mustered_nobody_has_lost_nothing() -> None:
    assert part_lost(Losses(0, 0, 0, 0, 0), {"full": 0, "platoons": 0}, DEFAULTS) == 0
