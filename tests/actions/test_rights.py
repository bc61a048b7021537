"""Who may give which command, and which orders are due: every command of the register, tried as each kind of person."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import ClassVar, cast

import pytest

from campaign.actions.all_actions import every_action
from campaign.actions.day import Next
from campaign.actions.order_form import HandInForms, HandInOrders
from campaign.actions.order_messages import Message, TakeOrders
from campaign.actions.permissions import is_due, needs_leave, require_permission
from campaign.actions.start_campaign import Found
from campaign.errors import NotAllowed, NotFound
from campaign.journal.board import JournalBoard
from campaign.journal.transaction import reading
from campaign.model import Commander, Decision, Formation, Side
from campaign.store import open_store
from campaign.terms.given import Given, given_as
from campaign.terms.state import DecisionKind
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import dataclass
from campaign.verbs.orders import Attach, GiveOrder, JoinCommand
from tests.clash import meet
from tests.journal.cases import CASES, _squadron
from tests.tiny import by_hand, named

MAY, ANOTHERS, NOBODYS, UMPIRE_ONLY = "may", "another's", "no such name", "the umpire's"
_UMPIRES = (UMPIRE_ONLY,) * 4
_UNITS = (MAY, MAY, ANOTHERS, NOBODYS)
"""A unit of Alba's: its side and its commander order it, no other commander does, and Brenn is told of no such unit."""

RIGHTS: Mapping[str, tuple[str, str, str, str]] = {
    "adjust": _UMPIRES,
    "air cancel": (MAY, MAY, MAY, NOBODYS),
    "air task": (MAY, MAY, MAY, NOBODYS),
    "amend": _UMPIRES,
    "attach": _UNITS,
    "battle add": _UMPIRES,
    "battle cancel": _UMPIRES,
    "battle drop": _UMPIRES,
    "battle merge": _UMPIRES,
    "battle new": _UMPIRES,
    "battle photo": _UMPIRES,
    "battle photo remove": _UMPIRES,
    "battle record": (MAY, MAY, ANOTHERS, ANOTHERS),
    "battle resolve": _UMPIRES,
    "battle resume": _UMPIRES,
    "battle rule": _UMPIRES,
    "battle settle": _UMPIRES,
    "battle split": _UMPIRES,
    "battle suspend": _UMPIRES,
    "battle under": _UMPIRES,
    "commander character": _UMPIRES,
    "commander deputy": (MAY, MAY, ANOTHERS, NOBODYS),
    "commander mail": _UMPIRES,
    "commander played": _UMPIRES,
    "commander with": (MAY, MAY, ANOTHERS, NOBODYS),
    "contact dismiss": _UMPIRES,
    "deadline": _UMPIRES,
    "decide": (MAY, MAY, MAY, ANOTHERS),
    "engineer": _UNITS,
    "engineer stop": _UNITS,
    "found": _UMPIRES,
    "grade": _UMPIRES,
    "grades": _UMPIRES,
    "house file": _UMPIRES,
    "join": _UNITS,
    "land": _UNITS,
    "next": _UMPIRES,
    "order": _UNITS,
    "orders": _UNITS,
    "orders complete": (MAY, MAY, ANOTHERS, NOBODYS),
    "orders taken": _UNITS,
    "orders together": _UNITS,
    "plan": _UMPIRES,
    "posture": _UNITS,
    "reseed": _UMPIRES,
    "rest": _UNITS,
    "rules": _UMPIRES,
    "split": _UNITS,
    "support": _UNITS,
    "truck": _UNITS,
}
"""By verb, what is answered to a player of the whole side of Alba, to the commander over the units that the command
names, to another commander of Alba, and to the other side. The umpire may give every one.
"""
_FIRST = GiveOrder("1st Rifles", "hold")
COMMANDS: Mapping[str, object] = {
    **{verb: case.command for verb, case in CASES.items()},
    "found": Found("tiny", "", "7"),
    "next": Next(),
    "orders taken": TakeOrders("1.1", (Message("", (_FIRST,)),)),
    "orders together": HandInForms((HandInOrders("General Alba", (_FIRST,)),)),
}
"""A command of every verb: those of the mill (``cases.py``), but some of which are about both sides there."""
NOT_DUE = {"battle record", "battle resolve", "commander deputy", "decide", "next"}
"""Verbs of players that are no orders: no deadline closes them."""
WITHOUT_LEAVE = {"battle record", "decide"}
"""Those among them that players give though the umpire takes no orders at the desk."""


@pytest.fixture(scope="module")
def board(template_files: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[JournalBoard]:
    """A battle is met, a group may fly, a decision waits for Alba, which has a second commander, over no unit."""
    path = Path(shutil.copyfile(template_files("tiny"), tmp_path_factory.mktemp("rights") / "tiny.db"))
    with closing(open_store(path, write=True)) as store:
        meet(store)
        _squadron(store)
        with by_hand(store) as hand:
            division = named(hand, Formation, "1st Division")
            alike = {name: getattr(division, name) for name in ("side_id", "nation_id", "level", "mark", "arm")}
            brigade = hand.make(Formation, key="two", name="2nd Brigade", short="2nd", superior_id=division.id, **alike)
            hand.make(Commander, key="other", name="Colonel Other", side_id=division.side_id, formation_id=brigade.id)
            hand.make(
                Decision,
                number=1,
                kind=DecisionKind.AMALGAMATION,
                day=1,
                turn=1,
                side_id=division.side_id,
                subject="I Corps",
                question="Amalgamate?",
                options=[{"key": "none", "text": "none"}],
            )
        with reading(store) as opened:
            yield opened


def people(board: JournalBoard) -> tuple[Viewer, ...]:
    """The four of the table, in its order."""
    alba, brenn = (named(board, Side, name).id for name in ("Alba", "Brenn"))
    general, other = (named(board, Commander, name).id for name in ("General Alba", "Colonel Other"))
    return Viewer(alba), Viewer(alba, (general,)), Viewer(alba, (other,)), Viewer(brenn)


def answer(board: JournalBoard, viewer: Viewer, command: object) -> str:
    """What the lock says to this person."""
    try:
        require_permission(board, viewer, command)
    except NotFound:
        return NOBODYS
    except NotAllowed as refused:
        return UMPIRE_ONLY if "only the umpire can" in str(refused) else ANOTHERS
    return MAY


def test_every_command_is_given_by_whom_the_table_says(board: JournalBoard) -> None:
    """A command that is new stands in no row here, and nobody but the umpire may give it until it has one."""
    assert set(RIGHTS) == set(every_action())
    four = people(board)
    assert {verb: tuple(answer(board, viewer, COMMANDS[verb]) for viewer in four) for verb in RIGHTS} == RIGHTS
    assert {answer(board, UMPIRE, command) for command in COMMANDS.values()} == {MAY}


def test_every_other_command_of_a_player_is_an_order_and_due() -> None:
    marks = {verb: given_as(type(command)) for verb, command in COMMANDS.items()}
    of_players = {verb for verb, row in RIGHTS.items() if row != _UMPIRES} | {"battle resolve", "next"}
    assert {verb for verb, mark in marks.items() if mark.is_of_players} == of_players
    assert {verb for verb in of_players if not marks[verb].is_due} == NOT_DUE
    assert {verb for verb in of_players if not marks[verb].needs_leave} == WITHOUT_LEAVE


def test_nobody_lends_a_battalion_to_a_formation_that_is_not_his(board: JournalBoard) -> None:
    """By itself, on a form, in a message: the formation is asked too."""
    lent = Attach("1st Hussars", "9th Regiment")
    on_a_form = HandInOrders("General Alba", attached=(lent,))
    side, general, *_ = people(board)
    for command in (lent, on_a_form, HandInForms((on_a_form,)), TakeOrders("1.1", (Message("", (lent,)),))):
        assert {answer(board, viewer, command) for viewer in (side, general)} == {NOBODYS}


def test_a_command_without_a_mark_is_the_umpire_s(board: JournalBoard) -> None:
    @dataclass(frozen=True, slots=True)
    class Forgotten:
        unit: str
        given: str = "1st Rifles"

    assert given_as(Forgotten) is Given.BY_UMPIRE
    assert {answer(board, viewer, Forgotten("1st Rifles")) for viewer in people(board)} == {UMPIRE_ONLY}


def test_a_form_or_a_message_is_no_cover_for_a_command_of_the_umpire_s(board: JournalBoard) -> None:
    """The marks of the single orders are asked too: whether they are a player's, due, and need leave."""

    @dataclass(frozen=True, slots=True)
    class OfTheUmpire:
        given: ClassVar[Given] = Given.BY_UMPIRE

    @dataclass(frozen=True, slots=True)
    class Answers:
        given: ClassVar[Given] = Given.AS_ANSWER

    form = HandInOrders("General Alba", attached=(cast(Attach, OfTheUmpire()),))
    also = HandInOrders("General Alba", goes_with=(cast(JoinCommand, OfTheUmpire()),))
    message = TakeOrders("1.1", (Message("", (cast(Attach, OfTheUmpire()),)),))
    for command in (form, also, HandInForms((form,)), message):
        assert {answer(board, viewer, command) for viewer in people(board)} == {UMPIRE_ONLY}
        assert answer(board, UMPIRE, command) == MAY
    assert not is_due(Answers()) and not needs_leave(Answers())
    for whole, given in ((HandInForms, form), (HandInOrders, form), (TakeOrders, message)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(whole, "given", Given.AS_ANSWER)
            command = HandInForms((form,)) if whole is HandInForms else given
            assert is_due(command) and needs_leave(command)
