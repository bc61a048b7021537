"""Checks of an order of battle, map or scenario, and the reading of a sound scenario.

    check_files(paths) -> Report          every error at once, each with file, line and column; nothing raised
    read_scenario(path) -> Scenario       the values, or BadFile with all errors
    shipped() -> scenarios that come with the program; find_scenario(word) -> one of them, or a path

A scenario is a folder whose ``.yaml`` files are read together, or one file that holds everything. A map or an order of
battle may be checked alone; then its references to other files are not checked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from campaign.errors import BadFile, NotFound, StoreError
from campaign.exchange import reading, text
from campaign.exchange.faults import Faults, Report, Spot
from campaign.exchange.sections import Source
from campaign.exchange.values import Scenario
from campaign.folders import folder
from campaign.terms.words import did_you_mean, listing, plain
from campaign.values import dataclass, replace

SCENARIO_FILE = "scenario.yaml"
SUFFIXES = (".yaml", ".yml")
RETURNS = "returns"
_TOP_KEY = re.compile(r"^\ufeff?['\"]?([A-Za-z][A-Za-z _-]*?)['\"]?\s*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shipped:
    """A scenario that comes with the program."""

    key: str
    title: str
    folder: Path
    summary: str = ""


def check_files(paths: Iterable[Path | str]) -> Report:
    """Return every error and warning of the files and folders, and how much they hold. A folder is a scenario."""
    faults = Faults()
    counts: Counter[str] = Counter()
    loose: list[Path] = []
    for path in [Path(path) for path in paths]:
        if path.is_dir():
            counts.update(_read_folder(path, faults).counts)
        elif not path.is_file():
            faults.error(Spot(str(path)), "there is no such file or folder", "check the name")
        elif _holds_head(path) and not _holds_all(path) and (path.parent / SCENARIO_FILE).is_file():
            counts.update(_read_folder(path.parent, faults).counts)
        else:
            loose.append(path)
    if loose:
        is_all = any(_holds_head(path) for path in loose)
        sources = [Source(path, str(path)) for path in loose]
        counts.update(reading.read(sources, faults, is_all=is_all, default_name=loose[0].stem).counts)
    return Report(faults.final_errors(), faults.sorted_warnings(), counts)


def read_scenario(path: Path | str) -> Scenario:
    """Return the scenario in a folder or a file. Raises BadFile, with every error in ``faults``, if it is not sound."""
    path = Path(path)
    if path.is_file() and not _holds_all(path) and (path.parent / SCENARIO_FILE).is_file():
        path = path.parent
    if not path.exists():
        raise BadFile(f"there is no scenario {str(path)!r}. List the scenarios of the program: campaign scenarios")
    faults = Faults()
    if path.is_dir():
        result = _read_folder(path, faults)
        files = scenario_files(path)
    else:
        result = reading.read([Source(path, str(path))], faults, is_all=True, default_name=path.stem)
        files = (path,)
    errors = faults.final_errors()
    if errors or result.scenario is None:
        lines = [str(fault) for fault in errors]
        raise BadFile(
            f"{path} has {len(lines)} error{'s' * (len(lines) != 1)} and cannot be used. List the errors: "
            f"campaign check {path}",
            lines,
        )
    base = path if path.is_dir() else path.parent
    returns = tuple(str(file) for file in sorted((base / RETURNS).glob("*.yaml"))) if path.is_dir() else ()
    return replace(
        result.scenario,
        content_hash=hash_of(files),
        folder=str(base),
        returns=returns,
        warnings=tuple(str(warning) for warning in faults.sorted_warnings()),
    )


def read_map(path: Path) -> Scenario:
    """Return the map of a scenario, or of files that hold no more than a map. Raises BadFile."""
    files = scenario_files(path) if path.is_dir() else (path,)
    if not files or any(_holds_head(file) for file in files):
        return read_scenario(path)
    faults = Faults()
    scenario = reading.read_map([Source(file, str(file)) for file in files], faults)
    if scenario is None:
        lines = [str(fault) for fault in faults.final_errors()]
        raise BadFile(
            f"{path} has {len(lines)} errors and cannot be used. List the errors: campaign check {path}", lines
        )
    return scenario


def scenario_files(where: Path) -> tuple[Path, ...]:
    """Return the files of a scenario's folder that are read together."""
    return tuple(
        sorted(
            file
            for file in where.iterdir()
            if file.suffix in SUFFIXES and file.is_file() and not file.name.startswith(".")
        )
    )


def hash_of(files: Iterable[Path]) -> str:
    """Return the SHA-256 over names and contents, the same on every system: line ends do not count."""
    digest = sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def _read_folder(where: Path, faults: Faults) -> reading.Read:
    files = scenario_files(where)
    if not files:
        faults.error(
            Spot(str(where)),
            "the folder holds no .yaml file",
            f"expected {SCENARIO_FILE} and the other files of the scenario",
        )
    sources = [Source(file, str(file)) for file in files]
    sources.sort(key=lambda source: source.path.name != SCENARIO_FILE)
    return reading.read(sources, faults, is_all=bool(files), default_name=where.resolve().name)


def _holds_head(path: Path) -> bool:
    return bool({"title", "first day"} & _keys(path))


def _holds_all(path: Path) -> bool:
    return {"places", "order of battle"} <= _keys(path)


def _keys(path: Path) -> set[str]:
    """Return the keys at the top of a file, by a glance at the beginnings of its lines."""
    try:
        beginning = (
            path.read_text(encoding="utf-8", errors="replace") if path.stat().st_size <= text.LARGEST_FILE else ""
        )
    except OSError:
        return set()
    return {text.same(key) for key in _TOP_KEY.findall(beginning)}


def shipped() -> tuple[Shipped, ...]:
    """Return the scenarios that come with the program, by key."""
    try:
        where = folder("orbats")
    except StoreError:
        return ()
    return tuple(_shipped(path) for path in sorted(where.glob(f"*/{SCENARIO_FILE}")))


def _shipped(path: Path) -> Shipped:
    tree = text.read_tree(path, path.name, Faults())
    pairs = tree.pairs if isinstance(tree, text.Mapping) else ()
    fields = {text.same(key.text): " ".join(node.text.split()) for key, node in pairs if isinstance(node, text.Scalar)}
    return Shipped(path.parent.name, fields.get("title", path.parent.name), path.parent, fields.get("summary", ""))


def find_scenario(word: str) -> Path:
    """Return the path of the named scenario: the user's own path, or a shipped one. Raises NotFound with similar
    names.
    """
    path = Path(word)
    if path.exists():
        return path
    scenarios = shipped()
    exact = [s.folder for s in scenarios if plain(word) in (plain(s.key), plain(s.title))]
    if exact:
        return exact[0]
    names = [s.key for s in scenarios]
    hint = did_you_mean(word, names)
    raise NotFound(
        f"there is no scenario {word!r}. The program comes with {listing(names)}. Write one of these names, or "
        f"the path of a folder or file{hint}"
    )
