"""A settled draft as the sections of the program's own files: sides, nations, establishments, order of battle.

Gaps in the file are filled from the establishments of the nation and year, and every such guess is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Any

from campaign.exchange.foreign.draft import Chart, Draft, Force, Piece, Point, Unit
from campaign.exchange.foreign.equipped import classes_of
from campaign.exchange.foreign.fitting import Library
from campaign.exchange.foreign.nations import NATION_WORDS, nation_of, nation_signs, tongue_of
from campaign.exchange.foreign.ranks import a
from campaign.exchange.foreign.vocabulary import LEVEL_OF, arm_of, mark_of, sharpened
from campaign.rules.common.force import Strength
from campaign.terms.forces import Arm, Level, Nationality, SizeMark
from campaign.terms.words import did_you_mean, slug
from campaign.values import dataclass, field

Place = Callable[[str, Point | None], str]
"""Function from a name or a point to the key of the place; an empty key means the starting place of the side."""
_GUNS = frozenset({Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT, Arm.MORTAR})
"""Arms that follow from a calibre; other arms have such guns too."""
_ARTILLERY = frozenset({Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY})
HEADQUARTERS, HEADQUARTERS_AT = "headquarters", "headquarters at"
"""Keys of a formation for the model of its headquarters, and for the headquarters' position."""
_TITLES = frozenset({Arm.ARMOUR, Arm.CAVALRY, Arm.HEADQUARTERS})
"""Arms whose names are part of the titles of regiments of every arm: yeomanry, hussars, horse."""
_OF_BATTALIONS = frozenset({Arm.INFANTRY, Arm.MOTOR_INFANTRY, Arm.LORRIED_INFANTRY, Arm.FIELD_ARTILLERY, Arm.ARMOUR})
_WITH_BATTALIONS = frozenset({"german", "soviet", "italian", "japanese", "us"})
_PART = re.compile(r"([IVX]+|\d+)\.?\s?/")
"""Number of a battalion within a regiment: ``II./Pz.Rgt. 8``."""
_MARK_SAID = {SizeMark.COMPANY, SizeMark.REGIMENT, SizeMark.BRIGADE, SizeMark.PLATOON, SizeMark.SECTION, SizeMark.TEAM}


@dataclass
class Filing:
    """The writer of one draft. ``year``: of the campaign; ``place``: see `Place`."""

    draft: Draft
    library: Library
    year: int
    place: Place
    chart: Chart
    start: str = ""
    """Key of the place at which the side's units begin."""
    nations: dict[str, dict[str, str]] = field(default_factory=dict)

    def order_of_battle(self, force: Force, start: str) -> list[dict[str, Any]]:
        """Return the formations of a side; ``start``: the place of units without a position."""
        self.start = start
        nation = force.nation or self._nation_of(force)
        order_rows = []
        for unit in force.units:
            fields = self._formation(unit, unit.nation or nation)
            if not {"at", "road", "arrives", "embarked"} & fields.keys():
                fields["at"] = start
            fields.setdefault("nation", unit.nation or nation)
            self._declare(str(fields["nation"]), unit.where)
            order_rows.append(self._in_order(fields))
        return order_rows

    @cached_property
    def roads(self) -> frozenset[str]:
        """Keys of the map's roads, in the form in which they are compared."""
        return frozenset(slug(str(way.fields.get("key", f"{way.a}-{way.b}"))) for way in self.chart.ways)

    @staticmethod
    def _in_order(fields: dict[str, Any]) -> dict[str, Any]:
        """Return the fields with lists last, as people write them."""
        last = ("headquarters", "battalions", "formations")
        return {**{k: v for k, v in fields.items() if k not in last}, **{k: fields[k] for k in last if k in fields}}

    def _nation_of(self, force: Force) -> str:
        """Return a side's nation, from the words of the side and of its units."""
        spoken = [nation for unit in force.tree() if (nation := unit.nation)]
        spoken_nation = nation_of(force.name) or (max(sorted(set(spoken)), key=spoken.count) if spoken else "")
        text = spoken_nation or nation_signs(f"{unit.name} {unit.words}" for unit in force.tree())
        if text:
            self.draft.guess(
                force.where,
                f"side {force.name!r} is {text}",
                "its name or its units say so",
                change=f'"{force.name}" nation {text}',
            )
            return text
        key = slug(force.name)[:80] or "nation"
        self.draft.guess(
            force.where,
            f"side {force.name!r} counts as british",
            "its nation is not given",
            change=f'"{force.name}" nation british',
        )
        return key

    def _declare(self, key: str, where: str) -> None:
        if key in self.nations or slug(key) in {slug(n.value) for n in Nationality}:
            return
        nation_words = next(
            ((name, counts) for nation_key, name, counts, _ in NATION_WORDS if nation_key == slug(key)), None
        )
        name, counts_as = nation_words or (key.replace("_", " ").title(), Nationality.BRITISH)
        self.nations[key] = {"name": name, "counts as": counts_as.value}
        self.draft.guess(
            where, f"nation {key!r} counts as {counts_as}", "the rule books do not know it", otherwise="give its nation"
        )

    def _nation_by_name(self, unit: Unit, spoken: str, nation: str) -> None:
        """Give a unit the nation that its name implies, if it differs from that of its superior."""
        if not unit.nation and spoken not in ("", nation):
            unit.nation = spoken
            self.draft.guess(unit, f"nation {spoken}", "its name says so", change=f"nation {nation}")

    def _formation(self, unit: Unit, nation: str) -> dict[str, Any]:
        level = unit.level or Level.COMMAND
        fields: dict[str, Any] = {level.value: unit.name}
        if unit.is_whole:
            fields = {**unit.fields}
            if fields.get("nation"):
                self._declare(str(fields["nation"]), unit.where)
        else:
            self._nation_by_name(unit, nation_of(unit.name) or tongue_of(unit.name), nation)
            nation = unit.nation or nation
            fields |= self._plain(unit)
            if unit.mark is not None and (LEVEL_OF.get(unit.mark) is not level or unit.mark is SizeMark.REGIMENT):
                fields["mark"] = unit.mark.value
        if unit.nation:
            fields["nation"] = unit.nation
            self._declare(unit.nation, unit.where)
        if not unit.is_whole:
            self._organisation(unit, fields)
        self._stand(unit, fields)
        battalions = [below for below in unit.under if below.level is None]
        head = next((below for below in battalions if self._is_head(below, level)), None)
        if head is not None:
            fields["headquarters"] = self._battalion(head, nation, level)
        elif (
            self._needs_headquarters(unit, level)
            and not unit.is_whole
            and "like" not in fields
            and not _are_troops(unit)
        ):
            fields["headquarters"] = self._made_headquarters(unit, nation, level)
        if listed := [self._battalion(below, below.nation or nation) for below in battalions if below is not head]:
            fields["battalions"] = listed
        if inner := [self._formation(below, below.nation or nation) for below in unit.under if below.level is not None]:
            fields["formations"] = inner
        if level is Level.COMMAND and not listed and head is not None:
            fields["battalions"] = [fields.pop("headquarters")]
        return self._in_order(fields)

    def _organisation(self, unit: Unit, fields: dict[str, Any]) -> None:
        """Set the organisation that a formation is like; an unknown one refuses the row. A formation has no figures of
        its own.
        """
        if unit.words:
            self.draft.guess(
                unit,
                a(unit.level or Level.COMMAND),
                "its name, its size or what is under it says so",
                line=unit.in_full(),
                change=f"size {unit.mark or unit.level or Level.COMMAND}",
            )
        if unit.full is not None:
            self.draft.note(
                unit,
                f"the strength of a formation is the sum of its battalions, so {unit.full} was left out. Write the"
                " strength for the battalions",
            )
        organisations = self.library.organisations
        if not unit.like:
            return
        if slug(unit.like) in map(slug, organisations.all_names):
            fields["like"] = unit.like
        else:
            self._unknown(unit, "organisation", list(organisations.all_names))

    @staticmethod
    def _is_head(unit: Unit, level: Level) -> bool:
        if unit.is_whole:
            return unit.is_headquarters
        return level is not Level.COMMAND and (
            unit.is_headquarters or unit.arm is Arm.HEADQUARTERS or (unit.arm is None and _says_headquarters(unit))
        )

    @staticmethod
    def _needs_headquarters(unit: Unit, level: Level) -> bool:
        """Return whether a unit needs a headquarters: corps and divisions do; larger ones if nothing else of them is
        known.
        """
        return level in (Level.CORPS, Level.DIVISION) or (level is not Level.COMMAND and not unit.under)

    def _made_headquarters(self, unit: Unit, nation: str, level: Level) -> dict[str, Any]:
        made: dict[str, Any] = {"battalion": f"HQ {unit.name}"[:200]}
        if place := self.place(str(unit.fields.get(HEADQUARTERS_AT, "")), None):
            made["at"] = place
        if like := str(unit.fields.get(HEADQUARTERS, "")):
            if self.library.named(like) is None:
                self._unknown(unit, "establishment", [shipped.name for shipped in self.library.establishments], like)
            return {**made, "like": like}
        fit = self.library.fit(nation, Arm.HEADQUARTERS, self.year, unit.name, level=level.value)
        if fit.like:
            made["like"] = fit.like
        else:
            made["establishment"] = figures(fit.full)
        like = f" like {fit.like}" if fit.like else ""
        self.draft.guess(
            unit,
            f"given a headquarters{like}",
            "it has none in the file",
            change=f"headquarters {fit.like or 'NAME'}",
            is_sure=bool(fit.like),
        )
        return made

    def _plain(self, unit: Unit) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        if unit.short and unit.short != unit.name:
            fields["short"] = unit.short[:80]
        if unit.led_by:
            fields["led by"] = unit.led_by[:200]
        return {
            **fields,
            **{
                key: value
                for key, value in unit.fields.items()
                if key not in (HEADQUARTERS, HEADQUARTERS_AT) and (key != "size" or unit.level is None)
            },
        }

    def _stand(self, unit: Unit, fields: dict[str, Any]) -> None:
        self._off_this_map(unit, fields)
        if unit.coming is not None:
            at = self.place(unit.coming.at, unit.coming.point)
            fields["arrives"] = {"day": unit.coming.day, "turn": unit.coming.turn, "at": at or self.start}
        elif (
            not {"at", "road", "arrives", "embarked"} & fields.keys()
            and (unit.at or unit.point is not None)
            and (place := self.place(unit.at, unit.point))
        ):
            fields["at"] = place

    def _off_this_map(self, unit: Unit, fields: dict[str, Any]) -> None:
        """Remove a position in the unit's own file if this map has no such place or road, with a note."""
        at, road, arrives = fields.get("at"), fields.get("road"), fields.get("arrives")
        if (isinstance(at, str) and at not in self.chart.nodes) or (
            isinstance(road, str) and slug(road) not in self.roads
        ):
            self.draft.guess(unit, "where its position is, or at its side's start", f"{at or road} is not on this map")
            for key in ("at", "road", "km"):
                fields.pop(key, None)
        if isinstance(arrives, dict) and str(arrives.get("at")) not in self.chart.nodes:
            self.draft.guess(unit, "arrives at its side's start", f"{arrives.get('at')} is not on this map")
            fields["arrives"] = {**arrives, "at": self.start}

    def _battalion(self, unit: Unit, nation: str, level: Level | None = None) -> dict[str, Any]:
        if unit.is_whole:
            fields = dict(unit.fields)
            if fields.get("nation"):
                self._declare(str(fields["nation"]), unit.where)
            self._stand(unit, fields)
            return fields
        fields = {"battalion": unit.name, **self._plain(unit)}
        self._nation_by_name(unit, tongue_of(unit.name), nation)
        nation = unit.nation or nation
        if unit.nation:
            fields["nation"] = unit.nation
            self._declare(unit.nation, unit.where)
        if unit.mark is SizeMark.BRIGADE and unit.full is None and not unit.like:
            self.draft.decide("formation", unit)
        guesses, sure, above = self._arm(unit, level)
        arm = unit.arm or Arm.INFANTRY
        if unit.like and self._like(unit, fields):
            guesses, sure = [], True
        elif level is None and "arm" in fields:
            guesses.append((f"{arm}", "the file says so"))
        else:
            self._fit(unit, fields, arm, nation, level, guesses, above)
            if unit.full is None and (more := self._several(unit, arm, str(fields.get("like", "")), nation)):
                guesses.append((more, ""))
                self.draft.decide("regiment", unit)
        if unit.mark in _MARK_SAID and "mark" not in fields and unit.mark is not SizeMark.COMPANY:
            fields["mark"] = unit.mark.value
        self._stand(unit, fields)
        if not sure:
            fields["unconfirmed"] = "yes"
        change = f"arm {arm}" if guesses else f"like {unit.like}"
        self.draft.guess(
            unit,
            "; ".join(value for value, _ in guesses) or f"like {unit.like}",
            "; ".join(filter(None, (why for _, why in guesses))) or "the file says so",
            line=unit.in_full(),
            change=change,
            is_sure=sure,
        )
        return fields

    def _arm(self, unit: Unit, level: Level | None) -> tuple[list[tuple[str, str]], bool, str]:
        """Return the arm and why, as a list to go on with; whether the unit's own words prove it; and the superior
        whose arm it is, if it has none of its own.
        """
        if level is not None:
            unit.arm = Arm.HEADQUARTERS
            return [("its formation's headquarters", "it is named so")], True, ""
        if unit.arm is not None:
            heavier = self._heavier(unit)
            return [(f"{unit.arm}{heavier}", "the file says so")], True, ""
        if arm_word := unit.fields.pop("arm", None):
            stated_arm = next((arm for arm in Arm if slug(arm.value) == slug(str(arm_word))), None)
            if stated_arm is not None:
                unit.arm = stated_arm
                return [(f"{stated_arm}", "the file says so")], True, ""
        pieces = " ".join(piece.name for piece in unit.pieces)
        arm = arm_of(unit.words)
        if arm is not None and arm[0] in _GUNS and arm == arm_of(pieces):
            named = arm_of(unit.name)
            arm = named if named is not None and _keeps(named[0], arm[0]) else arm
        result = arm or arm_of(unit.name) or arm_of(pieces)
        if result is None and any(piece.kind == "tank" for piece in unit.pieces):
            result = (Arm.ARMOUR, pieces)
        if result is None:
            if unit.by_superior is None:
                unit.arm = Arm.INFANTRY
                self.draft.decide("arm", unit)
                return [("infantry", "its arm is not given")], False, ""
            unit.arm = sharpened(unit.by_superior[0], unit.words or unit.name)
            return [(f"{unit.arm}{self._heavier(unit)}", f"its {unit.by_superior[1]} is")], True, unit.by_superior[1]
        unit.arm = sharpened(result[0], f"{unit.name} {unit.words}")
        return [(f"{unit.arm}{self._heavier(unit)}", f"{result[1]!r} says so")], True, ""

    @staticmethod
    def _heavier(unit: Unit) -> str:
        """Mark tanks and guns as heavy or medium where their names say so; return the word."""
        arm = arm_of(" ".join(piece.name for piece in unit.pieces))
        if arm is not None and (unit.arm, arm[0]) in (
            (Arm.ARMOUR, Arm.HEAVY_ARMOUR),
            (Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY),
        ):
            unit.arm = arm[0]
            return f", {arm[0]} by {arm[1]!r}"
        return ""

    @staticmethod
    def _several(unit: Unit, arm: Arm, like: str, nation: str) -> str:
        """Return a remark on a regiment taken for one battalion, in an army whose regiments have several."""
        mark = None if _PART.match(unit.name) else mark_of(unit.name)
        is_regiment = (
            mark is not None and mark[0] is SizeMark.REGIMENT and arm in _OF_BATTALIONS and nation in _WITH_BATTALIONS
        )
        return (
            "counted as one battalion. If it has more, write '(3 battalions)' after its name"
            if is_regiment and "battalion" in like
            else ""
        )

    def _unknown(self, unit: Unit, kind: str, names: list[str], like: str = "") -> None:
        like = like or unit.like
        text = f"there is no {kind} {like!r}. List them: campaign establishments{did_you_mean(like, names)}"
        self.draft.refuse(unit, f"{text}")

    def _like(self, unit: Unit, fields: dict[str, Any]) -> bool:
        """Set the establishment that a battalion is like; an unknown one refuses the row, or is left out."""
        establishment = self.library.named(unit.like)
        if establishment is None:
            self._unknown(unit, "establishment", [shipped.name for shipped in self.library.establishments])
            return False
        fields["like"] = unit.like
        if unit.full is not None:
            fields |= strengths(unit, establishment.kind.full)
        return True

    def _fit(
        self,
        unit: Unit,
        fields: dict[str, Any],
        arm: Arm,
        nation: str,
        level: Level | None,
        guesses: list[tuple[str, str]],
        above: str,
    ) -> None:
        company = (
            unit.mark in (SizeMark.COMPANY, SizeMark.PLATOON, SizeMark.SECTION, SizeMark.TEAM)
            or fields.get("size") == "company"
        )
        words = f"{unit.name} {unit.words} {above} {' '.join(piece.name for piece in unit.pieces)}"
        fit = self.library.fit(nation, arm, self.year, words, company=company, level=level.value if level else "")
        if fit.like:
            fields["like"] = fit.like
            guesses.append((f"like {fit.like}", ""))
        else:
            why = f"the program has no {nation.replace('_', ' ')} establishment for it"
            guesses.append((f"a general strength of {fit.full}", why))
            fields["unconfirmed"] = "yes"
        fields |= {key: value for key, value in fit.differs.items() if key not in fields}
        if not fit.like or "size" in fit.differs:
            fields["establishment"] = figures(fit.full)
            if "size" in fit.differs and fit.like:
                guesses.append((f"a quarter of it: {fit.full}", "it is a company"))
        if unit.full is not None:
            fields |= strengths(unit, fit.full)
        self._classes(unit, fields, arm, fit.like, guesses)
        if (
            arm in (Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY)
            and not fit.like
            and "piece" not in fields
        ):
            fields |= {"piece": "howitzer", "calibre": "105" if arm is not Arm.MEDIUM_ARTILLERY else "150"}

    def _classes(self, unit: Unit, fields: dict[str, Any], arm: Arm, like: str, guesses: list[tuple[str, str]]) -> None:
        """Set the classes by the tanks and guns of the unit's line, where they differ from its establishment's."""
        establishment = self.library.named(like) if like else None
        classes = classes_of(
            arm,
            unit.pieces,
            [equipment.item for equipment in establishment.kind.equipment_list] if establishment else [],
        )
        result = {key: word for key, word in classes.items() if key not in fields}
        if result:
            fields |= result
            pieces = ", ".join(f"{piece.count} {piece.name}" for piece in merged(unit.pieces))
            guesses.append((_listed(result) or "classes", f"it has {pieces}"))


def _keeps(named: Arm, by_guns: Arm) -> bool:
    """Return whether a unit has the arm of its name, even if a calibre implies another: an infantry battalion has
    mortars.
    """
    return named not in _TITLES and not {named, by_guns} <= _ARTILLERY


def _listed(classes: dict[str, str]) -> str:
    return ", ".join(f"{key} {classes[key]}" for key in ("armour", "anti-tank") if key in classes)


def _are_troops(unit: Unit) -> bool:
    """Return whether a unit is ``Corps troops``: gathered for the list, and commanded by the corps."""
    return re.search(r"\b(troops|tps|trps|units|assets)\.?$|truppen$", unit.name.lower()) is not None


def _says_headquarters(unit: Unit) -> bool:
    arm = arm_of(unit.words) or arm_of(unit.name)
    return arm is not None and arm[0] is Arm.HEADQUARTERS and mark_of(unit.name) is None


def strengths(unit: Unit, usual: Strength) -> dict[str, Any]:
    """Return the file's figures for men, vehicles and guns, with the usual ones for those missing."""
    full, present = unit.full or Strength(), unit.present
    total = Strength(full.men or usual.men, full.vehicles or usual.vehicles, full.guns or usual.guns)
    fields: dict[str, Any] = {"establishment": figures(total)}
    if present is not None and present != full:
        now = {
            figure: getattr(present, figure)
            for figure in ("men", "vehicles", "guns")
            if getattr(full, figure) or getattr(present, figure)
        }
        if any(getattr(total, figure) != number for figure, number in now.items()):
            fields["strength"] = now
    if unit.pieces:
        fields["items"] = [item_text(piece) for piece in merged(unit.pieces)]
    return fields


def merged(pieces: list[Piece]) -> list[Piece]:
    """Return each kind of piece once, with its total."""
    counts: Counter[tuple[str, str]] = Counter()
    for piece in pieces:
        counts[piece.name, piece.kind] += piece.count
    return [Piece(name, count, kind) for (name, kind), count in counts.items() if count > 0]


def item_text(piece: Piece) -> str:
    """Return an item in words: ``24 Matilda II (tank)``; ``52 cruisers`` are 52 of ``cruiser``."""
    name = re.sub(r"[()]", " ", piece.name)
    if piece.kind == "tank" and name.islower() and re.fullmatch(r"[a-z]+[^s]s", name):
        name = name.removesuffix("s")
    return f"{min(piece.count, 99_999)} {' '.join(name.split())}" + (f" ({piece.kind})" if piece.kind else "")


def figures(strength: Strength) -> dict[str, int]:
    """Return a strength as ``{men: 780, vehicles: 10}``, without zeros."""
    return {figure: number for figure in ("men", "vehicles", "guns") if (number := getattr(strength, figure))} or {
        "men": 0
    }
