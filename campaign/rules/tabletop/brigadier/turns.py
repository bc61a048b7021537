"""The frame of a turn: initiative, radio, the clock (BGC-INIT, BGC-TIME).

Initiative(holder)       .pass_on(side) .next_turn() .gained(side)     immutable
due(planned, before, now) -> bool      planned map fire: on time or late, never early
"""

from __future__ import annotations

from campaign.errors import BadInput, Refused
from campaign.values import dataclass, replace

DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Initiative:
    """The initiative: the side that holds it, 0 or 1; the other is the contesting side. ``passed``: it changed hands in
    this phase.
    """

    holder: int
    passed: bool = False

    @property
    def contesting(self) -> int:
        """The side without the initiative (BGC-INIT-01)."""
        return 1 - self.holder

    def pass_on(self, side: int) -> Initiative:
        """Return the initiative after the holder hands it over as a turn begins (BGC-INIT-03, -04). Raises Refused for
        the other side, or a second time.
        """
        if side != self.holder:
            raise Refused("only the side that has the initiative may pass the initiative on (BGC-INIT-03)")
        if self.passed:
            raise Refused(
                "the initiative has been passed on once in this turn. The side that received it keeps it until "
                "the next turn (BGC-INIT-05)"
            )
        return Initiative(self.contesting, passed=True)

    def next_turn(self) -> Initiative:
        """Return the initiative for the next turn, in which the holder may pass it on (BGC-INIT-06)."""
        return replace(self, passed=False)

    def gained(self, side: int) -> Initiative:
        """Return the initiative after it changed hands in the Time Phase; the next Initiative Phase may give it back
        (BGC-INIT-07, -08, BGC-TIME-04).
        """
        return Initiative(side)


@dataclass(frozen=True, slots=True)
class TableTime:
    """The time of day on the table, separate from the count of turns (BGC-TIME-02), in minutes since midnight of the
    first day.
    """

    minutes: int
    turn: int = 1

    def advanced(self, minutes: int) -> TableTime:
        """Return the time after a turn of these minutes. Raises BadInput for negative minutes."""
        if minutes < 0:
            raise BadInput(f"a turn cannot last {minutes} minutes, because time does not run backwards")
        return TableTime(self.minutes + minutes, self.turn + 1)

    def __str__(self) -> str:
        return f"{self.minutes % DAY_MINUTES // 60:02}:{self.minutes % 60:02}"


def due(planned: int, before: TableTime, now: TableTime) -> bool:
    """Return whether the last Time Phase brought the clock to or past a planned barrage, so that it falls this turn
    (BGC-INDIR-10, -11, BGC-TIME-03).
    """
    return before.minutes < planned <= now.minutes
