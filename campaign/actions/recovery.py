"""Recovery and amalgamation at the start of a day (OB-RCV), and the decisions that players take on them.

A headquarters that succeeds brings back one battalion: at once if there is only one to choose, else its owner decides.
A division may then amalgamate two destroyed battalions; the owner names the pair, the opponent which of them returns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations

from campaign.actions.day_context import DayContext
from campaign.actions.diary import deed, note, note_deed
from campaign.actions.supply import supply_now, write_strength
from campaign.errors import Refused
from campaign.model import Battalion, Decision, Order
from campaign.rules.day import recovery
from campaign.rules.day.recovery import Headquarters, Lost, NoRoll, Pairing, Roller
from campaign.situation.army import position_of, put, set_state
from campaign.situation.force import establishment_of, strength_of
from campaign.situation.standing import begins, is_in_person, standing_orders
from campaign.terms.forces import Level
from campaign.terms.state import DecisionKind, News, OrderKind, State
from campaign.terms.time import Moment

NONE = "none"
NOBODY = 0
"""Value in place of a formation id if no headquarters rolls for the battalion."""


def roll_for_recovery(today: DayContext) -> None:
    """Roll one die for each divisional headquarters in supply, and one for each corps headquarters (OB-RCV-02, -07,
    -08).
    """
    lost = lost_battalions(today)
    if not lost:
        return
    for lost_battalion in lost:
        if lost_battalion.can_return and lost_battalion.formation == NOBODY:
            today.say(
                f"{lost_battalion.name} cannot recover: no headquarters above it has ever been on this map",
                "umpire 1.2",
            )
    for answer in recovery.rollers(headquarters(today), lost, today.book):
        if isinstance(answer, NoRoll):
            today.say(f"No recovery for {answer.formation_name}: {answer.why}", answer.rule)
        else:
            _roll(today, answer)
    for roller in recovery.corps_rollers(headquarters(today), lost, today.book):
        _roll(today, roller)


def _roll(today: DayContext, roller: Roller) -> None:
    name = roller.headquarters.name
    face = recovery.roll(roller, today.dice)
    rolled = f"(rolled {face}, needed {roller.target})"
    if not roller.target.passes(face):
        today.say(f"{name} recovers no battalion {rolled}", "OB-RCV-02")
        return
    if len(roller.candidates) == 1:
        today.say(f"{name} recovers a battalion {rolled}", "OB-RCV-02")
        bring_back(today, roller.headquarters, roller.candidates[0])
        return
    best = recovery.preferred(roller)
    ordered = [best, *(c for c in roller.candidates if c.id != best.id)]
    ask(
        today,
        DecisionKind.RECOVERY,
        today.army.formations[roller.headquarters.formation].side_id,
        name,
        f"{name} can bring back one destroyed battalion. Which?",
        [(c.key, c.name) for c in ordered],
        {"headquarters": roller.headquarters.key},
    )
    today.say(f"{name} recovers a battalion {rolled}; its commander chooses which", "OB-RCV-02")


def offer_amalgamation(today: DayContext) -> None:
    """Ask every division with two destroyed battalions whether it amalgamates a pair (OB-RCV-05, OB-AMB-109)."""
    lost = lost_battalions(today)
    if not lost:
        return
    heads = headquarters(today)
    for answer in recovery.pairs(heads, lost, _asked_today(today, heads), today.book):
        if isinstance(answer, NoRoll):
            today.say(f"No amalgamation for {answer.formation_name}: {answer.why}", answer.rule)
            continue
        _offer(today, answer)


def _asked_today(today: DayContext, heads: Iterable[Headquarters]) -> dict[int, int]:
    """Return the pairs asked for today, answered, declined or still open, by the formation that was asked."""
    decisions = today.board.rows(Decision, Decision.kind == DecisionKind.AMALGAMATION, Decision.day == today.now.day)
    formations = {head.key: head.formation for head in heads}
    return Counter(formations[d.facts["headquarters"]] for d in decisions)


def _offer(today: DayContext, pairing: Pairing) -> None:
    options = [(NONE, "no amalgamation")]
    options += [
        (f"{first.key}+{second.key}", f"{first.name} with {second.name}")
        for first, second in combinations(pairing.candidates, 2)
    ]
    head = pairing.headquarters
    ask(
        today,
        DecisionKind.AMALGAMATION,
        today.army.formations[head.formation].side_id,
        head.formation_name,
        f"{head.formation_name} may amalgamate two destroyed battalions; the enemy chooses which of the"
        " two returns. Which pair?",
        options,
        {"headquarters": head.key},
    )


def ask(
    today: DayContext,
    kind: DecisionKind,
    side: int,
    subject: str,
    question: str,
    options: list[tuple[str, str]],
    facts: dict[str, object],
) -> Decision:
    """Ask a side for a decision; automatic play takes the first option."""
    number = max((d.number for d in today.board.rows(Decision)), default=0) + 1
    return today.board.make(
        Decision,
        number=number,
        kind=kind,
        day=today.now.day,
        turn=today.now.turn,
        side_id=side,
        subject=subject,
        question=question,
        options=[{"key": key, "text": text} for key, text in options],
        facts=facts,
        answer=None,
    )


def answer_recovery(today: DayContext, decision: Decision, answer: str) -> None:
    """Bring back the battalion that the owner has chosen."""
    bring_back(today, _head(today, decision), _lost(today, answer))


def answer_amalgamation(today: DayContext, decision: Decision, answer: str) -> None:
    """Ask the opponent about the pair that the owner has named, in words that give nothing else away (OB-RCV-06); do
    nothing if none was named.
    """
    if answer == NONE:
        return
    first, second = (_lost(today, key) for key in answer.split("+"))
    if faults := recovery.check_pair(first, second):
        raise Refused("; ".join(faults))
    opponents = [side for side in today.army.sides.values() if side.id != decision.side_id]
    ask(
        today,
        DecisionKind.AMALGAMATION_CHOICE,
        opponents[0].id,
        f"battalions of {today.army.sides[decision.side_id].name}",
        "Your enemy amalgamates two destroyed battalions. Which of the two returns? The other is gone for good.",
        [(first.key, first.name), (second.key, second.name)],
        {**decision.facts, "pair": [first.key, second.key]},
    )


def answer_choice(today: DayContext, decision: Decision, answer: str) -> None:
    """Bring back the chosen battalion without a die and remove the other from the campaign for good (OB-RCV-05,
    -06).
    """
    buried = _lost(today, next(key for key in decision.facts["pair"] if key != answer))
    bring_back(today, _head(today, decision), _lost(today, answer), rule="OB-RCV-05")
    battalion = today.army.battalions[buried.id]
    set_state(battalion, State.DISBANDED)
    write_strength(battalion, strength_of(battalion) - strength_of(battalion))
    today.say(f"{battalion.name} is disbanded; its men fill another battalion", "OB-RCV-06")
    note_deed(today.board, battalion, deed("{is} disbanded to fill another battalion"), seconds=0)
    offer_amalgamation(today)


def bring_back(today: DayContext, head: Headquarters, lost: Lost, rule: str = "OB-RCV-02") -> None:
    """Put a recovered battalion beside the headquarters again (OB-RCV-03)."""
    companies = [lost_battalion for lost_battalion in lost_battalions(today) if lost_battalion.parent == lost.id]
    for back in recovery.returned(head, lost, companies, today.book, rule=rule):
        battalion = today.army.battalions[back.id]
        set_state(battalion, back.state)
        battalion.present_id, battalion.posture = back.present, back.posture
        battalion.destroyed_day, battalion.destroyed_turn = None, None
        battalion.resting, battalion.dug_in_turns, battalion.hidden = False, 0, False
        write_strength(battalion, back.strength)
        put(battalion, back.at)
        today.say(
            f"{battalion.name} returns at {today.theatre.describe(back.at)}, attached to"
            f" {today.army.formations[back.present].name}",
            "OB-RCV-03",
        )
        note_deed(today.board, battalion, deed("{is} back with {head}", head=head.name), bold=True, seconds=0)
        _tell_order(today, battalion)


def _tell_order(today: DayContext, battalion: Battalion) -> None:
    """Tell the umpire and the side that the battalion still has an order that a person gave it before it was lost
    (umpire 1.14).
    """
    orders = standing_orders(today.army, today.board.rows(Order, Order.battalion_id == battalion.id), today.now)
    order = orders.battalions.get(battalion.id)
    if order is None or order.kind is OrderKind.HOLD or not is_in_person(order):
        return
    goal = f" {today.theatre.spot(order.to_id).name}" if order.to_id is not None else ""
    words = (
        f"{battalion.name} goes on with its order of turn {begins(order)}, {order.kind}{goal}, unless it gets another"
    )
    today.say(words, "umpire 1.14")
    note(today.board, f"{words}.", side=battalion.side_id, battalion=battalion.id, news=News.ORDER)


def headquarters(today: DayContext, sides: Collection[int] = ()) -> list[Headquarters]:
    """Return every divisional and corps headquarters, of these sides or of all, with the values that recovery needs."""
    army, headquarters = today.army, []
    for side in sides or army.sides:
        supply = supply_now(today, side)
        for formation in army.walk():
            battalion = army.headquarters.get(formation.id)
            if formation.side_id != side or formation.level not in (Level.DIVISION, Level.CORPS) or battalion is None:
                continue
            corps = army.at_level(formation.id, Level.CORPS) or formation
            verdict = supply.formations[formation.id]
            headquarters.append(
                Headquarters(
                    id=battalion.id,
                    key=battalion.key,
                    name=battalion.name,
                    level=formation.level,
                    formation=formation.id,
                    formation_name=formation.name,
                    command=battalion.present_id,
                    grade=recovery.grade_of(corps.supply_grade, today.book),
                    corps=corps.id,
                    in_play=battalion.on_map,
                    in_supply=verdict.in_supply,
                    supply=verdict.why,
                    at=position_of(battalion),
                )
            )
    return headquarters


def lost_battalions(today: DayContext) -> list[Lost]:
    """Return every battalion out of play, with the values that recovery needs."""
    return [
        lost_one(today, b) for b in sorted(today.army.battalions.values(), key=lambda b: b.id) if not b.state.is_in_play
    ]


def lost_one(today: DayContext, battalion: Battalion) -> Lost:
    """Return a battalion out of play, with the values that recovery needs. A divisional headquarters comes back by its
    corps; so do battalions directly under a corps (OB-RCV-07, umpire 1.2).
    """
    army = today.army
    head = army.formations[battalion.headquarters_of_id] if battalion.headquarters_of_id is not None else None
    home = army.brings_back(battalion)
    position = (
        Moment(battalion.destroyed_day, battalion.destroyed_turn).index
        if battalion.destroyed_day and battalion.destroyed_turn
        else 0
    )
    return Lost(
        id=battalion.id,
        key=battalion.key,
        name=battalion.name,
        formation=home.id if home is not None else NOBODY,
        state=battalion.state,
        establishment=establishment_of(battalion),
        strength=strength_of(battalion),
        size=battalion.size,
        headquarters_of=head.level if head is not None else None,
        parent=battalion.parent_id,
        gone_since=position,
        position=battalion.position,
    )


def _head(today: DayContext, decision: Decision) -> Headquarters:
    key = decision.facts["headquarters"]
    sides = {b.side_id for b in today.army.headquarters.values() if b.key == key}
    matches = [h for h in headquarters(today, sides) if h.key == key and h.in_play]
    if not matches:
        raise Refused(
            f"the decision about {decision.subject} cannot be answered: its headquarters is no longer in "
            "play. Undo the entry that removed the headquarters: campaign undo (OB-RCV-02)"
        )
    return matches[0]


def _lost(today: DayContext, key: str) -> Lost:
    matches = [
        lost_battalion
        for lost_battalion in lost_battalions(today)
        if lost_battalion.key == key and lost_battalion.can_return
    ]
    if not matches:
        raise Refused(
            f"{key!r} cannot return: it is no longer among the destroyed battalions. Choose another battalion "
            "(list: campaign decide) (OB-RCV-02)"
        )
    return matches[0]
