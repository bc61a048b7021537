"""The grade of a campaign battalion in Not Quite Mechanised, from its written grade or the campaign's experience
(NQM-GRADE).

grade_of(written, experience, size, book) -> Troops
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.morale import Troops
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.terms.forces import Experience, Size


def grade_of(written: str, experience: Experience, size: Size, book: Rulebook) -> Troops:
    """Return grade and green: as written, otherwise by the campaign's experience (NQM-GRADE-12, -14, -17, -21,
    NQM-AMB-15).
    """
    if written:
        grade = Grade(written)
    else:
        match experience:
            case Experience.ELITE:
                grade = _elite(size, book)
            case Experience.VETERAN:
                grade = Grade.VETERAN
            case Experience.REGULAR:
                grade = Grade.REGULAR
            case Experience.GREEN:
                grade = Grade(book.word("nqm.grade.green_is"))
    return Troops(grade, green=experience is Experience.GREEN and grade not in (Grade.ELITE, Grade.VETERAN))


def _elite(size: Size, book: Rulebook) -> Grade:
    """Return the grade of elite troops: only small units of specialists, pathfinders or raiders, are elite; paras and
    commandos are veterans (NQM-GRADE-01, -02).
    """
    word = book.word("nqm.grade.elite_is")
    return Grade.ELITE if word == "elite" or (word == "small units" and size is Size.COMPANY) else Grade.VETERAN
