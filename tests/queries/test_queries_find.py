"""Finding by a few words: the best first, at most twelve, and a secret name is answered as one that does not exist."""

from __future__ import annotations

import pytest

from campaign.actions.order_text import is_typed_order, typed_orders
from campaign.errors import BadInput, CampaignError, NotFound
from campaign.journal import reading
from campaign.model import Side
from campaign.queries.campaign.find import MOST_HITS, find
from campaign.queries.orders.order_names import OrderNames
from campaign.store import Store
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.verbs.orders import GiveOrder, Rest
from campaign.views.campaign.find import Found, Kind, Page
from tests.queries.front import ENEMY_OF_ALBA
from tests.tiny import named

PAGES = (Page("Orders", "/orders", ("march", "attack")), Page("Order of battle", "/orbat", ("orbat",)))


def asked(store: Store, text: str, side: str = "", pages: tuple[Page, ...] = PAGES) -> Found:
    """What the umpire finds, or a side."""
    with reading(store) as board:
        viewer = Viewer(named(board, Side, side).id) if side else UMPIRE
        return find(board, viewer, text, pages)


def test_the_best_stands_first(front: Store) -> None:
    assert [hit.name for hit in asked(front, "1st rifles").hits][:1] == ["1st Rifles"]
    assert asked(front, "RIFLES").hits[0].kind is Kind.UNIT
    places = asked(front, "birch cross").hits
    assert {hit.kind for hit in places[:2]} == {Kind.BATTLE, Kind.PLACE}
    assert asked(front, "ashford").hits[0].key == "ashford"
    assert asked(front, "battle 1").hits[0].kind is Kind.BATTLE
    assert asked(front, "brigadier ash").hits[0].kind is Kind.COMMANDER
    assert asked(front, "ann").hits[0].name == "Brigadier Ash", "a commander is found by his player"


def test_parts_of_a_name_are_enough_and_a_slip_is_forgiven(front: Store) -> None:
    assert asked(front, "2 rif").hits or asked(front, "2nd rif").hits[0].name == "2nd Rifles"
    assert asked(front, "coldbrok").hits[0].name == "Coldbrook"
    assert asked(front, "  ").hits == ()


def test_pages_are_found_by_their_commands(front: Store) -> None:
    assert asked(front, "march").hits[0].key == "/orders"
    assert not [hit for hit in asked(front, "march", pages=()).hits if hit.kind is Kind.PAGE]


def test_no_more_than_twelve(front: Store) -> None:
    many = tuple(Page(f"Page {number}", f"/{number}") for number in range(40))
    assert len(asked(front, "page", pages=many).hits) == MOST_HITS


@pytest.mark.parametrize("secret", ENEMY_OF_ALBA)
def test_a_secret_name_is_answered_as_an_unknown_one(front: Store, secret: str) -> None:
    """Whatever else is found by the letters, no hit is the secret, and with no hit the sentence is the same."""
    found = asked(front, secret, "Alba")
    assert not [
        hit
        for hit in found.hits
        if secret.lower() in f"{hit.name} {hit.key} {hit.detail}".lower() and hit.kind is not Kind.ENEMY
    ]
    assert asked(front, secret).hits or secret == "Stuka field", "the umpire finds it"


def test_a_unit_is_found_by_who_leads_it(front: Store) -> None:
    assert [hit.name for hit in asked(front, "oberst tal").hits] == ["Wachtmann Company"]


def test_nothing_is_one_sentence(front: Store) -> None:
    assert asked(front, "zzzzqq", "Alba").nothing == "nothing here is called 'zzzzqq'"


# typed orders


def orders(store: Store, text: str, side: str = "Alba") -> tuple[object, ...]:
    """A typed line as orders."""
    with reading(store) as board:
        names = OrderNames.of(board, Viewer(named(board, Side, side).id), "")
        return typed_orders(text, names).orders


def proposed(store: Store, text: str) -> str:
    """A typed line as the program proposes to understand it."""
    with reading(store) as board:
        return str(typed_orders(text, OrderNames.of(board, Viewer(named(board, Side, "Alba").id), "")).proposal)


def test_a_typed_order_may_begin_with_its_verb(front: Store) -> None:
    order = GiveOrder("2nd_rifles", "march", "birch_cross")
    assert orders(front, "march 2nd rifles birch cross") == (order,)
    assert orders(front, "march 2nd Rifles to Birch Cross") == (order,)
    assert orders(front, "2nd rifles march birch cross") == (order,)
    assert orders(front, "rest 2nd rifles") == (Rest("2nd_rifles", False),)
    assert orders(front, "attack 2nd rifles coldbrook via birch cross; aim be there first") == (
        GiveOrder("2nd_rifles", "attack", "coldbrook", ("birch_cross",), aim="be there first"),
    )
    assert is_typed_order("march anybody") and not is_typed_order("1st Rifles")


@pytest.mark.parametrize("text", ["2nd Rifles hold at Coldbrook", "hold 2nd Rifles at Coldbrook"])
def test_a_typed_order_that_is_a_guess_says_so_wherever_its_verb_is(front: Store, text: str) -> None:
    assert orders(front, text) == (GiveOrder("2nd_rifles", "march", "coldbrook"),)
    assert proposed(front, text).startswith(
        "Proposed: '2nd Rifles march to Coldbrook', because the unit is not there and holds when it has arrived."
    )
    assert proposed(front, "march 2nd rifles birch cross") == "None"


def test_a_typed_order_that_cannot_be_read_says_why(front: Store) -> None:
    with pytest.raises(NotFound, match="there is no place called 'nowhere'"):
        orders(front, "march 2nd rifles nowhere")
    with pytest.raises(BadInput, match="it does not name a unit"):
        orders(front, "march to ashford")
    with pytest.raises(BadInput, match="it has no verb"):
        orders(front, "ashford")


def test_a_typed_order_to_a_secret_unit_is_one_to_no_unit(front: Store) -> None:
    faults = []
    for unit in ("i_9", "x_9"):
        with pytest.raises(CampaignError) as fault:
            orders(front, f"march {unit} ashford")
        faults.append(str(fault.value).replace(unit, ""))
    assert faults[0] == faults[1]
