"""What a sheet of Brigade level games relies on though the book does not say it: this program's own rulings, marked as such on paper.

A reading that a house rule has changed is no ruling of ours any more: it stands with the house rules.

    rulings(mustered, enemy, scene, book) -> sentences
    first_move(scene), lost_at(companies, book)       the two that stand with the side's numbers
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.brigade import scales
from campaign.rules.brigade.equipment import Vehicle, guns_in
from campaign.rules.brigade.indirect import army_of
from campaign.rules.brigade.muster import Battalion, Brigade
from campaign.rules.brigade.troops import Troop
from campaign.rules.brigade.victory import Kind, loses_at
from campaign.rules.rulebook import Rulebook
from campaign.rules.scene import Scene
from campaign.terms.forces import Nationality
from campaign.terms.words import listing

NAMED_ARMIES = frozenset({Nationality.GERMAN, Nationality.BRITISH, Nationality.US})
"""The armies whose guns the book names (BDE-DEV-07, -11)."""
COMING_ON = "Who comes on starts at his edge, in no trench; if the enemy is within 6 in. of the place, then along the edge, 6 in. from him."
"""The book knows deployment only; an entry that both sides want needs a word (BDE-SETUP-03)."""
Ruling = tuple[str, str]
"""The setting that would change it, empty for none, and the sentence."""


def first_move(scene: Scene) -> str:
    """Who moves first: the book only says that the sides take turns (BDE-SEQ-01)."""
    if scene.attacks is None:
        return "dice for it (ours)"
    return f"{'yours: the attacker' if scene.attacks else 'theirs: the attacker'} begins (ours)"


def lost_at(companies: int, book: Rulebook) -> str:
    """``16, the game is lost at 9 (ours: more than half)`` (BDE-WIN-02, BDE-AMB-01)."""
    how = "more than half" if book.word("brigade.win_losses") == "more than half" else "half, rounded up"
    return f"{companies}, the game is lost at {loses_at(companies, book)} (ours: {how})"


def comes_on(one: Battalion, scene: Scene) -> bool:
    """Does it come onto the table, now or later, instead of standing there at the start?"""
    return not one.off_table and (one.unit.arrival is not None or one.unit.id in scene.beside)


def rulings(mustered: Brigade, enemy: Sequence[Vehicle], scene: Scene, book: Rulebook) -> tuple[str, ...]:
    """Those that this force needs, in the order of the book."""
    troops = [troop for one in mustered.battalions for troop in one.troops]
    found = [*_setting_up(mustered, scene), *_seeing_and_firing(), *_mixed_guns(mustered), *_vehicles(troops, enemy)]
    if any(troop.piece is not None for troop in troops):
        found += _shells(mustered)
    return tuple(said for key, said in (*found, *_morale()) if not key or book[key] == book.rule(key).default)


def _setting_up(mustered: Brigade, scene: Scene) -> Iterator[Ruling]:
    yield (
        "",
        f"Figures: men by {scales.MEN_A_FIGURE}; models: vehicles, guns by 5; class: experience; states: by thirds lost.",
    )
    yield "brigade.hq_company_from", "A headquarters of 3 is a company."
    yield "", "Lost: companies removed, also by tests, guns and fighting vehicles of the table that are not just stuck."
    if any(not (one.off_table or comes_on(one, scene)) for one in mustered.battalions):
        yield "", "Who stands there sets up within 12 in. of his place."
    if any(comes_on(one, scene) for one in mustered.battalions):
        yield "", COMING_ON


def _seeing_and_firing() -> Iterator[Ruling]:
    yield "", "Part detected within the first number, spotted within the second, by what it did since its last move began."
    yield "brigade.shared_detection", "Each fires at what it detects itself, a battery at what its caller does."
    yield "brigade.pool_fire", "One target a unit; units do not add up points."
    yield "brigade.save_clamp", "A save over 6 is none, of 1 sure."
    yield "", "Hard: trenches, works, strong buildings, walls; soft: woods, hedges, weak buildings. No close combat."


def _mixed_guns(mustered: Brigade) -> Iterator[Ruling]:
    for one in mustered.battalions:
        kinds = {troop.gun.name for troop in one.troops if troop.kind is Kind.GUN and troop.gun is not None}
        if kinds and not one.unit.piece_name and len(guns_in(one.unit.equipment)) > len(kinds):
            yield "", f"{one.unit.short}: the {', '.join(sorted(kinds))} stands for its other guns too."


def _vehicles(troops: Sequence[Troop], enemy: Sequence[Vehicle]) -> Iterator[Ruling]:
    guns = {gun.name: gun for troop in troops for gun in (troop.gun, troop.specialist) if gun is not None}
    if not guns and not enemy:
        return
    kinds = {troop.vehicle.name: troop.vehicle for troop in troops if troop.vehicle is not None} | {one.name: one for one in enemy}
    unprinted = [gun.name for gun in guns.values() if not gun.printed] + [vehicle.name for vehicle in kinds.values() if not vehicle.printed]
    if unprinted:
        yield "", f"Values not of the book: {', '.join(unprinted)}."
    yield "", "LG: long gun. At 15 and 40 in. no modifier."
    yield "brigade.hit_pins_vehicle", "A hit that does not kill, small arms and HE do nothing to armour."


def _shells(mustered: Brigade) -> Iterator[Ruling]:
    yield "", "Phase 4 is for guns of the table too. Asked for in move 3, fire falls in your move 4; over open sights at once."
    yield "brigade.dev_per_battery", "Guns on one point roll once; short and long from your edge."
    yield "brigade.redice_each_move", "Fire that goes on falls where it fell."
    yield "brigade.breach_for", "One breaching die a battery and unit; who is breached saves by his cover."
    yield "brigade.breach_soft_cover", "Woods and hedges need no breach."
    if any(army_of(one.unit.nation).deducts for one in mustered.battalions):
        yield "brigade.df_and_allied", "On a registered point your guns take off 3 in all."
    others = [
        one.unit.nation.value.capitalize()
        for one in mustered.battalions
        if one.unit.nation not in NAMED_ARMIES and any(troop.piece is not None for troop in one.troops)
    ]
    if others:
        yield "", f"{listing(dict.fromkeys(others))} guns: Commonwealth count as British, French as American, others as none of the three."


def _morale() -> Iterator[Ruling]:
    yield "brigade.test_once_per_step", "Casualty test: in phase 1 after losses, in the column of the highest share reached."
    yield "brigade.hq_unpins", "-1 to unpin: the headquarters' own unit."
