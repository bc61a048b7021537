"""The recce sequence: three dice when recce comes upon a concealed enemy (NQM-RECCE, NQM-ENGAGE).

Red: whether the recce sees the enemy first. White, if it does not: whether the defender may choose between an ambush
and letting it pass. Blue: the range at which the defender opens fire. A main body without a marked start line tests on
the same table whether it is caught in march column.

    sighting(recce, defender) -> Target          the face that the red die needs
    choice(recce, defender, book) -> White       the face that the white die needs
    opens_fire(grade, face) -> RangeBand         the blue die
    sequence(recce, defender, faces, book) -> Contact
    shakes_out(body, defender) -> Target         otherwise the main body is caught in column
    scooted(casualties, odd_face) -> int    casualties of recce that shoots and scoots
"""

from __future__ import annotations

from enum import StrEnum

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.tables import ENGAGE, ODD_PIN_OFF_FROM, RECCE, Grade, RangeBand
from campaign.terms.target import Target
from campaign.values import dataclass


class Meeting(StrEnum):
    """The possible ends of a reconnaissance: position seen, defender chooses, or fired on."""

    SEEN = "seen first"
    """The position is known; no fire unless the defender opens it (NQM-AMB-32)."""
    DEFENDER_CHOOSES = "the defender chooses"
    """The end in which the defender chooses: ambush, or let it pass (NQM-RECCE-10)."""
    FIRED_ON = "fired on"
    """The defender opens fire (NQM-RECCE-11)."""


@dataclass(frozen=True, slots=True)
class White:
    """The score that the white die needs. ``inverted``: the defender succeeds when the score is missed (NQM-AMB-31)."""

    target: Target
    inverted: bool = False

    def passes(self, face: int) -> bool:
        """Return whether this face of the die leaves the choice to the defender."""
        return self.target.passes(face) is not self.inverted


@dataclass(frozen=True, slots=True)
class Contact:
    """The result of the three dice. ``band`` is the range of the enemy before any fire; None when it was seen first."""

    meeting: Meeting
    band: RangeBand | None


def sighting(recce: Grade, defender: Grade) -> Target:
    """Return the score that the red die needs to see a concealed enemy first (NQM-RECCE-08, NQM-TBL-RECCE)."""
    return Target(RECCE[recce][defender], f"{recce} recce, {defender} concealed")


def choice(recce: Grade, defender: Grade, book: Rulebook) -> White:
    """Return the score that the white die needs for the defender to choose (NQM-RECCE-09, NQM-AMB-31)."""
    word = book.word("nqm.recce.white_lookup")
    if word == "swapped":
        return White(Target(RECCE[defender][recce], f"{defender} concealed, {recce} recce"))
    return White(sighting(recce, defender), inverted=word == "same cell inverted")


def opens_fire(grade: Grade, face: int) -> RangeBand:
    """Return the range at which this unit first opens fire on an enemy, from ambush too (NQM-ENGAGE-01, NQM-RECCE-12,
    NQM-AMB-33).
    """
    return ENGAGE[grade][face - 1]


def sequence(recce: Grade, defender: Grade, faces: tuple[int, int, int], book: Rulebook) -> Contact:
    """Return the result of the red, white and blue dice, thrown together (NQM-RECCE-02, -08 to -12)."""
    red, white, blue = faces
    if sighting(recce, defender).passes(red):
        return Contact(Meeting.SEEN, None)
    meeting = Meeting.DEFENDER_CHOOSES if choice(recce, defender, book).passes(white) else Meeting.FIRED_ON
    return Contact(meeting, opens_fire(defender, blue))


def throw(
    recce: Grade, defender: Grade, dice: Dice, subject: str, book: Rulebook
) -> tuple[Contact, tuple[int, int, int]]:
    """Throw the defender's three dice and return the result with the faces."""
    need = (
        f"red {sighting(recce, defender)} seen first, white {choice(recce, defender, book).target} the defender chooses"
    )
    red, white, blue = (dice.roll(6, f"recce {colour}", subject, need) for colour in ("red", "white", "blue"))
    faces = (red, white, blue)
    return sequence(recce, defender, faces, book), faces


def shakes_out(body: Grade, defender: Grade) -> Target:
    """Return the score that a main body without a marked start line needs to leave its column in time (NQM-SEQ-09,
    NQM-AMB-36).
    """
    return sighting(body, defender)


def must_shake_out(*, start_line_marked: bool) -> bool:
    """Return whether the main body tests: not if recce left a stand at its start line (NQM-SEQ-08)."""
    return not start_line_marked


def areas_an_hour(book: Rulebook) -> int | None:
    """Return the areas that advancing recce may examine in an hour (NQM-RECCE-05); None: no limit early in the game, by
    house rule (NQM-RECCE-06).
    """
    return None if book.switch("nqm.recce.fast_mode") else 1


def may_scoot(*, is_recce: bool, examined: bool) -> bool:
    """Return whether a unit may scoot: recce only, and not recce that ran into an area it had not examined
    (NQM-RECCE-07, -14).
    """
    return is_recce and examined


def scooted(casualties: int, odd_face: int | None = None) -> int:
    """Return the casualties of recce that scoots: half, the odd one diced for and taken off on 4-6 (NQM-RECCE-15,
    NQM-AMB-34).
    """
    half, odd = divmod(casualties, 2)
    if odd and odd_face is None:
        raise ValueError(f"{casualties} casualties cannot be halved. Roll a die for the odd casualty")
    return half + (odd if odd_face is not None and odd_face < ODD_PIN_OFF_FROM else 0)
