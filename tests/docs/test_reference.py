"""The reference of the handbook is committed as the program writes it now."""

from __future__ import annotations

from campaign.cli.contents import campaign
from campaign.exchange.rule_lines import rule_lines
from campaign.rules.common.settings import DEFAULTS
from tests.docs.forge import MARK, anchors, numbered, slug
from tests.docs.headings import prose
from tests.docs.reference import REFERENCE, behind
from tests.secrecy.outputs import every_command


def test_the_reference_is_as_the_program_writes_it() -> None:
    """If pages are behind: ``python -m tests.docs.reference write``, and look at what has changed."""
    assert sorted(behind()) == []


def test_every_command_setting_and_rule_has_its_heading() -> None:
    names = ["campaign " + " ".join(path) for path, _ in every_command(campaign, ()) if path]
    names += [*DEFAULTS, *rule_lines()]
    there = [
        anchor
        for page in REFERENCE.rglob("*.md")
        if MARK in page.read_text(encoding="utf-8")
        for anchor in anchors(page)
    ]
    assert sorted({slug(name) for name in names} - set(there)) == []
    assert [name for name in names if there.count(slug(name)) != 1] == []


def test_a_text_of_the_program_becomes_markdown_with_links() -> None:
    assert prose("By OB-SUP-03 a *b* <c>: sup.reach, `sup.reach off`, `OB-X`.", "rules/umpire.md") == (
        "By [OB-SUP-03](../rules/brevity.md#ob-sup-03) a \\*b\\* \\<c\\>: [`sup.reach`](../settings/sup.md#supreach),"
        " [`sup.reach off`](../settings/sup.md#supreach), `OB-X`."
    )
    assert "[umpire 1.18](rules/umpire.md#umpire-118)" in prose("umpire 1.18", "json.md")


def test_headings_of_one_name_are_numbered() -> None:
    assert numbered(["side", "line", "side", "side"]) == ["side", "line", "side-1", "side-2"]
