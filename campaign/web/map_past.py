"""Looking back on the map: the slider, by entries for the umpire and by turns for a player, and the turns beside it.

look_back(visit) -> LookBack
slid_to(visit) -> str | None
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.journal.undo import living
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import is_number
from campaign.values import dataclass
from campaign.web.visit import Visit

MOST_TICKS = 60
"""Most short ticks of the slider."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """The slider. ``name``: what it sends, ``entry`` or ``turn``; ``at``: where it stands between ``first`` and
    ``last``, which is now.
    """

    name: str
    first: int
    last: int
    at: int
    ticks: tuple[int, ...]
    long_ticks: tuple[int, ...]
    text: str
    earlier: str
    """Address of the turn before; empty at the start."""
    later: str
    """Address of the turn after; empty now."""
    now: str
    """Address of now; empty now."""


@dataclass(frozen=True, slots=True)
class _Stand:
    """A moment of the campaign: the running turn, and the number and turn of every entry up to it."""

    moment: Moment
    entries: tuple[Moment, ...]


def look_back(visit: Visit) -> LookBack:
    """Return the slider for what the address looks at."""
    seen = visit.read(_stand)
    if visit.as_of:
        with visit.desk.reading(visit.person.viewer) as board:
            now = _stand(board, visit.person.viewer)
    else:
        now = seen
    if visit.person.is_umpire:
        name, last, at = "entry", len(now.entries), len(seen.entries)
        starts = [n for n, moment in enumerate(now.entries, 1) if n == 1 or moment != now.entries[n - 2]]
    else:
        name, last, at = "turn", _number(now.moment), _number(seen.moment)
        starts = [n for n in range(1, last + 1) if (n - 1) % TURNS_A_DAY == 0]
    if not visit.as_of:
        at = last
    return LookBack(
        name=name,
        first=1,
        last=last,
        at=at,
        ticks=tuple(range(1, last + 1, max(1, last // MOST_TICKS))),
        long_ticks=tuple(starts),
        text=_text(visit, seen),
        earlier="" if _number(seen.moment) <= 1 else _address(visit, seen.moment.plus(-1), now.moment),
        later=_address(visit, seen.moment.plus(1), now.moment) if visit.as_of and seen.moment < now.moment else "",
        now=visit.here(as_of=None, entry=None) if visit.as_of else "",
    )


def _stand(board: JournalBoard, viewer: Viewer) -> _Stand:
    entries: Iterable[Moment] = (line.moment for line in living(board)) if viewer.is_umpire else ()
    return _Stand(board.moment, tuple(entries))


def _number(moment: Moment) -> int:
    """Return how many turns the campaign has come to."""
    return (moment.day - 1) * TURNS_A_DAY + moment.turn


def _text(visit: Visit, seen: _Stand) -> str:
    if not visit.as_of:
        return f"Turn {seen.moment}, now"
    entry = f"entry {len(seen.entries)}, " if visit.person.is_umpire else ""
    return f"As of {entry}turn {seen.moment}"


def _address(visit: Visit, moment: Moment, now: Moment) -> str:
    return visit.here(entry=None, as_of=None if moment >= now else str(moment), **_NO_ORDER)


_NO_ORDER = dict.fromkeys(("order", "to", "via", "since", "point"))


def slid_to(visit: Visit) -> str | None:
    """Return the address to which a slider leads that was let go: turns by their number, the last place as now; None
    if none was.
    """
    slid = "slid" in visit.query
    if not slid:
        return None
    word = visit.query.get("turn", "") or visit.query.get("entry", "")
    if not is_number(word) or not 0 < int(word) < 1_000_000:
        raise BadInput(f"{word!r} is not the number of an entry or a turn. Choose one from the list")
    with visit.desk.reading(visit.person.viewer) as board:
        now = _stand(board, visit.person.viewer)
    changes: dict[str, str | None] = {**_NO_ORDER, "slid": None, "turn": None, "entry": None, "as_of": None}
    number = int(word)
    if "turn" in visit.query:
        if number < _number(now.moment):
            changes["as_of"] = str(Moment(1, 1).plus(number - 1))
    elif number < len(now.entries):
        changes["entry"] = word
    return visit.here(**changes)
