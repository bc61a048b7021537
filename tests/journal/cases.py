"""One case for every action of the program: a campaign made ready, and a command that succeeds on it.

Add a case with every new action, under its verb; a registered action without one fails the tests. By default the case
starts from the tiny campaign (``tests/tiny.py``: sides Alba and Brenn, places Ashford, Birch Cross, Coldbrook, battalions
"1st Rifles", "2nd Rifles", "1st Hussars", "I/9", "II/9"). ``ready`` brings it to where the command makes sense, by
commands or by hand; ``faces`` are the dice it will throw, in order (without them they come from the seed).

    "order": Case(GiveOrder(unit="1st Rifles", kind="march", to="Birch Cross")),
    "battle drop": Case(DropFromBattle(...), ready=lambda store: given(store, NewBattle(...))),

``given`` carries out commands of the program's register on the store.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from campaign.journal import REGISTER, Register, commit
from campaign.rules.dice import Seeded
from campaign.store import Store


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
        commit(store, None, command, source=lambda desk: Seeded(desk.campaign.seed), actor="umpire", register=register)


CASES: dict[str, Case] = {}
"""By verb."""
