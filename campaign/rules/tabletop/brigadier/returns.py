"""The return of Brigadier General Commands: kills, wounds, platoons removed and surrendered, and the state of the
battalion that follows (BGC-TAB-21).

Kills count on from the markers a spent battalion began with, and include the four of every platoon removed; men of
platoons that surrendered are counted by their platoons only. Platoon by platoon is optional.

    fields() -> Fields
    losses(line, was) -> Losses
    line_faults(line, was, book)
    outcome(line, was, book) -> Outcome
    end_state(lost, noted, book, surrounded=) -> State
    casualties(lost, vehicles=, book=)      men or vehicles, for the report
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.returns.filed import Fields, FiledLine, Outcome, PrintedLine
from campaign.rules.tabletop.brigadier.tables import FULL_COUNT, Order
from campaign.terms.return_box import ENDED_AT, SURROUNDED, UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.terms.words import did_you_mean, plain
from campaign.values import dataclass, replace

_BROKEN = (Order.BACK, Order.ROUT)

FIELDS = Fields(
    line=(
        UNCHANGED,
        Field("kills", "kills", limit="count", begins="kills", loss=True, note="all of them", words=("k", "killed")),
        Field("wounds", "wounds", limit="count", loss=True, words=("w", "wounded")),
        Field("removed", "removed", limit="platoons", loss=True, note="platoons", unit="platoons"),
        Field("surrendered", "surrendered", limit="platoons", loss=True, note="platoons", unit="platoons"),
        Field(
            "broken",
            "Back, Rout",
            limit="platoons",
            loss=True,
            note="platoons",
            unit="platoons on",
            words=("back", "rout"),
        ),
        Field("battalion_hq_lost", "Bn HQ", FieldKind.TICK, limit="battalion_hq", loss=True, note="lost"),
        Field("company_hqs_lost", "Coy HQs", limit="company_hqs", loss=True, note="lost"),
        SURROUNDED,
        ENDED_AT,
    ),
    stand=(
        Field("kills", "kills", most=FULL_COUNT, limit="whole", loss=True),
        Field("wounds", "wounds", most=FULL_COUNT, limit="whole", loss=True),
        Field("removed", "removed", FieldKind.TICK, loss=True),
        Field("surrendered", "surrendered", FieldKind.TICK, loss=True),
        Field("order", "last order", FieldKind.TEXT),
    ),
    side=(Field("turns_played", "turns played", most=60, shared=True),),
    examples="unchanged | kills 6, wounds 2 | kills 12, removed 2, broken 3, ended at {place}",
)


def fields() -> Fields:
    """Return the columns of the return form of Brigadier General Commands."""
    return replace(FIELDS, how=texts("brigadier").text("how"))


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses of a battalion, in Counts and platoons. ``kills`` excludes the men of platoons that surrendered."""

    kills: int = 0
    wounds: int = 0
    removed: int = 0
    surrendered: int = 0
    broken: int = 0
    battalion_hq_lost: bool = False
    company_hqs_lost: int = 0

    @property
    def dead_or_taken(self) -> int:
        """The number of Counts lost for good: dead, and in platoons that surrendered."""
        return self.kills + FULL_COUNT * self.surrendered


def order_of(word: str) -> Order | None:
    """Return an order as written, as in ``Back`` or ``rout``."""
    return next((order for order in Order if plain(order.value) == plain(word)), None)


def losses(line: FiledLine, was: PrintedLine) -> Losses:
    """Return the losses of a line, from the battalion's columns or otherwise from its platoons. A blank column of kills
    means the markers it began with.
    """
    stands = {key: line.stands.get(key, {}) for key in line.stands}
    surrendered = {key for key, stand in stands.items() if stand.get("surrendered") is True}
    begun = {stand.key: max(0, (stand.full or stand.count) - stand.count) for stand in was.stands}
    if "kills" in line.written or not stands:
        kills = line.number("kills", was.noted.get("kills", 0))
    else:
        kills = sum(
            _whole(stands.get(key, {}).get("kills"), before) for key, before in begun.items() if key not in surrendered
        )
    wounds = (
        line.number("wounds")
        if "wounds" in line.written
        else sum(_whole(stand.get("wounds"), 0) for key, stand in stands.items() if key not in surrendered)
    )
    broken = (
        line.number("broken")
        if "broken" in line.written
        else sum(order_of(str(stand.get("order", ""))) in _BROKEN for stand in stands.values())
    )
    removed = {key for key, stand in stands.items() if stand.get("removed") is True} | surrendered
    return Losses(
        kills,
        wounds,
        line.total("removed"),
        line.total("surrendered"),
        broken,
        line.ticked("battalion_hq_lost") or "hq" in removed,
        (
            line.number("company_hqs_lost")
            if "company_hqs_lost" in line.written
            else sum(key.endswith("hq") and key != "hq" for key in removed)
        ),
    )


def _whole(value: object, default: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else default


# Mapping -------------------------------------------------------------------------------------------------------------
def part_lost(lost: Losses, noted: Mapping[str, int], book: Rulebook) -> Fraction:
    """Return the part of its full Count that a battalion has lost, a wound at its weight; platoons it left out count as
    lost (BGC-TAB-21).
    """
    base = noted.get("full", 0) * (2 if book.word("brigadier.loss_base") == "all up" else 1)
    if base <= 0:
        return Fraction(0)
    missing = lost.dead_or_taken + FULL_COUNT * noted.get("left_out", 0)
    return (missing + book.number("brigadier.wound_weight") * lost.wounds) / base


def end_state(lost: Losses, noted: Mapping[str, int], book: Rulebook, *, surrounded: bool = False) -> State:
    """Return the state of a battalion from its losses alone: the first test of BGC-TAB-21 that holds. Its state before
    does not matter.
    """
    platoons = noted.get("platoons", 0)
    part = part_lost(lost, noted, book)
    missing = lost.removed + lost.surrendered
    if (platoons and missing >= platoons) or part >= book.number("brigadier.destroyed_at"):
        taken = 2 * FULL_COUNT * lost.surrendered > lost.dead_or_taken
        return State.CAPTURED if surrounded or taken else State.DESTROYED
    if part >= book.number("brigadier.spent_at"):
        return State.SPENT
    if platoons and missing + lost.broken and missing + lost.broken >= book.number("brigadier.broken_share") * platoons:
        return State.SPENT
    return State.SPENT if _leaderless(lost, noted) else State.FRESH


def _leaderless(lost: Losses, noted: Mapping[str, int]) -> bool:
    """Return whether the battalion headquarters and all company headquarters are lost."""
    had_battalion, had_companies = noted.get("battalion_hq", 0), noted.get("company_hqs", 0)
    if not had_battalion + had_companies:
        return False
    return (lost.battalion_hq_lost or not had_battalion) and lost.company_hqs_lost >= had_companies


def outcome(line: FiledLine, was: PrintedLine, book: Rulebook) -> Outcome:
    """Return the outcome of a line for its battalion (BGC-BACK-01..03). Never raises."""
    lost = losses(line, was)
    state = end_state(lost, was.noted, book, surrounded=line.ticked(SURROUNDED.key))
    kept = {"kills": lost.kills, "wounds": lost.wounds, "surrendered": lost.surrendered}
    return Outcome(state, {key: count for key, count in kept.items() if count > 0})


def casualties(lost: Losses, *, vehicles: bool, book: Rulebook) -> tuple[int, int]:
    """Return the lost for good and the wounded, as men or as vehicles (BGC-BACK-06)."""
    each = book.integer("brigadier.vehicles_per_count" if vehicles else "brigadier.men_per_count")
    return each * lost.dead_or_taken, each * lost.wounds


# Faults --------------------------------------------------------------------------------------------------------------
def line_faults(line: FiledLine, was: PrintedLine, book: Rulebook) -> Iterable[str]:
    """Yield the errors of a line: a platoon both lost and alive, more casualties than men, headquarters lost without a
    platoon.
    """
    lost, platoons = losses(line, was), was.noted.get("platoons", 0)
    missing = lost.removed + lost.surrendered
    if missing > platoons:
        yield (
            f"{lost.removed} platoons removed and {lost.surrendered} surrendered is more than the {platoons} "
            "platoons in the battle"
        )
    elif missing + lost.broken > platoons:
        yield (
            f"{lost.broken} platoons on Back or Rout and {missing} removed or surrendered is more than the "
            f"{platoons} platoons in the battle. Count each platoon only once"
        )
    if lost.kills < FULL_COUNT * lost.removed:
        yield (
            f"{lost.kills} kills is too few: {lost.removed} platoons removed means at least "
            f"{FULL_COUNT * lost.removed} kills"
        )
    room = was.noted.get("count", 0) - FULL_COUNT * lost.surrendered
    if lost.kills + lost.wounds > max(0, room):
        yield f"{lost.kills} kills and {lost.wounds} wounds is too many. Only {max(0, room)} men did not surrender"
    lost_headquarters = lost.company_hqs_lost + lost.battalion_hq_lost
    if lost.battalion_hq_lost and not was.noted.get("battalion_hq", 1):
        yield "its battalion headquarters was not on the table, so it cannot be lost"
    if lost_headquarters > missing:
        yield (
            f"{lost_headquarters} headquarters lost is more than the {missing} platoons removed or surrendered. A "
            "lost headquarters counts as a platoon"
        )
    if line.ticked(SURROUNDED.key) and outcome(line, was, book).state.is_in_play:
        yield "it is ticked as surrounded, but it is not destroyed. Tick surrounded only for a destroyed battalion"
    yield from _platoon_faults(line, was)


def _platoon_faults(line: FiledLine, was: PrintedLine) -> Iterable[str]:
    begun = {stand.key: (stand.label, max(0, (stand.full or stand.count) - stand.count)) for stand in was.stands}
    for key, stand in line.stands.items():
        label, before = begun.get(key, (key, 0))
        kills, wounds = _whole(stand.get("kills"), before), _whole(stand.get("wounds"), 0)
        removed, surrendered = stand.get("removed") is True, stand.get("surrendered") is True
        word = str(stand.get("order", "")).strip()
        if removed and surrendered:
            yield f"{label}: removed and surrendered contradict each other"
        if removed and kills != FULL_COUNT:
            yield f"{label}: a removed platoon has four men killed, not {kills}"
        if kills == FULL_COUNT and not removed and "kills" in stand:
            yield f"{label}: all four men are killed, so tick removed"
        if (removed or surrendered) and word:
            yield (f"{label} is {'surrendered' if surrendered else 'removed'}, so it cannot still be on {word}")
        if kills < before:
            yield (
                f"{label}: {kills} kills is fewer than the {before} at the start of the battle. A return cannot "
                "improve a battalion"
            )
        if kills + wounds > FULL_COUNT:
            yield f"{label}: {kills} kills and {wounds} wounds is more than its {FULL_COUNT} men"
        if word and order_of(word) is None:
            yield f"{label}: {word!r} is not an order{did_you_mean(word, [order.value for order in Order])}"
