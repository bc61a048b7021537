"""An order typed into the find field is tried out before it is given: what that shows, and what giving it answers, is
the same whatever stands unseen on the road.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.model import Battalion, Place
from campaign.queries.orbat.own_troops import own_troops
from campaign.situation.army import load_army
from campaign.terms.viewer import UMPIRE
from tests.secrecy.stages import typed
from tests.web.twins import Question, Twin, differences, twins
from tests.web.visitors import forms_of

WHY = ("--why", "the trial")
UNSEEN = (
    ("adjust", "panzer_battalion_ed_duda", "--at", "Sidi Azeiz", *WHY),
    ("adjust", "ariete_tanks_el_adem", "--at", "Bardia fork", *WHY),
    ("march", "krad_15", "--to", "Capuzzo"),
    ("split", "panzer_battalion_ed_duda", "company"),
)
"""What stands and moves on the roads of one twin only, and nobody of the other side has seen."""
KINDS = ("march", "attack", "withdraw")
FIXED = ("hold", "posture {unit} reserve", "rest", "split {unit} company", "support {unit} 22nd Guards Brigade Group")


@pytest.fixture(scope="module")
def with_unseen(first_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign with an unseen enemy on the road."""
    file = Path(shutil.copyfile(first_battle, tmp_path_factory.mktemp("unseen") / "campaign.db"))
    for words in UNSEEN:
        ended = typed(file, *words)
        assert ended.exit_code == 0, ended.output
    return file


@pytest.fixture
def pair(first_battle: Path, with_unseen: Path, tmp_path: Path) -> Iterator[tuple[Twin, Twin]]:
    """Two desks, an unseen enemy on the road of the second one only."""
    plain = Path(shutil.copyfile(first_battle, tmp_path / "plain.db"))
    changed = Path(shutil.copyfile(with_unseen, tmp_path / "changed.db"))
    with twins(plain, changed, "allied", "erskine") as made:
        yield made


def addresses(twin: Twin, seat: str, places: int, every: int = 1) -> list[str]:
    """The find field with every kind of order, for units of this seat to places near the enemy and elsewhere. ``every``:
    of the orders for the units after the first, each so many.
    """
    desk, session = twin.hall.desk, twin.people[seat].client.cookies[twin.hall.desk.cookie]
    person = desk.people.person_of(session)
    assert person is not None
    with desk.reading(UMPIRE) as board:
        load_army(board)
        names = [place.name for place in board.rows(Place)]
        units = [unit.key for command in own_troops(board, person.viewer).commands for unit in command.units]
    goals = list(dict.fromkeys(["Sidi Azeiz", "Bardia fork", "Capuzzo", "Bardia", *names]))[:places]
    found: list[str] = []
    for number, unit in enumerate(units[:3]):
        words = [f"{kind} {unit} {goal}" for kind in KINDS for goal in goals]
        words += [(line.format(unit=unit) if "{" in line else f"{line} {unit}") for line in FIXED]
        found += [f"/find?q={line}" for line in (words[number % every :: every] if number else words)]
    return found


def umpire_sees(left: Twin, right: Twin, addresses: list[str]) -> set[str]:
    """The addresses that the umpire reads otherwise at the second desk."""
    for twin in (left, right):
        twin.people.setdefault("umpire", twin.hall.umpire())
    found = differences(left, right, "umpire", [Question(address) for address in addresses])
    return {name.removeprefix("umpire: ") for name in found}


def test_the_umpire_sees_what_stands_unseen_on_the_road(pair: tuple[Twin, Twin]) -> None:
    """Desks that differ in nothing would show no player anything either."""
    left, right = pair
    units = list(dict.fromkeys(address.split()[1] for address in addresses(left, "commander", 1)))
    roads = [f"/route?unit={unit}&to={goal}" for unit in units for goal in ("Sidi Azeiz", "Bardia fork", "Capuzzo")]
    enemies = ["/map/part", "/orbat.json", "/units/panzer_battalion_ed_duda.json", "/units/krad_15.json"]
    assert umpire_sees(left, right, enemies) == set(enemies)
    assert umpire_sees(left, right, roads), "what stands on the road is told beside the route"
    own = [f"/units/{units[0]}.json", "/rules.json", "/weather.json"]
    assert umpire_sees(left, right, own) == set(), "nothing else differs"
    shown = [Question(address) for address in ("/map/part", "/orbat.json", *roads)]
    assert differences(left, right, "commander", shown) == {}


def test_a_typed_order_shows_nothing_of_an_unseen_enemy(pair: tuple[Twin, Twin]) -> None:
    left, right = pair
    asked = [Question(address) for address in addresses(left, "commander", 2, every=3)]
    shown: list[bytes] = []
    assert differences(left, right, "commander", asked, shown) == {}
    assert b"".join(shown).count(b"Give this order") > len(asked) // 3, "many of them are orders"


def test_giving_a_typed_order_answers_nothing_of_an_unseen_enemy(pair: tuple[Twin, Twin]) -> None:
    left, right = pair
    asked = [Question(address, "Give this order") for address in addresses(left, "commander", 4)[::6]]
    assert differences(left, right, "commander", asked) == {}


@pytest.mark.parametrize("name", ["panzer_battalion_ed_duda_a_company", "I./Panzer-Regiment 8"])
def test_a_part_may_have_the_name_of_an_unseen_unit_of_the_enemy(pair: tuple[Twin, Twin], name: str) -> None:
    """Else who splits a battalion could ask name by name what the enemy has, and what he has just split."""
    for twin in pair:
        erskine, guards = twin.people["commander"], "/orders/erskine/3_coldstream_guards"
        (split,) = (form for form in forms_of(erskine.get(guards).text) if dict(form.fields).get("what") == "split")
        form = erskine.post(guards, {**dict(split.fields), "into": "company", "name": name, "do": "put"})
        done = erskine.press_on(form, "Hand in")
        assert done.status_code == 200 and "the part cannot be called" not in done.text
        with twin.hall.desk.reading(UMPIRE) as board:
            assert name in [battalion.name for battalion in board.rows(Battalion)]


@pytest.mark.long
def test_no_typed_order_of_a_whole_side_shows_anything_of_an_unseen_enemy(pair: tuple[Twin, Twin]) -> None:
    left, right = pair
    asked = [Question(address) for address in addresses(left, "staff", 20)]
    assert differences(left, right, "staff", asked) == {}
