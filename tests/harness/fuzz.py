"""Spoilt files of every kind that the program takes, tens of thousands of them, given to the program as a user would.

    python -m tests.harness.fuzz --count 20000

Orders of battle, maps and scenarios (check, then new), returns (battle record), exports (import), house files (rules house) and
damaged databases (a reading command, a writing one, doctor, rescue). Each must end in an import that the doctor finds sound, or in
a message that names the file or database; never in a traceback or a hang, and after a refusal nothing may have changed. The
figures are printed; a finding is printed with the seed that makes it again (--seed N --count 1 --kind K). Exit code 1 if there is one.
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
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import FrameType

import click

from campaign.actions.found import found_campaign
from campaign.cli.contents import campaign
from campaign.errors import BadFile, CampaignError
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.template import write_starter
from campaign.folders import folder
from campaign.journal import reading
from campaign.journal.doctor import examine
from campaign.situation.engaged import open_battles
from campaign.store import create, creating, opened
from tests.harness.spoiling import spoil_bytes, spoil_json, spoil_text

PATIENCE = 30
"""Seconds after which a command hangs."""


class Hang(Exception):
    """The command has not ended in time."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one spoilt file ended: taken or refused; ``finding`` is what must not be."""

    kind: str
    seed: int
    taken: bool
    finding: str = ""


def typed(*arguments: str) -> str:
    """Run a command in this process. Returns the message of a refusal, empty if it was done; anything else is raised."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), _in_time():
        try:
            campaign.main(list(arguments), standalone_mode=False)
        except BadFile as fault:
            return " ".join((str(fault), *fault.faults))
        except (CampaignError, click.ClickException, OSError) as fault:
            return str(fault) or type(fault).__name__
    return ""


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
    """Originals to spoil and databases to give them to, in a folder of this process."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.fresh, self.played = place / "fresh.db", place / "played.db"
        create(self.fresh).close()
        write_starter(place / "starter")
        brevity = folder("orbats") / "operation-brevity"
        self.scenarios = [place / "starter", Path(shutil.copytree(brevity, place / "brevity"))]
        self.returns = sorted((brevity / "returns").glob("*.yaml"))
        self.houses = sorted((folder("orbats") / "house").glob("*.yaml"))
        self._play()
        small = place / "small.db"
        with creating(small) as store:
            found_campaign(
                store, read_scenario(place / "starter"), name="small", seed="1", tabletop="brevity", weather="dice", actor="fuzz"
            )
        self.export = place / "small.json"
        assert not typed("export", "--db", str(small), "--out", str(self.export))
        self.small = small

    def _play(self) -> None:
        """Operation Brevity up to its first battle, which waits for its returns."""
        with creating(self.played) as store:
            scenario = read_scenario(find_scenario("operation-brevity"))
            found_campaign(store, scenario, name="played", seed="1941", tabletop="brevity", weather="historical", actor="fuzz")
        for _ in range(30):
            with opened(self.played, write=False) as store, reading(store) as desk:
                if open_battles(desk):
                    return
            assert not typed("next", "--db", str(self.played))
        raise AssertionError("no battle after thirty steps")

    def copy(self, original: Path) -> Path:
        """A database to try one file on."""
        return Path(shutil.copyfile(original, self.place / f"trial{original.suffix}"))

    # one method a kind: spoil, give it to the program, and say what must not be

    def scenario(self, chance: random.Random) -> tuple[bool, str]:
        """An order of battle, a map, orders, air or the scenario's head; two small ones for one Brevity."""
        original = self.scenarios[chance.randrange(3) // 2]
        trial = self.place / "scenario"
        shutil.rmtree(trial, ignore_errors=True)
        shutil.copytree(original, trial)
        files = sorted(trial.glob("*.yaml"))
        self._strike(chance.choice(files), chance)
        said = typed("check", str(trial))
        database = self.copy(self.fresh)
        before = digest_of(database)
        refused = typed("new", str(trial), "--seed", "1", "--db", str(database), "--campaign", "trial")
        if bool(said) != bool(refused):
            return False, f"check says {said[:200]!r}, new says {refused[:200]!r}"
        return self._judged(database, before, refused, trial.name)

    def returned(self, chance: random.Random) -> tuple[bool, str]:
        """A return of a battle that was played."""
        path = Path(shutil.copyfile(chance.choice(self.returns), self.place / "return.yaml"))
        self._strike(path, chance)
        database = self.copy(self.played)
        before = digest_of(database)
        refused = typed("battle", "record", "1", str(path), "--yes", "--db", str(database))
        return self._judged(database, before, refused, "")

    def exported(self, chance: random.Random) -> tuple[bool, str]:
        """An export, by its text or by its values."""
        text = self.export.read_text(encoding="utf-8")
        spoilt = spoil_text(text, chance) if chance.randrange(3) == 0 else spoil_json(text, chance)
        path = self.place / "export.json"
        path.write_bytes(spoilt.encode("utf-8", "surrogatepass"))
        database = self.copy(self.fresh)
        before = digest_of(database)
        return self._judged(database, before, typed("import", str(path), "--db", str(database)), path.name)

    def house(self, chance: random.Random) -> tuple[bool, str]:
        """A house file."""
        path = Path(shutil.copyfile(chance.choice(self.houses), self.place / "house.yaml"))
        self._strike(path, chance)
        database = self.copy(self.small)
        before = digest_of(database)
        return self._judged(database, before, typed("rules", "house", str(path), "--db", str(database)), "")

    def database(self, chance: random.Random) -> tuple[bool, str]:
        """A damaged database: read, written to, examined, rescued. What it answers may be wrong; the doctor is there to say so."""
        path = self.place / "damaged.db"
        path.write_bytes(spoil_bytes(self.small.read_bytes(), chance))
        new = self.place / "damaged-rescued.db"
        new.unlink(missing_ok=True)
        answers = [typed(*words, "--db", str(path)) for words in (("status",), ("log",), ("doctor",), ("next",), ("undo",))]
        saved = typed("rescue", str(path), "--out", str(new))
        if not saved:
            with opened(new, write=False) as store, reading(store) as desk:
                if faults := examine(desk).faults:
                    return False, f"what was rescued is not sound: {faults[0].what}"
        for name in ("damaged.db-journal",):
            (self.place / name).unlink(missing_ok=True)
        return not any((*answers, saved)), ""

    @staticmethod
    def _strike(path: Path, chance: random.Random) -> None:
        path.write_bytes(spoil_text(path.read_text(encoding="utf-8"), chance).encode("utf-8", "surrogatepass"))

    @staticmethod
    def _judged(database: Path, before: str, refused: str, name: str) -> tuple[bool, str]:
        """Taken whole and sound, or refused with its place and nothing changed."""
        if refused:
            if digest_of(database) != before:
                return False, f"refused, but the database was changed: {refused[:200]}"
            if "\n" in refused.strip() or (name and name not in refused):
                return False, f"a message without its place, or of several lines: {refused[:300]!r}"
            return False, ""
        with opened(database, write=False) as store, reading(store) as desk:
            faults = examine(desk).faults
        return True, f"taken, but not sound: {faults[0].what}" if faults else ""


KINDS: dict[str, Callable[[Bench, random.Random], tuple[bool, str]]] = {
    "scenario": Bench.scenario,
    "return": Bench.returned,
    "export": Bench.exported,
    "house": Bench.house,
    "database": Bench.database,
}


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
        where = traceback.extract_tb(fault.__traceback__)[-1]
        return Ending(
            kind, seed, False, f"a traceback: {type(fault).__name__}: {str(fault)[:200]} ({Path(where.filename).name}:{where.lineno})"
        )
    return Ending(kind, seed, taken, finding)


@contextmanager
def at_a_bench() -> Iterator[Bench]:
    """A bench in a folder of its own, which is where one stands meanwhile: what a command leaves behind is gone with it."""
    with tempfile.TemporaryDirectory(prefix="campaign-fuzz-") as place:
        here = Path.cwd()
        try:
            os.chdir(place)
            yield Bench(Path(place))
        finally:
            os.chdir(here)


def run(kinds: tuple[str, ...], seeds: range) -> list[Ending]:
    """Each kind in its turn."""
    with at_a_bench() as bench:
        return [ended(bench, kinds[seed % len(kinds)], seed) for seed in seeds]


def main() -> None:
    """Run it and print the figures."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--count", type=int, default=20000)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--kind", choices=sorted(KINDS))
    asked.add_argument("--processes", type=int, default=2)
    given = asked.parse_args()
    kinds = (given.kind,) if given.kind else tuple(KINDS)
    step, end, began = 250, given.seed + given.count, time.monotonic()
    pieces = [range(start, min(end, start + step)) for start in range(given.seed, end, step)]
    with ProcessPoolExecutor(given.processes) as pool:
        endings = [one for piece in pool.map(run, [kinds] * len(pieces), pieces) for one in piece]
    findings = [one for one in endings if one.finding]
    for one in findings:
        print(f"{one.kind} {one.seed}: {one.finding}")
    for kind in kinds:
        count = Counter("found" if one.finding else "taken" if one.taken else "refused" for one in endings if one.kind == kind)
        print(f"{kind}: {count.total()} spoilt files: {count['taken']} taken whole and sound, {count['refused']} refused with a message")
    print(f"{len(endings)} spoilt files in {time.monotonic() - began:.0f} s, {len(findings)} findings")
    if findings:
        sys.exit(1)


if __name__ == "__main__":
    main()
