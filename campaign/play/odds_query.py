"""The question to the program's own battles, beside those to a system's dice (``campaign odds SYSTEM battle``).

queries_of(system) -> Odds      the queries of a system's dice, and this one
battalions(words) -> tuple      "3 infantry, armour, company anti-tank" as the odds count them
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import ClassVar, Final

from campaign.errors import BadInput
from campaign.play.laws import law_of
from campaign.play.odds import Fighter, Ground, as_seen, attack_odds, expected_odds
from campaign.rules.common.odds_query import Odds, Query, ask
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.systems import odds_of
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.ground import Cover
from campaign.terms.words import did_you_mean, listing, plain
from campaign.words.odds import OddsRow, OddsTable

HEADING: Final = "Battles that the program fights"
_PART = re.compile(r"(?:(\d{1,2}) )?(compan(?:y|ies) )?(?:of )?(.+)")
_ARMS: Final = {plain(arm.value): arm for arm in Arm}


def battalions(words: str) -> tuple[Fighter, ...]:
    """Return battalions named by number and arm, with companies marked: ``3 infantry, armour, 2 companies anti-tank``.
    Raises BadInput.
    """
    found = list[Fighter]()
    for part in filter(None, (part.strip() for part in words.split(","))):
        match = _PART.fullmatch(part)
        arm = None if match is None else _ARMS.get(plain(match[3]))
        if match is None or arm is None:
            near = did_you_mean(part if match is None else match[3], [each.value for each in Arm])
            raise BadInput(
                f"{part!r} is not a number and an arm{near or f'. The arms are {listing(a.value for a in Arm)}'}"
            )
        mark = SizeMark.COMPANY if match[2] else SizeMark.BATTALION
        found += [as_seen(arm, mark)] * int(match[1] or 1)
    if not found:
        raise BadInput(f"{words!r} names no battalions. Write a number and an arm: 3 infantry, armour")
    return tuple(found)


def _battle_query(system: str) -> type[Query]:
    """Return the query for the battles of a system."""
    law = law_of(system)

    class Battle(Query):
        """The chances of an attack by the end of the turn, if the program fought the battle.

        Write battalions as "3 infantry, armour, company anti-tank". The program asks the same odds before it attacks.
        They are taken from thousands of battles that it has fought under these rules.
        """

        by: ClassVar[str] = "umpire 1.23"
        takes_rules: ClassVar[bool] = False

        ours: str = ask("The battalions that attack.", metavar="WHAT")
        theirs: str = ask("The battalions that they attack.", metavar="WHAT")
        cover: bool = ask("The enemy is in cover.")
        night: bool = ask("The attack is made by night.")
        unseen: bool = ask("Reckon with as many more as usually stand unseen beside those that were seen.")

        def table(self, book: Rulebook) -> OddsTable:
            """Return the chances of the three outcomes, and the part won of those that are decided."""
            ours, theirs = battalions(self.ours), battalions(self.theirs)
            ground = Ground(Cover.TERRAIN if self.cover else Cover.OPEN, night=self.night)
            odds = (expected_odds if self.unseen else attack_odds)(ours, theirs, ground, law)
            won, lost = _hundredths(odds.won), _hundredths(odds.lost)
            part = _hundredths(odds.chance)
            return OddsTable(
                f"An attack, as {law.attacks:,} of the program's battles ended",
                (
                    OddsRow(
                        "at the end of the turn", "", {"won": won, "undecided": 1 - won - lost, "thrown back": lost}
                    ),
                    OddsRow("of those decided", "", {"won": part, "thrown back": 1 - part}),
                ),
            )

        def understood(self, book: Rulebook) -> Mapping[str, object]:
            """Return the number of battalions on each side."""
            return {name: len(battalions(words)) for name, words in (("ours", self.ours), ("theirs", self.theirs))}

    return Battle


def _hundredths(chance: float) -> Fraction:
    """Return a chance in hundredths: more than that no fit can say."""
    return Fraction(round(100 * chance), 100)


@cache
def queries_of(system: str) -> Odds:
    """Return the queries of a system's dice, and that of the program's battles."""
    odds = odds_of(system)
    line = "an attack's chance to win the field"
    return Odds(odds.help, {**odds.sections, HEADING: {"battle": (_battle_query(system), line)}})
