"""The return of Not Quite Mechanised: what players write down, and the state of a battalion that follows (umpire 2).

For each battalion: points lost for good, black and red pins still on, and ticks for surrendered, dispersed and
disorganised. The program lets it reorganise and then takes off the last half: of the red pins, and of all pins that
this battle put on, half come off and the odd one on 4-6. The points lost or still pinned then decide: spent from 15 %,
destroyed from 30 % and at least two points.

    fields(book) -> Fields
    faults(line, was) -> Iterable[str]        losses that a battalion with these points cannot have
    outcome(line, was, book, dice) -> Outcome
    state_of(losses, book) -> State           also for battles that the program resolves
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.returns.filed import Fields, FiledLine, Outcome, PrintedLine
from campaign.rules.tabletop.nqm.pins import halved, odd_comes_off
from campaign.terms.return_box import ATTACHED_TO, DUG_IN, ENDED_AT, UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.values import dataclass, replace

LOST = Field("points_lost", "lost", limit="points", loss=True, unit="points", note="points")
BLACK = Field("black_pins", "black pins", limit="points", note="still on")
RED = Field("red_pins", "red pins", limit="points", loss=True, note="still on")
SURRENDERED = Field("surrendered", "surrend.", FieldKind.TICK, loss=True, note="captured", holds=State.CAPTURED)
DISPERSED = Field("dispersed", "dispersed", FieldKind.TICK, loss=True, note="re-forms")
DISORGANISED = Field("disorganised", "disorg.", FieldKind.TICK)
AMMUNITION = Field("ammunition", "ammo", limit="ammunition", unit="dice of", note="dice left")
TRUCK_LOST = Field("truck_lost", "truck", FieldKind.TICK, loss=True, note="lost")
HEADQUARTERS_HIT = Field("headquarters_hit", "HQ", FieldKind.TICK, loss=True, note="hit")


# A normal battalion has fifteen points (NQM-REPR-06, -07), and a British one of 1939 to 1942 780 men.
MEN_A_POINT = 50
"""The men of a point, for counting prisoners: a battalion of 780 men is 15 points."""


def fields(book: Rulebook) -> Fields:
    """Return the columns of the return form of Not Quite Mechanised; stand by stand only the points and the pins."""
    spent, destroyed = book.integer("nqm.return.spent_percent"), book.integer("nqm.return.destroyed_percent")
    return Fields(
        line=(
            UNCHANGED,
            LOST,
            BLACK,
            RED,
            SURRENDERED,
            DISPERSED,
            DISORGANISED,
            AMMUNITION,
            TRUCK_LOST,
            HEADQUARTERS_HIT,
            ENDED_AT,
            replace(ATTACHED_TO, printed=False),
            DUG_IN,
        ),
        stand=(
            Field("points_lost", "gone for good", limit="whole", loss=True),
            Field("black_pins", "black pins", limit="whole"),
            Field("red_pins", "red pins", limit="whole", loss=True),
        ),
        side=(Field("hours_played", "hours played", most=72, shared=True),),
        shorthand={"captured": ("surrendered",)},
        examples="unchanged | points lost 3, red pins 2 | surrendered",
        how=texts("nqm").text(
            "how", spent=spent, destroyed=destroyed, points=book.integer("nqm.return.destroyed_points")
        ),
        prisoners=f"in men; {MEN_A_POINT} men are 1 point (house rule)",
    )


EARLIER = "earlier_pins"
"""The key in the aftermath for black pins of earlier battles that are still on stands."""


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses of a battalion, with its points: lost for good, under black pins before the battle, under pins that
    stay on after it.
    """

    points: int
    lost: int
    before: int = 0
    after: int = 0

    @property
    def together(self) -> int:
        """The number of points lost or pinned, at most all points of the battalion."""
        return min(self.points, self.lost + self.before + self.after)


def state_of(losses: Losses, book: Rulebook) -> State:
    """Return the state for these losses (umpire 2). With no points left a battalion of any size is destroyed."""
    out, points = losses.together, losses.points
    if points <= 0:
        return State.FRESH
    percent = 100 * out
    enough = out >= book.integer("nqm.return.destroyed_points")
    if losses.lost >= points or (enough and percent >= book.integer("nqm.return.destroyed_percent") * points):
        return State.DESTROYED
    return State.SPENT if percent >= book.integer("nqm.return.spent_percent") * points else State.FRESH


def most_out(points: int, state: State, book: Rulebook) -> int:
    """Return the most points that a battalion in this state can have lost or under pins."""
    return max(
        (out for out in range(points + 1) if state_of(Losses(points, 0, out), book).severity <= state.severity),
        default=0,
    )


def _half(pins: int, purpose: str, subject: str, dice: Dice | None, rolled: list[int]) -> int:
    """Return the pins after half came off; the odd one is diced for, and stays on without dice (NQM-REORG-12, -13,
    NQM-CAS-11).
    """
    if pins % 2 == 0 or dice is None:
        return halved(pins, odd_off=False)
    rolled.append(dice.roll(6, purpose, subject, "4-6 the odd pin comes off"))
    return halved(pins, odd_off=odd_comes_off(rolled[-1]))


def stay_on(
    red: int, black: int, subject: str, dice: Dice | None, book: Rulebook, rolled: list[int] | None = None
) -> int:
    """Return the pins of this battle that stay on: the red ones reorganised first, then half of all; by house rule that
    half comes off overnight.

    ``rolled`` takes the dice for odd pins.
    """
    rolled = [] if rolled is None else rolled
    black += _half(red, "reorganisation", subject, dice, rolled)
    return black if book.word("nqm.recovery") == "overnight" else _half(black, "end of battle", subject, dice, rolled)


def _written(line: FiledLine) -> tuple[int, int, int]:
    lost, black, red = (max(0, line.total(field.key)) for field in (LOST, BLACK, RED))
    return lost, black, red


def _says_black(line: FiledLine) -> bool:
    return BLACK.key in line.written or any(BLACK.key in stand for stand in line.stands.values())


def outcome(line: FiledLine, was: PrintedLine, book: Rulebook, dice: Dice | None = None) -> Outcome:
    """Return the state of the battalion by its points. Without dice the odd pins stay on. A blank for black pins means
    the number at the start.
    """
    if line.ticked(SURRENDERED.key):
        return Outcome(State.CAPTURED)
    points, began = was.noted.get("points", 0), was.noted.get("black", 0)
    lost, black, red = _written(line)
    if not _says_black(line):
        black = max(0, min(began, points - lost - red))
    rolled: list[int] = []
    pins = stay_on(min(red, points), max(0, black - began), was.name, dice, book, rolled)
    losses = Losses(points, lost, min(black, began), pins)
    state = state_of(losses, book)
    if line.ticked(DISPERSED.key) and state is State.FRESH:
        state = State.SPENT
    text = _how(losses, red + max(0, black - began), rolled, state) if lost or red or black else ""
    return Outcome(state, aftermath=_aftermath(line, lost, pins, min(black, began)), reason=text)


def _how(losses: Losses, pinned: int, rolled: Sequence[int], state: State) -> str:
    """Return the calculation in words: ``5 of 15 points gone, 2 of 5 pins stay on (odd pins: 3, 5): 7 out, 46 %,
    destroyed``.
    """
    parts = [f"{losses.lost} of {losses.points} points gone"] if losses.lost else []
    odd = f" (odd pin{'s' * (len(rolled) > 1)}: {', '.join(map(str, rolled))})" if rolled else ""
    parts += [f"{losses.after} of {pinned} pins stay on{odd}"] if pinned else []
    parts += [f"{losses.before} black from before"] if losses.before else []
    percent = 100 * losses.together // losses.points if losses.points else 0
    return f"{', '.join(parts)}: {losses.together} of {losses.points} out, {percent} %, {state.value}"


def _aftermath(line: FiledLine, lost: int, pins: int, earlier: int) -> dict[str, int]:
    noted = {"points_lost": lost, "pins": pins}
    noted |= {EARLIER: earlier} if earlier else {}
    noted.update(
        {field.key: 1 for field in (DISPERSED, DISORGANISED, TRUCK_LOST, HEADQUARTERS_HIT) if line.ticked(field.key)}
    )
    if AMMUNITION.key in line.written:
        noted[AMMUNITION.key] = line.number(AMMUNITION.key)
    return noted


def _stand_faults(line: FiledLine, was: PrintedLine) -> Iterable[str]:
    """Yield the errors of stands: a stand bears no more pins than it has points left."""
    for stand in was.stands:
        written = line.stands.get(stand.key, {})
        lost, black, red = (
            count if isinstance(count := written.get(field.key, 0), int) else 0 for field in (LOST, BLACK, RED)
        )
        if max(lost, black, red) <= stand.count < lost + black + red:
            yield (
                f"{stand.label}: {lost} points gone and {black + red} under pin markers is more than its "
                f"{stand.count} points"
            )


def faults(line: FiledLine, was: PrintedLine) -> Iterable[str]:
    """Yield the errors of a line: more points out than there were, black pins that vanished, a battalion surrendered
    and alive.
    """
    points, began = was.noted.get("points", 0), was.noted.get("black", 0)
    lost, black, red = _written(line)
    if max(lost, black, red) <= points < lost + black + red:
        yield (
            f"{lost} points gone and {black + red} under pin markers make {lost + black + red} points, but it began "
            f"the battle with {points}"
        )
    if _says_black(line) and lost + black < began:
        yield (
            f"{black} black pins and {lost} points gone is too few, because it began with {began} black pins. "
            "Reorganising removes only red pins"
        )
    if line.ticked(UNCHANGED.key) and _says_black(line) and black != began:
        yield f"it is ticked as unchanged, but it has {black} black pins and began with {began}"
    if line.ticked(SURRENDERED.key):
        alive = [field.label for field in (DISPERSED, DISORGANISED) if line.ticked(field.key)]
        yield from (f"surrendered and {word} contradict each other. Tick one" for word in alive)
        if line.number(AMMUNITION.key) or red or black:
            yield (
                "it surrendered, but pins or ammunition are written for it. A battalion that surrenders is lost "
                "completely"
            )
    if line.ticked(DISPERSED.key) and line.dug_in:
        yield "dispersed and dug in contradict each other"
    if line.ticked(DISPERSED.key) and points and lost >= points:
        yield "it is ticked as dispersed, but all its points are gone for good"
    if line.ticked(HEADQUARTERS_HIT.key) and not was.noted.get("command", 1):
        yield "its headquarters is ticked as hit, but it has no command figure"
    yield from _stand_faults(line, was)
