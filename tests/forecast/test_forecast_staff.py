"""A staff that thinks: the same situation gives the same thought, nothing that the side does not know is in it, and its
plan is an entry whose replay weighs nothing again (umpire 1.23).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from campaign.actions.day import Next
from campaign.actions.house_rules import SetRule
from campaign.cli.contents import campaign
from campaign.cli.staffs import DOCTRINE_ALONE, LEADS, goes_on, note_of, plans_for_the_day, sides_to_think
from campaign.errors import NotAllowed, Refused
from campaign.exchange.export import read_file, write_export
from campaign.forecast import staff
from campaign.forecast.cluster import cluster
from campaign.forecast.course import Ordered, Stand
from campaign.forecast.enemy import enemy_of
from campaign.forecast.job import Job
from campaign.forecast.processes import Processes
from campaign.forecast.spread import Batch, CutOff, Loop
from campaign.forecast.staff import Effort, Question, Thought, advice_of, ask, estimate, looked_at, orders_of, weigh
from campaign.journal import JournalBoard, commit, digest, log, reading, undo
from campaign.journal.asof import PastBoard, When, past_of
from campaign.journal.branches import branch
from campaign.journal.campaign_copy import bring, taken
from campaign.journal.doctor import examine
from campaign.journal.memory import unpacked
from campaign.model import Battalion, Formation, Order, Place, Side, Sighting
from campaign.play.character import PLAIN
from campaign.queries.common.outlook import look
from campaign.rules.common.dice import Seeded
from campaign.situation.army import load_army
from campaign.situation.names import commander_named
from campaign.situation.standing import BY_STAFF, STAFF, STAFF_BOLD, in_force, is_bold, is_in_person
from campaign.store import Store, create, open_store
from campaign.terms.state import OrderKind
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import replace
from campaign.verbs.planning import Plan, PlannedMove
from campaign.views.forecast.advice_words import lines_of, rows
from tests.tiny import by_hand, found_tiny, named

SMALL = Effort(2, 0, 1, 1, 1, 2, 2)
"""As few runs as have two rounds and a last one."""


def met(store: Store) -> None:
    """Alba has seen a battalion of Brenn's in Birch Cross this turn."""
    with by_hand(store) as board:
        enemy = named(board, Battalion, "I/9")
        alba = next(side for side in board.rows(Side) if side.key == "alba")
        birch = named(board, Place, "Birch Cross")
        enemy.place_id = birch.id
        board.make(
            Sighting,
            day=1, turn=1, seconds=0, side_id=alba.id, battalion_id=enemy.id, place_id=birch.id, road_id=None, road_m=None,
            arm=enemy.arm, mark=enemy.mark, seen_by="1st Rifles", how="ground", named=False,
        )  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = create(tmp_path / "campaign.db")
    found_tiny(store)
    met(store)
    yield store
    store.close()


def asked(store: Store, side: str = "alba") -> Question:
    with reading(store) as board:
        whose = next(row.id for row in board.rows(Side) if row.key == side)
        question = ask(board, whose)
    return replace(question, effort=SMALL, until=1)


def weighed(store: Store) -> Thought:
    return weigh(asked(store), Loop(), lambda *_: None)


def lines(store: Store) -> list[str]:
    question = asked(store)
    return lines_of(advice_of(question, weigh(question, Loop(), lambda *_: None)))


class Backwards:
    """Plays the batches in the other order, each twice, as a cluster may hand them over."""

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        played = list(Loop().results(job, batches))
        yield from reversed(played)
        yield from played


class Stops:
    """Is stopped after the first batch: by Ctrl-C, or because a cluster went away."""

    def __init__(self, by: type[BaseException]) -> None:
        self.by = by

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        yield next(Loop().results(job, batches))
        raise self.by("gone")


# the thought ----------------------------------------------------------------------------------------------------------


def test_the_same_situation_gives_the_same_thought_whoever_plays_the_runs_in_whatever_order(store: Store) -> None:
    question = asked(store)
    one, two = (weigh(question, way, lambda *_: None) for way in (Loop(), Backwards()))
    assert one == two
    assert lines(store) == lines_of(advice_of(question, one))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_one_process_two_and_a_cluster_give_the_same_thought(store: Store) -> None:
    question = asked(store)
    alone = weigh(question, Loop(), lambda *_: None)
    assert alone.runs >= 2 * SMALL.final and not alone.stopped
    assert weigh(question, Processes(2), lambda *_: None) == alone
    with LocalCluster(
        n_workers=2, processes=False, threads_per_worker=1, dashboard_address=None, protocol="tcp", host="127.0.0.1"
    ) as made:
        assert weigh(question, cluster(made.scheduler_address, lambda _: None), lambda *_: None) == alone


def test_the_last_round_judges_by_numbers_that_selected_nothing(store: Store) -> None:
    thought = weighed(store)
    finals = [each for each in thought.weighed if each.is_final]
    assert finals and all(len(each.runs) == SMALL.final == len(each.base) for each in finals)
    selected = {run.number for each in thought.weighed if not each.is_final for run in each.runs} | {1, 2}
    assert not selected & {run.number for each in (*finals, thought.base) for run in each.runs}


@pytest.mark.parametrize(("gain", "runs"), [(-1.0, SMALL.final), (0.0, SMALL.final + SMALL.more)])
def test_a_finalist_without_a_prospect_is_played_no_further(
    store: Store, monkeypatch: pytest.MonkeyPatch, gain: float, runs: int
) -> None:
    """Half a point is the error: that much less than nothing is hopeless, and nothing itself is not."""
    monkeypatch.setattr(staff, "gain_of", lambda weighed, until, traits: (gain, 0.5))
    thought = weighed(store)
    assert {len(each.runs) for each in (*thought.weighed, thought.base) if each.is_final} == {runs}
    assert thought.choice.ordered.moves == ()


def test_courses_that_are_all_finalists_are_not_selected_first() -> None:
    effort = Effort.of(5)
    assert effort.rounds(effort.finalists) == () and effort.rounds(1) == ()
    (all_of_them, six), (better_half, three) = effort.rounds(6)
    assert (six, three) == (6, 3) and all_of_them > 0 < better_half
    last = effort.final + effort.more
    assert effort.most_runs(1) == 2 * last, "one course and the measure"
    assert effort.most_runs(6) == 7 * all_of_them + 4 * better_half + 4 * last, "two, both together, and the measure"


@pytest.mark.parametrize("by", [KeyboardInterrupt, CutOff])
def test_who_stops_it_leaves_the_orders_as_they_are_and_is_told(store: Store, by: type[BaseException]) -> None:
    question = asked(store)
    thought = weigh(question, Stops(by), lambda *_: None)
    assert thought.choice is question.options[0] and thought.is_cut_short
    assert thought.stopped in lines_of(advice_of(question, thought))[0]


def test_the_day_after_the_horizon_counts_half() -> None:
    def stand(day: int, lead: int, own: int, enemy: int) -> Stand:
        return Stand(day, lead, 0, (own, enemy), (0, 0), ())

    evenings = [stand(1, 9, 0, 0), stand(2, 4, 1, 0), stand(3, 8, 1, 2)]
    plain = replace(PLAIN, lost=1.0, spent=0.0)
    assert staff.value(evenings, 2, plain) == (4 - 1 + 8 - 1 + 2) / 2
    assert staff.value(evenings, 2, replace(plain, lost=2.0)) == (4 - 2 + 8 - 2 + 4) / 2


@pytest.mark.parametrize(
    ("with_it", "without", "is_sure"),
    [
        ([4.0, 5.0, 6.0, 5.0], [-5.0, -4.0, -6.0], True),
        ([5.0, 5.0], [-5.0, -5.0, -5.0], False),
        ([5.0, -5.0, 6.0, 1.0], [-5.0, 4.0, 2.0, 0.0], False),
        ([1.0, 1.0, 1.0], [1.2, 1.2, 1.2], False),
    ],
    ids=["apart", "too few runs", "by chance", "too little to count"],
)
def test_a_course_turns_only_on_what_makes_a_sure_difference(
    with_it: list[float], without: list[float], is_sure: bool
) -> None:
    assert staff.is_sure(with_it, without) is is_sure


def test_runs_go_on_beyond_the_last_day(store: Store) -> None:
    question = asked(store)
    assert unpacked(question.snapshot.content).facts["days"] == 3, "the campaign has two days"


def test_the_number_of_runs_follows_from_battalions(store: Store) -> None:
    assert Effort.of(60) == Effort.of(5) != Effort.of(61)
    question = asked(store)
    played: list[int] = []
    weigh(question, Loop(), lambda done, of: played.append(of - done))
    assert min(played) >= 0


# what it knows --------------------------------------------------------------------------------------------------------


def test_a_unit_that_the_side_does_not_know_changes_nothing(store: Store) -> None:
    before = asked(store)
    with by_hand(store) as board:
        hidden = named(board, Battalion, "II/9")
        hidden.men = 77
        board.make(
            Order, key="battalion:" + hidden.key, battalion_id=hidden.id, day=1, turn=1, kind=OrderKind.HOLD,
            via=[], given_by="a player",
        )  # fmt: skip
    assert asked(store) == before


def test_the_seed_of_the_campaign_is_not_in_it(store: Store) -> None:
    assert unpacked(asked(store).snapshot.content).facts["seed"] == ""
    with reading(store) as board:
        assert board.campaign.seed == "41"


def test_unseen_enemies_are_its_own_strength_less_those_seen(store: Store) -> None:
    with reading(store) as board:
        alba = next(side.id for side in board.rows(Side) if side.key == "alba")
        told = {(each.arm, each.least, each.most) for each in estimate(look(board, Viewer(alba)))}
    assert told == {("infantry", 0, 1), ("armour", 0, 1)}, "two of infantry, of which one was seen, and one of tanks"


def test_unseen_enemies_are_on_ground_that_scores_and_roads_home(store: Store) -> None:
    content = unpacked(asked(store).snapshot.content)
    assert content.enemy is not None
    ground = {place for place, _ in enemy_of(content.enemy).ground}
    names = {row["key"] for ident, row in content.state.rows["place"].items() if ident in ground}
    assert names <= {"birch_cross", "coldbrook"} and "ashford" not in names


def test_ground_near_a_sighting_of_the_last_day_was_looked_at(store: Store) -> None:
    with reading(store) as board:
        alba = next(side.id for side in board.rows(Side) if side.key == "alba")
        seen = {place.key for place in board.rows(Place) if place.id in looked_at(look(board, Viewer(alba)))}
    assert {"ashford", "birch_cross"} <= seen and "coldbrook" not in seen


# refusals -------------------------------------------------------------------------------------------------------------


def test_no_staff_thinks_before_an_enemy_was_met(tmp_path: Path) -> None:
    store = create(tmp_path / "unmet.db")
    found_tiny(store)
    with reading(store) as board, pytest.raises(Refused, match="no enemy was seen within a day"):
        ask(board, board.rows(Side)[0].id, only_met=True)
    store.close()


def test_none_thinks_for_three_sides(store: Store) -> None:
    with by_hand(store) as board:
        board.make(Side, key="third", name="Third", adjective="Third", accent="#000000", position=2)
    with pytest.raises(Refused, match="it thinks for two sides only, and this campaign has 3"):
        asked(store)


def test_a_commander_of_a_part_of_his_side_is_refused(founded: Path) -> None:
    found = open_store(founded, write=False)
    with (
        reading(found) as board,
        pytest.raises(NotAllowed, match=r"the staff of .*Erskine cannot weigh anything, because"),
    ):
        army = load_army(board)
        erskine = commander_named(army, "erskine")
        ask(board, erskine.side_id, erskine, Viewer(erskine.side_id, (erskine.id,)))
    found.close()


# its orders -----------------------------------------------------------------------------------------------------------

ATTACK = PlannedMove(("formation:1st_brigade",), OrderKind.ATTACK, "birch_cross", (), "1.1", True)


def brigade(board: JournalBoard) -> str:
    return f"formation:{named(board, Formation, '1st Brigade').key}"


def planned(store: Store) -> Plan:
    with reading(store) as board:
        move = replace(ATTACK, units=(brigade(board),))
    return Plan("alba", "attack Birch Cross", (move,), ("weighed: 12 runs",))


def test_a_plan_is_an_entry_whose_orders_stand_like_the_scenarios(store: Store) -> None:
    done = commit(store, None, planned(store), source=Seeded("1"), actor="umpire")
    assert "plan of the staff: attack Birch Cross" in done.receipt.summary
    assert done.receipt.lines[0] == "weighed: 12 runs"
    with reading(store) as board:
        (order,) = board.rows(Order)
        assert (order.given_by, order.kind, order.aim) == (STAFF_BOLD, OrderKind.ATTACK, "attack Birch Cross")
        assert is_bold(order) and not is_in_person(order)
        assert in_force([order]) is order
    undo(store, actor="umpire")
    with reading(store) as board:
        assert not board.rows(Order)


def test_undo_of_the_plan_alone_leaves_the_next_entry_valid(store: Store, tmp_path: Path) -> None:
    """A plan that made a battle is left out by a replay, as other orders are."""
    (move,) = planned(store).moves
    waits = Plan("alba", "stand fast", (replace(move, kind=OrderKind.HOLD, to="", bold=False),))
    number = commit(store, None, waits, source=Seeded("1"), actor="umpire").number
    commit(store, None, Next("turn", auto=True), source=Seeded("1"), actor="umpire")
    undone = CliRunner().invoke(campaign, ["undo", str(number), "--yes", "--db", str(tmp_path / "campaign.db")])
    assert undone.exit_code == 0, undone.output
    with reading(store) as board:
        assert [line.verb for line in log(board)][-1] == "next"
        assert not [order for order in board.rows(Order) if order.given_by in BY_STAFF]


def test_a_replay_gives_the_same_orders_without_weighing(tmp_path: Path) -> None:
    store = create(tmp_path / "replayed.db")
    found_tiny(store)
    commit(store, None, planned(store), source=Seeded("1"), actor="umpire")
    commit(store, None, Next("turn", auto=True), source=Seeded("1"), actor="umpire")

    def head() -> list[tuple[str, str]]:
        with reading(store) as board:
            return [(line.verb, line.summary) for line in log(board)]

    before = head()
    played = CliRunner().invoke(campaign, ["replay", "1", "--db", str(tmp_path / "replayed.db")], input="y\n")
    assert played.exit_code == 0, played.output
    assert head() == before
    store.close()


def test_a_campaign_with_a_plan_is_looked_back_on_branched_exported_and_proved(tmp_path: Path) -> None:
    store = create(tmp_path / "first.db")
    found_tiny(store)
    commit(store, None, planned(store), source=Seeded("1"), actor="umpire")
    commit(store, None, Next("turn", auto=True), source=Seeded("1"), actor="umpire")
    with reading(store) as board:
        there, whole = digest(board), taken(board)
        past = PastBoard(board, past_of(board, When(number=1)), write=False)
        assert not past.rows(Order) and BY_STAFF & {order.given_by for order in board.rows(Order)}
    branch(store, "tiny", "other")
    write_export(whole, tmp_path / "whole.json")
    brought = create(tmp_path / "brought.db")
    bring(brought, read_file(tmp_path / "whole.json"))
    for copy, name in ((store, "other"), (brought, "tiny")):
        with reading(copy, name) as board:
            assert digest(board) == there and examine(board).faults == ()
    store.close()
    brought.close()
    for words in (["doctor", "--replay"], ["orders", "--for", "alba_co", "--show"]):
        told = CliRunner().invoke(campaign, [*words, "--db", str(tmp_path / "brought.db")])
        assert told.exit_code == 0, told.output


def test_a_plan_orders_no_troops_of_the_other_side(store: Store) -> None:
    plan = replace(planned(store), side="brenn")
    with pytest.raises(Refused, match="belongs to another side"):
        commit(store, None, plan, source=Seeded("1"), actor="umpire")


def test_orders_of_a_staff_give_way_to_those_of_a_person() -> None:
    def order(day: int, by: str) -> Order:
        return Order(campaign_id=1, id=day, key="k", day=day, turn=1, kind=OrderKind.HOLD, via=[], given_by=by)

    person, later = order(1, "Ruth"), order(2, STAFF)
    assert in_force([person, later]) is person
    assert {STAFF, STAFF_BOLD} == BY_STAFF
    assert not is_bold(later) and is_bold(person) and not is_bold(None)


def test_a_plan_without_orders_says_once_that_the_doctrine_leads(store: Store) -> None:
    done = commit(store, None, Plan("alba", LEADS, (), ("why",)), source=Seeded("1"), actor="umpire")
    assert done.receipt.summary.count("doctrine leads") == 1
    assert note_of(Plan("alba", LEADS, (), ("why",)), "summary") == "summary\nwhy"


def test_a_player_who_runs_the_clock_is_told_that_no_staff_thinks(store: Store, tmp_path: Path) -> None:
    commit(store, None, SetRule("auto.staff", "on"), source=Seeded("1"), actor="umpire")
    words = ["next", "--db", str(tmp_path / "campaign.db"), "--viewer", "alba", "--program", "brenn"]
    told = CliRunner().invoke(campaign, words)
    assert DOCTRINE_ALONE in " ".join(told.stderr.split())
    with reading(store) as board:
        assert "plan" not in {line.verb for line in log(board)}


# the staffs at dawn ---------------------------------------------------------------------------------------------------


def test_no_staff_thinks_unless_the_club_wants_it(store: Store) -> None:
    with reading(store) as board:
        assert sides_to_think(board, Next("day", auto=True)) == []
        assert not goes_on(board, Next("battle", auto=True))


def test_each_side_thinks_once_at_a_dawn_and_its_entry_says_why_if_it_does_not(store: Store) -> None:
    commit(store, None, SetRule("auto.staff", "on"), source=Seeded("1"), actor="umpire")

    def query(ask_: object) -> object:
        with reading(store) as board:
            return ask_(board, UMPIRE)  # type: ignore[operator]

    with reading(store) as board:
        sides = sides_to_think(board, Next("day", auto=True))
        assert len(sides) == 2 and sides_to_think(board, Next("day")) == [], "nobody is led without --auto"
    command = Next("day", auto=True, program=())
    blind = next(
        plan
        for plan in plans_for_the_day(command, lambda _: sides[1:], query)  # type: ignore[arg-type]
    )
    assert (blind.side, blind.course, blind.moves) == ("brenn", LEADS, ())
    assert "no enemy was seen" in blind.appreciation[0]
    commit(store, None, blind, source=Seeded("1"), actor="umpire")
    with reading(store) as board:
        assert sides_to_think(board, command) == sides[:1]
    commit(store, None, Next("decision", auto=True), source=Seeded("1"), actor="umpire")
    with reading(store) as board:
        assert (board.clock.day, str(board.clock.phase)) == (2, "weather"), "the clock stops at the dawn"
        assert goes_on(board, Next("decision", auto=True))


def test_a_run_in_which_no_staff_thinks_does_not_stop_at_a_dawn(store: Store, tmp_path: Path) -> None:
    """At the desk, and for a player who runs the clock."""
    commit(store, None, SetRule("auto.staff", "on"), source=Seeded("1"), actor="umpire")
    words = ["next", "--until", "decision", "--viewer", "alba", "--program", "brenn", "--program", "alba"]
    told = CliRunner().invoke(campaign, [*words, "--db", str(tmp_path / "campaign.db")])
    assert told.exit_code == 0, told.output
    with reading(store) as board:
        at = (board.clock.day, str(board.clock.phase))
        assert at != (2, "weather"), "the first dawn after it began"
        assert [line.verb for line in log(board)].count("next") == 1


# advise ---------------------------------------------------------------------------------------------------------------


def test_the_orders_of_a_choice_are_typed_as_they_would_be_given(store: Store) -> None:
    question = asked(store)
    option = replace(question.options[1], ordered=Ordered((ATTACK,), "attack Birch Cross", "General Alba"))
    thought = replace(weighed(store), choice=option)
    command, typed = orders_of(question, thought, by_staff=True)
    assert typed == ["campaign attack 1st_brigade --to birch_cross --from 1.1"]
    assert type(command).__name__ == "HandInOrders", "a person's orders are in his own name"
    as_staff = replace(thought, choice=replace(option, ordered=replace(option.ordered, sign="")))
    command, _ = orders_of(question, as_staff, by_staff=True)
    assert isinstance(command, Plan) and command.moves == (ATTACK,) and command.appreciation
    assert orders_of(question, replace(thought, choice=question.options[0]), by_staff=True) == (None, [])


def test_rows_have_the_measure_last_and_one_choice(store: Store) -> None:
    question = asked(store)
    told = rows(advice_of(question, weigh(question, Loop(), lambda *_: None)))
    looks = [row.places for row in told if "first look only" in row.places]
    assert all(places.startswith("first look only") for places in looks), "its runs are not those of the measure"
    assert "the measure" in told[-1].places and sum(row.is_chosen for row in told) == 1


@pytest.mark.parametrize(
    ("gain", "told"), [(0.4, "The staff advises a course only if"), (-0.5, "No course turned out")]
)
def test_an_appreciation_says_why_no_course_is_advised(
    store: Store, monkeypatch: pytest.MonkeyPatch, gain: float, told: str
) -> None:
    monkeypatch.setattr(staff, "gain_of", lambda weighed, until, traits: (gain, 1.0))
    assert [line for line in lines(store) if told in line]
    monkeypatch.setattr(staff, "gain_of", lambda weighed, until, traits: (gain + 9.0, 1.0))
    assert not [line for line in lines(store) if told in line]
