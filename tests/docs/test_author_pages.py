"""What the pages for authors of campaigns say of marches and warnings is so."""

from __future__ import annotations

import re
from inspect import getsource, signature

from campaign.exchange import foresight, soundness
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.organisation import warnings_for_command, warnings_for_division
from campaign.situation.marching import rates_of
from tests.docs.pages import DOCS

READ_ELSEWHERE = {"strength.spent_percent"}
"""Settings that the warnings read by a function of another module (``bands_of``)."""


def test_nothing_but_night_changes_the_pace_of_a_march() -> None:
    """The page on marches says so of moonlight and weather, and has its tables by day and by night."""
    assert set(signature(rates_of).parameters) == {"army", "battalion", "night", "book", "rolled", "tactical"}


def test_the_page_names_every_setting_behind_a_warning() -> None:
    sources = "".join(getsource(part) for part in (foresight, soundness, warnings_for_command, warnings_for_division))
    named = {key for key in DEFAULTS if re.search(rf'[" (]{re.escape(key)}\b', sources)}
    page = (DOCS / "how-to" / "a-campaign-that-plays.md").read_text(encoding="utf-8")
    table = page.partition("## Settings that lift a warning")[2].partition("## ")[0]
    assert set(re.findall(r"^\|[^|]*\| `([\w.]+)` \|", table, re.M)) == named | READ_ELSEWHERE
