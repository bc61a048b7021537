"""The list of slow tests, and the order that comes of it."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.internal.charmap import intervals_from_codec
from hypothesis.internal.conjecture.providers import HypothesisProvider

from tests.harness.pace import LONGEST, cases_of, listed, longest_first, slow_of, slow_tests, there


def test_every_test_of_the_list_is_there() -> None:
    """One that was renamed counts as fast, and one that is gone hides it."""
    assert [name for name in slow_tests() if not there(name)] == []


def test_the_examples_of_a_law_do_not_depend_on_what_was_imported(request: pytest.FixtureRequest) -> None:
    """Every run tries the same, whatever its workers did before; only the long one tries words of the program."""
    constants = HypothesisProvider(None)._local_constants
    words = request.config.option.markexpr
    assert bool(len(constants)) == ("long" in words and "not long" not in words)


def test_utf_8_writes_what_laws_are_told_that_it_writes() -> None:
    written, changed = intervals_from_codec("utf-8")
    (first, last), (begin, end) = written.intervals
    for text in ("".join(map(chr, range(first, last + 1))), "".join(map(chr, range(begin, end + 1)))):
        assert text.encode().decode() == text
    assert (first, end, len(changed)) == (0, sys.maxunicode, 0)
    for character in map(chr, range(last + 1, begin)):
        with pytest.raises(UnicodeEncodeError):
            character.encode()


def test_the_list_is_read_as_it_is_written() -> None:
    assert listed("# a remark\n12.50 tests/a/test_a.py::test_one\n0.30 tests/a/test_b.py::test_two\n") == {
        "tests/a/test_a.py::test_one": 12.5,
        "tests/a/test_b.py::test_two": 0.3,
    }


def test_what_a_file_shares_is_counted_for_all_its_tests() -> None:
    notes = {"a.py::one[x]": [3.0, 0.1], "a.py::one[y]": [0.0, 0.3], "a.py::two": [0.0, 0.5], "b.py::three": [0.2, 1.0]}
    assert cases_of(notes) == {"a.py::one": [1.1, 1.3], "a.py::two": [1.5], "b.py::three": [1.2]}


def test_the_quickest_are_fast_as_many_as_there_is_time_for() -> None:
    cases = {"slow": [1.0, 9.0], "quick": [0.1] * 10, "middling": [0.5, 0.7]}
    assert slow_of(cases, 2.2) == {"slow": 9.0}
    assert slow_of(cases, 1.5) == {"slow": 9.0, "middling": 0.7}


@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from((0.0, LONGEST, 2 * LONGEST, 9 * LONGEST)))),
    st.integers(1, 5),
)
def test_every_worker_begins_with_the_longest_files(tests: list[tuple[str, float]], workers: int) -> None:
    items = [(file, seconds, number) for number, (file, seconds) in enumerate(tests)]
    ordered = longest_first(items, lambda item: item[1], lambda item: item[0], workers)
    assert sorted(ordered) == sorted(items)
    for file in "abcdef":
        own = [item for item in ordered if item[0] == file]
        assert own == [item for item in items if item[0] == file], "a file keeps its order"
    longest = {file: max((item[1] for item in items if item[0] == file), default=0.0) for file in "abcdef"}
    if longest and max(longest.values()) >= LONGEST:
        assert longest[ordered[0][0]] == max(longest.values())
