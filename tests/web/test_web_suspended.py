"""A battle that is suspended reads alike to a player with and without the other side's return."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.secrecy.stages import typed
from tests.web.twins import Question, differences, twins
from tests.web.visitors import Hall

RETURN: dict[str, object] = {"unharmed": "X", "field": "field_1"}
PAGES = ("/battles", "/battles/1", "/battles/1.json", "/situation", "/map", "/find?q=halfaya", "/news", "/orders")


@pytest.mark.parametrize("resumes", [False, True], ids=["suspended", "resumed"])
def test_a_suspended_battle_reads_alike_with_and_without_the_others_return(
    first_battle: Path, tmp_path: Path, resumes: bool
) -> None:
    plain, changed = (Path(shutil.copyfile(first_battle, tmp_path / f"{name}.db")) for name in ("plain", "changed"))
    for path in (plain, changed):
        for words in (("battle", "suspend", "1"), *([("battle", "resume", "1")] if resumes else [])):
            ended = typed(path, *words)
            assert ended.exit_code == 0, ended.output
    with twins(plain, changed, "allied", "erskine") as (left, right):
        hall = right.hall
        handed_in = hall.table("axis", 1).press("/battles/1/return/axis", "Hand in the return", **RETURN)
        assert handed_in.status_code == 200
        hall.catch_up()
        assert differences(left, right, "staff", [Question(address) for address in PAGES]) == {}
        assert "suspended" in left.people["staff"].get("/battles/1").text


def test_whose_own_return_is_in_reads_that(hall: Hall) -> None:
    ended = typed(Path(hall.desk.where), "battle", "suspend", "1")
    assert ended.exit_code == 0, ended.output
    hall.catch_up()
    staff = hall.staff("allied")
    assert staff.press("/battles/1/return/allied", "Hand in the return", unharmed="X").status_code == 200
    assert staff.get("/battles/1.json").json()["battle"]["state"] == "returned"
