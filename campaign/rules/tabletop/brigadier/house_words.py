"""The values of the house file in force for phases and fire, in the words of a sheet, so that the packet is enough to
play from.

    needs_of(battalions) / every_need(house) -> Needs                          the troops that need values of the file
    house_words(needs, house, book, has_air=) -> tuple[Reminders, ...]      none without a house file
    house_tables(weapons, house) -> tuple[QuickTable, ...]                     the range of each weapon and what it
    pierces

The file's values for the phases are in the chart of a turn (``quick_reference``). Values it leaves out are left out
here too; the sheet asks for them among its blanks (``agreements``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brigadier.hits import CombinedFire
from campaign.rules.tabletop.brigadier.house import House, Plate, Reach
from campaign.rules.tabletop.brigadier.muster import Battalion
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.steps import LadderForm
from campaign.rules.tabletop.brigadier.tables import ORDERS, Grade
from campaign.terms.forces import Armour
from campaign.terms.words import ranges
from campaign.values import dataclass
from campaign.words.sheet import QuickTable, Reminders, quick_table

_STOP = "."
Line = tuple[str, dict[str, object]]
"""The key of a line of ``sheet.txt``, and its numbers."""


@dataclass(frozen=True, slots=True)
class Needs:
    """The grades, nations, kinds of platoons, weapons and armour that a sheet or a reference needs."""

    grades: tuple[Grade, ...]
    troops: tuple[tuple[Grade, str], ...]
    """The grade and nation of each battalion, which both decide its radio."""
    kinds: frozenset[str]
    weapons: tuple[str, ...]
    armour: tuple[str, ...]
    guns: bool


def needs_of(battalions: Sequence[Battalion]) -> Needs:
    platoons = [platoon for battalion in battalions for platoon in battalion.platoons]
    vehicles = (
        battalion.unit.armour
        for battalion in battalions
        if any(platoon.kind.is_vehicle for platoon in battalion.platoons)
    )
    return Needs(
        tuple(sorted({platoon.grade for platoon in platoons}, key=lambda grade: grade.rank)),
        tuple(
            dict.fromkeys(
                (battalion.platoons[0].grade, battalion.unit.nation.value)
                for battalion in battalions
                if battalion.platoons
            )
        ),
        frozenset(platoon.kind.value for platoon in platoons),
        tuple(dict.fromkeys(weapon for platoon in platoons for weapon in platoon.weapons)),
        tuple(dict.fromkeys(armour.value for armour in vehicles if armour is not Armour.NONE)),
        any(platoon.kind.is_gun for platoon in platoons),
    )


def every_need(house: House) -> Needs:
    """Return the needs of all troops that the file has values for."""
    grades = tuple(sorted(Grade, key=lambda grade: grade.rank))
    weapons = dict.fromkeys((*house.ranges, *house.penetration, *house.shelling, *house.flak))
    return Needs(
        grades,
        tuple((grade, "") for grade in grades),
        frozenset(kind.value for kind in Kind),
        tuple(weapons),
        tuple(house.armour),
        guns=True,
    )


def house_words(needs: Needs, house: House, book: Rulebook, *, has_air: bool) -> tuple[Reminders, ...]:
    """Return the values of the file that these troops need in play and no chart shows, in the order of the phases."""
    lines = dict(
        (
            *_command(needs, house),
            *_guns(needs, house, has_air=has_air),
            *_fire(needs, house),
            *_moves(needs, house),
            *_after(house, book),
        )
    )
    if not (house.sections and lines):
        return ()
    numbers = {name: value for places in lines.values() for name, value in places.items()}
    shown = {entry.key: entry.key in lines for entry in texts("brigadier").sections["house file"].entries}
    return (texts("brigadier").reminders("house file", shown, **numbers),)


def house_tables(weapons: Sequence[str], house: House) -> tuple[QuickTable, ...]:
    """Return the charts of ranges and penetration of these weapons, in inches."""
    pierced = dict.fromkeys(armour for name in weapons for armour in house.penetration.get(name, {}))
    values = [armour.value for armour in Armour]
    classes = sorted(pierced, key=lambda name: values.index(name) if name in values else len(values))
    rows = []
    for name in weapons:
        reach, through = house.ranges.get(name), house.penetration.get(name, {})
        if reach is not None or through:
            rows.append((name, *_ranges(reach), *(_inches(through.get(class_)) for class_ in classes)))
    if not rows:
        return ()
    least = [
        texts("brigadier").text("least_range", weapon=name, inches=reach.least)
        for name in weapons
        if (reach := house.ranges.get(name)) is not None and reach.least
    ]
    note = " ".join((texts("brigadier").text("reach_note"), *least))
    return (quick_table("Reach in inches", rows, ("aimed", "area", *classes), note=note),)


def _ranges(reach: Reach | None) -> tuple[str, str]:
    return ("", "") if reach is None else (_inches(reach.aimed), _inches(reach.area))


def _inches(inches: int | None) -> str:
    return "" if inches is None else str(inches) if inches else "\N{EN DASH}"


def faces(numbers: Iterable[int]) -> str:
    """Return faces in words: ``2-6``, ``1, 3-4``, ``none``."""
    return ranges(numbers) or "none"


def _command(needs: Needs, house: House) -> Iterator[Line]:
    """Yield the lines of command: BGC-M-02, -06, -18."""
    if house.hq_replaced_after is not None:
        yield "hq_replaced", {"hq_turns": turns(house.hq_replaced_after)}
    if lines := tuple(_orders(needs, house)):
        yield "order_rules", {"orders": "; ".join(lines)}


def _orders(needs: Needs, house: House) -> Iterator[str]:
    """Yield the parts of the orders that the chart of orders has no column for (BGC-M-06)."""
    for order, rule in house.orders.items():
        printed = ORDERS[order]
        if no := [kind for kind in rule.assault_exceptions if kind in needs.kinds]:
            yield texts("brigadier").text("no_assault", order=order.value, kinds=", ".join(no))
        if rule.fire is not None and len(rule.fire) > 1:
            kinds = " or ".join(kind.value for kind in rule.fire)
            yield texts("brigadier").text("order_fires", order=order.value, kinds=kinds)
        if rule.move_road is not None and rule.move_road != rule.move:
            yield texts("brigadier").text("by_road", order=order.value, factor=rule.move_road)
        if rule.move_wounded != printed.move_wounded and rule.move_wounded is not None:
            yield texts("brigadier").text("with_wounded", order=order.value, factor=rule.move_wounded)
        if rule.stationary is not None and rule.stationary is not printed.stationary:
            yield (
                texts("brigadier").text("stands_still", order=order.value)
                if rule.stationary
                else texts("brigadier").text("order_moves", order=order.value)
            )
        if rule.moves_away and not printed.moves_away:
            yield texts("brigadier").text("moves_away", order=order.value)
        if rule.save_fire and not printed.save_fire:
            yield texts("brigadier").text("saves_fire", order=order.value)
        if rule.note and rule.note != printed.note:
            yield f"{order.value}: {rule.note.rstrip(_STOP)}"


def by_grade(words: dict[Grade, str], grades: Sequence[Grade]) -> str:
    """Return values by grade, as in ``Regular 2-6, Elite 1-6``; a single one if all are alike."""
    shown = [(grade, words[grade]) for grade in grades if grade in words]
    if len({word for _, word in shown}) == 1:
        return shown[0][1]
    return ", ".join(f"{grade.value} {word}" for grade, word in shown)


def turns(count: int) -> str:
    """Return a number of turns in words: ``1 turn``, ``2 turns``."""
    return f"{count} turn{'s' * (count != 1)}"


def _guns(needs: Needs, house: House, *, has_air: bool) -> Iterator[Line]:
    """Yield the lines of guns and aircraft: BGC-M-08, -09, -21."""
    shells = {weapon: house.shelling[weapon] for weapon in needs.weapons if weapon in house.shelling}
    if shells:
        dice = ", ".join(
            f"{weapon} {shell.dice}{' a Count' if shell.per_count else ' a battery'}"
            for weapon, shell in shells.items()
        )
        later = house.delay_turns
        delay = "" if later is None else f", {turns(later)} later" if later else ", at once"
        fires = "once" if house.fires_per_battery == 1 else f"{house.fires_per_battery} times"
        yield "indirect", {"shells": dice, "fires": fires, "delay": delay}
    if has_air and house.air_attack:
        attacks = (
            texts("brigadier").text("air_attack", aircraft=aircraft, dice=attack.dice, fire=attack.fire.value)
            for aircraft, attack in house.air_attack.items()
        )
        yield "air", {"attacks": "; ".join(attacks)}
    if flak := [
        texts("brigadier").text("sends_home", gun=name, dice=guns.dice, faces=faces(guns.abort_faces))
        for name, guns in house.flak.items()
        if name in needs.weapons or name in needs.kinds
    ]:
        yield "flak", {"flak": "; ".join(flak)}
    if house.limber_turns is not None and needs.guns:
        yield "limbering", {"limber_turns": turns(house.limber_turns)}


_COMBINED = {
    CombinedFire.SEPARATE: "combined_separate",
    CombinedFire.SUM_FRACTIONS: "combined_fractions",
    CombinedFire.SUM_SIXES: "combined_sixes",
}


def _fire(needs: Needs, house: House) -> Iterator[Line]:
    """Yield the lines of fire: BGC-M-12, -13, -16, -17."""
    if arcs := {kind: degrees for kind, degrees in house.arc.items() if kind in needs.kinds}:
        yield "arc", {"arcs": ", ".join(f"{kind} {degrees}" for kind, degrees in arcs.items())}
    if plates := {name: house.armour[name] for name in needs.armour if name in house.armour}:
        yield "plates", {"plates": "; ".join(f"{name}: {plate_text(plate)}" for name, plate in plates.items())}
    if (ladder := house.ladder) is not None:
        if ladder.area_per_step != 1:
            yield "area_per_step", {"area_dice": ladder.area_per_step}
        if ladder.cover_matters_area:
            yield "hard_cover", {}
        boxes = [
            f"{grade.value} = {', '.join(order.value for order in ladder.boxes[grade])}"
            for grade in needs.grades
            if ladder.form is LadderForm.BOXES and ladder.boxes.get(grade)
        ]
        if boxes:
            yield "ladder", {"boxes": "; ".join(boxes)}
    if house.combined is not None:
        yield _COMBINED[house.combined], {}


def plate_text(plate: Plate) -> str:
    """Return armour in words, as in ``front heavy, side medium``."""
    return texts("brigadier").text(
        "armour", front=plate.front, side=plate.side, top="" if plate.enclosed else ", open top"
    )


def _moves(needs: Needs, house: House) -> Iterator[Line]:
    """Yield the lines of moves: BGC-M-20."""
    going = [
        f"in {terrain} {', '.join(f'{kind} {_part(parts[kind])}' for kind in sorted(needs.kinds & set(parts)))}"
        for terrain, parts in house.going.items()
        if needs.kinds & set(parts)
    ]
    if going:
        yield "ground", {"ground": "; ".join(going)}


def _part(part: Fraction | None) -> str:
    return "may not enter" if part is None else f"x{part}"


def _after(house: House, book: Rulebook) -> Iterator[Line]:
    """Yield the last lines: BGC-M-27, -31, and the values that go to the players unchanged."""
    if book.switch("brigadier.time_cards") and house.cards:
        cards = (_card(card.name, card.copies, card.minutes, card.text) for card in house.cards)
        yield "cards", {"cards": "; ".join(cards)}
    if book.switch("brigadier.quick_play") and house.wound_is_kill is not None:
        yield ("wound_kills" if house.wound_is_kill else "wound_nothing"), {}
    if house.for_players:
        yield "besides", {"besides": "; ".join(house.for_players)}


def _card(name: str, copies: int, minutes: int, text: str) -> str:
    return f"{copies} {name}, {minutes} min{f' ({text.rstrip(_STOP)})' if text else ''}"
