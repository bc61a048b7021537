"""The recce sequence: red, white and blue."""

from fractions import Fraction as F

import pytest

from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm import odds, recce
from campaign.rules.tabletop.nqm.recce import Contact, Meeting, sequence
from campaign.rules.tabletop.nqm.reminders import reminders
from campaign.rules.tabletop.nqm.tables import Grade, RangeBand
from campaign.terms.time import Moment

E, V, R, C, M = Grade
SAME = DEFAULTS.with_setting("nqm.recce.white_lookup", "same cell")
INVERTED = DEFAULTS.with_setting("nqm.recce.white_lookup", "same cell inverted")


@pytest.mark.rule("NQM-RECCE-01", "NQM-RECCE-08", "NQM-TBL-RECCE")
@pytest.mark.parametrize(
    ("who", "chances"),
    [
        (E, (F(1, 6), F(1, 3), F(1, 2), F(5, 6), F(1))),
        (V, (F(0), F(1, 6), F(1, 3), F(2, 3), F(5, 6))),
        (R, (F(0), F(1, 6), F(1, 3), F(1, 2), F(2, 3))),
        (C, (F(0), F(0), F(1, 6), F(1, 3), F(1, 2))),
        (M, (F(0), F(0), F(0), F(1, 6), F(1, 3))),
    ],
)
def test_who_sees_first(who: Grade, chances: tuple[F, ...]) -> None:
    assert tuple(recce.sighting(who, defender).chance for defender in Grade) == chances


@pytest.mark.rule("NQM-RECCE-09", "NQM-RECCE-10", "NQM-RECCE-11", "NQM-RECCE-12", "NQM-AMB-32")
def test_three_dice_by_the_worked_case() -> None:
    assert sequence(C, R, (4, 2, 5), DEFAULTS) == Contact(Meeting.FIRED_ON, RangeBand.CONTACT)
    assert sequence(C, R, (6, 2, 5), DEFAULTS) == Contact(Meeting.SEEN, None)
    assert sequence(C, R, (5, 4, 3), DEFAULTS) == Contact(Meeting.DEFENDER_CHOOSES, RangeBand.EFFECTIVE)


@pytest.mark.rule("NQM-RECCE-02")
def test_the_defender_throws_three_dice_at_once() -> None:
    tape = Tape(Scripted((4, 2, 5)), Moment(1, 2))
    contact, faces = recce.throw(C, R, tape, "hider", DEFAULTS)
    assert faces == (4, 2, 5)
    assert [roll.name.purpose for roll in tape.rolls] == ["recce red", "recce white", "recce blue"]
    assert contact.meeting is Meeting.FIRED_ON


@pytest.mark.rule("NQM-RECCE-09", "NQM-AMB-31")
def test_readings_of_the_white_die() -> None:
    def of(book: object, meeting: Meeting) -> F:
        return odds.recce(V, V, book).chance(lambda one: one.meeting is meeting)  # type: ignore[arg-type]

    for book in (DEFAULTS, SAME):
        assert [of(book, one) for one in (Meeting.SEEN, Meeting.DEFENDER_CHOOSES, Meeting.FIRED_ON)] == [
            F(1, 6),
            F(5, 36),
            F(25, 36),
        ]
    assert [of(INVERTED, one) for one in (Meeting.SEEN, Meeting.DEFENDER_CHOOSES, Meeting.FIRED_ON)] == [
        F(1, 6),
        F(25, 36),
        F(5, 36),
    ]
    shown = odds.recce(V, V, SAME)
    assert shown.of(Contact(Meeting.FIRED_ON, RangeBand.EFFECTIVE)) == F(25, 108)
    assert shown.of(Contact(Meeting.FIRED_ON, RangeBand.CONTACT)) == F(25, 54)


@pytest.mark.rule("NQM-RECCE-08", "NQM-RECCE-10")
def test_extremes_of_the_table() -> None:
    assert odds.recce(E, M, DEFAULTS).chance(lambda one: one.meeting is Meeting.SEEN) == 1
    assert odds.recce(M, E, DEFAULTS).of(Contact(Meeting.DEFENDER_CHOOSES, RangeBand.CONTACT)) == 1
    assert odds.recce(M, E, SAME).of(Contact(Meeting.FIRED_ON, RangeBand.CONTACT)) == 1


@pytest.mark.rule("NQM-ENGAGE-01", "NQM-RECCE-12")
@pytest.mark.parametrize(
    ("grade", "chances"),
    [
        (E, (F(0), F(0), F(1))),
        (V, (F(0), F(1, 3), F(2, 3))),
        (R, (F(1, 6), F(1, 2), F(1, 3))),
        (C, (F(1, 3), F(1, 2), F(1, 6))),
        (M, (F(1, 2), F(1, 2), F(0))),
    ],
)
def test_how_near_first_fire_comes(grade: Grade, chances: tuple[F, ...]) -> None:
    shown = odds.opening(grade)
    assert tuple(shown.of(band) for band in (RangeBand.HARASSING, RangeBand.EFFECTIVE, RangeBand.CONTACT)) == chances


@pytest.mark.rule("NQM-AMB-33")
def test_the_blue_die_gives_the_range_of_an_ambush_too() -> None:
    assert sequence(C, R, (5, 4, 6), DEFAULTS).band is recce.opens_fire(R, 6)


@pytest.mark.rule("NQM-RECCE-15")
def test_scooting_halves_casualties() -> None:
    assert recce.scooted(4) == 2
    assert [recce.scooted(5, face) for face in (3, 4)] == [3, 2]
    with pytest.raises(ValueError, match="odd"):
        recce.scooted(5)


@pytest.mark.rule("NQM-RECCE-07", "NQM-RECCE-14")
def test_only_recce_that_looked_may_scoot() -> None:
    assert recce.may_scoot(is_recce=True, examined=True)
    assert not recce.may_scoot(is_recce=False, examined=True)
    assert not recce.may_scoot(is_recce=True, examined=False)


@pytest.mark.rule("NQM-RECCE-05", "NQM-RECCE-06")
def test_one_area_an_hour_and_the_fast_mode() -> None:
    """The sheet says which of them is played."""
    fast = DEFAULTS.with_setting("nqm.recce.fast_mode", "on")
    assert (recce.areas_an_hour(DEFAULTS), recce.areas_an_hour(fast)) == (1, None)
    slow_words, fast_words = (reminders(tuple(Grade), book, 8)[0].facts[0].text for book in (DEFAULTS, fast))
    assert (
        slow_words.startswith("Recce may test one area an hour.")
        and "recce moves without limit and tests once a move" in fast_words
    )


@pytest.mark.rule("NQM-SEQ-08", "NQM-SEQ-09", "NQM-AMB-36")
def test_a_main_body_without_start_line_may_be_caught_marching() -> None:
    assert recce.must_shake_out(start_line_marked=False)
    assert not recce.must_shake_out(start_line_marked=True)
    assert odds.caught_in_column(R, R) == F(2, 3)
    assert odds.caught_in_column(M, E) == 1
