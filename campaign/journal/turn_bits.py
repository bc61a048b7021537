"""Fresh bits for the dice of each turn, so that they cannot be read ahead; and a check of dice that were rolled.

    turns = turns_of(board)                 the bits of the campaign that the board shows
    turns.begin(moment, phase, rolled)      the clock begins a morning or a turn: dice from here on come from its bits
    campaign_dice(board) -> Dice            the seed, mixed with the bits of the turn that has begun
    checked(dice, rolls, begun, bits)       the rolls that are not what the campaign's dice show

A campaign that was started without a seed of the user's own draws 128 bits when the clock begins the morning of a day,
and again when it begins each of its turns. They are kept in the entry that begins it, which is never deleted: after an
undo the same turn has the same bits again. A copy has the bits of the turns begun up to then and draws its own for the
later ones. What is rolled between two turns belongs to the turn that has begun.

A replay that runs into a turn never begun before must not draw, as its result is shown first and then carried out: the
seed gives those bits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, cast

from campaign.journal.canonical import canonical
from campaign.journal.keys import BYTES, fresh_key
from campaign.journal.standing import standing
from campaign.model import Entry, Reseeding
from campaign.rules.common.dice import Asked, DiceFrom, Roll, RollName, Scripted, Seeded, Source, Tape
from campaign.terms.time import Moment
from campaign.values import dataclass, plain_dataclass, plain_field

if TYPE_CHECKING:
    from campaign.journal.board import Board, JournalBoard

Stretch = tuple[int, int, str]
"""The morning of a day, or a turn: its day, its turn, and its first phase."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A stretch that an entry began. ``rolled``: how many dice the entry had rolled before; None if it was not begun
    there, but its bits were carried over from a file that was replaced.
    """

    rolled: int | None
    stretch: Stretch
    bits: str


def begun_in(text: str | None) -> tuple[Begun, ...]:
    """Return what an entry began, read from its text."""
    return tuple(
        Begun(rolled, (day, turn, phase), bits) for rolled, day, turn, phase, bits in (json.loads(text) if text else ())
    )


def text_of(begun: Iterable[Begun]) -> str | None:
    """Return what an entry began, as its text; None if nothing."""
    rows = [[one.rolled, *one.stretch, one.bits] for one in begun]
    return canonical(rows) if rows else None


class TurnBits:
    """The bits of one campaign, as a board shows it. ``begun``: what the running entry has begun; ``again``: bits to
    use again for a stretch, before those on record.
    """

    def __init__(self, board: JournalBoard) -> None:
        self._board = board
        self._on_record: dict[Stretch, str] | None = None
        self._now = ""
        self.at_start = ""
        """Bits in force as the running entry began."""
        self.begun: list[Begun] = []
        self.again: dict[Stretch, str] = {}
        self.draw: Callable[[Stretch], str] = lambda _: fresh_key()
        self.drew = False
        """True if the running entry drew bits that were not known before."""

    def begin_entry(self, again: dict[Stretch, str] | None = None) -> None:
        """Start a new entry, which uses these bits again."""
        self.begun, self.again, self.drew = [], {} if again is None else again, False
        if self._on_record is not None:
            self.at_start = self._now

    @property
    def now(self) -> str:
        """Bits of the stretch that has begun; empty before the first."""
        self.known()
        return self._now

    def known(self) -> dict[Stretch, str]:
        """Return the bits of every stretch on record, of undone entries too, the last ones if there are several."""
        if self._on_record is None:
            self._on_record, self._now = _read(self._board)
            self.at_start = self._now
        return self._on_record

    def begin(self, moment: Moment, phase: str, rolled: int) -> None:
        """Begin the morning of a day, or a turn; nothing happens where all dice come from the seed."""
        if not draws_on(self._board, moment.day):
            return
        stretch = moment.day, moment.turn, phase
        known = self.known()
        bits = self.again.get(stretch) or known.get(stretch)
        if bits is None:
            bits, self.drew = self.draw(stretch), True
        self._now = known[stretch] = self.again[stretch] = bits
        self.begun.append(Begun(rolled, stretch, bits))

    def draw_from_seed(self) -> None:
        """Take the bits of stretches never begun before from the seed: for a replay, whose result is shown first."""
        seed = self._board.campaign.seed
        self.draw = lambda stretch: sha256(canonical([seed, "played again", *stretch]).encode()).hexdigest()[
            : 2 * BYTES
        ]


def turns_of(board: JournalBoard) -> TurnBits:
    if board.turns is None:
        board.turns = TurnBits(board)
    return board.turns


def _read(board: JournalBoard) -> tuple[dict[Stretch, str], str]:
    """Return the bits of every stretch in the journal, and those of the stretch last begun by an entry in force."""
    rows = board.entries(Entry.seq, Entry.kind, Entry.about, Entry.bits).all()
    living = set(standing((row.seq, row.kind, row.about) for row in rows).living)
    known: dict[Stretch, str] = {}
    now = ""
    for row in rows:
        for one in begun_in(row.bits):
            known[one.stretch] = one.bits
            if row.seq in living and one.rolled is not None:
                now = one.bits
    return known, now


def draws_on(board: Board, day: int) -> bool:
    """Return whether the turns of a day draw bits."""
    later = [row for row in reseedings(board) if row.day <= day]
    return later[-1].draws if later else board.campaign.draws


def draws_ever(board: Board) -> bool:
    """Return whether the turns of any day draw bits."""
    return board.campaign.draws or any(row.draws for row in reseedings(board))


def reseedings(board: Board) -> list[Reseeding]:
    """Return the changes of seed, by day."""
    return sorted(board.rows(Reseeding), key=lambda row: row.day)


# the campaign's dice


@plain_dataclass(frozen=True, slots=True)
class CampaignDice:
    """The dice of a campaign: the seed of each day, mixed with the bits of the turn that has begun where turns draw
    them.
    """

    seeded: Seeded
    draws: tuple[tuple[int, bool], ...] = ()
    """From which day on turns draw bits, and from which not."""
    turns: TurnBits | None = plain_field(default=None, compare=False)

    def throw(self, name: RollName, need: str) -> int:
        """Return the face shown: within a turn that has begun always the same one for the same name."""
        return self.face(name, "" if self.turns is None or not self._draws_on(name.moment.day) else self.turns.now)

    def face(self, name: RollName, bits: str) -> int:
        return self.seeded.face(name, bits if self._draws_on(name.moment.day) else "")

    def _draws_on(self, day: int) -> bool:
        return next((draws for since, draws in reversed(self.draws) if since <= day), False)


def campaign_dice(board: Board) -> CampaignDice:
    """Return the campaign's dice: those of its start, and of every reseeding from its day on."""
    later = reseedings(board)
    seeded = Seeded(board.campaign.seed, tuple((row.day, row.seed) for row in later))
    draws = ((0, board.campaign.draws), *((row.day, row.draws) for row in later))
    return CampaignDice(seeded, draws, turns_of(cast("JournalBoard", board)) if draws_ever(board) else None)


@dataclass(frozen=True, slots=True)
class Stranger:
    """A roll that is not what the campaign's dice show there."""

    roll: Roll
    face: int
    """Face that the campaign's dice show."""

    def __str__(self) -> str:
        """Return what was rolled, and the face of the campaign's die."""
        return f"{self.roll.name}: {self.roll.value}, where the campaign's d{self.roll.name.sides} shows {self.face}"


def checked(
    dice: CampaignDice, rolls: Sequence[Roll], begun: Iterable[Begun], bits: str
) -> tuple[tuple[Stranger, ...], str]:
    """Return the rolls of an entry that are not those of the campaign's dice, and the bits in force after it. ``bits``:
    those in force before it.
    """
    starts = [(one.rolled, one.bits) for one in begun if one.rolled is not None]
    strangers = []
    for n, roll in enumerate(rolls):
        while starts and starts[0][0] <= n:
            bits = starts.pop(0)[1]
        if (face := dice.face(roll.name, bits)) != roll.value:
            strangers.append(Stranger(roll, face))
    return tuple(strangers), starts[-1][1] if starts else bits


def dice_come_from(board: JournalBoard, tape: Tape, turns: TurnBits, before: str | None) -> str | None:
    """Return where the dice of an entry come from; None if all are the campaign's. ``before``: the same of the entry
    that is played again.
    """
    if not tape.rolls:
        return None
    if _by_hand(tape.source):
        return DiceFrom.SCRIPT if isinstance(tape.source, Scripted) else DiceFrom.HAND
    if before in (DiceFrom.HAND, DiceFrom.SCRIPT):
        return before
    dice = campaign_dice(board)
    if isinstance(tape.source, CampaignDice) and not tape.remembered:
        return None
    strangers, _ = checked(dice, tape.rolls, turns.begun, turns.at_start)
    return DiceFrom.KEPT if strangers else None


def _by_hand(source: Source) -> bool:
    """Return whether a roll of the entry came from the players or from a script."""
    return (isinstance(source, Asked) and bool(source.rolls)) or (isinstance(source, Scripted) and source.used > 0)
