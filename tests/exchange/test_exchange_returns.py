"""Return files: what was written is read as written, and every slip has its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.errors import BadFile
from campaign.exchange.returns.file import read_return
from campaign.exchange.returns.places import inches_of, with_road
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.returns import FIELDS
from campaign.rules.tabletop.nqm.returns import fields as nqm_fields

SOUND = """\
battle: Capuzzo
code: BREV-1-BRI-7K2
side: allied
lines:
  1: unchanged
  2: destroyed, surrounded
  #3: spent
  1st Bn Durham Light Infantry: {ticks: spent, ended at: musaid, attached to: B, resting: no, dug in: 1}
  unit 7: [destroyed, surrounded]
foot:
  clock: "16:00"
  turn: 3
  ending: suspended
  hours left: 0
  field: both
  objectives: {capuzzo: axis, musaid: neither}
  orders: {A: in part, B: yes}
  headquarters lost: [2]
  commanders lost: [Col Ugo Montemurro]
  prisoners taken: 12
  prisoners lost: 70
  works: [cut the road]
  all other lines unharmed: yes
  diary: "The fort changed hands: twice."
"""


def filed(folder: Path, text: str) -> Path:
    path = folder / "return.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_that_can_be_written_is_read(tmp_path: Path) -> None:
    read = read_return(filed(tmp_path, SOUND), FIELDS)
    assert read.battle == "Capuzzo"
    assert read.content == {
        "code": "BREV-1-BRI-7K2",
        "side": "allied",
        "lines": [
            {"line": 1, "ticks": ["unchanged"]},
            {"line": 2, "ticks": ["destroyed", "surrounded"]},
            {
                "unit": "1st Bn Durham Light Infantry",
                "ticks": ["spent"],
                "ended_at": "musaid",
                "attached_to": "B",
                "resting": False,
                "dug_in": 1,
            },
            {"unit": "7", "ticks": ["destroyed", "surrounded"]},
        ],
        "foot": {
            "clock": "16:00",
            "turn": 3,
            "ending": "suspended",
            "hours_left": 0,
            "field": "both",
            "objectives": {"capuzzo": "axis", "musaid": "neither"},
            "orders": {"A": "in part", "B": "yes"},
            "headquarters_lost": [2],
            "commanders_lost": ["Col Ugo Montemurro"],
            "prisoners_taken": 12,
            "prisoners_lost": 70,
            "works": ["cut the road"],
            "all_other_lines_unharmed": True,
            "diary": "The fort changed hands: twice.",
        },
    }


SLIPS = {
    "no side": ("side: allied\n", "", 1, "needs 'side'"),
    "an unknown box": ("1: unchanged", "1: dead", 5, "'dead' is not a box of this form"),
    "a box misspelt": ("1: unchanged", "1: unchangd", 5, "did you mean unchanged?"),
    "a line twice": ("  #3: spent\n", "  2: spent\n", 7, "already written in line 6"),
    "line nought": ("1: unchanged", "0: unchanged", 5, "begin with number 1"),
    "a clock": ('"16:00"', '"26:00"', 11, "a time of day"),
    "turn five": ("turn: 3", "turn: 5", 12, "from 1 to 4"),
    "an ending": ("ending: suspended", "ending: over", 13, "expected finished, suspended"),
    "orders fulfilled": ("A: in part", "A: partly", 17, "in part"),
    "prisoners": ("prisoners taken: 12", "prisoners taken: many", 20, "found 'many'"),
    "a key of the foot": ("  diary:", "  dairy:", 24, "did you mean diary?"),
    "dug in": ("dug in: 1", "dug in: 9", 8, "from 0 to 4"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_every_slip_has_its_line(tmp_path: Path, name: str) -> None:
    old, new, line, words = SLIPS[name]
    assert old in SOUND
    with pytest.raises(BadFile) as caught:
        read_return(filed(tmp_path, SOUND.replace(old, new, 1)), FIELDS)
    assert len(caught.value.faults) == 1, caught.value.faults
    assert f":{line}:" in caught.value.faults[0] and words in caught.value.faults[0]


def test_all_slips_are_told_at_once(tmp_path: Path) -> None:
    text = SOUND
    for name in ("an unknown box", "a clock", "turn five", "dug in", "prisoners"):
        text = text.replace(SLIPS[name][0], SLIPS[name][1], 1)
    with pytest.raises(BadFile) as caught:
        read_return(filed(tmp_path, text), FIELDS)
    assert len(caught.value.faults) == 5 and "5 errors" in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="has 1 error, so nothing was recorded") as refused:
        read_return(tmp_path / "none.yaml", FIELDS)
    assert "there is no such file; check its name" in refused.value.faults[0]


def test_boxes_of_two_words_are_written_as_two_words(tmp_path: Path) -> None:
    text = (
        "battle: 3\nside: axis\nlines:\n  1: truck lost\n  2: surrendered\n  3: headquarters_hit, truck"
        " lost\nfoot:\n  ending: finished\n"
    )
    read = read_return(filed(tmp_path, text), nqm_fields(DEFAULTS))
    assert [line["ticks"] for line in read.content["lines"]] == [
        ["truck_lost"],
        ["surrendered"],
        ["headquarters_hit", "truck_lost"],
    ]


@pytest.mark.parametrize(
    ("text", "inches", "road"),
    [
        ("30 in. from W, 8 from S", (30, 8), ""),
        ("30 in. from W, 8 from S on the coast road", (30, 8), "on the coast road"),
        ("30 in. from W, 8 from S on the track to Musaid", (30, 8), "on the track to Musaid"),
        ("30 in. from W, 8 from S, 3.5 from Halfaya Pass, top across country to Bir Wair", (30, 8), "across country to Bir Wair"),
        ("30 in. from W edge, 8 in. from S edge, on the coast road", (30, 8), "on the coast road"),
        ("30 in. from W edge, 8 in. from S edge, 3.5 in. from Halfaya Pass, top, across country to Bir Wair", (30, 8), "across country to Bir Wair"),
        ("30, 8 over the ice of Hirvasjarvi to Kivisalmi", (30, 8), "over the ice of Hirvasjarvi to Kivisalmi"),
        ("hex C4 on the track to Musaid", None, "on the track to Musaid"),
        ("House on the Hill", None, ""),
    ],
)  # fmt: skip
def test_inches_are_read_with_the_road_that_the_sheet_prints_behind_them(
    text: str, inches: tuple[int, int] | None, road: str
) -> None:
    assert (inches_of(text, 48, 36), with_road(text)[1]) == (inches, road)
