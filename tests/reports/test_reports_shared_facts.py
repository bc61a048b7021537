"""What holds for all stands of a kind, or all battalions of a command, is said once on its strip; nothing is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from campaign.words.papers import Fact
from campaign.words.sheet import BoxGroup, BoxRow, UnitBlock, UnitRow, boxes
from campaign_reports.shared_facts import with_shared

RIFLES, TARGET = Fact("fires", "L 2.4/8"), Fact("target", "L")


def stand(label: str, *cells: Fact, kind: str = "companies", boxed: bool = True) -> BoxRow:
    return BoxRow(label, (BoxGroup("pins", boxes(3)),) if boxed else (), cells, kind=kind, short=label)


def battalion(line: int, *stands: BoxRow, facts: tuple[Fact, ...] = (), arrives: str = "") -> UnitRow:
    return UnitRow(line, line, f"{line} Bn", arrives=arrives, rows=stands, facts=facts)


def command(*rows: UnitRow) -> UnitBlock:
    return with_shared(UnitBlock("A", 1, "1st Brigade", rows=rows))


def test_what_all_stands_of_a_kind_have_stands_on_the_strip_and_the_rest_with_its_battalion() -> None:
    dug_in = Fact("target", "M")
    made = command(
        battalion(1, stand("A", RIFLES, TARGET), stand("B", RIFLES, TARGET)), battalion(2, stand("A", RIFLES, dug_in))
    )
    assert made.shared == (Fact("companies", "fires L 2.4/8"),)
    assert [[part.cells for part in row.rows] for row in made.rows] == [[(TARGET,), (TARGET,)], [(dug_in,)]]


def test_kinds_of_which_the_same_is_said_share_a_fact() -> None:
    made = command(battalion(1, stand("A", RIFLES, TARGET), stand("MG", RIFLES, TARGET, kind="MG platoons")))
    assert made.shared == (Fact("companies, MG platoons", "fires L 2.4/8, target L"),)


def test_facts_and_arrivals_of_all_battalions_are_told_once() -> None:
    spent = Fact("spent if lost", "Bn HQ")
    rows = [battalion(n, stand("A"), facts=(spent, Fact("line", str(n))), arrives="hour 7") for n in (1, 2)]
    made = command(*rows)
    assert made.shared == (Fact("", "hour 7"), spent)
    assert [(row.arrives, row.facts) for row in made.rows] == [("", (Fact("line", "1"),)), ("", (Fact("line", "2"),))]
    alone = command(rows[0])
    assert (alone.shared, alone.rows) == ((), (rows[0],)), "one battalion keeps its own"


def test_lines_without_boxes_move_whole_and_only_where_nobody_has_other_ones() -> None:
    front, side = Fact("front", "4+"), Fact("side", "2+")
    kills = stand("kills Pz IV", front, side, kind="kills Pz IV", boxed=False)
    made = command(battalion(1, stand("6pdr", kind="6pdr"), kills), battalion(2, stand("A")), battalion(3, kills))
    assert made.shared == (Fact("kills Pz IV", "front 4+, side 2+"),)
    assert [[part.label for part in row.rows] for row in made.rows] == [["6pdr"], ["A"], []]
    others = stand("kills Pz III", front, side, kind="kills Pz III", boxed=False)
    apart = command(battalion(1, kills), battalion(2, others))
    assert apart.shared == () and [row.rows for row in apart.rows] == [(kills,), (others,)]


def test_a_command_whose_stands_are_of_no_kind_stays_as_it_is() -> None:
    block = UnitBlock("A", 1, "1st Brigade", rows=(battalion(1, BoxRow("A", (), (RIFLES,)), facts=(TARGET,)),) * 2)
    assert with_shared(block) is block


CELLS = st.lists(st.sampled_from([RIFLES, TARGET, Fact("at armour", "M"), Fact("", "6-pdr")]), max_size=3, unique=True)


@given(st.lists(st.lists(st.tuples(st.sampled_from(["companies", "guns"]), CELLS), max_size=4), min_size=1, max_size=4))
def test_every_fact_of_a_stand_stands_with_it_or_on_the_strip_under_its_kind(
    battalions: list[list[tuple[str, list[Fact]]]],
) -> None:
    rows = [battalion(n, *(stand("A", *cells, kind=kind) for kind, cells in one)) for n, one in enumerate(battalions)]
    made = command(*rows)
    for before, after in zip(rows, made.rows, strict=True):
        for stand_before, stand_after in zip(before.rows, after.rows, strict=True):
            strip = [fact.text for fact in made.shared if stand_before.kind in fact.label.split(", ")]
            for cell in stand_before.cells:
                words = f"{cell.label} {cell.text}".strip()
                assert cell in stand_after.cells or any(words in text.split(", ") for text in strip)
