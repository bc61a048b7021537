"""``campaign battle record --from-pdf``: returns from forms that were filled in on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaign.cli.call import Call
from campaign.cli.session import read
from campaign.errors import BadFile, BadInput
from campaign.terms.words import counted, listing


def from_forms(call: Call, number: str, paths: tuple[Path, ...]) -> tuple[dict[str, Any], ...]:
    """Return the returns read from their PDF forms. Raises BadInput, BadFile for all errors in the forms themselves."""
    from campaign.exchange.returns.pdf import content_of, read_form
    from campaign.queries.battle.packet import other_codes, return_forms

    codes = read(call, lambda board, _: other_codes(board, number))
    filled = [read_form(path).recoded(codes) for path in paths]
    forms = read(call, lambda board, viewer: return_forms(board, viewer, number))
    contents, faults = [], list[str]()
    for filled_form in filled:
        side = filled_form.text("side")
        form = forms.get(side) or next(iter(forms.values()), None)
        if form is None:
            raise BadInput(
                f"no side in battle {number} can return a form. See who takes part: campaign battle show {number}"
            )
        filled_form.check_for(form)
        content, wrong = content_of(filled_form, form, side)
        contents.append(content)
        faults += [f"{filled_form.path}: {words}" for words in wrong]
    if faults:
        many = f"{counted(len(faults), 'error')}"
        raise BadFile(f"{listing(map(str, paths))}: {many}; nothing was recorded", faults)
    return tuple(contents)
