"""The rules of Operation Brevity that only players play in a battle (``campaign.resolve.left_out``)."""

from typing import Final

from campaign.resolve.left_out import Left

LEFT: Final = (
    Left(
        "engineering that begins during a battle, such as blocked roads, blown spans, mines, boats and bridges",
        ("OB-DEM-01", "OB-MINE-01", "OB-AMPH-01"),
        printed="In a full move engineers block or blow a road or a span",
        why="the campaign orders it between the battles",
    ),
)
"""The rules that a resolved battle does not play."""

ON_PAPER: Final = ("battle.allow_exit",)
"""Settings that change only the text of a sheet."""
