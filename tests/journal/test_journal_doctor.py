"""The doctor: sound campaigns are found sound on both databases, every kind of damage is named, repairs are events."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cases import CASES
from deeds import DEEDS, STORY, Fight, Move, SetRule
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import text

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.errors import NotFound, Refused
from campaign.journal import chain_is_whole, commit, digest, living, reading, redo, undo
from campaign.journal.doctor import Finding, Kind, Report, examine, examine_all, repair
from campaign.journal.soundness import REMARKS, RULES, World
from campaign.journal.state import State, state_from_journal, stored
from campaign.journal.undo import standing_of
from campaign.model import Battalion, Entry
from campaign.rows.images import sheets
from campaign.rules.common.dice import Seeded
from campaign.store import HEAD, Store, open_store
from campaign.store.checks import file_faults
from tests.laws import tried
from tests.shipped import shipped_scenario
from tests.tiny import by_hand, found_tiny


def play(store: Store, *commands: object, campaign: str | None = None) -> None:
    for command in commands:
        commit(store, campaign, command, source=lambda board: Seeded(board.campaign.seed), actor="Ann", register=DEEDS)


def report(store: Store, campaign: str | None = None) -> Report:
    with reading(store, campaign) as board:
        return examine(board)


def state(store: Store) -> str:
    with reading(store) as board:
        return digest(board)


def meddle(store: Store, *statements: str) -> None:
    """Change the database past the journal; on SQLite links are not looked at."""
    with store.engine.connect() as connection:
        if store.is_sqlite:
            connection.connection.driver_connection.execute("pragma foreign_keys=off")  # type: ignore[union-attr]
        with connection.begin():
            for statement in statements:
                connection.execute(text(statement))


def said(findings: tuple[Finding, ...]) -> str:
    return "\n".join(one.what for one in findings)


def test_a_played_campaign_is_sound_before_and_after_undo_and_redo(any_tiny: Store) -> None:
    assert report(any_tiny).findings == ()
    play(any_tiny, *STORY[:6])
    undo(any_tiny, to=3, actor="Ann")
    assert report(any_tiny).findings == ()
    redo(any_tiny, to=5, actor="Ann")
    play(any_tiny, SetRule("fog", True))
    found = report(any_tiny)
    assert (found.findings, found.campaign) == ((), "tiny")
    with reading(any_tiny) as board:
        assert found.entries == board.ledger.last_seq
        assert found.rows == sum(len(rows) for rows in stored(board).rows.values())


def test_the_journal_tells_exactly_what_the_tables_hold(any_tiny: Store) -> None:
    play(any_tiny, *STORY)
    undo(any_tiny, actor="Ann")
    with reading(any_tiny) as board:
        assert state_from_journal(board, standing_of(board).living).rows == stored(board).rows


@pytest.mark.sample(6)
@pytest.mark.parametrize("verb", sorted(CASES))
def test_every_action_leaves_a_sound_campaign(tiny: Store, verb: str) -> None:
    case = CASES[verb]
    case.ready(tiny)
    before = {one.what for one in report(tiny).faults}
    commit(tiny, None, case.command, source=lambda board: Seeded(board.campaign.seed), actor="Ann")
    assert {one.what for one in report(tiny).faults} - before == set()
    assert not [one for one in report(tiny).faults if one.kind is not Kind.RULE]


MEDDLING = [
    (
        "update battalion set men = 599 where name = '1st Rifles'",
        "battalion 1st Rifles: men is 599 in the table, but 6",
    ),
    (
        "update battalion set place_id = (select id from place where key = 'ashford') where key = 'i_9'",
        "battalion I/9: place_id is",
    ),
    ("delete from objective", "objective Birch Cross is missing from the table, but is in the journal"),
    (
        "insert into setting (campaign_id, id, key, value) values (1, 9000, 'stray', '7')",
        "setting stray is in the table, but no entry",
    ),
    (
        "update setting set value = '{}' where key = 'night'",
        'setting night: value is {} in the table, but {"turns":[1,2],"über":null} in the journal',
    ),
]


@pytest.mark.parametrize(("statement", "words"), MEDDLING, ids=[words[:20] for _, words in MEDDLING])
def test_rows_changed_past_the_journal_are_named_and_brought_back(any_tiny: Store, statement: str, words: str) -> None:
    play(any_tiny, *STORY[:2])
    before = state(any_tiny)
    meddle(any_tiny, statement)
    found = report(any_tiny)
    assert words in said(found.faults)
    assert all(one.kind in (Kind.ROW, Kind.LEDGER) for one in found.faults)
    assert state(any_tiny) != before
    done = repair(any_tiny, None, actor="Bob")
    assert (done.rows, done.number, done.report.findings) == (1, 4, ())
    assert state(any_tiny) == before
    with reading(any_tiny) as board:
        line = living(board)[-1]
        assert (line.verb, line.actor, line.is_ruling) == ("repair", "Bob", True)
        assert chain_is_whole(board)
    undo(any_tiny, actor="Ann")
    play(any_tiny, Move("2nd Rifles", "Coldbrook"))
    assert report(any_tiny).findings == ()


def test_facts_that_are_not_those_of_the_founding_are_named_and_brought_back(any_fresh: Store) -> None:
    scenario = shipped_scenario("operation-brevity")
    found_campaign(
        any_fresh,
        scenario,
        name="brevity",
        seed="1941",
        tabletop="brevity",
        weather=HISTORICAL,
        actor="Ann",
        paper_key="secret",
    )
    meddle(
        any_fresh,
        "update campaign set seed = '1942', paper_key = 'known', old_codes = 999999",
        "update ledger set revision = '0001'",
    )
    assert said(report(any_fresh).faults).splitlines() == [
        'the campaign\'s seed is "1942" in the table, but "1941" in its first entry',
        'the campaign\'s paper_key is "known" in the table, but "secret" in its first entry',
        "the campaign's old_codes is 999999 in the table, but null in its first entry",
        f"the ledger gives revision 0001, but the tables have revision {HEAD}",
    ]
    assert repair(any_fresh, None, actor="Bob").report.findings == ()
    with reading(any_fresh) as board:
        assert (board.campaign.seed, board.campaign.paper_key, board.campaign.old_codes) == ("1941", "secret", None)
        assert board.ledger.revision == HEAD


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("fact", "value", "words"),
    [
        (
            "title",
            "'Operation Battleaxe'",
            'title is "Operation Battleaxe" in the table, but "Operation Brevity" in its first entry',
        ),
        ("first_day", "'1941-06-15'", 'first_day is "1941-06-15" in the table, but "1941-05-15" in its first entry'),
        ("days", "30", "days is 30 in the table, but 2 in its first entry"),
        ("day_start_hour", "6", "day_start_hour is 6 in the table, but 22 in its first entry"),
        ("time_zone", "'UTC'", 'time_zone is "UTC" in the table, but "UTC+02:00" in its first entry'),
        ("lat_e6", "null", "lat_e6 is null in the table"),
        ("lon_e6", "1", "lon_e6 is 1 in the table"),
        ("notes", "'Mine.'", "notes in the table differs from the value in its first entry"),
        ("program_version", "'9.9'", 'program_version is "9.9" in the table'),
    ],
)
def test_the_campaigns_own_facts_are_in_its_founding(any_fresh: Store, fact: str, value: str, words: str) -> None:
    scenario = shipped_scenario("operation-brevity")
    found_campaign(
        any_fresh, scenario, name="brevity", seed="1941", tabletop="brevity", weather=HISTORICAL, actor="Ann"
    )
    meddle(any_fresh, f"update campaign set {fact} = {value}")
    (finding,) = report(any_fresh).faults
    assert words in finding.what
    assert repair(any_fresh, None, actor="Bob").report.findings == ()


def test_a_great_deal_of_damage_is_brought_back_at_once(tiny: Store) -> None:
    play(tiny, *STORY[:6], *STORY[7:])
    before = state(tiny)
    meddle(
        tiny,
        "delete from battalion where id % 2 = 0",
        "delete from formation where superior_id is not null",
        "update place set x_m = x_m + 1, owner_id = null",
        "update road set a_id = 4000",
        "delete from clock",
        "insert into place (campaign_id, id, key, name, x_m, y_m, role, cover, hill) values (1, 4000, 'atlantis', 'Atlantis', 0, 0, '', 'open', 0)",
    )
    assert {one.kind for one in report(tiny).faults} >= {Kind.ROW, Kind.RULE}
    assert repair(tiny, None, actor="Bob").report.findings == ()
    assert state(tiny) == before


def test_a_sound_campaign_is_not_repaired(any_tiny: Store) -> None:
    done = repair(any_tiny, None, actor="Bob")
    assert (done.rows, done.number) == (0, None)
    with reading(any_tiny) as board:
        assert board.ledger.last_seq == 1


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("update entry set images = '[]' where seq = 3", "entry 3 of the journal was changed"),
        ("update entry set summary = 'nothing happened' where seq = 2", "entry 2 of the journal was changed"),
        ("delete from entry where seq = 2", "entry 2 of the journal was changed, removed"),
        ("delete from entry where seq = 4", "the journal ends after entry 3, but the campaign's ledger gives 4"),
        ("update entry set kind = 'undo', about = 7 where seq = 4", "an entry that does not exist"),
        ("update entry set images = 'x' where seq = 3", "the journal cannot be followed"),
    ],
)
def test_a_damaged_journal_is_named_and_nothing_is_repaired_from_it(
    any_tiny: Store, statement: str, words: str
) -> None:
    play(any_tiny, *STORY[:3])
    meddle(any_tiny, statement, "update battalion set men = 1")
    found = report(any_tiny)
    assert words in said(found.faults)
    before = state(any_tiny)
    with pytest.raises(Refused, match="campaign restore"):
        repair(any_tiny, None, actor="Bob")
    assert state(any_tiny) == before


def test_a_ledger_that_counts_wrong_is_named_and_repaired(any_tiny: Store) -> None:
    play(any_tiny, *STORY[:3])
    meddle(any_tiny, "update ledger set next_id = 3, last_number = 9")
    words = said(report(any_tiny).faults)
    assert "the ledger counts 9 entries in force, but there are 4" in words
    assert "would give the number 3 next" in words
    assert repair(any_tiny, None, actor="Bob").report.findings == ()
    play(any_tiny, Fight("1st Rifles", "I/9"))
    assert report(any_tiny).findings == ()


def test_two_rolls_of_one_name_in_a_turn_are_named(any_tiny: Store) -> None:
    play(any_tiny, Move("1st Rifles", "Birch Cross"), Move("1st Rifles", "Coldbrook"))
    (found,) = report(any_tiny).faults
    assert found.kind is Kind.DICE
    assert (
        found.what == "the roll of d6 for straggling of 1st_rifles (1) in turn 1.1 is in both entries 2 and 3 of the"
        " journal"
    )
    undo(any_tiny, actor="Ann")
    assert report(any_tiny).findings == (), "an undone roll is no roll"


def test_a_die_off_its_faces_is_named(any_tiny: Store) -> None:
    play(any_tiny, Move("1st Rifles", "Birch Cross"))
    with any_tiny.engine.connect() as connection:
        dice = json.loads(str(connection.execute(text("select dice from entry where seq = 2")).scalar_one()))
    meddle(any_tiny, f"update entry set dice = '{json.dumps([[*name, 77] for *name, face in dice])}' where seq = 2")
    assert "entry 2 of the journal has a d6 that shows 77" in said(report(any_tiny).faults)


def test_a_trigger_is_named(any_tiny: Store) -> None:
    """It changes rows past the journal; the program's own schema has none."""
    assert file_faults(any_tiny) == ()
    act = "begin update battalion set men = 1; end"
    if not any_tiny.is_sqlite:
        meddle(any_tiny, "create function meddling() returns trigger language plpgsql as $$ begin return new; end $$")
        act = "for each row execute function meddling()"
    meddle(any_tiny, f"create trigger meddler after update on clock {act}")
    (fault,) = file_faults(any_tiny)
    assert "the table clock has a trigger, meddler" in fault


def test_every_campaign_of_a_database_is_examined(any_tiny: Store) -> None:
    found_tiny(any_tiny, "other")
    meddle(
        any_tiny,
        "update battalion set men = 1 where campaign_id = (select id from campaign where name = 'other') and key = 'i_9'",
    )
    first, second = examine_all(any_tiny)
    assert (first.campaign, first.is_sound, second.campaign, second.is_sound) == ("tiny", True, "other", False)
    assert examine_all(any_tiny, "tiny") == (first,)
    with pytest.raises(NotFound):
        examine_all(any_tiny, "none")


# the rules, each on the tiny campaign with one thing wrong


def world(store: Store) -> World:
    with reading(store) as board:
        return World(stored(board), board.campaign.days)


def _row(state: State, table: str, key: str) -> dict[str, Any]:
    return next(row for row in state[table].values() if row.get("key") == key)


def _id(state: State, table: str, key: str) -> int:
    return next(ident for ident, row in state[table].items() if row.get("key") == key)


def _blank(table: str, **values: Any) -> dict[str, Any]:
    return {field.column: values.get(field.column) for field in sheets()[table].fields}


def _battles(state: State) -> None:
    unit = _id(state, "battalion", "i_9")
    for n in (1, 2):
        state["battle"][700 + n] = _blank(
            "battle", number=n, name=f"Fight {n}", state="planned", place_id=_id(state, "place", "ashford")
        )
        state["battle_unit"][710 + n] = _blank(
            "battle_unit",
            battle_id=700 + n,
            battalion_id=unit,
            side_id=state["battalion"][unit]["side_id"],
            role="engaged",
            start_state="fresh",
        )


def _order(**values: Any) -> Callable[[State], None]:
    def change(state: State) -> None:
        usual = {
            "key": "battalion:i_9",
            "battalion_id": _id(state, "battalion", "i_9"),
            "day": 1,
            "turn": 1,
            "kind": "hold",
            "via": [],
        }
        state["standing_order"][800] = _blank("standing_order", **{**usual, **values})

    return change


def _battalion(**values: Any) -> Callable[[State], None]:
    return lambda state: _row(state, "battalion", "i_9").update(values)


def _foreign(table: str, key: str, column: str, target: str, other: str) -> Callable[[State], None]:
    return lambda state: _row(state, table, key).update({column: _id(state, target, other)})


def _add(table: str, **values: Any) -> Callable[[State], None]:
    return lambda state: state[table].update({900: _blank(table, **values)})


def _sortie(world: State, **values: Any) -> None:
    """A sortie of a group of Alba's, as told."""
    side = _id(world, "side", "alba")
    _add("basing_area", key="ash", name="Ash field", side_id=side)(world)
    _add(
        "air_group",
        key="sqn",
        name="No. 1 Group",
        side_id=side,
        kind="medium bomber",
        basing_area_id=_id(world, "basing_area", "ash"),
        missions_a_day=1,
    )(world)
    _add(
        "air_mission",
        air_group_id=_id(world, "air_group", "sqn"),
        **{"day": 1, "turn": 1, "sortie": 1, "state": "tasked", **values},
    )(world)


BROKEN: list[tuple[Callable[[State], None], str]] = [
    (lambda s: _row(s, "clock", "clock").update(day=3), "is at turn 3.1, but the campaign lasts 2 days"),
    (lambda s: _row(s, "clock", "clock").update(phase="over"), "says the campaign is over on day 1 of 2"),
    (_add("clock", key="second", day=1, turn=1, phase="weather"), "is one of 2 clocks"),
    (_battalion(place_id=None), "battalion I/9 is on the map but has no position"),
    (_battalion(on_map=False), "battalion I/9 has a position but is off the map"),
    (_battalion(state="destroyed"), "battalion I/9 is destroyed but on the map"),
    (_battalion(road_id=1), "is at a place and on a road at once"),
    (_battalion(state="disbanded", on_map=False, place_id=None), "is disbanded but has 600 men"),
    (_battalion(men=-1), "has a negative number of men"),
    (_battalion(state="asleep"), "has in state the word 'asleep', which is not allowed there"),
    (_battalion(place_id=4444), "names in place_id the place 4444, which does not exist"),
    (
        lambda s: _battalion(road_id=_id(s, "road", "ashford-birch_cross"), road_m=10_001, place_id=None)(s),
        "which is 10000 m long",
    ),
    (
        _foreign("battalion", "i_9", "present_id", "formation", "alba_1st_brigade"),
        "battalion I/9 is of side Brenn, but formation 1st Brigade (present)",
    ),
    (
        _foreign("commander", "brenn_co", "formation_id", "formation", "alba_i_corps"),
        "commander General Brenn is of side Brenn, but",
    ),
    (
        _foreign("formation", "alba_i_corps", "superior_id", "formation", "alba_1st_brigade"),
        "is its own superior by superior_id",
    ),
    (
        lambda s: _row(s, "formation", "alba_1st_division").update(level="army"),
        "formation 1st Division is a army under a corps",
    ),
    (_battles, "battalion I/9 is engaged in 2 open battles: battle Fight 1, battle Fight 2"),
    (
        lambda s: (_battles(s), _battalion(state="captured", on_map=False, place_id=None, men=0)(s))[0],
        "is captured but engaged in battle Fight 1",
    ),
    (_order(kind="march"), "is an order to march without a place"),
    (_order(battalion_id=None), "is for no unit or for two units"),
    (_order(key="battalion:ii_9"), "has the key 'battalion:ii_9', but is for battalion I/9"),
    (
        lambda s: _add(
            "old_news",
            side_id=_id(s, "side", "alba"),
            key="road:x",
            road_id=_id(s, "road", "ashford-birch_cross"),
            facts={},
        )(s),
        "has the key 'road:x', but is of",
    ),
    (
        lambda s: _add("support_release", battalion_id=_id(s, "battalion", "i_9"))(s),
        "support release I/9 is of a battalion that supports no command",
    ),
    (_order(via=[555]), "goes by way of place 555, which does not exist"),
    (lambda s: s["place"].update({900: dict(_row(s, "place", "ashford"))}), "has the same key as row"),
    (
        lambda s: _add(
            "contact",
            day=1,
            turn=1,
            first_id=_id(s, "battalion", "i_9"),
            second_id=_id(s, "battalion", "ii_9"),
            state="open",
        )(s),
        "is between two battalions of one side",
    ),
    (
        lambda s: _add(
            "sighting",
            day=1,
            turn=1,
            side_id=_id(s, "side", "brenn"),
            battalion_id=_id(s, "battalion", "i_9"),
            arm="infantry",
            mark="battalion",
        )(s),
        "shows a battalion of the side that saw it",
    ),
    (
        lambda s: _row(s, "battalion", "i_9").update(equipment_list="tanks"),
        'has a wrong value in equipment_list: "tanks"',
    ),
    (
        lambda s: _row(s, "battalion", "i_9").update(equipment_list=["tanks"]),
        'has a wrong value in equipment_list: ["tanks"]',
    ),
    (
        lambda s: _add(
            "crossing", key="bridge", name="Bridge", road_id=_id(s, "road", "ashford-birch_cross"), at_m=20_000
        )(s),
        "crossing Bridge is 20000 m along",
    ),
    (
        lambda s: _add(
            "score", day=1, objective_id=_id(s, "objective", "birch_cross"), side_id=_id(s, "side", "brenn"), points=2
        )(s),
        "is of another side than the objective's",
    ),
    (_add("diary_line", day=2, turn=3, place_in_turn=1, text="?"), "is of turn 2.3, but the clock is at 1.1"),
    (lambda s: _sortie(s, task="strike"), "is a strike that names nothing"),
    (
        lambda s: _sortie(s, task="strike", place_id=_id(s, "place", "ashford"), state="flown", day=2),
        "has flown in turn 2.1, which is still to come",
    ),
    (
        lambda s: _sortie(s, task="supply", formation_id=_id(s, "formation", "brenn_4th_division")),
        "flies for formation 4th Division, of the other side",
    ),
    (lambda s: _sortie(s, task="landing", place_id=_id(s, "place", "ashford")), "is a landing that names place"),
    (_add("strength_return", day=2, content={}), "is of day 2, but the clock is at day 1"),
]


@pytest.mark.parametrize(("change", "words"), BROKEN, ids=[words[:40] for _, words in BROKEN])
def test_every_rule_is_kept_by_the_tiny_campaign_and_names_what_breaks_it(
    tiny: Store, change: Callable[[State], None], words: str
) -> None:
    found = world(tiny)
    assert [broken for rule in RULES for broken in rule(found)] == []
    change(found.state)
    changed = World(found.state, found.days)
    lines = [f"{changed.called(table, ident)} {what}" for rule in RULES for table, ident, what in rule(changed)]
    assert any(words in line for line in lines), lines


def test_a_sortie_that_an_earlier_version_took_from_a_scenario_is_a_remark(tiny: Store) -> None:
    """Mokra's was support for a place, by a group without a controller: its campaigns are sound, and are told why it
    stays on the ground."""
    found = world(tiny)
    _sortie(found.state, task="support", place_id=_id(found.state, "place", "ashford"))
    assert [broken for rule in RULES for broken in rule(found)] == []
    (remark,) = [what for rule in REMARKS for _, _, what in rule(found)]
    assert remark.startswith("stays on the ground: support names a formation") and "(OB-AIR-05)" in remark
    for row in found.state["air_mission"].values():
        row["state"] = "cancelled"
    assert [what for rule in REMARKS for _, _, what in rule(found)] == []


def test_what_may_be_meant_is_a_remark(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        from tests.tiny import named

        named(board, Battalion, "I/9").men = 400
    found = report(any_tiny)
    assert found.is_sound
    assert [one.what for one in found.findings] == ["battalion I/9 is fresh, but by its losses it would be destroyed"]
    assert [one.kind for one in found.findings] == [Kind.REMARK]
    assert len(REMARKS) == 2


_columns = st.sampled_from(["men", "vehicles", "guns", "dug_in_turns"])
_steps = st.lists(st.tuples(_columns, st.integers(0, 4), st.integers(1, 8)), min_size=1, max_size=6)


@tried(6, long=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_steps)
def test_whatever_is_changed_is_found_and_brought_back(
    file_of: Callable[[str], Path], steps: list[tuple[str, int, int]]
) -> None:
    store = open_store(file_of("tiny"), write=True)
    before = state(store)
    for column, value, nth in steps:
        meddle(
            store,
            f"update battalion set {column} = {value} where id = (select id from battalion order by id limit 1 offset {nth % 5})",
        )
    differs = state(store) != before
    assert (not report(store).is_sound) == differs
    repair(store, None, actor="Bob")
    assert state(store) == before
    assert report(store).is_sound
    store.close()


def test_what_a_repair_found_is_in_the_record(any_tiny: Store) -> None:
    meddle(any_tiny, "update battalion set men = 1 where key = 'i_9'")
    repair(any_tiny, None, actor="Bob")
    with reading(any_tiny) as board:
        arguments = board.entries(Entry.arguments, criteria=(Entry.seq == 2,)).scalar_one()
    assert json.loads(arguments)["found"] == ["battalion I/9: men is 1 in the table, but 600 in the journal"]
