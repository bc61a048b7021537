"""The return file beside the papers: a remark for every unit, and accepted as it stands."""

from __future__ import annotations

from pathlib import Path

from campaign.actions.returns.take import RecordReturn
from campaign.exchange.returns.file import read_return
from campaign.exchange.returns.template import return_file
from campaign.exchange.returns.typing import entries, questions
from campaign.journal import reading
from campaign.model import Battle
from campaign.queries.battle.packet import side_papers
from campaign.rules.tabletop.brevity.returns import FIELDS
from campaign.store import Store
from campaign.terms.state import BattleState
from campaign.terms.viewer import UMPIRE
from tests.clash import do, meet


def files(store: Store, folder: Path) -> list[Path]:
    with reading(store) as board:
        papers = side_papers(board, UMPIRE, "1")
    paths = []
    for side in papers:
        path = folder / f"{side.reader}.yaml"
        path.write_text(return_file(side, 1), encoding="utf-8")
        paths.append(path)
    return paths


def test_every_line_stands_there_with_its_unit(tiny: Store, tmp_path: Path) -> None:
    meet(tiny)
    ours, _ = files(tiny, tmp_path)
    text = ours.read_text(encoding="utf-8")
    assert "  1: unchanged   # 1st Rifles\n  2: unchanged   # 1st Hussars" in text
    filed = read_return(ours, FIELDS)
    assert filed.battle == "1"
    assert [(line["line"], line["ticks"]) for line in filed.content["lines"]] == [
        (1, ["unchanged"]),
        (2, ["unchanged"]),
    ]


def test_it_is_accepted_as_it_is_printed(tiny: Store, tmp_path: Path) -> None:
    meet(tiny)
    do(tiny, RecordReturn("1", tuple(read_return(path, FIELDS).content for path in files(tiny, tmp_path))))
    with reading(tiny) as board:
        assert board.rows(Battle)[0].state is BattleState.RETURNED or board.rows(Battle)[0].state.is_over


def test_every_remark_can_be_made_an_answer(tiny: Store, tmp_path: Path) -> None:
    """With the # before each key of the foot taken away the file is still read and recorded."""
    meet(tiny)
    told = []
    for path in files(tiny, tmp_path):
        head, foot = path.read_text(encoding="utf-8").split("foot:\n")
        lines = [line.replace("  # ", "  ", 1) if line.startswith("  # ") else line for line in foot.splitlines()]
        kept = [
            line
            for line in lines
            if not line.strip().startswith(("commanders lost", "headquarters lost", "works", "- "))
        ]
        path.write_text(head + "foot:\n" + "\n".join(kept) + "\n", encoding="utf-8")
        told.append(read_return(path, FIELDS).content)
    assert told[0]["foot"]["all_other_lines_unharmed"] is True
    assert told[0]["foot"]["clock"] == "09:40"
    assert told[0]["foot"]["mines"] == ["Ashford - Birch Cross"]
    assert set(told[0]["foot"]["orders"].values()) == {"yes"}


def test_spots_of_the_table_are_typed_with_plus_signs_between(tiny: Store) -> None:
    meet(tiny)
    with reading(tiny) as board:
        form = side_papers(board, UMPIRE, "1")[0].form
    asked = questions(form)
    answers = {
        q.key: (a, q.typed(a)) for q, a in entries("mines 40 from W, 8 from S + A, top - B; smoke 12, 30", form, asked)
    }
    assert answers == {
        ("mines",): (["40 from W, 8 from S", "A, top - B"], "40 from W, 8 from S + A, top - B"),
        ("smoke",): (["12, 30"], "12, 30"),
    }
    mines = next(question for question in asked if question.key == ("mines",))
    assert "Ashford - Birch Cross" in mines.allowed
