"""The papers of a battle: one file per reader, and each holds what he may know (umpire 2)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from campaign.actions.returns.take import RecordReturn
from campaign.errors import NotAllowed, NotFound, Refused
from campaign.journal import reading
from campaign.model import Battalion, Battle, BattleUnit, Commander, Feature, Formation, Place, Road, Side, Sighting
from campaign.queries.battle.battles import battle as battle_of
from campaign.queries.battle.battles import battle_list
from campaign.queries.battle.packet import battle_packet, return_forms, side_papers
from campaign.situation.battlefield import table_of
from campaign.situation.chance import sheet_of
from campaign.situation.ground import load_theatre
from campaign.situation.terrain import terrain_of
from campaign.store import Store
from campaign.terms.forces import Arm, Piece
from campaign.terms.ground import Cover, FeatureKind, Surface
from campaign.terms.state import BattleState, OrderKind, Role, State
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import fields, is_dataclass
from campaign.verbs.adjustments import Adjust
from campaign.verbs.interruptions import CancelBattle
from campaign.verbs.orders import GiveOrder, JoinCommand
from campaign.views.battle.battles import BattleView
from campaign.words.packet import BattlePacket, TurnMark
from campaign.words.papers import Fact
from campaign.words.sheet import StripFact
from campaign.words.symbol import Frame
from tests.clash import ROAD, battle, do, meet, order, stand
from tests.tiny import battalion, by_hand, named

THEIRS = ("I/9", "II/9", "9th Regiment", "X Corps", "4th Division", "General Brenn")


def packet(store: Store) -> BattlePacket:
    with reading(store) as board:
        return battle_packet(board, UMPIRE, "1")


def viewer(store: Store, side: str) -> Viewer:
    with reading(store) as board:
        return Viewer(side=named(board, Side, side).id)


def words(view: Any) -> str:
    """Every text in a view."""
    if isinstance(view, str):
        return view
    if is_dataclass(view):
        return " | ".join(words(getattr(view, field.name)) for field in fields(view))
    return " | ".join(words(item) for item in view) if isinstance(view, tuple) else ""


def test_a_side_s_papers_hold_no_name_of_the_other_side(tiny: Store) -> None:
    meet(tiny)
    ours = packet(tiny).sides[0]
    assert ours.reader == "alba"
    assert not [name for name in THEIRS if name in words(ours)]
    assert all(name in words(packet(tiny).umpire) for name in ("I/9", "9th Regiment", "1st Rifles"))


def test_after_the_battle_a_side_still_reads_only_what_it_was_given(tiny: Store) -> None:
    meet(tiny)
    foot = {"turn": 2, "ending": "finished", "all_other_lines_unharmed": True, "field": "alba"}
    do(
        tiny,
        RecordReturn("1", ({"side": "alba", "lines": [], "foot": foot}, {"side": "brenn", "lines": [], "foot": foot})),
    )
    found = packet(tiny)
    assert [line.line for line in found.sides[0].sheet.body.blocks[0].rows] == [1, 2]
    assert "General Brenn" not in words(found.sides[0])


def test_the_lines_of_the_return_are_those_of_the_sheet_with_losses_marked(tiny: Store) -> None:
    do(tiny, Adjust("1st Hussars", "broken down on the march", state="spent"))
    meet(tiny)
    ours = packet(tiny).sides[0]
    sheet = [(line.line, line.name, line.state) for command in ours.sheet.body.blocks for line in command.rows]
    form = [(line.line, line.name, line.state) for command in ours.form.commands for line in command.lines]
    assert sheet == form == [(1, "1st Rifles", State.FRESH), (2, "1st Hussars", State.SPENT)]
    assert ours.sheet.body.blocks[0].rows[1].symbol == ours.form.commands[0].lines[1].symbol
    assert ours.sheet.masthead.code == ours.form.masthead.code
    assert re.fullmatch("[2-9A-HJKMNP-Z]{8}", ours.form.qr), "a code that names neither campaign, battle nor side"
    with reading(tiny) as board:
        found = sheet_of(board, ours.form.qr)
    assert found is not None
    assert (found[0].number, found[1].key) == (1, "alba")


@pytest.mark.rule("OB-T-02", "OB-T-03", "OB-T-10")
def test_a_line_says_what_the_tables_say(tiny: Store) -> None:
    meet(tiny)
    rifles, hussars = packet(tiny).sides[0].sheet.body.blocks[0].rows
    assert rifles.cells[1:9] == ("40", "32", "16", "24", "16", "4-6", "5-6", "6"), "march, combat, to be hit"
    assert hussars.cells[1:6] == ("96", "64", "16", "40", "8")


@pytest.mark.rule("OB-WC-010")
def test_the_odds_of_the_initiative_are_printed(tiny: Store) -> None:
    """British against German: 1/6 that we take theirs; they take ours in 13 of 18."""
    meet(tiny)
    bonus, ready, odds = packet(tiny).sides[0].sheet.body.blocks[0].facts
    assert isinstance(ready, StripFact) and isinstance(odds, StripFact)
    assert [(fact.label, fact.text) for fact in odds.parts] == [("German", "1/6, 13/18")]
    assert (bonus.text, ready.text, ready.note) == ("+1", "5-6", "night: fails")


def test_the_table_has_its_roads_lettered_and_the_place_fought_for_marked(tiny: Store) -> None:
    meet(tiny)
    found = packet(tiny)
    table = found.sides[0].sheet.table
    assert [(e.letter, e.edge, e.inch) for e in table.entries] == [("A", "East", 20), ("B", "West", 20)]
    assert [(p.name, p.at, p.is_objective) for p in table.places] == [("Birch Cross", (52, 20), True)], (
        "6.5 km from the west edge"
    )
    assert table.units == ()
    stood = {(unit.label, unit.symbol.frame) for unit in found.umpire.table.units}
    assert stood == {("1", Frame.OWN), ("2", Frame.OWN), ("1", Frame.ENEMY)}, "told apart by the frame"


def test_orders_arrivals_and_the_turn_track(tiny: Store) -> None:
    do(
        tiny,
        GiveOrder(
            "1st Brigade", "attack", "Birch Cross", aim="Take the cross-roads.", limit="End of turn 3.", since="1.1"
        ),
    )
    meet(tiny)
    sheet = packet(tiny).sides[0].sheet
    assert Fact("", "Take the cross-roads. Limit: End of turn 3.") in sheet.orders
    assert [(a.lines, a.when, a.where) for a in sheet.arrivals] == [
        ("Line 2", "from turn 3", "B (W edge, 20 in. from S)")
    ]
    assert [(c.turn, c.mark, c.note) for c in sheet.track[:3]] == [
        (1, TurnMark.PLAYED, ""),
        (2, TurnMark.CURRENT, "this battle begins"),
        (3, TurnMark.COMING, "line 2 arrives"),
    ]
    assert sheet.role == "You attack"
    assert packet(tiny).sides[1].sheet.role == "You hold"


def test_in_a_meeting_engagement_nobody_is_told_that_he_attacks_alone(tiny: Store) -> None:
    with by_hand(tiny) as board:
        order(board, "I/9", OrderKind.ATTACK, "Birch Cross")
    meet(tiny)
    found = packet(tiny)
    assert [(one.sheet.role, one.sheet.role_note) for one in found.sides] == [
        ("Meeting battle", "both sides have orders to attack")
    ] * 2
    assert [side.role for side in found.umpire.sides] == ["meeting battle: both sides have orders to attack"] * 2


@pytest.mark.rule("OB-WIN-01")
def test_the_sheet_says_who_holds_what_as_the_fight_begins_and_until_when_it_is_played(tiny: Store) -> None:
    """Orders to take what is held already would be fulfilled before the first move: they are to be kept to the end."""
    with by_hand(tiny) as board:
        order(board, "I/9", OrderKind.ATTACK, "Birch Cross")
        named(board, Place, "Birch Cross").owner_id = named(board, Side, "Brenn").id
    meet(tiny)
    attacker, holder = ({fact.label: fact.text for fact in one.sheet.situation} for one in packet(tiny).sides)
    assert attacker["Holds"] == "This side holds no place on this table. This side does not hold Birch Cross."
    assert (
        holder["Holds"]
        == "This side holds Birch Cross. Line 1: this side already holds Birch Cross. Keep it to the end."
    )
    assert (
        attacker["Until"]
        == holder["Until"]
        == "Play to the end of turn 2, 10:00. Play longer only if both sides want to."
    )


@pytest.mark.rule("OB-INIT-04")
def test_the_corps_commander_is_printed_with_the_command_he_is_with(tiny: Store) -> None:
    meet(tiny)
    leader = next(fact.text for fact in packet(tiny).sides[0].sheet.situation if fact.label == "Corps cdr")
    assert leader.endswith(" is with no command, so no command has the +1 to challenges and readiness.")
    with reading(tiny) as board:
        general = next(c for c in board.rows(Commander) if c.name == "General Alba")
    do(tiny, JoinCommand(general.name, "1st Brigade"))
    sheet = packet(tiny).sides[0].sheet
    assert (
        Fact("Corps cdr", f"{general.name} is with 1st Brigade, so it has +1 to its challenges and readiness.")
        in sheet.situation
    )
    assert sheet.body.blocks[0].facts[0].text == "+2"


@pytest.mark.rule("OB-LOC-02", "OB-LOC-03", "OB-LOC-04")
def test_the_sheet_says_what_is_terrain_and_what_a_hill(tiny: Store) -> None:
    """Who has only the packet must know it: location, moves and the hit table ask for it. 4 in. are half a
    kilometre."""
    meet(tiny)
    edges = "Each side has an edge of its own: Alba west, Brenn east. The side edges are north and south."
    assert packet(tiny).sides[0].sheet.table.ground == (edges, "All the ground is open.")
    with by_hand(tiny) as board:
        cross = named(board, Place, "birch_cross")
        cross.cover, cross.hill = Cover.TERRAIN, True
        board.rows(Road)[0].surface = Surface.CROSS_COUNTRY
    found = packet(tiny)
    assert found.sides[0].sheet.table.ground == (
        edges,
        "The ground within 4 in. of Birch Cross counts as terrain.",
        "The ground within 4 in. of Birch Cross counts as hill.",
        "Units march on metalled road at the cross-country rate.",
        "These widths are house rules, and the umpire may change them.",
    )
    assert found.umpire.table.ground == found.sides[0].sheet.table.ground
    with reading(tiny) as board:
        assert "rough ground and soft cover" in battle_packet(board, UMPIRE, "1", "brigade").umpire.table.ground[-1], (
            "in that system's own words"
        )


@pytest.mark.rule("OB-LOC-04")
def test_every_width_of_the_ground_is_in_inches_as_a_resolved_battle_has_it(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        road = board.rows(Road)[0]
        road.cover, road.surface, road.name = Cover.TERRAIN, Surface.CROSS_COUNTRY, "the pass"
        cross = named(board, Place, "birch_cross")
        board.make(
            Feature,
            key="scarp",
            name="the scarp",
            kind=FeatureKind.ESCARPMENT,
            shape=[[cross.x_m + 1000, cross.y_m - 2000], [cross.x_m + 1000, cross.y_m + 2000]],
        )
    said = packet(tiny).sides[0].sheet.table.ground
    assert (
        "The ground within 2 in. of the pass counts as terrain." in said
        and "Units march on the pass at the cross-country rate." in said
    )
    assert "The escarpment counts as terrain for 1 in. on each side of its line. Roads lead through it." in said
    with reading(tiny) as board:
        battle_row = board.rows(Battle)[0]
        areas = terrain_of(board, load_theatre(board), table_of(battle_row)).areas
    widths = {(area.box.east - area.box.west) // 2 for area in areas if area.cover is Cover.TERRAIN}
    assert widths == {2, 1}, "the pass reaches 2 in. to each side, the scarp 1"
    assert {(area.box.east - area.box.west) // 2 for area in areas if area.track} == {1}, (
        "the pass itself is marched as open country"
    )


@pytest.mark.rule("OB-SCL-01")
def test_positions_on_the_table_are_told_in_its_inches(tiny: Store) -> None:
    """Kilometres run along the road, the table has its own scale: what a sheet says of a place must be what its map
    draws."""
    meet(tiny)
    found = packet(tiny)
    drawn = {(unit.symbol.frame, unit.label): unit.at for unit in found.umpire.table.units}
    ours = next(side for side in found.umpire.sides if side.name == "Alba")
    (line,) = [one for command in ours.commands for one in command.lines if one.line == 1]
    x, y = drawn[Frame.OWN, "1"]
    assert line.position.startswith(f"{x} in. from W edge, {y} in. from S edge, ")
    spot(tiny, "I/9", "Birch Cross")
    with by_hand(tiny) as board:
        (seen,) = board.rows(Sighting)
        seen.road_id, seen.road_m = named(board, Road, "birch_cross-coldbrook").id, 800
    (group,) = packet(tiny).sides[0].sheet.enemy
    assert [enemy.text for enemy in group.enemies] == ["Infantry, battalion"]
    assert (
        group.where
        == "58 in. from W edge, 20 in. from S edge, 6.4 in. from Birch Cross, on the metalled road to Coldbrook"
    ), "Birch Cross lies at 52, 20"


def test_what_lack_of_supply_does_stands_where_it_is_said(tiny: Store) -> None:
    meet(tiny)
    said = next(fact.text for fact in packet(tiny).sides[0].sheet.situation if fact.label == "Supply")
    assert ("out of supply" in said) == (
        "its units keep their casualty figures and destroyed units do not return, but supply has no other effect"
        in said
    )


def test_a_smaller_table_is_laid_round_the_place_that_is_fought_for(tiny: Store) -> None:
    """umpire 1.4: Brigade Level plays 1.3 by 0.9 km; round the middle of a table of 12 km the objective would be off
    it."""
    meet(tiny)
    with by_hand(tiny) as board:
        row = board.rows(Battle)[0]
        row.table = {**row.table, "centre": [8_500, 0]}
    with reading(tiny) as board:
        for key, middle in (("brevity", 8_500), ("brigade", 10_000)):
            table = side_papers(board, UMPIRE, "1", tabletop=key)[0].sheet.table
            [(cross, wide)] = [(place.at[0], table.width_in) for place in table.places if place.name == "Birch Cross"]
            scale = 8 if key == "brevity" else 55
            assert cross == pytest.approx(wide / 2 + (10_000 - middle) / 1000 * scale, abs=1), key


def test_the_deployment_map_shows_own_units_only(tiny: Store) -> None:
    meet(tiny)
    ours, theirs = packet(tiny).sides
    assert [unit.label for unit in ours.start] == ["1", "2"]
    assert [unit.label for unit in theirs.start] == ["1"]
    assert "ring their symbols on this map" in ours.hidden[0]
    with by_hand(tiny) as board:
        row = board.rows(Battle)[0]
        row.table = {**row.table, "centre": [40_000, 0]}
    away = packet(tiny).sides[0]
    assert away.start == () and away.hidden[0].startswith("You have no units on the table at the start"), (
        "who is not on it has no symbol"
    )


def test_only_the_umpire_has_the_umpire_s_sheet(tiny: Store) -> None:
    meet(tiny)
    brenn = viewer(tiny, "brenn")
    with reading(tiny) as board:
        with pytest.raises(NotAllowed, match="only the umpire may print"):
            battle_packet(board, brenn, "1")
        assert [papers.reader for papers in side_papers(board, brenn, "1")] == ["brenn"]


def test_posture_is_the_battalions_own(tiny: Store) -> None:
    do(tiny, Adjust("9th Regiment", "in reserve", posture="reserve"))
    meet(tiny)
    sheet = packet(tiny).sides[1].sheet.body
    row, heads = sheet.blocks[0].rows[0], [one.head for one in sheet.ticks]
    assert sheet.ticks[heads.index("Posture")].under == ("line", "supp", "rest")
    assert [box.ticked for box in row.ticks[heads.index("Posture")]] == [False, False, True]
    assert [(box.label, box.ticked) for box in sheet.blocks[0].groups[1].boxes] == [("March", False)], (
        "of a command only march is for all"
    )


def test_a_cancelled_battle_has_no_papers(tiny: Store) -> None:
    meet(tiny)
    do(tiny, CancelBattle("1", "too small"))
    with (
        reading(tiny) as board,
        pytest.raises(Refused, match="battle 1 \\(Birch Cross\\) has no papers, because it was cancelled: too small"),
    ):
        side_papers(board, UMPIRE, "1")
    with (
        reading(tiny) as board,
        pytest.raises(NotFound, match=r"there is no battle '7'\. Battles so far: 1 Birch Cross"),
    ):
        side_papers(board, UMPIRE, "7")


# list and show -------------------------------------------------------------------------------------------------------
def shown(store: Store, who: Viewer) -> BattleView:
    with reading(store) as board:
        return battle_of(board, who, "1")


def test_the_list_says_what_is_waiting(tiny: Store) -> None:
    meet(tiny)
    with reading(tiny) as board:
        (row,) = battle_list(board, UMPIRE).battles
    assert (row.number, row.name, row.state, row.attacker) == (1, "Birch Cross", BattleState.PROPOSED, "Alba")
    assert row.when == "15 May 1941, 04:00-10:00"
    assert row.waiting == "print its papers with campaign battle packet 1, then campaign battle record 1"


def test_a_side_sees_its_own_lines_and_of_the_other_what_it_has_seen(tiny: Store) -> None:
    meet(tiny)
    alba = viewer(tiny, "alba")
    own, other = shown(tiny, alba).sides
    assert [line.name for line in own.lines] == ["1st Rifles", "1st Hussars"]
    assert (other.lines, other.seen, other.code) == ((), (), "")
    assert not [name for name in THEIRS if name in words(shown(tiny, alba))]


def spot(store: Store, unit: str, at: str) -> None:
    """Alba has sighted an enemy at a place, without his name."""
    with by_hand(store) as board:
        seen: Battalion = named(board, Battalion, unit)
        board.make(
            Sighting,
            day=1,
            turn=1,
            seconds=0,
            side_id=named(board, Side, "alba").id,
            battalion_id=seen.id,
            place_id=named(board, Place, at).id,
            arm=seen.arm,
            mark=seen.mark,
            seen_by="2nd Rifles",
            how="reconnaissance",
            named=False,
        )


def test_of_the_enemy_a_side_reads_who_is_seen_on_this_table_and_no_arrival(tiny: Store) -> None:
    """umpire 1.13: I/9 is engaged and seen; II/9 and the guns were seen, too, but are not on the table."""
    with by_hand(tiny) as board:
        battalion(
            board,
            "Guns of the 9th",
            named(board, Formation, "9th Regiment"),
            piece=Piece.GUN_HOWITZER,
            calibre_mm=88,
            arm=Arm.FIELD_ARTILLERY,
            place_id=named(board, Place, "Coldbrook").id,
        )
        stand(board, "Guns of the 9th", road=ROAD, metres=7000)
        order(board, "II/9", OrderKind.MARCH, "Birch Cross")
    meet(tiny)
    for name in ("I/9", "II/9", "Guns of the 9th"):
        spot(tiny, name, "Birch Cross")
    assert shown(tiny, viewer(tiny, "alba")).sides[1].seen == ("infantry, battalion",)


def test_who_was_seen_elsewhere_is_not_known_to_be_in_this_battle(tiny: Store) -> None:
    with by_hand(tiny) as board:
        far = board.make(Place, key="far_oasis", name="Far Oasis", x_m=90_000, y_m=0)
        board.flush()
        assert far.id
    meet(tiny)
    spot(tiny, "I/9", "Far Oasis")
    assert shown(tiny, viewer(tiny, "alba")).sides[1].seen == ()


def test_while_a_battle_is_on_nobody_is_named_and_afterwards_those_who_took_part(tiny: Store) -> None:
    with by_hand(tiny) as board:
        order(board, "II/9", OrderKind.MARCH, "Birch Cross")
    meet(tiny)
    spot(tiny, "I/9", "Birch Cross")
    spot(tiny, "II/9", "Birch Cross")
    with by_hand(tiny) as board:
        for sighting in board.rows(Sighting):
            sighting.named = True
    assert "I/9" not in words(shown(tiny, viewer(tiny, "alba")))
    foot = {"turn": 2, "ending": "finished", "all_other_lines_unharmed": True, "field": "alba"}
    do(
        tiny,
        RecordReturn("1", ({"side": "alba", "lines": [], "foot": foot}, {"side": "brenn", "lines": [], "foot": foot})),
    )
    assert shown(tiny, viewer(tiny, "alba")).sides[1].seen == ("I/9",), "II/9 was to arrive and did not"


def test_guns_off_the_table_are_measured_to_the_table_and_not_to_the_enemy(tiny: Store) -> None:
    """A table of 96 in. or 12 km, laid around the fight: the guns stand 9 km from the enemy and so many inches from its
    edge."""
    with by_hand(tiny) as board:
        battalion(
            board,
            "Our guns",
            named(board, Formation, "1st Brigade"),
            piece=Piece.GUN_HOWITZER,
            calibre_mm=88,
            arm=Arm.FIELD_ARTILLERY,
            place_id=named(board, Place, "Ashford").id,
        )
        stand(board, "Our guns", road="ashford-birch_cross", metres=1000)
    meet(tiny)
    (guns,) = packet(tiny).sides[0].sheet.guns
    west = battle(tiny)["row"].table["centre"][0] - 6000
    assert f" {round((west - 1000) / 125)} in. off the table" in guns.text


def test_guns_that_a_system_leaves_off_its_table_enter_by_no_road_and_are_listed_with_the_others(tiny: Store) -> None:
    """Brigade has field guns fire from behind the table (BDE-MAP-04), also those that came into the fight with their
    column."""
    with by_hand(tiny) as board:
        battalion(
            board,
            "Our guns",
            named(board, Formation, "1st Brigade"),
            piece=Piece.GUN_HOWITZER,
            calibre_mm=88,
            arm=Arm.FIELD_ARTILLERY,
            place_id=named(board, Place, "Ashford").id,
        )
        stand(board, "Our guns", road="ashford-birch_cross", metres=9000)
    meet(tiny)
    with by_hand(tiny) as board:
        guns = next(row for row in board.rows(BattleUnit) if row.battalion_id == named(board, Battalion, "Our guns").id)
        guns.role, line = Role.ENGAGED, guns.line
    with reading(tiny) as board:
        sheet = battle_packet(board, UMPIRE, "1", "brigade").sides[0].sheet
    assert all(str(line) not in arrival.lines.split() for arrival in sheet.arrivals)
    assert [guns.text for guns in sheet.guns] == [f"line {line}, off the table, reaches the whole table"]
    with reading(tiny) as board:
        assert battle_packet(board, UMPIRE, "1", "brevity").sides[0].sheet.guns == ()


def test_the_other_side_s_papers_are_refused(tiny: Store) -> None:
    meet(tiny)
    brenn = viewer(tiny, "brenn")
    with (
        reading(tiny) as board,
        pytest.raises(NotAllowed, match="only the Alba side and the umpire may print the Alba papers of battle 1"),
    ):
        side_papers(board, brenn, "1", named(board, Side, "alba"))
    with reading(tiny) as board:
        assert [papers.reader for papers in side_papers(board, UMPIRE, "1", named(board, Side, "alba"))] == ["alba"]


def test_a_form_without_its_sheet_is_the_form_beside_the_sheet(tiny: Store) -> None:
    meet(tiny)
    brenn = viewer(tiny, "brenn")
    with reading(tiny) as board:
        for eyes, sides in ((UMPIRE, ["alba", "brenn"]), (brenn, ["brenn"])):
            forms = return_forms(board, eyes, "1")
            assert list(forms) == sides
            assert forms == {papers.reader: papers.form for papers in side_papers(board, eyes, "1")}


def test_the_return_says_what_a_place_left_blank_means(tiny: Store) -> None:
    """umpire 1.8"""
    meet(tiny)
    assert (
        packet(tiny).sides[0].form.blank_place
        == "blank: winners stay where they are, losers nearby go back half a turn's march"
    )


def test_the_umpire_is_warned_of_a_lopsided_game(tiny: Store) -> None:
    """umpire 1.4"""
    meet(tiny)
    assert shown(tiny, UMPIRE).warnings == ()
    do(tiny, Adjust("I/9", "worn out", state="spent"))
    assert shown(tiny, UMPIRE).warnings == (
        "The battle is lopsided: 2 Alba stands against 0 Brenn stands, by combat strength. Merge it with another battle, resolve it or decide the result yourself.",
    )
