"""The pictures of README and handbook, taken from an evening that is really played: Operation Brevity, seed 1941.

    python -m tests.docs.handbook_pictures renew         play, take and compose them, and note the major version of the browser
    python -m tests.docs.handbook_pictures show FOLDER   write into a folder what they would be now, and every raw capture

An umpire at a laptop and a player with a phone play up to the end of battle 1 through the desk, in Chromium; the papers are
the files that the program prints. The clock and the key of the papers do not change (evening.py), so on one Chromium each
picture is the same to the byte.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops, ImageDraw, ImageFont

from campaign.cli.contents import campaign as program
from tests.docs.evening import evening, people_in_order
from tests.docs.pages import DOCS, ENVIRONMENT, ROOT
from tests.web.browser import Served, Window, chromium, served, until
from tests.web.golden_pictures import MAPS_TO_COME, version_of

PICTURES = DOCS / "pictures"
BROWSER = PICTURES / "browser.txt"
"""Holds the major version of the Chromium that drew the kept pictures."""
SEED = "1941"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 664},  # what a browser leaves of the screen
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "user_agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100 Mobile Safari/537.36",
}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 2}
WIDE_MAP = {"width": 1400, "height": 590}
WORLD: dict[str, Any] = {"locale": "en-GB", "timezone_id": "UTC", "color_scheme": "light"}
DIARY = "The Scots Guards took the pass before breakfast."
"""Typed into the return, and read again in the campaign book."""

PLAYED_BY = {"gott": "Will", "erskine": "Ruth", "axis": "Tom"}
"""Who plays a commander or a side; nobody has come for the others."""

FONTS = ROOT / "reports" / "campaign_reports" / "fonts"
INK, PAPER, EDGE = "#1f2328", "#ffffff", "#d1d9e0"
FULL_WIDTH = 1720
GAP, HEAD = 36, 56
PANEL_HEIGHT, PHONE_PANEL = 580, 341
BIG_TYPE, CORNER, PHONE_CORNER = 30, 8, 24
WIDTH, PAPER_HEIGHT, MARGIN = 1280, 1000, 24
HEIGHTS = {"book": 1330, "sheet": 0, "sheet-nqm": 0, "situation-map": 0}
"""How much of a paper is shown where it is not the usual height; 0 is the whole page."""
COLOURS, PAPER_COLOURS = 64, 32

Captures = dict[str, Image.Image]


# the evening ----------------------------------------------------------------------------------------------------------


@dataclass
class Evening:
    """The two windows of the evening, and what was captured from them by name."""

    desk: Served
    umpire: Window
    erskine: Window
    taken: Captures = field(default_factory=dict)

    @classmethod
    def begun(cls, desk: Served, browser: Any) -> Evening:
        """Let the umpire and Brigadier Erskine's player come in."""
        begun = cls(desk, Window.of(browser, desk, **LAPTOP, **WORLD), Window.of(browser, desk, **PHONE, **WORLD))
        begun.umpire.come_in("umpire")
        begun.erskine.come_in("commander")
        return begun

    def look(self, name: str, window: Window, address: str = "", top: int = 0) -> None:
        """Capture a window at an address, or as it is, scrolled down by so many pixels."""
        if address:
            window.go(address)
        window.page.evaluate(_ELSEWHERE, [str(self.desk.file.parent), CLUBS_FOLDER])
        self.taken[name] = _picture(window.page, top)

    def look_at(self, name: str, window: Window, part: str) -> None:
        """Capture a window as it is, scrolled to a part of its page."""
        below = window.page.locator(part).bounding_box()["y"] + window.page.evaluate("scrollY")
        self.look(name, window, top=round(below) - ABOVE)

    def play(self) -> None:
        """Play from the first order to the return, capturing on the way."""
        self._order()
        self.look("desk-before", self.umpire, "/desk")
        while "battle 1 (Halfaya Pass, top) is waiting" not in " ".join(self._type("next").split()):
            pass
        self._at_the_battle()
        self._type("engineer", "1 DLI", "block road", "--at", "Bir Wair - Musaid")
        self._type("air", "task", "14 Squadron", "--target", "Fort Capuzzo", "--turn", "1.4")
        self._return()
        faults = self.umpire.faults + self.erskine.faults
        assert not faults, faults

    def _type(self, *words: str) -> str:
        return typed(*words, "--db", str(self.desk.file))

    def _order(self) -> None:
        """The player points out a march, and hands his form in."""
        phone, page = self.erskine, self.erskine.page
        self.look("phone-orders", phone, "/orders/erskine")
        self._fill_in_march()
        _press(page, "What this order would do")
        page.locator(".pocket-map svg.map").wait_for()
        self.look("phone-order", phone)
        around = parse_qs(urlsplit(page.locator("#part-map").get_attribute("data-from")).query)
        self.middle, span = around["at"][0], round(float(around["span"][0]) * 1.1)
        to = "unit=2_scots_guards&order=march&to=musaid&since=1.3"
        self.look("phone-pointed", phone, f"/map?{to}&at={self.middle}&span={span}")
        self._fill_in_march()
        _press(page, "Add to my order form")
        page.wait_for_url("**/orders/erskine")
        self.look("phone-form", phone)
        _press(page, "Hand in")
        page.locator("[data-receipt]").first.wait_for()
        self.look("phone-handed-in", phone)

    def _fill_in_march(self) -> None:
        self.erskine.go("/orders/erskine/2_scots_guards")
        page = self.erskine.page
        page.get_by_label("To", exact=True).first.fill("Musaid")
        page.locator("label:has([name=kind][value=march])").click()
        page.locator("[name=from]").first.select_option(index=2)

    def _at_the_battle(self) -> None:
        """Everybody looks at battle 1 and at the map."""
        umpire, phone = self.umpire, self.erskine
        until(lambda: umpire.go("/desk") is not None and "waiting to be fought" in umpire.page.content())
        self.look("desk", umpire)
        umpire.page.set_viewport_size(WIDE_MAP)
        east, north = (int(metres) for metres in self.middle.split(","))
        self.look("map", umpire, f"/map?at={east + 1200},{north - 2600}&span=30000")
        box = umpire.page.locator("[data-map]").bounding_box()
        edges = (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
        scale = LAPTOP["device_scale_factor"]
        self.taken["map-alone"] = self.taken["map"].crop(tuple(scale * round(edge) for edge in edges))
        umpire.page.set_viewport_size(LAPTOP["viewport"])
        for name, address in UMPIRES_PAGES.items():
            self.look(name, umpire, address)
        for name, address in PLAYERS_PAGES.items():
            self.look(name, phone, address)

    def _return(self) -> None:
        """The player types the return of battle 1, with a line for the diary, and the umpire sees that it is in."""
        phone, page = self.erskine, self.erskine.page
        phone.go("/battles/1/return/allied")
        page.get_by_text("All other lines unharmed", exact=True).click()
        page.locator("#line-2 label").get_by_text("spent").click()
        for line in (1, 2):
            page.locator(f"#at-{line}").select_option(label="Halfaya Pass, top")
        self.look_at("phone-return", phone, "#line-2")
        _press(page, "Next: who holds the field")
        page.locator("label:has([name=field])").filter(has_text="Allied").click()
        for objective in (1, 2):
            page.locator(f"label:has([name=objectives_{objective}])").filter(has_text="Allied").click()
        page.get_by_label("One line for the diary").fill(DIARY)
        self.look("phone-return-end", phone, top=10_000)
        _press(page, "Hand in the return")
        page.locator("[data-receipt]").get_by_text("Allied return handed in").first.wait_for()
        self.look("phone-return-in", phone)
        self.look("log", self.umpire, "/log")


UMPIRES_PAGES = {
    "battle": "/battles/1",
    "establishments": "/new/establishments?nation=romanian",
    "files": "/files",
    "odds": "/odds/brevity/fire?ask=1&attackers=2+infantry&target=infantry&range=6",
    "orbat": "/orbat",
    "players": "/players",
    "rules": "/rules",
    "scenarios": "/new",
    "supply": "/supply",
    "weather": "/weather",
}
PLAYERS_PAGES = {"phone-situation": "/situation", "phone-map": "/map", "phone-battle": "/battles/1"}
ABOVE = 122
"""So many pixels of a page are seen above the part that is looked at."""
_READY = """(top) => document.fonts.ready.then(() => { document.activeElement?.blur(); scrollTo(0, top); })"""
CLUBS_FOLDER = Path("/", "home", "ann", "brevity").as_posix()
_ELSEWHERE = """([folder, other]) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(folder, other);
}"""
"""Puts a folder of a club in place of the one in which the evening is played, which has another name each time."""
MOST_LOOKS = 60
"""A page that differs at so many looks never comes to rest."""
ALIKE = 3
"""So many looks at a page must be the same."""


def _picture(page: Any, top: int) -> Image.Image:
    """Return a page once nothing moves in it any more."""
    page.wait_for_load_state("load")
    page.wait_for_function(f"() => !document.querySelector('{MAPS_TO_COME}')")
    page.evaluate(_READY, top)
    before, alike = b"", 1
    for _ in range(MOST_LOOKS):
        now = page.screenshot(animations="disabled", caret="hide")
        alike = alike + 1 if now == before else 1
        if alike == ALIKE:
            return Image.open(io.BytesIO(now)).convert("RGB")
        before = now
        page.wait_for_timeout(200)  # what a part that is on its way takes on a busy machine
    raise RuntimeError(f"the page {page.url} does not come to rest")


def _press(page: Any, words: str) -> None:
    """Press the first button or link of that name."""
    named = page.get_by_role("button", name=words).or_(page.get_by_role("link", name=words))
    named.locator("visible=true").first.click()


def typed(*words: str) -> str:
    """Type a program command, and return its answer."""
    done = CliRunner(env=ENVIRONMENT).invoke(program, list(words))
    assert done.exit_code == 0, (words, done.output)
    return done.output


def captures() -> tuple[Captures, str]:
    """Play the evening and its papers. Return every capture by name, and the major version of the browser."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), evening(), people_in_order():
        typed("new", "operation-brevity", "--seed", SEED)
        for whom, player in PLAYED_BY.items():
            typed("commander", whom, "--played-by", player)
        with served(Path("campaign.db").resolve()) as desk, chromium() as browser:
            version = version_of(browser)
            played = Evening.begun(desk, browser)
            played.play()
        return played.taken | _papers(), version


EVENING_PAPERS = {
    "situation": "sitrep --for erskine",
    "order-form": "orders --for erskine",
    "supply-paper": "supply --side allied",
    "engineers": "engineers --side allied",
    "air-tasking": "air-tasking --side allied",
}
"""Papers of one reader each, by the words that print them."""
PAPERS = {
    **{name: (f"{name}.pdf", 0) for name in EVENING_PAPERS},
    "sheet": ("battle-1-allied.pdf", 0),
    "return-form": ("battle-1-allied.pdf", 1),
    "sheet-nqm": ("nqm/battle-1-allied.pdf", 0),
    "forecast": ("forecast.pdf", 0),
    "book": ("book.pdf", 4),
    "situation-map": ("maps/umpire-situation-map-day-2-turn-1.pdf", -1),
}
"""Pages of papers that are shown: the file, and the page in it; -1 is the last."""
NAMES = frozenset(
    {"evening", "phone-order", "phone-player", "phone-return", "desk", "map", "log", *UMPIRES_PAGES, *PAPERS}
)
"""Names of the pictures."""


def _papers() -> Captures:
    """Print the papers of the battle and, after it, the forecast and the campaign book, and return pages of them."""
    for name, words in EVENING_PAPERS.items():
        typed("print", *words.split(), "--out", f"{name}.pdf")
    typed("battle", "packet", "1", "--out", ".")
    typed("battle", "packet", "1", "--tabletop", "nqm", "--out", "nqm")
    typed("battle", "settle", "1", "--stays", "Cp Halfaya")
    typed("next", "--auto", "--until", "day")
    typed("forecast", "campaign", "--runs", "40", "--jobs", "1", "--pdf", "forecast.pdf")
    typed("print", "book", "--out", "book.pdf")
    typed("print", "map", "--out", "maps")
    return {name: _page_of(Path(pdf), number) for name, (pdf, number) in PAPERS.items()}


def _page_of(pdf: Path, number: int, wide: int = 1600) -> Image.Image:
    with contextlib.closing(pypdfium2.PdfDocument(pdf)) as document:
        page = document[number % len(document)]
        return page.render(scale=wide / page.get_width()).to_pil().convert("RGB")


# composing ------------------------------------------------------------------------------------------------------------


def framed(picture: Image.Image, wide: int, high: int = 0, corner: int = CORNER) -> Image.Image:
    """Return a picture of that width, cut at a height, with a thin line around it."""
    picture = picture.resize((wide, round(picture.height * wide / picture.width)), Image.Resampling.LANCZOS)
    picture = picture.crop((0, 0, wide, min(high or picture.height, picture.height)))
    shape = (0, 0, picture.width - 1, picture.height - 1)
    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(shape, corner, fill=255)
    out = Image.new("RGB", picture.size, PAPER)
    out.paste(picture, mask=mask)
    ImageDraw.Draw(out).rounded_rectangle(shape, corner, outline=EDGE, width=2)
    return out


def part(picture: Image.Image, left: float, top: float, wide: float, size: tuple[int, int]) -> Image.Image:
    """Return a part of a picture in the size of its panel. Its left and top edge and its width are shares of the
    picture's width.
    """
    x, y, across = (round(share * picture.width) for share in (left, top, wide))
    return framed(picture.crop((x, y, x + across, min(y + round(across * size[1] / size[0]), picture.height))), *size)


def strip(panels: dict[str, Image.Image]) -> Image.Image:
    """Return pictures side by side, each under its words."""
    out = Image.new("RGB", (FULL_WIDTH, HEAD + max(picture.height for picture in panels.values())), PAPER)
    pen, left = ImageDraw.Draw(out), 0
    type_ = ImageFont.truetype(str(FONTS / "NotoSans-CondensedSemiBold.ttf"), BIG_TYPE)
    for words, picture in panels.items():
        pen.text((left, 4), words, INK, type_)
        out.paste(picture, (left, HEAD))
        left += picture.width + GAP
    return out


def sequence(taken: Captures) -> Image.Image:
    """Return the evening in five steps, in two rows."""
    third = (FULL_WIDTH - PHONE_PANEL - 2 * GAP) // 2
    order, back = (
        framed(taken[name], PHONE_PANEL, PANEL_HEIGHT, PHONE_CORNER) for name in ("phone-pointed", "phone-return-end")
    )
    turn = part(taken["map-alone"], 0.02, 0, 0.955, (FULL_WIDTH - PHONE_PANEL - GAP, PANEL_HEIGHT))
    sheet = part(taken["sheet"], 0.03, 0.025, 0.94, (third, PANEL_HEIGHT))
    book = part(taken["book"], 0.03, 0.2, 0.94, (third, PANEL_HEIGHT))
    rows = (
        strip({"1  Order from a phone": order, "2  The turn is played": turn}),
        strip({"3  Fight from a sheet": sheet, "4  Type the return": back, "5  Read it in the campaign book": book}),
    )
    out = Image.new("RGB", (FULL_WIDTH, sum(row.height for row in rows) + GAP), PAPER)
    out.paste(rows[0], (0, 0))
    out.paste(rows[1], (0, rows[0].height + GAP))
    return out


def phones(*pictures: Image.Image) -> Image.Image:
    """Return screens of phones side by side."""
    wide = (WIDTH - (len(pictures) - 1) * GAP) // len(pictures)
    shown = [framed(picture, wide, 0, PHONE_CORNER) for picture in pictures]
    out = Image.new("RGB", (WIDTH, shown[0].height), PAPER)
    for number, picture in enumerate(shown):
        out.paste(picture, (number * (wide + GAP), 0))
    return out


def shown_of(name: str, picture: Image.Image) -> Image.Image:
    """Return as much of a paper as is shown, in its frame."""
    high = HEIGHTS.get(name, PAPER_HEIGHT)
    wide = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
    return framed(without_blank_foot(wide.crop((0, 0, WIDTH, high or wide.height))), WIDTH)


def without_blank_foot(picture: Image.Image) -> Image.Image:
    """Return a picture without what is blank at its foot."""
    blank = Image.new("RGB", picture.size, picture.getpixel((2, picture.height - 3)))
    box = ImageChops.difference(picture, blank).getbbox()
    return picture.crop((0, 0, picture.width, min(picture.height, (box[3] if box else 0) + MARGIN)))


def composed(taken: Captures) -> Captures:
    """Return the pictures that the pages show, by name."""
    screens = {name: framed(taken[name], WIDTH) for name in ("desk", "map", "log", *UMPIRES_PAGES)}
    papers = {name: shown_of(name, taken[name]) for name in PAPERS}
    return {
        "evening": sequence(taken),
        "phone-order": phones(taken["phone-orders"], taken["phone-pointed"], taken["phone-form"]),
        "phone-player": phones(*(taken[name] for name in PLAYERS_PAGES)),
        "phone-return": phones(*(taken[name] for name in ("phone-return", "phone-return-end", "phone-return-in"))),
        **screens,
        **papers,
    }


def reduced(name: str, picture: Image.Image) -> Image.Image:
    """Return a picture in few colours, as it is kept. Only MAXCOVERAGE keeps the yellow of a button that waits."""
    colours = PAPER_COLOURS if name in PAPERS else COLOURS
    return picture.quantize(colours, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


# by hand --------------------------------------------------------------------------------------------------------------


def _renew() -> None:
    taken, version = captures()
    shutil.rmtree(PICTURES, ignore_errors=True)
    _write(PICTURES, composed(taken))
    BROWSER.write_text(f"{version}\n", encoding="utf-8")


def _show(folder: Path) -> None:
    taken, _ = captures()
    (folder / "raw").mkdir(parents=True, exist_ok=True)
    for name, picture in taken.items():
        picture.save(folder / "raw" / f"{name}.png")
    _write(folder, composed(taken))


def _write(folder: Path, pictures: Captures) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        reduced(name, picture).save(folder / f"{name}.png", optimize=True)


def main(words: list[str]) -> int:
    """Read the command line."""
    try:
        match words:
            case ["renew"]:
                _renew()
            case ["show", folder]:
                _show(Path(folder).resolve())
            case _:
                sys.stderr.write(str(__doc__))
                return 2
    except pytest.skip.Exception as why:
        sys.stderr.write(f"{why}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
