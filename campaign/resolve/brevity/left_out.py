"""The rules of Operation Brevity that only players play in a battle (``campaign.resolve.left_out``)."""

from typing import Final

ON_PAPER: Final = ("battle.allow_exit",)
"""Settings that change only the text of a sheet."""
