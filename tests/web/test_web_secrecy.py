"""Nothing that a browser of one side gets depends on what that side may not know: the secrecy trial over the desk.

All secrets of the other side are changed on a copy of the campaign, and everything is asked of both desks: every page
of each seat as page and as JSON, of own things, the enemy's and nobody's, now and in the past, and every form. Status,
headers and every byte must be the same. Then both desks are open with windows that listen, the secrets are changed, and
no window is told anything.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from campaign.model import Battalion, Formation, Side
from campaign.situation.army import load_army
from campaign.situation.knowledge import load_knowledge
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE, Viewer
from tests.secrecy.hidden import SECRETS
from tests.secrecy.stages import READERS, SIDES
from tests.secrecy.trial import Bench, other
from tests.web.everywhere import NOWHERE, role_of
from tests.web.twins import Question, Twin, differences, enemies_of, looks, presses, twins

EVENING = "evening"
"""Stage of the desk's own tests: turn 1.2 of Operation Brevity, battle 1 waiting."""
READER = {**READERS, EVENING: READERS["start"]}
SEATS = ("staff", "commander", "table")
CASES = [(stage, side, seat) for stage, side in ((EVENING, "axis"), *SECRETS) for seat in SEATS]
"""Stage, whose secrets are changed, and the seat of the other side that looks."""
SHORT = ((EVENING, "axis", "commander"), ("midway", "allied", "staff"), ("midway", "axis", "table"))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, first_battle: Path) -> Iterator[Bench]:
    """The campaigns, made once."""
    folder = tmp_path_factory.mktemp("websecrecy")
    made = Bench(folder)
    made._made[EVENING] = first_battle
    yield made
    shutil.rmtree(folder, ignore_errors=True)


def test_every_seat_of_a_side_is_tried() -> None:
    """The umpire may know everything; for the wall it is tried in test_web_wall.py."""
    assert {role_of(seat) for seat in SEATS} == set(Role) - {Role.UMPIRE, Role.WALL}


def secrets_of(stage: str, side: str) -> Sequence:  # type: ignore[type-arg]
    return SECRETS["start" if stage == EVENING else stage, side]


def changed(bench: Bench, stage: str, side: str) -> Path:
    """A campaign with all secrets of a side changed; made once."""
    path = bench.folder / f"{stage}-{side}-secret.db"
    if not path.exists():
        db = bench.copy(stage, f"{side}-changing")
        for secret in secrets_of(stage, side):
            secret.change(db)
        shutil.copyfile(db, path)
    return Path(shutil.copyfile(path, bench.copy(stage, "right")))


def leaks(
    bench: Bench, stage: str, side: str, seat: str, every: int = 1, pressed: int = 1
) -> tuple[dict[str, str], int]:
    """What differs for this seat of the other side once all secrets of a side are changed, and how much was asked.
    ``every``: of the questions only each so many; ``pressed``: of the buttons.
    """
    watching = other(side)
    reader = READER[stage][watching]
    with twins(bench.copy(stage, "left"), changed(bench, stage, side), watching, reader) as (left, right):
        if seat not in left.people:
            return {}, 0
        look = looks(left, seat, reader, watching)
        press = presses(
            left,
            seat,
            [one.address for one in look if one.address.count("?") == 0][::every],
            enemies_of(left.hall, watching),
        )
        asked = [*look[::every], *press[::pressed]]
        return differences(left, right, seat, asked), len(asked)


@pytest.mark.parametrize(("stage", "side", "seat"), SHORT, ids=lambda word: str(word))
def test_no_secret_is_in_what_a_browser_of_the_other_side_gets(bench: Bench, stage: str, side: str, seat: str) -> None:
    found, asked = leaks(bench, stage, side, seat, every=7, pressed=11)
    assert found == {} and asked > (5 if seat == "table" else 20)


@pytest.mark.long
@pytest.mark.parametrize(("stage", "side", "seat"), CASES, ids=lambda word: str(word))
def test_no_secret_is_in_anything_a_browser_of_the_other_side_gets(
    bench: Bench, stage: str, side: str, seat: str
) -> None:
    found, _ = leaks(bench, stage, side, seat)
    assert found == {}


def test_no_window_is_told_when_a_secret_changes(bench: Bench) -> None:
    """Both desks are open, and the same windows listen: also a desk on which all secrets change, a third at a time, tells
    them nothing, and serves the same bytes from what it keeps ready.
    """
    stage, side = EVENING, "axis"
    watching, reader = other(side), READER[EVENING]["allied"]
    secrets = [secret for secret in secrets_of(stage, side) if secret.hand is None]
    right_file = bench.copy(stage, "right")
    with twins(bench.copy(stage, "left"), right_file, watching, reader) as (left, right):
        addresses = {
            seat: [one.address for one in looks(left, seat, reader, watching) if "." not in one.address]
            for seat in ("staff", "commander")
        }
        for twin in (left, right):
            for seat, shown in addresses.items():
                twin.listen(seat, shown[:12])
        for number, secret in enumerate(secrets, start=1):
            secret.change(right_file)
            if number % 8 == 0 or number == len(secrets):
                right.hall.catch_up()
        told = {name: sent for name, sent in right.told.items() if sent}
        assert told == {} and len(right.told) >= 12
        assert differences(left, right, "commander", [Question(a) for a in addresses["commander"][:12]]) == {}


def test_the_trial_sees_what_is_no_secret(bench: Bench) -> None:
    """The side whose secrets they are reads them, and its windows are told: an instrument that shows nothing would find
    no leak either.
    """
    right_file = bench.copy(EVENING, "right")
    reader = READER[EVENING]["axis"]
    with twins(bench.copy(EVENING, "left"), right_file, "axis", reader) as (left, right):
        shown = ["/situation", "/orders", "/map"]
        for twin in (left, right):
            twin.listen("staff", shown)
        SECRETS["start", "axis"][0].change(right_file)
        right.hall.catch_up()
        left.hall.catch_up()
        assert right.told["staff: /situation"] == [("orders", "own-herff_german_troops")]
        assert not any(left.told.values())
        seen = differences(left, right, "staff", [Question(address) for address in (*shown, NOWHERE)])
        assert "staff: /situation" in seen and f"staff: {NOWHERE}" not in seen


def unseen_names(twin: Twin, side: str) -> set[str]:
    """Names and keys of the other side's units that this side has not learnt."""
    with twin.hall.desk.reading(UMPIRE) as board:
        army = load_army(board)
        (own,) = (row.id for row in board.rows(Side) if row.key == side)
        known = load_knowledge(board, army, Viewer(own))
        named = {ident for ident, sighting in known.seen.items() if sighting.named}
        learned = " ".join(army.battalions[ident].name for ident in named)
        units = [unit for unit in board.rows(Battalion) if unit.side_id != own and unit.id not in named]
        formations = [one for one in board.rows(Formation) if one.side_id != own and " " in one.name]
        words = {word for unit in (*units, *formations) for word in (unit.name, unit.key) if len(word) > 6}
        own_words = " ".join(
            f"{u.name} {u.key}" for t in (Battalion, Formation) for u in board.rows(t) if u.side_id == own
        )
        return {word for word in words if word not in learned and word not in own_words}


@pytest.mark.sample(4)
@pytest.mark.parametrize(("stage", "side"), [(stage, side) for stage in (EVENING, "midway") for side in SIDES])
def test_no_name_or_key_of_a_unit_that_was_not_seen_is_in_any_byte(bench: Bench, stage: str, side: str) -> None:
    reader = READER[stage][side]
    with twins(bench.copy(stage, "left"), bench.copy(stage, "right"), side, reader) as (left, _):
        hidden = unseen_names(left, side)
        assert len(hidden) > 10
        asked = looks(left, "staff", reader, side)
        with left.hall.still():
            told = b"".join(
                left.answer("staff", question)
                for question in asked
                if not any(word in question.address for word in hidden)
            )
        assert len(told) > 100_000
        assert sorted(word for word in hidden if word.encode() in told) == []
