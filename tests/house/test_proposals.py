"""What the program proposes is drawn in one room, and a side is printed by its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import campaign.verbs
from campaign.terms.asking import asked
from campaign.values import MISSING, is_dataclass

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for folder, endings in (("campaign", ("*.py", "*.html")), ("reports", ("*.py",)))
    for ending in endings
    for path in (ROOT / folder).rglob(ending)
)
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in SOURCES}

ROOM = "campaign/words/proposal.py"
PROPOSE = {
    "campaign/actions/air_tasking.py": "the turn of a sortie",
    "campaign/actions/battles.py": "the attacker in a battle set up by hand",
    "campaign/actions/day.py": "a decision answered by automatic play",
    "campaign/actions/doctrine.py": "the orders of commanders led by the program",
    "campaign/actions/engineering.py": "the length of a belt of mines",
    "campaign/actions/house_rules.py": "the stock of new dumps",
    "campaign/actions/interruptions.py": "the attacker in a battle of which another becomes a part",
    "campaign/actions/order_text.py": "an order whose line has no verb",
    "campaign/actions/lapsing.py": "to hold, where an order lapses",
    "campaign/actions/orders.py": "the goal of a withdrawal",
    "campaign/actions/returns/doubts.py": "the day in which a battle ended",
    "campaign/actions/returns/movement_words.py": "what a unit without a way back does",
    "campaign/actions/returns/verdict.py": "whether a destroyed unit was captured",
    "campaign/actions/returns/word.py": "who holds the field, and the turn in which a battle ended",
    "campaign/actions/start_campaign.py": "the tabletop rules, weather and dice of a new campaign",
    "campaign/cli/amend.py": "the reason that the journal keeps",
    "campaign/cli/battle.py": "the units of a battle set up by hand",
    "campaign/cli/mail.py": "who gets a mail, and the folder",
    "campaign/cli/orders.py": "the kind of a support",
    "campaign/cli/preferred.py": "the paper",
    "campaign/cli/resolve.py": "the turns that the program fights",
    "campaign/exchange/foreign/draft.py": "a guess of an import",
    "campaign/exchange/ground.py": "the length of a road",
    "campaign/exchange/opening.py": "how often transports fly",
    "campaign/exchange/soundness.py": "what a scenario leaves out, or says beyond the book's limits",
    "campaign/forecast/words.py": "what a forecast of the campaign assumes",
    "campaign/queries/air/air.py": "how heavy bombers bomb",
    "campaign/queries/battle/cutting.py": "two tables for a battle that is too large",
    "campaign/queries/day/decisions.py": "the default of a decision",
    "campaign/queries/orders/proposed_orders.py": "an order in force that the program decided",
    "campaign/queries/day/weather.py": "the source of the weather",
    "campaign/rules/tabletop/brevity/odds_tables.py": "that a target is located",
    "campaign/rules/tabletop/brigadier/sheet.py": "the order of somebody who plays both sides",
    "campaign/situation/itinerary.py": "the way of a march",
    "campaign/views/forecast/forecast.py": "what a forecast of battles is reckoned from",
    "campaign/views/forecast/forecast_words.py": "the runs from which a forecast is reckoned",
    "campaign/views/battle/what_follows.py": "what a unit does after its battle",
}
"""Modules that propose, with what."""
READ_ONLY = {
    "campaign/exchange/faults.py",
    "campaign/actions/returns/outlook.py",
    "campaign/cli/left_out.py",
    "campaign/views/day/decisions.py",
    "campaign/views/orders/order_choices.py",
    "campaign/words/orders.py",
    "campaign/views/orbat/units.py",
    "campaign/views/day/weather.py",
    "campaign/web/pages/orders.py",
}
"""Modules that only hold a proposal."""

KNOW_THE_OTHER_WORD = {
    "campaign/exchange/foreign/convert.py",
    "campaign/exchange/foreign/mapper.py",
    "campaign/exchange/foreign/table_map.py",
    "campaign/exchange/foreign/tables_out.py",
    "campaign/exchange/head.py",
    "campaign/exchange/template.py",
    "campaign/exchange/values.py",
    "campaign/journal/people.py",
    "campaign/model/sides.py",
    "campaign/situation/names.py",
}
"""Modules that read, keep or write the other word for a side (British for Allied): it is understood, never printed."""


def test_whoever_proposes_does_it_in_one_room() -> None:
    import_it = {name for name, text in TEXTS.items() if "import Proposal" in text}
    assert import_it == set(PROPOSE) | READ_ONLY
    assert {name for name, text in TEXTS.items() if "Proposed: " in text and name.endswith(".py")} == {ROOM}
    assert {name for name, text in TEXTS.items() if "Proposed: " in text and name.endswith(".html")} == {
        "campaign/web/templates/parts.html"
    }


def test_what_was_done_without_a_question_is_told_in_one_room() -> None:
    """A sentence of the program begins with *By default* there alone, and at the desk in its macro."""
    told = {name for name, text in TEXTS.items() if re.search(r"""["'>]By default\b""", text)}
    assert told == {ROOM, "campaign/web/templates/parts.html"}


EMPTY: tuple[object, ...] = (None, "", (), False)


def is_a_default(value: ast.expr) -> bool:
    """Whether an option's default is more than nothing, so that it may decide something."""
    return not (isinstance(value, ast.Constant) and value.value in EMPTY) and ast.unparse(value) != "()"


def asked_in(text: str) -> Iterator[str]:
    """What a module asks a person: each prompt, by the function that asks, and each option that has a default."""
    for function in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)):
        inner = (each for each in ast.walk(function) if isinstance(each, ast.FunctionDef) and each is not function)
        nested = {node for each in inner for node in ast.walk(each)}
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call) and node not in nested):
            of, default = ast.unparse(call.func), next((k.value for k in call.keywords if k.arg == "default"), None)
            if of in ("click.prompt", "click.confirm", "typed_answer"):
                yield f"{function.name}: {of.removeprefix('click.')}"
            elif of == "click.option" and default is not None and is_a_default(default):
                yield f"{function.name}: {next(a.value for a in call.args if isinstance(a, ast.Constant))}"


def declared() -> Iterator[str]:
    """The fields of declared commands that are asked and have a default, which terminal and desk take over."""
    for module in iter_modules(campaign.verbs.__path__):
        for value in vars(import_module(f"campaign.verbs.{module.name}")).values():
            if isinstance(value, type) and is_dataclass(value):
                yield from (
                    f"{module.name}.{value.__name__}.{name}"
                    for name, field in asked(value).items()
                    if field.default is not MISSING and field.default not in EMPTY
                )


DRAWN = {
    "amend.py amends: --why": "cli/amend.py",
    "forecast_campaign.py campaign_: --runs": "views/forecast/forecast_words.py",
    "forecast_campaign.py campaign_: --seed": "forecast/words.py",
    "mail.py mail: --out": "cli/mail.py",
    "options.py on_paper: --paper": "cli/preferred.py",
    "order_files.py _takes_proposals: confirm": "actions/order_text.py",
    "orders.py _ask_for: typed_answer": "queries/orders/proposed_orders.py",
    "return_prompt.py ask_for: typed_answer": "actions/returns/word.py",
    "battle_amend.py _asked: typed_answer": "views/battle/what_follows.py",
    "scenario.py new: --tabletop": "actions/start_campaign.py",
    "battles.NewBattle.within_m": "cli/battle.py",
    "engineering.Engineer.inches": "actions/engineering.py",
    "orders.GiveSupport.how": "cli/orders.py",
    "resolution.ResolveBattle.turns": "cli/resolve.py",
}
"""Prompts, options and fields of declared commands whose default decides something, with the module that draws it as a
proposal.
"""
NEUTRAL = {
    "advise.py _give: confirm": "yes or no to what was shown",
    "amend.py _ask: confirm": "yes or no to what was shown",
    "amend.py ask_field: typed_answer": "Enter keeps the value, which stands in the question",
    "asking.py typed_answer: prompt": "the prompt of all typed answers: Enter is an empty answer, which the caller reads",
    "battle_amend.py _ask_for: typed_answer": "Enter ends the list",
    "browser_desk.py _new_password: prompt": "has no default",
    "browser_desk.py desk: --port": "the address, which is printed",
    "catch_up.py _ask: confirm": "yes or no to what was shown",
    "convert.py convert: --doubt": "a limit; above it the list is refused, with the largest doubts",
    "convert.py convert: --encoding": "how a file is read; what does not fit is refused",
    "day.py next_: --until": "the end of the turn, which the answer names",
    "dice.py _ask: typed_answer": "has no default",
    "doctor.py _mend: confirm": "yes or no to what was shown",
    "drafts.py resumed: confirm": "no: the draft stays",
    "evening.py _line: prompt": "Enter does what the page above it says",
    "export.py export: --format": "the form of a file, which its name ends with",
    "export.py export: --table": "the table, which the file's name holds",
    "files.py upgrade: confirm": "no: the file stays as it is",
    "forget.py _ask: confirm": "no: nothing is deleted",
    "init_map.py _typed: prompt": "Enter ends the list",
    "labels.py labels: --base": "the size of a base, which the sheet prints",
    "options.py prints: --out": "the folder, which is printed with each file",
    "order_files.py _leaves_out: confirm": "no: nothing is recorded",
    "orders.py _sortie_asked: typed_answer": "Enter keeps the sortie, which stands in the question",
    "restore.py wanted: confirm": "no: the copy stays as it is",
    "tour.py demo: --out": "the folder of the sample, which is printed",
    "tour.py demo: --seed": "the dice of the sample",
    "undo.py _agreed_branch: confirm": "yes or no to what was shown",
    "undo.py _ask: confirm": "yes or no to what was shown",
    "undo.py _take_back_last: confirm": "yes or no to what was shown",
}
"""Prompts and options whose default decides nothing that is not said at once, with the reason."""


def test_a_prompt_with_a_default_is_drawn_as_a_proposal_or_said_to_be_neutral() -> None:
    proposed = {
        f"{name.removeprefix('campaign/cli/')} {what}"
        for name, text in TEXTS.items()
        if name.startswith("campaign/") and name.endswith(".py") and ("click" in text or "typed_answer" in text)
        for what in asked_in(text)
    }
    assert proposed | set(declared()) == DRAWN.keys() | NEUTRAL.keys()
    assert not DRAWN.keys() & NEUTRAL.keys()
    assert {f"campaign/{drawn_in}" for drawn_in in DRAWN.values()} <= PROPOSE.keys()


def test_a_new_prompt_is_seen() -> None:
    written = """
@click.option("--speed", default=3)
@click.option("--plain", default="")
def hurry(): click.confirm("Go on?", default=True)
"""
    assert list(asked_in(written)) == ["hurry: --speed", "hurry: confirm"]


OTHER_WORDS = re.compile(r"to name another|another \w+: --|; to change (?:it|that), ", re.IGNORECASE)
"""What somebody writes who proposes in words of his own: the way to another answer, behind the one that was taken."""


def test_nobody_proposes_in_words_of_his_own() -> None:
    acting = {
        name: text for name, text in TEXTS.items() if name.startswith(("campaign/actions/", "campaign/situation/"))
    }
    assert {name for name, text in acting.items() if OTHER_WORDS.search(text)} == set()
    assert OTHER_WORDS.search("attacks; to name another, undo this") and OTHER_WORDS.search(
        "another length: --inches N"
    )


def test_the_check_of_a_scenario_has_no_words_of_its_own_for_what_it_takes() -> None:
    """What is odd and what is taken all the same are two sentences, the second one a proposal."""
    checks = {name: text for name, text in TEXTS.items() if name.startswith("campaign/exchange/")}
    own_words = re.compile(r"""warn\([^)]*(?:is taken|taken as|stands? in for|makes one|counts")""")
    assert {name for name, text in checks.items() if own_words.search(text)} == set()
    assert own_words.search('faults.warn(spot, f"{line}: taken as written")')


def test_a_side_is_printed_by_its_name() -> None:
    assert {name for name, text in TEXTS.items() if "adjective" in text} == KNOW_THE_OTHER_WORD
