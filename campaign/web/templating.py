"""Templates, and the slots of a page that are filled for each window: form tokens, keys, the receipt."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Final
from urllib.parse import quote

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from campaign.terms.rule_ids import ids_in
from campaign.terms.words import counted
from campaign.values import dataclass, field
from campaign.web.assets import Assets
from campaign.web.ways import in_browser
from campaign.web.whole_forms import is_in

FOLDER = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Slots:
    """Marks in a kept page, different for each run of the program so that no player can type one."""

    word: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def token(self) -> Markup:
        """Mark for the token that every form of this window must bring."""
        return Markup(f"t{self.word}t")

    @property
    def key(self) -> Markup:
        """Mark for a key that makes a form count once, however often it is sent."""
        return Markup(f"k{self.word}k")

    @property
    def drawn(self) -> Markup:
        """Mark for the last entry that the page had read, which the umpire's forms bring."""
        return Markup(f"d{self.word}d")

    @property
    def receipt(self) -> Markup:
        """Mark for the strip that says what the last click did."""
        return Markup(f"<!--r{self.word}r-->")

    @property
    def here(self) -> Markup:
        """Mark for the line that says who is here."""
        return Markup(f"<!--h{self.word}h-->")

    def here_of(self, commander: int) -> Markup:
        """Mark for whether the player of a commander is here."""
        return Markup(f"<!--h{self.word}-{commander}-->")

    @property
    def mark(self) -> Markup:
        """Mark for the short name of exactly this page."""
        return Markup(f"m{self.word}m")

    def fill(
        self,
        page: bytes,
        *,
        token: str,
        mark: str,
        receipt: str,
        here: str,
        here_of: Callable[[int], str],
        new_key: Callable[[], str],
    ) -> bytes:
        """Return the page with every slot filled; each form gets a key of its own."""
        of_one = f"<!--h{self.word}-(\\d+)-->".encode()
        page = re.sub(of_one, lambda match: here_of(int(match[1])).encode(), page)
        page = page.replace(self.receipt.encode(), receipt.encode()).replace(self.here.encode(), here.encode())
        page = page.replace(self.token.encode(), token.encode()).replace(self.mark.encode(), mark.encode())
        page = page.replace(self.drawn.encode(), b"")  # a receipt's Undo names its entry itself
        return re.sub(re.escape(self.key.encode()), lambda _: new_key().encode(), page)


def new_key() -> str:
    return secrets.token_urlsafe(12)


class _Compiled(BytecodeCache):
    """The templates that this process has compiled: a desk that is opened after another compiles none of them again."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill in a template's code, if its text is still the same."""
        checksum, code = self._kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code."""
        if bucket.code is not None:
            self._kept[bucket.key] = bucket.checksum, bucket.code


_COMPILED: Final = _Compiled()


def environment(assets: Assets, slots: Slots) -> Environment:
    """Return the environment of a desk's templates: everything is escaped, a missing fact is an error."""
    made = Environment(
        bytecode_cache=_COMPILED,
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "static": assets.__getitem__,
        "token": slots.token,
        "key": slots.key,
        "drawn": slots.drawn,
        "receipt": slots.receipt,
        "mark": slots.mark,
    }
    made.filters |= FILTERS
    made.tests["in_form"] = is_in
    return made


def with_links_to_rules(text: str) -> Markup:
    """Return a text in which the id of each rule, in brackets as receipts and entries give it, leads to what the rule
    says: names and words that people typed stay as they are.
    """
    ids = sorted(ids_in(text), key=len, reverse=True)
    written = re.compile("|".join(rf"(?:(?<=\()|(?<=[,;] )){re.escape(ident)}(?![0-9])" for ident in ids) or "(?!)")
    parts, end = [], 0
    for match in written.finditer(text):
        parts += [
            escape(text[end : match.start()]),
            Markup('<a href="/rules?id={}">{}</a>').format(quote(match[0]), match[0]),
        ]
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


FILTERS: Final = {"capital": capital, "counted": counted, "in_browser": in_browser, "ruled": with_links_to_rules}
"""Filters of the templates by name."""
