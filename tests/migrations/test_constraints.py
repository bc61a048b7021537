"""What the tables themselves refuse, whatever wrote it, on both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from campaign.store import Store

REFUSED = {
    "two headquarters of one formation": "update battalion set headquarters_of_id = organic_id",
    "two commanders of one formation": (
        "insert into commander (campaign_id, id, key, name, player, side_id, formation_id, ordered_day, to_ask)"
        " select campaign_id, 9001, 'x', 'X', '', side_id, formation_id, 0, {false} from commander limit 1"
    ),
    "a formation of the other side": (
        "update battalion set organic_id = (select min(f.id) from formation f where f.side_id <> battalion.side_id)"
    ),
    "a second clock": "update clock set key = 'another'",
    "turn five": "update clock set turn = 5",
    "an empty key": "update battalion set key = ''",
    "an empty name": "update place set name = ''",
    "a road of no length": "update road set length_m = 0",
    "fewer than no men on paper": "update battalion set men_establishment = -1",
    "a range below nothing": "update battalion set direct_in = -1",
    "lost on a day without a turn": "update battalion set destroyed_day = 1",
    "surrounded and fresh": "update battalion set surrounded = {true}",
    "resting off the map": "update battalion set on_map = {false}, place_id = null, road_id = null, road_m = null, resting = {true}",
    "dug in off the map": "update battalion set on_map = {false}, place_id = null, road_id = null, road_m = null, dug_in_turns = 1",
    "an undo of nothing": "update entry set kind = 'undo', about = null",
    "an entry before the campaign": "update entry set day = -1",
    "weather of an area that is none": (
        "insert into weather_report (campaign_id, id, day, turn, area, basing_area_id, roll, sky, basis)"
        " select id, 9001, 1, 1, 'derna', null, null, 'clear', '' from campaign"
    ),
    "a diary line before the first": (
        "insert into diary_line (campaign_id, id, day, turn, place_in_turn, bold, text) select id, 9001, 1, 1, 0, {false}, 'x' from campaign"
    ),
    "a contact in which nobody locates": (
        "insert into contact (campaign_id, id, day, turn, seconds, first_id, second_id, first_locates, second_locates, x_m, y_m, state, why)"
        " select campaign_id, 9001, 1, 1, 0, min(id), max(id), {false}, {false}, 0, 0, 'open', '' from battalion group by campaign_id"
    ),
    "a release before the turn begins": (
        "insert into support_release (campaign_id, id, battalion_id, since_day, since_turn, seconds, hours, why)"
        " select campaign_id, 9001, min(id), 1, 2, -1, '2', '' from battalion group by campaign_id"
    ),
    "a release in turn five": (
        "insert into support_release (campaign_id, id, battalion_id, since_day, since_turn, seconds, hours, why)"
        " select campaign_id, 9001, min(id), 1, 5, 0, '2', '' from battalion group by campaign_id"
    ),
    "two releases of one battalion": (
        "insert into support_release (campaign_id, id, battalion_id, since_day, since_turn, seconds, hours, why)"
        " select b.campaign_id, 9000 + e.turn, min(b.id), 1, 1, 0, '2', '' from battalion b, (select 1 as turn union select 2) e"
        " group by b.campaign_id, e.turn"
    ),
    "old news about nothing": (
        "insert into old_news (campaign_id, id, side_id, key, facts) select campaign_id, 9001, min(id), 'road:x', '{}' from side group by campaign_id"
    ),
    "work of no turns": (
        "insert into engineering_task (campaign_id, id, battalion_id, kind, begun_day, begun_turn, turns_needed, turns_done, state)"
        " select campaign_id, 9001, min(id), 'build', 1, 1, 0, 0, 'working' from battalion group by campaign_id"
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_tables_refuse(any_tiny: Store, name: str) -> None:
    is_sqlite = any_tiny.is_sqlite
    said = (
        REFUSED[name].replace("{true}", "1" if is_sqlite else "true").replace("{false}", "0" if is_sqlite else "false")
    )
    with any_tiny.engine.connect() as connection, connection.begin(), pytest.raises(IntegrityError):
        connection.execute(text(said))


LINES = """
insert into battle (campaign_id, id, number, name, code, tabletop, place_id, day, turn, seconds, state, lie, outcome, report, is_ruling)
select campaign_id, {id}, {number}, 'Fight', '{code}', 'brevity', min(id), 1, 1, 0, 'planned', '{{}}', '', '[]', {false} from place group by campaign_id
"""
UNIT = """
insert into battle_unit (campaign_id, id, battle_id, battalion_id, side_id, line, command_id, role, edge, start_state, aftermath)
select campaign_id, id + 9100, 9001, id, side_id, {line}, organic_id, 'engaged', '', 'fresh', '{{}}' from battalion
where side_id = (select min(side_id) from battalion) order by id limit 2
"""


def test_two_battles_have_two_codes_and_a_battles_lines_differ(any_tiny: Store) -> None:
    false = "0" if any_tiny.is_sqlite else "false"

    def attempt(*statements: str) -> None:
        with any_tiny.engine.connect() as connection, connection.begin() as transaction:
            for one in statements:
                connection.execute(text(one.replace(":", "\\:")))
            transaction.rollback()

    first = LINES.format(id=9001, number=1, code="TINY-1", false=false)
    attempt(first, LINES.format(id=9002, number=2, code="TINY-2", false=false), UNIT.format(line="id"))
    with pytest.raises(IntegrityError):
        attempt(first, LINES.format(id=9002, number=2, code="TINY-1", false=false))
    with pytest.raises(IntegrityError):
        attempt(first, UNIT.format(line="1"))
