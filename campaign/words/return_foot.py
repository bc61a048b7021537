"""The foot of a return: every box of it, declared once.

The question at the prompt, the key in a file and its line in the return file, the boxes of the PDF and their reading,
what is kept and what is printed follow from ``FOOT``. A new number, text or tick is an entry of it and a field of
``rules.returns.filed.Foot``, and its key a line of ``orbats/README.md``; the form on paper draws it at the end of block
1, 2, 6, 7 or 8. A text is asked at the prompt if it has a question, a tick if it has a block.

    FootBox                 a box, or several that are answered together
    FOOT                    all of them, in the order of a file's keys
    asked_in_order()        those that are asked at the prompt and on the page, in the order of the blocks
    split_officers(names)   commanders and headquarters lost, which one list asks for, under their two keys
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from campaign.terms.ground import ObstacleKind
from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.words.packet import ReturnForm

MOST_PRISONERS: Final = 100_000
TASK_TURNS: Final = 4
UNHARMED: Final = "all_other_lines_unharmed"
"""Key of the box at the head of the form, by which blank lines are unchanged; the prompt asks for the lines instead."""
BOTH, BOTH_WORDS = "both", "both still there"
"""Answer to "who holds the field" if both sides are still there: the stored word, and the words of the question."""
NEITHER: Final = "neither"
_HEADQUARTERS = re.compile(r"HQ, line (\d+)")


class Ending(StrEnum):
    """The way in which a session ended (umpire 1.6)."""

    FINISHED = "finished"
    SUSPENDED = "suspended"


class Fulfilled(StrEnum):
    """The answer whether a command's orders were carried out (OB-WIN-01, umpire 1.14)."""

    YES = "yes"
    IN_PART = "in part"
    NO = "no"


class FootKind(StrEnum):
    """The way in which a box of the foot is answered."""

    CLOCK = "clock"
    """A time of day."""
    NUMBER = "number"
    TEXT = "text"
    TICK = "tick"
    CHOICE = "choice"
    """One word of several."""
    CHOICES = "choices"
    """One word of several for each place or command."""
    NAMES = "names"
    """Any number of names from a list."""
    LINES = "lines"
    """Line numbers of the form."""
    ROWS = "rows"
    """Blank rows to write on."""
    SPOTS = "spots"
    """Any number of spots of the table, each a road of it or inches from two edges."""
    COLUMNS = "columns"
    """The system's questions about the side as a whole."""


@dataclass(frozen=True, slots=True)
class Group:
    """The boxes of one question: its place or command, by key and name, and each box with its word."""

    key: str
    name: str
    boxes: tuple[tuple[str, str], ...]
    """Boxes of the question: name in the PDF, and word."""


def _numbered(start: str, words: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((f"{start}_{n}", word) for n, word in enumerate(words, 1))


def _no_groups(form: ReturnForm) -> tuple[Group, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class FootBox:
    """A box of the foot. ``block`` is its numbered block, 0: at the head of the form."""

    key: str
    kind: FootKind
    block: int
    label: str = ""
    """Label of the box in the PDF; ``{name}`` is replaced by the place or command."""
    question: str = ""
    """Question at the prompt; empty if there is none."""
    sample: str = ""
    """Sample after the key in the return file; it is a comment until the ``#`` is removed."""
    least: int = 0
    most: int = 0
    """Highest number (``least`` is the lowest); for a text the greatest number of characters in a file."""
    digits: int = 0
    """Number of characters in its box of the PDF."""
    words: tuple[str, ...] = ()
    """Words of a choice; if empty, the choice is among the sides."""
    otherwise: str = ""
    """The further answer beside the sides, as worded in the question."""
    groups: Callable[[ReturnForm], tuple[Group, ...]] = _no_groups
    beyond: str = "{name} cannot be {count}"
    """Error text for an impossible number."""
    pdf: str = ""
    """Name of its box in the PDF, if different from the key."""
    file_block: int | None = None
    """Block after which it comes in the return file, if different from ``block``."""
    lays: ObstacleKind | None = None
    """The obstacle that its spots become on the map."""

    @property
    def name(self) -> str:
        """Key in a file: with spaces."""
        return self.key.replace("_", " ")

    @property
    def box(self) -> str:
        """Name of the box in the PDF."""
        return self.pdf or self.key

    def fault(self, count: int | None) -> str:
        """Return the error for an impossible number; empty for a possible one."""
        can_be = count is None or self.least <= count <= self.most
        return "" if can_be else self.beyond.format(count=count, name=self.name)

    def prompt(self, form: ReturnForm, group: Group | None = None) -> str:
        """Return the question at the prompt, with its block's number before it."""
        return f"{self.block}  {self.question.format(name=group.name if group else '', prisoners=form.prisoners)}"


def answer_of(word: str) -> str:
    """Return the stored word of a choice."""
    return BOTH if word == BOTH_WORDS else word


_SPOT_SAMPLE: Final = "[{road}]    # roads of the table, or inches from two edges"

FOOT: Final = (
    FootBox(
        "clock",
        FootKind.CLOCK,
        1,
        "The clock: ended at",
        "Ended at (HH:MM)",
        '"09:40"                # time of day at the end',
        digits=2,
    ),
    FootBox(
        "turn",
        FootKind.NUMBER,
        1,
        "The clock: turn",
        "Last turn played at the table (1-4)",
        "{turn}                       # the last turn played at the table",
        least=1,
        most=4,
        digits=1,
        beyond="turn {count} does not exist: a day has turns 1 to 4",
    ),
    FootBox(
        "ending",
        FootKind.CHOICE,
        1,
        "The clock",
        "Is the battle over?",
        f"{Ending.FINISHED}                # or {Ending.SUSPENDED}",
        words=tuple(Ending),
        groups=lambda form: (Group("", "", tuple((f"ending_{word}", word.value) for word in Ending)),),
    ),
    FootBox(
        "hours_left",
        FootKind.NUMBER,
        1,
        "The clock: hours left to pursue",
        "Hours left to pursue (0-6)",
        "2                 # to pursue",
        most=6,
        digits=1,
        beyond="{count} hours left is not possible: a turn has six",
    ),
    FootBox(
        "field",
        FootKind.CHOICE,
        2,
        "Holder of the field",
        "Who holds the field?",
        f"{{own}}    # who holds it: {{sides}} or {BOTH}",
        otherwise=BOTH_WORDS,
        groups=lambda form: (Group("", "", _numbered("field", (*form.sides, BOTH_WORDS))),),
    ),
    FootBox(
        "objectives",
        FootKind.CHOICES,
        3,
        "Objective {name}",
        "Who holds {name}?",
        f"                   # {{sides}} or {NEITHER}",
        otherwise=NEITHER,
        groups=lambda form: tuple(
            Group(place, place, _numbered(f"objective_{n}", (*form.sides, NEITHER)))
            for n, place in enumerate(form.objectives, 1)
        ),
    ),
    FootBox(
        "orders",
        FootKind.CHOICES,
        4,
        "Orders of {name} fulfilled",
        "Were the orders of {name} fulfilled?",
        f"                       # {', '.join(Fulfilled)}",
        words=tuple(Fulfilled),
        groups=lambda form: tuple(
            Group(
                command.label,
                command.text,
                tuple((f"orders_{command.label}_{word.replace(' ', '_')}", word.value) for word in Fulfilled),
            )
            for command in form.orders
        ),
    ),
    FootBox(
        "commanders_lost",
        FootKind.NAMES,
        5,
        "Commanders and headquarters lost",
        "Commanders and headquarters lost",
        groups=lambda form: (Group("", "", _numbered("commander", form.commanders)),),
    ),
    FootBox("headquarters_lost", FootKind.LINES, 5, sample="   # line numbers"),
    FootBox(
        "prisoners_taken",
        FootKind.NUMBER,
        6,
        "Prisoners taken",
        "Prisoners taken, {prisoners}",
        "0",
        most=MOST_PRISONERS,
        digits=3,
    ),
    FootBox(
        "prisoners_lost",
        FootKind.NUMBER,
        6,
        "Prisoners lost",
        "Prisoners lost, {prisoners}",
        "0",
        most=MOST_PRISONERS,
        digits=3,
    ),
    FootBox(
        "tasks",
        FootKind.ROWS,
        7,
        "Engineer task {name}",
        "Engineer tasks done, a remark for the umpire (comma between)",
        "[]                     # engineer tasks done, a remark for the umpire",
        digits=200,
        groups=lambda form: tuple(
            Group(
                f"task_{n}",
                str(n),
                tuple((f"task_{n}_turn_{turn}", f"turn {turn}") for turn in range(1, TASK_TURNS + 1)),
            )
            for n in range(1, form.task_rows + 1)
        ),
    ),
    FootBox(
        "works",
        FootKind.NAMES,
        8,
        "Changed",
        "Crossings, roads and works changed",
        "                        # crossings, roads and works changed",
        groups=lambda form: (Group("", "", _numbered("work", form.changes)),),
    ),
    FootBox(
        "roadblocks",
        FootKind.SPOTS,
        8,
        "Roadblocks made",
        "Roadblocks that this side made",
        _SPOT_SAMPLE,
        digits=500,
        lays=ObstacleKind.ROADBLOCK,
    ),
    FootBox(
        "mines",
        FootKind.SPOTS,
        8,
        "Mines laid",
        "Mines that this side laid across a road",
        _SPOT_SAMPLE,
        digits=500,
        lays=ObstacleKind.MINEFIELD,
    ),
    FootBox("smoke", FootKind.SPOTS, 8, "Smoke put down", "Smoke that this side put down", _SPOT_SAMPLE, digits=500),
    FootBox(
        "other_works",
        FootKind.TEXT,
        8,
        "Changed: other",
        "Other changes to the ground, a remark for the umpire",
        digits=500,
    ),
    FootBox(
        UNHARMED,
        FootKind.TICK,
        0,
        "All other lines unharmed",
        sample="yes # then only the lines that changed need be written",
        pdf="unharmed",
        file_block=8,
    ),
    FootBox(
        "diary",
        FootKind.TEXT,
        9,
        "One line for the diary",
        "One line for the diary",
        '"One line for the diary."',
        most=20_000,
        digits=2000,
    ),
    FootBox(
        "side",
        FootKind.COLUMNS,
        8,
        "Of the side as a whole",
        sample="                         # of the side as a whole",
        file_block=5,
    ),
)
"""All boxes, in the order of the keys in a return file."""
BOXES: Final[Mapping[str, FootBox]] = {box.key: box for box in FOOT}


def asked_in_order() -> tuple[FootBox, ...]:
    """Return the boxes of the numbered blocks, in the order of the page and the prompt."""
    return tuple(sorted((box for box in FOOT if box.block), key=lambda box: box.block))


def split_officers(names: Iterable[str]) -> dict[str, list[Any]]:
    """Return the names of commanders and the lines of headquarters among those lost, by their keys in the foot."""
    lines = {name: match[1] for name in names if (match := _HEADQUARTERS.fullmatch(name))}
    return {
        "commanders_lost": [name for name in names if name not in lines],
        "headquarters_lost": [int(line) for line in lines.values()],
    }


def officers_of(foot: Mapping[str, Any]) -> list[str]:
    """Return the names under both keys as the one list that the form has."""
    lines = foot.get("headquarters_lost") or ()
    return [*(f"HQ, line {line}" for line in lines), *(foot.get("commanders_lost") or ())]
