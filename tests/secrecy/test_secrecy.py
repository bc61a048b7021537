"""Nothing that a player can get depends on what he may not know (umpire 1.13): the trial, in short; the whole of it is
a long test (``pytest -m long``), and with ``-m longest`` every secret is changed by itself, which takes a night.

All secrets of a side are changed at once, and everything is asked that the other side can get. Whatever differs is a
leak. What a side learns later, and by what, is the table in ``released.py``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from campaign.cli.export import TABLE_NAMES
from campaign.model import JOURNALLED
from tests.cli import capuzzo
from tests.secrecy.differences import differing
from tests.secrecy.hidden import SECRETS, Secret
from tests.secrecy.outputs import ASKED_ELSEWHERE, READING, TABLES, answer, for_players
from tests.secrecy.released import READ
from tests.secrecy.stages import READERS, SIDES
from tests.secrecy.trial import PARTS, Bench, orders_of, watchers

SAMPLES = {"asked in json": "read", "asked of the other": "read", "ordered": "ordered everywhere"}
"""Parts that ask a part of what another asks."""
EVERYTHING = tuple(part for part in PARTS if part not in SAMPLES)
SHORT = (
    ("start", "axis", ("read", "ordered")),
    ("midway", "axis", ("mailed",)),
    ("midway", "allied", ("printed",)),
    ("midway", "axis", ("asked in json",)),
    ("garden", "axis", ("asked of the other",)),
    ("midway", "axis", ("at the desk",)),
)
"""What every run of the tests asks: stage, whose secrets, and what of the other side's answers."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The campaigns, made once."""
    folder = tmp_path_factory.mktemp("secrecy")
    yield Bench(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize(
    ("stage", "side", "parts"), SHORT, ids=lambda value: value if isinstance(value, str) else "+".join(value)
)
def test_no_secret_of_a_side_is_in_what_the_other_gets(
    bench: Bench, stage: str, side: str, parts: tuple[str, ...]
) -> None:
    whole, commander = watchers(stage, side)
    asked = [(whole if part == "exported" else commander, part) for part in parts]
    assert bench.leaks(stage, SECRETS[stage, side], asked) == {}


@pytest.mark.long
@pytest.mark.parametrize(("stage", "side"), list(SECRETS), ids=" ".join)
def test_no_secret_of_a_side_is_in_anything_the_other_gets(bench: Bench, stage: str, side: str) -> None:
    asked = [(viewer, part) for viewer in watchers(stage, side) for part in EVERYTHING]
    assert bench.leaks(stage, SECRETS[stage, side], asked) == {}


EACH = [(stage, side, secret) for (stage, side), secrets in SECRETS.items() for secret in secrets]


@pytest.mark.longest
@pytest.mark.parametrize(
    ("stage", "side", "secret"), EACH, ids=[f"{stage}, {side}: {secret.name}" for stage, side, secret in EACH]
)
def test_each_secret_by_itself(bench: Bench, stage: str, side: str, secret: Secret) -> None:
    parts = [(viewer, part) for viewer in watchers(stage, side) for part in EVERYTHING]
    assert bench.leaks(stage, [secret], parts) == {}


@pytest.mark.parametrize("side", [SIDES[0], pytest.param(SIDES[1], marks=pytest.mark.long)])
def test_the_dice_are_in_nothing_that_a_side_gets(bench: Bench, tmp_path: Path, side: str) -> None:
    """Another seed at the founding, with the same key of the papers, and before the first die nothing else: no paper,
    no answer and no hash may tell it."""
    home = tmp_path / "other"
    home.mkdir()
    seeded = home / "campaign.db"
    capuzzo.ok(seeded, "new", "operation-brevity", "--seed", "another")
    with closing(connect(bench.campaign("start"))) as one, closing(connect(seeded)) as other:
        other.execute("update campaign set paper_key = ?", one.execute("select paper_key from campaign").fetchone())
        other.commit()
    assert differing(bench.before("start", side, "asked in json"), PARTS["asked in json"](seeded, side, "start")) == {}


def test_the_trial_sees_what_is_no_secret(bench: Bench) -> None:
    """The owner reads his own change: an instrument that shows nothing would find no leak either."""
    changed = bench.copy("start", "owner")
    SECRETS["start", "axis"][3].change(changed)
    plain = bench.copy("start", "before")
    for words in (("unit", "show", "6_company"), ("orbat", "--json")):
        before, after = ({"asked": answer(db, "axis", *words)} for db in (plain, changed))
        assert differing(before, after).keys() == {"asked"}


def test_every_command_that_a_player_may_give_is_in_the_trial() -> None:
    asked = {" ".join(word for word in words if not word.startswith("--")) for words in READING} | set(ASKED_ELSEWHERE)
    assert for_players() == asked


def test_every_part_is_asked_in_each_run_and_of_every_stage_in_the_long_one() -> None:
    """``exported`` apart: each run asks it in JSON, and tests/cli/test_cli_side_copy.py in every format."""
    asked = {part for _, _, parts in SHORT for part in parts}
    assert {SAMPLES.get(part, part) for part in (*asked, "exported")} == set(EVERYTHING)
    assert {stage for stage, _ in SECRETS} == set(READERS) == {stage for stage, _, _ in SHORT}
    assert {(stage, side) for stage in READERS for side in SIDES} == set(SECRETS)


def test_every_order_of_a_player_is_among_those_tried(bench: Bench) -> None:
    db = bench.campaign("start")
    tried = {_command(words) for words in orders_of(db, "allied", "start")}
    orders = {name for name, where in ASKED_ELSEWHERE.items() if where == "an order"}
    assert tried >= orders | {"decide", "undo", "orders", "engineer", "next"}
    assert tried <= for_players()


def _command(words: tuple[str, ...]) -> str:
    """Return the command among the words of a line."""
    return " ".join(words[:2]) if words[0] == "air" else words[0]


def test_the_tables_of_an_export_are_those_that_the_program_writes() -> None:
    assert tuple(TABLES) == TABLE_NAMES


OWN_AFFAIRS = {
    "recover", "orbat", "logistics", "weather", "deadline", "rules", "orders", "engineer", "air list", "unit show",
    "battle muster",
}  # fmt: skip
"""Commands that tell a side of itself, or everybody the same."""


def test_every_reading_command_tells_of_oneself_or_is_in_the_table_of_what_is_told() -> None:
    told = {" ".join(word for word in words if not word.startswith("--") and not word.isdigit()) for words in READ}
    reading_ = {" ".join(word for word in words if not word.startswith("--")) for words in READING}
    assert told | OWN_AFFAIRS == reading_ | {"battle show", "unit show", "battle muster"}
    assert not told & OWN_AFFAIRS


PUBLIC = {"clock", "side", "nation", "place", "road", "feature", "weather_report", "objective", "score", "basing_area"}
"""Tables of what everybody may know, apart from what of them is reported late."""
THE_UMPIRES = {"reseeding", "photo"}
FOLLOWING = {"battle_unit", "contact", "supply_report", "strength_return"}
"""Tables that the clock makes from the others: what of them a side learns, and when, is the table in ``released.py``."""
UNTRIED = {
    "air_group": "its base and its sorties are; no command changes more of it",
    "order_delay": "only NQM delays orders, and no stage is played by NQM",
    "condition": "only NQM has conditions",
    "dump": "only NQM has dumps",
    "convoy": "only NQM has trucks",
    "support_release": "only NQM releases guns",
}
"""Tables with secrets that the trial does not change, and why."""


def test_secrets_of_every_table_are_tried_or_it_says_why_not(bench: Bench) -> None:
    """A new table holds a secret until somebody has thought of it."""
    tried: set[str] = set()
    for stage, side in (("midway", "axis"), ("garden", "axis")):
        changed = bench.changed(stage, SECRETS[stage, side])
        with closing(connect(bench.campaign(stage))) as before, closing(connect(changed)) as after:
            for table in (model.__tablename__ for model in JOURNALLED):
                query = f'select * from "{table}" order by id'
                if before.execute(query).fetchall() != after.execute(query).fetchall():
                    tried.add(table)
    named = [tried, PUBLIC, THE_UMPIRES, FOLLOWING, set(UNTRIED)]
    assert sorted(table for tables in named for table in tables) == sorted(model.__tablename__ for model in JOURNALLED)


def test_secrets_of_every_kind_are_tried() -> None:
    kinds = {secret.name for secrets in SECRETS.values() for secret in secrets}
    assert kinds >= {
        "an order to a battalion",
        "an aim",
        "a posture",
        "a state",
        "a strength",
        "a place",
        "an air task",
        "a split",
        "an attachment",
        "support",
        "rest",
        "an engineer task",
        "a block on a road",
        "a bridge blown",
        "mines",
        "the grade of supply",
        "a decision",
        "the number of entries",
        "a battalion destroyed out of sight",
        "one that was seen destroyed out of sight",
        "names",
        "what the scenario's notes tell",
        "whom it has seen",
    }
