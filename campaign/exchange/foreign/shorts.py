"""Short names for units with only a full one, as maps and tables print them: ``91 A-Tk Regt RA``.

give_shorts(forces)  in place; a unit that would share its short name with another has none
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from campaign.exchange.foreign.draft import Force
from campaign.terms.words import slug

LONG = 20
"""Most letters of a name that needs no shortening."""
_SHORTS = (
    (r"Royal Horse Artillery", "RHA"),
    (r"Rifle Brigade", "RB"),
    (r"Royal Artillery", "RA"),
    (r"Royal Engineers", "RE"),
    (r"Royal Tank Regiment", "RTR"),
    (r"Royal Armoured Corps", "RAC"),
    (r"Anti-?\s?Tank", "A-Tk"),
    (r"(Light )?Anti-?\s?Aircraft", r"\1AA"),
    (r"schwere\s", "s."),
    (r"Panzer-?grenadier-?Regiment", "PzGrenRgt"),
    (r"Panzer-?grenadier-?Bataillon", "PzGrenBtl"),
    (r"Panzer-?grenadier-?Division", "PzGrenDiv"),
    (r"Panzer-?j(ä|ae)ger-?Abteilung", "PzJgAbt"),
    (r"Panzer-?Aufkl(ä|ae)rungs-?Abteilung", "PzAufklAbt"),
    (r"Panzer-?Artillerie-?Regiment", "PzArtRgt"),
    (r"Panzer-?Regiment", "PzRgt"),
    (r"Panzer-?Abteilung", "PzAbt"),
    (r"Panzer-?Division", "PzDiv"),
    (r"Grenadier-?Regiment", "GrenRgt"),
    (r"Infanterie-?Regiment", "InfRgt"),
    (r"Artillerie-?Regiment", "ArtRgt"),
    (r"Infanterie-?Division", "InfDiv"),
    (r"Bataillon", "Btl"),
    (r"Abteilung", "Abt"),
    (r"Panzergrenadier", "PzGren"),
    (r"Reconnaissance", "Recce"),
    (r"Battalion", "Bn"),
    (r"Regiment", "Regt"),
    (r"Brigade", "Bde"),
    (r"Division(al)?", "Div"),
    (r"Infantry", "Inf"),
    (r"Armou?red", "Armd"),
    (r"Engineers?", "Engr"),
    (r"Squadron", "Sqn"),
    (r"Company", "Coy"),
    (r"Battery", "Bty"),
    (r"Parachute", "Para"),
    (r"Artillery", "Arty"),
    (r"Cavalry", "Cav"),
    (r"Medium", "Med"),
    (r"Field", "Fd"),
)
"""Short forms of words; a longer phrase comes before its parts."""


def give_shorts(forces: Iterable[Force]) -> None:
    """Give each unit with a long name and without a short one a unique short name."""
    units = [unit for force in forces for unit in force.tree()]
    called = {slug(word) for unit in units for word in (unit.name, unit.short)}
    shorts = {
        id(unit): short_of(unit.name)
        for unit in units
        if len(unit.name) > LONG and not unit.short and not unit.is_whole
    }
    often = Counter(map(slug, shorts.values()))
    for unit in units:
        short = shorts.get(id(unit), "")
        if len(short) < len(unit.name) and often[slug(short)] == 1 and slug(short) not in called:
            unit.short = short


def short_of(name: str) -> str:
    """Return a long name with its usual words abbreviated, without brackets and commas and the ends of ordinals."""
    short = re.sub(r"\s*\([^()]*\)", "", name)
    for words, abbreviation in _SHORTS:
        short = re.sub(rf"\b{words}", abbreviation, short, flags=re.I)
    short = re.sub(r"\b(\d+)(st|nd|rd|th)\b", r"\1", short)
    return " ".join(short.replace(",", " ").split())
