"""A form whose answer is in no journal entry counts once, too: sent again, sent twice at once, and after a restart."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select, update

from campaign.journal import desk_notes, seats
from campaign.journal.seats import Seat
from campaign.model import HandedIn
from campaign.terms.seats import MarkKind, Role
from campaign.web.marks import packet_of
from campaign.web.player_rights import rights_of
from tests.web.visitors import HERE, Hall, Visitor, forms_of, hall_on, no_room_for_notes

INVITE = {"act": "invite", "commander": "erskine"}


def _fields(visitor: Visitor, address: str, words: str, **changes: object) -> dict[str, object]:
    """What a browser sends when a button of a page is pressed."""
    forms = forms_of(visitor.get(address).text)
    form = next(form for form in forms if any(words in button[2] for button in form.buttons))
    name, value, _ = next(button for button in form.buttons if words in button[2])
    return {**dict(form.fields), **changes, **({name: value} if name else {})}


def _links(hall: Hall) -> list[str]:
    return [i.id for i in seats.invitations(hall.desk.reader, hall.desk.campaign) if i.seat.commanders == ("erskine",)]


def _shown_link(page: httpx.Response) -> str:
    match = re.search(r'id="shown-link">http://[^/]+(/in/[\w-]+)<', page.text)
    assert match, "no link is shown"
    return match[1]


def test_an_invitation_sent_again_shows_the_same_link(hall: Hall) -> None:
    umpire = hall.umpire()
    fields = _fields(umpire, "/players", "Invite", **INVITE)
    first, again = umpire.post("/players", fields), umpire.post("/players", {**fields, "waited": "20"})
    assert _shown_link(first) == _shown_link(again)
    assert "Made a link for" in again.text
    assert hall.visitor().get(_shown_link(first)).status_code == 200
    other = umpire.post("/players", {**fields, "commander": "gott"})
    assert "Made a link for" in other.text
    assert _shown_link(other) != _shown_link(first)


def test_an_invitation_sent_twice_at_once_makes_one_link(hall: Hall) -> None:
    umpire = hall.umpire()
    fields = _fields(umpire, "/players", "Invite", **INVITE)

    async def both() -> list[httpx.Response]:
        calls = (umpire.client.post("/players", data=fields, headers={"origin": HERE}) for _ in range(3))
        return list(await asyncio.gather(*calls))

    answers = hall.run(both())
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert len(seats.invitations(hall.desk.reader, hall.desk.campaign, also_ended=True)) == 2  # the umpire's, and his
    assert hall.desk.forms_at_work._turns == {}


def test_an_invitation_sent_again_after_a_restart_makes_no_second_link(campaign_file: Path) -> None:
    with hall_on(campaign_file) as hall:
        umpire = hall.umpire()
        fields, cookies = _fields(umpire, "/players", "Invite", **INVITE), dict(umpire.client.cookies)
        umpire.post("/players", fields)
        (link,) = _links(hall)
    with hall_on(campaign_file) as hall:
        umpire = hall.visitor("umpire")
        umpire.client.cookies.update(cookies)
        again = umpire.post("/players", fields)
        assert again.status_code == 200
        assert "Made a link for" in again.text
        assert _links(hall) == [link]


def test_old_answers_are_thrown_away_and_those_of_entries_stay(hall: Hall) -> None:
    umpire = hall.umpire()
    umpire.press("/players?of=erskine", "Name the player", player="Ann")
    umpire.press("/players", "Invite", **INVITE)
    table, long_ago = HandedIn.__table__, (datetime.now(UTC) - timedelta(days=20)).isoformat(timespec="seconds")
    with hall.desk.store.engine.connect() as connection, connection.begin():
        assert connection.scalar(select(func.count()).select_from(table)) == 2
        connection.execute(update(table).values(at=long_ago))
    umpire.press("/players", "Invite", act="invite", commander="gott")
    with hall.desk.reader.engine.connect() as connection:
        keys = connection.scalars(select(table.c.key).where(table.c.at == long_ago)).all()
    assert len(keys) == 1
    assert not keys[0].startswith("note ")


def test_a_password_leaves_nothing_but_its_hash(hall: Hall) -> None:
    umpire = hall.umpire()
    done = umpire.press("/players", "Set the password", password="a long password", again="a long password")
    assert "Set the umpire" in done.text
    with hall.desk.reader.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(HandedIn.__table__)) == 0


@pytest.mark.long
def test_a_mark_on_papers_says_what_is_wanted(hall: Hall) -> None:
    umpire = hall.umpire()
    forms = [_fields(umpire, "/battles/1", "Mark as handed out") for _ in range(2)]
    for fields in forms:
        assert "are marked as handed out" in umpire.post("/battles/1", fields).text
    kinds = [m.kind for m in desk_notes.marks(hall.desk.reader, hall.desk.campaign, subject=packet_of(1))]
    assert kinds == [MarkKind.HANDED_OUT]
    umpire.press("/battles/1", "Mark as not handed out")
    assert desk_notes.marks(hall.desk.reader, hall.desk.campaign, subject=packet_of(1)) == ()


def test_the_umpires_undo_needs_its_mark(hall: Hall) -> None:
    umpire = hall.umpire()
    umpire.press("/players?of=erskine", "Name the player", player="Ann")
    fields = _fields(umpire, "/log", "Undo")
    del fields["mark"]
    refused = umpire.post("/undo", fields)
    assert refused.status_code == 422
    assert "The form has no field mark" in refused.text


# links


def test_what_cannot_be_noted_is_not_done(hall: Hall) -> None:
    """A desk that falls between an act and its note would do it a second time when the form is sent again."""
    umpire, erskine = hall.umpire(), hall.commander("erskine", side="allied")
    links = _links(hall)
    unit = "/orders/erskine/3_coldstream_guards"
    forms = [
        (umpire, "/players", _fields(umpire, "/players", "Invite", **INVITE, links=" ".join(links))),
        (umpire, "/players", _fields(umpire, "/players", "Change the rights", act="rights", right=[])),
        (umpire, "/battles/1", _fields(umpire, "/battles/1", "Mark as handed out")),
        (erskine, unit, _fields(erskine, unit, "Add to my order form", kind="hold", aim="mine")),
    ]
    with no_room_for_notes(hall):
        for visitor, address, fields in forms:
            assert visitor.post(address, fields).status_code >= 422, fields
    assert _links(hall) == links
    assert desk_notes.marks(hall.desk.reader, hall.desk.campaign) == ()
    assert desk_notes.drafts(hall.desk.reader, hall.desk.campaign) == ()
    assert all(has for _, has in rights_of(hall.desk))
    for visitor, address, fields in reversed(forms):  # the link that is made ends his window
        assert visitor.post(address, fields).status_code == 200, fields
    assert erskine.get("/orders").status_code == 403
    assert len(_links(hall)) == 1
    assert len(desk_notes.drafts(hall.desk.reader, hall.desk.campaign)) == 1


def test_two_umpires_who_invite_at_once_leave_one_link(hall: Hall) -> None:
    umpires = hall.umpire(), hall.umpire()
    posts = [(umpire, _fields(umpire, "/players", "Invite", **INVITE)) for umpire in umpires]

    async def both() -> list[httpx.Response]:
        calls = (u.client.post("/players", data=fields, headers={"origin": HERE}) for u, fields in posts)
        return list(await asyncio.gather(*calls))

    assert {answer.status_code for answer in hall.run(both())} == {303}
    assert len(_links(hall)) == 1


def test_a_window_whose_link_ends_is_told_at_once(hall: Hall) -> None:
    token, _ = hall.desk.people.invite(Seat(Role.COMMANDER, "allied", ("erskine",)))
    window, umpire = hall._come(token, "phone"), hall.umpire()
    window.get("/orders/erskine")

    async def listen() -> str:
        stream = asyncio.create_task(window.client.get("/events?at=/orders/erskine"))
        while not hall.desk.people._tells:
            await asyncio.sleep(0.01)
        return (await asyncio.wait_for(stream, 30)).text

    heard = asyncio.run_coroutine_threadsafe(listen(), hall._loop)
    umpire.press("/players", "Invite", **INVITE, links=" ".join(_links(hall)))
    assert "data: page" in heard.result(30)
    told = window.get("/orders/erskine")
    assert told.status_code == 403
    assert "This window&#39;s link has ended" in told.text
    assert "link has ended" not in hall.visitor().get("/orders/erskine").text
