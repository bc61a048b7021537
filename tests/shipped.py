"""The shipped scenarios as values, each read once a run."""

from functools import cache

from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.values import Scenario


@cache
def shipped_scenario(key: str) -> Scenario:
    """The scenario of that key."""
    return read_scenario(find_scenario(key))
