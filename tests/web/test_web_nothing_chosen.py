"""Nothing is chosen for anybody: a form asks what decides much, and every answer that one fills in is listed here with
the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from jinja2 import Environment, nodes

from campaign.web.templating import FOLDER
from tests.web.test_web_reports import owe_two
from tests.web.visitors import Hall, forms_of

PRESENT = "it is so now: the form shows what stands"
AS_IT_IS = "its first word leaves it as it is, or to what the page says beside it"
SCREEN = "it only changes what is shown or saved for the person himself"
FILLED_IN = {
    ("air.html", "group"): "asked, unless the side has a single group",
    ("amend.html", "field.name"): "as it was recorded",
    ("amend.html", "way"): "the first way changes no battle; what follows is shown before it is done",
    ("amend_what.html", "what"): SCREEN,
    ("battle.html", "attacker"): AS_IT_IS,
    ("battle.html", "grade_loop.index"): AS_IT_IS,
    ("battle.html", "turns"): "one turn at most, as the terminal proposes; more are typed",
    ("battle_amendment.html", "side"): "the return that is amended, shown above what follows",
    ("battle_return.html", "line.command_field"): AS_IT_IS,
    ("battle_return.html", "line.turn_field"): AS_IT_IS,
    ("battle_return.html", "q.name_turns"): AS_IT_IS,
    ("battle_words.html", "state-each.key"): AS_IT_IS,
    ("battles.html", "attacker"): AS_IT_IS,
    ("battles.html", "within_m"): "the width that the terminal proposes; the battle is shown before it is fought",
    ("branches.html", "a"): SCREEN,
    ("branches.html", "b"): SCREEN,
    ("campaign_forecast.html", "branch"): AS_IT_IS,
    ("campaign_forecast.html", "until"): SCREEN,
    ("catch_up.html", "copy"): SCREEN,
    ("catch_up.html", "entry"): "entries that can be played, each shown with what becomes of it",
    ("files.html", "format"): SCREEN,
    ("files.html", "table"): SCREEN,
    ("first.html", "scenario"): "the one that was chosen before a refusal",
    ("first.html", "tabletop"): "proposed in words; each battle may be fought by another system",
    ("map.html", "order"): "an order is given to a place that is pointed at, and is foreseen before",
    ("map.html", "since"): "the turn whose orders are written",
    ("muster.html", "tabletop"): AS_IT_IS,
    ("new.html", "leave_out"): "crossed by the person himself before",
    ("new_map.html", "keep_loose"): "crossed by the person himself before",
    ("new_map.html", "map_of"): "each map is read and shown before anything is started",
    ("new_start.html", "tabletop"): "as the scenario says",
    ("new_start.html", "weather"): "as the scenario says",
    ("new_start.html", "where"): "a new file, which replaces nothing",
    ("next.html", "auto"): "crossed by the person himself before",
    ("next.html", "program"): SCREEN,
    ("next.html", "until"): SCREEN,
    ("odds_table.html", "field.name"): SCREEN,
    ("odds_table.html", "rules"): SCREEN,
    ("order.html", "from"): "the turn whose orders are written",
    ("order.html", "kind"): "an order to march or attack is refused without a place, and shows what it comes to",
    ("order.html", "place"): "the place that was chosen before",
    ("order.html", "posture"): PRESENT,
    ("order_form.html", "formation"): PRESENT,
    ("orders.html", "form"): "forms without a fault; the button counts them, and one Undo takes them back",
    ("orders_pasted.html", "for"): AS_IT_IS,
    ("papers.html", "booklet"): SCREEN,
    ("papers.html", "for"): AS_IT_IS,
    ("papers.html", "kind"): SCREEN,
    ("papers.html", "large"): SCREEN,
    ("papers.html", "paper"): SCREEN,
    ("players.html", "deputy"): PRESENT,
    ("players.html", "ends"): "proposed in words: the player before would go on reading the secrets of the seat",
    ("players.html", "missing"): PRESENT,
    ("players.html", "player"): PRESENT,
    ("players.html", "right"): PRESENT,
    ("players.html", "score"): PRESENT,
    ("replay.html", "rewrite"): "crossed by the person himself before",
    ("unit_amend.html", "experience"): AS_IT_IS,
    ("unit_amend.html", "state"): AS_IT_IS,
}
"""Answers that a form may hold before anybody gave one: template and field, with the reason. The units of ``settle.html``
stay, go back or advance as the program proposes, a line each; the boxes of a return are in ``test_web_return.py``.
"""
ARGUMENTS = {
    "select": ("label", "name", "options", "chosen"),
    "radio": ("name", "value", "label", "checked"),
    "segment": ("legend", "name", "options", "chosen"),
    "crosses": ("legend", "name", "options", "chosen"),
    "tickbox": ("name", "label", "checked"),
    "asks": ("name", "visit", "chosen", "options"),
}
"""Macros of forms that take an answer, with their arguments."""


def asked() -> Iterator[tuple[str, str, str, bool]]:
    """Yield every question of the templates: the template, the macro, its field, and whether an answer is filled in."""
    environment = Environment()
    for path in sorted(FOLDER.glob("*.html")):
        for call in environment.parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
            macro = call.node.attr if isinstance(call.node, nodes.Getattr) else ""
            if macro not in ARGUMENTS or not isinstance(call.node.node, nodes.Name) or call.node.node.name != "p":
                continue
            given = dict(zip(ARGUMENTS[macro], call.args, strict=False)) | {
                word.key: word.value for word in call.kwargs
            }
            answer = given.get("chosen", given.get("checked"))
            is_list = macro == "select" or "choose" in given  # without options, a declared question begins blank
            is_filled = not _is_what_was_typed(answer) or (
                is_list and "ask" not in given and "options" in given and not _begins_blank(given["options"])
            )
            name = _words(given["name"])
            yield path.name, macro, name.rpartition(".")[2] if macro == "asks" else name, is_filled


def _is_what_was_typed(answer: nodes.Node | None) -> bool:
    """Whether a box holds at most what this person has typed: nothing, ``visit.was_typed(name)``, ``... in typed``."""
    if answer is None or isinstance(answer, nodes.Const):
        return not (answer and answer.value)
    if isinstance(answer, nodes.Call) and isinstance(answer.node, nodes.Getattr):
        return answer.node.attr in ("was_typed", "get") and all(
            isinstance(other, nodes.Const) and other.value == "" for other in answer.args[1:]
        )
    if isinstance(answer, nodes.And):
        return _is_what_was_typed(answer.right) or _is_what_was_typed(answer.left)
    if isinstance(answer, nodes.Compare):
        typed = [answer.expr, *(operand.expr for operand in answer.ops)]
        return any(_words(part) in ("visit.typed", "values") or _is_typed_list(part) or _calls(part) for part in typed)
    return False


def _is_typed_list(part: nodes.Node) -> bool:
    return isinstance(part, nodes.Call) and _words(part.node) == "visit.typed.get"


def _calls(part: nodes.Node) -> bool:
    return isinstance(part, nodes.Call) and isinstance(part.node, nodes.Getattr) and _is_what_was_typed(part)


def _begins_blank(options: nodes.Node) -> bool:
    """Whether a list of options begins with one that chooses nothing: ``[("", "every side"), ...]``."""
    while isinstance(options, nodes.Add):
        options = options.left
    if not isinstance(options, nodes.List) or not isinstance(options.items[0], nodes.Tuple):
        return False
    first = options.items[0].items[0]
    return isinstance(first, nodes.Const) and first.value == ""


def _words(part: nodes.Node) -> str:
    if isinstance(part, nodes.Const):
        return str(part.value)
    if isinstance(part, nodes.Getattr):
        return f"{_words(part.node)}.{part.attr}"
    if isinstance(part, nodes.Name):
        return part.name
    if isinstance(part, nodes.Concat):
        return "".join(map(_words, part.nodes))
    return ""


def test_every_answer_that_a_form_fills_in_has_its_reason() -> None:
    filled = {(template, name) for template, _, name, is_filled in asked() if is_filled}
    assert filled - FILLED_IN.keys() == set()
    assert FILLED_IN.keys() - filled == set()


def test_a_decision_is_proposed_and_not_chosen(hall: Hall) -> None:
    owe_two(hall)
    umpire = hall.umpire()
    page = umpire.get("/decisions")
    forms = [form for form in forms_of(page.text) if dict(form.fields).get("number")]
    assert [("answer" in dict(form.fields), form.buttons[-1][2]) for form in forms] == [
        (False, "Answer decision 1"),
        (False, "Answer decision 2"),
    ], "no answer is ticked, and Enter answers none"
    assert (
        "<b>Proposed: nothing,</b> because" in page.text
        and "In automatic play, and for troops led by the program, the proposal is taken." in page.text
    )
    assert "you have not answered decision 1 yet" in umpire.press_on(page, "Answer decision 1").text
    answered = umpire.press_on(page, "Answer decision 1", answer="later")
    assert "Decision 1" in answered.text and "Answer decision 2" in answered.text


@pytest.mark.parametrize(
    ("address", "button", "said"),
    [
        ("/battles/1", "Use these rules", "no system was chosen"),
        ("/places/top", "Change the holder", "no holder was chosen"),
        ("/places/top", "Change the road", "no road was chosen"),
        ("/air", "Cancel the group's sorties", "no air group was chosen"),
        ("/rules/house", "Use this house file", "no house file was chosen"),
    ],
)
def test_a_button_does_nothing_to_what_nobody_chose(reading_room: Hall, address: str, button: str, said: str) -> None:
    umpire = reading_room.umpire()
    page = umpire.get(address)
    form = next(form for form in forms_of(page.text) for words in form.buttons if button == words[2])
    name, value, _ = next(words for words in form.buttons if button == words[2])
    told = umpire.post(address, {**dict(form.fields), "why": "it was so", **({name: value} if name else {})})
    assert told.status_code == 422 and said in told.text


def test_no_order_is_given_by_a_form_that_nobody_filled_in(reading_room: Hall) -> None:
    umpire, address = reading_room.umpire(), "/orders/gott/3_coldstream_guards"
    forms = {dict(form.fields).get("what"): dict(form.fields) for form in forms_of(umpire.get(address).text)}
    for what, typed, said in (
        ("engineer", {}, "no task"),
        ("attach", {}, "no formation"),
        ("split", {}, "no size of the part"),
        ("support", {"formation": "gott"}, "no kind of support"),
    ):
        told = umpire.post(address, {**forms[what], **typed, "do": "give"})
        assert told.status_code == 422 and f"{said} was chosen" in told.text
