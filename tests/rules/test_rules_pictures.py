"""Nothing that the rules answer changes unnoticed: odds, sheets, returns and the program's battles are what they were."""

from __future__ import annotations

import pytest

from campaign.rules.common.systems import SYSTEMS
from tests.harness.pictures import KEPT, KINDS, changed_pages, pages, parts
from tests.harness.signs import kept_in

CHANGED = """the rules answer otherwise than they did:
{pages}
Look at it:             python -m tests.harness.pictures against HEAD PAGE
and, if it is meant:    python -m tests.harness.pictures renew"""


@pytest.mark.sample(11)
@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize(("kind", "part"), [(kind, part) for kind in KINDS for part in range(parts(kind))])
def test_the_rules_answer_as_they_did(kind: str, part: int, key: str) -> None:
    changed = changed_pages(kind, key, part)
    assert not changed, CHANGED.format(pages="\n".join(changed))


def test_every_page_that_is_kept_is_still_written() -> None:
    written = {name for kind in KINDS for key in SYSTEMS for name, _ in pages(kind, key)}
    assert written == kept_in(KEPT).keys()
