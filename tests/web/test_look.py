"""The look of the desk: templates under a strict policy, marks that readers of screens need, contrast, letters and sizes."""

import gzip
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from campaign_reports.type import advance
from tests.harness.typeface import CUTS, FONTS, LETTERS, letters_in
from tests.web.gallery import LOOKS, PAGES, WEB, environment, page, style

HOUSE = WEB.parents[1]
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
EMPTY = {"meta", "link", "input", "br", "path", "rect", "circle", "img", "hr", "use"}
"""Elements that have no end tag, and drawings that end themselves."""
CITIES = "Łódź Żółkiew Gdańsk Śrem Ćmielów Nógrádverőce Győr Hódmezővásárhely Târgu-Mureș Iași Bălți Ploiești Țicău Jyväskylä Hämeenlinna Åbo Plzeň Příbram Ďáblice"
"""Names in Polish, Hungarian, Romanian, Finnish and Czech, as players type them."""
OTHERS = "Škofja Ķekava Ērgļi Šiauliai Şumnu İzmit Ærø Ålesund Saint-Lô Señorío Groß-Born L’Aquila Ħamrun – “Brevity” ‘top’ … × · ½ № £ °".replace(
    "№", ""
)


class Checked(HTMLParser):
    """A page's elements in order, with what is wrong in how they are nested."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.labelled: set[int] = set()
        self.words: Counter[int] = Counter()
        self.holders: list[int] = []
        self.feed(content)
        self.close()
        if self.open:
            self.wrong.append(f"never closed: {self.open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len({name for name, _ in attrs}) < len(attrs):
            self.wrong.append(f"an attribute twice: {tag} {attrs}")
        self.elements.append((tag, dict(attrs)))
        if "label" in self.open:
            self.labelled.add(len(self.elements) - 1)
        if dict(attrs).get("aria-label"):
            self.words.update(self.holders)
        if tag not in EMPTY:
            self.open.append(tag)
            self.holders.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag in EMPTY:
            return
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()} within {self.open[-3:]}")
            return
        self.open.pop()
        self.holders.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.update(self.holders)

    def all(self, *tags: str) -> Iterator[tuple[int, str, dict[str, str | None]]]:
        """Elements of these kinds with their place in the page."""
        return ((n, tag, attributes) for n, (tag, attributes) in enumerate(self.elements) if tag in tags)


@pytest.fixture(scope="module", params=sorted(PAGES))
def checked(request: pytest.FixtureRequest) -> Checked:
    return Checked(page(request.param))


@pytest.mark.sample(3)
def test_every_page_is_well_formed(checked: Checked) -> None:
    assert checked.wrong == []
    ids = [attributes["id"] for _, attributes in checked.elements if "id" in attributes]
    assert [name for name, count in Counter(ids).items() if count > 1] == []


def test_nothing_in_a_page_breaks_the_strict_policy(checked: Checked) -> None:
    for tag, attributes in checked.elements:
        assert "style" not in attributes, (tag, attributes)
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        for name in ("href", "src", "action", "formaction", "poster"):
            assert not re.match(r"(?i)\s*(?:[a-z]+:|//)", attributes.get(name) or ""), (tag, attributes)
    assert [attributes for _, _, attributes in checked.all("script") if "src" not in attributes] == []
    assert list(checked.all("style", "iframe", "object", "embed")) == []


def test_readers_of_screens_find_their_way(checked: Checked) -> None:
    levels = [int(tag[1]) for _, tag, _ in checked.all("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), levels
    for landmark in ("main", "header", "footer"):
        assert len(list(checked.all(landmark))) == 1
    skip = next(attributes for _, _, attributes in checked.all("a"))
    assert skip["href"] == "#main"
    assert all(attributes.get("aria-label") for _, _, attributes in checked.all("nav"))
    current = [attributes for _, _, attributes in checked.all("a") if attributes.get("aria-current") == "page"]
    assert len(current) == 1


def test_every_field_button_and_drawing_has_a_name(checked: Checked) -> None:
    named = {attributes.get("for") for _, _, attributes in checked.all("label")}
    for number, _, attributes in checked.all("input", "select", "textarea"):
        if attributes.get("type") != "hidden":
            assert number in checked.labelled or attributes.get("id") in named, attributes
    for number, tag, attributes in checked.all("a", "button", "legend", "summary", "th", "label"):
        assert checked.words[number] or attributes.get("aria-label"), (tag, attributes)
    for _, _, attributes in checked.all("svg"):
        assert attributes.get("aria-hidden") == "true" or (attributes["role"] == "img" and attributes["aria-label"])
    described = {
        attributes["aria-describedby"] for _, attributes in checked.elements if "aria-describedby" in attributes
    }
    assert described <= {attributes.get("id") for _, attributes in checked.elements}


def test_there_is_one_filled_button_at_most(checked: Checked) -> None:
    assert sum("pri" in (attributes.get("class") or "").split() for _, attributes in checked.elements) <= 1


def test_every_form_that_posts_begins_with_token_and_key(checked: Checked) -> None:
    for number, _, attributes in checked.all("form"):
        if attributes.get("method") == "post":
            assert [checked.elements[number + n][1]["name"] for n in (1, 2)] == ["token", "key"]


def test_every_class_is_in_the_style_sheets(checked: Checked) -> None:
    styled = set(re.findall(r"\.([a-z][\w-]*)", style())) | {"asof-form", "act", "done", "last", "sel"}
    used = {name for _, attributes in checked.elements for name in (attributes.get("class") or "").split()}
    assert used - styled == set()


def test_the_gallery_shows_every_component() -> None:
    made = set(re.findall(r"{% macro (\w+)", (WEB / "templates" / "parts.html").read_text(encoding="utf-8")))
    shown = [path.read_text(encoding="utf-8") for path in (*LOOKS.glob("*.html"), WEB / "templates" / "base.html")]
    used = {name for text in shown for name in re.findall(r"\bp\.(\w+)\(", text)} | {"receipt_strip", "asks"}
    assert made - used == set()


def test_text_is_escaped_in_every_component() -> None:
    parts = environment().get_template("parts.html").module
    assert "<b>Pak &amp; 8.8 &lt;i&gt;</b>" in parts.row("Pak & 8.8 <i>")
    assert 'value="&#34;&gt;"' in parts.field("Unit", "unit", '">')
    assert "&lt;i&gt;" in parts.state("<i>")


def test_the_receipt_can_be_undone_and_is_read_out() -> None:
    content = page("desk")
    strip = content[content.index("data-receipt") - 60 : content.index("data-receipt") + 900]
    assert 'role="status"' in strip
    assert '<form method="post" action="/log">' in strip
    assert 'name="entry" value="11"' in strip


def test_a_fault_is_read_out_at_once() -> None:
    content = page("refused")
    assert re.search(
        r'role="alert".*<b><svg.*</svg> There is no unit called &#39;15 panzer&#39;\.</b> Nothing was changed\.',
        content,
    )


# ---- colours ----------------------------------------------------------------------------------------------------------


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme; the two ways to dark must say the same."""
    sheet = (WEB / "static" / "css" / "00-tokens.css").read_text(encoding="utf-8")
    blocks = re.findall(r"(:root[^{]*){([^}]*)}", sheet)
    read = [(name, dict(re.findall(r"--([\w-]+):(#[0-9a-f]{3,6})\b", body))) for name, body in blocks]
    light = read[0][1]
    by_device, by_button = (colours for name, colours in read[1:] if len(colours) > 5)
    assert by_device == by_button
    return {"light": light, "dark": light | by_device}


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    full = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = (int(full[n : n + 2], 16) / 255 for n in (0, 2, 4))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


WORDS = [
    *(
        (text, ground)
        for text in ("ink", "ink2", "ink3")
        for ground in ("bg", "strip", "amber-t", "tint0", "tint1", "land")
    ),
    *((text, "shade") for text in ("ink", "ink2")),
    *((f"side{n}", ground) for n in (0, 1) for ground in ("bg", "land", f"tint{n}")),
    *(("on", f"side{n}") for n in (0, 1)),
    ("dark", "amber"),
    ("bg", "ink"),
    ("bg", "ink2"),
    ("ink2", "sea"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_every_ground(theme: str) -> None:
    colours = themes()[theme]
    low = {(text, ground): round(contrast(colours[text], colours[ground]), 2) for text, ground in WORDS}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    assert contrast("#ffffff", colours["night"]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_edges_of_fields_and_the_focus_ring_stand_out(theme: str) -> None:
    colours = themes()[theme]
    assert contrast(colours["field"], colours["bg"]) >= 3
    for ground in ("bg", "strip", "tint0", "tint1", "amber-t"):
        assert max(contrast(colours[ring], colours[ground]) for ring in ("amber", "ink")) >= 3, ground
    assert contrast(colours["bg"], colours["ink"]) >= 3  # the inner ring on the black strip
    assert contrast(colours["dark"], colours["amber"]) >= 3  # the ring of what lies on amber


# ---- style sheets and typeface ----------------------------------------------------------------------------------------


def test_the_style_sheets_ask_for_nothing_but_the_typeface() -> None:
    sheet = style()
    assert sorted(re.findall(r"url\(([^)]*)\)", sheet)) == sorted(CUTS)
    assert "@import" not in sheet
    assert sheet.count("{") == sheet.count("}")
    known = set(re.findall(r"--([\w-]+):", sheet))
    assert set(re.findall(r"var\(--([\w-]+)", sheet)) <= known


def test_style_and_typeface_are_small() -> None:
    assert len(gzip.compress(style().encode(), 6)) <= 16_000
    assert sum((FONTS / name).stat().st_size for name in CUTS) <= 70_000


def shown_texts() -> Iterator[tuple[str, str]]:
    """Texts that the desk shows: templates, sentences of the program, everything in the shipped orders of battle."""
    for path in (
        *TEMPLATES,
        *LOOKS.glob("*.html"),
        *(HOUSE / "campaign").rglob("*.txt"),
        *(HOUSE / "orbats").rglob("*.yaml"),
    ):
        yield path.relative_to(HOUSE).as_posix(), path.read_text(encoding="utf-8")
    yield "names", CITIES + OTHERS


@pytest.mark.parametrize("name", CUTS)
def test_every_cut_holds_the_letters_that_are_shown(name: str) -> None:
    held = letters_in(FONTS / name)
    missing = {
        (where, letter)
        for where, text in shown_texts()
        for letter in set(text) - {"\n", "\t"}
        if ord(letter) not in held and not drawn(letter)
    }
    assert missing == set()


def drawn(letter: str) -> bool:
    """Tell whether a sign is a line of a chart in a terminal, which no page types."""
    return "\N{BOX DRAWINGS LIGHT HORIZONTAL}" <= letter <= "\N{RIGHT ONE EIGHTH BLOCK}"


@pytest.mark.parametrize("name", CUTS)
def test_the_cuts_are_those_of_the_papers(name: str) -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(FONTS / name)
    scale = 1000 / font["head"].unitsPerEm
    glyphs = font.getBestCmap()
    for letter in "HalfayaPass,top10.7kmłőșäŻ":
        assert font["hmtx"][glyphs[ord(letter)]][0] * scale == pytest.approx(advance(CUTS[name], letter), abs=1)
    assert letters_in(FONTS / name) <= LETTERS
    assert "SIL Open Font License" in str(font["name"].getDebugName(13))
