"""What the house file in force says of the phases and the fire, in the words of a sheet: with it the packet is enough
to play from.

    needs_of(battalions) / every_need(house) -> Needs                          of whom the file is asked
    house_words(needs, house, book, has_air=) -> tuple[Reminders, ...]      none without a house file
    house_tables(weapons, house) -> tuple[QuickTable, ...]                     how far each weapon reaches and what it
    pierces

What the file leaves out is left out here too; the sheet asks for it among its blanks (``agree``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.hits import CombinedFire
from campaign.rules.tabletop.brigadier.house import House, Plate, Reach
from campaign.rules.tabletop.brigadier.muster import Battalion
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.steps import LadderForm
from campaign.rules.tabletop.brigadier.tables import ORDERS, Grade, Shelter
from campaign.terms.forces import Armour
from campaign.terms.words import ranges
from campaign.views.papers import Fact
from campaign.views.sheet import QuickTable, Reminders, quick_table

TITLE = "By the house file"
_STOP = "."
_COMBINED = {
    CombinedFire.SEPARATE: "each is read by itself, kills and wounds are added",
    CombinedFire.SUM_FRACTIONS: "what each makes is added before it is rounded",
    CombinedFire.SUM_SIXES: "their sixes are added and read as Aimed Fire",
}


@dataclass(frozen=True, slots=True)
class Needs:
    """Of which grades and nations, kinds of platoons, weapons and armour a sheet or a reference speaks."""

    grades: tuple[Grade, ...]
    troops: tuple[tuple[Grade, str], ...]
    """Grade and nation of each battalion: its radio hangs on both."""
    kinds: frozenset[str]
    weapons: tuple[str, ...]
    armour: tuple[str, ...]
    guns: bool


def needs_of(battalions: Sequence[Battalion]) -> Needs:
    """Those of the force."""
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
    """All of whom the file says anything."""
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
    """Every value of the file that these troops need in play, in the order of the phases."""
    if not house.sections:
        return ()
    facts = (
        *_command(needs, house),
        *_orders(needs, house),
        *_guns(needs, house, has_air=has_air),
        *_fire(needs, house),
        *_giving_up(house, needs.grades),
        *_moves(needs, house),
        *_close(house),
        *_after(house, book),
        *_besides(house),
    )
    return (Reminders(TITLE, facts),) if facts else ()


def house_tables(weapons: Sequence[str], house: House) -> tuple[QuickTable, ...]:
    """Ranges and penetration of these weapons, in inches."""
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
    note = "Aimed and area: range. The others: inches up to which it harms that armour; a dash: never."
    least = [
        f"{name} not under {reach.least}"
        for name in weapons
        if (reach := house.ranges.get(name)) is not None and reach.least
    ]
    return (
        quick_table(
            "Reach in inches",
            rows,
            ("aimed", "area", *classes),
            note=" ".join((note, *(f"{words}." for words in least))),
        ),
    )


def _ranges(reach: Reach | None) -> tuple[str, str]:
    return ("", "") if reach is None else (_inches(reach.aimed), _inches(reach.area))


def _inches(inches: int | None) -> str:
    return "" if inches is None else str(inches) if inches else "\N{EN DASH}"


def faces(numbers: Iterable[int]) -> str:
    """``2-6``, ``1, 3-4``, ``none``."""
    return ranges(numbers) or "none"


def _command(needs: Needs, house: House) -> Iterator[Fact]:
    """BGC-M-02, -07, -18."""
    if (radio := house.radio) is not None:
        scores = {grade: faces(radio.faces(grade, nation)) for grade, nation in needs.troops}
        until = "in contact until it fails" if radio.until_failed else "for this turn"
        yield Fact("Radio", f"{radio.die} a {radio.per}: {_by_grade(scores, needs.grades)}, {until}.")

    if house.hq_replaced_after is not None:
        yield Fact("Lost HQ", f"Replaced after {_turns(house.hq_replaced_after)}.")


def _orders(needs: Needs, house: House) -> Iterator[Fact]:
    """What the table of orders has no column for (BGC-M-06)."""
    lines = []
    for order, rule in house.orders.items():
        printed = ORDERS[order]
        if no := [kind for kind in rule.assault_exceptions if kind in needs.kinds]:
            lines.append(f"{order.value}: no assault by {', '.join(no)}")
        if rule.fire is not None and len(rule.fire) > 1:
            lines.append(f"{order.value}: {' or '.join(kind.value for kind in rule.fire)} fire")
        if rule.move_road is not None and rule.move_road != rule.move:
            lines.append(f"{order.value}: by road x{rule.move_road}")
        if rule.move_wounded != printed.move_wounded and rule.move_wounded is not None:
            lines.append(f"{order.value}: with wounded x{rule.move_wounded}")
        if rule.stationary is not None and rule.stationary is not printed.stationary:
            lines.append(f"{order.value}: {'stands still' if rule.stationary else 'moves'}")
        if rule.moves_away and not printed.moves_away:
            lines.append(f"{order.value}: moves away from the enemy")
        if rule.save_fire and not printed.save_fire:
            lines.append(f"{order.value}: may save fire")
        if rule.note and rule.note != printed.note:
            lines.append(f"{order.value}: {rule.note.rstrip(_STOP)}")
    if lines:
        yield Fact("Orders", f"{'; '.join(lines)}.")


def _by_grade(words: dict[Grade, str], grades: Sequence[Grade]) -> str:
    """``Regular 2-6, Elite 1-6``; once where all are alike."""
    shown = [(grade, words[grade]) for grade in grades if grade in words]
    if len({word for _, word in shown}) == 1:
        return shown[0][1]
    return ", ".join(f"{grade.value} {word}" for grade, word in shown)


def _turns(count: int) -> str:
    return f"{count} turn{'s' * (count != 1)}"


def _guns(needs: Needs, house: House, *, has_air: bool) -> Iterator[Fact]:
    """BGC-M-08, -09, -21."""
    shells = {weapon: house.shelling[weapon] for weapon in needs.weapons if weapon in house.shelling}
    if shells:
        dice = ", ".join(
            f"{weapon} {shell.dice}{' a Count' if shell.per_count else ' a battery'}"
            for weapon, shell in shells.items()
        )
        delay = (
            ""
            if house.delay_turns is None
            else " Falls at once."
            if not house.delay_turns
            else f" Falls {_turns(house.delay_turns)} later."
        )
        yield Fact(
            "Indirect fire",
            f"Dice: {dice}. {house.fires_per_battery} fire{'s' * (house.fires_per_battery != 1)} a battery a"
            f" turn.{delay}",
        )
    if has_air and house.air_attack:
        yield Fact(
            "Air attack",
            "; ".join(
                f"{aircraft}: {attack.dice} dice, read as {attack.fire.value} fire"
                for aircraft, attack in house.air_attack.items()
            )
            + ".",
        )
    flak = {name: guns for name, guns in house.flak.items() if name in needs.weapons or name in needs.kinds}
    if flak:
        text = "; ".join(
            f"{name} {guns.dice} dice, {faces(guns.abort_faces)} sends the attack home" for name, guns in flak.items()
        )
        yield Fact("Anti-aircraft fire", f"{text}.")
    if house.limber_turns is not None and needs.guns:
        yield Fact("Limbering", f"{_turns(house.limber_turns)}, where heavy guns are played so.")


def _fire(needs: Needs, house: House) -> Iterator[Fact]:
    """BGC-M-12, -13, -16, -17, -22."""
    if arcs := {kind: degrees for kind, degrees in house.arc.items() if kind in needs.kinds}:
        yield Fact(
            "Arc of fire",
            f"{', '.join(f'{kind} {degrees}' for kind, degrees in arcs.items())} degrees; others all round.",
        )
    if plates := {name: house.armour[name] for name in needs.armour if name in house.armour}:
        yield Fact(
            "Your armour",
            f"{'; '.join(f'{name}: front {row.front}, side {row.side}{_top(row)}' for name, row in plates.items())}.",
        )
    if (ladder := house.ladder) is not None:
        per = "" if ladder.area_per_step == 1 else f"Area Fire: {ladder.area_per_step} such dice a step."
        cover = "Area Fire on hard cover: half the steps, rounded down." if ladder.cover_matters_area else ""
        if words := " ".join(word for word in (per, cover) if word):
            yield Fact("Steps", words)
        if ladder.form is LadderForm.BOXES:
            for grade in needs.grades:
                if boxes := ladder.boxes.get(grade):
                    text = ", ".join(order.value for order in boxes)
                    yield Fact(
                        f"Steps, {grade.value}",
                        f"From the first box of its order, a box a step, the last for more: {text}.",
                    )
    if house.combined is not None:
        yield Fact("Aimed and Area on one", f"{_COMBINED[house.combined].capitalize()}.")
    if house.shots_per_turn is not None:
        ambush = " An ambush, though its firer has been sighted." if house.ambush_in_sight else ""
        yield Fact("Saved fire", f"{house.shots_per_turn} shot{'s' * (house.shots_per_turn != 1)} a turn.{ambush}")


def _top(plate: Plate) -> str:
    return "" if plate.enclosed else ", open top"


def _giving_up(house: House, grades: Sequence[Grade]) -> Iterator[Fact]:
    """BGC-M-19."""
    if (gives := house.surrender) is None:
        return
    orders = " or ".join(order.value for order in sorted(gives.orders, key=lambda order: order.rung))
    needs = _by_grade({grade: faces(gives.faces.get(grade, frozenset())) for grade in grades}, grades)
    yield Fact(
        "Surrender",
        f"A platoon on {orders}, an enemy within {gives.enemy_within_in} in. and no friend within"
        f" {gives.no_friend_within_in} in.: {gives.die}, gives up on {needs}.",
    )


def _moves(needs: Needs, house: House) -> Iterator[Fact]:
    """BGC-M-20."""
    if house.initiative_moves_first is not None:
        yield Fact(
            "Who moves first", "The side with the initiative." if house.initiative_moves_first else "The other side."
        )
    texts = [
        f"{terrain}: {', '.join(f'{kind} {_part(parts[kind])}' for kind in sorted(needs.kinds & set(parts)))}"
        for terrain, parts in house.going.items()
        if needs.kinds & set(parts)
    ]
    if texts:
        yield Fact("Ground", f"Part of the move in {'; '.join(texts)}.")


def _part(part: Fraction | None) -> str:
    return "may not enter" if part is None else f"x{part}"


def _close(house: House) -> Iterator[Fact]:
    """BGC-M-23."""
    if (close := house.close_assault) is None:
        return
    factors = ", ".join(f"{shelter.value} x{close.factors[shelter]}" for shelter in Shelter)
    falls = " The loser falls back." if close.loser_falls_back else ""
    yield Fact(
        "Close assault",
        f"Both roll as many dice as their Count. Sixes kill by the cover of who is hit: {factors}; each"
        f" {faces(close.step_faces)} is a step down. {close.rounds} round{'s' * (close.rounds != 1)} a turn.{falls}",
    )


def _after(house: House, book: Rulebook) -> Iterator[Fact]:
    """BGC-M-24, -25, -27, -31."""
    if (medic := house.medic) is not None:
        dies = f", {faces(medic.dies)} dies" if medic.dies else ""
        adds = (
            [f"+{medic.platoon_add} within {medic.platoon_within_in} in. of a medical platoon"]
            if medic.platoon_add
            else []
        )
        adds += [f"+{medic.aid_station_add} at an aid station"] if medic.aid_station_add else []
        added = f" {'; '.join(adds)}." if adds else ""
        yield Fact("Medic", f"{medic.die} a wound: {faces(medic.returns)} back in action{dies}.{added}")
    if (time := house.time) is not None:
        minutes: dict[int, list[int]] = {}
        for roll, minute in time.minutes.items():
            minutes.setdefault(minute, []).append(roll)
        needs = ", ".join(f"{faces(rolls)}: {lasts}" for lasts, rolls in minutes.items())
        changes = f" The initiative changes on {faces(time.initiative_on)}." if time.initiative_on else ""
        yield Fact("Minutes a turn", f"{time.dice}: {needs}.{changes}")
    elif house.minutes_per_turn is not None:
        yield Fact("Minutes a turn", f"{house.minutes_per_turn}.")
    if book.switch("brigadier.time_cards") and house.cards:
        yield Fact(
            "Time cards",
            "; ".join(_card(card.name, card.copies, card.minutes, card.text) for card in house.cards) + ".",
        )
    if book.switch("brigadier.quick_play") and house.wound_is_kill is not None:
        yield Fact("Quick play", "A wound counts as a kill." if house.wound_is_kill else "A wound counts for nothing.")


def _besides(house: House) -> Iterator[Fact]:
    """What goes to the players as it stands in the file."""
    if house.for_players:
        yield Fact("Besides", f"{'; '.join(house.for_players)}.")


def _card(name: str, copies: int, minutes: int, text: str) -> str:
    return f"{copies} {name}, {minutes} min{f' ({text.rstrip(_STOP)})' if text else ''}"
