"""What a player of Not Quite Mechanised otherwise looks up: its prose rules in a line each.

    reminders(grades, book) -> tuple[Reminders, ...]     the fight; assault and after

Whatever the text does not say, or says two ways, stands among our readings only (``readings.py``), so that nobody takes
it for the book's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.nqm_tasks import dig_in
from campaign.rules.tabletop.nqm.morale import digs_in_on_objective
from campaign.rules.tabletop.nqm.recce import areas_an_hour
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.views.papers import Fact
from campaign.views.sheet import Reminders


def reminders(grades: Collection[Grade], book: Rulebook) -> tuple[Reminders, ...]:
    """The rules in short of a battle in which these grades fight."""
    return (
        Reminders("The fight in short", tuple(_fight(book))),
        Reminders("Assault and after in short", tuple(_after(grades))),
    )


def _fight(book: Rulebook) -> Iterable[Fact]:
    """NQM-RECCE-05, -06, -07, -14, -15; NQM-FIRE-11 to -17, -19, -20; NQM-SPECIAL-06 to -08; NQM-MORALE-10, -11."""
    areas = areas_an_hour(book)
    limit = "One area an hour" if areas == 1 else "Early in the game as many areas as you like, one test a move"
    yield Fact(
        "Recce",
        f"{limit}. Fired on from hiding it may call shoot and scoot before the dice count: half its casualties, away,"
        " no fire; not if ambushed.",
    )
    yield Fact(
        "Attacker",
        "Who goes for an enemy's position. He fires hour after hour until he has won the firefight or calls the attack"
        " off.",
    )
    yield Fact(
        "Won",
        "By the attacker who has caused more than he suffered. He assaults a position; others he pushes back at"
        " Advance.",
    )
    yield Fact(
        "Adverse round",
        "Caused fewer than suffered: on only with fresh troops or guns. Not so tanks, and troops in APCs or on tanks.",
    )
    yield Fact(
        "Tanks",
        "Assault infantry and anti-tank guns only, take no break test, push beaten tanks back. Infantry with tanks in"
        " its position tests again to stay, and may assault tanks that stay on alone next hour; in close country it"
        " fires at them as L.",
    )
    yield Fact("Mixed assault", "The infantry takes all casualties while any is left.")
    yield Fact(
        "Tank terror",
        "Regulars and worse, without tanks or effective anti-tank fire, roll once when mainly tanks first attack: on"
        " 1-3 the battalion surrenders, but is free again if the tanks roll on within the hour.",
    )


def _after(grades: Collection[Grade]) -> Iterable[Fact]:
    """NQM-ASSAULT; NQM-MORALE; NQM-GRADE-10, -11, -20, -23; NQM-CAS; NQM-REORG; NQM-AMMO; NQM-LOG-05, -06, -11;
    NQM-TASK-09."""
    yield Fact(
        "Who assaults",
        "Stands with a figure unpinned; more than one only with the battalion's command unpinned among them.",
    )
    yield Fact(
        "Points",
        "Attacker's: a stand gets in. Defender's: one is thrown out. It takes the hour, and ends when he wins, gives up"
        " or a side breaks.",
    )
    yield Fact(
        "Break test",
        "At the number under Tests. Passed: firm to the end, but for tank terror and tanks inside. Failed:"
        " disorganised.",
    )
    yield Fact("Attacker fails", "To ground and fires, or withdraws; on only with fresh troops or guns.")
    yield Fact("Defender fails", "Withdraws, or sits tight: assaulted, he surrenders without a fight.")
    yield Fact("Withdraw", "Out of effective direct fire, no slower than pursuers; else surrender.")
    text = "Disorganised: disperses, re-forms overnight at the division's area, or surrenders if it cannot."
    text += " Veterans withdraw, or break out by stands." if Grade.VETERAN in grades else ""
    text += " Militia surrenders." if Grade.MILITIA in grades else ""
    yield Fact("When assaulted", f"{text} Green and unsupported: surrenders.")
    yield Fact(
        "Pins",
        "By lot; none a second before all have one. Pinned stands fire, move, and assault with what is unpinned.",
    )
    yield Fact(
        "Reorganise",
        "Command unpinned, in safety: half the red pins off, the odd one on 4-6, the rest black; full stands to the"
        " medical post; unpinned ones merge.",
    )
    yield Fact(
        "On an objective",
        f"{_on_an_objective(grades)} A company digs in in {float(dig_in()):g} hours. Going on needs fresh orders.",
    )
    yield Fact(
        "Headquarters",
        "A brigade is disorganised if its headquarters fought and had casualties, a division if its main and rear both"
        " had; else its units only.",
    )
    yield Fact(
        "Ammunition",
        "None spent in assault. Refilled overnight from the dump, by day if the truck goes there and back: tick Refill,"
        " then cross each box again. No truck or no way: no refill.",
    )


def _on_an_objective(grades: Collection[Grade]) -> str:
    """Who of these grades digs in without orders, and who waits for them (NQM-REORG-05 to -07)."""
    present = [grade for grade in Grade if grade in grades]
    ready = [f"{grade.value.capitalize()}s" for grade in present if digs_in_on_objective(grade, ordered=False)]
    waiting = [f"{grade.value.capitalize()}s" for grade in present if not digs_in_on_objective(grade, ordered=False)]
    lines = [f"{', '.join(ready)} dig in and reorganise without orders."] if ready else []
    lines += [f"{', '.join(waiting)} do so if the attack orders say it, else wait for orders."] if waiting else []
    return " ".join(lines)
