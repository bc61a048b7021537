"""Orders as people write them in a mail or a list: ``2 Scots Guards attack Halfaya top via Bir Wair``, ``Coast column:
march Sollum; from 1.3 attack Bardia``, ``7 RTR holds``: what a text holds, and why a line cannot be read.

    read_lines(lines, names) -> [ReadLine]      each line that holds an order, or that cannot be read, with the reason
    typed_orders(text, names) -> ReadLine       one line typed into a field, the verb first or the unit: ``march 3 cg
                                                musaid``; raises CampaignError with the reason

A line without a verb (``2nd Rifles to Ashford``), or that lets a unit stay where it is not, becomes a proposal: the
same order in full, which whoever hands it in confirms.

Names are found as the commands find them. Lines that are recognised as no order (a greeting, a name, a quoted line) are
left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from campaign.actions.order_messages import Written
from campaign.actions.order_sentence import (
    BULLET,
    EXAMPLE,
    TASK,
    TO,
    VERB,
    VIA,
    Names,
    orders_of,
    parts_of,
    sentence_orders,
    subject_of,
    units_named,
)
from campaign.errors import BadInput, CampaignError
from campaign.exchange.letters import Line
from campaign.values import dataclass, field, replace
from campaign.verbs.orders import GiveOrder
from campaign.words.proposal import Proposal

NO_ORDER = "it has no verb that gives an order, such as march, attack or hold"


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line with its orders, or why it cannot be read. ``proposal``: what the orders are if they are not in the
    line's own words.
    """

    number: int
    text: str
    orders: tuple[Written, ...] = ()
    fault: str = ""
    proposal: Proposal | None = None


_WORDS = ("march", "move", "advance", "attack", "assault", "hold", "withdraw", "retreat", "follow", "rest", "support")
_IN_RESERVE = re.compile(r"(?:^|[\s,:])(?:in|into)\s+(?:the\s+)?reserve(?=$|[\s,.;!])", re.IGNORECASE)
_TOWARDS = re.compile(
    r"(?:^|[\s,:])(?:(?P<withdraws>back\s+to)|(?P<attacks>against|upon)"
    r"|(?P<marches>to|towards?|into|for|->|=>|\N{RIGHTWARDS ARROW})"
    r"|(?P<holds>at|in|near))\s+",
    re.IGNORECASE,
)
"""The word before the place in a line without a verb, by what it says of the order."""
_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|evening|afternoon|day)|greetings|hallo|salut|ciao|evening|morning|sir)\b",
    re.I,
)
_CLOSING = re.compile(
    r"^(?:(?:kind|best|warm|many)?\s*regards|best(?: wishes)?|cheers|thanks|thank you|many thanks|yours|sincerely|bye"
    r"|rgds|br|mfg|viele gr\w+|gru\w+|see you|good luck)\b",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"^(?:(?:here|these)\b.*\borders?\b.*|(?:my |our |the )?orders?(?: (?:for|of|from)\b.*)?)[:.]?$", re.IGNORECASE
)
_HEADED = re.compile(
    r"^(?:.{1,80}?[\s,:-])?orders?(?:[\s,:-]+(?:(?:for|of|from|on|by|day|turn)\b|\d).{0,80})?[:.]?$", re.IGNORECASE
)
_DATED = re.compile(
    r"\b(?:day|turn)\s+\d|\b\d{1,2}\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE
)
MOST_IN_A_GREETING = 6
LONGEST = 1000
"""Most letters of a line that is read."""
MOST_IN_FULL = 40
"""Most lines whose error names what they may have meant."""


@dataclass
class _Reading:
    names: Names
    heading: tuple[str, ...] = ()
    is_closing: bool = False
    read: list[ReadLine] = field(default_factory=list)
    faults: int = 0

    def text_of(self, fault: CampaignError) -> str:
        """Return a line's error: in full with similar names, which take long to look for; those of the first lines are
        enough to see that a text holds no orders, or names of another campaign.
        """
        self.faults += 1
        return str(fault) if self.faults <= MOST_IN_FULL else str(fault.args[0])


def read_lines(lines: Iterable[Line], names: Names) -> list[ReadLine]:
    """Return every line that orders something or cannot be read. A line that continues in the next one is read together
    with it.
    """
    reading, before = _Reading(names), ""
    for line in lines:
        text = _trimmed(line.text)
        if not text:
            before = ""
            reading.heading = reading.heading if line.in_form else ()
            continue
        entry = _read(reading, line, text)
        if entry is None:
            before = ""
            continue
        last = reading.read[-1] if reading.read else None
        if entry.fault and last is not None and before and _goes_on(before, text):
            joined = _read(reading, replace(line, number=last.number), f"{last.text} {text}")
            if joined is not None and not joined.fault:
                reading.read[-1] = joined
                before = text
                continue
        reading.read.append(entry)
        before = text
    return reading.read


def typed_orders(text: str, names: Names) -> ReadLine:
    """Return one typed line with its orders, and as a proposal where they are not in its own words. Raises
    CampaignError if it holds none that can be read, with the reason.
    """
    read = read_lines([Line(1, text)], names)
    if read and not read[0].fault:
        return read[0]
    if (verb_first := _without_to(text.strip(" ."), names)) is not None:
        return verb_first
    raise BadInput(f"{text.strip()!r}: {read[0].fault if read else f'{NO_ORDER}. Write for example: {EXAMPLE!r}'}")


def is_typed_order(text: str) -> bool:
    """Return whether a text begins like an order, with its verb, or with the words of an engineer task: one alone may
    be the beginning of a name, such as *Bridge* or *Ferry*.
    """
    task = TASK.match(text.strip())
    return VERB.match(text.strip()) is not None or (task is not None and " " in task[0])


def _without_to(text: str, names: Names) -> ReadLine | None:
    """Return a line that begins with its verb and does not say *to*: the longest beginning that names a unit is the
    unit. If the rest does not fit, it is read as the line with the unit before its verb, which may be a proposal.
    Returns None if no unit is named; raises CampaignError if the rest fits in neither way.
    """
    match = VERB.match(text) or TASK.match(text)
    if match is None:
        return None
    after = text[match.end() :].strip()
    first, *rest = parts_of(after)
    words, faults = first.split(), list[CampaignError]()
    for count in range(len(words), 0, -1):
        named = " ".join(words[:count])
        try:
            unit = names.unit(named)
        except CampaignError:
            continue
        try:
            return ReadLine(1, text, orders_of(names, (unit,), match, " ".join(words[count:]), rest, ""))
        except CampaignError as fault:
            faults.append(fault)
        turned = read_lines([Line(1, " ".join((named, match[0], *after.split(None, count)[count:])))], names)
        if turned and turned[0].proposal is not None:
            return replace(turned[0], text=text)
    if faults:
        raise faults[0]
    return None


def _trimmed(text: str) -> str:
    text = text.strip().strip("*_").strip()
    return "" if text.startswith("#") or not re.search(r"\w", text) else text


def _goes_on(before: str, text: str) -> bool:
    """Return whether the previous line was as long as a mail program's lines and this one continues it."""
    return len(before) >= 50 and not BULLET.match(text) and not text[:1].isupper()


def _read(reading: _Reading, line: Line, text: str) -> ReadLine | None:
    """Return the result of one line; None for a line that is recognised as no order."""
    if line.in_form and re.fullmatch(r"[^:]+:", text):
        reading.heading = units_named(reading.names, text[:-1]) or ()
        return None
    if len(text) > LONGEST:
        return ReadLine(
            line.number, f"{text[:60]}...", fault=f"the line has {len(text):,} characters. Write one order on each line"
        )
    if text[0] in '"\u201c' and text[-1] in '"\u201d':
        return ReadLine(line.number, text, fault="the line is in quotation marks. If it is an order, remove the marks")
    try:
        orders = _orders(reading, text)
    except CampaignError as fault:
        if _is_small_talk(reading, text):
            return None
        if (proposed := _proposed(reading, text)) is not None:
            return replace(proposed, number=line.number)
        return ReadLine(line.number, text, fault=reading.text_of(_fault_without_verb(reading, text) or fault))
    reading.is_closing = False
    return ReadLine(line.number, text, orders) if orders else None


def _proposed(reading: _Reading, text: str) -> ReadLine | None:
    """Return a line that cannot be read as it stands with the orders that it most likely means; None if it names no
    unit of the writer and no place.
    """
    for meant in _meant(BULLET.sub("", text).strip(" .!")):
        try:
            orders = tuple(
                order
                for sentence in meant.sentences
                for order in sentence_orders(reading.names, reading.heading, sentence)
            )
        except CampaignError:
            continue
        if orders and not (meant.is_elsewhere and any(_goes_nowhere(reading.names, order) for order in orders)):
            words = " and ".join(f"'{sentence}'" for sentence in meant.sentences)
            change = f"write the unit, its order and the place, as in '{EXAMPLE}'"
            return ReadLine(0, text, orders, proposal=Proposal(words, meant.why, change))
    return None


def _fault_without_verb(reading: _Reading, text: str) -> CampaignError | None:
    """Return why a line without a verb gives no order although it names a unit of the writer or a place: the other
    name is unknown. None for any other line.
    """
    text = BULLET.sub("", text).strip(" .!")
    towards = _TOWARDS.search(text)
    if towards is None or VERB.search(text) or TASK.search(text):
        return None
    place = VIA.split(text[towards.end() :])[0]
    is_unit = bool(units_named(reading.names, text[: towards.start()].strip(" ,:-")))
    try:
        reading.names.place(place)
    except CampaignError as fault:
        return fault if is_unit else None
    try:
        reading.names.unit(text[: towards.start()].strip(" ,:-"))
    except CampaignError as fault:
        return fault
    return None


def _goes_nowhere(names: Names, order: Written) -> bool:
    """Return whether an order sends a unit to the place where it is."""
    return isinstance(order, GiveOrder) and bool(order.to) and names.is_at(order.unit, order.to)


@dataclass(frozen=True, slots=True)
class _Meant:
    """The sentences that a line may stand for, and why. ``is_elsewhere``: only of a unit that is not at the place
    named.
    """

    sentences: tuple[str, ...]
    why: str
    is_elsewhere: bool = False


def _meant(text: str) -> Iterator[_Meant]:
    """Yield what a line may stand for, the likeliest first."""
    before: tuple[str, ...] = ()
    why = ""
    has_verb = VERB.search(text) is not None
    if reserve := _IN_RESERVE.search(text):
        subject = text[: reserve.start()]
        if (verb := VERB.search(subject)) is not None:
            subject = subject[: verb.start()]
        before, why = (f"{subject_of(subject)} reserve posture".strip(),), "a unit in reserve has the reserve posture"
        tail = text[reserve.end() :].strip()
        text = f"{subject_of(subject)} hold {tail}".strip()
        yield _Meant((*before, text), f"{why} and holds where it is")
    stays = next((match for match in VERB.finditer(text) if match["hold"]), None)
    if stays is not None:
        there = "the unit is not there and holds when it has arrived"
        yield _Meant(
            (*before, f"{text[: stays.start()]}march to {TO.sub('', text[stays.end() :].strip())}".strip()),
            f"{why}, and {there}" if why else there,
            is_elsewhere=True,
        )
    towards = _TOWARDS.search(text)
    if towards is None or VERB.search(text[: towards.start()]) or stays is not None:
        return
    subject, where = text[: towards.start()].strip(" ,:-"), text[towards.end() :]
    kind = towards.lastgroup or ""
    no_verb = "the line has no verb before the place" if has_verb else "the line has no verb"
    if kind == "holds":
        yield _Meant((f"{subject} hold at {where}".strip(),), f"{no_verb}, and the unit is there")
        kind = "marches"
    verb_meant = {"marches": "march to", "attacks": "attack", "withdraws": "withdraw to"}[kind]
    yield _Meant((f"{subject} {verb_meant} {where}".strip(),), no_verb)


def _is_small_talk(reading: _Reading, text: str) -> bool:
    """Return whether the text is a greeting, a closing with the name after it, or a heading."""
    count = len(text.split())
    if _TITLE.match(text) or reading.names.is_person(text.strip(" ,.:!-")):
        return True
    if _CLOSING.match(text) and count <= MOST_IN_A_GREETING:
        reading.is_closing = True
        return True
    is_greeting = _GREETING.match(text) is not None and (count <= MOST_IN_A_GREETING or VERB.search(text) is None)
    return is_greeting or (reading.is_closing and count <= 3) or _is_title(reading, text)


def _is_title(reading: _Reading, text: str) -> bool:
    """Return whether the text is a title above the first order: it has no verb, and is a unit's name, a date, or
    speaks of orders.
    """
    if reading.read or VERB.search(text) or TASK.search(text) or _verb_meant(text):
        return False
    is_dated = _DATED.search(text) is not None and _TOWARDS.search(text) is None
    return bool(_HEADED.match(text) or is_dated or units_named(reading.names, text.rstrip(" .:")))


def _orders(reading: _Reading, text: str) -> tuple[Written, ...]:
    """Return the orders of one line; none for a line that only names the unit for the next ones. Raises CampaignError
    with the reason if no order in it can be read.
    """
    if text.endswith(":") and (units := units_named(reading.names, subject_of(text[:-1]))):
        reading.heading = units
        return ()
    if orders := sentence_orders(reading.names, reading.heading, text):
        return orders
    raise BadInput(f"{NO_ORDER}{_verb_meant(text)}. Write the unit, its order and the place, as in '{EXAMPLE}'")


def _verb_meant(text: str) -> str:
    """Return a suggestion for a word that is nearly a verb: ``; did you mean attack?``."""
    for word in re.findall(r"[A-Za-z]{4,}", text):
        if close := get_close_matches(word.lower(), _WORDS, 1, 0.75):
            return f" ({word!r}: did you mean {close[0]}?)"
    return ""
