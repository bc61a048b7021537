"""A return in rows of plain text: its sheet code first (or the side is said otherwise), then what is typed at the
prompt, the lines that changed, each after its number, and boxes of the foot, each by its name::

    BREV-3-ALL-T3J
    5 destroyed
    1 spent, at Musaid
    field axis
    turn 4

Lines that are not written are unchanged, and the battle is finished unless it says suspended.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from campaign.errors import BadInput
from campaign.exchange.returns.file import FiledReturn
from campaign.exchange.returns.typing import LAST_STEP, Filling, entries, questions
from campaign.rules.returns.filed import Fields
from campaign.terms.words import listing, plain
from campaign.words.packet import ReturnForm
from campaign.words.return_foot import BOXES

LINE = re.compile(r"(?:line\s+)?(\d{1,3})\s*[.:)]?\s+(\S.*)", re.IGNORECASE | re.ASCII)
"""Line of the form: its number, and the entry for it."""
_YAML = re.compile(r"""^\s*\{|^["']?(?:lines|foot)["']?\s*:""", re.MULTILINE)
_HEAD = re.compile(r"(code|side|battle)\s*:\s*(.*)", re.IGNORECASE)
_UNHARMED = BOXES["all_other_lines_unharmed"].name
_CODE = re.compile(r"[A-Z0-9]+-\d+-[A-Z0-9]+-[A-Z0-9]{3}", re.IGNORECASE | re.ASCII)
"""Code of a sheet: ``BREV-3-ALL-T3J``."""


def rows_of(raw: bytes) -> list[str] | None:
    """Return the rows of a plain text; None for YAML or other files, whose own reader reports the errors."""
    try:
        content = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    rows = content.splitlines()
    return rows if not _YAML.search(content) and any(LINE.fullmatch(row.strip()) for row in rows) else None


def code_in(rows: Sequence[str]) -> str:
    """Return the sheet code in the rows of a plain text; empty without one."""
    words = (row.strip().removeprefix("code:").strip() for row in rows)
    return next((word for word in words if _CODE.fullmatch(word)), "")


def read_text(
    name: str, rows: Sequence[str], forms: Mapping[str, ReturnForm], fields: Fields, side: str | None = None
) -> tuple[FiledReturn, tuple[str, ...]]:
    """Return a return read from the rows of a plain text, and every error with its row. ``forms``: by side. Raises
    BadInput if its side is unknown.
    """
    kept = [(n, row.strip()) for n, row in enumerate(rows, 1) if row.strip() and not row.strip().startswith("#")]
    head = {match[1].lower(): match[2].strip() for _, row in kept if (match := _HEAD.fullmatch(row))}
    key = _whose(name, kept, head, forms, side)
    form = forms[key]
    filling = Filling(form, fields, key, 0, lambda filling: None, step=LAST_STEP)
    form_questions, faults = questions(form), list[str]()
    for n, row in kept:
        if _HEAD.fullmatch(row) or plain(row) in (plain(form.masthead.code), plain(_UNHARMED)):
            continue
        try:
            filling.answer(entries(row, form, form_questions))
        except BadInput as fault:
            faults.append(f"{name}:{n}: {fault}")
    content = filling.content()
    return FiledReturn(head.get("battle", ""), {**content, "code": head.get("code") or content["code"]}), tuple(faults)


def _whose(
    name: str, kept: list[tuple[int, str]], head: Mapping[str, str], forms: Mapping[str, ReturnForm], side: str | None
) -> str:
    """Return the side of a return, by its sheet code, its name or --side."""
    codes = {plain(form.masthead.code): key for key, form in forms.items()}
    coded = next((codes[plain(row)] for _, row in kept if plain(row) in codes), codes.get(plain(head.get("code", ""))))
    word = side or head.get("side", "")
    named = next(
        (key for key, form in forms.items() if word and plain(word) in (plain(key), plain(form.masthead.side))), None
    )
    if word and named is None:
        raise BadInput(f"{word!r} is not a side in this battle. Write {' or '.join(forms)}")
    if coded and named and coded != named:
        raise BadInput(
            f"{name} has the sheet code {forms[coded].masthead.code}, which is not the code of {word}. Leave "
            "out either the code or the side"
        )
    result = coded or named
    if result is None:
        sheet_codes = listing(form.masthead.code for form in forms.values())
        raise BadInput(
            f"{name} does not name its side. Write the sheet code in its first line ({sheet_codes}), or give --side"
        )
    return result
