"""``campaign battle record FILE``: returns from files, in YAML or in plain text.

A plain text has the sheet code in its first line (or --side names the side), then what is typed at the prompt: the
lines that changed, each after its number, and if wanted boxes of the foot, each by its name::

    BREV-3-ALL-T3J
    5 destroyed
    1 spent, at Musaid
    field axis
    turn 4

Lines that are not written are unchanged, and the battle is finished unless it says suspended.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from campaign.cli.call import Call
from campaign.cli.session import read, try_out
from campaign.errors import BadFile, BadInput, CampaignError, ReturnsDiffer
from campaign.exchange.returns import FiledReturn, read_faulty
from campaign.queries.return_form import LAST_STEP, Filling, entries, questions
from campaign.rules.common.return_form import Fields
from campaign.terms.viewer import UMPIRE
from campaign.terms.words import counted, listing, plain
from campaign.views.battles import BattleRow
from campaign.views.packet import ReturnForm
from campaign.views.return_foot import BOXES

LINE = re.compile(r"(?:line\s+)?(\d{1,3})\s*[.:)]?\s+(\S.*)", re.IGNORECASE | re.ASCII)
"""Line of the form: its number, and the entry for it."""
_YAML = re.compile(r"""^\s*\{|^["']?(?:lines|foot)["']?\s*:""", re.MULTILINE)
_HEAD = re.compile(r"(code|side|battle)\s*:\s*(.*)", re.IGNORECASE)
_UNHARMED = BOXES["all_other_lines_unharmed"].name
_CODE = re.compile(r"[A-Z0-9]+-\d+-[A-Z0-9]+-[A-Z0-9]{3}", re.IGNORECASE | re.ASCII)
"""Code of a sheet: ``BREV-3-ALL-T3J``."""


def from_files(
    call: Call, number: str, paths: tuple[Path, ...], believe: str, side: str | None
) -> tuple[dict[str, Any], ...]:
    """Return the returns read from their files. Raises BadFile for all errors, in themselves and against this
    battle.
    """
    from campaign.actions.returns import RecordReturn
    from campaign.queries.battles import battle as battle_of
    from campaign.queries.battles import return_fields

    row, fields = read(
        call, lambda board, _: (battle_of(board, UMPIRE, number).battle, return_fields(board, UMPIRE, number))
    )
    contents, faults = [], list[str]()
    for path in paths:
        rows = _typed(path)
        if rows is not None:
            _refuse_of_another(
                call, path, row, next((word for line in rows if _CODE.fullmatch(word := _unlabelled(line))), ""), ()
            )
        filed, wrong = _read(call, number, path, rows, fields, side)
        faults += wrong
        if filed.battle and plain(filed.battle) not in (plain(row.name), str(row.number)):
            claim = f"a return of {filed.battle!r}, not of battle {row.number} ({row.name})"
            raise BadInput(f"{path} is {claim}; correct its line 'battle:' or name that battle")
        code, lines = str(filed.content.get("code") or ""), filed.content.get("lines") or ()
        _refuse_of_another(call, path, row, code, tuple(line.get("unit", "") for line in lines))
        contents.append(filed.content)
    if faults:
        try:
            try_out(call, RecordReturn(number, tuple(contents), believe))
        except BadFile as more:
            faults += more.faults if not isinstance(more, ReturnsDiffer) else ()
        except CampaignError:
            pass  # what follows from the faults of the file is no news
        many = f"{counted(len(faults), 'error')}"
        raise BadFile(f"{' and '.join(map(str, paths))}: {many}; nothing is recorded", faults)
    return tuple(contents)


def _refuse_of_another(call: Call, path: Path, row: BattleRow, code: str, units: tuple[str, ...]) -> None:
    """Raise BadInput for a return whose sheet code, or all of whose units, belong to another battle."""
    from campaign.queries.battles import find_battle

    if not code and not any(units):
        return
    battle = read(call, lambda board, _: find_battle(board, row.number, code, units))
    if battle is not None and battle[0] != row.number:
        claim = f"bears the sheet code {code} of" if code else "names the units of"
        raise BadInput(
            f"{path} {claim} battle {battle[0]} ({battle[1]}), not of battle {row.number} ({row.name}): campaign battle"
            f" record {battle[0]} {path}"
        )


def _unlabelled(line: str) -> str:
    """Return a row without ``code:`` before it."""
    return line.strip().removeprefix("code:").strip()


def _read(
    call: Call, number: str, path: Path, rows: list[str] | None, fields: Fields, side: str | None
) -> tuple[FiledReturn, tuple[str, ...]]:
    """Return one return file, read according to its type; ``rows``: those of a plain text."""
    if rows is None:
        if side:
            raise BadInput(f"{path} names its side itself; leave --side {side} out")
        return read_faulty(path, fields)
    from campaign.queries.packet import side_papers

    forms = {bundle.reader: bundle.form for bundle in read(call, lambda board, _: side_papers(board, UMPIRE, number))}
    return read_text(str(path), rows, forms, fields, side)


def _typed(path: Path) -> list[str] | None:
    """Return the rows of a plain text; None for a file that is YAML or unreadable, whose own reader reports the
    errors.
    """
    try:
        content = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
    rows = content.splitlines()
    return rows if not _YAML.search(content) and any(LINE.fullmatch(row.strip()) for row in rows) else None


def read_text(
    name: str, rows: list[str], forms: Mapping[str, ReturnForm], fields: Fields, side: str | None = None
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
        raise BadInput(f"{word!r} is not a side in this battle; write {' or '.join(forms)}")
    if coded and named and coded != named:
        raise BadInput(
            f"{name} bears the sheet code {forms[coded].masthead.code}, which does not belong to {word}; leave"
            " one of them out"
        )
    result = coded or named
    if result is None:
        sheet_codes = listing(form.masthead.code for form in forms.values())
        raise BadInput(
            f"{name} does not name its side: write the sheet code in its first line ({sheet_codes}), or give --side"
        )
    return result
