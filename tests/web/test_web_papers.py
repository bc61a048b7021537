"""Papers on the desk: every kind for the umpire, his own for a player and no other reader's, marks beside the journal."""

from __future__ import annotations

import re
from io import BytesIO

import pytest

from campaign.journal.desk_notes import marks
from campaign.queries.campaign.paper_list import KINDS
from campaign.terms.seats import MarkKind
from tests.web.visitors import Hall, Visitor

ERSKINE = "erskine"


def pdf(visitor: Visitor, address: str) -> bytes:
    answer = visitor.get(address)
    assert answer.status_code == 200, (address, answer.text[-500:])
    assert answer.headers["content-type"] == "application/pdf", address
    assert answer.headers["content-disposition"].startswith("inline; filename*=UTF-8''")
    assert answer.content.startswith(b"%PDF-")
    return answer.content


def words_of(content: bytes) -> str:
    """The text of a PDF."""
    pypdf = pytest.importorskip("pypdf")
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(content)).pages)


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("report", "all", "air-tasking")])
def test_every_kind_of_paper_is_a_pdf(reading_room: Hall, kind: str) -> None:
    pdf(reading_room.umpire(), f"/papers/print?kind={kind}")


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_every_link_of_the_page_opens_a_paper(reading_room: Hall, every: int) -> None:
    """For the umpire, and for a commander. ``every``: of the links each so many, as each kind of paper is asked for
    elsewhere.
    """
    for visitor in (reading_room.umpire(), reading_room.commander(ERSKINE, side="allied")):
        page = visitor.get("/papers?battle=1")
        assert page.status_code == 200
        links = {link.replace("&amp;", "&") for link in re.findall(r'href="(/papers/[^"]+)"', page.text)}
        assert len(links) > 5
        for link in sorted(links)[::every]:
            answer = visitor.get(link)
            assert answer.status_code == 200, (link, answer.text[-400:])
            assert "content-disposition" in answer.headers, link


def test_the_page_and_its_papers_begin_with_the_paper_of_who_opened_the_desk(
    reading_room: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    umpire = reading_room.umpire()
    address = "/papers/print?kind=roster&side=allied"
    a4, letter = pdf(umpire, address), pdf(umpire, f"{address}&paper=letter")
    assert chosen_size(umpire.get("/papers?large=1").text) == "a4"
    monkeypatch.setattr(reading_room.desk, "paper", "letter")
    assert chosen_size(umpire.get("/papers?large=&booklet=").text) == "letter"
    assert pdf(umpire, address) == letter != a4 == pdf(umpire, f"{address}&paper=a4")


def chosen_size(page: str) -> str:
    """The size of the sheets that is chosen on the page."""
    found = re.search(r'name="paper" value="(\w+)"[^>]* checked', page)
    assert found is not None
    return found[1]


@pytest.mark.long
def test_a_size_large_print_and_a_booklet(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    plain = pdf(umpire, "/papers/print?kind=packet&which=1&side=allied")
    assert plain == pdf(umpire, "/papers/print?kind=packet&which=1&side=allied")
    others = {
        pdf(umpire, f"/papers/print?kind=packet&which=1&side=allied&{look}") for look in ("paper=letter", "large=1")
    }
    assert len({plain, *others}) == 3
    assert pdf(umpire, "/papers/print?kind=roster&side=allied&booklet=1") != pdf(
        umpire, "/papers/print?kind=roster&side=allied"
    )


def test_a_player_gets_his_own_papers(reading_room: Hall) -> None:
    player = reading_room.commander(ERSKINE, side="allied")
    page = player.get("/papers")
    assert "Axis" not in page.text.partition("<main")[2]
    text = words_of(pdf(player, "/papers/print?kind=packet&which=1"))
    assert "Scots Guards" in text
    assert "Bersaglieri" not in text
    assert "Erskine" in words_of(pdf(player, "/papers/print?kind=all&for=erskine"))


def test_another_readers_paper_is_not_found_like_one_that_is_none(reading_room: Hall) -> None:
    player = reading_room.commander(ERSKINE, side="allied")
    nothing = player.get("/papers/print?kind=packet&which=77")
    assert nothing.status_code == 404
    for address in (
        "/papers/print?kind=packet&which=1&side=axis",
        "/papers/print?kind=packet&which=1&file=umpire",
        "/papers/print?kind=all&for=herff",
        "/papers/print?kind=all&for=garmoyle",
        "/papers/print?kind=all&for=nobody",
        "/papers/print?kind=roster&side=axis",
        "/papers/print?kind=map&side=axis",
        "/papers/print?kind=book&side=axis",
        "/papers/print?kind=book&side=axis&web=1",
        "/papers/print?kind=diary&unit=krad_15",
        "/papers/print?kind=report",
        "/papers/print?kind=nonsense",
        "/papers/labels?battle=1&side=axis",
        "/papers/labels?battle=77",
        "/papers/return?battle=1&side=axis",
        "/papers/return?battle=77&side=allied",
        "/papers/mail/garmoyle",
    ):
        answer = player.get(address)
        assert (answer.status_code, answer.content) == (404, nothing.content), address


@pytest.mark.long
def test_papers_are_marked_beside_the_journal(hall: Hall) -> None:
    umpire = hall.umpire()
    answer = umpire.press("/papers?battle=1", "Print all papers of battle 1")
    assert answer.headers["content-type"] == "application/pdf"
    assert "battle-1" in answer.headers["content-disposition"]
    (mark,) = marks(hall.desk.reader, hall.desk.campaign)
    assert (mark.subject, mark.kind) == ("battle 1", MarkKind.PRINTED)
    assert "Printed by" in umpire.get("/papers?battle=1").text
    umpire.press("/papers?battle=1", "Mark as handed out")
    assert {mark.kind for mark in marks(hall.desk.reader, hall.desk.campaign)} == set(MarkKind)
    assert "2 Print the papers printed" in _words(umpire.get("/battles/1").text)
    player = hall.commander(ERSKINE, side="allied")
    assert player.post("/papers", {"battle": "1", "do": "print"}).status_code == 404
    assert "Printed by" not in player.get("/papers?battle=1").text


def _words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_book_as_a_web_page_is_saved(reading_room: Hall) -> None:
    answer = reading_room.umpire().get("/papers/print?kind=book&web=1")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment; filename*=UTF-8''umpire-campaign-book")
    assert b"<svg" in answer.content


@pytest.mark.long
def test_a_mail_is_a_draft_with_the_commanders_papers(reading_room: Hall) -> None:
    answer = reading_room.umpire().get("/papers/mail/erskine")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    assert b"erskine" in answer.content
    assert b"application/pdf" in answer.content


def test_wrong_wishes_are_refused_in_plain_words(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    for address, said in (
        ("/papers/labels?base=9x9", "is not a base size"),
        ("/papers/print?kind=diary&day=soon", "is not a day"),
        ("/papers/print?kind=report", "the program has fought no battle yet"),
    ):
        answer = umpire.get(address)
        assert answer.status_code == 422, address
        assert said in answer.text
