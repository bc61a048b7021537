"""Any battalion a campaign may have can be mustered, printed, returned and fought under the Brigade level rules,
whatever the settings."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.common.force import Force, Strength, Unit
from campaign.rules.common.muster import StandKind
from campaign.rules.common.rulebook import Kind, Rule, Rulebook
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import AntiTank, Arm, Armour, Experience, Nationality, Piece, Size, Weapon
from campaign.terms.state import Role, State
from tests.rules.brigades import NOW, fought, printed, side, written
from tests.rules.forces import guns, infantry, tanks

OWN = [rule for key, rule in RULES.items() if key.startswith("brigade.")]
BRIGADE = tabletop("brigade")


def unit(number: int, draw: random.Random) -> Unit:
    """A battalion of any arm, size, state and equipment."""
    pick = draw.choice
    return pick([infantry, tanks, guns])(
        f"unit {number}",
        arm=pick(list(Arm)),
        size=pick(list(Size)),
        experience=pick(list(Experience)),
        state=pick([State.FRESH, State.FRESH, State.SPENT, State.DESTROYED]),
        establishment=Strength(pick([0, 30, 150, 800, 1500]), pick([0, 3, 52, 120]), pick([0, 2, 8, 24])),
        strength=Strength(pick([0, 30, 150, 800]), pick([0, 3, 52]), pick([0, 2, 8, 24])),
        armour=pick(list(Armour)),
        anti_tank_best=pick([None, *AntiTank]),
        piece=pick([None, *Piece]),
        calibre_mm=pick([None, 81, 105, 150]),
        dug_in_turns=pick([0, 1, 4]),
        role=pick([Role.ENGAGED, Role.ENGAGED, Role.ENGAGED, Role.GUNS_IN_RANGE]),
        equipment=pick(["", "24 Matilda II", "Pz II", "55 armoured car"]),
    )


def value(rule: Rule, draw: random.Random) -> Any:
    """Anything that this setting may be."""
    if rule.kind is Kind.SWITCH:
        return draw.choice([True, False])
    if rule.kind is Kind.WORD:
        return draw.choice(rule.words)
    if rule.kind is Kind.NUMBER:
        return rule.lowest + (rule.highest - rule.lowest) * draw.choice([Fraction(0), Fraction(1, 3), Fraction(1)])
    return draw.randint(int(rule.lowest), int(rule.highest))


def two(draw: random.Random) -> tuple[Force, Force]:
    first, second = (
        side(n, draw.choice(list(Nationality)), *(unit(10 * n + k, draw) for k in range(draw.randint(1, 4))))
        for n in (1, 2)
    )
    return first, second


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(40))
def test_any_force_under_any_settings(seed: int) -> None:
    draw = random.Random(seed)
    forces = two(draw)
    rules = {rule.key: value(rule, draw) for rule in draw.sample(OWN, 4)} | {"brigade.resolve_periods": 6}
    book = DEFAULTS.with_settings(rules)
    for force, other in (forces, forces[::-1]):
        body = BRIGADE.sheet(
            Scene(
                force,
                other.units,
                NOW,
                (TurnSky(NOW),),
                attacks=draw.choice([True, False, None]),
                air=(Weapon.GROUND_ATTACK,),
            ),
            book,
        )
        assert [row.unit for block in body.blocks for row in block.rows] == [one.id for one in force.units]
        _returns(force, book)
    attacker = draw.choice([1, None])
    if all(field_of(force, book) for force in forces):
        assert all(
            end.after.severity >= end.before.severity for end in fought(forces, str(seed), book, attacker=attacker).ends
        )
    else:
        told = fought(forces, str(seed), book, attacker=attacker)
        left = [force.side for force in forces if field_of(force, book)]
        assert told.holder == (left[0] if len(left) == 1 else None)
        assert all(end.after is end.before for end in told.ends)


def field_of(force: Force, book: Rulebook) -> bool:
    """Does it bring anybody to the table itself?"""
    return any(
        stand.kind is not StandKind.OFF_TABLE for line in BRIGADE.muster(force, book).lines for stand in line.stands
    )


def _returns(force: Force, book: Rulebook) -> None:
    """Untouched it stays as it was; wiped out it is destroyed, but for guns behind the table."""
    for line in printed(force, book):
        if line.start_state.is_in_play:
            assert all(stand.count >= 1 for stand in line.stands)
            assert BRIGADE.outcome(written(line.line), line, book).state is line.start_state
            all_lost = written(line.line, figures_lost=line.noted["figures"], models_lost=line.noted["models"])
            if line.noted["figures"] or line.noted["models"]:
                assert BRIGADE.outcome(all_lost, line, book).state is State.DESTROYED
