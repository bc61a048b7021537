"""At the terminal nothing is done on a page, a review or a die that the campaign has overtaken."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.actions.day import Next
from campaign.actions.returns.take import RecordReturn
from campaign.cli.call import Call
from campaign.cli.contents import campaign
from campaign.cli.evening import Walk, _shown_for
from campaign.cli.evening_pages import Goal
from campaign.cli.session import _undisturbed, foresee, run
from campaign.errors import Refused
from campaign.journal import reading
from campaign.journal.overtaken import DrawnFor, Overtaken
from campaign.journal.record import commit
from campaign.situation.chance import dice_of
from campaign.store import opened
from campaign.values import replace
from campaign.verbs.orders import GiveOrder
from campaign.verbs.rulings import RuleBattle
from campaign.verbs.seating import SeatPlayer
from tests.cli.capuzzo import number

RETURN = {"side": "allied", "foot": {"all_other_lines_unharmed": True, "ending": "finished"}}


def given(db: Path, command: object) -> None:
    """Let somebody else give a command."""
    with opened(str(db), write=True) as store:
        commit(store, None, command, source=dice_of, actor="Tom")


def last(db: Path) -> int:
    with opened(str(db), write=False) as store, reading(store) as board:
        return int(board.ledger.last_seq)


def test_enter_on_an_older_page_of_the_evening_does_nothing(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    walk = Walk(Call(db=str(db)), campaign, Goal(page="home"))
    assert walk._page().enter is not None
    given(db, RuleBattle(number(db), "The night ended it.", "axis"))
    before = last(db)
    walk._run(("battle", "resolve", number(db)))
    told = " ".join(capsys.readouterr().err.split())
    assert (
        f"Someone was quicker: battle {number(db)}" in told and "by Tom" in told and "Your change was not made" in told
    )
    walk._run(("next",))
    assert last(db) == before and not walk.after_command
    walk._page()
    for aside in (SeatPlayer("erskine", "Ann"), GiveOrder("3_coldstream_guards", "hold")):
        given(db, aside)
    walk._run(("next",))
    assert last(db) == before + 3, "an order and a name are no hindrance"


@pytest.mark.parametrize(
    ("words", "of"),
    [
        (("next", "--auto"), DrawnFor.CLOCK),
        (("decide", "3", "stay"), DrawnFor.DECISION),
        (("battle", "settle", "1"), DrawnFor.BATTLE),
        (("battle", "show", "1"), DrawnFor.NOTHING),
        (("undo",), DrawnFor.LAST_ENTRY),
        (("log",), DrawnFor.NOTHING),
    ],
)
def test_what_a_page_is_shown_for(words: tuple[str, ...], of: DrawnFor) -> None:
    assert _shown_for(words) is of


def test_a_review_that_was_overtaken_is_not_carried_out(db: Path) -> None:
    call = Call(db=str(db))
    ruling = RuleBattle(number(db), "The night ended it.", "axis")
    seen = foresee(call, ruling)
    given(db, RuleBattle(number(db), "The day ended it.", "allied"))
    before = last(db)
    with pytest.raises(Overtaken, match=f"someone was quicker: battle {number(db)}"):
        run(call, ruling, seen)
    assert last(db) == before


def test_a_player_whose_review_was_overtaken_reads_nothing_of_what_was_done(db: Path) -> None:
    """His own side's return came in meanwhile, and the enemy moved: he is refused what he was not shown."""
    call = Call(db=str(db), viewer="allied")
    own = RecordReturn(number(db), (RETURN,))
    seen = foresee(call, own)
    given(db, GiveOrder("krad_15", "hold", aim="a secret aim"))
    given(db, RecordReturn(number(db), own.returns, only_keep=True))
    before = last(db)
    with pytest.raises(Refused) as refused:
        run(call, own, seen)
    assert str(refused.value) == (
        "the result would no longer be the one that you were shown. Nothing was done. Look at the result again"
    )
    assert not isinstance(refused.value, Overtaken) and last(db) == before
    seen = foresee(call, own)
    given(db, GiveOrder("krad_15", "hold", aim="another aim"))
    run(call, own, seen)
    assert last(db) == before + 2, "what the enemy does is no hindrance"


def test_a_player_whose_dice_were_asked_for_reads_nothing_of_what_was_done(db: Path) -> None:
    """A look of which nothing can be written down as it was seen, as where players roll."""
    call, own = Call(db=str(db), viewer="allied"), RecordReturn(number(db), (RETURN,))
    seen = replace(foresee(call, own), carried=None)
    given(db, RecordReturn(number(db), own.returns, only_keep=True))
    assert "return handed in" in run(call, own, seen).receipt.summary


def test_a_die_that_was_asked_for_is_not_thrown_for_another_step(db: Path) -> None:
    look = _undisturbed(Next(), None)
    with opened(str(db), write=False) as store:
        with reading(store) as board:
            look(board)
        given(db, RuleBattle(number(db), "The night ended it.", "axis"))
        with reading(store) as board, pytest.raises(Overtaken):
            look(board)
