"""The possible headings of a table of units, in English, German and French, and tables with a column for each
echelon.
"""

from __future__ import annotations

import re

from campaign.exchange.forces import BATTALION_KEYS, FORMATION_KEYS
from campaign.terms.forces import Level
from campaign.terms.words import did_you_mean, listing, plain

OWN_KEYS = tuple(
    dict.fromkeys(
        key
        for key in (*FORMATION_KEYS, *BATTALION_KEYS)
        if key
        not in (
            *(level.value for level in Level),
            "battalion",
            "battalions",
            "formations",
            "headquarters",
            "establishment",
            "strength",
            "items",
        )
    )
)
FIGURES = ("men", "vehicles", "guns", "men full", "vehicles full", "guns full")
STRENGTH, STRENGTH_FULL = "strength", "strength full"
"""Columns with a count, and a full count, but without a word for the thing counted."""
BATTALIONS = "battalions"
"""Column with the number of battalions, or with their names."""
COLUMNS = (
    "name",
    "kind",
    "under",
    "depth",
    "side",
    "id",
    "size",
    "items",
    "lat",
    "lon",
    "sidc",
    "description",
    *FIGURES,
    STRENGTH,
    STRENGTH_FULL,
    BATTALIONS,
    *OWN_KEYS,
)
"""Names of columns, as in the help and the handbook."""
_ALSO = {
    "unit": "name",
    "battalion": "name",
    "unit name": "name",
    "parent": "under",
    "superior": "under",
    "parent id": "under",
    "formation": "under",
    "higher formation": "under",
    "commander": "led by",
    "co": "led by",
    "type": "arm",
    "branch": "arm",
    "echelon": "size",
    "tanks": "vehicles",
    "afvs": "vehicles",
    "personnel": "men",
    "location": "at",
    "place": "at",
    "position": "at",
    "latitude": "lat",
    "longitude": "lon",
    "lng": "lon",
    "establishment": "like",
    "shortname": "short",
    "short name": "short",
    "nationality": "nation",
    "country": "nation",
    "side name": "side",
    "force": "side",
    "level": "depth",
    "remarks": "notes",
    "comment": "notes",
    "men establishment": "men full",
    "tank": "vehicles",
    "quality": "experience",
    "training": "experience",
    "arrival": "arrives",
}
_OTHER_TONGUES = {
    "name": ("reparto", "unita", "einheit", "bezeichnung", "unite", "nom", "unit designation", "designation"),
    BATTALIONS: ("bns", "btls", "btle", "btg", "number of battalions"),
    STRENGTH_FULL: ("full strength", "establishment strength", "paper strength", "nominal strength"),
    "under": (
        "part of",
        "belongs to",
        "subordinate to",
        "formation above",
        "parent unit",
        "superior unit",
        "reports to",
        "hq",
        "higher hq",
        "unterstellt",
        "unterstellung",
        "ubergeordnet",
        "superieur",
        "parent name",
    ),
    "side": ("seite", "partei", "camp", "army side", "faction", "team"),
    "nation": ("nationalitat", "land", "pays", "nationalite", "army"),
    "arm": ("unit type", "troop type", "tipo", "arma", "waffengattung", "typ", "art", "arme", "role"),
    "size": ("grosse", "taille", "unit size"),
    "men": ("manpower", "mann", "manner", "mannschaft", "hommes", "strength men", "headcount"),
    STRENGTH: (
        "forza",
        "organico",
        "strength present",
        "present",
        "present strength",
        "starke",
        "effectif",
        "effectifs",
    ),
    "vehicles": ("afv", "panzer", "fahrzeuge", "chars", "vehicule", "vehicules"),
    "guns": ("geschutze", "canons", "artillery pieces"),
    "led by": ("kommandeur", "fuhrer", "commandant", "leader", "cmdr"),
    "experience": ("erfahrung", "morale", "class", "grade"),
    "at": ("ort", "lieu", "start", "start location"),
    "arrives": ("ankunft", "arrivee", "reinforcement", "enters"),
    "notes": ("bemerkung", "bemerkungen", "remarque", "remarques", "comments", "note"),
    "lat": ("breite",),
    "lon": ("lange", "long"),
    "short": ("kurz", "abbreviation", "abbr"),
    "depth": ("tiefe", "indent", "tier"),
}
_ALSO |= {word: name for name, words in _OTHER_TONGUES.items() for word in words}
UNUSED = frozenset({"url", "external url", "side id", "symbol", "image", "no", "nr", "row"})
"""Columns of other programs that give nothing to import; the report lists them."""
_ECHELONS = ("army group", "army", "corps", "division", "brigade", "regiment", "group", "battalion", "company")
"""Columns that hold the names of units of that size."""
_ECHELON_WORDS = {
    "heeresgruppe": "army group",
    "armee": "army",
    "korps": "corps",
    "div": "division",
    "bde": "brigade",
    "rgt": "regiment",
    "regt": "regiment",
    "bataillon": "battalion",
    "bn": "battalion",
    "kompanie": "company",
    "coy": "company",
    "unit": "battalion",
}


def column(cell: str) -> str:
    """Return the meaning of a column by its heading: a name of the program, or the heading's own words."""
    words = re.sub(r"(?<=\w)\s*\([^()]*\)\s*$", "", cell)  # ``Tanks (runners)``
    text = " ".join(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", words).lower().split())
    return _ALSO.get(text) or _ALSO.get(plain(text)) or text


def echelons(cells: tuple[str, ...]) -> dict[int, str]:
    """Return the columns that hold names of units of one size, if there are two or more and none is simply called name;
    otherwise none.
    """
    result = {n: _ECHELON_WORDS.get(word, word) for n, cell in enumerate(cells) if (word := plain(cell))}
    result = {n: word for n, word in result.items() if word in _ECHELONS}
    larger = [word for word in result.values() if word not in ("battalion", "company")]
    named = any(plain(cell) in ("name", "unit name") for cell in cells)
    return result if len(result) > 1 and larger and not named and len(set(result.values())) == len(result) else {}


def unknown(cell: str) -> str:
    """Return a remark on a heading without a meaning here."""
    hint = did_you_mean(cell, [*COLUMNS, *_ALSO])
    return f"there is no column {cell!r}. The columns are {listing(COLUMNS, 20)} (orbats/README.md){hint}"


def laid_out(
    rows: list[tuple[int, tuple[str, ...]]], levels: dict[int, str]
) -> list[tuple[int, int, str, str, tuple[str, ...]]]:
    """Return rows with a column for each echelon as (row, depth, name, size, cells): a unit for each name that differs
    from the row above.

    Cells may be filled down or left empty; the other cells of a row belong to its smallest unit.
    """
    order = sorted(levels)
    now: dict[int, str] = {}
    result: list[tuple[int, int, str, str, tuple[str, ...]]] = []
    for number, cells in rows:
        named = [n for n in order if n < len(cells) and cells[n]]
        rest = tuple("" if n in levels else cell for n, cell in enumerate(cells))
        for n in named:
            if now.get(n) == cells[n] and n != named[-1]:
                continue
            now = {level: name for level, name in now.items() if level < n} | {n: cells[n]}
            result.append((number, order.index(n) + 1, cells[n], levels[n], rest if n == named[-1] else ()))
        if not named and any(rest):
            result.append((number, 0, "", "", rest))
    return result
