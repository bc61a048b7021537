"""The order of battle: a tree with states, strengths and places that can be filtered, or a table against
establishment.
"""

from __future__ import annotations

from campaign.queries.orbat.orbat_tree import orbat_tree
from campaign.queries.orbat.roster import rosters
from campaign.views.orbat.orbat_tree import OrbatTree, Trait
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.unit_rows import Picked, rows_of
from campaign.web.visit import Visit


@page("/orbat", UMPIRE | PLAYERS)
def show_orbat(visit: Visit) -> Answer:
    """Show the tree; ``?q=`` ``?side=`` ``?trait=`` filter it, ``?fold=1`` folds it, ``?as=table`` shows the table."""
    if visit.query.get("as") == "table":
        return _table(visit)
    tree = visit.read(orbat_tree)
    picked = Picked(visit.query.get("q", ""), visit.query.get("side", ""), visit.query.get("trait", ""))
    battalions = sum(len(side.battalions) for side in tree.sides)
    return visit.page(
        "orbat.html",
        json=tree,
        same_at_terminal="campaign orbat --full",
        tree=tree,
        picked=picked,
        rows=rows_of(tree, picked),
        sides=_sides(visit, tree, picked),
        traits=_traits(visit, tree, picked),
        is_folded=visit.query.get("fold", "") == "1" and picked.is_open,
        summary=f"{battalions} battalions in {sum(side.formations for side in tree.sides)} formations",
    )


def _sides(visit: Visit, tree: OrbatTree, picked: Picked) -> list[tuple[str, int | str, str, bool]]:
    if len(tree.sides) < 2:
        return []
    own = [(side.side, len(side.battalions), visit.here(side=side.key), side.key == picked.side) for side in tree.sides]
    return [("Both sides", "", visit.here(side=None), not picked.side), *own]


def _traits(visit: Visit, tree: OrbatTree, picked: Picked) -> list[tuple[str, int, str, bool]]:
    """Return the filters by trait, with how many battalions each picks out; a second click takes it off."""
    battalions = [node for side in tree.sides if picked.side in ("", side.key) for node in side.battalions]
    return [
        (
            trait.value.capitalize(),
            sum(trait in node.traits for node in battalions),
            visit.here(trait=None if trait == picked.trait else trait.value, fold=None),
            trait == picked.trait,
        )
        for trait in Trait
    ]


def _table(visit: Visit) -> Answer:
    """Show every unit in a row: strength against establishment, and what changed since yesterday."""
    views = visit.read(rosters)
    return visit.page("orbat_table.html", json=views, same_at_terminal="campaign orbat --roster", rosters=views)
