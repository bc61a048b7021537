"""Guns that the plan did not allot fire for those they were given to only when the chain of command has released them
(NQM-ORDERS-07)."""

from __future__ import annotations

import pytest

from campaign.actions.day_context import DayContext
from campaign.actions.harm import harm
from campaign.actions.house_rules import SetRule
from campaign.errors import Refused
from campaign.journal import Done, JournalBoard, commit, reading, redo, undo
from campaign.journal.asof import When, as_of
from campaign.journal.branches import branch
from campaign.journal.digest import digest
from campaign.journal.doctor import examine
from campaign.model import Battalion, Battle, BattleUnit, Formation, Release
from campaign.queries.battle.battle_head import off_table_guns
from campaign.queries.battle.session import Session
from campaign.queries.common.outlook import look
from campaign.queries.orbat.units import unit as unit_sheet
from campaign.rules.common.dice import Scripted, Seeded
from campaign.situation.conditions import rulebook_of
from campaign.situation.force import releases_of
from campaign.store import Store
from campaign.terms.forces import Arm, Level, Piece, SizeMark
from campaign.terms.state import Role, State, Support
from campaign.terms.time import Phase
from campaign.terms.viewer import Viewer
from campaign.verbs.adjustments import Adjust
from campaign.verbs.battles import AddToBattle
from campaign.verbs.orders import GiveSupport
from campaign.verbs.resolution import ResolveBattle
from campaign.verbs.rulings import RuleBattle, UnitWord
from campaign.verbs.splitting import Join, Split
from campaign.views.orbat.units import BattalionSheet
from campaign.words.battle_report import from_rows, lines
from campaign.words.sheet import SheetBody
from tests.actions.stage import battalion, do, set_clock, stage
from tests.clash import meet, stand
from tests.tiny import named

UMPIRE = Viewer()
GUNS = "2nd Rifles"
LATE = (
    "its release takes effect 15 May, 06:00, 2 hours after it is given: division to corps 1 hour,"
    " and as long back (NQM-CRT-05); before then it cannot fire for them"
)


def said(done: Done) -> str:
    return " ".join((done.receipt.summary, *done.receipt.lines))


def _guns(board: JournalBoard) -> None:
    """The 2nd Rifles are field guns of a brigade of their own."""
    old, row = named(board, Formation, "1st Brigade"), battalion(board, GUNS)
    own = board.make(
        Formation,
        key="artillery",
        name="Divisional Artillery",
        short="Div Arty",
        side_id=old.side_id,
        nation_id=old.nation_id,
        superior_id=old.superior_id,
        level=Level.COMMAND,
        mark=SizeMark.BRIGADE,
        arm=Arm.FIELD_ARTILLERY,
    )
    row.organic_id = row.present_id = own.id
    row.arm, row.piece, row.piece_name, row.calibre_mm = Arm.FIELD_ARTILLERY, Piece.GUN_HOWITZER, "25-pdr", 88
    row.guns = row.guns_establishment = 24


@pytest.fixture
def led(tiny: Store) -> Store:
    """The second turn runs, 04:00 to 10:00; orders take their time."""
    stage(tiny, _guns)
    do(tiny, SetRule("nqm.reaction", "on"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    return tiny


def releases(store: Store) -> list[tuple[str, str, int, str]]:
    """Whose support waits: name, turn, seconds into it, hours in all."""
    with reading(store) as board:
        names = {b.id: b.name for b in board.rows(Battalion)}
        assert examine(board).is_sound
        return sorted(
            (names[r.battalion_id], f"{r.since_day}.{r.since_turn}", r.seconds, r.hours) for r in board.rows(Release)
        )


@pytest.mark.rule("NQM-ORDERS-07", "NQM-SEQ-05", "NQM-CRT-02", "NQM-CRT-05", "NQM-AMB-13")
def test_a_release_takes_the_hours_of_the_chain_of_command(led: Store) -> None:
    assert LATE in said(do(led, GiveSupport(GUNS, "1st Brigade")))
    assert releases(led) == [(GUNS, "1.2", 7200, "2")]


@pytest.mark.rule("NQM-ORDERS-03", "NQM-ORDERS-08", "NQM-AMB-13")
def test_what_the_plan_allotted_is_released_and_saying_it_again_changes_nothing(led: Store) -> None:
    set_clock(led, 1, 1, Phase.ORDERS)
    assert "release" not in said(do(led, GiveSupport(GUNS, "1st Brigade")))
    set_clock(led, 1, 2, Phase.MOVEMENT)
    assert "release" not in said(do(led, GiveSupport(GUNS, "1st Brigade")))
    assert releases(led) == []


@pytest.mark.rule("NQM-ORDERS-08")
def test_a_change_of_plan_begins_anew_and_the_same_word_again_does_not(led: Store) -> None:
    do(led, GiveSupport(GUNS, "1st Brigade"))
    set_clock(led, 1, 2, Phase.BATTLES)
    assert "nothing changed: its release still stands, 15 May, 06:00" in said(do(led, GiveSupport(GUNS, "1st Brigade")))
    assert releases(led) == [(GUNS, "1.2", 7200, "2")]
    assert "12:00" in said(do(led, GiveSupport(GUNS, "1st Brigade", "in support"))), (
        "two hours from the next movement, 10:00"
    )
    assert releases(led) == [(GUNS, "1.3", 7200, "2")]


@pytest.mark.rule("NQM-SEQ-04")
def test_nobody_has_to_release_who_is_under_its_command(led: Store) -> None:
    assert "release" not in said(do(led, GiveSupport("1st Hussars", "1st Brigade")))
    assert releases(led) == []


def test_a_release_after_the_campaign_is_refused(led: Store) -> None:
    do(led, SetRule("nqm.reaction.within_division", "6"))
    set_clock(led, 2, 4, Phase.BATTLES)
    with pytest.raises(Refused):
        do(led, GiveSupport(GUNS, "1st Brigade"))
    assert releases(led) == []


@pytest.mark.parametrize(
    "end",
    [GiveSupport(GUNS), Adjust(GUNS, "lost", state="destroyed"), Adjust(GUNS, "lost", state="captured")],
    ids=["no longer", "destroyed", "captured"],
)
def test_support_that_ends_keeps_no_release(led: Store, end: object) -> None:
    do(led, GiveSupport(GUNS, "1st Brigade"))
    do(led, end)
    assert releases(led) == []
    with reading(led) as board:
        assert (battalion(board, GUNS).supports_id, battalion(board, GUNS).support) == (None, Support.UNDER_COMMAND)


def test_a_battery_that_is_split_off_waits_as_its_regiment_does(led: Store) -> None:
    do(led, GiveSupport(GUNS, "1st Brigade"))
    do(led, Split(GUNS, "company"))
    assert releases(led) == [(GUNS, "1.2", 7200, "2"), (f"{GUNS}, A Battery", "1.2", 7200, "2")]
    do(led, Join(GUNS))
    assert releases(led) == [(GUNS, "1.2", 7200, "2")]


def test_it_is_taken_back_and_brought_back(led: Store) -> None:
    with reading(led) as board:
        before = digest(board)
    do(led, GiveSupport(GUNS, "1st Brigade"))
    with reading(led) as board:
        after = digest(board)
    undo(led, actor="umpire")
    with reading(led) as board:
        assert digest(board) == before
    assert releases(led) == []
    redo(led, actor="umpire")
    with reading(led) as board:
        assert digest(board) == after
    assert releases(led) == [(GUNS, "1.2", 7200, "2")]


def test_with_reaction_off_support_is_there_at_once(led: Store) -> None:
    do(led, GiveSupport(GUNS, "1st Brigade"))
    do(led, SetRule("nqm.reaction", "off"))
    with reading(led) as board:
        assert releases_of(board, rulebook_of(board)) == {}
    assert "release" not in said(do(led, GiveSupport(GUNS, "1st Brigade", "in support")))
    assert releases(led) == []


# in a battle ---------------------------------------------------------------------------------------------------------
@pytest.fixture
def met(led: Store) -> Store:
    """1st Rifles and 1st Hussars on I/9 at Birch Cross in the second turn, the guns behind them."""
    meet(led)
    stage(led, lambda board: stand(board, GUNS, road="ashford-birch_cross", metres=8000))
    do(led, AddToBattle("1", (GUNS,)))
    return led


def under(store: Store, system: str) -> None:
    stage(store, lambda board: setattr(named(board, Battle, "Birch Cross"), "tabletop", system))


def told(store: Store, seed: str) -> tuple[str, ...]:
    """The report of a fight resolved with these dice, which is then taken back."""
    commit(store, None, ResolveBattle("1"), source=Seeded(seed), actor="umpire")
    with reading(store) as board:
        (battle,) = board.rows(Battle)
        report = lines(from_rows(battle.report))
    undo(store, actor="umpire")
    return report


def hours_of(lines: tuple[str, ...], words: str) -> set[int]:
    """The hours in which that is told."""
    hour, found = 0, set[int]()
    for line in lines:
        hour = int(line.split()[1].strip(",")) if line.startswith("Hour ") else hour
        found |= {hour} if words in line else set()
    return found


def allotted(board: JournalBoard) -> None:
    row = battalion(board, GUNS)
    row.supports_id, row.support = named(board, Formation, "1st Brigade").id, Support.DIRECT_SUPPORT


def ammunition_left(store: Store, seed: str) -> int:
    """Dice of ammunition that the guns have left after such a fight."""
    commit(store, None, ResolveBattle("1"), source=Seeded(seed), actor="umpire")
    with reading(store) as board:
        row = next(r for r in board.rows(BattleUnit) if r.battalion_id == battalion(board, GUNS).id)
        left: int = row.aftermath["ammunition"]
    undo(store, actor="umpire")
    return left


@pytest.mark.rule("NQM-ORDERS-07", "NQM-SEQ-05", "NQM-ORG-11")
def test_guns_fire_in_a_resolved_fight_from_the_hour_of_their_release(met: Store) -> None:
    under(met, "nqm")
    stage(met, allotted)
    at_once = [told(met, f"guns {n}") for n in range(6)]
    assert any(hours_of(lines, f"Bombardment (Battery 1): {GUNS}") & {1, 2} for lines in at_once)
    assert not any(hours_of(lines, "released") for lines in at_once)
    left = [ammunition_left(met, f"guns {n}") for n in range(6)]
    stage(met, lambda board: setattr(battalion(board, GUNS), "supports_id", None))
    set_clock(met, 1, 2, Phase.MOVEMENT)
    do(met, GiveSupport(GUNS, "1st Brigade"))
    set_clock(met, 1, 2, Phase.BATTLES)
    late = [told(met, f"guns {n}") for n in range(6)]
    assert set().union(*(hours_of(lines, f"{GUNS} is released") for lines in late)) == {3}
    assert not any(hours_of(lines, f"Bombardment (Battery 1): {GUNS}") & {1, 2} for lines in late)
    stage(met, lambda board: setattr(board.rows(Release)[0], "since_turn", 3))
    silent = [ammunition_left(met, f"guns {n}") for n in range(6)]
    assert len(set(silent)) == 1, "not released before the fight's end, they fire for nobody: all they brought is left"
    assert all(fired <= silent[0] for fired in left) and min(left) < silent[0]


def test_guns_that_a_battle_took_keep_no_release(met: Store) -> None:
    set_clock(met, 1, 2, Phase.MOVEMENT)
    do(met, GiveSupport(GUNS, "1st Brigade"))
    set_clock(met, 1, 2, Phase.BATTLES)
    do(met, RuleBattle("1", "overrun", held="brenn", states=(UnitWord(GUNS, "destroyed"),)))
    assert releases(met) == []
    undo(met, actor="umpire")
    assert releases(met) == [(GUNS, "1.2", 7200, "2")]


def test_guns_that_bombs_took_keep_no_release(led: Store) -> None:
    do(led, GiveSupport(GUNS, "1st Brigade"))

    def bombed(board: JournalBoard) -> None:
        assert harm(DayContext(board, Scripted(())), battalion(board, GUNS), State.DESTROYED)

    stage(led, bombed)
    assert releases(led) == []


def test_the_past_and_a_branch_hold_the_release_as_it_was(led: Store) -> None:
    with reading(led) as board:
        before = board.ledger.last_number
    do(led, GiveSupport(GUNS, "1st Brigade"))
    do(led, GiveSupport(GUNS))
    for number, waiting in ((before, []), (before + 1, [7200]), (before + 2, [])):
        with reading(led) as board, as_of(board, When(number=number)) as visit:
            assert [row.seconds for row in visit.board.rows(Release)] == waiting
    branch(led, "tiny", "bold", at=When(number=before + 1))
    with reading(led, "bold") as board:
        assert [row.seconds for row in board.rows(Release)] == [7200]
        assert examine(board).is_sound


def session_of(board: JournalBoard) -> Session:
    return Session(look(board, UMPIRE), board.rows(Battle)[0])


@pytest.mark.rule("NQM-ORDERS-07")
def test_papers_of_a_battle_say_from_when(met: Store) -> None:
    set_clock(met, 1, 2, Phase.MOVEMENT)
    do(met, GiveSupport(GUNS, "1st Brigade"))
    set_clock(met, 1, 2, Phase.BATTLES)
    assert "supports 1st Brigade from 15 May, 06:00" in of_guns(met, "brevity")
    assert "fires for the units it supports from 06:00, until then only for its own command" in of_guns(met, "nqm")
    stage(
        met,
        lambda board: setattr(
            next(r for r in board.rows(BattleUnit) if r.battalion_id == battalion(board, GUNS).id),
            "role",
            Role.GUNS_IN_RANGE,
        ),
    )
    with reading(met) as board:
        session = session_of(board)
        alba = session.sides[0]
        assert [g.text.split("; ")[-1] for g in off_table_guns(session, alba, session.form(alba))] == [
            "supports 1st Brigade from 15 May, 06:00"
        ]
    stage(met, lambda board: setattr(board.rows(Release)[0], "since_turn", 1))
    assert "supports 1st Brigade" in of_guns(met, "brevity") and "from 15" not in of_guns(met, "brevity")
    assert "fires from" not in of_guns(met, "nqm")


def of_guns(store: Store, system: str) -> str:
    """All that the sheet under that system says in the guns' row and their command's."""
    under(store, system)
    with reading(store) as board:
        session = session_of(board)
        body: SheetBody = session.sheet(session.sides[0])
        (row,) = (row for block in body.blocks for row in block.rows if row.name == GUNS)
        return " ".join((row.note, *(fact.text for fact in row.facts)))


@pytest.mark.rule("NQM-ORDERS-07")
def test_a_unit_s_sheet_says_from_when_it_may_be_called_on(led: Store) -> None:
    do(led, GiveSupport(GUNS, "1st Brigade"))
    assert call(led).startswith("direct support of 1st Brigade from 15 May, 06:00; only 1st Brigade may call on it")
    set_clock(led, 1, 3, Phase.MOVEMENT)
    assert call(led).startswith("direct support of 1st Brigade; only")


def call(store: Store) -> str:
    with reading(store) as board:
        sheet = unit_sheet(board, UMPIRE, GUNS)
        assert isinstance(sheet, BattalionSheet)
        return sheet.call
