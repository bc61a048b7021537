"""What a side learns of the other, and by what: the table of the trial's other half.

Each row is a secret and the event that tells of it. Before the event nothing differs for the side that watches; after
it exactly the values named here do, by command and by their place in its JSON, and nothing else of what it reads. An
empty row is a secret that this event does not tell although one might think so.

Supply is traced over what is at a turn's beginning only. Until then `supply --why`, the map and the papers go by what
the side knows and was told: who steps on the road unseen cuts nothing that it reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaign.terms.ground import ObstacleKind
from tests.secrecy.hidden import WHY, Secret, Words, block, renamed

READ: tuple[Words, ...] = (
    ("status",),
    ("sightings",),
    ("supply",),
    ("supply", "--why"),
    ("map",),
    ("supply", "--vulnerable"),
    ("places",),
    ("objectives",),
    ("battle", "list"),
    ("battle", "show", "1"),
    ("battle", "show", "2"),
    ("battle", "show", "3"),
    ("decide",),
)
"""What the watchers read, before and after, as JSON."""


@dataclass(frozen=True, slots=True)
class Release:
    """A row of the table: what is told, by what, of which secret, and where it then stands."""

    what: str
    by: str
    stage: str
    secret: Secret
    event: tuple[Words, ...]
    shows: Mapping[str, frozenset[str]] = field(default_factory=dict)


_TURN_2: tuple[Words, ...] = (
    ("next",),
    ("next",),
    ("next",),
    ("battle", "rule", "1", "--text", "Nobody gives way.", "--held", "both", "--yes"),
    ("next",),
)
"""From the start of Operation Brevity over its first two turns, the battle at Halfaya ruled."""

_TURN_3: tuple[Words, ...] = (
    ("battle", "rule", "2", "--text", "Nobody gives way.", "--held", "both", "--yes"),
    ("next",),
)
"""From the battle of the third turn to its end."""

_SIGHTING = frozenset(
    f"sightings.{word}"
    for word in ("age_hours", "arm", "clock", "how", "mark", "moment", "name", "seen_by", "seen_by_side", "where")
)
_SYMBOL = frozenset(
    f"units.symbol.{word}"
    for word in (
        "ad_hoc",
        "arm",
        "complement",
        "dug_in",
        "frame",
        "headquarters",
        "mark",
        "number",
        "reconnaissance",
        "resting",
        "state",
        "superior",
    )
)
_BREAK = frozenset(
    {
        *(f"sides.breaks.{word}" for word in ("advice", "formations", "others", "rule", "why")),
        *(f"sides.links.{word}" for word in ("in_supply", "linked", "why")),
    }
)

TABLE: tuple[Release, ...] = (
    Release(
        "arm, size and place, and the name",
        "location range, and the battle that follows",
        "start",
        Secret("where a battalion stands", "axis", (("adjust", "6_company", "--at", "Halfaya Pass, top", *WHY),)),
        _TURN_2,
        {
            "sightings": _SIGHTING,
            "battle show 1": frozenset({"sides.seen"}),
            "map": frozenset(
                {
                    *("enemy_notes.text", "formations.label"),  # the sign for all enemies seen at a place
                    *(f"units.{word}" for word in ("age", "at", "formation", "key", "label", "note", "side", "where")),
                    *_SYMBOL,
                }
            ),
        },
    ),
    Release(
        "no strength and no posture",
        "location range, and the battle that follows",
        "start",
        Secret(
            "strength and posture",
            "axis",
            (("adjust", "bersaglieri_halfaya", "--men", "33", *WHY), ("posture", "bersaglieri_halfaya", "reserve")),
        ),
        _TURN_2,
    ),
    Release(
        "who holds a place, not who stands there",
        "the turn's end",
        "start",
        Secret("where a battalion stands", "axis", (("adjust", "krad_15", "--at", "Buq Buq", *WHY),)),
        _TURN_2[:3],
        {"places": frozenset({"places.held_by"}), "map": frozenset({"places.held"})},
    ),
    Release(
        "that supply is cut, the cause unknown",
        "the trace of supply at a turn's start",
        "midway",
        Secret("where a battalion stands", "axis", (("adjust", "ariete_tanks_el_adem", "--at", "Sidi Barrani", *WHY),)),
        (*_TURN_3, ("next",)),
        {
            "status": frozenset({"supply.advice", "supply.formation", "supply.rule", "supply.why"}),
            "places": frozenset({"places.held_by"}),
            "supply": frozenset({*_BREAK, "sides.links.rule"}),
            "supply --why": _BREAK,
            "map": frozenset(
                {
                    *("places.held", *(f"supply.{word}" for word in ("is_open", "points", "side"))),
                    *("supply_notes.label", "supply_notes.text"),
                    *("formations.note", "units.note"),  # the number of that note beside who is cut off
                }
            ),
        },
    ),
    Release(
        "a name",
        "a battle that is settled",
        "midway",
        Secret("a name", "axis", hand=renamed("ii_panzer_regiment_5")),
        (("battle", "rule", "2", "--text", "Over.", "--held", "both", "--yes"),),
        {
            "sightings": frozenset({"sightings.name"}),
            "battle show 2": frozenset({"sides.seen"}),
            "map": frozenset({"enemy_notes.text", "units.label"}),
        },
    ),
    Release(
        "a block on a road",
        "troops of one's own within location range",
        "midway",
        Secret("a block", "axis", hand=block("axis", "sofafi-sidi_barrani", ObstacleKind.ROADBLOCK, 0.02)),
        (("adjust", "headquarters_western_desert_force", "--at", "Bir Sofafi", *WHY), *_TURN_3),
        {
            "places": frozenset({"places.roads.blocks"}),
            "supply --why": frozenset({f"sides.links.{word}" for word in ("length_km", "route", "why")}),
            "map": frozenset(
                {
                    *(f"obstacles.{word}" for word in ("at", "is_gapped", "kind", "name")),
                    *(f"supply.{word}" for word in ("is_open", "points", "side")),
                }
            ),
            "supply --vulnerable": frozenset({"sides.points.what"}),
        },
    ),
)
