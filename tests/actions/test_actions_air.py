"""Who may fly: weather, light, and whose the airfield is (OB-WX-02, -03, -07, OB-AIR-10, umpire 1.10)."""

from __future__ import annotations

import pytest

from campaign.journal import JournalBoard, reading
from campaign.model import AirGroup, AirMission, BasingArea, Formation, Place, Side, WeatherReport
from campaign.store import Store
from campaign.terms.forces import AirType
from campaign.terms.state import Sky
from campaign.terms.time import Phase
from tests.actions.stage import set_clock, stage, step
from tests.tiny import named


def fly(kind: AirType, task: str, turn: int = 2, sky: Sky = Sky.CLEAR) -> object:
    """One group of Alba's, based at Ashford, with a mission in this turn."""

    def change(board: JournalBoard) -> None:
        alba, ashford = named(board, Side, "Alba"), named(board, Place, "Ashford")
        base = board.make(
            BasingArea, key="ashford_lg", name="Ashford landing ground", side_id=alba.id, place_id=ashford.id
        )
        group = board.make(
            AirGroup, key="group", name="No. 1 Group", side_id=alba.id, kind=kind, basing_area_id=base.id
        )
        board.make(WeatherReport, day=1, turn=turn, area="", sky=sky)
        supplied = named(board, Formation, "1st Division").id if task == "supply" else None
        struck = named(board, Place, "Birch Cross").id if task == "strike" else None
        board.make(
            AirMission, air_group_id=group.id, day=1, turn=turn, task=task, formation_id=supplied, place_id=struck
        )

    return change


def mission(store: Store) -> AirMission:
    with reading(store) as board:
        found: AirMission = board.rows(AirMission)[0]
        return found


@pytest.mark.rule("OB-SUP-04")
@pytest.mark.parametrize(("face", "result"), [(2, "not delivered"), (3, "delivered"), (6, "delivered")])
def test_a_transport_mission_supplies_its_division_on_3_to_6(tiny: Store, face: int, result: str) -> None:
    stage(tiny, fly(AirType.TRANSPORT, "supply"))
    set_clock(tiny, 1, 2, Phase.AIR_SUPPLY)
    step(tiny, face)
    assert (mission(tiny).state, mission(tiny).roll, mission(tiny).result) == ("flown", face, result)


@pytest.mark.rule("OB-WX-03")
def test_cloud_keeps_transports_on_the_ground_and_no_die_is_rolled(tiny: Store) -> None:
    stage(tiny, fly(AirType.TRANSPORT, "supply", sky=Sky.CLOUD))
    set_clock(tiny, 1, 2, Phase.AIR_SUPPLY)
    assert step(tiny).rolls == ()
    assert mission(tiny).state == "grounded"


@pytest.mark.rule("OB-AIR-10")
@pytest.mark.parametrize(("kind", "state"), [(AirType.GROUND_ATTACK, "grounded"), (AirType.MEDIUM_BOMBER, "flown")])
def test_at_night_only_bombers_attack(tiny: Store, kind: AirType, state: str) -> None:
    stage(tiny, fly(kind, "strike", turn=1))
    set_clock(tiny, 1, 1, Phase.AIR_STRIKES)
    step(tiny, *([2] if state == "flown" else []))  # the die for the right target
    assert mission(tiny).state == state


def test_nobody_flies_from_a_captured_airfield(tiny: Store) -> None:
    stage(tiny, fly(AirType.MEDIUM_BOMBER, "strike"))
    stage(tiny, lambda board: setattr(named(board, Place, "Ashford"), "owner_id", named(board, Side, "Brenn").id))
    set_clock(tiny, 1, 2, Phase.AIR_STRIKES)
    done = step(tiny)
    assert mission(tiny).state == "grounded"
    assert "Ashford landing ground is in enemy hands" in done.receipt.lines[0]
