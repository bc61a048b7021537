"""Fights on hexes for tests: units where the test wants them, cards and dice that fall as wanted, doctrines that do as
they are told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaign.errors import BadInput
from campaign.resolve.doctrine import Stance
from campaign.resolve.hexes.battle import Battle
from campaign.resolve.hexes.doctrine import Action, Doctrine, Pass, Stage, View
from campaign.resolve.hexes.field import Field, Piece
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.hexes import cards
from campaign.rules.tabletop.hexes.grid import Hex, at, side
from campaign.rules.tabletop.hexes.ground import Ground
from campaign.rules.tabletop.hexes.tables import Side, UnitType
from campaign.terms.time import Moment


def hex_of(text: str) -> Hex:
    """The hex a label means. Raises BadInput."""
    found = re.fullmatch(r"([A-Za-z]{1,2})\s*([0-9]{1,2})", text.strip())
    if found is None or int(found[2]) < 1:
        raise BadInput(f"{text!r} is no hex: write the column's letter and the row's number, as in C4")
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return at(column - 1, int(found[2]) - 1)


def sides_of(written: Iterable[tuple[str, Side]]) -> dict[frozenset[Hex], Side]:
    """What runs along sides, each written as its two hexes: ``("C4-C5", Side.RIVER)``. Raises BadInput."""
    found: dict[frozenset[Hex], Side] = {}
    for text, what in written:
        one, dash, other = text.partition("-")
        if not dash:
            raise BadInput(f"{text!r} is no side of a hex: write the two hexes, as in C4-C5")
        found[side(hex_of(one), hex_of(other))] = what
    return found


def house(**changes: object) -> Rulebook:
    """The rulebook with house rules of the hex table: ``house(turn_limit=12)``."""
    return DEFAULTS.with_settings({f"hexes.{key}": value for key, value in changes.items()})


def ground(*rows: str, sides: Sequence[tuple[str, Side]] = ()) -> Ground:
    """A map from its drawing; odd rows are drawn half a hex in."""
    return Ground.drawn([row.strip() for row in rows], sides_of(sides))


def piece(name: str, side: int, kind: UnitType = UnitType.FOOT, where: str = "", **changes: Any) -> Piece:
    """A unit of a side in a hex; without one it is off the table if it is artillery."""
    at = hex_of(where) if where else None
    return Piece(
        name, name, side, kind, where=at, **{"off_table": at is None and kind is UnitType.ARTILLERY, **changes}
    )


def field_of(*pieces: Piece, on: Ground | None = None, book: Rulebook = DEFAULTS, sight: int = 2) -> Field:
    """A map with these units."""
    return Field(on or Ground(8, 8), book, pieces, sight=sight)


def path(*labels: str) -> tuple[Hex, ...]:
    """A way over these hexes."""
    return tuple(hex_of(one) for one in labels)


@dataclass
class Table:
    """Cards and dice: each unit draws the card it is given for each turn, the others the lowest left; dice show what is
    wanted, else 3."""

    dealt: dict[str, list[str]] = field(default_factory=dict)
    faces: list[int] = field(default_factory=list)
    otherwise: int = 3
    moment: Moment = Moment(1, 2)
    asked: list[tuple[str, str]] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        self.asked.append((purpose, subject))
        if purpose == "card":
            return self._draw(sides, subject)
        if purpose == "shot":
            return self.faces.pop(0) if self.faces else self.otherwise
        return self.others.pop(0) if self.others else 1

    def _draw(self, sides: int, subject: str) -> int:
        if sides == cards.PACK or not self.left:
            self.left = list(range(1, cards.PACK + 1))
        waiting = self.dealt.get(subject)
        place = cards.card(waiting.pop(0)) if waiting else self.left[-1]
        index = self.left.index(place)
        self.left.pop(index)
        return index + 1


@dataclass
class Told:
    """Does as it is told: what each unit does, activation by activation; who evades; it never breaks off."""

    acts: dict[str, list[Action]] = field(default_factory=dict)
    evaders: tuple[str, ...] = ()
    evasions_asked: list[tuple[str, int]] = field(default_factory=list)
    gives: tuple[int, ...] = ()

    def breaks_off(self, view: View) -> str:
        return ""

    def allot(self, view: View, pieces: Sequence[Piece], cards: Sequence[int]) -> Sequence[int]:
        return self.gives or cards

    def act(self, view: View, piece: Piece) -> Action:
        waiting = self.acts.get(piece.name)
        return waiting.pop(0) if waiting else Pass()

    def evades(self, view: View, target: Piece, net: int) -> bool:
        self.evasions_asked.append((target.name, net))
        return target.name in self.evaders


@dataclass(frozen=True)
class Outcome:
    """How a fight came out; ``turns`` of the table that were played."""

    holder: int | None
    broke_off: int | None
    turns: int
    report: tuple[str, ...]


def played(
    on: Field,
    table: Table,
    near: Told | None = None,
    far: Told | None = None,
    *,
    turns: int = 1,
    goal: str = "",
    meeting: bool = False,
) -> Outcome:
    """Fight so many turns."""
    stances = Stance.ATTACK, Stance.ATTACK if meeting else Stance.DEFEND
    return fought(on, table, (near or Told(), far or Told()), stances, turns=turns, goal=goal)


def fought(
    on: Field,
    dice: Dice,
    doctrines: tuple[Doctrine, Doctrine],
    stances: tuple[Stance, Stance] = (Stance.ATTACK, Stance.DEFEND),
    *,
    turns: int = 1,
    goal: str = "",
) -> Outcome:
    """Fight so many turns."""
    at = hex_of(goal) if goal else None
    stage = Stage(on, (View(on, 0, stances[0], at), View(on, 1, stances[1], at)), doctrines, dice)
    battle = Battle(stage, ("Allied", "Axis"), at)
    battle.run(turns)
    return Outcome(battle.holder, battle.broke_off, on.turn, tuple(stage.lines))


def said(outcome: Outcome, *words: str) -> list[str]:
    """The lines of the report with all these words in them."""
    return [line.strip() for line in outcome.report if all(word in line for word in words)]
