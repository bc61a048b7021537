"""What a player of Not Quite Mechanised otherwise looks up: its prose rules in a line each, and beside them every reading of ours.

    reminders(grades, book) -> tuple[Reminders, ...]     the fight; assault and after; what the text leaves open, read by us

The numbers come from the tables and the rulebook. Whatever the text does not say, or says two ways, stands in the last column only,
so that nobody takes it for the book's; it follows the house rules in force.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from campaign.rules.nqm.morale import holds
from campaign.rules.nqm.tables import TERROR_SURRENDERS_TO, Grade
from campaign.rules.rulebook import Rulebook
from campaign.views.papers import Fact
from campaign.views.sheet import Reminders

TERROR_FACES = f"1-{TERROR_SURRENDERS_TO}"
"""Faces on which troops in tank terror surrender: the text's 50 %, on faces of our choice (NQM-AMB-60)."""


def reminders(grades: Collection[Grade], book: Rulebook) -> tuple[Reminders, ...]:
    """The rules in short of a battle in which these grades fight; the book's own are spared where the sheet has no room for them."""
    return (
        Reminders("The fight in short", tuple(_fight()), spare=True),
        Reminders("Assault and after in short", tuple(_after(grades)), spare=True),
        Reminders("Ours, where the rules' text is silent", tuple(_ours(grades, book))),
    )


def _fight() -> Iterable[Fact]:
    """NQM-RECCE-05, -07, -14, -15; NQM-FIRE-11 to -17, -20; NQM-SPECIAL-06 to -08; NQM-MORALE-10, -11."""
    yield Fact(
        "Recce",
        "One area an hour. Fired on from hiding it may call shoot and scoot before the dice count: half its casualties, away, no fire; not if ambushed.",
    )
    yield Fact("Won", "By the attacker who has caused more than he suffered. He assaults a position; others he pushes back at Advance.")
    yield Fact(
        "Adverse round", "Caused fewer than suffered: on only with fresh troops or guns. Not so tanks, and troops in APCs or on tanks."
    )
    yield Fact(
        "Tanks",
        "Assault infantry and anti-tank guns only, take no break test, push beaten tanks back. Infantry with tanks in its position tests again to "
        "stay, and may assault tanks that stay on alone next hour; in close country it fires at them as L.",
    )
    yield Fact("Mixed assault", "The infantry takes all casualties while any is left.")
    yield Fact(
        "Tank terror",
        "Regulars and worse without tanks or anti-tank fire that tells: half surrender when mainly tanks first attack; if these roll on, they fight "
        "on.",
    )


def _after(grades: Collection[Grade]) -> Iterable[Fact]:
    """NQM-ASSAULT; NQM-MORALE; NQM-GRADE-10, -11, -20, -23; NQM-CAS; NQM-REORG; NQM-AMMO; NQM-LOG-05, -06, -11; NQM-TASK-09."""
    yield Fact("Who assaults", "Stands with a figure unpinned; more than one only with the battalion's command unpinned among them.")
    yield Fact(
        "Points",
        "Attacker's: a stand gets in. Defender's: one is thrown out. It takes the hour, and ends when he wins, gives up or a side breaks.",
    )
    yield Fact(
        "Break test", "At the number under Tests. Passed: firm to the end, but for tank terror and tanks inside. Failed: disorganised."
    )
    yield Fact("Attacker fails", "To ground and fires, or withdraws; on only with fresh troops or guns.")
    yield Fact("Defender fails", "Withdraws, or sits tight: assaulted, he surrenders without a fight.")
    yield Fact("Withdraw", "Out of effective direct fire, no slower than pursuers; else surrender.")
    said = "Disorganised: disperses, re-forms overnight at the division's area, or surrenders if it cannot."
    said += " Veterans withdraw, or break out by stands." if Grade.VETERAN in grades else ""
    said += " Militia surrenders." if Grade.MILITIA in grades else ""
    yield Fact("When assaulted", f"{said} Green and unsupported: surrenders.")
    yield Fact("Pins", "By lot; none a second before all have one. Pinned stands fire, move, and assault with what is unpinned.")
    yield Fact(
        "Reorganise",
        "Command unpinned, in safety: half the red pins off, the odd one on 4-6, the rest black; full stands to the medical post; unpinned ones merge.",
    )
    yield Fact(
        "On an objective", "Regulars and better dig in and reorganise without orders; worse troops wait. A company digs in in 6 hours."
    )
    yield Fact(
        "Ammunition",
        "None spent in assault. Refilled overnight from the dump, by day if the truck goes there and back: tick Refill, then cross each box "
        "again. No truck or no way: no refill.",
    )


def _ours(grades: Collection[Grade], book: Rulebook) -> Iterable[Fact]:
    """The readings of the catalogue's ambiguities (NQM-AMB) that this battle rests on."""
    yield Fact("Strength", _strength(book))
    yield Fact("Led by", "Guns, single companies: any stand unpinned. A higher command serves too.")
    one = book.word("nqm.fire.dice_per_stand") == "one"
    beyond = "as +2" if book.word("nqm.t12.beyond") == "capped" else "on the table's own pattern"
    yield Fact("Dice", f"{'One a stand, whatever its strength' if one else 'One for each point of a stand'}. +3 and more: {beyond}.")
    won = "over the whole firefight" if book.word("nqm.firefight.win") == "cumulative" else "in the last hour"
    both = "Both sides go" if book.word("nqm.fire.contact_shift") == "both" else "Only the attacker goes"
    yield Fact("Firefight", f"Compared {won}; equal is not won. {both} up a class at contact.")
    if book.switch("nqm.harassing.direct"):
        yield Fact("Harassing", "Direct fire that scores there disorganises, kills nobody.")
    gate = {"all": "does nothing", "disorganise only": "does not disorganise"}.get(book.word("nqm.arty.calibre_gate"), "counts as well")
    yield Fact(
        "Fireplan",
        f"A battery, mortar or sortie is a die an hour, called by a command or observer with the troops; too small a calibre {gate}. Field guns reach as "
        "105 mm; mortars class as infantry's.",
    )
    yield Fact("White die", _white(book))
    if Grade.VETERAN in grades:
        yield Fact("Veterans", f'The print\'s "3,6" is {holds(Grade.VETERAN, book)}.')
    of = "unpinned points at the start" if book.word("nqm.morale.base") == "start of battle" else "all points"
    yield Fact(
        "Break tests", f"Of {of}; {'once a battle' if book.word('nqm.morale.repeat') == 'once' else 'each hour with new casualties'}."
    )
    mainly = "more tank than infantry stands" if book.word("nqm.terror.predominantly") == "more tanks" else "no infantry"
    yield Fact("Terror", f"Surrenders on {TERROR_FACES}. Mainly tanks: {mainly}. Fire tells if it can hurt them in effective range.")
    yield Fact("Disorganised", _disorganised(book))
    hours = book.whole("nqm.reorg.hours")
    yield Fact("Safe", f"Out of all effective range; reorganising takes {hours} hour{'s' * (hours > 1)}.")
    cap = "side" if book.word("nqm.assault.cap_scope") == "side" else "stand"
    again = " Next hour all attacks again." if book.switch("nqm.assault.second_hour") else ""
    guns = " Guns overrun by tanks are lost." if book.switch("nqm.assault.guns_overrun") else ""
    yield Fact("Assault", f"Dice limits by {cap}. A position falls without an unpinned figure.{again}{guns}")
    post = "pins recover with the transport" if book.word("nqm.reorg.no_post") == "same" else "full stands are lost"
    yield Fact("Medical post", f"None: {post}.")
    yield Fact("Night, weather", "And mines, rivers, hills: not in the text, the umpire's word.")


def _strength(book: Rulebook) -> str:
    tanks, guns = book.whole("nqm.points.tanks_a_stand"), book.whole("nqm.points.guns_a_point")
    return f"Company 3, platoon 1, {tanks} tanks 3, {guns} guns 1, command 0; ammunition alike."


def _white(book: Rulebook) -> str:
    match book.word("nqm.recce.white_lookup"):
        case "swapped":
            where = "The hider's row, the recce's column"
        case "same cell":
            where = "The red die's own cell"
        case _:
            where = "The red die's cell, won when missed"
    return f"{where}." + (" Blue gives an ambush's range too." if book.switch("nqm.recce.ambush_range") else "")


def _disorganised(book: Rulebook) -> str:
    fires = "Fires and holds, does not attack" if book.switch("nqm.disorganised.fires") else "Neither fires nor attacks"
    who = {
        "assault or casualty": "After combat whoever assaulted, was assaulted or had a casualty is",
        "assault only": "After combat whoever assaulted or was assaulted is",
    }.get(book.word("nqm.disorganised.after_combat"), "Combat alone disorganises nobody")
    return f"{fires}. {who}."
