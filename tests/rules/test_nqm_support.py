"""Under command, in direct support, in support: who may call, when fire comes, whose ammunition it is."""

import pytest

from campaign.rules.common.force import Unit
from campaign.rules.tabletop.nqm import support
from campaign.rules.tabletop.nqm.support import Arrival, Source
from campaign.terms.state import Support
from tests.legality.battles import pool

UC, DS, IS = Support.UNDER_COMMAND, Support.DIRECT_SUPPORT, Support.IN_SUPPORT


@pytest.mark.rule("NQM-ORG-08", "NQM-ORG-10", "NQM-ORG-15", "NQM-ORG-17")
def test_who_may_call_on_it() -> None:
    assert support.may_call(UC, {1}, 1)
    assert not support.may_call(UC, {1}, 2)
    assert support.may_call(DS, {1}, 1)
    assert not support.may_call(DS, {1}, 2)
    assert all(support.may_call(IS, {1, 2}, caller) for caller in (1, 2))
    assert not support.may_call(IS, {1, 2}, 3)
    with pytest.raises(ValueError, match=r"2 units at the same time. Give it to one unit only"):
        support.may_call(DS, {1, 2}, 1)


@pytest.mark.rule("NQM-ORG-11", "NQM-ORG-12", "NQM-ORG-16")
def test_when_fire_comes() -> None:
    assert support.arrives(DS, 3) == Arrival(3)
    assert support.arrives(DS, 3, registered=True) == Arrival(3, first=True)
    assert support.arrives(IS, 3) == Arrival(4)
    assert support.arrives(UC, 3) == Arrival(3)


@pytest.mark.rule("NQM-ORG-07", "NQM-ORG-14", "NQM-ORG-18", "NQM-LOG-12")
def test_whose_ammunition_it_fires() -> None:
    assert [support.ammunition_from(one) for one in (UC, DS, IS)] == [
        Source.COMMANDING_UNIT,
        Source.OWN_CHAIN,
        Source.OWN_CHAIN,
    ]


@pytest.mark.rule("NQM-SEQ-04", "NQM-SEQ-05", "NQM-ORG-13")
def test_who_must_be_asked() -> None:
    assert [support.without_leave(one) for one in (UC, DS, IS)] == [True, True, False]
    assert support.retasked_by(DS) == "its own superior headquarters"
    assert support.retasked_by(IS) == "the headquarters that has it under command"


@pytest.fixture(name="guns", scope="module")
def _guns_of_bastogne() -> dict[str, Unit]:
    """The guns of a shipped scenario by name, as its battles take them."""
    battalions = (unit for commands in pool("bastogne").sides for _, units in commands for unit in units)
    return {unit.name: unit for unit in battalions if unit.is_artillery}


@pytest.mark.rule("NQM-ORG-05", "NQM-ORG-15")
def test_regiments_of_guns_alone_are_in_support_until_they_are_allotted(guns: dict[str, Unit]) -> None:
    """Artillerie-Regiment 26 has no troops of its own to fire for; the guns of a combat command fire for it unsaid."""
    assert guns["II./Artillerie-Regiment 26"].support is IS
    assert {unit.support for unit in guns.values() if unit.supports is None} == {IS, UC}
