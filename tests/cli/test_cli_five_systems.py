"""Fort Capuzzo, 15 May 1941, under all five systems one after the other, with ``undo`` in between: the walk of a club
that cannot agree.

The shipped scenario with its opening orders comes to this fight by itself, once the umpire has ruled on Halfaya Pass.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.exchange.returns.words import parse_line
from campaign.rules.tabletop.interface import SYSTEMS
from tests.cli.capuzzo import british_form, fight_under, last_entry, lines, number, ok, run, state
from tests.eyes import texts_of

DURHAM = "1st Bn Durham Light Infantry"
SPENT = {
    "brevity": "spent",
    "nqm": "points lost 3",
    "hexes": "hits 6",
    "brigade": "figures 20, companies 1",
    "brigadier": "kills 10, wounds 2",
}
"""What the Durhams' player writes when they are spent, and not destroyed."""
BY_STANDS = {
    "nqm": ("A company: gone for good 2; mg: 1", {"a": {"points_lost": 2}, "mg": {"points_lost": 1}}),
    "brigade": ("A Company: 5, B Company: figures lost 2", {"a": {"figures_lost": 5}, "b": {"figures_lost": 2}}),
    "brigadier": ("1 Coy 1 Pl: kills 2, wounds 1; 1 Coy 2 Pl: surrendered", None),
}
REFUSED = {
    "brevity": ("ticks: [unchanged, spent]", "unchanged"),
    "nqm": ("points lost: 40", "40"),
    "hexes": ("hits: 12", "12"),
    "brigade": ("figures lost: 60", "60"),
    "brigadier": ("kills: 10, removed: 14", "14"),
}


def test_the_scenario_comes_to_the_fight_at_capuzzo(founded: Path) -> None:
    there = lines(founded, number(founded))
    assert {
        DURHAM,
        "2nd Bn Scots Guards",
        "II./Panzer-Regiment 5",
        "2nd Motorcycle Company, 8th Bersaglieri",
    } <= there.keys()
    assert all(line["start"] == "fresh" for line in there.values())


@pytest.mark.long
def test_one_battle_under_five_systems_one_after_the_other(db: Path, tmp_path: Path, undrawn: None) -> None:
    """Under, muster, packet, record, settle, undo; typed in at the keyboard, settle, undo; resolve, undo; on to the
    next."""
    battle, before = number(db), lines(db, number(db))
    owned = tmp_path / "club.csv"
    owned.write_text("infantry figure, 20\n", encoding="utf-8")
    for key in SYSTEMS:
        start = last_entry(db)
        fight_under(db, battle, key)
        ready = last_entry(db)
        mustered = json.loads(run(db, "battle", "muster", battle, "--owned", str(owned), "--json").stdout)
        assert mustered["tabletop"] == key and any(row["short"] for row in mustered["models"])
        papers = tmp_path / key
        ok(db, "battle", "packet", battle, "--out", str(papers))
        files = sorted(papers.glob("*-return.yaml"))
        changed = SPENT[key].replace("companies", "companies removed").replace("figures ", "figures lost ")
        _write(files[0], 2, _as_yaml(changed))
        for file in files:
            file.write_text(re.sub("# field: .*", "field: Axis", file.read_text(encoding="utf-8")), encoding="utf-8")
        ok(db, "battle", "record", battle, *map(str, files), "--yes")
        assert (state(db, battle), lines(db, battle)[DURHAM]["now"]) == ("settled", "spent"), key
        ok(db, "undo", "--to", ready)
        assert lines(db, battle) == lines(db, battle) and lines(db, battle)[DURHAM]["now"] == "fresh"
        typed = f"n\n2 {SPENT[key]}\n.\n"  # no: the return that was undone is not gone on with
        ok(db, "battle", "record", battle, "--side", "allied", "--yes", typed=typed)
        ok(db, "battle", "settle", battle, "--held", "axis", "--yes")
        assert (state(db, battle), lines(db, battle)[DURHAM]["now"]) == ("settled", "spent"), key
        ok(db, "undo", "--to", ready)
        ok(db, "battle", "resolve", battle)
        assert state(db, battle) == "settled", key
        ok(db, "undo", "--to", start)
        assert lines(db, battle) == before, key


def test_brigadier_without_a_house_file_asks_the_players(db: Path) -> None:
    battle = number(db)
    ok(db, "battle", "under", battle, "brigadier")
    refused = run(db, "battle", "resolve", battle)
    assert refused.exit_code != 0 and "house" in refused.output
    assert state(db, battle) == "proposed"


def _as_yaml(said: str) -> str:
    """``hits 6, out 2`` -> ``hits: 6, out: 2``; words alone are ticks."""
    parts = [re.sub(r" (\d+)$", r": \1", part) for part in said.split(", ")]
    return ", ".join(part if ":" in part else f"ticks: [{part}]" for part in parts)


def _write(file: Path, line: int, said: str) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(rf"^  {line}: unchanged", f"  {line}: {{{said}}}", text, flags=re.M), encoding="utf-8")


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_a_bad_return_is_refused_in_words_before_anything_is_written(
    db: Path, tmp_path: Path, key: str, undrawn: None
) -> None:
    battle = number(db)
    fight_under(db, battle, key)
    ok(db, "battle", "packet", battle, "--out", str(tmp_path))
    files = sorted(tmp_path.glob("*-return.yaml"))
    bad, word = REFUSED[key]
    _write(files[0], 2, bad)
    entry = last_entry(db)
    refused = run(db, "battle", "record", battle, *map(str, files), "--yes")
    assert refused.exit_code != 0
    assert "line 2" in refused.output and "Durham" in refused.output and word in refused.output, refused.output
    assert last_entry(db) == entry and lines(db, battle)[DURHAM]["now"] == "fresh"


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_the_words_that_a_form_offers_are_understood(db: Path, key: str) -> None:
    battle = number(db)
    fight_under(db, battle, key)
    form = british_form(db, battle)
    offered = [words.removeprefix("Enter ").strip() for words in form.examples.split("|")]
    assert len(offered) > 1
    for words in offered:
        assert parse_line(2, words, form) is not None


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", list(BY_STANDS))
def test_losses_may_be_typed_stand_by_stand(db: Path, key: str) -> None:
    battle = number(db)
    fight_under(db, battle, key)
    form = british_form(db, battle)
    typed, stands = BY_STANDS[key]
    meant = parse_line(2, typed, form)
    assert meant is not None and (stands is None or meant["stands"] == stands)
    out = ok(db, "battle", "record", battle, "--side", "allied", "--yes", typed=f"2 ?\n2 Z company: 1\n2 {typed}\n.\n")
    assert "or stand by stand" in " ".join(out.split()).lower()
    assert "'Z company' is not a stand of line 2" in out
    ok(db, "battle", "settle", battle, "--held", "axis", "--yes")


# the papers side by side ---------------------------------------------------------------------------------------------
@pytest.mark.sample(3)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_the_packets_are_one_family(
    founded: Path, packet: Callable[..., dict[str, bytes]], key: str, paper: str
) -> None:
    """A sheet of two pages at the most that names its system, the head the same in all, no battalion without
    its line."""
    battle = number(founded)
    pages = texts_of(packet(key, paper)["allied"])
    sheet = [page for page in pages if "Battle sheet BREV" in page]
    assert 1 <= len(sheet) <= 2
    assert f"{SYSTEMS[key].letters} {battle}" in sheet[0] and SYSTEMS[key].name in sheet[0]
    for head in (
        "YOUR ORDERS",
        "ARRIVALS",
        *(["TURN TRACK"] if key not in ("hexes", "brigade") else []),
        "ENEMY UNITS KNOWN SO FAR",
        "GUNS IN RANGE OFF THE TABLE",
        "AIR MISSIONS",
        "UNIT",
    ):
        assert head in sheet[0].upper().replace("RANGE, OFF", "RANGE OFF"), head
    assert all(name in " ".join("".join(sheet).split()) for name in ("Scots Guards", "4 RTR"))
    assert not any("\N{CURRENCY SIGN}" in page for page in pages), "a sign that the typeface lacks"
    assert sum("HEX MAP" in page for page in pages) == (key == "hexes")
    form = next(page for page in pages if "Return: Fort Capuzzo" in page)
    assert "\N{HORIZONTAL ELLIPSIS}" not in form.replace("off by edge \N{HORIZONTAL ELLIPSIS}", "")
    assert "half a turn" in " ".join(form.split())


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", ["nqm", "hexes", "brigade", "brigadier"])
def test_who_arrives_comes_on_where_a_road_enters_this_table(packet: Callable[..., dict[str, bytes]], key: str) -> None:
    sheet = texts_of(packet(key)["allied"])[0]
    when = r"from hour 7\s+\(16:00\)" if key == "nqm" else r"turn 4, if it\s+goes on"
    where = r"hex [A-L]\d+" if key == "hexes" else r"[A-E]\s+\([NESW]\s+edge,\s+\d+\s+in\.\s+from\s+[NESW]\)"
    assert re.search(rf"Line 3\s+{when}\s+{where}", sheet), sheet[:1500]
    if key in ("brigade", "brigadier"):
        assert re.search(r"line\s+1\s+\(2nd\s+Bn\s+Scots\s+Guards\)", sheet), (
            "the Scots Guards have reached Musaid, beside so small a table, and stay there"
        )
