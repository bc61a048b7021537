"""An order of battle typed as indented text, the quickest way there is.

    side: Allied                     a head: title, first day, days, time zone, side, nation
    nation: british

    XIII Corps
      7th Armoured Division          everything indented further is under it; blanks or tabs
        led by: Maj-Gen Creagh       a line 'key: value' speaks of the line above it
        4th Armoured Brigade @ Sidi Barrani
          2 RTR tanks 52 cruisers    name, arm, strengths; or  2 RTR, tanks, 52 cruisers
          2nd Rifle Brigade, motor [bn]
        7th Support Group (arrives 2.3 at Sollum)

Text after ``#`` or ``//`` is for people. In square brackets stand size, arm or nation. ``40/52 cruisers``: 40 of 52.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import zip_longest

from campaign.exchange.entry import read_date
from campaign.exchange.foreign.draft import Coming, Draft, Force, Piece, Remark, Unit
from campaign.exchange.foreign.vocabulary import (
    EXPERIENCE_WORDS,
    GUN_WORDS,
    MEN_WORDS,
    TANK_WORDS,
    VEHICLE_WORDS,
    arm_of,
    mark_of,
    nation_of,
)
from campaign.rules.force import Strength
from campaign.terms.words import plain, slug

TAB = 4
"""Columns that a tab moves to the next multiple of."""
HEAD_KEYS = ("title", "name", "summary", "first day", "days", "day starts at", "time zone", "notes", "source")
UNIT_KEYS = {
    "at",
    "arrives",
    "led by",
    "nation",
    "short",
    "number",
    "arm",
    "mark",
    "size",
    "experience",
    "posture",
    "supply grade",
    "ad hoc",
    "like",
    "state",
    "dug in",
    "hidden",
    "carried by",
    "embarked",
    "notes",
    "source",
    "unconfirmed",
    "road",
    "km",
    "march",
    "combat",
    "armour",
    "anti-tank",
    "weapon",
    "key",
    "recce companies",
    "level",
}
"""Keys of our own order of battle that a line of its own may give."""
_KEY_LINE = re.compile(r"(?P<key>[A-Za-z][A-Za-z -]{0,20}?)\s*:\s*(?P<value>\S.*)")
_COMMENT = re.compile(r"(^|\s)(#|//).*$")
_PLACE = re.compile(r"\s@\s*(?P<place>[^,;|@\[\]()]+)")
_ARRIVES = re.compile(
    r"\(?\barrives?:?\s+(?:day\s+)?(?P<day>\d{1,4})(?:\.(?P<turn>[1-4]))?(?:\s+at\s+(?P<place>[^,;|()\[\]]+))?\)?", re.IGNORECASE
)
_BRACKET = re.compile(r"\[(?P<said>[^\[\]]*)\]")
_COUNT = re.compile(r"(?<![\w./-])(?P<have>\d{1,3}(?:,\d{3})+|\d{1,5})(?:\s*/\s*(?P<of>\d{1,5}))?(?![\w./-])\s*(?:x\s+)?")
_CALIBRE = re.compile(r"(?P<size>\d[\d.]*)(?=[\s-]?(pdr|pounder|mm|cm|in\b|inch))", re.IGNORECASE)


@dataclass(slots=True)
class _Line:
    number: int
    column: int
    said: str


@dataclass(slots=True)
class _Open:
    column: int
    unit: Unit
    below: int | None = None
    """The column of the first line under it."""


@dataclass(slots=True)
class Typist:
    """Reads one text. ``name`` is what the file is called in messages."""

    name: str
    draft: Draft = field(default_factory=Draft)

    def read(self, written: str, side: str, nation: str) -> Draft:
        """The whole text; what cannot be understood is in ``refused``."""
        force = Force(side, f"{self.name}:1", nation=nation)
        named = bool(side)
        stack: list[_Open] = []
        for line in self._lines(written):
            if line.column == 0 and (found := _KEY_LINE.fullmatch(line.said)) and self._is_head(found["key"]):
                force, named = self._head(found["key"], found["value"], line, force, named)
                stack = []
                continue
            while stack and stack[-1].column >= line.column:
                stack.pop()
            if (found := _KEY_LINE.fullmatch(line.said)) and stack and plain(found["key"]) in {plain(key) for key in UNIT_KEYS}:
                self._about(stack[-1].unit, found["key"], found["value"].strip(), line)
                continue
            if stack and stack[-1].below is not None and line.column != stack[-1].below:
                self._refuse(
                    line, f"{line.said!r} is indented by {line.column}, between two lines above it", "indent it as its neighbours are"
                )
                continue
            unit = self.unit(line.said, f"{self.name}:{line.number}")
            (stack[-1].unit.under if stack else force.units).append(unit)
            if stack:
                stack[-1].below = line.column
            stack.append(_Open(line.column, unit))
            self.draft.count("units")
        if force.units or not self.draft.forces:
            self.draft.forces.append(force)
        self._name_sides(named)
        return self.draft

    def _refuse(self, line: _Line, what: str, way_out: str) -> None:
        self.draft.refused.append(Remark(f"{self.name}:{line.number}", f"{what}; {way_out}"))

    def _lines(self, written: str) -> list[_Line]:
        found = []
        for number, raw in enumerate(written.splitlines(), 1):
            said = _COMMENT.sub("", raw.replace("\u00a0", " ")).rstrip()
            if not said.strip():
                continue
            if "\x00" in said or any(ord(letter) < 32 and letter != "\t" for letter in said):
                self.draft.refused.append(Remark(f"{self.name}:{number}", "the line holds a character that cannot be printed; delete it"))
                continue
            indent = said[: len(said) - len(said.lstrip())]
            bare = re.sub(r"^[-*•]\s+", "", said.strip())
            found.append(_Line(number, len(indent.expandtabs(TAB)), bare))
        return found

    @staticmethod
    def _is_head(key: str) -> bool:
        return plain(key) in {*map(plain, HEAD_KEYS), "side", "nation"}

    def _head(self, key: str, value: str, line: _Line, force: Force, named: bool) -> tuple[Force, bool]:
        word = plain(key)
        value = value.strip()
        if word == "side":
            name, _, rest = value.partition("(")
            nation = nation_of(rest) if rest else ""
            if force.units:
                self.draft.forces.append(force)
            return Force(name.strip(), f"{self.name}:{line.number}", nation=nation or force.nation * (not force.units)), True
        if word == "nation":
            known = nation_of(value) or slug(value)
            if force.units:
                self._refuse(line, "nation: stands after the first unit", "write it before, or under a unit, or begin with 'side: ...'")
            force.nation = known
        elif word == "first day":
            day = read_date(value)
            if isinstance(day, str):
                self._refuse(line, f"first day: {value!r} is no date", day)
            else:
                self.draft.first_day = day
        elif word == "days":
            if value.isdigit() and 1 <= int(value) <= 3650:
                self.draft.days = int(value)
            else:
                self._refuse(line, f"days: {value!r}", "expected a whole number of days")
        elif word == "title":
            self.draft.title = value
        else:
            self.draft.head[word] = value
        return force, named

    def _about(self, unit: Unit, key: str, value: str, line: _Line) -> None:
        word = next(known for known in UNIT_KEYS if plain(known) == plain(key))
        if word == "arrives":
            found = _ARRIVES.fullmatch(f"arrives {value}")
            if found is None:
                self._refuse(line, f"arrives: {value!r}", "expected a day, or day and turn, and a place: 2.3 at Sollum")
                return
            unit.coming = Coming(int(found["day"]), int(found["turn"] or 1), (found["place"] or "").strip())
        elif word == "at":
            unit.at = value
        elif word == "led by":
            unit.led_by = value
        elif word == "short":
            unit.short = value
        elif word == "nation":
            unit.nation = nation_of(value) or slug(value)
        elif word == "like":
            unit.like = value
        elif word == "level":
            self._level(unit, value, line)
        else:
            unit.said[word] = value

    def _level(self, unit: Unit, value: str, line: _Line) -> None:
        found = mark_of(value if value != "command" else "brigade")
        if found is None:
            self._refuse(line, f"level: {value!r}", "expected army group, army, corps, division or command")
        else:
            unit.mark = found[0]

    def unit(self, said: str, where: str) -> Unit:
        """One line: name, size and arm in brackets, place, arrival, strengths."""
        unit = Unit("", where)
        if found := _ARRIVES.search(said):
            unit.coming = Coming(int(found["day"]), int(found["turn"] or 1), (found["place"] or "").strip())
            said = said[: found.start()] + said[found.end() :]
        if found := _PLACE.search(said):
            unit.at = found["place"].strip()
            said = said[: found.start()] + " " + said[found.end() :]
        extra = []
        for found in _BRACKET.finditer(said):
            extra.append(found["said"])
            self._bracket(unit, found["said"])
        said = " ".join(_BRACKET.sub(" ", said).split())
        name, words = split_name(said)
        unit.name = name.strip(" ,;|-")[:200] or said[:200]
        unit.words = " ".join([words, *extra]).strip()
        self._strengths(unit, words)
        for word, experience in EXPERIENCE_WORDS.items():
            if re.search(rf"\b{word}\b", words):
                unit.said["experience"] = experience.value
        return unit

    @staticmethod
    def _bracket(unit: Unit, said: str) -> None:
        if mark := mark_of(said):
            unit.mark = mark[0]
        elif (arm := arm_of(said)) and not nation_of(said):
            unit.arm = arm[0]
        if nation := nation_of(said):
            unit.nation = nation

    @staticmethod
    def _strengths(unit: Unit, words: str) -> None:
        """``52 cruisers``, ``700 men``, ``40/52 cruisers``, ``24 25-pdr``."""
        have, full = {"men": 0, "vehicles": 0, "guns": 0}, {"men": 0, "vehicles": 0, "guns": 0}
        found = [count for count in _COUNT.finditer(words) if _CALIBRE.match(words, count.start()) is None]
        for count, after in zip_longest(found, found[1:]):
            item = words[count.end() : after.start() if after else len(words)].strip(" ,;|.+&").removesuffix(" and").strip()
            item = item or words[: count.start()].strip(" ,;|")
            number = int(count["have"].replace(",", ""))
            of = int(count["of"] or number)
            kind = kind_of_strength(item)
            if kind is None or not 0 < max(number, of) <= 100_000:
                continue
            have[kind] += number
            full[kind] += of
            if kind != "men":
                unit.pieces.append(
                    Piece(item.split(",")[0].strip()[:60], of, "gun" if kind == "guns" else "tank" if _tanks(item) else "vehicle")
                )
        if any(full.values()):
            unit.present, unit.full = Strength(**have), Strength(**full)

    def _name_sides(self, named: bool) -> None:
        """A text without a side has one: that of its nation, else of its file."""
        for force in self.draft.forces:
            if not force.name:
                nations = [force.nation, *(nation_of(f"{unit.name} {unit.words}") for unit in force.units)]
                nation = next((n for n in nations if n), "")
                force.name = nation.replace("_", " ").title() or self.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        if not named and self.draft.forces and self.draft.forces[0].units:
            force = self.draft.forces[0]
            self.draft.guessed.append(Remark(force.where, f"no side is named: all of it is put on one, {force.name!r} (say --side NAME)"))


def _tanks(item: str) -> bool:
    return bool(re.search(rf"\b({TANK_WORDS})\b", plain(item)))


def kind_of_strength(item: str) -> str | None:
    """men, vehicles or guns: what a piece of equipment counts among; None for what counts as none of them."""
    flat = plain(item)
    for kind, words in (
        ("men", MEN_WORDS),
        ("guns", r"\w* ?pdrs?|\w+ ?mm (guns?|howitzers?|mortars?)|\w*(anti tank|flak|field|aa) guns?"),
        ("vehicles", VEHICLE_WORDS),
        ("guns", GUN_WORDS),
    ):
        if re.search(rf"\b({words})\b", flat):
            return kind
    return None


_DESCRIBES = re.compile(r"[a-z][a-z-]*")


def split_name(said: str) -> tuple[str, str]:
    """The name of a unit, and what is said of it: after a comma, a bar, a colon or `` - ``; else from the first word in small
    letters that names an arm, or from the first count of something."""
    for mark in (" | ", "|", ", ", "; ", ": ", " - ", " – "):
        if mark in said:
            name, words = said.split(mark, 1)
            if mark != ", " or not re.match(r"[A-Z]", words) or arm_of(words.split()[0]) is None:
                return name, words
    tokens = said.split()
    for n in range(1, len(tokens)):
        token, rest = tokens[n], " ".join(tokens[n:])
        if _DESCRIBES.fullmatch(token) and (token in EXPERIENCE_WORDS or (arm_of(token) is not None and token not in ("and", "of"))):
            if re.fullmatch(r"\d{1,5}", tokens[n - 1]) and n > 1 and mark_of(tokens[n - 2]) is None and not re.match(r"\S+\s+\d", rest):
                return " ".join(tokens[: n - 1]), " ".join(tokens[n - 1 :])
            return " ".join(tokens[:n]), rest
        counts = re.fullmatch(r"\d{1,5}(/\d{1,5})?", token) and n + 1 < len(tokens) and kind_of_strength(" ".join(tokens[n + 1 : n + 3]))
        if counts and not (
            n + 2 < len(tokens) and re.fullmatch(r"\d{1,5}(/\d{1,5})?", tokens[n + 2]) and mark_of(tokens[n - 1]) is not None
        ):
            return " ".join(tokens[:n]), rest
    return said, ""
