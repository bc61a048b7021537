"""``campaign supply``: formations in supply with their routes, or what cuts them."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import formations
from campaign.cli.options import reads
from campaign.cli.session import read
from campaign.queries.supply.supply import supply as supply_of
from campaign.queries.supply.supply import supply_chain
from campaign.queries.supply.supply_brief import supply_briefs
from campaign.queries.supply.supply_threats import supply_vulnerable
from campaign.terms.rule_ids import by_rule
from campaign.terms.words import tallied
from campaign.views.supply.supply import (
    SupplyBreak,
    SupplyChain,
    SupplyClearing,
    SupplyLink,
    SupplySide,
    SupplyView,
    VulnerablePoint,
    VulnerableSide,
    summary_of_supply,
)

SECONDS = 1.0
"""Seconds spent on the search for the smallest set of enemies, unless a proof is requested."""
MOST_POINTS = 20
"""Most vulnerable points listed on the screen."""


@click.command()
@click.argument("formation", nargs=-1, shell_complete=formations)
@click.option(
    "--why",
    is_flag=True,
    help="Trace the supply route now, link by link from the home edge, with everything that cuts it.",
)
@click.option(
    "--prove",
    is_flag=True,
    help="With --why: find and prove the smallest number of enemies that would have to go to open the route.",
)
@click.option("--vulnerable", is_flag=True, help="List the single places, crossings and roads that supply depends on.")
@click.option(
    "--full", is_flag=True, help="Show every formation with its supply route, and everything that cuts the route."
)
@reads
@show.paged
def supply(call: Call, formation: tuple[str, ...], why: bool, prove: bool, vulnerable: bool, full: bool) -> None:
    """Show which corps, divisions and commands were out of supply when supply was last traced, and whose supply route
    is threatened. With FORMATION: only this formation and all under it."""
    word = " ".join(formation)
    if vulnerable:
        if why or prove:
            raise click.UsageError("--vulnerable cannot be combined with --why or --prove. Leave out --why and --prove")
        _vulnerable(call, word)
        return
    if prove and not (why and word):
        raise click.UsageError("--prove needs --why and a formation, as in: campaign supply 7th Armoured --why --prove")
    if why and word:
        chain = read(call, lambda board, viewer: supply_chain(board, viewer, word, seconds=None if prove else SECONDS))
        if call.as_json:
            show.json(chain)
        else:
            _chain(chain)
        return
    if not (full or why or call.as_json):
        briefs, most = read(call, lambda board, viewer: supply_briefs(board, viewer, word))
        for brief in briefs:
            show.summary(summary_of_supply(brief), (most - 1) // len(briefs))
        show.line(f"In full: campaign supply {f'{word} ' if word else ''}--full; for the route link by link: --why")
        return
    view = read(call, lambda board, viewer: supply_of(board, viewer, word, fresh=why))
    if call.as_json:
        show.json(view)
    else:
        _overview(view, why=why)


def _vulnerable(call: Call, word: str) -> None:
    view = read(call, lambda board, viewer: supply_vulnerable(board, viewer, word))
    if call.as_json:
        show.json(view)
        return
    for number, side in enumerate(view.sides):
        if number:
            show.line()
        show.heading(f"{side.side}: points that supply depends on")
        show.table(
            ("Battalions", "Point", "Formations out of supply without it"),
            [
                (str(point.battalions), _point_text(point), ", ".join(point.formations))
                for point in side.points[:MOST_POINTS]
            ],
            right=("Battalions",),
            empty=(
                "Supply depends on no single place or road: every formation in supply has a second route, or no"
                " formation is in supply."
            ),
        )
        if len(side.points) > MOST_POINTS:
            show.lines([f"and {len(side.points) - MOST_POINTS} more with fewer battalions; --json lists them all."])
        if side.cuts:
            _cuts(side)
        elif side.cuts_not_sought:
            show.lines([side.cuts_not_sought])
    show.lines(
        [
            (
                "Battalions: how many are out of supply if that point alone is impassable. A stretch of road is"
                " impassable"
                " if any crossing on it is."
            )
        ]
    )


def _cuts(side: VulnerableSide) -> None:
    """Print the fewest points that cut off the formations that no single point cuts off."""
    show.line()
    show.heading(f"{side.side}: smallest groups of other points that together cut supply")
    show.table(
        ("Battalions", "Points", "Formations out of supply without them all"),
        [(str(cut.battalions), "; ".join(cut.points), ", ".join(cut.formations)) for cut in side.cuts[:MOST_POINTS]],
        right=("Battalions",),
    )
    if len(side.cuts) > MOST_POINTS:
        show.lines([f"and {len(side.cuts) - MOST_POINTS} more; --json lists them all."])
    show.lines(["The list leaves out the places where a formation's own headquarters, battalions and home edge are."])


def _point_text(point: VulnerablePoint) -> str:
    return "; ".join((point.what, *point.crossings))


def _overview(view: SupplyView, *, why: bool) -> None:
    for number, side in enumerate(view.sides):
        if number:
            show.line()
        show.heading(f"{side.side}: supply {_when(side)}")
        if why:
            for link in side.links:
                _link(link)
        else:
            show.table(
                ("Formation", "Level", "Supply", "Route", "Rule"),
                [
                    (link.formation, link.level, "in supply" if link.in_supply else "OUT", _route(link), link.rule)
                    for link in side.links
                ],
                empty="No formation's supply is traced.",
            )
            for supply_break in side.breaks:
                _break(supply_break)
        show.lines(f"{grade.formation} is {grade.grade} supplied today (OB-RCV-02)." for grade in side.grades)


def _break(supply_break: SupplyBreak) -> None:
    """Print a cause once, with the formations concerned."""
    show.lines([by_rule(f"{', '.join(supply_break.formations)}: {supply_break.why}", supply_break.rule)])
    if supply_break.advice:
        show.lines([f"-> {supply_break.advice}"], indent=2)
    if supply_break.others:
        show.lines([f"Also out of supply for this reason: {', '.join(supply_break.others)}"], indent=2)


def _when(side: SupplySide) -> str:
    """Return when supply was traced, and whether it has changed since."""
    if not side.traced:
        return "now"
    return f"as traced {side.traced}" + ("; troops have moved since (--why traces it now)" if side.stale else "")


def _chain(chain: SupplyChain) -> None:
    awaited = chain.links and chain.links[-1].awaited
    out = "not yet arrived, and so out of supply" if awaited else "OUT OF SUPPLY"
    show.heading(f"{chain.formation}: {'in supply' if chain.in_supply else out}")
    for link in chain.links:
        _link(link)
    show.lines([f"So {chain.formation} is {chain.verdict}."])
    show.lines([chain.last_trace] if chain.last_trace else [])
    if chain.clearing is not None:
        _clearing(chain.clearing)


def _clearing(clearing: SupplyClearing) -> None:
    """Print the enemies and obstacles that would have to be removed, by place."""
    if clearing.size:
        show.line()
        show.heading("In supply again if these enemies and obstacles were gone")
        show.lines(f"{', '.join(tallied(group.enemies))} ({group.where})" for group in clearing.enemies)
        show.lines(f"to be repaired: {crossing}" for crossing in clearing.crossings)
    show.lines([clearing.note])


def _route(link: SupplyLink) -> str:
    """Return the way of a link in a few words: ``19.1 km to the headquarters of Gott's force``."""
    if link.length_km:
        return f"at {link.to}" if link.length_km == "0.0" else f"{link.length_km} km to {link.to}"
    return "by air" if link.linked and link.rule == "OB-SUP-04" else f"no link to {link.to}"


def _link(link: SupplyLink) -> None:
    state = "none" if link.state == "cut" else link.state
    show.lines([f"Supply of {link.formation} ({link.level}) from {link.to}: {state}"])
    show.pairs(
        (
            ("Route", f"{link.route}{f', {link.length_km} km' if link.length_km else ''}" if link.route else ""),
            ("Because", by_rule(link.why, link.rule)),
            ("Cut by", "; ".join(link.cut_by)),
            ("Blocked by", "; ".join(link.blocked_by)),
        ),
        indent=4,
    )
