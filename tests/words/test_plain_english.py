"""The sentences that papers print, read one by one: who does what, in words that mean one thing, spelt right.

What counts as a sentence: whatever ends with a full stop. A line without one is a label, a row of a chart or a note beside
a box; every line under a head (rules in short, house rules) and of a legend is a sentence. A sentence has a verb if it has
a word of ``verbs.txt``; words that may be nouns (*fire*, *move*) count at the head of a clause or after a noun, not after an
article, a preposition or an adjective. No tagger is needed for so few words, and the list is the sheets' own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from campaign.rules.common.systems import FOLDERS, SYSTEMS
from campaign.rules.common.texts import texts
from campaign.words.texts import Entry, Texts, papers

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SHEETS = [key for key in SYSTEMS if "house rules" in texts(key).sections]
"""Systems all of whose sentences stand in text files."""
PAPERS = "papers"
BARE = re.compile(
    r"(?:^|[.;:]\s+)(?:(who|whom|whose|what|those who)\b|(none|one|some|those)\s+(?:is|are|may|can|was|does|has|have)\b)",
    re.I,
)
"""A bare pronoun that opens a sentence or a clause: *who moved*, *none is passed*."""
STOP = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9“(])")
ABBREVIATIONS = re.compile(r"\b(in|km|no|vs|e\.g|i\.e)\.(?=\s+[a-z0-9(])")


def lines_of(key: str) -> Texts:
    return papers() if key == PAPERS else texts(key)


def remarks(name: str) -> list[str]:
    return [line for line in (HERE / name).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


@cache
def banned() -> list[tuple[re.Pattern[str], str, frozenset[str]]]:
    rows = ([*(part.strip() for part in re.split(r" \| ", line)), "", ""] for line in remarks("banned.txt"))
    return [(re.compile(row[0], re.I), row[1], frozenset(row[2].split(", "))) for row in rows]


@cache
def verbs(kind: str) -> frozenset[str]:
    starts = (line.partition(": ") for line in remarks("verbs.txt"))
    return frozenset(word for head, _, words in starts if head == kind for word in words.split())


def sentences(text: str) -> list[str]:
    """What ends with a full stop; the stop after *in.* ends a sentence only before a capital."""
    plain = ABBREVIATIONS.sub(r"\1", re.sub(r"\{\w+\}", "7", text))
    return [part for part in STOP.split(plain) if part.endswith((".", "!", "?"))]


def has_verb(sentence: str) -> bool:
    words = re.findall(r"[\w'’-]+|=|[,;:(]", sentence.lower())
    for step, word in enumerate(words):
        previous = words[step - 1] if step else ""
        if word in verbs("sure"):
            return True
        if word in verbs("both") and previous not in verbs("before a noun") and not previous.isdigit():
            return True
    return False


def faults(entry: Entry, system: str) -> Iterator[str]:
    """What is wrong with a line."""
    for text in filter(None, (entry.label, entry.text)):
        for match in BARE.finditer(text):
            yield f"opens with a bare {match[1] or match[2]!r}: {text}"
        for pattern, instead, excepted in banned():
            if system not in excepted and (match := pattern.search(text)):
                yield f"says {match[0]!r}{f': write {instead}' if instead else ''}: {text}"
    for sentence in sentences(entry.text):
        if not has_verb(sentence):
            yield f"has no verb: {sentence}"


ENTRIES = [pytest.param(key, id=key) for key in (*SYSTEMS, PAPERS)]


@pytest.mark.parametrize("key", ENTRIES)
def test_every_line_says_who_does_what_in_words_that_mean_one_thing(key: str) -> None:
    assert [f"{entry.key}: {fault}" for entry in lines_of(key).entries.values() for fault in faults(entry, key)] == []


@pytest.mark.parametrize("key", SHEETS)
def test_what_stands_under_a_head_and_in_a_legend_is_a_sentence(key: str) -> None:
    sections = [
        section for name, section in texts(key).sections.items() if section.title or name in ("house rules", "legend")
    ]
    entries = [entry for section in sections for entry in section.entries]
    assert len(entries) > 20
    assert [entry.key for entry in entries if not entry.text.endswith(".")] == []
    assert [entry.key for entry in texts(key).sections["house rules"].entries if "(house)" in entry.text] == []


SPOILT = {
    "Who has no officer left does not challenge.": "bare 'Who'",
    "The command waits. Whom the enemy has located is placed at once.": "bare 'Whom'",
    "Works: who digs in may fire.": "bare 'who'",
    "None is passed; one may be made standing still.": "bare 'None'",
    "The map is 12 hexes a side (ours).": "(ours)",
    "The firer rolls as he is.": "'he'",
    "A hill is high; nobody enters it.": "'nobody'",
    "The fight is over after turn 15.": "'The fight'",
    "It is mended in a turn.": "'mended'",
    "The unit is found in contact.": "'found'",
    "Two columns: the worse; at night the dark.": "no verb",
    "March 40 in. By lot, in the open.": "no verb",
    "Guns too.": "no verb",
    "A dash is in range. Direct fire at 4 in.": "no verb",
    "Each unit is organized by color.": "British spelling",
}


@pytest.mark.parametrize("text", SPOILT)
def test_a_spoilt_line_is_seen(text: str) -> None:
    (entry,) = Texts.parse(f"[a]\nkey | Label | {text} |").entries.values()
    assert SPOILT[text] in " ".join(faults(entry, "brevity"))


def test_a_label_is_read_too_and_a_book_keeps_its_own_word() -> None:
    label, word = Texts.parse(
        "[a]\nlabel | Who fires | A unit fires. |\n\nword | Label | A model is moved. |"
    ).entries.values()
    assert "bare 'Who'" in " ".join(faults(label, "brevity"))
    assert "says 'model'" in " ".join(faults(word, "brevity")) and not list(faults(word, "brigade"))


def test_sentences_are_told_from_labels_and_abbreviations() -> None:
    assert sentences("A gun reaches 4 in. from it. Roll once.") == ["A gun reaches 4 in from it.", "Roll once."]
    assert (
        sentences("covers units behind it") == [] and has_verb("Guns fire at 7.") and not has_verb("The fire of guns.")
    )


MODULES = (
    "sheet",
    "sheet_values",
    "sheet_odds",
    "house_rules",
    "reminders",
    "quick_reference",
    "paper_map",
    "reference",
    "house_words",
    "agreements",
)
LONGEST_LABEL = 4
"""Words of a head or cell that may stand in Python; what is longer is a sentence or a note of the text file."""


def prose(code: str) -> list[str]:
    """Constants of more words than a label has, but for docstrings and what an error says."""
    tree = ast.parse(code)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    errors = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Raise) for part in ast.walk(node)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [
        node.value
        for node in constants
        if len(node.value.split()) > LONGEST_LABEL and id(node) not in docstrings | errors
    ]


@pytest.mark.parametrize("key", SHEETS)
def test_no_sentence_hides_in_a_module(key: str) -> None:
    folder = ROOT / FOLDERS.replace(".", "/") / key
    modules = [path for name in MODULES if (path := folder / f"{name}.py").is_file()]
    hidden = {path.name: prose(path.read_text(encoding="utf-8")) for path in modules}
    assert {name: texts_in_it for name, texts_in_it in hidden.items() if texts_in_it} == {}


def test_a_sentence_that_hides_in_a_module_is_seen() -> None:
    code = '"""A docstring of more than four words."""\nraise ValueError("an error of more than four words")\n'
    assert prose(code) == []
    assert prose(f"{code}A = f'it takes {{1}} of all the other units'") == [" of all the other units"]
    assert prose(f"{code}def a():\n    yield 'a sentence of five words'") == ["a sentence of five words"]
