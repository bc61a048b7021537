"""Queries to the dice and cards of the hex table, and the answers as views (``campaign odds hexes``).

shot_table(shot, book), shots_table(shots, book, ...), joint_table(...)
OneShot, Shots, Joint, Elimination, Matrix, Cards, After      the queries
ODDS                                                          all of them under their headings
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.odds import Chances
from campaign.rules.common.odds_query import Odds, Query, ask, state_table
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.hexes import cards, combat, mapping, odds, tables, unit_phrases
from campaign.rules.tabletop.hexes.combat import Shot
from campaign.terms.state import State
from campaign.words.odds import OddsRow, OddsTable
from campaign.words.odds_hexes import ShotsTable, ShotTable

_TARGET = ask("The unit shot at.", "infantry", metavar="WHAT")
# A hex, the nearest (HEX-TAB-RANGE).
_RANGE = ask("Distance to the target, in hexes.", 1, least=0, most=99, metavar="HEXES")
_TERRAIN = ask(
    f"The target's hex: {', '.join(tables.Terrain)}; or town, wood, hills.",
    tables.Terrain.OPEN.value,
    metavar="TERRAIN",
)
_SMOKE = ask("Smoke lies on the target's hex.")
_BETWEEN = ask("Broken terrain lies between shooter and target (direct fire).")
_WEAK = ask("The target is weak: it takes half the hits.")
_BEGUN = ask("Hits that the target has already.", least=0, most=99, metavar="HITS")


def check_range(shot: Shot) -> None:
    """Raise BadInput for a distance at which this type cannot shoot (HEX-RANGE-02, -06)."""
    row = tables.RANGE[shot.shooter]
    if shot.distance < row.nearest or (row.farthest is not None and shot.distance > row.farthest):
        far = f"{row.nearest} to {row.farthest}" if row.farthest is not None else f"{row.nearest} or more"
        raise BadInput(
            f"{shot.shooter.value} cannot shoot at {shot.distance} hexes. The range is {far} hexes (HEX-TAB-RANGE)"
        )


def shot_table(shot: Shot, book: Rulebook) -> ShotTable:
    """Return the table of one shot. Raises BadInput if it is out of range, or if the target cannot evade as stated."""
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
    """Return the table of several shots at one unit; a unit that has evaded has been activated, and cannot evade again
    (HEX-EVADE-03, HEX-CARD-10).
    """
    _one_evasion(shots)
    made = tuple(shot_table(shot, book) for shot in shots)
    return _shots_table(made, [shot_table.net for shot_table in made], book, weak=weak, begun=begun, spent=spent)


def _one_evasion(shots: Sequence[Shot]) -> None:
    if sum(shot.evades for shot in shots) > 1:
        raise BadInput(
            "a unit evades only once in a turn, because evading is its action for the turn (HEX-CARD-10). Write "
            "'evaded' for one shot only"
        )


def joint_table(
    shots: Sequence[Shot], book: Rulebook, *, evaded: bool, weak: bool = False, begun: int | None = None
) -> ShotsTable:
    """Return the table of two units of one hex at one target: one evasion for both rolls (HEX-JOINT-03, HEX-AMB-41)."""
    if len(shots) != 2:
        raise BadInput(f"{len(shots)} shooters cannot shoot together. Name two shooters (HEX-JOINT-01)")
    if any(shot.evades for shot in shots):
        raise BadInput(
            "the target of a joint shot evades both shots together. Write --evaded once, and leave 'evaded' out of "
            "the shots"
        )
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
        raise BadInput(
            f"{begins} hits at the start are not possible. {capacity} hits eliminate this unit, so write 0 to "
            f"{capacity - 1}"
        )
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


# Shooting ------------------------------------------------------------------------------------------------------------
class OneShot(Query):
    """One shot: its net modifier, and the chance of each number of hits.

    \b
    campaign odds hexes shot --shooter tank --target "at gun" --range 2
    campaign odds hexes shot --shooter artillery --range 8 --smoke --evading
    """

    by = "HEX-SHOOT-01..10, HEX-TAB-MOD"
    shooter: str = ask("The shooter: infantry, at gun, tank, spg, mortar, artillery ...", metavar="WHO")
    target: str = _TARGET
    range: int = _RANGE
    terrain: str = _TERRAIN
    smoke: bool = _SMOKE
    between: bool = _BETWEEN
    evading: bool = ask("The target gives up its action to evade.")
    activated: bool = ask("The target has had its action.")
    weak_shooter: bool = ask("The shooter shoots at -1 (hexes.weak).")

    def table(self, book: Rulebook) -> ShotTable:
        """Return the modifiers and hits. Raises BadInput if it is out of range, or if the target cannot evade as
        stated.
        """
        shot = Shot(
            unit_phrases.unit_type_of(self.shooter),
            unit_phrases.unit_type_of(self.target),
            self.range,
            unit_phrases.terrain_of(self.terrain),
            self.smoke,
            self.between,
            self.evading,
            self.activated,
            self.weak_shooter,
        )
        return shot_table(shot, book)


class Shots(Query):
    """Several shots at one unit in one turn: all hits, and the chances that it is left fresh, spent or eliminated.

    SHOTS lists the shots in order, with commas between them. A shot may have a number, a type, "at" with a number of
    hexes, and the words evaded or weak.

    \b
    campaign odds hexes shots "artillery at 5, tank at 2, infantry at 2"
    campaign odds hexes shots "infantry evaded, infantry" --begun 5
    """

    by = "HEX-SHOOT-01..10, HEX-ELIM-01"
    shots: str = ask(metavar="SHOTS", is_argument=True)
    target: str = _TARGET
    range: int = _RANGE
    terrain: str = _TERRAIN
    smoke: bool = _SMOKE
    between: bool = _BETWEEN
    weak: bool = _WEAK
    spent: bool = ask("The target begins spent.")
    begun: int | None = _BEGUN

    def table(self, book: Rulebook) -> ShotsTable:
        """Return all hits, and the fate of the unit."""
        shots = _shots(self.shots, self)
        return shots_table(shots, book, weak=self.weak, begun=self.begun, spent=self.spent)


class Joint(Query):
    """Two units of one hex shooting together, as in "2 infantry" or "tank, infantry"."""

    by = "HEX-JOINT-03, HEX-AMB-41"
    pair: str = ask(metavar="PAIR", is_argument=True)
    target: str = _TARGET
    range: int = _RANGE
    terrain: str = _TERRAIN
    smoke: bool = _SMOKE
    between: bool = _BETWEEN
    evaded: bool = ask("The target evades the joint shot.")
    activated: bool = ask("The target has had its action, and cannot evade.")
    weak: bool = _WEAK
    begun: int | None = _BEGUN

    def table(self, book: Rulebook) -> ShotsTable:
        """Return all hits of the two, and the fate of the unit."""
        shots = _shots(self.pair, self, activated=self.activated)
        return joint_table(shots, book, evaded=self.evaded, weak=self.weak, begun=self.begun)


def _shots(text: str, query: Shots | Joint, *, activated: bool = False) -> tuple[Shot, ...]:
    return unit_phrases.shots(
        text,
        unit_phrases.unit_type_of(query.target),
        distance=query.range,
        terrain=unit_phrases.terrain_of(query.terrain),
        smoke=query.smoke,
        between=query.between,
        activated=activated,
    )


class Elimination(Query):
    """Average number of equal shots that eliminate a normal, a weak and a spent unit."""

    by = "HEX-ELIM-01, HEX-ELIM-02"
    net: tuple[int, ...] = ask("Show only this net modifier. May be repeated.", least=-9, most=9, metavar="N")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the mean number of equal shots until a normal, a weak and a spent unit are eliminated
        (HEX-CASE-31).
        """
        full, weak = combat.capacity(book), combat.capacity(book, weak=True)
        begun = mapping.begins_with(State.SPENT, full, book)
        kinds = {"normal": (full, 0), "weak": (weak, 0), "spent": (full, begun)}
        rows, never = [], []
        for net in self.net or (1, 0, -1, -2):
            means = {name: odds.mean_shots(net, capacity, begun=start) for name, (capacity, start) in kinds.items()}
            averages = {f"average shots, {name}": mean for name, mean in means.items() if mean is not None}
            if averages:
                rows.append(OddsRow(f"net {net:+d}", "", {}, averages=averages))
            else:
                never.append(f"net {net:+d}: never a hit")
        notes = (f"normal {full} hits, weak {weak}, spent {full} with {begun} taken", *never)
        return OddsTable("Equal shots until a unit is eliminated", tuple(rows), notes)


class Matrix(Query):
    """Hits of one shot in the open, for each type of shooter at each type of target."""

    by = "HEX-TAB-MATRIX"

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chance of each number of hits in the open at one hex, by shooter and target (HEX-TAB-MATRIX)."""
        rows = []
        for shooter in tables.ShootsAs:
            for target in tables.HitAs:
                net = tables.type_modifier(shooter, target)
                chances = {str(count): chance for count, chance in _sorted(odds.shot(net)).items()}
                rows.append(OddsRow(f"{shooter.value} at {target.value}", f"{net:+d}", chances))
        return OddsTable("Hits of one shot in the open", tuple(rows))


# Cards and campaign --------------------------------------------------------------------------------------------------
class Cards(Query):
    """Number of turns that the pack lasts, and the chance that other units act after the holder of a card (and may
    still evade).
    """

    by = "HEX-CARD-09, -13"
    # Both sides of a game of four to eight units each (umpire 2).
    units: int = ask("Number of units that get a card each turn.", 12, least=1, most=500)
    card: str | None = ask("The card of the unit that acts, as 7S or 'ace of clubs'.", metavar="CARD")
    known: tuple[str, ...] = ask("Card that you know another unit holds. May be repeated.", metavar="CARD")
    others: int = ask("Number of other units that must all act later.", 1, least=1, most=12)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the turns that the pack lasts, and the chance that units may still evade (HEX-CARD-09, -13)."""
        place = cards.card(self.card) if self.card else None
        drawn = tuple(map(cards.card, self.known))
        turns = cards.deals_before_shuffle(self.units)
        rows = []
        if place is not None:
            later = cards.acts_later(place, drawn=drawn, chosen=self.others)
            text = "another unit" if self.others == 1 else f"{self.others} other units all"
            chances = {"later": later, "earlier": 1 - later}
            rows.append(OddsRow(f"{cards.name(place)}: {text} still to act", "", chances))
        packs = cards.packs(self.units)
        counts = f"{packs} {'pack' if packs == 1 else 'packs'}, {turns} {'turn' if turns == 1 else 'turns'}"
        notes = (f"{self.units} units: {counts} before the shuffle",)
        return OddsTable("Cards", tuple(rows), notes, {"packs": Fraction(packs), "turns": Fraction(turns)})


class After(Query):
    """State of a battalion after HITS: one number, or a number for each company, as in 9,9,0,0."""

    by = "HEX-MAP-06, -11"
    hits: str = ask(is_argument=True)
    weak: bool = _WEAK

    def table(self, book: Rulebook) -> OddsTable:
        """Return the state that hits leave a battalion in, as one unit or as companies (HEX-MAP-06, -11)."""
        try:
            hits = [int(number) for number in self.hits.replace(",", " ").split()]
        except ValueError:
            raise BadInput(f"{self.hits!r} is not a list of hits. Write whole numbers, as in 6 or 9,9,0,0") from None
        if any(count < 0 for count in hits) or not hits:
            raise BadInput(f"{hits} is not a list of hits. Write one number for each unit, 0 or more")
        capacity = combat.capacity(book, weak=self.weak)
        state = (
            mapping.state_after(hits[0], capacity, book)
            if len(hits) == 1
            else mapping.state_of_companies(hits, capacity, book)
        )
        return state_table(f"hits {', '.join(map(str, hits))} of {capacity}", state)


ODDS: Final = Odds(
    """Exact odds of One-Hour WW2 on hexes. With --json every chance is a fraction in text ("1/3").""",
    {
        "Shooting": {
            "shot": (OneShot, "one shot: modifiers and hits"),
            "shots": (Shots, "several shots at one unit, and its state after them"),
            "joint": (Joint, "two units in one hex that shoot together"),
            "elimination": (Elimination, "how many equal shots eliminate a unit"),
            "matrix": (Matrix, "every way of shooting at every kind of target"),
        },
        "Cards and campaign": {
            "cards": (Cards, "how long the pack of cards lasts, and which unit acts later"),
            "after": (After, "the state that hits leave a battalion in"),
        },
    },
)
