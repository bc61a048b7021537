"""A battle of the campaign resolved under One-Hour WW2 on hexes."""

from campaign.resolve.hexes.engagement import resolve

__all__ = ["resolve"]
