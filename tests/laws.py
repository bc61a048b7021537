"""How often a dear law is tried: by few examples in every run, by many in the long one, to which every law belongs.

@tried(5, long=100)
@given(...)
def test_...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import settings

Law = TypeVar("Law", bound=Callable[..., Any])
LONG = "long"
"""The profile of hypothesis that tests/conftest.py loads where -m names the long tests."""


def tried(every_run: int, *, long: int, **more: Any) -> Callable[[Law], Law]:
    """Try a law by so many examples in every run, and by so many with ``-m long``.

    Args:
        every_run: examples in every run.
        long: examples with ``-m long``.
        more: further settings of hypothesis.
    """

    def marked(law: Law) -> Law:
        most = long if settings.get_current_profile_name() == LONG else every_run
        return settings(max_examples=most, **more)(law)

    return marked
