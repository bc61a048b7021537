"""The odds of an attack: laws that hold for all of them, and the battles that they were made from (umpire 1.23)."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.play.laws import LAWS, Law
from campaign.play.odds import Fighter, Ground, as_seen, attack_odds, expected_odds, threat
from campaign.play.odds_query import HEADING, battalions, queries_of
from campaign.rules.common.automatic import Odds
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.systems import SYSTEMS
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.ground import Cover
from campaign.values import replace
from tests.harness.odds_fit import GROUPS, Bin, Case, law_from, played

FIGHTERS = st.builds(
    as_seen, st.sampled_from(list(Arm)), st.sampled_from([SizeMark.BATTALION, SizeMark.COMPANY]), spent=st.booleans()
)
FORCES = st.lists(FIGHTERS, min_size=1, max_size=7)
GROUNDS = st.builds(Ground, st.sampled_from(list(Cover)), night=st.booleans())


def test_every_system_has_a_law() -> None:
    assert list(LAWS) == list(SYSTEMS)


@given(st.sampled_from(list(SYSTEMS)), FORCES, FORCES, FIGHTERS, GROUNDS)
def test_more_troops_never_lower_the_chance_of_their_side(
    system: str, attackers: list[Fighter], defenders: list[Fighter], more: Fighter, ground: Ground
) -> None:
    """Under every system, whoever comes and wherever; so for what is said with the unseen, too."""
    law = LAWS[system]
    for odds_of in (attack_odds, expected_odds, threat):
        before = odds_of(attackers, defenders, ground, law)
        assert sum(before) == pytest.approx(1)
        assert _is_no_worse(odds_of([*attackers, more], defenders, ground, law), before)
        assert _is_no_worse(before, odds_of(attackers, [*defenders, more], ground, law))


def _is_no_worse(odds: Odds, than: Odds) -> bool:
    small = 1e-9
    return odds.won >= than.won - small and odds.lost <= than.lost + small and odds.chance >= than.chance - small


INFANTRY = Fighter()
TANKS = as_seen(Arm.ARMOUR, SizeMark.BATTALION)
SPENT = replace(INFANTRY, weight=Fraction(0))


def test_odds_know_the_ends() -> None:
    """Infantry beside tanks adds to them; guns alone take nothing; the spent do not fight, and an enemy of whom nothing
    was seen is a battalion."""
    for law in LAWS.values():
        tanks = attack_odds([TANKS], [TANKS], Ground(), law)
        assert attack_odds([TANKS, INFANTRY, INFANTRY], [TANKS], Ground(), law).chance >= tanks.chance
        guns = as_seen(Arm.FIELD_ARTILLERY, SizeMark.BATTALION)
        assert attack_odds([guns, SPENT], [INFANTRY], Ground(), law).won == 0
        assert (
            attack_odds([INFANTRY], [SPENT], Ground(), law).chance
            > attack_odds([INFANTRY], [INFANTRY], Ground(), law).chance
        )
        nothing_seen = expected_odds([INFANTRY], [], Ground(), law)
        assert nothing_seen == expected_odds([INFANTRY], [INFANTRY], Ground(), law)
        assert nothing_seen.chance < attack_odds([INFANTRY], [INFANTRY], Ground(), law).chance


def _case(ours: int, theirs: int, outcome: str, **facts: object) -> Case:
    return Case("brevity", "made", 1, (INFANTRY,) * ours, (INFANTRY,) * theirs, "open", False, outcome, **facts)  # type: ignore[arg-type]


def test_a_fit_finds_the_law_that_made_its_battles() -> None:
    """Three against one is won in three of four, one against one in one of four; what was there beside those seen is
    counted once a situation."""
    cases = [_case(3, 1, "won")] * 75 + [_case(3, 1, "lost")] * 25
    cases += [_case(1, 1, "won")] * 25 + [_case(1, 1, "lost")] * 75
    told = [
        _case(1, 3, "lost", seen=(INFANTRY,), said=(0.2, 0.3, 0.5)),
        _case(2, 1, "won", seen=(INFANTRY,), said=(0.6, 0.2, 0.2)),
    ]
    law = law_from([*cases, *(told * 2)])
    assert attack_odds([INFANTRY] * 3, [INFANTRY], Ground(), law).chance == pytest.approx(0.75, abs=0.03)
    assert attack_odds([INFANTRY], [INFANTRY], Ground(), law).chance == pytest.approx(0.25, abs=0.03)
    assert law.unseen == tuple(zip(GROUPS, (0.5, 0.0, 0.5, 0.0), strict=True))
    assert law.attacks == len(cases) + 4


def test_a_bin_is_right_within_fifteen_points_or_chance() -> None:
    assert Bin("won", 400, 0.50, 0.64).is_right
    assert not Bin("won", 400, 0.50, 0.66).is_right
    assert Bin("won", 20, 0.50, 0.70).is_right


CAMPAIGNS = {
    "brevity": ("operation-brevity", range(901, 909)),
    "nqm": ("operation-brevity", range(901, 904)),
    "hexes": ("operation-brevity", range(901, 903)),
    "brigade": ("operation-brevity", range(901, 905)),
    "brigadier": ("operation-brevity", range(901, 905)),
}
"""Campaigns that no law was made from."""


@pytest.mark.parametrize(
    "system", ["brevity", *(pytest.param(key, marks=pytest.mark.long) for key in LAWS if key != "brevity")]
)
def test_the_law_is_that_of_the_battles_of_today(system: str) -> None:
    """If this fails, the way in which battles are fought has changed since the law was made: run ``python -m
    tests.harness.odds_fit``, which makes it again. Attacks on the forces that were there, in thirds by their chance."""
    scenario, runs = CAMPAIGNS[system]
    assert set(CAMPAIGNS) == set(LAWS)
    cases = [case for run in runs for case in played(system, scenario, run, again=1)]
    said = sorted(((_said(case, LAWS[system]), case.outcome) for case in cases), key=lambda row: row[0].won)
    third = len(said) // 3
    for part in (said[:third], said[third : 2 * third], said[2 * third :]):
        for number, outcome in enumerate(Odds._fields):
            mean = sum(odds[number] for odds, _ in part) / len(part)
            happened = sum(what == outcome for _, what in part) / len(part)
            chance_allows = 3 * sqrt(max(mean * (1 - mean), 0.01) / len(part))  # nine figures of few battles
            assert abs(mean - happened) <= max(0.15, chance_allows), (system, outcome, mean, happened, len(part))


def _said(case: Case, law: Law) -> Odds:
    return attack_odds(case.ours, case.theirs, Ground(Cover(case.cover), night=case.night), law)


def test_the_question_to_the_programs_battles_gives_the_odds_that_it_decides_by() -> None:
    (query, _) = queries_of("brevity").sections[HEADING]["battle"]
    asked = query(ours="3 infantry, armour", theirs="2 infantry, company anti-tank", cover=True)
    company = as_seen(Arm.ANTI_TANK, SizeMark.COMPANY)
    odds = attack_odds([INFANTRY] * 3 + [TANKS], [INFANTRY, INFANTRY, company], Ground(Cover.TERRAIN), LAWS["brevity"])
    ends, decided = asked.table(DEFAULTS).rows
    assert [float(chance) for chance in ends.chances.values()] == pytest.approx(list(odds), abs=0.011)
    assert float(decided.chances["won"]) == pytest.approx(odds.chance, abs=0.006)
    assert asked.understood(DEFAULTS) == {"ours": 4, "theirs": 3}
    with pytest.raises(BadInput, match=r"'3 infantri' is not a number and an arm; did you mean infantry\?"):
        battalions("3 infantri")
    with pytest.raises(BadInput, match="names no battalions"):
        battalions(" ,")
