"""What only the players play in a battle under Not Quite Mechanised (``campaign.resolve.left_out``)."""

from typing import Final

from campaign.resolve.left_out import Left

LEFT: Final = (
    Left(
        "the disorder of divisions (the campaign gives each one headquarters, not two)",
        ("NQM-REORG-09",),
        ("reorganisation:division_disorganised",),
        "A brigade is disorganised if its headquarters",
    ),
    Left(
        "the making of whole companies out of unpinned stands (all companies keep their figures, under pins)",
        ("NQM-REORG-15",),
        ("pins:amalgamated",),
        "unpinned ones merge",
    ),
)
"""Rules that a battle fought by the program does not play."""
