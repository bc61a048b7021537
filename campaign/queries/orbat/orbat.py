"""The present order of battle of a side, with borrowed units under their present command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import (
    battalion_symbol,
    formation_symbol,
    posture_words,
    state_words,
    strength_words,
    vehicle_word,
)
from campaign.queries.orbat.characters import character_notes, character_of
from campaign.situation.army import Army
from campaign.terms.state import State, Support
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.views.orbat.orbat import Counted, OrbatChart, OrbatNode
from campaign.words.papers import FactTable

COUNTS = ("units", "men", "tanks", "arm. cars", "guns")


def orders_of_battle(board: JournalBoard, viewer: Viewer, side: int | None = None) -> tuple[OrbatChart, ...]:
    """Return a chart for the named side, or for every side the viewer may see. Raises NotAllowed."""
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    return tuple(chart(outlook, each) for each in ([side] if side is not None else outlook.knowledge.sides()))


def chart(outlook: Outlook, side: int) -> OrbatChart:
    """Return one side's order of battle."""
    roots = outlook.knowledge.roots(side)
    battalions = [b for root in roots for b in outlook.army.battalions_under(root.id)]
    formations = [f for root in roots for f in outlook.army.tree(root.id)]
    return OrbatChart(
        masthead=masthead(
            outlook,
            "Order of battle",
            side=side,
            subtitle=", ".join(root.name for root in roots),
            use="Strength as reported. A question mark or 'not confirmed' marks facts that no source confirms.",
        ),
        roots=tuple(_formation(outlook, root) for root in roots),
        totals=_totals(outlook.army, roots),
        notes=(*character_notes(outlook, formations), *_notes(battalions, formations)),
    )


def _formation(outlook: Outlook, formation: Formation) -> OrbatNode:
    army = outlook.army
    units = [b for b in army.present[formation.id] if b.headquarters_of_id != formation.id]
    below = [_battalion(outlook, b) for b in units]
    return OrbatNode(
        symbol=formation_symbol(outlook, formation),
        name=formation.name,
        short=formation.short,
        level=formation.level,
        led_by=formation.led_by,
        strength=_headquarters(army, formation),
        position=outlook.seat(formation),
        note=_pointers(army, formation),
        subordinates=(*below, *(_formation(outlook, child) for child in army.below[formation.id])),
        force=_force(army.battalions_under(formation.id)),
        character=character_of(outlook, formation),
    )


def _headquarters(army: Army, formation: Formation) -> str:
    headquarters = army.headquarters.get(formation.id)
    if headquarters is None:
        return ""
    return "" if headquarters.state is State.FRESH else f"headquarters {headquarters.state}"


def _pointers(army: Army, formation: Formation) -> str:
    """Return a pointer to the formation's own units that are under another command today."""
    away = [b for b in army.organic[formation.id] if b.present_id != formation.id]
    return listing(f"{b.short or b.name} with {army.formations[b.present_id].short}" for b in away)


def _battalion(outlook: Outlook, battalion: Battalion) -> OrbatNode:
    return OrbatNode(
        symbol=battalion_symbol(outlook, battalion),
        name=battalion.name,
        short=battalion.short,
        led_by=battalion.led_by,
        strength=strength_words(battalion),
        position=outlook.where(battalion),
        note="; ".join(_asides(outlook, battalion)),
    )


def _asides(outlook: Outlook, battalion: Battalion) -> Iterable[str]:
    army = outlook.army
    state = state_words(outlook, battalion)
    if battalion.on_map and state != "Fresh":
        yield state.lower()
    if battalion.organic_id != battalion.present_id:
        yield f"from {army.formations[battalion.organic_id].short}"
    if battalion.supports_id is not None:
        how = "direct support of" if battalion.support is Support.DIRECT_SUPPORT else "in support of"
        yield f"{how} {army.formations[battalion.supports_id].short}"
    if posture := posture_words(battalion):
        yield posture
    if battalion.unconfirmed:
        yield "not confirmed"


def _totals(army: Army, roots: Iterable[Formation]) -> FactTable | None:
    """Return strengths by the formations under each top one, in columns without empty ones."""
    parts = [part for root in roots for part in _parts(army, root)]
    if not parts:
        return None
    counts = [(name, sums_of(battalions)) for name, battalions in parts]
    totals = {word: sum(sums[word] for _, sums in counts) for word in counts[0][1]}
    columns = [word for word, total in totals.items() if total]
    rows = tuple((name, *(_figure(sums[word]) for word in columns)) for name, sums in counts)
    return FactTable("Strength", ("", *columns), rows, total=("All", *(_figure(totals[word]) for word in columns)))


def _parts(army: Army, root: Formation) -> list[tuple[str, list[Battalion]]]:
    """Return the formations one level under the top that branches, and the units of those above them: together all of
    the root's battalions.
    """
    top, own_parts = root, _own_part(army, root)
    while len(army.below[top.id]) == 1:
        top = army.below[top.id][0]
        own_parts += _own_part(army, top)
    return own_parts + [(child.short, army.battalions_under(child.id)) for child in army.below[top.id]]


def _own_part(army: Army, formation: Formation) -> list[tuple[str, list[Battalion]]]:
    """Return a formation's own troops: only its headquarters, or more, or none."""
    own_battalions = army.present[formation.id]
    if not own_battalions:
        return []
    if not army.below[formation.id]:
        return [(formation.short, own_battalions)]
    only_staff = all(b.headquarters_of_id == formation.id for b in own_battalions)
    return [(f"{'Headquarters' if only_staff else 'Troops'} of {formation.short}", own_battalions)]


def sums_of(battalions: Iterable[Battalion]) -> dict[str, int]:
    """Return the five strength counts, each summed over the battalions in play."""
    sums = dict.fromkeys(COUNTS, 0)
    for battalion in battalions:
        if battalion.state.is_in_play:
            sums["units"] += 1
            sums["men"] += battalion.men
            sums["tanks"] += battalion.vehicles if vehicle_word(battalion) == "tanks" else 0
            sums["arm. cars"] += battalion.vehicles if vehicle_word(battalion) == "armoured cars" else 0
            sums["guns"] += battalion.guns
    return sums


def _force(battalions: Sequence[Battalion]) -> tuple[Counted, ...]:
    """Return the strength of the battalions in play, against the establishment of all."""
    now, all_establishments = sums_of(battalions), _establishments(battalions)
    return tuple(Counted(figure, now[figure], all_establishments[figure]) for figure in now)


def _establishments(battalions: Iterable[Battalion]) -> dict[str, int]:
    sums = dict.fromkeys(COUNTS, 0)
    for battalion in battalions:
        word = vehicle_word(battalion)
        sums["units"] += 1
        sums["men"] += battalion.men_establishment
        sums["tanks"] += battalion.vehicles_establishment if word == "tanks" else 0
        sums["arm. cars"] += battalion.vehicles_establishment if word == "armoured cars" else 0
        sums["guns"] += battalion.guns_establishment
    return sums


def _figure(count: int) -> str:
    return f"{count:,}" if count else "–"


def _notes(battalions: Iterable[Battalion], formations: Iterable[Formation]) -> tuple[str, ...]:
    doubtful = [f.short for f in formations if f.unconfirmed] + [b.short or b.name for b in battalions if b.unconfirmed]
    return (f"Not confirmed by a source: {listing(doubtful, 12)}.",) if doubtful else ()
