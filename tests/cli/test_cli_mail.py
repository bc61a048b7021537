"""``campaign mail``: a message to each player, and its answer taken as his orders."""

from __future__ import annotations

import io
import shutil
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import cast

import pytest
from pypdf import PdfReader, PdfWriter

from campaign.exchange.letters import BEGIN, END
from campaign.exchange.order_mail import mail_file
from campaign.journal import reading
from campaign.queries.orders.order_mail import mailed as mailed_to
from campaign.queries.orders.order_mail import order_mail
from campaign.situation.players import seats_of
from campaign.store import opened
from campaign.terms.viewer import UMPIRE
from campaign.values import replace
from tests.cli import capuzzo
from tests.cli.test_cli_order_files import entries, standing, words

ADDRESS = "ruth@example.org"


@pytest.fixture(scope="module")
def mailed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity before its first turn, Erskine played by Ruth, whose mail is written beside it."""
    db = tmp_path_factory.mktemp("mailed") / "campaign.db"
    capuzzo.ok(db, "new", "operation-brevity", "--seed", "7")
    capuzzo.ok(db, "commander", "erskine", "--played-by", "Ruth M\u00fcller")
    capuzzo.ok(db, "commander", "erskine", "--mail", ADDRESS)
    capuzzo.ok(db, "commander", "umpire", "--mail", "ann@example.org")
    told = capuzzo.ok(db, "mail", "erskine", "--out", str(db.parent))
    assert f"erskine-turn-1-1.eml {ADDRESS}" in words(told)
    return db


@pytest.fixture
def db(mailed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(mailed, tmp_path / "campaign.db"))


@pytest.fixture
def message(mailed: Path) -> EmailMessage:
    raw = (mailed.parent / "erskine-turn-1-1.eml").read_bytes()
    return cast(EmailMessage, message_from_bytes(raw, policy=policy.default))


def body_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def answer(db: Path, message: EmailMessage, text: str, *, sender: str = ADDRESS, subject: str = "") -> Path:
    """An answer in a file beside the campaign."""
    reply = EmailMessage()
    reply["From"], reply["To"] = f"Ruth <{sender}>", "ann@example.org"
    reply["Subject"] = subject or f"Re: {message['Subject']}"
    reply["Message-ID"] = "<a@example.org>"
    reply.set_content(text)
    path = db.parent / "answer.eml"
    path.write_bytes(reply.as_bytes())
    return path


def quoted(message: EmailMessage) -> str:
    rows = "".join(f"> {line}\n" for line in body_of(message).splitlines())
    return f"On Thu, 15 May 2025 at 18:00, Ann <ann@example.org> wrote:\n{rows}"


def test_the_mail_is_a_draft_to_its_player_with_his_form(message: EmailMessage) -> None:
    assert message["To"] == f"Ruth M\u00fcller <{ADDRESS}>" and message["From"] == "ann@example.org"
    assert message["X-Unsent"] == "1" and message["Date"] and message["Message-ID"] != message["In-Reply-To"]
    assert message["In-Reply-To"] == message["References"]
    assert "Operation Brevity: orders from turn 1.1 [erskine/1.1/" in message["Subject"]
    assert not message.defects
    body = body_of(message)
    form = body.partition(BEGIN)[2].partition(END)[0].splitlines()[1:]
    assert "2nd Bn Scots Guards:" in [row.strip() for row in form]
    assert all(len(line) <= 72 for line in body.partition(BEGIN)[0].splitlines())
    assert "2nd Bn Scots Guards marches to" in body, "an example with a unit of his own"
    (paper,) = message.iter_attachments()
    fields = PdfReader(io.BytesIO(paper.get_content())).get_fields() or {}
    assert str(fields["commander"].get("/V")) == "erskine" and "row_1_task" in fields


def test_an_answer_above_and_within_the_quoted_form_is_his_orders(db: Path, message: EmailMessage) -> None:
    text = quoted(message).replace("> 2nd Bn Scots Guards: \n", "> 2nd Bn Scots Guards: attack Halfaya Pass, top\n")
    path = answer(db, message, f"Hello Ann,\n\nDurham holds\n\nRuth M\u00fcller\n\n{text}")
    before = entries(db)
    told = words(capuzzo.ok(db, "orders", "--from", str(path)))
    assert "Brig I. D. Erskine: orders for day 1 are complete, 2 changed" in told
    assert "1st Bn Durham Light Infantry: hold" in told and "2nd Bn Scots Guards: attack Halfaya Pass, top" in told
    assert "on record" not in told and entries(db) == before + 1


@pytest.mark.parametrize(
    "quote", ["", "From: Ann\nSent: Thursday\nTo: Ruth\nSubject: Orders\n\n"], ids=["bare", "outlook"]
)
def test_what_the_mail_itself_says_is_no_order_however_it_is_sent_back(
    db: Path, message: EmailMessage, quote: str
) -> None:
    path = answer(db, message, f"Durham holds\n\n{quote}{body_of(message)}")
    assert "1 changed" in words(capuzzo.ok(db, "orders", "--from", str(path)))


def test_the_form_sent_back_filled_in_is_read(db: Path, message: EmailMessage) -> None:
    (paper,) = message.iter_attachments()
    writer = PdfWriter()
    writer.append(PdfReader(io.BytesIO(paper.get_content())))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, {"row_2_task": "hold"}, auto_regenerate=False)
    filled = io.BytesIO()
    writer.write(filled)
    reply = EmailMessage()
    reply["From"], reply["Subject"], reply["Message-ID"] = "x@example.org", "orders", "<b@example.org>"
    reply.set_content("Here you are.\n")
    reply.add_attachment(filled.getvalue(), maintype="application", subtype="octet-stream", filename="erskine.PDF")
    other = io.BytesIO()
    blank = PdfWriter()
    blank.add_blank_page(200, 200)
    blank.write(other)
    reply.add_attachment(other.getvalue(), maintype="application", subtype="pdf", filename="map.pdf")
    path = db.parent / "b.eml"
    path.write_bytes(reply.as_bytes())
    told = words(capuzzo.ok(db, "orders", "--from", str(path)))
    assert "line 1, 'Here you are.' is not an order, and was left out" in told
    assert "Brig I. D. Erskine: orders for day 1 are complete, 1 changed" in told
    assert "x@example.org, but the address of Brig I. D. Erskine is ruth@example.org: is it really his?" in told


def test_a_forged_code_another_campaigns_and_anothers_unit_are_refused(db: Path, message: EmailMessage) -> None:
    before = standing(db)
    code = str(message["Subject"]).rpartition("[")[2].rstrip("]")
    for subject in (code[:-1] + ("2" if code[-1] != "2" else "3"), code.replace("erskine", "garmoyle")):
        told = capuzzo.run(db, "orders", "--from", str(answer(db, message, "Durham holds\n", subject=f"Re: {subject}")))
        assert told.exit_code == 1 and "which is not a code of this campaign" in words(told.output)
    told = capuzzo.run(db, "orders", "--from", str(answer(db, message, "Coast column holds\n")))
    assert told.exit_code == 1 and "Brig I. D. Erskine cannot order Coast column" in words(told.output)
    assert standing(db) == before


def test_an_order_under_its_row_of_the_form_is_for_that_unit(db: Path, message: EmailMessage) -> None:
    text = quoted(message).replace("> 2nd Bn Scots Guards: \n", "> 2nd Bn Scots Guards: \nattack Halfaya Pass, top\n")
    told = words(capuzzo.ok(db, "orders", "--from", str(answer(db, message, text))))
    assert "2nd Bn Scots Guards: attack Halfaya Pass, top" in told and "1 changed" in told


@pytest.mark.sample(2)
@pytest.mark.parametrize("stage", ["start", "fight"])
def test_the_examples_of_every_mail_are_orders_that_can_be_given(tmp_path: Path, stage: str) -> None:
    db = tmp_path / "campaign.db"
    capuzzo.ok(db, "new", "operation-brevity", "--seed", "7") if stage == "start" else capuzzo.found(db)
    with opened(db, write=False) as store, reading(store) as board:
        mails = [order_mail(board, commander) for commander in mailed_to(board, UMPIRE, ())]
    assert len(mails) == 7
    for mail in mails:
        assert mail.examples and all(len(row) <= 54 for row in mail.rows)
        told = capuzzo.run(db, "orders", "--for", mail.key, "--from", "-", "--preview", typed="\n".join(mail.examples))
        assert told.exit_code == 0, told.output
        rows = "\n".join(f"{row}: hold" for row in mail.rows)
        told = capuzzo.run(db, "orders", "--for", mail.key, "--from", "-", "--preview", typed=rows)
        assert told.exit_code == 0 or "is engaged in battle" in words(told.output), told.output


def test_the_senders_address_is_looked_at_and_stands_for_a_code(db: Path, message: EmailMessage) -> None:
    told = words(capuzzo.ok(db, "orders", "--from", str(answer(db, message, "Durham holds\n", sender="y@z.org"))))
    assert "it comes from y@z.org, but the address of Brig I. D. Erskine is ruth@example.org: is it really his?" in told
    path = answer(db, message, "2 Scots Guards hold\n", subject="my orders")
    assert "Brig I. D. Erskine: orders for day 1 are complete, 1 changed" in words(
        capuzzo.ok(db, "orders", "--from", str(path))
    )


def test_an_answer_to_a_form_of_a_turn_that_has_passed_is_late(db: Path, message: EmailMessage) -> None:
    capuzzo.ok(db, "next")
    capuzzo.ok(db, "next")
    path = answer(db, message, "Durham holds\n")
    told = capuzzo.run(db, "orders", "--from", str(path))
    assert told.exit_code == 1
    assert "is late: it answers the order form of turn 1.1, but orders given now begin with turn 1.2" in words(
        told.output
    )
    assert "1 changed" in words(capuzzo.ok(db, "orders", "--from", str(path), "--late"))


def test_an_address_is_kept_for_the_player_and_taken_off(db: Path) -> None:
    capuzzo.ok(db, "commander", "garmoyle", "--played-by", "Ruth M\u00fcller")
    told = words(capuzzo.ok(db, "mail", "garmoyle", "--out", str(db.parent)))
    assert f"garmoyle-turn-1-1.eml {ADDRESS}" in told, "it is the player's"
    for wrong in ("ruth", "a@b", "a b@c.org", "a@b.org,c@d.org", "<x@y.org>", "ruth@b\u00fcro.de"):
        assert "is not an email address" in words(capuzzo.run(db, "commander", "erskine", "--mail", wrong).output)
    capuzzo.ok(db, "commander", "erskine", "--mail", "nobody")
    told = words(capuzzo.ok(db, "mail", "erskine", "--out", str(db.parent)))
    assert "(no address)" in told and "campaign commander erskine --mail ADDRESS" in told


def test_no_line_can_be_put_into_the_head_of_a_mail(db: Path) -> None:
    capuzzo.ok(db, "commander", "erskine", "--played-by", "Ruth\nBcc: all@example.org")
    capuzzo.ok(db, "commander", "erskine", "--mail", ADDRESS)
    with opened(db, write=False) as store, reading(store) as board:
        (commander,) = mailed_to(board, UMPIRE, ["erskine"])
        assert seats_of(board).player(commander) == "Ruth Bcc: all@example.org"
        mail = replace(order_mail(board, commander), player="Ruth\nBcc: x@y.org", title="A title\nof two lines")
    message = message_from_bytes(mail_file(mail, [], datetime(2026, 11, 23)), policy=policy.default)
    assert message["Bcc"] is None and message["To"].addresses[0].addr_spec == ADDRESS
    assert message["Subject"].startswith("A title of two lines: orders from turn 1.1 [erskine/")


def test_the_deadline_is_in_the_mail_if_there_is_one(db: Path, message: EmailMessage) -> None:
    assert "Hand in by" not in body_of(message)
    capuzzo.ok(db, "deadline", "Thursday 20:00", "--zone", "UTC")
    capuzzo.ok(db, "mail", "erskine", "--out", str(db.parent))
    raw = (db.parent / "erskine-turn-1-1.eml").read_bytes()
    body = words(body_of(cast(EmailMessage, message_from_bytes(raw, policy=policy.default))))
    assert "Hand in by Thursday" in body and "; then" in body


def test_mail_is_the_umpires(db: Path) -> None:
    told = capuzzo.run(db, "mail", "--viewer", "erskine")
    assert told.exit_code == 1 and "is for the umpire" in words(told.output)
    told = capuzzo.run(db, "commander", "erskine", "--mail", ADDRESS, "--viewer", "erskine")
    assert told.exit_code == 1


def test_several_answers_are_one_entry_or_none(db: Path, message: EmailMessage) -> None:
    first = answer(db, message, "Durham holds\n").rename(db.parent / "erskine.eml")
    second = db.parent / "garmoyle.txt"
    second.write_text("8 Field Regiment holds\nCoast column march Nowhere\n")
    before, count = standing(db), entries(db)
    with opened(db, write=False) as store, reading(store) as board:
        (mail,) = (order_mail(board, c) for c in mailed_to(board, UMPIRE, ["garmoyle"]))
    second.write_text(f"Subject: Re: [{mail.code}]\n\n{second.read_text()}")
    told = words(capuzzo.run(db, "orders", "--from", str(first), str(second)).output)
    assert f"{second}: line 4, 'Coast column march Nowhere': there is no place called 'Nowhere'" in told
    assert standing(db) == before and entries(db) == count
    second.write_text(second.read_text().replace("Nowhere", "Sollum (lower town)"))
    told = words(capuzzo.ok(db, "orders", "--from", str(first), str(second)))
    assert "Brig I. D. Erskine: orders for day 1 are complete, 1 changed; Lt-Col Viscount Garmoyle" in told
    assert entries(db) == count + 1
