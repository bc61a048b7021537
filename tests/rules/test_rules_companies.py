"""Companies that stand as one: the resolved fight merges them as the battle sheet does, and every company has its state
again afterwards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.force import Arrival, Force, Unit
from campaign.rules.common.scene import Fight, NotCovered, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import odds, sheet_values
from campaign.rules.tabletop.brevity.attack import prepare
from campaign.rules.tabletop.brevity.companies import merged, shared
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Firing, Mark
from campaign.rules.tabletop.brevity.kinds import KINDS
from campaign.rules.tabletop.brevity.muster import muster
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import Level, Nationality, Size
from campaign.terms.position import AtPlace
from campaign.terms.state import Light, Posture, Role, State
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, battery, fight, force, told
from tests.rules.forces import tanks

APART = DEFAULTS.with_setting("size.merge_companies", "off")


def companies(side: int, command: int, number: int, **changes: Any) -> list[Unit]:
    return [battalion(side, command, f"Coy {n}", **{"size": Size.COMPANY, **changes}) for n in range(1, number + 1)]


def to_hit(report: Any, firer: str) -> list[str]:
    """The dice rolled to hit by somebody's fire: ``... 4-6: 1 1``."""
    (line,) = told(report, firer, "to hit")
    return line.split("to hit ")[1].split("; ")[0].rsplit(": ", 1)[1].split()


# One stand -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-SIZE-04", "OB-SIZE-05", "OB-SIZE-02", "OB-T-09")
@pytest.mark.parametrize(("number", "dice"), [(1, 1), (2, 2), (3, 3), (4, 3), (6, 4)])
def test_companies_together_roll_the_dice_of_their_one_stand(number: int, dice: int) -> None:
    """Half a battalion rolls two dice, one rolls three, one and a half roll four; a company by itself the one free die
    (umpire 1.3)."""
    near = force(NEAR, *companies(NEAR, 11, number))
    far = force(FAR, battalion(FAR, 21, "Foe"))
    spots = {**{unit.name: (40, 30) for unit in near.units}, "Foe": (40, 36)}
    name = near.units[0].short if number == 1 else " + ".join(unit.short for unit in near.units[:4])
    names = {model: None for model in (name, " + ".join(unit.short for unit in near.units[4:])) if model}
    seen = fight(near, far, spots, near_does=Told(moves={11: [dict(names)]}))
    assert len(to_hit(seen.report, "Fire: Coy 1")) == dice


@pytest.mark.rule("OB-SIZE-04", "OB-SIZE-05")
def test_two_companies_apart_have_one_die_and_together_two() -> None:
    near, far = force(NEAR, *companies(NEAR, 11, 2)), force(FAR, battalion(FAR, 21, "Foe"))
    spots = {"Coy 1": (40, 30), "Coy 2": (44, 30), "Foe": (40, 36)}
    apart = fight(near, far, spots, book=APART, near_does=Told(moves={11: [{"Coy 1": None, "Coy 2": None}]}))
    together = fight(near, far, spots, near_does=Told(moves={11: [{"Coy 1 + Coy 2": None}]}))
    assert len(to_hit(apart.report, "Fire: Coy 1")) == 1
    assert len(to_hit(together.report, "Fire: Coy 1")) == 2
    assert together.report[3] == "Coy 1 + Coy 2 stand as one weak battalion, by the row of Coy 1."
    assert not told(apart.report, "stand as one")


def test_the_stand_fights_by_the_row_that_the_sheet_names() -> None:
    """Of two weapons the slower: the infantry walks 24 inches, the tanks drive 48, so that the stand is infantry."""
    mixed = (
        battalion(NEAR, 11, "Foot", size=Size.COMPANY, dug_in_turns=4),
        battalion(NEAR, 11, "Tanks", tanks, size=Size.COMPANY),
        battalion(NEAR, 11, "Whole", at=AtPlace(2)),
    )
    made = merged(force(NEAR, *mixed), DEFAULTS)
    (row,) = (merger.row for merger in muster(force(NEAR, *mixed), DEFAULTS).mergers)
    assert row == 1
    assert [(unit.short, unit.size, unit.weapon) for unit in made.force.units] == [
        ("Foot + Tanks", Size.WEAK, mixed[0].weapon),
        ("Whole", Size.NORMAL, mixed[2].weapon),
    ]
    (stand,) = stands_of(made.force.units[0], DEFAULTS)
    assert (stand.halves, stand.company, stand.key, stand.direct_in) == (1, False, "Foot", 8)
    assert merged(made.force, DEFAULTS).force == made.force, "merged once, nothing is left to merge"


def test_whoever_comes_later_rests_or_hides_stands_with_his_like_only() -> None:
    two = companies(NEAR, 11, 2)
    for changes in (
        {"role": Role.ARRIVES, "arrival": Arrival(Moment(1, 3))},
        {"role": Role.GUNS_IN_RANGE},
        {"resting": True},
        {"hidden": True},
        {"headquarters_of": Level.DIVISION},
    ):
        units = (two[0], replace(two[1], **changes))  # type: ignore[arg-type]
        assert muster(force(NEAR, *units), DEFAULTS).mergers == ()
        assert merged(force(NEAR, *units), DEFAULTS).force.units == units
    late = [replace(unit, role=Role.ARRIVES, arrival=Arrival(Moment(1, 3))) for unit in two]
    assert [merger.lines for merger in muster(force(NEAR, *late), DEFAULTS).mergers] == [(1, 2)]


def test_companies_at_a_task_keep_the_others_there() -> None:
    near, far = force(NEAR, *companies(NEAR, 11, 2)), force(FAR, battalion(FAR, 21, "Foe"))
    away = near.units[1].id
    with pytest.raises(Exception, match="Coy 1 \\+ Coy 2 is at an engineering task"):
        fight(near, far, {}, near_does=Told(moves={11: [{"Coy 1 + Coy 2": None}]}), at_work=frozenset({away}))


# Its losses ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-SIZE-04")
@pytest.mark.parametrize(("number", "spent"), [(2, 1), (3, 2), (4, 2)])
def test_half_of_the_lines_rounded_up_are_spent_with_their_stand(number: int, spent: int) -> None:
    units = companies(NEAR, 11, number)
    assert shared(State.SPENT, units) == (State.SPENT,) * spent + (State.FRESH,) * (number - spent)
    for state in (State.FRESH, State.DESTROYED, State.CAPTURED):
        assert shared(state, units) == (state,) * number
    (merger,) = muster(force(NEAR, *units), DEFAULTS).mergers
    assert f"if spent, its owner marks {spent} of them spent" in merger.note, "as the sheet says"


def _under_fire(number: int, faces: dict[str, list[int]]) -> Any:
    near, far = (
        force(NEAR, battalion(NEAR, 11, "Attack")),
        force(FAR, *companies(FAR, 21, number, posture=Posture.RESERVE)),
    )
    spots = {"Attack": (40, 30), **{unit.name: (40, 36) for unit in far.units}}
    return fight(near, far, spots, near_does=Told(moves={11: [{"Attack": None}]}), dice=Faces(faces))


@pytest.mark.rule("OB-SIZE-04", "OB-CAS-07", "OB-CAS-08")
@pytest.mark.parametrize(
    ("number", "casualties", "after"),
    [
        (3, [6, 1, 1], [State.SPENT, State.SPENT, State.FRESH]),
        (2, [6, 1, 1], [State.SPENT, State.FRESH]),
        (3, [6, 6, 1], [State.DESTROYED] * 3),
        (3, [1, 1, 1], [State.FRESH] * 3),
    ],
)
def test_a_fight_leaves_every_company_its_state(number: int, casualties: list[int], after: list[State]) -> None:
    """One casualty spends the stand, two destroy it."""
    seen = _under_fire(number, {"to hit": [6, 6, 6], "casualties": casualties})
    ends = [end for end in seen.units if end.side == 1]
    assert [end.name for end in ends] == [f"Coy {n}" for n in range(1, number + 1)]
    assert [end.after for end in ends] == after
    assert {end.before for end in ends} == {State.FRESH}


def test_the_report_says_which_companies_are_spent() -> None:
    seen = _under_fire(3, {"to hit": [6, 6, 6], "casualties": [6, 1, 1]})
    assert told(seen.report, "first on the sheet") == [
        "Of Coy 1 + Coy 2 + Coy 3 the first on the sheet are spent: Coy 1, Coy 2."
    ]
    assert "Axis: 1 fresh, 2 spent." in seen.report


def test_the_campaign_gets_every_line_back() -> None:
    """Through the door by which the campaign fights: the companies as the sheet merges them, each with an end of its
    own."""
    near = force(NEAR, battalion(NEAR, 11, "A"), battalion(NEAR, 11, "B"), battery(NEAR, 11, "Guns"))
    far = force(FAR, *companies(FAR, 21, 3), battalion(FAR, 22, "Lone", size=Size.COMPANY))
    start = Moment(1, 2)
    spots = {**{unit.id: (40, 26) for unit in near.units}, **{unit.id: (40, 38) for unit in far.units}}
    given = Fight((near, far), NEAR, start, (TurnSky(start),), spots=spots, table_in=(80, 64))
    result = resolver("brevity")(given, Tape(Seeded("companies"), start), DEFAULTS)
    assert not isinstance(result, NotCovered)
    assert [end.unit for end in result.ends] == [unit.id for unit in (*near.units, *far.units)]
    assert result.report[3] == "Coy 1 + Coy 2 + Coy 3 stand as one normal battalion, by the row of Coy 1."
    mustered = tabletop("brevity").muster(far, DEFAULTS)
    assert mustered.notes[0].startswith("Lines 1, 2 and 3 stand as one normal battalion")


# Odds ----------------------------------------------------------------------------------------------------------------
def _weak_at_foot() -> odds.FireOdds:
    """The exact odds of two companies' fire at infantry in the open, from the function that the sheet prints
    them by."""
    two = force(NEAR, *companies(NEAR, 11, 2))
    made = sheet_values.sheet(two, (Nationality.GERMAN,), DEFAULTS, night=False, light=Light.DAY)
    (row,) = made.fire_odds
    assert row.label == "1+2"
    (stand,) = stands_of(merged(two, DEFAULTS).force.units[0], DEFAULTS)
    exact = odds.fire_odds(prepare(Fire(FireKind.DIRECT, (Firing(stand, 4),), Mark(KINDS["infantry"])), DEFAULTS))
    assert row.odds[0] == exact
    return exact


@pytest.mark.long
@pytest.mark.rule("OB-SIZE-02", "OB-T-09", "OB-CAS-07", "OB-CAS-08")
def test_resolved_fire_of_merged_companies_falls_as_the_sheet_s_odds_say() -> None:
    """600 seeded fights, one fire each: chi-square against the exact odds, three degrees of freedom, the 0.1 per cent
    point 16.27."""
    exact = _weak_at_foot()
    chances = {
        "no effect.": exact.none,
        "pinned.": exact.pinned,
        "pinned and spent.": exact.spent,
        "destroyed.": exact.lost,
    }
    near, far = force(NEAR, *companies(NEAR, 11, 2)), force(FAR, battalion(FAR, 21, "Foe", posture=Posture.RESERVE))
    found = Counter(_one_fire(near, far, seed) for seed in range(600))
    assert set(found) <= set(chances)
    gap = sum(
        (found[word] - 600 * float(chance)) ** 2 / (600 * float(chance)) for word, chance in chances.items() if chance
    )
    assert gap < 16.27
    assert sum(chances.values()) == Fraction(1)


def _one_fire(near: Force, far: Force, seed: int) -> str:
    spots = {near.units[0].name: (40, 30), near.units[1].name: (40, 30), far.units[0].name: (40, 34)}
    dice = Tape(Seeded(f"weak {seed}"), Moment(1, 2))
    seen = fight(near, far, spots, near_does=Told(moves={11: [{"Coy 1 + Coy 2": None}]}), dice=dice)
    return told(seen.report, "  Fire: Coy 1")[0].rsplit("; ", 1)[1]
