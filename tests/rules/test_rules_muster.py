"""Ranges, sizes, musters."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput, NotFound
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import muster, organisation, ranges
from campaign.rules.tabletop.interface import SYSTEMS, playable, system, tabletop
from campaign.terms.forces import Level, Nationality, Piece, Size, Weapon
from campaign.terms.position import AtPlace
from campaign.terms.state import State
from tests.rules.forces import ARMOURED, GUARDS, force, guns, infantry, tanks

BRITISH, GERMAN, ITALIAN, SOVIET, US = (
    Nationality.BRITISH,
    Nationality.GERMAN,
    Nationality.ITALIAN,
    Nationality.SOVIET,
    Nationality.US,
)


def inches(
    piece: Piece, calibre: int, nation: Nationality = BRITISH, name: str = "", pre_1914: bool = False
) -> int | None:
    reach = ranges.artillery_range(piece, calibre, nation=nation, name=name, pre_1914=pre_1914)
    return reach.printed if reach else None


@pytest.mark.rule("OB-WC-038", "OB-RANGE-04")
def test_modern_and_old_pieces() -> None:
    assert (inches(Piece.HOWITZER, 105), inches(Piece.HOWITZER, 105, pre_1914=True)) == (72, 40)
    assert (inches(Piece.GUN, 155), inches(Piece.GUN, 155, pre_1914=True)) == (180, 108)


@pytest.mark.rule("OB-WC-040", "OB-RANGE-05")
def test_the_german_120_mm_mortar_is_an_exception() -> None:
    assert inches(Piece.MORTAR, 120, GERMAN) == 40
    assert inches(Piece.MORTAR, 120, BRITISH) == 24


@pytest.mark.rule("OB-T-08", "OB-AMB-056")
@pytest.mark.parametrize(
    ("piece", "calibre", "nation", "name", "expected"),
    [
        (Piece.MORTAR, 82, ITALIAN, "", 24),
        (Piece.MORTAR, 81, ITALIAN, "", 16),
        (Piece.MORTAR, 120, SOVIET, "", 40),
        (Piece.ROCKET_LAUNCHER, 76, BRITISH, "Land Mattress", 36),
        (Piece.ROCKET_LAUNCHER, 114, US, "4.5 in", 28),
        (Piece.ROCKET_LAUNCHER, 210, GERMAN, "NW 42", 60),
        (Piece.ROCKET_LAUNCHER, 280, GERMAN, "NW 41", 16),
        (Piece.ROCKET_LAUNCHER, 320, GERMAN, "28/32 cm NW 41", 16),
        (Piece.ROCKET_LAUNCHER, 300, GERMAN, "NW 42", 40),
        (Piece.ROCKET_LAUNCHER, 310, SOVIET, "M-31", 32),
        (Piece.ROCKET_LAUNCHER, 150, GERMAN, "NW 41", 48),
    ],
)
def test_every_notable_exception(piece: Piece, calibre: int, nation: Nationality, name: str, expected: int) -> None:
    assert inches(piece, calibre, nation, name) == expected


@pytest.mark.rule("OB-AMB-053")
def test_old_pieces_shift_once_and_never_onto_a_dash() -> None:
    assert inches(Piece.HOWITZER, 60, pre_1914=True) == 16
    assert inches(Piece.HOWITZER, 220, pre_1914=True) == 88
    assert inches(Piece.MORTAR, 120, pre_1914=True) == 24
    assert inches(Piece.INFANTRY_GUN, 75, pre_1914=True) == 24


@pytest.mark.rule("OB-AMB-054")
@pytest.mark.parametrize(
    ("calibre", "expected"), [(44, None), (73, 60), (97, 100), (134, 132), (165, 180), (194, 200), (240, 216)]
)
def test_between_two_rows_the_smaller_counts(calibre: int, expected: int | None) -> None:
    assert inches(Piece.GUN, calibre) == expected


@pytest.mark.rule("OB-RANGE-06", "OB-AMB-058")
def test_five_sixths_of_a_known_maximum() -> None:
    reach = ranges.artillery_range(Piece.GUN_HOWITZER, 88, nation=BRITISH, maximum_m=12_250)
    assert reach is not None
    assert (reach.inches, reach.printed, reach.rule) == (Fraction(245, 3), 82, "OB-RANGE-06")
    assert "12.25 km" in reach.why


def test_what_the_order_of_battle_states_wins() -> None:
    stated = ranges.range_of(guns(range_in=77))
    assert stated is not None
    assert (stated.printed, stated.metres) == (77, 9_625)
    assert ranges.range_of(infantry()) is None
    with pytest.raises(BadInput, match="0 mm is not a calibre"):
        inches(Piece.GUN, 0)


@pytest.mark.rule("OB-AMB-076")
def test_gun_and_rocket_classes() -> None:
    classes = {mm: ranges.gun_class(mm).value for mm in (47, 74, 75, 113, 114, 155, 156, 219, 220)}
    assert classes == {
        47: "light gun",
        74: "light gun",
        75: "field gun",
        113: "field gun",
        114: "medium gun",
        155: "medium gun",
        156: "heavy gun",
        219: "heavy gun",
        220: "super-heavy gun",
    }
    assert (ranges.rocket_class(199), ranges.rocket_class(200)) == (Weapon.LIGHT_ROCKET, Weapon.HEAVY_ROCKET)


@pytest.mark.rule("OB-SIZE-03", "OB-SIZE-07", "OB-SIZE-08", "OB-AMB-006", "OB-WC-070")
def test_sizes_by_number() -> None:
    assert [organisation.size_by_tanks(n, DEFAULTS) for n in (39, 40, 95, 96)] == [
        Size.WEAK,
        Size.NORMAL,
        Size.NORMAL,
        Size.LARGE,
    ]
    assert [organisation.size_by_guns(n, DEFAULTS) for n in (12, 16, 18, 24)] == [
        Size.WEAK,
        Size.WEAK,
        Size.LARGE,
        Size.LARGE,
    ]
    assert [muster.models(guns(size=organisation.size_by_guns(n, DEFAULTS)), DEFAULTS) for n in (24, 18, 16)] == [
        2,
        2,
        1,
    ]
    assert muster.models(tanks(size=organisation.size_by_tanks(96, DEFAULTS)), DEFAULTS) == 2


@pytest.mark.rule("OB-ORG-04", "OB-ORG-06", "OB-AMB-002", "OB-WC-003")
def test_numbers_outside_the_limits_are_warnings() -> None:
    assert organisation.warnings_for_command("69th Brigade", 4, DEFAULTS) == ()
    assert organisation.warnings_for_command("69th Brigade", 5, DEFAULTS) == (
        "69th Brigade has 5 battalions, more than 4 (OB-ORG-04, setting limits.command_max_battalions)",
    )
    assert organisation.warnings_for_command("A", 1, DEFAULTS) == ("A has 1 battalion, fewer than 2 (OB-ORG-04)",)
    assert organisation.warnings_for_command("A", 0, DEFAULTS) == ("A has no battalions, fewer than 2 (OB-ORG-04)",)
    assert organisation.warnings_for_division("50th Division", 4, DEFAULTS) == ()
    assert organisation.warnings_for_division("50th Division", 5, DEFAULTS) == (
        "50th Division has 5 commands, more than 4 (OB-ORG-06, setting limits.division_max_commands)",
    )
    assert organisation.warnings_for_division("B", 1, DEFAULTS) == ("B has 1 command, fewer than 2 (OB-ORG-06)",)


@pytest.mark.rule("OB-AMB-061", "OB-T-09", "OB-HIT-05", "OB-SIZE-02", "OB-SIZE-05", "OB-SIZE-06")
def test_half_battalions_to_dice() -> None:
    assert [muster.dice(halves) for halves in range(13)] == [1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6]
    assert [
        muster.halves(infantry(size=size), DEFAULTS) for size in (Size.NORMAL, Size.WEAK, Size.COMPANY, Size.LARGE)
    ] == [2, 1, 0, 4]


@pytest.mark.rule("OB-AMB-092")
def test_a_24_gun_regiment_is_two_weak_models() -> None:
    regiment = guns(size=Size.LARGE)
    assert (muster.halves(regiment, DEFAULTS), muster.size_label(regiment, DEFAULTS)) == (2, "W 2")


@pytest.mark.rule("OB-AMB-003")
def test_what_a_headquarters_counts() -> None:
    staff = infantry(headquarters_of=Level.DIVISION, size=Size.WEAK)
    assert (muster.halves(staff, DEFAULTS), muster.size_label(staff, DEFAULTS)) == (2, "HQ 1")
    assert muster.halves(staff, DEFAULTS.with_setting("hq.combat_strength", "none")) == 0
    assert muster.halves(infantry(headquarters_of=Level.COMMAND, size=Size.COMPANY), DEFAULTS) == 0


def test_size_labels_of_the_sheet() -> None:
    hussars = infantry(size=Size.COMPANY, recce_companies=2)
    assert [muster.size_label(one, DEFAULTS) for one in (infantry(), tanks(), guns(), hussars)] == [
        "N 1",
        "W 1",
        "C 1",
        "C 2",
    ]


def test_lines_are_numbered_command_by_command() -> None:
    mustered = muster.muster(force(tanks("A"), infantry("B"), tanks("C")), DEFAULTS)
    assert [(line.number, line.unit.name) for line in mustered.lines] == [(1, "B"), (2, "A"), (3, "C")]
    assert mustered.warnings == ()


def companies(number: int, **changes: object) -> list[object]:
    return [infantry(f"Company {n}", size=Size.COMPANY, **changes) for n in range(number)]


@pytest.mark.rule("OB-SIZE-04", "OB-SIZE-05")
@pytest.mark.parametrize(
    ("number", "sizes"),
    [
        (1, []),
        (2, [Size.WEAK]),
        (3, [Size.NORMAL]),
        (4, [Size.NORMAL]),
        (5, [Size.NORMAL]),
        (6, [Size.NORMAL, Size.WEAK]),
    ],
)
def test_companies_merge(number: int, sizes: list[Size]) -> None:
    """Umpire 1.3: two make a weak battalion, three or four a normal one, one stays a company."""
    mustered = muster.muster(force(*companies(number)), DEFAULTS)  # type: ignore[arg-type]
    assert [merger.size for merger in mustered.mergers] == sizes
    assert len(mustered.lines) == number, "every company keeps its own line on the return"


def test_companies_of_other_places_commands_or_states_do_not_merge() -> None:
    apart = [
        infantry("A", size=Size.COMPANY),
        infantry("B", size=Size.COMPANY, at=AtPlace(2)),
        infantry("C", size=Size.COMPANY, command=ARMOURED),
        infantry("D", size=Size.COMPANY, state=State.SPENT),
        infantry("E", size=Size.COMPANY, recce_companies=1),
    ]
    assert muster.muster(force(*apart), DEFAULTS).mergers == ()
    two = companies(2)
    assert muster.muster(force(*two), DEFAULTS.with_setting("size.merge_companies", "off")).mergers == ()  # type: ignore[arg-type]


def test_a_merger_is_one_model_with_a_note() -> None:
    mustered = muster.muster(force(infantry(), *companies(3)), DEFAULTS)  # type: ignore[arg-type]
    (merger,) = mustered.mergers
    assert (
        merger.note
        == "Lines 2, 3 and 4 stand as one normal battalion. It moves, fires and is hit by the values of line 2. On the return: "
        "if it is spent, its owner marks 2 of the lines spent. If it is destroyed, all the lines are destroyed."
    )
    assert (merger.command, mustered.models, mustered.effective_halves) == (GUARDS, 2, 4)


@pytest.mark.rule("OB-HIT-03", "OB-REG-05")
def test_spent_and_resting_battalions_count_nothing() -> None:
    mustered = muster.muster(force(infantry(), infantry(state=State.SPENT), infantry(resting=True), tanks()), DEFAULTS)
    assert mustered.effective_halves == 3


def test_who_cannot_fight_is_said() -> None:
    mustered = muster.muster(force(infantry("A", state=State.DESTROYED), infantry("B", command=77)), DEFAULTS)
    assert mustered.warnings == ("A is destroyed and cannot fight", "B is with a command that takes no part")


@given(st.lists(st.sampled_from([Size.NORMAL, Size.WEAK, Size.LARGE, Size.COMPANY]), max_size=12))
def test_merging_never_loses_a_model_of_strength(sizes: list[Size]) -> None:
    units = [infantry(f"U{n}", size=size) for n, size in enumerate(sizes)]
    merged, alone = (
        muster.muster(force(*units), DEFAULTS.with_setting("size.merge_companies", on)) for on in (True, False)
    )
    assert merged.effective_halves >= alone.effective_halves
    assert merged.models <= alone.models
    assert [line.number for line in merged.lines] == list(range(1, len(units) + 1))


# The five systems -----------------------------------------------------------------------------------------------------
def test_the_five_systems_and_their_tables() -> None:
    """Umpire 1.4 and 1.8."""
    sizes = {key: (one.table.length_m, one.table.depth_m) for key, one in SYSTEMS.items()}
    assert {key: sizes[key] for key in ("brevity", "nqm", "hexes", "brigade")} == {
        "brevity": (12_000, 5_000),
        "nqm": (9_000, 6_000),
        "hexes": (6_000, 6_000),
        "brigade": (1_300, 900),
    }
    assert set(SYSTEMS) == {"brevity", "nqm", "hexes", "brigade", "brigadier"}
    assert {key for key, one in SYSTEMS.items() if one.keeps_places} == {"brevity", "nqm"}


def test_all_five_can_be_played_and_another_is_not_known() -> None:
    assert playable() == ("brevity", "nqm", "hexes", "brigade", "brigadier")
    assert tabletop("Operation Brevity").system.key == "brevity"
    with pytest.raises(NotFound, match="did you mean brevity"):
        system("brevty")
