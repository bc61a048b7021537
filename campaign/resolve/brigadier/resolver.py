"""A battle of the campaign resolved under Brigadier General Commands."""

from campaign.resolve.brigadier.battle import resolve

__all__ = ["resolve"]
