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

from campaign.exchange.entry import read_date
from campaign.exchange.foreign import changes, headings
from campaign.exchange.foreign.assembly import assemble
from campaign.exchange.foreign.days import speaks_of_a_day
from campaign.exchange.foreign.decisions import Decisions
from campaign.exchange.foreign.draft import Coming, Draft, Force, Piece, Unit
from campaign.exchange.foreign.ledger import Ledger, Line
from campaign.exchange.foreign.lines import LEADERS, kind_of_strength, parted
from campaign.exchange.foreign.nations import nation_of
from campaign.exchange.foreign.readings import KEY_LINE, SIDE, is_unknown_key
from campaign.exchange.foreign.rows import Named, units_of
from campaign.exchange.foreign.vocabulary import EXPERIENCE_WORDS, TANK_WORDS, arm_of, mark_of, unread
from campaign.exchange.foreign.written import lines_of
from campaign.rules.common.force import Strength
from campaign.terms.words import did_you_mean, plain, slug
from campaign.values import dataclass, field, replace

LONGEST_NAME = 200
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
_DESCRIBES = ("arm", "size", "strength", "experience", "description")
_COUNTS = {"vehicles": "tanks", "men": "men", "guns": "guns", "battalions": "battalions"}
"""Columns that describe the row's unit, and columns of numbers with the things that they count."""
_LISTS_UNITS = ("battalions", "composition", "units", "sub units", "subordinate units", "elements")
"""Columns that list the units of the row's formation."""
_ENDS = frozenset({"last day", "end", "ends", "end day", "end date", "until", "to", "last date"})
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
_OUT_OF = re.compile(
    r"(?<![\w./-])(\d{1,5})\s+(?:out of|of|von)\s+(\d{1,5})(?![\w./-])(?!\s*(?:mm|cm|pdr))", re.IGNORECASE
)
"""Number present and full number in words: ``40 of 52``."""
_INCLUDED = re.compile(r"\b(?:including|incl\.?|davon|darunter|di cui|dont)\s*$", re.IGNORECASE)
_OF_THEM = re.compile(r"(?:of (?:them|which|whom)|davon|darunter|di cui|dont)\s+", re.IGNORECASE)
"""Words for a part of the number before it: ``52 tanks, 12 of them Stuarts``."""
_OF_A_MODEL = re.compile(r"\b(?:pak|flak|kwk|stuk|mk|mark|type|typ|model|in|since|from|of|until|by)\.?$", re.IGNORECASE)
"""Words after which a number means a model or a year."""
_CALIBRE = re.compile(r"(?P<size>\d[\d.]*)(?=[\s-]?(pdr|pounder|mm|cm|in\b|inch))", re.IGNORECASE)


def line_of(number: int, text: str) -> Line:
    """Return a line that stands alone."""
    return Line(number, (1, 0), text)


@dataclass(slots=True)
class Typist:
    """A reader of one text. ``name`` is the file's name in messages."""

    name: str
    draft: Draft = field(default_factory=Draft)

    decisions: Decisions = field(default_factory=Decisions)
    kept: list[tuple[int, Unit, str]] = field(default_factory=list)
    """Numbers and sizes that no rule reads, by line."""

    def read(self, written: str, side: str, nation: str) -> Draft:
        """Return the draft of the whole text; lines that cannot be understood are in ``refused``."""
        ledger = Ledger(self.name)
        page = lines_of(written, ledger)
        for number, problem in page.refused:
            self.draft.refuse(ledger.where(number), problem)
        named = assemble(page.lines, ledger, self, side, nation)
        self.draft.ledgers.append(ledger)
        headings.read(self.draft, ledger, named)
        return self.draft

    def head_of(self, text: str) -> tuple[str, str] | None:
        """Return a line of the head as key and value; ``Allies:`` begins a side."""
        if (match := KEY_LINE.fullmatch(text)) and plain(match["key"]) in set(map(plain, _HEAD)):
            return match["key"], match["value"]
        return ("side", text.rstrip(" :")) if text.endswith(":") and SIDE.fullmatch(plain(text)) else None

    def is_of_unit(self, text: str, unit: Unit, line: Line) -> bool:
        """Return whether the line is a key of the unit above it, and read it."""
        match = KEY_LINE.fullmatch(text)
        if match is None or plain(match["key"]) not in {*map(plain, UNIT_KEYS), *LEADERS}:
            return False
        self.describe(unit, match["key"], match["value"].strip(), line)
        return True

    def is_unknown_head(self, text: str, line: Line) -> bool:
        """Return whether the line above all units is a key that the head does not have, and refuse it."""
        match = KEY_LINE.fullmatch(text)
        if match is None or not is_unknown_key(match["key"]) or plain(match["key"]) in LEADERS:
            return False
        if not speaks_of_a_day(text) and (len(units_of(text)) > 1 or units_of(text)[0].members):
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
        if plain(key) in {plain(unit_key) for unit_key in UNIT_KEYS} | LEADERS.keys():
            return ". Write facts about a unit under the unit, indented further"
        return did_you_mean(key, _HEAD)

    @staticmethod
    def named_in(line: Line) -> list[Named]:
        """Return the units of a line, or of a row of a table: its other cells list its units or describe it."""
        cells = line.cells
        listed = next((cells[key] for key in _LISTS_UNITS if re.search(r"\D", cells.get(key, ""))), "")
        known = [cells[key] for key in _DESCRIBES if key in cells]
        known += [
            f"{cells[key]} {thing}" if re.fullmatch(r"[\d,./ of]+", cells[key]) else cells[key]
            for key, thing in _COUNTS.items()
            if key in cells and cells[key] != listed
        ]
        named = units_of(f"{line.text}: {listed}" if listed else line.text)
        return [replace(one, text=f"{one.text} | {', '.join(known)}") for one in named] if known else named

    def take_cells(self, unit: Unit, line: Line) -> None:
        """Take the cells of a row that neither list nor describe its unit."""
        for key, cell in line.cells.items():
            if key == "led by":
                self.led(unit, cell)
            elif key == "nation":
                unit.nation = nation_of(cell) or slug(cell)
            elif key == "at":
                unit.at = cell
            elif key not in (*_LISTS_UNITS, *_DESCRIBES, *_COUNTS, "under"):
                unit.note(f"{cell}." if key == "notes" else f"{key.capitalize()}: {cell}.")

    def add_strength(self, unit: Unit, text: str) -> None:
        """Add a line of equipment to the unit above it."""
        unit.words = ", ".join(filter(None, (unit.words, text)))
        unit.pieces = []
        take_strengths(unit, unit.words)

    @staticmethod
    def read_besides(unit: Unit) -> list[str]:
        """Return the words of a line that are in fields of the unit."""
        coming = unit.coming
        return [
            unit.nation,
            f"arrives {coming.day} {coming.turn} at {coming.at}" if coming else "",
            str(unit.fields.get("experience", "")),
            *(f"{piece.count} {piece.name}" for piece in unit.pieces),
            *(f"{figure.men} {figure.vehicles} {figure.guns}" for figure in (unit.present, unit.full) if figure),
        ]

    @staticmethod
    def led(unit: Unit, commander: str) -> None:
        """Set a unit's leader to the first who is named; others are kept in its notes."""
        if unit.led_by and unit.led_by != commander:
            unit.note(f"{commander}.")
        else:
            unit.led_by = commander

    def _refuse(self, line: Line, problem: str, way_out: str) -> None:
        self.draft.refuse(f"{self.name}:{line.number}", f"{problem}; {way_out}", line=line.text)

    def change(self, text: str, where: str) -> None:
        """Read a line that changes a suggested value."""
        change = changes.change_in(text, where)
        if change is None:
            self.draft.refuse(where, f"{text!r}: {changes.keys_told()}")
        else:
            self.draft.changes.append(change)

    def take_head(
        self, key: str, value: str, line: Line, force: Force, named: bool, has_units: bool
    ) -> tuple[Force, bool]:
        """Read a line of the head; return the side that it is about, and whether a line named one."""
        word = plain(key)
        value = value.strip()
        if word == "side":
            name, _, rest = value.partition("(")
            nation = nation_of(rest) if rest else ""
            name = name if nation or not rest else value
            where = f"{self.name}:{line.number}"
            return Force(name.strip(), where, nation=nation or force.nation * (not has_units)), True
        if word == "nation":
            named_nation = nation_of(value) or slug(value)
            if has_units:
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

    def describe(self, unit: Unit, key: str, value: str, line: Line) -> None:
        """Take over a line ``key: value`` about a unit."""
        word = LEADERS.get(plain(key)) or next(unit_key for unit_key in UNIT_KEYS if plain(unit_key) == plain(key))
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
            self.led(unit, value)
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

    def _level(self, unit: Unit, value: str, line: Line) -> None:
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
        text = _OUT_OF.sub(r"\1/\2", _PACKED.sub(r"\1 x ", _COMMA.sub(".", text)))
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
        lost = [part for part in lost if not speaks_of_a_day(part)]
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
    """Set a unit's strengths from words: ``52 cruisers``, ``700 men``, ``40/52 cruisers``, ``24 25-pdr``; a part of a
    number before it is counted in it: ``92 tanks: 29 Sherman, 63 Crusader``.
    """
    words = _OUT_OF.sub(r"\1/\2", words)
    have, full = {"men": 0, "vehicles": 0, "guns": 0}, {"men": 0, "vehicles": 0, "guns": 0}
    whole: tuple[int, str] | None = None
    matches = [count for count in _COUNT.finditer(words) if _CALIBRE.match(words, count.start()) is None]
    for count, after in zip_longest(matches, matches[1:]):
        part = re.split(r"[,;|:(]", words[count.end() : after.start() if after else len(words)])[0]
        weapon = part.strip(" .+&()").removesuffix(" and").strip()
        weapon = re.sub(r"\s[x×]$", "", weapon)
        if not weapon:
            weapon = _counted_before(words, count.start())
        number = int(count["have"].replace(",", ""))
        of = int(count["of"] or number)
        is_included = bool(_OF_THEM.match(weapon) or _INCLUDED.search(words[: count.start()]))
        weapon = _OF_THEM.sub("", weapon)
        kind = kind_of_strength(weapon)
        if kind is None or not 0 < max(number, of) <= 100_000:
            continue
        if whole is not None and kind == whole[1] and (is_included or whole[0] >= of):
            whole = (whole[0] - of, kind)
        elif is_included and unit.pieces:
            unit.pieces[-1] = replace(unit.pieces[-1], count=max(0, unit.pieces[-1].count - of))
        else:
            have[kind] += number
            full[kind] += of
            whole = (of, kind) if _opens_parts(words, count.end(), weapon) else None
        if kind != "men" and not (whole is not None and whole == (of, kind) and after is not None):
            sort = "gun" if kind == "guns" else "tank" if _tanks(weapon) else "vehicle"
            unit.pieces.append(Piece(weapon.split(",")[0].strip()[:60], of, sort))
    if any(full.values()):
        unit.present, unit.full = Strength(**have), Strength(**full)


def _opens_parts(words: str, at: int, weapon: str) -> bool:
    """Return whether a general count is followed by its parts: ``92 tanks: 29 Sherman, 63 Crusader``."""
    general = re.fullmatch(r"(?:\w+ )?(?:tanks?|panzers?|afvs?|vehicles|guns|carri)", weapon, re.IGNORECASE)
    return general is not None and re.match(r"\s*[:(=]\s*\d", words[at:].replace(weapon, "", 1)) is not None


def _counted_before(words: str, upto: int) -> str:
    """Return what a number at the end of a part of a line counts (``tanks 52``; ``tanks, 52``); "" for the number of a
    unit or gun, or a year.
    """
    before = words[:upto].rstrip()
    weapon = re.split(r"[,;|]", before.rstrip(" ,;|"))[-1].strip()
    if before.endswith((",", ";", "|")):
        return "" if mark_of(weapon) else weapon
    return "" if mark_of(weapon) or re.search(r"\d", weapon) or _OF_A_MODEL.search(weapon) else weapon


def _tanks(text: str) -> bool:
    return bool(re.search(rf"\b({TANK_WORDS})\b", plain(text)))
