"""A house file's values from the plain mapping that a campaign stores (made by ``exchange/house_file.py``).

house_of(plain) -> House        what the preview prints stays unless the mapping says otherwise
house_for(book) -> House        that of a campaign's rulebook; PREVIEW where no house file was taken
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.hits import CombinedFire
from campaign.rules.tabletop.brigadier.house import (
    PREVIEW,
    CloseAssault,
    DieSize,
    Flak,
    House,
    Medic,
    Plate,
    Radio,
    Reach,
    Shelling,
    Surrender,
    TimeCard,
    TimeRoll,
)
from campaign.rules.tabletop.brigadier.house_for_players import for_players
from campaign.rules.tabletop.brigadier.sight import NightSight
from campaign.rules.tabletop.brigadier.steps import Ladder, LadderForm, Threshold
from campaign.rules.tabletop.brigadier.tables import (
    Basis,
    Defence,
    FireDice,
    FireKind,
    Grade,
    MissionRow,
    Order,
    OrderRule,
    Shelter,
)

Plain = Mapping[str, Any]


def _die(text: str) -> DieSize:
    count, _, sides = text.partition("d")
    return DieSize(int(count), int(sides))


def _order_rule(given: Plain, before: OrderRule) -> OrderRule:
    changes: dict[str, Any] = {
        key: Fraction(given[key]) for key in ("move", "move_road", "move_paved", "move_wounded") if key in given
    }
    changes |= {
        key: given[key]
        for key in ("assault", "stationary", "call_indirect", "save_fire", "moves_away", "note")
        if key in given
    }
    if "fire" in given:
        changes["fire"] = () if given["fire"] == "none" else (FireKind(given["fire"]),)
    if "defence" in given:
        changes["defence"] = Defence(given["defence"])
    if "assault_exceptions" in given:
        changes["assault_exceptions"] = tuple(given["assault_exceptions"])
    return replace(before, **changes)


def _orders(given: Plain) -> Mapping[Order, OrderRule]:
    return MappingProxyType({order: _order_rule(given.get(order.value, {}), tables.ORDERS[order]) for order in Order})


def _radio(given: Plain) -> Radio | None:
    if "success" not in given:
        return None
    success = {name: frozenset(faces) for name, faces in _own(given["success"]).items()}
    return Radio(
        _die(given.get("die", "1d6")), success, given.get("per", "battalion"), given.get("lasts") == "until_failed"
    )


def _own(given: Plain) -> dict[str, Any]:
    """A table without its note."""
    return {key: value for key, value in given.items() if key != "note"}


def _mission(given: Plain) -> MissionRow | None:
    if not given:
        return None
    return MissionRow(
        1, frozenset((face,) for face in given.get("friend", ())), frozenset((face,) for face in given.get("enemy", ()))
    )


def _ladder(given: Plain) -> Ladder | None:
    if not given:
        return None
    return Ladder(
        aimed_faces=frozenset(given.get("aimed_faces", tables.AIMED_STEP_FACES)),
        area_faces=frozenset(given["area_faces"]) if "area_faces" in given else None,
        area_per_step=given.get("area_per_step", 1),
        cover_matters_area=given.get("cover_matters_area", False),
        form=LadderForm(given["form"]) if "form" in given else None,
        matrix={
            Grade(grade): {Order(order): tuple(map(Order, row)) for order, row in _own(rows).items()}
            for grade, rows in _own(given.get("matrix", {})).items()
        },
        boxes={Grade(grade): tuple(map(Order, row)) for grade, row in _own(given.get("boxes", {})).items()},
        thresholds=tuple(
            Threshold(Grade(row["grade"]), row["min"], Order(row["to"]), row.get("max"))
            for row in given.get("threshold", ())
        ),
    )


def _surrender(given: Plain) -> Surrender | None:
    if not {"when_orders", "enemy_within_inches", "faces"} <= given.keys():
        return None
    faces = {Grade(grade): frozenset(shown) for grade, shown in _own(given["faces"]).items()}
    return Surrender(
        frozenset(map(Order, given["when_orders"])),
        given["enemy_within_inches"],
        given.get("friends_not_within_inches", 0),
        faces,
        _die(given.get("die", "1d6")),
    )


def _close_assault(given: Plain) -> CloseAssault | None:
    factors = {Shelter(name): Fraction(value) for name, value in _own(given.get("kill_factor", {})).items()}
    if len(factors) < len(Shelter) or "step_faces" not in given:
        return None
    return CloseAssault(
        factors, frozenset(given["step_faces"]), given.get("rounds_per_turn", 1), given.get("loser_falls_back", True)
    )


def _medic(given: Plain) -> Medic | None:
    if "returns" not in given:
        return None
    post = given.get("medical_platoon", {})
    return Medic(
        frozenset(given["returns"]),
        frozenset(given.get("dies", ())),
        post.get("within_inches", 0),
        post.get("add", 0),
        given.get("aid_station", {}).get("add", 0),
        _die(given.get("die", "1d6")),
    )


def _time(given: Plain) -> TimeRoll | None:
    if not {"dice", "minutes"} <= given.keys():
        return None
    minutes = {int(roll): lasts for roll, lasts in _own(given["minutes"]).items()}
    return TimeRoll(_die(given["dice"]), minutes, frozenset(given.get("initiative_changes_on", ())))


def _going(given: Plain) -> Mapping[str, Mapping[str, Fraction | None]]:
    return {
        terrain: {kind: None if part == "no" else Fraction(part) for kind, part in _own(parts).items()}
        for terrain, parts in _own(given).items()
    }


def house_of(plain: Plain) -> House:
    """The house that a plain mapping describes. What the preview prints stays unless the mapping says otherwise."""
    head, movement, air = plain.get("house", {}), plain.get("movement", {}), plain.get("air", {})
    indirect, night = plain.get("indirect", {}), plain.get("night", {}).get("visibility")
    fire_dice = {
        name: FireDice(
            Fraction(row["dice"]), Basis(row.get("basis", Basis.COUNT)), row.get("reduced_by_casualties", False)
        )
        for name, row in _own(plain.get("fire_dice", {})).items()
    }
    return House(
        title=head.get("title", ""),
        typed_by=head.get("typed_by", ""),
        printing=head.get("printing", ""),
        invented=head.get("invented", False),
        sections=frozenset(key for key, value in plain.items() if value),
        settings=dict(plain.get("settings", {})),
        orders=_orders(plain.get("orders", {})),
        raises=plain.get("command", {}).get("raises_per_commander", 1),
        contact_in=plain.get("command", {}).get("contact_inches", tables.NEXT_TO_IN),
        radio=_radio(plain.get("communications", {})),
        shelling={
            name: Shelling(Fraction(row["dice"]), row.get("per") == "count")
            for name, row in _own(indirect.get("weapon", {})).items()
        },
        fires_per_battery=indirect.get("fires_per_battery", 1),
        delay_turns=indirect.get("delay_turns"),
        air_attack={
            name: (Fraction(row["dice"]), FireKind(row.get("fire", FireKind.AREA)))
            for name, row in _own(air.get("attack", {})).items()
        },
        doubtful=_mission(_own(air.get("doubtful", {}))),
        flak={
            name: Flak(Fraction(row["dice"]), frozenset(row.get("abort_faces", ())))
            for name, row in _own(plain.get("anti_aircraft", {}).get("weapon", {})).items()
        },
        fire_dice=MappingProxyType({**tables.FIRE_DICE, **fire_dice}),
        base_count=_own(plain.get("base_count", {})),
        arc=_own(plain.get("arc", {})),
        ranges={
            name: Reach(row.get("aimed", 0), row.get("area", 0), row.get("min", 0))
            for name, row in _own(plain.get("range", {})).items()
        },
        armour={
            name: Plate(row.get("front", ""), row.get("side", row.get("front", "")), row.get("enclosed", True))
            for name, row in _own(plain.get("armour", {})).items()
        },
        penetration={name: _own(row) for name, row in _own(plain.get("penetration", {})).items()},
        ladder=_ladder(_own(plain.get("steps_down", {}))),
        combined=CombinedFire(plain["combined_fire"]["rule"]) if plain.get("combined_fire", {}).get("rule") else None,
        hq_replaced_after=plain.get("hq_losses", {}).get("replacement_turns"),
        surrender=_surrender(plain.get("surrender", {})),
        allowances={
            kind: row["normal"] for kind, row in _own(movement).items() if isinstance(row, Mapping) and "normal" in row
        },
        going=_going(movement.get("terrain", {})),
        initiative_moves_first=(
            movement["order_of_moving"] == "initiative first" if "order_of_moving" in movement else None
        ),
        limber_turns=plain.get("heavy_ordnance", {}).get("limber_turns"),
        shots_per_turn=plain.get("interrupt", {}).get("shots_per_turn"),
        ambush_in_sight=plain.get("interrupt", {}).get("ambush_needs") == "nothing",
        close_assault=_close_assault(plain.get("close_assault", {})),
        medic=_medic(plain.get("medic", {})),
        time=_time(plain.get("time", {})),
        minutes_per_turn=plain.get("scale", {}).get("minutes_per_turn"),
        night=NightSight(**_own(night)) if night and len(_own(night)) == 3 else None,
        cards=tuple(
            TimeCard(
                row["name"], row["minutes"], row.get("copies", 1), row.get("initiative", False), row.get("text", "")
            )
            for row in plain.get("time_cards", {}).get("deck", ())
        ),
        wound_is_kill={"nothing": False, "kill": True}.get(
            plain.get("quick_play", {}).get("only_kills", {}).get("wound_counts_as", "")
        ),
        notes=dict(plain.get("notes", {})),
        for_players=for_players(plain),
    )


def house_for(book: Rulebook) -> House:
    """The house of a campaign's rulebook; the preview alone where no house file was taken."""
    plain = book.house_file("brigadier")
    return PREVIEW if plain is None else house_of(plain)
