"""Links between battalions and formations of an order of battle, resolved when all of it has been read."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.exchange.faults import Faults
from campaign.exchange.names import Names
from campaign.exchange.text import Scalar
from campaign.exchange.values import Battalion, Formation
from campaign.values import replace

Link = tuple[str, str, Scalar]
"""Battalion key, name of the link, and the value in the file."""


def resolve(
    links: Iterable[Link], names: Names, formations: Iterable[Formation], battalions: list[Battalion], faults: Faults
) -> None:
    """Set the formations to which battalions are attached and which they support; one of another side is an error."""
    said_by = list(links)
    result = {(key, link): names.find(scalar, faults, link) for key, link, scalar in said_by}
    sides = {formation.key: formation.side for formation in formations}
    spots = {(key, link): scalar.spot for key, link, scalar in said_by}
    for n, battalion in enumerate(battalions):
        attached, supports = result.get((battalion.key, "attached to")), result.get((battalion.key, "supports"))
        for link, target in (("attached to", attached), ("supports", supports)):
            if target in sides and sides[target] != battalion.side:
                faults.error(
                    spots[battalion.key, link],
                    f"{link}: {target} belongs to another side",
                    f"write a formation of {battalion.side}",
                )
        if attached or supports:
            battalions[n] = replace(battalion, attached_to=attached, supports=supports)
