"""What holds of all odds: they add up to one, agree with counting every face and with rolled dice, and no favour ever
harms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.odds import Chances, binomial, certain
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import attack as attacks
from campaign.rules.tabletop.brevity import chains, odds, tables
from campaign.rules.tabletop.brevity.attack import Result, prepare, result_of
from campaign.rules.tabletop.brevity.chains import Assault, Body
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Firing, Flank, Mark, Works
from campaign.rules.tabletop.brevity.kinds import KINDS
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Posture, Sky
from campaign.terms.target import Reason, Target
from campaign.terms.time import Moment
from campaign.values import replace
from tests.laws import tried
from tests.rules.firing import attack

F = Fraction

stands = st.builds(
    lambda kind, halves, green: replace(KINDS[kind], halves=halves, inexperienced=green),
    st.sampled_from(sorted(KINDS)),
    st.sampled_from([0, 1, 2]),
    st.booleans(),
)
firing = st.builds(
    Firing,
    stands,
    st.integers(0, 14),
    st.sampled_from(Posture),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(Flank),
    st.booleans(),
    st.booleans(),
)
marks = st.builds(
    Mark,
    stands,
    st.sampled_from(Works),
    st.sampled_from(Cover),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(Posture),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
fires = st.builds(
    Fire,
    st.just(FireKind.DIRECT),
    st.lists(firing, max_size=8).map(tuple),
    marks,
    st.sampled_from(Light),
    st.sampled_from(Sky),
)
targets = st.builds(
    lambda score, plus: Target(score, "a score", (Reason(plus, "luck"),)),
    st.none() | st.integers(2, 6),
    st.integers(-2, 2),
)


def passing(target: Target, dice: int) -> Chances[int]:
    """How many of so many dice reach their score."""
    return Chances(enumerate(binomial(dice, target.chance)))


def ordered(shown: odds.FireOdds) -> tuple[F, F, F]:
    """Chances of at least pinned, at least spent, and lost: what a favour may never lower."""
    return 1 - shown.none, shown.spent + shown.lost, shown.lost


@given(fires)
def test_odds_of_any_fire_add_up_to_one(fire: Fire) -> None:
    shown = odds.fire_odds(prepare(fire, DEFAULTS))
    assert shown.none + shown.pinned + shown.spent + shown.destroyed + shown.captured == 1
    assert min(shown.none, shown.pinned, shown.spent, shown.destroyed, shown.captured) >= 0


@given(fires)
def test_everybody_is_counted_lends_or_is_left_out_with_a_reason(fire: Fire) -> None:
    counted = prepare(fire, DEFAULTS).counted
    assert len(counted.battalions) + len(counted.lending) + len(counted.left_out) == len(fire.firing)
    assert all(left.why and left.rule.startswith("OB-") for left in counted.left_out)


@given(st.integers(0, 6), targets, st.none() | targets, targets, st.booleans())
def test_odds_agree_with_counting_binomials(
    dice: int, hit: Target, through: Target | None, cause: Target, spent: bool
) -> None:
    shown = odds.outcomes(dice, hit, through, cause, spent=spent)
    again = (
        passing(hit, dice)
        .then(lambda hits: passing(through, hits) if through else certain(hits))
        .then(lambda left: passing(cause, left).map(lambda casualties: (left, casualties)))
        .map(lambda both: result_of(*both, spent=spent, surrounded=False))
    )
    assert dict(shown) == dict(again)


@pytest.mark.rule("OB-CAS-02", "OB-PEN-01")
@pytest.mark.parametrize("penetrate", [pytest.param(None, marks=pytest.mark.long), 4])
def test_odds_agree_with_counting_every_face(penetrate: int | None) -> None:
    faces = range(1, 7)
    found: dict[Result, F] = {}
    for six in product(faces, repeat=6):
        pairs = [six[:3], six[3:]]
        left = [p for p in pairs if p[0] >= 5 and (penetrate is None or p[1] >= penetrate)]
        result = result_of(len(left), sum(p[2] >= 4 for p in left), spent=False, surrounded=False)
        found[result] = found.get(result, F(0)) + F(1, 6**6)
    shown = odds.outcomes(
        2, Target(5, "hit"), None if penetrate is None else Target(penetrate, "pen"), Target(4, "cause")
    )
    assert dict(shown) == found


# No favour harms -----------------------------------------------------------------------------------------------------
@given(st.integers(0, 5), targets, st.none() | targets, targets, st.booleans(), st.integers(1, 3))
def test_a_better_score_or_one_die_more_never_lowers_a_chance(
    dice: int, hit: Target, through: Target | None, cause: Target, spent: bool, favour: int
) -> None:
    def better(target: Target) -> Target:
        return replace(target, reasons=(*target.reasons, Reason(favour, "favour")))

    def shown(*given: object) -> tuple[F, F, F]:
        return ordered(odds.odds_of(odds.outcomes(*given, spent=spent)))  # type: ignore[arg-type]

    plain = shown(dice, hit, through, cause)
    for other in (
        shown(dice + 1, hit, through, cause),
        shown(dice, better(hit), through, cause),
        shown(dice, hit, better(through) if through else None, cause),
        shown(dice, hit, through, better(cause)),
    ):
        assert all(after >= before for before, after in zip(plain, other, strict=True))


@given(fires, st.sampled_from(["inexperienced", "located", "open", "no smoke", "day", "spent", "one more"]))
def test_a_favour_to_the_firer_never_lowers_a_chance(fire: Fire, favour: str) -> None:
    mark = fire.mark
    changed = {
        "inexperienced": lambda: replace(fire, mark=replace(mark, stand=replace(mark.stand, inexperienced=True))),
        "located": lambda: replace(fire, mark=replace(mark, located=True)),
        "open": lambda: replace(fire, mark=replace(mark, cover=Cover.OPEN)),
        "no smoke": lambda: replace(fire, mark=replace(mark, smoke=False)),
        "day": lambda: replace(fire, light=Light.DAY),
        "spent": lambda: replace(fire, mark=replace(mark, spent=True)),
        "one more": lambda: replace(fire, firing=(*fire.firing, *fire.firing[:1])),
    }[favour]()
    before, after = prepare(fire, DEFAULTS), prepare(changed, DEFAULTS)
    if favour == "one more" and before.counted.free_die != after.counted.free_die:
        return
    worse, better = ordered(odds.fire_odds(before)), ordered(odds.fire_odds(after))
    # a target already spent cannot become spent: destroyed instead
    pairs = list(zip(worse, better, strict=True))
    assert all(new >= old for old, new in pairs)


@given(st.integers(1, 4), st.integers(1, 3), st.sampled_from(Works))
@tried(10, long=50)
def test_assaults_add_up_and_one_attacker_more_helps(attackers: int, defenders: int, works: Works) -> None:
    infantry = KINDS["infantry"]

    def shown(count: int) -> chains.AssaultOdds:
        return chains.assault(Assault(((Body(infantry, count),),), (Body(infantry, defenders, works),), 4), DEFAULTS)

    few, more = shown(attackers), shown(attackers + 1)
    for one in (*few.attackers, *few.defenders):
        assert one.each.none + one.each.pinned + one.each.spent + one.each.lost == 1
        assert sum(one.fit.values()) == 1
    assert all(
        new >= old for old, new in zip(ordered(few.defenders[0].each), ordered(more.defenders[0].each), strict=True)
    )


# Rolled dice agree ---------------------------------------------------------------------------------------------------
CHI_SQUARE_LIMIT = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47}
"""Critical values for one in a thousand, by degrees of freedom. The dice are seeded: what passes once passes always."""


def chi_square(seen: dict[Result, int], expected: Chances[Result], rolls: int) -> tuple[float, int]:
    total = sum(
        (seen.get(result, 0) - float(chance) * rolls) ** 2 / (float(chance) * rolls)
        for result, chance in expected.items()
    )
    return total, len(expected) - 1


CASES = {
    "infantry in the open": ("2 infantry", "infantry", {"at": 6}),
    "dug-in infantry at close quarters": ("3 infantry", "infantry", {"at": 4, "works": Works.DUG_IN}),
    "tanks against tanks": ("2 tanks (anti-tank medium)", "medium tanks", {"at": 4}),
    "rockets on trucks by moonlight": ("rocket launchers", "truck column", {"at": 20, "light": Light.MOONLIGHT}),
    "a spent battalion": ("weak field guns", "spent infantry", {"at": 20, "spent": True}),
    "green infantry in the dark": ("4 infantry", "inexperienced infantry", {"at": 3, "light": Light.DARKNESS}),
}


@pytest.mark.parametrize("rolls", [2_000, pytest.param(6_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("case", CASES)
def test_seeded_exchanges_agree_with_the_odds(case: str, rolls: int) -> None:
    who, on, given_ = CASES[case]
    shot = attack(who, on, **given_)  # type: ignore[arg-type]
    mark = shot.fire.mark
    expected = odds.outcomes(shot.dice, shot.to_hit, shot.to_penetrate, shot.to_cause, spent=mark.spent)
    dice = Tape(Seeded("Battleaxe"), Moment(1, 2))
    seen: dict[Result, int] = {}
    for _ in range(rolls):
        result = attacks.roll(shot, dice, subject=case).result
        seen[result] = seen.get(result, 0) + 1
    assert set(seen) <= set(expected)
    value, freedom = chi_square(seen, expected, rolls)
    assert value < CHI_SQUARE_LIMIT[freedom], f"{case}: {seen} against {expected}"


# The generic chances -------------------------------------------------------------------------------------------------
def test_chances_must_add_up() -> None:
    with pytest.raises(ValueError, match="must add up to 1"):
        Chances({"heads": F(1, 2)})
    with pytest.raises(ValueError, match=r"'tails' has the chance -1/2\. A chance must be 0 or more"):
        Chances({"heads": F(3, 2), "tails": F(-1, 2)})


def test_chances_combine() -> None:
    coin = Chances({"heads": F(1, 2), "tails": F(1, 2)})
    assert coin.beside(coin).chance(lambda both: both[0] == both[1]) == F(1, 2)
    assert coin.then(lambda side: certain(1) if side == "heads" else Chances({1: F(1, 3), 2: F(2, 3)})).of(2) == F(1, 3)
    assert (coin.of("edge"), dict(coin.map(len))) == (0, {5: F(1)})
    assert binomial(2, F(1, 3)) == (F(4, 9), F(4, 9), F(1, 9))


@pytest.mark.rule("OB-WC-005", "OB-WC-006", "OB-DICE-01", "OB-DICE-02", "OB-DICE-03", "OB-DICE-04")
def test_scores_on_a_die() -> None:
    assert [Target(score, "bare").chance for score in (2, 3, 4, 5, 6)] == [F(5, 6), F(2, 3), F(1, 2), F(1, 3), F(1, 6)]
    shifted = [
        Target(score, "with a modifier", (Reason(plus, "it"),)).chance for score, plus in ((4, 1), (5, -1), (6, -1))
    ]
    assert shifted == [F(2, 3), F(1, 6), 0]
    assert Target(4, "two modifiers", (Reason(1, "one"), Reason(1, "another"))).chance == F(5, 6)
    assert Target(4, "4-6", (Reason(tables.HIT_BONUS_ROCKETS_AIRCRAFT, "aircraft"),)).passes(3)
