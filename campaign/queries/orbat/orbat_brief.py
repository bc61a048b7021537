"""The order of battle with one line for each formation: its strength, its position, and its spent or lost units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.unit_names import most_lines_for, name_of, units_of
from campaign.queries.orbat.orbat import COUNTS, sums_of
from campaign.situation.army import Army, position_of
from campaign.terms.state import State
from campaign.terms.viewer import Viewer
from campaign.views.orbat.orbat import FormationBrief, OrbatBrief

MOST_FORMATIONS = 12
"""Most commands of a side that are listed one by one; a larger side is listed by divisions."""


def orbat_briefs(board: JournalBoard, viewer: Viewer, side: int | None = None) -> tuple[tuple[OrbatBrief, ...], int]:
    """Return the short order of battle of the named side, or of every side the viewer may see, and the number of lines
    a summary may have. Raises NotAllowed.
    """
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    sides = [side] if side is not None else outlook.knowledge.sides()
    return tuple(_brief(outlook, each) for each in sides), most_lines_for(outlook)


def _brief(outlook: Outlook, side: int) -> OrbatBrief:
    army, roots = outlook.army, outlook.knowledge.roots(side)
    groups = [group for root in roots for group in _groups(army, root, by_command=True)]
    battalions = [battalion for root in roots for battalion in army.battalions_under(root.id)]
    if len(groups) > MOST_FORMATIONS:
        groups = [group for root in roots for group in _groups(army, root, by_command=False)]
    lines = [_formation(outlook, formation, members) for formation, members in groups]
    now = outlook.now
    return OrbatBrief(
        outlook.army.sides[side].name,
        f"{now.day} {now:%B %Y, %H:%M}",
        tuple(_figures(battalions)),
        tuple(sorted(lines, key=lambda line: not (line.lost or line.spent))),
    )


def _groups(army: Army, root: Formation, *, by_command: bool) -> Iterator[tuple[Formation, list[Battalion]]]:
    """Yield formations with their battalions, each once: commands, or divisions with all that is under them. A fresh
    headquarters over others is left out.
    """
    below = army.below[root.id]
    if not below or (not by_command and not any(army.below[child.id] for child in below)):
        yield root, army.battalions_under(root.id)
        return
    if any(b.headquarters_of_id is None or b.state is not State.FRESH for b in army.present[root.id]):
        yield root, army.present[root.id]
    for child in below:
        yield from _groups(army, child, by_command=by_command)


def _figures(battalions: Sequence[Battalion]) -> Iterator[str]:
    """Yield the present figures: ``5 units``, ``1,370 men``, ``29 tanks``."""
    sums = sums_of(battalions)
    yield from (f"{sums[word]:,} {word if sums[word] > 1 else word.removesuffix('s')}" for word in COUNTS if sums[word])


def _formation(outlook: Outlook, formation: Formation, battalions: Sequence[Battalion]) -> FormationBrief:
    by_state: dict[str, list[Battalion]] = defaultdict(list)
    for battalion in battalions:
        if battalion.id in outlook.engaged:
            by_state["engaged"].append(battalion)
        if not battalion.state.is_in_play:
            by_state["lost"].append(battalion)
        elif not battalion.on_map:
            by_state["due"].append(battalion)
        elif battalion.state.carries_figure:
            by_state["spent"].append(battalion)
    names = {
        state: ("all",) if len(members) == len(battalions) > 1 else units_of(outlook.army, members, on_map=False).names
        for state, members in by_state.items()
    }
    return FormationBrief(
        formation=name_of(formation),
        where=_seat(outlook, formation, battalions),
        figures=tuple(_figures(battalions)),
        lost=names.get("lost", ()),
        spent=names.get("spent", ()),
        engaged=names.get("engaged", ()),
        due=names.get("due", ()),
    )


def _seat(outlook: Outlook, formation: Formation, battalions: Sequence[Battalion]) -> str:
    """Return the position of a formation's headquarters, or without one of most of its units; empty off the map."""
    headquarters = outlook.army.headquarters.get(formation.id)
    members = [headquarters] if headquarters is not None and headquarters.on_map else battalions
    places = [outlook.signposts.where(at) for battalion in members if (at := position_of(battalion)) is not None]
    return max(places, key=places.count, default="")
