"""Small actions for the journal's own tests, in a register of their own. They write every kind of change there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaign.errors import Refused
from campaign.journal import JournalBoard, Register, action
from campaign.model import Battalion, Battle, BattleUnit, Contact, Formation, Place, Setting
from campaign.rules.common.dice import Dice
from campaign.terms.forces import Arm, Level, SizeMark
from campaign.terms.state import BattleState, ContactState, Role
from campaign.words.receipt import Receipt
from tests.tiny import battalion, named

DEEDS = Register()


@dataclass(frozen=True, slots=True)
class SetRule:
    key: str
    value: Any


@action("set rule", register=DEEDS)
def set_rule(board: JournalBoard, command: SetRule, dice: Dice) -> Receipt:
    there = board.rows(Setting, Setting.key == command.key)
    if there:
        there[0].value = command.value
    else:
        board.make(Setting, key=command.key, value=command.value)
    return Receipt(f"{command.key} is {command.value}")


@dataclass(frozen=True, slots=True)
class Move:
    unit: str
    to: str


@action("move", register=DEEDS)
def move(board: JournalBoard, command: Move, dice: Dice) -> Receipt:
    unit, place = named(board, Battalion, command.unit), named(board, Place, command.to)
    if unit.place_id == place.id:
        raise Refused(f"{unit.name} is at {place.name} already")
    unit.place_id = place.id
    face = dice.roll(6, "straggling", unit.key, "1 loses ten men")
    unit.men -= 10 if face == 1 else 0
    return Receipt(f"{unit.name} to {place.name}")


@dataclass(frozen=True, slots=True)
class Fight:
    """Contact first, then a battle of all units in it: several tables that link to each other, in two flushes."""

    first: str
    second: str


@action("fight", register=DEEDS)
def fight(board: JournalBoard, command: Fight, dice: Dice) -> Receipt:
    units = sorted(
        (named(board, Battalion, command.first), named(board, Battalion, command.second)), key=lambda unit: unit.id
    )
    place = named(board, Place, "Birch Cross")
    contact = board.make(
        Contact,
        day=1,
        turn=1,
        seconds=60,
        first_id=units[0].id,
        second_id=units[1].id,
        first_locates=True,
        second_locates=False,
        x_m=1,
        y_m=2,
        state=ContactState.OPEN,
    )
    board.flush()
    number = len(board.rows(Battle)) + 1
    battle = board.make(
        Battle,
        number=number,
        name="Birch Cross",
        code=f"B{number}",
        tabletop="brevity",
        place_id=place.id,
        day=1,
        turn=1,
        state=BattleState.PLANNED,
    )
    contact.battle_id, contact.state = battle.id, ContactState.BATTLE
    for line, unit in enumerate(units, start=1):
        unit.place_id = place.id
        board.make(
            BattleUnit,
            battle_id=battle.id,
            battalion_id=unit.id,
            side_id=unit.side_id,
            command_id=unit.present_id,
            line=line,
            role=Role.ENGAGED,
            start_state=unit.state,
        )
    return Receipt(f"battle {battle.number}")


@dataclass(frozen=True, slots=True)
class CallOff:
    """Erase the last battle with its lines and contact."""


@action("call off", register=DEEDS, ruling=True)
def call_off(board: JournalBoard, command: CallOff, dice: Dice) -> Receipt:
    battle = board.rows(Battle)[-1]
    for line in board.rows(BattleUnit, BattleUnit.battle_id == battle.id):
        board.erase(line)
    for contact in board.rows(Contact, Contact.battle_id == battle.id):
        board.erase(contact)
    board.erase(battle)
    return Receipt(f"battle {battle.number} is off")


@dataclass(frozen=True, slots=True)
class Regroup:
    """A new division under a new corps over an old brigade, one battalion split, all in one go."""

    brigade: str
    unit: str


@action("regroup", register=DEEDS)
def regroup(board: JournalBoard, command: Regroup, dice: Dice) -> Receipt:
    brigade, unit = named(board, Formation, command.brigade), named(board, Battalion, command.unit)
    usual = {"side_id": brigade.side_id, "nation_id": brigade.nation_id, "arm": Arm.INFANTRY}
    division = board.make(
        Formation, key="groupe", name="Groupe", short="G", level=Level.DIVISION, mark=SizeMark.DIVISION, **usual
    )
    corps = board.make(
        Formation, key="groupement", name="Groupement Łódź", short="Gt", level=Level.CORPS, mark=SizeMark.CORPS, **usual
    )
    division.superior_id, brigade.superior_id = corps.id, division.id
    part = battalion(
        board, f"{unit.name} (part)", brigade, parent_id=unit.id, place_id=unit.place_id, men=unit.men // 3
    )
    unit.men -= part.men
    return Receipt("regrouped")


@dataclass(frozen=True, slots=True)
class Ungroup:
    """Erase what Regroup made, the split battalion's original included."""

    brigade: str
    unit: str


@action("ungroup", register=DEEDS)
def ungroup(board: JournalBoard, command: Ungroup, dice: Dice) -> Receipt:
    named(board, Formation, command.brigade).superior_id = None
    battalions = [named(board, Battalion, name) for name in (command.unit, f"{command.unit} (part)")]
    formations = [named(board, Formation, name) for name in ("Groupement Łódź", "Groupe")]
    for row in (*battalions, *formations):
        board.erase(row)
    return Receipt("ungrouped")


STORY = (
    SetRule("night", {"turns": [1, 2], "über": None}),
    Move("1st Rifles", "Birch Cross"),
    Fight("2nd Rifles", "II/9"),
    SetRule("night", {"turns": [1]}),
    Regroup("1st Brigade", "1st Hussars"),
    CallOff(),
    Move("1st Rifles", "Coldbrook"),
    Ungroup("1st Brigade", "1st Hussars"),
    Fight("1st Rifles", "I/9"),
)
"""One after the other on the tiny campaign: every kind of change."""
