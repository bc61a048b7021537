"""The secrets of each side: what is changed of it, one thing at a time, although nothing follows from it yet that the
other may know.

A secret is changed by the commands that its owner or the umpire would type; what no command changes is written into the
tables by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from campaign.journal import JournalBoard
from campaign.model import (
    Battalion,
    Battle,
    BattleUnit,
    Crossing,
    Decision,
    DiaryLine,
    Formation,
    Obstacle,
    Place,
    Return,
    Road,
    Side,
    Sighting,
)
from campaign.situation.old_news import changing, spread
from campaign.store import opened
from campaign.terms.forces import SizeMark
from campaign.terms.ground import CrossingState, ObstacleKind
from campaign.terms.state import BattleState, DecisionKind
from tests.secrecy.stages import typed
from tests.tiny import by_hand

Words = tuple[str, ...]
Hand = Callable[[JournalBoard], None]


@dataclass(frozen=True, slots=True)
class Secret:
    """What is hidden, whose it is, and what makes it otherwise."""

    name: str
    of: str
    words: tuple[Words, ...] = ()
    hand: Hand | None = None

    def change(self, db: Path) -> None:
        """Make it otherwise in this file."""
        for words in self.words:
            ended = typed(db, *words)
            assert ended.exit_code == 0, f"{self.name}: {ended.output}"
        if self.hand is not None:
            with opened(db, write=True) as store, by_hand(store) as board:
                self.hand(board)


def row(board: JournalBoard, model: type[Any], key: str) -> Any:
    """The row with this key."""
    (only,) = [one for one in board.rows(model) if one.key == key]
    return only


def _renamed(side: str) -> Hand:
    """Names of all units of a side that the other has not met in battle, of its formations, and their notes."""

    def hand(board: JournalBoard) -> None:
        owner = row(board, Side, side).id
        for unit in [*board.rows(Battalion), *board.rows(Formation)]:
            if unit.side_id == owner and not _is_named(board, unit):
                unit.name, unit.short, unit.notes = f"Gespenst {unit.id}", f"G {unit.id}", "nobody is to know"

    return hand


def _is_named(board: JournalBoard, unit: Any) -> bool:
    """Has anybody learnt the name of this unit in a battle?"""
    met = {line.battalion_id for line in board.rows(BattleUnit)} | {one.battalion_id for one in board.rows(Sighting)}
    return isinstance(unit, Battalion) and unit.id in met


def renamed(key: str) -> Hand:
    """Another name for one battalion."""

    def hand(board: JournalBoard) -> None:
        unit = row(board, Battalion, key)
        unit.name, unit.short = "Gespenst", "G"

    return hand


def _returned(side: str) -> Hand:
    """The return of a battle handed in by its player, while the other side's is not."""

    def hand(board: JournalBoard) -> None:
        owner = row(board, Side, side)
        taking = {line.battle_id for line in board.rows(BattleUnit) if line.side_id == owner.id}
        battles = [battle for battle in board.rows(Battle) if battle.id in taking and not battle.state.is_over]
        for battle in battles:
            content = {"side": side, "lines": [], "foot": {"all_other_lines_unharmed": True, "field": side}}
            board.make(Return, battle_id=battle.id, side_id=owner.id, session=1, content=content)
            battle.state = BattleState.RETURNED
        assert battles

    return hand


def _decision(side: str) -> Hand:
    def hand(board: JournalBoard) -> None:
        board.make(
            Decision,
            number=1 + max((one.number for one in board.rows(Decision)), default=0),
            kind=DecisionKind.AMALGAMATION,
            day=board.moment.day,
            turn=board.moment.turn,
            side_id=row(board, Side, side).id,
            subject="what to amalgamate",
            question="Which of the two?",
            options=[{"key": "none", "text": "neither"}, {"key": "both", "text": "both"}],
            facts={},
        )

    return hand


def block(side: str, road: str, kind: ObstacleKind, at: float = 0.5) -> Hand:
    """An obstacle of this side that nobody of the other has come to."""

    def hand(board: JournalBoard) -> None:
        stretch = row(board, Road, road)
        key, at_m = f"{kind.name.lower()}_{road}", round(stretch.length_m * at)
        obstacle = board.make(Obstacle, key=key, name="a surprise", road_id=stretch.id, at_m=at_m, kind=kind)
        board.flush()
        spread(board, obstacle, {}, {row(board, Side, side).id})

    return hand


def _crossing(side: str, key: str, state: CrossingState) -> Hand:
    def hand(board: JournalBoard) -> None:
        crossing = row(board, Crossing, key)
        with changing(board, crossing, {row(board, Side, side).id}):
            crossing.state = state

    return hand


def _notes(board: JournalBoard) -> None:
    board.campaign.notes = "It was lost by noon, and he knew it."


def _diary(side: str) -> Hand:
    def hand(board: JournalBoard) -> None:
        board.make(
            DiaryLine, day=1, turn=1, place_in_turn=990, side_id=row(board, Side, side).id, text="The general is ill."
        )

    return hand


def _seen(side: str, enemy: str) -> Hand:
    """An enemy whom this side has seen, which the enemy is not to know."""

    def hand(board: JournalBoard) -> None:
        unit, now = row(board, Battalion, enemy), board.moment
        board.make(
            Sighting,
            day=now.day,
            turn=now.turn,
            side_id=row(board, Side, side).id,
            battalion_id=unit.id,
            place_id=unit.place_id or board.rows(Place)[0].id,
            arm=unit.arm,
            mark=SizeMark.BATTALION,
            seen_by="a shepherd",
            how="hearsay",
        )

    return hand


def _entries(order: Words, back: Words) -> tuple[Words, ...]:
    """Entries typed and taken back, so that only their number is more."""
    return order, ("undo",), order, ("undo",), order, back, ("undo",), ("undo",)


WHY = ("--why", "the trial")

_AXIS_IN_THE_DESERT = (
    Secret("an order to a battalion", "axis", (("march", "krad_15", "--to", "Bardia", "--limit", "dawn"),)),
    Secret("an order to a formation", "axis", (("withdraw", "Reserve before Tobruk", "--to", "Gambut"),)),
    Secret("an aim", "axis", (("hold", "6_company", "--aim", "Die here", "--objective", "the barracks"),)),
    Secret("a posture", "axis", (("posture", "6_company", "reserve"),)),
    Secret("a state", "axis", (("adjust", "krad_15", "--state", "spent", *WHY),)),
    Secret(
        "rest",
        "axis",
        (("adjust", "6_company", "--state", "spent", *WHY), ("posture", "6_company", "reserve"), ("rest", "6_company")),
    ),
    Secret("a strength", "axis", (("adjust", "krad_15", "--men", "402", *WHY),)),
    Secret("works dug", "axis", (("adjust", "krad_15", "--dug-in", "4", *WHY),)),
    Secret("a place", "axis", (("adjust", "ariete_tanks_el_adem", "--at", "Gambut", *WHY),)),
    Secret("an attachment", "axis", (("attach", "6_company", "--to", "herff_german_troops"),)),
    Secret("a split", "axis", (("split", "krad_15", "company"),)),
    Secret("support", "axis", (("support", "106_gun_company", "--to", "herff_german_troops"),)),
    Secret("an engineer task", "axis", (("engineer", "krad_15", "block", "road", "--at", "Sollum Barracks"),)),
    Secret("a block on a road", "axis", hand=block("axis", "sollum-sollum_barracks", ObstacleKind.ROADBLOCK)),
    Secret("mines", "axis", hand=block("axis", "q186-bardia_fork", ObstacleKind.MINEFIELD)),
    Secret("an air task", "axis", (("air", "task", "stukas_derna", "--target", "Sidi Suleiman"),)),
    Secret("the grade of supply", "axis", (("adjust", "deutsches_afrikakorps", "--supply", "poorly", *WHY),)),
    Secret("where a commander is", "axis", (("commander", "herff", "--with", "colonna_montemurro"),)),
    Secret("orders handed in", "axis", (("orders", "--for", "cramer", "--complete"),)),
    Secret("where a player's mail goes", "axis", (("commander", "herff", "--mail", "herff@example.org"),)),
    Secret(
        "a battalion destroyed out of sight",
        "axis",
        (("adjust", "panzer_battalion_ed_duda", "--state", "destroyed", *WHY),),
    ),
    Secret("a decision", "axis", hand=_decision("axis")),
    Secret("names", "axis", hand=_renamed("axis")),
    Secret("a line of the diary", "axis", hand=_diary("axis")),
    Secret("whom it has seen", "axis", hand=_seen("axis", "11_hussars")),
    Secret(
        "the number of entries", "axis", _entries(("posture", "6_company", "reserve"), ("posture", "6_company", "line"))
    ),
)
_ALLIES_IN_THE_DESERT = (
    Secret("an order to a battalion", "allied", (("march", "11_hussars", "--to", "Sidi Omar", "--limit", "noon"),)),
    Secret("an order to a formation", "allied", (("withdraw", "desert_column", "--to", "Sidi Omar"),)),
    Secret("an aim", "allied", (("hold", "2_rtr", "--aim", "Die here", "--objective", "the ridge"),)),
    Secret("a posture", "allied", (("posture", "support_group_1", "reserve"),)),
    Secret("a state", "allied", (("adjust", "support_group_2", "--state", "spent", *WHY),)),
    Secret(
        "rest",
        "allied",
        (
            ("adjust", "support_group_3", "--state", "spent", *WHY),
            ("posture", "support_group_3", "reserve"),
            ("rest", "support_group_3"),
        ),
    ),
    Secret("a strength", "allied", (("adjust", "2_rtr", "--vehicles", "19", *WHY),)),
    Secret("works dug", "allied", (("adjust", "support_group_2", "--dug-in", "3", *WHY),)),
    Secret("a place", "allied", (("adjust", "headquarters_western_desert_force", "--at", "Mersa Matruh", *WHY),)),
    Secret("an attachment", "allied", (("attach", "11_hussars", "--to", "coast_column"),)),
    Secret("a split", "allied", (("split", "2_rtr", "company"),)),
    Secret("support", "allied", (("support", "8_field_regiment", "--to", "desert_column"),)),
    Secret("an engineer task", "allied", (("engineer", "support_group_1", "block", "road", "--at", "Sidi Omar"),)),
    Secret("a block on a road", "allied", hand=block("allied", "bir_khireigat-sofafi", ObstacleKind.ROADBLOCK)),
    Secret("mines", "allied", hand=block("allied", "maddalena-bir_khireigat", ObstacleKind.MINEFIELD)),
    Secret("an air task", "allied", (("air", "task", "sqn_14", "--target", "Bardia"),)),
    Secret("the grade of supply", "allied", (("adjust", "western_desert_force", "--supply", "poorly", *WHY),)),
    Secret("where a commander is", "allied", (("commander", "gott", "--with", "desert_column"),)),
    Secret("orders handed in", "allied", (("orders", "--for", "russell", "--complete"),)),
    Secret("where a player's mail goes", "allied", (("commander", "erskine", "--mail", "erskine@example.org"),)),
    Secret("a battalion destroyed out of sight", "allied", (("adjust", "11_hussars", "--state", "destroyed", *WHY),)),
    Secret("a decision", "allied", hand=_decision("allied")),
    Secret("names", "allied", hand=_renamed("allied")),
    Secret("a line of the diary", "allied", hand=_diary("allied")),
    Secret("whom it has seen", "allied", hand=_seen("allied", "ariete_tanks_el_adem")),
    Secret("the number of entries", "allied", _entries(("posture", "2_rtr", "reserve"), ("posture", "2_rtr", "line"))),
)
_AXIS_IN_HOLLAND = (
    Secret("an order to a battalion", "axis", (("march", "brinkmann", "--to", "Elst"),)),
    Secret("a state", "axis", (("adjust", "runge", "--state", "spent", *WHY),)),
    Secret("a strength", "axis", (("adjust", "euling", "--men", "333", *WHY),)),
    Secret("a place", "axis", (("adjust", "erdmann_first", "--at", "Helmond", *WHY),)),
    Secret("an engineer task", "axis", (("engineer", "moeller", "block", "road", "--at", "Arnhem"),)),
    Secret("a block on a road", "axis", hand=block("axis", "zevenaar-pannerden", ObstacleKind.ROADBLOCK)),
    Secret("a bridge blown", "axis", hand=_crossing("axis", "west", CrossingState.DESTROYED)),
    Secret("a bridge prepared", "axis", hand=_crossing("axis", "arn_road", CrossingState.PREPARED)),
    Secret("mines", "axis", hand=block("axis", "bemmel-pannerden", ObstacleKind.MINEFIELD)),
    Secret("an air task", "axis", (("air", "task", "ju_88", "--target", "Eindhoven"),)),
    Secret("the grade of supply", "axis", (("adjust", "LXXXVI. Armeekorps", "--supply", "poorly", *WHY),)),
    Secret("a battalion destroyed out of sight", "axis", (("adjust", "erdmann_second", "--state", "destroyed", *WHY),)),
    Secret(
        "one that was seen destroyed out of sight",
        "axis",
        (("adjust", "headquarters_kampfgruppe_walther", "--state", "destroyed", *WHY),),
    ),
    Secret("a decision", "axis", hand=_decision("axis")),
    Secret("names", "axis", hand=_renamed("axis")),
    Secret("the number of entries", "axis", _entries(("posture", "runge", "reserve"), ("posture", "runge", "line"))),
)
_ALLIES_IN_HOLLAND = (
    Secret("an order to a battalion", "allied", (("march", "prinses_irene_companies", "--to", "Hechtel"),)),
    Secret("a state", "allied", (("adjust", "73_anti_tank", "--state", "spent", *WHY),)),
    Secret("a strength", "allied", (("adjust", "prinses_irene_companies", "--men", "333", *WHY),)),
    Secret("an attachment", "allied", (("attach", "73_anti_tank", "--to", "guards_troops"),)),
    Secret("a bridge blown", "allied", hand=_crossing("allied", "grave", CrossingState.DESTROYED)),
    Secret("the grade of supply", "allied", (("adjust", "viii_corps", "--supply", "poorly", *WHY),)),
    Secret("a battalion destroyed out of sight", "allied", (("adjust", "27_light_aa", "--state", "destroyed", *WHY),)),
    Secret("a decision", "allied", hand=_decision("allied")),
    Secret("names", "allied", hand=_renamed("allied")),
    Secret(
        "the number of entries",
        "allied",
        _entries(("posture", "73_anti_tank", "reserve"), ("posture", "73_anti_tank", "support")),
    ),
)
_NOTES = Secret("what the scenario's notes tell", "axis", hand=_notes)

SECRETS: dict[tuple[str, str], tuple[Secret, ...]] = {
    ("start", "axis"): (*_AXIS_IN_THE_DESERT, _NOTES),
    ("start", "allied"): _ALLIES_IN_THE_DESERT,
    ("midway", "axis"): (
        *_AXIS_IN_THE_DESERT,
        Secret(
            "one that was seen destroyed out of sight",
            "axis",
            (("adjust", "krad_15_company", "--state", "destroyed", *WHY),),
        ),
        Secret("a return handed in", "axis", hand=_returned("axis")),
    ),
    ("midway", "allied"): (*_ALLIES_IN_THE_DESERT, Secret("a return handed in", "allied", hand=_returned("allied"))),
    ("garden", "axis"): (*_AXIS_IN_HOLLAND, _NOTES),
    ("garden", "allied"): _ALLIES_IN_HOLLAND,
}
"""By stage and whose they are."""
