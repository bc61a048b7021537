"""Returns held against their battle: who had not come, what stands as one, two fights on one table, slips of the pencil
(umpire 1.3-1.8)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.returns.take import RecordReturn
from campaign.errors import BadFile
from campaign.journal import reading
from campaign.model import Battle, Formation, Place, Side
from campaign.rules.common.settings import DEFAULTS
from campaign.situation.army import load_army
from campaign.situation.forms import form_of
from campaign.situation.ground import load_theatre
from campaign.store import Store
from campaign.terms.forces import Size, SizeMark
from campaign.terms.state import OrderKind, Role, State
from campaign.terms.time import Phase
from campaign.verbs.battles import AddToBattle, NewBattle
from tests.clash import ROAD, at_phase, battle, contact, do, meet, order, stand, step, unit, where
from tests.tiny import battalion, by_hand, named


def filed(side: str, *lines: dict[str, Any], **foot: Any) -> dict[str, Any]:
    return {
        "side": side,
        "lines": list(lines),
        "foot": {"turn": 2, "ending": "finished", "all_other_lines_unharmed": True, **foot},
    }


def settled(
    store: Store, *alba: dict[str, Any], brenn: tuple[dict[str, Any], ...] = (), **foot: Any
) -> tuple[str, ...]:
    return do(store, RecordReturn("1", (filed("alba", *alba, **foot), filed("brenn", *brenn, **foot)))).receipt.lines


def faults(store: Store, *returns: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(BadFile) as refused:
        do(store, RecordReturn("1", returns))
    return refused.value.faults


def crossed(unit: str, *ticks: str, **more: Any) -> dict[str, Any]:
    return {"unit": unit, "ticks": list(ticks), **more}


# the hour ------------------------------------------------------------------------------------------------------------
def test_who_had_not_come_by_the_end_has_lost_nothing(tiny: Store) -> None:
    """2nd Rifles is due in turn 1.4, and the table stopped after turn 1.2."""
    meet(tiny)
    do(tiny, AddToBattle("1", ("2nd Rifles",), arrives="1.4", edge="west 20"))
    late = (
        "line 3: 2nd Rifles arrives in turn 1.4, but the return ends in turn 1.2, so it cannot have losses. "
        "Remove its losses, or correct the turn"
    )
    assert faults(tiny, filed("alba", crossed("2nd Rifles", "destroyed"))) == (f"Alba return: {late}",)
    settled(tiny, crossed("2nd Rifles", "unchanged"), turn=2)
    assert unit(tiny, "2nd Rifles").state is State.FRESH


def test_who_has_come_may_be_lost(tiny: Store) -> None:
    meet(tiny)
    do(tiny, AddToBattle("1", ("2nd Rifles",), arrives="1.4", edge="west 20"))
    settled(tiny, crossed("2nd Rifles", "destroyed"), turn=4, field="both")
    assert unit(tiny, "2nd Rifles").state is State.DESTROYED


def test_a_battle_does_not_end_in_the_turn_before_it_began(tiny: Store) -> None:
    meet(tiny)
    words = "turn 1 was over before this game began in turn 1.2. Write the last turn played at the table"
    assert faults(tiny, filed("alba", turn=1)) == (f"Alba return: {words}",)


def test_a_turn_of_the_next_day_is_said_to_be_one(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        at_phase(board, Phase.BATTLES, turn=3)
        board.rows(Battle)[0].turn = 3
    lines = settled(tiny, turn=1, field="both")
    (taken,) = (line for line in lines if line.startswith("Warning: the Alba return ends with turn 1:"))
    assert "By default turn 2.1, the next day, because the battle went on in turn 1." in taken


# the ground ----------------------------------------------------------------------------------------------------------
def test_a_place_beside_the_table_is_refused_with_the_edges(tiny: Store) -> None:
    """Umpire 1.8: a place of that table, or off by an edge. Coldbrook lies 12 km beyond Birch Cross."""
    meet(tiny)
    (words,) = faults(tiny, filed("brenn", crossed("I/9", "unchanged", ended_at="Coldbrook")))
    assert words == (
        "Brenn return: line 1: Coldbrook is not on this table. Write a place on the table, inches from two "
        "edges, or the edge where the unit left (off by edge A, B)"
    )


def test_the_field_to_one_side_and_its_place_to_the_other_is_a_warning(tiny: Store) -> None:
    meet(tiny)
    lines = settled(tiny, field="alba", objectives={"birch_cross": "brenn"})
    assert "Warning: the Alba return gives the field to Alba, but Birch Cross to Brenn" in lines
    assert not any("gives the field" in line for line in lines if "Birch Cross to Alba" in line)


def test_field_and_place_to_the_same_side_are_no_warning(tiny: Store) -> None:
    meet(tiny)
    assert not [
        line for line in settled(tiny, field="alba", objectives={"birch_cross": "alba"}) if line.startswith("Warning")
    ]


def test_who_ends_among_unspent_enemies_at_their_place_is_a_warning(tiny: Store) -> None:
    meet(tiny)
    lines = settled(tiny, crossed("1st Rifles", "unchanged", ended_at="Birch Cross"), field="brenn")
    assert "Warning: 1st Rifles ends at Birch Cross, which is Brenn and where I/9 stands unspent" in lines


# two fights on one table ---------------------------------------------------------------------------------------------
def two_fights(store: Store, *others: str) -> tuple[str, ...]:
    """1st Rifles and I/9 fight at Birch Cross; ``others`` of Alba and II/9 at 8 km from there, on the same table. Brenn
    holds the field."""
    with by_hand(store) as board:
        at_phase(board, Phase.CONTACTS)
        battalion(
            board, "3rd Rifles", named(board, Formation, "1st Brigade"), place_id=named(board, Place, "Ashford").id
        )
        stand(board, "I/9", at="Birch Cross")
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
        stand(board, "II/9", road=ROAD, metres=9000)
        for name in others:
            stand(board, name, road=ROAD, metres=8000)
    do(store, NewBattle("Birch Cross", units=("1st Rifles", "I/9", "II/9", *others)))
    return settled(store, field="brenn")


def test_who_fought_far_from_the_lost_place_and_not_in_vain_stays(tiny: Store) -> None:
    """Umpire 1.7, 1.8: 8 km from Birch Cross it is one unspent battalion against one; 1st Rifles, 1 km off,
    goes back."""
    lines = two_fights(tiny, "2nd Rifles")
    assert (
        "2nd Rifles stays where it is: more than 5 km from Birch Cross, where the enemy does not have"
        " more unspent battalions (umpire 1.8)" in lines
    )
    assert where(tiny, "2nd Rifles").startswith("4.0 km from Coldbrook")
    assert not where(tiny, "1st Rifles").startswith("1.0 km from Birch Cross")


def test_who_lost_a_fight_of_his_own_far_from_the_place_goes_back_too(tiny: Store) -> None:
    """The same with III/9 beside II/9: two unspent enemies to one."""
    with by_hand(tiny) as board:
        battalion(board, "III/9", named(board, Formation, "9th Regiment"), place_id=named(board, Place, "Coldbrook").id)
    lines = two_fights(tiny, "2nd Rifles")
    assert not any("stays where it is" in line for line in lines)


# one battle only -----------------------------------------------------------------------------------------------------
def test_who_is_gone_falls_out_of_the_other_battle(tiny: Store) -> None:
    """2nd Rifles was announced to the first battle, and stands on the table of the second."""
    meet(tiny)
    do(tiny, AddToBattle("1", ("2nd Rifles",), arrives="1.3", edge="west 20"))
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", at="Coldbrook")
    do(tiny, NewBattle("Coldbrook", units=("2nd Rifles", "II/9")))
    lines = settled(tiny, crossed("2nd Rifles", "destroyed"), field="brenn", turn=3)
    assert "2nd Rifles drops out of battle 2 (Coldbrook), line 1 of the Alba sheet: destroyed here" in lines
    assert battle(tiny, 2)["lines"]["2nd Rifles"].end_state is State.DESTROYED


def test_who_is_to_come_to_one_open_battle_is_not_announced_in_another(tiny: Store) -> None:
    """II/9 is on its way to Birch Cross."""
    with by_hand(tiny) as board:
        order(board, "II/9", OrderKind.MARCH, "Birch Cross")
    meet(tiny)
    assert "II/9" in battle(tiny)["lines"]
    with by_hand(tiny) as board:
        battalion(board, "III/9", named(board, Formation, "9th Regiment"), place_id=named(board, Place, "Ashford").id)
    do(tiny, NewBattle("Ashford", units=("2nd Rifles", "III/9")))
    assert "II/9" not in battle(tiny, 2)["lines"]


@pytest.mark.parametrize(("here", "there"), [("Ashford", "Coldbrook"), ("Coldbrook", "Ashford")])
def test_of_two_battles_of_one_hour_a_unit_is_in_the_one_on_whose_table_it_stands(
    tiny: Store, here: str, there: str
) -> None:
    """22 km apart: 3rd Rifles is in contact with nobody and has orders to march to the other fight."""
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS)
        battalion(board, "3rd Rifles", named(board, Formation, "1st Brigade"), place_id=named(board, Place, here).id)
        for name, place in (
            ("1st Rifles", "Ashford"),
            ("I/9", "Ashford"),
            ("1st Hussars", "Coldbrook"),
            ("II/9", "Coldbrook"),
        ):
            stand(board, name, at=place)
        for name, to in (("1st Rifles", "Ashford"), ("1st Hussars", "Coldbrook"), ("2nd Rifles", "Birch Cross")):
            order(board, name, OrderKind.ATTACK, to)
        order(board, "3rd Rifles", OrderKind.MARCH, there)
        board.flush()
        contact(board, "1st Rifles", "I/9")
        contact(board, "1st Hussars", "II/9")
        board.flush()
        step(board)
    found = {battle(tiny, n)["place"]: battle(tiny, n)["lines"] for n in (1, 2)}
    assert found[here]["3rd Rifles"].role is Role.ENGAGED
    assert "3rd Rifles" not in found[there]


# lines that stand as one ---------------------------------------------------------------------------------------------
@pytest.fixture
def three_companies(tiny: Store) -> Store:
    """Three companies of the 9th Regiment at Birch Cross, which stand as one."""
    with by_hand(tiny) as board:
        regiment, here = named(board, Formation, "9th Regiment"), named(board, Place, "Birch Cross").id
        for name in ("1st Company", "2nd Company", "3rd Company"):
            battalion(board, name, regiment, place_id=here, size=Size.COMPANY, mark=SizeMark.COMPANY)
    meet(tiny)
    row, lines = battle(tiny)["row"], list(battle(tiny)["lines"].values())
    with reading(tiny) as board:
        form = form_of(
            board, load_army(board), load_theatre(board), row, named(board, Side, "brenn").id, lines, DEFAULTS
        )
    (one,) = form.muster.together
    assert (len(one.lines), one.spent) == (3, 2), "half rounded up"
    return tiny


@pytest.mark.rule("OB-SIZE-04")
@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (
            (crossed("2nd Company", "destroyed"),),
            "Write destroyed for lines 2 and 4 too, or remove destroyed from line 3",
        ),
        ((crossed("2nd Company", "spent"),), "Write spent for 2 of the lines, not for 1"),
        (
            tuple(crossed(f"{name} Company", "spent") for name in ("1st", "2nd", "3rd")),
            "Write spent for 2 of the lines, not for 3",
        ),
    ],
)
def test_what_stands_as_one_is_lost_as_one(
    three_companies: Store, lines: tuple[dict[str, Any], ...], fault: str
) -> None:
    """Umpire 1.3: destroyed, all of them; spent, half of them rounded up."""
    (words,) = faults(three_companies, filed("brenn", *lines))
    assert (
        "are one stand on the table. If the stand was destroyed, all of these battalions are destroyed. If it is spent, 2 of these battalions are spent"
        in words
    )
    assert fault in words


@pytest.mark.rule("OB-SIZE-04")
def test_losses_shared_out_as_the_sheet_says_are_taken(three_companies: Store) -> None:
    settled(three_companies, brenn=(crossed("1st Company", "spent"), crossed("3rd Company", "spent")), field="brenn")
    states = [unit(three_companies, f"{name} Company").state for name in ("1st", "2nd", "3rd")]
    assert states == [State.SPENT, State.FRESH, State.SPENT]
