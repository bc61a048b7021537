"""Orders as people write them in a mail or a list: ``2 Scots Guards attack Halfaya top via Bir Wair``, ``Coast column:
march Sollum; from 1.3 attack Bardia``, ``7 RTR holds``.

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
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Protocol

from campaign.actions.air_words import parse_sortie
from campaign.actions.order_messages import Written
from campaign.actions.order_words import listed_places
from campaign.errors import BadInput, CampaignError, NotFound
from campaign.exchange.letters import Line
from campaign.terms.state import OrderKind, Posture, Support
from campaign.terms.words import plain
from campaign.values import dataclass, field, replace
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, Rest, TakePosture
from campaign.views.proposal import Proposal

NO_ORDER = "it has no verb that gives an order, such as march, attack or hold"
EXAMPLE = "2nd Rifles attack Birch Cross via Ashford"


class Names(Protocol):
    """The interface to the names that the writer can use. Each method raises NotFound or Ambiguous and returns the
    key.
    """

    def unit(self, text: str) -> str:
        """Return the key of a formation or battalion."""

    def formation(self, text: str) -> str:
        """Return the key of a formation."""

    def group(self, text: str) -> str:
        """Return the key of an air group."""

    def place(self, text: str) -> str:
        """Return the key of a place."""

    def turn(self, text: str) -> str:
        """Return the turn that a text names, by its number or by an hour of the clock, as ``1.3``."""

    def is_person(self, text: str) -> bool:
        """Return whether the text is the name of a commander, or of the commander's player."""

    def is_at(self, unit: str, place: str) -> bool:
        """Return whether all of the unit stands at that place."""

    @property
    def places(self) -> Sequence[str]:
        """Names of all places, some of which contain a comma."""


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


_KINDS: dict[str, str] = {
    "posture": r"(?:(?:takes?|adopts?|goes|go)(?: up| into?)?(?: the)? )?(?:march|line|support|reserve) posture"
    r"|posture:? ?(?:march|line|support|reserve)",
    "attack": r"advanc(?:e|es|ing) (?:on|upon|against)|attack(?:s|ing)?|assault(?:s|ing)?|storm(?:s|ing)?|"
    r"seiz(?:e|es|ing)|captur(?:e|es|ing)|tak(?:e|es|ing)",
    "withdraw": r"withdraw(?:s|ing)?|retreat(?:s|ing)?|retir(?:e|es|ing)|(?:falls?|pulls?|goes|go) back",
    "march": r"march(?:es|ing)?|mov(?:e|es|ing)|goes|go|going|advanc(?:e|es|ing)|proceed(?:s|ing)?|driv(?:e|es|ing)",
    "hold": r"hold(?:s|ing)?|stay(?:s|ing)?|remain(?:s|ing)?|defend(?:s|ing)?|stands? fast|digs? in|halt(?:s|ing)?",
    "follow": r"follow(?:s|ing)?",
    "rest": r"rest(?:s|ing)?",
    "support": r"support(?:s|ing)?|(?:in )?direct support of",
    "attach": r"join(?:s|ing)?|comes? under|attached to",
    "sortie": r"strik(?:e|es|ing)|looks?(?: at)?|suppl(?:y|ies|ying)|drops?|cancel(?:s|led)?|calls? off",
}
_VERB = re.compile(
    r"(?<![\w-])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS.items()) + r")(?![\w-])", re.IGNORECASE
)
_WORDS = ("march", "move", "advance", "attack", "assault", "hold", "withdraw", "retreat", "follow", "rest", "support")
_NUMBER = r"\d+\.\d+(?:\s*\(\d{1,2}:\d{2}\))?"
_TURN = rf"(?:turn\s+)?(?P<turn>{_NUMBER}|\d{{1,2}}:\d{{2}}|\d{{4}}\s*(?:h|hrs|hours)\b)"
_BEGINS = re.compile(
    rf"^(?:then\s+)?(?:(?:from|in|at|with|starting|beginning)\s+{_TURN}|turn\s+(?P<named>{_NUMBER}))[:,]?\s+", re.I
)
_SINCE = re.compile(
    rf"[,\s]+(?:(?:from|starting(?:\s+(?:with|in|from))?|beginning(?:\s+(?:with|in))?)\s+{_TURN}|(?:in|at|with)\s+turn\s+"
    rf"(?P<named>{_NUMBER})|at\s+(?P<hour>\d{{1,2}}:\d{{2}}))(?:\s+on(?:wards?)?)?(?=$|[\s,.;])",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"[,\s]+(?:until|till)\s+(?P<limit>.+)$", re.IGNORECASE)
_AIM = re.compile(r"[,\s]+(?:in order to|so as to)\s+(?P<aim>.+)$", re.IGNORECASE)
_VIA = re.compile(r"\s+(?:via|by way of|through)\s+", re.IGNORECASE)
_STAYS = re.compile(
    r"[,\s]+(?:and|then|and then)\s+(?:holds?|stays?|digs? in|halts?|remains?|stands? fast)(?:\s+(?:there|it))?"
    r"[\s.!]*$",
    re.I,
)
_TO = re.compile(r"^(?:back\s+)?(?:to|towards?|for|on|onto|at|against|upon|into|back)\s+(?:the\s+)?", re.IGNORECASE)
_IN_RESERVE = re.compile(r"(?:^|[\s,:])(?:in|into)\s+(?:the\s+)?reserve(?=$|[\s,.;!])", re.IGNORECASE)
_HERE = re.compile(
    r"^\s*(?:(?:at|in|on)\s+)?(?:(?:the|its|his|their)\s+)?(?:(?:present|current)\s+(?:place|places|position|positions"
    r"|location|ground)|place|position|ground|here|where\s+(?:it|he|they)\s+(?:is|are|stands?))[\s.,!]*$",
    re.IGNORECASE,
)
"""Words after *hold* for the place where the unit stands."""
_TOWARDS = re.compile(
    r"(?:^|[\s,:])(?:(?P<withdraws>back\s+to)|(?P<attacks>against|upon)"
    r"|(?P<marches>to|towards?|into|for|->|=>|\N{RIGHTWARDS ARROW})"
    r"|(?P<holds>at|in|near))\s+",
    re.IGNORECASE,
)
"""The word before the place in a line without a verb, by what it says of the order."""
_BULLET = re.compile(
    r"^\s*(?:[-\u2013\u2014*\u2022\u00b7\u2023\u25aa+]+\s+|\(?\d{1,2}[.)]\s+|[a-z][.)]\s+)", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"[\s,:;=>\u2013\u2014-]*(?:\b(?:is|are|will|shall|should|must|has|have|please|now|all|units?)\b[\s,]*)*"
    r"(?:\b(?:to|then|and|be)\b\s*)*[\s:,-]*$",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,|&|\+|\band\b)\s*", re.IGNORECASE)
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
_TASK = re.compile(
    r"\b(?:block(?:s|ing)?\s+(?:the\s+|a\s+)?roads?|roadblocks?|gap(?:s|ping)?|mine(?:s|field|fields)?|bridg(?:e|es|ing)"
    r"|ferr(?:y|ies)|boats?|blow(?:s|ing)?|demoli(?:sh|shes|tion|tions))\b",
    re.IGNORECASE,
)
"""Words of an engineer task, which is not an order to march, attack or hold."""
_EXTRAS = ("aim", "objective", "limit", "from", "turn", "via")
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
    raise BadInput(f"{text.strip()!r}: {read[0].fault if read else f'{NO_ORDER}; write for example {EXAMPLE!r}'}")


def is_typed_order(text: str) -> bool:
    """Return whether a text begins like an order, with its verb."""
    return _VERB.match(text.strip()) is not None


def _without_to(text: str, names: Names) -> ReadLine | None:
    """Return a line that begins with its verb and does not say *to*: the longest beginning that names a unit is the
    unit. If the rest does not fit, it is read as the line with the unit before its verb, which may be a proposal.
    Returns None if no unit is named; raises CampaignError if the rest fits in neither way.
    """
    match = _VERB.match(text)
    if match is None:
        return None
    after = text[match.end() :].strip()
    first, *rest = _parts(after)
    words, faults = first.split(), list[CampaignError]()
    for count in range(len(words), 0, -1):
        named = " ".join(words[:count])
        try:
            unit = names.unit(named)
        except CampaignError:
            continue
        try:
            return ReadLine(1, text, _of_units(names, (unit,), match, " ".join(words[count:]), rest, ""))
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
    return len(before) >= 50 and not _BULLET.match(text) and not text[:1].isupper()


def _read(reading: _Reading, line: Line, text: str) -> ReadLine | None:
    """Return the result of one line; None for a line that is recognised as no order."""
    if line.in_form and re.fullmatch(r"[^:]+:", text):
        reading.heading = _units(reading.names, text[:-1]) or ()
        return None
    if len(text) > LONGEST:
        return ReadLine(line.number, f"{text[:60]}...", fault=f"it has {len(text):,} letters: write one order a line")
    if text[0] in '"\u201c' and text[-1] in '"\u201d':
        return ReadLine(line.number, text, fault="it is in quotation marks: remove them if it is an order")
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
    for meant in _meant(_BULLET.sub("", text).strip(" .!")):
        try:
            orders = tuple(order for sentence in meant.sentences for order in _orders(reading, sentence))
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
    text = _BULLET.sub("", text).strip(" .!")
    towards = _TOWARDS.search(text)
    if towards is None or _VERB.search(text) or _TASK.search(text):
        return None
    place = _VIA.split(text[towards.end() :])[0]
    is_unit = bool(_units(reading.names, text[: towards.start()].strip(" ,:-")))
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
    has_verb = _VERB.search(text) is not None
    if reserve := _IN_RESERVE.search(text):
        subject = text[: reserve.start()]
        if (verb := _VERB.search(subject)) is not None:
            subject = subject[: verb.start()]
        before, why = (f"{_subject(subject)} reserve posture".strip(),), "a unit in reserve has the reserve posture"
        tail = text[reserve.end() :].strip()
        text = f"{_subject(subject)} hold {tail}".strip()
        yield _Meant((*before, text), f"{why} and holds where it is")
    stays = next((match for match in _VERB.finditer(text) if match["hold"]), None)
    if stays is not None:
        there = "the unit is not there and holds when it has arrived"
        yield _Meant(
            (*before, f"{text[: stays.start()]}march to {_TO.sub('', text[stays.end() :].strip())}".strip()),
            f"{why}, and {there}" if why else there,
            is_elsewhere=True,
        )
    towards = _TOWARDS.search(text)
    if towards is None or _VERB.search(text[: towards.start()]) or stays is not None:
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
    is_greeting = _GREETING.match(text) is not None and (count <= MOST_IN_A_GREETING or _VERB.search(text) is None)
    return is_greeting or (reading.is_closing and count <= 3) or _is_title(reading, text)


def _is_title(reading: _Reading, text: str) -> bool:
    """Return whether the text is a title above the first order: it has no verb, and is a unit's name, a date, or
    speaks of orders.
    """
    if reading.read or _VERB.search(text) or _TASK.search(text) or _verb_meant(text):
        return False
    is_dated = _DATED.search(text) is not None and _TOWARDS.search(text) is None
    return bool(_HEADED.match(text) or is_dated or _units(reading.names, text.rstrip(" .:")))


def _orders(reading: _Reading, text: str) -> tuple[Written, ...]:
    """Return the orders of one line; none for a line that only names the unit for the next ones. Raises CampaignError
    with the reason if no order in it can be read.
    """
    names = reading.names
    text = re.sub(r"^please[,\s]+", "", text, flags=re.IGNORECASE)
    since, words = _beginning(_BULLET.sub("", text))
    text = words if since else text
    if text.endswith(":") and (units := _units(names, _subject(text[:-1]))):
        reading.heading = units
        return ()
    first, *rest = _parts(text)
    matches = [*_VERB.finditer(first)]
    faults = list[CampaignError]()
    for match in reversed(matches):
        try:
            return _orders_at(names, match, first, rest, since)
        except _NoSubject as fault:
            faults.append(fault.__cause__ if isinstance(fault.__cause__, CampaignError) else fault)
        except CampaignError:
            if match.lastgroup in set(OrderKind) or not faults:
                raise
    if matches and not _subject(first[: matches[0].start()]):
        return _verb_first(reading, matches[0], first[matches[0].end() :], rest, since)
    raise (
        next((f for f in faults if not isinstance(f, NotFound)), faults[0])
        if faults
        else BadInput(
            "it is an engineer task, which a list of orders cannot give: campaign engineer UNIT TASK --at PLACE"
            if _TASK.search(first)
            else f"{NO_ORDER}{_verb_meant(first)}; write the unit, its order and the place, as in '{EXAMPLE}'"
        )
    )


class _NoSubject(CampaignError):
    """The error of a verb without a unit before it; its cause says why."""


def _orders_at(names: Names, match: re.Match[str], text: str, rest: Sequence[str], since: str) -> tuple[Written, ...]:
    """Return the orders of a line, if this is its verb. Raises _NoSubject if no unit is named before it."""
    subject = _subject(text[: match.start()])
    try:
        units = (_group(names, subject),) if match["sortie"] else _named_units(names, subject)
    except CampaignError as fault:
        if not match["support"]:
            raise _NoSubject from fault
        try:
            return (_sortie(names, _group(names, subject), match, text, rest, since),)
        except NotFound:
            raise _NoSubject from fault
    if match["sortie"]:
        return (_sortie(names, units[0], match, text, rest, since),)
    return _of_units(names, units, match, text[match.end() :], rest, since)


def _verb_meant(text: str) -> str:
    """Return a suggestion for a word that is nearly a verb: ``; did you mean attack?``."""
    for word in re.findall(r"[A-Za-z]{4,}", text):
        if close := get_close_matches(word.lower(), _WORDS, 1, 0.75):
            return f" ({word!r}: did you mean {close[0]}?)"
    return ""


def _beginning(text: str) -> tuple[str, str]:
    """Return a turn at the beginning of the line, and the text that follows it."""
    match = _BEGINS.match(text)
    return (_turn_in(match), text[match.end() :]) if match else ("", text)


def _turn_in(match: re.Match[str]) -> str:
    """Return the turn or the hour in a match, as it is written."""
    return next(word for word in match.groups() if word)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r";|,?\s+(?=then\s)", text) if part.strip()] or [""]


def _subject(text: str) -> str:
    """Return the unit that a line is for: the text before its verb, without connecting words."""
    return _BETWEEN.sub("", text).strip()


def _named_units(names: Names, text: str) -> tuple[str, ...]:
    """Return the units that are named in the text, one or several. Raises CampaignError."""
    if units := _units(names, text):
        return units
    bare = _BULLET.sub("", text).strip()
    if not bare:
        raise NotFound("it names no unit")
    return (names.unit(re.sub(r"^the\s+", "", bare, flags=re.IGNORECASE)),)


def _units(names: Names, text: str) -> tuple[str, ...]:
    """Return the units that are named in the text; none if some of them cannot be found."""
    for spelling in dict.fromkeys((text.strip(), _BULLET.sub("", text).strip())):
        bare = re.sub(r"^the\s+", "", spelling, flags=re.IGNORECASE)
        if not plain(bare):
            continue
        try:
            return (names.unit(bare),)
        except CampaignError:
            several = [part for part in _AND.split(bare) if part]
        if len(several) > 1:
            try:
                return tuple(dict.fromkeys(names.unit(re.sub(r"^the\s+", "", part, flags=re.I)) for part in several))
            except CampaignError:
                continue
    return ()


def _group(names: Names, text: str) -> str:
    return names.group(_BULLET.sub("", text).strip() or text)


def _sortie(names: Names, group: str, match: re.Match[str], text: str, rest: Sequence[str], since: str) -> Written:
    """Return an air group's task, as on the form."""
    verb = match[0].lower()
    word = next((w for w in ("strike", "support", "look", "suppl", "drop") if verb.startswith(w[:5])), "cancel")
    target = text[match.end() :].strip(" .!")
    if turn_match := _SINCE.search(f" {target}"):
        since, target = _turn_in(turn_match), f" {target}"[: turn_match.start()].strip()
    target = re.sub(r"^(?:on|at|the)\s+", "", target, flags=re.IGNORECASE)
    turn = f"; turn {names.turn(since)}" if since else ""
    return parse_sortie(group, "; ".join([f"{'supply' if word == 'suppl' else word} {target}".strip() + turn, *rest]))


def _verb_first(
    reading: _Reading, match: re.Match[str], text: str, rest: Sequence[str], since: str
) -> tuple[Written, ...]:
    """Return the orders of a line that begins with its verb: ``attack Halfaya`` under a heading, or ``march 2nd Rifles
    to Ashford``.
    """
    if reading.heading:
        return _of_units(reading.names, reading.heading, match, text, rest, since)
    unit_names, to, where = text.partition(" to ")
    units = _units(reading.names, unit_names.strip(" .,"))
    if units and (to or match.lastgroup in ("hold", "rest", "follow", "withdraw")):
        return _of_units(reading.names, units, match, where, rest, since)
    raise NotFound(f"it names no unit; write the unit first, as in '{EXAMPLE}'")


def _of_units(
    names: Names, units: Sequence[str], match: re.Match[str], text: str, rest: Sequence[str], since: str
) -> tuple[Written, ...]:
    kind = match.lastgroup or ""
    return tuple(order for unit in units for order in _of_unit(names, unit, kind, match[0], text, list(rest), since))


def _of_unit(
    names: Names, unit: str, kind: str, verb: str, text: str, rest: list[str], since: str
) -> Iterator[Written]:
    """Yield the orders of one unit: the first, and those that follow in later turns."""
    later = next((n for n, part in enumerate(rest) if _is_order(part)), len(rest))
    extras = rest[:later]
    if kind in set(OrderKind):
        yield _movement(names, unit, OrderKind(kind), text, extras, since)
    else:
        yield _standing(names, unit, kind, verb, text, extras, since)
    if later == len(rest):
        return
    begin, words = _beginning(f"{rest[later]} ")
    words = re.sub(r"^(?:then|and)\s+", "", words.strip(), flags=re.IGNORECASE)
    verb_match = _VERB.match(words)
    assert verb_match is not None
    remaining = words[verb_match.end() :]
    if (match := _SINCE.search(remaining)) and not begin:
        begin = _turn_in(match)
    if begin:
        yield from _of_unit(names, unit, verb_match.lastgroup or "", verb_match[0], remaining, rest[later + 1 :], begin)
    elif verb_match.lastgroup != "hold" or (_place_text(remaining) and not _is_same(names, remaining, text)):
        raise BadInput(f"{rest[later]!r} is a second order: say when it begins, as in '; from 1.3 {words}'")


def _is_same(names: Names, place: str, march: str) -> bool:
    """Return whether ``hold at PLACE`` names the place to which the unit goes anyway."""
    to = _VIA.split(_SINCE.sub("", _STAYS.sub("", march)), maxsplit=1)[0]
    return names.place(_place_text(place)) == names.place(_place_text(to))


def _is_order(part: str) -> bool:
    words = re.sub(r"^(?:then|and)\s+", "", _beginning(f"{part} ")[1].strip(), flags=re.IGNORECASE)
    is_extra = part.partition(" ")[0].rstrip(":").lower() in _EXTRAS and words == part.strip()
    return _VERB.match(words) is not None and not is_extra


def _place_text(text: str) -> str:
    return _TO.sub("", text.strip()).strip(" .,!:")


def _movement(names: Names, unit: str, kind: OrderKind, text: str, rest: Sequence[str], since: str) -> GiveOrder:
    extras = dict(_extra(part) for part in rest)
    text = f" {text.strip()}"
    for name, pattern in (("aim", _AIM), ("limit", _LIMIT), ("stays", _STAYS), ("turn", _SINCE), ("stays", _STAYS)):
        match = pattern.search(text)
        if match is None:
            continue
        if name == "turn":
            since, text = _turn_in(match), text[: match.start()] + text[match.end() :]
        else:
            if name != "stays":
                extras.setdefault(name, match[name].strip(" ."))
            text = text[: match.start()]
    to, *via = _VIA.split(text, maxsplit=1)
    if kind is OrderKind.HOLD:
        to = _HERE.sub("", to)
    place, stops = _place_text(to), [*via, *([extras["via"]] if "via" in extras else [])]
    goal, since = names.place(place) if place else "", extras.get("from") or extras.get("turn") or since
    if kind is OrderKind.HOLD and goal:
        if not names.is_at(unit, goal):
            raise BadInput(
                f"the unit is not at {place}: to send it there write 'march {place}'; it holds when it has arrived"
            )
        goal = ""
    return GiveOrder(
        unit,
        kind.value,
        goal,
        tuple(
            names.place(_place_text(stop))
            for words in stops
            for stop in listed_places(words.strip(" .,!"), names.places)
        ),
        extras.get("aim", ""),
        extras.get("objective", ""),
        extras.get("limit", ""),
        names.turn(since) if since else "",
    )


def _elsewhere(names: Names, unit: str, text: str) -> str:
    """Return the place that a text names, if the unit is not there."""
    place = _TO.sub("", re.sub(r"^in\s+", "at ", text, flags=re.IGNORECASE)).strip()
    try:
        key = names.place(place) if place else ""
    except CampaignError:
        return ""  # "in reserve", "where it is"
    return place if key and not names.is_at(unit, key) else ""


def _extra(part: str) -> tuple[str, str]:
    word, _, text = part.partition(" ")
    key = word.rstrip(":").lower()
    if key in _EXTRAS and text.strip():
        return key, re.sub(r"^turn\s+", "", text.strip(), flags=re.IGNORECASE) if key in (
            "from",
            "turn",
        ) else text.strip()
    if word.lower() == "then":
        raise BadInput(
            f"{part!r} is a second goal, but a unit has one order at a time. Give the turn from which the "
            f"unit goes on, as in '; from 1.3 march {text.strip()}', or order it after the unit has arrived"
        )
    raise BadInput(
        f"{part!r} is not understood; after a semicolon write aim, objective, limit or from, followed by its words"
    )


def _standing(names: Names, unit: str, kind: str, verb: str, text: str, rest: Sequence[str], since: str) -> Written:
    """Return an order other than a movement, in force from the next movement on."""
    text = text.strip(" .!,")
    if since or rest:
        raise BadInput(f"{verb!r} takes effect immediately. Leave out the turn and everything after a semicolon")
    if kind == "rest":
        is_end = re.fullmatch(r"no (?:longer|more)", text, re.IGNORECASE) is not None
        if text and not is_end and not re.match(r"^(?:in|at|where|here|there)\b", text, re.IGNORECASE):
            raise BadInput(
                f"{text!r} is not understood after {verb!r}. A unit rests where it is, so {verb!r} needs no place"
            )
        if place := _elsewhere(names, unit, text):
            raise BadInput(
                f"the unit is not at {place}, and a unit rests only where it is. To send it there write 'march {place}'"
            )
        return Rest(unit, is_end)
    if kind == "posture":
        return TakePosture(unit, next(p for p in Posture if p.value in verb.lower().split() or p.value in verb.lower()))
    formation = names.formation(re.sub(r"^(?:the|to|of)\s+", "", text, flags=re.IGNORECASE))
    return Attach(unit, formation) if kind == "attach" else GiveSupport(unit, formation, Support.DIRECT_SUPPORT.value)
