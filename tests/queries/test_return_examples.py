"""What a form offers as an example could have happened to that line of that battle, in every system."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.queries.battle.return_examples import example, examples, specimens
from campaign.rules.common.force import Strength, Unit
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns.check import check
from campaign.rules.returns.filed import Filed, FiledLine, Foot, Printed, PrintedLine
from campaign.rules.tabletop.interface import playable, tabletop
from campaign.situation.forms import Form
from campaign.terms.forces import Size
from campaign.terms.state import State
from campaign.terms.time import Moment
from tests.rules.forces import force, guns, infantry, tanks


@st.composite
def units(draw: Any) -> Unit:
    """Of every size and kind, fresh or not, down to a troop of one gun."""
    make = draw(st.sampled_from([infantry, tanks, guns]))
    size, state = draw(st.sampled_from(list(Size))), draw(st.sampled_from([State.FRESH, State.SPENT, State.DESTROYED]))
    count = draw(st.integers(1, 60))
    full = Strength(draw(st.integers(20, 900)), count if make is not guns else 0, count if make is guns else 0)
    return cast("Unit", make(size=size, state=state, establishment=full, strength=full))


def printed_for(key: str, own: list[Unit]) -> Printed:
    mustered = tabletop(key).muster(force(*own), DEFAULTS)
    by_id = {one.id: one for one in own}
    lines = tuple(
        PrintedLine(
            line.number,
            line.unit,
            line.name,
            by_id[line.unit].state,
            "A",
            establishment=by_id[line.unit].establishment,
            strength=by_id[line.unit].strength,
            noted=line.noted,
            stands=line.stands,
        )
        for line in mustered.lines
    )
    return Printed("T-1", "allied", ("allied", "axis"), lines, Moment(1, 2))


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", playable())
@settings(max_examples=40)
@given(own=st.lists(units(), min_size=1, max_size=4))
def test_every_example_is_possible_for_its_line(key: str, own: list[Unit]) -> None:
    door = tabletop(key)
    printed = printed_for(key, own)
    form = cast("Form", SimpleNamespace(fields=door.fields(DEFAULTS), printed=printed, lines=printed.lines))
    found = specimens(form, door, DEFAULTS)
    for line, written in found:
        filed = Filed("T-1", "allied", (FiledLine(line, written),), Foot(all_other_lines_unharmed=True))
        assert [str(fault) for fault in check(filed, printed, door, DEFAULTS) if fault.line == line] == []
    if found:
        number = example(form, found).partition(" ")[0]
        assert int(number) in {line for line, _ in found} | {printed.lines[-1].line}
        assert examples(form, found, "Musaid").startswith("unchanged | ")
