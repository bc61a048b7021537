"""What commands ask, as they declare it: read from forms, and by the terminal."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated, get_args

import click
import pytest

import campaign.verbs
from campaign.actions.all_actions import every_action
from campaign.actions.order_form import Further
from campaign.actions.order_messages import Written
from campaign.cli.declared import asks, made
from campaign.errors import BadInput
from campaign.terms.asking import Ask, addressed, addressee, asked, read
from campaign.values import dataclass, is_dataclass
from campaign.verbs.air_tasking import TaskAir
from campaign.verbs.battles import AddToBattle, DropFromBattle, NewBattle
from campaign.verbs.interruptions import CancelBattle, MergeBattles
from campaign.verbs.orders import Attach, JoinCommand
from campaign.verbs.resolution import ResolveBattle
from campaign.verbs.seating import SeatPlayer

VERBS = [
    value
    for module in iter_modules(campaign.verbs.__path__)
    for value in vars(import_module(f"campaign.verbs.{module.name}")).values()
    if isinstance(value, type) and is_dataclass(value) and value.__module__ == f"campaign.verbs.{module.name}"
]
"""Every command that is declared."""


def test_a_command_is_carried_out_by_the_module_of_its_name() -> None:
    """Where the register looks for it, so that whoever makes a command need not import what carries it out."""
    carried_out = {action.command: action.act for action in every_action().values()}
    commands = [cls for cls in VERBS if cls in carried_out]
    assert commands
    for cls in commands:
        home = import_module(cls.__module__.replace("campaign.verbs.", "campaign.actions."))
        assert cls.__name__ in vars(home), f"{home.__name__} does not know {cls.__name__}"


@dataclass(frozen=True, slots=True)
class Sent:
    """A command with a field of every kind."""

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_own=True, is_loose=True)]
    to: Annotated[str, Ask("Place to go to.", "PLACE", of="place", is_needed=True)]
    why: Annotated[str, Ask("Reason.", "TEXT", missing="a reason is missing. Write one")] = ""
    via: Annotated[tuple[str, ...], Ask("Place on the way.", "PLACE", of="place")] = ()
    men: Annotated[
        int | None, Ask("Number of men.", "N", wrong="is not a number of men sent. Write a whole number")
    ] = None
    near_m: Annotated[int, Ask("Distance.", "KM", unit="km", option="--near", shows_default=True)] = 1500
    resting: Annotated[bool | None, Ask("Whether it rests.", option="--resting/--not-resting")] = None
    secret: Annotated[bool, Ask("Tell nobody.")] = False
    entry: int = 0
    """Not asked."""


def test_a_form_is_read_as_its_command_declares() -> None:
    typed = {
        "unit": (" 3 RTR ",),
        "to": ("Musaid",),
        "why": ("",),
        "via": ("Sollum; Capuzzo\nHafid ;",),
        "men": ("40",),
        "near_m": ("1,25",),
        "resting": ("no",),
        "secret": ("on",),
        "entry": ("7",),
        "else": ("x",),
    }
    with pytest.raises(BadInput, match=r"^a reason is missing\. Write one$"):
        read(Sent, typed)
    assert read(Sent, typed | {"why": ("x",)}) == Sent(
        "3 RTR", "Musaid", "x", ("Sollum", "Capuzzo", "Hafid"), 40, 1250, False, True
    )
    assert read(Sent, {"why": ("x",), "men": ("",), "to": ("Sollum",)}, unit="2 RTR") == Sent("2 RTR", "Sollum", "x")


@pytest.mark.parametrize(
    ("cls", "typed", "said"),
    [
        (ResolveBattle, {"turns": "none"}, "'none' is not a number of turns. Write 1 to 40"),
        (ResolveBattle, {"turns": "41"}, "'41' is not a number of turns. Write 1 to 40"),
        (Sent, {"men": "9" * 10, "why": "x"}, f"'{'9' * 10}' is not a number of men sent. Write a whole number"),
        (NewBattle, {"place": "Musaid", "within_m": "far"}, "'far' is not a distance. Write kilometres, like 1.5"),
        (NewBattle, {"place": "Musaid", "within_m": "inf"}, "'inf' is not a distance. Write kilometres, like 1.5"),
        (
            AddToBattle,
            {"units": " ; "},
            "no unit was named. Write the unit that joins the battle, or several units separated by ;",
        ),
        (DropFromBattle, {}, "no unit is ticked. Tick the units that leave the battle"),
        (MergeBattles, {}, "no other battle was chosen, so nothing was changed. Choose from the list in the form"),
    ],
)
def test_what_a_form_cannot_say_is_refused_in_one_line(cls: type, typed: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(
            cls, {name: (text,) for name, text in typed.items()}, **({"battle": "1"} if "battle" in asked(cls) else {})
        )
    assert str(refused.value) == said


def test_a_reason_that_was_not_given_is_refused_where_it_is_at_the_terminal() -> None:
    assert read(CancelBattle, {}, battle="1") == CancelBattle("1", "")


def test_an_empty_field_stands_for_its_word() -> None:
    assert read(SeatPlayer, {"commander": ("erskine",), "player": (" ",)}) == SeatPlayer("erskine", "nobody")


def test_the_terminal_takes_what_a_command_declares() -> None:
    given = list[Sent]()

    @click.command()
    @asks(Sent)
    def send(**typed: object) -> None:
        given.append(made(Sent, typed))

    words = [
        "3",
        "RTR",
        "--to",
        "Musaid",
        "--via",
        "Sollum",
        "--via",
        "Hafid",
        "--near",
        "1.25",
        "--not-resting",
        "--secret",
    ]
    send.main(words, standalone_mode=False)
    assert given == [Sent("3 RTR", "Musaid", "", ("Sollum", "Hafid"), None, 1250, False, True)]
    send.main(["3 RTR", "--to", "Musaid"], standalone_mode=False)
    assert given[1] == Sent("3 RTR", "Musaid")
    assert [parameter.name for parameter in send.params] == [*asked(Sent)]
    assert list(addressed(given[0])) == ["3 RTR"]


def test_an_order_is_for_the_one_name_that_it_takes_in_several_words() -> None:
    """Whatever the order of its fields, and if it addresses another unit or formation too."""
    orders = {*get_args(Further), *get_args(Written), JoinCommand}
    assert {cls: len([f for f in asked(cls).values() if f.ask.is_loose]) for cls in orders} == dict.fromkeys(orders, 1)
    attached = Attach("1st Rifles", "Coast column")
    assert [*addressed(attached)] == ["1st Rifles", "Coast column"] and addressee(attached) == "1st Rifles"
    assert addressee(TaskAir("14 Squadron", "strike", "Ashford", unit="1st Rifles")) == "14 Squadron"
