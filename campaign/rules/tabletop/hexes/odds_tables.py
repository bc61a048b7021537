"""The odds of the hex table as views: what ``campaign odds hexes`` prints.

shot_table(shot, book), shots_table(shots, book, ...), joint_table(...)
elimination(nets, book), matrix(book), cards_table(...), after_table(...)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.odds import Chances
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.hexes import cards, combat, mapping, odds, tables
from campaign.rules.tabletop.hexes.combat import Shot
from campaign.terms.state import State
from campaign.views.odds import OddsRow, OddsTable
from campaign.views.odds_hexes import ShotsTable, ShotTable


def check_range(shot: Shot) -> None:
    """Raises BadInput for a distance at which this type cannot shoot (HEX-RANGE-02, -06)."""
    row = tables.RANGE[shot.shooter]
    if shot.distance < row.nearest or (row.farthest is not None and shot.distance > row.farthest):
        far = f"{row.nearest} to {row.farthest}" if row.farthest is not None else f"{row.nearest} or more"
        raise BadInput(f"{shot.shooter.value} cannot shoot at {shot.distance} hexes: {far} (HEX-TAB-RANGE)")


def shot_table(shot: Shot, book: Rulebook) -> ShotTable:
    """One shot. Raises BadInput for one out of range, or an evasion that cannot be."""
    check_range(shot)
    reasons = combat.modifiers(shot, book)
    net = sum(reason.value for reason in reasons)
    return ShotTable(
        shot.shooter.value,
        shot.target.value,
        shot.distance,
        shot.terrain.value,
        combat.cover(shot),
        tuple(map(str, reasons)),
        net,
        _sorted(odds.shot(net)),
        odds.mean(odds.shot(net)),
    )


def shots_table(
    shots: Sequence[Shot], book: Rulebook, *, weak: bool = False, begun: int | None = None, spent: bool = False
) -> ShotsTable:
    """Several shots at one unit; one that has evaded has been activated, and cannot evade again (HEX-EVADE-03,
    HEX-CARD-10)."""
    _one_evasion(shots)
    made = tuple(shot_table(shot, book) for shot in shots)
    return _shots_table(made, [shot_table.net for shot_table in made], book, weak=weak, begun=begun, spent=spent)


def _one_evasion(shots: Sequence[Shot]) -> None:
    if sum(shot.evades for shot in shots) > 1:
        raise BadInput(
            "a unit evades once in a turn: it has been activated then (HEX-CARD-10); leave 'evaded' to one shot"
        )


def joint_table(
    shots: Sequence[Shot], book: Rulebook, *, evaded: bool, weak: bool = False, begun: int | None = None
) -> ShotsTable:
    """Two units of one hex at one target: one evasion for both rolls (HEX-JOINT-03, HEX-AMB-41)."""
    if len(shots) != 2:
        raise BadInput(f"{len(shots)} shooters: two act together (HEX-JOINT-01)")
    if any(shot.evades for shot in shots):
        raise BadInput("say once that a joint shot is evaded: --evaded")
    if evaded and (why := combat.cannot_evade(shots[0].terrain, activated=shots[0].activated)):
        raise BadInput(f"{shots[0].target.value} cannot evade this shot: {why}")
    made = tuple(shot_table(shot, book) for shot in shots)
    nets = odds.joint((made[0].net, made[1].net), evaded=evaded)
    return _shots_table(made, nets, book, weak=weak, begun=begun, spent=False)


def _shots_table(
    made: tuple[ShotTable, ...], nets: Sequence[int], book: Rulebook, *, weak: bool, begun: int | None, spent: bool
) -> ShotsTable:
    capacity = combat.capacity(book, weak=weak)
    state = State.SPENT if spent else State.FRESH
    begins = mapping.begins_with(state, capacity, book) if begun is None else begun
    if not 0 <= begins < capacity:
        raise BadInput(f"{begins} hits at the start: a unit that takes {capacity} has 0 to {capacity - 1}")
    limit = mapping.spent_from(capacity, book)
    hits = odds.total(nets)
    fate = odds.fate(nets, capacity, begun=begins, spent_from=limit)
    return ShotsTable(
        made[0].target,
        capacity,
        begins,
        limit,
        made,
        _sorted(hits),
        odds.mean(hits),
        fate.fresh,
        fate.spent,
        fate.eliminated,
        fate.gone_after,
    )


def _sorted(chances: Chances[int]) -> dict[int, Fraction]:
    return dict(sorted(chances.items()))


# Small tables --------------------------------------------------------------------------------------------------------
def elimination(nets: Iterable[int], book: Rulebook) -> OddsTable:
    """Mean number of equal shots until a normal, a weak and a spent unit are eliminated (HEX-CASE-31)."""
    full, weak = combat.capacity(book), combat.capacity(book, weak=True)
    begun = mapping.begins_with(State.SPENT, full, book)
    kinds = {"normal": (full, 0), "weak": (weak, 0), "spent": (full, begun)}
    rows, never = [], []
    for net in nets:
        means = {name: odds.mean_shots(net, capacity, begun=start) for name, (capacity, start) in kinds.items()}
        known = {f"average shots, {name}": mean for name, mean in means.items() if mean is not None}
        if known:
            rows.append(OddsRow(f"net {net:+d}", "", {}, averages=known))
        else:
            never.append(f"{net:+d}")
    notes = (
        f"normal {full} hits, weak {weak}, spent {full} with {begun} taken",
        *(f"net {one}: never a hit" for one in never),
    )
    return OddsTable("Equal shots until a unit is eliminated", tuple(rows), notes)


def matrix(book: Rulebook) -> OddsTable:
    """Chance of each number of hits in the open at one hex, by shooter and target (HEX-TAB-MATRIX)."""
    rows = []
    for shooter in tables.ShootsAs:
        for target in tables.HitAs:
            net = tables.type_modifier(shooter, target)
            chances = {str(count): chance for count, chance in _sorted(odds.shot(net)).items()}
            rows.append(OddsRow(f"{shooter.value} at {target.value}", f"{net:+d}", chances))
    return OddsTable("Hits of one shot in the open", tuple(rows))


def cards_table(units: int, place: int | None, known: tuple[int, ...], others: int, book: Rulebook) -> OddsTable:
    """How long the pack lasts, and who may still evade (HEX-CARD-09, -13)."""
    turns = cards.deals_before_shuffle(units)
    rows = []
    if place is not None:
        later = cards.acts_later(place, known=known, chosen=others)
        text = "another unit" if others == 1 else f"{others} other units all"
        rows.append(OddsRow(f"{cards.name(place)}: {text} still to act", "", {"later": later, "earlier": 1 - later}))
    packs = cards.packs(units)
    notes = (
        (
            f"{units} units: {packs} {'pack' if packs == 1 else 'packs'}, {turns} {'turn' if turns == 1 else 'turns'}"
            " before the shuffle"
        ),
    )
    return OddsTable("Cards", tuple(rows), notes, {"packs": Fraction(packs), "turns": Fraction(turns)})


def after_table(hits: Sequence[int], book: Rulebook, *, weak: bool = False) -> OddsTable:
    """The state that hits leave a battalion in, of one unit or of companies (HEX-MAP-06, -11)."""
    capacity = combat.capacity(book, weak=weak)
    if any(one < 0 for one in hits) or not hits:
        raise BadInput(f"{list(hits)} are no hits: write one number for each unit, 0 or more")
    state = (
        mapping.state_after(hits[0], capacity, book)
        if len(hits) == 1
        else mapping.state_of_companies(hits, capacity, book)
    )
    row = OddsRow(
        f"hits {', '.join(map(str, hits))} of {capacity}",
        state.value,
        {
            other_state.value: Fraction(other_state is state)
            for other_state in (State.FRESH, State.SPENT, State.DESTROYED)
        },
    )
    return OddsTable("After the fight", (row,))
