"""Make the campaign book one web page: whole, closed in itself, true to the database, and harmless."""

from __future__ import annotations

import re
import shutil
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from defusedxml.ElementTree import fromstring
from PIL import Image
from sqlalchemy import event

from campaign.cli.contents import campaign
from campaign.journal.asof import as_of, when
from campaign.journal.transaction import reading
from campaign.model import Battalion, Battle, BattleUnit, Place, Side
from campaign.queries.book.book import book
from campaign.queries.book.book_map import book_map
from campaign.queries.book.photos import photos
from campaign.queries.map.map import situation_map
from campaign.store import Store, opened
from campaign.terms.state import BattleState
from campaign.terms.time import Moment
from campaign.terms.viewer import UMPIRE
from campaign.values import fields, is_dataclass, replace
from campaign.views.book.campaign_book import Book, Photo
from campaign.words.papers import Fact
from campaign_reports.web_book import render_web_book
from campaign_reports.web_signs import _in_steps
from campaign_reports.web_tags import Html, joined, tag
from tests.web.browser import chromium

EVIL = '<script>alert("x")</script>&"\'</svg></style>'


def typed(*words: str) -> Result:
    return CliRunner(env={"CAMPAIGN_AS": "umpire"}).invoke(campaign, list(words))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity after its first day and two turns, with a photo whose caption would like to be a script."""
    folder = tmp_path_factory.mktemp("web")
    db = str(folder / "front.db")
    Image.new("RGB", (64, 48), "tan").save(folder / "table.jpg")
    assert typed("new", "operation-brevity", "--seed", "7", "--db", db).exit_code == 0
    for until in ("day", "turn", "turn"):
        assert typed("next", "--auto", "--until", until, "--db", db).exit_code == 0
    caption = ("--caption", EVIL, "--by", "Ann")
    assert typed("battle", "photo", "1", str(folder / "table.jpg"), *caption, "--db", db).exit_code == 0
    return folder / "front.db"


@pytest.fixture(scope="module")
def page(played: Path) -> str:
    """The umpire's page."""
    out = played.with_name("book.html")
    ended = typed("print", "book", "--web", "--out", str(out), "--db", str(played))
    assert (ended.exit_code, ended.stdout) == (0, f"{out}\n"), ended.stderr
    return out.read_text(encoding="utf-8")


class Parsed(HTMLParser):
    """A page as its marks: every open mark must be closed in turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.marks: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        self.marks.append((name, dict(attrs)))
        if name not in ("meta", "img", "input", "br"):
            self.open.append(name)

    def handle_startendtag(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        self.marks.append((name, dict(attrs)))

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, text: str) -> None:
        self.texts.append(text)

    def of(self, cls: str) -> list[dict[str, str | None]]:
        return [said for _, said in self.marks if cls in (said.get("class") or "").split()]


@cache
def parsed(text: str) -> Parsed:
    return Parsed(text)


def the_map(text: str) -> Any:
    start = text.index('<svg id="map"')
    return fromstring(text[start : text.index("</svg>", start) + len("</svg>")])


# one file ------------------------------------------------------------------------------------------------------------
@pytest.mark.long
def test_it_is_one_file_that_asks_for_nothing(page: str) -> None:
    marks = parsed(page).marks
    for name, said in marks:
        for key in ("src", "href", "action", "data", "poster", "srcset"):
            assert (said.get(key) or "#").startswith(("#", "data:image/")), (name, said)
        assert not any(key.startswith("on") for key in said), said
    without_data = re.sub(r"base64,[\w+/=]*", "", page)
    assert not re.search(r"https?:|//\w+\.\w|@import|url\((?!#|data:font/woff2;\))", without_data)
    assert re.findall(r"url\((data:font/woff2;)\)", without_data) == ["data:font/woff2;"] * 3
    assert Counter(name for name, _ in marks)["script"] == 1


def test_only_its_own_script_may_run(page: str) -> None:
    policy = next(said["content"] for name, said in parsed(page).marks if said.get("http-equiv"))
    script = page[page.index("<script>") + len("<script>") : page.index("</script>")]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    )


def test_ids_are_there_once_and_links_lead_somewhere(page: str) -> None:
    marks = parsed(page).marks
    ids = Counter(said["id"] for _, said in marks if "id" in said)
    assert [name for name, count in ids.items() if count > 1] == []
    hrefs = {str(said["href"]) for _, said in marks if "href" in said}
    assert hrefs <= {f"#{name}" for name in ids}
    for cut in re.findall(r"url\(#(\w+)\)", page):
        assert cut in ids


@pytest.mark.long
def test_it_opens_at_the_first_turn_in_its_own_typeface_and_the_arrow_keys_step_on(played: Path, page: str) -> None:
    with chromium() as browser:
        book = browser.new_page()
        faults: list[str] = []
        book.on("console", lambda message: faults.append(message.text))
        book.goto(played.with_name("book.html").as_uri())
        turns = book.locator(".turn h3").all_text_contents()
        seen = [book.locator("#now").text_content()]
        for key in ("ArrowRight", "End", "Home"):
            book.keyboard.press(key)
            seen.append(book.locator("#now").text_content())
        assert seen == [turns[0], turns[1], turns[-1], turns[0]] and len(turns) > 3
        cuts = "document.fonts.ready.then(fonts => [...fonts].filter(font => font.status === 'loaded').map(font => font.family))"
        assert book.evaluate(cuts).count("Book") >= 2, "the policy lets them through"
        assert faults == []


@pytest.mark.long
def test_the_same_campaign_gives_the_same_page_and_without_a_name_it_has_one(
    played: Path, page: str, tmp_path: Path
) -> None:
    ended = typed("print", "book", "--web", "--out", str(tmp_path / "pages"), "--db", str(played))
    again = tmp_path / "pages" / "umpire-campaign-book-day-2-turn-3.html"
    assert (ended.exit_code, ended.stdout) == (0, f"{again}\n")
    assert again.read_text(encoding="utf-8") == page


# what it says --------------------------------------------------------------------------------------------------------
def test_every_turn_has_a_frame_and_a_digest(played: Path, page: str) -> None:
    with opened(str(played), write=False) as store, reading(store) as board:
        now = board.moment
    assert now == Moment(2, 3)
    keys = ["1-0", *(f"{m.day}-{m.turn}" for m in map(Moment.at, range(Moment(1).index, now.index + 1)))]
    frames = [group for group in the_map(page).iter("g") if "frame" in (group.get("class") or "").split()]
    assert [frame.get("id") for frame in frames] == [f"map-{key}" for key in keys]
    assert [frame.get("class") for frame in frames] == ["frame"] * (len(keys) - 1) + ["frame shown"]
    turns = parsed(page).of("turn")
    assert [said["id"] for said in turns] == [f"turn-{key}" for key in keys]
    slider = next(said for _, said in parsed(page).marks if said.get("id") == "slider")
    assert (slider["max"], slider["value"]) == (str(len(keys) - 1), str(len(keys) - 1))


def test_the_last_frame_is_the_database(played: Path, page: str) -> None:
    with opened(str(played), write=False) as store, reading(store) as board:
        places, sides = board.rows(Place), sorted(board.rows(Side), key=lambda side: side.position)
        on_map = [b for b in board.rows(Battalion) if b.on_map and b.carried_by == ""]
        owners = Counter(place.owner_id for place in places)
    drawing = the_map(page)
    ground = next(g for g in drawing.iter("g") if g.get("class") == "ground")
    shown = next(g for g in drawing.iter("g") if g.get("class") == "frame shown")
    uses = [use.get("href", "") for part in (ground, shown) for use in part.iter("use")]
    marks = Counter(href.removesuffix("-aim") for href in uses if href.startswith("#p-") and href != "#p-battle")
    assert marks["#p-own"] == owners[sides[0].id]
    assert marks["#p-enemy"] == owners[sides[1].id]
    assert marks["#p-open"] == owners[None]
    assert sum(marks.values()) == len(places)
    assert sum(g.get("class") == "unit" for g in shown.iter("g")) == len(on_map)


@pytest.mark.parametrize("moment", ["1.2", "1.3", "1", "@2"])
def test_as_of_a_past_moment_the_last_frame_is_that_moment(played: Path, moment: str) -> None:
    with opened(str(played), write=False) as store, reading(store) as board, as_of(board, when(moment, board)) as past:
        frame = book_map(past.board, UMPIRE).frames[-1]
        assert (frame.day, frame.turn) == (past.board.moment.day, past.board.moment.turn)
        assert frame.situation == situation_map(past.board, UMPIRE)


def test_battles_stand_in_their_turn_with_all_who_fought(played: Path, page: str) -> None:
    with opened(str(played), write=False) as store, reading(store) as board:
        fought = [battle for battle in board.rows(Battle) if battle.state is not BattleState.CANCELLED]
        units = board.rows(BattleUnit)
    assert fought
    drawing = the_map(page)
    for battle in fought:
        frame = next(g for g in drawing.iter("g") if g.get("id") == f"map-{battle.day}-{battle.turn}")
        assert f"#battle-{battle.number}" in {link.get("href") for link in frame.iter("a")}
        told = page[page.index(f'id="battle-{battle.number}"') :]
        told = told[: told.index("</article>")]
        assert told.count("<tr><td") == sum(unit.battle_id == battle.id for unit in units)
        assert battle.name in told


def test_every_battalion_has_its_diary(played: Path, page: str) -> None:
    with opened(str(played), write=False) as store, reading(store) as board:
        view = book(board, UMPIRE)
    units = [unit for formation in view.formations for unit in formation.units]
    assert len(parsed(page).of("unit")) >= len(units)
    text = "".join(parsed(page).texts)
    for unit in units:
        for line in unit.lines:
            assert line.text in text
    for day in view.days:
        assert day.date in text


def test_the_photo_is_in_the_file(played: Path, page: str) -> None:
    with opened(str(played), write=False) as store, reading(store) as board:
        (photo,) = photos(board, UMPIRE)[1]
    image = next(said for name, said in parsed(page).marks if name == "img")
    kind, _, content = str(image["src"]).partition(";base64,")
    assert (kind, b64decode(content)) == ("data:image/jpeg", photo.data)
    assert (image["alt"], image["width"], image["height"]) == (EVIL, "64", "48")
    assert EVIL in "".join(parsed(page).texts)


# nothing in a campaign can run ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def evil(played: Path) -> tuple[Book, str]:
    """A book in which every text would like to be a script, and its page."""
    with opened(str(played), write=False) as store, reading(store) as board:
        view, turns = book(board, UMPIRE), book_map(board, UMPIRE)
    battle = replace(view.battles[0], words=(Fact(EVIL, EVIL),), photos=(Photo(EVIL, EVIL, "image/png", b"x"),))
    bad: Any = _poisoned(replace(view, battles=(battle, *view.battles[1:])))
    return view, render_web_book(bad, _poisoned(turns))


def _poisoned(value: Any) -> Any:
    """The same view with something evil after each of its names and sentences."""
    if isinstance(value, tuple):
        return tuple(map(_poisoned, value))
    if is_dataclass(value):
        names = (
            "name",
            "text",
            "label",
            "led_by",
            "title",
            "operation",
            "place",
            "story",
            "course",
            "position",
            "note",
        )
        changed = {
            name: (f"{part}{EVIL}" if isinstance(part, str) and name in names else _poisoned(part))
            for name in (each.name for each in fields(value))
            for part in [getattr(value, name)]
        }
        return replace(value, **changed)
    return value


def test_no_text_becomes_a_mark(evil: tuple[Book, str]) -> None:
    _, page = evil
    marks = Parsed(page).marks
    assert Counter(name for name, _ in marks)["script"] == 1
    assert "<script>alert" not in page
    assert page.count("</style>") == 1
    fromstring(page[page.index('<svg id="map"') : page.index("</svg>", page.index('<svg id="map"')) + 6])


def test_a_tag_escapes_what_is_text() -> None:
    assert tag("p", EVIL, title=EVIL, cls="a", hidden=True, lang=None) == (
        '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&quot;&#x27;&lt;/svg&gt;&lt;/style&gt;" class="a" hidden>'
        "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&quot;&#x27;&lt;/svg&gt;&lt;/style&gt;</p>"
    )
    assert joined("a<b", Html("<i>"), [Html("<b>")]) == "a&lt;b<i><b>"
    assert tag("use", href="#a") == '<use href="#a"/>'


@pytest.mark.parametrize(
    ("drawn", "steps"),
    [
        ('path d="M1.04 2L1.44 1.5L2 2z"', 'path d="M1 2l.4-.5l.6 .5z"'),
        ('path d="M10 10L9.5 10.55M0 0L-1 1"', 'path d="M10 10l-.5 .6M0 0l-1 1"'),
        ('path d="M1.04 2A3 3 0 0 1 5 5"', 'path d="M1.04 2A3 3 0 0 1 5 5"'),
    ],
)
def test_a_path_in_steps_is_the_same_path(drawn: str, steps: str) -> None:
    assert _in_steps(drawn) == steps


# readers -------------------------------------------------------------------------------------------------------------
def test_a_players_page_has_his_own_side_only_and_no_photo(played: Path, tmp_path: Path) -> None:
    out = tmp_path / "axis.html"
    ended = typed("print", "book", "--web", "--viewer", "axis", "--out", str(out), "--db", str(played))
    assert ended.exit_code == 0, ended.stderr
    text = out.read_text(encoding="utf-8")
    assert "<img" not in text
    with opened(str(played), write=False) as store, reading(store) as board:
        axis = next(side for side in board.rows(Side) if side.key == "axis")
        secret = [b.name for b in board.rows(Battalion) if b.side_id != axis.id]
    ids = [said["id"] for said in Parsed(text).of("unit") if "id" in said]
    assert ids
    histories = text[text.index('<section id="units">') :]
    assert [name for name in secret if f"> {name} <" in histories] == []
    same = typed("print", "book", "--web", "--side", "axis", "--out", str(tmp_path / "side.html"), "--db", str(played))
    assert same.exit_code == 0
    frames = [the_map(path.read_text(encoding="utf-8")) for path in (out, tmp_path / "side.html")]
    assert len(list(frames[0].iter("title"))) == len(list(frames[1].iter("title")))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("print", "book", "--web", "--booklet"), 2, "a web page cannot be a booklet. Leave out --booklet or --web"),
        (("print", "roster", "--web"), 2, "roster cannot be a web page. Leave --web out, or print the paper book"),
        (("print", "book", "--web", "--out", "x.pdf"), 2, "'x.pdf' does not end in .html"),
        (
            ("print", "book", "--web", "--viewer", "axis", "--dice"),
            1,
            "--dice is only for the umpire's book, because it shows where both",
        ),
        (("print", "book", "--web", "--viewer", "axis", "--side", "allied"), 1, "the Axis side cannot see the Allied"),
    ],
)
def test_what_is_refused_writes_nothing(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = typed(*words, "--db", str(played))
    assert ended.exit_code == code, ended.stdout
    assert said.casefold() in ended.stderr.casefold()
    assert list(tmp_path.iterdir()) == []


# cost ----------------------------------------------------------------------------------------------------------------
def _statements(store: Store) -> Iterator[str]:
    heard: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda c, cursor, words, *_: heard.append(words))
    with reading(store) as board:
        frames = len(book_map(board, UMPIRE).frames)
    return iter([str(frames), *heard])


def test_statements_do_not_grow_with_turns(played: Path, tmp_path: Path) -> None:
    longer = tmp_path / "longer.db"
    shutil.copy(played, longer)
    assert typed("next", "--auto", "--until", "turn", "--db", str(longer)).exit_code == 0
    counted = []
    for path in (played, longer):
        with opened(str(path), write=False) as store:
            frames, *heard = _statements(store)
            counted.append((int(frames), len(heard)))
    assert counted[1][0] == counted[0][0] + 1
    assert counted[1][1] <= counted[0][1]
