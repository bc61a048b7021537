"""The settings of the handbook as every run of the tests builds it: each page is written in full, but only the pages
called index get their navigation, and words are looked up in the index as they are written. The theme makes the same
navigation for each page, and both together are a third of the work.
"""

from __future__ import annotations

import gc
import runpy
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[3] / "docs"
SETTINGS = runpy.run_path(str(DOCS / "conf.py"))
globals().update(SETTINGS)
html_search_language = "unstemmed"

from campaign.cli import COLLECTED  # noqa: E402 - the handbook's settings know where the program is

gc.set_threshold(*COLLECTED)
BEFORE_THE_THEME = 400
"""Among those who hear of a page; the theme is at 500."""


def setup(app: Any) -> None:
    """Hear of each page before the theme does, and know a language without stems."""
    from sphinx.search import SearchLanguage

    SETTINGS["setup"](app)

    class Unstemmed(SearchLanguage):
        lang = "unstemmed"
        language_name = "English"

    app.add_search_language(Unstemmed)
    app.connect("html-page-context", _without_navigation, priority=BEFORE_THE_THEME)


def _without_navigation(_app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    if page.rpartition("/")[2] != "index":
        del context["toctree"]
