"""What follows from a battle: who moves and why, what is asked, and the umpire's ruling on single units (umpire 1.4 to
1.8)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.actions.house_rules import SetRule
from campaign.actions.returns import field_works
from campaign.actions.returns.take import RecordReturn, SettleBattle, what_follows
from campaign.actions.returns.word import UmpiresWord, UnitEnd
from campaign.actions.rulings import rule_battle
from campaign.errors import BadFile, BadInput, NotDecided, Refused
from campaign.journal import JournalBoard, digest, reading
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.record import writing
from campaign.journal.undo import undo
from campaign.model import Battalion, Battle, BattleUnit, DiaryLine, Feature, Obstacle, OldNews, Return, Road
from campaign.queries.battle.battles import battle as battle_view
from campaign.queries.battle.undone_returns import undone_returns
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.situation.army import position_of, put
from campaign.situation.battlefield import table_of
from campaign.situation.engaged import engaged_battalions
from campaign.situation.filing import point_named
from campaign.situation.forms import Form
from campaign.situation.ground import load_theatre
from campaign.store import Store
from campaign.terms.ground import FeatureKind, ObstacleKind
from campaign.terms.position import OnRoad
from campaign.terms.state import BattleState, Role, State
from campaign.terms.viewer import UMPIRE
from campaign.theatre.values import Point
from campaign.verbs.battles import AddToBattle, NewBattle
from campaign.verbs.interruptions import ResumeBattle, SuspendBattle
from campaign.verbs.rulings import RuleBattle
from campaign.verbs.systems import FightUnder
from campaign.views.battle.what_follows import Goes, WhatFollows
from tests.clash import ROAD, battle, do, meet, stand, unit, where
from tests.laws import tried
from tests.tiny import by_hand, named


def filed(side: str, *lines: dict[str, Any], **foot: Any) -> dict[str, Any]:
    return {
        "side": side,
        "lines": list(lines),
        "foot": {"turn": 2, "ending": "finished", "all_other_lines_unharmed": True, **foot},
    }


def kept(store: Store, **foot: Any) -> None:
    """Both returns of battle 1, in and not settled."""
    do(store, RecordReturn("1", (filed("alba", **foot), filed("brenn", **foot)), only_keep=True))


def looked_at(store: Store, **word: Any) -> WhatFollows:
    with reading(store) as board:
        follows = what_follows(board, SettleBattle("1", word=UmpiresWord(**word)))
    assert follows is not None
    return follows


def settled(store: Store, *ends: tuple[str, str], **word: Any) -> tuple[str, ...]:
    said = UmpiresWord(ends=tuple(UnitEnd(*end) for end in ends), **word)
    return do(store, SettleBattle("1", word=said)).receipt.lines


# who was off the table -----------------------------------------------------------------------------------------------
class _RolledBack(Exception):
    """Ends a writing transaction without a trace."""


@contextmanager
def on_trial(store: Store) -> Iterator[JournalBoard]:
    """A board on which anything may be done; nothing of it is kept."""
    try:
        with writing(store) as board:
            yield board
            raise _RolledBack
    except _RolledBack:
        pass


@pytest.mark.rule("umpire 1.8")
@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_who_was_off_the_table_keeps_his_place_in_every_system(tiny: Store, system: str) -> None:
    """A law: wherever units hold beside a table of that system's own size, and whoever holds the field, settling moves
    none of them, and no battle holds them any longer."""
    away = ("2nd Rifles", "1st Hussars", "II/9")
    with by_hand(tiny) as board:
        stand(board, "I/9", at="Birch Cross")
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9_900)
    do(tiny, NewBattle("Birch Cross", units=("1st Rifles", "I/9", *away)))
    if system != "brevity":
        do(tiny, FightUnder("1", system))
    with on_trial(tiny) as board:
        (row,) = board.rows(Battle)
        lines = board.rows(BattleUnit)
        roads = sorted(road.id for road in board.rows(Road))
        others = [named(board, Battalion, name) for name in away]
        theatre, table, met = load_theatre(board), table_of(row), [0]

        @tried(5, long=200)
        @given(
            held=st.sampled_from(("alba", "brenn", "both")),
            spots=st.lists(st.tuples(st.sampled_from(roads), st.integers(1, 9_900)), min_size=3, max_size=3),
        )
        def law(held: str, spots: list[tuple[int, int]]) -> None:
            row.state, row.outcome, row.field_held_by_id = BattleState.FIGHTING, "", None
            row.reached_day, row.reached_turn = None, None
            stand(board, "I/9", at="Birch Cross")
            stand(board, "1st Rifles", road="ashford-birch_cross", metres=9_900)
            for battalion, spot in zip(others, spots, strict=True):
                put(battalion, OnRoad(*spot))
            for line in lines:
                line.role, line.end_state, line.edge = Role.ENGAGED, None, ""
            off = {b.id: at for b in others if not table.holds(theatre.point_of(at := OnRoad(b.road_id, b.road_m)))}
            rule_battle(board, RuleBattle("1", "So it ended.", held, proposals=True))
            assert {b.id: position_of(b) for b in others if b.id in off} == off
            assert not off.keys() & engaged_battalions(board).keys()
            met[0] += len(off)

        law()
        assert met[0], "the law has met units beside the table"


@pytest.mark.rule("umpire 1.8")
def test_the_nqm_table_reaches_four_and_a_half_kilometres_and_no_farther(tiny: Store) -> None:
    """II/9 holds 4.9 km behind Birch Cross: within the 5 km of a battle for a place, and beside the table of 9 km."""
    with by_hand(tiny) as board:
        stand(board, "I/9", at="Birch Cross")
        stand(board, "II/9", road=ROAD, metres=4_900)
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9_900)
    do(tiny, NewBattle("Birch Cross", units=("1st Rifles", "I/9")))
    do(tiny, AddToBattle("1", ("II/9",)))
    do(tiny, FightUnder("1", "nqm"))
    before = where(tiny, "II/9")
    kept(tiny, field="alba", turn=1)
    follows = looked_at(tiny)
    assert [(one.name, one.where) for one in follows.off_table] == [("II/9", before)]
    assert "II/9" not in [row.name for row in follows.rows]
    with pytest.raises(BadInput, match=r"II/9 was not on the table of battle 1 and keeps its place\. To move it: camp"):
        looked_at(tiny, ends=(UnitEnd("II/9", "back"),))
    lines = settled(tiny, proposals=True)
    assert "II/9 was not on this table and keeps its place (umpire 1.4)" in lines
    assert where(tiny, "II/9") == before
    assert where(tiny, "I/9") != "Birch Cross"


def test_a_unit_that_was_due_by_the_end_and_is_in_no_return_is_named(tiny: Store) -> None:
    meet(tiny)
    do(tiny, AddToBattle("1", ("2nd Rifles",), arrives="1.2", edge="west 20"))
    do(tiny, AddToBattle("1", ("II/9",), arrives="1.3", edge="east 20"))
    kept(tiny, field="alba")
    off = [(one.name, one.why) for one in looked_at(tiny).off_table]
    assert off == [("2nd Rifles", "due in turn 1.2, but no return mentions it")]


# the umpire's ruling ---------------------------------------------------------------------------------------------------
def test_every_unit_is_listed_with_what_it_does_why_and_how_long_it_is_engaged(tiny: Store) -> None:
    meet(tiny)
    kept(tiny, field="alba")
    rows = [
        (row.number, row.name, row.goes, row.where, row.why, row.until, row.is_moved) for row in looked_at(tiny).rows
    ]
    won = "attacked, and its side holds the field (umpire 1.8)"
    assert rows == [
        (1, "1st Rifles", Goes.ADVANCES, "Birch Cross", won, "10:00", True),
        (2, "1st Hussars", Goes.ADVANCES, "Birch Cross", won, "10:00", True),
        (
            3,
            "I/9",
            Goes.BACK,
            "4.5 km from Coldbrook on the metalled road to Birch Cross",
            "its side lost the field, towards Coldbrook (umpire 1.8)",
            "10:00",
            True,
        ),
    ]


WORDS = (
    ("stays", "Birch Cross"),
    ("back", "4.5 km from Coldbrook on the metalled road to Birch Cross"),
    ("at Coldbrook", "Coldbrook"),
    ("48 in. from W, 20 from S", "0.5 km from Birch Cross on the metalled road to Ashford"),
    ("48 from E, 20 from N", "0.5 km from Birch Cross on the metalled road to Ashford"),
    ("off by edge east", "5.5 km from Birch Cross on the metalled road to Coldbrook"),
)
"""What the umpire says of I/9, and where it is then. The table is 96 by 40 inches, its west edge 3.5 km out of Ashford:
48 inches are 6 km."""


@pytest.mark.rule("umpire 1.8")
def test_the_umpires_word_puts_a_unit_elsewhere_in_the_same_entry(tiny: Store) -> None:
    meet(tiny)
    kept(tiny, field="alba")
    for word, ends_at in WORDS:
        (row,) = (row for row in looked_at(tiny, ends=(UnitEnd("I/9", word),)).rows if row.name == "I/9")
        assert (row.where, row.is_said, row.why[:22]) == (ends_at, True, "by the umpire's ruling")
    before = _digest(tiny)
    settled(tiny, ("1st Rifles", "stays"), ("1st Hussars", "back"), ("I/9", "advances"))
    assert where(tiny, "1st Rifles").startswith("1.0 km from Birch Cross")
    assert (where(tiny, "1st Hussars"), where(tiny, "I/9")) == ("Ashford", "Birch Cross")
    undo(tiny, None, actor="umpire")
    assert _digest(tiny) == before


def _digest(store: Store) -> str:
    with reading(store) as board:
        return digest(board)


IMPOSSIBLE = (
    ((("2nd Rifles", "stays"),), "there is no battalion of battle 1 called '2nd Rifles'"),
    ((("I/9", "sings"),), "'sings' is not understood for I/9. Write stays, back, advances"),
    ((("I/9", "stays"), ("I/9", "back")), "I/9 is named twice"),
    ((("I/9", "surrenders"),), "I/9 cannot surrender: only a cut-off unit can"),
    ((("I/9", "99 from W, 5 from S"),), "is off the table, which is 96 by 40 inches"),
    ((("I/9", "9 from W, 5 from E"),), "Write inches from two edges that meet"),
)


def test_an_impossible_word_is_refused_with_the_way_out(tiny: Store) -> None:
    meet(tiny)
    kept(tiny, field="alba")
    for ends, why in IMPOSSIBLE:
        with pytest.raises((BadInput, Refused)) as refused:
            looked_at(tiny, ends=tuple(UnitEnd(*end) for end in ends))
        assert why in str(refused.value)
    for ended in ("1.1", "3.1", "soon"):
        with pytest.raises(BadInput):
            looked_at(tiny, ended=ended)


# doubtful ways back --------------------------------------------------------------------------------------------------
def barrier(board: JournalBoard, at_m: int, kind: FeatureKind, name: str) -> None:
    board.make(Feature, key="line", kind=kind, name=name, shape=[[at_m, -5000], [at_m, 5000]])


BARRIERS = (
    (13_000, FeatureKind.ESCARPMENT, "the way back crosses the line"),
    (13_000, FeatureKind.RIVER, "the way back crosses the line"),
    (13_000, FeatureKind.COAST, ""),
    (19_000, FeatureKind.RIVER, ""),
)


@pytest.mark.rule("umpire 1.8")
def test_a_way_back_over_an_escarpment_or_a_river_is_asked(tiny: Store) -> None:
    """I/9 goes back from 10 km east to 17.5 km east, and not as far as 19."""
    meet(tiny)
    kept(tiny, field="alba")
    for at_m, kind, doubt in BARRIERS:
        with on_trial(tiny) as board:
            barrier(board, at_m, kind, "the line")
            follows = what_follows(board, SettleBattle("1"))
            assert follows is not None
            assert [row.doubt for row in follows.open_rows] == ([doubt] if doubt else [])
            said = what_follows(board, SettleBattle("1", word=UmpiresWord(ends=(UnitEnd("I/9", "back"),))))
            assert said is not None and not said.open_rows


@pytest.mark.rule("umpire 1.8")
def test_a_doubtful_way_back_is_not_taken_before_somebody_answers(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        barrier(board, 13_000, FeatureKind.ESCARPMENT, "the ridge")
    receipt = do(tiny, RecordReturn("1", (filed("alba", field="alba"), filed("brenn", field="alba")))).receipt
    asked = "The return of battle 1 (Birch Cross) does not say what I/9 does next, and the rules leave it open: the way back crosses the ridge"
    assert receipt.waiting.startswith(asked)
    assert where(tiny, "I/9") == "Birch Cross"
    with pytest.raises(NotDecided, match="what I/9 does"):
        settled(tiny)


@pytest.mark.rule("umpire 1.8")
def test_the_programs_choice_of_a_doubtful_way_back_is_named_where_nobody_is_asked(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        barrier(board, 13_000, FeatureKind.ESCARPMENT, "the escarpment")
    kept(tiny, field="alba")
    lines = settled(tiny, proposals=True)
    (told,) = (line for line in lines if line.startswith("I/9 goes back"))
    assert told.endswith("(the program's choice, although the way back crosses the escarpment)")


@pytest.mark.rule("umpire 1.8")
def test_who_has_no_way_back_is_asked_whether_it_fights_on(tiny: Store) -> None:
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=8000)
    meet(tiny)
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
    kept(tiny, field="alba")
    (row,) = looked_at(tiny).open_rows
    assert (row.name, row.goes, row.choices) == ("I/9", Goes.CUT_OFF, (Goes.CUT_OFF, Goes.SURRENDERS, Goes.BREAKS_OUT))
    assert row.proposal.change == f"{row.number} surrenders, {row.number} breaks out, or {row.number} at PLACE"
    assert f"{row.doubt} {row.proposal}".count("umpire 1.8") == 1, "the rule stands once in a line"
    for word, state, ends_at in (
        ("stays", State.FRESH, "Birch Cross"),
        ("surrenders", State.CAPTURED, "captured"),
        ("breaks out", State.SPENT, "Coldbrook"),
    ):
        (again,) = (row for row in looked_at(tiny, ends=(UnitEnd("I/9", word),)).rows if row.name == "I/9")
        assert (again.number, again.is_said, again.becomes) == (row.number, True, state.value), (
            "rows keep their numbers"
        )
        assert ends_at in again.where
    settled(tiny, ("I/9", "surrenders"))
    assert unit(tiny, "I/9").state is State.CAPTURED


# a battle that was resumed -------------------------------------------------------------------------------------------
def resumed(store: Store) -> str:
    """Battle 1, suspended and resumed in turn 1.2: what resuming says."""
    meet(store)
    do(store, SuspendBattle("1"))
    return do(store, ResumeBattle("1")).receipt.lines[0]


@pytest.mark.rule("umpire 1.5", "umpire 1.6")
def test_resuming_says_up_to_when_the_units_stay_engaged_and_settling_asks_when_it_ended(tiny: Store) -> None:
    assert resumed(tiny) == (
        "if the battle ends in turn 1.2, write turn 2 in the return: its units are engaged until 10:00. If it goes on"
        " in turn 1.3, they are engaged until 16:00 (umpire 1.5)"
    )
    feet = filed("alba", field="alba", turn=None), filed("brenn", field="alba", turn=None)
    receipt = do(tiny, RecordReturn("1", feet)).receipt
    assert receipt.waiting.startswith(
        "In which turn did battle 1 (Birch Cross) end? The battle was resumed, and neither return"
    )
    assert "campaign battle settle 1 --ended 1.2. Proposed: 1.2, because the campaign is in turn 1.2" in receipt.waiting
    question = looked_at(tiny).ended
    assert question is not None
    assert [choice.word for choice in question.choices] == ["1.2", "1.3"]
    settled(tiny, ended="1.2")
    assert (battle(tiny)["row"].reached_day, battle(tiny)["row"].reached_turn) == (1, 2)


@pytest.mark.rule("umpire 1.5")
@pytest.mark.parametrize(("turn", "until"), [(2, "10:00"), (3, "16:00")])
def test_a_resumed_battle_may_end_in_the_turn_that_it_had_reached(tiny: Store, turn: int, until: str) -> None:
    resumed(tiny)
    feet = filed("alba", field="alba", turn=turn), filed("brenn", field="alba", turn=turn)
    lines = do(tiny, RecordReturn("1", feet)).receipt.lines
    assert battle(tiny)["row"].reached_turn == turn
    assert f"its units stay engaged to the end of turn 1.{turn}, {until} (umpire 1.5)" in lines


@pytest.mark.rule("umpire 1.5")
def test_a_ruling_on_a_resumed_battle_says_up_to_when_its_units_stay_engaged(tiny: Store) -> None:
    resumed(tiny)
    lines = do(tiny, RuleBattle("1", "A draw.", held="both")).receipt.lines
    assert "its units stay engaged to the end of turn 1.2, 10:00 (umpire 1.5)" in lines


# entries from before -------------------------------------------------------------------------------------------------
def test_entries_from_before_the_questions_are_played_as_they_were() -> None:
    """The battalions were counted, and the program chose; an entry with the umpire's ruling stays as it is."""
    old = json.loads(command_lifted("battle settle", '{"battle": "1"}', "0016"))
    assert old["word"] == {"held": "as counted", "ended": "as counted", "proposals": True}
    new = '{"battle": "1", "laid_in_words": false, "word": {"held": "axis"}}'
    assert command_lifted("battle record", new, "0016") == new
    assert json.loads(command_lifted("battle record", '{"word": {}}', "0017"))["laid_in_words"] is True
    ruling = json.loads(command_lifted("battle rule", '{"held": "axis"}', "0017"))
    assert ruling == {"held": "axis", "proposals": True}
    asked = '{"held": "", "proposals": false}'
    assert command_lifted("battle rule", asked, "0017") == asked
    assert "word" not in json.loads(command_lifted("march", '{"to": "x"}', "0016"))


@pytest.mark.rule("umpire 1.7")
def test_the_word_of_old_entries_counts_the_battalions(tiny: Store) -> None:
    meet(tiny)
    kept(tiny)
    lines = settled(tiny, held="as counted")
    assert "Alba holds the field (no answer: it has more unspent battalions left, 2 against 1) (umpire 1.7)" in lines


def test_the_remarks_of_a_return_that_a_later_one_replaced_are_not_offered_in_the_next_session(tiny: Store) -> None:
    meet(tiny)
    do(tiny, RecordReturn("1", (filed("alba", tasks=["mines on the hill"]),), only_keep=True))
    undo(tiny, actor="umpire")

    def offered() -> list[str]:
        with reading(tiny) as board:
            return [
                str(r.content["foot"]) for r in undone_returns(board, board.rows(Battle)[0], {"alba": "x"}).values()
            ]

    assert "mines on the hill" in offered()[0], "it is not typed twice"
    feet = (filed(side, ending="suspended") for side in ("alba", "brenn"))
    do(tiny, RecordReturn("1", tuple(feet)))
    do(tiny, ResumeBattle("1"))
    assert offered() == [], "the session has another return by now"


@pytest.mark.rule("umpire 1.5")
@pytest.mark.parametrize(("turn", "reached"), [(None, 3), (2, 2)])
def test_the_word_of_old_entries_counts_the_turn_of_a_resumed_battle(
    tiny: Store, turn: int | None, reached: int
) -> None:
    """Returns that named no turn settled it one turn after the one that it had reached; those that name one count."""
    resumed(tiny)
    do(
        tiny,
        RecordReturn("1", tuple(filed(side, field="alba", turn=turn) for side in ("alba", "brenn")), only_keep=True),
    )
    settled(tiny, held="as counted", ended="as counted")
    assert battle(tiny)["row"].reached_turn == reached


# what a table did to the ground --------------------------------------------------------------------------------------
@pytest.mark.rule("OB-OBS-01")
@pytest.mark.parametrize("in_words", [False, True])
def test_what_engineers_laid_on_the_table_lies_on_the_map_and_the_rest_is_told(tiny: Store, in_words: bool) -> None:
    """At the middle of the road's part on the table, which reaches from 10 to 15.5 km. Nothing is read from a remark,
    but in entries of older programs, whose form added the turns.
    """
    meet(tiny)
    road, inches = "Birch Cross - Coldbrook", "40 from W and 20 from S"
    if in_words:
        boxes = {"tasks": [f"roadblock on {road}, 2 turns", f"mines at {inches}", "mines on the hill"]}
    else:
        boxes = {"roadblocks": [road], "mines": [inches], "smoke": [road], "tasks": ["roadblock on Elmford - Ashford"]}
    feet = filed("alba", field="both", **boxes), filed("brenn", field="both")
    do(tiny, RecordReturn("1", feet, only_keep=True, laid_in_words=in_words))
    with reading(tiny) as board:
        (first, _) = (dict(row.content["foot"]) for row in board.rows(Return))
    assert first == feet[0]["foot"] if in_words else {"roadblocks", "mines"} <= first.keys()
    lines = settled(tiny)
    assert (
        "Alba roadblock 1 blocks the road, 2.8 km from Birch Cross on the metalled road to Coldbrook (on the return:"
        f" {road}) (OB-OBS-01)" in lines
    )
    assert (
        "Alba minefield 1 blocks the road, 1.5 km from Birch Cross on the metalled road to Ashford (on the return:"
        f" {inches}) (OB-OBS-01)" in lines
    )
    (told,) = (line for line in lines if "return, ground" in line)
    remark = boxes["tasks"][-1]
    assert told.startswith(f"Alba return, ground and engineers: {remark}. If it changes a road")
    with reading(tiny) as board:
        diary = [row.text for row in board.rows(DiaryLine)]
        assert in_words or "Smoke put down: Birch Cross - Coldbrook." in " ".join(diary)
        kinds = {row.name: (row.kind, row.at_m) for row in board.rows(Obstacle)}
        assert not board.rows(OldNews), "both sides saw it laid"
    assert kinds == {
        "Alba roadblock 1": (ObstacleKind.ROADBLOCK, 2750),
        "Alba minefield 1": (ObstacleKind.MINEFIELD, 8500),
    }


@pytest.mark.rule("umpire 1.8", "OB-OBS-01")
def test_nobody_goes_back_over_the_mines_of_the_same_battle(tiny: Store) -> None:
    """500 m behind the two that lost: the road home is barred, as by mines that were laid before."""
    meet(tiny)
    feet = filed("alba", field="brenn"), filed("brenn", field="brenn", mines=["40 from W and 20 from S"])
    do(tiny, RecordReturn("1", feet, only_keep=True))
    rows = {row.name: row for row in looked_at(tiny).rows}
    assert [rows[name].goes for name in ("1st Rifles", "1st Hussars")] == [Goes.CUT_OFF] * 2
    assert "no road out" in rows["1st Rifles"].doubt, "it is asked"
    assert rows["1st Rifles"].choices == (Goes.CUT_OFF, Goes.SURRENDERS), "it breaks out over mines as little"
    with pytest.raises(NotDecided) as asked:
        settled(tiny)
    assert asked.value.choices == (["stays", "surrenders"],) * 2


@pytest.mark.rule("NQM-MORALE-06")
def test_what_is_dispersed_is_named_as_the_battle_is_settled(tiny: Store) -> None:
    meet(tiny)
    do(tiny, FightUnder("1", "nqm"))
    feet = filed("alba", {"line": 1, "dispersed": True}, field="brenn"), filed("brenn", field="brenn")
    do(tiny, RecordReturn("1", feet, only_keep=True))
    (row,) = (row for row in looked_at(tiny).rows if row.name == "1st Rifles")
    assert row.does == "goes back, spent, dispersed"


@pytest.mark.rule("umpire 1.9")
def test_a_unit_destroyed_without_a_way_back_is_put_right_on_its_return(tiny: Store) -> None:
    meet(tiny)
    line = {"line": 1, "destroyed": True}
    feet = filed("alba", line, field="brenn"), filed("brenn", field="brenn", mines=["40 from W and 20 from S"])
    do(tiny, RecordReturn("1", feet, only_keep=True))
    (told,) = (line for line in settled(tiny, ("1st Hussars", "stays")) if line.startswith("Warning: 1st Rifles"))
    assert "write line 1 captured on its return (campaign battle record 1 --side alba" in told and "adjust" not in told


def test_a_spot_is_found_on_the_table_once(tiny: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the answer to the return looks ahead and settles the battle."""
    found = list[str]()

    def counted(text: str, form: Form) -> Point | None:
        found.append(text)
        return point_named(text, form)

    monkeypatch.setattr(field_works, "point_named", counted)
    meet(tiny)
    feet = filed("alba", field="both", roadblocks=["Birch Cross - Coldbrook"]), filed("brenn", field="both")
    do(tiny, RecordReturn("1", feet))
    assert found == ["Birch Cross - Coldbrook"]


@pytest.mark.parametrize(
    ("box", "spot", "why"),
    [
        ("mines", "the hill", "mines laid: there is no road or place called 'the hill'"),
        ("smoke", "400 from W, 8 from S", "smoke put down: '400 from W, 8 from S' is off the table"),
        ("roadblocks", "12 from W, 8 from E", "roadblocks made: '12 from W, 8 from E' is not a point on the table"),
    ],
)
def test_a_spot_that_is_not_on_the_table_is_a_fault_of_the_return(tiny: Store, box: str, spot: str, why: str) -> None:
    meet(tiny)
    with pytest.raises(BadFile) as refused:
        do(tiny, RecordReturn("1", (filed("alba", field="both", **{box: [spot]}),)))
    assert why in " ".join(refused.value.faults)


# cut off, and attacked again -----------------------------------------------------------------------------------------
def asks_again(store: Store) -> bool:
    """Whether battle 2 asks what I/9 does, which fought on when it was cut off in battle 1; that can be changed."""
    feet = filed("alba", field="alba"), filed("brenn", field="alba")
    do(store, RecordReturn("2", feet, only_keep=True))
    with reading(store) as board:
        follows = what_follows(board, SettleBattle("2"))
        other = what_follows(board, SettleBattle("2", word=UmpiresWord(ends=(UnitEnd("I/9", "surrenders"),))))
    assert follows is not None and other is not None
    (row,) = (row for row in follows.rows if row.name == "I/9")
    assert (row.goes, row.why) == (
        Goes.CUT_OFF,
        "no road leads back; it was cut off in battle 1 too and keeps fighting (umpire 1.8)",
    )
    assert row.choices == (Goes.CUT_OFF, Goes.SURRENDERS, Goes.BREAKS_OUT)
    (changed,) = (row for row in other.rows if row.name == "I/9")
    assert changed.goes is Goes.SURRENDERS
    return bool(follows.open_rows)


@pytest.mark.rule("umpire 1.8")
@pytest.mark.parametrize(("choice", "told"), [("stays", True), ("surrenders", False)])
def test_a_unit_that_fights_on_where_it_lost_is_named_with_what_ends_it(tiny: Store, choice: str, told: bool) -> None:
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=8000)
    meet(tiny)
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
    kept(tiny, field="alba")
    settled(tiny, ("I/9", "stays"))
    if not told:
        do(tiny, SetRule("retreat.cut_off", choice))
    do(tiny, NewBattle("Birch Cross", units=("1st Rifles", "I/9"), attacker="alba"))
    assert not told or not asks_again(tiny), "the answer stands until it is changed"
    with reading(tiny) as board:
        warned = [words for words in battle_view(board, UMPIRE, "2").warnings if "I/9" in words]
    assert bool(warned) is told
    assert not told or warned[0].startswith("I/9 fights on where battle 1 was lost, without a way back")


@pytest.mark.rule("umpire 1.8")
def test_the_entry_names_every_unit_that_stays_by_the_umpires_ruling(tiny: Store) -> None:
    """Also of the side that won, whose units would have advanced."""
    meet(tiny)
    kept(tiny, field="alba")
    lines = settled(tiny, ("1st Rifles", "stays"), ("I/9", "stays"))
    assert "1st Rifles, I/9 stay where they are: by the umpire's ruling" in lines


@pytest.mark.rule("umpire 1.17")
@pytest.mark.parametrize(
    ("lost", "red", "line"),
    [
        (2, 1, "1st Rifles: fresh -> fresh or spent, by dice that are rolled when the battle is settled"),
        (3, 0, "1st Rifles: fresh -> spent (3 of 15 points gone: 3 of 15 out, 20 %, spent)"),
    ],
)
def test_the_first_return_is_told_in_full_and_no_die_is_taken_for_cast(
    tiny: Store, lost: int, red: int, line: str
) -> None:
    with by_hand(tiny) as board:
        stand(board, "I/9", at="Birch Cross")
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9_900)
    do(tiny, NewBattle("Birch Cross", units=("1st Rifles", "I/9")))
    do(tiny, FightUnder("1", "nqm"))
    hurt = {"line": 1, "points_lost": lost, "red_pins": red, "ended_at": "Birch Cross"}
    said = do(tiny, RecordReturn("1", (filed("alba", hurt, field="both", roadblocks=[ROAD]),))).receipt.lines
    assert said[0].startswith("it says: 1 ") and f"lost {lost}" in said[0] and "at Birch Cross" in said[0]
    assert "field both" in said[0] and "roadblocks" in said[0]
    assert said[1:] == (line,)
