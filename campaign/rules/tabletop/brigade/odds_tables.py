"""The odds of the Brigade level rules as a person reads them (``campaign odds brigade``).

fire(Shooting, book), vehicle(shot, vehicle, face, book), shelling(Bombardment, book), soft_skin(hits, open_top),
escape(figures), tests(...), moves(...), after(...) -> OddsTable
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from campaign.errors import BadInput, Refused
from campaign.rules.common.odds import Chances, binomial, certain
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade import antitank, equipment, firepoints, indirect, morale, movement, odds, saves
from campaign.rules.tabletop.brigade.antitank import Effect, Shot
from campaign.rules.tabletop.brigade.equipment import Body, Face, Vehicle
from campaign.rules.tabletop.brigade.firepoints import Arms
from campaign.rules.tabletop.brigade.indirect import Battery
from campaign.rules.tabletop.brigade.saves import Direct, HitBy
from campaign.rules.tabletop.brigade.tables import Cover, Grade, Ground, Inches, MovesAs
from campaign.rules.tabletop.brigade.victory import state_after
from campaign.terms.state import State
from campaign.terms.target import Target
from campaign.views.odds import OddsRow, OddsTable, Score

AVERAGE = "average"


def score(target: Target) -> Score:
    """A score with its reasons, as a view."""
    text = "any" if target.needed == 1 else str(target)
    return Score(text, target.needed, target.chance, target.base, tuple(map(str, target.reasons)))


def _spread(label: str, chances: Chances[int], needs: str = "", shown: Score | None = None) -> OddsRow:
    names = {str(count): chance for count, chance in sorted(chances.items())}
    average = odds.mean(chances)
    return OddsRow(label, needs, names, shown, average, averages={AVERAGE: average})


def _removed(lost: Chances[int], figures: int) -> OddsRow:
    """Two thirds of a company lost at once: it is removed (BDE-CAS-05)."""
    most = morale.losses_at(figures)[2]
    return OddsRow(f"removed at once, {most} or more", "", {"chance": lost.chance(lambda dead: dead >= most)})


@dataclass(frozen=True, slots=True)
class Shooting:
    """Direct fire at a unit on foot. ``units``: like units that fire at it one after the other."""

    arms: tuple[Arms, ...]
    he: int
    distance_in: Inches
    cover: Cover
    figures: int
    pinned: bool = False
    hampered: bool = False
    part_detected: bool = False
    seen_briefly: bool = False
    close_order: bool = False
    flame: bool = False
    units: int = 1
    points: Fraction = Fraction(0)
    """Fire points beside those of arms and HE, where they are known as such."""
    soft_skin: bool = False
    """The target is an unarmoured vehicle: any failed save destroys it."""


def fire(shot: Shooting, book: Rulebook) -> OddsTable:
    """Points, dice, hits and figures lost (BDE-SA, BDE-HE, BDE-CONV, BDE-SAVE)."""
    points = firepoints.total(shot.arms, shot.distance_in) + shot.he + shot.points
    volleys = firepoints.pooled([points] * shot.units, book)
    scores = tuple(
        one
        for each in volleys
        for one in firepoints.convert(each, hampered=shot.hampered, part_detected=shot.part_detected)
    )
    if shot.soft_skin:
        return _on_soft_skin(shot, scores, Fraction(sum(volleys, Fraction(0))))
    direct = Direct(shot.distance_in, shot.seen_briefly, shot.close_order, shot.flame)
    save = saves.troops(shot.cover, pinned=shot.pinned, direct=direct, book=book)
    struck = odds.hits(scores)
    needs = " ".join(f"{needed}+" for needed in scores) or "no dice"
    total = sum(volleys, Fraction(0))
    title = (
        f"{float(total):g} fire points at {float(shot.distance_in):g} in. on {shot.figures} figures, {shot.cover.value}"
    )
    dead = odds.kills(struck, save, shot.figures)
    rows = (
        _spread("hits", struck, needs),
        _spread("figures lost", dead, str(save), score(save)),
        _removed(dead, shot.figures),
    )
    return OddsTable(title, rows, (f"{len(scores)} dice; each hit saves {score(save).explained}.",))


def _on_soft_skin(shot: Shooting, scores: tuple[int, ...], points: Fraction) -> OddsTable:
    """Small arms at an unarmoured vehicle: a save for each hit (BDE-SAVE-05, -07, BDE-NOTE-03, -04)."""
    rows_used = {saves.hit_by(arm.weapon) for arm in shot.arms}
    if shot.he or shot.points or not rows_used:
        raise BadInput(
            "a gun at a vehicle uses the hitting table, and points have no row of the saves: ask vehicle, or give"
            " --weapons (BDE-KILL-02)"
        )
    needed = {str(saves.soft_skin(hit_by)) for hit_by in rows_used}
    if len(needed) > 1:
        raise BadInput(
            "these weapons save differently at a soft-skin vehicle: ask for rifles and SMGs apart from MGs"
            " (BDE-SAVE-05, BDE-SAVE-07)"
        )
    save = saves.soft_skin(next(iter(rows_used)))
    struck = odds.hits(scores)
    gone = sum((chance * odds.soft_skin(count, save) for count, chance in struck.items()), Fraction(0))
    needs = " ".join(f"{score}+" for score in scores) or "no dice"
    rows = (_spread("hits", struck, needs), OddsRow("vehicle destroyed", str(save), {"chance": gone}, score(save)))
    title = f"{float(points):g} fire points at {float(shot.distance_in):g} in. on a soft-skin vehicle"
    return OddsTable(title, rows, (f"{len(scores)} dice; each hit saves {score(save).explained}.",))


def escape(figures: int) -> OddsTable:
    """Passengers of a destroyed vehicle that get out (BDE-SAVE-10, BDE-NOTE-02)."""
    out: Chances[int] = Chances(enumerate(binomial(figures, saves.ESCAPE.chance)))
    row = _spread("escape", out, str(saves.ESCAPE), score(saves.ESCAPE))
    return OddsTable(f"{figures} figures in a destroyed vehicle", (row,), ("Who escapes is pinned.",))


def vehicle(shot: Shot, target: Vehicle, face: Face, book: Rulebook) -> OddsTable:
    """Hit, then kill (BDE-AT, BDE-KILL). Raises BadInput for an auto-cannon at a soft-skin, which saves instead
    (BDE-AMB-78)."""
    auto_cannon = shot.gun.name == equipment.GUNS["Autocannon"].name
    if (
        target.body is Body.SOFT
        and auto_cannon
        and antitank.small_arms_on(target, book, auto_cannon=True) is Effect.SAVING_THROW
    ):
        raise BadInput(
            f"{target.name} is soft-skin and saves each hit of an auto-cannon (brigade.auto_cannon_soft): ask fire"
            " --weapons auto-cannon --soft-skin"
        )
    hit, kill = antitank.to_hit(shot), antitank.to_kill(shot, target, face)
    shot_odds = odds.shot(hit, kill)
    rows = (
        OddsRow("hit", str(hit), {"chance": shot_odds.hit}, score(hit)),
        OddsRow("kill if hit", str(kill), {"chance": shot_odds.kill_if_hit}, score(kill)),
        OddsRow("kill", "", {"chance": shot_odds.kill}),
    )
    printed = () if target.printed else (f"The values of {target.name} are this program's, not the book's.",)
    title = f"{shot.gun.name} at the {face.value} of {target.name}, {float(shot.distance_in):g} in."
    return OddsTable(title, rows, (f"{score(hit).explained}; {score(kill).explained}.", *printed))


@dataclass(frozen=True, slots=True)
class Bombardment:
    """Batteries on one point, and a unit at that point."""

    batteries: tuple[Battery, ...]
    df_point: bool
    cover: Cover
    figures: int
    pinned: bool = False
    never_pinned: bool = False


def shelling(plan: Bombardment, book: Rulebook) -> OddsTable:
    """Where it falls, whether it catches the unit, whether it breaches, what is lost (BDE-DEV, -ZONE, -BREACH,
    -EFF)."""
    first = plan.batteries[0]
    off = odds.inches_off(first, df_point=plan.df_point, book=book)
    names = {
        ("does not arrive" if inches is None else f"{inches} in."): off[inches]
        for inches in sorted(off, key=lambda one: -1 if one is None else one)
    }
    caught = _caught(plan, book)
    inside = 1 - caught.of(())
    with_deviation = sum(
        (chance * odds.mean(_lost(plan, batteries, book)) for batteries, chance in caught.items() if batteries),
        Fraction(0),
    )
    lost = _lost(plan, plan.batteries, book)
    kinds = list(dict.fromkeys(plan.batteries))
    rows = (
        OddsRow("off target", "", names),
        OddsRow("in the zone", "", {"chance": inside}),
        *(_breaching(kind, "each battery" if len(kinds) == 1 else kind.name, plan.cover, book) for kind in kinds),
        _spread("lost if in the zone", lost),
        OddsRow("lost with deviation", "", {}, average=with_deviation, averages={AVERAGE: with_deviation}),
        OddsRow("a given figure, if in the zone", "", {"chance": _given(plan, book)}),
        _removed(lost, plan.figures),
    )
    alone = book.switch("brigade.dev_per_battery")
    zone = indirect.zone_of(plan.batteries[:1] if alone else plan.batteries, book)
    names_of = " + ".join(f"{plan.batteries.count(kind)} x {kind.name}" for kind in kinds)
    title = f"{names_of} on {plan.figures} figures, {plan.cover.value}"
    rolls = "each battery rolls for deviation and has a zone of its own" if alone else "one roll for deviation"
    numbers = {"zone across": Fraction(zone.width_in), "zone along": Fraction(zone.depth_in)}
    return OddsTable(title, rows, (f"Zone {zone} in. (across, along); {rolls}.",), numbers)


def _breaching(battery: Battery, whose: str, cover: Cover, book: Rulebook) -> OddsRow:
    needed = indirect.breach(indirect.shell(battery), cover, book)
    chance = {"chance": odds.breached(battery, cover, book)}
    return OddsRow(
        f"breach, {whose}", "" if needed is None else str(needed), chance, None if needed is None else score(needed)
    )


def _lost(plan: Bombardment, batteries: tuple[Battery, ...], book: Rulebook) -> Chances[int]:
    """Figures lost to those batteries that have the unit in their zone."""
    return odds.shelled(
        batteries, plan.cover, plan.figures, pinned=plan.pinned, never_pinned=plan.never_pinned, book=book
    )


def _caught(plan: Bombardment, book: Rulebook) -> Chances[tuple[Battery, ...]]:
    """The batteries that have the unit in their zone: all or none of a mission, or each by itself by the house rule
    (BDE-AMB-38)."""
    alone = book.switch("brigade.dev_per_battery")
    chances: Chances[tuple[Battery, ...]] = certain(())
    for mission in [(battery,) for battery in plan.batteries] if alone else [plan.batteries]:
        inside = odds.inside(mission, df_point=plan.df_point, book=book)
        chances_here = Chances([(mission, inside), ((), 1 - inside)])
        chances = chances.beside(chances_here).map(lambda both: both[0] + both[1])
    return chances


def _given(plan: Bombardment, book: Rulebook) -> Fraction:
    """The chance that one figure that is caught is lost; it does not hang on how many stand beside it."""
    chances = odds.shelled(plan.batteries, plan.cover, 1, pinned=plan.pinned, never_pinned=plan.never_pinned, book=book)
    return chances.of(1)


def after(full: int, lost: int, book: Rulebook) -> OddsTable:
    """The state that losses leave a battalion in (BDE-MAP-07)."""
    if lost > full:
        raise BadInput(f"{lost} lost of {full}: no more can be lost than stood there")
    state = state_after(full, lost, book)
    row = OddsRow(
        f"{lost} of {full} lost",
        state.value,
        {
            other_state.value: Fraction(other_state is state)
            for other_state in (State.FRESH, State.SPENT, State.DESTROYED)
        },
    )
    return OddsTable("After the fight", (row,))


def soft_skin(hits: int, open_top: bool) -> OddsTable:
    """Chance that hits destroy a soft-skin vehicle, or shells an open-topped one (BDE-SAVE-05 to -09)."""
    if open_top:
        shown = [
            ("artillery of 105 mm and over", saves.open_top(heavy=True)),
            ("other indirect fire", saves.open_top(heavy=False)),
        ]
    else:
        shown = [(hit_by.value, saves.soft_skin(hit_by)) for hit_by in HitBy]
    rows = tuple(
        OddsRow(label, str(save), {"destroyed": odds.soft_skin(hits, save)}, score(save)) for label, save in shown
    )
    return OddsTable(f"{hits} hits on {'open-top armour' if open_top else 'a soft-skin vehicle'}", rows)


def tests(
    grades: Iterable[Grade],
    start: int,
    dead: int,
    *,
    split: bool,
    headquarters: bool,
    close_order: bool,
    book: Rulebook,
) -> OddsTable:
    """Losing a pin, and staying on the table (BDE-PIN, BDE-CAS)."""
    rows = []
    for grade in grades:
        pin = morale.unpin(grade, start=start, dead=dead, headquarters=headquarters)
        test = morale.casualty_test(grade, start, dead, split=split, close_order_advance=close_order, book=book)
        needs = f"{pin} unpins" + (
            f", {test.score} stays" if test.score else ", removed" if test.removed else ", no test"
        )
        shown = score(test.score) if test.score else None
        rows.append(
            OddsRow(grade.value, needs, {"unpins": pin.chance, "stays": test.stays}, shown, numbers=_faces(pin, test))
        )
    third, half, most = morale.losses_at(start)
    text = f"One third is reached at {third}, one half at {half}, two thirds at {most}."
    reached = {"one third": Fraction(third), "one half": Fraction(half), "two thirds": Fraction(most)}
    return OddsTable(f"{dead} of {start} figures lost", tuple(rows), (text,), reached)


def _faces(pin: Target, test: morale.Test) -> dict[str, Fraction]:
    """Lowest faces that unpin and that stay; none for what is certain, impossible, or not rolled for."""
    needed = {"unpins on": pin.needed, "stays on": test.score.needed if test.score else None}
    return {name: Fraction(face) for name, face in needed.items() if face is not None}


def moves(rows: Iterable[MovesAs], grounds: Iterable[Ground], book: Rulebook) -> OddsTable:
    """Inches of a move, and the chance to be stuck (BDE-MOVE)."""
    oddses = []
    for row in rows:
        for ground in grounds:
            try:
                rate = movement.rate(row, ground)
            except Refused:
                oddses.append(OddsRow(f"{row.value}, {ground.value}", "not allowed", {}))
                continue
            names = {
                f"{float(inches):g} in.": chance for inches, chance in sorted(odds.move(row, ground, book).items())
            }
            oddses.append(
                OddsRow(f"{row.value}, {ground.value}", str(rate), {**names, "stuck": odds.stuck(row, ground, book)})
            )
    return OddsTable("Inches of a move", tuple(oddses))
