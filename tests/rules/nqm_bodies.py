"""Battalions in a fight of Not Quite Mechanised, placed by hand, and stages with scripted dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.resolve.doctrine import Stance
from campaign.resolve.nqm.doctrine import PLAIN, Doctrine, Stage, View
from campaign.resolve.nqm.field import Body, Field
from campaign.rules.common.dice import Scripted, Seeded, Tape
from campaign.rules.common.force import Command, Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.pins import Pinned
from campaign.rules.tabletop.nqm.translation import battalion_of
from campaign.terms.forces import AntiTank, Arm, Experience, Nationality, Size
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.forces import guns, infantry, tanks

NOW = Moment(1, 2)
CRITERION = {6: 22.5, 5: 20.5, 4: 18.5, 3: 16.3, 2: 13.8, 1: 10.8, 7: 24.3, 8: 26.1}
"""Chi-square that one honest run in a thousand exceeds, by degrees of freedom."""


def german(make: Any, name: str, **changes: Any) -> Unit:
    """The same kind of battalion on the other side."""
    given = {"side": 2, "command": 11, "organic": 11, "nation": Nationality.GERMAN, **changes}
    made: Unit = make(name, **given)
    return made


def pak(name: str = "Pak", **changes: Any) -> Unit:
    """Anti-tank guns of the other side, twelve of 5 cm."""
    made: Unit = german(
        guns,
        name,
        arm=Arm.ANTI_TANK,
        piece=None,
        calibre_mm=None,
        piece_name="",
        anti_tank_best=AntiTank.LIGHT_MEDIUM,
        **changes,
    )
    return made


def veterans(name: str = "Lehr", **changes: Any) -> Unit:
    """Veteran infantry of the other side."""
    return german(infantry, name, experience=Experience.VETERAN, **changes)


def body(
    unit: Unit,
    side: int,
    y: int,
    *,
    x: int = 0,
    cover: Cover = Cover.SCRAPES,
    book: Rulebook = DEFAULTS,
    **changes: Any,
) -> Body:
    """A battalion standing there, not concealed."""
    made = battalion_of(unit, book)
    one = Body(made, side, x, y, list(made.elements), cover, made.points - made.pins)
    for key, value in changes.items():
        setattr(one, key, value)
    return one


def stage(
    bodies: Sequence[Body],
    faces: Sequence[int] | str = (),
    *,
    book: Rulebook = DEFAULTS,
    stances: tuple[Stance, Stance] = (Stance.ATTACK, Stance.DEFEND),
    doctrines: tuple[Doctrine, Doctrine] = (PLAIN, PLAIN),
) -> Stage:
    """A fight in its first hour; dice from a list, or from a seed."""
    source = Seeded(faces) if isinstance(faces, str) else Scripted(tuple(faces))
    field = Field(book, 6000, ("Allied", "Axis"), list(bodies), hour=1)
    views = View(field, 0, stances[0]), View(field, 1, stances[1])
    return Stage(field, views, doctrines, Tape(source, NOW))


def told(on: Stage) -> str:
    """Everything said so far."""
    return "\n".join(on.lines)


def pin(one: Body, reds: Sequence[int]) -> Body:
    """Red pins on its stands, in their order."""
    for n, red in enumerate(reds):
        stand = one.elements[n]
        one.elements[n] = stand.pins(Pinned(stand.strength, red, stand.black))
    return one


def without(one: Body, *keys: str) -> Body:
    """Without these stands."""
    one.elements = [stand for stand in one.elements if stand.key not in keys]
    return one


def dry(one: Body) -> Body:
    """Without ammunition."""
    one.elements = [replace(stand, ammunition=stand.ammunition * 0) for stand in one.elements]
    return one


def british(*units: Unit) -> Force:
    """A side of two commands."""
    commands = (
        Command(1, "22_gds", "22nd Guards Brigade", Nationality.BRITISH),
        Command(2, "7_armd", "7th Armoured Brigade", Nationality.BRITISH),
    )
    return Force(1, "allied", "Allied", commands, units)


def axis(*units: Unit) -> Force:
    """The other side."""
    return Force(2, "axis", "Axis", (Command(11, "lehr", "Lehr Regiment", Nationality.GERMAN),), units)


def sides() -> tuple[Force, Force]:
    """Three battalions with tanks and guns on two battalions with guns of both kinds."""
    return (
        british(
            infantry("2nd Scots Guards"),
            infantry("1st DLI"),
            infantry("3rd Coldstream"),
            tanks("4 RTR", size=Size.NORMAL),
            guns("25-pdrs"),
        ),
        axis(
            german(infantry, "I/104", dug_in_turns=3),
            veterans("II/104"),
            german(guns, "I/33", piece_name="10.5 cm", calibre_mm=105),
            pak(),
        ),
    )


def fight(forces: tuple[Force, Force] | None = None, *, turns: int = 2, attacker: int | None = 1) -> Fight:
    """A fight by day."""
    return Fight(forces or sides(), attacker, NOW, (TurnSky(NOW),), turns=turns, table_in=(72, 48), start_hour=6)
