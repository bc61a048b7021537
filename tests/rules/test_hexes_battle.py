"""Whole turns of a fight: cards, activation, evasion, smoke, elimination, joint action, arrivals, the end; and the
plain doctrine."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import BadInput, DiceWanted
from campaign.resolve.doctrine import Do, Stance, Task
from campaign.resolve.hexes.doctrine import Leave, Move, Pass, Shoot, Smoke, View, Wait
from campaign.resolve.hexes.moves import fault
from campaign.resolve.hexes.plain_doctrine import PLAIN, _advance, _task
from campaign.rules.common.dice import Asked, Seeded, Tape
from campaign.rules.tabletop.hexes.tables import Side, UnitType
from campaign.terms.time import Moment
from tests.rules.hexing import Table, Told, field_of, fought, ground, hex_of, house, path, piece, played, said


@pytest.mark.rule(
    "HEX-GEN-02",
    "HEX-CARD-01",
    "HEX-CARD-02",
    "HEX-CARD-03",
    "HEX-CARD-04",
    "HEX-CARD-05",
    "HEX-CARD-06",
    "HEX-CARD-07",
    "HEX-CARD-11",
)
def test_everybody_gets_a_card_and_acts_in_one_order() -> None:
    ours, theirs = piece("ours", 0, where="A1"), piece("theirs", 1, where="H8")
    guns, second = piece("guns", 0, UnitType.ARTILLERY), piece("second", 1, where="H7")
    table = Table({"ours": ["7D"], "theirs": ["AC"], "guns": ["7H"], "second": ["KD"]})
    told = played(field_of(ours, guns, theirs, second), table)
    assert [subject for purpose, subject in table.asked if purpose == "card"] == ["ours", "guns", "theirs", "second"]
    assert [line.split()[1] for line in said(told, "stands")] == ["second", "guns", "ours", "theirs"]
    assert all(one.acted for one in (ours, theirs, guns, second))


@pytest.mark.rule("HEX-CARD-12", "HEX-CARD-13", "HEX-AMB-31")
def test_a_fresh_deal_each_turn_and_a_shuffle_when_the_pack_is_short() -> None:
    units = [piece(f"u{n}", n % 2, where=f"{'ABCDEFG'[n % 7]}{1 if n % 2 else 8}") for n in range(14)]
    table = Table()
    told = played(field_of(*units), table, turns=7)
    assert [told.report.index(line) > 0 for line in told.report if "shuffled" in line] == [True] * 3, "turns 1, 4 and 7"
    assert len([1 for purpose, _ in table.asked if purpose == "card"]) == 7 * 14


@pytest.mark.rule("HEX-AMB-32")
def test_two_packs_for_more_than_fifty_two_units() -> None:
    units = [
        piece(
            f"u{n}", n % 2, UnitType.ARTILLERY if n > 1 else UnitType.FOOT, "A1" if n == 0 else "H8" if n == 1 else ""
        )
        for n in range(60)
    ]
    dice = Tape(Seeded("two packs"), Moment(1, 2))
    on = field_of(*units)
    fought(on, dice, (Told(), Told()), (Stance.DEFEND, Stance.DEFEND))
    cards = [one.card for one in units]
    assert max(cards.count(card) for card in cards) <= 2
    assert sum(cards.count(card) == 2 for card in set(cards)) >= 8, "60 units share 52 cards"
    assert {roll.name.subject for roll in dice.rolls if roll.name.purpose == "coin"} == {
        one.key for one in units if cards.count(one.card) == 2
    }


@pytest.mark.rule("HEX-CARD-08", "HEX-CASE-48", "HEX-AMB-33")
def test_a_unit_moves_or_shoots_and_a_move_of_nothing_is_no_move() -> None:
    one, other = piece("one", 0, where="A1"), piece("other", 1, where="B1")
    table = Table({"one": ["KS", "KS"], "other": ["2C", "2C"]})
    told = played(field_of(one, other), table, Told({"one": [Shoot(other), Move(path("A2"))]}))
    assert other.hits == 2
    assert one.where == hex_of("A1")
    assert len(said(told, "Shot: one")) == 1
    assert not said(told, "moves"), "its one activation was the shot"


@pytest.mark.rule("HEX-CARD-08")
def test_what_is_not_allowed_is_not_done() -> None:
    one, other = piece("one", 0, where="A1"), piece("other", 1, where="H8")
    told = played(field_of(one, other), Table(), Told({"one": [Shoot(other)]}))
    assert said(told, "one does nothing", "HEX-RANGE-02")
    assert other.hits == 0


@pytest.mark.rule(
    "HEX-CARD-09", "HEX-CARD-10", "HEX-EVADE-02", "HEX-EVADE-04", "HEX-EVADE-05", "HEX-EVADE-06", "HEX-AMB-05"
)
def test_evading_takes_a_hit_off_and_costs_the_action() -> None:
    one, two, other = piece("one", 0, where="A1"), piece("two", 0, where="B2"), piece("other", 1, where="B1")
    table = Table({"one": ["KS"], "two": ["QS"], "other": ["2C"]}, faces=[6, 6])
    far = Told({"other": [Shoot(one)]}, evaders=("other",))
    told = played(field_of(one, two, other), table, Told({"one": [Shoot(other)], "two": [Shoot(other)]}), far)
    assert other.hits == 2 + 3, "the second shot finds it activated"
    assert far.evasions_asked == [("other", 0)], "asked once, before the die, with what the shooter adds"
    assert one.hits == 0, "it gave up its own action"
    assert said(told, "-1 evading")


@pytest.mark.rule("HEX-EVADE-03", "HEX-EVADE-06")
def test_who_has_acted_is_not_asked() -> None:
    one, other = piece("one", 0, where="A1"), piece("other", 1, where="B1")
    far = Told(evaders=("other",))
    played(field_of(one, other), Table({"one": ["2C"], "other": ["KS"]}), Told({"one": [Shoot(other)]}), far)
    assert far.evasions_asked == []
    assert other.hits == 2


@pytest.mark.rule("HEX-ELIM-01", "HEX-ELIM-02", "HEX-AMB-43")
def test_hits_add_up_and_the_ninth_removes_the_unit_at_once() -> None:
    one, two, other = piece("one", 0, where="A1"), piece("two", 0, where="B2"), piece("other", 1, where="B1", hits=4)
    spare = piece("spare", 1, where="H8")
    table = Table({"one": ["KS", "KS"], "two": ["QS", "QS"], "other": ["2C", "2C"]}, faces=[6, 3, 5])
    told = played(
        field_of(one, two, other, spare),
        table,
        Told({"one": [Shoot(other)], "two": [Shoot(other)]}),
        Told({"other": [Shoot(one)]}),
    )
    assert other.hits == 9
    assert other.fall is not None
    assert other.fall.turn == 1
    assert said(told, "Its card 2♣ is discarded")
    assert one.hits == 0, "its action lapsed"
    assert not field_of(other).at(hex_of("B1"))


@pytest.mark.rule("HEX-SMOKE-02", "HEX-SMOKE-05", "HEX-CASE-45", "HEX-CASE-48")
def test_smoke_lasts_to_the_end_of_the_turn() -> None:
    guns, tank = piece("guns", 1, UnitType.ARTILLERY), piece("tank", 0, UnitType.TANKS, "A1")
    one, two = piece("one", 1, UnitType.TANKS, "B1"), piece("two", 1, UnitType.TANKS, "B1")
    table = Table({"guns": ["3C", "AC"], "tank": ["AH", "KS"], "one": ["QS", "QH"], "two": ["JS", "JH"]}, faces=[3, 3])
    on = field_of(tank, guns, one, two)
    told = played(on, table, Told({"tank": [Shoot(one), Shoot(one)]}), Told({"guns": [Smoke(hex_of("B1"))]}), turns=2)
    first, second = said(told, "Shot: tank")
    assert "in smoke" in first
    assert "2 hits, 2 of 9" in first
    assert "smoke" not in second
    assert "3 hits, 5 of 9" in second
    assert not on.smoke


@pytest.mark.rule("HEX-HID-03", "HEX-AMB-48")
def test_a_hidden_unit_is_revealed_when_it_shoots() -> None:
    one, gun = piece("one", 0, UnitType.TANKS, "A1"), piece("gun", 1, UnitType.ANTI_TANK, "C1", hidden=True)
    played(field_of(one, gun), Table(), None, Told({"gun": [Shoot(one)]}))
    assert not gun.hidden
    assert one.hits > 0


@pytest.mark.rule("HEX-AMB-48", "HEX-AMB-27")
def test_sighting_for_the_guns_costs_nothing() -> None:
    guns, eye, target = (
        piece("guns", 0, UnitType.ARTILLERY),
        piece("eye", 0, where="A1", hidden=True),
        piece("target", 1, where="C1"),
    )
    table = Table({"guns": ["KS"], "eye": ["2C"], "target": ["2D"]})
    seen: list[bool] = []

    class Watch(Told):
        def evades(self, view: View, target: object, net: int) -> bool:
            seen.append(eye.acted)
            return False

    played(field_of(guns, eye, target), table, Told({"guns": [Shoot(target)]}), Watch())
    assert (eye.hidden, seen) == (True, [False])


@pytest.mark.rule("HEX-JOINT-01", "HEX-JOINT-03", "HEX-JOINT-05", "HEX-AMB-41")
def test_a_pair_shoots_together_and_both_cards_are_used() -> None:
    one, two, other = piece("one", 0, where="A1"), piece("two", 0, UnitType.TANKS, "A1"), piece("other", 1, where="B1")
    table = Table({"one": ["KS"], "two": ["3C"], "other": ["QS"]}, faces=[6, 6])
    doctrine = Told({"one": [Shoot(other, partner=two)], "two": [Shoot(other)]})
    told = played(field_of(one, two, other, book=house(joint=True)), table, doctrine, Told(evaders=("other",)))
    assert other.hits == 2 + 2, "one evasion takes 1 off each roll"
    assert len(said(told, "Shot: ")) == 2
    assert two.acted
    off = played(
        field_of(piece("one", 0, where="A1"), two, other),
        Table({"one": ["KS"]}),
        Told({"one": [Shoot(other, partner=two)]}),
    )
    assert said(off, "joint activation is not in force")


@pytest.mark.rule("HEX-JOINT-04")
def test_the_owner_of_a_pair_chooses_the_later_card() -> None:
    """On the king the first waits for the three of the second; the enemy comes up between, and both shoot at him."""
    one, two, other = piece("one", 1, where="A1"), piece("two", 1, UnitType.TANKS, "A1"), piece("other", 0, where="D1")
    table = Table({"one": ["KS"], "two": ["3C"], "other": ["QS"]}, faces=[6, 6])
    on = field_of(one, two, other, book=house(joint=True))
    comes = Told({"other": [Move(path("C1"))]})
    told = fought(on, table, (comes, PLAIN), turns=1)
    assert said(told, "one waits for the card of two")
    assert [line.split()[1] for line in said(told, "Shot: ")] == ["two", "one"] and one.acted and two.acted
    early = piece("one", 1, where="A1"), piece("two", 1, UnitType.TANKS, "A1"), piece("other", 0, where="D1")
    gone = field_of(*early, book=house(joint=True))
    lost = played(gone, Table({"one": ["3C"], "two": ["KS"]}), None, Told({"one": [Wait(early[1])]}))
    assert said(lost, "one does nothing"), "the card of the other has come up already"


@pytest.mark.rule("HEX-JOINT-01")
@pytest.mark.parametrize(("where", "side", "acted"), [("A1", 0, True), ("A1", 1, False), ("A2", 0, False)])
def test_who_has_acted_is_an_enemy_or_stands_elsewhere_acts_with_nobody(where: str, side: int, acted: bool) -> None:
    one, two, other = piece("one", 0, where="A1"), piece("two", side, where=where), piece("other", 1, where="B1")
    table = Table({"one": ["KS" if not acted else "2C"], "two": ["3C" if not acted else "KH"]})
    told = played(field_of(one, two, other, book=house(joint=True)), table, Told({"one": [Shoot(other, partner=two)]}))
    assert said(told, "two cannot act with it"), told.report
    assert other.hits == 0


@pytest.mark.rule("HEX-JOINT-02")
def test_a_pair_moves_together() -> None:
    one, two, other = piece("one", 0, where="A1"), piece("two", 0, UnitType.TANKS, "A1"), piece("other", 1, where="H8")
    on = field_of(one, two, other, book=house(joint=True))
    played(
        on,
        Table({"one": ["KS"], "two": ["3C"]}),
        Told({"one": [Move(path("B1"), partner=two)], "two": [Move(path("C1"))]}),
    )
    assert one.where == two.where == hex_of("B1")


@pytest.mark.rule("HEX-AMB-40")
def test_the_shooter_names_which_of_two_in_a_hex_is_hit() -> None:
    one, pair = piece("one", 0, where="A1"), [piece("first", 1, where="B1"), piece("second", 1, where="B1")]
    played(field_of(one, *pair), Table({"one": ["KS"]}), Told({"one": [Shoot(pair[1])]}))
    assert [bool(target.hits) for target in pair] == [False, True]


@pytest.mark.rule("HEX-AMB-47")
def test_arrivals_are_dealt_in_and_come_on_at_their_edge() -> None:
    one, other = piece("one", 0, where="A8"), piece("other", 1, where="A1")
    for turns, on_map in ((1, False), (2, True)):
        on = field_of(one, piece("late", 0, UnitType.TANKS, arrives=2), other)
        played(on, Table(), turns=turns)
        assert (on.pieces[0][1].where is not None) is on_map


@pytest.mark.rule("HEX-AMB-58")
def test_leaving_the_map_over_the_own_edge() -> None:
    for book, gone in ((house(), False), (house(leave_table=True), True)):
        one, two, other = piece("one", 0, where="A8"), piece("two", 0, where="C4"), piece("other", 1, where="H1")
        played(field_of(one, two, other, book=book), Table(), Told({"one": [Leave()], "two": [Leave()]}))
        assert one.has_left is gone
        assert not two.has_left


@pytest.mark.rule("HEX-AMB-33")
def test_owners_may_allot_their_cards() -> None:
    one, two, other = piece("one", 0, where="A1"), piece("two", 0, where="C1"), piece("other", 1, where="H8")
    table = Table({"one": ["KS"], "two": ["AC"], "other": ["5H"]})
    played(field_of(one, two, other, book=house(allot_cards=True)), table, Told(gives=(52, 1)), Told(gives=(34,)))
    assert (one.card, two.card) == (52, 1)
    with pytest.raises(BadInput, match="gives its units cards that the side was not dealt"):
        played(field_of(one, two, other, book=house(allot_cards=True)), Table(), Told(gives=(1, 1)), Told())


# The end -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HEX-AMB-49")
def test_the_attacker_must_stand_on_the_goal_at_the_end() -> None:
    one, other = piece("one", 0, where="A1"), piece("other", 1, where="H8")
    assert played(field_of(one, other), Table(), goal="D4", turns=2).holder == 1
    assert played(field_of(piece("one", 0, where="D4"), other), Table(), goal="D4", turns=2).holder == 0
    assert played(field_of(one, other), Table(), goal="D4", meeting=True).holder is None


def test_players_are_asked_for_their_cards() -> None:
    with pytest.raises(DiceWanted, match="card"):
        fought(
            field_of(piece("one", 0, where="A1"), piece("two", 1, where="C1")),
            Tape(Asked(), Moment(1, 2)),
            (PLAIN, PLAIN),
        )


# The plain doctrine --------------------------------------------------------------------------------------------------
def view(on: object, side: int = 0, stance: Stance = Stance.ATTACK, goal: str = "") -> View:
    return View(on, side, stance, hex_of(goal) if goal else None)  # type: ignore[arg-type]


def test_the_plain_doctrine_shoots_where_it_hurts_most_and_else_goes_forward() -> None:
    tank, foot, armour, weak = (
        piece("tank", 0, UnitType.TANKS, "C3"),
        piece("foot", 1, where="C4"),
        piece("armour", 1, UnitType.TANKS, "B3"),
        piece("weak", 1, UnitType.TANKS, "D3", hits=8),
    )
    on = field_of(tank, foot, armour, weak)
    assert PLAIN.act(view(on), tank) == Shoot(weak)
    alone = field_of(tank, piece("far", 1, where="C8"))
    step = PLAIN.act(view(alone), tank)
    assert isinstance(step, Move)
    assert step.path[-1].distance(hex_of("C8")) == hex_of("C3").distance(hex_of("C8")) - 2
    assert isinstance(PLAIN.act(view(alone, stance=Stance.DEFEND), tank), Pass)
    empty = field_of(tank)
    assert isinstance(PLAIN.act(view(empty, goal="H3"), tank), Move)


def test_the_plain_doctrine_screens_with_guns_that_see_nothing() -> None:
    guns, friend, enemy = (
        piece("guns", 0, UnitType.ARTILLERY),
        piece("friend", 0, where="C3"),
        piece("enemy", 1, where="D3"),
    )
    assert PLAIN.act(view(field_of(guns, friend, enemy)), guns) == Smoke(hex_of("C3"))


@pytest.mark.parametrize("kind", [UnitType.ARTILLERY, UnitType.MORTARS])
def test_guns_with_an_enemy_next_to_them_whom_they_may_not_shoot_get_away_and_lay_no_smoke(kind: UnitType) -> None:
    """A friend stands next to him (HEX-RANGE-04, -07); from two hexes off they screen that friend."""
    friend, enemy = piece("friend", 0, where="E3"), piece("enemy", 1, where="D3")
    near, far = piece("near", 0, kind, "C3"), piece("far", 0, kind, "A3")
    away = PLAIN.act(view(field_of(near, friend, enemy)), near)
    assert isinstance(away, Move) and away.path[-1].distance(hex_of("D3")) > 1
    assert PLAIN.act(view(field_of(far, friend, enemy)), far) == Smoke(hex_of("E3"))


@pytest.mark.parametrize(("others", "goal", "towards"), [(["C1"], "", "C1"), ([], "B1", "B1"), ([], "", "")])
def test_an_attacker_goes_for_another_or_the_goal_where_no_way_leads_to_the_enemy_of_his_task(
    others: list[str], goal: str, towards: str
) -> None:
    """A river without a bridge cuts off the last hex of the row."""
    attacker = piece("attacker", 0, where="A1")
    theirs = [piece(name, 1, where=where) for name, where in zip("XYZ", ["E1", *others], strict=False)]
    on = field_of(attacker, *theirs, on=ground(".....", sides=[("D1-E1", Side.RIVER)]), sight=9)
    action = _advance(view(on, goal=goal), attacker, Task(Do.ATTACK, "X"))
    assert action == (Move(path("B1")) if towards else Pass())


@pytest.mark.parametrize(("kind", "ends"), [(UnitType.ANTI_TANK, Pass()), (UnitType.FOOT, Move(path("C1")))])
def test_anti_tank_guns_do_not_charge(kind: UnitType, ends: Pass | Move) -> None:
    """The enemy is two hexes off, in fire of the guns; next to him they would be assaulted. From three hexes they come
    up by one."""
    unit, enemy = piece("unit", 0, kind, "B1"), piece("enemy", 1, where="D1")
    task = Task(Do.ATTACK, "enemy")
    assert _advance(view(field_of(unit, enemy, on=ground("....."), sight=9)), unit, task) == ends
    farther = piece("unit", 0, kind, "A1")
    assert _advance(view(field_of(farther, enemy, on=ground("....."), sight=9)), farther, task) == Move(path("B1"))


def test_the_plain_doctrine_evades_to_live_or_for_want_of_a_target() -> None:
    one, near = piece("one", 0, where="C3"), piece("near", 1, where="D3")
    on = field_of(one, near)
    assert not PLAIN.evades(view(on), one, 0)
    one.hits = 6
    assert PLAIN.evades(view(on), one, 0)
    assert not PLAIN.evades(view(on), one, -3)
    idle = piece("idle", 0, where="A8")
    assert PLAIN.evades(view(field_of(idle, near)), idle, 0)


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("changes", [{}, {"joint": True, "allot_cards": True}])
def test_fights_under_the_plain_doctrine_keep_the_rules(seed: int, changes: dict[str, object]) -> None:
    on_map = ground(*(". . w . k . h . . .", ". b . . . . . w . .", ". . . r = r . . . .") * 3)
    kinds = [
        UnitType.FOOT,
        UnitType.TANKS,
        UnitType.ANTI_TANK,
        UnitType.MORTARS,
        UnitType.ARTILLERY,
        UnitType.ARMOURED_CARS,
        UnitType.MOTORISED,
    ]
    units = [
        piece(
            f"{side}{kind}", side, kind, "" if kind is UnitType.ARTILLERY else f"{'ABCDEFG'[n]}{8 if side == 0 else 2}"
        )
        for side in (0, 1)
        for n, kind in enumerate(kinds)
    ]
    units = [unit for unit in units if unit.where is None or on_map.terrain_at(unit.where).value not in ("river",)]
    on = field_of(*units, on=on_map, book=house(**changes))
    told = fought(on, Tape(Seeded(str(seed)), Moment(1, 2)), (PLAIN, PLAIN), goal="D2", turns=15)
    assert not said(told, "does nothing"), "the doctrine asks for nothing that is not allowed"
    assert 1 <= told.turns <= 15
    assert all(0 <= unit.hits <= unit.capacity for unit in units)
    assert all((unit.fall is not None) == (unit.hits >= 9) for unit in units)
    assert all(len(on.at(here)) <= on_map.holds(here) for here in on_map.hexes)
    again = [line for line in told.report if line.startswith("Turn")]
    assert len(again) == told.turns


def test_the_map_keeps_moves_honest() -> None:
    one = piece("one", 0, where="A1")
    on = field_of(one, piece("other", 1, where="H8"))
    assert fault(on, one, path("C1"))
    told = played(on, Table(), Told({"one": [Move(path("C1"))]}))
    assert said(told, "one does nothing")


@pytest.mark.parametrize(("ours", "target"), [(UnitType.FOOT, "foot"), (UnitType.TANKS, "armour")])
def test_foot_alone_leaves_tanks_to_others(ours: UnitType, target: str) -> None:
    """Both stand four hexes off, the tanks on what is fought for."""
    attacker = piece("attacker", 0, ours, "A1", weight=Fraction(1))
    theirs = piece("armour", 1, UnitType.TANKS, "E1"), piece("foot", 1, where="A5")
    seen = view(field_of(attacker, *theirs, sight=9), goal="E1")
    assert _task(seen, attacker).target == target
