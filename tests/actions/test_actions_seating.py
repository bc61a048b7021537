"""Who plays a commander, who stands in for him, and whom that lets look and order (umpire 1.13, 1.14)."""

from __future__ import annotations

import pytest

from campaign.actions.permissions import in_campaign_terms, require_permission
from campaign.errors import Ambiguous, BadInput, NotAllowed, NotFound
from campaign.journal import JournalBoard, reading, undo
from campaign.journal.people import people_of
from campaign.model import Commander, Formation
from campaign.queries.orders.orders import order_form, orders
from campaign.situation.army import load_army
from campaign.situation.knowledge import load_knowledge
from campaign.situation.names import commander_named, viewer_named
from campaign.situation.players import parties, seats_of
from campaign.situation.proof import proofs_of, record_of
from campaign.store import Store
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.verbs.addresses import KeepAddress
from campaign.verbs.orders import GiveOrder
from campaign.verbs.seating import SeatDeputy, SeatPlayer
from tests.actions.stage import do, set_clock, stage
from tests.tiny import named


def viewer(board: JournalBoard, word: str) -> Viewer:
    return viewer_named(load_army(board), word, seats_of(board))


def words(store: Store, name: str = "General Alba") -> str:
    with reading(store) as board:
        return seats_of(board).words(named(board, Commander, name))


def colonel(store: Store) -> None:
    """The 1st Brigade has a commander of its own, and so has the 1st Division."""

    def change(board: JournalBoard) -> None:
        for name, force in (("Colonel Ash", "1st Brigade"), ("Brigadier Elm", "1st Division")):
            formation = named(board, Formation, force)
            key = name.split()[1].lower()
            board.make(Commander, key=key, name=name, side_id=formation.side_id, formation_id=formation.id)

    stage(store, change)


@pytest.mark.rule("umpire 1.13")
def test_a_player_looks_with_all_his_commanders(tiny: Store) -> None:
    colonel(tiny)
    for name in ("Colonel Ash", "General Alba"):
        do(tiny, SeatPlayer(name, "Ruth"))
    with reading(tiny) as board:
        ruth, army = viewer(board, "ruth"), load_army(board)
        assert ruth.commanders == tuple(sorted(named(board, Commander, n).id for n in ("Colonel Ash", "General Alba")))
        assert [form.commander for form in orders(board, ruth).forms] == ["General Alba", "Colonel Ash"]
        assert {c.played_by for c in orders(board, ruth).commanders} == {"Ruth"}
        assert order_form(board, ruth, "Colonel Ash").whose == "Colonel Ash (Ruth)"
        with pytest.raises(NotAllowed, match="General Alba, Colonel Ash cannot see the papers of"):
            order_form(board, ruth, "Brigadier Elm")
        assert list(parties(army, {})) == [ruth]
        knowledge = load_knowledge(board, army, ruth)
        assert knowledge.who == "General Alba, Colonel Ash"
        assert [f.name for f in knowledge.roots(ruth.side or 0)] == ["I Corps"]  # the brigade is below it
        order = in_campaign_terms(board, knowledge, GiveOrder("1st Rifles", "hold"))
        assert isinstance(order, GiveOrder) and order.commander == "Colonel Ash"  # the nearest of hers
        assert proofs_of(board, record_of(board, army, ruth))[0].viewer == knowledge.who


def test_a_name_for_several_is_no_commander_and_one_for_both_sides_no_viewer(tiny: Store) -> None:
    colonel(tiny)
    do(tiny, SeatPlayer("Colonel Ash", "Ruth"))
    with reading(tiny) as board:
        assert commander_named(load_army(board), "RUTH").name == "Colonel Ash"
    do(tiny, SeatPlayer("General Alba", "Ruth"))
    with reading(tiny) as board, pytest.raises(Ambiguous, match="Ruth plays several"):
        commander_named(load_army(board), "Ruth")
    do(tiny, SeatPlayer("brenn", "Ruth"))
    with reading(tiny) as board, pytest.raises(Ambiguous, match="several sides"):
        viewer(board, "Ruth")


@pytest.mark.parametrize("name", ["", "Alba", "General Alba"])
def test_what_means_somebody_else_is_not_a_players_name(tiny: Store, name: str) -> None:
    with pytest.raises(BadInput, match="not a player's name"):
        do(tiny, SeatPlayer("General Alba", name))


def test_program_and_umpire_are_nobodys_eyes(tiny: Store) -> None:
    do(tiny, SeatPlayer("alba", "Program"))
    assert words(tiny) == "the program"
    with reading(tiny) as board, pytest.raises(NotFound):
        viewer(board, "program")
    do(tiny, SeatPlayer("alba", "nobody"))
    assert words(tiny) == ""


@pytest.mark.rule("umpire 1.14")
def test_a_deputy_orders_until_his_day_is_over(tiny: Store) -> None:
    do(tiny, SeatPlayer("General Alba", "Ruth"))
    do(tiny, SeatDeputy("Ruth", "Tom"))
    assert words(tiny) == "Tom for Ruth until day 1"
    with reading(tiny) as board:
        tom = viewer(board, "Tom")
        assert tom == viewer(board, "Ruth") == viewer(board, "General Alba")
        require_permission(board, tom, GiveOrder("1st Rifles", "hold"))
    set_clock(tiny, 2, 1, Phase.WEATHER)
    assert words(tiny) == "Ruth"
    with reading(tiny) as board, pytest.raises(NotFound, match="'Tom' is not a side, a commander or a player"):
        viewer(board, "Tom")


def test_a_deputy_is_sent_home_and_undone(tiny: Store) -> None:
    do(tiny, SeatDeputy("alba", "Tom", "2"))
    do(tiny, SeatDeputy("General Alba", "nobody"))
    assert words(tiny) == ""
    undo(tiny, None, actor="umpire")
    assert words(tiny) == "Tom until day 2"


@pytest.mark.parametrize("until", ["0", "99", "2024-01-01", "tomorrow"])
def test_a_deputys_day_is_one_of_the_campaign(tiny: Store, until: str) -> None:
    with pytest.raises(BadInput, match="day"):
        do(tiny, SeatDeputy("General Alba", "Tom", until))


def test_a_commander_may_name_his_deputy_and_nobody_elses(tiny: Store) -> None:
    colonel(tiny)
    with reading(tiny) as board:
        ash = viewer(board, "Colonel Ash")
        require_permission(board, ash, SeatDeputy("Colonel Ash", "Tom"))
        with pytest.raises(NotAllowed):
            require_permission(board, ash, SeatDeputy("General Alba", "Tom"))
        with pytest.raises(NotAllowed):
            require_permission(board, ash, SeatPlayer("Colonel Ash", "Tom"))
        require_permission(board, UMPIRE, SeatPlayer("Colonel Ash", "Tom"))


def test_who_is_replaced_and_whose_address_is_kept_is_told(tiny: Store) -> None:
    """A replaced player's link to the desk still opens the seat, and a deputy's address is not the player's."""

    def told(command: object) -> tuple[str, ...]:
        with reading(tiny) as board:
            people = people_of(board)
        return tuple(people.shown(line) for line in do(tiny, command).receipt.lines)

    assert told(SeatPlayer("alba", "Ann")) == told(SeatPlayer("alba", "Ann")) == ()
    replaced, link = told(SeatPlayer("Alban", "Zed"))
    assert replaced == "General Alba: no longer played by Ann"
    assert link.startswith("an older desk link of Ann still opens this seat")
    assert told(SeatDeputy("alba", "Tom")) == ()
    assert told(KeepAddress("alba", "tom@example.org"))[0].startswith("this is the address of the deputy, Tom")
    assert told(SeatPlayer("alba", "program"))[-1] == "General Alba: Tom still stands in until day 1 is over"
    assert told(SeatDeputy("alba", "nobody")) == ()
    assert told(SeatDeputy("alba", "nobody")) == ("there was no deputy, so nothing has changed",)
    assert told(KeepAddress("umpire", "nobody")) == ("no address was kept, so nothing has changed",)
