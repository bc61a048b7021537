"""``campaign export --for``: what is not known of the other side is nowhere in the file's bytes."""

from __future__ import annotations

import gzip
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.exchange.foreign import exporters
from campaign.journal import reading
from campaign.journal.branches import drop
from campaign.model import (
    AirGroup,
    Battalion,
    BattleUnit,
    Commander,
    DiaryLine,
    Entry,
    Formation,
    Order,
    Place,
    Sighting,
)
from campaign.situation.army import Army, load_army
from campaign.store import HEAD, opened, upgrade

SIDES = ("allied", "axis")


def typed(*arguments: str) -> Result:
    ended = CliRunner().invoke(campaign, arguments)
    assert ended.exit_code == 0, ended.output
    return ended


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity after two turns, decided by the defaults: both sides have met, and seen something of each
    other."""
    path = tmp_path_factory.mktemp("played") / "brevity.db"
    typed("new", "operation-brevity", "--seed", "brasshat-77", "--db", str(path))
    typed("next", "--auto", "--db", str(path))
    typed("next", "--auto", "--db", str(path))
    return path


@pytest.fixture(scope="module")
def copies(played: Path) -> dict[str, bytes]:
    """The copy of each side."""
    made = {}
    for side in SIDES:
        out = played.with_name(f"{side}.json")
        typed("export", "--for", side, "--db", str(played), "--out", str(out))
        made[side] = out.read_bytes()
    return made


def _secrets(path: Path, side: str) -> tuple[set[str], set[str]]:
    """Words of the other side that this one cannot know, and, for comparison, what it may know of it."""
    with opened(path, write=False) as store, reading(store) as board:
        army = load_army(board)
        ours = next(one.id for one in army.sides.values() if one.key == side)
        seen = board.rows(Sighting, Sighting.side_id == ours)
        known = {one.battalion_id for one in seen if one.named} | _met_in_battle(board, army, ours)
        words: set[str] = set()
        for unit in board.rows(Battalion):
            if unit.side_id != ours and unit.id not in known:
                words |= {unit.name, unit.key, unit.short}
        for formation in board.rows(Formation):
            if formation.side_id != ours:
                words |= {formation.name, formation.key}
        words |= {word for one in board.rows(Commander) if one.side_id != ours for word in (one.name, one.key)}
        words |= {word for one in board.rows(AirGroup) if one.side_id != ours for word in (one.name, one.key)}
        words |= {line.text for line in board.rows(DiaryLine) if line.side_id != ours}
        words |= {
            text
            for order in board.rows(Order)
            for text in (order.aim, order.objective, order.limit)
            if text and _is_theirs(board, order, ours)
        }
        words |= {
            board.campaign.seed,
            str(board.campaign.paper_key),
            board.campaign.notes,
            *board.entries(Entry.hash).scalars(),
            *board.entries(Entry.summary, criteria=(Entry.number > 1,)).scalars(),
        }
        ours_too = {
            word
            for one in (*board.rows(Battalion), *board.rows(Formation))
            if one.side_id == ours
            for word in (one.name, one.key, one.short)
        }
        ours_too |= {line.text for line in board.rows(DiaryLine) if line.side_id == ours}
        on_the_map = " ".join(f"{place.name} {place.key}" for place in board.rows(Place))
        return {word for word in words if word and len(word) > 3 and word not in on_the_map} - ours_too, {
            army.battalions[ident].name for ident in known
        }


def _met_in_battle(board: Any, army: Army, ours: int) -> set[int]:
    """Who has fought at the same place as one's own."""
    lines = board.rows(BattleUnit)
    fights = {
        line.battle_id
        for line in lines
        if line.battalion_id is not None and army.battalions[line.battalion_id].side_id == ours
    }
    return {line.battalion_id for line in lines if line.battle_id in fights and line.battalion_id is not None}


def _is_theirs(board: Any, order: Order, ours: int) -> bool:
    units = {unit.id: unit.side_id for unit in (*board.rows(Battalion), *board.rows(Formation))}
    return units[order.battalion_id or order.formation_id or 0] != ours


@pytest.mark.parametrize("side", SIDES)
def test_no_name_of_the_other_side_that_is_not_known_is_in_the_bytes(
    played: Path, copies: dict[str, bytes], side: str
) -> None:
    secret, _ = _secrets(played, side)
    assert len(secret) > 30
    text = json.dumps(json.loads(copies[side]), ensure_ascii=False)
    for raw in (copies[side].decode(), text):
        found = [
            (word, raw[max(0, (at := raw.find(word)) - 80) : at + 60])
            for word in secret
            if word in raw and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", raw)
        ]
        assert found == []


RELEASED = Path(__file__).parents[1] / "store" / "released" / "0004.db.gz"
FORMATS = (("json", "allied"), ("scenario", "axis"), ("orbatmapper", "axis"), ("kml", "allied"), ("xlsx", "axis"))


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Market-Garden after a day and a turn: battles fought, air groups of both sides, a bridge blown and boats readied
    beside it."""
    path = tmp_path_factory.mktemp("garden") / "garden.db"
    path.write_bytes(gzip.decompress(RELEASED.read_bytes()))
    if HEAD != "0004":
        upgrade(path)
    with opened(path, write=True) as store:
        drop(store, "what-if")
    return path


def _bytes_of(path: Path) -> str:
    """Everything that was written, that of a packed table unpacked."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    raw = b"\n".join(one.read_bytes() for one in files if one.is_file())
    if path.is_file() and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            raw = b"\n".join(packed.read(name) for name in packed.namelist())
    return raw.decode("utf-8")


@pytest.fixture(scope="module")
def hidden(garden: Path) -> dict[str, set[str]]:
    """What each side may not know, the scenario's notes on how it went among it."""
    found = {}
    for side in SIDES:
        secret, known = _secrets(garden, side)
        told = " ".join(known)  # a regiment's name is part of its battalions'
        # the map of that release had 1/501 in the note of a drop zone, which both sides read
        found[side] = {word for word in secret if word not in told and word != "1/501"}
    return found


@pytest.mark.parametrize(("form", "side"), FORMATS)
def test_whatever_the_format_it_holds_one_side_s_knowledge(
    garden: Path, hidden: dict[str, set[str]], tmp_path: Path, form: str, side: str
) -> None:
    out = tmp_path / f"copy-{form}"
    typed("export", "--for", side, "--format", form, "--db", str(garden), "--out", str(out))
    raw = _bytes_of(out)
    assert len(hidden[side]) > 150
    assert [word for word in hidden[side] if word in raw and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", raw)] == []


@pytest.mark.parametrize("side", SIDES)
def test_his_own_is_all_there(played: Path, copies: dict[str, bytes], side: str) -> None:
    content = json.loads(copies[side])
    assert (content["format"], content["version"]) == ("campaign side copy", 1)
    with opened(played, write=False) as store, reading(store) as board:
        ours = next(one.id for one in load_army(board).sides.values() if one.key == side)
        names = {unit.name for unit in board.rows(Battalion) if unit.side_id == ours}
    assert names <= {unit["name"] for unit in content["units"]}
    assert content["sightings"]["sightings"]


def test_every_part_is_what_the_command_prints(played: Path, copies: dict[str, bytes]) -> None:
    content = json.loads(copies["axis"])
    for command in ("status", "places", "sightings", "objectives"):
        assert content[command] == json.loads(typed(command, "--viewer", "axis", "--json", "--db", str(played)).stdout)


def test_a_commander_s_copy_is_smaller_than_his_side_s(played: Path, copies: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "erskine.json"
    typed("export", "--for", "Erskine", "--db", str(played), "--out", str(out))
    assert json.loads(out.read_text())["viewer"].endswith("Erskine")
    assert len(out.read_bytes()) < len(copies["allied"])


def test_it_is_no_campaign_and_nothing_is_overwritten(played: Path, copies: dict[str, bytes], tmp_path: Path) -> None:
    file = played.with_name("axis.json")
    refused = CliRunner().invoke(campaign, ["import", str(file), "--db", str(tmp_path / "new.db")])
    assert refused.exit_code == 1
    assert "only for reading and cannot be imported" in refused.output
    assert not (tmp_path / "new.db").exists()
    again = CliRunner().invoke(campaign, ["export", "--for", "axis", "--db", str(played), "--out", str(file)])
    assert again.exit_code == 1 and "is not overwritten" in again.output


@pytest.mark.parametrize("form", ["json", *exporters.FORMATS])
def test_who_looks_by_the_environment_gets_his_copy_and_no_other(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    """CAMPAIGN_VIEWER and --for are the same for every format, byte for byte; the answer says for whom the file is."""
    told = typed("export", "--for", "axis", "--format", form, "--db", str(played), "--out", str(tmp_path / "by-option"))
    monkeypatch.setenv("CAMPAIGN_VIEWER", "axis")
    again = typed("export", "--format", form, "--db", str(played), "--out", str(tmp_path / "by-name"))
    assert again.stdout.replace("by-name", "by-option") == told.stdout
    assert "only the facts that Axis may know" in " ".join(told.stdout.split())
    assert _content(tmp_path / "by-name") == _content(tmp_path / "by-option")
    secrets, _ = _secrets(played, "axis")
    assert [word for word in secrets if word.encode() in _content(tmp_path / "by-name")] == []
    for_umpire = typed(
        "export", "--format", form, "--viewer", "umpire", "--db", str(played), "--out", str(tmp_path / "x")
    )
    words = "for the umpire only: it holds both sides' secrets" if form == "json" else "as the umpire sees it"
    assert words in " ".join(for_umpire.stdout.split())


def _content(path: Path) -> bytes:
    """Every byte of a file, of what is packed in it, or of the files of a folder."""
    if path.is_dir():
        return b"".join(one.read_bytes() for one in sorted(path.rglob("*")) if one.is_file())
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            return b"".join(packed.read(name) for name in packed.namelist())
    return path.read_bytes()
