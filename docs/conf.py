"""The settings of the handbook; CONTRIBUTING.md says how to build it."""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS / "_ext"), str(DOCS.parent), str(DOCS.parent / "reports")]

from campaign import __version__  # noqa: E402 - the folders above must be known first

project = "Campaign Manager"
copyright = "the authors of the Campaign Manager; MIT licence"
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "from_the_program"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["README.md", "_ext"]
nitpicky = True
smartquotes = False  # two hyphens are an option's, not a dash

autodoc_typehints = "signature"
autodoc_class_signature = "separated"  # nobody makes an OpenCampaign by hand
autodoc_use_legacy_class_based = True
python_use_unqualified_type_names = True
nitpick_ignore_regex = [("py:.*", r".*")]  # types are named in signatures, and described with the JSON answers

html_theme = "furo"
html_title = "Campaign Manager"
html_copy_source = False
html_show_sphinx = False
html_static_path: list[str] = []
