"""The returns of a battle side by side: whose counts on which point, and what settling will do."""

from __future__ import annotations

from typing import Any

from campaign.actions.returns.take import PointDecision, SettleBattle
from campaign.errors import CampaignError, NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.journal.record import Done, Preview
from campaign.queries.battle_page import battle_page
from campaign.queries.changes import change_list
from campaign.queries.map import situation_map
from campaign.queries.returns_compared import returns_compared
from campaign.situation.army import load_army
from campaign.terms.viewer import UMPIRE as AS_UMPIRE
from campaign.values import dataclass
from campaign.views.changes import ChangeList
from campaign.views.returns_compared import ReturnsCompared
from campaign.web.changes import ChangeRow, change_rows, places_after
from campaign.web.page import page
from campaign.web.pages.battle import return_rows
from campaign.web.pages.battles import state_words
from campaign.web.people import UMPIRE
from campaign.web.screen_map import Links, draw_map
from campaign.web.visit import Answer, Visit

POINT = "point-"
"""Beginning of the field for the side that is believed on a point, before the point's number."""
WIDE, HIGH = 640, 300
"""Size of the map in pixels."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The sides believed: a side's key by the number of each point that was decided, and whether all are."""

    by_point: dict[int, str]
    is_whole: bool

    @property
    def only(self) -> str:
        """Side that is believed on every point; empty if it is not one side."""
        sides = set(self.by_point.values())
        return sides.pop() if self.is_whole and len(sides) == 1 else ""


@page("/battles/{number}/compare", UMPIRE, is_kept=False, drawn_for=DrawnFor.BATTLE)
def show_compare(visit: Visit) -> Answer:
    """Show both returns point by point, and what settling on them would change."""
    if not (compared := _returns(visit)).sides:
        return _show_none(visit, compared)
    belief = _belief(compared, visit.query, visit.typed)
    preview, trouble = _foreseen(visit, compared, belief)
    changes = visit.read(lambda board, viewer: change_list(board, viewer, preview.changes)) if preview else None
    return visit.page(
        "compare.html",
        json=compared,
        same_at_terminal=_at_terminal(compared, belief),
        compared=compared,
        belief=belief,
        title=_title(compared),
        preview=preview,
        trouble=trouble,
        rows=_rows(visit, changes, compared, belief),
        things=changes.things if changes else (),
        warnings=_warnings(preview),
        lines=_told(preview),
        button=_button(compared, belief),
        tabs=_tabs(visit, compared, belief),
        map_at=_map_address(compared, belief),
    )


@show_compare.post
def settle(visit: Visit) -> Answer:
    """Settle the battle as decided, or show what other decisions would do."""
    compared = _compared(visit)
    belief = _belief(compared, {}, visit.fields)
    if visit.form.get("do") == "look":
        words = "&".join(f"{POINT}{number}={side}" for number, side in belief.by_point.items())
        return visit.redirect(f"{visit.address}?{words}")
    if not belief.is_whole:
        open_points = [point for point in compared.differing if point.number not in belief.by_point]
        subjects = ", ".join(point.subject[:1].lower() + point.subject[1:] for point in open_points)
        raise Refused(f"The returns still differ on {len(open_points)}: {subjects}. Choose whose return counts")
    return visit.receipt(visit.give(_command(compared, belief)), to="/desk")


@page("/battles/{number}/compare/map", UMPIRE, is_kept=False)
def show_map(visit: Visit) -> Answer:
    """Show where the troops will stand once the battle is settled so."""
    compared = _compared(visit)
    belief = _belief(compared, visit.query, {})
    if not belief.is_whole:
        raise NotFound("whose return counts is not decided yet")

    def stand(board: JournalBoard, done: Done) -> Any:
        return situation_map(board, AS_UMPIRE)

    _, view = visit.rehearse(_command(compared, belief), stand)
    place = visit.read(lambda board, viewer: _centre(board, viewer, compared.number))
    numbers = {side.name: number for number, side in enumerate(view.sides)}
    picture = draw_map(
        view,
        wide=WIDE,
        high=HIGH,
        side_numbers=numbers,
        centre=place,
        metres_wide=24_000,
        links=Links(),
        prefix="after",
        label="Where they will stand",
    )
    return visit.part("compare_map.html", picture=picture)


def _centre(board: JournalBoard, viewer: Any, number: int) -> tuple[int, int] | None:
    """Return the place of the battle on the map."""
    view = situation_map(board, viewer)
    return next((battle.at for battle in view.battles if battle.number == number), None)


def _show_none(visit: Visit, compared: ReturnsCompared) -> Answer:
    """Show that no return waits: who has to hand one in, and where."""
    shown = visit.read(lambda board, viewer: battle_page(board, viewer, visit.path["number"]))
    return visit.page(
        "compare_none.html",
        json=compared,
        same_at_terminal=f"campaign battle show {compared.number}",
        compared=compared,
        shown=shown,
        state=state_words(shown.view.battle),
        rows=return_rows(visit, shown),
    )


def _returns(visit: Visit) -> ReturnsCompared:
    number = visit.path["number"]
    return visit.read(lambda board, viewer: returns_compared(board, viewer, number))


def _compared(visit: Visit) -> ReturnsCompared:
    """Return the returns that wait to be settled. Raises Refused if there are none."""
    compared = _returns(visit)
    if not compared.sides:
        why = "it is over" if compared.is_over else "no return is in yet"
        raise Refused(f"Battle {compared.number} ({compared.name}) has no returns to settle: {why}")
    return compared


def _belief(compared: ReturnsCompared, query: Any, fields: Any) -> Belief:
    """Return who is believed on which point, by the address or by what was posted."""
    keys = {side.key for side in compared.sides}
    by_point = {}
    for point in compared.differing:
        name = f"{POINT}{point.number}"
        given = fields[name][-1] if name in fields else query.get(name, query.get("believe", ""))
        if given in keys:
            by_point[point.number] = given
    return Belief(by_point, len(by_point) == len(compared.differing))


def _command(compared: ReturnsCompared, belief: Belief) -> SettleBattle:
    keys = {point.number: point.key for point in compared.differing}
    if belief.only:
        return SettleBattle(str(compared.number), belief.only)
    decisions = tuple(PointDecision(keys[number], side) for number, side in belief.by_point.items())
    return SettleBattle(str(compared.number), "", decisions)


def _foreseen(visit: Visit, compared: ReturnsCompared, belief: Belief) -> tuple[Preview | None, str]:
    """Return what settling would do, or why it cannot be settled so."""
    if not belief.is_whole:
        return None, ""
    try:
        return visit.try_out(_command(compared, belief)), ""
    except CampaignError as fault:
        return None, " ".join((f"{fault}.", *getattr(fault, "faults", ())))


def _rows(visit: Visit, changes: ChangeList | None, compared: ReturnsCompared, belief: Belief) -> tuple[ChangeRow, ...]:
    """Return what changes, unit by unit, with the place where each will stand in words."""
    if changes is None:
        return ()
    ends = places_after(visit, _command(compared, belief), compared.number)
    names = visit.read(lambda board, viewer: [(s.adjective, s.name) for s in load_army(board).sides.values()])
    return change_rows(changes, {word: n for n, words in enumerate(names) for word in words}, ends)


def _told(preview: Preview | None) -> tuple[str, ...]:
    return tuple(line for line in preview.receipt.lines if not line.startswith("Warning: ")) if preview else ()


def _warnings(preview: Preview | None) -> tuple[str, ...]:
    lines = preview.receipt.lines if preview else ()
    return tuple(line.removeprefix("Warning: ") for line in lines if line.startswith("Warning: "))


def _title(compared: ReturnsCompared) -> str:
    count = len(compared.differing)
    if len(compared.sides) < 2:
        return f"One return, the {compared.missing[0]} one is missing" if compared.missing else "One return"
    if not count:
        return "Two returns that agree"
    return f"Two returns, {count} point{'s' * (count > 1)} to decide"


def _button(compared: ReturnsCompared, belief: Belief) -> str:
    names = {side.key: side.adjective for side in compared.sides}
    if len(compared.sides) < 2:
        return f"Settle battle {compared.number} on the {compared.sides[0].adjective} return alone"
    if not compared.differing:
        return f"Settle battle {compared.number}"
    if belief.only:
        return f"Settle battle {compared.number} on the {names[belief.only]} return"
    return f"Settle battle {compared.number} as decided" if belief.is_whole else f"Settle battle {compared.number}"


def _tabs(visit: Visit, compared: ReturnsCompared, belief: Belief) -> list[tuple[str, str, bool]]:
    if not compared.differing:
        return []
    tabs = [
        (f"If the {side.adjective} return counts", f"{visit.address}?believe={side.key}", belief.only == side.key)
        for side in compared.sides
    ]
    return tabs if belief.only or not belief.is_whole else [*tabs, ("As decided", visit.address, True)]


def _map_address(compared: ReturnsCompared, belief: Belief) -> str:
    words = "&".join(f"{POINT}{number}={side}" for number, side in belief.by_point.items())
    return f"/battles/{compared.number}/compare/map?{words}"


def _at_terminal(compared: ReturnsCompared, belief: Belief) -> str:
    words = f"campaign battle settle {compared.number}"
    if belief.only:
        return f"{words} --believe {belief.only}"
    if belief.by_point:
        return f"{words} --decide '{'; '.join(f'{number} {side}' for number, side in belief.by_point.items())}'"
    return words
