"""Characters of commanders in a campaign: who gives them, whose count, what a battle's reason says, who reads them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from campaign.actions.house_rules import SetRule
from campaign.errors import BadInput
from campaign.journal import JournalBoard, reading, undo
from campaign.model import Battalion, Commander, Contact, Order, Place
from campaign.play.character import Leader
from campaign.play.view import Group
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orders.orders import orders
from campaign.situation.army import load_army
from campaign.situation.characters import characters_of, leader_of
from campaign.situation.conditions import rulebook_of
from campaign.situation.names import viewer_named
from campaign.situation.players import seats_of
from campaign.situation.standing import SCENARIO
from campaign.store import Store
from campaign.terms.character import Character
from campaign.terms.state import OrderKind
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.orders import GiveOrder
from campaign.verbs.seating import SeatPlayer, SetCharacter
from tests.actions.stage import do, set_clock, stage
from tests.actions.test_actions_doctrine import seen_by
from tests.actions.test_actions_seating import colonel
from tests.clash import at_phase, contact
from tests.clash import order as scenario_order
from tests.clash import stand as put_down
from tests.clash import step as contacts_step
from tests.tiny import by_hand, named

BOLD = SetCharacter("General Alba", "bold", "He attacked at Ashford, outnumbered (K).")


def leaders(store: Store) -> dict[str, str]:
    """Whose character counts, by the name of the formation."""
    with reading(store) as board:
        army = load_army(board)
        found = characters_of(board, army, rulebook_of(board))
        return {army.formations[ident].name: str(leader.character) for ident, leader in found.items()}


def test_the_umpire_gives_a_character_and_takes_it_away_and_undo_brings_it_back(tiny: Store) -> None:
    receipt = do(tiny, BOLD).receipt
    assert (receipt.summary, receipt.lines) == ("General Alba: bold", ("He attacked at Ashford, outnumbered (K).",))
    do(tiny, SetCharacter("General Alba", "none"))
    with reading(tiny) as board:
        assert (named(board, Commander, "General Alba").character, leaders(tiny)) == (None, {})
    undo(tiny, "tiny", actor="Umpire")
    with reading(tiny) as board:
        alba = named(board, Commander, "General Alba")
        assert (alba.character, alba.character_source) == (Character.BOLD, "He attacked at Ashford, outnumbered (K).")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            SetCharacter("alba", "brave", "x"),
            "'brave' is not a character. Write bold, cautious, methodical, stubborn, none",
        ),
        (SetCharacter("alba", "bold"), "bold needs a source: write --because with a deed of the commander"),
        (SetCharacter("alba", "none", "x"), "a commander without a character has no source. Leave --because 'x' out"),
        (SetCharacter("alba", "bold", "x" * 501), "has 501 characters. A source has at most 500"),
    ],
)
def test_a_wrong_character_is_refused_with_the_way_out(tiny: Store, command: SetCharacter, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        do(tiny, command)
    assert said in str(refused.value)


def test_the_character_of_the_nearest_commander_counts_where_no_player_leads(tiny: Store) -> None:
    colonel(tiny)
    for name, word in (("General Alba", "bold"), ("Colonel Ash", "stubborn"), ("General Brenn", "cautious")):
        do(tiny, SetCharacter(name, word, "K"))
    brenn = {"X Corps": "cautious", "9th Regiment": "cautious"}
    everyone = {**leaders(tiny)}
    assert everyone["1st Brigade"] == "stubborn"
    assert everyone["I Corps"] == "bold"
    assert everyone["1st Division"] == "bold", "Brigadier Elm, who has none, leads it in the spirit of his superior"
    assert brenn.items() <= everyone.items()
    do(tiny, SeatPlayer("Brigadier Elm", "Ruth"))
    assert "1st Brigade" not in leaders(tiny), "it is of a player's staff"
    do(tiny, SetRule("auto.characters", "all"))
    assert leaders(tiny) == everyone, "he wants it"
    do(tiny, SeatPlayer("Brigadier Elm", "program"))
    do(tiny, SetRule("auto.characters", "default"))
    assert leaders(tiny) == everyone
    do(tiny, SetRule("auto.characters", "off"))
    assert leaders(tiny) == {}
    assert do(tiny, BOLD).receipt.lines[1:] == ("characters do not count now: campaign rules auto.characters program",)


def met(store: Store) -> list[str]:
    """One battalion of Alba's, with the scenario's orders to attack, meets two: 18 %."""
    with by_hand(store) as board:
        at_phase(board, Phase.CONTACTS)
        for name in ("I/9", "II/9"):
            put_down(board, name, at="Birch Cross")
        put_down(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
        scenario_order(board, "1st Rifles", OrderKind.ATTACK, "Birch Cross")
        board.flush()
        for row in board.rows(Order):
            row.given_by = SCENARIO
        for name in ("I/9", "II/9"):
            contact(board, "1st Rifles", name)
        board.flush()
        return list(contacts_step(board, auto=True))


@pytest.mark.rule("umpire 1.23")
@pytest.mark.parametrize(
    ("word", "asked"),
    [
        ("bold", "40 % needed, for General Alba is bold (house): holds"),
        ("cautious", "55 % needed, for General Alba is cautious (house): holds"),
        ("stubborn", "50 % needed: holds"),
    ],
)
def test_a_battles_reason_names_the_character(tiny: Store, word: str, asked: str) -> None:
    do(tiny, SetCharacter("General Alba", word, "K"))
    (refusal,) = [line for line in met(tiny) if line.startswith("No attack near Birch Cross")]
    assert refusal.endswith(f" {asked} (umpire 1.23)")
    with reading(tiny) as board:
        assert {row.why.endswith(asked) for row in board.rows(Contact)} == {True}


def test_the_bold_joins_a_battle_before_which_the_doctrine_holds(tiny: Store) -> None:
    do(tiny, SetRule("auto.attack_chance", "3/10"))
    do(tiny, BOLD)
    assert not [line for line in met(tiny) if line.startswith("No attack")]


def test_who_leads_most_of_the_troops_leads_the_attack() -> None:
    ash, elm = Leader("Ash", Character.BOLD), Leader("Elm", Character.CAUTIOUS)
    units = [Battalion(present_id=number) for number in (1, 2, 2, 3)]
    assert leader_of({1: ash, 2: elm}, units) == elm
    assert leader_of({1: ash, 2: elm}, units[:2]) == ash
    assert leader_of({}, units) == Leader()


# who reads it


def _charts(board: JournalBoard, who: str) -> Iterator[str]:
    viewer = viewer_named(load_army(board), who, seats_of(board)) if who else UMPIRE
    for chart in orders_of_battle(board, viewer):
        yield repr(chart)
    yield repr(orders(board, viewer))


def test_the_order_of_battle_shows_it_to_who_knows_the_commander(tiny: Store) -> None:
    do(tiny, BOLD)
    do(tiny, SetCharacter("General Brenn", "cautious", "He waited at Coldbrook (K)."))
    with reading(tiny) as board:
        (alba,) = orders_of_battle(board, viewer_named(load_army(board), "Alba", seats_of(board)))
        assert alba.roots[0].character == "bold"
        assert alba.roots[0].leader.endswith("bold")
        assert alba.notes[0] == "General Alba is bold: He attacked at Ashford, outnumbered (K)."
        for who, hidden in (("Alba", "cautious"), ("General Alba", "Coldbrook (K)"), ("Brenn", "outnumbered")):
            assert hidden not in "".join(_charts(board, who)), who
        assert {"cautious", "bold"} <= {c.character for c in orders(board, UMPIRE).commanders}
    do(tiny, SetRule("auto.characters", "off"))
    with reading(tiny) as board:
        assert orders_of_battle(board, UMPIRE)[0].notes[1] == "No character counts (auto.characters is off)."


# the limit of a superior


def _group(board: JournalBoard) -> Group:
    return next(group for group in seen_by(board, "Alba").groups if group.name.startswith("1st"))


def test_an_order_names_a_place_that_nobody_under_it_passes(tiny: Store) -> None:
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    do(tiny, SeatPlayer("General Alba", "program"))
    said = do(tiny, GiveOrder("I Corps", "hold", not_beyond="Birch Cross")).receipt
    assert said.summary == "I Corps: hold, not beyond Birch Cross, from turn 1.2 on"
    with reading(tiny) as board:
        (row,) = board.rows(Order)
        birch = named(board, Place, "Birch Cross").id
        assert row.not_beyond_id == birch
        assert _group(board).limits == {birch}
        (form,) = [form for form in orders(board, UMPIRE).forms if form.commander == "General Alba"]
        assert form.rows[0].limit == "not beyond Birch Cross"
    do(tiny, GiveOrder("I Corps", "hold", aim="wait"))
    with reading(tiny) as board:
        assert board.rows(Order)[0].not_beyond_id == birch, "the same order keeps it"
    do(tiny, GiveOrder("I Corps", "march", "Birch Cross"))
    with reading(tiny) as board:
        assert board.rows(Order)[0].not_beyond_id is None, "another order does not"
        assert _group(board).aim == birch


def test_a_scenarios_limit_binds_the_program(tiny: Store) -> None:
    def limited(board: JournalBoard) -> None:
        scenario_order(board, "1st Rifles", OrderKind.HOLD, None)
        board.flush()
        for row in board.rows(Order):
            row.given_by, row.not_beyond_id = SCENARIO, named(board, Place, "Ashford").id

    set_clock(tiny, 2, 2, Phase.MOVEMENT)
    stage(tiny, limited)
    with reading(tiny) as board:
        here = seen_by(board, "Alba")
        ashford, coldbrook = (named(board, Place, name).id for name in ("Ashford", "Coldbrook"))
        assert _group(board).limits == {ashford}
        assert here.turns_to(_group(board), coldbrook) == float("inf")
