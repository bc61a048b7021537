"""Rulings on battles and contacts."""

from __future__ import annotations

from typing import Annotated

from campaign.terms.asking import Ask
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class UnitWord:
    """The umpire's ruling on one unit: a state, or a place."""

    unit: str
    word: str


@dataclass(frozen=True, slots=True)
class RuleBattle:
    """The command that settles a battle by the umpire's ruling. ``held``: a side or ``both``; it may be left out where
    one side alone has units left. ``places``: where units end, or what they do (stays, back, advances); ``through``:
    day.turn it lasted to; ``proposals``: the program's choice counts for movements that are doubtful.
    """

    battle: Annotated[str, Ask(stands="NUMBER")]
    text: Annotated[str, Ask("How the battle ended, in words, for the diary.", "TEXT", is_needed=True)]
    held: Annotated[
        str, Ask("Side that holds the field. Needed while both sides have units left.", "SIDE|both", of="side")
    ] = ""
    states: Annotated[
        tuple[UnitWord, ...],
        Ask(
            "State of a unit after the battle, as in --state 'II/5=spent'. May be repeated.",
            "UNIT=STATE",
            option="--state",
        ),
    ] = ()
    places: Annotated[
        tuple[UnitWord, ...],
        Ask(
            "Unit and its place after the battle, or its movement: stays, back, advances. May be repeated.",
            "UNIT=PLACE",
            option="--place",
        ),
    ] = ()
    through: Annotated[str, Ask("Last turn of the battle.", "DAY.TURN")] = ""
    proposals: Annotated[
        bool, Ask("Settle without asking; the program's choice counts for doubtful movements.", option="--yes")
    ] = False


@dataclass(frozen=True, slots=True)
class DismissContact:
    """The command by which the umpire rules that a contact causes no battle. Two units name it; one unit names all its
    contacts of this turn.
    """

    unit: Annotated[str, Ask(stands="UNIT", of="unit")]
    why: Annotated[
        str,
        Ask(
            "Reason, kept in the journal.",
            "TEXT",
            label="Reason",
            is_needed=True,
            hint="The contact causes no battle and cuts no road until one of the two units moves.",
        ),
    ]
    other: Annotated[
        str,
        Ask(
            stands="OTHER",
            of="unit",
            is_bare=True,
            label="Enemy unit",
            hint="If empty, every enemy in contact with the unit.",
        ),
    ] = ""
