"""A battle of the campaign resolved under Not Quite Mechanised."""

from campaign.resolve.nqm.battle import resolve

__all__ = ["resolve"]
