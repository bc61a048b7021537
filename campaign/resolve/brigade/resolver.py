"""A battle of the campaign resolved under WW2 Rules for Brigade Level Games."""

from campaign.resolve.brigade.battle import resolve

__all__ = ["resolve"]
