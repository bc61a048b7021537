"""A whole fight: the sequence of turns and moves, fire on the table, and how it ends."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from campaign.errors import BadDice, BadInput, DiceWanted, Refused
from campaign.resolve.brevity.doctrine import Regrouping, View
from campaign.resolve.brevity.field import Brigade
from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.plain_doctrine import Plain
from campaign.resolve.doctrine import Stance
from campaign.rules.common.dice import Asked, Scripted, Seeded, Tape
from campaign.rules.common.force import Arrival
from campaign.rules.common.scene import AirSupport, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import chains
from campaign.rules.tabletop.brevity.chains import Assault, Body
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.terms.forces import CombatClass, Engineers, HitRow, Nationality, Size, Weapon
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Posture, Role, State, Support
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.battle_report import as_rows, from_rows
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, battery, fight, force, told

READY = "readiness"

NIGHT = TurnSky(Moment(1, 2), night=True, light=Light.DARKNESS)


def _goes(**where: Any) -> Told:
    """The first British command moves once."""
    return Told(moves={11: [dict(where)]})


def states(resolution: Any) -> dict[str, State]:
    return {unit.name: unit.after for unit in resolution.units}


# Turns and moves -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-SEQ-01", "OB-SEQ-03", "OB-SEQ-15", "OB-SEQ-16", "OB-TIME-02", "OB-READY-01", "OB-READY-02")
def test_moves_alternate_until_no_command_has_its_officer() -> None:
    near = force(NEAR, *(battalion(NEAR, n, f"N{n}") for n in (11, 12, 13)))
    far = force(FAR, *(battalion(FAR, n, f"F{n}") for n in (21, 22)))
    seen = fight(near, far, {}, dice=Faces())
    moves = [line.split(": ")[1] for line in told(seen.report, "Move ")]
    assert told(seen.report, "moves first") == ["Allied moves first: 3 commands to 2."]
    assert moves == [
        "Brigade 11 (Allied).",
        "Brigade 21 (Axis).",
        "Brigade 12 (Allied).",
        "Brigade 22 (Axis).",
        "Brigade 13 (Allied).",
    ]
    assert (seen.moves, seen.turns, seen.holder) == (5, 1, None)


@pytest.mark.rule(
    "OB-WC-008", "OB-TIME-02", "OB-SEQ-16", "OB-SEQ-17", "OB-SEQ-18", "OB-SEQ-02", "OB-READY-02", "OB-AMB-016"
)
def test_a_side_goes_on_alone_while_its_officer_stays() -> None:
    dice = Faces({READY: [1, 3, 1, 3, 2]})
    seen = fight(
        force(NEAR, battalion(NEAR, 11, "N"), battalion(NEAR, 12, "N2")),
        force(FAR, battalion(FAR, 21, "F")),
        {},
        dice=dice,
    )
    movers = [line.split(": ")[1].split(" (")[0] for line in told(seen.report, "Move ")]
    # the second British command fails in its turn; then the Germans move on alone until they fail with a 2
    assert movers == ["Brigade 11", "Brigade 21", "Brigade 12", "Brigade 21", "Brigade 21"]
    assert [
        told(seen.report, "Readiness")[n].endswith(end) for n, end in ((1, "keeps its officer."), (4, "taken off."))
    ] == [True, True]


@pytest.mark.rule("OB-TIME-06", "OB-ORG-05")
def test_officers_are_back_with_every_turn() -> None:
    seen = fight(
        force(NEAR, battalion(NEAR, 11, "N")),
        force(FAR, battalion(FAR, 21, "F")),
        {},
        dice=Faces({"first move": [6, 1, 6, 1]}),
        turns=2,
    )
    assert (len(told(seen.report, "Move ")), seen.turns) == (4, 2)
    assert (
        told(seen.report, "moves first")[0]
        == "Allied moves first: equal numbers of commands, and the dice show 6 against 1."
    )


@pytest.mark.rule("OB-AMB-015", "OB-AMB-005")
def test_who_begins_with_equal_commands_is_a_house_rule() -> None:
    near, far = force(NEAR, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F"))
    for word, first in (("attacker", "Allied"), ("defender", "Axis")):
        seen = fight(near, far, {}, book=DEFAULTS.with_settings({"seq.first_move_tie": word}))
        assert told(seen.report, "moves first")[0].startswith(first)


@pytest.mark.rule("OB-INIT-01", "OB-INIT-02", "OB-INIT-05", "OB-INIT-07", "OB-SEQ-05", "OB-AMB-019")
def test_a_challenger_who_rolls_higher_moves_instead() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"), battalion(NEAR, 12, "N2"))
    far = force(FAR, battalion(FAR, 21, "F"))
    # British +1 against German +3: a German 2 beats a British 3, and a tie fails
    taken = fight(near, far, {}, far_does=Told(challengers=[21]), dice=Faces({"initiative": [2, 3]}))
    assert told(taken.report, "initiative") == [
        "Brigade 21 challenges Brigade 11 for the initiative: 2+3 against 3+1, takes the move."
    ]
    assert [line.split(": ")[1].split(" (")[0] for line in told(taken.report, "Move ")][:2] == [
        "Brigade 21",
        "Brigade 11",
    ]
    tied = fight(near, far, {}, far_does=Told(challengers=[21]), dice=Faces({"initiative": [2, 4]}))
    assert told(tied.report, "initiative")[0].endswith("fails.")
    assert told(tied.report, "Move 1")[0].startswith("Move 1: Brigade 11")


@pytest.mark.rule("OB-INIT-04", "OB-READY-07")
def test_the_corps_commander_helps_his_command() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"), battalion(NEAR, 12, "N2"), with_commander=11)
    seen = fight(near, force(FAR, battalion(FAR, 21, "F")), {}, far_does=Told(challengers=[21]))
    assert "against 1+2" in told(seen.report, "initiative")[0]
    assert told(seen.report, "corps commander")[0].startswith(
        "Readiness 4-6 (British readiness 5-6, +1 corps commander)"
    )


@pytest.mark.rule("OB-READY-05", "OB-READY-06", "OB-AMB-086")
def test_flame_throwers_and_night_weigh_on_readiness() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"), battalion(NEAR, 12, "N2"))
    far = force(FAR, battalion(FAR, 21, "Flame", flame_throwers=True))
    seen = fight(
        near, far, {"N": (40, 30), "Flame": (40, 40)}, near_does=Told(moves={11: [{"N": Spot(40, 37)}]}), skies=(NIGHT,)
    )
    assert "-1 attacked by flame-throwers, -2 night turn" in told(seen.report, "Readiness")[0]


@pytest.mark.rule("OB-AMB-088")
def test_a_command_with_nobody_left_loses_its_officer_without_a_die() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N", state=State.SPENT), battalion(NEAR, 12, "N2"))
    far = force(FAR, battalion(FAR, 21, "F"))
    seen = fight(
        near,
        far,
        {"N": (40, 30), "F": (40, 36)},
        near_does=Told(moves={11: [{"N": Spot(40, 31)}]}),
        dice=Faces(otherwise=6, by_purpose={READY: [1, 1]}),
    )
    assert told(seen.report, "No unit of Brigade 11 is left; its officer is removed.")
    assert states(seen)["N"] is State.DESTROYED


# Steps of a move -----------------------------------------------------------------------------------------------------
def _gun_duel(**given: Any) -> Any:
    near = force(NEAR, battalion(NEAR, 11, "N"), battery(NEAR, 11, "NGuns"), commands={11: "Brigade 11", 12: "Other"})
    far = force(FAR, battalion(FAR, 21, "F", dug_in_turns=1), battery(FAR, 21, "FGuns"))
    spots = {"N": (40, 24), "NGuns": (40, 8), "F": (40, 40), "FGuns": (40, 64)}
    return fight(near, far, spots, near_does=Told(order=[11], moves={11: [{"N": Spot(40, 36)}]}), **given)


@pytest.mark.rule(
    "OB-SEQ-04",
    "OB-SEQ-07",
    "OB-SEQ-08",
    "OB-SEQ-09",
    "OB-SEQ-10",
    "OB-SEQ-11",
    "OB-SEQ-12",
    "OB-FIRE-04",
    "OB-ART-04",
    "OB-ART-06",
)
def test_the_steps_come_in_their_order() -> None:
    dice = Faces({"first move": [6, 1]})
    seen = _gun_duel(dice=dice)
    first = seen.report[seen.report.index("Move 1: Brigade 11 (Allied).") + 1 :]
    words = [line.strip().split(":")[0].split(" 5")[0] for line in first[:6]]
    assert words == [first[0].strip(), "Their artillery", "Artillery", "Their fire", "Fire", "Readiness"]
    assert [purpose for purpose, _ in dice.asked[2:]][:13] == ["to hit"] * 3 + ["to hit"] * 3 + ["to hit"] * 3 + [
        "to hit"
    ] * 3 + ["readiness"]


@pytest.mark.rule("OB-SEQ-14", "OB-CAS-01", "OB-MOV-12", "OB-AMB-081", "OB-HIT-05")
def test_a_battalion_pinned_by_guns_halts_and_fires_only_its_last_die() -> None:
    # the guns hit with their first die; one casualty die of 1 does not harm
    seen = _gun_duel(dice=Faces({"first move": [6, 1], "to hit": [6, 1, 1]}))
    assert told(seen.report, "Their artillery", "pinned.")
    # caught where first located: at 8 inches of the defender, on the way from 24 to 36
    (n,) = (unit for unit in seen.units if unit.name == "N")
    assert n.at == Spot(40, 32)
    assert "(one die: no firer counts)" in told(seen.report, "  Fire: ")[0]


@pytest.mark.rule("OB-SEQ-13")
def test_pins_are_off_when_the_move_is_over() -> None:
    moves = {11: [{"N": Spot(40, 36)}, {"N": None}]}
    near = force(NEAR, battalion(NEAR, 11, "N"))
    far = force(FAR, battalion(FAR, 21, "F", dug_in_turns=1))
    dice = Faces({"first move": [6, 1], "to hit": [6, 1, 1, 1], READY: [6]})
    seen = fight(near, far, {"N": (40, 24), "F": (40, 40)}, near_does=Told(moves=moves), dice=dice)
    fires = told(seen.report, "  Fire: N")
    assert ["N (pinned) on F (one die: no firer counts)" in line for line in fires] == [True, False]


@pytest.mark.rule("OB-MOV-04", "OB-MOV-05", "OB-FIRE-05", "OB-MOV-03")
def test_who_neither_moves_nor_is_declared_neither_fires_nor_is_fired_on() -> None:
    near, far = force(NEAR, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F"))
    spots = {"N": (40, 32), "F": (40, 36)}
    quiet = fight(near, far, spots)
    assert told(quiet.report, ": ", " on ") == []
    declared = fight(near, far, spots, near_does=Told(moves={11: [{"N": None}]}), dice=Faces({"first move": [6, 1]}))
    assert len(told(declared.report, "N takes up firing positions (line).")) == 1
    assert [line.split(":")[0] for line in told(declared.report, ": ", " on ")] == ["Their fire", "Fire"]


@pytest.mark.rule("OB-FIRE-01", "OB-FIRE-02", "OB-FIRE-03", "OB-FIRE-06", "OB-HIT-01", "OB-AMB-023")
def test_everybody_engages_everybody_in_reach_once() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N1"), battalion(NEAR, 11, "N2"))
    far = force(FAR, battalion(FAR, 21, "F1"), battalion(FAR, 21, "F2"), battalion(FAR, 21, "F3"))
    spots = {"N1": (40, 32), "N2": (44, 32), "F1": (40, 38), "F2": (44, 38), "F3": (60, 38)}
    seen = fight(
        near,
        far,
        spots,
        near_does=Told(order=[11], moves={11: [{"N1": None, "N2": None}]}),
        dice=Faces({"first move": [6, 1]}),
    )
    shots = [line.strip().partition(": to hit")[0] for line in told(seen.report, ": ", " on ")]
    assert shots == [
        "Their fire: F1 (6 in.), F2 (8 in.) on N1",
        "Their fire: F1 (8 in.), F2 (6 in.) on N2",
        "Fire: N1 (6 in.), N2 (8 in.) on F1",
        "Fire: N1 (8 in.), N2 (6 in.) on F2",
    ]


@pytest.mark.rule("OB-ART-09", "OB-ART-02", "OB-ART-10")
def test_a_battery_fires_once_a_move_and_only_as_artillery() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N1"), battalion(NEAR, 11, "N2"))
    far = force(FAR, battalion(FAR, 21, "F"), battery(FAR, 21, "FGuns"))
    spots = {"N1": (40, 30), "N2": (44, 30), "F": (42, 36), "FGuns": (42, 40)}
    seen = fight(
        near,
        far,
        spots,
        near_does=Told(moves={11: [{"N1": Spot(40, 34), "N2": Spot(44, 34)}]}),
        dice=Faces({"first move": [6, 1]}),
    )
    british = seen.report[: next(n for n, line in enumerate(seen.report) if line.startswith("Move 2"))]
    assert len(told(british, ": FGuns")) == 1
    assert "Their artillery: FGuns on N1" in told(british, ": FGuns")[0]


@pytest.mark.rule("OB-ART-03", "OB-ART-05", "OB-AMB-041")
def test_only_guns_that_support_the_locating_command_defend_it() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"))
    guns_elsewhere = battery(FAR, 22, "FGuns")
    far = force(FAR, battalion(FAR, 21, "F"), guns_elsewhere)
    spots = {"N": (40, 30), "F": (40, 40), "FGuns": (42, 60)}
    does = partial(_goes, N=Spot(40, 33))
    assert told(fight(near, far, spots, near_does=does()).report, "Their artillery: FGuns on") == []
    supporting = force(FAR, battalion(FAR, 21, "F"), battery(FAR, 22, "FGuns", support=Support.IN_SUPPORT, supports=21))
    assert len(told(fight(near, supporting, spots, near_does=does()).report, "Their artillery: FGuns on")) == 1


@pytest.mark.rule("OB-ART-06", "OB-LOC-01", "OB-LOC-06", "OB-HIT-09", "OB-LOC-07")
def test_own_guns_reach_what_nobody_sees() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"), battery(NEAR, 11, "NGuns"))
    far = force(FAR, battalion(FAR, 21, "F"))
    seen = fight(near, far, {"N": (40, 10), "NGuns": (40, 4), "F": (40, 60)}, dice=Faces({"first move": [6, 1]}))
    assert "to hit 6 (infantry, guns and others, not located)" in told(seen.report, "NGuns on F")[0]
    assert told(seen.report, "Their fire") == []


@pytest.mark.rule("OB-WC-036", "OB-LOC-02", "OB-LOC-05", "OB-LOC-07", "OB-MOV-13")
def test_from_a_hill_only_guns_reach_a_battalion_that_halted_outside() -> None:
    ground = Ground(96, 72, (Patch(36, 36, 44, 48, Cover.OPEN, hill=True),))
    near = force(NEAR, battalion(NEAR, 11, "N"))
    far = force(FAR, battalion(FAR, 21, "F"), battery(FAR, 21, "FGuns"))
    spots = {"N": (40, 20), "F": (40, 40), "FGuns": (40, 60)}
    seen = fight(
        near,
        far,
        spots,
        ground=ground,
        near_does=Told(moves={11: [{"N": Spot(40, 31)}]}),
        dice=Faces({"first move": [6, 1]}),
    )
    lines = told(seen.report, " on N")
    assert [line.split(":")[0] for line in lines] == [
        "Their artillery",
        "Artillery",
    ]  # the Germans' own move comes second


@pytest.mark.rule("OB-WC-028", "OB-POST-09", "OB-HIT-02", "OB-POST-04")
def test_guns_in_support_are_sheltered_while_their_infantry_stands() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"))
    spots = {"N": (40, 30), "F": (60, 60), "FGuns": (40, 34)}
    does = partial(_goes, N=None)
    guarded = force(FAR, battalion(FAR, 21, "F"), battery(FAR, 21, "FGuns"))
    assert told(fight(near, guarded, spots, near_does=does()).report, "N on FGuns") == []
    alone = force(FAR, battery(FAR, 21, "FGuns"))
    assert len(told(fight(near, alone, {"N": (40, 30), "FGuns": (40, 34)}, near_does=does()).report, "N on FGuns")) == 1


@pytest.mark.rule("OB-HIT-03", "OB-HIT-04", "OB-AMB-059")
def test_a_battalion_attacked_from_behind_does_not_count() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N1"), battalion(NEAR, 11, "N2"))
    far = force(FAR, battalion(FAR, 21, "F"))
    spots = {"N1": (40, 32), "N2": (40, 44), "F": (40, 38)}
    seen = fight(
        near, far, spots, near_does=Told(moves={11: [{"N1": None, "N2": None}]}), dice=Faces({"first move": [6, 1]})
    )
    flank = "F (attacked in the flank) on"
    assert ["(one die: no firer counts)" in line for line in told(seen.report, "Their fire", flank)] == [True, True]


# Regrouping ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OB-REG-04", "OB-REG-05", "OB-REST-01", "OB-SEQ-06", "OB-TIME-07", "OB-POST-05")
def test_a_resting_battalion_sheds_its_figure_at_the_next_turn() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N", state=State.SPENT), battalion(NEAR, 11, "N2"))

    def rest(view: View, brigade: Brigade) -> Regrouping:
        return Regrouping(rest=tuple(model for model in brigade.in_play if model.name == "N"))

    given = {"N": (40, 4), "N2": (60, 4)}
    far = force(FAR, battalion(FAR, 21, "F"))
    seen = fight(near, far, given, near_does=Told(regroups={11: [rest]}), turns=2)
    assert told(seen.report, "N has rested and sheds its casualty figure.")
    assert states(seen)["N"] is State.FRESH
    cut = fight(near, far, given, near_does=Told(regroups={11: [rest]}), turns=2, in_supply=frozenset())
    assert states(cut)["N"] is State.SPENT
    with pytest.raises(Refused, match="N is resting and may not move"):
        fight(near, far, given, near_does=Told(regroups={11: [rest]}, moves={11: [{"N": Spot(40, 8)}]}))


@pytest.mark.rule("OB-CB-01", "OB-CB-02", "OB-CB-03", "OB-CB-04", "OB-CB-05", "OB-REG-06", "OB-AMB-093")
def test_counter_battery_answers_at_once_and_does_nothing_else() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"), battery(NEAR, 11, "NGuns"))
    far = force(FAR, battalion(FAR, 21, "F"), battery(FAR, 21, "FGuns"), battery(FAR, 22, "Duty"))
    spots = {"N": (40, 10), "NGuns": (40, 4), "F": (40, 30), "FGuns": (44, 68), "Duty": (30, 68)}

    def duty(view: View, brigade: Brigade) -> Regrouping:
        return Regrouping(counter_battery=tuple(model for model in brigade.in_play if model.name == "Duty"))

    far_does = Told(order=[22], regroups={22: [duty]})
    seen = fight(near, far, spots, near_does=Told(), far_does=far_does, dice=Faces())
    lines = [line for line in seen.report if (" on " in line and "to hit" in line) or "Move" in line]
    mine = lines.index(next(line for line in lines if "NGuns on F" in line))
    assert (
        "Duty (counter-battery) on NGuns: 65 in., to hit 5-6 (infantry, guns and others, counter-battery fire)"
        in lines[mine + 1]
    )
    assert all("counter-battery" in line for line in told(seen.report, "Duty", " on N"))


# Hidden, reconnaissance, waves ---------------------------------------------------------------------------------------
@pytest.mark.rule("OB-HID-01", "OB-HID-02", "OB-HID-03", "OB-AMB-089")
def test_a_hidden_battalion_is_no_target_until_it_is_found() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"), battery(NEAR, 11, "NGuns"))
    far = force(FAR, battalion(FAR, 21, "F", hidden=True))
    spots = {"N": (40, 20), "NGuns": (40, 4), "F": (40, 40)}
    quiet = fight(near, far, spots, dice=Faces({"first move": [6, 1]}))
    assert told(quiet.report, " on F") == []
    found = fight(
        near, far, spots, near_does=Told(moves={11: [{"N": Spot(40, 33)}]}), dice=Faces({"first move": [6, 1]})
    )
    assert told(found.report, "F is found.")
    assert len(told(found.report, "NGuns on F")) == 1


@pytest.mark.rule("OB-AMB-040", "OB-MOV-04")
def test_the_report_has_posture_and_front_as_data() -> None:
    """Who moves past an enemy turns round to him; who is declared is told with his posture."""
    near, far = force(NEAR, battalion(NEAR, 11, "N"), battalion(NEAR, 11, "Stays")), force(FAR, battalion(FAR, 21, "F"))
    spots = {"N": (40, 34), "Stays": (60, 34), "F": (40, 38)}
    moves = Told(moves={11: [{"N": Spot(40, 42), "Stays": None}]})
    seen = fight(near, far, spots, near_does=moves, far_does=Told(), dice=Faces({"first move": [6, 1]}))
    rows = json.loads(json.dumps(as_rows(seen.events)))
    start = next(row for row in rows if row["event"] == "start" and row["unit"] == "N")
    move = next(row for row in rows if row["event"] == "move" and row["unit"] == "N")
    declared = next(row for row in rows if row["event"] == "declared")
    assert (start["facing"], move["facing"], declared["facing"]) == ("north", "south", "north")
    assert (move["how"], declared["how"], declared["at"]) == ("line, faces south", "line", [60, 34])
    assert from_rows(rows) == tuple(seen.events)


@pytest.mark.rule("OB-WC-068", "OB-REC-03", "OB-AMB-091")
def test_a_reconnaissance_company_pulls_back_before_the_dice() -> None:
    patrol = battalion(
        NEAR,
        11,
        "Hussars",
        size=Size.COMPANY,
        weapon=Weapon.MACHINE_GUN,
        recce_companies=1,
        combat_class=CombatClass.LIGHT_VEHICLE,
        hit_row=HitRow.VEHICLE,
    )
    near, far = force(NEAR, patrol), force(FAR, battalion(FAR, 21, "F"))
    spots = {"Hussars": (40, 34), "F": (40, 44)}
    gone = fight(
        near, far, spots, near_does=Told(moves={11: [{"Hussars": Spot(40, 40)}]}), dice=Faces({"first move": [6, 1]})
    )
    assert told(gone.report, "of 32 in.", "to 40, 31 (pulls back before the fire)")
    assert told(gone.report, "F on Hussars") == []
    stays = Told(moves={11: [{"Hussars": Spot(40, 40)}]}, company_stays=True)
    assert (
        len(told(fight(near, far, spots, near_does=stays, dice=Faces({"first move": [6, 1]})).report, "F on Hussars"))
        == 1
    )


@pytest.mark.rule("OB-WAVE-02", "OB-WAVE-03", "OB-WAVE-04", "OB-WAVE-05", "OB-AMB-094")
def test_waves_fight_one_after_the_other_in_one_move() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N1"), battalion(NEAR, 11, "N2"), battery(NEAR, 11, "NGuns"))
    far = force(FAR, battalion(FAR, 21, "F"))
    moves = {11: [{"N1": Spot(40, 36), "N2": (Spot(44, 36), Posture.LINE, 1)}]}
    spots = {"N1": (40, 24), "N2": (44, 24), "NGuns": (40, 4), "F": (42, 40)}
    seen = fight(near, far, spots, near_does=Told(moves=moves), dice=Faces({"first move": [6, 1]}))
    first = seen.report[: seen.report.index("  Wave 2.")]
    assert told(first, "F on N2") == []
    assert [len(told(seen.report, "Their fire: F on", who)) for who in ("N1", "N2")] == [2, 1]
    assert [line.split(":")[1] for line in told(seen.report, "  Fire: ")] == [" N1 on F", " N1, N2 on F"]
    assert len(told(seen.report, "NGuns on")) == 1
    assert len(told(seen.report, "Readiness")) == 2  # one a move, the Germans' own included


@pytest.mark.rule("OB-WAVE-01")
def test_the_plain_doctrine_sends_waves_only_where_readiness_is_very_low() -> None:
    for nation, waves in ((Nationality.SOVIET, 1), (Nationality.BRITISH, 0)):
        near = force(NEAR, *(battalion(NEAR, 11, f"N{n}", nation=nation) for n in range(6)))
        near = replace(near, commands=tuple(replace(command, nation=nation) for command in near.commands))
        seen = fight(
            near,
            force(FAR, battalion(FAR, 21, "F")),
            {},
            near_does=Plain(),
            far_does=Plain(),
            dice=Faces({"first move": [6, 1]}),
        )
        assert len(told(seen.report, "Wave 2.")) == waves


# Movement ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-WC-033", "OB-MOV-06", "OB-AMB-037")
def test_near_a_side_edge_a_battalion_stays_near_it() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"))
    far = force(FAR, battalion(FAR, 21, "F"))
    moves = {11: [{"N": Spot(6, 20)}, {"N": Spot(9, 24)}]}
    seen = fight(near, far, {"N": (12, 16), "F": (60, 60)}, near_does=Told(moves=moves), dice=Faces({READY: [6, 1]}))
    assert seen.units[0].at == Spot(8, 24)


@pytest.mark.rule("OB-MOV-06", "OB-AMB-037")
def test_who_is_set_up_near_a_side_edge_may_leave_it_until_a_move_ends_there() -> None:
    near, far = force(NEAR, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F"))
    for stops, x in (
        ([Spot(20, 20)], 20),
        ([Spot(6, 20), Spot(20, 24)], 8),
        ([Spot(20, 20), Spot(8, 24), Spot(20, 28)], 8),
    ):
        does = Told(moves={11: [{"N": spot} for spot in stops]})
        seen = fight(
            near,
            far,
            {"N": (5, 16), "F": (60, 60)},
            near_does=does,
            dice=Faces({READY: [*([6] * (len(stops) - 1)), 1]}),
        )
        assert seen.units[0].at.x == x


@pytest.mark.rule("OB-WC-031", "OB-MOV-01", "OB-MOV-02", "OB-MOV-09", "OB-MOV-10")
def test_a_wood_slows_the_whole_move() -> None:
    wood = Ground(96, 72, (Patch(0, 16, 96, 40),))
    far = force(FAR, battalion(FAR, 21, "F"))
    for kind, expected in ((CombatClass.TRACKED, 20), (CombatClass.FOOT, 28), (CombatClass.LIGHT_VEHICLE, 15)):
        near = force(
            NEAR, battalion(NEAR, 11, "N", weapon=Weapon.MACHINE_GUN, combat_class=kind, hit_row=HitRow.VEHICLE)
        )
        seen = fight(
            near,
            far,
            {"N": (40, 12), "F": (60, 70)},
            ground=wood,
            near_does=Told(moves={11: [{"N": Spot(40, 60)}]}),
            dice=Faces({"first move": [6, 1]}),
        )
        assert seen.units[0].at == Spot(40, expected)


@pytest.mark.rule("OB-MOV-07", "OB-POST-02", "OB-POST-06")
def test_marching_is_faster_and_adds_nothing_to_combat() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"))
    far = force(FAR, battalion(FAR, 21, "F"))
    does = Told(moves={11: [{"N": (Spot(40, 62), Posture.MARCH)}]})
    seen = fight(near, far, {"N": (40, 2), "F": (40, 68)}, near_does=does, dice=Faces({"first move": [6, 1]}))
    assert told(seen.report, "N moves 60 of ", " to 40, 62 (march).")
    assert told(seen.report, "  Fire: N (in march posture) on F (one die: no firer counts)")


@pytest.mark.rule("OB-AMB-073")
def test_who_moves_leaves_his_trenches() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"))
    far = force(FAR, battalion(FAR, 21, "F", dug_in_turns=1))
    does = Told(moves={21: [{"F": Spot(40, 37)}]})
    seen = fight(
        near, far, {"N": (40, 30), "F": (40, 38)}, far_does=does, dice=Faces({"to hit": [6] * 9, "first move": [1, 6]})
    )
    assert "unprotected" in told(seen.report, "N on F")[0]
    assert [unit.dug_in for unit in seen.units if unit.name == "F"] == [False]


# Smoke ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-SMOKE-02", "OB-SMOKE-03", "OB-SMOKE-04", "OB-WC-100")
def test_guns_lay_smoke_instead_of_firing_and_it_ends_when_they_may_fire_again() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"), battery(NEAR, 11, "NGuns"))
    far = force(FAR, battalion(FAR, 21, "F"))
    spots = {"N": (40, 30), "NGuns": (40, 4), "F": (40, 38)}
    moves = {11: [{"N": Spot(40, 34)}, {"N": None}]}
    does = Told(moves=moves, smoke=[("NGuns", Spot(40, 36))])
    seen = fight(near, far, spots, near_does=does, dice=Faces({READY: [6, 1]}))
    assert told(seen.report, "NGuns lays a smoke screen 6 in. wide at 40, 36.")
    fires = told(seen.report, "Their fire: F on N")
    assert "in smoke" in fires[0] and "in smoke" not in fires[1]
    guns_fired = [n for n, line in enumerate(seen.report) if "NGuns on F" in line]
    assert guns_fired and guns_fired[0] > next(n for n, line in enumerate(seen.report) if line.startswith("Move 2"))


@pytest.mark.rule("OB-SMOKE-01", "OB-SMOKE-03", "OB-AMB-118", "OB-AMB-129")
def test_engineers_lay_smoke_around_themselves_only() -> None:
    sappers = battalion(FAR, 21, "Sappers", engineers=Engineers.SPECIALIST, weapon=Weapon.ENGINEERS, direct_in=4)
    near, far = force(NEAR, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F"), sappers)
    spots = {"N": (40, 30), "F": (40, 40), "Sappers": (40, 37)}

    def moves() -> Told:
        return Told(moves={11: [{"N": Spot(40, 33)}]})

    smoke = fight(near, far, spots, near_does=moves(), far_does=Told(smoke=[("Sappers", Spot(40, 37))]))
    assert told(smoke.report, "Sappers lays a smoke screen 6 in. wide at 40, 37.")
    # behind the smoke at 7 inches the defenders are not located any more, nor do they see through it
    assert told(smoke.report, "N on F") == told(smoke.report, "F on N") == told(smoke.report, "Sappers on N") == []
    assert "in smoke" in told(smoke.report, "N on Sappers")[0]
    with pytest.raises(Refused, match="engineers lay smoke centred on themselves"):
        fight(near, far, spots, near_does=moves(), far_does=Told(smoke=[("Sappers", Spot(40, 36))]))


# In the air ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AIR-05", "OB-AIR-09", "OB-AMB-104")
def test_a_controllers_aircraft_act_as_artillery_once_a_turn() -> None:
    near, far = force(NEAR, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F1"), battalion(FAR, 21, "F2"))
    spots = {"N": (40, 10), "F1": (40, 40), "F2": (43, 40)}
    typhoons = AirSupport("Typhoons", 0, Weapon.GROUND_ATTACK, 11, frozenset({1}))
    dice = Faces({READY: [6, 1], "air target": [4]})
    seen = fight(near, far, spots, air=(typhoons,), dice=dice)
    struck = [line for line in told(seen.report, "ground attack aircraft") if line.startswith("Artillery")]
    assert [line.split(": ")[1] for line in struck] == [
        "ground attack aircraft 1 on F1",
        "ground attack aircraft 1 on F2",
    ]
    assert "+1 aircraft" in struck[0] and "not located" in struck[0]
    night = fight(near, far, spots, air=(typhoons,), skies=(NIGHT,))
    assert told(night.report, "aircraft") == []
    defending = fight(
        near,
        far,
        {**spots, "N": (40, 28)},
        air=(AirSupport("Stukas", 1, Weapon.GROUND_ATTACK, 21, frozenset({1})),),
        dice=Faces({"air target": [2]}),
        near_does=Told(moves={11: [{"N": Spot(40, 33)}]}),
    )
    assert told(defending.report, "Their artillery: ground attack aircraft 1 on N")


@pytest.mark.rule("OB-AIR-03", "OB-AIR-04", "OB-AMB-101", "OB-AMB-102")
def test_a_strike_may_go_astray_and_finds_everybody_near() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N1"), battalion(NEAR, 11, "N2"))
    far = force(FAR, battalion(FAR, 21, "F"))
    spots = {"N1": (40, 10), "N2": (42, 12), "F": (40, 60)}
    typhoons = AirSupport("Typhoons", 0, Weapon.GROUND_ATTACK, 11, frozenset({1}))
    astray = fight(near, far, spots, air=(typhoons,), dice=Faces({"air target": [1]}))
    assert told(astray.report, "Typhoons: 1, the opponent picks the target: N1.")
    assert [line.split(" on ")[1].split(":")[0] for line in told(astray.report, "Artillery: ground attack")] == [
        "N1",
        "N2",
    ]


# The end -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-WC-063", "OB-CAS-09", "OB-AMB-082")
def test_destroyed_while_surrounded_is_captured() -> None:
    victim = battalion(FAR, 21, "F", state=State.SPENT)
    far = force(FAR, victim, battalion(FAR, 22, "Far away"))
    ring = {"N1": (40, 28), "N2": (40, 44), "N3": (32, 36), "N4": (48, 36)}
    near = force(NEAR, *(battalion(NEAR, 11, name) for name in ring))
    does = Told(moves={11: [{"N1": None}]})
    dice = Faces({"first move": [6, 1], "to hit": [1] * 3 + [6] * 3}, otherwise=6)
    seen = fight(near, far, {**ring, "F": (40, 36), "Far away": (90, 70)}, near_does=does, dice=dice)
    assert states(seen)["F"] is State.CAPTURED
    dice = Faces({"first move": [6, 1], "to hit": [1] * 3 + [6] * 3}, otherwise=6)
    open_ = fight(
        force(NEAR, battalion(NEAR, 11, "N1")),
        far,
        {"N1": (40, 28), "F": (40, 36), "Far away": (90, 70)},
        near_does=Told(moves={11: [{"N1": None}]}),
        dice=dice,
    )
    assert states(open_)["F"] is State.DESTROYED


@pytest.mark.rule("OB-SIZE-06")
def test_a_large_battalion_is_lost_only_with_both_its_stands() -> None:
    near = force(NEAR, battalion(NEAR, 11, "N", state=State.FRESH))
    far = force(FAR, battalion(FAR, 21, "Big", size=Size.LARGE), battalion(FAR, 21, "F"))
    dice = Faces({"first move": [6, 1], "to hit": [1] * 5 + [6] * 3, "casualties": [6, 6, 6]})
    seen = fight(
        near, far, {"N": (40, 30), "Big": (40, 36), "F": (60, 60)}, near_does=Told(moves={11: [{"N": None}]}), dice=dice
    )
    assert told(seen.report, "Big (1)", "destroyed")
    assert states(seen)["Big"] is State.SPENT


def test_reinforcements_come_in_their_turn() -> None:
    late = battalion(NEAR, 11, "Late", role=Role.ARRIVES, arrival=Arrival(Moment(1, 3)))
    seen = fight(force(NEAR, battalion(NEAR, 11, "N"), late), force(FAR, battalion(FAR, 21, "F")), {}, turns=2)
    turn = seen.report.index("Turn 2, day.")
    assert next(n for n, line in enumerate(seen.report) if "Late comes on at" in line) > turn


# Fights agree with the odds ------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-SEQ-10", "OB-SEQ-11", "OB-SEQ-14", "OB-FIRE-07", "OB-WC-065", "OB-WC-066")
@pytest.mark.parametrize("fights", [300, pytest.param(900, marks=pytest.mark.long)])
def test_fought_assaults_agree_with_the_exact_odds(fights: int) -> None:
    near = force(NEAR, *(battalion(NEAR, 11, f"N{n}") for n in range(3)))
    far = force(FAR, *(battalion(FAR, 21, f"F{n}", dug_in_turns=1) for n in range(2)))
    spots = {"N0": (39, 35), "N1": (40, 35), "N2": (41, 35), "F0": (40, 38), "F1": (40, 38)}
    (stand,) = stands_of(near.units[0], DEFAULTS)
    exact = chains.assault(Assault(((Body(stand, 3),),), (Body(stand, 2, Works.DUG_IN),), 4, watched=False), DEFAULTS)
    spent = lost = unharmed_attackers = fit = 0
    for seed in range(fights):
        dice = Tape(Seeded(f"assault {seed}"), Moment(1, 2))
        seen = fight(near, far, spots, near_does=Told(moves={11: [dict.fromkeys(("N0", "N1", "N2"))]}), dice=dice)
        end = states(seen)
        spent += sum(end[name] is State.SPENT for name in ("F0", "F1"))
        lost += sum(end[name] is State.DESTROYED for name in ("F0", "F1"))
        unharmed_attackers += sum(line.endswith("no effect.") for line in told(seen.report, "Their fire"))
        fit += sum(end[name] is State.FRESH for name in ("N0", "N1", "N2"))
    for seen_often, chance, trials in (
        (spent, exact.defenders[0].each.spent, 2 * fights),
        (lost, exact.defenders[0].each.lost, 2 * fights),
        (unharmed_attackers, exact.attackers[0].each.none, 3 * fights),
        (fit, exact.attackers[0].each.none + exact.attackers[0].each.pinned, 3 * fights),
    ):
        expected = float(chance) * trials
        # two results a fight are not independent: allow for the variance of both together
        assert (seen_often - expected) ** 2 / (expected * (1 - float(chance))) < 2 * 10.83, (seen_often, expected)


# Dice and laws -------------------------------------------------------------------------------------------------------
def _armies() -> tuple[Any, Any]:
    near = force(NEAR, *(battalion(NEAR, 11 + n // 3, f"N{n}") for n in range(6)), battery(NEAR, 11, "NGuns"))
    far = force(FAR, *(battalion(FAR, 21, f"F{n}", dug_in_turns=1) for n in range(3)), battery(FAR, 21, "FGuns"))
    return near, far


ARMIES = _armies()


def _resolved(dice: Any) -> Any:
    return fight(*ARMIES, {}, near_does=Plain(), far_does=Plain(), dice=dice, turns=3)


def test_the_same_seed_fights_the_same_fight_and_typed_dice_repeat_it() -> None:
    first = Tape(Seeded("Brevity"), Moment(1, 2))
    seen = _resolved(first)
    assert seen == _resolved(Tape(Seeded("Brevity"), Moment(1, 2)))
    assert seen != _resolved(Tape(Seeded("Other"), Moment(1, 2)))
    # the faces typed in one after the other, in the order of a table, give the same fight
    assert seen == _resolved(Tape(Scripted([roll.value for roll in first.rolls]), Moment(1, 2)))
    assert len({str(roll.name) for roll in first.rolls}) == len(first.rolls)
    with pytest.raises(BadDice):
        _resolved(Tape(Scripted([roll.value for roll in first.rolls][:-1]), Moment(1, 2)))
    with pytest.raises(DiceWanted):
        _resolved(Tape(Asked(), Moment(1, 2)))


@pytest.mark.parametrize("seed", range(12))
def test_no_fight_leaves_nonsense(seed: int) -> None:
    near, far = _armies()
    stances = (Stance.ATTACK, [Stance.ATTACK, Stance.DEFEND][seed % 2])
    light = (Light.DAY, Light.MOONLIGHT, Light.DARKNESS)[seed % 3]
    ground = Ground(96, 72, (Patch(20, 20, 60, 50), Patch(60, 30, 80, 60, Cover.OPEN, hill=True)))
    seen = fight(
        near,
        far,
        {},
        near_does=Plain(),
        far_does=Plain(),
        dice=Tape(Seeded(str(seed)), Moment(1, 2)),
        stances=stances,
        ground=ground,
        skies=(TurnSky(Moment(1, 2), light is not Light.DAY, light),),
        turns=4,
    )
    assert [unit.unit for unit in seen.units] == [unit.id for unit in (*near.units, *far.units)]
    assert all(
        unit.after.severity >= unit.before.severity
        for unit in seen.units
        if not unit.resting or unit.after is not State.FRESH
    )
    assert all(0 <= unit.at.x <= 96 and 0 <= unit.at.y <= 72 for unit in seen.units)
    assert 1 <= seen.turns <= 4
    assert all(line.rstrip().endswith((".", ")")) for line in seen.report), [
        line for line in seen.report if not line.endswith((".", ")"))
    ]


@pytest.mark.parametrize(
    ("turns", "words"), [(0, "a battle cannot last 0 turns"), (1, "Axis brings no unit to the battle")]
)
def test_what_cannot_be_fought(turns: int, words: str) -> None:
    near = force(NEAR, battalion(NEAR, 11, "N"))
    far = force(FAR, battalion(FAR, 21, "F", state=State.DESTROYED if turns else State.FRESH))
    with pytest.raises(BadInput, match=words):
        fight(near, far, {}, turns=turns)
