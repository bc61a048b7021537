"""The static site: a desk as files without scripts, every link followed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from campaign import clock
from tests.docs import site
from tests.docs.built import Page, dead_links, pages_in
from tests.docs.evening import EVENING
from tests.docs.still import NOT_HERE, StillDesk, addresses_in, file_of

HEAD = '<!doctype html><html><head><meta name="desk" content="TOKEN"><link rel="stylesheet" href="/static/ab12/desk.css"><script src="/static/ab12/desk.js" defer></script></head><body data-role="x">'


@dataclass
class Told:
    """An answer of a desk."""

    text: str
    status_code: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "text/html; charset=utf-8"})

    @property
    def content(self) -> bytes:
        return self.text.encode()


def test_the_demo_is_played_on_the_evening_that_does_not_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a second run writes the same pages."""

    class Begun(Exception):
        pass

    def found(_: Path) -> Path:
        raise Begun(clock.now())

    monkeypatch.setattr(site, "found_at_first_battle", found)
    with pytest.raises(Begun) as begun:
        site.demo(tmp_path / "demo")
    assert begun.value.args == (EVENING,)


def still(**pages: str) -> tuple[StillDesk, dict[str, str]]:
    """A desk of invented pages, by address (``units__7`` is /units/7), made still."""
    answers = {f"/{name.replace('__', '/')}": Told(HEAD + text) for name, text in pages.items()}
    answers["/map/part?wide=10&high=20"] = Told('<svg viewBox="0 0 1 1"><a href="/units/7"><path d="M0 0"/></a></svg>')
    answers["/static/ab12/desk.css"] = Told(
        "@font-face{src:url(/static/cd34/one.woff2)}", headers={"content-type": "text/css"}
    )
    answers["/static/cd34/one.woff2"] = Told("letters", headers={"content-type": "font/woff2"})
    desk = StillDesk("him", "Him & Co", lambda address: answers.get(address, Told("", 404)), "/desk")
    desk.fetch()
    return desk, desk.files()


def test_a_page_is_made_still() -> None:
    _, pages = still(
        desk='<a href="/units/7#top">7 &amp; more</a><a href="/units/7?order=march">x</a><a href="#here">y</a>'
        '<form method="post" action="/next" target="_blank"><input type="hidden" name="key" value="SECRET"><button>Go</button></form>',
        units__7='<h1 id="top">7</h1><form class="f"><button>Order</button></form><a href="/desk">back</a>',
    )
    text = pages["desk.html"]
    assert sorted(pages) == ["desk.html", "units/7.html"]
    assert "<script" not in text and "TOKEN" not in text and "SECRET" not in text and "/next" not in text
    assert '<a href="units/7.html#top">7 &amp; more</a>' in text
    assert (
        f'<a href="../{NOT_HERE}">x</a><a href="#here">y</a><form action="../{NOT_HERE}"><button>Go</button></form>'
        in text
    )
    assert '<link rel="stylesheet" href="../assets/desk.css">' in text
    assert f'<form class="f" action="../../{NOT_HERE}">' in pages["units/7.html"]
    assert '<a href="../desk.html">back</a>' in pages["units/7.html"]


def test_each_page_says_first_that_it_is_a_read_only_picture() -> None:
    _, pages = still(desk='<p>Desk</p><a href="/units/7">7</a>', units__7="<p>7</p>")
    for name, up in (("desk.html", "../"), ("units/7.html", "../../")):
        after = pages[name].partition("<body")[2].partition(">")[2]
        assert after.startswith('<p role="note"') and "background:#fff3bf" in after.partition("</p>")[0]
        said = re.sub(r"<[^>]*>", "", after.partition("</p>")[0])
        assert said.startswith("This is a read-only picture of the desk of Him &amp; Co at the first battle")
        assert f'href="{up}index.html"' in after.partition("</p>")[0]


def test_what_a_script_would_fetch_stands_in_its_place() -> None:
    _, pages = still(
        desk='<section data-part="map" data-later data-from="/map/part?wide=10&amp;high=20"><section>old</section><p>old</p></section><p>on</p><a href="/units/7">7</a>',
        units__7="<p>7</p>",
    )
    inside = '<svg viewBox="0 0 1 1"><a href="units/7.html"><path d="M0 0"/></a></svg></section><p>on</p>'
    assert inside in pages["desk.html"] and "old" not in pages["desk.html"]


def test_what_the_pages_load_comes_along() -> None:
    desk, _ = still(desk="<p>Desk</p>")
    assert desk.loaded() == {
        "/static/ab12/desk.css": b"@font-face{src:url(one.woff2)}",
        "/static/cd34/one.woff2": b"letters",
    }


def test_nothing_is_asked_for_that_does_something_or_hands_out() -> None:
    links = (
        "/units/7",
        "/in/abc",
        "/undo",
        "/players",
        "/papers/1",
        "/map?unit=7",
        "/files/x",
        "/rules/OB-1",
        "/desk#a",
    )
    assert addresses_in("".join(f'<a class="b" href="{link}">x</a>' for link in links)) == ["/units/7", "/desk"]
    assert [file_of(link) for link in ("/", "/units/7 rtr", "/../x")] == ["home.html", "units/7_rtr.html", "__/x.html"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('<a href="b/other.html#here">x</a>', ""),
        ('<a href="#top" id="top">x</a>', ""),
        ('<a href="https://example.org/">x</a>', ""),
        ('<a href="gone.html">x</a>', "page.html: gone.html"),
        ('<a href="b/other.html#gone">x</a>', "page.html: b/other.html#gone (no such anchor)"),
        ('<a href="#gone">x</a>', "page.html: #gone (no such anchor)"),
        ('<form action="gone.html"></form>', "page.html: gone.html"),
        ('<img src="gone.png">', "page.html: gone.png"),
        ('<link rel="stylesheet" href="gone.css?v=1">', "page.html: gone.css?v=1"),
        ('<a href="../site.html">x</a>', "page.html: ../site.html"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(text: str, fault: str, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    (folder / "b").mkdir(parents=True)
    (tmp_path / "site.html").touch()
    (folder / "b" / "other.html").write_text('<p id="here">', encoding="utf-8")
    (folder / "page.html").write_text(text, encoding="utf-8")
    assert dead_links(pages_in(folder), folder) == ([fault] if fault else [])


def test_the_command_fails_on_a_dead_link_and_spares_folders_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def handbook(out: Path) -> None:
        out.mkdir()
        (out / "index.html").write_text("<p>Handbook</p>", encoding="utf-8")

    def demo(out: Path) -> list[str]:
        (out / "assets").mkdir(parents=True)
        (out / "assets" / "desk.css").touch()
        (out / "index.html").write_text('<a href="gone.html">x</a>' * len(gone), encoding="utf-8")
        return []

    monkeypatch.setattr(site, "handbook", handbook)
    monkeypatch.setattr(site, "demo", demo)
    gone: list[str] = []
    out = tmp_path / "out"
    assert site.main([str(out)]) == 0
    gone.append("one")
    assert site.main([str(out)]) == 1, "built anew, with a dead link"
    said = capsys.readouterr()
    assert said.err == "demo/index.html: gone.html\n"
    assert said.out.splitlines() == ["3 pages, 2 links, 0 faults", "3 pages, 3 links, 1 faults"]
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    assert (site.main([str(tmp_path)]), site.main([])) == (2, 2)
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.long
def test_the_site_is_built_whole(tmp_path: Path) -> None:
    assert site.build(tmp_path / "site") == []
    pages = pages_in(tmp_path / "site")
    for name in (
        "index.html",
        "handbook/index.html",
        *(f"demo/{file}" for file, _ in site.DEMO if file.endswith("html")),
    ):
        assert isinstance(pages[name], Page)
    folders = {"erskine": 30, "herff": 30, "umpire": 60}
    for folder, least in folders.items():
        texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "site" / "demo" / folder).rglob("*.html")]
        assert len(texts) >= least
        assert [text for text in texts if "<script" in text or "This is a read-only picture" not in text] == []
