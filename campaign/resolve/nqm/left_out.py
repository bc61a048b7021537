"""What only the players play in a battle under Not Quite Mechanised (``campaign.resolve.left_out``)."""

from typing import Final

from campaign.resolve.left_out import Left

LEFT: Final = (
    Left(
        "what becomes of prisoners when the tanks roll on",
        ("NQM-SPECIAL-07",),
        ("morale:terror_prisoners_return",),
        "is free again if the tanks roll on",
    ),
    Left(
        "digging in on an objective", ("NQM-REORG-05", "NQM-REORG-07"), printed="dig in and reorganise without orders"
    ),
    Left(
        "the disorder of brigades and divisions",
        ("NQM-REORG-08", "NQM-REORG-09"),
        ("reorganisation:formation_disorganised", "reorganisation:division_disorganised"),
        "A brigade is disorganised if its headquarters",
    ),
    Left(
        "the making of whole companies out of unpinned stands",
        ("NQM-REORG-15",),
        ("pins:amalgamated",),
        "unpinned ones merge",
    ),
    Left("counter-attacks from elsewhere in the corps", ("NQM-CRT-14", "NQM-CRT-15"), printed="own division hour "),
    Left("the areas that recce examines in an hour", ("NQM-RECCE-05",), printed="One area an hour"),
)
"""Rules that a battle fought by the program does not play."""
