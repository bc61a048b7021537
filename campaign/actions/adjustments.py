"""Adjustments by the umpire of anything that no other command changes: a unit, a place, a road, a crossing (umpire
1.15).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from campaign.actions.diary import note
from campaign.actions.learning import look_about
from campaign.actions.raising import Staff
from campaign.actions.returns.aftermath import hand_over
from campaign.actions.set_among_enemies import enemies_of_owner, set_among_enemies
from campaign.actions.supporting import end_support
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Crossing, Formation, Place, Road
from campaign.rows.row import model_of
from campaign.rules.common.force import Strength
from campaign.rules.common.strength import bands_of, in_band, state_of
from campaign.situation.army import put, set_state
from campaign.situation.force import establishment_of, strength_of
from campaign.situation.names import among, side_named
from campaign.situation.old_news import changing, sides_in_sight
from campaign.situation.road_names import road_named, road_title
from campaign.terms.forces import Experience, Level
from campaign.terms.ground import CrossingState
from campaign.terms.position import AtPlace
from campaign.terms.state import Posture, State, SupplyGrade
from campaign.terms.words import counted, did_you_mean, is_number, listing
from campaign.verbs.adjustments import Adjust
from campaign.words.receipt import Receipt

Word = TypeVar("Word", bound=StrEnum)


Thing = Battalion | Formation | Place | Road | Crossing
_FITS: dict[type[Thing], tuple[str, ...]] = {
    Battalion: (
        "state",
        "at",
        "men",
        "vehicles",
        "guns",
        "posture",
        "resting",
        "dug_in",
        "under",
        "experience",
        "establishment",
    ),
    Formation: ("posture", "supply"),
    Place: ("owner",),
    Road: ("cut",),
    Crossing: ("state",),
}


@action("adjust", Adjust, ruling=True)
def adjust(board: Board, command: Adjust) -> Receipt:
    """Adjust a unit, place, road or crossing by the umpire's ruling."""
    staff = Staff.of(board)
    if not command.why.strip():
        raise BadInput(f"{command.what!r} cannot be adjusted without a reason. Give a reason: --why TEXT")
    changed_names = tuple(
        name for names in _FITS.values() for name in names if getattr(command, name) not in ("", None)
    )
    if not changed_names:
        raise BadInput(
            f"{command.what!r} cannot be adjusted: no change was given. Add --state, --at, --owner, --men or "
            "another option (list: campaign adjust --help)"
        )
    result = _find_thing(staff, command, set(changed_names))
    if wrong := sorted(set(changed_names) - set(_FITS[model_of(result)])):
        allowed = listing(f"--{name.replace('_', '-')}" for name in _FITS[model_of(result)])
        raise BadInput(
            f"--{wrong[0].replace('_', '-')} does not apply to {result.name}. The options for it are {allowed}"
        )
    lines = _CHANGE[model_of(result)](staff, command, result)
    look_about(board, staff.army, staff.theatre, staff.conditions.sight)
    side = result.side_id if isinstance(result, (Battalion, Formation)) else None
    battalion = result.id if isinstance(result, Battalion) else None
    note(board, f"The umpire rules: {listing(lines)} ({command.why.strip()}).", side=side, battalion=battalion)
    name = road_title(staff.theatre, result.id) if isinstance(result, Road) else result.name
    around: tuple[str, ...] = ()
    if isinstance(result, Battalion) and command.at:
        around = set_among_enemies(staff, result)
    elif isinstance(result, Place) and result.owner_id is not None:
        around = enemies_of_owner(staff, result)
    return Receipt(f"{name}: {listing(lines)} ({command.why.strip()})", around)


def _find_thing(staff: Staff, command: Adjust, changed_names: set[str]) -> Thing:
    """Return the unit, place, road or crossing of the typed name that has the properties to be changed."""
    kinds = [kind for kind, fits in _FITS.items() if changed_names <= set(fits)] or list(_FITS)
    if kinds == [Road]:
        return staff.board.row(Road, road_named(staff.theatre, command.what).road)
    try:
        return _among(staff, command.what, kinds)
    except NotFound:
        return _among(staff, command.what, list(_FITS))


def _among(staff: Staff, word: str, kinds: Sequence[type[Thing]]) -> Thing:
    named: list[Any] = [row for kind in kinds for row in staff.board.rows(kind)]
    result: Thing = among(word, "unit, place, road or crossing", named)
    return result


def _battalion(staff: Staff, command: Adjust, battalion: Battalion) -> list[str]:
    lines = []
    if command.state:
        lines.append(_state(staff, command, battalion, one_of(State, command.state, "state")))
    if command.at:
        place = among(command.at, "place", staff.places.values())
        if not battalion.state.is_in_play:
            raise Refused(
                f"{battalion.name} cannot be placed: it is {battalion.state}. To place it with --at, add "
                "--state fresh or --state spent"
            )
        put(battalion, AtPlace(place.id))
        battalion.dug_in_turns = 0
        lines.append(f"at {place.name}")
    lines += _on_paper(command, battalion)
    lines += _figures(staff, command, battalion)
    if command.posture:
        battalion.posture = one_of(Posture, command.posture, "posture")
        lines.append(f"{battalion.posture} posture")
    if not battalion.on_map and (command.resting or command.dug_in):
        raise Refused(f"{battalion.name} cannot rest or dig in: it is off the map. Place it with --at PLACE")
    if command.resting is not None:
        battalion.resting = command.resting
        battalion.posture = Posture.RESERVE if command.resting else battalion.posture
        lines.append("resting" if command.resting else "no longer resting")
    if command.dug_in is not None:
        if not 0 <= command.dug_in <= 4:
            raise BadInput(
                f"{command.dug_in} is not possible as the number of turns dug in. Write a number from 0 to 4"
            )
        battalion.dug_in_turns = command.dug_in
        lines.append(f"dug in {counted(command.dug_in, 'turn')}")
    if command.under:
        formations = [f for f in staff.army.formations.values() if f.side_id == battalion.side_id]
        battalion.present_id = among(command.under, "formation", formations).id
        lines.append(f"under {staff.army.formations[battalion.present_id].name}")
    return lines


def _state(staff: Staff, command: Adjust, battalion: Battalion, state: State) -> str:
    before = battalion.state
    set_state(battalion, state)
    if state.is_in_play:
        if not battalion.on_map and not command.at and not before.is_in_play:
            raise Refused(f"{battalion.name} cannot come back without a place: it is off the map. Add --at PLACE")
        battalion.destroyed_day = battalion.destroyed_turn = None
    else:
        now = staff.board.moment
        if before.is_in_play:
            battalion.destroyed_day, battalion.destroyed_turn = now.day, now.turn
        put(battalion, None)
        battalion.resting, battalion.dug_in_turns, battalion.present_id = False, 0, battalion.organic_id
        end_support(staff.board, battalion)
    had = strength_of(battalion)
    strength = in_band(state, had, establishment_of(battalion), bands_of(staff.book))
    battalion.men, battalion.vehicles, battalion.guns = strength.men, strength.vehicles, strength.guns
    changed = [
        f"{old} -> {new} {name}"
        for name, old, new in (
            ("men", had.men, strength.men),
            ("vehicles", had.vehicles, strength.vehicles),
            ("guns", had.guns, strength.guns),
        )
        if old != new
    ]
    off = ["off the map"] if before.is_in_play and not state.is_in_play else []
    return listing([f"{before} -> {state}", *changed, *off], 5)


def _on_paper(command: Adjust, battalion: Battalion) -> list[str]:
    """Correct a battalion's experience and establishment where the order of battle was wrong; return lines for the
    receipt.
    """
    lines = []
    if command.experience:
        battalion.experience = one_of(Experience, command.experience, "experience")
        lines.append(f"{battalion.experience}")
    if command.establishment:
        numbers = command.establishment.split("/")
        if len(numbers) != 3 or not all(is_number(n.strip()) and int(n) <= 100_000 for n in numbers):
            raise BadInput(f"{command.establishment!r} is not an establishment. Write men/vehicles/guns, like 780/0/10")
        battalion.men_establishment, battalion.vehicles_establishment, battalion.guns_establishment = (
            int(n) for n in numbers
        )
        lines.append(f"establishment {command.establishment}")
    return lines


def _figures(staff: Staff, command: Adjust, battalion: Battalion) -> list[str]:
    """Set a battalion's men, vehicles and guns as counted; return lines, with a warning if the numbers fit a state
    other than the campaign's.
    """
    counts = {name: count for name in ("men", "vehicles", "guns") if (count := getattr(command, name)) is not None}
    for name, count in counts.items():
        most = 100_000 if name == "men" else 10_000
        if not 0 <= count <= most:
            raise BadInput(f"{name} cannot be {count}. Write a number from 0 to {most:,}")
        setattr(battalion, name, count)
    texts = [
        f"{count} {name}{f', more than its establishment of {full}' if count > full else ''}"
        for name, count in counts.items()
        for full in [getattr(battalion, f"{name}_establishment")]
    ]
    if counts and battalion.state.is_in_play:
        strength: Strength = strength_of(battalion)
        speaks = state_of(strength, establishment_of(battalion), bands_of(staff.book))
        if speaks is not battalion.state:
            texts.append(
                f"by its losses it would be {speaks}, but it stays {battalion.state} until you also give its state"
            )
    return texts


def _formation(staff: Staff, command: Adjust, formation: Formation) -> list[str]:
    lines = []
    if command.posture:
        formation.posture = one_of(Posture, command.posture, "posture")
        for battalion in staff.army.present[formation.id]:
            battalion.posture = formation.posture
        lines.append(f"{formation.posture} posture")
    if command.supply:
        if formation.level is not Level.CORPS:
            raise Refused(
                f"{formation.name} cannot have a supply grade: it is a {formation.level}, and only a corps "
                "has a supply grade (OB-AMB-107)"
            )
        formation.supply_grade = one_of(SupplyGrade, command.supply, "supply grade")
        lines.append(f"{formation.supply_grade} supplied")
    return lines


def _place(staff: Staff, command: Adjust, place: Place) -> list[str]:
    if command.owner.strip().casefold() in ("nobody", "none"):
        place.owner_id = None
        return ["held by nobody"]
    side = side_named(staff.board, command.owner)
    return hand_over(staff, place, side.id) or [f"held by {side.name}, as before"]


def _road(staff: Staff, command: Adjust, road: Road) -> list[str]:
    with changing(staff.board, road, _who_hears(staff, road, road)):
        road.cut = bool(command.cut)
    return ["cut" if road.cut else "open"]


def _crossing(staff: Staff, command: Adjust, crossing: Crossing) -> list[str]:
    state = one_of(CrossingState, command.state, "state of a crossing")
    with changing(staff.board, crossing, _who_hears(staff, crossing, staff.board.row(Road, crossing.road_id))):
        crossing.state = state
    return [str(crossing.state)]


def _who_hears(staff: Staff, thing: Road | Crossing, road: Road) -> frozenset[int]:
    """Return the sides that learn of the umpire's change to a road or bridge at once: those that hold an end of the
    road or have troops in sight of it.
    """
    holders = {staff.places[end].owner_id for end in (road.a_id, road.b_id)} - {None}
    return sides_in_sight(staff.army, staff.theatre, staff.conditions.sight, thing) | {
        side for side in holders if side is not None
    }


_CHANGE: dict[type[Thing], Callable[[Staff, Adjust, Any], list[str]]] = {
    Battalion: _battalion,
    Formation: _formation,
    Place: _place,
    Road: _road,
    Crossing: _crossing,
}


def one_of(kind: type[Word], word: str, subject: str) -> Word:
    """Return the member of the vocabulary ``kind`` that the typed word names. Raises BadInput with all members."""
    try:
        return kind(word.strip().lower())
    except ValueError:
        words = listing((str(member.value) for member in kind), 12)
        raise BadInput(
            f"{word!r} is not a {subject}. Write {words}{did_you_mean(word, [str(member.value) for member in kind])}"
        ) from None
