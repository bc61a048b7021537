"""The QR code of a return, as runs of dark modules."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from reportlab.graphics.barcode.qr import QrCodeWidget

from campaign_reports.style import MM

QR_SIZE: Final = 23.5 * MM


def in_fours(signs: str) -> str:
    """Return signs in groups of four, as people read and type them: ``K7P2 QXA3``."""
    return " ".join(signs[at : at + 4] for at in range(0, len(signs), 4))


@lru_cache(maxsize=64)
def qr_rows(text: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the dark runs (start, length) of each row of the QR code, error level M."""
    code: Any = QrCodeWidget(text, barLevel="M").__dict__["qr"]
    code.make()
    rows: list[tuple[tuple[int, int], ...]] = []
    for line in code.modules:
        runs, column = [], 0
        for dark, modules in groupby(line, key=bool):
            length = len(list(modules))
            if dark:
                runs.append((column, length))
            column += length
        rows.append(tuple(runs))
    return tuple(rows)
