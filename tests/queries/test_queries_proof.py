"""The hash at the foot of a paper: what a player's depends on, what it cannot depend on, and what it proves
afterwards."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.actions.day import Next
from campaign.actions.decisions import Decide
from campaign.actions.reseeding import Reseed
from campaign.cli.contents import campaign
from campaign.errors import BadInput
from campaign.journal import JournalBoard, begin_campaign, commit, reading, redo, undo
from campaign.journal.asof import When, as_of
from campaign.journal.canonical import canonical
from campaign.model import Commander, Formation, Side
from campaign.queries.battle.packet import side_papers
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import look
from campaign.queries.day.status import status
from campaign.rules.common.dice import Seeded
from campaign.situation.army import load_army
from campaign.situation.names import viewer_named
from campaign.situation.players import seats_of
from campaign.situation.proof import LETTERS, proofs_of, record_of
from campaign.store import Store, open_store
from campaign.terms.forces import Level, SizeMark
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import replace
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import Attach, GiveOrder
from tests.clash import meet
from tests.journal.cases import CASES
from tests.tiny import FACTS, FOUNDING, FoundTiny, by_hand, named

EYES = ("umpire", "alba", "brenn", "Brigadier Ash", "Brigadier Elm")


def do(store: Store, *commands: object) -> None:
    for command in commands:
        commit(store, None, command, source=Seeded("7"), actor="umpire")


def hashes(board: JournalBoard) -> dict[str, str]:
    """What the papers of everybody would bear."""
    army = load_army(board)
    eyes = {who: UMPIRE if who == "umpire" else viewer_named(army, who, seats_of(board)) for who in EYES}
    return {who: record_of(board, army, eye) for who, eye in eyes.items()}


def changed(store: Store, *commands: object) -> set[str]:
    """Whose papers bear another hash after these commands."""
    with reading(store) as board:
        before = hashes(board)
    do(store, *commands)
    with reading(store) as board:
        after = hashes(board)
    return {who for who in EYES if before[who] != after[who]}


@pytest.fixture
def front(tiny: Store) -> Store:
    """With two commanders of Alba who are no neighbours, and a brigade beside the first one's."""
    with by_hand(tiny) as board:
        corps, division, brigade = (
            named(board, Formation, name) for name in ("I Corps", "1st Division", "1st Brigade")
        )
        usual = {
            "side_id": brigade.side_id,
            "nation_id": brigade.nation_id,
            "mark": SizeMark.BRIGADE,
            "arm": brigade.arm,
        }
        board.make(
            Formation,
            key="second",
            name="2nd Brigade",
            short="2",
            superior_id=division.id,
            level=Level.COMMAND,
            position=9,
            **usual,
        )
        guard = board.make(
            Formation,
            key="guard",
            name="Guard Division",
            short="G",
            superior_id=corps.id,
            level=Level.DIVISION,
            position=9,
            **usual,
        )
        guards = board.make(
            Formation,
            key="guards",
            name="Guards",
            short="g",
            superior_id=guard.id,
            level=Level.COMMAND,
            position=9,
            **usual,
        )
        board.flush()
        for name, of in (("Brigadier Ash", brigade), ("Brigadier Elm", guards)):
            board.make(
                Commander, key=name[-3:].lower(), name=name, player="", side_id=brigade.side_id, formation_id=of.id
            )
    return tiny


@pytest.mark.parametrize(
    ("commands", "whose"),
    [
        ((GiveOrder("1st Rifles", "hold", aim="as before"),), {"alba", "Brigadier Ash"}),
        ((GiveOrder("I/9", "attack", "Birch Cross"),), {"brenn"}),
        (
            (GiveOrder("I/9", "attack", "Birch Cross"), GiveOrder("II/9", "hold"), Attach("I/9", "4th Division")),
            {"brenn"},
        ),
        ((Adjust("I/9", "a mine", men=550),), set()),
        ((Adjust("1st Rifles", "a mine that nobody knows of yet", men=550),), set()),
        ((Reseed("7", "key"),), set()),
        ((Next("turn", auto=True),), {"alba", "brenn", "Brigadier Ash", "Brigadier Elm"}),
    ],
)
def test_a_player_s_hash_is_over_what_he_may_know_of_the_entries(
    front: Store, commands: tuple[object, ...], whose: set[str]
) -> None:
    assert changed(front, *commands) == {"umpire", *whose}


def test_an_answered_decision_is_known_to_its_side(tiny: Store) -> None:
    CASES["decide"].ready(tiny)
    with reading(tiny) as board:
        before = [record_of(board, load_army(board), Viewer(side.id)) for side in board.rows(Side)]
    do(tiny, Decide(1, "2"))
    with reading(tiny) as board:
        after = [record_of(board, load_army(board), Viewer(side.id)) for side in board.rows(Side)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True]


def test_the_number_of_entries_and_the_secrets_of_the_founding_are_in_no_player_s_hash(
    file_of: Callable[[str], Path],
) -> None:
    """The same orders after another founding and among more entries of the other side: the same hash."""
    told = []
    for n, facts in enumerate((FACTS, replace(FACTS, name="other", seed="another", scenario_hash="1" * 64))):
        path = file_of("fresh")
        store = open_store(path.rename(path.with_name(f"{n}.db")), write=True)
        begin_campaign(store, facts, FoundTiny(), source=Seeded(facts.seed), actor=f"umpire {n}", register=FOUNDING)
        do(
            store,
            *(GiveOrder("I/9", "hold", aim=str(k)) for k in range(n * 3)),
            GiveOrder("1st Rifles", "march", "Birch Cross"),
        )
        with reading(store) as board:
            alba = next(side.id for side in board.rows(Side) if side.key == "alba")
            head, view = masthead(look(board, Viewer(alba)), "Roster"), status(board, Viewer(alba))
            told.append((record_of(board, load_army(board), Viewer(alba)), head, view.entries, view.record))
        store.close()
    (one, head, entries, record), (other, again, *_) = told
    assert one == other and head == again
    assert (head.entry, entries) == (0, None)
    assert one.startswith(head.head) and record == head.head and len(record) == LETTERS


def test_what_the_umpire_prints_for_a_side_bears_the_side_s_hash(tiny: Store) -> None:
    meet(tiny)
    with reading(tiny) as board:
        for side in board.rows(Side):
            (papers,) = side_papers(board, UMPIRE, "1", side)
            army, eye = load_army(board), Viewer(side.id)
            for head, has_orders in ((papers.sheet.masthead, True), (papers.form.masthead, False)):
                hashed = record_of(board, army, eye, has_orders=has_orders)
                assert (head.entry, hashed.startswith(head.head), len(head.head)) == (0, True, LETTERS)


@pytest.mark.long
def test_every_hash_that_was_printed_proves_when_it_was(front: Store) -> None:
    """Everybody's papers after every entry, undone ones too: each is found again, for whom and where it was printed."""
    printed: list[tuple[str, str, int, str]] = []

    def note() -> None:
        with reading(front) as board:
            printed.extend(
                (who, hashed, board.ledger.last_number, str(board.moment)) for who, hashed in hashes(board).items()
            )

    steps: list[Callable[[], object]] = [
        lambda: do(front, GiveOrder("1st Rifles", "march", "Birch Cross")),
        lambda: do(front, GiveOrder("I/9", "attack", "Birch Cross")),
        lambda: undo(front, actor="umpire"),
        lambda: redo(front, actor="umpire"),
        lambda: do(front, Next("step", auto=True)),
        lambda: do(front, Attach("2nd Rifles", "2nd Brigade"), GiveOrder("2nd Rifles", "hold")),
        lambda: do(front, Next("turn", auto=True)),
        lambda: undo(front, to=3, actor="umpire"),
        lambda: do(front, GiveOrder("II/9", "hold", aim="another plan")),
    ]
    note()
    for step in steps:
        step()
        note()
    names = {"umpire": "Umpire", "alba": "Alba", "brenn": "Brenn"}
    with reading(front) as board:
        now = hashes(board)
        for who, hashed, number, moment in printed:
            proofs = [one for one in proofs_of(board, hashed[:8].upper()) if one.viewer == names.get(who, who)]
            assert any(one.first <= number <= one.last and str(one.moment) == moment for one in proofs), (who, number)
            assert hashed != now[who] or any(one.stands and one.last == board.ledger.last_number for one in proofs)
        gone = [
            one
            for who, hashed, number, _ in printed
            if who == "brenn" and number > 4
            for one in proofs_of(board, hashed)
        ]
        assert any(not one.stands for one in gone)


def test_a_return_form_proves_its_side_and_turn_whatever_was_ordered_or_undone(front: Store) -> None:
    def printed() -> dict[str, str]:
        with reading(front) as board:
            army = load_army(board)
            sides = {row.key: Viewer(row.id) for row in board.rows(Side)}
            return {key: record_of(board, army, eye, has_orders=False)[:LETTERS] for key, eye in sides.items()}

    first = printed()
    do(front, GiveOrder("1st Rifles", "march", "Birch Cross"))
    undo(front, actor="umpire")
    do(front, GiveOrder("I/9", "hold"))
    assert printed() == first and len(set(first.values())) == 2
    do(front, Next("turn", auto=True))
    later = printed()
    assert not set(later.values()) & set(first.values())
    undo(front, to=2, actor="umpire")
    with reading(front) as board:
        (stands,), (gone,) = proofs_of(board, first["alba"]), proofs_of(board, later["brenn"])
        assert stands.is_return and stands.meaning == (
            "a return form of this campaign for the Alba side, printed in turn 1.1; it proves no orders"
        )
        assert gone.meaning == (
            "a return form of this campaign for the Brenn side, printed in turn 1.2; it proves no orders; that turn has been "
            "undone or played again since"
        )


def test_papers_of_the_past_bear_the_hash_of_then(front: Store) -> None:
    do(front, GiveOrder("1st Rifles", "march", "Birch Cross"))
    with reading(front) as board:
        then = hashes(board)
    do(front, GiveOrder("1st Rifles", "hold"), Next("turn", auto=True))
    with reading(front) as board, as_of(board, When(number=3)) as visit:
        assert hashes(visit.board) == then


def unkeyed(board: JournalBoard, viewer: Viewer, lines: list[str]) -> str:
    """The hash that the program printed before there was a key in it: of public facts, and of these lines."""
    facts, moment = board.campaign, board.moment
    (side,) = [row.key for row in board.rows(Side) if row.id == viewer.side]
    head = [facts.title, facts.scenario, facts.first_day.isoformat(), ["side", side], moment.day, moment.turn]
    return sha256("\n".join((canonical(head), *lines)).encode()).hexdigest()


def test_a_paper_printed_before_there_was_a_key_is_proved_and_told_apart(front: Store) -> None:
    with reading(front) as board:
        alba, brenn = (next(row.id for row in board.rows(Side) if row.key == key) for key in ("alba", "brenn"))
        old = unkeyed(board, Viewer(alba), [])
        new = record_of(board, load_army(board), Viewer(alba))
        assert old != new
        for printed, has_key in ((old[:8], False), (new[:8], True), (new[:LETTERS], True)):
            (proof,) = proofs_of(board, printed)
            assert (proof.viewer, proof.first, proof.last, proof.has_key) == ("Alba", 1, 2, has_key)
            assert ("used a key" in proof.meaning) is not has_key
        assert [one.viewer for one in proofs_of(board, unkeyed(board, Viewer(brenn), [])[:8])] == ["Brenn"]


def test_a_hash_is_of_the_key_of_its_day(front: Store) -> None:
    """A reseeding brings a new key from the next day on; papers of both days are proved, also after an undo."""
    do(front, Reseed("7", "another key"))
    printed: list[tuple[str, str]] = []
    for _ in range(5):
        do(front, Next("turn", auto=True))
        with reading(front) as board:
            printed.append((str(board.moment), hashes(board)["alba"][:LETTERS]))
            before = board.campaign.paper_key
            board.campaign.paper_key = "a third"
            assert (hashes(board)["alba"][:LETTERS] == printed[-1][1]) is (board.moment.day > 1)
            board.campaign.paper_key = before
    assert {moment[0] for moment, _ in printed} == {"1", "2"}
    undo(front, to=2, actor="umpire")
    with reading(front) as board:
        for moment, hashed in printed:
            assert (str(proofs_of(board, hashed)[0].moment), proofs_of(board, hashed)[0].viewer) == (moment, "Alba")


def test_a_copy_without_the_key_has_no_hash_for_players(front: Store) -> None:
    with reading(front) as board:
        board.campaign.paper_key = None
        assert {who: bool(hashed) for who, hashed in hashes(board).items()} == {who: who == "umpire" for who in EYES}
        eyes = [Viewer(side.id) for side in board.rows(Side)]
        assert [record_of(board, load_army(board), eye, has_orders=False) for eye in eyes] == ["", ""]


def test_what_is_no_hash_of_a_paper(tiny: Store) -> None:
    with reading(tiny) as board:
        assert proofs_of(board, "00000000") == ()
        for word in ("", "abc", "entry 12", "g" * 8, "a" * 65):
            with pytest.raises(
                BadInput, match=r"cannot be from the foot of a paper\. Write the 12 letters and figures at the foot"
            ):
                proofs_of(board, word)


def test_the_doctor_says_what_a_hash_proves(front: Store) -> None:
    do(front, GiveOrder("1st Rifles", "march", "Birch Cross"))
    with reading(front) as board:
        printed = hashes(board)

    def typed(proof: str) -> tuple[int, str, str]:
        ended = CliRunner().invoke(campaign, ["doctor", "--proof", proof, "--db", front.name])
        return ended.exit_code, " ".join(ended.stdout.split()), ended.stderr

    assert typed(printed["umpire"][:8]) == (
        0,
        "tiny: a paper for the umpire, printed in turn 1.1 when entry 3 was the last of the journal: every entry up to then is unchanged",
        "",
    )
    assert typed(printed["Brigadier Ash"][:8])[1] == (
        "tiny: a paper for Brigadier Ash, printed in turn 1.1 when entry 3 was the last of the journal: the orders and decisions on "
        "the paper agree with the journal, as far as its reader may know"
    )
    code, out, err = typed("12345678")
    assert (code, out) == (1, "")
    assert err.startswith("Error: no paper of tiny has 12345678 at its foot.")
    for other in ("--repair", "--replay"):
        both = CliRunner().invoke(campaign, ["doctor", "--proof", "12345678", other, "--db", front.name])
        assert (both.exit_code, both.stderr) == (
            1,
            f"Error: --proof only shows what a paper proves. Leave out {other}\n",
        )
