"""The one place where a form that was sent is read: a browser may send anything, and its line may break."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request

FEW_FIELDS = 10
"""Most fields of a form at the entrance."""


async def posted_form(
    request: Request, *, files: int = 0, fields: int = FEW_FIELDS, largest: int = 1 << 20
) -> FormData:
    """Return the form of a request. ``largest``: most bytes of one field. Raises HTTPException 400 for what is no form,
    TooLarge for one that goes on too long, and ClientDisconnect if the browser is gone before it was complete.
    """
    try:
        form = await request.form(max_files=files, max_fields=fields, max_part_size=largest)
    except (MultiPartException, UnicodeError) as fault:  # UnicodeError: a charset that Python knows and cannot use
        raise HTTPException(400) from fault
    for name, value in form.multi_items():
        if not (_is_text(name) and _is_text(value if isinstance(value, str) else value.filename or "")):
            await form.close()
            raise HTTPException(400)
    return form


def _is_text(text: str) -> bool:
    """Return whether a text can be written again: some charsets make letters that no other text may hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
