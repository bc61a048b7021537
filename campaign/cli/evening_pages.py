"""The pages of the evening that ``campaign`` alone shows: their content, and what Enter and the other keys do.

    home(now, printed)           the present state, what waits, and the command for it
    orders(now)                  the commanders, and those without orders
    battles(now)                 the battles without an end
    battle(now, number, printed) one of them
    decision(line)               a decision for which the umpire waits
    papers(now)                  papers that can be printed
    folder(...)                  a folder without a campaign

Each is made of facts alone, so that it can be looked at without a terminal; ``evening`` shows them and runs what was
chosen. No page knows a command that cannot be typed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, assert_never

from campaign.terms.state import BattleState
from campaign.terms.time import Phase
from campaign.terms.words import counted, listed
from campaign.values import dataclass
from campaign.views.day.decisions import DecisionLine
from campaign.views.day.status import OpenBattle, Status
from campaign.views.day.waiting import NextStep, StepKind, next_step, step_of, without_orders

PAPERS = "papers"
"""Folder into which the evening prints, if the user's preferences name no other."""
MOST_NUMBERED = 30
"""Most lines of a page with a number."""

Place = Literal["home", "orders", "battles", "battle", "decision", "papers"]


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a key: a command's words, or another page."""

    words: tuple[str, ...] = ()
    page: Place | None = None
    number: int = 0
    """Number of the page's battle or decision."""
    questions: tuple[tuple[str, str], ...] = ()
    """Questions for the words that the program command still needs, each with the option that takes the answer (empty
    without one)."""
    note: str = ""
    """Note in brackets after the program command."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key, the text of its line, and its goal."""

    press: str
    text: str
    goal: Goal


@dataclass(frozen=True, slots=True)
class Page:
    """A page with the action of Enter and the keys; ``listed`` are lines of the page, ``keys`` stand in its foot."""

    heading: str
    facts: tuple[tuple[str, str], ...] = ()
    listed: tuple[Key, ...] = ()
    enter: Goal | None = None
    keys: tuple[Key, ...] = ()

    def goal(self, press: str) -> Goal | None:
        """Return the goal of the given key; the empty key is Enter."""
        if not press:
            return self.enter
        return next((key.goal for key in (*self.listed, *self.keys) if key.press == press), None)


BACK = Key("b", "back", Goal(page="home"))
NEXT = Key("n", "next", Goal(("next",)))
DESK = Key("d", "desk (in the browser)", Goal(("desk",)))
ELSEWHERE = (
    Key("w", "where", Goal(page="home")),
    Key("o", "orders", Goal(page="orders")),
    Key("b", "battles", Goal(page="battles")),
    Key("p", "papers", Goal(page="papers")),
    Key("l", "log", Goal(("log", "--last", "10"))),
    Key("u", "undo", Goal(("undo",))),
    DESK,
    Key("?", "help", Goal(("--help",))),
)


def home(now: Status, printed: Collection[int] = (), into: str = PAPERS) -> Page:
    """Return the first page: the present state in ten lines. ``printed``: battles whose papers are in the folder
    already.
    """
    score = ", ".join(f"{side.side} {side.score}" for side in now.sides)
    forces = [
        (
            side.side,
            f"{side.fresh} fresh, {side.spent} spent, {side.lost} out of play"
            + (f", {side.to_arrive} to arrive" if side.to_arrive else ""),
        )
        for side in now.sides
    ]
    battles = listed([f"{battle.number} {battle.name} ({battle.state})" for battle in now.battles])
    return Page(
        f"{now.title}: turn {now.moment} of {counted(now.days, 'day')}, {now.clock}",
        (
            ("Score", score),
            *forces,
            ("Battles", battles),
            ("Orders due", now.deadline),
            ("Out of supply", listed([trouble.formation for trouble in now.supply])),
            *(("Waiting" if not i else "", what) for i, what in enumerate(_waiting(now))),
        ),
        enter=_first_step(now, printed, into),
        keys=(*(() if now.phase is Phase.OVER else (NEXT,)), *ELSEWHERE),
    )


def _waiting(now: Status) -> list[str]:
    """Return what waits, a line each; the commanders without orders on one line."""
    missing = without_orders(now)
    lines = [awaited.what for awaited in now.waiting if awaited.words[:1] != ("orders",)]
    return [*([f"orders of {listed(missing)}"] if missing else []), *lines]


def _first_step(now: Status, printed: Collection[int], into: str) -> Goal | None:
    """Return the goal of Enter on the first page: the first thing that waits, a decision on its own page."""
    step = next_step(now, printed)
    return None if step is None else _goal_of(step, into)


def _goal_of(step: NextStep, into: str) -> Goal:
    """Return a step as a goal: a decision and the orders on pages of their own, papers into the evening's folder."""
    match step.kind:
        case StepKind.DECISION:
            return Goal(page="decision", number=step.decision or 0)
        case StepKind.ORDERS:
            return Goal(page="orders")
        case StepKind.PAPERS | StepKind.BOOK:
            return Goal((*step.words, "--out", into), note=step.note)
        case StepKind.RETURN | StepKind.COMMAND:
            return Goal(step.words, note=step.note)
        case _:
            assert_never(step.kind)


def _packet(number: int, into: str) -> Goal:
    return Goal(("battle", "packet", str(number), "--out", into), note="its papers")


def orders(now: Status) -> Page:
    """Return the page of commanders with the state of their orders; Enter takes the form of the first without
    orders.
    """
    missing = without_orders(now)
    listed = _numbered(
        (f"{f'{leader.orders}: ' if leader.orders else ''}{leader.name}, {leader.force}", _form(leader.name))
        for leader in now.commanders
    )
    is_asked = now.phase is Phase.ORDERS
    return Page(
        f"Orders for day {now.moment.day}{f': {_missing_words(len(missing))}' if is_asked else ''}",
        facts=() if is_asked else (("Next step", f"{now.phase.text}; orders can be given now"),),
        listed=listed,
        enter=_form(missing[0]) if missing else Goal(page="home"),
        keys=(
            Key("n", "next, with the orders given so far", Goal(("next",))),
            Key("a", "air", Goal(("air",))),
            Key("f", "forecast", Goal(("forecast",))),
            BACK,
        ),
    )


def _missing_words(count: int) -> str:
    return (
        f"{count} {'commander has' if count == 1 else 'commanders have'} not ordered yet"
        if count
        else "all orders are in"
    )


def _form(name: str) -> Goal:
    return Goal(("orders", "--for", name))


def battles(now: Status) -> Page:
    """Return the page of battles without an end; Enter opens the first of them that waits to be fought."""
    listed = tuple(
        Key(str(battle.number), f"{battle.name}: {battle.state}", Goal(page="battle", number=battle.number))
        for battle in now.battles[:MOST_NUMBERED]
    )
    first = next((battle for battle in now.battles if battle.state is not BattleState.SUSPENDED), None)
    return Page(
        "Open battles" if listed else "No battle is open",
        listed=listed,
        enter=Goal(page="home") if first is None else Goal(page="battle", number=first.number),
        keys=(Key("a", "all battles", Goal(("battle", "list"))), BACK),
    )


def battle(now: Status, number: int, printed: Collection[int] = (), into: str = PAPERS) -> Page | None:
    """Return the page of one battle with the possible commands; None once it has an end."""
    row = next((battle for battle in now.battles if battle.number == number), None)
    if row is None:
        return None
    awaited = next((awaited for awaited in now.waiting if awaited.battle == number), None)
    return Page(
        f"Battle {number}, {row.name}, at {row.place}: {row.state}, begun {row.begun}",
        listed=_battle_keys(row, into),
        enter=None if awaited is None else _goal_of(step_of(awaited, now, printed), into),
        keys=(BACK,),
    )


def _battle_keys(row: OpenBattle, into: str) -> tuple[Key, ...]:
    number = str(row.number)
    return (
        Key("s", "show who takes part", Goal(("battle", "show", number))),
        Key("p", "print its papers", _packet(row.number, into)),
        Key("r", "record a return", Goal(("battle", "record", number))),
        Key("f", "resolve it: resolve it: the program fights it", Goal(("battle", "resolve", number))),
        Key("z", "suspend it until another evening", Goal(("battle", "suspend", number))),
    )


def decision(line: DecisionLine) -> Page:
    """Return the page of a decision with its options; Enter takes the proposed one."""
    number = str(line.number)
    listed = _numbered((option.text, Goal(("decide", number, option.key))) for _, option in line.shown)
    return Page(
        f"Decision {line.number}, {line.side}: {line.question}",
        facts=(("Proposed", line.proposal.reasoned),),
        listed=listed,
        enter=Goal(("decide", number, line.default), note="as proposed"),
        keys=(Key("a", "another answer", Goal(("decide", number), questions=(("Which answer?", ""),))), BACK),
    )


def papers(now: Status, into: str = PAPERS) -> Page:
    """Return the page of the papers for an evening, printed into one folder."""
    kinds: list[tuple[str, tuple[str, ...]]] = [("everything that an evening needs, a file for each reader", ("all",))]
    if now.battles:
        kinds += [("the packets of the open battles", ("packet",)), ("a card for each of their units", ("cards",))]
    kinds += [
        ("the situation maps", ("map",)),
        ("the campaign book", ("book",)),
        ("the campaign book as a web page", ("book", "--web")),
    ]
    listed = _numbered((text, Goal(("print", *words, "--out", into))) for text, words in kinds)
    return Page("Papers", listed=listed, enter=listed[0].goal, keys=(BACK,))


def folder(scenarios: Sequence[tuple[str, str]], databases: Sequence[str], default: str) -> Page:
    """Return the page of a folder without a campaign: the tour, the shipped campaigns (key and title), the user's own
    scenarios, and nearby databases to go on with.
    """
    listed = (
        *_numbered(
            (
                *((f"go on with {path}", Goal(("--db", path))) for path in databases),
                ("a five-minute tour", Goal(("demo",))),
                *((f"a new campaign: {title}", Goal(("new", key))) for key, title in scenarios),
            )
        ),
        Key(
            "t",
            "your own order of battle or map, from text or tables",
            Goal(("convert",), questions=(("Which files?", ""), ("Into which new folder?", "--out"))),
        ),
        Key("i", "a small campaign to change", Goal(("init",), questions=(("In which new folder?", ""),))),
        Key(
            "f", "a new campaign from a scenario folder of your own", Goal(("new",), questions=(("Which folder?", ""),))
        ),
        Key("r", "restore a backup", Goal(("restore",), questions=(("Which file?", ""),))),
    )
    return Page(
        f"There is no campaign here yet ({default}).",
        listed=listed,
        enter=listed[0].goal,
        keys=(DESK, Key("?", "help", Goal(("--help",)))),
    )


def several(names: Iterable[str]) -> Page:
    """Return the page of a database of several campaigns, to choose one."""
    listed = _numbered((name, Goal(("--campaign", name))) for name in names)
    return Page("The database holds several campaigns.", listed=listed, enter=listed[0].goal)


def _numbered(lines: Iterable[tuple[str, Goal]]) -> tuple[Key, ...]:
    return tuple(Key(str(number), text, goal) for number, (text, goal) in enumerate(lines, 1))
