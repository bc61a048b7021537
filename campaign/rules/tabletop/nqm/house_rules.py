"""What a sheet of Not Quite Mechanised relies on though its text does not say it: our readings of the catalogue's
ambiguities (``rules/common/house_rules.py``).

readings(scene, book) -> those of the text, and whom of both sides they concern
readings_of(grades, book) -> the same of the grades that there are
TERROR_FACES
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from campaign.rules.common.house_rules import Reading
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.tabletop.nqm.morale import holds
from campaign.rules.tabletop.nqm.tables import TERROR_SURRENDERS_TO, Grade
from campaign.rules.tabletop.nqm.translation import troops_of

TERROR_FACES = f"1-{TERROR_SURRENDERS_TO}"
"""Faces on which troops in tank terror surrender: the text's 50 %, on faces of our choice (NQM-AMB-60)."""


def readings(scene: Scene, book: Rulebook) -> Iterator[Reading]:
    """In the order of a fight."""
    return readings_of({troops_of(unit, book).grade for unit in (*scene.force.units, *scene.enemies)}, book)


def readings_of(grades: Collection[Grade], book: Rulebook) -> Iterator[Reading]:
    """Those that hold where these grades fight."""
    yield from _play()
    yield from _strength_and_fire(book)
    yield Reading("White die", "The hider's row, the recce's column.", ("nqm.recce.white_lookup",), "NQM-AMB-31")
    yield Reading("White die", "Blue gives an ambush's range too.", rule="NQM-AMB-33")
    yield from _morale(grades, book)
    yield from _assault_and_after(book)
    yield Reading(
        "Night, weather",
        "And mines, rivers, hills: not in the text, the umpire's word.",
        rule="NQM-AMB-29, -93, -94, -95",
    )


def _play() -> Iterator[Reading]:
    yield Reading(
        "An hour",
        "Both sides take each step of it together, their fire at once; only fire from hiding comes before.",
        rule="NQM-AMB-01, -46",
    )
    yield Reading(
        "Attacks",
        "Each command may attack; where both sides do, each is attacker in its own firefight.",
        rule="NQM-AMB-46",
    )
    yield Reading(
        "Lorries",
        "Riders dismount as an hour begins and move on foot from it; who only defends where he starts is on foot.",
        rule="NQM-CLASS-03",
    )
    yield Reading("Starting", "Units of one place stand side by side, each on its front.", rule="NQM-FRONT-01")
    yield Reading(
        "The end",
        "A side has nobody left in the line or breaks off: the other holds the field. Else, as the turn ends, both are"
        " still there.",
        rule="NQM-AMB-01",
    )


def _strength_and_fire(book: Rulebook) -> Iterator[Reading]:
    tanks, guns = book.integer("nqm.points.tanks_a_stand"), book.integer("nqm.points.guns_a_point")
    yield Reading("Strength", "Company 3, platoon 1, command 0.", rule="NQM-AMB-14")
    yield Reading("Strength", f"{tanks} tanks 3.", ("nqm.points.tanks_a_stand",), "umpire 2")
    yield Reading("Strength", f"{guns} guns 1.", ("nqm.points.guns_a_point",), "umpire 2")
    yield Reading("Strength", "Ammunition alike.", ("nqm.ammo.model",), "NQM-AMB-81, -89")
    yield Reading(
        "Led by", "Guns, single companies: any stand unpinned. A higher command serves too.", rule="NQM-AMB-71"
    )
    yield Reading("Dice", "One a stand, whatever its strength.", rule="NQM-AMB-47")
    yield Reading("Dice", "+3 and more: as +2.", rule="NQM-AMB-41")
    yield Reading(
        "Firefight", "Compared over the whole firefight; equal is not won.", ("nqm.firefight.win",), "NQM-AMB-46"
    )
    yield Reading("Firefight", "Both sides go up a class at contact.", rule="NQM-AMB-50")
    yield Reading("Harassing", "Direct fire that scores there disorganises, kills nobody.", rule="NQM-AMB-45")
    yield Reading(
        "Fireplan",
        "A battery, mortar or sortie is a die an hour, called by a command or observer with the troops.",
        rule="NQM-AMB-02",
    )
    yield Reading("Fireplan", "Too small a calibre does nothing.", rule="NQM-AMB-43, -103")
    yield Reading("Fireplan", "Field guns reach as 105 mm; mortars class as infantry's.", rule="NQM-AMB-38, -39")


def _morale(grades: Collection[Grade], book: Rulebook) -> Iterator[Reading]:
    faces = holds(Grade.VETERAN, book)
    yield Reading(
        "Veterans",
        f'The print\'s "3,6" is {faces}.',
        ("nqm.grade.veteran_hold",),
        "NQM-AMB-52",
        Grade.VETERAN in grades,
    )
    yield Reading("Break tests", "Of unpinned points at the start.", ("nqm.morale.base",), "NQM-AMB-53")
    yield Reading("Break tests", "Once a battle.", ("nqm.morale.repeat",), "NQM-AMB-54")
    yield Reading("Terror", f"Surrenders on {TERROR_FACES}.", rule="NQM-AMB-60")
    yield Reading("Terror", "Mainly tanks: more tank than infantry stands.", rule="NQM-AMB-60")
    yield Reading("Terror", "Fire tells if it can hurt them in effective range.", rule="NQM-AMB-51")
    yield Reading("Disorganised", "Fires and holds, does not attack.", rule="NQM-AMB-55")
    text = "After combat whoever assaulted, was assaulted or had a casualty is."
    yield Reading("Disorganised", text, ("nqm.disorganised.after_combat",), "NQM-AMB-101")


def _assault_and_after(book: Rulebook) -> Iterator[Reading]:
    hours = book.integer("nqm.reorg.hours")
    yield Reading("Safe", "Out of all effective range.", rule="NQM-AMB-59")
    yield Reading("Reorganising", f"Takes {hours} hour{'s' * (hours > 1)}.", ("nqm.reorg.hours",), "NQM-AMB-73")
    yield Reading("Assault", "Dice limits by side.", rule="NQM-AMB-64")
    yield Reading("Assault", "A position falls without an unpinned figure.", rule="NQM-AMB-65")
    yield Reading("Assault", "Next hour all attacks again.", rule="NQM-AMB-68")
    yield Reading("Assault", "Guns overrun by tanks are lost.", rule="NQM-AMB-69")
    yield Reading("Medical post", "None: pins recover with the transport.", rule="NQM-AMB-76")
