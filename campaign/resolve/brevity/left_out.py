"""What only the players play in a battle under Operation Brevity (``campaign.resolve.left_out``)."""

from typing import Final

ON_PAPER: Final = ("battle.allow_exit",)
"""Settings that change what a sheet says and nothing else."""
