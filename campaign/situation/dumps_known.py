"""The way from dump to dump as a side knows it (umpire 1.13): trucks are sent by it, and a side reads no other."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.journal.board import Board
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import Army
from campaign.situation.conditions import Conditions
from campaign.situation.dumps import Fuel, ways_of
from campaign.situation.knowledge import Knowledge, load_knowledge
from campaign.situation.passages import Country, country_of
from campaign.situation.supply_known import located
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing, tallied
from campaign.theatre.routes import describe_block
from campaign.theatre.supply_link import CAUSE_UNKNOWN, Line
from campaign.theatre.values import Theatre
from campaign.values import dataclass

CHAIN_BROKEN = "the chain of fuel vehicles is broken"


@dataclass(frozen=True, slots=True)
class KnownWays:
    """The ways of a side's supply as it knows them, by formation id, and the knowledge from which they are traced."""

    lines: Mapping[int, Line]
    country: Country
    knowledge: Knowledge
    now: Moment

    def cause(self, line: Line) -> str:
        """Return what cuts a way, as far as the side knows: enemies that it has located lately, and what it knows to be
        broken or blocked.
        """
        if not line.cutters and not line.blocks:
            return line.why
        army = self.knowledge.army
        known = {(way.road, block.at_m, block.key) for way in self.country.theatre.ways for block in way.blocks}
        blocks = [
            describe_block(self.country.theatre, road, block)
            for road, block in line.blocks
            if (road, block.at_m, block.key) in known
        ]
        seen = [
            self.knowledge.enemy_in_list(army.battalions[cutter.unit])
            for cutter in line.cutters
            if self.knowledge.located_lately(cutter.unit, self.now) is not None
        ]
        return f"route cut by {listing([*blocks, *tallied(seen)])}" if blocks or seen else CAUSE_UNKNOWN


def ways_known(
    board: Board, army: Army, theatre: Theatre, weather: Conditions, book: Rulebook, side: int, now: Moment
) -> KnownWays:
    """Return the ways of a side as it knows them: on its roads, past the enemies that it has located lately.
    ``theatre``: the true map.
    """
    country, knowledge = country_of(board, army, theatre, side), load_knowledge(board, army, Viewer(side))
    enemies = located(army, country.theatre, knowledge, now, weather)
    lines = ways_of(army, country.theatre, weather, book, side, country.passages, known_positions=enemies)
    return KnownWays(lines, country, knowledge, now)


def chain_known(believed: Fuel) -> str:
    """Return why fuel does not come through, as its side knows it. ``believed``: the chain by the ways that the side
    knows.
    """
    return believed.chain.why or CHAIN_BROKEN
