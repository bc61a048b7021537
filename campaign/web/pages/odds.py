"""Exact odds of the dice of every system, by the questions that each system answers."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any, Final

from campaign.errors import BadInput, CampaignError, NotFound
from campaign.exchange.house_file import shipped_houses
from campaign.exchange.odds_book import book_of, with_house
from campaign.play.odds_query import queries_of
from campaign.rules.common.odds_query import Odds, Query
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.systems import SYSTEMS, has_odds
from campaign.situation.conditions import rulebook_of
from campaign.terms.rule_ids import ids_in
from campaign.terms.words import typed as typed_words
from campaign.terms.words import value_text
from campaign.values import dataclass
from campaign.views.battle.odds_blocks import Gap, Heading, Pairs, Sentences, Table, odds_blocks
from campaign.views.battle.odds_json import odds_json
from campaign.web.answer import Answer
from campaign.web.odds_forms import answers, odds_fields
from campaign.web.page import page
from campaign.web.people import PLAYERS, TABLE, UMPIRE
from campaign.web.visit import Visit

READERS: Final = UMPIRE | PLAYERS | TABLE
PRINTED: Final = "book"
"""Word for the printed book, in place of the rules of this campaign."""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of an answer, as a template draws it: ``kind`` heading, pairs, table or sentences."""

    kind: str
    text: str = ""
    heads: tuple[str | tuple[str, str], ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: tuple[bool, ...] = ()


@page("/odds", READERS, is_kept=False)
def show_systems(visit: Visit) -> Answer:
    systems = tuple((system, queries_of(key)) for key, system in SYSTEMS.items() if has_odds(key))
    return visit.page("odds.html", same_at_terminal="campaign odds", systems=systems)


@page("/odds/{system}", READERS, is_kept=False)
def show_system(visit: Visit) -> Answer:
    odds = _odds(visit)
    system = SYSTEMS[visit.path["system"]]
    return visit.page("odds.html", same_at_terminal=f"campaign odds {system.key}", systems=((system, odds),))


@page("/odds/{system}/{table}", READERS, is_kept=False)
def show_odds(visit: Visit) -> Answer:
    """Show one question, and its answer once it is asked."""
    system, name = SYSTEMS.get(visit.path["system"]), visit.path["table"]
    odds = _odds(visit)
    assert system is not None
    queries = {key: entry for section in odds.sections.values() for key, entry in section.items()}
    if name not in queries:
        raise NotFound(f"{system.name} has no table of odds called {name!r}. Choose one from the list")
    query, line = queries[name]
    typed = dict(visit.query)
    blocks: tuple[ShownBlock, ...] = ()
    understood: dict[str, object] = {}
    settings: dict[str, str] = {}
    answer: Any = None
    if "ask" in typed:
        try:
            book = _book(visit, system.key, query).heeding()
            question = query(**answers(query, typed))
            table = question.table(book)
            understood = dict(question.understood(book))
            blocks, settings = _shown(table), book.settings_heeded()
            answer = odds_json(table, system.key, name, _inputs(query, typed), understood, query.by, settings)
        except CampaignError as fault:
            visit.fault = str(fault)
    return visit.page(
        "odds_table.html",
        json=answer,
        same_at_terminal=_command(system.key, name, query, typed),
        system=system,
        name=name,
        line=line,
        help=_help(query),
        fields=odds_fields(query, typed),
        blocks=blocks,
        by=ids_in(query.by) or (query.by,),
        by_text=query.by,
        settings=tuple(settings.items()),
        takes_rules=query.takes_rules,
        rules=_rules(visit, query),
        chosen=typed.get("rules", ""),
        changes=typed.get("rule", ""),
        asked="ask" in typed,
    )


def _odds(visit: Visit) -> Odds:
    key = visit.path["system"]
    if key not in SYSTEMS or not has_odds(key):
        raise NotFound(f"there are no odds for {key!r}. Choose a set of rules from the list")
    return queries_of(key)


def _rules(visit: Visit, query: type[Query]) -> tuple[tuple[str, str], ...]:
    """Return the choices of rules by which a question is answered."""
    if not (query.takes_rules or query.takes_house_file):
        return ()
    houses = tuple((name, f"the book with the house file {name}") for name in shipped_houses())
    return (("", "the rules of this campaign"), (PRINTED, "the book"), *(houses if query.takes_house_file else ()))


def _book(visit: Visit, system: str, query: type[Query]) -> Rulebook:
    """Return the rulebook that was chosen. Only house files that come with the program can be named, no path."""
    chosen = visit.query.get("rules", "")
    lines = [line.strip() for line in visit.query.get("rule", "").splitlines() if line.strip()]
    if len(lines) > 40:
        raise BadInput(f"you wrote {len(lines)} settings. Write at most 40")
    if not chosen:
        return book_of(lines if query.takes_rules else (), visit.read(lambda board, _: rulebook_of(board)))
    book = book_of(lines) if query.takes_rules else book_of(())
    if chosen == PRINTED:
        return book
    if chosen not in shipped_houses() or not query.takes_house_file:
        raise BadInput(f"{chosen!r} is not a rule that you can change here. Choose one from the list")
    return with_house(book, system, chosen)


def _inputs(query: type[Query], typed: dict[str, str]) -> dict[str, object]:
    return {field.name: field.value for field in odds_fields(query, typed)}


def _help(query: type[Query]) -> tuple[str, ...]:
    """Return the explanation of a question, paragraph by paragraph, without the examples for a terminal."""
    text = cleandoc(query.__doc__ or "")
    paragraphs = [part for part in text.split("\n\n") if part.strip() and not part.lstrip().startswith("\b")]
    return tuple(" ".join(part.split()) for part in paragraphs)


def _shown(table: Any) -> tuple[ShownBlock, ...]:
    shown = []
    for block in odds_blocks(table):
        match block:
            case Heading(text):
                shown.append(ShownBlock("heading", text))
            case Pairs(rows):
                kept = tuple((name, value_text(value)) for name, value in rows if value not in (None, "", ()))
                shown.append(ShownBlock("pairs", rows=kept))
            case Table(heads, cells, right):
                texts = tuple(tuple(value_text(cell) for cell in row) for row in cells)
                sides = tuple(head in right for head in heads)
                named = tuple((head, "r") if at_right else head for head, at_right in zip(heads, sides, strict=True))
                shown.append(ShownBlock("table", heads=named, rows=texts, right=sides))
            case Sentences(sentences):
                shown.append(ShownBlock("sentences", rows=tuple((sentence,) for sentence in sentences)))
            case Gap():
                pass
    return tuple(shown)


def _command(system: str, name: str, query: type[Query], typed: dict[str, str]) -> str:
    """Return the program command that asks the same."""
    words = ["campaign odds", system, name]
    for field in odds_fields(query, typed):
        if "ask" not in typed or not field.value or field.value == _default(query, field.name):
            continue
        option = f"--{field.name.replace('_', '-')}"
        if field.kind == "tick":
            words.append(option)
        else:
            words += [f"{option} {typed_words(part)}" for part in field.value.splitlines() if part.strip()]
    return " ".join(words)


def _default(query: type[Query], name: str) -> str:
    return next((field.value for field in odds_fields(query, {}) if field.name == name), "")
