"""The sentences that explain each setting, kept in text files that are read through and edited as text.

Beside each table of settings lies a ``settings.txt`` with a line for each key: ``KEY | SENTENCES``. A line that begins
with ``#`` is a remark. The sentences say what the book says, or that it is silent, and what each value does; a switch
has ``On: ...`` and ``Off: ...``. The rows of a printed table have one line together, whose key ends in ``.*``; each
fills in its brackets (``Rule.row``).

    parse_texts(text) -> dict[str, str]            raises ValueError for a file that is not written so
    with_texts(rules, package) -> tuple[Rule, ...] each with its text; raises ValueError for a key that is missing or
                                                   that no rule has
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from typing import Final

from campaign.rules.common.rulebook import Rule
from campaign.values import replace

FILE: Final = "settings.txt"
_BAR: Final = " | "


def parse_texts(text: str) -> dict[str, str]:
    """Return the sentences by key. Raises ValueError that quotes the line for one without a key or given twice."""
    texts: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        key, bar, sentences = line.partition(_BAR)
        if not (bar and sentences.strip()) or key.strip() in texts:
            raise ValueError(f"each line must be KEY | SENTENCES, and each key may occur once: {line}")
        texts[key.strip()] = sentences.strip()
    return texts


def with_texts(rules: Sequence[Rule], package: str) -> tuple[Rule, ...]:
    """Return the settings of a package with their sentences. Raises ValueError for a key that is missing in the file
    or that none of these settings has."""
    try:
        content = pkgutil.get_data(package, FILE) or b""
    except OSError:
        content = b""
    texts = parse_texts(content.decode("utf-8"))
    if odd := texts.keys() ^ {line_of(rule) for rule in rules}:
        raise ValueError(
            f"these settings are in {package}/{FILE} or in the table of settings, but not in both: "
            f"{', '.join(sorted(odd))}"
        )
    return tuple(replace(rule, meaning=_meaning(rule, texts[line_of(rule)])) for rule in rules)


def line_of(rule: Rule) -> str:
    """Return the key of a setting's line: the rows of a printed table share one."""
    return f"{rule.key.rpartition('.')[0]}.*" if rule.row else rule.key


def _meaning(rule: Rule, sentences: str) -> str:
    return sentences.format(*rule.row) if rule.row else sentences
