"""An order of battle as a table, a row a unit; and places and roads as tables.

    name  under  side  nation  arm  size  men  vehicles  guns  at  arrives  like  led by  ...

``under`` names the superior (its ``key``, ``id`` or name); without it, a column ``depth`` (1, 2, 3 ...) gives the
order. A row with ``kind`` (corps, division, command, headquarters, battalion) and ``arm`` or ``like`` is taken
unchanged; missing values of others are guessed and told. Any key of the program's own order of battle may be a column.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.errors import BadFile
from campaign.exchange.foreign.columns import (
    BATTALIONS,
    COLUMNS,
    FIGURES,
    OWN_KEYS,
    STRENGTH,
    STRENGTH_FULL,
    UNUSED,
    column,
    echelons,
    laid_out,
    unknown,
)
from campaign.exchange.foreign.draft import NOTHING, Coming, Draft, Force, Unit, lost, one_line
from campaign.exchange.foreign.indented import take_strengths
from campaign.exchange.foreign.lines import kind_of_strength
from campaign.exchange.foreign.nations import nation_of
from campaign.exchange.foreign.positions import on_earth, position_of
from campaign.exchange.foreign.rows import Named, units_of
from campaign.exchange.foreign.sheets import Sheet, sheets_of
from campaign.exchange.foreign.symbols import read_symbol
from campaign.exchange.foreign.table_map import HEADINGS_OF_MAPS, Sketch, map_table, words_of
from campaign.exchange.foreign.vocabulary import FORMATION_MARKS, arm_of, mark_of, size_of, unread
from campaign.exchange.text import MANY_LINES, same
from campaign.rules.common.force import Strength
from campaign.terms.forces import Arm, Level
from campaign.terms.words import listing, plain, slug
from campaign.values import dataclass, field, replace

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_TEXTS = frozenset({"short", "number", "notes", "source", "equipment", "piece name", "led by"})
_DEPTH = _FIGURE = re.compile(r"[0-9]{1,6}")
FEWEST_MEN = 150
"""Lowest strength of a unit of tanks or guns that counts its men; a lower number counts its vehicles or guns."""
_OF_VEHICLES = frozenset({Arm.ARMOUR, Arm.HEAVY_ARMOUR, Arm.ARMOURED_CAR, Arm.SELF_PROPELLED_ANTI_TANK})
_OF_GUNS = frozenset(
    {
        Arm.FIELD_ARTILLERY,
        Arm.MEDIUM_ARTILLERY,
        Arm.SELF_PROPELLED_ARTILLERY,
        Arm.ANTI_TANK,
        Arm.ANTI_AIRCRAFT,
        Arm.ROCKET,
    }
)
FORMATION = "formation"
"""Echelon of a column that holds formations of any size."""
_OF = re.compile(r"(\d{1,6})\s*(?:/|of|out of|von)\s*(\d{1,6})", re.IGNORECASE)
"""Number present and full number."""
_TOTAL = re.compile(r"(?:sum|totals?|gesamt|totale)\b", re.IGNORECASE)
_COUNTED = re.compile(r"\d{1,5}(\s*/\s*\d{1,5})?|-|–")
"""Number present, with or without the full number: ``46``, ``40/46``."""
_ERROR = re.compile(r"#(N/A|REF!|NAME\?|VALUE!|DIV/0!|NULL!|NUM!)|Err:\d{3}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_MANY_DAYS = re.compile(r"(?:day\s+)?(\d{1,4})(?:\.([1-4]))?(?:\s+at\s+(.+))?", re.IGNORECASE)
HEADINGS = f"'name' and such as {', '.join(COLUMNS[1:8])}; or {HEADINGS_OF_MAPS}"
"""Possible names of columns, by the kind of table."""
_KINDS = {**{level.value: level for level in Level}, "brigade": Level.COMMAND, "regiment": Level.COMMAND}


def _with_arm(fields: dict[str, str]) -> dict[str, str]:
    """Return a row whose column of kinds holds arms with them as its arm."""
    kind = plain(fields.get("kind", ""))
    if not kind or kind in (*_KINDS, "battalion", "headquarters") or "arm" in fields or arm_of(kind) is None:
        return dict(fields)
    return {**{key: cell for key, cell in fields.items() if key != "kind"}, "arm": fields["kind"]}


def _formation_column(named: list[str], rows: list[tuple[int, tuple[str, ...]]]) -> dict[int, str]:
    """Return the columns of a table whose column of formations has rows of its own, without a name: then it is one of
    echelons.
    """
    if named.count("under") != 1 or named.count("name") != 1:
        return {}
    under, name = named.index("under"), named.index("name")
    alone = sum(len(cells) > max(under, name) and bool(cells[under]) and not cells[name] for _, cells in rows)
    return {under: FORMATION, name: "battalion"} if alone and under < name else {}


def kind_of(cells: tuple[str, ...], called: str) -> str:
    """Return the kind of table with this row of headings: a table of the map (`map_table`), echelons, units; "" for any
    other row.
    """
    return map_table(cells, called) or (
        "echelons" if echelons(cells) else "units" if "name" in {column(cell) for cell in cells} else ""
    )


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return every sheet that is a table of units, places or roads. Raises BadFile."""
    draft = Draft()
    every = sheets_of(path, raw, wishes.encoding)
    sheets = [sheet for sheet in every if not sheet.is_hidden]
    for sheet in every:
        if sheet.is_hidden and sheet.rows:
            draft.note(
                path.name, f"sheet {sheet.name} is hidden, so it was not read. Show the sheet if you want it read"
            )
    if not any(sheet.rows for sheet in sheets):
        raise BadFile(
            f"every sheet of {path} is empty. Write a first row that names the columns, such as "
            f"{', '.join(COLUMNS[:6])}"
        )
    for sheet in sheets:
        if sheet.rows:
            _Table(path, sheet, draft, wishes).read()
    if not draft.forces and draft.chart is None and not draft.loose and not draft.head and not draft.sides:
        first = sheets[0].rows[0][1]
        if any(kind_of(cells, "") for sheet in sheets for _, cells in sheet.rows[:20]) and draft.refused:
            raise BadFile(
                f"no row of {path} can be used. The first error: {draft.refused[0]}",
                [r.in_full() for r in draft.refused],
            )
        raise BadFile(
            f"no row of {path} names the columns. The first row has {listing(first)}. Write a row with {HEADINGS}"
        )
    return draft


def take_equipment(unit: Unit, text: str) -> bool:
    """Add the equipment of ``Sherman 46, Stuart 11`` to a unit, beside its men; return whether anything is counted
    there.
    """
    if not text or unit.is_whole:
        return False
    men, men_full = (strength.men if strength else 0 for strength in (unit.present, unit.full))
    take_strengths(unit, text)
    if unit.pieces and men and unit.present is not None and unit.full is not None:
        unit.present = replace(unit.present, men=men)
        unit.full = replace(unit.full, men=men_full)
    return bool(unit.pieces)


@dataclass
class _Table:
    path: Path
    sheet: Sheet
    draft: Draft
    wishes: Wishes
    equipment: dict[int, str] = field(default_factory=dict)
    """Columns that count one type of tank or gun each, by the name in their heading."""

    def where(self, number: int) -> str:
        """Return the position of a row: ``units.csv:5``, or ``units.xlsx, sheet Units, row 5``."""
        if self.sheet.name == self.path.name:
            return f"{self.path.name}:{number}"
        return f"{self.path.name}, sheet {self.sheet.name}, row {number}"

    def read(self) -> None:
        rows = list(self.sheet.rows)
        called = f"{plain(self.sheet.name)} {plain(self.path.stem)}"
        heading = next((n for n, (_, cells) in enumerate(rows[:20]) if kind_of(cells, called)), None)
        if heading is None:
            self.draft.refuse(
                self.where(rows[0][0]),
                f"no row of sheet {self.sheet.name} names the columns. Write a row with {HEADINGS}",
            )
            return
        number, cells = rows[heading]
        named = [column(cell) for cell in cells]
        for earlier, head_cells in rows[:heading]:
            self.draft.note(self.where(earlier), f"text above the columns' names: {listing(filter(None, head_cells))}")
        kind = kind_of(cells, called)
        if kind == "units" and (levels := _formation_column(named, rows[heading + 1 :])):
            self._echelons(rows[heading + 1 :], levels, cells, number)
        elif kind == "echelons":
            self._echelons(rows[heading + 1 :], echelons(cells), cells, number)
        elif kind == "units":
            self._units(rows[heading + 1 :], self._known(named, cells, number, rows[heading + 1 :]))
        else:
            ground = Sketch(self.draft, self.where, rows[heading + 1 :], words_of(cells))
            {"roads": ground.roads, "places": ground.places, "objectives": ground.objectives, "sides": ground.sides}[
                kind
            ]()

    def _echelons(
        self, rows: list[tuple[int, tuple[str, ...]]], levels: dict[int, str], cells: tuple[str, ...], number: int
    ) -> None:
        """Convert a table with a column for each echelon to one with name, depth and size."""
        columns = ["" if n in levels else column(cell) for n, cell in enumerate(cells)]
        named = self._known([*columns, "name", "depth", "size"], (*cells, "", "", ""), number, rows)
        width = len(columns)
        flat = [
            (
                row,
                (
                    *(*rest, *[""] * width)[:width],
                    name,
                    str(depth) if name else "",
                    "" if size in ("battalion", FORMATION) else size,
                ),
            )
            for row, depth, name, size, rest in laid_out(rows, levels)
        ]
        self._units(flat, named)

    def _known(
        self, named: list[str], cells: tuple[str, ...], number: int, rows: list[tuple[int, tuple[str, ...]]]
    ) -> list[str]:
        """Return the columns; report the contents of those that are not taken over."""
        for n, name in enumerate(named):
            if not name or (name in COLUMNS and name not in UNUSED):
                held: tuple[str, ...] = ()
            else:
                held = tuple(dict.fromkeys(one_line(row[n]) for _, row in rows if len(row) > n and row[n]))
            if name in UNUSED:
                text = f"the column {cells[n]!r} is not used"
                self.draft.note(self.where(number), text + ". It has" * bool(held), held)
            elif name and name not in COLUMNS and self._counts(cells[n], held):
                self.equipment[n] = cells[n].strip()
            elif name and name not in COLUMNS:
                self.draft.refuse(self.where(number), unknown(cells[n]) + "; the column has" * bool(held), held)
            elif name and name in named[:n]:
                raise BadFile(f"{self.where(number)} has two columns for {name!r}. Rename or delete one of them")
        return named

    @staticmethod
    def _counts(heading: str, held: tuple[str, ...]) -> bool:
        """Return whether a heading like ``Sherman`` stands over numbers, as a count of each."""
        return kind_of_strength(heading) not in (None, "men") and all(_COUNTED.fullmatch(cell) for cell in held)

    # units

    def _units(self, rows: list[tuple[int, tuple[str, ...]]], named: list[str]) -> None:
        units: list[tuple[Unit, dict[str, str]]] = []
        by_key: dict[str, list[Unit]] = {}
        for number, cells in rows:
            fields = {
                name: cell if same(name) in MANY_LINES else one_line(cell)
                for name, cell in zip(named, cells, strict=False)
                if name in COLUMNS and cell
            }
            if len(cells) > len(named) and any(cells[len(named) :]):
                self.draft.refuse(
                    self.where(number),
                    f"{listing(cells[len(named) :])} are in cells beyond the last column that has a name",
                )
            if any(_TOTAL.match(cell) for cell in cells if cell) or (
                _TOTAL.match(fields.get("name", "")) or re.fullmatch(r"\d+ battalions?", fields.get("name", ""))
            ):
                self._total(number, cells)
                continue
            if not fields.get("name"):
                self.draft.refuse(
                    self.where(number),
                    f"this row has no name, but these values: {listing(cell for cell in cells if cell)}",
                )
                continue
            if wrong := next(
                (fields[name] for name in fields if _ERROR.fullmatch(fields[name])), ""
            ) or _DATE.fullmatch(fields["name"]):
                text = (
                    f"a cell has the error {wrong}"
                    if isinstance(wrong, str)
                    else "the spreadsheet program turned its name into a date"
                )
                self.draft.refuse(
                    self.where(number),
                    f"{fields['name']}: {text}. Correct it in the spreadsheet, and format the cell as text",
                )
                continue
            several = self._several(fields, number)
            for one in several[:-1]:
                units.append((one, fields))
                self.draft.count("units")
            unit = several[-1] if several else self._unit(fields, number)
            listed = [f"{cells[n]} {called}" for n, called in self.equipment.items() if len(cells) > n and cells[n]]
            take_equipment(unit, ", ".join(filter(None, (*listed, fields.get("equipment", "")))))
            units.append((unit, fields))
            self.draft.count("units")
            for word in {fields.get("key", ""), fields.get("id", ""), fields["name"]} - {""}:
                by_key.setdefault(word, []).append(unit)
        self._tree([*self._unlisted(units, by_key), *units], by_key)

    def _several(self, fields: dict[str, str], number: int) -> list[Unit]:
        """Return the units of a row whose name is of several or lists others; [] for one unit."""
        if {"kind", "like", "sidc", "key", "id", *FIGURES, STRENGTH} & fields.keys():
            return []
        named = units_of(fields["name"])
        if len(named) == 1 and not named[0].members:
            return []
        return [self._named(one, fields, number) for one in named]

    def _named(self, named: Named, fields: dict[str, str], number: int) -> Unit:
        unit = self._unit({**fields, "name": named.text}, number)
        unit.mark = unit.mark or named.mark
        unit.under = [self._named(below, {}, number) for below in named.members]
        return unit

    def _total(self, number: int, cells: tuple[str, ...]) -> None:
        """Compare a row that is a total, and tell that it is not a unit."""
        text = "; ".join(filter(None, cells))
        self.draft.note(self.where(number), f"a total, and not a unit: {text}")
        if match := re.search(r"(\d+)\s+(?:battalions|bns|btl)", text):
            self.draft.totals.append((self.where(number), int(match[1])))

    def _unlisted(
        self, units: list[tuple[Unit, dict[str, str]]], by_key: dict[str, list[Unit]]
    ) -> list[tuple[Unit, dict[str, str]]]:
        """Add formations that rows name as their superior and that have no row of their own."""
        made: list[tuple[Unit, dict[str, str]]] = []
        for unit, fields in units:
            under = fields.get("under", "")
            if under and under not in by_key and size_of(under) in FORMATION_MARKS:
                formation = Unit(under[:200], unit.where)
                by_key[under] = [formation]
                made.append((formation, {"side": fields["side"]} if "side" in fields else {}))
        if made:
            names = tuple(formation.name for formation, _ in made)
            self.draft.guess(
                self.path.name,
                "formations at the top of their side",
                "they have no row of their own",
                names,
                change=f'"{names[0]}" under "FORMATION"',
            )
        return made

    def _tree(self, units: list[tuple[Unit, dict[str, str]]], by_key: dict[str, list[Unit]]) -> None:
        forces: dict[str, Force] = {}
        stack: list[tuple[int, Unit]] = []
        side_of: dict[int, str] = {}
        for unit, fields in units:
            above = self._above(unit, fields, by_key, stack)
            if above is not None and unit.holds(above):
                self.draft.refuse(unit, f"it is under {fields['under']!r}, which is itself under it")
                above = None
            side = fields.get("side", "") or side_of.get(id(above), "") or self.wishes.side or "Side"
            side_of[id(unit)] = side
            if above is not None:
                above.under.append(unit)
                continue
            if side not in forces:
                forces[side] = Force(side, unit.where, nation=self.wishes.nation_key, is_typed=True)
            forces[side].units.append(unit)
        if list(forces) == ["Side"]:
            self.draft.guess(
                self.path.name,
                "all units are on one side",
                "no side is named",
                otherwise="add a column 'side', or give --side NAME",
            )
        self.draft.forces += list(forces.values())

    def _above(
        self, unit: Unit, fields: dict[str, str], by_key: dict[str, list[Unit]], stack: list[tuple[int, Unit]]
    ) -> Unit | None:
        if under := fields.get("under"):
            units = [superior for superior in by_key.get(under, []) if superior is not unit]
            units = [superior for superior in units if superior.level is not None] or units
            if len(units) == 1:
                return units[0]
            why = (
                f"there is no unit {under!r}"
                if not units
                else f"{len(units)} units are called {under!r}. Give these units a 'key'"
            )
            self.draft.refuse(unit, f"under: {why}")
            return None
        if depth := fields.get("depth"):
            if not _DEPTH.fullmatch(depth):
                self.draft.refuse(unit, f"depth is {depth!r}. Write 1, 2, 3 ...")
                return None
            while stack and stack[-1][0] >= int(depth):
                stack.pop()
            above = stack[-1][1] if stack else None
            stack.append((int(depth), unit))
            return above
        return None

    def _unit(self, fields: dict[str, str], number: int) -> Unit:
        fields = _with_arm(fields)
        unit = Unit(
            fields["name"][:200],
            self.where(number),
            line="; ".join(fields.values()),
            words=" ".join(
                filter(None, (fields.get("arm", ""), fields.get("size", ""), fields.get("description", "")))
            ),
        )
        fields = self._counted(unit, fields, number)
        kind = plain(fields.get("kind", ""))
        entry = {key: fields[key] for key in OWN_KEYS if key in fields and key not in ("at", "arrives", "size")}
        unit.is_headquarters = kind == "headquarters"
        level = _KINDS.get(kind)
        if kind and level is None and kind not in ("battalion", "headquarters"):
            self._refuse(unit, "kind", fields["kind"], listing((*_KINDS, "headquarters", "battalion"), 12))
        exact = next((arm for arm in Arm if slug(arm.value) == slug(fields.get("arm", ""))), None)
        unit.is_whole = level is not None or (
            kind in ("battalion", "headquarters") and (exact is not None or bool(fields.get("like")))
        )
        if fields.get("size"):
            entry["size"] = fields["size"]
        self._stand(unit, fields)
        self._figures(unit, fields)
        if unit.is_whole:
            unit.level, unit.reason = level, lost(fields)
            entry = {key: "" if word == NOTHING and key in _TEXTS else word for key, word in entry.items()}
            unit.fields = {
                (level.value if level else "battalion"): unit.name,
                **entry,
                **self._strength_keys(unit, fields),
            }
            return unit
        entry.pop("size", None)
        for key in ("arm", "mark", "nation", "like", "short", "led by"):
            entry.pop(key, None)
        unit.fields, unit.arm = dict(entry), exact
        if exact is None and fields.get("arm") and (arm := arm_of(fields["arm"])):
            unit.arm = arm[0]
        if (mark := mark_of(fields.get("size", "") or fields.get("mark", ""))) is not None:
            unit.mark = mark[0]
        unit.like, unit.short, unit.led_by = fields.get("like", ""), fields.get("short", ""), fields.get("led by", "")
        unit.nation = nation_of(fields.get("nation", "")) or slug(fields.get("nation", ""))
        if sidc := fields.get("sidc"):
            self._symbol(unit, sidc)
        lines = [fields[name] for name in ("arm", "size", "mark", "description") if unread(fields.get(name, ""))]
        if lines and (exact is None or "description" in fields):
            unit.note(". ".join(lines))
            self.draft.guess(
                unit, "kept in its notes", f"this is not completely understood: {'; '.join(map(repr, lines))}"
            )
        return unit

    def _counted(self, unit: Unit, fields: dict[str, str], number: int) -> dict[str, str]:
        """Take the number or the names of a formation's battalions; return the other fields."""
        battalions = fields.pop(BATTALIONS, "")
        if re.fullmatch(r"[2-9]", battalions):
            unit.words = f"{unit.words} {battalions} battalions".strip()
        elif listed := units_of(f"{fields['name']}: {battalions}")[0].members if battalions else ():
            unit.under = [self._named(below, {}, number) for below in listed]
        elif battalions not in ("", "1"):
            unit.note(f"Battalions: {battalions}.")
        return fields

    def _symbol(self, unit: Unit, sidc: str) -> None:
        symbol = read_symbol(sidc)
        if symbol is None:
            self._refuse(unit, "sidc", sidc, "a symbol code of 20 or 30 digits, or of 15 letters")
            return
        unit.arm, unit.mark, unit.reason = unit.arm or symbol.arm, unit.mark or symbol.mark, symbol.reason

    def _refuse(self, unit: Unit, column: str, text: str, expected: str) -> None:
        self.draft.refuse(unit, f"{column} is {text!r}. Expected: {expected}")

    def _stand(self, unit: Unit, fields: dict[str, str]) -> None:
        unit.at = fields.get("at", "")
        if (point := position_of(unit.at)) is not None:
            unit.at, unit.point = "", point
        if "lat" in fields or "lon" in fields:
            try:
                point = (float(fields.get("lat", "").replace(",", ".")), float(fields.get("lon", "").replace(",", ".")))
            except ValueError:
                point = (999.0, 999.0)
            if on_earth(*point) is None:
                self._refuse(
                    unit,
                    "lat, lon",
                    f"{fields.get('lat', '')}, {fields.get('lon', '')}",
                    "degrees, such as 31.58 and 25.05",
                )
            else:
                unit.point = point
        if arrives := fields.get("arrives"):
            match = _MANY_DAYS.fullmatch(arrives)
            if match is None:
                self._refuse(unit, "arrives", arrives, "a day, or day and turn, and a place: 2.3 at Sollum")
            else:
                unit.coming = Coming(int(match[1]), int(match[2] or 1), (match[3] or unit.at).strip(), unit.point)

    def _figures(self, unit: Unit, fields: dict[str, str]) -> None:
        figures: dict[str, int] = {}
        for name in (STRENGTH, STRENGTH_FULL, *FIGURES):
            if word := fields.get(name):
                digits = re.sub(r"[ ,.'](?=\d{3}\b)", "", word)
                if match := _OF.fullmatch(word.strip()):
                    figures[name], figures[f"{name} full"] = int(match[1]), int(match[2])
                    continue
                if name == STRENGTH and re.search(r"[A-Za-z]", word) and take_equipment(unit, word):
                    continue
                if name in (STRENGTH, STRENGTH_FULL) and not _FIGURE.fullmatch(digits):
                    unit.note(f"Strength: {word}.")
                    continue
                if name == "vehicles" and re.search(r"[A-Za-z]", word) and take_equipment(unit, word):
                    continue
                if _FIGURE.fullmatch(digits) and int(digits) <= 100_000:
                    figures[name] = int(digits)
                else:
                    self._refuse(unit, name, word, "a whole number")
        if STRENGTH in figures:
            self._strength(unit, fields, figures)
        if not figures or unit.pieces:
            return
        full = [figures.get(f"{name} full", figures.get(name, 0)) for name in ("men", "vehicles", "guns")]
        unit.full = Strength(*full)
        unit.present = Strength(
            *(figures.get(name, total) for name, total in zip(("men", "vehicles", "guns"), full, strict=True))
        )

    def _strength(self, unit: Unit, fields: dict[str, str], figures: dict[str, int]) -> None:
        """Set a strength whose kind the table does not give: small numbers in tank or gun units are tanks or guns, all
        others men.
        """
        number = figures.pop(STRENGTH)
        spoken_arm = arm_of(f"{fields.get('arm', '')} {fields.get('description', '')}") or arm_of(unit.name)
        arm = next((arm for arm in Arm if slug(arm.value) == slug(fields.get("arm", ""))), None) or (
            spoken_arm[0] if spoken_arm else None
        )
        kind = (
            "vehicles"
            if arm in _OF_VEHICLES and number < FEWEST_MEN
            else "guns"
            if arm in _OF_GUNS and number < FEWEST_MEN
            else "men"
        )
        if kind in figures:
            text = f"strength {number} was left out, because {kind} is already {figures[kind]}"
            self.draft.note(unit, f"{text}")
            return
        figures[kind] = number
        if STRENGTH_FULL in figures:
            figures[f"{kind} full"] = figures.pop(STRENGTH_FULL)
        if number < FEWEST_MEN:
            counted = "tanks or vehicles" if kind == "vehicles" else kind
            value, why = f"strength {number} counts {counted}", f"it is below {FEWEST_MEN}"
            self.draft.guess(unit, value, why, otherwise="name the column men, vehicles or guns")

    @staticmethod
    def _strength_keys(unit: Unit, fields: dict[str, str]) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        if unit.full is not None and any(f"{name} full" in fields for name in ("men", "vehicles", "guns")):
            keys["establishment"] = {"men": unit.full.men, "vehicles": unit.full.vehicles, "guns": unit.full.guns}
        if unit.present is not None and any(name in fields for name in ("men", "vehicles", "guns")):
            keys["strength"] = {
                name: getattr(unit.present, name) for name in ("men", "vehicles", "guns") if name in fields
            }
        if items := fields.get("items"):
            keys["items"] = [] if items == "none" else [weapon.strip() for weapon in items.split(";")]
        return keys
