"""The mail to a commander as a file (``.eml``), which a mail program opens as a draft.

mail_text(mail) -> str                                      its text
mail_file(mail, papers, date) -> bytes                      all of it, with papers as attachments
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from textwrap import fill

from campaign.exchange.letters import BEGIN, END, MARK
from campaign.words.mail import OrderMail

WIDTH = 72
DOMAIN = "campaign.invalid"
"""Domain in a Message-ID, which needs one. The program has none, and no mail can reach this domain."""


def mail_text(mail: OrderMail) -> str:
    """Return the mail's text in lines of at most 72 letters except the rows of the form, which a mail program must not
    break.
    """
    blocks = [
        [f"{MARK} {mail.title}: orders from turn {mail.turn} on", f"To {mail.commander}, {mail.period}"],
        list(mail.situation),
        [f"Hand in by {mail.due}."] if mail.due else [],
        ["What stands:", *(f"  {name}: {text}" for name, text in mail.standing)],
        _how_to_answer(mail),
    ]
    text = "\n\n".join("\n".join(map(_wrapped, block)) for block in blocks if block)
    rows = "\n".join(f"{name.replace(':', ' ')}: " for name in mail.rows)
    return f"{text}\n\n{BEGIN} of {mail.code}\n{rows}\n{END}\n"


def _how_to_answer(mail: OrderMail) -> list[str]:
    answer = (
        "Reply to this email without changing its subject. Write one order a line, above or behind the names below;"
        " commands you leave out keep their orders. For example:"
    )
    more = (
        "After a semicolon you may add aim, objective, limit, or from with the turn in which the order begins, as in"
        " '; from"
        f" {mail.turn}'. Or fill in the order form in the PDF and send it back."
    )
    return [answer, *(f'  "{example}"' for example in mail.examples), more]


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _wrapped(line: str) -> str:
    indent = " " * (len(line) - len(line.lstrip()))
    return fill(line, WIDTH, subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False)


def mail_file(mail: OrderMail, papers: Sequence[tuple[str, bytes]], date: datetime) -> bytes:
    """Return the mail with its papers, as a draft. Without a recorded address the umpire writes one in."""
    text = mail_text(mail)
    digest = sha256(b"\0".join((text.encode(), *(content for _, content in papers)))).hexdigest()
    root = f"<{mail.thread}.{mail.key}@{DOMAIN}>"
    message = EmailMessage(policy=SMTP)
    if mail.address:
        user, _, domain = mail.address.rpartition("@")
        message["To"] = Address(_on_one_line(mail.player or mail.commander), user, domain)
    if mail.sender:
        user, _, domain = mail.sender.rpartition("@")
        message["From"] = Address("", user, domain)
    message["Subject"] = _on_one_line(f"{mail.title}: orders from turn {mail.turn} [{mail.code}]")
    message["Date"] = format_datetime(date)
    message["Message-ID"] = f"<{digest[:24]}.{mail.thread}@{DOMAIN}>"
    message["In-Reply-To"] = message["References"] = root
    message["X-Unsent"] = "1"
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    for name, content in papers:
        message.add_attachment(content, maintype="application", subtype="pdf", filename=name)
    if papers:
        message.set_boundary(f"={digest[24:56]}=")
    return message.as_bytes()
