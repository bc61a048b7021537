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

from pathlib import Path
from typing import Any

from campaign.cli.call import Call
from campaign.cli.session import foresee, is_umpire, read
from campaign.errors import BadFile, BadInput, CampaignError, ReturnsDiffer
from campaign.exchange.returns.file import FiledReturn, read_faulty
from campaign.exchange.returns.rows import code_in, read_text, rows_of
from campaign.rules.returns.filed import Fields
from campaign.terms.words import counted, plain
from campaign.views.battle.battles import BattleRow


def from_files(
    call: Call, number: str, paths: tuple[Path, ...], believe: str, side: str | None
) -> tuple[dict[str, Any], ...]:
    """Return the returns read from their files. Raises BadFile for all errors, in themselves and against this
    battle.
    """
    from campaign.actions.returns.take import RecordReturn
    from campaign.queries.battle.battles import battle as battle_of
    from campaign.queries.battle.battles import return_fields

    row, fields = read(
        call, lambda board, viewer: (battle_of(board, viewer, number).battle, return_fields(board, viewer, number))
    )
    contents, faults = [], list[str]()
    for path in paths:
        rows = _typed(path)
        if rows is not None:
            _refuse_of_another(call, path, row, code_in(rows), ())
        filed, wrong = _read(call, number, path, rows, fields, side)
        faults += wrong
        if filed.battle and plain(filed.battle) not in (plain(row.name), str(row.number)):
            claim = f"a return of {filed.battle!r}, not of battle {row.number} ({row.name})"
            raise BadInput(f"{path} is {claim}. Correct the line 'battle:' in the file, or name that battle")
        code, lines = str(filed.content.get("code") or ""), filed.content.get("lines") or ()
        _refuse_of_another(call, path, row, code, tuple(line.get("unit", "") for line in lines))
        contents.append(filed.content)
    if faults:
        try:
            foresee(call, RecordReturn(number, tuple(contents), believe))
        except BadFile as more:
            faults += more.faults if not isinstance(more, ReturnsDiffer) else ()
        except CampaignError:
            pass  # what follows from the faults of the file is no news
        many = f"{counted(len(faults), 'error')}"
        raise BadFile(f"{' and '.join(map(str, paths))}: {many}; nothing was recorded", faults)
    return tuple(contents)


def _refuse_of_another(call: Call, path: Path, row: BattleRow, code: str, units: tuple[str, ...]) -> None:
    """Raise BadInput for a return whose sheet code, or all of whose units, belong to another battle."""
    from campaign.queries.battle.battles import find_battle

    if not code and not any(units):
        return
    battle = read(call, lambda board, _: find_battle(board, row.number, code, units))
    if battle is not None and battle[0] != row.number and not is_umpire(call):
        raise BadInput(f"{path} is not a return of battle {row.number} ({row.name}). Hand in the return of that battle")
    if battle is not None and battle[0] != row.number:
        claim = f"has the sheet code {code} of" if code else "names the units of"
        raise BadInput(
            f"{path} {claim} battle {battle[0]} ({battle[1]}), not of battle {row.number} ({row.name}). To "
            f"record it there: campaign battle record {battle[0]} {path}"
        )


def _read(
    call: Call, number: str, path: Path, rows: list[str] | None, fields: Fields, side: str | None
) -> tuple[FiledReturn, tuple[str, ...]]:
    """Return one return file, read according to its type; ``rows``: those of a plain text."""
    if rows is None:
        if side:
            raise BadInput(f"{path} itself names its side. Leave --side {side} out")
        return read_faulty(path, fields)
    from campaign.queries.battle.packet import return_forms

    forms = read(call, lambda board, viewer: return_forms(board, viewer, number))
    return read_text(str(path), rows, forms, fields, side)


def _typed(path: Path) -> list[str] | None:
    """Return the rows of a plain text; None for a file that is YAML or unreadable, whose own reader reports the
    errors.
    """
    try:
        return rows_of(path.read_bytes())
    except OSError:
        return None
