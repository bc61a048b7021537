"""The rules in short (``sheet.txt``) that the grades of a battle need, and that a player of Not Quite Mechanised would
otherwise look up.

    reminders(grades, book, inches_a_km) -> tuple[Reminders, ...]     fire; assault and after; stands and ground

A point that the book does not say, or says in two ways, is among the house rules only (``house_rules.py``), so that it
is not taken for the book's.
"""

from __future__ import annotations

from collections.abc import Collection

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.day.nqm_tasks import dig_in
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.rules.tabletop.nqm.fire_support import counter_attack_hours, helping_hours
from campaign.rules.tabletop.nqm.morale import digs_in_on_objective
from campaign.rules.tabletop.nqm.quick_reference import centimetres, inches
from campaign.rules.tabletop.nqm.recce import areas_an_hour
from campaign.rules.tabletop.nqm.tables import CONTACT_M, FRONTAGES, TERROR_FACES, Grade
from campaign.terms.position import METRES_A_KM
from campaign.words.sheet import Reminders


def reminders(grades: Collection[Grade], book: Rulebook, inches_a_km: int) -> tuple[Reminders, ...]:
    """Return the rules in short of a battle with troops of these grades."""
    fast = areas_an_hour(book) is None
    present = [grade for grade in Grade if grade in grades]
    ready = [grade for grade in present if digs_in_on_objective(grade, ordered=False)]
    waiting = [grade for grade in present if grade not in ready]
    return (
        texts("nqm").reminders("fight", {"recce_area": not fast, "recce_fast": fast}, faces=TERROR_FACES),
        texts("nqm").reminders(
            "after",
            {
                "veterans_assaulted": Grade.VETERAN in grades,
                "militia_assaulted": Grade.MILITIA in grades,
                "objective_ready": bool(ready),
                "objective_waiting": bool(waiting),
            },
            ready=_named(ready),
            waiting=_named(waiting),
            hours=f"{float(dig_in()):g}",
        ),
        _stands_and_ground(inches_a_km),
    )


def _stands_and_ground(inches_a_km: int) -> Reminders:
    """Return the rules in short of classes, bases, scale and fronts, and the hours that orders need."""
    direct, general = helping_hours()
    division, ready, unready = counter_attack_hours()
    return texts("nqm").reminders(
        "stands",
        {"scale_of_the_book": inches_a_km == SYSTEMS["nqm"].table.inches_a_km},
        scale=SYSTEMS["nqm"].scale,
        km_in=inches(METRES_A_KM, inches_a_km),
        km_cm=round(float(centimetres(METRES_A_KM, inches_a_km))),
        contact=CONTACT_M,
        contact_in=inches(CONTACT_M, inches_a_km),
        contact_cm=centimetres(CONTACT_M, inches_a_km),
        company=_front("company", inches_a_km),
        defence=_front("company in defence", inches_a_km),
        battalion=_front("battalion", inches_a_km),
        direct=direct,
        general=general,
        own=division,
        ready=ready,
        unready=unready,
    )


def _front(name: str, inches_a_km: int) -> str:
    """Return the front of a unit in close country and in the open: ``0.3-0.5 km, 2.4-4 in.`` (NQM-FRONT-01, -02)."""
    spans = dict.fromkeys((FRONTAGES[name].close_m, FRONTAGES[name].open_m))
    metres = "-".join(f"{span / METRES_A_KM:g}" for span in spans)
    return f"{metres} km, {'-'.join(inches(span, inches_a_km) for span in spans)} in."


def _named(grades: Collection[Grade]) -> str:
    """Return the grades in words, as in ``Veteran, regular``."""
    return ", ".join(grade.value for grade in grades).capitalize()
