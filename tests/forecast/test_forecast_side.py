"""A side's own forecast: nothing of it depends on what the side may not know, and the enemy is drawn from what it has
seen.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.errors import BadInput, NotAllowed, Refused
from campaign.forecast import decide
from campaign.forecast.enemy import Enemy, Unseen, appreciation, draw, enemy_of
from campaign.forecast.known_enemy import STAYS, STAYS_LATER
from campaign.forecast.run import play
from campaign.forecast.side import LEFT_OUT, TAKEN
from campaign.forecast.spread import Ended, Loop
from campaign.forecast.staff import Question, ask
from campaign.forecast.start import Start, begin
from campaign.forecast.umpire import snapshot
from campaign.journal import JournalBoard, reading
from campaign.journal.memory import Contents, MemoryBoard, unpacked
from campaign.model import JOURNALLED, Battalion, Battle, BattleUnit, Formation, Objective, Order, Place, Sighting
from campaign.rules.common.dice import RollName, Seeded
from campaign.rules.tabletop.interface import tabletop
from campaign.situation.army import load_army
from campaign.situation.conditions import rulebook_of
from campaign.situation.force import force_of
from campaign.situation.names import viewer_named
from campaign.situation.players import seats_of
from campaign.situation.standing import SCENARIO
from campaign.store import opened
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import BattleState, OrderKind, Role
from campaign.values import replace
from tests.secrecy.hidden import SECRETS
from tests.secrecy.trial import Bench, other

UNSEEN = ("--unseen", "infantry 3-5", "--unseen", "armour 1-2")
QUICK = ("--runs", "2", "--until", "1", "--jobs", "1")


def typed(db: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, [*words, "--db", str(db)])


def told(db: Path, *words: str) -> str:
    result = typed(db, "forecast", "campaign", *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def asked(db: Path, ask: Callable[[JournalBoard], Any]) -> Any:
    with opened(str(db), write=False) as store, reading(store) as board:
        return ask(board)


def start_of(db: Path, viewer: str, unseen: tuple[Unseen, ...] = ()) -> Start:
    def ask(board: JournalBoard) -> Start:
        return begin(board, "", viewer_named(load_army(board), viewer, seats_of(board)), unseen)

    start: Start = asked(db, ask)
    return start


def question_of(db: Path, side: str) -> Question | str:
    """All that the staff of a side weighs, of which its thought is a function; or why it cannot."""

    def ask_staff(board: JournalBoard) -> Question | str:
        try:
            return ask(board, next(row.id for row in load_army(board).sides.values() if row.key == side))
        except Refused as fault:
            return str(fault)

    question: Question | str = asked(db, ask_staff)
    return question


def umpires(db: Path) -> str:
    digest: str = asked(db, lambda board: snapshot(board).digest)
    return digest


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The campaigns of the trial of secrets."""
    folder = tmp_path_factory.mktemp("forecast-secrets")
    yield Bench(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def fought(founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity after four turns, with what was seen and fought in them; nobody changes this file."""
    path = Path(shutil.copyfile(founded, tmp_path_factory.mktemp("fought") / "campaign.db"))
    assert typed(path, "next", "--auto", "--until", "day").exit_code == 0
    return path


@pytest.fixture
def after_a_day(fought: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copyfile(fought, tmp_path / "campaign.db"))


# nothing of it depends on what the side may not know -----------------------------------------------------------------


def test_every_table_is_taken_or_left_out() -> None:
    assert set(TAKEN) | LEFT_OUT == set(JOURNALLED) and not set(TAKEN) & LEFT_OUT
    assert list(TAKEN) == sorted(TAKEN, key=JOURNALLED.index), "each after those to which it links"


@pytest.mark.parametrize(("stage", "side"), [key for key in SECRETS if key[0] != "midway"], ids=" ".join)
def test_no_secret_of_a_side_is_in_the_others_forecast(bench: Bench, stage: str, side: str) -> None:
    """All secrets are changed at once. The start is all that runs depend on, so it is compared to the last byte."""
    before, changed = bench.copy(stage, "before"), bench.copy(stage, "changed")
    for secret in SECRETS[stage, side]:
        secret.change(changed)
    viewer = other(side)
    assert start_of(changed, viewer) == start_of(before, viewer)
    assert start_of(changed, side).snapshot != start_of(before, side).snapshot, "the owner's own is another"
    assert umpires(changed) != umpires(before), "so is the umpire's"
    assert question_of(changed, viewer) == question_of(before, viewer), "nor in what its staff is asked"
    assert question_of(changed, side) != question_of(before, side)


def test_the_whole_answer_is_the_same_to_the_last_byte(bench: Bench) -> None:
    before, changed = bench.copy("start", "before"), bench.copy("start", "changed")
    for secret in SECRETS["start", "axis"]:
        secret.change(changed)
    words = (*QUICK, *UNSEEN, "--viewer", "allied", "--json")
    assert told(changed, *words) == told(before, *words)


@pytest.mark.long
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_so_it_is_in_market_garden(bench: Bench, side: str) -> None:
    before, changed = bench.copy("garden", "before"), bench.copy("garden", "changed")
    for secret in SECRETS["garden", side]:
        secret.change(changed)
    words = ("--runs", "2", "--until", "2", "--jobs", "1", *UNSEEN, "--viewer", other(side), "--json")
    assert told(changed, *words) == told(before, *words)


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_refusal_tells_no_secret_either(bench: Bench, side: str) -> None:
    """In the middle of a battle a side has no forecast; whether the other has handed in its return is not told."""
    before, changed = bench.copy("midway", "before"), bench.copy("midway", "changed")
    for secret in SECRETS["midway", side]:
        secret.change(changed)
    answers = [typed(db, "forecast", "campaign", *QUICK, "--viewer", other(side)) for db in (before, changed)]
    assert answers[0].exit_code == 1 and "does not know the enemy there" in answers[0].stderr
    assert answers[0].output == answers[1].output
    staffs = [question_of(db, other(side)) for db in (before, changed)]
    assert "does not know the enemy there" in str(staffs[0]) and staffs[0] == staffs[1]


def unseen_of(db: Path, side: str) -> tuple[str, str]:
    """A battalion of this side that the other has never seen, and a place that no unit is near."""

    def ask(board: JournalBoard) -> tuple[str, str]:
        seen = {sighting.battalion_id for sighting in board.rows(Sighting)}
        sides = {row.key: row.id for row in load_army(board).sides.values()}
        hidden = next(
            b for b in board.rows(Battalion) if b.side_id == sides[side] and b.id not in seen and b.on_map
        )  # fmt: skip
        at = next(place for place in board.rows(Place) if place.home_edge_of_id == hidden.side_id)
        return hidden.key, at.key

    answer: tuple[str, str] = asked(db, ask)
    return answer


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_nor_after_a_day_of_sightings_and_battles(after_a_day: Path, tmp_path: Path, side: str) -> None:
    viewer = other(side)
    before, weighed = start_of(after_a_day, viewer), question_of(after_a_day, viewer)
    assert before.enemy is not None and before.enemy.groups, "something was seen"
    assert not isinstance(weighed, str) and len(weighed.options) > 1
    hidden, edge = unseen_of(after_a_day, side)
    why = ("--why", "a twin")
    for words in (
        ("adjust", hidden, "--men", "77", *why),
        ("adjust", hidden, "--at", edge, *why),
        ("hold", hidden, "--aim", "wait"),
        ("adjust", hidden, "--state", "spent", *why),
    ):
        result = typed(after_a_day, *words)
        assert result.exit_code == 0, result.output
    assert start_of(after_a_day, viewer) == before
    assert question_of(after_a_day, viewer) == weighed


def test_no_secret_stands_in_the_snapshot(after_a_day: Path) -> None:
    content = start_of(after_a_day, "allied").snapshot.content.decode()
    names = asked(after_a_day, lambda board: _names_never_told(board))
    assert names and not [name for name in names if name in content]
    assert "secret7" not in content and '"scenario.weather"' not in content


def _names_never_told(board: JournalBoard) -> list[str]:
    named = {sighting.battalion_id for sighting in board.rows(Sighting) if sighting.named}
    axis = next(side.id for side in load_army(board).sides.values() if side.key == "axis")
    return [b.name for b in board.rows(Battalion) if b.side_id == axis and b.id not in named]


# who gets one --------------------------------------------------------------------------------------------------------


def test_a_commander_of_a_part_has_none(db: Path) -> None:
    with pytest.raises(NotAllowed, match="knows only a part"):
        start_of(db, "erskine")
    result = typed(db, "forecast", "campaign", *QUICK, "--viewer", "erskine")
    assert result.exit_code == 1 and "Erskine" in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.long
def test_a_side_compares_orders_and_no_branches(db: Path, tmp_path: Path) -> None:
    orders = tmp_path / "orders.txt"
    orders.write_text("2 Scots Guards hold\n", encoding="utf-8")
    words = (*QUICK, *UNSEEN, "--viewer", "allied", "--compare")
    seen = json.loads(told(db, *words, str(orders), "--json"))
    assert seen["others"][0]["forecast"]["enemy"] == seen["first"]["enemy"]
    assert typed(db, "branch", "secret-plan").exit_code == 0
    refused = typed(db, "forecast", "campaign", "--campaign", "brevity", *words, "secret-plan")
    assert refused.exit_code == 1 and "there is no file of this name" in refused.stderr


# what is drawn -------------------------------------------------------------------------------------------------------


def drawn_on(contents: Contents, run: int) -> MemoryBoard:
    assert contents.enemy is not None
    board = MemoryBoard(contents)
    draw(board, enemy_of(contents.enemy), Seeded(f"7|forecast|{run}"))
    return board


def enemy_in(contents: Contents) -> Enemy:
    assert contents.enemy is not None
    return enemy_of(contents.enemy)


def test_own_forces_are_exact_and_the_enemy_is_as_it_was_seen(after_a_day: Path) -> None:
    contents = unpacked(start_of(after_a_day, "allied").snapshot.content)
    enemy = enemy_in(contents)
    drawn = drawn_on(contents, 1)
    ours, theirs = asked(after_a_day, lambda board: _strengths(board, "allied")), drawn.rows(Battalion)
    assert {b.key: (b.men, b.vehicles, b.guns, b.state.value) for b in theirs if b.side_id == enemy.side} == ours
    seen = Counter((unit.arm, unit.mark) for group in enemy.groups for unit in group.units)
    assert seen == Counter((b.arm.value, b.mark.value) for b in theirs if b.side_id == enemy.enemy)
    sighted = {sighting.battalion_id for sighting in drawn.rows(Sighting)}
    assert sighted == {b.id for b in theirs if b.side_id == enemy.enemy}, "the side's commanders know of them"


def _strengths(board: JournalBoard, side: str) -> dict[str, tuple[int, int, int, str]]:
    own = next(row.id for row in load_army(board).sides.values() if row.key == side)
    return {b.key: (b.men, b.vehicles, b.guns, b.state.value) for b in board.rows(Battalion) if b.side_id == own}


def test_a_unit_seen_lately_stands_there_and_an_old_one_may_have_marched(after_a_day: Path) -> None:
    for _ in range(2):
        assert typed(after_a_day, "next", "--auto").exit_code == 0
    start = start_of(after_a_day, "allied")
    contents = unpacked(start.snapshot.content)
    groups = enemy_in(contents).groups
    assert start.enemy is not None
    for group, shown in zip(groups, start.enemy.groups, strict=True):
        assert shown.places == len(group.places) and (shown.stays == 1) == (not group.places)
    chances = {shown.stays for shown in start.enemy.groups}
    assert 1 in chances and chances & {percent / 100 for percent in STAYS[1:]}, "some stand, some may have marched"
    assert list(STAYS) == sorted(STAYS, reverse=True) and min(STAYS) > STAYS_LATER
    boards = [drawn_on(contents, run) for run in range(1, 31)]
    for number, group in enumerate(groups, 1):
        commands = [
            next(f.id for f in board.rows(Formation) if f.name == f"enemy, sighted group {number}") for board in boards
        ]
        spots = {
            (unit.place_id, unit.road_id, unit.road_m)
            for board, command in zip(boards, commands, strict=True)
            for unit in board.rows(Battalion)
            if unit.organic_id == command
        }
        moved = {place for place, _ in group.places}
        stayed = {(unit.place if unit.road is None else None, unit.road, unit.road_m) for unit in group.units}
        assert {place for place, _, _ in spots - stayed} <= moved
        assert len(spots - stayed) > 1 or not moved


def test_unseen_enemies_are_as_many_as_the_side_reckons(db: Path) -> None:
    estimate = (Unseen("infantry", 3, 5), Unseen("armour", 1, 1))
    contents = unpacked(start_of(db, "allied", estimate).snapshot.content)
    enemy = enemy_in(contents)
    counts, places = set(), set()
    for run in range(1, 31):
        board = drawn_on(contents, run)
        theirs = [b for b in board.rows(Battalion) if b.side_id == enemy.enemy]
        counts.add(sum(b.arm is Arm.INFANTRY for b in theirs))
        assert sum(b.arm is Arm.ARMOUR for b in theirs) == 1
        places.update(b.place_id for b in theirs)
        own = {o.place_id for o in board.rows(Objective) if o.side_id == enemy.side}
        assert {o.place_id for o in board.rows(Objective) if o.side_id == enemy.enemy} == own
    assert counts == {3, 4, 5}
    assert places <= {place for place, _ in enemy.ground} and len(places) > 5
    assert not enemy_in(unpacked(start_of(db, "allied").snapshot.content)).unseen
    rows = {place.id: place for place in board.rows(Place)}
    scores = {o.place_id: o.points for o in board.rows(Objective) if o.side_id == enemy.side}
    whole, kinds = sum(weight for _, weight in enemy.ground), Counter[str]()
    for place, weight in enemy.ground:
        kind = "edge" if rows[place].home_edge_of_id else "scores" if place in scores else "other"
        kinds[kind] += weight
        if kind == "scores":
            total = sum(scores[other] for other, _ in enemy.ground if other in scores)
            assert weight * 3 * total == whole * scores[place], "by its points"
    assert kinds == {"edge": whole / 3, "scores": whole / 3, "other": whole / 3}


class EveryFace:
    """Dice that show all their faces in turn, each die by its subject."""

    def __init__(self) -> None:
        self._throws: Counter[str] = Counter()

    def throw(self, name: RollName, need: str) -> int:
        face = self._throws[name.subject] % name.sides + 1
        self._throws[name.subject] += 1
        return face


def test_in_half_of_the_runs_each_command_attacks_places_by_all_that_they_still_score(after_a_day: Path) -> None:
    """By orders like the scenario's, which the doctrine lets stand until the place is reached. Of as many runs as show
    every face of every die, half attack, and the goals of each command are counted exactly by the points: Sollum 1 (what
    it gave on the first day is past), its barracks 1 and 2 on the third day, Capuzzo 3 and 4 today, and the other places
    of the side by theirs.
    """
    contents = unpacked(start_of(after_a_day, "axis", (Unseen("infantry", 1, 1),)).snapshot.content)
    enemy, dice = enemy_in(contents), EveryFace()
    more = (("sollum", 9, 1), ("sollum_barracks", 2, 3), ("capuzzo", 4, 2), ("capuzzo", 0, None))
    attacks, goals, expected, runs = 0, {}, Counter[int](), 2
    while runs:
        board = MemoryBoard(contents)
        places = {place.key: place for place in board.rows(Place)}
        for key, points, day in more:
            board.make(
                Objective,
                key=f"more_{key}_{points}",
                name=key,
                place_id=places[key].id,
                side_id=enemy.side,
                points=points,
                day=day,
            )
        if not expected:
            own = {place.id for place in places.values() if place.owner_id == enemy.side}
            for goal in board.rows(Objective):
                if goal.side_id == enemy.side and goal.place_id in own and (goal.day is None or goal.day >= 2):
                    expected[goal.place_id] += goal.points
            assert {key: expected[places[key].id] for key, *_ in more} == {
                "sollum": 1,
                "sollum_barracks": 3,
                "capuzzo": 7,
            }
            runs = 2 * expected.total()
        runs -= 1
        draw(board, enemy, dice)
        commands = {f.id: f.key for f in board.rows(Formation) if f.side_id == enemy.enemy}
        orders = [order for order in board.rows(Order) if order.formation_id in commands]
        assert {order.formation_id for order in orders} in (set(), set(commands)) and len(commands) > 2
        assert all(order.kind is OrderKind.ATTACK and order.given_by == SCENARIO for order in orders)
        attacks += bool(orders)
        for order in orders:
            goals.setdefault(commands[order.formation_id], Counter())[order.to_id] += 1
    assert attacks == expected.total()
    assert goals and all(counted == expected for counted in goals.values())


def test_an_enemy_attacks_nothing_where_the_side_holds_nothing_that_scores(db: Path) -> None:
    nothing_held = unpacked(start_of(db, "allied", (Unseen("infantry", 3, 5),)).snapshot.content)
    commands = {f.id for f in drawn_on(nothing_held, 1).rows(Formation) if f.name.startswith("enemy")}
    drawn = [order for run in range(1, 9) for order in drawn_on(nothing_held, run).rows(Order)]
    assert not [order for order in drawn if order.formation_id in commands], "the Allies hold nothing that scores yet"


@pytest.mark.long
def test_what_decides_is_tested_for_a_side_as_well(db: Path) -> None:
    """The battle is ruled for the side or for the enemy that is drawn; measured is the side's own score."""
    start = start_of(db, "axis", (Unseen("armour", 4, 6),))
    start = replace(start, until=1)
    top = next(ident for ident, (key, _) in start.names.places.items() if key == "upper_halfaya")
    decided = decide.test(start, [(top, 1)], "1", 10, Loop(), lambda played, asked: None).decided
    assert [(battle.first, battle.second, battle.key) for battle in decided] == [("Axis", "Allied", "upper_halfaya")]
    assert 2 <= decided[0].runs <= 10 and decided[0].difference.low is not None


@pytest.mark.long
def test_a_test_that_is_stopped_says_on_how_many_runs_it_rests(db: Path) -> None:
    def stopped_after_four(played: int, asked: int) -> None:
        if played >= 4:
            raise KeyboardInterrupt

    start = replace(start_of(db, "axis", (Unseen("armour", 4, 6),)), until=1)
    top = next(ident for ident, (key, _) in start.names.places.items() if key == "upper_halfaya")
    tests = decide.test(start, [(top, 1)], "1", 10, Loop(), stopped_after_four)
    assert tests.gathered.ended is Ended.STOPPED
    assert 4 <= len(tests.gathered.outcomes) < 10 and all(b.runs <= len(tests.gathered.outcomes) for b in tests.decided)


def test_a_run_is_a_function_of_snapshot_seed_and_number(after_a_day: Path) -> None:
    contents = unpacked(start_of(after_a_day, "allied").snapshot.content)
    assert play(contents, "7", 2, 2) == play(contents, "7", 2, 2)


@pytest.mark.parametrize("key", ["brevity", "nqm", "brigade", "hexes", "brigadier"])
def test_every_arm_that_can_be_drawn_has_models_on_every_table(db: Path, key: str) -> None:
    contents = unpacked(start_of(db, "axis", tuple(Unseen(arm.value, 1, 1) for arm in Arm)).snapshot.content)
    board, enemy = drawn_on(contents, 1), enemy_in(contents)
    theirs = [b for b in board.rows(Battalion) if b.side_id == enemy.enemy]
    assert [b.arm for b in theirs] == list(Arm) and {b.mark for b in theirs} == {SizeMark.BATTALION}
    place = board.rows(Place)[0].id
    battle = board.make(
        Battle,
        number=1,
        name="of all",
        code="1",
        tabletop=key,
        place_id=place,
        day=1,
        turn=1,
        state=BattleState.PROPOSED,
    )
    lines = [
        board.make(
            BattleUnit,
            battle_id=battle.id,
            battalion_id=battalion.id,
            side_id=battalion.side_id,
            line=line,
            command_id=battalion.present_id,
            role=Role.ENGAGED,
            start_state=battalion.state,
        )
        for line, battalion in enumerate(theirs, 1)
    ]
    muster = tabletop(key).muster(force_of(load_army(board), enemy.enemy, lines), rulebook_of(board))
    assert muster.stands > 0


@pytest.mark.parametrize("text", ["infantry", "knights 3", "infantry 5-3", "infantry many", "armour 999"])
def test_an_estimate_that_cannot_be_read_is_told(text: str) -> None:
    with pytest.raises(BadInput, match="--unseen"):
        appreciation(text)
    assert appreciation(" self-propelled artillery 2 ") == Unseen("self-propelled artillery", 2, 2)
    assert appreciation("anti-tank company 3-4") == Unseen("anti-tank", 3, 4, "company")


def test_a_forecast_without_any_enemy_warns_first(db: Path) -> None:
    """Before the first sighting, and without an estimate, everything would be held by all runs."""
    shown = " ".join(told(db, "--until", "1", "--runs", "1", "--jobs", "1", "--viewer", "allied").split())
    warning = "These runs have no enemy, so nothing resists: Allied have not seen any unit of Axis."
    assert warning in shown.partition("Place")[0]
    estimated = told(db, "--until", "1", "--runs", "1", "--jobs", "1", "--viewer", "allied", "--unseen", "infantry 1")
    assert "nothing resists" not in estimated


@pytest.mark.long
def test_the_screen_says_that_the_enemy_is_drawn_and_how(after_a_day: Path) -> None:
    shown = told(after_a_day, "--runs", "3", "--jobs", "1", "--unseen", "infantry 2", "--viewer", "allied")
    assert max(map(len, shown.splitlines())) <= 80
    text = " ".join(shown.split())
    for words in ("each run draws the enemy again", "have seen that number", "2 unseen infantry battalions"):
        assert words in text
    assert "Axis" in text and "not ours" in text and "Strength of the higher formations" in text
    seen = json.loads(told(after_a_day, "--runs", "1", "--jobs", "1", "--viewer", "allied", "--json"))
    assert {score["side"] for score in seen["scores"]} == {"Allied"} and seen["lead"] is None
    assert (
        {loss["side"] for loss in seen["losses"]} == {strength["side"] for strength in seen["strengths"]} == {"Allied"}
    )
    holders = {h["side"] for place in seen["places"] for e in place["evenings"] for h in e["holders"]}
    assert holders <= {"Allied", "not ours"} and seen["viewer"] == "Allied"
