"""The rules of Brigadier General Commands that only players play in a battle (``campaign.resolve.left_out``)."""

from typing import Final

from campaign.resolve.left_out import Left

LEFT: Final = (
    Left(
        "fire put off to a later step",
        ("BGC-FIRE-05", "BGC-FIRE-06", "BGC-FIRE-07", "BGC-FIRE-08", "BGC-AMB-08"),
        ("sequence:declare", "sequence:put_off", "sequence:still_fires"),
        "If fire is put off to a later step",
        why="shells first push down who would fire in the next step, and each round leaves a wound of its own",
    ),
    Left(
        "planned map fire",
        ("BGC-INDIR-09", "BGC-INDIR-10", "BGC-INDIR-11", "BGC-INDIR-12"),
        ("turns:due",),
        "after the clock has reached its time",
        ("brigadier.planned_map_fire",),
        "brigadier.planned_map_fire",
        "a campaign has no plan of barrages by place and hour",
    ),
    Left(
        "artillery observers",
        ("BGC-INDIR-14", "BGC-INDIR-15", "BGC-INDIR-16"),
        printed="An artillery observer that does not move",
        settings=("brigadier.artillery_observers",),
        optional="brigadier.artillery_observers",
        why="observers are not mustered: the platoons of the line call",
    ),
    Left(
        "movement plotted on paper",
        ("BGC-UMP-01",),
        printed="Plot movement on paper",
        settings=("brigadier.hidden_movement",),
        optional="brigadier.hidden_movement",
        why="each side acts on what it sees without it",
    ),
)
"""The rules that a resolved battle does not play."""
ON_PAPER: Final = ("brigadier.solo",)
"""Settings that change only the text of a sheet."""
