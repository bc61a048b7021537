"""Queries to the dice of the Brigade level rules, and the answers (``campaign odds brigade``).

Fire, AtVehicle, Shelling, SoftSkin, Escape, Morale, Moves, After      the queries
ODDS                                                                   all of them under their headings
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from campaign.errors import BadInput, Refused
from campaign.rules.common.odds import Chances, binomial, certain
from campaign.rules.common.odds_query import Odds, Query, ask, one_or_all, score_of, state_table
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade import (
    antitank,
    equipment,
    firepoints,
    indirect,
    morale,
    movement,
    odds,
    saves,
    unit_phrases,
)
from campaign.rules.tabletop.brigade.antitank import Shot
from campaign.rules.tabletop.brigade.equipment import Face, Vehicle
from campaign.rules.tabletop.brigade.firepoints import Arms
from campaign.rules.tabletop.brigade.indirect import Battery
from campaign.rules.tabletop.brigade.saves import Direct, HitBy
from campaign.rules.tabletop.brigade.tables import Cover, Grade, Ground, MovesAs, SmallArm
from campaign.rules.tabletop.brigade.victory import state_after
from campaign.terms.forces import Nationality
from campaign.terms.target import Target
from campaign.words.odds import AVERAGE, OddsRow, OddsTable, Score, SpreadTable

_MOST_FIGURES = 60  # More than a company has, 12 (BDE-ORG-04).
_COVER = ask(f"The target's cover: {', '.join(Cover)}.", Cover.OPEN, metavar="COVER")
# A company of a normal battalion (BDE-MAP-02).
_FIGURES = ask("Figures of the target.", 9, least=1, most=_MOST_FIGURES)
_RANGE = ask("Range in whole inches or as a fraction, as in 29/2.", "10", metavar="INCHES")


def inches_of(text: str) -> Fraction:
    """Return a distance in inches from text. Raises BadInput."""
    try:
        result = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        result = Fraction(-1)
    if not 0 <= result <= 1000:
        raise BadInput(f"--range {text!r} is not a distance. Write inches from 0 to 1000, or a fraction such as 29/2")
    return result


def _spread(label: str, chances: Chances[int], needs: str = "", shown: Score | None = None) -> OddsRow:
    names = {str(count): chance for count, chance in sorted(chances.items())}
    average = odds.mean(chances)
    return OddsRow(label, needs, names, shown, average, averages={AVERAGE: average})


def _removed(lost: Chances[int], figures: int) -> OddsRow:
    """Return the row for two thirds of a company lost at once, which removes it (BDE-CAS-05)."""
    most = morale.losses_at(figures)[2]
    return OddsRow(f"removed at once, {most} or more", "", {"chance": lost.chance(lambda dead: dead >= most)})


# Fire ----------------------------------------------------------------------------------------------------------------
class Fire(Query):
    """Direct fire at troops: dice, hits and figures lost.

    \b
    campaign odds brigade fire --weapons "10 rifles" --range 5 --cover open
    campaign odds brigade fire --he 76mm --tank-gun --range 20 --pinned --json
    """

    by = "BDE-CONV-01..11, BDE-SAVE-01..07, BDE-TAB-CONV"
    weapons: str | None = ask("Small arms, as in '10 rifles, 2 SMGs, MMG'.", metavar="WHAT")
    he: str | None = ask(
        "A gun that fires high explosive directly, by name ('25pdr') or calibre ('75 mm').", metavar="GUN"
    )
    points: float | None = ask(
        "Fire points, if you know them, in steps of a half: 11 or 13.5.", least=0, most=999, metavar="N"
    )
    tank_gun: bool = ask("The gun is a vehicle's: high velocity guns have fewer points.")
    range: str = _RANGE
    cover: Cover = _COVER
    figures: int = _FIGURES
    pinned: bool = ask("The target is pinned, or takes a pin from small arms.")
    never_pinned: bool = ask("The target is cavalry, or advances in close order, and cannot be pinned.")
    moving: bool = ask("The firers move, or are mounted.")
    firers_pinned: bool = ask("The firers are pinned.")
    part_detected: bool = ask("The target is only part detected.")
    briefly: bool = ask("The target is in view for less than half a move.")
    close_order: bool = ask("The target is in close order.")
    soft_skin: bool = ask("The target is an unarmoured vehicle. The answer is the chance that it is destroyed.")
    units: int = ask("Number of such units that fire at the target.", 1, least=1, most=12)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the points, dice, hits and figures lost (BDE-SA, BDE-HE, BDE-CONV, BDE-SAVE)."""
        volleys = firepoints.pooled([self._points()] * self.units, book)
        scores = tuple(
            needed
            for points in volleys
            for needed in firepoints.convert(
                points, hampered=self.moving or self.firers_pinned, part_detected=self.part_detected
            )
        )
        total, distance = Fraction(sum(volleys, Fraction(0))), inches_of(self.range)
        title = f"{float(total):g} fire points at {float(distance):g} in. on"
        struck = odds.hits(scores)
        hits = _spread("hits", struck, " ".join(f"{needed}+" for needed in scores) or "no dice")
        if self.soft_skin:
            save = self._soft_skin_save()
            destroyed = sum((chance * odds.soft_skin(count, save) for count, chance in struck.items()), Fraction(0))
            rows = [hits, OddsRow("vehicle destroyed", str(save), {"chance": destroyed}, score_of(save))]
            title = f"{title} a soft-skin vehicle"
        else:
            flame = any(arm.weapon is SmallArm.FLAME_THROWER for arm in self._arms())
            direct = Direct(distance, self.briefly, self.close_order, flame)
            save = saves.troops(self.cover, pinned=self._saves_pinned(), direct=direct, book=book)
            dead = odds.kills(struck, save, self.figures)
            rows = [hits, _spread("figures lost", dead, str(save), score_of(save)), _removed(dead, self.figures)]
            title = f"{title} {self.figures} figures, {self.cover.value}"
        return SpreadTable(title, tuple(rows), (f"{len(scores)} dice; each hit saves {score_of(save).explained}.",))

    def understood(self, book: Rulebook) -> Mapping[str, object]:
        """Return the weapons that were understood, by name, and the fire points of one unit."""
        weapons = [{"count": arm.count, "weapon": arm.weapon.value} for arm in self._arms()]
        return {"weapons": weapons, "fire_points": self._points()}

    def _arms(self) -> tuple[Arms, ...]:
        return unit_phrases.arms(self.weapons) if self.weapons else ()

    def _points(self) -> Fraction:
        arms = self._arms()
        if not arms and self.he is None and self.points is None:
            raise BadInput(
                "no firing unit is named. Give --weapons '10 rifles', --he 25pdr, or both, or only their fire "
                "points: --points 11"
            )
        if self.tank_gun and self.he is None:
            raise BadInput(
                "--tank-gun means that the gun of --he is on a tank. Give both options, as in --he 76mm --tank-gun"
            )
        if self.points is not None and self.points * 2 != int(self.points * 2):
            raise BadInput(
                f"--points {self.points:g} is not possible. Fire points are whole or half numbers, such as 11 or 13.5"
            )
        he = he_points(self.he, tank_gun=self.tank_gun) if self.he else 0
        return firepoints.total(arms, inches_of(self.range)) + he + Fraction(self.points or 0)

    def _saves_pinned(self) -> bool:
        """Return whether a hit unit saves as pinned: HE pins before the saves (BDE-PIN-01)."""
        pin = morale.pins_on_hit(he=self.he is not None, cavalry=self.never_pinned)
        return morale.is_pinned_by(pin, hits=1, pinned=self.pinned)

    def _soft_skin_save(self) -> Target:
        """Return the save of an unarmoured vehicle against these weapons (BDE-SAVE-05, -07, BDE-NOTE-03, -04)."""
        rows_used = {saves.hit_by(arm.weapon) for arm in self._arms()}
        if self.he or self.points or not rows_used:
            raise BadInput(
                "for fire at a vehicle name the weapon, because fire points do not count (BDE-KILL-02). Use "
                "campaign odds brigade vehicle, or give --weapons"
            )
        if len({str(saves.soft_skin(hit_by)) for hit_by in rows_used}) > 1:
            raise BadInput(
                "a soft-skin vehicle has a different saving roll against rifles and SMGs than against MGs. Ask "
                "for the two kinds separately (BDE-SAVE-05, BDE-SAVE-07)"
            )
        return saves.soft_skin(next(iter(rows_used)))


def he_points(text: str, *, tank_gun: bool) -> int:
    """Return the HE points of a gun by name, or by its calibre. Raises NotFound, BadInput."""
    calibre = text.strip().lower().removesuffix("mm").strip()
    if calibre.isdecimal() and text not in equipment.GUNS:
        if not 1 <= int(calibre) <= 1000:
            raise BadInput(f"--he {text!r} is not a calibre. Write 1 to 1000 mm")
        return firepoints.he_points(int(calibre), tank_gun=tank_gun)
    return firepoints.he_of(equipment.gun(text), in_vehicle=tank_gun)


class AtVehicle(Query):
    """A shot at a vehicle: the chance to hit, to kill if it hits, and both together.

    \b
    campaign odds brigade vehicle --gun 88L56 --target Sherman --range 60
    """

    by = "BDE-TAB-AT, BDE-TAB-ATMOD, BDE-KILL-01"
    gun: str = ask("A gun of the attack values ('17pdr', Panzerfaust), or a vehicle with one.", metavar="GUN")
    target: str = ask("A vehicle of the equipment table, as in 'Pz IV H'.", metavar="VEHICLE")
    face: Face = ask("The side that is hit.", Face.FRONT)
    range: str = _RANGE
    moving: bool = ask("The firer moves.")
    pinned: bool = ask("The firer is pinned.")
    briefly: bool = ask("The target is in sight for less than half a move.")
    partial_cover: bool = ask("The target is in partial cover.")
    part_detected: bool = ask("The target is only part detected.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of a hit, then a kill (BDE-AT, BDE-KILL). Raises BadInput for an auto-cannon at a
        soft-skin, which saves instead (BDE-AMB-78).
        """
        shot = Shot(
            unit_phrases.firing_gun(self.gun),
            inches_of(self.range),
            self.moving or self.pinned,
            self.briefly,
            self.partial_cover,
            self.part_detected,
        )
        target = equipment.vehicle(self.target)
        _refuse_saving_target(shot, target)
        hit, kill = antitank.to_hit(shot), antitank.to_kill(shot, target, self.face)
        shot_odds = odds.shot(hit, kill)
        rows = (
            OddsRow("hit", str(hit), {"chance": shot_odds.hit}, score_of(hit)),
            OddsRow("kill if hit", str(kill), {"chance": shot_odds.kill_if_hit}, score_of(kill)),
            OddsRow("kill", "", {"chance": shot_odds.kill}),
        )
        printed = () if target.printed else (f"The values of {target.name} are this program's, not the book's.",)
        title = f"{shot.gun.name} at the {self.face.value} of {target.name}, {float(shot.distance_in):g} in."
        return OddsTable(title, rows, (f"{score_of(hit).explained}; {score_of(kill).explained}.", *printed))

    def understood(self, book: Rulebook) -> Mapping[str, object]:
        """Return the gun and the vehicle that were understood, with their values."""
        gun, target = unit_phrases.firing_gun(self.gun), equipment.vehicle(self.target)
        return {
            "gun": gun.name,
            "attack_value": gun.attack,
            "row": gun.at_class and gun.at_class.value,
            "target": target.name,
            "armour_value": target.armour(self.face),
            "body": target.body.value,
        }


def _refuse_saving_target(shot: Shot, target: Vehicle) -> None:
    is_auto_cannon = shot.gun.name == equipment.GUNS["Autocannon"].name
    if is_auto_cannon and antitank.feels_small_arms(target):
        raise BadInput(
            f"{target.name} is soft-skin and makes a saving roll for each hit of an auto-cannon (BDE-AMB-78). "
            "Use campaign odds brigade fire --weapons auto-cannon --soft-skin"
        )


class Shelling(Query):
    """Indirect fire on a unit at the aiming point: deviation, fire zone, breaching of cover, and figures lost.

    \b
    campaign odds brigade shelling --battery "88 mm" --nation british --df-point
    campaign odds brigade shelling --battery "150 mm" --cover fortification
    """

    by = "BDE-DEV-01..14, BDE-ZONE-01..04, BDE-BREACH-01..04, BDE-EFF-03..05"
    battery: tuple[str, ...] = ask(
        "The battery: '105 mm', '81 mm mortar', '150 mm rockets', 25pdr. Repeat the option for another battery on the"
        " same point.",
        metavar="WHAT",
        is_required=True,
    )
    nation: Nationality = ask(
        f"The nation of the guns: {', '.join(Nationality)}.", Nationality.BRITISH, metavar="NATION"
    )
    batteries: int = ask("Number of batteries on one point.", 1, least=1, most=8)
    on_table: bool = ask("The battery stands on the table.")
    df_point: bool = ask("The battery fires on a point registered before the battle.")
    cover: Cover = _COVER
    figures: int = _FIGURES
    pinned: bool = ask("The target is pinned already.")
    never_pinned: bool = ask("The target is cavalry, or advances in close order, and cannot be pinned.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return where the fire falls, whether it catches the unit and breaches, and the losses (BDE-DEV, -ZONE,
        -BREACH, -EFF).
        """
        batteries = self._batteries()
        off = odds.inches_off(batteries[0], df_point=self.df_point)
        names = {
            ("does not arrive" if inches is None else f"{inches} in."): off[inches]
            for inches in sorted(off, key=lambda inches: -1 if inches is None else inches)
        }
        caught = _caught(batteries, book, df_point=self.df_point)
        lost = self._lost(batteries, book)
        with_deviation = sum(
            (chance * odds.mean(self._lost(caught_by, book)) for caught_by, chance in caught.items() if caught_by),
            Fraction(0),
        )
        kinds = list(dict.fromkeys(batteries))
        rows = (
            OddsRow("off target", "", names),
            OddsRow("in the zone", "", {"chance": 1 - caught.of(())}),
            *(_breaching(kind, "each battery" if len(kinds) == 1 else kind.name, self.cover) for kind in kinds),
            _spread("lost if in the zone", lost),
            OddsRow("lost with deviation", "", {}, average=with_deviation, averages={AVERAGE: with_deviation}),
            OddsRow("a given figure, if in the zone", "", {"chance": self._lost(batteries, book, figures=1).of(1)}),
            _removed(lost, self.figures),
        )
        alone = book.switch("brigade.dev_per_battery")
        zone = indirect.zone_of(batteries[:1] if alone else batteries)
        names_of = " + ".join(f"{batteries.count(kind)} x {kind.name}" for kind in kinds)
        title = f"{names_of} on {self.figures} figures, {self.cover.value}"
        rolls = "each battery rolls for deviation and has a zone of its own" if alone else "one roll for deviation"
        numbers = {"zone across": Fraction(zone.width_in), "zone along": Fraction(zone.depth_in)}
        return SpreadTable(title, rows, (f"Zone {zone} in. (across, along); {rolls}.",), numbers)

    def understood(self, book: Rulebook) -> Mapping[str, object]:
        """Return each battery that was understood, by calibre and piece."""
        batteries = [{"calibre_mm": each.calibre_mm, "piece": each.piece.value} for each in self._batteries()]
        return {"batteries": batteries}

    def _batteries(self) -> tuple[Battery, ...]:
        if len(self.battery) > 1 and self.batteries > 1:
            raise BadInput(
                f"--battery names {len(self.battery)} batteries, but --batteries gives the number "
                f"{self.batteries}. Name each battery, or name one battery and give the number of equal "
                "batteries"
            )
        each = tuple(unit_phrases.battery(text, self.nation, on_table=self.on_table) for text in self.battery)
        return each * self.batteries

    def _lost(self, batteries: tuple[Battery, ...], book: Rulebook, figures: int | None = None) -> Chances[int]:
        """Return the chances of figures lost to the batteries that have the unit in their zone. The chance for one
        figure does not depend on the number of figures beside it.
        """
        return odds.shelled(
            batteries,
            self.cover,
            figures or self.figures,
            pinned=self.pinned,
            never_pinned=self.never_pinned,
            book=book,
        )


def _breaching(battery: Battery, whose: str, cover: Cover) -> OddsRow:
    needed = indirect.breach(indirect.shell(battery), cover)
    chance = {"chance": odds.breached(battery, cover)}
    return OddsRow(
        f"breach, {whose}", "" if needed is None else str(needed), chance, None if needed is None else score_of(needed)
    )


def _caught(batteries: tuple[Battery, ...], book: Rulebook, *, df_point: bool) -> Chances[tuple[Battery, ...]]:
    """Return the chances of which batteries have the unit in their zone: all or none of a mission, or each separately
    by the house rule (BDE-AMB-38).
    """
    chances: Chances[tuple[Battery, ...]] = certain(())
    is_alone = book.switch("brigade.dev_per_battery")
    for mission in [(battery,) for battery in batteries] if is_alone else [batteries]:
        inside = odds.inside(mission, df_point=df_point)
        of_mission = Chances([(mission, inside), ((), 1 - inside)])
        chances = chances.beside(of_mission).map(lambda both: both[0] + both[1])
    return chances


class SoftSkin(Query):
    """Chance that a number of hits destroys a vehicle: one failed save is enough."""

    by = "BDE-SAVE-05..09"
    hits: int = ask("Hits to be saved, one by one.", 1, least=1, most=40)
    open_top: bool = ask("The vehicle is open-top armour under indirect fire.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chance that hits destroy a soft-skin vehicle, or shells an open-topped one (BDE-SAVE-05 to
        -09).
        """
        if self.open_top:
            shown = {
                "artillery of 105 mm and over": saves.open_top(heavy=True),
                "other indirect fire": saves.open_top(heavy=False),
            }
        else:
            shown = {hit_by.value: saves.soft_skin(hit_by) for hit_by in HitBy}
        rows = tuple(
            OddsRow(label, str(save), {"destroyed": odds.soft_skin(self.hits, save)}, score_of(save))
            for label, save in shown.items()
        )
        return OddsTable(f"{self.hits} hits on {'open-top armour' if self.open_top else 'a soft-skin vehicle'}", rows)


class Escape(Query):
    """Number of FIGURES that get out of a destroyed vehicle. Figures that get out are pinned."""

    by = "BDE-SAVE-10"
    takes_rules = False
    figures: int = ask(least=1, most=_MOST_FIGURES, is_argument=True)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of passengers to get out of a destroyed vehicle (BDE-SAVE-10, BDE-NOTE-02)."""
        out: Chances[int] = Chances(enumerate(binomial(self.figures, saves.ESCAPE.chance)))
        row = _spread("escape", out, str(saves.ESCAPE), score_of(saves.ESCAPE))
        return OddsTable(f"{self.figures} figures in a destroyed vehicle", (row,), ("Figures that escape are pinned.",))


# Units ---------------------------------------------------------------------------------------------------------------
class Morale(Query):
    """Chance to shake off a pin, and to stay on the table; without GRADE, all four."""

    by = "BDE-TAB-PIN, BDE-TAB-CAS, BDE-CAS-06"
    grade: Grade | None = ask(is_argument=True)
    start: int = ask("Figures of the unit at the start.", 9, least=1, most=_MOST_FIGURES)  # As above (BDE-MAP-02).
    lost: int = ask("Figures that the unit has lost so far.", 0, least=0, most=_MOST_FIGURES)
    split: bool = ask("The unit has figures more than an inch apart, or its horse-holders too far off.")
    headquarters: bool = ask("The unit is or contains the battalion's headquarters.")
    close_order: bool = ask("The unit advances in close order.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances to shake off a pin, and to stay on the table (BDE-PIN, BDE-CAS)."""
        if self.lost > self.start:
            raise BadInput(
                f"--lost {self.lost} is too many, because --start has only {self.start} figures. Write at most "
                f"{self.start}"
            )
        rows = []
        for grade in one_or_all(self.grade, Grade):
            pin = morale.unpin(grade, start=self.start, dead=self.lost, headquarters=self.headquarters)
            test = morale.casualty_test(
                grade, self.start, self.lost, split=self.split, close_order_advance=self.close_order
            )
            stays = f"{test.score} stays" if test.score else "removed" if test.removed else "no test"
            shown = score_of(test.score) if test.score else None
            chances = {"unpins": pin.chance, "stays": test.stays}
            needs = f"{pin} unpins, {stays}"
            rows.append(OddsRow(grade.value, needs, chances, shown, numbers=_faces(pin, test)))
        third, half, most = morale.losses_at(self.start)
        text = f"One third is reached at {third}, one half at {half}, two thirds at {most}."
        reached = {"one third": Fraction(third), "one half": Fraction(half), "two thirds": Fraction(most)}
        return OddsTable(f"{self.lost} of {self.start} figures lost", tuple(rows), (text,), reached)


def _faces(pin: Target, test: morale.Test) -> dict[str, Fraction]:
    """Return the lowest faces that unpin and that stay; none for a result that is certain, impossible, or not rolled
    for.
    """
    needed = {"unpins on": pin.needed, "stays on": test.score.needed if test.score else None}
    return {name: Fraction(face) for name, face in needed.items() if face is not None}


class Moves(Query):
    """Inches of a move, and the chance that a vehicle sticks for the rest of the game."""

    by = "BDE-MOVE-01..06, BDE-TAB-MOVE"
    row: str | None = ask("Row of the movement table, as in 'medium tanks'; by default all.", metavar="ROW")
    ground: str | None = ask("Ground: road, open, rough or thick woods; by default all.", metavar="GROUND")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the inches of a move, and the chance to be stuck (BDE-MOVE)."""
        rows = []
        for moves_as in [unit_phrases.row(self.row)] if self.row else list(MovesAs):
            for ground in [unit_phrases.ground(self.ground)] if self.ground else list(Ground):
                label = f"{moves_as.value}, {ground.value}"
                try:
                    rate = movement.rate(moves_as, ground)
                except Refused:
                    rows.append(OddsRow(label, "not allowed", {}))
                    continue
                lengths = sorted(odds.move(moves_as, ground).items())
                chances = {f"{float(inches):g} in.": chance for inches, chance in lengths}
                chances["stuck"] = odds.stuck(moves_as, ground)
                rows.append(OddsRow(label, str(rate), chances))
        return OddsTable("Inches of a move", tuple(rows))


class After(Query):
    """State of a battalion after its losses. All figures of removed companies count as lost."""

    by = "BDE-MAP-07, -08"
    full: int = ask("Figures or models of the full battalion.", least=1, most=999, metavar="N")
    lost: int = ask(
        "Figures or models lost, including figures that were missing before the battle.", least=0, most=999, metavar="N"
    )

    def table(self, book: Rulebook) -> OddsTable:
        """Return the state that losses leave a battalion in (BDE-MAP-07), as a table."""
        if self.lost > self.full:
            raise BadInput(f"{self.lost} lost is more than the full strength of {self.full}. Write at most {self.full}")
        return state_table(f"{self.lost} of {self.full} lost", state_after(self.full, self.lost, book))


ODDS: Final = Odds(
    """Exact odds of WW2 Rules for Brigade Level Games. With --json every chance is a fraction in text ("1/3").""",
    {
        "Fire": {
            "fire": (Fire, "small arms and direct HE on troops"),
            "vehicle": (AtVehicle, "a gun shoots at a vehicle: chances to hit and to kill"),
            "shelling": (Shelling, "indirect fire: deviation, breaching, losses"),
            "soft-skin": (SoftSkin, "hits on unarmoured vehicles and open-top armour"),
            "escape": (Escape, "the passengers who escape from a destroyed vehicle"),
        },
        "Units": {
            "morale": (Morale, "the chance to shake off a pin, and to pass a casualty test"),
            "moves": (Moves, "moves that a die decides, and the chance of getting stuck"),
            "after": (After, "the state that losses leave a battalion in"),
        },
    },
)
