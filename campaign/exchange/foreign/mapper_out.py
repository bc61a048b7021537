"""A campaign's order of battle with positions and strengths by time, in ORBAT Mapper's form."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from typing import Any

from campaign.exchange.foreign.map_features import Drawn, Sight, Track
from campaign.exchange.foreign.mapper import OF_A_SIDE, OF_ALL, OURS
from campaign.exchange.foreign.symbols import sidc
from campaign.exchange.rewriting import Rewriter
from campaign.exchange.unit_entries import formation_entry
from campaign.exchange.values import Battalion, Formation, Scenario
from campaign.terms.forces import SizeMark
from campaign.terms.state import State
from campaign.terms.time import offset_minutes


def orbatmapper_of(state: Scenario, track: Iterable[Track], start: datetime) -> str:
    """Return a scenario of format 3.4.0; values without a field there are in ``campaignManager`` and are read back.
    Raises BadInput.
    """
    drawn, writer = Drawn(state), Rewriter(state)
    sections = writer.sections()
    moments = list(track)
    inner: dict[str | None, list[Formation]] = {}
    leaves: dict[str, list[Battalion]] = {}
    for formation in state.formations:
        inner.setdefault(formation.superior, []).append(formation)
    for battalion in state.battalions:
        leaves.setdefault(battalion.organic, []).append(battalion)
    by_key = {formation.key: formation for formation in state.formations}
    zone = timezone(timedelta(minutes=offset_minutes(state.time_zone)))

    def leaf(battalion: Battalion) -> dict[str, Any]:
        at = drawn.of(battalion)
        entry = writer.battalion(battalion, by_key[battalion.organic], alone=True)
        head = battalion.headquarters_of is not None
        code = sidc(battalion.arm, battalion.mark, enemy=battalion.side != state.sides[0].key, headquarters=head)
        unit: dict[str, Any] = {
            "id": f"battalion-{battalion.key}",
            "name": battalion.name,
            "shortName": battalion.short,
            "sidc": code,
            "personnel": [{"name": "Men", "count": battalion.full.men, "onHand": battalion.present.men}],
            "equipment": [
                {"name": name, "count": full, "onHand": now}
                for name, full, now in (
                    ("Vehicles", battalion.full.vehicles, battalion.present.vehicles),
                    ("Guns", battalion.full.guns, battalion.present.guns),
                )
                if full
            ],
            "subUnits": [],
            "state": _states(battalion.key, moments, drawn, zone, code),
            OURS: {"entry": entry, "headquarters": head},
        }
        if at is not None and drawn.in_degrees:
            unit["location"] = drawn.lon_lat(at)
        return unit

    def branch(formation: Formation) -> dict[str, Any]:
        entry = formation_entry(formation, by_key.get(formation.superior or ""))
        mark = formation.mark if formation.mark is not SizeMark.BATTALION else SizeMark.BRIGADE
        return {
            "id": f"formation-{formation.key}",
            "name": formation.name,
            "shortName": formation.short,
            "sidc": sidc(formation.arm, mark, enemy=formation.side != state.sides[0].key),
            "state": [],
            OURS: {"entry": entry},
            "subUnits": [*map(leaf, leaves.get(formation.key, ())), *map(branch, inner.get(formation.key, ()))],
        }

    sides = [
        {
            "id": f"side-{side.key}",
            "name": side.name,
            "standardIdentity": "3" if n == 0 else "6",
            OURS: {
                "key": side.key,
                "nation": next((f.nation for f in inner.get(None, ()) if f.side == side.key), ""),
                **{key: sections["sides"][side.key][key] for key in OF_A_SIDE},
            },
            "subUnits": [],
            "groups": [
                {
                    "id": f"group-{side.key}",
                    "name": side.name,
                    "subUnits": [branch(f) for f in inner.get(None, ()) if f.side == side.key],
                }
            ],
        }
        for n, side in enumerate(state.sides)
    ]
    content = {
        "id": f"campaign-{state.key}",
        "type": "ORBAT-mapper",
        "version": "3.4.0",
        "name": state.title,
        "description": state.summary or state.notes,
        "startTime": start.replace(tzinfo=zone).isoformat(),
        "timeZone": _zone_name(zone),
        "symbologyStandard": "app6d",
        "sides": sides,
        "events": [],
        "layerStack": [],
        "equipment": [{"name": "Vehicles"}, {"name": "Guns"}],
        "personnel": [{"name": "Men"}],
        "supplyCategories": [],
        "settings": {"rangeRingGroups": [], "statuses": [], "supplyClasses": [], "supplyUoMs": []},
        OURS: {
            "first day": state.first_day.isoformat(),
            "days": state.days,
            **{key: sections[key] for key in OF_ALL if key in sections},
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _zone_name(zone: timezone) -> str:
    """Return the name of an offset of whole hours, whose sign is reversed there; Greenwich for any other."""
    hours, rest = divmod(int(zone.utcoffset(None).total_seconds()), 3600)
    return "UTC" if rest or not hours else f"Etc/GMT{-hours:+d}"


def _states(key: str, moments: list[Track], drawn: Drawn, zone: timezone, code: str) -> list[dict[str, Any]]:
    """Return a state for every turn after which the battalion differs; one out of play is struck out by its symbol."""
    states: list[dict[str, Any]] = []
    before: Sight | None = None
    for n, track in enumerate(moments):
        sight = track.sights.get(key)
        if sight is None or sight == before:
            continue
        state: dict[str, Any] = {"id": f"{key}-{n}", "t": track.when.replace(tzinfo=zone).isoformat()}
        if drawn.in_degrees and (before is None or sight.at != before.at):
            state["location"] = drawn.lon_lat(sight.at) if sight.at is not None else None
        if before is None or sight.strength != before.strength:
            state["update"] = {
                "personnel": [{"name": "Men", "onHand": sight.strength.men}],
                "equipment": [
                    {"name": "Vehicles", "onHand": sight.strength.vehicles},
                    {"name": "Guns", "onHand": sight.strength.guns},
                ],
            }
        if before is None or sight.state is not before.state:
            state["title"] = sight.state.value
            state["reinforcedStatus"] = "None" if sight.state is State.FRESH else "Reduced"
            if not (sight.state.is_in_play and (before is None or before.state.is_in_play)):
                state["sidc"] = f"{code[:6]}4{code[7:]}" if not sight.state.is_in_play else code
        before = sight
        states.append(state)
    return states
