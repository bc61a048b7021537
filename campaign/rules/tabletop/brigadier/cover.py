"""Cover: the shelter that a platoon has from each kind of fire (BGC-COVER, BGC-AMB-16..19).

    shelter(features, fire, book, between=, enclosed=) -> Shelter

Several covers at once: the best one counts. Woods give none against shells that burst in the trees, except to troops
dug in or in fully enclosed armour.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.tables import SHELTER_OF, Feature, Shelter


class Incoming(StrEnum):
    """The kind of incoming fire, as far as it matters for cover."""

    DIRECT = "direct"
    DIRECT_SHELL = "direct high explosive"
    ARTILLERY = "artillery"
    MORTAR = "mortar"
    AIR = "air"

    @property
    def has_direction(self) -> bool:
        """True if the fire comes across the ground from one side."""
        return self in (Incoming.DIRECT, Incoming.DIRECT_SHELL)


_BURSTS = {
    "guns and mortars": frozenset({Incoming.ARTILLERY, Incoming.MORTAR}),
    "guns": frozenset({Incoming.ARTILLERY}),
    "and aircraft": frozenset({Incoming.ARTILLERY, Incoming.MORTAR, Incoming.AIR}),
    "all high explosive": frozenset({Incoming.ARTILLERY, Incoming.MORTAR, Incoming.AIR, Incoming.DIRECT_SHELL}),
}
_ONE_SIDED = frozenset({Feature.HEDGE, Feature.RIVER_BANK})
_BEST_FIRST = (Shelter.HARD, Shelter.SOFT, Shelter.OPEN)


def bursts_in_trees(fire: Incoming, book: Rulebook) -> bool:
    """Return whether this fire bursts in the tops of the trees (BGC-COVER-09, BGC-AMB-17)."""
    return fire in _BURSTS[book.word("brigadier.airburst_from")]


def shelter(
    features: Collection[Feature], fire: Incoming, book: Rulebook, *, between: bool = True, enclosed: bool = False
) -> Shelter:
    """Return the class of cover against this fire. ``between``: a hedge or bank lies between firer and target
    (BGC-AMB-18).
    """
    tree_bursts = bursts_in_trees(fire, book) and Feature.DUG_IN not in features and not enclosed

    def counts(feature: Feature) -> bool:
        if feature is Feature.WOOD and tree_bursts:
            return False
        if feature in _ONE_SIDED:
            return between or not fire.has_direction
        return True

    shelters = {SHELTER_OF[feature] for feature in features if counts(feature)}
    return next((shelter for shelter in _BEST_FIRST if shelter in shelters), Shelter.OPEN)
