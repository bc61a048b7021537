"""Roadblocks and mines that a table laid, and smoke that it put down, by the boxes of a return.

Each box holds spots of the table: a road of it, inches from two edges, or a hex. Roadblocks and mines become obstacles
on the road, known to both sides; smoke is told. Bridges blown and gaps opened are boxes of their own. The remarks on
engineer tasks and on other changes to the ground are told to the umpire, and nothing is read from them.

    field_works(theatre, form, foot)              the obstacles laid, and what of these boxes cannot be read
    field_words(filing)                           the remarks
"""

from __future__ import annotations

from campaign.actions.returns.fates import FieldWork
from campaign.actions.returns.verdict import Filing
from campaign.errors import BadInput, CampaignError
from campaign.rules.returns.filed import Foot
from campaign.situation.filing import nearest_position, point_named
from campaign.situation.forms import Form, roads_on
from campaign.situation.road_names import road_named
from campaign.terms.position import OnRoad, Position
from campaign.theatre.tables import spans
from campaign.theatre.values import Theatre
from campaign.words.return_foot import FOOT, FootBox, FootKind

SPOTS = tuple(box for box in FOOT if box.kind is FootKind.SPOTS)
"""The boxes whose answers are spots of the table."""


def field_works(theatre: Theatre, form: Form, foot: Foot) -> tuple[tuple[FieldWork, ...], tuple[str, ...]]:
    """Return the obstacles that a return says its side laid; and the error of every spot that is not on this table, and
    of every obstacle that would bar no road.
    """
    works, faults = list[FieldWork](), list[str]()
    for box in SPOTS:
        for text in getattr(foot, box.key):
            try:
                at = _laid_at(theatre, form, box, text)
            except CampaignError as fault:
                faults.append(f"{box.label.lower()}: {fault}")
                continue
            if box.lays is not None and isinstance(at, OnRoad):
                works.append(FieldWork(box.lays, at.road, at.metres, form.side.id, text))
    return tuple(works), tuple(faults)


def field_words(filing: Filing) -> tuple[str, ...]:
    """Return what a return remarks on engineers and on the ground."""
    foot = filing.filed.foot
    return (*foot.tasks, *filter(None, (part.strip() for part in foot.other_works.split(";"))))


def _laid_at(theatre: Theatre, form: Form, box: FootBox, text: str) -> Position:
    """Return a spot as a position: of a road the middle of its first part on the table. Raises CampaignError."""
    table = form.table
    point = point_named(text, form)
    if point is None:
        way = road_named(theatre, text, roads_on(theatre, table))
        from_m, to_m = spans(way, table)[0]
        return OnRoad(way.road, round((from_m + to_m) / 2))
    at = nearest_position(theatre, point)
    if box.lays is not None and not isinstance(at, OnRoad):
        raise BadInput(
            f"{text!r} is in the middle of {theatre.describe(at)}, but a {box.lays.value} bars a road. Write "
            "the name of the road, or a spot along the road"
        )
    return at
