"""What the queries answer on the front of tests/queries/front.py, value by value."""

from datetime import date

import pytest
from click.testing import CliRunner

from campaign.actions.house_rules import SetRule
from campaign.actions.start_campaign import DICE, found_campaign
from campaign.cli.contents import campaign
from campaign.errors import Ambiguous, BadInput, NotFound
from campaign.journal import commit, reading
from campaign.model import Battalion, Clock, DiaryLine, Formation, Place, Score, Side, StrengthReturn
from campaign.queries.campaign.settings import settings
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import look
from campaign.queries.contacts.sightings import sightings
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.day.decisions import decisions
from campaign.queries.day.status import status
from campaign.queries.day.weather import weather
from campaign.queries.map.objectives import objectives
from campaign.queries.orbat.losses import losses
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.roster import rosters
from campaign.queries.orbat.units import unit
from campaign.queries.orders.orders import order_form, orders
from campaign.rules.common.dice import Scripted, Seeded
from campaign.store import Store
from campaign.terms.forces import Arm, Level
from campaign.terms.state import BattleState, Light, Sky, State
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import UMPIRE
from campaign.values import replace
from campaign.verbs.orders import GiveOrder
from campaign.views.contacts.sitrep import OwnCount
from campaign.views.orbat.units import BattalionSheet, FormationSheet
from tests.queries.front import see, viewer_of
from tests.shipped import shipped_scenario
from tests.tiny import by_hand, named


def test_status_says_where_the_campaign_stands_and_what_waits(front: Store) -> None:
    with by_hand(front) as board:
        board.rows(Clock)[0].phase = Phase.ORDERS
    with reading(front) as board:
        view = status(board, UMPIRE)
    assert (view.moment, view.date, view.days) == (Moment(1, 1), date(1941, 5, 15), 2)
    assert view.clock == "night 14/15 May 1941, 22:00-04:00"
    assert (view.phase, view.sky, view.light) == (Phase.ORDERS, Sky.CLOUD, Light.DARKNESS)
    assert [a.command for a in view.waiting] == [
        "campaign decide 1 i_9",
        "campaign decide 2 i_9|ii_9",
        'campaign orders --for "General Alba"',
        'campaign orders --for "Brigadier Ash"',
        'campaign orders --for "Brigadier Elm"',
        'campaign orders --for "General Brenn"',
        "campaign battle packet 1",
    ]
    (battle,) = view.battles
    assert (battle.number, battle.place, battle.state) == (1, "Birch Cross", BattleState.PROPOSED)
    assert [(s.side, s.fresh, s.spent, s.lost) for s in view.sides] == [("Alba", 5, 1, 0), ("Brenn", 4, 0, 0)]
    assert [trouble.formation for trouble in view.supply] == ["1st Brigade", "9th Regiment"]
    assert view.supply[0].why == "II/9 at Birch Cross stands in the way"


def test_a_side_waits_only_for_its_own(front: Store) -> None:
    with by_hand(front) as board:
        board.rows(Clock)[0].phase = Phase.ORDERS
    with reading(front) as board:
        view = status(board, viewer_of(board, "brenn"))
    assert [a.command for a in view.waiting] == [
        "campaign decide 1 i_9",
        'campaign orders --for "General Brenn"',
        "campaign battle packet 1",
    ]


def test_the_order_of_battle_is_a_tree_with_borrowed_units_under_their_present_command(front: Store) -> None:
    with by_hand(front) as board:
        named(board, Battalion, "1st Hussars").present_id = named(board, Formation, "2nd Brigade").id
    with reading(front) as board:
        (chart,) = orders_of_battle(board, UMPIRE, named(board, Side, "alba").id)
    (corps,) = chart.roots
    (division,) = corps.subordinates
    first, second = division.subordinates
    assert (corps.name, division.name, first.level) == ("I Corps", "1st Division", Level.COMMAND)
    assert [node.name for node in first.subordinates] == ["1st Rifles", "2nd Rifles"]
    assert first.note == "1st Hussars with 2 Bde"
    assert [(node.name, node.note) for node in second.subordinates] == [
        ("1st Hussars", "from 1st Brigade"),
        ("5th Fusiliers", ""),
    ]
    rifles = first.subordinates[0]
    assert (rifles.strength, rifles.position, rifles.note, rifles.symbol.state) == (
        "560 of 700 men",
        "Ashford",
        "engaged, spent",
        State.SPENT,
    )
    assert division.position == "Ashford"
    assert chart.totals is not None
    assert chart.totals.heads == ("", "units", "men")
    assert chart.totals.total == ("All", "6", "3,560")
    assert chart.masthead.side == "Alba"
    assert chart.masthead.addressee == "to all Alba commanders"


def test_the_roster_lists_units_under_their_own_formation_with_what_they_lost(front: Store) -> None:
    with reading(front) as board:
        (roster,) = rosters(board, viewer_of(board, "alba"))
    (corps,) = roster.groups
    brigade = corps.groups[0].groups[0]
    rows = {row.name: row for row in brigade.rows}
    assert set(rows) == {"HQ 1st Brigade", "1st Rifles", "2nd Rifles", "1st Hussars"}
    rifles = rows["1st Rifles"]
    assert (rifles.strength.men, rifles.strength.men_establishment, rifles.strength.men_yesterday) == (560, 700, 600)
    assert (rifles.state, rifles.needs_notice, rifles.since_yesterday) == ("Engaged, spent", True, "now spent, –40 men")
    assert rows["2nd Rifles"].since_yesterday == ""
    assert brigade.total is not None
    assert brigade.total.men == 560 + 3 * 600
    assert corps.total_note == "–40 men"


def test_a_battalion_sheet_has_everything(front: Store) -> None:
    with reading(front) as board:
        sheet = unit(board, UMPIRE, "2nd rifles")
        spent = unit(board, UMPIRE, "1st Rifles")
    assert isinstance(sheet, BattalionSheet)
    assert (sheet.name, sheet.arm, sheet.position, sheet.side) == ("2nd Rifles", Arm.INFANTRY, "Ashford", "Alba")
    assert sheet.organic == ("1st Brigade", "1st Division", "I Corps")
    assert (sheet.order.order, sheet.order.to, sheet.order.aim) == (
        "attack Birch Cross",
        "1st Brigade",
        "1st Brigade is to take the crossroads",
    )
    assert sheet.order.since == "14 May, 22:00"
    assert isinstance(spent, BattalionSheet)
    assert (spent.condition, spent.battle) == ("Engaged, spent", "1 Birch Cross")
    assert [(h.day, h.date, h.men) for h in spent.history] == [(0, "at the start", 600)]
    assert [(line.when, line.text, line.is_blow) for line in spent.diary] == [
        ("14 May 23:00", "1st Rifles meet an enemy at Birch Cross.", True)
    ]


def test_a_formation_sheet_gathers_its_units(front: Store) -> None:
    with reading(front) as board:
        sheet = unit(board, UMPIRE, "1st Brigade")
    assert isinstance(sheet, FormationSheet)
    assert (sheet.superiors, sheet.commander, sheet.position) == (
        ("1st Division", "I Corps"),
        "Brigadier Ash (Ann)",
        "Ashford",
    )
    assert [s.name for s in sheet.subordinates] == ["HQ 1st Brigade", "1st Rifles", "2nd Rifles", "1st Hussars"]
    assert sheet.strength.men == 560 + 3 * 600
    assert [line.text for line in sheet.diary] == ["1st Rifles meet an enemy at Birch Cross."]


def test_names_are_found_by_their_parts_and_doubts_are_said(front: Store) -> None:
    with reading(front) as board:
        assert unit(board, UMPIRE, "fusil").name == "5th Fusiliers"
        with pytest.raises(Ambiguous, match="1st Rifles"):
            unit(board, UMPIRE, "rifles")
        with pytest.raises(NotFound, match="Did you mean 1st Hussars"):
            unit(board, UMPIRE, "1st Husars")


def test_sightings_come_youngest_first_and_only_the_latest_of_each(front: Store) -> None:
    with by_hand(front) as board:
        see(board, "alba", "I/9")
        see(board, "alba", "II/9", turn=1, seconds=1800)
        see(board, "alba", "I/9", turn=2, named_=True)
        clock = board.rows(Clock)[0]
        clock.turn, clock.phase = 3, Phase.CLEARING
    with reading(front) as board:
        view = sightings(board, viewer_of(board, "alba"))
    assert [(s.name, s.moment, s.age_hours) for s in view.sightings] == [
        ("I/9", Moment(1, 2), 6),
        ("", Moment(1, 1), 11),
    ]
    assert view.sightings[1].clock == "14 May 22:30"


def test_objectives_and_score(front: Store) -> None:
    with by_hand(front) as board:
        objective = objectives_row(board)
        board.make(Score, day=1, objective_id=objective.id, side_id=objective.side_id, points=2)
        named(board, Place, "Birch Cross").owner_id = objective.side_id
    with reading(front) as board:
        umpire, alba = objectives(board, UMPIRE), objectives(board, viewer_of(board, "alba"))
    assert [(o.name, o.side, o.held_by, o.scored) for o in umpire.objectives] == [
        ("Birch Cross", "Alba", "Alba", 2),
        ("The depot of X Corps", "Brenn", "Brenn", 0),
    ]
    assert [(o.name, o.held_by) for o in alba.objectives] == [("Birch Cross", "ours")]
    assert [(s.side, s.total) for s in umpire.scores] == [("Alba", 2), ("Brenn", 0)]


def objectives_row(board: object) -> object:
    from campaign.model import Objective

    return named(board, Objective, "Birch Cross")  # type: ignore[arg-type]


def test_weather_after_the_last_day_is_refused(front: Store) -> None:
    with (
        reading(front) as board,
        pytest.raises(BadInput, match="there is no day 40: the last day of the campaign is day 2"),
    ):
        weather(board, UMPIRE, 40)


def test_weather_of_the_field_and_of_ones_own_airfields(front: Store) -> None:
    with reading(front) as board:
        view = weather(board, viewer_of(board, "alba"))
    assert [(t.turn, t.sky, t.roll) for t in view.battlefield.turns] == [
        (1, Sky.CLOUD, 2),
        (2, None, None),
        (3, None, None),
        (4, None, None),
    ]
    assert [a.area for a in view.basing_areas] == ["Ash field"]
    assert view.date == "15 May 1941"
    assert view.today is None  # the tiny campaign lies nowhere on the globe


def test_weather_by_dice_that_the_umpire_chose_is_not_called_a_default(fresh: Store) -> None:
    scenario = shipped_scenario("operation-brevity")
    found_campaign(fresh, scenario, name="brevity", seed="7", tabletop="brevity", weather=DICE, actor="test")
    source = (
        "The weather comes from dice, because the campaign was started without historical weather, and use.weather is"
        " on (OB-WX-01). To change it: turn the setting use.weather off, for clear weather"
    )
    with reading(fresh) as board:
        assert weather(board, UMPIRE).source.stated == source
    printed = CliRunner().invoke(campaign, ["weather", "--db", fresh.name]).stdout
    assert source in " ".join(printed.split()) and "By default" not in printed


@pytest.mark.parametrize(
    ("setting", "words"), [("on", "By default the weather comes from dice"), ("off", "The weather is always clear")]
)
def test_what_decided_the_weather_is_said_where_the_scenario_gave_nothing(
    fresh: Store, setting: str, words: str
) -> None:
    scenario = replace(shipped_scenario("operation-brevity"), weather=())
    found_campaign(fresh, scenario, seed="7", actor="test")
    if setting == "off":
        commit(fresh, None, SetRule("use.weather", setting), source=Scripted(()), actor="umpire")
    with reading(fresh) as board:
        told = weather(board, UMPIRE).source_words
    assert told.startswith(
        f"{words}, because the scenario gives no historical weather, and use.weather is {setting}"
    ), told


def test_the_order_form_names_the_command_where_an_order_to_another_unit_stands_between(front: Store) -> None:
    commit(front, None, GiveOrder("1st Rifles", "withdraw", "Ashford"), source=Scripted(()), actor="umpire")
    with reading(front) as board:
        rows = [(row.name, row.standing) for row in order_form(board, UMPIRE, "ash").rows]
    assert rows[1:] == [
        ("1st Rifles", "withdraw to Ashford"),
        ("2nd Rifles", "same order as 1st Brigade"),
        ("1st Hussars", "as above"),
    ]


def test_the_order_form_shows_what_stands_and_stops_at_another_commanders_force(front: Store) -> None:
    with reading(front) as board:
        form, above = order_form(board, UMPIRE, "ash"), order_form(board, UMPIRE, "General Alba")
        overview = orders(board, UMPIRE)
    assert (form.commander, form.force, form.period, form.due) == (
        "Brigadier Ash",
        "1st Brigade",
        "from 14 May 22:00 to 15 May 22:00",
        "22:00",
    )
    assert [(row.name, row.depth, row.standing) for row in form.rows] == [
        ("1st Brigade", 0, "attack Birch Cross"),
        ("1st Rifles", 1, "as above"),
        ("2nd Rifles", 1, "as above"),
        ("1st Hussars", 1, "as above"),
    ]
    assert form.rows[1].position == "engaged, spent; Ashford"
    assert [(row.name, row.depth) for row in above.rows] == [
        ("I Corps", 0),
        ("1st Division", 1),
        ("1st Brigade", 2),
        ("2nd Brigade", 2),
    ]
    assert [(c.name, c.ordered) for c in overview.commanders] == [
        ("General Alba", False),
        ("Brigadier Ash", False),
        ("Brigadier Elm", False),
        ("General Brenn", False),
    ]


def test_decisions_are_shown_to_those_who_owe_them_in_words_that_give_nothing_away(front: Store) -> None:
    with reading(front) as board:
        umpire, alba = decisions(board, UMPIRE), decisions(board, viewer_of(board, "alba"))
    assert [line.number for line in umpire.owed] == [1, 2]
    (line,) = alba.owed
    assert [(o.key, o.text) for o in line.options] == [
        ("1", "choice 1: infantry, battalion"),
        ("2", "choice 2: infantry, battalion"),
    ]
    assert line.default == "1"


def test_a_sitrep_is_composed_from_facts(front: Store) -> None:
    with by_hand(front) as board:
        see(board, "alba", "II/9", seconds=1800)
    with reading(front) as board:
        (report,) = sitreps(board, UMPIRE, commander="Brigadier Ash")
    assert report.judgement == (
        "Birch Cross is not ours yet. 1 battalion is engaged (Birch Cross); of 4 battalions 1 is spent; all commands are in supply."
    )
    assert report.masthead.addressee == "for Brigadier Ash only"
    (rifles,) = (line for line in report.own if line.name == "1st Rifles")
    assert rifles.counts == (OwnCount("men", 560, 700, 40, 40),)
    assert report.own_totals == (OwnCount("men", 2360, 2800, 40, 40),)
    (seen,) = report.contacts
    assert (seen.seen_as, seen.place, seen.symbol.number) == ("infantry, battalion", "Birch Cross", "")
    assert report.supply is not None and (report.supply.cut, report.supply.verdict) == ((), "In supply.")
    assert [(fact.label, fact.text) for fact in report.neighbours] == [("2 Bde", "Ashford")]
    assert report.weather[0].text == "cloud, darkness"
    assert report.order_form is not None
    assert report.order_form.commander == "Brigadier Ash"


def test_every_commander_gets_a_report_of_his_own(front: Store) -> None:
    with reading(front) as board:
        all_of_them, mine = sitreps(board, UMPIRE), sitreps(board, viewer_of(board, "ash"))
        (of_the_side,) = sitreps(board, UMPIRE, side=viewer_of(board, "brenn").side)
    assert len(all_of_them) == 4
    assert [r.masthead.addressee for r in mine] == ["for Brigadier Ash only"]
    assert of_the_side.masthead.addressee == "to all Brenn commanders"
    assert of_the_side.order_form is None


def test_settings_are_listed_by_group_and_a_typo_is_answered(front: Store) -> None:
    with reading(front) as board:
        (rule,) = settings(board, UMPIRE, "march.moves_per_turn").rules
        with pytest.raises(BadInput, match="did you mean march"):
            settings(board, UMPIRE, "marsh")
    assert (rule.value, rule.changed) == ("expected", False)


def test_a_setting_that_only_the_players_read_says_so(front: Store) -> None:
    with reading(front) as board:
        told = {key: settings(board, UMPIRE, key).rules[0].meaning for key in ("brigadier.solo", "nqm.firefight.win")}
    assert "Only the players' sheet" in told["brigadier.solo"]
    assert "Only the players' sheet" not in told["nqm.firefight.win"]


def test_a_changed_setting_is_marked_and_goes_back(front: Store) -> None:
    from campaign.actions.house_rules import SetRule
    from campaign.errors import Refused

    commit(front, None, SetRule("march.moves_per_turn", "2"), source=Seeded("1"), actor="test")
    with reading(front) as board:
        (rule,) = settings(board, UMPIRE, "march.moves_per_turn").rules
    assert (rule.value, rule.default, rule.changed) == ("2", "expected", True)
    commit(front, None, SetRule("march.moves_per_turn", "default"), source=Seeded("1"), actor="test")
    with reading(front) as board:
        assert settings(board, UMPIRE).changed == 0
    with pytest.raises(Refused, match="is already expected"):
        commit(front, None, SetRule("march.moves_per_turn", "expected"), source=Seeded("1"), actor="test")


def test_the_head_of_a_paper(front: Store) -> None:
    with reading(front) as board:
        head = masthead(look(board, viewer_of(board, "alba")), "Roster")
        black = masthead(look(board, UMPIRE), "Roster")
    assert (head.side, head.accent, head.when, head.turn, head.operation) == (
        "Alba",
        "#1f4e79",
        "14 May 1941, 22:00",
        "Day 1, turn 1 of 4",
        "The Birch Cross affair",
    )
    assert (black.side, black.accent, black.addressee) == ("Umpire", "#000000", "for the umpire only")
    assert (head.entry, black.entry) == (0, 2)
    assert len(head.head) == len(black.head) == 12
    assert head.head != black.head


@pytest.mark.rule("OB-RCV-02", "OB-RCV-04")
def test_the_lost_are_listed_with_the_die_that_brings_them_back(front: Store) -> None:
    with by_hand(front) as board:
        for name, state in (("2nd Rifles", State.DESTROYED), ("1st Hussars", State.CAPTURED)):
            battalion = named(board, Battalion, name)
            battalion.state, battalion.on_map, battalion.place_id = state, False, None
            battalion.destroyed_day, battalion.destroyed_turn = 1, 2
    with reading(front) as board:
        view, theirs = losses(board, UMPIRE), losses(board, viewer_of(board, "brenn"))
    rifles, hussars = sorted(view.lost, key=lambda b: b.name, reverse=True)
    assert (rifles.name, rifles.since, rifles.clock, rifles.returns_by) == (
        "2nd Rifles",
        Moment(1, 2),
        "15 May",
        "HQ 1st Division",
    )
    assert rifles.needs.startswith("5-6")
    assert (hussars.returns_by, hussars.needs) == ("", "captured battalions do not return (OB-RCV-04)")
    assert theirs.lost == ()


def test_on_a_new_morning_the_losses_of_the_day_before_are_shown(front: Store) -> None:
    with by_hand(front) as board:
        board.make(
            StrengthReturn,
            day=1,
            content={b.key: [b.state.value, b.men, b.vehicles, b.guns] for b in board.rows(Battalion)},
        )
        clock = board.rows(Clock)[0]
        clock.day, clock.turn, clock.phase = 2, 1, Phase.WEATHER
    with reading(front) as board:
        (roster,) = rosters(board, viewer_of(board, "alba"))
    rows = {row.name: row for row in roster.groups[0].groups[0].groups[0].rows}
    assert rows["1st Rifles"].since_yesterday == "now spent, –40 men"
    with by_hand(front) as board:
        board.rows(Clock)[0].turn = 2
    with reading(front) as board:
        (roster,) = rosters(board, viewer_of(board, "alba"))
    assert {row.since_yesterday for row in roster.groups[0].groups[0].groups[0].rows} == {""}


def test_what_has_no_hour_of_its_own_happened_by_the_end_of_its_turn(front: Store) -> None:
    with by_hand(front) as board:
        for place, seconds, text in ((1, 0, "Weather: cloud."), (999, None, "Birch Cross is in our hands.")):
            board.make(
                DiaryLine,
                day=1,
                turn=1,
                place_in_turn=place,
                seconds=seconds,
                side_id=viewer_of(board, "alba").side,
                text=text,
                bold=False,
            )
    with reading(front) as board:
        outlook = look(board, viewer_of(board, "ash"))
        lines = [(f"{outlook.hours[line.id]:%H:%M}", line.text) for line in outlook.diary["all"]]
    assert lines == [
        ("22:00", "Weather: cloud."),
        ("23:00", "1st Rifles meet an enemy at Birch Cross."),
        ("04:00", "Birch Cross is in our hands."),
    ]
