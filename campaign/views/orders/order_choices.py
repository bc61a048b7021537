"""The orders that one unit can be given: the order in force, the kinds of order, turns, places, and all other
choices of its commander.
"""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.proposal import Proposal
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose: the word that a command takes, and its name."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class NearPlace:
    """A place that the unit can be sent to, with the length of its march and the hour of arrival."""

    name: str
    holder: str
    """Holder as the viewer knows it: ``ours``, ``not ours``; for the umpire a side or ``nobody``."""
    kilometres: str
    arrival: str
    """``11:55``; with the turn, ``1.4, 16:10``, if it is not the first turn of the march. Empty if the march ends
    before."""


@dataclass(frozen=True, slots=True)
class StandingForm:
    """The unit's order in force, as the fields of a form."""

    kind: str
    to: str
    via: tuple[str, ...]
    aim: str
    objective: str
    limit: str
    words: str
    coming: tuple[str, ...]
    """Orders already given for later turns: ``from 1.2 (04:00): attack Halfaya Pass, top``."""
    proposal: Proposal | None = None
    """The order with its reason, if the program decided it."""
    not_beyond: str = ""
    """The place that its commanders do not pass."""


@dataclass(frozen=True, slots=True)
class OrderChoices:
    """One unit as its commander orders it."""

    commander: Choice
    unit: Choice
    side: int
    """Number of the unit's side, in the order of the campaign's sides."""
    symbol: UnitSymbol
    where: str
    state: str
    """State with posture and digging in: ``fresh, dug in 1 turn``; for a formation its strength in battalions."""
    is_command: bool
    engaged: str
    """Battle in which it fights, in which it takes no order but to withdraw: ``battle 1, Halfaya Pass, top``."""
    standing: StandingForm
    kinds: tuple[str, ...]
    turns: tuple[Choice, ...]
    """Turns with which an order may begin, the next movement first: key ``1.3``, name ``turn 1.3, 10:00``."""
    places: tuple[str, ...]
    near: tuple[NearPlace, ...]
    headquarters: Choice | None
    """Headquarters of a formation, which has no line of its own on the form."""
    posture: str
    is_resting: bool
    can_rest: bool
    formations: tuple[Choice, ...]
    """Formations that a battalion may be attached to or support; empty for a formation."""
    is_attached: bool
    supports: str
    """Formation that it supports; empty if it supports only its own."""
    tasks: tuple[Choice, ...]
    """Engineering tasks that it can do; empty without engineers."""
    at_work: str
    can_split: bool
    is_part: bool
    """True for a part that was split off, or a battalion with parts, that can join again."""
    can_land: bool
    """True for a unit at sea."""
    trucks: tuple[Choice, ...]
    """Loads that a truck may be sent for; empty where the campaign keeps no dumps."""
    names: tuple[Choice, ...]
    """Names by key of all units and formations that an order of this form can name."""
