"""Nothing that a side gets lets it guess what it may not know: the attack that once read an order from a return form in
a tenth of a second.

The other side signs the return form of a battle, so it reads the hash at its foot; it may also get a glimpse of the foot
of a battle sheet. It knows the scenario, the turn and the program, and has a campaign of its own of the same scenario. It
tries every single order that could have been given.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from campaign.journal import JournalBoard, commit, reading
from campaign.journal.canonical import canonical
from campaign.model import Battalion, Formation, Order, Place, Side
from campaign.queries.battle.packet import side_papers
from campaign.rules.common.dice import Seeded
from campaign.situation.army import load_army
from campaign.situation.chance import keyed
from campaign.situation.proof import proofs_of, record_of
from campaign.store import Store
from campaign.terms.state import OrderKind
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.verbs.orders import GiveOrder
from tests.queries.test_queries_secret_dice import met

VICTIMS = {"alba": GiveOrder("1st Rifles", "withdraw", "Ashford"), "brenn": GiveOrder("II/9", "withdraw", "Coldbrook")}
"""A side whose return form is read, and the order that it has given."""
Hash = Callable[[str], str]


@contextmanager
def playing(path: Path, fresh: Callable[[str], Path], key: str, *orders: GiveOrder) -> Iterator[Store]:
    """A campaign at its first battle, with these orders given; nobody knows its seed and its key of the papers."""
    with met(path, fresh, f"seed of {key}", key) as store:
        for order in orders:
            commit(store, None, order, source=Seeded("7"), actor="umpire")
        yield store


def feet_of(store: Store, side: str) -> tuple[str, str]:
    """The hashes at the foot of a side's battle sheet and of its return form."""
    with reading(store) as board:
        (owner,) = (row for row in board.rows(Side) if row.key == side)
        (papers,) = side_papers(board, UMPIRE, "1", owner)
        return papers.sheet.masthead.head, papers.form.masthead.head


def guesses(board: JournalBoard, side: str) -> Iterator[tuple[str, str]]:
    """Yield every single order that a side may have given up to now, and none, with the text under its hash, made from
    a campaign of one's own.
    """
    facts, now = board.campaign, board.moment
    (owner,) = (row.id for row in board.rows(Side) if row.key == side)
    head = canonical([facts.title, facts.scenario, facts.first_day.isoformat(), ["side", side], now.day, now.turn])
    places = {row.id: row.key for row in board.rows(Place)}
    of_the_scenario = [
        canonical(
            ["order", row.key, row.day, row.turn, str(row.kind), places.get(row.to_id or 0, ""), [], "", "", "", ""]
        )
        for row in board.rows(Order)
        if load_army(board).battalions[row.battalion_id or 0].side_id == owner
    ]
    yield "nothing was ordered", "\n".join((head, *sorted(of_the_scenario)))
    units = [f"battalion:{row.key}" for row in board.rows(Battalion) if row.side_id == owner]
    units += [f"formation:{row.key}" for row in board.rows(Formation) if row.side_id == owner]
    since = [(now.day, turn) for turn in range(1, now.turn + 2)]
    for unit, kind, to, (day, turn) in product(units, OrderKind, ("", *places.values()), since):
        line = canonical(["order", unit, day, turn, str(kind), to, [], "", "", "", ""])
        yield line, "\n".join((head, *sorted((*of_the_scenario, line))))


def tried(board: JournalBoard) -> dict[str, Hash]:
    """Every way to make a hash without the key: none, and keys that are no secret."""
    facts = board.campaign
    words = ("", "None", facts.title, facts.name, facts.scenario, facts.scenario_hash, facts.first_day.isoformat())
    ways: dict[str, Hash] = {"no key": lambda text: sha256(text.encode()).hexdigest()}
    ways |= {f"the key {word!r}": lambda text, word=word: keyed(word, "paper", text) for word in words}  # type: ignore[misc]
    ways |= {
        f"a plain key {word!r}": lambda text, word=word: hmac.digest(word.encode(), text.encode(), "sha256").hex()  # type: ignore[misc]
        for word in (facts.title, facts.scenario)
    }
    return ways


@pytest.mark.parametrize("side", VICTIMS)
def test_no_order_is_guessed_from_the_foot_of_a_return_form(
    file_of: Callable[[str], Path], tmp_path: Path, side: str
) -> None:
    order = VICTIMS[side]
    with playing(tmp_path / "victim.db", file_of, "the key of the victim", order) as victim:
        printed = feet_of(victim, side)
        with reading(victim) as board:
            (given,) = (row.key for row in board.rows(Order) if row.kind is OrderKind.WITHDRAW)
    with playing(tmp_path / "own.db", file_of, "a key of one's own") as own, reading(own) as board:
        texts = list(guesses(board, side))
        ways = tried(board)
        found = [
            (way, line) for way, hashed in ways.items() for line, text in texts if hashed(text).startswith(printed)
        ]
        assert found == [] and len(texts) > 150
        right = [line for line, text in texts if keyed("the key of the victim", "paper", text).startswith(printed[0])]
        assert len(right) == 1 and given in right[0], "with the key the attack finds it: nothing else is in the way"
        of_form = [text for _, text in texts if keyed("the key of the victim", "return", text).startswith(printed[1])]
        assert not any('"order"' in text for text in of_form), "there is no order in the hash of a return form"


def test_whoever_signs_two_return_forms_of_a_turn_does_not_see_that_something_was_ordered_between(
    file_of: Callable[[str], Path], tmp_path: Path
) -> None:
    """The sheets, which only their side has, differ."""
    with playing(tmp_path / "game.db", file_of, "any") as store:
        seen = {side: [feet_of(store, side)] for side in VICTIMS}
        for order in VICTIMS.values():
            commit(store, None, order, source=Seeded("7"), actor="umpire")
            for side, feet in seen.items():
                feet.append(feet_of(store, side))
        assert {side: len({sheet for sheet, _ in feet}) for side, feet in seen.items()} == {"alba": 2, "brenn": 2}
        assert {side: len({form for _, form in feet}) for side, feet in seen.items()} == {"alba": 1, "brenn": 1}
        with reading(store) as board:
            names = {row.key: row.name for row in board.rows(Side)}
            for side, feet in seen.items():
                for sheet, form in feet:
                    (proof,) = proofs_of(board, sheet)
                    assert (proof.viewer, proof.is_return, proof.stands) == (names[side], False, True)
                    (proof,) = proofs_of(board, form)
                    assert (proof.viewer, proof.is_return, proof.stands) == (names[side], True, True)


def test_it_cannot_be_seen_that_nothing_was_ordered(file_of: Callable[[str], Path], tmp_path: Path) -> None:
    """Two campaigns in which nobody has ordered anything print other hashes; so does the one who orders the same."""
    feet, all_same = {}, VICTIMS["alba"]
    for name, orders in (("one", ()), ("another", ()), ("the same", (all_same,)), ("the same again", (all_same,))):
        with playing(tmp_path / f"{name}.db", file_of, name, *orders) as store:
            feet |= {(name, side): feet_of(store, side) for side in VICTIMS}
            with reading(store) as board:
                army, sides = load_army(board), {row.key: Viewer(row.id) for row in board.rows(Side)}
                for key, viewer in sides.items():
                    sheet, form = feet[name, key]
                    assert record_of(board, army, viewer).startswith(sheet)
                    assert record_of(board, army, viewer, has_orders=False).startswith(form)
    assert len({hashed for both in feet.values() for hashed in both}) == 2 * len(feet)
