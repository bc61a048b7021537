"""The trial itself: the answers that a player gets before and after a secret of the other side is changed.

Bench.leaks(stage, secrets, parts)     what differs for these viewers once these secrets are changed
PARTS                                  what can be asked: answers, files, papers, echoes of orders
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.secrecy.differences import differing
from tests.secrecy.hidden import Secret
from tests.secrecy.outputs import KINDS, Answers, answer, at_the_desk, echoes, exports, papers, readings
from tests.secrecy.released import READ
from tests.secrecy.stages import READERS, SIDES, made, typed

ORDERED = {"allied": ("centre_column", "coast_column"), "axis": ("herff_german_troops", "colonna_montemurro")}
ORDERED_IN_HOLLAND = {"allied": ("82nd Airborne Division",), "axis": ("9. SS-Panzer-Division",)}


@dataclass
class Bench:
    """Campaigns made once, and the answers asked of them."""

    folder: Path
    _made: dict[str, Path] = field(default_factory=dict)
    _asked: dict[tuple[str, str, str], Answers] = field(default_factory=dict)
    _changed: dict[tuple[str, tuple[Secret, ...]], Path] = field(default_factory=dict)

    def campaign(self, stage: str) -> Path:
        """The campaign of a stage as it was made; nobody writes into it."""
        if stage not in self._made:
            home = self.folder / stage
            home.mkdir()
            self._made[stage] = made(stage, home / "campaign.db")
        return self._made[stage]

    def copy(self, stage: str, name: str) -> Path:
        """A copy to write into, under the same name in a folder of its own."""
        home = self.folder / f"{stage}-{name}"
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir()
        return Path(shutil.copyfile(self.campaign(stage), home / "campaign.db"))

    def before(self, stage: str, viewer: str, part: str) -> Answers:
        """What a viewer gets of the campaign as it was made; asked once."""
        if (stage, viewer, part) not in self._asked:
            self._asked[stage, viewer, part] = PARTS[part](self.copy(stage, "before"), viewer, stage)
        return self._asked[stage, viewer, part]

    def changed(self, stage: str, secrets: Sequence[Secret]) -> Path:
        """The campaign with all these secrets changed; changed once, and nobody writes into it."""
        key = (stage, tuple(secrets))
        if key not in self._changed:
            self._changed[key] = self.copy(stage, f"changed-{len(self._changed)}")
            for secret in secrets:
                secret.change(self._changed[key])
        return self._changed[key]

    def leaks(self, stage: str, secrets: Sequence[Secret], parts: Iterable[tuple[str, str]]) -> dict[str, str]:
        """What differs for these viewers once all these secrets are changed. ``parts``: viewer and what is asked, by
        its word."""
        changed = self.changed(stage, secrets)
        found: dict[str, str] = {}
        for viewer, part in parts:
            trial = self.folder / f"{stage}-trial"
            shutil.rmtree(trial, ignore_errors=True)
            trial.mkdir()
            after = PARTS[part](Path(shutil.copyfile(changed, trial / "campaign.db")), viewer, stage)
            found |= {
                f"{viewer}: {name}": words for name, words in differing(self.before(stage, viewer, part), after).items()
            }
        return found


def other(side: str) -> str:
    """The side that is not this one."""
    return SIDES[1 - SIDES.index(side)]


def watchers(stage: str, side: str) -> tuple[str, str]:
    """Who of the other side looks: the side as a whole, and a commander of it."""
    return other(side), READERS[stage][other(side)]


def _column(db: Path, query: str, *values: str) -> list[str]:
    with closing(sqlite3.connect(db)) as connection:
        return [str(line[0]) for line in connection.execute(query, values)]


def _units(db: Path, side: str) -> list[str]:
    return _column(
        db,
        "select b.key from battalion b join side s on s.id = b.side_id and s.campaign_id = b.campaign_id where s.key = ? order by b.id",
        side,
    )


def _side_of(stage: str, viewer: str) -> str:
    return viewer if viewer in SIDES else next(side for side in SIDES if READERS[stage][side] == viewer)


def _read(db: Path, viewer: str, stage: str) -> Answers:
    """Five own units, three of the other side's, which are answered as names that nobody bears, every battle."""
    side = _side_of(stage, viewer)
    own = _units(db, side)
    battles = len(_column(db, "select number from battle"))
    return readings(db, viewer, [*own[:: 1 + len(own) // 5], *_units(db, other(side))[:3]], battles)


def _read_in_json(db: Path, viewer: str, stage: str) -> Answers:
    """The views behind the answers, each once."""
    side = _side_of(stage, viewer)
    battles = len(_column(db, "select number from battle"))
    found = readings(db, viewer, _units(db, side)[:4], battles, text=False)
    return found | exports(db, viewer, ("json", "geojson"))


def _read_of_the_other(db: Path, viewer: str, stage: str) -> Answers:
    """What tells of the other side, or of what he does: the answers by which the table of ``released.py`` is tried."""
    return {" ".join(words): answer(db, viewer, *words, "--json") for words in READ}


def _exported(db: Path, viewer: str, stage: str) -> Answers:
    return exports(db, viewer)


def _printed(db: Path, viewer: str, stage: str) -> Answers:
    return papers(db, viewer, *KINDS)


def _mailed(db: Path, viewer: str, stage: str) -> Answers:
    """The mail that the umpire sends to a commander, but for its hour; a side as a whole has none."""
    if viewer in SIDES:
        return {}
    ended = typed(db, "mail", viewer, "--out", str(db.parent / "mail"))
    (mail,) = (db.parent / "mail").iterdir()
    content = b"\r\n".join(line for line in mail.read_bytes().split(b"\r\n") if not line.startswith(b"Date: "))
    return {"mail": content, "mail, what is printed": ended.output.replace(str(db.parent), "").encode()}


def _ordered(db: Path, viewer: str, stage: str, every: int = 4, units: int = 2) -> Answers:
    return echoes(db, viewer, orders_of(db, viewer, stage, every, units))


def orders_of(db: Path, viewer: str, stage: str, every: int = 4, units: int = 2) -> list[tuple[str, ...]]:
    """Two formations to every fourth place, by march, attack and withdrawal; what else a player may order, to two
    units; the form he is asked for."""
    side = _side_of(stage, viewer)
    places = _column(db, "select key from place order by id")[::every]
    formations = (ORDERED_IN_HOLLAND if stage == "garden" else ORDERED)[side]
    own = _units(db, side)
    orders: list[tuple[str, ...]] = []
    for step, place in enumerate(places):
        orders.append(("march", formations[0], "--to", place, "--preview"))
        for formation in formations:
            orders.append((("march", "attack", "withdraw")[step % 3], formation, "--to", place))
            orders.append(("engineer", own[4], "block", "road", "--at", place))
    for unit in own[2 : 2 + units]:
        orders += [
            ("hold", unit, "--aim", "stay"),
            ("posture", unit, "reserve"),
            ("rest", unit),
            ("follow", unit),
            ("split", unit, "company"),
            ("join", unit),
            ("attach", unit, "--to", formations[0]),
            ("support", unit, "--to", formations[-1]),
            ("detach", unit),
            ("truck", unit),
            ("land", unit, "--at", places[0]),
            ("engineer", unit, "minefield", "--at", places[3]),
        ]
    for unit in _units(db, other(side))[:4]:
        orders += [("march", unit, "--to", places[0]), ("hold", unit), ("attach", own[5], "--to", unit)]
        orders.append(("engineer", own[4], "boats", "--at", places[0], "--carry", unit))
    for formation in (formations[0], (ORDERED_IN_HOLLAND if stage == "garden" else ORDERED)[other(side)][0]):
        orders.append(("support", own[5], "--to", formation))
        orders.append(("commander", READERS[stage][side], "--with", formation))
    orders.append(("commander", READERS[stage][other(side)], "--deputy", "Ruth"))
    for group in _column(db, "select key from air_group order by id")[-3:]:
        orders += [
            ("air", "task", group, "--target", places[5]),
            ("air", "task", group, "--target", _units(db, other(side))[1]),
            ("air", "cancel", group),
        ]
    orders += [("decide", str(number), "none") for number in range(1, 4)]
    orders += [
        ("orders", "--for", READERS[stage][side], "--show"),
        ("orders", "--for", READERS[stage][other(side)], "--show"),
        ("undo",),
        ("next", "--preview"),
    ]
    return orders


def _at_the_desk(db: Path, viewer: str, stage: str) -> Answers:
    side = _side_of(stage, viewer)
    formations = (ORDERED_IN_HOLLAND if stage == "garden" else ORDERED)[side]
    units = [*formations, *_units(db, side)[::7], *_units(db, other(side))[:2]]
    return at_the_desk(db, viewer, units, _column(db, "select key from place order by id")[::5])


PARTS: dict[str, Callable[[Path, str, str], Answers]] = {
    "read": _read,
    "asked in json": _read_in_json,
    "asked of the other": _read_of_the_other,
    "at the desk": _at_the_desk,
    "exported": _exported,
    "printed": _printed,
    "mailed": _mailed,
    "ordered": _ordered,
    "ordered everywhere": partial(_ordered, every=1, units=6),
}
"""What of a campaign is asked, by a word for it."""
