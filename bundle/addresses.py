"""Write the project's addresses into README.md and SECURITY.md: ``python bundle/addresses.py``.

campaign/owner.toml names them. Where it names none, README.md says nothing, and SECURITY.md whom to tell instead.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOUSE))

from campaign.owner import Owner, owner  # noqa: E402 - the folder is put on the path first

BLOCK = re.compile(r"<!-- owner -->\n(.*?)<!-- /owner -->\n?", re.DOTALL)
NOWHERE = "This copy names no address yet: tell the person who gave you the program, and nobody else."
WHAT_TO_SAY = (
    "Say what you typed or pressed, what you saw that you should not have seen, and the version.\n"
    "Leave out names, mail addresses and links of players. A link opens a seat: end it first.\n"
)


def of_readme(keeper: Owner) -> str:
    """Return the section of the README that says where to ask; empty if there is nowhere."""
    lines = [
        *([f"- Ask, or report an error: {keeper.takes_reports}"] if keeper.takes_reports else []),
        *([f"- The handbook as web pages: {keeper.handbook}"] if keeper.handbook else []),
        *([f"- Releases: {keeper.releases}"] if keeper.releases else []),
        *([f"- Source: {keeper.source}"] if keeper.source else []),
        *([f"- Kept by {keeper.name}"] if keeper.name else []),
    ]
    return "\n".join(["## Where to ask", "", *lines, ""]) if lines else ""


def of_security(keeper: Owner) -> str:
    """Return the paragraph that says where a hole is reported."""
    to = keeper.security or keeper.mail
    return f"{f'Write to {to}, not in public.' if to else NOWHERE} {WHAT_TO_SAY}"


PAGES: dict[str, Callable[[Owner], str]] = {"README.md": of_readme, "SECURITY.md": of_security}


def written(text: str, block: str) -> str:
    """Return a page with its block: in its old place, or else at the end; a page without a block has no marks."""
    whole = f"<!-- owner -->\n{block}<!-- /owner -->\n" if block else ""
    if BLOCK.search(text):
        return BLOCK.sub(lambda _: whole, text, count=1).rstrip("\n") + "\n"
    return f"{text}\n{whole}" if whole else text


def pages(keeper: Owner, house: Path = HOUSE) -> Iterator[tuple[Path, str]]:
    """Yield each page with the text that it should have."""
    for name, block in PAGES.items():
        path = house / name
        yield path, written(path.read_text(encoding="utf-8"), block(keeper))


if __name__ == "__main__":
    for page, text in pages(owner()):
        page.write_text(text, encoding="utf-8")
        print(f"written: {page.name}")
