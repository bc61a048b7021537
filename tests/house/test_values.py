"""Values are made in C, and the same where they are not: ``campaign.values`` loaded both ways."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import pickle
import pkgutil
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct

import campaign
import campaign_reports
from campaign import values
from tests.house.test_commands import HOUSE

pytestmark = pytest.mark.house
WAYS = ("in C", values.STANDARD)


def loaded(way: str, patch: pytest.MonkeyPatch) -> ModuleType:
    """The module as a process has it that makes its values so."""
    patch.setenv("CAMPAIGN_VALUES", way)
    spec = importlib.util.spec_from_file_location("campaign_values_again", values.__file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    module = loaded(request.param, monkeypatch)
    assert (request.param == "in C") == module.MADE_IN_C
    return module


# what a value does, either way ----------------------------------------------------------------------------------------


def test_a_value_is_equal_by_what_it_holds_and_cannot_be_changed(way: Any) -> None:
    @way.dataclass(frozen=True, slots=True)
    class Place:
        name: str
        metres: tuple[int, int] = (0, 0)

    here = Place("Sollum", (3, 4))
    assert here == Place("Sollum", (3, 4)) != Place("Sollum")
    assert hash(here) == hash(Place("Sollum", (3, 4)))
    assert repr(here).endswith("Place(name='Sollum', metres=(3, 4))")
    with pytest.raises(AttributeError):
        here.name = "Bardia"
    with pytest.raises((AttributeError, TypeError)):  # TypeError: so says the standard library's, with slots
        here.height = 3
    for arguments in ((), ("Sollum", (0, 0), 1)):
        with pytest.raises(TypeError):
            Place(*arguments)
    with pytest.raises(TypeError):
        way.replace(here, height=3)
    assert way.replace(here, name="Bardia") == Place("Bardia", (3, 4))
    assert way.is_frozen(Place) and way.is_dataclass(Place) and way.is_dataclass(here) and not way.is_dataclass("text")
    assert way.asdict(here) == {"name": "Sollum", "metres": (3, 4)}


def test_fields_tell_names_and_defaults_also_of_names_that_only_mypy_knows(way: Any) -> None:
    @way.dataclass(slots=True)
    class Column:
        units: list[Nowhere]  # type: ignore[name-defined]  # noqa: F821
        tail: int = 3
        seen: dict[str, int] = way.field(default_factory=dict)

    names, tail, seen = way.fields(Column([]))
    assert (names.name, names.default, names.default_factory) == ("units", way.MISSING, way.MISSING)
    assert (tail.name, tail.default) == ("tail", 3)
    assert (seen.name, seen.default, seen.default_factory) == ("seen", way.MISSING, dict)
    first, second = Column([]), Column([])
    first.seen["here"] = 1
    first.tail += 1
    assert second.seen == {} and first != second and not way.is_frozen(Column)
    assert way.asdict(Column([Column([])])) == {"units": [{"units": [], "tail": 3, "seen": {}}], "tail": 3, "seen": {}}


def test_values_are_ordered_and_kept_apart_where_they_say_so(way: Any) -> None:
    @way.dataclass(frozen=True, order=True, slots=True)
    class Day:
        day: int
        turn: int = 1

    @way.dataclass(eq=False, slots=True)
    class Board:
        day: int

    assert Day(1, 3) < Day(2) and max(Day(2), Day(1, 3)) == Day(2)
    assert Board(1) != Board(1) and len({Board(1), Board(1)}) == 2


def test_a_part_is_set_while_a_value_is_made_and_an_answer_is_kept(way: Any) -> None:
    @way.dataclass(frozen=True)
    class Name:
        text: str

        def __post_init__(self) -> None:
            way.force(self, "text", self.text.strip())

        @cached_property
        def words(self) -> list[str]:
            return self.text.split()

    name = Name(" 2 Scots Guards ")
    assert name.text == "2 Scots Guards" and name.words is name.words
    assert copy.deepcopy(name) == name and way.replace(name, text=" x").text == "x"


def test_a_kind_that_stands_on_another_has_its_fields_first(way: Any) -> None:
    @way.dataclass(frozen=True, slots=True)
    class Unit:
        name: str

    @way.dataclass(frozen=True, slots=True)
    class Battalion(Unit):
        stands: int

    assert Battalion("2 SG", 4) == Battalion(name="2 SG", stands=4)
    assert [part.name for part in way.fields(Battalion)] == ["name", "stands"] and way.is_frozen(Battalion)


def test_a_value_goes_to_another_process() -> None:
    from campaign.terms.time import Moment

    assert pickle.loads(pickle.dumps(Moment(2, 3))) == Moment(2, 3)


def test_a_struct_cannot_change_the_options_of_its_base(monkeypatch: pytest.MonkeyPatch) -> None:
    way = loaded("in C", monkeypatch)

    @way.dataclass(frozen=True, slots=True)
    class Unit:
        name: str

    with pytest.raises(TypeError, match="give these options to its base"):

        @way.dataclass(frozen=True, order=True, slots=True)
        class Ordered(Unit):
            pass


# what the program may not do with it -----------------------------------------------------------------------------------


def test_no_other_module_makes_values_in_another_way() -> None:
    asks = re.compile(r"^\s*(?:from dataclasses import|import dataclasses|from msgspec|import msgspec)", re.M)
    found = [
        path.relative_to(HOUSE).as_posix()
        for folder in ("campaign", "reports")
        for path in sorted((HOUSE / folder).rglob("*.py"))
        if asks.search(path.read_text(encoding="utf-8"))
    ]
    assert found == [Path(values.__file__).relative_to(HOUSE).as_posix()]


def structs() -> Iterator[type[Struct]]:
    """Every struct of the program."""
    for package in (campaign, campaign_reports):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    kinds = [Struct]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return (kind for kind in kinds if kind.__module__.startswith("campaign"))


def test_no_struct_is_an_error_and_each_that_keeps_answers_has_room_for_them() -> None:
    """A class that is both an error and a struct ends the interpreter at its first use; one without a dictionary fails
    when its ``cached_property`` is first asked."""
    kinds = list(structs())
    assert len(kinds) > 1000
    assert [kind for kind in kinds if issubclass(kind, BaseException)] == []
    keeping = [kind for kind in kinds if any(isinstance(part, cached_property) for part in vars(kind).values())]
    assert keeping and [kind for kind in keeping if not kind.__dictoffset__] == []
