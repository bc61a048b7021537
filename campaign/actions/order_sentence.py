"""One sentence of orders, as people write it: a unit, a verb or an engineer task, and what belongs to it.

    sentence_orders(names, heading, text) -> (order, ...)       raises CampaignError with the reason

``2 Scots Guards attack Halfaya top via Bir Wair; from 1.3 hold``; ``14 Squadron strikes Capuzzo``; ``4 Field Squadron
bridge for medium tanks at Halfaya bridge``. Names are found as the commands find them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from campaign.actions.air_words import parse_sortie
from campaign.actions.order_messages import Written
from campaign.actions.order_words import NOT_BEYOND, listed_places
from campaign.errors import BadInput, CampaignError, NotFound
from campaign.terms.asking import Asked, asked
from campaign.terms.ground import TaskKind
from campaign.terms.state import OrderKind, Posture, Support
from campaign.terms.words import plain
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, Rest, TakePosture

EXAMPLE = "2nd Rifles attack Birch Cross via Ashford"
TASK_EXAMPLE = "4th Field Squadron bridge for medium tanks at Halfaya bridge"


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
VERB = re.compile(
    r"(?<![\w-])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS.items()) + r")(?![\w-])", re.IGNORECASE
)
_TASKS: dict[str, str] = {
    "BLOCK_ROAD": r"block(?:s|ing)?(?: (?:the |a )?roads?)?|(?:(?:build|put|set)s?(?: up)? )?(?:a |the )?roadblocks?",
    "DEMOLISH_SPAN": r"(?:blow|demolish)(?:s|es|ing)?(?: up)? (?:the |a )?span",
    "PREPARE_DEMOLITION": r"prepar(?:e|es|ing)(?: (?:the |a |for )?demolitions?)?",
    "BLOW_BRIDGE": r"(?:blow|demolish)(?:s|es|ing)?(?: up)?(?: (?:the |a )?bridge)?",
    "GAP_OBSTACLE": r"(?:(?:open|clear|make)s? )?(?:a |the )?gap(?:s|ping)?(?: (?:the |an )?obstacle)?",
    "BOATS": r"(?:assault )?boats",
    "BRIDGE": r"(?:(?:build|make|lay|throw)s? )?(?:a |the )?bridg(?:e|es|ing)",
    "FERRY": r"(?:(?:build|make|run)s? )?(?:a |the )?ferr(?:y|ies)",
    "MINEFIELD": r"(?:(?:lay|sow)s? )?(?:a |the )?(?:\d+[ -]?inch(?:es)? (?:of )?)?(?:minefields?|min(?:e|es|ing))",
    "SWIM": r"swim(?:s|ming)?",
    "STOP": r"(?:stop|leave|abandon)(?:s|ping|ing)? (?:the |its |their )?(?:engineering )?(?:tasks?|work)",
}
TASK = re.compile(
    r"(?<![\w-])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _TASKS.items()) + r")(?![\w-])", re.IGNORECASE
)
"""An engineer task, which is not an order to march, attack or hold; each group but STOP is a TaskKind by its name."""
_AT = re.compile(r"^(?:at|over|across|on|of|in|through|to)\s+", re.IGNORECASE)
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
VIA = re.compile(r"\s+(?:via|by way of|through)\s+", re.IGNORECASE)
_STAYS = re.compile(
    r"[,\s]+(?:and|then|and then)\s+(?:holds?|stays?|digs? in|halts?|remains?|stands? fast)(?:\s+(?:there|it))?"
    r"[\s.!]*$",
    re.I,
)
TO = re.compile(r"^(?:back\s+)?(?:to|towards?|for|on|onto|at|against|upon|into|back)\s+(?:the\s+)?", re.IGNORECASE)
_HERE = re.compile(
    r"^\s*(?:(?:at|in|on)\s+)?(?:(?:the|its|his|their)\s+)?(?:(?:present|current)\s+(?:place|places|position|positions"
    r"|location|ground)|place|position|ground|here|where\s+(?:it|he|they)\s+(?:is|are|stands?))[\s.,!]*$",
    re.IGNORECASE,
)
"""Words after *hold* for the place where the unit stands."""
BULLET = re.compile(
    r"^\s*(?:[-\u2013\u2014*\u2022\u00b7\u2023\u25aa+]+\s+|\(?\d{1,2}[.)]\s+|[a-z][.)]\s+)", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"[\s,:;=>\u2013\u2014-]*(?:\b(?:is|are|will|shall|should|must|has|have|please|now|all|units?)\b[\s,]*)*"
    r"(?:\b(?:to|then|and|be)\b\s*)*[\s:,-]*$",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,|&|\+|\band\b)\s*", re.IGNORECASE)
_EXTRAS = ("aim", "objective", "limit", "from", "turn", "via")


def sentence_orders(names: Names, heading: Sequence[str], text: str) -> tuple[Written, ...]:
    """Return the orders of one sentence; ``heading``: the units for which it is if it names none. Returns no order for
    a sentence without a verb and an engineer task. Raises CampaignError with the reason if none can be read.
    """
    text = re.sub(r"^please[,\s]+", "", text, flags=re.IGNORECASE)
    since, words = beginning(BULLET.sub("", text))
    text = words if since else text
    first, *rest = parts_of(text)
    if task := _task_in(names, first):
        units = _named_units(names, subject_of(first[: task.start()]))
        return orders_of(names, units, task, first[task.end() :], rest, since)
    matches = [*VERB.finditer(first)]
    faults = list[CampaignError]()
    for match in reversed(matches):
        try:
            return _orders_at(names, match, first, rest, since)
        except _NoSubject as fault:
            faults.append(fault.__cause__ if isinstance(fault.__cause__, CampaignError) else fault)
        except CampaignError:
            if match.lastgroup in set(OrderKind) or not faults:
                raise
    task = TASK.search(first)
    if task and heading and not subject_of(first[: task.start()]):
        return orders_of(names, heading, task, first[task.end() :], rest, since)
    if matches and not subject_of(first[: matches[0].start()]):
        return _verb_first(names, heading, matches[0], first[matches[0].end() :], rest, since)
    if faults:
        raise next((f for f in faults if not isinstance(f, NotFound)), faults[0])
    if task:
        _named_units(names, subject_of(first[: task.start()]))
        raise NotFound(f"it does not name a unit. Write the unit first, as in '{TASK_EXAMPLE}'")
    return ()


def _task_in(names: Names, text: str) -> re.Match[str] | None:
    """Return the engineer task in a text, if units are named before it."""
    return next((m for m in TASK.finditer(text) if units_named(names, subject_of(text[: m.start()]))), None)


class _NoSubject(CampaignError):
    """The error of a verb without a unit before it; its cause says why."""


def _orders_at(names: Names, match: re.Match[str], text: str, rest: Sequence[str], since: str) -> tuple[Written, ...]:
    """Return the orders of a line, if this is its verb. Raises _NoSubject if no unit is named before it."""
    subject = subject_of(text[: match.start()])
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
    return orders_of(names, units, match, text[match.end() :], rest, since)


def beginning(text: str) -> tuple[str, str]:
    """Return a turn at the beginning of the line, and the text that follows it."""
    match = _BEGINS.match(text)
    return (_turn_in(match), text[match.end() :]) if match else ("", text)


def _turn_in(match: re.Match[str]) -> str:
    """Return the turn or the hour in a match, as it is written."""
    return next(word for word in match.groups() if word)


def parts_of(text: str) -> list[str]:
    """Return the parts of a sentence between its semicolons, and before *then*."""
    return [part.strip() for part in re.split(r";|,?\s+(?=then\s)", text) if part.strip()] or [""]


def subject_of(text: str) -> str:
    """Return the unit that a line is for: the text before its verb, without connecting words."""
    return _BETWEEN.sub("", text).strip()


def _named_units(names: Names, text: str) -> tuple[str, ...]:
    """Return the units that are named in the text, one or several. Raises CampaignError."""
    if units := units_named(names, text):
        return units
    bare = BULLET.sub("", text).strip()
    if not bare:
        raise NotFound("it does not name a unit")
    return (names.unit(re.sub(r"^the\s+", "", bare, flags=re.IGNORECASE)),)


def units_named(names: Names, text: str) -> tuple[str, ...]:
    """Return the units that are named in the text; none if some of them cannot be found."""
    for spelling in dict.fromkeys((text.strip(), BULLET.sub("", text).strip())):
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
    return names.group(BULLET.sub("", text).strip() or text)


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
    names: Names, heading: Sequence[str], match: re.Match[str], text: str, rest: Sequence[str], since: str
) -> tuple[Written, ...]:
    """Return the orders of a line that begins with its verb: ``attack Halfaya`` under a heading, or ``march 2nd Rifles
    to Ashford``.
    """
    if heading:
        return orders_of(names, heading, match, text, rest, since)
    unit_names, to, where = text.partition(" to ")
    units = units_named(names, unit_names.strip(" .,"))
    if units and (to or match.lastgroup in ("hold", "rest", "follow", "withdraw")):
        return orders_of(names, units, match, where, rest, since)
    raise NotFound(f"it does not name a unit. Write the unit first, as in '{EXAMPLE}'")


def orders_of(
    names: Names, units: Sequence[str], match: re.Match[str], text: str, rest: Sequence[str], since: str
) -> tuple[Written, ...]:
    """Return the orders of these units: ``match`` is their verb or engineer task, ``text`` follows it."""
    kind = match.lastgroup or ""
    return tuple(order for unit in units for order in _of_unit(names, unit, kind, match[0], text, list(rest), since))


def _of_unit(
    names: Names, unit: str, kind: str, verb: str, text: str, rest: list[str], since: str
) -> Iterator[Written]:
    """Yield the orders of one unit: the first, and those that follow in later turns."""
    later = next(((n, order) for n, part in enumerate(rest) if (order := _order_in(part)) is not None), None)
    extras = rest if later is None else rest[: later[0]]
    if kind in _TASKS:
        yield _task(names, unit, kind, verb, text, extras, since)
    elif kind in set(OrderKind):
        yield _movement(names, unit, OrderKind(kind), text, extras, since)
    else:
        yield _standing(names, unit, kind, verb, text, extras, since)
    if later is None:
        return
    number, (begin, second) = later
    remaining = second.string[second.end() :]
    if (match := _SINCE.search(remaining)) and not begin:
        begin = _turn_in(match)
    if begin:
        yield from _of_unit(names, unit, second.lastgroup or "", second[0], remaining, rest[number + 1 :], begin)
    elif second.lastgroup != "hold" or (_place_text(remaining) and not _is_same(names, remaining, text)):
        raise BadInput(f"{rest[number]!r} is a second order. Write when it begins, as in '; from 1.3 {second.string}'")


def _is_same(names: Names, place: str, march: str) -> bool:
    """Return whether ``hold at PLACE`` names the place to which the unit goes anyway."""
    to = VIA.split(_SINCE.sub("", _STAYS.sub("", march)), maxsplit=1)[0]
    return names.place(_place_text(place)) == names.place(_place_text(to))


def _order_in(part: str) -> tuple[str, re.Match[str]] | None:
    """Return the turn and the verb of a part that orders something of its own; None for one that does not."""
    begin, words = beginning(f"{part} ")
    words = re.sub(r"^(?:then|and)\s+", "", words.strip(), flags=re.IGNORECASE)
    is_extra = part.partition(" ")[0].rstrip(":").lower() in _EXTRAS and words == part.strip()
    verb = VERB.match(words) or TASK.match(words)
    return None if verb is None or is_extra else (begin, verb)


def _place_text(text: str) -> str:
    return TO.sub("", text.strip()).strip(" .,!:")


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
    to, *via = VIA.split(text, maxsplit=1)
    if kind is OrderKind.HOLD:
        to = _HERE.sub("", to)
    place, stops = _place_text(to), [*via, *([extras["via"]] if "via" in extras else [])]
    goal, since = names.place(place) if place else "", extras.get("from") or extras.get("turn") or since
    if kind is OrderKind.HOLD and goal:
        if not names.is_at(unit, goal):
            raise BadInput(
                f"the unit is not at {place}. To send it there, write 'march {place}'; the unit holds when it "
                "has arrived"
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
        not_beyond=names.place(_place_text(extras["not beyond"])) if "not beyond" in extras else "",
    )


def _elsewhere(names: Names, unit: str, text: str) -> str:
    """Return the place that a text names, if the unit is not there."""
    place = TO.sub("", re.sub(r"^in\s+", "at ", text, flags=re.IGNORECASE)).strip()
    try:
        key = names.place(place) if place else ""
    except CampaignError:
        return ""  # "in reserve", "where it is"
    return place if key and not names.is_at(unit, key) else ""


def _extra(part: str) -> tuple[str, str]:
    if match := NOT_BEYOND.fullmatch(part.strip(" .")):
        return "not beyond", match["place"]
    word, _, text = part.partition(" ")
    key = word.rstrip(":").lower()
    if key in _EXTRAS and text.strip():
        return key, re.sub(r"^turn\s+", "", text.strip(), flags=re.IGNORECASE) if key in (
            "from",
            "turn",
        ) else text.strip()
    if word.lower() == "then":
        raise BadInput(
            f"{part!r} is a second goal, but a unit can have only one order at a time. Give the turn from "
            f"which the unit goes on, as in '; from 1.3 march {text.strip()}', or give the second order after "
            "the unit has arrived"
        )
    raise BadInput(
        f"{part!r} is not understood. After a semicolon write aim, objective, limit, not beyond or from, followed by "
        "your text"
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


def _task(names: Names, unit: str, kind: str, words: str, text: str, rest: Sequence[str], since: str) -> Written:
    """Return an engineer task with its target, class, length and passengers, as the order form prints them."""
    text = "; ".join((f" {text.strip(' .!,:')}", *rest))
    if since or _SINCE.search(text):
        raise BadInput(f"{words!r} begins with the next turn. Leave out the turn")
    if kind == "STOP":
        if text.strip():
            raise BadInput(f"{text.strip()!r} is not understood after {words!r}. Write only the unit and {words!r}")
        return StopEngineering(unit)
    values: dict[str, Any] = {}
    for name, field in reversed([*asked(Engineer).items()]):  # whom boats carry can be "the battalion for ..."
        match = re.search(rf"[\s,;]+{field.ask.written}", text, re.IGNORECASE) if field.ask.written else None
        if match is not None:
            text = text[: match.start()] + text[match.end() :]
            named = asked(Engineer)["carry"] if name == "load" and kind == "BOATS" else field
            values[named.name] = _value(names, named, match["value"])
    if belt := re.match(r"\D*(\d+)", words):
        values["inches"] = int(belt[1])
    at = re.sub(r"^the\s+", "", _AT.sub("", text.strip(" ,;")), flags=re.IGNORECASE)
    return Engineer(unit, TaskKind[kind].value, at, **values)


def _value(names: Names, field: Asked, text: str) -> object:
    """Return the value of a field of a task, as a sentence holds it."""
    if field.is_several:
        return _named_units(names, text)
    if field.kind is int:
        return int(text)
    if field.kind is bool:
        return True
    return text.lower() if field.ask.words else text
