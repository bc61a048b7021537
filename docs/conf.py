"""The settings of the handbook; CONTRIBUTING.md says how to build it.

The pages are plain Markdown, so that a forge shows them. What Sphinx needs beyond that is put in while it reads them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from campaign import __version__  # noqa: E402 - the folder above must be known first

project = "Campaign Manager"
copyright = "the authors of the Campaign Manager; MIT licence"
version = release = __version__
language = "en"

extensions = ["myst_parser"]
myst_heading_anchors = 4  # of "campaign odds brevity fire", the deepest command
nitpicky = True
smartquotes = False  # two hyphens are an option's, not a dash

html_theme = "furo"
html_title = "Campaign Manager"
html_copy_source = False
html_show_sphinx = False
html_static_path: list[str] = []

SCENARIO_FILES = "reference/scenario-files"
"""The page that shows orbats/README.md, which comes with the program and is outside the handbook."""


def as_sphinx_reads(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the navigation below a list of pages: whatever an index links to at the beginning of a list item."""
    if page == SCENARIO_FILES:
        source[0] = (DOCS.parent / "orbats" / "README.md").read_text(encoding="utf-8")
    elif page.rpartition("/")[2] == "index":
        pages = re.findall(r"^- \**\[[^\]]*\]\(([^)#]+)\.md\)", source[0], re.M)
        source[0] += "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(pages) + "\n```\n"


def with_two_levels(app: Sphinx, _: nodes.document) -> None:
    """Keep the title and sections of a page in its contents, not the rules and objects below them: Sphinx copies the
    contents of all pages for each page, and two thousand headings took half of the time to build the handbook.
    """
    page = app.env.current_document.docname
    if page.rpartition("/")[2] != "index":
        for title in app.env.tocs[page]:
            for section in title[1] if len(title) > 1 else ():
                del section[1:]


AFTER_THE_CONTENTS_ARE_MADE = 600


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", as_sphinx_reads)
    app.connect("doctree-read", with_two_levels, priority=AFTER_THE_CONTENTS_ARE_MADE)
