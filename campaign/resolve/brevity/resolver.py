"""A battle of the campaign resolved under Operation Brevity."""

from campaign.resolve.brevity.battle import resolve

__all__ = ["resolve"]
