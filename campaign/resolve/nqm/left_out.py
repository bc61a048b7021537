"""The rules of Not Quite Mechanised that only players play in a battle (``campaign.resolve.left_out``)."""

from typing import Final

from campaign.resolve.left_out import Left

LEFT: Final = (
    Left(
        "the disorder of divisions",
        ("NQM-REORG-09",),
        ("reorganisation:division_disorganised",),
        "A brigade is disorganised only if its HQ",
        why="the campaign gives each one headquarters, not two",
    ),
    Left(
        "the making of whole companies out of unpinned stands",
        ("NQM-REORG-15",),
        ("pins:amalgamated",),
        "Unpinned figures may merge",
        why="a company keeps its figures, under their pins",
    ),
)
"""The rules that a resolved battle does not play."""
