"""QR codes as drawings within a page."""

from __future__ import annotations

import segno
from markupsafe import Markup

QUIET = 4
"""Light modules around the code, without which phones do not find it."""


def qr_svg(text: str, label: str) -> Markup:
    """Return a text as a QR code. ``label`` is read out."""
    drawing = segno.make(text, error="m", micro=False).svg_inline(
        svgclass="qr", lineclass=None, omitsize=True, border=QUIET, dark="#000", light="#fff", title=label
    )
    return Markup(drawing.replace("<svg ", '<svg role="img" ', 1))
