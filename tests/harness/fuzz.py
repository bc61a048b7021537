"""Spoilt files of every kind that the program takes, tens of thousands of them, given to the program as a user would.

    python -m tests.harness.fuzz --count 20000

Orders of battle, maps and the other files of a scenario (check, new), returns (battle record), exports (import),
exports that were signed again by somebody who knows how, so that the hashes do not give them away, house files (rules
house), files of other programs (convert), mails and forms with orders (orders --from), parcels (import, restore),
photos, and damaged databases (a reading command, a writing one, doctor, rescue).
Each must end in an import that the doctor finds sound, or in a message that names the file or database; never in a
traceback or a hang, and after a refusal nothing may have changed. The figures are printed; a finding is printed with
the seed that makes it again (--seed N --count 1 --kind K). Exit code 1 if there is one.

The program is imported, and the campaigns that the files are given to are founded, once; the processes that do the work
are forked from there, and killed from there if they neither answer nor heed their alarm.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType
from typing import Any

import click

from campaign.actions.start_campaign import found_campaign
from campaign.cli.contents import campaign
from campaign.errors import BadFile, CampaignError
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.template import write_starter
from campaign.folders import folder
from campaign.journal import reading
from campaign.journal.doctor import examine
from campaign.situation.engaged import open_battles
from campaign.store import create, creating, opened
from tests.harness.forging import forge
from tests.harness.originals import SETS, write_originals
from tests.harness.packed_originals import ORDERS, mail, photos
from tests.harness.spoiling import spoil_bytes, spoil_inside, spoil_json, spoil_mail, spoil_packed, spoil_text

PATIENCE = 60
"""Seconds after which a command hangs."""
MOST_MEMORY = 4 * 2**30
"""Bytes a process may have: a spoilt number must not fill the machine."""


class Hang(BaseException):
    """The command has not ended in time. Nothing that catches exceptions catches this."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one spoilt file ended: taken or refused; ``finding`` is what must not be."""

    kind: str
    seed: int
    taken: bool
    finding: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program said to one command: the message of a refusal, empty if it was done; and what it showed."""

    refused: str
    shown: str = ""


Result = tuple[bool, str]
"""Was it taken; what must not be."""


def typed(*arguments: str) -> Answer:
    """Run a command in this process. Whatever is not a message to the user is raised."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as beside, _in_time():
        try:
            campaign.main(list(arguments), standalone_mode=False)
        except BadFile as fault:
            return Answer(" ".join((str(fault), *fault.faults)))
        except (CampaignError, click.ClickException, OSError) as fault:
            return Answer(str(fault) or type(fault).__name__)
    return Answer("", out.getvalue() + beside.getvalue())


def done(*arguments: str) -> str:
    """The same; the message alone."""
    return typed(*arguments).refused


@contextmanager
def _in_time() -> Iterator[None]:
    def ring(number: int, frame: FrameType | None) -> None:
        raise Hang(f"no end after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Bench:
    """Originals to spoil and databases to give them to, made once; ``place`` is the folder of one process, where one
    works."""

    def __init__(self, originals: Path) -> None:
        self.place = originals / "here"
        self.place.mkdir()
        self.fresh, self.played, self.small = (originals / f"{name}.db" for name in ("fresh", "played", "small"))
        create(self.fresh).close()
        write_starter(originals / "starter")
        brevity = folder("orbats") / "operation-brevity"
        self.scenarios = (originals / "starter", brevity)
        self.returns = sorted((brevity / "returns").glob("*.yaml"))
        self.houses = sorted((folder("orbats") / "house").glob("*.yaml"))
        self._play()
        with creating(self.small) as store:
            starter = read_scenario(originals / "starter")
            found_campaign(store, starter, name="small", seed="1", tabletop="brevity", weather="dice", actor="fuzz")
        for words in (("next",), ("next",), ("undo",), ("next",), ("redo",), ("undo",)):
            typed(*words, "--db", str(self.small))
        export = originals / "small.json"
        assert not (said := done("export", "--db", str(self.small), "--out", str(export))), said
        self.export = export.read_text(encoding="utf-8")
        self.foreign = originals / "foreign"
        write_originals(self.foreign, lambda *words: done("export", "--db", str(self.small), *words))
        parcel, papers = originals / "parcel.zip", originals / "papers"
        assert not (said := done("hand-over", "--db", str(self.small), "--out", str(parcel))), said
        said = done("print", "orders", "--for", "erskine", "--db", str(self.played), "--out", str(papers))
        assert not said, said
        self.order_form = next(papers.rglob("*.pdf")).read_bytes()
        self.packed, self.mail, self.photos = parcel.read_bytes(), mail(self.order_form), photos()

    def _play(self) -> None:
        """Operation Brevity up to its first battle, which waits for its returns."""
        with creating(self.played) as store:
            scenario = read_scenario(find_scenario("operation-brevity"))
            found_campaign(
                store, scenario, name="played", seed="1941", tabletop="brevity", weather="historical", actor="fuzz"
            )
        for _ in range(30):
            with opened(self.played, write=False) as store, reading(store) as board:
                if open_battles(board):
                    return
            assert not (said := done("next", "--db", str(self.played))), said
        raise AssertionError("no battle after thirty steps")

    def work_at(self, place: Path) -> None:
        """Work in a folder of one's own from now on."""
        place.mkdir()
        self.place = place
        os.chdir(place)

    def copy(self, original: Path) -> Path:
        """A database to try one file on."""
        return Path(shutil.copyfile(original, self.place / f"trial{original.suffix}"))

    # one method a kind: spoil, give it to the program, and say what must not be

    def orbat(self, chance: random.Random) -> Result:
        """An order of battle."""
        return self._part(chance, lambda text: "order of battle:" in text)

    def map(self, chance: random.Random) -> Result:
        """A map."""
        return self._part(chance, lambda text: "\nplaces:" in text or "\nroads:" in text)

    def scenario(self, chance: random.Random) -> Result:
        """The scenario's head, its orders, its air groups."""
        return self._part(
            chance, lambda text: not any(word in text for word in ("order of battle:", "\nplaces:", "\nroads:"))
        )

    def _part(self, chance: random.Random, fits: Callable[[str], bool]) -> Result:
        """Of the starter, or now and then of Operation Brevity. The whole is founded, and checked first one time in
        four."""
        texts = {
            path.name: path.read_text(encoding="utf-8")
            for path in self.scenarios[chance.randrange(6) == 0].glob("*.yaml")
        }
        trial = self.place / "scenario"
        shutil.rmtree(trial, ignore_errors=True)
        trial.mkdir()
        struck = chance.choice(sorted(name for name, text in texts.items() if fits(text)))
        for name, text in texts.items():
            (trial / name).write_bytes(
                (spoil_text(text, chance) if name == struck else text).encode("utf-8", "surrogatepass")
            )
        way = chance.randrange(4)
        if way == 0 and (said := done("check", str(trial / struck))) and struck not in said:
            return False, f"a message without its place: {said[:300]!r}"
        database = self.copy(self.fresh)
        before = digest_of(database)
        refused = done("new", str(trial), "--seed", "1", "--db", str(database), "--campaign", "trial")
        if way == 1 and bool(said := done("check", str(trial))) != bool(refused):
            return False, f"check says {said[:200]!r}, new says {refused[:200]!r}"
        return self._judged(database, before, refused, (trial.name,))

    def returned(self, chance: random.Random) -> Result:
        """A return of a battle that was played."""
        path = Path(shutil.copyfile(chance.choice(self.returns), self.place / "return.yaml"))
        self._strike(path, chance)
        database = self.copy(self.played)
        before = digest_of(database)
        refused = done("battle", "record", "1", str(path), "--yes", "--db", str(database))
        return self._judged(database, before, refused, ())

    def exported(self, chance: random.Random) -> Result:
        """An export, by its text or by its values."""
        spoilt = spoil_text(self.export, chance) if chance.randrange(3) == 0 else spoil_json(self.export, chance)
        return self._import(spoilt)

    def forged(self, chance: random.Random) -> Result:
        """An export whose hashes are right whatever it says; if it is taken, commands read it, and write to it."""
        taken, finding = self._import(forge(self.export, chance))
        if taken and not finding:
            words = chance.choice(
                (
                    ("status",),
                    ("log",),
                    ("orbat",),
                    ("status", "--as-of", "@1"),
                    ("next",),
                    ("undo",),
                    ("replay", "1", "--yes"),
                )
            )
            typed(*words, "--db", str(self.place / "trial.db"))
        return taken, finding

    def _import(self, text: str) -> Result:
        path = self.place / "export.json"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        database = self.copy(self.fresh)
        before = digest_of(database)
        answer = typed("import", str(path), "--db", str(database))
        return self._judged(database, before, answer.refused, (path.name,), answer.shown)

    def house(self, chance: random.Random) -> Result:
        """A house file."""
        path = Path(shutil.copyfile(chance.choice(self.houses), self.place / "house.yaml"))
        self._strike(path, chance)
        database = self.copy(self.small)
        before = digest_of(database)
        return self._judged(database, before, done("rules", "house", str(path), "--db", str(database)), (path.name,))

    def converted(self, chance: random.Random) -> Result:
        """Files of other programs, one of them spoilt; what comes of them must be sound, and can be founded where it is
        a whole scenario."""
        files = chance.choice(SETS)
        struck, sources = chance.choice(files), self.place / "foreign"
        sources.mkdir(exist_ok=True)
        for name in files:
            raw = (self.foreign / name).read_bytes()
            if name == struck:
                raw = self._struck_foreign(raw, Path(name).suffix, chance)
            (sources / name).write_bytes(raw)
        out = self.place / "made"
        shutil.rmtree(out, ignore_errors=True)
        lenient = ("--leave-out",) if chance.randrange(2) else ()
        refused = done("convert", *(str(sources / name) for name in files), "--out", str(out), *lenient)
        if refused:
            if out.exists():
                return False, f"refused, but there is a folder: {refused[:200]}"
            placed = any(name in refused for name in (*files, ".yaml"))
            return (
                False,
                "" if placed and "\n" not in refused.strip() else f"a message without its place: {refused[:300]!r}",
            )
        if said := done("check", *map(str, sorted(out.glob("*.yaml")))):
            return True, f"converted, but not sound: {said[:300]}"
        if (out / "scenario.yaml").exists() and chance.randrange(4) == 0:
            database = self.copy(self.fresh)
            refused = done("new", str(out), "--seed", "1", "--db", str(database), "--campaign", "trial")
            return self._judged(database, digest_of(database), refused, (out.name,))
        return True, ""

    @staticmethod
    def _struck_foreign(raw: bytes, suffix: str, chance: random.Random) -> bytes:
        if suffix in (".xlsx", ".ods", ".zip"):
            return spoil_packed(raw, chance)
        if suffix in (".gpkg", ".pbf", ".gz"):
            return spoil_inside(raw, chance) if chance.randrange(3) else spoil_bytes(raw, chance)
        text = raw.decode()
        if suffix in (".json", ".geojson") and chance.randrange(3):
            return spoil_json(text, chance).encode("utf-8", "surrogatepass")
        return spoil_text(text, chance).encode("utf-8", "surrogatepass")

    def letter(self, chance: random.Random) -> Result:
        """A mail with a form, or its text alone, as orders."""
        path = self.place / chance.choice(("orders.eml", "orders.eml", "orders.txt"))
        if path.suffix == ".txt":
            raw = spoil_text(ORDERS, chance).encode("utf-8", "surrogatepass")
        else:
            raw = chance.choice((spoil_mail, spoil_inside, spoil_bytes))(self.mail, chance)
        path.write_bytes(raw)
        return self._ordered(path)

    def form(self, chance: random.Random) -> Result:
        """An order form as PDF."""
        path = self.place / "orders.pdf"
        path.write_bytes(chance.choice((spoil_inside, spoil_bytes))(self.order_form, chance))
        return self._ordered(path)

    def _ordered(self, path: Path) -> Result:
        database = self.copy(self.played)
        before = digest_of(database)
        refused = done("orders", "--from", str(path), "--db", str(database))
        return self._judged(database, before, refused, (path.name,))

    def parcel(self, chance: random.Random) -> Result:
        """A parcel for the next umpire: restored in the place of a campaign, or imported beside it."""
        path = self.place / "parcel.zip"
        path.write_bytes(chance.choice((spoil_inside, spoil_bytes, spoil_packed))(self.packed, chance))
        words = chance.choice((("import", str(path)), ("restore", str(path), "--unsound")))
        database = self.copy(self.fresh if words[0] == "import" else self.small)
        before = digest_of(database)
        answer = typed(*words, "--db", str(database))
        for kept in self.place.glob("trial-before-restore-*"):
            kept.unlink()
        return self._judged(database, before, answer.refused, (path.name,), answer.shown)

    def photo(self, chance: random.Random) -> Result:
        """A photo of the table."""
        name = chance.choice(sorted(self.photos))
        path = self.place / name
        path.write_bytes(chance.choice((spoil_inside, spoil_bytes))(self.photos[name], chance))
        database = self.copy(self.played)
        before = digest_of(database)
        refused = done("battle", "photo", "1", str(path), "--db", str(database))
        return self._judged(database, before, refused, (name,))

    def database(self, chance: random.Random) -> Result:
        """A damaged database: read, written to, examined, rescued. What it answers may be wrong; the doctor is there to
        say so."""
        path = self.place / "damaged.db"
        path.write_bytes(spoil_bytes(self.small.read_bytes(), chance))
        new = self.place / "damaged-rescued.db"
        new.unlink(missing_ok=True)
        answers = [
            done(*words, "--db", str(path)) for words in (("status",), ("log",), ("doctor",), ("next",), ("undo",))
        ]
        saved = "" if chance.randrange(3) else done("rescue", str(path), "--out", str(new))
        if new.exists():
            with opened(new, write=False) as store, reading(store) as board:
                if faults := examine(board).faults:
                    return False, f"what was rescued is not sound: {faults[0].what}"
        (self.place / "damaged.db-journal").unlink(missing_ok=True)
        return not any((*answers, saved)), ""

    @staticmethod
    def _strike(path: Path, chance: random.Random) -> None:
        path.write_bytes(spoil_text(path.read_text(encoding="utf-8"), chance).encode("utf-8", "surrogatepass"))

    @staticmethod
    def _judged(database: Path, before: str, refused: str, names: tuple[str, ...], shown: str = "") -> Result:
        """Taken whole and sound (or, where the journal itself breaks a rule, with the doctor's word on it), or refused
        in one line with its place."""
        if refused:
            if digest_of(database) != before:
                return False, f"refused, but the database was changed: {refused[:200]}"
            if "\n" in refused.strip() or (names and not any(name in refused for name in names)):
                return False, f"a message without its place, or of several lines: {refused[:300]!r}"
            return False, ""
        with opened(database, write=False) as store, reading(store) as board:
            faults = examine(board).faults
        said = all(" ".join(one.what.split()) in " ".join(shown.split()) for one in faults)
        return True, "" if said else f"taken, but not sound: {faults[0].what}"


KINDS: dict[str, Callable[[Bench, random.Random], Result]] = {
    "orbat": Bench.orbat,
    "map": Bench.map,
    "scenario": Bench.scenario,
    "return": Bench.returned,
    "export": Bench.exported,
    "forged": Bench.forged,
    "house": Bench.house,
    "convert": Bench.converted,
    "letter": Bench.letter,
    "form": Bench.form,
    "parcel": Bench.parcel,
    "photo": Bench.photo,
    "database": Bench.database,
}
ROUND = (
    "orbat",
    "map",
    "export",
    "convert",
    "return",
    "house",
    "orbat",
    "forged",
    "map",
    "convert",
    "scenario",
    "export",
    "house",
    "orbat",
    "forged",
    "map",
    "return",
    "export",
    "convert",
    "house",
    "letter",
    "convert",
    "parcel",
    "photo",
    "letter",
    "form",
    "database",
)
"""The kinds in the order they are tried, the dearest least."""


def digest_of(path: Path) -> str:
    """Of the file's bytes."""
    return sha256(path.read_bytes()).hexdigest()


def ended(bench: Bench, kind: str, seed: int) -> Ending:
    """Spoil one file and see."""
    try:
        taken, finding = KINDS[kind](bench, random.Random(f"{kind} {seed}"))
    except Hang as hang:
        return Ending(kind, seed, False, f"a hang: {hang}")
    except Exception as fault:
        where = " < ".join(
            f"{Path(step.filename).name}:{step.lineno}" for step in traceback.extract_tb(fault.__traceback__)[:-4:-1]
        )
        return Ending(kind, seed, False, f"a traceback: {type(fault).__name__}: {str(fault)[:200]} ({where})")
    return Ending(kind, seed, taken, finding)


@contextmanager
def at_a_bench() -> Iterator[Bench]:
    """A bench in a folder of its own, which is where one stands meanwhile: what a command leaves behind is gone with
    it."""
    memory = (
        "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    )  # thousands of small databases are no work for a disk
    with tempfile.TemporaryDirectory(prefix="campaign-fuzz-", dir=memory) as place:
        here = Path.cwd()
        try:
            os.chdir(place)
            yield Bench(Path(place))
        finally:
            os.chdir(here)


class Hands:
    """A process at the bench that is given one seed after the other."""

    def __init__(self, bench: Bench, place: Path) -> None:
        self.pipe, theirs = get_context("fork").Pipe()
        self.process = get_context("fork").Process(target=_work, args=(theirs, bench, place), daemon=True)
        self.process.start()
        theirs.close()
        self.task: tuple[str, int] | None = None
        self.since = time.monotonic()

    def give(self, task: tuple[str, int] | None) -> None:
        """The next one, or leave to go home."""
        self.task, self.since = task, time.monotonic()
        self.pipe.send(task)

    def is_at_work(self) -> bool:
        """Has something to do; who has not goes home."""
        if self.task is None:
            self.end(now=False)
        return self.task is not None

    def end(self, *, now: bool) -> None:
        """At the end of its work, or whatever it is doing."""
        if now:
            self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(pipe: Connection, bench: Bench, place: Path) -> None:
    import resource  # Windows has none

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    bench.work_at(place)
    while (task := pipe.recv()) is not None:
        pipe.send(ended(bench, *task))


def run(bench: Bench, tasks: list[tuple[str, int]], processes: int, tell: Callable[[Ending], Any]) -> None:
    """Give all of them out. Who has not answered after twice the patience of his own alarm, or has died, is
    replaced."""
    waiting, places = iter(tasks), iter(range(10**9))
    hands = [Hands(bench, bench.place.parent / f"hands-{next(places)}") for _ in range(processes)]
    for one in hands:
        one.give(next(waiting, None))
    while hands := [one for one in hands if one.is_at_work()]:
        ready = set(wait([one.pipe for one in hands], timeout=1))
        for n, one in enumerate(hands):
            assert one.task is not None
            ending = None
            if one.pipe in ready:
                try:
                    ending = one.pipe.recv()
                except EOFError:
                    ending = Ending(*one.task, False, f"the process died, exit code {one.process.exitcode}")
            elif time.monotonic() - one.since > 8 * PATIENCE:
                ending = Ending(*one.task, False, "a hang that heeds no alarm")
            if ending is None:
                continue
            tell(ending)
            if one.pipe not in ready or not one.process.is_alive():
                one.end(now=True)
                hands[n] = Hands(bench, bench.place.parent / f"hands-{next(places)}")
            hands[n].give(next(waiting, None))


def main() -> None:
    """Run it and print the figures."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--count", type=int, default=20000)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--kind", choices=sorted(KINDS))
    asked.add_argument("--processes", type=int, default=2)
    given = asked.parse_args()
    seeds = range(given.seed, given.seed + given.count)
    tasks = [(given.kind or ROUND[seed % len(ROUND)], seed) for seed in seeds]
    endings: list[Ending] = []
    began = time.monotonic()

    def tell(ending: Ending) -> None:
        endings.append(ending)
        if ending.finding:
            print(f"{ending.kind} {ending.seed}: {ending.finding}", flush=True)
        if len(endings) % 1000 == 0 and len(endings) < given.count:
            print(f"{len(endings)} of {given.count} in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)

    with at_a_bench() as bench:
        for kind in KINDS:
            ended(bench, kind, -1)  # what the commands import is imported here once for all
        for command in ("status", "log", "orbat", "next", "undo", "replay", "battle", "check", "rescue"):
            typed(command, "--help")
        run(bench, tasks, min(given.processes, given.count), tell)
    for kind in KINDS:
        count = Counter(
            "found" if one.finding else "taken" if one.taken else "refused" for one in endings if one.kind == kind
        )
        if count:
            print(
                f"{kind}: {count.total()} spoilt files: {count['taken']} taken whole and sound, {count['refused']} refused with a message"
            )
    findings = sum(bool(one.finding) for one in endings)
    import resource

    work = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{len(endings)} spoilt files in {time.monotonic() - began:.0f} s ({work.ru_utime + work.ru_stime:.0f} s of CPU), {findings} findings"
    )
    if findings:
        sys.exit(1)


if __name__ == "__main__":
    main()
