"""A sheet of the Brigade level rules that somebody can fight from who has only it and the book: numbers worked out,
what is ours marked."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.common.force import Arrival, Strength, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import sheet as sheets
from campaign.rules.tabletop.brigade.muster import battalion
from campaign.rules.tabletop.brigade.tables import SmallArm
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import AntiTank, Arm, Nationality, Piece, Size
from campaign.terms.state import Posture
from campaign.terms.time import Moment
from campaign.words.sheet import SheetBody, UnitRow
from tests.rules.brigades import NOW, men, side, two_sides
from tests.rules.forces import guns, infantry, tanks

BRIGADE = tabletop("brigade")
PAK: dict[str, Any] = {"arm": Arm.ANTI_TANK, "size": Size.COMPANY, "piece": None, "piece_name": "", "calibre_mm": None}


def body(*units: Unit, nation: Nationality = Nationality.BRITISH, book: Rulebook = DEFAULTS, **scene: Any) -> SheetBody:
    """The sheet of a side of these units."""
    return BRIGADE.sheet(Scene(side(1, nation, *units), (), NOW, (TurnSky(NOW),), **{"attacks": False, **scene}), book)


def ours(made: SheetBody) -> dict[str, str]:
    """The house rules where the book is silent, by their heads."""
    return {fact.label: fact.text for fact in made.readings}


def row(made: SheetBody, number: int = 0) -> UnitRow:
    return made.blocks[0].rows[number]


def cells(found: UnitRow, number: int) -> dict[str, str]:
    """What is said of a stand."""
    return {fact.label: fact.text for fact in found.rows[number].cells}


@pytest.mark.rule("BDE-CONV-01", "BDE-CONV-02", "BDE-CONV-03", "BDE-CONV-04", "BDE-CONV-11", "BDE-SA-04", "BDE-SA-07")
def test_the_dice_of_a_unit_are_worked_out() -> None:
    """Ten rifles have 20, 15 and 10 points: six groups and a 5+, five, three groups and a 6. Five have 10, 7.5
    and 5."""
    assert sheets.dice(SmallArm.RIFLE, 10) == "6, 5+ / 5 / 3, 6"
    assert sheets.dice(SmallArm.RIFLE, 5) == "3, 6 / 2, 6 / 1, 5+"
    assert sheets.dice(SmallArm.MMG) == "4 / 3 / 2", "12, 9 and 6 points"
    company = row(body(men(80, size=Size.COMPANY), nation=Nationality.ITALIAN))
    assert cells(company, 0)["dice"] == "3, 6 / 2, 6 / 1, 5+"
    assert cells(company, 0)["fire points a figure"] == "2 up to 5 in., 1.5 up to 10 in., 1 up to 30 in."


@pytest.mark.rule("BDE-DEV-07", "BDE-DEV-08", "BDE-DEV-10", "BDE-DEV-11", "BDE-DEV-12", "BDE-MAP-12", "BDE-AMB-37")
def test_whose_guns_a_white_6_serves_and_what_comes_off_the_red_die() -> None:
    def said(nation: Nationality) -> str:
        return cells(row(body(men(720), guns("RA", size=Size.WEAK), nation=nation), 1), 0)["white die 6"]

    assert said(Nationality.BRITISH) == "on target, red die -1"
    assert said(Nationality.GERMAN) == "on target, red die as rolled"
    assert said(Nationality.ITALIAN) == "nothing falls, red die as rolled"
    mortar = cells(row(body(men(720), nation=Nationality.ITALIAN)), 7)
    assert mortar["white die 6"] == "on target, red die halved", "it stands on the table"


@pytest.mark.rule("BDE-SCALE-04", "BDE-MAP-01", "BDE-TAB-AV")
def test_every_kind_of_gun_that_a_line_names_is_on_the_table() -> None:
    mixed = "3.7 and 5 cm Pak, a section of 8.8 cm"

    def models(count: int, words: str = mixed, **changes: Any) -> list[str]:
        given = {
            **PAK,
            "equipment": words,
            "establishment": Strength(100, 0, count),
            "strength": Strength(100, 0, count),
            **changes,
        }
        return [
            troop.gun.name for troop in battalion(1, guns("Pak", **given), DEFAULTS).troops if troop.gun is not None
        ]

    assert models(6) == ["88L56"], "one model for both kinds: the better one against vehicles, value 10 against 6"
    assert models(10) == ["long 50", "88L56"]
    assert models(20) == ["long 50", "long 50", "88L56", "88L56"]
    assert models(10, "7.5 cm Pak 40") == ["75L48", "75L48"], "not the 5 cm within its name"
    assert models(10, "", anti_tank_best=AntiTank.MEDIUM_HEAVY) == ["medium-heavy gun"] * 2
    assert models(10, "25-pdr, 2-pdr", piece_name="25-pdr", piece=Piece.GUN_HOWITZER) == ["25pdr"] * 2, (
        "a battery is of one kind"
    )


@pytest.mark.rule("BDE-KILL-01", "BDE-MAP-12")
def test_each_kind_of_gun_has_its_scores_to_kill() -> None:
    mixed = guns(
        "Pak",
        **{
            **PAK,
            "equipment": "5 cm Pak, 8.8 cm Flak",
            "establishment": Strength(100, 0, 10),
            "strength": Strength(100, 0, 10),
        },
    )
    scene = Scene(
        side(2, Nationality.GERMAN, mixed), (tanks(equipment="24 Matilda II"),), NOW, (TurnSky(NOW),), attacks=False
    )
    labels = {
        one.label: {fact.label: fact.text for fact in one.cells}
        for one in BRIGADE.sheet(scene, DEFAULTS).blocks[0].rows[0].rows
    }
    assert labels["long 50 kills Matilda II"]["front"] == "4+ 5+ 6+", (
        "value 6, +1 under 15 and -1 over 40, on armour 10"
    )
    assert labels["88L56 kills Matilda II"]["front"] == "sure sure 2+"


@pytest.mark.rule("BDE-BREACH-01", "BDE-SETUP-03", "BDE-EFF-05")
def test_who_comes_onto_the_table_is_in_no_trench() -> None:
    def begins(unit: Unit, **scene: Any) -> bool:
        return any(fact.label == "begins in a" for fact in row(body(unit, **scene)).facts)

    stands = men(720, dug_in_turns=2)
    assert begins(stands)
    assert not begins(stands, beside={stands.id: (72, 49)}), "beside the table at the start"
    assert not begins(men(720, dug_in_turns=2, arrival=Arrival(Moment(1, 3), "east 49")))
    assert "6 in. from that enemy" in ours(body(stands, beside={stands.id: (72, 49)}))["Set-up"]
    assert "6 in. from that enemy" not in ours(body(stands))["Set-up"]


@pytest.mark.rule("BDE-SEQ-01", "BDE-WIN-02", "BDE-AMB-01")
def test_who_moves_first_and_how_many_companies_lose_are_marked_as_ours() -> None:
    def facts(book: Rulebook = DEFAULTS, *, attacks: bool | None = True) -> dict[str, str]:
        return {fact.label: fact.text for fact in body(men(720), book=book, attacks=attacks).facts}

    assert facts()["First move"] == "yours, because the attacker begins (house rule)"
    assert facts(attacks=False)["First move"] == "theirs, because the attacker begins (house rule)"
    assert facts(attacks=None)["First move"] == "roll a die for it (house rule)"
    assert facts()["Companies"] == "5; the side loses the game when it has lost 3 (house rule: more than half)"
    half = DEFAULTS.with_setting("brigade.win_losses", "half")
    assert facts(half)["Companies"] == "5; the side loses the game when it has lost 3 (house rule: half, rounded up)"


@pytest.mark.rule("BDE-AMB-06", "BDE-AMB-31", "BDE-AMB-57", "BDE-AMB-83", "BDE-AMB-93")
def test_the_house_rules_are_those_that_the_force_needs_without_those_it_has_changed() -> None:
    force, enemy = two_sides()
    said = ours(BRIGADE.sheet(Scene(force, enemy.units, NOW, (TurnSky(NOW),)), DEFAULTS))
    assert (
        "in phase 4" in said["Guns"]
        and "does not add its fire to another unit's" in said["Fire"]
        and "tests in phase 1" in said["Morale"]
    )
    assert "These values are the program's, not the book's: Matilda II" in said["Vehicles"]
    foot = ours(body(men(180, size=Size.COMPANY, anti_tank_best=None)))
    assert not {"Guns", "Breaching"} & set(foot) and "Matilda" not in " ".join(foot.values()), "no guns, no vehicles"
    pooled = DEFAULTS.with_setting("brigade.pool_fire", "on")
    made = body(men(720), book=pooled)
    assert "does not add its fire" not in ours(made)["Fire"] and any("pool_fire" in line for line in made.differences)


def test_the_stands_of_a_side_are_those_on_the_table() -> None:
    """A regiment that fires from behind the table is not set up, and does not make the game larger."""
    behind = guns("RA", size=Size.WEAK, posture=Posture.SUPPORT)
    alone, both = (
        BRIGADE.muster(side(1, Nationality.BRITISH, *units), DEFAULTS)
        for units in ((infantry("Scots"),), (infantry("Scots"), behind))
    )
    assert both.line_of(2) is not None and both.lines[1].fires_from_behind
    assert both.stands == alone.stands == len(alone.lines[0].stands)


@pytest.mark.rule("BDE-SEQ-02", "BDE-TIME-02")
def test_there_is_a_track_to_count_the_periods_by() -> None:
    """The log of requests counts moves, and the return asks for the periods played."""
    tracks = {track.title: [cell.label for cell in track.cells] for track in body(men(720)).tracks}
    assert tracks["Periods, a move of each side"] == [str(n) for n in range(1, 15)]
    assert tracks["Companies lost of 5"] == ["1", "2", "3"]
    only_guns = body(guns("RA", size=Size.WEAK))
    assert [track.title for track in only_guns.tracks][-1] == "Periods, a move of each side"
