"""The campaign book as one web page: opened from a disk, by a browser old enough to know SVG, without a network.

    render_web_book(view, book_map) -> str

Everything is in the file: style, typeface, script, drawings, photos. The page allows itself its own script and
nothing else, by its digest, so that no text of a campaign can ever run. It opens at the first turn; without script it
shows the last one and tells them all.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from string import Template

from campaign.terms.state import State
from campaign.values import dataclass, field
from campaign.views.book.book_map import BookMap, MapFrame
from campaign.views.book.campaign_book import (
    Book,
    BookBattle,
    BookDay,
    BookFighter,
    BookSide,
    DayLosses,
    DayOfSide,
    FormationHistory,
    LossCurve,
    Photo,
    UnitHistory,
)
from campaign.views.book.diary import DiaryEntry
from campaign.views.orbat.orbat import OrbatChart, OrbatNode
from campaign.views.orbat.strength import DayCount, StrengthCurve, StrengthPaper
from campaign.words.papers import Fact
from campaign.words.texts import papers
from campaign_reports.web_map import map_svg, place_marks
from campaign_reports.web_signs import Signs, table_svg
from campaign_reports.web_tags import Html, joined, tag

_STATES = {State.FRESH: "f", State.SPENT: "s", State.DESTROYED: "x", State.CAPTURED: "c", State.DISBANDED: "d"}
CURVE_WIDE, CURVE_HIGH = 160, 34
CUTS = {
    "noto-400.woff2": "font-weight:400",
    "noto-400i.woff2": "font-weight:400;font-style:italic",
    "noto-700.woff2": "font-weight:600 700",
}
"""Files of the page's typeface, and what each is for."""


def render_web_book(view: Book, book_map: BookMap) -> str:
    """Return the web page of a campaign book."""
    page = _Page(view, book_map)
    body = page.body()
    script = _file("book.js")
    policy = (
        "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{_digest(script)}'"
    )
    return Template(_file("book.html")).substitute(
        title=tag("title", f"{view.masthead.operation}: {view.masthead.title}"),
        policy=policy,
        style=_typeface() + _file("book.css") + page.signs.looks.style(),
        drawings=page.drawings(),
        body=body,
        script=script,
    )


def _file(name: str) -> str:
    return (files("campaign_reports") / "web" / name).read_text(encoding="utf-8")


def _typeface() -> str:
    """Return the rules that bring the book's typeface along: the cuts that the desk has, too."""
    rules = []
    for name, style in CUTS.items():
        content = b64encode((files("campaign_reports") / "fonts" / name).read_bytes()).decode()
        rules.append(f"@font-face{{font-family:Book;{style};src:url(data:font/woff2;base64,{content})}}")
    return "\n".join(rules)


def _digest(script: str) -> str:
    """Return a script's digest as a browser computes it."""
    return b64encode(sha256(script.encode()).digest()).decode()


@dataclass
class _Page:
    """One page being put together."""

    view: Book
    book_map: BookMap
    signs: Signs = field(default_factory=Signs)
    _told: set[str] = field(default_factory=set)
    """Battalions whose histories are already written."""

    def body(self) -> Html:
        """Return the page's body, in reading order."""
        sections = [
            ("turns", "The campaign turn by turn", self._turns()),
            ("days", "Day by day", joined(*map(self._day, self.view.days))),
            ("forces", "Orders of battle", joined(*map(self._chart, (*self.view.start, *self.view.end)))),
            ("losses", "Strength and losses", joined(*self._curves())),
            ("encounters", "Who met whom", joined(*self._encounters())),
            ("units", "Units", joined(*map(self._formation, self.view.formations))),
        ]
        filled = [(key, title, content) for key, title, content in sections if content]
        links = [tag("a", title, href=f"#{key}") for key, title, _ in filled]
        return joined(
            self._head(),
            tag("nav", links, aria_label="Contents"),
            tag("main", *(tag("section", tag("h2", title), content, id=key) for key, title, content in filled)),
            tag("footer", tag("p", self.view.masthead.use), tag("p", self.view.masthead.when)),
        )

    def drawings(self) -> Html:
        """Return the drawings to which the body refers; call it after ``body``."""
        places = place_marks(self.book_map.frames[-1].situation) if self.book_map.frames else Html("")
        return joined(self.signs.defined(), tag("svg", tag("defs", places), width=0, height=0, cls="defs"))

    def _head(self) -> Html:
        mast = self.view.masthead
        notes = [tag("p", paragraph) for paragraph in self.view.notes.splitlines() if paragraph.strip()]
        return tag(
            "header",
            tag("p", mast.title, cls="kind"),
            tag("h1", mast.operation),
            tag("p", f"{self.view.span} \N{MIDDLE DOT} {mast.subtitle}", cls="span"),
            _facts(self.view.facts),
            _facts(self.view.sides),
            tag("details", tag("summary", "Notes on the scenario"), *notes) if notes else "",
        )

    # turns

    def _turns(self) -> Html:
        frames = self.book_map.frames
        if not frames:
            return Html("")
        last = frames[-1]
        controls = tag(
            "div",
            tag("button", "\N{BLACK LEFT-POINTING TRIANGLE}", id="back", type="button", title="Turn before"),
            tag(
                "input", id="slider", type="range", min=0, max=len(frames) - 1, value=len(frames) - 1, aria_label="Turn"
            ),
            tag("button", "\N{BLACK RIGHT-POINTING TRIANGLE}", id="on", type="button", title="Next turn"),
            tag("button", "Play", id="play", type="button"),
            tag("button", "\N{MINUS SIGN}", id="smaller", type="button", title="Smaller map"),
            tag("button", "+", id="larger", type="button", title="Larger map"),
            tag("output", _turn_title(last), id="now"),
            cls="controls",
        )
        return joined(
            tag("noscript", tag("p", papers().text("web_no_script"), cls="note")),
            tag("p", papers().text("web_steps"), cls="note scripted"),
            controls,
            tag(
                "div",
                tag("figure", tag("div", map_svg(self.book_map, self.signs), cls="frame-of-map"), self._legend(last)),
                tag("div", *map(self._turn, frames), cls="told"),
                cls="turns",
            ),
        )

    def _legend(self, frame: MapFrame) -> Html:
        situation = frame.situation
        marks = [
            tag("li", _little(f"#p-{name}"), f" held by {side.name}")
            for side, name in zip(situation.sides, ("own", "enemy"), strict=False)
        ]
        marks.append(tag("li", _little("#p-open"), f" {situation.unheld}"))
        marks.append(tag("li", _little("#p-open-aim"), " scores points"))
        marks.append(tag("li", _little("#p-battle", 12), " battle of the turn, with its number"))
        return tag("figcaption", tag("ul", *marks, cls="legend"), tag("p", papers().text("web_signs"), cls="note"))

    def _turn(self, frame: MapFrame) -> Html:
        battles = [
            tag("li", tag("a", f"Battle {battle.number}, {battle.name}", href=f"#battle-{battle.number}"))
            for battle in frame.battles
        ]
        digests = joined(*map(_digest_of, frame.sides)) or Html("")
        quiet = tag("p", papers().text("web_quiet"), cls="note") if not digests and not battles and frame.turn else ""
        return tag(
            "article",
            tag("h3", _turn_title(frame)),
            tag("ul", *battles, cls="battles") if battles else "",
            digests,
            quiet,
            id=f"turn-{frame.key}",
            cls="turn shown" if frame is self.book_map.frames[-1] else "turn",
            data_key=frame.key,
        )

    # days and battles

    def _day(self, day: BookDay) -> Html:
        weather = "; ".join(f"{fact.label} {fact.text}" for fact in day.weather)
        return tag(
            "section",
            tag("h3", f"Day {day.day}, {day.date}"),
            tag("p", tag("b", "Weather "), weather) if weather else "",
            tag("p", tag("b", "Score "), day.score) if day.score else "",
            *map(_digest_of, day.sides),
            *map(self._battle, self.view.battles_of(day)),
            id=f"day-{day.day}",
        )

    def _battle(self, battle: BookBattle) -> Html:
        facts = (
            Fact("When", battle.when),
            Fact("Where", battle.place),
            Fact("Rules", battle.rules),
            Fact("Attacker", battle.attacker),
            Fact("Field held by", battle.held_by),
        )
        return tag(
            "article",
            tag("h4", f"Battle {battle.number}: {battle.name}"),
            _facts(facts),
            tag("p", " ".join(battle.story), cls="story") if battle.story else "",
            *(tag("blockquote", tag("p", fact.text), tag("footer", fact.label)) for fact in battle.words),
            *map(_photo, battle.photos),
            tag("div", *map(self._side, battle.sides), cls="sides"),
            self._tables(battle),
            _lines("How it went", battle.course),
            _lines("Every move and roll", battle.report),
            id=f"battle-{battle.number}",
            cls="fight",
        )

    def _side(self, side: BookSide) -> Html:
        heads = tag("tr", *(tag("th", words) for words in ("No", "Unit", "Before", "After", "Lost")))
        rows = [tag("thead", heads), tag("tbody", *map(self._fighter, side.fighters))]
        return tag(
            "div",
            tag("h5", side.side + (f" lost {side.lost.positive}" if side.lost.positive else "")),
            tag("div", tag("table", *rows), cls="wide") if side.fighters else "",
            tag("ul", *(tag("li", words) for words in side.seen)) if side.seen else "",
            tag("p", f"Prisoners taken: {side.prisoners}") if side.prisoners not in ("", "0") else "",
            *(tag("p", f"Orders of {command}: {answer}") for command, answer in side.orders),
        )

    def _fighter(self, fighter: BookFighter) -> Html:
        role = f" ({fighter.role})" if fighter.role and fighter.role != "engaged" else ""
        return tag(
            "tr",
            tag("td", str(fighter.line), cls="n"),
            tag("td", self._unit_link(fighter.name), role),
            tag("td", _word(fighter.before)),
            tag("td", _word(fighter.after)),
            tag("td", str(fighter.lost.positive)),
        )

    def _tables(self, battle: BookBattle) -> Html:
        shown = [(words, table) for words, table in (("Before", battle.before), ("After", battle.after)) if table]
        figures = []
        for words, table in shown:
            drawing, listed = table_svg(self.signs.looks, table, f"b{battle.number}{words[0]}")
            name = words if len(shown) > 1 else "The table"
            caption = tag("figcaption", f"{name}: {table.table.measures}", *(tag("p", place) for place in listed))
            figures.append(tag("figure", drawing, caption))
        return tag("div", *figures, cls="tables") if figures else Html("")

    # forces, strength

    def _chart(self, chart: OrbatChart) -> Html:
        if not chart.roots:
            return Html("")
        title = f"{chart.masthead.title}: {chart.masthead.side}"
        subtitle = f", {chart.masthead.subtitle}" if chart.masthead.subtitle else ""
        return tag("details", tag("summary", title + subtitle), tag("ul", *map(self._node, chart.roots), cls="orbat"))

    def _node(self, node: OrbatNode) -> Html:
        is_unit = node.level is None
        name = self._unit_link(node.name) if is_unit else tag("b", node.name)
        more = " \N{MIDDLE DOT} ".join(word for word in (node.led_by, node.strength, node.position, node.note) if word)
        below = tag("ul", *map(self._node, node.subordinates)) if node.subordinates else ""
        return tag("li", self.signs.alone(node.symbol), " ", name, tag("small", f" {more}") if more else "", below)

    def _curves(self) -> Iterator[Html]:
        for paper in self.view.strength:
            if paper.curves:
                yield tag("h3", f"{paper.masthead.side}: men in the field")
                yield _strength_table(paper)
        for side in [curve for curve in self.view.losses if not curve.depth]:
            yield tag("h3", f"{side.name}: losses day by day")
            yield _loss_table([curve for curve in self.view.losses if curve.side == side.side])

    def _encounters(self) -> Iterator[Html]:
        if not self.view.encounters:
            return
        heads = tag("tr", tag("th", "Formation"), tag("th", "fought, in battles"))
        rows = []
        for encounter in self.view.encounters:
            lines = [tag("div", enemy, " ", *_battle_links(numbers)) for enemy, numbers in encounter.against]
            rows.append(tag("tr", tag("td", f"{encounter.formation} ({encounter.side})"), tag("td", *lines)))
        yield tag("div", tag("table", tag("thead", heads), tag("tbody", *rows)), cls="wide")

    # units

    def _formation(self, formation: FormationHistory) -> Html:
        level = min(6, 3 + formation.depth)
        head = joined(self.signs.alone(formation.symbol), f" {formation.name}")
        return joined(
            tag(f"h{level}", head, tag("small", f" {formation.led_by}") if formation.led_by else ""),
            _diary(formation.lines),
            *map(self._unit, formation.units),
        )

    def _unit(self, unit: UnitHistory) -> Html:
        facts = (
            Fact("Led by", unit.led_by),
            Fact("Began with", unit.began),
            Fact("Now", unit.ended),
            Fact("Stands", unit.position),
        )
        by_day = tag("span", *map(_state, unit.days), cls="states", title="Day by day from the start")
        summary = joined(self.signs.alone(unit.symbol), f" {unit.name} ", by_day)
        battles = tag("p", tag("b", "Battles "), *_battle_links(unit.battles)) if unit.battles else ""
        losses = tag("ul", *(tag("li", loss.text) for loss in unit.losses)) if unit.losses else ""
        ident = None if unit.name in self._told else self._unit_ids[unit.name]
        self._told.add(unit.name)
        return tag(
            "details", tag("summary", summary), _facts(facts), battles, losses, _diary(unit.lines), id=ident, cls="unit"
        )

    def _unit_link(self, name: str) -> Html:
        ident = self._unit_ids.get(name)
        return joined(name) if ident is None else tag("a", name, href=f"#{ident}")

    @cached_property
    def _unit_ids(self) -> dict[str, str]:
        """Page ids of the battalions; of two with one name, the first."""
        names = [unit.name for formation in self.view.formations for unit in formation.units]
        return {name: f"unit-{n}" for n, name in enumerate(dict.fromkeys(names), 1)}


# pieces --------------------------------------------------------------------------------------------------------------
def _state(state: State | None) -> Html:
    """Return a battalion's state at the end of a day, as a letter and a colour."""
    return tag("i", "\N{MIDDLE DOT}") if state is None else tag("i", _word(state)[0], cls=_STATES[state])


def _word(state: State | None) -> str:
    return "" if state is None else "fresh" if state is State.FRESH else state.value


def _turn_title(frame: MapFrame) -> str:
    return f"Day {frame.day}, turn {frame.turn}: {frame.when}" if frame.turn else frame.when


def _facts(facts: Iterable[Fact]) -> Html:
    pairs = [joined(tag("dt", fact.label), tag("dd", fact.text)) for fact in facts if fact.text]
    return tag("dl", *(tag("div", pair) for pair in pairs)) if pairs else Html("")


def _digest_of(day: DayOfSide) -> Html:
    lines = [
        tag("li", tag("time", event.clock), " ", event.text, cls="blow" if event.is_blow else None)
        for event in day.digest.events
    ]
    if day.digest.left_out:
        lines.append(tag("li", f"and {day.digest.left_out} more", cls="note"))
    return tag("div", tag("h5", day.side), tag("ul", *lines, cls="digest"), style=f"--side:{day.accent}", cls="of-side")


def _diary(lines: Sequence[DiaryEntry]) -> Html:
    if not lines:
        return Html("")
    items = [
        tag(
            "li",
            tag("time", line.when),
            " ",
            line.text,
            joined(" ", *_battle_links((line.battle,))) if line.battle else "",
            cls="blow" if line.is_blow else None,
        )
        for line in lines
    ]
    return tag("ul", *items, cls="digest")


def _battle_links(numbers: Iterable[int]) -> Iterator[Html]:
    for n, number in enumerate(numbers):
        yield joined(", " if n else "", tag("a", f"battle {number}", href=f"#battle-{number}"))


def _lines(title: str, lines: Sequence[str]) -> Html:
    if not lines:
        return Html("")
    return tag("details", tag("summary", title), tag("ol", *(tag("li", line.strip()) for line in lines), cls="course"))


def _photo(photo: Photo) -> Html:
    source = f"data:{photo.media_type};base64,{b64encode(photo.data).decode()}"
    words = ". ".join(word for word in (photo.caption, f"Photo: {photo.taken_by}" if photo.taken_by else "") if word)
    size = {"width": photo.width or None, "height": photo.height or None}
    picture = tag("img", src=source, alt=photo.caption or photo.name, loading="lazy", **size)
    return tag("figure", picture, tag("figcaption", words) if words else "", cls="photo")


def _little(mark: str, half: int = 8) -> Html:
    box = f"{-half} {-half} {2 * half} {2 * half}"
    return tag("svg", tag("use", href=mark), viewBox=box, cls="mark", aria_hidden="true")


def _strength_table(paper: StrengthPaper) -> Html:
    heads = tag("tr", *(tag("th", words) for words in ("Formation", "Men", "First", "Last", "Battalions now")))
    return tag("div", tag("table", tag("thead", heads), tag("tbody", *map(_strength_row, paper.curves))), cls="wide")


def _strength_row(curve: StrengthCurve) -> Html:
    first, last = (curve.counts[0], curve.counts[-1]) if curve.counts else (None, None)
    return tag(
        "tr",
        tag("td", curve.name, style=f"padding-left:{0.4 + curve.depth}em"),
        tag("td", _curve(curve.counts, curve.men_establishment)),
        tag("td", "" if first is None else f"{first.men:,}", cls="n"),
        tag("td", "" if last is None else f"{last.men:,}", cls="n"),
        tag("td", "" if last is None else f"{last.fit} fit, {last.spent} spent, {last.lost} lost"),
    )


def _curve(counts: Sequence[DayCount], establishment: int) -> Html:
    top = max((establishment, *(count.men for count in counts)), default=0) or 1
    days = max((count.at for count in counts), default=0) or 1
    spots = [(count.at / days * CURVE_WIDE, CURVE_HIGH - 2 - count.men / top * (CURVE_HIGH - 4)) for count in counts]
    title = tag("title", ", ".join(f"{count.when} {count.men:,}" for count in counts))
    line = tag("polyline", points=" ".join(f"{x:.0f},{y:.0f}" for x, y in spots))
    return tag("svg", title, line, viewBox=f"-3 0 {CURVE_WIDE + 6} {CURVE_HIGH}", cls="curve", role="img")


def _loss_table(curves: Sequence[LossCurve]) -> Html:
    if not curves:
        return Html("")
    most = max((day.lost.men for curve in curves for day in curve.days), default=0) or 1
    days = [tag("th", str(day.day), cls="n") for day in curves[0].days]
    heads = tag("tr", tag("th", "Men lost on day"), *days, tag("th", "all, less returned", cls="n"))
    rows = [
        tag(
            "tr",
            tag("td", curve.name, style=f"padding-left:{0.4 + curve.depth}em"),
            *(_loss_cell(day, most) for day in curve.days),
            tag("td", f"{curve.men_lost:,}", cls="n"),
        )
        for curve in curves
    ]
    return tag("div", tag("table", tag("thead", heads), tag("tbody", *rows)), cls="wide")


def _loss_cell(day: DayLosses, most: int) -> Html:
    """Return the men lost on a day, on a ground that is darker for more of them; all losses under the pointer."""
    words, share = f"{day.lost.men:,}" if day.lost.men else "", f"--share:{day.lost.men / most:.2f}"
    return tag("td", words, cls="n bar", style=share, title=str(day.lost) or None)
