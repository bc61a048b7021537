"""An order as people write it on a form."""

import pytest

from campaign.actions.order_words import parse_order
from campaign.errors import BadInput
from campaign.verbs.orders import GiveOrder


@pytest.mark.parametrize(
    ("text", "to", "via"),
    [
        ("march Capuzzo / Bir Wair", "Capuzzo", ("Bir Wair",)),
        ("march to Halfaya Pass, top/Bir Wair/Capuzzo", "Halfaya Pass, top", ("Bir Wair", "Capuzzo")),
        ("march Ed Duda / Tobruk siege line", "Ed Duda / Tobruk siege line", ()),
        ("march Ed Duda / Tobruk siege line / Bir Wair", "Ed Duda / Tobruk siege line", ("Bir Wair",)),
        ("march Nowhere / Bir Wair", "Nowhere / Bir Wair", ()),
    ],
)
def test_a_slash_on_the_form_means_via_unless_it_is_in_a_name(text: str, to: str, via: tuple[str, ...]) -> None:
    order = parse_order("u", text, ["Halfaya Pass, top", "Bir Wair", "Fort Capuzzo", "Ed Duda / Tobruk siege line"])
    assert (order.to, order.via) == (to, via)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("hold", GiveOrder("u", "hold")),
        ("March to Fort Capuzzo", GiveOrder("u", "march", "Fort Capuzzo")),
        ("march Musaid via Bir Wair, Point 206", GiveOrder("u", "march", "Musaid", ("Bir Wair", "Point 206"))),
        (
            "attack Sollum by way of halfaya pass, foot, Bir Wair",
            GiveOrder("u", "attack", "Sollum", ("halfaya pass, foot", "Bir Wair")),
        ),
        ("march Halfaya Pass, top via A then B via C", GiveOrder("u", "march", "Halfaya Pass, top", ("A", "B", "C"))),
        (
            "attack Bir Wair; aim: clear it; objective the crossroads; limit 1.4; from 1.2",
            GiveOrder("u", "attack", "Bir Wair", (), "clear it", "the crossroads", "1.4", "1.2"),
        ),
        ("withdraw Sidi Suleiman", GiveOrder("u", "withdraw", "Sidi Suleiman")),
    ],
)
def test_it_is_understood(text: str, order: GiveOrder) -> None:
    assert parse_order("u", text, ["Halfaya Pass, foot", "Halfaya Pass, top", "Bir Wair"]) == order


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("atack Sollum", "'atack' is not an order; did you mean attack"),
        ("hold; til dark", "'til dark' is not understood"),
        ("hold; aim", "'aim'"),
    ],
)
def test_what_is_not_is_answered_with_an_example(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        parse_order("u", text)
