"""What a player is told of an order, carried out or refused: at the terminal and at the desk, before anything has been
seen of the enemy, in a campaign that keeps dumps and fuel. Nothing of it holds a name or key of the other side.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.secrecy.outputs import ASKED_ELSEWHERE
from tests.secrecy.stages import made, typed
from tests.secrecy.test_secrecy import _command
from tests.secrecy.test_secrecy_commands import secrets_of
from tests.secrecy.trial import orders_of
from tests.web.visitors import Hall, hall_on

DUMPS = ("western_desert_force", "gotts_force")


@pytest.fixture(scope="module")
def dumps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity before its first turn, with dumps."""
    db = made("start", tmp_path_factory.mktemp("told") / "campaign.db")
    assert typed(db, "rules", "nqm.logistics", "on").exit_code == 0
    return db


def secrets(db: Path) -> frozenset[str]:
    """Names and keys of the Axis; the seed of this campaign is a year, which stands in every date."""
    return secrets_of(db, "allied") - {"1941"}


def of_each(db: Path) -> Iterator[tuple[str, ...]]:
    """Of every order that a player may give the first of the trial's, and a truck from every dump."""
    orders = {_command(words): words for words in reversed(orders_of(db, "allied", "start", units=1))}
    names = {name for name, where in ASKED_ELSEWHERE.items() if where == "an order"}
    assert orders.keys() >= names
    yield from (words for name, words in orders.items() if name in names | {"engineer"})
    yield from (("truck", formation) for formation in DUMPS)


def test_the_terminal_tells_nothing_of_an_enemy_that_was_not_seen(dumps: Path, tmp_path: Path) -> None:
    db, hidden = Path(shutil.copyfile(dumps, tmp_path / "campaign.db")), secrets(dumps)
    answers = {words: typed(db, *words, "--viewer", "allied").output for words in of_each(dumps)}
    assert {
        words: [w for w in hidden if w in text] for words, text in answers.items() if any(w in text for w in hidden)
    } == {}
    assert len(hidden) > 40 and "sends a truck" in " ".join(answers[("truck", DUMPS[0])].split())


def test_nor_does_the_desk(dumps: Path, tmp_path: Path) -> None:
    with hall_on(shutil.copyfile(dumps, tmp_path / "campaign.db")) as hall:
        pages = list(told_at_the_desk(hall))
    assert [word for word in secrets(dumps) for page in pages if word in page] == []


def told_at_the_desk(hall: Hall) -> Iterator[str]:
    """A truck from a dump, and an order of the find field."""
    staff = hall.staff("allied")
    yield staff.press("/logistics", "Send the truck", unit=DUMPS[1]).text
    yield staff.press("/find?q=march+3+cg+musaid", "Give this order").text
