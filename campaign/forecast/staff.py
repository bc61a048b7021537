"""A staff that thinks: the courses that the map suggests, each played on from what the side knows, and the best chosen.

    ask(board, side, commander) -> Question            what is to be weighed, read at one moment; raises Refused
    weigh(question, spreader, progress) -> Thought     plays the courses on; the same question, the same thought
    advice_of(question, thought) -> Advice             the appreciation, for people
    plan_of(question, thought) -> Plan                 the command that puts the choice in force

The side's own snapshot is played on, as in its forecasts; unseen enemies are estimated from its own strength, less
those that it has seen, and drawn on the enemy's ground and its roads home. In the runs the doctrine of the day leads
all troops beyond the course, and the enemy.

The dice come from the digest of all that the side knows, and from the number of the run; the campaign's own seed is not
in them. So one situation gives one thought, on one core, on two or on a cluster, and nobody can ask again for a better
answer. The number of runs follows from the number of battalions.

Courses are weighed in rounds, under the same dice: all of them, then the better half, then the best two, on fresh
numbers. Only the last round judges: the runs that selected a course flatter it. It is played in two parts, and a
finalist that the first part leaves without a prospect is not played any further. A round waits for all its runs.

A course counts the points and losses of the days up to the horizon in full, and those of the day after it at half, also
beyond the campaign's last day: ground that would be lost the next morning is worth half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from math import ceil, dist, sqrt
from typing import Final

from campaign.actions.order_form import HandInOrders
from campaign.errors import BadInput, NotAllowed, Refused
from campaign.forecast.course import Ordered, Stand, lay_course
from campaign.forecast.enemy import Unseen, enemy_of
from campaign.forecast.job import Job, Task, hold, let_go
from campaign.forecast.known_enemy import overlooked_by
from campaign.forecast.names import Names, names_of
from campaign.forecast.run import Run
from campaign.forecast.side import BattleInHand, open_battle_of, require_side, side_snapshot
from campaign.forecast.spread import CutOff, Progress, Spreader, batches_of
from campaign.forecast.umpire import require_resolvable, require_running
from campaign.journal.board import JournalBoard
from campaign.journal.memory import MemoryBoard, Snapshot, unpacked
from campaign.model import AirGroup, AirMission, Battle, BattleUnit, Commander, Order
from campaign.play.character import NOBODY, Leader, Traits
from campaign.play.plans import MOST_COURSES, Course, Move, Plan, has_met_the_enemy, plans_for
from campaign.play.view import NEAR_M, STALE, Group, View
from campaign.queries.common.outlook import Outlook, look
from campaign.situation.army import load_army
from campaign.situation.clock import next_movement
from campaign.situation.conditions import conditions_at
from campaign.situation.doctrine_view import view_of
from campaign.situation.knowledge import seen_at
from campaign.situation.leading import leading_in
from campaign.situation.players import NO_PERSON, seats_of
from campaign.situation.standing import is_in_person, standing_orders
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.air import AirTask, MissionState
from campaign.terms.forces import Arm, Size, SizeMark
from campaign.terms.time import Calendar, Moment, moment_of
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted
from campaign.values import dataclass, replace
from campaign.verbs.orders import GiveOrder
from campaign.verbs.planning import Plan as PutInForce
from campaign.verbs.planning import PlannedMove
from campaign.views.forecast.advice import Advice, CourseWeighed, PlaceHeld
from campaign.views.forecast.advice import Unseen as Reckoned
from campaign.views.forecast.advice_words import lines_of

LEAST_GAIN: Final = 0.3
"""Points by which a course must be better at least, however sure that is: our choice, a third of the smallest goal."""
LARGE: Final = 60
"""Battalions on the map, of the side itself, beyond which a staff looks a day ahead only and at fewer courses."""
FEW: Final = 3
"""Runs at least on either side of an event on which an outcome may be said to turn."""
SURE_ERRORS: Final = 3
"""Standard errors by which runs with an event and without it must differ. About a dozen events are tried, and the
greatest difference is told: by chance one of a dozen passes two errors in four thoughts of ten, and three in one of
thirty.
"""


# Our choice. A finalist that is really better by two errors is given up in one case of forty.
PROSPECT_ERRORS: Final = 1
"""Standard errors that a finalist is allowed after the first part of the last round: it is played on only where its
gain with these added counts as better.
"""


@dataclass(frozen=True, slots=True)
class Effort:
    """The amount that is played: the courses beside the orders as they are, the days beyond today that count in full,
    the runs of each course in the first round and of the better half in the second, and the fresh runs of each
    finalist, ``final`` in the first part of the last round and ``more`` in its second.
    """

    courses: int
    days: int
    first: int
    second: int
    finalists: int
    final: int
    more: int

    @classmethod
    def of(cls, battalions: int) -> Effort:
        """Return the effort for a side with this number of battalions on the map."""
        # Our choice, in even numbers of runs, which two cores share without waiting: 60 runs for six courses if no
        # finalist has a prospect, 92 at most, and 18 to 26 for four courses of a large side.
        return cls(4, 0, 2, 0, 1, 4, 4) if battalions > LARGE else cls(MOST_COURSES, 1, 4, 2, 2, 6, 8)

    def rounds(self, courses: int) -> tuple[tuple[int, int], ...]:
        """Return the rounds that select: the runs, and the number of courses left for them. There are none where all
        courses are finalists.
        """
        if courses <= self.finalists:
            return ()
        both = ((self.first, courses), (self.second, ceil(courses / 2)))
        return tuple((runs, left) for runs, left in both if runs)

    def most_runs(self, courses: int) -> int:
        """Return the runs that will be played at most."""
        finals = min(courses, self.finalists)
        selecting = sum(runs * (left + 1) for runs, left in self.rounds(courses))
        return selecting + (finals + 1 + (finals > 1)) * (self.final + self.more)


@dataclass(frozen=True, slots=True)
class Option:
    """A course to be weighed: in words, with its orders, and the battalions that it orders."""

    words: str
    ordered: Ordered
    units: frozenset[int] = frozenset()

    def and_also(self, other: Option) -> Option:
        """Return both together."""
        words, one, two = f"{self.words}; {other.words}", self.ordered, other.ordered
        both = Ordered(one.moves + two.moves, words, one.sign, one.places + two.places)
        return Option(words, both, self.units | other.units)


@dataclass(frozen=True, slots=True)
class Question:
    """The question to a staff, with all that it knows. ``options``: the orders as they are first; ``until``: the last
    day that counts in full.
    """

    snapshot: Snapshot
    names: Names
    commander: str
    side: str
    side_key: str
    moment: Moment
    until: int
    options: tuple[Option, ...]
    effort: Effort
    seen: int
    unseen: tuple[Unseen, ...]
    traits: Traits
    """What battalions are worth to its commander, and how sure he wants to be."""

    @property
    def most_runs(self) -> int:
        """The runs that will be played at most."""
        return self.effort.most_runs(len(self.options) - 1) if len(self.options) > 1 else 0


@dataclass(frozen=True, slots=True)
class Weighed:
    """A course with the runs that count for it, and those of the orders as they are under the same dice."""

    option: Option
    runs: tuple[Run, ...]
    base: tuple[Run, ...]
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """The outcome for the courses, the best first, and the choice. ``stopped``: why the orders as they are stand though
    not all runs were played; ``is_cut_short``: because a person stopped it, or a cluster went away.
    """

    choice: Option
    weighed: tuple[Weighed, ...]
    base: Weighed
    runs: int
    stopped: str = ""
    is_cut_short: bool = False


# the question ---------------------------------------------------------------------------------------------------------


def ask(
    board: JournalBoard,
    side: int,
    commander: Commander | None = None,
    viewer: Viewer | None = None,
    *,
    only_met: bool = False,
    auto: bool = True,
    led: Collection[int] = (),
) -> Question:
    """Return what a staff is to weigh, from all that its side knows: for the troops of a commander and of those below
    him, or for all troops of the side that the program leads. ``viewer``: who asks, if it is a player; ``only_met``:
    Refused while no enemy was seen within a day; ``auto`` and ``led``: whom the program leads (``situation.leading``).

    Raises Refused in one line where no staff can think: the campaign is over, it has three sides, a battle of the side
    is open, or the program cannot fight its battles; NotAllowed for a person who knows a part of the side.
    """
    is_person = commander is not None and _has_person(board, commander)
    own = Viewer(side, (commander.id,)) if commander is not None and is_person else Viewer(side)
    whose = load_army(board).sides[side].name if commander is None else commander.name
    _require(board, viewer or own, whose)
    outlook = look(board, Viewer(side))
    army, book = outlook.army, outlook.rulebook
    leading = leading_in(board, army, book, auto=auto, sides=(side,) if is_person else led)
    view = view_of(board, army, outlook.actual, book, side, outlook.moment, leading)
    view = _of_commander(outlook, view, commander, is_person=is_person)
    if only_met and not has_met_the_enemy(view):
        raise Refused(
            f"the staff of {whose} does not weigh anything yet: no enemy was seen within a day, so the orders of the"
            " scenario stand (umpire 1.23)"
        )
    standing = sum(b.side_id == side for b, _ in army.standing())
    effort = Effort.of(standing)
    until = min(board.campaign.days, outlook.moment.day + effort.days)
    unseen = estimate(outlook)
    snapshot = side_snapshot(board, Viewer(side), unseen, days=until + 1, behind=True)
    words = _Words(outlook, whose if is_person else "", view.held)
    as_ordered = "as ordered now" if is_person else "as the doctrine has it"
    options = [Option(as_ordered, Ordered((), as_ordered, words.sign))]
    options += _possible(snapshot, (words.option(plan) for plan in plans_for(view, looked_at(outlook), effort.courses)))
    return Question(
        snapshot,
        _names(snapshot),
        whose,
        army.sides[side].name,
        army.sides[side].key,
        outlook.moment,
        until,
        tuple(options),
        effort,
        sum(ident not in outlook.knowledge.fallen for ident in outlook.knowledge.seen),
        unseen,
        _leader(view, commander).traits,
    )


def _leader(view: View, commander: Commander | None) -> Leader:
    """Return the leader whose character counts for a staff: the commander, or who leads most groups of the side."""
    if commander is not None:
        return view.leaders.get(commander.formation_id, NOBODY)
    count = Counter(view.leader(group) for group in view.groups)
    return max(count, key=lambda leader: (count[leader], leader.name), default=NOBODY)


def _has_person(board: JournalBoard, commander: Commander) -> bool:
    """Return whether a person plays a commander, or stands in for his player."""
    return seats_of(board).number(commander) not in NO_PERSON


def _require(board: JournalBoard, viewer: Viewer, whose: str) -> None:
    require_running(board)
    require_resolvable(board, {board.campaign.tabletop})
    outlook = look(board, viewer)
    try:
        require_side(outlook)
    except BattleInHand as fault:
        battle = open_battle_of(outlook)
        assert battle is not None
        raise Refused(
            f"the staff of {whose} cannot weigh anything while battle {battle.number}, {battle.name}, is open:"
            " the side does not know the enemy there. Ask again after the battle"
        ) from fault
    except NotAllowed as fault:
        raise NotAllowed(
            f"the staff of {whose} cannot weigh anything, because it knows only a part of the side. Ask the umpire, or"
            " the staff of the commander of the complete side"
        ) from fault
    except Refused as fault:
        raise Refused(
            f"the staff of {whose} cannot weigh anything: it thinks for two sides only, and this campaign has"
            f" {len(outlook.army.sides)}"
        ) from fault


def _of_commander(outlook: Outlook, view: View, commander: Commander | None, *, is_person: bool) -> View:
    """Return the view with the groups that this commander may order, or all, under short names. The orders that a
    person has given so far bind nobody: it is they that are weighed.
    """
    army, board = outlook.army, outlook.board
    tree = army.formations.keys() if commander is None else army.tree_ids(commander.formation_id)
    orders = standing_orders(army, board.rows(Order), outlook.moment, tasks_in_hand(board))

    def freed(group: Group) -> Group:
        order = orders.of(army.battalions[group.id]).order
        is_own = is_person and order is not None and is_in_person(order)
        troops = tuple(replace(troop, name=army.battalions[troop.id].short) for troop in group.troops)
        if is_own:
            troops = tuple(replace(troop, free=True, duty=None) for troop in troops)
        whole = group.name == army.formations[group.formation].name
        name = army.formations[group.formation].short if whole else troops[0].name
        return replace(group, name=name, troops=troops)

    return replace(view, groups=tuple(freed(group) for group in view.groups if group.formation in tree))


def _possible(snapshot: Snapshot, options: Iterable[Option]) -> Iterator[Option]:
    """Yield the courses whose orders can be given."""
    contents = unpacked(snapshot.content)
    for option in options:
        board = MemoryBoard(contents)
        try:
            lay_course(board, option.ordered)
        except (Refused, BadInput):
            continue
        finally:
            board.close()
        yield option


def _names(snapshot: Snapshot) -> Names:
    contents = unpacked(snapshot.content)
    assert contents.enemy is not None
    board = MemoryBoard(contents)
    try:
        return names_of(board, enemy_of(contents.enemy).side)
    finally:
        board.close()


def estimate(outlook: Outlook) -> tuple[Unseen, ...]:
    """Return the enemies that a side reckons with unseen: of each arm that takes ground from half as many to as many
    battalions as it has itself on the map, less those that it has seen. Airborne arms count as infantry.
    """
    knowledge, side = outlook.knowledge, outlook.viewer.side
    own, seen = dict[Arm, int](), dict[Arm, int]()
    for battalion, _ in outlook.army.standing():
        is_whole = battalion.headquarters_of_id is None and battalion.size is not Size.COMPANY
        if battalion.side_id == side and battalion.arm.takes_ground and is_whole:
            own[_on_foot(battalion.arm)] = own.get(_on_foot(battalion.arm), 0) + 1
    for ident, sighting in knowledge.seen.items():
        if ident not in knowledge.fallen:
            seen[_on_foot(sighting.arm)] = seen.get(_on_foot(sighting.arm), 0) + 1
    left = {arm: count - seen.get(arm, 0) for arm, count in sorted(own.items())}
    return tuple(Unseen(arm.value, most // 2, most, SizeMark.BATTALION.value) for arm, most in left.items() if most > 0)


def _on_foot(arm: Arm) -> Arm:
    return Arm.INFANTRY if arm in (Arm.PARACHUTE, Arm.GLIDER) else arm


def looked_at(outlook: Outlook) -> frozenset[int]:
    """Return the places that a side has looked at within a day: those that its troops see from where they are, by the
    light of this turn or the one before; those near an enemy that was seen; those that its aircraft flew over; and
    those where it fought.
    """
    board, now, theatre = outlook.board, outlook.moment, outlook.theatre
    own = [b for b in outlook.army.battalions.values() if b.id in outlook.knowledge.battalions and b.on_map]
    places = set(overlooked_by(outlook, own))
    if now.index:
        before = conditions_at(board, Moment.at(now.index - 1), outlook.rulebook).sight
        places |= overlooked_by(outlook, own, before)

    def is_late(day: int, turn: int) -> bool:
        return now.index - moment_of(day, turn).index <= STALE

    for sighting in outlook.knowledge.seen.values():
        if is_late(sighting.day, sighting.turn) and (at := seen_at(sighting)) is not None:
            point = theatre.point_of(at)
            places |= {spot.place for spot in theatre.spots if dist(spot.point, point) <= NEAR_M}
    groups = {group.id for group in board.rows(AirGroup) if group.side_id == outlook.viewer.side}
    flown = board.rows(AirMission, AirMission.task == AirTask.RECONNAISSANCE, AirMission.state == MissionState.FLOWN)
    places |= {m.place_id for m in flown if m.air_group_id in groups and m.place_id and is_late(m.day, m.turn)}
    fought = {unit.battle_id for unit in board.rows(BattleUnit, BattleUnit.side_id == outlook.viewer.side)}
    places |= {b.place_id for b in board.rows(Battle) if b.id in fought and is_late(b.day, b.turn)}
    return frozenset(places)


class _Words:
    """Courses in words and keys. ``sign``: the commander in whose name they are ordered, empty for the staff; ``held``:
    the places of the side, at which it is the enemy near them that is attacked.
    """

    def __init__(self, outlook: Outlook, sign: str, held: Collection[int]) -> None:
        self._outlook, self.sign, self._held = outlook, sign, held
        self._first = next_movement(outlook.board)

    def option(self, plan: Plan) -> Option:
        places = tuple(
            self._outlook.places[p.place].key for p in (plan,) if p.place is not None and p.course is not Course.BACK
        )
        words = self._words(plan)
        return Option(words, Ordered(tuple(map(self._keyed, plan.moves)), words, self.sign, places), plan.units)

    def _keyed(self, move: Move) -> PlannedMove:
        army, places = self._outlook.army, self._outlook.places
        if move.formation:
            units: tuple[str, ...] = (f"formation:{army.formations[move.formation].key}",)
        else:
            units = tuple(f"battalion:{army.battalions[unit].key}" for unit in move.units)
        return PlannedMove(
            units,
            move.kind,
            "" if move.to is None else places[move.to].key,
            tuple(places[place].key for place in move.via),
            str(self._first.plus(move.after)),
            move.bold,
        )

    def _words(self, plan: Plan) -> str:
        place = "" if plan.place is None else self._outlook.places[plan.place].name
        match plan.course:
            case Course.ATTACK:
                by = "" if plan.by is None else f" by way of {self._outlook.places[plan.by].name}"
                goal = f"the enemy near {place}" if plan.place in self._held else place
                return f"attack {goal} {self._hour(plan.after)} with {plan.who}{by}"
            case Course.RECONNOITRE:
                return f"reconnoitre {place} first, with {plan.who}"
            case Course.BACK:
                return f"{plan.who} back to {place}"
            case Course.CALL_OFF:
                return f"call off the attack on {place} by {plan.who}"
            case Course.RELIEVE:
                return f"relieve at {place} with {plan.who}"
            case _:
                return str(plan.course)

    def _hour(self, after: int) -> str:
        if not after:
            return "now"
        calendar: Calendar = self._outlook.calendar
        begins = calendar.begins(self._first.plus(after))
        return f"at {begins:%H:%M} on {begins.day} {begins:%B}"


# the thought ----------------------------------------------------------------------------------------------------------


def weigh(question: Question, spreader: Spreader, progress: Progress) -> Thought:
    """Play the courses on and choose. The user may stop it with Ctrl-C, and a cluster may go away: then the orders as
    they are stand, and the thought says so.
    """
    rounds = _Rounds(question, spreader, progress)
    base = question.options[0]
    nothing = Weighed(base, (), ())
    if len(question.options) == 1:
        return Thought(base, (), nothing, 0, "the map suggests no other course")
    hold(question.snapshot)
    try:
        return rounds.think()
    except KeyboardInterrupt:
        return Thought(base, (), nothing, rounds.played, "the weighing was stopped before it was done", True)
    except CutOff as fault:
        return Thought(base, (), nothing, rounds.played, f"the weighing broke off: {fault}", True)
    finally:
        let_go([question.snapshot.digest])


class _Rounds:
    """The rounds of one thought."""

    def __init__(self, question: Question, spreader: Spreader, progress: Progress) -> None:
        self._question, self._spreader, self._progress = question, spreader, progress
        self.played = 0
        self._next = 1

    def think(self) -> Thought:
        """Play all rounds, each with the better ones of the last, and judge by the last alone."""
        effort, (base, *options) = self._question.effort, self._question.options
        came: dict[Option, list[Run]] = {option: [] for option in (base, *options)}
        for runs, left in effort.rounds(len(options)):
            options = self._best(came, options)[:left]
            self._play(came, (base, *options), runs)
        finalists = self._best(came, options)[: effort.finalists]
        selected = {option: tuple(runs) for option, runs in came.items()}
        last: dict[Option, list[Run]] = {option: [] for option in (base, *finalists, *self._both(came, finalists))}
        self._play(last, tuple(last), effort.final)
        if hopeful := [final.option for final in _finals(last, base) if self._has_prospect(final)]:
            self._play(last, (base, *hopeful), effort.more)
        fresh, finals = tuple(last[base]), _finals(last, base)
        looks = [
            Weighed(option, runs, selected[base][: len(runs)])
            for option, runs in selected.items()
            if option not in last and runs
        ]
        best = max(finals, key=lambda weighed: (self._gain(weighed)[0], weighed.option.words))
        gain, error = self._gain(best)
        is_better = gain > max(LEAST_GAIN, self._question.traits.sure * error)
        ranked = sorted(finals, key=lambda weighed: -self._gain(weighed)[0])
        ranked += sorted(looks, key=lambda weighed: -self._gain(weighed)[0])
        choice = best.option if is_better else base
        whole = Weighed(base, fresh, fresh, is_final=True)
        return Thought(choice, tuple(ranked), whole, self.played)

    def _has_prospect(self, final: Weighed) -> bool:
        """Return whether a finalist may still turn out better than the orders as they are."""
        gain, error = self._gain(final)
        return gain + PROSPECT_ERRORS * error > LEAST_GAIN

    def _play(self, came: dict[Option, list[Run]], options: Sequence[Option], runs: int) -> None:
        """Play this number of runs more of each of these courses, all under the same dice."""
        question = self._question
        tasks = tuple(
            Task(question.snapshot.digest, question.snapshot.digest, question.until + 1, ordered=option.ordered)
            for option in options
        )
        numbers = range(self._next, self._next + runs)
        self._next = numbers.stop
        for outcome in self._all_of(Job(tasks, (question.snapshot,)), numbers):
            for option, run in zip(options, outcome, strict=True):
                came[option].append(run)

    def _all_of(self, job: Job, numbers: range) -> list[tuple[Run, ...]]:
        """Return the runs with all these numbers, in their order, not in that of playing. Raises CutOff if some do not
        come in.
        """
        came: dict[int, tuple[Run, ...]] = {}
        with closing(self._spreader.results(job, batches_of(numbers, 1))) as results:
            for part, outcomes in results:
                for number, outcome in zip(part, outcomes, strict=True):
                    self.played += len(job.tasks) * (number not in came)
                    came.setdefault(number, outcome)
                self._progress(self.played, max(self.played, self._question.most_runs))
        if len(came) < len(numbers):
            raise CutOff("not all runs of a round came in")
        return [came[number] for number in numbers]

    def _best(self, came: dict[Option, list[Run]], options: Sequence[Option]) -> list[Option]:
        """Return courses by the mean of all their runs so far, the best first; of two alike the first one."""
        return sorted(options, key=lambda option: -self._mean(came[option]))

    def _both(self, came: dict[Option, list[Run]], finalists: Sequence[Option]) -> list[Option]:
        """Return the two best courses as one, if they order different troops and each looks better than the measure, or
        has not been looked at.
        """
        if len(finalists) < 2 or not finalists[0].units.isdisjoint(finalists[1].units):
            return []
        base = self._mean(came[self._question.options[0]])
        if any(came[option] and self._mean(came[option]) <= base for option in finalists[:2]):
            return []
        return list(_possible(self._question.snapshot, [finalists[0].and_also(finalists[1])]))

    def _mean(self, runs: Sequence[Run]) -> float:
        values = [value(run.stands, self._question.until, self._question.traits) for run in runs]
        return sum(values) / len(values) if values else 0.0

    def _gain(self, weighed: Weighed) -> tuple[float, float]:
        return gain_of(weighed, self._question.until, self._question.traits)


def _finals(last: Mapping[Option, Sequence[Run]], base: Option) -> list[Weighed]:
    """Return the finalists with the fresh runs that they have so far, and as many of the orders as they are."""
    return [
        Weighed(option, tuple(runs), tuple(last[base][: len(runs)]), is_final=True)
        for option, runs in last.items()
        if option != base
    ]


def value(stands: Sequence[Stand], until: int, traits: Traits) -> float:
    """Return what a run is worth to the side: the worth of the evening of the last day that counts in full, and half of
    what the day after it changes, that is the mean of the two.
    """
    counted_ = [_worth(stand, traits) for stand in stands if stand.day in (until, until + 1)]
    return sum(counted_) / len(counted_) if counted_ else 0.0


def _worth(stand: Stand, traits: Traits) -> float:
    own, enemy = (
        traits.lost * lost + traits.spent * spent for lost, spent in zip(stand.lost, stand.spent, strict=True)
    )
    return stand.lead + stand.later / 2 - own + enemy


def gain_of(weighed: Weighed, until: int, traits: Traits) -> tuple[float, float]:
    """Return by how much a course is better than the orders as they are under the same dice, and the standard error."""
    pairs = [
        value(run.stands, until, traits) - value(base.stands, until, traits)
        for run, base in zip(weighed.runs, weighed.base, strict=True)
    ]
    mean = sum(pairs) / len(pairs)
    return mean, sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / len(pairs))


# what is told ---------------------------------------------------------------------------------------------------------


def advice_of(question: Question, thought: Thought) -> Advice:
    """Return the appreciation of a staff."""
    best = next((w for w in thought.weighed if w.option == thought.choice), thought.base)
    return Advice(
        question.commander,
        question.side,
        question.moment,
        question.until,
        _weighed(question, thought, thought.base),
        tuple(_weighed(question, thought, weighed) for weighed in thought.weighed),
        question.seen,
        tuple(Reckoned(e.arm, e.least, e.most) for e in question.unseen),
        turns_on(question, best.runs, question.traits),
        question.traits.sure,
        thought.runs,
        thought.stopped,
    )


def _weighed(question: Question, thought: Thought, weighed: Weighed) -> CourseWeighed:
    is_chosen, words = weighed.option == thought.choice, weighed.option.words
    if not weighed.runs:
        return CourseWeighed(words, 0.0, 0.0, 0.0, 0.0, 0.0, (), 0, weighed.is_final, is_chosen)
    gain, error = gain_of(weighed, question.until, question.traits)
    own, enemy = (
        _cost(weighed.runs, whose, question.until) - _cost(weighed.base, whose, question.until) for whose in (0, 1)
    )
    games = sum(game.day <= question.until for run in weighed.runs for game in run.games) / len(weighed.runs)
    places = tuple(_held(question, weighed.runs))
    return CourseWeighed(
        words,
        round(gain, 2),
        round(error, 2),
        round(own, 2),
        round(enemy, 2),
        round(games, 2),
        places,
        len(weighed.runs),
        weighed.is_final,
        is_chosen,
    )


def _cost(runs: Sequence[Run], whose: int, until: int) -> float:
    """Return the battalions lost in a run, on average, a spent one as a half."""
    stands = [stand for run in runs for stand in run.stands if stand.day == until]
    return sum(stand.lost[whose] + stand.spent[whose] / 2 for stand in stands) / max(1, len(stands))


def _held(question: Question, runs: Sequence[Run]) -> Iterator[PlaceHeld]:
    names = question.names
    for number, place in enumerate(names.subjects.places):
        key, name = names.places[place]
        held = [_holds(question, run, number) for run in runs]
        yield PlaceHeld(key, name, round(sum(held) / len(held), 3))


def _holds(question: Question, run: Run, number: int) -> bool:
    evenings = (evening for evening in run.evenings if evening.day == question.until)
    return any(evening.owners[number] == question.names.side for evening in evenings)


def turns_on(question: Question, runs: Sequence[Run], traits: Traits) -> str:
    """Return the event that goes most with the worth of a course in its runs, in words: a place held or not, the enemy
    that attacks or not, many unseen or few. Empty where no difference is sure.
    """
    values = [value(run.stands, question.until, traits) for run in runs]
    median = sorted(run.drawn.unseen for run in runs if run.drawn is not None)[len(runs) // 2] if runs else 0
    events: list[tuple[str, list[bool]]] = [
        (f"{question.names.places[place][1]} in our hands", [_holds(question, run, number) for run in runs])
        for number, place in enumerate(question.names.subjects.places)
    ]
    events.append(("an enemy that attacks", [run.drawn is not None and run.drawn.attacks for run in runs]))
    events.append((f"{median} or more unseen", [run.drawn is not None and run.drawn.unseen >= median for run in runs]))
    found = []
    for order, (words, so) in enumerate(events):
        with_, without = ([v for v, is_so in zip(values, so, strict=True) if is_so is want] for want in (True, False))
        if not is_sure(with_, without):
            continue
        one, other = sum(with_) / len(with_), sum(without) / len(without)
        apart = abs(one - other) * sqrt(len(with_) * len(without))
        told = f"{words}: {one:+.1f} points with it, {other:+.1f} without ({len(with_)} of {counted(len(runs), 'run')})"
        found.append((apart, -order, told))
    return max(found)[2] if found else ""


def is_sure(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two groups of runs differ by more than chance, and by as much as counts."""
    if min(len(one), len(other)) < FEW:
        return False
    means = [sum(values) / len(values) for values in (one, other)]
    spread = sum(
        sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values)
        for values, mean in zip((one, other), means, strict=True)
    )
    apart = abs(means[0] - means[1])
    return apart >= LEAST_GAIN and apart > SURE_ERRORS * sqrt(spread)


def orders_of(
    question: Question, thought: Thought, *, by_staff: bool
) -> tuple[HandInOrders | PutInForce | None, list[str]]:
    """Return the command that gives the orders of the choice, and the same as they are typed; none where the orders as
    they are stand. ``by_staff``: they are the plan of a commander without a player, not orders in his name.
    """
    moves = thought.choice.ordered.moves
    if not moves:
        return None, []
    orders = tuple(
        GiveOrder(unit.partition(":")[2], str(move.kind), move.to, move.via, thought.choice.words, since=move.since)
        for move in moves
        for unit in move.units
    )
    typed = [_typed(order) for order in orders]
    if by_staff and not thought.choice.ordered.sign:
        return plan_of(question, thought, lines_of(advice_of(question, thought))), typed
    return HandInOrders(question.commander, orders, more_to_come=True), typed


def _typed(order: GiveOrder) -> str:
    to = f" --to {order.to}" if order.to else ""
    via = "".join(f" --via {place}" for place in order.via)
    return f"campaign {order.kind} {order.unit}{to}{via} --from {order.since}"


def plan_of(question: Question, thought: Thought, appreciation: Sequence[str]) -> PutInForce:
    """Return the command that puts the choice in force, with what was weighed as its arguments."""
    chosen = thought.choice
    return PutInForce(question.side_key, chosen.words, chosen.ordered.moves, tuple(appreciation))
