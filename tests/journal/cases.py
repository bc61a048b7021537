"""One case for every action of the program: a campaign made ready, and a command that succeeds on it.

Add a case with every new action, under its verb; a registered action without one fails the tests. By default the case
starts from the tiny campaign (``tests/tiny.py``: sides Alba and Brenn, places Ashford, Birch Cross, Coldbrook,
battalions "1st Rifles", "2nd Rifles", "1st Hussars", "I/9", "II/9"). ``ready`` brings it to where the command makes
sense, by commands or by hand; ``faces`` are the dice it will throw, in order (without them they come from the seed).

    "order": Case(GiveOrder(unit="1st Rifles", kind="march", to="Birch Cross")),
    "battle drop": Case(DropFromBattle(...), ready=lambda store: given(store, NewBattle(...))),

``given`` carries out commands of the program's register on the store.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from campaign.actions.amending import Amend
from campaign.actions.day import Next
from campaign.actions.deadlines import SetDeadline
from campaign.actions.decisions import Decide
from campaign.actions.house_files import TakeHouseFile
from campaign.actions.house_rules import SetRule
from campaign.actions.order_form import HandInForms, HandInOrders
from campaign.actions.order_messages import Message, TakeOrders
from campaign.actions.photos import AttachPhotos, NewPhoto, RemovePhoto
from campaign.actions.reseeding import Reseed
from campaign.actions.returns.take import RecordReturn, SettleBattle
from campaign.journal import REGISTER, Register, commit
from campaign.journal.amending import Put
from campaign.journal.pictures import Picture
from campaign.model import AirGroup, BasingArea, Battalion, Condition, Decision, Side
from campaign.rules.common.dice import Seeded
from campaign.store import Store
from campaign.terms.forces import AirType, Engineers
from campaign.terms.state import DecisionKind, OrderKind, Posture, State
from campaign.terms.time import Phase
from campaign.verbs.addresses import KeepAddress
from campaign.verbs.adjustments import Adjust
from campaign.verbs.air_tasking import CancelAir, LandFromTheSea, TaskAir
from campaign.verbs.battles import AddToBattle, DropFromBattle, NewBattle
from campaign.verbs.between_battles import GiveGrade, GiveGrades, UnitGrade
from campaign.verbs.dividing import SplitBattle
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.interruptions import CancelBattle, MergeBattles, ResumeBattle, SuspendBattle
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, JoinCommand, OrdersComplete, Rest, TakePosture
from campaign.verbs.planning import Plan, PlannedMove
from campaign.verbs.resolution import ResolveBattle
from campaign.verbs.rulings import DismissContact, RuleBattle, UnitWord
from campaign.verbs.seating import SeatDeputy, SeatPlayer, SetCharacter
from campaign.verbs.splitting import Join, Split
from campaign.verbs.systems import FightUnder
from campaign.verbs.trucks import SendTruck
from tests.clash import at_phase, contact, meet, stand
from tests.tiny import by_hand, named


def _as_it_is(store: Store) -> None:
    """The tiny campaign as founded."""


@dataclass(frozen=True, slots=True)
class Case:
    """A campaign made ready, and a command that succeeds on it."""

    command: object
    ready: Callable[[Store], None] = _as_it_is
    faces: tuple[int, ...] | None = None


def given(store: Store, *commands: object, register: Register = REGISTER) -> None:
    """Carry out commands first."""
    for command in commands:
        commit(
            store, None, command, source=lambda board: Seeded(board.campaign.seed), actor="umpire", register=register
        )


def _met(store: Store) -> None:
    """A battle has been proposed at Birch Cross."""
    meet(store)


def _seen(store: Store) -> None:
    """A contact of which no battle was made yet."""
    with by_hand(store) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross")
        contact(board, "1st Rifles", "I/9")


def _reacting(store: Store) -> None:
    """A turn runs, and what is ordered now takes its time."""
    given(store, SetRule("nqm.reaction", "on"))
    with by_hand(store) as board:
        at_phase(board, Phase.MOVEMENT)


def _after(*commands: object) -> Callable[[Store], None]:
    """As it was met, and then these commands."""

    def ready(store: Store) -> None:
        meet(store)
        given(store, *commands)

    return ready


def _amalgamation_owed(store: Store) -> None:
    """Two destroyed battalions of Alba that could make one."""
    with by_hand(store) as board:
        pair = [named(board, Battalion, "1st Rifles"), named(board, Battalion, "2nd Rifles")]
        for unit in pair:
            unit.state, unit.on_map, unit.place_id, unit.destroyed_day, unit.destroyed_turn = (
                State.DESTROYED,
                False,
                None,
                1,
                1,
            )
        key = "+".join(unit.key for unit in pair)
        if board.rows(Decision, Decision.number == 1):
            return
        board.make(
            Decision,
            number=1,
            kind=DecisionKind.AMALGAMATION,
            day=1,
            turn=1,
            side_id=named(board, Side, "Alba").id,
            subject="I Corps",
            question="Amalgamate?",
            options=[{"key": "none", "text": "none"}, {"key": key, "text": "1st and 2nd Rifles"}],
        )


def _in_reserve(store: Store) -> None:
    with by_hand(store) as board:
        named(board, Battalion, "1st Rifles").posture = Posture.RESERVE


def _movement_next(store: Store) -> None:
    """Both sides march towards each other, and the clock stands before the movement of the second turn."""
    given(store, GiveOrder("1st Hussars", "attack", "Birch Cross"), GiveOrder("I/9", "attack", "Birch Cross"))
    with by_hand(store) as board:
        board.clock.turn, board.clock.phase = 2, Phase.MOVEMENT


_NOTHING_LOST = {"turn": 2, "ending": "finished", "field": "alba", "all_other_lines_unharmed": True}
_ALBAN = {"side": "alba", "lines": [{"unit": "1st Rifles", "ticks": ["spent"]}], "foot": _NOTHING_LOST}


def _sappers(store: Store) -> None:
    """The hussars' engineers may be put to work."""
    with by_hand(store) as board:
        named(board, Battalion, "1st Hussars").engineers = Engineers.SPECIALIST


def _sappers_at_work(store: Store) -> None:
    _sappers(store)
    given(store, Engineer("1st Hussars", "minefield", "Birch Cross"))


def _split_in_two(store: Store) -> None:
    given(store, Split("1st Rifles", "half"))


def _squadron(store: Store) -> None:
    """A medium bomber group of Alba's."""
    with by_hand(store) as board:
        alba = named(board, Side, "Alba").id
        if board.rows(AirGroup):
            return
        base = board.make(BasingArea, key="ash_field", name="Ash field", side_id=alba)
        board.make(
            AirGroup, key="sqn_1", name="No. 1 Group", side_id=alba, kind=AirType.MEDIUM_BOMBER, basing_area_id=base.id
        )


def _tasked(store: Store) -> None:
    _squadron(store)
    given(store, TaskAir("No. 1 Group", "strike", "Coldbrook", "2"))


def _afloat(store: Store) -> None:
    """The 1st Rifles are in their landing craft."""
    with by_hand(store) as board:
        rifles = named(board, Battalion, "1st Rifles")
        rifles.on_map, rifles.place_id, rifles.carried_by = False, None, "landing craft"


def _out_of_ammunition(store: Store) -> None:
    """The 1st Rifles have fired all they had, and their division keeps a dump."""
    given(store, SetRule("nqm.logistics", "on"))
    with by_hand(store) as board:
        rifles = named(board, Battalion, "1st Rifles")
        for condition in board.rows(Condition, Condition.battalion_id == rifles.id):
            condition.ammunition = 0
            return
        board.make(Condition, battalion_id=rifles.id, battles=[1], ammunition=0)


_photographed = AttachPhotos(
    "1", (NewPhoto("table.png", "image/png", 40, 30, Picture.of(b"as PNG")),), "Our table", "Ann"
)


CASES: dict[str, Case] = {
    "truck": Case(SendTruck("1st Rifles"), _out_of_ammunition),
    "grade": Case(GiveGrade("1st Rifles", "veteran", "well handled")),
    "grades": Case(GiveGrades("1", (UnitGrade("1st Rifles", "veteran"), UnitGrade("I/9", "conscript"))), _met),
    "air task": Case(TaskAir("No. 1 Group", "strike", "Coldbrook", "3"), _squadron),
    "air cancel": Case(CancelAir("No. 1 Group"), _tasked),
    "land": Case(LandFromTheSea("1st Rifles", "Birch Cross", "2"), _afloat),
    "engineer": Case(Engineer("1st Hussars", "block road", "Birch Cross"), _sappers),
    "engineer stop": Case(StopEngineering("1st Hussars"), _sappers_at_work),
    "split": Case(Split("1st Rifles", "company", "Gort's column")),
    "join": Case(Join("1st Rifles"), _split_in_two),
    "next": Case(Next(until="turn", auto=True), _movement_next),
    "order": Case(GiveOrder(unit="1st Rifles", kind="march", to="Birch Cross", aim="be there first")),
    "orders": Case(
        HandInOrders("General Alba", (GiveOrder("1st Rifles", "march", "Birch Cross"), GiveOrder("2nd Rifles", "hold")))
    ),
    "orders taken": Case(
        TakeOrders(
            "1.1",
            (
                Message(
                    "alba", (GiveOrder("1st Rifles", "march", "Birch Cross"), TakePosture("2nd Rifles", "reserve"))
                ),
                Message("", (Rest("I/9"), Attach("1st Hussars", "1st Division"))),
            ),
        )
    ),
    "orders together": Case(
        HandInForms(
            (
                HandInOrders("General Alba", (GiveOrder("1st Rifles", "march", "Birch Cross"),)),
                HandInOrders("General Brenn"),
            )
        )
    ),
    "orders complete": Case(OrdersComplete("General Alba")),
    "commander played": Case(SeatPlayer("General Alba", "Ruth")),
    "commander character": Case(SetCharacter("alba", "bold", "He attacked (K).")),
    "commander deputy": Case(SeatDeputy("alba", "Tom", "2")),
    "commander mail": Case(KeepAddress("alba", "ruth@example.org")),
    "deadline": Case(SetDeadline("2026-11-26T19:00+00:00", "Europe/Berlin")),
    "commander with": Case(JoinCommand("General Alba", "1st Brigade")),
    "attach": Case(Attach("1st Hussars", "1st Division")),
    "support": Case(GiveSupport("1st Hussars", "1st Division"), _reacting),
    "plan": Case(
        Plan(
            "alba",
            "attack Birch Cross now with 1 Bde",
            (PlannedMove(("battalion:1st_rifles",), OrderKind.ATTACK, "birch_cross", (), "1.1", True),),
            ("12 runs",),
        )
    ),
    "posture": Case(TakePosture("1st Brigade", "march")),
    "rest": Case(Rest("1st Rifles"), _in_reserve),
    "decide": Case(Decide(1, "2"), _amalgamation_owed),
    "reseed": Case(Reseed("another", "and its papers' key")),
    "rules": Case(SetRule("march.moves_per_turn", "one")),
    "house file": Case(
        TakeHouseFile("ours", {"house": {"title": "ours"}, "settings": {"brigadier.half_dice": "pool"}})
    ),
    "amend": Case(
        Amend(2, "counted again", (Put("battalion", 19, "men", 550, 560),), ("1st Rifles: men 550 -> men 560",)),
        ready=lambda store: given(store, Adjust("1st Rifles", "counted", men=550)),
    ),
    "adjust": Case(Adjust("1st Rifles", "a mine nobody knew of", men=550, at="Birch Cross")),
    "contact dismiss": Case(DismissContact("1st Rifles", "they slept"), _seen),
    "battle new": Case(NewBattle("Birch Cross", units=("2nd Rifles", "II/9")), _met),
    "battle add": Case(AddToBattle("1", ("II/9",)), _met),
    "battle drop": Case(DropFromBattle("1", ("1st Hussars",)), _met),
    "battle split": Case(SplitBattle("1", ("2nd Rifles", "II/9")), _after(AddToBattle("1", ("2nd Rifles", "II/9")))),
    "battle merge": Case(MergeBattles("1", "2"), _after(NewBattle("Birch Cross", units=("2nd Rifles", "II/9")))),
    "battle under": Case(FightUnder("1", "hexes"), _met),
    "battle suspend": Case(SuspendBattle("1"), _met),
    "battle resume": Case(ResumeBattle("1"), _after(SuspendBattle("1"))),
    "battle cancel": Case(CancelBattle("1", "it makes no game"), _met),
    "battle resolve": Case(ResolveBattle("1"), _met),
    "battle rule": Case(
        RuleBattle("1", "Alba takes the crossroads", held="alba", states=(UnitWord("I/9", "destroyed"),)), _met
    ),
    "battle photo": Case(_photographed, _met),
    "battle photo remove": Case(RemovePhoto("1", 1), _after(_photographed)),
    "battle record": Case(RecordReturn("1", (_ALBAN,)), _met),
    "battle settle": Case(SettleBattle("1"), _after(RecordReturn("1", (_ALBAN,)))),
}
"""By verb."""
