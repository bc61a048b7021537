"""One order: its kind, its goal and its route before it is given, and all else that can be ordered of the unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup

from campaign.actions.order_phrases import phrase_of
from campaign.errors import BadInput, CampaignError
from campaign.journal.board import JournalBoard
from campaign.journal.handing_in import AlreadyDone
from campaign.journal.overtaken import DrawnFor
from campaign.journal.record import Check, Done
from campaign.queries.orders.order_choices import order_choices
from campaign.queries.orders.route_preview import places_named
from campaign.terms.asking import asked, read
from campaign.terms.state import OrderKind, Support
from campaign.values import dataclass, replace
from campaign.verbs.air_tasking import LandFromTheSea
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, Rest, TakePosture
from campaign.verbs.splitting import Join, Split
from campaign.verbs.trucks import SendTruck
from campaign.views.orders.order_choices import NearPlace, OrderChoices
from campaign.views.orders.route import RoutePreview
from campaign.web.answer import Answer
from campaign.web.chips import chip
from campaign.web.draft_lines import places_of
from campaign.web.form_basis import Outdated
from campaign.web.order_drafts import (
    Change,
    change_draft,
    digest_of_draft,
    draft_at,
    draft_on,
    with_change,
    without,
    without_slot,
)
from campaign.web.page import page
from campaign.web.pages.route import foreseen, places_in
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit
from campaign.web.ways import in_browser

REST, NO_REST = "rest", "rest no longer"
OWN_AGAIN = "its own formation"
"""Word of the form for a unit that goes back to its own formation; no key of a formation has spaces."""
_FIELDS = ("kind", "to", "via", "from", "aim", "objective", "limit", "not_beyond")
_HIGH = 30.0
_WIDE, _HIGH_MAP = 380, 280
"""Width and height in pixels of the map on a phone, before the script has measured the window."""
_ROOM, _LEAST_SPAN = 1.7, 6_000.0
"""Share by which the map shows more than the route; least metres that it shows."""
_KINDS = {
    OrderKind.MARCH.value: "March",
    OrderKind.ATTACK.value: "Attack",
    OrderKind.HOLD.value: "Hold",
    OrderKind.WITHDRAW.value: "Withdraw",
    OrderKind.FOLLOW.value: "Follow",
    REST: "Rest",
    NO_REST: "End rest",
}
_SUPPORTS = tuple((support.value, support.value) for support in (Support.DIRECT_SUPPORT, Support.IN_SUPPORT))
_TO_A_PLACE = (OrderKind.MARCH, OrderKind.ATTACK, OrderKind.WITHDRAW)


MOMENT = re.compile(r"[1-9][0-9]?\.[1-4]")
"""A turn as the list of turns holds it."""
_OTHER_BY_NOW = "Nothing was done, because the order was changed while you were writing. Look at the order again"
_DECLARED: Mapping[str, type] = {
    "engineer": Engineer,
    "stop": StopEngineering,
    "posture": TakePosture,
    "split": Split,
    "join": Join,
    "land": LandFromTheSea,
}
"""Forms that ask what their command asks, of the unit of the page."""
_CHOICES: dict[str, Any] = {
    "asks": {what: asked(cls) for what, cls in _DECLARED.items()},
    "supports": _SUPPORTS,
    "own_again": OWN_AGAIN,
}


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """One order as the page shows it: what its fields hold, and what it would come to."""

    view: OrderChoices
    fields: Mapping[str, str]
    near: tuple[NearPlace, ...]
    place: str
    """Place that is chosen among them; empty if none is yet."""
    typed_to: str
    """Place that was typed and cannot be taken; empty if there is none."""
    kinds: tuple[tuple[str, str], ...]
    turns: list[tuple[str, str]]
    preview: RoutePreview | None
    why_not: str
    """Why the order cannot be given; empty if it can, or is not complete."""
    ways_to: tuple[str, ...]
    """Address of this page for each alternative route."""
    chip: Markup
    basis: str
    drafted: tuple[tuple[str, str], ...]
    """What is on the form for this unit and not handed in: its place on the form, and its words."""

    @property
    def formations(self) -> list[tuple[str, str]]:
        """Formations to choose from."""
        return [(choice.key, choice.name) for choice in self.view.formations]

    @property
    def tasks(self) -> list[tuple[str, str]]:
        """Engineering tasks to choose from."""
        return [(choice.key, choice.name) for choice in self.view.tasks]

    @property
    def trucks(self) -> list[tuple[str, str]]:
        """Loads of a truck to choose from."""
        return [(choice.key, choice.name) for choice in self.view.trucks]

    @property
    def map_address(self) -> str:
        """Address of the map with the route on it; empty if no unit marches."""
        preview = self.preview
        if preview is None or preview.to is None or not preview.routes or len(preview.routes[0].line) < 2:
            return ""
        easts, norths = zip(*preview.routes[0].line, strict=True)
        span = max(
            (max(easts) - min(easts)) * _ROOM, (max(norths) - min(norths)) * _ROOM * _WIDE / _HIGH_MAP, _LEAST_SPAN
        )
        words = {
            "unit": self.view.unit.key,
            "order": self.fields["kind"],
            "to": preview.to.key,
            "via": [place.key for place in preview.via],
            "since": self.fields["from"],
            "at": f"{round((min(easts) + max(easts)) / 2)},{round((min(norths) + max(norths)) / 2)}",
            "span": round(span),
            "wide": _WIDE,
            "high": _HIGH_MAP,
        }
        return f"/map/part?{urlencode({name: word for name, word in words.items() if word}, doseq=True)}"

    @property
    def sum(self) -> str:
        """The result of the order, for the line above the buttons; empty if it sends no unit anywhere."""
        if self.preview is None or not self.preview.routes:
            return ""
        way = self.preview.routes[0]
        return f"{way.kilometres}, arrives about {way.clock}" if way.arrives is not None else f"{way.kilometres}"

    @property
    def sum_note(self) -> str:
        """Turn and condition of the sum."""
        if self.preview is None or not self.preview.routes:
            return ""
        way = self.preview.routes[0]
        return f"in turn {way.arrives}, {self.preview.condition}" if way.arrives is not None else way.short_of


@page("/orders/{commander}/{unit}", UMPIRE | PLAYERS, is_kept=False, drawn_for=DrawnFor.CAMPAIGN)
def show_order(visit: Visit) -> Answer:
    with visit.at_one_moment():
        sheet = _sheet(visit)
        return visit.page(
            "order.html",
            json=sheet.view,
            same_at_terminal=f"campaign {sheet.fields['kind']} {sheet.view.unit.key}",
            sheet=sheet,
            quicker="",
            mine="",
            **_CHOICES,
        )


@show_order.post
def change_order(visit: Visit) -> Answer:
    """Put an order on the form, give it now, or show what it comes to."""
    do = visit.form["do"]
    if do == "look":
        return visit.redirect(_address(visit, {name: visit.form.get(name, "") for name in _FIELDS} | _goal(visit)))
    if do.startswith("drop "):
        commander = _choices(visit).commander.key
        change_draft(visit, commander, lambda draft: without(draft, do.removeprefix("drop ")))
        return visit.redirect(visit.address)
    if do == "theirs":
        return visit.redirect(f"/orders/{_choices(visit).commander.key}")
    with visit.at_one_moment():
        view = _choices(visit)
        change = Change(_command(visit, view))
    form = f"/orders/{view.commander.key}"
    try:
        if do == "put":
            words = phrase_of(change.command, _names(visit, view))
            return visit.note_with(
                lambda along: change_draft(
                    visit, view.commander.key, lambda draft: _with_it(visit, view, draft, change), along
                ),
                f"{view.unit.name}: {words}. The order is on the form, which is not handed in yet.",
                form,
            )
        done = give_now(visit, view.commander.key, change, lambda board: _require_basis(visit, board))
    except Outdated:
        return _someone_was_quicker(visit, phrase_of(change.command, _names(visit, view)))
    return visit.receipt(done, form, in_full=True)


def _with_it(visit: Visit, view: OrderChoices, draft: tuple[Change, ...], change: Change) -> tuple[Change, ...]:
    """Return what is on the form with one more change, unless another window has changed what is on it for the unit."""
    if visit.form["basis"].partition(".")[2] != _digest_of_unit(view, draft):
        raise Outdated(_OTHER_BY_NOW)
    return with_change(draft, change)


def _require_basis(visit: Visit, board: JournalBoard) -> None:
    """Raise Outdated if what the order replaces is not what the page has shown."""
    view = order_choices(board, visit.person.viewer, visit.path["commander"], visit.path["unit"], "", measures=False)
    if visit.form["basis"] != _basis(view, draft_at(visit, board, view.commander.key)):
        raise Outdated(_OTHER_BY_NOW)


def give_now(visit: Visit, commander: str, change: Change, check: Check) -> Done | AlreadyDone:
    """Give an order of a commander's form at once, if the umpire takes it; what the form had in its place is taken off
    it. Raises Refused, also what the check raises.
    """
    return visit.give(change.command, check, without_slot(visit, commander, change.slot))


def _someone_was_quicker(visit: Visit, mine: str) -> Answer:
    """Show the order with what stands now, and ask whether it is to be changed all the same."""
    visit.typed = visit.fields
    sheet = _sheet(visit)
    standing = sheet.view.standing
    drafted = (f"on the order form, not handed in yet: {words}" for _, words in sheet.drafted)
    aim = f"{standing.words} (aim: {standing.aim})" if standing.aim else standing.words
    now = "; ".join((aim, *standing.coming, *drafted))
    return visit.page("order.html", status=409, sheet=sheet, quicker=now, mine=mine, **_CHOICES)


# the command of a form ---------------------------------------------------------------------------------------------


def _command(visit: Visit, view: OrderChoices) -> object:
    """Return the command that a form of this page asks for."""
    form, unit = visit.form, view.unit.key
    if (cls := _DECLARED.get(form["what"])) is not None:
        return read(cls, visit.fields, unit=unit)
    match form["what"]:
        case "order":
            return _order(visit, view)
        case "attach":
            formation = visit.chosen("formation", "formation")
            return Attach(unit, "" if formation == OWN_AGAIN else formation)
        case "support":
            how = visit.chosen("how", "kind of support") if form["formation"] else ""
            return GiveSupport(unit, form["formation"], how or Support.DIRECT_SUPPORT.value)
        case "truck":
            goods = visit.chosen("goods", "load")
            return SendTruck(unit, "" if goods == "ammunition" else goods)
        case other:
            raise BadInput(f"{other!r} is not an order that this page can give. Load the page again")


def _order(visit: Visit, view: OrderChoices) -> object:
    """Return the order of the first form of the page."""
    form, kind = visit.form, visit.form["kind"]
    if kind not in _KINDS:
        raise BadInput(f"{kind!r} is not an order. Choose {', '.join(_kinds(view))}")
    if kind in (REST, NO_REST):
        return Rest(view.unit.key, kind == NO_REST)
    goal = _goal(visit) if kind in _TO_A_PLACE else {"to": ""}
    if kind in (OrderKind.MARCH, OrderKind.ATTACK) and not goal["to"]:
        raise BadInput(f"the order to {kind} names no place. Choose a place from the list, or write its name")
    since = form.get("from", "")
    aim, objective, limit, not_beyond = _words(form, view, (kind, goal["to"]))
    order = GiveOrder(
        view.unit.key,
        kind,
        goal["to"],
        places_in(form.get("via", "")) if kind in _TO_A_PLACE else (),
        aim,
        objective,
        limit,
        "" if view.turns and since == view.turns[0].key else since,
        view.commander.name,
        not_beyond,
    )
    to, via = visit.read(
        lambda board, viewer: places_named(
            board, viewer, order.unit, kind, order.to, order.via, order.since, view.commander.key
        )
    )
    return replace(order, to=to, via=via)


def _words(form: Mapping[str, str], view: OrderChoices, now: tuple[str, str]) -> tuple[str, str, str, str]:
    """Return aim, objective, limit and the place not to pass as they were typed; those of the order in force, left as
    they were, do not go with another goal.
    """
    stands, names = view.standing, ("aim", "objective", "limit", "not_beyond")
    is_new = now != (stands.kind, stands.to)
    aim, objective, limit, not_beyond = (
        "" if is_new and form.get(name, "").strip() == getattr(stands, name) else form.get(name, "").strip()
        for name in names
    )
    return aim, objective, limit, not_beyond


def _goal(visit: Visit) -> dict[str, str]:
    """Return the goal of the posted order: the place that was typed, or else the one that was chosen."""
    return {"to": visit.form.get("to", "").strip() or visit.form.get("place", "")}


# reading -----------------------------------------------------------------------------------------------------------


def _choices(visit: Visit, kind: str | None = None, since: str = "") -> OrderChoices:
    """Return what can be ordered of the unit; the near places are measured for the given kind of order only, from the
    turn with which it is to begin.
    """
    commander, unit = visit.path["commander"], visit.path["unit"]
    return visit.read(
        lambda board, viewer: order_choices(
            board, viewer, commander, unit, kind or "", since, measures=kind is not None
        )
    )


def _sheet(visit: Visit) -> OrderSheet:
    kind = visit.query.get("kind", "") or visit.was_typed("kind")
    since = visit.query.get("from", "") or visit.was_typed("from")
    view = _choices(visit, kind if kind in set(OrderKind) else "", since if MOMENT.fullmatch(since) else "")
    fields = _fields(visit, view)
    preview, why_not = None, ""
    try:
        preview = _foreseen(visit, view, fields)
    except CampaignError as fault:
        why_not = str(fault)
    names = _names(visit, view)
    draft = draft_on(visit, view.commander.key)
    return OrderSheet(
        view=view,
        fields=fields,
        near=_near(view, fields["to"], preview),
        place=fields["to"],
        typed_to="" if preview is not None or fields["to"] in {place.name for place in view.near} else fields["to"],
        kinds=tuple((kind, _KINDS[kind]) for kind in _kinds(view)),
        turns=[(turn.key, turn.name) for turn in view.turns],
        preview=preview,
        why_not="" if visit.fault else in_browser(why_not),
        ways_to=_ways_to(visit, fields, preview),
        chip=Markup(chip(view.symbol, view.side, _HIGH)),
        basis=_basis(view, draft),
        drafted=tuple((change.slot, phrase_of(change.command, names)) for change in _of_unit(view, draft)),
    )


def _near(view: OrderChoices, goal: str, preview: RoutePreview | None) -> tuple[NearPlace, ...]:
    """Return the places to choose from, with the goal of the order among them."""
    if not goal or preview is None or any(place.name == goal for place in view.near):
        return view.near
    way = preview.routes[0] if preview.routes else None
    place = NearPlace(
        goal if preview.to is None else preview.to.name,
        "",
        "" if way is None else way.kilometres,
        "" if way is None or way.arrives is None else way.clock,
    )
    return (place, *view.near)


def _kinds(view: OrderChoices) -> list[str]:
    rest = [NO_REST] if view.is_resting else [REST] if view.can_rest else []
    return [*view.kinds, *rest]


def _fields(visit: Visit, view: OrderChoices) -> dict[str, str]:
    """Return what the fields of the order hold: what was typed, what the address says, what is on the form, or else
    what stands.
    """
    if visit.typed.get("what", ("",))[-1] == "order":
        typed = {name: visit.was_typed(name) for name in _FIELDS}
        return typed | {"to": typed["to"].strip() or visit.was_typed("place")}
    if "kind" in visit.query:
        return {name: visit.query.get(name, "") for name in _FIELDS}
    for change in reversed(draft_on(visit, view.commander.key)):
        if isinstance(change.command, GiveOrder) and change.unit == view.unit.key:
            return _of_order(change.command)
    stands = view.standing
    kind = stands.kind if stands.kind in view.kinds and stands.to else view.kinds[0]
    if view.engaged or not stands.to:
        return dict.fromkeys(_FIELDS, "") | {"kind": kind}
    return {
        "kind": kind,
        "to": stands.to,
        "via": "; ".join(stands.via),
        "from": "",
        "aim": stands.aim,
        "objective": stands.objective,
        "limit": stands.limit,
        "not_beyond": stands.not_beyond,
    }


def _of_order(order: GiveOrder) -> dict[str, str]:
    return {
        "kind": order.kind,
        "to": order.to,
        "via": "; ".join(order.via),
        "from": order.since,
        "aim": order.aim,
        "objective": order.objective,
        "limit": order.limit,
        "not_beyond": order.not_beyond,
    }


def _foreseen(visit: Visit, view: OrderChoices, fields: Mapping[str, str]) -> RoutePreview | None:
    """Return what the order would come to; None for one that is not complete, or no march."""
    if fields["kind"] not in set(OrderKind) or (fields["kind"] in _TO_A_PLACE[:2] and not fields["to"]):
        return None
    words = dict(fields) if fields["kind"] in _TO_A_PLACE else {**fields, "to": "", "via": ""}
    return foreseen(visit, view.unit.key, words, view.commander.key)


def _ways_to(visit: Visit, fields: Mapping[str, str], preview: RoutePreview | None) -> tuple[str, ...]:
    ways = () if preview is None else preview.alternatives
    return tuple(_address(visit, {**fields, "via": "; ".join(place.name for place in way.via)}) for way in ways)


def _address(visit: Visit, words: Mapping[str, str]) -> str:
    return f"{quote(visit.address)}?{urlencode({name: text for name, text in words.items() if text})}"


def _basis(view: OrderChoices, draft: Iterable[Change]) -> str:
    """Return a digest of what the order would replace: what stands, and what is on the form for the unit."""
    return f"{sha256(repr(view.standing).encode()).hexdigest()[:12]}.{_digest_of_unit(view, draft)}"


def _digest_of_unit(view: OrderChoices, draft: Iterable[Change]) -> str:
    return digest_of_draft(_of_unit(view, draft))


def _of_unit(view: OrderChoices, draft: Iterable[Change]) -> list[Change]:
    """Return what is on the form for the unit."""
    return [change for change in draft if change.unit == view.unit.key]


def _names(visit: Visit, view: OrderChoices) -> dict[str, str]:
    return visit.read(places_of) | {choice.key: choice.name for choice in view.names}
