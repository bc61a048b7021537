"""Pictures of the desk in Chromium, kept to be compared with what the pages look like now.

    python -m tests.web.golden_pictures renew         take them anew, and note the major version of the browser
    python -m tests.web.golden_pictures show FOLDER   write what the pages look like now into a folder

Two pictures are blurred before they are compared, so that an edge which is drawn a pixel further does not count; a word, a
line or a button that is gone does. Words that a real clock writes are frozen.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter

from tests.web.browser import Served, Window, chromium, served
from tests.web.visitors import found_at_first_battle, hall_on

PICTURES = Path(__file__).parents[1] / "golden" / "desk"
BROWSER = PICTURES / "browser.txt"
"""Holds the major version of the Chromium that drew the kept pictures."""
OTHER_BROWSER = "another Chromium drew the kept pictures"
COLOURS = 256

BLUR = 2.0
"""Radius in pixels of the blur that both pictures get."""
THRESHOLD = 40
"""From which difference in a channel, of 255, a blurred pixel counts as another."""
MOST_SHARE = 0.0002
"""Share of the pixels of a picture that may be others: 259 of a desk of 1440 by 900, 66 of a phone."""

UMPIRE, ERSKINE, TABLE = "umpire", "commander", "table"
DESK, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)

_FREEZE = """() => document.fonts.ready.then(() => {
  for (const time of document.querySelectorAll("time")) time.textContent = "12:00";
  document.activeElement?.blur();
})"""
"""Waits for the typeface, and takes out what is another at each run."""


@dataclass(frozen=True)
class Shot:
    """A page as somebody sees it on a screen."""

    name: str
    seat: str
    address: str
    size: tuple[int, int]
    colours: str = "light"


MAPS_TO_COME = (
    "[data-part=map]:not(:has([data-map])),[data-part=after]:not(:has(svg.map)),[data-part=games]:has(.links)"
    ",[data-asleep]"
)
"""Parts whose map, or the games of the next turn, has not been fetched yet, and buttons that were drawn just now."""
_MAPS_FIT = """() => [...document.querySelectorAll("[data-map][data-size]:not([data-fits])")]
    .every((box) => !box.getClientRects().length)"""
"""Every map that is seen has been fetched again in the measure of its window."""
MOST_LOOKS = 60
"""A page that differs at so many looks never comes to rest."""

AT_FIRST_BATTLE = (
    Shot("umpire-desk", UMPIRE, "/desk", DESK),
    Shot("umpire-desk-dark", UMPIRE, "/desk", DESK, "dark"),
    Shot("umpire-map", UMPIRE, "/map", TABLET),
    Shot("player-situation", ERSKINE, "/situation", PHONE),
    Shot("player-orders", ERSKINE, "/orders/erskine", PHONE),
    Shot("return-form", TABLE, "/battles/1/return/allied", PHONE),
)
WITH_RETURNS = (
    Shot("compare-returns", UMPIRE, "/battles/1/compare?believe=allied", DESK),
    Shot("what-follows", UMPIRE, "/battles/1/settle?believe=allied", DESK),
    Shot("log", UMPIRE, "/log", DESK),
)
SHOTS = AT_FIRST_BATTLE + WITH_RETURNS
IN_EVERY_RUN = tuple(shot for shot in AT_FIRST_BATTLE if shot.name in ("umpire-desk", "umpire-map", "player-orders"))
"""One page on a laptop, a tablet and a phone each; the others are looked at in the long run."""


@dataclass(frozen=True)
class Taken:
    """Pictures of every page by its name, and the major version of the browser that drew them."""

    pictures: dict[str, Image.Image]
    version: str


def version_of(browser: Any) -> str:
    """Return the major version of a browser."""
    return str(browser.version).partition(".")[0]


def kept_version() -> str:
    """Return the major version of the browser that drew the kept pictures."""
    return BROWSER.read_text(encoding="utf-8").strip()


def kept_picture(name: str) -> Image.Image:
    """Return a picture as it was kept."""
    return Image.open(PICTURES / f"{name}.png").convert("RGB")


def take(browser: Any, file: Path, shots: tuple[Shot, ...] = SHOTS) -> Taken:
    """Take these pictures, of a campaign at its first battle, which gets two returns meanwhile if one shows them."""
    pictures: dict[str, Image.Image] = {}
    with served(file) as desk:
        pictures |= _taken(browser, desk, tuple(shot for shot in shots if shot in AT_FIRST_BATTLE))
    if with_returns := tuple(shot for shot in shots if shot in WITH_RETURNS):
        _hand_in_returns(file)
        with served(file) as desk:
            pictures |= _taken(browser, desk, with_returns)
    return Taken(pictures, version_of(browser))


def _hand_in_returns(file: Path) -> None:
    """Hand in two returns that disagree about who holds the field."""
    with hall_on(file) as hall:
        for side, more in (("allied", {"line_2_spent": "X", "diary": "The Matildas took the pass."}), ("axis", {})):
            fields: dict[str, object] = {"unharmed": "X", "field": "field_1", **more}
            answer = hall.table(side, 1).press(f"/battles/1/return/{side}", "Hand in the return", **fields)
            assert answer.status_code == 200, answer.text


def _taken(browser: Any, desk: Served, shots: tuple[Shot, ...]) -> Iterator[tuple[str, Image.Image]]:
    """Yield pictures in one window for each seat and size, one after the other, so that nobody else is here."""
    window: Window | None = None
    before: tuple[str, tuple[int, int]] | None = None
    for shot in shots:
        if window is None or before != (shot.seat, shot.size):
            if window is not None:
                window.context.close()
            window, before = _window(browser, desk, shot), (shot.seat, shot.size)
        yield shot.name, _picture(window, shot)
    if window is not None:
        window.context.close()


def _window(browser: Any, desk: Served, shot: Shot) -> Window:
    wide, high = shot.size
    is_phone = shot.size == PHONE
    window = Window.of(
        browser,
        desk,
        viewport={"width": wide, "height": high},
        device_scale_factor=1,
        is_mobile=is_phone,
        has_touch=is_phone,
        locale="en-GB",
        timezone_id="UTC",
    )
    window.come_in(shot.seat)
    return window


def _picture(window: Window, shot: Shot) -> Image.Image:
    page = window.page
    page.emulate_media(color_scheme=shot.colours)
    window.go(shot.address)
    page.wait_for_load_state("load")
    page.wait_for_function(f"() => !document.querySelector('{MAPS_TO_COME}')")
    page.wait_for_function(_MAPS_FIT)
    page.evaluate(_FREEZE)
    return Image.open(io.BytesIO(_settled(page))).convert("RGB")


_DRAWN = """() => JSON.stringify([...document.querySelectorAll("[data-part=map],[data-part=after]")]
.map((part) => [part.getBoundingClientRect().toJSON(), part.innerHTML]))"""
"""All that a map is drawn from: compared instead of pictures, each of which takes seven times as long."""


def _settled(page: Any) -> bytes:
    """Return a picture once a second look finds the same maps."""
    before = ""
    for _ in range(MOST_LOOKS):
        drawn: str = page.evaluate(_DRAWN)
        if drawn == before:
            content: bytes = page.screenshot(animations="disabled", caret="hide", scale="css")
            return content
        before = drawn
    raise RuntimeError(f"the page {page.url} does not come to rest")


# to compare -----------------------------------------------------------------------------------------------------------


def difference(kept: Image.Image, now: Image.Image) -> Image.Image:
    """Return where two pictures of one size differ once blurred: white where they do, black elsewhere."""
    blur = ImageFilter.GaussianBlur(BLUR)
    channels = ImageChops.difference(kept.filter(blur), now.filter(blur)).split()
    strongest = channels[0]
    for channel in channels[1:]:
        strongest = ImageChops.lighter(strongest, channel)
    return strongest.point(lambda value: 255 if value >= THRESHOLD else 0)


def share_of_others(kept: Image.Image, now: Image.Image) -> float:
    """Return the share of the pixels that differ; all of them do if the sizes differ."""
    if kept.size != now.size:
        return 1.0
    return difference(kept, now).histogram()[255] / (kept.width * kept.height)


def reduced(picture: Image.Image) -> Image.Image:
    """Return a picture in few colours, as it is kept."""
    return picture.quantize(COLOURS, dither=Image.Dither.NONE)


def write_case(folder: Path, name: str, now: Image.Image) -> None:
    """Write a kept picture, what the page looks like now, and the difference beside each other."""
    kept = kept_picture(name)
    kept.save(folder / f"{name}-kept.png")
    now.save(folder / f"{name}-now.png")
    if kept.size == now.size:
        difference(kept, now).save(folder / f"{name}-difference.png")


# by hand --------------------------------------------------------------------------------------------------------------


def _take_now() -> Taken:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        return take(browser, found_at_first_battle(Path(folder) / "campaign.db"))


def _renew() -> None:
    taken = _take_now()
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    for name, picture in taken.pictures.items():
        reduced(picture).save(PICTURES / f"{name}.png", optimize=True)
    BROWSER.write_text(f"{taken.version}\n", encoding="utf-8")


def _show(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in _take_now().pictures.items():
        picture.save(folder / f"{name}.png")


def main(words: list[str]) -> int:
    """Read the command line."""
    try:
        match words:
            case ["renew"]:
                _renew()
            case ["show", folder]:
                _show(Path(folder))
            case _:
                sys.stderr.write(str(__doc__))
                return 2
    except pytest.skip.Exception as why:
        sys.stderr.write(f"{why}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
