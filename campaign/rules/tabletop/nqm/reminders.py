"""What a player of Not Quite Mechanised otherwise looks up: which of its rules in short (``sheet.txt``) the grades of a
battle need.

    reminders(grades, book) -> tuple[Reminders, ...]     the fight; assault and after

Whatever the text does not say, or says two ways, stands among the house rules only (``house_rules.py``), so that nobody
takes it for the book's.
"""

from __future__ import annotations

from collections.abc import Collection

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.day.nqm_tasks import dig_in
from campaign.rules.tabletop.nqm.morale import digs_in_on_objective
from campaign.rules.tabletop.nqm.recce import areas_an_hour
from campaign.rules.tabletop.nqm.tables import TERROR_FACES, Grade
from campaign.views.sheet import Reminders


def reminders(grades: Collection[Grade], book: Rulebook) -> tuple[Reminders, ...]:
    """The rules in short of a battle in which these grades fight."""
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
    )


def _named(grades: Collection[Grade]) -> str:
    """``Veteran, regular``."""
    return ", ".join(grade.value for grade in grades).capitalize()
