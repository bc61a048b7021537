"""Messages that players send back: a mail (``.eml``), a text, or an order form as PDF; for a mail its text, its forms,
its sender.

    read_letter(name, raw) -> Letter        raises BadFile for any other file
    Letter.lines                            the writer's own lines, without quotations and signatures, with line numbers

A mail is taken as mail programs write it: quoted-printable, base64, any charset, HTML alone, answers above, below or
within the quoted text. From quotations only the rows of the program's own order form are read, between ``BEGIN`` and
``END``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from campaign.errors import BadFile
from campaign.exchange.library_border import library_reads
from campaign.values import dataclass

if TYPE_CHECKING:
    from email.message import Message

MARK = "####"
"""First letters of the lines in the program's own mail, of which only the rows of the form are read, quoted or not."""
BEGIN, END = f"{MARK} ORDERS", f"{MARK} END"
"""First words of the lines before and after the rows of an order form in a mail."""
MOST_BYTES = 50_000_000
_HEADS = r"From|To|Cc|Subject|Date|Sent|Reply-To|Von|An|Gesendet|Datum|Betreff|De|À|Envoyé|Objet|Da|Inviato|Oggetto|Van"
_HEAD = re.compile(rf"^\*?(?:{_HEADS})\*?\s?:\*?\s", re.IGNORECASE)
_SUBJECT = re.compile(r"^\*?(?:Subject|Betreff|Objet|Oggetto)\*?\s?:\*?\s*(.*)$", re.IGNORECASE)
_QUOTED = re.compile(r"^((?:[ \t]*>)+)[ \t]?(.*)$")
_ORIGINAL = re.compile(r"^(?:-{2,}\s*(?:original message|urspr\w+ nachricht|message d.origine)\s*-{2,}|_{10,})$", re.I)
_WROTE = re.compile(
    r"(?:wrote|writes|schrieb|a écrit|ha scritto|schreef|skrev|escribió)\s*:?\s*$|"
    r"\b(?:schrieb|schreef|skrev)\s.{1,100}:\s*$",  # Thunderbird: "Am 15.05.41 um 18:00 schrieb Ann:"
    re.IGNORECASE,
)
_WROTE_BEGINS = re.compile(r"^(?:On|Am|Le|Il|Op|Den|El)\s.*\d", re.IGNORECASE)
_SENT_FROM = re.compile(
    r"^(?:sent (?:from|via|with)|get outlook for|von meinem|gesendet (?:von|mit)|envoyé de)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a message and its number in it. ``in_form``: it stands between the rows of an order form."""

    number: int
    text: str
    in_form: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A message, with everything that may identify its sender. ``forms`` are PDFs that came with it, with their
    names.
    """

    name: str
    lines: tuple[Line, ...]
    subject: str = ""
    sender: str = ""
    address: str = ""
    text: str = ""
    """Full text with its quotations; it contains the code of the mail that is answered."""
    is_mail: bool = False
    forms: tuple[tuple[str, bytes], ...] = ()


def read_letter(name: str, raw: bytes) -> Letter:
    """Return the message in a file. Raises BadFile for a file without text."""
    if len(raw) > MOST_BYTES:
        raise BadFile(
            f"{name} has {len(raw):,} bytes, but at most {MOST_BYTES:,} are read. Check that it is a message "
            "with orders"
        )
    if _is_mail(raw):
        return _mail(name, raw)
    if b"\0" in raw and not raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadFile(
            f"{name} is not a text, an email (.eml) or a PDF. Save the message as .eml, or paste its text with --from -"
        )
    text = _plain(raw, "")
    lines = tuple(_written(text))
    subject = next((m[1] for line in text.splitlines()[:12] if (m := _SUBJECT.match(line))), "")
    return Letter(name, lines, subject=subject, text=text)


def _is_mail(raw: bytes) -> bool:
    head = raw[:20000].lstrip(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    names = {line.partition(b":")[0].strip().lower() for line in head.split(b"\n") if b":" in line[:40]}
    first = head.split(b"\n", 1)[0]
    is_head = re.match(rb"^[A-Za-z0-9-]+:\s|^From \S", first) is not None
    return is_head and bool(names & {b"mime-version", b"content-type", b"message-id", b"received"})


def _mail(name: str, raw: bytes) -> Letter:
    from email import message_from_bytes

    with library_reads(
        lambda why: BadFile(
            f"{name} is an email that cannot be read ({why}). Save the message as .eml again, or paste its text "
            "with --from -"
        )
    ):
        return _taken_apart(name, message_from_bytes(raw))


def _taken_apart(name: str, message: Message) -> Letter:
    from email.utils import parseaddr

    texts, pages, forms = list[str](), list[str](), list[tuple[str, bytes]]()
    for part in message.walk():
        if part.is_multipart():
            continue
        file, kind = _or_none(part.get_filename), part.get_content_type()
        if kind == "application/pdf" or file.lower().endswith(".pdf"):
            forms.append((file or "form.pdf", _bytes(part)))
        elif kind == "text/plain" and part.get_content_disposition() != "attachment":
            texts.append(_unflowed(part, _plain(_bytes(part), _or_none(part.get_content_charset))))
        elif kind == "text/html" and part.get_content_disposition() != "attachment":
            pages.append(_of_html(_plain(_bytes(part), _or_none(part.get_content_charset))))
    text = next((text for text in (*texts, *pages) if text.strip()), "")
    sender, address = parseaddr(_header(message.get("From")))
    subject = " ".join(_header(message.get("Subject")).split())
    threads = " ".join(_header(message.get(head)) for head in ("In-Reply-To", "References"))
    return Letter(
        name, tuple(_written(text)), subject, sender, address.strip().lower(), f"{threads}\n{text}", True, tuple(forms)
    )


def _header(value: object) -> str:
    """Return a header's text in any encoding; undecoded if it is damaged."""
    from email.header import decode_header, make_header

    text = "" if value is None else str(value)
    try:
        return str(make_header(decode_header(text)))
    except (ValueError, LookupError, UnicodeError):
        return text


def _or_none(asked: Callable[[], object]) -> str:
    """Return what a part says of itself; nothing if that is in a charset of no use, as its text may be read still."""
    try:
        return _header(asked())
    except (LookupError, ValueError):
        return ""


def _bytes(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _plain(raw: bytes, charset: str) -> str:
    """Return the text of a part or a file: in its named charset, else UTF-8, else the Windows one."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        charset = "utf-16"
    for name in (charset, "utf-8-sig"):
        try:
            return _spaces(raw.decode(name)) if name else _spaces(raw.decode("utf-8-sig"))
        except (LookupError, ValueError):  # ValueError: no text in that charset, or no name of a charset at all
            continue
    return _spaces(raw.decode("windows-1252", errors="replace"))


def _spaces(text: str) -> str:
    """Return the text without invisible signs: spaces that do not break, marks of direction, letters of no width."""
    text = re.sub("[\u00a0\u2000-\u200a\u202f\u3000\t]", " ", text)
    return re.sub("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\0]", "", text)


def _unflowed(part: Message, text: str) -> str:
    """Return wrapped lines joined again (RFC 3676)."""
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    lines: list[str] = []
    open_depth = -1
    for line in text.splitlines():
        match = _QUOTED.match(line)
        depth, words = (match[1].count(">"), match[2]) if match else (0, line.removeprefix(" "))
        if depth == open_depth and words != "-- ":
            lines[-1] += words
        else:
            lines.append(line)
        open_depth = depth if words.endswith(" ") and words != "-- " else -1
    return "\n".join(lines)


def _written(text: str) -> Iterator[Line]:
    """Yield the lines that the writer wrote, and the rows of the order form. A text that is quoted throughout is taken
    as not quoted.
    """
    lines = list(_unquoted(text))
    if not any(line.text.strip() for line in lines) and BEGIN not in text:
        lines = list(_unquoted("\n".join(m[2] if (m := _QUOTED.match(row)) else row for row in text.splitlines())))
    yield from lines


def _unquoted(text: str) -> Iterator[Line]:
    rows = text.splitlines()
    in_form = is_original = is_signature = has_begun = False
    skipped = 0
    for number, row in enumerate(rows, 1):
        match = _QUOTED.match(row)
        words = match[2] if match else row
        bare = words.strip()
        if bare.startswith((BEGIN, END)):
            in_form, is_signature = bare.startswith(BEGIN), False
            continue
        if in_form:
            yield Line(number, words, in_form=True)
            continue
        if match or skipped:
            skipped = max(0, skipped - 1)
            continue
        if (
            bare.startswith(MARK)
            or _ORIGINAL.match(bare)
            or (has_begun and _HEAD.match(bare) and _has_heads(rows, number))
        ):
            is_original = True
        elif _HEAD.match(bare) and not has_begun:
            continue
        elif row.rstrip("\r\n") in ("-- ", "--"):
            is_signature = True
        elif wrote := _wrote(rows, number):
            skipped = wrote - 1
            continue
        if is_original or is_signature or _SENT_FROM.match(bare):
            continue
        has_begun = has_begun or bool(bare)
        yield Line(number, words)


def _has_heads(rows: list[str], number: int) -> bool:
    """Return whether the heads of a mail begin with this line: at least three among it and the four after it."""
    return sum(bool(_HEAD.match(row.strip())) for row in rows[number - 1 : number + 4]) >= 3


def _wrote(rows: list[str], number: int) -> int:
    """Return how many lines ``On 15 May 1941 at 18:00, Ann <ann@...> wrote:`` takes that begins with this one; 0:
    none.
    """
    if not _WROTE_BEGINS.match(rows[number - 1].strip()):
        return 0
    for count in range(1, 4):
        if _WROTE.search(" ".join(row.strip() for row in rows[number - 1 : number - 1 + count])):
            return count
    return 0


_BLOCKS = frozenset({"p", "div", "br", "tr", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "hr", "pre", "section"})
_UNSEEN = frozenset({"style", "script", "head", "title"})


class _Page(HTMLParser):
    """The text of a page, one line for each block, with a sign before quotations."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.depth = self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line with each block."""
        if tag in _UNSEEN:
            self.unseen += 1
        elif tag == "blockquote":
            self._break()
            self.depth += 1
        elif tag == "br":
            self.lines.append("")
        elif tag in _BLOCKS:
            self._break()
            if tag == "li":
                self.lines[-1] = "- "
            elif tag == "hr":
                self.lines[-1] = "_" * 12
                self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        """End the line with the block."""
        if tag in _UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        elif tag == "blockquote":
            self._break()
            self.depth = max(0, self.depth - 1)
        elif tag in _BLOCKS and tag != "br":
            self._break()
            if tag == "p":
                self.lines.append("")

    def handle_data(self, data: str) -> None:
        """Continue the line with the words, without the blanks of the source."""
        if self.unseen:
            return
        words = re.sub(r"[ \t\r\n\f]+", " ", data)
        if not self.lines[-1] and self.depth and words.strip():
            self.lines[-1] = "> " * self.depth
        self.lines[-1] += words if self.lines[-1] else words.lstrip()

    def _break(self) -> None:
        if self.lines[-1].strip():
            self.lines.append("")


def _of_html(source: str) -> str:
    page = _Page()
    page.feed(source)
    page.close()
    return _spaces("\n".join(line.rstrip() for line in page.lines))
