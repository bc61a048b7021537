"""The return form on a screen: its lines, boxes and words are those of the printed form, in all five systems."""

from __future__ import annotations

import asyncio
import re

import pytest
from httpx import Response

from campaign.actions.returns.take import RecordReturn
from campaign.actions.returns.word import UmpiresWord
from campaign.journal.desk_notes import OFF, RETURNS_BY_PLAYERS, drafts, set_secret
from campaign.journal.people import people_of
from campaign.journal.seats import Seat
from campaign.model import Return
from campaign.queries.battle.battles import return_fields
from campaign.queries.battle.packet import side_papers
from campaign.rules.tabletop.interface import playable
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from campaign.verbs.systems import FightUnder
from campaign.web.return_form import SHAPE, answers_of, content_from, preset, sheet_of_blanks, values_of
from campaign.words.form_boxes import BoxKind, boxes_of
from campaign.words.packet import ReturnForm
from tests.cli.test_cli_return_prompt import with_a_tick
from tests.web.visitors import HERE, Hall, Visitor, forms_of

ALLIED = "/battles/1/return/allied"
AXIS = "/battles/1/return/axis"
UNHARMED = {"unharmed": "X"}


def under(hall: Hall, system: str) -> None:
    """Let battle 1 be fought under another system."""
    if system != "brevity":
        hall.desk.give(hall.desk.people.without_window(_umpire(hall)), FightUnder("1", system))
        hall.catch_up()


def _umpire(hall: Hall):  # type: ignore[no-untyped-def]
    from campaign.terms.seats import Role
    from campaign.web.people import Person

    return Person(Role.UMPIRE, UMPIRE, "the umpire")


def form_of(hall: Hall, side: str) -> ReturnForm:
    """The printed form of a side."""
    with hall.desk.reading(UMPIRE) as board:
        return next(papers.form for papers in side_papers(board, UMPIRE, "1") if papers.reader == side)


def returns_in(hall: Hall) -> dict[str, dict]:  # type: ignore[type-arg]
    """The returns that are kept, by side."""
    with hall.desk.reading(UMPIRE) as board:
        return {row.content["side"]: row.content for row in board.rows(Return)}


def field_of(form: ReturnForm, side: str) -> str:
    """The box of who holds the field."""
    return f"field_{form.sides.index(side) + 1}"


def test_the_form_as_json_tells_what_may_be_written_into_its_boxes(hall: Hall) -> None:
    under(hall, "brigade")
    form = hall.umpire().get(ALLIED + ".json").json()
    assert form["columns"][1] == {
        "key": "figures_lost",
        "label": "figures lost",
        "kind": "number",
        "under": "removed whole",
        "words": ["figures lost"],
        "most": 999,
        "answers": True,
        "printed": True,
    }
    assert [(column["key"], column["answers"]) for column in form["stand_columns"]] == [
        ("figures_lost", False),
        ("removed", False),
        ("models_lost", False),
    ]


@pytest.mark.sample(3)
@pytest.mark.parametrize("system", playable())
def test_the_page_has_every_line_and_question_of_the_paper(hall: Hall, system: str) -> None:
    under(hall, system)
    page = hall.umpire().get(ALLIED)
    assert page.status_code == 200, page.text[-600:]
    form = form_of(hall, "allied")
    lines = [line for command in form.commands for line in command.lines]
    assert [int(number) for number in re.findall(r'id="line-(\d+)"', page.text)] == [line.line for line in lines]
    for line in lines:
        assert f"<b>{line.full_name or line.name}</b>" in page.text.replace("&#39;", "'")
    names = set(re.findall(r'name="([^"]+)"', page.text))
    values = set(re.findall(r'value="([^"]+)"', page.text))
    for name, box in boxes_of(form).items():
        whole = re.sub(r"(_turn)?_\d$", "", name) if name not in names | values else name
        is_there = (
            name in names | values | {"clock_hours", "clock_minutes"} or whole in names or f"{whole}_turns" in names
        )
        assert box.kind is BoxKind.HIDDEN or is_there, name


@pytest.mark.sample(3)
@pytest.mark.parametrize("system", playable())
def test_a_return_is_handed_in_line_by_line(hall: Hall, system: str) -> None:
    """The first thing that can be lost, a place, the field: what comes in is what the paper would say."""
    under(hall, system)
    form = form_of(hall, "allied")
    line = form.commands[0].lines[0]
    loss = next(
        column
        for column in form.columns
        if column.answers
        and column.printed
        and column.key != "unchanged"
        and dict(line.notes).get(column.key) != "of 0"
    )
    what = "X" if loss.kind == "tick" else "1"
    field = field_of(form, form.sides[0])
    answer = hall.umpire().press(
        ALLIED, "Hand in the return", **UNHARMED, **{f"line_{line.line}_{loss.key}": what}, field=field
    )
    if (
        answer.status_code == 422
    ):  # the rules of that table want more of this line: they say what, and all is still there
        assert f'value="{what}"' in answer.text
        assert f"<b>{line.full_name or line.name}</b>" in answer.text.replace("&#39;", "'")
        answer = hall.umpire().press(ALLIED, "Hand in the return", **UNHARMED, field=field)
        loss = None  # type: ignore[assignment]
    assert answer.status_code == 200, answer.text
    assert "return" in answer.text
    content = returns_in(hall)["allied"]
    assert content["foot"]["all_other_lines_unharmed"] is True
    assert content["foot"]["ending"] == "finished"
    if loss is not None:
        assert content["lines"][0]["line"] == line.line


@pytest.mark.sample(3)
@pytest.mark.parametrize("system", playable())
def test_what_was_handed_in_fills_the_form_again(hall: Hall, system: str) -> None:
    """Content, fields, content: nothing is lost on the way."""
    under(hall, system)
    with hall.desk.reading(UMPIRE) as board:
        from campaign.queries.battle.battles import return_fields

        fields = return_fields(board, UMPIRE, "1")
    form = form_of(hall, "axis")
    values = {**preset(form, 2), **UNHARMED, "clock": "09:20", "diary": "They held.", "other_works": "a well blown"}
    values |= {"roadblocks": "Musaid - Bir Wair; Fort Capuzzo - Musaid", "mines": "40 from W, 8 from S + 12, 30"}
    values |= {"field": "field_2", "objectives_1": "objective_1_1", "prisoners_taken": "12", "orders_1": "orders_A_no"}
    for line in form.commands[0].lines:
        for column in form.columns:
            if column.printed and column.key not in line.held and dict(line.notes).get(column.key) != "of 0":
                name = f"line_{line.line}_{column.key}"
                values[name] = {"number": "1", "place": form.places[0][1], "command": "A"}.get(column.kind, "X")
    content = content_from(form, fields, "axis", 1, values)
    assert content["foot"]["roadblocks"] == ["Musaid - Bir Wair", "Fort Capuzzo - Musaid"]
    assert content["foot"]["mines"] == ["40 from W, 8 from S", "12, 30"]
    assert content_from(form, fields, "axis", 1, values_of(content, form)) == content
    blanks = sheet_of_blanks(form, values_of(content, form))
    assert blanks.crossed == len(form.commands[0].lines)


def test_the_short_notation_goes_over_the_boxes(hall: Hall) -> None:
    answer = hall.umpire().press(
        ALLIED, "Hand in the return", typed="2s; 3 destroyed, at Halfaya Pass, foot\nfield british; ."
    )
    assert answer.status_code == 200, answer.text
    content = returns_in(hall)["allied"]
    assert [(line["line"], line["ticks"]) for line in content["lines"]] == [(2, ["spent"]), (3, ["destroyed"])]
    assert content["foot"]["field"] == "Allied"


def test_a_wrong_line_is_told_at_its_place_and_everything_typed_is_still_there(hall: Hall) -> None:
    answer = hall.umpire().press(
        ALLIED,
        "Hand in the return",
        **UNHARMED,
        line_2_spent="X",
        line_2_destroyed="X",
        diary="The guards took <the> top.",
        field="field_1",
    )
    assert answer.status_code == 422
    assert "contradict each other" in answer.text.partition('id="line-2"')[2].partition('id="line-3"')[0]
    assert "The guards took &lt;the&gt; top." in answer.text
    (form,) = [form for form in forms_of(answer.text) if ("shape" in dict(form.fields))]
    assert dict(form.fields)["line_2_destroyed"] == "X"
    assert returns_in(hall) == {}


def test_lines_of_one_stand_are_mended_by_a_button_and_the_dock_says_what_is_not_said(hall: Hall) -> None:
    table = hall.table("axis", 1)
    untouched = table.get(AXIS)
    assert "data-unsaid>not answered yet: who holds the field" in untouched.text
    refused = table.press_on(untouched, "Hand in the return", **UNHARMED, line_1_destroyed="X", field="field_1")
    assert refused.status_code == 422
    assert (
        "lines 1 and 2 are one stand on the table. If the stand was destroyed, all of these battalions are destroyed"
        in refused.text
    )
    assert "data-unsaid hidden" in refused.text
    mended = table.press_on(refused, "Tick “destroyed” for this stand on lines 1 and 2")
    assert mended.status_code == 200 and not returns_in(hall)
    assert table.press_on(mended, "Hand in the return").status_code == 200
    assert [line["ticks"] for line in returns_in(hall)["axis"]["lines"]] == [["destroyed"], ["destroyed"]]


def test_a_player_hands_in_the_return_of_his_side_and_no_other(hall: Hall) -> None:
    player = hall.commander("garmoyle", side="allied", player="Ruth")
    answer = player.press(ALLIED, "Hand in the return", **UNHARMED, field="field_1")
    assert answer.status_code == 200, answer.text
    assert "return handed in" in answer.text
    with hall.desk.reading(UMPIRE) as board:
        from campaign.model import Entry

        entry = max(board.entries(Entry.seq, Entry.verb, Entry.actor), key=lambda row: row.seq)
        giver = people_of(board).shown(entry.actor)
    assert (entry.verb, giver.split(" (")[0]) == ("battle record", "Ruth")
    unknown = player.get("/battles/77/return/allied")
    for address in (AXIS, "/battles/1/return/atlantis", "/battles/77/return/axis"):
        other = player.get(address)
        assert other.status_code == 404
        assert other.content == unknown.content


def test_the_table_has_its_own_form_and_nothing_else(hall: Hall) -> None:
    table = hall.table("axis", 1)
    page = table.get("/")
    assert "Return: Halfaya Pass, top" in page.text
    assert "Scots Guards" not in page.text
    answer = table.press(AXIS, "Hand in the return", **UNHARMED, field="field_2")
    assert answer.status_code == 200
    assert "The Axis return is handed in." in answer.text
    nothing = table.get("/battles/1")
    assert nothing.status_code == 404
    assert table.get(ALLIED).content == table.get("/battles/2/return/axis").content == nothing.content


def test_a_player_sees_nothing_of_the_other_return_before_the_battle_is_settled(hall: Hall) -> None:
    player = hall.commander("garmoyle", side="allied")
    addresses = ("/battles", "/battles/1", ALLIED, "/battles.json", "/battles/1.json", ALLIED + ".json")
    before = [_text(player, address) for address in addresses]
    hall.table("axis", 1).press(AXIS, "Hand in the return", **UNHARMED, field="field_1", diary="We held to the last.")
    hall.catch_up()
    assert [_text(player, address) for address in addresses] == before
    answer = player.press(ALLIED, "Hand in the return", **UNHARMED, field="field_1")
    assert "differ" not in answer.text
    assert "We held to the last" not in answer.text


def _text(visitor: Visitor, address: str) -> str:
    """A page without its form keys."""
    return re.sub(r'name="key" value="[^"]*"', "", visitor.get(address).text)


def test_a_return_with_the_same_key_counts_once(hall: Hall) -> None:
    player = hall.commander("garmoyle", side="allied")
    page = player.get(ALLIED)
    for _ in range(3):
        answer = player.press_on(page, "Hand in the return", **UNHARMED, field="field_1")
        assert answer.status_code == 200
    with hall.desk.reading(UMPIRE) as board:
        from campaign.model import Entry

        assert len([1 for row in board.entries(Entry.verb) if row.verb == "battle record"]) == 1


def test_a_second_return_of_the_same_side_replaces_the_first(hall: Hall) -> None:
    player = hall.commander("garmoyle", side="allied")
    player.press(ALLIED, "Hand in the return", **UNHARMED, field="field_1")
    page = player.get(ALLIED)
    assert "is handed in." in page.text
    player.press(ALLIED, "Hand in the return", field="field_2", diary="A change of mind.")
    assert returns_in(hall)["allied"]["foot"]["diary"] == "A change of mind."


def test_the_umpire_may_keep_the_returns_to_himself(hall: Hall) -> None:
    player = hall.commander("garmoyle", side="allied")
    page = player.get(ALLIED)
    set_secret(hall.desk.store, hall.desk.campaign, RETURNS_BY_PLAYERS, OFF)
    assert "You cannot hand in the return" in player.get(ALLIED).text
    refused = player.press_on(page, "Hand in the return", **UNHARMED, field="field_1")
    assert refused.status_code == 422
    assert "the umpire records the returns" in refused.text
    assert returns_in(hall) == {}


def test_a_second_phone_sees_who_types_and_may_take_over(hall: Hall) -> None:
    first, second = hall.table("allied", 1), hall.table("allied", 1)
    first = hall.commander("garmoyle", side="allied", player="Ruth")
    page = first.get(ALLIED)
    (form,) = [form for form in forms_of(page.text) if ("shape" in dict(form.fields))]
    fields = {**dict(form.fields), "do": "keep", "line_2_spent": "X", "diary": "We go on."}
    assert first.post(ALLIED, fields).status_code == 200
    assert "We go on." in first.get(ALLIED).text
    seen = second.get(ALLIED)
    assert "is filling in this return: 1 of 5 lines ticked." in seen.text
    assert "1 of 5 lines" in seen.text
    assert "We go on." not in seen.text
    assert "We go on." in second.press(ALLIED, "Take over").text
    assert first.post(ALLIED, fields).status_code == 422
    assert "is filling in this return" not in hall.table("axis", 1).get(AXIS).text
    second.press(ALLIED, "Hand in the return", **UNHARMED, field="field_1")
    assert drafts(hall.desk.reader, hall.desk.campaign) == ()
    assert returns_in(hall)["allied"]["foot"]["diary"] == "We go on."


def test_a_form_older_than_the_lines_is_not_taken(hall: Hall) -> None:
    page = hall.umpire()
    answer = page.press(ALLIED, "Hand in the return", **UNHARMED, field="field_1", **{SHAPE: "0123456789abcdef"})
    assert answer.status_code == 422
    assert "have changed since you opened the form" in answer.text


def test_a_file_fills_the_form_in(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.get(ALLIED)
    form = form_of(hall, "allied")
    (fields,) = [dict(f.fields) for f in forms_of(page.text) if dict(f.fields).get("do") == "read"]
    text = f"{form.masthead.code}\n2 spent\nfield axis\n".encode()
    answer = umpire.upload(ALLIED, fields, {"file": ("return.txt", text)})
    assert answer.status_code == 200, answer.text
    assert "filled in from the file" in answer.text
    assert returns_in(hall) == {}
    assert umpire.press_on(answer, "Hand in the return").status_code == 200
    assert returns_in(hall)["allied"]["lines"] == [{"line": 2, "ticks": ["spent"]}]
    wrong = umpire.upload(
        ALLIED, {**fields, "key": "other"}, {"file": ("return.txt", b"side: axis\nlines: {1: spent}\n")}
    )
    assert wrong.status_code == 422
    assert "Send the Allied return here" in wrong.text


@pytest.mark.long
def test_a_pdf_form_fills_the_form_in(hall: Hall) -> None:
    """The packet's own form, filled in on a screen."""
    pypdf = pytest.importorskip("pypdf")
    from io import BytesIO

    from campaign_reports import Paper, render_side

    with hall.desk.reading(UMPIRE) as board:
        papers = next(papers for papers in side_papers(board, UMPIRE, "1") if papers.reader == "allied")
    writer = pypdf.PdfWriter(clone_from=BytesIO(render_side(papers, Paper("a4"))))
    for sheet in writer.pages:
        if "/Annots" in sheet:
            writer.update_page_form_field_values(
                sheet, {"line_2_spent": "/X", "unharmed": "/X", "diary": "From paper."}
            )
    filled = BytesIO()
    writer.write(filled)
    umpire = hall.umpire()
    (fields,) = [dict(f.fields) for f in forms_of(umpire.get(ALLIED).text) if dict(f.fields).get("do") == "read"]
    answer = umpire.upload(ALLIED, fields, {"file": ("form.pdf", filled.getvalue())})
    assert answer.status_code == 200, answer.text[-900:]
    assert "From paper." in answer.text


@pytest.mark.long
def test_a_battle_that_is_over_takes_no_return(hall: Hall) -> None:
    both = tuple(
        {"side": side, "lines": [], "foot": {"ending": "finished", "all_other_lines_unharmed": True, "field": "allied"}}
        for side in ("allied", "axis")
    )
    page = hall.umpire().get(ALLIED)
    hall.desk.give(_umpire(hall), RecordReturn("1", both, word=UmpiresWord(proposals=True)))
    assert "No return can be handed in any more" in hall.umpire().get(ALLIED).text
    assert hall.umpire().press_on(page, "Hand in the return", **UNHARMED).status_code in (403, 422)


def test_a_colleague_without_units_in_the_battle_neither_reads_nor_drops_what_is_typed(hall: Hall) -> None:
    erskine, russell = (hall.commander(key, side="allied") for key in ("erskine", "russell"))
    typed = {"line_1_ended_at_other": "a secret wadi", "key": "k"}
    assert erskine.post(ALLIED, {**typed, "do": "keep", "token": _token(erskine)}).status_code == 200
    for asked in ("take", "drop", "keep", "read"):
        answer = russell.post(ALLIED, {**typed, "do": asked, "token": _token(russell)})
        assert answer.status_code == 422, asked
        assert "Only players with units in the battle can" in answer.text
    assert "a secret wadi" not in russell.get(ALLIED).text
    assert "a secret wadi" in erskine.get(ALLIED).text


def _token(visitor: Visitor) -> str:
    return visitor.hall.desk.people.token_of(visitor.client.cookies[visitor.hall.desk.cookie])


def _hand_in_fields(page: Response, **changes: object) -> dict[str, object]:
    """What a browser sends when the return on a page is handed in."""
    (form,) = [form for form in forms_of(page.text) if "shape" in dict(form.fields)]
    return {**dict(form.fields), **UNHARMED, **changes}


def test_two_tables_that_hand_in_different_returns_at_once_are_asked_whose_counts(hall: Hall) -> None:
    token, _ = hall.desk.people.invite(Seat(Role.TABLE, "allied", battle=1))
    windows = [hall._come(token, name) for name in ("phone", "tablet")]
    sent = [
        _hand_in_fields(window.get(ALLIED), field=f"field_{n}", diary=f"From table {n}.")
        for n, window in enumerate(windows, 1)
    ]

    async def both() -> list[Response]:
        calls = (w.client.post(ALLIED, data=f, headers={"origin": HERE}) for w, f in zip(windows, sent, strict=True))
        return list(await asyncio.gather(*calls))

    answers = hall.run(both())
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    late = next(n for n, answer in enumerate(answers) if answer.status_code == 409)
    asked, mine, kept = answers[late], f"From table {late + 1}.", f"From table {2 - late}."
    assert "was handed in from another window while you were typing" in asked.text
    assert f"Handed in: {kept}<br>Your version, not handed in: {mine}" in asked.text
    assert "<p>Line 1," not in asked.text
    assert returns_in(hall)["allied"]["foot"]["diary"] == kept
    again = windows[1 - late].post(ALLIED, sent[1 - late])
    assert (again.status_code, returns_in(hall)["allied"]["foot"]["diary"]) == (200, kept)
    assert windows[late].press_on(asked, "Hand in the return").status_code == 200
    assert returns_in(hall)["allied"]["foot"]["diary"] == mine


def test_a_return_on_an_older_page_can_give_way_to_the_one_that_is_in(hall: Hall) -> None:
    player, umpire = hall.commander("garmoyle", side="allied"), hall.umpire()
    older = umpire.get(ALLIED)
    player.press(ALLIED, "Hand in the return", **UNHARMED, field="field_1", diary="Ours.")
    asked = umpire.post(ALLIED, _hand_in_fields(older, field="field_1", diary="The umpire's."))
    assert asked.status_code == 409
    assert "Handed in: Ours.<br>" in asked.text
    assert umpire.press_on(asked, "Keep the version handed in").status_code == 200
    assert returns_in(hall)["allied"]["foot"]["diary"] == "Ours."
    assert drafts(hall.desk.reader, hall.desk.campaign) == ()


@pytest.mark.long
def test_the_same_return_from_two_windows_asks_nobody(hall: Hall) -> None:
    player, umpire = hall.commander("garmoyle", side="allied"), hall.umpire()
    older = umpire.get(ALLIED)
    player.press(ALLIED, "Hand in the return", **UNHARMED, field="field_1")
    assert umpire.post(ALLIED, _hand_in_fields(older, field="field_1")).status_code == 200


def test_a_new_tick_of_the_foot_is_a_box_of_its_block(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    with_a_tick(monkeypatch)
    form = form_of(hall, "allied")
    with hall.desk.reading(UMPIRE) as board:
        fields = return_fields(board, UMPIRE, "1")
    blanks = sheet_of_blanks(form, {"night_fight": "X"})
    assert blanks.unharmed.name == "unharmed" and not blanks.unharmed.is_crossed
    assert answers_of(blanks)["The side that holds the field, Fought at night"] == "Fought at night"
    content = content_from(form, fields, "allied", 1, {**UNHARMED, "night_fight": "X"})
    assert content["foot"]["night_fight"] is True and values_of(content, form)["night_fight"] == "X"
    content = content_from(form, fields, "allied", 1, {**UNHARMED, "typed": "night fight yes"})
    assert content["foot"]["night_fight"] is True
    assert 'name="night_fight"' in hall.umpire().get(ALLIED).text
