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


def _order_rule(plain: Plain, before: OrderRule) -> OrderRule:
    changes: dict[str, Any] = {
        key: Fraction(plain[key]) for key in ("move", "move_road", "move_paved", "move_wounded") if key in plain
    }
    changes |= {
        key: plain[key]
        for key in ("assault", "stationary", "call_indirect", "save_fire", "moves_away", "note")
        if key in plain
    }
    if "fire" in plain:
        changes["fire"] = () if plain["fire"] == "none" else (FireKind(plain["fire"]),)
    if "defence" in plain:
        changes["defence"] = Defence(plain["defence"])
    if "assault_exceptions" in plain:
        changes["assault_exceptions"] = tuple(plain["assault_exceptions"])
    return replace(before, **changes)


def _orders(plain: Plain) -> Mapping[Order, OrderRule]:
    return MappingProxyType({order: _order_rule(plain.get(order.value, {}), tables.ORDERS[order]) for order in Order})


def _radio(plain: Plain) -> Radio | None:
    if "success" not in plain:
        return None
    success = {name: frozenset(faces) for name, faces in _own(plain["success"]).items()}
    return Radio(
        _die(plain.get("die", "1d6")), success, plain.get("per", "battalion"), plain.get("lasts") == "until_failed"
    )


def _own(plain: Plain) -> dict[str, Any]:
    """A table without its note."""
    return {key: value for key, value in plain.items() if key != "note"}


def _mission(plain: Plain) -> MissionRow | None:
    if not plain:
        return None
    return MissionRow(
        1, frozenset((face,) for face in plain.get("friend", ())), frozenset((face,) for face in plain.get("enemy", ()))
    )


def _ladder(plain: Plain) -> Ladder | None:
    if not plain:
        return None
    return Ladder(
        aimed_faces=frozenset(plain.get("aimed_faces", tables.AIMED_STEP_FACES)),
        area_faces=frozenset(plain["area_faces"]) if "area_faces" in plain else None,
        area_per_step=plain.get("area_per_step", 1),
        cover_matters_area=plain.get("cover_matters_area", False),
        form=LadderForm(plain["form"]) if "form" in plain else None,
        matrix={
            Grade(grade): {Order(order): tuple(map(Order, row)) for order, row in _own(rows).items()}
            for grade, rows in _own(plain.get("matrix", {})).items()
        },
        boxes={Grade(grade): tuple(map(Order, row)) for grade, row in _own(plain.get("boxes", {})).items()},
        thresholds=tuple(
            Threshold(Grade(row["grade"]), row["min"], Order(row["to"]), row.get("max"))
            for row in plain.get("threshold", ())
        ),
    )


def _surrender(plain: Plain) -> Surrender | None:
    if not {"when_orders", "enemy_within_inches", "faces"} <= plain.keys():
        return None
    faces = {Grade(grade): frozenset(shown) for grade, shown in _own(plain["faces"]).items()}
    return Surrender(
        frozenset(map(Order, plain["when_orders"])),
        plain["enemy_within_inches"],
        plain.get("friends_not_within_inches", 0),
        faces,
        _die(plain.get("die", "1d6")),
    )


def _close_assault(plain: Plain) -> CloseAssault | None:
    factors = {Shelter(name): Fraction(value) for name, value in _own(plain.get("kill_factor", {})).items()}
    if len(factors) < len(Shelter) or "step_faces" not in plain:
        return None
    return CloseAssault(
        factors, frozenset(plain["step_faces"]), plain.get("rounds_per_turn", 1), plain.get("loser_falls_back", True)
    )


def _medic(plain: Plain) -> Medic | None:
    if "returns" not in plain:
        return None
    post = plain.get("medical_platoon", {})
    return Medic(
        frozenset(plain["returns"]),
        frozenset(plain.get("dies", ())),
        post.get("within_inches", 0),
        post.get("add", 0),
        plain.get("aid_station", {}).get("add", 0),
        _die(plain.get("die", "1d6")),
    )


def _time(plain: Plain) -> TimeRoll | None:
    if not {"dice", "minutes"} <= plain.keys():
        return None
    minutes = {int(roll): lasts for roll, lasts in _own(plain["minutes"]).items()}
    return TimeRoll(_die(plain["dice"]), minutes, frozenset(plain.get("initiative_changes_on", ())))


def _going(plain: Plain) -> Mapping[str, Mapping[str, Fraction | None]]:
    return {
        terrain: {kind: None if part == "no" else Fraction(part) for kind, part in _own(parts).items()}
        for terrain, parts in _own(plain).items()
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
