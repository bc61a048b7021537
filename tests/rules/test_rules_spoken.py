"""Battalions and pieces as people say them, and the sentences for what no table has a cell for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import BadInput
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import unit_phrases
from campaign.rules.tabletop.brevity.fire import Works
from campaign.terms.forces import Weapon


@pytest.mark.rule("OB-WC-038", "OB-WC-040", "OB-RANGE-04", "OB-RANGE-05", "OB-T-08")
@pytest.mark.parametrize(
    ("said", "inches"),
    [
        ("105 mm howitzers", 72),
        ("10.5 cm howitzers", 72),
        ("pre-1914 105 mm howitzers", 40),
        ("105 mm pre-1914 howitzers", 40),
        ("155 mm guns", 180),
        ("old 155 mm guns", 108),
        ("120 mm mortars", 24),
        ("german 120 mm mortars", 40),
        ("soviet 120 mm mortars", 40),
        ("italian 82 mm mortars", 24),
        ("82 mm mortars", 16),
        ("land mattress rocket launchers", 36),
        ("us 4.5 in rocket launchers", 28),
        ("german 30 cm rocket launchers", 40),
        ("russian 310 mm rocket launchers", 32),
        ("25 mm infantry guns", 8),
    ],
)
def test_a_piece_by_calibre_and_nation_has_its_printed_range(said: str, inches: int) -> None:
    (one,) = unit_phrases.battalions(said, DEFAULTS)
    assert one.stand.artillery_in == Fraction(inches)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("fortified aircraft", "The charts have no row for aircraft as targets"),
        ("dug-in medium bombers", "The charts have no row for aircraft as targets"),
        ("300 mm mortars", "mortars of about 240 mm a range of 8 in., and larger mortars no range"),
        ("170 mm mortars", "OB-T-07 has a dash for mortars of 170 to 190 mm"),
        ("210 mm infantry guns", "OB-T-07 has a dash for infantry guns of 200 mm and over"),
        ("30 mm howitzers", "OB-T-07 has a dash for howitzers of up to 42 mm"),
        ("300 mm rocket launchers", "OB-T-07 has a dash for rocket launchers of 200 mm and over"),
        ("105 mm bazookas", "say what kind of gun 105 mm is"),
        ("infantry (anti-tank superb)", "is not an anti-tank class. Write artillery, light"),
        ("transport aircraft", "carry supplies and do not attack"),
        ("-1 infantry", "1 to 60"),
        ("infantry (at -3)", "0 inches or more"),
        ("dug-in infantry", "works protect only the target, not the unit that fires (OB-T-12)"),
    ],
)
def test_what_no_table_has_a_cell_for_is_said_with_table_and_cell(said: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        unit_phrases.battalions(said, DEFAULTS)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_works_of_a_target_are_part_of_its_name() -> None:
    assert unit_phrases.battalion("dug-in weak field guns", DEFAULTS).weapon is Weapon.FIELD_GUN
    said = {
        "infantry": Works.NONE,
        "dug-in infantry": Works.DUG_IN,
        "spent fortified infantry": Works.FORTIFIED,
        "entrenched guns": Works.DUG_IN,
    }
    assert {text: unit_phrases.works_said(text) for text in said} == said
    with pytest.raises(BadInput, match="The charts have no row for aircraft as targets"):
        unit_phrases.battalion("fortified aircraft", DEFAULTS)
