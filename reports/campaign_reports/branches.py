"""The drawings inside the frame of a unit symbol: one for each arm, in multiples of h, the height of the frame."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from campaign.terms.forces import Arm
from campaign.values import dataclass
from campaign_reports.drawing import Drawing
from campaign_reports.style import WHITE, Colour

BREADTH: Final = 1.5
"""Width of the frame in units of h, its height."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A symbol being drawn: its place and its pen."""

    sheet: Drawing
    x: float
    y: float
    h: float
    ink: Colour

    @property
    def line(self) -> float:
        """Weight of the frame: 0.66 pt at 5 mm."""
        return max(0.55, 0.0466 * self.h)

    @property
    def w(self) -> float:
        """Width of the frame."""
        return BREADTH * self.h

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Return a point at a distance in h from the centre of the frame."""
        return (self.x + self.w / 2 + across * self.h, self.y + self.h / 2 + down * self.h)

    def stroke(
        self, *points: tuple[float, float], weight: float = 1.0, fill: bool = False, closed: bool = False
    ) -> None:
        """Draw a polyline through points in h from the centre."""
        self.sheet.path(
            [self.at(*point) for point in points],
            weight * self.line,
            self.ink,
            self.ink if fill else None,
            closed=closed,
        )

    def ring(self, across: float, down: float, radius: float, *, filled: bool = False, blank: bool = False) -> None:
        """Draw a circle; ``blank`` whitens the ground behind it."""
        x, y = self.at(across, down)
        fill = self.ink if filled else WHITE if blank else None
        self.sheet.disc(x, y, radius * self.h, 0 if filled else self.line, self.ink, fill)


# Branches


def _cross(pen: Stamp) -> None:
    pen.stroke((-0.75, -0.5), (0.75, 0.5))
    pen.stroke((-0.75, 0.5), (0.75, -0.5))


def draw_slash(pen: Stamp) -> None:
    """Draw the rising diagonal of reconnaissance."""
    pen.stroke((-0.75, 0.5), (0.75, -0.5))


def _oval(pen: Stamp, *, filled: bool = False, wide: float = 1.0, high: float = 0.46, down: float = 0.0) -> None:
    x, y = pen.at(-wide / 2, down - high / 2)
    pen.sheet.box(x, y, wide * pen.h, high * pen.h, pen.line, pen.ink, pen.ink if filled else None, high * pen.h / 2)


def _wheels(pen: Stamp) -> None:
    for across in (-0.48, 0.48):
        pen.ring(across, 0.63, 0.13, blank=True)


def _lorried(pen: Stamp) -> None:
    _cross(pen)
    _wheels(pen)


def _armoured_infantry(pen: Stamp) -> None:
    _cross(pen)
    _oval(pen)


def _motor(pen: Stamp) -> None:
    _armoured_infantry(pen)
    _wheels(pen)


def _motorcycle(pen: Stamp) -> None:
    _cross(pen)
    for across in (-0.17, 0.17):
        pen.ring(across, 0.63, 0.13, blank=True)
    pen.stroke((-0.17, 0.63), (0.17, 0.63))


def _cyclist(pen: Stamp) -> None:
    _cross(pen)
    pen.ring(0, 0.63, 0.13, blank=True)


def _cavalry(pen: Stamp) -> None:
    pen.stroke((-0.75, 0.5), (0.75, -0.5), (0.75, 0.5), fill=True, closed=True)


def _parachute(pen: Stamp) -> None:
    """Draw a canopy in the lower half, with the diagonals cleared behind it."""
    _cross(pen)
    canopy = [(0.24 * cos(pi * step / 12), 0.2 - 0.2 * sin(pi * step / 12)) for step in range(13)]
    pen.sheet.path(
        [
            pen.at(*p)
            for p in [(-0.3, 0.24), (-0.3, 0.1), (-0.1, -0.04), (0.1, -0.04), (0.3, 0.1), (0.3, 0.24), (0, 0.46)]
        ],
        fill=WHITE,
        closed=True,
    )
    pen.stroke(*canopy, fill=True, closed=True)
    pen.stroke((-0.24, 0.2), (0, 0.42), (0.24, 0.2), weight=0.7)


def _glider(pen: Stamp) -> None:
    _cross(pen)
    pen.sheet.path(
        [pen.at(*p) for p in [(-0.52, 0.06), (0.52, 0.06), (0.52, 0.34), (0.14, 0.42), (-0.14, 0.42), (-0.52, 0.34)]],
        fill=WHITE,
        closed=True,
    )
    wing = [
        (-0.47, 0.12),
        (-0.08, 0.17),
        (0, 0.07),
        (0.08, 0.17),
        (0.47, 0.12),
        (0.47, 0.21),
        (0.08, 0.28),
        (0, 0.4),
        (-0.08, 0.28),
        (-0.47, 0.21),
    ]
    pen.stroke(*wing, weight=0.4, fill=True, closed=True)


def _arrow(pen: Stamp, foot: float) -> None:
    pen.stroke((0, foot), (0, -0.34))
    pen.stroke((-0.14, -0.18), (0, -0.34), (0.14, -0.18))


def _machine_gun(pen: Stamp) -> None:
    _arrow(pen, 0.34)
    pen.stroke((-0.22, 0.34), (0.22, 0.34))


def _mortar(pen: Stamp) -> None:
    _arrow(pen, 0.12)
    pen.ring(0, 0.24, 0.12)


def _tank(pen: Stamp) -> None:
    _oval(pen)


def _heavy_tank(pen: Stamp) -> None:
    _oval(pen, filled=True)


def _armoured_car(pen: Stamp) -> None:
    draw_slash(pen)
    _oval(pen)
    _wheels(pen)


def _gun(pen: Stamp) -> None:
    pen.ring(0, 0, 0.17, filled=True)


def _medium_gun(pen: Stamp) -> None:
    _gun(pen)
    for down in (-0.29, 0.29):
        pen.stroke((-0.26, down), (0.26, down))


def _self_propelled(pen: Stamp) -> None:
    _oval(pen)
    pen.ring(0, 0, 0.115, filled=True)


def _rocket(pen: Stamp) -> None:
    pen.ring(0, 0.2, 0.13, filled=True)
    for down in (0.0, -0.17):
        pen.stroke((-0.18, down), (0, down - 0.17), (0.18, down))


def _anti_tank(pen: Stamp) -> None:
    pen.stroke((-0.75, 0.5), (0, -0.5), (0.75, 0.5))


def _self_propelled_anti_tank(pen: Stamp) -> None:
    _anti_tank(pen)
    _oval(pen, wide=0.72, high=0.34, down=0.2)


def _anti_aircraft(pen: Stamp) -> None:
    dome = [(0.75 * cos(pi * step / 24), 0.5 - 0.72 * sin(pi * step / 24)) for step in range(25)]
    pen.stroke(*dome)


def _engineer(pen: Stamp) -> None:
    pen.stroke((-0.36, 0.2), (-0.36, -0.2), (0.36, -0.2), (0.36, 0.2), weight=1.3)
    pen.stroke((0, -0.2), (0, 0.2), weight=1.3)


def _bridging(pen: Stamp) -> None:
    for way in (-1, 1):
        pen.stroke((-0.46, way * 0.32), (-0.26, way * 0.14), (0.26, way * 0.14), (0.46, way * 0.32), weight=1.3)


def _headquarters(pen: Stamp) -> None:
    pen.sheet.box(pen.x, pen.y, pen.w, 0.24 * pen.h, fill=pen.ink)


def _signals(pen: Stamp) -> None:
    pen.stroke((-0.75, -0.5), (0.16, -0.04), (-0.16, 0.04), (0.75, 0.5))


def _supply(pen: Stamp) -> None:
    pen.stroke((-0.75, 0.26), (0.75, 0.26))
    pen.ring(0, -0.1, 0.23)
    for step in range(4):
        turn = pi * step / 4
        pen.stroke(
            (-0.23 * cos(turn), -0.1 - 0.23 * sin(turn)), (0.23 * cos(turn), -0.1 + 0.23 * sin(turn)), weight=0.6
        )


def _medical(pen: Stamp) -> None:
    pen.stroke((-0.75, 0), (0.75, 0))
    pen.stroke((0, -0.5), (0, 0.5))


def _mixed(pen: Stamp) -> None:
    _cross(pen)
    _oval(pen, filled=True)


def draw_question(pen: Stamp) -> None:
    """Draw a question mark for an unknown arm."""
    bow = [(0.15 * cos(turn), -0.16 - 0.15 * sin(turn)) for turn in (pi * (1 - step / 10) for step in range(13))]
    pen.stroke(*bow, (0, 0.06), (0, 0.14), weight=1.5)
    pen.ring(0, 0.29, 0.055, filled=True)


BRANCHES: Final[dict[Arm, Callable[[Stamp], None]]] = {
    Arm.INFANTRY: _cross,
    Arm.LORRIED_INFANTRY: _lorried,
    Arm.MOTOR_INFANTRY: _motor,
    Arm.ARMOURED_INFANTRY: _armoured_infantry,
    Arm.MOTORCYCLE: _motorcycle,
    Arm.CYCLIST: _cyclist,
    Arm.CAVALRY: _cavalry,
    Arm.PARACHUTE: _parachute,
    Arm.GLIDER: _glider,
    Arm.MACHINE_GUN: _machine_gun,
    Arm.MORTAR: _mortar,
    Arm.ARMOUR: _tank,
    Arm.HEAVY_ARMOUR: _heavy_tank,
    Arm.ARMOURED_CAR: _armoured_car,
    Arm.RECONNAISSANCE: draw_slash,
    Arm.FIELD_ARTILLERY: _gun,
    Arm.MEDIUM_ARTILLERY: _medium_gun,
    Arm.SELF_PROPELLED_ARTILLERY: _self_propelled,
    Arm.ROCKET: _rocket,
    Arm.ANTI_TANK: _anti_tank,
    Arm.SELF_PROPELLED_ANTI_TANK: _self_propelled_anti_tank,
    Arm.ANTI_AIRCRAFT: _anti_aircraft,
    Arm.ENGINEER: _engineer,
    Arm.BRIDGING: _bridging,
    Arm.HEADQUARTERS: _headquarters,
    Arm.SIGNALS: _signals,
    Arm.SUPPLY: _supply,
    Arm.MEDICAL: _medical,
    Arm.MIXED: _mixed,
}
WORDS: Final[dict[Arm, str]] = {
    Arm.ARMOUR: "tanks",
    Arm.HEAVY_ARMOUR: "infantry, heavy tanks",
    Arm.ARMOURED_CAR: "armoured cars",
    Arm.ENGINEER: "engineers",
    Arm.MIXED: "mixed force",
    Arm.SUPPLY: "supply, transport",
    Arm.PARACHUTE: "parachute",
    Arm.ROCKET: "rockets",
    Arm.SELF_PROPELLED_ANTI_TANK: "anti-tank, self-propelled",
    Arm.SELF_PROPELLED_ARTILLERY: "self-propelled guns",
}


def words_for(arm: Arm) -> str:
    """Return the words beside this branch in the key of a paper."""
    return WORDS.get(arm, arm.value)
