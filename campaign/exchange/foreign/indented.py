"""An order of battle typed as indented text, the quickest way to enter one.

    side: Allied                     a head: title, first day, days, time zone, side, nation
    nation: british

    XIII Corps
      7th Armoured Division          everything indented further is under it; blanks or tabs
        led by: Maj-Gen Creagh       a line 'key: value' describes the line above it
        4th Armoured Brigade @ Sidi Barrani
          2 RTR tanks 52 cruisers    name, arm, strengths; or  2 RTR, tanks, 52 cruisers
          2nd Rifle Brigade, motor [bn]
          3 x armd regts, 52 tanks     three units of one kind
        RE: 14 & 615 Fd Sqns         a unit, and two under it
        7th Support Group (arrives 2.3 at Sollum)
        25th Field Regt RA
          24 x 25-pdr                  equipment of the line above; so is a rank and a name its leader

Text after ``#`` or ``//`` is for people. In square brackets stand size, arm or nation. ``40/52 cruisers``: 40 of 52.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from campaign.errors import BadFile
from campaign.exchange.entry import read_date
from campaign.exchange.foreign import changes, headings, pasted
from campaign.exchange.foreign.draft import Coming, Draft, Force, Piece, Unit
from campaign.exchange.foreign.lines import bare, equipment_of, kind_of_strength, leader, parted, several
from campaign.exchange.foreign.lists import listed, may_be_units, side_by_side
from campaign.exchange.foreign.nations import SIDE_WORDS, nation_of
from campaign.exchange.foreign.vocabulary import EXPERIENCE_WORDS, TANK_WORDS, arm_of, has, mark_of, unread
from campaign.rules.common.force import Strength
from campaign.terms.words import counted, did_you_mean, plain, slug
from campaign.values import dataclass, field

TAB = 4
"""Distance between tab stops in columns."""
LONGEST_LINE = 1000
LONGEST_NAME = 200
DEEPEST = 60
"""Most echelons of a text."""
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
    "strength",
}
"""Keys of the program's own order of battle that a separate line may set."""
_HEAD = ("side", "nation", *HEAD_KEYS)
_LEADERS = dict.fromkeys(
    (
        "commander",
        "commanders",
        "commanded by",
        "commanding",
        "commanding officer",
        "commanding general",
        "commander in chief",
        "goc",
        "goc in c",
        "oc",
        "co",
        "cmdr",
        "cdr",
        "cg",
        "kommandeur",
        "befehlshaber",
        "oberbefehlshaber",
        "kommandierender general",
        "comandante",
        "commandant",
        "dowodca",
        "komandir",
    ),
    "led by",
)
_ENDS = frozenset({"last day", "end", "ends", "end day", "end date", "until", "to", "last date"})
_KEY_LINE = re.compile(r"(?P<key>[A-Za-z][A-Za-z -]{0,20}?)\s*:\s*(?P<value>\S.*)")
_SIDE = re.compile(SIDE_WORDS)
_TITLES = r"order of battle|orders of battle|orbat|oob|ordre de bataille|kriegsgliederung|schlachtordnung"
_UNSEEN = re.compile("[\ufeff\u200b-\u200f\u00ad\u2060]")
"""Letters without a width, left behind by word processors."""
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_WIKI_BESIDE = re.compile(r"<ref[^<>]*/>|<ref[^<>]*>(?P<ref>[^<]*)</ref>|\{\{(?P<told>[^{}]*)\}\}")
_WIKI_HEADING = re.compile(r"^=+ *([^=]+?) *=+\s*$")
_COMMENT = re.compile(r"(^|\s)(#|//).*$")
_PLACE = re.compile(r"\s@\s*(?P<place>[^,;|@\[\]()]+)")
_ARRIVES = re.compile(
    r"\(?\barrives?:?\s+(?:day\s+)?(?P<day>\d{1,4})(?:\.(?P<turn>[1-4]))?(?:\s+at\s+(?P<place>[^,;|()\[\]]+))?\)?",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\[(?P<said>[^\[\]]*)\]")
_COUNT = re.compile(
    r"(?<![\w./-])(?P<have>\d{1,3}(?:,\d{3})+|\d{1,5})(?:\s*/\s*(?P<of>\d{1,5}))?(?![\w./-])\s*(?:x\s+)?"
)
_PACKED = re.compile(r"(?<![\w./-])(\d{1,4})[x×](?=\d)")
"""Number and type without a blank: ``24x25pdr``."""
_COMMA = re.compile(r"(?<=\d),(?=\d{1,2}\s?(?:cm|in\b))")
"""Decimal comma: ``3,7cm``."""
_OF_A_MODEL = re.compile(r"\b(?:pak|flak|kwk|stuk|mk|mark|type|typ|model|in|since|from|of|until|by)\.?$", re.IGNORECASE)
"""Words after which a number means a model or a year."""
_CALIBRE = re.compile(r"(?P<size>\d[\d.]*)(?=[\s-]?(pdr|pounder|mm|cm|in\b|inch))", re.IGNORECASE)


@dataclass(slots=True)
class _Line:
    number: int
    column: int
    """Number of blanks before the text; a line with a bullet counts as indented a little further than a line without
    one."""
    indent: int
    text: str


def line_of(number: int, text: str) -> _Line:
    """Return a line that stands alone."""
    return _Line(number, 0, 0, text)


@dataclass(slots=True)
class _Open:
    column: int
    unit: Unit
    below: int | None = None
    """Column of the first line under it."""


@dataclass(slots=True)
class Typist:
    """A reader of one text. ``name`` is the file's name in messages."""

    name: str
    draft: Draft = field(default_factory=Draft)

    def read(self, written: str, side: str, nation: str) -> Draft:
        """Return the draft of the whole text; lines that cannot be understood are in ``refused``."""
        force = Force(side, f"{self.name}:1", nation=nation)
        named = bool(side)
        stack: list[_Open] = []
        for line in self._lines(written):
            if len(stack) > DEEPEST:
                raise BadFile(
                    f"{self.name}:{line.number} is more than {DEEPEST} levels deep. Check that this is an "
                    "order of battle"
                )
            if line.column == 0 and (head := self._heading(line)):
                force, named = self._head(*head, line, force, named)
                stack = []
                continue
            if stack and line.column <= stack[-1].column and (commander := self._leader_line(line)):
                self._led(stack[-1].unit, commander)
                continue
            while stack and stack[-1].column >= line.column:
                stack.pop()
            if not self._is_of(stack[-1].unit if stack else None, force, line):
                self._open(line, stack, force)
        if force.units or not self.draft.forces:
            self.draft.forces.append(force)
        headings.read(self.draft, written, self.name, named)
        return self.draft

    def _heading(self, line: _Line) -> tuple[str, str] | None:
        """Return a line of the head as key and value; ``Allies:`` begins a side."""
        if (match := _KEY_LINE.fullmatch(line.text)) and self._is_head(match["key"]):
            return match["key"], match["value"]
        return (
            ("side", line.text.rstrip(" :")) if line.text.endswith(":") and _SIDE.fullmatch(plain(line.text)) else None
        )

    @staticmethod
    def _leader_line(line: _Line) -> str:
        """Return the leader of the unit above that a line names without indentation: ``GOC: Major-General ...``."""
        match = _KEY_LINE.fullmatch(line.text)
        if match and (plain(match["key"]) in _LEADERS or plain(match["key"]) == "led by"):
            return match["value"].strip()
        return leader(line.text)

    def _is_of(self, unit: Unit | None, force: Force, line: _Line) -> bool:
        """Return whether the line describes the unit above it, or the whole text."""
        if unit is None:
            return self._is_of_all(force, line)
        match = _KEY_LINE.fullmatch(line.text)
        if match and (plain(match["key"]) in {plain(key) for key in UNIT_KEYS} or plain(match["key"]) in _LEADERS):
            self.describe(unit, match["key"], match["value"].strip(), line)
            return True
        return self._more_of(unit, line.text)

    def _is_of_all(self, force: Force, line: _Line) -> bool:
        """Return whether the line is a title, the leader of a whole side, or an unknown key."""
        if not force.units and has(plain(line.text), _TITLES):
            self.draft.title = self.draft.title or line.text[:200]
            return True
        if commander := leader(line.text):
            self.draft.note(
                f"{self.name}:{line.number}",
                f"{commander} was left out. He is written above every unit, but a side has no leader",
            )
            return True
        if (match := _KEY_LINE.fullmatch(line.text)) is None or not _is_key(match["key"], line.text):
            return False
        self._refuse(
            line,
            f"{match['key']!r} cannot be written at the head",
            f"write {', '.join(_HEAD)}{self._way_out(match['key'], match['value'])}",
        )
        return True

    def _way_out(self, key: str, value: str) -> str:
        """Return advice on an unknown key."""
        day = read_date(value)
        if plain(key) in _ENDS and not isinstance(day, str):
            first = self.draft.first_day
            return (
                ". The last day follows from the first day and the number of days: days: "
                f"{(day - first).days + 1 if first else '...'}"
            )
        if not isinstance(day, str):
            return f". Write when the campaign begins: first day: {value}"
        if plain(key) in {plain(unit_key) for unit_key in UNIT_KEYS} | _LEADERS.keys():
            return ". Write facts about a unit under the unit, indented further"
        return did_you_mean(key, _HEAD)

    def _open(self, line: _Line, stack: list[_Open], force: Force) -> None:
        """Put the unit of a line, or several, under the one above."""
        if stack and stack[-1].below is not None and line.indent != stack[-1].below:
            self._refuse(
                line,
                f"{line.text!r} is indented by {line.indent} spaces, which is between two lines above it",
                "indent it like its neighbours",
            )
            return
        units = self._units(line)
        (stack[-1].unit.under if stack else force.units).extend(units)
        if stack:
            stack[-1].below = line.indent
        stack.append(_Open(line.column, units[-1]))
        self.draft.count("units", sum(1 for unit in units for _ in unit.tree()))

    def _units(self, line: _Line) -> list[Unit]:
        """Return the units of a line: one, or as many as it counts; or one with those that the line lists under it,
        with a note.
        """
        where = f"{self.name}:{line.number}"
        listing_of_units = listed(line.text)
        if listing_of_units is None:
            lines = [unit_line for part in side_by_side(line.text) for unit_line in several(part)]
            units = [self.unit(unit_line, where) for unit_line in lines]
            doubtful = [part for part in may_be_units(line.text) if not headings.speaks_of_a_day(part)]
            if len(units) == 1 and doubtful:
                value = f"{', '.join(doubtful)} describes {units[0].name} and is not a unit"
                self.draft.guess(where, value, "it is in the same line", otherwise="write one unit a line")
            return units
        if len(listing_of_units.below) == 1 and mark_of(listing_of_units.head) is None:
            return [self.unit(f"{listing_of_units.below[0]} | {listing_of_units.head}", where)]
        unit = self.unit(listing_of_units.head, where)
        unit.under = [self.unit(text, where) for text in listing_of_units.below]
        names = ", ".join(below.name for below in unit.under)
        self.draft.guess(
            where,
            f"{unit.name} has these units under it: {names}",
            "the line lists them",
            change=f'"{unit.under[0].name}" under "FORMATION"',
        )
        return [unit]

    def _more_of(self, unit: Unit, text: str) -> bool:
        """Return whether a line of equipment, or a leader's name, belongs to the unit above it, and add it there."""
        if commander := leader(text):
            self._led(unit, commander)
            return True
        if unit.under or not (more := equipment_of(text)):
            return False
        unit.words = ", ".join(filter(None, (unit.words, more)))
        unit.pieces = []
        take_strengths(unit, unit.words)
        return True

    @staticmethod
    def _led(unit: Unit, commander: str) -> None:
        """Set a unit's leader to the first who is named; others are kept in its notes."""
        if unit.led_by and unit.led_by != commander:
            unit.note(f"{commander}.")
        else:
            unit.led_by = commander

    def _refuse(self, line: _Line, problem: str, way_out: str) -> None:
        self.draft.refuse(f"{self.name}:{line.number}", f"{problem}; {way_out}", line=line.text)

    def _lines(self, written: str) -> list[_Line]:
        lines = []
        entries = pasted.contents(written.splitlines())
        for number, raw in enumerate(written.splitlines(), 1):
            shown = _shown(_COMMENT.sub("", _UNSEEN.sub("", raw.replace("\u00a0", " ")))).rstrip()
            if not shown.strip():
                continue
            if "\x00" in shown or any(ord(letter) < 32 and letter != "\t" for letter in shown):
                self.draft.refuse(f"{self.name}:{number}", "the line has a character that cannot be printed. Delete it")
                continue
            if len(shown) > LONGEST_LINE:
                self.draft.refuse(
                    f"{self.name}:{number}",
                    f"the line has {len(shown):,} characters, but at most {LONGEST_LINE:,} are read. Write one "
                    "unit a line",
                )
                continue
            indent, marks, text = bare(shown.expandtabs(TAB) if shown[0].isspace() else shown)
            if not text:
                continue
            if number in entries:
                self.draft.note(f"{self.name}:{number}", f"{text} belongs to the page's list of contents")
                continue
            if indent == 0 and pasted.is_end(text):
                rest = sum(1 for later in written.splitlines()[number:] if later.strip())
                self.draft.note(
                    f"{self.name}:{number}",
                    f"{text}: the text after it ({counted(rest, 'line')}) is not an order of battle",
                )
                break
            if reason := pasted.furniture(text):
                self.draft.note(f"{self.name}:{number}", f"{reason}: {text}")
            elif changes.is_change(text):
                self._change(text, f"{self.name}:{number}")
            else:
                lines.append(_Line(number, indent * 8 + min(marks, 7), indent, text))
        return lines

    def _change(self, text: str, where: str) -> None:
        change = changes.change_in(text, where)
        if change is None:
            self.draft.refuse(where, f"{text!r}: {changes.keys_told()}")
        else:
            self.draft.changes.append(change)

    @staticmethod
    def _is_head(key: str) -> bool:
        return plain(key) in set(map(plain, _HEAD))

    def _head(self, key: str, value: str, line: _Line, force: Force, named: bool) -> tuple[Force, bool]:
        word = plain(key)
        value = value.strip()
        if word == "side":
            name, _, rest = value.partition("(")
            nation = nation_of(rest) if rest else ""
            name = name if nation or not rest else value
            if force.units:
                self.draft.forces.append(force)
            return (
                Force(name.strip(), f"{self.name}:{line.number}", nation=nation or force.nation * (not force.units)),
                True,
            )
        if word == "nation":
            named_nation = nation_of(value) or slug(value)
            if force.units:
                self._refuse(
                    line,
                    "nation is written after the first unit",
                    "write it before the first unit, or under a unit, or begin with 'side: ...'",
                )
            force.nation = named_nation
        elif word == "first day":
            day = read_date(value)
            if isinstance(day, str):
                self._refuse(line, f"first day: {value!r} is not a date", day)
            else:
                self.draft.first_day = day
        elif word == "days":
            if re.fullmatch(r"[0-9]{1,4}", value) and 1 <= int(value) <= 3650:
                self.draft.days = int(value)
            else:
                self._refuse(line, f"days {value!r} is not a number", "write a whole number of days")
        elif word == "title":
            self.draft.title = value
        elif (
            word == "day starts at"
            and (hour := re.fullmatch(r"([01]?[0-9]|2[0-3])(?:[:.]?00)?(?: ?h(?:ours|rs)?| o'clock)?", value)) is None
        ):
            self._refuse(
                line, f"day starts at {value!r} is not a time", "write a whole hour from 0 to 23, such as 6 or 06:00"
            )
        else:
            self.draft.head[word] = hour[1].lstrip("0") or "0" if word == "day starts at" and hour else value
        return force, named

    def describe(self, unit: Unit, key: str, value: str, line: _Line) -> None:
        """Take over a line ``key: value`` about a unit."""
        word = _LEADERS.get(plain(key)) or next(unit_key for unit_key in UNIT_KEYS if plain(unit_key) == plain(key))
        if word == "arrives":
            match = _ARRIVES.fullmatch(f"arrives {value}")
            if match is None:
                self._refuse(
                    line,
                    f"arrives {value!r} is not understood",
                    "write a day, or day and turn, and a place: 2.3 at Sollum",
                )
                return
            unit.coming = Coming(int(match["day"]), int(match["turn"] or 1), (match["place"] or "").strip())
        elif word == "at":
            unit.at = value
        elif word == "led by":
            self._led(unit, value)
        elif word == "short":
            unit.short = value
        elif word == "nation":
            unit.nation = nation_of(value) or slug(value)
        elif word == "like":
            unit.like = value
        elif word == "level":
            self._level(unit, value, line)
        elif word == "strength":
            unit.pieces = []
            take_strengths(unit, value)
        else:
            unit.fields[word] = value

    def _level(self, unit: Unit, value: str, line: _Line) -> None:
        mark = mark_of(value if value != "command" else "brigade")
        if mark is None:
            self._refuse(line, f"level {value!r} is not known", "write army group, army, corps, division or command")
        else:
            unit.mark = mark[0]

    def unit(self, text: str, where: str) -> Unit:
        """Return the unit of one line: name, size and arm in brackets, place, arrival, strengths. Other words are kept
        in its notes, with a remark.
        """
        unit = Unit("", where, line=text)
        if match := _ARRIVES.search(text):
            unit.coming = Coming(int(match["day"]), int(match["turn"] or 1), (match["place"] or "").strip())
            text = text[: match.start()] + text[match.end() :]
        if match := _PLACE.search(text):
            unit.at = match["place"].strip()
            text = text[: match.start()] + " " + text[match.end() :]
        extra = []
        for match in _BRACKET.finditer(text):
            extra.append(match["said"])
            self._bracket(unit, match["said"])
        text = " ".join(_BRACKET.sub(" ", text).split())
        text = _PACKED.sub(r"\1 x ", _COMMA.sub(".", text))
        parts = parted(text)
        words = parts.words
        unit.name, unit.led_by = parts.name[:LONGEST_NAME] or text[:LONGEST_NAME], parts.led_by
        unit.words = " ".join([words, *extra]).strip()
        if len(parts.name) > LONGEST_NAME:
            unit.note(f"{parts.name}.")
        self._keep(unit, ", ".join([words, *extra]))
        take_strengths(unit, words)
        for word, experience in EXPERIENCE_WORDS.items():
            if re.search(rf"\b{word}\b", words):
                unit.fields["experience"] = experience.value
        return unit

    def _keep(self, unit: Unit, text: str) -> None:
        """Keep words behind the name that have no meaning here."""
        lost = [part.strip() for part in re.split(r"[,;|]", text) if unread(part) and not nation_of(part)]
        lost = [part for part in lost if not headings.speaks_of_a_day(part)]
        if lost:
            unit.note(", ".join(lost))
            value, why = "kept in its notes", f"{', '.join(map(repr, lost))} is not understood"
            self.draft.guess(unit, value, why, change=f"notes {', '.join(lost)}")

    @staticmethod
    def _bracket(unit: Unit, text: str) -> None:
        if mark := mark_of(text):
            unit.mark = mark[0]
        elif (arm := arm_of(text)) and not nation_of(text):
            unit.arm = arm[0]
        if nation := nation_of(text):
            unit.nation = nation


def take_strengths(unit: Unit, words: str) -> None:
    """Set a unit's strengths from words: ``52 cruisers``, ``700 men``, ``40/52 cruisers``, ``24 25-pdr``."""
    have, full = {"men": 0, "vehicles": 0, "guns": 0}, {"men": 0, "vehicles": 0, "guns": 0}
    matches = [count for count in _COUNT.finditer(words) if _CALIBRE.match(words, count.start()) is None]
    for count, after in zip_longest(matches, matches[1:]):
        weapon = re.split(r"[,;|]", words[count.end() : after.start() if after else len(words)])[0]
        weapon = weapon.strip(" .+&()").removesuffix(" and").strip()
        weapon = re.sub(r"\s[x×]$", "", weapon)
        if not weapon:
            weapon = _counted_before(words, count.start())
        number = int(count["have"].replace(",", ""))
        of = int(count["of"] or number)
        kind = kind_of_strength(weapon)
        if kind is None or not 0 < max(number, of) <= 100_000:
            continue
        have[kind] += number
        full[kind] += of
        if kind != "men":
            unit.pieces.append(
                Piece(
                    weapon.split(",")[0].strip()[:60],
                    of,
                    "gun" if kind == "guns" else "tank" if _tanks(weapon) else "vehicle",
                )
            )
    if any(full.values()):
        unit.present, unit.full = Strength(**have), Strength(**full)


def _shown(raw: str) -> str:
    """Return a line of a wiki's source as its reader sees it: without the marks of links, bold letters and headings;
    footnotes and templates stand behind it.
    """
    raw = pasted.unmarked(raw)
    beside = [match["ref"] or match["told"] for match in _WIKI_BESIDE.finditer(raw)]
    raw = " | ".join([_WIKI_BESIDE.sub("", raw), *(label.replace("|", " ").strip() for label in beside if label)])
    text = _WIKI_LINK.sub(r"\1", raw).replace("'''", "").replace("''", "")
    return _WIKI_HEADING.sub(r"\1", text)


def _counted_before(words: str, upto: int) -> str:
    """Return what a number at the end of a part of a line counts (``tanks 52``; ``tanks, 52``); "" for the number of a
    unit or gun, or a year.
    """
    before = words[:upto].rstrip()
    weapon = re.split(r"[,;|]", before.rstrip(" ,;|"))[-1].strip()
    if before.endswith((",", ";", "|")):
        return "" if mark_of(weapon) else weapon
    return "" if mark_of(weapon) or re.search(r"\d", weapon) or _OF_A_MODEL.search(weapon) else weapon


def _is_key(key: str, text: str) -> bool:
    """Return whether the word before a colon is meant as a key of the head, not as a unit or a heading over a list."""
    if re.search(r"\d", key) or mark_of(key) or arm_of(key) or nation_of(key):
        return False
    return listed(text) is None or headings.speaks_of_a_day(text)


def _tanks(text: str) -> bool:
    return bool(re.search(rf"\b({TANK_WORDS})\b", plain(text)))
