"""The papers of a battle on a table so small that not all who fight in it stand there: who comes on where, and what is
said of the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.returns.template import return_file
from campaign.exchange.returns.words import parse_line
from campaign.journal import reading
from campaign.model import Battalion, Battle, BattleUnit, Side
from campaign.queries.battle.packet import battle_packet
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.returns.filed import FiledLine
from campaign.rules.tabletop.interface import tabletop
from campaign.situation.army import load_army
from campaign.situation.battlefield import inches, table_of, under
from campaign.situation.forms import form_of
from campaign.situation.ground import load_theatre
from campaign.store import Store
from campaign.terms.forces import Arm, Piece, Size
from campaign.terms.state import OrderKind, Posture
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.words.packet import BattlePacket, SidePapers
from tests.clash import at_phase, contact, order, stand, step
from tests.tiny import by_hand, named

ROAD = "ashford-birch_cross"
BACK = {"brigade": 0, "brigadier": 3500}
"""By system, how far back they must stand to be off its table."""
SMALL = tuple(BACK)


def fight(
    store: Store, *, to: str = "Birch Cross", back: int = 0, hussars: int = 0, holds: bool = False, sent: str = ""
) -> None:
    """I/9 holds the cross-roads; from the west come the Rifles at 7.5 km of ten, and 500 m before them on the same road
    stands II/9, dug in.

    ``back``: metres by which they all stand further back; ``hussars``: metres by which these do. II/9 is to go back to
    the cross-roads, or ``holds`` where it stands. ``sent``: where the Hussars are, if not with the Rifles.
    """
    with by_hand(store) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross").dug_in_turns = 2
        stand(board, "II/9", road=ROAD, metres=8000 - back).dug_in_turns = 2
        stand(board, "1st Rifles", road=ROAD, metres=7500 - back)
        stand(board, "1st Hussars", road=ROAD, metres=7500 - back - hussars)
        order(board, "1st Rifles", OrderKind.ATTACK, to)
        order(board, "1st Hussars", OrderKind.ATTACK, sent or to)
        if not holds:
            order(board, "II/9", OrderKind.MARCH, "Birch Cross")
        board.flush()
        contact(board, "1st Rifles", "I/9")
        contact(board, "1st Hussars", "II/9", seconds=4000)
        board.flush()
        step(board)
        board.clock.phase = Phase.BATTLES


def packet(store: Store, key: str) -> BattlePacket:
    with reading(store) as board:
        return battle_packet(board, UMPIRE, "1", key)


def arrivals(papers: SidePapers) -> list[tuple[str, str, str]]:
    return [(one.lines, one.when, one.where) for one in papers.sheet.arrivals]


def test_two_enemies_do_not_come_on_by_one_road_at_once(tiny: Store) -> None:
    """The Rifles stand 500 m behind II/9: 27.5 in. at 55 in. a kilometre, for which a column on the road takes two
    moves of 24 in."""
    fight(tiny)
    found = packet(tiny, "brigade")
    ours, theirs = found.sides
    assert arrivals(theirs) == [("Line 2", "from the start", "B (W edge, 25 in. from S)")]
    assert arrivals(ours) == [("Lines 1 and 2", "from move 3", "B (W edge, 25 in. from S)")]
    assert [row.arrives for block in ours.sheet.body.blocks for row in block.rows] == [
        "comes on at B (W edge, 25 in. from S), move 3"
    ] * 2
    assert [one.arrivals for one in found.umpire.sides] == [ours.sheet.arrivals, theirs.sheet.arrivals]


def test_at_another_scale_the_way_between_them_is_shorter(tiny: Store) -> None:
    """500 m are 12 in. at 24 in. a kilometre: a turn's march of a column under Brigadier General Commands, by our
    reckoning."""
    fight(tiny, back=3500)
    ours, theirs = packet(tiny, "brigadier").sides
    assert arrivals(theirs) == [("Line 2", "from the start", "B (W edge, 24 in. from S)")]
    assert arrivals(ours) == [("Lines 1 and 2", "from turn 2", "B (W edge, 24 in. from S)")]


def test_the_further_ones_of_a_side_never_pass_those_before_them(tiny: Store) -> None:
    """The Hussars stand 2 km behind the Rifles, 2.5 behind II/9: 137.5 in., six moves."""
    fight(tiny, hussars=2000)
    assert [when for _, when, _ in arrivals(packet(tiny, "brigade").sides[0])] == ["from move 3", "from move 7"]


@pytest.mark.parametrize("key", SMALL)
def test_who_holds_beside_the_table_is_not_in_the_game_and_keeps_his_works(tiny: Store, key: str) -> None:
    """II/9 has no orders onto the table: the Rifles behind it come on by the same road from the start."""
    fight(tiny, back=BACK[key], holds=True)
    found = packet(tiny, key)
    ours, theirs = found.sides
    assert arrivals(theirs) == [] and arrivals(ours) == [("Lines 1 and 2", "from the start", arrivals(ours)[0][2])]
    assert [row.line for row in theirs.sheet.body.blocks[0].rows] == [1]
    assert [line.symbol.dug_in for command in theirs.form.commands for line in command.lines][1]
    assert [line.due for command in theirs.form.commands for line in command.lines] == ["", "off table"]
    assert [fact.text for fact in theirs.sheet.situation if fact.label == "Off this table"] == [
        "These lines are not in this game, and stay unchanged on the return: line 2 (II/9)."
    ]
    assert [unit.label for unit in theirs.start] == ["1"]
    assert found.umpire.warnings[0].startswith(
        "These units are not on this table and have no orders to come onto it: II/9. These units come on over the edge "
    )
    assert [line.note for command in found.umpire.sides[1].commands for line in command.lines] == [
        "",
        "not on this table",
    ]


def test_who_is_sent_over_the_table_comes_on_and_who_is_sent_away_from_it_does_not(tiny: Store) -> None:
    """Coldbrook lies beyond the cross-roads, Ashford behind: only the Hussars, sent there alone, stay away."""
    fight(tiny, to="Coldbrook", sent="Ashford")
    ours = packet(tiny, "brigade").sides[0]
    assert [one.lines for one in ours.sheet.arrivals] == ["Line 1"]
    (row,) = [row for block in ours.sheet.body.blocks for row in block.rows]
    assert row.line == 1 and row.arrives.startswith("comes on at ")


def test_where_a_side_would_have_nobody_all_of_it_comes_on(tiny: Store) -> None:
    """Both are sent back to Ashford, and yet somebody must fight I/9: there is no game without them."""
    fight(tiny, to="Ashford")
    assert [one.lines for one in packet(tiny, "brigade").sides[0].sheet.arrivals] == ["Lines 1 and 2"]


@pytest.mark.parametrize("metres", [11_000, 10_960, 10_900])
def test_a_start_says_to_a_tenth_how_far_it_is_from_the_place(tiny: Store, metres: int) -> None:
    """Whole inches at 8 a kilometre are 125 m each, on a range of 500 m: 1 km from the cross-roads is 8 in., 960 m 7.7,
    900 m 7.2."""
    fight(tiny)
    with by_hand(tiny) as board:
        stand(board, "I/9", road="birch_cross-coldbrook", metres=metres - 10_000)
    unit = packet(tiny, "nqm").sides[1].start[0]
    assert unit.off_in == {11_000: 8.0, 10_960: 7.7, 10_900: 7.2}[metres]


def test_who_comes_on_has_his_symbol_at_the_edge_with_his_turn_of_the_table(tiny: Store) -> None:
    fight(tiny)
    ours, theirs = packet(tiny, "brigade").sides
    assert [unit.label for unit in theirs.start] == ["1", "2 move 1"]
    assert [unit.label for unit in ours.start] == ["1 move 3", "2 move 3"]


@pytest.mark.rule("BDE-SETUP-03", "BGC-SETUP-03")
@pytest.mark.parametrize("key", SMALL)
def test_who_comes_on_is_not_dug_in_and_who_stands_there_is(tiny: Store, key: str) -> None:
    fight(tiny, back=BACK[key])
    theirs = packet(tiny, key).sides[1]
    stands, comes = theirs.sheet.body.blocks[0].rows
    said = [" ".join(fact.text for fact in row.facts) for row in (stands, comes)]
    word = "slit trench" if key == "brigade" else "dug in"
    assert word in said[0] and word not in said[1]
    assert stands.symbol is not None and comes.symbol is not None and stands.symbol.dug_in and not comes.symbol.dug_in
    assert [line.symbol.dug_in for command in theirs.form.commands for line in command.lines] == [True, False]


@pytest.mark.parametrize("key", SMALL)
def test_an_objective_off_the_table_is_said_to_be_off_it(tiny: Store, key: str) -> None:
    fight(tiny, to="Coldbrook", back=BACK[key])
    ours, theirs = packet(tiny, key).sides
    (said,) = [fact.text for fact in ours.sheet.situation if fact.label == "Off this table"]
    assert said.startswith(
        "These orders lead off the table, and the campaign carries them out after the game: 1st Brigade to Coldbrook, "
        "beyond A (E edge, "
    )
    assert said.endswith(" in. from S).")
    assert ours.form.away == ("A",) and theirs.form.away == ()


def test_an_objective_on_the_table_is_not(tiny: Store) -> None:
    fight(tiny)
    assert packet(tiny, "brigade").sides[0].form.away == ()
    assert not [fact for fact in packet(tiny, "brigade").sides[0].sheet.situation if fact.label == "Off this table"]


@pytest.mark.rule("BDE-MAP-04", "BGC-MUS-06", "BGC-SETUP-15")
@pytest.mark.parametrize("key", SMALL)
def test_guns_that_fire_from_behind_are_not_drawn_on_the_table_and_have_no_boxes(tiny: Store, key: str) -> None:
    with by_hand(tiny) as board:
        guns = named(board, Battalion, "II/9")
        guns.arm, guns.piece, guns.calibre_mm, guns.posture = Arm.FIELD_ARTILLERY, Piece.HOWITZER, 105, Posture.SUPPORT
        guns.guns = guns.guns_establishment = 12
    fight(tiny)
    with by_hand(tiny) as board:
        stand(board, "II/9", at="Birch Cross")
    found = packet(tiny, key)
    theirs = found.sides[1]
    assert (
        Arm.INFANTRY in (drawn := [unit.symbol.arm for unit in found.umpire.table.units])
        and Arm.FIELD_ARTILLERY not in drawn
    )
    assert [unit.label for unit in theirs.start] == ["1"]
    battery = theirs.sheet.body.blocks[0].rows[1]
    assert battery.rows and not any(row.groups for row in battery.rows)
    notes = dict(theirs.form.commands[0].lines[1].notes)
    assert set(notes.values()) == {"of 0"}, "nothing of it can be lost"


# The table laid anew -------------------------------------------------------------------------------------------------
@given(
    x=st.integers(0, 3000),
    y=st.integers(0, 2000),
    others=st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 2000)), max_size=4),
)
def test_the_place_fought_for_is_off_the_edge_as_far_as_nobody_falls_off(
    x: int, y: int, others: list[tuple[int, int]]
) -> None:
    """Brigadier General Commands: 24 in. a kilometre, 20 in. between the place and every edge, so that nobody comes on
    in sight of it."""
    system = SYSTEMS["brigadier"]
    whole = {"width_in": 72, "depth_in": 48, "scale_in_per_km": 24, "centre": [1500, 1000], "turned_deg": 0}
    battle = Battle(number=1, name="A", code="A-1", tabletop="brevity", table=whole)
    fighting = [(float(a), float(b)) for a, b in others]
    table = table_of(under(battle, system, (float(x), float(y)), fighting))
    assert table.holds((float(x), float(y))) or not table_of(battle).holds((float(x), float(y)))
    slack = 1.0  # the middle of a table is kept in whole metres
    assert all(
        table.west_m - slack <= a <= table.east_m + slack and table.south_m - slack <= b <= table.north_m + slack
        for a, b in fighting
    )
    if not fighting:
        nearest = min(x - table.west_m, table.east_m - x, y - table.south_m, table.north_m - y)
        assert inches(table, nearest) >= system.margin_in


# Examples ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", SMALL)
def test_what_a_form_gives_as_examples_could_have_happened_to_these_units(tiny: Store, key: str) -> None:
    with by_hand(tiny) as board:
        pak = named(board, Battalion, "II/9")
        pak.arm, pak.size, pak.men, pak.guns, pak.guns_establishment = Arm.ANTI_TANK, Size.COMPANY, 40, 4, 4
    fight(tiny)
    for papers in packet(tiny, key).sides:
        with reading(tiny) as board:
            battle = under(board.rows(Battle)[0], SYSTEMS[key], (0.0, 0.0))
            side = named(board, Side, papers.reader).id
            form = form_of(board, load_army(board), load_theatre(board), battle, side, board.rows(BattleUnit), DEFAULTS)
        number, _, words = papers.form.example.partition(" ")
        assert papers.form.specimen is not None
        line, lost = papers.form.specimen
        for at, said in (
            (int(number), words),
            (line, ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in lost)),
        ):
            meant = parse_line(at, said, papers.form)
            assert meant is not None and len(meant) > 2, said
            filed = FiledLine(
                at, {name: value for name, value in meant.items() if name not in ("line", "ticks", "stands")}
            )
            was = next(one for one in form.printed.lines if one.line == at)
            assert not list(tabletop(key).line_faults(filed, was, DEFAULTS)), said
            bounds = [(column, was.noted.get(column.limit)) for column in form.fields.line]
            assert all(filed.number(column.key) <= most for column, most in bounds if most is not None), said
        assert f"#   {line}: {{" in return_file(papers, 1)


def test_a_line_of_one_gun_is_not_said_to_have_lost_figures(tiny: Store) -> None:
    with by_hand(tiny) as board:
        pak = named(board, Battalion, "II/9")
        pak.arm, pak.size, pak.men, pak.guns, pak.guns_establishment = Arm.ANTI_TANK, Size.COMPANY, 40, 4, 4
    fight(tiny)
    theirs = packet(tiny, "brigade").sides[1].form
    assert theirs.example == "2 models lost 1" and theirs.examples == "unchanged | figures lost 3 | models lost 1"
    assert theirs.alone == ("unchanged",)
    assert packet(tiny, "brigadier").sides[0].form.alone == ("unchanged",), (
        "a headquarters is not lost without a platoon"
    )
