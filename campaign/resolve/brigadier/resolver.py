"""A battle of the campaign resolved under Brigadier General Commands."""

from campaign.resolve.brigadier.battle import missing_rules, resolve

__all__ = ["missing_rules", "resolve"]
