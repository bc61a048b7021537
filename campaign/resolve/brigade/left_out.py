"""The rules of WW2 Rules for Brigade Level Games that only players play in a battle (``campaign.resolve.left_out``)."""

from typing import Final

from campaign.resolve.left_out import Left

LEFT: Final = (
    Left(
        "cavalry that dismounts, and vehicles that take troops up again",
        ("BDE-MOUNT-01", "BDE-VEH-02"),
        ("movement:check_entering",),
        "in contact with the vehicle",
        why="troops who have dismounted fight on foot to the end of a short battle",
    ),
    Left(
        "units that are split and close up",
        ("BDE-UNITY-01", "BDE-UNITY-02", "BDE-UNITY-03", "BDE-MOUNT-03", "BDE-MOUNT-04"),
        ("movement:is_split", "movement:must_close_up"),
        "unit split by losses closes up",
        why="its owner takes off figures at the ends, so that no gap opens",
    ),
    Left(
        "close order",
        ("BDE-CLOSE-01", "BDE-CLOSE-02"),
        ("movement:close_order_advance",),
        "In close order the bases touch",
        why="in the open it saves no unit in it from direct fire",
    ),
)
"""The rules that a resolved battle does not play."""
