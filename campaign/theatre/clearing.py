"""The obstacles to clear for a formation to be in supply: a smallest set of enemies and of broken crossings, for its
whole chain at once.

Every link of the chain must hold, and an enemy who is removed is gone for all of them. This is a question of paths, not
of cuts: the cheapest route, priced by the number of *different* enemies whose zones it meets. Every enemy and every
broken crossing is a colour; labels (a position, with the colours paid) are followed in order of the number of colours,
and a label that has paid all that another has paid at the same position, and more, is dropped. So the first label at
the end of the chain is a smallest set. If the time runs out before that, the best set so far is returned together with
the sizes between which the smallest lies.

    clearing(theatre, zones, links, seconds=1.0) -> Clearing
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from heapq import heappop, heappush
from math import inf
from time import monotonic

from campaign.theatre.cut_graph import Colours, Link, Node, Paint, PaintedLink, Pieces
from campaign.theatre.legs import IDEAL, OPEN, SAME_SECONDS, Closed
from campaign.theatre.road_graph import nearest
from campaign.theatre.routes import describe_block
from campaign.theatre.values import Theatre
from campaign.theatre.zones import Faced, Zones
from campaign.values import dataclass, replace

MOST_TIES = 16  # 1 fails a test of the shorter route; 200 none.
"""The most smallest sets that are compared for the shorter route."""
AS_FAR_AS_YOU_LIKE = 1e15  # Thirty million years.
"""A limit in seconds that makes a link measured without closing anything."""


@dataclass(frozen=True, slots=True)
class Clearing:
    """Enemies (unit ids, ascending) and blocks (in words) whose removal makes the chain hold, everything else
    unchanged.

    Always: without them the chain holds, and with any of them left in place it does not. ``proved``: no smaller set is
    enough; otherwise the smallest has at least ``at_least`` members. ``far``: the formation of the link that is broken
    whichever enemies are removed, None if there is none; then the set is empty.
    """

    units: tuple[int, ...]
    blocks: tuple[str, ...]
    proved: bool
    at_least: int
    far: int | None = None

    def __len__(self) -> int:
        return len(self.units) + len(self.blocks)


def clearing(
    theatre: Theatre, zones: Zones, links: Sequence[Link], seconds: float | None = 1.0, ground: Closed = OPEN
) -> Clearing:
    """Return a smallest set for these links together. ``seconds`` None: search until it is proved. ``ground``: the
    blocks that close roads.
    """
    for link in links:
        if not _possible(theatre, link):
            return Clearing((), (), True, 0, far=link.formation)
    return _Chain(Paint(theatre, zones, ground), tuple(links)).solved(
        None if seconds is None else monotonic() + seconds
    )


def _possible(theatre: Theatre, link: Link) -> bool:
    """Return whether the link would hold with no enemy and every crossing whole."""
    return nearest(theatre, link.starts, link.goals, link.rates, IDEAL, link.limit_seconds) is not None


# The search ----------------------------------------------------------------------------------------------------------


@dataclass(order=True, slots=True)
class _Label:
    """A partial route through the chain, compared by number of colours, links behind it, and seconds on the present
    link.
    """

    size: int
    seconds: float
    order: int
    leg: int
    node: Node | None
    colours: Colours


_Offer = Callable[[int, Node | None, Colours, float], None]
"""A function that takes a label: the number of its link, its node (None: the link's end), the colours paid, the seconds
spent.
"""


class _Chain:
    """The links of one formation, joined: a label that ends one of them begins the next."""

    def __init__(self, paint: Paint, links: tuple[Link, ...]) -> None:
        self.links, self.paint = links, paint
        self._paints: dict[Faced, Paint] = {(): paint}
        self._drawn: dict[Faced, Pieces] = {}
        for watcher in paint.zones.watchers:
            self.paint.bit(watcher.unit)
        self.legs = [self._painted(link) for link in links]

    def _painted(self, link: Link) -> PaintedLink:
        if link.faced not in self._paints:
            self._paints[link.faced] = self.paint.beyond(link.faced)
        return PaintedLink(self._paints[link.faced], partial(self._clear, link.faced), link)

    def _clear(self, faced: Faced) -> Pieces:
        """Return the map with each connected piece of clear ground drawn together, made once for links that face the
        same enemies.
        """
        if faced not in self._drawn:
            self._drawn[faced] = Pieces(self._paints[faced])
        return self._drawn[faced]

    def solved(self, until: float | None) -> Clearing:
        """Return the smallest set, or the best that was found in time."""
        bounds = (self._greedy(by_size=True), self._greedy(by_size=False))
        bound_set = self._spared(min((bound for bound in bounds if bound is not None), key=int.bit_count))
        smallest, at_least = self._labelled(bound_set.bit_count(), until)
        if smallest:
            best = smallest[0] if len(smallest) == 1 else min(smallest, key=self._rank)
            return self._answer(best, True, best.bit_count())
        return self._answer(bound_set, bound_set.bit_count() <= at_least, at_least)

    def _answer(self, colours: Colours, proved: bool, at_least: int) -> Clearing:
        members = list(self.paint.members(colours))
        theatre = self.paint.theatre
        units = tuple(sorted(member for member in members if isinstance(member, int)))
        blocks = sorted(
            (road, block.at_m, describe_block(theatre, road, block))
            for road, block in (member for member in members if not isinstance(member, int))
        )
        return Clearing(units, tuple(text for *_, text in blocks), proved, at_least)

    def holds(self, removed: Colours) -> bool:
        """Return whether every link holds without these members."""
        return all(self._length(leg, removed) is not None for leg in self.legs)

    def _rank(self, colours: Colours) -> tuple[int, float, tuple[int, ...]]:
        """Return the sort key of a set: fewest members first, then the shorter route, then the lower ids."""
        metres = sum(self._length(leg, colours) or 0.0 for leg in self._by_length)
        bits = tuple(n for n in range(colours.bit_length()) if colours >> n & 1)
        return colours.bit_count(), round(metres, 3), bits

    @cached_property
    def _by_length(self) -> list[PaintedLink]:
        """The links measured in metres instead of seconds, those of unlimited length included."""
        far = [
            link if link.limit_seconds < inf else replace(link, limit_seconds=AS_FAR_AS_YOU_LIKE) for link in self.links
        ]
        return [self._painted(link) for link in far]

    def _length(self, leg: PaintedLink, removed: Colours) -> float | None:
        """Return the seconds of the fastest way through a link that meets only these colours; None if there is none."""
        best = min((seconds for colours, seconds in leg.direct() if not colours & ~removed), default=inf)
        queue: list[tuple[float, int, Node]] = []
        count, done = 0, set[Node]()
        for step in leg.begins():
            if not step.colours & ~removed and leg.reaches(step.to, step.seconds):
                heappush(queue, (step.seconds, count := count + 1, step.to))
        while queue:
            seconds, _, node = heappop(queue)
            if node in done or seconds >= best:
                continue
            done.add(node)
            for colours, more in leg.ends.get(node, ()):
                if not colours & ~removed and seconds + more <= leg.link.limit_seconds + SAME_SECONDS:
                    best = min(best, seconds + more)
            for step in leg.steps(node):
                if not step.colours & ~removed and step.to not in done and leg.reaches(step.to, seconds + step.seconds):
                    heappush(queue, (seconds + step.seconds, count := count + 1, step.to))
        return None if best == inf else best

    def _spared(self, colours: Colours) -> Colours:
        """Return the set without the members that are not needed."""
        for n in reversed(range(colours.bit_length())):
            if colours >> n & 1 and self.holds(colours & ~(1 << n)):
                colours &= ~(1 << n)
        return colours

    def _greedy(self, *, by_size: bool) -> Colours | None:
        """Return an upper bound: the colours paid if only the best label of each node is followed, by its number of
        colours or by its length, link after link.
        """
        queue: list[tuple[float, float, int, int, Node | None, Colours, float]] = []
        count, current, done = 0, 0, set[tuple[int, Node | None]]()

        def offer(leg: int, node: Node | None, colours: Colours, seconds: float) -> None:
            nonlocal count
            if node is None or self.legs[leg].reaches(node, seconds):
                first, second = (colours.bit_count(), seconds) if by_size else (seconds, colours.bit_count())
                heappush(queue, (first, second, count := count + 1, leg, node, colours, seconds))

        self._begin(0, 0, offer)
        while queue:
            *_, leg, node, colours, seconds = heappop(queue)
            if leg < current or (leg, node) in done:
                continue
            done.add((leg, node))
            if node is not None:
                self._onward(leg, node, colours, seconds, offer)
            elif leg + 1 == len(self.legs):
                return colours
            else:
                current = leg + 1
                self._begin(current, colours, offer)
        return None

    def _labelled(self, most: int, until: float | None) -> tuple[list[Colours], int]:
        """Return all smallest sets of at most this many colours, up to ``MOST_TIES``; if time ran out, none and the
        size that was reached.
        """
        queue: list[_Label] = []
        kept: dict[tuple[int, Node], list[tuple[Colours, float]]] = {}
        result: list[Colours] = []
        count = 0

        def offer(leg: int, node: Node | None, colours: Colours, seconds: float) -> None:
            nonlocal count
            size = colours.bit_count()
            if size <= most and (node is None or self.legs[leg].reaches(node, seconds)):
                heappush(queue, _Label(size, seconds, count := count + 1, leg, node, colours))

        self._begin(0, 0, offer)
        while queue:
            label = heappop(queue)
            if result and (label.size > result[0].bit_count() or len(result) >= MOST_TIES):
                break
            # For speed alone: the clock is looked at every 64 labels.
            if until is not None and not label.order & 63 and monotonic() > until:
                return result, label.size
            if label.node is None:
                if label.leg + 1 < len(self.legs):
                    self._begin(label.leg + 1, label.colours, offer)
                elif label.colours not in result:
                    result.append(label.colours)
                continue
            self._follow(label, kept, offer)
        return result, result[0].bit_count() if result else most

    def _begin(self, leg: int, paid: Colours, offer: _Offer) -> None:
        for colours, seconds in self.legs[leg].direct():
            offer(leg, None, paid | colours, seconds)
        for step in self.legs[leg].begins():
            offer(leg, step.to, paid | step.colours, step.seconds)

    def _follow(self, label: _Label, kept: dict[tuple[int, Node], list[tuple[Colours, float]]], offer: _Offer) -> None:
        """Continue from a label, unless another at its node has paid no more and marched no longer."""
        node = label.node
        assert node is not None
        paid = kept.setdefault((label.leg, node), [])
        if any(colours & ~label.colours == 0 and seconds <= label.seconds + SAME_SECONDS for colours, seconds in paid):
            return
        paid.append((label.colours, label.seconds))
        self._onward(label.leg, node, label.colours, label.seconds, offer)

    def _onward(self, number: int, node: Node, paid: Colours, spent: float, offer: _Offer) -> None:
        """Offer the positions that can be reached from a node: the end of its link, and the nodes beside it."""
        leg = self.legs[number]
        for colours, last in leg.ends.get(node, ()):
            if spent + last <= leg.link.limit_seconds + SAME_SECONDS:
                offer(number, None, paid | colours, spent + last)
        for step in leg.steps(node):
            offer(number, step.to, paid | step.colours, spent + step.seconds)
