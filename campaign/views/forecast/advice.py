"""The courses of a commander that a staff has weighed, each with its worth in the runs that played it on."""

from __future__ import annotations

from campaign.terms.time import Moment
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class PlaceHeld:
    """A place that scores, and the share of the runs in which the side holds it on the evening of the last day that
    counts in full.
    """

    key: str
    name: str
    share: float


@dataclass(frozen=True, slots=True)
class CourseWeighed:
    """A course in words. ``gain``: points of score by which it is better than the orders as they are, in the same runs,
    with losses weighed in; ``error``: its standard error; ``lost`` and ``enemy_lost``: battalions more than under those
    orders, a spent one as a half; ``games``: battles in a run. ``is_final``: the runs are not those by which it was
    selected.
    """

    course: str
    gain: float
    error: float
    lost: float
    enemy_lost: float
    games: float
    places: tuple[PlaceHeld, ...]
    runs: int
    is_final: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Unseen:
    """Battalions of an arm that a side reckons with unseen."""

    arm: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Advice:
    """The appreciation of a staff. ``until``: the last day that counts in full; the one after it counts half.
    ``measure``: the orders as they are; ``courses``: the others, the best first; ``turns_on``: the event on which the
    chosen course turns most, in words; ``sure``: the standard errors by which a course must be better for this
    commander; ``stopped``: why the orders as they are stand though not all runs were played.
    """

    commander: str
    side: str
    moment: Moment
    until: int
    measure: CourseWeighed
    courses: tuple[CourseWeighed, ...]
    seen: int
    unseen: tuple[Unseen, ...]
    turns_on: str
    sure: float
    runs: int
    stopped: str = ""

    @property
    def chosen(self) -> CourseWeighed:
        """The course that the staff advises."""
        return next((course for course in self.courses if course.is_chosen), self.measure)
