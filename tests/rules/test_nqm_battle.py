"""Whole fights of Not Quite Mechanised: they end, they tell what they did, nobody gets better, the dice are honest."""

from collections import Counter

import pytest

from campaign.errors import BadInput
from campaign.resolve.nqm.battle import resolve
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.scene import Resolution
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm import firing, odds
from campaign.rules.tabletop.nqm.assault import Draw, draw_winner, throw
from campaign.rules.tabletop.nqm.firing import Volley
from campaign.rules.tabletop.nqm.odds import exchange
from campaign.rules.tabletop.nqm.recce import throw as reconnoitre
from campaign.rules.tabletop.nqm.system import TABLETOP
from campaign.rules.tabletop.nqm.tables import Grade, RangeBand, Weight
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.forces import guns, infantry
from tests.rules.nqm_bodies import CRITERION, NOW, axis, british, fight, german, sides

RUNS = 4000


def fought(seed: str, **changes: object) -> Resolution:
    made = fight(**changes)  # type: ignore[arg-type]
    return resolve(made, Tape(Seeded(seed), NOW), DEFAULTS)


@pytest.mark.rule("NQM-SEQ-06", "NQM-SEQ-11", "NQM-SEQ-12", "NQM-SEQ-15", "NQM-SCALE-05", "NQM-DESIGN-02", "NQM-AMB-04")
@pytest.mark.parametrize("seed", list("abcdefgh"))
def test_a_fight_ends_and_accounts_for_everybody(seed: str) -> None:
    made = fight()
    told = fought(seed)
    units = {unit.id: unit for force in made.forces for unit in force.units}
    assert len({end.unit for end in told.ends}) == len(units)
    assert all(end.after.severity >= end.before.severity for end in told.ends)
    assert "Hour 1, 06:00." in told.report
    hours = int(told.length.split()[0])
    assert told.turns == -(-hours // 6) <= 2
    assert sum(line.startswith("Hour ") for line in told.report) == hours
    assert told.broke_off is None or told.holder not in (None, told.broke_off)


@pytest.mark.rule("NQM-AMMO-03", "NQM-AMB-81")
def test_what_was_not_fired_is_still_there() -> None:
    """The ammunition that is left is told, battalion by battalion: no more than it brought, and some fired and some
    not."""
    made = fight()
    full = {
        line.unit: line.noted["ammunition"] for force in made.forces for line in TABLETOP.muster(force, DEFAULTS).lines
    }
    left = [
        (end.unit, end.aftermath["ammunition"])
        for n in range(6)
        for end in fought(f"fired {n}", forces=made.forces).ends
        if end.after is not State.CAPTURED
    ]
    assert all(0 <= dice <= full[unit] for unit, dice in left)
    assert any(dice < full[unit] for unit, dice in left) and any(dice == full[unit] > 0 for unit, dice in left)


def test_the_same_dice_give_the_same_fight() -> None:
    forces = sides()
    assert fought("x", forces=forces) == fought("x", forces=forces)


def test_a_fight_goes_every_way() -> None:
    holders = Counter(fought(f"many {n}").holder for n in range(40))
    assert holders[1] > 3
    assert holders[2] > 0


def test_both_sides_attack_in_a_meeting_engagement() -> None:
    assert fought("meeting", attacker=None).report


@pytest.mark.rule("NQM-REORG-11", "NQM-REORG-12", "NQM-REORG-14", "NQM-REORG-01")
def test_battalions_reorganise_in_safety() -> None:
    lines = [line for n in range(30) for line in fought(f"reorganise {n}").report]
    assert any("reorganises" in line for line in lines)
    assert any("is disorganised after combat" in line for line in lines)


@pytest.mark.parametrize(("key", "value"), [("nqm.reorg.hours", 2), ("nqm.morale.base", "full strength")])
def test_house_rules_of_a_fight(key: str, value: object) -> None:
    book = DEFAULTS.with_setting(key, value)
    for n in range(4):
        told = resolve(fight(), Tape(Seeded(f"{key}{n}"), NOW), book)
        assert all(end.after.severity >= end.before.severity for end in told.ends)


def test_what_is_brought_must_be_able_to_fight() -> None:
    gone = infantry("Gone", state=State.DESTROYED)
    with pytest.raises(BadInput, match=r"brings no unit to the battle\. Rule the battle"):
        resolve(fight((british(gone), sides()[1])), Tape(Seeded("x"), NOW), DEFAULTS)
    with pytest.raises(BadInput, match="at least one"):
        resolve(replace(fight(), turns=0), Tape(Seeded("x"), NOW), DEFAULTS)


def test_guns_alone_do_not_make_a_line() -> None:
    told = resolve(fight((british(guns("25-pdrs")), axis(german(infantry, "Lehr")))), Tape(Seeded("x"), NOW), DEFAULTS)
    assert told.holder == 2
    assert told.length == "1 hour"


def test_many_against_few_win_more_often() -> None:
    strong = british(*(infantry(f"Battalion {n}") for n in range(6)), guns("25-pdrs", command=1, organic=1))
    weak = axis(german(infantry, "Lehr"))
    won = sum(resolve(fight((strong, weak)), Tape(Seeded(f"many {n}"), NOW), DEFAULTS).holder == 1 for n in range(20))
    assert won >= 15


def test_the_door_resolves() -> None:
    told = resolver("nqm")(fight(), Tape(Seeded("door"), NOW), DEFAULTS)
    assert isinstance(told, Resolution)


# Honest dice ---------------------------------------------------------------------------------------------------------
def chi_square(seen: Counter[object], chances: dict[object, object], runs: int) -> tuple[float, int]:
    expected = {key: float(chance) * runs for key, chance in chances.items()}  # type: ignore[arg-type]
    rare = [key for key, count in expected.items() if count < 5]
    groups = [(sum(seen[key] for key in rare), sum(expected[key] for key in rare))] if rare else []
    groups += [(seen[key], count) for key, count in expected.items() if key not in rare]
    groups = [(got, want) for got, want in groups if want > 0]
    assert sum(got for got, _ in groups) == runs
    return sum((got - want) ** 2 / want for got, want in groups), len(groups) - 1


def tape(n: int, name: str) -> Tape:
    return Tape(Seeded(f"{name} {n}"), Moment(1, 2))


@pytest.mark.rule("NQM-FIRE-06")
@pytest.mark.parametrize(
    "volley",
    [
        Volley(Weight.LIGHT, Weight.LIGHT, 3),
        Volley(Weight.MEDIUM, Weight.LIGHT, 2),
        Volley(Weight.LIGHT, Weight.MEDIUM, 4, RangeBand.CONTACT),
    ],
)
def test_thrown_volleys_agree_with_the_exact_odds(volley: Volley) -> None:
    seen = Counter(firing.fire(volley, tape(n, "volley"), "x")[1] for n in range(RUNS))
    found, freedom = chi_square(Counter(seen), dict(odds.casualties([volley])), RUNS)
    assert found < CRITERION[min(freedom, 8)]


@pytest.mark.rule("NQM-ASSAULT-10")
@pytest.mark.parametrize(
    ("attack", "defence", "grades"),
    [
        (4, 2, (Grade.VETERAN, Grade.REGULAR)),
        (3, 2, (Grade.REGULAR, Grade.REGULAR)),
        (3, 3, (Grade.REGULAR, Grade.VETERAN)),
    ],
)
def test_thrown_exchanges_agree_with_the_exact_odds(attack: int, defence: int, grades: tuple[Grade, Grade]) -> None:
    draw: Draw = draw_winner(*grades)
    seen = Counter(throw(attack, defence, draw, tape(n, "assault"), "a", "b")[2] for n in range(RUNS))
    found, freedom = chi_square(Counter(seen), dict(exchange(attack, defence, draw)), RUNS)
    assert found < CRITERION[min(freedom, 8)]


@pytest.mark.rule("NQM-RECCE-08")
def test_thrown_recces_agree_with_the_exact_odds() -> None:
    seen = Counter(reconnoitre(Grade.REGULAR, Grade.CONSCRIPT, tape(n, "recce"), "x", DEFAULTS)[0] for n in range(RUNS))
    found, freedom = chi_square(Counter(seen), dict(odds.recce(Grade.REGULAR, Grade.CONSCRIPT, DEFAULTS)), RUNS)
    assert found < CRITERION[min(freedom, 8)]
