"""Roadblocks and mines that a table laid, and smoke that it put down, by the boxes of a return.

Each box holds spots of the table: a road of it, inches from two edges, or a hex. Roadblocks and mines become obstacles
on the road, known to both sides; smoke is told. Bridges blown and gaps opened are boxes of their own. The remarks on
engineer tasks and on other changes to the ground are told to the umpire, and nothing is read from them.

    spot_faults(staff, form, foot)                what of these boxes cannot be read, with the way out
    field_works(staff, filing)                    the obstacles laid
    field_words(filing)                           the remarks
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.actions.raising import Staff
from campaign.actions.returns.fates import FieldWork
from campaign.actions.returns.verdict import Filing
from campaign.errors import BadInput, CampaignError
from campaign.rules.returns.filed import Foot
from campaign.situation.filing import nearest_position, point_named
from campaign.situation.forms import Form, roads_on
from campaign.situation.road_names import road_named
from campaign.terms.position import OnRoad, Position
from campaign.theatre.tables import spans
from campaign.views.return_foot import FOOT, FootBox, FootKind

SPOTS = tuple(box for box in FOOT if box.kind is FootKind.SPOTS)
"""The boxes whose answers are spots of the table."""


def spot_faults(staff: Staff, form: Form, foot: Foot) -> Iterator[str]:
    """Yield the error of every spot that is not on this table, and of every obstacle that would bar no road."""
    for box in SPOTS:
        for text in getattr(foot, box.key):
            try:
                _laid_at(staff, form, box, text)
            except CampaignError as fault:
                yield f"{box.label.lower()}: {fault}"


def field_works(staff: Staff, filing: Filing) -> tuple[FieldWork, ...]:
    """Return the obstacles that a return says its side laid. Raises CampaignError for a spot that is not on the
    table.
    """
    works = []
    for box in SPOTS:
        for text in getattr(filing.filed.foot, box.key):
            at = _laid_at(staff, filing.form, box, text)
            if box.lays is not None and isinstance(at, OnRoad):
                works.append(FieldWork(box.lays, at.road, at.metres, filing.side.id, text))
    return tuple(works)


def field_words(filing: Filing) -> tuple[str, ...]:
    """Return what a return remarks on engineers and on the ground."""
    foot = filing.filed.foot
    return (*foot.tasks, *filter(None, (part.strip() for part in foot.other_works.split(";"))))


def _laid_at(staff: Staff, form: Form, box: FootBox, text: str) -> Position:
    """Return a spot as a position: of a road the middle of its first part on the table. Raises CampaignError."""
    theatre, table = staff.theatre, form.table
    point = point_named(text, form)
    if point is None:
        way = road_named(theatre, text, roads_on(theatre, table))
        from_m, to_m = spans(way, table)[0]
        return OnRoad(way.road, round((from_m + to_m) / 2))
    at = nearest_position(theatre, point)
    if box.lays is not None and not isinstance(at, OnRoad):
        raise BadInput(
            f"{text!r} is in the middle of {theatre.describe(at)}, and a {box.lays.value} bars a road. Write the road,"
            " or a spot along it"
        )
    return at
