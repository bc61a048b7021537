"""Campaigns from a script in Python: start or open one, look at it, give orders, play on, undo, branch, export.

    from campaign import api

    with api.start("operation-brevity", "brevity.db", seed="1941") as brevity:
        brevity.give(api.GiveOrder("2nd Scots Guards", "march", to="Musaid"))
        while not brevity.is_over:
            brevity.play_on("day")
        print(brevity.objectives().scores)

The script acts as the umpire. It does what the command line does, by the same actions and queries: every change is one
journal entry, which ``campaign log`` shows and ``campaign undo`` undoes. Answers are frozen values. An error is a
``CampaignError`` with one line that says what was refused, and why.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from campaign.actions.day import Next
from campaign.actions.decisions import Decide
from campaign.actions.house_rules import SetRule
from campaign.actions.returns.take import PointDecision, RecordReturn, SettleBattle, what_follows
from campaign.actions.returns.word import NO_WORD, UmpiresWord, UnitEnd
from campaign.actions.start_campaign import found_campaign, place_for
from campaign.errors import (
    Ambiguous,
    BadFile,
    BadInput,
    CampaignError,
    NotAllowed,
    NotDecided,
    NotFound,
    Refused,
    ReturnsDiffer,
    StoreError,
)
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.export import write_export
from campaign.exchange.returns.file import read_return
from campaign.journal import Change, Done, JournalBoard, Line, Preview, commit, living, preview, reading, redo, undo
from campaign.journal import branches as branching
from campaign.journal.asof import as_of, when
from campaign.journal.branches import Branch
from campaign.journal.campaign_copy import taken
from campaign.journal.scratch_copy import copy_of
from campaign.queries.battle.battles import battle, battle_list, return_fields
from campaign.queries.campaign.settings import settings
from campaign.queries.common.viewers import moment_asked
from campaign.queries.contacts.sightings import sightings
from campaign.queries.day.decisions import decisions
from campaign.queries.day.status import status
from campaign.queries.map.objectives import objectives
from campaign.queries.map.places import places
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.units import unit
from campaign.queries.supply.supply import supply
from campaign.rows.kept import KeptRows
from campaign.rules.tabletop.interface import DEFAULT
from campaign.situation.army import load_army
from campaign.situation.chance import dice_of
from campaign.situation.names import side_named, viewer_named
from campaign.situation.players import seats_of
from campaign.store import Store, open_store
from campaign.store.error_text import plainly
from campaign.terms.state import State
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, Rest, TakePosture
from campaign.verbs.resolution import ResolveBattle
from campaign.verbs.rulings import RuleBattle, UnitWord
from campaign.verbs.systems import FightUnder
from campaign.views.battle.battles import BattleList, BattleView
from campaign.views.battle.what_follows import WhatFollows
from campaign.views.campaign.settings import RuleList
from campaign.views.contacts.sightings import SightingList
from campaign.views.day.decisions import DecisionList
from campaign.views.day.status import Status
from campaign.views.map.objectives import ObjectivesReport
from campaign.views.map.places import PlaceList
from campaign.views.orbat.orbat import OrbatChart
from campaign.views.orbat.units import BattalionSheet, FormationSheet
from campaign.views.supply.supply import SupplyView
from campaign.words.receipt import Receipt

__all__ = [
    "Adjust",
    "Ambiguous",
    "Attach",
    "BadFile",
    "BadInput",
    "BattalionSheet",
    "BattleList",
    "BattleView",
    "Branch",
    "CampaignError",
    "Change",
    "Command",
    "Decide",
    "DecisionList",
    "Done",
    "FightUnder",
    "FormationSheet",
    "GiveOrder",
    "GiveSupport",
    "Line",
    "Moment",
    "Next",
    "NotAllowed",
    "NotDecided",
    "NotFound",
    "ObjectivesReport",
    "OpenCampaign",
    "OrbatChart",
    "PlaceList",
    "PointDecision",
    "Preview",
    "Receipt",
    "RecordReturn",
    "Refused",
    "ResolveBattle",
    "Rest",
    "ReturnsDiffer",
    "RuleBattle",
    "RuleList",
    "SetRule",
    "SettleBattle",
    "SightingList",
    "State",
    "Status",
    "StoreError",
    "SupplyView",
    "TakePosture",
    "UmpiresWord",
    "UnitEnd",
    "UnitWord",
    "WhatFollows",
    "open_campaign",
    "start",
]

Command = (
    GiveOrder
    | Attach
    | GiveSupport
    | TakePosture
    | Rest
    | Next
    | Decide
    | ResolveBattle
    | FightUnder
    | RecordReturn
    | SettleBattle
    | RuleBattle
    | Adjust
    | SetRule
)
"""Every order that a script can give: a frozen value for each program command."""

Answer = TypeVar("Answer")
UMPIRE = "umpire"


def start(
    scenario: str,
    where: str | Path,
    *,
    name: str = "",
    tabletop: str = DEFAULT,
    seed: str | int = "",
    weather: str = "",
    actor: str = "script",
) -> OpenCampaign:
    """Start a campaign from a scenario, as ``campaign new`` does, and open it.

    ``scenario`` is the word for a shipped one (``operation-brevity``) or the path of a folder or file of your own.
    ``where`` is a new file, or the URL of a PostgreSQL database. With a ``name`` the campaign may go into a file that
    holds others. Without a ``seed`` nobody can foresee the dice. ``weather`` is ``historical`` or ``dice``; without it
    the weather is historical where the scenario has it. ``actor`` signs the journal entries.

    Raises BadInput or BadFile for the scenario, NotFound for the system, Refused if the name is taken, StoreError if
    the file is there already.
    """
    values = read_scenario(find_scenario(scenario))
    with place_for(where, name) as store:
        found_campaign(
            store, values, name=name, seed=str(seed) or None, tabletop=tabletop, weather=weather, actor=actor
        )
    return open_campaign(where, name or values.key, actor=actor)


def _entry_number(number: object) -> int | None:
    """Return the number of a journal entry, or None for the last one. Raises BadInput for anything else."""
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise BadInput(f"{number!r} is not the number of an entry. Give a whole number, as in to=6")
    return number


def _checked(command: Command) -> Command:
    """Return a command that is one. Raises BadInput for anything else."""
    if not isinstance(command, Command):
        example = 'api.GiveOrder("2nd Scots Guards", "march", to="Musaid")'
        raise BadInput(f"{command!r} is not a command of this program. Give a command as a value, such as {example}")
    return command


def open_campaign(where: str | Path, name: str = "", *, actor: str = "script", read_only: bool = False) -> OpenCampaign:
    """Open a campaign that is there: a file, or the URL of a PostgreSQL database.

    ``name`` says which one, if the database holds several. ``actor`` signs the journal entries. With ``read_only``
    nothing can be changed; otherwise a file of an earlier version of the program is brought up to date, and a copy of
    it is kept.

    Raises NotFound for the name, StoreError for a file or database that cannot be opened.
    """
    store = open_store(where, write=not read_only, rows=KeptRows())
    try:
        with reading(store, name or None) as board:
            called = board.campaign.name
    except BaseException:
        store.close()
        raise
    return OpenCampaign(store, where, called, actor)


class OpenCampaign:
    """An open campaign. Use it with ``with``, or close it at the end.

    Nothing is locked between two calls: others can work on the campaign meanwhile. Methods that read take ``viewer``
    (``umpire``, a side, a commander or a player) and ``as_of`` (``2.3``, ``2``, ``1941-05-16`` or ``#12``), with the
    meaning of ``--viewer`` and ``--as-of``.
    """

    def __init__(self, store: Store, where: str | Path, name: str, actor: str) -> None:
        """Use ``start`` or ``open_campaign`` instead."""
        self._store = store
        self._is_closed = False
        self._where = where
        self.name = name
        self.actor = actor

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database. Every later call on the campaign is refused."""
        self._is_closed = True
        self._store.close()

    # how things stand

    def status(self, *, viewer: str = UMPIRE, as_of: int | str = "") -> Status:
        """Return how the campaign stands and what waits."""
        return self._ask(status, viewer, as_of)

    def order_of_battle(self, side: str = "", *, viewer: str = UMPIRE, as_of: int | str = "") -> tuple[OrbatChart, ...]:
        """Return the order of battle of each side, or of one. Raises NotFound for the side."""

        def query(board: JournalBoard, looks: Viewer) -> tuple[OrbatChart, ...]:
            return orders_of_battle(board, looks, side_named(board, side).id if side else None)

        return self._ask(query, viewer, as_of)

    def unit(self, name: str, *, viewer: str = UMPIRE, as_of: int | str = "") -> BattalionSheet | FormationSheet:
        """Return everything about one battalion or formation. Raises NotFound or Ambiguous for the name."""
        return self._ask(lambda board, looks: unit(board, looks, name), viewer, as_of)

    def places(self, *, viewer: str = UMPIRE, as_of: int | str = "") -> PlaceList:
        """Return the places of the map, with who holds them and the roads between them."""
        return self._ask(places, viewer, as_of)

    def objectives(self, *, viewer: str = UMPIRE, as_of: int | str = "") -> ObjectivesReport:
        """Return the objectives, who holds them, and the score."""
        return self._ask(objectives, viewer, as_of)

    def sightings(self, *, viewer: str = UMPIRE, as_of: int | str = "") -> SightingList:
        """Return what has been seen of the enemy."""
        return self._ask(sightings, viewer, as_of)

    def supply(self, *, viewer: str = UMPIRE, as_of: int | str = "") -> SupplyView:
        """Return which formations are in supply, and why the others are not."""
        return self._ask(supply, viewer, as_of)

    def battles(self, *, viewer: str = UMPIRE, as_of: int | str = "") -> BattleList:
        """Return every battle."""
        return self._ask(battle_list, viewer, as_of)

    def battle(self, number: int | str, *, viewer: str = UMPIRE, as_of: int | str = "") -> BattleView:
        """Return one battle with both sides, its returns and its report. Raises NotFound."""
        return self._ask(lambda board, looks: battle(board, looks, str(number)), viewer, as_of)

    def decisions(self, *, viewer: str = UMPIRE, as_of: int | str = "") -> DecisionList:
        """Return the decisions that the campaign waits for, with their possible answers, and those already answered."""
        return self._ask(decisions, viewer, as_of)

    def settings(self, key: str = "", *, as_of: int | str = "") -> RuleList:
        """Return all settings of the campaign, one of them, or a group of them. Raises BadInput for the key."""
        return self._ask(lambda board, looks: settings(board, looks, key), UMPIRE, as_of)

    def log(self) -> tuple[Line, ...]:
        """Return the entries of the journal that are in force, first to last, with their dice, for the umpire."""
        return self._ask(lambda board, _: living(board), UMPIRE, "")

    @property
    def is_over(self) -> bool:
        """The end of the campaign: True once the last day has been played."""
        return self._ask(lambda board, _: board.clock.phase is Phase.OVER, UMPIRE, "")

    # what is done

    def give(self, command: Command) -> Done:
        """Carry out one command as one journal entry, with the campaign's dice.

        Raises Refused if the rules or the state of the campaign forbid it, BadInput for what cannot be understood;
        nothing is changed then.
        """
        return commit(self._to_write(), self.name, _checked(command), source=dice_of, actor=self.actor)

    def preview(self, command: Command) -> Preview:
        """Return what a command would do, with every value that would change. Nothing is written."""
        with copy_of(self._opened(), self.name) as copy:
            return preview(copy, self.name, _checked(command), source=dice_of, actor=self.actor)

    def play_on(self, until: str = "turn", *, auto: bool = True, program: str | tuple[str, ...] = ()) -> Done:
        """Let the clock run until the end of the ``turn`` or ``day``, or until the next ``battle`` or ``decision``.

        With ``auto`` the program leads the commanders without a player, takes the default for every decision, and
        fights every battle. Without it the clock stops at whatever needs a person; the receipt's ``waiting`` names
        it. ``program`` names a side, or several, that the program plays this time. Raises Refused when the
        campaign is over.
        """
        return self.give(Next(until, auto, (program,) if isinstance(program, str) else program, staffs=False))

    def resolve(self, battle: int | str, turns: int = 1) -> Done:
        """Let the program fight a battle by the book, for at most ``turns`` turns of six hours, and settle it."""
        return self.give(ResolveBattle(str(battle), turns))

    def record(self, battle: int | str, *files: str | Path, believe: str = "", word: UmpiresWord = NO_WORD) -> Done:
        """Record the returns of a battle from files in YAML, one a side. With both sides' the battle is settled, unless
        something is open that no return says; then the receipt's ``waiting`` asks for it.

        ``believe`` names the side whose answers count where two returns differ; ``word`` holds the umpire's answers.
        Raises BadFile with every error in the files, ReturnsDiffer for two returns that contradict each other.
        """
        fields = self._ask(lambda board, looks: return_fields(board, looks, str(battle)), UMPIRE, "")
        contents = tuple(read_return(path, fields).content for path in files)
        return self.give(RecordReturn(str(battle), contents, believe, word=word))

    def settle(self, battle: int | str, believe: str = "", word: UmpiresWord = NO_WORD) -> Done:
        """Settle a battle on the returns that are recorded, one or two; ``believe`` and ``word`` as in ``record``.

        Raises NotDecided while a question is open: who holds the field, in which turn a resumed battle ended, what a
        unit with a doubtful way back does. ``what_follows`` lists the questions and every unit.
        """
        return self.give(SettleBattle(str(battle), believe, word=word))

    def what_follows(self, battle: int | str, believe: str = "", word: UmpiresWord = NO_WORD) -> WhatFollows:
        """Return what would follow if a battle were settled so: the open questions, and each unit of the table with
        what it does, why, and where it is then. Nothing is changed.
        """
        command = SettleBattle(str(battle), believe, word=word)
        follows = self._ask(lambda board, _: what_follows(board, command), UMPIRE, "")
        assert follows is not None
        return follows

    def undo(self, to: int | None = None) -> tuple[Line, ...]:
        """Undo the last journal entry, or every entry after number ``to``. Return those that were undone, last first.

        Raises Refused if there is nothing to undo, BadInput for a number that is not one.
        """
        return undo(self._to_write(), self.name, to=_entry_number(to), actor=self.actor)

    def redo(self, to: int | None = None) -> tuple[Line, ...]:
        """Redo the entry that was undone last, or all up to number ``to``. Raises Refused if there is none."""
        return redo(self._to_write(), self.name, to=_entry_number(to), actor=self.actor)

    def branch(self, name: str, at: int | str = "") -> OpenCampaign:
        """Copy the campaign under another name in the same database, now or as it was ``at`` a moment, and open it.

        The branch goes on by itself, and is closed by itself. Raises Refused if the name is taken, NotFound for the
        moment.
        """
        moment = self._ask(lambda board, _: when(str(at), board) if at != "" else None, UMPIRE, "")
        branching.branch(self._to_write(), self.name, name, at=moment)
        return open_campaign(self._where, name, actor=self.actor)

    def drop(self) -> None:
        """Delete this branch from the database, and close it. Raises Refused for a campaign that is not a branch."""
        branching.drop(self._to_write(), self.name)
        self.close()

    def branches(self) -> tuple[Branch, ...]:
        """Return every campaign of the database, each followed by its branches."""
        return branching.branches(self._opened())

    def export(self, path: str | Path) -> Path:
        """Write the whole campaign with its journal into one JSON file, which ``campaign import`` reads.

        Return its path. Raises StoreError if it is there already or cannot be written.
        """
        write_export(self._ask(lambda board, _: taken(board), UMPIRE, ""), Path(path))
        return Path(path)

    def _to_write(self) -> Store:
        """Return the store for a change. Raises Refused if the campaign is closed, or open to read only."""
        if not self._opened().writable:
            raise Refused(
                f"{self.name} was opened with read_only and cannot be changed. Open it again without read_only"
            )
        return self._store

    def _opened(self) -> Store:
        """Return the store. Raises Refused if the campaign is closed: SQLAlchemy would open the file anew."""
        if self._is_closed:
            raise Refused(f"{self.name} is closed. Open it again with open_campaign")
        return self._store

    def _ask(self, query: Callable[[JournalBoard, Viewer], Answer], viewer: str, moment: int | str) -> Answer:
        """Ask a query, all of it at one moment. Raises NotFound or Ambiguous for the viewer, and for the moment."""
        with plainly(self._opened().name), reading(self._store, self.name) as board:
            looks = viewer_named(load_army(board), viewer, seats_of(board))
            if moment == "":
                return query(board, looks)
            with as_of(board, moment_asked(board, looks, str(moment))) as visit:
                return query(visit.board, viewer_named(load_army(visit.board), viewer, seats_of(visit.board)))
