"""Pages with invented facts that show every component of the desk.

    python -m tests.web.gallery FOLDER        write them as files that a browser opens without a server

Operation Brevity, turn 1.2, as in the design; nothing here asks the program for anything.
"""

from __future__ import annotations

import shutil
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace as Facts

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from campaign.web.assets import FONTS
from campaign.web.templating import FILTERS

WEB = Path(__file__).parents[2] / "campaign" / "web"
LOOKS = Path(__file__).parent / "looks"
SIGN = Markup(
    '<svg viewBox="0 0 39 37" role="img" aria-label="lorried infantry battalion, fresh"><g fill="none" stroke="var(--side)"'
    ' stroke-width="1.62"><rect x="5.200" y="10.100" width="28.500" height="19" fill="var(--bg)"/><path d="M5.200 10.100L33.700'
    ' 29.100M5.200 29.100L33.700 10.100"/><circle cx="10.400" cy="31.600" r="2.300"/><circle cx="28.600" cy="31.600" r="2.300"/>'
    '<path d="M18.100 2.500v4.900M20.900 2.500v4.900"/></g></svg>'
)
GROUND = Markup(
    '<svg class="map" viewBox="0 0 608 622" role="img" aria-label="Situation map"><path d="M430 0v160l40 40h138V0z"'
    ' fill="var(--sea)" stroke="var(--ink)"/><g class="layer-marches"><path d="M340 400L215 240" stroke="var(--side0)"'
    ' stroke-width="2"/></g><g class="layer-supply"><path d="M340 400V622" stroke="var(--side0)" stroke-dasharray="8 4"/></g>'
    '<a href="#u" class="sel"><rect x="320" y="420" width="60" height="44" fill="var(--bg)"'
    ' stroke="var(--side0)"/><text class="n s" x="330" y="456">3 CG</text></a><text class="s" x="245" y="396">Sidi'
    " Suleiman</text></svg>"
)
UMPIRE_PAGES = (
    ("Desk", "/desk", 0, "desk", True),
    ("Map", "/map", 0, "map", True),
    ("Orders", "/orders", 2, "pencil", True),
    ("Battles", "/battles", 1, "swords", True),
    ("Order of battle", "/orbat", 0, "tree", False),
    ("Log", "/log", 0, "log", True),
    ("Players", "/players", 0, "people", False),
    ("Papers", "/papers", 0, "paper", False),
    ("Rules", "/rules", 0, "dice", False),
)
PLAYER_PAGES = (
    ("Situation", "/map", 0, "map", True),
    ("Orders", "/orders", 0, "pencil", True),
    ("Battle", "/battles", 1, "swords", True),
    ("Papers", "/papers", 0, "paper", True),
    ("Order of battle", "/orbat", 0, "tree", False),
)


def _pages(pages: tuple[tuple[str, str, int, str, bool], ...], current: str) -> tuple[Facts, ...]:
    return tuple(
        Facts(name=name, href=href, count=count, icon=icon, in_bar=in_bar, is_current=name == current)
        for name, href, count, icon, in_bar in pages
    )


def _cell(number: int, hours: str, note: str, **other: object) -> Facts:
    facts = {"date": "", "is_night": False, "is_played": False, "is_current": False, "is_later": False}
    return Facts(number=number, hours=hours, note=note, **(facts | other))


CLOCK = (
    _cell(1, "22:00–04:00", "played", is_night=True, is_played=True),
    _cell(2, "04:00–10:00", "1 battle to fight", is_current=True),
    _cell(3, "10:00–16:00", "day"),
    _cell(4, "16:00–22:00", "day"),
    _cell(1, "22:00", "night", is_night=True, is_later=True, date="16 May"),
    _cell(2, "04:00", "day", is_later=True),
    _cell(3, "10:00", "day", is_later=True),
    _cell(4, "16:00", "day", is_later=True),
)
DONE = ("Weather", "Air supply", "Supply traced", "Rest", "Air strikes", "Movement", "Contacts")
PHASES = (
    *(Facts(name=name, is_done=True, is_current=False) for name in DONE),
    Facts(name="Battles: 1 to fight", is_done=False, is_current=True),
    *(Facts(name=name, is_done=False, is_current=False) for name in ("Engineering", "Places", "End of turn")),
)


def umpire(current: str, **other: object) -> dict[str, object]:
    """The frame of one of the umpire's pages."""
    frame = Facts(
        tab_small="Umpire",
        tab_big="Day 1",
        tab_side=None,
        title="Operation Brevity",
        dateline="Thu 15 May 1941, 04:00–10:00 · turn 2 of 4 · day, clear",
        phone_title="Operation Brevity",
        phone_line="Thu 15 May 1941, 04:00–10:00",
        nav=_pages(UMPIRE_PAGES, current),
        finds=True,
        here="5 of 7 players here",
        name="",
        more=(),
        seat="umpire",
        mark="",
        mark_kind="",
        as_of="",
        same_at_terminal="campaign battle packet 1",
        known="",
        footnote="entry 12 · journal whole · file campaign.db",
        whole=frozenset(),
        last=Facts(mark="112", number=12, summary="", why_not="", redo="", why_no_redo=""),
        clock=CLOCK,
        phases=PHASES,
    )
    vars(frame).update(other)
    return {"frame": frame, "visit": Facts(person=Facts(is_umpire=True, role="umpire"), fault="", quicker=None)}


def player(current: str, fault: str = "", **other: object) -> dict[str, object]:
    """The frame of one of a commander's pages."""
    facts = umpire(current)
    frame = facts["frame"]
    vars(frame).update(
        tab_small="British",
        tab_big="T 1.2",
        tab_side=0,
        phone_title="Brig I. D. Erskine",
        phone_line="22nd Guards Brigade Group · 04:00–10:00",
        nav=_pages(PLAYER_PAGES, current),
        finds=True,
        here="",
        name="Brig I. D. Erskine",
        more=(),
        seat="commander:1:2",
        mark="orders in",
        mark_kind="done",
        same_at_terminal="",
        known="as known to Brig I. D. Erskine, 15 May 1941, 10:00",
        footnote="The umpire sees what you hand in, and when",
        last=Facts(mark="a1", number=None, summary="orders for day 1: 1 changed", why_not="", redo="", why_no_redo=""),
    )
    vars(frame).update(other)
    return {"frame": frame, "visit": Facts(person=Facts(is_umpire=False, role="commander"), fault=fault, quicker=None)}


PAGES: dict[str, dict[str, object]] = {
    "desk": umpire("Desk"),
    "situation": player("Situation"),
    "orders": player("Orders"),
    "order": player("Orders"),
    "return": player("Battle", tab_big="OB 1 R"),
    "battle": umpire("Battles", same_at_terminal="campaign battle record 1 --side axis"),
    "players": umpire("Players"),
    "errors": umpire("Desk"),
    "log": umpire("Log", as_of="turn 1.1"),
    "refused": player(
        "Orders", fault="There is no unit called '15 panzer'. Nothing was changed. List them: Order of battle."
    ),
}
"""A page a file of looks/, with the frame it stands in."""


@cache
def environment(receipt: str = "") -> Environment:
    """Return an environment like the desk's, with files beside the page instead of a server's addresses; made once, with
    the templates that it has compiled.
    """
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader(LOOKS), FileSystemLoader(WEB / "templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= FILTERS
    made.globals.update(
        token="TOKEN", key="KEY", drawn="7", mark="MARK", receipt=Markup(receipt), static=lambda name: name
    )
    return made


def strip_of_receipt() -> str:
    """The receipt strip, as the server writes it into a page that it serves."""
    made = environment()
    module = made.get_template("parts.html").module
    return str(
        module.receipt_strip("Turn 1.1 is over", ("Point 206 and Bir Wair are now in British hands",), "/log", 11)
    )


def page(name: str, picture: Markup = GROUND) -> str:
    """Return one page of the gallery."""
    receipt = strip_of_receipt() if name in ("desk", "orders") else ""
    return (
        environment(receipt).get_template(f"{name}.html").render(sign=SIGN, picture=picture, Facts=Facts, **PAGES[name])
    )


def style() -> str:
    """Return the style sheets joined as the desk serves them."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((WEB / "static" / "css").glob("*.css")))


def main(folder: Path) -> None:
    """Write the gallery, with style and typeface beside the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        (folder / f"{name}.html").write_text(page(name), encoding="utf-8")
    (folder / "desk.css").write_text(style(), encoding="utf-8")
    (folder / "sides.css").write_text("", encoding="utf-8")
    (folder / "desk.js").write_text("", encoding="utf-8")
    for path in (*(WEB / "static").glob("*.svg"), *FONTS.glob("*.woff2")):
        shutil.copy(path, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
