"""Walks through the program as it is seen from outside: commands typed, and everything that can be read written down.

    python outside_walks.py WALK LEVEL FOLDER

runs one walk and writes its picture, a few text files, into FOLDER; ``outside.py`` starts the walks. Of the program it uses
``python -m campaign`` and nothing else, so that the same file pictures any version of it: whichever PYTHONPATH names. What is no
answer of the program is taken out: the time at which an entry was written, the hashes that rest on it, and the number of the
tables' last migration. Keys of papers, which the system draws, come from a counter.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import runpy
import secrets
import shutil
import sys
import tempfile
import time
import warnings
import zipfile
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

SYSTEMS = ("brevity", "nqm", "hexes", "brigade", "brigadier")
GOLDEN, QUICK, FULL = range(3)
LEVELS = ("golden", "quick", "full")

_VIEWED = [
    "status",
    "decide --all",
    "recover",
    "orbat",
    "orbat --roster",
    "supply",
    "supply --vulnerable",
    "logistics",
    "places",
    "sightings",
    "objectives",
    "weather",
    "orders",
    "engineer",
    "air list",
    "battle list",
]
"""Reading commands that answer every viewer, as text and as JSON."""
_UMPIRES = ("rules --changed", "log --all --dice", "log --last 3", "forecast battles")
_FORMATS = ("scenario", "orbatmapper", "geojson", "kml", "graphml", "xlsx")
_TABLES = ("orbat", "sides", "places", "roads", "objectives")
_PRINTED = ["orbat", "roster", "strength", "engineers", "supply", "recovery", "sitrep", "map", "orders", "air-tasking"]

_CHECKOUT = re.compile(
    re.sub(r"(?<=-)", r"\\s*", re.escape(os.environ.get("PYTHONPATH", "no checkout").split(os.pathsep)[0] + os.sep))
)
"""The folder of the program, which its messages about shipped files name. Its length breaks their lines, so they are written as one."""


def program(words: Iterable[str], keys: str = "") -> tuple[int, str, str]:
    """Exit code, output and messages of one command, run in this process; ``keys`` is what is typed while it asks."""
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    out, said = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    sys.argv = ["campaign", *words]
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(keys.encode()), encoding="utf-8"), out, said
    code = 0
    try:
        runpy.run_module("campaign", run_name="__main__")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:  # a crash is an answer too, and the picture shows it
        code = 99
        print(f"CRASH {type(error).__name__}: {error}", file=said)
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    return code, *(stream.buffer.getvalue().decode() for stream in (out, said))  # type: ignore[return-value]


_YOUNGER = ("rules", "giver", "origin", "bits", "dice_from")
"""Fields that older entries do not have: where they are empty, no hash is over them."""


class Walk:
    """One walk: commands typed in a folder of its own, and the pages of the picture, each a list of blocks under a heading."""

    def __init__(self, level: int, folder: Path) -> None:
        self.level, self.folder = level, folder
        self.pages: dict[str, list[str]] = {}
        self.page = "walk"

    # what is written

    def block(self, heading: str, text: str) -> None:
        """One answer of the program, under what was asked."""
        if _CHECKOUT.search(text):
            text = " ".join(_CHECKOUT.sub("", text).replace("-\n", "-").split())
        self.pages.setdefault(self.page, []).append(f"$ {heading}\n{text.rstrip()}\n")

    def type(self, *lines: str, keys: str = "") -> str:
        """Type these commands, each one line; what was answered last."""
        answer = ""
        for line in lines:
            code, answer, said = program(_words(line), keys)
            self.block(f"campaign {line}" + (f"  (exit {code})" if code else ""), answer + said)
        return answer

    def data(self, line: str) -> Any:
        """The answer to a command as data, not written down."""
        return json.loads(program([*_words(line), "--json"])[1])

    def read(self, stage: str, *viewers: str, lines: Iterable[str] = _VIEWED) -> None:
        """Every reading command as text and as JSON, for each of these viewers; for the umpire also what is his alone."""
        for viewer in viewers:
            self.page = f"read-{stage}-{viewer}"
            for line in (*lines, *(_UMPIRES if viewer == "umpire" else ())):
                asked = line if line in _UMPIRES else f"{line} --viewer {viewer}"
                self.type(asked, f"{asked} --json")
        self.page = "walk"

    def every_unit(self, stage: str, step: int = 1) -> None:
        """Every n-th unit with its diary, and why its formation is in supply."""
        self.page = f"units-{stage}"
        names = sorted(set(_names(self.data("orbat"))))[::step]
        for name in names:
            self.type(
                f'unit show "{name}"',
                f'unit show "{name}" --json',
                f'supply --why "{name}"',
                f'supply --why "{name}" --json',
            )
        self.page = "walk"

    def battles(self, stage: str, *more: str) -> None:
        """Every battle, its muster, and its papers."""
        self.page = f"battles-{stage}"
        for battle in self.data("battle list")["battles"]:
            number = battle["number"]
            for line in (f"battle show {number}", f"battle muster {number}", *(each.format(number) for each in more)):
                self.type(line, f"{line} --json")
        self.page = "walk"

    def papers(self, stage: str, *lines: str) -> None:
        """The text of every paper that these commands print, with its form fields."""
        self.page = f"papers-{stage}"
        for line in lines:
            out = Path("papers")
            shutil.rmtree(out, ignore_errors=True)
            self.type(f"{line} --out papers")
            for file in sorted(out.rglob("*")) if out.is_dir() else [out]:
                if file.is_file():
                    self.block(f"paper {line}: {file.name}", _text_of(file))
        self.page = "walk"

    def exports(self, stage: str, viewers: Iterable[str] = (), more: str = "") -> None:
        """Every format, for the umpire and for these viewers, and what a side gets to hand out."""
        self.page = f"exports-{stage}"
        for viewer in ("", *(f" --for {name}" for name in viewers)):
            for form in _FORMATS:
                self._file(f"export --format {form}{viewer}{more}", f"export-{form}")
            for table in _TABLES:
                self._file(f"export --format csv --table {table}{viewer}{more}", f"{table}.csv")
            if viewer:
                self._file(f"export{viewer}{more}", "copy.json")
                self._file(f"map{viewer.replace('--for', '--viewer')}{more}", "map.svg")
            else:  # the umpire's drawing bears, as outlines of letters, the hash of an entry, which rests on the time
                self.type(f"map --json{more}")
        self.page = "walk"

    def _file(self, line: str, name: str) -> None:
        path = Path(name)
        self.type(f"{line} --out {name}")
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                self.block(f"file of {line}: {file.name}", _text_of(file))
        shutil.rmtree(path, ignore_errors=True)
        path.unlink(missing_ok=True)

    def chain(self) -> dict[str, str]:
        """Write down every row and entry of the journal; the hashes of entries, to be taken out of all pages."""
        self.page = "record"
        self.type("doctor", "doctor --json", "export --out whole.json")
        whole = json.loads(Path("whole.json").read_text(encoding="utf-8"))
        self.block("rows and entries", Path("whole.json").read_text(encoding="utf-8"))
        hashes, lines, before = {}, [], ""
        for entry in whole["journal"]:
            rests_on = {
                key: value if isinstance(value, str | int | None) else _canonical(value)
                for key, value in entry.items()
                if key != "hash" and not (value is None and key in _YOUNGER)
            }
            links = entry["before"] == before and entry["hash"] == _digest(rests_on)
            before = entry["hash"]
            told = {
                key: value
                for key, value in rests_on.items()
                if key not in ("written", "revision", "program_version", "before")
            }
            lines.append(
                f"{entry['seq']} {entry['verb']} {_digest(told)} {'links' if links else 'LINKS NOT by the recipe of hashes'}"
            )
            hashes[entry["hash"]] = f"<entry {entry['seq']}>"
        self.page = "digests"
        self.block("digest of the rows as they are stored", whole["digest"])
        self.block(
            "entries: what each says but for time and program, and whether the chain of hashes links", "\n".join(lines)
        )
        return hashes

    def end(self) -> None:
        """Write the pages."""
        hashes = self.chain() if Path("campaign.db").exists() else {}
        known = {**hashes, **{entry[:12]: word for entry, word in hashes.items()}}
        for page, blocks in self.pages.items():
            text = "\n".join(blocks)
            if known and page != "digests":
                text = re.sub(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{12}\b", lambda found: known.get(found[0], found[0]), text)
                text = re.sub(r'"(written|revision|program_version|digest)": "[^"]*"', r'"\1": "-"', text)
            path = self.folder / f"{page}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def _words(line: str) -> list[str]:
    """The words of a command line; what stands in double quotes is one."""
    return [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', line)]


def _canonical(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _digest(value: object) -> str:
    return sha256(_canonical(value).encode()).hexdigest()


def _names(tree: Any) -> Iterable[str]:
    """Names of units in the data of the order of battle."""
    if isinstance(tree, dict):
        if "subordinates" in tree or "strength" in tree:
            yield tree["name"]
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from _names(part)


def _text_of(file: Path) -> str:
    raw = file.read_bytes()
    if raw.startswith(b"%PDF"):
        return _text_of_pdf(raw)
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            return "\n".join(f"[{name}]\n{packed.read(name).decode()}" for name in packed.namelist())
    return raw.decode()


def _text_of_pdf(raw: bytes) -> str:
    import pypdfium2  # type: ignore[import-untyped]

    document = pypdfium2.PdfDocument(raw)
    facts = document.get_metadata_dict(skip_empty=True)
    parts = [f"{key}: {facts[key]}" for key in ("Title", "Subject", "Author", "Keywords") if key in facts]
    for number, page in enumerate(document, 1):
        text = page.get_textpage()
        parts += [
            f"[page {number}, {page.get_width():.0f} x {page.get_height():.0f}]",
            text.get_text_bounded().replace("\r\n", "\n"),
        ]
    parts += [f"outline: {'  ' * mark.level}{mark.get_title()}" for mark in document.get_toc()]
    if b"/AcroForm" in raw:
        from pypdf import PdfReader

        reader = PdfReader(io.BytesIO(raw))
        fields = (reader.get_fields() or {}).items()
        parts += [
            f"field {name}: {field.get('/FT')} {field.get('/V', '')!s} {field.get('/TU', '')!s}"
            for name, field in fields
        ]
        parts += [
            f"attached {name}: {content!r}" for name, contents in reader.attachments.items() for content in contents
        ]
    return "\n".join(parts)


# Operation Brevity

RETURN = """side: allied
lines:
  2: {ticks: spent, ended at: "Halfaya Pass, top"}
foot:
  turn: 2
  ending: finished
  field: allied
  all other lines unharmed: yes
  diary: The Scots Guards and the Matildas took the top of the pass.
"""
SPENT = {
    "brevity": "spent",
    "nqm": "points lost 3",
    "hexes": "hits 6",
    "brigade": "figures 20, companies 1",
    "brigadier": "kills 10, wounds 2",
}
"""What a player writes of a battalion that his system has spent."""
ORDERS = """
march "3rd Bn Coldstream Guards" --to "Halfaya Pass, top" --from 1.3
march "3rd Bn Coldstream Guards" --to "Halfaya Pass, top" --via "Point 206" --aim "Close up" --objective "The pass" --limit noon --by erskine
attack "2nd Royal Tank Regiment" --to Capuzzo --from 1.2 --viewer russell
attack "2nd Royal Tank Regiment" --to Capuzzo --viewer garmoyle
march "11th Hussars" --to Nowhere
march "Guards" --to Musaid
withdraw "8th Field Regiment"
hold "2nd Bn Rifle Brigade" --aim "Dig in"
follow "Headquarters Gott"
attach "11th Hussars" --to "Coast column"
detach "11th Hussars"
support "8th Field Regiment" --to "22nd Guards" --how "in support"
posture "3rd Bn Coldstream Guards" reserve
posture "Kampfgruppe Cramer" march
rest "6th Company, 8th Bersaglieri"
rest "6th Company, 8th Bersaglieri" --stop
split "1st Bn Durham Light Infantry" into company
split "3rd Bn Coldstream Guards" half --name "Left half"
join "1st Bn Durham Light Infantry"
commander gott --with "22nd Guards"
commander gott
engineer "6th Company, 8th Bersaglieri" block road --at "Sollum Barracks - Sollum (lower town)"
engineer "Kradschützen-Bataillon 15 (rest)" minefield --at "Sollum (lower town) - Sollum Barracks" --inches 8
engineer "3rd Bn Coldstream Guards" bridge --class heavy
truck "2nd Bn Rifle Brigade"
land "2nd Bn Rifle Brigade" --at Sollum
air task "14 Squadron" --target "Point 206" --turn 1.4
air task Stukas --target "Sidi Suleiman" --turn 1.3 --viewer axis
air task Stukas --target "Sidi Suleiman" --turn 1.1
air cancel "14 Squadron"
air task "14 Squadron" --target "Fort Capuzzo" --turn 1.3
orders --for erskine --show
orders --for cramer --complete
undo
redo
undo --to 12
redo --all
grade "2nd Bn Scots Guards" --to veteran --why "Well handled"
adjust "2nd Bn Scots Guards" --why "A count" --men 700 --dug-in 2
adjust "Point 206" --why "Seen" --owner axis
adjust "Trigh Capuzzo" --why "Sand" --cut
adjust "Western Desert Force" --why "Short" --supply poorly
rules march.moves_per_turn
rules march.moves_per_turn 3
rules march.moves_per_turn default
rules hexes
rules no.such.key on
""".strip().splitlines()
"""Orders and rulings of every kind before the first turn; some are refused."""


def golden(walk: Walk) -> None:
    """The first day of Operation Brevity, a return from a file, a paper or two, one battle under each system."""
    walk.type("new operation-brevity --seed 1941", *ORDERS[:3], "next", "next", "next")
    Path("allied.yaml").write_text(RETURN, encoding="utf-8")
    walk.papers(
        "battle",
        "battle packet 1 --side allied",
        *(f"battle packet 1 --side axis --tabletop {key}" for key in SYSTEMS[1:2]),
    )
    walk.type("battle record 1 allied.yaml --yes", "battle settle 1 --yes", "next --auto --until day")
    walk.read("evening", "umpire", "axis", lines=("status", "orbat", "supply", "sightings"))
    walk.papers("evening", "print sitrep --for erskine", "print map --side axis")
    walk.type(*(line for line in ODDS if line.split()[2] in ("fire", "after", "shot", "initiative")))


def brevity(walk: Walk) -> None:
    """Operation Brevity from the founding to the final score, with every kind of order, return, ruling and correction."""
    everybody = ("umpire", "allied", "axis", "erskine", "herff")
    walk.type("new operation-brevity --seed 1941")
    quick = walk.level == QUICK
    walk.read("founded", *((everybody[0], everybody[3]) if quick else everybody))
    walk.type("rules", "rules --json", "rules house")
    walk.every_unit("founded", 4 if quick else 1)
    walk.papers("founded", "print all", "labels", "print symbols")
    walk.type(*ORDERS)
    walk.type("orders --for erskine --fill", keys="attack Halfaya Pass, top; aim take it\n\nmarch Musaid\nhold\n")
    walk.type("next --preview", "next", "next", "next")
    walk.read("first-battle", *(everybody[1:3] if quick else everybody))
    _first_battle(walk)
    walk.type("next", "next", "decide", "battle list", "next --auto --until day")
    walk.read("second-day", *(everybody[4:] if quick else everybody))
    walk.battles("second-day")
    walk.papers("second-day", "print all --per-reader", "print all --for garmoyle --paper letter")
    _corrections(walk)
    walk.type("next --auto --until turn", "next --auto --until day", "next")
    walk.read("over", *(everybody[1:3] if quick else everybody))
    walk.every_unit("over", 6 if quick else 1)
    walk.papers("over", "print book", *([] if quick else ["print all"]))
    walk.page = "as-of"
    for moment in ("1.2", "@7") if quick else ("1.2", "1", "@7", "2.3"):
        walk.type(
            *(
                f"{line} --as-of {moment}"
                for line in (
                    "status",
                    "orbat --roster",
                    "supply",
                    "places",
                    "sightings",
                    "weather",
                    "battle list --json",
                )
            )
        )
    walk.page = "walk"
    walk.exports("over", () if quick else ("allied", "herff"))
    walk.exports("then", ("allied",) if quick else (), " --as-of 1.3")
    walk.type(
        "export --out all.json", "import all.json --db second.db", "doctor --db second.db", "status --db second.db"
    )


def _first_battle(walk: Walk) -> None:
    """The fight for Halfaya Pass: papers and returns under all five systems, and everything an umpire may do to a battle."""
    walk.battles("first", *(f"battle muster {{}} --tabletop {key}" for key in SYSTEMS))
    others = SYSTEMS[1:] if walk.level == FULL else ()
    walk.papers(
        "first",
        "battle packet 1",
        *(f"battle packet 1 --tabletop {key}" for key in others),
        "labels 1",
        "labels 1 --tabletop nqm --base 40x40",
    )
    back = f"undo --to {_last_entry(walk)}"
    for key in SYSTEMS:
        ready = [f"battle under 1 {key}", *(["rules house brigadier-ours"] if key == "brigadier" else [])][
            key == "brevity" :
        ]
        walk.type(*ready)
        walk.type("battle record 1 --side allied --yes", keys=f"1 {SPENT[key]}\n" + "\n" * 80)
        walk.type("battle show 1", "battle settle 1 --yes", "battle show 1", back, *ready)
        walk.type("battle resolve 1 --preview", "battle resolve 1", "battle show 1 --json", back)
    walk.type(
        "battle suspend 1",
        "status",
        "battle resume 1",
        back,
        'battle cancel 1 --why "Nobody came"',
        "battle list",
        back,
    )
    walk.type(
        'battle new "Bir Wair" --within 4 --attacker allied',
        'battle new "Bir Wair" -u "3rd Bn Coldstream Guards" -u "Kradschützen-Bataillon 15 (rest)"',
        back,
    )
    walk.type(
        'battle add 1 "1st Bn Durham Light Infantry" --arrives 1.2',
        "battle show 1",
        'battle drop 1 "8th Field Regiment"',
        "battle merge 1 2",
        back,
    )
    walk.type('contact dismiss "2nd Bn Rifle Brigade" --why "Out of sight"', back)
    walk.type(
        'battle rule 1 --text "The pass is taken." --held allied --state "Italian battery at Halfaya=captured" --yes',
        back,
    )
    Path("allied.yaml").write_text(RETURN, encoding="utf-8")
    Path("wrong.yaml").write_text(RETURN.replace("  2: {ticks: spent", "  99: {ticks: unchanged"), encoding="utf-8")
    walk.type(
        "battle record 1 wrong.yaml --yes",
        "battle record 1 allied.yaml --yes",
        "battle settle 1 --yes",
        "battle show 1",
    )


def _corrections(walk: Walk) -> None:
    """Corrections of entries, branches and replays."""
    walk.page = "corrections"
    walk.type(
        'order amend "3rd Bn Coldstream Guards" --to Musaid --preview',
        'unit amend "2nd Bn Scots Guards" --men 650 --preview --why "A count"',
    )
    walk.type('battle amend 1 --entry 35 --line "1 spent" --preview', "replay --preview")
    if walk.level == FULL:
        walk.type("replay 5 --preview --json", "replay --without 2 --preview", "replay --without 3 --json")
        walk.type('unit amend "2nd Bn Scots Guards" --men 650 --why "A count" --rewrite', "undo")
    walk.type("branch what-if", "branch earlier --at 36 --campaign operation-brevity", "branches", "branches --json")
    walk.type(
        "next --auto --until turn --campaign what-if",
        "compare operation-brevity what-if",
        "compare operation-brevity what-if --all --json",
    )
    walk.type("branch what-if --drop", "branch earlier --drop --campaign operation-brevity")
    walk.type("reseed --seed 7", "status --json")
    walk.page = "walk"


def _last_entry(walk: Walk) -> int:
    return max(int(entry["number"]) for entry in walk.data("log"))


def system(key: str) -> Callable[[Walk], None]:
    """Operation Brevity founded under this system and played by the program."""

    def played(walk: Walk) -> None:
        walk.type(
            f"new operation-brevity --seed {key} --tabletop {key}",
            *(["rules house brigadier-ours"] if key == "brigadier" else []),
        )
        walk.type("next", "next", "next")
        walk.battles("first")
        walk.papers("first", "battle packet")
        if walk.level == QUICK:
            walk.type("next --auto --until turn")
            walk.read("second-turn", "umpire", lines=("status", "orbat --roster", "recover", "battle list"))
            walk.battles("second-turn")
        else:
            walk.type("next --auto --until day")
            walk.read("second-day", "umpire", "allied", "axis", "russell", "montemurro")
            walk.papers(
                "second-day", "print all", f"labels --tabletop {key}", "battle packet 1 --as-of 1.1", "battle packet 1"
            )
            walk.battles("second-day")
            walk.type("next --auto --until day")
            walk.battles("over")
            walk.read("over", "umpire")
            walk.papers("over", "print all", "print book", "labels 2")
            walk.every_unit("over")
            walk.exports("over")

    return played


def clockwork(walk: Walk) -> None:
    """Operation Brevity with dice for weather and with the campaign rules of Not Quite Mechanised switched on."""
    walk.type("new operation-brevity --seed clockwork --weather dice --tabletop nqm")
    switches = [rule["key"] for rule in walk.data("rules nqm") if rule["value"] in ("off", False)]
    walk.type(*(f"rules {key} on" for key in switches), "rules --changed", "logistics", "logistics --json")
    for turn in range(2 if walk.level == QUICK else 8):
        walk.type(
            *(
                f'truck "{name}"'
                for name in ("2nd Bn Rifle Brigade", "2nd Bn Scots Guards", "Gott's force", "Kampfgruppe von Herff")
            )
        )
        walk.type(
            'truck "Gott\'s force" --for fuel',
            "next --auto --until turn",
            "logistics --json",
            "decide",
            "reseed --seed 7",
        )
        walk.papers(f"turn-{turn}", "print supply", "print orders --side axis")
    walk.read("end", "umpire", "allied", "axis")
    walk.papers("end", *(f"print {kind}" for kind in _PRINTED))


def large(
    scenario: str, seed: str, viewers: tuple[str, ...], days: int, options: str = "", alone: bool = False
) -> Callable[[Walk], None]:
    """A larger campaign: orders to every n-th formation, a few days, papers and exports. ``alone``: full level only, fewer papers."""

    def played(walk: Walk) -> None:
        quick = walk.level == QUICK
        walk.type(
            f"new {scenario} --seed {seed}{options}",
            *(["rules house brigadier-ours"] if "brigadier" in options else []),
        )
        if not alone:
            walk.read("founded", *([] if quick else viewers))
            walk.papers(
                "founded",
                *(
                    ("print strength", "print map --side " + viewers[1])
                    if quick
                    else ("print all", "labels", "battle packet")
                ),
            )
        for day in range(1, 2 if quick else days + 1):
            if day > 1 or not alone:
                _orders(walk, day)
            walk.type("next --auto --until turn", "next --auto --until day")
            walk.read(
                f"day-{day}",
                *((viewers[0], viewers[-1]) if quick or alone else viewers),
                lines=_VIEWED if quick or day in (1, days) else _VIEWED[:9:2],
            )
            if day in (1, 3):
                walk.battles(f"day-{day}")
        if quick:
            walk.papers("end", "print supply", f"print all --for {viewers[-1]}")
            walk.every_unit("end", 40)
            walk.exports("end", viewers[1:2])
            return
        walk.papers(
            "end",
            "print all",
            "battle packet 1",
            "print book",
            *([] if alone else ["print all --per-reader", "labels 1"]),
        )
        walk.every_unit("end", 8)
        walk.exports("end", viewers[1:2])
        walk.type("status --as-of 1.3 --json", "orbat --as-of 1 --json", "supply --as-of 1.4", "replay --preview")

    return played


def _orders(walk: Walk, day: int) -> None:
    """Some units of both sides sent here and there, and some air groups; many of these orders are refused, and say why."""
    units = sorted(set(_names(walk.data("orbat"))))[day::17]
    places = [place["name"] for place in walk.data("places")["places"]][day::5]
    kinds = itertools.cycle(("march", "attack", "withdraw", "march"))
    for unit, place, kind in zip(units, itertools.cycle(places), kinds, strict=False):
        walk.type(f'{kind} "{unit}" --to "{place}"')
    crossings = sorted(
        set(re.findall(r'"([^"]*(?:bridge|ferry|crossing)[^"]*?)(?: \([^"]*\))?"', json.dumps(walk.data("places"))))
    )
    engineers = [unit for unit in _names(walk.data("orbat")) if re.search("Engineer|Pionier", unit)]
    for unit, crossing in zip(engineers[day - 1 :: 2], itertools.cycle(crossings[day:]), strict=False):
        walk.type(f'engineer "{unit}" bridge --at "{crossing}"', f'engineer "{unit}" blow span --at "{crossing}"')
    for unit in units[::3]:
        walk.type(f'posture "{unit}" reserve', f'rest "{unit}"', f'split "{unit}" company')
    groups = walk.data("air list")["groups"]
    for group, place in zip(
        [group for group in groups if group["kind"] != "transport"], itertools.cycle(places), strict=False
    ):
        walk.type(f'air task "{group["name"]}" --target "{place}" --turn {day}.{2 + day % 3}')
    for group in [group for group in groups if group["kind"] == "transport"][day::9]:
        walk.type(f'air task "{group["name"]}" --supply "101st Airborne Division" --turn {day}.3')


# without a campaign

_SHOT = {
    "brevity": """fire --attackers infantry|fire --attackers "2 infantry" --target infantry --range 6
        |fire --attackers "2 infantry, weak field guns (support)" --target "medium tanks" --range 8 --terrain terrain --light moonlight
        |fire --attackers "weak field guns" --unlocated|fire --attackers "4 × 88 mm guns" --target "heavy tanks" --range 20
        |fire --attackers "german 120 mm mortars" --how artillery --dug-in --spent|fire --attackers infantry --surrounded --inexperienced
        |assault --attackers infantry --defenders infantry|assault --attackers "2 infantry, medium tanks" --defenders "infantry in support" --attackers infantry
        |initiative|readiness|weather|recovery|supply|strike|landing""",
    "nqm": """fire --dice "3 L + 1 M" --target "dug in"|fire --dice "2 H" --range contact --ambush|fire --dice "4 L" --tests-at 5 --grade regular
        |firefight --attack "4 L" --answer "2 L"|guns --dice "2 M" --calibre 105|guns --dice "3 L" --harassing|class 25pdr|class T34 --armour
        |recce|column|opening|assault --attackers 4 --defenders 2|morale --points 15|tanks|breakout --stands 3|pins 5|pins 3 3
        |after --points 15 --lost 1 --red 5|tasks --within 6""",
    "hexes": """shot --shooter tank --target "at gun" --range 2|shot --shooter infantry --target infantry --range 1 --terrain woods
        |shots "artillery at 5, tank at 2, infantry evaded"|shots "tank at 2" --begun 3 --weak|joint "2 infantry" --evaded|elimination --net -1
        |matrix|cards --units 13 --card 7S|after 6|after 9,9,9,1""",
    "brigade": """fire --weapons "10 rifles, MMG" --range 5|fire --weapons "10 rifles" --range 20 --cover "hard cover" --pinned|fire --he 25pdr --range 30
        |vehicle --gun Tiger --target Sherman --range 60|vehicle --gun 88L56 --target "Matilda II" --range 40 --face side
        |shelling --battery 25pdr --nation british --df-point|shelling --battery 25pdr --nation british --batteries 3|soft-skin --hits 3|escape 4
        |fire --weapons MMG --soft-skin|morale raw --start 12 --lost 6|moves --row "medium tank" --ground rough|after --full 48 --lost 31""",
    "brigadier": """fire --dice 15 --order Move|fire --weapon bazooka --platoons 3|fire --dice 8 --in wood --from artillery
        |fire --dice 10 --kills 2 --wounds 1|air doubtful --missions 3|bug-out --kills 2 --wounds 1|after --full 52 --kills 15 --wounds 1
        |radio|radio --house brigadier-ours|assault --house brigadier-ours|medic --house brigadier-ours|time --house brigadier-ours""",
}
ODDS = [f"odds {key} {line.strip()}" for key, lines in _SHOT.items() for line in lines.split("|")]
"""Every table of odds of every system, once or oftener."""
CORPS = """title: The frontier
first day: 15 May 1941

side: Allied (british)
XIII Corps
  7th Armoured Division
    4th Armoured Brigade
      2 RTR, 52 cruisers
      4 RTR, 24/50 Matilda
    7th Support Group
      arrives: 1.3 at allied_start
      2nd Scots Guards, motor
      4 RHA
  4th Indian Division
    11th Infantry Brigade
      2nd Camerons
      1/6 Rajputana Rifles, veteran
    25th Field Regiment

side: Axis (german)
5. leichte Division
  Panzer-Regiment 5
    I./Panzer-Regiment 5, 40/75 tanks
  Schützen-Regiment 200
    MG-Bataillon 2
"""


def odds(walk: Walk) -> None:
    """The odds of all five systems, as text and as JSON."""
    for line in ODDS:
        walk.page = f"odds-{line.split()[1]}"
        walk.type(line, f"{line} --json")


def files(walk: Walk) -> None:
    """Scenarios, establishments, checks and conversions."""
    walk.type(
        "scenarios",
        "scenarios --json",
        "establishments",
        "establishments --json",
        "init ours",
        "check ours",
        "check ours --json",
    )
    for file in sorted(Path("ours").rglob("*")):
        if file.is_file():
            walk.block(f"file of init: {file.relative_to('ours')}", _text_of(file))
    Path("corps.txt").write_text(CORPS, encoding="utf-8")
    Path("broken.txt").write_text(CORPS.replace("2 RTR, 52 cruisers", "2 RTR, fifty-two frogs"), encoding="utf-8")
    walk.type(
        "convert broken.txt --out broken",
        "convert corps.txt --out frontier",
        "check frontier",
        "new frontier --seed 7",
        "orbat",
        "next --auto --until day",
    )
    for file in sorted(Path("frontier").rglob("*")):
        if file.is_file():
            walk.block(f"file of convert: {file.relative_to('frontier')}", _text_of(file))


ODD = (
    "march",
    "march 9999 --to Musaid",
    "march hussars",
    'march "3 Coldstream Guards" --to Nowhere',
    'march "3 Coldstream Guards" --to Musaid --via Nowhere',
    'march "3 Coldstream Guards" --to Musaid --via Sollum --via Musaid --aim "be there" --limit dusk --preview',
    "march 3 Coldstream Guards --to Musaid --by nobody",
    "march 3 Coldstream Guards --to Musaid --from yesterday",
    "march 3 Coldstream Guards --to",
    "march 3 Coldstream Guards --via Sollum",
    'attack 3 Coldstream Guards --to ""',
    "hold",
    "hold 3 Coldstream Guards --to Musaid",
    "withdraw 3 Coldstream Guards --preview",
    "follow 3 Coldstream Guards",
    "attach 3 Coldstream Guards",
    "attach --to centre_column",
    "attach 3 Coldstream Guards --to Nowhere",
    "detach",
    "detach 3 Coldstream Guards",
    "support 3 Coldstream Guards --how sideways",
    "support 3 Coldstream Guards --to centre_column --preview",
    "posture",
    "posture reserve",
    "posture 3 Coldstream Guards asleep",
    "rest",
    "rest 3 Coldstream Guards --stop",
    "truck",
    "truck 3 Coldstream Guards --for beer",
    "grade",
    "grade 3 Coldstream Guards",
    "grade 3 Coldstream Guards --to veteran",
    "engineer 3 Coldstream Guards",
    "engineer 3 Coldstream Guards dance",
    "engineer 3 Coldstream Guards block road --inches many",
    "engineer 3 Coldstream Guards block road --inches -4 --at Musaid",
    "engineer 3 Coldstream Guards boats --class heavy --carry 2 Scots Guards --carry nobody",
    "engineer 3 Coldstream Guards --stop",
    "split",
    "split 3 Coldstream Guards",
    "split 3 Coldstream Guards into thirds",
    'split 3 Coldstream Guards into company --name ""',
    "join",
    "join 3 Coldstream Guards",
    "air task",
    "air task 14 Squadron",
    'air task 14 Squadron --target "Point 206" --look Musaid',
    "air task 14 Squadron --drop 3 Coldstream Guards",
    'air task 14 Squadron --target "Point 206" --turn soon',
    'air task 14 Squadron --target "Point 206" --no-craters --preview',
    "air cancel",
    "air cancel 14 Squadron --turn 1.3",
    "land",
    "land 3 Coldstream Guards",
    "land 3 Coldstream Guards --at Sollum --turn 9",
    "adjust",
    "adjust 3 Coldstream Guards --men 3 --why x",
    "adjust 3_coldstream_guards --why counted",
    "adjust 3_coldstream_guards --men many --why counted",
    "adjust 3_coldstream_guards --men 300",
    "adjust 3_coldstream_guards --cut --why counted",
    "adjust 3_coldstream_guards --resting --not-resting --dug-in 9 --why counted",
    "adjust 3_coldstream_guards --state tired --why counted",
    "adjust 3_coldstream_guards --establishment 1/2 --why counted",
    "adjust Musaid --owner nobody --why counted",
    "contact dismiss",
    "contact dismiss 3_coldstream_guards",
    "contact dismiss 3_coldstream_guards krad_15 --why slept",
    "battle new",
    "battle new Nowhere",
    "battle new Musaid --within far",
    "battle new Musaid --within -1",
    "battle new Musaid -u 3_coldstream_guards --unit krad_15 --attacker Nobody",
    'battle new Musaid -u 3_coldstream_guards --unit krad_15 --attacker Allied --name "The ridge" --preview',
    'battle new Musaid -u 3_coldstream_guards --unit krad_15 --attacker Allied --name "The ridge"',
    "battle new Musaid",
    "battle add",
    "battle add 1",
    "battle add 1 nobody",
    "battle add 1 2_scots_guards --arrives soon",
    'battle add 1 2_scots_guards --arrives 1.2 --edge "south 58" --guns',
    "battle drop 1",
    "battle drop 1 nobody",
    "battle drop 1 2_scots_guards",
    "battle merge 1",
    "battle merge 1 1",
    "battle merge 1 2 --attacker Nobody",
    "battle split",
    "battle split 1",
    "battle split 1 -u nobody",
    "battle suspend",
    "battle suspend 9",
    "battle suspend 1 --reached soon",
    "battle suspend 1 --reached 1.1",
    "battle resume",
    "battle resume 1",
    "battle resume 1 --viewer Allied",
    "battle under 1",
    "battle under 1 chess",
    "battle cancel 1",
    'battle cancel 1 --why ""',
    "battle resolve",
    "battle resolve 1 --turns none",
    "battle resolve 1 --turns 0 --preview",
    "battle rule",
    "battle rule 1",
    "battle rule 1 --text over --state spent",
    "battle rule 1 --text over --held Nobody --yes",
    'battle rule 1 --text over --held Allied --state "3_coldstream_guards=tired" --place "=back" --yes',
    "battle photo 1",
    "battle photo 1 --remove 0",
    "battle photo 1 --remove 3",
    "battle photo 1 --caption x --list",
    'battle cancel 1 --why "no game"',
    "commander",
    "commander --played-by Ann",
    "commander erskine --until 2",
    "commander erskine --back --with centre_column",
    "commander nobody --played-by Ann",
    "commander erskine --mail nonsense",
    "commander erskine --deputy Tom --until never",
    "commander erskine --back --preview",
    "decide 0",
    "decide 9 yes",
    "deadline soon",
    "deadline none",
    "deadline Thursday 20:00 --zone Nowhere",
    "rules march.road",
    "rules march.road fast",
    "rules no.such yes",
    'reseed --seed ""',
    "next --until never",
    "orders --for nobody --show",
    "orders --complete",
)
"""Words that a command does not take, or takes though they are odd, in the order in which they are typed."""


def typed(walk: Walk) -> None:
    """The help of every command, and what it answers to odd words."""
    walk.page = "help"
    waiting = [""]
    while waiting:
        command = waiting.pop(0)
        answer = walk.type(f"{command} --help".strip())
        if re.search(r"COMMAND\]? \[ARGS\]", answer):
            listed = re.findall(r"^  ([a-z][a-z-]*)  ", answer.partition("  -h, --help")[2], re.MULTILINE)
            waiting += [f"{command} {word}".strip() for word in listed]
    walk.page = "odd"
    walk.type("new operation-brevity --seed 7", *ODD)
    walk.page = "walk"


WALKS: dict[str, tuple[int, Callable[[Walk], None]]] = {
    "golden": (GOLDEN, golden),
    "files": (QUICK, files),
    "typed": (QUICK, typed),
    "odds": (QUICK, odds),
    "brevity": (QUICK, brevity),
    **{f"brevity-{key}": (QUICK, system(key)) for key in SYSTEMS},
    "clockwork": (QUICK, clockwork),
    "market-garden": (QUICK, large("market-garden", "1944", ("umpire", "allied", "german", "urquhart"), 9)),
    "bastogne": (QUICK, large("bastogne", "1944", ("umpire", "american", "german", "mcauliffe"), 12)),
    "garden-dice": (
        FULL,
        large("market-garden", "dice", ("umpire", "german"), 3, " --weather dice --tabletop nqm", True),
    ),
    "garden-hexes": (FULL, large("market-garden", "hexes", ("umpire", "allied"), 2, " --tabletop hexes", True)),
    "bastogne-brigade": (
        FULL,
        large("bastogne", "brigade", ("umpire", "american"), 3, " --weather dice --tabletop brigade", True),
    ),
    "bastogne-brigadier": (
        FULL,
        large("bastogne", "brigadier", ("umpire", "german"), 3, " --tabletop brigadier", True),
    ),
}
"""Every walk, with the level from which on it is walked. The golden walk alone is the level of that name."""


def names(level: int) -> list[str]:
    """The walks of a level."""
    return [name for name, (least, _) in WALKS.items() if least <= level and (level == GOLDEN or least > GOLDEN)]


def main() -> None:
    """Walk one walk and write its picture."""
    name, level = sys.argv[1], LEVELS.index(sys.argv[2])
    if name == "names":
        print(*names(level))
        return
    folder = Path(sys.argv[3]).resolve()
    warnings.simplefilter("ignore")
    numbers = itertools.count(1)
    secrets.token_hex = lambda nbytes=None: f"{next(numbers):0{2 * (nbytes or 32)}x}"
    with tempfile.TemporaryDirectory() as home:
        os.chdir(home)
        os.environ |= {"HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home, "XDG_CACHE_HOME": home}
        walk = Walk(level, folder)
        WALKS[name][1](walk)
        walk.end()
        os.chdir("/")
    print(f"{name} {time.process_time():.0f} s")


if __name__ == "__main__":
    main()
