"""The head of a scenario: title, days, house rules, sides and nations."""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.exchange import ground
from campaign.exchange.attributes import read_attributes
from campaign.exchange.entry import Entry, pairs_of
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.ground import Grid
from campaign.exchange.names import Names
from campaign.exchange.opening import keyed
from campaign.exchange.sections import Sections
from campaign.exchange.text import Node, Scalar
from campaign.exchange.values import Head, Nation, Side
from campaign.rules.common.gone_settings import GONE, gone_text
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.rules.day.light import day_start_hour, season_of
from campaign.terms.attributes import keys_of
from campaign.terms.forces import Nationality
from campaign.terms.time import offset_minutes
from campaign.terms.words import slug

ACCENTS = ("#1b4f8a", "#a8261a", "#4a4a4a")
"""Colours of sides without a colour in the file: blue, red, grey."""


def read_head(sections: Sections, faults: Faults, default_name: str) -> Head:
    """Return title, days, hours; the name is that of the folder or file if none is given."""
    entry = sections.as_entry(faults)
    name = slug(entry.short("name", default_name)).replace("_", "-")[:80]
    head = Head(**read_attributes(entry, Head), name=name, first_day=entry.day("first day"))
    zone = entry.scalar("time zone", "hours from Greenwich, as in UTC+02:00")
    if zone is not None:
        try:
            offset_minutes(zone.text)
            head.time_zone = zone.text
        except BadInput as problem:
            faults.error(zone.spot, f"time zone: {problem}")
    return head


def first_hour(head: Head, book: Rulebook) -> int:
    """Return the hour at which the first turn begins: as in the file, else by season (OB-AMB-010)."""
    if head.day_start_hour is not None or head.first_day is None:
        return head.day_start_hour or 0
    return day_start_hour(season_of(head.first_day, book), book)


def read_grid(sections: Sections, faults: Faults) -> Grid:
    """Return the conversion of the files' points to metres."""
    entry = sections.as_entry(faults)
    scalar = entry.scalar("coordinates", "degrees or kilometres")
    in_degrees = scalar is None or scalar.text.lower() != "kilometres"
    if scalar is not None and scalar.text.lower() not in ("degrees", "kilometres"):
        faults.unknown(scalar.spot, "coordinates", scalar.text, ("degrees", "kilometres"))
    node = entry.node("centre")
    centre = Grid(True).read(node, "centre", faults) if node is not None else None
    return Grid(in_degrees, centre or (ground.find_centre(sections.of("places")) if in_degrees else None))


def read_rulebook(sections: Sections, faults: Faults) -> tuple[Rulebook, tuple[tuple[str, object], ...]]:
    """Return the house rules, and those of them that differ from the default."""
    settings: dict[str, object] = {}
    for section in sections.of("rulebook"):
        for key, node in pairs_of(section, "rulebook", faults):
            if not isinstance(node, Scalar):
                faults.error(node.spot, f"{key.text}: found a list or a group of entries", "write one value")
                continue
            if key.text in GONE:
                faults.warn(key.spot, gone_text(key.text))
                continue
            try:
                DEFAULTS.with_settings({key.text: node.text})
                settings[key.text] = node.text
            except BadInput as problem:
                faults.error(node.spot if key.text in RULES else key.spot, str(problem))
    book = DEFAULTS.with_settings(settings)
    return book, tuple(book.overrides().items())


_FREE_FRENCH = ("free_french", "fighting_french")
_FREE_FRENCH_AS = (Nationality.COMMONWEALTH, Nationality.US)


def _known_nation(key: str) -> Nationality | None:
    """Return the nationality that a key names by itself; Free and Fighting French are Commonwealth unless the file says
    otherwise (OB-INIT-06, OB-AMB-020).
    """
    if key in _FREE_FRENCH:
        return Nationality.COMMONWEALTH
    return next((n for n in Nationality if slug(n.value) == key), None)


def read_nations(sections: Sections, faults: Faults) -> tuple[Names, list[Nation]]:
    """Return the nations in the books, and those of the files, which copy one of them."""
    names = Names("nation")
    nodes = keyed(sections.of("nations"), "nations", names, faults)
    nations = []
    for key, node in nodes:
        entry = Entry(node, f"nation {key!r}", keys_of(Nation), faults)
        nationality_named = _known_nation(key)
        counts_as = entry.word(
            "counts as", Nationality, nationality_named or Nationality.BRITISH, must=nationality_named is None
        )
        if key in _FREE_FRENCH and counts_as not in _FREE_FRENCH_AS:
            entry.error(
                f"{key!r} cannot count as {counts_as}",
                "use commonwealth or us for Free and Fighting French (OB-INIT-06)",
                "counts as",
            )
        name = entry.text("name", key.replace("_", " ").title())[:80]
        nations.append(Nation(key=key, name=name, counts_as=counts_as))
    for nationality in Nationality:
        if nationality.value not in names:
            names.add(nationality.value, Spot(""))
            name = "US" if nationality is Nationality.US else nationality.value.title()
            nations.append(Nation(key=nationality.value, name=name, counts_as=nationality))
    return names, nations


def read_sides(nodes: list[tuple[str, Node]], places: Names, faults: Faults) -> list[Side]:
    """Return the belligerents. A single one is an error, and so is a home edge of two."""
    sides = []
    homes: dict[str, str] = {}
    for n, (key, node) in enumerate(nodes):
        entry = Entry(node, f"side {key!r}", keys_of(Side), faults)
        name = entry.short("name", key.replace("_", " ").title())
        accent = entry.scalar(
            "accent", "a colour in quotes, such as '#1b4f8a' (without quotes, the text after # is not read)"
        )
        if accent is not None and not _is_colour(accent.text):
            entry.wrong("accent", accent, "a colour of six hexadecimal digits in quotes, such as '#1b4f8a'")
        edges = []
        for word in entry.words("home edges"):
            place = places.find(word, faults, "home edges")
            if place in homes and homes[place] != key:
                faults.error(
                    word.spot,
                    f"{place} is already the home edge of {homes[place]}",
                    "each home edge belongs to one side only",
                )
            elif place is not None:
                homes[place] = key
                edges.append(place)
        colour = accent.text.lower() if accent and _is_colour(accent.text) else ACCENTS[min(n, len(ACCENTS) - 1)]
        read = read_attributes(entry, Side, name=name, adjective=name)
        sides.append(Side(**read, key=key, accent=colour, home_edges=tuple(edges)))
    if len(nodes) == 1:
        faults.error(nodes[0][1].spot, "the scenario has only one side", "write two or more sides", consequent=True)
    return sides


def _is_colour(word: str) -> bool:
    return len(word) == 7 and word[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in word[1:])
