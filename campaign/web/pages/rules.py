"""The rules: settings, the books' rules by their ids, the doctrine, house files, and the editions of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from campaign.actions.house_files import TakeHouseFile
from campaign.actions.house_rules import TO_DEFAULT, SetRule
from campaign.errors import BadInput, CampaignError, Refused
from campaign.exchange.house_file import HouseFile, read_house, shipped_houses
from campaign.exchange.placing import private_folder
from campaign.exchange.rule_lines import RuleText, doctrine_page, look_up
from campaign.journal.other_rules import played_by_others
from campaign.journal.overtaken import DrawnFor
from campaign.queries.campaign.settings import gone_settings, settings
from campaign.rules.common.editions import EDITION, EDITIONS
from campaign.rules.common.gone_settings import GONE, gone_text
from campaign.rules.common.systems import SYSTEMS, house_account
from campaign.situation.conditions import rulebook_of
from campaign.terms.words import plain
from campaign.values import dataclass
from campaign.views.campaign.settings import RuleLine
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS, TABLE, UMPIRE
from campaign.web.uploads import as_sent, one_upload
from campaign.web.visit import Visit

READERS: Final = UMPIRE | PLAYERS | TABLE
LARGEST_HOUSE: Final = 1_000_000
"""Most bytes of a house file."""


@dataclass(frozen=True, slots=True)
class Group:
    """Settings with the same first word."""

    name: str
    rules: tuple[RuleLine, ...]


@page("/rules", READERS)
def show_rules(visit: Visit) -> Answer:
    """Show the settings that this campaign has changed, those that clubs often change, or all; and rules by their
    ids.
    """
    view = visit.read(settings)
    which, word = visit.query.get("show", ""), visit.query.get("q", "").strip()
    ids = visit.query.get("id", "").strip()
    texts: tuple[RuleText, ...] = ()
    if ids:
        try:
            texts = look_up(ids)
        except CampaignError as fault:
            visit.fault = visit.fault or str(fault)
    changed = tuple(rule for rule in view.rules if rule.changed)
    shown = view.rules if which == "all" or word else tuple(rule for rule in view.rules if rule.often or rule.changed)
    shown = tuple(rule for rule in shown if plain(word) in plain(f"{rule.key} {rule.meaning} {rule.source}"))
    return visit.page(
        "rules.html",
        json=(*view.rules, *view.gone),
        same_at_terminal="campaign rules --all" if which == "all" else "campaign rules",
        changed=changed,
        groups=_groups(tuple(rule for rule in shown if word or which == "all" or not rule.changed)),
        total=len(view.rules),
        gone=view.gone,
        which=which,
        word=word,
        ids=ids,
        texts=texts,
    )


def _groups(rules: tuple[RuleLine, ...]) -> tuple[Group, ...]:
    names = dict.fromkeys(rule.key.partition(".")[0] for rule in rules)
    return tuple(Group(name, tuple(rule for rule in rules if rule.key.partition(".")[0] == name)) for name in names)


@page("/rules/doctrine", READERS)
def show_doctrine(visit: Visit) -> Answer:
    """Show how the program plays days and battles that no player plays."""
    lines = doctrine_page()
    return visit.page("doctrine.html", json=lines, same_at_terminal="campaign rules --doctrine", lines=lines)


@page("/rules/editions", UMPIRE)
def show_editions(visit: Visit) -> Answer:
    """Show the editions of the rules, and the entries of this campaign that were played by others than this one."""
    others = visit.read(lambda board, _: played_by_others(board, 1))
    return visit.page(
        "editions.html", json=others, same_at_terminal="campaign replay", others=others, editions=EDITIONS, now=EDITION
    )


# one setting


@page("/rules/{key}", READERS, drawn_for=DrawnFor.CAMPAIGN)
def show_rule(visit: Visit) -> Answer:
    """Show a setting, or a group of them."""
    key = visit.path["key"]
    view = visit.read(lambda board, viewer: settings(board, viewer, key))
    rule = next((rule for rule in view.rules if rule.key == key), None)
    return visit.page(
        "rule.html",
        json=(*view.rules, *view.gone),
        same_at_terminal=f"campaign rules {key}",
        key=key,
        rule=rule,
        rules=view.rules,
        gone=view.gone,
    )


@show_rule.posted_by(UMPIRE)
def change_rule(visit: Visit) -> Answer:
    """Change a setting from now on, or set it back to its default."""
    key = visit.path["key"]
    value = TO_DEFAULT if visit.form.get("do") == "default" else visit.form["value"].strip()
    if not value:
        raise BadInput(f"{key} has no value. Write one of the allowed values")
    if key in GONE and not visit.read(lambda board, _: gone_settings(board, key)):
        raise Refused(f"{gone_text(key)}. This campaign never used that setting, so there is nothing to reset")
    return visit.receipt(visit.give(SetRule(key, value)), to=f"/rules/{key}")


# house files


@page("/rules/house", READERS, takes_files=True, drawn_for=DrawnFor.CAMPAIGN)
def show_house(visit: Visit) -> Answer:
    """Show the values of the house file in force, and those that the book leaves out and no house file sets."""
    system, account = house_account()
    taken = visit.read(lambda board, _: rulebook_of(board)).house_file(system.key)
    gaps: Any = account.gaps_of(taken)
    return visit.page(
        "house.html",
        json=gaps,
        same_at_terminal="campaign rules house",
        system=system.name,
        taken=taken is not None,
        account=() if taken is None else account.account_of(taken),
        missing=tuple(
            (rule, gap.get("section"), gap["missing"], gap.get("key")) for rule, gap in gaps["missing"].items()
        ),
        shipped=tuple((name, name) for name in shipped_houses()),
        systems=tuple(SYSTEMS.values()),
    )


@show_house.posted_by(UMPIRE)
def take_house(visit: Visit) -> Answer:
    """Take a house file into the rulebook from now on, or take it out."""
    do = visit.form.get("do", "")
    if do == "none":
        return visit.receipt(visit.give(TakeHouseFile("")), to="/rules/house")
    if do == "shipped":
        name = visit.chosen("name", "house file")
        if name not in shipped_houses():
            raise BadInput(f"{name!r} is not a house file that comes with the program. Choose one from the list")
        return _take(visit, name, read_house(name))
    upload = one_upload(visit.files, "file", LARGEST_HOUSE)
    with private_folder() as folder:
        path = Path(folder, "house.yaml")
        path.write_bytes(upload.content)
        with as_sent(Path(folder), lambda text: text.replace(path.name, upload.called)):
            house = read_house(path)
        return _take(visit, upload.called, house)


def _take(visit: Visit, name: str, house: HouseFile) -> Answer:
    return visit.receipt(visit.give(TakeHouseFile(name, house.plain)), to="/rules/house")
