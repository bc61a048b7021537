"""What would have to go, and on which points supply hangs, as the umpire and a side read it."""

from __future__ import annotations

from campaign.journal import Desk, reading
from campaign.model import Battalion, Place, Side, Sighting
from campaign.queries.supply import supply_chain
from campaign.queries.supply_threats import supply_vulnerable
from campaign.store import Store
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.viewer import UMPIRE, Viewer
from tests.actions.stage import stage
from tests.tiny import named


def _surrounded(desk: Desk) -> None:
    """The brigade stands at Coldbrook, the enemy behind it at Birch Cross."""
    birch, coldbrook = named(desk, Place, "Birch Cross"), named(desk, Place, "Coldbrook")
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        named(desk, Battalion, name).place_id = coldbrook.id
    for name in ("I/9", "II/9"):
        named(desk, Battalion, name).place_id = birch.id


def _seen(desk: Desk) -> None:
    birch, enemy = named(desk, Place, "Birch Cross"), named(desk, Battalion, "I/9")
    blue = next(side for side in desk.rows(Side) if side.key == "alba")
    desk.make(
        Sighting, day=1, turn=1, side_id=blue.id, battalion_id=enemy.id, place_id=birch.id, where="Birch Cross",
        arm=Arm.INFANTRY, mark=SizeMark.BATTALION, seen_by="1st Hussars", how="located",
    )  # fmt: skip


def _blue(desk: Desk) -> Viewer:
    return Viewer(side=next(side.id for side in desk.rows(Side) if side.key == "alba"))


def test_the_umpire_reads_who_would_have_to_go_by_place(tiny: Store) -> None:
    stage(tiny, _surrounded)
    with reading(tiny) as desk:
        chain = supply_chain(desk, UMPIRE, "1st Brigade")
    assert not chain.in_supply and chain.clearing is not None
    assert [(group.where, group.enemies) for group in chain.clearing.enemies] == [("Birch Cross", ("I/9", "II/9"))]
    assert (chain.clearing.size, chain.clearing.proved, chain.clearing.at_least) == (2, True, 2)
    assert chain.clearing.note.startswith("Without these 2 the whole chain holds")


def test_a_side_reads_only_of_those_it_has_located(tiny: Store) -> None:
    stage(tiny, _surrounded)
    with reading(tiny) as desk:
        blind = supply_chain(desk, _blue(desk), "1st Brigade")
    assert blind.clearing is not None and not blind.clearing.enemies
    assert blind.clearing.note == "Nobody whom you have located lately is in the way."
    stage(tiny, _seen)
    with reading(tiny) as desk:
        seen = supply_chain(desk, _blue(desk), "1st Brigade")
    assert seen.clearing is not None
    assert [(group.where, group.enemies) for group in seen.clearing.enemies] == [("Birch Cross", ("infantry, battalion",))]


def test_who_is_in_supply_is_told_nothing_of_the_kind(tiny: Store) -> None:
    with reading(tiny) as desk:
        assert supply_chain(desk, UMPIRE, "1st Brigade").clearing is None


def test_the_points_on_which_supply_hangs(tiny: Store) -> None:
    def forward(desk: Desk) -> None:
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            named(desk, Battalion, name).place_id = named(desk, Place, "Birch Cross").id

    stage(tiny, forward)
    with reading(tiny) as desk:
        alba = next(side for side in supply_vulnerable(desk, UMPIRE).sides if side.side == "Alba")
        own = supply_vulnerable(desk, _blue(desk))
    assert [(point.what, point.battalions, point.formations) for point in alba.points] == [
        ("Ashford – Birch Cross, 10.0 km", 3, ("1st Brigade",))
    ]  # fmt: skip
    assert [side.side for side in own.sides] == ["Alba"] and own.sides[0].points == alba.points
